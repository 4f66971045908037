"""Victory: what must be held through a round, and with which capital."""

from __future__ import annotations

import pytest

from a4a.core import events as ev
from a4a.rules.areas.control import conquest
from a4a.rules.areas.control.victory import check_victory, holding, needs_capital, victories
from a4a.rules.areas.control.weighing import _weighing
from a4a.rules.conditions import Not, Status, Worth
from a4a.rules.run import Run
from tests.rules.areas.positions import played, position, rules, run_of

SYSTEM = rules().game
GERMANY, ITALY, SOVIETS, UK, USA, FRANCE = (
    "Germany", "Italy", "Soviet Union", "United Kingdom", "United States", "France",
)  # fmt: skip
AXIS_CITIES = dict.fromkeys(("France", "Egypt", "Novgorod", "Volgograd", "Russia"), GERMANY)
"""With Berlin, Rome and Warsaw: eight."""
AXIS_VICTORY = next(v for v in victories(SYSTEM) if v.side == "Axis")
HOLDING, NEEDS_CAPITAL = holding(AXIS_VICTORY), needs_capital(AXIS_VICTORY)
CAPITALS = {"Germany": UK, "Southern Italy": UK}


def begin(run: Run, power: str) -> None:
    """Let the turn of a power begin."""
    run.emit(ev.TurnBegan((power,)))
    check_victory(played(), run)


def a_round(run: Run, first: str) -> None:
    """Let the turns of all other powers begin, and then that of the first again."""
    order = played().order_of_play
    place = order.index(first)
    for power in (*order[place + 1 :], *order[: place + 1]):
        begin(run, power)


@pytest.mark.rule("AA-VIC-001", "AA-VIC-002", "AA-VIC-003")
def test_AA_VIC_001_eleven_victory_cities() -> None:
    """Eight Allied at the start, three of the Axis."""
    state = rules().start().state_at(0)
    cities: dict[str, set[str]] = {"Axis": set(), "Allies": set()}
    for space in played().board.spaces:
        if space.city:
            cities[played().catalog.side_of(state.control[space.name])].add(space.city)
    assert cities["Allies"] == {
        "London", "Cairo", "Ottawa", "Washington", "Paris", "Moscow", "Leningrad", "Stalingrad",
    }  # fmt: skip
    assert cities["Axis"] == {"Berlin", "Rome", "Warsaw"}


@pytest.mark.rule("AA-VIC-004", "AA-VIC-005", "AA-VIC-010", "AA-VIC-012", "AA-VIC-017")
def test_AA_VIC_004_eight_cities_through_a_round_win_as_the_turn_begins() -> None:
    """Italy took the eighth: as its next turn begins the Axis has won (R-031), not before."""
    run = run_of(position(power=ITALY, control={**AXIS_CITIES, "Egypt": ITALY}))
    for power in (FRANCE, GERMANY, SOVIETS, USA, UK):
        begin(run, power)
        assert run.state.victors == ()
    begin(run, ITALY)
    assert run.state.victors == (GERMANY, ITALY)


def test_AA_VIC_004_seven_cities_are_not_enough() -> None:
    """Without Cairo the round goes by."""
    run = run_of(position(power=ITALY, control={**AXIS_CITIES, "Egypt": UK}))
    a_round(run, ITALY)
    assert run.state.victors == ()


@pytest.mark.rule("AA-VIC-005", "AA-VIC-010")
def test_AA_VIC_010_the_round_counts_from_the_end_of_the_captors_turn() -> None:
    """Taken by Italy in its turn, the cities do not make Germany win in its turn just after."""
    run = run_of(position(power=ITALY, control={**AXIS_CITIES, "Egypt": UK}))
    conquest.take(played(), run, "Egypt", ITALY)
    begin(run, FRANCE)
    begin(run, GERMANY)
    assert run.state.victors == ()
    assert HOLDING in run.state.statuses(ITALY)


@pytest.mark.rule("AA-VIC-010")
def test_AA_VIC_010_a_break_begins_the_count_anew() -> None:
    """The Soviet Union frees Stalingrad and loses it again within the round: no victory."""
    war = {(GERMANY, SOVIETS): "war", (ITALY, SOVIETS): "war"}
    run = run_of(position(power=ITALY, relations=war, control={**AXIS_CITIES, "Russia": GERMANY}))
    begin(run, FRANCE)
    begin(run, GERMANY)
    begin(run, SOVIETS)
    conquest.take(played(), run, "Volgograd", SOVIETS)
    assert HOLDING not in run.state.statuses(ITALY)
    conquest.take(played(), run, "Volgograd", GERMANY)
    for power in (USA, UK, ITALY):
        begin(run, power)
    assert run.state.victors == ()


@pytest.mark.rule("AA-VIC-011")
def test_AA_VIC_011_the_eight_cities_may_change() -> None:
    """Nine held; one lost and another taken: eight all the time."""
    control = {**AXIS_CITIES, "United Kingdom": GERMANY}
    run = run_of(position(power=ITALY, control=control))
    begin(run, FRANCE)
    begin(run, GERMANY)
    conquest.take(played(), run, "United Kingdom", USA)
    for power in (SOVIETS, USA, UK, ITALY):
        begin(run, power)
    assert run.state.victors == (GERMANY, ITALY)


@pytest.mark.rule("AA-VIC-006", "AA-VIC-013")
def test_AA_VIC_013_without_a_capital_the_axis_must_free_one_in_that_turn() -> None:
    """Berlin and Rome lost, eight other cities held: Italy wins by taking Rome in its turn."""
    control = {**AXIS_CITIES, "United Kingdom": GERMANY, "Ontario": GERMANY, **CAPITALS}
    run = run_of(position(power=ITALY, control=control))
    a_round(run, ITALY)
    assert run.state.victors == ()
    assert NEEDS_CAPITAL in run.state.statuses(ITALY)
    late = Run(run.state, run.dice)
    conquest.take(played(), run, "Southern Italy", ITALY)
    assert run.state.victors == (GERMANY, ITALY)
    # In the next power's turn it is too late.
    begin(late, FRANCE)
    conquest.take(played(), late, "Southern Italy", ITALY)
    assert ITALY not in late.state.victors


@pytest.mark.rule("AA-VIC-007", "AA-VIC-008", "AA-VIC-009", "AA-VIC-014", "AA-VIC-015")
def test_AA_VIC_007_berlin_and_rome_through_a_round_win_for_the_allies() -> None:
    """Held since the end of Britain's turn: as its next begins the Allies have won."""
    run = run_of(position(power=UK, control=CAPITALS))
    for power in (ITALY, FRANCE, GERMANY, SOVIETS, USA):
        begin(run, power)
        assert run.state.victors == ()
    begin(run, UK)
    assert run.state.victors == (SOVIETS, USA, UK, FRANCE)


@pytest.mark.rule("AA-VIC-014", "AA-CON-024")
def test_AA_VIC_014_the_axis_has_a_round_to_free_a_capital() -> None:
    """Germany retakes Berlin in its turn: nobody wins."""
    run = run_of(position(power=UK, control=CAPITALS))
    begin(run, ITALY)
    begin(run, FRANCE)
    begin(run, GERMANY)
    conquest.take(played(), run, "Germany", GERMANY)
    for power in (SOVIETS, USA, UK):
        begin(run, power)
    assert run.state.victors == ()


@pytest.mark.rule("AA-VIC-009", "AA-VIC-016")
def test_AA_VIC_016_the_allies_need_a_capital_too() -> None:
    """All four Allied capitals lost: the power whose turn it is wins by freeing one."""
    control = {
        **CAPITALS,
        **dict.fromkeys(("Eastern United States", "United Kingdom", "France", "Russia"), GERMANY),
    }
    # Berlin and Rome are held by the Allies; the Axis has lost no city count that would matter.
    control |= {"Egypt": UK, "Novgorod": SOVIETS, "Volgograd": SOVIETS}
    run = run_of(position(power=UK, control=control))
    a_round(run, UK)
    assert run.state.victors == ()
    conquest.take(played(), run, "United Kingdom", UK)
    assert run.state.victors == (SOVIETS, USA, UK, FRANCE)


def test_a_condition_weighs_land_also_where_it_is_denied() -> None:
    worth = Worth(by="Axis", at_least=10)
    assert _weighing(worth) == _weighing(Not(worth)) == worth
    assert _weighing(Not(Status("victory"))) is None
