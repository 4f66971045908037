"""What holds whatever is attacked with whatever dice, in random attacks of The War Game."""

from __future__ import annotations

import random

import pytest

from a4a.core import events as ev
from a4a.core.dice import SeededDice
from a4a.rules.systems.wargame1942.combat import retreats, sides
from a4a.rules.systems.wargame1942.orders import Withdraw
from tests import depth
from tests.rules.wargame1942.declared import AMERICANS, Fighting, Orders

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


@pytest.mark.parametrize("seed", range(depth.number(30, deep=1000)))
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
