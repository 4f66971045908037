"""Transports: loading, offloading, announcing assaults, sharing."""

from __future__ import annotations

import pytest

from a4a.core.events import UnitsMoved, UnitsTasked
from a4a.rules.areas.movement.reach import Reach
from a4a.rules.areas.orders import DeclareWar, EndPhase, Move
from tests.rules import retold
from tests.rules.areas.moves import go, order, refused
from tests.rules.areas.positions import ids, one, position

COMBAT, NONCOMBAT = "Combat Move", "Noncombat Move"
UK, GERMANY, USA = "United Kingdom", "Germany", "United States"
HOME = "United Kingdom"


def troops() -> str:
    """Infantry that lands where an enemy stands (DX-LND-027)."""
    return retold.either("infantry", "elite infantry")


def channel(cargo="transport", army=None, phase=COMBAT, zone=None, **more):
    """A British transport in sea zone 110 off an enemy Normandy."""
    fleet = {UK: {cargo: 1}}
    for power, counts in (zone or {}).items():
        fleet.setdefault(power, {}).update(counts)
    return position(
        units={"sea zone 110": fleet, HOME: {UK: army or {"infantry": 3, "tank": 2}}},
        control={"Normandy/Bordeaux": GERMANY},
        power=UK,
        phase=phase,
        **more,
    )


@pytest.mark.rule("AA-AMP-001", "AA-AMP-002", "AA-AMP-005", "AA-MOV-029", "AA-UNI-003")
def test_AA_AMP_001_an_assault_is_announced_by_ordering_cargo_ashore():
    """The units stay aboard until it is resolved; the transport does nothing else."""
    game = channel()
    transport = one(game, "sea zone 110", "transport")
    go(game, "infantry", HOME, "sea zone 110", aboard=transport)
    events = go(game, "infantry", "sea zone 110", "Normandy/Bordeaux")
    tasks = {e.task: (e.units, e.target) for e in events if isinstance(e, UnitsTasked)}
    infantry = one(game, "sea zone 110", "infantry")
    assert tasks == {
        "assault": ((infantry,), "Normandy/Bordeaux"),
        "offload": ((transport,), "Normandy/Bordeaux"),
    }
    assert game.state.unit(infantry).place == transport
    refused(game, order(game, "infantry", "sea zone 110", "Normandy/Bordeaux"), "AA-AMP-001")
    refused(game, order(game, "transport", "sea zone 110", "sea zone 109"), "AA-UNI-086")
    refused(game, order(game, "infantry", HOME, "sea zone 110", aboard=transport), "AA-UNI-092")
    game.verify(EndPhase())


@pytest.mark.rule("AA-SEA-012")
def test_AA_SEA_012_who_is_loaded_in_a_combat_move_must_assault():
    """The phase does not end before, and nothing is loaded where nothing can be assaulted."""
    game = channel()
    go(game, "infantry", HOME, "sea zone 110", aboard=one(game, "sea zone 110", "transport"))
    refused(game, EndPhase(), "AA-SEA-012")
    far = position(
        units={"sea zone 123": {UK: {"transport": 1}}, "Iceland": {UK: {"infantry": 1}}},
        control={"Norway": UK},
        power=UK, phase=COMBAT,
    )  # fmt: skip
    transport = one(far, "sea zone 123", "transport")
    refused(far, order(far, "infantry", "Iceland", "sea zone 123", aboard=transport), "AA-SEA-012")


@pytest.mark.rule("AA-SEA-013", "AA-MOV-029")
def test_AA_SEA_013_a_transport_ends_where_an_assault_can_be_launched():
    """A loaded one may only go where it can still do so; the phase ends when it has."""
    game = channel("transport: infantry")
    refused(
        game,
        order(game, "transport", "sea zone 110", "sea zone 109", "sea zone 118"),
        "AA-SEA-013",
    )
    go(game, "transport", "sea zone 110", "sea zone 109")  # and back, with the base's third move
    refused(game, EndPhase(), "AA-MOV-021")
    go(game, "transport", "sea zone 109", "sea zone 110")
    go(game, "infantry", "sea zone 110", "Normandy/Bordeaux")
    game.verify(EndPhase())


@pytest.mark.rule("AA-SEA-011", "AA-UNI-081", "AA-EXA-046")
def test_AA_EXA_046_a_transport_loads_sails_loads_again_sails_and_unloads():
    """In friendly zones before, during and after its move."""
    game = position(
        units={
            "sea zone 119": {UK: {"transport": 1}},
            "Scotland": {UK: {"infantry": 1}},
            HOME: {UK: {"tank": 1}},
        },
        power=UK, phase=NONCOMBAT, control={"Holland/Belgium": UK},
    )  # fmt: skip
    transport = one(game, "sea zone 119", "transport")
    go(game, "infantry", "Scotland", "sea zone 119", aboard=transport)
    go(game, "transport", "sea zone 119", "sea zone 109")
    go(game, "tank", HOME, "sea zone 109", aboard=transport)
    go(game, "transport", "sea zone 109", "sea zone 110")
    go(game, "tank, infantry", "sea zone 110", "Holland/Belgium")
    assert ids(game, "Holland/Belgium", "tank")
    assert ids(game, "Holland/Belgium", "infantry")


@pytest.mark.rule("AA-UNI-079", "AA-EXA-045")
@pytest.mark.parametrize(
    ("cargo", "fits"),
    [
        (["infantry", "infantry"], True),
        (["tank", "infantry"], True),
        (["mechanized infantry", "infantry"], True),
        (["artillery", "infantry"], True),
        (["AAA", "infantry"], True),
        (["tank", "artillery"], False),
        (["mechanized infantry", "tank"], False),
        (["infantry", "infantry", "infantry"], False),
    ],
)
def test_AA_UNI_079_a_transport_carries_one_land_unit_and_one_infantry(cargo, fits):
    """Two infantry, or one other and an infantry."""
    army = dict.fromkeys(cargo, 3)
    game = channel(army=army, phase=NONCOMBAT)
    found: list[int] = []
    for kind in cargo:
        found.append(next(i for i in ids(game, HOME, kind) if i not in found))
    given = Move(tuple(found), (HOME, "sea zone 110"), one(game, "sea zone 110", "transport"))
    if fits:
        game.do(given)
        assert len(ids(game, "sea zone 110")) == 1 + len(cargo)
    else:
        refused(game, given, "AA-UNI-079")


@pytest.mark.rule("AA-UNI-080", "AA-UNI-079")
def test_AA_UNI_080_only_land_units_go_aboard_and_only_transports_carry_them():
    """No facility is carried, and no cruiser carries."""
    game = channel(phase=NONCOMBAT, zone={UK: {"cruiser": 1}})
    cruiser, transport = (one(game, "sea zone 110", k) for k in ("cruiser", "transport"))
    refused(game, order(game, "infantry", HOME, "sea zone 110", aboard=cruiser), "AA-UNI-079")
    refused(game, order(game, "naval base", HOME, "sea zone 110", aboard=transport), "AA-FAC-001")
    refused(game, order(game, "infantry", HOME, "sea zone 110"), "")


@pytest.mark.rule("AA-UNI-083")
def test_AA_UNI_083_loading_and_offloading_are_a_whole_move():
    """Nobody marches before going aboard or after going ashore."""
    game = position(
        units={
            "sea zone 110": {UK: {"transport": 1}},
            "Scotland": {UK: {"tank": 1}},
            HOME: {UK: {"tank": 1}},
        },
        control={"Holland/Belgium": UK, "France": UK},
        power=UK, phase=NONCOMBAT,
    )  # fmt: skip
    transport = one(game, "sea zone 110", "transport")
    refused(
        game, order(game, "tank", "Scotland", HOME, "sea zone 110", aboard=transport), "AA-UNI-083"
    )
    go(game, "tank", "Scotland", HOME)
    came = ids(game, HOME, "tank")[-1]
    refused(game, Move((came,), (HOME, "sea zone 110"), transport), "AA-NCM-001")
    go(game, "tank", HOME, "sea zone 110", aboard=transport)
    refused(game, order(game, "tank", "sea zone 110", "Holland/Belgium", "France"), "AA-UNI-083")
    go(game, "tank", "sea zone 110", "Holland/Belgium")
    refused(game, order(game, "tank", "Holland/Belgium", "France"), "AA-UNI-083")


@pytest.mark.rule(
    "AA-UNI-084", "AA-UNI-086", "AA-UNI-088", "AA-UNI-091", "AA-UNI-092", "AA-NCM-026"
)
def test_AA_UNI_091_bridging_and_one_territory_a_turn():
    """It loads and offloads without moving, into one territory, and then rests."""
    game = channel("transport: infantry, infantry", phase=NONCOMBAT)
    first, second = ids(game, "sea zone 110", "infantry")
    way = ("sea zone 110", HOME)
    game.do(Move((first,), way))
    refused(game, Move((second,), ("sea zone 110", "Holland/Belgium")), "AA-UNI-088")
    game.do(Move((second,), way))
    refused(game, order(game, "transport", "sea zone 110", "sea zone 109"), "AA-UNI-086")
    transport = one(game, "sea zone 110", "transport")
    refused(game, order(game, "tank", HOME, "sea zone 110", aboard=transport), "AA-UNI-092")


@pytest.mark.rule("AA-UNI-089")
def test_AA_UNI_089_cargo_does_not_change_ships():
    """Not from one transport to another."""
    game = channel("transport: infantry", zone={UK: {"transport": 1}}, phase=NONCOMBAT)
    infantry = one(game, "sea zone 110", "infantry")
    other = next(
        u.id for u in game.state.at("sea zone 110")
        if u.type == retold.word("transport") and not game.state.at(u.id)
    )  # fmt: skip
    refused(game, Move((infantry,), ("sea zone 110", HOME), other), "AA-UNI-089")


@pytest.mark.rule("AA-UNI-090", "AA-MOV-052", "AA-AMP-004")
def test_AA_UNI_090_nothing_is_loaded_or_offloaded_in_a_hostile_zone():
    """An assault out of one needs an attack on it."""
    game = channel("transport: infantry", zone={GERMANY: {"cruiser": 1}}, phase=NONCOMBAT)
    refused(game, order(game, "infantry", "sea zone 110", HOME), "AA-UNI-090")
    transport = one(game, "sea zone 110", "transport")
    refused(game, order(game, "infantry", HOME, "sea zone 110", aboard=transport), "AA-MOV-052")
    game = channel("transport: infantry", zone={GERMANY: {"cruiser": 1}})
    ashore = order(game, "infantry", "sea zone 110", "Normandy/Bordeaux")
    refused(game, ashore, "AA-AMP-004")
    game = channel("transport: infantry", zone={GERMANY: {"cruiser": 1}, UK: {"cruiser": 1}})
    go(game, "infantry", "sea zone 110", "Normandy/Bordeaux")
    game.verify(EndPhase())


@pytest.mark.rule("AA-UNI-093", "AA-NCM-010")
def test_AA_UNI_093_a_hostile_coast_is_entered_in_assaults_only():
    """Not in the Noncombat Move phase."""
    game = channel("transport: infantry", phase=NONCOMBAT)
    refused(game, order(game, "infantry", "sea zone 110", "Normandy/Bordeaux"), "AA-UNI-093")
    go(game, "infantry", "sea zone 110", HOME)


@pytest.mark.rule("AA-MOV-021", "AA-SET-026")
def test_a_friendly_coast_is_entered_in_noncombat_moves_only():
    """And only a coast of that very sea zone."""
    game = channel("transport: infantry")
    refused(game, order(game, "infantry", "sea zone 110", HOME), "AA-MOV-021")
    refused(game, order(game, "infantry", "sea zone 110", "Scotland"), "AA-SET-026")
    refused(
        game, order(game, "tank", HOME, "sea zone 119",
                    aboard=one(game, "sea zone 110", "transport")), "AA-SET-026",
    )  # fmt: skip


@pytest.mark.rule("AA-UNI-021", "AA-UNI-023")
def test_AA_UNI_023_AAA_neither_loads_in_a_combat_move_nor_attacks():
    """It may be carried along if it went aboard on an earlier turn."""
    game = channel("transport: AAA, infantry", army={"AAA": 1})
    transport = one(game, "sea zone 110", "transport")
    refused(game, order(game, "AAA", "sea zone 110", "Normandy/Bordeaux"), "AA-UNI-021")
    empty = channel(army={"AAA": 1})
    refused(
        empty, order(empty, "AAA", HOME, "sea zone 110",
                     aboard=one(empty, "sea zone 110", "transport")), "AA-UNI-023",
    )  # fmt: skip
    go(game, "infantry", "sea zone 110", "Normandy/Bordeaux")
    game.verify(EndPhase())
    assert game.state.unit(one(game, "sea zone 110", "AAA")).place == transport


@pytest.mark.rule("AA-UNI-082", "AA-UNI-094")
def test_AA_UNI_082_cargo_of_earlier_turns_may_stay_aboard_or_land_too():
    """Any number of it."""
    game = channel("transport: infantry, infantry")
    game.verify(EndPhase())
    first, _ = ids(game, "sea zone 110", "infantry")
    game.do(Move((first,), ("sea zone 110", "Normandy/Bordeaux")))
    game.verify(EndPhase())


@pytest.mark.rule("AA-NCM-027", "AA-MOV-054")
def test_AA_NCM_027_a_transport_that_was_busy_rests_in_noncombat():
    """It fled from a hostile zone in the Combat Move phase."""
    game = channel("transport: infantry", zone={GERMANY: {"cruiser": 1}})
    go(game, "transport", "sea zone 110", "sea zone 109")
    game.do(EndPhase())
    while game.state.phase != NONCOMBAT:
        game.do(EndPhase())
    refused(game, order(game, "infantry", "sea zone 109", HOME), "AA-NCM-027")
    refused(game, order(game, "transport", "sea zone 109", "sea zone 119"), "AA-NCM-027")
    refused(
        game, order(game, "tank", HOME, "sea zone 109",
                    aboard=one(game, "sea zone 109", "transport")), "AA-NCM-027",
    )  # fmt: skip


@pytest.mark.rule("AA-SEA-014", "AA-SEA-015", "AA-MOV-042", "AA-SET-034")
def test_AA_SEA_014_ignored_submarines_stop_an_unescorted_assault():
    """Any warship of the attacker is escort enough, a submarine too."""
    ashore = ("infantry", "sea zone 110", "Normandy/Bordeaux")
    game = channel("transport: infantry", zone={GERMANY: {"submarine": 1}})
    refused(game, order(game, *ashore), "AA-SEA-014")
    for escort in ("destroyer", "submarine"):
        game = channel("transport: infantry", zone={GERMANY: {"submarine": 1}, UK: {escort: 1}})
        go(game, *ashore)
        refused(game, order(game, "transport", "sea zone 110", "sea zone 109"), "AA-UNI-086")
        game.verify(EndPhase())
    game = channel("transport: infantry", zone={GERMANY: {"transport": 1}})
    go(game, *ashore)  # enemy transports prevent nothing


@pytest.mark.rule("AA-SEA-014")
def test_AA_SEA_014_the_escort_is_there_as_the_phase_ends():
    """If it sails on, the phase does not end."""
    game = channel("transport: infantry", zone={GERMANY: {"submarine": 1}, UK: {"destroyer": 1}})
    go(game, "infantry", "sea zone 110", "Normandy/Bordeaux")
    destroyer = one(game, "sea zone 110", "destroyer")
    game.node = game.record.append(
        [UnitsMoved((destroyer,), ("sea zone 110", "sea zone 109"), "combat", 1)],
        parent=game.node, cause="edit",
    )  # fmt: skip
    refused(game, EndPhase(), "AA-SEA-014")


@pytest.mark.rule("AA-AMP-006", "AA-AMP-007", "AA-MOV-030")
def test_AA_AMP_006_ships_and_aircraft_support_an_assault():
    """They may end in the friendly zone it is launched from, and only there."""
    game = position(
        units={
            "sea zone 110": {UK: {f"transport: {troops()}": 1}},
            "sea zone 109": {UK: {"cruiser": 1}},
            HOME: {UK: {"fighter": 1}},
            "Normandy/Bordeaux": {GERMANY: {"air base": 1, "fighter": 1}},
        },
        control={"Normandy/Bordeaux": GERMANY},
        power=UK, phase=COMBAT,
    )  # fmt: skip
    refused(game, order(game, "cruiser", "sea zone 109", "sea zone 110"), "AA-MOV-021")
    refused(
        game, order(game, "cruiser", "sea zone 109", "sea zone 119", task="support"), "AA-AMP-006"
    )
    refused(
        game, order(game, "fighter", HOME, "sea zone 109", "sea zone 119", task="support"),
        "AA-AMP-006",
    )  # fmt: skip
    go(game, "cruiser", "sea zone 109", "sea zone 110", task="support")
    go(game, "fighter", HOME, "sea zone 110", task="support")
    refused(game, EndPhase(), "AA-AMP-006")
    go(game, troops(), "sea zone 110", "Normandy/Bordeaux")
    game.verify(EndPhase())


@pytest.mark.rule("AA-MOV-030", "AA-AMP-007", "AA-AMP-006")
@pytest.mark.parametrize("damage", [0, 3])
def test_AA_MOV_030_without_a_scramble_only_what_has_a_part_supports_an_assault(damage):
    """Fighters and destroyers may be needed only if something can rise; cruisers bombard."""
    game = position(
        units={
            "sea zone 110": {UK: {"transport: infantry": 1}},
            "sea zone 109": {UK: {"cruiser": 1, "destroyer": 1, "transport": 1}},
            HOME: {UK: {"fighter": 1}},
            "Normandy/Bordeaux": {GERMANY: {"air base": 1, "fighter": 1}},
        },
        control={"Normandy/Bordeaux": GERMANY}, power=UK, phase=COMBAT,
        damage={("Normandy/Bordeaux", "air base"): damage},
    )  # fmt: skip
    way = ("sea zone 109", "sea zone 110")
    go(game, "cruiser", *way, task="support")
    go(game, "transport", *way, task="support")
    more = [
        order(game, "destroyer", *way, task="support"),
        order(game, "fighter", HOME, "sea zone 110", task="support"),
    ]
    reach = Reach(game.ruleset.game)
    for given in more:
        ends = reach.destinations(game.state, given.units, phase="combat")
        if damage:
            refused(game, given, "AA-MOV-030")
            assert "sea zone 110" not in ends
        else:
            assert ends["sea zone 110"].task == "support"
            game.do(given)


@pytest.mark.rule("AA-MOV-030", "AA-SEA-014")
def test_AA_MOV_030_a_warship_escorts_a_landing_beside_ignored_submarines():
    """Nothing can scramble; but for the destroyer, nobody could go ashore."""
    game = position(
        units={
            "sea zone 110": {UK: {"transport: infantry": 1}, GERMANY: {"submarine": 1}},
            "sea zone 109": {UK: {"destroyer": 1}},
        },
        control={"Normandy/Bordeaux": GERMANY}, power=UK, phase=COMBAT,
    )  # fmt: skip
    go(game, "destroyer", "sea zone 109", "sea zone 110", task="support")
    go(game, "infantry", "sea zone 110", "Normandy/Bordeaux")
    game.verify(EndPhase())


@pytest.mark.rule("AA-MOV-028")
@pytest.mark.parametrize("threat", ["a fighter", "a damaged base", "a bomber", "a friend"])
def test_AA_MOV_028_a_zone_where_defenders_may_scramble_may_be_left(threat):
    """As a hostile one may, if an assault is launched from it; not where nothing can rise."""
    kind = "strategic bomber" if threat == "a bomber" else "fighter"
    owner = "France" if threat == "a friend" else GERMANY
    units = {
        "sea zone 110": {UK: {f"transport: {troops()}": 1, "cruiser": 1}},
        "Normandy/Bordeaux": {GERMANY: {"air base": 1}, owner: {kind: 1}},
    }
    if owner == GERMANY:
        units["Normandy/Bordeaux"] = {GERMANY: {"air base": 1, kind: 1}}
    damage = {("Normandy/Bordeaux", "air base"): 3} if threat == "a damaged base" else {}
    game = position(
        units=units, control={"Normandy/Bordeaux": GERMANY}, power=UK, phase=COMBAT, damage=damage
    )
    leave = ("cruiser", "sea zone 110", "sea zone 109")
    refused(game, order(game, *leave), "AA-MOV-021")
    go(game, troops(), "sea zone 110", "Normandy/Bordeaux")
    if threat == "a fighter":
        go(game, *leave)
        game.verify(EndPhase())
    else:
        refused(game, order(game, *leave), "AA-MOV-021")


@pytest.mark.rule("AA-AMP-003", "AA-AMP-026")
def test_AA_AMP_003_units_from_neighbouring_territories_join_an_assault():
    """Overland and seaborne units attack together."""
    game = position(
        units={"sea zone 110": {UK: {"transport: infantry": 1}}, "France": {UK: {"tank": 1}}},
        control={"Normandy/Bordeaux": GERMANY}, power=UK, phase=COMBAT,
    )  # fmt: skip
    go(game, "infantry", "sea zone 110", "Normandy/Bordeaux")
    go(game, "tank", "France", "Normandy/Bordeaux")
    game.verify(EndPhase())


# --- sharing ------------------------------------------------------------------------------------


@pytest.mark.rule("AA-SEA-020", "AA-UNI-085", "AA-MOV-033")
def test_AA_SEA_020_a_partners_transport_takes_three_turns():
    """Loaded on the owner's turn, never unloaded in the same turn, not even if it stays."""
    game = position(
        units={"sea zone 110": {UK: {"transport": 1}}, "Normandy/Bordeaux": {"France": {
            "infantry": 2}}},
        control={"Holland/Belgium": GERMANY},
        power="France", phase=NONCOMBAT,
    )  # fmt: skip
    transport = one(game, "sea zone 110", "transport")
    go(game, "infantry", "Normandy/Bordeaux", "sea zone 110", aboard=transport)
    refused(game, order(game, "infantry", "sea zone 110", HOME), "AA-UNI-085")
    refused(game, order(game, "transport", "sea zone 110", "sea zone 109"), "AA-SET-008")
    combat = position(
        units={"sea zone 110": {UK: {"transport": 1}}, HOME: {"France": {"infantry": 1}}},
        control={"Holland/Belgium": GERMANY}, power="France", phase=COMBAT,
    )  # fmt: skip
    refused(
        combat, order(combat, "infantry", HOME, "sea zone 110",
                      aboard=one(combat, "sea zone 110", "transport")), "AA-UNI-085",
    )  # fmt: skip


@pytest.mark.rule("AA-SEA-020", "AA-AMP-037", "AA-AMP-038", "AA-SEA-016")
def test_AA_AMP_037_guests_assault_from_a_partners_transport_on_their_own_turn():
    """French infantry aboard a British transport; the escort must be French."""
    fleet = {"sea zone 110": {UK: {"transport: France's infantry": 1, "destroyer": 1},
                              GERMANY: {"submarine": 1}}}  # fmt: skip
    held = {"Normandy/Bordeaux": GERMANY}
    game = position(units=fleet, control=held, power="France", phase=COMBAT)
    ashore = ("infantry", "sea zone 110", "Normandy/Bordeaux")
    refused(game, order(game, *ashore), "AA-SEA-014")
    fleet["sea zone 110"]["France"] = {"destroyer": 1}
    game = position(units=fleet, control=held, power="France", phase=COMBAT)
    go(game, *ashore)
    game.verify(EndPhase())
    british = position(units=fleet, control=held, power=UK, phase=COMBAT)
    refused(british, order(british, *ashore), "AA-SET-008")


@pytest.mark.rule("AA-POL-035", "AA-POL-038", "AA-MOV-033")
def test_AA_POL_035_neutral_powers_share_no_ships():
    """Americans do not board British transports while neutral, nor the British American ones."""
    game = position(
        units={"sea zone 101": {UK: {"transport": 1}}, "Eastern United States": {USA: {
            "infantry": 1}}},
        power=USA, phase=NONCOMBAT,
    )  # fmt: skip
    aboard = one(game, "sea zone 101", "transport")
    way = ("infantry", "Eastern United States", "sea zone 101")
    refused(game, order(game, *way, aboard=aboard), "AA-POL-035")
    game = position(
        units={"sea zone 106": {USA: {"transport": 1}, GERMANY: {"transport": 1}},
               "Quebec": {UK: {"infantry": 1}}},
        power=UK, phase=NONCOMBAT,
    )  # fmt: skip
    way = ("infantry", "Quebec", "sea zone 106")
    american = one(game, "sea zone 106", "transport", USA)
    german = one(game, "sea zone 106", "transport", GERMANY)
    refused(game, order(game, *way, aboard=american), "AA-POL-038")
    refused(game, order(game, *way, aboard=german), "AA-MOV-033")


@pytest.mark.rule("AA-DOW-008", "AA-MOV-052", "AA-UNI-090")
def test_AA_DOW_008_nothing_is_loaded_in_any_other_hostile_zone():
    """Not where a British destroyer was an enemy before, nor in a zone a transport came to."""
    game = position(
        units={
            "sea zone 112": {GERMANY: {"transport": 1, "cruiser": 1}, USA: {"destroyer": 1},
                             UK: {"destroyer": 1}},
            "sea zone 113": {GERMANY: {"transport": 1, "cruiser": 1}, USA: {"destroyer": 1}},
            "sea zone 114": {GERMANY: {"transport": 1, "cruiser": 1}},
            "Germany": {GERMANY: {troops(): 1}},
            "Western Germany": {GERMANY: {troops(): 1}},
        },
        power=GERMANY, phase=COMBAT,
    )  # fmt: skip
    old, new = (one(game, z, "transport") for z in ("sea zone 112", "sea zone 113"))
    game.do(DeclareWar((USA,)))
    west = (troops(), "Western Germany", "sea zone 112")
    refused(game, order(game, *west, aboard=old), "AA-MOV-052")
    game.verify(order(game, troops(), "Germany", "sea zone 113", aboard=new))
    come = one(game, "sea zone 114", "transport")
    for kind in ("cruiser", "transport"):
        go(game, kind, "sea zone 114", "sea zone 113")
    refused(game, order(game, troops(), "Germany", "sea zone 113", aboard=come), "AA-UNI-090")


@pytest.mark.rule("AA-DOW-007", "AA-DOW-005", "AA-DOW-006")
def test_AA_DOW_007_transports_load_where_a_declaration_made_the_zone_hostile():
    """Only in the zone they start in."""
    game = position(
        units={
            "sea zone 113": {GERMANY: {"transport": 1}, USA: {"destroyer": 1}},
            "sea zone 114": {GERMANY: {"transport": 1}, USA: {"submarine": 1}},
            "Germany": {GERMANY: {"infantry": 3}},
        },
        power=GERMANY, phase=COMBAT,
    )  # fmt: skip
    here, there = (one(game, z, "transport") for z in ("sea zone 113", "sea zone 114"))
    game.do(DeclareWar((USA, "Soviet Union")))
    go(game, "infantry", "Germany", "sea zone 113", aboard=here)
    go(game, "infantry", "Germany", "sea zone 114", aboard=there)  # submarines: not hostile
    events = go(game, "transport", "sea zone 113", "sea zone 114")
    assert isinstance(events[0], UnitsMoved)


@pytest.mark.rule("AA-DOW-001")
def test_AA_DOW_001_war_is_declared_before_anything_moves():
    """At the beginning of the Combat Move phase."""
    game = position(
        units={"Western Germany": {GERMANY: {"infantry": 1}}}, power=GERMANY, phase=COMBAT
    )
    assert "DeclareWar" in game.decision.orders
    go(game, "infantry", "Western Germany", "France")
    assert "DeclareWar" not in game.decision.orders
