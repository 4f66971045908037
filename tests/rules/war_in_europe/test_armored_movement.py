"""Armored Action: armor moves once more, through zones and over land alone (10.1)."""

from __future__ import annotations

import pytest

from a4a.core.dice import ScriptedDice
from a4a.core.errors import RuleViolation
from a4a.rules.run import Run
from a4a.rules.systems.war_in_europe.combat.phase import Combat
from a4a.rules.systems.war_in_europe.movement import marching
from a4a.rules.systems.war_in_europe.orders.fighting import EndCombat
from a4a.rules.systems.war_in_europe.orders.moving import Airdrop, EndMovement
from a4a.rules.systems.war_in_europe.standing import OPS_COMPLETE
from tests.rules.war_in_europe.moves import Play
from tests.rules.war_in_europe.positions import system, unit

ARMOR, INFANTRY, FRENCH = "Germany: 1st armor", "Germany: 1st infantry", "France: 2nd infantry"


def armored(counters: dict[str, str], **how) -> Play:
    return Play(counters, armored=True, **how)


def test_WE_ARM_002_armor_that_has_moved_and_fought_moves_again() -> None:
    """What it did in the player turn is forgotten; its printed movement is whole."""
    play = armored({ARMOR: "2106"}, flags={ARMOR: (OPS_COMPLETE,)})
    assert marching.left(play.mover, unit(play.state, ARMOR)) == 6
    play.give(play.march(ARMOR, "2106", "2107"))
    assert play.where(ARMOR) == "2107"


def test_WE_ARM_003_only_armor_moves() -> None:
    play = armored({INFANTRY: "2106", "Germany: 1st air": "2106"})
    assert play.refused(play.march(INFANTRY, "2106", "2107")) == "WE-ARM-003"
    assert play.refused(play.fly("Germany: 1st air", "2106", "2107")) == "WE-ARM-006"
    assert play.decision is not None
    assert play.decision.orders == ("March", "EndMovement")


def test_WE_ARM_003_only_over_land() -> None:
    play = armored({ARMOR: "2005", "Germany: surface fleet": "2005"})
    assert play.refused(play.march(ARMOR, "2005", "1905", "1904")) == "WE-LND-004"
    assert play.refused(play.sail("Germany: surface fleet", "2005", "1905")) == "WE-ARM-006"


def test_WE_ARM_004_005_an_enemy_zone_costs_a_point_more_and_stops_nobody() -> None:
    """1908 to 1808 to 1809: clear ground, both beside the enemy in 1709; then a river."""
    play = armored({ARMOR: "1907", FRENCH: "1709"}, at_war=["Belgium"], control={"1807": "Germany"})
    assert {"1808", "1809"} <= play.mover.zone
    assert "1807" not in play.mover.zone
    way = ("1907", "1807", "1808")
    steps = system().ground.on_foot
    play.give(play.march(ARMOR, *way))
    plain = steps["1907"]["1807"] + steps["1807"]["1808"]
    assert play.state.memory(play.id(ARMOR)).moved == plain + 1
    assert steps["1808"]["1809"] + 1 == 3  # a river, and the zone
    play = armored({ARMOR: "1808", FRENCH: "1709"})
    play.give(play.march(ARMOR, "1808", "1809"))
    assert play.state.memory(play.id(ARMOR)).moved == 3
    play.give(play.march(ARMOR, "1809", "1808"))
    assert play.refused(play.march(ARMOR, "1808", "1908")) == "WE-LND-002"


def test_WE_ARM_006_no_airdrop_rail_landing_or_assault_is_made() -> None:
    para = "Germany: 1st paratroop"
    play = armored({ARMOR: "2106", para: "2106", "Germany: surface fleet": "2005"})
    assert play.refused(play.rail(ARMOR, "2106", "2107")) == "WE-ARM-006"
    assert play.refused(Airdrop(play.id(para), "2107")) == "WE-ARM-006"
    assert play.refused(play.assault("Germany: surface fleet", "2005", "1905")) == "WE-ARM-006"
    assert play.refused(play.disembark(ARMOR)) == "WE-ARM-006"
    assert play.refused(play.embark(ARMOR, "Germany: surface fleet")) == "WE-ARM-006"


def test_WE_ARM_001_each_side_has_its_own_armored_movement() -> None:
    play = armored({ARMOR: "2106", "France: 1st armor": "1709"})
    assert play.phase.name == "Axis Armored Movement"
    with pytest.raises(RuleViolation):
        play.phase.verify(play.state, play.march("France: 1st armor", "1709", "1808"))
    play.give(EndMovement())
    assert play.decision is None


def test_WE_STK_007_no_stack_is_cut_between_armored_movement_and_its_combat() -> None:
    """A side's phase of Armored Action ends with its combat (5.2.2)."""
    three = ["Germany: 1st armor", "Germany: 2nd armor", "Germany: 3rd armor"]
    play = armored(dict.fromkeys(three, "2106"))
    play.give(EndMovement())
    assert play.decision is None
    assert [play.where(name) for name in three] == ["2106"] * 3
    combat = Combat(system(), "Axis", armored=True)
    run = Run(play.state, ScriptedDice([]))
    play.phase.leave(run)
    combat.execute(run, EndCombat())
    asked = combat.decision(run.state)
    assert asked is not None
    assert (asked.kind, asked.units) == ("too many units", play.ids(three))


def test_markers_stay_in_armored_action() -> None:
    play = armored(
        {ARMOR: "2106", "Germany: 1st air": "2106"}, flags={"Germany: 1st air": (OPS_COMPLETE,)}
    )
    run = Run(play.state, ScriptedDice([]))
    play.phase.enter(run)
    assert run.events == []


def test_where_armor_comes_is_what_a_naive_search_finds() -> None:
    play = armored({ARMOR: "1808", FRENCH: "1709", "France: 3rd infantry": "1810"})
    steps, zone = system().ground.on_foot, play.mover.zone
    closed = play.mover.field.closed
    best = {"1808": 0}
    for _ in range(7):
        for here, cost in list(best.items()):
            if here in closed:
                continue
            for there, step in steps[here].items():
                if there in ("1709", "1810") or system().board.space(there).impassable:
                    continue
                total = cost + step + (there in zone)
                if total <= 6 and total < best.get(there, 7):
                    best[there] = total
    del best["1808"]
    found = marching.destinations(play.mover, [unit(play.state, ARMOR)], toll=1)
    assert found is not None
    assert dict(found.costs) == best
