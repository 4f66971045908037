"""How charts are shown and saved: themed, and with no network.

JupyterLab brings its own Vega-Lite viewer, of version 5. Charts are handed to it as they are
(a4a's need nothing newer), with a picture beside for programs that have no viewer. Altair's own
ways of showing a chart fetch a library from the network, or put a megabyte of it in every cell.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TypeVar

import altair as alt
import vl_convert

from a4a.charts import theme
from a4a.charts.paper import follows_viewer
from a4a.charts.rendering import rendered
from a4a.core.errors import A4AError
from a4a.store.writing import writing

_VIEWER = "application/vnd.vegalite.v5+json"
_VIEWER_SCHEMA = "https://vega.github.io/schema/vega-lite/v5.json"
_FORMATS = ("html", "json", "pdf", "png", "svg")


def bundle(spec: dict[str, Any]) -> dict[str, Any]:
    """Return what a notebook shows of a Vega-Lite specification: a live chart, or a picture.

    This is a renderer for `altair.renderers`.
    """
    return {
        _VIEWER: {**follows_viewer(spec), "$schema": _VIEWER_SCHEMA},
        "image/png": rendered(vl_convert.vegalite_to_png, spec, scale=1.5),
        "text/plain": "<a4a chart>",
    }


class Offline(alt.TopLevelMixin):
    """What a4a's charts have beyond Altair's: the theme, no row limit, and showing offline.

    None of it is global: other charts of the session stay as they are.
    """

    def to_dict(self, *args: Any, **kwargs: Any) -> dict[str, Any]:
        """Return the chart as Vega-Lite; at the top level with the theme of a4a."""
        context = kwargs.get("context") or {}
        if not context.get("top_level", True):
            return super().to_dict(*args, **kwargs)
        with (
            alt.theme.enable(theme.NAME),
            alt.data_transformers.enable("default", max_rows=None),
        ):
            return super().to_dict(*args, **kwargs)

    def _repr_mimebundle_(self, *args: Any, **kwargs: Any) -> Any:
        return bundle(self.to_dict())

    def _with(self, other: Any) -> list[Any]:
        return [self, other]

    def __or__(self, other: Any) -> HConcatChart:
        return _each_in_its_colours(HConcatChart(hconcat=self._with(other)))

    def __and__(self, other: Any) -> VConcatChart:
        return _each_in_its_colours(VConcatChart(vconcat=self._with(other)))

    def __add__(self, other: Any) -> LayerChart:
        return _each_in_its_colours(LayerChart(layer=self._with(other)))


_Joined = TypeVar("_Joined", "HConcatChart", "VConcatChart", "LayerChart")


def _each_in_its_colours(joined: _Joined) -> _Joined:
    """Give joined charts one legend if their colours mean the same, else keep one for each.

    Vega-Lite would put powers and sides on one scale, and give some of them the same colour.
    """
    scales: list[Any] = []
    for scale in _colour_scales(joined):
        if scale not in scales:
            scales.append(scale)
    if len(scales) > 1:
        joined = joined.resolve_scale(color="independent")
    return joined


def _colour_scales(chart: Any) -> Iterator[dict[str, Any]]:
    """The colour scales of a chart and of the charts it is joined from."""
    for part in ("hconcat", "vconcat", "concat", "layer"):
        for inner in getattr(chart, part, ()) or ():
            yield from _colour_scales(inner)
    colour = getattr(getattr(chart, "encoding", None), "color", None)
    if isinstance(colour, alt.Color) and isinstance(colour["scale"], alt.Scale):
        yield colour["scale"].to_dict()


class Chart(Offline, alt.Chart):
    """An `altair.Chart` in the theme of a4a, which shows with no network."""

    def encode(self, *args: Any, tooltip: Any = alt.Undefined, **kwargs: Any) -> Chart:
        """Return the chart with what its marks show; see `altair.Chart.encode`.

        Altair takes 5 ms for each column that a tooltip names as text, looking at all its classes.
        """
        if isinstance(tooltip, list | tuple):
            tooltip = [alt.Tooltip(each) if isinstance(each, str) else each for each in tooltip]
        encoded: Chart = super().encode(*args, tooltip=tooltip, **kwargs)
        return encoded


class LayerChart(Offline, alt.LayerChart):
    """An `altair.LayerChart` in the theme of a4a, which shows with no network."""


class HConcatChart(Offline, alt.HConcatChart):
    """An `altair.HConcatChart` in the theme of a4a, which shows with no network."""


class VConcatChart(Offline, alt.VConcatChart):
    """An `altair.VConcatChart` in the theme of a4a, which shows with no network."""


def offline() -> None:
    """Show every Altair chart of this session with no network, and in the theme of a4a.

    The charts of a4a need no such call. It is for charts made with Altair itself.
    """
    alt.renderers.register(theme.NAME, bundle)
    alt.renderers.enable(theme.NAME)
    alt.theme.enable(theme.NAME)


def save(chart: alt.TopLevelMixin, path: str | Path, *, scale: float = 2) -> Path:
    """Save a chart as a file that can be viewed with no network.

    Parameters
    ----------
    chart
        Any Altair chart.
    path
        The file to write; its suffix gives the format: .png, .svg, .pdf, .html or .json.
    scale
        How many pixels of a PNG stand for one of the chart.

    Returns
    -------
    Path
        The file.

    Raises
    ------
    A4AError
        If there is no such format, it cannot be drawn, or nothing can be written there.
    """
    target = Path(path)
    form = target.suffix.removeprefix(".").lower()
    if form not in _FORMATS:
        known = ", ".join(f".{name}" for name in _FORMATS)
        raise A4AError(f"a chart cannot be saved as {target.name!r}: the suffix is one of {known}")
    spec = chart.to_dict()
    if form == "png":
        data = rendered(vl_convert.vegalite_to_png, spec, scale=scale)
    elif form == "svg":
        data = rendered(vl_convert.vegalite_to_svg, spec).encode()
    elif form == "pdf":
        data = rendered(vl_convert.vegalite_to_pdf, spec)
    elif form == "html":
        data = rendered(vl_convert.vegalite_to_html, spec, bundle=True).encode()
    else:
        data = json.dumps(spec).encode()
    with writing(target) as file:
        file.write(data)
    return target
