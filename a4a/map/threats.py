"""What threatens what at the node shown, worked out while the layer "threat" is on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from a4a.core.errors import A4AError
from a4a.map.layers import TO_MOVE
from a4a.map.watching import Watch

if TYPE_CHECKING:
    import polars as pl

    from a4a.analysis.threat import Threats
    from a4a.core.board import Board
    from a4a.core.record import GameRecord
    from a4a.rules.ruleset import BattleRules


class ThreatWatch(Watch):
    """Keeps a painter's trait `threats` up to date with the node shown, while the layer is on.

    The trait says ``{node, power, who, spaces, why}``: for which node and choice of the layer it
    is; who attacks; ``[index of space, chance, words]`` for each space, chance None where there
    are no odds; or why there is no answer.
    While it is for another node or choice, the browser says that it is being computed.
    """

    layer, option = "threat", "power"

    def find(self, node: int, choice: str) -> dict[str, Any]:
        """Work out what threatens what."""
        if self._answers is None:
            self._answers = ShownThreats(self.cursor.record, self.rules)
        return self._answers.of(node, choice)

    def tell(self, found: dict[str, Any]) -> None:
        """Tell the painter."""
        self.painter.set_trait("threats", found)

    def fail(self, node: int, choice: str, why: str) -> dict[str, Any]:
        """Say that it went wrong."""
        return {"node": node, "power": choice, "why": why}

    _answers: ShownThreats | None = None


class ShownThreats:
    """What is to be shown of threats at the nodes of a record; pictures show the same.

    Parameters
    ----------
    record
        The game.
    rules
        The rules it goes by; None for those the record names.
    """

    def __init__(self, record: GameRecord, rules: BattleRules | None = None) -> None:
        self._record, self._rules = record, rules
        self._threats: Threats | None = None

    def of(self, node: int, power: str) -> dict[str, Any]:
        """Return the answer for a node and a choice of the layer, as `ThreatWatch` says."""
        from a4a.analysis.threat import Threats
        from a4a.rules import battle_rules_of

        record = self._record
        found: dict[str, Any] = {"node": node, "power": power, "who": "", "spaces": [], "why": ""}
        try:
            if self._threats is None:
                self._threats = Threats(record, self._rules or battle_rules_of(record))
            frame = self._threats.frame(node, power=None if power == TO_MOVE else power)
        except A4AError as error:
            return {**found, "why": str(error)}
        who = ", ".join(record.time(node).powers) if power == TO_MOVE else power
        return {**found, "who": who, "spaces": rows(frame, record.board)}


def rows(frame: pl.DataFrame, board: Board) -> list[list[Any]]:
    """Return what the browser is told of threats: the likeliest one to each space.

    Parameters
    ----------
    frame
        As `a4a.threat` gives it.
    board
        The board.

    Returns
    -------
    list
        ``[index of space, chance, words]`` by space; chance None where there are no odds.

    Examples
    --------
    >>> import a4a
    >>> game = a4a.new_game("europe1940")
    >>> found = rows(a4a.threat(game), game.record.board)
    >>> next(words for space, _, words in found if space == game.record.board.index["Yugoslavia"])
    'Germany: 33 units (209 TUV) can reach 5 (15 TUV); expected swing +10.0'
    """
    first = frame.unique("space", keep="first", maintain_order=True)
    return [
        [
            board.index[row["space"]],
            row["chance"],
            f"{row['power']}: {_units(row['attackers'])} ({row['attacker_tuv']} TUV) can reach "
            + _reached(row),
        ]
        for row in first.iter_rows(named=True)
    ]


def _reached(row: Mapping[str, Any]) -> str:
    if not row["defenders"]:
        return "it; nobody defends it"
    told = row["note"] if row["note"] else f"expected swing {row['swing']:+.1f}"
    return f"{row['defenders']} ({row['defender_tuv']} TUV); {told}"


def _units(count: int) -> str:
    return f"{count} unit" if count == 1 else f"{count} units"


def in_percent(chance: float) -> str:
    """A chance in percent, never rounded to certainty.

    Examples
    --------
    >>> [in_percent(chance) for chance in (0, 0.001, 0.876, 0.9999, 1)]
    ['0%', '<1%', '88%', '>99%', '100%']
    """
    if 0 < chance < 0.005:
        return "<1%"
    if 0.995 <= chance < 1:
        return ">99%"
    return f"{round(100 * chance)}%"
