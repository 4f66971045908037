"""Land movement: steps, blitzing, neutrals."""

from __future__ import annotations

import pytest

from a4a.core.events import ControlChanged, UnitsMoved
from a4a.rules.areas.orders import EndPhase, Move
from tests.rules import retold
from tests.rules.areas.moves import go, order, refused
from tests.rules.areas.positions import ids, one, position

COMBAT, NONCOMBAT = "Combat Move", "Noncombat Move"


def battlefront(*, phase=COMBAT, units=None, **more):
    """Germans at the French border, which nobody defends but where units are named."""
    return position(
        units={
            "Western Germany": {
                "Germany": {
                    "infantry": 2, "tank": 2, "mechanized infantry": 3, "AAA": 1, "artillery": 1,
                }
            },
            "France": {"France": {"infantry": 1}},
            **(units or {}),
        },
        control={"Holland/Belgium": "France"},
        phase=phase,
        **more,
    )  # fmt: skip


@pytest.mark.rule("AA-MOV-021", "AA-MOV-022")
def test_AA_MOV_021_a_combat_move_ends_in_a_hostile_space():
    """A hostile territory may be entered, occupied or not; a friendly one is no end."""
    game = battlefront()
    refused(game, order(game, "infantry", "Western Germany", "Germany"), "AA-MOV-021")
    go(game, "infantry", "Western Germany", "France")
    go(game, "infantry", "Western Germany", "Holland/Belgium")  # nobody is there


@pytest.mark.rule("AA-MOV-023", "AA-MOV-024", "AA-EXA-014")
def test_AA_MOV_023_units_come_from_several_spaces_and_through_friendly_ones():
    """Any number of units, from different spaces, over friendly ones, into one hostile space."""
    game = position(
        units={
            "Germany": {"Germany": {"tank": 1}},
            "Greater Southern Germany": {"Germany": {"tank": 1}},
            "France": {"France": {"infantry": 1}},
        },
        phase=COMBAT,
    )
    go(game, "tank", "Germany", "Western Germany", "France")
    go(game, "tank", "Greater Southern Germany", "Western Germany", "France")
    assert len(ids(game, "France", "tank", "Germany")) == 2
    refused(game, order(game, "tank", "France", "Normandy/Bordeaux"), "AA-MOV-036")


@pytest.mark.rule("AA-MOV-036", "AA-MOV-038")
def test_AA_MOV_036_no_unit_moves_twice_in_a_phase():
    """All combat moves happen at the same time."""
    game = battlefront()
    go(game, "tank", "Western Germany", "Holland/Belgium")
    refused(game, order(game, "tank", "Holland/Belgium", "Normandy/Bordeaux"), "AA-MOV-036")


@pytest.mark.rule("AA-MOV-039", "AA-UNI-006", "AA-UNI-011", "AA-UNI-014", "AA-UNI-019")
def test_AA_MOV_039_range():
    """Infantry and artillery move 1, mechanized infantry and tanks 2."""
    army = {"infantry": 1, "artillery": 1, "mechanized infantry": 1, "tank": 1}
    game = position(units={"Germany": {"Germany": army}}, phase=NONCOMBAT)
    way = ("Germany", "Western Germany", "Holland/Belgium")
    towed = retold.either("AA-MOV-039", "DX-LND-057")
    for kind, rule in (("infantry", "AA-MOV-039"), ("artillery", towed)):
        refused(game, order(game, kind, *way), rule)
        go(game, kind, *way[:2])
    for kind in ("mechanized infantry", "tank"):
        refused(game, order(game, kind, *way[:2], "Denmark", "Western Germany"), "AA-MOV-039")
        go(game, kind, *way)


@pytest.mark.rule("AA-MOV-040", "AA-EXA-016", "AA-UNI-015")
def test_AA_MOV_040_land_units_stop_in_a_hostile_territory():
    """All but blitzing units stop on entering a hostile territory."""
    game = battlefront()
    refused(
        game,
        order(game, "mechanized infantry", "Western Germany", "Holland/Belgium", "France"),
        "AA-UNI-015",
    )
    go(game, "mechanized infantry", "Western Germany", "Holland/Belgium")


@pytest.mark.rule(
    "AA-MOV-055", "AA-MOV-057", "AA-MOV-058", "AA-EXA-023", "AA-EXA-016", "AA-MOV-032"
)  # fmt: skip
def test_AA_MOV_055_a_tank_blitzes():
    """It goes through an empty hostile territory, takes it, and moves on in the same order."""
    game = battlefront()
    events = go(game, "tank", "Western Germany", "Holland/Belgium", "France")
    taken = [e for e in events if isinstance(e, ControlChanged)]
    assert [(e.space, e.new) for e in taken] == [("Holland/Belgium", "Germany")]
    moved = [e for e in events if isinstance(e, UnitsMoved)]
    assert [e.path for e in moved] == [
        ("Western Germany", "Holland/Belgium"), ("Holland/Belgium", "France"),
    ]  # fmt: skip
    assert events.index(moved[0]) < events.index(taken[0]) < events.index(moved[1])
    assert game.state.control["Holland/Belgium"] == "Germany"
    assert game.state.memory(one(game, "France", "tank")).via == "Holland/Belgium"


@pytest.mark.rule("AA-MOV-057", "AA-NCM-001", "AA-NCM-010")
def test_AA_MOV_057_a_blitz_is_not_finished_in_the_noncombat_move():
    """What stopped in Belgium stays, though it has a space left; others do not begin one then."""
    game = battlefront()
    go(game, "tank", "Western Germany", "Holland/Belgium")
    went = one(game, "Holland/Belgium", "tank")
    refused(game, Move((went,), ("Holland/Belgium", "Western Germany")), "AA-MOV-036")
    game.do(EndPhase())
    assert game.state.phase == NONCOMBAT
    refused(game, Move((went,), ("Holland/Belgium", "Western Germany")), "AA-NCM-001")
    fresh = battlefront(phase=NONCOMBAT)
    for way in (("Western Germany", "Holland/Belgium"),
                ("Western Germany", "Holland/Belgium", "Western Germany")):  # fmt: skip
        refused(fresh, order(fresh, "tank", *way), "AA-NCM-010")


@pytest.mark.rule("AA-MOV-026", "AA-MOV-061")
def test_AA_MOV_026_a_blitz_ends_in_a_friendly_territory_even_where_it_began():
    """The second territory may be friendly, and the one the tank came from."""
    game = battlefront()
    go(game, "tank", "Western Germany", "Holland/Belgium", "Western Germany")
    assert game.state.control["Holland/Belgium"] == "Germany"
    way = ("Western Germany", "Germany", "Western Germany")
    for tank in ids(game, "Western Germany", "tank"):
        moved = game.state.memory(tank).moved
        refused(game, Move((tank,), way), "AA-MOV-036" if moved else "AA-MOV-021")


@pytest.mark.rule("AA-MOV-056", "AA-UNI-016", "AA-EXA-027")
def test_AA_MOV_056_one_mechanized_infantry_blitzes_with_each_tank():
    """Paired one to one, in one order, from the same start to the same end."""
    game = battlefront()
    way = ("Western Germany", "Holland/Belgium", "France")
    tanks = ids(game, "Western Germany", "tank")
    mechanized = ids(game, "Western Germany", "mechanized infantry")
    refused(game, Move((tanks[0], *mechanized[:2]), way), "AA-MOV-056")
    game.do(Move((*tanks, *mechanized[:2]), way))
    assert len(ids(game, "France", "mechanized infantry")) == 2


@pytest.mark.rule("AA-UNI-016", "AA-MOV-056")
def test_AA_UNI_016_a_tank_leads_only_from_where_it_starts_to_where_it_ends():
    """Not to another end, not from another start, and not what has stopped on the way."""
    game = battlefront(units={"Germany": {"Germany": {"tank": 1}}})
    mechanized = ids(game, "Western Germany", "mechanized infantry")
    far = one(game, "Germany", "tank")
    way = ("Western Germany", "Holland/Belgium", "France")
    other = ("Western Germany", "Holland/Belgium", "Normandy/Bordeaux")
    refused(game, Move((far, mechanized[0]), way), "")
    go(game, "tank", *way)
    refused(game, Move(mechanized[:1], other), "AA-UNI-015")
    refused(game, Move(mechanized[:1], way), "AA-UNI-015")
    game.do(Move((ids(game, "Western Germany", "tank")[0], mechanized[0]), other))
    assert game.state.unit(mechanized[0]).place == "Normandy/Bordeaux"


@pytest.mark.rule("AA-MOV-055", "AA-UNI-015")
def test_R_101_what_was_blitzed_this_turn_is_still_crossed_by_blitzing_only():
    """All combat moves are made at the same time: a blitzed territory is no friendly road."""
    game = battlefront()
    way = ("Western Germany", "Holland/Belgium", "France")
    go(game, "tank", *way)
    refused(game, order(game, "mechanized infantry", *way), "AA-UNI-015")
    go(game, "infantry", "Western Germany", "Holland/Belgium")  # to hold it
    go(game, "tank, mechanized infantry", *way)


@pytest.mark.rule("AA-MOV-059", "AA-EXA-024")
@pytest.mark.parametrize("kind", ["infantry", "AAA", "fighter"])
def test_AA_MOV_059_any_enemy_unit_stops_a_blitz(kind):
    """AAA too."""
    game = position(
        units={
            "Western Germany": {"Germany": {"tank": 1}},
            "Holland/Belgium": {"France": {kind: 1}},
        },
        control={"Holland/Belgium": "France"},
        phase=COMBAT,
    )
    refused(game, order(game, "tank", "Western Germany", "Holland/Belgium", "France"), "AA-MOV-059")
    go(game, "tank", "Western Germany", "Holland/Belgium")


@pytest.mark.rule("AA-MOV-060", "AA-EXA-024")
@pytest.mark.parametrize("kind", ["air base", "naval base", "minor industrial complex"])
def test_AA_MOV_060_any_facility_stops_a_blitz(kind):
    """Bases and complexes, with nobody to defend them."""
    game = position(
        units={
            "Western Germany": {"Germany": {"tank": 1}},
            "Holland/Belgium": {"France": {kind: 1}},
        },
        control={"Holland/Belgium": "France"},
        phase=COMBAT,
    )
    refused(game, order(game, "tank", "Western Germany", "Holland/Belgium", "France"), "AA-MOV-060")


@pytest.mark.rule("AA-RND-034")
def test_improved_mechanized_infantry_blitzes_alone():
    """A technology of the combined game, available as an option."""
    game = battlefront(technologies={"Germany": ["Improved Mechanized Infantry"]})
    go(game, "mechanized infantry", "Western Germany", "Holland/Belgium", "France")


@pytest.mark.rule("AA-UNI-022")
def test_AA_UNI_022_AAA_moves_in_noncombat_only():
    """AAA moves 1, in the Noncombat Move phase."""
    game = battlefront()
    refused(game, order(game, "AAA", "Western Germany", "France"), "AA-UNI-022")
    game = position(units={"Germany": {"Germany": {"AAA": 1}}}, phase=NONCOMBAT)
    refused(game, order(game, "AAA", "Germany", "Western Germany", "Denmark"), "AA-MOV-039")
    go(game, "AAA", "Germany", "Western Germany")


@pytest.mark.rule("AA-SET-026", "AA-SET-027", "AA-EXA-002", "AA-UNI-038")
def test_AA_SET_026_units_move_between_adjacent_spaces_only():
    """A common border is needed, not a common point."""
    game = position(
        units={
            "Germany": {"Germany": {"infantry": 1}},
            "sea zone 112": {"Germany": {"cruiser": 1}},
        },
        phase=NONCOMBAT,
    )
    refused(game, order(game, "infantry", "Germany", "Denmark"), "AA-SET-026")
    refused(game, order(game, "cruiser", "sea zone 112", "sea zone 109"), "AA-SET-026")
    refused(game, order(game, "cruiser", "sea zone 112", "Denmark"), "AA-UNI-038")
    assert "sea zone 111" not in game.ruleset.game.graph.coast["United Kingdom"]


@pytest.mark.rule("AA-SET-031", "AA-SET-032")
@pytest.mark.parametrize(
    ("rule", "closed"), [("AA-SET-031", "Sahara Desert"), ("AA-SET-032", "Pripet Marshes")]
)
def test_AA_SET_031_nothing_enters_impassable_territories(rule, closed):
    """Neither land units nor aircraft."""
    game = position(
        units={
            "Libya": {"Italy": {"infantry": 1, "fighter": 1}},
            "Eastern Poland": {"Italy": {"infantry": 1, "fighter": 1}},
        },
        control={"Eastern Poland": "Italy"},
        relations={("Italy", "Soviet Union"): "war"},
        power="Italy",
        phase=NONCOMBAT,
    )
    start = "Libya" if rule == "AA-SET-031" else "Eastern Poland"
    for kind in ("infantry", "fighter"):
        refused(game, order(game, kind, start, closed), rule)


@pytest.mark.rule("AA-MOV-006", "AA-MOV-007", "AA-MOV-008", "AA-MOV-009")
def test_AA_MOV_006_land_units_walk_across_canals_and_inside_turkey():
    """Suez is crossed by an ordinary step; Turkey and Central America are single territories."""
    game = position(
        units={
            "Egypt": {"United Kingdom": {"infantry": 1}},
            "Gibraltar": {"United Kingdom": {"infantry": 1}},
        },
        control={"Greece": "United Kingdom", "Turkey": "United Kingdom", "Syria": "United Kingdom",
                 "Morocco": "United Kingdom"},
        power="United Kingdom",
        phase=NONCOMBAT,
    )  # fmt: skip
    go(game, "infantry", "Egypt", "Trans-Jordan")
    refused(game, order(game, "infantry", "Gibraltar", "Morocco"), "AA-SET-026")
    land = game.ruleset.game.graph.land
    assert {"Greece", "Syria"} <= set(land["Turkey"])  # both shores
    assert land["Central America"] == ("Colombia", "Southeastern Mexico")


# --- neutral territories ------------------------------------------------------------------------


@pytest.mark.rule("AA-MOV-025", "AA-NEU-008", "AA-NEU-010", "AA-EXA-007")
def test_AA_NEU_008_friendly_neutrals_are_neither_attacked_nor_crossed():
    """Bulgaria is a friendly neutral to Germany."""
    game = position(units={"Romania": {"Germany": {"tank": 1, "infantry": 1}}}, phase=COMBAT,
                    relations={("Germany", "Soviet Union"): "war"})  # fmt: skip
    refused(game, order(game, "infantry", "Romania", "Bulgaria"), "AA-NEU-008")
    refused(game, order(game, "tank", "Romania", "Bulgaria", "Greece"), "AA-MOV-025")
    go(game, "infantry", "Romania", "Bessarabia")


@pytest.mark.rule("AA-NEU-018", "AA-EXA-008", "AA-NEU-017", "AA-NEU-005", "AA-NEU-031")
def test_AA_NEU_018_unfriendly_and_strict_neutrals_are_entered_in_a_combat_move():
    """Yugoslavia is pro-Allies, Switzerland strict; no war is declared."""
    game = position(
        units={"Greater Southern Germany": {"Germany": {"infantry": 1}},
               "Western Germany": {"Germany": {"infantry": 1}}},
        phase=COMBAT,
    )  # fmt: skip
    go(game, "infantry", "Greater Southern Germany", "Yugoslavia")
    go(game, "infantry", "Western Germany", "Switzerland")


@pytest.mark.rule("AA-NEU-029")
def test_R_103_tanks_do_not_blitz_through_neutrals_without_an_army():
    """A neutral territory is not hostile, so it is not blitzed."""
    game = position(
        units={"Southern France": {"Germany": {"tank": 1}}},
        control={"Southern France": "Germany", "Spain": "Pro-Allies neutrals"},
        values={("Spain", "leaning"): "pro-Allies"},
        phase=COMBAT,
    )
    refused(game, order(game, "tank", "Southern France", "Spain", "Gibraltar"), "AA-NEU-029")
    go(game, "tank", "Southern France", "Spain")


@pytest.mark.rule("AA-NCM-008", "AA-NCM-010", "AA-NCM-011", "AA-NCM-004")
def test_AA_NCM_008_land_units_regroup_in_friendly_territories():
    """Not in hostile ones, not in neutral ones, and not through them."""
    game = position(
        units={"Western Germany": {"Germany": {"tank": 4}}},
        control={"Holland/Belgium": "France"},
        phase=NONCOMBAT,
    )
    go(game, "tank", "Western Germany", "Northern Italy")
    way = ("Western Germany", "Holland/Belgium", "Western Germany")
    refused(game, order(game, "tank", *way), "AA-NCM-010")
    refused(game, order(game, "tank", *way[:2]), "AA-NCM-010")
    refused(game, order(game, "tank", "Western Germany", "Switzerland"), "AA-NCM-011")
    refused(
        game, order(game, "tank", "Western Germany", "Switzerland", "Northern Italy"), "AA-NCM-011"
    )


@pytest.mark.rule("AA-NCM-009", "AA-NEU-012", "AA-NEU-013", "AA-NEU-014", "AA-NEU-007")
def test_AA_NCM_009_land_units_bring_friendly_neutrals_over_as_the_phase_ends():
    """Bulgaria and its army are Germany's when the Noncombat Move phase has ended."""
    game = position(units={"Romania": {"Germany": {"infantry": 2, "tank": 1}}}, phase=NONCOMBAT)
    refused(game, order(game, "tank", "Romania", "Bulgaria", "Greece"), "AA-NEU-010")
    go(game, "infantry", "Romania", "Bulgaria")
    assert game.state.control["Bulgaria"] == "Pro-Axis neutrals"
    army = len(ids(game, "Bulgaria", "infantry", "Pro-Axis neutrals"))
    assert army == 4
    game.do(EndPhase())
    assert game.state.control["Bulgaria"] == "Germany"
    assert len(ids(game, "Bulgaria", "infantry", "Germany")) == army + 1


@pytest.mark.rule("AA-UNI-002", "AA-NEU-016", "AA-NCM-014")
def test_AA_UNI_002_AAA_and_aircraft_do_not_bring_neutrals_over():
    """Infantry, artillery, mechanized infantry or tanks are needed."""
    game = position(
        units={"Romania": {"Germany": {"AAA": 1, "infantry": 1, "fighter": 1}}}, phase=NONCOMBAT
    )
    refused(game, order(game, "AAA", "Romania", "Bulgaria"), "AA-UNI-002")
    refused(game, order(game, "fighter", "Romania", "Bulgaria"), "AA-NCM-014")
    go(game, "infantry", "Romania", "Bulgaria")
    go(game, "AAA", "Romania", "Bulgaria")


@pytest.mark.rule("AA-NCM-001")
def test_AA_NCM_001_who_moved_in_combat_does_not_move_again():
    """Units that moved in the Combat Move phase are at rest."""
    game = position(
        units={"Western Germany": {"Germany": {"tank": 2}}},
        control={"Holland/Belgium": "France"},
        phase=COMBAT,
    )
    go(game, "tank", "Western Germany", "Holland/Belgium", "Western Germany")
    moved = [i for i in ids(game, "Western Germany", "tank") if game.state.memory(i).moved]
    while game.state.phase != NONCOMBAT:
        game.do(EndPhase())
    assert game.state.memory(moved[0]).task == "rest"
    refused(game, Move(tuple(moved), ("Western Germany", "Denmark")), "AA-NCM-001")
    go(game, "tank", "Western Germany", "Holland/Belgium")  # taken this turn: friendly


@pytest.mark.rule("AA-SET-008", "AA-FAC-001")
def test_orders_that_make_no_sense_are_refused():
    """Other powers' units, facilities, unknown units and spaces."""
    game = position(
        units={"Germany": {"Germany": {"infantry": 1, "fighter": 1}, "Italy": {"infantry": 1}}},
        phase=NONCOMBAT,
    )
    way = ("Germany", "Western Germany")
    refused(game, order(game, "infantry", *way, power="Italy"), "AA-SET-008")
    refused(game, order(game, "major industrial complex", *way), "AA-FAC-001")
    refused(game, Move((9999,), way), "")
    refused(game, Move((), way), "")
    refused(game, order(game, "infantry", "Germany", "Atlantis", power="Germany"), "")
    refused(game, order(game, "infantry, fighter", *way, power="Germany"), "")
    infantry = one(game, "Germany", "infantry", "Germany")
    refused(game, Move((infantry, infantry), way), "")
    refused(game, Move((infantry,), ("Poland", "Germany")), "")
    refused(game, Move((infantry,), way, task="raid"), "")
    refused(game, Move(("tank",), way), "")  # type: ignore[arg-type]
    refused(game, Move((infantry,), (["Germany"], "Poland")), "")  # type: ignore[arg-type]
    fighter = one(game, "Germany", "fighter")
    refused(game, Move((fighter,), way, task="dance"), "")  # type: ignore[arg-type]
