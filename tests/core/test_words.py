"""Events in words: one plain sentence each, which names units as people do."""

from __future__ import annotations

from pathlib import Path

import pytest

from a4a import boards
from a4a.core import events as ev
from a4a.core.errors import RecordError
from a4a.core.events import ChartReading, Die, OnPower, OnSpace, OnUnit, Participant
from a4a.core.steps import Step
from a4a.core.units import Holding, Unit
from a4a.core.words import count_of, describe, describe_step, list_of, told
from tests.boards import hexes
from tests.core.small import (
    CARGO,
    CARRIER,
    DEFENDER,
    FELLOW,
    FIGHTER,
    INFANTRY,
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
DICE = (Die(1, 2, "hit", "infantry"), Die(5, 3, "miss", "tank"))


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (ev.RoundBegan(3), "Round 3"),
        (ev.RoundBegan(3, "Spring 1941"), "Round 3 (Spring 1941)"),
        (ev.TurnBegan(("Italy", "United Kingdom")), "Turn of Italy and United Kingdom"),
        (ev.PhaseBegan("Combat Move"), "Phase: Combat Move"),
        (
            ev.UnitsAdded(
                (Unit(20, "tank", "Italy", "Malta"), Unit(21, "tank", "Italy", "Malta"),
                 Unit(22, "fighter", "neutrals", Holding("Italy", "queue"))),
                "bonus",
            ),
            "New (bonus): 2 Italian tanks in Malta and 1 neutrals fighter in Italy's queue",
        ),
        (
            ev.UnitsPlaced((TANK,), Holding("Italy", "queue"), "queued"),
            "1 Italian tank placed in Italy's queue (queued)",
        ),
        (
            ev.UnitsPlaced((FIGHTER,), CARRIER, "landed"),
            "1 British fighter placed aboard 1 carrier (landed)",
        ),
        (
            ev.UnitsMoved((INFANTRY, FELLOW, TANK), ("Sicily", "sea zone 95"), "combat",
                          aboard=TRANSPORT),
            "2 Italian infantry and 1 tank moved from Sicily to sea zone 95, aboard 1 transport",
        ),
        (
            ev.UnitsMoved((TRANSPORT,), ("sea zone 95", "sea zone 96", "sea zone 95"), "retreat",
                          halted=True),
            "1 Italian transport retreated from sea zone 95 to sea zone 95 through sea zone 96 "
            "and halted",
        ),
        (
            ev.UnitsRemoved((INFANTRY, DEFENDER), "casualty"),
            "1 Italian infantry and 1 British infantry lost in Sicily and Malta",
        ),
        (ev.UnitsRemoved((CARGO,), "edit"), "1 Italian infantry removed in sea zone 95 (edit)"),
        (ev.UnitsRemoved((99,), "edit"), "1 unknown unit removed (edit)"),
        (
            ev.UnitsConverted((TANK,), "hit", owner="neutrals", damage=1, gained=("tired",)),
            "1 Italian tank passed to neutrals, now damaged 1 and now tired (hit)",
        ),
        (
            ev.UnitsConverted((TANK,), "repair", type="fighter", damage=0, lost=("tired",)),
            "1 Italian tank became fighter, now undamaged and no longer tired (repair)",
        ),
        (ev.UnitsConverted((TANK,), "look"), "1 Italian tank unchanged (look)"),
        (
            ev.ControlChanged("Malta", "United Kingdom", "Italy", "conquest"),
            "Italy takes Malta from United Kingdom (conquest)",
        ),
        (
            ev.ControlChanged("Malta", "United Kingdom", None, "edit"),
            "Malta is no longer under United Kingdom's control (edit)",
        ),
        (
            ev.RelationChanged("Italy", "neutrals", "neutral", "war"),
            "Italy and neutrals: war, no longer neutral",
        ),
        (ev.RelationChanged("Italy", "neutrals", "", ""), "Italy and neutrals: no relation"),
        (
            ev.StatusChanged("Italy", ("Vichy",), ("at war",), "armistice"),
            "Italy: now Vichy and no longer at war, armistice",
        ),
        (ev.TechnologyChanged("Italy", ("jets",), ("radar",)), "Italy gains jets and loses radar"),
        (ev.ValueChanged("Malta", "value", 2, 0), "Malta: value is now 0 (was 2)"),
        (ev.ValueChanged("Malta", "leaning", None, "Axis"), "Malta: leaning is now Axis"),
        (ev.ValueChanged("Malta", "mine", "Axis", None), "Malta: no mine any more (was Axis)"),
        (ev.ValueChanged("Malta", "kamikaze", False, True), "Malta: now kamikaze"),
        (ev.MarkerChanged(OnSpace("Malta"), "convoy", 2), "Malta: convoy marker, now 2"),
        (ev.MarkerChanged(OnPower("Italy"), "token", 0), "Italy: token marker, now 0"),
        (ev.MarkerChanged(OnUnit(TANK), "paid", 4), "1 Italian tank: paid marker, now 4"),
        (
            ev.ResourceChanged("Italy", "IPC", -6, "gift", "to Germany", "no infantry"),
            "Italy pays 6 IPC (no infantry): gift, to Germany",
        ),
        (ev.ResourceChanged("Italy", "IPC", 6, "income"), "Italy gains 6 IPC: income"),
        (
            ev.Bought("Italy", "Italy", (ev.Line("tank", 2, 12), ev.Line("infantry", 3, 9))),
            "Italy buys 2 tanks and 3 infantry for 21 IPC",
        ),
        (ev.Bought("Italy", "Italy", ()), "Italy buys nothing for 0 IPC"),
        (
            BATTLE,
            "Battle in Malta (amphibious): 2 Italian infantry and 1 tank (landing, from Sicily) "
            "against 1 British infantry",
        ),
        (
            ev.BattleOpened("b", "Malta", "land", (), ("b0",)),
            "Battle in Malta (land): nobody against nobody, linked with battle b0",
        ),
        (
            ev.Rolled("aa", "Italy", DICE[:1], 6, hits=1, against="aircraft"),
            "Italy rolls for antiaircraft fire: 1 - 1 hit against aircraft",
        ),
        (ev.Rolled("attack", "Italy", DICE, 6), "Italy rolls for attack: 1, 5 - 0 hits"),
        (
            ev.Rolled("technology", "Italy", DICE, 6, outcome="jets"),
            "Italy rolls for technology: 1, 5 - jets",
        ),
        (ev.Rolled("other", "Italy", (), 6), "Italy rolls for something else: no dice"),
        (
            ev.Rolled("chart", "Italy", DICE, 6, hits=1, outcome="the fort takes it",
                      chart=ChartReading("Land vs. Land", 9, "8-11", "4-7", 1, -1)),
            "Italy rolls for combat: 1, 5 - Land vs. Land, 9 factors, column 8-11, shifted -1 to "
            "4-7: 1 loss point, the fort takes it",
        ),
        (
            ev.Asked("d", ("Italy",), "retreat", ("yes", "no")),
            "Italy to decide: retreat (yes, no)",
        ),
        (ev.Decided(("Italy",), "retreat", "no", "d"), "Italy decides on retreat: no"),
        (
            ev.Decided(("Italy", "Germany"), "retreat", "no", "d"),
            "Italy and Germany decide on retreat: no",
        ),
        (
            ev.Decided(("Italy",), "retreat", "Sicily", units=(TANK,), spaces=("Sicily",)),
            "Italy decides on retreat: Sicily (1 Italian tank)",
        ),
        (ev.Noted("<b>the end</b>"), "<b>the end</b>"),
        (ev.VictoryWon(("Axis",), "capitals"), "Axis won the game: capitals"),
    ],
)  # fmt: skip
def test_an_event_in_words(event: ev.AnyEvent, words: str) -> None:
    assert describe(event, state()) == words


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (
            ev.BattleJoined("b1", (Participant("defender", "United Kingdom", (FIGHTER,)),)),
            "1 British fighter joined the amphibious battle in Malta",
        ),
        (
            ev.BattleLeft("b1", (TANK,), "retreat"),
            "1 Italian tank left the amphibious battle in Malta (retreat)",
        ),
        (ev.CombatRoundBegan("b1", 2), "Combat round 2 of the amphibious battle in Malta"),
        (
            ev.CombatStepBegan("b1", "surprise strike"),
            "Surprise strike step of the amphibious battle in Malta",
        ),
        (
            ev.BattleClosed("b1", "attacker takes", "attacker"),
            "The amphibious battle in Malta ends: attacker takes",
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
    assert describe(ev.UnitsRemoved((22,), "casualty"), told) == "The Italian tank lost in Malta"


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
    assert describe(added, state()) == f"New (set-up): {words} in Malta"


def test_a_hex_is_called_by_its_number_and_what_is_there(tmp_path: Path) -> None:
    begun = boards.start(hexes.write(tmp_path / "hexes")).state_at(0)
    armor = next(unit.id for unit in begun.units.values() if unit.name == "1 armor")
    moved = ev.UnitsMoved((armor,), ("1808", "1908", "1907"), "advance")
    assert describe(moved, begun) == (
        "The French 1 armor advanced from 1808 Paris to 1907 Antwerp through 1908"
    )
    assert describe(ev.ControlChanged("2108", "Poland", "Germany", "conquest"), begun) == (
        "Germany takes 2108 Warsaw from Poland (conquest)"
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
        "1 Italian tank passed to United Kingdom (capture)",
        "1 British tank lost in Sicily",
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
    assert told(step, describe_step(step, state())) == (
        "Italy buys 1 infantry for 4 IPC",
        "Italy gains 5 IPC: income",
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
    assert told(step, describe_step(step, state())) == describe_step(step, state())


@pytest.mark.parametrize(
    ("number", "unit_type", "words"),
    [
        (1, "tank", "1 tank"),
        (2, "tank", "2 tanks"),
        (2, "mech infantry", "2 mech infantry"),
        (3, "AAA", "3 AAA"),
        (2, "factory", "2 factories"),
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
    with pytest.raises(RecordError, match="a str is no event"):
        describe("war", state())  # type: ignore[arg-type]
