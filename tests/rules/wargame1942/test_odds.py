"""Odds of a battle of The War Game: against brute force, and against the kernel's own play."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

import pytest

import a4a
from a4a.core import events as ev
from a4a.core.dice import SeededDice
from a4a.core.errors import BattleError
from a4a.core.state import State
from a4a.odds import duel
from a4a.odds.answer import Odds
from a4a.odds.battle import Battle
from a4a.odds.exact import solve
from a4a.odds.montecarlo import simulate
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
from tests.rules.wargame1942.declared import BRITISH, Orders, rules

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


@pytest.mark.parametrize("seed", [*range(depth.number(25, deep=300)), 307])
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


@pytest.mark.parametrize("seed", [*range(depth.number(25, deep=296)), 296])
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

GAMES = depth.number(200, deep=5_000)


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


# --- what is refused, and what else the same battle answers -------------------------------------


def fleets() -> Battle:
    """A sea battle with transports behind the casualty line."""
    return made("sea", {"submarine": 2, "fighter": 1}, {"transport": 2, "destroyer": 1})


def test_simulated_battles_end_as_those_solved() -> None:
    landing = made("land", {"infantry": 2, "fighter": 2}, {"artillery": 2, "infantry": 1})
    for model in (fleets(), landing):
        exact, played = solve(model), simulate(model, 20_000, seed=3)
        assert abs(exact.attacker_wins - played.attacker_wins) < 0.015
        assert abs(exact.rounds - played.rounds) < 0.03


def test_who_must_stay_lets_nobody_retreat_without_fire() -> None:
    model = replace(made_landing(), retreat=AfterRounds(1))
    with pytest.raises(BattleError, match="fired at for another round"):
        solve(model)


def made_landing() -> Battle:
    """A landing with an aircraft, and a ship of which only the second battery is lost."""
    bands = (
        Band("infantry", 2, duty="landing"),
        Band("battleship", 1, damaged=1, duty="bombarding"),
        Band("battleship", 1, duty="bombarding"),
    )
    return made("amphibious", {"fighter": 1}, {"infantry": 1}, attacker_bands=bands)


def test_a_damaged_battleship_bombards_with_one_battery() -> None:
    groups = {g.kind.name: g.kind for g in made_landing().attacker.groups}
    fired = sorted(
        sorted(weapon.value for weapon in kind.weapons.values())
        for kind in groups.values()
        if not kind.hits
    )
    assert fired == [[6, 8], [8]]


def test_hits_behind_the_casualty_line_are_chosen_volley_by_volley() -> None:
    model = fleets()
    defender = replace(model.defender, allocation="along the order")
    with pytest.raises(BattleError, match="volley by volley"):
        solve(replace(model, defender=defender))


@pytest.mark.parametrize(
    ("kind", "band", "why"),
    [
        ("land", Band("artillery", 3, duty="bombarding"), "3 units give support shots for 2"),
        ("land", Band("destroyer", 1, duty="bombarding"), "a landing only"),
        ("sea", Band("artillery", 1, duty="bombarding"), "at land units"),
        ("sea", Band("general", 1), "leads land units"),
        ("land", Band("major factory", 1), "takes no part"),
    ],
)
def test_units_that_cannot_be_in_a_battle_are_refused(kind: str, band: Band, why: str) -> None:
    units = {"infantry": 2} if kind == "land" else {"destroyer": 2}
    with pytest.raises(BattleError, match=why):
        made(kind, units, units, attacker_bands=(band,))


def test_preemptive_batteries_fire_before_all_else_in_the_first_round_alone() -> None:
    """WG-BUB-002, -003: what they hit does not fire back; later they fire with all others."""
    ours = (Band("battleship", 1, marks=("preemptive",)),)
    model = made("sea", {}, {"destroyer": 1}, attacker_bands=ours)
    odds = solve(replace(model, rounds=1))
    # The destroyer is lost to the 8 beforehand; if not, it damages the battleship at 5.
    unhurt = odds.attacker.damaged[:, 0] == 0
    assert odds.chances[unhurt].sum() == pytest.approx(1 - 4 / 12 * 5 / 12)
    late = solve(replace(model, rounds=2))
    spared = 4 / 12 * 6 / 12
    again = 5 / 12 * 4 / 12 + 7 / 12 * 4 / 12 * 6 / 12  # damaged, it has its 8 alone
    assert late.attacker_wins + late.both_destroyed == pytest.approx(1 - spared * again)


def test_generals_are_sent_with_the_units_they_lead() -> None:
    battle = a4a.battle(
        "wargame1942", attacker={"infantry": 4, "general": 1}, defender={"infantry": 2}
    )
    assert battle.sending({"infantry": 2}).attacker == {"infantry": 2, "general": 1}


def test_an_open_battle_is_told_with_both_nations_tasks_and_generals() -> None:
    orders = Orders(*BRITISH)
    orders.send("U.K.", "infantry", "Libya", "Tunisia", number=2)
    orders.send("France", "armor", "Libya", "Tunisia")
    orders.task(orders.put("Libya", "U.K.", "artillery"), "support", "Tunisia")
    orders.put("Tunisia", "France", "general")
    orders.put("Tunisia", "Germany", "infantry", 2)
    run = Run(ready(orders), SeededDice(1))
    Combat(rules().game).enter(run)
    name = next(x.id for x in run.state.battles.values() if x.space == "Tunisia")
    fight = rules().battles.recorded(run.state, name)
    assert fight is not None
    model = fights.battle(rules().game, fight)
    found = {g.kind.name: (g.count, g.kind.value) for g in model.attacker.groups}
    assert found == {
        "infantry": (2, 2), "armor": (1, 9), "artillery (bombarding)": (1, 0),
    }  # fmt: skip
    assert [(g.kind.name, g.count) for g in model.defender.groups] == [("infantry", 2)]


def test_harsh_terrain_has_no_odds() -> None:
    with pytest.raises(BattleError, match="no odds"):
        made("land", {}, {"infantry": 1}, attacker_bands=(Band("infantry", 1, across="harsh"),))
