"""Which of our games a save is of, and what its types of units are."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest

from a4a.boards import load
from a4a.importers.triplea import savedcatalog
from a4a.importers.triplea.names import NameMap


def test_a_save_is_of_the_game_that_knows_its_players_best() -> None:
    save = cast(Any, SimpleNamespace(unit_types={}, players=["Japan"]))
    europe, world = load("europe1940"), load("global1940")
    for datasets in ([europe, world], [world, europe]):
        assert savedcatalog._most_alike(save, datasets) is world


@pytest.mark.parametrize(
    ("values", "category"),
    [
        ({"isAir": True}, "air"),
        ({"isSea": True}, "sea"),
        ({"isInfrastructure": True}, "facility"),
        ({"isConstruction": True}, "facility"),
        ({"isInfrastructure": False}, "land"),
        ({}, "land"),
    ],
)
def test_what_a_type_is_follows_from_what_it_says_of_itself(
    values: dict[str, bool], category: str
) -> None:
    assert savedcatalog._category(cast(Any, SimpleNamespace(values=values))) == category


@pytest.mark.parametrize("fewer", ["", "powers", "unit_types"])
def test_the_catalog_is_ours_only_if_all_powers_and_types_are(
    fewer: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    dataset = load("global1940")
    found = {name: list(getattr(dataset.catalog, name)) for name in ("powers", "unit_types")}
    if fewer:
        del found[fewer][-1]
    made = object.__new__(savedcatalog.Cataloguer)
    made.save, made.dataset = cast(Any, None), dataset
    monkeypatch.setattr(made, "_powers", lambda: ({}, found["powers"]))
    monkeypatch.setattr(made, "_types", lambda accounts: ({}, found["unit_types"]))
    monkeypatch.setattr(made, "_nobody", lambda powers: "")
    monkeypatch.setattr(savedcatalog, "fighting", lambda *of: None)
    catalog = made.make()[0]
    assert (catalog is dataset.catalog) == (not fewer)
    assert [list(catalog.powers), list(catalog.unit_types)] == [*found.values()]


def test_a_game_of_ours_has_its_own_phases_and_bids() -> None:
    dataset = load("global1940")
    names = NameMap(dataset.board, dataset.catalog, {}, {}, {}, dataset, "")
    own = {phase.name for phase in dataset.phases if phase.aliases}
    assert {phase for _, phase in names._phases} == {*own, "Bid"}
