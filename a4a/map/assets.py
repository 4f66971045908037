"""The browser code of the views: plain JavaScript and CSS files, joined without a bundler."""

from __future__ import annotations

from functools import cache
from importlib.resources import files


@cache
def asset(*paths: str) -> str:
    """Return the text of static files of this package, joined in order.

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
        texts.append((files("a4a") / folder / "static" / name).read_text(encoding="utf-8"))
    return "\n".join(texts)
