"""What a bombing raid means for the odds: bombers, escorts, interceptors, the target's fire.

The numbers are those with which the kernel fires (`combat.raids`); the tests hold the two together.
"""

from __future__ import annotations

from collections.abc import Sequence
from types import MappingProxyType

from a4a.core.errors import BattleError
from a4a.core.names import one
from a4a.core.words import list_of
from a4a.odds.battle import Group, Kind, Side, Weapon
from a4a.odds.dice import BattleDice
from a4a.odds.raid import Raid
from a4a.rules.areas import technology
from a4a.rules.areas.system import System
from a4a.rules.fight import Army, Fight


def raid(system: System, fight: Fight, target: str, damage: int) -> Raid:
    """Return what a raid means for the odds.

    Parameters
    ----------
    system
        The game.
    fight
        Bombers and escorts against interceptors, of one power a side.
    target
        The type of the facility that is bombed.
    damage
        The damage it has already.

    Raises
    ------
    BattleError
        If units cannot be in this raid, or the target is no facility that can be bombed.

    Examples
    --------
    >>> from a4a.boards import load
    >>> from a4a.rules.fight import Band
    >>> game = System(load("europe1940"), games=("both", "europe"), options={})
    >>> bombers = Army((Band("strategic bomber", 2),))
    >>> made = raid(game, Fight("raid", bombers, ()), "minor industrial complex", 1)
    >>> made.antiaircraft, made.room
    (1, 5)
    """
    facilities = system.of_category("facility")
    if target not in facilities:
        raise BattleError(f"raids bomb {list_of(sorted(facilities))}, not {target!r}")
    most = int(system.types[target].numbers.get("max damage", 0))
    if not 0 <= damage <= most:
        raise BattleError(f"the {target} has taken {damage} damage: it can take 0 to {most}")
    if len(fight.defenders) > 1:
        raise BattleError("interceptors of several powers: ask for one power at a time")
    defender = fight.defenders[0] if fight.defenders else Army(())
    plants = system.able("industrial complex")
    need = "raids industrial complexes" if target in plants else "raids bases"
    for army, role, able in (
        (fight.attacker, "attacker", system.able(need) | system.able("escort")),
        (defender, "defender", system.able("intercept")),
    ):
        technology.verify(system, army.technologies)
        for band in army.bands:
            if band.duty or band.damaged or band.unit not in able:
                what = f"raid {one(target)}, or escort" if role == "attacker" else "intercept"
                raise BattleError(
                    f"{band.unit} ({role}): it does not {what}; {list_of(sorted(able))} do"
                )
    bombers = system.able(need)
    if not any(band.count and band.unit in bombers for band in fight.attacker.bands):
        raise BattleError(f"a raid on {one(target)} needs {' or '.join(sorted(bombers))}")
    return Raid(
        _side(system, fight.attacker, bombers),
        _side(system, defender, frozenset()),
        antiaircraft=technology.changed(system, defender.technologies, target, "antiaircraft"),
        room=most - damage,
        dice=BattleDice(
            faces=system.catalog.dice_sides,
            luck="low luck" if system.options.get("low luck") else "standard",
        ),
    )


def _side(system: System, army: Army, bombers: frozenset[str]) -> Side:
    def number(unit: str, name: str) -> int:
        return technology.changed(system, army.technologies, unit, name)

    groups = []
    for band in army.bands:
        unit = band.unit
        bombs = Weapon(number(unit, "raid bonus"), dice=number(unit, "dice"))
        kind = Kind(
            unit,
            value=number(unit, "raid"),
            cost=system.catalog.price(unit, army.power) + band.cargo,
            target="air",
            weapons=MappingProxyType({"bombs": bombs} if unit in bombers else {}),
        )
        groups.append(Group(kind, band.count))
    return Side(tuple(groups), order=_order(groups))


def _order(groups: Sequence[Group]) -> tuple[str, ...]:
    return tuple(g.kind.name for g in sorted(groups, key=lambda g: g.kind.cost))
