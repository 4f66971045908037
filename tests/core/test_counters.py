"""Named counters: their sides, and which one a unit shows."""

from __future__ import annotations

import msgspec
import pytest

from a4a.core.catalog import Catalog, Power, UnitType
from a4a.core.counters import Counter, Face
from a4a.core.errors import A4AError, DatasetError
from a4a.core.units import Unit

ARMOR = Counter(
    power="Italy",
    name="1 armor",
    type="armor",
    faces=(Face(3, 0, 5), Face(1, 0, 5)),
    aliases=("1st armor",),
)
CONSCRIPTS = Counter(power="Iraq", name="infantry", type="infantry", faces=(Face(1, 0, 3),))


def catalog(*counters: Counter) -> Catalog:
    return Catalog(
        system="small",
        dice_sides=6,
        currency="points",
        powers=(Power(name="Italy", side="Axis"), Power(name="Iraq"), Power(name="Persia")),
        unit_types=(
            UnitType(name="armor", category="land", cost=4, hits=2, upgrade=2),
            UnitType(
                name="infantry", category="land", cost=2, upgrade=1, upgrades={"Iraq": 3}, hits=2
            ),
        ),
        counters=counters,
    )


@pytest.mark.parametrize(("lost", "combat"), [(0, 3), (1, 1), (2, 1)])
def test_a_counter_shows_the_side_of_the_steps_it_has_lost(lost, combat):
    unit = Unit(1, "armor", "Italy", "2211", lost, (), "1 armor")
    face = catalog(ARMOR).face(unit)
    assert face is not None
    assert face.combat == combat


def test_a_counter_with_a_blank_back_has_one_side():
    unit = Unit(1, "infantry", "Iraq", "3911", 1, (), "infantry")
    assert CONSCRIPTS.steps == 1
    assert catalog(CONSCRIPTS).face(unit) == Face(1, 0, 3)


def test_a_unit_that_is_no_counter_has_no_face():
    assert catalog(ARMOR).face(Unit(1, "armor", "Italy", "2211")) is None
    assert catalog(ARMOR).face(Unit(1, "armor", "Iraq", "2211", 0, (), "1 armor")) is None
    assert catalog().face(Unit(1, "armor", "Italy", "2211", 0, (), "1 armor")) is None


def test_counters_are_found_by_power_name_and_alias():
    two = catalog(ARMOR, CONSCRIPTS)
    assert two.counter("Italy", "1st armor") is two.counter("Italy", "1 Armor")
    assert two.find_counter("Persia", "1 armor") is None
    with pytest.raises(A4AError, match="no Italy counter '2 armor'; did you mean '1 armor'"):
        two.counter("Italy", "2 armor")
    with pytest.raises(A4AError, match="no Persia counter"):
        two.counter("Persia", "1 armor")


def test_two_counters_of_a_power_do_not_share_a_name():
    with pytest.raises(DatasetError, match="two Italy counters are named"):
        catalog(ARMOR, ARMOR).counter("Italy", "1 armor")


def test_a_lost_step_costs_a_power_what_it_pays():
    assert catalog().upgrade_price("infantry", "Iraq") == 3
    assert catalog().upgrade_price("infantry", "Italy") == 1


def test_a_catalog_without_counters_is_written_as_before():
    assert b"counters" not in msgspec.json.encode(catalog())
    assert b'"faces"' in msgspec.json.encode(catalog(ARMOR))
