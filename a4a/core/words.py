"""Events in words: one plain English sentence each, the same for every system.

The words are text. Whoever shows them on a page escapes them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Set
from typing import Any

from a4a.core import events as ev
from a4a.core.errors import RecordError
from a4a.core.fights import HITTING
from a4a.core.fold import Fold
from a4a.core.state import State
from a4a.core.steps import Step
from a4a.core.units import Holding, Place, Unit

_UNCOUNTED = ("infantry", "artillery", "armor", "armour", "AAA")
_PURPOSES = {
    "aa": "antiaircraft fire",
    "bombard": "bombardment",
    "bombing": "bombing damage",
    "chart": "combat",
    "contest": "a contest",
    "event": "an event",
    "other": "something else",
}


def describe(event: ev.AnyEvent, before: State) -> str:
    """Say what an event means.

    Parameters
    ----------
    event
        The event.
    before
        The state it happened in: it tells which units the ids are.

    Returns
    -------
    str
        A sentence without a full stop. Plain text, never HTML.
    """
    words = _WORDS.get(type(event))
    if words is None:
        raise RecordError(f"a {type(event).__name__} is no event")
    text = words(event, before)
    return f"The {text[4:]}" if text.startswith("the ") else text


def describe_step(step: Step, before: State) -> tuple[str, ...]:
    """Say what each event of a step means, in order.

    Raises
    ------
    RecordError
        If an event cannot have happened there.
    """
    lines: list[str] = []
    fold = Fold(before)
    for event in step.events:
        lines.append(describe(event, fold.working))
        fold.apply(event)
    return tuple(lines)


def told(step: Step, lines: Iterable[str]) -> tuple[str, ...]:
    """Return those of a step's lines, one an event, that a log tells.

    A purchase tells what was paid for it, and that the units are there to be placed.
    """
    bought = [event for event in step.events if isinstance(event, ev.Bought)]
    if not bought:
        return tuple(lines)
    buyers = {event.power for event in bought}
    treasuries = {event.treasury for event in bought}
    said = zip(step.events, lines, strict=True)
    return tuple(words for event, words in said if not _told_by_purchase(event, buyers, treasuries))


def _told_by_purchase(event: ev.AnyEvent, buyers: Set[str], treasuries: Set[str]) -> bool:
    match event:
        case ev.ResourceChanged(treasury=treasury, reason="purchase"):
            return treasury in treasuries
        case ev.UnitsAdded(units=units, reason="purchase"):
            return all(isinstance(u.place, Holding) and u.owner in buyers for u in units)
    return False


def outcome_of(roll: ev.Rolled) -> str:
    """Say what a roll came to: hits, the reading of a combat chart, or in its rule's words.

    Examples
    --------
    >>> outcome_of(ev.Rolled("aa", "Japan", (ev.Die(1, 1, "hit"),), 6, 1, against="aircraft"))
    '1 hit against aircraft'
    """
    if roll.chart is not None:
        c = roll.chart
        shift = f", shifted {c.shift:+d} to {c.final}" if c.shift else ""
        loss = f"{c.loss} loss {'point' if c.loss == 1 else 'points'}"
        reading = f"{c.line}, {c.strength} factors, column {c.column}{shift}: {loss}"
        return reading + _more(roll.outcome, sep=", ")
    if roll.purpose in HITTING:
        against = f" against {roll.against}" if roll.against else ""
        return f"{roll.hits} {'hit' if roll.hits == 1 else 'hits'}{against}"
    return roll.outcome


def count_of(number: int, unit_type: str) -> str:
    """A number of units in words.

    Examples
    --------
    >>> count_of(2, "tank"), count_of(3, "infantry"), count_of(1, "naval base")
    ('2 tanks', '3 infantry', '1 naval base')
    """
    if number == 1 or unit_type.endswith(_UNCOUNTED):
        return f"{number} {unit_type}"
    if unit_type.endswith("y") and unit_type[-2:-1] not in "aeiou":
        return f"{number} {unit_type[:-1]}ies"
    return f"{number} {unit_type}s"


def list_of(words: Iterable[str]) -> str:
    """Join words as a sentence does.

    Examples
    --------
    >>> list_of(["Malta"]), list_of(["1 tank", "2 infantry", "1 AAA"])
    ('Malta', '1 tank, 2 infantry and 1 AAA')
    """
    items = list(words)
    return " and ".join([", ".join(items[:-1]), items[-1]] if len(items) > 1 else items)


# --- units and places in words ------------------------------------------------------------------


def _units(ids: Iterable[int], state: State, *, owners: bool = True) -> str:
    groups: dict[str, list[Unit | None]] = {}
    for i in ids:
        unit = state.units.get(i)
        groups.setdefault(unit.owner if unit else "", []).append(unit)
    said = [
        _group(units, _adjective(owner, state) if owners and owner else "")
        for owner, units in groups.items()
    ]
    return list_of(said) or "no units"


def _group(units: Iterable[Unit | None], adjective: str) -> str:
    """Units of one owner: "2 German infantry, 1 tank and the 4th armor"."""
    of = f"{adjective} " if adjective else ""
    counts: Counter[tuple[str, str]] = Counter(
        (u.name, u.type) if u else ("", "unknown unit") for u in units
    )
    items = []
    for (name, unit_type), number in counts.items():
        named = _counter(name, unit_type).removeprefix(of) if name else unit_type
        items.append(f"the {of}{named}" if name and number == 1 else count_of(number, of + named))
        of = ""
    return list_of(items)


def _counter(name: str, unit_type: str) -> str:
    """A named counter; its type is not said twice: "1st armor", "fleet", but "1st RAF air unit"."""
    said = not set(name.casefold().split()).isdisjoint(unit_type.casefold().split())
    return name if said else f"{name} {unit_type}"


def _adjective(power: str, state: State) -> str:
    found = state.catalog.find_power(power)
    return (found.adjective or found.name) if found else power


def _place(place: Place, state: State) -> str:
    if isinstance(place, Holding):
        return f"{place.power}'s {place.name}"
    if isinstance(place, int):
        return f"aboard {_units([place], state, owners=False)}"
    return _space(place, state)


def _space(name: str, state: State) -> str:
    """What a space is called: a hex by its number and what is there."""
    found = state.board.find(name)
    return name if found is None else found.title


def _title(battle: str, state: State) -> str:
    found = state.battles.get(battle)
    return (
        f"the {found.kind} battle in {_space(found.space, state)}" if found else f"battle {battle}"
    )


def _participants(parts: Iterable[ev.Participant], role: ev.Role, state: State) -> str:
    said = []
    for part in parts:
        if part.role == role:
            origin = f"from {_space(part.origin, state)}" if part.origin else ""
            notes = ", ".join(filter(None, (part.task, origin)))
            said.append(_units(part.units, state) + (f" ({notes})" if notes else ""))
    return list_of(said)


def _more(text: str, *, sep: str = ": ") -> str:
    return f"{sep}{text}" if text else ""


# --- one function an event ----------------------------------------------------------------------


def _round(e: ev.RoundBegan, _: State) -> str:
    return f"Round {e.number}" + (f" ({e.label})" if e.label else "")


def _turn(e: ev.TurnBegan, _: State) -> str:
    return f"Turn of {list_of(e.powers)}"


def _phase(e: ev.PhaseBegan, _: State) -> str:
    return f"Phase: {e.phase}"


def _added(e: ev.UnitsAdded, s: State) -> str:
    groups: dict[tuple[str, str], list[Unit | None]] = {}
    for unit in e.units:
        place = unit.place
        if isinstance(place, int):
            place = s.space_of(place) or place if place in s.units else "a carrier"
        groups.setdefault((unit.owner, _place(place, s)), []).append(unit)
    said = [
        f"{_group(units, _adjective(owner, s))} in {where}"
        for (owner, where), units in groups.items()
    ]
    return f"New ({e.reason}): {list_of(said)}"


def _placed(e: ev.UnitsPlaced, s: State) -> str:
    where = _place(e.place, s)
    inside = "" if where.startswith("aboard") else "in "
    return f"{_units(e.units, s)} placed {inside}{where} ({e.reason})"


def _moved(e: ev.UnitsMoved, s: State) -> str:
    verb = {
        "retreat": "retreated", "advance": "advanced", "scramble": "scrambled",
        "return": "returned", "airdrop": "dropped", "amphibious": "landed",
        "displacement": "were displaced", "rail": "went by rail",
    }.get(e.mode, "moved")  # fmt: skip
    path = [_space(name, s) for name in e.path]
    way = f" through {list_of(path[1:-1])}" if len(path) > 2 else ""
    there = f" to {path[-1]}" if len(path) > 1 else ""
    aboard = f", {_place(e.aboard, s)}" if e.aboard is not None else ""
    halt = " and halted" if e.halted else ""
    return f"{_units(e.units, s)} {verb} from {path[0]}{there}{way}{aboard}{halt}"


def _removed(e: ev.UnitsRemoved, s: State) -> str:
    places = dict.fromkeys(
        where for i in e.units if i in s.units for where in [s.space_of(i)] if where
    )
    where = f" in {list_of(places)}" if places else ""
    if e.reason in ("casualty", "lost"):
        return f"{_units(e.units, s)} lost{where}"
    return f"{_units(e.units, s)} removed{where} ({e.reason})"


def _converted(e: ev.UnitsConverted, s: State) -> str:
    changes = []
    if e.type is not None:
        changes.append(f"became {e.type}")
    if e.owner is not None:
        changes.append(f"passed to {e.owner}")
    if e.damage is not None:
        changes.append(f"now {'damaged ' + str(e.damage) if e.damage else 'undamaged'}")
    if e.gained:
        changes.append(f"now {list_of(e.gained)}")
    if e.lost:
        changes.append(f"no longer {list_of(e.lost)}")
    why = "" if e.reason in e.gained else f" ({e.reason})"
    return f"{_units(e.units, s)} {list_of(changes) or 'unchanged'}{why}"


def _control(e: ev.ControlChanged, s: State) -> str:
    space = _space(e.space, s)
    if e.new is None:
        return f"{space} is no longer under {e.old}'s control ({e.reason})"
    loser = f" from {e.old}" if e.old else ""
    return f"{e.new} takes {space}{loser} ({e.reason})"


def _relation(e: ev.RelationChanged, _: State) -> str:
    old = f", no longer {e.old}" if e.old else ""
    return f"{e.a} and {e.b}: {e.new or 'no relation'}{old}"


def _status(e: ev.StatusChanged, _: State) -> str:
    said = [f"now {list_of(e.gained)}"] if e.gained else []
    said += [f"no longer {list_of(e.lost)}"] if e.lost else []
    return f"{e.power}: {list_of(said) or 'status unchanged'}" + _more(e.reason, sep=", ")


def _technology(e: ev.TechnologyChanged, _: State) -> str:
    said = [f"gains {list_of(e.gained)}"] if e.gained else []
    said += [f"loses {list_of(e.lost)}"] if e.lost else []
    return f"{e.power} {list_of(said)}"


def _value(e: ev.ValueChanged, s: State) -> str:
    space = _space(e.space, s)
    if isinstance(e.new, bool):
        return f"{space}: {'now' if e.new else 'no longer'} {e.key}"
    was = "" if e.old is None else f" (was {e.old})"
    if e.new is None:
        return f"{space}: no {e.key} any more{was}"
    return f"{space}: {e.key} is now {e.new}{was}"


def _marker(e: ev.MarkerChanged, s: State) -> str:
    if isinstance(e.subject, ev.OnSpace):
        where = _space(e.subject.space, s)
    elif isinstance(e.subject, ev.OnPower):
        where = e.subject.power
    else:
        where = _units([e.subject.unit], s)
    return f"{where}: {e.marker} marker, now {e.count}"


def _resource(e: ev.ResourceChanged, _: State) -> str:
    verb = "gains" if e.amount >= 0 else "pays"
    only = f" ({e.restriction})" if e.restriction else ""
    return f"{e.treasury} {verb} {abs(e.amount)} {e.resource}{only}: {e.reason}" + _more(
        e.detail, sep=", "
    )


def _bought(e: ev.Bought, s: State) -> str:
    cost = sum(line.cost for line in e.lines)
    items = list_of(count_of(line.count, line.unit_type) for line in e.lines)
    return f"{e.power} buys {items or 'nothing'} for {cost} {s.catalog.currency}"


def _battle(e: ev.BattleOpened, s: State) -> str:
    attackers = _participants(e.participants, "attacker", s) or "nobody"
    defenders = _participants(e.participants, "defender", s) or "nobody"
    links = f", linked with {list_of(_title(b, s) for b in e.links)}" if e.links else ""
    return f"Battle in {_space(e.space, s)} ({e.kind}): {attackers} against {defenders}{links}"


def _joined(e: ev.BattleJoined, s: State) -> str:
    said = [_participants(e.participants, role, s) for role in ("attacker", "defender")]
    return f"{list_of(filter(None, said))} joined {_title(e.battle, s)}"


def _left(e: ev.BattleLeft, s: State) -> str:
    return f"{_units(e.units, s)} left {_title(e.battle, s)} ({e.reason})"


def _combat_round(e: ev.CombatRoundBegan, s: State) -> str:
    return f"Combat round {e.number} of {_title(e.battle, s)}"


def _combat_step(e: ev.CombatStepBegan, s: State) -> str:
    return f"{e.step[:1].upper()}{e.step[1:]} step of {_title(e.battle, s)}"


def _tasked(e: ev.UnitsTasked, s: State) -> str:
    where = f" in {e.target}" if e.target else ""
    return (
        f"{_units(e.units, s)} to {e.task}{where}" if e.task else f"{_units(e.units, s)} stand down"
    )


def _closed(e: ev.BattleClosed, s: State) -> str:
    title = _title(e.battle, s)
    return f"{title[0].upper()}{title[1:]} ends: {e.result}"


def _rolled(e: ev.Rolled, _: State) -> str:
    faces = ", ".join(str(d.face) for d in e.dice)
    purpose = _PURPOSES.get(e.purpose, e.purpose)
    return f"{e.power} rolls for {purpose}: {faces or 'no dice'}" + _more(outcome_of(e), sep=" - ")


def _asked(e: ev.Asked, _: State) -> str:
    options = f" ({', '.join(e.options)})" if e.options else ""
    return f"{list_of(e.powers)} to decide: {e.kind}{options}"


def _decided(e: ev.Decided, s: State) -> str:
    spaces = list_of(_space(space, s) for space in e.spaces if space != e.choice)
    notes = ", ".join(filter(None, (_units(e.units, s) if e.units else "", spaces)))
    who = f"{list_of(e.powers)} {'decides' if len(e.powers) == 1 else 'decide'}"
    return f"{who} on {e.kind}: {e.choice}" + (f" ({notes})" if notes else "")


def _noted(e: ev.Noted, _: State) -> str:
    return e.text


def _victory(e: ev.VictoryWon, _: State) -> str:
    return f"{list_of(e.winners)} won the game" + _more(e.reason)


_WORDS: dict[type[ev.Event], Callable[[Any, State], str]] = {
    ev.RoundBegan: _round,
    ev.TurnBegan: _turn,
    ev.PhaseBegan: _phase,
    ev.UnitsAdded: _added,
    ev.UnitsPlaced: _placed,
    ev.UnitsMoved: _moved,
    ev.UnitsRemoved: _removed,
    ev.UnitsConverted: _converted,
    ev.UnitsTasked: _tasked,
    ev.ControlChanged: _control,
    ev.RelationChanged: _relation,
    ev.StatusChanged: _status,
    ev.TechnologyChanged: _technology,
    ev.ValueChanged: _value,
    ev.MarkerChanged: _marker,
    ev.ResourceChanged: _resource,
    ev.Bought: _bought,
    ev.BattleOpened: _battle,
    ev.BattleJoined: _joined,
    ev.BattleLeft: _left,
    ev.CombatRoundBegan: _combat_round,
    ev.CombatStepBegan: _combat_step,
    ev.BattleClosed: _closed,
    ev.Rolled: _rolled,
    ev.Asked: _asked,
    ev.Decided: _decided,
    ev.Noted: _noted,
    ev.VictoryWon: _victory,
}
