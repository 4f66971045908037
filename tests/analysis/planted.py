"""Faults planted in recorded games: one step is told otherwise, and the game cut there."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

import msgspec

from a4a.core import events as ev
from a4a.core.events import AnyEvent
from a4a.core.record import GameRecord
from a4a.core.state import State
from a4a.core.steps import NodeId
from a4a.core.units import Unit
from tests.shared_games import shipped

_Kind = TypeVar("_Kind", bound=ev.Event)


class Scene:
    """A step of a recorded game, to be told otherwise.

    Parameters
    ----------
    record
        The game.
    node
        The step.
    """

    def __init__(self, record: GameRecord, node: NodeId) -> None:
        self.record = record
        self.node = node
        self.events: list[AnyEvent] = list(record.step(node).events)

    @property
    def before(self) -> State:
        """How it stood before the step."""
        return self.record.state_at(self.record.step(self.node).parent)

    def first(self, kind: type[_Kind], where: Callable[[_Kind], bool] = lambda _: True) -> _Kind:
        """The first event of a kind in the step."""
        return next(e for e in self.events if isinstance(e, kind) and where(e))

    def change(self, event: AnyEvent, **fields: object) -> Scene:
        """Tell an event otherwise."""
        return self.swap(event, msgspec.structs.replace(event, **fields))

    def swap(self, event: AnyEvent, *others: AnyEvent) -> Scene:
        """Tell other events, or none, in place of one."""
        at = self.events.index(event)
        self.events[at : at + 1] = others
        return self

    def also(self, *events: AnyEvent) -> Scene:
        """Tell more events at the end of the step."""
        self.events += events
        return self

    def unit(self, type_: str, place: object, owner: str) -> Unit:
        """A new unit that the game has not had."""
        taken = sum(len(e.units) for e in self.events if isinstance(e, ev.UnitsAdded))
        return Unit(self.before.last_unit + taken + 1, type_, owner, place)  # type: ignore[arg-type]

    def cut(self) -> GameRecord:
        """The game up to this step, which is told as it is here now."""
        record = self.record
        way = record.way_to(self.node)[1:]
        steps = [record.step(node) for node in way]
        steps[-1] = msgspec.structs.replace(steps[-1], events=tuple(self.events))
        return GameRecord(
            record.header, record.board, record.catalog, record.start, steps=steps, used=self.node
        )


def scenes(
    kind: type[ev.Event],
    *,
    turn: int = 0,
    power: str = "",
    phase: str = "",
    text: str = "",
    where: Callable[[Scene, AnyEvent], bool] = lambda scene, event: True,
    record: GameRecord | None = None,
) -> Iterator[Scene]:
    """Yield steps of a recorded game in which something happens: of a round, power or phase."""
    game = record or shipped()
    for node, step in game.steps.items():
        time = game.time(node)
        if (turn and time.round != turn) or (power and power not in time.powers):
            continue
        if (phase and phase != time.phase) or text not in step.text:
            continue
        found = Scene(game, node)
        if any(isinstance(event, kind) and where(found, event) for event in step.events):
            yield found


def scene(kind: type[ev.Event], **chosen: object) -> Scene:
    """The first such step."""
    return next(scenes(kind, **chosen))  # type: ignore[arg-type]


def units_in(state: State, space: str, owner: str, *types: str) -> Sequence[int]:
    """Units of a power in a space, of some types."""
    return [u.id for u in state.within(space) if u.owner == owner and u.type in types]
