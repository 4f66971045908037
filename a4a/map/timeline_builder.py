"""Makes the timeline of a line of a record: one pass over its steps."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from a4a.charts.palette import power_colours, side_colours
from a4a.core import events as ev
from a4a.core.board import Space
from a4a.core.catalog import Power, UnitType
from a4a.core.record import GameRecord
from a4a.core.state import State
from a4a.core.steps import NodeId, Step, Time
from a4a.core.words import list_of, log_lines
from a4a.map.borders import border_rows
from a4a.map.colours import ink_on
from a4a.map.timeline import (
    LogRow,
    Mark,
    PowerRow,
    SideRow,
    SpaceRow,
    Stop,
    Stops,
    Timeline,
    Track,
    TreasuryRow,
    TypeRow,
    Way,
    WayKind,
)

_MOST_PATHS = 24  # arrows of one step; more could not be told apart


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
    return _Builder(record).build(line)


class _Builder:
    def __init__(self, record: GameRecord) -> None:
        self._record = record
        board, catalog = record.board, record.catalog
        self._space = board.index
        self._power = {power.name: i for i, power in enumerate(catalog.powers)}
        self._type = {kind.name: i for i, kind in enumerate(catalog.unit_types)}
        self._conditions: dict[str, int] = {"": 0}
        self._contents: dict[tuple[int, ...], int] = {(): 0}
        self._owner: list[Track] = []
        self._stack: list[Track] = []
        self._battle: dict[int, Track] = {}
        self._money: dict[tuple[str, str], Track] = {}
        self._log: list[LogRow] = []
        self._marks: dict[int, Mark] = {}
        self._rounds: list[Stop] = []
        self._turns: list[Stop] = []
        self._phases: list[Stop] = []

    def build(self, line: Sequence[NodeId]) -> Timeline:
        record = self._record
        self._begin(record.state_at(line[0]), record.time(line[0]))
        before = record.state_at(line[0])
        for position, node in enumerate(line[1:], start=1):
            step, after = record.step(node), record.state_at(node)
            self._follow(position, step, before, after)
            self._tell_time(position, record.time(line[position - 1]), record.time(node))
            before = after
        catalog = record.catalog
        return Timeline(
            title=record.header.title or record.header.system,
            nodes=list(line),
            spaces=[_space_row(space, catalog.currency) for space in record.board.spaces],
            sides=_side_rows(catalog.sides),
            powers=_power_rows(catalog.powers, catalog.sides),
            types=[_type_row(kind) for kind in catalog.unit_types],
            treasuries=self._treasury_rows(),
            borders=border_rows(record.board),
            conditions=list(self._conditions),
            stacks=[list(content) for content in self._contents],
            owner=self._owner,
            stack=self._stack,
            battle=self._battle,
            value={},
            leanings=[""],
            leaning={},
            fronts={},
            straits=[],
            battles=[],
            money=list(self._money.values()),
            stops=Stops(self._rounds, self._turns, self._phases),
            log=self._log,
            marks=self._marks,
        )

    # --- the start ------------------------------------------------------------------------------

    def _begin(self, state: State, time: Time) -> None:
        for space in self._space:
            self._owner.append([0, self._power_index(state.control.get(space))])
            self._stack.append([0, self._content(space, state)])
        for power in self._record.catalog.powers:
            for treasury in power.treasuries:
                self._money.setdefault((treasury, self._record.catalog.currency), [0, 0])
        for treasury, resource in dict.fromkeys(key[:2] for key in state.balances):
            self._money[treasury, resource] = [0, state.money(treasury, resource)]
        self._log.append(LogRow("The start position", "start"))
        label = time.label or (f"Round {time.round}" if time.round else "Start")
        self._rounds.append(Stop(0, label, -1, time.round))
        self._turns.append(Stop(0, list_of(time.powers), self._actor(time.powers), time.turn))
        self._phases.append(Stop(0, time.phase, self._actor(time.powers)))

    def _treasury_rows(self) -> list[TreasuryRow]:
        owners = self._record.catalog.treasuries
        return [
            TreasuryRow(
                name, resource, self._power_index(owners[name].name if name in owners else None)
            )
            for name, resource in self._money
        ]

    # --- a step ---------------------------------------------------------------------------------

    def _follow(self, position: int, step: Step, before: State, after: State) -> None:
        stacked: set[int] = set()
        marked: dict[int, None] = {}
        ways: list[Way] = []
        space = self._space
        for event in step.events:
            stacked.update(space[name] for name in _spaces_of_units(event, before, after))
            match event:
                case ev.UnitsMoved(units=units, path=path, mode=mode) if len(path) > 1:
                    owner = self._power_index(after.unit(units[0]).owner)
                    places = tuple(space[name] for name in path)
                    ways.append(Way(owner, _WAYS.get(mode, "other"), len(units), places))
                case ev.ControlChanged(space=name):
                    _put(
                        self._owner[space[name]],
                        position,
                        self._power_index(after.control.get(name)),
                    )
                    marked[space[name]] = None
                case ev.ResourceChanged(treasury=treasury, resource=resource):
                    track = self._money.setdefault((treasury, resource), [0, 0])
                    _put(track, position, after.money(treasury, resource))
                case ev.BattleOpened(space=name):
                    marked[space[name]] = None
                case ev.UnitsPlaced() | ev.UnitsAdded() | ev.UnitsRemoved() | ev.UnitsConverted():
                    for name in _spaces_of_units(event, before, after):
                        marked[space[name]] = None
        names = tuple(space)
        for index in stacked:
            _put(self._stack[index], position, self._content(names[index], after))
        if before.battles or after.battles:
            self._follow_battles(position, before, after)
        if ways or marked:
            self._marks[position] = Mark(tuple(marked), tuple(ways[:_MOST_PATHS]))
        self._log.append(self._log_row(step, before))

    def _follow_battles(self, position: int, before: State, after: State) -> None:
        old = {battle.space for battle in before.battles.values()}
        new = {battle.space for battle in after.battles.values()}
        for name in old ^ new:
            track = self._battle.setdefault(self._space[name], [0, 0])
            _put(track, position, int(name in new))

    def _content(self, space: str, state: State) -> int:
        """The number of the content of a space at a state."""
        counts: dict[tuple[int, int, int], int] = {}
        for unit in state.within(space):
            words = [f"damaged {unit.damage}"] if unit.damage else []
            words += unit.flags
            if unit.place != space:
                words.append("aboard")
            condition = ", ".join(words)
            key = (
                self._power[unit.owner],
                self._type[unit.type],
                self._conditions.setdefault(condition, len(self._conditions)),
            )
            counts[key] = counts.get(key, 0) + 1
        content = tuple(number for key in sorted(counts) for number in (*key, counts[key]))
        return self._contents.setdefault(content, len(self._contents))

    def _log_row(self, step: Step, before: State) -> LogRow:
        text = "\n".join(log_lines(step, before)) or step.text
        actor = self._actor(step.actors or before.active)
        return LogRow(text, _kind(step), actor)

    def _tell_time(self, position: int, old: Time, new: Time) -> None:
        actor = self._actor(new.powers)
        if (new.round, new.label) != (old.round, old.label):
            self._rounds.append(Stop(position, new.label or f"Round {new.round}", -1, new.round))
        if new.turn != old.turn:
            self._turns.append(Stop(position, list_of(new.powers), actor, new.turn))
            self._phases.append(Stop(position, new.phase, actor))
        elif new.phase != old.phase:
            if self._phases[-1].name == "" and self._phases[-1].at >= self._turns[-1].at:
                # A turn's first phase begins with the turn.
                position = self._phases.pop().at
            self._phases.append(Stop(position, new.phase, actor))

    # --- indices --------------------------------------------------------------------------------

    def _power_index(self, power: str | None) -> int:
        return -1 if power is None else self._power.get(power, -1)

    def _actor(self, powers: tuple[str, ...]) -> int:
        return self._power_index(powers[0]) if powers else -1


def _put(track: Track, position: int, value: int) -> None:
    """Let a track have this value from this position on."""
    if track[-1] == value:
        return
    if track[-2] == position:
        track[-1] = value
    else:
        track += (position, value)


def _spaces_of_units(event: ev.AnyEvent, before: State, after: State) -> Iterator[str]:
    """The spaces where an event changed what stands there."""
    ids: Iterable[int]
    match event:
        case ev.UnitsAdded(units=units):
            ids = [unit.id for unit in units]
        case ev.UnitsPlaced() | ev.UnitsMoved() | ev.UnitsRemoved() | ev.UnitsConverted():
            ids = event.units
        case _:
            return
    found: dict[str, None] = {}
    for unit in ids:
        for state in (before, after):
            if unit in state.units and (space := state.space_of(unit)) is not None:
                found[space] = None
    if isinstance(event, ev.UnitsMoved):
        found[event.path[0]] = found[event.path[-1]] = None
    yield from found


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


def _space_row(space: Space, currency: str) -> SpaceRow:
    facts = [f"{space.value} {currency}"] if space.value else []
    if space.capital_of:
        facts.append(f"capital of {list_of(space.capital_of)}")
    if space.city:
        facts.append(space.city)
    facts += space.features
    if space.impassable:
        facts.append("impassable")
    label = space.name.removeprefix("sea zone ")
    return SpaceRow(space.name, space.kind, label, tuple(facts))


def _side_rows(sides: Sequence[str]) -> list[SideRow]:
    return [SideRow(side, colour, ink_on(colour)) for side, colour in side_colours(sides).items()]


def _power_rows(powers: Sequence[Power], sides: Sequence[str]) -> list[PowerRow]:
    colours = power_colours(powers)
    side = {name: i for i, name in enumerate(sides)}
    return [
        PowerRow(power.name, side.get(power.side, -1), colour, ink_on(colour))
        for power in powers
        if (colour := colours[power.name])
    ]


def _type_row(kind: UnitType) -> TypeRow:
    return TypeRow(
        kind.name,
        kind.category,
        kind.symbol,
        kind.cost,
        kind.attack * kind.dice,
        kind.defense,
    )
