"""The frames of money: economy (a row for each treasury and turn), resources, purchases."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np
import numpy.typing as npt
import polars as pl

from a4a.core import events as ev
from a4a.core.record import GameRecord
from a4a.core.sides import side_in
from a4a.core.state import State
from a4a.core.steps import ROOT
from a4a.frames.calendar import Calendar, Ints, Stretch
from a4a.frames.columns import Rows, assemble
from a4a.frames.names import NOBODY, Coder, Names
from a4a.frames.territory import Land
from a4a.frames.walk import Handler, Moment

#: The columns of the economy by the reasons that go into them; the rest goes into "other".
_REASONS = {
    "income": "income",
    "objective": "objectives",
    "plunder": "plunder",
    "convoy": "convoy",
    "purchase": "purchases",
    "instalment": "purchases",
    "repair": "repairs",
    "upgrade": "repairs",
    "technology": "technology",
}
_COLUMNS = ("other", *dict.fromkeys(_REASONS.values()))


class MoneyTracker:
    """Writes down what treasuries gain and pay, and bills."""

    def __init__(self, names: Names, calendar: Calendar) -> None:
        self._names = names
        self._calendar = calendar
        self._ends = frozenset(calendar.samples("turn").tolist())
        self._accounts: dict[tuple[str, str], int] = {}
        # Balances as lines begin: row, account, amount.
        self._openings: list[tuple[int, int, int]] = []
        # Changes: row, account, amount, column of the economy.
        self._changes: list[tuple[int, int, int, int]] = []
        self._resources = Rows(
            "event", "power", "side", "treasury", "resource", "amount", "reason", "detail",
            "restriction",
        )  # fmt: skip
        self._purchases = Rows(
            "event", "power", "side", "treasury", "unit", "category", "count", "cost"
        )
        self.handlers: Mapping[type[ev.Event], Handler] = {
            ev.ResourceChanged: self._changed,
            ev.Bought: self._bought,
        }

    def begin(self, stretch: Stretch, state: State) -> None:
        """Note every treasury's balance as a line begins."""
        self._catalog = state.catalog
        for treasury in state.catalog.treasuries:
            self._open(stretch, treasury, state.catalog.currency, 0)
        for (treasury, resource, _), amount in state.balances.items():
            self._open(stretch, treasury, resource, amount)
        for event in self._earlier(stretch):
            self._open(stretch, event.treasury, event.resource, -event.amount)
            self._flow(stretch.first, event)

    def _open(self, stretch: Stretch, treasury: str, resource: str, amount: int) -> None:
        self._openings.append((stretch.first, self._account(treasury, resource), amount))

    def _account(self, treasury: str, resource: str) -> int:
        return self._accounts.setdefault((treasury, resource), len(self._accounts))

    def _earlier(self, stretch: Stretch) -> Iterator[ev.ResourceChanged]:
        """Yield what treasuries gained and paid in a variation's first turn before it began."""
        record, calendar = stretch.record, self._calendar
        node = stretch.nodes[0]
        while node != ROOT and (node := record.step(node).parent) != ROOT:
            if calendar.row_of[stretch.game, node] in self._ends:
                break  # a turn ended here
            for event in record.step(node).events:
                if isinstance(event, ev.ResourceChanged):
                    yield event

    def _flow(self, row: int, event: ev.ResourceChanged) -> None:
        column = _COLUMNS.index(_REASONS.get(event.reason, "other"))
        account = self._account(event.treasury, event.resource)
        self._changes.append((row, account, event.amount, column))

    def _changed(self, event: ev.ResourceChanged, moment: Moment) -> None:
        e, names = event, self._names
        self._flow(moment.row, e)
        owner = self._catalog.treasuries.get(e.treasury)
        self._resources.add(
            moment.row, moment.number, names.power(owner.name if owner else None),
            names.side(owner.side if owner else None), e.treasury, e.resource, e.amount, e.reason,
            e.detail, e.restriction,
        )  # fmt: skip

    def _bought(self, event: ev.Bought, moment: Moment) -> None:
        power, side = self._names.power(event.power), side_in(moment.state, event.power)
        for line in event.lines:
            found = self._catalog.find_unit_type(line.unit_type)
            self._purchases.add(
                moment.row, moment.number, power, self._names.side(side), event.treasury,
                self._names.unit(line.unit_type), "other" if found is None else found.category,
                line.count, line.cost,
            )  # fmt: skip

    # --- the frames -----------------------------------------------------------------------------

    def resources(self, keys: pl.DataFrame) -> pl.DataFrame:
        """Return the frame of resources."""
        row, values = self._resources.values()
        return assemble("resources", self._names, values, keys=keys[row])

    def purchases(self, keys: pl.DataFrame) -> pl.DataFrame:
        """Return the frame of purchases."""
        row, values = self._purchases.values()
        return assemble("purchases", self._names, values, keys=keys[row])

    def economy(
        self, calendar: Calendar, turns: Ints, keys: pl.DataFrame, land: Land
    ) -> pl.DataFrame:
        """Return the economy: a row for each treasury, resource and turn.

        Parameters
        ----------
        calendar, turns
            The calendar, and its samples at the ends of turns.
        keys
            The calendar's key columns.
        land
            How the board stood at these samples.
        """
        by_reason, opening = self._flows(calendar, turns)
        closing = opening + by_reason.sum(axis=0)
        at, account = np.nonzero(self._present(calendar)[calendar.game_of[turns]])
        flows = {name: by_reason[i][at, account] for i, name in enumerate(_COLUMNS)}
        owners = self._owners(calendar)[:, calendar.game_of[turns[at]], account]
        production = self._production(calendar, turns, land)[at, account]
        money = owners[2].astype(np.bool_)
        text = pl.String()
        treasuries, resources = Coder(), Coder()
        treasury = np.array([treasuries(name) for name, _ in self._accounts], dtype=np.int64)
        resource = np.array([resources(name) for _, name in self._accounts], dtype=np.int64)
        return assemble(
            "economy",
            self._names,
            {
                **flows,
                "power": owners[0],
                "side": owners[1],
                "treasury": treasuries.series(treasury[account], dtype=text),
                "resource": resources.series(resource[account], dtype=text),
                "active": pl.Series(_active(calendar, turns, self._names)[at, owners[0]]),
                "opening": opening[at, account],
                "closing": closing[at, account],
                "spending": -(flows["purchases"] + flows["repairs"] + flows["technology"]),
                "production": pl.Series(production).set(pl.Series(~money), None),
            },
            keys=keys[turns[at]],
        )

    def _flows(self, calendar: Calendar, turns: Ints) -> tuple[Ints, Ints]:
        """Changes by column of the economy, turn and account; and the balances as turns open."""
        size = len(turns), len(self._accounts)
        row, account, amount, column = np.array(self._changes, np.int64).reshape(-1, 4).T
        changes = np.zeros((len(_COLUMNS), *size), dtype=np.int64)
        np.add.at(changes, (column, np.searchsorted(turns, row), account), amount)
        row, account, amount = np.array(self._openings, np.int64).reshape(-1, 3).T
        held = np.zeros(size, dtype=np.int64)
        np.add.at(held, (np.searchsorted(turns, row), account), amount)
        net = changes.sum(axis=0)
        total = np.cumsum(net + held, axis=0)
        # The sum ran on from line to line: subtract what the lines before came to.
        stretch = calendar.stretch_of[turns]
        start = np.searchsorted(stretch, stretch)
        before = np.where((start > 0)[:, None], total[start - 1], 0)
        return changes, total - before - net

    def _present(self, calendar: Calendar) -> npt.NDArray[np.bool_]:
        """Say which game has which accounts."""
        has = np.zeros((len(calendar.records), len(self._accounts)), dtype=np.bool_)
        for row, account, *_ in [*self._openings, *self._changes]:
            has[calendar.game_of[row], account] = True
        return has

    def _owners(self, calendar: Calendar) -> Ints:
        """By game and account: the owner, its side, and whether it holds the game's currency."""
        owners = np.full((3, len(calendar.records), len(self._accounts)), NOBODY)
        for game, record in enumerate(calendar.records.values()):
            catalog = record.catalog
            for (treasury, resource), account in self._accounts.items():
                owner = catalog.treasuries.get(treasury)
                if owner is not None:
                    owners[0, game, account] = self._names.power(owner.name)
                    owners[1, game, account] = self._names.side(owner.side)
                owners[2, game, account] = resource == catalog.currency and owner is not None
        return owners

    def _production(self, calendar: Calendar, turns: Ints, land: Land) -> Ints:
        """What the spaces that pay each account yield, by turn and account."""
        made = np.zeros((len(turns), len(self._accounts)), dtype=np.int64)
        game = calendar.game_of[turns][land.sample]
        for number, record in enumerate(calendar.records.values()):
            pays = self._payees(record)
            mine = np.flatnonzero((game == number) & (land.power >= 0))
            account = pays[land.power[mine], land.space[mine]]
            paid = account >= 0
            np.add.at(made, (land.sample[mine][paid], account[paid]), land.value[mine][paid])
        return made

    def _payees(self, record: GameRecord) -> Ints:
        """The account a space pays under a power's control: a row for each power, -1 for none."""
        names, catalog = self._names, record.catalog
        pays = np.full((len(names.power), len(names.space)), NOBODY)
        for power in catalog.powers:
            for treasury in reversed(power.treasuries):
                account = self._accounts[treasury, catalog.currency]
                main = treasury == power.treasuries[0]
                for space in record.board.spaces:
                    elsewhere = not set(space.economies) & set(power.treasuries)
                    if (main and elsewhere) or treasury in space.economies:
                        pays[names.power(power.name), names.space(space.name)] = account
        return pays


def _active(calendar: Calendar, turns: Ints, names: Names) -> npt.NDArray[np.bool_]:
    """Say whose turn each turn is: a row for each, a column for each power, the last for nobody."""
    active = np.zeros((len(turns), len(names.power) + 1), dtype=np.bool_)
    for i, row in enumerate(turns):
        if not calendar.between[row]:
            active[i, [names.power(power) for power in calendar.times[row].powers]] = True
    return active
