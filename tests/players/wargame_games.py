"""Random games of The War Game, looked at turn by turn: what holds in every game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import islice
from pathlib import Path

import a4a
from a4a.core import events as ev
from a4a.core.dice import SeededDice
from a4a.core.record import GameRecord
from a4a.core.state import State
from a4a.core.units import Unit
from a4a.frames import frames, schemas
from a4a.players import FormPlayer
from a4a.rules import Game
from tests.players import random_games
from tests.players.census import CountedFormPlayer, occurred

SYSTEM = "wargame1942"
LAST = 13
"""The last game turn, which decides."""
FORCES = (("Germany", "Italy"), ("U.S.S.R.",), ("U.K.", "France"), ("Japan",), ("U.S.A.", "China"))
AXIS = ("Germany", "Italy", "Japan")
SOVIETS = "U.S.S.R."
NEUTRAL = "Neutral nations"
LASTING = ("paratrooper", "under repair at ")
"""How the flags begin that units keep when a turn has ended."""
NEEDS = {"minor factory": (2, 4), "major factory": (4, 8)}
"""What land must be worth for a factory: its owner's original land, and occupied land."""
MINOR = 2
"""How many units a minor factory makes."""
LOAN = "Lend/Lease"
"""Why money passes from nation to nation."""
WILLING = 4
"""The most infantry that occupied land recruits."""
_ENDLESS = f"""
title = "Without end"
parent = "{SYSTEM}"
source = "house"
replace = ["victory"]
"""


def without_end(folder: Path) -> Path:
    """Write a mod that nobody wins."""
    mod = folder / f"{SYSTEM}_without_end"
    mod.mkdir()
    (mod / "dataset.toml").write_text(_ENDLESS, encoding="utf-8")
    return mod


def played(
    seed: int,
    *,
    rounds: int,
    mod: Path | None = None,
    options: Mapping[str, bool] | None = None,
    census: Counter[str] | None = None,
) -> Game:
    """Play a game to its end or that of a round, looking at every turn; add it to a census."""
    game = a4a.new_game(mod or SYSTEM, options=dict(options or {}), dice=SeededDice(seed))
    player = CountedFormPlayer(seed)
    play_on(game, player, rounds=rounds)
    if census is not None:
        census.update(player.asked)
        census.update(occurred(game.record))
    return game


def play_on(game: Game, player: FormPlayer, *, rounds: int) -> None:
    """Play to the end, or to that of a round, looking at every turn as it ends."""
    while game.decision is not None and game.state.round <= rounds:
        turn, begun, known = game.state.active, game.state.turn_start, len(game.record.steps)
        player.play_turn(game)
        ended = game.state.turn_start if game.decision is not None else game.state
        assert ended is not None
        look_at(ended, turn)
        assert begun is not None
        look_at_production(begun, ended, turn)
        steps = islice(game.record.steps.values(), known, None)
        look_at_loans(begun, [event for step in steps for event in step.events])


# --- whenever a turn has ended ------------------------------------------------------------------


def look_at(state: State, turn: tuple[str, ...]) -> None:
    """What holds whenever a turn has ended."""
    random_games.look_at(state, turn)
    assert turn in FORCES
    assert not state.battles
    assert not state.decisions
    for unit in state.units.values():
        assert all(flag.startswith(LASTING) for flag in unit.flags), unit
        assert unit.damage == 0 or unit.type == "battleship", unit
        if isinstance(unit.place, int):
            _look_at_cargo(unit, state.units[unit.place])
    generals = Counter(u.owner for u in state.units.values() if u.type == "general")
    assert set(generals.values()) <= {1}
    assert not [m for _, m in state.markers if m in ("carried", "paratroopers trained")]
    for space in state.board.spaces:
        if space.kind == "sea":
            _look_at_zone(state, space.name, turn)
        else:
            _look_at_land(state, space.name)


def _look_at_cargo(unit: Unit, ship: Unit) -> None:
    """Land units are aboard transports of their own nation, and of no aircraft."""
    assert ship.type == "transport", f"{unit} is aboard {ship}"
    assert unit.owner == ship.owner, f"{unit} is aboard {ship}"


def _look_at_land(state: State, land: str) -> None:
    """Who stands together in land, whose it is, and what factory it has."""
    holder = state.control.get(land)
    assert holder is not None, f"{land} is nobody's"
    units = state.at(land)
    works = [u for u in units if "factory" in u.type]
    if holder == NEUTRAL:
        assert not units, f"units stay in neutral {land}"
    assert not [u for u in works if u.owner != holder], f"a factory in {land} is not its holder's"
    assert len(works) <= 1, f"{land} has two factories"
    for factory in works:
        needs = NEEDS[factory.type][is_occupied(state, land)]
        assert state.income_value(land) >= needs, f"{land} does not support its {factory.type}"
    troops = [u for u in units if u not in works]
    sides = {state.catalog.side_of(u.owner) for u in troops}
    assert sides <= {state.catalog.side_of(holder)}, f"enemies are in {land}"
    allies = {u.owner for u in troops}
    assert SOVIETS not in allies or allies == {SOVIETS}, f"allies share {land} with Soviets"


def _look_at_zone(state: State, zone: str, turn: tuple[str, ...]) -> None:
    """Fleets do not stay with enemies, and all aircraft there have a deck of their nation."""
    units = state.at(zone)
    kinds = state.catalog.unit_type
    assert not [u for u in units if kinds(u.type).category == "other"], f"a General is in {zone}"
    decks, planes = Counter[str](), Counter[str]()
    for unit in units:
        decks[unit.owner] += kinds(unit.type).carrier_capacity
        if kinds(unit.type).category == "air":
            assert kinds(unit.type).carrier_cost, f"{unit} stays over {zone}"
            planes[unit.owner] += kinds(unit.type).carrier_cost
    assert planes <= decks, f"fighters in {zone} have no deck"
    ships = [u for u in units if _fights(state, u)]
    if any(unit.owner in turn for unit in ships):
        assert len({state.catalog.side_of(u.owner) for u in ships}) == 1, f"enemies are in {zone}"


def _fights(state: State, unit: Unit) -> bool:
    kind = state.catalog.unit_type(unit.type)
    stealthy = "stealth" in kind.abilities
    return kind.category == "sea" and not kind.transport_capacity and not stealthy


def is_occupied(state: State, land: str) -> bool:
    """Whether land is not its holder's original land."""
    return state.board.space(land).original != state.control.get(land)


# --- what a turn has produced -------------------------------------------------------------------


def look_at_production(begun: State, ended: State, turn: tuple[str, ...]) -> None:
    """What was built stands where it may, and is no more than land and factories make."""
    kinds = ended.catalog.unit_type
    new = [u for i, u in ended.units.items() if i not in begun.units]
    assert {u.owner for u in new} <= set(turn)
    for power in turn:
        own = [u for u in new if u.owner == power and kinds(u.type).category != "facility"]
        held = {t for t, p in ended.control.items() if p == power == begun.control.get(t)}
        works = {t: made for t in held if (made := _makes(begun, ended, t))}
        hardware = Counter[str]()
        for unit in own:
            assert isinstance(unit.place, str), f"{unit} is not placed"
            hardware[unit.place] += not _is_infantry(ended, unit)
        foot = Counter(str(u.place) for u in own if _is_infantry(ended, u))
        spare = Counter(works)
        for place, number in foot.items():
            assert place in held, f"infantry is recruited in {place}"
            spare[place] -= max(0, number - _recruits(ended, place))
        if begun.round > LAST and power in AXIS:
            assert not foot, "the Axis recruits infantry after game turn 13"
        for place in hardware:
            near = _near(ended, place)
            assert hardware[place] <= sum(spare[t] for t in near), f"too much is built in {place}"
        assert min(spare.values(), default=0) >= 0
        assert sum(hardware.values()) <= sum(spare.values())


def look_at_loans(begun: State, events: Iterable[ev.AnyEvent]) -> None:
    """Nobody has lent more than a third of what its land is worth, rounded up."""
    lent = Counter[str]()
    for event in events:
        if isinstance(event, ev.ResourceChanged) and event.reason == LOAN and event.amount < 0:
            lent[event.treasury] -= event.amount
    for power, amount in lent.items():
        held = (land for land, owner in begun.control.items() if owner == power)
        assert amount <= -(-sum(map(begun.income_value, held)) // 3), f"{power} lends {amount}"


def _is_infantry(state: State, unit: Unit) -> bool:
    return "infantry" in state.catalog.unit_type(unit.type).abilities


def _near(state: State, place: str) -> Iterable[str]:
    """Whose factories build in a space: its own, or those beside a zone."""
    if state.board.space(place).kind != "sea":
        return (place,)
    return [
        name for name, border in state.board.borders_of(place).items() if border.kind == "coast"
    ]


def _makes(begun: State, ended: State, land: str) -> int:
    """How many units the factory that stood in land makes at most in a turn."""
    stood = next((u.type for u in begun.at(land) if "factory" in u.type), "")
    value = ended.income_value(land)
    whole = value // 2 if is_occupied(ended, land) else value
    return {"": 0, "minor factory": MINOR, "major factory": whole}[stood]


def _recruits(state: State, land: str) -> int:
    value = state.income_value(land)
    return min(value // 2, WILLING) if is_occupied(state, land) else value


# --- when a game is over ------------------------------------------------------------------------


def check_history(record: GameRecord) -> None:
    """What was once so: whose turn it was, what was opened was closed, Generals that fell."""
    events = [event for step in record.steps.values() for event in step.events]
    asked = Counter(event.decision for event in events if isinstance(event, ev.Asked))
    assert set(asked.values()) <= {1}, "ids of questions repeat"
    opened = Counter(event.battle for event in events if isinstance(event, ev.BattleOpened))
    closed = Counter(event.battle for event in events if isinstance(event, ev.BattleClosed))
    assert opened == closed
    turns = [event.powers for event in events if isinstance(event, ev.TurnBegan)]
    for number, powers in enumerate(turns):
        place = number % (len(FORCES) + 1)
        assert powers == FORCES[place] if place < len(FORCES) else len(powers) == 8
    new = [u for e in events if isinstance(e, ev.UnitsAdded) for u in e.units]
    assert not [u for u in new if u.type == "general"], "a General is back"


def check_frames(record: GameRecord) -> None:
    """The frames of a game have the dtypes of their schemas."""
    found = frames(record)
    for name, schema in schemas.items():
        assert found[name].schema == schema.polars(found.enums), name
