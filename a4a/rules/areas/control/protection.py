"""What sets a pact off, what makes it void, and what it does once set off."""

from __future__ import annotations

from collections.abc import Iterator

from a4a.core import events as ev
from a4a.core.english import the
from a4a.core.neutrals import LEANING
from a4a.core.state import State
from a4a.rules.areas.control import activation
from a4a.rules.areas.politics import neutrals
from a4a.rules.areas.politics.pacts import Pact, pacts
from a4a.rules.areas.system import System
from a4a.rules.run import Run


def provoked(pact: Pact) -> str:
    """The status of a protector whose land the aggressor has attacked in this turn."""
    return f"{pact.name} set off"


def void(pact: Pact) -> str:
    """The status of a protector that has made its pact void for good."""
    return f"{pact.name} void"


def attacked(system: System, run: Run, territory: str, power: str) -> None:
    """Tell pacts of an attack on a territory, or on facilities in it (R-129).

    Nothing is done twice, so it may be called for every battle and conquest.
    """
    for pact in pacts(system):
        if power == pact.aggressor:
            status, broken = provoked(pact), _provokes(system, run.state, pact, territory)
        elif power == pact.protector:
            status, broken = void(pact), _voids(system, run.state, pact, territory)
        else:
            continue
        held = run.state.statuses(pact.protector)
        if broken and status not in held and void(pact) not in held:
            reason = f"{system.called(power)} attacked {the(territory)}"
            run.emit(ev.StatusChanged(pact.protector, gained=(status,), reason=reason))


def _provokes(system: System, state: State, pact: Pact, territory: str) -> bool:
    return (
        state.control.get(territory) == pact.protector
        and _beside(system, pact, territory)
        and any(_free(system, state, pact))
    )


def _voids(system: System, state: State, pact: Pact, territory: str) -> bool:
    """Whether an attack of the protector makes a pact void: its neutrals are still strict."""
    aggressive = territory in pact.void or (
        state.control.get(territory) == pact.aggressor and _beside(system, pact, territory)
    )
    return aggressive and any(
        state.value(neutral, LEANING) == pact.leaning
        and neutrals.is_neutral(system, state, neutral)
        for neutral in pact.neutrals
    )


def _beside(system: System, pact: Pact, territory: str) -> bool:
    return not set(system.graph.land[territory]).isdisjoint(pact.neutrals)


def settle(system: System, run: Run) -> None:
    """Give the neutrals of pacts that were set off to their protectors, as combat ends."""
    for pact in pacts(system):
        if provoked(pact) not in run.state.statuses(pact.protector):
            continue
        run.emit(
            ev.StatusChanged(pact.protector, lost=(provoked(pact),), reason="Conduct Combat ends")
        )
        for neutral in list(_free(system, run.state, pact)):
            activation.activate(system, run, neutral, pact.protector, reason="pact")


def _free(system: System, state: State, pact: Pact) -> Iterator[str]:
    """Yield the neutrals that are still strict, or lean to the protector's side."""
    enemy = f"pro-{neutrals.other_side(system, pact.protector)}"
    for neutral in pact.neutrals:
        if neutrals.is_neutral(system, state, neutral) and state.value(neutral, LEANING) != enemy:
            yield neutral
