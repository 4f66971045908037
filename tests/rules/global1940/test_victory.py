"""Victory on either map, and the Allied one."""

from __future__ import annotations

import pytest

from a4a.core import events as ev
from a4a.rules.areas.control import conquest
from a4a.rules.areas.control.victory import check_victory, holding, needs_capital, victories
from a4a.rules.run import Run
from tests.rules.global1940.positions import SYSTEM, played, position, run_of, war

GERMANY, ITALY, JAPAN = "Germany", "Italy", "Japan"
SOVIETS, USA, CHINA, UK, ANZAC, FRANCE = (
    "Soviet Union", "United States", "China", "United Kingdom", "ANZAC", "France",
)  # fmt: skip
AXIS, ALLIES = (GERMANY, JAPAN, ITALY), (SOVIETS, USA, CHINA, UK, ANZAC, FRANCE)
TOTAL_WAR = war(*((axis, ally) for axis in AXIS for ally in ALLIES))

IN_EUROPE = dict.fromkeys(("France", "Egypt", "Novgorod", "Volgograd", "Russia"), GERMANY)
"""With Berlin, Rome and Warsaw: eight."""
IN_ASIA = dict.fromkeys(("Kwangtung", "Philippines", "India", "Hawaiian Islands"), JAPAN)
"""With Tokyo and Shanghai: six."""
CAPITALS = dict.fromkeys(("Germany", "Southern Italy", "Japan"), USA)
EUROPEAN, PACIFIC, ALLIED = victories(SYSTEM)


def begin(run: Run, power: str) -> None:
    """Let the turn of a power begin."""
    run.emit(ev.TurnBegan((power,)))
    check_victory(played(), run)


def after(run: Run, power: str, *, up_to: str) -> None:
    """Let the turns after a power's begin, up to another's; nobody has won before that one."""
    order = played().order_of_play
    turn = order.index(power)
    while True:
        turn = (turn + 1) % len(order)
        assert run.state.victors == ()
        begin(run, order[turn])
        if order[turn] == up_to:
            return


def game(power: str, control: dict[str, str]) -> Run:
    """A run in a power's turn, with everybody at war."""
    return run_of(position(power=power, control=control, relations=TOTAL_WAR))


@pytest.mark.rule("AA-VIC-018")
def test_AA_VIC_018_eight_cities_of_the_europe_map() -> None:
    """Held from the end of Germany's turn to the beginning of its next."""
    run = game(GERMANY, IN_EUROPE)
    after(run, GERMANY, up_to=GERMANY)
    assert run.state.victors == AXIS
    run = game(GERMANY, {**IN_EUROPE, "Egypt": UK})
    after(run, GERMANY, up_to=GERMANY)
    assert run.state.victors == ()


@pytest.mark.rule("AA-VIC-019")
def test_AA_VIC_019_six_cities_of_the_pacific_map() -> None:
    """Held from the end of Japan's turn to the beginning of its next."""
    run = game(JAPAN, IN_ASIA)
    after(run, JAPAN, up_to=JAPAN)
    assert run.state.victors == AXIS
    run = game(JAPAN, {**IN_ASIA, "India": UK})
    after(run, JAPAN, up_to=JAPAN)
    assert run.state.victors == ()


@pytest.mark.rule("AA-VIC-019")
def test_AA_VIC_019_which_cities_lie_on_the_pacific_map() -> None:
    """Eight: San Francisco and Calcutta are among them."""
    (hold,) = PACIFIC.hold
    cities = {played().board.space(name).city for name in hold.of.names(played())}  # type: ignore[union-attr]
    assert cities == {
        "Tokyo", "Shanghai", "Hong Kong", "Manila", "Honolulu", "Sydney", "Calcutta",
        "San Francisco",
    }  # fmt: skip


@pytest.mark.rule("AA-VIC-020")
def test_AA_VIC_020_cities_of_the_two_maps_are_not_added() -> None:
    """Seven and five: twelve cities win nothing."""
    control = {**IN_EUROPE, "Egypt": UK, **IN_ASIA, "India": UK}
    for power in AXIS:
        run = game(power, control)
        after(run, power, up_to=power)
        assert run.state.victors == ()


@pytest.mark.rule("AA-VIC-021")
@pytest.mark.parametrize("captor", [GERMANY, JAPAN, ITALY])
def test_AA_VIC_021_the_round_is_that_of_who_took_the_last_city(captor: str) -> None:
    """Egypt falls in a turn of one of the three: the game is won as its next turn begins."""
    run = game(captor, {**IN_EUROPE, "Egypt": UK})
    conquest.take(played(), run, "Egypt", captor)
    after(run, captor, up_to=captor)
    assert run.state.victors == AXIS


@pytest.mark.rule("AA-VIC-021")
def test_AA_VIC_021_each_map_has_a_round_of_its_own() -> None:
    """Japan has held six in Asia; those in Europe, won by Italy and lost again, change nothing."""
    run = game(JAPAN, {**IN_EUROPE, "Egypt": UK, **IN_ASIA})
    after(run, JAPAN, up_to=ITALY)
    conquest.take(played(), run, "Egypt", ITALY)
    begin(run, ANZAC)
    assert holding(EUROPEAN) in run.state.statuses(ITALY)
    assert holding(PACIFIC) in run.state.statuses(ITALY)
    conquest.take(played(), run, "Egypt", ANZAC)
    assert holding(EUROPEAN) not in run.state.statuses(ITALY)
    assert holding(PACIFIC) in run.state.statuses(ITALY)
    after(run, ANZAC, up_to=JAPAN)
    assert run.state.victors == AXIS


@pytest.mark.rule("AA-VIC-021", "AA-VIC-020")
def test_AA_VIC_021_a_round_begun_on_one_map_is_not_ended_on_the_other() -> None:
    """Six in Asia are lost as eight in Europe are won: Japan's next turn wins nothing."""
    run = game(JAPAN, {**IN_EUROPE, "Egypt": UK, **IN_ASIA})
    after(run, JAPAN, up_to=UK)
    conquest.take(played(), run, "India", UK)
    begin(run, ITALY)
    conquest.take(played(), run, "Egypt", ITALY)
    after(run, ITALY, up_to=ITALY)
    assert run.state.victors == AXIS
    won = [e for e in run.events if isinstance(e, ev.VictoryWon)]
    assert [e.reason for e in won] == [EUROPEAN.reason]


@pytest.mark.rule("AA-VIC-022")
@pytest.mark.parametrize("left", ["Germany", "Southern Italy", "Japan", ""])
def test_AA_VIC_022_one_axis_capital_is_needed(left: str) -> None:
    """Any of the three; with none the power whose turn it is may still free one."""
    lost = {place: UK for place in CAPITALS if place != left}
    more = {"United Kingdom": GERMANY, "Ontario": GERMANY}
    run = game(ITALY, {**IN_EUROPE, **more, **lost})
    after(run, ITALY, up_to=ITALY)
    assert run.state.victors == (AXIS if left else ())
    if not left:
        assert needs_capital(EUROPEAN) in run.state.statuses(ITALY)
        conquest.take(played(), run, "Southern Italy", ITALY)
        assert run.state.victors == AXIS


@pytest.mark.rule("AA-VIC-022")
@pytest.mark.parametrize("where", ["Europe", "the Pacific"])
def test_AA_VIC_022_without_a_capital_nothing_else_wins(where: str) -> None:
    """On either map; other land that is taken in that turn wins nothing, a capital does."""
    cities = {"Europe": {**IN_EUROPE, "United Kingdom": GERMANY, "Ontario": GERMANY},
              "the Pacific": {**IN_ASIA, "Western United States": JAPAN}}[where]  # fmt: skip
    power, capital = (ITALY, "Southern Italy") if where == "Europe" else (JAPAN, "Japan")
    lost = dict.fromkeys(CAPITALS, UK)
    run = game(power, {**cities, **lost})
    after(run, power, up_to=power)
    assert run.state.victors == ()
    conquest.take(played(), run, "Gibraltar", power)
    conquest.take(played(), run, "Ceylon", power)
    assert run.state.victors == ()
    conquest.take(played(), run, capital, power)
    assert run.state.victors == AXIS


@pytest.mark.rule("AA-VIC-023")
def test_AA_VIC_023_berlin_rome_and_tokyo_for_the_allies() -> None:
    """All three, under any Allied powers."""
    run = game(USA, {**CAPITALS, "Germany": SOVIETS, "Southern Italy": UK})
    after(run, USA, up_to=USA)
    assert run.state.victors == ALLIES
    run = game(USA, {"Germany": SOVIETS, "Southern Italy": UK})
    after(run, USA, up_to=USA)
    assert run.state.victors == ()


@pytest.mark.rule("AA-VIC-024")
def test_AA_VIC_024_the_allied_round_is_that_of_who_took_the_third() -> None:
    """Tokyo falls to ANZAC: not in the American turn, in ANZAC's own the war is won."""
    run = game(ANZAC, {"Germany": SOVIETS, "Southern Italy": UK})
    conquest.take(played(), run, "Japan", ANZAC)
    after(run, ANZAC, up_to=ANZAC)
    assert run.state.victors == ALLIES


@pytest.mark.rule("AA-VIC-024")
def test_AA_VIC_024_the_axis_may_free_one_in_that_round() -> None:
    run = game(ANZAC, CAPITALS)
    after(run, ANZAC, up_to=JAPAN)
    conquest.take(played(), run, "Japan", JAPAN)
    after(run, JAPAN, up_to=ANZAC)
    assert run.state.victors == ()


@pytest.mark.rule("AA-VIC-025")
def test_AA_VIC_025_an_allied_capital_is_needed() -> None:
    """Washington, London, Paris or Moscow; Calcutta and Sydney are none of them."""
    lost = dict.fromkeys(("Eastern United States", "United Kingdom", "France", "Russia"), GERMANY)
    run = game(ANZAC, {**CAPITALS, **lost})
    after(run, ANZAC, up_to=ANZAC)
    assert run.state.victors == ()
    conquest.take(played(), run, "United Kingdom", ANZAC)
    assert run.state.victors == ALLIES
    run = game(ANZAC, {**CAPITALS, **lost, "France": FRANCE})
    after(run, ANZAC, up_to=ANZAC)
    assert run.state.victors == ALLIES
