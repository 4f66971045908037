"""The events: one closed set of facts, the same for every system, from which states are folded.

An event says what happened, never what somebody wanted. Most fields are names of spaces, powers
and unit types, ids of units and of battles. If a system needs something new, it is added here
for all of them.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from a4a.core.numbers import Whole
from a4a.core.units import Place, Unit

Value: TypeAlias = bool | Whole | float | str | None
"""A value the game can set: of a space, of an option."""

MoveMode = Literal[
    "combat", "noncombat", "retreat", "advance", "scramble", "return", "rail", "airdrop",
    "amphibious", "displacement", "transfer", "other",
]  # fmt: skip
BattleKind = Literal[
    "land", "sea", "air", "amphibious", "support", "bombing raid", "bombardment", "transit",
    "convoy", "kamikaze", "other",
]  # fmt: skip
BattleResult = Literal[
    "attacker takes", "attacker wins", "defender wins", "mutual destruction", "stalemate",
    "attacker retreats", "defender retreats", "bombed", "no effect", "called off", "unknown",
]  # fmt: skip
Winner = Literal["attacker", "defender", "nobody"]
Role = Literal["attacker", "defender"]
RollPurpose = Literal[
    "attack", "defense", "aa", "bombard", "bombing", "interception", "kamikaze", "technology",
    "convoy", "repair", "event", "chart", "contest", "other",
]  # fmt: skip


class Event(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="event"
):
    """The root of all events."""


# --- time --------------------------------------------------------------------------------------


class RoundBegan(Event, frozen=True, tag="round"):
    """A round (a full turn of every power) began; ``label`` names its season, if it has one."""

    number: Whole
    label: str = ""


class TurnBegan(Event, frozen=True, tag="turn"):
    """A turn began: of one power, of several at once, or of a whole side.

    The fold forgets the units' memory of the turn before, and keeps the state as of this event.
    """

    powers: tuple[str, ...]


class PhaseBegan(Event, frozen=True, tag="phase"):
    """A phase of the turn began."""

    phase: str


# --- units -------------------------------------------------------------------------------------


class UnitsAdded(Event, frozen=True, tag="added"):
    """New units came into being where they are: set-up, purchase, bonus, a neutral's army."""

    units: tuple[Unit, ...]
    reason: str


class UnitsPlaced(Event, frozen=True, tag="placed"):
    """Existing units were put somewhere without a move: mobilized, queued, put aboard.

    Parameters
    ----------
    units
        Their ids.
    place
        Where they are now.
    reason
        Why: "mobilized", "queued", "casualty" (of a counter that goes back to its force pool) ...
    battle
        The battle in which it happened, or "".
    """

    units: tuple[Whole, ...]
    place: Place
    reason: str
    battle: str = ""


class UnitsMoved(Event, frozen=True, tag="moved"):
    """Units moved along a path of spaces, both ends included; their cargo went with them.

    Parameters
    ----------
    units
        Their ids.
    path
        From where they stood to where they stopped.
    mode
        What kind of move it was.
    cost
        Movement each unit used.
    aboard
        The unit they went aboard at the end, or None.
    halted
        The move was interrupted (a transit attack, a pass-through battle) and may go on.
    battle
        The battle from or into which they went, or "".
    """

    units: tuple[Whole, ...]
    path: tuple[str, ...]
    mode: MoveMode
    cost: Whole | float = 0
    aboard: Whole | None = None
    halted: bool = False
    battle: str = ""


class UnitsRemoved(Event, frozen=True, tag="removed"):
    """Units left the game: a casualty, expended, captured and destroyed, edited away.

    What is aboard them must have been removed or moved before or in the same event.
    """

    units: tuple[Whole, ...]
    reason: str
    battle: str = ""


class UnitsConverted(Event, frozen=True, tag="converted"):
    """Units changed: damaged, repaired, flipped, upgraded, marked, changed owner.

    Parameters
    ----------
    units
        Their ids.
    reason
        Why.
    type, owner, damage
        The new value, or None where it stays.
    gained, lost
        Flags they got and flags they lost.
    battle
        The battle in which it happened, or "".
    """

    units: tuple[Whole, ...]
    reason: str
    type: str | None = None
    owner: str | None = None
    damage: Whole | None = None
    gained: tuple[str, ...] = ()
    lost: tuple[str, ...] = ()
    battle: str = ""


class UnitsTasked(Event, frozen=True, tag="tasked"):
    """Units were given a task for this turn: to escort, raid, bombard, land somewhere.

    Parameters
    ----------
    units
        Their ids.
    task
        The task, or "" to end the old one.
    target
        The space it is about, or None.
    """

    units: tuple[Whole, ...]
    task: str
    target: str | None = None


# --- spaces and powers -------------------------------------------------------------------------


class ControlChanged(Event, frozen=True, tag="control"):
    """A space came under the control of another power, or of nobody (None)."""

    space: str
    old: str | None
    new: str | None
    reason: str
    battle: str = ""


class RelationChanged(Event, frozen=True, tag="relation"):
    """The relation of two powers changed: "war", "allied", "neutral", or a system's own word."""

    a: str
    b: str
    old: str
    new: str


class StatusChanged(Event, frozen=True, tag="status"):
    """A power's status changed: "neutral", "capital held", "Vichy", "in exile", "conquered"."""

    power: str
    gained: tuple[str, ...] = ()
    lost: tuple[str, ...] = ()
    reason: str = ""


class TechnologyChanged(Event, frozen=True, tag="technology"):
    """A power gained technologies, or (an edit) lost them."""

    power: str
    gained: tuple[str, ...] = ()
    lost: tuple[str, ...] = ()


class ValueChanged(Event, frozen=True, tag="value"):
    """A value of a space that the game can change: its income, its leaning, a kamikaze zone."""

    space: str
    key: str
    old: Value
    new: Value


class OnSpace(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="space", tag_field="on"):
    """A marker's place: a space."""

    space: str


class OnUnit(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="unit", tag_field="on"):
    """A marker's place: a unit."""

    unit: Whole


class OnPower(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="power", tag_field="on"):
    """A marker's place: a power."""

    power: str


Subject: TypeAlias = OnSpace | OnUnit | OnPower


class MarkerChanged(Event, frozen=True, tag="marker"):
    """There are now ``count`` markers or tokens of a kind on a space, unit or power."""

    subject: Subject
    marker: str
    count: Whole


# --- money -------------------------------------------------------------------------------------


class ResourceChanged(Event, frozen=True, tag="resource"):
    """A treasury gained (amount > 0) or paid (amount < 0) a resource.

    Parameters
    ----------
    treasury, resource
        Whose and what ("Germany", "IPC").
    amount
        The difference.
    reason
        "income", "objective", "purchase", "repair", "plunder", "convoy", "technology" ...
    detail
        Which objective, from whom, for what; or "".
    restriction
        What this money may not or only buy ("hardware only"), or "".
    """

    treasury: str
    resource: str
    amount: Whole
    reason: str
    detail: str = ""
    restriction: str = ""


class BillLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True, array_like=True):
    """One line of a bill: so many of a unit type for so much together."""

    unit_type: str
    count: Whole
    cost: Whole


Line = BillLine
"""The old name of `BillLine`."""


class Bought(Event, frozen=True, tag="bought"):
    """A power bought units, or work on them; payment and units are events of their own.

    Parameters
    ----------
    power
        Who bought.
    treasury
        What paid, or "" where no treasury did: a point that is good for one unit alone.
    lines
        What was bought.
    """

    power: str
    treasury: str
    lines: tuple[BillLine, ...]


# --- battles -----------------------------------------------------------------------------------


class Participant(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Some units of one power in a battle.

    Parameters
    ----------
    role
        Attacker or defender.
    power
        Who owns them.
    units
        Their ids.
    origin
        The space they came from, or fire from when they do not enter, or None.
    task
        "escort", "interceptor", "bombardment", "support", "flank" ..., or "" for the plain fight.
    """

    role: Role
    power: str
    units: tuple[Whole, ...]
    origin: str | None = None
    task: str = ""


class BattleOpened(Event, frozen=True, tag="battle"):
    """A battle opened; several may be open at once.

    Parameters
    ----------
    battle
        Its id, unique in the record.
    space
        Where it is fought.
    kind
        What kind of fight it is.
    participants
        Who fights, by role and where from.
    links
        Ids of battles whose course bears on this one (the sea battle before a landing, a flank).
    """

    battle: str
    space: str
    kind: BattleKind
    participants: tuple[Participant, ...]
    links: tuple[str, ...] = ()


class BattleJoined(Event, frozen=True, tag="joined"):
    """Units came into an open battle: a scramble, a late landing."""

    battle: str
    participants: tuple[Participant, ...]


class BattleLeft(Event, frozen=True, tag="left"):
    """Units left an open battle alive: retreated, submerged, broke off."""

    battle: str
    units: tuple[Whole, ...]
    reason: str


class CombatRoundBegan(Event, frozen=True, tag="combat round"):
    """A combat round of an open battle began; the first is 1."""

    battle: str
    number: Whole


class CombatStepBegan(Event, frozen=True, tag="combat step"):
    """A step of a combat round began: "surprise strike", "attack", "defense", "retreat" ..."""

    battle: str
    step: str


class BattleClosed(Event, frozen=True, tag="closed"):
    """A battle ended."""

    battle: str
    result: BattleResult
    winner: Winner


class Die(msgspec.Struct, frozen=True, forbid_unknown_fields=True, array_like=True):
    """One die: the face, the most it could roll to hit (0: no target), and the result."""

    face: Whole
    target: Whole = 0
    result: Literal["hit", "miss", ""] = ""
    unit_type: str = ""


class ChartReading(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """How a roll was read off a combat chart.

    Parameters
    ----------
    line
        The chart's line: "Land vs. Land".
    strength
        Combat factors that fired.
    column
        The column by strength alone.
    shift
        Columns shifted, right positive.
    final
        The column read.
    loss
        Loss points of the result.
    """

    line: str
    strength: Whole
    column: str
    final: str
    loss: Whole
    shift: Whole = 0


class Rolled(Event, frozen=True, tag="rolled"):
    """Dice were rolled, and this is what they meant.

    Parameters
    ----------
    purpose
        What for.
    power
        Who rolled.
    dice
        Each die, in order.
    sides
        Faces of the dice.
    hits
        Hits scored in all (under low luck more than the dice show).
    expected
        Hits expected before the roll, or None where that means nothing.
    battle, role
        The battle it belongs to, or ""; the role that rolled, or None.
    against
        What the hits may fall on ("aircraft", "sea units" ...), or "" for anything.
    chart
        The reading of a combat chart, or None.
    contest
        An id shared by the rolls of one contest, or "".
    outcome
        What a table, contest or event roll meant, in its rule's words, or "".
    """

    purpose: RollPurpose
    power: str
    dice: tuple[Die, ...]
    sides: Whole
    hits: Whole = 0
    expected: float | None = None
    battle: str = ""
    role: Role | None = None
    against: str = ""
    chart: ChartReading | None = None
    contest: str = ""
    outcome: str = ""


# --- decisions and words -----------------------------------------------------------------------


class Asked(Event, frozen=True, tag="asked"):
    """Players were asked to decide; it stays open until a `Decided` answers it.

    Parameters
    ----------
    decision
        Its id, unique in the record.
    powers
        Who decides.
    kind
        "scramble", "retreat", "casualties" ...
    options
        What can be chosen, or empty where it is not a short list.
    rule
        The rule's id, or "".
    battle
        The battle it is about, or "".
    """

    decision: str
    powers: tuple[str, ...]
    kind: str
    options: tuple[str, ...] = ()
    rule: str = ""
    battle: str = ""


class Decided(Event, frozen=True, tag="decided"):
    """Players decided something; a "no" is a decision, too.

    Parameters
    ----------
    powers
        Who decided.
    kind
        What about: "scramble", "retreat", "mission", "declaration of war" ...
    choice
        What was chosen: "no", "yes", a name.
    decision
        Id of the `Asked` it answers, or "".
    units, spaces
        What it concerns.
    battle
        The battle it is about, or "".
    """

    powers: tuple[str, ...]
    kind: str
    choice: str
    decision: str = ""
    units: tuple[Whole, ...] = ()
    spaces: tuple[str, ...] = ()
    battle: str = ""


class Noted(Event, frozen=True, tag="noted"):
    """Something was said or happened that changes nothing on the board. Plain text, never HTML."""

    text: str
    kind: str = ""


class VictoryWon(Event, frozen=True, tag="victory"):
    """A side, or some powers, won the game."""

    winners: tuple[str, ...]
    reason: str = ""


AnyEvent: TypeAlias = (
    RoundBegan
    | TurnBegan
    | PhaseBegan
    | UnitsAdded
    | UnitsPlaced
    | UnitsMoved
    | UnitsRemoved
    | UnitsConverted
    | UnitsTasked
    | ControlChanged
    | RelationChanged
    | StatusChanged
    | TechnologyChanged
    | ValueChanged
    | MarkerChanged
    | ResourceChanged
    | Bought
    | BattleOpened
    | BattleJoined
    | BattleLeft
    | CombatRoundBegan
    | CombatStepBegan
    | BattleClosed
    | Rolled
    | Asked
    | Decided
    | Noted
    | VictoryWon
)
"""Every event there is."""
