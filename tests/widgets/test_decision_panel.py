"""What the panel asks, and what it does with what the page tells it."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest

import a4a
from a4a.core import events as ev
from a4a.core.dice import SeededDice
from a4a.core.errors import A4AError
from a4a.players import RandomPlayer
from a4a.rules.areas import orders as o
from a4a.rules.systems.war_in_europe.orders.deploying import EndDeployment
from a4a.rules.systems.war_in_europe.orders.moving import EndMovement
from a4a.widgets import DecisionPanel, DecisionView, Explorer, explore

if TYPE_CHECKING:
    from a4a.rules.game import Game


@pytest.fixture
def game() -> Game:
    return a4a.new_game("global1940", dice=SeededDice(1))


class Page:
    """The browser's end of a view."""

    def __init__(self, view: DecisionView) -> None:
        self.view = view
        self.answers: list[dict[str, Any]] = []
        view.send = lambda content, *_: self.answers.append(content)

    def tell(self, **content: Any) -> dict[str, Any]:
        content = {"node": self.view.asked["node"], "ticket": len(self.answers), **content}
        self.view._on_message(self.view, content, [])
        answer = self.answers[-1]
        assert answer["ticket"] == content["ticket"]
        return answer

    def form(self, kind: str) -> int:
        forms: Any = self.view.asked["forms"]
        return next(i for i, form in enumerate(forms) if form["form"] == kind)


@pytest.fixture
def page(game: Game) -> Page:
    return Page(DecisionView(game))


def space(game: Game, name: str) -> int:
    return game.record.board.index[name]


def to_combat_moves(page: Page) -> None:
    page.tell(do="press", form=page.form("answers"), answer=0)
    assert page.view.asked["kind"] == "combat move"


def stack(page: Page, where: str, kind: str) -> dict[str, Any]:
    game = page.view.game
    forms: Any = page.view.asked["forms"]
    number = game.record.catalog.type_order[kind]
    stacks = forms[page.form("moves")]["stacks"]
    return next(s for s in stacks if (s["space"], s["type"]) == (space(game, where), number))


def test_a_purchase_is_billed_checked_and_given(page: Page, game: Game) -> None:
    tally = page.form("tally")
    dear = page.tell(do="check", form=tally, picks={"tank": {"": 6}})
    assert (dear["bill"], dear["refused"]["rule"]) == (36, "AA-PUR-005")
    answer = page.tell(do="give", form=tally, picks={"tank": {"": 6}})
    assert answer["refused"]["rule"] == "AA-PUR-005"
    assert game.node == 1
    fine = page.tell(do="check", form=tally, picks={"tank": {"": 2}})
    assert (fine["bill"], fine["refused"]) == (12, None)
    assert page.tell(do="give", form=tally, picks={"tank": {"": 2}}).keys() == {"ticket"}
    assert game.state.money("Germany", "IPC") == 18
    assert page.view.cursor.node == game.node == page.view.asked["node"]


def test_units_are_sent_and_taken_back(page: Page, game: Game) -> None:
    to_combat_moves(page)
    units = stack(page, "Western Germany", "infantry")["units"]
    moves = page.form("moves")
    reach = page.tell(do="reach", form=moves, units=units)
    ends = {d["space"] for d in reach["destinations"]}
    assert ends == {space(game, "France"), space(game, "Switzerland")}
    near = dict(reach["near"])
    assert near[space(game, "Denmark")]["rule"] == "AA-MOV-021"
    why = page.tell(do="why", form=moves, units=units, space=space(game, "Japan"))
    assert "no way over land" in why["refused"]["why"]
    page.tell(do="go", form=moves, units=units, space=space(game, "France"), label="")
    assert set(units) <= {u.id for u in game.state.at("France")}
    back: Any = page.view.asked["back"]
    assert back["refused"] is None
    page.tell(do="back")
    assert set(units) <= {u.id for u in game.state.at("Western Germany")}
    assert page.view.cursor.node == game.node


def test_where_units_cannot_go_is_told_with_the_rule(page: Page, game: Game) -> None:
    to_combat_moves(page)
    units = stack(page, "Western Germany", "infantry")["units"]
    answer = page.tell(
        do="go", form=page.form("moves"), units=units, space=space(game, "Denmark"), label=""
    )
    assert answer["fault"]
    assert not game.state.memory(units[0]).moved


def test_what_was_asked_about_an_earlier_decision_does_nothing(page: Page, game: Game) -> None:
    node = game.node
    tally = page.form("tally")
    game.do(o.EndPhase())
    answer = page.tell(do="give", form=tally, picks={"tank": {"": 1}}, node=node)
    assert "moved on meanwhile" in answer["fault"]
    assert "combat moves of Germany" in answer["fault"]
    assert game.node == page.view.asked["node"]


@pytest.mark.parametrize(
    "content",
    [
        {},
        {"do": "dance"},
        {"do": "give"},
        {"do": "give", "form": 99, "picks": {}},
        {"do": "give", "form": 0, "picks": {"tank": {"": -1}}},
        {"do": "give", "form": 0, "picks": {"tank": {"": 1.5}}},
        {"do": "give", "form": 0, "picks": {"tank": {"": True}}},
        {"do": "give", "form": 0, "picks": {"tank": {"": 10**9}}},
        {"do": "give", "form": 0, "picks": "tank"},
        {"do": "give", "form": 0, "picks": {"no such type": {"": 1}}},
        {"do": "press", "form": 1, "answer": 99},
        {"do": "reach", "form": 1, "units": "all"},
    ],
)
def test_nonsense_is_answered_and_does_nothing(
    page: Page, game: Game, content: dict[str, Any]
) -> None:
    assert page.tell(**content)["fault"]
    assert game.node == 1


def test_all_views_of_a_game_follow_an_order(game: Game) -> None:
    panels: list[Any] = [DecisionPanel(game), DecisionPanel(game), explore(game)]
    views = [view for panel in panels if (view := panel.decision_view) is not None]
    assert len(views) == 3
    game.do(o.Buy("Germany", {"infantry": 2}))
    for view in views:
        assert view.asked["node"] == view.cursor.node == game.node
    panels[0].close()
    game.do(o.EndPhase())
    assert [view.asked["node"] == game.node for view in views] == [False, True, True]


def test_who_looks_at_an_earlier_step_is_left_there(page: Page, game: Game) -> None:
    game.do(o.Buy("Germany", {"infantry": 2}))
    page.view.cursor.node = 1
    game.do(o.EndPhase())
    assert page.view.cursor.node == 1
    assert page.view.asked["node"] == game.node
    page.tell(do="show", node=0)
    assert page.view.cursor.node == game.node


def test_dice_of_the_last_order_are_shown(page: Page, game: Game) -> None:
    player = RandomPlayer(1)
    happened: Any = {"throws": []}
    for _ in range(400):
        asked = game.decision
        assert asked is not None
        player.act(game, asked)
        happened = page.view.asked["happened"]
        if happened["throws"]:
            break
    power, purpose, faces, hits, *_ = happened["throws"][0]
    assert purpose
    assert all(1 <= face <= 6 for face in faces)
    assert (power, hits) >= (0, -1)
    back: Any = page.view.asked["back"]
    assert back["refused"] is not None


def test_an_explorer_of_a_game_has_the_panel_and_no_charts(game: Game) -> None:
    app = explore(game)
    assert isinstance(app, Explorer)
    assert app.decision_view is not None
    assert app.decision_view.cursor is app.cursor
    assert app.decision_view.painter is app.board.painter
    app.chart_strip.draw()
    assert app.chart_strip.pictures == []
    assert explore(game.record).decision_view is None


def test_a_panel_wants_a_game_and_its_own_record(game: Game) -> None:
    record: Any = game.record
    with pytest.raises(A4AError, match="a game"):
        DecisionPanel(record)
    with pytest.raises(A4AError, match="a game"):
        DecisionView(record)
    other = a4a.Cursor(a4a.start("europe1940"))
    with pytest.raises(A4AError, match="another record"):
        DecisionPanel(game, cursor=other)


def test_a_game_that_is_over_says_who_won(game: Game) -> None:
    game.node = game.record.append([ev.VictoryWon(("Axis",), "cities")], parent=game.node)
    view = DecisionView(game)
    assert (view.asked["kind"], view.asked["forms"]) == ("", [])
    assert view.asked["victors"] == list(game.state.victors) != []


def test_orders_that_a_program_gives_one_after_another_are_shown_together(game: Game) -> None:
    """The page need not be told of each of them; what it asks for itself it is shown at once."""

    async def play() -> None:
        view = DecisionView(game)
        page = Page(view)
        told: list[object] = []
        view.observe(lambda change: told.append(change["new"]["node"]), names="asked")
        for _ in range(4):
            game.do(o.EndPhase())
        assert len(told) < 3
        assert "moved on" in page.tell(do="back")["fault"]
        assert view.asked["node"] == view.cursor.node == game.node
        game.do(o.EndPhase())
        game.take_back()
        await asyncio.sleep(0.3)
        assert view.asked["node"] == view.cursor.node == game.node
        view.close()

    asyncio.run(play())


# --- the odds of a battle ---------------------------------------------------------------------


def test_a_battle_has_the_odds_that_it_began_with_and_nothing_else_has(
    game: Game, page: Page
) -> None:
    to_combat_moves(page)
    assert "odds" not in page.tell(do="odds")
    armies = {
        "Western Germany": ("mechanized infantry", "infantry", "artillery"),
        "Holland/Belgium": ("tank", "infantry"),
    }
    board = game.state
    for start, kinds in armies.items():
        units = [u.id for u in board.at(start) if u.owner == "Germany" and u.type in kinds]
        game.do(o.Move(tuple(units), (start, "France")))
    game.do(o.EndPhase())
    while not page.view.asked["battle"]:
        page.tell(do="press", form=page.form("answers"), answer=0)
    told = page.tell(do="odds")["odds"]
    assert told.startswith("Odds: Germany wins ")
    assert "IPC" in told


def test_a_tally_tells_what_to_expect_of_picks_that_may_be_ordered() -> None:
    game = a4a.new_game("war_in_europe")
    while game.state.round == 0:
        game.do(EndDeployment())
    game.do(EndMovement())
    view = DecisionView(game)
    page = Page(view)
    forms = view.asked["forms"]
    index = next(i for i, form in enumerate(forms) if form["title"] == "Attack 2306")
    armor = next(i["key"] for i in forms[index]["items"] if i["label"] == "German 1st armor")
    told = page.tell(do="check", form=index, picks={armor: {"": 1}})
    assert told["forecast"][0].startswith("Odds to win: Axis ")
    assert page.tell(do="check", form=index, picks={})["forecast"] == []
