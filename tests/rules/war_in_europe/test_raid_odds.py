"""Odds of city bombing and convoy attacks: brute force, and the kernel's own dice."""

from __future__ import annotations

from collections import defaultdict
from itertools import product

import pytest

import a4a
from a4a.core.dice import ScriptedDice
from a4a.core.english import share
from a4a.core.errors import BattleError
from a4a.odds.raided import RaidOdds
from a4a.rules.run import Run
from a4a.rules.systems.war_in_europe.forms.strategic import strategic_forms
from a4a.rules.systems.war_in_europe.orders.fighting import TakeLosses
from a4a.rules.systems.war_in_europe.orders.strategic import (
    AttackConvoy,
    Bomb,
    Intercept,
    Lend,
    MakePort,
    Sink,
)
from a4a.rules.systems.war_in_europe.strategic.convoys import harbours
from a4a.widgets.raid_report import raid_report
from tests.rules.war_in_europe import brute
from tests.rules.war_in_europe.brute import exchange, factors, losses, throws
from tests.rules.war_in_europe.fighting import throw
from tests.rules.war_in_europe.positions import system, unit
from tests.rules.war_in_europe.test_strategic import (
    CHANNEL,
    EAST,
    GE1,
    GE2,
    HOME,
    MOSCOW,
    NAVAL,
    NORWAY,
    OVER_MOSCOW,
    PHASE,
    SPRING_1943,
    SU1,
    SUB1,
    SUB2,
    SUMMER_1941,
    SURFACE,
    begin,
    give,
    ids,
    is_bombed,
    kind,
    sailing,
)

RAF, BC, US8 = "Great Britain: 1st RAF", "Great Britain: Bomber Command", "United States: 8th air"
GE3, FAR = "Germany: 3rd air", "strategic air"
Found = dict[tuple[int, int, int], float]
"""How likely: the damage, the steps that both sides have left."""


def asked(target: str, ours: tuple[str, ...], theirs: tuple[str, ...] = (), **how: object):
    counters = [dict.fromkeys(names, 1) for names in (ours, theirs)]
    return a4a.battle(
        "war_in_europe", kind="raid", target=target, attacker=counters[0], defender=counters[1],
        **how,
    )  # fmt: skip


def told(odds: RaidOdds) -> Found:
    found: Found = defaultdict(float)
    for (ours, theirs, damage), chance in odds.ends.items():
        found[damage, sum(ours), sum(theirs)] += chance
    return found


def same(found: Found, wanted: Found) -> None:
    assert {key for key, p in found.items() if p} == {key for key, p in wanted.items() if p}
    assert all(abs(found[key] - p) < 1e-12 for key, p in wanted.items())
    assert sum(found.values()) == pytest.approx(1, abs=1e-12)


def steps(side: brute.Side) -> int:
    return sum(len(faces) for _, faces in side)


# --- city bombing ---------------------------------------------------------------------------------


def bombing(ours: brute.Side, theirs: brute.Side) -> Found:
    """Section 6.1, throw by throw; of several ways to lose, bombers keep the best to bomb with."""
    found: Found = defaultdict(float)
    fire = (factors(ours) // 2 if theirs else 0), factors(theirs)
    for (x, p), (y, q) in product(throws(fire[0]).items(), throws(fire[1]).items()):
        us = best(ours, losses("Air vs. Air", fire[1], 0, y))
        them = brute.reduce(theirs, losses("Air vs. Air", fire[0], 0, x))[0]
        for z, r in throws(factors(us)).items():
            hit = losses("Bombing", factors(us), shift(us), z) > 0
            found[int(hit), steps(us), steps(them)] += p * q * r
    return found


def shift(side: brute.Side) -> int:
    """One column to the right; `losses` counts columns to the left."""
    return -1 if any(name == FAR for name, _ in side) else 0


def best(side: brute.Side, points: int) -> brute.Side:
    every = [range(len(faces) + 1) for _, faces in side]
    left = [
        tuple((n, faces[lost:]) for (n, faces), lost in zip(side, way, strict=True) if faces[lost:])
        for way in product(*every)
        if sum(way) == min(points, steps(side))
    ]
    chance = [
        sum(p for z, p in throws(factors(rest)).items()
            if losses("Bombing", factors(rest), shift(rest), z))
        for rest in left
    ]  # fmt: skip
    at = max(range(len(left)), key=lambda i: (chance[i], factors(left[i]), len(left[i])))
    return left[at]


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        ((GE1,), ()),
        ((BC, US8), ()),
        ((GE1, GE2), (SU1,)),
        ((GE1, GE2, GE3), (RAF, SU1)),
        ((RAF, BC), (GE1, GE2)),  # of equal factors they keep the one that shifts
    ],
)
@pytest.mark.rule("WE-BOM-007", "WE-BOM-011", "WE-BOM-013")
def test_odds_of_city_bombing_are_those_of_all_throws(
    ours: tuple[str, ...], theirs: tuple[str, ...]
) -> None:
    sides = (tuple(map(brute.unit, names)) for names in (ours, theirs))
    same(told(asked("city", ours, theirs).odds().odds), bombing(*sides))


def test_odds_of_the_raid_on_moscow_are_those_of_the_kernels_dice() -> None:
    """All throws in the air; with what they cost, all throws at the city."""
    begun = begin(OVER_MOSCOW, 1, **EAST)
    give(begun, Bomb(MOSCOW, ids(begun.state, GE1, GE2)))

    def play(y: int, x: int, z: int) -> Run:
        run = Run(begun.state, ScriptedDice(throw(y, x, z)))
        give(run, Intercept(ids(run.state, SU1)))
        return taken(run)

    found: Found = defaultdict(float)
    known: dict[tuple[int, int], Found] = {}
    for (x, p), (y, q) in product(throws(1).items(), repeat=2):
        lost = tuple(points(play(y, x, 7))[:2])
        if lost not in known:
            known[lost] = defaultdict(float)
            for z, r in throws(1).items():
                run = play(y, x, z)
                left = left_of(run, GE1, GE2), left_of(run, SU1)
                known[lost][int(is_bombed(run.state, MOSCOW)), *left] += r
        for key, r in known[lost].items():
            found[key] += p * q * r
    same(told(asked("city", (GE1, GE2), (SU1,)).odds().odds), found)


def taken(run: Run) -> Run:
    """Losses as the odds have them: one step of each counter before two of one."""
    while kind(run) == "losses":
        decision = PHASE.decision(run.state)
        due = decision.least
        order = dict.fromkeys(decision.units, 0)
        for number in [*order, *order][:due]:
            order[number] += 1
        give(run, TakeLosses(order))
    return run


def points(run: Run) -> list[int]:
    """The loss points of each roll on the chart."""
    return [e.chart.loss for e in run.events if getattr(e, "chart", None)]


def left_of(run: Run, *names: str) -> int:
    """The steps that counters have left on the map."""
    own = [unit(run.state, name) for name in names]
    return sum(2 - u.damage for u in own if isinstance(u.place, str | int))


# --- convoys --------------------------------------------------------------------------------------


def convoy(ours: brute.Side, theirs: brute.Side, *, improved: bool, room: int) -> Found:
    """Section 6.2, throw by throw."""
    found: Found = defaultdict(float)
    fleets = [any(name.endswith("fleet") for name, _ in side) for side in (ours, theirs)]
    fought = [(1.0, "", ours, theirs)]
    if all(fleets):
        fought = exchange(ours, theirs, (brute.volley(ours, theirs), brute.volley(theirs, ours)))
    for p, won, us, them in fought:
        raiders = ours if not improved else () if won == "defender" else us
        for z, q in throws(factors(raiders)).items():
            sunk = min(room, losses("Convoy Attack", factors(raiders), 0, z))
            found[sunk, steps(us), steps(them)] += p * q
    return found


@pytest.mark.parametrize("improved", [False, True])
@pytest.mark.parametrize(
    ("ours", "theirs"),
    [((SUB1,), ()), ((SUB1, SUB2, SURFACE), (HOME, CHANNEL, NAVAL)), ((SUB1, SUB2), (HOME,)),
     ((SUB1,), (NAVAL,))],
)  # fmt: skip
@pytest.mark.rule("WE-CVY-005", "WE-CVY-006", "WE-CVY-010", "WE-CVY-011")
def test_odds_of_a_convoy_attack_are_those_of_all_throws(
    ours: tuple[str, ...], theirs: tuple[str, ...], improved: bool
) -> None:
    sides = [tuple(map(brute.unit, names)) for names in (ours, theirs)]
    target = "improved convoy" if improved else "convoy"
    for sunk in (0, 5):
        odds = asked(target, ours, theirs, target_damage=sunk).odds().odds
        same(told(odds), convoy(*sides, improved=improved, room=7 - sunk))


@pytest.mark.parametrize("improved", [False, True])
def test_odds_of_a_convoy_attack_are_those_of_the_kernels_dice(improved: bool) -> None:
    """All throws at the convoy and in the sea battle, in the order in which they are made."""
    turn = SPRING_1943 if improved else SUMMER_1941
    board = {SUB1: "Atlantic", HOME: "Atlantic"}
    begun = begin(board, 1, **(NORWAY | {"round": turn}))
    give(begun, Lend(britain=3))

    def play(*sums: int) -> tuple[Run, int]:
        run = Run(begun.state, ScriptedDice(throw(*sums)))
        give(run, AttackConvoy(ids(run.state, SUB1)))
        while kind(run) in ("losses", "sunk points", "retreat from the ocean"):
            if kind(run) == "sunk points":
                due = int(PHASE.asked(run.state).options[0])
                give(run, Sink({"Lend-Lease to Great Britain": due}))
            elif kind(run) == "losses":
                taken(run)
            else:
                state = run.state
                fleets = map(state.unit, PHASE.decision(state).units)
                give(run, MakePort({f.id: harbours(system(), state, f)[0] for f in fleets}))
        return run, 6 - sum(sailing(run.state).values())

    found: Found = defaultdict(float)
    by_roll = defaultdict(float)
    for z, p in throws(1).items():
        _, sunk = play(12, 12, z) if improved else play(z, 12, 12)
        by_roll[sunk] += p
    for (y, p), (x, q) in product(throws(1).items(), repeat=2):
        run, sunk = play(y, x, 2) if improved else play(12, y, x)
        left = left_of(run, SUB1), left_of(run, HOME)
        attacked = sunk > 0 or not improved
        if improved and attacked and left[0] == 1:  # a reduced boat fires in the same column
            assert points(run)[2] == points(play(12, 12, 2)[0])[2]
        for damage, r in by_roll.items() if attacked else [(0, 1.0)]:
            found[damage, *left] += p * q * r
    target = "improved convoy" if improved else "convoy"
    same(told(asked(target, (SUB1,), (HOME,)).odds().odds), found)


# --- asking ---------------------------------------------------------------------------------------


def test_a_raid_on_a_chart_is_asked_for_and_told_as_others_are() -> None:
    raid = asked("city", (GE1, GE2), (SU1,))
    assert repr(raid) == "<Raid on a city: 2 air units against 1 air unit>"
    outcome = raid.odds()
    assert outcome.expected_damage == pytest.approx(outcome.damage["probability"][1])
    lost = outcome.losses
    assert set(lost["unit"]) == {"German 1st air", "German 2nd air", "Soviet 1st air"}
    assert lost["began"].unique().to_list() == [2]
    report = raid_report(raid)
    assert report["damage"] == [outcome.expected_damage, 1, pytest.approx(outcome.expected_damage)]
    assert report["swing"][0] == pytest.approx(outcome.swing)
    assert asked("city", (GE1,), target_damage=1).odds().expected_damage == 0


def test_reduced_counters_raid_with_what_they_have() -> None:
    side = brute.unit(GE1, reduced=True), brute.unit(GE2)
    odds = asked("city", (GE1, GE2), attacker_damaged={GE1: 1}).odds().odds
    same(told(odds), bombing(side, ()))


@pytest.mark.parametrize(
    ("how", "why"),
    [
        ({"target": "factory"}, "raids are on a city, a convoy or an improved convoy"),
        ({"attacker": ()}, "a raid needs some"),
        ({"attacker": ("Germany: 1st armor",)}, r"only air units bomb \(WE-BOM-003\)"),
        ({"defender": (BC,)}, r"air units of range 3 intercept \(WE-BOM-004\)"),
        ({"target": "convoy"}, r"only fleets attack convoys \(WE-CVY-003\)"),
        ({"target": "convoy", "attacker": (HOME,)}, "Axis units alone are on this side"),
        ({"target": "convoy", "attacker": (SUB1,), "defender": ("France: 1st armor",)},
         r"fleets and air units defend convoys \(WE-CVY-004\)"),
        ({"target": "convoy", "attacker": (SUB1,), "defender": (HOME, RAF)}, "before Spring 1943"),
        ({"target": "improved convoy", "attacker": (SUB1,), "defender": (HOME, RAF, BC)},
         r"one air unit besides \(WE-CVY-008\)"),
        ({"target_damage": 2}, "a city loses 0 to 1 points"),
        ({"terrain": "city"}, "it makes no difference to a raid"),
        ({"dice": "low luck"}, "dice='low luck': there is no such choice"),
        ({"attacker_loses": [GE1]}, "there is no such choice"),
    ],
)  # fmt: skip
def test_odd_raids_are_refused(how: dict[str, object], why: str) -> None:
    given = {"target": "city", "attacker": (GE1,), "defender": ()} | how
    target, ours, theirs = (given.pop(name) for name in ("target", "attacker", "defender"))
    with pytest.raises(BattleError, match=why):
        asked(target, ours, theirs, **given)


# --- in the panel ---------------------------------------------------------------------------------


def foretold(run: Run, title: str, *names: str) -> tuple[str, ...]:
    """What the form of a title tells of some picks."""
    (form,) = (f for f in strategic_forms(PHASE, run.state) if title in f.title)
    return form.forecast({str(i): {"": 1} for i in ids(run.state, *names)})


def test_bombers_and_interceptors_are_told_the_odds_before_they_fly() -> None:
    run = begin(OVER_MOSCOW, 1, **EAST)
    said = foretold(run, "Bomb 2903 Moscow", GE1, GE2)
    alone, met = (asked("city", (GE1, GE2), by).odds() for by in ((), (SU1,)))
    assert said[0] == f"Odds to hit: {share(alone.expected_damage)}"
    hit = share(met.expected_damage)
    assert said[1].startswith(f"Met by Soviet 1st air: {hit}; steps lost 0.5 against 0.5")
    give(run, Bomb(MOSCOW, ids(run.state, GE1, GE2)))
    assert foretold(run, "intercept", SU1)[0].startswith(f"Odds that the city is hit: {hit};")
    assert foretold(run, "intercept") == (
        f"Odds that the city is hit: {share(alone.expected_damage)}",
    )


def test_raiders_are_told_how_many_points_they_sink() -> None:
    run = begin({SUB1: "Atlantic", HOME: "Atlantic"}, 1, **(NORWAY | {"round": SUMMER_1941}))
    give(run, Lend(britain=0))
    met = asked("convoy", (SUB1,), (HOME,), target_damage=4).odds()
    (said,) = foretold(run, "attack the convoys", SUB1)
    none = share(met.damage["probability"][0])
    assert said.startswith(f"Points sunk: {met.expected_damage:.1f} on average, none {none}; steps")
