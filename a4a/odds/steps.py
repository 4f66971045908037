"""The steps of combat as data: who fires, at what, on which condition, how often.

Words here ("air", "submarine", ...) are compared with those of the kinds of units (`Kind.is_a`);
another game writes other words and other steps. `LAND` and `SEA` are the general combat of the Axis
& Allies family (rulebook, General Combat Sequence, p. 18-20; AAA, p. 29; Submarines, p. 32).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

Role: TypeAlias = Literal["attacker", "defender"]
Whose: TypeAlias = Literal["own", "enemy"]


@dataclass(frozen=True, slots=True)
class Condition:
    """Whether a side has a unit of some word in the battle, judged as a step begins.

    Parameters
    ----------
    whose
        Of which side: that which fires, or its enemy.
    verb
        What must be so.
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
        In each round, or in the first round only.
    limit
        Whether the number of shots is bounded: "one a target" fires the best shots only, as many
        as there are enemy units within reach.

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
    when: Literal["each round", "first round"] = "each round"
    limit: Literal["", "one a target"] = ""


@dataclass(frozen=True, slots=True)
class Step:
    """Volleys that are fired at the same time; their casualties go as the step ends.

    So units hit in a step still fire in it, and are gone in the next.

    Parameters
    ----------
    name
        Its name.
    volleys
        What is fired. The hits of a side are assigned volley by volley, in this order.
    """

    name: str
    volleys: tuple[Volley, ...]


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
    """

    before: tuple[Step, ...]
    rounds: tuple[Step, ...]
    submerging: tuple[Submerging, ...] = ()


def _both(*volleys: Volley) -> tuple[Volley, ...]:
    sides: tuple[Role, Role] = ("attacker", "defender")
    return tuple(
        Volley(s, v.by, v.but, v.weapon, v.at, v.given, v.when) for s in sides for v in volleys
    )


_UNHUNTED: Final = Condition("enemy", "lacks", "destroyer")
_HUNTED: Final = Condition("enemy", "has", "destroyer")
_HELPED: Final = Condition("own", "has", "destroyer")
_UNHELPED: Final = Condition("own", "lacks", "destroyer")
_AT_SEA: Final = ("submarine", "ship", "transport")
_SEEN: Final = ("air", "ship", "transport", "ground")

LAND: Final = Sequence(
    before=(
        Step(
            "antiaircraft fire",
            (
                Volley(
                    "defender",
                    weapon="antiaircraft",
                    at=("air", "paratrooper"),
                    limit="one a target",
                ),
            ),
        ),
    ),
    rounds=(
        Step(
            "general combat",
            (
                Volley("attacker", weapon="bombardment", when="first round"),
                Volley("attacker"),
                Volley("defender"),
            ),
        ),
    ),
)
"""A battle on land: AAA at aircraft, at once; then rounds; ships bombard in the first, and those
they hit still fire."""

SEA: Final = Sequence(
    before=(),
    rounds=(
        Step(
            "surprise strike",
            _both(Volley("attacker", ("submarine",), at=_AT_SEA, given=(_UNHUNTED,))),
        ),
        Step(
            "general combat",
            _both(
                Volley("attacker", ("submarine",), at=_AT_SEA, given=(_HUNTED,)),
                Volley("attacker", ("air",), at=_SEEN, given=(_UNHELPED,)),
                Volley("attacker", ("air",), given=(_HELPED,)),
                Volley("attacker", but=("submarine", "air")),
            ),
        ),
    ),
    submerging=(Submerging("submarine", (_UNHUNTED,)),),
)
"""A sea battle: submarines strike first where no enemy destroyer is, and hit no aircraft; aircraft
hit no submarines without a destroyer of their own."""
