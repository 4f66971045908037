"""Politics: who may declare war on whom and when, and what a declaration does.

All of it is data (`data`). Ships of powers at peace, treaties and deeds have modules of their own.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from a4a.core import events as ev
from a4a.core.english import the
from a4a.core.position import WAR
from a4a.core.state import State
from a4a.rules.areas.politics.data import Declaration, politics
from a4a.rules.areas.politics.situation import situation_of
from a4a.rules.areas.system import System
from a4a.rules.conditions import all_hold, party
from a4a.rules.relations import is_at_war
from a4a.rules.run import Run

DECLARED_IN = "Combat Move"
"""The phase at whose beginning war is declared, unless a political rule says otherwise."""
PROVOKED = "provoked by a capture"
"""Status of a power that a capture has set free to declare war."""


def wars(state: State) -> tuple[tuple[str, str], ...]:
    """Return the pairs of powers at war with each other, in order of play.

    Examples
    --------
    >>> import a4a
    >>> wars(a4a.start("europe1940").state_at(0))[:2]
    (('Germany', 'United Kingdom'), ('Germany', 'France'))
    """
    order = state.catalog.power_order
    pairs = [
        (a, b) if order[a] < order[b] else (b, a)
        for (a, b), relation in state.relations.items()
        if relation == WAR
    ]
    return tuple(sorted(pairs, key=lambda pair: (order[pair[0]], order[pair[1]])))


# --- declaring war --------------------------------------------------------------------------------


def _allowed(system: System, state: State, power: str, phase: str) -> Iterator[Declaration]:
    """Yield the declarations that a power may make in a phase of its turn."""
    for entry in _declarations(system, power, phase):
        if all_hold(entry.when, situation_of(system, state, power)):
            yield entry


@lru_cache(maxsize=256)
def _declarations(system: System, power: str, phase: str) -> tuple[Declaration, ...]:
    entries = politics(system).declarations
    return tuple(entry for entry in entries if entry.power == power and entry.phase == phase)


def may_declare(
    system: System, state: State, power: str, *, phase: str | None = None
) -> tuple[str, ...]:
    """Return the powers on which a power may declare war now, in order of play.

    Parameters
    ----------
    system, state, power
        Who would declare.
    phase
        In which phase; the current one if None. The phase itself sees to it that nothing has
        moved yet.
    """
    allowed = {
        other
        for entry in _allowed(system, state, power, phase or state.phase)
        for other in entry.on
        if state.relation(power, other) != WAR
    }
    return tuple(other for other in system.order_of_play if other in allowed)


def has_moved(state: State, power: str) -> bool:
    """Whether a power has moved anything in this turn: after that, it declares no war."""
    units = state.units
    return any(
        memory.origin is not None and i in units and units[i].owner == power
        for i, memory in state.memories.items()
    )


def verify_declaration(
    system: System, state: State, power: str, on: tuple[str, ...], *, too_late: bool = False
) -> None:
    """Refuse a declaration of war that the rules do not allow.

    Parameters
    ----------
    system, state, power
        Who declares, in the phase that is on.
    on
        On whom.
    too_late
        Whether the beginning of that phase, when war is declared, is over.

    Raises
    ------
    RuleViolation
        With the rule that forbids it.
    """
    may = may_declare(system, state, power)
    tried = f"declare war on {system.said(on) or 'nobody'}"
    allowed = f"declare war on {system.said(may)}" if may and not too_late else "stay at peace"
    side = system.catalog.side_of(power)
    book = system.book
    if not on or len(set(on)) < len(on):
        raise book.violation(
            "war.target", "it names no power, or one twice", tried=tried, allowed=allowed
        )
    for other in on:
        found = system.catalog.find_power(other)
        if found is None or found.name != other:
            raise book.violation(
                "war.target", f"there is no power {other!r}", tried=tried, allowed=allowed
            )
        if not found.side:
            raise book.violation(
                "neutral.war", "war is not declared on neutral territories: they are attacked",
                tried=tried, allowed=allowed,
            )  # fmt: skip
        if found.side == side:
            raise book.violation(
                "war.target",
                f"{system.called(other)} is on the same side",
                tried=tried,
                allowed=allowed,
            )
        if state.relation(power, other) == WAR:
            raise book.violation(
                "war.target",
                f"{system.called(power)} is at war with {system.called(other)} already",
                tried=tried, allowed=allowed,
            )  # fmt: skip
        if other not in may:
            rule, why, instead = _why_not(system, state, power, other)
            raise book.violation(rule, why, tried=tried, allowed=instead or allowed)
    if too_late:
        raise book.violation(
            "war.when", "units have moved: war is declared before", tried=tried,
            allowed=f"declare war in the next turn, as its {DECLARED_IN} phase begins",
        )  # fmt: skip


def _why_not(system: System, state: State, power: str, other: str) -> tuple[str, str, str]:
    """The rule, the reason in words, and when it may be done, or "" if it may not at all."""
    if other in may_declare(system, state, power, phase=DECLARED_IN):
        when = f"declare war as the {DECLARED_IN} phase begins"
        return "war.when", f"war is not declared in the {state.phase} phase", when
    for entry in politics(system).refusals:
        if entry.power == power and (not entry.on or other in entry.on):
            return entry.rule, entry.why, ""
    why = f"{system.called(power)} may not declare war on {system.called(other)}"
    return "war.target", why, ""


def declare(system: System, run: Run, power: str, on: tuple[str, ...]) -> None:
    """Declare war: the power is at war at once, with these powers and their leagues only.

    The declaration is recorded as provoked or unprovoked.
    """
    state = run.state
    entries = list(_allowed(system, state, power, state.phase))
    for other in on:
        mine = [e for e in entries if other in e.on]
        provoked = any(e.is_provoked(state) for e in mine)
        run.emit(
            ev.Decided(
                (power,), "declaration of war", other,
                spaces=(),
            ),
            ev.Noted(
                f"The declaration of war on {system.called(other)} is "
                f"{'' if provoked else 'un'}provoked.",
                "provoked" if provoked else "unprovoked",
            ),
        )  # fmt: skip
        for entry in mine:
            if entry.leaves and not provoked:
                remember(run, power, entry.leaves, "declaration of war")
        go_to_war(system, run, power, other)


def remember(run: Run, power: str, status: str, reason: str) -> None:
    """Give a power a status, unless it has it."""
    if status not in run.state.statuses(power):
        run.emit(ev.StatusChanged(power, gained=(status,), reason=reason))


def go_to_war(system: System, run: Run, power: str, other: str) -> None:
    """Put two powers at war, each with the other's league, and do what follows from it.

    Powers that were neutral become allied with those of their side that are at war (R-010), and
    arm for free what the rules say.
    """
    newcomers: dict[str, None] = {}
    for a, b in _pairs(system, power, other):
        if run.state.relation(a, b) == WAR:
            continue
        for party_ in (a, b):
            if not is_at_war(system, run.state, party_):
                newcomers[party_] = None
        run.emit(ev.RelationChanged(a, b, run.state.relation(a, b), WAR))
    for newcomer in (power, other):
        _join(system, run, newcomer)
    for newcomer in newcomers:
        _arm(system, run, newcomer)


def _pairs(system: System, power: str, other: str) -> Iterator[tuple[str, str]]:
    """Yield the pairs of powers that are at war as soon as two powers are."""
    yield power, other
    for league in politics(system).leagues:
        if other in league.powers and power in league.against:
            yield from ((power, friend) for friend in league.powers if friend != other)
        if power in league.powers and other in league.against:
            yield from ((friend, other) for friend in league.powers if friend != power)


def _arm(system: System, run: Run, power: str) -> None:
    """Turn units of a power that enters a war into what they become for free."""
    for entry in politics(system).armaments:
        if entry.power != power:
            continue
        for territory in entry.at:
            if run.state.control.get(territory) != power:
                continue
            units = tuple(u.id for u in run.state.at(territory) if u.type == entry.from_type)
            if units:
                run.emit(ev.UnitsConverted(units, "at war", type=entry.to_type))


def _join(system: System, run: Run, power: str) -> None:
    """A power that has come to be at war is allied with the powers of its side at war (R-010)."""
    for friend in sorted(party(system, "other allies", power), key=system.order_of_play.index):
        state = run.state
        old = state.relation(power, friend)
        if old != "allied" and is_at_war(system, state, friend):
            run.emit(ev.RelationChanged(power, friend, old, "allied"))


# --- what others' deeds set off -------------------------------------------------------------------


def territory_captured(system: System, run: Run, territory: str, power: str) -> None:
    """Free powers, because of a capture, to declare war from their next turn on."""
    side = system.catalog.side_of(power)
    for trigger in politics(system).triggers:
        if territory not in trigger.captured or trigger.by != side:
            continue
        for provoked in trigger.provokes:
            remember(run, provoked, PROVOKED, f"{system.called(power)} took {the(territory)}")
