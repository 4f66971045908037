"""What can be chosen: the counters to be deployed, and where they may go."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from functools import cached_property

from a4a.core.errors import RuleViolation
from a4a.core.state import State
from a4a.core.units import Unit
from a4a.rules.choices import Answer, Answers, Destination, Form, MovableStack, Moves, Refused
from a4a.rules.systems.war_in_europe.deploying import SetUp
from a4a.rules.systems.war_in_europe.orders import Deploy, EndDeployment


def deployment_forms(set_up: SetUp, state: State) -> tuple[Form, ...]:
    """Return the forms in which a power's deployment can be answered."""
    end = EndDeployment()
    done = Answer(
        f"End the deployment of {set_up.deployers.name}", end, _refused(set_up, state, end)
    )
    return DeploymentMoves(set_up, state), Answers("", (done,))


class DeploymentMoves(Moves):
    """Counters to be deployed, each where it stands, and the hexes of its area.

    Parameters
    ----------
    set_up
        The set-up phase.
    state
        How things stand.
    """

    title = "Deploy elsewhere"

    def __init__(self, set_up: SetUp, state: State) -> None:
        self._set_up, self._state = set_up, state

    def after(self, state: State) -> DeploymentMoves:
        """Return where counters may be deployed when some have been."""
        return DeploymentMoves(self._set_up, state)

    @cached_property
    def stacks(self) -> tuple[MovableStack, ...]:
        """The counters that are being deployed, each by itself."""
        return tuple(
            MovableStack(
                space=str(unit.place),
                units=(unit.id,),
                type=unit.type,
                power=unit.owner,
                detail=unit.name,
                left=None,
            )
            for unit in self._set_up.free(self._state)
        )

    def _units(self, units: Sequence[int]) -> list[Unit]:
        return [self._state.unit(i) for i in units]

    def destinations(self, units: Sequence[int]) -> tuple[Destination, ...]:
        """Return the hexes in which all these counters may stand, the nearest first."""
        picked = self._units(units)
        if not picked:
            return ()
        here = str(picked[0].place)
        hexes = frozenset.intersection(*map(self._set_up.hexes, picked))
        far = self._state.board.reachable(here)
        order = sorted(hexes - {here}, key=lambda name: (far.get(name, len(far)), name))
        return tuple(
            Destination(space, (here, space), _orders(picked, space))
            for space in order
            if self.refused(units, space) is None
        )

    def near(self, units: Sequence[int]) -> tuple[str, ...]:
        """Return the spaces beside the counters."""
        picked = self._units(units)
        return self._state.board.neighbours(str(picked[0].place)) if picked else ()

    def refused(self, units: Sequence[int], space: str) -> Refused | None:
        """Say why counters may not be deployed in a hex, or None if they may."""
        for order in _orders(self._units(units), space):
            why = _refused(self._set_up, self._state, order)
            if why is not None:
                return why
        return None


def _orders(units: Sequence[Unit], space: str) -> tuple[Deploy, ...]:
    """The orders that put counters into a hex, one for each power."""
    by_power: dict[str, dict[str, str]] = defaultdict(dict)
    for unit in units:
        by_power[unit.owner][unit.name] = space
    return tuple(Deploy(power, counters) for power, counters in by_power.items())


def _refused(set_up: SetUp, state: State, order: Deploy | EndDeployment) -> Refused | None:
    try:
        set_up.verify(state, order)
    except RuleViolation as error:
        return Refused.of(error)
    return None
