"""Air movement: range, what may be flown over, where a flight may end, and the way home."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from a4a.core.english import the
from a4a.core.events import UnitsMoved
from a4a.core.neutrals import joined
from a4a.core.units import Unit
from a4a.core.words import count_of
from a4a.rules.areas.bases.decks import places, traps
from a4a.rules.areas.movement import land
from a4a.rules.areas.movement.field import ESCORT, LANDED, RAID, SUPPORT, Field
from a4a.rules.areas.movement.landing import ProposedMove, binds, deck_near, prove
from a4a.rules.areas.movement.purpose import escapes, supports
from a4a.rules.areas.movement.refusal import Refusal
from a4a.rules.areas.politics.limits import pinned


def check(
    field: Field,
    units: Sequence[Unit],
    path: tuple[str, ...],
    *,
    task: str = "",
    aboard: int | None = None,
) -> Refusal | None:
    """Return why aircraft may not fly along a path, or None if they may.

    Parameters
    ----------
    field
        Where and when.
    units
        Aircraft in the first space, or aboard a carrier there.
    path
        Spaces, both ends included.
    task
        "raid", "escort", "support" or "".
    aboard
        A friend's carrier to land on, or None.
    """
    refusal = ready(field, units) or route(field, path)
    if refusal is not None:
        return refusal
    for unit in units:
        if field.left(unit) < len(path) - 1:
            return too_far(field, unit, len(path) - 1)
    refusal = end(field, units, path[-1], task=task)
    if refusal is not None:
        return refusal
    if aboard is not None:
        refusal = _guests(field, units, path[-1], aboard)
        if refusal is not None:
            return refusal
    return comes_home(field, units, path, aboard=aboard, engages=field.combat and not task)


def ready(field: Field, units: Sequence[Unit]) -> Refusal | None:
    """Return why aircraft may not take off, or None if they may."""
    for unit in units:
        if (bar := pinned(field.system, unit)) is not None:
            return Refusal(bar.rule, bar.why, "another aircraft")
        if isinstance(unit.place, int) and traps(field.system, field.state.unit(unit.place)):
            return Refusal(
                "carrier.trapped",
                f"the {unit.type} is trapped on a damaged carrier",
                "it stays aboard until the carrier is repaired at a naval base",
            )
        memory = field.state.memory(unit.id)
        if field.combat and memory.moved:
            return Refusal("move.once", f"the {unit.type} has made its combat move")
        if memory.task == LANDED:
            entry = field.ground.carriage.lifted[unit.type, field.mode]
            return Refusal(entry.end_rule, f"the {unit.type} has landed with those it carried")
    return None


def too_far(field: Field, unit: Unit, far: int) -> Refusal:
    """Return the refusal of a flight beyond an aircraft's range."""
    left = field.left(unit)
    rule = "air.range.turn" if field.state.memory(unit.id).moved else "air.range"
    if left <= 0:
        return Refusal(rule, f"the {unit.type} can fly no farther")
    return Refusal(rule, f"the {unit.type} can fly {count_of(left, 'more space')}, not {far}")


def route(field: Field, path: tuple[str, ...]) -> Refusal | None:
    """Return why nothing flies along a path, whatever its range, or None if aircraft may."""
    graph = field.system.graph
    for here, there in pairwise(path):
        if there not in graph.air[here]:
            if field.system.board.space(there).impassable:
                return land.not_adjacent(field, here, there)
            return Refusal(
                "move.adjacent", f"{the(here)} and {the(there)} do not border each other"
            )
    for space in path[1:-1]:
        if not field.ground.may_fly_over(space):
            return no_flight_over(field, space)
    return None


def no_flight_over(field: Field, territory: str) -> Refusal:
    """Return the refusal of a flight across a space."""
    if territory in field.ground.barred:
        return land.barred(field, territory)
    stance = field.ground.stance(territory)
    if stance == "not at war":
        return land.not_at_war(field, territory)
    if not field.ground.at_war_in(territory):
        return land.closed_neutral(field, territory)
    if stance == "friendly neutral":
        return Refusal(
            "neutral.friendly.flight", f"nothing flies over {the(territory)}, a friendly neutral"
        )
    return Refusal("neutral.flight", f"nothing flies over {the(territory)}, which is neutral")


def end(field: Field, units: Sequence[Unit], space: str, *, task: str = "") -> Refusal | None:
    """Return why a flight may not end in a space, landing places aside, or None if it may."""
    if space in field.ground.barred:
        return land.barred(field, space)
    if not field.combat:
        return _lands(field, units, space)
    if field.system.graph.is_sea[space]:
        if task in (RAID, ESCORT):
            return Refusal("raid.strategic", "only territories are raided")
        if task == SUPPORT:
            return supports(field, units, space)
        if field.has_prey(space) or escapes(field, units, str(field.place(units[0]))):
            return None
        return Refusal("combat.destination", f"no enemy is in {the(space)}")
    if task == SUPPORT:
        return Refusal("assault.air", "aircraft support an assault in its sea zone")
    if not task and field.ground.held(space) and escapes(field, units, str(field.place(units[0]))):
        return None
    refusal = land.end(field, space, units)
    if refusal is None and field.ground.taken(space):
        refusal = Refusal("combat.destination", f"{the(space)} is friendly")
    if refusal is None and task:
        refusal = _raids(field, units, space, task)
    return refusal


def _raids(field: Field, units: Sequence[Unit], territory: str, task: str) -> Refusal | None:
    """Return why aircraft may not raid a territory, or escort a raid, or None if they may."""
    system, state = field.system, field.state
    if task == ESCORT:
        able = system.able("escort")
        for unit in units:
            if unit.type not in able:
                return Refusal("raid.escort", f"the {unit.type} does not escort")
        if any(
            u.owner == field.power and state.memory(u.id).task == RAID for u in state.at(territory)
        ):
            return None
        return Refusal("raid.escort", f"no bombers raid {the(territory)}", "send the bombers first")
    enemies = field.ground.enemies
    facilities = [
        u.type
        for u in state.at(territory)
        if system.types[u.type].category == "facility" and u.owner in enemies
    ]
    if not facilities:
        return Refusal("raid.strategic", f"no facility in {the(territory)} can be bombed")
    complexes = system.able("industrial complex")
    for unit in units:
        abilities = system.types[unit.type].abilities
        bases = "raids bases" in abilities and any(f not in complexes for f in facilities)
        if not bases and not (
            "raids industrial complexes" in abilities and any(f in complexes for f in facilities)
        ):
            return Refusal("raid.tactical", f"the {unit.type} can bomb nothing in {the(territory)}")
    return None


def _lands(field: Field, units: Sequence[Unit], space: str) -> Refusal | None:
    """Return why aircraft may not land in a space, room on carriers aside, or None if they may."""
    ground = field.ground
    if field.system.graph.is_sea[space]:
        for unit in units:
            if not field.system.types[unit.type].carrier_cost:
                return Refusal("carrier.aircraft", f"the {unit.type} does not land on carriers")
        return None
    if ground.held(space):
        return None
    stance = ground.stance(space)
    if ground.taken(space):
        return Refusal(
            "air.landing.taken", f"{the(space)} was taken in this turn: nothing lands there"
        )
    if stance == "not at war":
        if not ground.at_war:
            owner = field.system.called(field.state.control.get(space) or "nobody")
            return Refusal(
                "air.landing.peace", f"{the(space)} belongs to {owner}, and {field.who} is neutral"
            )
        return land.not_at_war(field, space)
    if joined(field.state, space) and stance.endswith("neutral"):  # to a neutral power
        why = f"{land.allegiance(field, space)}, and {field.who} is neutral"
        return Refusal("air.landing.peace", why)
    if stance == "friendly neutral":
        return Refusal(
            "air.landing.friendly", f"{the(space)} is a friendly neutral: nothing lands there"
        )
    return Refusal("air.landing.friendly", f"{the(space)} is not friendly")


def _guests(field: Field, units: Sequence[Unit], zone: str, aboard: int) -> Refusal | None:
    """Return why aircraft may not go aboard a friend's carrier, or None if they may."""
    system, state = field.system, field.state
    ship = state.units.get(aboard)
    if ship is None or ship.place != zone or not system.types[ship.type].carrier_capacity:
        why = f"no such carrier is in {zone}"
        return Refusal("", why, "a move without a ship to go aboard")
    if field.combat:
        return Refusal("carrier.landing", "aircraft land in the Noncombat Move phase")
    if ship.owner == field.power:
        why = "a power's own aircraft stand in the sea zone of its carriers (R-013)"
        return Refusal("", why, "a move without a ship to go aboard")
    if ship.owner not in field.ground.comrades_in(zone):
        owner = field.system.called(ship.owner)
        return Refusal("partner.sharing", f"{field.who} does not share the carriers of {owner}")
    if traps(system, ship):
        return Refusal("carrier.damaged", "nothing lands on a damaged carrier")
    load = sum(system.types[u.type].carrier_cost for u in state.at(aboard))
    if load + len(units) > places(system, ship):
        return Refusal("carrier.capacity", "there is no room aboard the carrier")
    return None


def comes_home(
    field: Field,
    units: Sequence[Unit],
    path: tuple[str, ...],
    *,
    aboard: int | None = None,
    engages: bool = False,
) -> Refusal | None:
    """Return which aircraft would have nowhere to land after a move of aircraft, or None.

    Aircraft that could not land before do not count unless they move. A combat move needs a way
    home; a noncombat move is that way, and ends where the aircraft land.
    """
    moving = frozenset(u.id for u in units)
    change = ProposedMove(moving, path[-1], len(path) - 1, not field.combat, engages)
    if field.combat and field.hostile(path[0]):  # what they leave may no longer be under attack
        event = UnitsMoved(tuple(sorted(moving)), path, field.mode, len(path) - 1, aboard)
        after = prove(field.after(field.state.apply(event)))
    elif aboard is None and _reaches_land(field, units, path) and not binds(field, change):
        return None  # and none of the others has lost anything by it
    else:
        lost = _out_of_reach(field, units, path)
        if lost is not None:
            return _nowhere_to_land(field, lost, path[-1])
        after = prove(field, change)
    if not moving.isdisjoint(after.stranded) or len(after.stranded) > len(prove(field).stranded):
        first = next((i for i in after.stranded if i in moving), after.stranded[0])
        unit = field.state.unit(first)
        return _nowhere_to_land(field, unit, path[-1] if first in moving else str(unit.place))
    return None


def _out_of_reach(field: Field, units: Sequence[Unit], path: tuple[str, ...]) -> Unit | None:
    """An aircraft that reaches neither land nor any place where a carrier could be, or None."""
    where, used = path[-1], len(path) - 1
    if field.combat and field.hostile(where):
        return None  # its own attack may let a carrier in
    far = field.ground.home.get(where)
    for unit in units:
        left = field.left(unit) - used if field.combat else 0
        if far is not None and far <= left:
            continue
        if not field.system.types[unit.type].carrier_cost or not deck_near(field, where, left):
            return unit
    return None


def _nowhere_to_land(field: Field, unit: Unit, where: str) -> Refusal:
    rule = "air.landing" if field.combat else "air.landing.reach"
    return Refusal(rule, f"the {unit.type} could land nowhere after {where}")


def _reaches_land(field: Field, units: Sequence[Unit], path: tuple[str, ...]) -> bool:
    """Whether all aircraft can reach a territory to land in, or are in one when combat is over."""
    far = field.ground.home.get(path[-1])
    if not field.combat:
        return far == 0
    used = len(path) - 1
    return far is not None and all(field.left(u) - used >= far for u in units)
