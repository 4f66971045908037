"""Rounds of combat on land in The War Game: dice, casualties, targets, the casualty line."""

from __future__ import annotations

import pytest

from a4a.core import events as ev
from a4a.core.errors import RuleViolation
from a4a.rules.areas.orders import Casualties
from a4a.rules.systems.wargame1942.orders import Gunnery, Withdraw
from tests.rules.wargame1942.declared import Fighting, Orders
from tests.rules.wargame1942.empty import BRITISH, MISS
from tests.rules.wargame1942.fought import at_sea, values


def duel(attacker: str, defender: str, *dice: int, many: int = 1, against: int = 1) -> Fighting:
    """British land units in Libya attack Germans in Tunisia."""
    orders = Orders(*BRITISH)
    orders.send("U.K.", attacker, "Libya", "Tunisia", number=many)
    orders.put("Tunisia", "Germany", defender, against)
    return orders.begin(*dice).stay("retreats Tunisia attacker", "battle", "casualties")


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
