"""The battle lab on battles and raids of saves that we have no rules for."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import a4a
from a4a.analysis.raids import Raid
from a4a.core import events as ev
from a4a.core.record import GameRecord
from a4a.core.steps import NodeId
from a4a.rules.fight import Fight
from a4a.rules.systems.by_numbers.battles import NumbersBattles
from a4a.widgets.battle_lab import BattleLab
from tests.rules.by_numbers.saves import opened
from tests.rules.by_numbers.test_battles import ANNIVERSARY

OZTEA = "triplea2/Oztea_1939_Global"
SOLO = "triplea2/Pacific_Theater_Solo_Challenge"


def fought(record: GameRecord, kind: str) -> list[tuple[NodeId, str]]:
    """Where battles of a kind open."""
    return [
        (node, event.space)
        for node in record.way_to(record.last)[1:]
        for event in record.step(node).events
        if isinstance(event, ev.BattleOpened) and event.kind == kind
    ]


def test_a_raid_is_taken_from_its_space_with_guns_and_what_the_space_limits(shared: Path) -> None:
    record = opened(shared, ANNIVERSARY)
    node, space = fought(record, "bombing raid")[0]
    lab = BattleLab(record, node=node, space=space)
    asked = lab.battle
    assert isinstance(asked, Raid)
    assert asked.thrown.antiaircraft == 1
    assert asked.fight.space == space == "Karelia S.S.R."
    assert asked.thrown.room == 2 * record.board.space(space).value
    assert asked.thrown.beyond == lab.answer["beyond"] == ""
    free = lab.battle.fight.attacker  # type: ignore[union-attr]  # a raid has one
    assert [band.unit for band in free.bands] == ["strategic bomber"]
    assert lab.offered["missing"] == ""


def test_a_raid_that_did_nothing_is_on_what_its_bombers_can_bomb(shared: Path) -> None:
    record = opened(shared, OZTEA)
    node, space = fought(record, "bombing raid")[-1]
    lab = BattleLab(record, node=node, space=space)
    assert (lab.setup["target"], lab.setup["target_damage"]) == ("naval base", 6)
    assert sum(band.count for band in lab.battle.fight.attacker.bands) == 9  # type: ignore[union-attr]


def test_a_raid_on_several_targets_has_each_and_no_luck(shared: Path) -> None:
    record = opened(shared, OZTEA)
    node, space = fought(record, "bombing raid")[0]
    lab = BattleLab(record, node=node, space=space)
    assert (lab.setup["target"], lab.setup["target_damage"]) == ("air base", 0)
    assert lab.offered["missing"] == ""
    row = a4a.luck(record).row(0, named=True)
    assert row["note"] == "it had several targets, and no record says which bombers had each"
    assert row["swing"] == 12


def test_units_that_are_not_understood_are_told_to_be_left_out(
    shared: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = opened(shared, SOLO)
    node, space = fought(record, "sea")[0]
    known = NumbersBattles._strange

    def strange(self: NumbersBattles, fight: Fight) -> Iterator[str]:
        yield from known(self, fight)
        bands = [band for army in (fight.attacker, *fight.defenders) for band in army.bands]
        if any(band.unit == "submarine" for band in bands):
            yield "submarine: it sings"

    assert BattleLab(record, node=node, space=space).offered["missing"] == ""
    monkeypatch.setattr(NumbersBattles, "_strange", strange)
    lab = BattleLab(record, node=node, space=space)
    told = "Left out: 1 submarine: these odds are not known: submarine: it sings"
    assert lab.offered["missing"] == told
    assert lab.answer["fault"].startswith("the attacker has no units")


def test_the_ground_of_a_space_is_picked_in_its_lab(shared: Path) -> None:
    record = opened(shared, SOLO)
    node, space = fought(record, "sea")[0]
    lab = BattleLab(record, node=node, space=space)
    assert lab.setup["terrain"] == ["o"]
    assert lab.battle.fight.ground == ("o",)  # type: ignore[union-attr]  # a battle has one
