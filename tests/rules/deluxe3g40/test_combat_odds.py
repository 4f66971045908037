"""The odds of battles of 3G40 Deluxe, held against every throw of the dice; asked of a board."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product

import numpy as np
import polars as pl
import pytest

import a4a
from a4a.boards import load
from a4a.core import events as ev
from a4a.core.dice import ScriptedDice
from a4a.odds.battle import Battle
from a4a.odds.dice import BattleDice
from a4a.odds.exact import solve
from a4a.odds.throws import chances
from a4a.rules.areas.combat.fire import Shot, fire
from a4a.rules.areas.odds import fights as odds
from a4a.rules.areas.system import System
from a4a.rules.fight import Army, Band, Fight
from a4a.rules.run import Run
from a4a.widgets.battle_lab import BattleLab
from tests.rules.areas.fights import army
from tests.rules.areas.positions import rules
from tests.rules.deluxe3g40.battles import SYSTEM, fight, model
from tests.rules.deluxe3g40.positions import position
from tests.rules.deluxe3g40.slow import Slow

RIFLES = "regular infantry"
GERMANY, UK, FRANCE = "Germany", "United Kingdom", "France"
BOATS = {"sea zone 110": {UK: {"destroyer": 1, "cruiser": 1}},
         "sea zone 112": {GERMANY: {"submarine": 3, "destroyer": 1}}}  # fmt: skip


def endings(battle: Battle) -> dict[tuple[tuple[int, ...], tuple[int, ...]], float]:
    """How likely each number of survivors of each kind is, as the odds have it."""
    answer = solve(battle, prune=0.0)
    found: dict[tuple[tuple[int, ...], tuple[int, ...]], float] = {}
    for a, d in zip(*np.nonzero(answer.chances), strict=True):
        left = tuple(answer.attacker.living[a].tolist()), tuple(answer.defender.living[d].tolist())
        found[left] = found.get(left, 0.0) + float(answer.chances[a, d])
    return found


def wins(slow: Slow) -> float:
    """How likely the attacker has units left, and the defender none."""
    return sum(p for (ours, theirs), p in slow.solve().items() if any(ours) and not any(theirs))


def hold(battle: Battle, *, sea: bool, raiders: bool = False, banzai: bool = False) -> None:
    """The odds are those that come of every throw."""
    ours, theirs = endings(battle), Slow(battle, sea=sea, raiders=raiders, banzai=banzai).solve()
    for ending in ours.keys() | theirs.keys():
        assert ours.get(ending, 0.0) == pytest.approx(theirs.get(ending, 0.0), abs=1e-10), ending


@pytest.mark.parametrize(
    ("attacker", "defender"),
    [
        ({"fighter": 1, "tactical bomber": 1, RIFLES: 1}, {"fighter": 1, RIFLES: 1}),
        ({"fighter": 1, "strategic bomber": 1, RIFLES: 1}, {"AAA": 1, "fighter": 1}),
        ({"fighter": 2, "AAA": 1, RIFLES: 1}, {"AAA": 1, "tactical bomber": 2}),
        ({"tactical bomber": 1, RIFLES: 1}, {RIFLES: 2}),
        ({"tactical bomber": 1, "heavy artillery": 1}, {"tactical bomber": 1, RIFLES: 1}),
        ({"fighter": 1, "heavy artillery": 1}, {"fighter": 1, "heavy artillery": 1, RIFLES: 1}),
        ({"strategic bomber": 1, RIFLES: 1}, {"fighter": 1, RIFLES: 2}),
        ({"light tank": 2}, {RIFLES: 1, "light tank": 1}),
        ({"light tank": 1, "war plane": 1}, {"war plane": 1, RIFLES: 1}),
        ({"heavy tank": 1, "light tank": 1}, {RIFLES: 2, "minor bunker": 1}),
        ({"light tank": 1, "fighter": 1}, {RIFLES: 1, "minor bunker": 1, "heavy artillery": 1}),
        ({"fighter": 2, "heavy tank": 1}, {"air transport": 4, RIFLES: 1}),
    ],
)  # fmt: skip
def test_battles_on_land_are_what_comes_of_every_throw(
    attacker: Mapping[str, int], defender: Mapping[str, int]
) -> None:
    """Dog fight, barrage, both first strikes, bombs, superiority, bunkers, damaged tanks."""
    hold(model("land", attacker, defender), sea=False)


@pytest.mark.parametrize(
    ("attacker", "defender"),
    [
        ({"fighter": 1, "destroyer": 1}, {"cruiser": 1, "submarine": 1}),
        ({"fighter": 1, "cruiser": 1}, {"fighter": 1, "aircraft carrier": 1}),
        ({"tactical bomber": 2}, {"destroyer": 1, "sea transport": 2}),
        ({"tactical bomber": 1, "battleship": 1}, {"battleship": 1, "fighter": 1}),
        ({"strategic bomber": 1, "warship": 1}, {"warship": 1, "submarine": 1}),
        ({"submarine": 2}, {"cruiser": 1, "sea transport": 4}),
        ({"cruiser": 1, "submarine": 1}, {"sea transport": 5, "fighter": 1, "destroyer": 1}),
    ],
)  # fmt: skip
def test_battles_at_sea_are_what_comes_of_every_throw(
    attacker: Mapping[str, int], defender: Mapping[str, int]
) -> None:
    """Air cover, first strikes, bombs, superiority, surprise strikes, three transports a hit."""
    hold(model("sea", attacker, defender), sea=True)


def test_DX_SEA_024_odds_of_raiders_are_what_comes_of_every_throw() -> None:
    boats = [Band("submarine", 2, marks=("U-boat",)), Band("destroyer", 1)]
    asked = fight("sea", boats, {"destroyer": 1, "cruiser": 1, "submarine": 1})
    battle = odds.battle(rules(system=SYSTEM).game, asked)
    hold(battle, sea=True, raiders=True)
    with pytest.raises(AssertionError):
        hold(battle, sea=True)


@pytest.mark.parametrize("banzai", [True, False])
def test_DX_ADV_020_021_odds_of_banzai_attacks_are_what_comes_of_every_throw(banzai: bool) -> None:
    """The guns help the mechanized infantry in the first round, and then the other."""
    ours = [Band(RIFLES, 1, marks=("banzai",) if banzai else ()), Band("mechanized infantry", 1),
            Band("light artillery", 1)]  # fmt: skip
    battle = odds.battle(
        rules(system=SYSTEM).game, fight("land", ours, {"heavy tank": 1, RIFLES: 1})
    )
    hold(battle, sea=False, banzai=banzai)


# --- what every roll of a hit takes, and options -------------------------------------------------


def test_transports_are_lost_in_threes_whatever_each_of_them_carries() -> None:
    """R-420: those of a side of one type together, each worth what they are on the average."""
    loaded = [Band("sea transport", 2, cargo=7.0), Band("sea transport", 2), Band("fighter", 1)]
    asked = fight("sea", {"submarine": 3}, loaded)
    battle = odds.battle(rules(system=SYSTEM).game, asked)
    (ships,) = [g for g in battle.defender.groups if g.kind.name == "sea transport"]
    assert (ships.count, ships.kind.cost, ships.kind.together) == (4, 6 + 3.5, 3)
    left = {d[battle.defender.groups.index(ships)] for _, d in endings(battle)}
    assert left == {0, 1, 4}
    two = [Army((Band("sea transport", n),), power) for n, power in ((2, UK), (1, FRANCE))]
    sides = odds.battle(rules(system=SYSTEM).game, Fight("sea", army({"cruiser": 1}), tuple(two)))
    assert [g.count for g in sides.defender.groups] == [3]


@pytest.mark.parametrize("options", [(), ("no mercy",), ("low luck",), ("no mercy", "low luck")])
@pytest.mark.parametrize("values", [(3, 3, 1), (6, 6, 6), (1,), (2, 7)])
def test_no_mercy_and_low_luck_are_to_the_odds_what_they_are_to_the_kernel(
    options: tuple[str, ...], values: tuple[int, ...]
) -> None:
    """Every throw that there is, fired by the kernel: under both, a face more for each value."""
    games = ("both", "global", "deluxe")
    system = System(load(SYSTEM), games=games, options=dict.fromkeys(options, True))
    state = position(units=BOATS, power=GERMANY, phase="Combat Move").state
    opened = ev.BattleOpened("fight", "sea zone 110", "sea", ())
    shots = [Shot(UK, "cruiser", value) for value in values]
    luck = "low luck" if "low luck" in options else "standard"
    dice = BattleDice(8, luck=luck, natural=int("no mercy" in options))
    number = len(values) if luck == "standard" else 1
    found = [0.0] * (len(values) + 2)
    for faces in product(range(1, 9), repeat=number):
        run = Run(state.apply(opened), ScriptedDice(faces))
        fire(system, run, shots, purpose="defense", battle="fight", role="defender")
        (rolled,) = [event for event in run.events if isinstance(event, ev.Rolled)]
        found[rolled.hits] += 1 / 8**number
    expected = chances(dice, [(value, 1) for value in values])
    assert found[: len(expected)] == pytest.approx(expected)
    assert sum(found[len(expected) :]) == pytest.approx(0)


def test_low_luck_adds_up_the_values_of_one_weapon_as_in_the_odds() -> None:
    """Bombs are not added to what is fired beside them: a die for each, where one sum has none."""
    games = ("both", "global", "deluxe")
    system = System(load(SYSTEM), games=games, options={"low luck": True})
    state = position(units=BOATS, power=GERMANY, phase="Combat Move").state
    run = Run(
        state.apply(ev.BattleOpened("fight", "sea zone 110", "sea", ())), ScriptedDice([8, 8])
    )
    shots = [Shot(UK, "cruiser", 4), Shot(UK, "cruiser", 4, weapon="bombs")]
    fire(system, run, shots, purpose="defense", battle="fight", role="defender")
    assert [e.hits for e in run.events if isinstance(e, ev.Rolled)] == [0, 0]


def test_biased_dice_keep_the_face_that_always_hits() -> None:
    game = position(units=BOATS, power=GERMANY, phase="Combat Move", options=("no mercy",))
    weights = (1, 1, 1, 1, 1, 1, 1, 3)
    asked = a4a.battle(game, space="sea zone 110", attacker=GERMANY, dice=weights)
    assert [asked.model.dice.chance(value) for value in (0, 1, 7)] == [0, 4 / 10, 1]


# --- asked of a board ----------------------------------------------------------------------------


def test_need_threat_and_the_lab_know_what_the_round_makes_of_units() -> None:
    """Of boats before Enigma: the chances are those that come of every throw."""
    chances = []
    for round in (2, 3):
        game = position(units=BOATS, power=GERMANY, phase="Combat Move", round=round)
        battle = a4a.battle(game, space="sea zone 110", attacker=GERMANY)
        hold(battle.model, sea=True, raiders=round == 2)
        row = a4a.threat(game, power=GERMANY).filter(pl.col("space") == "sea zone 110")
        assert row["wins"].item() == pytest.approx(battle.odds().attacker_wins, abs=1e-9)
        lab = BattleLab(battle)
        assert lab.battle.model == battle.model
        assert lab.answer["chances"]["attacker_wins"] == battle.odds().attacker_wins
        enough = battle.need(0.5, wanted="wins")
        assert enough.odds().attacker_wins >= 0.5
        chances.append(battle.odds().attacker_wins)
        parts = [
            battle.sending({"submarine": boats, "destroyer": ships})
            for boats in range(4) for ships in range(2) if boats + ships
        ]  # fmt: skip
        slow = [Slow(part.model, sea=True, raiders=round == 2) for part in parts]
        able = [p.attacker_cost for s, p in zip(slow, parts, strict=True) if wins(s) >= 0.5]
        assert enough.attacker_cost == min(able)
    assert chances[0] > chances[1] + 0.01


def test_need_and_threat_of_a_landing_among_bunkers() -> None:
    there = {
        "Normandy/Bordeaux": {GERMANY: {RIFLES: 2, "minor bunker": 1, "fighter": 1}},
        "France": {UK: {RIFLES: 6, "light tank": 3, "tactical bomber": 1}},
    }
    game = position(
        units=there, power=UK, phase="Combat Move", round=5,
        control={"Normandy/Bordeaux": GERMANY, "France": UK}, relations={(UK, GERMANY): "war"},
    )  # fmt: skip
    battle = a4a.battle(game, space="Normandy/Bordeaux", attacker=UK)
    row = a4a.threat(game, power=UK).filter(pl.col("space") == "Normandy/Bordeaux")
    assert row["chance"].item() == pytest.approx(battle.odds().attacker_takes, abs=1e-9)
    enough = battle.need(0.5)
    assert enough.odds().attacker_takes >= 0.5
    assert enough.attacker_cost < battle.attacker_cost
    assert BattleLab(battle).answer["chances"]["attacker_wins"] == battle.odds().attacker_wins
