"""From a plan to a board: land, sea, coverage, then the two files."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from shapely.geometry.base import BaseGeometry

from tools.geometry import land, lines, output, sea
from tools.geometry.atoms import Atoms
from tools.geometry.coverage import Coverage, settle, simplify
from tools.geometry.tables import Plan, pair, read_plan, source_of, spaces_of

TOUCH = 0.03
"""Spaces with less common border than this (degrees) only meet at a corner."""
TOLERANCE = 0.07
ROUNDS = 4


def build(datasets: list[Path], say: Callable[[str], None]) -> None:
    """Build the geometry of boards into their dataset folders.

    A board that is part of another is cut from the other's map, so that both agree.
    """
    atoms = Atoms()
    drawn: dict[Path, dict[str, BaseGeometry]] = {}
    for dataset in datasets:
        source = source_of(dataset)
        if source not in drawn:
            drawn[source] = draw(read_plan(source), atoms, say)
        kinds = {row["name"]: row["kind"] for row in spaces_of(dataset)}
        spaces = {name: drawn[source][name] for name in kinds}
        output.write_spaces(dataset, spaces, kinds)
        output.write_lines(dataset, lines.shared(spaces))
        say(f"{dataset.name}: {len(spaces)} spaces written")


def draw(plan: Plan, atoms: Atoms, say: Callable[[str], None]) -> dict[str, BaseGeometry]:
    """Every space of a board, in hundredths of a degree."""
    ground = land.build(plan, atoms)
    say(f"{plan.board}: {len(ground)} land territories")
    zones = sea.build(plan, ground)
    say(f"{plan.board}: {len(zones) - 1} sea zones")
    sea_names = [name for name in plan.kinds if plan.kinds[name] == "sea"]
    bordered = {name for pair in plan.borders for name in pair}
    for _ in range(ROUNDS):
        coverage = Coverage(ground | zones)
        for given in coverage.join_pieces(sea_names):
            say(f"  {given}")
        for given in coverage.join_exclaves(list(ground)):
            say(f"  {given}")
        changed = False
        for (a, b), length in sorted(coverage.contacts().items()):
            if pair(a, b) in plan.borders or not {a, b} <= bordered or length < TOUCH / 3:
                continue
            if (a in ground) != (b in ground):
                territory, zone = (a, b) if a in ground else (b, a)
                yielded = sea.yield_coast(plan, ground, zones, territory, zone)
                say(f"  {territory} | {zone} {length:.2f}: {'yielded' if yielded else 'left'}")
                changed |= yielded
            else:
                say(f"  {a} | {b} {length:.2f}: left")
        if not changed:
            break
    whole = simplify(coverage.dissolve(), TOLERANCE)
    say(f"{plan.board}: simplified")
    spaces = settle(whole)
    return {name: spaces[name] for name in plan.kinds}
