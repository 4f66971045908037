"""A table at which The War Game is played: orders by what stands where."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from a4a.core.errors import A4AError
from a4a.core.words import list_of
from a4a.rules.areas.orders import Casualties, EndPhase, Fight
from a4a.rules.order import Order
from a4a.rules.systems.wargame1942.orders import Build, Gunnery, Lend, Send, Withdraw
from tools.playing import Annotated, counted
from tools.wargame1942_games.answers import plain, role_of

Ids = tuple[int, ...]
"""Units by their numbers: what an order of the script returns, and the next one may take."""


class Table(Annotated):
    """A game and those who play it.

    Units are called by what they are and where they stand, "2 infantry, 1 armor", or by the ids
    that an earlier order of the script returned.
    """

    # --- what stands ----------------------------------------------------------------------------

    def holds(self, power: str, space: str) -> bool:
        """Whether a power controls a space."""
        return self.game.state.control.get(space) == power

    def count(self, power: str, space: str, kind: str) -> int:
        """How many units of a type a power has in a space."""
        return sum((u.owner, u.type) == (power, kind) for u in self.game.state.within(space))

    def units(self, power: str, space: str, units: str | Ids) -> Ids:
        """Return the ids of units of a power in a space, those that have no orders yet first."""
        if not isinstance(units, str):
            return units
        state, found = self.game.state, list[int]()
        for number, kind in counted(units):
            there = [u.id for u in state.within(space) if (u.owner, u.type) == (power, kind)]
            there.sort(key=lambda i: (state.memory(i).moved > 0 or bool(state.memory(i).task), i))
            if len(there) < number:
                raise A4AError(f"{power} has {len(there)} {kind} in {space}, not {number}")
            found += there[:number]
        return tuple(found)

    # --- orders ---------------------------------------------------------------------------------

    def do(self, order: Order) -> None:
        """Give an order."""
        self.game.do(order)

    def end(self, phase: str) -> None:
        """End a phase for all whose turn it is, unless it is over by itself."""
        if self.game.state.phase == phase:
            self.do(EndPhase(phase))

    def send(
        self,
        power: str,
        units: str | Ids,
        *path: str,
        aboard: Ids = (),
        task: str = "",
        target: str | None = None,
    ) -> Ids:
        """Order units of the first space of a path along it; return their ids.

        Parameters
        ----------
        aboard
            The ship or the bomber that takes them.
        task, target
            What they are to do there, and where.
        """
        ids = self.units(power, path[0], units)
        ship = aboard[0] if aboard else None
        state = self.game.state
        types = {kind.name: kind.category for kind in state.catalog.unit_types}
        kinds = dict.fromkeys(types[state.unit(i).type] for i in ids)  # an order for each
        for kind in kinds:
            group = tuple(i for i in ids if types[state.unit(i).type] == kind)
            self.do(Send(group, path, ship, task, target, power=power))
        return ids

    def go(
        self, power: str, units: str | Ids, start: str, end: str, *,
        task: str = "", target: str | None = None,
    ) -> Ids:  # fmt: skip
        """Order units to a space by a shortest way; return their ids."""
        path = self.game.state.board.path(start, end)
        return self.send(power, units, *path, task=task, target=target)

    def lend(self, power: str, to: str, amount: int) -> None:
        """Lend money."""
        self.do(Lend(to, amount, power=power))

    def build(self, power: str, space: str, units: str) -> None:
        """Buy units, and place them."""
        self.do(Build({kind: n for n, kind in counted(units)}, space, power=power))

    # --- combat ---------------------------------------------------------------------------------

    def until(self, kind: str, space: str = "", role: str = "") -> None:
        """Answer plainly up to a question of a kind, perhaps about one battle and of one side."""
        while not self._is(kind, space, role):
            self.do(plain(self.game, self.asked))
            if self.game.state.phase != "Combat":
                raise A4AError(f"nobody is asked for {kind} {space} {role} in this combat")

    def _is(self, kind: str, space: str, role: str) -> bool:
        asked = self.asked
        here = self.game.state.battles[asked.battle].space if asked.battle else ""
        same = role in ("", role_of(self.game, asked)) and space in ("", here)
        return asked.kind == kind and same

    def fight_on(self, space: str) -> None:
        """Answer plainly until the attacker may retreat from a battle, or it is next to fight."""
        while not self._is("retreats", space, "attacker"):
            if self.asked.kind == "battle":
                self.fight(space)
            else:
                self.do(plain(self.game, self.asked))

    def pause(self, space: str) -> None:
        """Answer plainly until the next round can be chosen, or retreats from a battle."""
        while self.asked.kind != "battle" and not self._is("retreats", space, ""):
            self.do(plain(self.game, self.asked))

    def fight(self, space: str) -> None:
        """Fight the next round of the battle in a space, and of those linked to it."""
        self.until("battle")
        found = [b.id for b in self.game.state.battles.values() if b.space == space]
        if not found:
            raise A4AError(f"there is no battle in {space}")
        self.do(Fight(battle=found[0]))

    def retreat(self, space: str, role: str, to: Mapping[Ids, str]) -> None:
        """Declare retreats from a battle: of whom, and where they go."""
        self.until("retreats", space, role)
        self.do(Withdraw(to={unit: where for ids, where in to.items() for unit in ids}))

    def guns(self, space: str, units: Sequence[int]) -> None:
        """Let bombers use guns, or guns fire at land units first."""
        self.until("guns", space)
        self.do(Gunnery(tuple(units)))

    def lose(self, space: str, *units: Ids) -> None:
        """Take the hits of a roll in a battle on units."""
        self.until("casualties", space)
        hits = [unit for ids in units for unit in ids]
        self.do(Casualties(hits={unit: hits.count(unit) for unit in hits}))

    def fight_out(self) -> None:
        """Answer plainly until all battles are over."""
        while self.game.decision is not None and self.game.state.phase == "Combat":
            self.do(plain(self.game, self.asked))

    def leave_turn(self) -> None:
        """End what is left of a turn, and fight its battles plainly."""
        turn = self.game.state.turn
        while self.game.decision is not None and self.game.state.turn == turn:
            self.do(plain(self.game, self.asked))

    def survivors(self, units: Sequence[int]) -> str:
        """Say which of some units are left, and where."""
        state = self.game.state
        left = [f"{state.unit(i).type} in {state.space_of(i)}" for i in units if i in state.units]
        return list_of(left) if left else "nobody"
