"""The sequence of battles at sea and of landings, transports that absorb hits, No Mercy."""

from __future__ import annotations

import pytest

from a4a.core.errors import BattleError
from a4a.core.events import CombatStepBegan
from a4a.odds.exact import solve
from a4a.rules.areas.odds import fights as odds
from a4a.rules.areas.orders import EndPhase, Submerge
from a4a.rules.fight import Band
from tests.rules.areas.positions import rules
from tests.rules.deluxe3g40.battles import SYSTEM, agree, fight, fought, model
from tests.rules.deluxe3g40.missions import happened
from tests.rules.deluxe3g40.positions import position, war

UK = "United Kingdom"
RIFLES = "regular infantry"
ASHORE = Band("elite infantry", 2, duty="landing")


def test_DX_CMB_025_a_battle_at_sea_begins_with_a_dog_fight_too() -> None:
    """R-410."""
    ours = {"fighter": 1, "tactical bomber": 1, "strategic bomber": 1, "destroyer": 1}
    found = fought("sea", ours, {"fighter": 1, "cruiser": 1})
    assert found.values == {
        "attacker's dog fight": [1, 1, 2],
        "defender's dog fight": [1, 3],
        "bombs": [2, 2, 2],
        "attack": [2, 3, 4],
        "defense": [5, 5],
    }
    again = fought("sea", {"tactical bomber": 1}, {"destroyer": 1})
    assert again.values["attacker's strike from the air"] == [3]


@pytest.mark.parametrize(
    ("ship", "value"),
    [("cruiser", 1), ("aircraft carrier", 1), ("battleship", 2), ("super battleship", 3),
     ("Essex carrier", 1), ("light carrier", 0), ("destroyer", 0)],
)  # fmt: skip
def test_DX_SEA_048_061_072_082_090_SPC_006_053_air_cover_is_one_die(ship: str, value: int) -> None:
    """R-410: in the dog fight, though no aircraft of its own are there."""
    found = fought("sea", {"tactical bomber": 1}, {ship: 1})
    assert found.values.get("defender's dog fight", []) == [value] * bool(value)
    assert ("attacker's strike from the air" in found.steps) == (not value)
    if value:
        found = fought("sea", {"destroyer": 1, "fighter": 1}, {ship: 1}, [value])
        assert found.left("attacker") == {"destroyer": 1}


def test_DX_AIR_051_SPC_041_bombs_fall_on_ships_in_the_first_round_alone() -> None:
    found = fought("sea", {"super fortress": 1, "destroyer": 1}, {"battleship": 1})
    assert found.values["bombs"] == [3, 3, 3]
    assert found.values["attack"] == [2]
    found = fought("sea", {"strategic bomber": 1, "destroyer": 1}, {"battleship": 1}, [8, 2, 2])
    assert found.values["bombs"] == [2, 2, 2]
    assert found.values["defense"] == [6]
    assert found.left() == {}


@pytest.mark.rule("AA-CMB-023", "AA-CMB-025")
def test_DX_SEA_029_submarines_of_both_sides_strike_first_where_no_destroyer_is() -> None:
    found = fought("sea", {"submarine": 1}, {"cruiser": 1}, [3])
    assert found.values == {"attacker's surprise strike": [3]}
    found = fought("sea", {"cruiser": 1}, {"submarine": 1})
    assert found.values["defender's surprise strike"] == [2]
    found = fought("sea", {"submarine": 1}, {"destroyer": 1})
    assert found.values == {"attack": [3], "defense": [2]}


@pytest.mark.parametrize("power", ["Italy", "Japan"])
@pytest.mark.parametrize("number", [1, 2, 3])
def test_DX_ADV_009_destroyers_see_italian_and_japanese_submarines_from_the_start(
    power: str, number: int
) -> None:
    """Whoever has them: Enigma is about German ones only."""
    for ship, strikes in (("destroyer", False), ("cruiser", True)):
        game = position(
            power=power, phase="Combat Move", round=number, relations=war((power, UK)),
            dice=[8, 1] * 40, units={"sea zone 98": {power: {"submarine": 1}, UK: {ship: 1}}},
        )  # fmt: skip
        while not happened(game, CombatStepBegan):
            game.do(EndPhase())
        while game.decision is not None and game.decision.kind == "submerge":
            game.do(Submerge((), power=game.decision.powers[0]))
        steps = [event.step for event in happened(game, CombatStepBegan)]
        assert ("attacker's surprise strike" in steps) is strikes
        assert "attack" in steps or strikes


def test_DX_SEA_032_submarines_hit_no_aircraft() -> None:
    found = fought("sea", {"submarine": 2}, {"fighter": 1, "aircraft carrier": 1}, [1, 1])
    assert found.left() == {"fighter": 1}


@pytest.mark.parametrize("kind", ["war plane", "tactical bomber", "fighter"])
def test_DX_AIR_022_033_045_057_059_aircraft_hit_surfaced_submarines_without_a_destroyer(
    kind: str,
) -> None:
    """R-416: with a ship that submarines can fire at; they evade aircraft alone."""
    value = {"war plane": 2, "tactical bomber": 3, "fighter": 4}[kind]
    # The submarine's die and the carrier's come first, but for a first strike from the air.
    first = [] if kind == "tactical bomber" else [8, 8]
    found = fought("sea", {kind: 1, "aircraft carrier": 1}, {"submarine": 1}, [*first, value])
    assert found.left() == {}
    bombs = fought("sea", {"strategic bomber": 1, "aircraft carrier": 1}, {"submarine": 1}, [8, 2])
    assert bombs.left() == {}
    assert fought("sea", {kind: 1}, {"submarine": 1}).steps == []


@pytest.mark.parametrize(
    ("theirs", "value"), [({"submarine": 1}, 4), ({"sea transport": 1, "submarine": 1}, 4),
                          ({"destroyer": 1}, 3), ({"aircraft carrier": 1}, 3)],
)  # fmt: skip
def test_DX_SEA_036_037_038_a_warship_is_superior_where_no_surface_warship_is(
    theirs: dict[str, int], value: int
) -> None:
    """R-414."""
    assert fought("sea", {"warship": 1}, theirs).values["attack"] == [value]
    assert fought("sea", theirs, {"warship": 1}).values["defense"] == [value]


def test_DX_SEA_074_084_055_SPC_008_056_large_ships_take_two_or_three_hits() -> None:
    """R-419: a dreadnought, for which nothing is printed, takes one."""
    hits = {"aircraft carrier": 2, "battleship": 2, "super battleship": 3, "Essex carrier": 2,
            "dreadnought": 1}  # fmt: skip
    for ship, number in hits.items():
        spared = fought("sea", {"battleship": 4}, {ship: 1}, [1] * (number - 1))
        assert spared.left() == {ship: 1}
        assert fought("sea", {"battleship": 4}, {ship: 1}, [1] * number).left() == {}


# --- transports ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("hits", "left"), [(1, 4), (2, 1), (3, 0)])
def test_DX_SEA_017_a_hit_takes_three_sea_transports(hits: int, left: int) -> None:
    """R-420: where submarines hit what a fighter protects."""
    theirs = {"sea transport": 7, "fighter": 1}
    found = fought("sea", {"submarine": 4}, theirs, [1] * hits)
    assert found.left().get("sea transport", 0) == left
    assert found.left()["fighter"] == 1


def test_DX_SEA_017_sea_transports_are_hit_after_all_else() -> None:
    theirs = {"sea transport": 7, "battleship": 1}
    found = fought("sea", {"cruiser": 1}, theirs, [1])
    assert found.left() == theirs


@pytest.mark.parametrize(("hits", "left"), [(1, 2), (2, 0)])
def test_DX_AIR_011_CMB_028_a_hit_takes_three_air_transports(hits: int, left: int) -> None:
    """R-420: as many as there are; those of the dog fight are hit so, too."""
    theirs = {"air transport": 5, "heavy artillery": 1}
    found = fought("land", {"fighter": 2}, theirs, [1] * hits)
    assert found.left().get("air transport", 0) == left


def test_DX_CMB_028_air_transports_are_casualties_that_the_owner_may_choose() -> None:
    theirs = {"air transport": 3, "heavy tank": 1}
    found = fought("land", {RIFLES: 2}, theirs, [1, 8])
    assert found.left() == theirs  # the tank takes it without loss
    found = fought("land", {"heavy tank": 2}, {"air transport": 3, "fighter": 1}, [1, 8])
    assert found.left() == {"fighter": 1}


def test_air_transports_that_nobody_protects_are_lost_with_the_land() -> None:
    found = fought("land", {RIFLES: 1}, {"air transport": 2})
    assert found.left() == {}
    assert found.state.control["France"] == "Germany"


# --- landings ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("ship", "value"), [("cruiser", 5), ("battleship", 6),
                                             ("super battleship", 6)])  # fmt: skip
def test_DX_SEA_063_066_085_089_091_SPC_009_013_who_is_hit_from_the_sea_fires_no_more(
    ship: str, value: int
) -> None:
    """R-419: with the value of the ship's attack, one ship for a unit that lands."""
    ours = [ASHORE, Band("fighter", 1), Band(ship, 1, duty="bombarding")]
    found = fought("amphibious", ours, {RIFLES: 2}, [value])
    assert found.values["bombardment"] == [value]
    assert found.values["defense"] == [2]


@pytest.mark.parametrize(("ship", "damage"), [("battleship", 1), ("super battleship", 1)])
def test_DX_SEA_087_SPC_011_EXA_014_a_damaged_ship_does_not_bombard(ship: str, damage: int) -> None:
    ours = [ASHORE, Band("fighter", 1), Band(ship, 1, damage, duty="bombarding")]
    found = fought("amphibious", ours, {RIFLES: 2})
    assert "bombardment" not in found.steps
    with pytest.raises(BattleError, match="cannot bombard"):
        model("amphibious", ours, {RIFLES: 2})


# --- No Mercy ------------------------------------------------------------------------------------


def test_DX_OPT_001_002_003_CMB_029_under_no_mercy_every_eight_is_a_hit() -> None:
    """R-421: in every step of a battle, of all who roll; without it none is."""
    ours, theirs = {"fighter": 1, RIFLES: 1}, {"fighter": 1, "AAA": 1}
    found = fought("land", ours, theirs, [8, 8], "no mercy")
    assert found.left() == {"AAA": 1}
    assert found.left("attacker") == {RIFLES: 1}
    assert fought("land", ours, theirs, [8, 8]).left() == theirs
    plain = model("land", {RIFLES: 2}, {RIFLES: 1})
    assert plain.dice.chance(3) == 3 / 8
    hard = odds.battle(
        rules("no mercy", system=SYSTEM).game, fight("land", {RIFLES: 2}, {RIFLES: 1})
    )
    assert [hard.dice.chance(value) for value in (0, 1, 7, 8)] == [0, 2 / 8, 1, 1]
    assert solve(hard).attacker_wins > solve(plain).attacker_wins


# --- odds and kernel -----------------------------------------------------------------------------


@pytest.mark.soak
@pytest.mark.parametrize(
    ("attacker", "defender"),
    [
        ({"submarine": 2, "tactical bomber": 2, "war plane": 1},
         {"cruiser": 1, "destroyer": 1, "sea transport": 1}),
        ({"destroyer": 1, "cruiser": 1, "fighter": 1}, {"submarine": 2, "battleship": 1}),
        ({"strategic bomber": 2, "warship": 1}, {"cruiser": 1, "submarine": 1, "dreadnought": 1}),
        ({"cruiser": 2, "fighter": 1}, {"sea transport": 4, "cruiser": 1, "submarine": 1}),
        ({"super battleship": 1, "fighter": 2}, {"battleship": 1, "fighter": 1}),
        ({"tactical bomber": 3}, {"battleship": 1, "destroyer": 1, "sea transport": 2}),
    ],
)  # fmt: skip
def test_battles_at_sea_come_out_as_the_kernel_plays_them(
    attacker: dict[str, int], defender: dict[str, int]
) -> None:
    agree("sea", attacker, defender)


@pytest.mark.soak
def test_landings_transports_and_no_mercy_come_out_as_the_kernel_plays_them() -> None:
    air = {"air transport": 5, RIFLES: 3, "fighter": 1, "AAA": 1}
    agree("land", {"heavy tank": 1, "fighter": 2, RIFLES: 3}, air)
    landing = [
        ASHORE,
        Band("light tank", 1, duty="landing"),
        Band("battleship", 1, duty="bombarding"),
    ]
    agree("amphibious", landing, {RIFLES: 3, "minor bunker": 1})
    agree(
        "land",
        {"fighter": 1, "strategic bomber": 1, RIFLES: 3},
        {"fighter": 1, RIFLES: 3},
        "no mercy",
    )


def test_DX_SEA_064_075_086_SPC_010_interceptors_of_a_landing_meet_the_air_cover_of_its_ships() -> (
    None
):
    """R-419: aircraft that rise against the fleet fight it at sea, and it bombards no more."""
    fleet = {"cruiser": 1, "aircraft carrier": 1, "battleship": 1, "super battleship": 1}
    found = fought("sea", fleet, {"fighter": 1})
    assert found.values["attacker's dog fight"] == [1, 1, 2, 3]
    assert "defender's dog fight" not in found.values
    assert found.values["defense"] == [5]
