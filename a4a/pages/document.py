"""The HTML of a page: everything in one file, under a policy that lets nothing in from outside."""

from __future__ import annotations

import gzip
from base64 import b64encode
from collections.abc import Mapping
from hashlib import sha256
from html import escape
from typing import Any

import msgspec

from a4a._version import __version__
from a4a.core.controls import visible
from a4a.pages import scripts


class Page(msgspec.Struct, frozen=True, kw_only=True):
    """What is written on a page.

    Parameters
    ----------
    title, about
        The title, and a line about the game; plain text.
    models
        The values of each of the views' models, by name; bytes are carried as they are.
    """

    title: str
    about: str
    models: Mapping[str, Mapping[str, Any]]

    def html(self) -> bytes:
        """Return the file.

        No word of the game is in it but the title and the line about it, which are escaped: the
        rest is packed, as base64, so no text can end the block it is in.

        Raises
        ------
        UnicodeEncodeError
            If a text holds half of a surrogate pair.
        """
        code = [scripts.leaflet(), scripts.script()]
        styles = scripts.styles()
        blocks = [
            f'<script type="text/plain" class="a4a-block">{block}</script>'
            for block in _blocks(self.models)
        ]
        return _DOCUMENT.format(
            policy=_policy(code, styles),
            title=escape(visible(self.title)),
            about=escape(visible(self.about)),
            version=escape(__version__),
            styles=styles,
            blocks="\n".join(blocks),
            leaflet=code[0],
            script=code[1],
        ).encode()


def _policy(code: list[str], styles: str) -> str:
    """The content security policy: our own scripts and styles, by their hashes, and nothing else.

    The painter changes rules of a style element that is empty when it is made, hence the hash of
    nothing. What scripts set of an element's `style` needs no permission; attributes would.
    """
    return "; ".join(
        [
            "default-src 'none'",
            f"script-src {' '.join(map(_hash, code))}",
            f"style-src {_hash(styles)} {_hash('')}",
            "img-src data:",
            "base-uri 'none'",
            "form-action 'none'",
        ]
    )


def _hash(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


def _blocks(models: Mapping[str, Mapping[str, Any]]) -> list[str]:
    """The models as base64: first all plain values, as gzipped JSON, then each value of bytes."""
    states: dict[str, Any] = {}
    large: list[bytes] = []
    for name, values in models.items():
        plain = {key: value for key, value in values.items() if not isinstance(value, bytes)}
        places: dict[str, int] = {}
        for key, value in values.items():
            if isinstance(value, bytes) and value:  # what is empty is left out
                large.append(value)
                places[key] = len(large)
        states[name] = {"values": plain, "bytes": places}
    packed = gzip.compress(msgspec.json.encode(states), compresslevel=6, mtime=0)
    return [b64encode(block).decode() for block in (packed, *large)]


_DOCUMENT = """\
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<meta name="generator" content="a4a {version}">
<meta name="description" content="{about}">
<title>{title}</title>
<link rel="icon" href="data:,">
<style>{styles}</style>
</head>
<body>
<header class="a4a-head">
<div class="a4a-headline"><h1>{title}</h1><p>{about}</p></div>
<p class="a4a-places"><a id="a4a-link" href="#node=0" \
title="Copy a link that opens the page at this moment">Link to this moment</a> \
<span id="a4a-answer" role="status"></span></p>
</header>
<noscript><p role="alert">The board is drawn by the scripts in this file. They are switched off: \
allow JavaScript for it. Nothing is fetched from anywhere.</p></noscript>
<main class="a4a-explorer">
<div class="a4a-panels">
<div id="a4a-board" data-view="board" class="a4a-board"></div>
<div id="a4a-stepper" data-view="stepper"></div>
<div class="a4a-tabbed">
<div id="a4a-tabs" data-view="tabs"></div>
<div id="a4a-contents" data-view="contents"></div>
<div id="a4a-log" data-view="log"></div>
<div id="a4a-notes" data-view="notes"></div>
<div id="a4a-holdings" data-view="holdings"></div>
<div id="a4a-variations" data-view="variations"></div>
</div>
<div id="a4a-treasuries" data-view="treasuries"></div>
<div id="a4a-charts" data-view="charts"></div>
</div>
</main>
<footer>Made with a4a {version}</footer>
{blocks}
<script>{leaflet}</script>
<script type="module">{script}</script>
</body>
</html>
"""
