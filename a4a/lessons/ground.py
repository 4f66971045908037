"""Predicates of the board: whose a space is, what a power earns, what stands where by a round."""

from __future__ import annotations

from typing import Annotated

import msgspec

from a4a.core.english import count_of, the
from a4a.lessons.moment import Moment
from a4a.lessons.predicate import Finding, Predicate, in_words

Count = Annotated[int, msgspec.Meta(ge=0, le=9_999)]


class Controls(Predicate, frozen=True, tag="controls"):
    """A power controls a space.

    Parameters
    ----------
    power, space
        Which power, and which space.
    """

    power: str
    space: str

    def judge(self, moment: Moment) -> Finding:
        """Say who controls it."""
        power, space = moment.checked(self.power), moment.space(self.space)
        holder = moment.state.control.get(space)
        return Finding(
            goal=self.name,
            asked=f"let {the(power)} control {the(space)}",
            met=holder == power,
            why=f"{holder or 'nobody'} controls it",
            spaces=(space,),
        )


class Income(Predicate, frozen=True, tag="income"):
    """The spaces of a power yield so much at least.

    Parameters
    ----------
    power
        The power.
    least
        What its spaces yield together.
    """

    power: str
    least: float

    def judge(self, moment: Moment) -> Finding:
        """Say what its spaces yield; objectives, convoys and plunder aside."""
        power = moment.checked(self.power)
        spaces = [space for space, holder in moment.state.control.items() if holder == power]
        reached = float(sum(moment.state.income_value(space) for space in spaces))
        return Finding(
            goal=self.name,
            asked=f"let the spaces of {the(power)} yield {in_words(self.least, 'money')} at least",
            met=reached >= self.least,
            why=f"{count_of(len(spaces), 'space')} yield {in_words(reached, 'money')}",
            reached=reached,
            wanted=self.least,
            measure="money",
        )


class Reaches(Predicate, frozen=True, tag="reaches"):
    """Units of a power are in a space, in time.

    Parameters
    ----------
    power, space
        Whose, and where.
    least
        How many at least.
    unit
        Of which type; "" for any that can fight or carry.
    round
        The round by whose end; 0 for any.
    """

    power: str
    space: str
    least: Count = 1
    unit: str = ""
    round: Count = 0

    def judge(self, moment: Moment) -> Finding:
        """Say how many are there, cargo of ships included."""
        power, space = moment.checked(self.power), moment.space(self.space)
        catalog = moment.record.catalog
        kind = catalog.unit_type(self.unit).name if self.unit else ""
        here = [
            unit
            for unit in moment.state.within(space)
            if unit.owner == power
            and (unit.type == kind if kind else catalog.unit_type(unit.type).category in _MOVING)
        ]
        late = bool(self.round) and moment.state.round > self.round
        when = f" by round {self.round}" if self.round else ""
        what = count_of(self.least, kind or "unit")
        there = count_of(len(here), kind or "unit")
        return Finding(
            goal=self.name,
            asked=f"have {what} of {the(power)} in {the(space)}{when}",
            met=len(here) >= self.least and not late,
            why=f"round {moment.state.round}: {there} there",
            reached=float(len(here)),
            wanted=float(self.least),
            measure="count",
            spaces=(space,),
        )


_MOVING = ("land", "sea", "air")


class Legal(Predicate, frozen=True, tag="legal"):
    """The rules find nothing in the position that may not stand so."""

    def judge(self, moment: Moment) -> Finding:
        """Say what the rules object to."""
        objections = tuple(moment.rules.examine(moment.state))
        return Finding(
            goal=self.name,
            asked="leave nothing that the rules do not let stand",
            met=not objections,
            why="; ".join(f"{one.rule}: {one.what}, {one.says}" for one in objections[:3])
            or "the rules object to nothing",
        )
