"""What a save says of how its units fight, in words of a record."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from a4a.core.fighting import Bombs, Fighting, Flak, Target
from a4a.core.record import GameRecord
from a4a.importers.triplea import read_save, savedfighting, savedraids
from a4a.importers.triplea.changes import SetAttachment
from a4a.importers.triplea.save import Save, SavedSupport
from a4a.importers.triplea.savedfighting import fighting
from a4a.store import loads
from a4a.store.format import version_of
from a4a.store.writer import dumps
from tests.rules.by_numbers.saves import opened
from tests.shared_games import ENGINE_SAVES, engine_games


def told(shared: Path, name: str) -> Fighting:
    found = opened(shared, name).catalog.fighting
    assert found is not None
    return found


@pytest.fixture(scope="module")
def revised(shared: Path) -> Save:
    return read_save(shared / "saves" / "triplea2" / "revised25_easy.tsvg")


def of(save: Save, unit: str = "infantry", **values: object) -> Fighting:
    """How units fight if one type of a save had other values; names are as in the save."""
    kind = save.unit_types[unit]
    changed = msgspec.structs.replace(kind, values={**kind.values, **values})
    types = {name: name for name in save.unit_types}
    return fighting(
        msgspec.structs.replace(save, unit_types={**save.unit_types, unit: changed}), types, {}
    )


def test_guns_of_revised_are_no_target_and_fire_at_every_aircraft(shared: Path) -> None:
    gun = told(shared, "triplea2/revised25_easy").units["AAA"]
    assert gun.untouchable
    assert gun.flak == Flak(group="AA", value=1, at=("fighter", "strategic bomber"))


def test_guns_of_1942_are_hit_and_have_three_shots(shared: Path) -> None:
    gun = told(shared, "triplea2/ww2v5_27_easy").units["AAA"]
    assert not gun.untouchable
    assert gun.flak is not None
    assert gun.flak.shots == 3


def test_transports_are_helpless_only_where_the_option_says_so(shared: Path) -> None:
    assert "transport" not in told(shared, "triplea2/revised25_easy").units
    assert told(shared, "triplea2/ww2v5_27_easy").units["transport"].helpless


def test_submarines_strike_first_miss_aircraft_and_hide_from_them(shared: Path) -> None:
    air = ("fighter", "strategic bomber")
    old = told(shared, "triplea2/revised25_easy").units["submarine"]
    new = told(shared, "triplea2/ww2v3_27_easy").units["submarine"]
    assert (old.strikes_first, old.misses, old.hides_from) == (True, air, ())
    # The save leaves the last to the engine, which makes it of an option.
    assert (new.strikes_first, new.misses, new.hides_from) == (True, air, air)


def test_technologies_add_to_numbers_of_unit_types(shared: Path) -> None:
    found = told(shared, "triplea2/revised25_easy").technologies
    assert found["jet power"] == {"fighter": {"defense": 1, "air defense": 1}}
    assert found["heavy bomber"] == {"strategic bomber": {"dice": 1}}
    assert found["destroyer bombard"] == {"destroyer": {"bombard": 3}}
    assert "long range air" not in found  # it changes no number of a fight
    later = told(shared, "triplea2/ww2v3_27_easy").technologies
    assert later["aa radar"] == {"AAA": {"antiaircraft": 1}}


def test_artillery_helps_infantry_and_the_technology_that_doubles_it_is_named(shared: Path) -> None:
    (aid,) = told(shared, "triplea2/ww2v3_27_easy").aids
    assert (aid.by, aid.to, aid.attack, aid.defense) == ("artillery", ("infantry",), True, False)
    assert (aid.plus, aid.number, aid.improved_by) == (1, 1, "improved artillery support")


def test_help_that_a_technology_has_yet_to_allow_is_none(shared: Path) -> None:
    helping = {(aid.by, aid.to) for aid in told(shared, "triplea2/p40_27_hard").aids}
    assert ("tank", ("tactical bomber",)) in helping
    assert ("tank", ("mechanized infantry",)) not in helping


def test_games_of_systems_with_rules_say_nothing(shared: Path) -> None:
    for name, record in engine_games(shared).items():
        assert record.catalog.fighting is None, name
    assert len(ENGINE_SAVES) > 3


def test_what_no_record_has_words_for_is_named(revised: Save) -> None:
    assert of(revised).units.get("infantry") is None
    odd = of(revised, isSuicide=True, isMarine=1).units["infantry"]
    assert odd.strange == ("it dies when it has fired",)
    assert odd.landing == 1
    gun = of(revised, "aaGun", attackAaMaxDieSides=10, willNotFireIfPresent=("tank",))
    assert gun.units["aaGun"].strange == (
        "it fires with dice of 10 sides at its targets",
        "it holds its fire if certain units are there",
    )
    limited = msgspec.structs.replace(revised, limits={"Land Battle Rounds": 2})
    assert of(limited).strange == ("land battle rounds: 2",)


def test_guns_crowd_only_where_their_shots_are_counted(revised: Save) -> None:
    endless = of(revised, "aaGun", mayOverStackAa=True).units["aaGun"].flak
    counted = of(revised, "aaGun", mayOverStackAa=True, maxAaAttacks=2).units["aaGun"].flak
    assert endless is not None
    assert counted is not None
    assert (endless.crowds, counted.crowds) == (False, True)


def test_the_ground_of_spaces_says_what_units_hit_on_more_or_less(shared: Path) -> None:
    found = told(shared, "triplea2/Pacific_Theater_Solo_Challenge")
    assert found.ground["T"]["tank"] == (-1, -1)
    assert found.grounds["Burma"] == ("T",)
    assert found.grounds["sea zone 38"] == ("o",)
    assert told(shared, "triplea2/revised25_easy").grounds == {}


def test_numbers_that_change_after_the_first_battle_are_named(revised: Save) -> None:
    change = SetAttachment(("UnitType", "infantry", "unitAttachment"), "attack", 1, 2)
    late = msgspec.structs.replace(revised, changes=(*revised.changes, (change,)))
    soon = msgspec.structs.replace(revised, changes=((change,), *revised.changes))
    assert of(late).units["infantry"].strange == ("attack changes in the course of the game",)
    assert "infantry" not in of(soon).units


def test_what_a_record_says_of_fighting_and_raids_needs_newer_versions_of_the_format(
    shared: Path,
) -> None:
    record = opened(shared, "triplea2/revised25_easy")
    assert version_of(record) == 5
    assert loads(dumps(record), name="revised").catalog == record.catalog
    catalog = msgspec.structs.replace(record.catalog, fighting=Fighting())
    assert version_of(GameRecord(record.header, record.board, catalog, record.start)) == 4


def test_factories_of_anniversary_take_twice_what_their_territory_is_worth(shared: Path) -> None:
    units = told(shared, "triplea2/ww2v3_27_easy").units
    assert units["major industrial complex"].target == Target(most=2, by_worth=True)
    assert units["strategic bomber"].bombs == Bombs()
    assert units["AAA"].guards == Flak(group="AA", value=1, at=("fighter", "strategic bomber"))
    pacific = told(shared, "triplea2/p40_27_hard").units
    assert pacific["minor industrial complex"].target == Target(most=6)


def test_territories_count_otherwise_than_their_value_where_the_save_says_so(shared: Path) -> None:
    assert told(shared, "triplea2/Red_Sun_Over_China").worth["Swatow"] == 3
    assert told(shared, "triplea2/revised25_easy").worth == {}


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ({"roll": True, "bonus": 1}, ["it adds dice"]),
        ({"aaRoll": True, "bonus": 1}, ["it helps antiaircraft fire"]),
        ({"aaStrength": True, "bonus": 1}, ["it helps antiaircraft fire"]),
        ({"enemy": True, "bonus": 1}, ["it weakens enemies"]),
        ({"bonus": -1}, ["it weakens its own side"]),
        ({"bonus": 0}, []),
        ({"bonusCount": 2}, ["several help one unit"]),
        ({"bonusCount": 1}, []),
    ],
)
def test_help_that_is_not_understood_is_named(values: dict[str, object], said: list[str]) -> None:
    assert list(savedfighting._odd(values)) == said


def test_what_damage_destroys_is_no_target_that_is_understood() -> None:
    odd = "it is destroyed by the most damage"
    assert list(savedraids._strange({"canDieFromReachingMaxDamage": True})) == [odd]
    assert list(savedraids._strange({})) == []


@pytest.mark.parametrize(("bombard", "plus"), [(3, 3), (1, 1), (0, 2), (None, 2)])
def test_a_technology_by_which_ships_bombard_gives_them_their_own_number_for_it_or_attack(
    revised: Save, bombard: int | None, plus: int
) -> None:
    kind = revised.unit_types["destroyer"]
    numbers = {**kind.values, "attack": 2, "bombard": bombard}
    types = {**revised.unit_types, "destroyer": msgspec.structs.replace(kind, values=numbers)}
    save = msgspec.structs.replace(revised, unit_types=types)
    values = {"unitAbilitiesGained": [("destroyer", ("canBombard",)), ("fighter", ("canBlitz",))]}
    told = savedfighting._advance(save, values, {name: name for name in types})
    assert told == {"destroyer": {"bombard": plus}}


def test_who_is_said_to_strike_first_does_so(revised: Save) -> None:
    assert of(revised, isFirstStrike=True).units["infantry"].strikes_first


def test_help_needs_a_helper_somebody_helped_and_a_player(revised: Save) -> None:
    values = {"players": ("Germans",), "unitType": ("infantry",), "offence": True}
    whole = SavedSupport("armour", "tanks help", values)
    others = [
        msgspec.structs.replace(whole, unit_type="zeppelin"),
        *(
            msgspec.structs.replace(whole, values={**values, name: ()})
            for name in ("players", "unitType")
        ),
    ]

    def aids(*supports: SavedSupport) -> list[tuple[str, tuple[str, ...], int, int]]:
        return [
            (a.by, a.to, a.plus, a.number)
            for a in of(msgspec.structs.replace(revised, supports=supports)).aids
        ]

    assert aids(whole) == [("armour", ("infantry",), 1, 1)]
    assert aids(*others) == []


def test_units_that_a_save_names_and_does_not_have_are_passed_over(revised: Save) -> None:
    told = of(revised, canNotTarget=("zeppelin", "fighter")).units["infantry"]
    assert told.misses == ("fighter",)


def test_guns_fire_as_they_attack_with_what_the_save_says(revised: Save) -> None:
    gun = of(revised, "aaGun", offensiveAttackAa=2).units["aaGun"].flak
    assert gun is not None
    assert (gun.value, gun.attack) == (1, 2)


def test_who_may_not_move_to_fight_is_said_to(revised: Save) -> None:
    assert (
        "noncombat move only"
        in of(revised, canNotMoveDuringCombatMove=True).units["infantry"].moves
    )
