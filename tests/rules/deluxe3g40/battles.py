"""Battles of 3G40 Deluxe: what is rolled in which step, and the odds held to the kernel."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from a4a.core import events as ev
from a4a.core.dice import ScriptedDice
from a4a.core.state import State
from a4a.odds.battle import Battle
from a4a.odds.exact import solve
from a4a.rules.areas.combat.casualties import suggest
from a4a.rules.areas.odds import fights as odds
from a4a.rules.areas.orders import Bombard, Retreat, Submerge
from a4a.rules.areas.phases.conduct_combat import ConductCombat
from a4a.rules.fight import Band, Fight, FightKind
from a4a.rules.order import Order
from a4a.rules.run import Run
from tests import depth
from tests.rules.areas.fights import Setting, army, compare, play, set_up
from tests.rules.areas.positions import rules

SYSTEM = "deluxe3g40"
GAMES = depth.number(45, deep=6_000)
MISS = 7  # no value is higher than 6

Units = Mapping[str, int] | Iterable[Band]


class Fought(NamedTuple):
    """What has happened of a battle: the values of the dice by step, all steps, the state."""

    values: dict[str, list[int]]
    steps: list[str]
    state: State
    setting: Setting
    fired: frozenset[tuple[str, str, int]]
    """Steps, unit types and values of the dice."""

    def left(self, role: str = "defender") -> dict[str, int]:
        """How many units of each type of a side are on the board."""
        units = self.setting.units["attacker" if role == "attacker" else "defender"]
        alive = self.state.units
        found = {kind: sum(i in alive for i in ids) for kind, ids in units.items()}
        return {kind: number for kind, number in found.items() if number}


def fight(kind: FightKind, attacker: Units, defender: Units) -> Fight:
    """A fight of two armies."""
    return Fight(kind, army(attacker), (army(defender),))


def fought(
    kind: FightKind,
    attacker: Units,
    defender: Units,
    faces: Iterable[int] = (),
    *options: str,
    rounds: int = 1,
    powers: tuple[str, str] | None = None,
    round: int = 3,
) -> Fought:
    """Fight a battle with these faces, then misses, through so many rounds.

    Casualties are chosen as suggested, ships bombard, submarines fight. By itself it is a round of
    the game in which no unit is special.
    """
    asked_for = fight(kind, attacker, defender)
    setting = set_up(asked_for, system=SYSTEM, options=options, powers=powers, round=round)
    run = Run(setting.state, ScriptedDice([*faces, *[MISS] * 200]))
    phase = ConductCombat(setting.system)
    phase.enter(run)
    values: dict[str, list[int]] = {}
    while asked := next(iter(run.state.decisions.values()), None):
        if asked.kind == "casualties":
            order: Order = suggest(setting.system, run.state, asked)
        elif asked.kind == "submerge":
            order = Submerge(())
        elif asked.kind == "bombardment":
            decision = phase.decision(run.state)
            assert decision is not None
            order = Bombard(dict.fromkeys(decision.units, decision.spaces[0]))
        elif asked.kind == "retreat" and run.state.battles[asked.battle].round < rounds:
            order = Retreat()
        else:
            break
        phase.execute(run, order)
    step, steps = "", []
    fired: set[tuple[str, str, int]] = set()
    for event in run.events:
        if isinstance(event, ev.CombatStepBegan):
            step = event.step
            steps.append(step)
        elif isinstance(event, ev.Rolled):
            values.setdefault(step, []).extend(die.target for die in event.dice)
            fired |= {(step, die.unit_type, die.target) for die in event.dice}
    return Fought(values, steps, run.state, setting, frozenset(fired))


def model(kind: FightKind, attacker: Units, defender: Units) -> Battle:
    """The battle as the odds have it."""
    return odds.battle(rules(system=SYSTEM).game, fight(kind, attacker, defender))


def agree(
    kind: FightKind,
    attacker: Units,
    defender: Units,
    *options: str,
    powers: tuple[str, str] | None = None,
    round: int = 3,
) -> None:
    """A battle that the kernel plays comes out as its odds say."""
    asked = fight(kind, attacker, defender)
    battle = odds.battle(rules(*options, system=SYSTEM).game, asked)
    setting = set_up(asked, system=SYSTEM, options=options, powers=powers, round=round)
    compare(play(setting, battle, range(GAMES)), solve(battle))
