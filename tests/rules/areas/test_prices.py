"""What a unit costs is its type's price, unless a table says another of a power."""

from __future__ import annotations

from pathlib import Path

import pytest

from a4a.core.errors import RuleViolation
from a4a.rules.areas.economy.market import offers
from a4a.rules.areas.orders import Buy
from tests.rules.areas.made_up import made_up
from tests.rules.areas.positions import position, rules

GERMANY, ITALY = "Germany", "Italy"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A made-up game in which Germany builds tanks for 4."""
    made = made_up(tmp_path_factory.mktemp("mods") / "prices")
    (made / "prices.csv").write_text("unit,power,cost,source\ntank,Germany,4,house\n")
    return made


@pytest.mark.parametrize(("power", "price"), [(GERMANY, 4), (ITALY, 6)])
def test_a_power_pays_its_own_price(folder: Path, power: str, price: int) -> None:
    game = position(money={power: 2 * price}, power=power, game=folder)
    found = offers(rules(system=folder).game, game.state, power)["tank"]
    assert (found.price, found.most) == (price, 2)
    with pytest.raises(RuleViolation, match=f"it costs {3 * price}"):
        game.do(Buy(power, {"tank": 3}))
    game.do(Buy(power, {"tank": 2}))
    assert game.state.money(power, "IPC") == 0
