"""What attacks are worth before any dice: the swing after the counter-attack, and the income."""

from __future__ import annotations

import msgspec

from a4a.core.errors import A4AError
from a4a.lessons.attacks import aftermath, expected, taken
from a4a.lessons.moment import Moment
from a4a.lessons.predicate import in_words


class Worth(msgspec.Struct, frozen=True, kw_only=True):
    """What the attack on a space is worth.

    Parameters
    ----------
    space
        The space.
    chance
        How likely it is taken, or a sea zone won.
    committed
        What the attackers are worth.
    swing
        What the enemy loses on average, less what the attacker loses, the strongest counter-attack
        counted in; where none can be computed, as on a chart, in the battle alone.
    income
        What the space yields in a round, as likely as it is still held then.
    why
        The odds behind it.
    """

    space: str
    chance: float
    committed: float
    swing: float
    income: float
    why: str

    @property
    def value(self) -> float:
        """Swing and income together."""
        return self.swing + self.income

    def __str__(self) -> str:
        return (
            f"{self.space}: {in_words(self.chance, 'chance')} with "
            f"{in_words(self.committed, 'money')} at risk; worth {self.value:+.1f} "
            f"(swing {self.swing:+.1f}, income {abs(self.income):.1f})"
        )


def worths(moment: Moment) -> tuple[Worth, ...]:
    """Return what each attack of a moment is worth, the best first."""
    spaces = dict.fromkeys([*moment.battles, *moment.walked])
    found = [_worth(moment, space) for space in spaces]
    return tuple(sorted(found, key=lambda one: (-one.value, one.space)))


def _worth(moment: Moment, space: str) -> Worth:
    chance, why = taken(moment, space)
    try:
        after = aftermath(moment, space)
        swing, held, why = after.swing, after.held, after.why
    except A4AError:
        swing, _ = expected(moment, space, "battle")
        held = chance
    ours = moment.ours(space, as_turn_began=True)
    gained = 0 if ours else moment.state.income_value(space)
    return Worth(
        space=space,
        chance=chance,
        committed=float(sum(b.attacker_cost for b in moment.battles.get(space, ()))),
        swing=swing,
        income=held * gained,
        why=why,
    )
