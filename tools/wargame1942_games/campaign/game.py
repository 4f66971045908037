"""The game: its first turn by orders, two more by the computer, all from one seed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

import a4a
from a4a.core.dice import SeededDice
from a4a.core.record import GameRecord
from a4a.core.state import State
from tools.playing import titled
from tools.wargame1942_games.campaign import allies, axis
from tools.wargame1942_games.campaign.war import War

NAME: Final = "wargame1942_1942_1943"
TITLE: Final = "The War Game, 1942 to 1943: a turn along history, then the computer"
SEED: Final = 1942
"""The seed of the dice and of the computer."""
LAST: Final = 8
"""The last game turn that is played, the first half of 1943."""


def begin(*, seed: int = SEED) -> War:
    """Return a table at which the game begins."""
    return War(a4a.new_game("wargame1942", dice=SeededDice(seed)), seed)


def play(*, seed: int = SEED) -> GameRecord:
    """Play the game, and return its record.

    Parameters
    ----------
    seed
        The seed of the dice. The orders fit those of `SEED`; with another they may be refused.
    """
    t = begin(seed=seed)
    axis.germany_and_italy(t)
    allies.soviet_union(t)
    allies.britain(t)
    axis.japan(t)
    allies.america(t)
    t.leave_turn()
    t.say(
        "All five forces have had their turns, and it is looked at who has won: nobody yet. From "
        "here on the computer plays; it knows odds and fronts, and plans nothing."
    )
    _later(t)
    return titled(t.game.record, TITLE)


def _later(t: War) -> None:
    waiting = list(_TOLD)
    while t.game.decision is not None and t.game.state.round <= LAST:
        if t.game.state.round == 7 and t.game.state.active == ("U.S.A.", "China"):
            t.leave("War Production")
            allies.torch(t)
        t.leave_turn()
        for one in [one for one in waiting if one.holds(t.game.state)]:
            waiting.remove(one)
            t.say(one.text)


class _Told(NamedTuple):
    """What is said the first time that something holds."""

    holds: Callable[[State], bool]
    text: str


def _held(space: str, power: str) -> Callable[[State], bool]:
    return lambda state: state.control.get(space) == power


_TOLD: Final[tuple[_Told, ...]] = (
    _Told(_held("Stalingrad", "Germany"), "Stalingrad is German: so is its factory."),
    _Told(_held("Leningrad", "Germany"), "Leningrad has fallen."),
    _Told(
        _held("Central Russia", "Germany"),
        "Moscow has fallen. The Soviets fight on: no rule ends a nation with its capital.",
    ),
    _Told(_held("Ukraine", "U.S.S.R."), "The Ukraine is Soviet again."),
    _Told(_held("Morocco", "France"), "Morocco is free: what was France's goes back to France."),
    _Told(_held("Algeria", "France"), "Algeria is free."),
    _Told(_held("Libya", "U.K."), "Libya is British: Italy has lost Africa."),
    _Told(_held("France", "France"), "France is free."),
    _Told(_held("Philippines", "U.S.A."), "They have returned to the Philippines."),
    _Told(_held("India", "Japan"), "India is Japan's."),
)
