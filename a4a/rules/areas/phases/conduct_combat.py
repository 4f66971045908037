"""Conduct Combat: scrambles, interceptions and strikes, then raids, assaults, all other battles."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from a4a.core import events as ev
from a4a.core.english import either_of, the
from a4a.core.state import OpenBattle, State
from a4a.core.words import list_of
from a4a.rules.account import Account
from a4a.rules.areas import force
from a4a.rules.areas.combat import battle as b
from a4a.rules.areas.combat import (
    ending,
    intercept,
    kamikaze,
    opening,
    raids,
    rockets,
    rounds,
    scramble,
)
from a4a.rules.areas.combat.assaults import BombardQuestion
from a4a.rules.areas.combat.casualties import CasualtiesQuestion
from a4a.rules.areas.combat.intercept import InterceptQuestion
from a4a.rules.areas.combat.kamikaze import KamikazeQuestion
from a4a.rules.areas.combat.raids import TargetsQuestion
from a4a.rules.areas.combat.retreat import RetreatQuestion
from a4a.rules.areas.combat.rockets import RocketsQuestion
from a4a.rules.areas.combat.scramble import ScrambleQuestion
from a4a.rules.areas.combat.submarines import SubmergeQuestion
from a4a.rules.areas.control import protection
from a4a.rules.areas.movement import intended
from a4a.rules.areas.orders import Fight
from a4a.rules.areas.politics.situation import situation_of
from a4a.rules.areas.system import System
from a4a.rules.areas.turns import goes_first
from a4a.rules.decision import Decision
from a4a.rules.order import Order
from a4a.rules.phase import Phase
from a4a.rules.question import Question
from a4a.rules.relations import is_at_war
from a4a.rules.run import Run

_BEFORE = (
    ScrambleQuestion.kind, InterceptQuestion.kind, KamikazeQuestion.kind, RocketsQuestion.kind,
)  # fmt: skip
"""Kinds of question that are answered before any battle opens, in this order."""


_FIRST = (ScrambleQuestion.kind, InterceptQuestion.kind)
"""Of these, those that the phase itself asks as it begins: a phase before it may."""


_ANSWERS: Mapping[str, tuple[str, str]] = {
    ScrambleQuestion.kind: (ScrambleQuestion.order, "aircraft scramble"),
    InterceptQuestion.kind: (InterceptQuestion.order, "fighters intercept"),
}
"""What is answered to them, and what that does."""


class ConductCombat(Phase[System]):
    """All battles of the powers whose turn it is, one by one, in the order they choose.

    Parameters
    ----------
    system
        The game.
    asks
        What is asked as it begins, of "scramble" and "interception".
    """

    name = "Conduct Combat"

    def __init__(self, system: System, *, asks: tuple[str, ...] = _FIRST) -> None:
        super().__init__(system)
        self._asks = asks
        takes = {"Fight": "battles are fought", **dict(_ANSWERS[kind] for kind in asks)}
        if kamikaze.kamikazes(system):
            takes[KamikazeQuestion.order] = "kamikaze strikes are made"
        self.takes = MappingProxyType(takes)
        kinds: tuple[type[Question[System]], ...] = (
            ScrambleQuestion, InterceptQuestion, KamikazeQuestion, RocketsQuestion,
            TargetsQuestion, BombardQuestion, SubmergeQuestion, CasualtiesQuestion, RetreatQuestion,
        )  # fmt: skip
        self._questions = {kind.kind: kind(system) for kind in kinds}

    def applies(self, state: State) -> bool:
        """Whether a power whose turn it is is at war with anyone."""
        return any(is_at_war(self.system, state, power) for power in state.active)

    def enter(self, run: Run) -> None:
        """Ask who scrambles and who intercepts, or go straight to the battles (R-061)."""
        here = [situation_of(self.system, run.state, power) for power in run.state.active]
        found = {
            ScrambleQuestion.kind: scramble.questions,
            InterceptQuestion.kind: intercept.questions,
        }
        for kind in self._asks:
            run.emit_all([asked for one in here for asked in found[kind](one)])
        self._go_on(run)

    def take_up(self, run: Run, account: Account) -> None:
        """Open the battles that are still to be fought; units that have raided do nothing else."""
        if run.state.phase != self.name:
            return
        intended.give_tasks(self.system, run, account)
        state = run.state
        opened = [event for event in account.told if isinstance(event, ev.BattleOpened)]
        if not opened and not any(_scrambles(event) for event in account.told):
            self.enter(run)
            return
        raids = [x for x in opened if x.kind in ("bombing raid", "air")]
        flown = {i for x in raids for p in x.participants if p.role == "attacker" for i in p.units}
        if still := tuple(i for i in sorted(flown) if i in state.units):
            run.emit(ev.UnitsTasked(still, b.ESCORT))
        fought = frozenset(x.space for x in opened if x not in raids)
        opening.open_battles(self.system, run, without=fought)
        self._go_on(run, after="battle")

    def leave(self, run: Run) -> None:
        """Put into effect the pacts that attacks of this turn have set off."""
        protection.settle(self.system, run)

    def decision(self, state: State) -> Decision | None:
        """Return the open question, or the choice of the next battle; None if all is over."""
        for asked in state.decisions.values():
            question = self._questions.get(asked.kind)
            return None if question is None else question.decision(state, asked)
        battles = _next(self.system, state)
        if not battles:
            return None
        return Decision(
            kind="battle",
            powers=_attackers(state, battles),
            orders=("Fight",),
            rule=self.system.book.cite("battle.order"),
            text=f"choose the battle to fight next: {list_of(_named(x) for x in battles)}",
            options=tuple(x.id for x in battles),
            spaces=tuple(x.space for x in battles),
        )

    def verify(self, state: State, order: Order) -> None:
        """Refuse an answer that may not be given."""
        for asked in state.decisions.values():
            question = self._questions.get(asked.kind)
            if question is not None:
                question.verify(state, asked, order)
            return
        if isinstance(order, Fight):
            self._verify_fight(state, order)

    def _verify_fight(self, state: State, order: Fight) -> None:
        battles = _next(self.system, state)
        if order.battle in [x.id for x in battles]:
            return
        found = state.battles.get(order.battle)
        why, rule = f"no battle {order.battle!r} is open", "battle.order"
        if found is not None:
            before = [state.battles[i].space for i in found.links if i in state.battles]
            rule = "assault.sequence" if before else "battle.sequence"
            why = (
                f"the sea battle in {list_of(before)} comes first"
                if before
                else "raids come first, then amphibious assaults, then all others"
            )
        raise self.system.book.violation(
            rule,
            why,
            tried=f"fight in {the(found.space)}" if found else f"fight {order.battle!r}",
            allowed=f"fight {either_of(repr(x.id) for x in battles)}"
            if found is None
            else f"fight in {either_of(_named(x) for x in battles)}",
        )

    def execute(self, run: Run, order: Order) -> None:
        """Carry out an answer or a choice, and fight on until the next is asked for."""
        state = run.state
        for asked in state.decisions.values():
            question = self._questions.get(asked.kind)
            if question is None:
                return
            question.answer(run, asked, order)
            self._resume(run, asked.battle)
            self._go_on(run, after=asked.kind)
            return
        if isinstance(order, Fight):
            choice = state.battles[order.battle]
            run.emit(
                ev.Decided(_attackers(state, [choice]), "battle", choice.space,
                           spaces=(choice.space,), battle=choice.id)
            )  # fmt: skip
            self._resume(run, order.battle)
            self._go_on(run, after="battle")

    # --- from battle to battle ------------------------------------------------------------------

    def _resume(self, run: Run, battle: str) -> None:
        found = run.state.battles.get(battle)
        if found is None:
            return
        if found.kind == "bombing raid":
            raids.go_on(self.system, run, battle)
        else:
            rounds.go_on(self.system, run, battle)

    def _go_on(self, run: Run, *, after: str = ScrambleQuestion.kind) -> None:
        """Open the battles once all questions are answered, and fight those that leave no choice.

        Parameters
        ----------
        run
            What happens.
        after
            The kind of question that was answered last.
        """
        self._drop_moot(run)
        if after in _BEFORE:
            for kind, ask in (
                (KamikazeQuestion.kind, kamikaze.ask),
                (RocketsQuestion.kind, rockets.ask),
            ):
                if _BEFORE.index(after) < _BEFORE.index(kind) and not run.state.decisions:
                    ask(self.system, run)
            if run.state.decisions:
                return
            opening.open_battles(self.system, run)
        while not run.state.decisions:
            battles = _next(self.system, run.state)
            if not battles and opening.open_waiting(self.system, run):
                continue
            simple = [x for x in battles if self._needs_no_choice(run.state, x)]
            if not simple and len(battles) != 1:
                return
            self._resume(run, (simple or battles)[0].id)

    def _needs_no_choice(self, state: State, battle: OpenBattle) -> bool:
        """Whether a battle is settled without dice: then its place in the order does not matter."""
        return battle.kind == "land" and ending.is_over(self.system, state, battle)

    def _drop_moot(self, run: Run) -> None:
        """Answer questions to which only "no" is left (their aircraft are away already)."""
        for asked in list(run.state.decisions.values()):
            question = self._questions.get(asked.kind)
            if question is None or not question.moot(run.state, asked):
                return
            run.emit(ev.Decided(asked.powers, asked.kind, "no", asked.decision))


def _scrambles(event: ev.AnyEvent) -> bool:
    return isinstance(event, ev.UnitsMoved) and event.mode == "scramble"


def _next(system: System, state: State) -> list[OpenBattle]:
    """Return the battles of which one is fought next.

    Raids come first; then assaults, each sea battle before the landings that wait for it; then
    all others. A battle that has begun is finished first. In each of these the battles of a power
    that goes first come first.
    """
    battles = list(state.battles.values())
    begun = [x for x in battles if x.round or x.step]
    if begun:
        return begun[:1]
    stages = [
        [x for x in battles if x.kind == "bombing raid"],
        _assaults(state, battles),
        battles,
    ]
    found = next((stage for stage in stages if stage), [])
    turn = goes_first(system, state.active)
    first = [x for x in found if turn and force.attacker(state, x) == turn.first]
    return first or found


def _attackers(state: State, battles: list[OpenBattle]) -> tuple[str, ...]:
    """Return the powers whose turn it is that attack in battles, in order."""
    attacks = {force.attacker(state, battle) for battle in battles}
    return tuple(power for power in state.active if power in attacks)


def _assaults(state: State, battles: list[OpenBattle]) -> list[OpenBattle]:
    """Return the sea battles before landings, and the landings that wait for none."""
    landings = [x for x in battles if x.kind == "amphibious"]
    before = {link for x in landings for link in x.links}
    return [
        x
        for x in battles
        if x.id in before or (x.kind == "amphibious" and before_is_over(state, x))
    ]


def before_is_over(state: State, landing: OpenBattle) -> bool:
    """Whether the sea battles before a landing are over."""
    return not any(link in state.battles for link in landing.links)


def _named(battle: OpenBattle) -> str:
    return f"{battle.space} (raid)" if battle.kind == "bombing raid" else battle.space
