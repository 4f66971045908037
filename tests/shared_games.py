"""Recorded games that many tests read: those that come with a4a, and the shared engine games.

Each is opened once a session. Whoever writes into one takes back what it has written.
"""

from __future__ import annotations

import warnings
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import a4a
from a4a.analysis.audit import Report, report
from a4a.analysis.luck import luck
from a4a.core.record import GameRecord

if TYPE_CHECKING:
    import polars as pl

SHIPPED = ("global1940_fast_computer", "global1940_strong_computer")
"""Games that come with a4a."""

ENGINE_SAVES = (
    "g40_fast_s303",
    "g40_hard_s101",
    "wwii_global_2nd_edition_during_g1_politics",
    "triplea2/g40_25_easy",
    "triplea2/g40_26_fast",
    "triplea2/g40_27_resumed_edit",
)
"""Shared saves of maps that a4a has the rules of."""


@cache
def opened(path: Path) -> GameRecord:
    """A save, opened."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return a4a.open(path)


@cache
def shipped(name: str = SHIPPED[0]) -> GameRecord:
    """A game that comes with a4a."""
    return a4a.game(name)


@cache
def audited(path: Path) -> Report:
    """What the audit finds in a save."""
    return report(opened(path), progress=None)


@cache
def shipped_audited(name: str) -> Report:
    """What the audit finds in a game that comes with a4a."""
    return report(shipped(name), progress=None)


@cache
def shipped_luck(name: str = SHIPPED[0]) -> pl.DataFrame:
    """The luck of the battles of a game that comes with a4a."""
    return luck(shipped(name))


def engine_games(shared: Path) -> dict[str, GameRecord]:
    """The shared engine games by name."""
    return {name: opened(shared / "saves" / f"{name}.tsvg") for name in ENGINE_SAVES}
