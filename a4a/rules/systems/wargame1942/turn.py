"""The phases of a turn for which this book has no more to say than the engine does, as yet."""

from __future__ import annotations

from a4a.rules.areas.phases.collect_income import CollectIncome
from a4a.rules.areas.phases.mobilize import MobilizeNewUnits


class WarProduction(CollectIncome):
    """Phase I: income of the land that a nation controls."""

    name = "War Production"


class BuildAndRecruit(MobilizeNewUnits):
    """Phase V: new units are placed."""

    name = "Build and Recruit"
