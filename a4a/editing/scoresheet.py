"""A game that is played elsewhere, written down as it goes: the rules advise and forbid nothing."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import msgspec

from a4a.boards import start
from a4a.core import edits
from a4a.core import events as ev
from a4a.core.errors import A4AError, RecordError
from a4a.core.journey import journey
from a4a.core.names import plain
from a4a.core.record import GameRecord
from a4a.core.state import State
from a4a.core.steps import TABLE, Cause, NodeId, Source, Step
from a4a.core.units import Unit
from a4a.core.variations import Promote
from a4a.core.words import describe_step
from a4a.editing.advice import Adviser
from a4a.editing.entries import Correction, Entry
from a4a.editing.fights import CombatRound, Faces, Losses, fight, passed_on
from a4a.editing.fitting import misfit
from a4a.editing.turns import turn_events
from a4a.rules import rules_of
from a4a.rules.judgement import Judgement
from a4a.rules.phased import PhasedRuleset
from a4a.rules.ruleset import Ruleset


class Scoresheet:
    """Writes a game down that is played elsewhere: over a table, or in a program we cannot read.

    Every entry is a step without an order. What cannot have happened, as a move of units that are
    not there, is refused; what the rules do not allow is written down, and `Entry.advice` says so.

    Parameters
    ----------
    record
        Where to write.
    node
        After which node; the end of the main line if None.
    rules
        The folder of the mod that is played.

    Examples
    --------
    >>> import a4a
    >>> sheet = a4a.scoresheet("europe1940")
    >>> entry = sheet.turn("Germany", "Combat Move")
    >>> sheet.moved("Germany", "infantry", 3, start="Germany", end="Poland").text
    '3 German infantry moved from Germany to Poland'
    >>> sheet.moved("Germany", "infantry", start="Norway", end="United Kingdom").advice[0].rule
    'AA-SET-026'
    """

    def __init__(
        self, record: GameRecord, *, node: NodeId | None = None, rules: str | Path | None = None
    ) -> None:
        self.record = record
        self.node = record.last if node is None else node
        self._rules: Ruleset | None
        try:
            self._rules = rules_of(record, rules=rules)
        except A4AError:
            self._rules = None
        self._adviser = Adviser(record, self._rules)

    @property
    def state(self) -> State:
        """How things stand now."""
        return self.record.state_at(self.node)

    # --- time -----------------------------------------------------------------------------------

    def turn(self, power: str, phase: str = "", *, round: int | None = None) -> Entry:
        """Begin the turn of a power, in its first round if none is played, with a phase or none.

        Parameters
        ----------
        power
            Whose turn it is.
        phase
            Its phase, or "".
        round
            The round, if a new one begins.
        """
        name = self.state.catalog.power(power).name
        number = round or self.state.round or 1
        began, *turn = turn_events(self._rules, (name,), phase, round=number)
        goes_on = number == self.state.round
        return self._enter(turn if goes_on else (began, *turn), cause="engine")

    def phase(self, phase: str) -> Entry:
        """Begin a phase of the turn."""
        if not self.state.active:
            raise A4AError("nobody's turn has begun; begin one with turn()")
        if isinstance(self._rules, PhasedRuleset):
            _, phase = self._rules.turn_of(self.state.active, phase, round=self.state.round)
        return self._enter((ev.PhaseBegan(phase),), cause="engine")

    # --- moves and fights -----------------------------------------------------------------------

    def moved(
        self,
        power: str,
        unit: str,
        count: int = 1,
        *,
        start: str,
        end: str,
        via: Sequence[str] = (),
    ) -> Entry:
        """Write a move down; land units that end at sea go aboard the first ship with room.

        Parameters
        ----------
        power, unit, count
            Who moved what.
        start, end, via
            From where to where, and over which spaces; a shortest way if these are not said.
        """
        state = self.state
        ids = edits.chosen(state, power, unit, count, start)
        kind = state.catalog.unit_type(state.unit(ids[0]).type)
        here, there = edits.space_of(state, start), edits.space_of(state, end)
        cargo = isinstance(state.unit(ids[0]).place, int)
        at_sea = state.board.space(there).kind == "sea"
        aboard = edits.ship_for(state, ids, there) if at_sea and kind.category == "land" else None
        if via:
            path = (here, *(edits.space_of(state, space) for space in via), there)
        else:
            path = journey(state.board, here, there, kind.category)
        quiet = "noncombat" in plain(state.phase)
        mode: ev.MoveMode = "noncombat" if quiet else "amphibious" if cargo else "combat"
        event = ev.UnitsMoved(ids, path, mode, len(path) - 1, aboard)
        return self._enter((event,), power)

    def fought(
        self,
        space: str,
        *,
        attacker: str = "",
        faces: Mapping[str, Faces] | None = None,
        losses: Mapping[str, Losses] | None = None,
        damaged: Mapping[str, Losses] | None = None,
        rounds: Sequence[CombatRound] = (),
        start: Sequence[str] = (),
        retreat: str = "",
    ) -> Entry:
        """Write a battle down; dice are optional, and rounds after the first are `rounds`.

        Parameters
        ----------
        space, attacker
            Where it was, and who attacked; the power whose turn it is if "".
        faces
            What was rolled, by power: ``{"Germany": {"tank": [1, 4]}, "France": [2]}``.
        losses, damaged
            What was lost, and what was hit and lives: ``{"France": {"infantry": 2}}``.
        rounds
            Further rounds of combat.
        start
            The spaces from which it was attacked, where units do not enter a space to fight in it.
        retreat
            Where the attacker went, if it did.
        """
        power = attacker or next(iter(self.state.active), "")
        if not power:
            raise A4AError("nobody's turn has begun; say who attacked: attacker=...")
        first = CombatRound(faces=faces or {}, losses=losses or {}, damaged=damaged or {})
        events = fight(self.state, space, power, (first, *rounds), start=start, retreat=retreat)
        return self._enter(events, power)

    def took(self, space: str, power: str) -> Entry:
        """Write down that a space came under a power's control, and what stands in it for good."""
        name, owner = edits.space_of(self.state, space), self.state.catalog.power(power).name
        taken = _of("conquest", edits.own(self.state, name, owner))
        return self._enter((*taken, *passed_on(self.state, name, owner)), owner)

    # --- money ----------------------------------------------------------------------------------

    def bought(self, treasury: str, units: Mapping[str, int], *, cost: int | None = None) -> Entry:
        """Write a purchase down; the units wait to be placed.

        Parameters
        ----------
        treasury
            The power, or the treasury, that paid.
        units
            How many of which type.
        cost
            What was paid; as the units cost if None.
        """
        state = self.state
        name, resource = edits.account_of(state, treasury, "")
        power = state.catalog.treasuries[name].name
        lines = []
        for kind, count in units.items():
            known = state.catalog.unit_type(kind).name
            lines.append(ev.BillLine(known, count, count * state.catalog.price(known, power)))
        paid = sum(line.cost for line in lines) if cost is None else cost
        events: list[ev.AnyEvent] = [
            ev.ResourceChanged(name, resource, -paid, "purchase"),
            ev.Bought(power, name, tuple(lines)),
        ]
        if not state.catalog.counters:
            place = state.catalog.purchases(name)
            now = state
            for line in lines:
                first = now.last_unit + 1
                new = tuple(
                    Unit(first + n, line.unit_type, power, place) for n in range(line.count)
                )
                events.append(ev.UnitsAdded(new, "purchase"))
                now = now.apply(events[-1])
        return self._enter(events, power)

    def placed(self, power: str, unit: str, count: int = 1, *, at: str) -> Entry:
        """Write down that units that were bought came onto the board; a counter, by its name."""
        state = self.state
        if state.catalog.counters:
            return self._enter(_of("mobilized", edits.put(state, power, unit, count, at)), power)
        catalog = state.catalog
        owner = catalog.power(power)
        kind = catalog.unit_type(unit).name
        waiting = [
            u.id for t in owner.treasuries for u in state.at(catalog.purchases(t)) if u.type == kind
        ]
        if len(waiting) < count:
            raise A4AError(f"{owner.name} has bought {len(waiting)} {unit} to place, not {count}")
        place = edits.space_of(state, at)
        return self._enter((ev.UnitsPlaced(tuple(waiting[:count]), place, "mobilized"),), power)

    def income(self, treasury: str, amount: int, *, reason: str = "income", of: str = "") -> Entry:
        """Write down what a treasury got: "income", "objective" and which, "plunder" ..."""
        name, resource = edits.account_of(self.state, treasury, "")
        event = ev.ResourceChanged(name, resource, amount, reason, of)
        return self._enter((event,), self.state.catalog.treasuries[name].name)

    # --- what else ------------------------------------------------------------------------------

    def declared(self, a: str, b: str, relation: str = "war") -> Entry:
        """Write down that two powers stand otherwise to each other: at war."""
        return self._enter(edits.relate(self.state, a, b, relation), a)

    def noted(self, text: str) -> Entry:
        """Write words down."""
        return self._enter((ev.Noted(text),))

    def edited(self, change: Callable[[State], tuple[ev.AnyEvent, ...]]) -> Entry:
        """Put the board right, by a function of `a4a.core.edits` of the state.

        Examples
        --------
        >>> sheet = scoresheet("europe1940")
        >>> sheet.edited(lambda state: edits.money(state, "Germany", 31, "")).node
        1
        """
        return self._enter(change(self.state), cause="edit")

    # --- corrections ----------------------------------------------------------------------------

    def correct(self, node: NodeId, write: Callable[[Scoresheet], object]) -> Correction:
        """Write something else in the place of a step, and what came after it once more.

        The mistake and what followed it stay, as a line of their own; the corrected line goes
        before it, and the sheet goes on at its end.

        Parameters
        ----------
        node
            The step that is wrong.
        write
            Writes what happened instead: ``lambda s: s.moved("Germany", "tank", 2, ...)``.

        Raises
        ------
        A4AError
            If there is no such step on the line of the sheet, or what is written cannot have
            happened either: then all stays as it was.
        """
        way = self.record.way_to(self.node)
        if node not in way[1:]:
            raise A4AError(f"no step of this line leads to node {node}; it goes from {way[1:2]} on")
        later, here = way[way.index(node) + 1 :], self.node
        before = self.record.step(node).parent
        self.node = before
        try:
            write(self)
        except A4AError:
            self.node = here
            raise
        if self.node == before:
            self.node = here
            raise A4AError("nothing was written in the place of the step")
        last = self.node
        kept: dict[NodeId, NodeId] = {}
        stuck: NodeId | None = None
        why = ""
        for old in later:
            try:
                self.node = self._again(self.record.step(old))
            except RecordError as error:
                stuck, why = old, str(error)
                break
            kept[old] = self.node
        self._adviser.moved(kept)
        first = next(n for n in self.record.way_to(last) if self.record.parent(n) == before)
        self.record.do(Promote(first=first))
        return Correction(self._told(last, self._adviser.new(self.node)), kept, stuck, why)

    def _again(self, step: Step) -> NodeId:
        """Put a step after another line; RecordError if it does not fit there."""
        if why := misfit(step, self.record.state_at(step.parent), self.state):
            raise RecordError(why)
        return self.record.append(
            step.events, parent=self.node, actors=step.actors, cause=step.cause, text=step.text
        )

    # --- inside ---------------------------------------------------------------------------------

    def _enter(
        self,
        events: Sequence[ev.AnyEvent],
        power: str = "",
        *,
        cause: Cause = "order",
    ) -> Entry:
        if not events:
            raise A4AError("that is so already: nothing is written down")
        actors = (self.state.catalog.power(power).name,) if power else ()
        self.node = self.record.append(events, parent=self.node, actors=actors, cause=cause)
        return self._told(self.node, self._adviser.new(self.node))

    def _told(self, node: NodeId, advice: tuple[Judgement, ...]) -> Entry:
        step = self.record.step(node)
        told = describe_step(step, self.record.state_at(step.parent))
        return Entry(node, "; ".join(told), advice)


def _of(reason: str, events: tuple[ev.AnyEvent, ...]) -> tuple[ev.AnyEvent, ...]:
    """Events of an edit, for another reason."""
    return tuple(msgspec.structs.replace(event, reason=reason) for event in events)


def scoresheet(
    system: str | Path | GameRecord,
    *,
    title: str = "",
    node: NodeId | None = None,
    rules: str | Path | None = None,
) -> Scoresheet:
    """Begin to write a game down that is played elsewhere, or go on with it.

    Parameters
    ----------
    system
        A system's name, the folder of a mod, or a record: of a position that was set up, of a
        game to go on with.
    title
        What the game is called.
    node
        After which node of a record to go on.
    rules
        The folder of the mod that a record is played by.

    Examples
    --------
    >>> scoresheet("europe1940").income("Germany", 30).text
    'Germany collected 30 IPC'
    """
    if isinstance(system, GameRecord):
        record = system
    else:
        record = start(system)
        rules = rules or (system if isinstance(system, Path) else None)
    if not len(record):
        header = msgspec.structs.replace(
            record.header, source=Source(TABLE), title=title or record.header.title
        )
        record = GameRecord(header, record.board, record.catalog, record.start)
    return Scoresheet(record, node=node, rules=rules)
