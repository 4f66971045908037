"""Rules looked at a second time: what other tests that name them leave open."""

from __future__ import annotations

import pytest

from a4a.core import events as ev
from a4a.rules.areas.control import conquest
from a4a.rules.areas.economy import economies
from a4a.rules.areas.orders import Aim, EndPhase, Submerge
from a4a.rules.areas.phases.collect_income import CollectIncome
from tests.rules.areas.battles import Attack
from tests.rules.areas.moves import go, order, refused
from tests.rules.areas.positions import one, position, rules, run_of

GERMANY, UK, FRANCE = "Germany", "United Kingdom", "France"
SZ109, SZ110, SZ111, SZ112, SZ119 = (f"sea zone {n}" for n in (109, 110, 111, 112, 119))
COMBAT, NONCOMBAT = "Combat Move", "Noncombat Move"


@pytest.mark.rule("AA-CMB-017")
def test_AA_CMB_017_the_steps_of_a_round_in_order() -> None:
    """Submarines of both sides, attackers, defenders, casualties off, press on or retreat."""
    game = position(
        units={
            SZ112: {GERMANY: {"submarine": 1, "cruiser": 2}},
            SZ110: {UK: {"submarine": 1, "cruiser": 2}},
        },
        phase=COMBAT,
    )
    battle = Attack(game).send(SZ112, SZ110, submarine=1, cruiser=2).begin([6, 6, 1, 6, 6, 6])
    assert game.decision is not None
    assert game.decision.powers == (GERMANY,)
    battle.do(Submerge())
    assert battle.rolls() == []  # both sides decide before any die is rolled
    assert game.decision.powers == (UK,)
    battle.do(Submerge())
    battle.hit(cruiser=1)
    assert [
        (r.role, [d.unit_type for d in r.dice]) for r in battle.rolls()
    ] == [
        ("attacker", ["submarine"]), ("defender", ["submarine"]),
        ("attacker", ["cruiser"] * 2), ("defender", ["cruiser"] * 2),
    ]  # fmt: skip
    happened = [type(e) for e in battle.events(ev.UnitsRemoved, ev.Asked)]
    assert happened[-2:] == [ev.UnitsRemoved, ev.Asked]
    assert battle.asked == "retreat"
    assert battle.count(SZ110, "cruiser", UK) == 1


@pytest.mark.rule("AA-UNI-057")
def test_AA_UNI_057_carrier_aircraft_are_in_the_air_against_submarines_alone() -> None:
    """They hit nothing there, and do not sink with their carrier: Britain's fighter and the French
    guest land a zone away.
    """
    game = position(
        units={
            SZ112: {GERMANY: {"submarine": 2}},
            SZ110: {UK: {"aircraft carrier: France's fighter": 1, "fighter": 1}},
        },
        phase=COMBAT,
    )
    battle = Attack(game).send(SZ112, SZ110, submarine=2).begin([1, 2])
    battle.do(Submerge())
    assert battle.rolls("defense") == []
    assert battle.count(SZ110, "aircraft carrier") == 0
    flying = [u for u in game.state.units.values() if u.type == "fighter"]
    assert sorted(u.owner for u in flying) == [FRANCE, UK]
    assert game.state.phase == NONCOMBAT
    assert game.decision is not None
    assert game.decision.kind == "landing"


@pytest.mark.rule("AA-MOV-049")
def test_AA_MOV_049_ships_leave_a_hostile_zone_load_and_fight_elsewhere() -> None:
    """The transport gets out, takes troops aboard on the way and lands them from another zone."""
    game = position(
        units={
            SZ109: {UK: {"transport": 1}, GERMANY: {"destroyer": 1}},
            "Scotland": {UK: {"infantry": 1}},
        },
        control={"Norway": GERMANY}, power=UK, phase=COMBAT,
    )  # fmt: skip
    ship = one(game, SZ109, "transport")
    go(game, "transport", SZ109, SZ119)
    go(game, "infantry", "Scotland", SZ119, aboard=ship)
    go(game, "transport", SZ119, SZ111, SZ112)  # a naval base gives the third move
    go(game, "infantry", SZ112, "Norway")
    game.verify(EndPhase())


@pytest.mark.rule("AA-SBR-033")
def test_AA_SBR_033_a_bomber_that_raided_must_still_land() -> None:
    """Over the territory it bombed it cannot stay."""
    game = position(units={"Holland/Belgium": {GERMANY: {"strategic bomber": 1}}}, phase=COMBAT)
    go(game, "strategic bomber", "Holland/Belgium", FRANCE, task="raid")
    bomber = one(game, FRANCE, "strategic bomber")
    battle = Attack(game).begin([6, 1])
    battle.do(Aim({bomber: one(game, FRANCE, "air base")}))
    assert game.state.phase == NONCOMBAT
    refused(game, EndPhase(), "AA-AIR-020")
    go(game, "strategic bomber", FRANCE, "Western Germany")
    game.verify(EndPhase())


@pytest.mark.rule("AA-CON-031")
def test_AA_CON_031_a_power_without_its_capital_attacks() -> None:
    """Paris is German; the French army of Normandy fights for it in France's own turn."""
    game = position(
        units={"Normandy/Bordeaux": {FRANCE: {"infantry": 2}}}, control={FRANCE: GERMANY},
        power=FRANCE, phase=COMBAT,
    )  # fmt: skip
    go(game, "infantry", "Normandy/Bordeaux", "Holland/Belgium", count=2)
    game.do(EndPhase())
    assert game.state.control["Holland/Belgium"] == FRANCE


@pytest.mark.rule("AA-CON-027")
def test_AA_CON_027_a_power_whose_capital_was_freed_collects_for_what_it_got_back() -> None:
    """Britain frees Paris; Algeria, held for France, is France's income again."""
    control = {FRANCE: GERMANY, "Algeria": UK}
    run = run_of(position(power=UK, phase=COMBAT, control=control, units={}))
    conquest.take(rules().game, run, FRANCE, UK)
    produced = economies.production(rules().game, run.state, FRANCE, FRANCE)
    own = [t for t, p in run.state.control.items() if p == FRANCE]
    assert "Algeria" in own
    assert produced == sum(run.state.income_value(t) for t in own) > 0
    run.emit(ev.TurnBegan((FRANCE,)))
    assert CollectIncome(rules().game).applies(run.state)


@pytest.mark.rule("AA-FAC-017")
def test_AA_FAC_017_a_naval_base_serves_every_zone_it_borders() -> None:
    """The base of the United Kingdom serves sea zones 109 and 110, not sea zone 119."""
    ways = {
        SZ109: (SZ109, "sea zone 108", "sea zone 107", "sea zone 106"),
        SZ110: (SZ110, "sea zone 104", "sea zone 103", "sea zone 102"),
        "sea zone 108": ("sea zone 108", "sea zone 107", "sea zone 106", "sea zone 101"),
    }
    for zone, way in ways.items():
        game = position(units={zone: {UK: {"destroyer": 1}}}, power=UK, phase=NONCOMBAT)
        if zone in (SZ109, SZ110):
            go(game, "destroyer", *way)
        else:
            refused(game, order(game, "destroyer", *way), "AA-MOV-039")


@pytest.mark.rule("AA-AMP-026")
def test_AA_AMP_026_overland_units_come_from_next_door() -> None:
    """Not from across the water, whoever else lands."""
    game = position(
        units={SZ110: {UK: {"transport: infantry": 1}}, "Scotland": {UK: {"tank": 1}}},
        control={"Normandy/Bordeaux": GERMANY}, power=UK, phase=COMBAT,
    )  # fmt: skip
    go(game, "infantry", SZ110, "Normandy/Bordeaux")
    tank = order(game, "tank", "Scotland", UK, "Normandy/Bordeaux")
    refused(game, tank, "AA-SET-026")
