"""Partisan raids of the missions phase."""

from __future__ import annotations

from typing import Any

import pytest

from a4a.core import events as ev
from a4a.rules.choices import Tally
from a4a.rules.game import Game
from a4a.rules.systems.deluxe3g40.orders import Sabotage
from tests.rules.deluxe3g40.missions import (
    AMERICA,
    CHINA,
    FRANCE,
    GERMANY,
    JAPAN,
    RUSSIA,
    SYSTEM,
    UK,
    begun,
    happened,
    log,
    one,
    refused,
    rules,
    war,
)

PART = "Partisan Raids"
NORMANDY, TOKENS = "Normandy/Bordeaux", "partisan tokens"
NAVAL, FACTORY, ELITE = "naval base", "minor factory", "elite infantry"
STOCK = "UK Europe"


def land(
    *dice: int, held: str = GERMANY, guard: int = 0, pairs: Any = ((GERMANY, FRANCE),)
) -> Game:
    """Occupied Normandy, with what stands there in the set-up."""
    units = {NORMANDY: {held: {ELITE: guard}}} if guard else {}
    return begun(
        PART, units=units, relations=war(*pairs), control={NORMANDY: held},
        dice=(*dice, *[8] * 12),
    )  # fmt: skip


def raid(game: Game, **targets: int) -> Game:
    game.do(Sabotage({one(game, NORMANDY, k.replace("_", " ")): n for k, n in targets.items()}))
    return game


def damage(game: Game, kind: str) -> int:
    return game.state.unit(one(game, NORMANDY, kind)).damage


def asked(game: Game) -> tuple[str, ...]:
    return game.decision.powers if game.decision else ()


def test_DX_SMP_138_in_Allied_lands_that_the_Axis_holds_and_that_have_a_facility() -> None:
    game = land()
    assert asked(game) == (FRANCE,)
    assert game.decision is not None
    assert game.decision.spaces == (NORMANDY,)
    assert asked(land(held=FRANCE)) == ()
    bare = begun(PART, relations=war((GERMANY, FRANCE)), control={"Morocco": GERMANY})
    assert asked(bare) == ()
    refused(game, Sabotage({one(game, "United Kingdom", NAVAL): 1}), "DX-SMP-138")


def test_DX_SMP_138_not_against_who_is_at_peace() -> None:
    assert asked(land(pairs=((JAPAN, FRANCE),))) == ()


def test_DX_SMP_139_not_on_islands() -> None:
    assert "island" in SYSTEM.board.space("Hawaiian Islands").features
    game = begun(PART, relations=war((JAPAN, AMERICA)), control={"Hawaiian Islands": JAPAN})
    assert asked(game) == ()


def test_DX_SMP_140_up_to_three_tokens_a_territory() -> None:
    game = land()
    four = {one(game, NORMANDY, NAVAL): 2, one(game, NORMANDY, FACTORY): 2}
    refused(game, Sabotage(four), "DX-SMP-140")
    raid(game, naval_base=2, minor_factory=1)
    assert game.state.money(STOCK, TOKENS) == 15 - 3


@pytest.mark.parametrize(("face", "points"), [(3, 3), (4, 0)])
def test_DX_SMP_141_142_a_token_succeeds_on_3_and_does_3_points(face: int, points: int) -> None:
    assert damage(raid(land(8, face), naval_base=1), NAVAL) == points


def test_DX_FAC_020_no_more_damage_than_a_facility_can_have() -> None:
    assert damage(raid(land(8, 1, 1, 1), naval_base=3), NAVAL) == 6


def test_DX_SMP_143_the_Allies_choose_the_facilities() -> None:
    game = raid(land(8, 8, 1, 1), naval_base=1, minor_factory=1)
    assert (damage(game, NAVAL), damage(game, FACTORY)) == (3, 3)


@pytest.mark.parametrize(("face", "points"), [(1, 3), (2, 6)])
def test_DX_SMP_144_a_facility_rolls_one_die_at_1_and_stops_one_token(
    face: int, points: int
) -> None:
    game = raid(land(face, 1, 1), naval_base=2)
    guard, through = happened(game, ev.Rolled)
    assert [d.target for d in guard.dice] == [1]
    assert (len(through.dice), damage(game, NAVAL)) == (points // 3, points)


def test_DX_SMP_145_each_elite_infantry_rolls_a_die_at_2() -> None:
    game = raid(land(2, 3, guard=2), naval_base=2)
    elite = happened(game, ev.Rolled)[0]
    assert [(d.target, d.result) for d in elite.dice] == [(2, "hit"), (2, "miss")]
    assert len(happened(game, ev.Rolled)[-1].dice) == 1


def test_DX_SMP_145_147_those_are_stopped_of_whom_most_are_sent() -> None:
    """R-449."""
    game = raid(land(2, 8, 8, 1, 1, guard=1), minor_factory=1, naval_base=2)
    assert (damage(game, FACTORY), damage(game, NAVAL)) == (3, 3)


def test_DX_SMP_146_the_Allies_begin_with_15() -> None:
    game = land()
    assert game.state.money(STOCK, TOKENS) == 15
    spent = ev.ResourceChanged(STOCK, TOKENS, -14, "partisan raid")
    game.node = game.record.append([spent], parent=game.node)
    refused(game, Sabotage({one(game, NORMANDY, NAVAL): 2}), "DX-SMP-146")


def test_DX_SMP_147_all_tokens_that_were_sent_are_used_up() -> None:
    game = raid(land(1, guard=1), naval_base=1)
    assert game.state.money(STOCK, TOKENS) == 14
    assert damage(game, NAVAL) == 0


def test_DX_SMP_148_tokens_roll_at_no_guard() -> None:
    game = raid(land(8, 8, 1, guard=1), naval_base=1)
    assert [e.power for e in happened(game, ev.Rolled)] == [GERMANY, GERMANY, FRANCE]
    assert any(u.type == ELITE for u in game.state.at(NORMANDY))


@pytest.mark.parametrize(
    ("pairs", "may"), [(((JAPAN, RUSSIA),), False), (((JAPAN, RUSSIA), (GERMANY, RUSSIA)), True)]
)
def test_DX_SMP_149_POL_005_007_Russia_must_be_at_war_with_a_European_Axis_power(
    pairs: Any, may: bool
) -> None:
    units = {"Amur": {JAPAN: {"air base": 1}}}
    game = begun(PART, units=units, control={"Amur": JAPAN}, relations=war(*pairs))
    assert (asked(game) == (RUSSIA,)) == may


def test_DX_POL_011_016_wars_that_the_others_need() -> None:
    """Who holds American or Pacific land is an Axis power at war with its owner, as a rule."""
    from a4a.rules.areas.politics.situation import Situation
    from a4a.rules.systems.deluxe3g40.missions.targets import takes_part

    def may(power: str, treasury: str, *pairs: tuple[str, str]) -> bool:
        state = begun(PART, relations=war(*pairs)).state
        return takes_part(Situation(SYSTEM, state, power), PART, treasury=treasury)

    assert not may(AMERICA, AMERICA)
    assert may(AMERICA, AMERICA, (JAPAN, AMERICA))
    assert may(UK, "UK Europe", (GERMANY, UK))
    assert not may(UK, "UK Pacific", (GERMANY, UK))
    assert may(UK, "UK Pacific", (JAPAN, UK))
    assert not may("Commonwealth", "ANZAC", (GERMANY, "Commonwealth"))


def test_DX_SMP_150_whose_land_it_was_decides() -> None:
    game = begun(
        PART, units={"Amur": {GERMANY: {"air base": 1}}},
        control={NORMANDY: GERMANY, "Amur": GERMANY, "Manchuria": CHINA},
        relations=war((GERMANY, FRANCE), (GERMANY, RUSSIA)),
    )  # fmt: skip
    assert asked(game) == (RUSSIA,)
    game.do(Sabotage())
    assert asked(game) == (FRANCE,)
    game.do(Sabotage())
    assert game.state.phase != PART


def test_forms_say_what_tokens_are_expected_to_do_and_the_log_what_they_did() -> None:
    game = land(8, 1)
    (tally,) = rules().choices(game.state)
    assert isinstance(tally, Tally)
    assert tally.forecast is not None
    key = str(one(game, NORMANDY, NAVAL))
    said = tally.forecast({key: {"": 2}})
    assert said == ("2 tokens: 2.2 points of damage expected if none is stopped",)
    (order,) = tally.make({key: {"": 1}})
    game.do(order)
    assert f"France sent partisans to {NORMANDY}: 1 token at the naval base" in log(game)
