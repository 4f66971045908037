"""The odds of fights on the chart as people ask for them, against brute force and the kernel."""

from __future__ import annotations

from collections import defaultdict
from itertools import product

import pytest

import a4a
from a4a.core import events as ev
from a4a.core.errors import BattleError
from a4a.odds.ends import Ends
from a4a.rules.fight import Army, Band, Fight
from a4a.rules.systems import ruleset
from a4a.rules.systems.war_in_europe.combat import forces, odds, retreats
from a4a.rules.systems.war_in_europe.combat.outlook import Outlook
from a4a.rules.systems.war_in_europe.orders.fighting import (
    Advance,
    Attack,
    Retreat,
    RetreatToPort,
)
from tests.rules.war_in_europe import brute
from tests.rules.war_in_europe.fighting import Play, throw
from tests.rules.war_in_europe.positions import system
from tests.rules.war_in_europe.test_combat_odds import CHANCE, end_of

ARMOR, SECOND, INFANTRY = "Germany: 1st armor", "Germany: 2nd armor", "Germany: 1st infantry"
PLANE, FLEET, SUBS = "Germany: 1st air", "Germany: surface fleet", "Germany: 1st submarine fleet"
FRENCH, OTHER, FORT = "France: 2nd infantry", "France: 1st armor", "France: Maginot fort"
RAF, HOME, NAVAL = "Great Britain: 1st RAF", "Great Britain: Home fleet", "Great Britain: Naval air"


def told(found: Ends) -> dict[tuple[object, ...], float]:
    """Results with the steps that both sides have left."""
    mine: dict[tuple[object, ...], float] = defaultdict(float)
    rows, columns = found.attacker.living.sum(axis=1), found.defender.living.sum(axis=1)
    for result, table in found.results():
        for i, j in zip(*table.nonzero(), strict=True):
            mine[(*result[:4], int(rows[i]), int(columns[j]))] += float(table[i, j])
    return mine


@pytest.mark.parametrize(
    ("attackers", "defenders", "ground"),
    [
        ([ARMOR, INFANTRY], [FRENCH], ("clear",)),
        ([ARMOR, SECOND, INFANTRY], [FRENCH, OTHER], ("forest", "river")),
        ([ARMOR, INFANTRY], [FRENCH, FORT], ("city",)),
        ([ARMOR], [FORT], ("mountain", "city")),
        ([INFANTRY, PLANE], [FRENCH, RAF], ("rough",)),
        ([INFANTRY, PLANE], [FRENCH], ("clear",)),
        ([ARMOR, FLEET], [FRENCH, RAF], ("clear",)),
        ([ARMOR, FLEET, PLANE], [OTHER, HOME, NAVAL], ("clear",)),
        ([ARMOR, SUBS], [FRENCH, HOME, RAF], ("clear",)),
    ],
    ids=lambda case: "+".join(name.partition(": ")[2] or name for name in case),
)
def test_odds_are_those_of_brute_force(attackers, defenders, ground) -> None:
    asked = a4a.battle(
        "war_in_europe", attacker=dict.fromkeys(attackers, 1),
        defender=dict.fromkeys(defenders, 1), terrain=ground,
    )  # fmt: skip
    found = told(asked.odds().odds)
    sides = (tuple(brute.unit(name) for name in names) for names in (attackers, defenders))
    wanted = brute.land_fight(*sides, *ground)
    assert found.keys() == wanted.keys()
    assert all(abs(found[key] - p) < 1e-12 for key, p in wanted.items())
    assert abs(sum(found.values()) - 1) < 1e-12


def test_reduced_and_unsupplied_units_fight_with_what_they_have() -> None:
    asked = a4a.battle(
        "war_in_europe", attacker={ARMOR: 1, INFANTRY: 1}, defender={OTHER: 1},
        attacker_damaged={ARMOR: 1}, defender_damaged={OTHER: 1},
    )  # fmt: skip
    sides = (
        (brute.unit(ARMOR, reduced=True), brute.unit(INFANTRY)),
        (brute.unit(OTHER, reduced=True),),
    )
    found, wanted = told(asked.odds().odds), brute.land_fight(*sides)
    assert all(abs(found[key] - p) < 1e-12 for key, p in wanted.items())


def kernel(counters, target, names, **options) -> dict[tuple[str, str, str, int, int], float]:
    """All throws of the dice, as the kernel plays them: winner, holder, who retreats, steps."""
    wanted: dict[tuple[str, str, str, int, int], float] = defaultdict(float)
    for a, d in product(CHANCE, CHANCE):
        play = Play("Axis", counters, throw(a, d), **options).attack(target, *names)
        end_of(play)
        retreated = {"attacker": False, "defender": False}
        while (asked := play.asked) is not None and asked.kind in ("retreat", "advance"):
            order: Retreat | Advance = Advance({})
            if asked.kind == "retreat":
                ways = retreats.ways_out(system(), play.state, play.state.battles[asked.battle])
                order = Retreat({unit: hexes[0] for unit, hexes in ways.items()})
            play.give(order)
        for event in play.events:
            if isinstance(event, ev.UnitsMoved) and event.mode == "retreat":
                owner = play.state.unit(event.units[0]).owner
                retreated["attacker" if owner == "Germany" else "defender"] = True
        (won,) = play.winners
        who = next((role for role, went in retreated.items() if went), "nobody")
        steps = [
            sum(max(0, 2 - play.lost(n)) for n in counters if (n in names) == mine)
            for mine in (True, False)
        ]
        wanted[(won, who, *steps)] += CHANCE[a] * CHANCE[d]
    return wanted


@pytest.mark.parametrize(
    "shut", [(), ("1707", "1708", "1709", "1807", "1809")], ids=["free", "surrounded"]
)
def test_odds_of_a_hex_are_what_the_kernel_plays_to_the_end(shut) -> None:
    """Who is beaten retreats, or is eliminated where there is no way out."""
    counters = {ARMOR: "1908", INFANTRY: "1908", FRENCH: "1808"}
    guards = [f"Germany: {n} infantry" for n in ("4th", "6th", "7th", "9th", "10th")]
    counters |= dict(zip(guards, shut, strict=False))
    names = [ARMOR, INFANTRY]
    first = Play("Axis", counters)
    order = Attack("1808", first.ids(*names))
    found = odds.battle(system(), Outlook(system(), first.state, order, "Axis").fight()).solve()
    idle = 2 * len(shut)
    mine: dict[tuple[object, ...], float] = defaultdict(float)
    for key, p in told(found).items():
        mine[key[0], key[2], key[4], key[5] + idle] += p
    wanted = kernel(counters, "1808", names)
    assert mine.keys() == wanted.keys()
    assert all(abs(mine[key] - p) < 1e-12 for key, p in wanted.items())


def test_a_way_out_opens_as_the_only_enemy_who_shuts_it_falls() -> None:
    """The infantry alone has a zone on 1809, and a loss of the attacker's fells it first."""
    counters = {ARMOR: "1908", INFANTRY: "1909", FRENCH: "1808", "Germany: 4th infantry": "1708"}
    names, how = [ARMOR, INFANTRY], {"reduced": [INFANTRY]}
    first = Play("Axis", counters, **how)
    order = Attack("1808", first.ids(*names))
    fight = Outlook(system(), first.state, order, "Axis").fight()
    (french,) = fight.defenders[0].bands
    assert french.shut == (("Germany: 1st infantry",),)
    assert odds.CUT_OFF not in french.marks
    found = odds.battle(system(), fight).solve()
    mine: dict[tuple[object, ...], float] = defaultdict(float)
    for key, p in told(found).items():
        mine[key[0], key[2], key[4], key[5] + 2] += p  # the guard stands aside
    wanted = kernel(counters, "1808", names, **how)
    assert mine.keys() == wanted.keys()
    assert all(abs(mine[key] - p) < 1e-12 for key, p in wanted.items())
    assert any(key[:2] == ("attacker", "defender") for key in mine)


def test_a_battle_on_a_chart_is_explained() -> None:
    """What is fired is said as it begins; a marked air unit is hit, and does not fire."""
    told = a4a.battle(
        "war_in_europe",
        attacker={ARMOR: 1, "Germany: 1st air": 1},
        defender={"France: Maginot fort": 1, FRENCH: 1, "France: 1st air": 1},
        defender_damaged={FRENCH: 1},
    ).explain()
    assert told.splitlines() == [
        "land battle on the combat chart",
        "attacker:", "  German 1st armor: 6, reduced 3", "  German 1st air: 4, reduced 2",
        "defender:", "  French 2nd infantry: 1", "  French Maginot fort: 4, reduced 2",
        "  French 1st air: 3, reduced 1",
        "as it begins:",
        "  air: the attacker fires 4 on Air vs. Air, column 3-4",
        "  air: the defender fires 3 on Air vs. Air, column 3-4",
        "  land: the attacker fires 10 on Land vs. Land, column 8-11",
        "  land: the defender fires 8 on Land vs. Land, column 8-11",
        "losses fall where they cost the fewest factors, on forts first",
    ]  # fmt: skip


def test_all_that_can_join_are_asked_about() -> None:
    counters = {ARMOR: "1908", "Italy: 1st armor": "1909", PLANE: "2007", FRENCH: "1808",
                "France: 1st air": "1709"}  # fmt: skip
    play = Play("Axis", counters)
    rules = ruleset("war_in_europe")
    found = rules.battles.engagement(play.state, "1808", "Germany")
    names = [band.name for band in found.fight.attacker.bands]
    assert names == ["1st armor", "1st armor", "1st air"]
    assert [band.power for band in found.fight.attacker.bands] == ["Germany", "Italy", "Germany"]
    assert [band.name for band in found.fight.defenders[0].bands] == ["2nd infantry", "1st air"]
    assert {reacher.origin for reacher in found.reachers} == {"1908", "1909", "2007"}
    sent = [
        b.name for role in ("attacker", "defender") for b in rules.battles.sent(found.fight, role)
    ]
    assert sent == ["1st air", "1st air"]
    for power in ("Soviet Union", "Hungary"):
        with pytest.raises(BattleError):
            rules.battles.engagement(play.state, "1808", power)


def test_the_ground_of_a_hex_shifts_as_it_does_in_the_kernel() -> None:
    counters = {ARMOR: "1908", FRENCH: "1909"}
    play = Play("Axis", counters)
    fight = Outlook(system(), play.state, Attack("1909", play.ids(ARMOR)), "Axis").fight()
    assert fight.ground == ("rough",)
    assert odds.battle(system(), fight).stages[-1].shift == -1


def test_an_undefended_port_has_the_strength_around_it() -> None:
    asked = a4a.battle("war_in_europe", kind="amphibious", attacker={ARMOR: 1}, defender={})
    line = brute.losses
    wins = sum(
        p * q
        for (x, p), (y, q) in product(brute.throws(6).items(), brute.throws(1).items())
        if (-line("Land vs. Land", 1, 0, y), x) > (-line("Land vs. Land", 6, 0, x), y)
    )
    assert abs(asked.odds().attacker_wins - wins) < 1e-12


@pytest.mark.parametrize(
    ("asked", "why"),
    [
        ({"attacker": {PLANE: 1}, "defender": {FRENCH: 1}, "kind": "land"}, "WE-CMB-004"),
        ({"attacker": {FORT: 1}, "defender": {ARMOR: 1}}, "WE-LCB-001"),
        ({"attacker": {ARMOR: 1}, "defender": {HOME: 1}}, "WE-LCB-001"),
        ({"attacker": {ARMOR: 1}, "defender": {HOME: 1}, "kind": "sea"}, "WE-CMB-005"),
        ({"attacker": {ARMOR: 2}, "defender": {FRENCH: 1}}, "there can be 0 to 1"),
        ({"attacker": {"Germany: 99th armor": 1}, "defender": {FRENCH: 1}}, "99th armor"),
        ({"attacker": {ARMOR: 1}, "defender": {}}, "the defender has no units"),
        ({"attacker": {ARMOR: 1}, "defender": {FRENCH: 1}, "rounds": 2}, "no such choice"),
        ({"attacker": {ARMOR: 1}, "defender": {FRENCH: 1}, "terrain": "jungle"}, "no terrain"),
        ({"attacker": {ARMOR: 1}, "defender": {FRENCH: 1}, "bombard": {HOME: 1}}, "9.1.2"),
        (
            {"attacker": {FLEET: 1}, "defender": {"Sweden: fleet": 1},
             "defender_damaged": {"Sweden: fleet": 1}},
            "R-240",
        ),
    ],
)  # fmt: skip
def test_what_cannot_be_fought_is_refused_with_its_rule(asked, why) -> None:
    with pytest.raises(BattleError, match=why):
        a4a.battle("war_in_europe", **asked)


@pytest.mark.parametrize(("origin", "helps"), [("1907", False), ("1806", True)])
def test_WE_ZOC_015_fleets_support_attacks_from_the_coast(origin: str, helps: bool) -> None:
    counters = {INFANTRY: origin, FLEET: "1706", FRENCH: "1807"}
    play = Play("Axis", counters, control={"1807": "France", "1806": "Germany"})
    found = ruleset("war_in_europe").battles.engagement(play.state, "1807", "Germany")
    names = {band.name for band in found.fight.attacker.bands}
    assert ("surface fleet" in names) is helps
    assert "1st infantry" in names


def test_WE_LCB_010_a_river_shifts_as_in_the_kernel() -> None:
    board = system().board
    across = [
        border
        for border in board.borders
        if border.kind == "river"
        and {board.space(s).original for s in (border.a, border.b)} == {"France", "Germany"}
    ]
    assert across
    for border in across:
        near, far = border.a, border.b
        play = Play("Axis", {ARMOR: near, FRENCH: far}, control={near: "Germany", far: "France"})
        fight = Outlook(system(), play.state, Attack(far, play.ids(ARMOR)), "Axis").fight()
        assert fight.attacker.bands[0].across == "river"
        assert odds.battle(system(), fight).stages[-1].shift == forces.shift_from(
            system(), far, [near]
        )


def test_out_of_supply_a_unit_fights_with_half_its_factors() -> None:
    army = Army((Band("armor", 1, name="1st armor", power="Germany", marks=("unsupplied",)),))
    foe = Army((Band("infantry", 1, name="2nd infantry", power="France"),))
    found = told(odds.battle(system(), Fight("land", army, (foe,))).solve())
    wanted = brute.land_fight((brute.unit(ARMOR, supplied=False),), (brute.unit(FRENCH),))
    assert found.keys() == wanted.keys()
    assert all(abs(found[key] - p) < 1e-12 for key, p in wanted.items())


def test_what_stands_in_the_hex_is_not_sent_there_and_keeps_it() -> None:
    counters = {FLEET: "1604", HOME: "1605", RAF: "1605"}
    advances = {}
    for place in ("1605", "1607"):
        play = Play("Axis", counters | {RAF: place})
        battles = ruleset("war_in_europe").battles
        found = battles.engagement(play.state, "1605", "Germany")
        sent = battles.sent(found.fight, "defender")
        assert [band.name for band in sent] == ([] if place == "1605" else ["1st RAF"])
        advances[place] = battles.fight(found.fight).solve().chance(holds="attacker")
    assert advances["1605"] < advances["1607"]


def test_what_is_asked_of_rounds_of_dice_is_refused_of_a_chart() -> None:
    asked = a4a.battle("war_in_europe", attacker={ARMOR: 1}, defender={FRENCH: 1})
    for ask in (
        lambda: asked.odds().by_round, lambda: asked.simulate(), lambda: asked.best_order(),
        lambda: asked.hold({FRENCH: 1}), lambda: asked.then({SECOND: 1}),
    ):  # fmt: skip
        with pytest.raises(BattleError, match=r"chart|stages"):
            ask()


def test_terrain_makes_no_difference_where_a_game_has_none() -> None:
    with pytest.raises(BattleError, match="it makes no difference in this game"):
        a4a.battle("global1940", attacker={"tank": 1}, defender={"tank": 1}, terrain="city")


def results(**asked) -> set[tuple[str, str, str, str]]:
    found = a4a.battle("war_in_europe", **asked).odds().results
    return set(found.select("winner", "holds", "retreats", "advances").iter_rows())


def test_nobody_follows_those_who_came_over_the_sea() -> None:
    landing = results(kind="amphibious", attacker={ARMOR: 1}, defender={FRENCH: 1})
    assert {row for row in landing if row[0] == "defender"} == {
        ("defender", "defender", "attacker", "nobody"),
    }
    assert ("nobody", "defender", "attacker", "nobody") in landing  # they leave all the same
    overland = results(attacker={ARMOR: 1}, defender={FRENCH: 1})
    assert ("defender", "defender", "attacker", "defender") in overland
    assert ("nobody", "defender", "nobody", "nobody") in overland


def test_forts_neither_retreat_nor_advance() -> None:
    found = results(attacker={ARMOR: 1}, defender={FORT: 1})
    assert ("attacker", "attacker", "nobody", "attacker") in found
    assert not {row for row in found if row[2] == "defender" or row[3] == "defender"}


def test_beaten_fleets_retreat_and_air_units_never_do() -> None:
    at_sea = results(attacker={FLEET: 1}, defender={HOME: 1})
    assert ("attacker", "attacker", "defender", "attacker") in at_sea
    assert ("defender", "defender", "attacker", "nobody") in at_sea
    in_air = results(attacker={PLANE: 1}, defender={RAF: 1})
    assert {row[1:] for row in in_air} == {("defender", "nobody", "nobody")}
    strike = results(attacker={PLANE: 1}, defender={HOME: 1})
    assert ("attacker", "defender", "defender", "nobody") in strike


def test_a_fleet_advances_only_beside_it() -> None:
    advances = {}
    for space in ("1603", "1602"):
        play = Play("Axis", {FLEET: "1604", HOME: space})
        found = ruleset("war_in_europe").battles.engagement(play.state, space, "Germany")
        assert found.fight.kind == "sea"
        ends = odds.battle(system(), found.fight).solve()
        advances[space] = {result.advances for result, _ in ends.results()}
    assert advances == {"1603": {"attacker", "nobody"}, "1602": {"nobody"}}


@pytest.mark.parametrize(
    ("attackers", "defenders"),
    [
        ([FLEET], [HOME]),
        ([FLEET, PLANE], [HOME, RAF]),
        ([SUBS, PLANE], [HOME]),
        ([HOME, NAVAL], [SUBS]),
        ([PLANE], [RAF]),
        ([PLANE], [HOME, RAF]),
        ([RAF], [SUBS]),
    ],
    ids=lambda case: "+".join(name.partition(": ")[2] for name in case),
)
def test_odds_at_sea_and_in_the_air_are_those_of_brute_force(attackers, defenders) -> None:
    asked = a4a.battle(
        "war_in_europe", attacker=dict.fromkeys(attackers, 1), defender=dict.fromkeys(defenders, 1)
    )
    assert asked.fight.kind == ("sea" if any("fleet" in name for name in attackers) else "air")
    found: dict[tuple[object, ...], float] = defaultdict(float)
    for key, p in told(asked.odds().odds).items():
        found[key[0], key[4], key[5]] += p
    wanted: dict[tuple[object, ...], float] = defaultdict(float)
    sides = (tuple(brute.unit(name) for name in names) for names in (attackers, defenders))
    for p, won, *left in brute.without_land(*sides):
        wanted[won, *(sum(len(faces) for _, faces in side) for side in left)] += p
    assert found.keys() == wanted.keys()
    assert all(abs(found[key] - p) < 1e-12 for key, p in wanted.items())


def test_odds_at_sea_are_what_the_kernel_plays() -> None:
    counters = {FLEET: "1604", HOME: "1603"}
    first = Play("Axis", counters)
    fight = Outlook(system(), first.state, Attack("1603", first.ids(FLEET)), "Axis").fight()
    found = odds.battle(system(), fight).solve()
    wins: dict[str, float] = defaultdict(float)
    for a, d in product(CHANCE, CHANCE):
        play = Play("Axis", counters, throw(a, d)).attack("1603", FLEET)
        end_of(play)
        while play.asked is not None and play.asked.kind == "advance":
            play.give(Advance({}))
        while play.asked is not None and play.asked.kind == "port":
            play.give(RetreatToPort(play.asked.spaces[0]))
        wins[play.winners[-1]] += CHANCE[a] * CHANCE[d]
    assert sum(wins.values()) == pytest.approx(1)
    for name in ("attacker", "defender", "nobody"):
        assert abs(found.chance(winner=name) - wins[name]) < 1e-12
