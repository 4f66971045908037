"""What a record makes of a save: tiny ones, written by hand in both dialects."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

import a4a
from a4a.core import events as ev
from a4a.core.errors import A4AError
from a4a.core.record import GameRecord
from a4a.core.steps import Step
from a4a.core.units import Holding
from a4a.frames import frames
from a4a.importers.triplea import read
from a4a.importers.triplea.reader import parse_save
from a4a.importers.triplea.translate import translate
from tests.importers.javawriter import Class, Obj
from tests.importers.minisave import (
    BOOLEAN,
    ENGINE,
    TRIPLEA,
    Mini,
    amounts,
    integer,
    java_list,
    java_map,
    small_war,
)


@pytest.fixture(params=[True, False], ids=["2.x", "1.9"])
def record(request: pytest.FixtureRequest) -> GameRecord:
    return translate(parse_save(small_war(modern=request.param).save()))


def step(record: GameRecord, text: str) -> Step:
    return next(s for s in record.steps.values() if s.text.startswith(text))


def told(record: GameRecord, text: str) -> list[ev.AnyEvent]:
    return list(step(record, text).events)


def test_the_header_says_what_it_is_and_what_was_not_understood(record: GameRecord) -> None:
    header = record.header
    assert (header.title, header.source.program, header.source.game) == ("Mini", "TripleA", "Mini")
    assert header.players == {"Reds": "Alice"}
    assert header.options == {"Low Luck": False, "WW2V3": True}
    assert header.warnings == {"change SomethingOfTomorrow": 1}


def test_the_board_is_made_from_the_save(record: GameRecord) -> None:
    board = record.board
    assert [(space.name, space.kind, space.value) for space in board] == [
        ("Home", "land", 3),
        ("Abroad", "land", 2),
        ("Nowhere", "land", 1),
        ("1 Sea Zone", "sea", 0),
    ]
    assert board.space("Home").city == "Home"
    assert board.space("Home").capital_of == ("Reds",)
    assert {(b.a, b.b, b.kind) for b in board.borders} == {
        ("Abroad", "Home", "land"), ("Abroad", "Nowhere", "land"), ("1 Sea Zone", "Home", "coast"),
    }  # fmt: skip


def test_the_catalog_is_made_from_the_save(record: GameRecord) -> None:
    catalog = record.catalog
    assert [(p.name, p.side, p.playable) for p in catalog.powers] == [
        ("Reds", "East", True), ("Blues", "West", False), ("Neutral", "", False),
    ]  # fmt: skip
    infantry, ship = catalog.unit_type("infantry"), catalog.unit_type("bigship")
    assert (infantry.attack, infantry.defense, infantry.cost, infantry.category) == (
        1,
        2,
        3,
        "land",
    )
    assert (ship.hits, ship.cost, ship.transport_capacity, ship.category) == (2, 20, 5, "sea")
    assert catalog.unit_type("factory").category == "facility"
    assert (catalog.dice_sides, catalog.currency) == (6, "PUs")


def test_the_start_is_before_the_first_change(record: GameRecord) -> None:
    start = record.state_at(0)
    assert [stack.count for stack in start.stacks("Home")] == [4]
    assert [(s.power, s.type, s.count) for s in start.stacks("Abroad")] == [
        ("Blues", "infantry", 2), ("Blues", "major industrial complex", 1),
    ]  # fmt: skip
    assert start.control == {"Home": "Reds", "Abroad": "Blues"}
    assert start.money("Reds", "PUs") == 5
    assert start.relation("Reds", "Blues") == "neutral"
    assert start.income_value("Abroad") == 1
    assert start.values == {("Abroad", "value"): 1}  # and no kamikaze zone is declared
    assert start.stacks("Nowhere")[0].power == "Neutral"


def test_the_end_is_the_saved_state(record: GameRecord) -> None:
    end = record.state_at(record.last)
    assert {s.type: s.count for s in end.stacks("Abroad")} == {
        "infantry": 2, "major industrial complex": 1,
    }  # fmt: skip
    assert {s.power for s in end.stacks("Abroad")} == {"Reds"}
    assert [(s.type, s.damage, s.aboard) for s in end.stacks("1 Sea Zone")] == [
        ("infantry", 0, True), ("bigship", 1, False),
    ]  # fmt: skip
    assert end.control["Abroad"] == "Reds"
    assert end.money("Reds", "PUs") == 12
    assert end.relation("Reds", "Blues") == "war"
    assert end.income_value("Abroad") == 2
    assert end.settled


def test_rounds_turns_and_phases_can_be_found(record: GameRecord) -> None:
    assert record.time(record.node_at(round=1)).turn == 0
    assert record.time(record.node_at(round=1, power="Reds")).phase == "Purchase"
    phases = dict.fromkeys(record.time(node).phase for node in record.line())
    assert [p for p in phases if p] == [
        "Purchase", "Combat Move", "Combat", "Place", "Collect Income",
    ]  # fmt: skip
    first_fight = record.node_at(round=1, power="Reds", phase="combat")
    assert isinstance(record.step(first_fight).events[0], ev.PhaseBegan)


def test_a_purchase_is_paid_billed_and_held(record: GameRecord) -> None:
    paid, bill, added = told(record, "Reds buy")
    assert paid == ev.ResourceChanged("Reds", "PUs", -3, "purchase")
    assert bill == ev.Bought("Reds", "Reds", (ev.BillLine("infantry", 1, 3),))
    assert isinstance(added, ev.UnitsAdded)
    assert added.units[0].place == Holding("Reds", "purchased")
    assert added.reason == "purchase"
    assert step(record, "Reds buy").actors == ("Reds",)


def test_what_is_bought_together_is_billed_type_by_type() -> None:
    m = Mini()
    bought = [m.unit("infantry", "Reds"), m.unit("bigship", "Reds"), m.unit("infantry", "Reds")]
    m.put("Home", *bought)
    m.round(1)
    m.step("redsPurchase", "purchase")
    m.event("Reds buy 2 infantry and 1 bigship; Remaining resources: 0 PUs; ", java_list(*bought))
    m.change(m.add("Reds", *bought), m.pay("Reds", -26))
    m.step("redsPlace", "place")
    m.event("2 infantry and 1 bigship placed in Home")
    m.change(m.remove("Reds", *bought), m.add("Home", *bought))
    (bill,) = [
        e for e in told(translate(parse_save(m.save())), "Reds buy") if isinstance(e, ev.Bought)
    ]
    assert bill.lines == (ev.BillLine("infantry", 2, 6), ev.BillLine("bigship", 1, 20))


def test_moves_have_their_path_and_cargo_is_aboard(record: GameRecord) -> None:
    (loading,) = told(record, "1 infantry moved")
    (march,) = told(record, "3 infantry moved")
    assert isinstance(loading, ev.UnitsMoved)
    assert isinstance(march, ev.UnitsMoved)
    ship = loading.aboard
    assert record.state_at(0).unit(ship or 0).type == "bigship"
    assert loading.path == ("Home", "1 Sea Zone")
    assert (march.path, march.mode, len(march.units)) == (("Home", "Abroad"), "combat", 3)


def test_a_battle_is_told_in_the_order_in_which_it_was_fought(record: GameRecord) -> None:
    events = told(record, "Battle in Abroad")
    assert [type(event).__name__ for event in events] == [
        "BattleOpened",
        "CombatRoundBegan", "Rolled", "Rolled", "UnitsRemoved",
        "CombatRoundBegan", "Rolled", "Rolled", "UnitsRemoved",
        "ResourceChanged", "ResourceChanged", "ControlChanged",
        "UnitsConverted", "UnitsConverted", "BattleClosed",
    ]  # fmt: skip
    opened, closed = events[0], events[-1]
    assert isinstance(opened, ev.BattleOpened)
    assert [(p.role, p.power, len(p.units), p.origin) for p in opened.participants] == [
        ("attacker", "Reds", 3, "Home"), ("defender", "Blues", 3, None),
    ]  # fmt: skip
    assert closed == ev.BattleClosed(opened.battle, "attacker takes", "attacker")
    rolls = [event for event in events if isinstance(event, ev.Rolled)]
    assert [(r.purpose, r.role, r.power, r.hits) for r in rolls] == [
        ("attack", "attacker", "Reds", 1), ("defense", "defender", "Blues", 1),
        ("attack", "attacker", "Reds", 1), ("defense", "defender", "Blues", 0),
    ]  # fmt: skip
    assert rolls[0].dice == (
        ev.Die(1, 1, "hit", "infantry"),
        ev.Die(5, 1, "miss", "infantry"),
        ev.Die(6, 1, "miss", "infantry"),
    )
    assert rolls[0].expected == pytest.approx(0.5)
    assert step(record, "Battle in Abroad").sequence == "reconstructed"


def test_money_goes_where_it_belongs(record: GameRecord) -> None:
    assert told(record, "Reds collect") == [
        ev.ResourceChanged("Reds", "PUs", 5, "income"),
        ev.ResourceChanged("Reds", "PUs", -1, "convoy"),
    ]
    assert told(record, "Objective") == [
        ev.ResourceChanged("Reds", "PUs", 2, "objective", "Reds Glory")
    ]
    (blockade,) = told(record, "Total Cost")
    assert isinstance(blockade, ev.Rolled)
    assert [die.face for die in blockade.dice] == [1, 4]
    plunder = [e for e in told(record, "Battle in") if isinstance(e, ev.ResourceChanged)]
    assert [(e.treasury, e.amount, e.detail) for e in plunder] == [
        ("Reds", 4, "Blues"), ("Blues", -4, "Blues"),
    ]  # fmt: skip


def test_politics_edits_and_comments_are_steps_of_their_own(record: GameRecord) -> None:
    decided, relation = told(record, "Reds takes Political Action")
    assert isinstance(decided, ev.Decided)
    assert relation == ev.RelationChanged("Blues", "Reds", "neutral", "war")
    assert step(record, "EDIT").cause == "edit"
    assert told(record, "EDIT") == [ev.ValueChanged("Abroad", "value", 1, 2)]
    assert told(record, "COMMENT") == [ev.Noted("COMMENT: <b>well played</b>", "comment")]


def test_what_is_unknown_is_noted_where_it_happened(record: GameRecord) -> None:
    (note,) = told(record, "A new thing happens")
    assert isinstance(note, ev.Noted)
    assert note.kind == "unknown"
    assert "SomethingOfTomorrow" in note.text


def test_housekeeping_is_a_note_to_the_step_before(record: GameRecord) -> None:
    phase = record.step(record.node_at(round=1, power="Reds", phase="Combat Move"))
    assert phase.events[-1] == ev.Noted("Resetting and Giving Bonus Movement to Units", "engine")


def loaded_by_mail(*loads: tuple[str, str]) -> Mini:
    """A game that is loaded again and again: who plays Reds and Blues each time."""
    m = Mini()
    m.round(1)
    m.step("redsPurchase", "purchase")
    for reds, blues in loads:
        m.event("Game Loaded")
        m.line(f"Reds are now being played by: {reds}")
        m.line(f"Blues are now being played by: {blues}")
        m.event("Reds buy nothing; Remaining resources: 12 PUs; ")
    return m


def test_who_plays_whom_is_told_in_a_line_and_only_when_it_changes() -> None:
    humans = ("Human", "Human")
    m = loaded_by_mail(humans, humans, ("Human", "Hard (AI)"), ("Human", "Hard (AI)"))
    record = translate(parse_save(m.save()))
    notes = [e.text for s in record.steps.values() for e in s.events if isinstance(e, ev.Noted)]
    assert [text for text in notes if "played by" in text] == [
        "Now played by Human: all", "Now played by Hard (AI): Blues",
    ]  # fmt: skip
    assert notes.count("Game Loaded") == 2


def test_a_human_of_no_name_has_that_of_the_log() -> None:
    m = loaded_by_mail(("Ada", "Ben"), ("Cleo", "Ben"))
    save = parse_save(m.save())
    human = {
        name: msgspec.structs.replace(player, controller="Human:Human")
        for name, player in save.players.items()
    }
    record = translate(msgspec.structs.replace(save, players=human))
    assert record.header.players["Reds"] == "Cleo"


def test_nobody_is_told_to_play_when_it_shall_be_anonymous() -> None:
    record = translate(parse_save(loaded_by_mail(("Alice", "Bob")).save()), anonymous=True)
    words = repr([record.step(node) for node in record.line()[1:]])
    assert "Alice" not in words
    assert "Bob" not in words


def test_nobody_is_named_when_it_shall_be_anonymous(tmp_path: Path) -> None:
    file = tmp_path / "alice-bob.tsvg"
    file.write_bytes(small_war().save())
    assert read(file).header.source.file == "alice-bob.tsvg"
    record = read(file, anonymous=True)
    assert record.header.players == {}
    words = repr(record.header) + repr([record.step(node) for node in record.line()[1:]])
    assert "alice" not in words.lower()
    assert "secret" not in words


def test_under_low_luck_hits_are_expected_that_no_die_shows() -> None:
    m = Mini(modern=False)
    soldiers = [m.unit("infantry", "Reds") for _ in range(10)]
    enemy = m.unit("infantry", "Blues")
    m.put("Abroad", *soldiers)
    m.round(1)
    m.step("redsBattle", "battle")
    m.event("Battle in Abroad", m.territories["Abroad"])
    m.line("Reds attack with 10 infantry", java_list(*soldiers))
    m.line("Blues defend with 1 infantry", java_list(enemy))
    m.line("Reds roll dice for 10 infantry in Abroad, round 2 : 5", m.dice((5, 4, False), hits=1))
    record = translate(parse_save(m.save()))
    (roll,) = [e for e in told(record, "Battle in") if isinstance(e, ev.Rolled)]
    assert roll.expected == pytest.approx(10 / 6)


@pytest.mark.parametrize("modern", [True, False], ids=["2.x", "1.9"])
def test_of_the_dice_of_a_heavy_bomber_only_the_best_counts(modern: bool) -> None:
    m = Mini(modern=modern)
    bombers = [m.unit("infantry", "Reds") for _ in range(3)]
    m.put("Abroad", *bombers)
    m.round(1)
    m.step("redsBattle", "battle")
    m.event("Battle in Abroad", m.territories["Abroad"])
    m.line("Reds attack with 3 infantry", java_list(*bombers))
    # One at 3, then two at 4 with two dice each: the one that counts, then the one that does not.
    m.line("Reds roll dice for 3 infantry in Abroad, round 2 : 6,1,5,5,6",
           m.dice((6, 3, 0), (1, 4, 1), (5, 4, 2), (5, 4, 0), (6, 4, 2), hits=1))  # fmt: skip
    record = translate(parse_save(m.save()))
    (roll,) = [e for e in told(record, "Battle in") if isinstance(e, ev.Rolled)]
    assert roll.expected == pytest.approx(1 / 2 + 2 * 8 / 9)
    assert [die.result for die in roll.dice] == ["miss", "hit", "", "miss", ""]
    (row,) = frames(record, at="turn").rolls.filter(purpose="attack").rows(named=True)
    assert row["luck"] == pytest.approx(1 - 1 / 2 - 2 * 8 / 9)


@pytest.mark.parametrize("modern", [True, False], ids=["2.x", "1.9"])
def test_one_success_in_six_is_expected_of_a_die_for_technology(modern: bool) -> None:
    m = Mini(modern=modern)
    m.round(1)
    m.step("redsTech", "tech")
    m.event("Reds roll 6,1,4 for Radar and gets 1 hits",
            m.dice((6, 5, 1), (1, 5, 0), (4, 5, 0)))  # fmt: skip
    record = translate(parse_save(m.save()))
    (roll,) = [e for e in told(record, "Reds roll") if isinstance(e, ev.Rolled)]
    assert (roll.purpose, roll.hits, roll.expected) == ("technology", 1, 0.5)


def test_a_battle_that_the_save_interrupts_stays_open() -> None:
    m = Mini()
    soldier, enemy = m.unit("infantry", "Reds"), m.unit("infantry", "Blues")
    m.put("Abroad", soldier, enemy)
    m.round(1)
    m.step("redsBattle", "battle")
    m.event("Battle in Abroad", m.territories["Abroad"])
    m.line("Reds attack with 1 infantry", java_list(soldier))
    m.line("Blues defend with 1 infantry", java_list(enemy))
    m.line("Reds roll dice for 1 infantry in Abroad, round 2 : 6", m.dice((6, 1, False)))
    record = translate(parse_save(m.save()))
    end = record.state_at(record.last)
    assert not end.settled
    (battle,) = end.battles.values()
    assert (battle.space, battle.round) == ("Abroad", 1)


def test_retreats_leave_the_battle_and_go_where_the_line_says() -> None:
    m = Mini()
    soldiers = [m.unit("infantry", "Reds") for _ in range(2)]
    enemy = m.unit("infantry", "Blues")
    m.put("Home", soldiers[0])
    m.put("Abroad", enemy)
    m.round(1)
    m.step("redsCombatMove", "move")
    m.event("2 infantry moved from Home to Abroad", m.move_data(["Home", "Abroad"], *soldiers))
    m.change(m.add("Abroad", *soldiers), m.remove("Home", *soldiers))
    m.step("redsBattle", "battle")
    m.event("Battle in Abroad", m.territories["Abroad"])
    m.line("Reds attack with 2 infantry", java_list(*soldiers))
    m.line("Blues defend with 1 infantry", java_list(enemy))
    m.line("Reds roll dice for 2 infantry in Abroad, round 2 : 6,6",
           m.dice((6, 1, False), (6, 1, False)))  # fmt: skip
    m.line("Blues roll dice for 1 infantry in Abroad, round 2 : 1", m.dice((1, 2, True)))
    m.line("1 infantry owned by the Reds lost in Abroad", java_list(soldiers[1]))
    m.line("1 infantry owned by the Reds retreated to Home", java_list(soldiers[0]))
    m.line("Blues win", java_list(enemy))
    m.change(m.remove("Abroad", soldiers[1]))
    m.change(m.remove("Abroad", soldiers[0]), m.add("Home", soldiers[0]))
    record = translate(parse_save(m.save()))
    events = told(record, "Battle in Abroad")
    assert [type(e).__name__ for e in events[-3:]] == ["BattleLeft", "UnitsMoved", "BattleClosed"]
    moved, closed = events[-2:]
    assert isinstance(moved, ev.UnitsMoved)
    assert (moved.path, moved.mode, moved.battle) == (("Abroad", "Home"), "retreat", closed.battle)
    assert isinstance(closed, ev.BattleClosed)
    assert (closed.result, closed.winner) == ("attacker retreats", "defender")


def test_aircraft_that_retreat_nowhere_have_left_the_battle() -> None:
    """Since 2.6 they stay over the territory until they land: the line names no space."""
    m = Mini()
    plane, enemy = m.unit("infantry", "Reds"), m.unit("infantry", "Blues")
    m.put("Home", plane)
    m.put("Abroad", enemy)
    m.round(1)
    m.step("redsCombatMove", "move")
    m.event("1 infantry moved from Home to Abroad", m.move_data(["Home", "Abroad"], plane))
    m.change(m.add("Abroad", plane), m.remove("Home", plane))
    m.step("redsBattle", "battle")
    m.event("Battle in Abroad", m.territories["Abroad"])
    m.line("Reds attack with 1 infantry", java_list(plane))
    m.line("Blues defend with 1 infantry", java_list(enemy))
    m.line("Reds roll dice for 1 infantry in Abroad, round 2 : 6", m.dice((6, 1, False)))
    m.line("1 infantry owned by the Reds retreated", java_list(plane))
    m.line("Blues win", java_list(enemy))
    events = told(translate(parse_save(m.save())), "Battle in Abroad")
    left, closed = events[-2:]
    assert isinstance(left, ev.BattleLeft)
    assert (len(left.units), left.reason) == (1, "retreated")
    assert isinstance(closed, ev.BattleClosed)
    assert closed.result == "attacker retreats"


def test_a_sunken_transport_takes_its_cargo_along() -> None:
    m = Mini()
    ship = m.unit("bigship", "Reds")
    cargo = m.unit("infantry", "Reds", transportedBy=ship)
    m.round(1)
    m.step("redsBattle", "battle")
    m.event("Battle in 1 Sea Zone", m.territories["1 Sea Zone"])
    m.line("1 bigship owned by the Reds lost in 1 Sea Zone", java_list(ship))
    m.change(m.remove("1 Sea Zone", ship, cargo))
    record = translate(parse_save(m.save()))
    (removed,) = [e for e in told(record, "Battle") if isinstance(e, ev.UnitsRemoved)]
    assert len(removed.units) == 2
    assert removed.reason == "casualty"
    assert not record.state_at(record.last).units


def test_a_conquest_without_a_fight_opens_no_battle() -> None:
    m = Mini()
    m.territories["Abroad"].values["owner"] = m.players["Reds"]
    m.round(1)
    m.step("redsBattle", "battle")
    m.event("Battle in Abroad", m.territories["Abroad"])
    m.line("Reds takes Abroad from Blues")
    m.change(m.owner("Abroad", "Blues", "Reds"))
    record = translate(parse_save(m.save()))
    assert told(record, "Battle in Abroad") == [
        ev.ControlChanged("Abroad", "Blues", "Reds", "conquest")
    ]


def test_money_that_changes_hands_as_land_is_entered_is_plunder() -> None:
    """A capital that nobody holds is taken by a move; the engine may say so in a line, or not."""
    for said in (True, False):
        m = Mini()
        m.territories["Abroad"].values["owner"] = m.players["Reds"]
        soldier = m.unit("infantry", "Reds")
        m.put("Home", soldier)
        m.round(1)
        m.step("redsCombatMove", "move")
        m.event("1 infantry moved from Home to Abroad", m.move_data(["Home", "Abroad"], soldier))
        if said:
            m.line("Reds captures 7PUs while taking Blues capital")
        m.line("Reds takes Abroad from Blues")
        m.line("Nobody wept")
        m.change(m.remove("Home", soldier), m.add("Abroad", soldier))
        m.change(m.pay("Blues", -7), m.pay("Reds", 7))
        m.change(m.owner("Abroad", "Blues", "Reds"))
        events = told(translate(parse_save(m.save())), "1 infantry moved from Home to Abroad")
        paid = [e for e in events if isinstance(e, ev.ResourceChanged)]
        assert [(e.amount, e.reason) for e in paid] == [(-7, "plunder"), (7, "plunder")]
        assert [e.text for e in events if isinstance(e, ev.Noted)] == ["Nobody wept"]


def test_changes_outside_of_any_event_are_the_engines_steps() -> None:
    m = Mini()
    m.round(1)
    m.change(m.pay("Reds", 7))
    m.step("redsEndTurn", "endTurn")
    m.change(m.pay("Reds", 2))
    record = translate(parse_save(m.save()))
    amounts = [
        (s.cause, s.sequence, e.amount)
        for s in record.steps.values()
        for e in s.events
        if isinstance(e, ev.ResourceChanged)
    ]
    assert amounts == [("engine", "reconstructed", 7), ("engine", "reconstructed", 2)]
    assert record.state_at(0).money("Reds", "PUs") == 3


def test_bids_are_steps_of_their_own_kind_before_the_first_turn() -> None:
    m = Mini()
    soldier = m.unit("infantry", "Reds")
    m.put("Home", soldier)
    m.round(1)
    m.step("redBidPlace", "placeBid")
    m.event("1 infantry placed in Home", m.place_data("Home", soldier))
    m.change(m.add("Home", soldier))
    m.step("redsPurchase", "purchase")
    m.event("Reds buy nothing; Remaining resources: 12 PUs; ")
    record = translate(parse_save(m.save()))
    bid = step(record, "1 infantry placed")
    assert (bid.cause, bid.actors) == ("bid", ("Reds",))
    assert record.time(bid.id).phase == "Bid"
    assert record.time(bid.id).turn == 0
    assert record.time(record.last).turn == 1


def test_a_note_of_the_engine_on_a_battle_gives_its_result() -> None:
    m = small_war()
    proxy = Obj(
        Class(TRIPLEA + "delegate.data.BattleRecords$SerializationProxy", "L:records"),
        {"records": java_map([(m.players["Reds"], java_map(
            [(m.key(), m.battle_record("CONQUERED", "ATTACKER"))]))])},
    )  # fmt: skip
    records = Obj(
        Class(ENGINE + "BattleRecordsList", "L:battleRecords"),
        {"battleRecords": java_map([(integer(1), proxy)])},
    )
    save = parse_save(m.save(battleRecordsList=records))
    (note,) = save.battles[1]
    assert (note.site, note.result, note.winner, note.rounds) == (
        "Abroad",
        "CONQUERED",
        "ATTACKER",
        2,
    )
    assert translate(save).header.warnings == {"change SomethingOfTomorrow": 1}


def editor(m: Mini, old: bool | None, new: bool) -> Obj:
    """The change by which somebody turns the editor on or off."""

    def boxed(value: bool | None) -> Obj | None:
        return None if value is None else Obj(BOOLEAN, {"value": value})

    cls = Class(ENGINE + "changefactory.SetPropertyChange", "L:property L:value L:oldValue")
    return Obj(cls, {"property": "EditMode", "value": boxed(new), "oldValue": boxed(old)})


def test_edits_are_steps_of_their_own_kind_even_as_lines_of_another_event() -> None:
    m = Mini()
    soldier, enemy, gift = (m.unit("infantry", who) for who in ("Reds", "Blues", "Blues"))
    m.put("Abroad", soldier, gift)
    m.round(1)
    m.step("redsBattle", "battle")
    m.event("Battle in Abroad", m.territories["Abroad"])
    m.line("Reds attack with 1 infantry", java_list(soldier))
    m.line("Blues defend with 1 infantry", java_list(enemy))
    m.line("Reds roll dice for 1 infantry in Abroad, round 2 : 1", m.dice((1, 1, True)))
    m.line("1 infantry owned by the Blues lost in Abroad", java_list(enemy))
    m.line("Reds win", java_list(soldier))
    m.change(m.remove("Abroad", enemy))
    m.line("Turning on Edit Mode")
    m.line("Adding units owned by Blues to Abroad: 1 infantry", java_list(gift))
    m.change(editor(m, None, True))
    m.change(m.add("Abroad", gift))
    m.event("Turning off Edit Mode")
    m.change(editor(m, True, False))
    m.event("Changing PUs for Reds from 12 to 20")
    m.change(m.pay("Reds", 8))
    record = translate(parse_save(m.save()))
    battle, edit = step(record, "Battle in Abroad"), step(record, "Turning on Edit Mode")
    assert isinstance(battle.events[-1], ev.BattleClosed)
    assert battle.cause == "order"
    assert (edit.cause, edit.actors) == ("edit", ("Reds",))
    added = next(e for e in edit.events if isinstance(e, ev.UnitsAdded))
    assert (added.reason, [u.owner for u in added.units]) == ("edit", ["Blues"])
    assert step(record, "Turning off Edit Mode").cause == "edit"
    assert told(record, "Changing PUs") == [ev.ResourceChanged("Reds", "PUs", 8, "edit")]


def test_a_won_game_says_who_has_won() -> None:
    m = Mini()
    m.round(1)
    m.step("endRoundStep", "endRound", None)
    m.event("East achieve TOTAL VICTORY with 1 Victory Cities!")
    m.event("Players: Reds and Blues have just won the game, with this victory: all of them")
    record = translate(parse_save(m.save()))
    (first,), (second,) = told(record, "East achieve"), told(record, "Players: ")
    assert isinstance(first, ev.VictoryWon)
    assert isinstance(second, ev.VictoryWon)
    assert (first.winners, second.winners) == (("Reds",), ("Reds", "Blues"))
    assert record.state_at(record.last).victors == ("Reds", "Blues")


def a_raid(rolls: str) -> Mini:
    """An air battle, and a raid of one bomber that the line of the dice tells so."""
    m = Mini()
    bomber, fighter, base = (
        m.unit(kind, who)
        for kind, who in (("infantry", "Reds"), ("infantry", "Blues"), ("factory", "Blues"))
    )
    m.put("Abroad", bomber, fighter, base)
    m.round(1)
    m.step("redsBattle", "battle")
    m.event("Air Battle in Abroad", m.territories["Abroad"])
    m.line("Reds attacks with 1 units heading to Abroad", java_list(bomber))
    m.line("Blues launches 1 interceptors out of Abroad", java_list(fighter))
    m.line("Attackers Fire,  : 6", m.dice((6, 1, False)))
    m.line("Defenders Fire,  : 5", m.dice((5, 2, False)))
    m.line("Air Battle is over, the remaining bombers go on to their targets")
    m.event("Strategic bombing raid in Abroad", m.territories["Abroad"])
    m.line("AA fire in Abroad : 4", m.dice((4, 1, False)))
    m.line(f"Bombing raid in Abroad rolls: {rolls} and causes: 3 damage to unit: factory")
    m.line("Bombing raid in Abroad causes 3 damage total. ")
    fields = "L:hits L:undoHits"
    damage = Obj(Class(ENGINE + "changefactory.BombingUnitDamageChange", fields),
                 {"hits": amounts([(base, 3)]), "undoHits": amounts([(base, 0)])})  # fmt: skip
    m.change(damage)
    return m


def test_an_air_battle_has_interceptors_and_a_raid_its_bombers() -> None:
    record = translate(parse_save(a_raid("3").save()))
    air = told(record, "Air Battle")
    opened, began, attack, defense, closed = air
    assert isinstance(opened, ev.BattleOpened)
    assert opened.kind == "air"
    assert [(p.role, p.power) for p in opened.participants] == [
        ("attacker", "Reds"), ("defender", "Blues"),
    ]  # fmt: skip
    assert isinstance(began, ev.CombatRoundBegan)
    assert isinstance(attack, ev.Rolled)
    assert isinstance(defense, ev.Rolled)
    assert (attack.purpose, attack.power, attack.role) == ("interception", "Reds", "attacker")
    assert (defense.purpose, defense.power, defense.role) == ("interception", "Blues", "defender")
    assert isinstance(closed, ev.BattleClosed)
    raid = told(record, "Strategic bombing raid")
    opened, aa, bombs, damaged, closed = raid
    assert isinstance(opened, ev.BattleOpened)
    assert (opened.kind, opened.links) == ("bombing raid", ("1.1",))
    assert isinstance(air[0], ev.BattleOpened)
    assert opened.participants[0].units == air[0].participants[0].units
    assert isinstance(aa, ev.Rolled)
    assert isinstance(bombs, ev.Rolled)
    assert (aa.purpose, aa.power, aa.against) == ("aa", "Blues", "aircraft")
    assert (bombs.purpose, [die.face for die in bombs.dice]) == ("bombing", [3])
    assert (bombs.hits, bombs.outcome) == (3, "3 damage")
    assert isinstance(damaged, ev.UnitsConverted)
    assert (damaged.damage, damaged.reason) == (3, "bombing")
    assert closed == ev.BattleClosed("1.2", "bombed", "attacker")


@pytest.mark.parametrize(
    ("shown", "low_luck", "face"),
    [("7", False, 5), ("3", False, 1), ("6", True, 2), ("5", True, 1)],
)
def test_a_bombing_die_is_told_without_what_the_bomber_adds(
    shown: str, low_luck: bool, face: int
) -> None:
    save = parse_save(a_raid(shown).save())
    bomber = save.unit_types["infantry"]
    values = {**bomber.values, "bombingBonus": 2, "bombingMaxDieSides": 6}
    types = {**save.unit_types, "infantry": msgspec.structs.replace(bomber, values=values)}
    options = {
        **save.options,
        "Use Bombing Max Dice Sides And Bonus": True,
        "Low Luck for Bombing and Territory Damage": low_luck,
    }
    save = msgspec.structs.replace(save, unit_types=types, options=options)
    bombs = next(
        e for e in told(translate(save), "Strategic bombing raid")
        if isinstance(e, ev.Rolled) and e.purpose == "bombing"
    )  # fmt: skip
    assert ([die.face for die in bombs.dice], bombs.hits) == ([face], 3)


@pytest.mark.parametrize("asked", [a4a.new_game, a4a.audit])
def test_a_save_of_another_map_says_what_can_be_done_with_it_and_what_not(
    record: GameRecord, asked: Callable[[GameRecord], object]
) -> None:
    with pytest.raises(A4AError) as refusal:
        asked(record)
    said = str(refusal.value)
    assert "a4a has no rules for 'mini', which TripleA recorded" in said
    assert "can be explored, charted, compared, annotated and shared" in said
    assert "those of deluxe3g40, europe1940, global1940" in said
    assert "mod" not in said
    assert "odds are told by the numbers of a save: open the save itself for them" in said
    # And so it can.
    assert a4a.luck(record).height > 0
    assert frames(record, at="turn").rolls.height == 5
    assert a4a.changes(record, at=(0, record.last)).lost.height > 0


def test_a_record_of_another_map_that_does_not_say_how_units_fight_has_no_odds(
    record: GameRecord,
) -> None:
    catalog = msgspec.structs.replace(record.catalog, fighting=None)
    old = GameRecord(
        record.header, record.board, catalog, record.start, steps=record.steps.values()
    )
    with pytest.raises(A4AError, match="open the save itself for them"):
        a4a.luck(old)


def test_a_relation_that_stays_as_it_is_is_not_told() -> None:
    m = Mini()
    m.round(1)
    m.step("redsPolitics", "politics")
    m.event("Reds takes Political Action: War")
    m.change(m.relation("Neutrality", "War"))
    m.event("Reds takes Political Action: War")
    m.change(m.relation("War", "War"))
    record = translate(parse_save(m.save()))
    events = [event for s in record.steps.values() for event in s.events]
    assert [(e.old, e.new) for e in events if isinstance(e, ev.RelationChanged)] == [
        ("neutral", "war")
    ]
