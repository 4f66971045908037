"""A small board, and TripleA maps of it made by hand: folders and zips of text files."""

from __future__ import annotations

import zipfile
from pathlib import Path

from a4a.core.board import Board, Border, BorderKind, Space
from a4a.core.catalog import Catalog, Power
from a4a.core.position import Position
from a4a.core.record import GameRecord
from a4a.core.steps import Header, Source

WIDTH = 200

# A picture of 200 by 100 pixels. 4 Sea Zone lies at both of its edges, the Isle in 1 Sea Zone, the
# Lake in Alpha; Beta is drawn in two parts; between neighbours there is a line of one pixel.
SQUARES: dict[str, list[tuple[int, int, int, int]]] = {
    "Alpha": [(10, 0, 90, 50)],
    "Lake": [(30, 15, 50, 35)],
    "Beta": [(92, 0, 150, 50), (160, 10, 180, 40)],
    "1 Sea Zone": [(0, 52, 99, 99)],
    "Isle": [(40, 65, 60, 85)],
    "2 Sea Zone": [(101, 52, 199, 99)],
    "4 Sea Zone": [(0, 0, 8, 50), (190, 0, 199, 50)],
}
CENTERS = {
    "Alpha": (70, 25), "Lake": (40, 25), "Beta": (120, 25), "1 Sea Zone": (20, 75),
    "Isle": (50, 75), "2 Sea Zone": (150, 75), "4 Sea Zone": (4, 25),
}  # fmt: skip
BORDERS: list[tuple[str, str, BorderKind]] = [
    ("Alpha", "Beta", "land"), ("Alpha", "Lake", "coast"), ("Alpha", "1 Sea Zone", "coast"),
    ("Alpha", "4 Sea Zone", "coast"), ("Beta", "2 Sea Zone", "coast"),
    ("1 Sea Zone", "Isle", "coast"), ("1 Sea Zone", "2 Sea Zone", "sea"),
    ("1 Sea Zone", "4 Sea Zone", "sea"), ("Beta", "Isle", "land"),
]  # fmt: skip


def board(*, name: str = "triplea:tiny_world", more: int = 0) -> Board:
    """The board that the map draws, with so many spaces besides that it does not."""
    lands = {"Alpha", "Beta", "Isle"}
    extra = tuple(Space(name=f"Extra {i}", kind="land") for i in range(more))
    return Board(
        name=name,
        spaces=(
            *(Space(name=one, kind="land" if one in lands else "sea") for one in SQUARES),
            *extra,
        ),
        borders=(
            *(Border(a, b, kind) for a, b, kind in BORDERS),
            *(Border("Alpha", one.name, "land") for one in extra),
        ),
    )


def record(*, more: int = 0, game: str = "Tiny World War 1.2.3") -> GameRecord:
    """A game on that board."""
    return GameRecord(
        Header(system="tiny", source=Source(program="TripleA", game=game)),
        board(more=more),
        Catalog(
            system="tiny",
            dice_sides=6,
            currency="PU",
            powers=(
                Power(name="Alphans", side="Axis", treasuries=("Alphans",), colour="#bb0022"),
                Power(name="Betans", side="Allies", treasuries=("Betans",), colour="#2244bb"),
            ),
            unit_types=(),
        ),
        Position(),
    )


def polygons(squares: dict[str, list[tuple[int, int, int, int]]] = SQUARES) -> str:
    """The text of polygons.txt."""
    return "\r\n".join(
        f"{name}  "
        + " ".join(f"<  ({w},{n}) ({e},{n}) ({e},{s}) ({w},{s}) > " for w, n, e, s in places)
        for name, places in squares.items()
    )


def texts(*, wraps: bool = True) -> dict[str, str]:
    """The text files of the map."""
    return {
        "polygons.txt": polygons(),
        "centers.txt": "\n".join(f"{name}  ({x},{y})  " for name, (x, y) in CENTERS.items()),
        "map.properties": f"# a comment\nmap.width={WIDTH}\nmap.height=100\n"
        f"map.scrollWrapX={str(wraps).lower()}\ncolor.Alphans=FF0000\n",
    }


def folder(path: Path, files: dict[str, str] | None = None, *, below: str = "map") -> Path:
    """The map as a folder; its files lie in a folder below it."""
    inside = path / below
    inside.mkdir(parents=True, exist_ok=True)
    for name, text in (files or texts()).items():
        (inside / name).write_text(text, encoding="utf-8")
    return path


def packed(path: Path, files: dict[str, str] | None = None, *, below: str = "map/") -> Path:
    """The map as a zip, with a picture in it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as held:
        held.writestr(f"{below}baseTiles/0_0.png", b"\x89PNG no picture at all")
        for name, text in (files or texts()).items():
            held.writestr(below + name, text)
    return path
