"""Points that come over the Atlantic: Dominions, Iraq and Lend-Lease, which convoy attacks sink.

From the announcement in Strategic Warfare to Production they are markers on the power they are for.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from a4a.core import events as ev
from a4a.core.state import State
from a4a.rules.run import Run
from a4a.rules.systems.war_in_europe.production import grants
from a4a.rules.systems.war_in_europe.standing import ALLIES, AXIS, Standing, standing_of
from a4a.rules.systems.war_in_europe.supply import supply_of
from a4a.rules.systems.war_in_europe.system import System

BRITAIN, USSR, AMERICA = "Great Britain", "Soviet Union", "United States"
DOMINIONS, IRAQ_ALLIED = "Dominions", "Iraq (Allied)"
LEND_LEASE: Final = "Lend-Lease"
TO_USSR, WITHOUT_PERSIA = "Lend-Lease to the Soviet Union", "Lend-Lease without Persia"


class Shipment(NamedTuple):
    """Points on their way to a power: what they are, and for whom."""

    name: str
    power: str

    @property
    def called(self) -> str:
        """What orders call it.

        Examples
        --------
        >>> Shipment("Lend-Lease", "Soviet Union").called
        'Lend-Lease to Soviet Union'
        """
        return f"{self.name} to {self.power}" if self.name == LEND_LEASE else self.name


SHIPMENTS: Final = (
    Shipment(LEND_LEASE, BRITAIN),
    Shipment(LEND_LEASE, USSR),
    Shipment(DOMINIONS, BRITAIN),
    Shipment(IRAQ_ALLIED, BRITAIN),
)
"""All that a convoy attack may sink (4.2.B.2)."""

SUNK: Final = (ev.OnPower(AMERICA), "Lend-Lease sunk")
"""The marker of the points of America's at war that were lent and sunk this turn."""


def at_sea(state: State) -> Mapping[Shipment, int]:
    """Return the points of each shipment that are on their way."""
    return {
        shipment: count
        for shipment in SHIPMENTS
        if (count := state.markers.get((ev.OnPower(shipment.power), _marker(shipment)), 0))
    }


def set_out(run: Run, shipment: Shipment, points: int) -> None:
    """Let so many points of a shipment be on their way from now on."""
    if at_sea(run.state).get(shipment, 0) != points:
        run.emit(ev.MarkerChanged(ev.OnPower(shipment.power), _marker(shipment), points))


def _marker(shipment: Shipment) -> str:
    return f"{shipment.name} at sea"


def go_down(system: System, run: Run, shipment: Shipment, points: int) -> None:
    """Let points of a shipment be sunk. Those of Lend-Lease are missing in America (7.1.2).

    Before it is at war it loses in any case what it does not lend (7.1.5).
    """
    set_out(run, shipment, at_sea(run.state)[shipment] - points)
    if shipment.name == LEND_LEASE and not standing_of(system, run.state).is_neutral(AMERICA):
        lost = run.state.markers.get(SUNK, 0) + points
        run.emit(ev.MarkerChanged(*SUNK, lost))


def set_out_bonuses(system: System, run: Run) -> None:
    """Let the points of the Dominions and of Allied Iraq set out for Britain (7.1.2)."""
    found = grants(system.dataset)
    standing = standing_of(system, run.state)
    if standing.is_conquered(BRITAIN):
        return
    set_out(run, Shipment(DOMINIONS, BRITAIN), found[DOMINIONS].points)
    if holds_iraq(standing, ALLIES):
        set_out(run, Shipment(IRAQ_ALLIED, BRITAIN), found[IRAQ_ALLIED].points)


def holds_iraq(standing: Standing, side: str) -> bool:
    """Whether a side controls Iraq: it holds Baghdad (12.5)."""
    return holds_capital(standing, "Iraq", side)


def holds_capital(standing: Standing, power: str, side: str) -> bool:
    """Whether a side holds all capitals of a power."""
    capitals = standing.system.countries.capitals.get(power, ())
    return bool(capitals) and all(standing.holder(space) == side for space in capitals)


# --- Lend-Lease (12.3) ----------------------------------------------------------------------------


def most_lent(system: System, state: State) -> int:
    """Return how many points may be lent this turn: the last maximum on the track (12.3.1)."""
    turns = (turn.lend_lease for turn in system.dataset.track if turn.turn <= state.round)
    return max(turns, default=0)


def most_to(system: System, state: State, power: str) -> int:
    """Return how many points may be lent to a power this turn (12.3.2)."""
    standing, found = standing_of(system, state), grants(system.dataset)
    if standing.is_neutral(power) or standing.is_conquered(power):
        return 0
    most = most_lent(system, state)
    if power == USSR:
        persia = holds_capital(standing, "Persia", AXIS)
        most = min(most, found[WITHOUT_PERSIA if persia else TO_USSR].points)
    return most if supply_of(system, state).capitals(power) else 0
