"""A plan: an exercise as it is written down, plain data without a game.

What a teacher writes is a `Plan`; what students solve is the `Exercise` that is opened of it.
"""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal, TypeAlias

import msgspec

from a4a.lessons.goals import Goal
from a4a.lessons.questions import Question, Slug

FORMAT: Final = 1
"""The version of the format of exercises."""

Line: TypeAlias = Annotated[str, msgspec.Meta(max_length=200)]
Text: TypeAlias = Annotated[str, msgspec.Meta(max_length=20_000)]
MOST: Final = 100_000
"""The greatest number of orders, tries and the like."""
Few: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=MOST)]
Policy: TypeAlias = Literal["stands", "comes"]
"""How the enemy answers what he is asked within a window: he leaves things as they are, or sends
all that may be sent (scrambles, interceptors, support)."""


class Data(
    msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True
):
    """The root of what a plan is made of."""


class Start(Data, frozen=True):
    """Where an exercise begins: a new game, or a node of a recorded one.

    Parameters
    ----------
    system
        The system of a new game.
    options
        Its options.
    game
        The name of a recorded game that comes with a4a.
    record
        The file name of a record beside the exercise.
    sha256
        The SHA-256 of the bytes of the game or record.
    node
        The node of the record.
    """

    system: Line = ""
    options: dict[str, str | int | bool | float] = msgspec.field(default_factory=dict)
    game: Line = ""
    record: Line = ""
    sha256: Annotated[str, msgspec.Meta(pattern="^([0-9a-f]{64})?$")] = ""
    node: Few = 0


class Given(Data, frozen=True):
    """An order that is given without the student: of a script, or of the author's line.

    Parameters
    ----------
    order
        Its kind: "EndPhase", "Move".
    fields
        Its fields.
    faces
        How the dice fall that it causes, alike for everyone.
    """

    order: Line
    fields: dict[str, Any] = msgspec.field(default_factory=dict)
    faces: tuple[Annotated[int, msgspec.Meta(ge=1, le=100)], ...] = ()


class Deviation(Data, frozen=True):
    """What is said to who has done something typical that is not right.

    Parameters
    ----------
    when
        The predicate by which it is known.
    text
        What is said. {reached}, {wanted} and {space} stand for what the predicate found.
    """

    when: Goal
    text: Line


class Budget(Data, frozen=True):
    """What a student has: orders in a window, tries, minutes; 0 for as many as wanted."""

    orders: Few = 0
    tries: Few = 0
    minutes: Few = 0


class Window(Data, frozen=True):
    """A stretch of play in which the student decides; it ends before any dice.

    Parameters
    ----------
    goal
        What is to be reached.
    title, brief
        What it is called, and what is to be done in it, in Markdown.
    who
        The powers that decide; all that are asked as it begins if none are given. What others are
        asked is answered by `enemy`.
    phases
        The phases in which something may be decided; the one it begins in if none are given. It
        ends as they do, and anyway before dice are rolled, and with the turn.
    orders
        The kinds of orders that may be given; all if none are given. What ends a phase always may.
    spaces
        The spaces that units may move to, attack or be placed in; all if none are given.
    node
        The node of the record in which it begins, if not that of the exercise: an outcome that the
        author fixed, alike for everyone.
    script
        Orders that are given before it begins: enemy turns, phases that are passed over.
    enemy
        How the enemy answers what he is asked before the dice.
    hints
        One after the other.
    deviations
        What is said of typical mistakes; the first that fits is.
    budget
        How much may be done.
    ghost
        The author's orders.
    """

    goal: Goal | None = None
    title: Line = ""
    brief: Text = ""
    who: tuple[Line, ...] = ()
    phases: tuple[Line, ...] = ()
    orders: tuple[Line, ...] = ()
    spaces: tuple[Line, ...] = ()
    node: Few | None = None
    script: tuple[Given, ...] = ()
    enemy: Policy = "stands"
    hints: tuple[Text, ...] = ()
    deviations: tuple[Deviation, ...] = ()
    budget: Budget = Budget()
    ghost: tuple[Given, ...] = ()

    def public(self, *, feedback: bool = True) -> Window:
        """Return what a student may see of it; a script would tell what the enemy does later."""
        shown = msgspec.structs.replace(self, ghost=(), script=())
        return shown if feedback else msgspec.structs.replace(shown, goal=None, deviations=())


class Plan(Data, frozen=True):
    """An exercise as it is written down.

    Parameters
    ----------
    id
        What files and marks call it.
    title, brief
        What it is called, and what is to be done, in Markdown.
    start
        Where it begins.
    windows
        What is decided, in order.
    questions
        What is asked besides.
    authors, tags, sources
        Who made it; words by which it is found; where its facts are from.
    debrief
        What is read after it.
    format
        The version of the format.
    """

    id: Slug
    title: Line
    start: Start
    brief: Text = ""
    windows: tuple[Window, ...] = ()
    questions: tuple[Question, ...] = ()
    authors: tuple[Line, ...] = ()
    tags: tuple[Line, ...] = ()
    sources: tuple[Line, ...] = ()
    debrief: Text = ""
    format: int = FORMAT

    def public(self, *, feedback: bool = True) -> Plan:
        """Return what a student may see: no answers, rubrics, scripts, ghosts or debrief.

        Parameters
        ----------
        feedback
            Whether the goals are among it, so that the student hears a verdict.
        """
        return msgspec.structs.replace(
            self,
            windows=tuple(window.public(feedback=feedback) for window in self.windows),
            questions=tuple(question.public() for question in self.questions),
            debrief="",
        )
