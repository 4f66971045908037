"""The kernel plays battles that units leave, or that their own dice end, as their odds say."""

from __future__ import annotations

from collections import Counter

import pytest

from a4a.core import events as ev
from a4a.odds.battle import Battle
from a4a.odds.exact import solve
from a4a.rules.run import Run
from a4a.rules.systems.wargame1942.combat import retreats
from a4a.rules.systems.wargame1942.orders import Gunnery, Withdraw
from tests.rules.wargame1942.brute import Ending
from tests.rules.wargame1942.declared import Orders
from tests.rules.wargame1942.empty import BRITISH
from tests.rules.wargame1942.leaving import NEVER, Leave
from tests.rules.wargame1942.test_leaving_odds import asked
from tests.rules.wargame1942.test_odds import GAMES, PLAIN, Played, told


class Leaves(Played):
    """Plays a battle which sides leave as they say, all but so many of their units of some type."""

    def __init__(
        self, orders: Orders, space: str, model: Battle, leaves: tuple[Leave, Leave],
        stay: dict[str, int],
    ) -> None:  # fmt: skip
        super().__init__(orders, space, model, PLAIN)
        self.leaves, self.stay = leaves, stay

    def answer(self, run: Run, asked: ev.Asked) -> None:
        """Answer what is asked."""
        if asked.kind != "retreats":
            if asked.kind == "casualties":
                super().answer(run, asked)
            else:  # nobody uses guns, fires at land first, or holds his fire
                self.phase.execute(run, Gunnery(units=()))
            return
        battle = run.state.battles[asked.battle]
        role = asked.options[0]
        leave = self.leaves[role == "defender"]
        found = retreats.options(self.system, run.state, battle, role)
        fights = [
            u
            for p in battle.participants
            for u in map(run.state.units.__getitem__, p.units)
            if p.role == role and run.state.memory(u.id).task not in ("withdraw", "support")
        ]
        to = {}
        if leave.wants(len(fights), battle.round - 1):
            staying = Counter(self.stay) if role == "attacker" else Counter()
            for unit, places in found.items():
                kind = run.state.units[unit].type
                if staying[kind]:
                    staying[kind] -= 1
                else:
                    to[unit] = places[0]
        self.phase.execute(run, Withdraw(to=to))


def met(
    orders: Orders, here: str, there: str, ours: dict[str, int], theirs: dict[str, int]
) -> None:
    """Send British units from one space against German units in another."""
    for kind, number in ours.items():
        orders.send("U.K.", kind, here, there, number=number)
    for kind, number in theirs.items():
        orders.put(there, "Germany", kind, number)


def agree(played: Leaves) -> None:
    """What the kernel plays is what the odds say, within four and a half standard deviations."""
    odds = told(solve(played.model))
    ends: Counter[Ending] = played.ends(range(GAMES))
    assert ends.keys() <= odds.keys(), "the kernel reaches what the odds call impossible"
    for ending, chance in odds.items():
        deviation = (chance * (1 - chance) / GAMES) ** 0.5
        assert abs(ends[ending] / GAMES - chance) <= 4.5 * deviation + 1 / GAMES, ending


@pytest.mark.parametrize(
    ("ours", "theirs", "leaves", "stay"),
    [
        ({"armor": 2, "infantry": 1}, {"infantry": 3}, (NEVER, Leave(left=2)), {}),
        ({"armor": 2, "fighter": 1}, {"infantry": 2, "artillery": 1}, (NEVER, Leave(after=0)), {}),
        ({"infantry": 3, "armor": 1}, {"infantry": 3}, (Leave(after=1), NEVER), {"infantry": 1}),
        (
            {"infantry": 2, "armor": 1}, {"infantry": 2, "armor": 1},
            (Leave(after=1), Leave(after=1)), {"infantry": 2},
        ),
    ],
)  # fmt: skip
def test_retreats_on_land(
    ours: dict[str, int], theirs: dict[str, int], leaves: tuple[Leave, Leave], stay: dict[str, int]
) -> None:
    orders = Orders(*BRITISH, control={"Algeria": "Germany", "Tunisia": "Germany"})
    met(orders, "Libya", "Tunisia", ours, theirs)
    model = asked("land", ours, theirs, leaves, attacker_stays=stay or None)
    agree(Leaves(orders, "Tunisia", model, leaves, stay))


@pytest.mark.parametrize(
    ("ours", "theirs", "leaves", "stay"),
    [
        ({"destroyer": 3}, {"destroyer": 1, "transport": 2}, (NEVER, Leave(left=2)), {}),
        (
            {"submarine": 1, "battleship": 1}, {"battleship": 1, "destroyer": 1},
            (Leave(after=2), Leave(after=1)), {"submarine": 1},
        ),
    ],
)  # fmt: skip
def test_retreats_at_sea(
    ours: dict[str, int], theirs: dict[str, int], leaves: tuple[Leave, Leave], stay: dict[str, int]
) -> None:
    orders = Orders(*BRITISH)
    met(orders, "NA-7", "NA-8", ours, theirs)
    model = asked("sea", ours, theirs, leaves, attacker_stays=stay or None)
    agree(Leaves(orders, "NA-8", model, leaves, stay))


def test_harsh_terrain() -> None:
    """WG-TER-003, WG-TER-005: who came across it is lost at 10, and stays when others retreat."""
    orders = Orders(*BRITISH, control={"Chad": "Germany", "Libya": "U.K."})
    ours, theirs, leaves = {"infantry": 1, "armor": 1, "fighter": 1}, {"infantry": 2}, (
        Leave(after=1), NEVER,
    )  # fmt: skip
    for kind in ours:
        orders.send("U.K.", kind, "Libya", "Chad")
    orders.put("Chad", "Germany", "infantry", 2)
    harsh = {"infantry": 1, "armor": 1}
    model = asked("land", ours, theirs, leaves, across={"harsh": harsh})
    agree(Leaves(orders, "Chad", model, leaves, {}))


def test_paratroopers_and_their_bombers() -> None:
    """WG-PAR-010, WG-PAR-012, R-542: they bomb in the first round, and are gone in the second."""
    orders = Orders(*BRITISH)
    (bomber,) = orders.send("U.K.", "bomber", "Libya", "Tunisia")
    orders.task(orders.put(bomber, "U.K.", "infantry", 2), "drop", "Tunisia")
    orders.send("U.K.", "armor", "Libya", "Tunisia")
    orders.put("Tunisia", "Germany", "infantry")
    orders.put("Tunisia", "Germany", "artillery")
    leaves = Leave(after=1), NEVER
    model = asked(
        "land", {"infantry": 2, "bomber": 1, "armor": 1}, {"infantry": 1, "artillery": 1}, leaves,
        dropping={"infantry": 2, "bomber": 1},
    )  # fmt: skip
    agree(Leaves(orders, "Tunisia", model, leaves, {}))
