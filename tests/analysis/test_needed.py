"""What is needed, of units by name: against trying all parts."""

from __future__ import annotations

from itertools import product

import pytest

import a4a
from a4a.analysis.battle import Battle
from a4a.analysis.needed import part
from a4a.core.errors import BattleError
from a4a.odds.battle import Group
from a4a.odds.retreat import UnitsLeft

PARATROOPERS = ("Paratroopers",)


def cheapest(battle: Battle, chance: float) -> float:
    """What the cheapest part costs that takes the place with a probability: by trying all."""
    groups = battle.model.attacker.groups
    costs = []
    for counts in product(*(range(g.count + 1) if g.kind.hits else (0,) for g in groups)):
        numbers = {g.kind.name: n for g, n in zip(groups, counts, strict=True)}
        if not any(counts):
            continue
        room = sum(n for name, n in numbers.items() if name.endswith("(landing)"))
        for ship in sorted((g for g in groups if not g.kind.hits), key=_fire, reverse=True):
            numbers[ship.kind.name] = min(ship.count, room)
            room -= numbers[ship.kind.name]
        if part(battle, numbers).odds().attacker_takes >= chance:
            costs.append(sum(g.kind.cost * n for g, n in zip(groups, counts, strict=True)))
    return min(costs)


def _fire(group: Group) -> int:
    return group.kind.weapons["bombardment"].value


@pytest.mark.parametrize("chance", [0.3, 0.6, 0.85])
def test_no_cheaper_landing_takes_it(chance: float) -> None:
    """With fewer units ashore than ships, fewer ships fire: the best of them."""
    battle = a4a.battle(
        "global1940",
        kind="amphibious",
        attacker={"infantry": 4, "tank": 1, "fighter": 2},
        landing={"infantry": 3},
        bombard={"cruiser": 2, "battleship": 1},
        defender={"infantry": 2, "AAA": 1},
    )
    found = battle.need(chance)
    assert found.odds().attacker_takes >= chance
    assert found.attacker_cost == cheapest(battle, chance)


def test_who_needs_nobody_ashore_fights_on_land() -> None:
    battle = a4a.battle(
        "global1940",
        kind="amphibious",
        attacker={"infantry": 4, "tank": 2},
        landing={"tank": 2},
        bombard={"cruiser": 1},
        defender={"AAA": 1},
    )
    found = battle.need(0.9)
    assert found.fight.kind == "land"
    assert found.attacker == {"infantry": 1}


@pytest.mark.parametrize("chance", [0.4, 0.7])
def test_paratroopers_alone_cannot_retreat(chance: float) -> None:
    """Who retreats hangs on who comes overland."""
    battle = a4a.battle(
        "global1940",
        attacker={"infantry": 3, "fighter": 2, "tank": 1},
        dropping={"infantry": 2},
        attacker_technologies=PARATROOPERS,
        defender={"infantry": 2},
        retreat=UnitsLeft(2),
    )
    found = battle.need(chance)
    assert found.odds().attacker_takes >= chance
    assert found.attacker_cost == cheapest(battle, chance)


def test_whole_ships_are_sent_before_damaged_ones() -> None:
    battle = a4a.battle(
        "global1940",
        kind="sea",
        attacker={"battleship": 3},
        attacker_damaged={"battleship": 2},
        defender={"destroyer": 1},
    )
    found = battle.need(0.9, wanted="wins")
    (band,) = found.fight.attacker.bands
    assert (band.count, band.damaged) == (1, 0)


def test_what_all_can_do_is_said_where_it_is_not_enough() -> None:
    battle = a4a.battle("global1940", attacker={"infantry": 2}, defender={"infantry": 2})
    takes = battle.odds().attacker_takes
    with pytest.raises(BattleError, match=rf"not even all units take it in 90%.*{takes:.4%}"):
        battle.need(0.9)
    with pytest.raises(BattleError, match="a sea zone is not taken"):
        a4a.battle("global1940", kind="sea", attacker={"cruiser": 1}, defender={"cruiser": 1}).need(
            0.5
        )
