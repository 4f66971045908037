"""The battle lab: what is picked on the page, and the answers it gets."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

import a4a
from a4a.core.errors import A4AError, BattleError
from a4a.map.cursor import Cursor
from a4a.odds import retreat
from a4a.widgets.battle_lab import BattleLab
from a4a.widgets.battle_picks import POLICIES, fitted
from a4a.widgets.battle_report import bars

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

    def ask_all(self) -> tuple[dict[str, list[Any]], dict[str, Any]]:
        """Ask for the dear parts, as the page does, to the end."""
        at: int | None = 0
        effects: dict[str, list[Any]] = {}
        while at is not None:
            self.ask(do="more", number=self.lab.answer["number"], at=at)
            told = self.heard.pop()
            for index, *rest in told["rows"]:
                row = self.lab.offered["rows"][index]
                effects[f"{row['role']} {row['name']}"] = rest
            at = told["next"]
        return effects, told["advice"]


def test_a_battle_is_shown_as_it_is(battle: Any) -> None:
    lab = BattleLab(battle)
    odds = battle.odds()
    assert lab.answer["chances"]["attacker_wins"] == odds.attacker_wins
    assert lab.answer["swing"] == [odds.swing, odds.swing_sd]
    assert lab.answer["orders"]["defender"] == ["AAA", "infantry", "fighter"]
    assert sum(p for _, _, p in lab.answer["bars"]) == pytest.approx(1)
    assert lab.answer["course"][0]["going_on"] == pytest.approx(1)
    assert lab.answer["course"][-1]["attacker_wins"] == pytest.approx(odds.attacker_wins, abs=2e-3)
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
    effects, advice = page.ask_all()
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
    assert "retreat" in page.ask_all()[1]["why"]


def test_what_was_asked_before_a_change_is_not_answered(battle: Any) -> None:
    page = Page(BattleLab(battle))
    number = page.lab.answer["number"]
    page.number("attacker", "infantry", 7)
    page.ask(do="more", number=number, at=0)
    assert page.heard == []


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
        {"kind": "raid"}, {"kind": 3}, {"counts": []}, {"counts": None}, {"damaged": ["x"]},
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


def test_a_battle_that_would_take_seconds_is_refused(battle: Any) -> None:
    page = Page(BattleLab(battle))
    counts = [1000] * len(page.lab.offered["rows"])
    assert "too many to be answered" in page.set(counts=counts)["fault"]


def test_a_large_battle_is_answered_and_not_weighed() -> None:
    ours, theirs = {"infantry": 40, "tank": 20}, {"infantry": 50}
    page = Page(BattleLab(a4a.battle("global1940", attacker=ours, defender=theirs)))
    assert page.lab.answer["fault"] == ""
    effects, advice = page.ask_all()
    assert effects == {}
    assert "large" in advice["why"]


@pytest.mark.parametrize("what", [{}, {"do": "more"}, {"do": "take"}, [], "x"])
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
