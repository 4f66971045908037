"""A table at which a game is played: orders by what stands where, the rest by the computer."""

from __future__ import annotations

from collections.abc import Sequence

from a4a.core.errors import A4AError
from a4a.rules.areas.forms.signing import signed
from a4a.rules.areas.orders import Buy, DeclareWar, EndPhase, Pay
from a4a.rules.choices import Destination, Moves
from a4a.rules.game import Game
from a4a.rules.order import Order
from a4a.rules.systems.deluxe3g40.orders import Assign
from tools.deluxe3g40_game.computer import WaryPlayer
from tools.deluxe3g40_game.habits import habit
from tools.playing import Annotated, counted


class Table(Annotated):
    """A game and those who play it.

    Units are called by what they are and where they stand: "4 regular infantry, 3 light tank".

    Parameters
    ----------
    game
        The game.
    seed
        The seed of the computer.
    """

    def __init__(self, game: Game, seed: int) -> None:
        super().__init__(game)
        self._computer = WaryPlayer(seed)

    # --- what stands ----------------------------------------------------------------------------

    def holds(self, power: str, space: str) -> bool:
        """Whether a power controls a space."""
        return self.game.state.control.get(space) == power

    def on_board(self, power: str, kind: str) -> bool:
        """Whether a power has a unit of a type on the board."""
        return any((u.owner, u.type) == (power, kind) for u in self.game.state.units.values())

    def units(self, power: str, space: str, units: str) -> tuple[int, ...]:
        """Return the ids of units of a power in a space, those that are free to go."""
        state = self.game.state
        found: list[int] = []
        for number, kind in counted(units):
            there = [
                u.id for u in state.units.values()
                if (u.owner, u.type, state.space_of(u.id)) == (power, kind, space)
                and "assigned" not in u.flags and u.id not in found
            ]  # fmt: skip
            if len(there) < number:
                raise A4AError(f"{power} has {len(there)} {kind} in {space}, not {number}")
            found += there[:number]
        return tuple(found)

    # --- orders ---------------------------------------------------------------------------------

    def do(self, order: Order, power: str = "") -> None:
        """Give an order, of a power where several have the turn."""
        several = power and len(self.game.state.active) > 1
        self.game.do(signed(order, power) if several else order)

    def end(self, phase: str) -> None:
        """End a phase for all whose turn it is, unless it is over by itself: all is spent."""
        if self.game.state.phase == phase:
            self.do(EndPhase(phase))

    def assign(self, power: str, space: str, units: str) -> None:
        """Assign units to missions."""
        self.do(Assign(self.units(power, space, units)), power)

    def pay(self, power: str) -> None:
        """Pay what is owed for all units in the build queue of a power."""
        state = self.game.state
        owed = state.at(state.catalog.queue(power))
        self.do(Pay(power, tuple(unit.id for unit in owed)), power)

    def buy(self, power: str, units: str, treasury: str = "") -> None:
        """Buy units."""
        self.do(Buy(treasury or power, {kind: n for n, kind in counted(units)}), power)

    def declare_war(self, power: str, *on: str) -> None:
        """Declare war."""
        self.do(DeclareWar(on), power)

    def move(self, power: str, space: str, units: str, *, to: str, how: str = "") -> None:
        """Move units of a space to another together.

        Parameters
        ----------
        how
            "" on foot, in the air or over the sea; else "by rail".
        """
        ids = self.units(power, space, units)
        for order in self._way(power, ids, space, to, how).orders:
            self.do(order)

    def _way(self, power: str, ids: Sequence[int], space: str, to: str, how: str) -> Destination:
        forms = self.game.ruleset.choices(self.game.state)
        moves = next(f for f in forms if isinstance(f, Moves) and f.power in ("", power))
        for way in moves.destinations(ids):
            if way.space == to and way.label.startswith(how):
                return way
        refused = moves.refused(ids, to)
        why = refused.why if refused else "there is no way"
        raise A4AError(f"{power} from {space} to {to} {how}: {why}")

    # --- the computer ---------------------------------------------------------------------------

    def sit(self) -> None:
        """Answer what is asked now: by habit, or as the computer would."""
        order = habit(self.game, self.asked)
        if order is not None:
            self.do(order)
        else:
            self._computer.act(self.game)

    def leave(self, *phases: str) -> None:
        """Leave phases to the computer."""
        for phase in phases:
            turn = self.game.state.turn
            while (self.game.state.phase, self.game.state.turn) == (phase, turn):
                self.sit()

    def leave_turn(self) -> None:
        """Leave the rest of the turn to the computer."""
        turn = self.game.state.turn
        while self.game.decision is not None and self.game.state.turn == turn:
            self.sit()
