"""The frames of moves, politics, technology, annotations and nodes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

import polars as pl

from a4a.core import events as ev
from a4a.core.annotations import Arrow, Comment, Glyph, Highlight
from a4a.core.sides import side_in
from a4a.core.state import State
from a4a.frames.calendar import Calendar, Stretch
from a4a.frames.columns import Rows, assemble
from a4a.frames.names import Names
from a4a.frames.walk import Handler, Moment


class StoryTracker:
    """Writes down moves, politics and technology."""

    def __init__(self, names: Names) -> None:
        self._names = names
        self._moves = Rows(
            "event", "power", "side", "unit", "count", "origin", "destination", "path",
            "distance", "cost", "mode", "aboard", "halted", "battle",
        )  # fmt: skip
        self._politics = Rows("event", "change", "power", "side", "other", "old", "new")
        self._technology = Rows("event", "power", "side", "technology", "gained")
        self.handlers: Mapping[type[ev.Event], Handler] = {
            ev.UnitsMoved: self._moved,
            ev.RelationChanged: self._relation,
            ev.StatusChanged: self._status,
            ev.TechnologyChanged: self._technologies,
        }

    def begin(self, stretch: Stretch, state: State) -> None:
        """Do nothing: a line begins without any."""

    def _who(self, power: str, moment: Moment) -> tuple[int, int]:
        return self._names.power(power), self._names.side(side_in(moment.state, power))

    def _moved(self, event: ev.UnitsMoved, moment: Moment) -> None:
        e, units = event, moment.state.units
        found = Counter((units[i].owner, units[i].type) for i in e.units if i in units)
        for (power, unit), count in found.items():
            self._moves.add(
                moment.row, moment.number, *self._who(power, moment), self._names.unit(unit), count,
                self._names.space(e.path[0]), self._names.space(e.path[-1]), e.path,
                len(e.path) - 1, float(e.cost), e.mode, e.aboard is not None, e.halted, e.battle,
            )  # fmt: skip

    def _relation(self, event: ev.RelationChanged, moment: Moment) -> None:
        e, other = event, self._names.power(event.b)
        self._politics.add(
            moment.row, moment.number, "relation", *self._who(e.a, moment), other, e.old, e.new
        )

    def _status(self, event: ev.StatusChanged, moment: Moment) -> None:
        for old, new in [(s, "") for s in event.lost] + [("", s) for s in event.gained]:
            self._politics.add(
                moment.row, moment.number, "status", *self._who(event.power, moment), -1, old, new
            )

    def _technologies(self, event: ev.TechnologyChanged, moment: Moment) -> None:
        for gained, technologies in ((False, event.lost), (True, event.gained)):
            for technology in technologies:
                self._technology.add(
                    moment.row, moment.number, *self._who(event.power, moment), technology, gained
                )

    # --- the frames -----------------------------------------------------------------------------

    def moves(self, keys: pl.DataFrame) -> pl.DataFrame:
        """Return the frame of moves."""
        return self._frame("moves", self._moves, keys)

    def politics(self, keys: pl.DataFrame) -> pl.DataFrame:
        """Return the frame of politics."""
        return self._frame("politics", self._politics, keys)

    def technology(self, keys: pl.DataFrame) -> pl.DataFrame:
        """Return the frame of technology."""
        return self._frame("technology", self._technology, keys)

    def _frame(self, name: str, rows: Rows, keys: pl.DataFrame) -> pl.DataFrame:
        row, values = rows.values()
        return assemble(name, self._names, values, keys=keys[row])


def annotations_frame(calendar: Calendar, names: Names, keys: pl.DataFrame) -> pl.DataFrame:
    """Return the frame of annotations, in the order of their nodes."""
    rows = Rows("id", "kind", "author", "when", "text", "spaces", "colour")
    for game, record in calendar.records.items():
        for a in record.annotations:
            tag = str(type(a).__struct_config__.tag)
            when = text = colour = None
            spaces: tuple[str, ...] | None = None
            if isinstance(a, Comment):
                when, text = a.when, a.text
            elif isinstance(a, Glyph):
                text = a.sign
            elif isinstance(a, Arrow):
                spaces, colour = a.path, a.colour
            elif isinstance(a, Highlight):
                spaces, colour = a.spaces, a.colour
            at = calendar.row_of[game, a.node]
            rows.add(at, a.id, tag, a.author, when, text, spaces, colour)
    rows.rows.sort(key=lambda values: values[:2])
    row, values = rows.values()
    return assemble("annotations", names, values, keys=keys[row])


def nodes_frame(calendar: Calendar, names: Names, keys: pl.DataFrame) -> pl.DataFrame:
    """Return the frame of nodes: the calendar."""
    rows = Rows("parent", "label", "active", "actors", "cause")
    at = 0
    for stretch in calendar.stretches:
        steps = stretch.record.steps
        for node in stretch.nodes:
            time, step = calendar.times[at], steps.get(node)
            actors = step.actors if step else ()
            rows.add(
                at, step.parent if step else None, time.label, time.powers, actors,
                step.cause if step else None,
            )  # fmt: skip
            at += 1
    values = rows.values()[1]
    return assemble("nodes", names, values, keys=keys)
