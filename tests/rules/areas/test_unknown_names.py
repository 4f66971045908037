"""Names in the lists of a game that are not those of its board are told, and no others."""

from __future__ import annotations

import msgspec

from a4a.rules.areas.economy import objectives
from a4a.rules.conditions import unknown_spaces
from a4a.rules.spaces import Spaces
from tests.rules.areas.positions import rules


def test_spaces_powers_parts_treasuries_and_maps_that_do_not_exist_are_told() -> None:
    system = rules(system="global1940").game
    wrong = Spaces(
        spaces=("Atlantis", "Germany"), original=("Atlantis", "Germany"), parts=("Atlantis",),
        economy="Atlantis", map="Atlantis",
    )  # fmt: skip
    assert list(unknown_spaces(system, wrong)) == [
        "there is no space 'Atlantis'",
        "there is no power or side 'Atlantis'",
        "there is no part 'Atlantis' of the board",
        "there is no treasury 'Atlantis'",
        "there is no map 'Atlantis'",
    ]
    (treasury, *_) = system.catalog.treasuries
    assert {board.name for board in system.board.maps} == {"Europe", "Pacific"}
    for board in system.board.maps:
        right = Spaces(original=("Axis",), economy=treasury, map=board.name)
        assert list(unknown_spaces(system, right)) == []


def test_a_treasury_of_another_power_than_an_objectives_is_told() -> None:
    system = rules(system="global1940").game
    treasuries = {power.name: name for name, power in system.catalog.treasuries.items()}
    objective = next(o for o in objectives.objectives(system) if o.power == "Germany")
    for treasury, told in (
        ("", []),
        (treasuries["Germany"], []),
        (treasuries["Japan"], [f"{treasuries['Japan']!r} is not a treasury of Germany"]),
        ("Atlantis", ["'Atlantis' is not a treasury of Germany"]),
    ):
        changed = msgspec.structs.replace(objective, treasury=treasury)
        assert list(objectives.unknown(system, changed)) == told
