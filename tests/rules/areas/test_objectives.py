"""National objectives: every one of them, met and missed."""

from __future__ import annotations

import pytest

from a4a.core import events as ev
from a4a.rules.areas.economy.objectives import achieved, objectives
from a4a.rules.areas.phases.collect_income import CollectIncome
from tests.rules.areas.positions import of_kind, played, position, run_of

GERMANY, ITALY, SOVIETS, UK, USA, FRANCE = (
    "Germany", "Italy", "Soviet Union", "United Kingdom", "United States", "France",
)  # fmt: skip
EASTERN = {(GERMANY, SOVIETS): "war"}
AMERICAN = {(GERMANY, USA): "war"}


def bonus(power: str, **what) -> dict[str, int]:  # type: ignore[no-untyped-def]
    """What each objective of a power pays in a position."""
    game = position(power=power, phase="Combat Move", **what)
    return {o.name: amount for o, amount in achieved(played(), game.state, power)}


@pytest.mark.rule("AA-OBJ-001")
def test_AA_OBJ_001_objectives_pay_in_every_turn_in_which_they_hold() -> None:
    """Italy's sea pays in rounds 2 and 3 alike."""
    assert bonus(ITALY, round=2) == bonus(ITALY, round=3) != {}


@pytest.mark.rule("AA-OBJ-002")
def test_AA_OBJ_002_trade_with_the_soviet_union() -> None:
    """5 at peace with it, nothing at war."""
    assert bonus(GERMANY)["Trade with the Soviet Union"] == 5
    assert "Trade with the Soviet Union" not in bonus(GERMANY, relations=EASTERN)


@pytest.mark.rule("AA-OBJ-003")
def test_AA_OBJ_003_soviet_cities() -> None:
    """5 for each that Germany itself controls, at war with the Soviet Union."""
    control = {"Novgorod": GERMANY, "Volgograd": GERMANY, "Russia": ITALY}
    assert bonus(GERMANY, control=control, relations=EASTERN)["Soviet victory cities"] == 10
    assert "Soviet victory cities" not in bonus(GERMANY, relations=EASTERN)
    assert "Soviet victory cities" not in bonus(GERMANY, control=control)


@pytest.mark.rule("AA-OBJ-004")
@pytest.mark.parametrize("holder", [GERMANY, ITALY])
def test_AA_OBJ_004_caucasus_by_any_axis_power(holder: str) -> None:
    """5 when Germany or Italy controls it, at war with the Soviet Union."""
    control = {"Caucasus": holder}
    assert bonus(GERMANY, control=control, relations=EASTERN)["Caucasian oil"] == 5
    assert "Caucasian oil" not in bonus(GERMANY, relations=EASTERN)


@pytest.mark.rule("AA-OBJ-005")
def test_AA_OBJ_005_a_german_land_unit_in_axis_egypt() -> None:
    """Egypt Italian with a German tank pays; without one, or with a fighter only, it does not."""
    tank = {"Egypt": {GERMANY: {"tank": 1}}}
    fighter = {"Egypt": {GERMANY: {"fighter": 1}}}
    held = {"Egypt": ITALY}
    assert bonus(GERMANY, control=held, units=tank)["Germans in Egypt"] == 5
    assert "Germans in Egypt" not in bonus(GERMANY, control=held)
    assert "Germans in Egypt" not in bonus(GERMANY, control=held, units=fighter)
    assert "Germans in Egypt" not in bonus(GERMANY, units=tank)
    peace = {(GERMANY, FRANCE): "neutral"}
    assert "Germans in Egypt" not in bonus(GERMANY, control=held, units=tank, relations=peace)


@pytest.mark.rule("AA-OBJ-006")
def test_AA_OBJ_006_iron_from_scandinavia() -> None:
    """Denmark and Norway German, and Sweden neither pro-Allies nor Allied."""
    name = "Scandinavian iron"
    assert bonus(GERMANY)[name] == 5
    assert bonus(GERMANY, control={"Sweden": GERMANY})[name] == 5
    assert name not in bonus(GERMANY, control={"Norway": UK})
    assert name not in bonus(GERMANY, control={"Norway": ITALY})
    assert name not in bonus(GERMANY, control={"Sweden": UK})
    assert name not in bonus(GERMANY, values={("Sweden", "leaning"): "pro-Allies"})
    assert bonus(GERMANY, values={("Sweden", "leaning"): "pro-Axis"})[name] == 5


@pytest.mark.rule("AA-OBJ-007")
def test_AA_OBJ_007_oil_of_the_middle_east() -> None:
    """2 for each of three that Germany itself controls."""
    control = {"Iraq": GERMANY, "Persia": GERMANY, "Northwest Persia": ITALY}
    assert bonus(GERMANY, control=control)["Oil of the Middle East"] == 4


@pytest.mark.rule("AA-OBJ-008")
def test_AA_OBJ_008_novosibirsk() -> None:
    """9 at war while the Soviet Union controls it."""
    name = "Units from the east"
    assert bonus(SOVIETS, relations=EASTERN)[name] == 9
    assert name not in bonus(SOVIETS)
    assert name not in bonus(SOVIETS, relations=EASTERN, control={"Novosibirsk": GERMANY})


@pytest.mark.rule("AA-OBJ-009", "AA-OBJ-010")
def test_AA_OBJ_009_lend_lease_by_archangel() -> None:
    """No Axis warship in sea zone 125, a submarine neither; Archangel held; no Allied unit."""
    name = "Lend-Lease by Archangel"

    def pays(**what) -> bool:  # type: ignore[no-untyped-def]
        return name in bonus(SOVIETS, **{"relations": EASTERN, **what})

    assert bonus(SOVIETS, relations=EASTERN)[name] == 5
    assert not pays(units={"sea zone 125": {GERMANY: {"submarine": 1}}})
    assert not pays(units={"sea zone 125": {ITALY: {"destroyer": 1}}})
    assert pays(units={"sea zone 125": {GERMANY: {"transport": 1}}})
    assert pays(units={"sea zone 125": {UK: {"battleship": 1}}})
    assert not pays(control={"Archangel": GERMANY})
    assert not pays(units={"Karelia": {UK: {"fighter": 1}}})
    assert pays(units={"Finland": {UK: {"fighter": 1}}})
    assert not pays(relations={})


@pytest.mark.rule("AA-OBJ-011", "AA-OBJ-012")
def test_AA_OBJ_011_the_spread_of_communism() -> None:
    """3 for each territory once German, Italian or pro-Axis; not for one that turned (R-029)."""
    name = "Spread of communism"
    control = {"Poland": SOVIETS, "Albania": SOVIETS, "Bulgaria": SOVIETS, "Turkey": SOVIETS}
    assert bonus(SOVIETS, relations=EASTERN, control=control)[name] == 9
    turned = {("Turkey", "leaning"): "pro-Axis"}
    assert bonus(SOVIETS, relations=EASTERN, control=control, values=turned)[name] == 9
    assert name not in bonus(SOVIETS, relations=EASTERN)
    assert name not in bonus(SOVIETS, control=control)


@pytest.mark.rule("AA-OBJ-013")
def test_AA_OBJ_013_berlin_pays_once() -> None:
    """10 the first time the Soviet Union collects while it controls Germany, never again."""
    game = position(power=SOVIETS, phase="Combat Move", relations=EASTERN,
                    control={GERMANY: SOVIETS})  # fmt: skip
    run = run_of(game)
    for expected in (1, 0):
        before = len(run.events)
        CollectIncome(played()).leave(run)
        paid = [e for e in of_kind(run.events[before:], ev.ResourceChanged) if e.detail == "Berlin"]
        assert [e.amount for e in paid] == [10] * expected


@pytest.mark.rule("AA-OBJ-014")
def test_AA_OBJ_014_american_sovereignty() -> None:
    """20 at war with both territories."""
    name = "National sovereignty"
    assert bonus(USA, relations=AMERICAN)[name] == 20
    assert name not in bonus(USA)
    lost = {"Central United States": GERMANY}
    assert name not in bonus(USA, relations=AMERICAN, control=lost)


@pytest.mark.rule("AA-OBJ-015")
def test_AA_OBJ_015_the_caribbean() -> None:
    """5 at war with all three territories."""
    name = "Defense of the Caribbean"
    assert bonus(USA, relations=AMERICAN)[name] == 5
    assert name not in bonus(USA)
    assert name not in bonus(USA, relations=AMERICAN, control={"West Indies": GERMANY})


@pytest.mark.rule("AA-OBJ-016", "AA-OBJ-017")
def test_AA_OBJ_016_the_empire_whole() -> None:
    """5 while Britain has all its original territories, the Canadian ones too (R-030)."""
    name = "The empire whole"
    assert bonus(UK)[name] == 5
    assert name not in bonus(UK, control={"Gibraltar": GERMANY})
    assert name not in bonus(UK, control={"Quebec": GERMANY})
    assert bonus(UK, control={"Libya": UK})[name] == 5


@pytest.mark.rule("AA-OBJ-018")
@pytest.mark.parametrize("zone", [f"sea zone {n}" for n in range(92, 100)])
def test_AA_OBJ_018_our_sea(zone: str) -> None:
    """5 without an Allied surface warship in sea zones 92 to 99; submarines do not matter."""
    name = "Our sea"
    assert name not in bonus(ITALY, units={zone: {FRANCE: {"destroyer": 1}}})
    assert bonus(ITALY, units={zone: {UK: {"submarine": 1, "transport": 1}}})[name] == 5
    assert bonus(ITALY, units={"sea zone 91": {UK: {"cruiser": 1}}})[name] == 5
    # A power at war with nobody belongs to no alliance yet (p. 15).
    assert bonus(ITALY, units={zone: {SOVIETS: {"cruiser": 1}}})[name] == 5


@pytest.mark.rule("AA-OBJ-019")
def test_AA_OBJ_019_three_of_four_for_the_roman_empire() -> None:
    """Held by any Axis power."""
    name = "Greater Roman Empire"
    three = {"Gibraltar": GERMANY, "Greece": ITALY, "Egypt": ITALY}
    assert bonus(ITALY, control=three)[name] == 5
    assert name not in bonus(ITALY, control={"Greece": ITALY, "Egypt": ITALY})


@pytest.mark.rule("AA-OBJ-020")
def test_AA_OBJ_020_all_of_north_africa() -> None:
    """Six territories, held by any Axis power."""
    name = "North Africa"
    six = ("Morocco", "Algeria", "Tunisia", "Libya", "Tobruk", "Alexandria")
    held = {**dict.fromkeys(six, ITALY), "Morocco": GERMANY}
    assert bonus(ITALY, control=held)[name] == 5
    assert name not in bonus(ITALY, control={**held, "Tobruk": UK})


@pytest.mark.rule("AA-OBJ-021")
def test_AA_OBJ_021_oil_for_italy() -> None:
    """2 for each that Italy itself controls."""
    control = {"Iraq": ITALY, "Persia": ITALY, "Northwest Persia": GERMANY}
    assert bonus(ITALY, control=control)["Oil for Italy"] == 4


@pytest.mark.rule("AA-OBJ-022")
def test_AA_OBJ_022_france_has_no_objective() -> None:
    """None is listed, and every objective cites a rule of the book."""
    assert not [o for o in objectives(played()) if o.power == FRANCE]
    assert all(o.rule in played().book.by_id for o in objectives(played()))
    assert len(objectives(played())) == 17
