"""Transports fire at the fleets that have sailed by them, and the fleet's side chooses its losses.

That is before any battle opens, when all combat has been ordered.

Source: The War Game, "Naval Pass-Through", "F.E.R. - Sailing By Transports".
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from a4a.core import events as ev
from a4a.core.english import the
from a4a.core.events import Asked
from a4a.core.state import State
from a4a.core.units import Unit
from a4a.core.words import count_of, list_of
from a4a.rules.areas.combat import battle as b
from a4a.rules.areas.combat import hits as h
from a4a.rules.areas.combat.casualties import cheapest_first, target
from a4a.rules.areas.combat.listing import reaches
from a4a.rules.areas.orders import Casualties
from a4a.rules.areas.system import System
from a4a.rules.decision import Decision
from a4a.rules.order import Order
from a4a.rules.question import Question
from a4a.rules.run import Run
from a4a.rules.systems.wargame1942.combat import words as w
from a4a.rules.systems.wargame1942.combat.casualties import kin

RULE = "WG-FER-011"


def settle(system: System, run: Run) -> None:
    """Let transports fire, zone by zone, until somebody has losses to choose."""
    while not run.state.decisions and (zone := _zone(run.state)) is not None:
        hits = {"": _fire(system, run, zone)}
        fleet = targets(system, run.state, zone)
        if h.is_forced(reaches(system), hits, fleet):
            _suffer(system, run, zone, h.assign(reaches(system), hits, fleet))
            continue
        name = f"{run.state.turn} {w.SAILED_BY}{zone}"
        who = b.deciders(system, run.state, _fleet(run.state, zone))
        run.emit(Asked(name, who, LossesQuestion.kind, (zone, str(hits[""])), RULE))


def targets(system: System, state: State, zone: str) -> tuple[h.Target, ...]:
    """Return the ships that have sailed through a zone, as targets of the transports there."""
    return tuple(
        target(system, state, u)._replace(alike=kin(state, u)) for u in _fleet(state, zone)
    )


def suggest(system: System, state: State, zone: str, hits: int) -> Casualties:
    """Return an answer that may always be given: the cheapest losses."""
    fleet = cheapest_first(system, state, targets(system, state, zone))
    return Casualties(h.assign(reaches(system), {"": hits}, fleet))


def _zone(state: State) -> str | None:
    """The first zone whose transports have not fired yet."""
    flags = (f for u in state.units.values() for f in u.flags if f.startswith(w.SAILED_BY))
    first = min(flags, default=None)
    return None if first is None else first.removeprefix(w.SAILED_BY)


def _fleet(state: State, zone: str) -> list[Unit]:
    return [u for u in state.units.values() if w.SAILED_BY + zone in u.flags]


def _due(asked: Asked) -> tuple[str, dict[str, int]]:
    zone, number = asked.options
    return zone, {"": int(number)}


def _fire(system: System, run: Run, zone: str) -> int:
    """Roll for the transports in a zone; return how many hit."""
    state = run.state
    ours = system.catalog.side_of(state.active[0])
    guns = [
        u
        for u in state.at(zone)
        if system.types[u.type].transport_capacity
        and system.catalog.side_of(u.owner) not in ("", None, ours)
    ]
    hits = 0
    for owner in dict.fromkeys(u.owner for u in guns):
        own = [u for u in guns if u.owner == owner]
        faces = run.dice.roll(len(own), sides=system.catalog.dice_sides)
        dice = tuple(
            ev.Die(face, value, "hit" if face <= value else "miss", unit.type)
            for face, unit in zip(faces, own, strict=True)
            if (value := system.types[unit.type].defense)
        )
        scored = sum(die.result == "hit" for die in dice)
        run.emit(ev.Rolled("defense", owner, dice, sides=system.catalog.dice_sides, hits=scored))
        hits += scored
    return hits


def _suffer(system: System, run: Run, zone: str, chosen: Mapping[int, int]) -> None:
    """Damage and sink ships, with what is aboard; the others have sailed by."""
    lost: list[int] = []
    for unit, number in chosen.items():
        ship = run.state.unit(unit)
        damage = ship.damage + number
        if damage >= system.types[ship.type].hits:
            lost += (unit, *(u.id for u in run.state.at(unit)))
        elif number:
            run.emit(ev.UnitsConverted((unit,), "hit", damage=damage))
    if lost:
        run.emit(ev.UnitsRemoved(tuple(lost), "hit as the fleet sailed by"))
    left = tuple(u.id for u in _fleet(run.state, zone))
    if left:
        run.emit(ev.UnitsConverted(left, "sailed by", lost=(w.SAILED_BY + zone,)))


class LossesQuestion(Question[System]):
    """Which ships take the hits of the transports that a fleet has sailed by."""

    kind = "losses on the way"
    order = "Casualties"

    def decision(self, state: State, asked: Asked) -> Decision:
        """Return what is asked: a number of hits on these ships."""
        zone, hits = _due(asked)
        fleet = targets(self.system, state, zone)
        number = h.most(reaches(self.system), hits, fleet)
        return Decision(
            kind=self.kind, powers=asked.powers, orders=(self.order,), rule=asked.rule,
            text=f"assign {count_of(number, 'hit')} of the transports in {the(zone)}",
            units=tuple(t.unit for t in fleet), spaces=(zone,), least=number, most=number,
        )  # fmt: skip

    def verify(self, state: State, asked: Asked, order: Order) -> None:
        """Refuse hits on other ships, and more or fewer than there are."""
        assert isinstance(order, Casualties)
        zone, hits = _due(asked)
        fleet = targets(self.system, state, zone)
        if h.fault(reaches(self.system), hits, fleet, order.hits) is None:
            return
        best = suggest(self.system, state, zone, hits[""]).hits
        number = count_of(sum(best.values()), "hit")
        kinds = Counter(state.unit(i).type for i in best)
        example = list_of(count_of(n, kind) for kind, n in sorted(kinds.items()))
        raise self.system.book.violation(
            asked.rule, f"ships that sailed by {the(zone)} take {number}, each what it can",
            tried="losses", allowed=f"{number}, for example on {example}",
        )  # fmt: skip

    def answer(self, run: Run, asked: Asked, order: Order) -> None:
        """Assign the hits as chosen."""
        assert isinstance(order, Casualties)
        chosen = {unit: number for unit, number in order.hits.items() if number}
        kinds = Counter(run.state.unit(i).type for i in chosen)
        words = list_of(count_of(n, kind) for kind, n in sorted(kinds.items()))
        run.emit(ev.Decided(asked.powers, self.kind, words, asked.decision, tuple(chosen)))
        _suffer(self.system, run, _due(asked)[0], chosen)
