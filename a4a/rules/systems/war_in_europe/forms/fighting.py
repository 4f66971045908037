"""How attacks are declared, and how what is asked in battles is answered."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from a4a.core.state import State
from a4a.rules.choices import Answers, Form, Item, Picks, Tally, TallyTarget
from a4a.rules.decision import Decision
from a4a.rules.order import Order
from a4a.rules.systems.war_in_europe.combat import eligible, losses, ports, pressing, retreats
from a4a.rules.systems.war_in_europe.combat import forces as f
from a4a.rules.systems.war_in_europe.combat.forecast import of_attack, of_support
from a4a.rules.systems.war_in_europe.combat.phase import Combat
from a4a.rules.systems.war_in_europe.combat.supporting import KIND as SUPPORT
from a4a.rules.systems.war_in_europe.field import Field, field_of
from a4a.rules.systems.war_in_europe.forms.answers import allowed, answer, some_of
from a4a.rules.systems.war_in_europe.naming import called
from a4a.rules.systems.war_in_europe.orders.fighting import (
    Advance,
    Attack,
    EndCombat,
    PressOn,
    Retreat,
    RetreatToPort,
    Support,
    TakeLosses,
)
from a4a.rules.systems.war_in_europe.orders.strategic import MakePort
from a4a.rules.systems.war_in_europe.system import System


def combat_forms(phase: Combat, state: State) -> tuple[Form, ...]:
    """Return the forms of a phase of combat in which nothing else is asked."""
    field = field_of(phase.system, state)
    attacks = tuple(_attack(field, phase.side, space) for space in _targets(field, phase))
    end = answer(phase.verify, state, f"End the {phase.name}", EndCombat())
    return (*(form for form in attacks if form is not None), Answers("", (end,)))


def _targets(field: Field, phase: Combat) -> Iterator[str]:
    """The hexes with units that could be attacked, those first that must be."""
    state = field.state
    due = phase.due(state)
    yield from due
    found = {
        str(unit.place)
        for unit in state.units.values()
        if isinstance(unit.place, str)
        and field.standing.side_of(unit.owner) != phase.side
        and unit.place not in due
    }
    yield from (space.name for space in state.board if space.name in found)


def _attack(field: Field, side: str, space: str) -> Tally | None:
    """Return the form that declares an attack on a hex; None if nobody could attack it."""
    units = [unit.id for unit in eligible.attackers(field, space, side)]
    if not units:
        return None
    title = field.system.board.space(space).title

    def attack(chosen: tuple[int, ...]) -> Order:
        return Attack(space, chosen)

    return some_of(
        field.system, field.state, units, title=f"Attack {title}", commit=f"Attack {title}",
        make=attack, aside=True, space=space,
        forecast=lambda chosen: of_attack(field, side, space, chosen, offered=units),
    )  # fmt: skip


# --- what is asked in a battle --------------------------------------------------------------------


def battle_forms(system: System, state: State, asked: Decision) -> tuple[Form, ...]:
    """Return the forms of what is asked in a battle; none if it is something else."""
    if asked.kind == SUPPORT:
        return (
            some_of(system, state, asked.units, title=asked.text, commit="Support", make=Support,
                    least=0, forecast=lambda chosen: of_support(system, state, asked, chosen)),
        )  # fmt: skip
    if asked.kind == losses.KIND:
        return (_losses(system, state, asked),)
    if asked.kind == pressing.KIND:
        buttons = (
            answer(allowed, state, "Go on to attack the fleets", PressOn("yes")),
            answer(allowed, state, "Break off", PressOn("no")),
        )
        return (Answers(asked.text, buttons),)
    battle = state.battles.get(asked.battle)
    if asked.kind == retreats.RETREAT and battle is not None:
        ways = retreats.ways_out(system, state, battle)
        return (to_hexes(system, state, asked.text, "Retreat", ways, Retreat, len(ways)),)
    if asked.kind == retreats.ADVANCE and battle is not None:
        found = retreats.advances(system, state, battle)
        return (to_hexes(system, state, asked.text, "Advance", found, Advance, 0),)
    if asked.kind == ports.KIND:
        hexes = (
            answer(allowed, state, system.board.space(s).title, RetreatToPort(s), spaces=(s,))
            for s in asked.spaces
        )
        return (Answers(asked.text, tuple(hexes)),)
    return ()


def _losses(system: System, state: State, asked: Decision) -> Tally:
    """The units that can take loss points, and how many each."""

    def take(picks: Picks) -> tuple[Order, ...]:
        return (TakeLosses({int(key): sum(own.values()) for key, own in picks.items() if own}),)

    items = tuple(
        Item(
            key=str(number),
            label=called(system, state.unit(number)),
            most=f.steps_left(system, state.unit(number)),
            type=state.unit(number).type,
            power=state.unit(number).owner,
            detail="reduced" if state.unit(number).damage else "",
        )
        for number in asked.units
    )
    return Tally(
        title=asked.text, items=items, make=take, commit="Take the losses",
        least=asked.least, most=asked.most,
    )  # fmt: skip


def to_hexes(
    system: System,
    state: State,
    title: str,
    commit: str,
    ways: Mapping[int, tuple[str, ...]],
    order: type[Retreat] | type[Advance] | type[MakePort],
    least: int,
) -> Tally:
    """Return the form of units that each go to one of some hexes."""

    def go(picks: Picks) -> tuple[Order, ...]:
        to = {int(u): s for u, own in picks.items() for s, number in own.items() if number}
        return (order(to),)

    items = tuple(
        Item(
            key=str(number),
            label=called(system, state.unit(number)),
            most=1,
            type=state.unit(number).type,
            power=state.unit(number).owner,
            targets=tuple(TallyTarget(s, system.board.space(s).title, 1) for s in hexes),
            chosen={hexes[0]: 1} if least else {},
            spaces=hexes,
        )
        for number, hexes in ways.items()
    )
    return Tally(title=title, items=items, make=go, commit=commit, least=least, most=len(items))
