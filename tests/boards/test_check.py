import shutil

import pytest

from a4a import boards
from a4a.boards import tables
from a4a.boards.folders import root
from a4a.core.errors import DatasetError


def edit(path, old, new, *, times=1):
    text = path.read_text(encoding="utf-8")
    assert text.count(old) >= 1, f"{old!r} is not in {path.name}"
    path.write_text(text.replace(old, new, times), encoding="utf-8")


def told(folder):
    return [str(fault) for fault in boards.check(folder)]


@pytest.mark.parametrize("name", boards.available())
def test_the_datasets_have_no_faults(name):
    assert boards.check(name) == []


# What is planted in which file, and what the check must say of it.
PLANTED = [
    ("spaces.csv", "Poland,land,Europe,2,", "Poland,land,Europe,3,",
     "the territories of Germany yield 31 IPC, not the 30 the rulebook prints"),
    ("spaces.csv", "Alaska,land,Pacific,2,", "Alaska,land,Pacific,two,",
     "value 'two' is not a whole number"),
    ("spaces.csv", "Angola,land,Europe,1,,Strict neutrals",
     "Angola,land,Europe,1,,Strict neutral",
     "start_controller: no 'Strict neutral' in powers; did you mean 'Strict neutrals'?"),
    ("spaces.csv", "Ceylon,land,", "Ceylon,island,", "kind 'island' is none of land, sea"),
    ("spaces.csv", "Kenya,land,Europe,1,United Kingdom,United Kingdom,,,UK Europe",
     "Kenya,land,Europe,1,United Kingdom,United Kingdom,,,",
     "no economy of United Kingdom's, which has several"),
    ("spaces.csv", "54 Sea Zone,", "55 Sea Zone,",
     "'55 Sea Zone' is also a name of 'sea zone 54' in spaces"),
    ("spaces.csv", "Malta,", "malta,", "space_a: no 'Malta' in spaces; did you mean 'malta'?"),
    ("spaces.csv", ",Sydney,", ",Tokyo,", "city 'Tokyo' is in 'Japan' already"),
    ("spaces.csv", "Iceland,land,Europe,0,", "Iceland,land,Europe,,", "a territory without income"),
    ("borders.csv", "Hainan,sea zone 36,coast,,,740,reference\n", "", "'Hainan' borders nothing"),
    ("borders.csv", "Albania,Greece,land,", "Albania,Greece,coast,",
     "a coast border joins land and sea, but 'Albania' is land and 'Greece' is land"),
    ("borders.csv", "Albania,Yugoslavia,land,,,233,reference\n",
     "Albania,Yugoslavia,land,,,233,reference\nYugoslavia,Albania,land,,,,rulebook\n",
     "another row on the same as line"),
    ("borders.csv", "Suez Canal,Egypt; Trans-Jordan,", "Suez Canal,,",
     "a canal border needs controllers"),
    ("borders.csv", "Danish Straits,Denmark,213,rulebook", "Danish Straits,Danmark,213,rulebook",
     "controllers: no 'Danmark' in spaces; did you mean 'Denmark'?"),
    ("powers.csv", "#ffa400", "orange", "colour 'orange' is not a colour #rrggbb"),
    ("powers.csv", "Italy,Italian,,Axis,1", "Italy,Italian,,Axis,yes",
     "playable 'yes' is neither 1 nor empty"),
    ("treasuries.csv", "China,China,IPC,12,12,Chinese,rulebook\n", "",
     "China takes turns but has no treasury of IPC"),
    ("units.csv", "name,category,attack,defense", "name,category,attack,defence",
     "no column 'defence' is known here; did you mean 'defense'?"),
    ("units.csv", "cruiser,sea,3,", "cruiser,ship,3,", "category 'ship' is none of land, sea"),
    ("setup.csv", "Poland,Germany,tank,1,reference", "Poland,Germany,panzer,1,reference",
     "unit: no 'panzer' in units"),
    ("setup.csv", "Norway,Germany,infantry,3,reference", "Norway,Germany,infantry,3,",
     "source is empty"),
    ("setup.csv", "Norway,Germany,fighter,1,reference", "Norway,Germany,fighter,1,hearsay",
     "source 'hearsay' is none of rulebook, derived"),
    ("setup.csv", "sea zone 103,Germany,submarine", "Romania,Germany,submarine",
     "submarine cannot stand in 'Romania', which is land"),
    ("setup.csv", "Denmark,Germany,infantry", "sea zone 112,Germany,infantry",
     "infantry cannot stand in 'sea zone 112', which is sea"),
    ("setup.csv", "sea zone 33,Japan,fighter,1", "sea zone 33,Japan,fighter,2",
     "the aircraft of Japan in 'sea zone 33' outnumber their carriers' room"),
    ("setup.csv", "Gibraltar,United Kingdom,fighter", "Himalayas,United Kingdom,fighter",
     "'Himalayas' is impassable"),
    ("setup.csv", "Malta,United Kingdom,AAA,1,reference", "Malta,United Kingdom,AAA,1",
     "4 cells, but the first line has 5"),
    ("setup.csv", "Suiyuyan,China,infantry,2,", "Suiyuyan,China,infantry,1000000000,",
     "count '1000000000' is not a whole number"),
    ("setup.csv", "Yunnan,China,infantry,4,", "Yunnan,China,infantry,4000,",
     "count '4000' is not between 1 and 999"),
    ("relations.csv", "Germany,Italy,allied,rulebook\n", "",
     "no relation between Germany and Italy"),
    ("dataset.toml", 'name = "Conduct Combat"\naliases = ["Battle"]\nsource = "rulebook"',
     'name = "Conduct Combat"\naliases = ["Battle"]\nsource = "memory"',
     "phase 'Conduct Combat': source 'memory' is none of"),
    ("dataset.toml", "dice_sides = 6", "dice_sides = 1", "not the faces of a die"),
    ("theatres.csv", "Finland,Eastern Front,", "Finland,Eastern Frnt,",
     "no theatre 'Eastern Frnt' in dataset.toml; did you mean 'Eastern Front'?"),
    ("theatres.csv", "Karelia,Eastern Front,", "Carelia,Eastern Front,",
     "space: no 'Carelia' in spaces; did you mean 'Karelia'?"),
    ("theatres.csv", "Sweden,Western Europe,derived\n", "",
     "'Sweden' is in no theatre: theatres.csv has no row for it"),
    ("theatres.csv", "Norway,Western Europe,reference\n",
     "Norway,Western Europe,reference\nNorway,Atlantic,reference\n",
     "another row on the same as line"),
]  # fmt: skip


def test_every_fault_of_a_broken_dataset_is_reported_at_once(copy):
    for file, old, new, _ in PLANTED:
        edit(copy / file, old, new)
    found = told(copy)
    unsaid = [what for *_, what in PLANTED if what and not any(what in f for f in found)]
    assert unsaid == []
    assert len(found) >= 28
    where = {f.split(":")[0] for f in found}
    assert {f"broken/{t}.csv" for t in ("spaces", "borders", "powers", "units", "setup")} <= where


@pytest.mark.parametrize(
    "fault", [p for p in PLANTED if p[3]], ids=lambda p: f"{p[0]}: {p[3][:40]}"
)
def test_each_fault_is_reported_alone(copy, fault):
    file, old, new, what = fault
    edit(copy / file, old, new)
    assert any(what in told_fault for told_fault in told(copy))


def test_a_piece_of_the_board_that_nothing_leads_to(copy):
    text = (copy / "borders.csv").read_text(encoding="utf-8").splitlines(keepends=True)
    (copy / "borders.csv").write_text(
        "".join(line for line in text if "New Zealand," not in line)
        + "New Zealand,Fiji,land,,,,house\n",
        encoding="utf-8",
    )
    (copy / "borders.csv").write_text(
        "".join(
            line
            for line in (copy / "borders.csv").read_text(encoding="utf-8").splitlines(keepends=True)
            if not line.startswith("Fiji,")
        ),
        encoding="utf-8",
    )
    found = told(copy)
    assert any("no way leads from 'Afghanistan' to 'New Zealand'" in fault for fault in found)
    assert any("no way leads from 'Afghanistan' to 'Fiji'" in fault for fault in found)


def test_names_that_differ_only_in_case_are_a_fault(copy):
    with (copy / "spaces.csv").open("a", encoding="utf-8") as stream:
        stream.write("NORWAY,land,Europe,0,,Germany,,,UK Europe,,,,,,house,house\n")
    assert any("'NORWAY' is spelled as a name of 'Norway'" in fault for fault in told(copy))


def test_missing_polygons_and_lines_are_reported(copy):
    found = told(copy)
    assert "geometry.geojson: no polygon for 'Afghanistan'" in found
    assert len(found) == 333
    shutil.copy(root() / "global1940" / "geometry.geojson", copy)
    found = told(copy)
    assert len(found) == 829
    assert "'Afghanistan' and 'Eastern Persia' border, but do not touch" in found[0]


def test_every_border_left_out_of_the_table_is_seen_on_the_map(copy):
    for file in ("geometry.geojson", "border_lines.geojson"):
        shutil.copy(root() / "global1940" / file, copy)
    assert told(copy) == []
    header, *rows = (copy / "borders.csv").read_text(encoding="utf-8").splitlines(keepends=True)
    passable = [row for row in rows if "Himalayas" not in row]
    left_out = passable[::7]
    kept = "".join(row for row in rows if row not in left_out)
    (copy / "borders.csv").write_text(header + kept, encoding="utf-8")
    found = told(copy)
    for row in left_out:
        a, b, *_ = row.split(",")
        a, b = sorted((a, b))
        assert any(f"{a!r} and {b!r} touch on the map along" in fault for fault in found), (a, b)
    assert sum("touch on the map along" in fault for fault in found) == len(left_out)


def test_areas_and_lengths_that_are_not_the_maps_are_reported(copy):
    for file in ("geometry.geojson", "border_lines.geojson"):
        shutil.copy(root() / "global1940" / file, copy)
    edit(copy / "spaces.csv", ",641960,", ",641000,")
    edit(
        copy / "borders.csv",
        "Afghanistan,Eastern Persia,land,,,841,",
        "Afghanistan,Eastern Persia,land,,,900,",
    )
    edit(
        copy / "borders.csv", "Afghanistan,Himalayas,land,,,1558,", "Afghanistan,Himalayas,land,,,,"
    )
    assert told(copy) == [
        "geometry.geojson: 'Afghanistan' has 641960 km2 on the map, but the table says 641000",
        "border_lines.geojson: 'Afghanistan' and 'Eastern Persia' share 841 km, "
        "but the table says 900",
    ]


def test_a_damaged_map_is_a_fault(copy):
    (copy / "geometry.geojson").write_text('{"type": "FeatureCollection", "features": [{}]}')
    assert len(told(copy)) == 1
    assert "the map: " in told(copy)[0]


def test_a_dataset_that_cannot_be_used_is_refused_with_all_that_is_wrong(copy):
    edit(copy / "setup.csv", "Poland,Germany,tank,", "Poland,Germany,panzer,")
    edit(copy / "spaces.csv", "Alaska,land,Pacific,2,", "Alaska,land,Pacific,two,")
    with pytest.raises(DatasetError, match=r"cannot be used \(2 faults\)") as caught:
        boards.load(copy)
    assert "no 'panzer' in units" in str(caught.value)
    assert "'two' is not a whole number" in str(caught.value)


def test_a_house_rule_that_changes_an_income_is_reported_but_played(copy):
    edit(copy / "spaces.csv", "Poland,land,Europe,2,", "Poland,land,Europe,3,")
    assert boards.load(copy).board.space("Poland").value == 3
    assert any("yield 31 IPC, not the 30" in fault for fault in told(copy))


def test_a_file_of_nothing_but_wrong_names_is_told_in_bounded_time(copy, monkeypatch):
    monkeypatch.setattr(tables, "_MOST_ROWS", 5_000)  # it is ten times as many
    rows = "".join(f"Nowhere {i},Germany,tank,1,house\n" for i in range(6_000))
    with (copy / "setup.csv").open("a", encoding="utf-8") as stream:
        stream.write(rows)
    found = told(copy)
    assert any("more than 5000 rows; the rest was not read" in fault for fault in found)
    assert len(found) > 4_500
