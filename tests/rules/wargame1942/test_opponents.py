"""What is remembered of the other side is what a look at the board says, all along a game."""

from __future__ import annotations

import a4a
from a4a.core.dice import SeededDice
from a4a.players import FormPlayer
from a4a.rules.systems.wargame1942.combat import sides
from a4a.rules.systems.wargame1942.combat.opening import foes
from a4a.rules.systems.wargame1942.declaring.opponents import opponents_of


def test_opponents_are_found_again_once_they_or_control_have_changed() -> None:
    game = a4a.new_game("wargame1942", dice=SeededDice(3))
    system = game.ruleset.game
    player = FormPlayer(3, moves=1.0)
    for _ in range(2):
        player.play_turn(game)
    seen = set()
    for _, state in game.record.states():
        for power in state.active:
            found = opponents_of(system, state, power)
            seen.add(id(found))
            for space in (s.name for s in system.board.spaces):
                enemies = tuple(
                    unit
                    for unit in state.at(space)
                    if unit.owner in foes(system, power) and unit.type in sides.fighters(system)
                )
                assert found.at.get(space, ()) == enemies
                ships = sides.combat_ships(system)
                assert (space in found.barring) == any(u.type in ships for u in enemies)
    assert 1 < len(seen) < len(game.record)
