"""Battles: their ids, their steps, what units are in them for, and who decides for a side."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

from a4a.core.events import Asked, BattleKind, Role, Winner
from a4a.core.state import OpenBattle, State
from a4a.rules.systems.war_in_europe.standing import OTHER, side_of_players, standing_of
from a4a.rules.systems.war_in_europe.system import System

FROM: Final = "attack from"
"""The task of land units that attack; the target is the hex they attack from."""

SUPPORT: Final = "support"
"""What air units and fleets are in a battle for that add to others' strength."""
COVER: Final = "cover"
"""What units are in a battle for that only lend strength to an undefended port (8.1.4.3)."""

STRATEGIC: Final[tuple[BattleKind, ...]] = ("bombing raid", "convoy")
"""The kinds of battle that Strategic Warfare fights by a procedure of its own (6)."""

FOE: Final[Mapping[Role, Role]] = MappingProxyType({"attacker": "defender", "defender": "attacker"})
"""The other role."""


class Sequel(NamedTuple):
    """A step after the last fire: who moves, and who has won.

    Parameters
    ----------
    role
        Whose units retreat or advance.
    winner
        Who won the battle.
    """

    role: Role
    winner: Winner


AT_SEA: Final[Mapping[str, Winner]] = MappingProxyType(
    {
        "attacker wins at sea": "attacker",
        "defender wins at sea": "defender",
        "nobody wins at sea": "nobody",
    }
)
"""The steps in which the beaten fleets retreat, before anything else is fought."""
RETREATS: Final[Mapping[str, Sequel]] = MappingProxyType(
    {
        "attacker retreats": Sequel("attacker", "defender"),
        "defender retreats": Sequel("defender", "attacker"),
        "attacker leaves": Sequel("attacker", "nobody"),
    }
)
"""The steps in which one side retreats; without a winner attackers only leave a shared hex."""
ADVANCES: Final[Mapping[str, Sequel]] = MappingProxyType(
    {
        "attacker advances": Sequel("attacker", "attacker"),
        "defender advances": Sequel("defender", "defender"),
    }
)
"""The steps in which the winner advances."""


def next_id(state: State, kind: BattleKind) -> str:
    """Return an id for a new battle: its kind, the turn, and a number within the turn."""
    prefix = f"{state.turn}."
    known = {battle for memory in state.memories.values() for battle in memory.battles}
    known.update(state.battles)
    numbers = [
        int(place.removeprefix(prefix))
        for place in (battle.rpartition(" ")[2] for battle in known)
        if place.startswith(prefix)
    ]
    return f"{kind} {prefix}{max(numbers, default=0) + 1}"


def kind_of(battle: str) -> str:
    """Return the kind of the battle of an id.

    Examples
    --------
    >>> kind_of("land 34.2")
    'land'
    """
    return battle.rpartition(" ")[0]


def fought(state: State, unit: int) -> frozenset[str]:
    """Return the kinds of battle that a unit has been in since the turn began."""
    return frozenset(kind_of(battle) for battle in state.memory(unit).battles)


def units_of(battle: OpenBattle, role: Role, *tasks: str) -> tuple[int, ...]:
    """Return the units of a side that are in a battle; with these tasks, if any is named."""
    return tuple(
        unit
        for p in battle.participants
        if p.role == role and (not tasks or p.task in tasks)
        for unit in p.units
    )


def side_of(system: System, state: State, battle: OpenBattle, role: Role) -> str:
    """Return the side ("Axis", "Allies") that attacks or defends in a battle.

    Where nobody is left the side on turn attacks, as it does in all but transit attacks.
    """
    standing = standing_of(system, state)
    for own in (role, FOE[role]):
        for p in battle.participants:
            if p.role == own:
                side = standing.side_of(p.power)
                return side if own == role else OTHER[side]
    attacks = side_of_players(system, state.active)
    return attacks if role == "attacker" else OTHER[attacks]


def role_of(system: System, state: State, battle: OpenBattle, power: str) -> Role:
    """Return whether a power's side attacks or defends in a battle."""
    side = standing_of(system, state).side_of(power)
    return "attacker" if side == side_of(system, state, battle, "attacker") else "defender"


def deciders(system: System, state: State, battle: OpenBattle, role: Role) -> tuple[str, ...]:
    """Return the powers whose player decides for one side of a battle."""
    return system.players_of(side_of(system, state, battle, role))


def asked(
    system: System,
    state: State,
    battle: OpenBattle,
    role: Role,
    kind: str,
    rule: str,
    options: tuple[str, ...] = (),
) -> Asked:
    """Make the question of a kind that one side of a battle is asked."""
    powers = deciders(system, state, battle, role)
    return Asked(f"{kind} in {battle.id}", powers, kind, options, rule, battle.id)
