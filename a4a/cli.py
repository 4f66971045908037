"""The ``a4a`` command: one function a subcommand, each returning the exit code."""

from __future__ import annotations

import argparse
import os
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from a4a._version import __version__
from a4a.core.controls import visible
from a4a.core.errors import A4AError

if TYPE_CHECKING:
    import polars as pl

    from a4a.core.record import GameRecord


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; return 0, or 1 after saying on stderr what went wrong."""
    options = _parser().parse_args(arguments)
    try:
        code: int = options.run(options)
        sys.stdout.flush()
    except A4AError as error:
        said = "\n".join(_printable(line) for line in str(error).splitlines())
        print(f"a4a: {said}", file=sys.stderr)
        return 1
    except BrokenPipeError:  # whoever read what is printed has had enough: `a4a check X | head`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except OSError as error:
        print(f"a4a: {error.filename or ''}: {error.strerror or error}", file=sys.stderr)
        return 1
    return code


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="a4a", description="WWII board games in JupyterLab.")
    parser.add_argument("--version", action="version", version=f"a4a {__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)

    info = commands.add_parser("info", help="say what a recorded game is")
    _takes_game(info)
    info.set_defaults(run=_info)

    convert = commands.add_parser("convert", help="turn a recorded game into an .a4a file")
    _takes_game(convert)
    convert.add_argument("out", type=Path, metavar="OUT.a4a", help="the file to write")
    convert.set_defaults(run=_convert)

    frames = commands.add_parser("frames", help="write a game's frames as Parquet files")
    _takes_game(frames)
    frames.add_argument("--out", type=Path, required=True, metavar="DIR", help="where to")
    frames.add_argument(
        "--at",
        choices=("round", "turn", "phase", "node"),
        default="turn",
        help="how finely the game is sampled (default: %(default)s)",
    )
    frames.set_defaults(run=_frames)

    page = commands.add_parser("page", help="write a game as one HTML file to share")
    _takes_game(page)
    page.add_argument("--out", type=Path, required=True, metavar="OUT.html", help="where to")
    page.add_argument(
        "--at", type=int, default=0, metavar="NODE", help="where it opens (default: the start)"
    )
    page.add_argument("--line", help="the variation it shows (default: the line through NODE)")
    page.add_argument("--view", help="the map, theatre or space it shows at first")
    page.add_argument("--title", help="its title (default: the game's)")
    page.set_defaults(run=_page)

    picture = commands.add_parser("picture", help="draw the board of a game as PNG or SVG")
    _takes_game(picture)
    picture.add_argument("--out", type=Path, required=True, metavar="OUT.png", help="or OUT.svg")
    picture.add_argument("--node", type=int, help="when (default: the end of the main line)")
    _takes_view(picture, width=1600)
    picture.set_defaults(run=_picture)

    animate = commands.add_parser("animate", help="draw how the fronts move as GIF or WebP")
    _takes_game(animate)
    animate.add_argument("--out", type=Path, required=True, metavar="OUT.gif", help="or OUT.webp")
    animate.add_argument(
        "--by",
        choices=("turn", "round"),
        default="turn",
        help="a frame after each (default: %(default)s)",
    )
    animate.add_argument(
        "--seconds", type=float, default=0.5, help="how long one is shown (default: %(default)s)"
    )
    _takes_view(animate, width=900)
    animate.set_defaults(run=_animate)

    audit = commands.add_parser(
        "audit", help="say where a recorded game and the rules part; exit with 1 if it broke any"
    )
    _takes_game(audit)
    audit.add_argument("--line", default="main", help="which line of it (default: %(default)s)")
    audit.add_argument(
        "--rules", type=Path, metavar="FOLDER", help="the mod it is played by, if it is one"
    )
    audit.add_argument(
        "--severity",
        action="append",
        choices=("illegal", "dubious", "engine option", "unknown"),
        help="print findings of this severity only; may be given again for another",
    )
    audit.add_argument(
        "--format",
        choices=("table", "csv", "json"),
        default="table",
        help="how they are printed (default: %(default)s, to be read)",
    )
    audit.set_defaults(run=_audit)

    check = commands.add_parser("check", help="report every fault of a dataset")
    check.add_argument("dataset", help="its name (global1940), or the path of its folder")
    check.add_argument(
        "--overrides", metavar="FOLDER", help="a folder of tables of your own to lay over it"
    )
    check.set_defaults(run=_check)

    rules = commands.add_parser("rules", help="list the rules of a game by id, in our words")
    rules.add_argument(
        "prefix", nargs="?", default="", metavar="PREFIX", help="ids that begin so: AA-MOV"
    )
    rules.add_argument(
        "--system", default="europe1940", help="whose, or a mod's folder (default: %(default)s)"
    )
    rules.add_argument(
        "--coverage",
        action="store_true",
        help="count the rules that the tests of the source tree name, and list the others",
    )
    rules.set_defaults(run=_rules)

    lab = commands.add_parser("lab", help="open JupyterLab on the notebooks that come with a4a")
    lab.add_argument(
        "folder",
        nargs="?",
        type=Path,
        default=Path("a4a-notebooks"),
        help="where the notebooks are put, unless they are there (default: %(default)s)",
    )
    lab.add_argument("--headless", action="store_true", help="run the quickstart once, and exit")
    lab.add_argument("--no-browser", action="store_true", help="print the address, open nothing")
    lab.set_defaults(run=_lab)
    return parser


def _takes_game(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, metavar="FILE", help="a .tsvg or .a4a file")
    parser.add_argument("--anonymous", action="store_true", help="leave out the players' names")
    parser.add_argument(
        "--player",
        action="append",
        type=_player,
        metavar="POWER=NAME",
        help="who plays a power; may be given again for another",
    )


def _player(text: str) -> tuple[str, str]:
    """Read who plays a power."""
    power, found, name = text.partition("=")
    if not found or not power.strip():
        raise argparse.ArgumentTypeError(f"{text!r} is not POWER=NAME, as in Germany=Ada")
    return power.strip(), name


def _takes_view(parser: argparse.ArgumentParser, *, width: int) -> None:
    parser.add_argument(
        "--region", help="a theatre, map or space of the board (default: the whole)"
    )
    parser.add_argument("--width", type=int, default=width, help="in pixels (default: %(default)s)")
    parser.add_argument(
        "--theme", choices=("light", "dark"), default="light", help="(default: %(default)s)"
    )


@contextmanager
def _busy(what: str) -> Iterator[None]:
    """Show on stderr that something is going on, while it is."""
    from rich.console import Console

    with Console(stderr=True).status(what):
        yield


def _open(options: argparse.Namespace) -> GameRecord:
    from a4a.importers.opening import open_record

    with _busy(f"Reading {options.file.name}"):
        players = dict(options.player) if options.player else None
        return open_record(options.file, anonymous=options.anonymous, players=players)


def _info(options: argparse.Namespace) -> int:
    record = _open(options)
    header, last = record.header, record.time(record.last)
    causes = Counter(step.cause for step in record.steps.values())
    source = " ".join(filter(None, (header.source.program, header.source.version)))
    rows = [
        ("game", header.title or header.system),
        ("system", header.system),
        ("recorded by", source),
        ("board", f"{record.board.name}, {len(record.board.spaces)} spaces"),
        ("rounds", str(last.round)),
        ("steps", f"{len(record)} ({', '.join(f'{n} {c}' for c, n in causes.most_common())})"),
        ("lines", ", ".join(record.lines)),
        ("annotations", str(len(record.annotations))),
        ("players", ", ".join(f"{p}: {name}" for p, name in header.players.items())),
        ("options", ", ".join(f"{k} = {v}" for k, v in header.options.items())),
        ("warnings", ", ".join(f"{w} ({n})" for w, n in header.warnings.items())),
    ]
    width = max(len(name) for name, _ in rows)
    for name, value in rows:
        if value:
            print(f"{name:<{width}}  {_printable(value)}")
    return 0


def _printable(text: str) -> str:
    """Make text from a file safe for a terminal: no control characters.

    Those that turn the direction of text are shown as their codes.
    """
    shown = visible(text)
    return "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in shown)


def _convert(options: argparse.Namespace) -> int:
    from a4a.store import save

    if options.out.suffix.lower() != ".a4a":
        raise A4AError(f"{options.out}: what is written is an .a4a file; end its name in .a4a")
    record = _open(options)
    with _busy(f"Writing {options.out.name}"):
        save(record, options.out)
    print(f"{options.out}: {len(record)} steps, {options.out.stat().st_size / 1e3:.0f} kB")
    return 0


def _frames(options: argparse.Namespace) -> int:
    from rich.progress import track

    from a4a.frames import frames, schemas

    tables = frames(_open(options), at=options.at)
    for name in track(schemas, description="Frames", transient=True):
        getattr(tables, name)
    tables.write(options.out)
    for name in schemas:
        print(f"{options.out / name}.parquet: {getattr(tables, name).height} rows")
    return 0


def _page(options: argparse.Namespace) -> int:
    from a4a.pages import export_html

    record = _open(options)
    with _busy(f"Writing {options.out.name}"):
        page = export_html(
            record,
            options.out,
            at=options.at,
            line=options.line,
            title=options.title,
            view=options.view,
        )
    print(f"{page}: {len(record)} steps, {page.stat().st_size / 1e6:.1f} MB")
    return 0


def _picture(options: argparse.Namespace) -> int:
    from a4a.map.pictures import picture

    record = _open(options)
    with _busy(f"Drawing {options.out.name}"):
        shown = picture(
            record, options.node, region=options.region, width=options.width, theme=options.theme
        )
        shown.save(options.out, scale=1)
    print(f"{options.out}: {shown.width} x {shown.height}, {_kilobytes(options.out)}")
    return 0


def _animate(options: argparse.Namespace) -> int:
    from a4a.map.pictures import animate

    animate(
        _open(options),
        options.out,
        region=options.region,
        by=options.by,
        seconds=options.seconds,
        width=options.width,
        theme=options.theme,
    )
    print(f"{options.out}: {_kilobytes(options.out)}")
    return 0


def _kilobytes(path: Path) -> str:
    return f"{path.stat().st_size / 1e3:.0f} kB"


def _audit(options: argparse.Namespace) -> int:
    from a4a.analysis.audit import report

    record = _open(options)
    found = report(record, line=options.line, rules=options.rules)
    findings = found.findings
    if options.severity:
        findings = findings.filter(findings["severity"].is_in(options.severity))
    if options.format == "csv":
        sys.stdout.write(findings.write_csv())
    elif options.format == "json":
        print(findings.write_json())
    else:
        _print_findings(record, findings)
        for row in found.judged.iter_rows(named=True):
            told = f"{row['findings'] or 'no'} finding{'' if row['findings'] == 1 else 's'}"
            print(
                f"{row['topic']:<12} {row['judged']:>6} judged, {row['agree']:8.2%} agree, "
                f"{row['lawful']:8.2%} free of illegal, {told}"
            )
        number = found.judged["judged"].sum()
        print(
            f"{'all':<12} {number:>6} judged, {found.agree:8.2%} agree, "
            f"{found.lawful:8.2%} free of illegal"
        )
    return 1 if (found.findings["severity"] == "illegal").any() else 0


def _print_findings(record: GameRecord, findings: pl.DataFrame) -> None:
    """Print findings turn by turn."""
    turn = ""
    for row in findings.iter_rows(named=True):
        time = record.time(row["node"])
        now = f"Round {time.round}, {' and '.join(time.powers) or 'before the first turn'}"
        if now != turn:
            print(_printable(now))
            turn = now
        cited = ", ".join(filter(None, (row["rule"], row["cites"])))
        money = row["difference"]
        print(
            _printable(
                f"  #{row['node']} {row['phase']}: {row['topic']}, {row['severity']} ({cited})"
            )
        )
        more = f" ({money:+} {record.catalog.currency})" if money else ""
        print(_printable(f"    {row['what']}: {row['says']}{more}"))
    print(f"{findings.height or 'no'} finding{'' if findings.height == 1 else 's'}")


def _check(options: argparse.Namespace) -> int:
    from a4a.boards import check, load
    from a4a.rules.systems import faults as faults_of_rules

    notes: list[str] = []
    with _busy(f"Checking {options.dataset}"):
        found = check(options.dataset, overrides=options.overrides)
        faults = [str(fault) for fault in found]
        if not any(fault.fatal for fault in found):
            faults += faults_of_rules(options.dataset, overrides=options.overrides)
            dataset = load(options.dataset, overrides=options.overrides)
            notes = [str(contradiction) for contradiction in dataset.contradictions]
    for note in notes:
        print(f"note: {note}")
    for fault in faults:
        print(fault)
    print(f"{options.dataset}: {len(faults) or 'no'} fault{'' if len(faults) == 1 else 's'}")
    return 1 if faults else 0


def _rules(options: argparse.Namespace) -> int:
    from a4a.rules.systems import book, comes_with_a4a

    prefix = options.prefix.upper()
    if options.coverage:
        from a4a.analysis.rulebook import coverage

        found = coverage(options.system, Path.cwd())
        print(found)
        for section, (tested, total) in found.sections.items():
            print(f"  section {section}: {tested} of {total}")
        for missing in found.missing:
            if missing.startswith(prefix):
                print(f"  {missing}")
        for unknown in found.unknown:
            print(f"  {unknown} is named by a test, and is no rule of {options.system}")
        return 0
    mod = Path(options.system)
    named = mod if mod.is_dir() and not comes_with_a4a(options.system) else options.system
    rules = [rule for rule in book(named) if rule.id.startswith(prefix)]
    if not rules:
        raise A4AError(f"no rule of {options.system} begins with {options.prefix!r}")
    for rule in rules:
        print(f"{rule.id}  {rule.statement}  [{rule.section}]")
    return 0


def _lab(options: argparse.Namespace) -> int:
    from a4a import lab

    for notebook in lab.copy_notebooks(options.folder):
        print(f"a4a: new: {notebook}")
    if not options.headless:
        lab.open_lab(options.folder, options=["--no-browser"] if options.no_browser else [])
        return 0
    run = lab.run_notebook(options.folder / lab.QUICKSTART)
    print(f"a4a: the {run.cells} cells of {lab.QUICKSTART} ran in {run.seconds:.1f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
