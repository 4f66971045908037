"""The War Game: World War II: a flanking attack, partial retreats, battles linked round by round.

Germany and Italy play together. Germany attacks Egypt with its main force and Jordan with one
infantry out of Syria, so that the British in Egypt cannot retreat there (WG-RET-016, 019). The
two battles advance round by round (WG-RET-017). The lone infantry dies in round 1; in round 2
part of the garrison of Egypt retreats to Jordan (WG-RET-018), without rolling (WG-RET-023), and
the casualty falls on the infantry that stays (WG-RET-024).

At sea the Italian fleet has left the Adriatic to attack off the Levant. In the Aegean, where a
submarine attacks, the British destroyer retreats into the empty Adriatic while its submarine
fights on (WG-RET-005, 012). The Italian fleet then retreats to where it came from (WG-RET-003,
027) and has to fight the destroyer there in a new battle, while the battle the destroyer left is
still open (Retreating Behind, WG-FER).

The board is a made-up cut of the Mediterranean; land and zones are named as in the rulebook's
examples where it names them. Costs that no table prints are the fixture's.
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

LIBYA, EGYPT, JORDAN, SYRIA = "Libya", "Egypt", "Jordan", "Syria"
ADRIATIC, AEGEAN, LEVANT, IONIAN = "Adriatic", "Aegean", "Levant", "Ionian"
GERMANY, ITALY, UK = "Germany", "Italy", "U.K."

BOARD = Board(
    name="the eastern Mediterranean",
    spaces=(
        Space(name=LIBYA, kind="land", value=1, original=ITALY),
        Space(name=EGYPT, kind="land", value=4, original=UK),
        Space(name=JORDAN, kind="land", value=1, original=UK),
        Space(name=SYRIA, kind="land", value=1),
        Space(name=ADRIATIC, kind="sea"),
        Space(name=AEGEAN, kind="sea"),
        Space(name=LEVANT, kind="sea"),
        Space(name=IONIAN, kind="sea"),
    ),
    borders=(
        Border(LIBYA, EGYPT, "harsh"),
        Border(EGYPT, JORDAN, "land"),
        Border(JORDAN, SYRIA, "land"),
        Border(EGYPT, LEVANT, "coast"),
        Border(JORDAN, LEVANT, "coast"),
        Border(SYRIA, LEVANT, "coast"),
        Border(ADRIATIC, LEVANT, "sea"),
        Border(ADRIATIC, AEGEAN, "sea"),
        Border(ADRIATIC, IONIAN, "sea"),
        Border(AEGEAN, IONIAN, "sea"),
        Border(AEGEAN, LEVANT, "sea"),
    ),
)

CATALOG = Catalog(
    system="wargame1942",
    dice_sides=12,
    currency="dollars",
    powers=(
        Power(name=GERMANY, adjective="German", side="Axis", treasuries=(GERMANY,)),
        Power(name=ITALY, adjective="Italian", side="Axis", treasuries=(ITALY,)),
        Power(name=UK, adjective="British", side="Allies", treasuries=(UK,)),
    ),
    unit_types=(
        UnitType(name="infantry", category="land", attack=2, defense=4, move=1, cost=3),
        UnitType(name="armor", category="land", attack=8, defense=4, move=2,
                 costs={GERMANY: 11, ITALY: 13, UK: 12}),
        UnitType(name="battleship", category="sea", attack=8, defense=8, move=3, hits=2, dice=2,
                 costs={ITALY: 32, UK: 31},
                 numbers={"second die": 6}),
        UnitType(name="destroyer", category="sea", attack=5, defense=5, move=3,
                 costs={ITALY: 12, UK: 10}),
        UnitType(name="submarine", category="sea", attack=4, defense=4, move=3,
                 costs={GERMANY: 7, ITALY: 10, UK: 8}),
    ),
)  # fmt: skip

G1, G2, G3, PANZER_1, PANZER_2, FLANKER, FANTE = 1, 2, 3, 4, 5, 6, 7
ROMA, LAMPO, PERLA = 8, 9, 10
B1, B2, B3, B4, MATILDA, J1, J2 = 11, 12, 13, 14, 15, 16, 17
WARSPITE, JERVIS, JANUS, TRIAD = 18, 19, 20, 21

START = Position(
    round=7,
    label="Jul-Dec 1942",
    units=(
        *(Unit(i, "infantry", GERMANY, LIBYA) for i in (G1, G2, G3)),
        *(Unit(i, "armor", GERMANY, LIBYA) for i in (PANZER_1, PANZER_2)),
        Unit(FLANKER, "infantry", GERMANY, SYRIA),
        Unit(FANTE, "infantry", ITALY, LIBYA),
        Unit(ROMA, "battleship", ITALY, ADRIATIC),
        Unit(LAMPO, "destroyer", ITALY, ADRIATIC),
        Unit(PERLA, "submarine", ITALY, IONIAN),
        *(Unit(i, "infantry", UK, EGYPT) for i in (B1, B2, B3, B4)),
        Unit(MATILDA, "armor", UK, EGYPT),
        *(Unit(i, "infantry", UK, JORDAN) for i in (J1, J2)),
        Unit(WARSPITE, "battleship", UK, LEVANT),
        Unit(JERVIS, "destroyer", UK, LEVANT),
        Unit(JANUS, "destroyer", UK, AEGEAN),
        Unit(TRIAD, "submarine", UK, AEGEAN),
    ),
    control={LIBYA: ITALY, SYRIA: GERMANY, EGYPT: UK, JORDAN: UK},
    relations=(Relation(GERMANY, UK, "war"), Relation(ITALY, UK, "war")),
    balances=(
        Balance(GERMANY, "dollars", 127),
        Balance(ITALY, "dollars", 26),
        Balance(UK, "dollars", 15, "Lend/Lease"),
        Balance(UK, "dollars", 3, "Lend/Lease, no infantry"),
    ),
)


def story() -> Story:
    """The battles of Egypt, Jordan, the Levant, the Aegean and the Adriatic."""
    s = Story(
        Header(system="wargame1942", title="A flanking attack"), BOARD, CATALOG, START
    )  # fmt: skip
    s.step(
        TurnBegan((GERMANY, ITALY)),
        PhaseBegan("Combat Orders"),
        changes={"time": ("round 7, , ", "round 7, Germany and Italy, Combat Orders")},
    )
    s.step(
        UnitsMoved((G1, G2, G3, PANZER_1, PANZER_2), (LIBYA, EGYPT), "combat", cost=1),
        UnitsMoved((FANTE,), (LIBYA, EGYPT), "combat", cost=1),
        by=(GERMANY, ITALY),
        changes={
            "Libya: Germany infantry": (3, None),
            "Libya: Germany armor": (2, None),
            "Libya: Italy infantry": (1, None),
            "Egypt: Germany infantry": (None, 3),
            "Egypt: Germany armor": (None, 2),
            "Egypt: Italy infantry": (None, 1),
        },
    )
    s.step(
        UnitsMoved((FLANKER,), (SYRIA, JORDAN), "combat", cost=1),
        by=GERMANY,
        changes={
            "Syria: Germany infantry": (1, None),
            "Jordan: Germany infantry": (None, 1),
        },
    )
    s.step(
        UnitsMoved((ROMA, LAMPO), (ADRIATIC, LEVANT), "combat", cost=1),
        UnitsMoved((PERLA,), (IONIAN, AEGEAN), "combat", cost=1),
        by=ITALY,
        changes={
            "Adriatic: Italy battleship": (1, None),
            "Adriatic: Italy destroyer": (1, None),
            "Levant: Italy battleship": (None, 1),
            "Levant: Italy destroyer": (None, 1),
            "Ionian: Italy submarine": (1, None),
            "Aegean: Italy submarine": (None, 1),
        },
    )
    s.step(
        PhaseBegan("Combat"),
        BattleOpened(
            "egypt", EGYPT, "land",
            (
                Participant("attacker", GERMANY, (G1, G2, G3, PANZER_1, PANZER_2), LIBYA),
                Participant("attacker", ITALY, (FANTE,), LIBYA),
                Participant("defender", UK, (B1, B2, B3, B4, MATILDA)),
            ),
            links=("jordan",),
        ),
        BattleOpened(
            "jordan", JORDAN, "land",
            (
                Participant("attacker", GERMANY, (FLANKER,), SYRIA, "flank"),
                Participant("defender", UK, (J1, J2)),
            ),
            links=("egypt",),
        ),
        BattleOpened(
            "levant", LEVANT, "sea",
            (
                Participant("attacker", ITALY, (ROMA, LAMPO), ADRIATIC),
                Participant("defender", UK, (WARSPITE, JERVIS)),
            ),
        ),
        BattleOpened(
            "aegean", AEGEAN, "sea",
            (
                Participant("attacker", ITALY, (PERLA,), IONIAN),
                Participant("defender", UK, (JANUS, TRIAD)),
            ),
        ),
        changes={
            "time": ("round 7, Germany and Italy, Combat Orders",
                     "round 7, Germany and Italy, Combat"),
            "battle egypt": (None, "Egypt, round 0, 6 against 5"),
            "battle jordan": (None, "Jordan, round 0, 1 against 2"),
            "battle levant": (None, "Levant, round 0, 2 against 2"),
            "battle aegean": (None, "Aegean, round 0, 1 against 2"),
        },
    )  # fmt: skip

    # --- round 1: Jordan is under attack, nobody can retreat there ------------------------------
    s.step(
        Asked("egypt-1", (UK,), "retreat", ("no",), "WG-RET-016", "egypt"),
        changes={"decision egypt-1": (None, "U.K.: retreat")},
    )
    s.step(
        Decided((UK,), "retreat", "no", decision="egypt-1", battle="egypt"),
        by=UK,
        changes={"decision egypt-1": ("U.K.: retreat", None)},
    )
    s.step(
        CombatRoundBegan("egypt", 1),
        Rolled(
            "attack", GERMANY,
            (
                Die(1, 2, "hit", "infantry"), Die(7, 2, "miss", "infantry"),
                Die(11, 2, "miss", "infantry"), Die(3, 8, "hit", "armor"),
                Die(10, 8, "miss", "armor"),
            ),
            12, hits=2, expected=22 / 12, battle="egypt", role="attacker",
        ),
        Rolled("attack", ITALY, (Die(12, 2, "miss", "infantry"),), 12, expected=2 / 12,
               battle="egypt", role="attacker"),
        Rolled(
            "defense", UK,
            (
                Die(4, 4, "hit", "infantry"), Die(9, 4, "miss", "infantry"),
                Die(2, 4, "hit", "infantry"), Die(12, 4, "miss", "infantry"),
                Die(5, 4, "miss", "armor"),
            ),
            12, hits=2, expected=20 / 12, battle="egypt", role="defender",
        ),
        UnitsRemoved((B1, B2), "casualty", "egypt"),
        UnitsRemoved((G1, FANTE), "casualty", "egypt"),
        changes={
            "Egypt: U.K. infantry": (4, 2),
            "Egypt: Germany infantry": (3, 2),
            "Egypt: Italy infantry": (1, None),
            "battle egypt": ("Egypt, round 0, 6 against 5", "Egypt, round 1, 4 against 3"),
        },
    )  # fmt: skip
    s.step(
        CombatRoundBegan("jordan", 1),
        Rolled("attack", GERMANY, (Die(8, 2, "miss", "infantry"),), 12, expected=2 / 12,
               battle="jordan", role="attacker"),
        Rolled("defense", UK, (Die(3, 4, "hit", "infantry"), Die(6, 4, "miss", "infantry")), 12,
               hits=1, expected=8 / 12, battle="jordan", role="defender"),
        UnitsRemoved((FLANKER,), "casualty", "jordan"),
        BattleClosed("jordan", "defender wins", "defender"),
        changes={
            "Jordan: Germany infantry": (1, None),
            "battle jordan": ("Jordan, round 0, 1 against 2", None),
        },
    )  # fmt: skip
    s.step(
        CombatRoundBegan("levant", 1),
        Rolled(
            "attack", ITALY,
            (Die(9, 8, "miss", "battleship"), Die(2, 6, "hit", "battleship"),
             Die(11, 5, "miss", "destroyer")),
            12, hits=1, expected=19 / 12, battle="levant", role="attacker",
        ),
        Rolled(
            "defense", UK,
            (Die(4, 8, "hit", "battleship"), Die(7, 6, "miss", "battleship"),
             Die(5, 5, "hit", "destroyer")),
            12, hits=2, expected=19 / 12, battle="levant", role="defender",
        ),
        UnitsConverted((WARSPITE,), "hit", damage=1, battle="levant"),
        UnitsConverted((ROMA,), "hit", damage=1, battle="levant"),
        UnitsRemoved((LAMPO,), "casualty", "levant"),
        changes={
            "Levant: U.K. battleship": (1, None),
            "Levant: U.K. battleship (damaged 1)": (None, 1),
            "Levant: Italy battleship": (1, None),
            "Levant: Italy battleship (damaged 1)": (None, 1),
            "Levant: Italy destroyer": (1, None),
            "battle levant": ("Levant, round 0, 2 against 2", "Levant, round 1, 1 against 2"),
        },
    )  # fmt: skip
    s.step(
        Asked("aegean-1", (UK,), "retreat", ("no", ADRIATIC), "WG-RET-012", "aegean"),
        changes={"decision aegean-1": (None, "U.K.: retreat")},
    )
    s.step(
        Decided((UK,), "retreat", ADRIATIC, decision="aegean-1", units=(JANUS,),
                spaces=(ADRIATIC,), battle="aegean"),
        by=UK,
        changes={"decision aegean-1": ("U.K.: retreat", None)},
    )  # fmt: skip
    s.step(
        CombatRoundBegan("aegean", 1),
        Rolled("attack", ITALY, (Die(6, 4, "miss", "submarine"),), 12, expected=4 / 12,
               battle="aegean", role="attacker"),
        Rolled("defense", UK, (Die(10, 4, "miss", "submarine"),), 12, expected=4 / 12,
               battle="aegean", role="defender"),
        BattleLeft("aegean", (JANUS,), "retreat"),
        UnitsMoved((JANUS,), (AEGEAN, ADRIATIC), "retreat", cost=1, battle="aegean"),
        changes={
            "Aegean: U.K. destroyer": (1, None),
            "Adriatic: U.K. destroyer": (None, 1),
            "battle aegean": ("Aegean, round 0, 1 against 2", "Aegean, round 1, 1 against 1"),
        },
    )  # fmt: skip

    # --- round 2: Jordan is clear ---------------------------------------------------------------
    s.step(
        Asked("egypt-2", (UK,), "retreat", ("no", JORDAN), "WG-RET-018", "egypt"),
        changes={"decision egypt-2": (None, "U.K.: retreat")},
    )
    s.step(
        Decided((UK,), "retreat", JORDAN, decision="egypt-2", units=(MATILDA, B3),
                spaces=(JORDAN,), battle="egypt"),
        by=UK,
        changes={"decision egypt-2": ("U.K.: retreat", None)},
    )  # fmt: skip
    s.step(
        CombatRoundBegan("egypt", 2),
        Rolled(
            "attack", GERMANY,
            (
                Die(9, 2, "miss", "infantry"), Die(12, 2, "miss", "infantry"),
                Die(6, 8, "hit", "armor"), Die(11, 8, "miss", "armor"),
            ),
            12, hits=1, expected=20 / 12, battle="egypt", role="attacker",
        ),
        Rolled("defense", UK, (Die(7, 4, "miss", "infantry"),), 12, expected=4 / 12,
               battle="egypt", role="defender"),
        UnitsRemoved((B4,), "casualty", "egypt"),
        BattleLeft("egypt", (MATILDA, B3), "retreat"),
        UnitsMoved((MATILDA, B3), (EGYPT, JORDAN), "retreat", cost=1, battle="egypt"),
        BattleClosed("egypt", "attacker takes", "attacker"),
        ControlChanged(EGYPT, UK, GERMANY, "conquest", "egypt"),
        changes={
            "Egypt: U.K. infantry": (2, None),
            "Egypt: U.K. armor": (1, None),
            "Jordan: U.K. infantry": (2, 3),
            "Jordan: U.K. armor": (None, 1),
            "control of Egypt": (UK, GERMANY),
            "battle egypt": ("Egypt, round 1, 4 against 3", None),
        },
    )  # fmt: skip
    s.step(
        Decided((ITALY,), "retreat", ADRIATIC, units=(ROMA,), spaces=(ADRIATIC,),
                battle="levant"),
        CombatRoundBegan("levant", 2),
        BattleLeft("levant", (ROMA,), "retreat"),
        UnitsMoved((ROMA,), (LEVANT, ADRIATIC), "retreat", cost=1, battle="levant"),
        BattleClosed("levant", "attacker retreats", "defender"),
        by=ITALY,
        changes={
            "Levant: Italy battleship (damaged 1)": (1, None),
            "Adriatic: Italy battleship (damaged 1)": (None, 1),
            "battle levant": ("Levant, round 1, 1 against 2", None),
        },
    )  # fmt: skip
    s.step(
        CombatRoundBegan("aegean", 2),
        Rolled("attack", ITALY, (Die(5, 4, "miss", "submarine"),), 12, expected=4 / 12,
               battle="aegean", role="attacker"),
        Rolled("defense", UK, (Die(8, 4, "miss", "submarine"),), 12, expected=4 / 12,
               battle="aegean", role="defender"),
        changes={
            "battle aegean": ("Aegean, round 1, 1 against 1", "Aegean, round 2, 1 against 1"),
        },
    )  # fmt: skip

    # --- round 3: the fleet meets the destroyer in the zone it came from -------------------------
    s.step(
        BattleOpened(
            "adriatic", ADRIATIC, "sea",
            (
                Participant("attacker", ITALY, (ROMA,), LEVANT),
                Participant("defender", UK, (JANUS,), AEGEAN),
            ),
            links=("aegean", "levant"),
        ),
        CombatRoundBegan("adriatic", 1),
        Rolled("attack", ITALY, (Die(5, 8, "hit", "battleship"),), 12, hits=1, expected=8 / 12,
               battle="adriatic", role="attacker"),
        Rolled("defense", UK, (Die(9, 5, "miss", "destroyer"),), 12, expected=5 / 12,
               battle="adriatic", role="defender"),
        UnitsRemoved((JANUS,), "casualty", "adriatic"),
        changes={
            "Adriatic: U.K. destroyer": (1, None),
            "battle adriatic": (None, "Adriatic, round 1, 1 against 0"),
        },
    )  # fmt: skip
    s.step(
        BattleClosed("adriatic", "attacker wins", "attacker"),
        changes={"battle adriatic": ("Adriatic, round 1, 1 against 0", None)},
    )
    s.step(
        CombatRoundBegan("aegean", 3),
        Rolled("attack", ITALY, (Die(2, 4, "hit", "submarine"),), 12, hits=1, expected=4 / 12,
               battle="aegean", role="attacker"),
        Rolled("defense", UK, (Die(4, 4, "hit", "submarine"),), 12, hits=1, expected=4 / 12,
               battle="aegean", role="defender"),
        UnitsRemoved((TRIAD,), "casualty", "aegean"),
        UnitsRemoved((PERLA,), "casualty", "aegean"),
        BattleClosed("aegean", "mutual destruction", "nobody"),
        changes={
            "Aegean: U.K. submarine": (1, None),
            "Aegean: Italy submarine": (1, None),
            "battle aegean": ("Aegean, round 2, 1 against 1", None),
        },
    )  # fmt: skip
    s.step(
        PhaseBegan("Non-Combat Movement"),
        changes={
            "time": ("round 7, Germany and Italy, Combat",
                     "round 7, Germany and Italy, Non-Combat Movement"),
        },
    )  # fmt: skip
    return s
