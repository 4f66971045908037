"""What needs the kernel at the node shown, worked out while a layer of the board is on."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    import traitlets

    from a4a.map.cursor import Cursor
    from a4a.rules.ruleset import Ruleset

_REST: Final = 0.15  # s on a node before it is worked out, so that stepping on is not held up
_MOST: Final = 200  # nodes remembered


class Watch(ABC):
    """Answers for the node shown while a layer is on, and remembers the answers by node.

    Parameters
    ----------
    painter
        The painter; its trait `layers` says whether the layer is on.
    cursor
        The record and the node shown.

    Attributes
    ----------
    layer, option
        The layer, and its option whose choice an answer is for, or "".
    painter, cursor
        As given.
    """

    layer: str
    option: str = ""

    def __init__(self, painter: traitlets.HasTraits, cursor: Cursor) -> None:
        self.painter, self.cursor = painter, cursor
        self._known: dict[tuple[int, str], dict[str, Any]] = {}
        self._timer: asyncio.TimerHandle | None = None
        painter.observe(self._ask, "layers")
        cursor.observe(self._ask, "node")
        cursor.observe(self._forget, ["growth", "edition"])

    @abstractmethod
    def find(self, node: int, choice: str) -> dict[str, Any]:
        """Work the answer out for a node, and a choice of the option."""

    @abstractmethod
    def tell(self, found: dict[str, Any]) -> None:
        """Tell the painter of an answer."""

    @abstractmethod
    def fail(self, node: int, choice: str, why: str) -> dict[str, Any]:
        """Return an answer that says why there is none."""

    @property
    def rules(self) -> Ruleset | None:
        """The rules it goes by; None for those the record names."""
        return self.cursor.rules

    @property
    def _wanted(self) -> tuple[int, str] | None:
        """The node and choice to be answered; None while the layer is off."""
        settings: dict[str, Any] = getattr(self.painter, "layers").get(self.layer, {})  # noqa: B009
        choice = str(settings.get(self.option, ""))
        return (self.cursor.node, choice) if settings.get("on") else None

    def _forget(self, _: object) -> None:
        """Steps were taken back or added: a node may be another one now."""
        self._known.clear()

    def _ask(self, _: object) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        wanted = self._wanted
        if wanted is None:
            return
        if wanted in self._known:
            self.tell(self._known[wanted])
            return
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            self._answer()
        else:
            self._timer = loop.call_later(_REST, self._answer)

    def _answer(self) -> None:
        self._timer = None
        wanted = self._wanted
        if wanted is None:
            return
        try:
            found = self.find(*wanted)
        except Exception as error:
            self.tell(self.fail(*wanted, f"it went wrong: {type(error).__name__}"))
            raise
        if len(self._known) >= _MOST:
            self._known.clear()
        self._known[wanted] = found
        self.tell(found)
