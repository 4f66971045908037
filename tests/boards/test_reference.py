"""The datasets held against the public facts kept beside the project, through aliases."""

import csv
import json
from collections import Counter

import pytest

from a4a import boards

NEUTRALS = {"Strict neutrals", "Pro-Axis neutrals", "Pro-Allies neutrals", "Mongolia"}
NOT_BORDERS = {
    # the same boards lie side by side in Global, where these do not border.
    "europe1940": {
        frozenset(("Central America", "Venezuela")),
        frozenset(("Poland", "sea zone 115")),
    },
    "global1940": set(),
}
OFF_THE_BOARD = {
    # Spaces of the reference's Europe table without any border.
    "europe1940": {"Himalayas", "India", "Kansu", "Sikang", "Timguska", "Tsinghai"},
    "global1940": set(),
}


@pytest.fixture(params=["global1940", "europe1940"])
def name(request):
    return request.param


def rows(reference, name, table):
    with (reference / name / f"{table}.csv").open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream))


def test_borders_are_the_references(reference, name):
    board = boards.load(name).board
    theirs = {
        frozenset((board.space(r["space_a"]).name, board.space(r["space_b"]).name))
        for r in rows(reference, name, "connections")
    }
    ours = {frozenset((b.a, b.b)) for b in board.borders}
    assert theirs - ours == NOT_BORDERS[name]
    assert ours <= theirs


def test_spaces_are_the_references(reference, name):
    dataset = boards.load(name)
    board, catalog = dataset.board, dataset.catalog
    kamikaze = {v.space for v in dataset.position.values if v.key == "kamikaze"}
    found = set()
    for row in rows(reference, name, "spaces"):
        if row["space"] in OFF_THE_BOARD[name]:
            assert board.find(row["space"]) is None
            continue
        space = board.space(row["space"])
        found.add(space.name)
        assert space.kind == row["kind"]
        assert space.value == int(row["ipc"] or 0)
        assert bool(space.city) == bool(row["victory_city"])
        assert ("convoy" in space.features) == bool(row["convoy_zone"])
        assert (space.name in kamikaze) == bool(row["kamikaze_zone"])
        assert space.impassable == bool(row["impassable"])
        if space.impassable:
            continue
        owner = row["start_controller"]
        expected = catalog.power(owner).name if owner else None
        assert dataset.position.control.get(space.name) == expected
        original = row["original_controller"]
        original = catalog.power(original).name if original else None
        assert space.original == (None if original in NEUTRALS else original)
        capital = catalog.power(row["capital_of"]).name if row["capital_of"] else None
        assert space.capital_of == ((capital,) if capital else ())
    assert set(board.index) - found == {"Sahara Desert"}


def test_the_set_up_is_the_references(reference, name):
    dataset = boards.load(name)
    theirs: Counter = Counter()
    for row in rows(reference, name, "setup"):
        if row["space"] not in OFF_THE_BOARD[name]:
            key = (
                dataset.board.space(row["space"]).name,
                dataset.catalog.power(row["power"]).name,
                dataset.catalog.unit_type(row["unit"]).name,
            )
            theirs[key] += int(row["count"])
    ours = Counter((u.place, u.owner, u.type) for u in dataset.position.units)
    assert ours == theirs


def test_treasuries_are_the_references(reference, name):
    dataset = boards.load(name)
    kinds = {"PUs": "IPC", "SuicideAttackTokens": "kamikaze tokens"}
    theirs = {}
    for row in rows(reference, name, "treasury"):
        power = dataset.find_treasury(row["power"])
        treasury = power.name if power else "UK Europe"
        theirs[treasury, kinds[row["resource"]]] = int(row["amount"])
    assert {(b.treasury, b.resource): b.amount for b in dataset.position.balances} == theirs


def test_wars_are_the_references(reference, name):
    dataset = boards.load(name)
    state = boards.start(name).state_at(0)
    for row in rows(reference, name, "relations"):
        a, b = (dataset.catalog.power(row[end]).name for end in ("power_a", "power_b"))
        if a != b and {a, b}.isdisjoint(NEUTRALS):
            assert (row["relation"] == "War") == (state.relation(a, b) == "war"), (a, b)


def test_every_space_of_the_map_seeds_is_found_by_name_or_alias(reference):
    board = boards.load("global1940").board
    seeds = reference.parent / "geography" / "seeds.csv"
    with seeds.open(encoding="utf-8", newline="") as stream:
        names = {row["name"] for row in csv.DictReader(stream) if row["kind"] != "void"}
    assert {board.space(name).name for name in names} == set(board.index)


def test_the_set_up_is_what_recorded_games_start_from(shared):
    dumps = sorted((shared / "saves").glob("g40_*.states.jsonl"))
    if not dumps:
        pytest.skip("no engine dumps of Global games beside the project")
    dataset = boards.load("global1940")
    catalog, control = dataset.catalog, dataset.position.control
    # what the engine gives to a power so that its own rules work.
    conventions = {v.space for v in dataset.position.values if v.key == "kamikaze"} | {"Himalayas"}
    for dump in dumps:
        with dump.open(encoding="utf-8") as stream:
            start = json.loads(stream.readline())
        units: Counter = Counter()
        for name, held in start["territories"].items():
            space = dataset.board.space(name)
            owner = catalog.find_power(held["owner"])
            if space.name in conventions:
                assert space.name not in control
            else:
                assert (owner.name if owner else None) == control.get(space.name), name
            for key, count in held["units"].items():
                power, unit = key.split("/")
                units[space.name, catalog.power(power).name, catalog.unit_type(unit).name] += count
        assert units == Counter((u.place, u.owner, u.type) for u in dataset.position.units)
        money = {t.name: n for k, n in start["pus"].items() if (t := dataset.find_treasury(k))}
        assert money == {t.name: t.production for t in dataset.treasuries}
