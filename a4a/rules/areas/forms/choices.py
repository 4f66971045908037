"""What can be chosen: each decision of the family laid out in forms."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain
from types import MappingProxyType

import msgspec

from a4a.core.errors import RuleViolation
from a4a.core.names import one
from a4a.core.position import WAR
from a4a.core.state import State
from a4a.rules import money
from a4a.rules.areas import orders as o
from a4a.rules.areas import technology
from a4a.rules.areas.economy import economies
from a4a.rules.areas.economy.market import sites, yard_of
from a4a.rules.areas.forms import battles, purchases
from a4a.rules.areas.forms.moves import MoveChoices
from a4a.rules.areas.forms.signing import signed, signed_form
from a4a.rules.areas.movement import stranded
from a4a.rules.areas.movement.engaging import check_engage
from a4a.rules.areas.movement.reach import Reach
from a4a.rules.areas.phases.mobilize import purchased
from a4a.rules.areas.system import System
from a4a.rules.choices import (
    Answer,
    Answers,
    Form,
    Item,
    Moves,
    Picks,
    Refused,
    Tally,
    TallyTarget,
)
from a4a.rules.decision import Decision
from a4a.rules.order import Order

Verify = Callable[[State, Order], None]
"""Refuses an order that may not be given in a state, as `Ruleset.verify` does."""

FormOf = Callable[[System, State, Decision], Form | tuple[Form, ...]]
"""Lays out what answers a decision by one kind of order."""

_NONE: Mapping[str, FormOf] = MappingProxyType({})


class Chooser:
    """Lays decisions out as forms. Make one and keep it: it remembers where units could go.

    Parameters
    ----------
    system
        The game.
    verify
        Refuses orders that may not be given.
    own
        The forms of orders that only a system has, by the kind of order.
    """

    def __init__(self, system: System, verify: Verify, own: Mapping[str, FormOf] = _NONE) -> None:
        self._system = system
        self._verify = verify
        self._own = own
        self._by_kind = {**battles.FORMS, **own}
        self._reach = Reach(system)
        self._of: dict[str, Chooser] = {}  # of a power among several
        self._last: tuple[State, Decision, tuple[Form, ...]] | None = None

    def forms(self, state: State, asked: Decision) -> tuple[Form, ...]:
        """Return the forms that answer a decision; none if its kind is unknown here."""
        if _several(asked):
            return tuple(self._of_each(state, asked, Chooser.forms))
        return (*self._counted(state, asked), *self._answered(state, asked))

    def buttons(self, state: State, asked: Decision) -> tuple[Answers, ...]:
        """Return those of the forms that a button answers."""
        if _several(asked):
            found = self._of_each(state, asked, Chooser.buttons)
        else:
            found = self._answered(state, asked)
        return tuple(form for form in found if isinstance(form, Answers))

    def moves_and_tallies(self, state: State, asked: Decision) -> tuple[Moves | Tally, ...]:
        """Return the other forms."""
        found: Iterable[Form]
        if _several(asked):
            found = self._of_each(state, asked, Chooser.moves_and_tallies)
        else:
            found = chain(self._counted(state, asked), self._by_order(state, asked))
        return tuple(form for form in found if not isinstance(form, Answers))

    def _of_each(
        self,
        state: State,
        asked: Decision,
        lay_out: Callable[[Chooser, State, Decision], Sequence[Form]],
    ) -> Iterator[Form]:
        """Yield forms of each of several powers whose turn it is; their orders say whose."""
        for power in asked.powers:
            own = self._of.get(power)
            if own is None:
                verify = partial(self._verify_signed, power)
                own = self._of[power] = Chooser(self._system, verify, self._own)
            for form in lay_out(own, state, msgspec.structs.replace(asked, powers=(power,))):
                yield signed_form(form, power)

    def _verify_signed(self, power: str, state: State, order: Order) -> None:
        self._verify(state, signed(order, power))

    def _counted(self, state: State, asked: Decision) -> Iterator[Form]:
        """The forms in which units are moved, bought and placed."""
        orders = asked.orders
        if "DeclareWar" in orders:
            yield from self._declarations(state, asked)
        if "Research" in orders:
            yield from self._research(state, asked)
        if "Buy" in orders:
            yield from self._purchases(state, asked)
        if "Move" in orders and asked.kind != stranded.KIND:
            yield MoveChoices(self._system, self._reach, self._verify, state, asked)
        if "Place" in orders:
            yield self._placement(state, asked)
        if "PlaceBonus" in orders:
            yield self._bonus(state, asked)

    def _answered(self, state: State, asked: Decision) -> Iterator[Form]:
        """The other forms; most are answered by a button."""
        orders = asked.orders
        if asked.kind == stranded.KIND:
            yield self._landings(state, asked)
        if "Engage" in orders:
            yield from self._engagements(state, asked)
        yield from self._by_order(state, asked)
        if "Permit" in orders:
            yes, no = o.Permit("yes"), o.Permit("no")
            yield Answers(asked.text, (Answer("Let them pass", yes), Answer("Refuse", no)))
        if "PickChart" in orders:
            charts = [Answer(f"Chart {c}", o.PickChart(int(c))) for c in asked.options]
            yield Answers("Breakthrough chart", tuple(charts))
        if "EndPhase" in orders:
            end = o.EndPhase(state.phase)
            yield Answers("", (self._answer(state, f"End {state.phase}", end),))

    def _by_order(self, state: State, asked: Decision) -> tuple[Form, ...]:
        """The forms that belong to one kind of order, laid out once for a question."""
        last = self._last
        if last is not None and last[0] is state and last[1] == asked:
            return last[2]
        found: list[Form] = []
        for order, answers in self._by_kind.items():
            if order in asked.orders:
                made = answers(self._system, state, asked)
                found += made if isinstance(made, tuple) else (made,)
        self._last = state, asked, tuple(found)
        return self._last[2]

    def refused(self, state: State, order: Order) -> Refused | None:
        """Say why an order may not be given, or None if it may."""
        try:
            self._verify(state, order)
        except RuleViolation as error:
            return Refused.of(error)
        return None

    def _answer(
        self, state: State, label: str, order: Order, spaces: tuple[str, ...] = ()
    ) -> Answer:
        return Answer(label, order, self.refused(state, order), spaces)

    # --- war ------------------------------------------------------------------------------------

    def _declarations(self, state: State, asked: Decision) -> Iterator[Tally]:
        """A tally of the other side's powers with which the power is not yet at war."""
        catalog = self._system.catalog
        (power,) = asked.powers
        side = catalog.side_of(power)
        items = [
            Item(
                key=other.name,
                label=other.name,
                most=1,
                power=other.name,
                refused=self.refused(state, o.DeclareWar((other.name,))),
            )
            for other in catalog.powers
            if other.playable
            and catalog.side_of(other.name) != side
            and state.relation(power, other.name) != WAR
        ]
        if items:
            yield Tally(
                title="Declare war on",
                items=tuple(items),
                make=lambda picks: _declaration([name for name in picks if _count(picks, name)]),
                commit="Declare war",
                aside="Move" in asked.orders,
            )

    def _engagements(self, state: State, asked: Decision) -> Iterator[Answers]:
        """Answers to attack or ignore enemy submarines and transports in the power's sea zones."""
        (power,) = asked.powers
        field = self._reach.field(state, phase="combat", power=power)
        sea = self._system.graph.is_sea
        here = {u.place for u in (*field.ships, *field.aircraft) if isinstance(u.place, str)}
        ignorable = {z for z in here if sea[z] and field.has_prey(z) and not field.hostile(z)}
        if not ignorable:
            return
        zones = dict.fromkeys(
            u.place
            for u in state.units.values()
            if u.owner == power and isinstance(u.place, str) and u.place in ignorable
        )
        answers = [
            Answer(f"{choice} in {zone}", order, None, (zone,))
            for zone in zones
            for choice in ("attack", "ignore")
            if check_engage(field, order := o.Engage(zone, choice)) is None
        ]
        if answers:
            yield Answers("Enemy submarines and transports", tuple(answers))

    def _landings(self, state: State, asked: Decision) -> Answers:
        """Answers for where a stranded aircraft can land, and for which of several does."""
        answers = []
        for unit in map(state.unit, asked.units):
            here = str(unit.place)
            who = f"{unit.type}: " if len(asked.units) > 1 else ""
            places = stranded.landing_places(self._system, state, unit)
            for place in places:
                path = (here,) if place.space == here else (here, place.space)
                words = who + place.space
                if place.aboard is not None:
                    ship = state.unit(place.aboard)
                    words += f", aboard {one(ship.type)} of {self._system.called(ship.owner)}"
                order = o.Move((unit.id,), path, place.aboard)
                answers.append(self._answer(state, words, order, (place.space,)))
            if not places:
                lose = stranded.give_up(unit)
                answers.append(self._answer(state, f"{who}lost", lose, (here,)))
        return Answers(asked.text, tuple(answers))

    # --- money ----------------------------------------------------------------------------------

    def _research(self, state: State, asked: Decision) -> Iterator[Tally]:
        price = technology.research(self._system).price
        for treasury in economies.open_treasuries(self._system, state, asked.powers[0]):
            funds = money.balance(self._system, state, treasury)
            most = funds // price
            refused = self.refused(state, o.Research(treasury, 1)) if not most else None
            yield Tally(
                title=f"Research dice: {treasury}",
                items=(Item(key="dice", label="dice", most=most, price=price, refused=refused),),
                make=lambda picks, paid=treasury: (o.Research(paid, _count(picks, "dice")),),  # type: ignore[misc]
                commit="Roll",
                funds=funds,
                currency=self._system.catalog.currency,
                bill=lambda picks: price * _count(picks, "dice"),
            )

    def _purchases(self, state: State, asked: Decision) -> Iterator[Tally]:
        """A table for each treasury: what is for sale, what is due, and what needs repair."""
        for treasury in money.treasuries(self._system, asked.powers[0]):
            items = list(purchases.items(self._system, state, asked, treasury, self.refused))
            if items:
                yield Tally(
                    title=purchases.title(self._system, state, treasury),
                    items=tuple(items),
                    make=lambda picks, paid=treasury: purchases.orders(  # type: ignore[misc]
                        self._system, state, paid, picks
                    ),
                    commit="Buy" if "Buy" in asked.orders else "Pay",
                    funds=money.balance(self._system, state, treasury),
                    currency=self._system.catalog.currency,
                    bill=lambda picks, paid=treasury: purchases.bill(  # type: ignore[misc]
                        self._system, state, paid, picks
                    ),
                )

    # --- placing --------------------------------------------------------------------------------

    def _placement(self, state: State, asked: Decision) -> Tally:
        """Each type of new unit with the spaces where it can be placed."""
        (power,) = asked.powers
        lots: dict[tuple[str, str], list[int]] = {}
        for unit in purchased(state, power):
            lots.setdefault((unit.type, money.payer(self._system, unit)), []).append(unit.id)
        yard = yard_of(self._system, state, power)
        several = len(money.treasuries(self._system, power)) > 1
        items = []
        waiting: dict[str, list[int]] = {}
        for (kind, payer), units in lots.items():
            key = f"{kind}, {payer}" if several else kind
            waiting[key] = units
            spaces = sites(self._system, state, kind, treasury=payer)
            facility = kind in self._system.of_category("facility")
            targets = tuple(
                TallyTarget(space, space, 1 if facility else yard.room(space)) for space in spaces
            )
            chosen = {}
            if len(targets) == 1 and len(lots) == 1:
                only = targets[0]
                chosen = {only.key: len(units) if only.most is None else min(len(units), only.most)}
            refused = None
            if not spaces:
                refused = Refused(
                    f"no {kind} can be placed now", allowed="what cannot be placed is paid back"
                )
            items.append(
                Item(
                    key=key, label=key, most=len(units), type=kind, power=power,
                    targets=targets, chosen=chosen, spaces=spaces, refused=refused,
                )
            )  # fmt: skip

        def make(picks: Picks) -> tuple[Order, ...]:
            chosen: dict[str, list[int]] = {}
            for key, counts in picks.items():
                left = list(waiting.get(key, ()))
                for space, count in counts.items():
                    chosen.setdefault(space, []).extend(left[:count])
                    del left[:count]
            return tuple(o.Place(tuple(ids), space) for space, ids in chosen.items() if ids)

        return Tally(title="Place new units", items=tuple(items), make=make, commit="Place")

    def _bonus(self, state: State, asked: Decision) -> Tally:
        (power,) = asked.powers
        items = []
        for kind in asked.options:
            price = technology.price(self._system, state, power, kind)
            items.append(
                Item(key=kind, label=kind, most=asked.most // price, type=kind, power=power,
                     price=price, spaces=asked.spaces)
            )  # fmt: skip

        def bill(picks: Picks) -> int:
            return sum(item.price * _count(picks, item.key) for item in items)

        return Tally(
            title=asked.text,
            items=tuple(items),
            make=lambda picks: (o.PlaceBonus({k: n for k in picks if (n := _count(picks, k))}),),
            commit="Place",
            funds=asked.most,
            currency=self._system.catalog.currency,
            bill=bill,
        )


def _several(asked: Decision) -> bool:
    """Whether several powers have the turn."""
    return len(asked.powers) > 1 and "EndPhase" in asked.orders


def _declaration(powers: Sequence[str]) -> tuple[Order, ...]:
    return (o.DeclareWar(tuple(powers)),) if powers else ()


def _count(picks: Picks, key: str) -> int:
    return sum(picks.get(key, {}).values())
