"""The orders of 2WW: The War in Europe, a module for each topic."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from a4a.rules.order import Order
from a4a.rules.systems.war_in_europe.orders.deploying import Deploy, EndDeployment
from a4a.rules.systems.war_in_europe.orders.fighting import (
    Advance,
    Attack,
    EndCombat,
    PressOn,
    Retreat,
    RetreatToPort,
    Support,
    TakeLosses,
)
from a4a.rules.systems.war_in_europe.orders.moving import (
    Airdrop,
    Assault,
    AttackInTransit,
    Disembark,
    Displace,
    Eliminate,
    Embark,
    EndMovement,
    Fly,
    LetPass,
    March,
    Rail,
    Sail,
)
from a4a.rules.systems.war_in_europe.orders.producing import (
    Allot,
    Build,
    EndProduction,
    EndTurn,
    RemoveFort,
    Upgrade,
)
from a4a.rules.systems.war_in_europe.orders.strategic import (
    AttackConvoy,
    Bomb,
    Cover,
    Intercept,
    Lend,
    MakePort,
    PassStrategic,
    Sink,
)

__all__ = ["ORDERS", "Deploy", "EndDeployment"]

_DEPLOYING: tuple[type[Order], ...] = (Deploy, EndDeployment)
_MOVING: tuple[type[Order], ...] = (
    March, Rail, Fly, Airdrop, Sail, Assault, Embark, Disembark, EndMovement,
    AttackInTransit, LetPass, Displace, Eliminate,
)  # fmt: skip
_FIGHTING: tuple[type[Order], ...] = (
    Attack, Support, TakeLosses, PressOn, Retreat, RetreatToPort, Advance, EndCombat,
)  # fmt: skip
_STRATEGIC: tuple[type[Order], ...] = (
    Bomb, Intercept, Lend, AttackConvoy, Cover, Sink, MakePort, PassStrategic,
)  # fmt: skip
_PRODUCING: tuple[type[Order], ...] = (Build, Upgrade, Allot, EndProduction, RemoveFort, EndTurn)

ORDERS: Mapping[str, type[Order]] = MappingProxyType(
    {
        order.__name__: order
        for order in (*_DEPLOYING, *_STRATEGIC, *_PRODUCING, *_MOVING, *_FIGHTING)
    }
)
"""The orders by the name that records write."""
