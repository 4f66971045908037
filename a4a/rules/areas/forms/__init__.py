"""Decisions laid out in forms, for the panel and for players."""
