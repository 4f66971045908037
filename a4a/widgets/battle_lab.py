"""The battle lab: pick units for both sides and see how the battle ends, while picking."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

import anywidget
import traitlets

from a4a.analysis.battle import Battle, Terms
from a4a.analysis.outcome import Outcome
from a4a.boards import load
from a4a.core.catalog import Catalog
from a4a.core.errors import A4AError, BattleError
from a4a.core.record import GameRecord
from a4a.core.steps import NodeId
from a4a.core.words import list_of
from a4a.map.assets import asset
from a4a.map.cursor import Cursor
from a4a.odds import retreat as ways
from a4a.odds.steps import Role
from a4a.rules import rules_of
from a4a.rules.fight import Army, Band, Fight, FightKind
from a4a.rules.game import Game
from a4a.rules.ruleset import Ruleset
from a4a.rules.systems import ruleset
from a4a.widgets.battle_report import advice, report
from a4a.widgets.battle_rows import KINDS, ROLES, Pool, counts, pool

POLICIES: Final[Mapping[str, str]] = {
    "never": "Never",
    "rounds": "After rounds",
    "units": "With units left",
    "odds": "Chance to win below %",
    "swing": "Swing is negative",
    "best": "Where it is best",
    "aircraft": "Risk to aircraft above %",
    "strafe": "Risk to win above %",
}
"""Retreat policies by the names the page has for them, in words."""

_DICE: Final = ("standard", "low luck")
_ALLOCATIONS: Final = ("volley by volley", "along the order")
_MOST: Final = 1000
_ROWS_AT_ONCE: Final = 2
"""Rows whose effect is worked out between two changes of the page."""


class BattleLab(anywidget.AnyWidget):
    """Pick units for both sides of a battle, and see how it ends.

    All is worked out anew with each change: who wins, the swing and its distribution, who
    survives, how it goes round by round, what one more unit of each type would do for its price,
    and where retreating is best. With a record, both sides can be taken from a space of its board.

    Parameters
    ----------
    about
        A system's name or the folder of a mod; a battle (`a4a.battle`); or a record, a game being
        played, or the cursor of other views.
    space
        With a record: the space that is fought for.
    attacker
        With a record: the power that attacks; the active one if not given.
    node
        With a record: the node; a cursor's own, else the end of the main line.

    Attributes
    ----------
    setup : dict
        What is picked; `battle` in the page's terms.

    Raises
    ------
    A4AError
        If `about` is nothing of that kind, or there is no such space, power or node.
    BattleError
        If the attacker can reach no battle for the space.

    Examples
    --------
    >>> import a4a
    >>> ours, theirs = {"infantry": 3, "artillery": 1}, {"infantry": 2}
    >>> lab = BattleLab(a4a.battle("global1940", attacker=ours, defender=theirs))
    >>> lab.outcome
    <Outcome: attacker wins 93.1%, defender wins 5.5%, both destroyed 1.4%, swing +1.8 (sd 4.2)>
    >>> lab.pick("attacker", "artillery", 0)
    >>> lab.battle
    <Battle (land): 3 infantry against 2 infantry>
    """

    _esm = asset(
        "map/timeline.js",
        "map/symbols.js",
        "map/story.js",
        "widgets/decide_words.js",
        "widgets/battle_charts.js",
        "widgets/battle_sides.js",
        "widgets/battle_lab.js",
    )
    _css = asset("widgets/views.css", "widgets/battle_lab.css")
    offered: traitlets.Dict[str, object] = traitlets.Dict(
        help="What can be picked: rows of units, policies, spaces and powers of a board."
    ).tag(sync=True)
    setup: traitlets.Dict[str, Any] = traitlets.Dict(help="What is picked.").tag(sync=True)
    answer: traitlets.Dict[str, object] = traitlets.Dict(
        help="How the battle ends, or what is wrong with it."
    ).tag(sync=True)

    def __init__(
        self,
        about: str | Path | Battle | GameRecord | Game | Cursor,
        *,
        space: str | None = None,
        attacker: str | None = None,
        node: NodeId | None = None,
    ) -> None:
        super().__init__()
        self._board: Cursor | None = None
        self._battle: Battle | None = None
        self._number = self._edition = 0
        self._dice: Any = None
        self._place = ""
        if isinstance(about, Battle):
            _no_board(space, attacker, node)
            self._rules, self._catalog = about.rules, about.catalog
            self._lay_out(about.fight, _setup_of(about))
            self._dice = about.terms.dice
        elif isinstance(about, str | Path):
            _no_board(space, attacker, node)
            self._rules, self._catalog = ruleset(about), load(about).catalog
            self._lay_out(_first_fight(self._rules, self._catalog))
        elif isinstance(about, GameRecord | Game | Cursor):
            self._on_board(about, space, attacker, node)
        else:
            kind = type(about).__name__
            raise A4AError(
                f"a battle lab is about a system's name, a battle, a record, a game or a cursor, "
                f"not a {kind}"
            )
        self._solve()
        self.observe(lambda _: self._solve(), "setup")
        self.on_msg(self._on_message)

    # --- what it is about -----------------------------------------------------------------------

    @property
    def battle(self) -> Battle | None:
        """The battle that is picked; None if it is none yet."""
        return self._battle

    @property
    def outcome(self) -> Outcome | None:
        """How it ends; None if there is no battle yet."""
        return None if self._battle is None else self._battle.odds()

    def pick(self, side: Role, unit: str, number: int) -> None:
        """Pick so many units of a type on a side, as the page does.

        Raises
        ------
        A4AError
            If there are no such units on that side.
        """
        name = self._catalog.unit_type(unit).name
        kind = self.setup["kind"]
        rows = self._pool.rows
        found = [
            i for i, row in enumerate(rows)
            if row.role == side and row.unit == name and kind in row.kinds
        ]  # fmt: skip
        if not found:
            raise A4AError(f"there is no {name} to pick for the {side} of a {kind} battle")
        numbers = list(self.setup["counts"])
        numbers[found[0]] = number
        self.setup = {**self.setup, "counts": numbers}

    def take(self, space: str, attacker: str | None = None) -> None:
        """Take both sides from a space of the board, with all that can reach it.

        Parameters
        ----------
        space
            The space that is fought for.
        attacker
            The power that attacks; the active one if not given.

        Raises
        ------
        A4AError
            If there is no board, or no such space or power.
        BattleError
            If the attacker can reach no battle there.
        """
        if self._board is None:
            raise A4AError("this battle lab has no board: give it a record, a game or a cursor")
        record, node = self._board.record, self._board.node
        state = record.state_at(node)
        if space not in record.board.index:
            raise A4AError(f"there is no space {space!r} on the board")
        power = self._active() if attacker is None else attacker
        if power not in record.catalog.power_order:
            raise A4AError(f"there is no power {power!r}")
        engagement = self._rules.engagement(state, space, power)
        fight = engagement.fight
        if not any(band.count for army in fight.defenders for band in army.bands):
            raise BattleError(f"nobody defends {space}")
        origins: dict[tuple[str, str], dict[str, int]] = {}
        for one in engagement.reachers:
            held = origins.setdefault((one.band.unit, one.band.duty), {})
            held[one.origin] = held.get(one.origin, 0) + one.band.count
        self._place = space
        self._lay_out(fight, origins=origins)

    def _on_board(
        self, game: GameRecord | Game | Cursor, space: str | None, attacker: str | None,
        node: NodeId | None,
    ) -> None:  # fmt: skip
        if isinstance(game, Cursor):
            self._board = game
            if node is not None:
                game.node = node
        else:
            record = game.record if isinstance(game, Game) else game
            last = game.node if isinstance(game, Game) else record.last
            self._board = Cursor(record, node=last if node is None else node)
        self._rules = rules_of(self._board.record)
        self._catalog = self._board.record.catalog
        if space is not None:
            self.take(space, attacker)
        else:
            self._lay_out(_first_fight(self._rules, self._catalog))

    def _active(self) -> str:
        assert self._board is not None
        state = self._board.record.state_at(self._board.node)
        return state.active[0] if state.active else ""

    def _lay_out(
        self,
        fight: Fight,
        setup: Mapping[str, Any] | None = None,
        *,
        origins: Mapping[tuple[str, str], Mapping[str, int]] | None = None,
    ) -> None:
        """Begin with a fight: its armies, and its units as they are."""
        self._pool: Pool = pool(self._rules, self._catalog, fight)
        rows = self._pool.rows
        numbers, damaged = counts(rows, fight)
        board = self._board
        self._edition += 1
        offered = {
            "edition": self._edition,
            "rows": [self._row(i, numbers[i], origins or {}) for i in range(len(rows))],
            "kinds": list(KINDS),
            "policies": dict(POLICIES),
            "dice": ["", *_DICE] + (["given"] if setup and setup["dice"] == "given" else []),
            "allocations": list(_ALLOCATIONS),
            "currency": self._catalog.currency,
            "place": self._place,
            "spaces": [] if board is None else [s.name for s in board.record.board.spaces],
            "powers": [] if board is None else [p.name for p in self._catalog.powers if p.playable],
            "active": "" if board is None else self._active(),
        }
        picked = {
            "edition": self._edition,
            "kind": fight.kind,
            "counts": numbers,
            "damaged": damaged,
            "orders": {"attacker": [], "defender": []},
            "rounds": None,
            "retreat": "never",
            "limit": 0,
            "prize": 0,
            "keep_land": 0,
            "submerge": "",
            "dice": "",
            "allocation": _ALLOCATIONS[0],
            **(setup or {}),
        }
        with self.hold_sync():  # the page gets both at once
            self.offered, self.setup = offered, picked
        self._laid_out = picked

    def _row(
        self, index: int, number: int, origins: Mapping[tuple[str, str], Mapping[str, int]]
    ) -> dict[str, Any]:
        row = self._pool.rows[index]
        unit = self._catalog.unit_type(row.unit)
        army = self._pool.armies[row.role][row.army]
        several = len(self._pool.armies[row.role]) > 1
        name = f"{unit.name} ({row.duty})" if row.duty else unit.name
        reached = origins.get((row.unit, row.duty), {}) if row.role == "attacker" else {}
        return {
            "role": row.role,
            "name": f"{name}, {army.power}" if several and army.power else name,
            "unit": unit.name,
            "army": army.power if several else "",
            "duty": row.duty,
            "symbol": unit.symbol,
            "category": unit.category,
            "hits": unit.hits if row.duty != "bombarding" else 1,
            "price": self._price(index),
            "kinds": list(row.kinds),
            "most": number if origins and row.role == "attacker" else None,
            "from": [[place, count] for place, count in reached.items()],
        }

    def _price(self, index: int) -> float:
        row = self._pool.rows[index]
        power = self._pool.armies[row.role][row.army].power
        return float(self._catalog.price(row.unit, power))

    # --- the battle -----------------------------------------------------------------------------

    def _solve(self) -> None:
        """Answer what is picked now; what is wrong with it is told, and stays as it is."""
        if self.setup.get("edition") != self._edition:  # picked before others were laid out
            self.setup = dict(self._laid_out)
            return
        self._number += 1
        self._picked, self._battle = None, None
        try:
            picked = _Picked.read(self.setup, len(self._pool.rows))
            self._picked = picked
            battle = self._made(picked)
            self._battle = battle
            self.answer = {
                "number": self._number,
                "fault": "",
                "orders": _orders(battle),
                "hurt": _two_hits(battle),
                **report(battle),
                "kinds": self._kinds(battle),
            }
        except A4AError as error:
            self._battle = None
            self.answer = {"number": self._number, "fault": str(error)}

    def _kinds(self, battle: Battle) -> dict[str, list[list[str]]]:
        """The kinds of units on either side: name, and what draws its symbol."""
        types = {unit.name: unit for unit in self._catalog.unit_types}
        return {
            role: [
                [g.kind.name, unit.symbol, unit.category]
                for g in battle.model.side(role).groups
                for unit in (types[next(tag for tag in g.kind.tags if tag in types)],)
                if g.kind.hits and g.count
            ]
            for role in ROLES
        }

    def _made(self, picked: _Picked, *, more: int | None = None) -> Battle:
        """Make a battle of what is picked, perhaps with one more unit of a row."""
        numbers = list(picked.counts)
        if more is not None:
            numbers[more] += 1
        fight = self._pool.fight(picked.kind, numbers, picked.damaged)
        terms = Terms(
            rounds=picked.rounds,
            retreat=picked.policy(),
            keep_land=picked.keep_land,
            submerge=picked.submerge or None,
            dice=self._dice if picked.dice == "given" else picked.dice or None,
            allocation=picked.allocation,
        )
        battle = Battle(self._rules, self._catalog, fight, terms)
        if not (picked.orders["attacker"] or picked.orders["defender"]):
            return battle
        loses = {role: fitted(picked.orders[role], battle.model.side(role).order) for role in ROLES}
        terms = replace(terms, attacker_loses=loses["attacker"], defender_loses=loses["defender"])
        return Battle(self._rules, self._catalog, fight, terms)

    def _one_more(self, index: int) -> list[Any] | None:
        """What one more unit of a row changes: the chance to win of its side, and the swing."""
        row, picked, battle = self._pool.rows[index], self._picked, self._battle
        if picked is None or battle is None or picked.kind not in row.kinds:
            return None
        before = battle.odds()
        try:
            after = self._made(picked, more=index).odds()
        except BattleError:  # one more ship would bombard than units come ashore
            return None
        wins = (
            after.attacker_wins - before.attacker_wins
            if row.role == "attacker"
            else after.defender_wins - before.defender_wins
        )
        sign = 1 if row.role == "attacker" else -1
        return [index, wins, sign * (after.swing - before.swing), self._price(index)]

    def _advice(self) -> dict[str, Any]:
        picked, battle = self._picked, self._battle
        if picked is None or battle is None:
            return {"why": ""}
        never = replace(picked, retreat="never", rounds=None)
        best = self._made(replace(never, retreat="best"))
        end = self._made(never).odds()
        return {
            "end": end.swing + picked.prize * end.attacker_takes,
            "end_wins": end.attacker_wins,
            **advice(best, picked.prize),
        }

    # --- the page -------------------------------------------------------------------------------

    def _on_message(self, _: object, content: Any, __: object) -> None:
        """Do what the page asks for: what is dear to work out, or to take a space's units."""
        try:
            if content["do"] == "more" and content["number"] == self._number:
                self._more(int(content["at"]))
            elif content["do"] == "take":
                self.take(str(content["space"]), str(content["attacker"]) or None)
        except A4AError as error:
            self.send({"fault": str(error)})
        except (KeyError, IndexError, TypeError, ValueError) as error:
            self.send({"fault": f"the page asked for what is not understood: {error!r}"})

    def _more(self, at: int) -> None:
        """Work out the next few rows, then the advice; the page asks on while nothing changes."""
        rows = [i for i in range(max(0, at), len(self._pool.rows)) if self._counts(i)]
        now, later = rows[:_ROWS_AT_ONCE], rows[_ROWS_AT_ONCE:]
        told: dict[str, Any] = {
            "number": self._number,
            "rows": [row for row in map(self._one_more, now) if row],
            "next": later[0] if later else None,
        }
        if not now:
            told["advice"] = self._advice()
        elif not later:
            told["next"] = len(self._pool.rows)
        self.send(told)

    def _counts(self, index: int) -> bool:
        return self._picked is not None and self._picked.kind in self._pool.rows[index].kinds


@dataclass(frozen=True, slots=True)
class _Picked:
    """What is picked on the page, read with care."""

    kind: FightKind
    counts: tuple[int, ...]
    damaged: tuple[int, ...]
    orders: Mapping[Role, tuple[str, ...]]
    rounds: int | None
    retreat: str
    limit: float
    prize: float
    keep_land: int
    submerge: Any
    dice: str
    allocation: Any

    @classmethod
    def read(cls, setup: Mapping[str, Any], rows: int) -> _Picked:
        """Read what a page, or somebody in Python, has put into `BattleLab.setup`."""
        try:
            orders = {role: tuple(map(str, setup["orders"][role])) for role in ROLES}
            picked = cls(
                kind=_one_of("kind", setup["kind"], KINDS),
                counts=_numbers(setup["counts"], rows),
                damaged=_numbers(setup["damaged"], rows),
                orders=orders,
                rounds=None if setup["rounds"] is None else int(setup["rounds"]),
                retreat=_one_of("retreat", setup["retreat"], tuple(POLICIES)),
                limit=float(setup["limit"]),
                prize=float(setup["prize"]),
                keep_land=int(setup["keep_land"]),
                submerge=setup["submerge"],
                dice=_one_of("dice", setup["dice"], ("", *_DICE, "given")),
                allocation=_one_of("allocation", setup["allocation"], _ALLOCATIONS),
            )
        except (KeyError, TypeError, ValueError, OverflowError) as error:
            raise BattleError(f"what is picked is not understood: {error!r}") from None
        for what in ("keep_land", "limit", "prize"):
            if not 0 <= getattr(picked, what) <= _MOST:
                raise BattleError(f"{what} is 0 to {_MOST}, not {getattr(picked, what)}")
        return picked

    def policy(self) -> ways.Retreat | None:
        """When the attacker retreats."""
        limit = self.limit
        match self.retreat:
            case "rounds":
                return ways.AfterRounds(int(limit))
            case "units":
                return ways.UnitsLeft(int(limit))
            case "odds":
                return ways.OddsBelow(limit / 100)
            case "swing":
                return ways.SwingNegative(self.prize)
            case "best":
                return ways.BestSwing(self.prize)
            case "aircraft":
                return ways.KeepSafe("air", limit / 100)
            case "strafe":
                return ways.Strafe(limit / 100)
            case _:
                return None


def fitted(order: Sequence[str], default: Sequence[str]) -> tuple[str, ...]:
    """Return an order of loss for the kinds that there are now.

    Parameters
    ----------
    order
        The order that was chosen; kinds that are gone are left out.
    default
        The order of those that there are: it says where new ones come in.

    Examples
    --------
    >>> fitted(["tank", "infantry", "fighter"], ["infantry", "artillery", "tank"])
    ('tank', 'infantry', 'artillery')
    """
    found = [name for name in order if name in default]
    for place, name in enumerate(default):
        if name not in found:
            before = [other for other in default[:place] if other in found]
            found.insert(max((found.index(b) for b in before), default=-1) + 1, name)
    return tuple(found)


def _setup_of(battle: Battle) -> dict[str, Any]:
    """Return the terms of a battle as the page has them."""
    terms = battle.terms
    policy, limit, prize = _policy_of(terms.retreat)
    model = battle.model
    return {
        "orders": {
            "attacker": list(model.attacker.order) if terms.attacker_loses else [],
            "defender": list(model.defender.order) if terms.defender_loses else [],
        },
        "rounds": terms.rounds,
        "retreat": policy,
        "limit": limit,
        "prize": prize,
        "keep_land": terms.keep_land,
        "submerge": terms.submerge or "",
        "dice": "" if terms.dice is None else terms.dice if terms.dice in _DICE else "given",
        "allocation": terms.allocation,
    }


def _policy_of(policy: ways.Retreat | None) -> tuple[str, float, float]:
    match policy:
        case ways.AfterRounds(number):
            return "rounds", number, 0
        case ways.UnitsLeft(number):
            return "units", number, 0
        case ways.OddsBelow(chance):
            return "odds", 100 * chance, 0
        case ways.SwingNegative(prize):
            return "swing", 0, prize
        case ways.BestSwing(prize):
            return "best", 0, prize
        case ways.KeepSafe("air", risk):
            return "aircraft", 100 * risk, 0
        case ways.Strafe(risk):
            return "strafe", 100 * risk, 0
        case None:
            return "never", 0, 0
    raise BattleError(f"the battle lab cannot show the retreat policy {policy!r}")


def _orders(battle: Battle) -> dict[str, list[str]]:
    """The orders of loss as they are now, of units that there are."""
    return {role: list(battle.model.side(role).order) for role in ROLES}


def _two_hits(battle: Battle) -> list[str]:
    """Kinds that can take a hit and live."""
    groups = (*battle.model.attacker.groups, *battle.model.defender.groups)
    return sorted({group.kind.name for group in groups if group.kind.hits > 1})


def _first_fight(rules: Ruleset, catalog: Catalog) -> Fight:
    """A battle to begin with: three of the first units that can attack, against two."""
    for unit in catalog.unit_types:
        fight = Fight("land", Army((Band(unit.name, 3),)), (Army((Band(unit.name, 2),)),))
        try:
            rules.fight(fight)
        except BattleError:
            continue
        return fight
    raise BattleError(f"no unit of {catalog.system} fights on land")


def _no_board(space: str | None, attacker: str | None, node: NodeId | None) -> None:
    if (space, attacker, node) != (None, None, None):
        raise A4AError("space, attacker and node are for a record, a game or a cursor")


def _one_of(what: str, value: Any, allowed: Sequence[Any]) -> Any:
    if value not in allowed:
        raise BattleError(f"{what} is {list_of([repr(a) for a in allowed])}, not {value!r:.60}")
    return value


def _numbers(values: Any, length: int) -> tuple[int, ...]:
    found = tuple(int(value) for value in values)
    if len(found) != length:
        raise ValueError(f"{len(found)} numbers for {length} rows")
    for value in found:
        if not 0 <= value <= _MOST:
            raise BattleError(f"{value} units: there can be 0 to {_MOST}")
    return found
