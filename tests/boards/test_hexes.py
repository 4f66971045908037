"""Boards of hexes: numbered spaces, countries, named counters, a turn track, printed numbers."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from a4a import boards
from a4a.boards.fault import Fault
from a4a.boards.grid import neighbours
from a4a.core.errors import A4AError, DatasetError
from a4a.core.units import Holding
from tests.boards import hexes
from tests.boards.test_check import edit


@pytest.fixture
def folder(tmp_path):
    return hexes.write(tmp_path / "hexes")


def faults(folder) -> list[Fault]:
    return [fault for fault in boards.check(folder) if "no polygon" not in fault.what]


def test_a_board_of_hexes_is_whole(folder):
    assert faults(folder) == []


def test_hexes_are_found_by_number_place_and_further_spelling(folder):
    board = boards.load(folder).board
    assert board.space("Antwerp") is board.space("1907") is board.space("anvers")
    assert board.space("1907").title == "1907 Antwerp"
    assert board.space("2006").features == ("port", "production")
    assert board.space("2007").terrain == "forest"
    assert board.region_of("Berlin") == "Germany"
    assert [region.name for region in board.regions] == [
        "Germany", "France", "Belgium", "Poland", "Switzerland"
    ]  # fmt: skip


def test_sides_of_hexes_are_crossed_on_foot_or_by_ship(folder):
    board = boards.load(folder).board
    by = {
        frozenset((b.a, b.b)): (board.on_foot(b), board.by_ship(b), b.cost) for b in board.borders
    }
    assert by[frozenset(("2006", "2106"))] == (True, True, 1)
    assert by[frozenset(("1906", "2006"))] == (False, True, 1)
    assert by[frozenset(hexes.RIVER)] == (True, False, 1)
    assert by[frozenset(("1806", "Atlantic"))] == (False, True, 30)


def test_every_counter_is_a_unit_that_stands_where_it_is_deployed(folder):
    dataset = boards.load(folder)
    units = {(u.owner, u.name): u for u in dataset.position.units}
    assert len(units) == len(dataset.catalog.counters) == len(dataset.deployments)
    assert units["Germany", "1 infantry"].place == "2007"
    assert units["France", "4 infantry"].place == Holding("France", "force pool")
    assert units["Germany", "2 armor"].place == Holding("Germany", "turn track 2")


def test_a_reduced_counter_shows_its_back_and_one_with_a_blank_back_its_only_side(folder):
    dataset = boards.load(folder)
    units = {(u.owner, u.name): u for u in dataset.position.units}
    combat = {key: dataset.catalog.face(unit).combat for key, unit in units.items()}
    assert units["France", "1 armor"].damage == 1
    assert combat["France", "1 armor"] == 2
    assert combat["France", "Maginot fort"] == 4
    assert units["Belgium", "infantry"].damage == 1
    assert combat["Belgium", "infantry"] == 2


def test_prices_of_a_power_of_its_own(folder):
    catalog = boards.load(folder).catalog
    assert (catalog.price("infantry", "Belgium"), catalog.price("infantry", "France")) == (1, 2)
    assert catalog.upgrade_price("infantry", "Belgium") == 3
    assert catalog.upgrade_price("armor", "France") == 2


def test_the_turn_track_and_the_statuses_of_powers(folder):
    dataset = boards.load(folder)
    assert [turn.label for turn in dataset.track] == ["Autumn 1939", "Winter 1940"]
    assert dataset.track[1].lend_lease == 2
    assert boards.start(folder).state_at(0).statuses("Germany") == ("at war", "mobilized")


def test_a_settled_contradiction_is_told_but_is_no_fault(folder):
    [found] = boards.load(folder).contradictions
    assert str(found) == "Where is Warsaw?: 2108 (2.8) or 2008 (9.1); R-001 settles it: 2108"


def test_a_backdrop_is_read_with_the_map(folder):
    assert boards.load(folder).geometry.backdrop == ()
    content = {
        "type": "FeatureCollection",
        "features": [
            {"type": "Feature", "properties": {"kind": "river", "name": "Weser"},
             "geometry": {"type": "LineString", "coordinates": [[8.5, 53.5], [9.7, 51.4]]}},
            {"type": "Feature", "properties": {"kind": "land"},
             "geometry": {"type": "Polygon",
                          "coordinates": [[[0, 0], [1, 0], [1, 1], [0, 0]]]}},
        ],
    }  # fmt: skip
    (folder / "backdrop.geojson").write_bytes(msgspec.json.encode(content))
    (folder / "track.csv").touch()  # another stamp: the dataset is read again
    river, land = boards.load(folder, overrides=folder).geometry.backdrop
    assert (river.properties.kind, river.properties.name) == ("river", "Weser")
    assert land.geometry.coordinates[0][1] == (1, 0)


def test_a_players_own_counters_and_track_lie_over_the_datasets(folder, tmp_path):
    own = tmp_path / "own"
    own.mkdir()
    (own / "counters.csv").write_text("power,name,combat,source\nGermany,2 armor,9,house\n")
    (own / "deployment.csv").write_text(
        "power,counter,space,area,source\nGermany,1 air,2009,,house\n"
    )
    (own / "track.csv").write_text("turn,lend_lease,source\n1,5,house\n")
    dataset = boards.load(folder, overrides=own)
    units = {(u.owner, u.name): u for u in dataset.position.units}
    assert [face.combat for face in dataset.catalog.counter("Germany", "2 armor").faces] == [9, 3]
    assert units["Germany", "1 air"].place == "2009"
    assert dataset.track[0].lend_lease == 5


def test_a_players_counter_of_a_misspelled_power_is_told(folder, tmp_path):
    own = tmp_path / "own"
    own.mkdir()
    (own / "counters.csv").write_text("power,name,combat,source\nGermania,2 armor,9,house\n")
    with pytest.raises(DatasetError) as error:
        boards.load(folder, overrides=own)
    assert str(error.value).splitlines()[1:] == [
        "  own/counters.csv:2: power: no 'Germania' in powers; did you mean 'Germany'?",
        "  own/counters.csv:2: unit is empty",
    ]


# What is planted in which file, and what the check must say of it.
PLANTED = [
    ("borders.csv", "1807,1907,coast,,,derived\n", "", "no border to 1907, the hex beside it"),
    ("borders.csv", "1806,Atlantic,box,,30,rulebook",
     "1806,Atlantic,box,,30,rulebook\n1809,2009,land,,,derived",
     "1809 and 2009 are not beside each other"),
    ("borders.csv", "1806,Atlantic,box", "1806,Atlantic,sea",
     "a box border joins a box to something, but '1806' is sea and 'Atlantic' is box"),
    ("borders.csv", "2007,2107,land", "2007,2107,sea",
     "a sea border joins sea and sea, but '2007' is land and '2107' is land"),
    ("spaces.csv", "1908,land,,France,0,France,France,,,rough,,",
     "1908,land,,France,0,France,France,,,rough,port,", "a port, but there is no water"),
    ("spaces.csv", "1808,land,Paris,France,1,", "1808,land,Paris,France,0,",
     "a production city that yields nothing"),
    ("spaces.csv", "1809,land,,France,0,France", "1809,land,,,0,France",
     "in no region: every space with land is in one"),
    ("spaces.csv", "1809,land,,France,0,France", "1809,land,,France,0,Germany",
     "France began as Germany's here, but as France's in 1807"),
    ("spaces.csv", "Poland,Poland,Poland,,clear", "Poland,Poland,,,clear",
     "Poland has no capital: no space is capital_of it"),
    ("spaces.csv", "1809,land,,France", "1809,land,Berlin,France",
     "'Berlin' is also a name of '2107' in spaces"),
    ("spaces.csv", "2109,land,", "Lublin,land,", "'Lublin' is neither a hex, column and row"),
    ("deployment.csv", "France,2 infantry,1809", "France,5 infantry,1809",
     "France has no counter '5 infantry'; did you mean"),
    ("deployment.csv", "France,4 infantry,,force pool,,,,WE-SET-012,rulebook\n", "",
     "4 infantry of France is deployed nowhere"),
    ("deployment.csv", "France,4 infantry,,force pool",
     "France,Maginot fort,2009,,,,,WE-SET-007,rulebook\nFrance,4 infantry,,force pool",
     "another row on the same as line"),
    ("deployment.csv", "France,1 armor,1808", "France,1 armor,1818",
     "space: no '1818' in spaces"),
    ("deployment.csv", "France,4 infantry,,force pool", "France,4 infantry,1808,force pool",
     "a counter begins in one space or one holding"),
    ("deployment.csv", "turn track,2", "turn track,", "a turn is for what waits on the turn track"),
    ("deployment.csv", "turn track,2", "turn track,9", "arrives in turn 9, which is not on the"),
    ("deployment.csv", "force pool,,,", "force pool,,1,",
     "what waits in the force pool is bought at full strength"),
    ("deployment.csv", "force pool", "pool", "holding 'pool' is none of force pool, turn track"),
    ("counters.csv", "1 infantry,infantry,4,2", "1 infantry,infantry,4,5",
     "reduced 5 is more than combat 4"),
    ("counters.csv", "1 infantry,infantry,4,2", "1 infantry,infantry,4,-2",
     "reduced -2 is below 0"),
    ("counters.csv", "1 infantry,infantry,4,2", "1 infantry,infantry," + "9" * 5000 + ",2",
     "combat '" + "9" * 60 + "' is not a whole number"),
    ("counters.csv", "1 infantry,infantry,4,2", "1 infantry,foot,4,2",
     "unit: no 'foot' in units"),
    ("counters.csv", "fleet,surface fleet,3,1,1,0", "fleet,surface fleet,3,,1,0",
     "reduced_asw, but the back of the counter is blank"),
    ("units.csv", "fort,land,4,4,0,1,1", "fort,land,4,4,0,0,1", "no price of fort for France"),
    ("units.csv", "fort,land,4,4,0,1,1", "fort,land,4,4,0,1,0",
     "no price of a lost step of fort for France"),
    ("track.csv", "2,Winter,1940", "3,Winter,1940", "turn 3, where turn 2 is missing"),
    ("track.csv", "2,Winter,1940", "2,Autumn,1939", "Autumn 1939 is turn 1 already"),
    ("track.csv", "2,Winter,1940", "2,Winter,1943", "1943 follows upon 1939"),
    ("printed.csv", "2008,Warsaw,,,9.1,", "1808,Berlin,,,9.1,",
     "'Berlin' is printed in 1808, but the board has it 2107"),
    ("printed.csv", "1808,Paris,,", "1808,Paris,port,",
     "1808 is printed as port (2.1), but has no such feature"),
    ("printed.csv", "1808,Paris,,France", "1808,Paris,,Germany",
     "1808 is printed in Germany, but the board has it in France"),
    ("contradictions.csv", "Warsaw,2108", "Prague,2108",
     "'Warsaw' is in 2008 (9.1), but in 2108 (2.8): which one?"),
    ("contradictions.csv", "9.1,2108,R-001", "9.1,2008,R-001",
     "R-001 has 'Warsaw' in 2008, but the board has it 2108"),
    ("contradictions.csv", "2008,9.1", "2108,9.1", "both readings are the same"),
    ("dataset.toml", 'low_columns = "even"', 'low_columns = "odd"', "are not beside each other"),
]  # fmt: skip


@pytest.mark.parametrize("planted", PLANTED, ids=lambda p: f"{p[0]}: {p[3][:40]}")
def test_each_fault_of_a_board_of_hexes_is_reported(folder, planted):
    file, old, new, what = planted
    edit(folder / file, old, new)
    assert any(what in str(fault) for fault in faults(folder))


@given(st.integers(1, 98), st.integers(1, 98), st.sampled_from(["even", "odd"]))
def test_hexes_lie_beside_six_others_and_each_beside_it(column, row, low):
    here = f"{column:02}{row:02}"
    beside = neighbours(here, low)
    assert len(set(beside)) == 6
    assert here not in beside
    assert all(here in neighbours(other, low) for other in beside)
    around = zip(beside, (*beside[1:], beside[0]), strict=True)
    assert all(b in neighbours(a, low) for a, b in around)  # a ring


def test_hexes_at_the_edge_of_the_numbers_have_fewer():
    assert neighbours("0000", "even") == ("0100", "0101", "0001")


def test_a_grid_that_says_nonsense_is_refused(folder):
    edit(folder / "dataset.toml", 'low_columns = "even"', 'low_columns = "left"')
    with pytest.raises(A4AError, match="Invalid enum value 'left'"):
        boards.check(folder)
