"""Strategic Warfare: Iraq's roll, city bombing, Lend-Lease, the convoy attack (4.2.A, 6).

What goes on is in the open questions of a state: each answer leads to the next. Fleets on their way
from the ocean to port can be attacked in transit, which is fought before anything else goes on.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from a4a.core import events as ev
from a4a.core.events import Asked
from a4a.core.state import State
from a4a.rules.decision import Decision
from a4a.rules.order import Order
from a4a.rules.phase import Phase
from a4a.rules.question import Interruptions
from a4a.rules.run import Run
from a4a.rules.systems.war_in_europe import iraq
from a4a.rules.systems.war_in_europe.access import Bar
from a4a.rules.systems.war_in_europe.combat import losses
from a4a.rules.systems.war_in_europe.combat.battles import STRATEGIC, next_id
from a4a.rules.systems.war_in_europe.combat.fights import Fights
from a4a.rules.systems.war_in_europe.economy import shipments
from a4a.rules.systems.war_in_europe.economy.shipments import AMERICA, BRITAIN, USSR, Shipment
from a4a.rules.systems.war_in_europe.field import field_of
from a4a.rules.systems.war_in_europe.orders.strategic import (
    AttackConvoy,
    Bomb,
    Cover,
    Intercept,
    Lend,
    MakePort,
    PassStrategic,
    Sink,
)
from a4a.rules.systems.war_in_europe.standing import (
    ALLIES,
    AXIS,
    OTHER,
    side_of_players,
    standing_of,
)
from a4a.rules.systems.war_in_europe.strategic import bombing, convoys
from a4a.rules.systems.war_in_europe.strategic.firing import participants
from a4a.rules.systems.war_in_europe.system import System
from a4a.rules.systems.war_in_europe.transit import Transit

BOMBING, INTERCEPTION, LENDING = "city bombing", "interception", "Lend-Lease"
CONVOY, COVER, SINKING, PORT = "convoy attack", "air cover", "sunk points", "retreat from the ocean"
_WITH_UNITS: Final = frozenset({INTERCEPTION, COVER})
"""What is declined by naming no units."""
PASSED: Final = "the other side has passed"
"""The option of a side that is asked to bomb when the other has just passed."""

_ASKS: Final = {
    BOMBING: ((Bomb, PassStrategic), "WE-BOM-001", "bomb an enemy production city, or pass"),
    INTERCEPTION: ((Intercept,), "WE-BOM-004", "intercept the bombers, or name none"),
    LENDING: ((Lend,), "WE-CVY-001", "announce the points of Lend-Lease"),
    CONVOY: ((AttackConvoy, PassStrategic), "WE-CVY-003", "attack the convoys, or pass"),
    COVER: ((Cover,), "WE-CVY-008", "let an air unit cover the ocean, or name none"),
    SINKING: ((Sink,), "WE-CVY-013", "say which points are sunk"),
    PORT: ((MakePort,), "WE-SCB-008", "say to which port each beaten fleet retreats"),
}  # fmt: skip


class StrategicWarfare(Phase[System]):
    """Strategic Warfare of both sides, the Axis first."""

    name = "Strategic Warfare"

    def __init__(self, system: System) -> None:
        super().__init__(system)
        self._fights = Fights(system)
        transit = Transit(system, self._fights.open)
        self._interruptions = Interruptions((*self._fights.questions, transit))

    def enter(self, run: Run) -> None:
        """Roll for Iraq, let the overseas points set out, and begin with the bombing."""
        iraq.roll(self.system, run)
        shipments.set_out_bonuses(self.system, run)
        self._ask_to_bomb(run, AXIS, passed=False)

    # --- asking ---------------------------------------------------------------------------------

    def _ask(self, run: Run, kind: str, side: str, *options: str, battle: str = "") -> None:
        state, rule = run.state, _ASKS[kind][1]
        key = f"{kind} {state.turn}.{len(state.memories)} {side} {battle}".strip()
        run.emit(ev.Asked(key, self.system.players_of(side), kind, options, rule, battle))

    def asked(self, state: State) -> Asked | None:
        """Return the question of this phase that is open; interruptions go before it."""
        return next((a for a in state.decisions.values() if a.kind in _ASKS), None)

    def decision(self, state: State) -> Decision | None:
        """Return what is asked; None when Strategic Warfare is over."""
        if (found := self._interruptions.open(state)) is not None:
            return found.decision(state)
        asked = self.asked(state)
        if asked is None:
            return None
        orders, rule, text = _ASKS[asked.kind]
        return Decision(
            kind=asked.kind,
            powers=asked.powers,
            orders=tuple(order.__name__ for order in orders),
            rule=rule,
            text=f"{self._side(asked)}: {text}",
            battle=asked.battle,
            units=self._units(state, asked),
            spaces=self._spaces(state, asked),
        )

    def _side(self, asked: Asked) -> str:
        return side_of_players(self.system, asked.powers)

    def _units(self, state: State, asked: Asked) -> tuple[int, ...]:
        """The units a question is about."""
        field, side = field_of(self.system, state), self._side(asked)
        if asked.kind == BOMBING:
            own = (bombing.bombers(field, side, city) for city in self._spaces(state, asked))
            return tuple(sorted({unit.id for units in own for unit in units}))
        if asked.kind == INTERCEPTION:
            target = state.battles[asked.battle].space
            return tuple(u.id for u in bombing.interceptors(field, side, target))
        if asked.kind == CONVOY:
            return convoys.raiders(self.system, state)
        if asked.kind == COVER:
            return convoys.covers(self.system, state)
        if asked.kind == PORT:
            beaten = convoys.beaten(self.system, state, state.battles[asked.battle])
            return tuple(unit.id for unit in beaten)
        return ()

    def _spaces(self, state: State, asked: Asked) -> tuple[str, ...]:
        """The spaces a question is about."""
        if asked.kind == BOMBING:
            return bombing.targets(self.system, state, self._side(asked))
        if asked.kind == PORT:
            fleets = convoys.beaten(self.system, state, state.battles[asked.battle])
            ports = (convoys.harbours(self.system, state, fleet) for fleet in fleets)
            return tuple(dict.fromkeys(space for found in ports for space in found))
        return ()

    # --- refusing -------------------------------------------------------------------------------

    def verify(self, state: State, order: Order) -> None:
        """Refuse an order that may not be given; RuleViolation says why."""
        if (found := self._interruptions.open(state)) is not None:
            found.verify(state, order)
            return
        asked = self.asked(state)
        assert asked is not None, "nothing is asked"
        if (bar := self._bar(state, asked, order)) is not None:
            raise bar.violation(self.system, f"{asked.kind}: {order.kind}")

    def _bar(self, state: State, asked: Asked, order: Order) -> Bar | None:
        system, side = self.system, self._side(asked)
        if isinstance(order, Bomb):
            space = system.board.find(order.target)
            if space is None:
                return Bar("WE-BOM-001", f"there is no space {order.target!r}", "a production city")
            return bombing.raid_bar(system, state, side, space.name, order.units)
        if isinstance(order, Intercept):
            target = state.battles[asked.battle].space
            return bombing.intercept_bar(system, state, side, target, order.units)
        if isinstance(order, Lend):
            return self._lend_bar(state, order)
        if isinstance(order, AttackConvoy):
            return convoys.attack_bar(system, state, order.units)
        if isinstance(order, Cover):
            able = convoys.covers(system, state)
            if len(order.units) > 1 or not set(order.units) <= set(able):
                return Bar("WE-CVY-008", "it cannot cover the ocean", "one ready air unit in "
                           "Britain, Ireland or the United States, or none")  # fmt: skip
        if isinstance(order, Sink):
            return convoys.sunk_bar(state, order.points, int(asked.options[0]))
        if isinstance(order, MakePort):
            return self._port_bar(state, asked, order)
        return None

    def _lend_bar(self, state: State, order: Lend) -> Bar | None:
        system = self.system
        most = shipments.most_lent(system, state)
        if min(order.britain, order.ussr) < 0 or order.britain + order.ussr > most:
            why = f"{order.britain + order.ussr} points are too many"
            return Bar("WE-LL-001", why, f"0 to {most} in all")
        to_ussr = shipments.most_to(system, state, USSR)
        if order.ussr > to_ussr:
            if standing_of(system, state).is_neutral(USSR):
                return Bar("WE-LL-003", "the Soviet Union is not at war", "points for Britain")
            rule = "WE-LL-005" if to_ussr == 1 else "WE-LL-004"
            return Bar(rule, f"{order.ussr} is too much for the Soviet Union", f"0 to {to_ussr}")
        if order.britain > shipments.most_to(system, state, BRITAIN):
            return Bar("WE-LL-007", "no points come to Britain", "0")
        return None

    def _port_bar(self, state: State, asked: Asked, order: MakePort) -> Bar | None:
        for unit in convoys.beaten(self.system, state, state.battles[asked.battle]):
            ports = convoys.harbours(self.system, state, unit)
            if ports and order.to.get(unit.id) not in ports:
                why = f"{unit.name} retreats to the nearest port from a hex of the west edge"
                return Bar("WE-EXA-018", why, " or ".join(ports))
        return None

    # --- what follows ---------------------------------------------------------------------------

    def execute(self, run: Run, order: Order) -> None:
        """Carry out a verified order."""
        if (found := self._interruptions.open(run.state)) is not None:
            found.answer(run, order)
            self._after_interruption(run, found.asked)
            return
        asked = self.asked(run.state)
        assert asked is not None, "nothing is asked"
        side = self._side(asked)
        units = getattr(order, "units", ())
        declined = isinstance(order, PassStrategic) or (asked.kind in _WITH_UNITS and not units)
        choice = "no" if declined else order.kind
        run.emit(
            ev.Decided(asked.powers, asked.kind, choice, asked.decision, units, (), asked.battle)
        )
        if isinstance(order, Bomb):
            self._bomb(run, side, order)
        elif isinstance(order, Intercept):
            self._intercept(run, asked.battle, order.units)
        elif isinstance(order, Lend):
            shipments.set_out(run, Shipment(shipments.LEND_LEASE, BRITAIN), order.britain)
            shipments.set_out(run, Shipment(shipments.LEND_LEASE, USSR), order.ussr)
            self._ask_to_attack(run)
        elif isinstance(order, AttackConvoy):
            self._attack(run, order.units)
        elif isinstance(order, Cover):
            cover = participants(run.state, "defender", order.units, "support")
            if cover:
                run.emit(ev.BattleJoined(asked.battle, cover))
            self._fight(run, asked.battle)
        elif isinstance(order, Sink):
            self._sunk(run, asked.battle, order.points)
        elif isinstance(order, MakePort):
            self._make_port(run, asked.battle, order.to)
        elif asked.kind == BOMBING:
            if PASSED in asked.options:
                self._ask_to_lend(run)
            else:
                self._ask_to_bomb(run, OTHER[side], passed=True)

    def _after_interruption(self, run: Run, asked: Asked) -> None:
        """Go on with the battle in which losses were asked for, or with fleets on their way."""
        battle = run.state.battles.get(asked.battle)
        if battle is None or battle.kind not in STRATEGIC:
            self._withdraw(run)
        elif asked.options[0] == "attacker" and self._must_choose(run, battle.id, "defender"):
            return
        elif battle.kind == "convoy":
            self._retreat(run, battle.id)
        else:
            self._drop(run, battle.id)

    def _must_choose(self, run: Run, battle: str, *roles: ev.Role) -> bool:
        """Let sides take their losses; whether one of them is asked which."""
        for role in roles:
            losses.take(self.system, run, battle, role)
            if run.state.decisions:
                return True
        return False

    # --- city bombing ---------------------------------------------------------------------------

    def _ask_to_bomb(self, run: Run, side: str, *, passed: bool) -> None:
        """Ask a side to bomb; one that has nothing to bomb with passes."""
        if bombing.targets(self.system, run.state, side):
            self._ask(run, BOMBING, side, *([PASSED] if passed else []))
        elif passed:
            self._ask_to_lend(run)
        else:
            self._ask_to_bomb(run, OTHER[side], passed=True)

    def _bomb(self, run: Run, side: str, order: Bomb) -> None:
        target = self.system.board.space(order.target).name
        battle = next_id(run.state, "bombing raid")
        bombing.take_off(self.system, run, battle, target, order.units)
        field = field_of(self.system, run.state)
        if any(bombing.interceptors(field, OTHER[side], target)):
            self._ask(run, INTERCEPTION, OTHER[side], battle=battle)
        else:
            self._drop(run, battle)

    def _intercept(self, run: Run, battle: str, units: tuple[int, ...]) -> None:
        if units:
            bombing.rise(self.system, run, battle, units)
            if self._must_choose(run, battle, "attacker", "defender"):
                return
        self._drop(run, battle)

    def _drop(self, run: Run, battle: str) -> None:
        opened = run.state.battles[battle]
        bombed_by = OTHER[standing_of(self.system, run.state).holder(opened.space)]
        bombing.drop(self.system, run, battle)
        self._ask_to_bomb(run, OTHER[bombed_by], passed=False)

    # --- convoys --------------------------------------------------------------------------------

    def _ask_to_lend(self, run: Run) -> None:
        state, system = run.state, self.system
        may = any(shipments.most_to(system, state, power) for power in (BRITAIN, USSR))
        if may and not standing_of(system, state).is_conquered(AMERICA):
            self._ask(run, LENDING, ALLIES)
        else:
            self._ask_to_attack(run)

    def _ask_to_attack(self, run: Run) -> None:
        if convoys.raiders(self.system, run.state):
            self._ask(run, CONVOY, AXIS)

    def _attack(self, run: Run, units: tuple[int, ...]) -> None:
        battle = next_id(run.state, "convoy")
        convoys.sail(self.system, run, battle, units)
        if convoys.improved(self.system, run.state):
            self._ask_to_cover(run, battle)
        else:
            self._sink(run, battle)

    def _ask_to_cover(self, run: Run, battle: str) -> None:
        escorted = convoys.escorts(self.system, run.state)
        if escorted and convoys.covers(self.system, run.state):
            self._ask(run, COVER, ALLIES, battle=battle)
        else:
            self._fight(run, battle)

    def _sink(self, run: Run, battle: str) -> None:
        if not convoys.raiding(run.state, battle):
            self._close(run, battle)
            return
        due = convoys.sink(self.system, run, battle)
        ways = list(convoys.ways_to_sink(run.state, due))
        if len(ways) > 1:
            self._ask(run, SINKING, AXIS, str(due), battle=battle)
        else:
            self._sunk(run, battle, ways[0])

    def _sunk(self, run: Run, battle: str, points: Mapping[str, int]) -> None:
        convoys.go_down(self.system, run, points)
        if convoys.improved(self.system, run.state):
            self._close(run, battle)
        else:
            self._fight(run, battle)

    def _fight(self, run: Run, battle: str) -> None:
        convoys.exchange(self.system, run, battle)
        if not self._must_choose(run, battle, "attacker", "defender"):
            self._retreat(run, battle)

    def _retreat(self, run: Run, battle: str) -> None:
        beaten = convoys.beaten(self.system, run.state, run.state.battles[battle])
        ports = {unit.id: convoys.harbours(self.system, run.state, unit) for unit in beaten}
        if any(len(found) > 1 for found in ports.values()):
            side = field_of(self.system, run.state).side_of(beaten[0])
            self._ask(run, PORT, side, battle=battle)
            return
        to = {unit: found[0] for unit, found in ports.items() if found}
        self._make_port(run, battle, to)

    def _make_port(self, run: Run, battle: str, to: Mapping[int, str]) -> None:
        convoys.make_port(self.system, run, battle, to)
        self._withdraw(run)

    def _withdraw(self, run: Run) -> None:
        """Let beaten fleets sail to port as far as nothing is asked; then go on with the convoy."""
        self._fights.go_on(run)
        if not run.state.decisions:
            (battle,) = run.state.battles
            self._after_battle(run, battle)

    def _after_battle(self, run: Run, battle: str) -> None:
        if convoys.improved(self.system, run.state):
            self._sink(run, battle)
        else:
            self._close(run, battle)

    def _close(self, run: Run, battle: str) -> None:
        opened = run.state.battles[battle]
        won = convoys.won(opened)
        if opened.step == convoys.CONVOY:
            won = "attacker" if any(roll.hits for roll in opened.rolls) else "nobody"
        result: ev.BattleResult = "no effect"
        if won != "nobody":
            result = "attacker wins" if won == "attacker" else "defender wins"
        run.emit(ev.BattleClosed(battle, result, won))
