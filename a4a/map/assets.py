"""The browser code of the views: JavaScript modules bundled by their imports, styles joined."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import Any

from a4a.map.modules import bundle


@cache
def script(path: str) -> str:
    """Return a script of this package, with all that it imports, as one module.

    Parameters
    ----------
    path
        ``"map/painter.js"`` for ``a4a/map/static/painter.js``.

    Examples
    --------
    >>> script("widgets/tabs.js").endswith("export default widgets_static_tabs_js.default;")
    True
    """
    folder, name = path.split("/")
    return bundle(f"{folder}/static/{name}", _text)


@cache
def styles(*paths: str) -> str:
    """Return the text of style sheets of this package, joined in order.

    Examples
    --------
    >>> styles("map/painter.css", "map/earth.css").count(".a4a-board {")
    1
    """
    return "\n".join(_text(path.replace("/", "/static/", 1)) for path in paths)


@cache
def shared(path: str) -> Any:
    """Return what a JSON file says that Python and the browser code of this package share.

    Examples
    --------
    >>> shared("map/symbols.json")["destroyer"]["fill"].startswith("M")
    True
    """
    return json.loads(_text(path.replace("/", "/static/", 1)))


def _text(path: str) -> str:
    """The text of a file of this package."""
    return files("a4a").joinpath(*path.split("/")).read_text(encoding="utf-8")
