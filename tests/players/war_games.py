"""Random games of 2WW: The War in Europe, looked at turn by turn: what holds in every game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random

import a4a
from a4a.core.dice import SeededDice
from a4a.core.record import GameRecord
from a4a.core.state import State
from a4a.core.units import Holding, Unit
from a4a.players import FormPlayer
from a4a.players.form_player import FormSitting
from a4a.rules import Game
from a4a.rules.choices import Answers, Destination, Moves
from a4a.rules.trial import Trial
from tests.players.census import CountedFormPlayer

SYSTEM = "war_in_europe"
SIDES = ("Axis", "Allies")
SOVIETS, ITALY = "Soviet Union", "Italy"
STACK = {
    "fort": 1, "artillery": 1, "air unit": 1, "fleet": 2, "other land unit": 2,
}  # fmt: skip
"""How many of each kind a hex may hold (5.2.1)."""
OFF_MAP, TRACK = ("force pool", "out of play"), "turn track"
LEFT_OVER = ("bombed", "winter point", "phase ends")
"""Markers that no turn leaves behind."""
_FAVOURED = {"Assault": 60.0, "Airdrop": 6.0}
"""How likely a guided player sends units so, where any other way counts as one."""
_TO_BOXES, _STAYS = 60.0, 0.8
"""How likely it goes to a box, and how often it stays in one."""


@dataclass(frozen=True)
class GuidedPlayer(CountedFormPlayer):
    """A player that goes for what blind chance all but never comes to."""

    def sit(self, trial: Trial, rng: Random) -> Iterator[None]:
        return GuidedSitting(trial, rng, self.moves).play()


class GuidedSitting(FormSitting):
    """A sitting with wishes.

    It puts units aboard before it moves, is likelier to assault ports from the sea and to sail to
    the boxes, whence convoys are attacked, and stays there. All else it chooses as others do.
    """

    def play(self) -> Iterator[None]:
        if self.trial.decision is not None and self.trial.decision.kind == "movement":
            self._embark()
        if not self.trial.over:
            yield from super().play()

    def _embark(self) -> None:
        forms = [f for f in self.forms if isinstance(f, Answers)]
        aboard = [a.order for form in forms for a in form.answers if a.order.kind == "Embark"]
        for order in aboard:
            if self.rng.random() < 0.3 and not self.trial.over and self.trial.can(order):
                self.trial.do(order)

    def way(self, moves: Moves, units: Sequence[int]) -> Destination | None:
        ways = moves.destinations(units)
        if not ways or (_is_box(ways[0].path[0]) and self.rng.random() < _STAYS):
            return None
        weights = [
            _FAVOURED.get(way.orders[0].kind, _TO_BOXES if _is_box(way.space) else 1.0)
            for way in ways
        ]
        return self.rng.choices(ways, weights)[0]


def _is_box(space: str) -> bool:
    return not space.isdigit()  # hexes are called by numbers


def played(
    seed: int,
    *,
    record: GameRecord | None = None,
    moves: float = 0.7,
    census: Counter[str] | None = None,
) -> Game:
    """Play a game, or a recorded one on, to its end; every other one by a guided player.

    Every turn is looked at as it ends. The player moves what it can as often as `moves` says.
    """
    game = a4a.new_game(record or SYSTEM, dice=SeededDice(seed))
    player = (GuidedPlayer if seed % 2 else CountedFormPlayer)(seed, moves=moves)
    play_on(game, player)
    if census is not None:
        census.update(player.asked)
    return game


def play_on(game: Game, player: FormPlayer, *, rounds: int | None = None) -> None:
    """Play to the end, or to that of a round, looking at every turn as it ends."""
    while game.decision is not None and (rounds is None or game.state.round <= rounds):
        player.play_turn(game)
        ended = game.state.turn_start if game.decision is not None else game.state
        assert ended is not None
        if ended.round:  # not while counters wait to be deployed
            look_at(ended)


def side_of(state: State, power: str) -> str:
    """The side for which a power fights; "" while it is neutral."""
    statuses = state.statuses(power)
    if "neutral" in statuses:
        return ""
    joined = (side for side in SIDES if f"with the {side}" in statuses)
    return next(joined, state.catalog.side_of(power))


def look_at(state: State) -> None:
    """What holds whenever a turn has ended."""
    assert state.settled, state.unsettled
    assert not [marker for _, marker in state.markers if marker in LEFT_OVER]
    assert not any(state.balances.values()), "points are left over"
    assert len({(u.owner, u.name) for u in state.units.values()}) == len(state.units)
    for unit in state.units.values():
        _look_at_unit(state, unit)
    for space in {u.place for u in state.units.values() if isinstance(u.place, str)}:
        _look_at_hex(state, space)
    _look_at_powers(state)


def _look_at_unit(state: State, unit: Unit) -> None:
    counter = state.catalog.counter(unit.owner, unit.name)
    category = state.catalog.unit_type(unit.type).category
    assert 2 - counter.steps <= unit.damage <= 1
    assert (
        "conquered" not in state.statuses(unit.owner)
        or not isinstance(unit.place, str)
        or (
            unit.owner == "France"  # Vichy France is conquered, and has its garrisons
        )
    )
    if isinstance(unit.place, Holding):
        assert unit.place.power == unit.owner
        track, _, turn = unit.place.name.rpartition(" ")
        assert unit.place.name in OFF_MAP or (track, int(turn) >= state.round) == (TRACK, True)
        assert not unit.flags
    elif isinstance(unit.place, int):
        fleet = state.unit(unit.place)
        assert state.catalog.unit_type(fleet.type).category == "sea" != category
        assert len(state.at(fleet.id)) == 1
        assert isinstance(fleet.place, str)
    else:
        space = state.board.space(unit.place)
        assert not space.impassable
        wrong = {"sea": "land", "land": "sea", "air": "sea"}[category]
        assert space.kind != wrong, f"{unit} is in {space.name}"


def _kind(state: State, unit: Unit) -> str:
    category = state.catalog.unit_type(unit.type).category
    if unit.type in ("fort", "artillery"):
        return unit.type
    return {"sea": "fleet", "air": "air unit", "land": "other land unit"}[category]


def _look_at_hex(state: State, space: str) -> None:
    there = [u for u in state.at(space) if side_of(state, u.owner)]
    land = [u for u in there if state.catalog.unit_type(u.type).category == "land"]
    assert len({side_of(state, u.owner) for u in land}) < 2, f"enemies share {space}"
    if state.board.space(space).kind == "box":
        return
    for (side, kind), number in Counter(
        (side_of(state, u.owner), _kind(state, u)) for u in there
    ).items():
        assert number <= STACK[kind], f"{number} of {kind} of the {side} in {space}"
    owners = {u.owner for u in state.at(space)}
    others = {p for p in owners - {SOVIETS} if _might_be_allied(state, p)}
    assert SOVIETS not in owners or not others, f"Soviets share {space} with {others} (12.4.3)"
    holder = state.control.get(space)
    if land and holder is not None and side_of(state, holder):
        assert side_of(state, holder) == side_of(state, land[0].owner), f"{space} is {holder}'s"


def _might_be_allied(state: State, power: str) -> bool:
    """Whether a power is Allied, or would be once the Axis has invaded it (R-327)."""
    side = side_of(state, power)
    return side == "Allies" or (
        not side and (state.catalog.side_of(power) != "Axis" or power == ITALY)
    )


def _look_at_powers(state: State) -> None:
    for power in state.catalog.powers:
        assert not {f"with the {side}" for side in SIDES} <= set(state.statuses(power.name))
    for (a, b), relation in state.relations.items():
        sides = {side_of(state, a), side_of(state, b)}
        assert (relation == "war") == (sides == set(SIDES)), (a, b)
