"""How neutral territories lean as war is declared on those who stand for them."""

from __future__ import annotations

import pytest

from a4a.core.catalog import Catalog, Power
from a4a.core.events import ValueChanged
from a4a.core.position import SpaceValue
from a4a.importers.triplea.leanings import Leanings

NEUTRALS = Power(name="Neutrals", playable=False)


@pytest.mark.parametrize(
    ("sides", "turned"),
    [
        (("Axis", "Allies"), [ValueChanged("Spain", "leaning", "strict", "pro-Allies")]),
        (("Axis",), []),
        (("Axis", "Allies", "Comintern"), []),
    ],
)
def test_strict_neutrals_turn_to_the_one_other_side(sides, turned):
    powers = tuple(Power(name=f"the {side}", side=side) for side in sides)
    catalog = Catalog(
        system="test", dice_sides=6, currency="IPC", powers=(*powers, NEUTRALS), unit_types=()
    )
    leanings = Leanings(catalog, (SpaceValue("Spain", "leaning", "strict"),))
    control = {"Spain": "Neutrals"}
    assert list(leanings.turned("the Axis", "Neutrals", "war", control)) == turned
