"""The order of play: six blocks of powers that act at the same time, and the missions of all."""

from __future__ import annotations

import pytest

from a4a.core import events as ev
from a4a.core.dice import SeededDice
from a4a.core.errors import RuleViolation
from a4a.players import FormPlayer
from a4a.rules import money, new_game
from a4a.rules.areas import orders as o
from a4a.rules.areas.turns import forces
from a4a.rules.game import Game
from tests.rules.deluxe3g40.positions import SYSTEM, ids, one, position, refused, war

GERMANY, JAPAN, ITALY, CHINA, FRANCE = "Germany", "Japan", "Italy", "China", "France"
RUSSIA, AMERICA, UK, COMMONWEALTH = (
    "Soviet Union", "United States", "United Kingdom", "Commonwealth",
)  # fmt: skip
STEPS = (
    "Remove Markers", "Repair and Assign Aircraft", "Purchase Units", "Combat Move",
    "Deploy Defending Aircraft", "Conduct Combat", "Occupation of Capitals", "Noncombat Move",
    "Repair Ships and Assign Fleets", "Mobilize New Units", "Collect Income",
)  # fmt: skip


def happened(game: Game) -> list[ev.AnyEvent]:
    return [e for node in game.record.line()[1:] for e in game.record.steps[node].events]


def attackers(game: Game, space: str) -> list[set[str]]:
    """Who attacks in each battle that was opened in a space."""
    return [
        {p.power for p in e.participants if p.role == "attacker"}
        for e in happened(game)
        if isinstance(e, ev.BattleOpened) and e.space == space
    ]


def test_DX_ORD_002_004_006_008_010_012_018_the_six_blocks_and_the_missions_of_all() -> None:
    assert forces(SYSTEM) == (
        (GERMANY, JAPAN), (RUSSIA, AMERICA), (UK,), (CHINA, ITALY), (COMMONWEALTH,), (FRANCE,),
        (GERMANY, JAPAN, RUSSIA, AMERICA, UK, ITALY, CHINA, COMMONWEALTH, FRANCE),
    )  # fmt: skip


@pytest.fixture(scope="module")
def played() -> Game:
    """A round that was played at random."""
    game = new_game("deluxe3g40", dice=SeededDice(3))
    FormPlayer(3).play(game, rounds=1)
    return game


def test_DX_ORD_018_a_round_is_played_in_that_order(played: Game) -> None:
    begun = [e.powers for e in happened(played) if isinstance(e, ev.TurnBegan)]
    assert tuple(begun[:7]) == forces(SYSTEM)
    assert begun[7] == (GERMANY, JAPAN)


def test_DX_TRN_007_008_021_a_turn_has_its_steps_in_order(played: Game) -> None:
    """R-429: what is bought in step 3 is placed in step 9."""
    steps: list[str] = []
    for event in happened(played):
        if isinstance(event, ev.TurnBegan) and event.powers != (GERMANY, JAPAN):
            break
        if isinstance(event, ev.PhaseBegan):
            steps.append(event.phase)
    assert tuple(steps) == tuple(s for s in STEPS if s in steps)
    assert {"Purchase Units", "Mobilize New Units", "Collect Income"} <= set(steps)


@pytest.mark.parametrize(
    ("first", "second", "enemy"), [(GERMANY, JAPAN, RUSSIA), (RUSSIA, AMERICA, GERMANY)]
)
def test_DX_ORD_003_005_two_powers_of_a_block_never_attack_together(
    first: str, second: str, enemy: str
) -> None:
    """R-425: they attack one after another; the second fights what the first has left."""
    game = position(
        power=first, phase="Combat Move", dice=[8] * 4 + [1] * 40,
        units={
            "Greece": {first: {"light tank": 1}, second: {"light tank": 2}},
            "Bulgaria": {enemy: {"mechanized infantry": 1}},
        },
        control={"Greece": first, "Bulgaria": enemy},
        relations=war((first, enemy), (second, enemy)),
    )  # fmt: skip
    for power in (first, second):
        tanks = ids(game, "Greece", "light tank", power)
        game.do(o.Move(tanks, ("Greece", "Bulgaria"), power=power))
    game.do(o.EndPhase())
    opened = attackers(game, "Bulgaria")
    assert opened
    assert all(len(powers) == 1 for powers in opened)


@pytest.mark.parametrize("power", [UK, COMMONWEALTH])
def test_DX_ORD_007_011_013_014_the_halves_attack_together_as_they_are_one_power(
    power: str,
) -> None:
    """R-425: from home waters and from the Pacific their ships come into one battle."""
    assert len(money.treasuries(SYSTEM, power)) == 2
    game = position(
        power=power, phase="Combat Move", dice=[8] * 40,
        units={
            "sea zone 109": {power: {"destroyer": 1}}, "sea zone 118": {power: {"destroyer": 1}},
            "sea zone 119": {GERMANY: {"submarine": 1}},
        },
        relations=war((GERMANY, power)),
    )  # fmt: skip
    for here in ("sea zone 109", "sea zone 118"):
        game.do(o.Move(ids(game, here, power=power), (here, "sea zone 119")))
    game.do(o.EndPhase())
    (opened,) = [e for e in happened(game) if isinstance(e, ev.BattleOpened)]
    assert sum(len(p.units) for p in opened.participants if p.role == "attacker") == 2


def test_DX_ORD_013_014_each_half_buys_out_of_its_own_treasury() -> None:
    game = position(power=UK, phase="Purchase Units", money={"UK Europe": 3, "UK Pacific": 3})
    game.do(o.Buy("UK Europe", {"regular infantry": 1}))
    error = refused(game, o.Buy("UK Europe", {"regular infantry": 1}), "AA-PUR-005")
    assert "UK Europe has 0" in error.why
    game.do(o.Buy("UK Pacific", {"regular infantry": 1}))


def test_DX_ORD_019_what_two_powers_buy_and_move_interleaves() -> None:
    """R-425: each sees the board as the other has left it."""
    game = position(power=GERMANY, phase="Purchase Units", money={GERMANY: 10, JAPAN: 13})
    game.do(o.Buy(JAPAN, {"AAA": 1}, power=JAPAN))
    game.do(o.Buy(GERMANY, {"AAA": 1}, power=GERMANY))
    game.do(o.Buy(JAPAN, {"AAA": 1}, power=JAPAN))
    game.do(o.EndPhase(power=JAPAN))
    assert game.decision is not None
    assert game.decision.powers == (GERMANY,)
    with pytest.raises(RuleViolation, match="waits for"):
        game.do(o.EndPhase(power=JAPAN))


def meeting() -> Game:
    """Italians beside Burma, which they could reach, and Chinese in Yunnan."""
    return position(
        power=CHINA, phase="Combat Move", dice=[8, 8, 8, 8],
        units={
            "Shan State": {ITALY: {"light tank": 1}},
            "Yunnan": {CHINA: {"regular infantry": 1}, JAPAN: {"regular infantry": 1}},
            "Szechwan": {CHINA: {"regular infantry": 2}},
        },
        control={"Shan State": ITALY, "Yunnan": JAPAN},
        relations=war((CHINA, ITALY), (CHINA, JAPAN), (ITALY, UK)),
    )  # fmt: skip


def test_DX_ORD_009_where_they_could_meet_china_goes_first() -> None:
    """R-426: Italy goes to no space that China may enter until China has ended its moves."""
    game = meeting()
    tank = one(game, "Shan State", "light tank")
    move = o.Move((tank,), ("Shan State", "Burma"), power=ITALY)
    refused(game, move, "DX-ORD-009")
    game.do(o.EndPhase(power=CHINA))
    assert game.can(move)


def test_DX_ORD_009_elsewhere_italy_waits_for_nobody() -> None:
    game = meeting()
    tank = one(game, "Shan State", "light tank")
    assert game.can(o.Move((tank,), ("Shan State", "Malaya"), power=ITALY))


def test_DX_ORD_009_in_noncombat_moves_too() -> None:
    """R-426: Italian infantry goes to Burma, which China may enter, once China has ended."""
    game = position(
        power=CHINA, phase="Noncombat Move",
        units={"Shan State": {ITALY: {"regular infantry": 1}}},
        control={"Shan State": ITALY, "Burma": ITALY},
        relations=war((CHINA, ITALY), (CHINA, JAPAN), (ITALY, UK)),
    )  # fmt: skip
    move = o.Move(ids(game, "Shan State"), ("Shan State", "Burma"), power=ITALY)
    refused(game, move, "DX-ORD-009")
    game.do(o.EndPhase(power=CHINA))
    assert game.can(move)


def test_DX_ORD_009_battles_of_china_come_first() -> None:
    game = position(
        power=CHINA, phase="Combat Move", dice=[8] * 12,
        units={
            "Shan State": {ITALY: {"light tank": 1}}, "Malaya": {UK: {"regular infantry": 1}},
            "Szechwan": {CHINA: {"regular infantry": 2}},
            "Yunnan": {JAPAN: {"regular infantry": 1}},
            "Libya": {ITALY: {"light tank": 1}}, "Alexandria": {UK: {"regular infantry": 1}},
        },
        control={"Shan State": ITALY, "Yunnan": JAPAN, "Tobruk": ITALY},
        relations=war((CHINA, ITALY), (CHINA, JAPAN), (ITALY, UK)),
    )  # fmt: skip
    game.do(o.Move(ids(game, "Shan State"), ("Shan State", "Malaya"), power=ITALY))
    game.do(o.Move(ids(game, "Szechwan", power=CHINA), ("Szechwan", "Yunnan"), power=CHINA))
    game.do(o.EndPhase())
    fought = [e.battle for e in happened(game) if isinstance(e, ev.CombatRoundBegan)]
    spaces = {e.battle: e.space for e in happened(game) if isinstance(e, ev.BattleOpened)}
    assert spaces[fought[0]] == "Yunnan"
