"""Units behind the casualty line fire in the next step, and are lost then."""

from __future__ import annotations

from dataclasses import replace

import pytest

from a4a.core.errors import BattleError
from a4a.odds.battle import ONE_ROUND, Battle, Group, Kind, Side
from a4a.odds.battle_tables import battle_tables, target
from a4a.odds.dice import BattleDice
from a4a.odds.exact import solve
from a4a.odds.steps import CombatStep, Sequence, Volley

SURE = BattleDice(faces=6)
TANK = Kind("tank", 6)
MEN = Kind("infantry", 6)
GUESTS = Kind("guests", 6, tags=frozenset({ONE_ROUND}))
LINE = Sequence(
    (),
    (
        CombatStep("tanks", (Volley("attacker", by=("tank",), outright=("tank",)),)),
        CombatStep("fire", (Volley("attacker", but=("tank",)), Volley("defender"))),
    ),
)
"""Tanks fire first; what they hit is lost at once if it is a tank, else after it has fired."""


def battle(*theirs: Group, sequence: Sequence = LINE) -> Battle:
    return Battle(Side((Group(TANK, 1),)), Side(theirs), sequence, dice=SURE)


@pytest.mark.parametrize(
    ("kind", "wins", "both_lost"), [(TANK, 1.0, 0.0), (MEN, 0.0, 1.0), (GUESTS, 0.0, 1.0)]
)
def test_who_is_hit_fires_once_more_unless_lost_outright(
    kind: Kind, wins: float, both_lost: float
) -> None:
    """Every shot hits; units of one round are hit in it as others are."""
    odds = solve(battle(Group(kind, 1)))
    assert (odds.attacker_wins, odds.both_destroyed) == pytest.approx((wins, both_lost))


def test_hits_behind_the_line_are_chosen_before_the_next_step_is_rolled() -> None:
    made = battle(Group(MEN, 1))
    along = replace(made, defender=replace(made.defender, allocation="along the order"))
    aside = CombatStep("guns", (Volley("attacker", at=("air",), outright=("plane",)),))
    twice = Sequence((), (aside, *LINE.rounds))
    for refused in (along, replace(made, sequence=twice)):
        with pytest.raises(BattleError, match="allocation is 'volley by volley'"):
            solve(refused)


def test_tables_lie_in_memory_as_they_do_without_the_line() -> None:
    """For tables that lie otherwise all loops would be compiled again, which takes seconds."""
    flak = CombatStep("flak", (Volley("attacker", at=("air",)),))
    theirs = Group(MEN, 2), Group(Kind("plane", 6, target="air"), 1)
    both = battle(*theirs, sequence=replace(LINE, rounds=(*LINE.rounds, flak)))
    behind = target(battle_tables(both).defender)
    assert min(behind.hit.shape) > 1
    assert [name for name, table in behind._asdict().items() if not table.flags.c_contiguous] == []
