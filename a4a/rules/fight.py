"""A fight as a question: which units of which powers fight, in words that every game has.

A family whose battles have odds answers it (`Battles`) with a model of `a4a.odds.ends`: what these
units mean for its engine, be it of dice or of charts. It also says who could fight for a space.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal, TypeAlias, get_args

from a4a.core.errors import BattleError

if TYPE_CHECKING:
    from a4a.core.state import State
    from a4a.core.units import Unit
    from a4a.odds.ends import Model
    from a4a.odds.raided import RaidModel
    from a4a.odds.retreat import Retreat
    from a4a.odds.steps import Role

FightKind: TypeAlias = Literal["land", "sea", "amphibious", "air", "raid"]
"""What is fought for: a territory, a sea zone, a territory where units come ashore; nothing but the
air; or over a territory, about its facilities."""

FIGHT_KINDS: tuple[FightKind, ...] = get_args(FightKind)

KEPT: Final = 1
"""Land units that an attacker keeps to the end, to take a territory: only they can, so players lose
the last of them after everything else."""

Duty: TypeAlias = Literal["", "landing", "dropping", "bombarding"]
"""What units are in a battle for besides fighting: they come ashore, they drop from the air
(neither can retreat as others do), or they only fire from the sea."""


@dataclass(frozen=True, slots=True)
class Band:
    """Units of a type that fight together.

    Parameters
    ----------
    unit
        The unit type's name.
    count
        How many.
    damaged
        How many of them have taken a hit already.
    duty
        What they are there for.
    cargo
        The worth of each one's cargo, lost with it.
    name
        Which counter it is, where units are counters.
    power
        Whose they are, if not the army's.
    marks
        What else matters about them in a fight, in the family's words: "unsupplied".
    across
        The kind of border across which they attack; "" if they stand where it is fought.
    shut
        Ways by which they could retreat, but for enemies who are all in the fight: those, by power
        and counter ("Germany: 1st armor"), of each way. It opens if they fall.
    """

    unit: str
    count: int
    damaged: int = 0
    duty: Duty = ""
    cargo: float = 0.0
    name: str = ""
    power: str = ""
    marks: tuple[str, ...] = ()
    across: str = ""
    shut: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Army:
    """What one power has in a battle.

    Parameters
    ----------
    bands
        Its units.
    power
        Its name; "" if it makes no difference.
    technologies
        Its technologies by name.
    """

    bands: tuple[Band, ...]
    power: str = ""
    technologies: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Fight:
    """Who fights.

    Parameters
    ----------
    kind
        What is fought.
    attacker
        The attacker's army.
    defenders
        The defenders' armies.
    ground
        The terrain where it is fought, that of hexsides too if all attack across them; where it
        makes no difference there is none.
    garrison
        The strength with which a place is held in which there is nobody; None if somebody is.
    space
        Where it is fought, if that makes a difference to a raid; "" if not, or nobody knows.
    """

    kind: FightKind
    attacker: Army
    defenders: tuple[Army, ...]
    ground: tuple[str, ...] = ()
    garrison: int | None = None
    space: str = ""


@dataclass(frozen=True, slots=True)
class Reacher:
    """Units of the attacker that can be in a battle.

    Parameters
    ----------
    band
        The units.
    origin
        Where they are.
    ids
        Their ids.
    """

    band: Band
    origin: str
    ids: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Engagement:
    """Who could fight for a space.

    Parameters
    ----------
    space
        The space.
    fight
        The fight if all units come that can.
    reachers
        Who they are and where they come from.
    """

    space: str
    fight: Fight
    reachers: tuple[Reacher, ...]


class Battles(ABC):
    """What a family can tell of battles in advance (`Ruleset.battles`)."""

    def recorded(self, state: State, battle: str) -> Fight | None:
        """Return the fight of a battle that is open in a state, as the shooting begins.

        None, the default, where what a record shows of it is enough: the types of its units.
        """
        return None

    def linked(self, state: State, battle: str) -> tuple[str, ...]:
        """Return the spaces of the battles that decide with a battle that is open how it ends.

        Its own is among them where its first shots have been fired. None, the default, where it is
        as if it were fought alone.
        """
        return ()

    def played(
        self, state: State, battle: str, *, attacker: Retreat | None, defender: Retreat | None
    ) -> Model:
        """Return a battle that is linked with others as one to be played with them.

        Parameters
        ----------
        state, battle
            Where it is open, and which.
        attacker, defender
            When the sides retreat; None for never.

        Raises
        ------
        BattleError
            If it cannot be played so.
        """
        raise BattleError("no battle of this game is linked with others")

    def works(self, state: State, battle: str) -> Mapping[str, tuple[Band, ...]]:
        """Return what takes part in a battle that is open besides its units, by power: bunkers.

        Nothing, the default, where units alone fight.
        """
        return {}

    def marks(self, state: State, unit: Unit) -> tuple[str, ...]:
        """Return what a unit is in a battle besides its type, in a state (`Band.marks`).

        Nothing, the default, where its type is all that matters.
        """
        return ()

    def aim(self, state: State, battle: str) -> tuple[str, int] | None:
        """Return what a raid that is open in a state is on (`Raids.targets`), and its damage.

        None, the default, of other battles, and where facilities are bombed, which a record shows.
        """
        return None

    def ground(self, space: str) -> tuple[str, ...]:
        """Return the terrain of a space, where that makes a difference; none by default."""
        return ()

    @property
    def raids_take_money(self) -> bool:
        """Whether raids take as much money as a record says of their bombs, and damage nothing.

        False, the default, where they damage facilities, which a record shows.
        """
        return False

    kinds: tuple[FightKind, ...] = ("land", "sea", "amphibious")
    """What can be fought for, besides raids."""

    terms: frozenset[str] = frozenset()
    """Which terms of a battle can be chosen, by the names that `a4a.battle` has for them."""

    @abstractmethod
    def fight(self, fight: Fight) -> Model:
        """Return what a fight means for the engine: all that decides how it ends.

        Losses are taken as players choose as a rule.

        Raises
        ------
        BattleError
            If units cannot be in this fight.
        """

    @abstractmethod
    def engagement(self, state: State, space: str, attacker: str) -> Engagement:
        """Return who could fight for a space if a power attacked it.

        They are its defenders, if it has any, and all attackers that can come.

        Parameters
        ----------
        state
            How the board stands.
        space
            What is attacked.
        attacker
            The power that attacks.

        Raises
        ------
        BattleError
            If the power may not attack it, or none of its units can come.
        """

    def members(self, fight: Fight) -> Mapping[str, tuple[int, ...]]:
        """Return which of the attacker's bands each kind of its units consists of, by place.

        Nothing, the default, where its units are not of kinds (`a4a.odds.battle.Kind`).
        """
        return {}

    def kind(self, attacker: Army, defenders: tuple[Army, ...]) -> FightKind:
        """Return what units that are given without a place fight for; on land by default."""
        return "land"

    def sent(self, fight: Fight, role: Role) -> tuple[Band, ...]:
        """Return the units that a side sends in support, and need not; none by default."""
        return ()

    @property
    def terrain(self) -> tuple[str, ...]:
        """The terrain that makes a difference, by name; none by default."""
        return ()

    drops: bool = False
    """Whether any units that can may drop from the air into a battle, without a technology."""

    @property
    def crossings(self) -> tuple[str, ...]:
        """The kinds of borders that can be the end of who attacks across them; none usually."""
        return ()

    def declarations(self, role: Role) -> Mapping[str, frozenset[str]]:
        """Return what a side can declare for units of a battle, with their types; nothing, usually.

        What is declared is among their `Band.marks`.
        """
        return {}

    @property
    def left_out(self) -> frozenset[str]:
        """What can be declared only with an option that is off; nothing, usually.

        A battle of given units may be asked for with it; in a game it cannot be.
        """
        return frozenset()

    def technologies(self) -> tuple[str, ...]:
        """Return the technologies that change fights or raids, by name; none by default.

        An army may have others (`Army.technologies`): they make no difference to it.
        """
        return ()


class Raids(ABC):
    """What a family can tell of raids in advance (`Ruleset.raids`)."""

    targets: tuple[str, ...] = ()
    """What can be raided, by name; none where facilities are, which are unit types."""

    @abstractmethod
    def raid(self, fight: Fight, target: str, damage: int) -> RaidModel:
        """Return what a raid means for the odds.

        Parameters
        ----------
        fight
            Bombers and escorts, or raiders at sea, against whoever opposes them.
        target
            The type of the facility that is bombed, or one of the `targets`.
        damage
            The damage it has already.

        Raises
        ------
        BattleError
            If units cannot be in this raid, or the target cannot be bombed.
        """
