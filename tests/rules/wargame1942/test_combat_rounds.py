"""Rounds of combat in The War Game: dice, casualties, targets, the casualty line."""

from __future__ import annotations

import pytest

from a4a.core import events as ev
from a4a.core.errors import RuleViolation
from a4a.rules.areas.combat.battle import FRESH
from a4a.rules.areas.orders import Casualties, Fight
from a4a.rules.systems.wargame1942.orders import Gunnery, Own, Withdraw
from tests.rules.wargame1942.declared import Fighting, Orders
from tests.rules.wargame1942.empty import BRITISH, GERMANS, MISS


def faces(fighting: Fighting) -> list[list[tuple[str | None, int, int]]]:
    """Each roll as its dice: who rolled, the face, and what would hit."""
    return [
        [(die.unit_type, die.face, die.target or 0) for die in e.dice]
        for e in fighting.events(ev.Rolled)
        if isinstance(e, ev.Rolled)
    ]


def values(fighting: Fighting) -> list[list[tuple[str | None, int]]]:
    """Each roll as its dice: who rolled, and on what it hits."""
    return [[(kind, value) for kind, _, value in dice] for dice in faces(fighting)]


def duel(attacker: str, defender: str, *dice: int, many: int = 1, against: int = 1) -> Fighting:
    """British land units in Libya attack Germans in Tunisia."""
    orders = Orders(*BRITISH)
    orders.send("U.K.", attacker, "Libya", "Tunisia", number=many)
    orders.put("Tunisia", "Germany", defender, against)
    return orders.begin(*dice).stay("retreats Tunisia attacker", "battle", "casualties")


def at_sea(
    attackers: dict[str, int], defenders: dict[str, int], *dice: int, damaged: int = 0
) -> Fighting:
    """British ships from NA-7 attack Germans in NA-8; battleships of theirs may be damaged."""
    orders = Orders(*BRITISH)
    for kind, number in attackers.items():
        orders.send("U.K.", kind, "NA-7", "NA-8", number=number)
    for kind, number in defenders.items():
        orders.put("NA-8", "Germany", kind, number, damaged if kind == "battleship" else 0)
    return orders.begin(*dice).stay("retreats NA-8 attacker", "battle", "casualties")


def test_WG_INF_002_003_infantry_attacks_at_2_and_defends_at_4() -> None:
    assert values(duel("infantry", "infantry", 2, 4))[:2] == [[("infantry", 2)], [("infantry", 4)]]


def test_WG_ART_002_003_artillery_attacks_and_defends_at_5() -> None:
    found = values(duel("artillery", "artillery", MISS, MISS))
    assert found[:2] == [[("artillery", 5)], [("artillery", 5)]]


def test_WG_ARM_002_003_armor_attacks_at_8_and_defends_at_4() -> None:
    assert values(duel("armor", "armor", MISS, MISS))[:2] == [[("armor", 8)], [("armor", 4)]]


def test_WG_CMB_010_a_roll_at_the_value_hits_and_one_above_does_not() -> None:
    assert duel("infantry", "infantry", 2, MISS).results() == {"Tunisia": "attacker takes"}
    assert duel("infantry", "infantry", 3, MISS).results() == {}


def test_WG_CMB_004_006_008_017_who_is_hit_fires_back_and_is_removed_then() -> None:
    fighting = duel("infantry", "infantry", 1, 1)
    assert fighting.rolled() == [("Tunisia", "attacker", 1), ("Tunisia", "defender", 1)]
    assert fighting.results() == {"Tunisia": "mutual destruction"}
    assert fighting.where(1, 2) == [None, None]


def test_WG_CMB_020_land_that_nobody_is_left_to_take_stays_with_its_owner() -> None:
    fighting = duel("infantry", "infantry", 1, 1)
    assert fighting.game.state.control["Tunisia"] == "Germany"


def test_WG_CMB_018_019_land_is_taken_by_a_land_unit_and_goes_to_its_nation() -> None:
    orders = Orders(*BRITISH, control={"Tunisia": "Germany"})
    orders.send("U.K.", "fighter", "Libya", "Tunisia")
    orders.put("Tunisia", "Germany", "infantry")
    fighting = orders.begin(1, MISS)
    assert fighting.stay().results() == {"Tunisia": "attacker wins"}
    assert fighting.game.state.control["Tunisia"] == "Germany"


def test_WG_CMB_005_007_each_side_chooses_its_casualties() -> None:
    orders = Orders(*BRITISH)
    tank = orders.send("U.K.", "armor", "Libya", "Tunisia")
    foot = orders.send("U.K.", "infantry", "Libya", "Tunisia")
    gun = orders.put("Tunisia", "Germany", "artillery")
    men = orders.put("Tunisia", "Germany", "infantry", 2)
    fighting = orders.begin(1, MISS, 1, MISS, MISS).stay("casualties")
    assert fighting.game.decision is not None
    assert fighting.game.decision.powers == ("Germany",)
    assert fighting.game.decision.rule == "WG-CMB-005"
    fighting.lose(*gun)
    assert fighting.game.decision.powers == BRITISH
    assert fighting.game.decision.rule == "WG-CMB-007"
    fighting.lose(*foot)
    assert fighting.where(*tank, *foot, *gun, *men) == ["Tunisia", None, None, "Tunisia", "Tunisia"]


def test_WG_CMB_009_002_rounds_follow_until_a_side_is_gone() -> None:
    fighting = duel("infantry", "infantry", MISS, MISS, MISS, MISS, 1, MISS).stay()
    assert len(fighting.rolled()) == 6
    assert fighting.results() == {"Tunisia": "attacker takes"}


def test_WG_CMB_011_012_013_ART_012_014_015_019_a_support_shot() -> None:
    """It is rolled in round 1 alone, and its gun is no casualty."""
    orders = Orders(*BRITISH)
    foot = orders.send("U.K.", "infantry", "Libya", "Tunisia", number=2)
    gun = orders.put("Libya", "U.K.", "artillery")
    orders.task(gun, "support", "Tunisia")
    orders.put("Tunisia", "Germany", "infantry", 3)
    fighting = orders.begin(MISS, MISS, MISS, 1, 1, 1, MISS, MISS).stay("battle")
    assert ("artillery", 5) in values(fighting)[0]
    assert fighting.where(*foot, *gun) == [None, None, "Libya"]
    orders.units = orders.units[:]
    fighting = orders.begin(MISS, MISS, MISS, MISS, MISS, MISS, MISS, MISS, 1, 1, 1)
    fighting.stay("retreats Tunisia attacker")
    fighting.do(Withdraw())
    fighting.do(Withdraw())
    assert values(fighting)[2] == [("infantry", 2), ("infantry", 2)]


def test_WG_ART_007_008_MNC_005_flak_hits_aircraft_first_and_then_land_units() -> None:
    orders = Orders(*BRITISH)
    flyer = orders.send("U.K.", "fighter", "Libya", "Tunisia")
    foot = orders.send("France", "infantry", "Libya", "Tunisia", number=2)
    orders.put("Tunisia", "Germany", "artillery", 2)
    fighting = orders.begin(MISS, MISS, MISS, 1, 1).stay("retreats Tunisia attacker", "casualties")
    assert [e.against for e in fighting.events(ev.Rolled) if isinstance(e, ev.Rolled)][-1] == (
        "aircraft, then land units"
    )
    assert fighting.where(*flyer) == [None]
    assert fighting.where(*foot).count(None) == 1


def test_WG_ART_009_guns_can_be_told_to_fire_at_land_units_first() -> None:
    orders = Orders(*BRITISH)
    flyer = orders.send("U.K.", "fighter", "Libya", "Tunisia")
    foot = orders.send("U.K.", "infantry", "Libya", "Tunisia", number=2)
    guns = orders.put("Tunisia", "Germany", "artillery", 2)
    fighting = orders.begin(MISS, MISS, MISS, 1, MISS).stay("guns")
    assert fighting.game.decision is not None
    assert fighting.game.decision.rule == "WG-ART-009"
    assert fighting.refused(Gunnery(units=flyer)) == "WG-ART-009"
    fighting.do(Gunnery(units=guns))
    assert fighting.where(*flyer) == ["Tunisia"]
    assert fighting.where(*foot).count(None) == 1


def test_WG_ART_010_who_attacks_has_no_flak() -> None:
    orders = Orders(*BRITISH)
    orders.send("U.K.", "artillery", "Libya", "Tunisia")
    flyer = orders.put("Tunisia", "Germany", "fighter")
    foot = orders.put("Tunisia", "Germany", "infantry")
    fighting = orders.begin(1, MISS, MISS, MISS).stay("casualties")
    assert fighting.game.decision is not None
    assert set(fighting.game.decision.units) == {*flyer, *foot}


def test_WG_BMB_002_003_006_bombs_are_two_dice_at_8_and_hit_no_aircraft() -> None:
    orders = Orders(*BRITISH)
    orders.send("U.K.", "bomber", "Libya", "Tunisia")
    flyer = orders.put("Tunisia", "Germany", "fighter")
    foot = orders.put("Tunisia", "Germany", "infantry")
    fighting = orders.begin(8, 8, MISS, MISS).stay("guns")
    fighting.do(Gunnery())
    assert sorted(values(fighting)[0] + values(fighting)[1])[:2] == [("bomber", 8)] * 2
    assert fighting.where(*flyer, *foot) == ["Tunisia", None]


def test_WG_BMB_008_009_010_guns_are_one_die_at_2_that_hits_aircraft_too() -> None:
    orders = Orders(*BRITISH)
    plane = orders.send("U.K.", "bomber", "Libya", "Tunisia")
    flyer = orders.put("Tunisia", "Germany", "fighter")
    fighting = orders.begin(2, MISS, MISS, 8, 8).stay("guns")
    fighting.do(Gunnery(units=plane))
    assert values(fighting)[0] == [("bomber", 2)]
    assert fighting.where(*flyer) == [None]


def test_WG_BMB_007_a_bomber_that_defends_rolls_at_2() -> None:
    orders = Orders(*BRITISH)
    orders.send("U.K.", "fighter", "Libya", "Tunisia", number=2)
    orders.put("Tunisia", "Germany", "bomber")
    fighting = orders.begin(MISS, MISS, 2).stay("battle", "retreats Tunisia attacker")
    assert values(fighting)[1] == [("bomber", 2)]
    assert fighting.where(1, 2).count(None) == 1


def test_WG_BB_002_003_004_005_CMB_025_a_battleship_rolls_8_and_6_until_it_is_damaged() -> None:
    fighting = at_sea({"battleship": 1}, {"battleship": 1}, 8, 6, MISS, MISS)
    assert values(fighting)[:2] == [[("battleship", 8)], [("battleship", 6)]]
    assert fighting.results() == {"NA-8": "attacker wins"}
    fighting = at_sea({"battleship": 1}, {"battleship": 1}, 8, 7, MISS, MISS, *[MISS] * 8)
    fighting.do(Withdraw()).stay("retreats NA-8 attacker", "battle")
    assert fighting.game.state.unit(2).damage == 1
    assert values(fighting)[-1] == [("battleship", 8)]


def test_WG_BB_006_damage_of_this_round_leaves_a_defender_both_dice() -> None:
    fighting = at_sea({"destroyer": 1}, {"battleship": 1}, 5, MISS, MISS)
    assert values(fighting)[1:3] == [[("battleship", 8)], [("battleship", 6)]]
    assert fighting.game.state.unit(2).damage == 1
    # The damage counts once the line is cleared: nothing is left of it as the round ends.
    changes = [e for e in fighting.events(ev.UnitsConverted) if isinstance(e, ev.UnitsConverted)]
    assert [(e.reason, e.gained, e.lost) for e in changes] == [
        ("hit", (FRESH,), ()), ("hit", (), (FRESH,)),
    ]  # fmt: skip


def test_WG_DD_002_003_004_CV_002_003_destroyers_and_carriers() -> None:
    fighting = at_sea({"destroyer": 1}, {"destroyer": 1}, 5, 5)
    assert values(fighting)[:2] == [[("destroyer", 5)], [("destroyer", 5)]]
    assert fighting.where(1, 2) == [None, None]
    fighting = at_sea({"aircraft carrier": 1}, {"aircraft carrier": 1}, MISS, MISS)
    assert values(fighting)[:2] == [[("aircraft carrier", 2)], [("aircraft carrier", 4)]]


def test_WG_CV_005_fighters_of_a_carrier_defend_its_zone() -> None:
    fighting = at_sea({"destroyer": 1}, {"aircraft carrier": 1, "fighter": 2}, MISS, *[MISS] * 3)
    assert values(fighting)[1].count(("fighter", 6)) == 2


def test_WG_SUB_002_003_010_who_is_hit_from_ambush_in_round_1_does_not_fire_back() -> None:
    fighting = at_sea({"submarine": 1}, {"destroyer": 1}, 4)
    assert fighting.results() == {"NA-8": "attacker wins"}
    assert values(fighting) == [[("submarine", 4)]]


def test_WG_SUB_011_from_round_2_on_it_does() -> None:
    fighting = at_sea({"submarine": 1}, {"destroyer": 1}, MISS, MISS, 4, 5)
    fighting.stay()
    assert fighting.where(1, 2) == [None, None]


def test_WG_SUB_012_a_transport_never_fires_back_at_a_submarine() -> None:
    fighting = at_sea({"submarine": 1}, {"transport": 1}, MISS, MISS, 4)
    fighting.stay()
    assert fighting.rolled() == [
        ("NA-8", "attacker", 1), ("NA-8", "defender", 1), ("NA-8", "attacker", 1),
    ]  # fmt: skip
    assert fighting.results() == {"NA-8": "attacker wins"}


def test_WG_SUB_013_an_ambush_takes_the_6_of_a_battleship() -> None:
    fighting = at_sea({"submarine": 1}, {"battleship": 1}, 1, MISS)
    assert values(fighting) == [[("submarine", 4)], [("battleship", 8)]]


def test_WG_SUB_014_two_hits_or_one_on_a_damaged_battleship_take_its_whole_roll() -> None:
    assert len(values(at_sea({"submarine": 2}, {"battleship": 1}, 1, 1))) == 1
    assert len(values(at_sea({"submarine": 1}, {"battleship": 1}, 1, damaged=1))) == 1


def test_WG_SUB_015_submarines_that_defend_have_no_ambush() -> None:
    fighting = at_sea({"destroyer": 1}, {"submarine": 1}, 5, 4)
    assert fighting.where(1, 2) == [None, None]


def test_WG_SUB_004_005_submarines_hit_ships_only() -> None:
    orders = Orders(*BRITISH)
    plane = orders.send("U.K.", "fighter", "NA-7", "NA-8")
    ship = orders.send("U.K.", "destroyer", "NA-7", "NA-8")
    orders.put("NA-8", "Germany", "submarine", 2)
    fighting = orders.begin(MISS, MISS, 1, 1).stay("retreats NA-8 attacker")
    assert fighting.where(*plane, *ship) == ["NA-8", None]


def test_WG_SUB_006_aircraft_alone_hunt_submarines_at_half_their_values() -> None:
    assert values(at_sea({"fighter": 1}, {"submarine": 1}, MISS))[0] == [("fighter", 2)]
    found = values(at_sea({"bomber": 1}, {"submarine": 1}, MISS, MISS))
    assert sorted(found[0] + found[1]) == [("bomber", 4)] * 2


def shot_at(escort: str = "") -> Fighting:
    """A bomber's guns hit, perhaps beside a ship, where a carrier, a fighter and a boat defend."""
    orders = Orders(*BRITISH)
    plane = orders.send("U.K.", "bomber", "NA-7", "NA-8")
    if escort:
        orders.send("U.K.", escort, "NA-7", "NA-8")
    for kind in ("aircraft carrier", "fighter", "submarine"):
        orders.put("NA-8", "Germany", kind)
    fighting = orders.begin(*[MISS] * (escort == "submarine"), 2, 2, *[MISS] * 9)
    return fighting.stay("guns").do(Gunnery(units=plane)).stay("casualties")


@pytest.mark.parametrize("escort", ["", "destroyer", "submarine", "transport"])
def test_WG_SUB_006_007_009_BMB_010_guns_of_aircraft_alone_hit_no_submarine_either(
    escort: str,
) -> None:
    decision = shot_at(escort).game.decision
    assert decision is not None
    units = shot_at(escort).game.state.units
    hit = {units[i].type for i in decision.units}
    found = {"submarine"} if escort in ("destroyer", "submarine") else set[str]()
    assert hit == {"aircraft carrier", "fighter"} | found


@pytest.mark.parametrize("escort", ["battleship", "destroyer", "aircraft carrier", "submarine"])
def test_WG_SUB_007_not_beside_a_combat_ship(escort: str) -> None:
    fighting = at_sea({"fighter": 1, escort: 1}, {"submarine": 1}, *[MISS] * 4)
    assert any(("fighter", 4) in dice for dice in values(fighting))


def test_WG_SUB_008_nor_do_aircraft_that_defend() -> None:
    orders = Orders(*BRITISH)
    orders.send("U.K.", "submarine", "NA-7", "NA-8")
    orders.put("NA-8", "Germany", "transport")
    orders.put("NA-8", "Germany", "fighter")
    fighting = orders.begin(MISS, MISS, MISS).stay("retreats NA-8 attacker")
    assert ("fighter", 3) in [die for dice in values(fighting) for die in dice]
    orders.put("NA-8", "Germany", "destroyer")
    fighting = orders.begin(MISS, MISS, MISS, MISS).stay("retreats NA-8 attacker")
    assert ("fighter", 6) in [die for dice in values(fighting) for die in dice]


def test_WG_SUB_009_TRN_011_012_transports_neither_attack_nor_find_submarines() -> None:
    fighting = at_sea({"fighter": 1, "transport": 1}, {"submarine": 1}, MISS, 1)
    assert values(fighting)[0] == [("fighter", 2)]
    assert fighting.where(2) == [None]


def test_WG_TRN_013_what_is_aboard_is_lost_with_its_transport() -> None:
    orders = Orders(*BRITISH)
    (ship,) = orders.send("U.K.", "transport", "NA-7", "NA-8")
    aboard = orders.put(ship, "U.K.", "infantry", 2)
    orders.send("U.K.", "destroyer", "NA-7", "NA-8")
    orders.put("NA-8", "Germany", "destroyer")
    fighting = orders.begin(MISS, 1).stay("casualties").lose(ship)
    assert fighting.where(ship, *aboard) == [None, None, None]


def test_WG_TRN_015_a_transport_defends_at_2() -> None:
    assert values(at_sea({"destroyer": 1}, {"transport": 1}, MISS, 2))[1] == [("transport", 2)]


def test_WG_MNC_001_004_CMB_001_022_both_nations_of_a_force_fight_one_battle() -> None:
    orders = Orders(*BRITISH)
    british = orders.send("U.K.", "infantry", "Libya", "Tunisia")
    french = orders.send("France", "infantry", "Algeria", "Tunisia")
    orders.put("Tunisia", "Germany", "infantry")
    fighting = orders.begin(MISS, MISS, 1).stay("casualties")
    assert [x.space for x in fighting.game.state.battles.values()] == ["Tunisia"]
    assert set(fighting.game.decision.units if fighting.game.decision else ()) == {
        *british,
        *french,
    }


def test_WG_MNC_006_joint_conquerors_choose_who_owns_the_land() -> None:
    orders = Orders(*GERMANS)
    orders.send("Germany", "infantry", "Libya", "Egypt")
    orders.send("Italy", "infantry", "Libya", "Egypt")
    fighting = orders.begin()
    assert fighting.asked == "owner"
    assert fighting.refused(Own(nation="Japan")) == "WG-MNC-006"
    fighting.do(Own(nation="Italy"))
    assert fighting.game.state.control["Egypt"] == "Italy"


def test_WG_GEN_017_a_General_takes_the_land_for_his_nation() -> None:
    orders = Orders(*GERMANS)
    orders.send("Germany", "infantry", "Libya", "Egypt")
    orders.send("Italy", "infantry", "Libya", "Egypt")
    orders.put("Egypt", "Italy", "general")
    assert orders.begin().game.state.control["Egypt"] == "Italy"


def test_WG_GEN_018_two_Generals_leave_the_choice() -> None:
    orders = Orders(*GERMANS)
    for power in GERMANS:
        orders.send(power, "infantry", "Libya", "Egypt")
        orders.put("Egypt", power, "general")
    fighting = orders.begin()
    assert fighting.asked == "owner"
    assert fighting.game.decision is not None
    assert fighting.game.decision.rule == "WG-GEN-018"


def test_WG_GEN_002_003_004_005_a_General_raises_land_units_of_his_nation_alone() -> None:
    orders = Orders(*GERMANS)
    orders.send("Germany", "infantry", "Libya", "Egypt")
    orders.send("Italy", "infantry", "Libya", "Egypt")
    orders.send("Germany", "fighter", "Libya", "Egypt")
    orders.put("Egypt", "Germany", "general")
    orders.put("Egypt", "U.K.", "general")
    orders.put("Egypt", "U.K.", "infantry", 2)
    fighting = orders.begin(MISS, MISS, MISS, MISS, MISS).stay("retreats Egypt attacker")
    rolled = [die for dice in values(fighting) for die in dice]
    assert sorted(rolled) == [
        ("fighter", 4), ("infantry", 2), ("infantry", 3), ("infantry", 5), ("infantry", 5),
    ]  # fmt: skip


def test_WG_GEN_011_014_a_General_falls_with_the_last_attacker() -> None:
    orders = Orders(*GERMANS)
    orders.send("Germany", "infantry", "Libya", "Egypt", number=2)
    (leader,) = orders.put("Egypt", "Germany", "general")
    orders.put("Egypt", "U.K.", "infantry", 2)
    assert orders.begin(MISS, MISS, 1, 1).stay().where(leader) == [None]
    assert orders.begin(MISS, MISS, 1, MISS).stay("battle", "retreats Egypt attacker").where(
        leader
    ) == ["Egypt"]


def test_WG_GEN_012_a_defending_General_falls_only_with_the_land() -> None:
    orders = Orders(*GERMANS)
    orders.send("Germany", "fighter", "Libya", "Egypt")
    (leader,) = orders.put("Egypt", "U.K.", "general")
    orders.put("Egypt", "U.K.", "infantry")
    assert orders.begin(1, MISS).stay().where(leader) == ["Egypt"]
    orders.send("Germany", "infantry", "Libya", "Egypt")
    assert orders.begin(1, MISS, MISS).stay().where(leader) == [None]


def test_WG_GEN_007_008_016_a_General_retreats_from_round_2_and_dies_with_the_last_unit() -> None:
    orders = Orders(*GERMANS)
    orders.send("Germany", "infantry", "Libya", "Egypt", number=2)
    (leader,) = orders.put("Egypt", "Germany", "general")
    orders.put("Egypt", "U.K.", "infantry", 2)
    fighting = orders.begin(MISS, MISS, MISS, MISS, 3, 3, 1, 1).stay("retreats Egypt attacker")
    fighting.do(Withdraw(to={leader: "Egypt"})).stay()
    assert values(fighting)[0] == [("infantry", 3)] * 2
    assert values(fighting)[2] == [("infantry", 2)] * 2
    assert fighting.where(leader) == [None]


def test_WG_GEN_010_a_defending_General_retreats_to_any_friendly_land_of_the_world() -> None:
    orders = Orders(*GERMANS)
    orders.send("Germany", "infantry", "Libya", "Egypt")
    (leader,) = orders.put("Egypt", "U.K.", "general")
    orders.put("Egypt", "U.K.", "infantry")
    fighting = orders.begin(MISS, MISS, 1, MISS).stay("retreats Egypt defender")
    assert fighting.refused(Withdraw(to={leader: "Germany"})) == "WG-GEN-010"
    fighting.do(Withdraw(to={leader: "India"})).stay()
    assert values(fighting)[1] == [("infantry", 4)]
    assert fighting.where(leader) == ["India"]


def test_WG_TER_003_007_rolls_of_10_to_12_kill_who_attacked_across_harsh_terrain() -> None:
    orders = Orders(*BRITISH, control={"Algeria": "Germany"})
    foot = orders.send("France", "infantry", "Rio de Oro", "Algeria", number=2)
    orders.send("U.K.", "fighter", "Rio de Oro", "Algeria")
    orders.put("Algeria", "Germany", "infantry", 2)
    fighting = orders.begin(12, 9, 10, MISS, MISS).stay("retreats Algeria attacker")
    assert fighting.where(*foot, 3) == ["Algeria", None, "Algeria"]


def test_WG_TER_004_even_into_empty_land() -> None:
    orders = Orders(*BRITISH, control={"Algeria": "Germany"})
    foot = orders.send("France", "infantry", "Rio de Oro", "Algeria", number=2)
    fighting = orders.begin(10, 9).stay()
    assert sorted(map(str, fighting.where(*foot))) == ["Algeria", "None"]
    assert fighting.results() == {"Algeria": "attacker takes"}


def test_WG_PAR_009_010_012_paratroopers_fight_on_without_their_bomber() -> None:
    orders = Orders(*BRITISH)
    (plane,) = orders.send("U.K.", "bomber", "Libya", "Tunisia")
    men = orders.put(plane, "U.K.", "infantry", 2)
    orders.task(men, "drop", "Tunisia")
    orders.put("Tunisia", "Germany", "infantry", 3)
    fighting = orders.begin(*[MISS] * 4, MISS, MISS, MISS).stay("retreats Tunisia defender")
    assert fighting.where(plane, *men) == ["Tunisia"] * 3
    fighting.do(Withdraw()).stay("battle", "retreats Tunisia defender")
    assert all(fighting.game.state.unit(i).place == "Tunisia" for i in men)
    taking = {
        i for p in next(iter(fighting.game.state.battles.values())).participants for i in p.units
    }
    assert plane not in taking
    assert set(men) <= taking


def test_WG_FER_001_002_the_attacker_goes_from_battle_to_battle_after_each_round() -> None:
    orders = Orders(*BRITISH)
    orders.send("U.K.", "infantry", "Libya", "Tunisia")
    orders.put("Tunisia", "Germany", "infantry")
    orders.send("U.K.", "infantry", "Burma", "Thailand")
    orders.put("Thailand", "Japan", "infantry")
    fighting = orders.begin(*[MISS] * 12)
    assert fighting.asked == "battle"
    for space in ("Tunisia", "Tunisia", "Thailand", "Tunisia"):
        fighting.fight(space).stay("battle")
    assert [space for space, role, _ in fighting.rolled() if role == "attacker"] == [
        "Tunisia", "Tunisia", "Thailand", "Tunisia",
    ]  # fmt: skip
    assert fighting.refused(Fight(battle="elsewhere")) == "WG-CMB-022"


def test_WG_CMB_016_hits_that_fall_on_nothing_of_their_sort_are_refused() -> None:
    orders = Orders(*BRITISH)
    orders.send("U.K.", "bomber", "Libya", "Tunisia")
    (flyer,) = orders.put("Tunisia", "Germany", "fighter")
    orders.put("Tunisia", "Germany", "infantry")
    orders.put("Tunisia", "Germany", "armor")
    fighting = orders.begin(1, MISS, MISS, MISS, MISS).stay("casualties")
    assert fighting.refused(Casualties(hits={flyer: 1})) == "WG-CMB-016"
    assert fighting.refused(Casualties(hits={})) == "WG-CMB-005"
    assert fighting.refused(Casualties(hits={99: 1})) == "WG-CMB-012"
    with pytest.raises(RuleViolation):
        fighting.do(Casualties(hits={3: 2}))
