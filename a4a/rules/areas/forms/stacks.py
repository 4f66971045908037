"""The units of a power in a movement phase, put together where they are alike."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import NamedTuple, TypeAlias

from a4a.core.english import count_of, the
from a4a.core.names import one
from a4a.core.state import State
from a4a.core.units import Unit
from a4a.core.words import list_of
from a4a.rules.areas.movement import air, land, sea
from a4a.rules.areas.movement.field import REST, Field
from a4a.rules.areas.movement.moving import Mover
from a4a.rules.areas.movement.refusal import Refusal, refuse
from a4a.rules.choices import MovableStack, Refused

_Alike: TypeAlias = tuple[object, ...]
"""What units have in common that look alike."""


class Look(NamedTuple):
    """What tells units of a type in a space from others, as a stack shows it.

    Parameters
    ----------
    detail
        In words.
    left
        How many more spaces they may move; None where that is not counted.
    refused
        Why they may not move, or None if they may.
    """

    detail: str
    left: int | None
    refused: Refused | None


def stacks(field: Field) -> tuple[MovableStack, ...]:
    """Return the units of the power that moves, by space; those that may not move say why.

    Parameters
    ----------
    field
        Where and when.
    """
    found: tuple[MovableStack, ...] | None = field.memo.get("stacks")
    if found is None:
        units = (*field.troops, *field.ships, *field.aircraft)
        made = stacked(field, units, look=lambda unit: _look(field, unit))
        found = field.memo["stacks"] = tuple(made)
    return found


def stacked(
    mover: Mover, units: Iterable[Unit], *, look: Callable[[Unit], Look]
) -> Iterator[MovableStack]:
    """Yield units as stacks, by space, those put together that are alike.

    Parameters
    ----------
    mover
        Who moves.
    units
        Its units.
    look
        How a unit looks; asked for one of all that nothing tells apart.
    """
    state, place = mover.state, mover.place
    groups: dict[_Alike, list[Unit]] = {}
    for unit in units:
        aboard = state.at(unit.id)
        cargo = tuple(sorted([(u.owner, u.type) for u in aboard])) if aboard else ()
        memory = state.memory(unit.id)
        key = unit.type, unit.place, unit.damage, unit.flags, memory, cargo
        if (alike := groups.get(key)) is not None:
            alike.append(unit)
        else:
            groups[key] = [unit]
    # Cargo of several ships is one stack where nothing else tells it apart.
    merged: dict[tuple[str, str, Look], list[int]] = {}
    for members in groups.values():
        first = members[0]
        merged.setdefault((place(first) or "", first.type, look(first)), []).extend(
            [u.id for u in members]
        )
    order = mover.system.board.index
    for (space, kind, seen), ids in sorted(merged.items(), key=lambda item: order[item[0][0]]):
        yield MovableStack(
            space=space, units=tuple(ids), type=kind, power=mover.power, detail=seen.detail,
            left=seen.left, refused=seen.refused,
        )  # fmt: skip


def _look(field: Field, unit: Unit) -> Look:
    """How a unit looks, worked out once for all that do; but each ship by itself."""
    state = field.state
    if field.system.types[unit.type].category == "sea":  # who is served and stopped may differ
        return _seen(field, unit)
    ship = state.unit(unit.place) if isinstance(unit.place, int) else None
    key = (
        field.combat, field.place(unit), unit.type, unit.damage, unit.flags, state.memory(unit.id),
        ship and (ship.type, ship.damage), tuple([u.type for u in state.at(unit.id)]),
    )  # fmt: skip
    known: dict[_Alike, Look] = field.ground.memo.setdefault("looks", {})
    found = known.get(key)
    if found is None:
        found = known[key] = _seen(field, unit)
    return found


def _seen(field: Field, unit: Unit) -> Look:
    left = max(field.left(unit), 0)
    return Look(detail_of(field.state, unit), left, _refused(field, unit))


def _refused(field: Field, unit: Unit) -> Refused | None:
    """Why a unit may not move at all, or None."""
    refusal = _ready(field, unit)
    if refusal is None:
        return None
    return Refused.of(refuse(field.system.book, refusal, tried=f"move {unit.type}"))


def _ready(field: Field, unit: Unit) -> Refusal | None:
    category = field.system.types[unit.type].category
    if field.state.memory(unit.id).task == REST and category != "air":
        return Refusal("noncombat.units", f"the {unit.type} has moved or fought in this turn")
    if category == "land":
        return None if isinstance(unit.place, int) else land.ready(field, [unit])
    if category == "sea":
        return sea.ready(field, [unit], field.place(unit) or "")
    return air.ready(field, [unit])


def detail_of(state: State, unit: Unit, *, tasks: Mapping[str, str] | None = None) -> str:
    """Say what tells a unit from others of its type in its space.

    Parameters
    ----------
    state, unit
        The unit, and where it is.
    tasks
        How tasks are said before the space that they are about; by their own words if not here.
    """
    words = damage_of(unit)
    words += unit.flags
    if isinstance(unit.place, int):
        words.append(f"aboard {one(state.unit(unit.place).type)}")
    if aboard := state.at(unit.id):
        cargo = Counter(u.type for u in aboard)
        words.append(f"with {list_of(count_of(n, kind) for kind, n in cargo.items())} aboard")
    memory = state.memory(unit.id)
    if memory.task not in ("", REST):
        said = (tasks or {}).get(memory.task, memory.task)
        words.append(f"{said} {the(memory.target or '')}".strip())
    elif memory.moved and memory.origin:
        words.append(f"from {the(memory.origin)}")
    return ", ".join(words)


def damage_of(unit: Unit) -> list[str]:
    """Say that a unit is damaged, and how much where that is more than once.

    Examples
    --------
    >>> damage_of(Unit(1, "battleship", "Japan", "Japan Sea Zone", damage=1))
    ['damaged']
    """
    if unit.damage > 1:
        return [f"damaged {unit.damage}"]
    return ["damaged"] if unit.damage else []
