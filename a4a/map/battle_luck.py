"""Tells a battle's card, when it is opened, what the odds were and how lucky the battle was."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from functools import cached_property
from typing import TYPE_CHECKING, Any

import anywidget

from a4a.core.errors import A4AError
from a4a.core.steps import NodeId
from a4a.map.cursor import Cursor

if TYPE_CHECKING:
    from a4a.analysis.luck_words import Words
    from a4a.rules.ruleset import BattleRules


class BattleLuck:
    """Answers a widget that asks about battles of a cursor's line.

    The question is ``{"type": "luck", "key": ..., "node": ..., "nth": ..., "closed": ...}``: the
    battle that opened as the nth (from 0) at a node and was closed at another, or has not been
    (None). The answer has the words of `a4a.analysis.luck_words`: ``{"type": "luck", "key": ...,
    "odds": ..., "luck": ...}``.

    Parameters
    ----------
    cursor
        The record and its line.
    widget
        The widget that asks.
    """

    def __init__(self, cursor: Cursor, widget: anywidget.AnyWidget) -> None:
        self._cursor = cursor
        widget.on_msg(self._on_message)

    def words(self, node: NodeId, *, nth: int = 0, closed: NodeId | None = None) -> Words:
        """Say what the odds of a battle were, and how lucky it was.

        Parameters
        ----------
        node
            The step that opened it.
        nth
            Which of the battles that it opened, from 0.
        closed
            The step that closed it, if one did.

        Raises
        ------
        A4AError
            If there is no such battle, or the record's system cannot be played.
        """
        from a4a.analysis.fought import battles_of  # imported when first needed, as Polars is
        from a4a.analysis.luck import battles_known, judge
        from a4a.analysis.luck_words import in_words

        record, line = self._cursor.record, self._cursor.line
        if not {node, node if closed is None else closed} <= {*line}:
            line = record.line_to(node if closed is None else closed)  # the page is quicker
        if node not in line:
            raise A4AError(f"step {node} does not lead to step {closed}")
        end = len(line) if closed is None else line.index(closed) + 1
        shown, battles = line[line.index(node) : end], battles_known(self._rules)
        opened = [b for b in battles_of(record, shown, battles) if b.node == node]
        if not 0 <= nth < len(opened):
            raise A4AError(f"step {node} opens {len(opened)} battles: there is no number {nth}")
        verdict = judge(self._rules, record.catalog, opened[nth])
        return in_words(opened[nth], verdict, record.catalog.currency)

    @property
    def _rules(self) -> BattleRules:
        return self._cursor.rules or self._named

    @cached_property
    def _named(self) -> BattleRules:
        from a4a.rules import battle_rules_of

        return battle_rules_of(self._cursor.record)

    def _on_message(
        self, widget: anywidget.AnyWidget, content: Mapping[str, Any], _: object
    ) -> None:
        if content.get("type") != "luck":
            return
        node, nth, closed = (content.get(name) for name in ("node", "nth", "closed"))
        odds = luck = ""
        if isinstance(node, int) and isinstance(nth, int) and isinstance(closed, int | None):
            with suppress(A4AError):  # there are no odds without rules for the game
                odds, luck = self.words(node, nth=nth, closed=closed)
        widget.send({"type": "luck", "key": content.get("key"), "odds": odds, "luck": luck})
