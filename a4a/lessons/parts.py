"""Parts of records: some of their steps, as records of their own."""

from __future__ import annotations

from collections.abc import Iterable

from a4a.core.record import GameRecord
from a4a.core.steps import NodeId


def copied(record: GameRecord, nodes: Iterable[NodeId]) -> GameRecord:
    """Return a record with only some of a record's steps, none without its parent; no notes."""
    wanted = frozenset(nodes)
    return GameRecord(
        record.header,
        record.board,
        record.catalog,
        record.start,
        steps=[step for step in record.steps.values() if step.id in wanted],
        used=record.used,
    )
