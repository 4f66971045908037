"""The sequence of battles on land, step by step, with dice that are known."""

from __future__ import annotations

import pytest

from tests.rules.deluxe3g40.battles import agree, fought

RIFLES = "regular infantry"


def test_DX_CMB_001_005_019_021_steps_come_in_the_order_of_the_book() -> None:
    """Each aircraft rolls its dog-fight value, then guns, first strikes and bombs, then all."""
    ours = {"fighter": 1, "strategic bomber": 1, "AAA": 1, "heavy artillery": 1}
    found = fought("land", ours, {"fighter": 1, "AAA": 1, RIFLES: 2})
    assert found.values == {
        "attacker's dog fight": [1, 2],
        "defender's dog fight": [3],
        "attacker's barrage": [1],
        "defender's barrage": [1, 1],
        "attacker's strike of the guns": [4],
        "carpet bombing": [4, 4, 4],
        "attack": [1, 4, 5],
        "defense": [1, 2, 2, 6],
    }
    assert found.steps[-1] == "retreat"


def test_DX_CMB_003_004_a_dog_fight_takes_aircraft_on_both_sides_and_one_round() -> None:
    found = fought("land", {"fighter": 2}, {"fighter": 1}, [8, 8, 8, 8, 8, 8])
    assert found.steps[:4] == [
        "attacker's dog fight", "defender's dog fight", "attack", "defense",
    ]  # fmt: skip
    assert "attacker's dog fight" not in fought("land", {"fighter": 2}, {RIFLES: 1}).steps


def test_DX_CMB_006_what_is_hit_in_a_dog_fight_fires_in_it_and_is_gone_before_the_barrage() -> None:
    """R-411: both sides roll at once, at aircraft only."""
    found = fought("land", {"fighter": 1, RIFLES: 1}, {"fighter": 1, "AAA": 1}, [1, 1])
    assert found.values["defender's dog fight"] == [3]
    assert "defender's barrage" not in found.steps
    assert found.left() == {"AAA": 1}
    assert found.left("attacker") == {RIFLES: 1}


def test_DX_AIR_005_an_air_transport_makes_a_dog_fight_and_rolls_nothing_in_it() -> None:
    """R-411: only the side with something to fire at aircraft rolls."""
    found = fought("land", {"fighter": 1}, {"air transport": 1, "heavy artillery": 1})
    assert found.values["attacker's dog fight"] == [2]
    assert "defender's dog fight" not in found.values
    assert found.values["defender's strike of the guns"] == [4]


@pytest.mark.rule("AA-UNI-025", "AA-UNI-026")
def test_DX_CMB_007_008_LND_047_048_guns_of_both_sides_fire_at_each_aircraft_once() -> None:
    """Three shots each at 1, no more than there are aircraft left after the dog fight."""
    found = fought("land", {"AAA": 1, "fighter": 2}, {"AAA": 2, "fighter": 2}, [8, 8, 1, 8])
    assert found.values["attacker's barrage"] == [1, 1]
    assert found.values["defender's barrage"] == [1]


def test_DX_CMB_012_014_AIR_028_tactical_bombers_strike_first_without_a_dog_fight() -> None:
    """R-412: of both sides; whom they hit fires no more, and they roll again in the round."""
    found = fought("land", {"tactical bomber": 1, RIFLES: 1}, {RIFLES: 1}, [3])
    assert found.values == {"attacker's strike from the air": [3]}
    assert found.left() == {}
    found = fought("land", {RIFLES: 2}, {"tactical bomber": 1})
    assert found.values["defender's strike from the air"] == [3]
    assert found.values["defense"] == [3]
    found = fought("land", {"tactical bomber": 1}, {"fighter": 1})
    assert "attacker's strike from the air" not in found.steps


@pytest.mark.parametrize("guns", ["heavy artillery", "rocket artillery"])
def test_DX_CMB_013_015_LND_066_067_SPC_037_guns_strike_first_after_a_dog_fight(guns: str) -> None:
    """R-412: of both sides; nobody who is hit fires back."""
    value = {"heavy artillery": 4, "rocket artillery": 2}[guns]
    air = {"fighter": 1}
    found = fought("land", {**air, guns: 1}, {**air, guns: 1}, [8, 8, value, 8])
    assert found.values["attacker's strike of the guns"] == [value]
    assert found.values["defender's strike of the guns"] == [value]
    assert found.values["attack"] == [value, 4]
    assert found.values["defense"] == [5]
    assert not any("strike" in step for step in fought("land", {guns: 1}, {guns: 1}).steps)


def test_DX_CMB_016_017_018_023_AIR_050_052_bombs_fall_once_and_who_is_hit_fires_back() -> None:
    """Derived example DX-EXA-011: six dice at 4, and nothing later."""
    found = fought("land", {"strategic bomber": 2, RIFLES: 1}, {RIFLES: 4}, [4, 4, 4])
    assert found.values["carpet bombing"] == [4] * 6
    assert found.values["attack"] == [1]
    assert found.values["defense"] == [2, 2, 2, 2]
    assert found.left() == {RIFLES: 1}
    found = fought("land", {"strategic bomber": 2, RIFLES: 1}, {"heavy tank": 1}, [8] * 7 + [1])
    assert found.left("attacker") == {"strategic bomber": 2}  # the cheapest is suggested


def test_DX_AIR_052_CMB_018_bombs_fall_in_the_first_round_alone() -> None:
    ours = {"strategic bomber": 1, RIFLES: 1}
    found = fought("land", ours, {RIFLES: 1}, rounds=2)
    assert found.values["carpet bombing"] == [4, 4, 4]
    assert found.values["attack"] == [1, 1]
    at_sea = fought("sea", {"strategic bomber": 1, "destroyer": 1}, {"cruiser": 1}, rounds=2)
    assert at_sea.values["bombs"] == [2, 2, 2]
    assert at_sea.values["attack"] == [2, 2]


def test_DX_EXA_011_CMB_016_bombs_fall_on_land_units_only() -> None:
    found = fought("land", {"strategic bomber": 1}, {"fighter": 1, RIFLES: 1}, [8, 8, 1, 1, 1])
    assert found.left() == {"fighter": 1}


def test_DX_SPC_042_047_a_super_fortress_bombs_at_5() -> None:
    """R-413."""
    found = fought("land", {"super fortress": 1}, {RIFLES: 4})
    assert found.values["carpet bombing"] == [5, 5, 5]


@pytest.mark.rule("AA-CMB-040", "AA-CMB-042", "AA-CMB-047")
def test_DX_CMB_020_022_026_casualties_are_declared_before_the_defense_and_fire_in_it() -> None:
    found = fought("land", {"heavy tank": 2}, {RIFLES: 1, "light tank": 1}, [1, 8])
    assert found.values["defense"] == [2, 3]
    assert found.left() == {"light tank": 1}


@pytest.mark.parametrize(
    ("ours", "theirs", "attack", "defense"),
    [
        ({"light tank": 1}, {RIFLES: 1}, [4], [2]),
        ({"light tank": 1}, {"heavy tank": 1}, [3], [4]),
        ({RIFLES: 1}, {"light tank": 1}, [1], [4]),
        ({"Tiger tank": 1}, {"light tank": 1}, [6], [3]),
        ({"war plane": 1}, {RIFLES: 1}, [2], [2]),
        ({"war plane": 1}, {"war plane": 1}, [1], [1]),
        ({RIFLES: 1}, {"war plane": 1}, [1], [2]),
    ],
)
def test_DX_LND_071_072_073_AIR_016_017_018_superiority_is_an_enemy_without_that_arm(
    ours: dict[str, int], theirs: dict[str, int], attack: list[int], defense: list[int]
) -> None:
    """R-414: no tank on the ground, no aircraft in the air."""
    found = fought("land", ours, theirs)
    assert found.values["attack"] == attack
    assert found.values["defense"] == defense


@pytest.mark.parametrize(
    ("units", "values"),
    [
        ({RIFLES: 1, "light artillery": 1}, [2, 2]),
        ({RIFLES: 1, "heavy artillery": 1}, [2, 4]),
        ({RIFLES: 1, "rocket artillery": 1}, [2, 2]),
        ({RIFLES: 1, "AAA": 1}, [1, 1]),
        ({RIFLES: 2, "light artillery": 1}, [1, 2, 2]),
        ({RIFLES: 1, "elite infantry": 1}, [2, 2]),
        ({"mechanized infantry": 1, "light artillery": 1}, [2, 2]),
        ({"mechanized infantry": 1, "elite infantry": 1}, [2, 2]),
        ({"elite infantry": 1, "light artillery": 1}, [2, 3]),
        ({"elite infantry": 1, "heavy tank": 1}, [3, 5]),
        ({"elite infantry": 1, "Tiger tank": 1}, [3, 6]),
        ({"elite infantry": 2}, [2, 2]),
        ({"elite infantry": 1, RIFLES: 1, "light artillery": 1}, [2, 2, 3]),
        ({"elite infantry": 2, RIFLES: 1, "heavy tank": 1, "light artillery": 1}, [2, 2, 3, 3, 5]),
        ({"fighter": 2, "AAA": 1}, [1, 4, 5]),
        ({"jet fighter": 1, "AAA": 1}, [1, 6]),
    ],
)
def test_DX_LND_005_013_023_031_032_049_AIR_039_one_helps_one_in_attack(
    units: dict[str, int], values: list[int]
) -> None:
    """R-415: as many pairs as can be; a unit may help and be helped."""
    found = fought("land", units, {"heavy tank": 4})
    assert found.values["attack"] == values


@pytest.mark.parametrize(
    ("units", "values"),
    [
        ({"fighter": 1, "AAA": 1}, [1, 6]),
        ({RIFLES: 1, "light artillery": 1, "elite infantry": 1}, [2, 2, 2]),
    ],
)
def test_DX_CMB_027_AIR_041_LND_044_050_guns_help_fighters_in_defense_though_no_plane_attacks(
    units: dict[str, int], values: list[int]
) -> None:
    """And never in the dog fight."""
    assert fought("land", {RIFLES: 3}, units).values["defense"] == values
    if "fighter" in units:
        fight = fought("land", {"fighter": 1, RIFLES: 3}, units)
        assert fight.values["defender's dog fight"] == [3]
        assert fight.values["defense"] == values


@pytest.mark.parametrize("tank", ["heavy tank", "Tiger tank"])
def test_DX_LND_083_SPC_028_a_heavy_tank_is_lost_with_its_second_hit(tank: str) -> None:
    found = fought("land", {"heavy artillery": 1}, {tank: 1}, [1])
    assert found.left() == {tank: 1}
    (unit,) = found.setting.units["defender"][tank]
    assert found.state.units[unit].damage == 1
    found = fought("land", {"heavy artillery": 2}, {tank: 1}, [1, 1])
    assert found.left() == {}


@pytest.mark.soak
@pytest.mark.parametrize(
    ("attacker", "defender"),
    [
        ({"fighter": 2, RIFLES: 3}, {"fighter": 1, "tactical bomber": 1, RIFLES: 2}),
        ({"tactical bomber": 2, "elite infantry": 2}, {"AAA": 1, "light tank": 1, RIFLES: 2}),
        ({"strategic bomber": 2, "heavy artillery": 1, RIFLES: 2, "heavy tank": 1},
         {"AAA": 1, "fighter": 1, "heavy artillery": 1}),
        ({"light tank": 2, "elite infantry": 2, "war plane": 1}, {RIFLES: 4}),
        ({"AAA": 1, "fighter": 2, "light tank": 1}, {"AAA": 1, "fighter": 2, RIFLES: 1}),
        ({"strategic bomber": 3}, {RIFLES: 2, "light tank": 1}),
    ],
)  # fmt: skip
def test_battles_on_land_come_out_as_the_kernel_plays_them(
    attacker: dict[str, int], defender: dict[str, int]
) -> None:
    agree("land", attacker, defender)


def test_DX_CMB_024_EXA_001_the_attacker_may_retreat_after_each_round_as_in_global_1940() -> None:
    """The book prints no example and no rule of retreats: those of the base game stay."""
    found = fought("land", {RIFLES: 2}, {RIFLES: 2})
    assert found.steps == ["attack", "defense", "retreat"]
    (asked,) = found.state.decisions.values()
    assert (asked.kind, asked.powers) == ("retreat", ("Germany",))
