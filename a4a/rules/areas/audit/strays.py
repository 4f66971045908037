"""Moves outside the movement phases: what may move then, and what comes home."""

from __future__ import annotations

from a4a.core.english import places_of, the
from a4a.core.events import UnitsMoved
from a4a.core.state import State
from a4a.core.words import count_of, list_of
from a4a.rules.areas.movement.stranded import LandingPlace, landing_places, rivals, stranded
from a4a.rules.areas.system import System
from a4a.rules.judgement import Judgement

_HOME = ("return", "displacement")
_IN_BATTLE = ("retreat", "scramble")


def judge_stray(
    system: System, state: State, event: UnitsMoved, phase: str, number: int
) -> Judgement | None:
    """Return what is wrong with a move that no order of a movement phase made, or None.

    Parameters
    ----------
    system, state
        The game, and the recorded state before the move.
    event
        The move.
    phase
        The phase it was made in.
    number
        Number of the event in its step.
    """
    if event.mode in _HOME:
        rule, says = _homecoming(system, state, event)
    elif event.battle in state.battles or event.mode == "scramble":
        return None  # judged with its battle
    elif event.mode in _IN_BATTLE or event.battle:
        rule, says = "retreat.attacker", "there is no battle they could come from or go into"
    else:
        rule, says = "turn.phases", f"units do not move in the phase {phase}"
    if not says:
        return None
    units = [state.unit(i) for i in event.units]
    counts: dict[str, int] = {}
    for unit in units:
        counts[unit.type] = counts.get(unit.type, 0) + 1
    who = list_of(count_of(n, name) for name, n in counts.items())
    return Judgement(
        topic="move", severity="illegal", rule=system.book.cite(rule),
        what=f"move {who} from {the(event.path[0])} to {the(event.path[-1])} ({event.mode})",
        says=says, power=units[0].owner if units else "", spaces=event.path, event=number,
    )  # fmt: skip


def _homecoming(system: System, state: State, event: UnitsMoved) -> tuple[str, str]:
    """The rule against the landing of a stranded aircraft, and why; "" if it may land there."""
    lost = {u.id for unit in stranded(system, state) for u in rivals(system, state, unit)}
    for i in event.units:
        unit = state.unit(i)
        rule = (
            "scramble.landing" if state.memory(i).scrambled_from is not None else "stranded.landing"
        )
        if i not in lost:
            return rule, f"the {unit.type} in {the(str(unit.place))} is not stranded"
        places = landing_places(system, state, unit)
        if LandingPlace(event.path[-1], event.aboard) not in places or len(event.path) > 2:
            spaces = places_of(place.space for place in places) or "nowhere"
            return rule, f"the {unit.type} cannot land there; allowed: {spaces}"
    return "", ""
