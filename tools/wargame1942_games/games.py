"""The games, by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from a4a.core.record import GameRecord
from tools.wargame1942_games import algeria, indo_china, midway, thailand, uber_ugly
from tools.wargame1942_games.campaign import game as campaign

EXAMPLES: Final[Mapping[str, Callable[[], GameRecord]]] = {
    game.NAME: game.play for game in (algeria, indo_china, midway, thailand, uber_ugly)
}
"""What plays each of the book's long examples."""
GAMES: Final[Mapping[str, Callable[[], GameRecord]]] = {**EXAMPLES, campaign.NAME: campaign.play}
"""What plays each game that is shipped."""
