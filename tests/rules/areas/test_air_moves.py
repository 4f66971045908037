"""Air movement: range, what may be flown over, landing as a proof, promises, stranded aircraft."""

from __future__ import annotations

import pytest

from a4a.core.events import ControlChanged, UnitsMoved, UnitsPlaced, UnitsRemoved
from a4a.rules.areas.movement.fields import Fields
from a4a.rules.areas.movement.landing import prove
from a4a.rules.areas.orders import EndPhase, Move
from tests.rules import retold
from tests.rules.areas.moves import go, order, refused
from tests.rules.areas.positions import ids, one, position

COMBAT, NONCOMBAT = "Combat Move", "Noncombat Move"
UK, GERMANY, USA, USSR = "United Kingdom", "Germany", "United States", "Soviet Union"


def skip_to(game, phase):
    while game.state.phase != phase:
        game.do(EndPhase())


# --- range --------------------------------------------------------------------------------------


@pytest.mark.rule(
    "AA-AIR-009", "AA-AIR-010", "AA-AIR-011", "AA-UNI-031", "AA-UNI-034", "AA-UNI-037"
)
def test_AA_AIR_009_every_border_crossed_costs_a_point():
    """A fighter flies 4, a strategic bomber 6; zones and islands count one each."""
    way = ["Holland/Belgium", "sea zone 110", "sea zone 109", "sea zone 119", "sea zone 123",
           "Iceland"]  # fmt: skip
    game = position(
        units={"Holland/Belgium": {GERMANY: {
            "fighter": 2, "tactical bomber": 2, "strategic bomber": 2}}},
        control={"Iceland": GERMANY, "Scotland": GERMANY},
        phase=NONCOMBAT,
    )  # fmt: skip
    for kind in ("fighter", "tactical bomber"):
        refused(game, order(game, kind, *way), "AA-AIR-009")
        go(game, kind, *way[:3], "Scotland")
    go(game, "strategic bomber", *way)  # five
    refused(game, order(game, "strategic bomber", *way[:5], "sea zone 122", "sea zone 121",
                        "sea zone 122"), "AA-AIR-009")  # fmt: skip


@pytest.mark.rule("AA-FAC-013")
@pytest.mark.parametrize("holder", [GERMANY, "Italy"])
def test_AA_FAC_013_a_comrades_air_base_gives_its_point_too(holder):
    units = {"France": {GERMANY: {"fighter": 1}}}
    game = position(units=units, control={"France": holder}, phase=NONCOMBAT)
    way = ("France", "Western Germany", "Germany", "Poland", "Slovakia/Hungary", "Romania")
    go(game, "fighter", *way)


@pytest.mark.rule("AA-AIR-006", "AA-AIR-007", "AA-FAC-013", "AA-FAC-015", "AA-RND-047")
def test_AA_AIR_006_an_air_base_gives_one_point_more():
    """A comrade's too; not when it has 3 damage."""
    way = ("France", "Western Germany", "Germany", "Poland", "Slovakia/Hungary", "Romania")
    held = {"France": GERMANY}
    units = {"France": {GERMANY: {"fighter": 1}}}
    game = position(units=units, control=held, phase=NONCOMBAT)
    go(game, "fighter", *way)
    game = position(units=units, control={"France": "Italy"}, phase=NONCOMBAT)
    go(game, "fighter", *way)
    hurt = {("France", "air base"): 3}
    game = position(units=units, control=held, damage=hurt, phase=NONCOMBAT)
    refused(game, order(game, "fighter", *way), "AA-AIR-009")
    game = position(units=units, control=held, damage={("France", "air base"): 2}, phase=NONCOMBAT)
    go(game, "fighter", *way)
    far = {GERMANY: ["Long-Range Aircraft"]}
    game = position(units=units, control=held, damage=hurt, technologies=far, phase=NONCOMBAT)
    go(game, "fighter", *way)


@pytest.mark.rule("AA-FAC-014", "AA-AIR-012")
def test_AA_FAC_014_aircraft_on_carriers_have_nothing_from_an_air_base():
    """The carrier's own zone costs nothing."""
    game = position(
        units={"sea zone 109": {UK: {"aircraft carrier": 1, "fighter": 1}}},
        power=UK, phase=NONCOMBAT,
    )  # fmt: skip
    way = ("sea zone 109", "sea zone 119", "sea zone 123", "Iceland")
    field = Fields(game.ruleset.game).of(game.state, combat=False)
    assert field.left(game.state.unit(one(game, "sea zone 109", "fighter"))) == 4
    go(game, "fighter", *way)


@pytest.mark.rule("AA-AIR-001", "AA-NCM-002", "AA-NCM-003", "AA-EXA-018", "AA-AIR-002")
def test_AA_AIR_001_both_phases_share_the_range():
    """What is used to attack is gone for the way home."""
    game = position(
        units={"Germany": {GERMANY: {"fighter": 2}}, "France": {"France": {"infantry": 1}}},
        phase=COMBAT,
    )
    way = ("Germany", "Western Germany", "France")
    go(game, "fighter", *way)
    flew = one(game, "France", "fighter", GERMANY)
    state = game.state
    field = Fields(game.ruleset.game).of(state, combat=False)
    assert field.left(state.unit(flew)) == 2
    assert field.left(state.unit(one(game, "Germany", "fighter"))) == 4


@pytest.mark.rule("AA-EXA-018", "AA-AIR-002", "AA-AIR-015")
def test_AA_EXA_018_a_bomber_keeps_enough_to_come_home():
    """It may not spend all 6 points on the way to its target."""
    game = position(
        units={"Germany": {GERMANY: {"strategic bomber": 1}}, "Tunisia": {"France": {
            "infantry": 1}}},
        control={"Libya": "France", "Sicily": "France", "Sardinia": "France",
                 "Southern Italy": "France", "Northern Italy": "France",
                 "Tobruk": "France", "Southern France": "France"},
        phase=COMBAT,
    )  # fmt: skip
    way = ("Germany", "Western Germany", "Northern Italy", "sea zone 95", "sea zone 94", "Tunisia")
    refused(game, order(game, "strategic bomber", *way), "AA-AIR-015")
    go(game, "strategic bomber", *way[:3])


@pytest.mark.rule("AA-AIR-005", "AA-EXA-015", "AA-AIR-004", "AA-NCM-005", "AA-SET-040")
def test_AA_AIR_005_aircraft_cross_hostile_spaces():
    """Over enemy land with AAA, and over enemy fleets."""
    game = position(
        units={
            "Western Germany": {GERMANY: {"fighter": 1}},
            "Holland/Belgium": {"France": {"AAA": 1}},
        },
        control={"Holland/Belgium": "France"},
        phase=COMBAT,
    )
    go(game, "fighter", "Western Germany", "Holland/Belgium", "Normandy/Bordeaux")
    assert ids(game, "Normandy/Bordeaux", "fighter", GERMANY)
    units = {"Norway": {GERMANY: {"strategic bomber": 1}}, "sea zone 112": {UK: {"cruiser": 1}}}
    game = position(units=units, phase=COMBAT)
    go(game, "strategic bomber", "Norway", "sea zone 112", "sea zone 111", "Scotland")


# --- neutrals, and powers not at war ------------------------------------------------------------


@pytest.mark.rule("AA-NEU-009", "AA-NEU-020")
def test_AA_NEU_009_nothing_flies_over_neutral_territories():
    """Not over friendly neutrals, not over others except to attack them."""
    game = position(
        units={"Romania": {GERMANY: {"fighter": 1}}, "Western Germany": {GERMANY: {"fighter": 2}},
               "Greece": {UK: {"infantry": 1}}},
        control={"Greece": UK},
        phase=COMBAT,
    )  # fmt: skip
    refused(game, order(game, "fighter", "Romania", "Bulgaria", "Greece"), "AA-NEU-009")
    refused(game, order(game, "fighter", "Romania", "Yugoslavia", "Albania"), "AA-NEU-020")
    refused(game, order(game, "fighter", "Western Germany", "Switzerland", "France"), "AA-NEU-020")
    go(game, "fighter", "Western Germany", "Switzerland")  # to attack it
    go(game, "fighter", "Romania", "sea zone 100", "Greece")


@pytest.mark.rule("AA-POL-033", "AA-POL-034", "AA-NCM-012", "AA-NCM-022", "AA-NEU-011")
def test_AA_POL_033_neutral_powers_keep_to_their_own_territories():
    """No neutral land, no other power's."""
    south = retold.either("Caucasus", "Georgia")
    game = position(
        units={"Eastern Poland": {USSR: {"fighter": 1, "tank": 1}},
               south: {USSR: {"fighter": 1, "tank": 1, "infantry": 1}}},
        power=USSR, phase=NONCOMBAT,
    )  # fmt: skip
    for kind in ("fighter", "tank"):
        rule = "AA-NCM-022" if kind == "fighter" else "AA-NCM-012"
        refused(game, order(game, kind, "Eastern Poland", "Poland"), rule)
    over = (south, "Turkey", "Northwest Persia")
    closed = retold.either("AA-POL-033", "DX-POL-006")
    refused(game, order(game, "fighter", *over), closed)
    refused(game, order(game, "tank", *over), closed)
    refused(game, order(game, "infantry", *over[:2]), closed)
    neutral = retold.either("AA-NEU-011", "DX-POL-006")
    refused(game, order(game, "infantry", south, "Northwest Persia"), neutral)
    go(game, "fighter", south, retold.either("Volgograd", "Caucasus"))


@pytest.mark.rule("AA-POL-037", "AA-POL-027", "AA-MOV-033")
def test_AA_POL_037_nobody_enters_a_neutral_powers_territory():
    """Neither enemies-to-be nor its own side."""
    game = position(
        units={"Poland": {GERMANY: {"infantry": 1, "fighter": 1}},
               "Central America": {UK: {"infantry": 1}},
               "Quebec": {UK: {"fighter": 1, "infantry": 1}}},
        phase=COMBAT,
    )  # fmt: skip
    for kind in ("infantry", "fighter"):
        refused(game, order(game, kind, "Poland", "Eastern Poland"), "AA-POL-037")
    game = position(
        units={"Quebec": {UK: {"fighter": 1, "infantry": 1}}}, power=UK, phase=NONCOMBAT
    )
    for kind in ("infantry", "fighter"):
        refused(game, order(game, kind, "Quebec", "Eastern United States"), "AA-POL-037")
    partly = position(
        units={"Poland": {GERMANY: {"infantry": 1}}},
        relations={("Italy", USSR): "war"}, phase=COMBAT,
    )  # fmt: skip
    refused(partly, order(partly, "infantry", "Poland", "Eastern Poland"), "AA-POL-027")
    at_war = position(
        units={"Poland": {GERMANY: {"infantry": 1}}},
        relations={(GERMANY, USSR): "war"}, phase=COMBAT,
    )  # fmt: skip
    go(at_war, "infantry", "Poland", "Eastern Poland")


@pytest.mark.rule("AA-POL-028")
def test_AA_POL_028_a_territory_with_units_of_a_power_not_at_war_is_not_attacked():
    """Though an enemy controls it."""
    units = {"Poland": {GERMANY: {"infantry": 1}}, "Baltic States": {UK: {"infantry": 1}}}
    held = {"Baltic States": UK}
    game = position(units=units, control=held, phase=COMBAT)
    go(game, "infantry", "Poland", "Baltic States")
    units["Baltic States"][USSR] = {"infantry": 1}
    relations = {("Italy", USSR): "war"}
    game = position(units=units, control=held, relations=relations, phase=COMBAT)
    refused(game, order(game, "infantry", "Poland", "Baltic States"), "AA-POL-028")


# --- where a combat move of aircraft ends -------------------------------------------------------


@pytest.mark.rule("AA-MOV-021", "AA-AIR-013", "AA-AIR-014", "AA-AMP-034")
def test_AA_AIR_013_aircraft_attack_territories_and_sea_zones():
    """Not friendly territories, and no empty sea zones."""
    game = position(
        units={"Holland/Belgium": {GERMANY: {"fighter": 3, "strategic bomber": 1}},
               "sea zone 110": {UK: {"submarine": 1}}, "France": {"France": {"infantry": 1}}},
        phase=COMBAT,
    )  # fmt: skip
    refused(game, order(game, "fighter", "Holland/Belgium", "Western Germany"), "AA-MOV-021")
    refused(
        game, order(game, "fighter", "Holland/Belgium", "sea zone 110", "sea zone 105"),
        "AA-MOV-021",
    )  # fmt: skip
    go(game, "fighter", "Holland/Belgium", "sea zone 110")
    go(game, "fighter", "Holland/Belgium", "France")
    go(game, "strategic bomber", "Holland/Belgium", "sea zone 110")
    refused(game, order(game, "fighter", "Holland/Belgium", "France", task="support"), "AA-AMP-008")


@pytest.mark.rule("AA-SBR-001", "AA-SBR-002", "AA-SBR-004")
def test_AA_SBR_002_who_raids_and_who_escorts():
    """Strategic bombers raid everything, tactical ones bases only, fighters escort."""
    game = position(
        units={"Holland/Belgium": {GERMANY: {
            "fighter": 1, "tactical bomber": 2, "strategic bomber": 1}}},
        phase=COMBAT,
    )  # fmt: skip
    over = ("Holland/Belgium", "France")
    refused(game, order(game, "fighter", *over, task="raid"), "AA-SBR-002")
    refused(game, order(game, "fighter", *over, task="escort"), "AA-SBR-004")
    go(game, "strategic bomber", *over, task="raid")
    refused(game, order(game, "tactical bomber", *over, task="escort"), "AA-SBR-004")
    go(game, "fighter", *over, task="escort")
    go(game, "tactical bomber", *over, task="raid")  # the air base
    no_base = ("Holland/Belgium", "sea zone 110", UK, "Scotland")
    refused(game, order(game, "tactical bomber", *no_base[:2], task="raid"), "AA-SBR-001")
    game = position(
        units={"Holland/Belgium": {GERMANY: {"tactical bomber": 1, "strategic bomber": 1}},
               "Normandy/Bordeaux": {"France": {"minor industrial complex": 1}}},
        damage={}, control={"Southern France": "France"}, phase=COMBAT,
    )  # fmt: skip
    refused(
        game, order(game, "strategic bomber", "Holland/Belgium", "sea zone 110", "sea zone 109",
                    "sea zone 119", task="raid"), "AA-SBR-001",
    )  # fmt: skip


# --- safe landing -------------------------------------------------------------------------------


def carrier_strike(*, purchased=None, own=None, phase=COMBAT, enemies=None, others=None, **more):
    """A British fighter in Gibraltar, four zones from a German cruiser in sea zone 96."""
    units = {
        "Gibraltar": {UK: {"fighter": 1}},
        "sea zone 96": {GERMANY: enemies or {"cruiser": 1}},
        **(others or {}),
    }
    for zone, fleet in (own or {}).items():
        units.setdefault(zone, {})[UK] = fleet
    held = {"Malta": GERMANY, "Tunisia": GERMANY, "Algeria": GERMANY, "Morocco": GERMANY,
            "Alexandria": GERMANY, "Egypt": GERMANY, "Southern France": GERMANY,
            "Syria": GERMANY, "Trans-Jordan": GERMANY, "Cyprus": GERMANY}  # fmt: skip
    return position(units=units, purchased=purchased, control=held, power=UK, phase=phase, **more)


STRIKE = ("Gibraltar", "sea zone 92", "sea zone 94", "sea zone 96")


@pytest.mark.rule("AA-AIR-003", "AA-AIR-015", "AA-AIR-016", "AA-EXA-019", "AA-AIR-017")
def test_AA_AIR_003_a_fighter_may_use_all_points_if_a_carrier_could_be_there():
    """In a noncombat move, after the attack has cleared the zone; not otherwise."""
    game = carrier_strike(own={"sea zone 93": {"destroyer": 1}})
    refused(game, order(game, "fighter", *STRIKE), "AA-AIR-015")
    game = carrier_strike(own={"sea zone 93": {"aircraft carrier": 1}})
    go(game, "fighter", *STRIKE)  # 93, 94, 96: two moves for the carrier


@pytest.mark.rule("AA-AIR-016", "AA-AIR-021")
def test_AA_AIR_021_a_carrier_that_aircraft_count_on_does_not_go_elsewhere():
    """Its combat move may not take it out of reach."""
    game = carrier_strike(
        own={"sea zone 93": {"aircraft carrier": 1, "destroyer": 1}},
        enemies={"cruiser": 1},
    )
    go(game, "fighter", *STRIKE)
    away = ("sea zone 93", "sea zone 92")
    game.verify(order(game, "aircraft carrier", "sea zone 93", "sea zone 94", "sea zone 96"))
    refused(game, order(game, "aircraft carrier", *away), "AA-MOV-021")


@pytest.mark.rule("AA-AIR-016", "AA-AIR-021")
def test_AA_AIR_021_in_noncombat_moves_it_goes_where_they_reach_it():
    """Neither does the phase end before they are aboard."""
    noncombat = carrier_strike(
        own={"sea zone 93": {"aircraft carrier": 1}, "sea zone 95": {"fighter": 1}},
        phase=NONCOMBAT, enemies={"submarine": 1},
        damage={},
    )  # fmt: skip
    state = noncombat.state
    fighter = one(noncombat, "sea zone 95", "fighter")
    spent = UnitsMoved((fighter,), ("sea zone 95", "sea zone 97", "sea zone 95"), "combat", 3)
    noncombat.node = noncombat.record.append([spent], parent=noncombat.node, cause="edit")
    assert state is not noncombat.state
    refused(
        noncombat,
        order(noncombat, "aircraft carrier", "sea zone 93", "sea zone 92", "sea zone 91"),
        "AA-AIR-021",
    )
    go(noncombat, "aircraft carrier", "sea zone 93", "sea zone 94")
    refused(noncombat, EndPhase(), "AA-AIR-020")
    go(noncombat, "fighter", "sea zone 95", "sea zone 94")
    noncombat.do(EndPhase())
    assert noncombat.state.unit(fighter).place == "sea zone 94"


@pytest.mark.rule("AA-AIR-015", "AA-AIR-016")
def test_AA_AIR_016_ships_stay_to_clear_the_way_of_a_carrier_that_aircraft_count_on():
    """The fighter lands on the carrier if the destroyer on its way fights there."""
    game = carrier_strike(
        own={"sea zone 93": {"aircraft carrier": 1}, "sea zone 94": {"destroyer": 1}},
        others={zone: {GERMANY: {"cruiser": 1}} for zone in ("sea zone 94", "sea zone 95")},
    )
    go(game, "fighter", *STRIKE)
    away = ("sea zone 94", "sea zone 92")
    refused(game, order(game, "destroyer", *away, power=UK), "AA-AIR-015")


@pytest.mark.rule("AA-AIR-015", "AA-UNI-050")
def test_AA_AIR_015_all_aircraft_must_be_able_to_land_together():
    """Three fighters do not count on one carrier."""
    game = carrier_strike(own={"sea zone 93": {"aircraft carrier": 1}})
    units = {"Gibraltar": {UK: {"fighter": 3}}, "sea zone 93": {UK: {"aircraft carrier": 1}},
             "sea zone 96": {GERMANY: {"cruiser": 1}}}  # fmt: skip
    held = {t: o for t, o in game.state.control.items() if o == GERMANY}
    game = position(units=units, control=held, power=UK, phase=COMBAT)
    go(game, "fighter", *STRIKE, count=2)
    refused(game, order(game, "fighter", *STRIKE), "AA-AIR-015")


@pytest.mark.rule("AA-AIR-016", "AA-AIR-022", "AA-NCM-017", "AA-UNI-052")
def test_AA_NCM_017_a_carrier_to_be_mobilized_is_a_landing_place():
    """In a zone next to an own complex, even a hostile one."""
    units = {
        "sea zone 110": {UK: {"fighter": 1}},
        "sea zone 109": {GERMANY: {"cruiser": 1}},
    }
    spend = ("sea zone 110", "sea zone 111", "sea zone 119", "sea zone 118", "sea zone 109")
    held = {UK: UK}
    game = position(
        units=units,
        control=held,
        power=UK,
        phase=NONCOMBAT,
        purchased={UK: {"aircraft carrier": 1}},
        dice=[6] * 20,
    )
    go(game, "fighter", *spend)
    game.do(EndPhase())
    assert ids(game, "sea zone 109", "fighter", UK)
    without = position(units=units, control=held, power=UK, phase=NONCOMBAT)
    refused(without, order(without, "fighter", *spend), "AA-NCM-020")


@pytest.mark.rule("AA-AIR-018", "AA-AIR-016")
def test_AA_AIR_018_a_carrier_in_battle_counts_only_where_it_fights():
    """Its retreat is no landing place: one that has moved to attack stays in the proof."""
    game = carrier_strike(own={"sea zone 94": {"aircraft carrier": 1, "destroyer": 1}})
    go(game, "destroyer", "sea zone 94", "sea zone 96")
    go(game, "aircraft carrier", "sea zone 94", "sea zone 96")
    field = Fields(game.ruleset.game).of(game.state, combat=True)
    assert prove(field).stranded == ()
    go(game, "fighter", *STRIKE)
    field = Fields(game.ruleset.game).of(game.state, combat=True)
    fighter = one(game, "sea zone 96", "fighter")
    assert prove(field).at_sea == {fighter: "sea zone 96"}


@pytest.mark.rule("AA-AIR-018", "AA-AIR-015")
@pytest.mark.parametrize("attacked", [{"destroyer": 1}, {"transport": 1}])
def test_AA_AIR_018_a_carrier_that_attacked_does_not_sail_on_in_the_proof(attacked):
    """From 94 it could have met the fighter; it fights in 93, and has a zone left to go."""
    ships = {"sea zone 94": {"aircraft carrier": 1, "destroyer": 1}}
    for sent in (False, True):
        game = carrier_strike(own=ships, others={"sea zone 93": {"Italy": attacked}})
        if sent:
            go(game, "destroyer", "sea zone 94", "sea zone 93")
            go(game, "aircraft carrier", "sea zone 94", "sea zone 93")
        strike = order(game, "fighter", *STRIKE)
        if sent:
            refused(game, strike, "AA-AIR-015")
        else:
            game.verify(strike)


@pytest.mark.rule("AA-SEA-002", "AA-SEA-003", "AA-SEA-006", "AA-SEA-018")
def test_AA_SEA_002_carrier_aircraft_move_on_their_own():
    """A carrier sails to battle and leaves them; they follow in the noncombat move."""
    game = position(
        units={"sea zone 98": {UK: {"aircraft carrier": 1, "fighter": 2, "cruiser": 1}},
               "sea zone 96": {"Italy": {"transport": 1}}},
        power=UK, phase=COMBAT,
    )  # fmt: skip
    go(game, "cruiser", "sea zone 98", "sea zone 96")
    go(game, "aircraft carrier", "sea zone 98", "sea zone 96")
    assert len(ids(game, "sea zone 98", "fighter")) == 2
    go(game, "fighter", "sea zone 98", "sea zone 96")
    game.verify(EndPhase())


@pytest.mark.rule("AA-AIR-008", "AA-NCM-016")
def test_AA_AIR_008_strategic_bombers_do_not_land_at_sea():
    """Fighters and tactical bombers only, where a carrier has room."""
    game = position(
        units={"Malta": {UK: {"fighter": 1, "tactical bomber": 1, "strategic bomber": 1}},
               "sea zone 98": {UK: {"aircraft carrier": 1, "fighter": 1}}},
        power=UK, phase=NONCOMBAT,
    )  # fmt: skip
    way = ("Malta", "sea zone 96", "sea zone 98")
    refused(game, order(game, "strategic bomber", *way), "AA-AIR-008")
    go(game, "fighter", *way)
    go(game, "tactical bomber", *way)  # one more than there is room for: another must leave
    refused(game, EndPhase(), "AA-AIR-020")
    go(game, "fighter", "sea zone 98", "Egypt")
    game.do(EndPhase())
    assert len(ids(game, "sea zone 98", "fighter")) == 1
    assert ids(game, "sea zone 98", "tactical bomber")


@pytest.mark.rule("AA-NCM-013", "AA-NCM-014", "AA-NCM-015", "AA-NCM-021")
def test_AA_NCM_015_nothing_lands_in_a_territory_taken_in_this_turn():
    """Nor in a hostile one; who finds no place by the end is lost."""
    game = position(
        units={"Western Germany": {GERMANY: {"fighter": 2}}}, phase=NONCOMBAT,
        control={"Holland/Belgium": "France"},
    )  # fmt: skip
    refused(game, order(game, "fighter", "Western Germany", "Holland/Belgium"), "AA-NCM-014")
    game.node = game.record.append(
        [ControlChanged("Holland/Belgium", "France", GERMANY, "conquest")],
        parent=game.node, cause="edit",
    )  # fmt: skip
    refused(game, order(game, "fighter", "Western Germany", "Holland/Belgium"), "AA-NCM-015")
    fighter = ids(game, "Western Germany", "fighter")[0]
    spent = UnitsMoved((fighter,), ("Western Germany", "Holland/Belgium"), "combat", 5)
    game.node = game.record.append([spent], parent=game.node, cause="edit")
    events = game.do(EndPhase())
    gone = [e for e in events if isinstance(e, UnitsRemoved)]
    assert [e.units for e in gone] == [(fighter,)]


@pytest.mark.rule("AA-AIR-020", "AA-NCM-020")
def test_AA_AIR_020_as_many_as_possible_must_land():
    """The phase does not end while an aircraft can still be saved."""
    game = position(units={"sea zone 110": {UK: {"fighter": 1}}}, power=UK, phase=NONCOMBAT)
    error = refused(game, EndPhase(), "AA-AIR-020")
    assert error.allowed.startswith("it can land in Algeria, British Guiana, ")
    go(game, "fighter", "sea zone 110", UK)
    game.do(EndPhase())


@pytest.mark.rule("AA-NCM-018", "AA-NCM-019", "AA-NCM-028")
def test_AA_NCM_028_a_carrier_goes_to_fetch_aircraft_that_have_no_other_place():
    """If it can, it must."""
    game = carrier_strike(
        own={"sea zone 93": {"aircraft carrier": 1}, "sea zone 96": {"fighter": 1}},
        enemies={"submarine": 1}, phase=NONCOMBAT,
    )  # fmt: skip
    fighter = one(game, "sea zone 96", "fighter", UK)
    spent = UnitsMoved((fighter,), ("sea zone 96", "sea zone 94", "sea zone 96"), "combat", 4)
    game.node = game.record.append([spent], parent=game.node, cause="edit")
    error = refused(game, EndPhase(), "AA-AIR-020")
    assert "sea zone 96" in error.allowed
    go(game, "aircraft carrier", "sea zone 93", "sea zone 94", "sea zone 96")
    game.do(EndPhase())
    assert game.state.unit(fighter).place == "sea zone 96"


# --- guests -------------------------------------------------------------------------------------


@pytest.mark.rule("AA-SEA-004", "AA-SEA-019", "AA-UNI-051", "AA-SEA-005")
def test_AA_SEA_004_guests_are_cargo_while_the_carrier_moves():
    """French aircraft stay aboard a British carrier; the British give them no orders."""
    game = position(
        units={"sea zone 98": {UK: {"aircraft carrier: France's fighter": 1}}},
        power=UK, phase=NONCOMBAT,
    )  # fmt: skip
    carrier, guest = (
        one(game, "sea zone 98", "aircraft carrier"),
        one(game, "sea zone 98", "fighter"),
    )
    refused(game, Move((guest,), ("sea zone 98", "Egypt")), "AA-SET-008")
    go(game, "aircraft carrier", "sea zone 98", "sea zone 99")
    assert game.state.unit(guest).place == carrier
    assert game.state.space_of(guest) == "sea zone 99"


@pytest.mark.rule("AA-SEA-018", "AA-UNI-053", "AA-UNI-054", "AA-SEA-006")
def test_AA_SEA_018_guests_take_off_on_their_own_turn_unless_the_carrier_is_damaged():
    """On a damaged carrier they are trapped."""
    fleet = {"sea zone 98": {UK: {"aircraft carrier: France's fighter": 1}}}
    game = position(units=fleet, power="France", phase=NONCOMBAT)
    go(game, "fighter", "sea zone 98", "Syria")
    hurt = {("sea zone 98", "aircraft carrier"): 1}
    game = position(units=fleet, power="France", phase=NONCOMBAT, damage=hurt)
    refused(game, order(game, "fighter", "sea zone 98", "Syria"), "AA-UNI-054")
    game.do(EndPhase())  # and it need not land


@pytest.mark.rule("AA-MOV-033", "AA-UNI-050", "AA-UNI-053", "AA-NCM-016")
def test_AA_MOV_033_aircraft_land_on_comrades_carriers():
    """If there is room, and the carrier is whole."""

    def fleet(kind="aircraft carrier", **more):
        return position(
            units={"Syria": {"France": {"fighter": 2}}, "sea zone 98": {UK: {kind: 1}}},
            power="France", phase=NONCOMBAT, **more,
        )  # fmt: skip

    way = ("Syria", "sea zone 98")
    game = fleet()
    carrier = one(game, "sea zone 98", "aircraft carrier")
    go(game, "fighter", *way, aboard=carrier)
    go(game, "fighter", *way)
    events = game.do(EndPhase())
    placed = [e for e in events if isinstance(e, UnitsPlaced)]
    assert [e.place for e in placed] == [carrier]
    assert len(game.state.at(carrier)) == 2
    game = fleet("aircraft carrier: fighter, fighter")
    carrier = one(game, "sea zone 98", "aircraft carrier")
    refused(game, order(game, "fighter", *way, aboard=carrier), "AA-UNI-050")
    game = fleet(damage={("sea zone 98", "aircraft carrier"): 1})
    carrier = one(game, "sea zone 98", "aircraft carrier")
    refused(game, order(game, "fighter", *way, aboard=carrier), "AA-UNI-053")
    refused(game, order(game, "fighter", *way), "AA-NCM-020")


@pytest.mark.rule("AA-NCM-022", "AA-MOV-033")
def test_AA_NCM_022_neutral_powers_do_not_land_on_others_carriers():
    """Nor the others on theirs."""
    game = position(
        units={"Eastern United States": {USA: {"fighter": 1}},
               "sea zone 101": {UK: {"aircraft carrier": 1}}},
        power=USA, phase=NONCOMBAT,
    )  # fmt: skip
    carrier = one(game, "sea zone 101", "aircraft carrier")
    way = ("Eastern United States", "sea zone 101")
    refused(game, order(game, "fighter", *way, aboard=carrier), "AA-MOV-033")


# --- stranded defenders -------------------------------------------------------------------------


@pytest.mark.rule("AA-NCM-006", "AA-NCM-007", "AA-UNI-058", "AA-UNI-059", "AA-SCR-020")
def test_AA_NCM_006_stranded_defenders_land_before_anything_moves():
    """Carrier aircraft without their carrier: their owner chooses among places one space away."""
    game = position(
        units={"sea zone 98": {UK: {"fighter": 1}}, "Germany": {GERMANY: {"infantry": 1}}},
        power=GERMANY, phase="Conduct Combat",
    )  # fmt: skip
    skip_to(game, NONCOMBAT)
    asked = game.decision
    assert (asked.kind, asked.powers, asked.orders) == ("landing", (UK,), ("Move",))
    assert set(asked.spaces) == {"Alexandria", "Egypt", "Syria", "Trans-Jordan"}
    fighter = one(game, "sea zone 98", "fighter")
    refused(game, order(game, "infantry", "Germany", "Poland"), "AA-NCM-007")
    refused(game, Move((fighter,), ("sea zone 98", "sea zone 96")), "AA-NCM-006")
    refused(game, Move((fighter,), ("Egypt", "sea zone 98")), "")
    game.do(Move((fighter,), ("sea zone 98", "Egypt")))
    assert game.state.unit(fighter).place == "Egypt"
    assert game.decision.kind == "noncombat move"


@pytest.mark.rule("AA-UNI-058", "AA-UNI-059")
def test_AA_UNI_059_another_carrier_in_the_zone_takes_them_first():
    """Their own power's, or a friend's; the last choice is to be lost."""
    game = position(
        units={"sea zone 105": {UK: {"aircraft carrier": 1, "fighter": 3},
                                "France": {"aircraft carrier": 1}}},
        power=GERMANY, phase="Conduct Combat", control={"Normandy/Bordeaux": GERMANY},
    )  # fmt: skip
    french = one(game, "sea zone 105", "aircraft carrier", "France")
    skip_to(game, NONCOMBAT)
    assert len(game.state.at(french)) == 1
    game = position(
        units={"sea zone 105": {UK: {"aircraft carrier": 1, "fighter": 2}}},
        damage={("sea zone 105", "aircraft carrier"): 1},
        power=GERMANY, phase="Conduct Combat", control={"Normandy/Bordeaux": GERMANY},
    )  # fmt: skip
    skip_to(game, NONCOMBAT)
    assert not ids(game, "sea zone 105", "fighter")  # nothing within one space


def one_too_many(zone, **more):
    """Two fighters and a tactical bomber of the British, whose one carrier takes two."""
    own = {"aircraft carrier": 1, "fighter": 2, "tactical bomber": 1}
    game = position(units={zone: {UK: own}}, power=GERMANY, phase="Conduct Combat", **more)
    skip_to(game, NONCOMBAT)
    return game


@pytest.mark.rule("AA-UNI-058", "AA-UNI-059")
@pytest.mark.parametrize("kind", ["fighter", "tactical bomber"])
def test_AA_UNI_059_the_owner_chooses_which_aircraft_looks_for_another_place(kind):
    """The dearer one as well as the cheaper (R-110); then nobody is asked any more."""
    game = one_too_many("sea zone 98")
    asked = game.decision
    assert (asked.kind, asked.powers) == ("landing", (UK,))
    assert {game.state.unit(i).type for i in asked.units} == {"fighter", "tactical bomber"}
    labels = [answer.label for answer in game.ruleset.choices(game.state)[0].answers]
    assert f"{kind}: Egypt" in labels
    assert len(labels) == 2 * len(asked.spaces)
    leaves = one(game, "sea zone 98", kind)
    game.do(Move((leaves,), ("sea zone 98", "Egypt")))
    assert game.state.unit(leaves).place == "Egypt"
    assert (
        len(ids(game, "sea zone 98", "fighter") + ids(game, "sea zone 98", "tactical bomber")) == 2
    )
    assert game.decision.kind == "noncombat move"


@pytest.mark.rule("AA-UNI-059")
@pytest.mark.parametrize("kind", ["fighter", "tactical bomber"])
def test_AA_UNI_059_the_owner_chooses_which_aircraft_is_lost(kind):
    """Where none has anywhere to go one is lost all the same, and none that could be saved."""
    game = one_too_many("sea zone 105", control={"Normandy/Bordeaux": GERMANY})
    lost = one(game, "sea zone 105", kind)
    refused(game, Move((lost,), ("sea zone 105", "Normandy/Bordeaux")), "AA-NCM-006")
    game.do(Move((lost,), ("sea zone 105",)))
    assert lost not in game.state.units
    assert game.decision.kind == "noncombat move"
    saved = one_too_many("sea zone 98")
    stays = one(saved, "sea zone 98", kind)
    refused(saved, Move((stays,), ("sea zone 98",)), "AA-NCM-006")


@pytest.mark.rule("AA-SCR-017", "AA-SCR-018", "AA-SCR-019", "AA-SBR-010", "AA-SBR-011")
def test_AA_SCR_017_scrambled_aircraft_go_home_or_one_space_away():
    """And are lost where there is no place."""

    def after(control, fleet=None):
        game = position(
            units={"Normandy/Bordeaux": {"France": {"fighter": 1}},
                   "sea zone 110": {"France": fleet or {}}},
            power=GERMANY, phase=COMBAT, control={"France": GERMANY},
        )  # fmt: skip
        fighter = one(game, "Normandy/Bordeaux", "fighter")
        scramble = UnitsMoved((fighter,), ("Normandy/Bordeaux", "sea zone 110"), "scramble", 1)
        taken = [ControlChanged(t, "France", GERMANY, "conquest") for t in control]
        game.node = game.record.append([scramble, *taken], parent=game.node, cause="edit")
        skip_to(game, NONCOMBAT)
        return game, fighter

    def landed(control):
        game, fighter = after(control)
        unit = game.state.units.get(fighter)
        steps = game.record.steps.values()
        moved = [e for step in steps for e in step.events if isinstance(e, UnitsMoved)]
        return unit and (unit.place, moved[-1].mode)

    assert landed([]) == ("Normandy/Bordeaux", "return")
    lost = ["Normandy/Bordeaux"]
    assert landed(lost) == (UK, "displacement")  # the only friendly territory beside the zone
    game, fighter = after(lost, {"aircraft carrier": 1, "fighter": 1})
    assert (game.decision.units, game.decision.spaces) == ((fighter,), (UK, "sea zone 110"))
    game, fighter = after(lost, {"aircraft carrier": 1, "fighter": 2})  # which leave no place
    assert game.state.unit(fighter).place == UK


@pytest.mark.rule("AA-SBR-010", "AA-SBR-011", "AA-NCM-006")
def test_AA_SBR_010_interceptors_whose_territory_fell_move_one_space_or_are_lost():
    """Before the acting player moves anything."""
    game = position(
        units={"France": {"France": {"fighter": 1}}, "Malta": {UK: {"fighter": 1}}},
        power=GERMANY, phase=COMBAT,
        control={"Normandy/Bordeaux": GERMANY},
    )  # fmt: skip
    taken = [ControlChanged("France", "France", GERMANY, "conquest"),
             ControlChanged("Malta", UK, GERMANY, "conquest")]  # fmt: skip
    game.node = game.record.append(taken, parent=game.node, cause="edit")
    fighters = one(game, "France", "fighter"), one(game, "Malta", "fighter")
    skip_to(game, NONCOMBAT)
    assert game.state.unit(fighters[0]).place == "Southern France"
    assert fighters[1] not in game.state.units
