"""Sentences of what units become: their type, their owner, damage, conditions that come and go."""

from __future__ import annotations

from a4a.core import events as ev
from a4a.core.english import count_of, list_of, plural
from a4a.core.names import one
from a4a.core.phrases import flag_called, kind_of, space_of, units_of
from a4a.core.state import State

_SAILED_BY, _IN_DOCK = "sailed by ", "under repair at "
"""How conditions begin that name a space."""
_DECLARED = {
    "against land": "fire at land units first", "guns": "use guns, not bombs",
    "preemptive": "fire before all others", "to be scorched": "be scorched",
}  # fmt: skip
"""Conditions that say what units are to do, or is to be done to them, in this round."""
_CAUSES = {
    "late": ("arrived", "landed late"), "paratrooper": ("trained",),
    **dict.fromkeys(_DECLARED, ("declared",)),
}  # fmt: skip
"""Reasons that a condition says already."""


def converted(e: ev.UnitsConverted, s: State) -> str:
    """Say what units became."""
    were, are, changes = _be(e), "is" if len(e.units) == 1 else "are", []
    said = {""}  # reasons that the changes say already
    if e.type is not None:
        kind = kind_of(e.type)
        changes.append(f"became {one(kind) if len(e.units) == 1 else plural(kind)}")
    if e.owner is not None:
        changes.append(f"passed to {s.catalog.called(e.owner)}")
    if e.damage is not None:
        changes.append(_damaged(e, s))
        said |= {"hit", "loss", "repair", "repaired", "upgraded"}
    for flag in e.gained:
        changes += _gained(flag, e, s)
        said |= {flag, *_CAUSES.get(flag, ())}
    done = _DECLARED if e.type is not None else {}  # what was declared has been done
    for flag in (flag for flag in e.lost if flag not in done):
        if flag == "submerged":
            changes.append("surfaced")
            said.add("event")
        else:
            changes.append(f"{are} no longer {flag_called(flag)}")
            said.add("player turn")
    clear = e.reason in said or any(flag.startswith(e.reason) for flag in e.gained)
    why = "" if changes and clear else f" ({e.reason})"
    return f"{units_of(e.units, s)} {list_of(changes) or f'{were} unchanged'}{why}"


def _damaged(e: ev.UnitsConverted, s: State) -> str:
    """What damage units have now, as the end of a sentence; counters are flipped."""
    be = _be(e)
    if all(i in s.units and s.units[i].name for i in e.units):
        return f"{be} reduced" if e.damage else f"{be} restored to full strength"
    if not e.damage:
        return f"{be} repaired" if e.reason.startswith("repair") else f"{be} no longer damaged"
    if e.damage == 1 and e.reason == "hit":
        return f"{be} damaged"
    has = "has" if be == "was" else "have"
    return f"now {has} {count_of(e.damage, 'point')} of damage"


def _gained(flag: str, e: ev.UnitsConverted, s: State) -> list[str]:
    """What a condition means, as the end of a sentence; nothing if that is told otherwise."""
    were, are = _be(e), "is" if len(e.units) == 1 else "are"
    if flag == "just damaged" and e.damage is not None:
        return []
    if flag in _DECLARED:
        return [f"{are} to {_DECLARED[flag]}"]
    if flag == "paratrooper":
        return [f"{were} trained as {one(flag) if len(e.units) == 1 else plural(flag)}"]
    if flag.startswith(_SAILED_BY):
        zone = space_of(flag.removeprefix(_SAILED_BY), s)
        return [f"sailed by enemy transports in {zone}"]
    if flag.startswith(_IN_DOCK):
        return [f"{are} under repair in {space_of(flag.removeprefix(_IN_DOCK), s)}"]
    done = {
        "late": "came too late to fire in this round",
        "hit": f"{were} hit", "stopped": f"{were} stopped", "submerged": "submerged",
    }  # fmt: skip
    return [done.get(flag, f"{are} now {flag_called(flag)}")]


def _be(e: ev.UnitsConverted) -> str:
    return "was" if len(e.units) == 1 else "were"
