"""The browser code of the views: plain JavaScript and CSS files, joined without a bundler."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import Any


@cache
def asset(*paths: str) -> str:
    """Return the text of static files of this package, joined in order.

    What a script shares with Python is beside it as JSON: ``symbols.json`` comes before
    ``symbols.js``, as the constant ``SYMBOLS``.

    Parameters
    ----------
    *paths
        ``"map/timeline.js"`` for ``a4a/map/static/timeline.js``.

    Examples
    --------
    >>> asset("map/timeline.js").startswith("// The part every a4a view shares")
    True
    """
    texts = []
    for path in paths:
        folder, name = path.split("/")
        static = files("a4a") / folder / "static"
        stem = name.removesuffix(".js")
        if stem != name and (static / f"{stem}.json").is_file():
            constant = stem.upper().replace("-", "_")
            texts.append(f"const {constant} = {json.dumps(shared(f'{folder}/{stem}.json'))};")
        texts.append((static / name).read_text(encoding="utf-8"))
    return "\n".join(texts)


@cache
def shared(path: str) -> Any:
    """Return what a JSON file says that Python and the browser code of this package share.

    Examples
    --------
    >>> shared("map/symbols.json")["destroyer"]["fill"].startswith("M")
    True
    """
    folder, name = path.split("/")
    return json.loads((files("a4a") / folder / "static" / name).read_text(encoding="utf-8"))
