"""The paper of a chart that is the output of a cell: white, or dimmed where JupyterLab is dark.

All that JupyterLab's viewer does for its dark theme is to give a chart another background, unless
the chart has one. So the background is left to it; the compiled chart is patched to keep what it
chose in a parameter, from which paper and ink follow. Powers have colours meant for light paper,
some of them nearly black: it is dimmed, not dark. Viewers that know no patch show white paper.

The viewer asks for the theme once. A chart is drawn as SVG, so that where a view of a4a is on the
page, its style sheet (`views.css`) lets charts follow when another theme is chosen.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from a4a.charts import theme

_GIVEN = "a4a_background"
"""The parameter that holds the background the viewer has given."""

_DIMMED = {
    theme.PAPER: "#ced6de",
    theme.INK: "#1b1c22",
    theme.SOFT: "#1b1c22",
    theme.GRID: "#b4bdc8",
}
"""Colours on white paper, and what they are on dimmed paper."""


def follows_viewer(spec: Mapping[str, Any]) -> dict[str, Any]:
    """Return a Vega-Lite specification whose paper follows the theme of JupyterLab.

    One with a background of its own, or without the theme of a4a, stays as it is.
    """
    config = dict(spec.get("config", {}))
    if "background" in spec or config.pop("background", None) != theme.PAPER:
        return dict(spec)
    usermeta = dict(spec.get("usermeta", {}))
    embed = dict(usermeta.get("embedOptions", {}))
    embed.setdefault("renderer", "svg")
    embed["patch"] = [
        {"op": "copy", "from": "/background", "path": "/config/signals/0/value"},
        {"op": "replace", "path": "/background", "value": {"signal": _either(theme.PAPER)}},
        *embed.get("patch", ()),
    ]
    return {
        **spec,
        "config": {
            **_on_either(config),
            "params": [{"name": _GIVEN, "value": theme.PAPER}, *config.get("params", ())],
        },
        "usermeta": {**usermeta, "embedOptions": embed},
    }


def _either(colour: str) -> str:
    """The Vega expression of a colour on white paper, and on dimmed paper where that is dark."""
    return f"luminance({_GIVEN}) < 0.2 ? '{_DIMMED[colour]}' : '{colour}'"


def _on_either(config: Any) -> Any:
    """Let the inks of a configuration follow the paper."""
    if isinstance(config, Mapping):
        return {key: _on_either(value) for key, value in config.items()}
    if config in (theme.INK, theme.SOFT, theme.GRID):
        return {"expr": _either(config)}
    return config
