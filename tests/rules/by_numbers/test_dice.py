"""The odds throw the dice that TripleA threw: in every roll of every battle of the shared saves."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.rules.by_numbers.dice import REFUSED, checked
from tests.rules.by_numbers.raid_dice import checked_raids, counted
from tests.rules.by_numbers.saves import RAIDS, ROLLS, opened, rules


@pytest.mark.parametrize("name", ROLLS)
def test_the_hits_needed_on_every_die_are_those_of_the_engine(shared: Path, name: str) -> None:
    record = opened(shared, name)
    found = list(checked(record, rules(record)))
    known = [roll for roll in found if not roll.why.startswith(REFUSED)]
    assert [roll for roll in known if roll.why] == []
    assert len(known) == ROLLS[name]
    assert (len(known) < len(found)) == ("Pacific_Theater" in name)


@pytest.mark.parametrize("name", RAIDS)
def test_the_dice_of_raids_and_their_damage_are_those_of_the_engine(
    shared: Path, name: str
) -> None:
    record = opened(shared, name)
    found = list(checked_raids(record, rules(record)))
    assert [roll for roll in found if roll.why] == []
    assert counted(found) == dict(zip(("aa", "bombing"), RAIDS[name], strict=True))


def test_saves_whose_raids_are_not_listed_have_none(shared: Path) -> None:
    for name in ROLLS.keys() - RAIDS.keys():
        record = opened(shared, name)
        assert list(checked_raids(record, rules(record))) == []
