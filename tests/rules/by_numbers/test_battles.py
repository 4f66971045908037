"""Battles by a record's own numbers: what fires when, at what; what is refused, and why."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import pytest

from a4a.analysis.battle import Battle
from a4a.analysis.fought import battles_of
from a4a.analysis.terms import Terms
from a4a.core.errors import BattleError
from a4a.core.fighting import Aid
from a4a.odds.ends import Model
from a4a.rules.fight import Army, Band, Fight, FightKind
from a4a.rules.systems.by_numbers.battles import together
from tests.rules.by_numbers.saves import opened, rules

REVISED = "triplea2/revised25_easy"
ANNIVERSARY = "triplea2/ww2v3_27_easy"
SECOND_EDITION = "triplea2/ww2v5_27_easy"
SOLO = "triplea2/Pacific_Theater_Solo_Challenge"


def battle(
    shared: Path,
    save: str,
    attacker: str,
    defender: str,
    *,
    kind: FightKind = "land",
    technologies: tuple[str, ...] = (),
    terms: Terms | None = None,
    ground: tuple[str, ...] = (),
) -> Battle:
    """A battle of units as "3 infantry, 1 AAA"; a word in brackets is a duty."""
    record = opened(shared, save)
    powers = ("Japan", "AI_Americans") if save == SOLO else ("Germany", "United Kingdom")
    ours, theirs = (
        Army(bands(text), who, technologies)
        for text, who in zip((attacker, defender), powers, strict=True)
    )
    fight = Fight(kind, ours, (theirs,), ground)
    return Battle(rules(record), record.catalog, fight, terms or Terms(keep_land=0))


def bands(text: str) -> tuple[Band, ...]:
    found = []
    for part in text.split(", "):
        number, _, name = part.partition(" ")
        name, _, duty = name.partition(" (")
        found.append(Band(name, int(number), duty=duty.rstrip(")")))  # type: ignore[arg-type]
    return tuple(found)


def wins(made: Battle) -> tuple[float, float]:
    model: Model = made.engine
    ends = model.solve()
    return round(ends.attacker_wins, 6), round(ends.defender_wins, 6)


def test_any_number_of_unlimited_guns_fires_once_at_each_aircraft(shared: Path) -> None:
    """One fighter on 3 against an infantry, after one shot that hits on 1 (R-702)."""
    one = wins(battle(shared, REVISED, "1 fighter", "1 infantry, 1 AAA"))
    three = wins(battle(shared, REVISED, "1 fighter", "1 infantry, 3 AAA"))
    none = wins(battle(shared, REVISED, "1 fighter", "1 infantry"))
    assert one == three
    assert one[0] == pytest.approx(5 / 6 * none[0], abs=1e-6)


def test_guns_that_are_infrastructure_are_no_target(shared: Path) -> None:
    assert wins(battle(shared, REVISED, "2 tank", "1 infantry, 2 AAA")) == wins(
        battle(shared, REVISED, "2 tank", "1 infantry")
    )
    hit = wins(battle(shared, SECOND_EDITION, "2 tank", "1 infantry, 2 AAA"))
    assert hit[0] < wins(battle(shared, SECOND_EDITION, "2 tank", "1 infantry"))[0]


def test_guns_alone_are_no_battle(shared: Path) -> None:
    with pytest.raises(BattleError, match="the defender has no units"):
        battle(shared, REVISED, "2 tank", "2 AAA")


def test_submarines_of_revised_sink_what_cannot_fire_back_on_either_side(shared: Path) -> None:
    """One submarine each: both hit on 2, at the same time."""
    both = wins(battle(shared, REVISED, "1 submarine", "1 submarine", kind="sea"))
    assert both == pytest.approx((0.4, 0.4), abs=1e-6)
    # An attacking submarine that hits first is not fired at: 1/3 against 1/2 of what is left.
    first = wins(battle(shared, REVISED, "1 submarine", "1 aircraft carrier", kind="sea"))
    assert first == pytest.approx((1 / 2, 1 / 2), abs=1e-6)


def test_a_destroyer_lets_what_a_submarine_hits_fire_back(shared: Path) -> None:
    """Submarine 2, destroyer 3 in defense: 1/3 and 1/2 at the same time."""
    found = wins(battle(shared, REVISED, "1 submarine", "1 destroyer", kind="sea"))
    some = 1 - (2 / 3) * (1 / 2)
    assert found == pytest.approx(((1 / 6) / some, (1 / 3) / some), abs=1e-6)


def test_aircraft_hit_submarines_only_beside_a_destroyer_where_the_option_says_so(
    shared: Path,
) -> None:
    assert wins(battle(shared, REVISED, "1 fighter", "1 submarine", kind="sea"))[0] == 1.0
    assert wins(battle(shared, ANNIVERSARY, "1 fighter", "1 submarine", kind="sea"))[0] == 0.0
    escorted = battle(shared, ANNIVERSARY, "1 fighter, 1 destroyer", "1 submarine", kind="sea")
    assert wins(escorted)[0] > 0.8


def test_transports_of_revised_fire_and_those_of_1942_are_lost_with_their_escort(
    shared: Path,
) -> None:
    """A transport that defends with 1 against a destroyer of 2: 1/3 and 1/6 at the same time."""
    found = wins(battle(shared, SECOND_EDITION, "1 destroyer", "1 transport", kind="sea"))
    assert found == (1.0, 0.0)
    fired = wins(battle(shared, REVISED, "1 submarine", "1 transport, 1 destroyer", kind="sea"))
    assert fired[1] > wins(battle(shared, REVISED, "1 submarine", "1 destroyer", kind="sea"))[1]


def test_both_dice_of_heavy_bombers_count_or_the_best_of_them(shared: Path) -> None:
    """A bomber on 4 in one round: two hits, and neither infantry hits it."""
    once = Terms(rounds=1, keep_land=0)
    heavy = ("heavy bomber",)
    every = battle(
        shared, REVISED, "1 strategic bomber", "2 infantry", technologies=heavy, terms=once
    )
    best = battle(
        shared, ANNIVERSARY, "1 strategic bomber", "2 infantry", technologies=heavy, terms=once
    )
    assert wins(every)[0] == pytest.approx((2 / 3) ** 4, abs=1e-6)
    assert wins(best)[0] == 0.0
    lost = best.odds().losses.filter(side="defender")["lost"].max()
    assert lost == pytest.approx(8 / 9, abs=1e-6)


def test_technologies_raise_values_and_double_what_artillery_helps(shared: Path) -> None:
    jets = battle(shared, ANNIVERSARY, "1 fighter", "1 infantry", technologies=("jet power",))
    assert "fighter; hits on 4 or less" in jets.explain()
    guns = battle(
        shared, ANNIVERSARY, "2 infantry, 1 artillery", "1 infantry",
        technologies=("improved artillery support",),
    )  # fmt: skip
    assert "artillery helps 2 infantry to hit on 2 or less" in guns.explain()


def test_a_technology_makes_destroyers_bombard(shared: Path) -> None:
    ashore = "1 infantry (landing), 1 destroyer (bombarding)"
    with pytest.raises(BattleError, match=r"destroyer .attacker.: it cannot bombard"):
        battle(shared, REVISED, ashore, "1 infantry", kind="amphibious")
    made = battle(
        shared, REVISED, ashore, "1 infantry", kind="amphibious",
        technologies=("destroyer bombard",),
    )  # fmt: skip
    alone = battle(shared, REVISED, "1 infantry (landing)", "1 infantry", kind="amphibious")
    assert wins(made)[0] > wins(alone)[0] + 0.2


def test_what_ships_hit_fires_back_only_where_the_option_says_so(shared: Path) -> None:
    """A battleship on 4 before an infantry lands: in Revised 2/3 of the time nobody fires back."""
    ashore = "1 infantry (landing), 1 battleship (bombarding)"
    made = {
        save: wins(battle(shared, save, ashore, "1 infantry", kind="amphibious"))
        for save in (REVISED, ANNIVERSARY)
    }
    duel = wins(battle(shared, REVISED, "1 infantry", "1 infantry"))[0]
    assert made[REVISED][0] == pytest.approx(2 / 3 + 1 / 3 * duel, abs=1e-6)
    assert made[ANNIVERSARY][0] < made[REVISED][0] - 0.1


def test_ships_bombard_in_any_number_unless_the_option_forbids_it(shared: Path) -> None:
    ashore = "1 infantry (landing), 2 battleship (bombarding)"
    assert battle(shared, REVISED, ashore, "1 infantry", kind="amphibious")
    with pytest.raises(BattleError, match="no more ships than units"):
        battle(shared, ANNIVERSARY, ashore, "1 infantry", kind="amphibious")


def test_who_cannot_hit_alone_hits_where_another_helps(shared: Path) -> None:
    """Three conscripts of no value and a field gun on 2, against two on 2 (R-705).

    The chances were found by following 200,000 such battles without any of this code.
    """
    made = battle(
        shared, "triplea2/Domination_1914_No_Mans_Land", "3 conscript, 1 field_gun",
        "2 colonial", terms=Terms(keep_land=0, attacker_loses=("conscript", "field_gun")),
    )  # fmt: skip
    assert wins(made) == pytest.approx((0.8027, 0.1625), abs=0.003)


def test_what_is_not_understood_is_named_and_refuses_its_own_battles_alone(shared: Path) -> None:
    save = "triplea2/Domination_1914_No_Mans_Land"
    assert battle(shared, save, "2 cavalry", "1 colonial")
    with pytest.raises(BattleError, match="trench: it dies when it has fired"):
        battle(shared, save, "2 cavalry", "1 colonial, 1 trench")
    with pytest.raises(BattleError, match="AAA: low luck for antiaircraft fire alone"):
        battle(shared, save, "1 fighter", "1 colonial, 1 AAA")
    weakened = "transport helping submarine: it weakens its own side"
    with pytest.raises(BattleError, match=weakened):
        battle(shared, SOLO, "1 submarine, 1 transport", "1 transport", kind="sea")


def test_help_from_two_sides_at_once_is_refused(shared: Path) -> None:
    """In ww2global40 tanks and fighters are one sort of help; those of artillery are another."""
    save = "triplea2/ww2global40"
    assert battle(shared, save, "1 tactical bomber, 1 tank, 1 fighter", "1 infantry")
    one = Aid(by="tank", to=("tactical bomber",), sort="x")
    other = Aid(by="fighter", to=("tactical bomber",), sort="y")
    same = Aid(by="tank", to=("mechanized infantry",), sort="x")
    there = {"tank", "fighter", "tactical bomber", "mechanized infantry"}
    assert list(together(one, other, there)) == ["tactical bomber: helped by both tank and fighter"]
    assert list(together(one, same, there)) == [
        "tank: it helps mechanized infantry and tactical bomber at once"
    ]


def test_low_luck_adds_up_the_values_of_allies(shared: Path) -> None:
    """Two infantry each of two allies: 8 in all is one sure hit, 4 and 4 would be none (R-706)."""
    record = opened(shared, "triplea2/cold_war")
    assert record.header.options["Low Luck"]
    attacker = Army(bands("1 tank"), "Soviet Union")
    allies = tuple(Army(bands("2 infantry"), who) for who in ("United States", "NAF"))
    made = Battle(
        rules(record), record.catalog, Fight("land", attacker, allies), Terms(rounds=1, keep_land=0)
    )
    assert wins(made)[0] == 0.0
    assert made.odds().losses.filter(side="attacker")["lost"].max() == 1.0


def test_units_hit_on_more_or_less_on_some_ground(shared: Path) -> None:
    """Tanks of 3 and 2 against infantry of 2: in the jungle ("T") one less of each."""
    plain = battle(shared, SOLO, "1 tank", "1 tank")
    rough = battle(shared, SOLO, "1 tank", "1 tank", ground=("T",))
    found = [(made.model.attacker, made.model.defender) for made in (plain, rough)]
    values = [tuple(side.groups[0].kind.value for side in sides) for sides in found]
    assert values == [(3, 2), (2, 1)]
    record = opened(shared, SOLO)
    known = rules(record).battles
    assert known.ground("Burma") == ("T",)
    assert known.ground("Hunan") == ()
    assert known.terrain == ("T", "I", "o")


def test_what_a_board_says_of_its_ground_is_in_luck_and_threats(shared: Path) -> None:
    record = opened(shared, SOLO)
    known = rules(record).battles
    told = {
        fought.space: fought.fight.ground
        for fought in battles_of(record, record.way_to(record.last), known)
        if fought.fight is not None
    }
    assert told["sea zone 38"] == ("o",)
    state = record.state_at(94)
    spaces = [space for space in state.board.index if known.ground(space) == ("I",)]
    found = []
    for space in spaces:
        with suppress(BattleError):
            found.append(known.engagement(state, space, "Japan").fight.ground)
    assert set(found) == {("I",)}


def test_marines_hit_on_more_where_they_land(shared: Path) -> None:
    landed = battle(shared, SOLO, "1 marine (landing)", "1 infantry", kind="amphibious")
    walked = battle(shared, SOLO, "1 marine", "1 infantry")
    assert [made.model.attacker.groups[0].kind.value for made in (landed, walked)] == [2, 1]
    both = battle(
        shared, SOLO, "1 marine (landing)", "1 infantry", kind="amphibious", ground=("I",)
    )
    assert both.model.attacker.groups[0].kind.value == 3


def test_guns_whose_shots_may_crowd_fire_them_all(shared: Path) -> None:
    """Two destroyers fire a shot each, on 1, at a submarine that takes two hits and strikes first.

    It is lost to both shots (1/36), to one and one hit in the round (10/36 by 5/8), or to two
    hits in the round (25/36 by 1/8); each destroyer and the submarine hit on 3.
    """
    once = Terms(rounds=1, keep_land=0)
    made = battle(shared, SOLO, "1 submarine", "2 destroyer", kind="sea", terms=once)
    assert wins(made)[1] == pytest.approx(83 / 288, abs=1e-6)


def test_help_adds_to_what_ground_and_landing_make_of_a_unit(shared: Path) -> None:
    """A marine of 1 that lands and is helped hits on 3; of two, the stronger is helped."""
    once = Terms(rounds=1, keep_land=0)
    helped = battle(
        shared, SOLO, "1 marine (landing), 1 artillery", "1 infantry", kind="amphibious", terms=once
    )
    assert wins(helped)[0] == pytest.approx(1 - (3 / 6) * (5 / 6), abs=1e-6)
    two = battle(
        shared, SOLO, "1 marine (landing), 1 infantry (landing), 1 artillery", "1 infantry",
        kind="amphibious", terms=once,
    )  # fmt: skip
    assert wins(two)[0] == pytest.approx(1 - (3 / 6) * (5 / 6) ** 2, abs=1e-6)


def test_who_helps_several_on_whom_ground_tells_differently_is_not_understood(
    shared: Path,
) -> None:
    """A carrier helps two fighters of fleets; on "o" one sort hits on one more, the other two."""
    both = "1 fleet_fighter, 1 fleet_fighterX, 1 aircraft carrier"
    with pytest.raises(BattleError, match="carrier: each helps several, for whom the ground"):
        battle(shared, SOLO, "1 battleship", both, kind="sea", ground=("o",))
    one = battle(
        shared, SOLO, "1 battleship", "1 fleet_fighter, 1 aircraft carrier", kind="sea",
        ground=("o",),
    )  # fmt: skip
    assert [support.value for support in one.model.defender.supports] == [4]
