"""The build queue: instalments, units that wait, and what only some may buy, and when."""

from __future__ import annotations

import polars as pl
import pytest

import a4a
from a4a.core import events as ev
from a4a.core.dice import ScriptedDice, SeededDice
from a4a.core.instalments import paid
from a4a.core.units import Unit
from a4a.rules import new_game
from a4a.rules.areas import orders as o
from a4a.rules.areas.control import conquest
from a4a.rules.areas.economy import build_queue
from a4a.rules.areas.politics import limits
from a4a.rules.choices import Tally
from a4a.rules.game import Game
from a4a.rules.run import Run
from tests.rules.deluxe3g40.positions import SYSTEM, position, refused, rules, war

GERMANY, JAPAN, ITALY, FRANCE = "Germany", "Japan", "Italy", "France"
RUSSIA, AMERICA, UK = "Soviet Union", "United States", "United Kingdom"
IN_PARTS = {
    "elite infantry": 2, "heavy tank": 4, "Tiger tank": 4, "cruiser": 5, "radar tower": 5,
    "strategic bomber": 6, "aircraft carrier": 8, "battleship": 9, "super battleship": 6,
}  # fmt: skip


def buying(power: str = FRANCE, money: int = 40, **more: object) -> Game:
    treasury = SYSTEM.catalog.power(power).treasuries[0]
    return position(power=power, phase="Purchase Units", money={treasury: money}, **more)


def waiting(game: Game, treasury: str) -> list[tuple[str, int]]:
    """The units in a treasury's queue, and what is paid of each."""
    return [(u.type, paid(u)) for u in build_queue.queued(SYSTEM, game.state, treasury)]


def next_turn(game: Game, power: str) -> Game:
    """The power's purchases a round later, as if nothing had happened in between."""
    run = Run(game.state, ScriptedDice(()))
    run.emit(ev.RoundBegan(game.state.round + 1), ev.TurnBegan((power,)))
    run.emit(ev.PhaseBegan("Purchase Units"))
    game.node = game.record.append(run.events, parent=game.node)
    return game


def ship(game: Game, treasury: str) -> Unit:
    return build_queue.queued(SYSTEM, game.state, treasury)[0]


@pytest.mark.parametrize(("kind", "part"), IN_PARTS.items())
def test_DX_QUE_001_006_these_units_are_paid_in_parts(kind: str, part: int) -> None:
    assert build_queue.instalment(SYSTEM, position(phase="Combat Move").state, UK, kind) == part
    parts, rest = divmod(SYSTEM.types[kind].cost, part)
    assert (parts, rest) == (3 if kind == "super battleship" else 2, 0)


@pytest.mark.rule("AA-PUR-001")
def test_DX_QUE_001_007_016_all_others_are_paid_at_once() -> None:
    """R-432: so are Essex carriers, super fortresses and jets."""
    state = position(phase="Combat Move").state
    for kind in SYSTEM.types.values():
        if kind.cost and kind.name not in IN_PARTS:
            assert build_queue.instalment(SYSTEM, state, GERMANY, kind.name) == 0, kind.name


def test_DX_QUE_002_the_first_instalment_puts_a_unit_into_the_queue() -> None:
    """R-430."""
    game = buying()
    game.do(o.Buy(FRANCE, {"cruiser": 2, "AAA": 1}))
    assert game.state.money(FRANCE, "IPC") == 40 - 2 * 5 - 5
    assert waiting(game, FRANCE) == [("cruiser", 5), ("cruiser", 5)]
    assert [u.type for u in game.state.at(SYSTEM.catalog.purchases(FRANCE))] == ["AAA"]


def test_DX_QUE_002_it_is_placed_in_the_turn_of_the_last() -> None:
    game = buying()
    game.do(o.Buy(FRANCE, {"cruiser": 1}))
    next_turn(game, FRANCE)
    cruiser = ship(game, FRANCE)
    game.do(o.Pay(FRANCE, (cruiser.id,)))
    assert game.state.money(FRANCE, "IPC") == 40 - 10
    assert waiting(game, FRANCE) == []
    assert game.state.unit(cruiser.id).place == SYSTEM.catalog.purchases(FRANCE)
    assert game.state.unit(cruiser.id).flags == ()


def test_DX_EXA_006_an_elite_infantry_of_round_2_is_completed_and_placed_in_round_3() -> None:
    game = buying(FRANCE, money=10)
    game.do(o.Buy(FRANCE, {"elite infantry": 1}))
    assert (game.state.money(FRANCE, "IPC"), waiting(game, FRANCE)) == (8, [("elite infantry", 2)])
    next_turn(game, FRANCE)
    guard = ship(game, FRANCE)
    game.do(o.Pay(FRANCE, (guard.id,)))
    assert game.state.money(FRANCE, "IPC") == 6
    while game.state.phase != "Mobilize New Units":
        game.do(o.EndPhase())
    game.do(o.Place((guard.id,), "France"))
    assert game.state.unit(guard.id).place == "France"


def test_DX_QUE_003_one_instalment_a_turn_which_may_be_left_out() -> None:
    """R-430."""
    game = buying(GERMANY, force=(GERMANY, JAPAN))
    game.do(o.Buy(GERMANY, {"super battleship": 1}, power=GERMANY))
    game.do(o.Buy(GERMANY, {"AAA": 1}, power=GERMANY))
    unit = ship(game, GERMANY).id
    refused(game, o.Pay(GERMANY, (unit,), power=GERMANY), "DX-QUE-003")
    next_turn(next_turn(game, GERMANY), GERMANY)
    assert waiting(game, GERMANY) == [("super battleship", 6)]
    game.do(o.Pay(GERMANY, (unit,)))
    assert waiting(game, GERMANY) == [("super battleship", 12)]
    refused(game, o.Pay(GERMANY, (unit,)), "DX-QUE-003")


def test_DX_QUE_003_payments_that_cannot_be_made_are_refused() -> None:
    game = buying(FRANCE, money=13)
    game.do(o.Buy(FRANCE, {"cruiser": 1, "elite infantry": 1}))
    next_turn(game, FRANCE)
    cruiser, guard = build_queue.queued(SYSTEM, game.state, FRANCE)
    refused(game, o.Pay(FRANCE, ()), "DX-QUE-003")
    refused(game, o.Pay(FRANCE, (1,)), "DX-QUE-003")
    refused(game, o.Pay(FRANCE, (cruiser.id, guard.id)), "AA-PUR-005")
    game.do(o.Pay(FRANCE, (cruiser.id,)))
    refused(game, o.Pay(FRANCE, (cruiser.id,)), "DX-QUE-003")


def test_DX_QUE_004_a_queue_has_room_for_any_number() -> None:
    """R-431."""
    game = buying(FRANCE, money=100)
    game.do(o.Buy(FRANCE, {"elite infantry": 40}))
    assert len(waiting(game, FRANCE)) == 40


def test_DX_QUE_005_units_in_the_queue_outlast_the_fall_of_the_capital() -> None:
    """R-431: they wait; what is paid of them is no cash that could be seized."""
    game = buying(GERMANY, relations=war((GERMANY, FRANCE)))
    run = Run(game.state, ScriptedDice(()))
    build_queue.give(SYSTEM, run, FRANCE, "cruiser", 5)
    conquest.take(SYSTEM, run, "France", GERMANY)
    (unit,) = build_queue.queued(SYSTEM, run.state, FRANCE)
    assert (unit.owner, paid(unit)) == (FRANCE, 5)


def test_DX_QUE_012_ADV_010_after_the_war_effort_america_pays_at_once() -> None:
    """R-433: from round 4 on, and all that is left of what it began before."""
    early, late = buying(AMERICA, round=3), buying(AMERICA, round=4)
    for game, parts in ((early, 9), (late, 0)):
        assert build_queue.instalment(SYSTEM, game.state, AMERICA, "battleship") == parts
    late.do(o.Buy(AMERICA, {"battleship": 1}, power=AMERICA))
    assert waiting(late, AMERICA) == []
    bought = late.state.at(SYSTEM.catalog.purchases(AMERICA))
    assert [unit.type for unit in bought] == ["battleship"]  # placed in this very turn
    assert late.state.money(AMERICA, "IPC") == 40 - 18
    run = Run(late.state, ScriptedDice(()))
    build_queue.give(SYSTEM, run, AMERICA, "aircraft carrier", 4)
    assert build_queue.due(SYSTEM, run.state, ship_of(run)) == 12


def ship_of(run: Run) -> Unit:
    return build_queue.queued(SYSTEM, run.state, AMERICA)[0]


def test_DX_QUE_013_ADV_012_the_american_super_battleship_takes_two_payments_of_9() -> None:
    game = buying(AMERICA, round=4)
    game.do(o.Buy(AMERICA, {"super battleship": 1}, power=AMERICA))
    assert waiting(game, AMERICA) == [("super battleship", 9)]
    next_turn(game, AMERICA)
    game.do(o.Pay(AMERICA, (ship(game, AMERICA).id,)))
    assert waiting(game, AMERICA) == []


def test_DX_QUE_014_ADV_004_germany_begins_with_a_super_battleship_two_thirds_paid() -> None:
    game = new_game("deluxe3g40", dice=SeededDice(1))
    assert waiting(game, GERMANY) == [("super battleship", 12)]
    assert build_queue.due(SYSTEM, game.state, ship(game, GERMANY)) == 6


def test_DX_QUE_015_a_radar_tower_half_paid_is_given_to_uk_europe() -> None:
    """What the advantage of round 1 does, once it comes: one more payment completes it."""
    game = buying(UK)
    run = Run(game.state, ScriptedDice(()))
    build_queue.give(SYSTEM, run, "UK Europe", "radar tower", 5)
    (tower,) = build_queue.queued(SYSTEM, run.state, "UK Europe")
    assert (tower.type, paid(tower), build_queue.due(SYSTEM, run.state, tower)) == (
        "radar tower", 5, 5,
    )  # fmt: skip


def test_the_panel_offers_instalments_beside_what_is_for_sale() -> None:
    game = buying()
    game.do(o.Buy(FRANCE, {"cruiser": 2}))
    next_turn(game, FRANCE)
    (form,) = [f for f in rules().choices(game.state) if isinstance(f, Tally)]
    item = next(item for item in form.items if item.key == "pay for cruiser")
    assert (item.most, item.price, item.detail) == (2, 5, "5 of 10 paid")
    picks = {"pay for cruiser": {"": 1}, "battleship": {"": 1}}
    assert form.bill is not None
    assert form.bill(picks) == 5 + 9
    for order in form.make(picks):
        game.do(order)
    assert waiting(game, FRANCE) == [("cruiser", 5), ("battleship", 9)]


def test_DX_QUE_001_the_frames_tell_the_queue_and_what_is_paid() -> None:
    game = buying()
    game.do(o.Buy(FRANCE, {"cruiser": 2}))
    rows = a4a.frames(game.record)["units"].filter(pl.col("holding") == "build queue")
    (row,) = rows.filter(pl.col("power") == FRANCE).tail(1).iter_rows(named=True)
    assert (row["unit"], row["condition"], row["count"]) == ("cruiser", "paid 5", 2)
    next_turn(game, FRANCE)
    game.do(o.Pay(FRANCE, (ship(game, FRANCE).id,)))
    paid_ = a4a.frames(game.record)["resources"].filter(pl.col("reason") == "instalment")
    assert paid_["amount"].to_list() == [-5]


# --- who buys what, and when ----------------------------------------------------------------------

LICENCES = (
    ("super battleship", GERMANY, 1, "003"), ("super battleship", JAPAN, 1, "003"),
    ("super battleship", AMERICA, 4, "011"), ("radar tower", UK, 2, "006"),
    ("rocket artillery", RUSSIA, 5, "013"), ("Tiger tank", GERMANY, 6, "014"),
    ("Essex carrier", AMERICA, 8, "017"), ("jet fighter", GERMANY, 9, "018"),
    ("super fortress", AMERICA, 10, "019"),
)  # fmt: skip


@pytest.mark.parametrize(("kind", "power", "first", "rule"), LICENCES)
def test_DX_ADV_003_006_011_013_014_017_018_019_025_a_specialised_unit_has_its_buyer_and_round(
    kind: str, power: str, first: int, rule: str
) -> None:
    """R-433: an advantage of a round works from the next one on."""
    for round_ in (1, first - 1, first, 12):
        if round_ < 1:
            continue
        state = position(power=power, phase="Combat Move", round=round_).state
        assert (kind in limits.for_sale(SYSTEM, state, power)) == (round_ >= first), round_
        bar = limits.not_for_sale(SYSTEM, state, power, kind)
        assert round_ >= first or (bar is not None and bar.rule == f"DX-ADV-{rule}")
        assert kind not in limits.for_sale(SYSTEM, state, ITALY)


def test_DX_SMP_025_the_soviet_union_buys_no_production_facility() -> None:
    game = buying(RUSSIA)
    for kind in ("minor factory", "major factory", "industrial complex"):
        refused(game, o.Buy(RUSSIA, {kind: 1}, power=RUSSIA), "DX-SMP-025")


OBSOLETE = ["cavalry", "war plane", "warship", "light carrier", "dreadnought"]


@pytest.mark.parametrize("kind", OBSOLETE)
def test_DX_LND_033_AIR_013_SEA_033_041_049_obsolete_units_are_not_for_sale(kind: str) -> None:
    assert kind not in limits.for_sale(SYSTEM, position(phase="Combat Move").state, UK)
