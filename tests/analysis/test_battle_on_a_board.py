"""Battles for a space of a board."""

from __future__ import annotations

import subprocess
import sys

import pytest

import a4a
from a4a.core.errors import A4AError, BattleError
from tests.analysis.battles import GLOBAL, MEN


@pytest.fixture(scope="module")
def game() -> a4a.rules.Game:
    return a4a.new_game(GLOBAL)


def test_a_battle_for_a_space_is_between_who_is_there_and_who_can_come(
    game: a4a.rules.Game,
) -> None:
    battle = a4a.battle(game, space="France", attacker="Germany")
    assert battle.fight.kind == "land"
    assert {army.power for army in battle.fight.defenders} == {"France", "United Kingdom"}
    state = game.state
    there = [
        u for u in state.at("France") if state.catalog.unit_type(u.type).category != "facility"
    ]
    defending = sum(b.count for army in battle.fight.defenders for b in army.bands)
    assert defending == len(there)
    # Long-range bombers and what stands next to it; nothing of the Eastern front's infantry.
    coming = {band.unit: band.count for band in battle.fight.attacker.bands}
    assert coming["strategic bomber"] == 2
    assert coming["infantry"] == sum(
        u.type == "infantry" and u.owner == "Germany"
        for space in ("Western Germany", "Holland/Belgium", "Greater Southern Germany")
        for u in state.at(space)
        if space in state.board.neighbours("France")
    )


def test_the_one_whose_turn_it_is_attacks_unless_said(game: a4a.rules.Game) -> None:
    ours = a4a.battle(game, space="Yugoslavia")
    assert ours.fight.attacker.power == "Germany"
    record = a4a.battle(game.record, node=game.node, space="Yugoslavia", attacker="Germans")
    assert record.fight == ours.fight


def test_only_some_are_sent(game: a4a.rules.Game) -> None:
    every = a4a.battle(game, space="Yugoslavia")
    some = a4a.battle(game, space="Yugoslavia", send={"infantry": 4, "tank": 2})
    assert repr(some) == "<Battle (land): 4 infantry, 2 tanks against 5 infantry>"
    assert some.odds().attacker_takes < every.odds().attacker_takes
    with pytest.raises(BattleError, match="send: 99 of 6 'tank'"):
        every.sending({"tank": 99})
    with pytest.raises(BattleError, match="the attacker has no units"):
        every.sending({"tank": 0})


def test_a_sea_battle_on_a_board(game: a4a.rules.Game) -> None:
    battle = a4a.battle(game, space="sea zone 111", attacker="Germany")
    assert battle.fight.kind == "sea"
    assert any(band.unit == "submarine" for band in battle.fight.attacker.bands)
    assert battle.odds().attacker_wins > 0.5


@pytest.mark.parametrize(
    ("asked", "why"),
    [
        ({"space": "Atlantis"}, "no space 'Atlantis'"),
        ({"space": None}, "name the space"),
        ({"space": "France", "attacker": "Rome"}, "no power 'Rome'"),
        ({"space": "France", "attacker": {"tank": 1}}, "name the power that attacks"),
        ({"space": "Germany"}, "Germany may not attack Germany: it is its own"),
        ({"space": "Philippines", "attacker": "Japan"}, "may not attack the Philippines"),
        ({"space": "Eastern United States"}, "may not attack|can reach"),
        ({"space": "sea zone 1"}, "has no enemies in sea zone 1"),
        ({"space": "France", "defender": MEN}, "defender=.*: the board tells it"),
        ({"space": "France", "kind": "sea"}, "kind='sea': the board tells it"),
        ({"space": "France", "landing": MEN}, "landing=.*: the board tells it"),
    ],
)
def test_what_cannot_be_fought_is_said(
    game: a4a.rules.Game, asked: dict[str, object], why: str
) -> None:
    with pytest.raises(A4AError, match=why):
        a4a.battle(game, **asked)


def test_a_small_battle_waits_for_nothing_that_it_does_not_need() -> None:
    code = (
        "import sys, a4a; b = a4a.battle('global1940', attacker={'tank': 2},"
        " defender={'infantry': 2}); print(b, b.odds(), file=sys.stderr); print(*sys.modules)"
    )
    command = [sys.executable, "-c", code]
    loaded = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
    assert "a4a.analysis.battle" in loaded
    needless = {"polars", "numba", "altair", "a4a.frames.tables", "a4a.rules.areas.movement.moving"}
    assert needless.isdisjoint(loaded)
