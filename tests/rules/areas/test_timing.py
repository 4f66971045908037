"""Orders that are not asked for: a phase says which it takes, and refusals elsewhere name it."""

from __future__ import annotations

from types import MappingProxyType

import pytest

from a4a import boards
from a4a.core.dice import SeededDice
from a4a.core.errors import RuleViolation
from a4a.rules import Game
from a4a.rules.areas.orders import Move, Place, Scramble
from a4a.rules.areas.phases.conduct_combat import ConductCombat
from a4a.rules.areas.phases.deploy_aircraft import DeployDefendingAircraft
from a4a.rules.areas.phases.mobilize import MobilizeNewUnits
from a4a.rules.areas.phases.purchase import PurchaseAndRepair
from a4a.rules.areas.ruleset.flow import AreasRuleset
from a4a.rules.areas.system import System
from a4a.rules.order import Order
from a4a.rules.systems.global1940 import FAMILY


class Muster(MobilizeNewUnits):
    """Placement, as a game calls it that no book has."""

    name = "Muster"
    takes = MappingProxyType({"Place": "recruits are mustered"})


class Reserves(Muster):
    """Another phase that takes the same."""

    name = "Reserves"


@pytest.fixture
def game() -> Game:
    """A game that buys, lets aircraft rise in a phase of its own, fights, and places twice."""
    system = System(boards.load("europe1940"), games=("both", "europe"), options=FAMILY.options)
    phases = (
        PurchaseAndRepair(system), DeployDefendingAircraft(system),
        ConductCombat(system, asks=()), Muster(system), Reserves(system),
    )  # fmt: skip
    return Game(AreasRuleset(system, lambda: phases), dice=SeededDice(1))


def refusal(game: Game, order: Order) -> str:
    with pytest.raises(RuleViolation) as caught:
        game.do(order)
    return str(caught.value)


def test_an_order_of_other_phases_is_refused_with_all_that_take_it(game: Game) -> None:
    said = refusal(game, Place((1,), "Germany"))
    assert "recruits are mustered in the Muster and Reserves phases" in said
    assert "it is Purchase and Repair Units now" in said


def test_a_phase_that_does_not_ask_who_scrambles_does_not_take_it(game: Game) -> None:
    said = refusal(game, Scramble({}))
    assert "aircraft scramble in the Deploy Defending Aircraft phase;" in said


def test_an_order_that_no_phase_takes_is_refused_as_not_asked_for(game: Game) -> None:
    said = refusal(game, Move((1,), ("Germany", "Poland")))
    assert "phase;" not in said
    assert "buy" in said
