"""The computer at a panel: what it is told by the page, beside what else the kernel does."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest

import a4a
from a4a.core.dice import SeededDice
from a4a.core.errors import A4AError
from a4a.rules.areas.orders import EndPhase
from a4a.widgets import DecisionView
from a4a.widgets.computer import Computer
from tests.widgets.test_decision_panel import Page

if TYPE_CHECKING:
    from pathlib import Path

    from a4a.rules.game import Game


@pytest.fixture
def game() -> Game:
    return a4a.new_game("europe1940", dice=SeededDice(1))


def power(game: Game, name: str) -> int:
    return game.record.catalog.power_order[name]


def who_decided(game: Game) -> dict[str, set[str]]:
    """The authors of the steps of each power that acted."""
    found: dict[str, set[str]] = {}
    for step in game.record.steps.values():
        for actor in step.actors:
            found.setdefault(actor, set()).add(step.author)
    return found


def told(view: DecisionView) -> dict[str, Any]:
    return dict(view.computer)


def test_it_decides_one_order_a_phase_a_turn(game: Game) -> None:
    page = Page(DecisionView(game))
    page.tell(do="let", player="random", until="order")
    assert len(game.record) == 2
    page.tell(do="let", player="random", until="phase")
    assert game.state.active == ("Germany",)
    assert page.view.asked["author"] == "random 2 (seed 1)"
    turn = game.state.turn
    while game.state.turn == turn:  # others are asked in its battles, and answered for too
        page.tell(do="let", player="random", until="turn")
    assert game.state.active == ("Soviet Union",)


def test_it_decides_for_the_powers_it_is_given_and_stops_where_people_are_asked(game: Game) -> None:
    page = Page(DecisionView(game))
    page.tell(do="seat", power=power(game, "Germany"), player="random")
    assert game.decision is not None
    assert game.decision.powers != ("Germany",)
    assert who_decided(game) == {"Germany": {"random 2 (seed 1)"}}
    rows = {row["power"]: row["player"] for row in told(page.view)["powers"]}
    assert rows[power(game, "Germany")] == "random"
    assert rows[power(game, "Italy")] == ""
    page.tell(do="seat", power=power(game, "Germany"), player="")
    assert not any(row["player"] for row in told(page.view)["powers"])


def test_it_goes_on_when_people_have_answered(game: Game) -> None:
    page = Page(DecisionView(game))
    page.tell(do="seat", power=power(game, "Germany"), player="random")
    before = len(game.record)
    while game.decision is not None and game.state.turn == 1:
        game.let(a4a.player("random", seed=9), until="order")
    assert len(game.record) > before
    authors = who_decided(game)
    assert authors["Germany"] == {"random 2 (seed 1)"}
    others = set().union(*(found for name, found in authors.items() if name != "Germany"))
    assert others == {"random 2 (seed 9)"}


def test_beside_other_work_it_stops_when_told(game: Game) -> None:
    async def play() -> tuple[int, int]:
        page = Page(DecisionView(game))
        for row in told(page.view)["powers"]:  # all: nobody's turn ends it, however fast it plays
            page.tell(do="seat", power=row["power"], player="random")
        pauses = 0
        while len(game.record) < 60:
            await asyncio.sleep(0)
            pauses += 1
        assert told(page.view)["deciding"] == "random 2 (seed 1)"
        page.tell(do="stop")
        stopped = len(game.record)
        for _ in range(5):
            await asyncio.sleep(0.02)
        assert told(page.view)["deciding"] == ""
        assert told(page.view)["stopped"]
        after = len(game.record)
        page.tell(do="go on")
        while len(game.record) == after:
            await asyncio.sleep(0)
        page.view.close()
        closed = len(game.record)
        for _ in range(5):
            await asyncio.sleep(0.02)
        assert len(game.record) == closed
        return after - stopped, pauses

    more, pauses = asyncio.run(play())
    assert more == 0
    assert pauses > 2  # it works in slices of 0.03 s, and an order takes some milliseconds


def test_it_stops_and_says_so_where_somebody_orders_meanwhile(game: Game) -> None:
    async def play() -> str:
        computer = Computer(game, lambda: None)
        computer.decide("random", until="turn")
        await asyncio.sleep(0)
        pieces = computer._pieces()
        next(pieces)
        game.do(EndPhase())
        list(pieces)
        computer.close()
        return computer.fault

    assert "moved on meanwhile" in asyncio.run(play())


def test_what_it_decides_is_kept_in_the_file(game: Game, tmp_path: Path) -> None:
    a4a.save(game.record, tmp_path / "game.a4a")
    page = Page(DecisionView(game))
    page.tell(do="let", player="random", until="phase")
    kept = a4a.load(tmp_path / "game.a4a")
    assert who_decided(a4a.new_game(kept))["Germany"] == {"random 2 (seed 1)"}


def test_it_decides_in_a_variation(game: Game) -> None:
    game.let(a4a.player("random", seed=2), until="phase")
    branch = a4a.new_game(game.record, node=1, dice=SeededDice(2))
    page = Page(DecisionView(branch))
    page.tell(do="let", player="random", until="phase")
    assert len(game.record.lines) == 2
    assert branch.state.phase != "Purchase and Repair Units"


@pytest.mark.parametrize(
    ("content", "says"),
    [
        ({"do": "let", "player": "deep blue", "until": "turn"}, "no player 'deep blue'"),
        ({"do": "let", "player": "random", "until": "dawn"}, "not 'dawn'"),
        ({"do": "let", "player": "random"}, "not understood"),
        ({"do": "seat", "power": 99, "player": "random"}, "not understood"),
        ({"do": "seat", "power": 0, "player": "me"}, "no player 'me'"),
    ],
)
def test_what_the_page_may_not_ask_is_told_and_does_nothing(
    game: Game, content: dict[str, Any], says: str
) -> None:
    page = Page(DecisionView(game))
    assert says in page.tell(**content)["fault"]
    assert len(game.record) == 1


def test_nothing_is_decided_when_the_game_is_over(game: Game) -> None:
    class Over(type(game)):  # type: ignore[misc]
        decision = None

    game.__class__ = Over
    with pytest.raises(A4AError, match="over"):
        Computer(game, lambda: None).decide("random", until="turn")
