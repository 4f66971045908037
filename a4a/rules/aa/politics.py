"""Politics: who may declare war on whom and when, and what a declaration does.

Sources: AA rulebook, "The Political Situation" (p. 9-10), "Declaring War" (p. 12), "Powers Not at
War with One Another" (p. 15), "Global: Political Situation" (p. 36-39). All lists are data:
``politics.toml``. What it says of ships, of treaties and of deeds is for `sea_limits`, `treaties`
and `deeds`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Literal

import msgspec

from a4a.core import events as ev
from a4a.core.errors import DatasetError
from a4a.core.state import State
from a4a.core.words import list_of
from a4a.rules.aa import data
from a4a.rules.aa.conditions import WAR, Condition, Spaces, all_hold, is_at_war, party, unknown
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
    answers
        Statuses of the power, left by deeds of others, that make it provoked too.
    leaves
        The status of the power that an unprovoked declaration leaves for good.
    """

    power: str
    on: tuple[str, ...]
    phase: str
    when: tuple[Condition, ...] = ()
    provoked: bool = False
    answers: tuple[str, ...] = ()
    leaves: str = ""

    def is_provoked(self, state: State) -> bool:
        """Whether a declaration made in a state is provoked."""
        statuses = state.statuses(self.power)
        return self.provoked or any(status in statuses for status in self.answers)


class Refusal(data.Entry, frozen=True, kw_only=True):
    """The rule that forbids a power to declare war until something allows it.

    Parameters
    ----------
    power, on
        Who may not declare war on whom; on anyone if none is named.
    why
        The reason, in words.
    """

    power: str
    why: str
    on: tuple[str, ...] = ()


class League(data.Entry, frozen=True, kw_only=True):
    """Powers that are at war together: whoever is at war with one of them is with all.

    Parameters
    ----------
    powers
        Who stands together.
    against
        Against whom.
    """

    powers: tuple[str, ...]
    against: tuple[str, ...]


class Trigger(data.Entry, frozen=True, kw_only=True):
    """Captures by a side that set powers free to declare war."""

    captured: tuple[str, ...]
    by: str
    provokes: tuple[str, ...]


class Deed(data.Entry, frozen=True, kw_only=True):
    """What a power does on the board that politics remembers as a status.

    Parameters
    ----------
    powers
        Who does it.
    how
        "enter": its units move into or through one of the territories; "attack": it attacks or
        takes one.
    of
        The territories.
    at_peace_with
        It counts only while the power is at peace with this one.
    marks
        Who bears the status; the power itself if nobody is named.
    status
        The status.
    """

    powers: tuple[str, ...]
    how: Literal["enter", "attack"]
    of: Spaces
    status: str
    at_peace_with: str = ""
    marks: str = ""


class Treaties(data.Entry, frozen=True, kw_only=True):
    """A power with treaties of its own on each map: at war on one, it is still neutral on others.

    Parameters
    ----------
    power
        Which.
    enemies
        The powers of the other side by map.
    closed_to_friends, closed_to_others
        The rules that keep friends out of its land on a map where it is neutral, and powers of the
        other side with which it is at peace out of all its land.
    """

    power: str
    enemies: Mapping[str, tuple[str, ...]]
    closed_to_friends: str
    closed_to_others: str


class SeaLimit(data.Entry, frozen=True, kw_only=True):
    """Where ships of a power may end a move: only next to its territories, and on patrol.

    Parameters
    ----------
    power
        Whose ships.
    patrol
        Further zones for warships.
    patrol_rule
        The rule that lets warships there; `rule` if none is named.
    until
        It ends when the power is at war with one of these; with anyone if none is named.
    maps
        On these maps; everywhere if none is named.
    """

    power: str
    patrol: tuple[str, ...] = ()
    patrol_rule: str = ""
    until: tuple[str, ...] = ()
    maps: tuple[str, ...] = ()


class SeaBan(data.Entry, frozen=True, kw_only=True):
    """Where ships of a power may not end a move: so near to some territories.

    Parameters
    ----------
    power
        Whose ships.
    until
        It ends when the power is at war with one of these.
    within
        How many sea zones from the territories; those next to them are 1 away.
    of, controlled_by
        The territories: these, and all that these powers control now.
    """

    power: str
    until: tuple[str, ...]
    within: int
    of: tuple[str, ...] = ()
    controlled_by: tuple[str, ...] = ()


class Armament(data.Entry, frozen=True, kw_only=True):
    """What becomes of a power's units for free as it enters a war.

    Parameters
    ----------
    power, at
        Whose units, in which territories if it controls them.
    from_type, to_type
        The unit type they are, and what they become.
    """

    power: str
    at: tuple[str, ...]
    from_type: str
    to_type: str


class Politics(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All that a dataset says about politics."""

    declarations: tuple[Declaration, ...] = ()
    refusals: tuple[Refusal, ...] = ()
    leagues: tuple[League, ...] = ()
    triggers: tuple[Trigger, ...] = ()
    deeds: tuple[Deed, ...] = ()
    treaties: tuple[Treaties, ...] = ()
    sea_limits: tuple[SeaLimit, ...] = ()
    sea_bans: tuple[SeaBan, ...] = ()
    armaments: tuple[Armament, ...] = ()


@lru_cache(maxsize=16)
def politics(system: System) -> Politics:
    """Return what a system says about politics.

    Raises
    ------
    DatasetError
        If it names a space, a power or a map that there is not.
    """
    found = data.read(system, "politics", Politics)
    kept = Politics(
        **{name: data.in_play(system, getattr(found, name)) for name in found.__struct_fields__}
    )
    for what, rule in _faults(system, kept):
        raise DatasetError(f"politics.toml ({rule}) of {system.dataset.name!r}: {what}")
    return kept


def _faults(system: System, found: Politics) -> Iterator[tuple[str, str]]:
    """Yield what entries name that there is not, and the rule of the entry."""
    powers, board = system.catalog.power_order, system.board
    parties = {*powers, *system.catalog.sides}
    named: list[tuple[str, Iterable[str], Iterable[str]]] = [
        *((e.rule, (e.power, *e.on), ()) for e in found.declarations),
        *((e.rule, (e.power, *e.on), ()) for e in found.refusals),
        *((e.rule, (*e.powers, *e.against), ()) for e in found.leagues),
        *((e.rule, (e.by, *e.provokes), e.captured) for e in found.triggers),
        *((e.rule, (*e.powers, e.at_peace_with, e.marks), e.of.spaces) for e in found.deeds),
        *((e.rule, (e.power, *sum(e.enemies.values(), ())), ()) for e in found.treaties),
        *((e.rule, (e.power, *e.until), e.patrol) for e in found.sea_limits),
        *((e.rule, (e.power, *e.until, *e.controlled_by), e.of) for e in found.sea_bans),
        *((e.rule, (e.power,), e.at) for e in found.armaments),
    ]
    for rule, who, where in named:
        yield from ((f"there is no power {p!r}", rule) for p in who if p and p not in parties)
        yield from ((f"there is no space {s!r}", rule) for s in where if s not in board.index)
    maps = {chart.name for chart in board.maps}
    for rule, charts in [
        *((e.rule, tuple(e.enemies)) for e in found.treaties),
        *((e.rule, e.maps) for e in found.sea_limits),
    ]:
        yield from ((f"there is no map {m!r}", rule) for m in charts if m not in maps)
    for entry in found.declarations:
        yield from ((what, entry.rule) for c in entry.when for what in unknown(system, c))


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
        if entry.power == power and (not entry.on or other in entry.on):
            return entry.rule, entry.why
    return "AA-DOW-001", f"{power} may not declare war on {other} in the {state.phase} phase"


def declare(system: System, run: Run, power: str, on: tuple[str, ...]) -> None:
    """Let a power declare war: it is at war at once, with these powers and their leagues only.

    The declaration is recorded as provoked or unprovoked (p. 12).
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
                f"The declaration of war on {other} is {'' if provoked else 'un'}provoked.",
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
    """Let two powers be at war, each with the other's league, and all that follows from it.

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
    """Turn units of a power that enters a war into what they become for free (p. 39)."""
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
    """Let a capture set powers free to declare war from their next turn on."""
    side = system.catalog.side_of(power)
    for trigger in politics(system).triggers:
        if territory not in trigger.captured or trigger.by != side:
            continue
        for provoked in trigger.provokes:
            remember(run, provoked, PROVOKED, f"{power} took {territory}")
