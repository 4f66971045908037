"""Units as the notation names them: by how many and what, and by ids where these do not tell.

``3 infantry`` are the three infantry of lowest ids where the order begins, ``3 infantry @France``
those in France, ``3 infantry #5-6/9`` those of these ids. A counter goes by its name.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, Final, NoReturn

import msgspec

from a4a.core.errors import A4AError
from a4a.core.state import State
from a4a.core.units import Holding, Place, Unit
from a4a.texts.notating.scanner import Scanner, named, valued

_COUNTED: Final = re.compile(r"(\d{1,5})(?: +(\S.*))?")
_IDS: Final = re.compile(r"\d{1,10}(?:-\d{1,10})?(?:/\d{1,10}(?:-\d{1,10})?)*")
_MOST = 20_000  # units of a group


class Group(msgspec.Struct, frozen=True, kw_only=True):
    """Some units of one kind, as they are written.

    Parameters
    ----------
    kind
        A unit type, or a counter's name.
    count
        How many; 0 for a counter, which goes by its name.
    owner
        Their owner, or "" for who acts.
    place
        Where they are, or None for where the order begins.
    ids
        Their ids, or () where they follow.
    line, at
        Where it stands, for messages.
    """

    kind: str
    count: int
    owner: str = ""
    place: Place | None = None
    ids: tuple[int, ...] = ()
    scanner: Scanner | None = None
    at: int = 0

    def fail(self, says: str) -> NoReturn:
        """Raise the error of a group that means nothing."""
        if self.scanner is None:
            raise A4AError(says)
        self.scanner.fail(says, at=self.at)

    def fits(self, unit: Unit) -> bool:
        """Whether a unit is of this kind."""
        return unit.name == self.kind if not self.count else unit.type == self.kind


class Around(msgspec.Struct, frozen=True):
    """What is known where units are named.

    Parameters
    ----------
    before
        The state before; None where no units can be named.
    owners
        Who acts.
    places
        Where the units would be looked for, in order.
    """

    before: State | None
    owners: tuple[str, ...] = ()
    places: tuple[Place, ...] = ()

    @property
    def state(self) -> State:
        """The state before."""
        if self.before is None:
            raise A4AError("no units can be named here")
        return self.before

    def within(self, fields: Mapping[str, Any]) -> Around:
        """What is known within an order, event or part of one, by its other fields."""
        if self.before is None:
            return self
        owner = fields.get("power")
        owners = (owner,) if isinstance(owner, str) and owner else self.owners
        places = dict.fromkeys([*self._named(fields), *self.places, *self._known(owners)])
        return Around(self.state, owners, tuple(places))

    def _named(self, fields: Mapping[str, Any]) -> Iterator[str]:
        """The spaces that the fields name."""
        path, space = fields.get("path"), fields.get("space")
        if isinstance(path, (list, tuple)) and path and isinstance(path[0], str):
            yield path[0]
        battle = fields.get("battle")
        if isinstance(battle, str) and battle in self.state.battles:
            yield self.state.battles[battle].space
        if isinstance(space, str):
            yield space

    def _known(self, owners: Iterable[str]) -> Iterator[Place]:
        """Where units of these powers may be without being named: battles, and what was bought."""
        yield from (battle.space for battle in self.state.battles.values())
        catalog = self.state.catalog
        for owner in owners:
            power = catalog.find_power(owner)
            for treasury in power.treasuries if power else ():
                yield catalog.purchases(treasury)

    def meant(self, group: Group, taken: Iterable[int] = ()) -> tuple[int, ...] | None:
        """The units that a group means, or None if there are none such."""
        if group.ids:
            units = [self.state.units.get(i) for i in group.ids]
            fit = all(unit is not None and group.fits(unit) for unit in units)
            return group.ids if fit else None
        owners = (group.owner,) if group.owner else self.owners
        gone = set(taken)
        for there in self._searched(group):
            found = sorted(
                u.id for u in there if u.owner in owners and group.fits(u) and u.id not in gone
            )
            if len(found) >= (group.count or 1):
                return tuple(found[: group.count or 1])
        return None

    def _searched(self, group: Group) -> Iterator[Iterable[Unit]]:
        """Where a group's units are looked for; a counter may be anywhere."""
        places = self.places if group.place is None else (group.place,)
        for place in places:
            if isinstance(place, str) and place in self.state.board.index:
                yield self.state.within(place)
            elif not isinstance(place, str):
                yield self.state.at(place)
        if not group.count and group.place is None:
            yield self.state.units.values()


NOWHERE: Final = Around(None)
"""Around what names no units."""

# --- writing ------------------------------------------------------------------------------------


def grouped(ids: Sequence[int], around: Around) -> Iterator[tuple[Group, tuple[int, ...]]]:
    """Yield units as groups, each with its ids, in the order they have.

    Raises
    ------
    A4AError
        If there is no such unit.
    """
    taken: list[int] = []
    units = [around.state.unit(i) for i in ids]
    for (name, kind, owner), alike in groupby(units, lambda u: (u.name, u.type, u.owner)):
        found = list(alike)
        for part in [[unit] for unit in found] if name else [found]:
            own = tuple(unit.id for unit in part)
            yield _named(own, name or kind, 0 if name else len(own), owner, around, taken), own
            taken += own


def _named(
    ids: tuple[int, ...], kind: str, count: int, owner: str, around: Around, taken: Sequence[int]
) -> Group:
    """The shortest group that means some units."""
    acts = around.owners
    place = around.state.units[ids[0]].place
    tries: list[Group] = []
    for of in ("", owner) if owner in acts else (owner,):
        tries.append(Group(kind=kind, count=count, owner=of))
        if isinstance(place, int):
            place = around.state.space_of(ids[0]) or place
        tries.append(Group(kind=kind, count=count, owner=of, place=place))
    for group in tries:
        if around.meant(group, taken) == ids:
            return group
    return Group(kind=kind, count=count, owner="" if owner in acts else owner, ids=ids)


def written(group: Group) -> str:
    """A group as it is written.

    Examples
    --------
    >>> written(Group(kind="infantry", count=3, ids=(5, 6, 9)))
    '3 infantry #5-6/9'
    """
    if group.count:
        text = f"{group.count} {named(group.kind)}"
    else:  # a name that begins with a number would be taken for a count
        text = (valued if _COUNTED.fullmatch(group.kind) else named)(group.kind)
    text += f" ({named(group.owner)})" if group.owner else ""
    text += f" @{place_written(group.place)}" if group.place is not None else ""
    return text + (f" #{_ranges(group.ids)}" if group.ids else "")


def _ranges(ids: Sequence[int]) -> str:
    runs: list[list[int]] = []
    for i in ids:
        if runs and runs[-1][-1] + 1 == i:
            runs[-1].append(i)
        else:
            runs.append([i])
    return "/".join(str(r[0]) if len(r) == 1 else f"{r[0]}-{r[-1]}" for r in runs)


def place_written(place: Place | Sequence[str]) -> str:
    """A place as it is written: a space, ``#5`` aboard a unit, ``(Germany: purchased)``."""
    if isinstance(place, str):
        return named(place)
    if isinstance(place, int):
        return f"#{place}"
    power, name = (place.power, place.name) if isinstance(place, Holding) else place
    return f"({named(power)}: {named(name)})"


# --- reading ------------------------------------------------------------------------------------


def read_group(scanner: Scanner) -> Group:
    """Read a group of units."""
    scanner.skip()
    at = scanner.at
    counted = None if scanner.sees('"') else _COUNTED.fullmatch(scanner.name())
    if counted is None:
        scanner.at = at
        kind, count = scanner.name(), 0
    else:
        kind, count = counted.group(2) or scanner.name(), int(counted.group(1))
        if not 0 < count <= _MOST:
            scanner.fail(f"units are counted from 1 to {_MOST}", at=at)
    owner = ""
    if scanner.takes("("):
        owner = scanner.name()
        scanner.expect(")")
    place = read_place(scanner) if scanner.takes("@") else None
    ids = _read_ids(scanner, count or 1) if scanner.takes("#") else ()
    return Group(
        kind=kind, count=count, owner=owner, place=place, ids=ids, scanner=scanner, at=at
    )  # fmt: skip


def _read_ids(scanner: Scanner, count: int) -> tuple[int, ...]:
    """Read ids; there are as many as units, so a range cannot be endless."""
    at = scanner.at
    ids: list[int] = []
    for part in (scanner.match(_IDS) or "").split("/"):
        first, _, last = part.partition("-")
        if not first:
            scanner.fail(f"ids are expected, not {scanner.rest}")
        length = int(last or first) - int(first) + 1
        if not 0 < length <= count - len(ids):
            scanner.fail(f"{count} ids are expected here", at=at)
        ids += range(int(first), int(first) + length)
    if len(ids) != count:
        scanner.fail(f"{count} ids are expected here, there are {len(ids)}", at=at)
    return tuple(ids)


def read_place(scanner: Scanner) -> Place:
    """Read a place."""
    if scanner.takes("#"):
        number = scanner.json()
        if not isinstance(number, int) or isinstance(number, bool):
            scanner.fail("a unit's id is expected")
        return number
    if scanner.takes("("):
        power = scanner.name()
        scanner.expect(":")
        place = Holding(power, scanner.name())
        scanner.expect(")")
        return place
    return scanner.name()


def resolved(groups: Iterable[Group], around: Around) -> Iterator[tuple[Group, tuple[int, ...]]]:
    """Yield groups with the ids of the units that they mean."""
    taken: list[int] = []
    for group in groups:
        ids = around.meant(group, taken)
        if ids is None:
            many = f"{group.count} {group.kind}" if group.count else repr(group.kind[:80])
            group.fail(f"no {many} here that could be meant")
        yield group, ids
        taken += ids
