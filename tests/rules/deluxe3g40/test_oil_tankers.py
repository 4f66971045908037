"""Oil tankers of 3G40 Deluxe: where they lie, what they earn, which friends they are lent to."""

from __future__ import annotations

from typing import Any

import pytest

from a4a.core import events as ev
from a4a.core.dice import ScriptedDice
from a4a.rules.game import Game
from a4a.rules.run import Run
from tests.rules.deluxe3g40.missions import (
    AMERICA,
    COMMONWEALTH,
    FRANCE,
    GERMANY,
    ITALY,
    JAPAN,
    RUSSIA,
    SYSTEM,
    UK,
    happened,
    rules,
    war,
)  # fmt: skip
from tests.rules.deluxe3g40.test_situations import DERRICKS, answer, asked, bare, decline


def earned(game: Game) -> dict[str, int]:
    """What tankers have brought each nation."""
    paid = happened(game, ev.ResourceChanged)
    return {e.treasury: e.amount for e in paid if e.detail == "oil tankers"}


def test_DX_SMP_037_five_for_a_tanker_of_three_derricks() -> None:
    game = decline(bare(units=DERRICKS))
    assert earned(game)[GERMANY] == 5
    assert ITALY not in earned(game)


def test_DX_CAP_002_SMP_037_tankers_earn_nothing_for_who_has_lost_its_capital() -> None:
    units = {"Norway": {GERMANY: {"oil derrick": 3}}}
    assert earned(decline(bare(units=units)))[GERMANY] == 5
    assert GERMANY not in earned(decline(bare(units=units, control={"Germany": FRANCE})))


def test_DX_SMP_036_037_a_tanker_that_moves_earns_nothing_in_that_phase() -> None:
    game = decline(bare(units=DERRICKS), "oil tankers")
    assert game.decision is not None
    assert not [o for o in game.decision.options if "UK" in o]  # friends alone
    answer(game, "a tanker from Germany to Italy")
    assert game.decision is None or not [o for o in game.decision.options if "from Italy" in o]
    decline(game)
    assert GERMANY not in earned(game)
    assert ITALY not in earned(game)
    assert game.state.markers[ev.OnPower(GERMANY), "tankers with Italy (Germany)"] == 1


def test_DX_SEA_002_004_a_tanker_is_no_piece() -> None:
    """It has no values, and nothing of it is ever on the board."""
    assert not any("tanker" in kind for kind in SYSTEM.types)
    game = decline(bare(units=DERRICKS))
    assert earned(game)[GERMANY] == 5


@pytest.mark.parametrize(("derricks", "pay"), [(2, 0), (3, 5), (5, 5), (6, 10), (9, 15)])
def test_DX_SEA_003_005_each_third_derrick_is_a_tanker_that_earns_5(
    derricks: int, pay: int
) -> None:
    """Whoever built it: who holds the land has it, from then on."""
    units = {"Poland": {GERMANY: {"oil derrick": derricks}}}
    romania = {"Romania": UK}  # whose derrick is Germany's as the game begins
    held = earned(decline(bare(units=units, control=romania)))
    assert (held.get(GERMANY, 0), held.get(ITALY, 0)) == (pay, 0)
    lost = earned(decline(bare(units=units, control={**romania, "Poland": ITALY})))
    assert (lost.get(GERMANY, 0), lost.get(ITALY, 0)) == (0, pay)


def lent(count: int, **how: Any) -> Game:
    """A later phase in which Italy has this many of Germany's tankers since an earlier one."""
    game = bare(enter=False, **{"units": DERRICKS, **how})
    run = Run(game.state, ScriptedDice(()))
    run.emit(ev.MarkerChanged(ev.OnPower(GERMANY), "tankers with Italy (Germany)", count))
    phase = rules().phase(run.state)
    assert phase is not None
    phase.enter(run)
    game.node = game.record.append(run.events, parent=game.node)
    return game


def test_DX_SEA_006_007_008_a_tanker_earns_where_it_lay_as_the_phase_began() -> None:
    """It earns for a friend in the phase after; on its way there or back it earns for nobody."""
    stayed = earned(decline(lent(1)))
    assert (stayed.get(GERMANY, 0), stayed.get(ITALY, 0)) == (0, 5)
    back = decline(lent(1), "oil tankers")
    answer(back, "a tanker from Italy to Germany")
    decline(back)
    assert (earned(back).get(GERMANY, 0), earned(back).get(ITALY, 0)) == (0, 0)
    assert not back.state.markers.get((ev.OnPower(GERMANY), "tankers with Italy (Germany)"))


def test_DX_SEA_003_a_lent_tanker_is_lost_with_its_derricks() -> None:
    """R-478."""
    units = {"Germany": {GERMANY: {"oil derrick": 2}}}
    assert ITALY not in earned(decline(lent(1, units=units, control={"Romania": UK})))


PEACEFUL_OIL = [
    ("DX-POL-002", RUSSIA, RUSSIA, "Russia", (GERMANY, RUSSIA)),
    ("DX-POL-009", AMERICA, AMERICA, "Eastern United States", (JAPAN, AMERICA)),
    ("DX-POL-014", COMMONWEALTH, "ANZAC", "New South Wales", (JAPAN, COMMONWEALTH)),
    ("DX-POL-021", JAPAN, JAPAN, "Japan", (JAPAN, UK)),
]


@pytest.mark.rule("DX-POL-002", "DX-POL-009", "DX-POL-014", "DX-POL-021")
@pytest.mark.parametrize(("rule", "power", "nation", "space", "pair"), PEACEFUL_OIL)
def test_no_income_of_tankers_before_its_war(
    rule: str, power: str, nation: str, space: str, pair: tuple[str, str]
) -> None:
    units = {space: {power: {"oil derrick": 3}}}
    assert nation not in earned(decline(bare(units=units))), rule
    assert earned(decline(bare(units=units, relations=war(pair))))[nation] >= 5


def test_DX_POL_018_derricks_of_uk_pacific_count_for_uk_europe_before_war_with_japan() -> None:
    units = {"India": {UK: {"oil derrick": 3}}}
    before = earned(decline(bare(units=units)))
    assert (before.get("UK Europe", 0), before.get("UK Pacific", 0)) == (5, 0)
    after = earned(decline(bare(units=units, relations=war((JAPAN, UK)))))
    assert after.get("UK Pacific", 0) == 5


def test_DX_SMP_036_each_tanker_may_move_one_after_another() -> None:
    game = decline(bare(units={"Poland": {GERMANY: {"oil derrick": 6}}}), "oil tankers")
    answer(game, "a tanker from Germany to Italy")
    assert asked(game)[:1] == ["oil tankers"]
    answer(game, "a tanker from Germany to Italy")
    assert game.state.markers[ev.OnPower(GERMANY), "tankers with Italy (Germany)"] == 2
    assert "oil tankers" not in asked(game)
