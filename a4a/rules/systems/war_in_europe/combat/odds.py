"""What a fight means on the chart: its units as pieces, its stages, what follows the last fire.

A fight tells its units by their counters, or by types where it makes no difference which counter it
is. How they stand is in marks: out of supply, Ops Complete, without a hex to retreat to.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from a4a.core.errors import BattleError
from a4a.core.events import Role
from a4a.odds.ends import Result
from a4a.rules.fight import Army, Band, Fight, FightKind
from a4a.rules.hexes.battle import ChartBattle
from a4a.rules.hexes.exchange import Force, Piece
from a4a.rules.hexes.odds import End, Stage
from a4a.rules.systems.war_in_europe.combat import sequel
from a4a.rules.systems.war_in_europe.combat.pieces import piece
from a4a.rules.systems.war_in_europe.combat.stages import (
    AIR,
    LAND,
    SEA,
    SUBMARINE,
    SURFACE,
    Land,
)
from a4a.rules.systems.war_in_europe.system import System

CUT_OFF: Final = "cut off"
"""The mark of units that have no hex to retreat to: beaten, they are eliminated."""
INLAND: Final = "inland"
"""The mark of land units that attack from a hex without a coast: no fleet supports them alone."""
APART: Final = "apart"
"""The mark of fleets that are not beside the hex they attack, so they do not advance into it."""
HERE: Final = "here"
"""The mark of defending air units and fleets that stand in the hex: they fight unasked."""

KINDS: Final[tuple[FightKind, ...]] = ("land", "sea", "amphibious", "air")
_WITH_LAND: Final = ("land", "amphibious")
_DEFENDS_ONLY: Final = "defends only"
_DROPS: Final = "airdrop"


@dataclass(frozen=True)
class Side:
    """A side of a fight as pieces, with what they are called and how they are marked."""

    force: Force
    names: dict[int, str]
    bands: dict[int, Band]


def battle(system: System, fight: Fight) -> ChartBattle:
    """Return what a fight means on the chart.

    Losses are taken where they cost the fewest factors, and air units that have won in the air go
    on against fleets.

    Parameters
    ----------
    system
        The game.
    fight
        Who fights.

    Raises
    ------
    BattleError
        If units cannot be in this fight.

    Examples
    --------
    >>> from a4a.boards import load
    >>> game = System(load("war_in_europe"), games=("both", "war_in_europe"))
    >>> panzer = Army((Band("armor", 1, name="1st armor"),), "Germany")
    >>> made = battle(game, Fight("land", panzer, (Army((Band("infantry", 1),)),), ("forest",)))
    >>> made.stages[-1].shift, [[face.combat for face in p.faces] for p in made.attacker]
    (-1, [[6, 3]])
    """
    attacker, defender = sides(system, fight)
    for role, side in (("attacker", attacker), ("defender", defender)):
        for band in side.bands.values():
            _verify_band(system, fight.kind, role, band)
    _verify(fight, attacker, defender)
    return ChartBattle(
        system.chart,
        _stages(system, fight, attacker, defender),
        attacker.force,
        defender.force,
        attacker.names | defender.names,
        {key: band.unit for key, band in (attacker.bands | defender.bands).items()},
        partial(_sequel, fight.kind, attacker, defender),
        beyond=beyond(attacker, defender),
    )


def beyond(*sides: Side) -> str:
    """Say what can happen to beaten fleets that odds leave out; "" if there are none."""
    if not any(piece.kind in (SURFACE, SUBMARINE) for side in sides for piece in side.force):
        return ""
    return "attacks in transit on beaten fleets that make for port (8.3.5.1)"


def sent(system: System, fight: Fight, role: Role) -> tuple[Band, ...]:
    """Return the units that a side sends in support, and need not: air units and fleets.

    Those of the defender that stand in the hex are in it whether he wants or not (R-273).
    """
    army = (fight.attacker,) if role == "attacker" else fight.defenders
    kinds: tuple[str, ...] = ("air", "sea")
    if fight.kind not in _WITH_LAND:
        kinds = ("air",) if fight.kind == "sea" or role == "defender" else ()
    return tuple(
        band
        for own in army
        for band in own.bands
        if system.media[band.unit] in kinds and HERE not in band.marks
    )


def kind_of(system: System, attacker: Army, defenders: tuple[Army, ...]) -> FightKind:
    """Return what units fight for: land units for land, fleets at sea, else air units alone."""
    media = {system.media[band.unit] for band in attacker.bands if band.count}
    return "land" if "land" in media or not media else "sea" if "sea" in media else "air"


# --- pieces -----------------------------------------------------------------------------------


def sides(system: System, fight: Fight) -> tuple[Side, Side]:
    """Return both sides of a fight as pieces.

    Raises
    ------
    BattleError
        If there are no such counters.
    """
    attacker = _side(system, "attacker", (fight.attacker,), 0)
    return attacker, _side(system, "defender", fight.defenders, len(attacker.force))


def _side(system: System, role: Role, armies: tuple[Army, ...], first: int) -> Side:
    force: list[Piece] = []
    names: dict[int, str] = {}
    bands: dict[int, Band] = {}
    for army in armies:
        if army.technologies:
            raise BattleError("there are no technologies in this game")
        for band in army.bands:
            power = band.power or army.power
            _verify_counter(system, role, band, power)
            for number in range(1, band.count + 1):
                key = first + len(force)
                one = replace(band, power=power, damaged=int(number <= band.damaged))
                force.append(piece(system, one, key, role=role))
                names[key] = _called(system, band, power, number)
                bands[key] = band
    return Side(tuple(force), _apart(names), bands)


def _called(system: System, band: Band, power: str, number: int) -> str:
    """What a piece is called: "German 1st armor", or by its type."""
    name = band.name or (f"{band.unit} {number}" if band.count > 1 else band.unit)
    return f"{system.catalog.power(power).adjective} {name}" if power else name


def _apart(names: dict[int, str]) -> dict[int, str]:
    """Names that tell pieces of a side apart."""
    found: dict[int, str] = {}
    for key, name in names.items():
        alike = [other for other, own in names.items() if own == name]
        found[key] = f"{name} ({alike.index(key) + 1})" if len(alike) > 1 else name
    return found


# --- stages -----------------------------------------------------------------------------------


def _stages(system: System, fight: Fight, attacker: Side, defender: Side) -> tuple[Stage, ...]:
    if fight.kind not in _WITH_LAND:
        return AIR, SEA
    across = [attacker.bands[p.key].across for p in attacker.force if p.kind == LAND]
    hexsides = {n for on, n in system.terrain.ground if on == "hexside"} & {*fight.ground}
    shift = system.terrain.shift_by(fight.ground, hexsides or across)
    garrison = fight.garrison
    if fight.kind == "amphibious" and garrison is None and not defender.force:
        garrison = system.numbers["strength of an undefended port"]
    return AIR, SEA, Land(-shift, garrison)


def _sequel(kind: FightKind, attacker: Side, defender: Side, end: End) -> tuple[End, Result]:
    def marked(side: Side, mark: str) -> frozenset[int]:
        return frozenset(key for key, band in side.bands.items() if mark in band.marks)

    stuck = marked(attacker, CUT_OFF) | marked(defender, CUT_OFF)
    stuck |= _shut_in(attacker, defender, end.defender) | _shut_in(defender, attacker, end.attacker)
    inside = frozenset(k for k, band in attacker.bands.items() if band.duty)
    if kind in _WITH_LAND:
        vacates = any(p.kind == LAND and p.key not in inside for p in attacker.force)
        return sequel.on_land(end, stuck=stuck, inside=inside, vacates=vacates)
    apart, here = marked(attacker, APART), marked(defender, HERE)
    return sequel.at_sea(end, apart=apart, here=here, for_hex=kind == "sea")


def _shut_in(own: Side, other: Side, left: Force) -> frozenset[int]:
    """The pieces of a side whose ways out are all still shut by what is left of the other."""
    standing = {piece.key for piece in left}
    fallen = {
        f"{band.power}: {band.name}" for key, band in other.bands.items() if key not in standing
    }
    return frozenset(
        key
        for key, band in own.bands.items()
        if band.shut and not any(fallen.issuperset(way) for way in band.shut)
    )


# --- who may be in a fight --------------------------------------------------------------------


def _verify_counter(system: System, role: Role, band: Band, power: str) -> None:
    """Refuse counters that there are not."""
    if not band.name:
        return
    what, counter = f"{band.name} ({role})", system.catalog.counter(power, band.name)
    if band.count > 1:
        raise BattleError(f"{what}: there is one such counter, not {band.count}")
    if band.damaged >= counter.steps:
        raise BattleError(f"{what}: its back is blank, so it cannot be reduced (R-240)")


def _verify_band(system: System, kind: FightKind, role: str, band: Band) -> None:
    """Refuse units that cannot be on a side of a fight of this kind."""
    unit = system.types[band.unit]
    what = f"{band.name or band.unit} ({role})"
    if kind not in KINDS:
        raise BattleError(f"there are no odds of a {kind} in this game")
    on_land, medium = kind in _WITH_LAND, system.media[band.unit]
    if band.duty == "bombarding":
        raise BattleError(f"{what}: fleets support land units; nothing bombards (9.1.2)")
    if band.duty == "landing" and (medium != "land" or kind != "amphibious"):
        raise BattleError(f"{what}: only land units come ashore, in an amphibious battle (8.1.4)")
    if band.duty == "dropping" and (_DROPS not in unit.abilities or not on_land):
        raise BattleError(f"{what}: it does not drop from the air (8.1.1)")
    if role == "attacker" and _DEFENDS_ONLY in unit.abilities:
        raise BattleError(f"{what}: forts do not attack (WE-LCB-001)")
    if medium == "land" and not on_land:
        raise BattleError(f"{what}: land units do not fight at sea or in the air (WE-CMB-005)")
    if medium == "sea" and kind == "air" and role == "attacker":
        raise BattleError(f"{what}: with fleets it is a fight at sea (WE-ACB-005)")


def _verify(fight: Fight, attacker: Side, defender: Side) -> None:
    """Refuse sides that do not fight each other."""
    kinds = {piece.kind for piece in attacker.force}
    if fight.kind in _WITH_LAND:
        land = [attacker.bands[p.key] for p in attacker.force if p.kind == LAND]
        if attacker.force and not land:
            raise BattleError("air units and fleets do not attack land units alone (WE-CMB-004)")
        if land and all(INLAND in b.marks for b in land) and kinds & {SURFACE, SUBMARINE}:
            raise BattleError("fleets support land units in coastal hexes (WE-ZOC-015)")
        if defender.force and not any(p.kind == LAND for p in defender.force):
            raise BattleError("no enemy land unit is there: kind is 'sea' or 'air' (WE-LCB-001)")
    elif fight.kind == "sea" and attacker.force and not kinds & {SURFACE, SUBMARINE}:
        raise BattleError("air units alone fight in the air: kind='air' (WE-ACB-001)")
