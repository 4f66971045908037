"""The judge of moves: what the kernel refuses is found at its node, what it lets be is not."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

import pytest

from a4a.core import events as ev
from a4a.core.steps import NodeId
from tests.rules.areas.audit.moved import Moved, judged


class Fault(NamedTuple):
    """One illegal move: how it stands, who goes where, and the rule against it."""

    units: dict[str, Any]
    moved: str
    path: tuple[str, ...]
    rule: str
    phase: str = "Combat Move"
    given: Mapping[str, Any] = MappingProxyType({})


FAULTS = {
    "too far": Fault(
        {"Western Germany": {"Germany": {"infantry": 2}}},
        "infantry", ("Western Germany", "Holland/Belgium", "France"), "AA-MOV-039",
    ),
    "onto impassable ground": Fault(
        {"Libya": {"Italy": {"infantry": 1}}},
        "infantry", ("Libya", "Sahara Desert"), "AA-SET-031",
        given={"power": "Italy"},
    ),
    "through an enemy": Fault(
        {
            "Germany": {"Germany": {"tank": 1}},
            "Western Germany": {"France": {"infantry": 1}},
        },
        "tank", ("Germany", "Western Germany", "France"), "AA-MOV-059",
        given={"control": {"Western Germany": "France"}},
    ),
    "a blitz without a tank": Fault(
        {"Western Germany": {"Germany": {"mechanized infantry": 1}}},
        "mechanized infantry", ("Western Germany", "Holland/Belgium", "France"), "AA-UNI-015",
        given={"control": {"Holland/Belgium": "France"}},
    ),
    "through a closed strait": Fault(
        {
            "sea zone 112": {"United Kingdom": {"cruiser": 1}},
            "sea zone 113": {"Germany": {"cruiser": 1}},
        },
        "cruiser", ("sea zone 112", "sea zone 113"), "AA-MOV-013",
        given={"power": "United Kingdom"},
    ),
    "aircraft with nowhere to land": Fault(
        {
            "Western Germany": {"Germany": {"fighter": 1}},
            "sea zone 103": {"United Kingdom": {"cruiser": 1}},
        },
        "fighter",
        ("Western Germany", "sea zone 112", "sea zone 110", "sea zone 104", "sea zone 103"),
        "AA-AIR-015",
    ),
    "an enemy's unit": Fault(
        {"France": {"France": {"infantry": 1}}},
        "infantry", ("France", "Western Germany"), "AA-SET-008",
    ),
    "a friendly destination": Fault(
        {"Germany": {"Germany": {"infantry": 1}}},
        "infantry", ("Germany", "Western Germany"), "AA-MOV-021",
    ),
    "AAA in a combat move": Fault(
        {"Western Germany": {"Germany": {"AAA": 1}}},
        "AAA", ("Western Germany", "France"), "AA-UNI-022",
    ),
    "a facility that moves": Fault(
        {}, "air base", ("Western Germany", "France"), "AA-FAC-001",
    ),
    "a ship alone where nothing is": Fault(
        {"sea zone 113": {"Germany": {"cruiser": 1}}},
        "cruiser", ("sea zone 113", "sea zone 112"), "AA-MOV-021",
    ),
    "over a neutral": Fault(
        {
            "Southern France": {"Germany": {"fighter": 1}},
            "Gibraltar": {"United Kingdom": {"infantry": 1}},
        },
        "fighter", ("Southern France", "Spain", "Gibraltar"), "AA-NEU-020",
        given={"control": {"Southern France": "Germany"}},
    ),
    "an attack before the war": Fault(
        {"Poland": {"Germany": {"infantry": 1}}},
        "infantry", ("Poland", "Eastern Poland"), "AA-POL-037",
    ),
    "a neutral power into a neutral": Fault(
        {"Vyborg": {"Soviet Union": {"infantry": 1}}},
        "infantry", ("Vyborg", "Finland"), "AA-POL-033",
        phase="Noncombat Move", given={"power": "Soviet Union"},
    ),
    "into hostile land in peace": Fault(
        {"Western Germany": {"Germany": {"infantry": 1}}},
        "infantry", ("Western Germany", "France"), "AA-NCM-010",
        phase="Noncombat Move",
    ),
    "into a hostile sea zone in peace": Fault(
        {
            "sea zone 113": {"Germany": {"cruiser": 1}},
            "sea zone 112": {"United Kingdom": {"cruiser": 1}},
        },
        "cruiser", ("sea zone 113", "sea zone 112"), "AA-NCM-023",
        phase="Noncombat Move",
    ),
    "a bomber on a carrier": Fault(
        {
            "sea zone 112": {"Germany": {"aircraft carrier": 1}},
            "Western Germany": {"Germany": {"strategic bomber": 1}},
        },
        "strategic bomber", ("Western Germany", "sea zone 112"), "AA-AIR-008",
        phase="Noncombat Move",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", FAULTS)
def test_an_illegal_move_is_found_at_its_node(name: str) -> None:
    fault = FAULTS[name]
    told = Moved(fault.phase, units=fault.units, **fault.given)
    node = told.move(fault.moved, *fault.path)
    found = told.judgements()
    assert [(at, one.rule, one.severity) for at, one in found] == [(node, fault.rule, "illegal")]
    judgement = found[0][1]
    assert judgement.topic == "move"
    assert judgement.spaces == fault.path
    assert judgement.what.startswith(f"move 1 {fault.moved} from {fault.path[0]}")
    assert judgement.says


def test_a_transport_with_too_much_aboard_is_found() -> None:
    told = Moved(
        units={
            "Germany": {"Germany": {"tank": 2}},
            "sea zone 113": {"Germany": {"transport": 1}},
        }
    )
    ship = told.one("sea zone 113", "transport")
    told.move("tank", "Germany", "sea zone 113", aboard=ship)
    node = told.move("tank", "Germany", "sea zone 113", aboard=ship)
    assert (node, "AA-UNI-079") in told.findings()


def test_cargo_that_assaults_nothing_is_found_where_it_was_loaded() -> None:
    told = Moved(
        units={
            "Germany": {"Germany": {"tank": 1}},
            "sea zone 113": {"Germany": {"transport": 1}},
            "sea zone 112": {"Germany": {"cruiser": 1}},
            "Scotland": {"United Kingdom": {"infantry": 1}},
        },
        control={"Denmark": "Germany"},
    )
    node = told.move(
        "tank", "Germany", "sea zone 113", aboard=told.one("sea zone 113", "transport")
    )
    assert told.findings() == [(node, "AA-SEA-012")]


def assault(*, cargo: str = "tank") -> Moved:
    """Germans in a transport before Scotland, and a cruiser that could come along."""
    return Moved(
        units={
            "sea zone 112": {"Germany": {f"transport: {cargo}": 1, "cruiser": 1}},
            "Scotland": {"United Kingdom": {"infantry": 1}},
        }
    )


def test_going_ashore_in_the_combat_move_phase_is_an_assault() -> None:
    told = assault()
    told.move("transport", "sea zone 112", "sea zone 111")
    told.move("tank", "sea zone 111", "Scotland", mode="amphibious")
    assert told.findings() == []


def test_AA_AMP_006_ships_may_be_recorded_before_the_assault_they_support() -> None:
    told = assault()
    told.move("cruiser", "sea zone 112", "sea zone 111")
    told.move("transport", "sea zone 112", "sea zone 111")
    told.move("tank", "sea zone 111", "Scotland", mode="amphibious")
    assert told.findings(program="TripleA") == []


def test_AA_AMP_006_ships_without_an_assault_to_support_are_found() -> None:
    told = assault()
    node = told.move("cruiser", "sea zone 112", "sea zone 111")
    assert told.findings(program="TripleA") == [(node, "AA-AMP-006")]


def test_a_transport_waits_for_a_landing_that_a_later_move_makes_legal() -> None:
    """AA-SEA-014: the cruiser comes last; by then the transport has sailed on, which it may not."""
    told = Moved(
        units={
            "sea zone 111": {
                "Germany": {"transport: tank": 1}, "United Kingdom": {"submarine": 1},
            },
            "sea zone 112": {"Germany": {"cruiser": 1}},
            "Scotland": {"United Kingdom": {"infantry": 1}},
        }
    )  # fmt: skip
    told.move("tank", "sea zone 111", "Scotland", mode="amphibious")
    node = told.move("transport", "sea zone 111", "sea zone 112")
    told.move("cruiser", "sea zone 112", "sea zone 111")
    assert told.findings(program="TripleA") == [(node, "AA-UNI-086")]


def test_AA_MOV_036_aircraft_may_be_recorded_before_the_attack_that_lets_their_carrier_in() -> None:
    told = Moved(
        units={
            "sea zone 112": {"Germany": {"aircraft carrier": 1, "fighter": 1, "cruiser": 1}},
            "sea zone 104": {"United Kingdom": {"destroyer": 1}},
            "sea zone 110": {"United Kingdom": {"destroyer": 1}},
        },
        control={"Norway": "United Kingdom", "Denmark": "United Kingdom"},
    )
    told.move("fighter", "sea zone 112", "sea zone 110", "sea zone 104")
    told.move("cruiser", "sea zone 112", "sea zone 110")
    assert told.findings(program="TripleA") == []


FLIGHT: dict[str, Any] = {
    "units": {
        "Western Germany": {"Germany": {"fighter": 2}},
        "Southern France": {"France": {"infantry": 1}},
        "Greece": {"United Kingdom": {"infantry": 1}},
    },
    "control": {"France": "Germany", "Northern Italy": "Germany"},
}


def test_AA_MOV_036_a_flight_may_be_recorded_leg_by_leg() -> None:
    told = Moved(**FLIGHT)
    told.move("2 fighter", "Western Germany", "France")
    told.move("fighter", "France", "Southern France")  # one of the two flies on
    told.move("fighter", "France", "Southern France")
    assert told.findings(program="TripleA") == []


def test_AA_MOV_036_the_legs_of_a_flight_are_no_longer_than_one_move() -> None:
    told = Moved(**FLIGHT)
    told.move("fighter", "Western Germany", "Germany", "Western Germany", "France")
    node = told.move("fighter", "France", "Northern Italy", "Southern France")
    ((where, rule),) = told.findings(program="TripleA")
    assert (where, rule) == (node, "AA-AIR-015")


def test_ships_and_aircraft_of_one_recorded_move_are_several_orders() -> None:
    told = Moved(
        units={
            "sea zone 112": {"Germany": {"aircraft carrier": 1, "fighter": 2, "cruiser": 1}},
            "sea zone 110": {"United Kingdom": {"cruiser": 1}},
        }
    )
    told.move("aircraft carrier, 2 fighter, cruiser", "sea zone 112", "sea zone 110")
    assert told.findings(program="TripleA") == []


def test_AA_SEA_004_guests_are_cargo_of_the_carrier_they_are_moved_with() -> None:
    given: dict[str, Any] = {
        "units": {
            "sea zone 92": {"Italy": {"aircraft carrier": 1}, "Germany": {"fighter": 2}},
        },
        "power": "Italy",
    }
    told = Moved("Noncombat Move", **given)
    told.move("aircraft carrier, 2 fighter", "sea zone 92", "sea zone 93")
    assert told.findings(program="TripleA") == []
    given["units"]["sea zone 92"]["Germany"]["fighter"] = 3
    told = Moved("Noncombat Move", **given)
    node = told.move("aircraft carrier, 3 fighter", "sea zone 92", "sea zone 93")
    assert told.findings(program="TripleA") == [(node, "AA-SET-008")]


def test_AA_NCM_001_what_has_moved_rests_in_the_noncombat_moves() -> None:
    told = Moved(units={"Western Germany": {"Germany": {"tank": 1}}}, control={"France": "France"})
    told.move("tank", "Western Germany", "France")
    told.phase("Conduct Combat")
    told.tell(ev.ControlChanged("France", "France", "Germany", "conquest"))
    told.phase("Noncombat Move")
    node = told.move("tank", "France", "Western Germany")
    assert told.findings() == [(node, "AA-NCM-001")]


def test_AA_NCM_027_a_transport_rests_after_an_assault_even_if_it_never_moved() -> None:
    told = Moved(
        units={
            "sea zone 111": {"Germany": {"transport: tank": 1, "cruiser": 1}},
            "Scotland": {"United Kingdom": {"infantry": 1}},
        }
    )
    told.move("tank", "sea zone 111", "Scotland", mode="amphibious")
    told.phase("Noncombat Move")
    node = told.move("transport", "sea zone 111", "sea zone 112")
    assert told.findings() == [(node, "AA-NCM-027")]


def test_AA_NCM_015_nothing_lands_where_the_land_was_taken_in_the_same_turn() -> None:
    told = Moved(
        units={"Western Germany": {"Germany": {"tank": 1, "fighter": 1}}},
        control={"Holland/Belgium": "France"},
    )
    told.move("tank", "Western Germany", "Holland/Belgium")
    told.tell(ev.ControlChanged("Holland/Belgium", "France", "Germany", "conquest"))
    told.phase("Noncombat Move")
    node = told.move("fighter", "Western Germany", "Holland/Belgium")
    assert (node, "AA-NCM-015") in told.findings()


def test_the_record_goes_on_from_what_was_illegal() -> None:
    told = Moved(
        units={
            "Western Germany": {"Germany": {"infantry": 1}},
            "Poland": {"Germany": {"infantry": 1}},
        },
        phase="Noncombat Move",
    )
    first = told.move("infantry", "Western Germany", "Germany", "Poland")
    told.move("infantry", "Poland", "Germany")
    assert told.findings() == [(first, "AA-MOV-039")]


def paratroopers(*, technologies: tuple[str, ...]) -> tuple[Moved, NodeId]:
    """A tank attacks Paris, and infantry drops there."""
    told = Moved(
        units={
            "Western Germany": {"Germany": {"infantry": 1}},
            "Holland/Belgium": {"Germany": {"tank": 1}},
            "France": {"France": {"infantry": 1}},
        },
        technologies={"Germany": technologies},
    )
    told.move("tank", "Holland/Belgium", "France")
    way = ("Western Germany", "Holland/Belgium", "France")
    return told, told.move("infantry", *way, mode="airdrop")


def test_AA_RND_020_airdrops_are_judged_as_such() -> None:
    told, _ = paratroopers(technologies=("Paratroopers",))
    assert told.findings(program="TripleA") == []
    told, node = paratroopers(technologies=())
    assert told.findings(program="TripleA") == [(node, "AA-RND-020")]


def test_AA_MOV_058_a_blitz_told_territory_by_territory_is_one_move() -> None:
    told = Moved(
        units={"Western Germany": {"Germany": {"tank": 1, "infantry": 1}}},
        control={"Holland/Belgium": "France"},
    )

    def through_belgium(unit: int) -> NodeId:
        return told.tell(
            ev.UnitsMoved((unit,), ("Western Germany", "Holland/Belgium"), "combat", 1),
            ev.UnitsMoved((unit,), ("Holland/Belgium", "France"), "combat", 1),
        )

    through_belgium(told.one("Western Germany", "tank"))
    node = through_belgium(told.one("Western Germany", "infantry"))
    assert told.findings() == [(node, "AA-MOV-039")]


def test_land_units_and_aircraft_of_one_recorded_move_are_judged_apart() -> None:
    """A recorded move of both is two orders, each with its own reach."""
    told = Moved(
        units={
            "Western Germany": {"Germany": {"infantry": 1, "fighter": 1}},
            "France": {"France": {"infantry": 1}},
        }
    )
    node = told.move("infantry, fighter", "Western Germany", "Holland/Belgium", "France")
    assert told.findings(program="TripleA") == [(node, "AA-MOV-039")]


def test_AA_MOV_031_who_came_to_attack_submarines_does_not_ignore_them() -> None:
    told = Moved(
        units={
            "sea zone 112": {"Germany": {"cruiser": 1}},
            "sea zone 110": {"United Kingdom": {"submarine": 1}},
        }
    )
    told.move("cruiser", "sea zone 112", "sea zone 110")
    node = told.tell(ev.Decided(("Germany",), "engage", "ignore", spaces=("sea zone 110",)))
    assert told.findings() == [(node, "AA-MOV-031")]


def test_AA_SET_043_units_move_in_the_movement_phases_only() -> None:
    told = Moved("Mobilize New Units", units={"Germany": {"Germany": {"infantry": 1}}})
    node = told.move("infantry", "Germany", "Poland")
    assert told.findings() == [(node, "AA-SET-043")]


def test_AA_CMB_057_nothing_retreats_where_nothing_was_fought() -> None:
    told = Moved("Noncombat Move", units={"Germany": {"Germany": {"infantry": 1}}})
    node = told.move("infantry", "Germany", "Western Germany", mode="retreat")
    assert told.findings() == [(node, "AA-CMB-057")]


def test_AA_NCM_006_only_stranded_aircraft_of_others_come_home_and_no_farther_than_allowed() -> (
    None
):
    given: dict[str, Any] = {
        "units": {"sea zone 110": {"United Kingdom": {"fighter": 1}}},
        "phase": "Noncombat Move",
    }
    told = Moved(**given)
    told.move("fighter", "sea zone 110", "United Kingdom", mode="displacement")
    assert told.findings() == []
    told = Moved(**given)
    node = told.move("fighter", "sea zone 110", "sea zone 109", mode="displacement")
    assert told.findings() == [(node, "AA-NCM-006")]
    told = Moved(
        units={"United Kingdom": {"United Kingdom": {"fighter": 1}}}, phase="Noncombat Move"
    )
    node = told.move("fighter", "United Kingdom", "Scotland", mode="displacement")
    assert told.findings() == [(node, "AA-NCM-006")]


def test_edits_are_not_judged() -> None:
    told = Moved(units={"Western Germany": {"Germany": {"infantry": 1}}})
    event = ev.UnitsMoved(
        (told.one("Western Germany", "infantry"),),
        ("Western Germany", "Germany", "Poland"),
        "combat",
        2,
    )
    told.record.append([event], cause="edit")
    assert told.findings() == []


def test_what_a_program_is_known_to_allow_cites_its_deviation() -> None:
    told = Moved(units={"sea zone 113": {"Germany": {"cruiser": 1}}})
    node = told.move("cruiser", "sea zone 113", "sea zone 112")
    ((at, found),) = told.judgements(program="TripleA")
    assert (at, found.rule, found.severity) == (node, "AA-MOV-021", "engine option")
    assert found.cites == "D-001"


def test_in_a_phase_that_is_not_over_a_later_move_may_excuse() -> None:
    told = Moved(units={"sea zone 113": {"Germany": {"cruiser": 1, "submarine": 1}}})
    told.move("cruiser", "sea zone 113", "sea zone 112")
    told.move("submarine", "sea zone 113", "sea zone 112", "sea zone 111", "sea zone 104")
    assert [found.severity for _, found in judged(told.record)] == ["dubious", "illegal"]
