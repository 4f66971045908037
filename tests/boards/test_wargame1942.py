"""The start of The War Game: what the set-up says beyond counts."""

from __future__ import annotations

import csv
from pathlib import Path

import msgspec
import pytest

import a4a
from a4a import boards
from a4a.boards.deltas import write_mod
from a4a.core.errors import A4AError, DatasetError
from a4a.core.position import Position


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


# --- cargo --------------------------------------------------------------------------------------

SHIPS = "space,power,unit,count,source\nNorth Sea,U.K.,transport,2,house\n"
CARGO = "space,power,unit,aboard,count,source\n"


def _with_cargo(folder: Path, *rows: str) -> Path:
    (folder / "setup.csv").write_text(SHIPS, encoding="utf-8")
    text = CARGO + "".join(f"{row},house\n" for row in rows)
    (folder / "cargo.csv").write_text(text, encoding="utf-8")
    return folder


def _loads(position: Position) -> list[list[str]]:
    """What is aboard each transport in the North Sea."""
    ships = [u.id for u in position.units if (u.place, u.type) == ("North Sea", "transport")]
    return sorted(sorted(u.type for u in position.units if u.place == ship) for ship in ships)


@pytest.mark.rule("WG-SET-026")
def test_a_set_up_may_say_what_is_aboard_transports(tmp_path: Path) -> None:
    """WG-SET-026."""
    rows = ("North Sea,U.K.,infantry,transport,1", "North Sea,U.K.,armor,transport,1")
    position = boards.load("wargame1942", overrides=_with_cargo(tmp_path, *rows)).position
    assert _loads(position) == [["armor"], ["infantry"]]
    ids = [unit.id for unit in position.units]
    assert ids == list(range(1, len(ids) + 1))
    assert {u.owner for u in position.units if isinstance(u.place, int)} == {"U.K."}


def test_they_are_aboard_as_the_game_begins(tmp_path: Path) -> None:
    """WG-SET-026."""
    about = 'title = "Laden"\nparent = "wargame1942"\nsource = "house"\n'
    folder = _with_cargo(tmp_path, "North Sea,U.K.,infantry,transport,3")
    (folder / "dataset.toml").write_text(about, encoding="utf-8")
    game = a4a.new_game(str(folder))
    aboard = [u for u in game.state.units.values() if isinstance(u.place, int)]
    assert [(u.type, game.state.space_of(u.id)) for u in aboard] == [("infantry", "North Sea")] * 3


@pytest.mark.parametrize(
    ("rows", "fault"),
    [
        (("North Sea,U.K.,infantry,transport,5",), "5 infantry on 2 transport of U.K."),
        (
            ("North Sea,U.K.,infantry,transport,1", "North Sea,U.K.,armor,transport,2"),
            "there is no room for all aboard transport of U.K. in 'North Sea'",
        ),
        (("North Sea,U.K.,destroyer,transport,1",), "destroyer cannot be aboard"),
        (("North Sea,U.K.,infantry,battleship,1",), "infantry cannot be aboard: battleship"),
        (("NA-8,U.K.,infantry,transport,1",), "1 infantry on 0 transport of U.K. in 'NA-8'"),
        (("North Sea,U.K.,infantry,transport,many",), "count 'many' is not a whole number"),
        (("North Sea,U.K.,infantry,ferry,1",), "ferry"),
    ],
)
def test_what_no_ship_takes_is_a_fault(tmp_path: Path, rows: tuple[str, ...], fault: str) -> None:
    found = boards.check("wargame1942", overrides=_with_cargo(tmp_path, *rows))
    assert any(fault in one.what for one in found), found
    with pytest.raises(DatasetError):
        boards.load("wargame1942", overrides=tmp_path)


def test_a_position_with_cargo_is_written_as_a_mod_and_read_again(tmp_path: Path) -> None:
    (tmp_path / "own").mkdir()
    rows = ("North Sea,U.K.,infantry,transport,2", "North Sea,U.K.,artillery,transport,1")
    laden = boards.load("wargame1942", overrides=_with_cargo(tmp_path / "own", *rows)).position
    again = boards.load(write_mod("wargame1942", laden, tmp_path / "mod")).position
    assert _loads(again) == [["artillery"], ["infantry", "infantry"]]
    empty = write_mod(tmp_path / "mod", boards.load("wargame1942").position, tmp_path / "empty")
    assert not any(isinstance(u.place, int) for u in boards.load(empty).position.units)


def test_a_count_of_0_takes_cargo_away(tmp_path: Path) -> None:
    about = 'parent = "wargame1942"\nsource = "house"\n'
    for name, row in (("one", "infantry,transport,2"), ("two", "infantry,transport,0")):
        (tmp_path / name).mkdir()
        _with_cargo(tmp_path / name, f"North Sea,U.K.,{row}")
        (tmp_path / name / "dataset.toml").write_text(about, encoding="utf-8")
        about = 'parent = "../one"\nsource = "house"\n'
    assert _loads(boards.load(tmp_path / "one").position) == [[], ["infantry"] * 2]
    assert _loads(boards.load(tmp_path / "two").position) == [[], []]


def test_what_the_table_cannot_say_of_cargo_is_refused(tmp_path: Path) -> None:
    """Who is aboard an ally's ship: here two nations have exchanged theirs."""
    (tmp_path / "own").mkdir()
    folder = _with_cargo(
        tmp_path / "own", "North Sea,U.K.,infantry,transport,2",
        "North Sea,France,infantry,transport,2",
    )  # fmt: skip
    with (folder / "setup.csv").open("a", encoding="utf-8") as table:
        table.write("North Sea,France,transport,1,house\n")
    laden = boards.load("wargame1942", overrides=folder).position
    aboard = [u for u in laden.units if isinstance(u.place, int)]
    exchanged = {u.id: {"owner": "France" if u.owner == "U.K." else "U.K."} for u in aboard}
    units = tuple(msgspec.structs.replace(u, **exchanged.get(u.id, {})) for u in laden.units)
    position = msgspec.structs.replace(laden, units=units)
    with pytest.raises(A4AError, match="who is aboard ships of others"):
        write_mod("wargame1942", position, tmp_path / "mod")


NAMED = CARGO.replace("aboard,", "aboard,ship,")


@pytest.mark.parametrize(
    ("rows", "loads"),
    [
        (("infantry,transport,2,1",), [[], ["infantry"]]),
        (("infantry,transport,2,1", "infantry,transport,1,1"), [["infantry"], ["infantry"]]),
        (("infantry,transport,2,1", "infantry,transport,,2"), [["infantry"], ["infantry"] * 2]),
        (("armor,transport,1,1", "infantry,transport,,1"), [["armor"], ["infantry"]]),
    ],
)
def test_a_set_up_may_say_who_is_aboard_which_ship(
    tmp_path: Path, rows: tuple[str, ...], loads: list[list[str]]
) -> None:
    """WG-SET-026: who is not said to be on one is on the first with room for it."""
    (tmp_path / "own").mkdir()
    folder = _with_cargo(tmp_path / "own")
    text = NAMED + "".join(f"North Sea,U.K.,{row},house\n" for row in rows)
    (folder / "cargo.csv").write_text(text, encoding="utf-8")
    laden = boards.load("wargame1942", overrides=folder).position
    assert _loads(laden) == loads
    again = boards.load(write_mod("wargame1942", laden, tmp_path / "mod")).position
    assert _loads(again) == loads, "and a position is written so"
    if rows[0] == "infantry,transport,2,1" and len(rows) == 1:
        ships = [u.id for u in laden.units if (u.place, u.type) == ("North Sea", "transport")]
        assert [u.place for u in laden.units if isinstance(u.place, int)] == [ships[1]]


@pytest.mark.parametrize(
    ("rows", "fault"),
    [
        (("infantry,transport,3,1",), "ship 3 of 2 transport of U.K."),
        (("infantry,transport,-1,1",), "ship -1 of 2 transport"),
        (("infantry,transport,one,1",), "one"),
        (("infantry,transport,1,3",), "there is no room for all"),
    ],
)
def test_who_cannot_be_aboard_a_ship_is_a_fault(
    tmp_path: Path, rows: tuple[str, ...], fault: str
) -> None:
    folder = _with_cargo(tmp_path)
    text = NAMED + "".join(f"North Sea,U.K.,{row},house\n" for row in rows)
    (folder / "cargo.csv").write_text(text, encoding="utf-8")
    found = boards.check("wargame1942", overrides=folder)
    assert any(fault in one.what for one in found), found
