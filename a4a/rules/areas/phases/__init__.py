"""The phases of a turn, one a module."""
