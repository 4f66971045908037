"""A save made into a record: its history told in the events that every record is made of.

Every event of TripleA's history becomes a step. Changes that TripleA logs a moment too early (the
money of an objective comes before the line that says why) go to the step that explains them; the
order of changes is never altered.
"""

from __future__ import annotations

from typing import Final

import msgspec

from a4a.core import events as ev
from a4a.core.record import GameRecord
from a4a.core.steps import Cause, Header, Source, Step
from a4a.importers.triplea import changes as ch
from a4a.importers.triplea import texts
from a4a.importers.triplea.battles import BattleTeller, is_battle, rolled_event
from a4a.importers.triplea.mirror import SPACE_VALUES, Mirror, scalar, words
from a4a.importers.triplea.names import NameMap
from a4a.importers.triplea.save import (
    Dice,
    EventNode,
    Move,
    Placement,
    RoundNode,
    Save,
    StepNode,
    Units,
)
from a4a.importers.triplea.scenario import scenario

_MAX_TEXT: Final = 500
_NO_FIT: Final = "changes that do not fit the state before them"
_BID: Final = "Bid"
_EDIT_MODE: Final = "EditMode"
_PLAYED_BY: Final = " now being played by: "


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
        self.steps: list[Step] = []
        self.cursor = 0  # changes applied so far
        self.turn: tuple[str, ...] = ()
        self.phase = ""
        self.unpaid: list[ch.AddResource] = []
        self.editing = False  # whether somebody has turned the editor on

    def record(self) -> GameRecord:
        """Write all steps and put the record together."""
        rounds = self.save.rounds
        for node in rounds:
            self._round(node, last=node is rounds[-1])
        self._loose(len(self.save.changes))
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
            players={} if self.anonymous else self._players(),
            source=Source(
                "TripleA",
                save.engine,
                f"{save.game} {save.version}".strip(),
                "" if self.anonymous else self.file,
            ),
            warnings=warnings,
        )

    def _players(self) -> dict[str, str]:
        """Return who plays each power, as far as TripleA says: mostly "Human" or the kind of AI."""
        players: dict[str, str] = {}
        for player in self.save.players.values():
            power = self.names.catalog.find_power(self.names.owner(player.name))
            kind, _, who = (player.controller or "").partition(":")
            if power is not None and power.playable and kind not in ("", "null"):
                players.setdefault(power.name, who or kind)
        return players

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
        """Apply changes that belong to no event: the engine's step, if anything came of them."""
        if self.cursor < end:
            changes = self._take(end)
            self._tell_rest(changes, "event")
            if self.mirror.events:
                self._end_step("engine", exact=False)

    def _take(self, end: int) -> list[ch.Change]:
        """Apply the changes up to a count, and return them."""
        taken = [change for group in self.save.changes[self.cursor : end] for change in group]
        self.cursor = max(self.cursor, end)
        for change in taken:
            self.mirror.advance(change)
            if isinstance(change, ch.SetProperty) and change.property == _EDIT_MODE:
                self.editing = change.new is True
        self.unpaid = [c for c in taken if isinstance(c, ch.AddResource) and c.amount]
        return taken

    def _end_step(
        self,
        cause: Cause,
        *,
        text: str = "",
        actors: tuple[str, ...] = (),
        exact: bool = True,
    ) -> None:
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

    # --- one event --------------------------------------------------------------------------------

    def _event(self, step: StepNode, node: EventNode, *, last: bool) -> None:
        text, data = node.text, node.data
        changes = self._take(node.end)
        cause: Cause = "engine"
        reason = "event"
        exact = not node.lines
        if texts.is_edit(text):
            cause = reason = "edit"
            self._lines(node)
        elif is_battle(text):
            cause = "order"
            self.battles.tell(node, player=step.player, pay=self._pay, last=last)
        elif isinstance(data, Move):
            cause, reason = "order", "conquest"
            self._move(step, data)
            self._lines(node)
        elif isinstance(data, Placement):
            cause, reason = "order", "mobilized"
            self._place(data)
        elif self._purchase(step, node) or self._politics(step, node) or self._scramble(node):
            cause = "order"
        elif not (
            self._money(step, node)
            or self._kamikaze(node)
            or self._technology(step, node)
            or self._victory(node)
        ):
            self._lines(node)
            reason = _reason_of(text)
        if _is_bid(step):
            cause = "bid"
        elif self.editing:
            cause = "edit"
        self._tell_rest(changes, reason)
        self._end_event(step, node, cause, exact=exact)

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
            self.steps[-1] = msgspec.structs.replace(before, events=(*before.events, note))
        elif text:
            self.mirror.tell(note)
            self._end_step(cause, text=text)

    def _lines(self, node: EventNode) -> None:
        """Tell the lines of an event that is not known better: dice as dice, others as notes."""
        for line in node.lines:
            if isinstance(line.data, Dice):
                aa = texts.antiaircraft(line.text)
                said = aa or texts.roll(line.text)
                power = self.names.power(said.player) if said is not None else None
                self.mirror.tell(
                    rolled_event(
                        line.data,
                        "aa" if aa is not None else "other",
                        power or self.names.power(line.data.player) or self.names.nobody,
                        sides=self.save.dice_sides,
                        outcome=line.text[:_MAX_TEXT],
                    )
                )
            elif isinstance(line.data, Units) and " lost" in line.text:
                gone = [unit for unit in line.data.units if self.mirror.target(unit) is None]
                self.mirror.remove(gone, "casualty")
            elif self._taken(line.text):
                continue
            elif line.text.startswith("Rockets ") and texts.faces(line.text):
                dice = tuple(ev.Die(face) for face in texts.faces(line.text))
                power = self.turn[0] if self.turn else self.names.nobody
                outcome = node.text[:_MAX_TEXT]
                sides = self.save.dice_sides
                self.mirror.tell(ev.Rolled("bombing", power, dice, sides, outcome=outcome))
            elif line.text and not (self.anonymous and _PLAYED_BY in line.text):
                kind = "comment" if line.text.startswith("COMMENT: ") else "log"
                self.mirror.tell(ev.Noted(line.text[:_MAX_TEXT], kind))

    def _taken(self, text: str) -> bool:
        """Tell a conquest without a battle, if a line speaks of one."""
        territory = text.partition(" takes ")[2]
        if territory not in self.names.spaces:
            territory = territory.rpartition(" from ")[0]
        return bool(territory) and self.mirror.control(territory, "conquest")

    # --- what changes tell by themselves ----------------------------------------------------------

    def _tell_rest(self, changes: list[ch.Change], reason: str) -> None:
        """Tell what the changes did and no event has said yet."""
        for change in changes:
            if isinstance(change, ch.SetRelation):
                self.mirror.relation(change.a, change.b)
            elif isinstance(change, ch.SetAttachment):
                self._attachment(change)
            elif isinstance(change, ch.Opaque) and not change.known:
                said = f"a change that a4a does not know: {change.name}"
                self.mirror.tell(ev.Noted(said[:_MAX_TEXT], "unknown"))
        self._pay(reason, "")
        self.mirror.settle(added=reason, removed=reason, changed=reason)

    def _attachment(self, change: ch.SetAttachment) -> None:
        kind, name, attachment = change.key
        old, new = scalar(change.old), scalar(change.new)
        if kind == "Territory" and change.property in SPACE_VALUES and name in self.names.spaces:
            key = SPACE_VALUES[change.property]
            if old != new and (key != "value" or isinstance(new, int)):
                self.mirror.tell(ev.ValueChanged(self.names.spaces[name], key, old, new))
        elif attachment == "techAttachment" and isinstance(new, bool):
            power = self.names.power(name)
            technology = (words(change.property),)
            if power is not None and old != new:
                gained, lost = (technology, ()) if new else ((), technology)
                self.mirror.tell(ev.TechnologyChanged(power, gained, lost))

    def _pay(self, reason: str, detail: str) -> None:
        """Tell the payments that no event has told yet."""
        for payment in self.unpaid:
            self._book(payment.player, payment.resource, payment.amount, reason, detail)
        self.unpaid = []

    def _book(self, player: str, resource: str, amount: int, reason: str, detail: str) -> None:
        treasury = self.names.treasury(player)
        if treasury in self.names.catalog.treasuries:
            name = self.names.resource(resource)
            self.mirror.tell(ev.ResourceChanged(treasury, name, amount, reason, detail))
        else:
            said = f"{player} has no treasury for {amount} {resource} ({reason})"
            self.mirror.tell(ev.Noted(said[:_MAX_TEXT], "unknown"))

    # --- orders -----------------------------------------------------------------------------------

    def _move(self, step: StepNode, move: Move) -> None:
        """Tell a move; cargo goes with what carries it."""
        mirror, spaces = self.mirror, self.names.spaces
        path = tuple(spaces[name] for name in move.route if name in spaces)
        if len(path) < 2 or len(path) != len(move.route):
            return
        going: dict[int | None, list[int]] = {}
        for unit in mirror.present(move.units):
            target = mirror.target(unit)
            place = mirror.units[unit].place
            if target is None or mirror.space_of(unit) != path[0] or place == target.place:
                continue
            if isinstance(target.place, int):
                going.setdefault(target.place, []).append(unit)
            elif target.place == path[-1]:
                going.setdefault(None, []).append(unit)
        cost = len(path) - 1
        for carrier in sorted(going, key=lambda one: -1 if one is None else one):
            if carrier is not None and mirror.space_of(carrier) != path[-1]:
                continue
            units = tuple(going[carrier])
            mirror.move(ev.UnitsMoved(units, path, self._mode(step, path, units), cost, carrier))

    def _mode(self, step: StepNode, path: tuple[str, ...], units: tuple[int, ...]) -> ev.MoveMode:
        if step.name.endswith("AirborneCombatMove"):
            return "airdrop"
        if step.name.endswith("NonCombatMove"):
            return "noncombat"
        if not step.name.endswith("CombatMove"):
            return "other"
        board, catalog = self.names.board, self.names.catalog
        from_sea = board.space(path[0]).kind == "sea" and board.space(path[-1]).kind == "land"
        kinds = {catalog.unit_type(self.mirror.units[unit].type).category for unit in units}
        return "amphibious" if from_sea and kinds == {"land"} else "combat"

    def _place(self, placement: Placement) -> None:
        mirror = self.mirror
        groups: dict[str | int, list[int]] = {}
        for unit in mirror.present(placement.units):
            target = mirror.target(unit)
            if target is not None and isinstance(target.place, str | int):
                groups.setdefault(target.place, []).append(unit)
        for place, units in groups.items():
            mirror.place(tuple(units), place, "mobilized")

    def _purchase(self, step: StepNode, node: EventNode) -> bool:
        """Tell ``P buy ...; Remaining resources: ...`` and ``P repair damage of ...``."""
        if "; Remaining resources: " not in node.text:
            return False
        repair = " repair damage of " in node.text
        said = node.text.partition(" repair " if repair else " buy ")[0]
        player = said if said in self.names.accounts else step.player
        spent = -sum(p.amount for p in self.unpaid if p.player == player and p.resource == "PUs")
        self._pay("repair" if repair else "purchase", "")
        if repair or player is None:
            return True
        power = self.names.owner(player)
        counts: dict[str, int] = {}
        mirror = self.mirror
        named = node.data.units if isinstance(node.data, Units) else ()
        bought = [u for u in named if u not in mirror.units and mirror.target(u) is not None]
        for unit in bought:
            kind = self.save.end.units[unit].get("type")
            counts[str(kind)] = counts.get(str(kind), 0) + 1
        lines = [
            ev.Line(self.names.types[kind], n, self._bill(player, kind, n))
            for kind, n in counts.items()
        ]
        if len(lines) == 1:
            lines = [ev.Line(lines[0].unit_type, lines[0].count, spent)]
        self.mirror.tell(ev.Bought(power, self.names.treasury(player), tuple(lines)))
        self.mirror.add(bought, "purchase")
        return True

    def _bill(self, player: str, kind: str, count: int) -> int:
        """Return what so many units cost a player by the rules it had when it bought them."""
        engine = self.mirror.engine
        for name in engine.rules.get(engine.frontiers.get(player) or "", ()):
            rule = self.save.rules.get(name)
            made = dict(rule.results).get(kind, 0) if rule is not None else 0
            if rule is not None and made > 0:
                return -(-count * dict(rule.costs).get("PUs", 0) // made)
        return count * self.names.catalog.price(self.names.types[kind], self.names.owner(player))

    def _politics(self, step: StepNode, node: EventNode) -> bool:
        """Tell ``P takes Political Action: ...``; its lines say what the relations say."""
        for verb in (" takes Political Action: ", " take Political Action: ", " takes Action: "):
            said, found, action = node.text.partition(verb)
            if found:
                power = self.names.power(said) or self.names.power(step.player)
                action = action.removeprefix("Political Action ").strip()
                powers = (power,) if power is not None else ()
                self.mirror.tell(ev.Decided(powers, "political action", action[:_MAX_TEXT]))
                for line in node.lines:
                    if isinstance(line.data, Dice):
                        self._lines(msgspec.structs.replace(node, lines=(line,)))
                return True
        return False

    def _scramble(self, node: EventNode) -> bool:
        """Tell ``P scrambles n units out of X to defend against the attack in Y``."""
        said, found, rest = node.text.partition(" scrambles ")
        if not found or not isinstance(node.data, Units):
            return False
        mirror = self.mirror
        units = mirror.present(node.data.units)
        power = self.names.owner(said)
        target = rest.rpartition(" the attack in ")[2]
        where = (self.names.spaces[target],) if target in self.names.spaces else ()
        mirror.tell(ev.Decided((power,), "scramble", "yes", units=units, spaces=where))
        ways: dict[tuple[str, str], list[int]] = {}
        for unit in units:
            start, goal = mirror.space_of(unit), mirror.target(unit)
            if start is None or goal is None or not isinstance(goal.place, str):
                continue
            if start != goal.place:
                ways.setdefault((start, goal.place), []).append(unit)
        for way, flying in ways.items():
            mirror.move(ev.UnitsMoved(tuple(flying), way, "scramble", 1))
        return True

    # --- the engine -------------------------------------------------------------------------------

    def _money(self, step: StepNode, node: EventNode) -> bool:
        """Tell income, objectives and convoy blockades."""
        if (gain := texts.objective(node.text)) is not None:
            self._pay("objective", gain.detail)
            return True
        if (gain := texts.income(node.text)) is not None:
            if gain.lost and self.unpaid:
                # What was lost on the way never came in; the treasury's book shows both.
                first = self.unpaid[0]
                self._book(first.player, first.resource, first.amount + gain.lost, "income", "")
                self._book(first.player, first.resource, -gain.lost, "convoy", "")
                del self.unpaid[0]
            self._pay("income", "")
            return True
        if node.text.startswith("Total Cost from Convoy Blockades"):
            for line in node.lines:
                self._blockade(step, line.text)
            return True
        return False

    def _blockade(self, step: StepNode, text: str) -> None:
        where = (texts.between(text, "Damage in ", ". Rolls: ") or "").strip()
        dice = tuple(ev.Die(face) for face in texts.faces(text))
        if not dice:
            self.mirror.tell(ev.Noted(text[:_MAX_TEXT], "log"))
            return
        power = self.names.owner(step.player)
        self.mirror.tell(
            ev.Rolled(
                "convoy",
                power,
                dice,
                self.save.dice_sides,
                outcome=f"against income, in {self.names.spaces.get(where, where)}",
            )
        )

    def _kamikaze(self, node: EventNode) -> bool:
        """Tell ``Kamikaze Suicide Attack attacks UNIT scoring n hits. Rolls: ...``."""
        if not node.text.startswith("Kamikaze Suicide Attack"):
            return False
        player = next((p.player for p in self.unpaid if p.amount < 0), None)
        shown = texts.faces(node.text)
        hits = texts.number(texts.between(node.text, " scoring ", " hits")) or 0
        self._pay("kamikaze", "")
        self.mirror.tell(
            ev.Rolled(
                "kamikaze",
                self.names.owner(player),
                tuple(ev.Die(face) for face in shown),
                self.save.dice_sides,
                hits,
                outcome=(texts.between(node.text, " attacks ", " scoring ") or "")[:_MAX_TEXT],
            )
        )
        return True

    def _technology(self, step: StepNode, node: EventNode) -> bool:
        """Tell a roll for technology; what is discovered the changes tell."""
        if not isinstance(node.data, Dice):
            return False
        self._pay("technology", "")
        self.mirror.tell(
            rolled_event(
                node.data,
                "technology",
                self.names.owner(step.player),
                sides=self.save.dice_sides,
                outcome=node.text[:_MAX_TEXT],
            )
        )
        self._lines(node)
        return True

    def _victory(self, node: EventNode) -> bool:
        """Tell who has won: TripleA names the players, or the alliance."""
        winners: dict[str, None] = {}
        for name in texts.victors(node.text):
            for player in self.save.players.values():
                if name == player.name or name in player.alliances:
                    winners[self.names.owner(player.name)] = None
        if winners:
            self.mirror.tell(ev.VictoryWon(tuple(winners), node.text[:_MAX_TEXT]))
        return bool(winners)


# --- texts and causes ----------------------------------------------------------------------------


def _is_bid(step: StepNode) -> bool:
    return step.delegate in ("bid", "placeBid") or step.name.endswith(("Bid", "BidPlace"))


def _reason_of(text: str) -> str:
    """Return why an event of the engine changes what it changes."""
    if text.startswith(("Trigger ", "triggers")):
        return "trigger"
    if " repaired" in text:
        return "repair"
    if " change ownership" in text:
        return "transfer"
    if " on tech rolls" in text or "Technology Tokens" in text:
        return "technology"
    return "event"


def _kind_of_note(text: str, cause: Cause) -> str:
    """Return what kind of note an event is from which nothing came.

    The engine's housekeeping is "engine"; what a player or reader may want to see is not.
    """
    if text.startswith("COMMENT: "):
        return "comment"
    if cause in ("edit", "bid"):
        return cause
    if text.startswith(("Trigger ", "Objective ", "Game Loaded")) or " now " in text:
        return "log"
    return "engine" if cause == "engine" else "log"


def _arranged(step: StepNode, changes: tuple[tuple[ch.Change, ...], ...]) -> list[EventNode]:
    """Return a step's events, each with the changes that it explains.

    Edits that were logged as lines of the event before them become an event of their own, and
    money that was logged before the line that says what it is for goes to that line.
    """
    events = [part for event in step.events for part in _without_edits(event, changes)]
    for i in reversed(range(len(events))):
        event = events[i]
        gain = texts.objective(event.text)
        before = event.start - 1
        if gain is None or before < (events[i - 1].start if i else step.start):
            continue
        group = changes[before] if before < len(changes) else ()
        mine = ch.AddResource(gain.player, "PUs", gain.amount)
        if group == (mine,) and not any(mine in g for g in changes[event.start : event.end]):
            events[i] = msgspec.structs.replace(event, start=before)
            if i:
                events[i - 1] = msgspec.structs.replace(events[i - 1], end=before)
    return events


def _without_edits(
    event: EventNode, changes: tuple[tuple[ch.Change, ...], ...]
) -> tuple[EventNode, ...]:
    """Part an event from the edits that were logged as its last lines, if it has any."""
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
