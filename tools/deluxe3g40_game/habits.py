"""What is done by habit where the script says nothing and the computer knows no better."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from a4a.core.state import State
from a4a.rules.areas.forms.signing import signed
from a4a.rules.areas.orders import EndPhase
from a4a.rules.choices import Item, Moves, Tally
from a4a.rules.decision import Decision
from a4a.rules.game import Game
from a4a.rules.order import Order
from a4a.rules.systems.deluxe3g40.orders import Assign, Choose, Raid

WISHES: Final[Mapping[str, tuple[str, ...]]] = {
    "Germany": ("heavy tank", "mechanized infantry", "regular infantry", "fighter", "submarine"),
    "Japan": ("regular infantry", "light artillery", "fighter", "sea transport", "destroyer"),
    "Soviet Union": ("regular infantry", "light artillery", "regular infantry", "light tank"),
    "United States": ("fighter", "destroyer", "sea transport", "mechanized infantry", "submarine"),
    "UK Europe": ("fighter", "regular infantry", "destroyer", "mechanized infantry"),
    "UK Pacific": ("regular infantry", "light artillery", "fighter"),
    "Italy": ("regular infantry", "light artillery", "light tank"),
    "China": ("regular infantry", "light artillery"),
    "Canada": ("mechanized infantry", "regular infantry"),
    "ANZAC": ("fighter", "regular infantry"),
    "France": ("regular infantry",),
}
"""What each treasury buys, in turn, as long as it can."""
_RAIDS: Final = ("bombing raid", "shore bombardment")
_RAIDERS: Final = ("strategic bomber", "super fortress", "battleship", "super battleship")


def habit(game: Game, asked: Decision) -> Order | None:
    """Return what is ordered by habit; None where the computer is to answer."""
    return next(_orders(game, asked), None)


def _orders(game: Game, asked: Decision) -> Iterator[Order]:
    if asked.kind in _RAIDS:
        yield _raid(game, asked)
    if game.state.phase == "Collect Income":
        yield from _go_to_war(game)
    if "Choose" in asked.orders:
        yield Choose(_option(asked.options))
    if game.state.phase == "Noncombat Move":
        yield from _land(game, asked)
        if "Japan" in asked.powers:  # the computer would leave China without garrisons
            rest = _by(game.state, EndPhase(game.state.phase), "Japan")
            yield from [rest] if game.can(rest) else []
    if "Buy" in asked.orders or "Pay" in asked.orders:
        yield from _trade(game, asked)
    if "Assign" in asked.orders:
        yield from _assign(game.state, asked)
    if {"Buy", "Pay", "Assign"}.intersection(asked.orders):
        yield EndPhase(game.state.phase)


def _assign(state: State, asked: Decision) -> Iterator[Order]:
    """Assign what strikes facilities: bombers and battleships."""
    for power in asked.powers:
        units = [state.units[i] for i in asked.units if state.units[i].owner == power]
        going = tuple(unit.id for unit in units if unit.type in _RAIDERS)
        if going:
            yield _by(state, Assign(going), power)


def _raid(game: Game, asked: Decision) -> Order:
    """Raid where most can, without escorts; stand down where nobody can."""
    found: list[Order] = []
    for form in game.ruleset.choices(game.state):
        if isinstance(form, Tally) and form.space:
            picks = {item.key: {"": item.most} for item in form.items if _raider(item)}
            found += form.make(picks)
    able = [order for order in found if isinstance(order, Raid) and game.can(order)]
    return max(able, key=lambda order: len(order.units), default=Raid())


def _raider(item: Item) -> bool:
    return item.type != "fighter" and item.type != "jet fighter"


def _trade(game: Game, asked: Decision) -> Iterator[Order]:
    """Repair and pay what is owed, then buy by the list of wishes."""
    for form in game.ruleset.choices(game.state):
        if not isinstance(form, Tally) or form.funds is None:
            continue
        items = {item.key: item for item in form.items if item.refused is None}
        due = [i for i in items.values() for _ in range(i.most) if i.owed or "repair" in i.key]
        wished = WISHES[form.title.split(" (")[0]]
        wishes = [items[w] for w in wished if w in items and items[w].spaces]
        picks, left = dict[str, dict[str, int]](), form.funds
        for item in (*due, *wishes * (form.funds // 3)):
            if item.price <= left and _count(picks, item.key) < item.most:
                picks[item.key] = {"": _count(picks, item.key) + 1}
                left -= item.price
        if picks:
            yield from form.make(picks)


def _go_to_war(game: Game) -> Iterator[Order]:
    """Declare war on all on whom it may be declared as a turn ends."""
    for form in game.ruleset.choices(game.state):
        if isinstance(form, Tally) and form.title.startswith("Declare war"):
            able = [item.key for item in form.items if item.refused is None]
            yield from form.make({key: {"": 1} for key in able})


def _option(options: Sequence[str]) -> str:
    """Roll for whatever Vichy has; else leave things as they are, which is the last option."""
    rolls = [option for option in options if option.startswith("roll for ")]
    return next((o for o in rolls if o.endswith("all that follows")), (rolls or options[-1:])[0])


def _land(game: Game, asked: Decision) -> Iterator[Order]:
    """Fly aircraft home from battles, to where most of their own stand, before all else moves."""
    state = game.state
    held, board = (state.turn_start or state).control, state.board
    types = {kind.name: kind for kind in state.catalog.unit_types}
    for form in game.ruleset.choices(state):
        for stack in form.stacks if isinstance(form, Moves) else ():
            here, flown = stack.space, any(state.memory(i).moved for i in stack.units)
            fought = flown and (here in board.seas or held.get(here) != state.control.get(here))
            if types[stack.type].category != "air" or stack.refused is not None or not fought:
                continue
            ways = [w for w in form.destinations(stack.units) if held.get(w.space) == stack.power]
            if ways:
                yield from max(ways, key=lambda way: len(state.at(way.space))).orders


def _count(picks: Mapping[str, Mapping[str, int]], key: str) -> int:
    return sum(picks.get(key, {}).values())


def _by(state: State, order: Order, power: str) -> Order:
    return signed(order, power) if len(state.active) > 1 else order
