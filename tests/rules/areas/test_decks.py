"""What a damaged carrier still carries is a number of its type."""

from __future__ import annotations

from pathlib import Path

import pytest

from a4a.core.errors import RuleViolation
from a4a.rules.areas.bases import carriers
from a4a.rules.areas.combat.opening import defenders_at_sea
from a4a.rules.areas.orders import EndPhase
from a4a.rules.areas.politics.situation import Situation
from a4a.rules.game import Game
from tests.rules.areas.made_up import made_up
from tests.rules.areas.moves import go, order
from tests.rules.areas.positions import one, position, rules

UK, ZONE = "United Kingdom", "sea zone 98"
UNITS = "name,numbers.damaged capacity,source\naircraft carrier,1,house\n"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return made_up(tmp_path_factory.mktemp("mods") / "decks", units=UNITS)


def hurt(folder: Path, kind: str = "aircraft carrier", power: str = "France") -> Game:
    """A damaged British carrier off Syria, where the French have two fighters."""
    return position(
        units={"Syria": {"France": {"fighter": 2}}, ZONE: {UK: {kind: 1}}},
        damage={(ZONE, "aircraft carrier"): 1},
        power=power, phase="Noncombat Move", game=folder,
    )  # fmt: skip


def test_a_damaged_carrier_takes_as_many_as_it_says(folder: Path) -> None:
    game = hurt(folder)
    carrier = one(game, ZONE, "aircraft carrier")
    go(game, "fighter", "Syria", ZONE, aboard=carrier)
    with pytest.raises(RuleViolation, match="no room aboard the carrier"):
        game.do(order(game, "fighter", "Syria", ZONE, aboard=carrier))
    game.do(EndPhase())
    assert [unit.owner for unit in game.state.at(carrier)] == ["France"]


def test_its_guests_take_off_and_fight(folder: Path) -> None:
    game = hurt(folder, "aircraft carrier: France's fighter")
    germany = Situation(rules(system=folder).game, game.state, "Germany")
    kinds = [unit.type for unit in defenders_at_sea(germany, ZONE)]
    assert kinds == ["aircraft carrier", "fighter"]
    go(game, "fighter", ZONE, "Syria")


def test_its_own_aircraft_find_as_many_places(folder: Path) -> None:
    game = position(
        units={ZONE: {UK: {"aircraft carrier": 1, "fighter": 2}}},
        damage={(ZONE, "aircraft carrier"): 1},
        power=UK, phase="Noncombat Move", game=folder,
    )  # fmt: skip
    system = rules(system=folder).game
    assert carriers.spare_places(system, game.state, UK, ZONE) == -1
