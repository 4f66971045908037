"""The shared saves of maps that a4a has no rules for, by how many of their rolls the odds know."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from a4a.core.record import GameRecord
from a4a.importers.triplea import read
from a4a.rules.ruleset import BattleRules
from a4a.rules.systems import told_in

ROLLS = {
    "triplea2/revised25_easy": 74,
    "triplea2/ww2v3_27_easy": 168,
    "triplea2/ww2v5_27_easy": 132,
    "triplea2/p40_27_hard": 105,
    "triplea2/ww2global40": 80,
    "triplea2/Oztea_1939_Global": 57,
    "triplea2/Domination_1914_No_Mans_Land": 293,
    "triplea2/Global_War": 148,
    "triplea2/Red_Sun_Over_China": 112,
    "triplea2/The_Rising_Sun": 150,
    "triplea2/WAW40": 293,
    "triplea2/World_At_War": 246,
    "triplea2/cold_war": 174,
    "triplea2/Pacific_Theater_Solo_Challenge": 59,
    "revised_during_land_to_land_combat": 1,
    "nwo_smalls_ai_game_during_combat": 10,
}
"""Rolls of battles that are known, by save; only Pacific Theater has others."""

RAIDS = {
    "triplea2/revised25_easy": (4, 3),
    "triplea2/ww2v3_27_easy": (3, 3),
    "triplea2/ww2v5_27_easy": (10, 8),
    "triplea2/p40_27_hard": (1, 1),
    "triplea2/ww2global40": (1, 0),
    "triplea2/Oztea_1939_Global": (21, 21),
    "triplea2/Global_War": (2, 4),
    "triplea2/Red_Sun_Over_China": (0, 2),
    "triplea2/The_Rising_Sun": (8, 7),
    "triplea2/WAW40": (9, 11),
    "triplea2/World_At_War": (3, 1),
    "triplea2/Pacific_Theater_Solo_Challenge": (0, 6),
}
"""Dice of antiaircraft fire at raids, and of their bombs, by save."""


@cache
def _opened(path: Path) -> GameRecord:
    return read(path)


def opened(shared: Path, name: str) -> GameRecord:
    """A save, opened once a session."""
    path = shared / "saves" / f"{name}.tsvg"
    if not path.is_file():
        pytest.skip(f"no save {path.stem} beside the project")
    return _opened(path)


def rules(record: GameRecord) -> BattleRules:
    """What is known of its battles."""
    found = told_in(record)
    assert found is not None
    return found
