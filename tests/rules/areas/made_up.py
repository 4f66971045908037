"""A small game of areas that no book has: other dice, steps and weapons, all in its data."""

# ruff: noqa: E501
from __future__ import annotations

from pathlib import Path

from tests.rules.areas.positions import EUROPE

DATASET = f"""
title = "Made up"
parent = "{EUROPE}"
source = "house"
dice_sides = 8
replace = ["combat"]
"""

UNITS = """\
name,attack,defense,hits,abilities,numbers.dog fight,numbers.bombs,numbers.ambush,numbers.guns,numbers.barrels,source
fighter,4,5,1,lands on carrier; scramble; escort; intercept,3,,,,,house
tactical bomber,3,3,1,lands on carrier; scramble; raids bases,1,,,,,house
strategic bomber,0,1,1,raids bases; raids industrial complexes,1,4,,,,house
AAA,1,1,1,antiaircraft fire,,,,,,house
artillery,0,0,1,captures,,,3,,,house
tank,3,3,3,captures; blitz,,,,,,house
mechanized infantry,0,0,1,captures,,,,3,2,house
"""

_STEP = """
[[{list}]]
name = "{name}"
when = "{when}"
side = "{side}"
exchange = "{exchange}"
volleys = [{volleys}]
after = "{after}"
without = "{without}"
rule = "AA-CMB-040"
source = "house"
"""

TARGETS = "".join(
    f"""
[[targets]]
name = "{name}"
of = [{of}]
rule = "AA-CMB-040"
source = "house"
"""
    for name, of in {
        "guns": '"artillery"',
        "air": '"air"',
        "transport": '"chosen last"',
        "ship": '"sea"',
        "ground": '"land", "facility"',
    }.items()
)

REACHES = """
[[reaches]]
name = "aircraft"
targets = ["air", "paratrooper"]
rule = "AA-CMB-040"
source = "house"

[[reaches]]
name = "infantry and tanks"
targets = ["ground"]
rule = "AA-CMB-040"
source = "house"
"""

WEAPONS = """
[[weapons]]
name = "dog fight"
value = "dog fight"
rule = "AA-CMB-040"
source = "house"

[[weapons]]
name = "carpet bombing"
value = "bombs"
rule = "AA-CMB-040"
source = "house"

[[weapons]]
name = "twin guns"
value = "guns"
shots = "barrels"
rule = "AA-CMB-040"
source = "house"

[[weapons]]
name = "ambush"
value = "ambush"
rule = "AA-CMB-040"
source = "house"

[[weapons]]
name = "antiaircraft"
value = "antiaircraft"
shots = "shots"
rule = "AA-CMB-040"
source = "house"
"""

RETREAT = """
[[{list}]]
name = "retreat"
when = "round"
does = "retreat"
rule = "AA-CMB-057"
source = "house"
"""

SUPPORTS = """
[[supports]]
name = "guns and fighters"
side = "attacker"
by = ["antiaircraft fire"]
to = ["fighter"]
plus = 1
rule = "AA-CMB-040"
source = "house"

[[supports]]
name = "guns and fighters in defense"
side = "defender"
by = ["antiaircraft fire"]
to = ["fighter"]
plus = 1
rule = "AA-CMB-040"
source = "house"

[[supports]]
name = "guns and bombers in defense"
side = "defender"
by = ["AAA"]
to = ["tactical bomber"]
plus = 2
rule = "AA-CMB-040"
source = "house"
"""

DOG_FIGHT = '{ by = ["air"], weapon = "dog fight", at = "aircraft" }'
BARRAGE = '{ by = ["antiaircraft fire"], weapon = "antiaircraft", at = "aircraft", limit = "one a target" }'


def step(name: str, side: str, exchange: str, volleys: str = "{}", **more: str) -> str:
    """A step that fires."""
    says = {"list": "land", "when": "round", "after": "", "without": "", **more}
    return _STEP.format(name=name, side=side, exchange=exchange, volleys=volleys, **says)


def both(name: str, volleys: str = "{}", **more: str) -> str:
    """Steps of an exchange in which both sides fire the same."""
    return step(f"attacker's {name}", "attacker", name, volleys, **more) + step(
        f"defender's {name}", "defender", name, volleys, **more
    )


LAND = (
    both("dog fight", DOG_FIGHT, when="before")
    + both("barrage", BARRAGE, when="before")
    + both("tactical strike", '{ by = ["tactical bomber"] }', when="before", without="dog fight")
    + both("tank strike", '{ by = ["tank"] }', when="before", after="dog fight")
    + step("carpet bombing", "attacker", "general combat", '{ weapon = "carpet bombing", at = "infantry and tanks" }',
           when="before")
    + step("ambush", "defender", "general combat", '{ weapon = "ambush" }', when="before")
    + both("general combat", '{}, { weapon = "twin guns" }')
    + RETREAT.format(list="land")
)  # fmt: skip
"""Aircraft fight each other, guns fire at them; tactical bombers strike first if there was no dog
fight, tanks if there was; bombers bomb and guns lie in ambush in the first
round alone; then everybody fires, mechanized infantry with two barrels each."""

SEA = (
    both("preemptive fire", '{ by = ["battleship"] }', list="sea")
    + both("general combat", '{ but = ["battleship"] }', list="sea")
    + RETREAT.format(list="sea")
)
"""Battleships fire first, and whom they sink fires no more."""


def made_up(folder: Path, *, land: str = LAND, sea: str = SEA, units: str = UNITS) -> Path:
    """Write the game into a folder, as a mod."""
    folder.mkdir(exist_ok=True)
    for name, text in (
        ("dataset.toml", DATASET), ("units.csv", units), ("combat.toml", TARGETS + REACHES + WEAPONS + SUPPORTS + land + sea),
    ):  # fmt: skip
        (folder / name).write_text(text, encoding="utf-8")
    return folder
