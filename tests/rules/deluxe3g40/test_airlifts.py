"""Air transports: elite infantry dropped into battle, infantry landed on friendly ground."""

from __future__ import annotations

import pytest

from a4a.core import events as ev
from a4a.rules.areas.orders import EndPhase, Move
from a4a.rules.game import Game
from tests.rules.areas import positions
from tests.rules.deluxe3g40.moves import (
    COMBAT,
    GOLDEN,
    NONCOMBAT,
    by,
    do,
    ends,
    finish,
    offered,
    refused,
)
from tests.rules.deluxe3g40.positions import SYSTEM, ids, of_kind, one, position, war

GERMANY, FRANCE, BELGIUM, RUHR = "Germany", "France", "Holland/Belgium", "Western Germany"
WAY = (RUHR, BELGIUM, FRANCE)


def ready(phase: str = COMBAT, planes: int = 1, **how) -> Game:  # type: ignore[no-untyped-def]
    """Air transports and infantry in the west of Germany, and the French in Paris."""
    units = {
        RUHR: {
            GERMANY: {
                "air transport": planes, "elite infantry": 3, "regular infantry": 2, "AAA": 1,
                "mechanized infantry": 1,
            }
        },
        BELGIUM: {GERMANY: {"regular infantry": 1}},
        FRANCE: {FRANCE: how.pop("defenders", {"regular infantry": 1})},
    }  # fmt: skip
    control = {BELGIUM: GERMANY}
    return position(units=units, control=control, power=GERMANY, phase=phase, **how)


def lift(game: Game, kind: str, number: int, *way: str, task: str = "", plane: int = 0) -> Move:
    planes = ids(game, way[0], "air transport")
    return Move(ids(game, way[0], kind, GERMANY)[:number], way, planes[plane], task)  # type: ignore[arg-type]


def drop(game: Game, kind: str = "elite infantry", number: int = 2, plane: int = 0) -> Move:
    return lift(game, kind, number, *WAY, task="drop", plane=plane)


@pytest.mark.rule("DX-AIR-007", "DX-AIR-003", "DX-LND-029")
def test_DX_AIR_007_two_elite_infantry_drop_into_hostile_territory() -> None:
    """Not three, no other unit, and nothing but hostile territory; nobody else need attack."""
    game = ready(planes=2)
    refused(game, drop(game, number=3), "DX-AIR-007")
    refused(game, drop(game, "regular infantry", 1), "DX-LND-029")
    refused(game, drop(game, "AAA", 1), "DX-LND-029")
    refused(game, lift(game, "elite infantry", 1, RUHR, BELGIUM, task="drop"), "AA-MOV-021")
    flown, dropped = of_kind(do(game, drop(game)), ev.UnitsMoved)
    assert (flown.mode, dropped.mode) == ("combat", "airdrop")
    assert len(ids(game, FRANCE, "elite infantry", GERMANY)) == 2
    assert ids(game, FRANCE, "air transport") == flown.units
    do(game, drop(game, number=1))
    assert len(ids(game, FRANCE, "elite infantry", GERMANY)) == 3


@pytest.mark.rule("DX-AIR-007", "DX-AIR-008")
def test_DX_AIR_007_008_the_drop_takes_an_empty_territory_and_the_aircraft_flies_home() -> None:
    """France is empty: it is taken. The aircraft may not stay, and does not carry again."""
    game = ready(defenders={})
    do(game, drop(game))
    finish(game, until=NONCOMBAT)
    assert game.state.control[FRANCE] == GERMANY
    plane = one(game, FRANCE, "air transport")
    refused(game, EndPhase(), "AA-AIR-020")
    do(game, Move((plane,), (FRANCE, BELGIUM)))
    again = Move(ids(game, BELGIUM, "regular infantry"), (BELGIUM, RUHR), plane)
    refused(game, again, "DX-AIR-009")
    do(game, EndPhase())
    assert ids(game, BELGIUM, "air transport") == (plane,)


@pytest.mark.rule("DX-AIR-008")
def test_DX_AIR_008_without_a_place_to_land_nobody_drops() -> None:
    """Three spaces there leave none for the way back; two there leave one."""
    far = ("Poland", "Baltic States", "Belarus", "Smolensk")
    units = {"Poland": {GERMANY: {"air transport": 1, "elite infantry": 2}}}
    game = position(
        units=units, relations=war((GERMANY, "Soviet Union")), power=GERMANY, phase=COMBAT,
        control={"Baltic States": GERMANY},
    )  # fmt: skip
    refused(game, lift(game, "elite infantry", 2, *far, task="drop"), "AA-AIR-015")
    do(game, lift(game, "elite infantry", 2, *far[:3], task="drop"))


@pytest.mark.rule("DX-AIR-009", "DX-AIR-010")
def test_DX_AIR_009_010_regular_and_elite_infantry_are_flown_to_friendly_ground() -> None:
    """Two of either kind; the aircraft is down there with them, and nobody moves on."""
    game = ready(NONCOMBAT)
    refused(game, lift(game, "mechanized infantry", 1, RUHR, BELGIUM), "DX-AIR-009")
    refused(game, lift(game, "elite infantry", 3, RUHR, BELGIUM), "DX-AIR-009")
    refused(game, lift(game, "elite infantry", 1, *WAY), "AA-NCM-010")
    mixed = (one(game, RUHR, "elite infantry"), one(game, RUHR, "regular infantry"))
    plane = one(game, RUHR, "air transport")
    do(game, Move(mixed, (RUHR, BELGIUM), plane))
    assert set(ids(game, BELGIUM)) >= {*mixed, plane}
    refused(game, Move((plane,), (BELGIUM, RUHR)), "DX-AIR-010")
    refused(game, Move(mixed[:1], (BELGIUM, RUHR)), "AA-NCM-001")


@pytest.mark.rule("DX-AIR-010")
def test_DX_AIR_010_nothing_is_flown_to_a_territory_where_the_aircraft_may_not_land() -> None:
    """France was taken in this turn: land units may go there, aircraft not."""
    game = ready(defenders={}, planes=2)
    do(game, drop(game, number=1))
    finish(game, until=NONCOMBAT)
    given = lift(game, "regular infantry", 1, *WAY)
    refused(game, given, "AA-NCM-015")
    do(game, Move(given.units, (RUHR, BELGIUM), given.aboard))


def test_an_aircraft_picks_infantry_up_on_its_way() -> None:
    """R-455: of its three spaces and one for the air base it has flown one to fetch them."""
    units = {RUHR: {GERMANY: {"air transport": 1}}, GERMANY: {GERMANY: {"elite infantry": 1}}}
    game = position(units=units, power=GERMANY, phase=NONCOMBAT)
    infantry = ids(game, GERMANY, "elite infantry")
    near = ends(game, infantry)
    do(game, Move(ids(game, RUHR, "air transport"), (RUHR, GERMANY)))
    far = ends(game, infantry)
    assert {"Romania", "Finland"} <= far - near
    assert "Bulgaria" in ends(game, infantry) - near


@pytest.mark.rule("DX-NEU-003", "DX-NEU-004")
def test_DX_NEU_003_004_infantry_flown_to_a_friendly_neutral_claims_its_army() -> None:
    """Bulgaria is pro-Axis: it joins Germany, and the aircraft stays there. Alone it may not."""
    units = {"Romania": {GERMANY: {"air transport": 1, "regular infantry": 1}}}
    game = position(units=units, control={"Romania": GERMANY}, power=GERMANY, phase=NONCOMBAT)
    plane = one(game, "Romania", "air transport")
    refused(game, Move((plane,), ("Romania", "Bulgaria")), "AA-NCM-014")
    do(game, lift(game, "regular infantry", 1, "Romania", "Bulgaria"))
    finish(game)
    assert game.state.control["Bulgaria"] == GERMANY
    assert ids(game, "Bulgaria", "air transport") == (plane,)
    assert len(ids(game, "Bulgaria", "regular infantry", GERMANY)) > 1


def test_the_panel_offers_flights_to_whoever_may_ride() -> None:
    """Two elite infantry are picked: the destinations say that they drop, and from what."""
    game = ready()
    found = offered(game, ids(game, RUHR, "elite infantry")[:2])
    assert ("France", "by air transport") in {(d.space, d.label) for d in found}
    (way,) = (d for d in found if d.space == "France" and d.label == "by air transport")
    for given in way.orders:
        do(game, given)
    assert len(ids(game, FRANCE, "elite infantry", GERMANY)) == 2


@pytest.mark.rule("DX-AIR-007", "DX-AIR-008")
def test_DX_AIR_007_008_what_is_dropped_fights_and_the_aircraft_leaves_when_it_is_won() -> None:
    """One of two elite infantry hits, the defender misses; the air transport flies home."""
    game = ready(planes=3, dice=[1, 8, 8])
    do(game, drop(game))
    finish(game, until=NONCOMBAT)
    assert game.state.control[FRANCE] == GERMANY
    assert len(ids(game, FRANCE, "elite infantry")) == 2
    plane = one(game, FRANCE, "air transport")
    assert FRANCE not in ends(game, (plane,))
    do(game, Move((plane,), (FRANCE, BELGIUM, RUHR)))
    finish(game)
    assert len(ids(game, RUHR, "air transport")) == 3


@pytest.mark.rule("DX-AIR-007")
def test_DX_AIR_007_drops_start_where_the_aircraft_is_and_end_on_hostile_land() -> None:
    """Not from elsewhere, not at sea, not in what tanks have taken on their way."""
    east = ("Poland", "Eastern Poland", "Western Ukraine")
    units = {
        "Poland": {GERMANY: {"light tank": 1, "air transport": 1, "elite infantry": 1}},
        RUHR: {GERMANY: {"elite infantry": 1}},
    }
    game = position(
        units=units, relations=war((GERMANY, "Soviet Union")), power=GERMANY, phase=COMBAT
    )
    plane = one(game, "Poland", "air transport")
    elsewhere = Move(ids(game, RUHR, "elite infantry"), (RUHR, "Germany", "Poland"), plane, "drop")
    assert "is not in Western Germany" in str(positions.refused(game, by(game, elsewhere), GOLDEN))
    infantry = ids(game, "Poland", "elite infantry")
    at_sea = Move(infantry, ("Poland", SYSTEM.graph.coast["Poland"][0]), plane, "drop")
    refused(game, at_sea, "DX-AIR-007")
    do(game, Move(ids(game, "Poland", "light tank"), east))
    refused(game, Move(infantry, east[:2], plane, "drop"), "DX-AIR-007")


@pytest.mark.rule("DX-CMB-007", "DX-CMB-006", "DX-AIR-007")
@pytest.mark.parametrize(
    ("defenders", "shots", "lost"),
    [
        ({"AAA": 1}, [1], "air transport"),
        ({"fighter": 1}, [3], "air transport"),
        ({"minor bunker": 1, "regular infantry": 1}, [1, 1, 1], "elite infantry"),
    ],
)
def test_DX_CMB_006_007_AIR_007_guns_and_fighters_hit_the_aircraft_bunkers_who_is_dropped(
    defenders: dict[str, int], shots: list[int], lost: str
) -> None:
    game = ready(defenders=defenders, dice=[1, *[7] * (len(shots) - 1), 1, 8, 8, 8])
    do(game, drop(game))
    before = {kind: len(ids(game, FRANCE, kind)) for kind in ("air transport", "elite infantry")}
    events = game.do(EndPhase())
    (first, *_) = of_kind(events, ev.Rolled)
    assert [die.target for die in first.dice] == shots
    after = {kind: len(ids(game, FRANCE, kind)) for kind in before}
    assert after == {**before, lost: before[lost] - 1}
