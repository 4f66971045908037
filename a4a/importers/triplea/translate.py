"""A save made into a record: its history told in the events that every record is made of.

Every event of TripleA's history becomes a step. Changes that TripleA logs a moment too early (the
money of an objective comes before the line that says why) go to the step that explains them; the
order of changes is never altered.
"""

from __future__ import annotations

from typing import Final, TypeGuard

import msgspec

from a4a.core import events as ev
from a4a.core.record import GameRecord
from a4a.core.steps import Cause, Header, Source, Step
from a4a.importers.triplea import changes as ch
from a4a.importers.triplea import texts
from a4a.importers.triplea.battles import BattleTeller, is_battle
from a4a.importers.triplea.mirror import Mirror
from a4a.importers.triplea.names import NameMap
from a4a.importers.triplea.save import (
    EventNode,
    RoundNode,
    Save,
    SavedUnits,
    StepNode,
)
from a4a.importers.triplea.scenario import scenario
from a4a.importers.triplea.seats import Seats, players
from a4a.importers.triplea.tellers import EventTeller

_MAX_TEXT: Final = 500
_NO_FIT: Final = "changes that do not fit the state before them"
_BID: Final = "Bid"
_EDIT_MODE: Final = "EditMode"


def translate(save: Save, *, file: str = "", anonymous: bool = False) -> GameRecord:
    """Make a record of a save.

    Parameters
    ----------
    save
        The save. Its end state is wound back to the start and forward to the end again.
    file
        Name of the file it was read from.
    anonymous
        Leave out who played, and the file's name.

    Returns
    -------
    GameRecord
        The whole game, from the position before the history's first change.
    """
    return _Translator(save, scenario(save), file=file, anonymous=anonymous).record()


class _Translator:
    """The record of one save, being written."""

    def __init__(self, save: Save, names: NameMap, *, file: str, anonymous: bool) -> None:
        self.save = save
        self.names = names
        self.file = file
        self.anonymous = anonymous
        for group in reversed(save.changes):
            for change in reversed(group):
                change.undo(save.end)
        save.end.forget_faults()
        self.mirror = Mirror(save.end, names)
        self.start = self.mirror.position()
        self.battles = BattleTeller(save, self.mirror)
        self.teller = EventTeller(save, self.mirror)
        self.seats = Seats(names, anonymous=anonymous)
        self.steps: list[Step] = []
        self.notes: list[ev.AnyEvent] = []  # what is still to be added to the last step
        self.cursor = 0  # changes applied so far
        self.turn: tuple[str, ...] = ()
        self.phase = ""
        self.editing = False  # whether somebody has turned the editor on

    def record(self) -> GameRecord:
        """Write all steps and put the record together."""
        rounds = self.save.rounds
        for node in rounds:
            self._round(node, last=node is rounds[-1])
        self._loose(len(self.save.changes))
        self._add_notes()
        return GameRecord(
            self._header(), self.names.board, self.names.catalog, self.start, steps=self.steps
        )

    def _header(self) -> Header:
        save, names = self.save, self.names
        warnings = dict(sorted(save.unknown.items()))
        if save.end.fault_count:
            warnings[_NO_FIT] = save.end.fault_count
        return Header(
            system=names.catalog.system,
            title=save.game,
            options=save.options,
            players={} if self.anonymous else players(save, names, self.seats.seated),
            source=Source(
                "TripleA",
                save.engine,
                f"{save.game} {save.version}".strip(),
                "" if self.anonymous else self.file,
            ),
            warnings=warnings,
        )

    # --- time -----------------------------------------------------------------------------------

    def _round(self, node: RoundNode, *, last: bool) -> None:
        self._loose(node.start)
        self.turn, self.phase = (), ""
        self.battles.new_round(node.number)
        self.mirror.tell(ev.RoundBegan(node.number))
        self._end_step("engine")
        for step in node.steps:
            self._step(step, last=last and step is node.steps[-1])

    def _step(self, node: StepNode, *, last: bool) -> None:
        self._loose(node.start)
        mirror = self.mirror
        power = self.names.power(node.player)
        if power is not None:
            bid = _is_bid(node)
            if not bid and (power,) != self.turn:
                self.turn, self.phase = (power,), ""
                mirror.via.clear()
                self.battles.new_turn()
                mirror.tell(ev.TurnBegan(self.turn))
            phase = _BID if bid else self.names.phase(node.name, node.display)
            if phase != self.phase:
                self.phase = phase
                mirror.tell(ev.PhaseBegan(phase))
            if mirror.events:
                self._end_step("engine")
        events = _arranged(node, self.save.changes)
        for event in events:
            self._loose(event.start)
            self._event(node, event, last=last and event is events[-1])

    def _loose(self, end: int) -> None:
        """Apply changes that belong to no event: a step of the engine, if they change anything."""
        if self.cursor < end:
            changes = self._take(end)
            self.teller.tell_rest(changes, "event")
            if self.mirror.events:
                self._end_step("engine", exact=False)

    def _take(self, end: int) -> list[ch.SavedChange]:
        """Apply the changes up to a count, and return them."""
        taken = [change for group in self.save.changes[self.cursor : end] for change in group]
        self.cursor = max(self.cursor, end)
        for change in taken:
            self.mirror.view.advance(change)
            if isinstance(change, ch.SetProperty) and change.property == _EDIT_MODE:
                self.editing = change.new is True
        self.teller.take(taken)
        return taken

    def _end_step(
        self,
        cause: Cause,
        *,
        text: str = "",
        actors: tuple[str, ...] = (),
        exact: bool = True,
    ) -> None:
        self._add_notes()
        events, self.mirror.events = self.mirror.events, []
        number = len(self.steps) + 1
        self.steps.append(
            Step(
                id=number,
                parent=number - 1,
                events=tuple(events),
                actors=actors,
                cause=cause,
                sequence="exact" if exact else "reconstructed",
                text=text[:_MAX_TEXT],
            )
        )

    def _add_notes(self) -> None:
        """Add to the last step what was noted since."""
        if self.notes:
            before = self.steps[-1]
            events = (*before.events, *self.notes)
            self.steps[-1] = msgspec.structs.replace(before, events=events)
            self.notes = []

    # --- one event --------------------------------------------------------------------------------

    def _event(self, step: StepNode, node: EventNode, *, last: bool) -> None:
        changes = self._take(node.end)
        node = self.seats.taken_from(node)
        text = node.text
        reason = "event"
        cause: Cause = "engine"
        if texts.is_edit(text):
            cause = reason = "edit"
            self.teller.tell_lines(node)
        elif is_battle(text):
            cause = "order"
            self.battles.tell(node, player=step.player, pay=self.teller.pay, last=last)
        else:
            cause, reason = self.teller.tell(step, node)
        if _is_bid(step):
            cause = "bid"
        elif self.editing:
            cause = "edit"
        self.teller.tell_rest(changes, reason)
        self.mirror.events += self.seats.news()
        self._end_event(step, node, cause, exact=not node.lines)

    def _end_event(self, step: StepNode, node: EventNode, cause: Cause, *, exact: bool) -> None:
        """End the event's step; if nothing came of it, it is a note to the step before."""
        text = node.text.strip()
        if self.mirror.events:
            power = self.names.power(step.player)
            actors = (power,) if power is not None and cause != "engine" else ()
            self._end_step(cause, text=text, actors=actors, exact=exact)
            return
        note = ev.Noted(text[:_MAX_TEXT], _kind_of_note(text, cause))
        before = self.steps[-1] if self.steps else None
        joins = ("engine", "order") if note.kind == "engine" else ("engine",)
        if before is not None and cause == "engine" and before.cause in joins and text:
            self.notes.append(note)
        elif text:
            self.mirror.tell(note)
            self._end_step(cause, text=text)


# --- texts and causes ----------------------------------------------------------------------------


def _is_bid(step: StepNode) -> bool:
    return step.delegate in ("bid", "placeBid") or step.name.endswith(("Bid", "BidPlace"))


def _kind_of_note(text: str, cause: Cause) -> str:
    """Return what kind of note an event becomes that changed nothing.

    The engine's housekeeping is "engine"; what a player or reader may want to see is not.
    """
    if text.startswith("COMMENT: "):
        return "comment"
    if cause in ("edit", "bid"):
        return cause
    if text.startswith(("Trigger ", "Objective ", "Game Loaded")) or " now " in text:
        return "log"
    return "engine" if cause == "engine" else "log"


def _arranged(step: StepNode, changes: tuple[tuple[ch.SavedChange, ...], ...]) -> list[EventNode]:
    """Return a step's events, each with the changes that it explains.

    Edits that were logged as lines of the event before them become an event of their own, and what
    was logged before the line that explains it goes to that line: the money of an objective, and
    since 2.6 the units that a trigger places.
    """
    events = [part for event in step.events for part in _without_edits(event, changes)]
    for i in reversed(range(len(events))):
        event = events[i]
        before = event.start - 1
        if before < (events[i - 1].start if i else step.start) or before >= len(changes):
            continue
        own = [change for group in changes[event.start : event.end] for change in group]
        if _pays_for(event, changes[before], own) or _places(event, changes[before], own):
            events[i] = msgspec.structs.replace(event, start=before)
            if i:
                events[i - 1] = msgspec.structs.replace(events[i - 1], end=before)
    return events


def _pays_for(
    event: EventNode, group: tuple[ch.SavedChange, ...], own: list[ch.SavedChange]
) -> bool:
    """Tell whether a change is the money of the objective that an event speaks of."""
    gain = texts.objective(event.text)
    if gain is None:
        return False
    paid = ch.AddResource(gain.player, "PUs", gain.amount)
    return group == (paid,) and paid not in own


def _places(event: EventNode, group: tuple[ch.SavedChange, ...], own: list[ch.SavedChange]) -> bool:
    """Tell whether a change puts the units that an event speaks of into a territory."""
    if not isinstance(event.data, SavedUnits) or not event.data.units:
        return False
    placed = {unit for c in group if _is_placement(c) for unit in c.units}
    return placed == set(event.data.units) and not any(
        _is_placement(change) and not placed.isdisjoint(change.units) for change in own
    )


def _is_placement(change: ch.SavedChange) -> TypeGuard[ch.AddUnits]:
    return isinstance(change, ch.AddUnits) and change.kind == "T"


def _without_edits(
    event: EventNode, changes: tuple[tuple[ch.SavedChange, ...], ...]
) -> tuple[EventNode, ...]:
    """Separate an event from the edits that were logged as its last lines, if it has any."""
    line = next((i for i, line in enumerate(event.lines) if texts.is_edit(line.text)), None)
    if line is None or texts.is_edit(event.text):
        return (event,)
    for start in range(event.start, min(event.end, len(changes))):
        for change in changes[start]:
            if isinstance(change, ch.SetProperty) and change.property == _EDIT_MODE:
                first = event.lines[line]
                before = msgspec.structs.replace(event, lines=event.lines[:line], end=start)
                return before, EventNode(
                    first.text, first.data, event.lines[line + 1 :], start, event.end
                )
    return (event,)
