"""What the views of a page are told: the games of a board, and the stage that shows them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

from a4a.core.record import GameRecord
from a4a.core.steps import ROOT, NodeId
from a4a.map.forest import Forest
from a4a.map.layers import Choices, chosen
from a4a.map.note_rows import note_rows
from a4a.map.note_views import opening_bounds
from a4a.map.overlays import NOBODY, precomputed
from a4a.map.own_maps import MapChoice, page_geometry
from a4a.map.painting import bounds_of_part, map_options, painter_state
from a4a.map.variation_rows import variation_rows
from a4a.pages.scripts import VIEWS, defaults
from a4a.rules.ruleset import Ruleset

Models: TypeAlias = dict[str, dict[str, Any]]
"""The values of models by name; in one, "IPY_MODEL_" and a name stand for another."""

_TABS = {
    "a4a-contents": "Contents",
    "a4a-annotator": "Annotations",  # what somebody wrote comes first
    "a4a-log": "Log",
    "a4a-holdings": "Off the board",
    "a4a-variations": "Variations",
}
_PREFIX = "a4a-page"  # of the class names of spaces, which each stage has of its own


def cursor_values(
    record: GameRecord, at: NodeId, nodes: tuple[NodeId, ...], *, rules: Ruleset | None = None
) -> dict[str, Any]:
    """Return what the cursor of a game says: its lines and notes, and where it begins.

    What the rules lay over its board is there too, as there is nobody to ask.

    Parameters
    ----------
    record
        The game.
    at, nodes
        The node it begins at, and the line that is shown at first.
    rules
        The rules that are asked; None for those the record names.

    Examples
    --------
    >>> import a4a
    >>> cursor_values(a4a.start("europe1940"), 0, (0,))["node"]
    0
    """
    return {
        "node": at,
        "variation": record.first_of(nodes[-1]),
        "timeline": Forest(record).packet(),
        "variations": variation_rows(record),
        "notes": note_rows(record),
        "overlays": precomputed(record, rules),
    }


def stage_models(
    games: Mapping[str, tuple[GameRecord, dict[str, Any]]],
    *,
    number: int = 0,
    contents: Mapping[str, Any] | None = None,
    layers: Choices | None = None,
    view: str | None = None,
    map: MapChoice = None,
) -> Models:
    """Return the models of a stage: a board with the views round it, and the games played on it.

    Parameters
    ----------
    games
        The games of the board by the names of their cursors, each with its `cursor_values`; the
        first is shown first.
    number
        Which stage of the page it is; the names of the models of all but the first begin with it.
    contents
        The values of the view of contents, for a page that has one.
    layers, view, map
        As in `a4a.export_html`.

    Raises
    ------
    A4AError
        If there is no such layer, part of the board or map.
    """
    shown, (record, begun) = next(iter(games.items()))
    board, start = record.board, record.state_at(ROOT)
    geometry = page_geometry(record, map)
    kinds = [space.kind for space in board.spaces]
    name, prefix = (f"{number}/", f"{_PREFIX}{number}") if number else ("", _PREFIX)
    models: Models = {
        view_: {**defaults(kind), "cursor": f"IPY_MODEL_{shown}"} for view_, kind in VIEWS.items()
    }
    models["charts"]["drawn"] = True
    models["notes"]["editable"] = models["variations"]["editable"] = False
    cursors = [values for _, values in games.values()]
    empty = {
        "a4a-contents": contents is None,
        "a4a-annotator": not any(values["notes"] for values in cursors),
        "a4a-holdings": not any(game.state_at(ROOT).holdings for game, _ in games.values()),
        "a4a-variations": not any(values["variations"] for values in cursors),
    }
    tabs = {tab: title for tab, title in _TABS.items() if not empty.get(tab)}
    models["tabs"] |= {"panels": tabs, "shown": [next(iter(tabs)), 0]}
    models["contents"] |= dict(contents or {})
    opening = bounds_of_part(board, geometry, view) if view else None
    if not view and contents is None:
        opening = opening_bounds(record, begun["node"])
    models["board"] |= {
        **painter_state(start, geometry, prefix, laid=tuple(begun["overlays"])),
        "layers": chosen(layers or {}),
        "threats": {"why": NOBODY},
        "overlays": begun["overlays"],
        "looking": {"bounds": opening, "time": 1} if opening else {},
        "map": f"IPY_MODEL_{name}map",
        "layer": f"IPY_MODEL_{name}layer",
    }
    models["map"] = {"options": map_options(geometry)}
    models["layer"] = {"data": geometry.feature_collection(prefix, kinds)}
    named = {f"{name}{key}": values for key, values in models.items()}
    return named | {cursor: values for cursor, (_, values) in games.items()}
