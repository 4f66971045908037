"""What it takes to have each board: load, validate, draw as a picture, show in JupyterLab.

Run it on an idle machine with a Chromium::

    python benchmarks/boards.py [--no-browser]

It prints a row a board that comes with a4a: seconds to load its tables, to read its map, to
validate it whole, to set it up for play (first decision asked), for a picture of 1,600 pixels,
and from running the cell to the board in a notebook.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from time import perf_counter

sys.path.insert(0, str(Path(__file__).parent.parent))

from rich.console import Console
from rich.table import Table

import a4a
from a4a import boards
from tests.browser.lab import Lab


def took(work: Callable[[], object]) -> float:
    """Seconds of work done once, as a person meets it."""
    began = perf_counter()
    work()
    return perf_counter() - began


def shown(lab: Lab, name: str) -> float:
    """Seconds from running the cell to the board, in a kernel that has imported a4a."""
    cells = [f"import a4a\na4a.explore\nrecord = a4a.start({name!r})", "a4a.explore(record)"]
    with lab.notebook(cells, width=1366, height=768) as notebook:
        notebook.run(0)
        began = perf_counter()
        notebook.run(1)
        notebook.page.wait_for_selector(".a4a-badges > g", state="attached")
        return perf_counter() - began


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--no-browser", action="store_true", help="leave JupyterLab out")
    browser = not parser.parse_args().no_browser
    table = Table("board", "spaces", "load", "map", "check", "new game", "picture", "in the lab")
    names = boards.available()
    in_lab = {}
    if browser:
        with Lab() as lab:
            in_lab = {name: f"{shown(lab, name):.2f} s" for name in names}
    for name in names:
        load = took(lambda name=name: boards.load(name))
        dataset = boards.load(name)
        geometry = took(lambda dataset=dataset: dataset.geometry)
        check = took(lambda name=name: boards.check(name))
        begin = took(lambda name=name: a4a.new_game(name))
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "board.png"
            picture = took(lambda name=name, file=file: a4a.picture(a4a.start(name)).save(file))
        figures = (f"{seconds:.2f} s" for seconds in (load, geometry, check, begin, picture))
        table.add_row(name, str(len(dataset.board.spaces)), *figures, in_lab.get(name, ""))
    Console(width=110).print(table)


if __name__ == "__main__":
    main()
