"""Raids come out as often as their odds say when the kernel plays them."""

from __future__ import annotations

import os
from collections import Counter
from math import sqrt

import pytest

from a4a.core import events as ev
from a4a.core.dice import SeededDice
from a4a.core.errors import BattleError
from a4a.core.events import AnyEvent
from a4a.odds.losses import slots
from a4a.odds.raid import Raid, solve_raid
from a4a.rules.areas.combat import casualties
from a4a.rules.areas.odds.raids import raid
from a4a.rules.areas.orders import Aim, Casualties, Intercept, Scramble
from a4a.rules.areas.phases.conduct_combat import ConductCombat
from a4a.rules.fight import Band, Fight
from a4a.rules.order import Order
from a4a.rules.run import Run
from tests.rules.areas.fights import army
from tests.rules.areas.positions import one, position, rules

UK, GERMANY, BELGIUM = "United Kingdom", "Germany", "Holland/Belgium"
COMPLEX, BASE = "major industrial complex", "air base"
GAMES = int(os.environ.get("KERNEL_GAMES", "400"))
End = tuple[tuple[int, ...], tuple[int, ...], int]
"""Attackers left, interceptors left, damage done."""


def played(fight: Fight, model: Raid, target: str, damage: int) -> Counter[End]:
    """How often a raid on the United Kingdom ended how."""
    (theirs,) = fight.defenders
    powers = {GERMANY: fight.attacker.technologies, UK: theirs.technologies}
    game = position(
        units={
            BELGIUM: {GERMANY: {band.unit: band.count for band in fight.attacker.bands}},
            UK: {UK: {band.unit: band.count for band in theirs.bands}},
        },
        damage={(UK, target): damage},
        phase="Combat Move",
        technologies=powers,
    )
    state = game.state
    air = {band.unit for band in fight.attacker.bands}
    events: list[AnyEvent] = []
    bombers = {g.kind.name for g in model.attacker.groups if "bombs" in g.kind.weapons}
    for name in air:
        ids = tuple(u.id for u in state.at(BELGIUM) if u.type == name)
        path = (BELGIUM, "sea zone 110", UK)
        events.append(ev.UnitsMoved(ids, path, "combat", cost=2))
        events.append(ev.UnitsTasked(ids, "raid" if name in bombers else "escort", UK))
    ready = state.apply(*events, ev.PhaseBegan("Conduct Combat"))
    phase = ConductCombat(rules().game)
    facility = one(game, UK, target)
    ends: Counter[End] = Counter()
    for seed in range(GAMES):
        run = Run(ready, SeededDice(seed))
        phase.enter(run)
        while asked := next(iter(run.state.decisions.values()), None):
            decision = phase.decision(run.state)
            assert decision is not None
            answer: Order
            if asked.kind == "casualties":
                due = casualties.toll(rules().game, run.state, run.state.battles[asked.battle])
                side = model.attacker if due.role == "attacker" else model.defender
                names = [side.groups[s.group].kind.name for s in slots(side)]
                line = sorted(decision.units, key=lambda u: names.index(run.state.unit(u).type))
                answer = Casualties(dict.fromkeys(line[: decision.most], 1))
            elif asked.kind == "targets":
                answer = Aim(dict.fromkeys(decision.units, facility))
            else:
                assert asked.kind in ("scramble", "interception")
                intercepts = asked.kind == "interception"
                answer = Intercept(decision.units) if intercepts else Scramble()
            phase.execute(run, answer)
        units = run.state.units
        left = [
            tuple(
                sum(u.type == g.kind.name and u.owner == power for u in units.values())
                for g in side.groups
            )
            for side, power in ((model.attacker, GERMANY), (model.defender, UK))
        ]
        ends[left[0], left[1], units[facility].damage - damage] += 1
    return ends


@pytest.mark.parametrize(
    ("attacker", "defender", "target", "damage", "technologies"),
    [
        ({"strategic bomber": 2}, {}, COMPLEX, 0, ()),
        ({"strategic bomber": 2, "fighter": 2}, {"fighter": 2}, COMPLEX, 12, ()),
        ({"strategic bomber": 1, "tactical bomber": 2}, {"fighter": 1}, BASE, 1, ()),
        ({"strategic bomber": 2, "fighter": 1}, {"fighter": 3}, COMPLEX, 0,
         ("Heavy Bombers", "Jet Fighters", "Radar")),
    ],
)  # fmt: skip
def test_raids_come_out_as_the_kernel_plays_them(
    attacker: dict[str, int],
    defender: dict[str, int],
    target: str,
    damage: int,
    technologies: tuple[str, ...],
) -> None:
    fight = Fight("raid", army(attacker, *technologies), (army(defender, *technologies),))
    model = raid(rules().game, fight, target, damage)
    ends, exact = played(fight, model, target, damage), solve_raid(model).ends
    assert sum(exact.values()) == pytest.approx(1, abs=1e-12)
    assert set(ends) <= {end for end, chance in exact.items() if chance}

    def values(end: End) -> tuple[int, ...]:
        return (*end[0], *end[1], end[2], end[2] ** 2, int(end[2] == 0))

    for i in range(len(values(next(iter(exact))))):
        mean = sum(p * values(end)[i] for end, p in exact.items())
        spread = sum(p * (values(end)[i] - mean) ** 2 for end, p in exact.items())
        found = sum(n * values(end)[i] for end, n in ends.items()) / GAMES
        assert found == pytest.approx(mean, abs=4 * sqrt(spread / GAMES) + 1e-9), i


@pytest.mark.parametrize(
    ("attacker", "defender", "target", "damage", "why"),
    [
        ({"tactical bomber": 1}, {}, COMPLEX, 0, "tactical bomber .attacker.: it does not raid"),
        ({"fighter": 1}, {}, COMPLEX, 0, "needs strategic bomber"),
        (
            {"strategic bomber": 1},
            {"tank": 1},
            COMPLEX,
            0,
            "tank .defender.: it does not",
        ),
        ({"strategic bomber": 1}, {}, "infantry", 0, "raids bomb air base"),
        ({"strategic bomber": 1}, {}, COMPLEX, 21, "it can take 0 to 20"),
    ],
)
def test_raids_that_cannot_be_flown_are_refused(
    attacker: dict[str, int], defender: dict[str, int], target: str, damage: int, why: str
) -> None:
    fight = Fight("raid", army(attacker), (army([Band(k, n) for k, n in defender.items()]),))
    with pytest.raises(BattleError, match=why):
        raid(rules().game, fight, target, damage)
