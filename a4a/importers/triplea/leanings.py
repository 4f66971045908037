"""How neutral territories lean, which TripleA tells by players' relations with a neutral one.

By the rules, an attack on one strict neutral turns all others to the other side. In the engine it
is declared: a side goes to war with the strict neutrals, who are one player.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from a4a.core.catalog import Catalog
from a4a.core.events import ValueChanged
from a4a.core.neutrals import LEANING
from a4a.core.position import SpaceValue

_WAR: Final = "war"
_PRO: Final = "pro-"


class Leanings:
    """How the neutral territories of a record lean while it is being written.

    Parameters
    ----------
    catalog
        The record's powers.
    values
        The values its spaces begin with.
    """

    def __init__(self, catalog: Catalog, values: tuple[SpaceValue, ...]) -> None:
        self._catalog = catalog
        self._leaning = {v.space: str(v.value) for v in values if v.key == LEANING}

    def turned(
        self, a: str, b: str, now: str, control: dict[str, str | None]
    ) -> Iterator[ValueChanged]:
        """Yield the changes of leaning that follow from how two powers now stand to each other.

        Parameters
        ----------
        a, b, now
            The powers, and how they stand.
        control
            The power that each territory belongs to.
        """
        if now != _WAR:
            return
        for neutral, enemy in ((a, b), (b, a)):
            side = self._catalog.side_of(enemy)
            others = [other for other in self._catalog.sides if other != side]
            if not side or self._catalog.side_of(neutral) or len(others) != 1:
                continue  # with no other side, or several, it is not known which they join
            leaning = _PRO + others[0]
            for space, old in self._leaning.items():
                if control.get(space) == neutral and not old.startswith(_PRO):
                    self._leaning[space] = leaning
                    yield ValueChanged(space, LEANING, old, leaning)
