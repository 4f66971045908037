"""Neutral territories of 3G40 Deluxe: three blocks, and who may not enter them before war."""

from __future__ import annotations

from collections import Counter

import pytest
from msgspec import structs

from a4a.core import events as ev
from a4a.rules.areas.control import activation
from a4a.rules.areas.economy.placement import site_fault
from a4a.rules.areas.orders import EndPhase
from a4a.rules.areas.politics import neutrals
from a4a.rules.areas.politics.blocks import blocks
from a4a.rules.areas.politics.data import politics
from a4a.rules.areas.politics.declarations import may_declare
from a4a.rules.areas.politics.limits import barred
from a4a.rules.money import treasury_of
from a4a.rules.run import Run
from tests.rules.deluxe3g40.positions import (
    SYSTEM,
    go,
    of_kind,
    order,
    position,
    refused,
    run_of,
    war,
)  # fmt: skip

GERMANY, ITALY, JAPAN, SOVIETS = "Germany", "Italy", "Japan", "Soviet Union"
USA, UK, CW = "United States", "United Kingdom", "Commonwealth"
SOUTH = ("Argentina", "Brazil", "Chile", "Venezuela")
WORLD = ("Afghanistan", "Angola", "Mozambique", "Portugal", "Saudi Arabia", "Spain", "Sweden",
         "Switzerland", "Turkey")  # fmt: skip
PRO_AXIS, PRO_ALLIES = ("Bulgaria", "Finland", "Iraq"), ("Greece", "Persia", "Yugoslavia")
MONGOLIA = ("Buyant-Uhaa", "Dzavhan", "Olgiy", "Ulaanbaatar")


def invaded(territory: str, power: str) -> Run:
    """What happens as a power attacks a neutral."""
    run = run_of(position(power=power, phase="Combat Move"))
    activation.invade(SYSTEM, run, territory, power)
    return run


def joined(run: Run) -> dict[str, str | None]:
    """Whom the territories of a block have come to."""
    changes = of_kind(run.events, ev.ControlChanged)
    return {e.space: e.new for e in changes if e.reason == activation.BLOCK}


BLOCKS = [
    ("DX-NEU-013", "Venezuela", UK, GERMANY, {"Argentina", "Chile"}),
    ("DX-NEU-014", "Venezuela", GERMANY, USA, {"Argentina", "Chile", "Brazil"}),
    ("DX-NEU-015", "Spain", USA, GERMANY, {*WORLD, *PRO_AXIS} - {"Spain"}),
    ("DX-NEU-016", "Turkey", ITALY, UK, {*WORLD, *PRO_ALLIES} - {"Turkey"}),
    ("DX-NEU-017", "Olgiy", SOVIETS, JAPAN, {*MONGOLIA} - {"Olgiy"}),
    ("DX-NEU-018", "Dzavhan", JAPAN, SOVIETS, {*MONGOLIA} - {"Dzavhan"}),
]


@pytest.mark.rule(
    "DX-NEU-013", "DX-NEU-014", "DX-NEU-015", "DX-NEU-016", "DX-NEU-017", "DX-NEU-018",
    "DX-NEU-019", "DX-NEU-020", "DX-NEU-022", "DX-NEU-023",
)  # fmt: skip
@pytest.mark.parametrize(("rule", "attacked", "attacker", "heir", "others"), BLOCKS)
def test_armies_of_a_block_join_at_once_with_their_territories(
    rule: str, attacked: str, attacker: str, heir: str, others: set[str]
) -> None:
    """Those of no other block, none that lean to the attacker's side, no territory without one."""
    run = invaded(attacked, attacker)
    assert joined(run) == dict.fromkeys(others, heir), rule
    for space in others:
        units = [u for u in run.state.at(space) if u.type == "regular infantry"]
        assert units, space
        assert {u.owner for u in units} == {heir}
        assert run.state.value(space, "leaning") is None


@pytest.mark.rule("DX-NEU-021")
def test_DX_NEU_021_the_army_that_is_attacked_fights_as_in_the_base_game() -> None:
    """So does that of a second neutral attacked in the same step; the block has turned then."""
    units = {s: {UK: {"light tank": 1}} for s in ("Venezuela", "Chile")}
    run = run_of(position(power=UK, phase="Combat Move", units=units))
    for space in units:
        activation.invade(SYSTEM, run, space, UK)
    assert joined(run) == {"Argentina": GERMANY}
    for space in units:
        assert run.state.value(space, "leaning") == "pro-Axis"
        assert {u.owner for u in neutrals.army(SYSTEM, run.state, space)} == {"Pro-Axis neutrals"}
        assert run.state.control.get(space) is None


def test_an_attack_on_a_neutral_that_leans_turns_no_block() -> None:
    for territory, power in (("Greece", ITALY), ("Finland", SOVIETS), ("Brazil", GERMANY)):
        assert joined(invaded(territory, power)) == {}


@pytest.mark.rule("DX-NEU-024")
def test_DX_NEU_024_what_turns_british_pays_uk_europe() -> None:
    run = invaded("Turkey", GERMANY)
    assert {treasury_of(SYSTEM, space, UK) for space in joined(run)} == {"UK Europe"}


@pytest.mark.rule("DX-NEU-013")
def test_a_block_turns_in_play_as_combat_begins() -> None:
    """The British attack Venezuela: Argentina and Chile turn German, Spain does not."""
    game = position(
        power=UK, phase="Combat Move", units={"British Guiana": {UK: {"light tank": 2}}},
        dice=[8] * 40,
    )  # fmt: skip
    go(game, "light tank", "British Guiana", "Venezuela", count=2)
    game.do(EndPhase())
    assert game.state.control["Argentina"] == game.state.control["Chile"] == GERMANY
    assert game.state.control.get("Spain") == "Strict neutrals"


@pytest.mark.rule("DX-NEU-001")
def test_DX_NEU_001_only_minor_factories_on_land_that_was_neutral() -> None:
    """Whatever it is worth."""
    run = run_of(position(power=GERMANY, phase="Combat Move", control={"Sweden": GERMANY}))
    assert run.state.income_value("Sweden") >= 3
    for kind in ("major factory", "industrial complex"):
        fault = site_fault(SYSTEM, run.state, GERMANY, kind, "Sweden")
        assert fault is not None
        assert SYSTEM.book.cite(fault.rule) == "DX-NEU-001"
    assert site_fault(SYSTEM, run.state, GERMANY, "minor factory", "Sweden") is None


@pytest.mark.rule("DX-NEU-002", "DX-NEU-004")
def test_DX_NEU_002_004_any_land_unit_claims_a_pro_neutral_of_its_side_in_noncombat() -> None:
    for kind in ("AAA", "regular infantry", "light tank"):
        units = {"Romania": {GERMANY: {kind: 1}}}
        game = position(power=GERMANY, phase="Noncombat Move", units=units)
        game.do(structs.replace(order(game, kind, "Romania", "Bulgaria"), power=GERMANY))
        game.do(EndPhase())
        assert game.state.control["Bulgaria"] == GERMANY
        assert {u.owner for u in game.state.at("Bulgaria")} == {GERMANY}
        assert len(game.state.at("Bulgaria")) == 5


# --- powers that keep out -------------------------------------------------------------------------

EVERY_BLOCK = {*SOUTH, *WORLD, *PRO_AXIS, *PRO_ALLIES, *MONGOLIA}
PEACE = [
    ("DX-POL-006", SOVIETS, [(GERMANY, SOVIETS), (ITALY, SOVIETS)], (JAPAN, SOVIETS), EVERY_BLOCK),
    ("DX-POL-012", USA, [(GERMANY, USA), (ITALY, USA), (JAPAN, USA)], None, EVERY_BLOCK),
    ("DX-POL-017", UK, [(JAPAN, UK)], None, {*MONGOLIA}),
    ("DX-POL-017", CW, [(JAPAN, CW)], None, {*MONGOLIA}),
    ("DX-POL-024", JAPAN, [(JAPAN, UK), (JAPAN, CW), (JAPAN, USA)], (JAPAN, SOVIETS), EVERY_BLOCK),
]


@pytest.mark.rule("DX-POL-006", "DX-POL-007", "DX-POL-012", "DX-POL-017", "DX-POL-024")
@pytest.mark.parametrize(("rule", "power", "wars", "other", "spaces"), PEACE)
def test_before_its_war_a_power_enters_no_neutral(
    rule: str,
    power: str,
    wars: list[tuple[str, str]],
    other: tuple[str, str] | None,
    spaces: set[str],
) -> None:
    """A war with somebody else lifts nothing; what is neutral no more is not closed."""

    def closed(*pairs: tuple[str, str], **what: object) -> set[str]:
        game = position(power=power, phase="Combat Move", relations=war(*pairs), **what)
        shut = barred(SYSTEM, game.state, power)
        return {space for space, bar in shut.items() if bar.rule == rule}

    assert spaces <= closed()
    if other is not None:
        assert spaces <= closed(other)
    for pair in wars:
        assert closed(pair) == set()
    held = next(iter(sorted(spaces)))
    assert held not in closed(control={held: UK})


def test_the_move_is_refused_by_the_rule() -> None:
    game = position(
        power=SOVIETS, phase="Combat Move", relations=war((JAPAN, SOVIETS)),
        units={"Georgia": {SOVIETS: {"light tank": 1}}},
    )  # fmt: skip
    refused(game, order(game, "light tank", "Georgia", "Turkey"), "DX-POL-006")


@pytest.mark.rule("DX-POL-027")
def test_DX_POL_027_war_is_declared_as_in_the_base_game() -> None:
    """America may not in its first turn; Germany and Japan declare when they like."""
    start = position(power=USA, phase="Combat Move", round=1).state
    assert may_declare(SYSTEM, start, USA) == ()
    assert SOVIETS in may_declare(SYSTEM, start, GERMANY)
    assert {USA, UK, CW} <= set(may_declare(SYSTEM, start, JAPAN))
    provoked = position(power=USA, phase="Combat Move", relations=war((JAPAN, USA))).state
    assert {GERMANY, ITALY} <= set(may_declare(SYSTEM, provoked, USA))


@pytest.mark.rule("DX-NEU-013", "DX-NEU-015", "DX-NEU-017", "DX-NEU-023")
def test_every_neutral_of_the_board_is_in_one_block() -> None:
    found = Counter(
        name for block in blocks(SYSTEM) if block.attacked_by == "Axis"
        for name in block.of.names(SYSTEM)
    )  # fmt: skip
    state = position(power="Germany", phase="Combat Move").state
    land = [s.name for s in SYSTEM.board.spaces if neutrals.is_neutral(SYSTEM, state, s.name)]
    assert [name for name in land if found[name] != 1] == []


def test_AA_POL_055_057_every_act_of_war_lets_japan_declare_war_provoked() -> None:
    listed = politics(SYSTEM)
    excused = {done for d in listed.declarations if d.power == JAPAN for done in d.answers}
    assert excused == {deed.status for deed in listed.deeds if deed.marks == JAPAN}
