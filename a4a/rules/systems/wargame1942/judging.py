"""Judging recorded games of The War Game: orders are given again, and what has none is named."""

from __future__ import annotations

from collections.abc import Iterator

from a4a.core.state import State
from a4a.core.steps import Step
from a4a.rules.judgement import Judgement
from a4a.rules.replaying import ReplayJudge
from a4a.rules.ruleset import Ruleset


class WarGameJudge(ReplayJudge):
    """Judges steps by their orders; where the first is that has none, it says that nobody can.

    No other program records this game, but people write games down, as on a scoresheet.

    Parameters
    ----------
    ruleset
        The rules.

    Examples
    --------
    >>> import a4a
    >>> sheet = a4a.scoresheet("wargame1942")
    >>> entry = sheet.turn("Germany", "Combat Orders")
    >>> move = sheet.moved("Germany", "infantry", start="Smolensk", end="Central Russia")
    >>> move.advice[0].what
    'it was written down without an order'
    """

    def __init__(self, ruleset: Ruleset) -> None:
        super().__init__(ruleset)
        self._silent = False

    def judge(self, before: State, step: Step, after: State) -> Iterator[Judgement]:
        """Yield what is wrong with a step, and once that what has no order is not judged."""
        yield from super().judge(before, step, after)
        if step.order is None and step.cause == "order" and not self._silent:
            self._silent = True
            yield Judgement(
                topic="order", severity="unknown", rule="",
                what="it was written down without an order",
                says="only orders are judged in this game: nobody has judged this step, nor any "
                "other without one",
                power=next(iter(step.actors), ""),
            )  # fmt: skip
