"""General combat (p. 18-20): who fights where, firing, casualties, the end of a battle."""

from __future__ import annotations

import pytest

from a4a.core import events as ev
from a4a.core.errors import RuleViolation
from a4a.core.events import Rolled
from a4a.rules.areas.orders import Casualties, Fight, PlaceBonus
from a4a.rules.decision import Decision
from tests.rules.areas.battles import Attack, Battle
from tests.rules.areas.positions import ids, one, position

UK, FRANCE, GERMANY, ITALY, USA = "United Kingdom", "France", "Germany", "Italy", "United States"
BELGIUM, NORMANDY, SOUTH = "Holland/Belgium", "Normandy/Bordeaux", "Southern France"
SZ110, SZ112 = "sea zone 110", "sea zone 112"


def on_land(
    attackers: dict[str, int],
    defenders: dict[str, dict[str, int]],
    dice: list[int],
    *,
    technologies: dict[str, tuple[str, ...]] | None = None,
    options: tuple[str, ...] = (),
) -> Battle:
    """Germans go from Holland Belgium into France."""
    game = position(
        units={BELGIUM: {GERMANY: attackers}, FRANCE: defenders}, phase="Combat Move",
        technologies=technologies, options=options,
    )  # fmt: skip
    named = {kind.replace(" ", "_"): number for kind, number in attackers.items()}
    return Attack(game).send(BELGIUM, FRANCE, **named).begin(dice)


def at_sea(
    attackers: dict[str, int],
    defenders: dict[str, dict[str, int]],
    dice: list[int],
    *,
    air: dict[str, int] | None = None,
    engage: bool = False,
    partners: dict[str, dict[str, int]] | None = None,
) -> Battle:
    """Germans go from sea zone 112 into sea zone 110, and fly there from Western Germany."""
    game = position(
        units={
            SZ112: {GERMANY: attackers}, SZ110: {**defenders, **(partners or {})},
            "Western Germany": {GERMANY: air or {}},
        },
        phase="Combat Move",
    )  # fmt: skip
    attack = Attack(game)
    task = "engage" if engage else ""
    named = {kind.partition(":")[0].replace(" ", "_"): n for kind, n in attackers.items()}
    if named:
        attack.send(SZ112, SZ110, task=task, **named)
    if air:
        flying = {kind.replace(" ", "_"): n for kind, n in air.items()}
        attack.send("Western Germany", SZ112, SZ110, task=task, **flying)
    return attack.begin(dice)


def asked(battle: Battle) -> Decision:
    decision = battle.game.decision
    assert decision is not None
    return decision


# --- which battles ------------------------------------------------------------------------------


@pytest.mark.rule("AA-CMB-011", "AA-CMB-012")
def test_the_attacker_chooses_the_order_and_finishes_each_battle() -> None:
    game = position(
        units={
            BELGIUM: {GERMANY: {"tank": 4}},
            FRANCE: {FRANCE: {"infantry": 1}}, NORMANDY: {FRANCE: {"infantry": 1}},
        },
        phase="Combat Move",
    )  # fmt: skip
    attack = Attack(game).send(BELGIUM, FRANCE, tank=2).send(BELGIUM, NORMANDY, tank=2)
    battle = attack.begin([6, 6, 6, 1, 1, 6, 1, 1, 6])
    decision = asked(battle)
    assert (decision.kind, decision.powers, decision.orders) == ("battle", (GERMANY,), ("Fight",))
    assert set(decision.spaces) == {FRANCE, NORMANDY}
    with pytest.raises(RuleViolation, match="no battle 'Berlin' is open"):
        battle.do(Fight("Berlin"))
    battle.do(Fight(decision.options[decision.spaces.index(NORMANDY)]))
    # Pressing on is asked in Normandy before anything happens in France.
    assert asked(battle).battle.endswith(NORMANDY)
    battle.play()
    spaces = [e.battle for e in battle.events(ev.BattleClosed) if isinstance(e, ev.BattleClosed)]
    assert [s.endswith(FRANCE) for s in spaces] == [False, True]


@pytest.mark.rule("AA-CMB-001")
def test_general_combat_comes_after_assaults() -> None:
    game = position(
        units={
            BELGIUM: {GERMANY: {"tank": 1}}, FRANCE: {FRANCE: {"infantry": 1}},
            SZ110: {GERMANY: {"transport: infantry": 1, "transport: tank": 1}},
            NORMANDY: {FRANCE: {"infantry": 1}}, "Scotland": {UK: {"infantry": 1}},
            "sea zone 119": {GERMANY: {"transport: artillery": 1}},
        },
        phase="Combat Move",
    )  # fmt: skip
    attack = Attack(game).send(BELGIUM, FRANCE, tank=1)
    attack.land(SZ110, NORMANDY, "infantry").land("sea zone 119", "Scotland", "artillery")
    battle = attack.begin([6] * 3)
    assert set(asked(battle).spaces) == {NORMANDY, "Scotland"}
    later = next(x.id for x in game.state.battles.values() if x.space == FRANCE)
    with pytest.raises(RuleViolation, match="raids come first, then amphibious") as refused:
        battle.do(Fight(later))
    assert refused.value.rule == "AA-CMB-001"


@pytest.mark.rule("AA-CMB-014", "AA-CMB-015", "AA-UNI-002", "AA-CON-001", "AA-CMB-016")
@pytest.mark.parametrize("defenders", [{}, {"AAA": 2}])
def test_territories_without_combat_units_are_taken_without_combat(
    defenders: dict[str, int],
) -> None:
    """AAA alone are removed, and do not fire (R-062)."""
    battle = on_land({"infantry": 1, "fighter": 1}, {FRANCE: defenders}, [])
    assert battle.results() == ["attacker takes"]
    assert battle.rolls() == []
    assert battle.count(FRANCE, "AAA") == 0
    assert battle.game.state.control[FRANCE] == GERMANY


@pytest.mark.rule("AA-CMB-016", "AA-CON-004")
def test_aircraft_remove_lone_AAA_and_take_nothing() -> None:
    battle = on_land({"fighter": 2}, {FRANCE: {"AAA": 1}}, [])
    assert battle.results() == ["attacker wins"]
    assert battle.rolls() == []
    assert battle.count(FRANCE, "AAA") == 0
    assert battle.game.state.control[FRANCE] == FRANCE


@pytest.mark.rule("AA-CMB-022", "AA-CMB-067", "AA-CMB-068")
def test_the_attackers_partners_stay_out() -> None:
    """An Italian destroyer in the zone neither fights nor keeps submarines from striking."""
    battle = at_sea({"cruiser": 1}, {UK: {"submarine": 1}}, [1, 6], engage=True,
                    partners={ITALY: {"destroyer": 1}})  # fmt: skip
    fighting = {
        i for x in battle.game.state.battles.values() for p in x.participants for i in p.units
    }
    assert one(battle.game, SZ110, "destroyer") not in fighting
    assert asked(battle).kind == "submerge"
    assert asked(battle).powers == (UK,)


# --- firing -------------------------------------------------------------------------------------


@pytest.mark.rule("AA-CMB-013", "AA-CMB-018", "AA-CMB-040", "AA-CMB-042", "AA-CMB-047")
def test_casualties_of_the_defender_fire_before_they_go() -> None:
    """Attacker first, then defender; a die of the value or less hits."""
    battle = on_land({"tank": 2}, {FRANCE: {"infantry": 2}}, [3, 4, 2, 3])
    first, second = battle.rolls()
    assert (first.role, [d.result for d in first.dice]) == ("attacker", ["hit", "miss"])
    assert (second.role, [d.result for d in second.dice]) == ("defender", ["hit", "miss"])
    assert len(second.dice) == 2
    assert battle.count(FRANCE, "infantry") == 1
    assert battle.count(FRANCE, "tank") == 1


@pytest.mark.rule("AA-CMB-043")
def test_casualties_of_the_attacker_go_at_once() -> None:
    battle = on_land({"tank": 1, "infantry": 1}, {FRANCE: {"infantry": 2}}, [6, 6, 2, 6])
    assert asked(battle).powers == (GERMANY,)
    assert asked(battle).rule == "AA-CMB-043"
    battle.hit(infantry=1)
    assert battle.count(FRANCE, "", GERMANY) == 1
    assert asked(battle).kind == "retreat"


@pytest.mark.rule("AA-CMB-041", "AA-CMB-019", "AA-CMB-021")
def test_hits_must_be_assigned_in_full_and_on_units_that_fight() -> None:
    battle = on_land({"tank": 3}, {FRANCE: {"infantry": 1, "artillery": 1, "tank": 1}}, [1, 1, 6])
    decision = asked(battle)
    assert (decision.powers, decision.least, decision.most) == ((FRANCE,), 2, 2)
    with pytest.raises(RuleViolation, match="2 hits must be assigned") as refused:
        battle.hit(infantry=1)
    assert refused.value.rule == "AA-CMB-041"
    base = one(battle.game, FRANCE, "air base")
    with pytest.raises(RuleViolation, match="the air base takes no part") as refused:
        battle.do(Casualties({base: 1, decision.units[0]: 1}))
    assert refused.value.rule == "AA-CMB-019"
    with pytest.raises(RuleViolation, match="more hits on a unit than it takes"):
        battle.do(Casualties({decision.units[0]: 2}))
    for nonsense in (-1, 0.5, "two"):
        with pytest.raises(RuleViolation, match="hits are whole numbers"):
            battle.do(Casualties({decision.units[0]: nonsense}))  # type: ignore[dict-item]
    with pytest.raises(RuleViolation, match="no unit 9999 is in the game"):
        battle.do(Casualties({9999: 2}))
    assert battle.game.can(battle.casualties(infantry=1, artillery=1))


@pytest.mark.rule("AA-CMB-039", "AA-CMB-020")
def test_units_without_a_value_do_not_roll() -> None:
    """Attacking carriers and transports, defending AAA."""
    battle = at_sea(
        {"aircraft carrier": 1, "transport": 1, "cruiser": 1}, {UK: {"cruiser": 1, "transport": 1}},
        [6, 6],
    )  # fmt: skip
    assert [[d.unit_type for d in r.dice] for r in battle.rolls()] == [["cruiser"], ["cruiser"]]
    battle = on_land({"tank": 1}, {FRANCE: {"AAA": 1, "infantry": 1}}, [6, 6])
    assert [d.unit_type for d in battle.rolls("defense")[0].dice] == ["infantry"]


@pytest.mark.rule("AA-CMB-020")
def test_AAA_may_be_taken_as_a_casualty() -> None:
    battle = on_land({"tank": 1}, {FRANCE: {"AAA": 1, "infantry": 1}}, [1, 6, 1, 6])
    battle.hit(AAA=1)
    assert (battle.count(FRANCE, "AAA"), battle.count(FRANCE, "infantry")) == (0, 1)


@pytest.mark.rule("AA-CMB-048", "AA-EXA-030", "AA-EXA-027")
def test_support_is_counted_anew_each_round() -> None:
    """The artillery falls in the first round; in the second the infantry attacks at 1."""
    battle = on_land({"infantry": 1, "artillery": 1}, {FRANCE: {"infantry": 1, "fighter": 1}},
                     [6, 6, 6, 4, 6, 6, 6])  # fmt: skip
    battle.hit(artillery=1).press()
    rolls = battle.rolls("attack")
    assert [[d.target for d in r.dice] for r in rolls] == [[2, 2], [1]]


# --- AAA ----------------------------------------------------------------------------------------


@pytest.mark.rule("AA-UNI-024", "AA-UNI-025", "AA-UNI-026", "AA-UNI-027", "AA-EXA-043")
def test_five_fighters_over_two_AAA_draw_five_dice() -> None:
    battle = on_land({"fighter": 5}, {FRANCE: {"AAA": 2, "infantry": 1}}, [2] * 5 + [6] * 6)
    (roll,) = battle.rolls("aa")
    assert [d.target for d in roll.dice] == [1] * 5


@pytest.mark.rule("AA-UNI-025", "AA-EXA-044")
def test_five_fighters_over_one_AAA_draw_three_dice() -> None:
    battle = on_land({"fighter": 5}, {FRANCE: {"AAA": 1, "infantry": 1}}, [2] * 3 + [6] * 6)
    assert [len(r.dice) for r in battle.rolls("aa")] == [3]


@pytest.mark.rule("AA-UNI-024")
def test_AAA_fire_only_before_the_first_round() -> None:
    battle = on_land({"fighter": 1}, {FRANCE: {"AAA": 1, "infantry": 1}}, [2, 6, 6, 6, 6])
    battle.press()
    assert len(battle.rolls("aa")) == 1
    assert len(battle.rolls("attack")) == 2


@pytest.mark.rule("AA-UNI-028")
def test_the_attacker_chooses_which_aircraft_AAA_bring_down() -> None:
    """They go at once, and do not fire."""
    attackers = {"fighter": 1, "tactical bomber": 1, "infantry": 1}
    battle = on_land(attackers, {FRANCE: {"AAA": 1, "infantry": 1}}, [1, 6, 6, 6, 6])
    assert asked(battle).rule == "AA-UNI-028"
    infantry = one(battle.game, FRANCE, "infantry", GERMANY)
    with pytest.raises(RuleViolation):
        battle.do(Casualties({infantry: 1}))
    battle.hit(tactical_bomber=1)
    assert sorted(d.unit_type for d in battle.rolls("attack")[0].dice) == ["fighter", "infantry"]


@pytest.mark.rule("AA-RND-046")
def test_radar_makes_AAA_hit_on_2() -> None:
    battle = on_land({"fighter": 1, "tank": 1}, {FRANCE: {"AAA": 1, "infantry": 1}}, [2, 6, 6],
                     technologies={FRANCE: ("Radar",)}, options=("research",))  # fmt: skip
    assert battle.count(FRANCE, "fighter") == 0


@pytest.mark.rule("AA-RND-048", "AA-RND-049")
def test_heavy_bombers_roll_two_dice_for_one_hit() -> None:
    battle = on_land({"strategic bomber": 1, "tank": 1}, {FRANCE: {"infantry": 3}},
                     [6, 4, 2, 6, 6, 6], technologies={GERMANY: ("Heavy Bombers",)},
                     options=("research",))  # fmt: skip
    (roll,) = battle.rolls("attack")
    bomber = [d for d in roll.dice if d.unit_type == "strategic bomber"]
    assert [d.result for d in bomber] == ["miss", "hit"]
    assert roll.hits == 1


# --- ends ---------------------------------------------------------------------------------------


@pytest.mark.rule("AA-CON-001", "AA-CMB-051")
def test_a_winner_with_a_land_unit_takes_the_territory() -> None:
    battle = on_land({"infantry": 1}, {FRANCE: {"infantry": 1}}, [1, 6])
    assert battle.results() == ["attacker takes"]
    assert battle.game.state.control[FRANCE] == GERMANY


@pytest.mark.rule("AA-CON-002")
def test_when_all_are_lost_the_defender_keeps_the_territory() -> None:
    battle = on_land({"infantry": 1}, {FRANCE: {"infantry": 1}}, [1, 1])
    assert battle.results() == ["mutual destruction"]
    assert battle.game.state.control[FRANCE] == FRANCE


@pytest.mark.rule("AA-CON-004", "AA-CON-005")
def test_aircraft_take_nothing_and_stay_over_it() -> None:
    battle = on_land({"fighter": 1}, {FRANCE: {"infantry": 1}}, [1, 6])
    assert battle.results() == ["attacker wins"]
    assert battle.game.state.control[FRANCE] == FRANCE
    assert battle.count(FRANCE, "fighter") == 1


@pytest.mark.rule("AA-CMB-015")
def test_AAA_left_when_the_others_have_fallen_go_too() -> None:
    """R-071: the defender gave the infantry, and the AAA cannot defend alone."""
    battle = on_land({"tank": 1}, {FRANCE: {"AAA": 1, "infantry": 1}}, [1, 6]).hit(infantry=1)
    assert battle.results() == ["attacker takes"]
    assert battle.count(FRANCE, "AAA") == 0


@pytest.mark.rule("AA-CMB-049", "AA-CMB-050")
def test_the_end_is_checked_before_the_retreat() -> None:
    battle = on_land({"infantry": 2}, {FRANCE: {"infantry": 1}}, [1, 6, 6])
    kinds = {e.kind for e in battle.events(ev.Asked) if isinstance(e, ev.Asked)}
    assert "retreat" not in kinds


# --- several powers -----------------------------------------------------------------------------


@pytest.mark.rule("AA-CMB-064", "AA-CMB-069")
def test_partners_defend_together_and_agree_on_casualties() -> None:
    """Both are asked at once; one answer stands for their agreement (R-064)."""
    battle = on_land({"tank": 2}, {FRANCE: {"infantry": 1}, UK: {"tank": 1}}, [1, 6, 6, 6])
    assert asked(battle).powers == (UK, FRANCE)
    assert {r.power for r in battle.rolls()} == {GERMANY}
    battle.hit(tank=1)
    assert {r.power for r in battle.rolls("defense")} == {UK, FRANCE}
    assert battle.count(FRANCE, "tank", UK) == 0


@pytest.mark.rule("AA-CMB-065")
def test_partners_do_not_attack_together() -> None:
    """Italian units in the zone the Germans attack take no part."""
    battle = at_sea({"cruiser": 1}, {UK: {"destroyer": 1}}, [6, 6],
                    partners={ITALY: {"battleship": 1}})  # fmt: skip
    (roll,) = battle.rolls("attack")
    assert [d.unit_type for d in roll.dice] == ["cruiser"]


# --- low luck -----------------------------------------------------------------------------------


def test_low_luck_adds_values_up() -> None:
    """R-060: 3 tanks and an infantry are 10: one hit, and a die for the other 4."""
    battle = on_land({"tank": 3, "infantry": 1}, {FRANCE: {"infantry": 3}}, [4, 6],
                     options=("low luck",))  # fmt: skip
    attack, defense = battle.rolls()
    assert (attack.hits, [(d.face, d.target) for d in attack.dice]) == (2, [(4, 4)])
    assert isinstance(defense, Rolled)
    assert (defense.hits, defense.dice) == (1, ())


def test_ids_of_rolls_say_what_was_expected() -> None:
    battle = on_land({"tank": 2}, {FRANCE: {"infantry": 1}}, [6, 6, 6])
    assert [r.expected for r in battle.rolls()] == [1.0, pytest.approx(1 / 3)]
    assert ids(battle.game, FRANCE, "tank")


def test_battles_go_on_after_the_bonus_of_a_liberation() -> None:
    """France places its free units at once; then the other battle is still to be fought."""
    game = position(
        units={
            SOUTH: {UK: {"tank": 2}}, FRANCE: {GERMANY: {}}, NORMANDY: {GERMANY: {"infantry": 1}},
        },
        control={FRANCE: GERMANY, NORMANDY: GERMANY}, power=UK, phase="Combat Move",
    )  # fmt: skip
    attack = Attack(game).send(SOUTH, FRANCE, tank=1).send(SOUTH, NORMANDY, tank=1)
    battle = attack.begin([1, 6])
    assert game.state.control[FRANCE] == FRANCE
    assert asked(battle).orders == ("PlaceBonus",)
    battle.do(PlaceBonus({"infantry": 4}))
    assert asked(battle).kind == "battle"
    battle.play()
    assert battle.results() == ["attacker takes", "attacker takes"]
    assert game.state.control[NORMANDY] == FRANCE
