"""Lets Altair be imported without three grammars being built that a chart has no use for.

Altair imports jsonschema, and that imports ``rfc3987_syntax`` (which JupyterLab brings) for a check
of the format of international addresses. It builds its parsers on import, which takes three
quarters of the time that Altair does. Here they are built when an address is checked.
"""

from __future__ import annotations

import sys
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType

_GRAMMARS = "rfc3987_syntax"


def import_jsonschema_quickly() -> None:
    """Import jsonschema, and leave the grammars of its format check for when that is asked.

    Nothing happens where jsonschema is imported already, or does not find those grammars.

    Examples
    --------
    >>> import_jsonschema_quickly()
    >>> import jsonschema
    >>> jsonschema.Draft202012Validator.FORMAT_CHECKER.conforms("not an address", "uuid")
    False
    """
    loaded = "jsonschema" in sys.modules or _GRAMMARS in sys.modules
    if loaded or find_spec(_GRAMMARS) is None or find_spec("jsonschema") is None:
        return
    stand_in = ModuleType(_GRAMMARS)
    stand_in.is_valid_syntax = _is_valid_syntax  # type: ignore[attr-defined]
    sys.modules[_GRAMMARS] = stand_in
    try:
        import_module("jsonschema")
    finally:
        del sys.modules[_GRAMMARS]


def _is_valid_syntax(term: str, value: str) -> bool:
    """Return what the function of this name of the real module says; that is imported now."""
    return bool(import_module(_GRAMMARS).is_valid_syntax(term, value))
