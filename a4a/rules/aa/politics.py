"""Politics: who may declare war on whom and when, and what a declaration does.

Sources: AA rulebook, "The Political Situation" (p. 9-10), "Declaring War" (p. 12), "Powers Not at
War with One Another" (p. 15).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

import msgspec

from a4a.core import events as ev
from a4a.core.state import State
from a4a.core.words import list_of
from a4a.rules.aa import data
from a4a.rules.aa.conditions import WAR, Condition, all_hold, is_at_war, party
from a4a.rules.aa.system import System
from a4a.rules.run import Run

PROVOKED = "provoked by a capture"
"""Status of a power that a capture has set free to declare war."""


class Declaration(data.Entry, frozen=True, kw_only=True):
    """A declaration of war that the rules allow.

    Parameters
    ----------
    power, on
        Who may declare war on whom.
    phase
        The phase at whose beginning it is made.
    when
        What must hold.
    provoked
        Whether it answers aggression, or what another power did (p. 12).
    """

    power: str
    on: tuple[str, ...]
    phase: str
    when: tuple[Condition, ...] = ()
    provoked: bool = False


class Refusal(data.Entry, frozen=True, kw_only=True):
    """The rule that forbids a power to declare war until something allows it."""

    power: str
    why: str


class Trigger(data.Entry, frozen=True, kw_only=True):
    """Captures by a side that set powers free to declare war."""

    captured: tuple[str, ...]
    by: str
    provokes: tuple[str, ...]


class SeaLimit(data.Entry, frozen=True, kw_only=True):
    """Where ships of a neutral power may end a move: next to its territories, on patrol here."""

    power: str
    patrol: tuple[str, ...]


class Politics(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All that a dataset says about politics."""

    declarations: tuple[Declaration, ...]
    refusals: tuple[Refusal, ...]
    triggers: tuple[Trigger, ...]
    sea_limits: tuple[SeaLimit, ...]


@lru_cache(maxsize=16)
def politics(system: System) -> Politics:
    """Return what a system says about politics.

    Raises
    ------
    DatasetError
        If it names a space that is not on the board.
    """
    found = data.read(system, "politics", Politics)
    for trigger in (triggers := data.in_play(system, found.triggers)):
        data.known_spaces(system, trigger.captured, f"politics.toml ({trigger.rule})")
    for limit in (limits := data.in_play(system, found.sea_limits)):
        data.known_spaces(system, limit.patrol, f"politics.toml ({limit.rule})")
    return Politics(
        data.in_play(system, found.declarations),
        data.in_play(system, found.refusals),
        triggers,
        limits,
    )


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
    for entry in politics(system).declarations:
        if (
            entry.power == power
            and entry.phase == phase
            and all_hold(entry.when, system, state, power)
        ):
            yield entry


def may_declare(
    system: System, state: State, power: str, *, phase: str | None = None
) -> tuple[str, ...]:
    """Return the powers on which a power may declare war now, in order of play.

    Parameters
    ----------
    system, state, power
        Who would declare.
    phase
        In which phase; the one that is on if None. That it is the beginning of the phase, before
        any move, is for the phase to see to.
    """
    allowed = {
        other
        for entry in _allowed(system, state, power, phase or state.phase)
        for other in entry.on
        if state.relation(power, other) != WAR
    }
    return tuple(other for other in system.order_of_play if other in allowed)


def verify_declaration(system: System, state: State, power: str, on: tuple[str, ...]) -> None:
    """Refuse a declaration of war that the rules do not allow.

    Raises
    ------
    RuleViolation
        With the rule that forbids it.
    """
    may = may_declare(system, state, power)
    tried = f"declare war on {list_of(on) or 'nobody'}"
    allowed = f"declare war on {list_of(may)}" if may else "stay at peace"
    side = system.catalog.side_of(power)
    book = system.book
    if not on or len(set(on)) < len(on):
        raise book.violation(
            "AA-DOW-003", "it names no power, or one twice", tried=tried, allowed=allowed
        )
    for other in on:
        found = system.catalog.find_power(other)
        if found is None or found.name != other:
            raise book.violation(
                "AA-DOW-003", f"there is no power {other!r}", tried=tried, allowed=allowed
            )
        if not found.side:
            raise book.violation(
                "AA-NEU-005", "war is not declared on neutral territories: they are attacked",
                tried=tried, allowed=allowed,
            )  # fmt: skip
        if found.side == side:
            raise book.violation(
                "AA-DOW-003", f"{other} is on the same side", tried=tried, allowed=allowed
            )
        if state.relation(power, other) == WAR:
            raise book.violation(
                "AA-DOW-003", f"{power} is at war with {other} already", tried=tried,
                allowed=allowed,
            )  # fmt: skip
        if other not in may:
            rule, why = _why_not(system, state, power, other)
            raise book.violation(rule, why, tried=tried, allowed=allowed)


def _why_not(system: System, state: State, power: str, other: str) -> tuple[str, str]:
    for entry in politics(system).refusals:
        if entry.power == power:
            return entry.rule, entry.why
    return "AA-DOW-001", f"{power} may not declare war on {other} in the {state.phase} phase"


def declare(system: System, run: Run, power: str, on: tuple[str, ...]) -> None:
    """Let a power declare war: it is at war at once, and with these powers only.

    The declaration is recorded as provoked or unprovoked (p. 12).
    """
    state = run.state
    entries = list(_allowed(system, state, power, state.phase))
    for other in on:
        provoked = any(e.provoked for e in entries if other in e.on)
        run.emit(
            ev.Decided(
                (power,), "declaration of war", other,
                spaces=(),
            ),
            ev.Noted(
                f"The declaration of war on {other} is {'' if provoked else 'un'}provoked.",
                "provoked" if provoked else "unprovoked",
            ),
            ev.RelationChanged(power, other, state.relation(power, other), WAR),
        )  # fmt: skip
    for newcomer in (power, *on):
        _join(system, run, newcomer)


def _join(system: System, run: Run, power: str) -> None:
    """A power that has come to be at war is allied with the powers of its side at war (R-010)."""
    for friend in sorted(party(system, "other allies", power), key=system.order_of_play.index):
        state = run.state
        old = state.relation(power, friend)
        if old != "allied" and is_at_war(system, state, friend):
            run.emit(ev.RelationChanged(power, friend, old, "allied"))


# --- what others' deeds set off -------------------------------------------------------------------


def territory_captured(system: System, run: Run, territory: str, power: str) -> None:
    """Let a capture set powers free to declare war from their next turn on."""
    side = system.catalog.side_of(power)
    for trigger in politics(system).triggers:
        if territory not in trigger.captured or trigger.by != side:
            continue
        for provoked in trigger.provokes:
            if PROVOKED not in run.state.statuses(provoked):
                reason = f"{power} took {territory}"
                run.emit(ev.StatusChanged(provoked, gained=(PROVOKED,), reason=reason))


class SeaZones(msgspec.Struct, frozen=True):
    """Where ships of a neutral power may end their moves.

    Parameters
    ----------
    rule
        The rule that limits them.
    all
        Zones for any ship.
    patrol
        Further zones for warships.
    """

    rule: str
    all: frozenset[str]
    patrol: frozenset[str]


def sea_limit(system: System, state: State, power: str) -> SeaZones | None:
    """Return the sea zones where a power's ships may end moves, None if that is not limited."""
    for limit in politics(system).sea_limits:
        if limit.power == power and not is_at_war(system, state, power):
            own = {
                zone
                for space, owner in state.control.items()
                if owner == power
                for zone in system.graph.coast[space]
            }
            return SeaZones(limit.rule, frozenset(own), frozenset(limit.patrol))
    return None
