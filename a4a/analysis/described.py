"""Forces as they are described for a battle: what is declared, where they come from, who lands."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from a4a.analysis.forces import Units, counted, type_of
from a4a.core.catalog import Catalog
from a4a.core.errors import BattleError
from a4a.core.words import list_of
from a4a.odds.given import shown
from a4a.odds.steps import Role
from a4a.rules.ruleset import BattleRules


def declared(rules: BattleRules, catalog: Catalog, role: Role, given: object) -> dict[str, Units]:
    """Read what is declared for units of a side; refuse what none of them can do."""
    if not isinstance(given, Mapping):
        raise BattleError(f"{role}_declares is units by what they do, not {shown(given)}")
    able = rules.battles.declarations(role)
    found: dict[str, Units] = {}
    for word, units in given.items():
        if word not in able:
            known = f"what can be: {list_of(map(repr, able))}" if able else "nothing can be here"
            raise BattleError(f"{role}_declares: {shown(word)} cannot be declared; {known}")
        found[word] = counted(catalog, units, what=f"{role}, {word}")
        for name in found[word]:
            if type_of(catalog, name).name not in able[word]:
                raise BattleError(
                    f"{role}_declares: {name} has no choice of {word!r};"
                    f" {list_of(sorted(able[word]))} have"
                )
    return found


def across_borders(given: object) -> Mapping[str, Units]:
    """Read which units come across borders that matter, by the kind of border."""
    if not isinstance(given, Mapping) or not all(isinstance(border, str) for border in given):
        raise BattleError(f"across is units by the kind of border, not {shown(given)}")
    return given


def ground(rules: BattleRules, given: object) -> tuple[str, ...]:
    """Read terrain as it is written: a name, or several."""
    names = (given,) if isinstance(given, str) else given
    if not isinstance(names, Collection) or not all(isinstance(name, str) for name in names):
        raise BattleError(f"terrain is a name or several, not {shown(given)}")
    known = rules.battles.terrain
    for name in names:
        if not known:
            raise BattleError(f"terrain={shown(given)}: it makes no difference in this game")
        if name not in known:
            raise BattleError(f"no terrain {shown(name)}: there are {list_of(known)}")
    return tuple(names)


def troops(catalog: Catalog, attacker: Units, dropping: Units) -> Units:
    """Return the land units of an attacker that do not drop from the air."""
    drops = counted(catalog, dropping, what="attacker, dropping")
    left = {name: number - drops.get(name, 0) for name, number in attacker.items()}
    return {n: c for n, c in left.items() if c > 0 and type_of(catalog, n).category == "land"}
