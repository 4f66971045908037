"""Vichy France in the missions phase: who rolls for what, then its fate.

Source: book, The Strategic Missions Phase, #2; R-484, R-485.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from msgspec.structs import replace

from a4a.core import events as ev
from a4a.core.english import the
from a4a.core.events import Asked, Die
from a4a.core.state import State
from a4a.rules.areas.system import System
from a4a.rules.decision import Decision
from a4a.rules.run import Run
from a4a.rules.systems.deluxe3g40.missions.choosing import Choosing, ask
from a4a.rules.systems.deluxe3g40.missions.mission import Mission
from a4a.rules.systems.deluxe3g40.politics import vichy
from a4a.rules.systems.deluxe3g40.politics.changing import convert, remove

NO_MORE = "roll for nothing more"
_PASS_OVER = "pass over "


class Step(NamedTuple):
    """A die that a power may roll, and for which space."""

    roll: vichy.VichyRoll
    space: str

    def options(self, system: System) -> tuple[str, str, str]:
        """What can be done about it: roll, roll for this and all that follows, or pass."""
        what = _what(system, self.space)
        return f"roll for {what}", f"roll for {what} and all that follows", f"{_PASS_OVER}{what}"

    def is_open(self, state: State) -> bool:
        """Whether there is anything to roll for."""
        of = self.roll.of
        return state.control.get(self.space) == of or bool(vichy.units_of(state, of, self.space))

    def value(self, state: State) -> int:
        """The highest face that succeeds."""
        better = bool(self.roll.bonus) and self.roll.bonus in state.statuses(self.roll.power)
        return self.roll.value + better


@lru_cache(maxsize=16)
def steps(system: System) -> tuple[Step, ...]:
    """Return all dice of a missions phase, in order."""
    return tuple(Step(roll, space) for roll in vichy.vichy(system).rolls for space in roll.spaces)


class Rolling(Choosing):
    """Whether a power rolls for what is Vichy in a space."""

    kind = "Vichy roll"
    text = "roll for what is Vichy"

    def decision(self, state: State, asked: Asked) -> Decision:
        """Return what is asked, with what the die must show."""
        step = next(s for s in steps(self.system) if s.options(self.system)[0] == asked.options[0])
        value = next(s.value(state) for s in self._own(asked.powers[0]) if s.space == step.space)
        text = f"{asked.options[0]}: {value} or less of {self.system.catalog.dice_sides} succeeds"
        return replace(super().decision(state, asked), text=text, spaces=(step.space,))

    def passes(self, option: str) -> bool:
        """Whether nobody rolls for this space; others may be asked about next."""
        return option.startswith(_PASS_OVER)

    def chosen(self, run: Run, power: str, option: str) -> None:
        """Roll or pass, and go on."""
        own = self._own(power)
        offers = [step.options(self.system) for step in own]
        at = next((n for n, offer in enumerate(offers) if option in offer), len(own) - 1)
        roll, rest, _ = offers[at]
        tried = own[at:] if option == rest else own[at : at + 1] if option == roll else []
        for step in tried:
            if step.is_open(run.state):
                attempt(self.system, run, step)
        last = tried[-1] if tried else own[at]
        go_on(self.system, run, steps(self.system).index(last) + 1)

    def _own(self, power: str) -> list[Step]:
        return [step for step in steps(self.system) if step.roll.power == power]


def go_on(system: System, run: Run, first: int) -> None:
    """Ask about the next die that can be rolled; when there is none, see whether it is the end."""
    left = [step for step in steps(system)[first:] if step.is_open(run.state)]
    if left:
        step, *others = left
        roll, rest, leave = step.options(system)
        more = any(other.roll == step.roll for other in others)
        options = (roll, rest, leave, NO_MORE) if more else (roll, leave)
        ask(run, Rolling.kind, step.roll.power, options, rule=step.roll.rule, about=step.space)
        return
    for fate in vichy.vichy(system).fates:
        if run.state.round >= fate.round and vichy.stands(run.state, fate):
            vichy.end(system, run, fate)


def attempt(system: System, run: Run, step: Step) -> None:
    """Roll the die, and do what follows."""
    (roll, space), state, sides = step, run.state, system.catalog.dice_sides
    value = step.value(state)
    (face,) = run.dice.roll(1, sides=sides)
    won = face <= value
    said = "destroyed" if roll.destroys else f"won for {system.called(roll.power)}"
    run.emit(
        ev.Rolled(
            "other", roll.power, (Die(face, value, "hit" if won else "miss"),), sides,
            hits=int(won), expected=value / sides,
            outcome=f"{_what(system, space)}: {said if won else 'no success'}",
        )
    )  # fmt: skip
    if not won:
        return
    if not system.graph.is_sea[space]:
        vichy.turn(system, run, space, roll.power, Rolling.kind)
    elif roll.destroys:
        remove(run, vichy.units_of(state, roll.of, space), Rolling.kind)
    else:
        convert(run, vichy.units_of(state, roll.of, space), roll.power, Rolling.kind)


def _what(system: System, space: str) -> str:
    return f"the ships in {the(space)}" if system.graph.is_sea[space] else the(space)


class VichyFrance(Mission):
    """The rolls of all nations, one after the other; in the end the fate of Southern France."""

    name = "Vichy France"
    kinds = (Rolling,)

    def applies(self, state: State) -> bool:
        """Whether there is a regime."""
        return any(vichy.stands(state, fate) for fate in vichy.vichy(self.system).fates)

    def enter(self, run: Run) -> None:
        """Ask the first nation."""
        go_on(self.system, run, 0)
