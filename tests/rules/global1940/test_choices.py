"""Decisions laid out in forms: what they offer is legal, what is greyed out a rule refuses."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import pytest

import a4a
from a4a.core import events as ev
from a4a.core.dice import SeededDice
from a4a.core.errors import RuleViolation
from a4a.rules.areas import orders as o
from a4a.rules.areas.combat import casualties
from a4a.rules.choices import Answers, Form, Moves, Picks, Tally
from tests import depth
from tests.rules.areas.battles import Attack
from tests.rules.areas.positions import position

if TYPE_CHECKING:
    from a4a.rules.game import Game


def forms(game: Game) -> tuple[Form, ...]:
    return game.ruleset.choices(game.state)


def the(game: Game, kind: type[Any], number: int = 0) -> Any:
    return [form for form in forms(game) if isinstance(form, kind)][number]


class FormPlayer:
    """Answers every decision out of its forms alone: it knows no rules, as a panel knows none."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)
        self.kinds: set[str] = set()

    def act(self, game: Game) -> None:
        asked = game.decision
        assert asked is not None
        self.kinds.add(asked.kind)
        laid_out = forms(game)
        assert laid_out, f"no form for {asked.kind}"
        node = game.node
        for form in laid_out:
            self._check(game, form)
        for form in laid_out:
            if isinstance(form, Moves):
                self._move(game, form)
            if game.node != node:
                return
        for form in laid_out:
            if isinstance(form, Tally) and (self._random.random() < 0.7 or form.title[0] != "D"):
                self._tally(game, form)
                if game.node != node:
                    return
        self._answer(game, [form for form in forms(game) if isinstance(form, Answers)])

    def _check(self, game: Game, form: Form) -> None:
        if isinstance(form, Answers):
            for answer in form.answers:
                assert (answer.refused is None) == game.can(answer.order), answer
        elif isinstance(form, Tally):
            for item in form.items:
                if item.refused is not None and item.refused.rule and not item.targets[0].key:
                    for order in form.make({item.key: {"": 1}}):
                        assert not game.can(order), item

    def _move(self, game: Game, form: Moves) -> None:
        able = [stack for stack in form.stacks if stack.refused is None]
        if not able or self._random.random() < 0.1:
            return
        stack = self._random.choice(able)
        here = [s for s in able if s.space == stack.space]
        picked: list[int] = []
        for one in self._random.sample(here, self._random.randint(1, len(here))):
            picked += one.units[: self._random.randint(1, len(one.units))]
        found = form.destinations(picked)
        ends = {one.space for one in found}
        for one in found:
            assert game.can(one.orders[0]), one
        for space in form.near(picked):
            if space in ends:
                continue
            why = form.refused(picked, space)
            assert why is None or why.why
        if found:
            for order in self._random.choice(found).orders:
                if game.can(order):
                    game.do(order)

    def _tally(self, game: Game, form: Tally) -> None:
        for _ in range(6):
            picks: dict[str, dict[str, int]] = {}
            for item in form.items:
                if item.refused is None and self._random.random() < 0.4:
                    target = self._random.choice(item.targets).key
                    picks[item.key] = {target: self._random.randint(0, max(item.most, 0))}
            orders = form.make(picks)
            if orders and game.can(orders[0]):
                game.do(orders[0])
                return
        default = form.make(form.chosen)
        if default and game.can(default[0]) and form.funds is None:
            game.do(default[0])

    def _answer(self, game: Game, found: list[Answers]) -> None:
        legal = [a.order for form in found for a in form.answers if a.refused is None]
        if legal:
            game.do(self._random.choice(legal))
            return
        why = [a.refused.rule for form in found for a in form.answers if a.refused]
        assert why, "nothing can be done, and nothing says why"
        if game.state.phase == "Noncombat Move" or not self._undo(game):
            _bring_home(game)

    def _undo(self, game: Game) -> bool:
        try:
            return game.take_back().order is not None
        except RuleViolation:
            return False


def _bring_home(game: Game) -> None:
    """Land what must land: by a player that knows the rules, for once."""
    from a4a.players import RandomPlayer

    asked = game.decision
    assert asked is not None
    RandomPlayer(0).act(game, asked)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(2, 2 + depth.number(2, deep=20)))
def test_a_game_is_played_by_forms_alone(seed: int) -> None:
    """AA-RND is off: every other kind of decision of a first round has its form."""
    game = a4a.new_game("global1940", dice=SeededDice(seed))
    player = FormPlayer(seed)
    for _ in range(900):
        if game.decision is None or game.state.round > 1:
            break
        player.act(game)
    assert {"purchase", "combat move", "noncombat move"} <= player.kinds


def test_a_purchase_greys_out_what_cannot_be_paid_and_says_the_rule() -> None:
    game = a4a.new_game("global1940")
    tally = the(game, Tally)
    assert tally.funds == 30
    upgrade = next(item for item in tally.items if item.key.startswith("upgraded"))
    assert upgrade.refused.rule == "AA-FAC-008"
    game.do(o.Buy("Germany", {"infantry": 9}))
    artillery = next(item for item in the(game, Tally).items if item.key == "artillery")
    assert (artillery.most, artillery.refused.rule) == (0, "AA-PUR-005")
    assert tally.bill({"infantry": {"": 2}, "tank": {"": 1}}) == 12


def test_each_treasury_has_a_bill_of_its_own() -> None:
    """AA-GLO: the United Kingdom buys for Europe and for the Pacific."""
    game = position(
        power="United Kingdom", keep_set_up=True, game="global1940",
        money={"UK Europe": 28, "UK Pacific": 17},
    )  # fmt: skip
    tallies = [form for form in forms(game) if isinstance(form, Tally)]
    assert [(t.title, t.funds) for t in tallies] == [("UK Europe", 28), ("UK Pacific", 17)]
    (order,) = tallies[1].make({"infantry": {"": 1}})
    assert order == o.Buy("UK Pacific", {"infantry": 1})


def combat_moves() -> Game:
    game = a4a.new_game("global1940")
    while game.state.phase != "Combat Move":
        game.do(o.EndPhase())
    return game


def stack(moves: Moves, space: str, kind: str) -> Any:
    return next(s for s in moves.stacks if (s.space, s.type) == (space, kind))


def test_units_of_several_kinds_go_by_an_order_each() -> None:
    game = combat_moves()
    moves = the(game, Moves)
    units = [
        *stack(moves, "Western Germany", "infantry").units,
        *stack(moves, "Western Germany", "fighter").units[:1],
    ]
    found = {one.space: one for one in moves.destinations(units)}
    assert set(found) == {"France", "Switzerland"}
    assert len(found["France"].orders) == 2
    for order in found["France"].orders:
        game.do(order)
    assert len([u for u in game.state.at("France") if u.owner == "Germany"]) == 4


def test_a_raid_is_a_way_of_its_own() -> None:
    moves = the(combat_moves(), Moves)
    bombers = stack(moves, "Germany", "strategic bomber").units
    ways = [one for one in moves.destinations(bombers) if one.space == "France"]
    assert [one.label for one in ways] == ["", "bombing raid"]


def test_a_near_space_is_refused_with_its_rule() -> None:
    moves = the(combat_moves(), Moves)
    infantry = stack(moves, "Western Germany", "infantry").units
    assert "Denmark" in moves.near(infantry)
    why = moves.refused(infantry, "Denmark")
    assert why is not None
    assert why.rule == "AA-MOV-021"
    guns = stack(moves, "Western Germany", "AAA")
    assert guns.refused.rule == "AA-UNI-022"
    water = moves.refused(infantry, "sea zone 112")
    assert water is not None
    assert water.why == "no transport is in sea zone 112"
    far = moves.refused(infantry, "Japan")
    assert far is not None
    assert "no way over land" in far.why


def test_land_units_that_no_transport_takes_alone_are_shared_out() -> None:
    game = position(
        units={
            "Western Germany": {"Germany": {"infantry": 2, "tank": 2}},
            "sea zone 112": {"Germany": {"transport": 2}},
        },
        phase="Noncombat Move",
        game="global1940",
    )
    moves = the(game, Moves)
    units = [u for s in moves.stacks if s.space == "Western Germany" for u in s.units]
    (aboard,) = [one for one in moves.destinations(units) if one.space == "sea zone 112"]
    assert len(aboard.orders) == 2
    for order in aboard.orders:
        game.do(order)
    assert not [u for u in game.state.at("Western Germany") if u.id in units]


def test_casualties_begin_with_the_cheapest_and_can_be_changed() -> None:
    game = position(
        units={"France": {"Germany": {"infantry": 2, "tank": 2}, "France": {"infantry": 6}}},
        phase="Combat Move",
        game="global1940",
        dice=[6, 6, 6, 6, 1, 1, 6, 6, 6, 6],
    )
    while game.decision and game.decision.kind != "casualties":
        game.do(o.EndPhase())
    tally = the(game, Tally)
    assert tally.title == "assign 2 hits in France"
    chosen = {item.type: item.chosen.get("", 0) for item in tally.items}
    assert chosen == {"infantry": 2, "tank": 0}
    assert (tally.least, tally.most) == (2, 2)
    picks: Picks = {item.key: {"": 1} for item in tally.items if item.type in ("infantry", "tank")}
    (order,) = tally.make(picks)
    assert game.can(order)
    (short,) = tally.make({})
    with pytest.raises(RuleViolation, match="AA-CMB-041"):
        game.verify(short)


@pytest.mark.parametrize(
    ("hits", "number", "told"),
    [
        ({"": 1}, 1, "1 hit"),
        ({"all but submarines": 2}, 2, "2 hits against all but submarines"),
        ({"": 3}, 2, "2 of 3 hits"),
        (
            {"": 1, "sea units": 2}, 3, "3 hits (1 against anything and 2 against sea units)",
        ),
    ],
)  # fmt: skip
def test_hits_are_told_with_what_they_may_not_hit(
    hits: dict[str, int], number: int, told: str
) -> None:
    assert casualties._told(hits, number) == told


def test_new_units_are_placed_where_there_is_room() -> None:
    game = position(
        purchased={"Germany": {"infantry": 3, "submarine": 1}},
        phase="Mobilize New Units",
        keep_set_up=True,
        game="global1940",
    )
    tally = the(game, Tally)
    infantry, submarine = tally.items
    assert {t.key for t in infantry.targets} == {"Germany", "Western Germany"}
    assert all(t.key.startswith("sea zone") for t in submarine.targets)
    picks = {"infantry": {"Germany": 2, "Western Germany": 1}}
    orders = tally.make(picks)
    assert [order.space for order in orders] == ["Germany", "Western Germany"]
    for order in orders:
        game.do(order)


def test_the_end_of_a_phase_is_greyed_out_with_its_rule() -> None:
    game = position(
        purchased={"Germany": {"infantry": 3}},
        phase="Mobilize New Units",
        keep_set_up=True,
        game="global1940",
    )
    (end,) = the(game, Answers).answers
    assert end.refused.rule == "AA-MOB-001"


def test_a_game_that_is_over_offers_nothing() -> None:
    game = a4a.new_game("global1940")
    node = game.record.append([ev.VictoryWon(("Axis",), "cities")], parent=game.node)
    game.node = node
    assert forms(game) == ()


def test_aircraft_may_land_on_a_friends_carrier() -> None:
    game = position(
        units={
            "United Kingdom": {"United Kingdom": {"fighter": 1}},
            "sea zone 109": {"France": {"aircraft carrier": 1}},
        },
        power="United Kingdom",
        phase="Noncombat Move",
        game="global1940",
    )
    moves = the(game, Moves)
    fighter = stack(moves, "United Kingdom", "fighter").units
    found = [one for one in moves.destinations(fighter) if one.space == "sea zone 109"]
    (way,) = [one for one in found if one.label == "aboard an aircraft carrier of France"]
    game.do(way.orders[0])
    assert game.state.unit(fighter[0]).place == way.orders[0].aboard


def test_paratroopers_drop_where_others_attack() -> None:
    """AA-RND-020: an advance; the drop is a way of its own."""
    game = position(
        units={
            "Western Germany": {"Germany": {"infantry": 1, "tank": 1}},
            "France": {"France": {"infantry": 1}},
        },
        technologies={"Germany": ["Paratroopers"]},
        phase="Combat Move",
        game="global1940",
    )
    tank = stack(the(game, Moves), "Western Germany", "tank").units
    game.do(next(d for d in the(game, Moves).destinations(tank) if d.space == "France").orders[0])
    infantry = stack(the(game, Moves), "Western Germany", "infantry").units
    ways = {d.label for d in the(game, Moves).destinations(infantry) if d.space == "France"}
    assert ways == {"", "by parachute"}


def test_aircraft_that_are_hit_say_where_they_took_off() -> None:
    units = {"France": {"France": {"infantry": 2}}} | {
        space: {"Germany": {"fighter": 1}} for space in ("Western Germany", "Holland/Belgium")
    }
    attack = Attack(position(units=units, phase="Combat Move", game="global1940"))
    for space in ("Western Germany", "Holland/Belgium"):
        attack.send(space, "France", fighter=1)
    battle = attack.begin([6, 6, 1, 6])
    details = {item.detail for item in the(battle.game, Tally).items}
    assert details == {"from Western Germany", "from Holland/Belgium"}


def test_where_nothing_is_to_be_placed_no_order_is_given() -> None:
    game = position(
        phase="Mobilize New Units", purchased={"Germany": {"infantry": 2}}, game="global1940"
    )
    (order,) = the(game, Tally).make({"infantry": {"Germany": 0, "Western Germany": 2}})
    assert (order.space, len(order.units)) == ("Western Germany", 2)
