"""Who could fight for a space: who defends it, who reaches it by the kernel's moves."""

from __future__ import annotations

import pytest

from a4a.core.errors import BattleError
from a4a.rules.areas.combat.opening import defenders_at_sea
from a4a.rules.areas.odds.engagement import engagement
from a4a.rules.areas.politics.situation import Situation
from a4a.rules.fight import Army, Engagement
from tests.rules import retold
from tests.rules.areas.positions import position, rules

USA, GERMANY, UK, ITALY, FRANCE = "United States", "Germany", "United Kingdom", "Italy", "France"
NORMANDY, SZ110, SZ109 = "Normandy/Bordeaux", "sea zone 110", "sea zone 109"
BELGIUM, SZ105 = "Holland/Belgium", "sea zone 105"
GERMAN = {NORMANDY: GERMANY, FRANCE: GERMANY, BELGIUM: GERMANY}
WAR = {(USA, GERMANY): "war", (USA, ITALY): "war"}
Units = dict[str, dict[str, dict[str, int]]]


def asked(
    units: Units, space: str, power: str = USA, *, control: dict[str, str] = GERMAN, **more: object
) -> Engagement:
    game = position(
        units=units,
        control=control,
        relations=more.pop("relations", WAR),
        power=power,
        phase="Combat Move",
        **more,
    )
    return engagement(rules().game, game.state, space, power)


def bands(army: Army) -> dict[tuple[str, str], int]:
    return {(band.unit, band.duty): band.count for band in army.bands}


def test_guests_of_a_carrier_defend_it_against_those_they_are_at_war_with() -> None:
    """The Soviet Union is at peace with Germany: its fighter is cargo."""
    carrier = "aircraft carrier: fighter, Soviet Union's fighter"
    game = position(units={SZ110: {UK: {carrier: 1}}}, power=GERMANY)
    there = defenders_at_sea(Situation(rules().game, game.state, GERMANY), SZ110)
    assert [(u.owner, u.type) for u in there] == [(UK, "aircraft carrier"), (UK, "fighter")]


def test_land_units_and_aircraft_come_by_themselves() -> None:
    """AAA does not attack; Poland is too far."""
    found = asked(
        {
            BELGIUM: {GERMANY: {"infantry": 3, "AAA": 1}},
            "Poland": {GERMANY: {"infantry": 5}},
            GERMANY: {GERMANY: {"fighter": 2}},
            FRANCE: {FRANCE: {"infantry": 2, "AAA": 1}},
        },
        FRANCE,
        GERMANY,
        control={BELGIUM: GERMANY},
    )
    assert found.fight.kind == "land"
    assert bands(found.fight.attacker) == {("infantry", ""): 3, ("fighter", ""): 2}
    (theirs,) = found.fight.defenders
    assert theirs.power == FRANCE
    assert bands(theirs) == {("infantry", ""): 2, ("AAA", ""): 1}
    where = {(r.band.unit, r.origin): len(r.ids) for r in found.reachers}
    assert where == {("infantry", BELGIUM): 3, ("fighter", GERMANY): 2}


def test_transports_bring_what_is_worth_most() -> None:
    """A tank and an infantry a transport; the fourth land unit stays behind. Ships bombard."""
    found = asked(
        {
            SZ109: {USA: {"transport": 1, "battleship": 1, "cruiser": 2}},
            UK: {USA: {"infantry": 2, "tank": 2, "AAA": 1}},
            NORMANDY: {GERMANY: {"infantry": 2}},
        },
        NORMANDY,
    )
    assert found.fight.kind == "amphibious"
    assert bands(found.fight.attacker) == {
        ("infantry", "landing"): 1,
        ("tank", "landing"): 1,
        ("battleship", "bombarding"): 1,
        ("cruiser", "bombarding"): 1,
    }
    model = rules().battles.fight(found.fight)
    assert [g.kind.name for g in model.attacker.groups if "stays" in g.kind.tags] == [
        "infantry (landing)", "tank (landing)",
    ]  # fmt: skip


def test_cargo_lands_from_where_it_is() -> None:
    found = asked(
        {
            SZ110: {USA: {"transport: infantry, artillery": 2}},
            NORMANDY: {GERMANY: {"infantry": 2}},
        },
        NORMANDY,
    )
    assert bands(found.fight.attacker) == {
        ("infantry", "landing"): 2, ("artillery", "landing"): 2,
    }  # fmt: skip


def test_nothing_lands_where_enemy_warships_are() -> None:
    units: Units = {
        SZ109: {USA: {"transport: infantry, tank": 1, "cruiser": 1}},
        UK: {USA: {"fighter": 1}},
        SZ110: {GERMANY: {"destroyer": 1}},
        SZ105: {GERMANY: {"destroyer": 1}},
        NORMANDY: {GERMANY: {"infantry": 2}},
    }
    found = asked(units, NORMANDY)
    assert bands(found.fight.attacker) == {("fighter", ""): 1}
    assert found.fight.kind == "land"


@pytest.mark.rule("AA-SEA-014")
@pytest.mark.parametrize("escort", [True, False])
def test_submarines_stop_a_landing_without_a_warship(escort: bool) -> None:
    units: Units = {
        SZ109: {USA: {"transport: infantry, tank": 1, **({"destroyer": 1} if escort else {})}},
        UK: {USA: {"fighter": 1}},
        SZ110: {GERMANY: {"submarine": 1}},
        SZ105: {GERMANY: {"submarine": 1}},
        NORMANDY: {GERMANY: {"infantry": 2}},
    }
    found = bands(asked(units, NORMANDY).fight.attacker)
    assert ((retold.word("tank"), "landing") in found) == escort


def test_unarmed_ships_come_with_the_fleet_but_transports_do_not() -> None:
    found = asked(
        {
            SZ109: {UK: {"aircraft carrier": 1, "cruiser": 1, "transport": 2, "fighter": 1}},
            SZ110: {GERMANY: {"battleship": 1, "transport: infantry": 1}},
        },
        SZ110,
        UK,
    )
    assert found.fight.kind == "sea"
    assert bands(found.fight.attacker) == {
        ("fighter", ""): 1, ("aircraft carrier", ""): 1, ("cruiser", ""): 1,
    }  # fmt: skip
    (theirs,) = found.fight.defenders
    cargo = {band.unit: band.cargo for band in theirs.bands}
    assert cargo == {"battleship": 0.0, "transport": 3.0}


def test_ships_that_were_hit_come_damaged() -> None:
    found = asked(
        {SZ110: {GERMANY: {"battleship": 2}}, SZ109: {UK: {"cruiser": 3}}},
        SZ110,
        UK,
        damage={(SZ110, "battleship"): 1},
    )
    (theirs,) = found.fight.defenders
    assert [(band.count, band.damaged) for band in theirs.bands] == [(2, 2)]
    assert rules().battles.fight(found.fight).defender.groups[0].damaged == 2


@pytest.mark.rule("AA-UNI-056", "AA-UNI-060")
@pytest.mark.parametrize("damage", [0, 1])
def test_guests_of_a_damaged_carrier_are_lost_with_it(damage: int) -> None:
    """They defend from a whole carrier; aboard a damaged one they are cargo."""
    found = asked(
        {SZ110: {GERMANY: {"aircraft carrier: Italy's fighter": 1}}, SZ109: {UK: {"cruiser": 3}}},
        SZ110,
        UK,
        damage={(SZ110, "aircraft carrier"): damage},
        relations={(UK, GERMANY): "war", (UK, ITALY): "war"},
    )
    there = {b.unit: (b.count, b.cargo) for army in found.fight.defenders for b in army.bands}
    if damage:
        assert there == {"aircraft carrier": (1, 10.0)}
    else:
        assert there == {"aircraft carrier": (1, 0.0), "fighter": (1, 0.0)}


def test_a_territory_without_defenders_is_walked_into() -> None:
    found = asked(
        {BELGIUM: {GERMANY: {"infantry": 1}}}, FRANCE, GERMANY, control={BELGIUM: GERMANY}
    )
    assert found.fight.defenders == ()


@pytest.mark.parametrize(
    ("space", "power", "why"),
    [
        (BELGIUM, GERMANY, "may not attack Holland/Belgium: it is its own"),
        ("Russia", GERMANY, "may not attack Russia"),
        (FRANCE, ITALY, "nothing of Italy can reach France"),
        ("sea zone 91", GERMANY, "has no enemies in sea zone 91"),
    ],
)
def test_what_cannot_be_attacked_is_said(space: str, power: str, why: str) -> None:
    units: Units = {FRANCE: {FRANCE: {"infantry": 1}}, BELGIUM: {GERMANY: {"tank": 1}}}
    with pytest.raises(BattleError, match=why):
        asked(units, space, power, control={BELGIUM: GERMANY})


def test_transports_come_without_a_warship_where_no_submarine_is() -> None:
    """AA-SEA-014."""
    units: Units = {SZ109: {USA: {"transport": 1}}, UK: {USA: {"infantry": 2}},
             NORMANDY: {GERMANY: {"infantry": 1}}}  # fmt: skip
    assert bands(asked(units, NORMANDY).fight.attacker) == {("infantry", "landing"): 2}
    watched = {**units, **{zone: {GERMANY: {"submarine": 1}} for zone in (SZ105, SZ110)}}
    with pytest.raises(BattleError):
        asked(watched, NORMANDY)
