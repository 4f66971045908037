"""The scripts and styles of a page: those of the views of the notebook, and its own."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Any, Final

from traitlets import HasTraits

from a4a.map import assets
from a4a.map.board_map import Painter
from a4a.widgets.annotator import Annotator
from a4a.widgets.chart_strip import ChartStrip
from a4a.widgets.contents import Contents
from a4a.widgets.holdings import HoldingsView
from a4a.widgets.log import LogView
from a4a.widgets.stepper import Stepper
from a4a.widgets.tabs import Tabs
from a4a.widgets.treasuries import TreasuryView
from a4a.widgets.variations import VariationsView

VIEWS: Final[Mapping[str, Any]] = MappingProxyType(
    {
        "board": Painter,
        "stepper": Stepper,
        "tabs": Tabs,
        "contents": Contents,
        "log": LogView,
        "notes": Annotator,
        "holdings": HoldingsView,
        "variations": VariationsView,
        "treasuries": TreasuryView,
        "charts": ChartStrip,
    }
)
"""The views of a page, by the ids of their places (``a4a-board`` ...), as in ``page.js``."""

_OUTSIDE = re.compile(r"url\(images/[^)]*\)")
_SOURCE_MAP = re.compile(r"^//# sourceMappingURL=.*$", re.MULTILINE)


@cache
def leaflet() -> str:
    """Return the text of the Leaflet library under its licence, which goes with every copy."""
    licence = _vendored("leaflet-LICENSE.txt").strip()
    return f"/*\n{licence}\n*/\n{_SOURCE_MAP.sub('', _vendored('leaflet.js'))}"


@cache
def script() -> str:
    """Return the script of a page: the page with its views, in a scope of its own.

    Examples
    --------
    >>> script().count("class Session {"), script().count("class Painter {")
    (1, 1)
    """
    return f"{{\n{assets.script('pages/page.js')}\n}}"


@cache
def styles() -> str:
    """Return the styles of a page: Leaflet's, those of the views, the page's own.

    Examples
    --------
    >>> "url(" in styles()
    False
    """
    leaflet = _OUTSIDE.sub("none", _vendored("leaflet.css")).replace("url(#default#VML)", "none")
    views = dict.fromkeys(view._css for view in VIEWS.values())
    return "\n".join([leaflet, *views, assets.styles("pages/page.css")])


def defaults(view: Any) -> dict[str, Any]:
    """Return the values of a view's own traits that the browser sees, as they are at first.

    Examples
    --------
    >>> defaults(ChartStrip)["drawn"]
    False
    """
    traits = {
        name: trait
        for kind in reversed(view.__mro__)
        if kind.__module__.startswith("a4a.") and issubclass(kind, HasTraits)
        for name, trait in kind.class_own_traits(sync=True).items()
    }
    values = {name: trait.default() for name, trait in traits.items()}
    return {name: value for name, value in values.items() if _is_plain(value)}


def _is_plain(value: object) -> bool:
    return isinstance(value, bool | int | float | str | bytes | list | dict)


def _vendored(name: str) -> str:
    return (files("a4a") / "pages" / "static" / "vendor" / name).read_text(encoding="utf-8")
