"""How strategic warfare is answered: bombers and interceptors, Lend-Lease, convoys."""

from __future__ import annotations

from a4a.core.state import State
from a4a.rules.choices import Answers, Form, Item, Picks, Tally, TallyTarget
from a4a.rules.order import Order
from a4a.rules.systems.war_in_europe.economy import shipments
from a4a.rules.systems.war_in_europe.field import field_of
from a4a.rules.systems.war_in_europe.forms.answers import answer, some_of
from a4a.rules.systems.war_in_europe.forms.fighting import to_hexes
from a4a.rules.systems.war_in_europe.orders.strategic import (
    AttackConvoy,
    Bomb,
    Cover,
    Intercept,
    Lend,
    MakePort,
    PassStrategic,
    Sink,
)
from a4a.rules.systems.war_in_europe.standing import side_of_players
from a4a.rules.systems.war_in_europe.strategic import bombing, convoys
from a4a.rules.systems.war_in_europe.strategic.forecast import (
    of_bombing,
    of_convoy,
    of_interception,
)
from a4a.rules.systems.war_in_europe.strategic.warfare import (
    BOMBING,
    CONVOY,
    COVER,
    INTERCEPTION,
    LENDING,
    PORT,
    SINKING,
    StrategicWarfare,
)

_POINTS = "points"


def strategic_forms(phase: StrategicWarfare, state: State) -> tuple[Form, ...]:
    """Return the forms of what is asked in Strategic Warfare itself, not in its interruptions."""
    asked, decision, system = phase.asked(state), phase.decision(state), phase.system
    if asked is None or decision is None:
        return ()
    units, title = decision.units, decision.text
    stand_down = answer(phase.verify, state, "Pass", PassStrategic())
    if asked.kind == BOMBING:
        return (*_raids(phase, state, decision.powers, decision.spaces), Answers("", (stand_down,)))
    if asked.kind == INTERCEPTION:
        return (
            some_of(
                system, state, units, title=title, commit="Intercept", make=Intercept, least=0,
                forecast=lambda chosen: of_interception(system, state, asked.battle, chosen),
            ),
        )  # fmt: skip
    if asked.kind == CONVOY:
        attack = some_of(
            system, state, units, title=title, commit="Attack the convoys", make=AttackConvoy,
            forecast=lambda chosen: of_convoy(system, state, chosen),
        )  # fmt: skip
        return (attack, Answers("", (stand_down,))) if units else (Answers("", (stand_down,)),)
    if asked.kind == COVER:
        return (
            some_of(
                system, state, units, title=title, commit="Cover the ocean", make=Cover, least=0,
                most=1,
            ),
        )  # fmt: skip
    if asked.kind == PORT:
        fleets = convoys.beaten(system, state, state.battles[asked.battle])
        ways = {fleet.id: convoys.harbours(system, state, fleet) for fleet in fleets}
        ways = {fleet: found for fleet, found in ways.items() if found}
        return (to_hexes(system, state, title, "Retreat", ways, MakePort, len(ways)),)
    if asked.kind == SINKING:
        return (_sinking(state, title, int(asked.options[0])),)
    assert asked.kind == LENDING, asked.kind
    return (_lending(phase, state, title),)


def _raids(
    phase: StrategicWarfare, state: State, players: tuple[str, ...], cities: tuple[str, ...]
) -> tuple[Form, ...]:
    """A form for each city that can be bombed."""
    system, field = phase.system, field_of(phase.system, state)
    side = side_of_players(system, players)
    found: list[Form] = []
    for city in cities:
        units = [unit.id for unit in bombing.bombers(field, side, city)]
        title = f"Bomb {system.board.space(city).title}"

        def bomb(chosen: tuple[int, ...], city: str = city) -> Order:
            return Bomb(city, chosen)

        def told(chosen: tuple[int, ...], city: str = city) -> tuple[str, ...]:
            return of_bombing(system, state, side, city, chosen)

        if units:
            found.append(
                some_of(
                    system,
                    state,
                    units,
                    title=title,
                    commit=title,
                    make=bomb,
                    forecast=told,
                    aside=True,
                )
            )
    return tuple(found)


def _sinking(state: State, title: str, due: int) -> Tally:
    def sink(picks: Picks) -> tuple[Order, ...]:
        points = {key: sum(own.values()) for key, own in picks.items()}
        return (Sink({name: number for name, number in points.items() if number}),)

    items = tuple(
        Item(key=shipment.called, label=shipment.called, most=count)
        for shipment, count in shipments.at_sea(state).items()
    )
    return Tally(title=title, items=items, make=sink, commit="Sink", least=due, most=due)


def _lending(phase: StrategicWarfare, state: State, title: str) -> Tally:
    """Points for each ally."""

    def lend(picks: Picks) -> tuple[Order, ...]:
        points = {key: sum(own.values()) for key, own in picks.items()}
        return (Lend(points.get(shipments.BRITAIN, 0), points.get(shipments.USSR, 0)),)

    system, most = phase.system, shipments.most_lent(phase.system, state)
    items = tuple(
        Item(
            key=power,
            label=power,
            most=shipments.most_to(system, state, power),
            power=power,
            targets=(TallyTarget("", _POINTS),),
        )
        for power in (shipments.BRITAIN, shipments.USSR)
    )
    return Tally(title=title, items=items, make=lend, commit="Announce", least=0, most=most)
