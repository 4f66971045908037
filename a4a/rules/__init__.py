"""The rules: a kernel that knows no particular game, and a package for each family of systems.

The package itself can be called, as ``a4a.rules("europe1940")``, for a frame of a system's rules.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Mapping
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

import msgspec

from a4a.core.catalog import Catalog, UnitType
from a4a.core.counters import Counter
from a4a.core.dice import Dice, SeededDice
from a4a.core.errors import A4AError
from a4a.core.events import Value
from a4a.core.record import GameRecord
from a4a.core.steps import Header, NodeId, Source
from a4a.core.words import list_of
from a4a.rules.decision import Decision
from a4a.rules.game import Game
from a4a.rules.order import Order
from a4a.rules.replaying import replay
from a4a.rules.ruleset import BattleRules, Ruleset
from a4a.rules.systems import (
    book,
    comes_with_a4a,
    recorded_options,
    ruleset,
    systems_with_rules,
    told_in,
)

if TYPE_CHECKING:
    import polars as pl

__all__ = ["Decision", "Game", "Order", "new_game", "replay", "resume", "rules_of", "ruleset"]


def new_game(
    system: str | Path | GameRecord,
    *,
    node: NodeId | None = None,
    options: Mapping[str, Value] | None = None,
    rules: str | Path | None = None,
    dice: Dice | None = None,
) -> Game:
    """Begin a game by its rules, or go on with a recorded one.

    Parameters
    ----------
    system
        The system's name, or the folder of a mod (``docs/mods.md``), or the record of a game to go
        on with. Steps are added to that record.
    node
        Where to go on in a record: the end of its main line if None. From a node that others
        follow, a variation begins. What another program recorded up to there is kept;
        ``docs/deviations.md`` ("Playing on") says what is lost in the middle of its combat.
    options
        Options of a new game by name; a recorded one has its own.
    rules
        The folder of the mod that a recorded game is played by. A record names its system but
        no folder, so whoever opens it says where the mod lies.
    dice
        Where rolls come from; dice of an unknown seed if None.

    Raises
    ------
    A4AError
        If the system cannot be played, or has no such option; if a record's board is not the
        system's, or it is played by a mod whose folder is not given, or by rules that a4a does
        not have.
    RecordError
        If the node is in the middle of something that another program played; the message names the
        nearest settled one.

    Examples
    --------
    >>> game = new_game("europe1940", dice=SeededDice(1940))
    >>> game.decision.powers, game.decision.kind
    (('Germany',), 'purchase')
    """
    if not isinstance(system, (str, Path, GameRecord)):
        raise A4AError(
            "a game is made of a system's name or of a record, not of a "
            f"{type(system).__name__}; a mod is its folder"
        )
    rolls = random_dice() if dice is None else dice
    if not isinstance(system, GameRecord):
        if node is not None:
            raise A4AError("a new game begins at its start; a node is for recorded games")
        if rules is not None:
            raise A4AError("a new game is played by its own rules; rules= is for recorded games")
        return Game(ruleset(system, options), dice=rolls)
    if options is not None:
        raise A4AError("a recorded game has its options; they cannot be chosen again")
    return Game(rules_of(system, rules=rules), dice=rolls, record=system, node=node)


def random_dice() -> Dice:
    """Return dice of a seed that nobody knows."""
    return SeededDice(random.SystemRandom().getrandbits(64))


def rules_of(record: GameRecord, *, rules: str | Path | None = None) -> Ruleset:
    """Return the rules that a record is played by, ignoring options they do not know.

    Parameters
    ----------
    record
        A recorded game.
    rules
        The folder of the mod it is played by; None for a system that comes with a4a.

    Raises
    ------
    A4AError
        If the record's system cannot be played, or has another board or other counters; if a mod
        is not the one it was recorded by, or has changed since.
    """
    header = record.header
    if rules is None and not comes_with_a4a(header.system):
        raise A4AError(_no_rules(header))
    system = header.system if rules is None else rules
    found = ruleset(system, recorded_options(system, header.options))
    start = found.start()
    if rules is not None:
        _check_mod(record, start)
    if dict(record.board.index) != dict(start.board.index):
        raise A4AError(
            f"this game is on a board of its own; {header.system} is played on "
            f"{len(start.board.spaces)} spaces, and it has {len(record.board.spaces)}"
        )
    other = _counters(record) ^ _counters(start)
    if other:
        (power, name), *_ = sorted(other)
        raise A4AError(
            f"this game has counters of its own: not it and {header.system} both have "
            f"{power} {name[:80]!r}"
        )
    return found


def battle_rules_of(record: GameRecord, *, rules: str | Path | None = None) -> BattleRules:
    """Return what is known of the battles of a record: its rules, or what it says of them itself.

    Parameters
    ----------
    record, rules
        As for `rules_of`. A record may say itself how its units fight, where it is of a game that
        a4a has no rules for, or by other numbers (`a4a.core.fighting`).

    Raises
    ------
    A4AError
        As `rules_of`, if it says nothing of it.

    Examples
    --------
    >>> import a4a
    >>> battle_rules_of(a4a.start("global1940")).battles.kinds
    ('land', 'sea', 'amphibious')
    """
    told = told_in(record) if rules is None else None
    return rules_of(record, rules=rules) if told is None else told


def named_rules(record: GameRecord, rules: str | Path | None) -> Ruleset | None:
    """Return the rules of a mod whose folder is given; None for those the record names."""
    return None if rules is None else rules_of(record, rules=rules)


def _no_rules(header: Header) -> str:
    """Say what can be done with a game whose rules are not at hand."""
    system = header.system[:80]
    if header.source.program == Source().program:
        return (
            f"this game is played by {system!r}, which does not come with a4a; if it is a mod, "
            "give its folder: rules=..."
        )
    return (
        f"a4a has no rules for {system!r}, which {header.source.program[:80]} recorded: the game "
        "can be explored, charted, compared, annotated and shared, and its dice are in "
        "frames(record).rolls; to play it on or audit it takes rules, and a4a has those of "
        f"{list_of(systems_with_rules())}; odds are told by the numbers of a save: open the save "
        "itself for them"
    )


def _counters(record: GameRecord) -> set[tuple[str, str]]:
    """The named counters of a game, by power and name."""
    return {(counter.power, counter.name) for counter in record.catalog.counters}


def _check_mod(record: GameRecord, start: GameRecord) -> None:
    """Refuse a mod that a record was not made by, or that has changed its units or powers since."""
    ours, theirs = start.header.system, record.header.system[:80]
    if ours != record.header.system:
        raise A4AError(f"this game is played by {theirs!r}, not by {ours!r}")
    if _of_rules(record) != _of_rules(start):
        now, then = _kinds(start), _kinds(record)
        changed = [n for n in {**then, **now} if then.get(n) != now.get(n)] or ["its powers"]
        raise A4AError(
            f"{ours!r} is not as it was when this game began: {list_of(changed[:5])} changed"
        )


def _of_rules(record: GameRecord) -> Catalog:
    """A game's catalog without the words and colours of powers, which only readers see."""
    powers = tuple(
        msgspec.structs.replace(power, adjective="", called="", colour="", aliases=())
        for power in record.catalog.powers
    )
    return msgspec.structs.replace(record.catalog, powers=powers)


def _kinds(record: GameRecord) -> dict[str, UnitType | Counter]:
    """The unit types of a game by name, its named counters by power and name."""
    catalog = record.catalog
    return {
        **{kind.name: kind for kind in catalog.unit_types},
        **{f"{counter.power} {counter.name}": counter for counter in catalog.counters},
    }


def resume(
    path: str | Path,
    *,
    node: NodeId | None = None,
    rules: str | Path | None = None,
    dice: Dice | None = None,
) -> Game:
    """Go on with a game saved in an ``.a4a`` file, in mid-turn too.

    Parameters
    ----------
    path
        The file.
    node, rules, dice
        As for `new_game`.

    Raises
    ------
    RecordError
        If the file is no record, or is damaged.
    """
    from a4a.store import load

    return new_game(load(path), node=node, rules=rules, dice=dice)


class _Callable(ModuleType):
    """A module that can be called."""

    def __call__(self, system: str | Path) -> pl.DataFrame:
        """Return the rules of a system, a row each.

        Parameters
        ----------
        system
            The system's name, or the folder of a mod as a path.

        Returns
        -------
        polars.DataFrame
            Columns ``id``, ``section`` (of the rulebook, with the page), ``topic``, ``game`` (of
            the rulebook's games), ``kind`` and ``statement`` (in our words); all text, none null.

        Raises
        ------
        A4AError
            If there is no such system that can be played.

        Examples
        --------
        >>> import a4a
        >>> frame = a4a.rules("europe1940")
        >>> frame.filter(frame["id"] == "AA-PUR-007")["statement"].item()
        'Removing one point of facility damage costs 1 IPC.'
        """
        return book(system).frame()


sys.modules[__name__].__class__ = _Callable
