"""What units roll for: printed values, combined arms, technologies."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from a4a.rules.areas.combat import values as v
from tests.rules import retold
from tests.rules.areas.positions import rules
from tests.rules.areas.test_general_combat import on_land


def values(units: Sequence[str]) -> list[int]:
    return v.values(rules().game, "attacker", [retold.word(kind) for kind in units])


def defense(units: Sequence[str], *technologies: str) -> list[int]:
    system = rules(*["research"] * bool(technologies)).game
    return v.values(system, "defender", [retold.word(kind) for kind in units], technologies)


@pytest.mark.rule("AA-EXA-041", "AA-CMB-002", "AA-UNI-007", "AA-UNI-005", "AA-UNI-010")
def test_two_artillery_support_two_of_five_infantry() -> None:
    found = values(["artillery"] * 2 + ["infantry"] * 5)
    assert sorted(found[2:]) == [1, 1, 1, 2, 2]
    assert found[:2] == [2, 2]


@pytest.mark.rule("AA-EXA-042", "AA-CMB-003", "AA-UNI-007", "AA-UNI-013")
def test_two_artillery_support_two_of_five_mechanized_infantry() -> None:
    assert sorted(values(["artillery"] * 2 + ["mechanized infantry"] * 5)[2:]) == [1, 1, 1, 2, 2]


@pytest.mark.rule("AA-CMB-010", "AA-CMB-008")
def test_an_artillery_supports_one_unit_only() -> None:
    """Not an infantry and a mechanized infantry in one round."""
    assert sum(values(["artillery", "infantry", "mechanized infantry"])) == 2 + 2 + 1


@pytest.mark.rule("AA-CMB-004", "AA-CMB-005", "AA-UNI-033", "AA-UNI-018", "AA-UNI-030")
@pytest.mark.parametrize("partner", ["tank", "fighter"])
def test_a_tactical_bomber_with_a_partner_attacks_at_4(partner: str) -> None:
    assert values(["tactical bomber"]) == [3]
    assert values(["tactical bomber", partner])[0] == 4
    assert values(["tactical bomber", "tactical bomber", partner])[:2].count(4) == 1
    assert values(["tactical bomber"] * 2 + ["tank", "fighter"])[:2] == [4, 4]


@pytest.mark.rule("AA-UNI-033")
def test_AA_UNI_033_a_tactical_bomber_attacks_and_defends_at_3() -> None:
    """In a battle on land, alone on either side: the dice need a 3."""
    kind = rules().game.types["tactical bomber"]
    assert (kind.attack, kind.defense) == (3, 3)
    battle = on_land(
        {"tactical bomber": 1}, {"France": {"tactical bomber": 1, "infantry": 1}}, [6] * 9
    )
    battle.play(until=("retreat",))
    targets = {
        (roll.purpose, die.unit_type, die.target) for roll in battle.rolls() for die in roll.dice
    }
    assert ("attack", "tactical bomber", 3) in targets
    assert ("defense", "tactical bomber", 3) in targets


def test_no_other_unit_is_a_partner() -> None:
    assert values(["tactical bomber", "strategic bomber", "infantry"]) == [3, 4, 1]
    assert values(["infantry", "tank"]) == [1, 3]


@pytest.mark.rule("AA-UNI-008")
def test_nothing_is_combined_in_defence() -> None:
    units = ["infantry", "artillery", "tactical bomber", "fighter"]
    assert defense(units) == [2, 2, 3, retold.either(4, 5)]  # DX-AIR-040


@pytest.mark.rule(
    "AA-UNI-021", "AA-UNI-036", "AA-UNI-043", "AA-UNI-047", "AA-UNI-062", "AA-UNI-066",
    "AA-UNI-069", "AA-UNI-074",
)  # fmt: skip
def test_printed_values() -> None:
    units = ["AAA", "strategic bomber", "battleship", "aircraft carrier", "cruiser", "destroyer",
             "submarine", "transport"]  # fmt: skip
    assert values(units) == [0, 4, 4, 0, 3, 2, 2, 0]
    assert defense(units) == [0, 1, 4, 2, 3, 2, 1, 0]


def advanced(units: Sequence[str], *technologies: str) -> list[int]:
    return v.values(rules("research").game, "attacker", units, technologies)


@pytest.mark.rule("AA-RND-014")
def test_advanced_artillery_supports_two_units_each() -> None:
    units = ["artillery", "infantry", "mechanized infantry", "infantry"]
    assert sorted(advanced(units, "Advanced Artillery")) == [1, 2, 2, 2]


@pytest.mark.rule("AA-RND-033")
def test_improved_mechanized_infantry_pairs_with_tanks_too() -> None:
    technology = "Improved Mechanized Infantry"
    assert advanced(["mechanized infantry", "tank"], technology) == [2, 3]
    assert advanced(["mechanized infantry", "artillery"], technology) == [2, 2]
    assert advanced(["mechanized infantry", "tank"]) == [1, 3]
    # A tank is in one pair only: with the tactical bomber or with the mechanized infantry.
    units = ["mechanized infantry", "tank", "tactical bomber"]
    assert sum(advanced(units, technology)) == 1 + 3 + 3 + 1
    # The infantry takes the artillery, for the mechanized infantry has the tank.
    assert advanced(["mechanized infantry", "infantry", "artillery", "tank"], technology) == [
        2, 2, 2, 3,
    ]  # fmt: skip


@pytest.mark.rule("AA-RND-035", "AA-RND-036", "AA-RND-037", "AA-RND-038")
def test_super_submarines_and_jet_fighters_attack_better() -> None:
    assert advanced(["submarine", "fighter"], "Super Submarines", "Jet Fighters") == [3, 4]
    assert defense(["submarine", "fighter"], "Super Submarines") == [1, 4]


# --- against a plain enumeration ----------------------------------------------------------------

HELPS = {
    "infantry": {"artillery"}, "mechanized infantry": {"artillery", "tank"},
    "tactical bomber": {"fighter", "tank"},
}  # fmt: skip
"""Who is raised by whom, with Improved Mechanized Infantry."""


def most_pairs(units: Sequence[str], room: Mapping[str, int]) -> int:
    """The most pairs there can be, by trying everything."""
    if not units:
        return 0
    first, rest = units[0], units[1:]
    best = most_pairs(rest, room)
    for partner in HELPS.get(first, ()):
        if room.get(partner, 0):
            best = max(best, 1 + most_pairs(rest, {**room, partner: room[partner] - 1}))
    return best


@given(
    st.dictionaries(
        st.sampled_from(["infantry", "mechanized infantry", "tactical bomber"]),
        st.integers(1, 3), max_size=3,
    ),
    st.dictionaries(
        st.sampled_from(["artillery", "tank", "fighter"]), st.integers(1, 3), max_size=3
    ),
    st.randoms(use_true_random=False),
)  # fmt: skip
@pytest.mark.rule("AA-CMB-008")
def test_as_many_pairs_are_made_as_can_be(
    helped: dict[str, int], helpers: dict[str, int], chance: random.Random
) -> None:
    """R-072, with every kind of pair there is; each pair is worth one more."""
    units = [kind for kinds in (helped, helpers) for kind, n in kinds.items() for _ in range(n)]
    chance.shuffle(units)
    system = rules().game
    found = advanced(units, "Improved Mechanized Infantry")
    plain = [system.types[kind].attack for kind in units]
    assert sum(found) - sum(plain) == most_pairs([kind for kind in units if kind in HELPS], helpers)
