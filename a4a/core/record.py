"""The record of a game: a start position and an append-only tree of steps, with annotations."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from pathlib import Path

import msgspec

from a4a.core import events as ev
from a4a.core.annotated import Annotated
from a4a.core.annotations import AnyAnnotation
from a4a.core.attached import Attached, Attachment
from a4a.core.board import Board
from a4a.core.catalog import Catalog
from a4a.core.errors import RecordError
from a4a.core.names import plain
from a4a.core.numbers import LARGEST
from a4a.core.players import players_with
from a4a.core.position import Position
from a4a.core.setup import open_position
from a4a.core.state import State
from a4a.core.states import States
from a4a.core.steps import ROOT, Cause, Header, NodeId, Step, WrittenOrder
from a4a.core.variations import MAIN, Variation
from a4a.core.varied import Varied

__all__ = ["MAIN", "GameRecord"]


class GameRecord(Varied, Annotated, Attached):
    """A game, self-contained: header, board, catalog, start position, steps, annotations.

    Steps are only ever added. A node is the point after a step and has the step's id; node 0 is
    the start. The first child of a node continues its line, further children begin variations,
    which can be named, promoted and deleted (`do`).

    Parameters
    ----------
    header, board, catalog, start
        What the game is, where and with what it is played, and from which position.
    steps
        Steps in the order they were recorded; each parent comes before its children.
    annotations
        Comments, glyphs, arrows, highlights.
    variations
        Names, ranks and authors of variations; of most there is nothing to say.
    attachments
        Texts that it carries besides.
    used
        The highest step id ever used, withdrawn steps included.

    Raises
    ------
    RecordError
        If an id is used twice or a parent is missing.

    Examples
    --------
    >>> from a4a.core.board import Board, Space
    >>> from a4a.core.catalog import Power
    >>> board = Board(name="one", spaces=(Space(name="Malta", kind="land"),), borders=())
    >>> catalog = Catalog(system="small", dice_sides=6, currency="IPC",
    ...                   powers=(Power(name="Italy"),), unit_types=())
    >>> record = GameRecord(Header(system="small"), board, catalog, Position())
    >>> node = record.append([ev.ControlChanged("Malta", None, "Italy", "conquest")])
    >>> record.state_at(node).control["Malta"], "Malta" in record.state_at(0).control
    ('Italy', False)
    """

    def __init__(
        self,
        header: Header,
        board: Board,
        catalog: Catalog,
        start: Position,
        *,
        steps: Iterable[Step] = (),
        annotations: Iterable[AnyAnnotation] = (),
        variations: Iterable[Variation] = (),
        attachments: Iterable[Attachment] = (),
        used: NodeId = ROOT,
    ) -> None:
        Varied.__init__(self, start, used=used)
        Annotated.__init__(self, board)
        Attached.__init__(self, attachments)
        self.header = header
        self.catalog = catalog
        self.start = start
        self._states = States(self, partial(open_position, start, board, catalog))
        self._file: Path | None = None
        self._digest = ""
        for step in steps:
            self._add_step(step)
        self._add_variations(variations)
        for annotation in annotations:
            self._add_annotation(annotation)

    # --- writing --------------------------------------------------------------------------------

    def append(
        self,
        events: Iterable[ev.AnyEvent],
        *,
        parent: NodeId | None = None,
        actors: tuple[str, ...] = (),
        cause: Cause = "order",
        order: WrittenOrder | None = None,
        text: str = "",
        author: str = "",
        after: State | None = None,
    ) -> NodeId:
        """Add a step after a node (the end of the main line, if none is given).

        After a node that already has a next step, it begins a variation.

        Parameters
        ----------
        events
            What happens.
        parent
            The node it follows.
        actors, cause, order, text, author
            As in `Step`.
        after
            The state after the events, where the caller has folded them from the state before:
            then they are not folded again.

        Returns
        -------
        int
            The new node.

        Raises
        ------
        RecordError
            If the events cannot have happened there; the record stays as it was.
        """
        before = self.last if parent is None else self._known(parent)
        if self._last_id >= LARGEST:
            raise RecordError(f"no step can be added: ids up to {LARGEST} have been used")
        step = Step(
            id=self._last_id + 1, parent=before, events=tuple(events), actors=actors,
            cause=cause, order=order, text=text, author=author,
        )  # fmt: skip
        if after is None:
            after = self._states.after(step)
        self._add_step(step)
        self._changed = True
        self._states.keep(step.id, after)
        return step.id

    def put_back(self, steps: Iterable[Step]) -> None:
        """Add steps that were left out of this copy of a record, with the ids they have there.

        They come before all steps with higher ids, as if they had never been missing.

        Parameters
        ----------
        steps
            The steps, parents before their children.

        Raises
        ------
        RecordError
            If an id was never used, is that of a step that is there, or a parent is missing.

        Examples
        --------
        >>> import a4a
        >>> from a4a.core.events import Noted
        >>> record = a4a.start("europe1940")
        >>> node = record.append([Noted("left out")])
        >>> left_out = record.withdraw(node)
        >>> record.append([Noted("tried")]), record.put_back([left_out]), record.children(0)
        (2, None, (1, 2))
        """
        used = self._last_id
        for step in steps:
            if step.id > used:
                raise RecordError(f"no step of this record had the id {step.id}: append a new one")
            self._add_step(step)
            self._changed = True
        self._order_by_id()

    def withdraw(self, node: NodeId) -> Step:
        """Take back the last step of a line and its annotations; its id is not used again.

        Raises
        ------
        RecordError
            If other steps follow it.
        """
        step = self.step(node)
        if self._children[node]:
            raise RecordError(f"node {node} cannot be taken back: steps follow it")
        for annotation in self.annotations_at(node):
            self.remove_annotation(annotation.id)
        self._changed = True
        self._variations.pop(node, None)
        self._remove_step(node)
        self._states.forget(node)
        return step

    def copy_line(self, node: NodeId) -> GameRecord:
        """Return the line through a node as a record of its own, without its variations.

        Nodes keep their ids, and annotations go with them. It has no file.

        Parameters
        ----------
        node
            A node of the line; the line goes on from it along first children to its end.

        Raises
        ------
        RecordError
            If there is no such node.

        Examples
        --------
        >>> import a4a
        >>> from a4a.core.events import Noted
        >>> record = a4a.start("europe1940")
        >>> nodes = [record.append([Noted(text)], parent=0) for text in ("played", "what if")]
        >>> record.copy_line(2).line()
        (0, 2)
        """
        nodes = frozenset(self.line_to(node))
        variation = self.variation(self.first_of(node))
        title = ", ".join(filter(None, (self.header.title, variation.name)))
        return GameRecord(
            msgspec.structs.replace(self.header, title=title),
            self.board,
            self.catalog,
            self.start,
            steps=[step for step in self._steps.values() if step.id in nodes],
            annotations=[a for a in self.annotations if a.node in nodes],
            used=self._last_id,
        )

    # --- reading --------------------------------------------------------------------------------

    def state_at(self, node: NodeId) -> State:
        """Return the state at a node; it never changes afterwards.

        The first call that passes over a part of the record folds it and keeps snapshots on the
        way; later calls fold a few steps at most.

        Raises
        ------
        RecordError
            If there is no such node, or an event on the way cannot have happened.
        """
        return self._states.at(self._known(node))

    def states(self, nodes: Iterable[NodeId] | None = None) -> Iterator[tuple[NodeId, State]]:
        """Yield each node of the main line (or each of these nodes) with its state.

        Every state is a value of its own: ``list()`` of them is safe.
        """
        for node in self.line() if nodes is None else nodes:
            yield node, self.state_at(node)

    def node_at(
        self,
        *,
        round: int,
        power: str | None = None,
        phase: str | None = None,
        line: str = MAIN,
    ) -> NodeId:
        """Return the first node of a round, of a power's turn in it, or of a phase of that turn.

        Parameters
        ----------
        round
            The round's number.
        power
            A power that is active, by name or alias.
        phase
            The phase's name; case and punctuation do not matter.
        line
            Which line to look on.

        Raises
        ------
        RecordError
            If there is none; the message says what there is.
        """
        wanted = self.catalog.power(power).name if power is not None else None
        key = plain(str(phase)) if phase is not None else None
        times = [self._times[n] for n in self.line(line)]
        in_round = [t for t in times if t.round == round]
        if not in_round:
            rounds = [t.round for t in times]
            raise RecordError(f"no round {round!r}: rounds go from {min(rounds)} to {max(rounds)}")
        in_turn = [t for t in in_round if wanted is None or wanted in t.powers]
        if not in_turn:
            raise RecordError(f"{wanted} has no turn in round {round}")
        for time in in_turn:
            if key is None or plain(time.phase) == key:
                return time.node
        phases = dict.fromkeys(t.phase for t in in_turn if t.phase)
        there = f"there are {', '.join(phases)}" if phases else "it has none"
        raise RecordError(f"no phase {phase!r} in that turn; {there}")

    def settled(self, node: NodeId) -> bool:
        """Whether nothing is open at a node: no battle, no decision, no interrupted move."""
        return self.state_at(node).settled

    def nearest_settled(self, node: NodeId) -> NodeId:
        """Return the settled node nearest before (or at) a node."""
        while not self.settled(node):
            node = self._steps[node].parent
        return node

    # --- the file -------------------------------------------------------------------------------

    @property
    def file(self) -> Path | None:
        """The file the record was read from or last saved to, or None."""
        return self._file

    @property
    def file_digest(self) -> str:
        """The SHA-256 of that file's bytes as they were then, or ""."""
        return self._digest

    @property
    def saved(self) -> bool:
        """Whether its file holds all of it: nothing was added or changed since."""
        return self._file is not None and not self._changed

    def kept_in(self, file: Path, digest: str) -> None:
        """Remember the file that holds the record; `a4a.store` calls this once it does."""
        self._file, self._digest, self._changed = file, digest, False

    def name_players(self, players: Mapping[str, str]) -> None:
        """Say who plays which powers, by name or alias; an empty name removes one.

        Raises
        ------
        A4AError
            If there is no such power, or a name is not one short line of text.

        Examples
        --------
        >>> import a4a
        >>> record = a4a.start("europe1940")
        >>> record.name_players({"Germany": "Ada", "Italy": "Bo"})
        >>> record.header.players
        {'Germany': 'Ada', 'Italy': 'Bo'}
        """
        named = players_with(self.header.players, players, self.catalog)
        self._changed = self._changed or named != self.header.players
        self.header = msgspec.structs.replace(self.header, players=named)

    def without_players(self) -> GameRecord:
        """Return this record without names: of players, of authors of steps and annotations."""
        return GameRecord(
            msgspec.structs.replace(self.header, players={}),
            self.board,
            self.catalog,
            self.start,
            steps=[msgspec.structs.replace(s, author="") for s in self._steps.values()],
            annotations=[msgspec.structs.replace(a, author="") for a in self.annotations],
            variations=[msgspec.structs.replace(v, author="") for v in self.told_variations],
            used=self._last_id,
        )

    # --- comparison -----------------------------------------------------------------------------

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, GameRecord):
            return NotImplemented
        return (
            self.header == other.header
            and self.board == other.board
            and self.catalog == other.catalog
            and self.start == other.start
            and self._steps == other._steps
            and self.annotations == other.annotations
            and self.told_variations == other.told_variations
            and self.attachments == other.attachments
        )

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        title = self.header.title or self.header.system
        last = self._times[self.last]
        # A round in which no turn has begun has not been played yet.
        rounds = last.round - 1 if last.turn and not last.powers else last.round
        return f"<GameRecord {title!r}: {len(self)} steps, {rounds} rounds>"
