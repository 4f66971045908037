"""What happens to units."""

from __future__ import annotations

from typing import Literal

from a4a.core.events.root import Event
from a4a.core.numbers import Whole
from a4a.core.units import Place, Unit

MoveMode = Literal[
    "combat", "noncombat", "retreat", "advance", "scramble", "return", "rail", "airdrop",
    "amphibious", "displacement", "transfer", "other",
]  # fmt: skip


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
