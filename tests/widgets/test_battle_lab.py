"""The battle lab: what is picked on the page, and the answers it gets."""

from __future__ import annotations

import asyncio
import gc
from itertools import pairwise
from typing import Any

import polars as pl
import pytest

import a4a
from a4a.analysis.battle import Battle
from a4a.core import events as ev
from a4a.core.errors import A4AError, BattleError
from a4a.core.record import GameRecord
from a4a.core.units import Unit
from a4a.map.cursor import Cursor
from a4a.odds import retreat
from a4a.widgets.battle_lab import BattleLab
from a4a.widgets.battle_picks import POLICIES, fitted
from a4a.widgets.battle_report import bars
from tests.shared_games import shipped

OURS = {"infantry": 6, "artillery": 2, "tank": 3, "fighter": 2}
THEIRS = {"infantry": 8, "AAA": 1, "fighter": 1}


@pytest.fixture
def battle() -> Any:
    return a4a.battle("global1940", attacker=OURS, defender=THEIRS)


class Page:
    """A page that shows a lab: it picks, asks, and hears what the kernel sends."""

    def __init__(self, lab: BattleLab) -> None:
        self.lab, self.heard = lab, []
        lab.send = lambda content, buffers=None: self.heard.append(content)

    def row(self, role: str, name: str) -> int:
        rows = self.lab.offered["rows"]
        return next(i for i, r in enumerate(rows) if (r["role"], r["name"]) == (role, name))

    def set(self, **changes: Any) -> dict[str, Any]:
        self.lab.setup = {**self.lab.setup, **changes}
        return self.lab.answer

    def number(self, role: str, name: str, count: int) -> dict[str, Any]:
        counts = list(self.lab.setup["counts"])
        counts[self.row(role, name)] = count
        return self.set(counts=counts)

    def ask(self, **what: Any) -> None:
        self.lab._handle_custom_msg(what, [])

    def find_all(self) -> tuple[dict[str, list[Any]], dict[str, Any]]:
        """What the page is told after the answer: one more unit of each type, and advice."""
        self.lab.work_out()
        rows = self.lab.offered["rows"]
        effects = {
            f"{rows[i]['role']} {rows[i]['name']}": rest for i, *rest in self.more["effects"]
        }
        assert self.more["todo"] == ""
        return effects, self.more.get("advice")

    @property
    def more(self) -> dict[str, Any]:
        assert self.lab.more["number"] == self.lab.answer["number"]
        return self.lab.more


def test_a_battle_is_shown_as_it_is(battle: Any) -> None:
    lab = BattleLab(battle)
    odds = battle.odds()
    assert lab.answer["chances"]["attacker_wins"] == odds.attacker_wins
    assert lab.answer["swing"] == [odds.swing, odds.swing_sd]
    assert lab.answer["orders"]["defender"] == ["AAA", "infantry", "fighter"]
    assert sum(p for _, _, p in lab.answer["bars"]) == pytest.approx(1)
    assert lab.more["course"][0]["going_on"] == pytest.approx(1)
    assert lab.more["course"][-1]["attacker_wins"] == pytest.approx(odds.attacker_wins, abs=2e-3)
    best = lab.answer["endings"]["rows"][0]
    assert best[0] == pytest.approx(odds.survivors["probability"][0])
    assert lab.battle.model == battle.model


@pytest.mark.parametrize("kind", ["sea", "amphibious"])
def test_every_kind_of_battle_comes_back_as_it_was(kind: str) -> None:
    ours = {"cruiser": 1, "submarine": 2} if kind == "sea" else {"infantry": 2, "tank": 1}
    more: dict[str, Any] = {} if kind == "sea" else {"bombard": {"cruiser": 1}, "keep_land": 1}
    theirs = {"battleship": 1} if kind == "sea" else {"infantry": 2}
    hurt = {"battleship": 1} if kind == "sea" else {}
    asked = a4a.battle(
        "global1940", attacker=ours, defender=theirs, kind=kind, defender_damaged=hurt,
        retreat=retreat.OddsBelow(0.25), dice="low luck", **more,
    )  # fmt: skip
    lab = BattleLab(asked)
    assert lab.battle.model == asked.model
    assert lab.answer["fault"] == ""


@pytest.mark.parametrize(
    "policy",
    [
        retreat.AfterRounds(2), retreat.UnitsLeft(3), retreat.OddsBelow(0.4),
        retreat.SwingNegative(2), retreat.BestSwing(3), retreat.KeepSafe("air", 0.3),
        retreat.Strafe(0.2), None,
    ],
)  # fmt: skip
def test_every_retreat_policy_can_be_shown(policy: Any) -> None:
    asked = a4a.battle("global1940", attacker=OURS, defender=THEIRS, retreat=policy)
    lab = BattleLab(asked)
    assert lab.setup["retreat"] in POLICIES
    assert lab.outcome.attacker_wins == asked.odds().attacker_wins


def test_what_is_picked_is_answered(battle: Any) -> None:
    page = Page(BattleLab(battle))
    before = page.lab.answer
    after = page.number("attacker", "infantry", 7)
    assert after["number"] == before["number"] + 1
    assert after["chances"]["attacker_wins"] > before["chances"]["attacker_wins"]
    same = a4a.battle("global1940", attacker={**OURS, "infantry": 7}, defender=THEIRS).odds()
    assert after["chances"]["attacker_wins"] == same.attacker_wins


def test_the_order_of_loss_is_the_players(battle: Any) -> None:
    page = Page(BattleLab(battle))
    order = ["tank", "fighter", "artillery", "infantry"]
    worse = page.set(orders={"attacker": order, "defender": []})
    assert worse["orders"]["attacker"] == order
    same = a4a.battle("global1940", attacker=OURS, defender=THEIRS, attacker_loses=order).odds()
    assert worse["chances"]["attacker_wins"] == same.attacker_wins
    # A unit that comes later finds its place, one that goes leaves the order.
    assert "tactical bomber" in page.number("attacker", "tactical bomber", 1)["orders"]["attacker"]
    assert page.number("attacker", "tank", 0)["orders"]["attacker"][0] == "fighter"


def test_a_chosen_order_takes_new_kinds_in() -> None:
    assert fitted(["b", "gone"], ["a", "b", "c"]) == ("a", "b", "c")
    assert fitted(["c", "a"], ["a", "b", "c"]) == ("c", "a", "b")
    assert fitted(["ship", "sub", "ship"], ["sub", "ship"]) == ("ship", "sub", "ship")


def test_the_effect_of_one_more_unit_is_the_difference_it_makes(battle: Any) -> None:
    page = Page(BattleLab(battle))
    effects, advice = page.find_all()
    base = battle.odds()
    more = a4a.battle("global1940", attacker={**OURS, "tank": 4}, defender=THEIRS).odds()
    wins, swing, price = effects["attacker tank"]
    assert wins == pytest.approx(more.attacker_wins - base.attacker_wins)
    assert swing == pytest.approx(more.swing - base.swing)
    assert price == 6
    theirs = a4a.battle("global1940", attacker=OURS, defender={**THEIRS, "tank": 1}).odds()
    wins, swing, _ = effects["defender tank"]
    assert wins == pytest.approx(theirs.defender_wins - base.defender_wins)
    assert swing == pytest.approx(base.swing - theirs.swing)
    assert "attacker AAA" not in effects
    assert "defender AAA" in effects

    best = a4a.battle(
        "global1940", attacker=OURS, defender=THEIRS, retreat=retreat.BestSwing()
    ).odds()
    assert advice["value"] == pytest.approx(best.swing)
    assert advice["end"] == pytest.approx(base.swing)
    assert advice["value"] >= advice["end"]
    assert advice["retreats"] == pytest.approx(best.both_survive)
    assert any(line[2] is not None for line in advice["lines"])


def test_advice_is_none_where_nobody_can_retreat() -> None:
    page = Page(
        BattleLab(
            a4a.battle(
                "global1940", attacker={"infantry": 2}, defender={"infantry": 2}, kind="amphibious"
            )
        )
    )
    assert "retreat" in page.find_all()[1]["why"]


def test_what_is_wrong_is_said_and_nothing_is_lost(battle: Any) -> None:
    page = Page(BattleLab(battle))
    told = page.set(counts=[0] * len(page.lab.offered["rows"]))
    assert "the attacker has no units" in told["fault"]
    assert page.lab.battle is None
    assert page.number("attacker", "tank", 2)["fault"] == (
        "the defender has no units: a battle needs some on both sides"
    )
    assert page.number("defender", "infantry", 1)["fault"] == ""


@pytest.mark.parametrize(
    "change",
    [
        {"kind": "raid"}, {"kind": 3}, {"target": "Berlin"}, {"target_damage": "much"},
        {"kind": "raid", "target_damage": -1}, {"technologies": {}},
        {"technologies": {"attacker": [["Magic"]], "defender": [[]]}},
        {"technologies": {"attacker": []}}, {"counts": []}, {"counts": None}, {"damaged": ["x"]},
        {"orders": {}}, {"rounds": 0}, {"rounds": "many"}, {"retreat": "later"}, {"limit": None},
        {"retreat": "odds", "limit": 1e9}, {"retreat": "rounds", "limit": float("inf")},
        {"prize": float("nan")}, {"keep_land": -1}, {"submerge": "all"}, {"dice": "loaded"},
        {"allocation": "at will"},
    ],
)  # fmt: skip
def test_odd_requests_get_one_sentence(battle: Any, change: dict[str, Any]) -> None:
    page = Page(BattleLab(battle))
    assert page.set(**change)["fault"]
    assert page.lab.outcome is None


def test_a_number_no_battle_has_is_refused(battle: Any) -> None:
    page = Page(BattleLab(battle))
    assert "1000" in page.number("attacker", "infantry", 10**9)["fault"]


def test_a_battle_that_would_take_minutes_is_refused(battle: Any) -> None:
    page = Page(BattleLab(battle))
    counts = [1000] * len(page.lab.offered["rows"])
    assert "too many to be answered" in page.set(counts=counts)["fault"]


def test_a_large_battle_is_solved_and_weighed_too() -> None:
    ours, theirs = {"infantry": 40, "tank": 20}, {"infantry": 50}
    page = Page(BattleLab(a4a.battle("global1940", attacker=ours, defender=theirs)))
    assert page.lab.answer["fault"] == ""
    effects, advice = page.find_all()
    assert effects["attacker tank"][0] > effects["attacker infantry"][0] > 0
    assert advice["why"] == ""


# --- piece by piece -------------------------------------------------------------------------------

LARGE: dict[str, Any] = {
    "attacker": {"infantry": 80, "tank": 30}, "defender": {"infantry": 90, "AAA": 3},
}  # fmt: skip


def hear(lab: BattleLab) -> list[tuple[str, dict[str, Any]]]:
    """Write down what a page is told."""
    heard: list[tuple[str, dict[str, Any]]] = []
    for name in ("answer", "more"):
        lab.observe(lambda change: heard.append((change["name"], change["new"])), name)
    return heard


def test_a_large_battle_is_played_first_and_solved_after_that() -> None:
    battle = a4a.battle("global1940", **LARGE)

    async def see() -> list[tuple[str, dict[str, Any]]]:
        lab = BattleLab("global1940")
        heard = hear(lab)
        lab.setup = {**BattleLab(battle).setup, "edition": lab.setup["edition"]}
        assert lab.battle is not None
        assert [what for what, _ in heard] == ["more"]  # nothing is solved before it returns
        await until(lambda: bool(lab.more.get("course")))
        lab.close()
        return heard

    heard = asyncio.run(see())
    played, solved = (told for what, told in heard if what == "answer")
    exact = battle.odds().attacker_wins
    assert played["games"] > 0
    assert played["chances"]["attacker_wins"] == pytest.approx(exact, abs=0.03)
    assert solved["games"] == 0
    assert solved["chances"]["attacker_wins"] == exact
    assert played["number"] == solved["number"] == heard[-1][1]["number"]


def test_stale_answers_are_dropped() -> None:
    async def see() -> list[tuple[str, dict[str, Any]]]:
        lab = BattleLab(a4a.battle("global1940", **LARGE))
        heard = hear(lab)
        for number in (60, 70, 75):
            lab.pick("attacker", "infantry", number)
        await asyncio.sleep(0.02)
        lab.pick("attacker", "infantry", 3)
        lab.pick("defender", "infantry", 2)
        await until(lambda: lab.more["todo"] == "")
        assert lab.answer["number"] == lab.more["number"] == lab._number
        assert lab.more["advice"]["end"] == pytest.approx(lab.outcome.swing)
        return heard

    heard = asyncio.run(see())
    numbers = [told["number"] for _, told in heard]
    assert numbers == sorted(numbers)
    answered = {told["number"] for what, told in heard if what == "answer"}
    assert {2, 3} & answered == set()  # they were changed before they could be answered


async def until(is_so: Any) -> None:
    async with asyncio.timeout(60):
        while not is_so():
            await asyncio.sleep(0.01)


# --- technologies, raids --------------------------------------------------------------------------


def test_technologies_are_picked_for_both_sides(battle: Any) -> None:
    page = Page(BattleLab(battle))
    assert page.lab.offered["technologies"][0] == "Advanced Artillery"
    assert "War Bonds" not in page.lab.offered["technologies"]  # they change no battle
    picked = {"attacker": [["Jet Fighters", "Advanced Artillery"]], "defender": [["Radar"]]}
    answer = page.set(technologies=picked)
    same = a4a.battle(
        "global1940", attacker=OURS, defender=THEIRS, attacker_technologies=picked["attacker"][0],
        defender_technologies=["Radar"],
    ).odds()  # fmt: skip
    assert answer["chances"]["attacker_wins"] == same.attacker_wins
    assert same.attacker_wins != battle.odds().attacker_wins


def test_technologies_of_a_battle_are_shown() -> None:
    asked = a4a.battle(
        "global1940", attacker=OURS, defender=THEIRS, defender_technologies=["Radar", "War Bonds"]
    )
    lab = BattleLab(asked)
    assert lab.setup["technologies"] == {"attacker": [[]], "defender": [["Radar", "War Bonds"]]}
    assert lab.battle.model == asked.model


RAID: dict[str, Any] = {
    "kind": "raid", "attacker": {"strategic bomber": 3, "fighter": 1}, "defender": {"fighter": 2},
    "target": "major industrial complex", "target_damage": 4,
}  # fmt: skip


def test_a_raid_is_shown_as_it_is() -> None:
    asked = a4a.battle("global1940", **RAID, dice="low luck", attacker_technologies=["Radar"])
    lab = BattleLab(asked)
    assert lab.battle.model == asked.model
    odds = asked.odds()
    mean, most, some = lab.answer["damage"]
    assert mean == pytest.approx(odds.expected_damage)
    assert most == 16
    assert some == pytest.approx(odds.damage.filter(odds.damage["damage"] > 0)["probability"].sum())
    assert lab.answer["swing"][0] == pytest.approx(odds.swing)
    assert sum(p for _, _, p in lab.answer["bars"]) == pytest.approx(1)
    lost = {(side, unit): mean for side, unit, _, mean, *_ in lab.answer["losses"]}
    for side in ("attacker", "defender"):
        mine = odds.losses.filter(odds.losses["side"] == side)
        expected = (mine["lost"] * mine["probability"]).sum()
        assert lost[side, None] == pytest.approx(expected)


def test_a_raid_is_picked_and_weighed() -> None:
    page = Page(BattleLab("global1940"))
    assert page.lab.offered["kinds"][-1] == "raid"
    assert "strategic bomber" in page.set(kind="raid", target="naval base")["fault"]
    assert page.number("attacker", "tactical bomber", 2)["fault"] == ""
    effects, advice = page.find_all()
    assert advice is None
    more = a4a.battle(
        "global1940", kind="raid", target="naval base", attacker={"tactical bomber": 3}
    ).odds()
    now = page.lab.outcome
    damage, swing, _ = effects["attacker tactical bomber"]
    assert damage == pytest.approx(more.expected_damage - now.expected_damage)
    assert swing == pytest.approx(more.swing - now.swing)
    assert "attacker tank" not in effects
    # Tactical bombers bomb bases only: over a complex they have no part.
    assert "strategic bomber" in page.set(target="minor industrial complex")["fault"]


@pytest.mark.parametrize("what", [{}, {"do": "take"}, [], "x"])
def test_messages_that_are_none_get_one_sentence(battle: Any, what: Any) -> None:
    page = Page(BattleLab(battle))
    page.lab._handle_custom_msg(what, [])
    assert len(page.heard) == 1
    assert page.heard[0]["fault"]


# --- from the board -------------------------------------------------------------------------------


def test_both_sides_come_from_a_space_of_the_board() -> None:
    record = a4a.new_game("global1940").record
    lab = BattleLab(record, space="France", attacker="Germany")
    assert lab.setup["kind"] == "land"
    armies = {row["army"] for row in lab.offered["rows"] if row["role"] == "defender"}
    assert armies == {"France", "United Kingdom"}
    at_hand = {row["name"]: row["most"] for row in lab.offered["rows"] if row["role"] == "attacker"}
    here = record.state_at(0)
    tanks = [u for u in here.units.values() if u.type == "tank" and u.owner == "Germany"]
    assert 0 < at_hand["tank"] <= len(tanks)
    origin = next(r["from"] for r in lab.offered["rows"] if r["name"] == "tank")
    assert sum(count for _, count in origin) == at_hand["tank"]


def test_the_page_takes_a_space_at_the_cursors_node() -> None:
    cursor = Cursor(a4a.new_game("global1940").record)
    page = Page(BattleLab(cursor))
    page.ask(do="take", space="sea zone 111", attacker="Germany")
    assert page.lab.setup["kind"] == "sea"
    assert page.lab.offered["place"] == "sea zone 111"
    before = page.lab.answer
    page.ask(do="take", space="Poland", attacker="Germany")
    assert "Poland" in page.heard[-1]["fault"]
    assert page.lab.answer == before


def begun() -> GameRecord:
    """A record with a battle in Yugoslavia that opens at node 2, goes on at 3 and ends at 4."""
    record = a4a.start("global1940")
    tank, man = (
        Unit(900_001 + i, what, power, "Yugoslavia")
        for i, (what, power) in enumerate((("tank", "Germany"), ("infantry", "United Kingdom")))
    )
    parts = (
        ev.Participant("attacker", "Germany", (tank.id,)),
        ev.Participant("defender", "United Kingdom", (man.id,)),
    )
    record.append([ev.RoundBegan(1), ev.TurnBegan(("Germany",)), ev.PhaseBegan("Conduct Combat"),
                   ev.UnitsAdded((tank, man), "edit")])  # fmt: skip
    record.append([ev.BattleOpened("b1", "Yugoslavia", "land", parts)])
    record.append([ev.CombatRoundBegan("b1", 1), ev.UnitsRemoved((man.id,), "casualty", "b1")])
    record.append([ev.BattleClosed("b1", "attacker wins", "attacker")])
    return record


@pytest.mark.parametrize("node", [2, 3])
def test_the_battle_that_is_fought_at_the_node_is_taken(node: int) -> None:
    lab = BattleLab(begun(), space="Yugoslavia", node=node)
    assert repr(lab.battle) == "<Battle (land): 1 tank against 1 infantry>"
    assert lab.offered["fought"]
    assert lab.offered["active"] == "Germany"
    assert {row["most"] for row in lab.offered["rows"]} == {None}


@pytest.mark.parametrize(("node", "attacker"), [(1, "Germany"), (4, "Germany"), (3, "Italy")])
def test_who_can_reach_is_asked_where_that_power_fights_no_battle(node: int, attacker: str) -> None:
    lab = BattleLab(begun(), space="Yugoslavia", node=node, attacker=attacker)
    assert not lab.offered["fought"]
    assert lab.offered["active"] == attacker
    assert sum(row["most"] or 0 for row in lab.offered["rows"]) > 1


def test_a_raid_of_a_recorded_game_is_taken() -> None:
    record = a4a.game("global1940_strong_computer")
    lab = BattleLab(record, space="France", node=30)
    assert lab.setup["kind"] == "raid"
    assert lab.setup["target"] == "air base"
    assert lab.answer["fault"] == ""


def test_what_was_picked_for_another_space_does_not_spoil_the_new_one() -> None:
    page = Page(BattleLab(a4a.new_game("global1940").record, space="France", attacker="Germany"))
    late = {**page.lab.setup, "rounds": 1}
    page.lab.take("Yugoslavia", "Germany")
    fresh = page.lab.setup
    page.lab.setup = late
    assert page.lab.setup == fresh
    assert page.lab.answer["fault"] == ""


def test_wrong_arguments_get_one_error() -> None:
    record = a4a.new_game("global1940").record
    with pytest.raises(A4AError, match="not a int"):
        BattleLab(3)  # type: ignore[arg-type]
    with pytest.raises(A4AError, match="for a record"):
        BattleLab("global1940", space="France")
    with pytest.raises(A4AError, match="no space"):
        BattleLab(record, space="Nowhere")
    with pytest.raises(A4AError, match="no power"):
        BattleLab(record, space="France", attacker="Nobody")
    with pytest.raises(BattleError, match="may not attack"):
        BattleLab(record, space="Germany", attacker="Germany")
    with pytest.raises(A4AError):
        BattleLab("no such game")
    with pytest.raises(A4AError, match="no board"):
        BattleLab("global1940").take("France")


def test_units_are_picked_from_python(battle: Any) -> None:
    lab = BattleLab(battle)
    lab.pick("attacker", "armour", 5)
    assert "5 tank" in repr(lab.battle)
    with pytest.raises(A4AError, match="no transport"):
        lab.pick("attacker", "transport", 1)


def test_a_wide_swing_is_told_in_few_bars() -> None:
    big = a4a.battle(
        "global1940",
        attacker={"infantry": 20, "tank": 10, "fighter": 5, "artillery": 7},
        defender={"infantry": 20, "tank": 8, "fighter": 4},
    ).odds()
    told = bars(big)
    assert len(told) <= 46
    assert sum(p for _, _, p in told) == pytest.approx(1)
    assert all(low <= high < after[0] for (low, high, _), after in pairwise(told))


def test_an_argument_there_is_not_gives_one_error_and_nothing_else() -> None:
    """No "Exception ignored" comes when what was never begun is thrown away."""
    with pytest.raises(TypeError, match="defender"):
        a4a.BattleLab("global1940", defender="France")  # type: ignore[call-arg]
    gc.collect(1)  # it is young; what is raised there would be a warning, and so an error


# --- counters on a chart --------------------------------------------------------------------------


def chart_lab() -> BattleLab:
    return BattleLab(
        a4a.battle(
            "war_in_europe", attacker={"Germany: 1st armor": 1, "Germany: 1st air": 1},
            defender={"France: 2nd infantry": 1}, defender_damaged={"France: 2nd infantry": 1},
            terrain=("forest", "river"),
        )
    )  # fmt: skip


def test_a_lab_of_counters_picks_each_once_and_types_besides() -> None:
    lab = chart_lab()
    rows = lab.offered["rows"]
    named = {row["unit"]: row for row in rows if row["limit"] == 1}
    assert set(named) == {"German 1st armor", "German 1st air", "French 2nd infantry"}
    assert any(row["unit"] == "fort" and row["limit"] is None for row in rows)
    assert lab.offered["kinds"] == ["land", "sea", "amphibious", "air", "raid"]
    assert (lab.offered["terms"], lab.offered["counted"]) == ([], "step")
    assert lab.setup["terrain"] == ["forest", "river"]
    assert "mountain" in lab.offered["terrain"]
    assert lab.setup["damaged"][rows.index(named["French 2nd infantry"])] == 1


def test_a_lab_of_counters_answers_as_the_battle_does() -> None:
    lab = chart_lab()
    lab.work_out()
    told, outcome = lab.answer, lab.outcome
    assert told["fault"] == ""
    chances = told["chances"]
    assert chances["attacker_wins"] == outcome.attacker_wins
    assert chances["nobody_wins"] == pytest.approx(outcome.nobody_wins)
    ends = ("attacker_wins", "defender_wins", "nobody_wins", "both_survive", "both_destroyed")
    assert sum(chances[key] for key in ends) == pytest.approx(1)
    assert sum(row[0] for row in told["follows"]) == pytest.approx(1)
    assert set(lab.more) == {"number", "todo", "effects", "support"}  # no rounds, no retreat
    assert lab.more["effects"]
    best = lab.battle.best_support()
    sent = ["German 1st air"] if "air unit" in best.attacker else []
    (row,) = lab.more["support"]
    assert row[:2] == ["attacker", sent]
    assert row[3] == best.odds().attacker_wins


CONVOY: dict[str, Any] = {
    "kind": "raid", "target": "improved convoy", "target_damage": 3,
    "attacker": {"Germany: 1st submarine fleet": 1, "Germany: 2nd submarine fleet": 1},
    "attacker_damaged": {"Germany: 2nd submarine fleet": 1},
    "defender": {"Great Britain: Home fleet": 1},
}  # fmt: skip


def test_a_raid_on_a_chart_is_shown_as_it_is() -> None:
    asked = a4a.battle("war_in_europe", **CONVOY)
    lab = BattleLab(asked)
    assert (lab.setup["kind"], lab.setup["target"], lab.setup["target_damage"]) == (
        "raid", "improved convoy", 3
    )  # fmt: skip
    odds = asked.odds()
    assert lab.outcome.damage.equals(odds.damage)
    mean, most, some = lab.answer["damage"]
    assert (mean, most) == (pytest.approx(odds.expected_damage), 4)
    assert some == pytest.approx(odds.damage["probability"][1:].sum())
    assert lab.answer["swing"][0] == pytest.approx(odds.swing)
    began = {(side, unit): number for side, unit, number, *_ in lab.answer["losses"]}
    assert began["attacker", None] == 3
    assert began["attacker", "German 2nd submarine fleet"] == 1
    # What can still befall beaten fleets is said where fleets are, and only there.
    assert "attacks in transit" in lab.answer["beyond"]
    assert chart_lab().answer["beyond"] == ""
    fleets = {"surface fleet": 1}
    at_sea = a4a.battle("war_in_europe", attacker=fleets, defender=fleets)
    assert at_sea.explain().endswith(f"not counted: {lab.answer['beyond']}")


def test_raids_on_a_chart_are_picked_and_weighed() -> None:
    page = Page(BattleLab("war_in_europe"))
    assert page.lab.offered["targets"] == ["city", "convoy", "improved convoy"]
    assert "a raid needs some" in page.set(kind="raid")["fault"]
    assert page.number("attacker", "air unit", 2)["fault"] == ""
    assert page.lab.battle.target == "city"
    # Who is in a raid depends on what it is on.
    assert "a raid needs some" in page.set(target="convoy")["fault"]
    assert page.number("attacker", "submarine fleet", 2)["fault"] == ""
    fits = {
        row["name"] for row in page.lab.offered["rows"]
        if row["role"] == "defender" and "convoy" in row["targets"]
    }  # fmt: skip
    assert fits == {"naval air", "surface fleet", "submarine fleet"}
    effects, advice = page.find_all()
    assert advice is None
    three = {"submarine fleet": 3}
    more = a4a.battle("war_in_europe", kind="raid", target="convoy", attacker=three).odds()
    gained = more.expected_damage - page.lab.outcome.expected_damage
    assert effects["attacker submarine fleet"][0] == pytest.approx(gained)
    assert "attacker air unit" not in effects


@pytest.mark.parametrize(
    ("kind", "target"), [("bombing raid", "city"), ("convoy", "convoy")]
)  # fmt: skip
def test_a_raid_on_a_chart_is_taken_from_a_recorded_game(kind: str, target: str) -> None:
    record = shipped("war_in_europe_1939_1941")
    row = a4a.luck(record).filter(pl.col("kind") == kind).row(0, named=True)
    lab = BattleLab(record, space=row["space"], node=row["node"])
    assert lab.offered["fought"]
    assert (lab.setup["target"], lab.answer["fault"]) == (target, "")
    assert lab.outcome.swing == pytest.approx(row["expected"])


@pytest.mark.parametrize("percent", [20, 40])
@pytest.mark.parametrize("counters", [True, False])
def test_it_says_what_is_needed_of_counters_as_of_units(*, counters: bool, percent: int) -> None:
    ours, theirs = {"infantry": 4, "tank": 3}, {"infantry": 3}
    lab = (
        chart_lab()
        if counters
        else BattleLab(a4a.battle("global1940", attacker=ours, defender=theirs))
    )
    lab.work_out()
    assert "need" not in lab.more
    lab._handle_custom_msg({"do": "need", "percent": percent}, [])
    told = lab.more["need"]
    found = lab.battle.need(percent / 100)
    assert (told["percent"], told["wanted"]) == (percent, "takes")
    assert (told["cost"], told["chance"]) == (found.attacker_cost, found.odds().attacker_takes)
    assert told["chance"] >= percent / 100
    if counters:
        assert all(number == 0 and name.startswith("German ") for number, name in told["units"])
    else:
        assert sum(number for number, _ in told["units"]) == sum(found.attacker.values())
    lab.setup = {**lab.setup, "counts": [0 * count for count in lab.setup["counts"]]}
    assert "need" not in lab.more


def test_it_says_why_nothing_suffices_and_what_is_no_chance() -> None:
    lab = chart_lab()
    said: list[object] = []
    lab.send = said.append
    lab._handle_custom_msg({"do": "need", "percent": 100}, [])
    assert "no part of the units takes it in 100% of battles" in lab.more["need"]["why"]
    for percent in (0, 101, "many"):
        lab._handle_custom_msg({"do": "need", "percent": percent}, [])
    assert len(said) == 3


def test_terrain_is_picked_and_what_cannot_be_is_said() -> None:
    lab = chart_lab()
    lab.work_out()
    before = lab.answer["chances"]["attacker_wins"]
    lab.setup = {**lab.setup, "terrain": []}
    lab.work_out()
    assert lab.answer["chances"]["attacker_wins"] > before
    lab.setup = {**lab.setup, "kind": "sea"}
    lab.work_out()
    assert lab.answer["fault"]


def test_a_lab_takes_all_that_can_join_from_a_hex() -> None:
    record = shipped("war_in_europe_1939_1941")
    node = record.node_at(round=3, phase="Axis Combat")
    lab = BattleLab(record, node=node, space="Brussels")
    asked = a4a.battle(record, node=node, space="Brussels")
    assert lab.outcome.attacker_wins == asked.odds().attacker_wins
    assert lab.offered["title"] == "1807 Brussels"
    armor = next(row for row in lab.offered["rows"] if row["unit"] == "German 1st armor")
    assert armor["from"] == [["1907", 1]]


def test_units_are_typed_as_players_write_them() -> None:
    """A line replaces the units of its side, and leaves those of the other."""
    lab = BattleLab(a4a.battle("global1940", attacker="6 inf", defender="5 inf 1 ftr"))
    lab.type("attacker", "3 inf 2 arm")
    assert isinstance(lab.battle, Battle)
    assert lab.battle.attacker == {"infantry": 3, "tank": 2}
    assert lab.battle.defender == {"infantry": 5, "fighter": 1}
    for line, why in (("3 infantree", "did you mean"), ("1 bb", "no battleship to pick")):
        with pytest.raises(A4AError, match=why):
            lab.type("defender", line)
    with pytest.raises(A4AError, match="a side is"):
        lab.type("both", "3 inf")  # type: ignore[arg-type]


def test_typed_units_come_as_those_that_are_picked() -> None:
    landing = a4a.battle("global1940", kind="amphibious", attacker="2 inf", defender="1 inf")
    lab = BattleLab(landing)
    lab.type("attacker", "4 inf")
    assert isinstance(lab.battle, Battle)
    assert [(b.count, b.duty) for b in lab.battle.fight.attacker.bands] == [(4, "landing")]


def test_sides_are_swapped() -> None:
    asked = a4a.battle("global1940", attacker="3 inf 1 arm", defender="2 inf", rounds=2)
    lab = BattleLab(asked)
    lab.swap()
    assert lab.battle is not None
    assert lab.battle.odds().attacker_wins == asked.swapped().odds().attacker_wins  # type: ignore[union-attr]
    assert lab.setup["rounds"] == 2
    lab.type("attacker", "0 inf")
    with pytest.raises(A4AError, match="units on both"):
        lab.swap()
