"""Who could fight for a hex: all of a side that can attack it together, all that can defend it."""

from __future__ import annotations

from collections.abc import Iterable

from a4a.core.errors import BattleError, RuleViolation
from a4a.core.state import State
from a4a.core.units import Unit
from a4a.rules.fight import Engagement, Reacher
from a4a.rules.systems.war_in_europe.combat import eligible
from a4a.rules.systems.war_in_europe.combat.outlook import Outlook
from a4a.rules.systems.war_in_europe.combat.reading import band_of
from a4a.rules.systems.war_in_europe.field import Field, field_of
from a4a.rules.systems.war_in_europe.orders.fighting import Attack
from a4a.rules.systems.war_in_europe.standing import OTHER
from a4a.rules.systems.war_in_europe.system import System


def engagement(system: System, state: State, space: str, power: str) -> Engagement:
    """Return who could fight for a hex if a power attacked it from where its units stand.

    The rest of its side comes with it, as far as they fight together; the defender sends all the
    support there is.

    Parameters
    ----------
    system, state
        The game, and how the board stands.
    space
        The hex.
    power
        Who attacks.

    Raises
    ------
    BattleError
        If none of its units can attack it, or nothing is there to be attacked.
    """
    field = field_of(system, state)
    side = field.standing.side_of(power)
    if side not in OTHER or field.standing.is_neutral(power):
        raise BattleError(f"{system.called(power)} is not in the war")
    if not eligible.enemies(field, space, side) and not eligible.landed(field, space, side):
        raise BattleError(f"there is nobody to attack in {space}")
    units = _attackers(field, space, side, power)
    if not units:
        raise BattleError(f"no unit of {system.called(power)} can attack {space}")
    ids = [unit.id for unit in units]
    try:
        found = Outlook(system, state, Attack(space, tuple(ids)), side)
    except RuleViolation as error:
        raise BattleError(str(error)) from None
    answers = _together(field, found.answers)
    foes = [unit.id for unit in eligible.enemies(field, space, side, "land")]
    bands = {
        u.id: band_of(system, state, u, space, "attacker", friends=ids, foes=foes) for u in units
    }
    return Engagement(
        space,
        found.fight(unit.id for unit in answers),
        tuple(Reacher(b, str(state.space_of(number)), (number,)) for number, b in bands.items()),
    )


def _attackers(field: Field, space: str, side: str, power: str) -> tuple[Unit, ...]:
    """The units of a side that can attack a hex together, one of the power's among them."""
    # Whoever does not fight beside the power stays away.
    near = sorted(eligible.attackers(field, space, side), key=lambda unit: unit.owner != power)
    units = _together(field, near)
    by = {medium: [u for u in units if field.category(u) == medium] for medium in _MEDIA}
    if by["land"]:
        board = field.system.board
        coast = any(board.space(str(u.place)).kind == "coast" for u in by["land"])
        units = (*by["land"], *by["air"], *(by["sea"] if coast else ()))
        main = by["land"]
    else:
        main = by["sea"] or by["air"]
    return units if any(unit.owner == power for unit in main) else ()


_MEDIA = ("land", "air", "sea")


def _together(field: Field, units: Iterable[Unit]) -> tuple[Unit, ...]:
    """Those of some units that fight together, the first before the others."""
    found: list[Unit] = []
    for unit in units:
        if eligible.apart(field, (*found, unit)) is None:
            found.append(unit)
    return tuple(found)
