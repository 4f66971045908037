"""Odds of a battle of The War Game: against brute force, and against the kernel's own play."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

import pytest

from a4a.core import events as ev
from a4a.core.dice import SeededDice
from a4a.core.state import State
from a4a.odds import duel
from a4a.odds.answer import Odds
from a4a.odds.battle import Battle
from a4a.odds.exact import solve
from a4a.odds.retreat import AfterRounds
from a4a.rules.areas.combat.listing import reaches
from a4a.rules.areas.odds import fights
from a4a.rules.areas.orders import Casualties
from a4a.rules.fight import Army, Band, Fight
from a4a.rules.run import Run
from a4a.rules.systems.wargame1942.combat import casualties, retreats
from a4a.rules.systems.wargame1942.combat.phase import Combat
from a4a.rules.systems.wargame1942.orders import Gunnery, Withdraw
from tests import depth
from tests.rules.areas.fights import allocate
from tests.rules.wargame1942.brute import Brute, Ending, Policy, force
from tests.rules.wargame1942.declared import Orders
from tests.rules.wargame1942.empty import BRITISH, rules

LAND = ("infantry", "artillery", "armor", "fighter", "bomber")
SEA = ("submarine", "destroyer", "transport", "fighter", "bomber", "battleship", "aircraft carrier")


def made(kind: str, attacker: dict[str, int], defender: dict[str, int], **more: object) -> Battle:
    """The battle of some units; marks of bombers and guns in ``marks``, more bands in ``bands``."""
    marks = more.get("marks", {})
    hurt = more.get("hurt", {})

    def army(units: dict[str, int], role: str) -> Army:
        found = [
            Band(u, n, damaged=hurt.get((role, u), 0), marks=marks.get((role, u), ()))  # type: ignore[attr-defined]
            for u, n in units.items()
        ]
        return Army((*found, *more.get(f"{role}_bands", ())))  # type: ignore[misc]

    fight = Fight(kind, army(attacker, "attacker"), (army(defender, "defender"),))  # type: ignore[arg-type]
    return fights.battle(rules().game, fight)


def told(odds: Odds) -> dict[Ending, float]:
    """The endings of odds as brute force has them."""
    found: dict[Ending, float] = {}
    for i, j in zip(*odds.chances.nonzero(), strict=True):
        sides = []
        for side, at in ((odds.attacker, i), (odds.defender, j)):
            units = []
            for kind, left, hurt in zip(side.kinds, side.living[at], side.damaged[at], strict=True):
                name = kind.name.split(" (")[0]
                units += [(name, int(n < hurt)) for n in range(left)]
            sides.append(tuple(sorted(units)))
        key = sides[0], sides[1]
        found[key] = found.get(key, 0.0) + float(odds.chances[i, j])
    return found


def same(model: Battle, policy: Policy, *, sea: bool, hurt: tuple[int, int] = (0, 0)) -> None:
    """The odds are those of brute force."""
    retreat = AfterRounds(policy.leave) if policy.leave else None
    model = replace(model, retreat=retreat)
    policy = policy._replace(attacker=model.attacker.order, defender=model.defender.order)
    ours, theirs = (
        force({g.kind.name: g.count for g in side.groups if g.kind.hits}, hurt[i])
        for i, side in enumerate((model.attacker, model.defender))
    )
    slow = Brute(policy, sea=sea).solve(ours, theirs)
    found = told(solve(model, prune=0.0))
    wrong = {k: (slow.get(k, 0.0), found.get(k, 0.0)) for k in slow.keys() | found.keys()}
    wrong = {k: v for k, v in wrong.items() if abs(v[0] - v[1]) > 1e-12}
    assert not wrong


def some(rng: random.Random, kinds: tuple[str, ...], most: int) -> dict[str, int]:
    units = Counter(rng.choice(kinds) for _ in range(rng.randrange(1, most + 1)))
    return dict(units)


def shuffled(model: Battle, rng: random.Random) -> Battle:
    """The battle with random orders of loss."""
    sides = (
        replace(side, order=tuple(rng.sample(side.order, len(side.order))))
        for side in (model.attacker, model.defender)
    )
    attacker, defender = sides
    return replace(model, attacker=attacker, defender=defender)


PLAIN = Policy((), ())


def fleets() -> Battle:
    """A sea battle with transports behind the casualty line."""
    return made("sea", {"submarine": 2, "fighter": 1}, {"transport": 2, "destroyer": 1})


@pytest.mark.parametrize("seed", [*range(depth.number(10, deep=300)), 307])
def test_battles_on_land_are_those_of_brute_force(seed: int) -> None:
    """Flak that spills over, bombs and guns, support shots, generals, retreats: at random."""
    rng = random.Random(seed)
    ours, theirs = some(rng, LAND, 4), some(rng, LAND[:4], 4)
    guns, against, general = (rng.random() < 0.4 for _ in range(3))
    support = rng.randrange(2) * ours.get("infantry", 0)
    policy = Policy(
        (), (), guns, against, (5 + general,) * support, (int(general), int(not general)),
        rng.choice([0, 0, 1, 2]),
    )  # fmt: skip
    lead = (Band("general", 1),)
    shots = (Band("artillery", support, duty="bombarding"),) if support else ()
    model = made(
        "land", ours, theirs,
        marks={("attacker", "bomber"): ("guns",) * guns,
               ("defender", "artillery"): ("against land",) * against},
        attacker_bands=(*shots, *lead * general), defender_bands=lead * (not general),
    )  # fmt: skip
    same(shuffled(model, rng), policy, sea=False)


def test_bombs_that_can_hit_nothing_decide_nothing() -> None:
    """Bombs fall on no aircraft, which shoot the bombers down."""
    model = made("land", {"bomber": 1}, {"fighter": 1})
    same(model, PLAIN, sea=False)
    assert solve(model).defender_wins == pytest.approx(1)


def test_battles_of_infantry_are_as_plain_as_in_other_games() -> None:
    """What nobody fires is left out, so that the fast engine solves them."""
    model = made("land", {"infantry": 3, "armor": 1}, {"infantry": 2, "artillery": 1})
    assert duel.fits(model)
    same(model, PLAIN, sea=False)


def test_transports_that_submarines_hit_do_not_fire_back() -> None:
    same(fleets(), PLAIN, sea=True)


def test_guns_of_aircraft_alone_hit_no_submarine() -> None:
    model = made(
        "sea", {"bomber": 2}, {"fighter": 1, "submarine": 1, "transport": 1},
        marks={("attacker", "bomber"): ("guns",)},
    )  # fmt: skip
    first = replace(model.defender, order=("submarine", "transport", "fighter"))
    same(replace(model, defender=first), PLAIN._replace(guns=True), sea=True)


@pytest.mark.parametrize("seed", [*range(depth.number(10, deep=296)), 296])
def test_battles_at_sea_are_those_of_brute_force(seed: int) -> None:
    """Submarines, transports behind the casualty line, lone aircraft, damage, retreats."""
    rng = random.Random(seed)
    ours = some(rng, rng.choice([SEA, SEA[3:5], SEA[:1]]), 4)
    theirs = some(rng, rng.choice([SEA[:4], (*SEA[:4], *SEA[5:]), SEA[:3]]), 4)
    hurt = tuple(rng.randrange(side.get("battleship", 0) + 1) for side in (ours, theirs))
    guns = rng.random() < 0.4
    model = made(
        "sea", ours, theirs, marks={("attacker", "bomber"): ("guns",) * guns},
        hurt={("attacker", "battleship"): hurt[0], ("defender", "battleship"): hurt[1]},
    )  # fmt: skip
    policy = Policy((), (), guns, leave=rng.choice([0, 0, 1, 2]))
    same(shuffled(model, rng), policy, sea=True, hurt=hurt)  # type: ignore[arg-type]


# --- the kernel plays it ------------------------------------------------------------------------

GAMES = depth.number(45, deep=5_000)


def ready(orders: Orders) -> State:
    """The state as the Combat phase begins."""
    record = orders.ready()
    return record.state_at(record.last).apply(*orders.events, ev.PhaseBegan("Combat"))


class Played:
    """Plays a battle as a policy has it, again and again."""

    def __init__(self, orders: Orders, space: str, model: Battle, policy: Policy) -> None:
        self.state, self.space, self.model, self.policy = ready(orders), space, model, policy
        self.system, self.phase = rules().game, Combat(rules().game)

    def ends(self, seeds: range) -> Counter[Ending]:
        """How often it ends how: who is left of both sides in the battle's space, or beside it."""
        found: Counter[Ending] = Counter()
        shots = {i for i, m in self.state.memories.items() if m.task == "support"}
        for seed in seeds:
            run = Run(self.state, SeededDice(seed))
            self.phase.enter(run)
            while asked := next(iter(run.state.decisions.values()), None):
                self.answer(run, asked)
            left = [u for i, u in run.state.units.items() if i not in shots and u.type != "general"]
            ours, theirs = (
                tuple(sorted((u.type, u.damage) for u in left if (u.owner == "U.K.") == own))
                for own in (True, False)
            )
            found[ours, theirs] += 1
        return found

    def answer(self, run: Run, asked: ev.Asked) -> None:
        """Answer what is asked."""
        battle = run.state.battles[asked.battle]
        if asked.kind == "casualties":
            self.phase.execute(run, self.lose(run.state, asked))
        elif asked.kind == "guns":
            decision = self.phase.decision(run.state)
            assert decision is not None
            bombs = asked.options[0] == "bombs or guns"
            wanted = self.policy.guns if bombs else self.policy.against_land
            self.phase.execute(run, Gunnery(units=decision.units if wanted else ()))
        else:
            assert asked.kind == "retreats", asked.kind
            role = asked.options[0]
            leaves = role == "attacker" and 0 < self.policy.leave < battle.round
            found = retreats.options(self.system, run.state, battle, role) if leaves else {}
            self.phase.execute(run, Withdraw(to={unit: to[0] for unit, to in found.items()}))

    def lose(self, state: State, asked: ev.Asked) -> Casualties:
        """Lose units along the order of loss of the model."""
        due = casualties.toll(self.system, state, state.battles[asked.battle])
        side = self.model.side(due.role)
        order = [name.split(" (")[0] for name in side.order]
        targets = [t for t in due.targets if t.room]
        units = {t.unit: state.units[t.unit] for t in targets}
        targets.sort(key=lambda t: (order.index(units[t.unit].type), -units[t.unit].damage))
        free = [t for t in targets for _ in range(t.room - 1)]
        men = [t for t in targets if t.kind in ("ground", "paratrooper")]
        last = men[-1:] if side.keep[1] else []
        line = [*free, *(t for t in targets if t not in last), *last]
        taken = allocate(reaches(self.system), due.hits, [t.kind for t in line], along=False)
        return Casualties(dict(Counter(line[i].unit for i in taken)))


def agree(played: Played) -> None:
    """What the kernel plays is what the odds say, within four standard deviations."""
    retreat = AfterRounds(played.policy.leave) if played.policy.leave else None
    odds = told(solve(replace(played.model, retreat=retreat)))
    ends = played.ends(range(GAMES))
    assert ends.keys() <= odds.keys(), "the kernel reaches what the odds call impossible"
    for ending, chance in odds.items():
        deviation = (chance * (1 - chance) / GAMES) ** 0.5
        assert abs(ends[ending] / GAMES - chance) <= 4.5 * deviation + 1 / GAMES, ending


@pytest.mark.parametrize(
    ("ours", "theirs", "policy"),
    [
        ({"infantry": 2, "armor": 1}, {"infantry": 2}, PLAIN),
        ({"infantry": 1, "fighter": 1, "bomber": 1}, {"artillery": 2}, PLAIN),
        ({"infantry": 1, "fighter": 2}, {"artillery": 2}, PLAIN._replace(against_land=True)),
        ({"bomber": 1, "armor": 1}, {"fighter": 1, "infantry": 1}, PLAIN._replace(guns=True)),
        ({"infantry": 2}, {"infantry": 2}, PLAIN._replace(support=(5, 5))),
        ({"infantry": 2, "artillery": 1}, {"infantry": 3}, PLAIN._replace(led=(1, 0))),
        ({"infantry": 3}, {"infantry": 1, "armor": 1}, PLAIN._replace(led=(0, 1), leave=1)),
    ],
)
def test_battles_on_land_come_out_as_the_kernel_plays_them(
    ours: dict[str, int], theirs: dict[str, int], policy: Policy
) -> None:
    orders = Orders(*BRITISH)
    for kind, number in ours.items():
        orders.send("U.K.", kind, "Libya", "Tunisia", number=number)
    for kind, number in theirs.items():
        orders.put("Tunisia", "Germany", kind, number)
    lead, bands = (Band("general", 1),), ()
    if policy.support:
        orders.task(orders.put("Libya", "U.K.", "artillery", 2), "support", "Tunisia")
        bands = (Band("artillery", 2, duty="bombarding"),)
    for power, leads in zip(("U.K.", "Germany"), policy.led, strict=True):
        if leads:
            orders.put("Tunisia", power, "general")
    model = made(
        "land", ours, theirs,
        marks={("attacker", "bomber"): ("guns",) * policy.guns,
               ("defender", "artillery"): ("against land",) * policy.against_land},
        attacker_bands=(*bands, *lead * policy.led[0]), defender_bands=lead * policy.led[1],
    )  # fmt: skip
    agree(Played(orders, "Tunisia", model, policy))


@pytest.mark.parametrize(
    ("ours", "theirs", "policy"),
    [
        ({"submarine": 2, "destroyer": 1}, {"transport": 2, "destroyer": 1}, PLAIN),
        ({"battleship": 1, "submarine": 1}, {"battleship": 1}, PLAIN),
        ({"fighter": 2, "bomber": 1}, {"submarine": 2, "destroyer": 1}, PLAIN),
        (
            {"fighter": 1, "bomber": 1}, {"aircraft carrier": 1, "fighter": 1},
            PLAIN._replace(guns=True),
        ),
        ({"destroyer": 2, "transport": 1}, {"submarine": 2}, PLAIN._replace(leave=2)),
    ],
)  # fmt: skip
def test_battles_at_sea_come_out_as_the_kernel_plays_them(
    ours: dict[str, int], theirs: dict[str, int], policy: Policy
) -> None:
    orders = Orders(*BRITISH)
    for kind, number in ours.items():
        orders.send("U.K.", kind, "NA-7", "NA-8", number=number)
    for kind, number in theirs.items():
        orders.put("NA-8", "Germany", kind, number)
    model = made("sea", ours, theirs, marks={("attacker", "bomber"): ("guns",) * policy.guns})
    agree(Played(orders, "NA-8", model, policy))
