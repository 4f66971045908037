"""Players: programs that answer a game's decisions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from a4a.core.errors import A4AError
from a4a.core.words import list_of
from a4a.players.campaign_player import CampaignPlayer
from a4a.players.form_player import FormPlayer
from a4a.players.greedy_player import GreedyPlayer
from a4a.players.planner import Planner
from a4a.players.player import Player
from a4a.players.random_player import RandomPlayer

__all__ = [
    "PLAYERS", "CampaignPlayer", "FormPlayer", "GreedyPlayer", "Planner", "Player",
    "RandomPlayer", "player",
]  # fmt: skip

PLAYERS: Final[Mapping[str, type[Player]]] = {
    kind.name: kind for kind in (FormPlayer, GreedyPlayer, CampaignPlayer)
}
"""The players that come with a4a, the weakest first."""


def player(name: str, *, seed: int = 0, **parameters: Any) -> Player:
    """Return a player that comes with a4a: a program to play against.

    Parameters
    ----------
    name
        "random" does anything that the rules allow; "greedy" attacks where the odds are good, comes
        up to the front and places where it is threatened.
    seed
        Players that differ in it alone play alike, but not the same.
    **parameters
        The player's own; ``player(name).parameters`` has them.

    Raises
    ------
    A4AError
        If there is no such player, or it has no such parameter.

    Examples
    --------
    >>> import a4a
    >>> game = a4a.new_game("europe1940")
    >>> game.let(a4a.player("random", seed=3), until="turn")
    >>> game.state.active
    ('Soviet Union',)
    """
    kind = PLAYERS.get(name)
    if kind is None:
        raise A4AError(f"there is no player {name!r}; there are {list_of(PLAYERS)}")
    if not isinstance(seed, int) or isinstance(seed, bool):
        raise A4AError(f"a seed is a whole number, not {seed!r}")
    known = kind(seed).parameters
    for parameter, value in parameters.items():
        if parameter not in known:
            there = f"it has {list_of(known)}" if known else "it has none"
            raise A4AError(f"the player {name!r} has no parameter {parameter!r}; {there}")
        if not isinstance(value, int | float):
            raise A4AError(f"{parameter} is a number, not {value!r}")
    return kind(seed, **parameters)
