"""What the log of a game of counters tells of a step: in plain words, and nothing twice."""

from __future__ import annotations

import a4a
from a4a.core import events as ev
from a4a.core.state import State
from a4a.core.steps import Step
from a4a.core.units import Holding
from a4a.core.words import describe, describe_step, told

POINTS = "production points"
BATTLE, PARIS = "land 1", "1709"


def state() -> State:
    return a4a.start("war_in_europe").state_at(0)


def named(power: str, name: str) -> int:
    return next(u.id for u in state().units.values() if (u.owner, u.name) == (power, name))


ARMOR, AIR = named("France", "1st armor"), named("France", "1st air")
GERMAN = named("Germany", "10th infantry")


def log(*events: ev.AnyEvent) -> tuple[str, ...]:
    """The lines of a step of these events."""
    step, now = Step(id=1, parent=0, events=events), state()
    return told(step, describe_step(step, now), now)


def said(event: ev.AnyEvent) -> str:
    return describe(event, state())


def test_counters_are_reduced_restored_eliminated_and_built() -> None:
    pool = Holding("France", "force pool")
    assert said(ev.UnitsConverted((ARMOR,), "loss", damage=1)) == "The French 1st armor was reduced"
    assert said(ev.UnitsConverted((AIR,), "out of supply", damage=1)) == (
        "The French 1st air unit was reduced (out of supply)"
    )
    assert said(ev.UnitsConverted((ARMOR,), "upgraded", damage=0)) == (
        "The French 1st armor was restored to full strength"
    )
    assert (
        said(ev.UnitsPlaced((AIR,), pool, "casualty")) == "The French 1st air unit was eliminated"
    )
    assert said(ev.UnitsPlaced((AIR,), PARIS, "built")) == (
        "The French 1st air unit was built in 1709 Paris"
    )


def test_flags_that_go_with_a_counter_are_not_told() -> None:
    marked = ev.UnitsConverted((AIR,), "fought", gained=("ops complete",))
    free = ev.UnitsConverted((AIR,), "casualty", lost=("ops complete",))
    gone = ev.UnitsPlaced((AIR,), Holding("France", "force pool"), "casualty")
    assert log(marked, free, gone) == (
        "The French 1st air unit is now Ops Complete (fought)",
        "The French 1st air unit was eliminated",
    )
    assert log(marked, free)[1:] == (
        "The French 1st air unit is no longer Ops Complete (casualty)",
    )


def test_an_attack_and_its_first_round_are_told_by_the_battle() -> None:
    attacker = ev.Participant("attacker", "Germany", (GERMAN,))
    opened = ev.BattleOpened(BATTLE, PARIS, "land", (attacker,))
    asked = ev.Decided(("Germany",), "attack", PARIS, units=(GERMAN,), spaces=(PARIS,))
    began, again = ev.CombatRoundBegan(BATTLE, 1), ev.CombatRoundBegan(BATTLE, 2)
    step = ev.CombatStepBegan(BATTLE, "land")
    assert log(opened, began, asked, step, again) == (
        "Land battle in 1709 Paris: the German 10th infantry, unopposed",
        "Combat on land in 1709 Paris",
        "Combat round 2 of the land battle in 1709 Paris",
    )
    assert log(asked) == ("Germany attacked 1709 Paris with the German 10th infantry",)


def test_all_powers_of_a_side_are_called_by_it() -> None:
    assert said(ev.TurnBegan(("Italy", "Germany"))) == "The Axis' turn"
    assert said(ev.TurnBegan(("Germany",))) == "Germany's turn"


def test_what_is_collected_city_by_city_is_summed_up() -> None:
    income = [ev.ResourceChanged("Germany", POINTS, 1, "income", city) for city in ("2106", "2006")]
    other = ev.ResourceChanged("Italy", POINTS, 1, "income", "2211")
    assert log(income[0], other, income[1]) == (
        "Germany collected 2 production points",
        "Italy collected 1 production point in 2211 Rome",
    )


def test_relations_of_one_power_are_one_sentence() -> None:
    join = ev.StatusChanged("Sweden", ("with the Allies",), ("neutral",), "invaded by Germany")
    assert log(
        join,
        ev.RelationChanged("France", "Sweden", "neutral", "allied"),
        ev.RelationChanged("Great Britain", "Sweden", "neutral", "allied"),
        ev.RelationChanged("Germany", "Sweden", "neutral", "war"),
    ) == (
        "Sweden joined the Allies (invaded by Germany)",
        "Sweden is now allied with France and Great Britain, and at war with Germany",
    )


def test_markers_that_do_not_outlast_the_step_are_not_told() -> None:
    on = ev.MarkerChanged(ev.OnPower("Italy"), "snow", 1)
    off = ev.MarkerChanged(ev.OnPower("Italy"), "snow", 0)
    assert log(on, off) == ()
    assert log(on) == ("Italy now has the marker “snow”",)


def test_what_rules_keep_for_themselves_is_not_told() -> None:
    asked = ev.Decided(("France",), "too many units", "eliminate", units=(AIR,))
    gone = ev.UnitsPlaced((AIR,), Holding("France", "force pool"), "casualty")
    on = ev.MarkerChanged(ev.OnPower("Italy"), "phase ends", 1)
    bombs = ev.UnitsTasked((AIR,), "city bombing", "1907")
    assert log(on, asked, gone) == ("The French 1st air unit was eliminated",)
    assert log(bombs, gone) == ("The French 1st air unit was eliminated",)


def test_markers_of_several_powers_share_a_line() -> None:
    winter = [ev.MarkerChanged(ev.OnPower(name), "winter point", 1) for name in ("Spain", "Turkey")]
    assert log(*winter) == ("Spain and Turkey now have the marker “winter point”",)


def test_long_ways_are_counted_and_short_ones_named() -> None:
    path = ("1709", "1809", "1909", "2009", "2109", "2209", "2309", "2409", "2509", "2609", "2709")
    assert said(ev.UnitsMoved((ARMOR,), path, "other")).endswith("to 2709 through 9 spaces")
    assert said(ev.UnitsMoved((ARMOR,), path[:3], "other")).endswith("to 1909 through 1809")


def test_a_shift_is_told_with_where_it_ends() -> None:
    def reading(column: str, final: str, shift: int) -> str:
        chart = ev.ChartReading("Land vs. Land", 1, column, final, 0, shift)
        return said(ev.Rolled("chart", "France", (ev.Die(2),), 6, chart=chart)).partition(
            "combat: "
        )[2]

    assert reading("4-7", "1-3", -1) == (
        "Land vs. Land, 1 factor, column 4-7, shifted 1 left to 1-3: no loss points"
    )
    assert reading("1-3", "1-3", -1) == (
        "Land vs. Land, 1 factor, column 1-3, which cannot be shifted left: no loss points"
    )


def test_questions_do_not_tell_what_only_the_rules_need() -> None:
    options = ("sail", "90", "by", "1906", "1806")
    asked = ev.Asked("1", ("Germany",), "transit", options)
    assert said(asked) == "Germany must decide whether to attack in transit"
