"""A battle as values: kinds of units, how many of them, how they are lost, how the fight goes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, Literal, NamedTuple, TypeAlias, get_args

from a4a.core.errors import BattleError
from a4a.core.words import list_of
from a4a.odds.dice import FAIR, BattleDice, Dies
from a4a.odds.ends import Model
from a4a.odds.given import one_of, shown, whole
from a4a.odds.retreat import DefenderRetreat, Retreat
from a4a.odds.steps import PLAIN, Role, Sequence

if TYPE_CHECKING:
    from a4a.odds.answer import Odds

MOST_UNITS: Final = 1000
"""Units of a kind in a battle, at most."""

MOST_HITS: Final = 20
"""Hits that a unit takes, at most."""

ONE_ROUND: Final = "one round"
"""The tag of units that leave as the first round ends."""

Submerge: TypeAlias = Literal["never", "when possible"]
Allocation: TypeAlias = Literal["volley by volley", "along the order"]
"""How a side that is hit assigns hits that may fall on different targets.

Whatever the policy, as many hits as possible are assigned.

- volley by volley: the hits of the step's first volley first, then those of the next, each along
  the order of loss among its legal targets.
- along the order: the first units of the order of loss are lost, as far as the hits can be matched
  with them.
"""


class Weapon(NamedTuple):
    """What a kind of unit fires besides its general value: antiaircraft fire, bombardment.

    Parameters
    ----------
    value
        It hits on this or less.
    shots
        Shots of each unit.
    dice
        Dice thrown for a shot, of which the best counts.
    by
        Which of the units fire it: "all", or those that have taken no hit ("whole"), as a second
        gun that is lost with the first hit.
    """

    value: int
    shots: int = 1
    dice: int = 1
    by: Literal["all", "whole"] = "all"


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of unit on one side of a battle.

    Units are of one kind if it makes no difference which of them is hit.

    Parameters
    ----------
    name
        Its name, unique on its side.
    value
        In general combat it hits on this or less.
    dice
        Dice thrown for it, of which the best counts.
    hits
        Hits that destroy it. 0 for one that fires but is no target and does not count as present:
        a ship that bombards.
    cost
        What is lost with it, its cargo included.
    target
        What it is as a target ("ground", "air", "submarine", ...).
    tags
        Other words about it. Those that mean something to every battle: "captures" (it can take
        what is fought over), "chosen last" (a casualty only when hits can fall on nothing else),
        "defenceless" (destroyed when nothing beside it can fight on, as transports and AAA are),
        "stays" (it does not retreat), "one round" (it leaves as the first round ends), "raised" (of
        no value: it hits only where another helps it), "works" (it takes hits, but is no unit: who
        has nothing else left has lost).
    weapons
        What else it fires, by name.
    owner
        Whose it is: low luck adds up the values of each owner separately.
    together
        How many of them one hit destroys, if there are so many; of kinds that take one hit.
    fatal
        How many of the highest faces of its own die in the rounds are its end: of kinds that fire
        their general value in them.

    Examples
    --------
    >>> tank = Kind("tank", value=3, cost=6, target="ground", tags=frozenset({"captures"}))
    >>> tank.is_a("ground"), tank.is_a("tank"), tank.is_a("air")
    (True, True, False)
    """

    name: str
    value: int = 0
    dice: int = 1
    hits: int = 1
    cost: float = 0.0
    target: str = ""
    tags: frozenset[str] = frozenset()
    weapons: Mapping[str, Weapon] = field(default_factory=lambda: MappingProxyType({}), hash=False)
    owner: str = ""
    together: int = 1
    fatal: int = 0

    @property
    def die(self) -> Dies:
        """Its shot in general combat, if its own die is not its end."""
        return (self.value, self.dice, self.fatal) if self.fatal else (self.value, self.dice)

    @property
    def is_unit(self) -> bool:
        """Whether it can be hit and is fought for: no ship that only fires, no works."""
        return bool(self.hits) and "works" not in self.tags

    @property
    def is_armed(self) -> bool:
        """Whether it may hit in general combat, by itself or raised by others ("raised")."""
        return bool(self.hits) and (self.value > 0 or "raised" in self.tags)

    @property
    def weakens(self) -> bool:
        """Whether the first hit takes a weapon from it."""
        return any(weapon.by == "whole" for weapon in self.weapons.values())

    def is_a(self, word: str) -> bool:
        """Whether a word is its name, what it is as a target, or one of its tags."""
        return word in (self.name, self.target) or word in self.tags


@dataclass(frozen=True, slots=True)
class Group:
    """Units of a kind.

    Parameters
    ----------
    kind
        The kind.
    count
        How many there are.
    damaged
        How many of them have taken a hit already (of kinds that take two or more).
    """

    kind: Kind
    count: int
    damaged: int = 0


class Support(NamedTuple):
    """Combined arms: units that raise the value of others, judged anew each round (by the living).

    A unit is in one pair at most, over all supports. Supports are assigned in the order of
    `Side.supports`, each to as many units as possible, and first to units that no later support
    helps; so list first the supports whose helpers have no other use.

    Parameters
    ----------
    by
        A word for the units that help.
    to
        A word for the units that are helped.
    value
        The value of a unit that is helped, if that is more than its own.
    each
        How many units each helper helps.

    Examples
    --------
    >>> Support("artillery", "infantry", 2)
    Support(by='artillery', to='infantry', value=2, each=1)
    """

    by: str
    to: str
    value: int
    each: int = 1


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a battle.

    Parameters
    ----------
    groups
        Its units.
    supports
        Its combined arms.
    order
        Order of loss: names of kinds, the first lost first. Kinds that take several hits take all
        but the last before anything is lost; a kind named twice takes those at its first mention.
        Empty for the default (`losses.default_order`).
    keep
        A tag whose units are lost after all others, and how many of them: ``("captures", 1)`` keeps
        one land unit to the end.
    keeps
        Further words for units, and how many of each are lost after those that are not kept.
    submerge
        Whether units leave the battle as a round begins, if they may.
    allocation
        How hits that may fall on different targets are assigned.

    Raises
    ------
    BattleError
        If a count is below zero or too large, or a kind comes twice.
    """

    groups: tuple[Group, ...]
    supports: tuple[Support, ...] = ()
    order: tuple[str, ...] = ()
    keep: tuple[str, int] = ("", 0)
    keeps: tuple[tuple[str, int], ...] = ()
    submerge: Submerge = "never"
    allocation: Allocation = "volley by volley"

    def __post_init__(self) -> None:
        names = set()
        for group in self.groups:
            kind, count, damaged = group.kind, group.count, group.damaged
            if kind.name in names:
                raise BattleError(f"the kind {kind.name!r} comes twice on a side")
            names.add(kind.name)
            if not 0 <= count <= MOST_UNITS:
                raise BattleError(f"{count} of {kind.name!r}: there can be 0 to {MOST_UNITS}")
            if not 0 <= kind.hits <= MOST_HITS:
                raise BattleError(
                    f"{kind.name!r} takes {kind.hits} hits: it can take 0 to {MOST_HITS}"
                )
            if damaged and not (0 <= damaged <= count and kind.hits > 1):
                raise BattleError(
                    f"{damaged} of {count} of {kind.name!r} damaged: only units that take two hits"
                    " or more are, and no more than there are"
                )
        for _, number in (self.keep, *self.keeps):
            if number < 0:
                raise BattleError(f"{number} units kept to the end: give 0 or more")
        if not one_of(self.submerge, "never", "when possible"):
            raise BattleError(f"submerge 'never' or 'when possible', not {shown(self.submerge)}")
        if not one_of(self.allocation, "volley by volley", "along the order"):
            raise BattleError(
                f"hits go 'volley by volley' or 'along the order', not {shown(self.allocation)}"
            )


@dataclass(frozen=True, slots=True)
class Battle(Model):
    """A battle of dice against dice.

    Parameters
    ----------
    attacker, defender
        The sides.
    sequence
        How it goes; if left out, everybody fires at anybody in each round.
    dice
        What is thrown.
    rounds
        Rounds fought at most; None until it is over.
    retreat, defender_retreat
        When the sides retreat (`retreat`); None for never. Units tagged "stays" do not. A defender
        that retreats is fired at for another round, in which it does not fire; so are attackers
        who retreat while others stay, where `Sequence.ends` says so.

    Raises
    ------
    BattleError
        If the rounds are fewer than one, or a policy is none by which the defender retreats.

    Examples
    --------
    >>> infantry = Kind("infantry", 1, cost=3, tags=frozenset({"captures"}))
    >>> rifles = Kind("infantry", 2, cost=3, tags=frozenset({"captures"}))
    >>> battle = Battle(Side((Group(infantry, 3),)), Side((Group(rifles, 2),)))
    >>> from a4a.odds.exact import solve
    >>> round(solve(battle).attacker_wins, 6)
    0.516724
    """

    attacker: Side
    defender: Side
    sequence: Sequence = PLAIN
    dice: BattleDice = FAIR
    rounds: int | None = None
    retreat: Retreat | None = None
    defender_retreat: DefenderRetreat | None = None

    def __post_init__(self) -> None:
        if self.rounds is not None:
            whole(self.rounds, "rounds", least=1)
        if self.defender_retreat is None:
            return
        plain = get_args(DefenderRetreat)
        names = list_of([policy.__name__ for policy in plain])
        if not isinstance(self.defender_retreat, plain):
            raise BattleError(
                f"defender_retreat={shown(self.defender_retreat)}: a defender retreats by {names}"
            )
        if self.retreat is not None and not isinstance(self.retreat, plain):
            raise BattleError(
                f"retreat={shown(self.retreat)} looks ahead to a fight to the end, which a defender"
                f" that retreats does not give: with defender_retreat take {names}"
            )

    @property
    def is_left(self) -> bool:
        """Whether units can be gone from it otherwise than by hits, or submerged.

        So they are by retreat, after the first round, or by their own dice.
        """
        if self.retreat is not None or self.defender_retreat is not None:
            return True
        kinds = (g.kind for side in (self.attacker, self.defender) for g in side.groups)
        return any(kind.fatal or ONE_ROUND in kind.tags for kind in kinds)

    def side(self, role: Role) -> Side:
        """Return a side by its role."""
        return self.attacker if role == "attacker" else self.defender

    def solve(self) -> Odds:
        """Return how it ends, exactly."""
        from a4a.odds.exact import solve

        return solve(self)

    def simulate(self, games: int, *, seed: int) -> Odds:
        """Return how it ends, by playing it so many times with seeded dice."""
        from a4a.odds.montecarlo import simulate

        return simulate(self, games, seed=seed)

    def judge(self, games: int) -> Odds:
        """Return how it ends, exactly; by playing it so many times if it is too large for that."""
        try:
            return self.solve()
        except BattleError:  # more states than can be held
            return self.simulate(games, seed=1)

    def cost(self, role: Role) -> float:
        """Return what a side can lose; ships that only fire are not counted."""
        return sum(g.kind.cost * g.count for g in self.side(role).groups if g.kind.hits)

    def lacks(self) -> Role | None:
        """Return the side that has nobody to be hit; None if both have somebody."""
        roles: tuple[Role, ...] = ("attacker", "defender")
        for role in roles:
            if not any(g.count and g.kind.is_unit for g in self.side(role).groups):
                return role
        return None

    def explain(self, kind: str) -> str:
        """Return the battle in words; see `Model.explain`."""
        from a4a.odds.explained import explain

        return explain(kind, self)

    def called(self, role: Role) -> tuple[tuple[str, frozenset[str]], ...]:
        """Return the kinds of a side that can be hit: names, and words for what they are."""
        kinds = (g.kind for g in self.side(role).groups if g.kind.is_unit and g.count)
        return tuple((kind.name, kind.tags | {kind.name}) for kind in kinds)
