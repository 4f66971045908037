"""Many battles at once: one frame of their odds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields
from math import sqrt
from pathlib import Path
from typing import Any, Final

import numpy as np
import polars as pl

from a4a.analysis.ask import WRITTEN, written
from a4a.analysis.battle import Battle, Terms
from a4a.analysis.forces import in_words
from a4a.core.errors import A4AError, BattleError
from a4a.core.words import list_of
from a4a.frames.schema import Column, FrameSchema
from a4a.odds.given import shown
from a4a.rules.systems import Lookup, lookup

BATTLES = FrameSchema(
    "battles",
    "A row a battle, in the order in which they were asked for.",
    (
        Column("battle", "Int32", "Which battle, from 0"),
        Column("kind", "String", 'What is fought: "land", "sea" or "amphibious"'),
        Column("attacker", "String", "The attacker's units, in words"),
        Column("defender", "String", "The defender's units, in words"),
        Column("attacker_takes", "Float64", "How likely the attacker wins with a unit there that "
               "can take the territory"),
        Column("attacker_wins", "Float64", "How likely the attacker has units left and the "
               "defender has none"),
        Column("defender_wins", "Float64", "How likely the defender has units left and the "
               "attacker has none"),
        Column("both_destroyed", "Float64", "How likely nobody has units left"),
        Column("both_survive", "Float64", "How likely both have units left"),
        Column("swing", "Float64", "What the defender loses on average, less what the attacker "
               "does", "money"),
        Column("swing_sd", "Float64", "The standard deviation of that", "money"),
        Column("attacker_lost", "Float64", "What the attacker loses on average", "money"),
        Column("defender_lost", "Float64", "What the defender loses on average", "money"),
        Column("rounds", "Float64", "How many rounds are fought on average"),
    ),
)  # fmt: skip
"""The schema of the frame of `battles`."""

_SIDES: Final = ("attacker", "defender")
_TERMS: Final = tuple(field.name for field in fields(Terms))
_KNOWN: Final = (*_SIDES, "kind", *_TERMS, *WRITTEN)


def battles(
    game: str | Path, asked: pl.DataFrame | Iterable[Mapping[str, Any]], **common: Any
) -> pl.DataFrame:
    """Compute the odds of many battles of a game at once, exactly; like battles are solved once.

    Parameters
    ----------
    game
        A system's name, or the folder of a mod.
    asked
        The battles: mappings of what `a4a.battle` takes, ``{"attacker": {"tank": 2}, "defender":
        {"infantry": 3}}``. Or a frame with a row a battle: columns are named as what `a4a.battle`
        takes ("kind", "rounds"; "attacker" as a struct of counts), or as a side and a unit
        ("attacker tank"). What is null is left out.
    common
        What holds for all battles that do not say otherwise, as `a4a.battle` takes it.

    Returns
    -------
    polars.DataFrame
        Schema `BATTLES`.

    Raises
    ------
    BattleError
        If one of them cannot be fought; the message says which row, and why. Raids are asked for
        one by one.
    A4AError
        If there is no such system.

    Examples
    --------
    >>> import a4a
    >>> armies = [{"attacker": {"infantry": 3, "tank": n}} for n in (1, 2, 3)]
    >>> found = battles("global1940", armies, defender={"infantry": 3})
    >>> found.select("attacker", found["attacker_takes"].round(3)).rows()
    [('3 infantry, 1 tank', 0.72), ('3 infantry, 2 tank', 0.954), ('3 infantry, 3 tank', 0.995)]
    """
    found = lookup(game)
    solved: dict[Any, tuple[Any, ...]] = {}
    rows = []
    for number, row in enumerate(_rows(asked)):
        try:
            battle = _made(found, {**common, **row})
            key = _key(battle)
            numbers = solved.get(key) if key is not None else None
            if numbers is None:
                numbers = _numbers(battle)
                if key is not None:
                    solved[key] = numbers
        except A4AError as error:
            raise BattleError(f"row {number}: {error}") from None
        rows.append((number, *numbers))
    return pl.DataFrame(rows, schema=BATTLES.polars({}), orient="row")


def _rows(asked: object) -> Iterator[Mapping[str, Any]]:
    """Yield what is asked, battle by battle."""
    if isinstance(asked, pl.DataFrame):
        for row in asked.iter_rows(named=True):
            yield _unfolded(row)
        return
    if isinstance(asked, str | Mapping) or not isinstance(asked, Iterable):
        raise BattleError(
            "battles are a Polars frame, or a list of mappings as"
            f" {{'attacker': {{'tank': 2}}, 'defender': {{'infantry': 3}}}}, not {shown(asked)}"
        )
    for number, row in enumerate(asked):
        if not isinstance(row, Mapping):
            raise BattleError(f"row {number}: a battle is a mapping, not {shown(row)}")
        yield row


def _unfolded(row: Mapping[str, Any]) -> dict[str, Any]:
    """Return a row of a frame without nulls, its columns of single units put together."""
    found: dict[str, Any] = {}
    for name, value in row.items():
        side, _, unit = name.partition(" ")
        if unit and side in _SIDES:
            if value is not None:
                found.setdefault(side, {})[unit] = value
        elif isinstance(value, dict):
            found[name] = {u: n for u, n in value.items() if n is not None}
        elif value is not None:
            found[name] = value
    return found


def _made(found: Lookup, asked: Mapping[str, Any]) -> Battle:
    """Return one of the battles."""
    for name in asked:
        if name not in _KNOWN:
            raise BattleError(f"no {shown(name)} of battles; there are {list_of(_KNOWN)}")
    if asked.get("kind") == "raid":
        raise BattleError("raids are asked for one by one: a4a.battle(..., kind='raid')")
    terms = Terms(**{name: asked[name] for name in _TERMS if name in asked})
    attacker, defender = asked.get("attacker"), asked.get("defender")
    fought = written(found, asked.get("kind"), attacker, defender, asked)
    return Battle(*fought, terms)


def _key(battle: Battle) -> Any:
    """What is the same for like battles; None if that cannot be told."""
    key = battle.fight, *(getattr(battle.terms, name) for name in _TERMS)
    try:
        hash(key)
    except TypeError:
        return None
    return key


def _numbers(battle: Battle) -> tuple[Any, ...]:
    """Return the row of a battle, its number left out."""
    odds = battle.odds().odds
    a_cost, d_cost = odds.attacker.cost, odds.defender.cost
    ours = np.stack((odds.attacker.units > 0, odds.attacker.units == 0, a_cost, a_cost**2))
    theirs = np.stack((odds.defender.units > 0, odds.defender.units == 0, d_cost, d_cost**2))
    met = ours @ odds.chances @ theirs.T
    alive, dead, cost, square = range(4)
    a_lost, d_lost = float(met[cost, :2].sum()), float(met[:2, cost].sum())
    total = float(met[:2, :2].sum()) or 1.0
    squares = float(met[square, :2].sum() - 2 * met[cost, cost] + met[:2, square].sum())
    variance = squares / total - ((d_lost - a_lost) / total) ** 2
    return (
        battle.fight.kind,
        in_words(battle.fight.attacker.bands),
        in_words(band for army in battle.fight.defenders for band in army.bands),
        odds.attacker_takes,
        float(met[alive, dead]),
        float(met[dead, alive]),
        float(met[dead, dead]),
        float(met[alive, alive]),
        d_lost - a_lost,
        sqrt(max(0.0, variance)),
        a_lost,
        d_lost,
        odds.rounds,
    )
