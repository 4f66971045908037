"""Purchase and Repair Units: what can be bought, what it costs, what is repaired."""

from __future__ import annotations

import pytest

from a4a.core import events as ev
from a4a.core.units import Holding
from a4a.rules.areas.economy.market import offers
from a4a.rules.areas.orders import Buy, EndPhase
from a4a.rules.areas.phases.purchase import PurchaseAndRepair, damaged_facilities
from tests.rules import retold
from tests.rules.areas.positions import of_kind, one, played, position, refused, rules

GERMANY = "Germany"
BOUGHT = Holding(GERMANY, "purchased")


@pytest.mark.rule("AA-PUR-001", "AA-PUR-004", "AA-PUR-013")
def test_AA_PUR_001_what_is_ordered_is_paid_and_waits_to_be_mobilized() -> None:
    """Order, pay, put in the mobilization zone: nothing stands on the board yet."""
    game = position(money={GERMANY: 20})
    before = game.state.stacks()
    events = game.do(Buy(GERMANY, {"infantry": 2, "tank": 1}))
    assert game.state.money(GERMANY, "IPC") == 8
    assert sorted(u.type for u in game.state.at(BOUGHT)) == ["infantry", "infantry", "tank"]
    assert game.state.stacks() == before
    (bought,) = of_kind(events, ev.Bought)
    assert bought.lines == (ev.BillLine("infantry", 2, 6), ev.BillLine("tank", 1, 6))


@pytest.mark.rule("AA-PUR-002")
def test_AA_PUR_002_any_mix_of_units_may_be_bought_in_several_orders() -> None:
    """As many units of any type as can be paid."""
    game = position(money={GERMANY: 100})
    everything = {"infantry": 3, "submarine": 2, "strategic bomber": 1, "air base": 1}
    game.do(Buy(GERMANY, everything))
    game.do(Buy(GERMANY, {"battleship": 1}))
    assert game.state.money(GERMANY, "IPC") == 100 - 9 - 12 - 12 - 15 - 20
    refusal = refused(game, Buy(GERMANY, {"zeppelin": 1}))
    assert refusal.rule == "AA-PUR-002"


@pytest.mark.rule("AA-PUR-003")
def test_AA_PUR_003_money_may_be_kept() -> None:
    """Not all IPCs must be spent."""
    game = position(money={GERMANY: 20})
    game.do(EndPhase())
    assert game.state.phase == "Combat Move"
    assert game.state.money(GERMANY, "IPC") == 20


@pytest.mark.rule("AA-PUR-005")
def test_AA_PUR_005_no_more_than_the_treasury_holds() -> None:
    """Six infantry for 18 are paid, seven for 21 are not."""
    game = position(money={GERMANY: 20})
    refusal = refused(game, Buy(GERMANY, {"infantry": 7}))
    assert refusal.rule == "AA-PUR-005"
    assert game.can(Buy(GERMANY, {"infantry": 6}))


@pytest.mark.rule("AA-PUR-005")
def test_AA_PUR_005_units_and_repairs_are_counted_together() -> None:
    """Five infantry and 5 repairs cost 20; with a sixth point it is 21."""
    game = position(money={GERMANY: 20}, damage={(GERMANY, "major industrial complex"): 8})
    factory = one(game, GERMANY, "major industrial complex")
    assert refused(game, Buy(GERMANY, {"infantry": 5}, {factory: 6})).rule == "AA-PUR-005"
    assert game.can(Buy(GERMANY, {"infantry": 5}, {factory: 5}))


def test_AA_PUR_002_an_order_must_buy_something() -> None:
    """Numbers below one, and empty orders, are refused."""
    game = position()
    assert refused(game, Buy(GERMANY)).rule == "AA-PUR-002"
    assert refused(game, Buy(GERMANY, {"infantry": 0})).rule == "AA-PUR-002"
    assert refused(game, Buy(GERMANY, {"infantry": -5})).rule == "AA-PUR-002"


@pytest.mark.rule("AA-INC-006")
def test_AA_INC_006_no_power_pays_for_another() -> None:
    """Germany cannot buy out of Italy's treasury."""
    game = position()
    assert refused(game, Buy("Italy", {"infantry": 1})).rule == "AA-INC-006"


@pytest.mark.rule("AA-PUR-006", "AA-PUR-007", "AA-PUR-008", "AA-PUR-009")
@pytest.mark.parametrize("kind", ["major industrial complex", "air base", "naval base"])
def test_AA_PUR_006_facilities_are_repaired_point_by_point(kind: str) -> None:
    """A point costs 1 IPC, it is taken off at once, and some may be left."""
    space = "Western Germany"
    game = position(money={GERMANY: 10}, damage={(space, kind): 6})
    facility = one(game, space, kind)
    game.do(Buy(GERMANY, repairs={facility: 4}))
    assert game.state.unit(facility).damage == 2
    assert game.state.money(GERMANY, "IPC") == 6
    assert refused(game, Buy(GERMANY, repairs={facility: 3})).rule == "AA-PUR-008"


@pytest.mark.rule("AA-PUR-006")
def test_AA_PUR_006_only_damaged_facilities_of_ones_own_are_repaired() -> None:
    """Neither another power's nor one without damage, nor a ship."""
    game = position(
        units={"sea zone 113": {GERMANY: {"battleship": 1}}},
        damage={
            ("Northern Italy", "major industrial complex"): 2,
            ("sea zone 113", "battleship"): 1,
        },
    )
    for unit in (
        one(game, "Northern Italy", "major industrial complex"),
        one(game, GERMANY, "major industrial complex"),
        one(game, "sea zone 113", "battleship"),
    ):
        assert refused(game, Buy(GERMANY, repairs={unit: 1})).rule == "AA-PUR-006"


@pytest.mark.rule("AA-PUR-006")
def test_AA_PUR_006_a_treasury_repairs_what_lies_in_its_own_economy() -> None:
    damage = {("India", "major industrial complex"): 1, ("Quebec", "minor industrial complex"): 1}
    game = position(power="United Kingdom", damage=damage, game="global1940")
    system = rules(system="global1940").game
    for treasury, spaces in (
        ("UK Pacific", {"India"}), ("UK Europe", {"Quebec"}), (None, {"India", "Quebec"})
    ):  # fmt: skip
        found = damaged_facilities(system, game.state, "United Kingdom", treasury)
        assert {unit.place for unit in found} == spaces


@pytest.mark.rule("AA-PUR-010", "AA-PUR-011")
def test_AA_PUR_010_capital_ships_at_an_operative_naval_base_are_repaired_free() -> None:
    """The battleship beside the base of Western Germany is, one in the open sea is not."""
    game = position(
        money={GERMANY: 0},
        units={
            "sea zone 112": {GERMANY: {"battleship": 1, "aircraft carrier": 1}},
            "sea zone 117": {GERMANY: {"battleship": 1}},
        },
        damage={
            ("sea zone 112", "battleship"): 1,
            ("sea zone 112", "aircraft carrier"): 1,
            ("sea zone 117", "battleship"): 1,
        },
    )
    assert "Western Germany" in played().graph.coast["sea zone 112"]
    damage = {u.place: u.damage for u in game.state.units.values() if u.type == "battleship"}
    assert damage == {"sea zone 112": 0, "sea zone 117": 1}
    assert game.state.unit(one(game, "sea zone 112", "aircraft carrier")).damage == 0
    assert game.state.money(GERMANY, "IPC") == 0


@pytest.mark.rule("AA-PUR-010", "AA-PUR-012", "AA-FAC-019")
@pytest.mark.parametrize(("repairs", "left"), [(3, 1), (4, 0)])
def test_AA_PUR_012_a_base_made_operative_now_repairs_ships_at_once(
    repairs: int, left: int
) -> None:
    """With 3 damage left the base repairs nothing; with 2 it repairs the battleship."""
    game = position(
        units={"sea zone 112": {GERMANY: {"battleship": 1}}},
        damage={("sea zone 112", "battleship"): 1, ("Western Germany", "naval base"): 6},
    )
    base = one(game, "Western Germany", "naval base")
    game.do(Buy(GERMANY, repairs={base: repairs}))
    game.do(EndPhase())
    assert game.state.unit(one(game, "sea zone 112", "battleship")).damage == left


@pytest.mark.rule("AA-PUR-014")
def test_AA_PUR_014_ships_are_repaired_in_their_owners_phase_only() -> None:
    """An Italian ship at the base is not repaired in Germany's phase."""
    game = position(
        units={"sea zone 97": {"Italy": {"battleship": 1}}},
        damage={("sea zone 97", "battleship"): 1},
    )
    game.do(EndPhase())
    assert game.state.unit(one(game, "sea zone 97", "battleship")).damage == 1


def test_AA_PUR_010_a_friendly_powers_base_repairs_too() -> None:
    """A German battleship beside the Italian base of Southern Italy is repaired."""
    game = position(
        units={"sea zone 97": {GERMANY: {"battleship": 1}}},
        damage={("sea zone 97", "battleship"): 1},
    )
    game.do(EndPhase())
    assert game.state.unit(one(game, "sea zone 97", "battleship")).damage == 0


@pytest.mark.rule("AA-CON-025", "AA-CON-026")
def test_AA_CON_025_a_power_without_its_capital_buys_nothing() -> None:
    """With Berlin in enemy hands the phase does not apply; with Berlin free it does."""
    phase = PurchaseAndRepair(played())
    assert not phase.has(position(control={"Germany": "United Kingdom"}).state, GERMANY)
    assert phase.has(position().state, GERMANY)


@pytest.mark.rule(
    "AA-UNI-004", "AA-UNI-009", "AA-UNI-012", "AA-UNI-017", "AA-UNI-020", "AA-UNI-029",
    "AA-UNI-032", "AA-UNI-035", "AA-UNI-042", "AA-UNI-046", "AA-UNI-061", "AA-UNI-065",
    "AA-UNI-068", "AA-UNI-073", "AA-FAC-006", "AA-FAC-007", "AA-FAC-012", "AA-FAC-016",
)  # fmt: skip
@pytest.mark.parametrize(
    ("kind", "price"),
    [
        ("infantry", 3), ("artillery", 4), ("mechanized infantry", 4), ("tank", 6), ("AAA", 5),
        ("fighter", 10), ("tactical bomber", 11), ("strategic bomber", 12), ("battleship", 20),
        ("aircraft carrier", 16), ("cruiser", 12), ("destroyer", 8), ("submarine", 6),
        ("transport", 7), ("major industrial complex", 30), ("minor industrial complex", 12),
        ("air base", 15), ("naval base", 15),
    ],
)  # fmt: skip
def test_AA_UNI_004_the_price_of_every_unit(kind: str, price: int) -> None:
    """Each unit costs its printed price, and one IPC less does not pay it."""
    price = retold.either(price, played().types[retold.word(kind)].cost)
    game = position(money={GERMANY: price})
    game.do(Buy(GERMANY, {kind: 1}))
    assert game.state.money(GERMANY, "IPC") == 0
    poor = position(money={GERMANY: max(price - 1, 3)})
    if price > 3:
        assert refused(poor, Buy(GERMANY, {kind: 1})).rule == "AA-PUR-005"


@pytest.mark.rule("AA-FAC-008", "AA-FAC-010")
def test_AA_FAC_010_a_damaged_complex_must_be_repaired_with_the_upgrade() -> None:
    """France's minor complex with 2 damage: the upgrade alone is refused, with repairs allowed."""
    space = "Normandy/Bordeaux"
    game = position(
        power="France", money={"France": 22},
        damage={
            (space, "minor industrial complex"): 2,
            ("Southern France", "minor industrial complex"): 1,
        },
    )  # fmt: skip
    factory = one(game, space, "minor industrial complex")
    kind = "upgraded industrial complex"
    # Normandy is worth 2, Southern France 3: only the second can be upgraded at all.
    assert played().board.space(space).value == 2
    assert refused(game, Buy("France", {kind: 1}, {factory: 2})).rule == "AA-FAC-010"
    southern = one(game, "Southern France", "minor industrial complex")
    assert refused(game, Buy("France", {kind: 1})).rule == "AA-FAC-010"
    game.do(Buy("France", {kind: 1}, {southern: 1}))
    assert game.state.money("France", "IPC") == 1


@pytest.mark.rule("AA-FAC-009")
def test_AA_FAC_009_a_sound_complex_that_may_not_be_upgraded_needs_no_repair() -> None:
    """France was not Germany's originally: that is the reason, and repair is no way out."""
    kind = "upgraded industrial complex"
    game = position(
        control={"Southern France": GERMANY}, money={GERMANY: 40},
        units={"Southern France": {GERMANY: {"minor industrial complex": 1}}},
    )  # fmt: skip
    refusal = refused(game, Buy(GERMANY, {kind: 1}))
    assert refusal.rule == "AA-FAC-009"
    assert "Southern France was not Germany's originally" in refusal.why
    assert "repair" not in refusal.allowed


def test_a_purchase_that_can_pay_for_nothing_is_not_asked() -> None:
    """With 2 IPCs and nothing to repair there is no decision: the phase goes by."""
    game = position(money={GERMANY: 2})
    assert game.state.phase != "Purchase and Repair Units"


def test_offers_say_what_can_be_bought_and_placed_where() -> None:
    """Price, number and spaces of every type; nothing without the capital."""
    game = position(power="Italy", money={"Italy": 12})
    found = offers(played(), game.state)
    assert found["infantry"].price == 3
    assert found["infantry"].most == 4
    assert found["infantry"].spaces == ("Northern Italy", "Southern Italy")
    assert found["battleship"].most == 0
    assert "Sicily" in found["air base"].spaces
    assert found["minor industrial complex"].spaces == ()
    for kind, offer in found.items():
        order = Buy("Italy", {kind: 1})
        if kind != "upgraded industrial complex":
            assert game.can(order) == (offer.most > 0)
    assert offers(played(), position(control={GERMANY: "France"}).state) == {}
