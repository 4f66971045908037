"""What a notebook shows of the odds of a battle: a table, and a chart of the swing."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import TYPE_CHECKING, Final

import numpy as np

if TYPE_CHECKING:
    from a4a.analysis.outcome import Outcome

_ATTACKER: Final = "#c0504d"
_DEFENDER: Final = "#4c78a8"
_NOBODY: Final = "#8c8c8c"
_WIDE: Final = 320
_HIGH: Final = 90
_BARS: Final = 60


def html(outcome: Outcome) -> str:
    """Return a table of an outcome and a chart of its swing as HTML, for paper light or dark."""
    rows = "".join(
        f"<tr><th style='text-align:left'>{escape(name)}</th>"
        f"<td style='text-align:right'>{chance:.1%}</td>"
        f"<td style='text-align:left'>{_bar(chance, colour)}</td></tr>"
        for name, chance, colour in _chances(outcome)
    )
    return (
        f"<div><table>{rows}</table>{_losses(outcome)}{_swing(outcome)}"
        f"<p>{escape(_rests_on(outcome))}</p></div>"
    )


def _chances(outcome: Outcome) -> Iterator[tuple[str, float, str]]:
    yield "attacker wins", outcome.attacker_wins, _ATTACKER
    if 0 < outcome.attacker_takes < outcome.attacker_wins - 5e-4:
        yield "attacker takes it", outcome.attacker_takes, _ATTACKER
    yield "defender wins", outcome.defender_wins, _DEFENDER
    if outcome.nobody_wins >= 5e-4:
        yield "nobody wins", outcome.nobody_wins, _NOBODY


def _bar(chance: float, colour: str) -> str:
    return (
        "<svg width='160' height='12' role='img' aria-hidden='true'>"
        f"<rect width='160' height='12' fill='{_NOBODY}' fill-opacity='0.2'/>"
        f"<rect width='{160 * min(1.0, chance):.1f}' height='12' fill='{colour}'/></svg>"
    )


def _losses(outcome: Outcome) -> str:
    """The units of both sides, how many there were, and how many are lost on average."""
    rows = "".join(
        f"<tr><td style='text-align:left'>{row['side']}</td>"
        f"<td style='text-align:left'>{escape(row['unit'] or 'all')}</td>"
        f"<td>{row['began']}</td><td>{row['lost']:.2f}</td><td>{row['ipc']:.1f}</td></tr>"
        for row in outcome.losses.to_dicts()
    )
    names = ("side", "unit", "there were", "lost on average", "worth")
    head = "".join(f"<th>{name}</th>" for name in names)
    return f"<table><tr>{head}</tr>{rows}</table>"


def _swing(outcome: Outcome) -> str:
    """A bar for each swing, or for some together where there are many."""
    frame = outcome.ipc_swing
    values, chances = frame["swing"].to_numpy(), frame["probability"].to_numpy()
    low, high = float(values.min()), float(values.max())
    number = min(_BARS, max(1, len(values)))
    heights, edges = np.histogram(values, bins=number, range=(low, high + 1e-9), weights=chances)
    wide = _WIDE / number
    bars = "".join(
        f"<rect x='{i * wide:.1f}' y='{_HIGH - tall:.1f}' width='{max(0.5, wide - 1):.1f}'"
        f" height='{tall:.1f}' fill='{_ATTACKER if edges[i + 1] > 0 else _DEFENDER}'>"
        f"<title>{edges[i]:g} to {edges[i + 1]:g}: {chance:.1%}</title></rect>"
        for i, chance in enumerate(heights.tolist())
        for tall in [_HIGH * chance / float(heights.max())]
    )
    ink = "fill='currentColor' font-size='11'"
    return (
        f"<svg width='{_WIDE}' height='{_HIGH + 34}' role='img' aria-label='swing'>{bars}"
        f"<text x='0' y='{_HIGH + 14}' {ink}>{low:g}</text>"
        f"<text x='{_WIDE}' y='{_HIGH + 14}' {ink} text-anchor='end'>{high:g}</text>"
        f"<text x='{_WIDE / 2}' y='{_HIGH + 28}' {ink} text-anchor='middle'>"
        f"swing {outcome.swing:+.1f} (sd {outcome.swing_sd:.1f})</text></svg>"
    )


def _rests_on(outcome: Outcome) -> str:
    if not outcome.games:
        return f"Exact; {outcome.rounds:.1f} rounds on average."
    low, high = outcome.interval(outcome.attacker_wins)
    return (
        f"Of {outcome.games} played battles: the attacker wins {low:.1%} to {high:.1%}, 19 times"
        " of 20."
    )
