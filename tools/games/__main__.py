"""Make the recorded games that come with a4a from saves of games between computer players.

    python -m tools.games SAVES OUT

reads the saves named in `GAMES` from the folder SAVES and writes a record of each to OUT. Only
facts go over: who moved what where, what was rolled, lost, bought and earned. The words of the
program that recorded the game, and its own bookkeeping, stay behind.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec

from a4a.core.annotations import AnyAnnotation, Comment, Glyph
from a4a.core.events import Noted
from a4a.core.record import GameRecord
from a4a.core.steps import ROOT, NodeId, Source, Step
from a4a.importers.opening import open_record
from a4a.store import save

KEPT_OPTIONS = ("Low Luck", "National Objectives", "Tech Development")


class Game(msgspec.Struct, frozen=True):
    """A game to be made: from which save, its title, who played, comments by round and power."""

    save: str
    title: str
    player: str
    comments: tuple[tuple[int, str, str], ...]


GAMES = {
    "global1940_strong_computer": Game(
        "g40_hard_s101.tsvg",
        "Global 1940: a strong computer plays itself, eight rounds",
        "computer (strong)",
        (
            (1, "Germany", "The opening: Paris, and the Royal Navy in sea zone 111."),
            (2, "Italy", "The Mediterranean is the question Italy has to answer every turn."),
        ),
    ),
    "global1940_fast_computer": Game(
        "g40_fast_s303.tsvg",
        "Global 1940: a fast computer plays itself, twelve rounds",
        "computer (fast)",
        ((1, "Germany", "Germany declares war on the Soviet Union at once."),),
    ),
}


def main(arguments: list[str]) -> int:
    """Make every game; return the exit code."""
    if len(arguments) != 2:
        print(__doc__, file=sys.stderr)
        return 2
    saves, out = map(Path, arguments)
    for name, game in GAMES.items():
        record = shipped(open_record(saves / game.save), game)
        save(record, out / f"{name}.a4a")
        size = (out / f"{name}.a4a").stat().st_size
        print(f"{name}: {len(record)} steps, {size / 1e3:.0f} kB")
    return 0


def shipped(record: GameRecord, game: Game) -> GameRecord:
    """Return a record as it is shipped: its facts, under our title, with our comments."""
    header = msgspec.structs.replace(
        record.header,
        title=game.title,
        options={k: v for k, v in record.header.options.items() if k in KEPT_OPTIONS},
        players=dict.fromkeys(record.header.players, game.player),
        source=Source(record.header.source.program, record.header.source.version),
    )
    steps = _facts(record.steps.values())
    made = GameRecord(header, record.board, record.catalog, record.start, steps=steps)
    for annotation in _comments(made, game):
        made.annotate(annotation)
    return made


def _facts(steps: Iterable[Step]) -> Iterator[Step]:
    """Leave out the other program's words, and the steps in which there is nothing else."""
    stands_for: dict[NodeId, NodeId] = {ROOT: ROOT}
    for step in steps:
        events = tuple(event for event in step.events if not isinstance(event, Noted))
        parent = stands_for[step.parent]
        stands_for[step.id] = step.id if events else parent
        if events:
            yield msgspec.structs.replace(step, parent=parent, events=events, text="")


def _comments(record: GameRecord, game: Game) -> list[AnyAnnotation]:
    notes: list[AnyAnnotation] = []
    for number, power, text in game.comments:
        node = record.node_at(round=number, power=power)
        notes.append(Comment(node=node, author="a4a", text=text, when="before"))
    first = record.node_at(round=1, power="Germany", phase="Conduct Combat")
    notes.append(Glyph(node=first, author="a4a", sign="!?"))
    return notes


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
