"""The board of 3G40 Deluxe: what it has that Global's has not, and what it calls it."""

from __future__ import annotations

import pytest

import a4a
from a4a import boards
from a4a.boards.dataset import Dataset
from a4a.map.rows import space_rows

BORDERS = {
    "Western Gibraltar": {"Eastern Gibraltar", "Spain", "sea zone 91"},
    "Eastern Gibraltar": {"Western Gibraltar", "Spain", "sea zone 92"},
    "Georgia": {"Caucasus", "Turkey", "Northwest Persia", "Caspian Sea", "sea zone 100"},
    "Svalbard": {"sea zone 126"},
    "Bonin Island": {"sea zone 17"},
    "Corsica": {"sea zone 95"},
}


@pytest.fixture(scope="module")
def deluxe() -> Dataset:
    return a4a.dataset("deluxe3g40")


@pytest.fixture(scope="module")
def base() -> Dataset:
    return a4a.dataset("global1940")


def test_the_dataset_has_no_faults() -> None:
    assert boards.check("deluxe3g40") == []


def test_new_spaces_border_what_is_proposed(deluxe: Dataset) -> None:
    found = {name: set(deluxe.board.neighbours(name)) for name in BORDERS}
    assert found == BORDERS


def test_all_other_borders_are_those_of_the_base_board(deluxe: Dataset, base: Dataset) -> None:
    own = {"Gibraltar", *BORDERS}
    ours, theirs = (
        {
            frozenset((border.a, border.b)): border.kind
            for border in board.borders
            if not {border.a, border.b} & own
        }
        for board in (deluxe.board, base.board)
    )
    gone = {frozenset(("Caucasus", "Turkey")), frozenset(("Caucasus", "Northwest Persia"))}
    assert theirs.keys() - ours.keys() == gone
    assert ours == {pair: kind for pair, kind in theirs.items() if pair not in gone}


def test_new_spaces_are_drawn_and_measured(deluxe: Dataset) -> None:
    for name, neighbours in BORDERS.items():
        assert deluxe.board.space(name).area_km2 > 4000
        assert deluxe.geometry.spaces[name].properties.name == name
        assert all(deluxe.geometry.line(name, other) for other in neighbours)


def test_islands_of_the_variant_are_islands(deluxe: Dataset) -> None:
    for name in ("Svalbard", "Bonin Island", "Corsica"):
        assert "island" in deluxe.board.space(name).features
    assert "island" not in deluxe.board.space("Western Gibraltar").features


@pytest.mark.parametrize(
    ("letters", "zones"),
    [
        ("A-1 A-2 A-3 A-4 A-5 A-6 A-7 A-8", range(120, 128)),
        ("A-9 A-10 A-11 A-12", range(116, 120)),
        ("A-13 A-14", (111, 112)),
        ("A-15 A-16 A-17 A-18 A-19", range(106, 111)),
        ("A-20 A-21 A-22 A-23 A-24 A-25 A-26 A-27", (*range(101, 106), 89, 90, 91)),
        ("M-1 M-2 M-3 M-4 M-5 M-6 M-7 M-8", range(92, 100)),
        ("P-3", (3,)),
        ("P-4", (4,)),
        ("I-12", (72,)),
    ],
)
def test_lettered_sea_zones_are_those_of_the_ranges_the_book_names(
    deluxe: Dataset, letters: str, zones: range | tuple[int, ...]
) -> None:
    found = {deluxe.board.space(letter).name for letter in letters.split()}
    assert found == {f"sea zone {zone}" for zone in zones}


def test_french_ships_of_the_vichy_rolls_lie_in_their_lettered_zones(deluxe: Dataset) -> None:
    ships = {
        zone: sorted(
            unit.type
            for unit in deluxe.position.units
            if unit.place == deluxe.board.space(zone).name and unit.owner == "France"
        )
        for zone in ("A-18", "A-24", "M-1", "I-12")
    }
    assert ships == {
        "A-18": ["cruiser"],
        "A-24": ["destroyer"],
        "M-1": ["cruiser", "destroyer"],
        "I-12": ["destroyer"],
    }


@pytest.mark.parametrize(
    ("name", "space"),
    [
        ("Normandy", "Normandy/Bordeaux"),
        ("Dunkirk", "Normandy/Bordeaux"),
        ("Nova Scotia", "New Brunswick/Nova Scotia"),
        ("French Indo China", "French Indo-China"),
        ("FIC", "French Indo-China"),
        ("FWA", "French West Africa"),
        ("FCA", "French Central Africa"),
        ("Madagascar", "French Madagascar"),
        ("Hawaii Islands", "Hawaiian Islands"),
        ("Marshal Islands", "Marshall Islands"),
        ("Midway Island", "Midway"),
        ("Celebs", "Celebes"),
        ("S.France", "Southern France"),
        ("Western Peninsula", "Western Gibraltar"),
        ("Leningrad", "Novgorod"),
        ("Stalingrad", "Volgograd"),
        ("Johannesburg", "Union of South Africa"),
        ("Paris", "France"),
    ],
)
def test_names_the_book_uses_find_their_spaces(deluxe: Dataset, name: str, space: str) -> None:
    assert deluxe.board.space(name).name == space


def test_the_map_tells_the_books_names(deluxe: Dataset) -> None:
    """In the card of a space, and in the finder; other spellings of its own name are left out."""
    rows = {row.name: row for row in space_rows(a4a.start("deluxe3g40").state_at(0))}
    assert rows["sea zone 105"].also == ("A-24",)
    assert "also A-24" in rows["sea zone 105"].facts
    assert rows["Normandy/Bordeaux"].also == ("Normandy", "Dunkirk")
    assert rows["France"].also == ()  # Paris is its city


def test_open_sea_convoy_zones_have_no_coast(deluxe: Dataset, base: Dataset) -> None:
    def convoys(board: Dataset) -> set[str]:
        return {space.name for space in board.board.spaces if "convoy" in space.features}

    added = convoys(deluxe) - convoys(base)
    assert added == {"sea zone 107", "sea zone 108", "sea zone 117", "sea zone 118"}
    assert convoys(base) < convoys(deluxe)
    seas = deluxe.board.seas
    assert all(set(deluxe.board.neighbours(zone)) <= seas for zone in added)


def test_kamikaze_zones_are_those_of_the_base_board(deluxe: Dataset) -> None:
    marked = {value.space for value in deluxe.position.values if value.key == "kamikaze"}
    assert marked == {f"sea zone {zone}" for zone in (6, 17, 19, 20, 22, 35)}


def test_theatres_place_the_new_spaces(deluxe: Dataset) -> None:
    assert deluxe.board.theatre_of("Georgia") == "Eastern Front"
    assert deluxe.board.theatre_of("Corsica") == "Mediterranean and North Africa"
    assert deluxe.board.theatre_of("Bonin Island") == "Pacific"
