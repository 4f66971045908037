"""Groups of battles: who is linked to one of them is linked to all."""

from __future__ import annotations

from types import SimpleNamespace
from typing import cast

from a4a.core.state import OpenBattle, State
from a4a.rules.systems.wargame1942.combat.groups import group, groups


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
