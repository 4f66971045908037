"""Files of records (`.a4a`) and studies (`.a4s`): written atomically and read back equal."""

from a4a.store.reader import load, loads
from a4a.store.saving import save
from a4a.store.studies import study
from a4a.store.writer import dumps, free_name

__all__ = ["dumps", "free_name", "load", "loads", "save", "study"]
