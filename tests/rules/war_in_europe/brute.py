"""A slow solver of its own for fights on the chart: every throw of the dice, rule by rule.

It shares no step with `a4a.rules.hexes` or the system: it reads the tables of the dataset with
`csv`, and fights by sections 4.2.C.3 and 9 as they are written in this file.
"""

from __future__ import annotations

import csv
from collections import defaultdict
from functools import cache
from itertools import product
from pathlib import Path

FOLDER = Path(__file__).parents[3] / "datasets" / "war_in_europe"
LAND = {"armor", "infantry", "paratroop", "artillery", "fort"}
AIR = {"air unit", "strategic air", "naval air"}

# A unit: its type, and the factors of the sides that it has left, (combat, asw) each.
Unit = tuple[str, tuple[tuple[int, int], ...]]
Side = tuple[Unit, ...]


@cache
def table(name: str) -> list[dict[str, str]]:
    with (FOLDER / f"{name}.csv").open(encoding="utf-8") as file:
        return list(csv.DictReader(file))


def unit(name: str, *, reduced: bool = False, supplied: bool = True) -> Unit:
    """A counter by "Power: counter"."""
    power, _, called = name.partition(": ")
    (row,) = (r for r in table("counters") if (r["power"], r["name"]) == (power, called))
    faces = [(int(row["combat"]), int(row["asw"] or 0))]
    if row["reduced"]:
        faces.append((int(row["reduced"]), int(row["reduced_asw"] or 0)))
    if not supplied:
        faces = [(combat // 2, asw // 2) for combat, asw in faces]
    return row["unit"], tuple(faces[int(reduced) :])


@cache
def losses(line: str, strength: int, shift: int, roll: int) -> int:
    """Loss points of a roll."""
    if strength <= 0:
        return 0
    rows = sorted((r for r in table("charts/combat") if r["line"] == line),
                  key=lambda r: int(r["least"]))  # fmt: skip
    own = max(i for i, row in enumerate(rows) if int(row["least"]) <= strength)
    row = rows[min(max(own - shift, 0), len(rows) - 1)]
    return sum(bool(row[n]) and roll <= int(row[n]) for n in ("one", "two", "three", "four"))


def shift_of(*ground: str) -> int:
    rows = {row["terrain"]: int(row["shift"]) for row in table("charts/terrain")}
    return min(2, sum(rows[name] for name in ground))


def throws(strength: int) -> dict[int, float]:
    if strength <= 0:
        return {0: 1.0}
    found: dict[int, float] = defaultdict(float)
    for one, two in product(range(1, 7), repeat=2):
        found[one + two] += 1 / 36
    return found


def factors(units: Side, which: int = 0) -> int:
    return sum(faces[0][which] for _, faces in units)


def reduce(units: Side, points: int) -> tuple[Side, int]:
    """What is left after so many points, the most factors kept; and how many forts have taken."""
    forts = [u for u in units if u[0] == "fort"]
    others = [u for u in units if u[0] != "fort"]
    by_forts = min(points, sum(len(faces) for _, faces in forts))

    def best(group: list[Unit], taken: int) -> list[Unit]:
        ways = (
            way
            for way in product(*(range(len(faces) + 1) for _, faces in group))
            if sum(way) == min(taken, sum(len(faces) for _, faces in group))
        )
        left = (
            [(kind, faces[n:]) for (kind, faces), n in zip(group, way, strict=True) if faces[n:]]
            for way in ways
        )
        return max(left, key=lambda rest: (factors(tuple(rest)), len(rest)))

    return (*best(forts, by_forts), *best(others, points - by_forts)), by_forts


def volley(own: Side, enemy: Side) -> tuple[str, int]:
    """The line and strength of fleets and air units at sea."""
    planes = tuple(u for u in own if u[0] in AIR)
    ships = tuple(u for u in own if u[0] not in AIR)
    targets = [u for u in enemy if u[0] not in AIR]
    if not targets:
        return "Sea vs. Air", factors(tuple(u for u in ships if u[0] == "surface fleet"))
    hunted = all(kind == "submarine fleet" for kind, _ in targets)
    which = int(hunted)
    by_air = factors(planes, which)
    if not ships:
        return ("ASW" if hunted else "Air vs. Sea"), by_air
    by_ships = factors(ships, which)
    return ("ASW" if hunted else "Sea vs. Sea"), by_ships + min(by_air, by_ships)


def exchange(own: Side, other: Side, fire: tuple[tuple[str, int], tuple[str, int]], shift: int = 0):
    """All that can come of both sides' fire: chance, who won, both sides afterwards."""
    (line, a), (reply, d) = fire
    found: dict[tuple[str, Side, Side], float] = defaultdict(float)
    for (x, p), (y, q) in product(throws(a).items(), throws(d).items()):
        on_them, on_us = losses(line, a, shift, x), losses(reply, d, 0, y)
        us, kept = reduce(own, on_us)
        them, held = reduce(other, on_them)
        ours, theirs = (-(on_us - kept), x), (-(on_them - held), y)
        won = "nobody" if ours == theirs else "attacker" if ours > theirs else "defender"
        found[won, us, them] += p * q
    return [(p, *end) for end, p in found.items()]


def land_fight(
    attacker: Side, defender: Side, *ground: str
) -> dict[tuple[str, str, str, str, int, int], float]:
    """A land combat with support: winner, holder, who retreats, who may advance, steps left."""
    troops = tuple(u for u in attacker if u[0] in LAND), tuple(u for u in defender if u[0] in LAND)
    helpers = (
        tuple(u for u in attacker if u not in troops[0]),
        tuple(u for u in defender if u not in troops[1]),
    )
    found: dict[tuple[str, str, str, str, int, int], float] = defaultdict(float)
    for p, ours, theirs, spent in support(*helpers):
        strengths = [
            factors(own) + min(factors(own), factors(help_))
            for own, help_ in zip(troops, (ours, theirs), strict=True)
        ]
        fire = ("Land vs. Land", strengths[0]), ("Land vs. Land", strengths[1])
        for q, won, us, them in exchange(*troops, fire, shift_of(*ground)):
            if won == "attacker":
                them = tuple(u for u in them if u[0] != "fort")
            walks = [any(kind != "fort" for kind, _ in side) for side in (us, them)]
            takes = won == "attacker" and walks[0]
            loser = {"attacker": them, "defender": us, "nobody": ()}[won]
            retreats = ("defender" if won == "attacker" else "attacker") if loser else "nobody"
            advances = won if won != "nobody" and walks[won == "defender"] else "nobody"
            if won == "defender" and not troops[0]:
                advances = "nobody"
            key = won, "attacker" if takes else "defender", retreats, advances
            steps = [
                sum(len(faces) for _, faces in side)
                for side in ((*us, *ours, *spent[0]), (*them, *theirs, *spent[1]))
            ]
            found[(*key, *steps)] += p * q
    return found


def support(own: Side, other: Side):
    """How support fights support: chance, what both sides have left that helps, who is out."""
    planes = [tuple(u for u in side if u[0] in AIR) for side in (own, other)]
    ships = [tuple(u for u in side if u[0] not in AIR) for side in (own, other)]
    after_air = [(1.0, *planes, ((), ()))]
    if all(planes):
        fire = ("Air vs. Air", factors(planes[0])), ("Air vs. Air", factors(planes[1]))
        after_air = [
            (
                p,
                us if won == "attacker" else (),
                them if won == "defender" else (),
                (() if won == "attacker" else us, () if won == "defender" else them),
            )
            for p, won, us, them in exchange(*planes, fire)
        ]
    for p, a_air, d_air, out in after_air:
        us, them = (*ships[0], *a_air), (*ships[1], *d_air)
        if not us or not them or not any(ships):
            yield p, us, them, out
            continue
        for q, won, ours, theirs in exchange(us, them, (volley(us, them), volley(them, us))):
            gone = (
                (*out[0], *(() if won == "attacker" else ours)),
                (*out[1], *(() if won == "defender" else theirs)),
            )
            yield (
                p * q,
                ours if won == "attacker" else (),
                theirs if won == "defender" else (),
                gone,
            )


def without_land(own: Side, other: Side):
    """A fight at sea or in the air: chance, who won the last exchange, what both have left."""
    planes = [tuple(u for u in side if u[0] in AIR) for side in (own, other)]
    ships = [tuple(u for u in side if u[0] not in AIR) for side in (own, other)]
    after_air = [(1.0, "nobody", *planes)]
    if all(planes):
        fire = ("Air vs. Air", factors(planes[0])), ("Air vs. Air", factors(planes[1]))
        after_air = exchange(*planes, fire)
    for p, won, a_air, d_air in after_air:
        fought = all(planes)
        us = (*ships[0], *(a_air if won == "attacker" or not fought else ()))
        them = (*ships[1], *(d_air if won == "defender" or not fought else ()))
        gone = [
            () if won == side or not fought else air
            for side, air in (("attacker", a_air), ("defender", d_air))
        ]
        if not us or not them or not any(ships):
            yield p, won, (*us, *gone[0]), (*them, *gone[1])
            continue
        for q, last, ours, theirs in exchange(us, them, (volley(us, them), volley(them, us))):
            yield p * q, last, (*ours, *gone[0]), (*theirs, *gone[1])
