"""The fall of capitals: cash, income, exile, a new capital, the Social Republic."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from a4a.core import events as ev
from a4a.core.dice import ScriptedDice, SeededDice
from a4a.core.units import Unit
from a4a.players import FormPlayer
from a4a.rules.areas.combat.opening import open_battles
from a4a.rules.areas.control import conquest
from a4a.rules.areas.economy import economies
from a4a.rules.areas.economy.objectives import achieved
from a4a.rules.money import treasury_of
from a4a.rules.run import Run
from a4a.rules.systems.deluxe3g40.politics.occupation import NewCapital, Occupation
from tests.rules.deluxe3g40.positions import SYSTEM, of_kind, position, war

GERMANY, ITALY, JAPAN, SOVIETS = "Germany", "Italy", "Japan", "Soviet Union"
USA, UK, CW, FRANCE, CHINA = "United States", "United Kingdom", "Commonwealth", "France", "China"
EAST, WEST = "Eastern United States", "Western United States"
LONDON, CALCUTTA, ROME, NORTH = "United Kingdom", "India", "Southern Italy", "Northern Italy"
FIGHTING = war(
    (GERMANY, SOVIETS), (GERMANY, USA), (JAPAN, USA), (JAPAN, UK), (JAPAN, CW), (JAPAN, SOVIETS),
)  # fmt: skip


def fallen(*capitals: str, to: str, faces: Iterable[int] = (), **how: Any) -> Run:
    """What happens as a power takes capitals, up to the end of the phase after combat."""
    game = position(power=to, phase="Combat Move", **{"relations": FIGHTING, **how})
    run = Run(game.state, ScriptedDice(faces))
    for capital in capitals:
        gone = [u.id for u in run.state.at(capital) if u.type not in facilities()]
        if gone:
            run.emit(ev.UnitsRemoved(tuple(gone), "casualty"))
        conquest.take(SYSTEM, run, capital, to)
    settle(run)
    return run


def facilities() -> frozenset[str]:
    """The types of facility."""
    return SYSTEM.of_category("facility")


def settle(run: Run) -> None:
    """Let the phase come in which consequences are drawn."""
    phase = Occupation(SYSTEM)
    if phase.applies(run.state):
        phase.enter(run)


def cash(run: Run, treasury: str) -> int:
    """What a treasury has."""
    return run.state.balances[treasury, "IPC", ""]


LOSERS = [
    ("DX-CAP-001", GERMANY, "Germany", SOVIETS, SOVIETS),
    ("DX-CAP-003", JAPAN, "Japan", USA, USA),
    ("DX-CAP-005", SOVIETS, "Russia", GERMANY, GERMANY),
    ("DX-CAP-010", USA, EAST, GERMANY, GERMANY),
    ("DX-CAP-012", USA, WEST, JAPAN, JAPAN),
    ("DX-CAP-017", "UK Europe", LONDON, GERMANY, GERMANY),
    ("DX-CAP-021", "UK Pacific", CALCUTTA, JAPAN, JAPAN),
    ("DX-CAP-036", ITALY, ROME, FRANCE, FRANCE),
    ("DX-CAP-038", "Canada", "Ontario", GERMANY, GERMANY),
    ("DX-CAP-042", "ANZAC", "New South Wales", JAPAN, JAPAN),
    ("DX-CAP-046", FRANCE, "France", GERMANY, GERMANY),
]


@pytest.mark.rule(
    "DX-CAP-001", "DX-CAP-003", "DX-CAP-005", "DX-CAP-010", "DX-CAP-012", "DX-CAP-017",
    "DX-CAP-021", "DX-CAP-036", "DX-CAP-038", "DX-CAP-042", "DX-CAP-046", "DX-CAP-049",
    "DX-CAP-050",
)  # fmt: skip
@pytest.mark.parametrize(("rule", "loser", "capital", "captor", "winner"), LOSERS)
def test_the_cash_of_a_lost_capital_goes_to_its_captor(
    rule: str, loser: str, capital: str, captor: str, winner: str
) -> None:
    run = fallen(capital, to=captor, money={loser: 33, winner: 10}, faces=[8, 1] * 60)
    assert (cash(run, loser), cash(run, winner)) == (0, 43), rule


def test_DX_CAP_051_china_has_no_capital() -> None:
    assert economies.capitals(SYSTEM, CHINA) == ()
    assert not economies.capital_lost(SYSTEM, position(power=CHINA).state, CHINA)


CLOSED = [
    ("DX-CAP-002", GERMANY, "Germany", SOVIETS), ("DX-CAP-004", JAPAN, "Japan", USA),
    ("DX-CAP-039", "Canada", "Ontario", GERMANY), ("DX-CAP-043", "ANZAC", "New South Wales", JAPAN),
    ("DX-CAP-048", FRANCE, "France", GERMANY),
]  # fmt: skip


@pytest.mark.rule("DX-CAP-002", "DX-CAP-004", "DX-CAP-039", "DX-CAP-043", "DX-CAP-048")
@pytest.mark.parametrize(("rule", "nation", "capital", "captor"), CLOSED)
def test_nothing_is_collected_until_the_capital_is_free(
    rule: str, nation: str, capital: str, captor: str
) -> None:
    power = SYSTEM.catalog.treasuries[nation].name
    run = fallen(capital, to=captor)
    assert nation not in economies.open_treasuries(SYSTEM, run.state, power), rule
    friend = next(p for p in SYSTEM.players_of(SYSTEM.catalog.side_of(power)) if p != power)
    conquest.take(SYSTEM, run, capital, friend)
    assert run.state.control[capital] == power
    assert nation in economies.open_treasuries(SYSTEM, run.state, power)


# --- Russia ---------------------------------------------------------------------------------------


def test_DX_CAP_006_008_009_russia_names_a_new_capital_once() -> None:
    """Among territories with a factory; lost too, it must itself be liberated, not Moscow."""
    run = fallen("Russia", to=GERMANY)
    (asked,) = of_kind(run.events, ev.Asked)
    assert asked.powers == (SOVIETS,)
    assert set(asked.options) == {"Novgorod", "Ukraine", "Volgograd"}
    shown = NewCapital(SYSTEM).places(run.state, SOVIETS)
    assert shown == {place: (place,) for place in asked.options}
    assert SOVIETS not in economies.open_treasuries(SYSTEM, run.state, SOVIETS)
    run.emit(ev.Decided((SOVIETS,), asked.kind, "Volgograd", decision=asked.decision))
    NewCapital(SYSTEM).chosen(run, SOVIETS, "Volgograd")
    assert SOVIETS in economies.open_treasuries(SYSTEM, run.state, SOVIETS)
    conquest.take(SYSTEM, run, "Volgograd", GERMANY)
    assert SOVIETS not in economies.open_treasuries(SYSTEM, run.state, SOVIETS)
    assert not Occupation(SYSTEM).applies(run.state)
    conquest.take(SYSTEM, run, "Russia", SOVIETS)
    assert SOVIETS not in economies.open_treasuries(SYSTEM, run.state, SOVIETS)
    conquest.take(SYSTEM, run, "Volgograd", SOVIETS)
    assert SOVIETS in economies.open_treasuries(SYSTEM, run.state, SOVIETS)


def test_DX_CAP_007_without_a_factory_it_waits_for_moscow() -> None:
    lost = dict.fromkeys(("Novgorod", "Ukraine", "Volgograd"), GERMANY)
    run = fallen("Russia", to=GERMANY, control=lost)
    assert of_kind(run.events, ev.Asked) == []
    assert SOVIETS not in economies.open_treasuries(SYSTEM, run.state, SOVIETS)
    conquest.take(SYSTEM, run, "Russia", SOVIETS)
    assert SOVIETS in economies.open_treasuries(SYSTEM, run.state, SOVIETS)


def test_DX_CAP_007_a_factory_that_is_won_back_later_makes_no_capital() -> None:
    """It is named at once, or Moscow must be liberated."""
    lost = {"Russia": GERMANY, **dict.fromkeys(("Novgorod", "Ukraine", "Volgograd"), GERMANY)}
    game = position(power=SOVIETS, phase="Combat Move", relations=FIGHTING, control=lost)
    run = Run(game.state, ScriptedDice(()))
    conquest.take(SYSTEM, run, "Volgograd", SOVIETS)
    assert not Occupation(SYSTEM).applies(run.state)


# --- United States --------------------------------------------------------------------------------

SPREAD = {"Iceland": {USA: {"light tank": 2, "fighter": 1}}, "sea zone 26": {USA: {"cruiser": 1}},
          "sea zone 101": {USA: {"sea transport: light tank": 1}}}  # fmt: skip


def american(run: Run, *spaces: str) -> set[str]:
    """Who owns what was American, besides facilities."""
    found = (u for s in spaces or SPREAD for u in run.state.within(s))
    return {u.owner for u in found if u.type not in facilities()}


def test_DX_CAP_011_013_016_one_american_capital_is_enough() -> None:
    for lost, captor in ((EAST, GERMANY), (WEST, JAPAN)):
        run = fallen(lost, to=captor, units=SPREAD)
        assert economies.open_treasuries(SYSTEM, run.state, USA) == (USA,)
        assert american(run) == {USA}


def test_DX_CAP_014_015_both_lost_american_units_turn_by_the_map_they_are_on() -> None:
    run = fallen(EAST, to=GERMANY, control={WEST: JAPAN}, units=SPREAD)
    assert american(run, "Iceland", "sea zone 101") == {GERMANY}
    assert american(run, "sea zone 26") == {JAPAN}
    kept = {u.owner for u in run.state.units.values() if u.place == "Hawaiian Islands"}
    assert kept == {USA}  # facilities stay with the land


GUESTS = {
    "sea zone 101": {USA: {"aircraft carrier: United Kingdom's fighter, fighter": 1}},
    "sea zone 26": {UK: {"sea transport: United States's light tank": 1}},
}


def test_DX_CAP_014_015_who_is_aboard_a_ship_of_the_other_side_is_lost() -> None:
    run = fallen(EAST, to=GERMANY, control={WEST: JAPAN}, units=GUESTS)
    there = [(u.type, u.owner) for u in run.state.within("sea zone 101")]
    assert there == [("aircraft carrier", GERMANY), ("fighter", GERMANY)]
    assert [(u.type, u.owner) for u in run.state.within("sea zone 26")] == [("sea transport", UK)]


SHARED = {
    "Iceland": {USA: {"light tank": 1}, UK: {"light tank": 2}},
    "Greenland": {USA: {"light tank": 1}},
    "sea zone 101": {USA: {"cruiser": 1}, UK: {"destroyer": 1}},
}


@pytest.mark.parametrize("power", [UK, GERMANY])
def test_DX_CAP_014_turned_units_fight_where_they_stand(power: str) -> None:
    """In the next combat of either side; land keeps its controller until then (R-488)."""
    run = fallen(EAST, to=GERMANY, control={WEST: JAPAN, "Iceland": UK}, units=SHARED)
    assert run.state.control["Iceland"] == UK
    assert run.state.control["Greenland"] == USA
    run.emit(ev.TurnBegan((power,)), ev.PhaseBegan("Combat Move"))
    open_battles(SYSTEM, run)
    fought = {battle.space for battle in run.state.battles.values()}
    assert fought == ({"Iceland", "sea zone 101"} | ({"Greenland"} if power == GERMANY else set()))
    owners = {
        (p.role, p.power) for b in run.state.battles.values() for p in b.participants
        if b.space == "Iceland"
    }  # fmt: skip
    other = UK if power == GERMANY else GERMANY
    assert owners == {("attacker", power), ("defender", other)}


@pytest.mark.parametrize("power", [UK, GERMANY])
def test_DX_CAP_014_015_a_turn_is_played_after_an_american_surrender(power: str) -> None:
    """Of a power on either side, in which whatever is asked is answered at random."""
    control = {EAST: GERMANY, WEST: JAPAN, "Iceland": UK}
    game = position(power=power, phase="Combat Move", relations=FIGHTING, units=SHARED,
                    control=control, dice=SeededDice(1))  # fmt: skip
    run = Run(game.state, ScriptedDice(()))
    settle(run)
    game.node = game.record.append(run.events, parent=game.node)
    turn = game.state.turn
    FormPlayer(1, moves=0.1).play_turn(game)
    assert game.state.turn != turn
    assert {u.owner for u in game.state.at("Iceland")} in ({UK}, {GERMANY})
    if power == GERMANY:
        assert game.state.control["Greenland"] == GERMANY


# --- exile ----------------------------------------------------------------------------------------

EXILES = [
    ("UK Europe", LONDON, GERMANY, "Canada", "Egypt", "Malaya", "Ontario", "DX-CAP-018"),
    ("UK Pacific", CALCUTTA, JAPAN, "ANZAC", "Malaya", "Egypt", "New South Wales", "DX-CAP-022"),
]  # fmt: skip


@pytest.mark.rule("DX-CAP-018", "DX-CAP-019", "DX-CAP-020", "DX-CAP-022", "DX-CAP-023")
@pytest.mark.parametrize(
    ("nation", "capital", "captor", "heir", "own", "other", "seat", "rule"), EXILES
)
def test_the_land_of_a_british_half_goes_to_a_commonwealth_half_for_good(
    nation: str, capital: str, captor: str, heir: str, own: str, other: str, seat: str, rule: str
) -> None:
    """British pieces stay British; what is liberated later goes there too, the capital as well."""
    units = {own: {UK: {"light tank": 1}}}
    run = fallen(capital, to=captor, units=units, control={"Ceylon": JAPAN, "Malta": ITALY})
    assert run.state.control[own] == CW, rule
    assert treasury_of(SYSTEM, own, CW) == heir
    assert run.state.control[other] == UK
    assert {u.owner for u in run.state.at(own) if u.type == "light tank"} == {UK}
    for freed, liberator in ((capital, USA), ("Malta" if own == "Egypt" else "Ceylon", UK)):
        conquest.take(SYSTEM, run, freed, liberator)
        assert run.state.control[freed] == CW
    assert nation not in economies.open_treasuries(SYSTEM, run.state, UK)
    assert not any(o.treasury == nation for o, _ in achieved(SYSTEM, run.state, UK))


@pytest.mark.rule("DX-CAP-040", "DX-CAP-041", "DX-CAP-044", "DX-CAP-045")
@pytest.mark.parametrize(
    ("nation", "capital", "captor", "heir", "own", "other", "seat", "rule"), EXILES
)
def test_british_units_leave_a_map_once_the_heir_falls_as_well(
    nation: str, capital: str, captor: str, heir: str, own: str, other: str, seat: str, rule: str
) -> None:
    units = {s: {UK: {"light tank": 1}} for s in ("Egypt", "Malaya")}
    run = fallen(capital, to=captor, units=units)
    conquest.take(SYSTEM, run, seat, captor)
    settle(run)
    assert [u.owner for u in run.state.at(own) if u.type == "light tank"] == []
    assert [u.owner for u in run.state.at(other) if u.type == "light tank"] == [UK]
    run.emit(ev.UnitsAdded((Unit(run.state.last_unit + 1, "AAA", UK, own),), "test"))
    settle(run)
    assert [u.type for u in run.state.at(own) if u.owner == UK] == ["AAA"]  # they leave once
    closed = {nation, heir}
    for power in (UK, CW):
        assert closed.isdisjoint(economies.open_treasuries(SYSTEM, run.state, power))
    conquest.take(SYSTEM, run, seat, USA)
    assert heir in economies.open_treasuries(SYSTEM, run.state, CW)
    assert nation not in economies.open_treasuries(SYSTEM, run.state, UK)


def test_DX_CAP_040_041_british_units_stay_where_ottawa_had_fallen_before_london() -> None:
    """R-496: Canada did not lose its capital while it ran that economy."""
    lost = {"control": {"Ontario": GERMANY}, "units": {"Egypt": {UK: {"light tank": 1}}}}
    run = fallen(LONDON, to=GERMANY, **lost)
    assert run.state.control["Egypt"] == CW
    assert any(u.type == "light tank" for u in run.state.at("Egypt"))
    assert "Canada" not in economies.open_treasuries(SYSTEM, run.state, CW)


@pytest.mark.rule("DX-CAP-018", "DX-CAP-022")
@pytest.mark.parametrize(
    ("capital", "captor", "heir", "taken", "seat"),
    [(LONDON, GERMANY, "Canada", "Albania", "Ontario"),
     (CALCUTTA, JAPAN, "ANZAC", "Korea", "New South Wales")],
)  # fmt: skip
def test_land_that_british_pieces_take_in_exile_is_their_hosts(
    capital: str, captor: str, heir: str, taken: str, seat: str
) -> None:
    """R-498: theirs pays nobody. It stays theirs while the host has lost its own capital."""
    run = fallen(capital, to=captor)
    before = economies.production(SYSTEM, run.state, CW, heir)
    conquest.take(SYSTEM, run, taken, UK)
    assert run.state.control[taken] == CW
    worth = SYSTEM.board.space(taken).value
    assert worth > 0
    assert economies.production(SYSTEM, run.state, CW, heir) == before + worth
    assert of_kind(run.events, ev.ControlChanged)[-1].reason == "conquest"
    lost = fallen(capital, to=captor, control={seat: captor})
    conquest.take(SYSTEM, lost, taken, UK)
    assert lost.state.control[taken] == UK


def test_DX_CAP_018_the_cash_of_a_capital_that_they_take_is_their_hosts_too() -> None:
    """R-498: Berlin falls to British pieces after London."""
    run = fallen(LONDON, to=GERMANY)
    amounts = [run.state.money(treasury, "IPC") for treasury in ("Germany", "Canada")]
    conquest.take(SYSTEM, run, "Germany", UK)
    assert amounts[0] > 0
    assert run.state.money("Canada", "IPC") == sum(amounts)
    assert run.state.money("Germany", "IPC") == 0


def test_DX_CAP_019_who_frees_land_keeps_it_while_ottawa_is_lost() -> None:
    """R-479."""
    run = fallen(LONDON, to=GERMANY, control={"Ontario": GERMANY, "Malta": ITALY})
    conquest.take(SYSTEM, run, "Malta", USA)
    assert run.state.control["Malta"] == USA
    conquest.take(SYSTEM, run, "Ontario", USA)
    assert run.state.control["Ontario"] == CW


def test_ottawa_alone_takes_no_british_units_away() -> None:
    run = fallen("Ontario", to=GERMANY, units={"Egypt": {UK: {"light tank": 1}}})
    assert any(u.type == "light tank" for u in run.state.at("Egypt"))


# --- Italy ----------------------------------------------------------------------------------------

LEGIONS = {
    NORTH: {ITALY: {"regular infantry": 1}}, "Libya": {ITALY: {"light tank": 1, "air base": 1}},
    "Albania": {ITALY: {"AAA": 1}}, "Poland": {ITALY: {"fighter": 1}},
    "sea zone 95": {ITALY: {"cruiser": 1, "sea transport: light tank": 1}},
    "sea zone 97": {ITALY: {"submarine": 1}},
}  # fmt: skip
GERMAN, ALLIED, TIED = [8, 1], [1, 8], [4, 4]


def republic(*rolls: list[int], **how: Any) -> Run:
    """Rome falls to the French; dice of Germany and France for each zone and territory."""
    faces = [face for roll in rolls for face in roll]
    return fallen(ROME, to=FRANCE, units=LEGIONS, faces=[*faces, *GERMAN * 40], **how)


def owners(run: Run, space: str) -> set[str]:
    """Who owns units there."""
    return {u.owner for u in run.state.within(space)}


def test_DX_CAP_024_025_026_northern_italy_and_all_units_turn_german_for_good() -> None:
    """Also what stands in land of others; a Rome that the Axis frees is German."""
    run = republic()
    assert run.state.control[NORTH] == GERMANY
    assert owners(run, NORTH) == owners(run, "Poland") == {GERMANY}
    conquest.take(SYSTEM, run, ROME, GERMANY)
    assert run.state.control[ROME] == GERMANY
    assert economies.open_treasuries(SYSTEM, run.state, ITALY) == ()


def test_DX_CAP_027_028_029_034_fleets_are_rolled_for_zone_by_zone_and_ties_again() -> None:
    run = republic(ALLIED, TIED, GERMAN)
    assert run.state.at("sea zone 95") == ()
    assert owners(run, "sea zone 97") == {GERMANY}
    rolled = of_kind(run.events, ev.Rolled)
    assert [(e.power, e.dice[0].face) for e in rolled[:6]] == [
        (GERMANY, 1), (FRANCE, 8), (GERMANY, 4), (FRANCE, 4), (GERMANY, 8), (FRANCE, 1),
    ]  # fmt: skip


def test_DX_CAP_030_031_032_033_035_territories_go_to_germany_or_into_limbo() -> None:
    """Lost to the Allies, land stays Italian and pays nobody; units go, facilities are ruins."""
    run = republic(GERMAN, GERMAN, GERMAN, *[ALLIED] * 8)
    assert run.state.control["Albania"] == GERMANY
    assert owners(run, "Albania") == {GERMANY}
    assert run.state.control["Libya"] == ITALY
    (base,) = run.state.at("Libya")
    assert (base.type, base.damage) == ("air base", 6)
    assert economies.open_treasuries(SYSTEM, run.state, ITALY) == ()
    contested = {e.contest.partition(",")[0] for e in of_kind(run.events, ev.Rolled)}
    assert len(contested) == 2 + len(
        [s for s in SYSTEM.board.spaces if s.original == ITALY and s.name not in (ROME, NORTH)]
    )


def test_DX_CAP_037_without_the_north_the_base_game_goes_on() -> None:
    run = republic(control={NORTH: USA})
    assert run.state.control["Libya"] == ITALY
    assert owners(run, "Poland") == {ITALY}
    assert of_kind(run.events, ev.Rolled) == []
    conquest.take(SYSTEM, run, ROME, GERMANY)
    assert run.state.control[ROME] == ITALY
