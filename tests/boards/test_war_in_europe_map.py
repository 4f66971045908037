"""The map of The War in Europe: hexes hold what the rules say, fronts are where they were."""

from __future__ import annotations

import csv
from collections.abc import Callable, Collection
from pathlib import Path

import pytest

from a4a import boards
from a4a.boards.dataset import Dataset
from a4a.boards.folders import root
from a4a.boards.geometry import Geometry, read_geometry
from a4a.boards.grid import is_hex, neighbours
from a4a.core.board import Board, Border, Space

FOLDER = root() / "war_in_europe"
ANCHORS = Path(__file__).parents[2] / "tools" / "hexes" / "data" / "anchors.csv"
Reach = Callable[..., set[str]]


@pytest.fixture(scope="module")
def dataset() -> Dataset:
    return boards.load("war_in_europe")


@pytest.fixture(scope="module")
def board(dataset: Dataset) -> Board:
    return dataset.board


@pytest.fixture(scope="module")
def geometry(board: Board) -> Geometry:
    return read_geometry(board, [FOLDER])


def walk(board: Board, start: str, *, without: Collection[str] = ()) -> set[str]:
    """Where land units get to from a space."""

    def passable(border: Border, space: Space) -> bool:
        return board.on_foot(border) and not space.impassable and space.name not in without

    return set(board.reachable(start, passable=passable))


def sail(board: Board, start: str, *, without: Collection[str] = ()) -> set[str]:
    """Where ships get to from a space of the map."""

    def passable(border: Border, space: Space) -> bool:
        return board.by_ship(border) and border.kind != "box" and space.name not in without

    return set(board.reachable(start, passable=passable))


def with_feature(board: Board, feature: str) -> set[str]:
    return {space.name for space in board if feature in space.features}


def touching(board: Board, name: str) -> set[str]:
    """Kinds of the sides of a hex."""
    return {border.kind for border in board.borders_of(name).values() if border.kind != "box"}


# --- the sheet ----------------------------------------------------------------------------------


def test_the_sheet_is_whole_and_every_hex_borders_those_its_number_says(board: Board) -> None:
    hexes = {space.name for space in board if is_hex(space.name)}
    assert hexes == {f"{c:02}{r:02}" for c in range(10, 44) for r in range(1, 19)}
    for name in hexes:
        beside = {other for other in board.neighbours(name) if is_hex(other)}
        assert beside == {other for other in neighbours(name, "even") if other in hexes}


@pytest.mark.parametrize(
    ("hex", "place"),
    [("2601", "Leningrad"), ("1315", "Gibraltar"), ("1114", "Lisbon"), ("4108", "Teheran"),
     ("3911", "Baghdad")],
)  # fmt: skip
def test_what_must_be_on_the_sheet_is(board: Board, hex: str, place: str) -> None:
    assert board.space(place).name == hex


def test_every_named_hex_is_of_its_kind(board: Board) -> None:
    """But for the numbers that rulings read otherwise."""
    disputed = {"1703", "1915", "2416"}
    with ANCHORS.open(encoding="utf-8", newline="") as stream:
        anchors = [row for row in csv.DictReader(stream) if row["hex"] not in disputed]
    assert len(anchors) == 31
    for anchor in anchors:
        space = board.space(anchor["hex"])
        match anchor["kind"]:
            case "port":
                assert "port" in space.features, anchor
            case "strait":
                assert space.kind == "coast", anchor
                assert "strait" in space.features, anchor
            case "island":
                assert space.kind == "coast", anchor
                assert walk(board, space.name) == {space.name}, anchor
            case "coast":
                assert space.kind == "coast", anchor
            case "inland":
                assert space.kind == "land", anchor
            case "sea or coast":
                assert space.kind in ("sea", "coast"), anchor
            case "land or coast":
                assert space.kind in ("land", "coast"), anchor
            case other:
                pytest.fail(f"what is {other}?")


# --- kinds --------------------------------------------------------------------------------------


def test_sides_agree_with_their_hexes(board: Board) -> None:
    for border in board.borders:
        if border.kind == "box":
            continue
        kinds = {board.space(border.a).kind, board.space(border.b).kind}
        if kinds == {"sea"}:
            assert border.kind == "sea", border
        if "land" in kinds:
            assert border.kind in ("land", "river"), border


def test_a_coast_has_both_shores_and_ships_come_to_it(board: Board) -> None:
    for space in board:
        if space.kind == "coast":
            assert any(board.by_ship(b) for b in board.borders_of(space.name).values()), space
        if space.kind == "land":
            assert not any(board.by_ship(b) for b in board.borders_of(space.name).values()), space


def test_ports_straits_and_islands_have_water(board: Board) -> None:
    for feature in ("port", "strait", "island"):
        kinds = {board.space(name).kind for name in with_feature(board, feature)}
        assert kinds <= {"coast", "box"}, feature


def test_the_seas_of_the_world_are_one_and_the_caspian_is_another(board: Board) -> None:
    """And the Gulf is a third, which ships enter by its box."""
    world, caspian, gulf = (sail(board, name) for name in ("Gibraltar", "Baku", "Basra"))
    wet = {space.name for space in board if space.kind in ("sea", "coast")}
    assert wet == world | caspian | gulf
    assert not world & caspian
    assert not world & gulf
    assert {board.region_of(name) for name in caspian if board.region_of(name)} == {
        "Soviet Union", "Persia",
    }  # fmt: skip
    assert {board.region_of(name) for name in gulf} == {"Iraq", "Persia", "Saudi Arabia"}


@pytest.mark.parametrize(
    "sea", ["Leningrad", "Sevastopol", "Rostov", "Hamburg", "Milan", "Split", "Suez", "Jidda",
            "Trabzon", "Copenhagen", "Oslo", "Tunis", "Alexandria", "Amsterdam", "London"]
)  # fmt: skip
def test_fleets_reach_every_sea(board: Board, sea: str) -> None:
    assert board.space(sea).name in sail(board, "Gibraltar")


@pytest.mark.parametrize(
    ("island", "hexes"),
    [("London", 13), ("Dublin", 5), ("Corsica", 1), ("Sardinia", 1), ("Palermo", 2), ("Malta", 1),
     ("Crete", 1), ("Rhodes", 1), ("Cyprus", 1), ("Balearic Islands", 1)],
)  # fmt: skip
def test_islands_are_reached_by_sea_alone(board: Board, island: str, hexes: int) -> None:
    assert len(walk(board, island)) == hexes


def test_scandinavia_is_reached_by_sea_alone(board: Board) -> None:
    """Its land bridge to Finland lies north of the sheet."""
    found = walk(board, "Oslo")
    assert {board.region_of(name) for name in found} == {"Norway", "Sweden"}
    assert board.space("Stockholm").name in found


@pytest.mark.parametrize(
    ("start", "end"),
    [("Paris", "Moscow"), ("Berlin", "Rome"), ("Vienna", "Athens"), ("Moscow", "Baku"),
     ("Madrid", "Paris"), ("Baku", "Teheran"), ("Ankara", "Baghdad"), ("Cairo", "Jerusalem"),
     ("Tunis", "Tobruk"), ("Algiers", "Tunis"), ("Helsinki", "Leningrad"),
     ("Hamburg", "Copenhagen"),
     ("Odessa", "Sevastopol"), ("Alexandria", "Tobruk"), ("Casablanca", "Algiers")],
)  # fmt: skip
def test_fronts_are_open_where_they_were(board: Board, start: str, end: str) -> None:
    straits = with_feature(board, "strait") - {board.space(name).name for name in ("Suez",)}
    ends = {board.space(start).name, board.space(end).name}
    assert board.space(end).name in walk(board, start, without=straits - ends)


def test_continents_meet_at_straits_hexes_alone(board: Board) -> None:
    """Asia apart, to which the Caucasus leads."""
    shut = with_feature(board, "strait") | asia(board)
    europe = {board.region_of(name) for name in walk(board, "Madrid", without=shut)}
    assert {"Portugal", "Soviet Union", "Greece"} <= europe
    assert not europe & {"Spanish Morocco", "French North Africa", "Egypt"}


def asia(board: Board) -> set[str]:
    """The hexes of Turkey and Persia."""
    return {*board.region("Turkey"), *board.region("Persia")}


@pytest.mark.rule("WE-LND-006")
def test_straits_hexes_are_entered_by_land_and_by_sea(board: Board) -> None:
    """Those printed, and 3010, the Bosporus (R-201)."""
    straits = with_feature(board, "strait")
    assert straits == {"1315", "2911", "3012", "3414", "3415"} | {"3010"}
    for name in straits:
        borders = board.borders_of(name).values()
        assert any(board.on_foot(border) for border in borders)
        assert any(board.by_ship(border) for border in borders)


@pytest.mark.parametrize(
    ("strait", "here", "there"),
    [("1315", "Lisbon", "Toulon"), ("2911", "Athens", "Varna"), ("3010", "Athens", "Varna"),
     ("3414", "Alexandria", "Jidda"), ("3415", "Alexandria", "Jidda")],
)  # fmt: skip
def test_a_straits_hex_is_the_only_way_by_sea(
    board: Board, strait: str, here: str, there: str
) -> None:
    assert board.space(there).name in sail(board, here)
    assert board.space(there).name not in sail(board, here, without={strait})


@pytest.mark.parametrize(
    ("straits", "here", "there"),
    [({"1315"}, "Madrid", "1316"), ({"2911", "3010"}, "Varna", "Izmir")],
)
def test_land_units_cross_at_straits(
    board: Board, straits: set[str], here: str, there: str
) -> None:
    """From Spain to Morocco, and from Thrace to Asia but for the way round the Black Sea."""
    others = with_feature(board, "strait") - straits | set(board.region("Soviet Union"))
    goal = board.space(there).name
    assert goal in walk(board, here, without=others)
    assert goal not in walk(board, here, without=others | straits)


# --- rules about the map ------------------------------------------------------------------------


@pytest.mark.rule("WE-CMP-004")
def test_off_map_boxes(board: Board) -> None:
    boxes = {space.name for space in board if space.kind == "box"}
    assert boxes == {"Atlantic", "United States", "Capetown", "Red Sea", "Persian Gulf"}


@pytest.mark.rule("WE-BOX-002", "WE-BOX-003")
@pytest.mark.parametrize("box", ["Atlantic", "Capetown"])
def test_the_west_edge_leads_to_the_atlantic_and_to_capetown(board: Board, box: str) -> None:
    edge = with_feature(board, "west edge")
    assert edge == {f"10{row:02}" for row in range(1, 19)}
    costs = {name: b.cost for name, b in board.borders_of(box).items() if is_hex(name)}
    assert costs == dict.fromkeys(edge, 30)


@pytest.mark.rule("WE-BOX-004")
@pytest.mark.parametrize("box", ["Red Sea", "Persian Gulf"])
def test_hexes_listed_in_a_box_cost_nothing(board: Board, box: str) -> None:
    listed = {name: b.cost for name, b in board.borders_of(box).items() if is_hex(name)}
    assert listed
    assert set(listed.values()) == {0}
    assert all(board.space(name).kind in ("sea", "coast") for name in listed)


@pytest.mark.rule("WE-BOX-006")
def test_boxes_that_name_each_other_are_thirty_apart(board: Board) -> None:
    found = {
        (a, b): border.cost
        for a in ("Atlantic", "Capetown", "Red Sea", "Persian Gulf")
        for b, border in board.borders_of(a).items()
        if not is_hex(b) and b != "United States"
    }
    assert set(found.values()) == {30}
    assert {b for a, b in found if a == "Capetown"} == {"Atlantic", "Red Sea", "Persian Gulf"}


@pytest.mark.rule("WE-FLT-015")
def test_the_land_and_the_ocean_of_the_atlantic_box_are_one(board: Board) -> None:
    """Units board at once (8.3.6)."""
    [(name, border)] = board.borders_of("United States").items()
    assert (name, border.cost) == ("Atlantic", 0)
    assert "port" in board.space("United States").features


@pytest.mark.rule("WE-CMP-005")
def test_hamburg_is_a_german_port(board: Board) -> None:
    hamburg = board.space("Hamburg")
    assert "port" in hamburg.features
    assert board.region_of(hamburg.name) == "Germany"


@pytest.mark.rule("WE-CMP-006")
def test_east_prussia_is_one(board: Board) -> None:
    north, south = board.space("2403"), board.space("2404")
    assert board.region_of(north.name) == board.region_of(south.name) == "Germany"
    border = board.border("2403", "2404")
    assert border is not None
    assert border.kind == "land"
    assert not any(
        board.region_of(name) == "Germany"
        for hex in ("2403", "2404")
        for name in board.neighbours(hex)
        if name not in ("2403", "2404")
    )


@pytest.mark.rule("WE-CMP-007")
def test_ankara(board: Board) -> None:
    assert (board.space("3310").city, board.space("3310").capital_of) == ("Ankara", ("Turkey",))


@pytest.mark.rule("WE-CMP-019", "WE-CMP-020")
def test_each_power_has_a_capital_and_the_soviet_union_three(dataset: Dataset) -> None:
    found: dict[str, list[str]] = {}
    for space in dataset.board:
        for power in space.capital_of:
            found.setdefault(power, []).append(space.place)
            assert dataset.board.region_of(space.name) == power
    assert set(found) == {power.name for power in dataset.catalog.powers}
    assert sorted(found.pop("Soviet Union")) == ["Leningrad", "Moscow", "Stalingrad"]
    assert {len(places) for places in found.values()} == {1}


@pytest.mark.rule("WE-CMP-023")
def test_switzerland_is_shut_to_land_units(board: Board) -> None:
    swiss = board.region("Switzerland")
    assert swiss == ("2009",)
    assert all(board.space(name).impassable for name in swiss)
    assert {s.name for s in board if s.impassable} == set(swiss)


@pytest.mark.rule("WE-SET-010")
def test_algiers_is_1615(board: Board) -> None:
    assert board.space("Algiers").name == "1615"
    assert board.space("1615").kind == "coast"
    assert not board.space("1915").place


@pytest.mark.rule("WE-SET-025")
def test_cairo_is_3416(board: Board) -> None:
    assert board.space("Cairo").name == "3416"
    assert "3415" in board.neighbours("3416")
    assert board.region_of("3416") == "Egypt"
    assert board.space("2416").kind == "sea"


@pytest.mark.rule("WE-RAI-007")
def test_railways_are_shut_in_these_lands(board: Board) -> None:
    shut = {board.region_of(name) for name in with_feature(board, "no rail")}
    assert shut == {
        "Spanish Morocco", "French North Africa", "Tunisia", "Libya", "Saudi Arabia", "Persia",
    }  # fmt: skip
    for region in shut:
        assert all("no rail" in board.space(name).features for name in board.region(region))


@pytest.mark.rule("WE-RAI-008")
def test_spanish_morocco(board: Board) -> None:
    assert board.region("Spanish Morocco") == ("1316", "1415")
    assert {board.space(name).original for name in ("1316", "1415")} == {"Spain"}


def test_danish_waters(board: Board) -> None:
    """Their control of Norway opens 1904 to the Allies, that of Denmark the others (8.3.2)."""
    assert with_feature(board, "Danish waters") == {"1904", "2003", "2004"}


@pytest.mark.rule("WE-FLT-007")
def test_1904_and_the_kattegat_shut_oslo(board: Board) -> None:
    """The hex tied to Norway lies before Norway's only port (R-199, R-203)."""
    assert board.space("1904").kind == "sea"
    ports = {name for name in board.region("Norway") if "port" in board.space(name).features}
    assert ports == {board.space("Oslo").name} <= set(board.neighbours("1904"))
    assert board.space("Oslo").name not in sail(board, "Scapa Flow", without={"1904", "2003"})


@pytest.mark.rule("WE-FLT-009")
def test_2003_and_2004_shut_the_baltic(board: Board) -> None:
    assert {board.region_of("2003"), board.region_of("2004")} == {"Denmark"}
    assert board.space("Copenhagen").name == "2004"
    outside = sail(board, "Scapa Flow", without={"2003", "2004"})
    for port in ("Leningrad", "Stockholm", "Königsberg", "Danzig", "Rostock", "Helsinki", "Riga"):
        assert board.space(port).name not in outside
    assert board.space("Hamburg").name in outside


@pytest.mark.rule("WE-ITA-004")
def test_italys_lands(board: Board) -> None:
    owned = {space.name for space in board if space.original == "Italy"}
    assert set(board.region("Libya")) <= owned
    assert {"3013", "2113", "2511"} <= owned
    assert board.region("Albania") == ("2511",)
    assert {board.region_of(name) for name in owned} == {"Italy", "Libya", "Albania", "Rhodes"}


@pytest.mark.rule("WE-SOV-005")
def test_half_of_poland_is_soviet(dataset: Dataset) -> None:
    """The border runs down column 25, just east of Warsaw."""
    board = dataset.board
    assert len(board.region("Poland")) == 6
    warsaw = board.space("Warsaw").name
    assert any(board.region_of(name) == "Soviet Union" for name in board.neighbours(warsaw))
    for name in ("2505", "2605", "2606", "2504", "2503", "2502"):
        assert dataset.position.control[name] == "Soviet Union"


@pytest.mark.parametrize("country", ["Germany", "Poland", "Hungary", "Rumania"])
def test_the_soviet_union_has_a_border_with(board: Board, country: str) -> None:
    """The Soviet set-up (2.2) names these four."""
    assert any(
        board.region_of(beside) == "Soviet Union"
        for name in board.region(country)
        for beside in board.neighbours(name)
    )


@pytest.mark.rule("WE-IRQ-005")
def test_iraq_is_british_at_the_start(dataset: Dataset) -> None:
    board = dataset.board
    controllers = {dataset.position.control[name] for name in board.region("Iraq")}
    assert controllers == {"Great Britain"}
    assert board.space("Baghdad").name in board.region("Iraq")


@pytest.mark.rule("WE-VCH-013")
def test_french_territories_have_capitals(board: Board) -> None:
    capitals = {
        board.region_of(name): board.space(name).place
        for name in with_feature(board, "territorial capital")
    }
    french = {
        board.region_of(space.name)
        for space in board
        if space.original == "France" and board.region_of(space.name) != "France"
    }
    assert capitals == {"French North Africa": "Algiers", "Tunisia": "Tunis", "Syria": "Beirut"}
    assert set(capitals) == french


@pytest.mark.rule("WE-VCH-002")
def test_vichy_lies_south_of_the_line(board: Board) -> None:
    vichy = with_feature(board, "vichy")
    assert vichy <= set(board.region("France"))
    for place in ("Toulon", "Lyon", "Corsica"):
        assert board.space(place).name in vichy
    for place in ("Paris", "Brest", "Bordeaux", "Calais", "Cherbourg"):
        assert board.space(place).name not in vichy


@pytest.mark.rule("WE-VCH-002")
def test_the_line_runs_where_vichy_meets_the_rest_of_france(board: Board) -> None:
    vichy, france = with_feature(board, "vichy"), set(board.region("France"))
    along = [border for border in board.borders if border.line]
    assert {border.line for border in along} == {"demarcation line"}
    meeting = {
        border
        for border in board.borders
        if {border.a, border.b} <= france and len({border.a, border.b} & vichy) == 1
    }
    assert set(along) == meeting
    assert {border.name for border in along} == {"", "Loire", "Rhone"}  # rivers keep theirs


@pytest.mark.rule("WE-EXA-018", "WE-EXA-019")
def test_oslo_is_as_near_to_the_west_edge_as_any_port_the_axis_held_in_1941(board: Board) -> None:
    """The example retreats there from the edge of the owner's choice."""
    held = ("Germany", "Norway", "Denmark", "Netherlands", "Belgium", "France", "Poland")
    ports = {
        name
        for region in held
        for name in board.region(region)
        if "port" in board.space(name).features and "vichy" not in board.space(name).features
    }

    def passable(border: Border, space: Space) -> bool:
        return board.by_ship(border) and border.kind != "box"

    ways = board.reachable("1001", passable=passable)
    assert ways[board.space("Oslo").name] == min(ways[port] for port in ports)


@pytest.mark.rule("WE-EXA-028")
def test_a_unit_can_retreat_into_2214(board: Board) -> None:
    """From the hex that was dropped on, while others fight beside a coast."""
    assert board.space("2214").kind == "coast"
    beside = {name for name, b in board.borders_of("2214").items() if board.on_foot(b)}
    assert beside == {"2115", "2215"}


@pytest.mark.rule("WE-PRD-014")
def test_the_united_states_yield_ten_and_have_no_city(board: Board) -> None:
    assert board.space("United States").value == 10
    assert not board.space("United States").city


def test_production_cities(board: Board) -> None:
    found: dict[str, set[str]] = {}
    for space in board:
        if "production" in space.features:
            assert space.value == 1
            assert space.city == space.place
            found.setdefault(space.original, set()).add(space.place)
    assert found == {
        "Germany": {"Berlin", "Hamburg", "Essen", "Munich", "Vienna", "Prague", "Breslau"},
        "Great Britain": {"London", "Birmingham", "Glasgow"},
        "France": {"Paris", "Lyon"},
        "Soviet Union": {"Moscow", "Leningrad", "Stalingrad", "Kiev", "Kharkov", "Rostov", "Baku"},
        "Italy": {"Rome", "Milan"},
        "Belgium": {"Brussels"}, "Netherlands": {"Amsterdam"}, "Hungary": {"Budapest"},
    }  # fmt: skip
    yielding = {space.name for space in board if space.value and space.kind != "box"}
    assert yielding == with_feature(board, "production")


def test_every_country_lies_in_one_piece_or_in_islands(board: Board) -> None:
    """No hex of a country is lost inside another one; Germany has East Prussia, Denmark Jutland."""
    pieces = {"Germany": 2, "Great Britain": 1, "Italy": 3, "France": 2, "Spain": 2, "Greece": 2}
    for region in board.regions:
        left = set(region.spaces)
        count = 0
        while left:
            count += 1
            first = left.pop()
            found = set(
                board.reachable(
                    first, passable=lambda _, space, here=region: space.name in here.spaces
                )
            )
            left -= found
        assert count <= pieces.get(region.name, 1), region.name


# --- what is drawn ------------------------------------------------------------------------------


def test_the_drawing_is_light(geometry: Geometry) -> None:
    size = sum((FOLDER / name).stat().st_size for name in
               ("geometry.geojson", "border_lines.geojson", "backdrop.geojson"))  # fmt: skip
    assert size < 1_500_000


def test_every_side_is_drawn_and_measured(board: Board, geometry: Geometry) -> None:
    for border in board.borders:
        line = geometry.line(border.a, border.b)
        assert (line is None) == (border.kind == "box")
        if line is not None:
            assert 90 < border.length_km < 160
            assert line.properties.km == pytest.approx(border.length_km, abs=0.51)


def test_areas_are_the_earths(board: Board) -> None:
    """Hexes are alike on the sheet; on earth they are where the numbers ask the map to bend."""
    areas = sorted(space.area_km2 for space in board if is_hex(space.name))
    assert 24_000 < areas[0] < areas[-1] < 45_000
    assert 29_000 < areas[len(areas) // 10] < areas[-len(areas) // 10] < 41_000


@pytest.mark.parametrize(
    ("region", "km2"),
    [("France", 550_000), ("Spain", 505_000), ("Syria", 190_000), ("Turkey", 780_000),
     ("Great Britain", 229_000), ("Poland", 200_000)],
)  # fmt: skip
def test_countries_are_of_about_their_size(board: Board, region: str, km2: float) -> None:
    """Coast hexes count their water, so a country may be larger than its land."""
    found = sum(board.space(name).area_km2 for name in board.region(region))
    assert 0.8 * km2 < found < 2.3 * km2
