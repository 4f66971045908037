"""The naive enumerator of what is built in The War Game, by the words of its book.

It tries to build every number of every type everywhere, and judges that from the board and the
state alone: whether any way of sharing the units out among factories makes all that was built.
"""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path

from a4a.core.state import State
from a4a.core.units import Unit
from a4a.rules.systems.wargame1942.orders import Build
from tests.rules.wargame1942.book import AIR, AXIS, DECK, LAND, SHIPS, SOVIETS

BY_MINOR = (
    "armor", "artillery", "destroyer", "fighter", "infantry", "submarine", "transport",
)  # fmt: skip
"""What minor factories build."""
BY_MINOR_IN_A_TURN, WILLING = 2, 4
SITES = {"minor factory": (2, 4), "major factory": (4, 8)}
"""What land must be worth for a factory: original land, and occupied land."""
Things = tuple[tuple[str, str], ...]
"""Units that factories are to make: of which type each is, and where it is placed."""
MOST = 10
"""The greatest number that is tried."""
_PRICES = Path(__file__).parents[3] / "datasets" / "wargame1942" / "prices.csv"


def prices(power: str) -> Mapping[str, int]:
    """What each unit costs a nation."""
    with _PRICES.open(encoding="utf-8") as table:
        return {row["unit"]: int(row["cost"]) for row in csv.DictReader(table)
                if row["power"] == power}  # fmt: skip


class Yards:
    """Everything that a nation may build of one type in one space.

    Parameters
    ----------
    state, power
        How things stand in Build and Recruit, and who builds.
    """

    def __init__(self, state: State, power: str) -> None:
        assert state.turn_start is not None
        self.state, self.power, self.start = state, power, state.turn_start
        self.price = prices(power)
        self.coast: dict[str, list[str]] = {s.name: [] for s in state.board.spaces}
        for border in state.board.borders:
            if border.kind == "coast":
                self.coast[border.a].append(border.b)
                self.coast[border.b].append(border.a)
        self.water = {s.name for s in state.board.spaces if s.kind == "sea"}
        new = [u for i, u in state.units.items() if i not in self.start.units]
        self.new = Counter(
            (u.type, str(u.place)) for u in new if u.owner == power and u.type not in SITES
        )
        self.made = {land: made for land in self.coast if (made := self.output(land))[0]}

    def orders(self) -> Iterator[Build]:
        """All numbers of all types in all spaces."""
        for kind in (*LAND, *AIR, *SHIPS, *SITES):
            for space in self.coast:
                for number in range(1, MOST + 1):
                    yield Build({kind: number}, space)

    def legal(self) -> Iterator[Build]:
        """Those that the book allows."""
        return (order for order in self.orders() if self.may(order))

    def may(self, order: Build) -> bool:
        """Whether the book lets units of one type be built in a space, and they can be paid."""
        ((kind, number),) = order.units.items()
        if kind in SITES:
            return number == 1 and self.may_found(kind, order.space)
        if number * self.price[kind] > self.state.money(self.power, "dollars"):
            return False
        if order.space in self.water:
            return self.may_launch(kind, number, order.space)
        return kind not in SHIPS and self.is_mine(order.space) and self.served(
            self.new + Counter({(kind, order.space): number})
        )  # fmt: skip

    # --- land -----------------------------------------------------------------------------------

    def is_mine(self, land: str) -> bool:
        """Held since the turn began, and shared with nobody with whom no land is shared."""
        held = self.state.control.get(land) == self.power == self.start.control.get(land)
        others = {u.owner for u in self.state.at(land)} - {self.power}
        return held and not (others and SOVIETS in (self.power, *others))

    def half(self, land: str) -> bool:
        return self.state.board.space(land).original != self.power

    def worth(self, land: str) -> int:
        value = int(self.state.board.space(land).value)
        return value // 2 if self.half(land) else value

    def recruited(self, land: str) -> int:
        """How many infantry land recruits in all."""
        if land in self.water or not self.is_mine(land):
            return 0
        return min(self.worth(land), WILLING) if self.half(land) else self.worth(land)

    def factory(self, land: str, when: State) -> Unit | None:
        return next((u for u in when.at(land) if u.type in SITES), None)

    def output(self, land: str) -> tuple[int, bool]:
        """How many units the factory in land makes in this turn, and whether of any type."""
        before, now = self.factory(land, self.start), self.factory(land, self.state)
        held = self.state.control.get(land) == self.power == self.start.control.get(land)
        if before is None or now is None or not held:
            return 0, False
        if "minor factory" in (before.type, now.type):
            return BY_MINOR_IN_A_TURN, False
        return self.worth(land), True

    def may_found(self, kind: str, land: str) -> bool:
        """Whether a factory may be built, or one made greater."""
        if land in self.water or not self.is_mine(land):
            return False
        there = self.factory(land, self.state)
        cost = self.price[kind]
        if there is not None:
            if (there.type, kind) != ("minor factory", "major factory"):
                return False
            cost -= self.price[there.type]
        value = int(self.state.board.space(land).value)
        paid = cost <= self.state.money(self.power, "dollars")
        return paid and value >= SITES[kind][self.half(land)]

    # --- ships, and fighters aboard them --------------------------------------------------------

    def may_launch(self, kind: str, number: int, zone: str) -> bool:
        axis = self.power in AXIS
        if any(u.type in SHIPS and (u.owner in AXIS) != axis for u in self.state.at(zone)):
            return False
        if kind == "fighter":
            own = [u for u in self.state.at(zone) if u.owner == self.power]
            decks = DECK * sum(u.type == "aircraft carrier" for u in own)
            if number + sum(u.type == "fighter" for u in own) > decks:
                return False
        elif kind not in SHIPS:
            return False
        return self.served(self.new + Counter({(kind, zone): number}))

    def served(self, wanted: Mapping[tuple[str, str], int]) -> bool:
        """Whether some sharing out among land and factories makes all of it."""
        left = {land: number for land, (number, _) in self.made.items()}
        rest: list[tuple[str, str]] = []
        for (kind, space), number in wanted.items():
            free = self.recruited(space) if kind == "infantry" else 0
            rest += [(kind, space)] * max(0, number - free)
        return self._share(tuple(sorted(rest)), left, set())

    def _share(
        self, rest: Things, left: dict[str, int], failed: set[tuple[int, tuple[int, ...]]]
    ) -> bool:
        """Whether factories make all of some things; what has failed is not tried again."""
        tried = len(rest), tuple(left.values())
        if not rest or tried in failed or len(rest) > sum(left.values()):
            return not rest
        (kind, space), *others = rest
        for land in self.coast[space] if space in self.water else [space]:
            able = left.get(land) and (self.made[land][1] or kind in BY_MINOR)
            if able and self._share(tuple(others), {**left, land: left[land] - 1}, failed):
                return True
        failed.add(tried)
        return False
