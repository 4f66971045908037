"""Firing: dice rolled in volleys, one for each power and sort of hit, each die with its result."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from a4a.core.events import Die, Role, Rolled, RollPurpose
from a4a.odds.dice import BattleDice
from a4a.rules.areas.combat.hits import Against
from a4a.rules.areas.system import System
from a4a.rules.run import Run


class Shot(NamedTuple):
    """One unit's shot.

    Parameters
    ----------
    power
        Whose it is.
    unit_type
        The unit type that fires.
    value
        The highest roll that hits.
    against
        What a hit may fall on.
    dice
        Dice rolled for it; the best one counts.
    weapon
        What is fired, if it is not the unit's general value.
    """

    power: str
    unit_type: str
    value: int
    against: Against = ""
    dice: int = 1
    weapon: str = ""


def fire(
    system: System,
    run: Run,
    shots: Sequence[Shot],
    *,
    purpose: RollPurpose,
    battle: str,
    role: Role,
    outcome: str = "",
) -> None:
    """Roll for shots: power by power, sort by sort, weapon by weapon, low values first.

    With the option "low luck", the values of a volley are added up: every full six is a hit, and
    one die is rolled for the rest (R-060). With "no mercy", the highest face hits in every battle,
    whatever the value (R-419).
    """
    if not shots:
        return
    found = run.state.battles.get(battle)
    fought = found is not None and found.kind != "bombing raid"
    natural = int(fought and bool(system.options.get("no mercy")))
    odds = _dice(system.catalog.dice_sides, natural)
    volleys: dict[tuple[str, Against, str], list[Shot]] = {}
    for shot in shots:
        if shot.value > 0:
            volleys.setdefault((shot.power, shot.against, shot.weapon), []).append(shot)
    order = system.catalog.power_order
    for (power, sort, _), volley in sorted(
        volleys.items(), key=lambda item: (order[item[0][0]], *item[0][1:])
    ):
        volley.sort(key=lambda s: (s.value, system.catalog.type_order[s.unit_type]))
        if system.options.get("low luck"):
            dice, hits = _low_luck(odds, run, volley)
        else:
            dice, hits = _plain(odds, run, volley)
        run.emit(
            Rolled(
                purpose, power, dice, odds.faces, hits=hits, expected=_expected(volley, odds),
                battle=battle, role=role, against=sort, outcome=outcome,
            )
        )  # fmt: skip


@lru_cache(maxsize=16)
def _dice(faces: int, natural: int) -> BattleDice:
    return BattleDice(faces, natural=natural)


def _plain(odds: BattleDice, run: Run, volley: Sequence[Shot]) -> tuple[tuple[Die, ...], int]:
    faces = iter(run.dice.roll(sum(shot.dice for shot in volley), sides=odds.faces))
    dice: list[Die] = []
    hits = 0
    for shot in volley:
        rolled = [next(faces) for _ in range(shot.dice)]
        high = [i for i, face in enumerate(rolled) if face > odds.faces - odds.natural]
        best = high[0] if high else rolled.index(min(rolled))
        for number, face in enumerate(rolled):
            hit = number == best and (face <= shot.value or bool(high))
            hits += hit
            dice.append(Die(face, shot.value, "hit" if hit else "miss", shot.unit_type))
    return tuple(dice), hits


def _low_luck(odds: BattleDice, run: Run, volley: Sequence[Shot]) -> tuple[tuple[Die, ...], int]:
    single = [shot for shot in volley if shot.dice == 1]
    hits, rest = divmod(sum(odds.hitting(shot.value) for shot in single), odds.faces)
    dice: tuple[Die, ...] = ()
    if rest:
        (face,) = run.dice.roll(1, sides=odds.faces)
        dice = (Die(face, rest, "hit" if face <= rest else "miss"),)
        hits += face <= rest
    several, more = _plain(odds, run, [shot for shot in volley if shot.dice > 1])
    return dice + several, hits + more


def _expected(volley: Sequence[Shot], odds: BattleDice) -> float:
    chances = (odds.hitting(shot.value) / odds.faces for shot in volley if shot.dice == 1)
    several = (shot for shot in volley if shot.dice > 1)
    return sum(chances) + sum(odds.chance(s.value, best_of=s.dice) for s in several)
