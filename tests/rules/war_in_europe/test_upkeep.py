"""The end of a game turn: the check of supply, forts taken off the map, countries (4.2)."""

from __future__ import annotations

from itertools import pairwise

import pytest

import a4a
from a4a.core import events as ev
from a4a.core.dice import ScriptedDice, SeededDice
from a4a.core.errors import RuleViolation
from a4a.core.state import State
from a4a.core.units import Holding
from a4a.players import FormPlayer
from a4a.rules.run import Run
from a4a.rules.systems.war_in_europe.orders.producing import EndTurn, RemoveFort
from a4a.rules.systems.war_in_europe.standing import CONQUERED, WITH
from a4a.rules.systems.war_in_europe.upkeep import EndOfTurn, SupplyCheck
from tests.rules.war_in_europe.positions import dataset, state, system, unit

EVERYBODY = tuple(p.name for p in dataset().catalog.powers if p.playable)
CORSICA = "2011"
HOME, SURFACE, DIVER = (
    "Great Britain: Home fleet", "Germany: surface fleet", "Germany: 1st submarine fleet",
)  # fmt: skip


def checked(now: State) -> State:
    run = Run(now, ScriptedDice([]))
    phase = SupplyCheck(system())
    phase.enter(run)
    assert phase.decision(run.state) is None
    return run.state


def ending(counters: dict[str, str], **how: object) -> Run:
    run = Run(state(counters, active=EVERYBODY, phase="End of Turn Adjustment", **how),
              ScriptedDice([]))  # type: ignore[arg-type]  # fmt: skip
    EndOfTurn(system()).enter(run)
    return run


def test_WE_SUP_002_what_is_cut_off_is_flipped_and_then_eliminated() -> None:
    cut = {"Germany: 1st air": CORSICA, "Germany: 2nd air": "2106", SURFACE: "1603"}
    now = checked(state(cut, control={CORSICA: "Germany", "2005": "France", "2105": "France",
                                      "2403": "France"}))  # fmt: skip
    assert unit(now, "Germany: 1st air").damage == 1
    assert unit(now, "Germany: 1st air").place == CORSICA
    assert unit(now, SURFACE).damage == 1
    assert unit(now, "Germany: 2nd air").damage == 0
    again = checked(now)
    pool = Holding("Germany", "force pool")
    assert unit(again, "Germany: 1st air").place == unit(again, SURFACE).place == pool


def test_WE_SUP_002_land_units_are_not_checked_there() -> None:
    now = checked(state({"Germany: 1st infantry": CORSICA}, control={CORSICA: "Germany"}))
    assert unit(now, "Germany: 1st infantry").damage == 0


def test_a_counter_with_a_blank_back_is_eliminated_at_once() -> None:
    fleet = {"Sweden: fleet": "1603", "France: 1st armor": "2201"}
    now = checked(state(fleet, statuses={"Sweden": (WITH["Axis"],)}, control={"2201": "France"}))
    assert unit(now, "Sweden: fleet").place == Holding("Sweden", "force pool")


@pytest.mark.parametrize("box", ["Atlantic", "Capetown", "Red Sea", "Persian Gulf"])
def test_WE_SUP_003_allied_fleets_in_boxes_are_in_supply(box: str) -> None:
    """R-302: and naval air aboard."""
    board = {HOME: box, "Great Britain: Naval air": HOME}
    now = checked(state(board, control={"1607": "Germany"}))
    assert unit(now, HOME).damage == unit(now, "Great Britain: Naval air").damage == 0
    at_sea = checked(state({HOME: "1603"}, control={"1607": "Germany"}))
    assert unit(at_sea, HOME).damage == 1


def test_WE_SUP_004_005_of_the_axis_submarines_alone_are_while_it_has_a_port() -> None:
    raiders = {SURFACE: "Atlantic", DIVER: "Atlantic"}
    now = checked(state(raiders))
    assert (unit(now, SURFACE).damage, unit(now, DIVER).damage) == (1, 0)
    axis = ("Germany", "Finland", "Rumania", "Bulgaria", "Italy")
    control = state({}).control
    held = {port: "France" for port in system().ports if control.get(port) in axis}
    lost = checked(state(raiders, control=held))
    assert unit(lost, DIVER).damage == 1


def test_neutral_fleets_are_not_checked() -> None:
    now = checked(state({"Sweden: fleet": "1603", "Italy: fleet": "1603"}))
    assert unit(now, "Italy: fleet").damage == 0
    assert unit(now, "Sweden: fleet").place == "1603"


def test_americans_at_home_are_in_supply() -> None:
    board = {"United States: 8th air": "United States"}
    now = checked(state(board, at_war=["United States"], control={"1607": "Germany"}))
    assert unit(now, "United States: 8th air").damage == 0


def test_WE_SEQ_014_unnamed_forts_may_be_taken_off_the_map() -> None:
    forts = {"Germany: fort 1": "1908", "Germany: fort 2": "1907", "France: Maginot fort": "1909",
             "Great Britain: Malta fort": "2415"}  # fmt: skip
    run, phase = ending(forts), EndOfTurn(system())
    assert phase.decision(run.state).units == (1, 2)
    for owner, name in (("France", "Maginot fort"), ("Great Britain", "Malta fort")):
        with pytest.raises(RuleViolation, match="WE-SEQ-014"):
            phase.verify(run.state, RemoveFort(owner, name))
    order = RemoveFort("Germany", "fort 1")
    phase.verify(run.state, order)
    phase.execute(run, order)
    assert unit(run.state, "Germany: fort 1").place == Holding("Germany", "force pool")
    assert phase.decision(run.state).units == (2,)
    phase.execute(run, EndTurn())
    assert phase.decision(run.state) is None
    assert unit(run.state, "Germany: fort 2").place == "1907"


def test_nobody_is_asked_without_such_forts() -> None:
    assert EndOfTurn(system()).decision(ending({"Germany: 1st air": "2106"}).state) is None


def test_a_country_is_conquered_at_the_end_of_a_turn_if_its_capital_is_in_supply() -> None:
    taken = {"control": {"2713": "Germany", "2711": "Germany"},
             "statuses": {"Greece": (WITH["Allies"],)}}  # fmt: skip
    army = {"Germany: 1st infantry": "2713"}
    sea = next(s for s in system().ground.by_ship["2713"] if s in system().board.seas)
    cut = ending(army | {HOME: sea}, **taken)
    assert CONQUERED not in cut.state.statuses("Greece")
    assert CONQUERED in ending(army, **taken).state.statuses("Greece")


def test_WE_SEQ_015_the_turn_moves_on_as_the_last_act_of_each_turn() -> None:
    game = a4a.new_game("war_in_europe", dice=SeededDice(2))
    FormPlayer(2).play(game, rounds=2)
    told = [event for step in game.record.steps.values() for event in step.events]
    begun = [at for at, event in enumerate(told) if isinstance(event, ev.RoundBegan)]
    numbers = [told[at].number for at in begun]
    assert numbers == [1, 2, 3]
    for first, last in pairwise(begun):
        phases = [e.phase for e in told[first:last] if isinstance(e, ev.PhaseBegan)]
        assert phases[-1] == "End of Turn Adjustment"
        assert told[last + 1] == ev.TurnBegan(game.ruleset.turns(2)[0].force)
