"""Findings of an audit as the browser reads them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from a4a.core.board import Board
from a4a.core.errors import A4AError

if TYPE_CHECKING:
    import polars as pl

_COLUMNS = (
    "node", "severity", "topic", "rule", "cites", "what", "says", "difference", "space",
)  # fmt: skip


def check_findings(findings: object) -> pl.DataFrame:
    """Return a frame of findings as given.

    Raises
    ------
    A4AError
        If it is no frame of findings.
    """
    import polars as pl

    if isinstance(findings, pl.DataFrame):
        missing = [name for name in _COLUMNS if name not in findings.columns]
        if not missing:
            return findings
        raise A4AError(f"findings are what a4a.audit returns; this frame has no {missing[0]!r}")
    kind = type(findings).__name__
    raise A4AError(f"findings are the frame that a4a.audit returns, not a {kind}")


def finding_rows(findings: pl.DataFrame, board: Board) -> list[dict[str, Any]]:
    """Return findings, in their order.

    Parameters
    ----------
    findings
        What `a4a.audit` returned.
    board
        Where the game is played.

    Returns
    -------
    list of dict
        ``node``, ``severity``, ``topic``, ``rule``, ``cites``, ``what``, ``says``,
        ``difference`` (0 where no money is at stake) and ``spaces`` (indices).

    Examples
    --------
    >>> import a4a
    >>> record = a4a.start("global1940")
    >>> finding_rows(a4a.audit(record), record.board)
    []
    """
    return [
        {
            "node": row["node"],
            "severity": row["severity"],
            "topic": row["topic"],
            "rule": row["rule"] or "",
            "cites": row["cites"] or "",
            "what": row["what"],
            "says": row["says"],
            "difference": row["difference"] or 0,
            "spaces": [board.index[row["space"]]] if row["space"] in board.index else [],
        }
        for row in findings.select(_COLUMNS).iter_rows(named=True)
    ]
