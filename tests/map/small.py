"""A made-up game on a board of four spaces, small enough to look at every line of a picture."""

from __future__ import annotations

from a4a.core import events as ev
from a4a.core.annotations import Arrow, Comment, Glyph, Highlight
from a4a.core.board import Board, Border, Space, Theatre
from a4a.core.catalog import Catalog, Power, UnitType
from a4a.core.position import Balance, Position
from a4a.core.record import GameRecord
from a4a.core.steps import Header
from a4a.core.units import Unit


def small_game() -> GameRecord:
    """Two powers, two turns: a move, a battle that takes a space, and what somebody says of it."""
    board = Board(
        name="four",
        spaces=(
            Space(name="North", kind="land", value=3, city="Northport", capital_of=("Reds",)),
            Space(name="East", kind="land", value=2),
            Space(name="South", kind="land", value=4, capital_of=("Blues",)),
            Space(name="Bay", kind="sea"),
        ),
        borders=(
            Border("North", "East", "land"),
            Border("East", "South", "land"),
            Border("North", "Bay", "coast"),
            Border("South", "Bay", "coast"),
            Border("East", "Bay", "coast"),
        ),
        theatres=(Theatre(name="Inland", spaces=("North", "East", "South")),),
    )
    catalog = Catalog(
        system="small",
        dice_sides=6,
        currency="IPC",
        powers=(
            Power(name="Reds", side="Axis", treasuries=("Reds",), colour="#bb0022"),
            Power(name="Blues", side="Allies", treasuries=("Blues",), colour="#2244bb"),
        ),
        unit_types=(
            UnitType(name="infantry", category="land", symbol="infantry", cost=3, defense=2),
            UnitType(name="destroyer", category="sea", symbol="destroyer", cost=8, attack=2),
            UnitType(name="factory", category="facility", symbol="minor-industrial-complex"),
        ),
    )
    units = [Unit(i, "infantry", "Reds", "North") for i in range(1, 5)]
    units += [Unit(5, "infantry", "Blues", "East"), Unit(6, "infantry", "Blues", "South")]
    units += [Unit(7, "destroyer", "Blues", "Bay"), Unit(8, "factory", "Reds", "North")]
    start = Position(
        units=tuple(units),
        control={"North": "Reds", "East": "Blues", "South": "Blues"},
        balances=(Balance("Reds", "IPC", 5), Balance("Blues", "IPC", 6)),
    )
    record = GameRecord(Header(system="small", title="Four spaces"), board, catalog, start)
    record.append([ev.RoundBegan(1), ev.TurnBegan(("Reds",)), ev.PhaseBegan("combat")])
    record.append([ev.UnitsMoved((1, 2, 3), ("North", "East"), "combat", 1)])
    sides = (
        ev.Participant("attacker", "Reds", (1, 2, 3)),
        ev.Participant("defender", "Blues", (5,)),
    )
    record.append([ev.BattleOpened("b", "East", "land", sides)])
    record.append(
        [
            ev.UnitsRemoved((5,), "casualty", "b"),
            ev.BattleClosed("b", "attackers won", "attacker"),
            ev.ControlChanged("East", "Blues", "Reds", "conquest"),
        ]
    )
    record.append([ev.TurnBegan(("Blues",)), ev.PhaseBegan("combat")])
    record.append([ev.UnitsMoved((6,), ("South", "East"), "combat", 1)])
    record.annotate(Comment(node=4, text="East falls", author="Ann"))
    record.annotate(Glyph(node=4, sign="!"))
    record.annotate(Arrow(node=4, path=("North", "East", "South")))
    record.annotate(Highlight(node=4, spaces=("East",), colour="#00aa44"))
    return record
