"""What the rules lay over the map at the node shown: zones of control, lines of supply."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final

from a4a.core.errors import A4AError
from a4a.core.phrases import units_of
from a4a.map.watching import Watch
from a4a.rules.systems import overlays_of

if TYPE_CHECKING:
    import traitlets

    from a4a.core.record import GameRecord
    from a4a.core.state import State
    from a4a.map.cursor import Cursor
    from a4a.rules.overlay import Overlay
    from a4a.rules.ruleset import Ruleset


NOBODY: Final = "A page has nobody to ask; open the game in a notebook."
"""Why a page does not show what the kernel has to work out."""


_LINELESS: Final = "A page draws no lines; open the game in a notebook."


class OverlayWatch(Watch):
    """Keeps a painter's trait `overlays` up to date with the node shown, while a layer is on.

    The trait has an answer for each such layer by its id; `Overlaid.of` says what is in it.

    Parameters
    ----------
    painter, cursor
        As for `Watch`.
    layer
        The layer.
    """

    def __init__(self, painter: traitlets.HasTraits, cursor: Cursor, layer: str) -> None:
        self.layer = layer
        super().__init__(painter, cursor)

    def find(self, node: int, choice: str) -> dict[str, Any]:
        """Ask the rules."""
        return Overlaid(self.cursor.record, self.rules).of(node, self.layer)

    def tell(self, found: dict[str, Any]) -> None:
        """Tell the painter."""
        told: dict[str, Any] = getattr(self.painter, "overlays")  # noqa: B009
        self.painter.set_trait("overlays", {**told, self.layer: found})

    def fail(self, node: int, choice: str, why: str) -> dict[str, Any]:
        """Say that it went wrong."""
        return {"node": node, "why": why}


class Overlaid:
    """What the rules lay over the map at the nodes of a record.

    Parameters
    ----------
    record
        The game.
    rules
        The rules it goes by; None for those the record names.
    """

    def __init__(self, record: GameRecord, rules: Ruleset | None = None) -> None:
        self._record, self._rules = record, rules

    def of(self, node: int, layer: str) -> dict[str, Any]:
        """Return what a layer shows at a node, as the browser is told of it.

        Parameters
        ----------
        node
            The node.
        layer
            The id of the layer.

        Returns
        -------
        dict
            ``node``; ``areas``: ``[side, kind, [space ...]]``; ``traced``:
            ``[space, units, [space ...]]``; ``lacking``: ``[space, count, units]``; or ``why``
            there is no answer. Sides and spaces are told by index, units in words.

        Examples
        --------
        >>> import a4a
        >>> found = Overlaid(a4a.start("war_in_europe")).of(0, "zones")
        >>> [(side, kind) for side, kind, _ in found["areas"]][:3]
        [(1, 'land'), (1, 'sea'), (1, 'air')]
        """
        from a4a.rules import rules_of

        record = self._record
        empty: dict[str, Any] = {"node": node, "areas": [], "traced": [], "lacking": [], "why": ""}
        try:
            if self._rules is None:
                self._rules = rules_of(record)
            if layer not in self._rules.overlays:
                return {**empty, "why": "The rules of this game have nothing to show here."}
            state = record.state_at(node)
            return {**empty, **rows(self._rules.overlays[layer](state), state)}
        except A4AError as error:
            return {**empty, "why": str(error)}


def precomputed(record: GameRecord, nodes: Sequence[int]) -> dict[str, dict[str, Any]]:
    """Return what a page is told of overlays, which has nobody to ask: a little, or why nothing.

    Parameters
    ----------
    record
        The game.
    nodes
        The nodes of the page.

    Returns
    -------
    dict
        By layer, ``why`` there is no answer; or for the positions ``since`` which each holds,
        where phases begin, the ``answers``: who lacks a line, but no areas and no lines.
    """
    asked = Overlaid(record)
    found: dict[str, dict[str, Any]] = {}
    for layer in overlays_of(record.catalog.system):
        first = asked.of(nodes[0], layer)
        if first["why"] or first["areas"]:
            found[layer] = {"why": first["why"] or NOBODY}
            continue
        times = [record.time(node) for node in nodes]
        begins = [
            i for i, (old, new) in enumerate(pairwise((None, *times)))
            if old is None or new is None or (old.turn, old.phase) != (new.turn, new.phase)
        ]  # fmt: skip
        answers = [
            asked.of(nodes[i], layer) | {"traced": [], "lineless": _LINELESS} for i in begins
        ]
        found[layer] = {"since": begins, "answers": answers}
    return found


def rows(overlay: Overlay, state: State) -> dict[str, Any]:
    """Return what the browser is told of an overlay.

    Parameters
    ----------
    overlay
        What the rules show.
    state
        The position.
    """
    index, sides = state.board.index, state.catalog.sides
    lines: dict[tuple[str, ...], list[int]] = {}
    for unit, path in overlay.traced:
        lines.setdefault(path, []).append(unit)
    lacking: dict[str, list[int]] = {}
    for unit in overlay.lacking:
        lacking.setdefault(str(state.space_of(unit)), []).append(unit)
    return {
        "areas": [
            [sides.index(area.side), area.kind, sorted(index[space] for space in area.spaces)]
            for area in overlay.areas
        ],
        "traced": [
            [index[path[0]], units_of(units, state), [index[space] for space in path]]
            for path, units in lines.items()
        ],
        "lacking": [
            [index[space], len(units), units_of(units, state)] for space, units in lacking.items()
        ],
    }
