"""2WW: The War in Europe: two land combats of an Allied player turn, resolved on the chart.

The rulebook's land combat example (WE-EXA-025 to 040), with its forces, factors, columns, rolls
and results. First the US paratroop unit drops on the German 4th infantry and the 1st armor joins
in: the infantry flips and retreats to hex 2214, the armor advances. Then the 3d and 5th armor,
supported by a fleet, attack the 6th infantry in a fort, supported by the 5th air unit: the
supporters fight first (WE-CMB-011), the fleet flips, is marked Ops Complete and goes to port; the
fort takes both loss points, which do not count (WE-CMB-010), so the Allies lose 1 to 0, flip the
3d armor and retreat.

The example names no hex but 2214; the other hexes, the factors of each single unit and the faces
of the two dice behind each sum are the fixture's, and so are the costs.
"""

from __future__ import annotations

from a4a.core.board import Board, Border, Space
from a4a.core.catalog import Catalog, Power, UnitType
from a4a.core.events import (
    BattleClosed,
    BattleJoined,
    BattleLeft,
    BattleOpened,
    ChartReading,
    CombatRoundBegan,
    Decided,
    Die,
    Participant,
    PhaseBegan,
    Rolled,
    RoundBegan,
    TurnBegan,
    UnitsConverted,
    UnitsMoved,
    UnitsPlaced,
)
from a4a.core.position import Position, Relation
from a4a.core.steps import Header
from a4a.core.units import Holding, Unit
from tests.examples.story import Story

USA, BRITAIN, GERMANY = "United States", "Great Britain", "Germany"


def neighbours(hex_name: str) -> set[str]:
    """The six hexes around a hex of the map: CCRR, even columns half a hex lower."""
    column, row = int(hex_name[:2]), int(hex_name[2:])
    beside = (row, row + 1) if column % 2 == 0 else (row - 1, row)
    around = [(column, row - 1), (column, row + 1)]
    around += [(c, r) for c in (column - 1, column + 1) for r in beside]
    return {f"{c:02}{r:02}" for c, r in around}


HEXES = {
    "2015": "land", "2115": "coast", "2116": "land", "2214": "coast", "2215": "coast",
    "2216": "land", "2314": "coast", "2315": "coast", "2316": "land", "2413": "sea",
    "2414": "sea", "2415": "coast", "2416": "land",
}  # fmt: skip

BOARD = Board(
    name="thirteen hexes",
    spaces=tuple(
        Space(
            name=name,
            kind=kind,  # type: ignore[arg-type]
            city="Malta" if name == "2415" else "",
            features=("port",) if name == "2415" else (),
        )
        for name, kind in HEXES.items()
    ),
    borders=tuple(
        Border(a, b, "sea" if "sea" in (HEXES[a], HEXES[b]) else "land")
        for a in HEXES
        for b in sorted(neighbours(a))
        if a < b and b in HEXES
    ),
)

CATALOG = Catalog(
    system="war_in_europe",
    dice_sides=6,
    currency="production points",
    powers=(
        Power(name=GERMANY, adjective="German", side="Axis", treasuries=(GERMANY,)),
        Power(name=USA, adjective="US", side="Allies", treasuries=(USA,)),
        Power(name=BRITAIN, adjective="British", side="Allies", treasuries=(BRITAIN,)),
    ),
    unit_types=(
        UnitType(name="armor", category="land", attack=7, defense=7, move=6, cost=4,
                 hits=2),
        UnitType(name="infantry", category="land", attack=4, defense=4, move=3, cost=2,
                 hits=2),
        UnitType(name="paratroop", category="land", attack=2, defense=2, move=3,
                 cost=3, hits=2),
        UnitType(name="fort", category="facility", defense=4, cost=1, hits=2),
        UnitType(name="air unit", category="air", attack=4, defense=4, cost=3, hits=2,
                 numbers={"range": 3}),
        UnitType(name="fleet", category="sea", attack=3, defense=3, move=45, cost=5,
                 hits=2),
    ),
)  # fmt: skip

PARATROOP, FIRST, THIRD, FIFTH, FLEET, TWELFTH_AIR = 1, 2, 3, 4, 5, 6
FOURTH, SIXTH, FORT, FIFTH_AIR = 7, 8, 9, 10
POOL = Holding(GERMANY, "force pool")

START = Position(
    round=16,
    label="Summer 1943",
    units=(
        Unit(PARATROOP, "paratroop", USA, "2015", name="US"),
        Unit(FIRST, "armor", USA, "2015", name="1st"),
        Unit(THIRD, "armor", USA, "2316", name="3d"),
        Unit(FIFTH, "armor", USA, "2316", name="5th"),
        Unit(FLEET, "fleet", USA, "2414", name="10th"),
        Unit(TWELFTH_AIR, "air unit", USA, "2015", flags=("ops complete",), name="12th"),
        Unit(FOURTH, "infantry", GERMANY, "2215", name="4th"),
        Unit(SIXTH, "infantry", GERMANY, "2315", name="6th"),
        Unit(FORT, "fort", GERMANY, "2315"),
        Unit(FIFTH_AIR, "air unit", GERMANY, "2314", name="5th"),
    ),
    control={"2415": BRITAIN},
    relations=(Relation(GERMANY, USA, "war"), Relation(GERMANY, BRITAIN, "war")),
)


def story() -> Story:
    """The Allied player turn with its two attacks."""
    s = Story(Header(system="war_in_europe", title="Land combat"), BOARD, CATALOG, START)
    s.step(
        RoundBegan(17, "Autumn 1943"),
        TurnBegan((USA, BRITAIN)),
        UnitsConverted((TWELFTH_AIR,), "turn begins", lost=("ops complete",)),
        PhaseBegan("Movement"),
        changes={
            "time": ("round 16, , ", "round 17, United States and Great Britain, Movement"),
            "2015: United States 12th air unit (ops complete)": (1, None),
            "2015: United States 12th air unit": (None, 1),
        },
    )
    s.step(
        UnitsMoved((PARATROOP,), ("2015", "2115", "2215"), "airdrop", cost=2),
        by=USA,
        changes={
            "2015: United States US paratroop": (1, None),
            "2215: United States US paratroop": (None, 1),
        },
    )
    s.step(
        UnitsMoved((FIRST,), ("2015", "2115"), "combat", cost=1),
        by=USA,
        changes={
            "2015: United States 1st armor": (1, None),
            "2115: United States 1st armor": (None, 1),
        },
    )

    # --- the first combat -----------------------------------------------------------------------
    s.step(
        PhaseBegan("Combat"),
        BattleOpened(
            "first", "2215", "land",
            (
                Participant("attacker", USA, (PARATROOP,), "2215", "airdrop"),
                Participant("attacker", USA, (FIRST,), "2115"),
                Participant("defender", GERMANY, (FOURTH,)),
            ),
        ),
        by=USA,
        changes={
            "time": ("round 17, United States and Great Britain, Movement",
                     "round 17, United States and Great Britain, Combat"),
            "battle first": (None, "2215, round 0, 2 against 1"),
        },
    )  # fmt: skip
    s.step(
        Decided((GERMANY,), "combat support", "no", battle="first"),
        by=GERMANY,
        changes={},
    )
    s.step(
        CombatRoundBegan("first", 1),
        Rolled("chart", USA, (Die(2), Die(4)), 6, hits=1, battle="first", role="attacker",
               chart=ChartReading("Land vs. Land", 9, "8-11", "8-11", 1)),
        Rolled("chart", GERMANY, (Die(4), Die(5)), 6, battle="first", role="defender",
               chart=ChartReading("Land vs. Land", 4, "4-7", "4-7", 0)),
        UnitsConverted((FOURTH,), "loss", damage=1, battle="first"),
        changes={
            "2215: Germany 4th infantry": (1, None),
            "2215: Germany 4th infantry (damaged 1)": (None, 1),
            "battle first": ("2215, round 0, 2 against 1", "2215, round 1, 2 against 1"),
        },
    )  # fmt: skip
    s.step(
        BattleLeft("first", (FOURTH,), "retreat"),
        UnitsMoved((FOURTH,), ("2215", "2214"), "retreat", battle="first"),
        BattleClosed("first", "defender retreats", "attacker"),
        by=GERMANY,
        changes={
            "2215: Germany 4th infantry (damaged 1)": (1, None),
            "2214: Germany 4th infantry (damaged 1)": (None, 1),
            "battle first": ("2215, round 1, 2 against 1", None),
        },
    )
    s.step(
        Decided((USA,), "advance", "yes", units=(FIRST,), spaces=("2215",), battle="first"),
        UnitsMoved((FIRST,), ("2115", "2215"), "advance", battle="first"),
        by=USA,
        changes={
            "2115: United States 1st armor": (1, None),
            "2215: United States 1st armor": (None, 1),
        },
    )

    # --- the second combat ----------------------------------------------------------------------
    s.step(
        BattleOpened(
            "second",
            "2315",
            "land",
            (
                Participant("attacker", USA, (THIRD, FIFTH), "2316"),
                Participant("attacker", USA, (FLEET,), "2414", "support"),
                Participant("defender", GERMANY, (SIXTH, FORT)),
            ),
        ),
        by=USA,
        changes={"battle second": (None, "2315, round 0, 3 against 2")},
    )
    s.step(
        Decided((GERMANY,), "combat support", "yes", units=(FIFTH_AIR,), battle="second"),
        BattleJoined(
            "second", (Participant("defender", GERMANY, (FIFTH_AIR,), "2314", "support"),)
        ),
        by=GERMANY,
        changes={
            "battle second": ("2315, round 0, 3 against 2", "2315, round 0, 3 against 3"),
        },
    )  # fmt: skip
    s.step(
        BattleOpened(
            "second, support", "2315", "support",
            (
                Participant("attacker", USA, (FLEET,), "2414"),
                Participant("defender", GERMANY, (FIFTH_AIR,), "2314"),
            ),
            links=("second",),
        ),
        CombatRoundBegan("second, support", 1),
        Rolled("chart", GERMANY, (Die(1), Die(2)), 6, hits=1, battle="second, support",
               role="defender", chart=ChartReading("Air vs. Sea", 4, "1-4", "1-4", 1)),
        Rolled("chart", USA, (Die(3), Die(5)), 6, battle="second, support", role="attacker",
               chart=ChartReading("Sea vs. Air", 3, "1-3", "1-3", 0)),
        UnitsConverted((FLEET,), "loss", damage=1, gained=("ops complete",),
                       battle="second, support"),
        changes={
            "battle second, support": (None, "2315, round 1, 1 against 1"),
            "2414: United States 10th fleet": (1, None),
            "2414: United States 10th fleet (damaged 1) (ops complete)": (None, 1),
        },
    )  # fmt: skip
    s.step(
        BattleLeft("second", (FLEET,), "retreat"),
        BattleLeft("second, support", (FLEET,), "retreat"),
        UnitsMoved((FLEET,), ("2414", "2415"), "retreat", battle="second, support"),
        BattleClosed("second, support", "attacker retreats", "defender"),
        changes={
            "battle second": ("2315, round 0, 3 against 3", "2315, round 0, 2 against 3"),
            "battle second, support": ("2315, round 1, 1 against 1", None),
            "2414: United States 10th fleet (damaged 1) (ops complete)": (1, None),
            "2415: United States 10th fleet (damaged 1) (ops complete)": (None, 1),
        },
    )
    s.step(
        CombatRoundBegan("second", 1),
        Rolled("chart", GERMANY, (Die(4), Die(4)), 6, hits=1, battle="second", role="defender",
               chart=ChartReading("Land vs. Land", 12, "12-15", "12-15", 1)),
        Rolled("chart", USA, (Die(1), Die(4)), 6, hits=2, battle="second", role="attacker",
               chart=ChartReading("Land vs. Land", 14, "12-15", "12-15", 2),
               outcome="the fort takes 2"),
        UnitsPlaced((FORT,), POOL, "casualty", "second"),
        changes={
            "2315: Germany fort": (1, None),
            "Germany's force pool: Germany fort": (None, 1),
            "battle second": ("2315, round 0, 2 against 3", "2315, round 1, 2 against 2"),
        },
    )  # fmt: skip
    s.step(
        Decided((USA,), "losses", "3d armor", units=(THIRD,), battle="second"),
        UnitsConverted((THIRD,), "loss", damage=1, battle="second"),
        by=USA,
        changes={
            "2316: United States 3d armor": (1, None),
            "2316: United States 3d armor (damaged 1)": (None, 1),
        },
    )
    s.step(
        BattleLeft("second", (THIRD, FIFTH), "retreat"),
        UnitsMoved((THIRD, FIFTH), ("2316", "2416"), "retreat", battle="second"),
        BattleClosed("second", "attacker retreats", "defender"),
        UnitsConverted((FIFTH_AIR,), "mission flown", gained=("ops complete",), battle="second"),
        by=USA,
        changes={
            "2316: United States 3d armor (damaged 1)": (1, None),
            "2316: United States 5th armor": (1, None),
            "2416: United States 3d armor (damaged 1)": (None, 1),
            "2416: United States 5th armor": (None, 1),
            "battle second": ("2315, round 1, 2 against 2", None),
            "2314: Germany 5th air unit": (1, None),
            "2314: Germany 5th air unit (ops complete)": (None, 1),
        },
    )
    return s
