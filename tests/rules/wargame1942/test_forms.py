"""The questions of The War Game's combat, laid out in forms."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from a4a.core import events as ev
from a4a.core.dice import SeededDice
from a4a.players import FormPlayer
from a4a.rules.areas.orders import Casualties
from a4a.rules.choices import Answers, Form, Picks, Tally
from a4a.rules.order import Order
from a4a.rules.systems.wargame1942.orders import Gunnery, Own, Scorch, Withdraw
from tests import depth
from tests.rules.wargame1942.declared import Fighting, Orders
from tests.rules.wargame1942.empty import AMERICANS, BRITISH, GERMANS, MISS
from tests.rules.wargame1942.fought import alone, off_java
from tests.rules.wargame1942.test_battleships import bombarding, orders_at_sea
from tests.rules.wargame1942.test_combat_invariants import attack


def form(fighting: Fighting) -> Form:
    """The only form of what is asked."""
    (found,) = fighting.game.ruleset.choices(fighting.game.state)
    return found


def tally(fighting: Fighting) -> Tally:
    found = form(fighting)
    assert isinstance(found, Tally)
    return found


def rows(found: Tally) -> dict[str, tuple[str, ...]]:
    """The targets of each row, by the number and the words that the row shows."""
    return {
        f"{item.most} {item.label} {item.detail}".strip(): tuple(t.label for t in item.targets)
        for item in found.items
    }


def picking(found: Tally, **picks: Mapping[str, int]) -> Order:
    """The order that a tally makes of picks by the words of their rows."""
    keys = {item.label: item.key for item in found.items}
    made: Picks = {keys[label.replace("_", " ")]: chosen for label, chosen in picks.items()}
    (order,) = found.make(made)
    return order


def test_WG_FER_001_a_button_fights_a_round_of_all_linked_battles() -> None:
    orders = Orders(*AMERICANS, control={"France": "Germany"})
    orders.send("U.S.A.", "destroyer", "NA-7", "NA-8")
    orders.put("NA-8", "Germany", "destroyer")
    orders.send("U.S.A.", "destroyer", "NA-7", "NA-5")
    orders.put("NA-5", "Germany", "destroyer")
    orders.send("U.S.A.", "infantry", "Libya", "Tunisia")
    orders.put("Tunisia", "Germany", "infantry")
    fighting = orders.begin(*[MISS] * 9)
    found = form(fighting)
    assert isinstance(found, Answers)
    assert [(answer.label, answer.spaces) for answer in found.answers] == [
        ("NA-5 and NA-8: round 1", ("NA-5", "NA-8")),
        ("Tunisia: round 1", ("Tunisia",)),
    ]
    fighting.do(found.answers[1].order).stay("battle")
    again = form(fighting)
    assert isinstance(again, Answers)
    assert [answer.label for answer in again.answers][1:] == ["Tunisia: round 2"]


def test_WG_RET_003_012_units_retreat_each_to_one_of_its_spaces() -> None:
    orders = Orders(*BRITISH)
    orders.send("U.K.", "infantry", "Libya", "Tunisia", number=2)
    orders.send("France", "infantry", "Algeria", "Tunisia")
    orders.send("U.K.", "fighter", "Libya", "Tunisia")
    orders.put("Tunisia", "Germany", "infantry")
    fighting = orders.begin(*[MISS] * 9).stay("retreats Tunisia attacker")
    found = tally(fighting)
    assert rows(found) == {
        "2 infantry from Libya": ("Libya",),
        "1 infantry from Algeria": ("Algeria",),
        "1 fighter from Libya": ("break off",),
    }
    order = picking(found, fighter={"Tunisia": 1})
    assert order == Withdraw(to={4: "Tunisia"})
    first, *_ = found.items
    assert found.make({first.key: {"Libya": 1}}) == (Withdraw(to={1: "Libya"}),)
    assert found.make({}) == (Withdraw(),)


def test_WG_RET_024_who_withdraws_says_so_among_casualties() -> None:
    orders = Orders(*BRITISH, control={"Algeria": "Germany"})
    orders.send("U.K.", "infantry", "Libya", "Tunisia", number=2)
    orders.put("Tunisia", "Germany", "artillery")
    (tank,) = orders.put("Tunisia", "Germany", "armor")
    first, _ = orders.put("Tunisia", "Germany", "infantry", 2)
    fighting = orders.begin(1, *[MISS] * 6).do(Withdraw(to={tank: "Algeria"}))
    found = tally(fighting)
    assert set(rows(found)) == {
        "1 artillery", "1 armor retreats to Algeria", "2 infantry",
    }  # fmt: skip
    assert [dict(item.chosen) for item in found.items if item.type == "infantry"] == [{"": 1}]
    game = fighting.game
    before = game.state.apply(ev.UnitsTasked((first,), "retreated", "Tunisia"))
    (form,) = game.ruleset.choices(before)
    assert isinstance(form, Tally)
    assert {"1 infantry has retreated once", "1 infantry"} < set(rows(form))
    order = picking(found, artillery={"": 1})
    assert order == Casualties(hits={3: 1})
    fighting.do(order)
    assert fighting.where(3) == [None]


def test_WG_BMB_010_ART_009_guns_are_counted() -> None:
    orders = Orders(*BRITISH)
    orders.send("U.K.", "bomber", "Libya", "Tunisia", number=2)
    orders.put("Tunisia", "Germany", "fighter")
    fighting = orders.begin(2, MISS, MISS, 8, 8).stay("guns")
    found = tally(fighting)
    assert (rows(found), found.commit) == ({"2 bomber": ("",)}, "Use guns, or bomb")
    assert picking(found, bomber={"": 1}) == Gunnery(units=(1,))
    assert found.make({}) == (Gunnery(),)


def test_WG_FAC_029_factories_that_are_scorched_are_counted() -> None:
    orders = Orders(*GERMANS)
    orders.send("Germany", "infantry", "Libya", "Egypt", number=2)
    (plant,) = orders.put("Egypt", "U.K.", "major factory")
    orders.put("Egypt", "U.K.", "infantry")
    fighting = orders.begin(*[MISS] * 6).stay("scorched")
    assert picking(tally(fighting), major_factory={"": 1}) == Scorch(factories=(plant,))


def test_WG_MNC_006_a_button_for_each_nation_that_may_own_the_land() -> None:
    orders = Orders(*GERMANS)
    orders.send("Germany", "infantry", "Libya", "Egypt")
    orders.send("Italy", "infantry", "Libya", "Egypt")
    found = form(orders.begin())
    assert isinstance(found, Answers)
    assert [(answer.label, answer.order) for answer in found.answers] == [
        ("Germany", Own(nation="Germany")), ("Italy", Own(nation="Italy")),
    ]  # fmt: skip


def test_WG_RET_002_who_has_landed_says_so_among_casualties() -> None:
    orders = Orders(*BRITISH, control={"Morocco": "Germany"})
    orders.send("France", "infantry", "Algeria", "Morocco")
    (ship,) = orders.send(
        "U.K.", "transport", "Gibraltar Sea Zone", "Algeria Sea Zone", task="offload",
        target="Morocco",
    )  # fmt: skip
    orders.carry(ship, "U.K.", "infantry", to="Morocco")
    orders.put("Morocco", "Germany", "infantry")
    fighting = orders.begin(MISS, MISS, 1, *[MISS] * 4).stay("casualties")
    assert set(rows(tally(fighting))) == {"1 infantry from Algeria", "1 infantry landed"}


def test_WG_CV_009_all_aircraft_of_a_sunk_carrier_land_somewhere_unless_told_otherwise() -> None:
    fighting = off_java(1, 3, MISS).stay("flights")
    found = tally(fighting)
    (row,) = found.items
    assert (row.most, row.label, row.detail) == (2, "fighter", "in Java Sea Zone")
    assert {"Java", "Borneo"} <= {target.key for target in row.targets}
    assert (found.commit, found.least, found.most) == ("Land", 2, 2)
    assert dict(row.chosen) == {row.targets[0].key: 2}
    order = picking(found, fighter={"Java": 1, "Borneo": 1})
    assert order == Withdraw(to={3: "Java", 4: "Borneo"})
    assert fighting.do(order).where(3, 4) == ["Java", "Borneo"]


def test_WG_CV_010_who_is_to_land_is_not_chosen_where_not_all_can() -> None:
    fighting = alone(("SP-6", "aircraft carrier"), ("SP-6", "fighter")).stay("flights")
    found = tally(fighting)
    assert rows(found) == {"2 fighter in SP-7": ("SP-6",)}
    assert (found.least, found.most, found.chosen) == (1, 1, {})
    assert picking(found, fighter={"SP-6": 1}) == Withdraw(to={3: "SP-6"})


def test_WG_BUB_008_battleships_that_hold_their_fire_are_counted() -> None:
    fighting = bombarding(MISS, 8, MISS, MISS).stay("preemptive")
    found = tally(fighting)
    assert rows(found) == {"1 battleship": ("",)}
    assert (found.commit, found.least, found.most) == ("Fire with the others, or first", 0, 1)
    assert found.make({}) == (Gunnery(),)
    assert picking(found, battleship={"": 1}) == Gunnery(units=(3,))


def test_WG_BUB_008_battleships_that_defend_are_counted_alike() -> None:
    fighting = orders_at_sea({"destroyer": 1}, {"battleship": 2}).begin(*[MISS] * 5)
    found = tally(fighting.stay("preemptive"))
    assert (rows(found), found.commit) == (
        {"2 battleship": ("",)}, "Fire with the others, or first",
    )  # fmt: skip
    assert picking(found, battleship={"": 1}) == Gunnery(units=(2,))


def test_WG_BUB_008_the_player_by_forms_fires_first_or_holds_its_fire() -> None:
    answers = set()
    for seed in range(8):
        fighting = bombarding(*[MISS] * 8).stay("preemptive")
        fighting.game.let(FormPlayer(seed), until="order")
        answers |= {e.choice for e in fighting.events(ev.Decided) if isinstance(e, ev.Decided)}
    assert answers == {"yes", "no"}


@pytest.mark.parametrize("seed", range(depth.number(8, deep=300)))
def test_the_player_by_forms_answers_all_that_combat_asks(seed: int) -> None:
    fighting = attack(seed)
    game = fighting.game
    game.dice = SeededDice(seed)
    while fighting.asked:
        before = game.node
        FormPlayer(seed).act(game)
        assert game.node != before
    assert not game.state.battles


def test_WG_GEN_012_a_General_goes_with_those_who_all_retreat_from_land_that_is_taken() -> None:
    orders = Orders(*GERMANS)
    orders.send("Germany", "infantry", "Libya", "Egypt", number=2)
    (man,) = orders.put("Egypt", "U.K.", "infantry")
    (leader,) = orders.put("Egypt", "U.K.", "general")
    fighting = orders.begin(*[MISS] * 6).do(Withdraw(to={man: "Sudan"})).stay()
    assert fighting.results() == {"Egypt": "attacker takes"}
    assert fighting.where(man, leader) == ["Sudan", "Sudan"]


def test_WG_BB_004_a_damaged_ship_that_leaves_has_no_flag_of_the_round_left() -> None:
    orders = Orders(*BRITISH)
    orders.send("U.K.", "destroyer", "Gibraltar Sea Zone", "Algeria Sea Zone", number=2)
    (ship,) = orders.put("Algeria Sea Zone", "Italy", "battleship")
    fighting = orders.begin(1, *[MISS] * 9).do(Withdraw(to={ship: "Sardinia Sea Zone"})).stay()
    found = fighting.game.state.unit(ship)
    assert (found.place, found.damage, found.flags) == ("Sardinia Sea Zone", 1, ())
    changes = [e for e in fighting.events(ev.UnitsConverted) if isinstance(e, ev.UnitsConverted)]
    assert {e.reason for e in changes if e.units == (ship,)} == {"hit"}
