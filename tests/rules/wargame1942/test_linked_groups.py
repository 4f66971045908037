"""Groups of battles: who is linked to one of them is linked to all."""

from __future__ import annotations

from types import SimpleNamespace
from typing import cast

from a4a.core.state import Memory, OpenBattle, State
from a4a.rules.areas.system import System
from a4a.rules.systems.wargame1942.combat import words as w
from a4a.rules.systems.wargame1942.combat.groups import group, groups, links


def _state(*battles: tuple[str, tuple[str, ...]]) -> State:
    opened = {name: OpenBattle(name, name, "sea", (), links) for name, links in battles}
    return cast("State", SimpleNamespace(battles=opened))


def test_WG_FER_006_battles_linked_through_others_are_one_group() -> None:
    state = _state(("a", ("b",)), ("b", ()), ("c", ("d",)), ("d", ("b",)), ("e", ()))
    assert [[x.id for x in one] for one in groups(state)] == [["a", "b", "c", "d"], ["e"]]
    assert [x.id for x in group(state, "d")] == ["a", "b", "c", "d"]


def test_WG_FER_006_links_to_battles_that_are_over_bind_nothing() -> None:
    state = _state(("a", ("gone",)), ("b", ("gone",)))
    assert [[x.id for x in one] for one in groups(state)] == [["a"], ["b"]]


def test_WG_FER_004_006_battles_are_linked_where_units_could_retreat_or_go_on() -> None:
    """Five zones in a row, with land on the coast of the last and land behind it."""
    row = ["1", "2", "3", "4", "5"]
    sea = {zone: {x for x in row if abs(int(x) - int(zone)) == 1} for zone in row}
    graph = SimpleNamespace(
        sea=sea,
        land={"coast": {"inland"}, "inland": {"coast"}},
        is_sea={**dict.fromkeys(row, True), "coast": False, "inland": False},
    )
    system = cast("System", SimpleNamespace(graph=graph))
    ashore = Memory(task=w.ASSAULT, target="coast")
    state = cast("State", SimpleNamespace(memories={7: ashore}, space_of=lambda _: "5"))

    def linked(**origins: set[str]) -> dict[str, set[str]]:
        named = {space.removeprefix("z"): found for space, found in origins.items()}
        return links(system, state, named)

    neighbours = {"1": {"2"}, "2": {"1"}, "4": set()}
    assert linked(z1=set(), z2=set(), z4=set()) == neighbours
    left_behind = {"1": {"4"}, "4": {"1"}}  # who fights in 4 came from 2, beside 1
    assert linked(z1=set(), z4={"2"}) == left_behind
    assert linked(z5=set(), coast=set()) == {"5": {"coast"}, "coast": {"5"}}
    assert linked(coast=set(), inland=set()) == {"coast": {"inland"}, "inland": {"coast"}}
    assert linked(z1={"2"}) == {"1": set()}  # never with itself
