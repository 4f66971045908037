"""Conquest: capture, liberation, capitals, facilities, plunder."""

from __future__ import annotations

import pytest

from a4a.core import events as ev
from a4a.rules.areas.control import conquest
from a4a.rules.areas.economy import economies
from a4a.rules.areas.phases.collect_income import CollectIncome
from a4a.rules.areas.phases.mobilize import MobilizeNewUnits
from a4a.rules.areas.phases.purchase import PurchaseAndRepair
from a4a.rules.areas.phases.research import ResearchAndDevelopment
from tests.rules import retold
from tests.rules.areas.positions import of_kind, one, played, position, rules, run_of

GERMANY, ITALY, SOVIETS, UK, USA, FRANCE = (
    "Germany", "Italy", "Soviet Union", "United Kingdom", "United States", "France",
)  # fmt: skip
WAR = {(GERMANY, SOVIETS): "war", (GERMANY, USA): "war", (ITALY, USA): "war"}
COMBAT = "Conduct Combat"


def level(state, power: str) -> int:  # type: ignore[no-untyped-def]
    main = played().catalog.power(power).treasuries[0]
    return economies.production(played(), state, power, main)


@pytest.mark.rule("AA-CON-006", "AA-CON-013")
def test_AA_CON_006_production_passes_with_the_territory() -> None:
    """Egypt's 2 go from Britain to Italy."""
    run = run_of(position(power=ITALY, phase=COMBAT))
    italy, britain = level(run.state, ITALY), level(run.state, UK)
    conquest.take(played(), run, "Egypt", ITALY)
    assert run.state.control["Egypt"] == ITALY
    assert level(run.state, ITALY) == italy + 2
    assert level(run.state, UK) == britain - 2


@pytest.mark.rule("AA-CON-007", "AA-CON-009", "AA-CON-011", "AA-CON-012")
def test_AA_CON_009_facilities_are_captured_and_major_complexes_fall_to_minor() -> None:
    """France with 8 damage on its major complex: a minor one with 6, and the air base, German."""
    game = position(
        power=GERMANY, phase=COMBAT,
        damage={(FRANCE, "major industrial complex"): 8, (FRANCE, "air base"): 4},
    )  # fmt: skip
    complex_, base = one(game, FRANCE, "major industrial complex"), one(game, FRANCE, "air base")
    run = run_of(game)
    conquest.take(played(), run, FRANCE, GERMANY)
    taken = run.state.unit(complex_)
    assert (taken.type, taken.owner, taken.damage) == (
        retold.word("minor industrial complex"),
        GERMANY,
        6,
    )
    assert (run.state.unit(base).owner, run.state.unit(base).damage) == (GERMANY, 4)


@pytest.mark.rule("AA-CON-011")
def test_AA_CON_011_little_damage_stays_as_it_is() -> None:
    """A major complex with 5 damage becomes a minor one with 5."""
    game = position(power=GERMANY, phase=COMBAT, damage={(FRANCE, "major industrial complex"): 5})
    complex_ = one(game, FRANCE, "major industrial complex")
    run = run_of(game)
    conquest.take(played(), run, FRANCE, GERMANY)
    assert run.state.unit(complex_).damage == 5


@pytest.mark.rule("AA-CON-013", "AA-CON-014")
def test_AA_CON_013_a_partners_territory_is_liberated() -> None:
    """Britain takes Normandy from Germany while Paris is free: it is France's, complex and all."""
    game = position(power=UK, phase=COMBAT, control={"Normandy/Bordeaux": GERMANY})
    run = run_of(game)
    conquest.take(played(), run, "Normandy/Bordeaux", UK)
    assert run.state.control["Normandy/Bordeaux"] == FRANCE
    complex_ = one(game, "Normandy/Bordeaux", "minor industrial complex")
    assert run.state.unit(complex_).owner == FRANCE
    assert of_kind(run.events, ev.ControlChanged)[0].reason == "liberation"


@pytest.mark.rule("AA-CON-015", "AA-CON-028")
def test_AA_CON_015_a_complex_reduced_to_minor_stays_minor() -> None:
    """Paris falls and is liberated: its complex is France's again, and minor."""
    run = run_of(position(power=GERMANY, phase=COMBAT))
    conquest.take(played(), run, FRANCE, GERMANY)
    conquest.take(played(), run, FRANCE, UK)
    complexes = [u for u in run.state.at(FRANCE) if u.type in played().able("industrial complex")]
    minor = retold.word("minor industrial complex")
    assert [(u.type, u.owner) for u in complexes] == [(minor, FRANCE)]


@pytest.mark.rule("AA-CON-016", "AA-CON-017", "AA-CON-019")
def test_AA_CON_016_with_the_partners_capital_lost_the_territory_is_captured() -> None:
    """Paris German, Britain takes Normandy and keeps it, with its income, until Paris is free."""
    game = position(power=UK, phase=COMBAT,
                    control={FRANCE: GERMANY, "Normandy/Bordeaux": GERMANY})  # fmt: skip
    run = run_of(game)
    before = level(run.state, UK)
    conquest.take(played(), run, "Normandy/Bordeaux", UK)
    assert run.state.control["Normandy/Bordeaux"] == UK
    assert level(run.state, UK) == before + 2
    complex_ = one(game, "Normandy/Bordeaux", "minor industrial complex")
    assert run.state.unit(complex_).owner == UK
    # Paris is freed in the same turn: Normandy goes back too.
    conquest.take(played(), run, FRANCE, UK)
    assert run.state.control["Normandy/Bordeaux"] == FRANCE
    assert run.state.unit(complex_).owner == FRANCE


def test_AA_CON_013_ones_own_territory_comes_back_though_the_capital_is_lost() -> None:
    """France, without Paris, retakes Normandy for itself."""
    run = run_of(position(power=FRANCE, phase=COMBAT,
                          control={FRANCE: GERMANY, "Normandy/Bordeaux": GERMANY}))  # fmt: skip
    conquest.take(played(), run, "Normandy/Bordeaux", FRANCE)
    assert run.state.control["Normandy/Bordeaux"] == FRANCE


@pytest.mark.rule("AA-CON-020", "AA-CON-021", "AA-EXA-034")
def test_AA_CON_021_the_treasury_of_a_captured_capital_is_seized() -> None:
    """Germany takes Moscow: 3 more production, and the 21 IPCs the Soviet Union had."""
    run = run_of(position(power=GERMANY, phase=COMBAT, relations=WAR,
                          money={GERMANY: 4, SOVIETS: 21}))  # fmt: skip
    before = level(run.state, GERMANY)
    conquest.take(played(), run, "Russia", GERMANY)
    assert run.state.money(SOVIETS, "IPC") == 0
    assert run.state.money(GERMANY, "IPC") == 25
    assert level(run.state, GERMANY) == before + 3


@pytest.mark.rule("AA-CON-022")
def test_AA_CON_022_plunder_is_taken_though_the_captors_capital_is_lost() -> None:
    """Berlin is British; Germany takes Paris and its 9 IPCs."""
    run = run_of(position(power=GERMANY, phase=COMBAT, control={GERMANY: UK},
                          money={GERMANY: 0, FRANCE: 9}))  # fmt: skip
    conquest.take(played(), run, FRANCE, GERMANY)
    assert run.state.money(GERMANY, "IPC") == 9


@pytest.mark.rule("AA-CON-023", "AA-CON-024")
def test_AA_CON_023_the_last_axis_capital_pays_too_and_the_game_goes_on() -> None:
    """Rome falls after Berlin: income and treasury are Britain's; the Axis has a round left."""
    run = run_of(position(power=UK, phase=COMBAT, control={GERMANY: UK},
                          money={UK: 0, ITALY: 7}))  # fmt: skip
    conquest.take(played(), run, "Southern Italy", UK)
    assert run.state.money(UK, "IPC") == 7
    assert run.state.victors == ()


@pytest.mark.rule("AA-CON-025", "AA-CON-026", "AA-CON-031")
def test_AA_CON_026_without_its_capital_a_power_only_moves_and_fights() -> None:
    """Research, purchase, mobilization and income do not apply; the others are not theirs."""
    kinds = (ResearchAndDevelopment, PurchaseAndRepair, MobilizeNewUnits, CollectIncome)
    system = rules("research").game
    lost = position(power=FRANCE, phase="Combat Move", control={FRANCE: GERMANY}).state
    held = position(power=FRANCE, phase="Combat Move").state
    assert [kind(system).applies(lost) for kind in kinds] == [False] * 4
    assert [kind(system).applies(held) for kind in kinds] == [True] * 4


@pytest.mark.rule("AA-CON-027", "AA-CON-029")
def test_AA_CON_029_a_liberated_capital_gets_back_what_friends_hold() -> None:
    """Algeria under Britain and Syria under America revert; Tunisia, Italian, does not."""
    control = {FRANCE: GERMANY, "Algeria": UK, "Syria": USA, "Tunisia": ITALY}
    run = run_of(position(power=UK, phase=COMBAT, control=control, relations=WAR))
    conquest.take(played(), run, FRANCE, UK)
    held = run.state.control
    assert held[FRANCE] == held["Algeria"] == held["Syria"] == FRANCE
    assert held["Tunisia"] == ITALY
    assert not economies.capital_lost(played(), run.state, FRANCE)


@pytest.mark.rule("AA-CON-029")
def test_AA_CON_029_a_power_that_frees_its_own_capital_gets_them_too() -> None:
    """France itself takes Paris: Algeria reverts."""
    run = run_of(position(power=FRANCE, phase=COMBAT, control={FRANCE: GERMANY, "Algeria": UK}))
    conquest.take(played(), run, FRANCE, FRANCE)
    assert run.state.control["Algeria"] == FRANCE


@pytest.mark.rule("AA-CON-030", "AA-EXA-035")
def test_AA_CON_030_liberating_a_capital_takes_no_money() -> None:
    """Germany frees Rome from Britain: Britain keeps its IPCs."""
    rolls = retold.either([], [1, 2, 3] * 9)  # on whose side other Italians are
    run = run_of(position(power=GERMANY, phase=COMBAT, control={"Southern Italy": UK},
                          money={UK: 30, ITALY: 0}, dice=rolls))  # fmt: skip
    conquest.take(played(), run, "Southern Italy", GERMANY)
    assert run.state.control["Southern Italy"] == ITALY
    assert run.state.money(UK, "IPC") == 30
    assert run.state.money(ITALY, "IPC") == 0
    assert not of_kind(run.events, ev.ResourceChanged)


@pytest.mark.rule("AA-CON-008", "AA-CON-010", "AA-CON-018", "AA-FAC-002")
def test_AA_CON_010_a_captured_base_serves_nobody_this_turn() -> None:
    """The naval base of Normandy, German since this turn, does not serve sea zone 105 yet."""
    from a4a.rules.areas.bases.facilities import serviced, usable_complexes
    from a4a.rules.areas.politics.situation import Situation

    game = position(power=GERMANY, phase=COMBAT)
    zone = next(z for z in played().graph.coast["Normandy/Bordeaux"] if "105" in z)
    run = run_of(game)
    conquest.take(played(), run, "Normandy/Bordeaux", GERMANY)
    assert not serviced(Situation(played(), run.state, GERMANY), zone)
    assert "Normandy/Bordeaux" not in {
        u.place for u in usable_complexes(played(), run.state, GERMANY)
    }
    run.emit(ev.TurnBegan((GERMANY,)))
    assert serviced(Situation(played(), run.state, GERMANY), zone)
    assert serviced(Situation(played(), run.state, ITALY), zone)
    assert "Normandy/Bordeaux" in {u.place for u in usable_complexes(played(), run.state, GERMANY)}
