"""Charts of many games: a figure's median and middle half by round, and how two groups differ."""

from __future__ import annotations

from typing import Final

import altair as alt
import polars as pl

from a4a.charts.display import Chart, LayerChart
from a4a.charts.palette import power_colours, side_colours
from a4a.charts.theme import SOFT
from a4a.core.catalog import Power
from a4a.core.names import plain

_BAND: Final = 0.22  # opacity of a band
_INK: Final = "#0072b2"
_WIDTH: Final = 560  # of a chart whose rounds have a place each


def bands_chart(found: pl.DataFrame, *, title: str) -> alt.LayerChart:
    """Chart the median of a figure by round, with its middle half as a band, for each group.

    Parameters
    ----------
    found
        As `by_round` returns it.
    title
        What the figure is.
    """
    names = found["group"].unique(maintain_order=True).to_list()
    colour = alt.Color("group:N", title=None, sort=names, scale=_scale(names))
    base = Chart(found, title=alt.Title(title, subtitle=[_subtitle(found)]))
    rounds = found["round"].unique().sort().to_list()
    x = alt.X("round:Q", title="Round", axis=alt.Axis(values=rounds, format="d", grid=False))
    tooltip = [
        alt.Tooltip("group:N"), alt.Tooltip("round:Q"), alt.Tooltip("n:Q", title="games"),
        alt.Tooltip("low:Q", format=".1f", title="a quarter below"),
        alt.Tooltip("median:Q", format=".1f"),
        alt.Tooltip("high:Q", format=".1f", title="a quarter above"),
    ]  # fmt: skip
    band = base.mark_area(opacity=_BAND).encode(
        x, alt.Y("low:Q", title=None), alt.Y2("high:Q"), colour, tooltip=tooltip
    )
    line = base.mark_line(point=True).encode(x, alt.Y("median:Q"), colour, tooltip=tooltip)
    return LayerChart(layer=[band, line])


def differences_chart(
    found: pl.DataFrame, *, title: str, groups: tuple[str, str]
) -> alt.LayerChart:
    """Chart how much a figure differs between two groups, with its 95 % interval.

    Parameters
    ----------
    found
        As `differences` returns it.
    title
        What the figure is.
    groups
        The names of the two.
    """
    first, second = groups
    games = f"games: {_range(found['n_second'])} and {_range(found['n_first'])}"
    told = [f"Median of {second} less that of {first}, 95 % interval; {games}"]
    base = Chart(found, title=alt.Title(title, subtitle=told))
    x = alt.X("round:O", title="Round", axis=alt.Axis(labelAngle=0))
    tooltip = [
        alt.Tooltip("round:O"), alt.Tooltip("difference:Q", format="+.1f"),
        alt.Tooltip("low:Q", format="+.1f"), alt.Tooltip("high:Q", format="+.1f"),
        alt.Tooltip("n_first:Q", title=f"games of {first}"),
        alt.Tooltip("n_second:Q", title=f"games of {second}"),
    ]  # fmt: skip
    rule = Chart(pl.DataFrame({"zero": [0]})).mark_rule(color=SOFT)
    zero = rule.encode(alt.Y("zero:Q"))
    span = base.mark_rule(strokeWidth=2, color=_INK).encode(
        x, alt.Y("low:Q", title=None), alt.Y2("high:Q"), tooltip=tooltip
    )
    point = base.mark_point(size=60, color=_INK)
    middle = point.encode(x, alt.Y("difference:Q"), tooltip=tooltip)
    return LayerChart(layer=[zero, span, middle], width=_WIDTH)


def _subtitle(found: pl.DataFrame) -> str:
    return f"Median and middle half of {_range(found['n'])} games"


def _range(counts: pl.Series) -> str:
    low, high = min(counts.to_list()), max(counts.to_list())
    return str(low) if low == high else f"{low} to {high}"


def _scale(names: list[str]) -> alt.Scale:
    """Colours as elsewhere: those of sides or of powers, where the groups are such."""
    sides = side_colours(names)
    known = {plain(name) for name in ("Axis", "Allies")}
    if {plain(name) for name in names} <= known:
        return alt.Scale(domain=names, range=[sides[name] for name in names])
    powers = power_colours([Power(name=name) for name in names])
    return alt.Scale(domain=names, range=[powers[name] for name in names])
