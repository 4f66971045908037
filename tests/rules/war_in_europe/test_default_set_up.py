"""The set-up as it is if nobody chooses: each counter in its area, and what a player changes."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from a4a import boards
from a4a.boards.dataset import Dataset
from a4a.core.counters import Face
from a4a.core.units import Holding
from a4a.rules.hexes.charts import CombatChart
from a4a.rules.hexes.terrain import TerrainChart, TerrainCost
from a4a.rules.systems.war_in_europe.areas import hexes_of, read_deployments


@pytest.fixture(scope="module")
def areas(dataset: Dataset) -> Mapping[str, frozenset[str]]:
    return hexes_of(read_deployments(dataset).areas, dataset.board)


@pytest.mark.rule("WE-SET-015", "WE-SET-036", "WE-SET-043")
def test_every_default_hex_is_in_its_area(
    dataset: Dataset, areas: Mapping[str, frozenset[str]]
) -> None:
    chosen = [d for d in dataset.deployments if d.area]
    assert len(chosen) == 53
    for d in chosen:
        assert d.place in areas[d.area], f"{d.power} {d.counter}"


def test_default_hexes_hold_what_they_can(dataset: Dataset) -> None:
    fleets = {k.name for k in dataset.catalog.unit_types if k.category == "sea"}
    for d in dataset.deployments:
        if isinstance(d.place, str):
            space = dataset.board.space(d.place)
            fleet = dataset.catalog.counter(d.power, d.counter).type in fleets
            assert space.kind == "coast" or (space.kind == "land" and not fleet)
            assert "port" in space.features or not fleet


def test_powers_keep_their_capitals(dataset: Dataset) -> None:
    """Whoever chooses where his units stand, leaves an army where all would be lost at once."""
    armies = {k.name for k in dataset.catalog.unit_types if k.category == "land"} - {"fort"}
    standing = {u.place for u in dataset.position.units if u.type in armies}
    chosen = {d.power for d in dataset.deployments if d.area} - {"Soviet Union", "Germany"}
    for space in dataset.board:
        for power in set(space.capital_of) & chosen:
            assert space.name in standing, f"{space.title} of {power}"


def test_a_players_own_tables_lie_over_ours(tmp_path: Path, dataset: Dataset) -> None:
    tables = {
        "counters": "power,name,combat,reduced,source\nGermany,4th infantry,5,3,house",
        "deployment": "power,counter,space,area,source\nFrance,1st air,1709,,house",
        "prices": "unit,power,cost,upgrade,source\narmor,Germany,5,2,house",
        "track": "turn,lend_lease,source\n8,4,house",
        "charts/terrain": "terrain,on,cost,shift,source\nforest,hex,3,2,house",
        "charts/combat": "line,least,one,two,source\nAir vs. Air,1,5,2,house",
    }
    (tmp_path / "charts").mkdir()
    for name, content in tables.items():
        (tmp_path / f"{name}.csv").write_text(content + "\n")
    mine = boards.load("war_in_europe", overrides=tmp_path)

    infantry = mine.catalog.counter("Germany", "4th infantry")
    assert infantry.faces == (Face(5, move=3), Face(3, move=3))
    assert infantry.aliases == dataset.catalog.counter("Germany", "4th infantry").aliases
    assert mine.catalog.price("armor", "Germany") == 5
    assert mine.catalog.price("armor", "Italy") == dataset.catalog.price("armor", "Italy")
    assert mine.track[7].lend_lease == 4
    assert mine.track[7].label == "Summer 1941"
    assert TerrainChart.of(mine).ground["hex", "forest"] == TerrainCost(3, 2)
    assert CombatChart.of(mine).losses("Air vs. Air", 1, 5) == 1
    (air,) = [d for d in mine.deployments if (d.power, d.counter) == ("France", "1st air")]
    assert (air.area, air.reduced) == ("", True)
    assert len(mine.position.units) == len(dataset.position.units)
    assert Holding("Germany", "force pool") in {u.place for u in mine.position.units}
