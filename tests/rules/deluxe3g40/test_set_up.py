"""The set-up of 3G40 Deluxe: what it takes from the base game, and what the book adds."""

from __future__ import annotations

from collections import Counter

import pytest

import a4a
from a4a.boards.dataset import Dataset
from a4a.core.instalments import paid
from a4a.core.numbers import Printed
from a4a.rules.areas.economy.economies import capitals, production
from a4a.rules.areas.orders import EndPhase, Pay
from tests.rules.areas.positions import rules

NEW_KINDS = {
    "regular infantry": "infantry", "elite infantry": "infantry", "light artillery": "artillery",
    "light tank": "tank", "super battleship": "battleship", "sea transport": "transport",
    "industrial complex": "major industrial complex", "major factory": "major industrial complex",
    "minor factory": "minor industrial complex",
}  # fmt: skip
PENINSULAS = dict.fromkeys(("Western Gibraltar", "Eastern Gibraltar"), "Gibraltar")
ADDED = {"rail station", "oil derrick"}
SYSTEM = rules(system="deluxe3g40").game


@pytest.fixture(scope="module")
def deluxe() -> Dataset:
    return a4a.dataset("deluxe3g40")


def counts(dataset: Dataset, kind: str, owner: str = "") -> dict[str, int]:
    """How many units of a type stand where."""
    return Counter(
        str(unit.place)
        for unit in dataset.position.units
        if unit.type == kind and owner in ("", unit.owner)
    )


@pytest.mark.rule("AA-SET-010")
def test_AA_GLO_012_units_are_those_of_the_base_set_up_by_their_new_kinds(deluxe: Dataset) -> None:
    base = a4a.dataset("global1940")
    ours, theirs = (
        Counter(
            (PENINSULAS.get(u.place, u.place), NEW_KINDS.get(u.type, u.type))
            for u in dataset.position.units
            if u.type not in ADDED and isinstance(u.place, str)
        )
        for dataset in (deluxe, base)
    )  # fmt: skip
    added = ours - theirs
    neutral = {"Spain", "Portugal", "Sweden", "Turkey", "Brazil", "Argentina"}
    assert theirs - ours == Counter()
    assert added == {
        ("Gibraltar", "air base"): 1,
        ("sea zone 105", "destroyer"): 1,
        ("French Equatorial Africa", "infantry"): 1,
        ("French Indo-China", "infantry"): 1,
        **{(space, "naval base"): 1 for space in neutral},
    }


@pytest.mark.rule("AA-GLO-013", "AA-GLO-014", "AA-GLO-015", "AA-GLO-016")
def test_AA_GLO_013_016_the_far_east_and_egypt_are_as_in_the_base_game(deluxe: Dataset) -> None:
    found = Counter(
        (str(u.place), u.owner, NEW_KINDS.get(u.type, u.type)) for u in deluxe.position.units
    )
    for space, guns in (("Amur", 0), ("Sakha", 2), ("Buryatia", 0)):
        assert found[space, "Soviet Union", "infantry"] == 6
        assert found[space, "Soviet Union", "AAA"] == guns
    assert found["Egypt", "Commonwealth", "infantry"] == 2
    assert found["Egypt", "United Kingdom", "infantry"] == 1


@pytest.mark.rule("AA-SET-007")
def test_AA_SET_007_each_power_has_treasuries_of_its_own() -> None:
    """Those of two halves have two, and nobody shares one."""
    owned = {power: SYSTEM.catalog.power(power).treasuries for power in SYSTEM.order_of_play}
    assert owned.pop("United Kingdom") == ("UK Europe", "UK Pacific")
    assert len(owned.pop("Commonwealth")) == 2
    assert owned == {power: (power,) for power in owned}


@pytest.mark.rule("AA-SET-021", "AA-SET-036")
def test_AA_SET_021_036_original_controllers_and_the_caspian_sea(deluxe: Dataset) -> None:
    originals = {
        "Quebec": "Commonwealth", "Queensland": "Commonwealth", "Egypt": "United Kingdom",
        "Georgia": "Soviet Union", "Svalbard": "United Kingdom", "Sweden": None,
    }  # fmt: skip
    assert {name: deluxe.board.space(name).original for name in originals} == originals
    assert deluxe.board.space("Caspian Sea").kind == "sea"  # Georgia was a part of Caucasus
    assert set(SYSTEM.graph.coast["Caspian Sea"]) == {
        "Persia", "Northwest Persia", "Eastern Persia", "Turkmenistan", "Kazakhstan", "Caucasus",
        "Georgia",
    }  # fmt: skip


def test_DX_SEA_014_an_elite_infantry_waits_for_each_transport(deluxe: Dataset) -> None:
    """On a coast of its zone, of the same power (R-404)."""
    elite = Counter({(u.place, u.owner): 0 for u in deluxe.position.units})
    for unit in deluxe.position.units:
        elite[unit.place, unit.owner] += unit.type == "elite infantry"
    transports = [u for u in deluxe.position.units if u.type == "sea transport"]
    assert len(transports) == sum(elite.values()) == 15
    for ship in transports:
        coast = [s for s in deluxe.board.neighbours(str(ship.place)) if elite[s, ship.owner]]
        assert coast, ship
        elite[coast[0], ship.owner] -= 1


def test_DX_ADV_005_japan_begins_with_two_super_battleships(deluxe: Dataset) -> None:
    assert counts(deluxe, "super battleship", "Japan") == {"sea zone 6": 1, "sea zone 19": 1}
    assert counts(deluxe, "battleship", "Japan") == {}


@pytest.mark.parametrize(
    ("treasury", "resource", "amount"),
    [
        ("Soviet Union", "engineer tokens", 15),
        ("Japan", "kamikaze tokens", 15),
        ("UK Europe", "partisan tokens", 15),
    ],
)
def test_DX_SMP_019_133_146_tokens_at_the_start(
    deluxe: Dataset, treasury: str, resource: str, amount: Printed
) -> None:
    found = {(b.treasury, b.resource): b.amount for b in deluxe.position.balances}
    assert found[treasury, resource] == amount


def test_DX_SEA_001_one_tanker_for_three_american_derricks(deluxe: Dataset) -> None:
    held = Counter(u.owner for u in deluxe.position.units if u.type == "oil derrick")
    assert held["United States"] // 3 == 1
    assert all(number < 3 for power, number in held.items() if power != "United States")
    worth = [deluxe.board.space(space).value for space in counts(deluxe, "oil derrick")]
    assert len(worth) == 15
    assert min(worth) >= 1


def test_DX_SMP_031_rail_stations_of_all_capitals(deluxe: Dataset) -> None:
    stations = counts(deluxe, "rail station")
    seats = {space.name for space in deluxe.board.spaces if space.capital_of}
    assert len(stations) == 18
    assert seats <= stations.keys()


@pytest.mark.rule("AA-GLO-030", "AA-GLO-031")
def test_DX_CAP_049_050_051_capitals(deluxe: Dataset) -> None:
    seats = {power: set(capitals(SYSTEM, power)) for power in SYSTEM.order_of_play}
    assert seats == {
        "Germany": {"Germany"}, "Japan": {"Japan"}, "Soviet Union": {"Russia"},
        "United States": {"Eastern United States", "Western United States"},
        "United Kingdom": {"United Kingdom", "India"}, "Italy": {"Southern Italy"},
        "China": set(), "Commonwealth": {"Ontario", "New South Wales"}, "France": {"France"},
    }  # fmt: skip


def test_DX_VIC_004_006_009_victory_cities_are_those_of_the_lists(deluxe: Dataset) -> None:
    cities = {space.city for space in deluxe.board.spaces if space.city}
    assert cities == {
        "Berlin", "Johannesburg", "London", "Moscow", "Paris", "Rome", "Stalingrad", "Washington",
        "Calcutta", "Hong Kong", "Honolulu", "Manila", "Samara", "San Francisco", "Sydney", "Tokyo",
    }  # fmt: skip
    assert {space.name for space in deluxe.board.spaces if space.city} <= set(
        deluxe.geometry.cities
    )


@pytest.mark.rule("AA-GLO-029")
def test_DX_ORD_013_014_incomes_add_up_by_treasury(deluxe: Dataset) -> None:
    state = a4a.start("deluxe3g40").state_at(0)
    found = {
        (power, treasury): production(SYSTEM, state, power, treasury)
        for power in SYSTEM.order_of_play
        for treasury in SYSTEM.catalog.power(power).treasuries
    }
    assert found == {(t.power, t.name): t.production for t in deluxe.treasuries}
    assert found["Commonwealth", "Canada"] == 7
    assert found["United Kingdom", "UK Europe"] == 28 - 7 + 2


def test_AA_GLO_054_factories_by_size(deluxe: Dataset) -> None:
    """A base major complex is an industrial complex in a capital, a major factory elsewhere."""
    assert counts(deluxe, "major factory") == {"Western Germany": 1, "Northern Italy": 1}
    assert counts(deluxe, "industrial complex").keys() == {
        "Germany", "Russia", "Japan", "India", "United Kingdom", "France",
    }  # fmt: skip
    american = {f"{part} United States": 1 for part in ("Eastern", "Central", "Western")}
    assert counts(deluxe, "minor factory").items() >= {"Southern France": 1, **american}.items()


@pytest.mark.rule("DX-QUE-014", "DX-ADV-004", "DX-EXA-007")
def test_DX_EXA_007_germany_finishes_its_super_battleship_in_round_1() -> None:
    """12 of 18 IPC are paid as the game begins (`queue.csv`)."""
    game = a4a.new_game("deluxe3g40")
    for power in ("Germany", "Japan"):
        game.do(EndPhase(power=power))
    assert game.state.phase == "Purchase Units"
    (ship,) = game.state.at(SYSTEM.catalog.queue("Germany"))
    assert (ship.type, paid(ship)) == ("super battleship", 12)
    game.do(Pay(treasury="Germany", units=(ship.id,), power="Germany"))
    assert game.state.money("Germany", "IPC") == 30 - 6
    assert game.state.at(SYSTEM.catalog.queue("Germany")) == ()
    assert game.state.unit(ship.id).place == SYSTEM.catalog.purchases("Germany")
