"""The luck of recorded battles: by hand in small ones, by its distribution over whole games."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
import polars as pl
import pytest

import a4a
from a4a.analysis.fought import battles_of
from a4a.analysis.luck import LUCK, battles_known, luck
from a4a.core import events as ev
from a4a.core.errors import A4AError
from a4a.core.record import GameRecord
from a4a.core.units import Unit
from a4a.rules import rules_of
from a4a.rules.fight import Band
from tests import depth
from tests.shared_games import SHIPPED, shipped, shipped_luck

GERMANY = "Germany"
YUGOSLAVIA, ZONE = "Yugoslavia", "sea zone 112"


class Told:
    """A game of one battle, told by hand."""

    def __init__(
        self, *, attacker: Iterable[str], defender: Iterable[str], space: str = YUGOSLAVIA,
        kind: ev.BattleKind = "land", origin: str | None = None, enemy: str = "United Kingdom",
        aboard: Iterable[str] = (), damaged: Iterable[str] = (),
    ) -> None:  # fmt: skip
        self.record = a4a.start("global1940")
        number = iter(range(900_001, 999_999))

        def units(types: Iterable[str], owner: str) -> tuple[Unit, ...]:
            return tuple(
                Unit(next(number), name, owner, space, damage=int(name in set(damaged)))
                for name in types
            )

        ours, theirs = units(attacker, GERMANY), units(defender, enemy)
        self.ours, self.theirs = [u.id for u in ours], [u.id for u in theirs]
        cargo = tuple(Unit(next(number), name, enemy, self.theirs[-1]) for name in aboard)
        self.cargo = [u.id for u in cargo]
        self.record.append(
            [
                ev.RoundBegan(1),
                ev.TurnBegan((GERMANY,)),
                ev.PhaseBegan("Conduct Combat"),
                ev.UnitsAdded(ours + theirs + cargo, "edit"),
            ]
        )
        parts = [ev.Participant("attacker", GERMANY, tuple(self.ours), origin)] if ours else []
        if theirs:
            parts.append(ev.Participant("defender", enemy, tuple(self.theirs)))
        self.opened = ev.BattleOpened("b1", space, kind, tuple(parts))

    def fought(
        self, *events: ev.AnyEvent, result: ev.BattleResult = "attacker takes"
    ) -> GameRecord:
        """The record with the battle, fought by some events."""
        winner: ev.Winner = "attacker" if result.startswith("attacker") else "defender"
        self.record.append([self.opened, *events, ev.BattleClosed("b1", result, winner)])
        return self.record


def lost(units: Iterable[int]) -> ev.UnitsRemoved:
    return ev.UnitsRemoved(tuple(units), "casualty", "b1")


def test_one_against_one_is_as_reckoned_by_hand() -> None:
    # Each round 1/9 kills the defender only, 5/18 the attacker only, 1/18 both.
    told = Told(attacker=["infantry"], defender=["infantry"])
    frame = luck(told.fought(ev.CombatRoundBegan("b1", 1), lost(told.theirs)))
    assert frame.schema == luck(a4a.start("global1940")).schema
    assert frame.columns == list(LUCK)
    (row,) = frame.iter_rows(named=True)
    assert (row["battle"], row["node"], row["power"], row["space"]) == (
        "b1",
        2,
        GERMANY,
        YUGOSLAVIA,
    )
    assert (row["defenders"], row["defenders_tuv"]) == (["United Kingdom"], [3])
    assert row["p_attacker"] == pytest.approx(2 / 8)
    assert row["p_defender"] == pytest.approx(5 / 8)
    assert row["expected"] == pytest.approx(3 * (2 - 5) / 8)
    assert row["swing"] == 3
    assert row["luck"] == pytest.approx(3 + 9 / 8)
    assert row["at_least"] == pytest.approx(2 / 8)
    assert row["at_most"] == pytest.approx(1)
    assert row["percentile"] == pytest.approx(1 - 1 / 8)  # half of the quarter that go as well
    assert (row["rounds"], row["broken_off"], row["note"]) == (1, False, None)


def test_a_battle_broken_off_is_judged_by_the_rounds_that_were_fought() -> None:
    told = Told(attacker=["infantry"] * 2, defender=["infantry"])
    retreat = ev.BattleLeft("b1", (told.ours[1],), "retreated")
    record = told.fought(
        ev.CombatRoundBegan("b1", 1), lost(told.ours[:1]), retreat, result="attacker retreats"
    )
    (row,) = luck(record).iter_rows(named=True)
    hit = 1 - (5 / 6) ** 2
    assert row["broken_off"]
    assert row["expected"] == pytest.approx(3 * hit - 3 / 3)  # of one round: no more
    assert row["at_most"] == pytest.approx((1 - hit) / 3)
    whole = a4a.battle("global1940", attacker={"infantry": 2}, defender={"infantry": 1}).odds()
    assert row["p_attacker"] == pytest.approx(whole.attacker_wins)  # of all


def test_what_is_aboard_is_lost_with_its_ship() -> None:
    told = Told(
        attacker=["fighter"], defender=["transport"], space=ZONE, kind="sea",
        aboard=["infantry", "tank"],
    )  # fmt: skip
    record = told.fought(ev.CombatRoundBegan("b1", 1), lost(told.theirs + told.cargo))
    (row,) = luck(record).iter_rows(named=True)
    assert row["swing"] == 7 + 3 + 6 == row["expected"]
    assert (row["p_attacker"], row["percentile"]) == (1.0, 0.5)  # it could not go otherwise
    assert row["defenders_tuv"] == [16]


def test_damage_technologies_and_ships_that_bombard_count() -> None:
    told = Told(
        attacker=["infantry", "fighter"], defender=["infantry"], kind="amphibious", origin=ZONE
    )
    told.record.append([ev.TechnologyChanged(GERMANY, ("Jet Fighters",))])
    shot = ev.Rolled(
        "bombard", GERMANY, (ev.Die(4, 3, "miss"),), sides=6, hits=0, battle="b1", role="attacker"
    )
    (fought,) = battles_of(told.fought(shot, lost(told.theirs)), told.record.line())
    assert fought.fight is not None
    assert fought.fight.kind == "amphibious"
    assert fought.fight.attacker.technologies == ("Jet Fighters",)
    assert fought.fight.attacker.bands == (
        Band("infantry", 1, duty="landing"),
        Band("fighter", 1),
        Band("cruiser", 1, duty="bombarding"),
    )
    told = Told(
        attacker=["battleship"], defender=["destroyer"], space=ZONE, kind="sea",
        damaged=["battleship"],
    )  # fmt: skip
    (fought,) = battles_of(told.fought(lost(told.theirs)), told.record.line())
    assert fought.fight is not None
    assert fought.fight.attacker.bands == (Band("battleship", 1, damaged=1),)


def test_who_submerges_before_the_first_shot_did_not_fight() -> None:
    told = Told(attacker=["battleship"], defender=["submarine"] * 2, space=ZONE, kind="sea")
    away = ev.BattleLeft("b1", tuple(told.theirs[:1]), "submerged")
    record = told.fought(ev.CombatRoundBegan("b1", 1), away, lost(told.theirs[1:]))
    (row,) = luck(record).iter_rows(named=True)
    alone = a4a.battle(
        "global1940", kind="sea", attacker={"battleship": 1}, defender={"submarine": 1}
    ).odds()
    assert row["p_attacker"] == pytest.approx(alone.attacker_wins)
    assert row["expected"] == pytest.approx(alone.swing)
    assert (row["swing"], row["broken_off"]) == (6, False)


def test_who_submerges_later_breaks_the_battle_off() -> None:
    told = Told(attacker=["battleship"], defender=["submarine"] * 2, space=ZONE, kind="sea")
    record = told.fought(
        ev.CombatRoundBegan("b1", 1),
        lost(told.theirs[:1]),
        ev.CombatRoundBegan("b1", 2),
        ev.BattleLeft("b1", tuple(told.theirs[1:]), "submerged"),
        result="attacker wins",
    )
    (row,) = luck(record).iter_rows(named=True)
    two = a4a.battle(
        "global1940", kind="sea", attacker={"battleship": 1}, defender={"submarine": 2}, rounds=1
    ).odds()
    assert row["broken_off"]
    assert row["expected"] == pytest.approx(two.swing)


def test_a_raid_is_judged_by_bombs_and_the_fire_at_bombers() -> None:
    told = Told(
        attacker=["strategic bomber"], defender=[], kind="bombing raid", space="United Kingdom"
    )
    state = told.record.state_at(told.record.last)
    (target,) = (u for u in state.at("United Kingdom") if u.type == "major industrial complex")
    bombs = ev.UnitsConverted((target.id,), "bombing", damage=7, battle="b1")
    (row,) = luck(told.fought(bombs, result="bombed")).iter_rows(named=True)
    # The fire brings one of six down; else the bombs do a die and 2.
    assert row["p_attacker"] == pytest.approx(5 / 6)
    assert row["expected"] == pytest.approx(5 / 6 * 5.5 - 12 / 6)
    assert (row["swing"], row["broken_off"]) == (7, False)
    assert row["at_least"] == pytest.approx(5 / 6 * 2 / 6)
    assert row["defenders"] == ["United Kingdom"]


BOATS = {f"Germany: {n} submarine fleet": 1 for n in ("1st", "2nd")}
AIR = {f"Germany: {n} air": 1 for n in ("1st", "2nd", "3rd", "4th")}
RAF = {f"Great Britain: {n} RAF": 1 for n in ("1st", "2nd", "3rd")}
BOMBERS = {"Great Britain: Bomber Command": 1}
AT_SEA = 7
"""The most points that can be at sea for a convoy attack to sink."""
RAIDS: dict[int, tuple[int, dict[str, Any]]] = {  # by node: the swing, and what is asked for
    167: (1, {"target": "city", "attacker": BOMBERS, "attacker_damaged": BOMBERS}),
    293: (1 - 2, {"target": "city", "attacker": AIR, "defender": RAF}),  # and two steps are lost
    241: (1, {"target": "convoy", "target_damage": AT_SEA - 4, "attacker": BOATS,
              "defender": {"Great Britain: Gibraltar fleet": 1}}),
    298: (1, {"target": "convoy", "target_damage": AT_SEA - 4, "attacker": BOATS}),
}  # fmt: skip


@pytest.mark.parametrize("node", RAIDS)
def test_raids_on_a_chart_are_judged_by_what_they_hit_and_sink(node: int) -> None:
    swing, asked = RAIDS[node]
    record = shipped("war_in_europe_1939_1941")
    (row,) = luck(record).filter(pl.col("node") == node).iter_rows(named=True)
    odds = a4a.battle("war_in_europe", kind="raid", **asked).odds()
    spread = odds.odds.swing
    assert row["expected"] == pytest.approx(odds.swing)
    assert row["p_attacker"] == pytest.approx(odds.damage["probability"][1:].sum())
    assert (row["swing"], row["broken_off"], row["note"]) == (swing, False, None)
    least = spread.filter(pl.col("swing") >= swing)["probability"].sum()
    assert row["at_least"] == pytest.approx(least)


def test_a_raid_on_a_chart_that_goes_on_tells_what_it_has_done_so_far() -> None:
    record = shipped("war_in_europe_1939_1941")
    known = battles_known(rules_of(record))
    for end, damage, rising in ((294, 0, 3), (293, 0, 0), (295, 1, 3)):
        nodes = [node for node in record.line() if 293 <= node <= end]
        (raid,) = [b for b in battles_of(record, nodes, known) if b.node == 293]
        assert (raid.targets, raid.damage) == ((("city", 0),), damage)
        assert raid.fight is not None
        assert sum(len(army.bands) for army in raid.fight.defenders) == rising
        assert bool(raid.result) == (end == 295)


def test_fights_without_odds_say_why() -> None:
    told = Told(attacker=["fighter"], defender=["fighter"], kind="air")
    (row,) = luck(told.fought(result="no effect")).iter_rows(named=True)
    assert row["note"] == "a battle of this kind (air) has no odds"
    assert (row["p_attacker"], row["percentile"], row["luck"]) == (None, None, None)
    told = Told(attacker=["infantry"], defender=["infantry"])
    (row,) = luck(told.fought(result="called off")).iter_rows(named=True)
    assert "before anybody fired" in row["note"]
    assert row["p_attacker"] == pytest.approx(0.25)


@pytest.mark.soak
@pytest.mark.parametrize("name", depth.sample(SHIPPED))
def test_over_a_game_the_luck_is_that_of_fair_dice(name: str) -> None:
    record = shipped(name)
    frame = shipped_luck(name)
    battles = a4a.frames(record).battles
    assert frame["battle"].to_list() == battles["battle"].to_list()
    no_raid = pl.col("kind") != "bombing raid"  # damage is no TUV
    assert frame.filter(no_raid)["swing"].to_list() == battles.filter(no_raid)["swing"].to_list()
    assert frame["note"].null_count() == len(frame)
    fought = frame.filter(pl.col("sd") > 0)
    assert len(fought) > 100
    assert fought["percentile"].is_between(0, 1).all()
    mean = fought["percentile"].mean()
    assert isinstance(mean, float)
    assert abs(mean - 0.5) < 0.1
    # Fair dice give each third of the percentiles its share: 3.5 standard deviations are allowed.
    thirds = np.histogram(fought["percentile"].to_numpy(), bins=3, range=(0, 1))[0] / len(fought)
    assert (abs(thirds - 1 / 3) < 0.14).all(), thirds
    off = fought["swing"].sum() - fought["expected"].sum()
    assert abs(off) < 3.5 * float((fought["sd"] ** 2).sum()) ** 0.5


def test_luck_is_of_a_record() -> None:
    with pytest.raises(A4AError, match="not a str"):
        luck("game")  # type: ignore[arg-type]
    with pytest.raises(A4AError, match="no such line"):
        luck(a4a.start("global1940"), line="no such line")
