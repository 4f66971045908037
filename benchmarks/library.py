"""How fast games are added to a library, played into it, and asked.

Run it on an idle machine::

    python benchmarks/library.py add [FOLDER] [--saves 200]
    python benchmarks/library.py play [--games 1000] [--rounds 6] [--into FOLDER]
    python benchmarks/library.py ask [--games 10000] [--distinct 1000] [--into FOLDER]

`add` packs the largest shared saves anew until there are so many, adds each game once, so that the
loops of the odds are compiled, then all of them with two workers and with one, and prints the
seconds, the ratio, and the peak memory of all processes. `play` lets
programs play games of Europe 1940 with one worker and with two, and compares the tables. `ask`
takes the games that come with a4a and those in the folder of shared saves, plays as many distinct
ones of twelve rounds as are wanted besides, multiplies them, and prints bytes a game and the
seconds, by the clock and of the processor, and memory of questions, each in a process of its own;
also of ten times as many.

With `--into FOLDER` the games that were played stay there, and a run that was interrupted goes on
where it was, so that a thousand games can be played in pieces; the seconds are of the last one.
"""

from __future__ import annotations

import argparse
import gzip
import subprocess
import sys
import tempfile
from collections import Counter
from contextlib import suppress
from pathlib import Path
from time import perf_counter, sleep

PROJECT = Path(__file__).parent.parent
sys.path.insert(0, str(PROJECT))

import polars as pl  # noqa: E402
import psutil  # noqa: E402

import a4a  # noqa: E402
from a4a.boards.folders import root  # noqa: E402
from a4a.libraries.library import Library  # noqa: E402
from a4a.libraries.shelf import SHELVED, Shelf, Shelved  # noqa: E402

SAVES = PROJECT.parent / "shared" / "saves"
LARGE = 100_000  # bytes of a save of the shared size
TABLES = ("games", "turns", "battles")
_PEAK = (
    "print(next(int(line.split()[1]) // 1024 for line in open('/proc/self/status') "
    "if line.startswith('VmHWM')))"
)
_ADD = """
import sys, time, a4a

if __name__ == "__main__":
    lib = a4a.library(sys.argv[1])
    began = time.perf_counter()
    lib.add(sys.argv[2], workers=int(sys.argv[3]), show="no")
    print(time.perf_counter() - began, len(lib))
"""
QUESTIONS = {
    "group by power and round": "lib.turns.group_by('system', 'power', 'round').agg("
    "pl.col('production').median(), pl.col('luck').sum(), pl.len())",
    "battles by space": "lib.battles.group_by('system', 'space').agg("
    "pl.col('percentile').mean(), pl.len())",
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("what", choices=("add", "play", "ask"))
    parser.add_argument("folder", nargs="?", type=Path, default=SAVES)
    parser.add_argument("--saves", type=int, default=200)
    parser.add_argument("--games", type=int)
    parser.add_argument("--rounds", type=int, default=6)
    parser.add_argument("--distinct", type=int, default=1000)
    parser.add_argument("--into", type=Path)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        played = options.into or place
        played.mkdir(parents=True, exist_ok=True)
        if options.what == "add":
            add(place, options.folder, options.saves)
        elif options.what == "play":
            play(played, options.games or 1000, options.rounds)
        else:
            ask(place, played, options.games or 10_000, options.distinct)


def most_memory(process: psutil.Process) -> float:
    """The most memory that a process and those it begins have at any time until it ends, in MB.

    What each has for itself is added up; a file that several have mapped counts once, as far as
    any of them has it in memory. So other programs that run meanwhile change nothing.
    """
    most = 0.0
    while process.is_running() and process.status() != psutil.STATUS_ZOMBIE:
        total, files = 0, Counter[str]()
        with suppress(psutil.NoSuchProcess):
            for one in (process, *process.children(recursive=True)):
                with suppress(psutil.NoSuchProcess):
                    for part in one.memory_maps():
                        total += part.anonymous
                        files[part.path] = max(files[part.path], part.rss - part.anonymous)
        most = max(most, (total + sum(files.values())) / 1e6)
        sleep(0.5)  # to look takes some hundredths of a second
    return most


def add(place: Path, folder: Path, number: int) -> None:
    """Add saves with one worker and with two."""
    large = [file for file in sorted(folder.rglob("*.tsvg")) if file.stat().st_size > LARGE]
    if not large:
        sys.exit(f"no saves of {LARGE} bytes in {folder}")
    saves = place / "saves"
    saves.mkdir()
    for i in range(number):
        stream = gzip.decompress(large[i % len(large)].read_bytes())
        (saves / f"{i:04}.tsvg").write_bytes(gzip.compress(stream, 6, mtime=i))
    size = sum(file.stat().st_size for file in saves.iterdir()) / number / 1e3
    print(f"{number} saves of {size:.0f} kB, of {len(large)} games; bars: two < 120 s, < 600 MB")
    each = [str(file) for file in sorted(saves.iterdir())[: len(large)]]
    code = "import sys, a4a; a4a.library(sys.argv[1]).add(sys.argv[2:], workers=1, show='no')"
    subprocess.run([sys.executable, "-c", code, place / "each", *each], check=True, cwd=PROJECT)
    took = {}
    for workers in (2, 1):
        command = [sys.executable, "-c", _ADD, place / f"add{workers}", saves, str(workers)]
        with psutil.Popen(command, stdout=subprocess.PIPE, text=True, cwd=PROJECT) as adding:
            most = most_memory(adding)
            seconds, games = adding.communicate()[0].split()
        took[workers] = float(seconds)
        print(f"{workers} worker(s): {took[workers]:.1f} s, {most:.0f} MB, {games} games")
    print(f"two are {took[1] / took[2]:.2f} times as fast as one (bar 1.8)")


def play(place: Path, games: int, rounds: int) -> None:
    """Play games with one worker and with two."""
    took, libs = {}, {}
    for workers in (1, 2):
        lib = libs[workers] = a4a.library(place / f"play{workers}")
        began = perf_counter()
        played(lib, games, rounds, workers)
        took[workers] = perf_counter() - began
        print(f"{games} games to round {rounds}, {workers} worker(s): {took[workers]:.0f} s")
    print(f"two are {took[1] / took[2]:.2f} times as fast as one")
    for table in TABLES:
        one, two = (getattr(libs[workers], table).collect() for workers in (1, 2))
        print(f"{table}: {one.height} rows, {'identical' if one.equals(two) else 'DIFFERENT'}")


def played(lib: Library, games: int, rounds: int, workers: int) -> None:
    a4a.play(
        "europe1940", games=games, into=lib, players="random", rounds=rounds, workers=workers,
        show="no",
    )  # fmt: skip


def ask(place: Path, own: Path, games: int, distinct: int) -> None:
    """Ask libraries of many games, made of those in a library of one's own."""
    lib = a4a.library(own / "ask")
    lib.add([root() / "games", *(SAVES,) * SAVES.exists()], show="no")
    recorded = lib.games.filter(pl.col("source") != "played").collect().height
    played(lib, max(1, distinct - recorded), 12, 2)
    rounds = lib.games.select(pl.col("rounds").mean()).collect().item()
    for number in (games, 10 * games):
        many = multiplied(lib, place / f"ask{number}", number)
        size = sum(
            file.stat().st_size for table in TABLES for file in (many / table).rglob("*.parquet")
        )
        of = f"{number} games of {rounds:.1f} rounds ({min(number, len(lib))} distinct)"
        print(f"{of}: {size / number / 1e3:.1f} kB a game for three tables (bar 25)")
        for name, question in QUESTIONS.items():
            code = (
                "import polars as pl, a4a, time; "
                f"lib = a4a.library({str(many)!r}); {question}.collect(); "
                "began, used = time.time(), time.process_time(); "
                f"{question}.collect(); "
                f"print(time.time() - began, time.process_time() - used); {_PEAK}"
            )
            told = subprocess.run(
                [sys.executable, "-c", code], capture_output=True, text=True, check=True,
                cwd=PROJECT,
            ).stdout.split()  # fmt: skip
            took, used, most = float(told[0]), float(told[1]), told[2]
            print(f"  {name}: {took:.2f} s ({used:.2f} s), {most} MB (bar 0.5 s, 300 MB)")


def multiplied(lib: Library, folder: Path, number: int) -> Path:
    """A library of so many games: those of another again and again, under other ids."""
    shelf, source = Shelf(folder), Shelf(lib.folder)
    whole: dict[Shelved, pl.DataFrame] = {name: source.scan(name).collect() for name in SHELVED}
    games = whole["games"]["game"].to_list()
    whole["records"] = whole["records"].clear()
    with shelf.writing():
        for copy in range(0, number, len(games)):
            for start in range(0, len(games), 500):
                some = games[start : start + min(500, number - copy - start)]
                if not some:
                    break
                part = {
                    name: table.filter(pl.col("game").is_in(some)).with_columns(
                        pl.col("game") + f"{copy:x}"
                    )
                    for name, table in whole.items()
                }
                shelf.put(part, source.scan("files").collect().clear())
    return folder


if __name__ == "__main__":
    main()
