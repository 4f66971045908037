"""A position set up by hand, in one line for each thing that stands on the board."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import msgspec
import polars as pl

from a4a.analysis.audit import findings_frame
from a4a.boards.deltas import write_mod
from a4a.core import edits
from a4a.core import events as ev
from a4a.core.english import list_of
from a4a.core.errors import A4AError
from a4a.core.names import plain
from a4a.core.position import Position
from a4a.core.record import GameRecord
from a4a.core.setup import position_of
from a4a.core.state import State
from a4a.core.steps import Header, NodeId
from a4a.core.words import describe
from a4a.editing.turns import turn_events
from a4a.rules import rules_of
from a4a.rules.phased import PhasedRuleset
from a4a.rules.ruleset import Ruleset
from a4a.rules.systems import book


class PositionEditor:
    """A position that is being set up.

    Every change returns the editor, so that changes can be chained; each can be undone. A change
    that cannot be made is refused with what would be right, and the position stays as it was. The
    rules of play forbid nothing here: `check` says what they do not let stand so.

    Parameters
    ----------
    header
        What the record of the position is to say about itself.
    state
        Where to begin.
    rules
        The rules of the game, or None where a4a has none.
    system
        The name of a system, or the folder of a mod, by which its rules and tables are found.

    Examples
    --------
    >>> import a4a
    >>> p = a4a.position("europe1940").clear()
    >>> p = p.put("Germany", "tank", 3, at="Poland")
    >>> p = p.put("Soviet Union", "infantry", 2, at="Belarus")
    >>> p = p.money("Germany", 40).relation("Germany", "Soviet Union", "war")
    >>> p = p.turn("Germany", "Combat Move", round=4)
    >>> p.check().height
    0
    >>> a4a.new_game(p.record(title="Across the Bug")).decision.kind
    'combat move'
    """

    def __init__(
        self, header: Header, state: State, *, rules: Ruleset | None, system: str | Path
    ) -> None:
        self._header = header
        self._rules = rules
        self._system = system
        begun = position_of(state)
        self._journal = GameRecord(header, state.board, state.catalog, begun)
        self._done: list[tuple[NodeId, str]] = []
        self._undone: list[tuple[tuple[ev.AnyEvent, ...], str]] = []
        self._listeners: list[Callable[[], None]] = []

    # --- reading --------------------------------------------------------------------------------

    @property
    def state(self) -> State:
        """The position so far, as states of games are."""
        return self._journal.state_at(self._journal.last)

    @property
    def journal(self) -> GameRecord:
        """The changes as a record: a step each, from where the editor began."""
        return self._journal

    @property
    def rules(self) -> Ruleset | None:
        """The rules of the game, or None where a4a has none."""
        return self._rules

    @property
    def changes(self) -> tuple[str, ...]:
        """What has been changed so far, in words."""
        return tuple(words for _, words in self._done)

    @property
    def undone(self) -> tuple[str, ...]:
        """What has been undone and can be made again, in words; what was undone last is last."""
        return tuple(words for _, words in self._undone)

    def statuses(self, power: str) -> tuple[str, ...]:
        """Return the statuses that a power can have, or has."""
        name = self.state.catalog.power(power).name
        known = self._rules.statuses(name) if self._rules else ()
        return tuple(dict.fromkeys((*known, *self.state.statuses(name))))

    def technologies(self, power: str) -> tuple[str, ...]:
        """Return the technologies that a power can have, or has."""
        name = self.state.catalog.power(power).name
        known = self._rules.technologies(name) if self._rules else ()
        return tuple(dict.fromkeys((*known, *self.state.technologies(name))))

    # --- units ----------------------------------------------------------------------------------

    def put(
        self,
        power: str,
        unit: str,
        count: int = 1,
        *,
        at: str,
        damage: int = 0,
        aboard: str | None = None,
    ) -> PositionEditor:
        """Put units on the board.

        Parameters
        ----------
        power
            Whose, by name or alias.
        unit
            Their type; where units are named counters, the counter's name, or a type: then
            counters that are not on the board come, in the order of the list.
        count
            How many.
        at
            The space, or a holding: "purchased", "force pool".
        damage
            The hits, damage points or lost steps that each carries.
        aboard
            The type of a ship in the space that carries them; "" for the first that has room, None
            for none.

        Raises
        ------
        A4AError
            If there is no such power, unit or space, or there are not so many counters; if they are
            to go aboard, and no ship there has room.
        """
        put = edits.put(self.state, power, unit, count, at, damage=damage, aboard=aboard)
        return self._change(put)

    def take(self, power: str, unit: str, count: int = 1, *, at: str) -> PositionEditor:
        """Take units off the board, with what is aboard them; intact ones first.

        Raises
        ------
        A4AError
            If there are not so many; the message says what is there.
        """
        return self._change(edits.take(self.state, power, unit, count, at))

    def move(
        self, power: str, unit: str, count: int = 1, *, start: str, end: str
    ) -> PositionEditor:
        """Put units that are on the board somewhere else, with what is aboard them.

        Raises
        ------
        A4AError
            If there are not so many; the message says what is there.
        """
        return self._change(edits.move(self.state, power, unit, count, start, end))

    def load(
        self, power: str, unit: str, count: int = 1, *, at: str, aboard: str = ""
    ) -> PositionEditor:
        """Put units aboard a ship of a type, or any, in the same space, the first that has room.

        Raises
        ------
        A4AError
            If there are not so many units, or no ship has room for them.
        """
        return self._change(edits.load(self.state, power, unit, count, at, aboard))

    def damage(
        self, power: str, unit: str, points: int = 1, *, at: str, count: int = 1
    ) -> PositionEditor:
        """Let units carry so many hits, damage points or lost steps; 0 repairs them.

        Raises
        ------
        A4AError
            If there are not so many; the message says what is there.
        """
        return self._change(edits.damage(self.state, power, unit, count, at, points))

    def clear(self, space: str | None = None) -> PositionEditor:
        """Take all units off a space, or off the board and out of all holdings."""
        if space is None:
            units = tuple(self.state.units)
        else:
            units = tuple(u.id for u in self.state.within(edits.space_of(self.state, space)))
        return self._change((ev.UnitsRemoved(units, edits.EDIT),) if units else ())

    # --- spaces and powers ----------------------------------------------------------------------

    def own(self, space: str, power: str | None) -> PositionEditor:
        """Give a space to a power, or to nobody (None)."""
        return self._change(edits.own(self.state, space, power))

    def money(self, treasury: str, amount: int, *, resource: str = "") -> PositionEditor:
        """Let a treasury, or a power's main one, hold so much; of the game's currency if "".

        Raises
        ------
        A4AError
            If there is no such treasury, or it holds no such resource, or the amount is below 0.
        """
        return self._change(edits.money(self.state, treasury, amount, resource))

    def relation(self, a: str, b: str, relation: str) -> PositionEditor:
        """Let two powers stand in a relation: "war", "allied", "neutral" or one of the game's."""
        return self._change(edits.relate(self.state, a, b, relation))

    def status(self, power: str, word: str, *, has: bool = True) -> PositionEditor:
        """Give a power a status of the game's, as "neutral", or take it away.

        Raises
        ------
        A4AError
            If the rules know no such status of the power; the message lists those they know.
        """
        self._check_known(power, word, "status", self.statuses(power), has=has)
        return self._change(edits.status(self.state, power, word, has=has))

    def technology(self, power: str, name: str, *, has: bool = True) -> PositionEditor:
        """Give a power a technology, or take it away. Raises as `status`."""
        self._check_known(power, name, "technology", self.technologies(power), has=has)
        return self._change(edits.technology(self.state, power, name, has=has))

    def value(self, space: str, key: str, value: ev.Value) -> PositionEditor:
        """Change what a space is worth ("value"), or another value of it that the game has."""
        name = edits.space_of(self.state, space)
        old = self.state.value(name, key)
        return self._change((ev.ValueChanged(name, key, old, value),))

    def turn(self, power: str, phase: str = "", *, round: int = 1) -> PositionEditor:
        """Let it be a phase of a power's turn, or of a side's; the turn is only beginning if "".

        A4AError says which turns and phases there are in that round, if not this one.
        """
        catalog = self.state.catalog
        sides = [side for side in catalog.sides if plain(side) == plain(str(power))]
        force = [p.name for p in catalog.powers if p.playable and p.side in sides]
        force = force or [catalog.power(power).name]
        if isinstance(round, bool) or not isinstance(round, int) or not 1 <= round <= edits.MOST:
            raise A4AError(f"a round is a number from 1 to {edits.MOST}, not {round!r}")
        return self._change(turn_events(self._rules, tuple(force), phase, round=round))

    # --- back and forth -------------------------------------------------------------------------

    def undo(self) -> PositionEditor:
        """Take the last change back; A4AError if there is none."""
        if not self._done:
            raise A4AError("nothing has been changed that could be undone")
        node, words = self._done.pop()
        self._undone.append((self._journal.withdraw(node).events, words))
        self._tell()
        return self

    def redo(self) -> PositionEditor:
        """Make the change again that was undone last; A4AError if there is none."""
        if not self._undone:
            raise A4AError("nothing has been undone that could be made again")
        events, words = self._undone.pop()
        self._done.append((self._journal.append(events, cause="edit"), words))
        self._tell()
        return self

    def listen(self, listener: Callable[[], None]) -> Callable[[], None]:
        """Call a listener after every change; call what is returned to stop listening."""
        self._listeners.append(listener)

        def end() -> None:
            if listener in self._listeners:
                self._listeners.remove(listener)

        return end

    # --- what becomes of it ---------------------------------------------------------------------

    def check(self) -> pl.DataFrame:
        """Return what the rules do not let stand so, a row each; none if all is well.

        Returns
        -------
        polars.DataFrame
            As `a4a.audit` has them; schema ``FINDINGS``.

        Raises
        ------
        A4AError
            If a4a has no rules of this game.
        """
        if self._rules is None:
            rules_of(self.record())  # it says so
            raise A4AError(f"a4a has no rules of {self._header.system!r}")
        found = [(0, judgement) for judgement in self._rules.examine(self.state)]
        sections = {rule.id: rule.section for rule in book(self._system)} if found else {}
        return findings_frame(self.record(), found, sections)

    @property
    def position(self) -> Position:
        """The position as records begin with it."""
        written = position_of(self.state)
        if not isinstance(self._rules, PhasedRuleset) or not written.active:
            return written
        turn = self._rules.number_of(written.active, written.phase, round=written.round)
        return msgspec.structs.replace(written, turn=turn)

    def record(self, *, title: str = "") -> GameRecord:
        """Return a record that begins here: to explore, to share, to be played on.

        Parameters
        ----------
        title
            What the game is called; as before if "".
        """
        header = self._header
        header = msgspec.structs.replace(header, title=title) if title else header
        return GameRecord(header, self.state.board, self.state.catalog, self.position)

    def mod(self, folder: str | Path, *, title: str = "", name: str = "") -> Path:
        """Write a mod that begins so: a folder of tables that lie over the game's.

        Parameters
        ----------
        folder
            Where to write it: a new or an empty folder.
        title
            What people call it.
        name
            What records call it; as its folder if "".

        Returns
        -------
        pathlib.Path
            The folder; ``a4a.new_game`` plays it.

        Raises
        ------
        A4AError
            If the folder is not empty, or something is set up that no table of a start can say: a
            round, damage, cargo, technologies. A record can say it all.
        """
        return write_mod(self._system, self.position, Path(folder), title=title, name=name)

    # --- inside ---------------------------------------------------------------------------------

    def _change(self, events: tuple[ev.AnyEvent, ...]) -> PositionEditor:
        if events:
            before = self.state
            node = self._journal.append(events, cause="edit")
            self._done.append((node, _words(events, before)))
            self._undone.clear()
            self._tell()
        return self

    def _check_known(
        self, power: str, word: str, what: str, known: tuple[str, ...], *, has: bool
    ) -> None:
        """Refuse to give a power what the rules do not know."""
        if has and self._rules and word not in known:
            there = f"there are {list_of(known)}" if known else "there are none"
            raise A4AError(f"{power} can have no {what} {word!r}; {there}")

    def _tell(self) -> None:
        for listener in tuple(self._listeners):
            listener()

    def __repr__(self) -> str:
        who = list_of(self.state.active) or "nobody"
        return (
            f"<PositionEditor {self._header.system}: {len(self.state.units)} units, "
            f"round {self.state.round}, {who}, {len(self._done)} changes>"
        )


def _words(events: tuple[ev.AnyEvent, ...], before: State) -> str:
    """Say what a change was."""
    told = [describe(events[0], before)]
    if len(events) > 1:
        told.append(f"and {len(events) - 1} more")
    return " ".join(told).replace(f" ({edits.EDIT})", "")  # which all of them are
