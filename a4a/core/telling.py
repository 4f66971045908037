"""What a log tells of a step: its events in words, with nothing said twice."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby, pairwise
from typing import TypeAlias

from a4a.core import events as ev
from a4a.core.battle_words import OUTCOMES
from a4a.core.english import capitalized, list_of
from a4a.core.sentences import SENTENCES
from a4a.core.state import State
from a4a.core.steps import Step
from a4a.core.units import Holding

Said: TypeAlias = tuple[ev.AnyEvent, str]

_IMPLIED = frozenset({
    "railed", "dropped", "ashore", "attack from", "retreated to port", "city bombing",
    "interception", "rail", "lift", "landed", "gone aboard",
})  # fmt: skip
"""Tasks that only keep what a move or an attack has said."""
_OWN = frozenset({
    "phase ends", "game over", "kamikaze", "Vichy territories turned", "carried", "fought over",
    "lent", "Lend/Lease", "paratroopers trained", "repair price",
})  # fmt: skip
"""Markers by which rules remember what has been ordered, or has come of it."""
_FORGOTTEN = ("just damaged", "sailed by ")
"""How conditions begin of which nobody needs to know that they have ended."""
_MADE = frozenset({
    "attack", "advance", "losses", "transit", "displacement", "port", "too many units",
    "city bombing", "interception", "convoy attack",
})  # fmt: skip
"""Decisions that what comes of them in the same step tells: a battle, moves, losses."""
_SAID = {
    "engineers": (ev.UnitsPlaced, "engineers"),
    "reassignment": (ev.UnitsConverted, "reassigned"),
    "scorched earth": (ev.UnitsConverted, "scorched earth"),
    "winter": (ev.UnitsRemoved, "winter"),
}
"""Decisions that tell what becomes of a unit: its event in the same step, and its reason."""
_SILENT = frozenset({
    "attackers declare retreats", "defenders declare retreats", "fought", "round over",
})  # fmt: skip
"""Steps of combat that what follows tells: a question, losses, the next round."""
_DECLARED = frozenset({"guns", "preemptive fire", "scorched earth"})
"""Decisions of what units are to do in this round, which what they become tells."""
_RAIDS = frozenset({"bombing raid", "shore bombardment"})
"""Decisions that say who goes on a mission."""
_LENT = "tankers "
"""How markers begin that keep what a decision about tankers has said."""
_CONSEQUENCES = (ev.BattleOpened, ev.UnitsMoved, ev.UnitsPlaced, ev.UnitsRemoved)


def told(step: Step, lines: Iterable[str], state: State) -> tuple[str, ...]:
    """Return a step's lines, one for each event, as a log tells them, with nothing said twice.

    A purchase implies that it was paid for and that its units can be placed; a retreat, that its
    units left the battle; a battle, that it was decided to attack. What is said alike of several
    spaces, powers or treasuries shares a line.

    Parameters
    ----------
    step
        The step.
    lines
        Its events in words.
    state
        A state of its game: it knows the names.
    """
    return together(news(step, lines, state), state)


def news(step: Step, lines: Iterable[str], state: State) -> tuple[Said, ...]:
    """Return those events of a step that a log tells, each in words; see `told`."""
    said = list(zip(step.events, lines, strict=True))
    kinds = {type(event) for event in step.events}
    for silent, hushing in _SILENCES:
        if not kinds.isdisjoint(hushing):
            hushed = silent(step.events)
            said = [(event, words) for event, words in said if not hushed(event)]
    return tuple(_summed(said, state))


def together(said: Iterable[Said], state: State) -> tuple[str, ...]:
    """Return what is told of events, in lines; what is said alike of several shares a line."""
    return tuple(_together(said, state))


# --- what is not said ---------------------------------------------------------------------------

_Hushed: TypeAlias = Callable[[ev.AnyEvent], bool]


def _paid(events: Sequence[ev.AnyEvent]) -> _Hushed:
    """What a purchase implies."""
    bought = [event for event in events if isinstance(event, ev.Bought)]
    buyers = {event.power for event in bought}
    treasuries = {event.treasury for event in bought}

    def hushed(event: ev.AnyEvent) -> bool:
        match event:
            case ev.ResourceChanged(treasury=treasury, reason="purchase"):
                return treasury in treasuries
            case ev.UnitsAdded(units=units, reason="purchase"):
                return all(isinstance(u.place, Holding) and u.owner in buyers for u in units)
        return False

    return hushed


def _left(events: Sequence[ev.AnyEvent]) -> _Hushed:
    """What retreats imply: that it was decided, and that the units have left the battle."""
    retreated = {
        unit
        for event in events
        if isinstance(event, ev.UnitsMoved) and event.mode == "retreat"
        for unit in event.units
    }

    def hushed(event: ev.AnyEvent) -> bool:
        match event:
            case ev.Decided(kind="retreat", units=units) if units:
                return retreated.issuperset(units)
            case ev.BattleLeft(units=units) | ev.UnitsTasked(task="retreat to port", units=units):
                return retreated.issuperset(units)
        return False

    return hushed


def _kept(events: Sequence[ev.AnyEvent]) -> _Hushed:
    """What a record keeps for itself: markers that do not last, flags of what is eliminated."""
    last = {(e.subject, e.marker): e for e in events if isinstance(e, ev.MarkerChanged)}
    gone = {
        unit
        for event in events
        if isinstance(event, ev.UnitsPlaced) and isinstance(event.place, Holding)
        for unit in event.units
    }
    set_up = {(e.subject, e.marker) for e in events if isinstance(e, ev.MarkerChanged) and e.count}

    def hushed(event: ev.AnyEvent) -> bool:
        match event:
            case ev.MarkerChanged(subject=subject, marker=marker):
                passing = (subject, marker) in set_up and not last[subject, marker].count
                return passing or marker in _OWN or marker.startswith(_LENT)
            case ev.UnitsConverted(reason="built" | "on a mission" | "round over"):
                return True
            case ev.UnitsConverted(type=None, owner=None, damage=None, gained=()) as event:
                forgotten = all(flag.startswith(_FORGOTTEN) for flag in event.lost)
                return forgotten or gone.issuperset(event.units)
            case ev.ResourceChanged(reason="paid out"):
                return True  # what it is paid for says so
            case ev.UnitsTasked(task=task):
                return task in _IMPLIED
        return False

    return hushed


def _idle(events: Sequence[ev.AnyEvent]) -> frozenset[int]:
    """Return the steps of combat in which nothing happens: another follows at once, by ``id``."""
    return frozenset(
        id(event)
        for event, after in pairwise(events)
        if isinstance(event, ev.CombatStepBegan)
        and isinstance(after, ev.CombatStepBegan)
        and event.step not in OUTCOMES
    )


def _obvious(events: Sequence[ev.AnyEvent]) -> _Hushed:
    """What follows in the same step anyway: the first round of a battle, what was decided."""
    opened = {event.battle for event in events if isinstance(event, ev.BattleOpened)}
    done = any(isinstance(event, _CONSEQUENCES) for event in events)
    joined = any(isinstance(event, ev.BattleJoined) for event in events)
    hit = any(isinstance(event, ev.UnitsConverted) and event.damage for event in events)
    decided = [event for event in events if isinstance(event, ev.Decided)]
    raiding = {unit for event in decided if event.kind in _RAIDS for unit in event.units}
    said = {_SAID[event.kind] for event in decided if event.kind in _SAID}
    idle = _idle(events)
    declared = any(isinstance(e, ev.UnitsConverted) and e.reason == "declared" for e in events)
    joining = [event for event in events if isinstance(event, ev.BattleJoined)]
    entered = {unit for event in joining for part in event.participants for unit in part.units}
    entered |= {
        u for e in events if isinstance(e, ev.UnitsMoved) and e.mode == "combat" for u in e.units
    }

    def hushed(event: ev.AnyEvent) -> bool:
        match event:
            case ev.CombatRoundBegan(battle=battle, number=1):
                return battle in opened
            case ev.CombatStepBegan(step="attacker advances" | "defender advances" | "bombing"):
                return True  # who advances is said, or asked; the roll says what bombs do
            case ev.CombatStepBegan(step=step):
                return step in _SILENT or id(event) in idle
            case ev.UnitsTasked(task="", units=units):
                return entered.issuperset(units)
            case ev.UnitsTasked(task="raid" | "escort", units=units):
                return raiding.issuperset(units)
            case (
                ev.UnitsPlaced(reason=reason)
                | ev.UnitsConverted(reason=reason)
                | ev.UnitsRemoved(reason=reason)
            ):
                return (type(event), reason) in said
            case ev.Decided(kind=kind, choice="yes") if kind in _DECLARED:
                return declared
            case ev.Decided(kind="support", units=units) if units:
                return joined
            case ev.Decided(kind=kind, units=units) if units:
                return kind in _MADE and (done or (kind == "losses" and hit))
        return False

    return hushed


_SILENCES: tuple[tuple[Callable[[Sequence[ev.AnyEvent]], _Hushed], frozenset[type]], ...] = (
    (_paid, frozenset({ev.ResourceChanged, ev.UnitsAdded})),
    (_left, frozenset({ev.Decided, ev.BattleLeft, ev.UnitsTasked})),
    (_kept, frozenset({ev.MarkerChanged, ev.UnitsConverted, ev.ResourceChanged, ev.UnitsTasked})),
    (_obvious, frozenset({
        ev.CombatRoundBegan, ev.CombatStepBegan, ev.Decided,
        ev.UnitsTasked, ev.UnitsPlaced, ev.UnitsConverted, ev.UnitsRemoved,
    })),
)  # fmt: skip
"""What is not said, and the kinds of events that it can keep silent about."""


# --- what is said together ----------------------------------------------------------------------


def _summed(said: Sequence[Said], state: State) -> Iterator[Said]:
    """Sum up what a treasury collects space by space."""
    collected: dict[str, list[ev.ResourceChanged]] = {}
    for event, _ in said:
        if isinstance(event, ev.ResourceChanged) and event.reason == "income":
            collected.setdefault(event.treasury + event.resource, []).append(event)
    for event, words in said:
        if not isinstance(event, ev.ResourceChanged) or event.reason != "income":
            yield event, words
        elif (alike := collected.pop(event.treasury + event.resource, None)) is None:
            continue
        elif len(alike) == 1:
            yield event, words
        else:
            amount = sum(each.amount for each in alike)
            whole = ev.ResourceChanged(event.treasury, event.resource, amount, "income")
            yield whole, capitalized(SENTENCES[ev.ResourceChanged](whole, state))


def _together(said: Iterable[Said], state: State) -> Iterator[str]:
    """Join consecutive lines that say the same of several spaces or powers into one."""
    for tail, alike in groupby(said, key=_tail):
        events, lines = zip(*alike, strict=True)
        relations = [event for event in events if isinstance(event, ev.RelationChanged)]
        if len(relations) > 1:
            yield from _relations(relations, state)
        elif tail and len(lines) > 1:
            names = [line.removesuffix(tail) for line in lines]
            first, *others = [_lowered(name) for name in names]
            plural = tail.replace(" is ", " are ", 1).replace(" has ", " have ", 1)
            plural = plural.replace(" no longer has ", " no longer have ", 1)
            yield f"{capitalized(list_of((first, *others)))}{plural}"
        else:
            yield from lines


def _lowered(name: str) -> str:
    """A name from the beginning of a sentence, as it stands within one."""
    return name.replace("Sea zone", "sea zone", 1).replace("The ", "the ", 1)


def _tail(told: Said) -> str:
    """What a line says of a space or power after its name (" is now pro-Axis"), or ""."""
    event, words = told
    if isinstance(event, ev.RelationChanged):
        return "relation"
    if isinstance(event, ev.MarkerChanged) and not isinstance(event.subject, ev.OnUnit):
        for link in (" no longer has ", " now has "):
            _, found, rest = words.partition(link)
            if found:
                return f"{found}{rest}"
    name, found, rest = words.partition(" is ")
    return f"{found}{rest}" if isinstance(event, ev.ValueChanged) and " of " not in name else ""


_STANCES = {"war": "at war with", "allied": "allied with"}


def _relations(changed: Sequence[ev.RelationChanged], state: State) -> Iterator[str]:
    """Changes of relations; those of one power with many are one sentence."""
    common = set.intersection(*({event.a, event.b} for event in changed))
    if len(common) != 1 or any(event.new not in _STANCES for event in changed):
        for event in changed:
            yield capitalized(SENTENCES[ev.RelationChanged](event, state))
        return
    (power,) = common
    others: dict[str, list[str]] = {}
    for event in changed:
        other = event.b if event.a == power else event.a
        others.setdefault(event.new, []).append(state.catalog.called(other))
    stands = [f"{_STANCES[new]} {list_of(names)}" for new, names in others.items()]
    yield capitalized(f"{state.catalog.called(power)} is now {', and '.join(stands)}")
