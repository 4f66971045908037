"""The engine for games of land and sea areas, phase by phase; no one book owns it."""
