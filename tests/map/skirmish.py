"""Made-up games that the tests of the map and of the widgets share."""

from __future__ import annotations

import random

from a4a import boards
from a4a.core import events as ev
from a4a.core.board import Board, Border, Space
from a4a.core.catalog import Catalog, Power, UnitType
from a4a.core.position import Balance, Position
from a4a.core.record import GameRecord
from a4a.core.steps import Header, Step
from a4a.core.units import Unit

MISCHIEF = (
    "<img src=x onerror=\"window.pwned='img'\">",
    "</script><script>window.pwned='script'</script>",
    "\"'><svg onload=\"window.pwned='svg'\">",
    "<a href=\"javascript:window.pwned='link'\">x</a>",
)


def skirmish(*, rounds: int = 2, moves: int = 3, seed: int = 1940) -> GameRecord:
    """A game of random moves, captures, losses and income on the Global board.

    Parameters
    ----------
    rounds, moves
        How many rounds; how many moves in every phase of every turn.
    seed
        What the dice of its making begin with.
    """
    draw = random.Random(seed)
    dataset = boards.load("global1940")
    kinds = {space.name: space.kind for space in dataset.board.spaces}
    category = {kind.name: kind.category for kind in dataset.catalog.unit_types}
    units = {unit.id: unit for unit in dataset.position.units}
    place = {unit.id: str(unit.place) for unit in dataset.position.units}
    holder = dict(dataset.position.control)
    steps: list[Step] = []

    def add(*events: ev.AnyEvent) -> None:
        steps.append(Step(id=len(steps) + 1, parent=len(steps), events=events))

    def move(power: str) -> None:
        movable = [
            i for i, u in units.items() if u.owner == power and category[u.type] != "facility"
        ]
        if not movable:
            return add(ev.Noted("nothing moves"))
        unit = units[draw.choice(movable)]
        here, kind = place[unit.id], category[unit.type]
        group = [i for i in movable if place[i] == here and units[i].type == unit.type]
        group = group[: draw.randint(1, 4)]
        if draw.random() < 0.1:
            return fight(power, here, group[0])
        ways = [
            name
            for name in dataset.board.neighbours(here)
            if kind == "air" or kinds[name] == ("sea" if kind == "sea" else "land")
        ]
        if not ways:
            return add(ev.Noted("nowhere to go"))
        there = draw.choice(ways)
        events: list[ev.AnyEvent] = [ev.UnitsMoved(tuple(group), (here, there), "combat", 1)]
        place.update(dict.fromkeys(group, there))
        if kind == "land" and holder.get(there) != power:
            events.append(ev.ControlChanged(there, holder.get(there), power, "conquest"))
            holder[there] = power
        return add(*events)

    def fight(power: str, here: str, unit: int) -> None:
        name = f"b{len(steps)}"
        add(ev.BattleOpened(name, here, "land", (ev.Participant("attacker", power, (unit,)),)))
        dice = (ev.Die(3, 2, "miss"), ev.Die(1, 2, "hit"))
        add(
            ev.Rolled("attack", power, dice, 6, 1, battle=name),
            ev.UnitsRemoved((unit,), "casualty", name),
        )
        add(ev.BattleClosed(name, "mutual destruction", "nobody"))
        del units[unit], place[unit]

    for number in range(1, rounds + 1):
        add(ev.RoundBegan(number))
        for power in dataset.catalog.powers:
            if not power.playable:
                continue
            add(ev.TurnBegan((power.name,)))
            for phase in dataset.phases:
                add(ev.PhaseBegan(phase.name))
                for _ in range(moves):
                    move(power.name)
            if power.treasuries:
                add(ev.ResourceChanged(power.treasuries[0], "IPC", draw.randint(1, 30), "income"))
    header = Header(system="global1940", title="Skirmish")
    return GameRecord(header, dataset.board, dataset.catalog, dataset.position, steps=steps)


def mischievous() -> GameRecord:
    """A game whose every name and word tries to be HTML, on a board that nobody has drawn."""
    img, script, svg, link = MISCHIEF
    spaces = tuple(
        Space(name=f"{text} {i}", kind="sea" if i % 3 == 2 else "land", city=img, features=(svg,))
        for i, text in enumerate(MISCHIEF * 3)
    )
    names = [space.name for space in spaces]
    board = Board(
        name=script,
        spaces=spaces,
        borders=tuple(
            Border(names[i], names[j], "land")
            for i in range(12)
            for j in ((i + 1) % 12, (i + 3) % 12)
        ),
    )
    catalog = Catalog(
        system=svg,
        dice_sides=6,
        currency=img,
        powers=(
            Power(name=img, adjective=script, side=svg, treasuries=(link,), colour="url(x)"),
            Power(name=script, treasuries=(svg,), colour='#000000" onload="x'),
        ),
        unit_types=(
            UnitType(name=svg, category="land", symbol=img),
            UnitType(name=script, category="sea"),
        ),
    )
    start = Position(
        units=tuple(
            Unit(i + 1, (svg, script)[i % 2], (img, script)[i % 3 % 2], names[i % 12], 0, (link,))
            for i in range(30)
        ),
        control={name: (img, script)[i % 2] for i, name in enumerate(names) if i % 3 < 2},
        balances=(Balance(link, img, 3), Balance(svg, script, 4)),
    )
    record = GameRecord(
        Header(system=svg, title=script, players={img: script, script: svg}), board, catalog, start
    )
    record.append([ev.RoundBegan(1, img)])
    record.append([ev.TurnBegan((img,))])
    record.append([ev.PhaseBegan(script)])
    for i, text in enumerate(MISCHIEF * 3):
        unit = i + 1
        record.append(
            [ev.UnitsMoved((unit,), (names[i % 12], names[(i + 1) % 12]), "combat", 1)], text=text
        )
        record.append([ev.Noted(text, kind=text)])
        record.append([ev.ResourceChanged(link, img, 1, text, detail=text)])
    return record
