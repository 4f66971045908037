"""Fleets are attacked as they come into zones of control, and go on if they can (8.3.5)."""

from __future__ import annotations

from a4a.core import events as ev
from a4a.rules.systems.war_in_europe.orders.fighting import RetreatToPort, Support
from a4a.rules.systems.war_in_europe.orders.moving import AttackInTransit, EndMovement, LetPass
from a4a.rules.systems.war_in_europe.standing import OPS_COMPLETE
from a4a.rules.systems.war_in_europe.transit import attackers
from tests.rules.war_in_europe.moves import Play
from tests.rules.war_in_europe.positions import system, unit

HOME, CHANNEL, ARMOR = (
    "Great Britain: Home fleet", "Great Britain: Channel fleet", "Great Britain: 1st armor",
)  # fmt: skip
RAF, BOMBER, NAVAL = (
    "Great Britain: 1st RAF", "Great Britain: Bomber Command", "Great Britain: Naval air",
)  # fmt: skip
FLEET, SUB = "Germany: surface fleet", "Germany: 1st submarine fleet"
AIR, AIR2 = "Germany: 1st air", "Germany: 2nd air"
WEST = ("1503", "1603", "1604", "1605")
"""A way past a German fleet in 1803, three hexes off and two."""


def allied(counters: dict[str, str], **how) -> Play:
    return Play(counters, side="Allies", **how)


def asked(play: Play) -> tuple[str, tuple[int, ...], tuple[str, ...]]:
    """What is asked, of which units, and where."""
    decision = play.decision
    assert decision is not None
    return decision.kind, decision.units, decision.spaces


def test_WE_TRA_001_002_ZOC_021_whoever_holds_the_hex_that_a_fleet_enters_may_attack() -> None:
    play = allied({HOME: "1503", FLEET: "1803", SUB: "1803", ARMOR: HOME})
    held = play.mover.field.zones.held("Axis", "sea")
    first = next(space for space in WEST[1:] if space in held)
    play.give(play.sail(HOME, *WEST))
    assert asked(play) == ("transit", play.ids([FLEET, SUB]), (first,))
    assert play.decision is not None
    assert play.decision.powers == ("Italy", "Germany")
    assert play.where(HOME) == first
    assert play.state.halted == {play.id(HOME)}
    assert play.refused(AttackInTransit((play.id(FLEET), play.id(HOME)))) == "WE-TRA-002"
    assert play.refused(AttackInTransit(())) == "WE-TRA-002"
    events = play.give(AttackInTransit(play.ids(SUB)), 6, 6, 6, 6)
    (battle,) = [e for e in events if isinstance(e, ev.BattleOpened)]
    assert battle.kind == "transit"
    assert [p.units for p in battle.participants] == [play.ids(SUB), play.ids(HOME)]


def test_WE_TRA_001_land_and_air_units_are_not_attacked_on_their_way() -> None:
    play = allied({RAF: "1607", ARMOR: "1607", AIR: "1708"}, control={"1708": "Germany"})
    play.give(play.fly(RAF, "1607", "1606"))
    assert play.decision is not None
    assert play.decision.kind == "movement"


def test_WE_ZOC_029_TRA_011_aircraft_of_any_range_attack_in_transit() -> None:
    play = Play({FLEET: "1804", BOMBER: "1707"})
    play.give(play.sail(FLEET, "1804", "1805"))
    assert asked(play) == ("transit", play.ids([BOMBER]), ("1805",))


def test_WE_TRA_003_marked_aircraft_and_fleets_do_not_attack() -> None:
    """R-260: fleets as well."""
    marked = {FLEET: (OPS_COMPLETE,), AIR: (OPS_COMPLETE,)}
    play = allied(
        {HOME: "1503", FLEET: "1803", AIR: "1902"}, flags=marked, control={"1902": "Germany"}
    )
    play.give(play.sail(HOME, *WEST))
    assert play.where(HOME) == WEST[-1]
    play = allied({HOME: "1503", FLEET: "1803", SUB: "1803"}, flags={FLEET: (OPS_COMPLETE,)})
    play.give(play.sail(HOME, *WEST))
    assert asked(play)[1] == play.ids([SUB])
    assert play.refused(AttackInTransit(play.ids(FLEET))) == "WE-TRA-003"


def test_who_lets_a_fleet_pass_here_is_asked_again_farther_on() -> None:
    play = allied({HOME: "1503", FLEET: "1803"})
    held = play.mover.field.zones.held("Axis", "sea")
    wanted = [space for space in WEST[1:] if space in held]
    play.give(play.sail(HOME, *WEST))
    places = []
    while play.decision is not None and play.decision.kind == "transit":
        places += play.decision.spaces
        play.give(LetPass())
    assert places == wanted
    assert len(places) > 1
    assert play.where(HOME) == WEST[-1]
    assert play.state.memory(play.id(HOME)).moved == 3
    assert play.state.settled


def test_WE_TRA_007_a_fleet_that_is_not_beaten_goes_on_with_what_it_has_left() -> None:
    play = allied({HOME: "1503", FLEET: "1803"})
    play.give(play.sail(HOME, *WEST))
    here = str(play.where(HOME))
    play.give(AttackInTransit(play.ids(FLEET)), 6, 6, 6, 6)  # both miss, with equal rolls
    assert play.state.battles == {}
    assert play.where(HOME) == here
    moved = play.state.memory(play.id(HOME)).moved
    rest = WEST[WEST.index(here) :]
    play.give(play.sail(HOME, *rest))
    assert play.where(HOME) == WEST[-1]
    assert play.state.memory(play.id(HOME)).moved == moved + len(rest) - 1


def test_WE_TRA_007_a_beaten_fleet_is_marked_and_moves_no_more() -> None:
    play = allied({HOME: "1503", FLEET: "1803"})
    play.give(play.sail(HOME, *WEST))
    play.give(AttackInTransit(play.ids(FLEET)), 1, 1, 6, 6)  # the attacker hits, the fleet misses
    for _ in range(9):
        decision = play.decision
        assert decision is not None
        if decision.kind == "movement":
            break
        play.give(
            LetPass("end") if decision.kind == "transit" else RetreatToPort(decision.spaces[0])
        )
    home = unit(play.state, HOME)
    assert OPS_COMPLETE in home.flags
    assert "port" in system().board.space(str(home.place)).features
    beyond = next(iter(system().ground.by_ship[str(home.place)]))
    assert play.refused(play.sail(HOME, str(home.place), beyond)) == "WE-CMP-026"


def test_WE_TRA_008_an_attacker_attacks_a_fleet_once_in_a_turn() -> None:
    play = allied({HOME: "1503", FLEET: "1803"})
    play.give(play.sail(HOME, *WEST))
    here = str(play.where(HOME))
    play.give(AttackInTransit(play.ids(FLEET)), 6, 6, 6, 6)
    field = play.mover.field
    assert attackers(field, [unit(play.state, HOME)], here) == ()
    rest = WEST[WEST.index(here) :]
    play.give(play.sail(HOME, *rest))
    assert play.decision is not None
    assert play.decision.kind == "movement"


def test_WE_TRA_008_a_second_fleet_may_be_attacked_by_the_same_attacker() -> None:
    play = allied({HOME: "1503", CHANNEL: "1503", FLEET: "1803"})
    play.give(play.sail(HOME, *WEST))
    play.give(AttackInTransit(play.ids(FLEET)), 6, 6, 6, 6)
    play.give(play.sail(CHANNEL, *WEST))
    assert asked(play)[0] == "transit"


def test_WE_SCB_014_in_its_port_a_fleet_is_safe_from_fleets_and_not_from_aircraft() -> None:
    """R-256: London holds a port, 1707 does not."""
    counters = {HOME: "1508", FLEET: "1806", AIR: "1709"}
    play = allied(counters, control={"1709": "Germany"}, at_war=["all"])
    field, fleets = play.mover.field, [unit(play.state, HOME)]
    assert {"1607", "1707"} <= field.zones.held("Axis", "sea") & field.zones.held("Axis", "air")
    assert {u.name for u in attackers(field, fleets, "1607")} == {"1st air"}
    assert {u.name for u in attackers(field, fleets, "1707")} == {"1st air", "surface fleet"}


def test_WE_TRA_004_005_TRA_011_the_moving_side_answers_with_ready_aircraft_of_range_3() -> None:
    counters = {HOME: "1508", AIR: "1708", RAF: "1607", BOMBER: "1606", NAVAL: "1507"}
    play = allied(counters, control={"1708": "Germany"}, flags={NAVAL: (OPS_COMPLETE,)})
    play.give(play.sail(HOME, "1508", "1607", "1707"))
    assert asked(play)[0] == "transit"
    play.give(AttackInTransit(play.ids(AIR)))
    decision = play.decision
    assert decision is not None
    assert "Great Britain" in decision.powers
    assert decision.units == play.ids([RAF])
    assert play.refused(Support(play.ids(BOMBER))) == "WE-TRA-011"
    events = play.give(Support(play.ids(RAF)), 6, 6, 6, 6)
    rolled = [e for e in events if isinstance(e, ev.Rolled)]
    assert rolled[0].chart is not None
    assert rolled[0].chart.line == "Air vs. Air"


def test_WE_SOV_010_soviet_units_attack_in_transit_alone() -> None:
    counters = {FLEET: "2304", "Soviet Union: fleet": "2501", RAF: "2202"}
    play = Play(counters, at_war=["all"], control={"2202": "Great Britain"})
    play.give(play.sail(FLEET, "2304", "2303", "2302"))
    while asked(play)[1] == play.ids([RAF]):
        play.give(LetPass())
    kind, units, _ = asked(play)
    assert kind == "transit"
    assert set(units) == set(play.ids(["Soviet Union: fleet", RAF]))
    assert play.refused(AttackInTransit(units)) == "WE-SOV-010"


def test_WE_ZOC_019_014_aircraft_and_zones_do_not_slow_a_fleet_that_is_let_pass() -> None:
    play = allied({HOME: "1508", AIR: "1708"}, control={"1708": "Germany"})
    play.give(play.sail(HOME, "1508", "1607", "1707", "1706"))
    play.give(LetPass("end"))
    assert play.where(HOME) == "1706"
    play.give(EndMovement())
    assert play.decision is None


def test_WE_AMP_002_an_assault_that_is_let_pass_lands_at_its_end() -> None:
    play = allied(
        {HOME: "1607", ARMOR: HOME, AIR: "1709"}, control={"1708": "Germany", "1709": "Germany"}
    )
    play.give(play.assault(HOME, "1607", "1708"))
    assert asked(play)[0] == "transit"
    assert play.where(ARMOR) == play.id(HOME)
    play.give(LetPass())
    assert play.where(ARMOR) == "1708"


def test_a_move_that_is_broken_off_is_settled_when_the_phase_ends() -> None:
    play = allied({HOME: "1503", FLEET: "1803"})
    play.give(play.sail(HOME, *WEST))
    play.give(AttackInTransit(play.ids(FLEET)), 6, 6, 6, 6)
    assert play.state.halted
    play.give(EndMovement())
    assert play.decision is None
    play.leave()
    assert play.state.settled


def test_no_question_has_the_id_of_another_where_moves_cost_nothing() -> None:
    """Out of the Red Sea and back a fleet pays nothing (WE-BOX-004), as often as it likes."""
    play = allied({HOME: "Red Sea", AIR: "3716"}, control={"3716": "Germany"})
    asked = []
    for _ in range(3):
        events = play.give(play.sail(HOME, "Red Sea", "3817"))
        asked += [e.decision for e in events if isinstance(e, ev.Asked)]
        play.give(LetPass())
        play.give(play.sail(HOME, "3817", "Red Sea"))
    assert play.state.memory(play.id(HOME)).moved == 0
    assert len(set(asked)) == 3


def test_boxes_are_in_no_zone() -> None:
    play = Play({HOME: "Atlantic", FLEET: "1005"})
    play.give(play.sail(FLEET, "1005", "Atlantic"))
    assert play.decision is not None
    assert play.decision.kind == "movement"
    assert system().board.space("Atlantic").kind == "box"
