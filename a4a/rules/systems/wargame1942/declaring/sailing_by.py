"""Sailing by enemy transports: they stop nobody, and each fires once as a fleet goes by.

The dice fall as combat begins (`combat/sailed_by.py`), so nobody learns from them what to order.

Source: The War Game, "Naval Pass-Through", "F.E.R. - Sailing By Transports".
"""

from __future__ import annotations

from a4a.core import events as ev
from a4a.rules.run import Run
from a4a.rules.systems.wargame1942.combat import words as w
from a4a.rules.systems.wargame1942.declaring.view import View


def note(view: View, run: Run, ships: tuple[int, ...], path: tuple[str, ...]) -> None:
    """Note which enemy transports ships have sailed by."""
    begun = int(not any(view.state.memory(i).moved for i in ships))
    gained = tuple(w.SAILED_BY + zone for zone in path[begun:-1] if view.enemies_in(zone))
    if gained:
        run.emit(ev.UnitsConverted(ships, "sailed by", gained=gained))
