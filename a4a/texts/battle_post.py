"""A battle as a post tells it: its rounds, its losses in TUV, and what the dice were worth."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from a4a.core import events as ev
from a4a.core.catalog import Catalog
from a4a.core.conversion import converted
from a4a.core.english import capitalized, share
from a4a.core.fights import damage_in, expected_of, lost_in, role_of
from a4a.core.phrases import battle_in
from a4a.core.state import State
from a4a.core.units import Unit
from a4a.texts.blocks import Item, Span, Spans, plainly, signed

_ROLES: tuple[ev.Role, ev.Role] = ("attacker", "defender")
_IN = {"attacker": "in attack", "defender": "in defense"}


@dataclass
class _Side:
    """What one role did in a battle."""

    powers: list[str] = field(default_factory=list)
    loss: int = 0
    hits: int = 0
    expected: float = 0.0

    @property
    def luck(self) -> str:
        """Hits above or below what was to be expected, or "" where nothing was."""
        return signed(self.hits - self.expected) if self.expected else ""


class Odds(NamedTuple):
    """What was to be expected of a battle.

    Parameters
    ----------
    wins
        How likely the attackers win.
    swing
        The expected swing in TUV.
    """

    wins: float
    swing: float


class BattlePost:
    """A battle as it is followed through a turn.

    Parameters
    ----------
    battle
        Its id.
    before
        The state before the first event of it that is told.
    odds
        What was to be expected of it, or None.
    """

    def __init__(self, battle: str, before: State, odds: Odds | None = None) -> None:
        self._odds = odds
        self._catalog: Catalog = before.catalog
        self._title: Spans = ()
        self.name = ""
        self.result = ""
        self._sides = {role: _Side() for role in _ROLES}
        self._roles: dict[int, ev.Role] = {}
        self._rounds: list[tuple[str, list[str]]] = [("", [])]
        if (found := before.battles.get(battle)) is not None:  # it began in an earlier turn
            self._enlist(found.participants)
            self._call(f"{capitalized(battle_in(found.kind, found.space, before))}, continued")

    def _call(self, name: str, rest: str = "") -> None:
        self.name, self._title = name, (Span(name, "bold"), *((Span(rest),) if rest else ()))

    def _enlist(self, participants: tuple[ev.Participant, ...]) -> None:
        for part in participants:
            self._sides[part.role].powers.append(part.power)
            self._roles |= dict.fromkeys(part.units, part.role)

    def follow(self, event: ev.AnyEvent, before: State) -> None:
        """Count what an event means for the battle."""
        match event:
            case ev.BattleOpened():
                self._enlist(event.participants)
            case ev.BattleJoined():
                self._enlist(event.participants)
            case ev.Rolled(role=role) if role is not None:
                if (expected := expected_of(event)) is not None:
                    self._sides[role].hits += event.hits
                    self._sides[role].expected += expected
            case ev.UnitsConverted():
                for unit in self._there(event.units, before):
                    if damage_in(event, unit):
                        worth = self._catalog.worth
                        self._side(unit).loss += worth(unit) - worth(converted(unit, event))
            case ev.UnitsRemoved() | ev.UnitsPlaced() if lost_in(event):
                for unit in self._there(event.units, before):
                    self._side(unit).loss += self._catalog.worth(unit)

    def tell(self, event: ev.AnyEvent, words: str, before: State) -> None:
        """Take in an event in words."""
        match event:
            case ev.BattleOpened(kind=kind, space=space):
                name = capitalized(battle_in(kind, space, before))
                self._call(name, words.removeprefix(name))
            case ev.CombatRoundBegan(number=number):
                self._rounds.append((f"Combat round {number}", []))
            case ev.BattleClosed():
                self.result = words.partition(" ended: ")[2]
            case _:
                self._rounds[-1][1].append(words)

    def marked(self, signs: str) -> None:
        """Put an annotator's glyphs behind its name."""
        self._title = (*self._title, Span(f" {signs}", "bold"))

    def _there(self, units: tuple[int, ...], before: State) -> list[Unit]:
        return [before.units[i] for i in units if i in before.units]

    def _side(self, unit: Unit) -> _Side:
        attackers, defenders = (self._sides[role].powers for role in _ROLES)
        role = self._roles.get(unit.id) or role_of(unit, attackers, defenders, self._catalog)
        return self._sides[role]

    # --- what is told ---------------------------------------------------------------------------

    def item(self, rolls: str) -> Item:
        """The battle as an item of a list, with its rolls or only what came of it."""
        items: list[Item] = []
        if rolls == "rolls":
            for title, lines in self._rounds:
                told = tuple(Item(plainly(line)) for line in lines)
                items += (Item(plainly(title), told),) if title else told
        items.append(Item((Span(f"{capitalized(self.result or 'it goes on')}. "), *self._sum())))
        return Item(self._title, tuple(items))

    def _sum(self) -> Spans:
        """What was lost, and what the dice were worth."""
        attacker, defender = (self._sides[role] for role in _ROLES)
        lost = (
            f"TUV lost: {attacker.loss} by the attackers, {defender.loss} by the defenders; "
            f"swing {signed(defender.loss - attacker.loss)}."
        )
        hits = [
            f"{side.hits} of {side.expected:.1f} expected {_IN[role]}"
            for role, side in self._sides.items()
            if side.expected
        ]
        told = [Span(lost, "italic")]
        if hits:
            told.append(Span(f" Hits: {'; '.join(hits)}."))
        if self._odds is not None:
            wins, swing = share(self._odds.wins), signed(float(self._odds.swing))
            told.append(Span(f" Odds: {wins} for the attackers, expected swing {swing}."))
        return tuple(told)

    def row(self) -> tuple[str, ...]:
        """The battle as a row of the table of battles."""
        attacker, defender = (self._sides[role] for role in _ROLES)
        swing = signed(defender.loss - attacker.loss)
        said = (self.name, self.result or "it goes on", str(attacker.loss), str(defender.loss))
        return (*said, swing, attacker.luck, defender.luck)


COLUMNS = (
    "battle", "result", "attackers lost", "defenders lost", "swing", "luck in attack",
    "luck in defense",
)  # fmt: skip
"""The table of battles: losses in TUV, luck in hits above what was to be expected."""
