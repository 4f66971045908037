"""What has a notation of its own: dice, and units that come into being."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby
from typing import Any, Final

from a4a.core.units import Holding
from a4a.texts.notating.groups import Around, Group, read_group, written
from a4a.texts.notating.scanner import Scanner, named, valued
from a4a.texts.notating.shapes import Shape, listed

_RESULTS: Final = {"hit": "!", "miss": "", "": "?"}
_SIGNS: Final = {sign: result for result, sign in _RESULTS.items()}
_DIE: Final = re.compile(r"(\d{1,9})([!?]?)")
_TARGET: Final = re.compile(r"\d{1,9}(?=[ :])")
_FACES: Final = re.compile(r"[0-9 !?]*")


class Dice(Shape):
    """Dice by what they had to roll: ``[2 infantry: 1! 5; 3: 3!]``.

    ``!`` is a hit, ``?`` a die that neither hits nor misses.
    """

    def write(self, value: Any, around: Around) -> str:
        """Return the value as text."""
        told = []
        for (target, kind), dice in groupby(value, lambda die: (die[1], die[3])):
            faces = " ".join(f"{die[0]}{_RESULTS[die[2]]}" for die in dice)
            told.append(f"{target}{f' {named(kind)}' if kind else ''}: {faces}")
        return f"[{'; '.join(told)}]"

    def read(self, scanner: Scanner) -> Any:
        """Read a value."""
        scanner.expect("[")
        dice = [] if scanner.sees("]") else listed(scanner, self._alike, ";")
        scanner.expect("]")
        return [die for alike in dice for die in alike]

    @staticmethod
    def _alike(scanner: Scanner) -> list[Any]:
        """Dice of one target and unit type."""
        target = scanner.match(_TARGET)
        if target is None:
            scanner.fail(f"what the dice had to roll is expected, not {scanner.rest}")
        kind = "" if scanner.sees(":") else scanner.name()
        scanner.expect(":")
        faces = scanner.match(_FACES) or ""
        found = [_DIE.fullmatch(face) for face in faces.split()]
        if not found or None in found:
            scanner.fail("faces are expected, as 5 3! 6")
        return [
            [int(die.group(1)), int(target), _SIGNS[die.group(2)], kind] for die in found if die
        ]


def faces_read(scanner: Scanner) -> list[int]:
    """Read the faces that an order rolled: ``[5 3 6]``, or none where there are no brackets."""
    if not scanner.takes("["):
        return []
    faces = (scanner.match(_FACES) or "").split()
    if not all(face.isdecimal() and len(face) < 10 for face in faces):
        scanner.fail("faces are expected, as [5 3 6]")
    scanner.expect("]")
    return [int(face) for face in faces]


class NewUnits(Shape):
    """Units that come into being, alike ones together: ``3 infantry (Italy) @Rome #701-703``.

    One that is damaged, flagged or a named counter stands as JSON.
    """

    def write(self, value: Any, around: Around) -> str:
        """Return the value as text."""
        return " + ".join(self._groups(value)) or "()"

    @staticmethod
    def _groups(units: Any) -> Iterator[str]:
        for (kind, owner, place, rest), alike in groupby(units, _alike):
            found = list(alike)
            if rest:
                yield from map(valued, found)
            else:
                there = Holding(*place) if isinstance(place, (list, tuple)) else place
                ids = tuple(unit["id"] for unit in found)
                yield written(Group(kind=kind, count=len(ids), owner=owner, place=there, ids=ids))

    def read(self, scanner: Scanner) -> Any:
        """Read a value."""
        return [unit for units in listed(scanner, self._read_group) for unit in units]

    @staticmethod
    def _read_group(scanner: Scanner) -> list[Any]:
        if scanner.sees("{"):
            return [scanner.json()]
        group = read_group(scanner)
        if not (group.ids and group.owner and group.count) or group.place is None:
            group.fail("new units have an owner, a place and ids: 2 tank (Italy) @Rome #7-8")
        place = group.place
        there = [place.power, place.name] if isinstance(place, Holding) else place
        return [
            {"id": i, "type": group.kind, "owner": group.owner, "place": there} for i in group.ids
        ]


def _alike(unit: Any) -> tuple[str, str, Any, Any]:
    """What units have in common that stand together."""
    rest = {key: said for key, said in unit.items() if key not in ("id", "type", "owner", "place")}
    return unit["type"], unit["owner"], unit["place"], rest
