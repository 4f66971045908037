"""Players: values that give the same answer wherever the same is asked; letting them decide."""

from __future__ import annotations

import gzip
import pickle
from collections.abc import Iterator
from random import Random

import pytest

import a4a
from a4a.core.dice import SeededDice
from a4a.core.errors import A4AError
from a4a.core.record import GameRecord
from a4a.players import PLAYERS, FormPlayer, Player
from a4a.rules import Game, replay
from a4a.rules.areas.orders import Buy, EndPhase
from a4a.rules.letting import AtALoss, Until, letting
from a4a.rules.trial import Trial
from a4a.store import dumps, loads
from a4a.store.format import version_of

SYSTEM = "europe1940"


def new(seed: int = 1) -> Game:
    return a4a.new_game(SYSTEM, dice=SeededDice(seed))


def orders(record: GameRecord) -> list[object]:
    return [step.order for step in record.steps.values() if step.order is not None]


def in_the_middle(game: Game, number: int, player: Player) -> Game:
    for _ in range(number):
        game.let(player, until="order")
    return game


@pytest.fixture(params=sorted(PLAYERS))
def player(request: pytest.FixtureRequest) -> Player:
    return a4a.player(request.param, seed=3)


def test_a_player_can_be_pickled_and_answers_the_same(player: Player) -> None:
    game = in_the_middle(new(), 6, player)
    assert game.decision is not None
    copy = pickle.loads(pickle.dumps(player))
    assert copy == player
    assert copy.answer(game, game.decision) == player.answer(game, game.decision)


def test_asking_for_an_answer_leaves_the_game_as_it_is(player: Player) -> None:
    game = in_the_middle(new(), 3, player)
    before = dumps(game.record)
    assert game.decision is not None
    player.answer(game, game.decision)
    assert dumps(game.record) == before


def test_a_game_saved_in_the_middle_of_a_turn_goes_on_as_it_would_have(player: Player) -> None:
    whole = new()
    whole.let(player)
    part = in_the_middle(new(), 12, player)  # nobody has rolled yet
    assert "Move" in {step.order.kind for step in part.record.steps.values() if step.order}
    resumed = a4a.new_game(loads(dumps(part.record)), dice=SeededDice(1))
    resumed.let(pickle.loads(pickle.dumps(player)), until="phase")
    given = orders(resumed.record)
    assert len(given) > 12
    assert orders(whole.record)[: len(given)] == given


def test_order_by_order_is_the_same_as_all_at_once() -> None:
    one, other = new(), new()
    FormPlayer(5).play_turn(one)
    while other.state.active == ("Germany",):
        other.let(FormPlayer(5), until="order")
    assert dumps(one.record) == dumps(other.record)


def test_another_seed_plays_otherwise() -> None:
    games = [new(), new()]
    for seed, game in enumerate(games):
        game.let(a4a.player("random", seed=seed))
    assert orders(games[0].record) != orders(games[1].record)


def test_every_step_it_decides_says_who_it_was_in_the_file_and_the_notation(player: Player) -> None:
    game = new()
    game.do(Buy("Germany", {"infantry": 1}))
    game.let(player, until="phase")
    record = loads(dumps(game.record))
    assert version_of(record) == 2  # older a4a know nothing of authors
    authors = [step.author for step in record.steps.values() if step.order is not None]
    assert authors[0] == ""
    assert set(authors[1:]) == {player.author}
    assert player.author.startswith(f"{player.name} {player.version} (seed 3")
    again = a4a.read_notation(a4a.notation(record))
    assert again == record
    replay(game.ruleset, record)
    assert not any(step.author for step in record.without_players().steps.values())


def test_a_game_that_no_player_decided_in_is_written_as_before() -> None:
    game = new()
    game.do(EndPhase())
    assert b"author" not in gzip.decompress(dumps(game.record))


def test_it_goes_on_after_a_person_has_ordered_something(player: Player) -> None:
    game = in_the_middle(new(), 1, player)
    if game.state.phase.startswith("Purchase"):
        game.do(EndPhase())
    game.let(player, until="phase")
    assert game.state.phase not in ("Purchase & Repair Units", "Combat Move")


def test_it_stops_where_somebody_else_is_asked() -> None:
    game = new()
    game.let(a4a.player("random", seed=3), powers=["Italy", "Soviet Union"])
    assert not orders(game.record)
    game.let(a4a.player("random", seed=3), powers=["Germany"])
    assert game.decision is not None
    assert game.decision.powers != ("Germany",)
    assert {a for s in game.record.steps.values() if s.author for a in s.actors} == {"Germany"}


@pytest.mark.parametrize(("until", "same"), [("phase", "turn"), ("turn", "round")])
def test_it_decides_to_the_end_of_what_it_was_told(until: Until, same: str) -> None:
    game = new()
    before = game.state
    game.let(a4a.player("random", seed=3), until=until)
    assert getattr(game.state, until) != getattr(before, until)
    assert getattr(game.state, same) == getattr(before, same)


def test_it_gives_a_single_order_if_told() -> None:
    game = new()
    game.let(a4a.player("random", seed=3), until="order")
    assert len(orders(game.record)) == 1


def test_between_the_pieces_of_its_work_others_may_not_move_the_game_on() -> None:
    game = in_the_middle(new(), 2, a4a.player("random", seed=3))
    work = letting(game, FormPlayer(4, moves=1.0), until="turn")
    next(work)
    game.do(EndPhase())
    with pytest.raises(A4AError, match="moved on meanwhile"):
        list(work)


class Obstinate(FormPlayer):
    """Buys, and then finds no answer until what it bought has been taken back."""

    def sit(self, trial: Trial, rng: Random) -> Iterator[None]:
        if len(trial.begun.units) == len(new().state.units):
            trial.do(Buy("Germany", {"infantry": rng.randint(1, 9)}))
        yield


def test_at_a_loss_it_takes_back_what_it_ordered_and_begins_anew() -> None:
    game, player = new(), Obstinate(1)
    game.let(player, until="order")
    first = game.record.steps[game.node].order
    for _, __ in zip(letting(game, player, until="turn"), range(3), strict=False):
        pass
    assert game.record.used > len(game.record)
    assert game.record.steps[game.node].order != first


def test_what_a_person_ordered_is_not_taken_back() -> None:
    game, player = new(), Obstinate(1)
    game.do(Buy("Germany", {"infantry": 3}))
    with pytest.raises(AtALoss, match="finds no answer"):
        game.let(player)
    assert game.record.steps[game.node].order is not None


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        (lambda: a4a.player("deep blue"), "there is no player 'deep blue'; there are"),
        (lambda: a4a.player("random", seed="3"), "a seed is a whole number"),
        (lambda: a4a.player("random", depth=3), "no parameter 'depth'; it has moves"),
        (lambda: a4a.player("random", moves="all"), "moves is a number"),
        (lambda: new().let("random"), "a player decides, as"),
        (lambda: new().let(a4a.player("random"), until="dawn"), "until order, phase, turn or game"),
        (lambda: new().let(a4a.player("random"), powers=["Atlantis"]), "Atlantis"),
    ],
)
def test_what_makes_no_sense_is_refused(wrong: object, says: str) -> None:
    with pytest.raises(A4AError, match=says):
        wrong()  # type: ignore[operator]


def test_an_answer_is_one_to_what_the_game_asks() -> None:
    game, other = new(), new()
    other.do(EndPhase())
    assert other.decision is not None
    with pytest.raises(A4AError, match="does not ask that"):
        a4a.player("random").answer(game, other.decision)


def test_a_trial_is_adopted_only_where_it_began() -> None:
    game = new()
    trial = Trial(game.ruleset, game.state, game.dice)
    trial.do(Buy("Germany", {"tank": 1}))
    game.do(EndPhase())
    with pytest.raises(A4AError, match="does not begin where the game is"):
        game.adopt(trial)
