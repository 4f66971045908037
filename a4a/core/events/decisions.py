"""What players are asked and decide, what is said, and who wins."""

from __future__ import annotations

from a4a.core.events.root import Event
from a4a.core.numbers import Whole


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
