"""Questions: a number with a tolerance, a choice, a space on the map, an order of things, prose."""

from __future__ import annotations

import re
from abc import abstractmethod
from typing import Annotated, ClassVar, Literal, TypeAlias

import msgspec

from a4a.core.errors import A4AError
from a4a.lessons.goals import Goal
from a4a.lessons.moment import Moment
from a4a.lessons.predicate import Finding, in_words

Slug: TypeAlias = Annotated[str, msgspec.Meta(pattern="^[a-z0-9][a-z0-9-]{0,59}$")]
Value: TypeAlias = str | float | tuple[str, ...]
"""An answer: text, a number, or things in order."""


class Base(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    omit_defaults=True,
    forbid_unknown_fields=True,
    tag_field="kind",
):
    """The root of all questions.

    Parameters
    ----------
    id
        What goals and answers call it.
    text
        The question, in Markdown.
    after
        What is shown once it is answered right.
    """

    id: Slug
    text: str
    after: str = ""

    hidden: ClassVar[tuple[str, ...]] = ("after",)
    """The fields that a student must not see."""

    @abstractmethod
    def checked(self, value: object, moment: Moment) -> Value:
        """Return an answer as it is kept; A4AError if it is none."""

    @abstractmethod
    def right(self, value: Value, moment: Moment) -> tuple[bool | None, str]:
        """Say whether an answer is right, and why; None where the answer is not at hand."""

    def public(self) -> Base:
        """Return the question without its answer."""
        fields = {f.name: f.default for f in msgspec.structs.fields(self) if f.name in self.hidden}
        return msgspec.structs.replace(self, **fields)

    def judge(self, moment: Moment) -> Finding:
        """Say whether it has been answered right."""
        given = moment.answers.get(self.id)
        if given is None:
            met, why = None, "it has not been answered"
        else:
            met, why = self.right(self.checked(given, moment), moment)
        return Finding(goal="question", asked=self.text, met=met, why=why)


class Number(Base, frozen=True, tag="number"):
    """A number.

    Parameters
    ----------
    value
        The right one.
    of
        What computes it instead: a predicate with a number, or a value of a frame.
    when
        Whether that is computed as the exercise begins, or as the window ends.
    tolerance
        How far an answer may be off.
    unit
        What it counts: "%", "IPC". An answer in percent is a hundred times a probability.
    """

    value: float | None = None
    of: Goal | None = None
    when: Literal["start", "end"] = "start"
    tolerance: Annotated[float, msgspec.Meta(ge=0)] = 0.0
    unit: str = ""

    hidden: ClassVar[tuple[str, ...]] = ("after", "value", "of", "tolerance")

    def checked(self, value: object, moment: Moment) -> float:
        """Return the number."""
        try:
            text = re.sub(r"(?<=\d),(?=\d{3}(?!\d))", "", str(value))  # 1,315 as English writes it
            number = float(text.strip().rstrip("%").replace(",", "."))
        except ValueError:
            raise A4AError(f"a number is wanted, not {str(value)[:80]!r}") from None
        if number != number or abs(number) == float("inf"):
            raise A4AError("a finite number is wanted")
        return number

    def expected(self, moment: Moment) -> float | None:
        """Return the right number, or None where it is not at hand."""
        if self.of is None:
            return self.value
        found = self.of.judge(moment.at_start if self.when == "start" else moment)
        if found.reached is None:
            return None
        return found.reached * (100 if self.unit == "%" and found.measure == "chance" else 1)

    def right(self, value: Value, moment: Moment) -> tuple[bool | None, str]:
        """Say whether it is near enough."""
        expected = self.expected(moment)
        if expected is None:
            return None, "the answer is not at hand"
        given = float(value)  # type: ignore[arg-type]
        if abs(given - expected) > self.tolerance + 1e-9:
            return False, "it is less" if given > expected else "it is more"
        unit = f" {self.unit}" if self.unit else ""
        return True, f"it is {in_words(expected, '')}{unit}"


class Choice(Base, frozen=True, tag="choice"):
    """One of some options, of which several may be right.

    Parameters
    ----------
    options
        What can be chosen.
    answer
        Those that are right.
    """

    options: tuple[str, ...]
    answer: tuple[str, ...] = ()

    hidden: ClassVar[tuple[str, ...]] = ("after", "answer")

    def checked(self, value: object, moment: Moment) -> str:
        """Return the option."""
        if value not in self.options:
            there = ", ".join(map(repr, self.options))
            raise A4AError(f"no option {str(value)[:80]!r}; there are {there}")
        return str(value)

    def right(self, value: Value, moment: Moment) -> tuple[bool | None, str]:
        """Say whether it is one of the right ones."""
        return _known(value in self.answer, self.answer)


class Place(Base, frozen=True, tag="space"):
    """A space on the map.

    Parameters
    ----------
    answer
        Those that are right.
    """

    answer: tuple[str, ...] = ()

    hidden: ClassVar[tuple[str, ...]] = ("after", "answer")

    def checked(self, value: object, moment: Moment) -> str:
        """Return the space's name."""
        return moment.space(str(value))

    def right(self, value: Value, moment: Moment) -> tuple[bool | None, str]:
        """Say whether it is one of the right ones."""
        return _known(value in [moment.space(name) for name in self.answer], self.answer)


class Ranking(Base, frozen=True, tag="ranking"):
    """Things that are to be put in order.

    Parameters
    ----------
    items
        The things, as they are offered.
    answer
        The things in the right order.
    """

    items: tuple[str, ...]
    answer: tuple[str, ...] = ()

    hidden: ClassVar[tuple[str, ...]] = ("after", "answer")

    def checked(self, value: object, moment: Moment) -> tuple[str, ...]:
        """Return the things in the order given."""
        given = tuple(map(str, value)) if isinstance(value, list | tuple) else ()
        if sorted(given) != sorted(self.items):
            raise A4AError(f"put all of these in order: {', '.join(self.items)}")
        return given

    def right(self, value: Value, moment: Moment) -> tuple[bool | None, str]:
        """Say whether the order is right."""
        return _known(value == self.answer, self.answer)


class Criterion(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a teacher looks for in prose, and how many points it earns."""

    text: str
    points: Annotated[int, msgspec.Meta(ge=0, le=100)] = 1


class Prose(Base, frozen=True, tag="prose"):
    """Something to write, which a teacher reads.

    Parameters
    ----------
    words
        How many words it has at least.
    rubric
        What the teacher looks for.
    """

    words: Annotated[int, msgspec.Meta(ge=1, le=2_000)] = 1
    rubric: tuple[Criterion, ...] = ()

    hidden: ClassVar[tuple[str, ...]] = ("after", "rubric")

    def checked(self, value: object, moment: Moment) -> str:
        """Return the text."""
        text = str(value)
        if len(text) > MOST_PROSE:
            raise A4AError(f"{len(text)} characters of {MOST_PROSE}")
        return text

    def right(self, value: Value, moment: Moment) -> tuple[bool | None, str]:
        """Leave it to the teacher, unless there is too little."""
        number = len(str(value).split())
        if number < self.words:
            return False, f"{number} of {self.words} words"
        return None, "your teacher reads it"


MOST_PROSE = 20_000
"""Most characters of an answer in prose."""

Question: TypeAlias = Number | Choice | Place | Ranking | Prose
"""All kinds of questions there are."""


def _known(right: bool, answer: tuple[str, ...]) -> tuple[bool | None, str]:
    if not answer:
        return None, "the answer is not at hand"
    return (
        right,
        "it is right" if right else "it is not right",
    )  # what is, one would only copy
