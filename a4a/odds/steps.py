"""The steps of combat as data: who fires, at what, on which condition, how often.

Words of volleys ("air", "submarine", ...) are compared with those of the kinds of units
(`Kind.is_a`). Each game has words and steps of its own: see `a4a.rules.areas.combat.course`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final, Literal, NamedTuple, TypeAlias

Role: TypeAlias = Literal["attacker", "defender"]
Whose: TypeAlias = Literal["own", "enemy"]


@dataclass(frozen=True, slots=True)
class Condition:
    """Whether a side has a unit that a word names in the battle, judged as a step begins.

    Parameters
    ----------
    whose
        Whose: the side that fires, or its enemy.
    verb
        Whether it must have such a unit or lack one.
    word
        A word of kinds (`Kind.is_a`).

    Examples
    --------
    >>> Condition("enemy", "lacks", "destroyer").word
    'destroyer'
    """

    whose: Whose
    verb: Literal["has", "lacks"]
    word: str


class Reach(NamedTuple):
    """What hits fall on: see `Volley`.

    Examples
    --------
    >>> flak = Reach(("air",), ("ground",))
    >>> flak.turn("air"), flak.turn("ground"), flak.turn("submarine"), Reach().turn("ground")
    (1, 2, 0, 1)
    """

    at: tuple[str, ...] = ()
    then: tuple[str, ...] = ()
    outright: tuple[str, ...] = ()

    def turn(self, target: str) -> int:
        """When hits fall on a kind of target: 1 for at once, 2 for then, 0 for never."""
        if not self.at or target in self.at:
            return 1
        return 2 if target in self.then else 0


@dataclass(frozen=True, slots=True)
class Volley:
    """Shots of a side in a step.

    Parameters
    ----------
    side
        Who fires.
    by
        Words: a unit fires if it is one of these; empty for all units.
    but
        Words: a unit does not fire here if it is one of these.
    weapon
        What they fire: "" for their general value, else one of `Kind.weapons`; a kind without it
        does not fire.
    at
        What hits may fall on (`Kind.target`); empty for anything.
    given
        Conditions, all of which must hold.
    when
        In each round, in the first round only, or in all but the first. Units that wait for later
        rounds with their general value help nobody in the first, and nobody helps them.
    limit
        Whether the number of shots is bounded: "one a target" fires the best shots only, as many
        as there are enemy units within reach.
    then
        What hits fall on once nothing of `at` is left: flak that hits land units when no aircraft
        is left. Empty for nothing.
    outright
        Words of units that are lost at once. If there are any, all others that are hit stay behind
        the casualty line, and fire in the next step, the last of a round.

    Examples
    --------
    A submarine's surprise strike:

    >>> strike = Volley(
    ...     "attacker", by=("submarine",), at=("ship", "submarine"),
    ...     given=(Condition("enemy", "lacks", "destroyer"),),
    ... )
    """

    side: Role
    by: tuple[str, ...] = ()
    but: tuple[str, ...] = ()
    weapon: str = ""
    at: tuple[str, ...] = ()
    given: tuple[Condition, ...] = ()
    when: Literal["each round", "first round", "later rounds"] = "each round"
    limit: Literal["", "one a target"] = ""
    then: tuple[str, ...] = ()
    outright: tuple[str, ...] = ()

    @property
    def reach(self) -> Reach:
        """What its hits fall on."""
        return Reach(self.at, self.then, self.outright)


@dataclass(frozen=True, slots=True)
class CombatStep:
    """Volleys that are fired at the same time; their casualties go as the step ends.

    So units hit in a step still fire in it, and are gone in the next.

    Parameters
    ----------
    name
        Its name.
    volleys
        What is fired. The hits of a side are assigned volley by volley, in this order.
    after, without
        Names of steps before it, both before the first round: it is fought only if something was
        fired in the one, or nothing in the other.

    Examples
    --------
    >>> guns = CombatStep("guns fire first", both(Volley("attacker")), after="dog fight")
    >>> guns.is_fought(frozenset({"dog fight"})), guns.is_fought(frozenset())
    (True, False)
    """

    name: str
    volleys: tuple[Volley, ...]
    after: str = ""
    without: str = ""

    def is_fought(self, fired: frozenset[str]) -> bool:
        """Whether it is fought after steps in which something was fired."""
        return (not self.after or self.after in fired) and self.without not in fired


Step = CombatStep
"""The old name of `CombatStep`."""


@dataclass(frozen=True, slots=True)
class Submerging:
    """Units that may leave a battle for good as a round begins, and survive.

    Parameters
    ----------
    word
        Which units.
    given
        Conditions, all of which must hold.
    """

    word: str
    given: tuple[Condition, ...] = ()


@dataclass(frozen=True, slots=True)
class Sequence:
    """How a battle goes.

    Parameters
    ----------
    before
        Steps before the first round, once.
    rounds
        The steps of each round.
    submerging
        Who may leave the battle as a round begins; the attacker decides first.
    ends
        Whether a battle is over when one side can hit nothing any more, or only when both cannot:
        then a defender that cannot fire back is fired at to the end, and attackers that retreat
        while others stay are fired at for another round, after those who stay.
    """

    before: tuple[CombatStep, ...]
    rounds: tuple[CombatStep, ...]
    submerging: tuple[Submerging, ...] = ()
    ends: Literal["one side is helpless", "both are helpless"] = "one side is helpless"


def both(*volleys: Volley) -> tuple[Volley, ...]:
    """Return the attacker's volleys, followed by the same for the defender.

    Examples
    --------
    >>> [volley.side for volley in both(Volley("attacker", weapon="torpedo"))]
    ['attacker', 'defender']
    """
    return volleys + tuple(replace(volley, side="defender") for volley in volleys)


PLAIN: Final = Sequence(before=(), rounds=(CombatStep("fire", both(Volley("attacker"))),))
"""Rounds in which everybody fires at anybody."""
