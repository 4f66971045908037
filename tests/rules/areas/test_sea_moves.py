"""Sea movement: hostile zones, submarines and destroyers, prey, bases' range, limits."""

from __future__ import annotations

import pytest

from a4a.core.events import Decided, UnitsRemoved, UnitsTasked
from a4a.rules.areas.movement.fields import fields_of
from a4a.rules.areas.movement.landing import zones_of
from a4a.rules.areas.orders import EndPhase, Engage, Move
from tests.rules.areas.moves import go, order, refused
from tests.rules.areas.positions import ids, one, position

COMBAT, NONCOMBAT = "Combat Move", "Noncombat Move"
UK, GERMANY = "United Kingdom", "Germany"


def atlantic(enemies=None, own=None, phase=COMBAT, where="sea zone 105", **more):
    """British ships in sea zone 104 and Germans in 105; 103 and 88 are beyond."""
    units = {"sea zone 104": {UK: own or {"destroyer": 1, "cruiser": 1, "submarine": 1}}}
    units.setdefault(where, {})[GERMANY] = enemies or {"cruiser": 1}
    return position(units=units, power=UK, phase=phase, **more)


@pytest.mark.rule("AA-MOV-040", "AA-EXA-017", "AA-SET-033", "AA-EXA-014")
def test_AA_MOV_040_ships_stop_in_hostile_sea_zones():
    """A surface warship makes a zone hostile, and whoever enters it stops."""
    game = atlantic()
    way = ("sea zone 104", "sea zone 105", "sea zone 110")
    refused(game, order(game, "destroyer", *way), "AA-MOV-040")
    go(game, "destroyer", "sea zone 104", "sea zone 105")
    refused(game, order(game, "destroyer", *way[1:]), "AA-MOV-040")


@pytest.mark.rule("AA-SEA-007", "AA-EXA-017")
def test_AA_SEA_007_a_submarine_passes_a_hostile_zone_without_a_destroyer():
    """The destroyer must stop where the submarine passes."""
    game = position(
        units={
            "sea zone 104": {UK: {"destroyer": 1, "submarine": 2}},
            "sea zone 105": {GERMANY: {"cruiser": 1}},
            "sea zone 110": {GERMANY: {"transport": 1}},
        },
        power=UK,
        phase=COMBAT,
    )
    way = ("sea zone 104", "sea zone 105", "sea zone 110")
    refused(game, order(game, "destroyer", *way), "AA-MOV-040")
    go(game, "submarine", *way)
    refused(game, order(game, "destroyer, submarine", *way), "AA-MOV-040")


@pytest.mark.rule("AA-SEA-008", "AA-UNI-071")
def test_AA_SEA_008_a_destroyer_stops_submarines():
    """A submarine that enters a zone with an enemy destroyer stops, and is in battle."""
    game = atlantic({"destroyer": 1})
    way = ("sea zone 104", "sea zone 105", "sea zone 110")
    refused(game, order(game, "submarine", *way), "AA-SEA-008")
    go(game, "submarine", *way[:2])
    refused(game, order(game, "submarine", *way[1:]), "AA-SEA-008")


@pytest.mark.rule("AA-NCM-023", "AA-NCM-005", "AA-NCM-024", "AA-NCM-025")
def test_AA_NCM_023_only_submarines_enter_hostile_zones_in_noncombat():
    """And a destroyer stops these."""
    way = ("sea zone 104", "sea zone 105", "sea zone 110")
    game = atlantic(phase=NONCOMBAT)
    refused(game, order(game, "cruiser", *way[:2]), "AA-NCM-023")
    refused(game, order(game, "cruiser", *way), "AA-NCM-023")
    go(game, "submarine", *way)
    game = atlantic({"destroyer": 1}, phase=NONCOMBAT)
    refused(game, order(game, "submarine", *way), "AA-NCM-025")
    go(game, "submarine", *way[:2])


@pytest.mark.rule("AA-MOV-041", "AA-SET-034", "AA-UNI-078", "AA-MOV-053")
def test_AA_MOV_041_submarines_and_transports_stop_nobody():
    """Ships pass them, and may end beside them in a noncombat move."""
    for enemies in ({"submarine": 2}, {"transport": 1}):
        game = atlantic(enemies, phase=NONCOMBAT)
        go(game, "cruiser", "sea zone 104", "sea zone 105", "sea zone 110")
        go(game, "destroyer", "sea zone 104", "sea zone 105")
        game.do(EndPhase())
        assert ids(game, "sea zone 105", "destroyer")


@pytest.mark.rule("AA-MOV-031", "AA-MOV-043", "AA-MOV-046", "AA-UNI-077", "AA-MOV-021")
def test_AA_MOV_031_units_may_end_a_combat_move_where_they_attack_submarines():
    """Some halt to attack while others sail on; a plain empty zone is no end of a combat move."""
    game = position(
        units={
            "sea zone 104": {UK: {"destroyer": 2, "cruiser": 1}},
            "sea zone 105": {GERMANY: {"submarine": 1, "transport": 1}},
            "sea zone 110": {GERMANY: {"cruiser": 1}},
        },
        power=UK,
        phase=COMBAT,
    )
    refused(game, order(game, "cruiser", "sea zone 104", "sea zone 103"), "AA-MOV-021")
    go(game, "destroyer", "sea zone 104", "sea zone 105")
    go(game, "cruiser", "sea zone 104", "sea zone 105", "sea zone 110")
    events = game.do(EndPhase())
    tasked = [e for e in events if isinstance(e, UnitsTasked) and e.task == "engage"]
    assert [e.target for e in tasked] == ["sea zone 105"]


@pytest.mark.rule("AA-MOV-043", "AA-MOV-044", "AA-MOV-045")
def test_AA_MOV_043_prey_that_is_there_already_is_attacked_or_ignored():
    """All of it or none; whoever attacks stays."""
    game = atlantic({"submarine": 1, "transport": 1}, where="sea zone 104")
    events = game.do(Engage("sea zone 104", "attack"))
    assert any(isinstance(e, Decided) and e.choice == "attack" for e in events)
    assert {game.state.memory(i).task for i in ids(game, "sea zone 104", power=UK)} == {"engage"}
    refused(game, Engage("sea zone 104", "attack"), "AA-MOV-045")
    refused(game, order(game, "destroyer", "sea zone 104", "sea zone 105"), "AA-MOV-044")
    game.do(Engage("sea zone 104", "ignore"))
    assert {game.state.memory(i).task for i in ids(game, "sea zone 104", power=UK)} == {"support"}


@pytest.mark.rule("AA-MOV-043", "AA-MOV-047")
def test_AA_MOV_043_there_must_be_prey_and_somebody_to_attack_it():
    """Engaging is about submarines and transports in zones that are not hostile."""
    game = atlantic({"cruiser": 1}, where="sea zone 104")
    refused(game, Engage("sea zone 104", "attack"), "AA-MOV-047")
    refused(game, Engage("sea zone 105", "attack"), "AA-MOV-043")
    refused(game, Engage("Paris", "attack"), "")
    game = atlantic({"submarine": 1}, {"transport": 1}, where="sea zone 104")
    refused(game, Engage("sea zone 104", "attack"), "AA-MOV-043")


@pytest.mark.rule(
    "AA-MOV-047", "AA-MOV-048", "AA-MOV-051", "AA-MOV-027", "AA-MOV-054", "AA-EXA-020"
)  # fmt: skip
def test_AA_MOV_047_ships_beside_enemy_warships_fight_or_leave():
    """They may stay and fight, or get away to a friendly zone and rest there."""
    game = atlantic({"cruiser": 1}, where="sea zone 104")
    go(game, "destroyer", "sea zone 104", "sea zone 103")  # leaves and fights nobody
    game.verify(EndPhase())  # the others stay and fight
    fled = one(game, "sea zone 103", "destroyer")
    assert game.state.memory(fled).origin == "sea zone 104"


@pytest.mark.rule("AA-MOV-027", "AA-MOV-021")
def test_AA_MOV_027_only_ships_that_began_beside_enemy_warships_get_away():
    """A destroyer that was at peace does not go along with a cruiser that leaves."""
    fleet = {"sea zone 104": {UK: {"cruiser": 1}, GERMANY: {"cruiser": 1}},
             "sea zone 103": {UK: {"destroyer": 1}}}  # fmt: skip
    game = position(units=fleet, power=UK, phase=COMBAT)
    go(game, "cruiser", "sea zone 104", "sea zone 103")
    away = ("sea zone 103", "sea zone 102")
    refused(game, order(game, "cruiser, destroyer", *away), "AA-MOV-021")
    go(game, "cruiser", *away)


@pytest.mark.rule("AA-MOV-047", "AA-UNI-076", "AA-SEA-001")
@pytest.mark.parametrize("own", [["transport"], ["aircraft carrier"],
                                 ["transport", "aircraft carrier"]])  # fmt: skip
def test_AA_MOV_047_unarmed_ships_beside_enemy_warships_must_leave(own):
    """Without a unit that has an attack value nothing fights, so they may not stay to fight."""
    game = atlantic({"battleship": 3}, dict.fromkeys(own, 1), where="sea zone 104")
    for kind in own:
        refused(game, EndPhase(), "AA-MOV-047")
        go(game, kind, "sea zone 104", "sea zone 103")
    game.verify(EndPhase())


@pytest.mark.rule("AA-MOV-047", "AA-MOV-048", "AA-SEA-001", "AA-UNI-076")
def test_AA_MOV_047_unarmed_ships_may_stay_where_others_fight():
    """A fighter of the carrier that stays is enough, and so is a cruiser that comes."""
    own = {"aircraft carrier": 1, "fighter": 2, "transport": 1}
    game = atlantic({"battleship": 1}, own, where="sea zone 104")
    game.verify(EndPhase())
    alone = position(
        units={"sea zone 104": {UK: {"transport": 1}, GERMANY: {"destroyer": 1}},
               "sea zone 103": {UK: {"cruiser": 1}}},
        power=UK, phase=COMBAT,
    )  # fmt: skip
    refused(alone, EndPhase(), "AA-MOV-047")
    go(alone, "cruiser", "sea zone 103", "sea zone 104")
    alone.verify(EndPhase())


@pytest.mark.rule("AA-MOV-047", "AA-AIR-015")
def test_AA_MOV_047_a_carrier_that_must_leave_is_no_landing_place_where_it_was():
    """Its fighters may attack only what leaves them a way to where the carrier can go."""
    game = position(
        units={"sea zone 104": {UK: {"aircraft carrier": 1, "fighter": 1},
                                GERMANY: {"battleship": 3}},
               "sea zone 105": {GERMANY: {"transport": 1, "destroyer": 1}}},
        power=UK, phase=COMBAT,
    )  # fmt: skip
    go(game, "fighter", "sea zone 104", "sea zone 105")
    field = fields_of(game.ruleset.game).of(game.state, combat=True)
    (carrier,) = (u for u in field.ships if u.type == "aircraft carrier")
    assert "sea zone 104" not in zones_of(field, carrier)
    assert "sea zone 103" in zones_of(field, carrier)
    refused(game, EndPhase(), "AA-MOV-047")
    go(game, "aircraft carrier", "sea zone 104", "sea zone 103")
    game.verify(EndPhase())


@pytest.mark.rule("AA-MOV-047")
def test_AA_MOV_047_ships_that_have_nowhere_to_go_stay():
    """A transport behind the shut Turkish Straits; the battle is fought (R-122)."""
    game = position(
        units={"sea zone 100": {UK: {"transport": 1}, "Italy": {"destroyer": 1}}},
        power=UK, phase=COMBAT,
    )  # fmt: skip
    game.do(EndPhase())
    assert not ids(game, "sea zone 100", "transport")


@pytest.mark.rule("AA-UNI-077", "AA-MOV-027")
@pytest.mark.parametrize("kind", ["fighter", "cruiser"])
def test_AA_UNI_077_what_comes_from_a_hostile_zone_sinks_transports_too(kind):
    """A unit that can fight and ends beside transports alone destroys them, escaped or not."""
    own = {"aircraft carrier": 1, kind: 1}
    game = position(
        units={"sea zone 104": {UK: own, GERMANY: {"destroyer": 1}},
               "sea zone 105": {GERMANY: {"transport": 1}}},
        power=UK, phase=COMBAT,
    )  # fmt: skip
    go(game, "aircraft carrier", "sea zone 104", "sea zone 103")
    go(game, kind, "sea zone 104", "sea zone 105")
    refused(game, Engage("sea zone 105", "ignore"), "AA-UNI-077")
    game.do(EndPhase())
    assert not ids(game, "sea zone 105", "transport")


@pytest.mark.rule("AA-MOV-043", "AA-MOV-045", "AA-MOV-027")
@pytest.mark.parametrize("prey", [{"submarine": 1}, {"submarine": 1, "transport": 1}])
def test_AA_MOV_043_what_comes_from_a_hostile_zone_may_choose_to_attack_submarines(prey):
    """It had another reason to come (R-108): it attacks only if it is ordered to."""

    def escaped():
        game = position(
            units={"sea zone 104": {UK: {"cruiser": 1}, GERMANY: {"destroyer": 1}},
                   "sea zone 105": {GERMANY: prey}},
            power=UK, phase=COMBAT, dice=[6] * 20,
        )  # fmt: skip
        go(game, "cruiser", "sea zone 104", "sea zone 105")
        return game

    game = escaped()
    game.do(Engage("sea zone 105", "ignore"))
    game.do(EndPhase())
    assert len(ids(game, "sea zone 105", power=GERMANY)) == sum(prey.values())
    game = escaped()
    game.do(Engage("sea zone 105", "attack"))
    game.do(EndPhase())
    assert [battle.space for battle in game.state.battles.values()] == ["sea zone 105"]


@pytest.mark.rule("AA-MOV-049", "AA-MOV-050", "AA-MOV-052", "AA-SEA-010")
def test_AA_MOV_050_a_transport_leaves_a_hostile_zone_loads_and_comes_back():
    """Nothing is loaded in the hostile zone it started in."""
    game = position(
        units={
            "sea zone 109": {UK: {"transport": 1, "cruiser": 1}, GERMANY: {"destroyer": 1}},
            "United Kingdom": {UK: {"infantry": 1}},
            "Scotland": {UK: {"infantry": 1}},
        },
        control={"Eire": GERMANY},
        damage={("United Kingdom", "naval base"): 6},
        power=UK,
        phase=COMBAT,
    )
    transport = one(game, "sea zone 109", "transport")
    refused(
        game,
        order(game, "infantry", "United Kingdom", "sea zone 109", aboard=transport),
        "AA-MOV-052",
    )
    go(game, "transport", "sea zone 109", "sea zone 119")
    go(game, "infantry", "Scotland", "sea zone 119", aboard=transport)
    go(game, "transport", "sea zone 119", "sea zone 109")
    refused(
        game,
        order(game, "infantry", "United Kingdom", "sea zone 109", aboard=transport),
        "AA-UNI-090",
    )
    go(game, "infantry", "sea zone 109", "Eire")
    game.verify(EndPhase())


@pytest.mark.rule("AA-SEA-001", "AA-UNI-076")
def test_AA_SEA_001_carriers_and_transports_do_not_attack_alone():
    """A unit with an attack value must attack with them."""
    game = atlantic(own={"aircraft carrier": 1, "transport": 1, "destroyer": 1})
    way = ("sea zone 104", "sea zone 105")
    refused(game, order(game, "aircraft carrier", *way), "AA-SEA-001")
    refused(game, order(game, "transport", *way), "AA-UNI-076")
    go(game, "destroyer", *way)
    go(game, "aircraft carrier", *way)
    go(game, "transport", *way)


@pytest.mark.rule("AA-SEA-001", "AA-UNI-076", "AA-SEA-012")
@pytest.mark.parametrize(
    ("kind", "rule"), [("aircraft carrier", "AA-SEA-001"), ("transport", "AA-UNI-076")]
)
def test_AA_SEA_001_unarmed_ships_are_not_left_alone_as_combat_move_ends(kind, rule):
    """They came with a bomber's help; without it Combat Move cannot end."""
    game = atlantic(own={kind: 1, "destroyer": 1})
    way = ("sea zone 104", "sea zone 105")
    go(game, "destroyer", *way)
    go(game, kind, *way)
    game.verify(EndPhase())
    gone = UnitsRemoved((one(game, "sea zone 105", "destroyer"),), "edit")
    game.node = game.record.append([gone], parent=game.node, cause="edit")
    refused(game, EndPhase(), rule)


@pytest.mark.rule("AA-MOV-031", "AA-MOV-021")
def test_AA_MOV_031_only_what_can_attack_ends_its_move_where_prey_is():
    """A carrier has nothing to do there; an aircraft comes as a ship may, and both attack."""
    game = position(
        units={
            "sea zone 104": {UK: {"destroyer": 1, "aircraft carrier": 1, "fighter": 1}},
            "sea zone 105": {GERMANY: {"submarine": 1}},
            "sea zone 103": {GERMANY: {"transport": 1}},
        },
        power=UK, phase=COMBAT,
    )  # fmt: skip
    refused(game, order(game, "aircraft carrier", "sea zone 104", "sea zone 105"), "AA-MOV-021")
    refused(game, order(game, "destroyer", "sea zone 104", "sea zone 91"), "AA-MOV-021")
    go(game, "destroyer", "sea zone 104", "sea zone 105")
    go(game, "fighter", "sea zone 104", "sea zone 103")
    refused(game, Engage("sea zone 105", "ignore"), "AA-MOV-031")
    events = game.do(EndPhase())
    tasked = {e.target for e in events if isinstance(e, UnitsTasked) and e.task == "engage"}
    assert tasked == {"sea zone 103", "sea zone 105"}


@pytest.mark.rule("AA-SEA-009")
def test_AA_SEA_009_warships_stop_a_transport():
    """One that meets them after it has begun to move."""
    game = atlantic(own={"transport": 1, "destroyer": 1})
    refused(
        game, order(game, "transport", "sea zone 104", "sea zone 105", "sea zone 110"), "AA-SEA-009"
    )


@pytest.mark.rule(
    "AA-SEA-017", "AA-FAC-017", "AA-FAC-018", "AA-FAC-019", "AA-UNI-044", "AA-UNI-048",
    "AA-UNI-063", "AA-UNI-067", "AA-UNI-070", "AA-UNI-075",
)  # fmt: skip
@pytest.mark.parametrize(
    "kind",
    ["battleship", "aircraft carrier", "cruiser", "destroyer", "submarine", "transport"],
)
def test_AA_SEA_017_a_naval_base_gives_a_third_move(kind):
    """Ships move 2, and 3 from a zone that an operative friendly base serves, a comrade's too."""
    way = ("sea zone 98", "sea zone 96", "sea zone 94", "sea zone 92")
    for power in (UK, "France"):
        fleet = {"sea zone 98": {power: {kind: 1}}}
        game = position(units=fleet, power=power, phase=NONCOMBAT)
        go(game, kind, *way)
    game = position(
        units={"sea zone 98": {UK: {kind: 1}}},
        damage={("Egypt", "naval base"): 3},
        power=UK,
        phase=NONCOMBAT,
    )
    refused(game, order(game, kind, *way), "AA-MOV-039")
    go(game, kind, *way[:3])


@pytest.mark.rule("AA-FAC-002", "AA-CON-010")
def test_AA_FAC_002_a_captured_base_serves_from_the_next_turn_on():
    """A base in a territory that was taken in this turn gives no range."""
    from a4a.core.events import ControlChanged

    game = position(
        units={"sea zone 98": {"Italy": {"cruiser": 1}}}, power="Italy", phase=NONCOMBAT,
        control={"Egypt": "Italy"},
    )  # fmt: skip
    way = ("sea zone 98", "sea zone 96", "sea zone 95", "sea zone 93")
    game.verify(order(game, "cruiser", *way))
    game = position(
        units={"sea zone 98": {"Italy": {"cruiser": 1}}}, power="Italy", phase=NONCOMBAT
    )
    game.node = game.record.append([ControlChanged("Egypt", UK, "Italy", "conquest")],
                                   parent=game.node, cause="edit")  # fmt: skip
    refused(game, order(game, "cruiser", *way), "AA-MOV-039")


# --- powers that are not at war -----------------------------------------------------------------


@pytest.mark.rule("AA-POL-026", "AA-SET-035", "AA-MOV-034")
def test_AA_POL_026_ships_of_powers_not_at_war_do_not_hinder_each_other():
    """A German passes Soviet warships, and the other way round; they share sea zones."""
    units = {
        "sea zone 114": {GERMANY: {"cruiser": 1}},
        "sea zone 115": {"Soviet Union": {"cruiser": 1, "submarine": 1}},
    }
    game = position(units=units, power=GERMANY, phase=NONCOMBAT)
    go(game, "cruiser", "sea zone 114", "sea zone 115")
    game = position(units=units, power="Soviet Union", phase=NONCOMBAT)
    go(game, "cruiser", "sea zone 115", "sea zone 114", "sea zone 113")


@pytest.mark.rule("AA-POL-029", "AA-POL-030")
def test_AA_POL_029_units_of_a_power_not_at_war_are_no_enemy():
    """A zone that only they are in is no place for a combat move; beside an enemy they are."""
    game = position(
        units={
            "sea zone 114": {GERMANY: {"cruiser": 2}},
            "sea zone 115": {"Soviet Union": {"cruiser": 1}},
            "sea zone 113": {"Soviet Union": {"cruiser": 1}, UK: {"destroyer": 1}},
        },
        phase=COMBAT,
    )
    refused(game, order(game, "cruiser", "sea zone 114", "sea zone 115"), "AA-MOV-021")
    go(game, "cruiser", "sea zone 114", "sea zone 113")
    assert game.state.relation(GERMANY, "Soviet Union") == "neutral"


@pytest.mark.rule("AA-POL-009", "AA-POL-010", "AA-POL-011")
def test_AA_POL_009_neutral_americans_stay_in_their_waters():
    """Warships patrol sea zone 102, transports do not."""
    game = position(
        units={"sea zone 101": {"United States": {
            "transport": 1, "cruiser": 1, "submarine": 1, "destroyer": 1, "battleship": 1}}},
        power="United States",
        phase=NONCOMBAT,
    )  # fmt: skip
    refused(game, order(game, "cruiser", "sea zone 101", "sea zone 106"), "AA-POL-009")
    refused(game, order(game, "transport", "sea zone 101", "sea zone 102"), "AA-POL-011")
    for kind in ("cruiser", "submarine", "destroyer"):
        go(game, kind, "sea zone 101", "sea zone 102")
    go(game, "transport", "sea zone 101", "sea zone 102", "sea zone 89")
    at_war = position(
        units={"sea zone 101": {"United States": {"transport": 1}}},
        relations={("Germany", "United States"): "war"},
        power="United States",
        phase=NONCOMBAT,
    )
    go(at_war, "transport", "sea zone 101", "sea zone 102")


@pytest.mark.rule("AA-POL-036", "AA-POL-038", "AA-MOV-033")
def test_AA_POL_036_neutral_powers_share_no_naval_bases():
    """Neither do the neutral use others' bases, nor others theirs."""
    way = ("sea zone 101", "sea zone 106", "sea zone 107", "sea zone 108")
    fleet = {"sea zone 101": {UK: {"cruiser": 1}}}
    game = position(units=fleet, power=UK, phase=NONCOMBAT)
    assert ids(game, "Eastern United States", "naval base")
    refused(game, order(game, "cruiser", *way), "AA-MOV-039")
    at_war = position(units=fleet, power=UK, phase=NONCOMBAT,
                      relations={("Germany", "United States"): "war"})  # fmt: skip
    go(at_war, "cruiser", *way)


@pytest.mark.rule("AA-SET-045")
def test_AA_SET_045_only_a_power_at_war_makes_combat_moves():
    """A power that may declare war has the phase for that, and nothing else in it."""
    game = position(
        units={"Eastern Poland": {"Soviet Union": {"infantry": 1}},
               "sea zone 115": {"Soviet Union": {"submarine": 1}, GERMANY: {"cruiser": 1}}},
        power="Soviet Union", round=4, phase=COMBAT,
    )  # fmt: skip
    refused(game, order(game, "infantry", "Eastern Poland", "Poland"), "AA-POL-034")
    assert "DeclareWar" in game.decision.orders
    sub = Move(ids(game, "sea zone 115", "submarine"), ("sea zone 115", "sea zone 114"))
    refused(game, sub, "AA-MOV-021")
    phases = game.ruleset.phases
    combat = next(p for p in phases if p.name == COMBAT)
    peaceful = position(power="United States", round=2)
    assert not combat.has(peaceful.state, "United States")
    assert combat.has(game.state, "Soviet Union")
