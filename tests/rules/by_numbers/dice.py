"""What dice the odds throw in a recorded battle, to be compared with those that TripleA threw.

The log of a round has its rolls before its losses, so what was lost to fire that came first in the
round is not yet gone where the record says it was thrown: as many units as it hit may be missing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple, TypeGuard

import numpy as np

from a4a.core import events as ev
from a4a.core.errors import BattleError
from a4a.core.fold import Fold
from a4a.core.record import GameRecord
from a4a.core.state import OpenBattle, State
from a4a.core.steps import NodeId
from a4a.core.units import Unit
from a4a.odds.battle import Battle, Side
from a4a.odds.fire import fires, strengths
from a4a.odds.steps import Role, Volley
from a4a.rules.fight import Army, Band, Duty, Fight
from a4a.rules.ruleset import BattleRules

PURPOSES = {"attack": "attacker", "defense": "defender", "aa": "defender", "bombard": "attacker"}

REFUSED = "refused"
"""How the reason begins of a roll in a battle of which odds are refused."""

Dice = Counter[int]
"""How many dice need each number of hits or less."""


class Checked(NamedTuple):
    """A roll of a battle, and what the odds say of it: equal, or why not."""

    node: NodeId
    battle: str
    roll: ev.Rolled
    why: str


def checked(record: GameRecord, rules: BattleRules) -> Iterator[Checked]:
    """Yield the rolls of all battles of a record's main line, each as the odds see it."""
    watch = _Watch(record, rules)
    fold = Fold(record.state_at(0))
    for node in record.way_to(record.last)[1:]:
        for event in record.step(node).events:
            if _is_of_a_battle(event, fold.working):
                try:
                    why = watch.judge(event, fold.working)
                except BattleError as error:
                    why = f"{REFUSED}: {error}"
                yield Checked(node, event.battle, event, why)
            watch.see(event)
            fold.apply(event)


def _is_of_a_battle(event: ev.AnyEvent, state: State) -> TypeGuard[ev.Rolled]:
    return (
        isinstance(event, ev.Rolled)
        and event.purpose in PURPOSES
        and event.battle in state.battles
        and state.battles[event.battle].kind != "bombing raid"
    )


class _Watch:
    """Follows what was hit in the round that is on."""

    def __init__(self, record: GameRecord, rules: BattleRules) -> None:
        self.record, self.rules = record, rules
        self.hit: Counter[Role] = Counter()

    def see(self, event: ev.AnyEvent) -> None:
        if isinstance(event, ev.CombatRoundBegan | ev.BattleOpened):
            if not (isinstance(event, ev.CombatRoundBegan) and event.number == 1):
                self.hit.clear()
        elif isinstance(event, ev.Rolled) and event.battle and event.purpose in PURPOSES:
            role: Role = "attacker" if PURPOSES[event.purpose] == "attacker" else "defender"
            self.hit["defender" if role == "attacker" else "attacker"] += event.hits

    def judge(self, roll: ev.Rolled, state: State) -> str:
        """Say why a roll is not what the odds throw; "" if it is."""
        battle = state.battles[roll.battle]
        role: Role = roll.role or (
            "attacker" if roll.purpose in ("attack", "bombard") else "defender"
        )
        if roll.purpose == "bombard":
            return self._bombarded(roll, state, battle)
        sides = {r: _there(state, battle, r) for r in ("attacker", "defender")}
        if not sides["attacker"] or not sides["defender"]:
            return "nobody is there"
        made = self._made(state, battle, sides)
        volleys = [
            v
            for step in (*made.sequence.before, *made.sequence.rounds)
            for v in step.volleys
            if v.side == role and _is_flak(v) == (roll.purpose == "aa")
        ]
        dice = [found for v in volleys if (found := _dice(made, v))]
        told = Counter(die.target for die in roll.dice)
        low = self.record.header.options.get("Low Luck") or (
            roll.purpose == "aa" and self.record.header.options.get("Low Luck for AntiAircraft")
        )
        gone = self.hit[role]
        best = [found for n in range(len(dice) + 1) for found in combinations(dice, n)]
        for several in best:
            every: Dice = sum(several, Counter())
            if _is(roll, told, every, made.dice.faces, low=bool(low), gone=gone):
                return ""
        return f"{dict(told)} with {roll.hits} hits, odds {[dict(d) for d in dice]}, {gone} gone"

    def _made(self, state: State, battle: OpenBattle, sides: dict[Role, list[Unit]]) -> Battle:
        works = self.rules.battles.works(state, battle.id)
        attackers, defenders = sides["attacker"], sides["defender"]
        power = attackers[0].owner
        ashore = _ashore(state, battle)
        attacker = _army(state, power, attackers, ashore=ashore)
        return self.rules.battles.fight(  # type: ignore[return-value]  # dice against dice
            Fight(
                "sea" if battle.kind == "sea" else "amphibious" if ashore else "land",
                attacker,
                tuple(
                    _army(
                        state,
                        owner,
                        [u for u in defenders if u.owner == owner],
                        works.get(owner, ()),
                    )
                    for owner in dict.fromkeys((*(u.owner for u in defenders), *works))
                ),
                self.rules.battles.ground(battle.space),
            )
        )

    def _bombarded(self, roll: ev.Rolled, state: State, battle: OpenBattle) -> str:
        types = self.rules.game.types  # type: ignore[attr-defined]  # rules of numbers have one
        able = {kind.bombard for kind in types.values() if kind.bombard}
        told = {die.target for die in roll.dice}
        if self.record.header.options.get("Low Luck"):
            return ""  # sums of ships that the record does not name
        return "" if told <= able else f"{told} are not {able}"


def _there(state: State, battle: OpenBattle, role: Role) -> list[Unit]:
    ids = [i for p in battle.participants if p.role == role for i in p.units]
    found = [state.units[i] for i in ids if i in state.units]
    category = state.catalog.unit_type
    at_sea = battle.kind == "sea"
    return [
        u
        for u in found
        if category(u.type).category in (("sea", "air") if at_sea else ("land", "air"))
    ]


def _ashore(state: State, battle: OpenBattle) -> frozenset[int]:
    """The units that come ashore in a battle, and are there still."""
    board, category = state.board, state.catalog.unit_type
    return frozenset(
        i
        for part in battle.participants
        if part.role == "attacker" and part.origin and board.space(part.origin).kind == "sea"
        for i in part.units
        if battle.kind != "sea" and i in state.units
        and category(state.units[i].type).category == "land"
    )  # fmt: skip


def _army(
    state: State,
    power: str,
    units: list[Unit],
    more: tuple[Band, ...] = (),
    *,
    ashore: frozenset[int] = frozenset(),
) -> Army:
    hits = {t.name: t.hits for t in state.catalog.unit_types}

    def duty(unit: Unit) -> Duty:
        return "landing" if unit.id in ashore else ""

    whole = Counter((u.type, duty(u)) for u in units)
    hurt = Counter((u.type, duty(u)) for u in units if u.damage and hits[u.type] > 1)
    bands = tuple(Band(of[0], n, hurt[of], duty=of[1]) for of, n in whole.items())
    return Army((*bands, *more), power, state.technologies(power))


def _is_flak(volley: Volley) -> bool:
    return volley.weapon.startswith("antiaircraft")


def _dice(made: Battle, volley: Volley) -> Dice:
    """Return the dice of a volley; none if it is not fired now."""
    own = made.side(volley.side)
    enemy = made.side("defender" if volley.side == "attacker" else "attacker")
    for c in volley.given:
        side = own if c.whose == "own" else enemy
        has = any(g.count and g.kind.hits and g.kind.is_a(c.word) for g in side.groups)
        if has != (c.verb == "has"):
            return Counter()
    targets = sum(
        g.count for g in enemy.groups if g.kind.hits and volley.reach.turn(g.kind.target) == 1
    )
    if not targets:
        return Counter()
    found: Dice = Counter()
    raised = _raised(own)
    for i, group in enumerate(own.groups):
        shot = fires(group, volley)
        if shot is None:
            continue
        if volley.weapon:
            found[shot.die[0]] += group.count * shot.shots * shot.die[1]
        else:
            for value, dice, number in raised[i]:
                found[value] += number * dice if value > 0 else 0
    if volley.limit:
        best = sorted(found.elements(), reverse=True)[:targets]
        found = Counter(best)
    return +found


def _raised(side: Side) -> list[list[tuple[int, int, int]]]:
    present = np.array([[group.count for group in side.groups]])
    return [[(*shots.die, int(shots.number[0])) for shots in of] for of in strengths(side, present)]


def _is(roll: ev.Rolled, told: Dice, due: Dice, faces: int, *, low: bool, gone: int) -> bool:
    """Whether a roll is of such dice, of which those of units that were hit may be missing."""
    if low:
        power = sum(min(value, faces) * number for value, number in due.items())
        for less in range(gone * faces + 1 if gone else 1):
            sure, left = divmod(power - less, faces)
            hit = sum(die.result == "hit" for die in roll.dice)
            if told == (Counter({left: 1}) if left else Counter()) and roll.hits == sure + hit:
                return True
        return False
    if told == due:
        return True
    missing = due - told
    return not (told - due) and sum(missing.values()) <= gone
