"""Battles told by hand, as another program would record them, and then judged."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence

from a4a.core import events as ev
from a4a.core.errors import RecordError
from a4a.core.record import GameRecord
from a4a.rules import rules_of
from a4a.rules.areas.audit.battles import Battles
from a4a.rules.areas.audit.topic import TopicJudge
from a4a.rules.areas.ruleset.flow import AreasRuleset
from a4a.rules.areas.system import System
from a4a.rules.game import Game
from a4a.rules.judgement import Judgement, Topic
from tests.rules.areas.positions import ids, position

Where = Mapping[str, Mapping[str, int]]
"""Unit types and numbers by space, of one power."""


def judged(
    record: GameRecord, *, program: str = "TripleA", line: str = "main"
) -> tuple[list[tuple[int, Judgement]], Counter[Topic]]:
    """What the judge of battles finds in a record, by node, and how much it has judged."""
    rules = rules_of(record)
    assert isinstance(rules, AreasRuleset)
    counted: Counter[Topic] = Counter()
    judge = Battles(rules.game, record.header.options, counted, program)
    nodes = record.line(line)
    found: list[tuple[int, Judgement]] = []
    before = record.state_at(nodes[0])
    for node, after in record.states(nodes):
        step = record.steps.get(node)
        if step is not None:
            found += [(one.node or node, one) for one in judge.judge(before, step, after)]
        before = after
    found += [(one.node or 0, one) for one in judge.close()]
    return found, counted


def system_of(game: Game) -> System:
    """The data that a game is played by."""
    rules = rules_of(game.record)
    assert isinstance(rules, AreasRuleset)
    return rules.game


def found_by(
    kind: type[TopicJudge],
    game: Game,
    *events: ev.AnyEvent,
    counted: Counter[Topic] | None = None,
    program: str = "",
) -> list[Judgement]:
    """What the judge of a topic finds where events follow on how a game stands."""
    before = game.record.state_at(game.node)  # the kernel may go on from there by itself
    node = game.record.append(events, parent=game.node)
    judged = Counter[Topic]() if counted is None else counted
    judge = kind(system_of(game), game.record.header.options, judged, program)
    return list(judge.judge(before, game.record.step(node), game.record.state_at(node)))


class Told:
    """A battle in one step, told round by round, without the steps of a round.

    Parameters
    ----------
    space, kind
        Where and what it is.
    power
        Who attacks.
    attackers
        From where which units of the attacker come; those already there have moved nowhere.
    defenders
        Who defends with what, by power.
    others
        Units elsewhere, by space, power and type.
    relations, options
        As for `position`.
    """

    def __init__(
        self,
        space: str,
        kind: ev.BattleKind,
        power: str,
        attackers: Where,
        defenders: Mapping[str, Mapping[str, int]],
        *,
        others: Mapping[str, Mapping[str, Mapping[str, int]]] | None = None,
        relations: Mapping[tuple[str, str], str] | None = None,
        control: Mapping[str, str | None] | None = None,
        technologies: Mapping[str, Iterable[str]] | None = None,
    ) -> None:
        units: dict[str, dict[str, dict[str, int]]] = {}
        for place, counts in attackers.items():
            units.setdefault(place, {}).setdefault(power, {}).update(counts)
        for owner, counts in defenders.items():
            units.setdefault(space, {}).setdefault(owner, {}).update(counts)
        for place, owners in (others or {}).items():
            for owner, counts in owners.items():
                units.setdefault(place, {}).setdefault(owner, {}).update(counts)
        self.game = position(
            units=units, power=power, phase="Combat Move", relations=relations, control=control,
            technologies=technologies,
        )  # fmt: skip
        self.space, self.power = space, power
        self.attackers: list[int] = []
        self.defenders: list[int] = []
        moves: list[ev.AnyEvent] = []
        parts: list[ev.Participant] = []
        for place in attackers:
            own = [
                i for i in ids(self.game, place, "", power)
                if self.game.state.units[i].type not in ("air base", "naval base")
                and "industrial complex" not in self.game.state.units[i].type
                and not (kind != "land" and self._is_ship_at(place, i, kind))
            ]  # fmt: skip
            if place != space:
                landed = [i for i in own if isinstance(self.game.state.units[i].place, int)]
                path = (place, space)
                moves.append(ev.UnitsMoved(tuple(own), path, "amphibious" if landed else "combat"))
            self.attackers += own
            origin = place if place != space else None
            parts.append(ev.Participant("attacker", power, tuple(own), origin))
        for owner in defenders:
            defending = ids(self.game, space, "", owner)
            self.defenders += defending
            parts.append(ev.Participant("defender", owner, defending))
        record, game = self.game.record, self.game
        game.node = record.append(moves, parent=game.node)
        game.node = record.append([ev.PhaseBegan("Conduct Combat")], parent=game.node)
        self.id = "1.1"
        self.rounds = 0
        self.events: list[ev.AnyEvent] = [ev.BattleOpened(self.id, space, kind, tuple(parts))]

    def _is_ship_at(self, place: str, unit: int, kind: str) -> bool:
        """Whether a unit is a ship that stays at sea beside a landing."""
        found = self.game.state.units[unit]
        at_sea = self.game.state.board.space(place).kind == "sea"
        return kind == "amphibious" and at_sea and found.place == place

    def of(self, kind: str, number: int = 1, *, role: str = "defender") -> tuple[int, ...]:
        """So many units of a side of a type that no event has removed yet."""
        gone = {i for e in self.events if isinstance(e, ev.UnitsRemoved) for i in e.units}
        side = self.defenders if role == "defender" else self.attackers
        state = self.game.state
        return tuple(i for i in side if i not in gone and state.units[i].type == kind)[:number]

    def round(self) -> Told:
        """Begin a combat round."""
        self.rounds += 1
        self.events.append(ev.CombatRoundBegan(self.id, self.rounds))
        return self

    def roll(
        self,
        purpose: ev.RollPurpose,
        *dice: tuple[int, int],
        hits: int | None = None,
        kind: str = "",
        by: str = "",
    ) -> Told:
        """Roll dice, each a face and a target."""
        thrown = tuple(ev.Die(f, t, "hit" if f <= t else "miss", kind) for f, t in dice)
        role: ev.Role = "attacker" if purpose in ("attack", "bombard", "bombing") else "defender"
        scored = sum(f <= t for f, t in dice) if hits is None else hits
        who = by or (self.power if role == "attacker" else self._defender())
        against = "aircraft" if purpose == "aa" else ""
        self.events.append(
            ev.Rolled(purpose, who, thrown, 6, scored, battle=self.id, role=role, against=against)
        )
        return self

    def _defender(self) -> str:
        return self.game.state.units[self.defenders[0]].owner if self.defenders else self.power

    def lose(self, *units: int) -> Told:
        """Remove units as casualties."""
        self.events.append(ev.UnitsRemoved(units, "casualty", self.id))
        return self

    def hurt(self, *units: int) -> Told:
        """Damage ships."""
        self.events.append(ev.UnitsConverted(units, "hit", damage=1, battle=self.id))
        return self

    def submerge(self, *units: int) -> Told:
        """Submerge submarines."""
        self.events.append(ev.BattleLeft(self.id, units, "submerged"))
        return self

    def retreat(self, to: str, *units: int) -> Told:
        """Retreat."""
        self.events.append(ev.BattleLeft(self.id, units, "retreated"))
        self.events.append(ev.UnitsMoved(units, (self.space, to), "retreat", battle=self.id))
        return self

    def close(self, result: ev.BattleResult = "attacker wins") -> Told:
        """End the battle."""
        winner: ev.Winner = "attacker" if result == "attacker wins" else "defender"
        self.events.append(ev.BattleClosed(self.id, result, winner))
        return self

    def findings(self, *, then: Sequence[ev.AnyEvent] = ()) -> list[Judgement]:
        """What is found in the battle; all of it must be found at its step."""
        game = self.game
        game.node = game.record.append(self.events, parent=game.node)
        fought = game.node
        if then:
            game.node = game.record.append(then, parent=game.node)
        found, _ = judged(game.record)
        assert {node for node, _ in found} <= {fought}, found
        return [one for _, one in found]

    def rules(self) -> list[str]:
        """The rules that were broken, in the order found."""
        return [one.rule for one in self.findings()]


Change = Callable[[ev.AnyEvent], ev.AnyEvent | None]


def replanted(game: Game, change: Change) -> tuple[GameRecord, int]:
    """A game's record with one event changed (or left out), up to where it can be followed.

    Returns
    -------
    GameRecord, int
        The record, and the node of the event.
    """
    old = game.record
    record = GameRecord(old.header, old.board, old.catalog, old.start)
    planted = 0
    for node in old.way_to(game.node)[1:]:
        events: list[ev.AnyEvent] = []
        for event in old.step(node).events:
            new = event if planted else change(event)
            if new is not event:
                planted = node
            if new is not None:
                events.append(new)
        try:
            added = record.append(events, parent=record.last)
            record.state_at(added)
        except RecordError:
            assert planted, "it was broken before"
            break
        assert added == node
    assert planted, "nothing was changed"
    return record, planted
