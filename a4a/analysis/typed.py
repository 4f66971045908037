"""Units as players type them: "3 inf, 2 arm"."""

from __future__ import annotations

import re
from typing import Final

from a4a.boards.short_names import short_names
from a4a.core.catalog import Catalog
from a4a.core.english import plural
from a4a.core.errors import BattleError
from a4a.core.names import plain
from a4a.odds.given import shown

LONGEST_LINE: Final = 1000
"""Letters of such a line, at most."""

_APART: Final = re.compile(r"\s*(?:[,;+\n]|\band\b)\s*")
_ONE: Final = re.compile(r"(\d{1,9})(?!\d|st\b|nd\b|rd\b|th\b)\s*(?:x\s+)?(\D+?)\s*(?=\d|$)")


def typed(catalog: Catalog, line: str, *, what: str) -> dict[str, int]:
    """Read a line of units: numbers, each before a unit type's name, alias, short name or plural.

    A name that is unknown is returned as it was typed.

    Raises
    ------
    BattleError
        If it is too long, or anything in it is no number of units.

    Examples
    --------
    >>> import a4a
    >>> catalog = a4a.dataset("global1940").catalog
    >>> typed(catalog, "3 inf 2arm, 1 fighter + 2 tanks", what="attacker")
    {'infantry': 3, 'tank': 4, 'fighter': 1}
    """
    if len(line) > LONGEST_LINE:
        raise BattleError(f"{what}: {len(line)} letters of units; there can be {LONGEST_LINE}")
    short = {
        plain(name): unit.name for unit in catalog.unit_types for name in short_names(unit.name)
    }
    several = {
        plain(plural(name)): unit.name
        for unit in catalog.unit_types
        for name in (unit.name, *unit.aliases, *short_names(unit.name))
    } | short
    found: dict[str, int] = {}
    for piece in filter(None, _APART.split(line.strip())):
        end = 0
        for match in _ONE.finditer(piece):
            if piece[end : match.start()].strip():
                break
            end = match.end()
            number, written = match.groups()
            known = catalog.find_unit_type(written)
            key = known.name if known else several.get(plain(written), written)
            found[key] = found.get(key, 0) + int(number)
        if piece[end:].strip():
            raise BattleError(
                f"{what}: {shown(piece)} is no number of units: write '3 infantry, 2 tanks'"
            )
    return found
