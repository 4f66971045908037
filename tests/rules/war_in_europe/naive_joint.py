"""Attacks of any number of units, judged naively (9.1 to 9.3), without code of the rules."""

from __future__ import annotations

from collections.abc import Sequence

from a4a.core.units import Unit
from tests.rules.war_in_europe.naive import SOVIETS, Naive, steps


def may_attack_together(naive: Naive, units: Sequence[Unit], space: str) -> bool:
    """Whether units of the side whose phase of combat has just begun may attack a hex together."""
    foes = naive.foes(space)
    by = {kind: [u for u in units if naive.kind(u) == kind] for kind in ("land", "air", "sea")}
    targets = [foe for foe in foes if naive.kind(foe) != "land"]
    if naive.side == "Allies" and len({u.owner == SOVIETS for u in units}) > 1:
        return False
    attacked = bool(by["land"]) and any(naive.neutral(foe.owner) for foe in foes)
    then = naive.invading(space) if attacked else naive
    if not all(_is_ready_near(then, unit, space) for unit in (*by["air"], *by["sea"])):
        return False
    if by["land"]:
        return (
            any(naive.kind(foe) == "land" for foe in foes)
            and all(_is_beside(naive, unit, space) for unit in by["land"])
            and (not by["sea"] or any(_is_on_the_coast(naive, unit) for unit in by["land"]))
            and _at_war(naive, by["land"], foes, "land")
        )
    fleets = any(naive.kind(foe) == "sea" for foe in targets)
    port = "port" in naive.board.space(space).features and naive.holder(space) == naive.enemy
    if by["sea"] and fleets and port:
        return False
    return bool(targets) and _at_war(naive, units, targets, "sea" if by["sea"] else "air")


def _is_beside(naive: Naive, unit: Unit, space: str) -> bool:
    walks = isinstance(unit.place, str) and not naive.able(unit, "stands")
    return walks and space in {there for there, _ in steps(str(unit.place), "land")}


def _is_on_the_coast(naive: Naive, unit: Unit) -> bool:
    return naive.board.space(str(unit.place)).kind == "coast"


def _is_ready_near(naive: Naive, unit: Unit, space: str) -> bool:
    return "ops complete" not in unit.flags and space in naive.zones.get(unit.id, ())


def _at_war(naive: Naive, units: Sequence[Unit], foes: Sequence[Unit], category: str) -> bool:
    pairs = ((unit.owner, foe.owner) for unit in units for foe in foes)
    return all(naive.may_attack(power, other, category) for power, other in pairs)
