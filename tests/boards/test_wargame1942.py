"""The start of The War Game: what the set-up says beyond counts."""

from __future__ import annotations

import csv
from pathlib import Path

from a4a import boards
from a4a.boards.deltas import write_mod


def _battleships(dataset: boards.Dataset) -> list[int]:
    at_hawaii = (u for u in dataset.position.units if u.place == "Hawaii Sea Zone")
    return sorted(unit.damage for unit in at_hawaii if unit.type == "battleship")


def test_the_battleships_at_hawaii_are_one_whole_and_one_damaged() -> None:
    """WG-SET-028, WG-SET-029."""
    assert _battleships(boards.load("wargame1942")) == [0, 1]


def test_a_position_with_a_damaged_battleship_is_written_as_a_mod_and_read_again(
    tmp_path: Path,
) -> None:
    base = boards.load("wargame1942")
    folder = write_mod("wargame1942", base.position, tmp_path / "mine")
    assert _battleships(boards.load(folder)) == [0, 1]


def test_what_cannot_be_damaged_so_is_refused(tmp_path: Path) -> None:
    (tmp_path / "setup.csv").write_text(
        "space,power,unit,count,damaged,source\n"
        "Leningrad,U.S.S.R.,infantry,8,1,house\n"
        "Hawaii Sea Zone,U.S.A.,battleship,2,3,house\n",
        encoding="utf-8",
    )
    faults = [fault.what for fault in boards.check("wargame1942", overrides=tmp_path)]
    assert faults == ["infantry cannot be damaged: one hit destroys it", "damaged 3 of 2"]


def test_each_nation_has_one_general() -> None:
    """WG-GEN-001."""
    dataset = boards.load("wargame1942")
    owners = [unit.owner for unit in dataset.position.units if unit.type == "general"]
    assert sorted(owners) == sorted(p.name for p in dataset.catalog.powers if p.playable)


def test_every_statement_of_the_book_is_on_file(shared: Path) -> None:
    index = shared / "rules" / "index" / "wargame1942.csv"
    with index.open(encoding="utf-8", newline="") as stream:
        told = {row["id"]: row["statement"] for row in csv.DictReader(stream)}
    rules = boards.load("wargame1942").folders[-1] / "rules.csv"
    with rules.open(encoding="utf-8", newline="") as stream:
        own = {row["id"]: row["statement"] for row in csv.DictReader(stream)}
    assert own == told


def test_what_the_board_s_edges_part_is_one_space_or_borders() -> None:
    """WG-MAP-001, WG-MAP-002, WG-MAP-003, WG-MAP-004, WG-MAP-005."""
    board = boards.load("wargame1942").board
    # The map is a globe: whatever the book prints on both edges is there once.
    for name in ("NP-9", "SP-1", "SP-3", "SP-6", "Mexico", "Northwest Territory"):
        assert board.space(name).kind in ("land", "sea")
    assert board.border("Alberta", "Manitoba").kind == "land"
    assert board.border("Southwest U.S.A.", "Central U.S.A.").kind == "land"
    assert board.border("Northwest U.S.A.", "British Columbia").kind == "land"
    assert board.border("NP-9", "SP-1").kind == "sea"
    # No pole: what lies north on one side of it does not meet what lies north on the other.
    siberian = {"Siberia", "Yakutia", "Chukchi", "Western Siberia", "Archangel"}
    american = {"Northwest Territory", "Alaska", "Quebec", "Greenland"}
    assert not any(board.border(a, b) for a in siberian for b in american)


def test_land_links_and_the_lack_of_them() -> None:
    """WG-MAP-006, WG-MAP-007, WG-MAP-014, WG-MAP-015, WG-MAP-019, WG-MAP-023."""
    board = boards.load("wargame1942").board
    for a, b in (("Italy", "Sicily"), ("Jordan", "Egypt"), ("Bulgaria", "Turkey")):
        assert board.border(a, b).kind == "land"
    assert board.border("Bulgaria", "Syria") is None
    for a, b in (("Japan", "Hokkaido"), ("Hokkaido", "Sakhalin"), ("Japan", "Sakhalin")):
        assert board.border(a, b) is None
    assert board.space("Panama").kind == board.space("Turkey").kind == "land"


def test_gates_and_who_rules_them() -> None:
    """WG-MAP-009, WG-MAP-016, WG-MAP-024: one space each, and none at Gibraltar."""
    board = boards.load("wargame1942").board
    gates = {b.name: (b.kind, b.controllers) for b in board.borders if b.controllers}
    assert gates == {
        "Panama Canal": ("canal", ("Panama",)),
        "Suez Canal": ("canal", ("Egypt", "Jordan")),
        "Bosporus and Dardanelles": ("strait", ("Turkey",)),
    }


def test_zones_that_the_book_describes() -> None:
    """WG-MAP-008, WG-MAP-021, WG-MAP-022, WG-MAP-025."""
    board = boards.load("wargame1942").board
    coasts = {name: set(board.neighbours(name)) for name in ("Adriatic Sea", "Aleutian Islands")}
    assert {"Italy", "Sicily", "Yugoslavia"} <= coasts["Adriatic Sea"]
    assert coasts["Aleutian Islands"] == {"Aleutian Islands Sea Zone"}
    assert not board.border("Alaska", "Aleutian Islands Sea Zone")
    for land in ("Japan", "Hokkaido", "Sakhalin"):
        assert board.border(land, "NP-1")
        assert board.border(land, "Sea of Japan")
    assert board.border("South China Sea", "Celebes Sea Zone").kind == "sea"


def test_harsh_lines_lie_in_four_places_and_not_on_the_way_to_algeria() -> None:
    """WG-TER-001."""
    board = boards.load("wargame1942").board
    harsh = {frozenset((b.a, b.b)) for b in board.borders if b.kind == "harsh"}
    for place in (("Libya", "Chad"), ("Tibet", "India"), ("Siberia", "Yakutia")):
        assert frozenset(place) in harsh
    assert frozenset(("Western Australia", "Northern Territory")) in harsh
    for land in ("Mali", "Mauritania", "West Africa", "Libya", "Tunisia", "Morocco"):
        assert board.border("Algeria", land).kind == "land"


def test_a_player_s_own_tables_lie_over_the_board(tmp_path: Path) -> None:
    tables = {
        "spaces": "name,kind,value,start_controller,source\n"
        "Burma,land,3,Japan,house\n"
        "Atlantis,land,1,Neutral nations,house\n",
        "borders": "space_a,space_b,kind,source\nAtlantis,NA-13,coast,house\n",
        "prices": "unit,power,cost,source\ninfantry,Japan,3,house\n",
        "setup": "space,power,unit,count,source\nBurma,U.K.,infantry,0,house\n",
    }
    for table, text in tables.items():
        (tmp_path / f"{table}.csv").write_text(text, encoding="utf-8")
    own = boards.load("wargame1942", overrides=tmp_path)
    assert own.board.space("Burma").value == 3
    assert own.position.control["Burma"] == "Japan"
    assert own.catalog.unit_type("infantry").costs["Japan"] == 3
    assert own.board.border("Atlantis", "NA-13").kind == "coast"
    assert not any(u.type == "infantry" and u.place == "Burma" for u in own.position.units)


def test_no_space_begins_with_units_of_both_sides_or_on_land_of_the_other() -> None:
    """WG-SET-021, of the start: the U.S.S.R. stands alone; neutrals have no units (WG-SET-010)."""
    dataset = boards.load("wargame1942")
    side = {power.name: power.side for power in dataset.catalog.powers}
    there: dict[object, set[str]] = {}
    for unit in dataset.position.units:
        there.setdefault(unit.place, set()).add(side[unit.owner])
        owner = dataset.position.control.get(str(unit.place))
        assert owner is None or side[owner] == side[unit.owner], unit
        if owner is not None and "U.S.S.R." in (owner, unit.owner):
            assert owner == unit.owner, unit
    assert [place for place, sides in there.items() if len(sides) > 1] == []


def test_factories_stand_on_their_owners_land() -> None:
    dataset = boards.load("wargame1942")
    factories = [u for u in dataset.position.units if u.type.endswith("factory")]
    assert {u.place for u in factories} >= {"Leningrad", "New South Wales", "Great Britain"}
    for unit in factories:
        assert dataset.position.control[str(unit.place)] == unit.owner
