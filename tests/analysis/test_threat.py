"""What threatens what: each row is a battle that could be fought, with its odds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import polars as pl
import pytest

import a4a
from a4a.analysis.contested import contest
from a4a.analysis.threat import THREAT, Threats
from a4a.core.errors import A4AError, BattleError
from a4a.core.position import Position
from a4a.core.record import GameRecord
from a4a.core.steps import Header
from a4a.map.threats import rows
from a4a.odds import exact
from a4a.rules.areas.movement.reach import Reach
from a4a.rules.areas.orders import EndPhase, Move
from tests.rules.areas.positions import position
from tests.shared_games import shipped

if TYPE_CHECKING:
    from a4a.odds.ends import Model
    from a4a.rules.fight import Fight
    from a4a.rules.game import Game

GERMANY, FRANCE, UK = "Germany", "France", "United Kingdom"


@pytest.fixture(scope="module")
def opening() -> Game:
    return a4a.new_game("europe1940")


@pytest.fixture(scope="module")
def threats(opening: Game) -> pl.DataFrame:
    return a4a.threat(opening)


def one(frame: pl.DataFrame, space: str) -> dict[str, object]:
    return frame.filter(pl.col("space") == space).row(0, named=True)


def test_the_frame_is_as_its_schema_says(opening: Game, threats: pl.DataFrame) -> None:
    catalog, board = opening.record.catalog, opening.record.board
    enums = {
        "power": pl.Enum([p.name for p in catalog.powers]),
        "space": pl.Enum(list(board.index)),
    }
    assert threats.schema == THREAT.polars(enums)
    for column in THREAT.columns:
        assert column.nulls != "never" or threats[column.name].null_count() == 0, column.name
    assert threats["chance"].is_sorted(descending=True)
    assert threats["chance"].is_between(0, 1).all()
    assert (threats["chance"] <= threats["wins"]).all()


def test_each_space_has_the_odds_of_the_battle_with_all_who_can_reach_it(
    opening: Game, threats: pl.DataFrame
) -> None:
    rules, state = opening.ruleset, opening.state
    found = {}
    for space in state.board.index:
        try:
            found[space] = rules.battles.engagement(state, space, GERMANY)
        except BattleError:
            continue
    assert set(threats["space"]) == set(found)
    for row in threats.iter_rows(named=True):
        odds = exact.solve(rules.battles.fight(found[row["space"]].fight))
        falls = odds.attacker_wins if row["kind"] == "sea" else odds.attacker_takes
        assert row["chance"] == pytest.approx(falls, abs=1e-12)
        assert row["swing"] == pytest.approx(odds.expected_swing)
        assert row["exact"]


def test_who_comes_to_france_are_those_whom_the_kernel_lets_go_there(
    opening: Game, threats: pl.DataFrame
) -> None:
    reach = Reach(opening.ruleset.game).reachers(opening.state, FRANCE, phase="combat")
    coming = [unit for unit, way in reach.items() if not way.task]
    row = one(threats, FRANCE)
    assert row["attackers"] == len(coming)
    units = [opening.state.unit(unit) for unit in coming]
    price = opening.record.catalog.price
    assert row["attacker_tuv"] == sum(price(unit.type, GERMANY) for unit in units)
    assert (row["kind"], row["holder"]) == ("land", FRANCE)


def test_a_territory_that_nobody_defends_falls_to_whoever_can_take_it() -> None:
    game = position(
        units={"Germany": {GERMANY: {"tank": 1, "fighter": 1}}},
        control={"Poland": UK},
        relations={(GERMANY, UK): "war"},
    )
    row = one(a4a.threat(game, power=GERMANY), "Poland")
    assert (row["chance"], row["swing"], row["defenders"]) == (1.0, 0.0, 0)


def test_aircraft_win_but_do_not_take() -> None:
    game = position(
        units={"Germany": {GERMANY: {"fighter": 4}}, "Poland": {UK: {"AAA": 1}}},
        control={"Poland": UK},
        relations={(GERMANY, UK): "war"},
    )
    row = one(a4a.threat(game, power=GERMANY), "Poland")
    assert row["chance"] == 0.0
    assert row["wins"] > 0.5


@pytest.mark.rule("AA-CON-001")
def test_the_last_land_unit_is_not_lost_before_aircraft(
    opening: Game, threats: pl.DataFrame
) -> None:
    """Only it takes the territory, so players keep it: the threat is greater for that."""
    as_it_is = a4a.threat(opening, keep_land=0)
    both = threats.join(as_it_is, on=["power", "space"], suffix="_as_it_is")
    assert (both["chance"] >= both["chance_as_it_is"] - 1e-12).all()
    at_sea = both.filter(pl.col("kind") == "sea")
    assert (at_sea["chance"] == at_sea["chance_as_it_is"]).all()
    game = position(
        units={
            "Germany": {GERMANY: {"infantry": 1, "fighter": 3}},
            "Poland": {UK: {"infantry": 2}},
        },
        control={"Poland": UK},
        relations={(GERMANY, UK): "war"},
    )
    kept, lost = a4a.threat(game, power=GERMANY), a4a.threat(game, power=GERMANY, keep_land=0)
    assert one(kept, "Poland")["chance"] > 0.95
    assert one(lost, "Poland")["chance"] < 0.4
    units: dict[str, object] = {
        "attacker": {"infantry": 1, "fighter": 3}, "defender": {"infantry": 2}
    }  # fmt: skip
    assert a4a.battle("europe1940", **units).odds().attacker_takes == one(kept, "Poland")["chance"]


def test_a_side_is_each_of_its_powers_by_itself(opening: Game) -> None:
    side = a4a.threat(opening, power="Axis")
    assert set(side["power"]) == {GERMANY, "Italy"}
    for power in set(side["power"]):
        alone = a4a.threat(opening, power=power)
        assert side.filter(pl.col("power") == power).sort("space").equals(alone.sort("space"))


def test_units_that_have_moved_count_only_for_where_they_can_still_go() -> None:
    game = a4a.new_game("europe1940")
    game.do(EndPhase())
    assert game.state.phase == "Combat Move"
    before = a4a.threat(game)
    began = game.node
    infantry = tuple(u.id for u in game.state.at("Western Germany") if u.type == "infantry")
    game.do(Move(infantry, ("Western Germany", FRANCE)))
    after = a4a.threat(game)
    assert one(before, FRANCE)["attackers"] - one(after, FRANCE)["attackers"] == len(infantry)  # type: ignore[operator]
    assert a4a.threat(game.record, node=began).equals(before)


@pytest.mark.parametrize(
    ("power", "said"), [("Atlantis", "no power or side 'Atlantis'"), ("<b>", "no power or side")]
)
def test_a_power_that_is_none_is_refused(opening: Game, power: str, said: str) -> None:
    with pytest.raises(A4AError, match=said):
        a4a.threat(opening, power=power)


def test_what_cannot_be_judged_is_refused(opening: Game) -> None:
    with pytest.raises(A4AError, match="nobody's turn"):
        a4a.threat(a4a.start("europe1940"))
    with pytest.raises(A4AError, match="a record or a game"):
        a4a.threat("europe1940")  # type: ignore[arg-type]
    record = opening.record
    header = Header(system="elsewhere")
    other = GameRecord(header, record.board, record.catalog, Position())
    with pytest.raises(A4AError, match="does not come with a4a"):
        a4a.threat(other, power=GERMANY)


def test_a_battle_too_large_to_solve_is_played(
    opening: Game, monkeypatch: pytest.MonkeyPatch, threats: pl.DataFrame
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise BattleError("too many states")

    monkeypatch.setattr("a4a.odds.exact.solve", refuse)
    record = opening.record
    played = Threats(record, opening.ruleset).frame(opening.node)
    assert not played.filter(pl.col("defenders") > 0)["exact"].any()
    both = threats.join(played, on=["power", "space"])
    assert both.height == threats.height
    assert (both["chance"] - both["chance_right"]).abs().max() < 0.02  # type: ignore[operator]


def test_a_fight_without_odds_says_why_and_leaves_the_others_theirs(
    opening: Game, monkeypatch: pytest.MonkeyPatch, threats: pl.DataFrame
) -> None:
    battles = opening.ruleset.battles
    known = type(battles).fight

    def fight(self: Any, asked: Fight) -> Model:
        if any(band.unit == "artillery" for army in asked.defenders for band in army.bands):
            raise BattleError("artillery is not understood")
        return known(self, asked)

    monkeypatch.setattr(type(battles), "fight", fight)
    frame = a4a.threat(opening)
    told, others = frame.filter(pl.col("note").is_null()), frame.drop_nulls("note")
    assert set(others["note"]) == {"artillery is not understood"}
    assert others["chance"].null_count() == others.height > 0
    assert frame.tail(others.height).equals(others)
    assert told.height + others.height == threats.height
    assert told.equals(threats.join(told, on=["power", "space"], how="semi"))
    words = {space: (chance, said) for space, chance, said in rows(frame, opening.record.board)}
    chance, said = words[opening.record.board.index[others["space"][0]]]
    assert chance is None
    assert said.endswith("TUV); artillery is not understood")


def test_on_hexes_each_row_is_the_fight_of_all_that_can_join() -> None:
    record = shipped("war_in_europe_1939_1941")
    node = record.node_at(round=3, phase="Axis Combat")
    frame = a4a.threat(record, node=node)
    assert set(frame["kind"]) >= {"land", "air"}
    assert frame["chance"].is_sorted(descending=True)
    for row in frame.iter_rows(named=True):
        asked = a4a.battle(record, node=node, space=row["space"], attacker=row["power"])
        outcome = asked.odds()
        assert row["wins"] == pytest.approx(outcome.attacker_wins, abs=1e-12)
        falls = outcome.attacker_takes if row["kind"] == "land" else outcome.attacker_wins
        assert row["chance"] == pytest.approx(falls, abs=1e-12)
        assert row["attacker_tuv"] == asked.attacker_cost
        assert row["defender_tuv"] == asked.defender_cost
    both = a4a.battle(record, node=node, space=frame["space"][0])
    assert both.odds().attacker_wins > 0  # by the first of those to move that can


def test_a_game_whose_first_turn_is_not_written_yet_has_threats_of_whoever_moves() -> None:
    game = a4a.new_game(a4a.position("europe1940").record())
    assert len(game.record) == 0
    assert a4a.threat(game)["power"].unique().to_list() == ["Germany"]
    assert contest(game, "France", None).engagement.fight.attacker.bands
