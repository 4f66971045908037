"""Charts: Altair charts of frames, in one theme, shown and saved with no network.

Each takes frames and returns an `altair.Chart` to go on changing:

>>> import a4a
>>> f = a4a.frames(a4a.start("global1940"))
>>> chart = a4a.charts.tuv(f, by="power").properties(width=700)

The palette (`a4a.charts.palette`) needs no Altair; everything else is fetched when first used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from a4a.charts.quick import import_jsonschema_quickly

if TYPE_CHECKING:
    from a4a.charts.conquests import ground as ground
    from a4a.charts.display import offline as offline
    from a4a.charts.display import save as save
    from a4a.charts.economies import income as income
    from a4a.charts.economies import objectives as objectives
    from a4a.charts.economies import production as production
    from a4a.charts.economies import purchases as purchases
    from a4a.charts.forces import arms as arms
    from a4a.charts.forces import cities as cities
    from a4a.charts.forces import tuv as tuv
    from a4a.charts.forces import unit_counts as unit_counts
    from a4a.charts.fortunes import decisive_battles as decisive_battles
    from a4a.charts.fortunes import luck as luck
    from a4a.charts.fortunes import swings as swings
    from a4a.charts.frontlines import front_balance as front_balance
    from a4a.charts.frontlines import front_length as front_length
    from a4a.charts.frontlines import fronts as fronts
    from a4a.charts.land import land_values as land_values
    from a4a.charts.odds import battle_luck as battle_luck
    from a4a.charts.odds import odds_and_results as odds_and_results
    from a4a.charts.overlaid import overlay as overlay
    from a4a.charts.panel import running as running
    from a4a.charts.ribbon import front_ribbon as front_ribbon
    from a4a.charts.works import damage as damage
    from a4a.charts.works import queue as queue

_DOORS = {
    "arms": "forces",
    "battle_luck": "odds",
    "cities": "forces",
    "damage": "works",
    "decisive_battles": "fortunes",
    "front_balance": "frontlines",
    "front_length": "frontlines",
    "front_ribbon": "ribbon",
    "fronts": "frontlines",
    "ground": "conquests",
    "income": "economies",
    "land_values": "land",
    "luck": "fortunes",
    "objectives": "economies",
    "odds_and_results": "odds",
    "offline": "display",
    "overlay": "overlaid",
    "production": "economies",
    "purchases": "economies",
    "queue": "works",
    "running": "panel",
    "save": "display",
    "swings": "fortunes",
    "tuv": "forces",
    "unit_counts": "forces",
}

__all__ = list(_DOORS)


def __getattr__(name: str) -> Any:
    if name not in _DOORS:
        raise AttributeError(f"module 'a4a.charts' has no attribute {name!r}")
    import_jsonschema_quickly()  # before Altair does
    value = getattr(import_module(f"a4a.charts.{_DOORS[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(_DOORS)
