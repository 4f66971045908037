"""The theme of a4a's charts: quiet lines, room for the data. It is on only where asked for."""

from __future__ import annotations

from typing import Any

import altair as alt

NAME = "a4a"
PAPER, INK, SOFT, GRID = "white", "#26262c", "#6b6f80", "#e4e5ea"


@alt.theme.register(NAME, enable=False)
def theme() -> alt.theme.ThemeConfig:
    """Return the theme as Vega-Lite configuration."""
    axis: Any = {
        "domainColor": SOFT, "tickColor": SOFT, "gridColor": GRID, "labelColor": INK,
        "titleColor": SOFT, "titleFontWeight": "normal", "labelFontSize": 11, "titleFontSize": 11,
        "titlePadding": 6,
    }  # fmt: skip
    return {
        "config": {
            "background": PAPER,
            "font": "sans-serif",
            "view": {"stroke": None, "continuousWidth": 560, "continuousHeight": 260},
            "axis": axis,
            "axisY": {
                "domain": False, "ticks": False, "titleAnchor": "start", "titleAngle": 0,
                "titleAlign": "left", "titleX": -2, "titleY": -10, "titleBaseline": "bottom",
            },
            "title": {
                "anchor": "start", "color": INK, "fontSize": 14, "fontWeight": 600, "offset": 22,
                "subtitleColor": SOFT, "subtitleFontSize": 11, "frame": "group",
            },
            "legend": {
                "labelColor": INK, "titleColor": SOFT, "titleFontWeight": "normal",
                "symbolType": "square", "symbolSize": 90, "labelFontSize": 11,
            },
            "header": {"labelColor": INK, "labelFontSize": 12, "title": None},
            "line": {"strokeWidth": 2},
            "point": {"filled": True, "size": 28},
            "bar": {"stroke": "white", "strokeWidth": 0.5},
        }
    }  # fmt: skip
