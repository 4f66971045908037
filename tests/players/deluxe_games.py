"""Random games of 3G40 Deluxe, looked at turn by turn: what holds in every game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

import a4a
from a4a.core import events as ev
from a4a.core.dice import SeededDice
from a4a.core.instalments import paid
from a4a.core.record import GameRecord
from a4a.core.state import State
from a4a.core.units import Holding, Unit
from a4a.players import FormPlayer
from a4a.players.form_player import FormSitting
from a4a.rules import Game
from a4a.rules.areas.bases.facilities import unfinished
from a4a.rules.choices import Destination, Moves
from a4a.rules.trial import Trial
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
_ENDLESS = f"""
title = "At the gates"
parent = "{SYSTEM}"
source = "house"
replace = ["victory"]
"""
SEIZED = {
    PARIS: {"Germany": {"light tank": 2, "regular infantry": 2, "minor factory": 1}},
    "Smolensk": {"Germany": {"light tank": 8, "regular infantry": 8}},
    "Holland/Belgium": {"United Kingdom": {"light tank": 8, "regular infantry": 8}},
}
"""What others than its owners hold from the start, and with what."""
VICHY = "Vichy France"
SPARED = ("Southern France", "French Indo-China")
"""Where Vichy France comes to be."""
UNGUARDED = ("Russia",)
"""Where only facilities are left."""
MORE = {
    "Southern Italy": {"Italy": {"major bunker": 1}},
    "Egypt": {"United Kingdom": {"major bunker": 1}},
    "Norway": {"Germany": {"major bunker": 1}},
    "sea zone 125": {"United Kingdom": {"cruiser": 4, "destroyer": 4}},
    "sea zone 126": {"United Kingdom": {"cruiser": 4, "destroyer": 4}},
    "Japan": {"Japan": {"major bunker": 1}},
    "Philippines": {"United States": {"major bunker": 1}},
    "sea zone 35": {
        "United States": {"aircraft carrier": 6, "fighter": 12, "cruiser": 4, "destroyer": 4}
    },
}
"""What stands there besides."""
AT_WAR = (("Germany", "Soviet Union"), ("Italy", "Soviet Union"), ("Japan", "United States"))


def at_the_gates(folder: Path) -> Path:
    """Write a mod that soon comes to what chance seldom does, and that nobody wins.

    Paris has fallen, so that France splits, and may be freed; Moscow is open, a bunker has fleets
    in two zones before it, and carriers lie where the kamikaze strike. The game goes on after
    round 12.
    """
    state = a4a.new_game(SYSTEM).state
    facilities = {t.name for t in state.catalog.unit_types if t.category == "facility"}
    gone = [
        stack
        for space in (*SEIZED, *UNGUARDED)
        for stack in state.stacks(space)
        if space in SEIZED or stack.type not in facilities
    ]
    holders = [f"{space},{power}" for space, armies in SEIZED.items() for power in armies]
    return write(
        folder / f"{SYSTEM}_at_the_gates",
        spaces=["name,start_controller", *holders],
        relations=["power_a,power_b,relation", *(f"{one},{other},war" for one, other in AT_WAR)],
        setup=[
            "space,power,unit,count",
            *(f"{stack.space},{stack.power},{stack.type},0" for stack in gone),
            *(
                f"{space},{power},{kind},{number}"
                for space, units in (SEIZED | MORE).items()
                for power, force in units.items()
                for kind, number in force.items()
            ),
        ],
    )


@dataclass(frozen=True)
class SparingPlayer(CountedFormPlayer):
    """A player that leaves alone Vichy France, and neutrals at first: attacks prevent much."""

    def sit(self, trial: Trial, rng: Random) -> Iterator[None]:
        return SparingSitting(trial, rng, self.moves).play()


class SparingSitting(FormSitting):
    """A sitting that sends nobody where Vichy France is, nor to neutrals in the first round."""

    def way(self, moves: Moves, units: Sequence[int]) -> Destination | None:
        found, state = super().way(moves, units), self.trial.state
        if found is None or not any(_is_spared(state, space) for space in found.path):
            return found
        return None


def _is_spared(state: State, space: str) -> bool:
    holder = state.control.get(space)
    neutral = holder is not None and not state.catalog.side_of(holder)
    if state.round == 1 and (neutral or space in SPARED):
        return True
    return VICHY in {holder, *(unit.owner for unit in state.within(space))}


def write(mod: Path, **tables: list[str]) -> Path:
    """Write the tables of a mod, with the source of each row."""
    mod.mkdir()
    (mod / "dataset.toml").write_text(_ENDLESS, encoding="utf-8")
    for name, (head, *rows) in tables.items():
        lines = [f"{head},source", *(f"{row},house" for row in rows), ""]
        (mod / f"{name}.csv").write_text("\n".join(lines), encoding="utf-8")
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
    player = CountedFormPlayer(seed) if mod is None else SparingPlayer(seed)
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
    global_games.look_at(state, turn if blocks else (), nobodys=SPARED[:1])  # DX-SMP-064
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
            assert kind.numbers["instalment"] <= paid(unit) < kind.cost, f"{unit} is paid"
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
