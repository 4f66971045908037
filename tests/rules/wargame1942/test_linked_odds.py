"""Odds of linked battles of The War Game: played together, and told with an interval."""

from __future__ import annotations

import pytest

import a4a
from a4a.analysis.linked import LinkedBattle
from a4a.core.errors import BattleError
from a4a.odds.retreat import AfterRounds, OddsBelow, UnitsLeft
from a4a.rules.game import Game
from a4a.rules.systems.wargame1942 import playing
from a4a.rules.systems.wargame1942.orders import Withdraw
from a4a.widgets.battle_lab import BattleLab
from tests.rules.wargame1942.declared import Orders
from tests.rules.wargame1942.empty import BRITISH, rules
from tests.rules.wargame1942.leaving import Leave
from tests.rules.wargame1942.test_leaving_odds import agree, policy_of


@pytest.fixture
def few_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """Play linked battles a few times: for what does not hang on how often."""
    monkeypatch.setattr(playing, "GAMES", 60)


def landing(*dice: int) -> Game:
    """Two destroyers fight one, so that infantry can land in land that nobody defends."""
    orders = Orders(*BRITISH, control={"Algeria": "Germany"})
    path = "Gibraltar Sea Zone", "Algeria Sea Zone"
    orders.send("U.K.", "destroyer", *path, number=2)
    (ship,) = orders.send("U.K.", "transport", *path, task="offload", target="Algeria")
    orders.carry(ship, "U.K.", "infantry", to="Algeria")
    orders.put("Algeria Sea Zone", "Germany", "destroyer")
    return orders.begin(*dice).game


def alone(ours: int, theirs: int, dice: int = 0) -> Game:
    """Infantry of the U.K. in Tunisia against that of Germany, after some dice that miss."""
    return in_tunisia(Orders(*BRITISH), ours, theirs).begin(*[12] * dice).game


def in_tunisia(orders: Orders, ours: int, theirs: int) -> Orders:
    """Infantry of the U.K. attacks that of Germany in Tunisia."""
    orders.send("U.K.", "infantry", "Libya", "Tunisia", number=ours)
    orders.put("Tunisia", "Germany", "infantry", theirs)
    return orders


def test_a_landing_is_played_with_the_battle_that_goes_before_it() -> None:
    """The land is taken as often as the zone is cleared, which is solved exactly."""
    game = landing()
    found = a4a.battle(game, space="Algeria")
    assert isinstance(found, LinkedBattle)
    assert repr(found).endswith("linked with Algeria Sea Zone): who is to come against nobody>")
    exact = a4a.battle("wargame1942", kind="sea", attacker={"destroyer": 2},
                       defender={"destroyer": 1}).odds()  # fmt: skip
    odds = found.odds()
    low, high = odds.interval(odds.attacker_takes, level=0.999)
    assert odds.games == 400
    sea = a4a.battle(game, space="Algeria Sea Zone")
    price = game.state.catalog.price
    shipped = price("transport", "U.K.") + price("infantry", "U.K.")
    assert sea.attacker_cost == 2 * price("destroyer", "U.K.") + shipped
    assert sea.defender_cost == price("destroyer", "Germany")
    assert low < exact.attacker_wins + exact.both_destroyed < high
    assert found.simulate(50, seed=2).games == 50
    assert found.simulate(50, seed=2).attacker_takes == found.simulate(50, seed=2).attacker_takes


def test_a_battle_whose_first_shots_are_fired_goes_on_from_where_it_stands() -> None:
    game = alone(4, 4, dice=8)
    assert not rules().battles.linked(game.state, next(iter(game.state.battles)))
    game.do(Withdraw())  # the defenders of the first round stay
    (battle,) = game.state.battles.values()
    assert rules().battles.linked(game.state, battle.id) == ("Tunisia",)
    found = a4a.battle(game, space="Tunisia")
    assert isinstance(found, LinkedBattle)
    left = [sum(len(p.units) for p in battle.participants if p.role == role)
            for role in ("attacker", "defender")]  # fmt: skip
    plain = a4a.battle("wargame1942", attacker={"infantry": left[0]},
                       defender={"infantry": left[1]}).odds()  # fmt: skip
    odds = found.odds()
    low, high = odds.interval(odds.attacker_wins, level=0.999)
    assert low < plain.attacker_wins < high


@pytest.mark.parametrize(
    "leave", [Leave(after=1), Leave(after=2), Leave(left=1), Leave(left=2)], ids=str
)
def test_an_open_battle_that_defenders_may_leave_is_solved(leave: Leave) -> None:
    """WG-RET-022: they are fired at once more and do not answer; who lives goes."""
    found = a4a.battle(alone(3, 2), space="Tunisia", defender_retreat=policy_of(leave))
    assert not found.odds().games
    agree(found.model, (Leave(), leave), sea=False)
    assert found.odds().retreats("defender") > 0


def test_defenders_who_retreat_leave_the_land_to_the_attackers() -> None:
    """Nothing is left to hold it unless all three attackers fall in these rounds."""
    found = a4a.battle(alone(3, 1), space="Tunisia", defender_retreat=AfterRounds(1)).odds()
    first = a4a.battle("wargame1942", attacker={"infantry": 3}, defender={"infantry": 1},
                       rounds=1).odds()  # fmt: skip
    lost = first.defender_wins + first.both_destroyed
    assert found.attacker_takes == pytest.approx(1 - lost, abs=1e-12)
    game = alone(3, 1)
    played = rules().battles.played(
        game.state, next(iter(game.state.battles)), attacker=None, defender=AfterRounds(1)
    )
    takes = played.simulate(600, seed=1).attacker_takes
    assert takes == pytest.approx(found.attacker_takes, abs=0.05)


def test_defenders_who_have_nowhere_to_go_stay() -> None:
    """WG-RET-016: what lies beside them is the enemy's. Another battle lets the attacker choose."""
    orders = Orders(*BRITISH, control=dict.fromkeys(("Algeria", "Libya"), "U.K."))
    orders.send("U.K.", "infantry", "Bengal", "Burma", number=3)
    orders.put("Burma", "Japan", "infantry", 2)
    game = in_tunisia(orders, 3, 2).begin().game
    for space, retreats in (("Tunisia", False), ("Burma", True)):
        found = a4a.battle(game, space=space, defender_retreat=UnitsLeft(2)).odds()
        assert not found.games
        assert (found.retreats("defender") > 0) == retreats
    stays = a4a.battle(game, space="Tunisia").odds()
    left = a4a.battle(game, space="Tunisia", defender_retreat=UnitsLeft(2)).odds()
    assert left.attacker_wins == pytest.approx(stays.attacker_wins, abs=1e-12)


@pytest.mark.usefixtures("few_games")
def test_attackers_who_retreat_do_so_in_each_linked_battle() -> None:
    odds = a4a.battle(landing(), space="Algeria Sea Zone", retreat=UnitsLeft(2)).odds()
    assert odds.retreats("attacker") > 0
    assert a4a.battle(landing(), space="Algeria Sea Zone").odds().retreats("attacker") == 0


@pytest.mark.usefixtures("few_games")
def test_what_cannot_be_asked_of_linked_battles_is_refused() -> None:
    game = landing()
    for terms in ({"rounds": 2}, {"keep_land": 0}, {"retreat": OddsBelow(0.5)}):
        with pytest.raises(BattleError, match="played by the rules"):
            a4a.battle(game, space="Algeria", **terms)
    found = a4a.battle(game, space="Algeria")
    with pytest.raises(BattleError, match="with those in Algeria Sea Zone"):
        found.need(0.5)
    with pytest.raises(BattleError, match="what can be chosen is retreat and defender_retreat"):
        a4a.battle(game, space="Algeria", attacker_stays={"infantry": 1})


@pytest.mark.usefixtures("few_games")
def test_luck_has_no_odds_of_a_battle_that_units_joined_after_its_first_shots() -> None:
    """WG-AMP-002: the landing waits for the second round of the sea battle, and comes late."""
    orders = Orders(*BRITISH, control={"Algeria": "Germany"})
    path = "Gibraltar Sea Zone", "Algeria Sea Zone"
    orders.send("U.K.", "destroyer", *path, number=2)
    (ship,) = orders.send("U.K.", "transport", *path, task="offload", target="Algeria")
    orders.carry(ship, "U.K.", "infantry", to="Algeria")
    orders.send("U.K.", "infantry", "Morocco", "Algeria")
    orders.put("Algeria Sea Zone", "Germany", "destroyer")
    orders.put("Algeria", "Germany", "infantry")
    fighting = orders.begin(*[12] * 5, 1, 1, *[12] * 3, 1, 1, *[12] * 9)
    fighting.stay()
    rows = {row["space"]: row for row in a4a.luck(fighting.game.record).to_dicts()}
    assert "joined it after its first shots" in rows["Algeria"]["note"]
    assert rows["Algeria"]["expected"] is None
    assert "joined" in rows["Algeria Sea Zone"]["note"]  # the transport was drawn into it


@pytest.mark.usefixtures("few_games")
def test_luck_has_odds_of_a_linked_battle_that_nobody_joined() -> None:
    game = landing(1, 1, *[12] * 9)
    game.do(Withdraw())  # the destroyer stays, and is sunk at once
    rows = {row["space"]: row for row in a4a.luck(game.record).to_dicts()}
    assert rows["Algeria Sea Zone"]["note"] is None
    assert rows["Algeria Sea Zone"]["swing"] > 0
    assert rows["Algeria Sea Zone"]["expected"] is not None


def test_luck_does_not_judge_a_retreat_of_the_defender_as_one_of_the_attacker() -> None:
    game = alone(3, 1, dice=30)
    game.do(Withdraw())  # the defenders of the first round stay
    game.do(Withdraw())  # and so do the attackers of the second
    (battle,) = game.state.battles.values()
    (unit,) = (i for part in battle.participants if part.role == "defender" for i in part.units)
    assert game.decision is not None
    game.do(Withdraw(to={unit: "Algeria"}))
    (row,) = a4a.luck(game.record).to_dicts()
    assert row["broken_off"]
    assert row["p_attacker"] > 0.5
    assert row["expected"] is None
    assert row["note"] == "the defender retreated, of which there are no odds"


@pytest.mark.usefixtures("few_games")
def test_the_battle_lab_says_what_its_battle_is_linked_with() -> None:
    lab = BattleLab(landing(), space="Algeria Sea Zone")
    assert lab.offered["linked"] == "Algeria"
    assert BattleLab(alone(2, 1), space="Tunisia").offered["linked"] == ""


@pytest.mark.usefixtures("few_games")
def test_the_battle_lab_shows_how_a_linked_battle_ends_with_the_others() -> None:
    game = landing()
    lab = BattleLab(game, space="Algeria Sea Zone")
    lab.work_out()
    found = a4a.battle(game, space="Algeria Sea Zone").odds()
    assert lab.more["linked"]["chances"]["attacker_wins"] == found.attacker_wins
    assert lab.more["linked"]["games"] == found.games
    lab.take("Algeria")
    assert "with those in Algeria Sea Zone" in lab.answer["fault"]
    with pytest.raises(BattleError, match="by itself"):
        BattleLab(a4a.battle(game, space="Algeria"))


@pytest.mark.usefixtures("few_games")
def test_threats_of_linked_battles_are_those_of_the_battles_played_together() -> None:
    """Alone, the landing would face nobody and take the land for certain."""
    game = landing()
    rows = {row["space"]: row for row in a4a.threat(game, power="U.K.").to_dicts()}
    for space, told in (("Algeria", "attacker_takes"), ("Algeria Sea Zone", "attacker_wins")):
        odds = a4a.battle(game, space=space).odds()
        assert rows[space]["chance"] == getattr(odds, told)
        assert not rows[space]["exact"]
    assert rows["Algeria"]["chance"] < 1
    alone_there = a4a.threat(alone(3, 1), power="U.K.").to_dicts()
    assert all(row["exact"] for row in alone_there if row["space"] == "Tunisia")
