"""Makes the timeline of a line of a record: one pass over the events of its steps."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

from a4a.core import events as ev
from a4a.core.errors import RecordError
from a4a.core.fold import Fold
from a4a.core.phrases import flag_called, force
from a4a.core.players import telling
from a4a.core.record import GameRecord
from a4a.core.state import State
from a4a.core.steps import NodeId, Step, Time
from a4a.core.units import Unit
from a4a.core.words import capitalized, describe, powers, told
from a4a.map.borders import border_rows, line_rows
from a4a.map.off_board import Holdings, counter_row, turn_rows
from a4a.map.purses import Purses
from a4a.map.rows import actor_of, power_rows, side_rows, space_rows, theatre_rows, type_row
from a4a.map.standing import Standing
from a4a.map.stories import Stories
from a4a.map.timeline import (
    BattleRow,
    CounterRow,
    DrawnWay,
    LogRow,
    Mark,
    Stop,
    Stops,
    Timeline,
    Track,
    WayKind,
)
from a4a.map.touched import entered, left
from a4a.map.tracks import cut, put


def build_timeline(record: GameRecord, line: Sequence[NodeId]) -> Timeline:
    """Make the timeline of a line.

    Parameters
    ----------
    record
        The game.
    line
        Its nodes in order, the start first.

    Raises
    ------
    RecordError
        If an event on the line cannot have happened.
    """
    return TimelineBuilder(record, line).timeline()


class TimelineBuilder:
    """A timeline that grows with its record: steps can be added to it, and taken off its end.

    Parameters
    ----------
    record
        The game.
    line
        The nodes in order, the start first.

    Attributes
    ----------
    header : Header
        The record's, from which players' names are.

    Raises
    ------
    RecordError
        If an event on the line cannot have happened.
    """

    def __init__(self, record: GameRecord, line: Sequence[NodeId]) -> None:
        self._record = record
        self.header = record.header
        board, catalog = record.board, record.catalog
        self._space = board.index
        self._names = tuple(board.index)
        self._power = catalog.power_order
        self._type = catalog.type_order
        self._start = record.state_at(line[0])
        self._spaces = list(space_rows(self._start))
        self._theatres = theatre_rows(board)
        self._sides = side_rows(catalog.sides)
        players = telling(record.header.players)
        self._powers = power_rows(catalog.powers, catalog.sides, players)
        self._types = [type_row(kind, self._power) for kind in catalog.unit_types]
        self._borders = border_rows(board)
        self._lines = line_rows(board)
        self._track = turn_rows(board.name)
        self._conditions: dict[str, int] = {"": 0}
        self._counters: dict[int, CounterRow] = {}
        self._actors: dict[tuple[str, ...], int] = {}
        self._stories: Stories = Stories(self._start)
        self._contents: dict[tuple[int, ...], int] = {(): 0}
        self._begin(line[0])
        self.follow(line)

    def follow(self, line: Sequence[NodeId]) -> int:
        """Go on to another line that has the same start.

        Parameters
        ----------
        line
            Its nodes in order.

        Returns
        -------
        int
            The position up to which nothing has changed.

        Raises
        ------
        RecordError
            If an event on the line cannot have happened.
        """
        record = self._record
        same = 0
        for old, new in zip(self._nodes, line, strict=False):
            if old != new:
                break
            same += 1
        if same < len(self._nodes):
            self._cut(same - 1)
        for position in range(len(self._nodes), len(line)):
            before, node = line[position - 1], line[position]
            self._follow(position, record.step(node), self._fold)
            self._tell_time(position, record.time(before), record.time(node))
            self._nodes.append(node)
        return same - 1

    def timeline(self) -> Timeline:
        """Return the timeline as it is now; what it holds changes when the builder goes on."""
        record, standing = self._record, self._standing
        return Timeline(
            title=record.header.title or record.header.system,
            nodes=self._nodes,
            spaces=self._spaces,
            theatres=self._theatres,
            sides=self._sides,
            powers=self._powers,
            types=self._types,
            treasuries=self._purses.rows(),
            money_lapses=record.catalog.money_lapses,
            borders=self._borders,
            lines=self._lines,
            conditions=list(self._conditions),
            counters=self._counters,
            stacks=[list(content) for content in self._contents],
            owner=self._owner,
            stack=self._stack,
            battle=self._battle,
            value=standing.value,
            leanings=standing.leanings,
            leaning=standing.leaning,
            fronts=standing.fronts,
            joined=standing.joined,
            straits=standing.straits,
            battles=self._stories.rows(),
            money=list(self._purses.tracks.values()),
            holdings=self._holdings.rows(self._power),
            held=self._holdings.tracks,
            track=self._track,
            stops=Stops(self._rounds, self._turns, self._phases),
            log=self._log,
            marks=self._marks,
        )

    def battles_since(self, position: int) -> dict[int, BattleRow]:
        """Return the stories of battles in which anything happened after a position, by index."""
        return self._stories.rows_since(position)

    def _cut(self, position: int) -> None:
        """Take off what came after a position, and battles that went on after it, whole."""
        position = self._stories.before_battles(position)
        self._stories.cut(position)
        if position < 0:  # one that was open at the start
            position, self._stories = 0, Stories(self._start)
        self._standing.cut(position)
        self._purses.cut(position)
        every = (self._owner, self._stack, self._battle.values(), self._holdings.tracks)
        for tracks in every:
            for track in tracks:
                cut(track, position)
        del self._nodes[position + 1 :], self._log[position + 1 :]
        for marked in [at for at in self._marks if at > position]:
            del self._marks[marked]
        self._fold = Fold(self._record.state_at(self._nodes[-1]))
        self._cut_time(position)

    def _cut_time(self, position: int) -> None:
        """Take off the stops after a position; those of its turn are told again.

        A phase may have named the one before it, which was none yet, but only of its own turn.
        """
        turn = max(stop.at for stop in self._turns if stop.at <= position)
        for stops in (self._rounds, self._turns, self._phases):
            stops[:] = [stop for stop in stops if stop.at < turn]
        if turn == 0:
            self._begin_time(self._record.time(self._nodes[0]))
        times = [self._record.time(node) for node in self._nodes[max(0, turn - 1) :]]
        for at, (old, new) in enumerate(pairwise(times), start=max(1, turn)):
            self._tell_time(at, old, new)

    # --- the start ------------------------------------------------------------------------------

    def _begin(self, node: NodeId) -> None:
        state = self._start
        # The fold's own working state is looked at, never kept: nothing is copied on the way.
        self._fold = Fold(state)
        self._standing: Standing = Standing(state)
        self._nodes: list[NodeId] = [node]
        self._owner: list[Track] = []
        self._stack: list[Track] = []
        self._battle: dict[int, Track] = {}
        self._purses: Purses = Purses(state)
        self._log: list[LogRow] = []
        self._marks: dict[int, Mark] = {}
        self._holdings: Holdings = Holdings()
        self._holdings.put(0, state.holdings, lambda place: self._content(state.at(place)))
        for space in self._space:
            self._owner.append([0, self._power_index(state.control.get(space))])
            self._stack.append([0, self._content(state.within(space), space)])
        for battle in state.battles.values():
            self._battle[self._space[battle.space]] = [0, 1]
        self._log.append(LogRow("The start position", "start"))
        self._begin_time(self._record.time(node))

    def _begin_time(self, time: Time) -> None:
        label = time.label or (f"Round {time.round}" if time.round else "Start")
        actor = self._actor(time.powers)
        self._rounds = [Stop(0, label, -1, time.round)]
        self._turns = [Stop(0, self._players(time), actor, time.turn)]
        self._phases = [Stop(0, time.phase, actor)]

    # --- a step ---------------------------------------------------------------------------------

    def _follow(self, position: int, step: Step, fold: Fold) -> None:
        state = fold.working
        actor = self._actor(step.actors or _at_turn(step, state.active))
        words: list[str] = []
        stacked: dict[str, None] = {}
        marked: dict[int, None] = {}
        fought = {battle.space: None for battle in state.battles.values()}
        ways: list[DrawnWay] = []
        self._holdings.begin()
        for number, event in enumerate(step.events):
            words.append(describe(event, state))
            self._stories.follow(position, event, state)
            places = dict.fromkeys(left(event, state))
            self._holdings.see(event, state)
            try:
                fold.apply(event)
            except RecordError as error:
                raise RecordError(f"step {step.id}, event {number}: {error}") from None
            places.update(dict.fromkeys(entered(event, state)))
            self._holdings.see(event, state)
            stacked.update(places)
            match event:
                case ev.UnitsMoved(units=units, path=path, mode=mode) if len(path) > 1 and units:
                    owner = self._power[state.unit(units[0]).owner]
                    way = tuple([self._space[name] for name in path])
                    ways.append(DrawnWay(owner, _WAYS.get(mode, "other"), len(units), way))
                case ev.ControlChanged(space=name):
                    index = self._space[name]
                    put(self._owner[index], position, self._power_index(state.control.get(name)))
                    marked[index] = None
                case ev.ResourceChanged():
                    self._purses.see(event, position, state)
                case ev.BattleOpened(space=name):
                    fought[name] = marked[self._space[name]] = None
                case ev.UnitsPlaced() | ev.UnitsAdded() | ev.UnitsRemoved() | ev.UnitsConverted():
                    for name in places:
                        marked[self._space[name]] = None
        for name in stacked:
            content = self._content(state.within(name), name)
            put(self._stack[self._space[name]], position, content)
        touched = self._holdings.seen
        self._holdings.put(position, touched, lambda place: self._content(state.at(place)))
        if fought:
            self._set_battles(position, fought, state)
        self._standing.follow(position, step.events, stacked, state)
        if ways or marked:
            self._marks[position] = Mark(tuple(marked), tuple(ways))
        text = "\n".join(told(step, words, state)) or step.text or _ended(step, state)
        self._log.append(LogRow(text, _kind(step), actor))

    def _set_battles(self, position: int, spaces: Iterable[str], state: State) -> None:
        still = {battle.space for battle in state.battles.values()}
        for name in spaces:
            track = self._battle.setdefault(self._space[name], [0, 0])
            put(track, position, int(name in still))

    def _content(self, units: Iterable[Unit], space: str | None = None) -> int:
        """The number of the content of a space, or of a holding."""
        counts: dict[tuple[int, int, int], int] = {}
        for unit in units:
            key = (self._power[unit.owner], self._type[unit.type], self._condition(unit, space))
            counts[key] = counts.get(key, 0) + 1
        content = tuple([number for key in sorted(counts) for number in (*key, counts[key])])
        return self._contents.setdefault(content, len(self._contents))

    def _condition(self, unit: Unit, space: str | None) -> int:
        """The number of a unit's condition, which also says which counter it is."""
        aboard = space is not None and unit.place != space
        if not (unit.name or unit.damage or unit.flags or aboard):
            return 0
        counter = counter_row(unit, self._record.catalog) if unit.name else None
        words = [f"{counter.name} {counter.face}"] if counter else []
        words += [f"damaged {unit.damage}"] if unit.damage else []
        words += map(flag_called, unit.flags)
        words += ["aboard"] if aboard else []
        number = self._conditions.setdefault(", ".join(words), len(self._conditions))
        if counter:
            self._counters[number] = counter
        return number

    def _tell_time(self, position: int, old: Time, new: Time) -> None:
        actor = self._actor(new.powers)
        if (new.round, new.label) != (old.round, old.label):
            self._rounds.append(Stop(position, new.label or f"Round {new.round}", -1, new.round))
        if new.turn != old.turn:
            self._turns.append(Stop(position, self._players(new), actor, new.turn))
            self._phases.append(Stop(position, new.phase, actor))
        elif new.phase != old.phase:
            if self._phases[-1].name == "" and self._phases[-1].at >= self._turns[-1].at:
                # A turn's first phase begins with the turn.
                position = self._phases.pop().at
            self._phases.append(Stop(position, new.phase, actor))

    def _players(self, time: Time) -> str:
        """Whose turn it is: powers, a side if it is all of it, or all powers."""
        return capitalized(force(time.powers, self._record.catalog))

    # --- indices --------------------------------------------------------------------------------

    def _power_index(self, power: str | None) -> int:
        return -1 if power is None else self._power.get(power, -1)

    def _actor(self, powers: tuple[str, ...]) -> int:
        if powers not in self._actors:
            self._actors[powers] = actor_of(powers, self._record.catalog)
        return self._actors[powers]


def _ended(step: Step, state: State) -> str:
    """What a step says of which nothing else is to be said: an order that a phase ends."""
    if not step.actors:
        return "Nothing happened"
    return f"{capitalized(powers(step.actors, state))} ended the phase"


def _at_turn(step: Step, active: tuple[str, ...]) -> tuple[str, ...]:
    """The powers whose turn a step is in: the one it begins, none if it begins a round."""
    for event in step.events:
        if isinstance(event, ev.RoundBegan):
            active = ()
        elif isinstance(event, ev.TurnBegan):
            active = event.powers
    return active


def _kind(step: Step) -> str:
    """What a step is in the log: round, turn, phase, battle, a cause of its own, or ""."""
    kinds = {type(event) for event in step.events}
    # An order that ends its phase begins the next one too; it is no heading for that.
    if step.events and type(step.events[0]) in _HEADINGS:
        return next(name for kind, name in _HEADINGS.items() if kind in kinds)
    if step.cause in ("edit", "bid"):
        return step.cause
    return "battle" if kinds & _FIGHTING else ""


_HEADINGS: dict[type[ev.Event], str] = {
    ev.RoundBegan: "round", ev.TurnBegan: "turn", ev.PhaseBegan: "phase",
}  # fmt: skip
_WAYS: dict[str, WayKind] = {
    "combat": "combat", "noncombat": "noncombat", "retreat": "retreat", "amphibious": "amphibious",
}  # fmt: skip
_FIGHTING = {ev.BattleOpened, ev.CombatRoundBegan, ev.BattleClosed, ev.Rolled}
