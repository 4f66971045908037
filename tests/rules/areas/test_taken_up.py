"""Turns of another program played on: what its moves and raids so far are taken to mean."""

from __future__ import annotations

import msgspec
import pytest

from a4a.core import events as ev
from a4a.core.dice import ScriptedDice
from a4a.core.record import GameRecord
from a4a.core.steps import Source
from a4a.rules import new_game
from a4a.rules.areas.combat import battle as b
from a4a.rules.game import Game
from tests.rules.areas.positions import Counts, one, position

GERMANY, UK, FRANCE = "Germany", "United Kingdom", "France"
SZ110, NORMANDY = "sea zone 110", "Normandy/Bordeaux"


def told(*, units: Counts, phase: str) -> tuple[GameRecord, Game]:
    """Germany's turn as another program would record it, and where its units are."""
    game = position(units=units, phase=phase)
    source = Source("TripleA", "2.5", "", "")
    header = msgspec.structs.replace(game.record.header, source=source)
    begun = game.record
    record = GameRecord(
        header, begun.board, begun.catalog, begun.start, steps=list(begun.steps.values())
    )
    return record, game


@pytest.mark.parametrize(("enemy", "lands"), [("", True), ("submarine", False)])
def test_troops_put_ashore_to_attack_are_aboard_until_the_battle_if_they_could_land(
    enemy: str, lands: bool
) -> None:
    """AA-AMP-001; an enemy submarine stops an assault without a warship (AA-SEA-013)."""
    fleet: Counts = {
        SZ110: {GERMANY: {"transport: infantry": 1}},
        NORMANDY: {FRANCE: {"infantry": 1}},
    }
    if enemy:
        fleet = {**fleet, SZ110: {**fleet[SZ110], UK: {enemy: 1}}}
    record, game = told(units=fleet, phase="Combat Move")
    troops, ship = one(game, SZ110, "infantry"), one(game, SZ110, "transport")
    record.append([ev.UnitsMoved((troops,), (SZ110, NORMANDY), "amphibious", 1)])
    state = new_game(record, node=record.last, dice=ScriptedDice(())).state
    memory = state.memory(troops)
    assert (state.unit(troops).place == ship) == lands
    assert (memory.task, memory.target) == ((b.ASSAULT, NORMANDY) if lands else ("", None))


def test_bombers_that_have_raided_fight_no_battle_there() -> None:
    """AA-SBR-033."""
    units: Counts = {UK: {GERMANY: {"strategic bomber": 1}, UK: {"infantry": 1, "fighter": 1}}}
    record, game = told(units=units, phase="Conduct Combat")
    bomber, fighter = one(game, UK, "strategic bomber"), one(game, UK, "fighter")
    parts = (
        ev.Participant("attacker", GERMANY, (bomber,), "Western Germany"),
        ev.Participant("defender", UK, (fighter,)),
    )
    record.append([
        ev.BattleOpened("1.0", UK, "bombing raid", parts),
        ev.BattleClosed("1.0", "no effect", "nobody"),
    ])  # fmt: skip
    played = new_game(record, node=record.last, dice=ScriptedDice(()))
    assert played.state.memory(bomber).task == b.ESCORT
    assert not played.state.memory(fighter).task
    assert not played.state.battles
