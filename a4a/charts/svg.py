"""An Altair chart as SVG, with an invisible rule at every place where its cursor can stand.

Rules also tell the values at their place, and marks what their tooltips would: the browser reads
both (`widgets/static/chart_life.js`).
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias

import altair as alt
import vl_convert

from a4a.charts.rendering import rendered
from a4a.core.controls import visible
from a4a.core.errors import A4AError

ChartSpec: TypeAlias = "alt.typing.ChartType | Mapping[str, Any]"
"""An Altair chart, or a Vega-Lite specification with its data inside."""

TIMES = ("node", "turn", "round")
"""Fields that say when in the game a row is; an x axis of one of them gets a cursor."""

LABEL = "a4a-cursor"
SIGN, BETWEEN = "\N{SYMBOL FOR RECORD SEPARATOR}", "\N{SYMBOL FOR UNIT SEPARATOR}"
"""What stands before each part of a label that tells values, and what between two of them.

The parts are whether a value holds "at" its time, goes "on" to the next one, or lasts "until" then;
the series; and their values.
"""

_PARTS = ("concat", "hconcat", "vconcat")
_OUTER = ("row", "column", "facet")
_SERIES = ("color", "fill", "stroke", "detail")
_RUNNING = ("line", "area", "trail")
"""Marks that go on from one time to the next."""
_NUMBER = ",.1~f"


def chart_svg(chart: ChartSpec) -> str:
    """Draw a chart as SVG, offline.

    Parameters
    ----------
    chart
        An Altair chart or a Vega-Lite specification.

    Returns
    -------
    str
        SVG in which rules labelled ``a4a-cursor <field> <value>`` mark the places of the cursor;
        others tell the series and their values there, after `SIGN`.

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
    svg = rendered(vl_convert.vegalite_to_svg, with_cursor(spec), vl_version=version)
    return visible(str(svg))


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
    if "mark" in spec and any(channel in spec.get("encoding", {}) for channel in _OUTER):
        return _faceted(spec)
    x = _time_axis(spec)
    told = _told(spec, {})
    if x is None:
        return told
    values = list(_values(x, spec))
    if "layer" in told:
        told["layer"] = [*told["layer"], *_rules(x), *values]
    elif "mark" in told:
        inner = {
            key: told.pop(key) for key in ("mark", "encoding", "params", "selection") if key in told
        }
        told["layer"] = [inner, *_rules(x), *values]
    return told


def _faceted(spec: dict[str, Any]) -> dict[str, Any]:
    """A chart with panels, with cursor rules in each of them."""
    encoding = dict(spec["encoding"])
    outer = {channel: dict(encoding.pop(channel)) for channel in _OUTER if channel in encoding}
    if _time_axis({**spec, "encoding": encoding}) is None:
        return spec
    panel: dict[str, Any] = {
        key: spec[key] for key in ("mark", "params", "width", "height") if key in spec
    }
    around = {key: value for key, value in spec.items() if key not in {*panel, "encoding"}}
    facet = outer.get("facet", outer)
    for layout in ("columns", "spacing", "align", "center", "bounds"):
        if "facet" in outer and layout in facet:
            around[layout] = facet.pop(layout)
    return {**around, "facet": facet, "spec": with_cursor({**panel, "encoding": encoding})}


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
    rows = _rule(
        x,
        {"aggregate": [{"op": "count", "as": "a4a_rows"}], "groupby": [field]},
        {"calculate": f"'{LABEL} {field} ' + datum.{field}", "as": "a4a_label"},
    )
    scale = x.get("scale")
    ends = scale.get("domain") if isinstance(scale, Mapping) else None
    if not isinstance(ends, list) or not all(isinstance(end, (int, float)) for end in ends):
        return [rows]
    return [rows, {"data": {"values": [{field: end} for end in ends]}, **rows}]


def _rule(x: dict[str, Any], *transform: Mapping[str, Any]) -> dict[str, Any]:
    """Invisible rules across the plot, a row each, which say what is in ``a4a_label``."""
    return {
        "transform": list(transform),
        "mark": {"type": "rule", "opacity": 0, "tooltip": None},
        "encoding": {"x": x, "description": {"field": "a4a_label", "type": "nominal"}},
    }


def _values(
    x: dict[str, Any], spec: Mapping[str, Any], above: Mapping[str, Any] | None = None
) -> Iterator[dict[str, Any]]:
    """Yield rules that tell the values of a view, or of each of its layers, at every time."""
    encoding = {**(above or {}), **spec.get("encoding", {})}
    for layer in spec.get("layer", ()):
        yield from _values(x, layer, encoding)
    y, field = encoding.get("y", {}), x["field"]
    own = encoding.get("x", {}).get("field") == field and "mark" in spec
    if not own or y.get("type") != "quantitative" or not ("field" in y or "aggregate" in y):
        return
    mark = _kind(spec)
    height = _of(y["field"]) if "field" in y else "1"
    if "field" in encoding.get("y2", {}):
        height = f"abs({_of(encoding['y2']['field'])} - {height})"
    operation = y.get("aggregate") or ("sum" if mark in ("area", "bar") else "mean")
    series = next((c["field"] for k in _SERIES if "field" in (c := encoding.get(k, {}))), "")
    form = (y.get("axis") or {}).get("format", _NUMBER)
    form = json.dumps(".0%" if form == "%" else form)
    names = f"join(pluck(datum.a4a_rows, {json.dumps(series)}), '{BETWEEN}')" if series else "''"
    runs = "until" if "x2" in encoding else "on" if mark in _RUNNING else "at"
    rule = _rule(
        x,
        *(spec.get("transform", ()) if above is not None else ()),
        {"calculate": height, "as": "a4a_height"},
        {
            "aggregate": [{"op": operation, "field": "a4a_height", "as": "a4a_value"}],
            "groupby": [field, *([series] if series else [])],
        },
        {"filter": "isValid(datum.a4a_value)"},
        {"calculate": f"format(datum.a4a_value, {form})", "as": "a4a_text"},
        {"aggregate": [{"op": "values", "as": "a4a_rows"}], "groupby": [field]},
        {
            "calculate": f"'{LABEL} {field} ' + {_of(field)} + '{SIGN}{runs}{SIGN}' + {names} + "
            f"'{SIGN}' + join(pluck(datum.a4a_rows, 'a4a_text'), '{BETWEEN}')",
            "as": "a4a_label",
        },
    )
    yield {**({"data": spec["data"]} if above is not None and "data" in spec else {}), **rule}


def _told(spec: dict[str, Any], above: Mapping[str, Any]) -> dict[str, Any]:
    """A view, or its layers, whose marks say what their tooltips would."""
    encoding = {**above, **spec.get("encoding", {})}
    if "layer" in spec:
        return {**spec, "layer": [_told(dict(layer), encoding) for layer in spec["layer"]]}
    tooltip = encoding.get("tooltip")
    told = [one for one in tooltip if "field" in one] if isinstance(tooltip, list) else []
    grouped = any(
        {"aggregate", "bin", "timeUnit"} & set(channel)
        for channel in (*encoding.values(), *told)
        if isinstance(channel, Mapping)
    )
    if (
        not told
        or grouped
        or "mark" not in spec
        or _kind(spec) in _RUNNING
        or "description" in encoding
    ):
        return spec
    words = [
        f"{json.dumps(one.get('title') or one['field'])} + ': ' + {_shown(one)}" for one in told
    ]
    calculate = {"calculate": " + ' \u00b7 ' + ".join(words), "as": "a4a_told"}
    return {
        **spec,
        "transform": [*spec.get("transform", ()), calculate],
        "encoding": {
            **spec.get("encoding", {}), "description": {"field": "a4a_told", "type": "nominal"},
        },
    }  # fmt: skip


def _shown(channel: Mapping[str, Any]) -> str:
    """An expression of what a tooltip shows of a field."""
    value = _of(channel["field"])
    if channel.get("type") != "quantitative":
        return value
    return (
        f"(isValid({value}) ? format({value}, {json.dumps(channel.get('format', _NUMBER))}) : '')"
    )


def _of(field: str) -> str:
    """An expression of a field of a row."""
    return f"datum[{json.dumps(field)}]"


def _kind(spec: Mapping[str, Any]) -> str:
    """The type of a view's mark."""
    mark = spec["mark"]
    return str(mark["type"] if isinstance(mark, Mapping) else mark)
