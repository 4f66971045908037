"""What can be expected of a raid: exactly, from the numbers that the kernel fires with."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from types import MappingProxyType

from a4a.core.events import Role
from a4a.core.units import Unit
from a4a.odds.battle import Group, Kind, Side, Weapon
from a4a.odds.dice import BattleDice
from a4a.odds.raid import Raid
from a4a.rules.areas.system import System
from a4a.rules.systems.deluxe3g40.missions.strikes import dog_fight_value
from a4a.rules.systems.deluxe3g40.missions.targets import damage_of


def raid(
    system: System, attackers: Iterable[Unit], defenders: Iterable[Unit], *, gun: int, room: int
) -> Raid:
    """Return what a raid on one facility means for the odds.

    Parameters
    ----------
    system
        The game.
    attackers
        Bombers or ships, with their escorts.
    defenders
        Interceptors.
    gun
        The facility's gun hits on this or less; 0 if it does not fire.
    room
        The damage that the facility can still take.

    Examples
    --------
    >>> import a4a
    >>> game = a4a.new_game("deluxe3g40").ruleset.game
    >>> bomber = Unit(1, "strategic bomber", "Germany", "Norway")
    >>> raid(game, [bomber], [], gun=1, room=6).solve().expected_damage
    3.5
    """
    return Raid(
        _side(system, attackers, "attacker"),
        _side(system, defenders, "defender"),
        antiaircraft=gun,
        room=room,
        dice=BattleDice(faces=system.catalog.dice_sides),
    )


def _side(system: System, units: Iterable[Unit], role: Role) -> Side:
    counts = Counter((unit.type, unit.damage) for unit in units)
    groups = []
    for (name, damage), count in counts.items():
        kind = system.types[name]
        points = damage_of(system, name) if role == "attacker" else 0
        groups.append(
            Group(
                Kind(
                    f"{name}, damaged {damage}" if damage else name,
                    value=dog_fight_value(system, name, role),
                    cost=kind.cost,
                    hits=kind.hits - damage,
                    target=kind.category,
                    weapons=MappingProxyType({"bombs": Weapon(points, dice=0)} if points else {}),
                ),
                count,
            )
        )
    order = sorted(groups, key=lambda g: (g.kind.cost, g.kind.name))
    return Side(tuple(groups), order=tuple(g.kind.name for g in order))
