"""What each unit type attacks and defends at, as the kernel rolls for it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from a4a.odds import duel
from a4a.odds.exact import solve
from a4a.rules.areas.odds.sequences import sequence
from tests.rules.areas.positions import rules
from tests.rules.deluxe3g40.battles import SYSTEM, Fought, fought, model

LAND = {
    "regular infantry": (1, 2),
    "mechanized infantry": (1, 2),
    "elite infantry": (2, 2),
    "cavalry": (2, 2),
    "AAA": (1, 1),
    "light artillery": (2, 2),
    "heavy artillery": (4, 4),
    "light tank": (3, 3),
    "heavy tank": (5, 4),
    "Tiger tank": (6, 5),
    "rocket artillery": (2, 2),
}
AIR = {
    "tactical bomber": (3, 3),
    "fighter": (4, 5),
    "jet fighter": (6, 6),
    "strategic bomber": (0, 1),
    "super fortress": (0, 2),
    "air transport": (0, 0),
}
DOG_FIGHT = {
    "war plane": (1, 1),
    "tactical bomber": (1, 1),
    "fighter": (2, 3),
    "strategic bomber": (1, 1),
    "super fortress": (2, 2),
    "jet fighter": (4, 4),
    "air transport": (0, 0),
}
SEA = {
    "sea transport": (0, 0),
    "destroyer": (2, 2),
    "submarine": (3, 2),
    "light carrier": (1, 2),
    "dreadnought": (4, 4),
    "cruiser": (5, 5),
    "aircraft carrier": (1, 2),
    "battleship": (6, 6),
    "super battleship": (6, 6),
    "Essex carrier": (1, 2),
}


def rolled(kind: str, found: Fought, step: str) -> int:
    """What a unit type rolled for in a step; 0 if it did not."""
    values = {value for name, unit, value in found.fired if (name, unit) == (step, kind)}
    assert len(values) < 2
    return values.pop() if values else 0


@pytest.mark.rule("AA-CMB-018", "AA-UNI-005", "AA-UNI-010", "AA-UNI-013")
@pytest.mark.rule(
    "DX-LND-004", "DX-LND-006", "DX-LND-012", "DX-LND-014", "DX-LND-022", "DX-LND-024",
    "DX-LND-036", "DX-LND-037", "DX-LND-043", "DX-LND-044", "DX-LND-054", "DX-LND-055",
    "DX-LND-061", "DX-LND-062", "DX-LND-079", "DX-LND-080", "DX-SPC-025", "DX-SPC-026",
    "DX-SPC-034", "DX-SPC-035", "DX-AIR-004", "DX-AIR-027", "DX-AIR-029", "DX-AIR-038",
    "DX-AIR-040", "DX-AIR-053", "DX-SPC-043", "DX-SPC-061", "DX-SPC-062",
)  # fmt: skip
@pytest.mark.parametrize(("kind", "values"), [*LAND.items(), *AIR.items()])
def test_units_attack_and_defend_on_land_at_their_values(
    kind: str, values: tuple[int, int]
) -> None:
    """Beside and against a heavy tank, so that nobody is superior on the ground."""
    attack, defense = values
    extra = {} if kind == "heavy tank" else {"heavy tank": 1}
    assert rolled(kind, fought("land", {kind: 1, **extra}, {"heavy tank": 1}), "attack") == (
        attack if kind != "elite infantry" else attack + 1  # the tank helps it (DX-LND-023)
    )
    assert rolled(kind, fought("land", {"heavy tank": 1}, {kind: 1, **extra}), "defense") == defense


@pytest.mark.rule(
    "DX-AIR-019", "DX-AIR-020", "DX-AIR-030", "DX-AIR-031", "DX-AIR-042", "DX-AIR-043",
    "DX-AIR-054", "DX-AIR-055", "DX-SPC-044", "DX-SPC-045", "DX-SPC-063", "DX-SPC-064",
)  # fmt: skip
@pytest.mark.parametrize(("kind", "values"), DOG_FIGHT.items())
def test_aircraft_fight_aircraft_at_their_dog_fight_values(
    kind: str, values: tuple[int, int]
) -> None:
    attack, defense = values
    land = {"heavy tank": 1}
    ours = fought("land", {kind: 1, **land}, {"war plane": 1, **land})
    assert rolled(kind, ours, "attacker's dog fight") == attack
    theirs = fought("land", {"war plane": 1, **land}, {kind: 1, **land})
    assert rolled(kind, theirs, "defender's dog fight") == defense


@pytest.mark.rule("AA-UNI-066", "AA-UNI-074")
@pytest.mark.rule(
    "DX-SEA-012", "DX-SEA-021", "DX-SEA-022", "DX-SEA-028", "DX-SEA-030", "DX-SEA-044",
    "DX-SEA-045", "DX-SEA-052", "DX-SEA-053", "DX-SEA-059", "DX-SEA-060", "DX-SEA-070",
    "DX-SEA-071", "DX-SEA-080", "DX-SEA-081", "DX-SPC-004", "DX-SPC-005", "DX-SPC-051",
    "DX-SPC-052",
)  # fmt: skip
@pytest.mark.parametrize(("kind", "values"), SEA.items())
def test_ships_attack_and_defend_at_their_values(kind: str, values: tuple[int, int]) -> None:
    attack, defense = values
    extra = {} if kind == "destroyer" else {"destroyer": 1}
    assert rolled(kind, fought("sea", {kind: 1, **extra}, {"destroyer": 1}), "attack") == attack
    assert rolled(kind, fought("sea", {"destroyer": 1}, {kind: 1, **extra}), "defense") == defense


def test_battles_in_which_nobody_is_superior_are_solved_as_plain_ones() -> None:
    """What of the sequence no unit needs is left out, and changes nothing."""
    system = rules(system=SYSTEM).game
    sides = {"regular infantry": 3, "light artillery": 1}, {"regular infantry": 2, "AAA": 1}
    plain = model("land", *sides)
    assert duel.fits(plain)
    whole = replace(plain, sequence=sequence(system, sea=False))
    assert not duel.fits(whole)
    assert solve(plain).attacker_wins == pytest.approx(solve(whole).attacker_wins, abs=1e-12)
    mixed = model("land", {"light tank": 2, "fighter": 1}, {"light tank": 1, "fighter": 1})
    entire = replace(mixed, sequence=sequence(system, sea=False))
    assert len(mixed.sequence.before) < len(entire.sequence.before)
    assert solve(mixed).attacker_wins == pytest.approx(solve(entire).attacker_wins, abs=1e-12)
