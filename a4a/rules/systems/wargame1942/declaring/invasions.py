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
    invaded = neutrals.invaded(view.system, view.state)
    invaded.setdefault(territory, set()).add(view.power)
    if neutrals.payers(view.system, view.state, invaded) is None:
        (treasury,) = money.treasuries(view.system, view.power)[:1]
        has = money.balance(view.system, view.state, treasury)
        due = neutrals.price(view.system, territory)
        more = " for all that is invaded" if len(invaded) > 1 else ""
        why = f"invading {the(territory)} costs {due}, and {view.who} has {has}{more}"
        return Refusal("WG-NEU-009", why, "a neutral that can be paid for")
    return None
