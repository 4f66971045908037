"""A list that a game does not have is empty: no politics, no objectives, no research, no limits."""

from __future__ import annotations

import shutil
from functools import partial
from pathlib import Path

import msgspec
import pytest

from a4a import boards
from a4a.core.dice import SeededDice
from a4a.core.errors import DatasetError
from a4a.core.neutrals import LEANING
from a4a.players import FormPlayer
from a4a.rules import Game
from a4a.rules.areas.combat import listing
from a4a.rules.areas.control.activation import _lean
from a4a.rules.areas.ruleset.flow import AreasRuleset
from a4a.rules.areas.ruleset.lists import entries, faults
from a4a.rules.areas.system import System
from a4a.rules.lists import read_list
from a4a.rules.systems.global1940 import FAMILY, phases
from tests.rules.areas.positions import played, position, run_of


@pytest.fixture
def bare(tmp_path: Path) -> System:
    """Europe 1940 with its board, units, rules and citations, and no list but how battles go."""
    dataset = boards.load("europe1940")
    for folder in dataset.folders:
        for name in ("rules.csv", "citations.csv", "combat.toml"):
            if (file := folder / name).is_file():
                shutil.copy(file, tmp_path)
    without = msgspec.structs.replace(dataset, folders=(tmp_path,))
    return System(without, games=("both", "europe"), options=FAMILY.options)


def test_a_game_without_lists_has_no_entries_and_no_faults(bare: System) -> None:
    assert entries(bare) == listing.entries(bare)
    assert faults(bare) == []


def test_a_game_without_lists_is_played(bare: System) -> None:
    game = Game(AreasRuleset(bare, partial(phases, bare)), dice=SeededDice(1))
    FormPlayer(1).play(game, rounds=2)
    assert game.state.round == 3
    reasons = {
        reason for step in game.record.steps.values() for reason in map(_reason, step.events)
    }
    assert "income" in reasons
    assert "objective" not in reasons


def _reason(event: object) -> object:
    return getattr(event, "reason", None)


def test_a_list_that_lacks_what_the_rules_cannot_do_without_is_refused(bare: System) -> None:
    class Needed(msgspec.Struct):
        price: int

    with pytest.raises(DatasetError, match=r"has no treaties\.toml: .*`price`"):
        read_list(bare.dataset, "treaties", Needed)


def test_land_that_leans_as_no_neutral_of_the_set_up_does_stays_whose_it_is() -> None:
    run = run_of(position())
    _lean(played(), run, "Spain", "pro-nobody")
    assert run.state.value("Spain", LEANING) == "pro-nobody"
    assert run.state.control["Spain"] == "Strict neutrals"
    assert {unit.owner for unit in run.state.at("Spain")} == {"Strict neutrals"}
