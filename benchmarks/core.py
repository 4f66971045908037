"""How fast and how large the core is: a record of 7,000 steps, 1,500 units, 310 spaces.

Run it on an idle machine::

    python benchmarks/core.py [--steps 7000] [--units 1500] [--spaces 310]

It prints a table: reading the record's steps, the first state of the last node, any node after
that, walking the whole line, writing the record step by step, and the memory of its snapshots.
"""

from __future__ import annotations

import argparse
import gc
import random
import statistics
import sys
import tracemalloc
from collections.abc import Callable, Iterator
from pathlib import Path
from time import perf_counter

sys.path.insert(0, str(Path(__file__).parent.parent))

from a4a.core import events as ev
from a4a.core.board import Board, Border, Space
from a4a.core.catalog import Catalog, Power, UnitType
from a4a.core.position import Balance, Position
from a4a.core.record import GameRecord
from a4a.core.steps import Header, Step
from a4a.core.units import Holding, Unit

POWERS = tuple(f"power {i}" for i in range(9))
TYPES = tuple(f"type {i}" for i in range(14))
STEPS_A_TURN = 45


def synthetic(*, steps: int, units: int, spaces: int, seed: int = 1940) -> GameRecord:
    """A game of moves, purchases, battles and losses, as long games are."""
    draw = random.Random(seed)
    names = tuple(f"space {i}" for i in range(spaces))
    board = Board(
        name="synthetic",
        spaces=tuple(Space(name=n, kind="land", value=i % 5) for i, n in enumerate(names)),
        borders=tuple(
            Border(names[i], names[j], "land")
            for i in range(spaces)
            for j in {(i + 1) % spaces, (i + 17) % spaces}
        ),
    )
    catalog = Catalog(
        system="synthetic",
        dice_sides=6,
        currency="IPC",
        powers=tuple(Power(name=p, treasuries=(p,)) for p in POWERS),
        unit_types=tuple(UnitType(name=t, category="land", cost=3) for t in TYPES),
    )
    start = Position(
        units=tuple(
            Unit(i, draw.choice(TYPES), draw.choice(POWERS), draw.choice(names))
            for i in range(1, units + 1)
        ),
        control={name: draw.choice(POWERS) for name in names},
        balances=tuple(Balance(p, "IPC", 30) for p in POWERS),
    )
    written = _steps(start, board, draw, number=steps)
    return GameRecord(Header(system="synthetic"), board, catalog, start, steps=written)


def _steps(start: Position, board: Board, draw: random.Random, *, number: int) -> Iterator[Step]:
    where: dict[int, str] = {u.id: str(u.place) for u in start.units}
    owners = {u.id: u.owner for u in start.units}
    fresh = len(where) + 1
    for n in range(1, number + 1):
        power = POWERS[n // STEPS_A_TURN % len(POWERS)]
        events: list[ev.AnyEvent] = []
        if n % (STEPS_A_TURN * len(POWERS)) == 1:
            events.append(ev.RoundBegan(n // (STEPS_A_TURN * len(POWERS)) + 1))
        if n % STEPS_A_TURN == 1:
            events += [ev.TurnBegan((power,)), ev.PhaseBegan("Combat Move")]
            events.append(ev.ResourceChanged(power, "IPC", 30, "income"))
        kind = n % 5
        moving = draw.sample(sorted(where), 3)
        space = where[moving[0]]
        if kind < 3:
            for unit in moving:
                there = draw.choice(board.neighbours(where[unit]))
                events.append(ev.UnitsMoved((unit,), (where[unit], there), "combat", cost=1))
                where[unit] = there
        elif kind == 3:
            battle = f"battle {n}"
            sides = (
                ev.Participant("attacker", owners[moving[0]], (moving[0],)),
                ev.Participant("defender", owners[moving[1]], (moving[1],)),
            )
            dice = tuple(ev.Die(draw.randint(1, 6), 3) for _ in range(8))
            events += [
                ev.BattleOpened(battle, space, "land", sides),
                ev.CombatRoundBegan(battle, 1),
                ev.Rolled("attack", power, dice, 6, hits=3, battle=battle, role="attacker"),
                ev.Rolled("defense", power, dice, 6, hits=2, battle=battle, role="defender"),
                ev.UnitsRemoved((moving[1],), "casualty", battle),
                ev.BattleClosed(battle, "attacker takes", "attacker"),
                ev.ControlChanged(space, None, power, "conquest", battle),
            ]
            del where[moving[1]], owners[moving[1]]
        else:
            events += [
                ev.ResourceChanged(power, "IPC", -3, "purchase"),
                ev.UnitsAdded(
                    (Unit(fresh, TYPES[0], power, Holding(power, "purchased")),), "purchase"
                ),
                ev.UnitsPlaced((fresh,), space, "mobilized"),
            ]
            where[fresh], owners[fresh] = space, power
            fresh += 1
        yield Step(id=n, parent=n - 1, events=tuple(events), actors=(power,))


def timed(work: Callable[[], object]) -> float:
    """Milliseconds that work takes."""
    gc.collect()
    began = perf_counter()
    work()
    return (perf_counter() - began) * 1000


def percentile(times: list[float], share: float) -> float:
    return sorted(times)[min(len(times) - 1, int(share * len(times)))]


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    for name, default in (("steps", 7000), ("units", 1500), ("spaces", 310)):
        parser.add_argument(f"--{name}", type=int, default=default)
    sizes = parser.parse_args()
    record = synthetic(steps=sizes.steps, units=sizes.units, spaces=sizes.spaces)
    steps = tuple(record.steps.values())
    parts = (record.header, record.board, record.catalog, record.start)
    rows: list[tuple[str, str]] = []

    def row(what: str, figure: str) -> None:
        rows.append((what, figure))

    row("steps, events", f"{len(steps)}, {sum(len(s.events) for s in steps)}")
    row("make the record of its steps", f"{timed(lambda: GameRecord(*parts, steps=steps)):.0f} ms")
    row("state of the last node, first use", f"{timed(lambda: record.state_at(len(steps))):.0f} ms")

    draw = random.Random(7)
    jumps = [timed_call(record, draw.randint(0, len(steps))) for _ in range(3000)]
    row("state of any node, then", f"median {statistics.median(jumps):.2f} ms, "
        f"99 % {percentile(jumps, 0.99):.2f} ms, most {max(jumps):.2f} ms")  # fmt: skip
    forward = [timed_call(record, node) for node in range(1, len(steps) + 1)]
    row("next node, all in order", f"median {statistics.median(forward):.3f} ms, "
        f"most {max(forward):.2f} ms, together {sum(forward):.0f} ms")  # fmt: skip
    backward = [timed_call(record, node) for node in range(len(steps), 0, -1)]
    row("node before, all in order", f"median {statistics.median(backward):.3f} ms, "
        f"most {max(backward):.2f} ms")  # fmt: skip
    state = record.state_at(len(steps))
    row("stacks of the whole board", f"{timed(state.stacks):.1f} ms")
    row("fingerprint of a state", f"{timed(state.fingerprint):.1f} ms")

    def write() -> None:
        written = GameRecord(*parts)
        for step in steps:
            written.append(step.events, actors=step.actors)

    row("write it step by step", f"{timed(write) / len(steps):.3f} ms a step")

    again = GameRecord(*parts, steps=steps)
    tracemalloc.start()
    again.state_at(len(steps))
    row("memory of its snapshots", f"{tracemalloc.get_traced_memory()[0] / 2**20:.0f} MB")
    for node in range(0, len(steps), 3):
        again.state_at(node)
    row("the same after 2,300 jumps", f"{tracemalloc.get_traced_memory()[0] / 2**20:.0f} MB")
    tracemalloc.stop()

    width = max(len(what) for what, _ in rows)
    for what, figure in rows:
        print(f"{what:<{width}}  {figure}")


def timed_call(record: GameRecord, node: int) -> float:
    """Milliseconds that the state of a node takes."""
    began = perf_counter()
    record.state_at(node)
    return (perf_counter() - began) * 1000


if __name__ == "__main__":
    main()
