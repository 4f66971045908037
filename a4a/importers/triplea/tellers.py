"""Events of a TripleA history other than battles, told in the events of a record.

Every kind of event is known by what is attached to it or by the pattern of its line (`texts`). What
is told here is the story; whatever changes it leaves untold, `Mirror.settle` adds.
"""

from __future__ import annotations

from typing import Final

import msgspec

from a4a.core import events as ev
from a4a.core.steps import Cause
from a4a.importers.triplea import changes as ch
from a4a.importers.triplea import texts
from a4a.importers.triplea.mirror import Mirror
from a4a.importers.triplea.rolls import rolled_event
from a4a.importers.triplea.save import (
    Data,
    EventNode,
    Placement,
    Save,
    SavedMove,
    SavedRoll,
    SavedUnits,
    StepNode,
)
from a4a.importers.triplea.values import SPACE_VALUES, scalar

_MAX_TEXT: Final = 500


class EventTeller:
    """Tells the events of one save, one after another."""

    def __init__(self, save: Save, mirror: Mirror) -> None:
        self.save = save
        self.mirror = mirror
        self.names = mirror.names
        self.unpaid: list[ch.AddResource] = []
        self._power: str | None = None

    def take(self, changes: list[ch.SavedChange]) -> None:
        """Begin with these changes, which have been applied: their payments are to be told."""
        self.unpaid = [c for c in changes if isinstance(c, ch.AddResource) and c.amount]

    def tell(self, step: StepNode, node: EventNode) -> tuple[Cause, str]:
        """Tell one event.

        Returns
        -------
        tuple
            Who caused it, and the reason for what it changes beyond what has been told.
        """
        self._power = self.names.power(step.player)
        if isinstance(node.data, SavedMove):
            self._move(step, node.data)
            self.tell_lines(node)
            if any(isinstance(event, ev.ControlChanged) for event in self.mirror.events):
                self.pay("plunder", "")  # of a capital that nobody held
            return "order", "conquest"
        if isinstance(node.data, Placement):
            self._place(node.data)
            return "order", "mobilized"
        if self._purchase(step, node) or self._politics(step, node) or self._scramble(node):
            return "order", "event"
        known = self._money(step, node) or self._kamikaze(node)
        if not (known or self._technology(step, node) or self._victory(node)):
            self.tell_lines(node)
            return "engine", _reason_of(node.text)
        return "engine", "event"

    def tell_lines(self, node: EventNode) -> None:
        """Tell the lines of an event that nothing else tells: dice as dice, others as notes."""
        for line in node.lines:
            if isinstance(line.data, SavedRoll):
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
            elif isinstance(line.data, SavedUnits) and " lost" in line.text:
                gone = [unit for unit in line.data.units if self.mirror.view.unit(unit) is None]
                self.mirror.remove(gone, "casualty")
            elif (found := texts.plunder(line.text)) is not None:
                self.pay("plunder", found.detail)
            elif self._taken(line.text):
                continue
            elif line.text.startswith("Rockets ") and texts.faces(line.text):
                dice = tuple(ev.Die(face) for face in texts.faces(line.text))
                power = self._power or self.names.nobody
                outcome = node.text[:_MAX_TEXT]
                sides = self.save.dice_sides
                self.mirror.tell(ev.Rolled("bombing", power, dice, sides, outcome=outcome))
            elif line.text:
                kind = "comment" if line.text.startswith("COMMENT: ") else "log"
                self.mirror.tell(ev.Noted(line.text[:_MAX_TEXT], kind))

    def _taken(self, text: str) -> bool:
        """Tell a conquest without a battle, if a line speaks of one."""
        territory = text.partition(" takes ")[2]
        if territory not in self.names.spaces:
            territory = territory.rpartition(" from ")[0]
        return bool(territory) and self.mirror.control(territory, "conquest")

    # --- what changes tell by themselves ----------------------------------------------------------

    def tell_rest(self, changes: list[ch.SavedChange], reason: str) -> None:
        """Tell what the changes did that no event has told yet."""
        for change in changes:
            if isinstance(change, ch.SetRelation):
                self.mirror.relation(change.a, change.b)
            elif isinstance(change, ch.SetAttachment):
                self._attachment(change)
            elif isinstance(change, ch.Opaque) and not change.known:
                said = f"a change that a4a does not know: {change.name}"
                self.mirror.tell(ev.Noted(said[:_MAX_TEXT], "unknown"))
        self.pay(reason, "")
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
            technology = (self.names.technology(change.property),)
            if power is not None and old != new:
                gained, lost = (technology, ()) if new else ((), technology)
                self.mirror.tell(ev.TechnologyChanged(power, gained, lost))

    def pay(self, reason: str, detail: str) -> None:
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

    def _move(self, step: StepNode, move: SavedMove) -> None:
        """Tell a move; cargo goes with what carries it."""
        mirror, spaces = self.mirror, self.names.spaces
        path = tuple(spaces[name] for name in move.route if name in spaces)
        if len(path) < 2 or len(path) != len(move.route):
            return
        going: dict[int | None, list[int]] = {}
        for unit in mirror.present(move.units):
            target = mirror.view.unit(unit)
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
            target = mirror.view.unit(unit)
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
        self.pay("repair" if repair else "purchase", "")
        if repair or player is None:
            return True
        power = self.names.owner(player)
        counts: dict[str, int] = {}
        mirror = self.mirror
        named = node.data.units if isinstance(node.data, SavedUnits) else ()
        bought = [u for u in named if u not in mirror.units and mirror.view.unit(u) is not None]
        for unit in bought:
            kind = self.save.end.units[unit].get("type")
            counts[str(kind)] = counts.get(str(kind), 0) + 1
        lines = [
            ev.BillLine(self.names.types[kind], n, self._bill(player, kind, n))
            for kind, n in counts.items()
        ]
        if len(lines) == 1:
            lines = [ev.BillLine(lines[0].unit_type, lines[0].count, spent)]
        self.mirror.tell(ev.Bought(power, self.names.treasury(player), tuple(lines)))
        self.mirror.add(bought, "purchase")
        return True

    def _bill(self, player: str, kind: str, count: int) -> int:
        """Return what so many units cost a player by the rules it had when it bought them."""
        engine = self.mirror.view.state
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
                    if isinstance(line.data, SavedRoll):
                        self.tell_lines(msgspec.structs.replace(node, lines=(line,)))
                return True
        return False

    def _scramble(self, node: EventNode) -> bool:
        """Tell ``P scrambles n units out of X to defend against the attack in Y``."""
        said, found, rest = node.text.partition(" scrambles ")
        if not found or not isinstance(node.data, SavedUnits):
            return False
        mirror = self.mirror
        units = mirror.present(node.data.units)
        power = self.names.owner(said)
        target = rest.rpartition(" the attack in ")[2]
        where = (self.names.spaces[target],) if target in self.names.spaces else ()
        mirror.tell(ev.Decided((power,), "scramble", "yes", units=units, spaces=where))
        ways: dict[tuple[str, str], list[int]] = {}
        for unit in units:
            start, goal = mirror.space_of(unit), mirror.view.unit(unit)
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
            self.pay("objective", gain.detail)
            return True
        if (gain := texts.income(node.text)) is not None:
            if gain.lost and self.unpaid:
                # What was lost on the way never came in; the treasury's book shows both.
                first = self.unpaid[0]
                self._book(first.player, first.resource, first.amount + gain.lost, "income", "")
                self._book(first.player, first.resource, -gain.lost, "convoy", "")
                del self.unpaid[0]
            self.pay("income", "")
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
        self.pay("kamikaze", "")
        self.mirror.tell(
            ev.Rolled(
                "kamikaze",
                self.names.owner(player),
                tuple(ev.Die(face) for face in shown),
                self.save.dice_sides,
                hits,
                against=self._types_of(node.data),
            )
        )
        return True

    def _types_of(self, data: Data) -> str:
        """Return the types of the units that a line speaks of."""
        units = self.mirror.present(data.units) if isinstance(data, SavedUnits) else ()
        return ", ".join(dict.fromkeys(self.mirror.units[unit].type for unit in units))

    def _technology(self, step: StepNode, node: EventNode) -> bool:
        """Tell a roll for technology; the changes tell what is discovered."""
        if not isinstance(node.data, SavedRoll):
            return False
        self.pay("technology", "")
        self.mirror.tell(
            rolled_event(
                node.data,
                "technology",
                self.names.owner(step.player),
                sides=self.save.dice_sides,
                outcome=(texts.between(node.text, " for ", " and gets ") or "")[:_MAX_TEXT],
            )
        )
        self.tell_lines(node)
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
