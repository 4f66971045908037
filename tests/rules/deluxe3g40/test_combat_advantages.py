"""What rounds of the game change in battles: German submarines before Enigma, banzai attacks."""

from __future__ import annotations

import pytest

from a4a.analysis.forces import in_words
from a4a.rules.areas.combat.marks import marks_of
from a4a.rules.areas.odds.engagement import engagement
from a4a.rules.fight import Band
from tests.rules.areas.positions import rules
from tests.rules.deluxe3g40.battles import SYSTEM, agree, fought, model
from tests.rules.deluxe3g40.positions import position

RIFLES = "regular infantry"
GERMANY, ITALY, JAPAN, UK, FRANCE = "Germany", "Italy", "Japan", "United Kingdom", "France"
STRIKES = {"attacker's surprise strike", "defender's surprise strike"}


@pytest.mark.parametrize(
    ("round", "powers", "step"),
    [
        (1, (GERMANY, UK), "attacker's surprise strike"),
        (2, (GERMANY, UK), "attacker's surprise strike"),
        (3, (GERMANY, UK), ""),
        (2, (UK, GERMANY), "defender's surprise strike"),
        (3, (UK, GERMANY), ""),
        (2, (ITALY, UK), ""),
        (2, (UK, ITALY), ""),
    ],
)
def test_DX_SEA_024_ADV_008_009_destroyers_meet_a_first_strike_of_german_boats_in_rounds_1_and_2(
    round: int, powers: tuple[str, str], step: str
) -> None:
    """R-423."""
    sides = {"submarine": 1}, {"destroyer": 1, "cruiser": 1}
    attacks = powers[0] in (GERMANY, ITALY)
    found = fought("sea", *(sides if attacks else sides[::-1]), powers=powers, round=round)
    assert STRIKES.intersection(found.steps) == ({step} if step else set())
    assert "attacker may submerge" not in found.steps
    assert "defender may submerge" not in found.steps
    rolled = [kind for _, kind, _ in found.fired]
    assert rolled.count("submarine") == 1


def test_DX_SEA_024_what_a_boat_sinks_before_enigma_fires_no_more() -> None:
    found = fought("sea", {"submarine": 1}, {"destroyer": 1}, [3], round=1)
    assert found.steps == ["attacker's surprise strike"]
    assert found.left() == {}


WITH_GUNS = {RIFLES: 2, "mechanized infantry": 1, "light artillery": 1}


@pytest.mark.parametrize(
    ("round", "power", "values"),
    [
        (11, JAPAN, [2, 2, 3, 3, 1, 1, 2, 2]),
        (10, JAPAN, [1, 1, 2, 2, 1, 1, 2, 2]),
        (11, GERMANY, [1, 1, 2, 2, 1, 1, 2, 2]),
    ],
)
def test_DX_ADV_020_021_banzai_attacks_hit_on_3_in_the_first_round_and_no_guns_help_them_in_it(
    round: int, power: str, values: list[int]
) -> None:
    """R-424: the guns help the mechanized infantry then, and in later rounds the infantry."""
    found = fought(
        "land", WITH_GUNS, {"heavy tank": 3}, powers=(power, FRANCE), round=round, rounds=2
    )
    attack = found.values["attack"]
    assert sorted(attack[:4]) + sorted(attack[4:]) == values
    theirs = [Band(RIFLES, 1, marks=("banzai",))]
    (group,) = model("land", {"heavy tank": 1}, theirs).defender.groups
    assert (group.kind.value, dict(group.kind.weapons)) == (2, {})


@pytest.mark.soak
def test_banzai_attacks_and_raiders_come_out_as_the_kernel_plays_them() -> None:
    banzai = [Band(RIFLES, 3, marks=("banzai",)), Band("light artillery", 1),
              Band("mechanized infantry", 1), Band("elite infantry", 1)]  # fmt: skip
    agree("land", banzai, {RIFLES: 3}, powers=(JAPAN, FRANCE), round=11)
    boats = [Band("submarine", 2, marks=("U-boat",)), Band("destroyer", 1)]
    theirs = {"destroyer": 1, "cruiser": 1, "submarine": 1}
    agree("sea", boats, theirs, powers=(GERMANY, UK), round=2)


def test_odds_of_a_board_know_the_round_and_the_power() -> None:
    system = rules(system=SYSTEM).game
    there = {"sea zone 110": {UK: {"destroyer": 1, "submarine": 1}},
             "sea zone 112": {GERMANY: {"submarine": 2}}}  # fmt: skip
    for round in (2, 3):
        state = position(units=there, power=GERMANY, phase="Combat Move", round=round).state
        (band,) = engagement(system, state, "sea zone 110", GERMANY).fight.attacker.bands
        assert band.marks == (("U-boat",) if round == 2 else ())
        foe = next(u for u in state.at("sea zone 110") if u.type == "submarine")
        assert marks_of(system, state, foe) == frozenset()
        assert in_words([band]) == "2 submarines"
