"""The United Kingdom: one power, two economies."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import pytest

from a4a.core import events as ev
from a4a.core.dice import ScriptedDice
from a4a.rules import money
from a4a.rules.areas.bases.carriers import carriers_needed
from a4a.rules.areas.control import conquest
from a4a.rules.areas.economy import economies
from a4a.rules.areas.economy.market import offers
from a4a.rules.areas.economy.objectives import achieved
from a4a.rules.areas.orders import Buy, EndPhase, PickChart, Place, Research
from a4a.rules.areas.phases.collect_income import CollectIncome
from a4a.rules.areas.phases.mobilize import MobilizeNewUnits, purchased
from a4a.rules.areas.phases.purchase import PurchaseAndRepair
from a4a.rules.areas.phases.research import ResearchAndDevelopment
from a4a.rules.game import Game
from a4a.rules.run import Run
from tests.rules import retold
from tests.rules.global1940.positions import (
    of_kind,
    one,
    played,
    position,
    refused,
    rules,
    run_of,
    war,
)

UK, EUROPE, PACIFIC = "United Kingdom", "UK Europe", "UK Pacific"
GERMANY, ITALY, JAPAN = "Germany", "Italy", "Japan"
USA, ANZAC, FRANCE = "United States", "ANZAC", "France"
PURCHASE, MOBILIZE, COMBAT = "Purchase and Repair Units", "Mobilize New Units", "Conduct Combat"
RESEARCH = "Research & Development"
WAR_IN_ASIA = war((UK, JAPAN), (ANZAC, JAPAN))


def british(**what: object) -> Game:
    """A game in a phase of the United Kingdom, Purchase and Repair if none is named."""
    return position(**{"power": UK, "phase": PURCHASE, **what})  # type: ignore[arg-type]


def funds(game: Game) -> tuple[int, int]:
    """What is in the treasuries of Europe and the Pacific."""
    return game.state.money(EUROPE, "IPC"), game.state.money(PACIFIC, "IPC")


def production(game: Game) -> tuple[int, int]:
    """The production levels of Europe and the Pacific."""
    return tuple(economies.production(played(), game.state, UK, t) for t in (EUROPE, PACIFIC))  # type: ignore[return-value]


def collected(game: Game, faces: Iterable[int] = ()) -> Run:
    """Let the active power collect."""
    run = run_of(game, faces)
    CollectIncome(played()).leave(run)
    return run


def entries(run: Run, reason: str) -> list[tuple[str, int]]:
    """Treasury and amount of the entries of one reason."""
    found = of_kind(run.events, ev.ResourceChanged)
    return [(e.treasury, e.amount) for e in found if e.reason == reason]


# --- which territory is whose ---------------------------------------------------------------------


@pytest.mark.rule("AA-GLO-029")
def test_AA_GLO_029_one_power_two_economies() -> None:
    """Two treasuries and two levels of income, which make up all the power has."""
    assert money.treasuries(played(), UK) == (EUROPE, PACIFIC)
    game = position(power=UK, phase=PURCHASE, keep_set_up=True)
    assert production(game) == (28, 17)
    held = economies.territories(played(), game.state, UK)
    assert sum(game.state.income_value(t) for t in held) == 45


@pytest.mark.rule("AA-GLO-030", "AA-GLO-031")
def test_AA_GLO_030_the_map_tells_the_economy_and_each_has_its_capital() -> None:
    """What is on a map pays that map's economy, but for the two exceptions."""
    assert economies.capitals(played(), UK, EUROPE) == ("United Kingdom",)
    assert economies.capitals(played(), UK, PACIFIC) == ("India",)
    assert played().board.space("India").city == "Calcutta"
    map_of = {name: m.name for m in played().board.maps for name in m.spaces}
    wrong = {
        space.name
        for space in played().board.spaces
        if space.original == UK
        and money.treasury_of(played(), space.name, UK) != f"UK {map_of[space.name]}"
    }
    assert wrong == {"West India", "Western Canada"}


@pytest.mark.rule("AA-GLO-032")
def test_AA_GLO_032_west_india_pays_the_pacific() -> None:
    """Lost, it lowers the Pacific economy's income by 2."""
    game = british(control={"West India": JAPAN})
    europe, pacific = production(british())
    assert production(game) == (europe, pacific - 2)


@pytest.mark.rule("AA-GLO-033")
def test_AA_GLO_033_north_america_on_the_pacific_map_pays_europe() -> None:
    """Western Canada, and American territories there if the United Kingdom came to hold them."""
    assert production(british(control={"Western Canada": JAPAN})) == (27, 17)
    north = ("Western Canada", "Alaska", "Aleutian Islands", "Western United States", "Mexico")
    assert {money.treasury_of(played(), name, UK) for name in north} == {EUROPE}
    assert money.treasury_of(played(), "Hawaiian Islands", UK) == PACIFIC


def test_AA_GLO_030_conquests_pay_by_where_they_lie() -> None:
    """Libya pays Europe, Siam the Pacific."""
    assert production(british(control={"Libya": UK, "Siam": UK})) == (29, 18)


# --- research -------------------------------------------------------------------------------------


@pytest.mark.rule("AA-GLO-034")
def test_AA_GLO_034_both_economies_may_pay_for_research() -> None:
    """Two dice for 10: 6 of Europe, 4 of the Pacific; the advance is the power's."""
    game = british(phase=RESEARCH, options=("research",), money={EUROPE: 8, PACIFIC: 9},
                   dice=(6, 1))  # fmt: skip
    game.do(Research(EUROPE, 2, {PACIFIC: 4}))
    assert funds(game) == (2, 5)
    game.dice = ScriptedDice((5,))
    game.do(PickChart(1))
    assert game.state.technologies(UK) == ("War Bonds",)


@pytest.mark.rule("AA-GLO-034")
def test_AA_GLO_034_either_economy_may_pay_all() -> None:
    """The Pacific pays a die by itself; no economy pays what it has not got."""
    made = {"phase": RESEARCH, "options": ("research",), "money": {EUROPE: 3, PACIFIC: 6}}
    game = british(**made, dice=(2,))
    assert game.decision is not None
    assert game.decision.most == 1  # 9 together
    refused(game, Research(EUROPE, 1), "AA-RND-004")
    refused(game, Research(EUROPE, 1, {PACIFIC: 7}), "AA-RND-004")
    refused(game, Research(EUROPE, 1, {PACIFIC: 1}), "AA-RND-004")
    refused(game, Research(EUROPE, 1, {PACIFIC: 6}), "AA-RND-004")
    refused(game, Research(PACIFIC, 1, {PACIFIC: 1}), "AA-RND-004")
    refused(game, Research(PACIFIC, 1, {"Italy": 1}), "AA-INC-006")
    game.do(Research(PACIFIC, 1))
    assert funds(game) == (3, 1)


def test_AA_RND_004_shares_are_of_no_use_to_a_power_with_one_treasury() -> None:
    game = position(power=GERMANY, phase=RESEARCH, options=("research",), money={GERMANY: 10})
    refused(game, Research(GERMANY, 1, {GERMANY: 2}), "AA-RND-004")


@pytest.mark.rule("AA-RND-002")
def test_AA_RND_002_china_does_no_research() -> None:
    """Even with money, its turn begins with purchases; all others have the phase."""
    phase = ResearchAndDevelopment(rules("research").game)
    powers = {
        power: phase.applies(position(power=power, phase="Combat Move").state)
        for power in played().order_of_play
    }
    assert [power for power, has in powers.items() if not has] == ["China"]


@pytest.mark.rule("AA-RND-032")
def test_AA_RND_032_war_bonds_are_one_die_for_the_power() -> None:
    """It goes to Europe (R-134); with London lost, to the Pacific."""
    bonds = {UK: ("War Bonds",)}
    run = collected(british(technologies=bonds), (4,))
    assert entries(run, "income") == [(EUROPE, 28), (PACIFIC, 17), (EUROPE, 4)]
    run = collected(british(technologies=bonds, control={UK: GERMANY}), (4,))
    assert entries(run, "income") == [(PACIFIC, 17), (PACIFIC, 4)]


# --- purchases, repairs, placement ----------------------------------------------------------------


@pytest.mark.rule("AA-GLO-035")
def test_AA_GLO_035_each_economy_buys_with_its_own_money() -> None:
    """What one has left does not help the other."""
    game = british(money={EUROPE: 4, PACIFIC: 3})
    refused(game, Buy(PACIFIC, {"mechanized infantry": 1}), "AA-PUR-005")
    game.do(Buy(PACIFIC, {"infantry": 1}))
    game.do(Buy(EUROPE, {"mechanized infantry": 1}))
    assert funds(game) == (0, 0)
    assert {(u.type, money.payer(played(), u)) for u in purchased(game.state, UK)} == {
        (retold.word("infantry"), PACIFIC), ("mechanized infantry", EUROPE),
    }  # fmt: skip


@pytest.mark.rule("AA-GLO-035")
def test_AA_GLO_035_each_economy_repairs_what_is_its_own() -> None:
    """India's complex is the Pacific's to repair."""
    hurt = {("India", "major industrial complex"): 4, ("United Kingdom", "naval base"): 2}
    game = british(damage=hurt)
    complex_ = one(game, "India", "major industrial complex")
    base = one(game, "United Kingdom", "naval base")
    refused(game, Buy(EUROPE, {}, {complex_: 1}), "AA-GLO-035")
    refused(game, Buy(PACIFIC, {}, {base: 1}), "AA-GLO-035")
    game.do(Buy(PACIFIC, {}, {complex_: 3}))
    game.do(Buy(EUROPE, {}, {base: 2}))
    assert funds(game) == (26, 14)
    assert (game.state.unit(complex_).damage, game.state.unit(base).damage) == (1, 0)


def test_AA_INC_006_a_treasury_of_another_power_is_refused() -> None:
    refused(british(), Buy("ANZAC", {"infantry": 1}), "AA-INC-006")


@pytest.mark.rule("AA-GLO-037")
def test_AA_GLO_037_combat_units_are_built_where_their_economy_is() -> None:
    """Europe's infantry not in India, the Pacific's destroyer not off Britain."""
    bought = {EUROPE: {"infantry": 1}, PACIFIC: {"infantry": 1, "destroyer": 1}}
    game = british(phase=MOBILIZE, purchased=bought)
    waiting = {(u.type, money.payer(played(), u)): u.id for u in purchased(game.state, UK)}
    european = waiting[retold.word("infantry"), EUROPE]
    indian, destroyer = waiting[retold.word("infantry"), PACIFIC], waiting["destroyer", PACIFIC]
    refused(game, Place((european,), "India"), "AA-GLO-037")
    refused(game, Place((indian,), "Quebec"), "AA-GLO-037")
    refused(game, Place((destroyer,), "sea zone 110"), "AA-GLO-037")
    refused(game, Place((european, indian), "India"), "AA-GLO-037")
    game.do(Place((indian,), "India"))
    game.do(Place((destroyer,), "sea zone 39"))
    game.do(Place((european,), "Union of South Africa"))
    assert not purchased(game.state, UK)


@pytest.mark.rule("AA-GLO-037")
def test_AA_GLO_037_the_places_offered_are_those_of_the_economy() -> None:
    """Infantry: three complexes of Europe, one of the Pacific."""
    state = british().state
    europe = {"Quebec", "Union of South Africa", "United Kingdom"}
    infantry = retold.word("infantry")
    assert set(offers(played(), state)[infantry].spaces) == europe
    assert offers(played(), state, PACIFIC)[infantry].spaces == ("India",)
    assert offers(played(), state, PACIFIC)[infantry].most == 17 // 3


def test_AA_GLO_037_no_sea_zone_borders_both_economies() -> None:
    """So the place tells which economy's complexes build there."""
    for zone in played().board.seas:
        land = [n for n in played().board.neighbours(zone) if n not in played().board.seas]
        assert len({played().board.space(n).economy for n in land}) <= 1, zone


@pytest.mark.rule("AA-GLO-038")
def test_AA_GLO_038_facilities_are_built_in_territories_of_their_economy() -> None:
    """A base of the Pacific goes to Burma, not to Egypt."""
    game = british(phase=MOBILIZE, purchased={PACIFIC: {"air base": 1}})
    (base,) = purchased(game.state, UK)
    refused(game, Place((base.id,), "Egypt"), "AA-GLO-038")
    game.do(Place((base.id,), "Burma"))
    assert game.state.unit(base.id).place == "Burma"
    state = british().state
    assert "Egypt" in offers(played(), state, EUROPE)["minor industrial complex"].spaces
    assert "Egypt" not in offers(played(), state, PACIFIC)["minor industrial complex"].spaces
    assert "Malaya" in offers(played(), state, PACIFIC)["minor industrial complex"].spaces


def test_AA_GLO_038_upgrades_are_bought_for_complexes_of_the_economy() -> None:
    """Only Europe has minor complexes in original territories worth 3... Canada's is worth 2."""
    game = british(control={"Malaya": UK}, units={"Malaya": {UK: {"minor industrial complex": 1}}},
                   money={EUROPE: 40, PACIFIC: 40})  # fmt: skip
    refused(game, Buy(EUROPE, {"upgraded industrial complex": 1}), "AA-FAC-009")
    # An island: but the complex stands there, and it is worth 3.
    assert game.can(Buy(PACIFIC, {"upgraded industrial complex": 1}))


def test_AA_MOB_001_what_finds_no_place_is_paid_back_to_who_paid() -> None:
    """India's complex is in ruins: the Pacific gets its 3 IPCs back."""
    game = british(phase=MOBILIZE, purchased={PACIFIC: {"infantry": 1}},
                   damage={("India", "major industrial complex"): 20},
                   money={EUROPE: 0, PACIFIC: 0})  # fmt: skip
    run = run_of(game)
    refunds = [e for e in of_kind(game.opening, ev.ResourceChanged) if e.reason == "refund"]
    assert [(e.treasury, e.amount) for e in refunds] == [(PACIFIC, 3)]
    assert run.state.money(EUROPE, "IPC") != run.state.money(PACIFIC, "IPC")


def test_AA_GLO_037_carriers_promised_to_aircraft_are_of_the_economy_there() -> None:
    """A carrier of Europe cannot be built off India for a fighter that waits there."""
    aircraft = {"sea zone 39": {UK: {"fighter": 1}}}
    game = british(phase=MOBILIZE, units=aircraft, purchased={EUROPE: {"aircraft carrier": 1}})
    assert carriers_needed(played(), game.state, UK) == {}
    game = british(phase=MOBILIZE, units=aircraft, purchased={PACIFIC: {"aircraft carrier": 1}})
    assert carriers_needed(played(), game.state, UK) == {"sea zone 39": 1}
    (carrier,) = purchased(game.state, UK)
    game.do(Place((carrier.id,), "sea zone 39"))
    assert one(game, "sea zone 39", "fighter")
    both = {EUROPE: {"aircraft carrier": 1}, PACIFIC: {"aircraft carrier": 1}}
    game = british(phase=MOBILIZE, units=aircraft, purchased=both)
    european = {money.payer(played(), u): u.id for u in purchased(game.state, UK)}[EUROPE]
    game.do(Place((european,), "sea zone 110"))  # no aircraft wait for that one
    assert game.state.unit(european).place == "sea zone 110"


@pytest.mark.rule("AA-GLO-036")
def test_AA_GLO_036_in_movement_and_combat_it_is_one_force() -> None:
    """Units that different economies paid for are all alike once they stand on the board."""
    game = british(phase=MOBILIZE, purchased={EUROPE: {"infantry": 1}, PACIFIC: {"infantry": 1}})
    for unit in purchased(game.state, UK):
        home = "India" if money.payer(played(), unit) == PACIFIC else "United Kingdom"
        game.do(Place((unit.id,), home))
    kind = retold.word("infantry")
    new = [u for u in game.state.units.values() if u.type == kind and u.owner == UK]
    assert len({(u.owner, u.flags, u.name) for u in new}) == 1


# --- income ---------------------------------------------------------------------------------------


@pytest.mark.rule("AA-GLO-039")
def test_AA_GLO_039_income_convoys_and_objectives_are_reckoned_apart() -> None:
    """A submarine off Britain costs Europe, one off Malaya the Pacific."""
    units = {"sea zone 109": {GERMANY: {"submarine": 1}}, "sea zone 37": {JAPAN: {"cruiser": 1}}}
    run = collected(british(units=units, relations=WAR_IN_ASIA), (1, 2, 3))
    assert entries(run, "income") == [(EUROPE, 28), (PACIFIC, 17)]
    assert entries(run, "convoy") == [(EUROPE, -3), (PACIFIC, -3)]
    assert entries(run, "objective") == [(EUROPE, 5), (PACIFIC, 5)]


# --- capitals -------------------------------------------------------------------------------------


@pytest.mark.rule("AA-GLO-040")
@pytest.mark.parametrize(("capital", "taken", "captor"),
                         [("United Kingdom", 9, GERMANY), ("India", 6, JAPAN)])  # fmt: skip
def test_AA_GLO_040_a_captured_capital_loses_its_own_treasury(
    capital: str, taken: int, captor: str
) -> None:
    """London yields Europe's IPCs, Calcutta the Pacific's."""
    run = run_of(position(power=captor, phase=COMBAT, relations=WAR_IN_ASIA,
                          money={EUROPE: 9, PACIFIC: 6, captor: 1}))  # fmt: skip
    conquest.take(played(), run, capital, captor)
    assert run.state.money(captor, "IPC") == 1 + taken
    left = run.state.money(EUROPE, "IPC") + run.state.money(PACIFIC, "IPC")
    assert left == 15 - taken


@pytest.mark.rule("AA-GLO-041")
def test_AA_GLO_041_without_its_capital_an_economy_is_still() -> None:
    """Calcutta Japanese: the Pacific buys and repairs nothing; Europe goes on."""
    game = british(control={"India": JAPAN}, relations=WAR_IN_ASIA,
                   damage={("Malaya", "naval base"): 1})  # fmt: skip
    base = one(game, "Malaya", "naval base")
    refused(game, Buy(PACIFIC, {"infantry": 1}), "AA-GLO-041")
    refused(game, Buy(PACIFIC, {}, {base: 1}), "AA-GLO-041")
    refused(game, Buy(EUROPE, {}, {base: 1}), "AA-GLO-035")
    assert game.decision is not None
    assert game.decision.units == ()
    assert offers(played(), game.state, PACIFIC) == {}
    game.do(Buy(EUROPE, {"infantry": 1}))
    run = collected(game)
    assert entries(run, "income") == [(EUROPE, 28)]
    assert not [o for o, _ in achieved(played(), game.state, UK) if o.treasury == PACIFIC]


@pytest.mark.rule("AA-GLO-041")
def test_AA_GLO_041_the_pacific_goes_on_without_london() -> None:
    """It has all its phases; convoys of Europe are not rolled for; research is the Pacific's."""
    what = {"control": {UK: GERMANY}, "options": ("research",), "money": {EUROPE: 0, PACIFIC: 10}}
    game = british(**what, phase=RESEARCH, units={"sea zone 106": {GERMANY: {"submarine": 1}}})
    refused(game, Research(EUROPE, 1), "AA-GLO-041")
    refused(game, Research(PACIFIC, 1, {EUROPE: 1}), "AA-GLO-041")
    phases = (PurchaseAndRepair, MobilizeNewUnits, CollectIncome)
    assert all(kind(played()).applies(game.state) for kind in phases)
    game.do(EndPhase())
    refused(game, Buy(EUROPE, {"infantry": 1}), "AA-GLO-041")
    game.do(Buy(PACIFIC, {"infantry": 3}))
    run = collected(game)
    assert entries(run, "income") == [(PACIFIC, 17)]
    assert entries(run, "convoy") == []


def test_AA_GLO_041_with_both_capitals_lost_only_movement_and_combat_are_left() -> None:
    state = british(control={UK: GERMANY, "India": JAPAN}, phase="Combat Move").state
    assert economies.open_treasuries(played(), state, UK) == ()
    phases = (PurchaseAndRepair, MobilizeNewUnits, CollectIncome)
    assert not any(kind(played()).applies(state) for kind in phases)


@pytest.mark.rule("AA-GLO-041")
def test_AA_GLO_041_bases_of_a_still_economy_repair_no_ships() -> None:
    """With Calcutta lost Malaya's naval base mends no battleship, Gibraltar's does (R-133)."""
    units = {"sea zone 37": {UK: {"battleship": 1}}, "sea zone 91": {UK: {"battleship": 1}}}
    hurt = {(zone, "battleship"): 1 for zone in units}

    def mended(control: Mapping[str, str]) -> list[int]:
        game = british(units=units, damage=hurt, control=control, relations=WAR_IN_ASIA)
        ships = [one(game, zone, "battleship") for zone in units]
        run = run_of(game)
        PurchaseAndRepair(played()).leave(run)
        return [run.state.unit(ship).damage for ship in ships]

    assert mended({}) == [0, 0]
    assert mended({"India": JAPAN}) == [1, 0]


@pytest.mark.rule("AA-GLO-042")
def test_AA_GLO_042_the_free_economy_never_collects_for_the_other() -> None:
    """The United Kingdom retakes Malaya while Calcutta is Japanese: nobody is paid for it."""
    control = {"India": JAPAN, "Malaya": JAPAN}
    game = british(phase=COMBAT, control=control, relations=WAR_IN_ASIA)
    run = run_of(game)
    conquest.take(played(), run, "Malaya", UK)
    assert run.state.control["Malaya"] == UK
    CollectIncome(played()).leave(run)
    assert entries(run, "income") == [(EUROPE, 28)]


@pytest.mark.rule("AA-GLO-043")
def test_AA_GLO_043_allies_hold_the_lost_economys_territories_for_the_time_being() -> None:
    """Calcutta Japanese: Malaya, taken by ANZAC, is ANZAC's, until Calcutta is free."""
    control = {"India": JAPAN, "Malaya": JAPAN, "Kenya": ITALY, "Burma": ANZAC}
    run = run_of(position(power=ANZAC, phase=COMBAT, control=control, relations=WAR_IN_ASIA))
    conquest.take(played(), run, "Malaya", ANZAC)
    conquest.take(played(), run, "Kenya", ANZAC)
    assert run.state.control["Malaya"] == ANZAC
    assert run.state.control["Kenya"] == UK  # London is free
    conquest.take(played(), run, "India", ANZAC)
    held = run.state.control
    assert held["India"] == held["Malaya"] == held["Burma"] == UK


@pytest.mark.rule("AA-GLO-043")
def test_AA_GLO_043_a_freed_capital_gives_back_its_own_region_only() -> None:
    """London freed: Egypt comes back, Malaya stays with ANZAC while Calcutta is lost."""
    control = {UK: GERMANY, "India": JAPAN, "Egypt": USA, "Malaya": ANZAC}
    relations = {**WAR_IN_ASIA, **war((USA, GERMANY), (USA, JAPAN))}
    run = run_of(position(power=USA, phase=COMBAT, control=control, relations=relations))
    conquest.take(played(), run, UK, USA)
    held = run.state.control
    assert (held[UK], held["Egypt"], held["Malaya"]) == (UK, UK, ANZAC)


@pytest.mark.rule("AA-GLO-044", "AA-GLO-045")
@pytest.mark.parametrize(("capital", "loser", "treasury"), [
    ("Germany", GERMANY, EUROPE), ("Southern Italy", ITALY, EUROPE), ("Japan", JAPAN, PACIFIC),
])  # fmt: skip
def test_AA_GLO_044_seized_ipcs_go_where_the_capital_lies(
    capital: str, loser: str, treasury: str
) -> None:
    """Berlin's and Rome's to Europe, Tokyo's to the Pacific."""
    run = run_of(british(phase=COMBAT, relations=WAR_IN_ASIA,
                         money={loser: 13, EUROPE: 0, PACIFIC: 0}))  # fmt: skip
    conquest.take(played(), run, capital, UK)
    assert entries(run, "plunder") == [(loser, -13), (treasury, 13)]


@pytest.mark.rule("AA-GLO-046")
@pytest.mark.parametrize(("capital", "loser", "lost", "treasury"), [
    ("Southern Italy", ITALY, {UK: GERMANY}, EUROPE), ("Japan", JAPAN, {"India": ITALY}, PACIFIC),
])  # fmt: skip
def test_AA_GLO_046_they_go_there_though_that_capital_is_lost(
    capital: str, loser: str, lost: dict[str, str], treasury: str
) -> None:
    """Rome falls to the United Kingdom while London is German: Europe has the IPCs."""
    run = run_of(british(phase=COMBAT, relations=WAR_IN_ASIA, control=lost,
                         money={loser: 13, EUROPE: 0, PACIFIC: 0}))  # fmt: skip
    conquest.take(played(), run, capital, UK)
    assert run.state.money(treasury, "IPC") == 13


@pytest.mark.rule("AA-GLO-057")
def test_AA_GLO_057_san_francisco_is_no_capital() -> None:
    """Japan takes Western United States: the United States keep their IPCs and collect."""
    run = run_of(position(power=JAPAN, phase=COMBAT, relations=war((USA, JAPAN)),
                          money={USA: 40, JAPAN: 0}))  # fmt: skip
    conquest.take(played(), run, "Western United States", JAPAN)
    assert run.state.money(USA, "IPC") == 40
    assert run.state.money(JAPAN, "IPC") == 0
    assert not economies.capital_lost(played(), run.state, USA)
