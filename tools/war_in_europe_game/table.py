"""A table at which a game is played: orders given by the names of counters, and annotated."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from a4a.core.errors import A4AError
from a4a.core.steps import NodeId
from a4a.core.units import Unit
from a4a.rules.choices import Destination, Moves
from a4a.rules.game import Game
from a4a.rules.order import Order
from a4a.rules.systems.war_in_europe.orders.deploying import Deploy, EndDeployment
from a4a.rules.systems.war_in_europe.orders.fighting import Attack, EndCombat
from a4a.rules.systems.war_in_europe.orders.moving import Disembark, Embark, EndMovement
from a4a.rules.systems.war_in_europe.orders.producing import (
    Build,
    EndProduction,
    EndTurn,
    Upgrade,
)
from a4a.rules.systems.war_in_europe.orders.strategic import (
    AttackConvoy,
    Bomb,
    Lend,
    PassStrategic,
)
from a4a.rules.systems.war_in_europe.strategic.warfare import BOMBING, CONVOY
from tools.playing import Annotated
from tools.war_in_europe_game.answers import Plan, answer
from tools.war_in_europe_game.names import counter, ids

ARMORED: Final = (
    "Axis Armored Movement",
    "Axis Armored Combat",
    "Allied Armored Movement",
    "Allied Armored Combat",
)
"""The phases of Armored Action."""
END: Final = "End of Turn Adjustment"
_ENDS: Final[Mapping[str, type[Order]]] = {
    order.__name__: order
    for order in (EndDeployment, EndMovement, EndCombat, EndProduction, EndTurn, PassStrategic)
}


class Table(Annotated):
    """A game and those who play it.

    Counters are called by their power and name, both as the rulebook abbreviates them:
    "Ge 1 armor", "GB Home fleet", "Poland 1 infantry".

    Parameters
    ----------
    game
        The game.
    """

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.kept: dict[str, NodeId] = {}

    # --- what stands ----------------------------------------------------------------------------

    def unit(self, name: str) -> Unit:
        """Return the counter of a name."""
        return counter(self.game.state, name)

    def ids(self, names: Sequence[str]) -> tuple[int, ...]:
        """Return the ids of counters."""
        return ids(self.game.state, names)

    def space(self, name: str) -> str:
        """Return the number of a hex, or the name of a box, of which the name is given."""
        return self.game.record.board.space(name).name

    def at(self, name: str) -> str | None:
        """Return where a counter is; None if it is off the map."""
        return self.game.state.space_of(self.unit(name).id)

    def holds(self, side: str, space: str) -> bool:
        """Whether a power of a side controls a hex."""
        power = self.game.state.control.get(self.space(space))
        return power is not None and self.game.record.catalog.side_of(power) == side

    # --- orders ---------------------------------------------------------------------------------

    def do(self, order: Order, plan: Plan | None = None) -> None:
        """Give an order, and answer what it raises by a plan."""
        self.game.do(order)
        while (asked := self.game.decision) is not None:
            reply = answer(self.game, asked, plan or Plan())
            if reply is None:
                return
            self.game.do(reply)

    def end(self) -> None:
        """End what is going on: a phase, a production, a round of bombing."""
        asked = self.asked
        for name, order in _ENDS.items():
            if name in asked.orders:
                self.do(order())
                return
        raise A4AError(f"nothing ends {asked.text!r}")

    def deploy(self, power: str, counters: Mapping[str, str]) -> None:
        """Put counters of a power into hexes, and leave its others where they are proposed."""
        owner = self.game.record.catalog.power(power).name
        self.do(Deploy(owner, {name: self.space(space) for name, space in counters.items()}))
        self.end()

    def rest(self, *phases: str) -> None:
        """End phases in which nothing is done."""
        for phase in phases:
            self.begin(phase)
            self.end()

    # --- movement -------------------------------------------------------------------------------

    def move(
        self, *names: str, to: str, via: str = "", how: str = "", plan: Plan | None = None
    ) -> None:
        """Move counters to a hex: those that stand together go together.

        Parameters
        ----------
        names
            The counters.
        to
            The hex.
        how
            "" on foot, in the air or over the sea; else "by rail", "assault", "airdrop".
        via
            A hex on the way, reached by an order of its own.
        plan
            What is answered to what is asked on the way.
        """
        if via:
            self.move(*names, to=via, plan=plan)
        groups: dict[str | None, list[str]] = {}
        for name in names:
            groups.setdefault(self.at(name), []).append(name)
        for group in groups.values():
            way = self._way(group, self.space(to), how)
            for order in way.orders:
                self.do(order, plan)

    def _way(self, names: Sequence[str], to: str, how: str) -> Destination:
        moves = next(f for f in self.game.ruleset.choices(self.game.state) if isinstance(f, Moves))
        ids = self.ids(names)
        for way in moves.destinations(ids):
            if (way.space, way.label) == (to, how):
                return way
        refused = moves.refused(ids, to)
        why = refused.why if refused else "there is no way"
        raise A4AError(f"{', '.join(names)} from {self.at(names[0])} to {to} {how}: {why}")

    def embark(self, name: str, fleet: str) -> None:
        """Put a counter aboard a fleet."""
        self.do(Embark(self.unit(name).id, self.unit(fleet).id))

    def land(self, name: str) -> None:
        """Put a counter ashore."""
        self.do(Disembark(self.unit(name).id))

    def ferry(self, name: str, fleet: str, *to: str) -> None:
        """Carry a counter over the sea to a hex, by way of others, and put it ashore."""
        self.embark(name, fleet)
        for space in to:
            self.move(fleet, to=space)
        self.land(name)

    # --- combat ---------------------------------------------------------------------------------

    def attack(self, space: str, *names: str, plan: Plan | None = None) -> bool:
        """Attack a hex; return whether no enemy is left in it."""
        hex_ = self.space(space)
        self.do(Attack(hex_, self.ids(names)), plan)
        side = self.game.record.catalog.side_of(self.unit(names[0]).owner)
        left = (self.game.record.catalog.side_of(u.owner) for u in self.game.state.at(hex_))
        return all(other == side for other in left)

    # --- production and strategic warfare -------------------------------------------------------

    def produce(self, power: str, *wishes: str) -> None:
        """Let a power produce what it can of its wishes, the first one first.

        Parameters
        ----------
        power
            The power.
        wishes
            Counters to restore, "Ge 1 armor", or to build in a hex, "Ge 3 armor: Berlin".
        """
        owner = self.game.record.catalog.power(power).name
        asked = [who for question in self.game.state.decisions.values() for who in question.options]
        if owner not in asked:
            raise A4AError(f"{asked} are to produce, not {owner}")
        for wish in wishes:
            called, _, space = wish.partition(": ")
            name = self.unit(called).name
            order = Build(owner, name, self.space(space)) if space else Upgrade(owner, name)
            if self.game.can(order):
                self.do(order)
        self.end()

    def stand_down(self) -> None:
        """Pass for all sides that are asked to bomb."""
        while self.asked.kind == BOMBING:
            self.end()

    def bomb(self, city: str, *names: str, plan: Plan | None = None) -> None:
        """Bomb a city."""
        self.do(Bomb(self.space(city), self.ids(names)), plan)

    def lend(self, britain: int, ussr: int = 0) -> None:
        """Announce Lend-Lease."""
        self.do(Lend(britain, ussr))

    def raid(self, plan: Plan | None = None) -> None:
        """Attack the convoys with all fleets that can, if there are any."""
        asked = self.asked
        if asked.kind == CONVOY:
            self.do(AttackConvoy(asked.units), plan)

    def keep(self, name: str) -> None:
        """Remember where the game is, for a variation of this name."""
        self.kept[name] = self.game.node
