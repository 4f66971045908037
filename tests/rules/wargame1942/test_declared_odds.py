"""Odds of battles of The War Game for which something is declared, as people ask for them."""

from __future__ import annotations

from typing import Any

import pytest

import a4a
from a4a.core.errors import BattleError
from a4a.rules.fight import Army, Band, Fight
from tests.rules.wargame1942.brute import Brute, Policy, force
from tests.rules.wargame1942.empty import rules

LAND = ("infantry", "artillery", "armor", "fighter", "bomber")


def wins(ours: dict[str, int], theirs: dict[str, int], **policy: Any) -> float:
    """How likely the attackers are left alone, by brute force."""
    solver = Brute(Policy(LAND, LAND, **policy), sea=False)
    found = solver.solve(force(ours), force(theirs))
    return sum(chance for (a, d), chance in found.items() if a and not d)


@pytest.mark.parametrize("guns", [False, True])
@pytest.mark.parametrize("against_land", [False, True])
def test_guns_of_bombers_and_flak_on_land_units_are_declared(
    guns: bool, against_land: bool
) -> None:
    """WG-BMB-010, WG-ART-009."""
    ours = {"infantry": 2, "fighter": 1, "bomber": 2}
    theirs = {"infantry": 1, "artillery": 2, "fighter": 1}
    found = a4a.battle(
        "wargame1942", attacker=ours, defender=theirs,
        attacker_loses=("infantry", "fighter", "bomber"),
        defender_loses=("infantry", "artillery", "fighter"),
        attacker_declares={"guns": {"bomber": 2}} if guns else None,
        defender_declares={"against land": {"artillery": 2}} if against_land else None,
    ).odds()  # fmt: skip
    brute = wins(ours, theirs, guns=guns, against_land=against_land)
    assert found.attacker_wins == pytest.approx(brute, abs=1e-12)


def test_what_is_declared_for_some_units_is_not_for_others() -> None:
    asked: dict[str, Any] = {"attacker": {"bomber": 2}, "defender": {"fighter": 1, "infantry": 1}}
    some, none, every = (
        a4a.battle("wargame1942", **asked, attacker_declares={"guns": {"bomber": n}}).odds()
        for n in (1, 0, 2)
    )
    assert len({round(x.attacker_wins, 9) for x in (some, none, every)}) == 3


def test_battleships_that_fire_first_are_declared_or_given_by_the_option() -> None:
    """WG-BUB-002: with the option they all do, at sea."""
    ours, theirs = {"battleship": 1}, {"destroyer": 1}
    declared = a4a.battle("wargame1942", kind="sea", attacker=ours, defender=theirs,
                          attacker_declares={"preemptive": ours}).odds()  # fmt: skip
    fight = Fight("sea", Army((Band("battleship", 1),)), (Army((Band("destroyer", 1),)),))
    option = rules("preemptive battleships").battles.fight(fight).solve()
    plain = rules().battles.fight(fight).solve()
    assert declared.attacker_wins == pytest.approx(option.attacker_wins, abs=1e-12)
    assert plain.attacker_wins < option.attacker_wins


@pytest.mark.parametrize(
    ("game", "declared", "why"),
    [
        ("wargame1942", {"attacker_declares": {"flak": {"bomber": 1}}}, "'guns' and 'preemptive'"),
        ("wargame1942", {"defender_declares": {"guns": {"bomber": 1}}}, "'against land'"),
        ("wargame1942", {"attacker_declares": {"guns": {"fighter": 1}}}, "bomber have"),
        ("wargame1942", {"attacker_declares": {"guns": {"bomber": 3}}}, "3 of 2 'bomber' guns"),
        ("wargame1942", {"attacker_declares": 3}, "not 3"),
        ("global1940", {"attacker_declares": {"guns": {"fighter": 1}}}, "nothing can be here"),
    ],
)
def test_what_cannot_be_declared_is_refused(game: str, declared: Any, why: str) -> None:
    ours = {"fighter": 1, **({"bomber": 2} if game == "wargame1942" else {})}
    with pytest.raises(BattleError, match=why):
        a4a.battle(game, attacker=ours, defender={"infantry": 1}, **declared)
