"""Neutral land that is declared to be invaded: by whom, and whether it can be paid.

Source: The War Game, "Neutral Nations". What it costs and brings is combat (`combat.neutrals`).
"""

from __future__ import annotations

from a4a.core.english import either_of, the
from a4a.rules import money
from a4a.rules.areas.movement.refusal import Refusal
from a4a.rules.systems.wargame1942.combat import neutrals
from a4a.rules.systems.wargame1942.declaring.view import View

INVADES = "invades neutrals"
"""Status of a power that may attack land that no side controls."""


def barred(view: View, territory: str) -> Refusal | None:
    """Return why land units may not enter neutral land, or None if they invade it."""
    if not view.combat:
        why = f"{the(territory)} is neutral, and taken only in combat"
        return Refusal("WG-NEU-013", why, "land that its side controls")
    if INVADES not in view.state.statuses(view.power):
        powers = (p.name for p in view.system.catalog.powers)
        able = [the(name) for name in powers if INVADES in view.state.statuses(name)]
        rule = "WG-NEU-006" if view.system.catalog.side_of(view.power) else "WG-NEU-005"
        why = f"{view.who} attacks no neutral that nobody holds"
        return Refusal(rule, why, f"an attack by {either_of(able)}, or one on land an enemy holds")
    due, funds = _due(view, territory), _funds(view)
    if due > funds:
        why = f"invading {the(territory)} would cost {due} in all, and {funds} are left"
        return Refusal("WG-NEU-009", why, "a neutral that can be paid for")
    return None


def _due(view: View, territory: str) -> int:
    """Return what the invasions cost that are declared, with another."""
    declared = {
        str(u.place)
        for u in view.state.units.values()
        if u.owner in view.state.active and isinstance(u.place, str)
    } | {to for _, to in view.landing}
    return sum(
        neutrals.price(view.system, space)
        for space in sorted(declared | {territory})
        if not view.system.graph.is_sea[space]
        and neutrals.is_neutral(view.system, view.state, space)
    )


def _funds(view: View) -> int:
    """Return the most that a nation of the force can pay."""
    return max(
        money.balance(view.system, view.state, treasury)
        for power in view.state.active
        for treasury in money.treasuries(view.system, power)[:1]
    )
