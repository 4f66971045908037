"""Setting boards up by hand: positions, and games that were played elsewhere."""
