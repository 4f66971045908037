"""How things stand for one power in a state: who is an enemy, what is hostile, what is friendly."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property, lru_cache
from typing import Literal, TypeAlias

from a4a.core.english import the
from a4a.core.events import Value
from a4a.core.neutrals import LEANING, joined
from a4a.core.state import State
from a4a.core.units import Unit
from a4a.rules.areas.politics import separations, treaties
from a4a.rules.areas.politics.defections import defection, heir_of
from a4a.rules.areas.politics.wards import Ward, wards
from a4a.rules.areas.system import System
from a4a.rules.relations import at_war_with, is_at_war
from a4a.rules.remembered import remembered_each

Stance = Literal[
    "own", "friendly", "hostile", "not at war", "friendly neutral", "unfriendly neutral",
    "strict neutral", "impassable",
]  # fmt: skip
"""What a territory is to a power. "not at war": controlled by a power of the other side with which
it is not (yet) at war, or by a neutral power. A neutral that was attacked is neutral no more: it is
"friendly" or "hostile" to powers at war, though nobody controls it (R-035)."""

_Alike: TypeAlias = tuple[str, str | None, Value]
"""A territory, with who controls it and how it leans."""


class Situation:
    """How things stand for a power in a state. It is made for one state and remembers answers.

    Parameters
    ----------
    system
        The game.
    state
        How the board stands.
    power
        For whom.
    """

    def __init__(self, system: System, state: State, power: str) -> None:
        self.system = system
        self.state = state
        self.power = power
        self.side = system.catalog.side_of(power)
        self._stances = _stances_of(system, state, power)
        self._alike = _alike_of(system, state, power)
        self._hostile_seas: dict[str, bool] = {}

    # --- powers ---------------------------------------------------------------------------------

    @cached_property
    def enemies(self) -> frozenset[str]:
        """Powers with which this one is at war."""
        return at_war_with(self.system, self.state, self.power)

    @cached_property
    def friends(self) -> frozenset[str]:
        """The power itself and the others of its side."""
        return frozenset(
            p.name for p in self.system.catalog.powers if p.side == self.side and self.side
        ) | {self.power}

    @cached_property
    def comrades(self) -> frozenset[str]:
        """The power itself and those of its side with which it may share spaces, ships and bases.

        Both must be at war: a neutral power shares nothing. `comrades_in` says where
        on the board they share them.
        """
        if not self.enemies:
            return frozenset({self.power})
        fighting = (p for p in self.friends if at_war_with(self.system, self.state, p))
        return frozenset((self.power, *fighting))

    def comrades_in(self, space: str) -> frozenset[str]:
        """Return the power and those of its side with which it shares spaces and ships there.

        A power that fights on one map only shares nothing on the other; some share no land, or
        no sea zones, with anyone (`separations`).
        """
        quiet, found = self._quiet, self.comrades
        if quiet:
            if space in quiet.get(self.power, ()):
                return frozenset({self.power})
            found -= {p for p, spaces in quiet.items() if space in spaces}
        if separations.separations(self.system):
            apart = separations.apart_from(self.system, self.power)
            found -= apart[separations.domain_of(self.system, space)].keys()
        return found

    @property
    def is_at_war(self) -> bool:
        """Whether the power is at war with anyone; if not, it is a neutral power."""
        return any(self.system.catalog.side_of(p) for p in self.enemies)

    def is_at_war_in(self, space: str) -> bool:
        """Whether the power is as free there as a power at war, without a neutral one's limits."""
        return self.is_at_war and not self.is_still_neutral(self.power, space)

    def is_still_neutral(self, power: str, space: str) -> bool:
        """Whether a power keeps out of the war in a space though it is at war elsewhere."""
        return space in self._quiet.get(power, ())

    @cached_property
    def _quiet(self) -> Mapping[str, frozenset[str]]:
        """Where powers that are at war elsewhere are still neutral, by power."""
        return treaties.quiet(self.system, self.state)

    # --- spaces ---------------------------------------------------------------------------------

    def stance(self, territory: str) -> Stance:
        """What a territory is to the power."""
        found = self._stances.get(territory)
        if found is None:
            leaning = self.state.value(territory, LEANING)
            alike = territory, self.state.control.get(territory), leaning
            found = self._alike.get(alike)
            if found is None:
                found = self._alike[alike] = self._stance_of(territory)
            self._stances[territory] = found
        return found

    def _stance_of(self, territory: str) -> Stance:
        owner = self.state.control.get(territory)
        if territory in _impassable(self.system):
            return "impassable"
        if owner == self.power:
            return "own"
        if (stance := self._everywhere.get(owner)) is not None:
            return stance
        side = self.system.catalog.side_of(owner)
        if owner is not None and (ward := wards(self.system).get(owner)) is not None:
            return self._stance_of_ward(ward, territory)
        if owner is None or not side:
            turning = defection(self.system, owner, self.side)
            if turning is not None and heir_of(turning, territory) not in self.enemies:
                return "not at war"
            leaning = self.state.value(territory, LEANING)
            if not isinstance(leaning, str) or not leaning.startswith("pro-"):
                return "strict neutral"
            ours = leaning == f"pro-{self.side}"
            if joined(self.state, territory) and self.is_at_war_in(territory):
                return "friendly" if ours else "hostile"
            return "friendly neutral" if ours else "unfriendly neutral"
        if self._quiet and self.closed(territory) is not None:
            return "not at war"
        if owner in self.enemies:
            return "hostile"
        return "friendly" if owner in self.comrades_in(territory) else "not at war"

    @cached_property
    def _everywhere(self) -> Mapping[str | None, Stance]:
        """What territories of powers are wherever they lie; none where treaties part the board."""
        if self._quiet:
            return {}
        listed = wards(self.system)
        welcome = self.comrades - separations.apart_from(self.system, self.power)["land"].keys()
        found: dict[str | None, Stance] = {}
        for power in self.system.catalog.powers:
            if power.side and power.name not in listed:
                shared: Stance = "friendly" if power.name in welcome else "not at war"
                found[power.name] = "hostile" if power.name in self.enemies else shared
        return found

    def closed(self, territory: str) -> tuple[str, str] | None:
        """Why the treaties of a power that fights on one map close a territory, or None.

        They close its land, and what is originally its own whoever holds it: everywhere to the
        other side's powers of the map where it is neutral, and on that map to all others but its
        enemies. They also close friends' land on that map to the power.

        Returns
        -------
        tuple
            The rule, and the reason in words.
        """
        if not self._quiet:
            return None
        owner = self.state.control.get(territory)
        original = self.system.board.space(territory).original
        for power, spaces in self._quiet.items():
            if power == self.power:
                if territory in spaces and owner in self.friends - {power}:
                    return self.quiet_in(territory)
            elif power not in self.enemies and power in (owner, original):
                entry, called = treaties.treaty(self.system, power), self.system.called(power)
                if treaties.spared(self.state, entry, self.power):
                    rule = entry.closed_to_others
                    why = f"{self.system.called(self.power)} is at peace with {called}"
                elif territory in spaces:
                    friends = self.system.catalog.side_of(power) == self.side
                    rule = entry.closed_to_friends if friends else entry.rule
                    why = f"{called} is still neutral on that map"
                else:
                    continue
                return rule, f"{the(territory)} belongs to {called}, originally or now, and {why}"
        return None

    def quiet_in(self, space: str) -> tuple[str, str]:
        """Return the rule that keeps a power at war neutral in a space, and the reason in words."""
        entry = treaties.treaty(self.system, self.power)
        who = self.system.called(self.power)
        return entry.rule, f"{who} is still neutral on the map where {the(space)} is"

    def _stance_of_ward(self, ward: Ward, territory: str) -> Stance:
        """What the land of a ward is to the power (R-128)."""
        if self.side == ward.side:
            return "friendly" if self.is_at_war_in(territory) else "not at war"
        guarded = all(guardian.power in self.enemies for guardian in ward.guardians)
        return "hostile" if guarded else "not at war"

    def is_friendly(self, territory: str) -> bool:
        """Whether the power or a comrade controls a territory, or it joined their side (R-035)."""
        return self.stance(territory) in ("own", "friendly")

    def may_cross_peacefully(self, territory: str) -> bool:
        """Whether aircraft may fly across land of a power that is no comrade and no enemy (R-193).

        They may if neither power is neutral there: the limits of peace are for neutral powers.
        """
        owner = self.state.control.get(territory)
        return (
            owner is not None
            and self.stance(territory) == "not at war"
            and self.is_at_war_in(territory)
            and self.closed(territory) is None
            and is_at_war(self.system, self.state, owner)
        )

    def was_friendly(self, territory: str) -> bool:
        """Whether a territory was friendly as the turn began (to land, to use bases)."""
        start = self.at_start
        return start.is_friendly(territory)

    @cached_property
    def at_start(self) -> Situation:
        """How things stood for the power as the turn began."""
        start = self.state.turn_start
        if start is None:
            return self
        return _beginning_of(self.system, start, self.power)

    def hostile_sea(self, zone: str) -> bool:
        """Whether a sea zone holds surface warships of an enemy."""
        found = self._hostile_seas.get(zone)
        if found is None:
            warships = self.system.able("surface warship")
            found = any(u.type in warships for u in self.enemies_in(zone))
            self._hostile_seas[zone] = found
        return found

    def enemies_in(self, space: str) -> list[Unit]:
        """Enemy units standing in a space (cargo left out), facilities too."""
        enemies = self.enemies
        return [u for u in self.state.at(space) if u.owner in enemies]

    def own_in(self, space: str) -> list[Unit]:
        """The power's own units standing in a space (cargo left out)."""
        return [u for u in self.state.at(space) if u.owner == self.power]


@lru_cache(maxsize=16)
def _impassable(system: System) -> frozenset[str]:
    return frozenset(space.name for space in system.board.spaces if space.impassable)


def situation_of(system: System, state: State, power: str) -> Situation:
    """Return how things stand for a power, made once however often it is asked for."""
    return _situation_of(system, state, power)


def _no_stances(system: System, state: State, power: str) -> dict[str, Stance]:
    return {}


_stances_of = remembered_each(_no_stances, same=State.same_ground)
"""What territories are to each power, as far as it was asked: as long as the ground is the same."""


def _none_alike(system: System, state: State, power: str) -> dict[_Alike, Stance]:
    return {}


_alike_of = remembered_each(_none_alike, same=State.same_relations)
"""The same by who controls a territory and how it leans: nothing else of the ground tells it."""
_situation_of = remembered_each(Situation)
_beginning_of = remembered_each(Situation)
"""How things stood as a turn began, kept apart: all states of a turn go back to the same."""
