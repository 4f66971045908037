"""The same battle with other units, parts and sides changed; units as players type them."""

from __future__ import annotations

from itertools import product

import pytest

import a4a
from a4a.analysis.battle import Battle
from a4a.analysis.forces import counted
from a4a.analysis.parts import part
from a4a.analysis.totals import TOTALS
from a4a.core.errors import BattleError
from a4a.odds.retreat import OnlyLeft
from a4a.widgets.battle_lab import BattleLab


def asked(attacker: str, defender: str, **terms: object) -> Battle:
    """A battle of Global 1940."""
    return a4a.battle("global1940", attacker=attacker, defender=defender, **terms)


@pytest.mark.parametrize(
    ("system", "line", "means"),
    [
        ("global1940", "3 inf 2 arm", {"infantry": 3, "tank": 2}),
        ("global1940", "1 bb, 2dd; 1 cv + 2 ftr and 3 subs",
         {"battleship": 1, "destroyer": 2, "aircraft carrier": 1, "fighter": 2, "submarine": 3}),
        ("global1940", "2 x mech\n1 tanks", {"mechanized infantry": 2, "tank": 1}),
        ("wargame1942", "3 inf 2 arm 1 bmb", {"infantry": 3, "armor": 2, "bomber": 1}),
        ("deluxe3g40", "3 inf 2 arm", {"regular infantry": 3, "light tank": 2}),
    ],
)  # fmt: skip
def test_units_are_read_as_players_type_them(system: str, line: str, means: dict[str, int]) -> None:
    assert counted(a4a.dataset(system).catalog, line, what="attacker") == dict(means)


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("3 infantree", "did you mean 'infantry'"),
        ("inf", "no number of units: write '3 infantry, 2 tanks'"),
        ("inf 3", "no number of units"),
        ("3 inf x", "no unit type"),
        ("3", "no number of units"),
        ("1" * 12 + " inf", "no number of units"),
        ("2 inf " * 400, "2400 letters"),
    ],
)
def test_a_line_that_is_not_understood_is_refused(line: str, why: str) -> None:
    with pytest.raises(BattleError, match=why):
        asked(line, "1 inf")


def test_an_order_of_loss_may_be_partial() -> None:
    """What it does not name is lost after that, as usual."""
    made = asked("2 inf 1 art 1 arm", "1 inf", attacker_loses=["tank"])
    assert made.model.attacker.order == ("tank", "infantry", "artillery")


@pytest.mark.parametrize("marks", [{"guns": {"bomber": 1}}, {}])
def test_kinds_of_one_type_are_told_apart_by_what_they_are(marks: dict[str, object]) -> None:
    """Of two bombers one fires guns: a part has the bomber that is asked for."""
    made = a4a.battle("wargame1942", attacker="2 bmb 2 inf", defender="1 inf 1 ftr",
                      attacker_declares=marks)  # fmt: skip
    for group in made.model.attacker.groups:
        (alone,) = part(made, {group.kind.name: 1}).model.attacker.groups
        assert alone.kind.weapons == group.kind.weapons
        assert alone.kind.tags == group.kind.tags


def test_generals_come_with_what_they_lead() -> None:
    made = a4a.battle("wargame1942", attacker="4 inf 1 general", defender="2 inf")
    assert made.need(0.3).attacker["general"] == 1


@pytest.mark.parametrize("chance", [0.3, 0.7, 0.95])
@pytest.mark.parametrize("wanted", ["takes", "wins"])
def test_no_cheaper_defender_holds(chance: float, wanted: str) -> None:
    def likely(made: Battle) -> float:
        odds = made.odds()
        return odds.defender_wins if wanted == "wins" else 1 - odds.attacker_takes

    made = asked("2 inf 2 arm", "3 inf 1 art 2 ftr")
    found = made.need(chance, side="defender", wanted=wanted)  # type: ignore[arg-type]
    costs = {}
    for inf, art, ftr in product(range(4), range(2), range(3)):
        if inf + art + ftr:
            one = asked("2 inf 2 arm", f"{inf} inf {art} art {ftr} ftr")
            costs[inf, art, ftr] = one.defender_cost, likely(one)
    assert likely(found) >= chance
    assert found.defender_cost == min(c for c, p in costs.values() if p >= chance - 1e-12)


def test_who_cannot_be_taken_from_holds_without_winning() -> None:
    """Aircraft take nothing: any one unit holds for certain, though it is sure to be lost."""
    made = asked("6 ftr", "1 arm 2 inf")
    assert made.need(1.0, side="defender").defender == {"infantry": 1}
    with pytest.raises(BattleError, match="no part of the units wins in 90%"):
        made.need(0.9, side="defender", wanted="wins")


def test_a_defender_that_cannot_hold_is_refused() -> None:
    with pytest.raises(BattleError, match="no part of the units holds in 99%"):
        asked("9 arm", "2 inf").need(0.99, side="defender")


def test_units_join_the_defender_of_a_board() -> None:
    """Scramblers: the odds are those with them there from the first."""
    game = a4a.new_game("global1940")
    alone = a4a.battle(game, space="Yugoslavia", attacker="Germany", send="4 inf 1 arm")
    joined = alone.joined_by("2 ftr")
    assert joined.defender == {**alone.defender, "fighter": 2}
    assert joined.odds().attacker_wins < alone.odds().attacker_wins
    assert joined.joined_by({"fighter": 1}).defender["fighter"] == 3


def test_swapped_sides_are_the_battle_asked_the_other_way_round() -> None:
    made = asked("3 inf 1 arm", "2 inf 1 ftr", attacker_loses=["tank"]).swapped()
    other = asked("2 inf 1 ftr", "3 inf 1 arm", defender_loses=["tank"])
    assert made.odds().attacker_wins == pytest.approx(other.odds().attacker_wins, abs=1e-15)
    assert made.swapped().attacker == {"infantry": 3, "tank": 1}


def test_who_cannot_attack_is_left_out_of_swapped_sides() -> None:
    assert asked("3 inf", "2 inf 1 AAA").swapped().attacker == {"infantry": 2}
    with pytest.raises(BattleError, match="the attacker has no units"):
        asked("3 inf", "1 AAA").swapped()
    led = a4a.battle("wargame1942", attacker="2 inf", defender="2 inf 1 general").swapped()
    assert led.attacker == {"infantry": 2, "general": 1}


def test_the_last_destroyer_is_kept() -> None:
    """It is lost after the dearer ships; the rest goes as usual."""
    made = asked("2 dd 1 cru 1 bb", "2 sub", kind="sea", attacker_keeps="1 dd")
    left = made.odds().odds.attacker.living  # type: ignore[attr-defined]
    names = made.odds().attacker_units
    dd, others = names.index("destroyer"), [i for i, n in enumerate(names) if n != "destroyer"]
    some = left[left[:, others].sum(axis=1) > 0]
    assert some[:, dd].min() == 1
    with pytest.raises(BattleError, match="3 of 2 'destroyer' that there are"):
        asked("2 dd", "2 sub", kind="sea", attacker_keeps="3 dd")


def test_aircraft_that_are_left_alone_retreat() -> None:
    made = asked("1 inf 1 ftr", "2 inf", retreat=OnlyLeft(), keep_land=0)
    outcome = made.odds()
    assert outcome.both_survive > 0.1
    # Who retreats cannot be lost later: the fighter is kept more often than by fighting on.
    to_the_end = asked("1 inf 1 ftr", "2 inf", keep_land=0).odds()
    assert outcome.defender_wins < to_the_end.defender_wins
    assert BattleLab(made).setup["retreat"] == "only aircraft"
    with pytest.raises(BattleError, match="no units are called 'planes'"):
        asked("1 inf", "1 inf", retreat=OnlyLeft("planes"))


def test_totals_are_what_the_sides_bring() -> None:
    """Artillery lifts one infantry to 2; a battleship takes two hits."""
    found = asked("3 inf 1 art", "1 inf 1 AAA").totals
    assert dict(found.schema) == TOTALS.polars({})
    assert found.drop("cost").rows()[0] == ("attacker", 4, 4, 4, 6, pytest.approx(1.0))
    ships = asked("1 bb", "1 dd", kind="sea").totals.row(0, named=True)
    assert (ships["units"], ships["hits"], ships["power"]) == (1, 2, 4)


def test_a_notebook_shows_a_table_and_a_chart() -> None:
    made = asked("3 inf", "2 inf")
    shown = made.odds()._repr_mimebundle_()
    assert shown["text/plain"] == repr(made.odds())
    assert f"{made.odds().attacker_wins:.1%}" in shown["text/html"]
    assert "<svg" in shown["text/html"]
    assert "Exact" in shown["text/html"]
    assert "Of 100 played battles" in made.simulate(100)._repr_mimebundle_()["text/html"]
