"""Random games of 3G40 Deluxe, looked at turn by turn: what holds in every game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from pathlib import Path

import a4a
from a4a.core import events as ev
from a4a.core.dice import SeededDice
from a4a.core.instalments import paid
from a4a.core.record import GameRecord
from a4a.core.state import State
from a4a.core.units import Holding, Unit
from a4a.players import FormPlayer
from a4a.rules import Game
from a4a.rules.areas.facilities import unfinished
from tests.players import global_games, random_games
from tests.players.census import CountedFormPlayer, occurred

SYSTEM = "deluxe3g40"
ORDER = (
    ("Germany", "Japan"), ("Soviet Union", "United States"), ("United Kingdom",),
    ("China", "Italy"), ("Commonwealth",), ("France",),
)  # fmt: skip
TOKENS = {
    ("Japan", "kamikaze tokens"): 15,
    ("UK Europe", "partisan tokens"): 15,
    ("Soviet Union", "engineer tokens"): 15,
}
"""The tokens of a treasury as the game begins."""
ABOARD = {"destroyer": 1}
"""Japan's from round 6 on (DX-ADV-015)."""
PARIS = "France"
GIBRALTAR = ("Western Gibraltar", "Eastern Gibraltar")
BEFORE_SHIPS_ARE_ASSIGNED = (
    "Repair and Assign Aircraft", "Purchase Units", "Combat Move", "Noncombat Move",
)  # fmt: skip
"""Phases in which the first decision of a turn is asked as a rule."""
_ASSIGNED, _CONSTRUCTION = "assigned", "under construction: "
_MUTED = f"""
title = "Without victory"
parent = "{SYSTEM}"
source = "house"
replace = ["victory"]
"""


def without_victory(folder: Path) -> Path:
    """Write a mod of the game that nobody wins, so that it goes on after round 12.

    Germany has Paris from the start, which it seldom takes by chance: so France splits.
    """
    mod = folder / f"{SYSTEM}_without_victory"
    mod.mkdir()
    (mod / "dataset.toml").write_text(_MUTED, encoding="utf-8")
    (mod / "spaces.csv").write_text(
        f"name,start_controller,source\n{PARIS},Germany,house\n", encoding="utf-8"
    )
    there = a4a.new_game(SYSTEM).state.stacks(PARIS)
    rows = [f"{PARIS},{stack.power},{stack.type},0,house" for stack in there]
    rows += [f"{PARIS},Germany,{kind},1,house" for kind in ("light tank", "minor factory")]
    (mod / "setup.csv").write_text(
        "\n".join(["space,power,unit,count,source", *rows, ""]), encoding="utf-8"
    )
    return mod


def played(
    seed: int,
    *,
    rounds: int | None = None,
    mod: Path | None = None,
    census: Counter[str] | None = None,
) -> Game:
    """Play a game to its end or that of a round, looking at every turn; add it to a census."""
    game = a4a.new_game(mod or SYSTEM, dice=SeededDice(seed))
    player = CountedFormPlayer(seed)
    play_on(game, player, rounds=rounds)
    if census is not None:
        census.update(player.asked)
        census.update(occurred(game.record))
    return game


def play_on(game: Game, player: FormPlayer, *, rounds: int | None = None) -> None:
    """Play to the end, or to that of a round, looking at every turn as it begins and ends."""
    while game.decision is not None and (rounds is None or game.state.round <= rounds):
        turn = game.state.active
        _look_at_beginning(game.state)
        player.play_turn(game)
        ended = game.state.turn_start if game.decision is not None else game.state
        assert ended is not None
        look_at(ended, turn)


def _look_at_beginning(state: State) -> None:
    """No unit of those whose turn it is has a marker as they are first asked (step 1)."""
    if len(state.active) < 3 and state.phase in BEFORE_SHIPS_ARE_ASSIGNED:
        marked = [u for u in state.units.values() if _ASSIGNED in u.flags]
        assert not [u for u in marked if u.owner in state.active], "markers are left on"


def look_at(state: State, turn: tuple[str, ...]) -> None:
    """What holds whenever a turn has ended."""
    random_games.look_at(state, turn, aboard=ABOARD)
    blocks = turn in ORDER
    assert blocks or len(turn) == len(ORDER) + 3, turn
    global_games.look_at(state, turn if blocks else ())
    for (treasury, kind), most in TOKENS.items():
        assert 0 <= state.money(treasury, kind) <= most
    for unit in state.units.values():
        _look_at_flags(state, unit)
        _look_at_damage(state, unit)
    _look_at_territories(state)


def _look_at_flags(state: State, unit: Unit) -> None:
    kind = state.catalog.unit_type(unit.type)
    waits = isinstance(unit.place, Holding)
    for flag in unit.flags:
        if flag == _ASSIGNED:
            assert kind.category in ("air", "sea"), f"{unit} is assigned"
            assert not waits, f"{unit} is assigned"
        elif flag.startswith(_CONSTRUCTION):
            assert kind.category == "facility", f"{unit} is built"
            assert 0 < unfinished(unit) <= kind.numbers["construction"], f"{unit} is built"
        else:
            assert flag.startswith("paid "), f"{unit} has a strange flag"
            assert waits, f"{unit} is paid for twice"
            assert kind.numbers["instalments"] <= paid(unit) < kind.cost, f"{unit} is paid"
    if isinstance(unit.place, Holding) and unit.place.name.startswith("build queue"):
        assert paid(unit), f"nothing is paid of {unit}"


def _look_at_damage(state: State, unit: Unit) -> None:
    kind = state.catalog.unit_type(unit.type)
    if kind.category == "facility":
        most = kind.numbers.get("max damage", 0)
        if "damaged by value" in kind.abilities and isinstance(unit.place, str):
            most = min(most, state.board.space(unit.place).value)
        assert unit.damage <= most, f"{unit} is damaged beyond {most}"


def _look_at_territories(state: State) -> None:
    bunkers = Counter(
        unit.place
        for unit in state.units.values()
        if isinstance(unit.place, str) and unit.type.endswith("bunker")
    )
    assert not [place for place, number in bunkers.items() if number > 1]
    assert all(state.control.get(part) is not None for part in GIBRALTAR)
    assert not any(
        "bunker" in unit.type and state.board.space(unit.place).kind == "sea"
        for unit in state.units.values()
        if isinstance(unit.place, str)
    )


def check_history(record: GameRecord) -> None:
    """What was once so: tokens are only spent, and construction goes on marker by marker."""
    for step in record.steps.values():
        for event in step.events:
            match event:
                case ev.ResourceChanged(resource=resource, amount=amount) if "token" in resource:
                    assert amount < 0, f"{resource} have grown"
                case ev.UnitsConverted(reason="construction", gained=gained, lost=lost):
                    assert _markers(gained) == _markers(lost) - 1, "construction leaps"
    _check_turns(record)


def _markers(flags: tuple[str, ...]) -> int:
    found = (int(f.removeprefix(_CONSTRUCTION)) for f in flags if f.startswith(_CONSTRUCTION))
    return next(found, 0)


def _check_turns(record: GameRecord) -> None:
    """Six blocks and the missions take turns, in each round."""
    events = [event for step in record.steps.values() for event in step.events]
    turns = [event.powers for event in events if isinstance(event, ev.TurnBegan)]
    powers = {power for block in ORDER for power in block}
    for number, turn in enumerate(turns):
        place = number % (len(ORDER) + 1)
        expected: Mapping[int, tuple[str, ...]] = dict(enumerate(ORDER))
        assert turn == expected[place] if place in expected else set(turn) == powers
