"""Step 10: income is collected, and nothing of it lost at sea: convoys are raided in missions.

Source: "Each Turn Sequence", step 10.
"""

from __future__ import annotations

from a4a.rules.areas.phases.collect_income import CollectIncome
from a4a.rules.run import Run


class CollectAll(CollectIncome):
    """Income and bonus income, whole."""

    def disrupt(self, run: Run, power: str, treasury: str) -> None:
        """Take nothing: convoys are raided in the missions phase."""
