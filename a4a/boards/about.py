"""What a dataset's ``dataset.toml`` may say."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any, Literal

import msgspec

from a4a.core.errors import DatasetError

Low = Literal["even", "odd"]


class TurnPhase(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A phase of every power's turn.

    Parameters
    ----------
    name
        As the rulebook prints it.
    source
        Where it comes from.
    optional
        Whether it is played only under an optional rule.
    aliases
        The steps it stands for in other programs.
    """

    name: str
    source: str
    optional: bool = False
    aliases: tuple[str, ...] = ()


Phase = TurnPhase
"""The old name of `TurnPhase`."""


class Keep(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a variant keeps of its parent: the spaces of these printed maps, these powers.

    An empty list keeps all. Rows about a space or power that is not kept go with it.
    """

    theatres: tuple[str, ...] = ()
    powers: tuple[str, ...] = ()


class Grid(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How the hexes of a board lie: which columns stand lower, and where on the earth.

    Parameters
    ----------
    low_columns
        Which columns stand half a hex lower.
    source
        Where the numbers below come from.
    fit
        Numbers of the projection by which the grid was laid on the earth; nothing reads them.
    """

    low_columns: Low
    source: str = ""
    fit: dict[str, float | str | tuple[float, ...]] = {}


class About(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a dataset is, and how its tables lie over its parent's.

    Parameters
    ----------
    name, title
        Name of the dataset; what people call the game.
    source
        Where these facts come from.
    dice_sides
        Faces of its dice.
    currency
        What money is called, and the resource that `treasuries` count it as.
    money_lapses
        Whether money is lost that is not spent when it is collected.
    first_turn
        The number of the turn that the game begins with, where that is not 1.
    phases
        The turn sequence.
    theatres
        Names of the theatres of the war; a border between two lies in the one listed first.
    grid
        How the hexes lie, on a board of hexes.
    parent
        The dataset it is a variant of, or "".
    keep
        What it keeps of its parent; None for everything.
    clear
        Columns of the parent's tables that mean nothing here.
    replace
        Tables that take the place of the parent's instead of lying over them.
    """

    name: str = ""
    title: str = ""
    source: str = ""
    dice_sides: int = 0
    currency: str = ""
    money_lapses: bool = False
    first_turn: int = 0
    phases: tuple[TurnPhase, ...] = ()
    theatres: tuple[str, ...] = ()
    grid: Grid | None = None
    parent: str = ""
    keep: Keep | None = None
    clear: dict[str, tuple[str, ...]] = {}
    replace: tuple[str, ...] = ()


def read_about(path: Path, content: str) -> About:
    """Read the text of a ``dataset.toml``.

    Raises
    ------
    DatasetError
        If it is no TOML, or says something that is not known here.

    Examples
    --------
    >>> read_about(Path("dataset.toml"), 'name = "mine"').name
    'mine'
    """
    try:
        return msgspec.convert(tomllib.loads(content), About)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError, RecursionError) as error:
        raise DatasetError(f"{path}: {error}") from None


def over(base: About, top: About) -> About:
    """Lay one layer over another: the top one counts wherever it says anything."""
    said: dict[str, Any] = {}
    for name in About.__struct_fields__:
        value = getattr(top, name)
        said[name] = value if value else getattr(base, name)
    return About(**said)
