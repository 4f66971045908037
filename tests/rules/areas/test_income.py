"""Collect Income: production, bonus income, convoy disruption."""

from __future__ import annotations

import pytest

from a4a.core import events as ev
from a4a.core.dice import ScriptedDice
from a4a.rules import money
from a4a.rules.areas.economy import convoy
from a4a.rules.areas.economy.allotment import allot
from a4a.rules.areas.phases.collect_income import CollectIncome
from tests.rules.areas.positions import of_kind, played, position, run_of

GERMANY, ITALY, SOVIETS, UK, FRANCE = (
    "Germany", "Italy", "Soviet Union", "United Kingdom", "France",
)  # fmt: skip
INCOME = "Collect Income"


def collected(game, faces: tuple[int, ...] = ()):  # type: ignore[no-untyped-def]
    """Let the active power collect; return the run."""
    run = run_of(game, faces)
    CollectIncome(played()).leave(run)
    return run


def entries(run, reason: str) -> dict[str, int]:  # type: ignore[no-untyped-def]
    """Amounts by detail of one reason."""
    return {e.detail: e.amount for e in of_kind(run.events, ev.ResourceChanged)
            if e.reason == reason}  # fmt: skip


def collecting(power: str, **what):  # type: ignore[no-untyped-def]
    """A power about to collect: the phase before, so that nothing is collected yet."""
    return position(power=power, phase="Mobilize New Units", purchased={}, **what)


@pytest.fixture(autouse=True)
def still(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let games stand where a position puts them: phases are called one by one here."""
    monkeypatch.setattr("a4a.rules.areas.ruleset.flow.AreasRuleset.advance", lambda *_: None)


@pytest.mark.rule("AA-INC-001", "AA-INC-007", "AA-INC-010")
def test_AA_INC_001_production_and_bonus_less_convoys_join_the_treasury() -> None:
    """Britain: 29, and 5 for its empire, less 3 in sea zone 109, on top of 4 kept."""
    game = collecting(UK, money={UK: 4}, units={"sea zone 109": {GERMANY: {"cruiser": 1}}})
    run = collected(game, (3,))
    assert entries(run, "income") == {"": 29}
    assert entries(run, "objective") == {"The empire whole": 5}
    assert entries(run, "convoy") == {"sea zone 109": -3}
    assert run.state.money(UK, "IPC") == 4 + 29 + 5 - 3


@pytest.mark.rule("AA-INC-002")
def test_AA_INC_002_canada_pays_the_united_kingdom() -> None:
    """Without the Canadian territories Britain's income is lower by their value."""
    canada = ("Quebec", "Ontario")
    values = sum(played().board.space(name).value for name in canada)
    game = collecting(UK, control=dict.fromkeys(canada, GERMANY))
    assert values > 0
    assert entries(collected(game), "income") == {"": 29 - values}


@pytest.mark.rule("AA-INC-003", "AA-INC-004")
def test_AA_INC_003_objectives_and_convoys_are_settled_in_this_phase() -> None:
    """All of it happens as the phase ends, convoys before bonus income is received."""
    game = collecting(UK, units={"sea zone 109": {GERMANY: {"submarine": 1}}})
    run = collected(game, (1, 6))
    reasons = [e.reason for e in of_kind(run.events, ev.ResourceChanged)]
    assert reasons == ["income", "convoy", "objective"]


@pytest.mark.rule("AA-INC-005")
def test_AA_INC_005_no_income_and_no_convoy_losses_without_the_capital() -> None:
    """With Paris German the phase does not apply to France."""
    game = collecting(FRANCE, control={FRANCE: GERMANY})
    assert not CollectIncome(played()).applies(game.state)
    assert CollectIncome(played()).applies(collecting(FRANCE).state)


@pytest.mark.rule("AA-INC-008")
def test_AA_INC_008_what_was_conquered_this_turn_pays_already() -> None:
    """Italy took Egypt this turn: 12 instead of 10."""
    game = collecting(ITALY)
    game.record.append([ev.ControlChanged("Egypt", UK, ITALY, "conquest")])
    game.node = game.record.last
    assert entries(collected(game), "income") == {"": 12}


@pytest.mark.rule("AA-INC-009")
def test_AA_INC_009_convoys_take_from_the_income_not_from_the_treasury() -> None:
    """The loss is no more than the territories yield: savings are never touched."""
    game = collecting(ITALY, money={ITALY: 50}, units={"sea zone 97": {UK: {"submarine": 9}}})
    run = collected(game, (3,) * 18)
    gained = sum(entries(run, "income").values()) + sum(entries(run, "convoy").values())
    assert gained >= 0
    assert run.state.money(ITALY, "IPC") >= 50


# --- convoys --------------------------------------------------------------------------------------


def lost(run) -> int:  # type: ignore[no-untyped-def]
    return -sum(entries(run, "convoy").values())


@pytest.mark.rule("AA-CVY-006", "AA-CVY-007", "AA-CVY-008", "AA-CVY-009", "AA-CVY-016")
@pytest.mark.parametrize(
    ("kinds", "dice"),
    [
        ({"battleship": 1}, 1), ({"cruiser": 1}, 1), ({"destroyer": 1}, 1), ({"submarine": 1}, 2),
        ({"aircraft carrier": 1}, 0), ({"aircraft carrier": 1, "fighter": 1}, 2),
        ({"aircraft carrier: tactical bomber": 1}, 2), ({"aircraft carrier": 1, "fighter": 2}, 4),
    ],
)  # fmt: skip
def test_AA_CVY_006_dice_of_every_unit(kinds: dict[str, int], dice: int) -> None:
    """One die a surface ship, two a submarine or aircraft, none a carrier itself."""
    run = collected(collecting(UK, units={"sea zone 109": {GERMANY: kinds}}), (6,) * dice)
    rolls = of_kind(run.events, ev.Rolled)
    assert sum(len(roll.dice) for roll in rolls) == dice


def test_AA_CVY_008_aircraft_trapped_on_a_damaged_carrier_do_not_roll() -> None:
    """A damaged carrier can't conduct air operations (R-023)."""
    units = {"sea zone 109": {GERMANY: {"aircraft carrier: fighter": 1}}}
    damage = {("sea zone 109", "aircraft carrier"): 1}
    assert not of_kind(collected(collecting(UK, units=units, damage=damage)).events, ev.Rolled)


@pytest.mark.rule("AA-CVY-010")
def test_AA_CVY_010_dice_of_three_or_less_count_at_face_value() -> None:
    """1, 2 and 3 count; 4, 5 and 6 do not."""
    units = {"sea zone 109": {GERMANY: {"submarine": 3}}}
    run = collected(collecting(UK, units=units), (1, 2, 3, 4, 5, 6))
    assert lost(run) == 6


@pytest.mark.rule("AA-CVY-001")
def test_AA_CVY_001_only_convoy_zones_are_disrupted() -> None:
    """Sea zone 110, next to the United Kingdom, has no convoy."""
    assert "convoy" not in played().board.space("sea zone 110").features
    run = collected(collecting(UK, units={"sea zone 110": {GERMANY: {"submarine": 3}}}))
    assert not of_kind(run.events, ev.Rolled)


@pytest.mark.rule("AA-CVY-002")
def test_AA_CVY_002_the_zone_must_border_a_territory_of_the_power() -> None:
    """In sea zone 109 Germany's submarines do nothing to France."""
    units = {"sea zone 109": {GERMANY: {"submarine": 2}}}
    assert not of_kind(collected(collecting(FRANCE, units=units)).events, ev.Rolled)


@pytest.mark.rule("AA-CVY-003", "AA-CVY-005")
def test_AA_CVY_003_a_warship_of_an_enemy_must_be_there() -> None:
    """Not a transport, nor aircraft alone, nor a warship of a power that is not at war with us."""
    for units in (
        {"sea zone 109": {GERMANY: {"transport": 2}}},
        {"sea zone 109": {SOVIETS: {"submarine": 2}}},
        {"sea zone 109": {GERMANY: {"transport": 1, "fighter": 2, "tactical bomber": 1}}},
        {"sea zone 109": {GERMANY: {"fighter": 2}, SOVIETS: {"aircraft carrier": 1}}},
    ):
        assert not of_kind(collected(collecting(UK, units=units)).events, ev.Rolled)


@pytest.mark.rule("AA-CVY-004")
def test_AA_CVY_004_friendly_ships_prevent_nothing() -> None:
    """A British fleet in the zone does not lower the loss."""
    units = {"sea zone 109": {GERMANY: {"destroyer": 1}, UK: {"battleship": 3, "destroyer": 3}}}
    assert lost(collected(collecting(UK, units=units), (3,))) == 3


@pytest.mark.rule("AA-CVY-011", "AA-EXA-036", "AA-EXA-037")
def test_AA_EXA_036_three_submarines_in_sea_zone_109() -> None:
    """They roll 1, 2, 3, 3, 5 and 6: 9 disrupted, 8 lost, as the territories yield no more."""
    units = {"sea zone 109": {GERMANY: {"submarine": 3}}}
    run = collected(collecting(UK, units=units), (1, 2, 3, 3, 5, 6))
    (roll,) = of_kind(run.events, ev.Rolled)
    assert roll.hits == 9
    assert {t: played().board.space(t).value for t in played().graph.coast["sea zone 109"]} == {
        "Scotland": 2, "United Kingdom": 6, "Eire": 0,
    }  # fmt: skip
    assert lost(run) == 8


@pytest.mark.rule("AA-CVY-012", "AA-CVY-015", "AA-EXA-038")
def test_AA_EXA_038_scotland_loses_its_two_only_once() -> None:
    """A submarine in sea zone 119 takes nothing more when 109 has taken all (R-022)."""
    units = {
        "sea zone 109": {GERMANY: {"submarine": 3}},
        "sea zone 119": {GERMANY: {"submarine": 1}},
    }
    run = collected(collecting(UK, units=units), (1, 2, 3, 3, 5, 6, 1, 1))
    assert lost(run) == 8
    # With little lost in 109, what 119 rolls is Scotland's loss, up to its 2.
    run = collected(collecting(UK, units=units), (1, 1, 6, 6, 6, 6, 3, 3))
    assert entries(run, "convoy") == {"sea zone 109": -2, "sea zone 119": -2}


@pytest.mark.rule("AA-EXA-039")
def test_AA_EXA_039_a_submarine_in_sea_zone_97_costs_italy_six_at_most() -> None:
    """Two dice of three each."""
    units = {"sea zone 97": {UK: {"submarine": 1}}}
    assert lost(collected(collecting(ITALY, units=units), (3, 3))) <= 6
    value = sum(played().board.space(t).value for t in played().graph.coast["sea zone 97"]
                if position().state.control.get(t) == ITALY)  # fmt: skip
    assert lost(collected(collecting(ITALY, units=units), (3, 3))) == min(6, value)


@pytest.mark.rule("AA-EXA-040", "AA-CVY-013")
def test_AA_EXA_040_and_germany_two_through_yugoslavia() -> None:
    """On Germany's turn it rolls again, for Yugoslavia's 2."""
    units = {"sea zone 97": {UK: {"submarine": 1}}}
    game = collecting(GERMANY, units=units, control={"Yugoslavia": GERMANY})
    assert lost(collected(game, (3, 3))) == 2


@pytest.mark.rule("AA-CVY-014")
def test_AA_CVY_014_disruptions_need_nobody_to_point_them_out() -> None:
    """Every zone with an enemy warship is found, of all on the board."""
    units = {
        "sea zone 109": {GERMANY: {"destroyer": 1}},
        "sea zone 106": {GERMANY: {"submarine": 1}},
        "sea zone 98": {ITALY: {"cruiser": 1}},
    }
    zones = [z for z, _ in convoy.disrupted_zones(played(), collecting(UK, units=units).state, UK)]
    assert sorted(zones) == ["sea zone 106", "sea zone 109", "sea zone 98"]


@pytest.mark.rule("AA-CVY-017", "AA-CVY-018")
def test_AA_CVY_018_every_enemy_rolls_his_own_dice() -> None:
    """Germany's and Italy's ships in the same zone both roll, each its owner's."""
    units = {"sea zone 109": {GERMANY: {"destroyer": 1}, ITALY: {"submarine": 1}}}
    run = collected(collecting(UK, units=units), (1, 2, 3))
    assert [(r.power, len(r.dice)) for r in of_kind(run.events, ev.Rolled)] == [
        (GERMANY, 1), (ITALY, 2),
    ]  # fmt: skip
    assert lost(run) == 6


def test_convoy_losses_are_shared_out_as_greatly_as_the_limits_allow() -> None:
    """The order of zones and of territories makes no difference to the total."""
    supply = {"A": 2, "B": 3}
    for demand in ({"x": 2, "y": 3}, {"y": 3, "x": 2}):
        shared = allot(supply, demand, {"x": ["A", "B"], "y": ["B"]})
        assert sum(shared.values()) == 5


@pytest.mark.rule("AA-RND-031")
def test_AA_RND_031_war_bonds_add_a_die() -> None:
    """Five shown: five IPCs more."""
    game = collecting(ITALY, technologies={ITALY: ["War Bonds"]}, money={ITALY: 0})
    run = collected(game, (5,))
    assert entries(run, "income") == {"": 10, "War Bonds": 5}


def test_scripted_dice_are_all_used() -> None:
    """A disruption asks for as many dice as it shows."""
    dice = ScriptedDice((1, 1))
    game = collecting(UK, units={"sea zone 109": {GERMANY: {"submarine": 1}}})
    run = run_of(game)
    run.dice = dice
    convoy.disrupt(played(), run, UK, UK)
    assert dice.left == 0
    assert money.balance(played(), run.state, UK) == 29 - 2
