"""Kamikaze raids: tokens strike at ships in marked zones, unless aircraft block them.

Sources: book, The Strategic Missions Phase, #7 (DX-SMP-125 to 137, DX-POL-023); R-447.
"""

from __future__ import annotations

from collections.abc import Iterator

from a4a.core import events as ev
from a4a.core.english import either_of, places_of, the
from a4a.core.errors import RuleViolation
from a4a.core.events import Asked, Participant
from a4a.core.state import State
from a4a.core.units import Unit
from a4a.core.words import count_of
from a4a.rules.areas.combat import battle as b
from a4a.rules.areas.combat.kamikaze import announce
from a4a.rules.areas.orders import Intercept, Kamikaze
from a4a.rules.areas.politics.situation import Situation
from a4a.rules.areas.system import System
from a4a.rules.decision import Decision
from a4a.rules.money import treasury_with
from a4a.rules.order import Order
from a4a.rules.question import Question
from a4a.rules.run import Run
from a4a.rules.systems.deluxe3g40.missions.kamikaze import (
    BLOCK,
    LOSSES,
    NAME,
    TOKEN,
    blockers,
    commit,
    committed,
    go_on,
    scrambles_left,
    ships,
    tokens,
)
from a4a.rules.systems.deluxe3g40.missions.mission import Mission
from a4a.rules.systems.deluxe3g40.missions.targets import Strikes, missions


class KamikazeQuestion(Question[System]):
    """Which ships the tokens go for."""

    kind = "kamikaze"
    order = "Kamikaze"

    def _strikes(self, asked: Asked) -> Strikes:
        return next(one for one in missions(self.system).kamikaze if one.power == asked.powers[0])

    def _may(self, state: State, asked: Asked) -> list[Unit]:
        return ships(Situation(self.system, state, asked.powers[0]), self._strikes(asked))

    def decision(self, state: State, asked: Asked) -> Decision:
        """Return what is asked: tokens for these ships, or none."""
        may, strikes = self._may(state, asked), self._strikes(asked)
        zones = tuple(dict.fromkeys(str(unit.place) for unit in may))
        most = min(tokens(state, strikes), strikes.most * len(zones))
        return Decision(
            kind=self.kind,
            powers=asked.powers,
            orders=(self.order,),
            rule=asked.rule,
            text=f"strike with up to {count_of(strikes.most, 'token')} each in "
            f"{places_of(zones)}, or with none; {tokens(state, strikes)} are left",
            units=tuple(unit.id for unit in may),
            spaces=zones,
            most=most,
        )

    def verify(self, state: State, asked: Asked, order: Order) -> None:
        """Refuse ships that may not be struck, and more tokens than a zone or the stock allows."""
        assert isinstance(order, Kamikaze)
        may, strikes = {u.id: u for u in self._may(state, asked)}, self._strikes(asked)
        zones: dict[str, int] = {}
        for ship, number in order.targets.items():
            if ship not in may or number < 1:
                names = dict.fromkeys(f"the {u.type} in {the(str(u.place))}" for u in may.values())
                raise self._refusal(
                    "DX-SMP-125", "what is named is no ship that can be struck", either_of(names)
                )
            zone = str(may[ship].place)
            zones[zone] = zones.get(zone, 0) + number
        for zone, number in zones.items():
            if number > strikes.most:
                why = f"{count_of(number, 'token')} are too many for {the(zone)}"
                raise self._refusal("DX-SMP-126", why, f"{strikes.most} at most")
        left = tokens(state, strikes)
        if sum(zones.values()) > left:
            why = f"there are not {sum(zones.values())} tokens"
            raise self._refusal("DX-SMP-133", why, f"{left} at most")

    def _refusal(self, rule: str, why: str, allowed: str) -> RuleViolation:
        return self.system.book.violation(rule, why, tried="kamikaze", allowed=allowed)

    def answer(self, run: Run, asked: Asked, order: Order) -> None:
        """Commit the tokens, and ask in each zone who blocks them."""
        assert isinstance(order, Kamikaze)
        strikes, units = self._strikes(asked), run.state.units
        resource = strikes.resource
        treasury = treasury_with(run.state, strikes.power, resource)
        zones = announce(
            run, asked, order.targets, treasury=treasury, resource=resource, called="token"
        )
        for ship, number in order.targets.items():
            run.emit(ev.MarkerChanged(ev.OnUnit(ship), TOKEN, number))
        for zone in zones:
            battle = f"{run.state.turn}, {zone}: {self.kind}"
            fleet: dict[str, list[int]] = {}
            for ship in (i for i in order.targets if units[i].place == zone):
                fleet.setdefault(units[ship].owner, []).append(ship)
            parts = tuple(Participant("defender", p, tuple(ids)) for p, ids in fleet.items())
            run.emit(ev.BattleOpened(battle, zone, "kamikaze", parts))
            self._ask(run, strikes, battle, zone)

    def _ask(self, run: Run, strikes: Strikes, battle: str, zone: str) -> None:
        here = Situation(self.system, run.state, strikes.power)
        for power in self.system.order_of_play:
            if power in here.enemies and blockers(here, strikes, power, zone):
                name = f"{battle}, {BlockQuestion.kind}, {power}"
                run.emit(Asked(name, (power,), BlockQuestion.kind, (zone,), "DX-SMP-129", battle))


class BlockQuestion(Question[System]):
    """Which aircraft block the strikes in a zone."""

    kind = "blocking"
    order = "Intercept"

    def _may(self, state: State, asked: Asked) -> dict[int, str]:
        (strikes,) = missions(self.system).kamikaze
        here = Situation(self.system, state, strikes.power)
        return blockers(here, strikes, asked.powers[0], asked.options[0])

    def moot(self, state: State, asked: Asked) -> bool:
        """Whether partners have used up what could scramble."""
        return not self._may(state, asked)

    def decision(self, state: State, asked: Asked) -> Decision:
        """Return what is asked: any of these aircraft."""
        may = self._may(state, asked)
        zone = asked.options[0]
        number = sum(committed(state, zone).values())
        return Decision(
            kind=self.kind,
            powers=asked.powers,
            orders=(self.order,),
            rule=asked.rule,
            text=f"block {count_of(number, 'kamikaze token')} in {the(zone)}, or not",
            battle=asked.battle,
            units=tuple(may),
            spaces=asked.options,
            most=len(may),
        )

    def verify(self, state: State, asked: Asked, order: Order) -> None:
        """Refuse what cannot block, and more than a base lets scramble."""
        assert isinstance(order, Intercept)
        may = self._may(state, asked)
        book, from_base = self.system.book, dict[str, int]()
        for i in order.units:
            if i not in may or order.units.count(i) > 1:
                unit = state.units.get(i)
                what = f"the {unit.type}" if unit else "what is named"
                raise book.violation(
                    "DX-SMP-129", f"{what} cannot block this raid", tried="block",
                    allowed="carrier aircraft there, and what can scramble, each once",
                )  # fmt: skip
            if may[i] != asked.options[0]:
                from_base[may[i]] = from_base.get(may[i], 0) + 1
        for territory, number in from_base.items():
            left = scrambles_left(self.system, state, territory)
            if number > left:
                raise book.violation(
                    "DX-FAC-010", f"{number} aircraft would scramble from {the(territory)}",
                    tried="block", allowed=f"{left} at most",
                )  # fmt: skip

    def answer(self, run: Run, asked: Asked, order: Order) -> None:
        """Send the aircraft up."""
        assert isinstance(order, Intercept)
        may, (zone,) = self._may(run.state, asked), asked.options
        words = count_of(len(order.units), "aircraft") if order.units else "no"
        run.emit(
            ev.Decided(asked.powers, self.kind, words, asked.decision, order.units, (zone,),
                       asked.battle)
        )  # fmt: skip
        if not order.units:
            return
        run.emit(ev.UnitsTasked(order.units, BLOCK, zone))
        origins: dict[str, list[int]] = {}
        for i in order.units:
            origins.setdefault(may[i], []).append(i)
        parts = tuple(
            Participant("defender", asked.powers[0], tuple(ids), origin, b.INTERCEPTOR)
            for origin, ids in origins.items()
        )
        run.emit(ev.BattleJoined(asked.battle, parts))


class LossesQuestion(Question[System]):
    """Which tokens are lost to aircraft: the striking power keeps those it names."""

    kind = LOSSES
    order = "Kamikaze"

    def decision(self, state: State, asked: Asked) -> Decision:
        """Return what is asked: the tokens that go on."""
        zone, left = asked.options[0], int(asked.options[1])
        return Decision(
            kind=self.kind,
            powers=asked.powers,
            orders=(self.order,),
            rule=asked.rule,
            text=f"choose the {count_of(left, 'kamikaze token')} that go on in {the(zone)}",
            battle=asked.battle,
            units=tuple(committed(state, zone)),
            spaces=(zone,),
            least=left,
            most=left,
        )

    def verify(self, state: State, asked: Asked, order: Order) -> None:
        """Refuse other tokens than were committed, and more or fewer than are left."""
        assert isinstance(order, Kamikaze)
        there, left = committed(state, asked.options[0]), int(asked.options[1])
        fits = all(0 < n <= there.get(ship, 0) for ship, n in order.targets.items())
        if not fits or sum(order.targets.values()) != left:
            raise self.system.book.violation(
                asked.rule, "these are not the tokens that are left", tried="kamikaze",
                allowed=f"{left} of those that were committed, at the same ships",
            )  # fmt: skip

    def answer(self, run: Run, asked: Asked, order: Order) -> None:
        """Take the others away."""
        assert isinstance(order, Kamikaze)
        words = f"{count_of(sum(order.targets.values()), 'token')} go on"
        run.emit(
            ev.Decided(asked.powers, self.kind, words, asked.decision, tuple(order.targets),
                       asked.options[:1], asked.battle)
        )  # fmt: skip
        commit(run, asked.options[0], order.targets)


class KamikazeRaids(Mission):
    """Japan strikes at its enemies' ships."""

    name = NAME
    kinds = (KamikazeQuestion, BlockQuestion, LossesQuestion)

    def _asks(self, state: State) -> Iterator[Asked]:
        for strikes in missions(self.system).kamikaze:
            if ships(Situation(self.system, state, strikes.power), strikes):
                name = f"{state.turn}: {KamikazeQuestion.kind}, {strikes.power}"
                yield Asked(name, (strikes.power,), KamikazeQuestion.kind, (), strikes.rule)

    def applies(self, state: State) -> bool:
        """Whether there is a ship to strike, and a token to do it."""
        return any(self._asks(state))

    def enter(self, run: Run) -> None:
        """Ask where to strike."""
        run.emit_all(list(self._asks(run.state)))
        self.go_on(run)

    def proceed(self, run: Run) -> None:
        """Fight on in the first zone where nobody is asked."""
        asked = {a.battle for a in run.state.decisions.values()}
        for battle in run.state.battles.values():
            if battle.id not in asked:
                go_on(self.system, run, battle.id)
                return
