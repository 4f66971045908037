"""What units have done in a player turn that bears on what they may or must still do in it.

They are tasks of units (`Memory.task`), which end as the next turn begins; ``Memory.target`` is the
hex they are about. Land units with `ASSAULT` or `AIRDROP` share a hex with enemies, or stand in an
enemy port, and hold nothing yet: they must fight there in the Combat phase (5.2.3).
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

ASSAULT: Final = "assault"
"""Of land units put ashore in an enemy port."""
AIRDROP: Final = "airdrop"
"""Of paratroops dropped on enemy land units."""
DROPPED: Final = "dropped"
"""Of paratroops dropped into a hex that they hold now."""
RAILED: Final = "railed"
ON_RAILS: Final = "on rails"
"""Of units halted on their way by rail, while displaced enemies leave it; they may go on."""
ASHORE: Final = "ashore"
"""Of a unit put ashore where there is no friendly port (8.1.3.2)."""
TOOK_OFF: Final = "took off"
"""Of naval air that has flown from its fleet."""
LANDING: Final = "landing"
"""Of fleets that brought an assault: they may stay where enemy units are (5.2.3)."""

MOVED: Final[Mapping[str, tuple[str, str]]] = MappingProxyType(
    {
        ASSAULT: ("WE-STK-011", "it has landed in an enemy port, and fights for it"),
        AIRDROP: ("WE-DRP-005", "it was dropped on enemy units, and fights there"),
        DROPPED: ("WE-DRP-001", "it was dropped in this turn"),
        ON_RAILS: ("WE-RAI-002", "it moves by rail in this turn"),
        RAILED: ("WE-RAI-002", "it has moved by rail in this turn"),
        ASHORE: ("WE-AMP-005", "it was put ashore where there is no friendly port"),
    }
)
"""The tasks after which a land or air unit moves no further: rule and reason."""
