"""What a saved notebook keeps of a battle lab: the battle and its odds, in words."""

from __future__ import annotations

from typing import Final

from a4a.analysis.outcome import Outcome
from a4a.analysis.raids import RaidOutcome
from a4a.map.pictures.image import Picture
from a4a.map.pictures.svg import sheet, tag, words, wrapped
from a4a.widgets.battle_maker import Asked

_WIDTH: Final = 760.0
_SIZE: Final = 15.0
_LEADING: Final = 22.0
_MARGIN: Final = 16.0
_MOST: Final = 8  # lines of either


def told(battle: Asked, outcome: Outcome | RaidOutcome) -> Picture:
    """Return a picture that tells a battle, and below it how it ends.

    Examples
    --------
    >>> import a4a
    >>> lab = a4a.BattleLab("global1940")
    >>> told(lab.battle, lab.outcome).width
    760.0
    """
    room = _WIDTH - 2 * _MARGIN
    lines = [
        (line, weight)
        for said, weight in ((repr(battle), 700), (repr(outcome), 400))
        for line in wrapped(said.strip("<>"), 0.94 * room, _SIZE, lines=_MOST)
    ]
    height = 2 * _MARGIN + _LEADING * len(lines)
    drawn = (
        words(line, _MARGIN, _MARGIN + _LEADING * (i + 0.75), font_size=_SIZE, font_weight=weight)
        for i, (line, weight) in enumerate(lines)
    )
    paper = tag("rect", width=_WIDTH, height=height, fill="#fff")
    return Picture(sheet(_WIDTH, height, paper, *drawn, label=repr(battle)), _WIDTH, height)
