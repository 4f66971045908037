"""Orders of The War Game that make no sense are refused in words that say what does."""

from __future__ import annotations

import pytest

from a4a.core.units import Unit
from a4a.rules.systems.wargame1942.declaring.lifts import TRAINED
from a4a.rules.systems.wargame1942.orders import Build, Train
from tests.rules.wargame1942.empty import AMERICANS, BRITISH, GERMANS, REFUSALS
from tests.rules.wargame1942.ordered import Table
from tests.rules.wargame1942.standing import BUILD, PRODUCTION, Board


def test_WG_GEN_006_a_General_joins_one_attack() -> None:
    table = Table(*GERMANS)
    (leader,) = table.put("Germany", "Germany", "general")
    men = table.put("Smolensk", "Germany", "infantry", 2)
    table.put("Central Russia", "U.S.S.R.", "infantry")
    table.put("Leningrad", "U.S.S.R.", "infantry")
    game = (
        table.orders()
        .send(men, "Smolensk", "Central Russia")
        .send(leader, "Germany", "Central Russia")
    )
    assert game.no(leader, "Central Russia", "Leningrad") == "WG-GEN-006"


def test_WG_PAR_006_nobody_jumps_after_combat() -> None:
    table = Table(*BRITISH)
    (plane,) = table.put("Great Britain", "U.K.", "bomber")
    (man,) = table.put("Great Britain", "U.K.", "infantry")
    table.units[man - 1] = Unit(man, "infantry", "U.K.", "Great Britain", 0, frozenset({TRAINED}))
    table.put("Denmark", "Germany", "infantry")
    flight = ("Great Britain", "North Sea", "Denmark")
    assert table.noncombat().no(man, *flight, aboard=plane, task="drop") == "WG-PAR-006"


def test_WG_ART_012_no_unit_but_artillery_gives_support_shots() -> None:
    table = Table(*GERMANS)
    men = table.put("Smolensk", "Germany", "infantry", 2)
    table.put("Central Russia", "U.S.S.R.", "infantry")
    game = table.orders().send(men[0], "Smolensk", "Central Russia")
    assert game.no(men[1], "Smolensk", task="support", target="Central Russia") == "WG-ART-012"


def test_what_is_no_task_at_all_is_refused() -> None:
    table = Table(*AMERICANS)
    (ship,) = table.put("Hawaii Sea Zone", "U.S.A.", "destroyer")
    game = table.orders()
    assert game.no(ship, "Hawaii Sea Zone", task="parade", target="NP-10") == "WG-CMO-001"
    assert game.no(ship, "Hawaii Sea Zone", task="bombard") == "WG-BB-022"
    assert game.no(ship, "Hawaii Sea Zone", task="pass", target="nowhere") == "WG-NPT-006"


def test_cargo_and_what_is_ashore_are_ordered_apart() -> None:
    table = Table(*BRITISH)
    (ship,) = table.put("Gibraltar Sea Zone", "U.K.", "transport")
    (man,) = table.put(ship, "U.K.", "infantry")
    (other,) = table.put("Gibraltar", "U.K.", "infantry")
    table.put("Algeria", "Germany", "infantry")
    game = table.orders()
    assert game.no((other, man), "Gibraltar", "Algeria") == "WG-CMO-001"
    landing = ("Gibraltar Sea Zone", "Algeria")
    assert game.no(man, *landing, task="assault", target="Algeria") == "WG-AMP-005"


def test_every_refusal_cites_a_rule_also_of_what_makes_no_sense() -> None:
    table = Table(*BRITISH)
    (ship,) = table.put("Gibraltar Sea Zone", "U.K.", "transport")
    (man,) = table.put(ship, "U.K.", "infantry")
    (other,) = table.put("Gibraltar", "U.K.", "infantry")
    table.put("Algeria", "Germany", "infantry")
    assert table.noncombat().no((other, man), "Gibraltar", "Algeria") == "WG-NCM-005"
    assert all("WG-" in line for line in REFUSALS.read_text(encoding="utf-8").splitlines())


@pytest.mark.parametrize("units", [{}, {"infantry": 0}, {"infantry": -1}])
def test_WG_BLD_001_what_is_built_has_a_number(units: dict[str, int]) -> None:
    turn = Board("U.S.S.R.", money={"U.S.S.R.": 30}).enter(BUILD)
    assert turn.refused(Build(units, "Leningrad")) == "WG-BLD-001"


def test_WG_FAC_010_what_one_type_leaves_another_has() -> None:
    board = Board("U.S.S.R.", money={"U.S.S.R.": 90})
    board.put("Leningrad", "U.S.S.R.", "minor factory")
    assert board.enter(BUILD).refused(Build({"armor": 2, "artillery": 2}, "Leningrad"))


def test_WG_PAR_002_who_is_trained_is_named_once() -> None:
    board = Board("U.S.S.R.", money={"U.S.S.R.": 30})
    board.put("Leningrad", "U.S.S.R.", "major factory")
    (man,) = board.put("Leningrad", "U.S.S.R.", "infantry")
    turn = board.enter(PRODUCTION)
    assert turn.refused(Train(())) == "WG-PAR-002"
    assert turn.refused(Train((man, man))) == "WG-PAR-002"
