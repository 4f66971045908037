"""Strategic Warfare: Iraq's roll, city bombing, Lend-Lease, convoy attacks (4.2.A, 6)."""

from __future__ import annotations

import pytest

from a4a.core import events as ev
from a4a.core.dice import ScriptedDice
from a4a.core.errors import RuleViolation
from a4a.core.state import State
from a4a.core.units import Holding
from a4a.rules import money
from a4a.rules.choices import Tally
from a4a.rules.order import Order
from a4a.rules.run import Run
from a4a.rules.systems.war_in_europe.economy import income, shipments
from a4a.rules.systems.war_in_europe.economy.producing import Production
from a4a.rules.systems.war_in_europe.economy.shipments import Shipment
from a4a.rules.systems.war_in_europe.forms import forms
from a4a.rules.systems.war_in_europe.forms.strategic import strategic_forms
from a4a.rules.systems.war_in_europe.orders.fighting import RetreatToPort, TakeLosses
from a4a.rules.systems.war_in_europe.orders.moving import AttackInTransit, LetPass
from a4a.rules.systems.war_in_europe.orders.strategic import (
    AttackConvoy,
    Bomb,
    Cover,
    Intercept,
    Lend,
    MakePort,
    PassStrategic,
    Sink,
)
from a4a.rules.systems.war_in_europe.standing import OPS_COMPLETE, WITH
from a4a.rules.systems.war_in_europe.strategic import convoys
from a4a.rules.systems.war_in_europe.strategic.warfare import StrategicWarfare
from tests.rules.war_in_europe.positions import dataset, state, system, unit

EVERYBODY = tuple(p.name for p in dataset().catalog.powers if p.playable)
PHASE = StrategicWarfare(system())
SUMMER_1941, WINTER_1943, SPRING_1943 = 8, 14, 15
MOSCOW, LONDON, BERLIN, ESSEN, PARIS = "2903", "1607", "2106", "1907", "1709"
PASS = PassStrategic()


def begin(board: dict[str, str], *faces: int, **how: object) -> Run:
    """Begin Strategic Warfare with dice that fall so; in 1940, unless another turn is given."""
    now = state(board, active=EVERYBODY, phase="Strategic Warfare", **({"round": 3} | how))  # type: ignore[arg-type]
    run = Run(now, ScriptedDice(faces))
    PHASE.enter(run)
    return run


def give(run: Run, *orders: Order) -> Run:
    for order in orders:
        PHASE.verify(run.state, order)
        PHASE.execute(run, order)
    return run


def refused(run: Run, order: Order) -> str:
    with pytest.raises(RuleViolation) as caught:
        PHASE.verify(run.state, order)
    return caught.value.rule


def kind(run: Run) -> str:
    decision = PHASE.decision(run.state)
    return decision.kind if decision else ""


def who(run: Run) -> str:
    decision = PHASE.decision(run.state)
    assert decision is not None
    return "Axis" if "Germany" in decision.powers else "Allies"


def ids(state: State, *names: str) -> tuple[int, ...]:
    return tuple(unit(state, name).id for name in names)


def bomb(run: Run, city: str, *names: str) -> Bomb:
    return Bomb(city, ids(run.state, *names))


def rolls(run: Run) -> list[tuple[str, int, str, int]]:
    """Line, strength, column and loss of every roll."""
    charts = [e.chart for e in run.events if isinstance(e, ev.Rolled) and e.chart]
    return [(c.line, c.strength, c.final, c.loss) for c in charts]


def is_bombed(state: State, city: str) -> bool:
    return bool(state.markers.get((ev.OnSpace(city), income.BOMBED)))


def sailing(state: State) -> dict[str, int]:
    return {s.called: n for s, n in shipments.at_sea(state).items()}


# --- city bombing ---------------------------------------------------------------------------------

GE1, GE2, SU1 = "Germany: 1st air", "Germany: 2nd air", "Soviet Union: 1st air"
RAF, RAF2, BC = ("Great Britain: 1st RAF", "Great Britain: 2nd RAF",
                 "Great Britain: Bomber Command")  # fmt: skip
OVER_MOSCOW = {GE1: "2803", GE2: "2804", SU1: MOSCOW}
EAST = {"at_war": ["Soviet Union"], "round": SUMMER_1941}


def raid_on_moscow(*faces: int) -> Run:
    """The example of city bombing, up to the choice of losses; Iraq keeps quiet."""
    run = begin(OVER_MOSCOW, 1, *faces, **EAST)
    return give(run, bomb(run, "Moscow", GE1, GE2), Intercept(ids(run.state, SU1)))


def test_WE_EXA_001_002_003_004_005_006_BOM_006_007_010_the_example_of_city_bombing() -> None:
    run = raid_on_moscow(1, 3, 5, 6, 4, 5)
    assert rolls(run) == [("Air vs. Air", 3, "3-4", 1), ("Air vs. Air", 4, "3-4", 0)]
    assert kind(run) == "losses"
    give(run, TakeLosses({unit(run.state, GE2).id: 1}))
    assert unit(run.state, GE2).damage == 1
    assert rolls(run)[2:] == [("Bombing", 6, "5-8", 0)]
    assert not is_bombed(run.state, MOSCOW)
    assert run.dice.left == 0
    assert unit(run.state, GE1).place == "2803"  # nobody retreats


def test_WE_EXA_007_BOM_012_STR_001_with_an_eight_moscow_yields_nothing() -> None:
    run = give(
        raid_on_moscow(1, 3, 5, 6, 4, 4),
    )
    give(run, TakeLosses({unit(run.state, GE2).id: 1}))
    assert is_bombed(run.state, MOSCOW)
    assert income.served(system(), run.state, MOSCOW) is None


def test_WE_BOM_008_CMP_013_bombing_and_intercepting_marks_nobody() -> None:
    run = raid_on_moscow(1, 3, 5, 6, 4, 5)
    give(run, TakeLosses({unit(run.state, GE2).id: 1}))
    assert not any(u.flags for u in run.state.units.values())


def test_WE_BOM_013_bombers_that_lose_in_the_air_still_bomb() -> None:
    """R-298: the example's bombers lost the air battle by a point, and bombed."""
    run = raid_on_moscow(1, 1, 6, 6, 1, 1)
    give(run, TakeLosses({unit(run.state, GE1).id: 2}))
    assert [line for line, *_ in rolls(run)] == ["Air vs. Air", "Air vs. Air", "Bombing"]
    assert unit(run.state, GE1).place == Holding("Germany", "force pool")
    assert is_bombed(run.state, MOSCOW)


def test_bombers_that_are_all_lost_bomb_nothing() -> None:
    run = begin({GE1: "2803", SU1: MOSCOW}, 1, 1, 1, 6, 6, **EAST)
    give(run, bomb(run, "Moscow", GE1), Intercept(ids(run.state, SU1)))
    assert len(rolls(run)) == 2
    assert run.events[-1] != PHASE
    assert not is_bombed(run.state, MOSCOW)


AIR_WAR = {GE1: "1708", GE2: ESSEN, RAF: LONDON, RAF2: "1507", BC: "1507"}


def test_WE_BOM_001_SEQ_004_the_sides_bomb_in_turn_the_axis_first() -> None:
    run = begin(AIR_WAR, 6, 6, 6, 6)
    assert (kind(run), who(run)) == ("city bombing", "Axis")
    give(run, bomb(run, "London", GE1))
    assert (kind(run), who(run)) == ("interception", "Allies")
    give(run, Intercept(()))
    assert (kind(run), who(run)) == ("city bombing", "Allies")
    assert refused(run, bomb(run, "London", BC)) == "WE-BOM-001"
    assert refused(run, bomb(run, "Scapa Flow", BC)) == "WE-BOM-001"


def test_WE_BOM_002_bombing_ends_when_both_pass_one_after_the_other() -> None:
    run = give(begin(AIR_WAR | {RAF: "1808"}, 6, 6), PASS)
    assert (kind(run), who(run)) == ("city bombing", "Allies")
    give(run, bomb(run, "Essen", BC), Intercept(()))
    assert (kind(run), who(run)) == ("city bombing", "Axis")  # one pass does not end it
    give(run, PASS)
    assert who(run) == "Allies"
    give(run, PASS)
    assert kind(run) == ""


def test_WE_BOM_001_the_axis_bombs_for_itself_when_italy_has_joined_the_allies() -> None:
    joined = {"Italy": (WITH["Allies"],)}
    run = begin(AIR_WAR, 6, 6, statuses=joined)
    asked = PHASE.decision(run.state)
    assert asked is not None
    assert asked.text.startswith("Axis: ")
    assert LONDON in asked.spaces
    assert unit(run.state, GE1).id in asked.units
    offered = [form.title for form in strategic_forms(PHASE, run.state)]
    assert "Bomb 1607 London" in offered
    give(run, bomb(run, "London", GE1), Intercept(()))
    assert who(run) == "Allies"


def test_a_side_without_bombers_is_not_asked() -> None:
    assert who(begin({RAF: "1708"})) == "Allies"
    assert kind(begin({GE1: "2403"})) == ""


def test_WE_BOM_003_bombers_are_unmarked_and_reach_the_city() -> None:
    run = begin(AIR_WAR, flags={GE2: (OPS_COMPLETE,)})
    assert refused(run, bomb(run, "Paris", GE2)) == "WE-BOM-003"
    assert refused(run, bomb(run, "Glasgow", GE1)) == "WE-BOM-003"  # too far
    assert refused(run, Bomb("London", ())) == "WE-BOM-003"
    assert refused(run, bomb(run, "London", GE1, GE1)) == "WE-BOM-003"
    assert refused(run, bomb(run, "London", RAF)) == "WE-BOM-003"
    PHASE.verify(run.state, bomb(run, "Paris", GE1))


def test_WE_BOM_004_interceptors_are_unmarked_of_range_3_and_reach_the_city() -> None:
    board = AIR_WAR | {"France: 1st air": "1711", "Great Britain: 3rd RAF": LONDON}
    run = begin(board, flags={RAF2: (OPS_COMPLETE,)})
    give(run, bomb(run, "London", GE1))
    assert refused(run, Intercept(ids(run.state, BC))) == "WE-BOM-004"
    assert refused(run, Intercept(ids(run.state, RAF2))) == "WE-BOM-004"
    assert refused(run, Intercept(ids(run.state, "France: 1st air"))) == "WE-BOM-004"
    PHASE.verify(run.state, Intercept(ids(run.state, RAF)))


def test_WE_BOM_005_other_units_and_zones_between_are_ignored() -> None:
    line = {"Great Britain: 1st armor": "1708", "Great Britain: Home fleet": "1608"}
    run = begin({GE1: "1808", RAF: "1507"} | line, 6, 6)
    give(run, bomb(run, "London", GE1))
    assert kind(run) == "interception"


def test_WE_BOM_009_an_air_unit_bombs_or_intercepts_once_a_turn() -> None:
    run = begin(AIR_WAR, *[6] * 14)
    give(run, bomb(run, "London", GE1), Intercept(ids(run.state, RAF)))
    assert refused(run, bomb(run, "Essen", RAF)) in ("WE-BOM-009", "WE-BOM-003")
    give(run, bomb(run, "Essen", BC), Intercept(()))
    assert refused(run, bomb(run, "Paris", GE1)) == "WE-BOM-009"
    give(run, bomb(run, "Paris", GE2))
    assert refused(run, bomb(run, "Essen", BC)) == "WE-BOM-009"


@pytest.mark.parametrize(("bombers", "column"), [((BC,), "5-8"), ((BC, RAF), "9-12")])
def test_WE_BOM_011_a_range_of_six_shifts_the_column_once(bombers, column: str) -> None:
    run = begin({RAF: "1708", BC: "1507"}, 6, 6)
    give(run, bomb(run, "Essen", *bombers))
    assert [final for _, _, final, _ in rolls(run)] == [column]


def test_WE_BOM_014_a_city_may_be_bombed_again_by_others() -> None:
    """R-299"""
    run = begin({RAF: "1708", BC: "1507"}, 1, 1, 6, 6)
    give(run, bomb(run, "Essen", RAF))
    assert is_bombed(run.state, ESSEN)
    give(run, bomb(run, "Essen", BC))
    assert is_bombed(run.state, ESSEN)


def test_WE_SOV_010_soviets_and_others_do_not_bomb_together() -> None:
    run = begin({RAF: "2106", SU1: "2206", GE1: "1708"}, 1, **EAST)
    give(run, PASS) if who(run) == "Axis" else run
    assert refused(run, bomb(run, "Breslau", RAF, SU1)) == "WE-SOV-010"
    PHASE.verify(run.state, bomb(run, "Breslau", RAF))


def test_WE_SEQ_004_IRQ_002_iraq_is_rolled_for_before_anything_else() -> None:
    run = begin(AIR_WAR, 6, round=6)
    assert isinstance(run.events[0], ev.Rolled)
    assert run.state.control["3911"] == "Iraq"
    assert "Iraq (Allied)" not in sailing(run.state)
    assert "Iraq (Allied)" in sailing(begin(AIR_WAR, 4, round=6).state)


# --- Lend-Lease -----------------------------------------------------------------------------------


def test_WE_CVY_001_002_LL_007_lend_lease_is_announced_after_bombing_before_the_convoy() -> None:
    """R-300"""
    board = AIR_WAR | {"Germany: 1st submarine fleet": "Atlantic"}
    run = begin(board, 1, round=SUMMER_1941)
    assert kind(run) == "city bombing"
    give(run, PASS, PASS)
    assert (kind(run), who(run)) == ("Lend-Lease", "Allies")
    give(run, Lend(britain=3))
    assert kind(run) == "convoy attack"
    assert sailing(run.state) == {"Lend-Lease to Great Britain": 3, "Dominions": 2,
                                  "Iraq (Allied)": 1}  # fmt: skip


def test_WE_LL_001_no_more_is_lent_than_the_track_says() -> None:
    run = begin({}, 1, round=SUMMER_1941)
    assert refused(run, Lend(britain=4)) == "WE-LL-001"
    assert refused(run, Lend(britain=-1)) == "WE-LL-001"
    give(run, Lend(britain=0))
    assert kind(begin({}, round=3)) == ""  # nothing may be lent yet


def test_WE_LL_003_004_005_how_much_the_soviets_may_get() -> None:
    assert refused(begin({}, 1, round=9), Lend(britain=2, ussr=1)) == "WE-LL-003"
    war = {"round": 9, "at_war": ["Soviet Union"]}
    assert refused(begin({}, 1, **war), Lend(britain=1, ussr=3)) == "WE-LL-004"
    give(begin({}, 1, **war), Lend(britain=2, ussr=2))
    iran = war | {"control": {"4108": "Germany"}}
    assert refused(begin({}, 1, **iran), Lend(britain=2, ussr=2)) == "WE-LL-005"
    run = give(begin({}, 1, **iran), Lend(britain=3, ussr=1))
    assert sailing(run.state)["Lend-Lease to Soviet Union"] == 1


# --- convoys --------------------------------------------------------------------------------------

HOME, CHANNEL, NAVAL = ("Great Britain: Home fleet", "Great Britain: Channel fleet",
                        "Great Britain: Naval air")  # fmt: skip
SUB1, SUB2, SURFACE = ("Germany: 1st submarine fleet", "Germany: 2nd submarine fleet",
                       "Germany: surface fleet")  # fmt: skip
ALLIED = {HOME: "Atlantic", CHANNEL: "Atlantic", NAVAL: HOME}
RAIDERS = {SUB1: "Atlantic", SUB2: "Atlantic", SURFACE: "Atlantic"}
NORWAY = {"control": {"1903": "Germany"}, "statuses": {"Norway": ("conquered",)}}


def convoy(*faces: int, board: dict[str, str] | None = None, lent: int = 3, **how: object) -> Run:
    """A convoy attack by all raiders, three points lent, Oslo in German hands; Iraq is quiet."""
    whole = ALLIED | RAIDERS if board is None else board
    run = begin(whole, 1, *faces, **({"round": SUMMER_1941} | NORWAY | how))
    give(run, Lend(britain=lent))
    return give(run, AttackConvoy(ids(run.state, *(n for n in whole if n in RAIDERS))))


def test_WE_EXA_008_009_010_011_012_CVY_005_011_012_013_the_example_up_to_the_points_sunk() -> None:
    run = convoy(1, 4)
    assert rolls(run) == [("Convoy Attack", 7, "7-9", 2)]
    assert (kind(run), who(run)) == ("sunk points", "Axis")
    run.dice = ScriptedDice([1, 3, 1, 4])
    give(run, Sink({"Lend-Lease to Great Britain": 2}))
    left = sailing(run.state)
    assert left == {"Lend-Lease to Great Britain": 1, "Dominions": 2, "Iraq (Allied)": 1}
    assert sum(left.values()) == 4


def test_WE_EXA_013_015_016_017_018_020_CVY_004_015_the_example_of_the_sea_battle() -> None:
    run = convoy(1, 4, 1, 3, 1, 4)
    give(run, Sink({"Lend-Lease to Great Britain": 2}))
    assert rolls(run)[1:] == [("Sea vs. Sea", 8, "7-9", 2), ("Sea vs. Sea", 7, "7-9", 1)]
    assert (kind(run), who(run)) == ("losses", "Axis")
    give(run, TakeLosses(dict.fromkeys(ids(run.state, SURFACE, SUB2), 1)))
    assert (kind(run), who(run)) == ("losses", "Allies")
    give(run, TakeLosses({unit(run.state, NAVAL).id: 1}))
    assert unit(run.state, NAVAL).damage == unit(run.state, SURFACE).damage == 1
    assert (kind(run), who(run)) == ("retreat from the ocean", "Axis")
    assert refused(run, MakePort({})) == "WE-EXA-018"
    fleets = ids(run.state, SURFACE, SUB1, SUB2)
    assert refused(run, MakePort(dict.fromkeys(fleets, "2105"))) == "WE-EXA-018"
    give(run, MakePort(dict.fromkeys(fleets, "1903")))
    assert all(unit(run.state, name).place == "1903" for name in RAIDERS)
    assert all(unit(run.state, name).flags == (OPS_COMPLETE,) for name in RAIDERS)
    assert unit(run.state, HOME).flags == unit(run.state, NAVAL).flags == ()
    assert unit(run.state, HOME).place == "Atlantic"
    assert kind(run) == ""
    assert not run.state.battles


def test_WE_EXA_014_against_submarines_alone_the_allies_fire_against_submarines() -> None:
    run = convoy(1, 4, 1, 3, 6, 6, board=ALLIED | {SUB1: "Atlantic", SUB2: "Atlantic"}, lent=0)
    if kind(run) == "sunk points":
        give(run, Sink({"Dominions": 1}))
    assert ("ASW", 5, "5", 2) in rolls(run)


@pytest.mark.parametrize("turn", [WINTER_1943, SPRING_1943])
def test_WE_CVY_005_006_007_010_EXA_021_from_spring_1943_the_sea_battle_comes_first(
    turn: int,
) -> None:
    """R-226: not yet in Winter 1943. Raiders that must retreat sink nothing."""
    how = {"round": turn, "at_war": ["United States"], "statuses": NORWAY["statuses"]}
    run = begin(ALLIED | RAIDERS, 1, 1, 3, 1, 4, **(NORWAY | how))
    give(run, Lend(britain=3))
    give(run, AttackConvoy(ids(run.state, *RAIDERS)))
    if turn == WINTER_1943:
        assert [line for line, *_ in rolls(run)] == ["Convoy Attack"]
        return
    assert [line for line, *_ in rolls(run)] == ["Sea vs. Sea", "Sea vs. Sea"]
    give(run, TakeLosses(dict.fromkeys(ids(run.state, SURFACE, SUB2), 1)))
    give(run, TakeLosses({unit(run.state, NAVAL).id: 1}))
    give(run, MakePort(dict.fromkeys(ids(run.state, *RAIDERS), "1903")))
    assert len(rolls(run)) == 2
    assert sailing(run.state)["Lend-Lease to Great Britain"] == 3
    assert kind(run) == ""


def test_WE_CVY_006_raiders_that_stay_attack_the_convoy_after_the_battle() -> None:
    how = {"round": SPRING_1943} | NORWAY
    run = begin({HOME: "Atlantic"} | RAIDERS, 1, 6, 6, 1, 3, 1, 4, **how)
    give(run, Lend(britain=3))
    give(run, AttackConvoy(ids(run.state, *RAIDERS)))
    while kind(run) in ("losses", "retreat from the ocean"):
        beaten = PHASE.decision(run.state)
        assert beaten is not None
        give(run, MakePort(dict.fromkeys(beaten.units, beaten.spaces[0])))
    assert [line for line, *_ in rolls(run)] == ["Sea vs. Sea", "Sea vs. Sea", "Convoy Attack"]
    assert kind(run) == "sunk points"


def test_WE_CVY_003_STR_002_the_attack_is_the_axiss_choice_and_needs_a_fleet_in_the_ocean() -> None:
    assert kind(begin({SUB1: "1903", HOME: "Atlantic"}, round=2)) == ""
    marked = begin({SUB1: "Atlantic"}, round=2, flags={SUB1: (OPS_COMPLETE,)})
    assert kind(marked) == ""
    run = begin({SUB1: "Atlantic", SURFACE: "Atlantic", SUB2: "1903"}, round=2)
    assert kind(run) == "convoy attack"
    assert refused(run, AttackConvoy(ids(run.state, SUB2))) == "WE-CVY-003"
    assert refused(run, AttackConvoy(())) == "WE-CVY-003"
    give(run, PASS)
    assert kind(run) == ""
    assert sailing(run.state)["Dominions"] == 2


def test_WE_CVY_004_fleets_elsewhere_and_units_that_are_cargo_take_no_part() -> None:
    board = {HOME: "1503", CHANNEL: "Capetown", SUB1: "Atlantic",
             "Great Britain: Gibraltar fleet": "Atlantic",
             RAF: "Great Britain: Gibraltar fleet"}  # fmt: skip
    run = begin(board, 6, 6, 6, 6, 6, 6, round=2)
    give(run, AttackConvoy(ids(run.state, SUB1)))
    (battle,) = (e for e in run.events if isinstance(e, ev.BattleOpened))
    defenders = [i for p in battle.participants if p.role == "defender" for i in p.units]
    assert defenders == list(ids(run.state, "Great Britain: Gibraltar fleet"))


def test_WE_CVY_015_naval_air_adds_its_strength_while_it_is_unmarked() -> None:
    def fired(**how: object) -> list[int]:
        run = convoy(6, 6, 6, 6, 6, 6, **how)  # type: ignore[arg-type]
        return [strength for line, strength, *_ in rolls(run) if line == "Sea vs. Sea"]

    assert fired()[0] == 8
    assert fired(flags={NAVAL: (OPS_COMPLETE,)})[0] == 6
    marked = convoy(1, 4, flags={NAVAL: (OPS_COMPLETE,)})
    (battle,) = marked.state.battles.values()
    there = [i for p in battle.participants for i in p.units]
    assert unit(marked.state, NAVAL).id not in there  # so it takes no loss


def test_WE_CVY_008_009_one_air_unit_of_the_shores_may_cover_the_ocean_from_spring_1943() -> None:
    shores = {RAF: LONDON, RAF2: "3315", "Great Britain: 3rd RAF": "1607",
              "United States: 9th air": "United States"}  # fmt: skip
    how = {"round": SPRING_1943, "at_war": ["United States"]} | NORWAY
    run = begin(ALLIED | RAIDERS | shores, 1, 6, 6, 6, 6, 6, 6, **how)
    give(run, Lend(britain=3), AttackConvoy(ids(run.state, *RAIDERS)))
    assert (kind(run), who(run)) == ("air cover", "Allies")
    assert refused(run, Cover(ids(run.state, RAF2))) == "WE-CVY-008"  # Egypt
    assert refused(run, Cover(ids(run.state, RAF, "United States: 9th air"))) == "WE-CVY-008"
    give(run, Cover(ids(run.state, "United States: 9th air")))
    assert rolls(run)[0][:2] == ("Sea vs. Sea", 6 + 6)  # fleets 6, air 2 and 4
    assert unit(run.state, "United States: 9th air").flags == ()
    early = begin(ALLIED | RAIDERS | shores, 1, 1, 4, **(how | {"round": WINTER_1943}))
    give(early, Lend(britain=3), AttackConvoy(ids(early.state, *RAIDERS)))
    assert kind(early) == "sunk points"


def test_WE_SOV_010_soviets_and_their_allies_in_the_ocean_escort_apart() -> None:
    """The stronger party does, and an air unit covers its own (R-328)."""
    soviets = {"Soviet Union: fleet": "Atlantic", "Soviet Union: 1st air": LONDON}
    how = {"round": SPRING_1943, "at_war": ["Soviet Union"]} | NORWAY
    run = begin(ALLIED | RAIDERS | soviets, 1, **how)
    give(run, Lend(britain=3))
    assert convoys.escorts(system(), run.state) == ids(run.state, HOME, CHANNEL, NAVAL)
    assert convoys.covers(system(), run.state) == ()
    alone = begin(RAIDERS | soviets, 1, **how)
    give(alone, Lend(britain=3))
    assert convoys.escorts(system(), alone.state) == ids(alone.state, "Soviet Union: fleet")
    assert convoys.covers(system(), alone.state) == ids(alone.state, "Soviet Union: 1st air")


@pytest.mark.parametrize("at_war", [True, False])
def test_WE_PRD_014_LL_001_points_that_are_lent_and_sunk_are_missing_in_america(
    at_war: bool,
) -> None:
    """The ten points are lent or spent; none comes back from the bottom of the sea."""
    allies = ["United States"] if at_war else []
    run = begin(RAIDERS, 1, 1, 1, round=12, at_war=allies)
    give(run, Lend(britain=4), AttackConvoy(ids(run.state, *RAIDERS)))
    give(run, Sink({"Lend-Lease to Great Britain": 2, "Dominions": 1}))
    production = Production(system())
    production.enter(run)
    left = money.balance(system(), run.state, "United States")
    assert left == 10 - 4 if at_war else left == 10 - 2  # and is lost, if it is neutral
    assert money.balance(system(), run.state, "Great Britain") == 3 + 2 + 1 + 1
    production.leave(run)
    assert run.state.markers == {}


def test_WE_CVY_013_014_LL_008_the_axis_chooses_among_dominions_iraq_and_lend_lease() -> None:
    how = {"round": 9, "at_war": ["Soviet Union"]}
    run = begin(RAIDERS, 1, 1, 4, **how)
    give(run, Lend(britain=1, ussr=2), AttackConvoy(ids(run.state, *RAIDERS)))
    assert refused(run, Sink({"Bucharest": 2})) == "WE-CVY-014"
    assert refused(run, Sink({"Dominions": 1})) == "WE-CVY-012"
    assert refused(run, Sink({"Iraq (Allied)": 2})) == "WE-CVY-012"
    (form,) = strategic_forms(PHASE, run.state)
    assert isinstance(form, Tally)
    assert (form.least, form.most) == (2, 2)
    assert {item.key: item.most for item in form.items} == sailing(run.state)
    assert form.make({"Dominions": {"": 2}, "Iraq (Allied)": {"": 0}}) == (Sink({"Dominions": 2}),)
    give(run, Sink({"Lend-Lease to Soviet Union": 1, "Iraq (Allied)": 1}))
    assert sailing(run.state) == {
        "Lend-Lease to Great Britain": 1, "Lend-Lease to Soviet Union": 1, "Dominions": 2,
    }  # fmt: skip
    assert kind(run) == ""  # nobody is there to fight


def test_no_more_is_sunk_than_is_at_sea() -> None:
    how = {"control": {"3911": "Iraq"}, "statuses": {"Iraq": ("with the Axis",)}, "round": 2}
    run = begin(RAIDERS, 1, 1, **how)
    give(run, AttackConvoy(ids(run.state, *RAIDERS)))
    assert rolls(run)[0][3] > 2
    assert sailing(run.state) == {}


def test_WE_CVY_004_allied_fleets_that_lose_make_for_port() -> None:
    run = convoy(6, 6, 6, 6, 1, 1, board={HOME: "Atlantic"} | RAIDERS)
    while kind(run) == "losses":
        give(run, TakeLosses({unit(run.state, HOME).id: 1}))
    if kind(run):
        ports = PHASE.decision(run.state).spaces
        give(run, MakePort({unit(run.state, HOME).id: ports[0]}))
        assert unit(run.state, HOME).place == ports[0]
    else:
        assert unit(run.state, HOME).place == Holding("Great Britain", "force pool")
    assert all(unit(run.state, name).flags == () for name in RAIDERS)


def beaten_off(*dice: int, more: dict[str, str], **how: object) -> Run:
    """The example of a convoy attack up to where the raiders make for Oslo."""
    run = convoy(1, 4, 1, 3, 1, 4, *dice, board=ALLIED | RAIDERS | more, **how)
    give(run, Sink({"Lend-Lease to Great Britain": 2}))
    give(run, TakeLosses(dict.fromkeys(ids(run.state, SURFACE, SUB2), 1)))
    give(run, TakeLosses({unit(run.state, NAVAL).id: 1}))
    return give(run, MakePort(dict.fromkeys(ids(run.state, *RAIDERS), "1903")))


def test_WE_TRA_002_SCB_009_fleets_that_retreat_from_the_ocean_are_attacked_in_transit() -> None:
    """An air unit at Scapa Flow reaches the way to Oslo; the fleet that it hits goes on to port."""
    run = beaten_off(1, 1, 6, 6, more={RAF: "1503"})
    first = unit(run.state, SUB1)
    assert (kind(run), who(run)) == ("transit", "Allies")
    assert PHASE.decision(run.state).units == ids(run.state, RAF)
    assert first.place == "1201"
    assert unit(run.state, SUB2).place == "Atlantic"  # it sails once the first is in port
    assert refused(run, AttackInTransit(ids(run.state, HOME))) == "WE-TRA-002"
    give(run, AttackInTransit(ids(run.state, RAF)))
    assert rolls(run)[3:] == [("ASW", 1, "1", 1)]
    assert unit(run.state, RAF).flags == (OPS_COMPLETE,)
    assert unit(run.state, SUB1).damage == 1
    while kind(run) == "port":
        give(run, RetreatToPort("1903"))
    assert all(unit(run.state, name).place == "1903" for name in RAIDERS)
    assert kind(run) == ""
    assert not run.state.battles


def test_fleets_that_are_let_pass_come_to_port_from_the_ocean() -> None:
    run = beaten_off(more={RAF: "1503"})
    for name in RAIDERS:
        assert kind(run) == "transit"
        assert unit(run.state, name).place != "1903"
        give(run, LetPass("end"))
        assert unit(run.state, name).place == "1903"
    assert kind(run) == ""
    assert not run.state.battles


def test_a_fleet_still_makes_the_port_that_it_was_sent_to_when_a_nearer_one_opens() -> None:
    """As when a fleet in the way has attacked in transit, and was beaten."""
    run = beaten_off(more={RAF: "1503"})
    held = run.state.control["1405"]
    run.emit(ev.ControlChanged("1405", held, "Germany", "taken"))
    assert "1903" not in convoys.harbours(system(), run.state, unit(run.state, SUB2))
    for _ in RAIDERS:
        give(run, LetPass("end"))
    assert all(unit(run.state, name).place == "1903" for name in RAIDERS)


def test_WE_CVY_006_the_convoy_is_attacked_once_the_fleets_in_transit_are_in_port() -> None:
    """The raiders have won; an air unit of theirs attacks what makes for port."""
    how = {"round": SPRING_1943} | NORWAY
    board = {HOME: "Atlantic", GE1: "1503"} | RAIDERS
    run = begin(board, 1, 6, 6, 1, 4, 6, 6, 1, 3, **how)
    while kind(run) == "city bombing":
        give(run, PASS)
    give(run, Lend(britain=3), AttackConvoy(ids(run.state, *RAIDERS)))
    give(run, MakePort({unit(run.state, HOME).id: "1505"}))
    assert (kind(run), who(run)) == ("transit", "Axis")
    give(run, AttackInTransit(ids(run.state, GE1)))
    assert kind(run) == "port"  # beaten again, it looks for one from there
    give(run, RetreatToPort("1405"))
    assert unit(run.state, HOME).place == "1405"
    lines = ["Sea vs. Sea", "Sea vs. Sea", "Air vs. Sea", "Convoy Attack"]
    assert [line for line, *_ in rolls(run)] == lines
    assert kind(run) == "sunk points"


def test_what_is_asked_of_a_transit_attack_has_its_forms() -> None:
    run = beaten_off(more={RAF: "1503"})
    decision = PHASE.decision(run.state)
    attack, passing = forms(system(), PHASE, run.state, decision)
    assert attack.make({str(unit(run.state, RAF).id): {"": 1}}) == (
        AttackInTransit(ids(run.state, RAF)),
    )
    assert [button.order for button in passing.answers] == [LetPass("next"), LetPass("end")]


def test_shipments_go_by_name() -> None:
    assert Shipment("Dominions", "Great Britain").called == "Dominions"


def test_WE_SEQ_005_CVY_012_what_is_sunk_in_this_turns_attack_is_missing_in_production() -> None:
    run = begin(RAIDERS, 1, 1, 4, round=SUMMER_1941)
    give(run, Lend(britain=3), AttackConvoy(ids(run.state, *RAIDERS)))
    give(run, Sink({"Lend-Lease to Great Britain": 1, "Dominions": 1}))
    Production(system()).enter(run)
    assert money.balance(system(), run.state, "Great Britain") == 3 + 2 + 1 + 1
    assert money.balance(system(), run.state, "United States") == 10 - 2
