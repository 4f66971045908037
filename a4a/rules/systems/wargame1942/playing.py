"""Linked battles, played by the kernel under stated policies to tell how one of them ends.

What bears on a battle besides its own dice (the sea battle before a landing, fleets that pass,
retreats into another battle) is too much to be solved. So its group is played from where it stands,
by the rules themselves, with dice of their own.

Both sides do as follows. They lose their cheapest units first, but the last land unit of those who
attack a territory, and whoever withdraws, after all others. Bombers drop bombs, guns fire at
aircraft first, battleships fire preemptively, nothing is scorched. A side retreats as its policy
says, in each battle of the group, with all that may: to where it came from, or the first place
there is. Without a policy it never does.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Final, TypeAlias, get_args

from a4a.core import events as ev
from a4a.core.dice import Dice, SeededDice
from a4a.core.english import count_of
from a4a.core.errors import BattleError
from a4a.core.state import OpenBattle, State
from a4a.core.units import Unit
from a4a.core.words import list_of
from a4a.odds.ends import Model, Result
from a4a.odds.given import shown, whole
from a4a.odds.retreat import AfterRounds, Retreat, UnitsLeft
from a4a.odds.steps import Role
from a4a.odds.tallied import Ended, Kept, Left, Tally
from a4a.rules.areas.combat import battle as b
from a4a.rules.areas.combat import hits as h
from a4a.rules.areas.combat.casualties import cheapest_first
from a4a.rules.areas.combat.listing import reaches
from a4a.rules.areas.orders import Casualties, Fight
from a4a.rules.areas.system import System
from a4a.rules.order import Order
from a4a.rules.run import Run
from a4a.rules.systems.wargame1942.combat import casualties, decks, groups, retreats, sides
from a4a.rules.systems.wargame1942.combat import words as w
from a4a.rules.systems.wargame1942.combat.phase import Combat
from a4a.rules.systems.wargame1942.orders import Gunnery, Own, Scorch, Withdraw

GAMES: Final = 400
"""How often a battle is played where nobody says it: within 5 % of the truth, 19 times of 20."""

MOST_GAMES: Final = 100_000
"""Games that are played at most."""

Policy: TypeAlias = AfterRounds | UnitsLeft
"""When a side may be told to retreat here."""

_RESULTS: Final[dict[str, Result]] = {
    "attacker takes": Result("attacker", "attacker"),
    "attacker wins": Result("attacker"),
    "attacker retreats": Result("defender", retreats="attacker", broken_off=True),
    "defender wins": Result("defender"),
}

_BOUND: Final = frozenset({w.ASSAULT, w.CLEAR, w.PASS, w.PASS_TO_BOMBARD, w.PASS_TO_OFFLOAD})
"""Tasks of units that are still to come to a battle."""

_Kind: TypeAlias = tuple[str, str, bool]
"""A type, whose it is, and whether it is cargo there."""


@dataclass(frozen=True)
class Linked(Model):
    """A battle that is open, to be played with those it is linked to.

    Parameters
    ----------
    system, state
        The game, and where it stands.
    battle
        Which battle is asked about.
    attacker, defender
        When the sides retreat; None for never.

    Raises
    ------
    BattleError
        If a policy is none that can be played.
    """

    system: System
    state: State
    battle: str
    attacker: Retreat | None = None
    defender: Retreat | None = None

    def __post_init__(self) -> None:
        for name, policy in (("retreat", self.attacker), ("defender_retreat", self.defender)):
            if policy is not None and not isinstance(policy, get_args(Policy)):
                raise BattleError(
                    f"{name}={shown(policy)}: battles that are played by the rules are broken off"
                    " by AfterRounds or UnitsLeft of a4a.odds.retreat"
                )

    # --- what it tells --------------------------------------------------------------------------

    def solve(self) -> Tally:
        """Return how it ends, played so many times that it is answered in seconds."""
        return self.simulate(GAMES, seed=1)

    def simulate(self, games: int, *, seed: int) -> Tally:
        """Return how it ends, played so many times with seeded dice."""
        games, seed = whole(games, "games", least=1, most=MOST_GAMES), whole(seed, "seed")
        dice = SeededDice(seed)
        ended = [self._played(dice) for _ in range(games)]
        return Tally(self._kept("attacker"), self._kept("defender"), ended)

    def cost(self, role: Role) -> float:
        """Return what a side can lose."""
        side = self._kept(role)
        return sum(n * price for n, price in zip(side.began, side.prices, strict=True))

    def lacks(self) -> Role | None:
        """Return the side that has nobody in the battle, nor anybody to come."""
        roles: tuple[Role, ...] = ("attacker", "defender")
        return next((role for role in roles if not self._members[role]), None)

    def explain(self, kind: str) -> str:
        """Return the battle in words."""
        lines = [f"{kind} battle in {self._open.space}, {self.beyond}"]
        for role in ("attacker", "defender"):
            policy = getattr(self, role)
            lines.append(f"{role}: {'never retreats' if policy is None else policy}")
            side = self._kept(role)
            lines += [f"  {count_of(*one)}" for one in zip(side.began, side.names, strict=True)]
        return "\n".join(lines)

    @property
    def beyond(self) -> str:
        """With which battles it is linked, in words."""
        others = [x.space for x in groups.group(self.state, self.battle) if x.id != self.battle]
        with_them = f", with those it is linked to in {list_of(others)}" if others else ""
        return f"played from where it stands{with_them}"

    def called(self, role: Role) -> tuple[tuple[str, frozenset[str]], ...]:
        """Return the kinds of a side: names, and words for what they are."""
        words = self._kinds(role).items()
        return tuple((name, frozenset({name, kind[0]})) for kind, name in words)

    # --- who is in it ---------------------------------------------------------------------------

    @property
    def _open(self) -> OpenBattle:
        return self.state.battles[self.battle]

    @cached_property
    def _members(self) -> dict[Role, dict[int, _Kind]]:
        """The units of both sides whose fate the battle may decide, those to come among them."""
        roles: tuple[Role, ...] = ("attacker", "defender")
        found: dict[Role, dict[int, _Kind]] = {}
        for role in roles:
            units = [*sides.units(self.state, self._open, role)]
            units += self._to_come() if role == "attacker" else ()
            own = {u.id: (u.type, u.owner, False) for u in units}
            aboard = [x for u in units for x in self.state.at(u.id)]
            found[role] = {u.id: (u.type, u.owner, True) for u in aboard} | own
        return found

    def _to_come(self) -> Iterator[Unit]:
        yield from sides.waiting(self.system, self.state, self._open)
        for unit, memory in self.state.memories.items():
            if memory.target == self._open.space and memory.task in _BOUND:
                yield self.state.units[unit]

    def _kinds(self, role: Role) -> dict[_Kind, str]:
        """What the kinds of a side are called: by type, and where that is not enough by owner."""
        kinds = dict.fromkeys(self._members[role].values())
        order = self.state.catalog.type_order
        alike = Counter((unit, aboard) for unit, _, aboard in kinds)
        return {
            kind: " ".join(
                filter(
                    None,
                    (
                        kind[0],
                        f"({kind[1]})" if alike[kind[0], kind[2]] > 1 else "",
                        "(cargo)" if kind[2] else "",
                    ),
                )
            )
            for kind in sorted(kinds, key=lambda kind: (order[kind[0]], kind[1:]))
        }

    def _kept(self, role: Role) -> Kept:
        kinds = self._kinds(role)
        prices = (float(self.state.catalog.price(unit, owner)) for unit, owner, _ in kinds)
        return Kept(tuple(kinds.values()), self._left(self.state, role), tuple(prices), ())

    def _left(self, state: State, role: Role) -> Left:
        """How many of each kind are alive in a state."""
        members = self._members[role]
        alive = Counter(kind for i, kind in members.items() if i in state.units)
        return tuple(alive[kind] for kind in self._kinds(role))

    # --- a game ---------------------------------------------------------------------------------

    def _played(self, dice: Dice) -> Ended:
        """Play the group until the battle is over."""
        run, phase = Run(self.state, dice), Combat(self.system)
        while self.battle in run.state.battles:
            phase.execute(run, self._answer(phase, run.state))
        closed = next(
            e for e in run.events if isinstance(e, ev.BattleClosed) and e.battle == self.battle
        )
        rounds = sum(
            isinstance(e, ev.CombatRoundBegan) and e.battle == self.battle for e in run.events
        )
        state = run.state
        result = _RESULTS.get(closed.result, Result("nobody"))
        return Ended(result, self._left(state, "attacker"), self._left(state, "defender"), rounds)

    def _answer(self, phase: Combat, state: State) -> Order:
        """What is answered to whatever is asked."""
        asked = phase.decision(state)
        assert asked is not None
        match asked.kind:
            case "battle":
                return Fight(battle=self.battle)
            case "casualties":
                return self._losses(state, state.battles[asked.battle])
            case "retreats":
                battle = state.battles[asked.battle]
                role: Role = "attacker" if battle.step == w.ATTACKERS_RETREAT else "defender"
                return self._retreat(state, battle, role)
            case "scorched earth":
                return Scorch()
            case "owner":
                return Own(nation=asked.options[0])
            case "flights":
                open_question = next(x for x in state.decisions.values() if x.kind == "flights")
                return _landed(self.system, state, open_question.options[0], asked.powers[0])
            case _:
                return Gunnery()

    def _losses(self, state: State, battle: OpenBattle) -> Casualties:
        due = casualties.toll(self.system, state, battle)
        line = cheapest_first(self.system, state, due.targets)
        if due.role == "attacker" and not b.is_sea(self.system, battle):
            land = self.system.of_category("land")
            men = [t for t in line if state.units[t.unit].type in land]
            line = [t for t in line if t not in men[-1:]] + men[-1:]
        return Casualties(h.assign(reaches(self.system), due.hits, line))

    def _retreat(self, state: State, battle: OpenBattle, role: Role) -> Withdraw:
        policy = self.attacker if role == "attacker" else self.defender
        if isinstance(policy, AfterRounds):
            leaves = battle.round > policy.rounds
        elif isinstance(policy, UnitsLeft):
            leaves = len(sides.engaged(state, battle, role)) <= policy.units
        else:
            leaves = False
        if not leaves:
            return Withdraw()
        to: dict[int, str] = {}
        for unit, spaces in retreats.options(self.system, state, battle, role).items():
            fit = (s for s in spaces if not retreats.crowded(self.system, state, {**to, unit: s}))
            if (space := next(fit, None)) is not None:
                to[unit] = space
        return Withdraw(to=to)


def _landed(system: System, state: State, zone: str, power: str) -> Withdraw:
    """Land the aircraft that lost their carrier, on land rather than on decks, as there is room."""
    to: dict[int, str] = {}
    for unit, spaces in decks.places(system, state, zone, power).items():
        if len(to) == decks.due(system, state, zone, power):
            break
        for space in sorted(spaces, key=system.graph.is_sea.__getitem__):
            tried = {u: (s,) for u, s in {**to, unit: space}.items()}
            if decks.most(system, state, tried) == len(tried):
                to[unit] = space
                break
    return Withdraw(to=to)
