"""Rules of Global that stay in force in 3G40 Deluxe: their tests are run there once more.

A test says its position and its orders in the words of Global. While it is run a second time, the
helpers that make positions and orders (`tests.rules.areas.positions`, `moves`, `battles`) ask here
what is meant in the other system: the same units in the same spaces under the other book, with its
board, units and phases. What a test reads back it names through `word`, `power` and `cited`; what
is a number there it asks the catalog for.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeVar

import pytest
from msgspec.structs import replace

from a4a.analysis.rulebook import ids_in
from a4a.boards import load
from a4a.core import events as ev
from a4a.core.board import Board
from a4a.core.dice import Dice
from a4a.core.position import Position, Relation
from a4a.core.record import GameRecord
from a4a.core.steps import Header
from a4a.core.units import Holding, Unit
from a4a.rules.areas.orders import EndPhase
from a4a.rules.areas.phases.lockstep import LockstepPhase
from a4a.rules.areas.ruleset.flow import AreasRuleset
from a4a.rules.decision import Decision
from a4a.rules.game import Game
from a4a.rules.order import Order
from a4a.rules.systems import book

DELUXE = "deluxe3g40"
SYSTEMS = frozenset({"europe1940", "global1940"})
"""The systems whose positions can be retold."""

FOLDERS = frozenset({"areas", "global1940"})
"""The folders of their tests."""

LIST = Path(__file__).parent / "deluxe3g40" / "excused.toml"
"""The tests that cannot be told there, each with its reason."""

WORDS: Mapping[str, str] = MappingProxyType(
    {
        "infantry": "regular infantry",
        "artillery": "light artillery",
        "tank": "light tank",
        "transport": "sea transport",
        "major industrial complex": "industrial complex",
        "minor industrial complex": "minor factory",
        "upgraded industrial complex": "major factory",
        "Purchase and Repair Units": "Purchase Units",
        "Gibraltar": "Eastern Gibraltar",
    }
)
"""What unit types, phases and spaces of Global are called in 3G40 Deluxe."""

POWERS: Mapping[str, str] = MappingProxyType({"ANZAC": "Commonwealth"})
TREASURIES: Mapping[str, str] = MappingProxyType({"United Kingdom": "UK Europe"})

_Said = TypeVar("_Said")
_retelling: ContextVar[list[str | Path] | None] = ContextVar("retelling", default=None)


@contextmanager
def retelling() -> Iterator[list[str | Path]]:
    """Tell positions and orders in 3G40 Deluxe meanwhile; yields what of them was told there."""
    told: list[str | Path] = []
    token = _retelling.set(told)
    try:
        yield told
    finally:
        _retelling.reset(token)


def now() -> bool:
    """Whether the test that is running is told in 3G40 Deluxe."""
    return _retelling.get() is not None


def played(system: str | Path) -> str | Path:
    """The system that is played where a test asks for one."""
    told = _retelling.get()
    if told is None or system not in SYSTEMS:
        return system
    told.append(system)
    return DELUXE


def concerns(test: pytest.Item) -> bool:
    """Whether a test names a rule of Global that is in force in 3G40 Deluxe."""
    return test.path.parent.name in FOLDERS and not in_force().isdisjoint(_named(test))


def excuse(test: pytest.Function) -> str:
    """Why a test cannot be told in 3G40 Deluxe; "" for others, and where it is not told there."""
    name, _, parameters = test.name.partition("[")
    system, _, rest = parameters.removesuffix("]").partition("-")
    if system != DELUXE:
        return ""
    listed = excused()
    names = (f"{name}[{rest}]", name, f"{test.path.stem}::{name}")
    return next((listed[each] for each in names if each in listed), "")


@cache
def excused() -> Mapping[str, str]:
    """The reasons why tests are excused, by their names."""
    return {name: entry["reason"] for entry in _list()["excused"] for name in entry["tests"]}


def untold() -> frozenset[str]:
    """The rules in force that no test tells in 3G40 Deluxe: all their tests are excused."""
    return frozenset(_list()["untold"])


@cache
def _list() -> Mapping[str, Any]:
    return tomllib.loads(LIST.read_text(encoding="utf-8"))


def _named(test: pytest.Item) -> set[str]:
    """The rules that a test names, in its name or in markers."""
    marked = (each for mark in test.iter_markers("rule") for each in mark.args)
    return {*marked, *ids_in(test.name)}


@cache
def in_force() -> frozenset[str]:
    """The rules of Global that are in force in 3G40 Deluxe."""
    return frozenset(rule for rule in book(DELUXE).by_id if rule.startswith("AA-"))


def word(name: str) -> str:
    """What a unit type, phase or space is called in the system that is played."""
    return WORDS.get(name, name) if now() else name


def power(name: str) -> str:
    """What a power is called in the system that is played."""
    return POWERS.get(name, name) if now() else name


def either(here: _Said, there: _Said) -> _Said:
    """What is said of Global, or what 3G40 Deluxe has instead of it."""
    return there if now() else here


def faces(script: Iterable[int]) -> list[int]:
    """What dice show in the system that is played: where Global's show their highest face, theirs.

    That is what a script writes for a miss.
    """
    return [_sides() if now() and face == 6 else face for face in script]


@cache
def _sides() -> int:
    return load(DELUXE).catalog.dice_sides


def cited(rule: str) -> str:
    """The id of a rule, or of what overrules it in the system that is played."""
    return _overruled().get(rule, rule) if now() else rule


@cache
def _overruled() -> Mapping[str, str]:
    return book(DELUXE).overruled


def game(
    begun: Position,
    events: Iterable[ev.AnyEvent],
    *,
    board: Board,
    made: AreasRuleset,
    dice: Dice,
) -> Game:
    """Retell a position and what begins there.

    Parameters
    ----------
    begun
        A position of Global, or of the game of one of its maps.
    board
        The board it is on: what that has not is as it stands at the start of 3G40 Deluxe.
    events
        The turn and phase that begin.
    made
        The rules of 3G40 Deluxe.
    dice
        Where rolls come from.
    """
    own, system = load(DELUXE).position, made.game
    control = {word(space): power(owner) for space, owner in begun.control.items()}
    if (rock := control.get(word("Gibraltar"))) is not None:
        control["Western Gibraltar"] = rock
    said = {"Western Gibraltar", *(word(space.name) for space in board.spaces)}
    control |= {space: owner for space, owner in own.control.items() if space not in said}
    relations = {frozenset((r.a, r.b)): r for r in own.relations}
    for stood in begun.relations:
        a, b = power(stood.a), power(stood.b)
        relations[frozenset((a, b))] = Relation(a, b, stood.state)
    funds = {(b.treasury, b.resource): b for b in own.balances}
    for fund in begun.balances:
        treasury = _treasury(fund.treasury)
        funds[treasury, fund.resource] = replace(fund, treasury=treasury)
    values = {(v.space, v.key): v for v in own.values}
    values |= {(word(v.space), v.key): replace(v, space=word(v.space)) for v in begun.values}
    mover = next(power(e.powers[0]) for e in events if isinstance(e, ev.TurnBegan))
    turn, _ = made.turn_of((mover,), "Combat Move", round=begun.round)
    position = replace(
        begun,
        turn=made.number_of(turn.force, turn.phases[0], round=begun.round) - 1,
        units=tuple(_unit(unit) for unit in begun.units),
        control=control,
        relations=tuple(relations.values()),
        balances=tuple(funds.values()),
        values=tuple(values.values()),
        statuses={power(p): statuses for p, statuses in begun.statuses.items()},
        technologies={},
    )
    header = Header(system=system.dataset.name, options=dict(system.options))
    record = GameRecord(header, system.board, system.catalog, position)
    told = [_event(event) for event in events if not isinstance(event, ev.TurnBegan)]
    record.append([ev.TurnBegan(turn.force), *told], cause="engine")
    return RetoldGame(made, mover=mover, record=record, dice=dice)


class RetoldGame(Game):
    """A game whose orders are given in the words of Global, by one power of a force.

    Parameters
    ----------
    made
        The rules.
    mover
        Whose turn it would be in Global: who gives orders in a phase of several powers. All end
        their phases together.
    record, dice
        As for every game.
    """

    def __init__(self, made: AreasRuleset, *, mover: str, record: GameRecord, dice: Dice) -> None:
        self.mover = mover
        super().__init__(made, record=record, dice=dice)
        self.ruleset: AreasRuleset = made

    @property
    def decision(self) -> Decision | None:
        """What is asked of the mover, where others of its force are asked as well."""
        asked, phase = super().decision, self.ruleset.phase(self.state)
        if asked is None or not self._among(asked) or not isinstance(phase, LockstepPhase):
            return asked
        return phase.ask(self.state, self.mover)

    def verify(self, order: Order) -> None:
        super().verify(self._own(order))

    def do(self, order: Order, *, author: str = "") -> tuple[ev.AnyEvent, ...]:
        return super().do(self._own(order), author=author)

    def _own(self, order: Order) -> Order:
        told, asked = _order(order), super().decision
        force = self.state.active
        alone = len(force) < 2 or asked is None or not set(asked.powers) <= set(force)
        if told.power or alone or isinstance(told, EndPhase):
            return told
        return replace(told, power=self.mover)

    def _among(self, asked: Decision) -> bool:
        """Whether the mover is asked, and others."""
        return len(asked.powers) > 1 and self.mover in asked.powers


def mover(game: Game) -> str:
    """The power whose turn it is, of several the one that the test is about."""
    return game.mover if isinstance(game, RetoldGame) else game.state.active[0]


def _treasury(name: str) -> str:
    return TREASURIES.get(name, name)


def _unit(unit: Unit) -> Unit:
    place = word(unit.place) if isinstance(unit.place, str) else unit.place
    if isinstance(place, Holding):
        place = _holding(place)
    return replace(unit, type=word(unit.type), owner=power(unit.owner), place=place)


def _holding(place: Holding) -> Holding:
    """Where units wait that a treasury of the game that is played has paid for."""
    catalog = load(DELUXE).catalog
    own = power(place.power)
    for treasury in catalog.treasuries:
        if catalog.purchases(treasury) == Holding(own, place.name):
            return Holding(own, place.name)
    return catalog.purchases(catalog.power(own).treasuries[0])


def _event(event: ev.AnyEvent) -> ev.AnyEvent:
    if isinstance(event, ev.UnitsAdded):
        return replace(event, units=tuple(map(_unit, event.units)))
    if isinstance(event, ev.PhaseBegan):
        return replace(event, phase=word(event.phase))
    return event


def _order(order: Order) -> Order:
    told = {name: _value(getattr(order, name)) for name in order.__struct_fields__}
    if "treasury" in told:
        told["treasury"] = _treasury(told["treasury"])
    return replace(order, **told)


def _value(value: Any) -> Any:
    """Say what is named in an order: words, and words in what it lists."""
    if isinstance(value, str):
        return power(word(value))
    if isinstance(value, Mapping):
        return {_value(key): _value(each) for key, each in value.items()}
    if isinstance(value, tuple):
        return tuple(_value(each) for each in value)
    return value
