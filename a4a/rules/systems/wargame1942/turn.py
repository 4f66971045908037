"""The phases of a turn for which this book has no more to say than the engine does, as yet."""

from __future__ import annotations

from a4a.rules.areas.phases.collect_income import CollectIncome
from a4a.rules.areas.phases.combat_move import CombatMove
from a4a.rules.areas.phases.mobilize import MobilizeNewUnits
from a4a.rules.areas.phases.noncombat_move import NoncombatMove


class WarProduction(CollectIncome):
    """Phase I: income of the land that a nation controls."""

    name = "War Production"


class CombatOrders(CombatMove):
    """Phase II: all that attacks moves to where it attacks."""

    name = "Combat Orders"


class NoncombatMovement(NoncombatMove):
    """Phase IV: aircraft fly home, and other units move."""

    name = "Non-Combat Movement"


class BuildAndRecruit(MobilizeNewUnits):
    """Phase V: new units are placed."""

    name = "Build and Recruit"
