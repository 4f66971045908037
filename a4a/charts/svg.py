"""An Altair chart as SVG, with an invisible rule at every place where its cursor can stand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

import altair as alt
import vl_convert

from a4a.core.controls import visible
from a4a.core.errors import A4AError

ChartSpec: TypeAlias = "alt.typing.ChartType | Mapping[str, Any]"
"""An Altair chart, or a Vega-Lite specification with its data inside."""

TIMES = ("node", "turn", "round")
"""Fields that say when in the game a row is; an x axis of one of them gets a cursor."""

LABEL = "a4a-cursor"
_PARTS = ("concat", "hconcat", "vconcat")
_OUTER = ("row", "column", "facet")


def chart_svg(chart: ChartSpec) -> str:
    """Draw a chart as SVG, offline.

    Parameters
    ----------
    chart
        An Altair chart or a Vega-Lite specification.

    Returns
    -------
    str
        SVG in which rules labelled ``a4a-cursor <field> <value>`` mark the places of the cursor.

    Raises
    ------
    A4AError
        If it cannot be drawn.

    Examples
    --------
    >>> import altair as alt
    >>> import polars as pl
    >>> frame = pl.DataFrame({"round": [1, 2], "income": [30, 34]})
    >>> svg = chart_svg(alt.Chart(frame).mark_line().encode(x="round:O", y="income:Q"))
    >>> "a4a-cursor round 2" in svg
    True
    """
    if isinstance(chart, Mapping):
        spec = dict(chart)
    elif not hasattr(chart, "to_dict"):
        raise A4AError(f"charts are Altair charts or their specifications, not {chart!r:.80}")
    else:
        with alt.data_transformers.enable("default", max_rows=None):
            spec = chart.to_dict()
    version = alt.SCHEMA_VERSION.removeprefix("v").rpartition(".")[0]
    try:
        svg = vl_convert.vegalite_to_svg(with_cursor(spec), vl_version=version)
        return visible(str(svg))
    except ValueError as error:
        why = " ".join(str(error).splitlines()[:2])
        raise A4AError(f"a chart cannot be drawn: {why}") from error


def with_cursor(spec: Mapping[str, Any]) -> dict[str, Any]:
    """Return a Vega-Lite specification with cursor rules wherever x is a time of the game.

    Examples
    --------
    >>> spec = {"mark": "line", "encoding": {"x": {"field": "turn", "type": "ordinal"}}}
    >>> [layer["mark"] for layer in with_cursor(spec)["layer"]]
    ['line', {'type': 'rule', 'opacity': 0, 'tooltip': None}]
    """
    spec = dict(spec)
    for part in _PARTS:
        if part in spec:
            spec[part] = [with_cursor(view) for view in spec[part]]
    if "spec" in spec:
        spec["spec"] = with_cursor(spec["spec"])
    x = _time_axis(spec)
    if x is None:
        return spec
    if "layer" in spec:
        spec["layer"] = [*spec["layer"], *_rules(x)]
    elif "mark" in spec and not any(channel in spec["encoding"] for channel in _OUTER):
        inner = {
            key: spec.pop(key) for key in ("mark", "encoding", "params", "selection") if key in spec
        }
        spec["layer"] = [inner, *_rules(x)]
    return spec


def _time_axis(spec: Mapping[str, Any]) -> dict[str, Any] | None:
    """The x encoding of a view or of one of its layers, if it is a time of the game."""
    encoding = spec.get("encoding")
    x = encoding.get("x") if isinstance(encoding, Mapping) else None
    if isinstance(x, Mapping) and x.get("field") in TIMES and not {"bin", "timeUnit"} & set(x):
        return dict(x)
    for layer in spec.get("layer", ()):
        found = _time_axis(layer)
        if found is not None:
            return found
    return None


def _rules(x: dict[str, Any]) -> list[dict[str, Any]]:
    """Rules where rows are, and at both ends of an axis that goes further than its rows."""
    field = x["field"]
    rows: dict[str, Any] = {
        "transform": [
            {"aggregate": [{"op": "count", "as": "a4a_rows"}], "groupby": [field]},
            {"calculate": f"'{LABEL} {field} ' + datum.{field}", "as": "a4a_label"},
        ],
        "mark": {"type": "rule", "opacity": 0, "tooltip": None},
        "encoding": {"x": x, "description": {"field": "a4a_label", "type": "nominal"}},
    }
    scale = x.get("scale")
    ends = scale.get("domain") if isinstance(scale, Mapping) else None
    if not isinstance(ends, list) or not all(isinstance(end, (int, float)) for end in ends):
        return [rows]
    return [rows, {"data": {"values": [{field: end} for end in ends]}, **rows}]
