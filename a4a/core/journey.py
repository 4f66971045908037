"""The shortest way of units across a board, on ground where they can be; no rule is asked."""

from __future__ import annotations

from collections import deque

from a4a.core.board import Board
from a4a.core.catalog import Category


def journey(board: Board, start: str, end: str, category: Category) -> tuple[str, ...]:
    """Return the spaces of a shortest way, both ends included; the ends alone if there is none.

    Land units keep to land between the ends, ships to the sea; aircraft cross everything.

    Examples
    --------
    >>> import a4a
    >>> board = a4a.dataset("europe1940").board
    >>> journey(board, "Germany", "Baltic States", "land")
    ('Germany', 'Poland', 'Baltic States')
    """
    barred = {"land": "sea", "facility": "sea", "sea": "land"}.get(category, "")
    before: dict[str, str] = {start: ""}
    pending = deque([start])
    while pending and end not in before:
        here = pending.popleft()
        for neighbour in board.neighbours(here):
            space = board.space(neighbour)
            passable = neighbour == end or not (space.kind == barred or space.impassable)
            if neighbour not in before and passable:
                before[neighbour] = here
                pending.append(neighbour)
    if end not in before:
        return start, end
    way = [end]
    while before[way[-1]]:
        way.append(before[way[-1]])
    return tuple(reversed(way))
