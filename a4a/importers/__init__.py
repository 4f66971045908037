"""Readers of recorded games in other programs' formats."""
