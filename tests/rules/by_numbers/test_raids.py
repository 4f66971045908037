"""Raids by a record's own numbers: who fires, what bombs do, what is refused (R-708)."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from a4a.core.errors import BattleError
from a4a.core.events import Value
from a4a.core.fighting import Bombs, Target
from a4a.core.fold import Fold
from a4a.core.record import GameRecord
from a4a.odds.raid import Raid
from a4a.rules.fight import Army, Band, Fight
from a4a.rules.systems.by_numbers.ruleset import NumberRules
from tests.rules.by_numbers.saves import opened
from tests.rules.by_numbers.test_battles import ANNIVERSARY, REVISED, SECOND_EDITION, bands

PACIFIC = "triplea2/p40_27_hard"


def raid(
    record: GameRecord,
    attacker: str,
    defender: str = "",
    *,
    target: str = "major industrial complex",
    damage: int = 0,
    space: str = "",
    technologies: tuple[str, ...] = (),
) -> Raid:
    armies = (Army(bands(defender), "Japan"),) if defender else ()
    fight = Fight("raid", Army(bands(attacker), "", technologies), armies, space=space)
    return NumberRules(record).raids.raid(fight, target, damage)


def having(record: GameRecord, **options: Value) -> GameRecord:
    """A record with other options, whose names have underscores here."""
    said = {name.replace("_", " "): value for name, value in options.items()}
    told = {**record.header.options, **said}
    header = msgspec.structs.replace(record.header, options=told)
    return GameRecord(header, record.board, record.catalog, record.start)


def expected(made: Raid) -> float:
    return round(made.solve().expected_damage, 6)


def test_guns_of_the_territory_fire_where_the_target_has_none(shared: Path) -> None:
    old = opened(shared, REVISED)
    assert raid(old, "2 strategic bomber").antiaircraft == 0
    guarded = raid(old, "2 strategic bomber", "2 AAA")
    assert (guarded.antiaircraft, guarded.shots) == (1, None)
    assert raid(opened(shared, SECOND_EDITION), "1 strategic bomber").antiaircraft == 1


def test_revised_takes_money_and_of_each_bomber_no_more_than_the_territory_is_worth(
    shared: Path,
) -> None:
    record = opened(shared, REVISED)
    assert expected(raid(record, "1 strategic bomber", space="Germany")) == 3.5
    assert expected(raid(record, "3 strategic bomber", space="Germany")) == 10.5
    worth = {space.name: space.value for space in record.board.spaces if space.value == 2}
    poor = next(iter(worth))
    assert expected(raid(record, "1 strategic bomber", space=poor)) == round(11 / 6, 6)
    limited = having(record, Territory_Turn_Limit=True)
    assert expected(raid(limited, "3 strategic bomber", space=poor)) == 2.0


def test_a_factory_takes_twice_what_its_territory_is_worth_less_what_it_has(shared: Path) -> None:
    record = opened(shared, ANNIVERSARY)
    value = record.board.space("Germany").value
    assert raid(record, "9 strategic bomber", damage=5, space="Germany").room == 2 * value - 5
    assert raid(record, "1 strategic bomber", damage=2 * value, space="Germany").room == 0


def test_without_a_territory_it_is_said_that_more_limits_the_damage(shared: Path) -> None:
    record = opened(shared, ANNIVERSARY)
    made = raid(record, "1 strategic bomber")
    assert made.beyond == "what the territory is worth limits the damage"
    assert raid(record, "1 strategic bomber", space="Germany").beyond == ""
    base = raid(opened(shared, PACIFIC), "1 tactical bomber", target="air base")
    assert (base.beyond, base.room) == ("", 6)


def test_bombers_have_their_own_dice_where_the_option_says_so(shared: Path) -> None:
    record = opened(shared, PACIFIC)
    plant = "major industrial complex"
    own = raid(record, "1 strategic bomber", target=plant)
    assert expected(own) == pytest.approx(5 / 6 * 5.5, abs=1e-6)
    plain = having(record, Use_Bombing_Max_Dice_Sides_And_Bonus=False)
    assert expected(raid(plain, "1 strategic bomber", target=plant)) == pytest.approx(
        5 / 6 * 3.5, abs=1e-6
    )
    lucky = having(record, Low_Luck_for_Bombing_and_Territory_Damage=True)
    load = raid(lucky, "1 strategic bomber", target=plant).loads["strategic bomber"]
    assert (load.faces, load.each) == (2, 4)


def test_heavy_bombers_drop_the_best_of_their_dice_and_one_more_or_all(shared: Path) -> None:
    heavy = ("heavy bomber",)
    best = raid(opened(shared, ANNIVERSARY), "1 strategic bomber", technologies=heavy)
    assert expected(best) == pytest.approx(161 / 36 + 1, abs=1e-6)
    both = raid(opened(shared, REVISED), "1 strategic bomber", technologies=heavy)
    assert expected(both) == 7.0


def test_an_air_battle_comes_before_a_raid_only_where_the_option_says_so(shared: Path) -> None:
    plant = "major industrial complex"
    made = raid(opened(shared, PACIFIC), "1 strategic bomber, 1 fighter", "1 fighter", target=plant)
    assert [g.kind.value for g in (*made.attacker.groups, *made.defender.groups)] == [1, 1, 1]
    old = opened(shared, ANNIVERSARY)
    with pytest.raises(BattleError, match=r"fighter .defender.: it does not intercept: no air"):
        raid(old, "1 strategic bomber", "1 fighter")
    with pytest.raises(BattleError, match=r"fighter .attacker.: it does not raid a major"):
        raid(old, "1 strategic bomber, 1 fighter")


def test_who_bombs_what_is_as_the_save_says(shared: Path) -> None:
    record = opened(shared, PACIFIC)
    with pytest.raises(BattleError, match="needs strategic bomber"):
        raid(record, "1 tactical bomber", target="major industrial complex")
    with pytest.raises(BattleError, match=r"raids bomb .*, not 'infantry'"):
        raid(record, "1 strategic bomber", target="infantry")
    units = record.catalog.fighting
    assert units is not None
    assert units.units["tactical bomber"].bombs == Bombs(faces=6, at=("air base", "naval base"))
    assert units.units["air base"].target == Target(most=6)


def test_low_luck_for_antiaircraft_fire_alone_is_that_of_its_guns(shared: Path) -> None:
    record = opened(shared, PACIFIC)
    lucky = having(record, Low_Luck_for_AntiAircraft=True)
    plant = "major industrial complex"
    assert raid(lucky, "6 strategic bomber", target=plant).dice.luck == "low luck"
    with pytest.raises(BattleError, match="low luck for antiaircraft fire alone"):
        raid(lucky, "6 strategic bomber", "1 fighter", target=plant)


def test_what_is_not_understood_refuses_raids_too(shared: Path) -> None:
    record = opened(shared, ANNIVERSARY)
    fighting = record.catalog.fighting
    assert fighting is not None
    odd = Target(most=2, strange=("it is destroyed by the most damage",))
    units = dict(fighting.units)
    units["major industrial complex"] = msgspec.structs.replace(
        units["major industrial complex"], target=odd
    )
    told = msgspec.structs.replace(fighting, units=units)
    changed = GameRecord(
        record.header,
        record.board,
        msgspec.structs.replace(record.catalog, fighting=told),
        record.start,
    )
    with pytest.raises(BattleError, match="industrial complex: it is destroyed by"):
        raid(changed, "1 strategic bomber")


def test_the_guns_of_a_territory_are_in_a_recorded_raid(shared: Path) -> None:
    record = opened(shared, REVISED)
    node = next(
        node
        for node in record.way_to(record.last)[1:]
        if any(
            getattr(e, "kind", "") == "bombing raid" for e in record.step(node).events
        )
    )  # fmt: skip
    state = record.state_at(record.step(node).parent)
    fold = Fold(state)
    for event in record.step(node).events:
        fold.apply(event)
        if getattr(event, "kind", "") == "bombing raid":
            break
    fight = NumberRules(record).battles.recorded(fold.working, "1.2")
    assert fight == Fight(
        "raid",
        Army((Band("strategic bomber", 1),), "Germany"),
        (Army((Band("AAA", 1),), "United Kingdom"),),
        space="United Kingdom",
    )
