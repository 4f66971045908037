"""Every chart: a valid specification, a picture, and the data that the frames hold."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import altair as alt
import jsonschema
import polars as pl
import pytest
import vl_convert

import a4a
from a4a import charts
from a4a.analysis.weighing import weighed_if_known
from a4a.boards import start
from a4a.charts.svg import chart_svg
from a4a.core import events as ev
from a4a.core.errors import A4AError
from a4a.core.record import GameRecord
from a4a.frames import Frames, frames
from tests import depth
from tests.depth import only_deep
from tests.examples.log import EXAMPLES, story_of
from tests.frames import small_war

BY: dict[str, Callable[..., alt.Chart]] = {
    "income": charts.income,
    "production": charts.production,
    "tuv": charts.tuv,
    "unit_counts": charts.unit_counts,
    "cities": charts.cities,
    "luck": charts.luck,
    "queue": charts.queue,
    "damage": charts.damage,
}
PLAIN: dict[str, Callable[..., alt.Chart]] = {
    "purchases": charts.purchases,
    "arms": charts.arms,
    "swings": charts.swings,
    "decisive_battles": charts.decisive_battles,
    "objectives": charts.objectives,
}
ALL = {**BY, **PLAIN}


@pytest.fixture(scope="module")
def war() -> Frames[pl.DataFrame]:
    return frames(small_war.record())


GAMES = ("small war", *EXAMPLES)
DRAWN = depth.sample(GAMES, 2)
"""Games whose charts are drawn; the specifications of all are held to their schema."""


@pytest.fixture(scope="module", params=GAMES)
def game(request: pytest.FixtureRequest) -> Frames[pl.DataFrame]:
    if request.param == "small war":
        return frames(small_war.record())
    return frames(story_of(request.param).record)


def data_of(chart: alt.Chart) -> pl.DataFrame:
    """The data a chart carries."""
    data = chart.data
    assert isinstance(data, pl.DataFrame)
    return data


def rows_in(spec: dict[str, Any]) -> list[dict[str, Any]]:
    """The rows that a specification carries."""
    rows: list[dict[str, Any]] = spec["datasets"][spec["data"]["name"]]
    return rows


@pytest.mark.soak
@pytest.mark.parametrize("name", ALL)
def test_every_chart_of_every_game_is_valid_and_draws(
    name: str, game: Frames[pl.DataFrame], request: pytest.FixtureRequest
) -> None:
    chart = ALL[name](game)
    assert isinstance(chart, alt.Chart)
    spec = chart.to_dict(validate=True)
    if request.node.callspec.params["game"] in DRAWN:
        svg = vl_convert.vegalite_to_svg(spec)
        assert svg.startswith("<svg")
        assert str(chart.title) in svg
    data = data_of(chart)
    assert len(rows_in(spec)) == len(data) if len(data) else True
    for field in _fields(spec):
        assert field in data.columns, f"{name} shows {field}, which its data lacks"


def _fields(node: Any) -> set[str]:
    """All fields that encodings refer to."""
    if isinstance(node, dict):
        own = {node["field"]} if isinstance(node.get("field"), str) else set()
        inner = (v for key, v in node.items() if key not in ("datasets", "config"))
        return own.union(*map(_fields, inner))
    if isinstance(node, list):
        return set().union(*map(_fields, node))
    return set()


@pytest.mark.parametrize("by", ["power", "side"])
@pytest.mark.parametrize("name", BY)
def test_charts_by_power_and_by_side_draw(name: str, by: str, war: Frames[pl.DataFrame]) -> None:
    chart = BY[name](war, by=by)
    assert by in data_of(chart).columns
    assert vl_convert.vegalite_to_svg(chart.to_dict()).startswith("<svg")


@pytest.fixture(scope="module")
def unbegun() -> Frames[pl.DataFrame]:
    record = small_war.record()
    return frames(GameRecord(record.header, record.board, record.catalog, record.start))


@pytest.mark.parametrize("name", ALL)
def test_a_game_that_has_not_begun_has_charts(name: str, unbegun: Frames[pl.DataFrame]) -> None:
    spec = ALL[name](unbegun).to_dict()
    assert vl_convert.vegalite_to_svg(spec).startswith("<svg")
    assert vl_convert.vegalite_to_png(spec).startswith(b"\x89PNG")


def test_income_is_what_was_got_on_own_turns(war: Frames[pl.DataFrame]) -> None:
    data = data_of(charts.income(war))
    assert data.select("turn", "power", "got", "when").rows() == [
        (1, "Germany", 12, "round 1 (Autumn), Germany"),
        (2, "Soviet Union", 8, "round 1 (Autumn), Soviet Union"),
        (3, "Germany", 6, "round 2 (Winter), Germany"),
    ]


def test_income_of_a_side_is_that_of_rounds_played_to_the_end(war: Frames[pl.DataFrame]) -> None:
    data = data_of(charts.income(war, by="side"))
    assert data.select("turn", "side", "got").rows() == [(2, "Axis", 12), (2, "Allies", 8)]


def test_income_of_a_turn_that_is_still_played_is_not_taken_for_none() -> None:
    record = small_war.record()
    record.append([ev.TurnBegan((small_war.SOVIETS,))])
    assert data_of(charts.income(frames(record)))["turn"].to_list() == [1, 2, 3]


def test_production_is_what_the_economy_says(war: Frames[pl.DataFrame]) -> None:
    data = data_of(charts.production(war, by="side"))
    assert data.select("turn", "side", "production").rows() == [
        (0, "Axis", 5), (0, "Allies", 8), (1, "Axis", 7), (1, "Allies", 8),
        (2, "Axis", 7), (2, "Allies", 8), (3, "Axis", 6), (3, "Allies", 8),
    ]  # fmt: skip


def test_tuv_counts_units_on_the_board_that_fight_for_a_side(war: Frames[pl.DataFrame]) -> None:
    data = data_of(charts.tuv(war))
    start = data.filter(pl.col("turn") == 0).select("side", "tuv").rows()
    assert start == [("Axis", 3 + 3 + 6 + 20), ("Allies", 3 + 3 + 7 + 5)]


def test_arms_add_up_to_the_tuv(game: Frames[pl.DataFrame]) -> None:
    whole = data_of(charts.tuv(game)).select("turn", "side", "tuv")
    parts = data_of(charts.arms(game)).group_by("turn", "side").agg(pl.col("tuv").sum())
    both = whole.join(parts, on=["turn", "side"])
    assert both["tuv"].to_list() == both["tuv_right"].to_list()
    assert len(both) == len(whole)


def test_units_can_be_picked(war: Frames[pl.DataFrame]) -> None:
    chart = charts.unit_counts(war, where=pl.col("unit") == "infantry")
    data = data_of(chart).filter(pl.col("power") == "Germany")
    assert data["count"].to_list() == [2, 3, 3, 3]


def test_those_who_have_nothing_left_stand_at_zero() -> None:
    record = small_war.record()
    record.append([ev.TurnBegan((small_war.SOVIETS,)), ev.UnitsRemoved((8, 9, 10, 11), "edit")])
    data = data_of(charts.tuv(frames(record))).filter(pl.col("side") == "Allies")
    assert data["tuv"].to_list()[-1] == 0
    assert data["turn"].to_list() == [0, 1, 2, 3, 4]


def test_cities_are_counted_by_holder(war: Frames[pl.DataFrame]) -> None:
    data = data_of(charts.cities(war))
    assert data.filter(pl.col("side") == "Axis")["cities"].to_list() == [1, 2, 2, 2]
    assert data.filter(pl.col("side") == "Allies")["cities"].to_list() == [1, 1, 1, 1]


def test_purchases_are_added_up_by_type_in_catalog_order(war: Frames[pl.DataFrame]) -> None:
    data = data_of(charts.purchases(war))
    assert data.select("unit", "power", "count", "cost").rows() == [
        ("infantry", "Germany", 2, 6), ("tank", "Germany", 1, 5),
    ]  # fmt: skip
    assert charts.purchases(war, where=pl.col("unit") == "tank").data["cost"].to_list() == [5]


def test_swings_stand_on_each_other_by_turn() -> None:
    battles = data_of(charts.swings(frames(_with_more_battles())))
    assert battles.select("turn", "swing", "from", "to").rows() == [
        (1, 10, 0, 10), (1, -6, 0, -6), (1, -3, -6, -9), (1, 3, 10, 13),
    ]  # fmt: skip


def test_decisive_battles_are_the_greatest_in_their_order() -> None:
    f = frames(_with_more_battles())
    assert data_of(charts.decisive_battles(f, top=3))["swing"].to_list() == [10, -6, -3]
    assert len(data_of(charts.decisive_battles(f))) == 4


def _with_more_battles() -> GameRecord:
    """The small war with three more battles in its first turn, on its main line."""
    whole = small_war.record()
    steps = [step for node, step in whole.steps.items() if node <= 7]
    record = GameRecord(whole.header, whole.board, whole.catalog, whole.start, steps=steps)
    for battle, losses in (("b", (3,)), ("c", (20,)), ("d", (9,))):
        lost = record.state_at(record.last).unit(losses[0]).owner
        role: ev.Role = "attacker" if lost == "Germany" else "defender"
        other: ev.Role = "defender" if role == "attacker" else "attacker"
        foe = 8 if lost == "Germany" else 2
        enemy = "Soviet Union" if lost == "Germany" else "Germany"
        record.append(
            [
                ev.BattleOpened(
                    battle, "Warsaw", "land",
                    (ev.Participant(role, lost, losses), ev.Participant(other, enemy, (foe,))),
                ),
                ev.UnitsRemoved(losses, "casualty", battle),
                ev.BattleClosed(battle, "unknown", "nobody"),
            ]
        )  # fmt: skip
    return record


def test_luck_is_added_up_from_the_start_to_the_end(war: Frames[pl.DataFrame]) -> None:
    data = data_of(charts.luck(war))
    germany = data.filter(pl.col("power") == "Germany")
    assert germany["turn"].to_list() == [0, 1, 2, 3]
    assert germany["luck"].to_list() == pytest.approx([0, 1.5, 1.5, 1.5])
    assert germany["dice"].to_list() == [0, 5, 5, 5]


def test_luck_ends_at_the_sum_of_the_rolls(game: Frames[pl.DataFrame]) -> None:
    rolls = game.along().rolls.filter(pl.col("side").is_not_null())
    wanted = dict(rolls.drop_nulls("luck").group_by("power").agg(pl.col("luck").sum()).rows())
    data = data_of(charts.luck(game))
    found = dict(data.filter(pl.col("turn") == pl.col("turn").max()).select("power", "luck").rows())
    assert found == pytest.approx(wanted)


def test_a_variation_can_be_charted(war: Frames[pl.DataFrame]) -> None:
    data = data_of(charts.income(war, line="variation 15"))
    assert data.select("turn", "power", "got").rows() == [(1, "Germany", 5)]
    assert charts.swings(war, line="variation 15").data.is_empty()


def test_one_of_several_games_can_be_charted() -> None:
    f = frames({"a": small_war.record(), "b": story_of("deluxe3g40").record})
    assert data_of(charts.tuv(f, game="a")).equals(data_of(charts.tuv(frames(small_war.record()))))
    with pytest.raises(A4AError, match="which game"):
        charts.tuv(f)


def test_lazy_frames_can_be_charted() -> None:
    record = small_war.record()
    lazy, eager = frames(record, lazy=True), frames(record)
    assert data_of(charts.tuv(lazy)).equals(data_of(charts.tuv(eager)))


def test_however_fine_the_frames_charts_have_a_point_a_turn() -> None:
    record = small_war.record()
    coarse, fine = frames(record), frames(record, at="node")
    for chart in (charts.tuv, charts.cities, charts.unit_counts, charts.production):
        assert data_of(chart(fine)).equals(data_of(chart(coarse)))


def test_rows_that_cannot_be_picked_are_refused_with_what_there_is(
    war: Frames[pl.DataFrame],
) -> None:
    with pytest.raises(A4AError, match="the frame 'units' has game, line, node"):
        charts.tuv(war, where=pl.col("unit_type") == "tank")


def test_ticks_stand_where_rounds_begin_under_their_names(war: Frames[pl.DataFrame]) -> None:
    axis = charts.tuv(war).to_dict()["encoding"]["x"]["axis"]
    assert axis["values"] == [0, 2]
    assert axis["labelExpr"] == '["Autumn", "Winter"][indexof([0, 2], datum.value)]'
    svg = vl_convert.vegalite_to_svg(charts.tuv(war).to_dict())
    assert ">Autumn<" in svg
    assert ">Winter<" in svg


def test_names_from_a_file_stay_text() -> None:
    whole = small_war.record()
    evil = '"];</script><img src=x onerror=alert(1)>\\'
    record = GameRecord(whole.header, whole.board, whole.catalog, whole.start)
    record.append([ev.RoundBegan(1, evil), ev.TurnBegan(("Germany",))])
    svg = vl_convert.vegalite_to_svg(charts.tuv(frames(record)).to_dict())
    assert "<img" not in svg
    assert "<script" not in svg
    assert "&lt;img" in svg


def test_games_without_turns_are_charted_by_round() -> None:
    whole = small_war.record()
    record = GameRecord(whole.header, whole.board, whole.catalog, whole.start)
    for number in (1, 2):
        record.append([ev.RoundBegan(number)])
    chart = charts.tuv(frames(record))
    assert chart.to_dict()["encoding"]["x"]["field"] == "round"
    assert data_of(chart)["round"].unique().to_list() == [1, 2]


def test_powers_have_the_colours_of_the_palette(war: Frames[pl.DataFrame]) -> None:
    scale = charts.tuv(war, by="power").to_dict()["encoding"]["color"]["scale"]
    assert dict(zip(scale["domain"], scale["range"], strict=True)) == {
        "Germany": "#2f2f37", "Soviet Union": "#bb001a",
    }  # fmt: skip


def test_running_charts_are_small_and_on_the_time_axis(war: Frames[pl.DataFrame]) -> None:
    running = charts.running(war, width=280, height=90)
    assert [chart.title.text for chart in running] == [
        "Production, IPC", "Total unit value, IPC", "Income, IPC", "Victory cities",
        "Hits above expectation",
    ]  # fmt: skip
    for chart in running:
        spec = chart.to_dict()
        assert (spec["width"], spec["height"]) == (280, 90)
        assert spec["encoding"]["x"]["field"] == "turn"
        svg = vl_convert.vegalite_to_svg(spec)
        assert int(float(svg.split('width="')[1].split('"')[0])) < 400


def test_cities_that_produce_are_not_called_victory_cities() -> None:
    titles = [chart.title.text for chart in charts.running(frames(start("war_in_europe")))]
    assert titles == [
        "Production, production points", "Total unit value, production points", "Cities",
    ]  # fmt: skip


def test_running_charts_leave_out_what_a_game_does_not_have() -> None:
    titles = [chart.title.text for chart in charts.running(frames(story_of("wargame1942").record))]
    assert "Victory cities" not in titles


def test_running_charts_show_land_values_where_victory_weighs_them() -> None:
    record = a4a.start("wargame1942")
    first, *others = charts.running(frames(record), weighed=weighed_if_known(record))
    assert first.title.text.startswith("Land values and victory")
    assert [chart.to_dict() for chart in others] == [
        chart.to_dict() for chart in charts.running(frames(record))
    ]
    spec = first.to_dict()
    assert {layer["encoding"].get("x", {}).get("title") for layer in spec["layer"]} == {None}
    assert "a4a-cursor round" in chart_svg(first)
    war = a4a.game("war_in_europe_1939_1941")
    assert weighed_if_known(war).is_empty()


@pytest.mark.parametrize("name", ALL)
def test_a_record_is_not_charted_but_its_frames(name: str) -> None:
    with pytest.raises(A4AError, match=r"a4a\.frames\(record\).* not of a GameRecord"):
        ALL[name](small_war.record())
    with pytest.raises(A4AError, match="not of a GameRecord"):
        charts.running(small_war.record())  # type: ignore[arg-type]


@pytest.mark.parametrize("name", BY)
def test_what_cannot_be_told_apart_is_refused(name: str, war: Frames[pl.DataFrame]) -> None:
    with pytest.raises(A4AError, match="by='powr': a chart tells apart by power or side"):
        BY[name](war, by="powr")


# --- charts side by side ------------------------------------------------------------------------


def colours_of(chart: alt.Chart) -> dict[str, str]:
    """The colour of each power or side in a chart."""
    scale = chart.encoding.color["scale"]
    return dict(zip(scale["domain"], scale["range"], strict=True))


@pytest.mark.parametrize("join", [lambda a, b: a | b, lambda a, b: a & b, lambda a, b: a + b])
def test_joined_charts_of_powers_and_sides_keep_their_colours(
    war: Frames[pl.DataFrame], join: Callable[[Any, Any], Any]
) -> None:
    powers, sides = charts.production(war), charts.tuv(war)
    joined = join(powers, sides)
    assert joined.to_dict()["resolve"]["scale"]["color"] == "independent"
    svg = vl_convert.vegalite_to_svg(joined.to_dict())
    for chart in (powers, sides):
        for colour in colours_of(chart).values():
            assert f'stroke="{colour}"' in svg


def test_joined_charts_of_the_same_colours_share_a_legend(war: Frames[pl.DataFrame]) -> None:
    joined = charts.tuv(war) | charts.cities(war)
    assert colours_of(charts.tuv(war)) == colours_of(charts.cities(war))
    assert "resolve" not in joined.to_dict()
    assert (joined | charts.production(war)).to_dict()["resolve"]["scale"]["color"] == "independent"


def test_the_cursor_begins_where_the_axis_does_though_the_first_row_is_later(
    war: Frames[pl.DataFrame],
) -> None:
    """Income of a side is told when its round is over; the game begins before."""
    chart = charts.income(war, by="side")
    assert data_of(chart)["turn"].min() > 0
    places = {int(turn) for turn in re.findall(r"a4a-cursor turn (\d+)", chart_svg(chart))}
    assert min(places) == 0


# --- Altair is there soon -----------------------------------------------------------------------


def test_charts_do_not_wait_for_grammars_of_addresses() -> None:
    """``rfc3987_syntax`` builds its parsers on import; only a check of addresses needs them."""
    code = """
import sys, types
import a4a.charts
a4a.charts.tuv
assert "altair" in sys.modules and "rfc3987_syntax" not in sys.modules
import jsonschema
asked = sys.modules["rfc3987_syntax"] = types.ModuleType("rfc3987_syntax")
asked.is_valid_syntax = lambda term, value: (term, value) == ("iri", "here")
check = jsonschema.Draft202012Validator.FORMAT_CHECKER
print(check.conforms("here", "iri"), check.conforms("::", "iri"))
"""
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    pytest.importorskip("rfc3987_syntax")
    assert told.stdout.split() == ["True", "False"]


@only_deep
def test_addresses_are_checked_by_the_grammars_themselves() -> None:
    pytest.importorskip("rfc3987_syntax")
    check = jsonschema.Draft202012Validator.FORMAT_CHECKER
    told = [check.conforms(address, "iri") for address in ("http://example.org/é", "::")]
    assert told == [True, False]


def test_battles_on_hexes_are_called_by_what_is_there() -> None:
    record = start("war_in_europe")
    army = next(u.id for u in record.state_at(0).units.values() if u.name == "10th infantry")
    record.append([
        ev.RoundBegan(1, "Autumn 1939"),
        ev.TurnBegan(("Germany",)),
        ev.BattleOpened("b", "1709", "land", (ev.Participant("attacker", "Germany", (army,)),)),
        ev.UnitsConverted((army,), "loss", damage=1, battle="b"),
        ev.BattleClosed("b", "defender wins", "defender"),
    ])  # fmt: skip
    f = frames(record)
    assert "R1 1709 Paris" in json.dumps(charts.decisive_battles(f).to_dict())
    assert '"labelAngle": -40' in json.dumps(charts.ground(f).to_dict())  # seasons are long
