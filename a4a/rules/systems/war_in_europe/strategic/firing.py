"""How units of a strategic fight fire, and as what they take part in it."""

from __future__ import annotations

from collections.abc import Iterable

from a4a.core import events as ev
from a4a.core.events import Role
from a4a.core.state import State
from a4a.rules.hexes.exchange import Shot, Volley, fire
from a4a.rules.run import Run
from a4a.rules.systems.war_in_europe.combat.battles import units_of
from a4a.rules.systems.war_in_europe.system import System


def shoot(system: System, run: Run, battle: str, role: Role, volley: Volley | None) -> Shot:
    """Roll for one side of a battle; nothing is rolled without strength."""
    shot = fire(system.chart, volley, run.dice)
    if volley is not None and shot.reading is not None:
        (first, *_) = units_of(run.state.battles[battle], role)
        chances = system.chart.expected(volley.line, volley.strength, shift=volley.shift)
        run.emit(
            ev.Rolled(
                purpose="chart",
                power=run.state.unit(first).owner,
                dice=tuple(ev.Die(face) for face in shot.dice),
                sides=system.chart.sides,
                hits=shot.loss,
                expected=round(chances, 6),
                battle=battle,
                role=role,
                chart=shot.reading,
            )
        )
    return shot


def participants(
    state: State, role: Role, units: Iterable[int], task: str = ""
) -> tuple[ev.Participant, ...]:
    """Return units as participants of a battle, by their powers and where they are."""
    groups: dict[tuple[str, str | None], list[int]] = {}
    for unit in units:
        groups.setdefault((state.unit(unit).owner, state.space_of(unit)), []).append(unit)
    return tuple(
        ev.Participant(role, power, tuple(own), origin, task)
        for (power, origin), own in groups.items()
    )
