"""The walk: one pass over the events of all lines, watched by trackers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Protocol, TypeAlias

from a4a.core import events as ev
from a4a.core.errors import RecordError
from a4a.core.fold import Fold
from a4a.core.state import State
from a4a.core.steps import ROOT, Step
from a4a.frames.calendar import Calendar, Stretch

Handler: TypeAlias = Callable[[Any, "Moment"], None]


class Tracker(Protocol):
    """What watches a walk: it is told where a line begins and shown the events it asks for."""

    handlers: Mapping[type[ev.Event], Handler]

    def begin(self, stretch: Stretch, state: State) -> None:
        """Take note of a line as it begins, and of its state then."""


class Moment:
    """When an event happens: one object for the whole walk, valid while a handler runs.

    Attributes
    ----------
    row
        The calendar's row of the node to which the event leads.
    number
        Its number in its step, from 0.
    step
        The step.
    """

    __slots__ = ("_fold", "number", "row", "step")

    row: int
    number: int
    step: Step

    def __init__(self, fold: Fold) -> None:
        self._fold = fold

    @property
    def state(self) -> State:
        """The state just before the event. It goes on changing: read it, do not keep it.

        States to be kept would cost copies: some 250 ms more over 27,000 events.
        """
        return self._fold.working


def walk(calendar: Calendar, trackers: Iterable[Tracker]) -> None:
    """Fold every line once and show its events to the trackers, each before it is applied.

    Raises
    ------
    RecordError
        If an event cannot have happened; the message names the game, step and event.
    """
    watching = tuple(trackers)
    handlers: dict[type[ev.Event], list[Handler]] = {}
    for tracker in watching:
        for kind, handler in tracker.handlers.items():
            handlers.setdefault(kind, []).append(handler)
    for stretch in calendar.stretches:
        _walk_line(stretch, watching, handlers)


def _walk_line(
    stretch: Stretch,
    watching: tuple[Tracker, ...],
    handlers: Mapping[type[ev.Event], list[Handler]],
) -> None:
    record, nodes, row = stretch.record, stretch.nodes, stretch.first
    if nodes[0] == ROOT:
        start, nodes, row = record.state_at(ROOT), nodes[1:], row + 1
    else:
        start = record.state_at(record.step(nodes[0]).parent)
    for tracker in watching:
        tracker.begin(stretch, start)
    fold = Fold(start)
    moment = Moment(fold)
    steps = record.steps
    for moment.row, node in enumerate(nodes, start=row):
        moment.step = step = steps[node]
        for moment.number, event in enumerate(step.events):
            for handler in handlers.get(type(event), ()):
                handler(event, moment)
            try:
                fold.apply(event)
            except RecordError as error:
                raise RecordError(
                    f"{stretch.game}: step {node}, event {moment.number}: {error}"
                ) from None
