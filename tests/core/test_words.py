"""Events in words: one plain sentence each, which names units as people do."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

import a4a
from a4a import boards
from a4a.core import events as ev
from a4a.core.english import the
from a4a.core.errors import RecordError
from a4a.core.events import ChartReading, Die, OnPower, OnSpace, OnUnit, Participant
from a4a.core.phase_ends import ended
from a4a.core.record import GameRecord, Header
from a4a.core.steps import Step
from a4a.core.units import Holding, Unit
from a4a.core.words import count_of, describe, describe_step, list_of, told
from tests.boards import hexes
from tests.core.small import (
    BOARD,
    CARGO,
    CARRIER,
    CATALOG,
    DEFENDER,
    FELLOW,
    FIGHTER,
    INFANTRY,
    START,
    TANK,
    TRANSPORT,
    after,
    state,
)

BATTLE = ev.BattleOpened(
    "b1",
    "Malta",
    "amphibious",
    (
        Participant("attacker", "Italy", (INFANTRY, FELLOW, TANK), "Sicily", "landing"),
        Participant("defender", "United Kingdom", (DEFENDER,)),
    ),
)
PLAYING = ("Germany", "Italy", "Great Britain", "France", "Soviet Union", "United States")
"""The powers of 2WW that take turns."""
DICE = (Die(1, 2, "hit", "infantry"), Die(5, 3, "miss", "tank"))


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (ev.RoundBegan(3), "Round 3"),
        (ev.RoundBegan(3, "Spring 1941"), "Round 3 (Spring 1941)"),
        (ev.TurnBegan(("Italy", "United Kingdom")), "Italy and the United Kingdom's turn"),
        (ev.PhaseBegan("Combat Move"), "Combat Move phase"),
        (
            ev.UnitsAdded(
                (Unit(20, "tank", "Italy", "Malta"), Unit(21, "tank", "Italy", "Malta"),
                 Unit(22, "fighter", "neutrals", Holding("Italy", "queue"))),
                "bonus",
            ),
            "2 Italian tanks in Malta and 1 neutrals fighter in Italy's queue were added "
            "(bonus)",
        ),
        (
            ev.UnitsPlaced((TANK,), Holding("Italy", "queue"), "queued"),
            "1 Italian tank was placed in Italy's queue (queued)",
        ),
        (
            ev.UnitsPlaced((FIGHTER,), CARRIER, "landed"),
            "1 British fighter landed on a carrier",
        ),
        (
            ev.UnitsMoved((INFANTRY, FELLOW, TANK), ("Sicily", "sea zone 95"), "combat",
                          aboard=TRANSPORT),
            "2 Italian infantry and 1 tank moved from Sicily to sea zone 95, aboard a "
            "transport",
        ),
        (
            ev.UnitsMoved((TRANSPORT,), ("sea zone 95", "sea zone 96", "sea zone 95"), "retreat",
                          halted=True),
            "1 Italian transport retreated from sea zone 95 through sea zone 96 and back "
            "and halted",
        ),
        (
            ev.UnitsRemoved((INFANTRY, DEFENDER), "casualty"),
            "1 Italian infantry and 1 British infantry were lost in Sicily and Malta",
        ),
        (
            ev.UnitsRemoved((CARGO,), "edit"),
            "1 Italian infantry was removed from sea zone 95 (edit)",
        ),
        (ev.UnitsRemoved((99,), "edit"), "1 unknown unit was removed (edit)"),
        (
            ev.UnitsConverted((TANK,), "hit", owner="neutrals", damage=1, gained=("tired",)),
            "1 Italian tank passed to the neutrals, was damaged and is now tired",
        ),
        (
            ev.UnitsConverted((TANK,), "repair", type="fighter", damage=0, lost=("tired",)),
            "1 Italian tank became a fighter, was repaired and is no longer tired",
        ),
        (ev.UnitsConverted((TANK,), "look"), "1 Italian tank was unchanged (look)"),
        (
            ev.ControlChanged("Malta", "United Kingdom", "Italy", "conquest"),
            "Italy took Malta from the United Kingdom",
        ),
        (
            ev.ControlChanged("Malta", "United Kingdom", None, "edit"),
            "Malta no longer belongs to the United Kingdom (edit)",
        ),
        (
            ev.RelationChanged("Italy", "neutrals", "neutral", "war"),
            "Italy and the neutrals are now at war",
        ),
        (
            ev.RelationChanged("Italy", "neutrals", "", ""),
            "Italy and the neutrals have no relation any more",
        ),
        (
            ev.StatusChanged("Italy", ("Vichy",), ("at war",), "armistice"),
            "Italy gained the status “Vichy” and lost the status “at war” (armistice)",
        ),
        (ev.TechnologyChanged("Italy", ("jets",), ("radar",)), "Italy gained jets and lost radar"),
        (ev.ValueChanged("Malta", "value", 2, 0), "Malta is now worth 0 IPC, not 2"),
        (ev.ValueChanged("Malta", "leaning", None, "Axis"), "Malta is now Axis"),
        (ev.ValueChanged("Malta", "mine", "Axis", None), "Malta no longer has a mine (Axis)"),
        (
            ev.ValueChanged("Malta", "kamikaze", False, True),
            "Malta is now open to kamikaze strikes",
        ),
        (ev.MarkerChanged(OnSpace("Malta"), "convoy", 2), "Malta now has the marker “convoy” (2)"),
        (ev.MarkerChanged(OnPower("Italy"), "token", 0), "Italy no longer has the marker “token”"),
        (ev.MarkerChanged(OnUnit(TANK), "paid", 4), "1 Italian tank now has the marker “paid” (4)"),
        (
            ev.MarkerChanged(OnPower("Italy"), ended("Combat Move"), 7),
            "Italy has ended the Combat Move phase",
        ),
        (
            ev.ResourceChanged("Italy", "IPC", -6, "gift", "to Germany", "no infantry"),
            "Italy spent 6 IPC (no infantry) (gift, to Germany)",
        ),
        (ev.ResourceChanged("Italy", "IPC", 6, "income"), "Italy collected 6 IPC"),
        (
            ev.Bought("Italy", "Italy", (ev.Line("tank", 2, 12), ev.Line("infantry", 3, 9))),
            "Italy bought 2 tanks and 3 infantry for 21 IPC",
        ),
        (ev.Bought("Italy", "Italy", ()), "Italy bought nothing"),
        (
            BATTLE,
            "Amphibious assault on Malta: 2 Italian infantry and 1 tank (landing, from "
            "Sicily) against 1 British infantry",
        ),
        (
            ev.BattleOpened("b", "Malta", "land", (), ("b0",)),
            "Land battle in Malta: no attackers, unopposed",
        ),
        (
            ev.Rolled("aa", "Italy", DICE[:1], 6, hits=1, against="aircraft"),
            "Italy rolled 1 for antiaircraft fire: 1 hit against aircraft",
        ),
        (ev.Rolled("attack", "Italy", DICE, 6), "Italy rolled 1, 5 in attack: no hits"),
        (
            ev.Rolled("technology", "Italy", DICE, 6, outcome="jets"),
            "Italy rolled 1, 5 for technology: jets",
        ),
        (ev.Rolled("other", "Italy", (), 6), "Italy rolled no dice"),
        (
            ev.Rolled("chart", "Italy", DICE, 6, hits=1, outcome="the fort takes it",
                      chart=ChartReading("Land vs. Land", 9, "8-11", "4-7", 1, -1)),
            "Italy rolled 1, 5 for combat: Land vs. Land, 9 factors, column 8-11, shifted "
            "1 left to 4-7: 1 loss point, the fort takes it",
        ),
        (
            ev.Asked("d", ("Italy",), "retreat", ("yes", "no")),
            "Italy must decide whether to retreat",
        ),
        (ev.Decided(("Italy",), "retreat", "no", "d"), "Italy did not retreat"),
        (
            ev.Decided(("Italy", "Germany"), "retreat", "no", "d"),
            "Italy and Germany did not retreat",
        ),
        (
            ev.Decided(("Italy",), "retreat", "Sicily", units=(TANK,), spaces=("Sicily",)),
            "Italy retreated to Sicily (1 Italian tank)",
        ),
        (ev.Noted("<b>the end</b>"), "<b>the end</b>"),
        (ev.VictoryWon(("Axis",), "capitals"), "The Axis won the game: capitals"),
    ],
)  # fmt: skip
def test_an_event_in_words(event: ev.AnyEvent, words: str) -> None:
    assert describe(event, state()) == words


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (
            ev.BattleJoined("b1", (Participant("defender", "United Kingdom", (FIGHTER,)),)),
            "1 British fighter joined the amphibious assault on Malta",
        ),
        (
            ev.BattleLeft("b1", (TANK,), "retreat"),
            "1 Italian tank left the amphibious assault on Malta (retreat)",
        ),
        (ev.CombatRoundBegan("b1", 2), "Combat round 2 of the amphibious assault on Malta"),
        (
            ev.CombatStepBegan("b1", "surprise strike"),
            "Surprise strike step of the amphibious assault on Malta",
        ),
        (
            ev.BattleClosed("b1", "attacker takes", "attacker"),
            "The amphibious assault on Malta ended: the attackers took it",
        ),
    ],
)
def test_a_battle_is_called_by_its_kind_and_place(event: ev.AnyEvent, words: str) -> None:
    assert describe(event, after(BATTLE)) == words


def test_named_counters_are_called_by_their_names() -> None:
    told = after(
        ev.UnitsAdded(
            (Unit(20, "tank", "Italy", "Malta", name="1st"),
             Unit(21, "tank", "Italy", "Malta", name="2nd"),
             Unit(22, "tank", "Italy", "Malta", name="Italian")), "x",
        ),
    )  # fmt: skip
    moved = ev.UnitsMoved((20, 21, TANK), ("Malta", "Sicily"), "advance")
    assert describe(moved, told) == (
        "The Italian 1st tank, the 2nd tank and 1 tank advanced from Malta to Sicily"
    )
    assert (
        describe(ev.UnitsRemoved((22,), "casualty"), told) == "The Italian tank was lost in Malta"
    )


@pytest.mark.parametrize(
    ("name", "kind", "words"),
    [
        ("1st armor", "armor", "the Italian 1st armor"),
        ("1st RAF", "air unit", "the Italian 1st RAF air unit"),
        ("Home fleet", "surface fleet", "the Italian Home fleet"),
        ("fleet", "surface fleet", "the Italian fleet"),
    ],
)
def test_a_counters_type_is_not_said_twice(name: str, kind: str, words: str) -> None:
    added = ev.UnitsAdded((Unit(20, kind, "Italy", "Malta", name=name),), "set-up")
    assert describe(added, state()) == f"T{words[1:]} was set up in Malta"


def test_a_hex_is_called_by_its_number_and_what_is_there(tmp_path: Path) -> None:
    begun = boards.start(hexes.write(tmp_path / "hexes")).state_at(0)
    armor = next(unit.id for unit in begun.units.values() if unit.name == "1 armor")
    moved = ev.UnitsMoved((armor,), ("1808", "1908", "1907"), "advance")
    assert describe(moved, begun) == (
        "The French 1 armor advanced from 1808 Paris to 1907 Antwerp through 1908"
    )
    assert describe(ev.ControlChanged("2108", "Poland", "Germany", "conquest"), begun) == (
        "Germany took 2108 Warsaw from Poland"
    )


def test_a_step_is_told_event_by_event_as_things_stand_then() -> None:
    step = Step(
        id=1,
        parent=0,
        events=(
            ev.UnitsConverted((TANK,), "capture", owner="United Kingdom"),
            ev.UnitsRemoved((TANK,), "casualty"),
        ),
    )
    assert describe_step(step, state()) == (
        "1 Italian tank passed to the United Kingdom (capture)",
        "1 British tank was lost in Sicily",
    )


def test_a_log_does_not_tell_a_purchase_three_times() -> None:
    there = Holding("Italy", "purchased")
    step = Step(
        id=1,
        parent=0,
        events=(
            ev.ResourceChanged("Italy", "IPC", -4, "purchase"),
            ev.Bought("Italy", "Italy", (ev.Line("infantry", 1, 4),)),
            ev.UnitsAdded((Unit(20, "infantry", "Italy", there),), "purchase"),
            ev.ResourceChanged("Italy", "IPC", 5, "income"),
        ),
    )
    assert told(step, describe_step(step, state()), state()) == (
        "Italy bought 1 infantry for 4 IPC",
        "Italy collected 5 IPC",
    )


def test_a_log_tells_what_only_one_event_tells() -> None:
    """Money paid without a bill, and units that were bought for another or put on the board."""
    step = Step(
        id=1,
        parent=0,
        events=(
            ev.ResourceChanged("Italy", "IPC", -4, "purchase"),
            ev.UnitsAdded((Unit(20, "infantry", "Italy", "Sicily"),), "purchase"),
        ),
    )
    assert told(step, describe_step(step, state()), state()) == describe_step(step, state())


def test_a_log_tells_of_spaces_that_change_alike_in_one_line() -> None:
    step = Step(
        id=1,
        parent=0,
        events=(
            ev.ValueChanged("sea zone 95", "kamikaze", None, True),
            ev.ValueChanged("Malta", "kamikaze", None, True),
            ev.ValueChanged("sea zone 96", "kamikaze", None, True),
            ev.ValueChanged("Malta", "leaning", "strict", "pro-Axis"),
            ev.ValueChanged("Malta", "leaning", "pro-Axis", None),
        ),
    )
    assert told(step, describe_step(step, state()), state()) == (
        "Sea zone 95, Malta and sea zone 96 are now open to kamikaze strikes",
        "Malta is now pro-Axis",
        "Malta is no longer pro-Axis",
    )


def test_a_log_does_not_tell_a_retreat_twice() -> None:
    chosen = ev.Decided(("Italy",), "retreat", "sea zone 95", units=(TANK,))
    left = ev.BattleLeft("b1", (TANK,), "retreated")
    gone = ev.UnitsMoved((TANK,), ("Sicily", "sea zone 95"), "retreat")
    step = Step(id=1, parent=0, events=(chosen, left, gone))
    lines = describe_step(step, after(BATTLE))
    assert told(step, lines, state()) == lines[2:]
    undone = Step(id=1, parent=0, events=(chosen, left))
    assert told(undone, lines[:2], state()) == lines[:2]


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (
            ev.Decided(("Italy",), "scramble", "1 to Malta", units=(FIGHTER,), spaces=("Malta",)),
            "Italy scrambled 1 British fighter to Malta",
        ),
        (ev.Decided(("United Kingdom",), "scramble", "no"), "The United Kingdom did not scramble"),
        (
            ev.Decided(("Italy",), "casualties", "1 tank", units=(TANK,)),
            "Italy chose 1 tank as casualties",
        ),
        (
            ev.Decided(("Italy",), "battle", "Malta", spaces=("Malta",)),
            "Italy chose to fight in Malta next",
        ),
        (
            ev.Decided(("Italy",), "declaration of war", "United Kingdom"),
            "Italy declared war on the United Kingdom",
        ),
        (ev.Decided(("Italy",), "declaration of war", "no"), "Italy did not declare war"),
        (
            ev.Decided(("Italy",), "political action", "Axis To War With TrueNeutrals"),
            "Italy declared war on the True Neutrals",
        ),
        (
            ev.Decided(("Italy",), "political action", "Axis To War With United Kingdom"),
            "Italy declared war on the United Kingdom",
        ),
        (
            ev.Decided(("Italy",), "political action", "Open the straits"),
            "Italy took the political action “Open the straits”",
        ),
        (
            ev.Decided(("Italy",), "mission", "escort", units=(FIGHTER,), spaces=("Malta",)),
            "Italy's mission: escort (1 British fighter, Malta)",
        ),
        (ev.Decided((), "mission", "none"), "Somebody's mission: none"),
        (ev.Decided(("Italy",), "submerge", "no"), "Italy did not submerge"),
        (ev.Decided(("Italy",), "research", "1 dice"), "Italy spent 1 die on research"),
        (
            ev.Asked("d", ("United Kingdom",), "retreat", ("no", "Malta", "Sicily")),
            "The United Kingdom must decide whether to retreat to Malta or Sicily",
        ),
        (
            ev.Asked("d", ("Italy",), "interception", ("no", "1 fighter")),
            "Italy must decide whether to intercept (1 fighter)",
        ),
    ],
)
def test_a_decision_is_told_as_what_was_done(event: ev.AnyEvent, words: str) -> None:
    assert describe(event, state()) == words


@pytest.mark.parametrize(
    ("name", "called"),
    [
        ("United States", "the United States"),
        ("Western United States", "the Western United States"),
        ("Soviet Union", "the Soviet Union"),
        ("Pro-Allies neutrals", "the pro-Allies neutrals"),
        ("Soviet Far East", "the Soviet Far East"),
        ("Great Britain", "Great Britain"),
        ("Slovakia/Hungary", "Slovakia/Hungary"),
        ("sea zone 6", "sea zone 6"),
        ("Sea Zone 23 North Sea", "Sea Zone 23 North Sea"),
        ("1808 Paris", "1808 Paris"),
        ("Germans", "the Germans"),
        ("USA", "the USA"),
    ],
)
def test_names_that_take_an_article(name: str, called: str) -> None:
    assert the(name) == called


@pytest.mark.parametrize(
    ("number", "unit_type", "words"),
    [
        (1, "tank", "1 tank"),
        (2, "tank", "2 tanks"),
        (2, "mech infantry", "2 mech infantry"),
        (3, "AAA", "3 AAA"),
        (2, "factory", "2 factories"),
        (2, "minor industrial complex", "2 minor industrial complexes"),
        (2, "cavalry", "2 cavalry"),
        (2, "convoy", "2 convoys"),
        (0, "tank", "0 tanks"),
    ],
)
def test_numbers_of_units(number: int, unit_type: str, words: str) -> None:
    assert count_of(number, unit_type) == words


def test_lists_of_words() -> None:
    assert [list_of(words) for words in ([], ["a"], ["a", "b"], ["a", "b", "c"])] == [
        "", "a", "a and b", "a, b and c",
    ]  # fmt: skip


def test_what_is_no_event_has_no_words() -> None:
    with pytest.raises(RecordError, match="a str is not an event"):
        describe("war", state())  # type: ignore[arg-type]


def test_the_log_calls_a_power_what_its_dataset_says() -> None:
    italy, *others = CATALOG.powers
    powers = (msgspec.structs.replace(italy, called="the Duce's Italy"), *others)
    catalog = msgspec.structs.replace(CATALOG, powers=powers)
    called = GameRecord(Header(system="small"), BOARD, catalog, START).state_at(0)
    assert describe(ev.TurnBegan(("Italy",)), called) == "The Duce's Italy's turn"
    assert describe(ev.ControlChanged("Malta", None, "Italy", "conquest"), called) == (
        "The Duce's Italy took Malta"
    )


@pytest.mark.parametrize(
    ("force", "words"),
    [
        (("Germany", "Italy"), "The Axis' turn"),
        (("Italy", "France"), "Italy and France's turn"),
        (PLAYING, "All powers' turn"),
        ((*PLAYING, "Poland"), "All powers' turn"),
    ],
)
def test_a_turn_is_called_after_who_acts_in_it(force: tuple[str, ...], words: str) -> None:
    start = a4a.start("war_in_europe").state_at(0)
    assert describe(ev.TurnBegan(force), start) == words


@pytest.mark.parametrize(
    ("treasury", "amount", "detail", "words"),
    [
        ("Italy", 4, "United Kingdom", "Italy plundered 4 IPC from the United Kingdom"),
        ("Italy", -4, "United Kingdom", "Italy lost 4 IPC to plunder by the United Kingdom"),
        ("Italy", -4, "Italy", "Italy lost 4 IPC to plunder"),
        ("Italy", -4, "", "Italy lost 4 IPC to plunder"),
    ],
)
def test_plunder_is_told_of_powers_and_not_of_the_spaces_called_like_them(
    treasury: str, amount: int, detail: str, words: str
) -> None:
    assert (
        describe(ev.ResourceChanged(treasury, "IPC", amount, "plunder", detail), state()) == words
    )
