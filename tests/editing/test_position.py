"""Positions set up by hand: on every board in the same words, checked, undone, played on."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

import a4a
from a4a.core.errors import A4AError
from a4a.core.setup import open_position
from a4a.core.units import Holding
from a4a.editing.opening import position
from a4a.editing.position import PositionEditor
from a4a.store import dumps, loads

HEXES = "war_in_europe"


def of(editor: PositionEditor, space: str) -> dict[tuple[str, str], int]:
    """What stands in a space, cargo too: how many of each power and type or counter."""
    found: dict[tuple[str, str], int] = {}
    for unit in editor.state.within(space):
        key = (unit.owner, unit.name or unit.type)
        found[key] = found.get(key, 0) + 1
    return found


def told(editor: PositionEditor) -> list[tuple[str, str, str]]:
    """What the rules say of a position: rule, what stands so, what they say."""
    return list(editor.check().select("rule", "what", "says").iter_rows())


# --- the changes --------------------------------------------------------------------------------


def test_units_are_put_taken_and_moved() -> None:
    p = position("global1940").clear("Poland")
    p.put("Germany", "infantry", 3, at="Poland").put("Germany", "armour", at="Poland")
    p.take("Germany", "infantry", at="Poland").move(
        "Germany", "tank", start="Poland", end="Romania"
    )
    assert of(p, "Poland") == {("Germany", "infantry"): 2}
    assert of(p, "Romania")["Germany", "tank"] == 2  # one stood there
    assert len(p.changes) == 5


def test_units_are_put_aboard_the_first_ship_that_has_room() -> None:
    p = position("global1940").clear("sea zone 113").put("Germany", "transport", at="sea zone 113")
    p.put("Germany", "infantry", 2, at="sea zone 113", aboard="")
    (ship,) = (unit.id for unit in p.state.at("sea zone 113"))
    assert [unit.type for unit in p.state.at(ship)] == ["infantry", "infantry"]
    with pytest.raises(A4AError, match="no ship in sea zone 113 has room for 1 tank"):
        p.put("Germany", "tank", at="sea zone 113", aboard="")
    assert len(p.changes) == 3


def test_no_power_is_given_a_status_or_a_technology_that_the_rules_do_not_know() -> None:
    p = position("global1940")
    with pytest.raises(A4AError, match="Germany can have no technology 'Rokets'; there are Adv"):
        p.technology("Germany", "Rokets")
    with pytest.raises(A4AError, match="China can have no technology 'Rockets'; there are none"):
        p.technology("China", "Rockets")
    with pytest.raises(A4AError, match="Italy can have no status 'asleep'; there are neutral, "):
        position("war_in_europe").status("Italy", "asleep")
    assert "Vichy" in position("war_in_europe").statuses("France")
    assert "Vichy" not in position("war_in_europe").statuses("Italy")
    assert p.changes == ()


def test_control_money_relations_statuses_and_technologies_are_as_wanted() -> None:
    p = position("global1940").own("Paris", "Germans").money("Germany", 12).money("UK Pacific", 3)
    p.money("Japan", 2, resource="kamikaze tokens").relation("Germany", "USSR", "war")
    p.status("Soviet Union", "Soviet-Mongolian Defense Pact void")
    p.technology("Germany", "Rockets").value("Poland", "value", 5)
    state = p.state
    assert state.control["France"] == "Germany"
    assert [state.money("Germany", "IPC"), state.money("UK Pacific", "IPC")] == [12, 3]
    assert state.money("Japan", "kamikaze tokens") == 2
    assert state.relation("Germany", "Soviet Union") == "war"
    assert state.statuses("Soviet Union") == ("Soviet-Mongolian Defense Pact void",)
    assert state.technologies("Germany") == ("Rockets",)
    assert state.income_value("Poland") == 5
    assert position("global1940").own("Poland", None).state.control.get("Poland") is None


def test_units_go_aboard_a_ship_that_has_room_and_away_with_it() -> None:
    p = position("global1940").clear("sea zone 97").put("Italy", "transport", 2, at="sea zone 97")
    p.put("Italy", "tank", at="sea zone 97").put("Italy", "infantry", 3, at="sea zone 97")
    for unit in ("tank", "infantry", "infantry", "infantry"):
        p.load("Italy", unit, at="sea zone 97", aboard="transport")
    first, second = p.state.at("sea zone 97")
    assert [u.type for u in p.state.at(first.id)] == ["tank", "infantry"]
    assert [u.type for u in p.state.at(second.id)] == ["infantry", "infantry"]
    p.put("Italy", "infantry", at="sea zone 97")
    with pytest.raises(A4AError, match="no transport in sea zone 97 has room for 1 infantry"):
        p.load("Italy", "infantry", at="sea zone 97", aboard="transport")
    p.take("Italy", "transport", 2, at="sea zone 97")
    assert of(p, "sea zone 97") == {("Italy", "infantry"): 1}


def test_damage_is_put_on_and_taken_off() -> None:
    p = position("global1940").damage("Germany", "major industrial complex", 4, at="Germany")
    (factory,) = [u for u in p.state.at("Germany") if u.type == "major industrial complex"]
    assert factory.damage == 4
    assert p.damage("Germany", "major industrial complex", 0, at="Germany").undo().changes


def test_a_named_counter_is_on_the_board_once() -> None:
    p = position(HEXES)
    (place,) = [u.place for u in p.state.units.values() if u.name == "1st armor"
                and u.owner == "France"]  # fmt: skip
    assert isinstance(place, str)
    number = len(p.state.units)
    p.put("France", "1 armor", at="1910")
    assert ("France", "1st armor") in of(p, "1910")
    assert ("France", "1st armor") not in of(p, place)
    assert len(p.state.units) == number


def test_counters_of_a_type_come_from_off_the_board() -> None:
    p = position(HEXES)
    waiting = [u for u in p.state.at(Holding("Germany", "force pool")) if u.type == "infantry"]
    assert len(waiting) == 4
    p.put("Germany", "infantry", 4, at="2410")
    assert len(of(p, "2410")) >= 4
    with pytest.raises(A4AError, match="Germany has 0 infantry that are not on the board, not 1"):
        p.put("Germany", "infantry", at="2410")
    p.take("Germany", waiting[0].name, at="2410").put("Germany", "infantry", at="2410")
    assert ("Germany", waiting[0].name) in of(p, "2410")
    assert position(HEXES).put("Germany", "9th infantry", at="force pool").changes


# --- back and forth -----------------------------------------------------------------------------


def test_each_change_is_undone_and_made_again() -> None:
    p = position("europe1940")
    before = p.state
    p.put("Germany", "tank", 2, at="Poland").own("Paris", "Germany").turn("Italy", round=3)
    after = p.state
    assert p.undo().undo().undo().state == before
    assert p.redo().redo().redo().state == after
    with pytest.raises(A4AError, match="nothing has been undone"):
        p.redo()
    p.undo().money("Germany", 1)
    with pytest.raises(A4AError, match="nothing has been undone"):
        p.redo()
    with pytest.raises(A4AError, match="nothing has been changed"):
        position("europe1940").undo()


@pytest.mark.parametrize(
    ("system", "change", "words"),
    [
        ("global1940", lambda p: p.put("Germany", "infantri", at="Poland"), "mean 'infantry'"),
        ("global1940", lambda p: p.put("Germany", "tank", at="Polnd"), "mean 'Poland'"),
        ("global1940", lambda p: p.put("Germoney", "tank", at="Poland"), "mean 'Germany'"),
        ("global1940", lambda p: p.put("Germany", "tank", 0, at="Poland"), "from 1 to 999, not 0"),
        ("global1940", lambda p: p.put("Germany", "tank", at="Poland", damage=-1), "0 or more"),
        ("global1940", lambda p: p.take("France", "tank", 3, at="Paris"),
         "France has 1 tank in France, not 3; it has 6 infantry, 1 artillery, 1 tank"),
        ("global1940", lambda p: p.relation("Germany", "USSR", "love"),
         "unfriendly neutral or war, not 'love'"),
        ("global1940", lambda p: p.relation("Germany", "Germans", "war"), "name two powers"),
        ("global1940", lambda p: p.money("Germany", -1), "0 or more, not -1"),
        ("global1940", lambda p: p.money("Germany", 1, resource="oil"), "no 'oil'; it has IPC"),
        ("global1940", lambda p: p.turn("Germany", "Siesta"), "it has Research & Development"),
        ("global1940", lambda p: p.turn("Italy", round=0), "from 1 to 999, not 0"),
        ("global1940", lambda p: p.turn("Mongolia"), "Mongolia has no turn in round 1; turns:"),
        (HEXES, lambda p: p.put("Germany", "2nd panzer", at="2410"), "no Germany counter"),
    ],
)  # fmt: skip
def test_what_cannot_be_is_refused_with_what_could_and_nothing_changes(
    system: str, change: Callable[[PositionEditor], object], words: str
) -> None:
    p = position(system)
    before = p.state
    with pytest.raises(A4AError) as refusal:
        change(p)
    assert words in str(refusal.value)
    assert p.state is before
    assert p.changes == ()


# --- the rules ----------------------------------------------------------------------------------


@pytest.mark.parametrize("system", ["europe1940", "global1940", HEXES])
def test_the_start_of_every_game_stands_as_the_rules_let_it(system: str) -> None:
    assert told(position(system)) == []


def test_the_rules_say_what_cannot_stand_so_in_the_1940_games() -> None:
    p = position("global1940").put("Germany", "battleship", 2, at="Poland")
    assert told(p) == [("AA-UNI-038", "2 battleships in Poland", "ships stand at sea")]
    p.undo().put("Germany", "tank", at="sea zone 112")
    assert [rule for rule, *_ in told(p)] == ["AA-SEA-016"]
    p.undo().put("Germany", "infantry", at="Sahara Desert")
    assert [rule for rule, *_ in told(p)] == ["AA-SET-031"]
    p.undo().put("Germany", "air base", 2, at="Poland")
    assert told(p) == [
        ("AA-MOB-020", "2 air bases in Poland", "a territory has one of each at most")
    ]
    p.undo().damage("Germany", "major industrial complex", 21, at="Germany")
    assert [rule for rule, *_ in told(p)] == ["AA-SBR-032"]
    p.undo().put("Germany", "battleship", at="sea zone 112", damage=2)
    assert [rule for rule, *_ in told(p)] == ["AA-CMB-037"]
    p.undo().put("Germany", "fighter", at="sea zone 125")
    assert told(p)[0][::2] == ("AA-UNI-050", "there is no place on a carrier for 1 of them")
    assert told(p.turn("Germany", "Combat Move")) == []  # it may fly on
    assert told(p.undo().put("Germany", "aircraft carrier", at="sea zone 125")) == []


def test_enemies_share_a_territory_only_where_they_may_fight_now() -> None:
    p = position("global1940").put("Germany", "tank", at="Paris")
    french, british = (
        (
            "AA-CMB-011",
            f"units of Germany and {who} in France",
            "enemies share a territory only to fight",
        )
        for who in ("France", "the United Kingdom")
    )
    assert sorted(told(p)) == [french, british]
    assert told(p.turn("Germany", "Conduct Combat")) == []
    assert len(told(p.turn("Germany", "Noncombat Move"))) == 2
    assert len(told(p.turn("Italy", "Combat Move"))) == 2
    assert told(p.relation("Germany", "France", "neutral")) == [british]


def test_both_sides_hold_a_hex_only_where_somebody_has_landed() -> None:
    p = position(HEXES)
    (place,) = [u.place for u in p.state.units.values() if u.name == "Maginot fort"]
    p.put("Germany", "infantry", at=str(place))
    assert list(p.check().select("rule", "severity").iter_rows()) == [("WE-STK-010", "dubious")]


def test_a_partners_carrier_has_room_for_guests() -> None:
    p = position("global1940").put("Italy", "aircraft carrier", at="sea zone 125")
    assert told(p.put("Germany", "fighter", 2, at="sea zone 125")) == []
    assert len(told(p.put("Germany", "fighter", at="sea zone 125"))) == 1


def test_the_rules_say_what_cannot_stand_so_among_hexes() -> None:
    p = position(HEXES).put("Germany", "infantry", 4, at="2410")
    assert [rule[:6] for rule, *_ in told(p)] == ["WE-STK"]
    inland = next(space.name for space in p.state.board if space.kind == "land")
    assert "WE-FLT-002" in [
        rule for rule, *_ in told(p.undo().put("Germany", "surface fleet", at=inland))
    ]
    sea = next(space.name for space in p.state.board if space.kind == "sea")
    assert "WE-LND-005" in [rule for rule, *_ in told(p.undo().put("Germany", "armor", at=sea))]


def test_the_rules_do_not_let_soviets_stand_with_their_allies() -> None:
    p = position(HEXES).put("Soviet Union", "1st air", at="1607")
    p.put("Great Britain", "1st armor", at="1607")
    says = "Soviet units do not stack with others"
    assert told(p) == [("WE-SOV-009", "1st air with others in 1607", says)]


# --- what becomes of it -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("system", "power", "phase", "kind"),
    [
        ("europe1940", "Italy", "noncombat move", "noncombat move"),
        ("global1940", "Japan", "Combat Move", "combat move"),
        ("global1940", "ANZAC", "", "purchase"),
        (HEXES, "Axis", "Axis Combat", "attack"),
        (HEXES, "Allies", "", "movement"),
    ],
)
def test_a_position_is_played_on_from_its_turn_and_phase(
    system: str, power: str, phase: str, kind: str
) -> None:
    record = position(system).turn(power, phase, round=4).record(title="Mine")
    game = a4a.new_game(loads(dumps(record)))
    assert game.decision is not None
    assert (game.decision.kind, game.state.round) == (kind, 4)
    assert record.header.title == "Mine"
    number = len(game.ruleset.turns(4))  # type: ignore[attr-defined]
    assert 3 * number - 2 < game.state.turn <= 4 * number


def test_a_position_begins_at_a_node_of_a_game_and_leaves_the_game_as_it_is() -> None:
    game = a4a.game("global1940_strong_computer")
    node = game.node_at(round=5, power="Japan")
    steps = len(game)
    p = position(game, node=node)
    assert p.state.control == game.state_at(node).control
    assert told(p) == []
    p.put("Japan", "battleship", at="sea zone 6")
    assert a4a.new_game(p.record()).state.active == ("Japan",)
    assert len(game) == steps


def test_a_position_begins_where_nothing_is_open() -> None:
    game = a4a.game("war_in_europe_1939_1941")
    open_node = next(node for node in game.line() if game.state_at(node).battles)
    with pytest.raises(A4AError, match=f"node {open_node} is in the middle of something"):
        position(game, node=open_node)


def test_a_position_is_made_a_mod_that_begins_so(tmp_path: Path) -> None:
    p = position("global1940").put("Germany", "tank", 3, at="Poland").own("Paris", "Germany")
    p.money("Germany", 70).relation("Germany", "USSR", "war").take("France", "tank", at="Paris")
    folder = p.mod(tmp_path / "early", title='An "early" fall')
    assert a4a.check(folder) == []
    dataset = a4a.dataset(folder)
    assert open_position(dataset.position, dataset.board, dataset.catalog) == p.state
    assert dataset.title == 'An "early" fall'
    assert a4a.new_game(folder).decision is not None
    again = position(folder).put("Italy", "tank", at="Northern Italy").mod(tmp_path / "later")
    assert open_position(a4a.dataset(again).position, dataset.board, dataset.catalog).money(
        "Germany", "IPC"
    ) == 70  # fmt: skip


def test_a_position_of_counters_is_made_a_mod_that_begins_so(tmp_path: Path) -> None:
    p = position(HEXES).put("Germany", "infantry", at="1709").own("1709", "Germany")
    p.status("Italy", "neutral", has=False).take("France", "Maginot fort", at="1909")
    folder = p.mod(tmp_path / "paris")
    assert a4a.check(folder) == []
    state = a4a.start(folder).state_at(0)
    assert state.control["1709"] == "Germany"
    assert state.statuses("Italy") == ()
    (gone,) = state.at(Holding("France", "out of play"))
    assert gone.name == "Maginot fort"
    assert {u.owner for u in state.at("1709")} == {
        "Germany",
        *(u.owner for u in p.state.at("1709")),
    }


def test_what_no_table_of_a_start_says_is_refused_for_a_mod(tmp_path: Path) -> None:
    p = position("global1940").turn("Italy").damage("Germany", "naval base", at="Western Germany")
    with pytest.raises(
        A4AError, match="cannot say a round, turn or phase and damage; take it away"
    ):
        p.mod(tmp_path / "x")
    assert not (tmp_path / "x").exists()
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "note").write_text("mine")
    with pytest.raises(A4AError, match="full: there is something already"):
        p.undo().undo().mod(tmp_path / "full")
