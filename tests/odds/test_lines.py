"""Lines of loss: who has left a battle, who is on the way out, and how many states there may be."""

from __future__ import annotations

import pytest

from a4a.core.errors import BattleError
from a4a.odds import lines
from a4a.odds.battle import ONE_ROUND, Group, Kind, Side
from a4a.odds.lines import LEAVING, SPENT, SUBMERGED, WITHDRAWN, Fired, LossLine, LossLines
from a4a.odds.steps import Reach

MEN = Kind("infantry", 1, tags=frozenset({"stays"}))
TANKS = Kind("tank", 3)
GUNS = Kind("gun", 2, tags=frozenset({ONE_ROUND}))
ONE_REACH = Fired((Reach(),), 1, (), 0)


def line(*, dives: bool = False, stays: bool = False, once: bool = False) -> LossLine:
    return LossLine((1,), chosen_last=False, defenceless=False, dives=dives, stays=stays, once=once)


@pytest.mark.parametrize(
    ("gone", "away"),
    [
        (SUBMERGED, {"dives"}),
        (WITHDRAWN, {"plain", "dives", "once"}),
        (SPENT, {"once"}),
        (LEAVING, set()),
    ],
)
def test_who_has_left_is_who_can_leave_in_that_way(gone: int, away: set[str]) -> None:
    made = {"plain": line()} | {word: line(**{word: True}) for word in ("dives", "stays", "once")}
    assert {name for name, one in made.items() if one.is_away(gone)} == away


def test_units_of_one_round_beside_others_leave_as_it_ends() -> None:
    both = LossLines(Side((Group(GUNS, 1), Group(TANKS, 1))), ONE_REACH)
    assert both.settles
    assert both.settled(both.start)[-1] == SPENT
    assert not LossLines(Side((Group(TANKS, 1),)), ONE_REACH).settles


@pytest.mark.parametrize(
    ("exposed", "how"), [("never", WITHDRAWN), ("beside others", LEAVING), ("always", LEAVING)]
)
def test_who_retreats_under_fire_is_on_the_way_for_another_round(
    exposed: lines.Exposed, how: int
) -> None:
    side = Side((Group(MEN, 1), Group(TANKS, 1)))
    found = LossLines(side, ONE_REACH, withdraws="stays", exposed=exposed)
    assert found.withdrawn(found.start)[-1] == how


def test_the_defenceless_that_no_fire_reaches_are_destroyed_once_nobody_armed_is_left() -> None:
    fighter = Kind("fighter", 3, target="air")
    aaa = Kind("AAA", 0, tags=frozenset({"defenceless"}))
    at_air = Fired((Reach(("air",)),), 1, (), 0)
    found = LossLines(Side((Group(fighter, 1), Group(aaa, 1))), at_air)
    lost = found.hit(found.start, 0)
    assert lost is not None
    assert set(found.states((0,))) == {found.start, lost, found.without_defenceless(lost)}


def test_as_many_states_as_there_may_be_are_found_and_one_more_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found = LossLines(Side((Group(TANKS, 3),)), ONE_REACH)
    monkeypatch.setattr(lines, "MOST_STATES", 4)
    assert len(found.states(())) == 4
    monkeypatch.setattr(lines, "MOST_STATES", 3)
    with pytest.raises(BattleError, match="a side has more than 3 states"):
        found.states(())
