"""Land that changes hands in combat of The War Game: whose it is, and its factory."""

from __future__ import annotations

import pytest

from a4a.core import events as ev
from a4a.core.units import Unit
from a4a.rules.systems.wargame1942.combat import withdrawals
from tests.rules.wargame1942.declared import Orders
from tests.rules.wargame1942.empty import BRITISH, GERMANS, MISS


@pytest.mark.parametrize(
    ("force", "held_by", "land", "heir", "rule"),
    [
        (("U.S.A.",), "Japan", "India", "U.K.", "WG-POL-001, 006"),
        (("China",), "Japan", "India", "U.K.", "WG-POL-006"),
        (("Germany",), "U.K.", "Libya", "Italy", "WG-POL-002"),
        (("U.S.S.R.",), "Germany", "Syria", "U.S.S.R.", "WG-POL-004"),
        (("China",), "Japan", "Leningrad", "China", "WG-POL-005"),
        (("U.S.A.",), "Japan", "Leningrad", "U.S.S.R.", "WG-POL-008"),
        (("U.S.A.", "China"), "Japan", "Leningrad", "U.S.S.R.", "WG-POL-008"),
        (("Germany",), "U.K.", "Egypt", "Germany", "WG-CMB-019"),
    ],
)
def test_WG_POL_001_002_004_005_006_008_to_whom_land_goes_that_is_taken(
    force: tuple[str, ...], held_by: str, land: str, heir: str, rule: str
) -> None:
    orders = Orders(*force, control={land: held_by})
    for power in force:
        orders.send(power, "infantry", "Gorki", land)
    assert orders.begin().game.state.control[land] == heir, rule


def test_WG_POL_007_Soviets_and_their_allies_stand_on_their_own_land_alone() -> None:
    fighting = Orders(*GERMANS).begin()

    def may(power: str, land: str) -> bool:
        unit = Unit(1, "infantry", power, "Gorki")
        return withdrawals.is_friendly(fighting.system, fighting.game.state, unit, land)

    assert may("U.S.S.R.", "Leningrad")
    assert may("U.K.", "Syria")
    assert not may("U.S.S.R.", "India")
    assert not may("U.K.", "Leningrad")
    assert not may("U.K.", "Germany")


@pytest.mark.parametrize(
    ("land", "owner", "force", "factory", "left"),
    [
        ("Leningrad", "U.S.S.R.", "Germany", "major factory", "major factory"),  # worth 8
        ("Egypt", "U.K.", "Germany", "major factory", "minor factory"),  # worth 4
        ("Egypt", "U.K.", "Germany", "minor factory", "minor factory"),
        ("Burma", "U.K.", "Japan", "minor factory", ""),  # worth 2
        ("Tunisia", "Germany", "France", "minor factory", "minor factory"),  # its own land
    ],
)
def test_WG_FAC_033_034_occupied_land_keeps_the_factory_that_half_its_value_supports(
    land: str, owner: str, force: str, factory: str, left: str
) -> None:
    orders = Orders(force, control={land: owner})
    (works,) = orders.put(land, owner, factory)
    orders.send(force, "infantry", "Gorki", land)
    state = orders.begin().stay().game.state
    assert (state.units[works].type if works in state.units else "") == left
    if left:
        assert state.unit(works).owner == force


def test_WG_SET_016_land_of_their_own_that_they_clear_of_enemies_does_not_change_hands() -> None:
    orders = Orders(*BRITISH, control={"Tunisia": "U.K."})
    orders.send("U.K.", "infantry", "Libya", "Tunisia")
    orders.put("Tunisia", "U.K.", "minor factory")
    orders.put("Tunisia", "Germany", "infantry")
    fighting = orders.begin(1, MISS).stay()
    assert fighting.results() == {"Tunisia": "attacker takes"}
    assert not fighting.events(ev.ControlChanged)
