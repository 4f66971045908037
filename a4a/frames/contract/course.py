"""What frames hold on the course of a game: politics, technology, events, annotations, nodes."""

from __future__ import annotations

from a4a.frames.contract.common import BATTLE, EVENT, KEYS, POWER, SIDE, count, of, text
from a4a.frames.schema import FrameSchema

SCHEMAS = (
    FrameSchema(
        "politics",
        "One row for each change of the relation of two powers or of a power's status.",
        (
            *KEYS,
            EVENT,
            text("change", '"relation" or "status"'),
            POWER,
            SIDE,
            of("other", "power", "The other power of a relation", "for a status"),
            text(
                "old",
                "The relation before, or the status lost",
                "for a status gained, and where there was none",
            ),
            text(
                "new",
                "The relation now, or the status gained",
                "for a status lost, and where there is none",
            ),
        ),
    ),
    FrameSchema(
        "technology",
        "One row for each technology gained or (by an edit) lost.",
        (
            *KEYS,
            EVENT,
            POWER,
            SIDE,
            text("technology", "The technology"),
            of("gained", "Boolean", "Whether it was gained; False: lost"),
        ),
    ),
    FrameSchema(
        "events",
        "One row for each event: everything that happened, in order, in words.",
        (
            *KEYS,
            EVENT,
            text("type", '"moved", "rolled", "control" ...: the event\'s kind'),
            of(
                "power",
                "power",
                "The power concerned, or the first of them",
                "where no power is concerned",
            ),
            of("side", "side", "That power's side", "for a neutral, or where there is no power"),
            of(
                "space",
                "space",
                "Where it happened; for a move, where it ended",
                "where it has no place",
            ),
            text("battle", "The battle it belongs to", BATTLE),
            text("cause", '"order", "engine", "edit", "bid" or "import": the step\'s cause'),
            text("words", "What happened, in a sentence. Plain text, never HTML"),
        ),
    ),
    FrameSchema(
        "annotations",
        "One row for each annotation of a node.",
        (
            *KEYS,
            count("id", "The annotation's id, unique in its game", ""),
            text("kind", '"comment", "glyph", "arrow" or "highlight"'),
            text("author", "Who wrote it", "if it is not signed"),
            text("when", '"before" its step is seen or "after"', "for all but comments"),
            text(
                "text",
                "A comment's words or a glyph's sign. Plain text, never HTML",
                "for arrows and highlights",
            ),
            of(
                "spaces",
                "list[space]",
                "An arrow's path or the highlighted spaces",
                "for comments and glyphs",
            ),
            text("colour", "Colour of an arrow or highlight", "if none is given"),
        ),
    ),
    FrameSchema(
        "nodes",
        "One row for each node of every line: the calendar of the game.",
        (
            *KEYS,
            count("parent", "The node before", "", "at the start"),
            text("label", "The round's name (a season)", "where rounds have none"),
            of("active", "list[power]", "Whose turn it is"),
            of("actors", "list[power]", "Who acted in the step"),
            text("cause", '"order", "engine", "edit", "bid" or "import"', "at the start"),
        ),
    ),
)
