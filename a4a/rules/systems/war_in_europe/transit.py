"""Transit attacks: fleets are attacked as they come into zones of control (8.3.5).

`sail_on` moves fleets along a path to the first hex where the other side may attack them, and asks
it there (`Transit`). If it lets them pass they go on; if it attacks, a battle of kind "transit"
opens in that hex, in which the side whose fleets move defends; combat fights it. A fleet that is
still there afterwards, not marked and with points left, moves on by a new order.

Fleets that retreat are asked about in the same way: their purpose is `RETREAT`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from typing import Final, Literal, TypeAlias

from a4a.core import events as ev
from a4a.core.state import State
from a4a.core.units import Unit
from a4a.rules.decision import Decision
from a4a.rules.order import Order
from a4a.rules.question import Question
from a4a.rules.run import Run
from a4a.rules.systems.war_in_europe.access import may_join
from a4a.rules.systems.war_in_europe.field import Field, field_of
from a4a.rules.systems.war_in_europe.movement.landing import assault
from a4a.rules.systems.war_in_europe.naming import names
from a4a.rules.systems.war_in_europe.orders.moving import AttackInTransit, LetPass
from a4a.rules.systems.war_in_europe.standing import OTHER
from a4a.rules.systems.war_in_europe.system import PORT, System

Purpose: TypeAlias = Literal["sail", "assault", "retreat", "advance"]

KIND: Final[Literal["transit"]] = "transit"
"""The kind of the battle and of the question."""
ATTACK, WHO = "WE-TRA-001", "WE-TRA-002"
READY = "WE-TRA-003"


def attackers(field: Field, fleets: Iterable[Unit], space: str) -> tuple[Unit, ...]:
    """Return the units that may attack fleets as they come into a hex.

    They are fleets and air units whose zones hold the hex, ready for action, that are in no open
    battle and have not attacked any of these fleets in this turn. In a port of its side only air
    units attack a fleet.

    Parameters
    ----------
    field
        What stands where.
    fleets
        The fleets that move, of one side.
    space
        The hex that they enter.
    """
    moving = tuple(fleets)
    side = field.side_of(moving[0])
    if side not in OTHER:
        return ()
    state, enemy = field.state, OTHER[side]
    caught = {b for fleet in moving for b in state.memory(fleet.id).battles if _is_transit(b)}
    ids = field.zones.over(space, enemy, "air")
    features = field.system.board.space(space).features
    if not (PORT in features and field.standing.holder(space) == side):
        ids = (*field.zones.over(space, enemy, "sea"), *ids)
    busy = {i for battle in state.battles.values() for p in battle.participants for i in p.units}
    found = (state.unit(number) for number in ids if number not in busy)
    return tuple(
        unit
        for unit in found
        if field.is_ready(unit) and not caught.intersection(state.memory(unit.id).battles)
    )


def _is_transit(battle: str) -> bool:
    return battle.startswith(f"{KIND} ")


def sail_on(
    system: System,
    run: Run,
    units: Sequence[int],
    path: Sequence[str],
    purpose: Purpose,
    *,
    unopposed: bool = False,
) -> None:
    """Move fleets along a path, to its end or to where the other side may attack.

    Parameters
    ----------
    system, run
        The game, and where events go.
    units
        The fleets.
    path
        From where they are to where they go; it may be of one hex only.
    purpose
        Why they move.
    unopposed
        Whether the other side has let them pass to the end.
    """
    field = field_of(system, run.state)
    fleets = [run.state.unit(number) for number in units]
    for at, space in enumerate(path[1:], start=1):
        may = () if unopposed else attackers(field, fleets, space)
        if may:
            _sail(system, run, units, path[: at + 1], purpose, halted=True)
            enemy = OTHER[field.side_of(fleets[0])]
            # Steps into and out of a box can cost nothing: only the number never repeats.
            asked = f"{KIND} {run.state.turn}.{units[0]} in {space}, {run.state.asked + 1}"
            options = (purpose, *map(str, units), _PATH, *path[at:])
            run.emit(ev.Asked(asked, system.players_of(enemy), KIND, options, ATTACK))
            return
    _sail(system, run, units, path, purpose, halted=False)
    if purpose == "assault":
        assault(system, run, units, path[-1])


_PATH: Final = "by"
"""Parts the fleets from the rest of the path in what is asked."""


def _sail(
    system: System,
    run: Run,
    units: Sequence[int],
    path: Sequence[str],
    purpose: Purpose,
    *,
    halted: bool,
) -> None:
    """Move fleets, without asking anybody."""
    cost = system.ground.cost_by_ship(path)
    mode: ev.MoveMode = purpose if purpose in ("retreat", "advance") else "other"
    if len(path) > 1 or run.state.halted.intersection(units):
        paid = cost if mode == "other" else 0
        run.emit(ev.UnitsMoved(tuple(units), tuple(path), mode, paid, halted=halted))


class _Asked:
    """What is asked: which fleets, why they move, and the rest of their path."""

    def __init__(self, asked: ev.Asked) -> None:
        purpose, *rest = asked.options
        at = rest.index(_PATH)
        self.purpose: Purpose = purpose  # type: ignore[assignment]  # as it was written
        self.units = tuple(map(int, rest[:at]))
        self.path = tuple(rest[at + 1 :])

    @property
    def space(self) -> str:
        """Where the fleets are."""
        return self.path[0]


class Transit(Question[System]):
    """Whether fleets are attacked where they come into zones of control, and by whom.

    Parameters
    ----------
    system
        The game.
    opens
        Opens the battle: given the run, its participants and the hex.
    """

    kind = KIND
    order = AttackInTransit.__name__

    def __init__(
        self, system: System, opens: Callable[[Run, tuple[ev.Participant, ...], str], None]
    ) -> None:
        super().__init__(system)
        self._opens = opens

    def _attackers(self, state: State, asked: ev.Asked) -> tuple[Unit, ...]:
        what = _Asked(asked)
        fleets = [state.unit(number) for number in what.units]
        return attackers(field_of(self.system, state), fleets, what.space)

    def decision(self, state: State, asked: ev.Asked) -> Decision:
        """Return what is asked."""
        what = _Asked(asked)
        fleets = names(self.system, map(state.unit, what.units))
        where = self.system.board.space(what.space).title
        return Decision(
            kind=KIND,
            powers=asked.powers,
            orders=(self.order, LetPass.__name__),
            rule=ATTACK,
            text=f"{fleets} in {where}: attack in transit, or let pass",
            units=tuple(unit.id for unit in self._attackers(state, asked)),
            spaces=(what.space,),
        )

    def verify(self, state: State, asked: ev.Asked, order: Order) -> None:
        """Refuse an attack by units that may not attack here."""
        if isinstance(order, LetPass):
            return
        assert isinstance(order, AttackInTransit)
        field, may = field_of(self.system, state), self._attackers(state, asked)
        allowed = names(self.system, may)
        tried = f"attack in transit with units {', '.join(map(str, order.units)) or 'none'}"
        if not order.units or len(set(order.units)) < len(order.units):
            what = "name each unit that attacks once"
            raise self.system.book.violation(WHO, what, tried=tried, allowed=f"some of {allowed}")
        by_id = {unit.id: unit for unit in may}
        for number in order.units:
            if number not in by_id:
                unit = state.units.get(number)
                marked = unit is not None and not field.is_ready(unit)
                rule, why = (READY, "is Ops Complete") if marked else (WHO, "may not attack here")
                why = f"unit {number} {why}"
                raise self.system.book.violation(rule, why, tried=tried, allowed=allowed)
        own = [by_id[number] for number in order.units]
        for unit in own:
            if (bar := may_join(field.standing, unit.owner, own[0].owner)) is not None:
                raise bar.violation(self.system, tried)

    def answer(self, run: Run, asked: ev.Asked, order: Order) -> None:
        """Open the battle, or let the fleets go on."""
        what = _Asked(asked)
        if isinstance(order, LetPass):
            until = f"let pass: {order.until}"
            run.emit(ev.Decided(asked.powers, KIND, until, asked.decision, spaces=(what.space,)))
            unopposed = order.until == "end"
            sail_on(self.system, run, what.units, what.path, what.purpose, unopposed=unopposed)
            return
        assert isinstance(order, AttackInTransit)
        run.emit(ev.Decided(asked.powers, KIND, "attack", asked.decision, order.units))
        space, participants = engaged(run.state, asked, order.units)
        self._opens(run, participants, space)


def engaged(
    state: State, asked: ev.Asked, units: Iterable[int]
) -> tuple[str, tuple[ev.Participant, ...]]:
    """Return where fleets are attacked if some units do, and who then fights."""
    what = _Asked(asked)
    ours = _participants(state, "attacker", units)
    return what.space, (*ours, *_participants(state, "defender", what.units))


def _participants(state: State, role: ev.Role, units: Iterable[int]) -> Iterable[ev.Participant]:
    """The units of a role, by power and by where they are."""
    found: dict[tuple[str, str | None], list[int]] = defaultdict(list)
    for number in units:
        found[state.unit(number).owner, state.space_of(number)].append(number)
    for (power, origin), ids in found.items():
        yield ev.Participant(role, power, tuple(ids), origin)
