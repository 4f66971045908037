"""TripleA save games (`.tsvg`)."""
