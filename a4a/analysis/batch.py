"""Many battles at once: one frame of their odds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import fields, replace
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
import polars as pl

from a4a.analysis.ask import WRITTEN, written
from a4a.analysis.battle import Battle
from a4a.analysis.forces import in_words
from a4a.analysis.terms import Terms
from a4a.core.errors import A4AError, BattleError
from a4a.core.words import list_of
from a4a.frames.schema import Column, FrameSchema
from a4a.odds import battle as odds
from a4a.odds.exact import solve
from a4a.odds.given import shown
from a4a.odds.hits import Real
from a4a.odds.many import ALIVE, CAPTORS, COST, DEAD, SQUARE, Many, met
from a4a.odds.steps import Role
from a4a.rules.fight import Army, Fight
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
        Column("attacker_wins", "Float64", "How likely the attacker wins: with dice, as it has "
               "units left and the defender has none"),
        Column("defender_wins", "Float64", "How likely the defender wins: with dice, as it has "
               "units left and the attacker has none"),
        Column("nobody_wins", "Float64", "How likely nobody wins"),
        Column("both_destroyed", "Float64", "How likely that is with dice, as nobody has units "
               "left; 0 on a chart"),
        Column("both_survive", "Float64", "How likely that is with dice, as both have units left; "
               "0 on a chart"),
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
_HOW: Final = ("kind", *_TERMS)
_OURS: Final = ("attacker", *(name for name in WRITTEN if not name.startswith("defender")))
_THEIRS: Final = ("defender", *(name for name in WRITTEN if name.startswith("defender")))
_KNOWN: Final = (*_SIDES, *_HOW, *WRITTEN)


def battles(
    game: str | Path, asked: pl.DataFrame | Iterable[Mapping[str, Any]], **common: Any
) -> pl.DataFrame:
    """Compute the exact odds of many battles of a game at once; equal battles are solved once.

    Parameters
    ----------
    game
        A system's name, or the folder of a mod.
    asked
        The battles: mappings of what `a4a.battle` takes, ``{"attacker": {"tank": 2}, "defender":
        {"infantry": 3}}``. Or a frame with a row for each battle: columns are named after
        parameters of `a4a.battle` ("kind", "rounds"; "attacker" as a struct of counts), or after
        a side and a unit ("attacker tank"). Nulls are left out.
    common
        Parameters of `a4a.battle` for all battles that do not give their own.

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
    [('3 infantry, 1 tank', 0.72), ('3 infantry, 2 tanks', 0.954), ('3 infantry, 3 tanks', 0.995)]

    On a chart, by the terrain:

    >>> fight = {"attacker": {"armor": 2}, "defender": {"infantry": 1}}
    >>> found = battles("war_in_europe", [{"terrain": t} for t in ("clear", "mountain")], **fight)
    >>> found["attacker_wins"].round(3).to_list()
    [0.823, 0.444]
    """
    batch = _Batch(lookup(game))
    for number, row in enumerate(_rows(asked)):
        try:
            batch.add({**common, **row})
        except A4AError as error:
            raise BattleError(f"row {number}: {error}") from None
    return batch.frame()


def _rows(asked: object) -> Iterator[Mapping[str, Any]]:
    """Yield the battles asked for, one by one."""
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
    """Return a row of a frame without nulls, its columns of single units joined by side."""
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


class _Force(NamedTuple):
    """A side: its number, how it fights, and its units in words."""

    number: int
    side: odds.Side
    words: str


class _Thrown(NamedTuple):
    """A row of a battle of dice: where its odds are."""

    kind: str
    attacker: str
    defender: str
    manner: _Manner
    place: int


class _Charted(NamedTuple):
    """A row of a battle on a chart, with its numbers."""

    kind: str
    attacker: str
    defender: str
    numbers: Mapping[str, float]


def _charted(fight: Fight, numbers: Mapping[str, float]) -> _Charted:
    ours, theirs = (in_words(b for a in side for b in a.bands)
                    for side in ((fight.attacker,), fight.defenders))  # fmt: skip
    return _Charted(fight.kind, ours, theirs, numbers)


class _Manner:
    """Battles that differ only in their forces.

    Parameters
    ----------
    kind
        What is fought.
    like
        One of them.
    """

    def __init__(self, kind: str, like: odds.Battle) -> None:
        self.kind, self.like, self.many = kind, like, Many(like)
        self.written: dict[Any, _Force] = {}
        self.forces: dict[Any, _Force] = {}
        self.places: dict[tuple[int, int], int] = {}
        """Where the odds of two forces are: from 0 up in `many`, from -1 down in `alone`."""
        self.alone: list[tuple[Real, float]] = []

    def force(self, role: Role, armies: tuple[Army, ...], side: odds.Side) -> _Force:
        """Return a force, the same for the same armies."""
        found = self.forces.get((role, armies))
        if found is None:
            words = in_words(band for army in armies for band in army.bands)
            found = self.forces[role, armies] = _Force(len(self.forces), side, words)
        return found

    def place(self, ours: _Force, theirs: _Force) -> int:
        """Return where the odds of two forces are, or will be."""
        pair = ours.number, theirs.number
        place = self.places.get(pair)
        if place is None:
            place = self.many.add(ours.side, theirs.side)
            if place is None:
                found = solve(replace(self.like, attacker=ours.side, defender=theirs.side))
                self.alone.append((met(found), found.rounds))
                place = -len(self.alone)
            self.places[pair] = place
        return place

    def solved(self) -> tuple[Real, Real]:
        """Return what meets what, and how many rounds are fought, by place."""
        tables, rounds = self.many.solve()
        if not self.alone:
            return tables, rounds
        more = self.alone[::-1]
        return (
            np.concatenate((tables, [table for table, _ in more])),
            np.concatenate((rounds, [number for _, number in more])),
        )


class _Chart:
    """Battles that are fought on a chart."""

    def __init__(self) -> None:
        self.solved: dict[Fight, Mapping[str, float]] = {}

    def solve(self, battle: Battle) -> Mapping[str, float]:
        """Return the numbers of a battle's row; those of equal fights are found once."""
        found = self.solved.get(battle.fight)
        if found is None:
            odds = battle.odds()
            found = self.solved[battle.fight] = {
                **{name: getattr(odds, name) for name in _OF_OUTCOME},
                **{f"{role}_lost": float(np.dot(*odds.odds.lost(role))) for role in _SIDES},
            }
        return found


_OF_OUTCOME: Final = (
    "attacker_takes", "attacker_wins", "defender_wins", "nobody_wins", "both_destroyed",
    "both_survive", "swing", "swing_sd", "rounds",
)  # fmt: skip


class _Batch:
    """The battles asked for, with each force and each manner of fighting read once."""

    def __init__(self, found: Lookup) -> None:
        self.found = found
        self.manners: dict[Any, _Manner] = {}
        self.chart = _Chart()
        self.rows: list[_Thrown | _Charted] = []

    def add(self, asked: Mapping[str, Any]) -> None:
        """Add a battle."""
        for name in asked:
            if name not in _KNOWN:
                raise BattleError(f"no {shown(name)} of battles; there are {list_of(_KNOWN)}")
        how, ours, theirs = (_as_written(asked, names) for names in (_HOW, _OURS, _THEIRS))
        manner = self.manners.get(how)
        attacker = manner.written.get(ours) if manner else None
        defender = manner.written.get(theirs) if manner else None
        if manner is None or attacker is None or defender is None:
            battle = self._battle(asked)
            fight = battle.fight
            if not isinstance(battle.engine, odds.Battle):
                self.rows.append(_charted(fight, self.chart.solve(battle)))
                return
            model = battle.model
            manner = manner or self.manners.setdefault(how, _Manner(fight.kind, model))
            attacker = manner.force("attacker", (fight.attacker,), model.attacker)
            defender = manner.force("defender", fight.defenders, model.defender)
            manner.written |= {ours: attacker, theirs: defender}
        place = manner.place(attacker, defender)
        self.rows.append(_Thrown(manner.kind, attacker.words, defender.words, manner, place))

    def _battle(self, asked: Mapping[str, Any]) -> Battle:
        """Return one of the battles."""
        if asked.get("kind") == "raid":
            raise BattleError("raids are asked for one by one: a4a.battle(..., kind='raid')")
        terms = Terms(**{name: asked[name] for name in _TERMS if name in asked})
        attacker, defender = asked.get("attacker"), asked.get("defender")
        return Battle(*written(self.found, asked.get("kind"), attacker, defender, asked), terms)

    def frame(self) -> pl.DataFrame:
        """Return the odds of all of them; schema `BATTLES`."""
        tables, rounds = np.zeros((len(self.rows), 5, 5)), np.zeros(len(self.rows))
        at: dict[int, tuple[_Manner, list[int], list[int]]] = {}
        for number, row in enumerate(self.rows):
            if isinstance(row, _Thrown):
                _, numbers, places = at.setdefault(id(row.manner), (row.manner, [], []))
                numbers.append(number)
                places.append(row.place)
        for manner, numbers, places in at.values():
            found, fought = manner.solved()
            tables[numbers], rounds[numbers] = found[places], fought[places]
        told = {**_chances(tables), "rounds": rounds}
        for number, row in enumerate(self.rows):
            if isinstance(row, _Charted):
                for name, value in row.numbers.items():
                    told[name][number] = value
        words = {
            "battle": range(len(self.rows)),
            "kind": [row.kind for row in self.rows],
            "attacker": [row.attacker for row in self.rows],
            "defender": [row.defender for row in self.rows],
        }
        return pl.DataFrame({**words, **told}, schema=BATTLES.polars({}))


def _as_written(asked: Mapping[str, Any], names: Sequence[str]) -> Any:
    """Return the values given under some names as a key, equal only where they are alike."""
    said = tuple([(name, _plain(asked[name])) for name in names if name in asked])
    try:
        hash(said)
    except TypeError:
        return object()
    return said


def _plain(value: Any) -> Any:
    """Return a value in a form that can be compared, with its type, so that True is not 1."""
    if isinstance(value, Mapping):
        return tuple([(name, number, type(number)) for name, number in value.items()])
    if isinstance(value, list | tuple):
        return type(value), tuple([(item, type(item)) for item in value])
    return type(value), value


def _chances(met: Real) -> dict[str, Real]:
    """Return the columns of numbers from the tables of what meets what."""
    fought = met[:, :2, :2].sum(axis=(1, 2))
    total = np.where(fought > 0, fought, 1.0)
    a_lost, d_lost = met[:, COST, :2].sum(axis=1), met[:, :2, COST].sum(axis=1)
    squares = met[:, SQUARE, :2].sum(axis=1) + met[:, :2, SQUARE].sum(axis=1)
    variance = (squares - 2 * met[:, COST, COST]) / total - ((d_lost - a_lost) / total) ** 2
    return {
        "attacker_takes": met[:, CAPTORS, DEAD],
        "attacker_wins": met[:, ALIVE, DEAD],
        "defender_wins": met[:, DEAD, ALIVE],
        "nobody_wins": met[:, DEAD, DEAD] + met[:, ALIVE, ALIVE],
        "both_destroyed": met[:, DEAD, DEAD],
        "both_survive": met[:, ALIVE, ALIVE],
        "swing": d_lost - a_lost,
        "swing_sd": np.sqrt(np.maximum(0.0, variance)),
        "attacker_lost": a_lost,
        "defender_lost": d_lost,
    }
