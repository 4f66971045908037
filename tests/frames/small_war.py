"""A small war: two rounds of two powers on six spaces, with a what-if, written by hand.

Round 1: Germany buys, moves into Poland, wins there in two combat rounds, takes it and collects.
Poland's capital falls with it, so its treasury is plundered. The Soviet Union gains a technology,
declares war, moves a transport with an infantry aboard, and collects in two treasuries.
Round 2: Germany is raided by convoy and its battleship is damaged.
The what-if ("variation 15") leaves in the middle of Germany's first turn: it keeps its money.
"""

from __future__ import annotations

from a4a.core.annotations import Arrow, Comment, Glyph, Highlight
from a4a.core.board import Board, Border, Space
from a4a.core.catalog import Catalog, Power, UnitType
from a4a.core.events import (
    BattleClosed,
    BattleOpened,
    BillLine,
    Bought,
    CombatRoundBegan,
    ControlChanged,
    Die,
    Noted,
    Participant,
    PhaseBegan,
    RelationChanged,
    ResourceChanged,
    Rolled,
    RoundBegan,
    StatusChanged,
    TechnologyChanged,
    TurnBegan,
    UnitsAdded,
    UnitsConverted,
    UnitsMoved,
    UnitsPlaced,
    UnitsRemoved,
    ValueChanged,
)
from a4a.core.position import Balance, Position, Relation
from a4a.core.record import GameRecord
from a4a.core.steps import Header
from a4a.core.units import Holding, Unit

GERMANY, SOVIETS, POLAND = "Germany", "Soviet Union", "Poland"
BERLIN, WARSAW, MINSK, MOSCOW, URALS, BALTIC = (
    "Berlin", "Warsaw", "Minsk", "Moscow", "Urals", "sea zone 1",
)  # fmt: skip

BOARD = Board(
    name="small",
    spaces=(
        Space(name=BERLIN, kind="land", value=5, original=GERMANY, capital_of=(GERMANY,),
              city="Berlin"),
        Space(name=WARSAW, kind="land", value=2, original=POLAND, capital_of=(POLAND,),
              city="Warsaw"),
        Space(name=MINSK, kind="land", value=1, original=SOVIETS),
        Space(name=MOSCOW, kind="land", value=4, original=SOVIETS, capital_of=(SOVIETS,),
              city="Moscow"),
        Space(name=URALS, kind="land", value=3, original=SOVIETS, economy="Soviet East"),
        Space(name=BALTIC, kind="sea"),
    ),
    borders=(
        Border(BERLIN, WARSAW, "land"), Border(WARSAW, MINSK, "land"),
        Border(MINSK, MOSCOW, "land"), Border(MOSCOW, URALS, "land"),
        Border(BERLIN, BALTIC, "coast"), Border(MOSCOW, BALTIC, "coast"),
    ),
)  # fmt: skip

CATALOG = Catalog(
    system="small",
    dice_sides=6,
    currency="IPC",
    powers=(
        Power(name=GERMANY, adjective="German", side="Axis", treasuries=(GERMANY,)),
        Power(name=SOVIETS, adjective="Soviet", side="Allies",
              treasuries=(SOVIETS, "Soviet East")),
        Power(name=POLAND, playable=False, treasuries=(POLAND,)),
    ),
    unit_types=(
        UnitType(name="infantry", category="land", attack=1, defense=2, move=1, cost=3),
        UnitType(name="tank", category="land", attack=3, defense=3, move=2, cost=6,
                 costs={SOVIETS: 5}),
        UnitType(name="fighter", category="air", attack=3, defense=4, move=4, cost=10),
        UnitType(name="transport", category="sea", move=2, cost=7, transport_capacity=5),
        UnitType(name="battleship", category="sea", attack=4, defense=4, move=2, cost=20, hits=2),
        UnitType(name="factory", category="facility", cost=15),
    ),
)  # fmt: skip

START = Position(
    units=(
        Unit(1, "infantry", GERMANY, BERLIN), Unit(2, "infantry", GERMANY, BERLIN),
        Unit(3, "tank", GERMANY, BERLIN), Unit(4, "factory", GERMANY, BERLIN),
        Unit(5, "battleship", GERMANY, BALTIC),
        Unit(6, "infantry", POLAND, WARSAW), Unit(7, "fighter", POLAND, WARSAW),
        Unit(8, "infantry", SOVIETS, MOSCOW), Unit(9, "infantry", SOVIETS, MINSK),
        Unit(10, "transport", SOVIETS, BALTIC), Unit(11, "tank", SOVIETS, MOSCOW, 0, ("dug in",)),
    ),
    control={BERLIN: GERMANY, WARSAW: POLAND, MINSK: SOVIETS, MOSCOW: SOVIETS, URALS: SOVIETS},
    relations=(Relation(GERMANY, SOVIETS, "neutral"),),
    balances=(
        Balance(GERMANY, "IPC", 10), Balance(SOVIETS, "IPC", 8), Balance("Soviet East", "IPC", 3),
        Balance(POLAND, "IPC", 4), Balance(GERMANY, "tokens", 2),
        Balance(SOVIETS, "IPC", 2, "hardware only"),
    ),
)  # fmt: skip

PURCHASED = Holding(GERMANY, "purchased")


def record() -> GameRecord:
    """The record of the war."""
    r = GameRecord(Header(system="small", title="A small war"), BOARD, CATALOG, START)
    add = r.append
    add([RoundBegan(1, "Autumn"), Noted("It begins. <b>")])
    add([ResourceChanged(GERMANY, "IPC", 1, "bid")], cause="bid")
    add([TurnBegan((GERMANY,)), PhaseBegan("Purchase")])
    add(
        [
            Bought(GERMANY, GERMANY, (BillLine("infantry", 2, 6), BillLine("tank", 1, 5))),
            ResourceChanged(GERMANY, "IPC", -11, "purchase"),
            UnitsAdded(
                (Unit(20, "infantry", GERMANY, PURCHASED), Unit(21, "infantry", GERMANY, PURCHASED),
                 Unit(22, "tank", GERMANY, PURCHASED)),
                "purchase",
            ),
        ],
        actors=(GERMANY,),
    )  # fmt: skip
    marched = add(
        [PhaseBegan("Combat"), UnitsMoved((1, 2, 3), (BERLIN, WARSAW), "combat", cost=1)],
        actors=(GERMANY,),
    )
    add(
        [
            BattleOpened(
                "Warsaw 1", WARSAW, "land",
                (Participant("attacker", GERMANY, (1, 2, 3), BERLIN),
                 Participant("defender", POLAND, (6, 7))),
            ),
            Rolled("aa", POLAND, (Die(6, 1, "miss"),), 6, battle="Warsaw 1", role="defender"),
            CombatRoundBegan("Warsaw 1", 1),
            Rolled("attack", GERMANY, (Die(1, 1, "hit"), Die(4, 1, "miss"), Die(5, 3, "miss")), 6,
                   hits=1, expected=5 / 6, battle="Warsaw 1", role="attacker"),
            Rolled("defense", POLAND, (Die(2, 2, "hit"), Die(6, 4, "miss")), 6, hits=1,
                   battle="Warsaw 1", role="defender"),
            UnitsRemoved((6,), "casualty", "Warsaw 1"),
            UnitsRemoved((1,), "casualty", "Warsaw 1"),
            CombatRoundBegan("Warsaw 1", 2),
            Rolled("attack", GERMANY, (Die(1, 1, "hit"), Die(3, 3, "hit")), 6, hits=2,
                   battle="Warsaw 1", role="attacker"),
            UnitsRemoved((7,), "casualty", "Warsaw 1"),
            BattleClosed("Warsaw 1", "attacker takes", "attacker"),
            ControlChanged(WARSAW, POLAND, GERMANY, "conquest", "Warsaw 1"),
            ResourceChanged(POLAND, "IPC", -4, "plunder", GERMANY),
            ResourceChanged(GERMANY, "IPC", 4, "plunder", POLAND),
            StatusChanged(POLAND, ("capital held",)),
        ],
        cause="engine",
    )  # fmt: skip
    add([PhaseBegan("Mobilize"), UnitsPlaced((20, 21, 22), BERLIN, "mobilized")], actors=(GERMANY,))
    add([PhaseBegan("Income"), ResourceChanged(GERMANY, "IPC", 7, "income"),
         ResourceChanged(GERMANY, "IPC", 5, "objective", "Warsaw")])  # fmt: skip
    add(
        [
            TurnBegan((SOVIETS,)),
            PhaseBegan("Politics"),
            RelationChanged(GERMANY, SOVIETS, "neutral", "war"),
            TechnologyChanged(SOVIETS, ("rockets",)),
            ResourceChanged(SOVIETS, "IPC", -5, "technology"),
            ResourceChanged(SOVIETS, "IPC", -1, "repair", restriction="hardware only"),
        ],
        actors=(SOVIETS,),
    )
    add(
        [
            PhaseBegan("Move"),
            UnitsMoved((8,), (MOSCOW, BALTIC), "noncombat", cost=1, aboard=10),
            UnitsMoved((9,), (MINSK, WARSAW), "combat", cost=1),
        ],
        actors=(SOVIETS,),
    )
    add([PhaseBegan("Income"), ResourceChanged(SOVIETS, "IPC", 5, "income"),
         ResourceChanged("Soviet East", "IPC", 3, "income")])  # fmt: skip
    add([RoundBegan(2, "Winter"), ValueChanged(BERLIN, "value", None, 4)])
    add([TurnBegan((GERMANY,)), PhaseBegan("Combat"), UnitsConverted((5,), "hit", damage=1),
         UnitsConverted((11,), "rested", lost=("dug in",)),
         StatusChanged(POLAND, ("in exile",), ("capital held",)),
         ResourceChanged(GERMANY, "tokens", -1, "used")])  # fmt: skip
    add([PhaseBegan("Income"), ResourceChanged(GERMANY, "IPC", 6, "income"),
         ResourceChanged(GERMANY, "IPC", -2, "convoy")])  # fmt: skip

    what_if = add([UnitsMoved((3,), (WARSAW, BERLIN), "noncombat", cost=1)], parent=marched,
                  actors=(GERMANY,))  # fmt: skip
    add([PhaseBegan("Income"), ResourceChanged(GERMANY, "IPC", 5, "income")], parent=what_if)
    add([TurnBegan((SOVIETS,))], parent=what_if + 1)

    r.annotate(Comment(node=marched, author="Ann", text="Too few? <script>", when="before"))
    r.annotate(Glyph(node=what_if, sign="!?"))
    r.annotate(Arrow(node=marched, path=(BERLIN, WARSAW), colour="#ff0000"))
    r.annotate(Highlight(node=0, spaces=(MOSCOW,)))
    return r
