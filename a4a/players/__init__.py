"""Players: programs that answer a game's decisions."""

from a4a.players.form_player import FormPlayer
from a4a.players.random_player import RandomPlayer

__all__ = ["FormPlayer", "RandomPlayer"]
