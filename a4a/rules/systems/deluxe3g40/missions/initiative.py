"""Initiative: each side rolls a die, and the higher chooses which side acts first.

Sources: book, The Strategic Missions Phase, #5 and #6 (DX-SMP-092 to 094, 111, 112); R-446.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import ClassVar

from a4a.core import events as ev
from a4a.core.english import either_of
from a4a.core.events import Asked
from a4a.core.state import State
from a4a.rules.areas.system import System
from a4a.rules.decision import Decision
from a4a.rules.order import Order
from a4a.rules.question import Question
from a4a.rules.run import Run
from a4a.rules.systems.deluxe3g40.orders import ChooseSide


def contest(
    system: System,
    run: Run,
    rollers: Mapping[str, str],
    about: str,
    *,
    prize: str = "may choose who goes first",
) -> str:
    """Let a power of each side roll until one rolls higher; return its side."""
    number, sides = 0, system.catalog.dice_sides
    while True:
        number += 1
        name = f"{run.state.turn}: {about}, {number}"
        faces = {side: run.dice.roll(1, sides=sides)[0] for side in rollers}
        best = max(faces, key=lambda side: faces[side])
        tied = len(set(faces.values())) < len(faces)
        for side, power in rollers.items():
            last = side == list(rollers)[-1]
            said = ("a tie" if tied else f"the {best} {prize}") if last else ""
            die = ev.Die(faces[side])
            run.emit(ev.Rolled("contest", power, (die,), sides, contest=name, outcome=said))
        if not tied:
            return best


class InitiativeQuestion(Question[System]):
    """Which side acts first."""

    kind = "initiative"
    order = "ChooseSide"
    rule: ClassVar[str]
    what: ClassVar[str]

    @abstractmethod
    def queue(self, state: State, sides: Sequence[str]) -> list[Asked]:
        """Return the questions that follow, those of the first side first."""

    def begin(self, run: Run, rollers: Mapping[str, Sequence[str]]) -> None:
        """Roll if both sides can act, and ask who is first; or go on to the one that can.

        Parameters
        ----------
        run
            What happens.
        rollers
            The powers that can act, by side.
        """
        if len(rollers) < 2:
            run.emit_all(self.queue(run.state, list(rollers)))
            return
        first = {side: powers[0] for side, powers in rollers.items()}
        side = contest(self.system, run, first, self.what)
        name = f"{run.state.turn}: {self.what}: {self.kind}"
        run.emit(Asked(name, tuple(rollers[side]), self.kind, tuple(rollers), self.rule))

    def decision(self, state: State, asked: Asked) -> Decision:
        """Return what is asked: a side."""
        return Decision(
            kind=self.kind,
            powers=asked.powers,
            orders=(self.order,),
            rule=asked.rule,
            text=f"choose which side makes its {self.what}s first",
            options=asked.options,
        )

    def verify(self, state: State, asked: Asked, order: Order) -> None:
        """Refuse what is no side."""
        assert isinstance(order, ChooseSide)
        if order.side not in asked.options:
            raise self.system.book.violation(
                asked.rule, f"{order.side!r} is no side", tried="choose who is first",
                allowed=either_of(map(repr, asked.options)),
            )  # fmt: skip

    def answer(self, run: Run, asked: Asked, order: Order) -> None:
        """Ask the powers of that side first, then those of the other."""
        assert isinstance(order, ChooseSide)
        run.emit(ev.Decided(asked.powers, self.kind, order.side, asked.decision))
        others = [side for side in asked.options if side != order.side]
        run.emit_all(self.queue(run.state, [order.side, *others]))
