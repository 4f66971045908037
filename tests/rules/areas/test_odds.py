"""What units mean for the odds is what the kernel fires with; and battles come out alike."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from a4a.core.errors import BattleError
from a4a.core.state import State
from a4a.odds.battle import Battle
from a4a.odds.dice import BattleDice
from a4a.odds.exact import solve
from a4a.odds.fire import strengths
from a4a.odds.retreat import AfterRounds
from a4a.rules.areas import technology
from a4a.rules.areas.combat import values
from a4a.rules.areas.odds import fights as odds
from a4a.rules.fight import Army, Band, Fight, FightKind
from tests import depth
from tests.rules.areas.fights import army, compare, play, set_up
from tests.rules.areas.positions import position, rules

pytestmark = pytest.mark.soak

GAMES = depth.number(45, deep=4_000)
"""Battles played a test; benchmarks/README.md says what comes of 20,000."""
TECHNOLOGIES = (
    "Advanced Artillery", "Improved Mechanized Infantry", "Super Submarines", "Jet Fighters",
    "Heavy Bombers", "Radar",
)  # fmt: skip


def made(fight: Fight, **fields: object) -> Battle:
    """The battle that a fight means, with other fields; those of a side begin with its role."""
    battle = odds.battle(rules().game, fight)
    for role in ("attacker", "defender"):
        own = [name for name in fields if name.startswith(f"{role}_")]
        changes = {name.removeprefix(f"{role}_"): fields.pop(name) for name in own}
        battle = replace(battle, **{role: replace(battle.side(role), **changes)})  # type: ignore[arg-type]
    return replace(battle, **fields)  # type: ignore[arg-type]


def agree(fight: Fight, *, low_luck: bool = False, **fields: object) -> None:
    """A battle played by the kernel comes out as its odds say."""
    if low_luck:
        fields["dice"] = BattleDice(luck="low luck")
    model = made(fight, **fields)
    compare(play(set_up(fight, low_luck=low_luck), model, range(GAMES)), solve(model))


# --- numbers ------------------------------------------------------------------------------------


@cache
def developed(*technologies: str) -> State:
    """A state in which Germany has technologies."""
    return position(technologies={"Germany": technologies}).state


@given(
    st.dictionaries(
        st.sampled_from(
            ["infantry", "artillery", "mechanized infantry", "tank", "fighter", "tactical bomber",
             "strategic bomber"]
        ),
        st.integers(0, 4),
    ),
    st.sets(st.sampled_from(TECHNOLOGIES)),
)  # fmt: skip
def test_values_are_those_the_kernel_fires_with(
    units: dict[str, int], technologies: set[str]
) -> None:
    """Combined arms, technologies and dice: the same values for every mix of living units."""
    system = rules().game
    state = developed(*sorted(technologies))
    attacking = [name for name, number in units.items() for _ in range(number)]
    own = state.technologies("Germany")
    dice = (technology.number(system, state, "Germany", unit, "dice") for unit in attacking)
    fired = Counter(zip(values.values(system, "attacker", attacking, own), dice, strict=True))
    fight = Fight("land", army(units, *technologies), (army({"infantry": 1}),))
    side, _ = odds.sides(system, fight)
    living = [[g.count for g in side.groups]]
    ours: Counter[tuple[int, int]] = Counter()
    if side.groups:
        for shots in strengths(side, np.array(living)):
            for die, number, _ in shots:
                ours[die] += int(number[0])
    assert +ours == fired


@pytest.mark.parametrize("technologies", [(), TECHNOLOGIES])
def test_defenders_values_are_those_the_kernel_fires_with(technologies: tuple[str, ...]) -> None:
    system = rules().game
    state = position(technologies={"France": technologies}).state
    own = state.technologies("France")
    for kind, names in (
        ("land", ["infantry", "AAA", "tank", "fighter", "strategic bomber"]),
        ("sea", ["submarine", "destroyer", "aircraft carrier", "transport", "fighter"]),
    ):
        fight = Fight(kind, Army(()), (army(dict.fromkeys(names, 1), *technologies),))
        _, side = odds.sides(system, fight)
        ours = {g.kind.name: g.kind.value for g in side.groups}
        assert ours == dict(zip(names, values.values(system, "defender", names, own), strict=True))
        assert all(g.kind.dice == 1 for g in side.groups)


# --- battles played by the kernel ---------------------------------------------------------------


@pytest.mark.parametrize(
    ("attacker", "defender"),
    [
        ({"infantry": 3, "artillery": 1, "tank": 1}, {"infantry": 3}),
        ({"infantry": 2, "artillery": 2, "fighter": 1}, {"infantry": 2, "artillery": 1, "tank": 1}),
        ({"infantry": 4, "tank": 2, "fighter": 2}, {"infantry": 3, "AAA": 1, "fighter": 1}),
        ({"tactical bomber": 2, "tank": 1, "fighter": 1}, {"infantry": 2, "AAA": 2}),
        ({"mechanized infantry": 2, "artillery": 1, "strategic bomber": 1}, {"infantry": 3}),
        ({"fighter": 2}, {"AAA": 2, "infantry": 1}),
        ({"fighter": 2}, {"AAA": 2}),
        ({"infantry": 1, "tank": 1}, {"AAA": 1}),
    ],
)
def test_battles_on_land_come_out_as_the_kernel_plays_them(
    attacker: dict[str, int], defender: dict[str, int]
) -> None:
    agree(Fight("land", army(attacker), (army(defender),)))


def test_technologies_count_as_the_kernel_plays_them() -> None:
    ours = army(
        {"infantry": 1, "mechanized infantry": 2, "artillery": 1, "tank": 1, "strategic bomber": 1},
        "Advanced Artillery", "Heavy Bombers", "Improved Mechanized Infantry",
    )  # fmt: skip
    agree(Fight("land", ours, (army({"infantry": 4, "AAA": 1}, "Radar"),)))


def test_a_land_unit_kept_to_the_end_is_the_last_to_go() -> None:
    fight = Fight("land", army({"infantry": 2, "fighter": 2}), (army({"infantry": 3}),))
    agree(fight, attacker_keep=("captures", 1))


def test_a_battle_broken_off_after_two_rounds() -> None:
    fight = Fight("land", army({"infantry": 4, "fighter": 1}), (army({"infantry": 5}),))
    agree(fight, retreat=AfterRounds(2))


@pytest.mark.parametrize("kind", ["land", "sea"])
def test_low_luck_as_the_kernel_plays_it(kind: str) -> None:
    sides = {
        "land": ({"infantry": 3, "tank": 2, "strategic bomber": 1}, {"infantry": 4, "AAA": 1}),
        "sea": ({"submarine": 2, "destroyer": 2, "fighter": 1}, {"cruiser": 2, "submarine": 2}),
    }[kind]
    agree(Fight(kind, army(sides[0]), (army(sides[1]),)), low_luck=True)


AT_SEA = [
    ({"submarine": 3}, {"cruiser": 1, "fighter": 1, "aircraft carrier": 1}),
    ({"submarine": 2, "destroyer": 1}, {"submarine": 2, "destroyer": 1}),
    ({"fighter": 2, "submarine": 1}, {"submarine": 1, "destroyer": 1, "transport": 2}),
    ({"battleship": 1, "cruiser": 1}, {"battleship": 1, "submarine": 1}),
    ({"fighter": 3}, {"submarine": 2, "transport": 1}),
    ({"destroyer": 1, "tactical bomber": 1, "fighter": 1}, {"submarine": 2, "destroyer": 1}),
    ({"destroyer": 2}, {"destroyer": 1, "submarine": 1, "aircraft carrier": 1, "fighter": 1}),
    ({"submarine": 2, "fighter": 2}, {"destroyer": 1, "submarine": 1, "aircraft carrier": 1}),
]


@pytest.mark.parametrize("allocation", ["volley by volley", "along the order"])
@pytest.mark.parametrize(("attacker", "defender"), AT_SEA)
def test_battles_at_sea_come_out_as_the_kernel_plays_them(
    attacker: dict[str, int], defender: dict[str, int], allocation: str
) -> None:
    fight = Fight("sea", army(attacker), (army(defender),))
    agree(fight, attacker_allocation=allocation, defender_allocation=allocation)


@pytest.mark.parametrize(("attacker", "defender"), [
    ({"battleship": 1, "cruiser": 1, "transport": 1}, {"battleship": 1, "submarine": 1}),
    ({"transport": 2, "destroyer": 1}, {"submarine": 1, "transport": 1}),
])  # fmt: skip
def test_transports_left_alone_are_lost(attacker: dict[str, int], defender: dict[str, int]) -> None:
    agree(Fight("sea", army(attacker), (army(defender),)))


@pytest.mark.rule("AA-CMB-049")
@pytest.mark.parametrize("retreat", [None, AfterRounds(1), AfterRounds(2)])
def test_ships_that_can_hit_nothing_are_fired_at_until_they_retreat(
    retreat: AfterRounds | None,
) -> None:
    ours = army({"aircraft carrier": 2, "destroyer": 1, "transport": 1})
    agree(Fight("sea", ours, (army({"cruiser": 2, "submarine": 1}),)), retreat=retreat)


@pytest.mark.parametrize("retreat", [None, AfterRounds(1)])
def test_transports_whose_submarines_submerge_are_fired_at(retreat: AfterRounds | None) -> None:
    ours = army({"submarine": 2, "transport": 2})
    fight = Fight("sea", ours, (army({"cruiser": 2}),))
    agree(fight, retreat=retreat, attacker_submerge="when possible")


@pytest.mark.parametrize("who", ["attacker", "defender"])
def test_submarines_submerge_as_the_kernel_plays_it(who: str) -> None:
    ours = army({"submarine": 2, "fighter": 1, "destroyer": 1})
    theirs = army({"submarine": 2, "cruiser": 1, "destroyer": 1})
    agree(Fight("sea", ours, (theirs,)), **{f"{who}_submerge": "when possible"})


def test_damaged_ships_are_damaged() -> None:
    ours = army([Band("battleship", 2, 1), Band("destroyer", 1)])
    theirs = army([Band("aircraft carrier", 1, 1), Band("cruiser", 2)])
    agree(Fight("sea", ours, (theirs,)))


LANDING = (
    Band("infantry", 2, duty="landing"), Band("artillery", 1, duty="landing"),
    Band("cruiser", 1, duty="bombarding"), Band("battleship", 1, duty="bombarding"),
)  # fmt: skip


@pytest.mark.parametrize(
    "bands",
    [
        LANDING,
        (*LANDING, Band("fighter", 1)),
        (*LANDING[:1], Band("tank", 1), Band("fighter", 1)),
    ],
)
@pytest.mark.parametrize("retreat", [None, AfterRounds(1)])
def test_landings_come_out_as_the_kernel_plays_them(
    bands: tuple[Band, ...], retreat: AfterRounds | None
) -> None:
    """Casualties of bombardment fire back; those who came ashore cannot retreat."""
    fight = Fight("amphibious", army(bands), (army({"infantry": 3, "AAA": 1}),))
    agree(fight, retreat=retreat)


def test_bombardment_under_low_luck_is_a_roll_of_its_own() -> None:
    fight = Fight("amphibious", army(LANDING), (army({"infantry": 3}),))
    agree(fight, low_luck=True)


def test_paratroopers_are_shot_at_as_aircraft_are() -> None:
    bands = (Band("infantry", 2, duty="dropping"), Band("tank", 1), Band("fighter", 1))
    fight = Fight("land", army(bands, "Paratroopers"), (army({"infantry": 1, "AAA": 1}),))
    agree(fight)


# --- who may be in a battle ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "attacker", "defender", "why"),
    [
        ("land", Band("battleship", 1), Band("infantry", 1), "ships do not fight on land"),
        ("land", Band("AAA", 1), Band("infantry", 1), "does not attack"),
        ("land", Band("tank", 1), Band("destroyer", 1), "ships do not fight on land"),
        ("land", Band("tank", 1), Band("air base", 1), "takes no part in combat"),
        ("land", Band("tank", 1, 1), Band("infantry", 1), "none can be damaged"),
        ("land", Band("tank", 1, duty="landing"), Band("infantry", 1), "in an amphibious battle"),
        ("land", Band("tank", 1, duty="dropping"), Band("infantry", 1), "cannot drop from the air"),
        ("land", Band("cruiser", 1, duty="bombarding"), Band("infantry", 1), "a landing only"),
        ("sea", Band("infantry", 1), Band("destroyer", 1), "cargo and do not fight"),
        ("sea", Band("fighter", 1), Band("strategic bomber", 1), "defends no sea zone"),
        ("amphibious", Band("destroyer", 1, duty="bombarding"), Band("AAA", 1), "cannot bombard"),
        ("amphibious", Band("tank", 1), Band("infantry", 1), "needs land units that come ashore"),
    ],
)
def test_units_that_cannot_be_in_a_battle_are_refused(
    kind: FightKind, attacker: Band, defender: Band, why: str
) -> None:
    with pytest.raises(BattleError, match=why):
        made(Fight(kind, army([attacker]), (army([defender]),)))


@pytest.mark.rule("AA-AMP-018")
def test_no_more_ships_bombard_than_units_land() -> None:
    bands = (*LANDING, Band("battleship", 2, duty="bombarding"))
    with pytest.raises(BattleError, match="4 ships bombard for 3 units"):
        made(Fight("amphibious", army(bands), (army({"infantry": 1}),)))


def test_defenders_of_several_powers_are_one_kind_if_they_are_alike() -> None:
    ours, theirs = army({"infantry": 2, "AAA": 1}), army({"infantry": 3, "AAA": 1}, "Radar")
    fight = Fight(
        "land", army({"tank": 1}), (replace(ours, power="France"), replace(theirs, power="ANZAC"))
    )
    found = {g.kind.name: g.count for g in made(fight).defender.groups}
    assert found == {"infantry": 5, "AAA (France)": 1, "AAA (ANZAC)": 1}


def test_units_are_lost_as_players_do() -> None:
    fleet = {"battleship": 1, "transport": 2, "submarine": 1, "aircraft carrier": 1, "fighter": 1}
    _, side = odds.sides(rules().game, Fight("sea", army({}), (army(fleet),)))
    assert side.order == ("submarine", "transport", "fighter", "aircraft carrier", "battleship")
    troops = {"infantry": 1, "artillery": 1, "AAA": 1, "tank": 1, "fighter": 1}
    _, side = odds.sides(rules().game, Fight("land", army({}), (army(troops),)))
    assert side.order == ("AAA", "infantry", "artillery", "tank", "fighter")
