"""Politics of Global 1940: who is at war, who may declare war on whom, and what follows."""

from __future__ import annotations

import tomllib

import msgspec
import pytest

from a4a.core import events as ev
from a4a.core.errors import DatasetError, RuleViolation
from a4a.core.state import State
from a4a.rules.areas import data
from a4a.rules.areas.control import conquest
from a4a.rules.areas.orders import DeclareWar, EndPhase
from a4a.rules.areas.phases.combat_move import CombatMove
from a4a.rules.areas.politics import declarations
from a4a.rules.areas.politics.data import Politics
from a4a.rules.areas.politics.data import politics as lists_of
from a4a.rules.areas.politics.situation import Situation
from a4a.rules.game import Game
from a4a.rules.run import Run
from tests.rules import retold
from tests.rules.areas.positions import rules as family_rules
from tests.rules.global1940.positions import (  # fmt: skip
    of_kind,
    on_file,
    played,
    position,
    refused,
    rules,
    run_of,
    war,
)

GERMANY, ITALY, JAPAN = "Germany", "Italy", "Japan"
SOVIETS, USA, CHINA = "Soviet Union", "United States", "China"
UK, ANZAC, FRANCE = "United Kingdom", "ANZAC", "France"
POWERS = (GERMANY, SOVIETS, JAPAN, USA, CHINA, UK, ITALY, ANZAC, FRANCE)
MOVE, INCOME = "Combat Move", "Collect Income"


def trade_ended() -> str:
    """The status of a Japan that has attacked the British unprovoked."""
    return f"unprovoked war on United Kingdom-{retold.power(ANZAC)}"


def start() -> State:
    """How all stands before the first turn."""
    return rules().start().state_at(0)


def may(power: str, *, round: int = 1, phase: str = MOVE, **what: object) -> tuple[str, ...]:
    game = position(power=power, phase=phase, round=round, **what)
    return declarations.may_declare(played(), game.state, retold.power(power), phase=phase)


def declared(power: str, *on: str, round: int = 1, **what: object) -> Run:
    """What a declaration does; it is verified before."""
    game = position(power=power, phase=MOVE, round=round, **what)
    game.verify(DeclareWar(on))
    run = run_of(game)
    declarations.declare(played(), run, retold.power(power), tuple(map(retold.power, on)))
    return run


def forbidden(power: str, *on: str, round: int = 1, **what: object) -> RuleViolation:
    """The refusal of a declaration."""
    game = position(power=power, phase=MOVE, round=round, **what)
    with pytest.raises(RuleViolation) as caught:
        game.verify(DeclareWar(on))
    return on_file(caught.value)


def enemies(power: str, run: Run | Game | None = None) -> set[str]:
    """The powers of the game with which a power is at war."""
    state = start() if run is None else run.state
    own = retold.power(power)
    return {p for p in POWERS if p != power and state.relation(own, retold.power(p)) == "war"}


def provoked(run: Run) -> list[str]:
    """What the declarations of a run were."""
    return [note.kind for note in of_kind(run.events, ev.Noted)]


# --- the start ------------------------------------------------------------------------------------


@pytest.mark.rule("AA-POL-039", "AA-POL-042", "AA-POL-054", "AA-POL-070")
@pytest.mark.rule("AA-POL-073", "AA-POL-078", "AA-POL-081", "AA-POL-086")
def test_AA_POL_039_the_sides_and_the_wars_at_the_start() -> None:
    """Three Axis powers, and whom they fight: AA-POL-073, AA-POL-078, AA-POL-081, AA-POL-086."""
    sides = {p: played().catalog.side_of(p) for p in POWERS}
    assert {p for p, side in sides.items() if side == "Axis"} == {GERMANY, ITALY, JAPAN}
    west = {UK, ANZAC, FRANCE}
    assert enemies(GERMANY) == enemies(ITALY) == west  # AA-POL-042, AA-POL-078
    assert enemies(JAPAN) == {CHINA}  # AA-POL-054
    assert enemies(CHINA) == {JAPAN}  # AA-POL-070
    for power in west:  # AA-POL-073, AA-POL-081, AA-POL-086
        assert enemies(power) == {GERMANY, ITALY}
    for power in (UK, ANZAC, FRANCE, CHINA):
        assert Situation(played(), start(), retold.power(power)).comrades == {
            UK,
            retold.power(ANZAC),
            FRANCE,
            CHINA,
        }
    assert Situation(played(), start(), JAPAN).comrades == {GERMANY, ITALY, JAPAN}


@pytest.mark.rule("AA-POL-040")
@pytest.mark.parametrize("power", [SOVIETS, USA])
def test_AA_POL_040_two_powers_start_neutral(power: str) -> None:
    """The Soviet Union and the United States are at war with nobody and share with nobody."""
    situation = Situation(played(), start(), power)
    assert not situation.is_at_war
    assert situation.comrades == {power}
    assert situation.stance("India") == situation.stance("Korea") == "not at war"


@pytest.mark.rule("AA-POL-041")
def test_AA_POL_041_its_politics_replace_those_of_europe_1940() -> None:
    """No entry of Europe's politics and objectives counts in Global, nor the other way round."""
    european = family_rules().game
    found = lists_of(played())
    for name in found.__struct_fields__:
        ours = {entry.rule for entry in getattr(found, name)}
        theirs = {entry.rule for entry in getattr(lists_of(european), name)}
        assert not ours & theirs, name
    assert found.treaties
    assert not lists_of(european).treaties
    # What the book keeps: the rules for neutral territories are both games'.
    assert {"AA-NEU-001", "AA-NEU-029"} <= played().book.by_id.keys() & european.book.by_id.keys()
    assert "AA-POL-005" not in played().book.by_id


@pytest.mark.rule("AA-POL-088")
def test_AA_POL_088_france_is_a_power_of_its_own() -> None:
    """It has its own turn, treasury and units, before and after Paris falls; there is no Vichy."""
    assert FRANCE in played().order_of_play
    assert start().money(FRANCE, "IPC") == 19
    run = run_of(position(power=GERMANY, phase="Conduct Combat", round=1, keep_set_up=True))
    before = {t for t, owner in run.state.control.items() if owner == FRANCE}
    troops = [u.id for u in run.state.units.values() if u.owner == FRANCE and u.place != FRANCE]
    conquest.take(played(), run, FRANCE, GERMANY)
    after = {t for t, owner in run.state.control.items() if owner == FRANCE}
    assert after == before - {FRANCE}
    assert all(run.state.unit(i).owner == FRANCE for i in troops)


# --- the Axis -------------------------------------------------------------------------------------


@pytest.mark.rule("AA-POL-043", "AA-POL-079")
@pytest.mark.parametrize("power", [GERMANY, ITALY])
@pytest.mark.parametrize("round", [1, 2, 6])
def test_AA_POL_043_germany_and_italy_may_declare_war_on_three_powers(
    power: str, round: int
) -> None:
    """AA-POL-043, AA-POL-079: the Soviet Union, the United States, China, in Combat Move only."""
    assert may(power, round=round) == (SOVIETS, USA, CHINA)
    assert may(power, round=round, phase=INCOME) == ()


@pytest.mark.rule("AA-POL-044", "AA-POL-080")
@pytest.mark.parametrize("power", [GERMANY, ITALY])
@pytest.mark.parametrize("on", [SOVIETS, USA, CHINA])
def test_AA_POL_044_one_war_leaves_the_others_alone(power: str, on: str) -> None:
    """AA-POL-044, AA-POL-080: and it is the declaring power's war only."""
    run = declared(power, on)
    assert enemies(power, run) == {UK, ANZAC, FRANCE, on}
    partner = ITALY if power == GERMANY else GERMANY
    assert enemies(partner, run) == {UK, ANZAC, FRANCE}
    assert enemies(JAPAN, run) == {CHINA}


@pytest.mark.rule("AA-POL-057")
@pytest.mark.parametrize("round", [1, 5])
def test_AA_POL_057_japan_may_declare_war_on_five_powers(round: int) -> None:
    """As any of its Combat Move phases begins, and in no other phase."""
    assert may(JAPAN, round=round) == (SOVIETS, USA, UK, retold.power(ANZAC), FRANCE)
    assert may(JAPAN, round=round, phase=INCOME) == ()


@pytest.mark.rule("AA-POL-058", "AA-POL-074", "AA-POL-082")
@pytest.mark.parametrize(
    ("power", "on"), [(JAPAN, UK), (JAPAN, ANZAC), (UK, JAPAN), (ANZAC, JAPAN)]
)
def test_AA_POL_058_the_united_kingdom_and_anzac_are_at_war_with_japan_together(
    power: str, on: str
) -> None:
    """AA-POL-058, 074, 082: whoever of them begins or is attacked, both are in it at once."""
    run = declared(power, on)
    assert enemies(JAPAN, run) == {CHINA, UK, ANZAC}
    assert enemies(UK, run) == enemies(ANZAC, run) == {GERMANY, ITALY, JAPAN}
    assert enemies(FRANCE, run) == {GERMANY, ITALY}
    assert len(of_kind(run.events, ev.Decided)) == 1


@pytest.mark.rule("AA-POL-058")
def test_AA_POL_058_naming_both_declares_war_once_on_each() -> None:
    """The wars are recorded once, though each declaration brings both."""
    run = declared(JAPAN, UK, ANZAC)
    wars = [e for e in of_kind(run.events, ev.RelationChanged) if e.new == "war"]
    on = (UK, retold.power(ANZAC), "Dutch")
    assert [(e.a, e.b) for e in wars] == [(JAPAN, each) for each in on]


@pytest.mark.rule("AA-POL-059")
def test_AA_POL_059_french_and_soviet_wars_leave_the_united_states_alone() -> None:
    """Neither puts Japan at war with the United States, nor sets these free."""
    run = declared(JAPAN, FRANCE, SOVIETS)
    assert enemies(JAPAN, run) == {CHINA, FRANCE, SOVIETS}
    assert not enemies(USA, run)
    assert declarations.may_declare(played(), run.state, USA, phase=MOVE) == ()
    run = declared(JAPAN, USA)
    assert enemies(JAPAN, run) == {CHINA, USA}


# --- the Soviet Union -----------------------------------------------------------------------------


@pytest.mark.rule("AA-POL-045")
@pytest.mark.parametrize("round", [1, 2, 3, 4, 8])
def test_AA_POL_045_the_soviet_union_waits_for_its_fourth_turn(round: int) -> None:
    """Not on Germany and Italy in turns 1 to 3."""
    if round < 4:
        for power in (GERMANY, ITALY):
            assert forbidden(SOVIETS, power, round=round).rule == "AA-POL-045"
    else:
        assert provoked(declared(SOVIETS, GERMANY, ITALY, round=round)) == ["unprovoked"] * 2


@pytest.mark.rule("AA-POL-046")
def test_AA_POL_046_a_european_declaration_or_london_frees_it_earlier() -> None:
    """A Japanese declaration does not."""
    assert may(SOVIETS, relations=war((ITALY, SOVIETS))) == (GERMANY, JAPAN)
    assert may(SOVIETS, relations=war((JAPAN, SOVIETS))) == ()
    assert forbidden(SOVIETS, GERMANY, relations=war((JAPAN, SOVIETS))).rule == "AA-POL-045"
    run = declared(SOVIETS, GERMANY, relations=war((ITALY, SOVIETS)))
    assert provoked(run) == ["provoked"]


@pytest.mark.rule("AA-POL-046", "AA-POL-047")
@pytest.mark.parametrize("captor", [GERMANY, ITALY, JAPAN])
def test_AA_POL_047_london_frees_it_from_its_next_combat_move_on(captor: str) -> None:
    """Whichever Axis power takes it; the freedom lasts (R-113). Other cities do not count."""
    run = run_of(position(power=captor, phase="Conduct Combat", round=1))
    conquest.take(played(), run, "Egypt", captor)
    assert declarations.may_declare(played(), run.state, SOVIETS, phase=MOVE) == (JAPAN,)
    conquest.take(played(), run, UK, captor)
    axis = (GERMANY, JAPAN, ITALY)
    assert declarations.may_declare(played(), run.state, SOVIETS, phase=MOVE) == axis
    assert declarations.may_declare(played(), run.state, SOVIETS, phase=INCOME) == ()


@pytest.mark.rule("AA-POL-048")
@pytest.mark.parametrize("round", [1, 2, 5])
def test_AA_POL_048_it_may_declare_war_on_japan_from_its_first_turn_on(round: int) -> None:
    """That gives it a Combat Move phase in turn 1, and a war with Japan alone."""
    game = position(power=SOVIETS, phase=MOVE, round=round)
    assert CombatMove(played()).applies(game.state)
    game.do(DeclareWar((JAPAN,)))
    assert enemies(SOVIETS, game) == {JAPAN}
    assert enemies(JAPAN, game) == {CHINA, SOVIETS}


# --- the United States ----------------------------------------------------------------------------


@pytest.mark.rule("AA-POL-067")
def test_AA_POL_067_the_united_states_need_a_reason() -> None:
    """In turns 1 to 3 they may declare war on nobody until something has happened."""
    for round in (1, 2, 3):
        assert may(USA, round=round) == ()
    for power in (GERMANY, ITALY, JAPAN):
        assert forbidden(USA, power, round=2).rule == "AA-POL-067"


@pytest.mark.rule("AA-POL-067", "AA-POL-068")
@pytest.mark.parametrize("power", [GERMANY, ITALY, JAPAN])
def test_AA_POL_068_an_axis_declaration_frees_them_against_all(power: str) -> None:
    """They are at war with one at once, and may declare war on the others in their turn."""
    run = declared(power, USA)
    others = tuple(p for p in (GERMANY, JAPAN, ITALY) if p != power)
    assert enemies(USA, run) == {power}
    assert declarations.may_declare(played(), run.state, USA, phase=MOVE) == others
    again = declared(USA, *others, round=1, relations=war((power, USA)))
    assert enemies(USA, again) == {GERMANY, ITALY, JAPAN}
    assert provoked(again) == ["provoked", "provoked"]


@pytest.mark.rule("AA-POL-067")
@pytest.mark.parametrize(
    ("territory", "counts"),
    [
        (UK, True), ("Western United States", True), ("Central United States", True),
        ("Eastern United States", True), ("Alaska", True), ("Aleutian Islands", True),
        ("Western Canada", True), ("Alberta/Saskatchewan/Manitoba", True), ("Ontario", True),
        ("Quebec", True), ("New Brunswick/Nova Scotia", True), ("Newfoundland/Labrador", True),
        ("Greenland", True), ("Mexico", True), ("Southeastern Mexico", True),
        ("Central America", True), ("West Indies", True), ("Hawaiian Islands", False),
        ("Philippines", False), ("India", False), ("Brazil", False), ("Scotland", False),
        ("Iceland", False), ("Venezuela", False), ("Midway", False),
    ],
)  # fmt: skip
def test_AA_POL_067_captures_in_north_america_and_of_london(territory: str, counts: bool) -> None:
    """On both maps (R-113); islands of the ocean and other continents are no reason."""
    run = run_of(position(power=JAPAN, phase="Conduct Combat", round=1))
    conquest.take(played(), run, territory, JAPAN)
    free = declarations.may_declare(played(), run.state, USA, phase=MOVE)
    assert free == ((GERMANY, JAPAN, ITALY) if counts else ())


@pytest.mark.rule("AA-POL-067", "AA-POL-068")
@pytest.mark.parametrize("on", [UK, ANZAC])
def test_AA_POL_067_an_unprovoked_japanese_war_on_the_british_is_a_reason(on: str) -> None:
    """A provoked one is not, nor one that the United Kingdom began."""
    run = declared(JAPAN, on)
    assert provoked(run) == ["unprovoked"]
    assert run.state.statuses(JAPAN) == (trade_ended(),)
    assert declarations.may_declare(played(), run.state, USA, phase=MOVE) == (GERMANY, JAPAN, ITALY)
    answered = declared(JAPAN, on, statuses={JAPAN: [f"act of war by {retold.power(on)}"]})
    assert provoked(answered) == ["provoked"]
    assert trade_ended() not in answered.state.statuses(JAPAN)
    assert declarations.may_declare(played(), answered.state, USA, phase=MOVE) == ()
    begun = declared(UK, JAPAN)
    assert declarations.may_declare(played(), begun.state, USA, phase=MOVE) == ()


@pytest.mark.rule("AA-DOW-011", "AA-POL-057")
@pytest.mark.parametrize("on", [UK, ANZAC, USA, SOVIETS, FRANCE])
def test_AA_DOW_011_japan_answers_an_act_of_war_by_whom_it_declares_war_on(on: str) -> None:
    """The United Kingdom and ANZAC answer for each other; other powers' deeds do not count."""
    powers = (UK, ANZAC, USA, SOVIETS, FRANCE)
    deeds = {by: [f"act of war by {retold.power(by)}"] for by in powers}
    runs = {by: declared(JAPAN, on, statuses={JAPAN: deeds[by]}) for by in powers}
    answered = {by for by, run in runs.items() if provoked(run) == ["provoked"]}
    assert answered == ({UK, ANZAC} if on in (UK, ANZAC) else {on})
    assert provoked(declared(JAPAN, on)) == ["unprovoked"]


@pytest.mark.rule("AA-POL-069")
def test_AA_POL_069_they_may_enter_the_war_as_they_collect_income_in_turn_three() -> None:
    """On any number of Axis powers; what they win by it pays at once."""
    for round in (1, 2, 4):
        assert may(USA, round=round, phase=INCOME) == ()
    game = position(power=USA, phase=INCOME, round=3, money={USA: 0})
    assert game.decision is not None
    assert game.decision.options == (GERMANY, JAPAN, ITALY)
    assert refused(game, DeclareWar((UK,)), "AA-DOW-003")
    game.do(DeclareWar((GERMANY, JAPAN)))
    assert enemies(USA, game) == {GERMANY, JAPAN}
    assert game.state.active != (USA,)  # nothing is left to ask: income has been collected
    assert game.state.money(USA, "IPC") == 52 + 10 + 5 + 5 + 5


@pytest.mark.rule("AA-POL-069")
def test_AA_POL_069_not_if_they_are_at_war_already() -> None:
    """At war with Japan they had their chance in Combat Move, and have it again in turn 4."""
    attacked = war((JAPAN, USA))
    assert may(USA, round=3, phase=INCOME, relations=attacked) == ()
    assert may(USA, round=3, relations=attacked) == (GERMANY, ITALY)


@pytest.mark.rule("AA-POL-069")
def test_AA_POL_069_a_declaration_passed_over_can_be_made_later() -> None:
    """From turn 4 on in Combat Move (R-020, R-113)."""
    game = position(power=USA, phase=INCOME, round=3)
    events = game.do(EndPhase())
    assert ev.Decided((USA,), "declaration of war", "no") in events
    assert may(USA, round=4) == (GERMANY, JAPAN, ITALY)


# --- China and the western Allies -----------------------------------------------------------------


@pytest.mark.rule("AA-POL-071")
def test_AA_POL_071_china_may_declare_war_in_europe_only_when_provoked() -> None:
    """By a declaration of Germany or Italy; the other kind of provocation is a deed."""
    for round in (1, 7):
        assert may(CHINA, round=round) == ()
        for power in (GERMANY, ITALY):
            assert forbidden(CHINA, power, round=round).rule == "AA-POL-071"
    run = declared(GERMANY, CHINA)
    assert declarations.may_declare(played(), run.state, CHINA, phase=MOVE) == (ITALY,)


@pytest.mark.rule("AA-POL-072")
def test_AA_POL_072_a_war_of_china_is_with_that_power_only() -> None:
    """Declared by either side."""
    assert enemies(CHINA, declared(ITALY, CHINA)) == {JAPAN, ITALY}
    answer = declared(CHINA, GERMANY, relations=war((ITALY, CHINA)))
    assert enemies(CHINA, answer) == {JAPAN, ITALY, GERMANY}
    assert provoked(answer) == ["provoked"]


@pytest.mark.rule("AA-POL-074", "AA-POL-082", "AA-POL-087")
@pytest.mark.parametrize("power", [UK, ANZAC, FRANCE])
@pytest.mark.parametrize("round", [1, 4])
def test_AA_POL_087_the_western_allies_may_declare_war_on_japan(power: str, round: int) -> None:
    """AA-POL-074, 082, 087: at any time, on nobody else; France does so for itself alone."""
    assert may(power, round=round) == (JAPAN,)
    assert may(power, round=round, phase=INCOME) == ()
    run = declared(power, JAPAN, round=round)
    assert enemies(JAPAN, run) == ({CHINA, FRANCE} if power == FRANCE else {CHINA, UK, ANZAC})


# --- the data -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('power = "Germany"', 'power = "Prussia"', "there is no power 'Prussia'"),
        ('"Greenland"', '"Atlantis"', "there is no space 'Atlantis'"),
        ("Pacific = [", "Moon = [", "there is no map 'Moon'"),
        (
            'to_type = "major',
            'to_type = "grand',
            "there is no unit type 'grand industrial complex'",
        ),
        ('of_power = "Japan"', 'of_power = "Nippon"', "there is no power or side 'Nippon'"),
    ],
)
def test_politics_that_name_what_there_is_not_are_refused(
    monkeypatch: pytest.MonkeyPatch, old: str, new: str, message: str
) -> None:
    """With the rule whose entry it is."""
    path = next(f for f in played().dataset.folders if (f / "politics.toml").is_file())
    text = (path / "politics.toml").read_text(encoding="utf-8").replace(old, new)
    changed = msgspec.convert(tomllib.loads(text), Politics)
    monkeypatch.setattr(data, "read", lambda *_: changed)
    with pytest.raises(DatasetError, match=message):
        lists_of.__wrapped__(played())
