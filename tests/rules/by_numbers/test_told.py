"""Battles by numbers that a record tells of our own units: no save is read for them."""

from __future__ import annotations

import msgspec
import pytest

import a4a
from a4a.core.errors import BattleError
from a4a.core.fighting import Fighting, Flak, Prowess
from a4a.core.record import GameRecord
from a4a.odds.battle import Battle
from a4a.rules.fight import Army, Band, Fight
from a4a.rules.systems.by_numbers.battles import NumbersBattles
from a4a.rules.systems.by_numbers.game import NumbersGame
from a4a.rules.systems.by_numbers.ruleset import NumberRules
from a4a.rules.systems.by_numbers.units import catalog_of

GERMANY, UK = "Germany", "United Kingdom"


def told(**fighting: object) -> GameRecord:
    """A record of Global 1940 that says itself how its units fight."""
    start = a4a.start("global1940")
    catalog = msgspec.structs.replace(start.catalog, fighting=Fighting(**fighting))  # type: ignore[arg-type]
    return GameRecord(start.header, start.board, catalog, start.start)


def fought(
    record: GameRecord,
    attackers: dict[str, int],
    defenders: dict[str, int],
    technologies: tuple[str, ...] = (),
) -> Battle:
    """The battle on land that such units mean, as the record tells of them."""
    attacker, defender = (
        tuple(Band(unit, number) for unit, number in units.items())
        for units in (attackers, defenders)
    )
    fight = Fight("land", Army(attacker, GERMANY, technologies), (Army(defender, UK),))
    return NumbersBattles(NumbersGame(record)).fight(fight)


def test_records_that_say_the_same_share_what_is_looked_up_and_others_do_not() -> None:
    """A folder of saves of one map has one such game in memory, not one for each save."""

    def game(record: GameRecord) -> NumbersGame:
        return NumberRules(record).game

    first, again, other = told(), told(), told(units={"infantry": Prowess(best=True)})
    assert game(again) is game(first)
    low = msgspec.structs.replace(first.header, options={"Low Luck": True})
    luck = GameRecord(low, first.board, first.catalog, first.start)
    assert len({id(game(record)) for record in (first, other, luck)}) == 3


def test_two_technologies_that_raise_the_same_number_are_not_understood() -> None:
    plus = {"infantry": {"attack": 1}}
    record = told(technologies={"drill": plus, "rifles": plus, "boots": {"tank": {"attack": 1}}})
    one = {"infantry": 1}
    for known in (("drill",), ("rifles", "boots")):
        assert fought(record, one, one, known).attacker.groups[0].kind.value == 2
    with pytest.raises(BattleError, match="infantry: drill and rifles raise its attack"):
        fought(record, one, one, ("drill", "rifles"))
    assert fought(record, {"tank": 1}, one, ("drill", "rifles"))


@pytest.mark.parametrize("fighters", [1, 3])
def test_guns_that_fire_at_every_target_fire_as_often_as_there_are_enemies(fighters: int) -> None:
    gun = Flak(group="AAA", value=1, at=("fighter",))
    record = told(units={"AAA": Prowess(flak=gun)})
    battle = fought(record, {"fighter": fighters}, {"infantry": 2, "AAA": 1})
    guns = next(g.kind for g in battle.defender.groups if g.kind.name == "AAA")
    assert [weapon.shots for weapon in guns.weapons.values()] == [fighters]


@pytest.mark.parametrize(
    ("option", "words"),
    [
        ("", {"surface warship"}),
        ("Ignore Sub In Movement", {"warship"}),
        ("Ignore Transport In Movement", {"surface warship"}),
    ],
)
def test_ships_that_may_be_passed_are_no_surface_warships(option: str, words: set[str]) -> None:
    record = told(units={"submarine": Prowess(strikes_first=True)})
    catalog = catalog_of(record.catalog, {option: True} if option else {})
    abilities = {kind.name: {*kind.abilities} for kind in catalog.unit_types}
    ways = {"surface warship", "warship"}
    assert abilities["submarine"] & ways == words
    assert abilities["destroyer"] & ways == {"surface warship"}
    assert not abilities["tank"] & ways
