"""What holds whatever is attacked with whatever dice, in random attacks of The War Game."""

from __future__ import annotations

import random

import pytest

from a4a.core import events as ev
from a4a.core.dice import SeededDice
from a4a.rules.systems.wargame1942.combat import retreats, sides
from a4a.rules.systems.wargame1942.orders import Withdraw
from tests import depth
from tests.rules.wargame1942 import recount
from tests.rules.wargame1942.declared import Fighting, Orders
from tests.rules.wargame1942.empty import AMERICANS

SHIPS = ("battleship", "destroyer", "aircraft carrier", "submarine", "transport")
MEN = ("infantry", "artillery", "armor")


def attack(seed: int) -> Fighting:
    """Some attack out of NA-7 on Germans at sea and in France."""
    rng = random.Random(seed)
    orders = Orders(*AMERICANS, control={"France": "Germany"})
    for kind in SHIPS:
        tasks = (
            ("", None),
            ("clear", "France Sea Zone"),
            ("pass", "France Sea Zone"),
            ("clear", "NA-7"),
        )
        for _ in range(rng.randrange(3)):
            task, target = rng.choice(tasks)
            orders.send("U.S.A.", kind, "NA-7", "NA-8", task=task, target=target)
    orders.send("U.S.A.", "fighter", "Great Britain", "France Sea Zone", number=1)
    (ship,) = orders.send(
        "U.S.A.", "transport", "NA-7", "NA-8", task="pass to offload", target="France Sea Zone"
    )
    orders.carry(ship, "U.S.A.", "infantry", "infantry", to="France")
    orders.send(
        "U.S.A.", "battleship", "NA-7", "NA-8", task="pass to bombard", target="France Sea Zone"
    )
    for zone in ("NA-8", "France Sea Zone"):
        for kind in SHIPS:
            orders.put(zone, "Germany", kind, rng.randrange(2))
    for kind in MEN:
        orders.put("France", "Germany", kind, rng.randrange(3))
    orders.put("France", "Germany", "fighter", rng.randrange(2))
    fighting = orders.begin()
    fighting.game.dice = SeededDice(seed)
    return fighting


def play(fighting: Fighting, rng: random.Random) -> None:
    """Answer everything; retreats at random."""
    for _ in range(400):
        if not fighting.asked:
            return
        decision = fighting.game.decision
        assert decision is not None
        if decision.kind != "retreats":
            fighting.plainly()
            continue
        state = fighting.game.state
        battle = state.battles[decision.battle]
        role: ev.Role = "attacker" if fighting.asked.endswith("attacker") else "defender"
        found = retreats.options(fighting.system, state, battle, role)
        order = Withdraw(to={u: rng.choice(to) for u, to in found.items() if rng.random() < 0.3})
        fighting.do(order if fighting.game.can(order) else Withdraw())
    raise AssertionError("the phase does not end")


@pytest.mark.parametrize("seed", range(depth.number(12, deep=1000)))
def test_enemies_never_stay_together_and_nobody_fights_on_after_retreating(seed: int) -> None:
    fighting = attack(seed)
    play(fighting, random.Random(seed))
    state, ships = fighting.game.state, sides.combat_ships(fighting.system)
    for zone in (
        "NA-8",
        "NA-7",
        "France Sea Zone",
        "NA-4",
        "NA-5",
        "NA-9",
        "NA-6",
        "Eire Sea Zone",
    ):
        there = {u.owner for u in state.at(zone) if u.type in ships}
        assert len({state.catalog.side_of(p) for p in there}) <= 1, zone
    assert not [u for u in state.units.values() if u.flags]
    rolled = [e for e in fighting.events(ev.Rolled) if isinstance(e, ev.Rolled)]
    hit = sum(e.hits for e in rolled)
    lost = [e for e in fighting.events(ev.UnitsRemoved) if isinstance(e, ev.UnitsRemoved)]
    sunk = [i for e in lost if e.reason == "casualty" for i in e.units]
    assert len(sunk) == len(set(sunk))
    assert all(e.battle for e in lost)
    assert hit or not sunk


@pytest.mark.parametrize("seed", range(depth.number(8, deep=1000)))
def test_hits_fall_where_a_naive_matching_lets_them_fall_and_as_many_as_it_can_place(
    seed: int,
) -> None:
    fighting = attack(seed)
    play(fighting, random.Random(seed))
    found = list(recount.exchanges(fighting))
    assert found
    for one in found:
        struck = [one.before.unit(i).type for i in one.struck]
        everybody = recount.targets(one)
        assert recount.matching(one.hits, struck) == len(struck), one
        assert len(struck) == recount.matching(one.hits, everybody), one
        staying = recount.targets(one, withdrawing=False)
        fought = [
            i for i in one.struck if one.before.memory(i).task != "withdraw"
        ]  # fmt: skip
        assert len(fought) == recount.matching(one.hits, staying), one
        flak = sum(hit == "aircraft, then land units" for hit in one.hits)
        flown = sum(kind in recount.AIR for kind in everybody)
        assert sum(kind in recount.AIR for kind in struck) >= min(flak, flown)


@pytest.mark.parametrize("seed", range(depth.number(8, deep=1000)))
def test_dice_are_as_many_as_units_have_and_nobody_rolls_twice_in_a_round(seed: int) -> None:
    fighting = attack(seed)
    play(fighting, random.Random(seed))
    rounds: dict[tuple[str, int, str], list[recount.Exchange]] = {}
    for one in recount.exchanges(fighting):
        rounds.setdefault((one.battle.id, one.battle.round, one.role), []).append(one)
    for (_, number, role), steps in rounds.items():
        dice = [kind for one in steps for kind in one.dice]
        able = recount.side(steps[0], role, withdrawing=False)
        own = {u.id: u for one in steps for u in recount.side(one, role, withdrawing=False)}
        guns = [
            u
            for p in steps[0].battle.participants
            if p.task in ("support", "bombard") and p.role == role and number == 1
            for u in map(steps[0].before.unit, p.units)
        ]
        for kind in set(dice):
            units = [u for u in (*own.values(), *guns) if u.type == kind]
            most = sum(2 if kind == "battleship" and not u.damage else 1 for u in units)
            fresh = sum("just damaged" in u.flags for u in units)
            assert dice.count(kind) <= most + fresh, (kind, steps[0].battle.space, number)
        if role == "defender":
            # Whoever defends and does not retreat rolls, if it has anything to fire at.
            foes = {u.type for u in recount.side(steps[0], "attacker")}
            ships = not foes.isdisjoint(recount.SHIPS)
            late = {u.id for u in able if "late" in u.flags}
            for kind in (*recount.SHIPS, "infantry", "artillery", "armor"):
                if kind == "submarine" and not ships:
                    continue
                here = [u for u in able if u.type == kind and u.id not in late]
                least = len(here)
                assert dice.count(kind) >= least, (kind, steps[0].battle.space, number)


@pytest.mark.parametrize("seed", range(depth.number(8, deep=1000)))
def test_nobody_is_sent_into_a_second_battle_but_by_a_pass_through_or_a_retreat(seed: int) -> None:
    fighting = attack(seed)
    start = fighting.game.state
    onward = {i for i, memory in start.memories.items() if memory.task}
    play(fighting, random.Random(seed))
    fought: dict[int, set[str]] = {}
    back: set[int] = set()
    for event in fighting.events():
        if isinstance(event, ev.UnitsTasked) and event.task == "retreated":
            back |= set(event.units)
        if isinstance(event, ev.BattleOpened | ev.BattleJoined):
            battle = event.battle
            for part in event.participants:
                for unit in part.units:
                    fought.setdefault(unit, set()).add(battle)
    for unit, battles in fought.items():
        assert len(battles) == 1 or unit in onward or unit in back, unit
        assert len(battles) <= 2 or unit in back, unit
