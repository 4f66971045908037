"""Fleets that move with what is aboard them, also into the boxes and to an assault (8.3, 8.1.4)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from a4a.core.errors import RuleViolation
from a4a.core.units import Unit
from a4a.rules.hexes.movement import Reach, Rules, reach
from a4a.rules.systems.war_in_europe.access import AS_NEUTRAL, may_enter
from a4a.rules.systems.war_in_europe.field import Field
from a4a.rules.systems.war_in_europe.movement.displacing import waters_open
from a4a.rules.systems.war_in_europe.movement.mover import Mover
from a4a.rules.systems.war_in_europe.orders.moving import Assault, Sail
from a4a.rules.systems.war_in_europe.strength import factors
from a4a.rules.systems.war_in_europe.system import PORT
from a4a.rules.systems.war_in_europe.waters import Waters

ALLOWANCE, LAND_BAR, END = "WE-FLT-016", "WE-FLT-002", "WE-FLT-005"
ENEMY_FLEET, STRAIT = "WE-FLT-003", "WE-FLT-004"
STOP, BESIDE, MARKED, BOX_POINTS = "WE-ZOC-017", "WE-ZOC-018", "WE-CMP-026", "WE-BOX-001"
ASSAULT_RANGE, PORTS_ONLY, NOBODY = "WE-AMP-008", "WE-AMP-009", "WE-AMP-007"
VERB, ASSAULT_VERB = "sail", "land in assault with"


def left(mover: Mover, unit: Unit) -> int:
    """Return how many movement points a fleet has left in this turn."""
    move = factors(mover.system, mover.state, unit).move
    return max(0, move - int(mover.memory(unit).moved))


def spent(mover: Mover, unit: Unit) -> tuple[str, str] | None:
    """Return why a fleet moves no further in this turn: rule and reason."""
    if not mover.field.is_ready(unit):
        return MARKED, "it is Ops Complete, and does not move"
    if unit.place in stops(mover, [unit]) and mover.has_moved(unit):
        return STOP, "it has stopped beside an enemy fleet"
    return None


def stops(mover: Mover, units: Sequence[Unit]) -> frozenset[str]:
    """Return the hexes beside enemy fleets in their zones; of no concern to a neutral's fleets."""
    if any(mover.standing.is_neutral(unit.owner) for unit in units):
        return frozenset()
    return mover.field.zones.beside_fleets(mover.enemy)


def shut_waters(field: Field, side: str, space: str, *, assault: bool) -> Waters | None:
    """Return the waters that fleets of a side may not enter now, or None if they may."""
    water = field.system.barriers.waters.get(space)
    if water is None or water.side != side or (assault and water.open_to_assaults):
        return None
    return None if waters_open(field, space) else water


def _barred(mover: Mover, units: Sequence[Unit], *, assault: bool) -> frozenset[str]:
    """The spaces that fleets may not enter, enemy fleets apart."""
    barriers = mover.system.barriers
    shut = (mover.shut(unit.owner, "sea") for unit in units)
    waters = (
        space
        for space in barriers.waters
        if shut_waters(mover.field, mover.side, space, assault=assault)
    )
    boxes = (space for side, space in barriers.boxes if side == mover.side)
    return frozenset(waters).union(boxes, *shut)


def can_sail(mover: Mover, units: Sequence[Unit]) -> bool:
    """Whether fleets can move at all, and together."""
    return not mixed(mover, units) and not any(spent(mover, unit) for unit in units)


def mixed(mover: Mover, units: Sequence[Unit]) -> bool:
    """Whether some fleets are neutral and others not, whom zones hinder (5.1.4)."""
    return len({mover.standing.is_neutral(unit.owner) for unit in units}) > 1


def destinations(mover: Mover, units: Sequence[Unit]) -> Reach | None:
    """Return where fleets of one space can go together, or None if they cannot move."""
    here = mover.state.space_of(units[0].id)
    if here is None or not can_sail(mover, units):
        return None
    barred = _barred(mover, units, assault=False) | mover.field.blockaded(mover.side)
    points = min(left(mover, unit) for unit in units)
    found = reach(
        mover.system.ground.by_ship, here, points, Rules(barred=barred, zone=stops(mover, units))
    )
    return found.without(mover.enemies.difference(mover.system.boxes) | mover.with_strangers(units))


def targets(mover: Mover, units: Sequence[Unit]) -> Reach | None:
    """Return the enemy ports that fleets of one space can assault, or None if they cannot."""
    here = mover.state.space_of(units[0].id)
    if here is None or not can_sail(mover, units) or not _landed(mover, units):
        return None
    ports = frozenset(s.name for s in mover.system.board if _is_target(mover, s.name))
    blockaded = mover.field.blockaded(mover.side)
    rules = Rules(
        barred=_barred(mover, units, assault=True).union(blockaded - ports, _too_far(mover, here)),
        stops=blockaded & ports,
        zone=stops(mover, units),
    )
    hexes = min(_assault_left(mover, unit) for unit in units)
    points = min(left(mover, unit) for unit in units)
    found = reach(mover.system.ground.in_ship_steps, here, hexes, rules)
    landed = _landed(mover, units)
    shut = frozenset().union(*(mover.shut(unit.owner, "land") for unit in landed))
    open_ = ports - shut - mover.with_strangers((*units, *landed))
    ends = {
        space: cost
        for space in found
        if space in open_
        if (cost := mover.system.ground.cost_by_ship(found.path(space))) <= points
    }
    return Reach(here, ends, found.before, found.halts)


def _too_far(mover: Mover, here: str) -> frozenset[str]:
    """The boxes that no fleet both enters and leaves in one phase; who is in one may leave it."""
    boxes = mover.system.boxes
    if here in boxes:
        return frozenset()
    edges = {box: mover.system.ground.by_ship[box] for box in boxes}
    return frozenset(b for b, near in edges.items() if any(near[s] for s in near if s not in boxes))


def _is_target(mover: Mover, space: str) -> bool:
    features = mover.system.board.space(space).features
    return PORT in features and mover.standing.holder(space) == mover.enemy


def _assault_left(mover: Mover, unit: Unit) -> int:
    """How many hexes are left to a fleet's assault: to leave a box is one, whatever it costs."""
    memory, ground, boxes = mover.memory(unit), mover.system.ground, mover.system.boxes
    sailed = int(memory.moved)
    if memory.origin in boxes:
        edge = [cost for s, cost in ground.by_ship[memory.origin].items() if s not in boxes]
        sailed += 1 - min(edge, default=1)  # America borders on a box alone
    return max(0, mover.system.numbers["assault distance"] - sailed)


def _landed(mover: Mover, fleets: Sequence[Unit]) -> tuple[Unit, ...]:
    """The land units aboard fleets, which an assault puts ashore."""
    return tuple(
        unit
        for fleet in fleets
        for unit in mover.state.at(fleet.id)
        if mover.field.category(unit) == "land"
    )


def check(mover: Mover, order: Sail | Assault) -> tuple[tuple[Unit, ...], tuple[int, ...]]:
    """Return the fleets that an order moves and what each step costs.

    Raises
    ------
    RuleViolation
        If it may not be.
    """
    assault = isinstance(order, Assault)
    verb = ASSAULT_VERB if assault else VERB
    units = mover.own(order.units, "sea", verb)
    tried = mover.tried(verb, units, order.path[-1] if order.path else "nowhere")
    for unit in units:
        if (done := spent(mover, unit)) is not None:
            raise mover.system.book.violation(done[0], done[1], tried=tried)
    if mixed(mover, units):
        why = "neutral fleets do not sail with others"
        raise mover.system.book.violation(AS_NEUTRAL, why, tried=tried, allowed="each by itself")
    mover.check_path(units, order.path, tried)
    costs = _costs(mover, units, order.path, tried, assault=assault)
    end = order.path[-1]
    if assault:
        _check_assault(mover, units, order.path, tried)
    elif end in mover.enemies and end not in mover.system.boxes:
        raise mover.system.book.violation(
            END, f"enemy units are in {end}", tried=tried, allowed="a hex without enemy units"
        )
    mover.check_end(units, end, tried)
    return units, costs


def _costs(
    mover: Mover, units: Sequence[Unit], path: Sequence[str], tried: str, *, assault: bool
) -> tuple[int, ...]:
    """What each step of a path costs, if it may be taken."""
    book, beside = mover.system.book, stops(mover, units)
    blockaded = mover.field.blockaded(mover.side)
    points, costs = min(left(mover, unit) for unit in units), []
    for at, (here, there) in enumerate(pairwise(path)):
        step = mover.system.ground.by_ship[here].get(there)
        if step is None:
            raise _no_way(mover, here, there, tried)
        _check_entry(mover, units, there, tried, assault=assault)
        if there in blockaded and not (assault and there == path[-1]):
            rule, why = STRAIT, f"enemy units hold the straits {there}"
            if there in mover.field.occupied(mover.enemy, "sea"):
                rule, why = ENEMY_FLEET, f"an enemy fleet is in {there}"
            raise book.violation(rule, why, tried=tried, allowed="sail around it")
        if at and here in beside:
            why = f"it stops beside an enemy fleet in {here}"
            raise book.violation(STOP, why, tried=tried, allowed=f"sail to {here}")
        if here in beside and there in beside:
            why = f"{here} and {there} are both beside enemy fleets"
            raise book.violation(BESIDE, why, tried=tried, allowed="leave their zones first")
        costs.append(step)
        if sum(costs) > points:
            boxes = mover.system.boxes
            rule = BOX_POINTS if here in boxes or there in boxes else ALLOWANCE
            why = f"to {there} it costs {sum(costs)}, and {points} are left"
            raise book.violation(rule, why, tried=tried, allowed=f"{points} movement points")
    return tuple(costs)


def _check_entry(
    mover: Mover, units: Sequence[Unit], space: str, tried: str, *, assault: bool
) -> None:
    """Refuse to enter a space that is shut to fleets."""
    book, system = mover.system.book, mover.system
    for unit in (*units, *(cargo for fleet in units for cargo in mover.state.at(fleet.id))):
        if (bar := may_enter(mover.standing, unit.owner, space, "sea")) is not None:
            raise bar.violation(system, tried)
    if (box := system.barriers.boxes.get((mover.side, space))) is not None:
        why = f"fleets of the {mover.side} do not enter the box {space}"
        raise book.violation(box.rule, why, tried=tried, allowed="the Atlantic box")
    if (water := shut_waters(mover.field, mover.side, space, assault=assault)) is not None:
        why = f"{space} is shut to the {mover.side}"
        clear = " and no enemy unit is in the hex" if water.clear else ""
        allowed = f"once {water.until} is under control of the {mover.side}{clear}"
        raise book.violation(water.rule, why, tried=tried, allowed=allowed)


def _check_assault(mover: Mover, units: Sequence[Unit], path: Sequence[str], tried: str) -> None:
    """Refuse an assault that lands nobody, on no enemy port, or from too far."""
    book, end = mover.system.book, path[-1]
    landed = _landed(mover, units)
    if not landed:
        why = "no land unit is aboard"
        raise book.violation(NOBODY, why, tried=tried, allowed="fleets with land units aboard")
    if not _is_target(mover, end):
        why = f"{end} is no port that the enemy controls"
        raise book.violation(PORTS_ONLY, why, tried=tried, allowed="an enemy-controlled port")
    most = min(_assault_left(mover, unit) for unit in units)
    if len(path) - 1 > most:
        why = f"it is {len(path) - 1} hexes"
        raise book.violation(ASSAULT_RANGE, why, tried=tried, allowed=f"{most} hexes are left")
    for unit in landed:
        if (bar := may_enter(mover.standing, unit.owner, end, "land")) is not None:
            raise bar.violation(mover.system, tried)
    mover.check_end(landed, end, tried)


def _no_way(mover: Mover, here: str, there: str, tried: str) -> RuleViolation:
    """Why no fleet sails from one space into another."""
    board = mover.system.board
    if board.border(here, there) is None:
        return RuleViolation(f"{here} and {there} are not adjacent", tried=tried)
    space = board.space(there)
    land = space.kind == "land"
    why = f"{space.title} is all land" if land else f"land lies between {here} and {there}"
    return mover.system.book.violation(LAND_BAR, why, tried=tried, allowed="sail around it")
