import pytest

from a4a import boards
from a4a.boards import folders, tables
from a4a.core.errors import DatasetError


def test_a_variant_keeps_the_parents_rows_about_its_own_spaces_and_powers():
    europe, whole = tables.read("europe1940"), tables.read("global1940")
    spaces = {row["name"] for row in europe["spaces"]}
    assert spaces == {row["name"] for row in whole["spaces"] if row["theatre"] == "Europe"}
    assert len(spaces) == 187
    assert len(europe["borders"]) == 474
    assert all({row["space_a"], row["space_b"]} <= spaces for row in europe["borders"])
    powers = {row["name"] for row in europe["powers"]}
    assert all(row["space"] in spaces and row["power"] in powers for row in europe["setup"])
    assert europe["units"] == whole["units"]


def test_overrides_change_only_the_cells_they_name(tmp_path):
    (tmp_path / "spaces.csv").write_text("name,value,source\nPoland,4,house\n")
    (tmp_path / "setup.csv").write_text(
        "space,power,unit,count,source\n"
        "Poland,Germany,infantry,0,house\n"
        "Malta,United Kingdom,submarine,1,house\n"
        "sea zone 96,United Kingdom,submarine,2,house\n"
    )
    mine, whole = tables.read("global1940", overrides=tmp_path), tables.read("global1940")
    poland = next(row for row in mine["spaces"] if row["name"] == "Poland")
    assert (poland["value"], poland["city"], poland["source"]) == ("4", "Warsaw", "house")
    assert len(mine["setup"]) == len(whole["setup"]) - 1 + 2
    found = [str(fault) for fault in boards.check("global1940", overrides=tmp_path)]
    assert any("submarine cannot stand in 'Malta'" in fault for fault in found)
    assert any("Germany yield 32 IPC, not the 30" in fault for fault in found)
    assert len(found) == 2
    state = boards.start("global1940", overrides=tmp_path).state_at(0)
    assert sum(unit.type == "submarine" for unit in state.at("sea zone 96")) == 2
    assert boards.load("global1940").board.space("Poland").value == 2


def test_a_player_moves_a_space_to_another_theatre(tmp_path):
    (tmp_path / "theatres.csv").write_text(
        "space,theatre,source\nFinland,Western Europe,house\nSahara Desert,Sand,house\n"
    )
    (tmp_path / "dataset.toml").write_text('theatres = ["Western Europe", "Sand"]\n')
    board = boards.load("global1940", overrides=tmp_path).board
    assert board.theatre_of("Finland") == "Western Europe"
    assert board.theatre_of("Sahara Desert") == "Sand"
    assert [theatre.name for theatre in board.theatres][:3] == [
        "Western Europe", "Sand", "Eastern Front",
    ]  # fmt: skip
    found = [str(fault) for fault in boards.check("global1940", overrides=tmp_path)]
    assert not any("'Sand'" in fault for fault in found)
    assert any("no theatre 'Eastern Front' in dataset.toml" in fault for fault in found)


def test_overrides_must_say_their_own_source(tmp_path):
    (tmp_path / "spaces.csv").write_text("name,theatre\nPoland,Europe\n")
    found = [str(fault) for fault in boards.check("global1940", overrides=tmp_path)]
    assert found == [f"{tmp_path.name}/spaces.csv:2: source is empty"]


def test_a_table_can_be_replaced_whole(tmp_path):
    (tmp_path / "dataset.toml").write_text('replace = ["setup"]\n')
    (tmp_path / "setup.csv").write_text(
        "space,power,unit,count,source\nPoland,Germany,infantry,7,house\n"
    )
    units = boards.load("global1940", overrides=tmp_path).position.units
    assert {(unit.place, unit.type) for unit in units} == {("Poland", "infantry")}
    assert [unit.id for unit in units] == [1, 2, 3, 4, 5, 6, 7]


def test_a_border_is_the_same_from_either_end(tmp_path):
    (tmp_path / "borders.csv").write_text(
        "space_a,space_b,kind,source\nsea zone 101,Eastern United States,coast,house\n"
    )
    mine = tables.read("global1940", overrides=tmp_path)
    assert len(mine["borders"]) == len(tables.read("global1940")["borders"])


def test_the_same_files_give_the_same_object_and_changed_files_another(tmp_path):
    path = tmp_path / "spaces.csv"
    path.write_text("name,value,source\nPoland,4,house\n")
    first = boards.load("global1940", overrides=tmp_path)
    assert boards.load("global1940", overrides=str(tmp_path)) is first
    path.write_text("name,value,source\nPoland,11,house\n")
    assert boards.load("global1940", overrides=tmp_path).board.space("Poland").value == 11
    assert boards.load("global1940") is boards.load("global1940")


@pytest.mark.parametrize(
    ("file", "content", "message"),
    [
        ("dataset.toml", b"name = ", r"dataset\.toml: Invalid value"),
        ("dataset.toml", b'nmae = "x"', r"dataset\.toml: .*unknown field `nmae`"),
        ("dataset.toml", b'replace = "setup"', r"dataset\.toml: Expected `array`"),
        ("spaces.csv", b"name,value\nPal\xe4u,1\n", r"spaces\.csv: not UTF-8 text \(byte 14\)"),
        ("spaces.csv", b"space,value\nPoland,1\n", r"spaces\.csv: its first line lacks name"),
        ("spaces.csv", b"", r"spaces\.csv: its first line lacks name"),
        ("spaces.csv", b'name,value\n"Poland,1\n', r"spaces\.csv:2: unexpected end of data"),
        ("borders.csv", b"space_a\nx\n", r"borders\.csv: its first line lacks space_b"),
        ("setup.csv", b"a" * 16_000_001, r"setup\.csv: 16000001 bytes, more than"),
    ],
)
def test_files_that_are_no_tables_get_one_clear_error(tmp_path, file, content, message):
    (tmp_path / file).write_bytes(content)
    with pytest.raises(DatasetError, match=message):
        boards.load("global1940", overrides=tmp_path)


def test_datasets_that_are_not_there(tmp_path):
    with pytest.raises(
        DatasetError, match="no dataset 'globl': expected one of deluxe3g40, europe1940, glob"
    ):
        boards.load("globl")
    with pytest.raises(DatasetError, match=r"no dataset '\.\./datasets'"):
        boards.start("../datasets")
    with pytest.raises(DatasetError, match="no folder of overrides"):
        boards.check("global1940", overrides=tmp_path / "nowhere")


def test_a_dataset_cannot_be_its_own_parent(tmp_path):
    (tmp_path / "dataset.toml").write_text(f"parent = '{tmp_path}'\n")
    with pytest.raises(DatasetError, match="is its own parent"):
        boards.load(tmp_path)


def test_a_variant_of_a_players_own_has_a_parent_too(tmp_path):
    (tmp_path / "dataset.toml").write_text(
        'name = "rich"\ntitle = "Rich Poland"\nparent = "europe1940"\nsource = "house"\n'
    )
    (tmp_path / "spaces.csv").write_text("name,value,source\nPoland,4,house\n")
    dataset = boards.load(tmp_path)
    assert (dataset.name, dataset.title) == ("rich", "Rich Poland")
    assert dataset.board.space("Poland").value == 4
    assert len(dataset.board.spaces) == 187
    assert dataset.geometry.spaces["Poland"].properties.name == "Poland"


@pytest.mark.parametrize("inside", [True, False], ids=["in the package", "beside it"])
def test_datasets_are_found_in_a_wheel_as_in_a_source_tree(tmp_path, monkeypatch, inside):
    package = tmp_path / "site-packages" / "a4a"
    datasets = (package if inside else package.parent) / "datasets"
    datasets.mkdir(parents=True)
    monkeypatch.setattr(folders, "__file__", str(package / "boards" / "folders.py"))
    assert folders.root() == datasets
    datasets.rmdir()
    with pytest.raises(DatasetError, match="installation of a4a is incomplete"):
        folders.root()


def test_a_row_can_be_removed_and_what_is_about_its_space_goes_with_it(tmp_path):
    (tmp_path / "spaces.csv").write_text("name,remove\nMalta,1\n")
    (tmp_path / "relations.csv").write_text("power_a,power_b,remove\nJapan,Germany,1\n")
    mine, whole = tables.read("global1940", overrides=tmp_path), tables.read("global1940")
    assert len(mine["spaces"]) == len(whole["spaces"]) - 1
    assert len(mine["relations"]) == len(whole["relations"]) - 1
    for table in ("setup", "borders", "theatres"):
        about = [row for row in whole[table] if "Malta" in row.values()]
        assert about
        assert len(mine[table]) == len(whole[table]) - len(about)
    assert mine.faults == ()
    assert boards.load("global1940", overrides=tmp_path).board.find("Malta") is None


def test_what_a_layer_itself_says_of_a_space_it_removes_is_a_fault(tmp_path):
    (tmp_path / "spaces.csv").write_text(
        "name,remove,source\nMalta,1,\nAtlantis,1,\nRomania,2,house\n"
    )
    (tmp_path / "setup.csv").write_text(
        "space,power,unit,count,source\nMalta,Germany,infantry,7,house\n"
    )
    found = [str(fault) for fault in boards.check("global1940", overrides=tmp_path)]
    assert any("spaces.csv:3: there is no such row to remove" in fault for fault in found)
    assert any("spaces.csv:4: remove '2' is neither 1 nor empty" in fault for fault in found)
    assert any("setup.csv:2: space: no 'Malta' in spaces" in fault for fault in found)
