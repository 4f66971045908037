"""What the edit mode of the board shows: powers, units and their keys, and how things stand."""

from __future__ import annotations

from collections.abc import Iterable
from string import ascii_lowercase
from typing import Any

from a4a.core.english import capitalized
from a4a.core.phrases import force
from a4a.core.units import Holding
from a4a.editing.position import PositionEditor
from a4a.rules.phased import PhasedRuleset

TAKEN = "dlmopxyz"
"""Letters of the edit mode itself: damage, load, move, owner, put, take, redo and undo."""
_ROUND = 2
"""A round in which all turns of a game are played; the first may lack some."""


def keys_of(names: Iterable[str]) -> dict[str, str]:
    """Give each name a letter: its own first free one, or any that is left, or none.

    Examples
    --------
    >>> keys_of(["infantry", "tank", "transport", "zzz"])
    {'infantry': 'i', 'tank': 't', 'transport': 'r', 'zzz': 'a'}
    """
    free = dict.fromkeys(letter for letter in ascii_lowercase if letter not in TAKEN)
    found: dict[str, str] = {}
    for name in names:
        own = [letter for letter in name.casefold() if letter in free]
        letter = next(iter([*own, *free]), "")
        free.pop(letter, None)
        found[name] = letter
    return found


def setting_rows(editor: PositionEditor) -> dict[str, Any]:
    """What does not change while a position is edited."""
    catalog = editor.state.catalog
    keys = keys_of(kind.name for kind in catalog.unit_types)
    standing = {unit.owner for unit in editor.state.units.values()}
    powers = [p for p in catalog.powers if p.playable or p.name in standing]
    return {
        "title": editor.journal.header.title or catalog.system,
        "powers": [{"name": p.name, "colour": p.colour or "#777777"} for p in powers],
        "types": [
            {
                "name": kind.name,
                "symbol": kind.symbol,
                "category": kind.category,
                "key": keys[kind.name],
            }
            for kind in catalog.unit_types
        ],
        "words": sorted({"war", "allied", "neutral", *editor.state.relations.values()} - {""}),
        "turns": _turns(editor),
    }


def _turns(editor: PositionEditor) -> list[dict[str, Any]]:
    """Who has turns, and which phases are in them."""
    catalog = editor.state.catalog
    if not isinstance(editor.rules, PhasedRuleset):
        return [
            {"power": p.name, "who": p.name, "phases": []} for p in catalog.powers if p.playable
        ]
    found: dict[str, dict[str, Any]] = {}
    for turn in editor.rules.turns(_ROUND):
        who = capitalized(force(turn.force, catalog))
        row = found.setdefault(who, {"power": turn.force[0], "who": who, "phases": []})
        row["phases"] += turn.phases
    return list(found.values())


def standing_rows(editor: PositionEditor) -> dict[str, Any]:
    """How things stand after a change."""
    state, record = editor.state, editor.journal
    counters: dict[str, dict[str, list[str]]] = {}
    on_board = {(u.owner, u.name) for u in state.units.values() if not isinstance(u.place, Holding)}
    for counter in state.catalog.counters:
        if (counter.power, counter.name) not in on_board:
            own = counters.setdefault(counter.power, {})
            own.setdefault(counter.type, []).append(counter.name)
    who = capitalized(force(state.active, state.catalog))
    when = ", ".join(filter(None, (f"Round {state.round}", state.label, who, state.phase)))
    return {
        "node": record.last,
        "changes": len(editor.changes),
        "last": editor.changes[-1] if editor.changes else "",
        "undone": editor.undone[-1] if editor.undone else "",
        "when": when if state.round else "Before the first round",
        "round": max(1, state.round),
        "units": len(state.units),
        "money": [
            {"treasury": treasury, "resource": resource, "amount": amount,
             "power": state.catalog.treasuries[treasury].name}
            for (treasury, resource, restriction), amount in state.balances.items()
            if not restriction
        ],
        "marks": _marks(editor),
        "relations": [[a, b, word] for (a, b), word in state.relations.items()],
        "waiting": counters,
        "findings": _findings(editor),
    }  # fmt: skip


def _marks(editor: PositionEditor) -> dict[str, list[dict[str, Any]]]:
    """What each power can have besides units and money, and whether it has it."""
    state = editor.state
    return {
        power.name: [
            {"kind": kind, "word": word, "has": word in has}
            for kind, known, has in (
                (
                    "technology",
                    editor.technologies(power.name),
                    state.technologies(power.name),
                ),
                ("status", editor.statuses(power.name), state.statuses(power.name)),
            )
            for word in known
        ]
        for power in state.catalog.powers
    }


def _findings(editor: PositionEditor) -> list[dict[str, str]]:
    """What the rules do not let stand so."""
    if editor.rules is None:
        return []
    return [
        {"what": found.what, "says": found.says, "rule": found.rule, "severity": found.severity}
        for found in editor.rules.examine(editor.state)
    ]
