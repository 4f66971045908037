"""Copies of the project: faults are planted in them, never in the checkout."""

from __future__ import annotations

import hashlib
import os
import py_compile
import subprocess
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from importlib.util import cache_from_source
from pathlib import Path
from queue import SimpleQueue
from typing import TypeVar

from tools.mutants.faults import Fault

T = TypeVar("T")

COMPILED = ("a4a/", "tests/", "tools/")
"""Where modules are compiled ahead."""


def files_of(project: Path) -> list[str]:
    """Return what git knows or would add: the paths below the project, sorted."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=project,
        capture_output=True,
        text=True,
        check=True,
    )
    names = sorted(set(filter(None, listed.stdout.split("\0"))))
    return [name for name in names if (project / name).is_file()]


def digest(project: Path, names: Iterable[str]) -> str:
    """Return a name for what is in some files: alike only if all of them are."""
    whole = hashlib.sha256()
    for name in sorted(names):
        path = project / name
        content = hashlib.sha256(path.read_bytes()).digest() if path.is_file() else b"gone"
        whole.update(name.encode() + b"\0" + content)
    return whole.hexdigest()[:16]


def make_tree(project: Path, room: Path) -> Path:
    """Make a copy of the project in a room, or make the one that is there what it should be.

    The folder `shared`, if there is one beside the project, is beside the copy too. What is
    compiled goes by content, so that a fault of the same size and second is not overlooked.

    Returns
    -------
    The folder of the copy.
    """
    tree = room / "tree"
    names = files_of(project)
    for name in names:
        source, target = project / name, tree / name
        content = source.read_bytes()
        changed = not target.is_file() or target.read_bytes() != content
        if changed:
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(content)
        compiled = name.startswith(COMPILED) and name.endswith(".py")
        if compiled and (changed or not Path(cache_from_source(str(target))).is_file()):
            py_compile.compile(
                str(target), quiet=2, invalidation_mode=py_compile.PycInvalidationMode.CHECKED_HASH
            )
    kept = set(names)
    for path in list(tree.rglob("*")):
        ours = path.is_file() and "__pycache__" not in path.parts
        if ours and path.relative_to(tree).as_posix() not in kept:
            path.unlink()
    shared = project.parent / "shared"
    if shared.is_dir() and not (room / "shared").exists():
        (room / "shared").symlink_to(shared.resolve())
    return tree


@contextmanager
def planted(fault: Fault, tree: Path) -> Iterator[None]:
    """Plant a fault in a copy, and take it out again."""
    path = tree / fault.path
    source = path.read_text(encoding="utf-8")
    path.write_text(fault.planted(source), encoding="utf-8")
    try:
        yield
    finally:
        path.write_text(source, encoding="utf-8")


def in_rooms(rooms: list[Path], work: Callable[[T, Path], None], things: Iterable[T]) -> None:
    """Work on things in order, one at a time in each room."""
    free: SimpleQueue[Path] = SimpleQueue()
    for room in rooms:
        free.put(room)

    def go(thing: T) -> None:
        room = free.get()
        try:
            work(thing, room)
        finally:
            free.put(room)

    with ThreadPoolExecutor(len(rooms)) as pool:
        for _ in pool.map(go, things):
            pass  # raises what was raised


def environment(tree: Path, temporary: Path) -> dict[str, str]:
    """Return the environment in which a copy's tests run: what they import is the copy.

    Loops are interpreted, unless the caller's own environment says otherwise: one with a fault in
    it would have to be compiled for each trial, which takes a minute, and no probe is in it.
    """
    return {
        "NUMBA_DISABLE_JIT": "1",
        **os.environ,
        "PYTHONPATH": str(tree),
        "PYTHONDONTWRITEBYTECODE": "1",
        "TMPDIR": str(temporary),
    }
