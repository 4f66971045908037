"""What players answer who are asked in the middle of something: by a plan, or else by custom."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from a4a.core.state import State
from a4a.rules.choices import Form, Tally
from a4a.rules.decision import Decision
from a4a.rules.game import Game
from a4a.rules.order import Order
from a4a.rules.systems.war_in_europe.orders.fighting import (
    Advance,
    PressOn,
    Retreat,
    RetreatToPort,
    Support,
    TakeLosses,
)
from a4a.rules.systems.war_in_europe.orders.moving import (
    AttackInTransit,
    Displace,
    Eliminate,
    LetPass,
)
from a4a.rules.systems.war_in_europe.orders.strategic import Cover, Intercept, MakePort, Sink
from tools.war_in_europe_game.names import ids

_ROOM: Final = 2
"""How many fleets a hex has room for, and how many armies."""


@dataclass(frozen=True)
class Plan:
    """What is answered to what an order raises, of both sides. Names that are not asked are idle.

    Parameters
    ----------
    support
        Who supports a hex that is attacked, or intercepts bombers, or attacks in transit.
    advance
        Who advances.
    lose
        Who takes losses before others do.
    toward
        Where units go that retreat or are displaced, or beaten fleets: hexes, the best first.
    """

    support: tuple[str, ...] = ()
    advance: tuple[str, ...] = ()
    lose: tuple[str, ...] = ()
    toward: tuple[str, ...] = ()


def answer(game: Game, asked: Decision, plan: Plan) -> Order | None:
    """Return the answer to what interrupts a phase; None if it is the phase's own question."""
    for kind, reply in _REPLIES.items():
        if kind in asked.orders:
            return reply(game, asked, plan)
    return None


def _sent(game: Game, asked: Decision, plan: Plan) -> tuple[int, ...]:
    return tuple(unit for unit in ids(game.state, plan.support) if unit in asked.units)


def _support(game: Game, asked: Decision, plan: Plan) -> Order:
    return Support(_sent(game, asked, plan))


def _intercept(game: Game, asked: Decision, plan: Plan) -> Order:
    return Intercept(_sent(game, asked, plan))


def _cover(game: Game, asked: Decision, plan: Plan) -> Order:
    return Cover(_sent(game, asked, plan)[:1])


def _transit(game: Game, asked: Decision, plan: Plan) -> Order:
    sent = _sent(game, asked, plan)
    return AttackInTransit(sent) if sent else LetPass("next" if plan.support else "end")


def _press(game: Game, asked: Decision, plan: Plan) -> Order:
    return PressOn("yes")


def _losses(game: Game, asked: Decision, plan: Plan) -> Order:
    """Lose first of those that are named; flip rather than eliminate, and where least is lost."""
    state, catalog = game.state, game.record.catalog
    first = ids(state, plan.lose)
    points: dict[int, int] = {}

    def cost(number: int) -> tuple[bool, bool, int, int, int]:
        unit = state.unit(number)
        faces = catalog.counter(unit.owner, unit.name).faces
        lost = unit.damage + points.get(number, 0)
        after = faces[lost + 1].combat if lost + 1 < len(faces) else 0
        price = catalog.price(unit.type, unit.owner)
        return number not in first, not after, faces[lost].combat - after, price, number

    for _ in range(asked.least):
        left = [n for n in asked.units if _steps(state, n) > points.get(n, 0)]
        hit = min(left, key=cost)
        points[hit] = points.get(hit, 0) + 1
    return TakeLosses(points)


def _steps(state: State, number: int) -> int:
    unit = state.unit(number)
    return state.catalog.counter(unit.owner, unit.name).steps - unit.damage


def _tally(game: Game) -> Tally:
    forms: tuple[Form, ...] = tuple(game.ruleset.choices(game.state))
    return next(form for form in forms if isinstance(form, Tally))


def _ways(game: Game) -> dict[int, tuple[str, ...]]:
    """The hexes to which each unit can go."""
    return {int(item.key): tuple(t.key for t in item.targets) for item in _tally(game).items}


def _best(hexes: tuple[str, ...], plan: Plan) -> str:
    return next((space for space in plan.toward if space in hexes), hexes[0])


def _retreat(game: Game, asked: Decision, plan: Plan) -> Order:
    """Retreat to the best hexes in which there is room."""
    to: dict[int, str] = {}
    for unit, hexes in _ways(game).items():
        free = tuple(s for s in hexes if _crowd(game.state, s) + list(to.values()).count(s) < _ROOM)
        to[unit] = _best(free or hexes, plan)
    return Retreat(to)


def _crowd(state: State, space: str) -> int:
    """How many of the land units in a hex count toward the two that may stand there."""
    return sum(unit.type in ("armor", "infantry", "paratroop") for unit in state.at(space))


def _make_port(game: Game, asked: Decision, plan: Plan) -> Order:
    """Go to the best port in which there is room for fleets that come together."""
    to: dict[int, str] = {}
    for unit, hexes in _ways(game).items():
        free = tuple(s for s in hexes if list(to.values()).count(s) < _ROOM)
        to[unit] = _best(free or hexes, plan)
    return MakePort(to)


def _advance(game: Game, asked: Decision, plan: Plan) -> Order:
    ways = _ways(game)
    chosen = [unit for unit in ids(game.state, plan.advance) if unit in ways]
    return Advance({unit: _best(ways[unit], plan) for unit in chosen})


def _port(game: Game, asked: Decision, plan: Plan) -> Order:
    return RetreatToPort(_best(asked.spaces, plan))


def _displace(game: Game, asked: Decision, plan: Plan) -> Order:
    return Displace(_best(asked.spaces, plan))


def _eliminate(game: Game, asked: Decision, plan: Plan) -> Order:
    """Give up the weakest."""
    state, catalog = game.state, game.record.catalog

    def worth(number: int) -> tuple[int, int, int]:
        unit = state.unit(number)
        face = catalog.face(unit)
        return face.combat if face else 0, catalog.price(unit.type, unit.owner), number

    return Eliminate(tuple(sorted(asked.units, key=worth)[: asked.least]))


def _sink(game: Game, asked: Decision, plan: Plan) -> Order:
    form, points = _tally(game), {}
    due = form.least
    for item in form.items:
        points[item.key] = min(due, item.most)
        due -= points[item.key]
    return Sink({name: number for name, number in points.items() if number})


_REPLIES: Final[Mapping[str, Callable[[Game, Decision, Plan], Order]]] = MappingProxyType(
    {
        "Support": _support, "Intercept": _intercept, "Cover": _cover,
        "AttackInTransit": _transit, "PressOn": _press, "TakeLosses": _losses,
        "Retreat": _retreat, "MakePort": _make_port, "Advance": _advance,
        "RetreatToPort": _port, "Displace": _displace, "Eliminate": _eliminate, "Sink": _sink,
    }
)  # fmt: skip
"""Answers by the order that is asked for."""
