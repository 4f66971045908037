"""Europe 1940: an amphibious assault with a scramble declined, and the what-if of accepting it.

The Americans land in Normandy Bordeaux from sea zone 110. Germany could scramble the fighter at
its air base there (AA-SCR-001 to 009) and declines, so there is no sea combat and the battleship
and the cruiser bombard (AA-AMP-015 to 024). Casualties of the bombardment still fire. Seaborne
units cannot retreat (AA-AMP-029); the fighter could, and does not. Paris is German, so the
territory is captured, not liberated (AA-CON-016), with its air base.

In the variation the fighter does scramble: a sea battle comes first (AA-AMP-010), the landing is
linked with it, and nothing bombards (AA-AMP-014).
"""

from __future__ import annotations

from a4a.core.board import Board, Border, Space
from a4a.core.catalog import Catalog, Power, UnitType
from a4a.core.events import (
    Asked,
    BattleClosed,
    BattleLeft,
    BattleOpened,
    CombatRoundBegan,
    ControlChanged,
    Decided,
    Die,
    Participant,
    PhaseBegan,
    ResourceChanged,
    Rolled,
    TurnBegan,
    UnitsConverted,
    UnitsMoved,
    UnitsRemoved,
)  # fmt: skip
from a4a.core.position import Balance, Position, Relation
from a4a.core.steps import Header
from a4a.core.units import Unit
from tests.examples.story import Story

UK, FRANCE, NORMANDY = "United Kingdom", "France", "Normandy Bordeaux"
SZ109, SZ110 = "sea zone 109", "sea zone 110"
USA, GERMANY = "United States", "Germany"

BOARD = Board(
    name="the Channel",
    spaces=(
        Space(name=UK, kind="land", value=6, original=UK, capital_of=(UK,), city="London"),
        Space(name=FRANCE, kind="land", value=4, original=FRANCE, capital_of=(FRANCE,)),
        Space(name=NORMANDY, kind="land", value=2, original=FRANCE,
              aliases=("Normandy/Bordeaux",)),
        Space(name=SZ109, kind="sea", features=("convoy",), aliases=("109 Sea Zone",)),
        Space(name=SZ110, kind="sea", aliases=("110 Sea Zone",)),
    ),
    borders=(
        Border(UK, SZ109, "coast"),
        Border(UK, SZ110, "coast"),
        Border(NORMANDY, SZ110, "coast"),
        Border(NORMANDY, FRANCE, "land"),
        Border(SZ109, SZ110, "sea"),
    ),
)  # fmt: skip

CATALOG = Catalog(
    system="europe1940",
    dice_sides=6,
    currency="IPC",
    powers=(
        Power(name=GERMANY, adjective="German", side="Axis", treasuries=(GERMANY,)),
        Power(name=USA, adjective="American", side="Allies", treasuries=(USA,)),
        Power(name=UK, adjective="British", side="Allies", treasuries=(UK,)),
        Power(name=FRANCE, adjective="French", side="Allies", treasuries=(FRANCE,)),
    ),
    unit_types=(
        UnitType(name="infantry", category="land", attack=1, defense=2, move=1, cost=3),
        UnitType(name="artillery", category="land", attack=2, defense=2, move=1, cost=4),
        UnitType(name="tank", category="land", attack=3, defense=3, move=2, cost=6),
        UnitType(name="AAA", category="land", move=1, cost=5),
        UnitType(name="fighter", category="air", attack=3, defense=4, move=4, cost=10),
        UnitType(name="transport", category="sea", move=2, cost=7, transport_capacity=5),
        UnitType(name="cruiser", category="sea", attack=3, defense=3, move=2, cost=12, bombard=3),
        UnitType(name="carrier", category="sea", defense=2, move=2, cost=16, hits=2,
                 carrier_capacity=2),
        UnitType(name="battleship", category="sea", attack=4, defense=4, move=2, cost=20, hits=2,
                 bombard=4),
        UnitType(name="air base", category="facility", cost=15),
    ),
)  # fmt: skip

INFANTRY_1, INFANTRY_2, ARTILLERY, TANK = 1, 2, 3, 4
TRANSPORT_1, TRANSPORT_2, BATTLESHIP, CRUISER, CARRIER, FIGHTER = 5, 6, 7, 8, 9, 10
GRENADIER_1, GRENADIER_2, FLAK, JAGER, AIR_BASE = 11, 12, 13, 14, 15
LANDING = (INFANTRY_1, INFANTRY_2, ARTILLERY, TANK)

START = Position(
    round=5,
    units=(
        Unit(INFANTRY_1, "infantry", USA, UK),
        Unit(INFANTRY_2, "infantry", USA, UK),
        Unit(ARTILLERY, "artillery", USA, UK),
        Unit(TANK, "tank", USA, UK),
        Unit(TRANSPORT_1, "transport", USA, SZ109),
        Unit(TRANSPORT_2, "transport", USA, SZ109),
        Unit(BATTLESHIP, "battleship", USA, SZ109),
        Unit(CRUISER, "cruiser", USA, SZ109),
        Unit(CARRIER, "carrier", USA, SZ109),
        Unit(FIGHTER, "fighter", USA, CARRIER),
        Unit(GRENADIER_1, "infantry", GERMANY, NORMANDY),
        Unit(GRENADIER_2, "infantry", GERMANY, NORMANDY),
        Unit(FLAK, "AAA", GERMANY, NORMANDY),
        Unit(JAGER, "fighter", GERMANY, NORMANDY),
        Unit(AIR_BASE, "air base", GERMANY, NORMANDY),
    ),
    control={UK: UK, FRANCE: GERMANY, NORMANDY: GERMANY},
    relations=(Relation(GERMANY, USA, "war"), Relation(UK, USA, "allied")),
    balances=(Balance(GERMANY, "IPC", 41), Balance(USA, "IPC", 12)),
    statuses={FRANCE: ("capital held",)},
)


def story() -> Story:
    """The landing in Normandy Bordeaux."""
    s = Story(Header(system="europe1940", title="A landing"), BOARD, CATALOG, START)
    s.step(
        TurnBegan((USA,)),
        PhaseBegan("Combat Move"),
        changes={"time": ("round 5, , ", "round 5, United States, Combat Move")},
    )
    s.step(
        UnitsMoved((INFANTRY_1, ARTILLERY), (UK, SZ109), "combat", cost=1, aboard=TRANSPORT_1),
        UnitsMoved((INFANTRY_2, TANK), (UK, SZ109), "combat", cost=1, aboard=TRANSPORT_2),
        by=USA,
        changes={
            "United Kingdom: United States infantry": (2, None),
            "United Kingdom: United States artillery": (1, None),
            "United Kingdom: United States tank": (1, None),
            "sea zone 109 aboard transport: United States infantry": (None, 2),
            "sea zone 109 aboard transport: United States artillery": (None, 1),
            "sea zone 109 aboard transport: United States tank": (None, 1),
        },
    )
    s.step(
        UnitsMoved(
            (TRANSPORT_1, TRANSPORT_2, BATTLESHIP, CRUISER), (SZ109, SZ110), "combat", cost=1
        ),
        by=USA,
        changes={
            "sea zone 109: United States transport": (2, None),
            "sea zone 109: United States battleship": (1, None),
            "sea zone 109: United States cruiser": (1, None),
            "sea zone 110: United States transport": (None, 2),
            "sea zone 110: United States battleship": (None, 1),
            "sea zone 110: United States cruiser": (None, 1),
            "sea zone 109 aboard transport: United States infantry": (2, None),
            "sea zone 109 aboard transport: United States artillery": (1, None),
            "sea zone 109 aboard transport: United States tank": (1, None),
            "sea zone 110 aboard transport: United States infantry": (None, 2),
            "sea zone 110 aboard transport: United States artillery": (None, 1),
            "sea zone 110 aboard transport: United States tank": (None, 1),
        },
    )
    announced = s.step(
        UnitsMoved((FIGHTER,), (SZ109, SZ110, NORMANDY), "combat", cost=2),
        Decided(
            (USA,), "amphibious assault", NORMANDY, units=LANDING, spaces=(SZ110, NORMANDY)
        ),
        by=USA,
        changes={
            "sea zone 109 aboard carrier: United States fighter": (1, None),
            "Normandy Bordeaux: United States fighter": (None, 1),
        },
    )  # fmt: skip
    s.step(
        Asked("scramble-110", (GERMANY,), "scramble", ("no", "1 fighter"), rule="AA-SCR-008"),
        changes={"decision scramble-110": (None, "Germany: scramble")},
    )
    s.step(
        Decided((GERMANY,), "scramble", "no", decision="scramble-110"),
        by=GERMANY,
        changes={"decision scramble-110": ("Germany: scramble", None)},
    )
    s.step(
        PhaseBegan("Conduct Combat"),
        BattleOpened(
            "landing", NORMANDY, "amphibious",
            (
                Participant("attacker", USA, LANDING, SZ110, "landing"),
                Participant("attacker", USA, (FIGHTER,), SZ109),
                Participant("attacker", USA, (BATTLESHIP, CRUISER), SZ110, "bombardment"),
                Participant("defender", GERMANY, (GRENADIER_1, GRENADIER_2, FLAK, JAGER)),
            ),
        ),
        changes={
            "time": ("round 5, United States, Combat Move",
                     "round 5, United States, Conduct Combat"),
            "battle landing": (None, "Normandy Bordeaux, round 0, 7 against 4"),
        },
    )  # fmt: skip
    s.step(
        Rolled(
            "bombard", USA, (Die(3, 4, "hit", "battleship"), Die(5, 3, "miss", "cruiser")), 6,
            hits=1, expected=4 / 6 + 3 / 6, battle="landing", role="attacker",
            against="units on land",
        ),
        BattleLeft("landing", (BATTLESHIP, CRUISER), "bombarded"),
        Decided((GERMANY,), "casualties", "1 infantry", units=(GRENADIER_1,), battle="landing"),
        changes={
            "battle landing": ("Normandy Bordeaux, round 0, 7 against 4",
                               "Normandy Bordeaux, round 0, 5 against 4"),
        },
    )  # fmt: skip
    s.step(
        UnitsMoved(LANDING, (SZ110, NORMANDY), "amphibious", battle="landing"),
        Rolled("aa", GERMANY, (Die(4, 1, "miss", "AAA"),), 6, expected=1 / 6, battle="landing",
               role="defender", against="aircraft"),
        changes={
            "sea zone 110 aboard transport: United States infantry": (2, None),
            "sea zone 110 aboard transport: United States artillery": (1, None),
            "sea zone 110 aboard transport: United States tank": (1, None),
            "Normandy Bordeaux: United States infantry": (None, 2),
            "Normandy Bordeaux: United States artillery": (None, 1),
            "Normandy Bordeaux: United States tank": (None, 1),
        },
    )  # fmt: skip
    s.step(
        CombatRoundBegan("landing", 1),
        Rolled(
            "attack", USA,
            (
                Die(3, 1, "miss", "infantry"), Die(2, 2, "hit", "infantry"),
                Die(5, 2, "miss", "artillery"), Die(1, 3, "hit", "tank"),
                Die(6, 3, "miss", "fighter"),
            ),
            6, hits=2, expected=11 / 6, battle="landing", role="attacker",
        ),
        Decided((GERMANY,), "casualties", "1 infantry and 1 AAA", units=(GRENADIER_2, FLAK),
                battle="landing"),
        Rolled(
            "defense", GERMANY,
            (Die(2, 2, "hit", "infantry"), Die(6, 2, "miss", "infantry"),
             Die(4, 4, "hit", "fighter")),
            6, hits=2, expected=8 / 6, battle="landing", role="defender",
        ),
        Decided((USA,), "casualties", "2 infantry", units=(INFANTRY_1, INFANTRY_2),
                battle="landing"),
        UnitsRemoved((GRENADIER_1, GRENADIER_2, FLAK), "casualty", "landing"),
        UnitsRemoved((INFANTRY_1, INFANTRY_2), "casualty", "landing"),
        changes={
            "Normandy Bordeaux: United States infantry": (2, None),
            "Normandy Bordeaux: Germany infantry": (2, None),
            "Normandy Bordeaux: Germany AAA": (1, None),
            "battle landing": ("Normandy Bordeaux, round 0, 5 against 4",
                               "Normandy Bordeaux, round 1, 3 against 1"),
        },
    )  # fmt: skip
    s.step(
        Asked("retreat-landing-1", (USA,), "retreat", ("no", "1 fighter"), "AA-AMP-032", "landing"),
        changes={"decision retreat-landing-1": (None, "United States: retreat")},
    )
    s.step(
        Decided((USA,), "retreat", "no", decision="retreat-landing-1", battle="landing"),
        by=USA,
        changes={"decision retreat-landing-1": ("United States: retreat", None)},
    )
    s.step(
        CombatRoundBegan("landing", 2),
        Rolled(
            "attack", USA,
            (Die(6, 2, "miss", "artillery"), Die(3, 3, "hit", "tank"),
             Die(2, 3, "hit", "fighter")),
            6, hits=2, expected=8 / 6, battle="landing", role="attacker",
        ),
        Rolled("defense", GERMANY, (Die(5, 4, "miss", "fighter"),), 6, expected=4 / 6,
               battle="landing", role="defender"),
        UnitsRemoved((JAGER,), "casualty", "landing"),
        changes={
            "Normandy Bordeaux: Germany fighter": (1, None),
            "battle landing": ("Normandy Bordeaux, round 1, 3 against 1",
                               "Normandy Bordeaux, round 2, 3 against 0"),
        },
    )  # fmt: skip
    s.step(
        BattleClosed("landing", "attacker takes", "attacker"),
        ControlChanged(NORMANDY, GERMANY, USA, "conquest", "landing"),
        UnitsConverted((AIR_BASE,), "captured", owner=USA, battle="landing"),
        changes={
            "battle landing": ("Normandy Bordeaux, round 2, 3 against 0", None),
            "control of Normandy Bordeaux": (GERMANY, USA),
            "Normandy Bordeaux: Germany air base": (1, None),
            "Normandy Bordeaux: United States air base": (None, 1),
        },
    )
    s.step(
        PhaseBegan("Noncombat Move"),
        UnitsMoved((CARRIER,), (SZ109, SZ110), "noncombat", cost=1),
        UnitsMoved((FIGHTER,), (NORMANDY, SZ110), "return", cost=1, aboard=CARRIER),
        by=USA,
        changes={
            "time": ("round 5, United States, Conduct Combat",
                     "round 5, United States, Noncombat Move"),
            "sea zone 109: United States carrier": (1, None),
            "sea zone 110: United States carrier": (None, 1),
            "Normandy Bordeaux: United States fighter": (1, None),
            "sea zone 110 aboard carrier: United States fighter": (None, 1),
        },
    )  # fmt: skip
    s.step(
        PhaseBegan("Collect Income"),
        ResourceChanged(USA, "IPC", 37, "income"),
        changes={
            "time": ("round 5, United States, Noncombat Move",
                     "round 5, United States, Collect Income"),
            "United States IPC": (12, 49),
        },
    )  # fmt: skip

    asked = s.step(
        Asked("scramble-110", (GERMANY,), "scramble", ("no", "1 fighter"), rule="AA-SCR-008"),
        after=announced,
        changes={"decision scramble-110": (None, "Germany: scramble")},
    )
    scrambled = s.step(
        Decided((GERMANY,), "scramble", "1 fighter", decision="scramble-110", units=(JAGER,),
                spaces=(SZ110,)),
        UnitsMoved((JAGER,), (NORMANDY, SZ110), "scramble"),
        by=GERMANY,
        after=asked,
        changes={
            "decision scramble-110": ("Germany: scramble", None),
            "Normandy Bordeaux: Germany fighter": (1, None),
            "sea zone 110: Germany fighter": (None, 1),
        },
    )  # fmt: skip
    s.step(
        PhaseBegan("Conduct Combat"),
        BattleOpened(
            "off Normandy", SZ110, "sea",
            (
                Participant("attacker", USA, (BATTLESHIP, CRUISER, TRANSPORT_1, TRANSPORT_2),
                            SZ109),
                Participant("defender", GERMANY, (JAGER,), NORMANDY, "scramble"),
            ),
        ),
        BattleOpened(
            "landing", NORMANDY, "amphibious",
            (
                Participant("attacker", USA, LANDING, SZ110, "landing"),
                Participant("attacker", USA, (FIGHTER,), SZ109),
                Participant("defender", GERMANY, (GRENADIER_1, GRENADIER_2, FLAK)),
            ),
            links=("off Normandy",),
        ),
        after=scrambled,
        changes={
            "time": ("round 5, United States, Combat Move",
                     "round 5, United States, Conduct Combat"),
            "battle off Normandy": (None, "sea zone 110, round 0, 4 against 1"),
            "battle landing": (None, "Normandy Bordeaux, round 0, 5 against 3"),
        },
    )  # fmt: skip
    return s
