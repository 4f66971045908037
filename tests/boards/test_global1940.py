"""What the rulebook prints, held against the dataset."""

import pytest

from a4a import boards

GLOBAL = boards.load("global1940")
EUROPE = boards.load("europe1940")


@pytest.mark.parametrize(
    ("dataset", "incomes"),
    [
        (
            EUROPE,
            {
                "Germany": 30, "Soviet Union": 28, "United States": 35,
                "United Kingdom": 29, "Italy": 10, "France": 17,
            },
        ),
        (
            GLOBAL,
            {
                "Germany": 30, "Soviet Union": 37, "Japan": 26, "United States": 52, "China": 12,
                "UK Europe": 28, "UK Pacific": 17, "Italy": 10, "ANZAC": 10, "France": 19,
            },
        ),
    ],
)  # fmt: skip
def test_territories_yield_the_incomes_the_rulebook_prints(dataset, incomes):
    yields = dict.fromkeys(incomes, 0)
    several = {"UK Europe", "UK Pacific"} <= incomes.keys()
    for space in dataset.board:
        owner = dataset.position.control.get(space.name)
        if owner == "United Kingdom" and several:
            owner = space.economy
        if owner in yields:
            yields[owner] += space.value
    assert yields == incomes
    assert {t.name: t.production for t in dataset.treasuries} == incomes
    money = {b.treasury: b.amount for b in dataset.position.balances if b.resource == "IPC"}
    assert money == incomes


def test_the_order_of_play():
    playable = [p.name for p in GLOBAL.catalog.powers if p.playable]
    assert playable == [
        "Germany", "Soviet Union", "Japan", "United States", "China",
        "United Kingdom", "Italy", "ANZAC", "France",
    ]  # fmt: skip
    assert [p.name for p in EUROPE.catalog.powers if p.playable] == [
        "Germany", "Soviet Union", "United States", "United Kingdom", "Italy", "France",
    ]  # fmt: skip
    assert GLOBAL.catalog.sides == ("Axis", "Allies")
    assert GLOBAL.catalog.power("United Kingdom").treasuries == ("UK Europe", "UK Pacific")
    assert EUROPE.catalog.power("United Kingdom").treasuries == ("United Kingdom",)


def test_victory_cities_and_who_holds_them():
    def held(dataset, side):
        return {
            s.city
            for s in dataset.board
            if s.city and dataset.catalog.side_of(dataset.position.control[s.name]) == side
        }

    assert held(EUROPE, "Axis") == {"Berlin", "Rome", "Warsaw"}
    assert held(EUROPE, "Allies") == {
        "Ottawa", "Washington", "London", "Paris", "Cairo", "Leningrad", "Moscow", "Stalingrad",
    }  # fmt: skip
    pacific = next(t for t in GLOBAL.board.maps if t.name == "Pacific")
    assert {GLOBAL.board.space(s).city for s in pacific.spaces} - {""} == {
        "Tokyo", "Shanghai", "Hong Kong", "Manila", "Sydney", "Calcutta", "Honolulu",
        "San Francisco",
    }  # fmt: skip


@pytest.mark.parametrize("dataset", [EUROPE, GLOBAL], ids=["europe", "global"])
def test_every_space_lies_in_one_theatre(dataset):
    board = dataset.board
    placed = [space for theatre in board.theatres for space in theatre.spaces]
    assert sorted(placed) == sorted(board.index)
    for theatre in board.theatres:
        assert list(theatre.spaces) == sorted(theatre.spaces, key=board.index.__getitem__)


def test_theatres_of_the_war():
    assert [theatre.name for theatre in GLOBAL.board.theatres] == [
        "Eastern Front",
        "Western Europe",
        "Mediterranean and North Africa",
        "Atlantic",
        "Middle East",
        "China",
        "South-East Asia",
        "Pacific",
    ]
    between = GLOBAL.board.theatre_between
    assert between("Germany", "Poland") == "Eastern Front"
    assert between("Finland", "Norway") == "Eastern Front"
    assert between("Germany", "Western Germany") == "Western Europe"
    assert between("Manchuria", "Amur") == between("Buryatia", "Amur") == "China"
    assert between("Burma", "Yunnan") == "China"
    assert between("Egypt", "Trans-Jordan") == "Mediterranean and North Africa"
    assert [theatre.name for theatre in EUROPE.board.theatres] == [
        "Eastern Front",
        "Western Europe",
        "Mediterranean and North Africa",
        "Atlantic",
        "Middle East",
    ]


@pytest.mark.parametrize("dataset", [EUROPE, GLOBAL], ids=["europe", "global"])
def test_areas_and_lengths_are_the_maps(dataset):
    board, geometry = dataset.board, dataset.geometry
    for space in board.spaces:
        assert space.area_km2 == pytest.approx(geometry.spaces[space.name].properties.area_km2)
    for border in board.borders:
        line = geometry.line(border.a, border.b)
        assert border.length_km == pytest.approx(line.properties.km, abs=0.51)
        assert border.length_km > 0


@pytest.mark.parametrize("dataset", [EUROPE, GLOBAL], ids=["europe", "global"])
def test_canals_and_straits_with_their_controlling_territories(dataset):
    passages = {
        (b.name, b.kind, frozenset((b.a, b.b)), frozenset(b.controllers))
        for b in dataset.board.borders
        if b.kind in ("canal", "strait")
    }

    def joins(a, b):
        return frozenset((f"sea zone {a}", f"sea zone {b}"))

    assert passages == {
        ("Suez Canal", "canal", joins(81, 98), frozenset(("Egypt", "Trans-Jordan"))),
        ("Panama Canal", "canal", joins(64, 89), frozenset(("Central America",))),
        ("Turkish Straits", "strait", joins(99, 100), frozenset(("Turkey",))),
        ("Strait of Gibraltar", "strait", joins(91, 92), frozenset(("Gibraltar",))),
        ("Danish Straits", "strait", joins(112, 113), frozenset(("Denmark",))),
    }


def test_adjacency_that_the_rulebook_prints():
    board = GLOBAL.board
    assert set(board.neighbours("Caspian Sea")) == {
        "Caucasus", "Kazakhstan", "Turkmenistan", "Eastern Persia", "Persia", "Northwest Persia",
    }  # fmt: skip
    across = {
        11: (64,),
        28: (64,),
        51: (64, 65, 66),
        52: (66,),
        64: (11, 28, 51),
        65: (51,),
        66: (51, 52),
    }
    europe = next(t for t in board.maps if t.name == "Europe").spaces
    for zone, others in across.items():
        here = f"sea zone {zone}"
        met = {n for n in board.neighbours(here) if (n in europe) != (here in europe)}
        assert met == {f"sea zone {n}" for n in others}
    assert board.border("Alberta/Saskatchewan/Manitoba", "Western Canada").kind == "land"
    assert board.border("Central United States", "Western United States").kind == "land"
    assert board.border("Southeastern Mexico", "Mexico").kind == "land"
    assert board.border("Egypt", "Trans-Jordan").kind == "land"
    assert board.border("United Kingdom", "sea zone 111") is None
    assert board.border("United Kingdom", "sea zone 109").kind == "coast"
    assert board.neighbours("Pripet Marshes") == board.neighbours("Sahara Desert") == ()


def test_islands_convoys_and_economies():
    board = GLOBAL.board
    assert "island" in board.space("West Indies").features
    assert "island" in board.space("Sardinia").features
    assert "island" not in board.space("United Kingdom").features
    assert all("convoy" in board.space(f"sea zone {n}").features for n in (97, 109, 119, 125))
    assert board.space("Iceland").value == 0
    assert board.space("West India").economy == "UK Pacific"
    assert board.space("Western Canada").economy == "UK Europe"
    assert board.space("Western Canada").original == "United Kingdom"
    assert not any(space.economy for space in EUROPE.board)
    state = boards.start("global1940").state_at(0)
    zones = [s.name for s in board if state.value(s.name, "kamikaze")]
    assert zones == [f"sea zone {n}" for n in (6, 17, 19, 20, 22, 35)]
    assert state.value("Sweden", "leaning") == "strict"
    assert state.value("Yugoslavia", "leaning") == "pro-Allies"
    assert state.value("Bulgaria", "leaning") == "pro-Axis"
    assert state.value("Olgiy", "leaning") == "Mongolia"


@pytest.mark.parametrize(
    ("unit", "cost", "attack", "defense", "move", "hits"),
    [
        ("infantry", 3, 1, 2, 1, 1), ("artillery", 4, 2, 2, 1, 1),
        ("mechanized infantry", 4, 1, 2, 2, 1), ("tank", 6, 3, 3, 2, 1), ("AAA", 5, 0, 0, 1, 1),
        ("fighter", 10, 3, 4, 4, 1), ("tactical bomber", 11, 3, 3, 4, 1),
        ("strategic bomber", 12, 4, 1, 6, 1), ("battleship", 20, 4, 4, 2, 2),
        ("aircraft carrier", 16, 0, 2, 2, 2), ("cruiser", 12, 3, 3, 2, 1),
        ("destroyer", 8, 2, 2, 2, 1), ("submarine", 6, 2, 1, 2, 1), ("transport", 7, 0, 0, 2, 1),
        ("major industrial complex", 30, 0, 0, 0, 1),
        ("minor industrial complex", 12, 0, 0, 0, 1), ("air base", 15, 0, 0, 0, 1),
        ("naval base", 15, 0, 0, 0, 1),
    ],
)  # fmt: skip
def test_unit_profiles(unit, cost, attack, defense, move, hits):
    kind = GLOBAL.catalog.unit_type(unit)
    found = (kind.cost, kind.attack, kind.defense, kind.move, kind.hits)
    assert found == (cost, attack, defense, move, hits)


def test_transports_carry_any_land_unit_and_one_infantry_more():
    units = GLOBAL.catalog.unit_type
    room = units("transport").transport_capacity
    heavy = [units(n) for n in ("artillery", "mechanized infantry", "tank", "AAA")]
    infantry = units("infantry").transport_cost
    assert 2 * infantry <= room < 3 * infantry
    for unit in heavy:
        assert unit.transport_cost + infantry <= room < 2 * unit.transport_cost


def test_set_up_that_the_global_section_adds():
    state = boards.start("global1940").state_at(0)

    def count(state, space, power, unit):
        return sum(u.type == unit and u.owner == power for u in state.at(space))

    assert count(state, "Amur", "Soviet Union", "infantry") == 6
    assert count(state, "Sakha", "Soviet Union", "infantry") == 6
    assert count(state, "Sakha", "Soviet Union", "AAA") == 2
    assert count(state, "Buryatia", "Soviet Union", "infantry") == 6
    assert count(state, "Egypt", "ANZAC", "infantry") == 2
    assert count(state, "Western United States", "United States", "minor industrial complex") == 1
    europe = boards.start("europe1940").state_at(0)
    british = [count(s, "Egypt", "United Kingdom", "infantry") for s in (europe, state)]
    assert british[0] - british[1] == 1
    for where in ("Eastern United States", "Central United States"):
        assert count(state, where, "United States", "minor industrial complex") == 1
        assert count(europe, where, "United States", "minor industrial complex") == 0
        assert count(europe, where, "United States", "major industrial complex") == 1


def test_who_is_at_war():
    state = boards.start("global1940").state_at(0)
    war = {frozenset(pair) for pair, word in state.relations.items() if word == "war"}
    powers = {p.name for p in GLOBAL.catalog.powers if p.playable}
    assert {pair for pair in war if pair <= powers} == {
        frozenset(pair)
        for pair in (
            ("Germany", "France"), ("Germany", "United Kingdom"), ("Germany", "ANZAC"),
            ("Italy", "France"), ("Italy", "United Kingdom"), ("Italy", "ANZAC"),
            ("Japan", "China"),
        )
    }  # fmt: skip


def test_other_programs_names_find_spaces_powers_units_and_treasuries():
    assert GLOBAL.board.space("54 Sea Zone").name == "sea zone 54"
    assert GLOBAL.board.space("128 Sea Zone").name == "Caspian Sea"
    assert GLOBAL.board.space("British Columbia").name == "Western Canada"
    assert GLOBAL.board.space("Holland Belgium").name == "Holland/Belgium"
    assert GLOBAL.catalog.power("Neutral_True").name == "Strict neutrals"
    assert GLOBAL.catalog.power("UK_Pacific").name == "United Kingdom"
    assert GLOBAL.catalog.unit_type("harbour").name == "naval base"
    assert GLOBAL.treasury("UK_Pacific").name == "UK Pacific"
    assert EUROPE.treasury("British").name == "United Kingdom"
