"""Mobilize New Units: where new units may stand, how many, what goes back."""

from __future__ import annotations

import pytest

from a4a.core import events as ev
from a4a.core.units import Holding
from a4a.rules.areas.orders import Buy, EndPhase, Place
from tests.rules import retold
from tests.rules.areas.positions import ids, of_kind, one, played, position, refused

GERMANY, UK = "Germany", "United Kingdom"
PHASE = "Mobilize New Units"


def mobilizing(purchased: dict[str, int], *, power: str = GERMANY, **what: object):  # type: ignore[no-untyped-def]
    """A power in its phase 5 with these units bought."""
    return position(power=power, phase=PHASE, purchased={power: purchased}, **what)  # type: ignore[arg-type]


def waiting(game, kind: str = "") -> tuple[int, ...]:  # type: ignore[no-untyped-def]
    place, kind = Holding(retold.mover(game), "purchased"), retold.word(kind)
    return tuple(u.id for u in game.state.at(place) if kind in ("", u.type))


@pytest.mark.rule("AA-MOB-001")
def test_AA_MOB_001_all_that_can_be_placed_must_be() -> None:
    """The phase cannot end while an infantry can still be placed."""
    game = mobilizing({"infantry": 2})
    first, second = waiting(game)
    game.do(Place((first,), GERMANY))
    assert refused(game, EndPhase()).rule == "AA-MOB-001"
    game.do(Place((second,), "Western Germany"))
    assert waiting(game) == ()
    assert game.state.active != (GERMANY,) or game.state.phase != PHASE


@pytest.mark.rule("AA-MOB-001")
def test_AA_MOB_001_only_what_was_bought_is_placed_and_once() -> None:
    """A unit on the board, a unit twice, no unit at all and a space that is not are refused."""
    game = mobilizing({"infantry": 2}, units={"Denmark": {GERMANY: {"infantry": 1}}})
    there, new = one(game, "Denmark", "infantry"), waiting(game)[0]
    for order in (Place((there,), GERMANY), Place((new, new), GERMANY), Place((), GERMANY),
                  Place((new,), "Atlantis")):  # fmt: skip
        assert refused(game, order).rule == "AA-MOB-001"


@pytest.mark.rule("AA-MOB-002")
def test_AA_MOB_002_a_complex_captured_this_turn_is_not_used() -> None:
    """Normandy's complex, German only since this turn, mobilizes nothing."""
    game = mobilizing({"infantry": 2}, control={"Normandy/Bordeaux": "France"})
    complex_ = one(game, "Normandy/Bordeaux", "minor industrial complex")
    game.record.append(
        [
            ev.ControlChanged("Normandy/Bordeaux", "France", GERMANY, "conquest"),
            ev.UnitsConverted((complex_,), "captured", owner=GERMANY),
        ]
    )
    game.node = game.record.last
    unit = waiting(game)[0]
    assert refused(game, Place((unit,), "Normandy/Bordeaux")).rule == "AA-MOB-002"
    assert game.can(Place((unit,), GERMANY))


@pytest.mark.rule("AA-MOB-002")
def test_AA_MOB_002_a_complex_built_this_turn_is_not_used() -> None:
    """Romania gets a complex; infantry cannot be placed there in the same turn."""
    game = mobilizing({"infantry": 2, "minor industrial complex": 1})
    game.do(Place(waiting(game, "minor industrial complex"), "Romania"))
    assert refused(game, Place(waiting(game)[:1], "Romania")).rule == "AA-MOB-002"


@pytest.mark.rule("AA-MOB-003", "AA-FAC-011")
def test_AA_MOB_003_a_friends_complex_is_never_used() -> None:
    """Germany places nothing in Northern Italy."""
    game = mobilizing({"infantry": 2})
    assert refused(game, Place(waiting(game)[:1], "Northern Italy")).rule == "AA-MOB-003"


@pytest.mark.rule("AA-MOB-004")
def test_AA_MOB_004_a_major_complex_mobilizes_ten() -> None:
    """Ten infantry fit in Germany, an eleventh does not."""
    game = mobilizing({"infantry": 12})
    assert refused(game, Place(waiting(game)[:11], GERMANY)).rule == "AA-MOB-004"
    game.do(Place(waiting(game)[:10], GERMANY))
    assert refused(game, Place(waiting(game)[:1], GERMANY)).rule == "AA-MOB-004"


@pytest.mark.rule("AA-MOB-005")
def test_AA_MOB_005_a_minor_complex_mobilizes_three() -> None:
    """Three infantry fit in South Africa, a fourth does not."""
    game = mobilizing({"infantry": 5}, power=UK)
    there = "Union of South Africa"
    assert refused(game, Place(waiting(game)[:4], there)).rule == "AA-MOB-005"
    assert game.can(Place(waiting(game)[:3], there))


@pytest.mark.rule("AA-MOB-006", "AA-FAC-009")
def test_AA_MOB_006_a_complex_that_is_upgraded_still_mobilizes_three() -> None:
    """Southern France: upgraded first, it takes three infantry this turn, not four."""
    game = mobilizing({"upgraded industrial complex": 1, "infantry": 4}, power="France")
    upgrade = waiting(game, "upgraded industrial complex")
    small = one(game, "Southern France", "minor industrial complex")
    game.do(Place(upgrade, "Southern France"))
    assert game.state.unit(small).type == "upgraded industrial complex"
    assert ids(game, "Southern France", "minor industrial complex") == ()
    assert refused(game, Place(waiting(game), "Southern France")).rule == "AA-MOB-005"
    game.do(Place(waiting(game)[:3], "Southern France"))


@pytest.mark.rule("AA-MOB-007")
def test_AA_MOB_007_each_damage_point_takes_one_off() -> None:
    """With 4 damage a major complex mobilizes 6."""
    game = mobilizing({"infantry": 8}, damage={(GERMANY, "major industrial complex"): 4})
    assert refused(game, Place(waiting(game)[:7], GERMANY)).rule == "AA-MOB-007"
    assert game.can(Place(waiting(game)[:6], GERMANY))


@pytest.mark.rule("AA-MOB-008", "AA-FAC-005")
def test_AA_MOB_008_a_complex_as_damaged_as_it_produces_mobilizes_nothing() -> None:
    """Damage of 10, and of 20, stops a major complex; damage of 9 leaves one unit."""
    for damage in (10, 20):
        game = mobilizing({"infantry": 2}, damage={(GERMANY, "major industrial complex"): damage})
        assert refused(game, Place(waiting(game)[:1], GERMANY)).rule == "AA-MOB-008"
        assert one(game, GERMANY, "major industrial complex")  # put out of action, not destroyed
    game = mobilizing({"infantry": 2}, damage={(GERMANY, "major industrial complex"): 9})
    assert game.can(Place(waiting(game)[:1], GERMANY))


@pytest.mark.rule("AA-MOB-009")
@pytest.mark.parametrize("kind", ["infantry", "tank", "AAA", "strategic bomber"])
def test_AA_MOB_009_land_units_and_strategic_bombers_need_a_complex(kind: str) -> None:
    """In Germany, not in Poland; a strategic bomber not at sea either."""
    game = mobilizing({kind: 1, "destroyer": 1}, units={
        "sea zone 112": {GERMANY: {"aircraft carrier": 1}}})  # fmt: skip
    unit = waiting(game, kind)
    assert refused(game, Place(unit, "Poland")).rule == "AA-MOB-009"
    rule = "AA-MOB-009" if kind == "strategic bomber" else "AA-MOB-010"
    assert refused(game, Place(unit, "sea zone 112")).rule == rule
    assert game.can(Place(unit, GERMANY))


@pytest.mark.rule("AA-MOB-010")
def test_AA_MOB_010_new_land_units_do_not_enter_on_transports() -> None:
    """An infantry is refused in the zone with the new transport, and taken on land."""
    game = mobilizing({"infantry": 1, "transport": 1})
    game.do(Place(waiting(game, "transport"), "sea zone 113"))
    assert refused(game, Place(waiting(game), "sea zone 113")).rule == "AA-MOB-010"
    assert game.can(Place(waiting(game), GERMANY))


@pytest.mark.rule("AA-MOB-011")
def test_AA_MOB_011_ships_are_placed_next_to_a_complex() -> None:
    """Germany's ships in sea zone 113, not in sea zone 110, and not on land."""
    game = mobilizing({"submarine": 1})
    assert refused(game, Place(waiting(game), "sea zone 110")).rule == "AA-MOB-011"
    assert refused(game, Place(waiting(game), GERMANY)).rule == "AA-MOB-011"
    assert game.can(Place(waiting(game), "sea zone 113"))


@pytest.mark.rule("AA-MOB-012", "AA-EXA-020")
def test_AA_MOB_012_ships_are_placed_in_hostile_zones_without_a_fight() -> None:
    """The enemy's destroyer in sea zone 113 does not matter."""
    game = mobilizing(
        {"cruiser": 1, "submarine": 1}, units={"sea zone 113": {UK: {"destroyer": 1}}}
    )
    events = game.do(Place(waiting(game, "cruiser"), "sea zone 113"))
    assert of_kind(events, ev.BattleOpened) == []
    assert {u.owner for u in game.state.at("sea zone 113")} == {GERMANY, UK}


@pytest.mark.rule("AA-MOB-013")
@pytest.mark.parametrize("kind", ["fighter", "tactical bomber"])
def test_AA_MOB_013_fighters_are_placed_where_a_complex_is(kind: str) -> None:
    """In Germany, not in Poland."""
    game = mobilizing({kind: 1})
    assert refused(game, Place(waiting(game), "Poland")).rule == "AA-MOB-013"
    assert game.can(Place(waiting(game), GERMANY))


@pytest.mark.rule("AA-MOB-014")
def test_AA_MOB_014_fighters_are_placed_on_ones_own_carriers() -> None:
    """On a carrier that is there, and on one placed with them, in a hostile zone too."""
    game = mobilizing(
        {"fighter": 2, "aircraft carrier": 1},
        units={"sea zone 112": {GERMANY: {"aircraft carrier": 1}, UK: {"destroyer": 1}}},
    )
    game.do(Place(waiting(game, "fighter")[:1], "sea zone 112"))
    game.do(Place(waiting(game), "sea zone 113"))
    assert ids(game, "sea zone 113", "fighter", GERMANY)
    assert ids(game, "sea zone 112", "fighter", GERMANY)


@pytest.mark.rule("AA-MOB-014")
def test_AA_MOB_014_the_zone_of_the_carrier_must_border_a_complex() -> None:
    """A carrier out in sea zone 117 takes no new fighter."""
    game = mobilizing({"fighter": 1}, units={"sea zone 117": {GERMANY: {"aircraft carrier": 1}}})
    assert refused(game, Place(waiting(game), "sea zone 117")).rule == "AA-MOB-014"


@pytest.mark.rule("AA-MOB-015")
def test_AA_MOB_015_no_new_aircraft_on_anothers_carrier() -> None:
    """An Italian carrier in sea zone 112 takes no new German fighter."""
    game = mobilizing({"fighter": 1}, units={"sea zone 112": {"Italy": {"aircraft carrier": 1}}})
    assert refused(game, Place(waiting(game), "sea zone 112")).rule == retold.cited("AA-MOB-024")
    own = mobilizing({"fighter": 1}, units={"sea zone 112": {GERMANY: {"aircraft carrier": 1}}})
    assert own.can(Place(waiting(own), "sea zone 112"))


@pytest.mark.rule("AA-MOB-024")
def test_AA_MOB_024_a_carrier_takes_two_and_none_when_damaged() -> None:
    """A carrier with one fighter takes one more; a damaged one takes none."""
    game = mobilizing(
        {"fighter": 2}, units={"sea zone 112": {GERMANY: {"aircraft carrier": 1, "fighter": 1}}}
    )
    assert refused(game, Place(waiting(game), "sea zone 112")).rule == "AA-MOB-024"
    assert game.can(Place(waiting(game)[:1], "sea zone 112"))
    hurt = mobilizing(
        {"fighter": 1},
        units={"sea zone 112": {GERMANY: {"aircraft carrier": 1}}},
        damage={("sea zone 112", "aircraft carrier"): 1},
    )
    assert refused(hurt, Place(waiting(hurt), "sea zone 112")).rule == "AA-MOB-024"


@pytest.mark.rule("AA-MOB-016", "AA-MOB-017", "AA-FAC-003")
def test_AA_MOB_016_a_base_needs_no_complex_and_uses_none() -> None:
    """Bases in Poland and Romania, and still ten infantry in Germany."""
    game = mobilizing({"air base": 1, "infantry": 10, "naval base": 1})
    game.do(Place(waiting(game, "air base"), "Poland"))
    game.do(Place(waiting(game, "naval base"), "Romania"))
    game.do(Place(waiting(game), GERMANY))
    assert len(ids(game, GERMANY, "infantry")) == 10
    assert one(game, "Poland", "air base")


@pytest.mark.rule("AA-MOB-016")
def test_AA_MOB_016_facilities_need_a_territory_held_since_the_turn_began() -> None:
    """Not Yugoslavia, taken this turn; not Northern Italy, which is a friend's; not the sea."""
    game = mobilizing({"air base": 2})
    game.record.append([ev.ControlChanged("Yugoslavia", None, GERMANY, "conquest")])
    game.node = game.record.last
    base = waiting(game)[:1]
    assert refused(game, Place(base, "Yugoslavia")).rule == "AA-MOB-001"
    assert refused(game, Place(base, "Northern Italy")).rule == "AA-MOB-001"
    assert refused(game, Place(base, "sea zone 113")).rule == "AA-MOB-016"
    assert game.can(Place(base, "Poland"))


@pytest.mark.rule("AA-MOB-018")
def test_AA_MOB_018_a_major_complex_needs_an_original_territory_worth_three() -> None:
    """Romania (3, German) will do; Poland (2) will not, nor Ukraine, which was Soviet."""
    game = mobilizing({"major industrial complex": 2}, control={"Ukraine": GERMANY})
    new = waiting(game)[:1]
    assert refused(game, Place(new, "Poland")).rule == "AA-MOB-018"
    assert refused(game, Place(new, "Bryansk")).rule == "AA-MOB-001"
    held = mobilizing({"major industrial complex": 2}, control={"Caucasus": GERMANY})
    assert played().board.space("Caucasus").value == 2
    french = mobilizing({"major industrial complex": 2}, control={"France": GERMANY})
    assert refused(french, Place(waiting(french)[:1], "France")).rule == "AA-MOB-018"
    assert held.can(Place(waiting(held)[:1], "Romania"))


@pytest.mark.rule("AA-MOB-019")
def test_AA_MOB_019_a_minor_complex_needs_a_territory_worth_two() -> None:
    """Yugoslavia (2), though captured, will do; Albania is worth 1."""
    game = mobilizing(
        {"minor industrial complex": 2}, control={"Yugoslavia": GERMANY, "Albania": GERMANY}
    )
    assert refused(game, Place(waiting(game)[:1], "Albania")).rule == "AA-MOB-019"
    assert game.can(Place(waiting(game)[:1], "Yugoslavia"))


@pytest.mark.rule("AA-MOB-020")
def test_AA_MOB_020_one_facility_of_each_kind_in_a_territory() -> None:
    """Germany has a complex and both bases; Poland can take one air base, not two."""
    game = mobilizing({"air base": 2, "minor industrial complex": 1})
    assert refused(game, Place(waiting(game, "air base"), "Poland")).rule == "AA-MOB-020"
    assert refused(game, Place(waiting(game, "air base")[:1], "Western Germany")).rule == (
        "AA-MOB-020"
    )
    assert refused(game, Place(waiting(game, "minor industrial complex"), GERMANY)).rule == (
        "AA-MOB-020"
    )
    game.do(Place(waiting(game, "air base")[:1], "Poland"))
    assert refused(game, Place(waiting(game, "air base"), "Poland")).rule == "AA-MOB-020"


@pytest.mark.rule("AA-MOB-021")
def test_AA_MOB_021_no_complex_on_an_island() -> None:
    """Not on Sicily, were it worth enough; an air base may stand there."""
    game = mobilizing(
        {"minor industrial complex": 1, "air base": 1}, power="Italy",
        values={("Sicily", "value"): 3},
    )  # fmt: skip
    refusal = refused(game, Place(waiting(game, "minor industrial complex"), "Sicily"))
    assert refusal.rule == "AA-MOB-021"
    assert game.can(Place(waiting(game, "air base"), "Sicily"))


@pytest.mark.rule("AA-FAC-004")
def test_AA_FAC_004_a_naval_base_needs_a_coast() -> None:
    """Denmark has one, Slovakia/Hungary has none."""
    game = mobilizing({"naval base": 1})
    assert refused(game, Place(waiting(game), "Slovakia/Hungary")).rule == "AA-FAC-004"
    assert game.can(Place(waiting(game), "Denmark"))


@pytest.mark.rule("AA-FAC-009", "AA-NEU-039")
def test_AA_FAC_009_an_upgrade_needs_an_original_territory_worth_three() -> None:
    """Not in captured Normandy, nor in Bulgaria, once neutral; a complex must be there."""
    game = mobilizing(
        {"upgraded industrial complex": 1, "major industrial complex": 1},
        control={"Ukraine": GERMANY, "Bulgaria": GERMANY},
        values={("Ukraine", "value"): 3, ("Bulgaria", "value"): 3},
    )  # fmt: skip
    upgrade = waiting(game, "upgraded industrial complex")
    assert refused(game, Place(upgrade, "Ukraine")).rule == "AA-FAC-009"
    assert refused(game, Place(upgrade, "Bulgaria")).rule == "AA-NEU-039"
    assert refused(game, Place(upgrade, "Romania")).rule == "AA-FAC-008"
    major = waiting(game, "major industrial complex")
    assert refused(game, Place(major, "Bulgaria")).rule == "AA-NEU-039"
    assert game.can(Place(major, "Romania"))


@pytest.mark.rule("AA-MOB-022")
def test_AA_MOB_022_what_cannot_be_mobilized_is_paid_back() -> None:
    """France holds one minor complex: of five units three are placed, the owner's choice."""
    game = mobilizing(
        {"infantry": 4, "tank": 1},
        power="France",
        money={"France": 0},
        control={"France": "France", "Normandy/Bordeaux": GERMANY, "Southern France": GERMANY},
        damage={("France", "major industrial complex"): 7},
    )
    tank, infantry = waiting(game, "tank"), waiting(game, "infantry")
    events = game.do(Place((*tank, *infantry[:2]), "France"))
    (back,) = [e for e in of_kind(events, ev.ResourceChanged) if e.reason == "refund"]
    assert back.amount == 6
    assert waiting(game) == ()
    assert len(ids(game, "France", "infantry")) == 2
    assert len(ids(game, "France", "tank")) == 1


@pytest.mark.rule("AA-MOB-023")
def test_AA_MOB_023_complexes_share_out_what_a_zone_takes() -> None:
    """Germany (5 left) and Western Germany (4 left) border sea zone 113 or 112; each has its own.

    Western Germany borders both zones, so ships in 113 leave its capacity for 112 as long as
    Germany's suffices (R-026).
    """
    game = mobilizing(
        {"submarine": 10},
        damage={
            (GERMANY, "major industrial complex"): 5,
            ("Western Germany", "major industrial complex"): 6,
        },
    )
    assert set(played().graph.coast["sea zone 113"]) >= {GERMANY, "Western Germany"}
    assert GERMANY not in played().graph.coast["sea zone 112"]
    game.do(Place(waiting(game)[:5], "sea zone 113"))
    assert refused(game, Place(waiting(game)[:5], "sea zone 112")).rule == "AA-MOB-007"
    game.do(Place(waiting(game)[:4], "sea zone 112"))
    assert game.state.phase != PHASE or not game.can(Place(waiting(game), "sea zone 113"))


@pytest.mark.rule("AA-AIR-022", "AA-UNI-052")
def test_AA_AIR_022_a_new_carrier_goes_where_aircraft_wait_for_it() -> None:
    """A fighter over sea zone 112 has no carrier: the new one must come there, not to 113."""
    game = mobilizing({"aircraft carrier": 1}, units={"sea zone 112": {GERMANY: {"fighter": 1}}})
    assert refused(game, Place(waiting(game), "sea zone 113")).rule == "AA-AIR-022"
    game.do(Place(waiting(game), "sea zone 112"))
    assert ids(game, "sea zone 112", "fighter", GERMANY)


@pytest.mark.rule("AA-AIR-022")
def test_AA_AIR_022_other_units_may_not_take_the_carriers_place() -> None:
    """One unit can be mobilized, and the fighter waits for the carrier: no submarine instead."""
    game = mobilizing(
        {"aircraft carrier": 1, "submarine": 1},
        units={"sea zone 112": {GERMANY: {"fighter": 1}}},
        damage={("Western Germany", "major industrial complex"): 9},
    )
    assert refused(game, Place(waiting(game, "submarine"), "sea zone 112")).rule == "AA-AIR-022"
    game.do(Place(waiting(game, "aircraft carrier"), "sea zone 112"))


def test_AA_NCM_aircraft_at_sea_without_a_carrier_are_lost_as_the_phase_ends() -> None:
    """Three fighters over one carrier: two stay, one is lost."""
    game = mobilizing(
        {"infantry": 1}, units={"sea zone 112": {GERMANY: {"aircraft carrier": 1, "fighter": 3}}}
    )
    game.do(Place(waiting(game), GERMANY))
    assert len(ids(game, "sea zone 112", "fighter", GERMANY)) == 2


def test_what_can_go_to_one_space_only_is_placed_without_a_decision() -> None:
    """France with one complex left: its infantry appear there of themselves."""
    game = position(
        power="France",
        money={"France": 3},
        control={"Normandy/Bordeaux": GERMANY, "Southern France": GERMANY},
    )
    game.do(Buy("France", {"infantry": 1}))
    while game.decision is not None and game.state.active == ("France",):
        game.do(EndPhase())
    assert len(ids(game, "France", "infantry", "France")) == 1
