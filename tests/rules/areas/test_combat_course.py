"""How battles go is data: the kernel plays it, and the odds are computed from it."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from a4a.core import events as ev
from a4a.core.dice import ScriptedDice
from a4a.odds.battle import Battle
from a4a.odds.exact import solve
from a4a.odds.fire import strengths
from a4a.odds.steps import Condition, Sequence
from a4a.rules.areas.combat import battle as b
from a4a.rules.areas.combat.course import course
from a4a.rules.areas.combat.values import values
from a4a.rules.areas.odds import fights as odds
from a4a.rules.areas.odds.sequences import sequence
from a4a.rules.areas.orders import Retreat
from a4a.rules.areas.phases.conduct_combat import ConductCombat
from a4a.rules.areas.system import System
from a4a.rules.fight import Fight
from a4a.rules.run import Run
from a4a.rules.systems import faults
from tests import depth
from tests.odds import sequences as by_hand
from tests.rules.areas.fights import army, compare, play, set_up
from tests.rules.areas.made_up import LAND, RETREAT, both, made_up, step
from tests.rules.areas.positions import rules

GAMES = depth.number(45, deep=6_000)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return made_up(tmp_path_factory.mktemp("mods") / "made_up")


def system_of(folder: Path) -> System:
    return rules(system=folder).game


def model(folder: Path, fight: Fight) -> Battle:
    return odds.battle(system_of(folder), fight)


def agree(folder: Path, fight: Fight) -> None:
    """A battle that the kernel plays comes out as its odds say."""
    battle = model(folder, fight)
    compare(play(set_up(fight, system=folder), battle, range(GAMES)), solve(battle))


def plain(found: Sequence) -> Sequence:
    """A sequence in the words of those written by hand, whose kinds have fewer abilities."""
    words = {"anti-submarine": "destroyer", "submerge": "submarine"}

    def condition(c: Condition) -> Condition:
        return replace(c, word=words.get(c.word, c.word))

    def steps(steps):
        return tuple(
            replace(x, volleys=tuple(
                replace(v, given=tuple(map(condition, v.given)), at=tuple(sorted(v.at)),
                        by=tuple(word for word in v.by if word != "antiaircraft fire"))
                for v in x.volleys
            ))
            for x in steps
        )  # fmt: skip

    return Sequence(
        steps(found.before), steps(found.rounds),
        tuple(
            replace(s, word=words.get(s.word, s.word), given=tuple(map(condition, s.given)))
            for s in found.submerging
        ),
    )  # fmt: skip


@pytest.mark.parametrize("sea", [False, True])
def test_the_list_of_the_game_says_what_the_book_says(sea: bool) -> None:
    """Antiaircraft fire reaches paratroopers; all but submarines are reached on land too."""
    found = plain(sequence(rules().game, sea=sea))
    hand = plain(by_hand.SEA if sea else by_hand.LAND)
    seen = ("air", "ground", "paratrooper", "ship", "transport")
    rounds = tuple(
        replace(x, volleys=tuple(
            replace(v, at=seen) if set(v.at) == set(seen) - {"paratrooper"} else v
            for v in x.volleys
        ))
        for x in hand.rounds
    )  # fmt: skip
    assert found == replace(hand, rounds=rounds)


@pytest.mark.rule("AA-CMB-032", "AA-CMB-033", "AA-AMP-024")
def test_what_is_hit_fires_while_its_exchange_lasts() -> None:
    """Whose casualties stay behind the strip, and when they are removed."""
    system = rules().game
    at_sea, on_land = course(system, sea=True), course(system, sea=False)
    assert {x.name for x in at_sea.rounds if x.strip} == {b.ATTACKER_STRIKES, b.ATTACK}
    assert {x.name for x in at_sea.rounds if x.clears} == {b.ATTACK, b.RETREAT}
    assert {x.name for x in on_land.landing if x.strip} == {b.BOMBARDING}
    assert {x.name for x in on_land.rounds if x.strip} == {b.ATTACK}
    clearing = {x.name for x in (*on_land.landing, *on_land.rounds) if x.clears}
    assert clearing == {b.RETREAT}


# --- a game that no book has ---------------------------------------------------------------------


@pytest.mark.soak
@pytest.mark.parametrize(
    ("attacker", "defender"),
    [
        ({"fighter": 2, "infantry": 3}, {"fighter": 1, "tactical bomber": 1, "infantry": 2}),
        ({"fighter": 2, "AAA": 1, "tank": 1}, {"fighter": 2, "AAA": 1, "infantry": 1}),
        ({"strategic bomber": 2, "infantry": 2}, {"infantry": 3, "artillery": 1}),
        ({"strategic bomber": 1, "tank": 2}, {"fighter": 1, "artillery": 2}),
        ({"strategic bomber": 3}, {"infantry": 2}),
        ({"infantry": 2}, {"artillery": 2}),
        ({"tank": 2}, {"mechanized infantry": 2, "infantry": 1}),
        ({"mechanized infantry": 2}, {"tank": 1, "artillery": 1}),
        ({"tactical bomber": 2, "infantry": 1}, {"infantry": 2, "tank": 1}),
        ({"fighter": 1, "tactical bomber": 1, "tank": 1}, {"fighter": 1, "tank": 1}),
        ({"fighter": 1, "tank": 1}, {"AAA": 1, "tactical bomber": 1, "infantry": 1}),
        ({"infantry": 4, "tank": 1}, {"AAA": 1, "fighter": 2, "tactical bomber": 1}),
    ],
)
def test_battles_of_a_made_up_game_come_out_as_the_kernel_plays_them(
    folder: Path, attacker: dict[str, int], defender: dict[str, int]
) -> None:
    """Dog fight, barrage, bombs and ambush of units that can be hit, with dice of eight sides.

    Tactical bombers strike first if there was no dog fight, tanks if there was one.
    And two barrels each counting, tanks that take three hits, guns that raise fighters in defense.
    """
    agree(folder, Fight("land", army(attacker), (army(defender),)))


@pytest.mark.soak
def test_ships_that_fire_first_do_in_the_kernel_as_in_the_odds(folder: Path) -> None:
    ours, theirs = {"battleship": 1, "cruiser": 2}, {"battleship": 1, "destroyer": 2}
    agree(folder, Fight("sea", army(ours), (army(theirs),)))


def test_the_exchanges_of_a_made_up_game_are_fought_in_turn(folder: Path) -> None:
    """Dice are recorded step by step, each with the weapon's value."""
    ours, theirs = {"fighter": 1, "strategic bomber": 1}, {"fighter": 1, "AAA": 1, "artillery": 1}
    fight = Fight("land", army(ours), (army(theirs),))
    setting = set_up(fight, system=folder)
    run = Run(setting.state, ScriptedDice([8] * 40))
    ConductCombat(setting.system).enter(run)
    steps = [e.step for e in run.events if isinstance(e, ev.CombatStepBegan)]
    assert steps == [
        "attacker's dog fight", "defender's dog fight", "defender's barrage", "carpet bombing",
        "ambush", "attacker's general combat", "defender's general combat", "retreat",
    ]  # fmt: skip
    rolled = [e for e in run.events if isinstance(e, ev.Rolled)]
    targets = [[die.target for die in roll.dice] for roll in rolled]
    assert targets == [[1, 3], [3], [1, 1], [4], [3], [4], [1, 6]]
    assert {r.sides for r in rolled} == {8}


def reach(target: str, *, first: str = "", then: str = "") -> str:
    """What more hits may fall on."""
    return f"""
[[reaches]]
name = "all"
targets = ["{target}"]
first = "{first}"
then = "{then}"
rule = "AA-CMB-040"
source = "house"
"""


def support(*, to: str) -> str:
    """Fighters that help somebody, or nobody."""
    return f"""
[[supports]]
name = "friends"
side = "attacker"
by = ["fighter"]
to = [{f'"{to}"' if to else ""}]
plus = 1
rule = "AA-CMB-040"
source = "house"
"""


@pytest.mark.parametrize(
    ("land", "why"),
    [
        (RETREAT.format(list="land"), "nothing is fired in the rounds of a battle"),
        (both("fire", '{ given = ["enemy is tired"] }'), "'enemy is tired' is no condition"),
        (both("fire", '{ weapon = "ray" }'), "there is no weapon 'ray'"),
        (both("fire", '{ by = ["ghosts"] }'), "no unit type is 'ghosts'"),
        (both("fire", '{ at = "the moon" }'), "hits at 'the moon' fall on nothing"),
        (both("fire", after="dog fight"), "depends on none, as it goes on in rounds"),
        (
            both("fire", when="before", after="rain") + both("general combat"),
            "no exchange before \"attacker's fire\" is 'rain'",
        ),
        (
            step("a", "attacker", "x", when="before")
            + step("b", "defender", "y", when="before")
            + step("c", "attacker", "y", when="before", without="x")
            + both("general combat"),
            "steps of the y depend on different things",
        ),
        (both("fire") + both("fire"), "two steps of a battle have one name"),
        (step("fire", "", "fire"), "'fire' does not say whose step it is"),
        (LAND + reach("submarine"), "'all': no target is 'submarine'"),
        (LAND + reach("air", first="all but submarines", then="aircraft"), "no hits are 'all but"),
        (LAND + reach("air", first="aircraft"), "'all' falls on one thing first, then another"),
        (LAND + support(to=""), "'friends' does not say who helps whom"),
        (LAND + support(to="ghosts"), "no unit type is 'ghosts'"),
    ],
)
def test_a_list_that_cannot_be_played_is_refused(tmp_path: Path, land: str, why: str) -> None:
    folder = made_up(tmp_path / "wrong", land=land)
    assert any(why in fault for fault in faults(folder))


def test_units_help_their_own_power_in_defense_as_in_attack(folder: Path) -> None:
    """One gun raises one aircraft, the fighter first; a gun of another power raises none."""
    system = system_of(folder)
    mixed = ["AAA", "fighter", "fighter", "tactical bomber"]
    assert values(system, "defender", mixed) == [1, 6, 5, 3]
    assert values(system, "defender", ["AAA", *mixed, "AAA"]) == [1, 1, 6, 6, 5, 1]
    assert values(system, "attacker", mixed) == [1, 5, 4, 3]
    guns, wing = army({"AAA": 2}), army({"fighter": 1, "AAA": 1, "tactical bomber": 1})
    fight = Fight(
        "land", army({"infantry": 1}), (replace(guns, power="France"), replace(wing, power="UK"))
    )
    side = odds.battle(system, fight).defender
    fired = strengths(side, np.array([[group.count for group in side.groups]]))
    thrown = Counter[int]()
    for shots in fired:
        for (value, _), number, _ in shots:
            thrown[value] += int(number[0])
    assert +thrown == Counter({1: 3, 6: 1, 3: 1})


@pytest.mark.parametrize(
    ("theirs", "first"),
    [({"fighter": 1, "tank": 1}, "tank strike"), ({"tank": 1}, "tactical strike")],
)
def test_what_strikes_first_depends_on_what_happened_before(
    folder: Path, theirs: dict[str, int], first: str
) -> None:
    """The battle remembers a dog fight until it ends, and the board forgets it then."""
    fight = Fight("land", army({"tactical bomber": 1, "tank": 1}), (army(theirs),))
    setting = set_up(fight, system=folder)
    run = Run(setting.state, ScriptedDice([8] * 30))
    phase = ConductCombat(setting.system)
    phase.enter(run)
    steps = [e.step for e in run.events if isinstance(e, ev.CombatStepBegan)]
    assert next(step for step in steps if "strike" in step) == f"attacker's {first}"
    assert {step.partition(" ")[2] for step in steps if "strike" in step} == {first}
    assert bool(run.state.markers) == ("fighter" in theirs)
    asked = next(iter(run.state.decisions.values()))
    phase.execute(run, Retreat(asked.options[1]))
    assert not run.state.markers
