"""Writing a record as a notation."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

from a4a.core.annotations import AnyAnnotation
from a4a.core.errors import A4AError, RecordError
from a4a.core.events import Rolled
from a4a.core.fold import Fold
from a4a.core.record import MAIN, GameRecord
from a4a.core.state import State
from a4a.core.steps import ROOT, NodeId, Step
from a4a.rules.order import read
from a4a.texts.notating.giving import Given, begun, give
from a4a.texts.notating.items import (
    AND,
    BEGIN,
    END,
    NOTHING,
    Aside,
    aside_written,
    event_written,
    label_of,
    marks_of,
    note_written,
    order_written,
)
from a4a.texts.notating.setting import setting_of, tags
from a4a.texts.turns import turns_of


def notation(record: GameRecord, *, rules: str | Path | None = None) -> str:
    """Return a whole game as text, a line for each power-turn, from which it can be read back.

    Orders of ours stand with the faces they rolled, since the rules know what they caused; a game
    that another program recorded stands as events. Annotations and variations are in it, so
    `read_notation` gives a record that makes the same file.

    Parameters
    ----------
    record
        The game.
    rules
        The folder of the mod that it is played by; None for a system that comes with a4a.

    Raises
    ------
    RecordError
        If it is no record, or its steps do not follow each other.

    Examples
    --------
    >>> import a4a
    >>> game = a4a.new_game("europe1940")
    >>> events = game.do(a4a.rules.areas.orders.Buy(treasury="Germany", units={"infantry": 10}))
    >>> print(notation(game.record).splitlines()[-1])
    1. Germany: begin; Buy Germany, units=10 infantry
    """
    if not isinstance(record, GameRecord):
        raise RecordError(f"what is written is a record, not a {type(record).__name__}")
    if list(record.steps) != sorted(record.steps):
        raise RecordError("its steps were not recorded in the order of their ids")
    return "\n".join(_Writer(record, rules).lines()) + "\n"


class _Writer:
    """Writes one record."""

    def __init__(self, record: GameRecord, rules: str | Path | None) -> None:
        self._record = record
        self._setting = setting_of(record, rules=rules)
        self._notes: dict[NodeId, list[AnyAnnotation]] = {}
        for note in record.annotations:
            self._notes.setdefault(note.node, []).append(note)
        self._last = ROOT
        self._last_note = 0

    def lines(self) -> Iterator[str]:
        """Yield all lines."""
        yield from tags(self._setting)
        yield ""
        for line in self._record.lines:
            if line == MAIN:
                yield from self._line(line)
            else:
                first = self._record.line(line)[0]
                yield ""
                yield f"(after {self._record.step(first).parent}"
                yield from self._line(line)
                yield ")"

    def _line(self, line: str) -> Iterator[str]:
        """Yield the lines of the power-turns of a line of the game."""
        turns = turns_of(self._record, line=line)
        turn_of = {node: number for number, turn in enumerate(turns) for node in turn.nodes}
        nodes = list(turn_of)
        told: list[list[str]] = [[] for _ in turns] or [[]]
        parent = self._record.step(nodes[0]).parent if nodes else ROOT
        state = self._record.state_at(parent)
        times = [(state.round, state.active)] * len(told)
        if line == MAIN:
            told[0] += self._noted(ROOT, ROOT)
        at = 0
        while at < len(nodes):
            given, text = self._item(nodes[at:], state)
            state, number = given.state, turn_of[nodes[at]]
            times[number] = given.time
            told[number].append(text)
            self._last = given.steps[-1].id
            for step in given.steps:
                told[turn_of[step.id]] += self._noted(step.id, self._last)
                if turn_of[step.id] != number:
                    times[turn_of[step.id]] = (state.round, state.active)
            at += len(given.steps)
        for (round_, active), items in zip(times, told, strict=True):
            if items:
                label = label_of(self._record.catalog, round_, active)
                yield f"{label} {f'{END} '.join(items)}"

    def _noted(self, node: NodeId, usual: NodeId) -> Iterator[str]:
        """The notes of a node; theirs is the last node where they do not say another."""
        for note in self._notes.get(node, ()):
            self._last_note += 1
            said = Aside(
                id=0 if note.id == self._last_note else note.id,
                node=None if node == usual else node,
            )
            self._last_note = note.id
            yield note_written(note, said)

    def _item(self, nodes: Sequence[NodeId], state: State) -> tuple[Given, str]:
        """The item that makes the first of some steps, and perhaps those that follow it."""
        step = self._record.step(nodes[0])
        found = self._begun(step, state) or self._ordered(step, nodes, state)
        if found is None:
            return self._events(step, state)
        given, text = found
        said = Aside(id=0 if step.id == self._last + 1 else step.id, author=step.author)
        return given, aside_written(said) + text

    def _begun(self, step: Step, state: State) -> tuple[Given, str] | None:
        """What the rules do before the first decision, if that is what a step is."""
        rules = self._setting.rules
        if rules is None or step.parent != ROOT or step.order is not None or state.active:
            return None
        given = begun(rules, state, first=step.id)
        return (given, BEGIN) if given.steps == (step,) else None

    def _ordered(
        self, step: Step, nodes: Sequence[NodeId], state: State
    ) -> tuple[Given, str] | None:
        """The order of a step with its faces, if giving it causes the steps that follow."""
        rules = self._setting.rules
        if rules is None or step.order is None:
            return None
        faces = [die.face for roll in self._rolls(nodes) for die in roll.dice]
        try:
            order = read(step.order, dict(rules.orders))
            given = give(
                rules, state, order, faces, node=step.parent, first=step.id, author=step.author
            )
        except A4AError:
            return None
        recorded = tuple(self._record.step(node) for node in nodes[: len(given.steps)])
        if given.steps != recorded or not _same_order(given.steps[0], step):
            return None
        text = order_written(order, state, step.actors)
        return given, f"{text} [{' '.join(map(str, faces))}]" if faces else text

    def _rolls(self, nodes: Sequence[NodeId]) -> Iterator[Rolled]:
        """The rolls of an order: of its step, and of turns that began by themselves."""
        for number, node in enumerate(nodes):
            step = self._record.step(node)
            if number and (step.order is not None or step.cause != "engine"):
                return
            yield from (event for event in step.events if isinstance(event, Rolled))

    def _events(self, step: Step, state: State) -> tuple[Given, str]:
        """A step as its events."""
        fold, told = Fold(state), []
        for event in step.events:
            told.append(event_written(event, fold.working))
            fold.apply(event)
        after = fold.state()
        sign, said = marks_of(step, after.active)
        if step.id != self._last + 1:
            said = msgspec.structs.replace(said, id=step.id)
        text = f"{aside_written(said)}{sign}{f' {AND} '.join(told) or NOTHING}"
        return Given((step,), after, (after.round, after.active)), text


def _same_order(one: Step, other: Step) -> bool:
    """Whether two orders are written alike byte for byte."""
    return msgspec.json.encode(one.order) == msgspec.json.encode(other.order)
