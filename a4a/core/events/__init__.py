"""The events: one closed set of facts, the same for every system, from which states are folded.

An event says what happened, never what somebody wanted. Most fields are names of spaces, powers
and unit types, ids of units and of battles. If a system needs something new, it is added here
for all of them.
"""

from __future__ import annotations

from typing import TypeAlias

from a4a.core.events.battles import (
    BattleClosed,
    BattleJoined,
    BattleKind,
    BattleLeft,
    BattleOpened,
    BattleResult,
    CombatRoundBegan,
    CombatStepBegan,
    Participant,
    Role,
    Winner,
)
from a4a.core.events.board import (
    ControlChanged,
    MarkerChanged,
    OnPower,
    OnSpace,
    OnUnit,
    RelationChanged,
    StatusChanged,
    Subject,
    TechnologyChanged,
    Value,
    ValueChanged,
)
from a4a.core.events.course import PhaseBegan, RoundBegan, TurnBegan
from a4a.core.events.decisions import Asked, Decided, Noted, VictoryWon
from a4a.core.events.money import BillLine, Bought, Line, ResourceChanged
from a4a.core.events.rolls import ChartReading, Die, Rolled, RollPurpose
from a4a.core.events.root import Event
from a4a.core.events.units import (
    MoveMode,
    UnitsAdded,
    UnitsConverted,
    UnitsMoved,
    UnitsPlaced,
    UnitsRemoved,
    UnitsTasked,
)

__all__ = [
    "AnyEvent",
    "Asked",
    "BattleClosed",
    "BattleJoined",
    "BattleKind",
    "BattleLeft",
    "BattleOpened",
    "BattleResult",
    "BillLine",
    "Bought",
    "ChartReading",
    "CombatRoundBegan",
    "CombatStepBegan",
    "ControlChanged",
    "Decided",
    "Die",
    "Event",
    "Line",
    "MarkerChanged",
    "MoveMode",
    "Noted",
    "OnPower",
    "OnSpace",
    "OnUnit",
    "Participant",
    "PhaseBegan",
    "RelationChanged",
    "ResourceChanged",
    "Role",
    "RollPurpose",
    "Rolled",
    "RoundBegan",
    "StatusChanged",
    "Subject",
    "TechnologyChanged",
    "TurnBegan",
    "UnitsAdded",
    "UnitsConverted",
    "UnitsMoved",
    "UnitsPlaced",
    "UnitsRemoved",
    "UnitsTasked",
    "Value",
    "ValueChanged",
    "VictoryWon",
    "Winner",
]

AnyEvent: TypeAlias = (
    RoundBegan
    | TurnBegan
    | PhaseBegan
    | UnitsAdded
    | UnitsPlaced
    | UnitsMoved
    | UnitsRemoved
    | UnitsConverted
    | UnitsTasked
    | ControlChanged
    | RelationChanged
    | StatusChanged
    | TechnologyChanged
    | ValueChanged
    | MarkerChanged
    | ResourceChanged
    | Bought
    | BattleOpened
    | BattleJoined
    | BattleLeft
    | CombatRoundBegan
    | CombatStepBegan
    | BattleClosed
    | Rolled
    | Asked
    | Decided
    | Noted
    | VictoryWon
)
"""Every event there is."""
