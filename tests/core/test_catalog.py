"""The catalog: powers, treasuries and unit types with their numbers."""

from __future__ import annotations

import msgspec
import pytest

from a4a.core.catalog import Catalog, Power, UnitType
from a4a.core.errors import DatasetError
from tests.core.small import CATALOG


def test_powers_and_types_are_found_by_alias() -> None:
    assert CATALOG.power("British").name == "United Kingdom"
    assert CATALOG.unit_type("armour").name == "tank"


def test_sides_come_in_order_of_play_without_neutrals() -> None:
    assert CATALOG.sides == ("Axis", "Allies")
    assert CATALOG.side_of("Italy") == "Axis"
    assert CATALOG.side_of("UK") == "Allies"
    assert CATALOG.side_of("neutrals") == CATALOG.side_of("Atlantis") == CATALOG.side_of(None) == ""


def test_a_power_may_have_two_treasuries_or_none() -> None:
    owners = {name: power.name for name, power in CATALOG.treasuries.items()}
    assert owners == {
        "Italy": "Italy", "UK Europe": "United Kingdom", "UK Pacific": "United Kingdom",
    }  # fmt: skip


def test_a_treasury_of_two_powers_is_refused() -> None:
    catalog = Catalog(
        system="x", dice_sides=6, currency="IPC", unit_types=(),
        powers=(Power(name="A", treasuries=("T",)), Power(name="B", treasuries=("T",))),
    )  # fmt: skip
    with pytest.raises(DatasetError, match="two powers have a treasury 'T'"):
        _ = catalog.treasuries


def test_a_price_may_differ_by_power() -> None:
    assert CATALOG.price("infantry", "Italy") == 4
    assert CATALOG.price("infantry", "United Kingdom") == 3
    assert CATALOG.price("armor", "Italy") == 6


def test_orders_are_those_of_the_tables() -> None:
    assert CATALOG.power_order == {"Italy": 0, "United Kingdom": 1, "neutrals": 2}
    assert list(CATALOG.type_order) == [kind.name for kind in CATALOG.unit_types]


def test_unit_types_of_one_name_are_refused() -> None:
    twice = msgspec.structs.replace(
        CATALOG, unit_types=(UnitType(name="tank", category="land"),) * 2
    )
    with pytest.raises(DatasetError, match="two unit types are named 'tank'"):
        twice.unit_type("tank")


def test_two_types_do_not_share_their_tables_of_numbers() -> None:
    one, other = UnitType(name="a", category="land"), UnitType(name="b", category="land")
    assert one.numbers is not other.numbers
