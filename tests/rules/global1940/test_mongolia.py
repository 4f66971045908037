"""The Soviet-Mongolian Defense Pact: what sets it off, what it does, what makes it void."""

from __future__ import annotations

import pytest

from a4a.core import events as ev
from a4a.core.state import State
from a4a.rules.areas.control import activation, conquest, protection
from a4a.rules.areas.orders import Aim, EndPhase, Fight
from a4a.rules.areas.politics import neutrals, pacts
from a4a.rules.areas.politics.situation import Situation
from a4a.rules.game import Game
from a4a.rules.run import Run
from tests.rules.global1940.positions import (
    SYSTEM,
    finish_phase,
    go,
    ids,
    played,
    position,
    run_of,
    war,
)

JAPAN, SOVIETS, UK, GERMANY = "Japan", "Soviet Union", "United Kingdom", "Germany"
MONGOLIA = (
    "Olgiy", "Dzavhan", "Tsagaan-Olom", "Central Mongolia", "Ulaanbaatar", "Buyant-Uhaa",
)  # fmt: skip
BESIDE = ("Timguska", "Yenisey", "Yakut S.S.R.", "Buryatia", "Amur")
"""Original Soviet territories that border Mongolia, as players list them."""
PACT = pacts.pacts(SYSTEM)[0]


def run_in(power: str, phase: str = "Conduct Combat") -> Run:
    """Events of a power's turn, with Japan and the Soviet Union at war."""
    return run_of(position(power=power, phase=phase, relations=war((JAPAN, SOVIETS))))


def leanings(state: State, names: tuple[str, ...] = MONGOLIA) -> set[object]:
    return {state.value(name, "leaning") for name in names}


def others(state: State) -> set[object]:
    """How the strict neutrals outside Mongolia lean now."""
    start = position(power=GERMANY).state
    return {
        state.value(s.name, "leaning")
        for s in played().board.spaces
        if start.value(s.name, "leaning") == "strict"
    }


def holders(state: State) -> set[str | None]:
    return {state.control.get(name) for name in MONGOLIA}


@pytest.mark.rule("AA-MON-001")
def test_AA_MON_001_six_territories_are_mongolian() -> None:
    """All six are strict neutrals to every power as the game begins."""
    state = position(power=GERMANY).state
    assert PACT.neutrals == MONGOLIA
    assert holders(state) == {"Mongolia"}
    for power in played().order_of_play:
        here = Situation(played(), state, power)
        assert {here.stance(name) for name in MONGOLIA} == {"strict neutral"}


@pytest.mark.rule("AA-MON-002")
def test_AA_MON_002_an_allied_attack_on_another_strict_neutral_leaves_mongolia_strict() -> None:
    """Britain attacks Turkey, and the Soviet Union attacks Afghanistan: all but Mongolia turn."""
    for power, target in ((UK, "Turkey"), (SOVIETS, "Afghanistan")):
        run = run_in(power)
        activation.invade(played(), run, target, power)
        assert others(run.state) == {"pro-Axis"}
        assert leanings(run.state) == {"Mongolia"}
        assert holders(run.state) == {"Mongolia"}


@pytest.mark.rule("AA-MON-002")
def test_AA_MON_002_a_soviet_attack_on_one_turns_all_of_mongolia_to_the_axis() -> None:
    """The armies with it; the other strict neutrals turn too."""
    run = run_in(SOVIETS)
    activation.invade(played(), run, "Buyant-Uhaa", SOVIETS)
    assert leanings(run.state) == others(run.state) == {"pro-Axis"}
    assert run.state.control.get("Buyant-Uhaa") is None
    assert {u.owner for u in neutrals.army(played(), run.state, "Olgiy")} == {"Pro-Axis neutrals"}
    assert Situation(played(), run.state, JAPAN).stance("Olgiy") == "friendly neutral"


@pytest.mark.rule("AA-MON-002")
def test_a_british_attack_on_a_mongolian_territory_turns_none_of_them() -> None:
    """Not even the one attacked (R-130); its army stays, and the other strict neutrals turn."""
    run = run_in(UK)
    activation.invade(played(), run, "Buyant-Uhaa", UK)
    assert leanings(run.state) == {"Mongolia"}
    assert others(run.state) == {"pro-Axis"}
    assert len(neutrals.army(played(), run.state, "Buyant-Uhaa")) == 2


@pytest.mark.rule("AA-MON-003", "AA-MON-004", "AA-MON-005", "AA-MON-006")
def test_AA_MON_003_a_japanese_attack_beside_mongolia_brings_it_to_the_soviet_union() -> None:
    """As Conduct Combat ends, not before, with the armies; the attack may fail."""
    game = position(
        power=JAPAN, phase="Combat Move", relations=war((JAPAN, SOVIETS)),
        units={"Manchuria": {JAPAN: {"infantry": 1}}, "Amur": {SOVIETS: {"infantry": 3}}},
        dice=[6, 1, 1, 1],
    )  # fmt: skip
    go(game, "infantry", "Manchuria", "Amur")
    assert holders(game.state) == {"Mongolia"}
    finish_phase(game)
    fight(game)
    assert game.state.phase == "Noncombat Move"
    assert game.state.control["Amur"] == SOVIETS
    assert holders(game.state) == {SOVIETS}
    assert leanings(game.state) == {None}
    armies = {n: [u.owner for u in game.state.at(n)] for n in MONGOLIA}
    assert armies == {
        "Olgiy": [SOVIETS] * 2, "Dzavhan": [SOVIETS], "Tsagaan-Olom": [], "Central Mongolia": [],
        "Ulaanbaatar": [SOVIETS], "Buyant-Uhaa": [SOVIETS] * 2,
    }  # fmt: skip
    assert not game.state.statuses(SOVIETS)


def fight(game: Game) -> None:
    """Fight the battle of Amur to its end."""
    while (asked := game.decision) is not None and asked.kind == "battle":
        game.do(Fight(asked.options[0]))


@pytest.mark.rule("AA-MON-003")
def test_AA_MON_003_any_soviet_territory_that_borders_mongolia_counts() -> None:
    """The five original ones, and others the Soviet Union holds; none that lies farther off."""
    for territory in BESIDE:
        run = run_in(JAPAN)
        protection.attacked(played(), run, territory, JAPAN)
        protection.settle(played(), run)
        assert holders(run.state) == {SOVIETS}, territory
    held = position(
        power=JAPAN, phase="Conduct Combat", relations=war((JAPAN, SOVIETS)),
        control={"Jehol": SOVIETS},
    )  # fmt: skip
    run = run_of(held)
    protection.attacked(played(), run, "Jehol", JAPAN)
    protection.settle(played(), run)
    assert holders(run.state) == {SOVIETS}
    for territory in ("Siberia", "Sakha", "Novosibirsk", "Chahar"):
        run = run_in(JAPAN)
        protection.attacked(played(), run, territory, JAPAN)
        protection.settle(played(), run)
        assert holders(run.state) == {"Mongolia"}, territory


@pytest.mark.rule("AA-MON-003")
def test_the_attack_of_another_power_does_not_set_the_pact_off() -> None:
    """Germany comes as far as Timguska: Mongolia stays as it is."""
    run = run_of(position(power=GERMANY, relations=war((GERMANY, SOVIETS))))
    protection.attacked(played(), run, "Timguska", GERMANY)
    protection.settle(played(), run)
    assert holders(run.state) == {"Mongolia"}


@pytest.mark.rule("AA-MON-003", "AA-MON-005")
def test_a_blitz_through_an_empty_soviet_territory_is_an_attack_too() -> None:
    """It sets the pact off; what happens, happens as combat ends."""
    game = position(
        power=JAPAN, phase="Combat Move", relations=war((JAPAN, SOVIETS)),
        units={"Manchuria": {JAPAN: {"tank": 1}}},
    )  # fmt: skip
    go(game, "tank", "Manchuria", "Amur", "Manchuria")
    assert game.state.control["Amur"] == JAPAN
    assert holders(game.state) == {"Mongolia"}
    finish_phase(game)
    assert holders(game.state) == {SOVIETS}


@pytest.mark.rule("AA-MON-004", "AA-MON-010")
def test_AA_MON_004_mongolians_that_lean_to_the_allies_come_over_too() -> None:
    """One that Japan attacked in vain with them; one that Japan has taken does not."""
    run = run_in(JAPAN)
    activation.invade(played(), run, "Buyant-Uhaa", JAPAN)
    lost = neutrals.army(played(), run.state, "Buyant-Uhaa")[0]
    run.emit(ev.UnitsRemoved((lost.id,), "casualty"))
    activation.invade(played(), run, "Central Mongolia", JAPAN)
    conquest.take(played(), run, "Central Mongolia", JAPAN)
    protection.attacked(played(), run, "Amur", JAPAN)
    protection.settle(played(), run)
    assert run.state.control["Central Mongolia"] == JAPAN
    assert holders(run.state) == {SOVIETS, JAPAN}
    assert [u.owner for u in run.state.at("Buyant-Uhaa")] == [SOVIETS]


@pytest.mark.rule("AA-MON-004", "AA-MON-002")
def test_mongolians_that_lean_to_the_axis_do_not_come_over() -> None:
    """The Soviet Union has attacked one of them before."""
    run = run_in(SOVIETS)
    activation.invade(played(), run, "Olgiy", SOVIETS)
    protection.attacked(played(), run, "Amur", JAPAN)
    protection.settle(played(), run)
    assert SOVIETS not in holders(run.state)


@pytest.mark.rule("AA-MON-007")
def test_AA_MON_007_the_pact_asks_for_no_state_of_war() -> None:
    """At peace as at war."""
    for relation in ("neutral", "war"):
        run = run_of(position(power=JAPAN, relations={(JAPAN, SOVIETS): relation}))
        protection.attacked(played(), run, "Buryatia", JAPAN)
        protection.settle(played(), run)
        assert holders(run.state) == {SOVIETS}


@pytest.mark.rule("AA-MON-008", "AA-MON-009")
def test_AA_MON_008_a_soviet_attack_on_korea_or_beside_mongolia_makes_the_pact_void() -> None:
    """For good: Mongolia stays neutral when Japan attacks."""
    for territory in ("Korea", "Manchuria", "Jehol"):
        run = run_in(SOVIETS)
        protection.attacked(played(), run, territory, SOVIETS)
        assert pacts_void(run.state)
        protection.attacked(played(), run, "Amur", JAPAN)
        protection.settle(played(), run)
        assert holders(run.state) == {"Mongolia"}
        assert leanings(run.state) == {"Mongolia"}


def pacts_void(state: State) -> bool:
    return protection.void(PACT) in state.statuses(SOVIETS)


@pytest.mark.rule("AA-MON-008")
def test_AA_MON_008_attacks_elsewhere_or_by_others_leave_the_pact_in_force() -> None:
    """Kiangsu is not beside Mongolia; Chahar is China's; the United States may land in Korea."""
    for territory, power in (("Kiangsu", SOVIETS), ("Chahar", SOVIETS), ("Korea", "United States")):
        run = run_in(power)
        protection.attacked(played(), run, territory, power)
        assert not pacts_void(run.state)
    taken = position(power=SOVIETS, control={"Chahar": JAPAN}, relations=war((JAPAN, SOVIETS)))
    run = run_of(taken)
    protection.attacked(played(), run, "Chahar", SOVIETS)
    assert pacts_void(run.state)


@pytest.mark.rule("AA-MON-008")
def test_AA_MON_008_only_while_mongolia_is_strict_does_an_attack_make_it_void() -> None:
    """Once it leans to the Allies, the Soviet Union may attack Korea without losing the pact."""
    run = run_in(JAPAN)
    activation.invade(played(), run, "Afghanistan", JAPAN)
    assert leanings(run.state) == {"pro-Allies"}
    protection.attacked(played(), run, "Korea", SOVIETS)
    assert not pacts_void(run.state)
    protection.attacked(played(), run, "Yenisey", JAPAN)
    protection.settle(played(), run)
    assert holders(run.state) == {SOVIETS}


@pytest.mark.rule("AA-MON-010", "AA-EXA-048")
def test_AA_MON_010_a_japanese_attack_on_one_turns_all_strict_neutrals_to_the_allies() -> None:
    """As an attack on any strict neutral would; the one attacked resists with its army."""
    run = run_in(JAPAN)
    activation.invade(played(), run, "Buyant-Uhaa", JAPAN)
    assert leanings(run.state) == others(run.state) == {"pro-Allies"}
    assert run.state.control.get("Buyant-Uhaa") is None
    assert run.state.control["Olgiy"] == "Pro-Allies neutrals"
    assert Situation(played(), run.state, SOVIETS).stance("Olgiy") == "friendly neutral"
    assert Situation(played(), run.state, JAPAN).stance("Buyant-Uhaa") == "hostile"


@pytest.mark.rule("AA-MON-010")
def test_AA_MON_010_an_axis_attack_on_another_strict_neutral_turns_mongolia_too() -> None:
    """Germany attacks Spain, and Mongolia leans to the Allies."""
    run = run_of(position(power=GERMANY, phase="Conduct Combat"))
    activation.invade(played(), run, "Spain", GERMANY)
    assert leanings(run.state) == {"pro-Allies"}


@pytest.mark.rule("AA-MON-011")
@pytest.mark.parametrize("complex_", ["minor industrial complex", "air base"])
def test_AA_MON_011_a_bombing_raid_sets_the_pact_off(complex_: str) -> None:
    """It is a direct attack on what is in the territory (p. 16, R-129)."""
    game = position(
        power=JAPAN, phase="Combat Move", relations=war((JAPAN, SOVIETS)),
        units={
            "Manchuria": {JAPAN: {"strategic bomber": 1}},
            "Amur": {SOVIETS: {"infantry": 1, complex_: 1}},
        },
        dice=[6, 1],
    )  # fmt: skip
    go(game, "strategic bomber", "Manchuria", "Amur", task="raid")
    finish_phase(game)
    assert game.state.phase == "Noncombat Move"
    assert holders(game.state) == {SOVIETS}


@pytest.mark.rule("AA-MON-011", "AA-MON-008")
def test_AA_MON_011_a_raid_of_the_soviet_union_makes_the_pact_void() -> None:
    """On Korea, while Mongolia is a strict neutral: it is an attack as Japan's raids are."""
    game = position(
        power=SOVIETS, phase="Combat Move", relations=war((JAPAN, SOVIETS)),
        units={
            "Amur": {SOVIETS: {"strategic bomber": 1}},
            "Korea": {JAPAN: {"infantry": 1, "minor industrial complex": 1}},
        },
        dice=[6, 1],
    )  # fmt: skip
    go(game, "strategic bomber", "Amur", "Korea", task="raid")
    finish_phase(game)
    assert any("void" in status for status in game.state.statuses(SOVIETS))


@pytest.mark.rule("AA-MON-011")
def test_AA_MON_011_rockets_set_the_pact_off() -> None:
    """They are an attack on a facility as bombs are (p. 40)."""
    game = position(
        power=JAPAN, phase="Combat Move", relations=war((JAPAN, SOVIETS)),
        technologies={JAPAN: ("Rockets",)},
        units={
            "Manchuria": {JAPAN: {"air base": 1}},
            "Amur": {SOVIETS: {"infantry": 1, "minor industrial complex": 1}},
        },
        dice=[4],
    )  # fmt: skip
    game.do(EndPhase())
    (base,) = ids(game, "Manchuria", "air base")
    (target,) = ids(game, "Amur", "minor industrial complex")
    game.do(Aim({base: target}))
    assert holders(game.state) == {SOVIETS}
