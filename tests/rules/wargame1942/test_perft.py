"""Counting orders of The War Game: the rules allow those that a naive enumerator finds."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import islice

import pytest

from a4a.core.dice import ScriptedDice
from a4a.core.state import State
from a4a.rules.run import Run
from a4a.rules.systems.wargame1942.declaring import moves, ways
from a4a.rules.systems.wargame1942.declaring.view import View, view_of
from a4a.rules.systems.wargame1942.orders import Send
from tests import depth
from tests.rules.wargame1942.corners import MADE_UP, REGIONS, set_up, state_of
from tests.rules.wargame1942.empty import rules
from tests.rules.wargame1942.judged import Judge
from tests.rules.wargame1942.ordered import Table

Said = tuple[object, ...]
NOTHING: Said = ("", (), None, "", None)
"""The end of who comes back to where it was, and has done nothing."""
SAFE = 1
"""A die that harms nobody who crosses harsh terrain."""


def view(state: State, power: str, *, combat: bool) -> View:
    return view_of(rules().game, state, power, combat=combat)


def counted(state: State, power: str, *, combat: bool) -> list[Send]:
    """The orders that rules and book both allow; there are none that only one of them does."""
    judge, seen = Judge(state, power, combat=combat), view(state, power, combat=combat)
    legal, differing = [], []
    for order in judge.orders():
        refusal, may = moves.check(seen, order), judge.may(order)
        if may:
            legal.append(order)
        if (refusal is None) != may:
            kind = state.unit(order.units[0]).type
            differing.append(f"{kind} {order}: the book {may}, the rules {refusal}")
    assert not differing
    return legal


def ends(state: State, orders: Iterable[Send]) -> set[Said]:
    """Orders as a panel tells them apart: by where they end, and what is taken on the way."""
    found = {_end(state, order) for order in orders}
    return {end for end in found if end[4:] != NOTHING}


def _end(state: State, order: Send) -> Said:
    unit, end = state.unit(order.units[0]), order.path[-1]
    here, aboard = state.space_of(unit.id), order.aboard
    alike = (unit.type, unit.place, unit.flags, state.memory(unit.id))
    if isinstance(unit.place, int):
        return (*alike, order.target or end, "ashore")
    if aboard is not None and state.unit(aboard).type == "bomber":
        return (*alike, end, "lift")
    taken = order.path[1:-1] if unit.type == "armor" and _takes(state, unit.owner, order) else ()
    return (*alike, end if end != here else "", taken, aboard, order.task, order.target)


def _takes(state: State, power: str, order: Send) -> bool:
    side = state.catalog.side_of
    return any(side(state.control.get(t)) not in ("", side(power)) for t in order.path[1:-1])


def offered(state: State, power: str, *, combat: bool) -> list[Send]:
    """What the rules offer of single units."""
    seen = view(state, power, combat=combat)
    own = [unit for unit in state.units.values() if unit.owner == power]
    return [order for unit in own for order in ways.legal(seen, [unit])]


def after(state: State, power: str, order: Send, *, combat: bool) -> State:
    """How things stand when an order has been carried out."""
    run = Run(state, ScriptedDice([SAFE] * len(order.path)))
    moves.carry_out(view(state, power, combat=combat), run, order)
    return run.state


def check(state: State, power: str, *, combat: bool) -> list[Send]:
    """Assert that rules and book allow the same, and offer it; the legal orders."""
    legal = counted(state, power, combat=combat)
    assert ends(state, offered(state, power, combat=combat)) == ends(state, legal)
    return legal


@pytest.mark.parametrize("combat", [True, False], ids=["combat", "noncombat"])
@pytest.mark.parametrize("force", REGIONS, ids=lambda force: force[0])
def test_orders_in_regions_of_the_set_up(force: tuple[str, ...], combat: bool) -> None:
    state = state_of(set_up(force), combat=combat)
    assert sum(len(check(state, power, combat=combat)) for power in force)


@pytest.mark.soak
@pytest.mark.parametrize("combat", [True, False], ids=["combat", "noncombat"])
@pytest.mark.parametrize("position", MADE_UP, ids=lambda position: position.__name__)
def test_orders_in_corners_and_after_some_of_them(
    position: Callable[[], Table], combat: bool
) -> None:
    """Depth two: after one of the orders as a rule, after some sixty in depth."""
    table = position()
    state = state_of(table, combat=combat)
    for power in table.force:
        legal = check(state, power, combat=combat)
        step = max(1, len(legal) // depth.number(1, deep=60))
        for order in islice(legal, step // 2, None, step):
            following = after(state, power, order, combat=combat)
            for other in table.force:
                counted(following, other, combat=combat)
