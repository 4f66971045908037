"""Politics: who may declare war on whom, when, and what comes of it."""

from __future__ import annotations

import pytest

from a4a.core import events as ev
from a4a.core.errors import RuleViolation
from a4a.rules.areas.control import conquest
from a4a.rules.areas.orders import Buy, DeclareWar, EndPhase, Move, Place
from a4a.rules.areas.phases.combat_move import CombatMove
from a4a.rules.areas.phases.conduct_combat import ConductCombat
from a4a.rules.areas.politics import declarations
from a4a.rules.areas.politics.data import Declaration
from a4a.rules.areas.politics.situation import Situation
from tests.rules import retold
from tests.rules.areas.moves import go
from tests.rules.areas.positions import (
    ids,
    of_kind,
    on_file,
    played,
    position,
    refused,
    rules,
    run_of,
)

GERMANY, ITALY, SOVIETS = "Germany", "Italy", "Soviet Union"
USA, UK, FRANCE = "United States", "United Kingdom", "France"
MOVE, INCOME = "Combat Move", "Collect Income"
START = rules().start().state_at(0)


def may(power: str, *, round: int = 1, phase: str = MOVE, **what: object) -> tuple[str, ...]:
    game = position(power=power, phase=phase, round=round, **what)  # type: ignore[arg-type]
    return declarations.may_declare(played(), game.state, power, phase=phase)


@pytest.mark.rule("AA-POL-001", "AA-POL-002", "AA-POL-032")
def test_AA_POL_001_the_wars_at_the_start() -> None:
    """Germany and Italy against France and the United Kingdom; nobody else is at war."""
    wars = {pair for pair, relation in START.relations.items() if relation == "war"}
    assert wars == {(FRANCE, GERMANY), (FRANCE, ITALY), (GERMANY, UK), (ITALY, UK)}
    for power in (SOVIETS, USA):
        assert not Situation(played(), START, power).is_at_war
        assert Situation(played(), START, GERMANY).stance("Russia") == "not at war"


@pytest.mark.rule("AA-POL-003", "AA-POL-004", "AA-POL-017", "AA-POL-018")
@pytest.mark.parametrize("power", [GERMANY, ITALY])
@pytest.mark.parametrize("round", [1, 5])
def test_AA_POL_003_the_axis_may_declare_war_at_any_time(power: str, round: int) -> None:
    """On the Soviet Union or the United States; war with one leaves the other at peace."""
    assert may(power, round=round) == (SOVIETS, USA)
    game = position(power=power, phase=MOVE, round=round)
    run = run_of(game)
    declarations.declare(played(), run, power, (SOVIETS,))
    assert run.state.relation(power, SOVIETS) == "war"
    assert run.state.relation(power, USA) == "neutral"


@pytest.mark.rule("AA-POL-005", "AA-POL-006")
@pytest.mark.parametrize("round", [1, 2, 3, 4, 7])
def test_AA_POL_005_the_soviet_union_waits_for_its_fourth_turn(round: int) -> None:
    """Not on turns 1 to 3; freely from turn 4 on."""
    game = position(power=SOVIETS, phase=MOVE, round=round)
    if round < 4:
        with pytest.raises(RuleViolation) as caught:
            game.verify(DeclareWar((GERMANY,)))
        assert on_file(caught.value).rule == "AA-POL-005"
    else:
        game.verify(DeclareWar((GERMANY, ITALY)))


@pytest.mark.rule("AA-POL-007", "AA-DOW-009", "AA-DOW-010")
def test_AA_POL_007_an_axis_declaration_frees_the_soviet_union() -> None:
    """Attacked by Germany in turn 1, it may declare war on Italy in its own turn."""
    japan = retold.either((), ("Japan",))  # which Europe 1940 has not (AA-POL-057)
    assert may(SOVIETS, round=1) == japan
    assert may(SOVIETS, round=1, relations={(GERMANY, SOVIETS): "war"}) == (*japan, ITALY)
    # Only in its own turn: in the phase it does not have, nothing is allowed.
    assert may(SOVIETS, round=1, phase=INCOME, relations={(GERMANY, SOVIETS): "war"}) == ()


@pytest.mark.rule("AA-POL-008", "AA-POL-013")
def test_AA_POL_008_the_fall_of_london_frees_the_neutral_powers() -> None:
    """Taken by Germany, London sets the Soviet Union and the United States free; Cairo does not."""
    game = position(power=GERMANY, phase="Conduct Combat", round=2)
    run = run_of(game)
    conquest.take(played(), run, "Egypt", GERMANY)
    assert not run.state.statuses(SOVIETS)
    conquest.take(played(), run, UK, GERMANY)
    for power in (SOVIETS, USA):
        assert declarations.may_declare(played(), run.state, power, phase=MOVE) == (GERMANY, ITALY)


@pytest.mark.rule("AA-POL-012", "AA-POL-013")
def test_AA_POL_012_the_united_states_need_a_reason() -> None:
    """None before turn 3; an Axis declaration or a capture in North America is one."""
    game = position(power=USA, phase=MOVE, round=2)
    with pytest.raises(RuleViolation) as caught:
        game.verify(DeclareWar((GERMANY,)))
    assert on_file(caught.value).rule == "AA-POL-012"
    assert may(USA, round=2, relations={(GERMANY, USA): "war"}) == (ITALY,)
    run = run_of(position(power=ITALY, phase="Conduct Combat", round=1))
    conquest.take(played(), run, "Quebec", ITALY)
    assert declarations.may_declare(played(), run.state, USA, phase=MOVE) == (GERMANY, ITALY)
    assert declarations.may_declare(played(), run.state, SOVIETS, phase=MOVE) == ()


@pytest.mark.rule("AA-POL-014", "AA-POL-015", "AA-DOW-002")
def test_AA_POL_014_the_united_states_enter_the_war_in_turn_three() -> None:
    """As income is collected in turn 3; the objectives of a power at war pay at once."""
    game = position(power=USA, phase=INCOME, round=3, money={USA: 0})
    assert game.decision is not None
    assert game.decision.options == (GERMANY, ITALY)
    game.do(DeclareWar((GERMANY,)))
    assert game.decision.options == (ITALY,)
    game.do(EndPhase())
    assert game.state.relation(GERMANY, USA) == "war"
    assert game.state.relation(ITALY, USA) == "neutral"
    assert game.state.money(USA, "IPC") == 35 + 20 + 5


@pytest.mark.rule("AA-POL-014")
def test_AA_POL_014_the_no_is_recorded_and_peace_pays_less() -> None:
    """Ending the phase is a decision too; there is no such question in turns 2 and 4."""
    game = position(power=USA, phase=INCOME, round=3, money={USA: 0})
    events = game.do(EndPhase())
    assert ev.Decided((USA,), "declaration of war", "no") in events
    assert game.state.money(USA, "IPC") == 35
    for round in (2, 4):
        assert may(USA, round=round, phase=INCOME) == ()


@pytest.mark.rule("AA-POL-016")
def test_AA_POL_016_a_declaration_passed_over_can_be_made_later() -> None:
    """From turn 4 on the United States may declare war in Combat Move (R-020)."""
    assert may(USA, round=3) == ()
    assert may(USA, round=4) == (GERMANY, ITALY)


@pytest.mark.rule("AA-DOW-003")
def test_AA_DOW_003_war_only_on_the_other_side_and_once() -> None:
    """Not on partners, not on present enemies, not on nobody, not on unknown powers."""
    game = position(power=GERMANY, phase=MOVE)
    for on in ((ITALY,), (UK,), (), ("Atlantis",), (USA, USA)):
        with pytest.raises(RuleViolation) as caught:
            game.verify(DeclareWar(on))
        assert on_file(caught.value).rule == "AA-DOW-003"
    game.verify(DeclareWar((SOVIETS, USA)))


@pytest.mark.rule("AA-NEU-005")
def test_AA_NEU_005_war_is_not_declared_on_neutral_territories() -> None:
    """They are attacked without any declaration."""
    game = position(power=GERMANY, phase=MOVE)
    with pytest.raises(RuleViolation) as caught:
        game.verify(DeclareWar(("Strict neutrals",)))
    assert on_file(caught.value).rule == "AA-NEU-005"


@pytest.mark.rule("AA-DOW-001")
def test_AA_DOW_001_war_is_declared_in_combat_move() -> None:
    """Germany may declare war neither before nor after, nor when it has moved units."""
    for phase in ("Purchase and Repair Units", INCOME, "Noncombat Move"):
        units = {"Germany": {GERMANY: {"fighter": 1}}} if phase == "Noncombat Move" else {}
        game = position(power=GERMANY, phase=phase, money={GERMANY: 20}, units=units)
        if game.state.phase == phase:
            assert refused(game, DeclareWar((USA,))).rule == "AA-DOW-001"
    game = position(power=GERMANY, phase=MOVE, units={"Germany": {GERMANY: {"tank": 1}}},
                    control={"Poland": "France"})  # fmt: skip
    game.verify(DeclareWar((USA,)))
    go(game, "tank", "Germany", "Poland")
    refusal = refused(game, DeclareWar((USA,)))
    assert refusal.rule == "AA-DOW-001"
    assert refusal.allowed == "declare war in the next turn, as its Combat Move phase begins"


@pytest.mark.rule("AA-SET-043")
def test_AA_SET_043_an_order_of_another_phase_is_told_its_own() -> None:
    """Not "the game waits for ..." alone: which phase the order belongs to."""
    game = position(power=GERMANY, phase=MOVE, units={"Germany": {GERMANY: {"tank": 1}}})
    assert refused(game, Buy(GERMANY, {"infantry": 1})).rule == "AA-SET-043"
    assert refused(game, Place((1,), "Germany")).rule == "AA-SET-043"
    game = position(power=GERMANY, money={GERMANY: 20})
    assert refused(game, Move((1,), ("Germany", "Poland"))).rule == "AA-SET-043"


@pytest.mark.rule("AA-DOW-005", "AA-DOW-004")
def test_AA_DOW_005_what_the_new_enemy_holds_is_hostile_at_once() -> None:
    """Territories, and zones with its surface warships."""
    game = position(
        power=GERMANY, phase=MOVE, units={"sea zone 115": {SOVIETS: {"cruiser": 1}}}
    )  # fmt: skip
    before = Situation(played(), game.state, GERMANY)
    assert (before.stance("Eastern Poland"), before.hostile_sea("sea zone 115")) == (
        "not at war", False,
    )  # fmt: skip
    run = run_of(game)
    declarations.declare(played(), run, GERMANY, (SOVIETS,))
    after = Situation(played(), run.state, GERMANY)
    assert (after.stance("Eastern Poland"), after.hostile_sea("sea zone 115")) == ("hostile", True)
    assert not of_kind(run.events, ev.BattleOpened)


@pytest.mark.rule("AA-DOW-006")
def test_AA_DOW_006_submarines_and_transports_leave_a_zone_friendly() -> None:
    """Also those of a power on which war has just been declared (R-034)."""
    game = position(
        power=GERMANY, phase=MOVE,
        units={"sea zone 115": {SOVIETS: {"submarine": 1, "transport": 1}}},
    )  # fmt: skip
    run = run_of(game)
    declarations.declare(played(), run, GERMANY, (SOVIETS,))
    assert not Situation(played(), run.state, GERMANY).hostile_sea("sea zone 115")


@pytest.mark.rule("AA-EXA-011", "AA-EXA-013", "AA-DOW-009")
def test_AA_EXA_011_germany_declares_war_on_the_united_states() -> None:
    """Both are at war at once; Italy and the United States are not, and need a declaration."""
    run = run_of(position(power=GERMANY, phase=MOVE, round=1))
    declarations.declare(played(), run, GERMANY, (USA,))
    assert run.state.relation(USA, GERMANY) == "war"
    assert run.state.relation(USA, ITALY) == "neutral"
    others = retold.either((ITALY,), ("Japan", ITALY))
    assert declarations.may_declare(played(), run.state, USA, phase=MOVE) == others


@pytest.mark.rule("AA-DOW-011", "AA-DOW-012", "AA-DOW-013", "AA-EXA-012")
def test_AA_DOW_012_provoked_and_unprovoked_declarations() -> None:
    """An answer to aggression, or to a capture that a rule names, is provoked; others are not."""

    def kind(power: str, on: str, **what: object) -> str:
        run = run_of(position(power=power, phase=MOVE, **what))  # type: ignore[arg-type]
        declarations.declare(played(), run, power, (on,))
        (note,) = of_kind(run.events, ev.Noted)
        return note.kind

    assert kind(GERMANY, USA, round=1) == "unprovoked"
    assert kind(USA, ITALY, round=1, relations={(GERMANY, USA): "war"}) == "provoked"
    assert kind(SOVIETS, GERMANY, round=5) == "unprovoked"
    assert kind(USA, GERMANY, round=2, statuses={USA: [declarations.PROVOKED]}) == "provoked"


@pytest.mark.rule("AA-DOW-011")
@pytest.mark.parametrize("attacked_by", [GERMANY, ITALY])
def test_AA_DOW_011_an_answer_to_an_axis_declaration_is_provoked(attacked_by: str) -> None:
    """Without one the same declaration, when it may be made at all, is unprovoked."""
    other = ITALY if attacked_by == GERMANY else GERMANY
    for aggression in (True, False):
        run = run_of(position(power=attacked_by, phase=MOVE, round=4))
        if aggression:
            declarations.declare(played(), run, attacked_by, (USA,))
        run.emit(ev.TurnBegan((USA,)), ev.PhaseBegan(MOVE))
        declarations.declare(played(), run, USA, (other,))
        note = of_kind(run.events, ev.Noted)[-1]
        assert note.kind == ("provoked" if aggression else "unprovoked")
        assert "unprovoked" in [n.kind for n in of_kind(run.events, ev.Noted)]


@pytest.mark.rule("AA-DOW-011")
def test_AA_DOW_011_each_deed_of_aggression_makes_the_answer_provoked() -> None:
    """One is enough; deeds it does not answer count for nothing, nor those that others suffered."""
    answer = Declaration(
        power=SOVIETS, on=(GERMANY,), phase=MOVE, answers=("raided", "invaded"),
        rule="AA-DOW-011", source="rulebook",
    )  # fmt: skip

    def provoked(statuses: dict[str, list[str]]) -> bool:
        return answer.is_provoked(position(statuses=statuses).state)

    assert [provoked({SOVIETS: [deed]}) for deed in ("raided", "invaded")] == [True, True]
    assert provoked({SOVIETS: ["invaded", "warned", "raided"]})
    assert not provoked({})
    assert not provoked({SOVIETS: ["warned"]})
    assert not provoked({GERMANY: ["raided", "invaded"]})


@pytest.mark.rule("AA-POL-031", "AA-POL-032")
def test_AA_POL_031_a_power_at_war_with_nobody_is_neutral_until_it_is() -> None:
    """Neutral, it has no comrades; at war it is allied with the powers of its side at war."""
    game = position(power=GERMANY, phase=MOVE, round=1)
    assert Situation(played(), game.state, SOVIETS).comrades == {SOVIETS}
    run = run_of(game)
    declarations.declare(played(), run, GERMANY, (SOVIETS,))
    assert Situation(played(), run.state, SOVIETS).comrades == {SOVIETS, UK, FRANCE}
    assert run.state.relation(SOVIETS, UK) == run.state.relation(FRANCE, SOVIETS) == "allied"
    assert run.state.relation(SOVIETS, USA) == "neutral"


@pytest.mark.rule("AA-POL-027", "AA-POL-034", "AA-POL-037")
def test_AA_POL_027_territories_of_powers_not_at_war_are_closed() -> None:
    """To Germany the Soviet Union's, and to the Soviet Union Britain's: neither friend nor foe."""
    assert Situation(played(), START, GERMANY).stance("Eastern Poland") == "not at war"
    assert Situation(played(), START, SOVIETS).stance("Egypt") == "not at war"
    assert Situation(played(), START, UK).stance("Eastern United States") == "not at war"


@pytest.mark.rule("AA-POL-014")
def test_AA_POL_014_the_order_is_verified() -> None:
    """In that phase the United States cannot declare war on a partner."""
    game = position(power=USA, phase=INCOME, round=3)
    assert refused(game, DeclareWar((UK,))).rule == "AA-DOW-003"
    assert game.can(DeclareWar((GERMANY, ITALY)))


@pytest.mark.rule("AA-POL-090", "AA-SET-045")
def test_AA_POL_090_a_neutral_power_attacks_no_neutral_territory() -> None:
    """It has no combat phases; where it has one, since it may declare war, it must do so first."""
    state = position(power=USA, phase="Noncombat Move", round=2).state
    assert not CombatMove(played()).has(state, USA)
    assert not ConductCombat(played()).applies(state)
    south = retold.either("Caucasus", "Georgia")
    units = {south: {SOVIETS: {"tank": 1}}}
    to_turkey = (south, "Turkey")
    for round in (4, 5):
        game = position(power=SOVIETS, phase=MOVE, round=round, units=units)
        order = Move(ids(game, south, "tank", SOVIETS), to_turkey)
        assert refused(game, order).rule in ("AA-SET-045", "AA-POL-033", "DX-POL-006")
    war = {(GERMANY, SOVIETS): "war"}
    game = position(power=SOVIETS, phase=MOVE, round=5, units=units, relations=war)
    assert game.can(Move(ids(game, south, "tank", SOVIETS), to_turkey))
