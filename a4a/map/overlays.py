"""What the rules lay over the map at the node shown: zones of control, lines of supply."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from a4a.core.errors import A4AError
from a4a.core.phrases import units_of
from a4a.core.steps import ROOT, NodeId
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

_MOST: Final = 1500  # nodes of which a page knows all: some seconds, and some 60 kB of the page


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


def laid_over(record: GameRecord, rules: Ruleset | None = None) -> tuple[str, ...]:
    """Return the layers of the map in which the rules of a game show things.

    Parameters
    ----------
    record, rules
        As for `Overlaid`.
    """
    return tuple(rules.overlays) if rules else overlays_of(record.catalog.system)


def precomputed(
    record: GameRecord, rules: Ruleset | None = None, *, most: int = _MOST
) -> dict[str, dict[str, Any]]:
    """Return what a page is told of overlays, as it has nobody to ask: the answers of all nodes.

    Parameters
    ----------
    record, rules
        As for `Overlaid`.
    most
        The most nodes whose answers are worked out; of a longer game they are those where phases
        and variations begin.

    Returns
    -------
    dict
        By layer, ``why`` there is no answer; or the nodes ``since`` which another answer holds,
        ``which`` of the ``answers`` that is, and whether there are only those ``of_phases``.

    Examples
    --------
    >>> import a4a
    >>> supply = precomputed(a4a.start("war_in_europe"))["supply"]
    >>> supply["since"], supply["which"], len(supply["answers"]), supply["of_phases"]
    ([0], [0], 1, False)
    """
    nodes = sorted((ROOT, *record.steps))
    of_phases = len(nodes) > most
    if of_phases:
        nodes = [node for node in nodes if _begins(record, node)]
    overlaid = Overlaid(record, rules)
    found: dict[str, dict[str, Any]] = {}
    for layer in laid_over(record, rules):
        if why := overlaid.of(ROOT, layer)["why"]:
            found[layer] = {"why": why}
            continue
        known: dict[str, int] = {}
        answers: list[dict[str, Any]] = []
        since: list[NodeId] = []
        which: list[int] = []
        for node in nodes:
            answer = {key: told for key, told in overlaid.of(node, layer).items() if key != "node"}
            number = known.setdefault(repr(answer), len(known))
            if number == len(answers):
                answers.append(answer)
            if of_phases or which[-1:] != [number]:
                since.append(node)
                which.append(number)
        found[layer] = {"since": since, "which": which, "answers": answers, "of_phases": of_phases}
    return found


def _begins(record: GameRecord, node: NodeId) -> bool:
    """Whether a phase or a variation begins with a node."""
    if node == ROOT:
        return True
    parent = record.step(node).parent
    if parent != node - 1:
        return True
    old, new = record.time(parent), record.time(node)
    return (old.turn, old.phase) != (new.turn, new.phase)


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
