"""What judges of single topics find in a step, told by hand: conquest, placement, research ..."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest

from a4a.core import events as ev
from a4a.core.state import State
from a4a.core.steps import TABLE, Step
from a4a.core.units import Holding
from a4a.rules.areas.audit.conquests import Conquests
from a4a.rules.areas.audit.examining import examine
from a4a.rules.areas.audit.judge import AreasJudge
from a4a.rules.areas.audit.movementphase import MovementPhase
from a4a.rules.areas.audit.neutrality import Neutrality
from a4a.rules.areas.audit.placements import Placements
from a4a.rules.areas.audit.research import ResearchJudge
from a4a.rules.areas.audit.shadow import Shadow
from a4a.rules.areas.audit.standing import StatusKeeper
from a4a.rules.areas.audit.strays import judge_stray
from a4a.rules.areas.audit.topic import TopicJudge
from a4a.rules.areas.audit.unaccounted import Unaccounted
from a4a.rules.areas.control import activation
from a4a.rules.areas.movement.fields import Fields
from a4a.rules.areas.orders import PickChart, Research
from a4a.rules.game import Game
from a4a.rules.judgement import Judgement, Topic
from tests.rules.areas.audit.told import found_by, system_of
from tests.rules.areas.positions import ids, one, played, position, run_of

GERMANY, FRANCE, UK, ITALY = "Germany", "France", "United Kingdom", "Italy"
NORMANDY, INDO_CHINA = "Normandy/Bordeaux", "French Indo-China"
BATTLE, MOBILIZE = "Conduct Combat", "Mobilize New Units"


# --- conquest -------------------------------------------------------------------------------------


def in_normandy() -> Game:
    """The United Kingdom has landed in Normandy, which Germany holds, as it does Paris."""
    return position(
        units={NORMANDY: {UK: {"infantry": 1}}}, power=UK, phase=BATTLE,
        control={NORMANDY: GERMANY, FRANCE: GERMANY},
    )  # fmt: skip


def test_AA_CON_016_who_frees_land_of_a_power_without_its_capital_keeps_it() -> None:
    (found,) = found_by(
        Conquests, in_normandy(), ev.ControlChanged(NORMANDY, GERMANY, FRANCE, "conquest")
    )
    assert (found.rule, found.says) == ("AA-CON-016", "the United Kingdom captures it")


def test_AA_CON_021_what_is_plundered_beyond_the_treasury_is_told() -> None:
    game = position(
        units={FRANCE: {GERMANY: {"tank": 1}}}, phase=BATTLE, money={FRANCE: 19, GERMANY: 0}
    )
    found = found_by(
        Conquests, game, ev.ControlChanged(FRANCE, FRANCE, GERMANY, "conquest"),
        ev.ResourceChanged(FRANCE, "IPC", -19, "plunder"),
        ev.ResourceChanged(GERMANY, "IPC", 10, "plunder"),
        ev.ResourceChanged(GERMANY, "IPC", 12, "plunder"),
    )  # fmt: skip
    assert [(x.difference, x.what) for x in found if x.rule == "AA-CON-021"] == [
        (3, "Germany seizes 22")
    ]


def test_AA_CON_029_what_others_held_goes_back_as_a_capital_is_free() -> None:
    game = position(
        units={FRANCE: {UK: {"infantry": 1}}}, power=UK, phase=BATTLE,
        control={FRANCE: GERMANY, NORMANDY: UK},
    )  # fmt: skip
    found = found_by(Conquests, game, ev.ControlChanged(FRANCE, GERMANY, FRANCE, "conquest"))
    assert [x.what for x in found if x.rule == "AA-CON-029"] == [
        "Normandy/Bordeaux stays the United Kingdom's"
    ]


def test_AA_NEU_005_neutrals_turn_as_one_is_attacked() -> None:
    """All but those that stand under a pact; one that stays strict is found."""
    game = position(phase=BATTLE, units={"Spain": {GERMANY: {"infantry": 1}}})
    run = run_of(game)
    activation.invade(system_of(game), run, "Spain", GERMANY)
    assert found_by(Neutrality, game, *run.events, program="a4a") == []
    without = [
        e for e in run.events if not (isinstance(e, ev.ValueChanged) and e.space == "Sweden")
    ]
    (found,) = found_by(Neutrality, game, *without, program="a4a")
    assert (found.spaces, found.says) == (("Sweden",), "it is pro-Allies now")


# --- placement ------------------------------------------------------------------------------------


def test_AA_CON_026_who_has_lost_the_capital_mobilizes_nothing() -> None:
    game = position(
        power=FRANCE, phase=MOBILIZE, control={FRANCE: GERMANY},
        purchased={FRANCE: {"infantry": 1}},
    )  # fmt: skip
    waiting = tuple(u.id for u in game.state.at(Holding(FRANCE, "purchased")))
    counted: Counter[Topic] = Counter()
    (found,) = found_by(
        Placements, game, ev.UnitsPlaced(waiting, NORMANDY, "mobilized"), counted=counted
    )
    assert found.says == "France's capital is in enemy hands: it mobilizes nothing"
    assert counted == {"placement": 1}


# --- research -------------------------------------------------------------------------------------


def researched(*, paid: int = 10) -> list[Judgement]:
    """Germany's research, as the kernel plays it: two dice, a six, and Radar; or paid otherwise."""
    game = position(
        phase="Research & Development", options=("research",), dice=(2, 6, 4), money={GERMANY: 30}
    )
    begun = game.node
    game.do(Research(GERMANY, 2))
    game.do(PickChart(2))
    events = [event for node in game.record.way_to(game.node) if node > begun
              for event in game.record.step(node).events]  # fmt: skip
    told = [
        ev.ResourceChanged(GERMANY, "IPC", -paid, "technology")
        if isinstance(event, ev.ResourceChanged) and event.reason == "technology"
        else event
        for event in events
    ]
    game.node = begun
    return found_by(ResearchJudge, game, *told)


def test_research_by_the_rules_is_not_found_fault_with() -> None:
    assert researched() == []


def test_AA_RND_004_dice_that_are_paid_too_little_for_are_found() -> None:
    (found,) = researched(paid=6)
    assert (found.rule, found.difference) == ("AA-RND-004", 4)


def test_AA_RND_002_china_does_no_research() -> None:
    game = position(power="China", options=("research",), game="global1940")
    (found,) = found_by(ResearchJudge, game, ev.TechnologyChanged("China", gained=("Radar",)))
    assert found.rule == "AA-RND-002"


# --- what nothing accounts for --------------------------------------------------------------------


def german_infantry(number: int = 1) -> tuple[Game, tuple[int, ...]]:
    """Infantry of Germany in its capital, while Italy mobilizes."""
    game = position(units={GERMANY: {GERMANY: {"infantry": number}}}, power=ITALY, phase=MOBILIZE)
    return game, ids(game, GERMANY, "infantry")


def test_units_that_go_otherwise_than_by_a_move_are_their_owners() -> None:
    game, units = german_infantry()
    (found,) = found_by(Unaccounted, game, ev.UnitsMoved(units, (GERMANY, "Poland"), "transfer"))
    assert (found.power, found.spaces) == (GERMANY, ("Poland",))


def test_units_never_change_sides() -> None:
    game, units = german_infantry()
    (found,) = found_by(Unaccounted, game, ev.UnitsConverted(units, "event", owner=UK))
    assert (found.topic, found.rule) == ("conquest", "")
    assert (found.what, found.says) == (
        "the infantry in Germany becomes the United Kingdom's", "units never change sides",
    )  # fmt: skip


def test_AA_CON_007_facilities_change_hands_with_their_territory_alone() -> None:
    game, _ = german_infantry()
    base = one(game, "Western Germany", "air base")
    (found,) = found_by(Unaccounted, game, ev.UnitsConverted((base,), "event", owner=UK))
    assert (found.rule, found.says) == ("AA-CON-007", "Germany has not lost Western Germany")


def test_AA_SET_043_all_units_of_a_move_outside_its_phase_are_counted() -> None:
    game, units = german_infantry(2)
    move = ev.UnitsMoved(units, (GERMANY, "Poland"), "noncombat", 1)
    found = judge_stray(played(), game.state, move, MOBILIZE, 0)
    assert found is not None
    assert (found.rule, found.power) == ("AA-SET-043", GERMANY)
    assert found.what == "move 2 infantry from Germany to Poland (noncombat)"


# --- what cannot stand so -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("place", "kind", "damage", "rule", "says"),
    [
        ("sea zone 112", "battleship", 2, "AA-CMB-037", "it has 1 at most"),
        (GERMANY, "major industrial complex", 21, "AA-SBR-032", "it has 20 at most"),
    ],
)
def test_a_unit_is_not_damaged_beyond_its_most(
    place: str, kind: str, damage: int, rule: str, says: str
) -> None:
    units = {place: {GERMANY: {kind: 1}}} if kind == "battleship" else {}
    for points, expected in ((damage - 1, []), (damage, [(rule, says)])):
        game = position(units=units, damage={(place, kind): points})
        assert [(x.rule, x.says) for x in examine(played(), game.state)] == expected


def test_aircraft_at_sea_have_a_place_on_a_carrier_between_turns() -> None:
    """AA-UNI-051: of two fighters on one carrier both have, of three one has not."""
    for number, told in ((2, []), (3, ["there is no place on a carrier for 1 of them"])):
        units = {"sea zone 112": {UK: {"aircraft carrier": 1, "fighter": number}}}
        game = position(units=units, power=GERMANY)
        assert [found.says for found in examine(played(), game.state)] == told


# --- what is shown to them ------------------------------------------------------------------------


class OneCasualtyTooMany(TopicJudge):
    """Finds a casualty too many in every step."""

    def judge(self, before: State, step: Step, after: State) -> Iterator[Judgement]:
        """Yield it."""
        yield Judgement(topic="casualty", severity="illegal", rule="", what="2 lost", says="1 hit")


@pytest.mark.parametrize(
    ("program", "kind", "severity"),
    [(TABLE, "", "unknown"), (TABLE, "infantry", "illegal"), ("TripleA", "", "illegal")],
)
def test_what_unwritten_dice_would_tell_is_left_open_in_games_written_down(
    program: str, kind: str, severity: str
) -> None:
    game, _ = german_infantry()
    roll = ev.Rolled("attack", GERMANY, (ev.Die(1, 1, "hit", kind),), 6, 1)
    node = game.record.append([roll], parent=game.node)
    judge = AreasJudge(played(), {}, program, topics=(OneCasualtyTooMany,))
    (found,) = judge.judge(game.state, game.record.step(node), game.record.state_at(node))
    assert found.severity == severity


def learned(*events: ev.AnyEvent) -> dict[str, tuple[str, ...]]:
    """The statuses that a step in China's turn leaves behind."""
    game = position(power="China", phase=BATTLE, game="global1940")
    keeper = StatusKeeper(system_of(game))
    keeper.learn(game.state, game.record.step(game.record.append(events, parent=game.node)))
    return {changed.power: changed.gained for changed in keeper.missing(game.state)}


def test_a_deed_is_that_of_the_power_whose_turn_has_begun_in_the_same_step() -> None:
    """AA-OBJ-027."""
    turn = (ev.TurnBegan(("Japan",)), ev.PhaseBegan(BATTLE))
    attack = ev.BattleOpened("1.1", INDO_CHINA, "land", ())
    assert learned(*turn, attack) == {"Japan": ("attacked French Indo-China",)}
    assert learned(attack) == {}


@pytest.mark.parametrize(("taker", "deeds"), [("Japan", 1), (UK, 0)])
def test_a_territory_is_taken_by_whom_it_comes_to_whosever_turn_it_is(
    taker: str, deeds: int
) -> None:
    """AA-OBJ-027."""
    turn = (ev.TurnBegan(("Japan",)), ev.PhaseBegan(BATTLE))
    assert len(learned(*turn, ev.ControlChanged(INDO_CHINA, FRANCE, taker, "event"))) == deeds


def test_the_shadow_of_a_phase_gives_a_unit_to_whom_the_record_has_it() -> None:
    game, (unit,) = german_infantry()
    shadow = Shadow(Fields(played()), game.state, combat=False, power=ITALY)
    recorded = game.state.apply(ev.UnitsConverted((unit,), "event", owner=ITALY))
    shadow.meet((unit,), recorded)
    assert shadow.state.unit(unit).owner == ITALY
    shadow.meet((unit,), recorded)  # and leaves it be where both agree
    assert shadow.state.unit(unit).owner == ITALY


def test_what_is_no_move_happens_in_the_shadow_of_a_phase_too() -> None:
    game = position(phase="Combat Move", relations={(GERMANY, "Soviet Union"): "neutral"})
    phase = MovementPhase(Fields(played()), game.state, {}, combat=True, power=GERMANY)
    phase.follow(ev.RelationChanged(GERMANY, "Soviet Union", "neutral", "war"))
    assert phase.field.state.relation(GERMANY, "Soviet Union") == "war"
