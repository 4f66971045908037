"""What events are about, in words: units, places and battles of a state."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable

from a4a.core import events as ev
from a4a.core.catalog import PURCHASED, Catalog
from a4a.core.english import count_of, list_of, possessive, the
from a4a.core.state import State
from a4a.core.units import Holding, Place, Unit

_BATTLES = {
    "amphibious": "amphibious assault on",
    "bombing raid": "bombing raid on",
    "bombardment": "bombardment of",
    "kamikaze": "kamikaze attack in",
    "convoy": "convoy attack in",
    "other": "battle in",
}
"""What battles are called that are not simply "land battle in" and the like."""


def units_of(ids: Iterable[int], state: State, *, owners: bool = True) -> str:
    """Name units: "2 German infantry, 1 tank and 1 Italian fighter"."""
    groups: dict[str, list[Unit | None]] = {}
    for i in ids:
        unit = state.units.get(i)
        groups.setdefault(unit.owner if unit else "", []).append(unit)
    said = [
        group(units, adjective(owner, state) if owners and owner else "")
        for owner, units in groups.items()
    ]
    return list_of(said) or "no units"


def group(units: Iterable[Unit | None], of: str) -> str:
    """Name units of one owner: "2 German infantry, 1 tank and the 4th armor"."""
    of = f"{of} " if of else ""
    counts: Counter[tuple[str, str]] = Counter(
        (u.name, kind_of(u.type)) if u else ("", "unknown unit") for u in units
    )
    items = []
    for (name, kind), number in counts.items():
        named = _counter(name, kind).removeprefix(of) if name else kind
        items.append(f"the {of}{named}" if name and number == 1 else count_of(number, of + named))
        of = ""
    return list_of(items)


def kind_of(unit_type: str) -> str:
    """What units of a type are called; programs join words by strokes.

    Examples
    --------
    >>> kind_of("field_gun")
    'field gun'
    """
    return unit_type.replace("_", " ")


def carrier_of(unit: int, state: State) -> str:
    """Name a unit that carries others: "a transport", "the Italian 1st fleet"."""
    words = units_of([unit], state, owners=False)
    number, _, kind = words.partition(" ")
    if number != "1":
        return words
    return f"{'an' if kind[:1].casefold() in set('aeiou') else 'a'} {kind}"


def _counter(name: str, unit_type: str) -> str:
    """A named counter; its type is not said twice: "1st armor", "fleet", "1st air unit"."""
    words, kind = name.casefold().split(), unit_type.casefold().split()
    begun = next((n for n in range(len(kind), 0, -1) if words[-n:] == kind[:n]), 0)
    said = not set(words).isdisjoint(kind)
    rest = unit_type.split()[begun:] if begun or not said else []
    return " ".join((name, *rest))


def adjective(power: str, state: State) -> str:
    """Say whose units are: "German", or the power's name if it has no adjective."""
    found = state.catalog.find_power(power)
    return (found.adjective or found.name) if found else power


def flag_called(flag: str) -> str:
    """Name a lasting condition of a unit; that of a marker is written as on the marker.

    Examples
    --------
    >>> flag_called("ops complete"), flag_called("submerged")
    ('Ops Complete', 'submerged')
    """
    return "Ops Complete" if flag == "ops complete" else flag


def powers(names: Iterable[str], state: State) -> str:
    """Name powers: "Japan and the United States", a whole side "the Axis", or "all powers"."""
    return _together(names, state.catalog, state.catalog.called)


def force(names: Iterable[str], catalog: Catalog) -> str:
    """Name powers that act together, as in a heading: without articles.

    Examples
    --------
    >>> import a4a
    >>> catalog = a4a.dataset("war_in_europe").catalog
    >>> force(["Italy"], catalog), force(["Germany", "Italy"], catalog)
    ('Italy', 'Axis')
    >>> force([power.name for power in catalog.powers], catalog)
    'all powers'
    """
    return _together(names, catalog, str)


def _together(names: Iterable[str], catalog: Catalog, called: Callable[[str], str]) -> str:
    """List powers; a side in the place of all of it, and "all powers" of all sides."""
    meant = catalog.sides_of(names)
    everybody = len(meant) > 1 and {*catalog.sides}.issubset(meant)
    return "all powers" if everybody else list_of(map(called, meant))


def inside(place: Place, state: State) -> str:
    """Say where something is: "in Malta", "aboard a transport", "in Italy's build queue"."""
    if isinstance(place, int):
        return f"aboard {carrier_of(place, state)}"
    if not isinstance(place, Holding):
        return f"in {space_of(place, state)}"
    if place.name.startswith(PURCHASED):
        payer = place.name.removeprefix(PURCHASED).strip(" ()") or place.power
        return f"among {possessive(state.catalog.called(payer))} purchases"
    return f"in {possessive(state.catalog.called(place.power))} {place.name}"


def space_of(name: str, state: State) -> str:
    """Name a space: with its article; a hex by its number and what is there."""
    found = state.board.find(name)
    return the(name if found is None else found.title)


def battle_in(kind: str, space: str, state: State) -> str:
    """Name a battle by its kind and place: "land battle in Malta"."""
    return f"{_BATTLES.get(kind, f'{kind} battle in')} {space_of(space, state)}"


def battle_called(battle: str, state: State) -> str:
    """Name an open battle by its id: "the land battle in Malta"."""
    found = state.battles.get(battle)
    return f"the {battle_in(found.kind, found.space, state)}" if found else f"battle {battle}"


def participants_of(parts: Iterable[ev.Participant], role: ev.Role, state: State) -> str:
    """Name the units on one side of a battle, and where they came from."""
    alike: dict[tuple[str, str, str | None], list[int]] = {}
    for part in parts:
        if part.role == role:
            alike.setdefault((part.power, part.task, part.origin), []).extend(part.units)
    said = []
    for (_, task, start), units in alike.items():
        origin = f"from {space_of(start, state)}" if start else ""
        notes = ", ".join(filter(None, (task, origin)))
        said.append(units_of(units, state) + (f" ({notes})" if notes else ""))
    return list_of(said)
