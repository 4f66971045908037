"""Forms of one power among several that are asked: they and their orders say whose they are."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from a4a.rules.areas.forms.signing import signed_form
from a4a.rules.areas.orders import EndPhase
from a4a.rules.choices import (
    Answer,
    Answers,
    Destination,
    MovableStack,
    Moves,
    Refused,
    Tally,
)

ORDER = EndPhase("Combat Move")


class OneWay(Moves):
    """Unit 1 can go to Poland; no other can go anywhere."""

    title = "Moves"

    @property
    def stacks(self) -> tuple[MovableStack, ...]:
        return ()

    def destinations(self, units: Sequence[int]) -> tuple[Destination, ...]:
        way = Destination("Poland", ("Germany", "Poland"), (ORDER, ORDER))
        return (way,) if list(units) == [1] else ()

    def near(self, units: Sequence[int]) -> tuple[str, ...]:
        return ("Poland",)

    def refused(self, units: Sequence[int], space: str) -> Refused | None:
        return None if space == "Poland" else Refused("AA-LND-001", "it is too far")


def test_the_orders_of_answers_tallies_and_moves_are_signed() -> None:
    answers = signed_form(Answers("", (Answer("End", ORDER),)), "Japan")
    assert isinstance(answers, Answers)
    assert [(a.label, a.order.power) for a in answers.answers] == [("End (Japan)", "Japan")]
    tally = Tally(title="Buy", items=(), make=lambda picks: (ORDER,) * len(picks), commit="Buy")
    signed = signed_form(tally, "Japan")
    assert isinstance(signed, Tally)
    assert (signed.title, signed.power) == ("Japan: Buy", "Japan")
    assert [order.power for order in signed.make({"a": {}, "b": {}})] == ["Japan", "Japan"]
    own = signed_form(Tally(title="Japan", items=(), make=tally.make, commit="Buy"), "Japan")
    assert isinstance(own, Tally)
    assert own.title == "Japan"


def test_signed_moves_go_where_the_moves_go() -> None:
    moves = signed_form(OneWay(), "Japan")
    assert isinstance(moves, Moves)
    assert (moves.title, moves.power) == ("Moves", "Japan")
    (way,) = moves.destinations([1])
    assert [order.power for order in way.orders] == ["Japan", "Japan"]
    assert moves.sample([1], Random(1)) == way
    assert moves.sample([2], Random(1)) is None
    assert moves.near([1]) == ("Poland",)
    assert moves.refused([1], "Poland") is None
    assert moves.refused([1], "Russia") is not None
