"""Battles for tests: units are put where they attack by events, and Conduct Combat begins."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from a4a.core import events as ev
from a4a.core.dice import ScriptedDice
from a4a.core.errors import RuleViolation
from a4a.core.events import AnyEvent, Rolled
from a4a.rules.areas.combat import casualties
from a4a.rules.areas.orders import (
    Bombard,
    Casualties,
    Fight,
    Intercept,
    Kamikaze,
    Retreat,
    Scramble,
    Submerge,
)
from a4a.rules.areas.phases.conduct_combat import ConductCombat
from a4a.rules.areas.ruleset.flow import AreasRuleset
from a4a.rules.areas.system import System
from a4a.rules.game import Game
from a4a.rules.order import Order
from a4a.rules.run import Run
from tests.rules import retold
from tests.rules.areas.positions import ids
from tests.rules.golden import on_file

CONDUCT_COMBAT = "Conduct Combat"
GOLDEN = Path(__file__).parent / "combat_refusals.txt"


def system_of(game: Game) -> System:
    """The data of the game of the family that is played."""
    assert isinstance(game.ruleset, AreasRuleset)
    return game.ruleset.game


class Attack:
    """A combat move being set up by events, for the game's active power.

    Parameters
    ----------
    game
        A game in the Combat Move phase.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.events: list[AnyEvent] = []

    def send(self, *path: str, task: str = "", **counts: int) -> Attack:
        """Move so many own units of each type along a path, first come first."""
        power = retold.mover(self.game)
        chosen: list[int] = []
        for name, number in counts.items():
            kind = retold.word(name.replace("_", " "))
            gone = {i for e in self.events if isinstance(e, ev.UnitsMoved) for i in e.units}
            found = [i for i in ids(self.game, path[0], kind, power) if i not in gone]
            assert len(found) >= number, f"{len(found)} {kind} in {path[0]}"
            chosen += found[:number]
        if len(path) > 1:
            self.events.append(ev.UnitsMoved(tuple(chosen), path, "combat", cost=len(path) - 1))
        if task:
            self.events.append(ev.UnitsTasked(tuple(chosen), task, path[-1]))
        return self

    def land(self, zone: str, territory: str, *kinds: str) -> Attack:
        """Announce that cargo of these types, aboard as the zone is reached, lands there."""
        power = retold.mover(self.game)
        gone = {i for e in self.events if isinstance(e, ev.UnitsTasked) for i in e.units}
        chosen: list[int] = []
        for kind in kinds:
            found = [
                u.id
                for u in self.game.state.units.values()
                if u.owner == power and u.type == retold.word(kind) and isinstance(u.place, int)
                and u.id not in gone and u.id not in chosen
            ]  # fmt: skip
            chosen.append(found[0])
        self.events.append(ev.UnitsTasked(tuple(chosen), "assault", territory))
        return self

    def begin(self, dice: Iterable[int] = ()) -> Battle:
        """Enter Conduct Combat."""
        game = self.game
        script = ScriptedDice(retold.faces(dice))
        game.dice = script
        game.node = game.record.append(self.events, parent=game.node)
        run = Run(game.state, script)
        run.emit(ev.PhaseBegan(CONDUCT_COMBAT))
        ConductCombat(system_of(game)).enter(run)
        game.node = game.record.append(run.events, parent=game.node, cause="engine")
        return Battle(game, script)


class Battle:
    """The Conduct Combat phase of a game, with scripted dice."""

    def __init__(self, game: Game, script: ScriptedDice) -> None:
        self.game = game
        self.script = script

    @property
    def asked(self) -> str:
        """What is asked now, "" when the phase is over."""
        decision = self.game.decision
        return decision.kind if decision and self.game.state.phase == CONDUCT_COMBAT else ""

    def do(self, order: Order) -> Battle:
        """Give an order. If it is refused, nothing has changed, and the words are on file."""
        game = self.game
        before = game.state, game.node, len(game.record)
        try:
            game.do(order)
        except RuleViolation as error:
            assert (game.state, game.node, len(game.record)) == before
            if not retold.now():
                on_file(error, GOLDEN)
            raise
        return self

    def hit(self, **counts: int) -> Battle:
        """Take so many hits on each type; the first of them that may be hit."""
        return self.do(self.casualties(**counts))

    def casualties(self, **counts: int) -> Casualties:
        """The order that assigns so many hits to units of each type."""
        decision = self.game.decision
        assert decision is not None
        assert decision.kind == "casualties", decision.text
        hits: dict[int, int] = {}
        for name, number in counts.items():
            kind = retold.word(name.replace("_", " "))
            units = [i for i in decision.units if self.game.state.unit(i).type == kind]
            for i in range(number):
                unit = units[i % len(units)]
                hits[unit] = hits.get(unit, 0) + 1
        return Casualties(hits)

    def press(self) -> Battle:
        """Press the attack."""
        assert self.asked == "retreat", self.asked
        return self.do(Retreat())

    def play(self, *, until: Sequence[str] = ()) -> Battle:
        """Answer everything plainly: no, cheapest casualties, press on; the first battle first."""
        game = self.game
        for _ in range(1000):
            decision = game.decision
            if not self.asked or decision is None or decision.kind in until:
                return self
            plain: dict[str, Order] = {
                "scramble": Scramble(),
                "interception": Intercept(),
                "kamikaze": Kamikaze(),
                "submerge": Submerge(),
                "bombardment": Bombard({}),
                "retreat": Retreat(),
                "battle": Fight(decision.options[0] if decision.options else ""),
            }
            if decision.kind == "casualties":
                asked = next(iter(game.state.decisions.values()))
                plain["casualties"] = casualties.suggest(system_of(game), game.state, asked)
            self.do(plain[decision.kind])
        raise AssertionError("the phase does not end")

    def events(self, *kinds: type) -> list[AnyEvent]:
        """All events since the phase began, perhaps of some kinds."""
        record = self.game.record
        found: list[AnyEvent] = []
        for node in record.way_to(self.game.node)[1:]:
            found += record.step(node).events
        start = max(
            i for i, e in enumerate(found)
            if isinstance(e, ev.PhaseBegan) and e.phase == CONDUCT_COMBAT
        )  # fmt: skip
        return [e for e in found[start:] if not kinds or isinstance(e, kinds)]

    def rolls(self, purpose: str = "") -> list[Rolled]:
        """Rolls of the phase, perhaps for one purpose."""
        return [
            e for e in self.events(Rolled)
            if isinstance(e, Rolled) and purpose in ("", e.purpose)
        ]  # fmt: skip

    def results(self) -> list[str]:
        """How battles ended, in order."""
        return [e.result for e in self.events(ev.BattleClosed) if isinstance(e, ev.BattleClosed)]

    def count(self, space: str, kind: str = "", power: str = "") -> int:
        """How many units are in a space, aboard included; facilities are not counted."""
        state = self.game.state
        plants = system_of(self.game).of_category("facility")
        found = ids(self.game, space, kind, power)
        return sum(1 for i in found if kind or state.unit(i).type not in plants)
