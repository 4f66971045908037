"""What judges find wrong with the order of play, wars, purchases and what lies beside the board."""

from __future__ import annotations

from collections import Counter

import pytest

from a4a.core import events as ev
from a4a.core.units import Holding, Unit
from a4a.rules.areas.audit.conquests import Conquests
from a4a.rules.areas.audit.declarations import Declarations
from a4a.rules.areas.audit.income import Income
from a4a.rules.areas.audit.placements import Placements, _amounts
from a4a.rules.areas.audit.purchases import Purchases
from a4a.rules.areas.audit.standing import StatusKeeper
from a4a.rules.areas.audit.turns import Turns
from a4a.rules.areas.audit.unaccounted import Unaccounted
from a4a.rules.judgement import Judgement, Topic
from tests.rules.areas.audit.told import found_by, system_of
from tests.rules.areas.positions import one, position, rules

GERMANY, FRANCE, UK, ITALY, RUSSIA = (
    "Germany", "France", "United Kingdom", "Italy", "Soviet Union",
)  # fmt: skip
PURCHASE, BATTLE, MOBILIZE = "Purchase and Repair Units", "Conduct Combat", "Mobilize New Units"


# --- turns and wars -------------------------------------------------------------------------------


def test_AA_SET_042_a_round_follows_the_one_before_it() -> None:
    for number, rules_broken in ((3, []), (4, ["AA-SET-042"])):
        found = found_by(Turns, position(power="France", round=2), ev.RoundBegan(number))
        assert [one.rule for one in found] == rules_broken
    (early,) = found_by(Turns, position(power=GERMANY, round=2), ev.RoundBegan(3))
    assert early.what == "round 3 begins after round 2"


def test_AA_SET_046_the_turns_of_powers_follow_each_other() -> None:
    game = position(power=GERMANY)
    _, following, *_ = rules().game.order_of_play
    assert found_by(Turns, game, ev.TurnBegan((following,))) == []
    (found,) = found_by(Turns, game, ev.TurnBegan((FRANCE,)))
    assert (found.rule, found.what) == ("AA-SET-046", "France has a turn")


def test_whose_phase_it_is_when_it_is_nobodys_turn() -> None:
    judge = Turns(rules().game, {}, Counter(), "")
    assert judge.phase_said(rules().start().state_at(0)) == "nobody's turn"


def test_a_war_between_powers_never_ends() -> None:
    (found,) = found_by(
        Declarations, position(), ev.RelationChanged(FRANCE, GERMANY, "war", "neutral")
    )
    assert (found.rule, found.says) == ("", "a war between powers never ends")
    assert found.what == "France and Germany are neutral to each other"


def test_AA_NEU_005_war_is_not_declared_on_neutrals() -> None:
    game = position(phase="Combat Move")
    old = game.state.relation(GERMANY, "Strict neutrals")
    (found,) = found_by(
        Declarations, game, ev.RelationChanged(GERMANY, "Strict neutrals", old, "war")
    )
    assert (found.rule, found.power) == ("AA-NEU-005", GERMANY)
    assert found.what == f"war with {system_of(game).called('Strict neutrals')} is declared"


def test_a_declaration_by_the_rules_is_not_found_fault_with() -> None:
    """AA-DOW-001."""
    game = position(phase="Combat Move", relations={(GERMANY, RUSSIA): "neutral"})
    found = found_by(
        Declarations, game, ev.Decided((GERMANY,), "declaration of war", RUSSIA),
        ev.RelationChanged(GERMANY, RUSSIA, "neutral", "war"),
    )  # fmt: skip
    assert found == []


def test_a_completed_state_has_what_was_learned() -> None:
    game = position(power="Japan", phase=BATTLE, game="global1940")
    keeper = StatusKeeper(system_of(game))
    attack = ev.BattleOpened("1.1", "French Indo-China", "land", ())
    keeper.learn(game.state, game.record.step(game.record.append([attack], parent=game.node)))
    assert keeper.complete(game.state).statuses("Japan") == ("attacked French Indo-China",)


# --- purchases and what is left -------------------------------------------------------------------


def bought(number: int, *, paid: int, money: int) -> tuple[list[Judgement], Counter[Topic]]:
    """Germany buys infantry, at 3 each."""
    game = position(money={GERMANY: money})
    first, waiting = game.state.last_unit + 1, Holding(GERMANY, "purchased")
    units = tuple(Unit(first + i, "infantry", GERMANY, waiting) for i in range(number))
    counted: Counter[Topic] = Counter()
    found = found_by(
        Purchases, game, ev.ResourceChanged(GERMANY, "IPC", -paid, "purchase"),
        ev.Bought(GERMANY, GERMANY, (ev.BillLine("infantry", number, paid),)),
        ev.UnitsAdded(units, "purchase"), counted=counted,
    )  # fmt: skip
    return found, counted


def test_a_purchase_by_the_rules_is_judged_once_and_not_found_fault_with() -> None:
    found, counted = bought(2, paid=6, money=30)
    assert (found, counted) == ([], {"purchase": 1})


def test_AA_PUR_004_each_type_costs_its_price() -> None:
    (found,), _ = bought(2, paid=5, money=30)
    assert (found.rule, found.difference) == ("AA-PUR-004", 1)


def test_AA_PUR_005_how_much_more_was_spent_than_there_is_is_told() -> None:
    found, _ = bought(2, paid=6, money=4)
    assert [(one.rule, one.difference) for one in found] == [("AA-PUR-005", 2)]


def test_AA_PUR_010_a_ship_that_no_naval_base_serves_is_not_repaired() -> None:
    zone = "sea zone 119"
    units = {zone: {GERMANY: {"destroyer": 1, "battleship": 1}}}
    game = position(units=units, damage={(zone, "battleship"): 1})
    ships = one(game, zone, "destroyer"), one(game, zone, "battleship")
    (found,) = found_by(Purchases, game, ev.UnitsConverted(ships, "repair", damage=0))
    assert (found.rule, found.spaces) == ("AA-PUR-010", (zone,))
    assert found.what == f"the battleship in {zone} is repaired"


def test_AA_INC_001_who_has_come_to_the_phase_and_collects_nothing_is_told() -> None:
    game = position(phase=MOBILIZE)
    found = found_by(Income, game, ev.PhaseBegan("Collect Income"), ev.TurnBegan((RUSSIA,)))
    (nothing,) = [one for one in found if one.rule == "AA-INC-001"]
    assert nothing.what == "Germany collects 0"
    assert found_by(Income, game, ev.TurnBegan((RUSSIA,))) == []


@pytest.mark.parametrize(("paid", "too_much"), [(5, []), (4, [-1]), (0, [-5])])
def test_AA_RND_031_war_bonds_pay_what_their_die_shows(paid: int, too_much: list[int]) -> None:
    """Also where nothing is paid: the die was rolled."""
    game = position(
        power=ITALY, phase=MOBILIZE, purchased={ITALY: {"infantry": 1}},
        technologies={ITALY: ["War Bonds"]},
    )  # fmt: skip
    income = ev.ResourceChanged(ITALY, "IPC", 10, "income")
    bonds = ev.ResourceChanged(ITALY, "IPC", paid, "income", "War Bonds")
    found = found_by(
        Income, game, ev.PhaseBegan("Collect Income"), income,
        ev.Rolled("other", ITALY, (ev.Die(5),), 6, outcome="War Bonds: 5 IPC"),
        *([bonds] if paid else []), ev.TurnBegan((FRANCE,)),
    )  # fmt: skip
    assert [one.difference for one in found if one.rule == "AA-RND-031"] == too_much


@pytest.mark.parametrize(
    ("damage", "rule", "says"),
    [
        (0, "AA-MOB-001", "1 infantry could have been placed"),
        (20, "AA-MOB-022", "what cannot be placed goes back, for 3"),
    ],
)
def test_what_is_left_when_a_turn_is_over_could_be_placed_or_goes_back(
    damage: int, rule: str, says: str
) -> None:
    """AA-MOB-001, AA-MOB-022: complexes that are damaged enough mobilize nothing."""
    hurt = {(u.place, u.type): damage for u in rules().game.dataset.position.units
            if u.owner == GERMANY and "complex" in u.type and isinstance(u.place, str)}  # fmt: skip
    game = position(phase=MOBILIZE, purchased={GERMANY: {"infantry": 1}}, damage=hurt)
    counted: Counter[Topic] = Counter()
    (found,) = found_by(Placements, game, ev.TurnBegan((RUSSIA,)), counted=counted)
    assert (found.rule, found.says, counted["placement"]) == (rule, says, 1)


def test_what_is_paid_back_is_told_by_what_it_buys() -> None:
    assert _amounts(Counter({"": 5})) == "5"
    assert _amounts(Counter({"": 5, "ships": 3, "tanks": 0})) == "8, of that 3 for ships only"


# --- what nothing accounts for, and land that stays as it is --------------------------------------


def test_AA_INC_006_money_for_no_reason_is_told_with_its_amount() -> None:
    (gift,) = found_by(
        Unaccounted, position(), ev.ResourceChanged(GERMANY, "IPC", 20, "gift", ITALY)
    )
    assert (gift.rule, gift.difference) == ("AA-INC-006", 20)
    assert not found_by(Unaccounted, position(), ev.ResourceChanged(GERMANY, "IPC", 20, "income"))


def test_tokens_for_no_reason_are_no_gift_of_money() -> None:
    game = position(game="global1940")
    (found,) = found_by(
        Unaccounted, game, ev.ResourceChanged("Japan", "kamikaze tokens", 2, "gift")
    )
    assert (found.rule, found.difference) == ("", None)


def test_a_territory_is_always_worth_the_same() -> None:
    (found,) = found_by(Unaccounted, position(), ev.ValueChanged("Poland", "value", 2, 3))
    assert found.what == "Poland is worth 3 now"


def test_units_on_the_board_are_put_nowhere_else() -> None:
    game = position(units={GERMANY: {GERMANY: {"infantry": 1}}})
    unit = one(game, GERMANY, "infantry")
    (found,) = found_by(Unaccounted, game, ev.UnitsPlaced((unit,), "Poland", "event"))
    assert (found.topic, found.says) == ("move", "it gets nowhere but by a move")


@pytest.mark.parametrize(("space", "missed"), [("Normandy/Bordeaux", 1), (GERMANY, 0)])
def test_AA_CON_001_enemy_land_that_nobody_holds_is_taken_as_combat_ends(
    space: str, missed: int
) -> None:
    game = position(units={space: {GERMANY: {"infantry": 1}}}, phase=BATTLE)
    found = found_by(Conquests, game, ev.PhaseBegan("Noncombat Move"))
    assert len(found) == missed
    assert all(x.what == "Normandy/Bordeaux stays France's" for x in found)
