"""Orders of The War Game for tests: units on a board cleared of the set-up."""

from __future__ import annotations

from a4a.boards import load
from a4a.core.dice import ScriptedDice
from a4a.core.errors import RuleViolation
from a4a.core.events import Event
from a4a.core.position import Balance
from a4a.core.state import State
from a4a.core.units import Unit
from a4a.rules.areas.orders import EndPhase
from a4a.rules.game import Game
from a4a.rules.systems.wargame1942.orders import Send
from tests.rules.golden import on_file
from tests.rules.wargame1942.declared import Fighting, Orders
from tests.rules.wargame1942.empty import GAME, REFUSALS, rules


def without_land(power: str, heir: str) -> dict[str, str]:
    """Who controls land if a power has none, but another has all of it."""
    held = load(GAME).position.control
    return {space: heir for space, owner in held.items() if owner == power}


class Table(Orders):
    """A board on which units are put, and then ordered about; each treasury has these funds."""

    funds = 20

    def orders(self, *dice: int) -> Ordering:
        """Go into the Combat Orders phase."""
        return self._in("Combat Orders", dice)

    def noncombat(self, *dice: int) -> Ordering:
        """Go into the Non-Combat Movement phase of a turn in which nothing was fought."""
        return self._in("Non-Combat Movement", dice)

    def _in(self, phase: str, dice: tuple[int, ...]) -> Ordering:
        made = rules()
        funded = [p.name for p in made.game.catalog.powers if p.side]
        balances = [Balance(name, "dollars", self.funds) for name in funded]
        record = self.in_phase(phase, balances=balances)
        script = ScriptedDice(dice)
        game = Game(made, record=record, dice=script)
        if self.events:
            game.node = record.append(self.events, parent=game.node)
        return Ordering(game, script)


class Ordering(Fighting):
    """A game in one of its movement phases."""

    @property
    def state(self) -> State:
        """How the board stands."""
        return self.game.state

    def unit(self, unit: int) -> Unit:
        """A unit by its id."""
        return self.state.unit(unit)

    def made(
        self,
        units: int | tuple[int, ...],
        *path: str,
        aboard: int | None = None,
        task: str = "",
        target: str | None = None,
        power: str = "",
    ) -> Send:
        """An order, given by the owner of its units."""
        ids = (units,) if isinstance(units, int) else units
        owner = power or self.unit(ids[0]).owner
        return Send(ids, path, aboard, task, target, power=owner)

    def send(
        self,
        units: int | tuple[int, ...],
        *path: str,
        aboard: int | None = None,
        task: str = "",
        target: str | None = None,
    ) -> Ordering:
        """Order units somewhere."""
        self.game.do(self.made(units, *path, aboard=aboard, task=task, target=target))
        return self

    def no(
        self,
        units: int | tuple[int, ...],
        *path: str,
        aboard: int | None = None,
        task: str = "",
        target: str | None = None,
        power: str = "",
    ) -> str:
        """The rule that refuses an order; it says what is allowed instead."""
        order = self.made(units, *path, aboard=aboard, task=task, target=target, power=power)
        try:
            self.game.verify(order)
        except RuleViolation as error:
            on_file(error, REFUSALS)
            return error.rule if error.allowed else f"{error.rule} allows nothing"
        return "allowed"

    def end(self) -> Ordering:
        """End the phase."""
        self.game.do(EndPhase())
        return self

    def fought(self) -> Ordering:
        """End the phase, and fight everything plainly."""
        self.end()
        self.stay()
        return self

    def battles(self) -> set[str]:
        """Where battles are open."""
        return {battle.space for battle in self.state.battles.values()}

    def task(self, unit: int) -> tuple[str, str | None]:
        """What a unit is to do, and where."""
        memory = self.state.memory(unit)
        return memory.task, memory.target

    def told(self, *kinds: type[Event]) -> list[Event]:
        """All events of the game of some kinds."""
        return [e for e in self.events() if isinstance(e, kinds)]
