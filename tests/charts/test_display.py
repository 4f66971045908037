"""Showing and saving charts: themed, offline, and without a trace in the session."""

from __future__ import annotations

import json
import socket
from pathlib import Path
from typing import Any

import altair as alt
import polars as pl
import pytest
import vl_convert

from a4a import charts
from a4a.charts import display, theme
from a4a.charts.paper import follows_viewer
from a4a.core.errors import A4AError
from a4a.frames import frames
from tests.frames import small_war

PNG, PDF = b"\x89PNG\r\n", b"%PDF"


@pytest.fixture(scope="module")
def chart() -> alt.Chart:
    return charts.tuv(frames(small_war.record()))


@pytest.fixture(autouse=True)
def no_network(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: Any) -> None:
        raise AssertionError("a chart reached for the network")

    monkeypatch.setattr(socket.socket, "connect", refuse)
    monkeypatch.setattr(socket, "getaddrinfo", refuse)


def test_a_chart_is_shown_by_the_labs_own_viewer_or_as_a_picture(chart: alt.Chart) -> None:
    shown: Any = chart._repr_mimebundle_()
    spec = shown["application/vnd.vegalite.v5+json"]
    assert spec["$schema"].endswith("v5.json")
    assert spec["config"]["font"] == "sans-serif"
    assert shown["image/png"].startswith(PNG)
    json.dumps(spec)


@pytest.mark.parametrize("version", ["5.8", "6.4"])
def test_a_viewer_that_chooses_no_background_shows_white_paper(
    chart: alt.Chart, version: str
) -> None:
    """And all else as the picture does; only patched does the chart follow what a viewer gives."""
    for made in (chart, chart | chart):
        spec, shown = made.to_dict(), follows_viewer(made.to_dict())
        assert "background" not in shown["config"]
        pictures = [vl_convert.vegalite_to_svg(s, vl_version=version) for s in (spec, shown)]
        assert pictures[0] == pictures[1]
        compiled = vl_convert.vegalite_to_vega(shown, vl_version=version)
        given, paper = shown["usermeta"]["embedOptions"]["patch"]
        assert (given["from"], compiled["background"]) == ("/background", "white")
        assert given["path"] == "/config/signals/0/value"
        assert compiled["config"]["signals"][0]["value"] == "white"
        compiled["background"] = paper["value"]
        for background, colour in (("#333", "#ced6de"), ("white", "white")):
            compiled["config"]["signals"][0]["value"] = background
            assert f'fill="{colour}"' in vl_convert.vega_to_svg(compiled).partition("<g")[0]


def test_a_background_of_its_own_stays(chart: alt.Chart) -> None:
    for made in (chart.properties(background="#ffeedd"), chart.configure(background="#ffeedd")):
        assert follows_viewer(made.to_dict()) == made.to_dict()


def test_changed_and_joined_charts_stay_themed_and_offline(chart: alt.Chart) -> None:
    other = chart.properties(width=100)
    for made in (other, chart | other, chart & other, chart + other, (chart | other) & chart):
        assert isinstance(made, display.Offline)
        assert made.to_dict()["config"] == theme.theme()["config"]
        assert "application/vnd.vegalite.v5+json" in made._repr_mimebundle_()


def test_the_theme_is_there_once_in_a_joined_chart(chart: alt.Chart) -> None:
    assert all("config" not in part for part in (chart | chart).to_dict()["hconcat"])


def test_making_and_showing_charts_leaves_altair_as_it_was(chart: alt.Chart) -> None:
    before = alt.theme.active, alt.renderers.active, alt.data_transformers.options
    chart._repr_mimebundle_()
    assert (alt.theme.active, alt.renderers.active, alt.data_transformers.options) == before
    plain = alt.Chart(pl.DataFrame({"x": [1]})).mark_bar().encode(x="x:Q")
    assert plain.to_dict()["config"] != theme.theme()["config"]


def test_charts_have_no_limit_of_rows(chart: alt.Chart) -> None:
    many = chart.properties(data=pl.DataFrame({"turn": range(6000), "tuv": 1, "side": "Axis"}))
    assert len(next(iter(many.to_dict()["datasets"].values()))) == 6000


def test_offline_shows_any_chart_of_the_session() -> None:
    before = alt.theme.active, alt.renderers.active
    try:
        charts.offline()
        plain = alt.Chart(pl.DataFrame({"x": [1]})).mark_bar().encode(x="x:Q")
        shown: Any = plain._repr_mimebundle_()
        assert shown["application/vnd.vegalite.v5+json"]["config"]["font"] == "sans-serif"
        assert plain.to_dict()["config"] == theme.theme()["config"]
    finally:
        alt.theme.enable(before[0])
        alt.renderers.enable(before[1])


@pytest.mark.parametrize(
    ("suffix", "start"), [("png", PNG), ("svg", b"<svg"), ("pdf", PDF), ("json", b"{")]
)
def test_a_chart_is_saved(chart: alt.Chart, tmp_path: Path, suffix: str, start: bytes) -> None:
    path = charts.save(chart, tmp_path / f"chart.{suffix}")
    assert path.read_bytes().startswith(start)
    assert [p.name for p in tmp_path.iterdir()] == [f"chart.{suffix}"]


def test_a_page_brings_all_it_needs(chart: alt.Chart, tmp_path: Path) -> None:
    page = charts.save(chart, tmp_path / "chart.html").read_text(encoding="utf-8")
    assert "<script src=" not in page
    assert len(page) > 500_000
    assert "Total unit value" in page


def test_a_larger_scale_makes_a_larger_picture(chart: alt.Chart, tmp_path: Path) -> None:
    small = charts.save(chart, tmp_path / "s.png", scale=1).read_bytes()
    large = charts.save(chart, tmp_path / "l.png", scale=2).read_bytes()
    width = [int.from_bytes(data[16:20], "big") for data in (small, large)]
    assert width[1] == pytest.approx(2 * width[0], abs=2)


def test_any_altair_chart_can_be_saved(tmp_path: Path) -> None:
    plain = alt.Chart(pl.DataFrame({"x": [1, 2]})).mark_bar().encode(x="x:O")
    assert charts.save(plain, tmp_path / "x.SVG").read_text().startswith("<svg")


def test_an_unknown_format_is_refused_with_those_there_are(
    chart: alt.Chart, tmp_path: Path
) -> None:
    with pytest.raises(A4AError, match=r"'chart\.gif': the suffix is one of \.html, \.json"):
        charts.save(chart, tmp_path / "chart.gif")
    assert list(tmp_path.iterdir()) == []


def test_a_chart_is_not_saved_where_no_folder_is(chart: alt.Chart, tmp_path: Path) -> None:
    with pytest.raises(A4AError, match=r"there is no folder '.*missing'"):
        charts.save(chart, tmp_path / "missing" / "chart.json")
