"""Acts of war in Global 1940: what powers do on the board that politics remembers."""

from __future__ import annotations

import pytest

from a4a.core import events as ev
from a4a.core.events import MoveMode
from a4a.core.steps import Step
from a4a.core.units import Unit
from a4a.rules.areas.audit.standing import StatusKeeper
from a4a.rules.areas.orders import DeclareWar, EndPhase
from a4a.rules.areas.politics import declarations
from a4a.rules.game import Game
from tests.rules import retold
from tests.rules.global1940.positions import (
    go,
    of_kind,
    order,
    played,
    position,
    refused,
    war,
)

GERMANY, ITALY, JAPAN = "Germany", "Italy", "Japan"
UK, ANZAC, FRANCE, CHINA = "United Kingdom", "ANZAC", "France", "China"
MOVE, REGROUP = "Combat Move", "Noncombat Move"
BY_FRANCE = "act of war by France"
PROVOKED = "provoked by a move"


def after_march(
    power: str, start: str, end: str, *, relations: dict[tuple[str, str], str] | None = None
) -> Game:
    """A game in which an infantry of a power has moved in the noncombat phase."""
    game = position(
        power=power, phase=REGROUP, units={start: {power: {"infantry": 1}}}, relations=relations
    )
    go(game, "infantry", start, end)
    return game


@pytest.mark.rule("AA-POL-055", "AA-POL-061")
@pytest.mark.parametrize("province", ["Yunnan", "Kwangsi"])
def test_AA_POL_055_units_in_china_are_an_act_of_war_against_japan(province: str) -> None:
    """AA-POL-061: it is a reason to declare war, and begins no war by itself (R-114)."""
    held = {"Kwangsi": CHINA}
    game = position(
        power=FRANCE, phase=REGROUP, control=held,
        units={"French Indo-China": {FRANCE: {"infantry": 1}}},
    )  # fmt: skip
    go(game, "infantry", "French Indo-China", province)
    assert BY_FRANCE in game.state.statuses(JAPAN)
    assert game.state.relation(FRANCE, JAPAN) != "war"
    answer = position(power=JAPAN, phase=MOVE, statuses={JAPAN: [BY_FRANCE]})
    events = answer.do(DeclareWar((FRANCE, UK)))
    assert [note.kind for note in of_kind(events, ev.Noted)] == ["provoked", "unprovoked"]


@pytest.mark.rule("AA-POL-055")
def test_AA_POL_055_flying_across_china_counts_and_coming_twice_counts_once() -> None:
    """Units move into or through it."""
    game = position(
        power=FRANCE, phase=REGROUP, units={"French Indo-China": {FRANCE: {"fighter": 2}}}
    )
    go(game, "fighter", "French Indo-China", "Yunnan", "Burma")
    go(game, "fighter", "French Indo-China", "Yunnan", "Burma")
    steps = game.record.steps.values()
    (found,) = [e for step in steps for e in of_kind(step.events, ev.StatusChanged)]
    assert (found.power, found.gained) == (JAPAN, (BY_FRANCE,))


@pytest.mark.rule("AA-POL-055")
def test_AA_POL_055_it_is_none_for_those_at_war_with_japan_nor_for_china() -> None:
    """They may go where they like; Burma is not in China."""
    at_war = war((FRANCE, JAPAN))
    game = after_march(FRANCE, "French Indo-China", "Yunnan", relations=at_war)
    assert not game.state.statuses(JAPAN)
    assert not after_march(CHINA, "Yunnan", "Szechwan").state.statuses(JAPAN)
    assert not after_march(UK, "India", "Burma").state.statuses(JAPAN)


@pytest.mark.rule("AA-POL-071")
@pytest.mark.parametrize("power", [GERMANY, ITALY])
@pytest.mark.parametrize(("start", "end"), [("Kiangsi", "Kwangsi"), ("Kiangsi", "Kwangtung")])
def test_AA_POL_071_european_units_where_chinese_may_go_provoke_china(
    power: str, start: str, end: str
) -> None:
    """Kwangtung and Burma are among these places; it may then declare war on both."""
    game = position(
        power=power, phase=REGROUP, control={"Kwangtung": JAPAN},
        units={start: {power: {"infantry": 1}}},
    )  # fmt: skip
    go(game, "infantry", start, end)
    assert game.state.statuses(CHINA) == (PROVOKED,)
    free = declarations.may_declare(played(), game.state, CHINA, phase=MOVE)
    assert free == (GERMANY, ITALY)
    answer = position(power=CHINA, phase=MOVE, statuses={CHINA: [PROVOKED]})
    events = answer.do(DeclareWar((ITALY,)))
    assert [note.kind for note in of_kind(events, ev.Noted)] == ["provoked"]


@pytest.mark.rule("AA-POL-071")
def test_AA_POL_071_japanese_units_there_do_not_nor_european_ones_elsewhere() -> None:
    """French Indo-China and Siam are closed to Chinese units."""
    held = {"French Indo-China": JAPAN}
    game = position(
        power=GERMANY, phase=REGROUP, control=held, units={"Siam": {GERMANY: {"infantry": 1}}}
    )
    go(game, "infantry", "Siam", "French Indo-China")
    assert not game.state.statuses(CHINA)
    assert not after_march(JAPAN, "Kiangsi", "Kwangsi").state.statuses(CHINA)


@pytest.mark.rule("AA-POL-077", "AA-POL-085")
@pytest.mark.parametrize("guardian", [UK, ANZAC])
def test_AA_POL_077_an_attack_on_the_dutch_is_war_with_their_guardians(guardian: str) -> None:
    """AA-POL-085: it needs a war with both, which a declaration on either is (R-116)."""
    units = {"sea zone 42": {JAPAN: {"transport: infantry": 1}}}
    game = position(power=JAPAN, phase=MOVE, units=units)
    landing = order(game, "infantry", "sea zone 42", "Java")
    refused(game, landing, "AA-POL-060")
    game.do(DeclareWar((guardian,)))
    game.do(landing)
    assert {p for p in (UK, ANZAC) if game.state.relation(JAPAN, retold.power(p)) == "war"} == {
        UK,
        ANZAC,
    }
    game.do(EndPhase())
    while game.state.phase == "Conduct Combat":
        game.do(EndPhase())
    assert game.state.control["Java"] == JAPAN


@pytest.mark.rule("AA-OBJ-027")
def test_AA_OBJ_027_an_attack_on_french_indo_china_is_remembered() -> None:
    """Whether it is won or lost; a walk into it when it is Japan's own is none."""
    status = "attacked French Indo-China"
    game = position(
        power=JAPAN, phase=MOVE, relations=war((JAPAN, FRANCE)),
        units={
            "Kwangsi": {JAPAN: {"infantry": 1}},
            "French Indo-China": {FRANCE: {"infantry": 3}},
        },
        dice=[6, 1, 1, 1],
    )  # fmt: skip
    go(game, "infantry", "Kwangsi", "French Indo-China")
    assert status not in game.state.statuses(JAPAN)
    game.do(EndPhase())
    assert status in game.state.statuses(JAPAN)
    own = position(
        power=JAPAN, phase=REGROUP, control={"French Indo-China": JAPAN},
        units={"Kwangsi": {JAPAN: {"infantry": 1}}},
    )  # fmt: skip
    go(own, "infantry", "Kwangsi", "French Indo-China")
    assert not own.state.statuses(JAPAN)


# --- what another program's record does not tell -------------------------------------------------


def learnt(*modes: MoveMode, at_war: bool = False) -> set[str]:
    """What is remembered of Japan as French infantry goes to China and back in a recorded step."""
    game = position(power=FRANCE, phase=REGROUP, units={})
    kind, unit = game.state.catalog.unit_types[0].name, 9000
    come = ev.UnitsAdded((Unit(unit, kind, FRANCE, "Shan State"),), "reinforcement")
    ways = (("Shan State", "Yunnan"), ("Yunnan", "Shan State"))
    moves = [ev.UnitsMoved((unit,), way, mode) for way, mode in zip(ways, modes, strict=False)]
    before = [ev.RelationChanged(FRANCE, JAPAN, "neutral", "war")] if at_war else []
    step = Step(id=1, parent=0, events=(come, *before, *moves, ev.Noted("later")))
    keeper = StatusKeeper(game.ruleset.game)
    if keeper.heed(step):
        keeper.learn(game.state, step)
    return set(keeper.complete(game.state).statuses(JAPAN)) - set(game.state.statuses(JAPAN))


@pytest.mark.rule("AA-POL-055")
def test_AA_POL_055_a_recorded_move_into_china_is_remembered_as_an_act_of_war() -> None:
    assert learnt("noncombat") == learnt("noncombat", "noncombat") == {BY_FRANCE}
    assert learnt("retreat") == learnt("retreat", "noncombat") == set()
    assert BY_FRANCE not in learnt("noncombat", at_war=True)
