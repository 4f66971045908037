"""Canals and narrow straits: who may pass, and whom to ask."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from a4a.core.board import Border
from a4a.core.english import the
from a4a.core.events import OnPower
from a4a.core.gates import bar, holder
from a4a.core.neutrals import joined
from a4a.core.state import State
from a4a.rules.areas.movement.field import Field
from a4a.rules.areas.movement.refusal import Refusal

_RULES: Final = {
    "taken": "gate.taken", "neutral": "gate.neutral", "enemy": "gate.enemy",
    "divided": "gate.divided",
}  # fmt: skip
"""What is cited for each reason why a canal or strait is shut."""


def shut(field: Field, gate: Border, types: Collection[str]) -> Refusal | None:
    """Return why ships may not pass a canal or strait, leave of its controllers aside.

    Parameters
    ----------
    field
        Where and when.
    gate
        The canal or strait.
    types
        The ships' unit types.
    """
    if _exempt(field, gate, types):
        return None
    found = bar(field.state, gate, field.power)
    if found is None:
        return None
    way, land = f"the way through the {gate.name} is shut", found.territory
    if found.reason == "neutral" and joined(field.state, land):
        return Refusal("gate.neutral", f"{way} while nobody controls {the(land)}")
    rule = field.system.book.cite(_RULES[found.reason], of=gate.name)
    match found.reason:
        case "taken":
            return Refusal(rule, f"{way}: {the(land)} was taken only in this turn")
        case "neutral":
            return Refusal(rule, f"{way} while {the(land)} is neutral")
        case "enemy":
            enemy = field.system.called(found.owner or "nobody")
            return Refusal(rule, f"{way}: an enemy holds {the(land)} ({enemy})")
        case "divided":
            return Refusal(rule, f"{way}: both sides hold a part of its land")


def to_ask(field: Field, gate: Border, types: Collection[str]) -> tuple[str, ...]:
    """Return the powers whose leave is needed to pass, in order of the territories."""
    if _exempt(field, gate, types):
        return ()
    owners = {t: holder(field.state, gate, t) for t in gate.controllers}
    asked = (o for t, o in owners.items() if o and o not in field.ground.comrades_in(t))
    return tuple(dict.fromkeys(asked))


def check(field: Field, gate: Border, types: Collection[str]) -> Refusal | None:
    """Return why ships may not pass; that leave must still be asked for is no reason."""
    refusal = shut(field, gate, types)
    if refusal is not None:
        return refusal
    asked = to_ask(field, gate, types)
    if asked and answer(field.state, field.power, gate) == "no":
        return Refusal(
            "gate.leave",
            f"{field.system.called(asked[0])} does not let ships through the {gate.name}",
        )
    return None


def open_without_asking(field: Field, gate: Border, types: Collection[str]) -> bool:
    """Whether ships may pass a canal or strait for certain."""
    if shut(field, gate, types) is not None:
        return False
    return not to_ask(field, gate, types) or answer(field.state, field.power, gate) == "yes"


def marker(gate: Border, choice: str) -> str:
    """Name of the marker that a power carries for the rest of its turn once it has asked."""
    return f"passage: {gate.name}" if choice == "yes" else f"no passage: {gate.name}"


def answer(state: State, power: str, gate: Border) -> str:
    """What a power was answered in this turn: "yes", "no", or "" if it has not asked."""
    for choice in ("yes", "no"):
        if state.markers.get((OnPower(power), marker(gate, choice))):
            return choice
    return ""


def _exempt(field: Field, gate: Border, types: Collection[str]) -> bool:
    """Whether all of the ships pass whoever holds the land: submarines at Gibraltar."""
    able = field.system.able(f"passes {gate.name}")
    return bool(able) and all(t in able for t in types)
