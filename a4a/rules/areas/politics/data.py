"""What a dataset says about politics: the lists of ``politics.toml``, read and checked.

The lists are applied by `declarations`, `sea_limits`, `treaties` and `deeds`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Literal

import msgspec

from a4a.core.errors import DatasetError
from a4a.core.state import State
from a4a.rules.areas import data
from a4a.rules.areas.system import System
from a4a.rules.conditions import Condition, unknown
from a4a.rules.spaces import Spaces


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
        Whether it answers aggression, or what another power did.
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


class DeclarationBan(data.Entry, frozen=True, kw_only=True):
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
        The rules that keep friends out of its land on a map where it is neutral, and the other
        side's powers of that map out of all its land.
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
    refusals: tuple[DeclarationBan, ...] = ()
    leagues: tuple[League, ...] = ()
    triggers: tuple[Trigger, ...] = ()
    deeds: tuple[Deed, ...] = ()
    treaties: tuple[Treaties, ...] = ()
    sea_limits: tuple[SeaLimit, ...] = ()
    sea_bans: tuple[SeaBan, ...] = ()
    armaments: tuple[Armament, ...] = ()

    def entries(self) -> Iterator[data.Entry]:
        """Yield all entries."""
        for name in self.__struct_fields__:
            yield from getattr(self, name)


@lru_cache(maxsize=16)
def politics(system: System) -> Politics:
    """Return what a system says about politics.

    Raises
    ------
    DatasetError
        If it names a space, a power or a map that does not exist.
    """
    found = data.read(system, "politics", Politics)
    kept = Politics(
        **{name: data.in_play(system, getattr(found, name)) for name in found.__struct_fields__}
    )
    for what, rule in _faults(system, kept):
        raise DatasetError(f"politics.toml ({rule}) of {system.dataset.name!r}: {what}")
    return kept


def _faults(system: System, found: Politics) -> Iterator[tuple[str, str]]:
    """Yield what is wrong with names in entries, each with its entry's rule."""
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
    for armament in found.armaments:
        for kind in (armament.from_type, armament.to_type):
            if kind not in system.types:
                yield f"there is no unit type {kind!r}", armament.rule
