"""The version of a4a, in one place."""

__version__ = "0.1.0"
