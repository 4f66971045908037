"""Counting moves: what the rules list is held against a naive enumerator and counts on file.

A folder `perft` has the counts: by position, phase and power. They are written anew, by the naive
enumerator, when REWRITE_GOLDEN is set. Where a count differs, the test shows the spaces that do.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

from a4a.core import events as ev
from a4a.core.state import State
from a4a.rules.areas.movement.reach import MovePhase, Reach
from a4a.rules.areas.system import System
from tests import depth
from tests.rules.areas.brute import Found

PHASES: dict[str, MovePhase] = {"Combat Move": "combat", "Noncombat Move": "noncombat"}
PLAIN = {"march", "load", "assault", "ashore", "sail", "land", "attack"}
"""What the enumerator calls a move without a task."""

Enumerate = Callable[[State, str, MovePhase], Found]
"""A naive enumerator: all single-unit moves of a power in a phase."""


def of_the_rules(system: System, state: State, power: str, phase: MovePhase) -> Found:
    """All single-unit moves that the rules list; only one of units alike in `make test`."""
    reach = Reach(system)
    found: Found = {}
    asked = set()
    for unit in state.units.values():
        space = state.space_of(unit.id)
        if unit.owner == power and space is not None:
            itself = unit.id if state.at(unit.id) else None  # what is aboard counts
            alike = itself, unit.type, unit.place, unit.damage, unit.flags, state.memory(unit.id)
            if alike in asked and not depth.soaking():
                continue
            asked.add(alike)
            ends = found.setdefault((unit.type, space, unit.place != space), set())
            ends.update(
                (way.path[-1], way.task)
                for way in reach.ways(state, [unit.id], phase=phase, power=power)
            )
    return found


def plainly(found: Found) -> Found:
    """What an enumerator found, without its names for moves that have no task."""
    return {
        stack: {(end, "" if what in PLAIN else what) for end, what in ends}
        for stack, ends in found.items()
    }


def count(found: Found) -> int:
    return sum(map(len, found.values()))


def split(rules_find: Found, enumerator_finds: Found) -> str:
    """The stacks whose moves differ, with the ends that only one of the two has."""
    lines = []
    for stack in sorted(rules_find.keys() | enumerator_finds.keys()):
        ours, theirs = rules_find.get(stack, set()), enumerator_finds.get(stack, set())
        if ours != theirs:
            kind, space, aboard = stack
            lines.append(
                f"{kind} in {space}{' (aboard)' if aboard else ''}: "
                f"only the rules {sorted(ours - theirs)}, "
                f"only the enumerator {sorted(theirs - ours)}"
            )
    return "\n".join(lines)


def begun(state: State, power: str, phase: str) -> State:
    """The state as a phase of a power's turn begins."""
    return state.apply(ev.TurnBegan((power,)), ev.PhaseBegan(phase))


class Counts:
    """The counts of a folder, held against the rules; the enumerator is asked where they differ.

    A count stands with a digest of the moves counted. `make soak` asks the enumerator for every
    position again.

    Parameters
    ----------
    folder
        Where the counts are.
    enumerate
        The enumerator.
    """

    def __init__(self, folder: Path, enumerate: Enumerate) -> None:
        self.folder, self.enumerate = folder, enumerate

    def check(self, name: str, system: System, state: State, power: str, phase: str) -> None:
        """Assert that the rules find the moves on file, which are those of the enumerator."""
        key = f"{phase}, {power}"
        ours = of_the_rules(system, state, power, PHASES[phase])
        if os.environ.get("REWRITE_GOLDEN"):
            self.keep(name, key, of_moves(self.enumerate(state, power, PHASES[phase])))
        if depth.soaking() or self.kept(name).get(key) != of_moves(ours):
            theirs = self.enumerate(state, power, PHASES[phase])
            assert ours == theirs, f"{name}, {key}:\n{split(ours, theirs)}"
            assert self.kept(name).get(key) == of_moves(ours), f"{name}, {key}: not on file"

    def compare(self, system: System, state: State, power: str, phase: str) -> None:
        """Assert that rules and enumerator find the same moves in a position not on file."""
        theirs = self.enumerate(state, power, PHASES[phase])
        ours = of_the_rules(system, state, power, PHASES[phase])
        assert ours == theirs, split(ours, theirs)

    def kept(self, name: str) -> dict[str, str]:
        """The counts on file for a position, by phase and power."""
        path = self.folder / f"{name}.txt"
        lines = path.read_text().splitlines() if path.exists() else []
        return {key: counted for key, _, counted in (line.rpartition(": ") for line in lines)}

    def keep(self, name: str, key: str, counted: str) -> None:
        counts = {**self.kept(name), key: counted}
        self.folder.mkdir(exist_ok=True)
        text = "".join(f"{k}: {n}\n" for k, n in counts.items())
        (self.folder / f"{name}.txt").write_text(text)


def of_moves(found: Found) -> str:
    """How many moves there are, and a digest of which."""
    text = "\n".join(sorted(f"{stack} {end}" for stack, ends in found.items() for end in ends))
    return f"{count(found)} {sha256(text.encode()).hexdigest()[:12]}"
