"""Judging recorded games of The War Game: orders are given again, and what has none is named."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from a4a.core.state import State
from a4a.core.steps import NodeId, Step
from a4a.core.words import count_of, list_of
from a4a.rules.judgement import Judgement
from a4a.rules.replaying import ReplayJudge
from a4a.rules.ruleset import Ruleset


class WarGameJudge(ReplayJudge):
    """Judges steps by their orders; at the first that has none it names all that nobody can judge.

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
        self._silent: list[tuple[NodeId, str]] = []

    def judge(self, before: State, step: Step, after: State) -> Iterator[Judgement]:
        """Yield what is wrong with a step, and note it if it has no order."""
        yield from super().judge(before, step, after)
        if step.order is None and step.cause == "order":
            self._silent.append((step.id, next(iter(step.actors), "")))

    def close(self) -> Iterator[Judgement]:
        """Yield what is wrong with the last order, and which steps nobody has judged."""
        yield from super().close()
        if not self._silent:
            return
        (first, power), *others = self._silent
        nor = f", nor {count_of(len(others), 'other step')}: {runs(n for n, _ in others)}"
        yield Judgement(
            topic="order", severity="unknown", rule="",
            what="it was written down without an order",
            says="only orders are judged in this game: nobody has judged this step"
            + (nor if others else ""),
            power=power, node=first,
        )  # fmt: skip


def runs(numbers: Iterable[int]) -> str:
    """Say which numbers there are, those that follow each other together.

    Examples
    --------
    >>> runs([4, 6, 7, 8, 11, 12])
    '4, 6 to 8, 11 and 12'
    """
    found: list[list[int]] = []
    for number in sorted(numbers):
        if found and found[-1][-1] == number - 1:
            found[-1].append(number)
        else:
            found.append([number])
    parts: list[str] = []
    for run in found:
        parts += [f"{run[0]} to {run[-1]}"] if len(run) > 2 else map(str, run)
    return list_of(parts)
