"""Reading a notation, which is not trusted: bounded, typed, and checked as a whole."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import msgspec

from a4a.core.annotations import AnyAnnotation
from a4a.core.consistency import check_record
from a4a.core.errors import A4AError
from a4a.core.events import AnyEvent
from a4a.core.fold import Fold
from a4a.core.record import GameRecord
from a4a.core.setup import open_position
from a4a.core.state import State
from a4a.core.steps import ROOT, NodeId, Step
from a4a.texts.notating.giving import Given, begun, give
from a4a.texts.notating.items import (
    AND,
    BEGIN,
    END,
    ENGINE,
    NOTHING,
    UNSURE,
    Aside,
    label_of,
    read_aside,
    read_event,
    read_label,
    read_note,
    read_order,
    sees_note,
    word_in,
)
from a4a.texts.notating.scanner import NotationError, Scanner
from a4a.texts.notating.setting import Setting, TagReader
from a4a.texts.notating.special import faces_read

MAX_TEXT: Final = 64 * 2**20
"""Most characters of a notation."""
_OF_STEPS: Final = ("id", "cause", "actors", "text", "order", "author")
_AFTER: Final = re.compile(r"\(after (\d{1,10})\s*")


def read_notation(text: str, *, rules: str | Path | None = None) -> GameRecord:
    """Return the game that a notation tells; `notation` writes one.

    Parameters
    ----------
    text
        The notation.
    rules
        The folder of the mod that the game is played by; None for a system that comes with a4a.

    Raises
    ------
    A4AError
        If the text is no such notation, or an order in it may not be given; the message names line
        and column.

    Examples
    --------
    >>> import a4a
    >>> record = a4a.start("europe1940")
    >>> _ = record.annotate(a4a.Comment(node=0, text="The war begins"))
    >>> read_notation(a4a.notation(record)) == record
    True
    """
    if not isinstance(text, str):
        raise A4AError(f"a notation is text, not a {type(text).__name__}")
    if len(text) > MAX_TEXT:
        raise NotationError(f"{len(text)} characters; a notation has {MAX_TEXT} at most")
    return _Reader(text, rules).record()


class _Reader:
    """Reads one notation."""

    def __init__(self, text: str, rules: str | Path | None) -> None:
        self._lines = text.split("\n")
        self._tags = TagReader(rules)
        self._branches = {int(n) for n in re.findall(r"^\(after (\d{1,10})\s*$", text, re.M)}
        self._steps: dict[NodeId, Step] = {}
        self._notes: list[AnyAnnotation] = []
        self._node = self._last = ROOT
        self._time: tuple[int, tuple[str, ...]] = (0, ())

    def record(self) -> GameRecord:
        """Return the record."""
        first = self._read_tags()
        setting = self._setting = self._tags.setting()
        self._state = _opened(setting)
        self._kept = {ROOT: self._state}
        inside = False
        for number, line in enumerate(self._lines[first:], start=first + 1):
            scanner = Scanner(line.rstrip("\r"), number)
            if scanner.ended:
                continue
            scanner.at = 0
            if (found := _AFTER.fullmatch(line)) is not None and not inside:
                inside = True
                self._branch(scanner, int(found.group(1)))
            elif line.strip() == ")" and inside:
                inside = False
            else:
                self._read_line(scanner)
        if inside:
            raise NotationError(
                f"line {len(self._lines)}: the last variation is not closed: ) is expected"
            )
        return self._made(setting)

    def _read_tags(self) -> int:
        """Take in the tags; return how many lines they are."""
        for number, line in enumerate(self._lines, start=1):
            scanner = Scanner(line.rstrip("\r"), number)
            if scanner.sees("["):
                self._tags.read(scanner)
            elif not scanner.ended:
                return number - 1
        return len(self._lines)

    def _made(self, setting: Setting) -> GameRecord:
        try:
            record = GameRecord(
                setting.header,
                setting.board,
                setting.catalog,
                setting.start,
                steps=[self._steps[node] for node in sorted(self._steps)],
                annotations=self._notes,
                variations=setting.variations,
                used=setting.used,
            )
            check_record(record)
        except NotationError:
            raise
        except A4AError as error:
            raise NotationError(f"the notation tells no game: {error}") from None
        return record

    # --- where it is ----------------------------------------------------------------------------

    def _keep(self, steps: Sequence[Step]) -> None:
        """Keep the states at those nodes behind some steps that a variation leaves."""
        if self._branches.isdisjoint(step.id for step in steps):
            return
        fold = Fold(self._state)
        for step in steps:
            fold.apply_all(step.events)
            if step.id in self._branches:
                self._kept[step.id] = fold.state()

    def _branch(self, scanner: Scanner, node: NodeId) -> None:
        """Go on from a node that was there before."""
        if node not in self._kept:
            scanner.fail(f"there is no node {node} before this line", at=len("(after "))
        self._node, self._state = node, self._kept[node]
        self._time = (self._state.round, self._state.active)

    def _add(self, scanner: Scanner, at: int, given: Given) -> None:
        """Add the steps of an item."""
        for step in given.steps:
            if step.id in self._steps or step.id <= ROOT:
                scanner.fail(f"step {step.id} is there twice, or no step", at=at)
            self._steps[step.id] = step
        self._keep(given.steps)
        self._state = given.state
        self._time = given.time
        self._node = self._last = given.steps[-1].id

    # --- lines ----------------------------------------------------------------------------------

    def _read_line(self, scanner: Scanner) -> None:
        """Read a power-turn."""
        label = read_label(scanner)
        self._time = (self._state.round, self._state.active)
        while True:
            self._read_item(scanner)
            if scanner.ended:
                break
            scanner.expect(END)
        if label != (there := label_of(self._setting.catalog, *self._time)):
            scanner.fail(f"what this line tells is of {there!r}, not of {label[:80]!r}", at=0)

    def _read_item(self, scanner: Scanner) -> None:
        scanner.skip()
        at = scanner.at
        try:
            if sees_note(scanner):
                last = self._notes[-1].id if self._notes else 0
                self._notes.append(read_note(scanner, last=last, node=self._node))
            else:
                self._add(scanner, at, self._given(scanner))
        except NotationError:
            raise
        except A4AError as error:
            scanner.fail(str(error), at=at)

    def _given(self, scanner: Scanner) -> Given:
        """Read a step, or an order and the steps it causes."""
        scanner.skip()
        at = scanner.at
        rules = self._setting.rules
        said = read_aside(scanner, allowed=_OF_STEPS)
        first = said.id or self._last + 1
        scanner.skip()
        here = scanner.at
        if word_in(scanner, (BEGIN,)):
            if rules is None or self._node != ROOT:
                scanner.fail("only the rules begin a game, at its start", at=here)
            return begun(rules, self._state, first=first)
        word = word_in(scanner, rules.orders) if rules is not None and rules.orders else None
        if word is None or rules is None:
            return self._events(scanner, said, first)
        if said != Aside(id=said.id, author=said.author):
            scanner.fail("only its id and author can be said of an order", at=at)
        asked = rules.decision(self._state)
        actors = asked.powers if asked else ()
        order = read_order(scanner, rules.orders[word], self._state, actors, at=here)
        faces = faces_read(scanner)
        return give(
            rules, self._state, order, faces, node=self._node, first=first, author=said.author
        )

    def _events(self, scanner: Scanner, said: Aside, first: NodeId) -> Given:
        """Read a step that stands as events."""
        unsure, engine = scanner.takes(UNSURE), scanner.takes(ENGINE)
        fold, events = Fold(self._state), list[AnyEvent]()
        more = word_in(scanner, (NOTHING,)) is None
        while more:
            events.append(read_event(scanner, fold.working))
            fold.apply(events[-1])
            more = scanner.takes(AND)
        state = fold.state()
        usual = () if engine else state.active
        value = {
            "id": first,
            "parent": self._node,
            "events": tuple(events),
            "actors": usual if said.actors is None else said.actors,
            "cause": said.cause or ("engine" if engine else "order"),
            "order": said.order,
            "sequence": "reconstructed" if unsure else "exact",
            "text": said.text,
            "author": said.author,
        }
        try:
            step = msgspec.convert(msgspec.to_builtins(value), Step)
        except msgspec.ValidationError as error:
            scanner.fail(str(error))
        return Given((step,), state, (state.round, state.active))


def _opened(setting: Setting) -> State:
    try:
        return open_position(setting.start, setting.board, setting.catalog)
    except A4AError as error:
        raise NotationError(f"[Position]: {error}") from None
