"""Rockets (p. 41), an advance of the optional research rule."""

from __future__ import annotations

import pytest

from a4a.core.errors import RuleViolation
from a4a.rules.areas.combat import rockets
from a4a.rules.areas.orders import Aim
from a4a.rules.areas.politics.situation import Situation
from tests.rules.areas.battles import Attack, Battle
from tests.rules.areas.positions import one, position, rules

UK, GERMANY, WEST = "United Kingdom", "Germany", "Western Germany"


def ready(dice: list[int], *, damage: int = 0, mine: int = 0) -> Battle:
    """Germany has rockets; it has air bases in the set-up."""
    game = position(
        phase="Combat Move", technologies={GERMANY: ("Rockets",)}, options=("research",),
        damage={(UK, "naval base"): damage, (WEST, "air base"): mine},
    )  # fmt: skip
    return Attack(game).begin(dice)


@pytest.mark.rule("AA-RND-015", "AA-RND-016", "AA-RND-017")
def test_an_air_base_does_a_die_of_damage_to_a_facility_within_4_spaces() -> None:
    battle = ready([4])
    base, port = one(battle.game, WEST, "air base"), one(battle.game, UK, "naval base")
    assert battle.asked == "rockets"
    with pytest.raises(RuleViolation, match="within reach") as refused:
        battle.do(Aim({base: one(battle.game, "Egypt", "naval base")}))
    assert refused.value.rule == "AA-RND-016"
    battle.do(Aim({base: port}))
    assert battle.game.state.unit(port).damage == 4
    assert battle.asked == ""


@pytest.mark.rule("AA-RND-015")
def test_only_operative_bases_of_ones_own_fire() -> None:
    battle = ready([], mine=2)
    theirs, port = one(battle.game, UK, "air base"), one(battle.game, UK, "naval base")
    with pytest.raises(RuleViolation, match="no operative air base") as refused:
        battle.do(Aim({theirs: port}))
    assert refused.value.rule == "AA-RND-015"
    battle.do(Aim({}))
    assert battle.game.state.unit(port).damage == 0
    assert ready([], mine=3).asked == ""


@pytest.mark.rule("AA-RND-019")
def test_damage_beyond_the_maximum_is_lost() -> None:
    """R-074."""
    battle = ready([6], damage=4)
    port = one(battle.game, UK, "naval base")
    battle.do(Aim({one(battle.game, WEST, "air base"): port}))
    assert battle.game.state.unit(port).damage == 6


@pytest.mark.rule("AA-RND-018")
def test_rockets_do_not_cross_neutral_territories() -> None:
    """From Southern France to Gibraltar it is 2 over Spain, and more around it."""
    game = position(control={"Southern France": GERMANY}, technologies={GERMANY: ("Rockets",)},
                    options=("research",))  # fmt: skip
    here = Situation(rules("research").game, game.state, GERMANY)
    assert "Spain" not in rockets.within(here, "Southern France", 4)
    assert "Gibraltar" not in rockets.within(here, "Southern France", 2)
    assert "Gibraltar" in rockets.within(here, "Southern France", 4)


def test_nobody_without_the_technology_is_asked() -> None:
    game = position(phase="Combat Move", options=("research",))
    assert Attack(game).begin().asked == ""
