"""Record files: `.a4a`, a compressed text format, written atomically and read back equal."""

from a4a.store.reader import load, loads
from a4a.store.writer import dumps, free_name, save

__all__ = ["dumps", "free_name", "load", "loads", "save"]
