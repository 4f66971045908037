"""Neutral territories: leanings, armies, attack and activation."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from a4a.core import events as ev
from a4a.core.state import State
from a4a.rules import money
from a4a.rules.areas.control import activation, conquest
from a4a.rules.areas.economy import economies
from a4a.rules.areas.orders import EndPhase, Move, Retreat
from a4a.rules.areas.politics import neutrals
from a4a.rules.areas.politics.situation import Situation
from a4a.rules.areas.ruleset.flow import AreasRuleset
from a4a.rules.game import Game
from tests.rules import retold
from tests.rules.areas.moves import go, order
from tests.rules.areas.positions import (
    Counts,
    ids,
    of_kind,
    played,
    position,
    refused,
    rules,
    run_of,
)


def start() -> State:
    """How all stands before the first turn."""
    return _start(rules())


@cache
def _start(made: AreasRuleset) -> State:
    return made.start().state_at(0)


GERMANY, ITALY, SOVIETS, UK, USA = (
    "Germany", "Italy", "Soviet Union", "United Kingdom", "United States",
)  # fmt: skip


def stance(power: str, territory: str) -> str:
    return Situation(played(), start(), power).stance(territory)


def strict(state) -> set[str]:  # type: ignore[no-untyped-def]
    return {s for (s, key), v in state.values.items() if key == "leaning" and v == "strict"}


@pytest.mark.rule("AA-NEU-001")
def test_AA_NEU_001_three_kinds_of_neutrals() -> None:
    """Pro-Allies, pro-Axis and strict: every neutral territory is one of them."""
    leanings = {str(v) for (_, key), v in start().values.items() if key == "leaning"}
    assert leanings - {"Mongolia"} == {"pro-Allies", "pro-Axis", "strict"}
    for space in played().board.spaces:
        if neutrals.is_neutral(played(), start(), space.name):
            assert start().value(space.name, "leaning") in leanings


ARMIES = {
    "Afghanistan": 4, "Angola": 2, "Argentina": 4, "Brazil": 3, "Bulgaria": 4, "Chile": 2,
    "Finland": 4, "Greece": 4, "Iraq": 3, "Mozambique": 2, "Persia": 2, "Portugal": 2,
    "Saudi Arabia": 2, "Spain": 6, "Sweden": 6, "Switzerland": 2, "Turkey": 8, "Venezuela": 2,
    "Yugoslavia": 5,
}  # fmt: skip
"""The numbers that the map prints in the silhouettes; other neutrals have none."""


@pytest.mark.rule("AA-NEU-002", "AA-NEU-003")
@pytest.mark.parametrize("how", ["attacked", "entered"])
def test_AA_NEU_002_the_printed_number_of_infantry_appears_free_of_charge(how: str) -> None:
    """In each neutral by itself, whether it is attacked by Germany or entered by a friend."""
    neutral = [
        s.name for s in played().board.spaces if neutrals.is_neutral(played(), start(), s.name)
    ]
    assert set(ARMIES) < set(neutral)
    for territory in neutral:
        axis = start().value(territory, "leaning") == "pro-Axis"
        power = UK if axis == (how == "attacked") else GERMANY
        if how == "entered" and start().value(territory, "leaning") == "strict":
            continue
        run = run_of(position(power=power, phase="Conduct Combat"))
        before = [money.balance(played(), run.state, t) for t in played().catalog.treasuries]
        if how == "attacked":
            activation.invade(played(), run, territory, power)
            army = neutrals.army(played(), run.state, territory)
        else:
            activation.activate(played(), run, territory, power)
            army = tuple(u for u in run.state.at(territory) if u.owner == power)
        assert [u.type for u in army] == [retold.word("infantry")] * ARMIES.get(territory, 0), (
            territory
        )
        assert [
            money.balance(played(), run.state, t) for t in played().catalog.treasuries
        ] == before


@pytest.mark.rule("AA-NEU-006", "AA-NEU-017", "AA-EXA-007")
def test_AA_NEU_006_bulgaria_and_iraq_are_friendly_to_the_axis() -> None:
    """And unfriendly to the Allies."""
    for territory in ("Bulgaria", "Iraq"):
        assert stance(GERMANY, territory) == stance(ITALY, territory) == "friendly neutral"
        assert stance(UK, territory) == "unfriendly neutral"


@pytest.mark.rule("AA-NEU-007", "AA-NEU-017", "AA-EXA-008")
def test_AA_NEU_007_yugoslavia_is_friendly_to_all_allies() -> None:
    """To the Soviet Union and the United States too; to the Axis it is unfriendly."""
    for power in (UK, "France", SOVIETS, USA):
        assert stance(power, "Yugoslavia") == "friendly neutral"
    assert stance(GERMANY, "Yugoslavia") == "unfriendly neutral"


@pytest.mark.rule("AA-NEU-004", "AA-EXA-006")
def test_AA_NEU_004_each_territory_is_handled_alone() -> None:
    """An invasion of Northwest Persia leaves Persia and its army as they were."""
    game = position(power=GERMANY, phase="Conduct Combat")
    run = run_of(game)
    activation.invade(played(), run, "Northwest Persia", GERMANY)
    assert "Northwest Persia" not in run.state.control
    assert run.state.control["Persia"] == game.state.control["Persia"]
    assert neutrals.army(played(), run.state, "Persia") == neutrals.army(
        played(), game.state, "Persia"
    )


@pytest.mark.rule("AA-NEU-021", "AA-NEU-022", "AA-NEU-024", "AA-EXA-009")
def test_AA_NEU_021_yugoslavia_attacked_joins_the_allies() -> None:
    """At once, with its infantry, which belong to no power of that side."""
    run = run_of(position(power=GERMANY, phase="Conduct Combat"))
    before = strict(run.state)
    activation.invade(played(), run, "Yugoslavia", GERMANY)
    army = neutrals.army(played(), run.state, "Yugoslavia")
    assert len(army) == 5
    assert {u.owner for u in army} == {"Pro-Allies neutrals"}
    assert Situation(played(), run.state, UK).stance("Yugoslavia") == "friendly"
    assert Situation(played(), run.state, ITALY).stance("Yugoslavia") == "hostile"
    assert strict(run.state) == before


@pytest.mark.rule("AA-NEU-023")
@pytest.mark.parametrize(
    ("attacker", "start", "territory", "leader"),
    [(GERMANY, "Slovakia/Hungary", "Yugoslavia", UK), (UK, "Trans-Jordan", "Iraq", ITALY)],
)
def test_AA_NEU_023_a_power_of_the_joined_side_fights_with_the_army(
    attacker: str, start: str, territory: str, leader: str
) -> None:
    """Attacked by Germany, the next Ally that is at war is asked for it; by Britain, Italy."""
    army = "Pro-Allies neutrals" if attacker == GERMANY else "Pro-Axis neutrals"
    game = position(
        power=attacker, phase="Combat Move", dice=[1, 6, 6, 6, 6, 6, 6, 6, 6],
        units={start: {attacker: {"tank": 2}}, territory: {army: {"artillery": 1}}},
    )  # fmt: skip
    go(game, "tank", start, territory, count=2)
    game.do(EndPhase())
    asked = game.decision
    assert asked is not None
    assert (asked.kind, asked.powers) == ("casualties", (leader,))


@pytest.mark.rule("AA-NEU-023")
def test_AA_NEU_023_a_friend_who_fights_beside_the_army_leads_it() -> None:
    """France has a fighter in Yugoslavia, and is asked though Britain plays before it (R-033)."""
    game = held(
        GERMANY, "Combat Move",
        {"Slovakia/Hungary": {GERMANY: {"tank": 2}}, "Yugoslavia": {"France": {"fighter": 1}}},
        dice=[1, 6, 6, 6, 6, 6, 6, 6, 6],
    )  # fmt: skip
    go(game, "tank", "Slovakia/Hungary", "Yugoslavia", count=2)
    game.do(EndPhase())
    asked = game.decision
    assert asked is not None
    assert (asked.kind, asked.powers) == ("casualties", ("France",))


@pytest.mark.rule("AA-NEU-025", "AA-NEU-019", "AA-NEU-036")
def test_AA_NEU_025_a_captured_neutral_pays_its_captor() -> None:
    """Once its army is gone Germany controls Yugoslavia, worth 2, and it is neutral no more."""
    run = run_of(position(power=GERMANY, phase="Conduct Combat"))
    before = economies.production(played(), run.state, GERMANY, GERMANY)
    activation.invade(played(), run, "Yugoslavia", GERMANY)
    army = tuple(u.id for u in neutrals.army(played(), run.state, "Yugoslavia"))
    run.emit(ev.UnitsRemoved(army, "casualty"))
    conquest.take(played(), run, "Yugoslavia", GERMANY)
    assert run.state.control["Yugoslavia"] == GERMANY
    assert economies.production(played(), run.state, GERMANY, GERMANY) == before + 2
    assert run.state.value("Yugoslavia", "leaning") is None
    assert not neutrals.is_neutral(played(), run.state, "Yugoslavia")


@pytest.mark.rule("AA-NEU-026", "AA-NEU-027", "AA-NEU-028")
def test_AA_NEU_028_after_a_failed_attack_friends_may_take_the_territory_over() -> None:
    """Nobody controls it; what is left of the army stays; Britain moves in and gets both."""
    run = run_of(position(power=GERMANY, phase="Conduct Combat"))
    activation.invade(played(), run, "Greece", GERMANY)
    lost, *left = neutrals.army(played(), run.state, "Greece")
    run.emit(ev.UnitsRemoved((lost.id,), "casualty"))
    assert "Greece" not in run.state.control
    assert Situation(played(), run.state, UK).stance("Greece") == "friendly"
    assert Situation(played(), run.state, GERMANY).stance("Greece") == "hostile"
    activation.activate(played(), run, "Greece", UK)
    assert run.state.control["Greece"] == UK
    assert [run.state.unit(u.id).owner for u in left] == [UK] * len(left)


@pytest.mark.rule("AA-NEU-013", "AA-NEU-014")
def test_AA_NEU_013_a_friendly_neutral_belongs_to_who_enters_it_first() -> None:
    """Bulgaria goes to Germany with its army and its value; Italy comes too late."""
    run = run_of(position(power=GERMANY, phase="Noncombat Move"))
    before = economies.production(played(), run.state, GERMANY, GERMANY)
    army = neutrals.army(played(), run.state, "Bulgaria")
    activation.activate(played(), run, "Bulgaria", GERMANY)
    activation.activate(played(), run, "Bulgaria", ITALY)
    assert run.state.control["Bulgaria"] == GERMANY
    assert {run.state.unit(u.id).owner for u in army} == {GERMANY}
    assert economies.production(played(), run.state, GERMANY, GERMANY) == before + 1


@pytest.mark.rule("AA-NEU-031", "AA-NEU-032")
def test_AA_NEU_032_strict_neutrals_are_attacked_as_unfriendly_ones() -> None:
    """Sweden, attacked by Germany, joins the Allies with its army, and can be captured."""
    run = run_of(position(power=GERMANY, phase="Conduct Combat"))
    activation.invade(played(), run, "Sweden", GERMANY)
    assert "Sweden" not in run.state.control
    assert run.state.value("Sweden", "leaning") == "pro-Allies"
    assert {u.owner for u in neutrals.army(played(), run.state, "Sweden")} == {
        "Pro-Allies neutrals"
    }


@pytest.mark.rule("AA-NEU-033", "AA-NEU-034", "AA-NEU-035", "AA-EXA-010")
@pytest.mark.parametrize(("power", "leaning"), [(GERMANY, "pro-Allies"), (UK, "pro-Axis")])
def test_AA_NEU_033_the_other_strict_neutrals_turn_at_once(power: str, leaning: str) -> None:
    """Attacked by the Axis they turn pro-Allies, by the Allies pro-Axis, whatever comes of it."""
    game = position(power=power, phase="Conduct Combat")
    run = run_of(game)
    activation.invade(played(), run, "Sweden", power)
    assert strict(game.state)
    assert strict(run.state) == set()
    for territory in ("Turkey", "Spain", "Switzerland", "Argentina"):
        assert run.state.value(territory, "leaning") == leaning
        friendly = Situation(played(), run.state, UK).stance(territory) == "friendly neutral"
        assert friendly == (leaning == "pro-Allies")
    # Those that leaned before, and territories of powers, are as they were.
    assert run.state.value("Bulgaria", "leaning") == "pro-Axis"
    assert run.state.value("Greece", "leaning") == "pro-Allies"


def test_AA_NEU_035_a_second_attack_changes_nothing_more() -> None:
    """Invading the same neutral again has no further effect."""
    run = run_of(position(power=GERMANY, phase="Conduct Combat"))
    activation.invade(played(), run, "Sweden", GERMANY)
    count = len(run.events)
    activation.invade(played(), run, "Sweden", GERMANY)
    assert len(run.events) == count


@pytest.mark.rule("AA-NEU-037", "AA-NEU-038")
def test_AA_NEU_038_a_former_neutral_is_captured_never_liberated() -> None:
    """Greece, Britain's after activation, is taken by Germany and retaken by France: France's."""
    run = run_of(position(power=GERMANY, phase="Conduct Combat", control={"Greece": UK}))
    conquest.take(played(), run, "Greece", GERMANY)
    conquest.take(played(), run, "Greece", "France")
    assert run.state.control["Greece"] == "France"
    assert played().board.space("Greece").original is None
    reasons = [e.reason for e in of_kind(run.events, ev.ControlChanged)]
    assert reasons == ["conquest", "conquest"]


@pytest.mark.rule("AA-NEU-012", "AA-NEU-015")
def test_AA_NEU_015_an_activated_army_moves_in_the_next_turn() -> None:
    """Bulgaria's infantry are Germany's as the phase ends: they move in its turn after this."""
    game = position(
        power=GERMANY, phase="Noncombat Move", units={"Romania": {GERMANY: {"infantry": 1}}}
    )
    army = ids(game, "Bulgaria", "infantry")
    assert army
    game.do(Move(ids(game, "Romania", "infantry", GERMANY), ("Romania", "Bulgaria")))
    assert game.state.control["Bulgaria"] == "Pro-Axis neutrals"
    refused(game, Move(army[:1], ("Bulgaria", "Romania")))
    game.do(EndPhase())
    assert game.state.control["Bulgaria"] == GERMANY
    assert game.state.phase not in ("Combat Move", "Noncombat Move") or game.state.active != (
        GERMANY,
    )
    later = position(
        power=GERMANY, phase="Noncombat Move", control={"Bulgaria": GERMANY}, round=3,
        units={"Bulgaria": {GERMANY: {"infantry": 4}}},
    )  # fmt: skip
    assert later.can(Move(ids(later, "Bulgaria", "infantry", GERMANY)[:1], ("Bulgaria", "Romania")))


# --- a neutral that was attacked and held (p. 11, R-035) ------------------------------------------


def held(power: str, phase: str, units: Counts, **other: Any) -> Game:
    """A game after an attack on Yugoslavia that its army withstood; Albania is British."""
    control = {"Yugoslavia": None, "Albania": UK, "Bulgaria": UK}
    return position(power=power, phase=phase, units=units, control=control, **other)


@pytest.mark.rule("AA-NEU-021", "AA-NEU-026", "AA-NEU-027")
def test_AA_NEU_027_a_failed_attack_leaves_no_neutral_behind() -> None:
    """One German falls in Yugoslavia; a German fighter flies home over it, a Briton may land."""
    game = position(
        power=GERMANY, phase="Combat Move", round=3, control={"Albania": UK},
        units={"Slovakia/Hungary": {GERMANY: {"infantry": 1}},
               "Greater Southern Germany": {GERMANY: {"fighter": 2}},
               "Albania": {UK: {"fighter": 1}}},
        dice=[6] + [1] * 5 + [6] * 20,
    )  # fmt: skip
    over = ("Greater Southern Germany", "Yugoslavia", "Bulgaria")
    refused(game, order(game, "fighter", *over[:2], "Albania"))
    go(game, "infantry", "Slovakia/Hungary", "Yugoslavia")
    game.do(EndPhase())
    assert game.state.phase == "Noncombat Move"
    army = neutrals.army(played(), game.state, "Yugoslavia")
    assert "Yugoslavia" not in game.state.control
    assert {u.owner for u in army} == {"Pro-Allies neutrals"}
    assert len(army) == 5
    go(game, "fighter", "Greater Southern Germany", "Yugoslavia", "Romania")
    british = Situation(played(), game.state, UK)
    assert british.is_friendly("Yugoslavia")
    assert not british.is_friendly("Bulgaria")


@pytest.mark.rule("AA-NEU-027")
def test_AA_NEU_027_aircraft_of_the_side_it_joined_land_there() -> None:
    """In the turns after the attack; in one that only leans to their side they do not (R-035)."""
    game = held(UK, "Noncombat Move", {"Albania": {UK: {"fighter": 1}}})
    go(game, "fighter", "Albania", "Yugoslavia")
    game.do(EndPhase())
    assert ids(game, "Yugoslavia", "fighter", UK)
    assert "Yugoslavia" not in game.state.control  # aircraft take nothing over
    neutral = position(
        power=UK, phase="Noncombat Move", control={"Albania": UK},
        units={"Albania": {UK: {"fighter": 1}}},
    )  # fmt: skip
    refused(neutral, order(neutral, "fighter", "Albania", "Yugoslavia"))


@pytest.mark.rule("AA-NEU-027")
def test_AA_NEU_027_tanks_and_aircraft_of_that_side_go_through_it() -> None:
    """From Albania to fight in Romania, and to Bulgaria in the Noncombat Move phase."""
    units = {"Albania": {UK: {"tank": 1, "fighter": 1}}}
    game = held(UK, "Combat Move", units)
    go(game, "tank", "Albania", "Yugoslavia", "Romania")
    go(game, "fighter", "Albania", "Yugoslavia", "Romania")
    later = held(UK, "Noncombat Move", {"Albania": {UK: {"tank": 2}}})
    go(later, "tank", "Albania", "Yugoslavia", "Bulgaria")
    go(later, "tank", "Albania", "Yugoslavia")
    later.do(EndPhase())
    assert later.state.control["Yugoslavia"] == UK


@pytest.mark.rule("AA-NEU-027")
def test_AA_NEU_027_the_side_that_attacked_flies_over_it_and_attacks_again() -> None:
    """Germans cross it on the way to Albania; Italians may attack the army that is left."""
    germans = {"Greater Southern Germany": {GERMANY: {"fighter": 1}}, "Albania": {UK: {"tank": 1}}}
    game = held(GERMANY, "Combat Move", germans)
    go(game, "fighter", "Greater Southern Germany", "Yugoslavia", "Albania")
    tanks, dice = {"Northern Italy": {ITALY: {"tank": 3}}}, [1] * 3 + [6] * 5 + [1] * 3 + [6] * 2
    italians = held(ITALY, "Combat Move", tanks, dice=dice)
    go(italians, "tank", "Northern Italy", "Yugoslavia", count=3)
    italians.do(EndPhase())
    while italians.decision is not None and italians.decision.kind == "retreat":
        italians.do(Retreat())
    assert italians.state.control["Yugoslavia"] == ITALY


@pytest.mark.rule("AA-NEU-027")
def test_AA_NEU_027_its_army_and_friends_there_defend_together() -> None:
    """A British fighter that landed there fights beside it, and is attacked by nobody before."""
    units = {"Yugoslavia": {UK: {"fighter": 1}}, "Albania": {UK: {"tank": 1}}}
    mine = held(UK, "Combat Move", units)
    go(mine, "tank", "Albania", "Yugoslavia", "Romania")
    mine.do(EndPhase())
    assert not [s.space for s in mine.state.battles.values() if s.space == "Yugoslavia"]
    assert len(neutrals.army(played(), mine.state, "Yugoslavia")) == 5
    theirs = held(
        GERMANY, "Combat Move",
        {"Yugoslavia": {UK: {"fighter": 1}}, "Slovakia/Hungary": {GERMANY: {"infantry": 1}}},
        dice=[1] + [6] * 30,
    )  # fmt: skip
    go(theirs, "infantry", "Slovakia/Hungary", "Yugoslavia")
    theirs.do(EndPhase())
    (battle,) = theirs.state.battles.values()
    owners = {p.power for p in battle.participants if p.role == "defender"}
    assert owners == {UK, "Pro-Allies neutrals"}


@pytest.mark.rule("AA-NEU-011", "AA-POL-033")
def test_AA_NEU_027_a_neutral_power_keeps_out_of_it_as_of_any_neutral() -> None:
    """The United States, at war with nobody, neither enters nor takes over Yugoslavia."""
    game = position(
        power=USA, phase="Noncombat Move", control={"Yugoslavia": None, "Albania": USA},
        units={"Albania": {USA: {"infantry": 1}}},
    )  # fmt: skip
    assert Situation(played(), game.state, USA).stance("Yugoslavia") == "friendly neutral"
    refused(game, order(game, "infantry", "Albania", "Yugoslavia"))


@pytest.mark.rule("AA-NEU-011")
def test_AA_NEU_011_what_has_joined_a_side_is_not_called_neutral() -> None:
    """A power that is at war with nobody keeps out of it all the same (R-035)."""
    game = held(SOVIETS, "Noncombat Move", {"Romania": {SOVIETS: {"infantry": 1, "fighter": 1}}})
    for kind in ("infantry", "fighter"):
        refusal = refused(game, order(game, kind, "Romania", "Yugoslavia"))
        assert "Yugoslavia has joined the Allies" in refusal.why
        assert "is neutral, and so" not in refusal.why
    neutral = position(
        power=SOVIETS, phase="Noncombat Move", units={"Romania": {SOVIETS: {"infantry": 1}}}
    )
    given = order(neutral, "infantry", "Romania", "Yugoslavia")
    assert "Yugoslavia is neutral" in refused(neutral, given).why
