"""What lets the first chart come soon: a quick import of jsonschema, and the renderer loaded early.

Altair imports jsonschema, and that imports ``rfc3987_syntax`` (which JupyterLab brings) for a check
of the format of international addresses. That package builds its parsers on import, which takes
three quarters of Altair's import time. Here they are built only when an address is checked.

The renderer is a JavaScript engine with Vega in it. It loads in a thread of its own, beside
whatever Python does.
"""

from __future__ import annotations

import sys
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType

_GRAMMARS = "rfc3987_syntax"


def import_jsonschema_quickly() -> None:
    """Import jsonschema, but build the grammars of its format check only when they are used.

    Does nothing if jsonschema is imported already, or the grammars or jsonschema are missing.

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


def load_renderer() -> None:
    """Load what draws charts, if it is not loaded yet; without Altair."""
    import vl_convert

    vl_convert.vegalite_to_svg({"mark": "point"})


def _is_valid_syntax(term: str, value: str) -> bool:
    """Call the real module's function of this name, importing the module only now."""
    return bool(import_module(_GRAMMARS).is_valid_syntax(term, value))
