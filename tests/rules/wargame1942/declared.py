"""Attacks of The War Game for tests: units and their tasks are declared by events."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from a4a.core import events as ev
from a4a.core.dice import ScriptedDice
from a4a.core.errors import RuleViolation
from a4a.core.record import GameRecord
from a4a.rules.areas.orders import Casualties, Fight
from a4a.rules.areas.system import System
from a4a.rules.game import Game
from a4a.rules.order import Order
from a4a.rules.run import Run
from a4a.rules.systems.wargame1942.combat.phase import Combat
from a4a.rules.systems.wargame1942.orders import Withdraw
from a4a.rules.systems.wargame1942.ruleset import WarGame
from tests.rules.golden import on_file
from tests.rules.wargame1942.empty import REFUSALS, Empty, rules
from tools.wargame1942_games.answers import plain


class Orders(Empty):
    """Combat orders of a force, told as events."""

    def send(
        self,
        power: str,
        kind: str,
        *path: str,
        number: int = 1,
        task: str = "",
        target: str | None = None,
    ) -> tuple[int, ...]:
        """Put units at the beginning of a path and move them along it, perhaps with a task."""
        ids = self.put(path[0], power, kind, number)
        if len(path) > 1:
            self.events.append(ev.UnitsMoved(ids, path, "combat", len(path) - 1))
        if task:
            self.task(ids, task, target or path[-1])
        return ids

    def carry(self, ship: int, power: str, *kinds: str, to: str) -> tuple[int, ...]:
        """Put units aboard a transport that are to land somewhere."""
        ids = tuple(i for kind in kinds for i in self.put(ship, power, kind))
        self.task(ids, "assault", to)
        return ids

    def task(self, units: Sequence[int], task: str, target: str | None = None) -> None:
        """Give units a task."""
        self.events.append(ev.UnitsTasked(tuple(units), task, target))

    def ready(self) -> GameRecord:
        """A record of the turn up to Combat Orders."""
        return self.in_phase("Combat Orders")

    def begin(self, *dice: int) -> Fighting:
        """Go into the Combat phase, with dice that show these faces in order."""
        made, record = rules(*self.options), self.ready()
        script = ScriptedDice(dice)
        game = Game(made, record=record, dice=script)
        game.node = record.append(self.events, parent=game.node)
        run = Run(game.state, script)
        run.emit(ev.PhaseBegan("Combat"))
        Combat(made.game).enter(run)
        game.node = record.append(run.events, parent=game.node, cause="engine")
        return Fighting(game, script, made)


class Fighting:
    """The Combat phase of a game, with scripted dice."""

    def __init__(self, game: Game, script: ScriptedDice, made: WarGame | None = None) -> None:
        self.game, self.script, self.book = game, script, made or rules()

    @property
    def system(self) -> System:
        """What the game is made of."""
        return self.book.game

    @property
    def asked(self) -> str:
        """What is asked, and where: "retreats Algeria attacker"; "" when the phase is over."""
        decision = self.game.decision
        if decision is None or self.game.state.phase != "Combat":
            return ""
        found = next(iter(reversed(tuple(self.game.state.decisions.values()))), None)
        where = self.game.state.battles[decision.battle].space if decision.battle else ""
        more = found.options[0] if found and found.options and decision.kind == "retreats" else ""
        return " ".join(filter(None, (decision.kind, where, more)))

    def do(self, order: Order) -> Fighting:
        """Give an order."""
        self.game.do(order)
        return self

    def fight(self, space: str) -> Fighting:
        """Fight a round of the group of the battle in a space."""
        found = next(x for x in self.game.state.battles.values() if x.space == space)
        return self.do(Fight(battle=found.id))

    def withdraw(self, **to: str) -> Fighting:
        """Declare retreats by ids written as ``u7="Libya"``."""
        return self.do(Withdraw(to={int(unit[1:]): space for unit, space in to.items()}))

    def lose(self, *units: int) -> Fighting:
        """Take a hit on each of some units."""
        return self.do(Casualties(hits={unit: units.count(unit) for unit in units}))

    def stay(self, *until: str) -> Fighting:
        """Answer plainly up to a question whose description begins with one of these words."""
        for _ in range(60):
            if not self.asked or self.asked.startswith(until or ("\0",)):
                return self
            self.plainly()
        raise AssertionError(f"still asked: {self.asked}")

    def round(self, number: int) -> Fighting:
        """Answer plainly until a battle is in a round of this number, or the phase is over."""
        for _ in range(60):
            rounds = [x.round for x in self.game.state.battles.values()]
            if not self.asked or max(rounds, default=number) >= number:
                return self
            self.plainly()
        raise AssertionError(f"still asked: {self.asked}")

    def plainly(self) -> None:
        """Answer one question plainly."""
        decision = self.game.decision
        assert decision is not None
        self.do(plain(self.game, decision))

    def where(self, *units: int) -> list[str | None]:
        """Where units are; None for those that are lost."""
        state = self.game.state
        return [state.space_of(i) if i in state.units else None for i in units]

    def events(self, *kinds: type) -> list[ev.AnyEvent]:
        """All events of the game, perhaps of some kinds."""
        record = self.game.record
        found = [e for node in record.way_to(self.game.node)[1:] for e in record.step(node).events]
        return [e for e in found if not kinds or isinstance(e, kinds)]

    def rolled(self) -> list[tuple[str, str, int]]:
        """What was rolled for: battlefield, role and number of dice, roll by roll."""
        spaces = {
            e.battle: e.space
            for e in self.events(ev.BattleOpened)
            if isinstance(e, ev.BattleOpened)
        }
        return [
            (spaces[e.battle], str(e.role), len(e.dice))
            for e in self.events(ev.Rolled)
            if isinstance(e, ev.Rolled)
        ]  # fmt: skip

    def results(self) -> dict[str, str]:
        """How battles ended, by where they were."""
        spaces = {
            e.battle: e.space
            for e in self.events(ev.BattleOpened)
            if isinstance(e, ev.BattleOpened)
        }
        closed = (e for e in self.events(ev.BattleClosed) if isinstance(e, ev.BattleClosed))
        return {spaces[e.battle]: e.result for e in closed}

    def refused(self, order: Order) -> str:
        """The rule that refuses an order, which changes nothing."""
        before = self.game.state, self.game.node
        try:
            self.game.do(order)
        except RuleViolation as error:
            assert (self.game.state, self.game.node) == before
            return str(on_file(error, REFUSALS).rule)
        raise AssertionError("it was not refused")


def flat(values: Iterable[Iterable[int]]) -> tuple[int, ...]:
    """All of some numbers in one row."""
    return tuple(x for some in values for x in some)
