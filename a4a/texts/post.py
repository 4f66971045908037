"""What players post of a power-turn: its phases, orders, battles, money, and the author's notes.

It is made of the record's events, in the words that every system shares.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final, Literal, TypeAlias, get_args

import msgspec

from a4a.core import events as ev
from a4a.core.annotations import AnyAnnotation, Comment, Glyph
from a4a.core.english import capitalized, list_of
from a4a.core.fold import Fold
from a4a.core.phrases import force, powers
from a4a.core.record import GameRecord
from a4a.core.state import State
from a4a.core.steps import ROOT, NodeId, Step
from a4a.core.telling import Said, news, together
from a4a.core.words import describe
from a4a.texts.accounts import money, worth
from a4a.texts.battle_post import COLUMNS, BattlePost, Odds
from a4a.texts.blocks import (
    Block,
    Bullets,
    Diagram,
    Heading,
    Item,
    Note,
    Paragraph,
    Span,
    Table,
    plainly,
)
from a4a.texts.diagrams import asked
from a4a.texts.turns import PowerTurn

Notes = Literal["all", "none"]
Battles = Literal["rolls", "results"]
NOTES: Final[tuple[str, ...]] = get_args(Notes)
BATTLES: Final[tuple[str, ...]] = get_args(Battles)
_Entry: TypeAlias = Item | BattlePost | Note | Diagram
_APART = (Note, Diagram)
_TIMES = (ev.RoundBegan, ev.TurnBegan, ev.PhaseBegan)
_SILENT = (*_TIMES, ev.Asked)


def title_of(record: GameRecord) -> str:
    """What the game is called."""
    return record.header.title or record.header.system


def opening(record: GameRecord, *, notes: Notes) -> Iterator[Block]:
    """Yield what is told before the first turn: the title, who played, how it ended, notes."""
    yield Heading(title_of(record))
    catalog, header = record.catalog, record.header
    by_player: dict[str, list[str]] = {}
    for power, player in header.players.items():
        by_player.setdefault(player, []).append(power)
    for player, played in by_player.items():
        yield Paragraph((Span(player, "bold"), Span(f": {force(played, catalog)}")))
    on = [option for option, value in header.options.items() if value is True]
    if on:
        yield Paragraph(plainly(f"Options: {', '.join(on)}"))
    state = record.state_at(record.last)
    if state.victors:
        yield Paragraph((Span(f"{capitalized(powers(state.victors, state))} won", "bold"),))
    if notes == "all":
        yield from _written(record.annotations_at(ROOT), ROOT)


def _written(notes: Iterable[AnyAnnotation], at: NodeId) -> Iterator[Note | Diagram]:
    """Yield comments, and diagrams of a node where notes ask for them."""
    for note in notes:
        text, diagram = asked(note, at)
        if text and isinstance(note, Comment):
            yield Note(text, note.node, note.author, note.markup)
        if diagram is not None:
            yield diagram


def heading_of(record: GameRecord, turn: PowerTurn) -> str:
    """What a turn is called: "Round 2 (Winter 1940): the Axis".

    Examples
    --------
    >>> import a4a
    >>> from a4a.texts.turns import turns_of
    >>> record = a4a.game("global1940_strong_computer")
    >>> heading_of(record, turns_of(record)[1])
    'Round 1: the Soviet Union (computer (strong))'
    """
    time, players = turn.time, record.header.players
    state = record.state_at(turn.nodes[-1])
    label = f" ({time.label})" if time.label else ""
    names = dict.fromkeys(players[p] for p in time.powers if p in players)
    by = f" ({list_of(names)})" if names else ""
    who = f": {powers(time.powers, state)}" if time.powers else ""
    return f"Round {time.round}{label}{who}{by}" if time.round else f"Set-up{who}{by}"


def post(
    record: GameRecord,
    turn: PowerTurn,
    *,
    notes: Notes = "all",
    battles: Battles = "rolls",
    odds: Mapping[str, Odds] = MappingProxyType({}),
) -> Iterator[Block]:
    """Yield a turn as players post it.

    Parameters
    ----------
    record
        The game.
    turn
        The turn.
    notes
        "all" for the author's comments and glyphs, "none" without them.
    battles
        "rolls" for each roll of a battle, "results" for what came of it.
    odds
        What was to be expected of battles, by their ids.
    """
    yield Heading(heading_of(record, turn), level=2)
    log = _Log(record, turn, notes, odds)
    empty = True
    for phase, entries in log.phases:
        if phase and any(not isinstance(entry, _APART) for entry in entries):
            yield Heading(phase, level=3)
            empty = False
        yield from _listed(entries, battles)
    if empty and not any(entries for _, entries in log.phases):
        yield Paragraph(plainly("Nothing was ordered."))
    yield from _tables(record, turn, log.battles)


def _listed(entries: Iterable[_Entry], battles: Battles) -> Iterator[Block]:
    """Entries as lists, with notes between them."""
    items: list[Item] = []
    for entry in entries:
        if isinstance(entry, _APART):
            if items:
                yield Bullets(tuple(items))
            items = []
            yield entry
        else:
            items.append(entry if isinstance(entry, Item) else entry.item(battles))
    if items:
        yield Bullets(tuple(items))


def _tables(record: GameRecord, turn: PowerTurn, fought: Sequence[BattlePost]) -> Iterator[Table]:
    before = record.state_at(record.step(turn.nodes[0]).parent)
    after = record.state_at(turn.nodes[-1])
    events = [event for node in turn.nodes for event in record.step(node).events]
    if fought:
        yield Table(COLUMNS, tuple(battle.row() for battle in fought), words=2)
    if (table := money(events, before, after)) is not None:
        yield table
    if fought or table:
        yield worth(before, after)


class _Log:
    """What a turn tells, phase by phase."""

    def __init__(
        self, record: GameRecord, turn: PowerTurn, notes: Notes, odds: Mapping[str, Odds]
    ) -> None:
        self._odds = odds
        self.phases: list[tuple[str, list[_Entry]]] = [("", [])]
        self._open: dict[str, BattlePost] = {}
        self._record = record
        self._notes: dict[int, list[AnyAnnotation]] = {}
        for note in record.annotations if notes == "all" else ():
            self._notes.setdefault(note.node, []).append(note)
        fold = Fold(record.state_at(record.step(turn.nodes[0]).parent))
        for step in self._together(turn):
            self._step(step, fold)

    @property
    def battles(self) -> list[BattlePost]:
        """The battles of the turn, in the order in which they are told."""
        return [entry for _, told in self.phases for entry in told if isinstance(entry, BattlePost)]

    def _together(self, turn: PowerTurn) -> Iterator[Step]:
        """The turn's steps; those in a row that do the same to other units are one."""
        steps = [self._record.step(node) for node in turn.nodes]
        held: Step | None = None
        for step in steps:
            both = _joined(held, step) if held and self._quiet(held, step) else None
            if both is None and held is not None:
                yield held
            held = step if both is None else both
        if held is not None:
            yield held

    def _quiet(self, *steps: Step) -> bool:
        return not any(step.id in self._notes for step in steps)

    def _step(self, step: Step, fold: Fold) -> None:
        notes = self._notes.get(step.id, [])
        before = [n for n in notes if isinstance(n, Comment) and n.when == "before"]
        self._write(before, at=step.parent)
        state, lines = fold.state(), []
        for event in step.events:
            lines.append(describe(event, fold.working))
            self._count(event, fold)
            fold.apply(event)
        told = [(e, words) for e, words in news(step, lines, state) if not isinstance(e, ev.Asked)]
        self._tell(told, state)
        signs = [note.sign for note in notes if isinstance(note, Glyph)]
        if signs:
            self._mark(" ".join(signs), told)
        self._write([n for n in notes if n not in before], at=step.id)

    def _count(self, event: ev.AnyEvent, fold: Fold) -> None:
        """Let the battle that an event belongs to count it."""
        if not (name := _battle_of(event)) or isinstance(event, ev.Asked):
            return
        if name not in self._open:
            self._open[name] = BattlePost(name, fold.working, self._odds.get(name))
        self._open[name].follow(event, fold.working)

    def _tell(self, told: Sequence[Said], state: State) -> None:
        """Put what is told into its phase, and into its battle."""
        plain: list[Said] = []
        for event, words in told:
            if isinstance(event, _SILENT) or _battle_of(event):
                self._list(plain, state)
                plain = []
            if isinstance(event, ev.PhaseBegan):
                self.phases.append((words, []))
            elif name := _battle_of(event):
                self._fight(name, event, words, state)
            elif not isinstance(event, _SILENT):
                plain.append((event, words))
        self._list(plain, state)

    def _fight(self, name: str, event: ev.AnyEvent, words: str, state: State) -> None:
        battle = self._open[name]
        if not any(battle is entry for _, entries in self.phases for entry in entries):
            self.phases[-1][1].append(battle)
        battle.tell(event, words, state)

    def _list(self, said: Sequence[Said], state: State) -> None:
        if said:
            self.phases[-1][1].extend(Item(plainly(line)) for line in together(said, state))

    def _mark(self, signs: str, told: Sequence[Said]) -> None:
        """Put glyphs behind what they judge: a battle, the last thing told, or the phase."""
        phase, entries = self.phases[-1]
        fought = [name for event, _ in told if (name := _battle_of(event))]
        last = entries[-1] if entries and told else None
        if fought:
            self._open[fought[-1]].marked(signs)
        elif isinstance(last, Item):
            spans = (*last.spans, Span(f" {signs}", "bold"))
            entries[-1] = msgspec.structs.replace(last, spans=spans)
        else:
            self.phases[-1] = (f"{phase} {signs}".strip(), entries)

    def _write(self, notes: Iterable[AnyAnnotation], *, at: NodeId) -> None:
        """Write notes down; the same diagram is not shown twice."""
        entries = self.phases[-1][1]
        for entry in _written(notes, at):
            if entry not in entries:
                entries.append(entry)


def _battle_of(event: ev.AnyEvent) -> str:
    """The battle that an event belongs to, or ""."""
    return str(getattr(event, "battle", ""))


def _joined(one: Step, other: Step) -> Step | None:
    """Two steps as one, if each moves or places some units alike; None if they do not."""
    if len(one.events) != 1 or len(other.events) != 1:
        return None
    (first,), (second,) = one.events, other.events
    if not isinstance(first, (ev.UnitsMoved, ev.UnitsPlaced)) or type(first) is not type(second):
        return None
    assert isinstance(second, (ev.UnitsMoved, ev.UnitsPlaced))
    if msgspec.structs.replace(first, units=()) != msgspec.structs.replace(second, units=()):
        return None
    both = msgspec.structs.replace(first, units=first.units + second.units)
    return msgspec.structs.replace(other, events=(both,))
