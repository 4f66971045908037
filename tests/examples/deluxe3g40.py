"""3G40 Deluxe: a build queue and an assigned air mission, over two rounds.

Germany and Japan play one turn together. In round 1 Germany pays the last 6 of the 18 IPC of the
super battleship it begins with in its build queue (DX-QUE-014, DX-EXA-007), orders a heavy tank
(4/4) and an elite infantry (2/2), and builds an air base, which waits under a construction marker
(DX-QUE-008). It assigns a strategic bomber and a fighter to missions (DX-TRN-005).

In the strategic missions phase, which all nations play together, the initiative is rolled for,
the bomber flies a raid with its escort, a fighter on the ground intercepts without being assigned,
one round of dog fight is fought, the naval base's gun fires, and the bomber does 4 damage without
a die (DX-SMP-092 to 107). The British stand down a mission of their own (DX-SMP-097).

In round 2 the markers come off (DX-TRN-001, 002), and the second payments complete the tank and
the infantry.

How much of a unit in the queue is paid is a marker on it. The production numbers are the fixture's.
"""

from __future__ import annotations

from a4a.core.board import Board, Border, Space
from a4a.core.catalog import Catalog, Power, UnitType
from a4a.core.events import (
    Asked,
    BattleClosed,
    BattleJoined,
    BattleOpened,
    BillLine,
    Bought,
    CombatRoundBegan,
    Decided,
    Die,
    MarkerChanged,
    OnUnit,
    Participant,
    PhaseBegan,
    ResourceChanged,
    Rolled,
    RoundBegan,
    TurnBegan,
    UnitsAdded,
    UnitsConverted,
    UnitsMoved,
    UnitsPlaced,
    UnitsRemoved,
)
from a4a.core.position import Balance, Marker, Position, Relation
from a4a.core.steps import Header
from a4a.core.units import Holding, Unit
from tests.examples.story import Story

BERLIN, WEST, LONDON, TOKYO = "Germany", "Western Germany", "United Kingdom", "Japan"
SZ112, SZ6 = "sea zone 112", "sea zone 6"
GERMANY, JAPAN, UK = "Germany", "Japan", "UK Europe"
QUEUE = Holding(GERMANY, "build queue")
PURCHASED = Holding(GERMANY, "purchased")

BOARD = Board(
    name="two coasts",
    spaces=(
        Space(name=BERLIN, kind="land", value=5, original=GERMANY, city="Berlin"),
        Space(name=WEST, kind="land", value=5, original=GERMANY),
        Space(name=LONDON, kind="land", value=6, original=UK, city="London"),
        Space(name=TOKYO, kind="land", value=8, original=JAPAN, city="Tokyo"),
        Space(name=SZ112, kind="sea", aliases=("A-14",)),
        Space(name=SZ6, kind="sea", features=("kamikaze",), aliases=("P-6",)),
    ),
    borders=(
        Border(BERLIN, WEST, "land"),
        Border(BERLIN, SZ112, "coast"),
        Border(WEST, SZ112, "coast"),
        Border(LONDON, SZ112, "coast"),
        Border(TOKYO, SZ6, "coast"),
    ),
)

CATALOG = Catalog(
    system="deluxe3g40",
    dice_sides=8,
    currency="IPC",
    powers=(
        Power(name=GERMANY, adjective="German", side="Axis", treasuries=(GERMANY,)),
        Power(name=JAPAN, adjective="Japanese", side="Axis", treasuries=(JAPAN,)),
        Power(name=UK, adjective="British", side="Allies", treasuries=(UK,)),
    ),
    unit_types=(
        UnitType(name="elite infantry", category="land", attack=2, defense=2, move=1, cost=4,
                 numbers={"first payment": 2, "second payment": 2}),
        UnitType(name="heavy tank", category="land", attack=5, defense=4, move=2, cost=8, hits=2,
                 numbers={"first payment": 4, "second payment": 4}),
        UnitType(name="fighter", category="air", attack=4, defense=5, move=4, cost=10,
                 numbers={"dog fight attack": 2, "dog fight defense": 3}),
        UnitType(name="tactical bomber", category="air", attack=3, defense=3, move=4, cost=9),
        UnitType(name="strategic bomber", category="air", attack=4, defense=1, move=6, cost=12,
                 dice=3, numbers={"dog fight attack": 1, "dog fight defense": 1, "raid": 4}),
        UnitType(name="destroyer", category="sea", attack=2, defense=2, move=2, cost=7),
        UnitType(name="super battleship", category="sea", attack=6, defense=6, move=2, cost=18,
                 hits=3, bombard=6),
        UnitType(name="air base", category="facility", cost=10, hits=6),
        UnitType(name="naval base", category="facility", cost=10, hits=6),
    ),
)  # fmt: skip

BISMARCK, BOMBER, ESCORT, SPITFIRE, NAVAL_BASE, BEAUFIGHTER = 1, 2, 3, 4, 5, 6
TIGER, GUARDS, AIR_BASE, DESTROYER = 7, 8, 9, 10

START = Position(
    units=(
        Unit(BISMARCK, "super battleship", GERMANY, QUEUE),
        Unit(BOMBER, "strategic bomber", GERMANY, WEST),
        Unit(ESCORT, "fighter", GERMANY, WEST),
        Unit(SPITFIRE, "fighter", UK, LONDON),
        Unit(NAVAL_BASE, "naval base", UK, LONDON),
        Unit(BEAUFIGHTER, "tactical bomber", UK, LONDON, flags=("assigned",)),
    ),
    control={BERLIN: GERMANY, WEST: GERMANY, LONDON: UK, TOKYO: JAPAN},
    relations=(Relation(GERMANY, UK, "war"),),
    balances=(Balance(GERMANY, "IPC", 30), Balance(JAPAN, "IPC", 26), Balance(UK, "IPC", 23)),
    markers=(Marker(OnUnit(BISMARCK), "paid", 12),),
)


def story() -> Story:
    """Two rounds of orders, payments and a raid."""
    s = Story(Header(system="deluxe3g40", title="Queue and mission"), BOARD, CATALOG, START)
    s.step(
        RoundBegan(1),
        TurnBegan((GERMANY, JAPAN)),
        PhaseBegan("Repair and Assign"),
        changes={"time": ("round 0, , ", "round 1, Germany and Japan, Repair and Assign")},
    )
    s.step(
        Decided((GERMANY,), "mission", "assign", units=(BOMBER, ESCORT)),
        UnitsConverted((BOMBER, ESCORT), "assignment", gained=("assigned",)),
        by=GERMANY,
        changes={
            "Western Germany: Germany strategic bomber": (1, None),
            "Western Germany: Germany strategic bomber (assigned)": (None, 1),
            "Western Germany: Germany fighter": (1, None),
            "Western Germany: Germany fighter (assigned)": (None, 1),
        },
    )
    s.step(
        PhaseBegan("Purchase New Units"),
        changes={
            "time": ("round 1, Germany and Japan, Repair and Assign",
                     "round 1, Germany and Japan, Purchase New Units"),
        },
    )  # fmt: skip
    s.step(
        ResourceChanged(GERMANY, "IPC", -6, "purchase", "instalment of the super battleship"),
        MarkerChanged(OnUnit(BISMARCK), "paid", 18),
        by=GERMANY,
        changes={
            "Germany IPC": (30, 24),
            "paid on Germany's build queue: Germany super battleship": (12, 18),
        },
    )
    s.step(
        Bought(
            GERMANY, GERMANY,
            (BillLine("heavy tank", 1, 4), BillLine("elite infantry", 1, 2),
             BillLine("air base", 1, 10)),
        ),
        ResourceChanged(GERMANY, "IPC", -16, "purchase"),
        UnitsAdded(
            (
                Unit(TIGER, "heavy tank", GERMANY, QUEUE),
                Unit(GUARDS, "elite infantry", GERMANY, QUEUE),
                Unit(AIR_BASE, "air base", GERMANY, PURCHASED),
            ),
            "purchase",
        ),
        MarkerChanged(OnUnit(TIGER), "paid", 4),
        MarkerChanged(OnUnit(GUARDS), "paid", 2),
        by=GERMANY,
        changes={
            "Germany IPC": (24, 8),
            "Germany's build queue: Germany heavy tank": (None, 1),
            "Germany's build queue: Germany elite infantry": (None, 1),
            "Germany's purchased: Germany air base": (None, 1),
            "paid on Germany's build queue: Germany heavy tank": (None, 4),
            "paid on Germany's build queue: Germany elite infantry": (None, 2),
        },
    )  # fmt: skip
    s.step(
        Bought(JAPAN, JAPAN, (BillLine("destroyer", 1, 7),)),
        ResourceChanged(JAPAN, "IPC", -7, "purchase"),
        UnitsAdded((Unit(DESTROYER, "destroyer", JAPAN, Holding(JAPAN, "purchased")),), "purchase"),
        by=JAPAN,
        changes={
            "Japan IPC": (26, 19),
            "Japan's purchased: Japan destroyer": (None, 1),
        },
    )
    s.step(
        PhaseBegan("Place New Units"),
        UnitsPlaced((BISMARCK,), SZ112, "completed"),
        MarkerChanged(OnUnit(BISMARCK), "paid", 0),
        UnitsPlaced((AIR_BASE,), WEST, "mobilized"),
        MarkerChanged(OnUnit(AIR_BASE), "construction", 1),
        UnitsPlaced((DESTROYER,), SZ6, "mobilized"),
        by=(GERMANY, JAPAN),
        changes={
            "time": ("round 1, Germany and Japan, Purchase New Units",
                     "round 1, Germany and Japan, Place New Units"),
            "Germany's build queue: Germany super battleship": (1, None),
            "paid on Germany's build queue: Germany super battleship": (18, None),
            "sea zone 112: Germany super battleship": (None, 1),
            "Germany's purchased: Germany air base": (1, None),
            "Western Germany: Germany air base": (None, 1),
            "construction on Western Germany: Germany air base": (None, 1),
            "Japan's purchased: Japan destroyer": (1, None),
            "sea zone 6: Japan destroyer": (None, 1),
        },
    )  # fmt: skip
    s.step(
        PhaseBegan("Collect Income"),
        ResourceChanged(GERMANY, "IPC", 30, "income"),
        ResourceChanged(JAPAN, "IPC", 26, "income"),
        changes={
            "time": ("round 1, Germany and Japan, Place New Units",
                     "round 1, Germany and Japan, Collect Income"),
            "Germany IPC": (8, 38),
            "Japan IPC": (19, 45),
        },
    )  # fmt: skip

    # --- the strategic missions phase -----------------------------------------------------------
    s.step(
        TurnBegan((GERMANY, JAPAN, UK)),
        PhaseBegan("Strategic Missions"),
        Rolled("contest", GERMANY, (Die(6),), 8, contest="bombing initiative 1"),
        Rolled("contest", UK, (Die(3),), 8, contest="bombing initiative 1",
               outcome="the Axis chooses who bombs first"),
        Decided((GERMANY,), "initiative", "Axis"),
        changes={
            "time": ("round 1, Germany and Japan, Collect Income",
                     "round 1, Germany and Japan and UK Europe, Strategic Missions"),
        },
    )  # fmt: skip
    s.step(
        Decided((GERMANY,), "mission", "bombing raid", units=(BOMBER, ESCORT), spaces=(LONDON,)),
        UnitsMoved((BOMBER, ESCORT), (WEST, SZ112, LONDON), "combat", cost=2),
        BattleOpened(
            "raid 1", LONDON, "bombing raid",
            (
                Participant("attacker", GERMANY, (BOMBER,), WEST),
                Participant("attacker", GERMANY, (ESCORT,), WEST, "escort"),
                Participant("defender", UK, (NAVAL_BASE,), None, "target"),
            ),
        ),
        Asked("intercept 1", (UK,), "interception", ("no", "1 fighter"), "DX-SMP-096", "raid 1"),
        by=GERMANY,
        changes={
            "Western Germany: Germany strategic bomber (assigned)": (1, None),
            "United Kingdom: Germany strategic bomber (assigned)": (None, 1),
            "Western Germany: Germany fighter (assigned)": (1, None),
            "United Kingdom: Germany fighter (assigned)": (None, 1),
            "battle raid 1": (None, "United Kingdom, round 0, 2 against 1"),
            "decision intercept 1": (None, "UK Europe: interception"),
        },
    )  # fmt: skip
    s.step(
        Decided((UK,), "interception", "1 fighter", "intercept 1", units=(SPITFIRE,),
                battle="raid 1"),
        BattleJoined("raid 1", (Participant("defender", UK, (SPITFIRE,), LONDON, "interceptor"),)),
        by=UK,
        changes={
            "decision intercept 1": ("UK Europe: interception", None),
            "battle raid 1": ("United Kingdom, round 0, 2 against 1",
                              "United Kingdom, round 0, 2 against 2"),
        },
    )  # fmt: skip
    s.step(
        CombatRoundBegan("raid 1", 1),
        Rolled("interception", GERMANY,
               (Die(1, 2, "hit", "fighter"), Die(5, 1, "miss", "strategic bomber")), 8, hits=1,
               expected=3 / 8, battle="raid 1", role="attacker"),
        Rolled("interception", UK, (Die(7, 3, "miss", "fighter"),), 8, expected=3 / 8,
               battle="raid 1", role="defender"),
        UnitsRemoved((SPITFIRE,), "casualty", "raid 1"),
        changes={
            "United Kingdom: UK Europe fighter": (1, None),
            "battle raid 1": ("United Kingdom, round 0, 2 against 2",
                              "United Kingdom, round 1, 2 against 1"),
        },
    )  # fmt: skip
    s.step(
        Rolled("aa", UK, (Die(4, 1, "miss", "naval base"),), 8, expected=1 / 8, battle="raid 1",
               role="defender", against="bombers"),
        UnitsConverted((NAVAL_BASE,), "bombed", damage=4, battle="raid 1"),
        BattleClosed("raid 1", "bombed", "attacker"),
        UnitsMoved((BOMBER, ESCORT), (LONDON, SZ112, WEST), "return", cost=2),
        changes={
            "United Kingdom: UK Europe naval base": (1, None),
            "United Kingdom: UK Europe naval base (damaged 4)": (None, 1),
            "battle raid 1": ("United Kingdom, round 1, 2 against 1", None),
            "United Kingdom: Germany strategic bomber (assigned)": (1, None),
            "Western Germany: Germany strategic bomber (assigned)": (None, 1),
            "United Kingdom: Germany fighter (assigned)": (1, None),
            "Western Germany: Germany fighter (assigned)": (None, 1),
        },
    )  # fmt: skip
    s.step(
        Decided((UK,), "mission", "stand down", units=(BEAUFIGHTER,)),
        by=UK,
        changes={},
    )

    # --- round 2 --------------------------------------------------------------------------------
    s.step(
        RoundBegan(2),
        TurnBegan((GERMANY, JAPAN)),
        PhaseBegan("Remove Markers"),
        UnitsConverted((BOMBER, ESCORT), "turn begins", lost=("assigned",)),
        MarkerChanged(OnUnit(AIR_BASE), "construction", 0),
        changes={
            "time": ("round 1, Germany and Japan and UK Europe, Strategic Missions",
                     "round 2, Germany and Japan, Remove Markers"),
            "Western Germany: Germany strategic bomber (assigned)": (1, None),
            "Western Germany: Germany strategic bomber": (None, 1),
            "Western Germany: Germany fighter (assigned)": (1, None),
            "Western Germany: Germany fighter": (None, 1),
            "construction on Western Germany: Germany air base": (1, None),
        },
    )  # fmt: skip
    s.step(
        PhaseBegan("Purchase New Units"),
        ResourceChanged(GERMANY, "IPC", -4, "purchase", "instalment of the heavy tank"),
        ResourceChanged(GERMANY, "IPC", -2, "purchase", "instalment of the elite infantry"),
        MarkerChanged(OnUnit(TIGER), "paid", 8),
        MarkerChanged(OnUnit(GUARDS), "paid", 4),
        by=GERMANY,
        changes={
            "time": ("round 2, Germany and Japan, Remove Markers",
                     "round 2, Germany and Japan, Purchase New Units"),
            "Germany IPC": (38, 32),
            "paid on Germany's build queue: Germany heavy tank": (4, 8),
            "paid on Germany's build queue: Germany elite infantry": (2, 4),
        },
    )  # fmt: skip
    s.step(
        PhaseBegan("Place New Units"),
        MarkerChanged(OnUnit(TIGER), "paid", 0),
        MarkerChanged(OnUnit(GUARDS), "paid", 0),
        UnitsPlaced((TIGER, GUARDS), BERLIN, "completed"),
        by=GERMANY,
        changes={
            "time": ("round 2, Germany and Japan, Purchase New Units",
                     "round 2, Germany and Japan, Place New Units"),
            "Germany's build queue: Germany heavy tank": (1, None),
            "Germany's build queue: Germany elite infantry": (1, None),
            "paid on Germany's build queue: Germany heavy tank": (8, None),
            "paid on Germany's build queue: Germany elite infantry": (4, None),
            "Germany: Germany heavy tank": (None, 1),
            "Germany: Germany elite infantry": (None, 1),
        },
    )  # fmt: skip
    return s
