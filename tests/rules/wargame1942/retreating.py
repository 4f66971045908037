"""Where units of The War Game may retreat, for tests."""

from __future__ import annotations

from a4a.rules.systems.wargame1942.combat import withdrawals
from tests.rules.wargame1942.declared import Fighting, Orders
from tests.rules.wargame1942.empty import BRITISH


def options(fighting: Fighting, unit: int) -> set[str]:
    """Where a unit may retreat in the battle that is asked about."""
    decision = fighting.game.decision
    assert decision is not None
    battle = fighting.game.state.battles[decision.battle]
    side = withdrawals.defenders if fighting.asked.endswith("defender") else withdrawals.attackers
    return set(side(fighting.system, fighting.game.state, battle).get(unit, ()))


def tunisia(*dice: int, attackers: int = 2, defenders: int = 2) -> Fighting:
    """British infantry from Libya against Germans in Tunisia; Algeria is German."""
    orders = Orders(*BRITISH, control={"Libya": "U.K.", "Algeria": "Germany"})
    orders.send("U.K.", "infantry", "Libya", "Tunisia", number=attackers)
    orders.put("Tunisia", "Germany", "infantry", defenders)
    return orders.begin(*dice)
