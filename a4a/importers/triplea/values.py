"""Values that a save gives to spaces, treasuries and powers: at the start, and as they change."""

from __future__ import annotations

from typing import Any, Final

from a4a.core import events as ev
from a4a.core.position import Balance, SpaceValue
from a4a.importers.triplea.changes import EngineState
from a4a.importers.triplea.names import CLAIM, NameMap

_SCALARS: Final = (bool, int, float, str)

# Values of a territory that a game can change, by TripleA's names, and what they are called here.
SPACE_VALUES = {
    "production": "value",
    "kamikazeZone": "kamikaze",
    "convoyRoute": "convoy",
    "blockadeZone": "convoy",
    "victoryCity": "victory city",
    "unitProduction": "unit production",
    "isImpassable": "impassable",
}


def start_balances(engine: EngineState, names: NameMap) -> tuple[Balance, ...]:
    """Return what is in the treasuries at a state of the engine."""
    known = names.catalog.treasuries
    return tuple(
        Balance(treasury, names.resource(resource), amount)
        for (player, resource), amount in engine.resources.items()
        if (treasury := names.treasury(player)) in known and amount
    )


def start_values(
    engine: EngineState, names: NameMap, control: dict[str, str | None]
) -> tuple[SpaceValue, ...]:
    """Return the values of spaces that differ from those printed on the board.

    Parameters
    ----------
    engine, names
        The engine's state, and what things are called.
    control
        The power that TripleA gives each space to, sea zones included.
    """
    found: dict[tuple[str, str], SpaceValue] = {
        (space, CLAIM): SpaceValue(space, CLAIM, power)
        for space, power in control.items()
        if power is not None and not names.is_controllable(space)
    }
    for (kind, name, attachment), values in engine.attachments.items():
        space = names.spaces.get(name)
        if kind != "Territory" or attachment != "territoryAttachment" or space is None:
            continue
        production = values.get("production")
        if isinstance(production, int) and production != names.board.space(space).value:
            found[space, "value"] = SpaceValue(space, "value", production)
        if values.get("kamikazeZone") is True:
            found[space, "kamikaze"] = SpaceValue(space, "kamikaze", True)
    if names.dataset is not None:
        for value in names.dataset.position.values:
            # A neutral's leaning is the power that holds the space; the game may change it.
            start = names.dataset.position.control.get(value.space)
            if value.key == "leaning" and control.get(value.space) == start:
                found[value.space, value.key] = value
    return tuple(found.values())


def start_technologies(engine: EngineState, names: NameMap) -> dict[str, tuple[str, ...]]:
    """Return the technologies of each power that has any."""
    found: dict[str, tuple[str, ...]] = {}
    for (_, player, attachment), values in engine.attachments.items():
        power = names.power(player)
        if attachment == "techAttachment" and power is not None:
            has = tuple(names.technology(name) for name, value in values.items() if value is True)
            if has:
                found[power] = tuple(dict.fromkeys((*found.get(power, ()), *has)))
    return found


def scalar(value: Any) -> ev.Value:
    """Return a value of an attachment as a record can hold it; raw text of the map is read.

    Examples
    --------
    >>> scalar("true"), scalar("3"), scalar(("a", "b"))
    (True, 3, 'a, b')
    """
    if isinstance(value, str):
        if value in ("true", "false"):
            return value == "true"
        return int(value) if value.isascii() and value.isdigit() and len(value) < 10 else value
    if value is None or isinstance(value, _SCALARS):
        return value
    if isinstance(value, tuple):
        return ", ".join(str(part) for part in value[:50])
    return str(value)[:200]
