"""National Advantages, the last part of the missions phase; and what rounds let be built."""

from __future__ import annotations

from typing import Any

import pytest

from a4a.rules.areas.economy.build_queue import paid
from a4a.rules.areas.politics import neutrals
from a4a.rules.areas.politics.limits import not_for_sale
from a4a.rules.game import Game
from tests.rules.deluxe3g40.missions import (
    AMERICA,
    FRANCE,
    GERMANY,
    ITALY,
    JAPAN,
    RUSSIA,
    SYSTEM,
    UK,
    begun,
    rules,
)  # fmt: skip
from tests.rules.deluxe3g40.positions import position

PART = "National Advantages"


def brought(round: int, **how: Any) -> Game:
    """A game in which the advantages of a round have been given."""
    return begun(PART, round=round, **how)


def test_DX_ADV_006_007_a_radar_tower_half_paid_for_uk_europe_as_round_1_ends() -> None:
    for number in (1, 2):
        queue = brought(number).state.at(SYSTEM.catalog.queue("UK Europe"))
        found = [(u.type, paid(u)) for u in queue]
        assert found == ([("radar tower", 5)] if number == 1 else [])
    state = position(power=UK, phase="Combat Move", round=2).state
    assert not_for_sale(SYSTEM, state, UK, "radar tower") is None


JOINED = {"Argentina": AMERICA, "Colombia": AMERICA, "Spain": UK, "Turkey": UK, "Liberia": UK,
          "Afghanistan": UK, "Olgiy": RUSSIA, "Central Mongolia": RUSSIA}  # fmt: skip


def test_DX_ADV_022_023_the_diplomatic_alliance_of_round_11() -> None:
    """All strict neutrals, with their armies, also those without; pro-neutrals stay."""
    state = brought(11).state
    for space, power in JOINED.items():
        assert state.control[space] == power
        assert {u.owner for u in state.at(space) if u.type == "regular infantry"} <= {power}
    assert not any(neutrals.is_strict(state, s.name) for s in SYSTEM.board.spaces)
    for space in ("Bulgaria", "Greece", "Brazil"):
        assert neutrals.is_neutral(SYSTEM, state, space)
    taken = brought(11, control={"Spain": GERMANY}).state
    assert taken.control["Spain"] == GERMANY
    assert neutrals.is_strict(brought(10).state, "Spain")


def test_DX_ADV_024_SMP_157_the_bomb_ends_the_war_in_round_12() -> None:
    assert brought(12).state.victors == SYSTEM.players_of("Allies")
    assert not brought(11).state.victors


def test_DX_ADV_001_SMP_003_the_calendar_and_what_comes_first_and_last() -> None:
    """Odd rounds are winter, so winter strikes in them (`test_situations`)."""
    turns = rules().turns(1)
    missions = turns[-1].phases
    assert missions[0] == "Special Situations"
    assert missions[-1] == PART
    assert set(turns[-1].force) == set(SYSTEM.order_of_play)


BUILT = [
    ("DX-ADV-003", GERMANY, "super battleship", 1),
    ("DX-ADV-003", JAPAN, "super battleship", 1),
    ("DX-ADV-006", UK, "radar tower", 2),
    ("DX-ADV-011", AMERICA, "super battleship", 4),
    ("DX-ADV-013", RUSSIA, "rocket artillery", 5),
    ("DX-ADV-014", GERMANY, "Tiger tank", 6),
    ("DX-ADV-017", AMERICA, "Essex carrier", 8),
    ("DX-ADV-018", GERMANY, "jet fighter", 9),
    ("DX-ADV-019", AMERICA, "super fortress", 10),
]


@pytest.mark.rule(
    "DX-ADV-002", "DX-ADV-003", "DX-ADV-006", "DX-ADV-011", "DX-ADV-013", "DX-ADV-014",
    "DX-ADV-017", "DX-ADV-018", "DX-ADV-019", "DX-ADV-025",
)  # fmt: skip
@pytest.mark.parametrize(("rule", "power", "kind", "first"), BUILT)
def test_a_specialised_unit_is_for_sale_from_the_round_after_its_own(
    rule: str, power: str, kind: str, first: int
) -> None:
    """And to nobody else, ever."""
    makers = {p for _, p, k, _ in BUILT if k == kind}
    for number in range(1, 13):
        state = position(power=power, phase="Combat Move", round=number).state
        assert (not_for_sale(SYSTEM, state, power, kind) is None) is (number >= first), rule
        for other in {UK, ITALY, FRANCE, RUSSIA, GERMANY} - makers:
            assert not_for_sale(SYSTEM, state, other, kind) is not None


def test_DX_ADV_005_japan_begins_with_two_on_the_board() -> None:
    start = SYSTEM.dataset.position.units
    ships = [u for u in start if u.type == "super battleship" and isinstance(u.place, str)]
    assert [u.owner for u in ships] == [JAPAN, JAPAN]
