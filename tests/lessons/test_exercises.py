"""Every exercise that is shipped: a line that passes, one that nearly does, and a silly one."""

from __future__ import annotations

import pytest

import a4a
from tests.lessons.playing import send

_INFANTRY = ("Holland/Belgium", "infantry", 4)
_GUNS = ("Holland/Belgium", "artillery", 2)
_TANKS = [("Holland/Belgium", "tank", 3), ("Greater Southern Germany", "tank", 3)]
_TACTICAL = ("Germany", "tactical bomber", 1)


@pytest.mark.parametrize(
    ("stacks", "result", "reached"),
    [
        ([_INFANTRY, _GUNS, *_TANKS, _TACTICAL, ("Germany", "strategic bomber", 1)], "passed", 0.9),
        ([_INFANTRY, _GUNS, *_TANKS], "failed", 0.5589),
        ([("Holland/Belgium", "artillery", 2)], "failed", 0.0),
    ],
)
def test_paris_falls_to_what_it_takes(stacks: list, result: str, reached: float) -> None:
    attempt = a4a.attempt("europe-1940-france")
    send(attempt.game, "France", *stacks)
    verdict = attempt.finish()
    assert verdict.result == result
    taken, _ = verdict.finding.parts
    assert taken.reached == pytest.approx(reached, abs=0.02)
