"""Exchanges of fire: what is read off the chart, how losses fall, who wins; and their odds."""

from __future__ import annotations

from collections import defaultdict
from itertools import product

import pytest

from a4a.core.dice import ScriptedDice
from a4a.rules.hexes.charts import CombatChart
from a4a.rules.hexes.exchange import (
    Piece,
    Volley,
    Worth,
    absorbed,
    fire,
    read,
    reduced,
    strength,
    ways,
    winner,
)
from a4a.rules.hexes.odds import End, exchange, fight, keeping_most
from a4a.rules.systems.war_in_europe.combat.stages import AIR, SEA, Land

INFANTRY = (Worth(4), Worth(2))


def land(key: int, *faces: int, fort: bool = False) -> Piece:
    return Piece(key, "land", tuple(Worth(f) for f in faces), absorbs=fort)


def air(key: int, *faces: int, asw: int = 0, fires: bool = True) -> Piece:
    return Piece(key, "air", tuple(Worth(f, asw) for f in faces), fires=fires)


def fleet(key: int, *faces: int, kind: str = "surface", asw: int = 0) -> Piece:
    return Piece(key, kind, tuple(Worth(f, asw) for f in faces))


def test_WE_CMB_013_014_each_side_rolls_on_its_own_column(chart: CombatChart) -> None:
    dice = ScriptedDice([3, 3, 5, 4])
    attack = fire(chart, Volley("Land vs. Land", 9), dice)
    answer = fire(chart, Volley("Land vs. Land", 4), dice)
    assert (attack.reading.column, attack.roll, attack.loss) == ("8-11", 6, 1)
    assert (answer.reading.column, answer.roll, answer.loss) == ("4-7", 9, 0)


def test_WE_LCB_009_a_shifted_volley_is_read_further_left(chart: CombatChart) -> None:
    reading = read(chart, Volley("Land vs. Land", 14, shift=-2), 5)
    assert (reading.column, reading.final, reading.shift, reading.loss) == ("12-15", "4-7", -2, 1)
    assert read(chart, Volley("Land vs. Land", 14), 5).loss == 2


def test_nobody_rolls_without_strength(chart: CombatChart) -> None:
    for volley in (None, Volley("ASW", 0)):
        shot = fire(chart, volley, ScriptedDice([]))
        assert (shot.dice, shot.reading, shot.roll, shot.loss) == ((), None, 0, 0)


@pytest.mark.parametrize(
    ("lost", "rolled", "won"),
    [
        ((0, 1), (2, 12), "attacker"),  # fewer losses win whatever was rolled (WE-CMB-016)
        ((2, 1), (12, 2), "defender"),
        ((1, 1), (5, 6), "defender"),  # of equal losses the higher roll (WE-CMB-017)
        ((1, 1), (6, 5), "attacker"),
        ((1, 1), (6, 6), "nobody"),
        ((0, 0), (5, 0), "attacker"),  # who does not fire has rolled nothing
    ],
)
def test_WE_CMB_016_017_018_who_wins(lost, rolled, won) -> None:
    assert (
        winner(
            attacker_lost=lost[0],
            defender_lost=lost[1],
            attacker_rolled=rolled[0],
            defender_rolled=rolled[1],
        )
        == won
    )


def test_WE_CMB_015_a_point_flips_a_full_unit_or_removes_a_reduced_one() -> None:
    force = land(1, 4, 2), land(2, 3)
    assert reduced(force, {1: 1}) == (land(1, 2), land(2, 3))
    assert reduced(force, {2: 1}) == (land(1, 4, 2),)
    assert reduced(force, {1: 2}) == (land(2, 3),)


def test_WE_LCB_008_a_fort_takes_losses_before_all_others() -> None:
    force = land(1, 4, 2), land(9, 4, 2, fort=True)
    assert [dict(way) for way in ways(1, force)] == [{9: 1}]
    assert [dict(way) for way in ways(3, force)] == [{9: 2, 1: 1}]
    assert absorbed(3, force) == 2
    assert absorbed(3, force[:1]) == 0


def test_all_ways_to_take_losses_are_found() -> None:
    force = land(1, 4, 2), land(2, 3, 1), land(3, 2)
    for points in range(7):
        wanted = {
            taken for taken in product(range(3), range(3), range(2)) if sum(taken) == min(points, 5)
        }
        found = [tuple(way.get(key, 0) for key in (1, 2, 3)) for way in ways(points, force)]
        assert len(found) == len(set(found))
        assert set(found) == wanted


def test_losses_are_taken_where_they_cost_least() -> None:
    assert keeping_most(1, (land(1, 7, 3), land(2, 5, 2))) == {2: 1}
    assert keeping_most(2, (land(1, 4, 2), land(2, 4, 2))) in ({1: 1, 2: 1}, {2: 1, 1: 1})


# --- odds -----------------------------------------------------------------------------------------


def rolls() -> list[int]:
    return [a + b for a, b in product(range(1, 7), repeat=2)]


THROWS = {roll: rolls().count(roll) / 36 for roll in range(2, 13)}


def test_odds_of_an_exchange_are_those_of_all_throws(chart: CombatChart) -> None:
    attack, answer = Volley("Land vs. Land", 14, shift=-1), Volley("Land vs. Land", 9)
    wanted: dict[tuple[int, int, int, int], float] = defaultdict(float)
    for a, d in product(rolls(), rolls()):
        key = a, read(chart, attack, a).loss, d, read(chart, answer, d).loss
        wanted[key] += 1 / 36**2
    found = exchange(chart, attack, answer)
    assert found.keys() == wanted.keys()
    assert all(abs(found[key] - p) < 1e-12 for key, p in wanted.items())


def brute(chart, attacker, defender, *, shift):
    """All throws of a fight: support in the air, then on land, without any code of ours."""
    ends: dict[tuple[object, ...], float] = defaultdict(float)
    a_air, d_air = attacker[-1], defender[-1]
    a_land, d_land = attacker[:-1], defender[:-1]

    def loss(line, factors, roll, shift=0):
        return chart.losses(line, factors, roll, shift=shift)

    def left(faces, lost):
        return faces[lost:]

    for x, y in product(THROWS, THROWS):
        hit_d = loss("Air vs. Air", a_air[0], x)
        hit_a = loss("Air vs. Air", d_air[0], y)
        a_left, d_left = left(a_air, hit_a), left(d_air, hit_d)
        better = (-hit_a, x) > (-hit_d, y)
        worse = (-hit_a, x) < (-hit_d, y)
        a_own, d_own = sum(f[0] for f in a_land), sum(f[0] for f in d_land)
        a_all = a_own + (min(a_left[0], a_own) if better and a_left else 0)
        d_all = d_own + (min(d_left[0], d_own) if worse and d_left else 0)
        for u, v in product(THROWS, THROWS):
            on_d = loss("Land vs. Land", a_all, u, -shift)
            on_a = loss("Land vs. Land", d_all, v)
            won = (-on_a, u), (-on_d, v)
            name = "nobody" if won[0] == won[1] else "attacker" if won[0] > won[1] else "defender"
            key = (
                left(a_land[0], on_a),
                left(d_land[0], on_d),
                a_left,
                d_left,
                name,
            )
            ends[key] += THROWS[x] * THROWS[y] * THROWS[u] * THROWS[v]
    return ends


def test_odds_of_a_fight_with_support_are_those_of_all_throws(chart: CombatChart) -> None:
    a, d = ((6, 3), (4, 2)), ((4, 2), (3, 1))
    found: dict[tuple[object, ...], float] = defaultdict(float)
    chances = fight(
        chart,
        (AIR, SEA, Land(shift=-1)),
        (land(1, *a[0]), air(2, *a[1])),
        (land(3, *d[0]), air(4, *d[1])),
    )
    for end, chance in chances.items():
        mine = {piece.key: tuple(w.combat for w in piece.faces) for piece in end.attacker}
        mine |= {piece.key: tuple(w.combat for w in piece.faces) for piece in end.defender}
        found[(*(mine.get(key, ()) for key in (1, 3, 2, 4)), end.winner)] += chance
    wanted = brute(chart, a, d, shift=1)
    assert found.keys() == wanted.keys()
    assert all(abs(found[key] - p) < 1e-12 for key, p in wanted.items())
    assert abs(sum(found.values()) - 1) < 1e-12


def test_odds_say_which_stage_was_fought_last_and_keep_who_is_out(chart: CombatChart) -> None:
    ends = fight(chart, (AIR, SEA), (air(1, 4, 2),), (air(2, 3, 1),))
    assert {end.stage for end in ends} == {AIR.name}
    lost = [end for end in ends if end.winner == "defender" and end.attacker]
    assert lost
    assert all(piece.out for end in lost for piece in end.attacker)
    assert fight(chart, (AIR,), (), ()) == {End((), ()): 1.0}


# --- who fires on which line ----------------------------------------------------------------------

SURFACE, SUB = fleet(1, 3, 1, asw=2), fleet(2, 2, 1, kind="submarine")
PLANE, HUNTER = air(3, 4, 2), air(4, 4, 2, asw=1)


def test_WE_CMB_021_surface_fleets_fire_on_sea_vs_sea() -> None:
    assert SEA.volleys((SURFACE,), (SURFACE,)) == (Volley("Sea vs. Sea", 3),) * 2


def test_WE_CMB_022_submarines_are_fired_at_with_asw_and_answer_at_regular_strength() -> None:
    assert SEA.volleys((SURFACE,), (SUB,)) == (Volley("ASW", 2), Volley("Sea vs. Sea", 2))


def test_WE_CMB_024_a_surface_fleet_among_submarines_draws_regular_fire() -> None:
    mixed = SUB, fleet(5, 3, 1)
    assert SEA.volleys((SURFACE,), mixed) == (Volley("Sea vs. Sea", 3), Volley("Sea vs. Sea", 5))


def test_WE_CMB_023_027_submarines_cannot_answer_air_units_alone() -> None:
    assert SEA.volleys((HUNTER,), (SUB,)) == (Volley("ASW", 1), Volley("Sea vs. Air", 0))


def test_WE_CMB_025_026_air_units_and_fleets_fire_at_each_other_and_submarines_do_not() -> None:
    mixed = SUB, fleet(5, 3, 1)
    assert SEA.volleys((PLANE,), mixed) == (Volley("Air vs. Sea", 4), Volley("Sea vs. Air", 3))
    assert SEA.volleys(mixed, (PLANE,)) == (Volley("Sea vs. Air", 3), Volley("Air vs. Sea", 4))


def test_WE_CMB_028_air_units_fire_at_air_units_on_their_line() -> None:
    assert AIR.volleys((PLANE,), (HUNTER,)) == (Volley("Air vs. Air", 4),) * 2
    assert AIR.volleys((PLANE,), (SURFACE,)) is None


def test_WE_SCB_005_007_air_support_is_added_up_to_the_strength_of_the_fleets() -> None:
    assert SEA.volleys((SURFACE, PLANE), (SURFACE,))[0] == Volley("Sea vs. Sea", 6)
    assert SEA.volleys((SURFACE, air(6, 2)), (SURFACE,))[0] == Volley("Sea vs. Sea", 5)


def test_marked_pieces_do_not_fire_but_can_be_hit() -> None:
    marked = air(3, 4, 2, fires=False)
    assert AIR.volleys((PLANE,), (marked,)) == (Volley("Air vs. Air", 4), Volley("Air vs. Air", 0))
    assert AIR.targets((PLANE,), (marked,), "defender") == (marked,)


def test_WE_SCB_006_only_the_winner_in_the_air_supports_its_fleets() -> None:
    attacker, defender = AIR.after((SURFACE, PLANE), (SURFACE, HUNTER), "attacker")
    assert SEA.volleys(attacker, defender) == (Volley("Sea vs. Sea", 6), Volley("Sea vs. Sea", 3))
    neither = AIR.after((SURFACE, PLANE), (SURFACE, HUNTER), "nobody")
    assert SEA.volleys(*neither) == (Volley("Sea vs. Sea", 3),) * 2


def test_WE_LCB_003_004_support_that_is_left_counts_up_to_the_land_strength() -> None:
    infantry, weak = land(1, 4, 2), land(2, 2)
    assert Land().volleys((infantry, air(3, 3)), (weak, PLANE)) == (
        Volley("Land vs. Land", 7),
        Volley("Land vs. Land", 4),
    )
    beaten = AIR.after((infantry, PLANE), (weak, HUNTER), "defender")
    assert Land().volleys(*beaten)[0] == Volley("Land vs. Land", 4)


def test_WE_LCB_005_a_fort_counts_for_the_defender_alone() -> None:
    infantry, fort = land(1, 4, 2), land(9, 4, 2, fort=True)
    assert Land().volleys((infantry, fort), (infantry, fort)) == (
        Volley("Land vs. Land", 4),
        Volley("Land vs. Land", 8),
    )


def test_WE_LCB_006_007_land_units_fire_on_their_line_and_alone_are_hit() -> None:
    force = land(1, 4, 2), PLANE, SURFACE
    fired = Land(shift=-1).volleys(force, force)
    assert [volley.line for volley in fired] == ["Land vs. Land"] * 2
    assert [volley.shift for volley in fired] == [-1, 0]  # the attacker's alone (WE-LCB-012)
    assert Land().targets(force, force, "attacker") == (land(1, 4, 2),)


def test_strength_is_that_of_the_face_that_is_up() -> None:
    assert strength((land(1, 4, 2), land(2, 2))) == 6
