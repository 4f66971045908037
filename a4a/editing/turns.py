"""The events with which a turn that is set by hand begins."""

from __future__ import annotations

from a4a.core import events as ev
from a4a.rules.phased import PhasedRuleset
from a4a.rules.ruleset import Ruleset


def turn_events(
    rules: Ruleset | None, force: tuple[str, ...], phase: str, *, round: int
) -> tuple[ev.RoundBegan, *tuple[ev.AnyEvent, ...]]:
    """Return what lets a round begin, a turn of powers in it, and a phase of it unless "".

    Parameters
    ----------
    rules
        The rules, by which the powers may act together with others; None if there are none.
    force, phase, round
        Whose turn and which phase of it, in which round.

    Raises
    ------
    A4AError
        If there is no such turn or phase in that round; the message says what there is.

    Examples
    --------
    >>> turn_events(None, ("Germany",), "", round=2)
    (RoundBegan(number=2, label=''), TurnBegan(powers=('Germany',)))
    """
    label = ""
    if isinstance(rules, PhasedRuleset):
        turn, phase = rules.turn_of(force, phase, round=round)
        force, label = turn.force, rules.label(round)
    phases = (ev.PhaseBegan(phase),) if phase else ()
    return (ev.RoundBegan(round, label), ev.TurnBegan(force), *phases)
