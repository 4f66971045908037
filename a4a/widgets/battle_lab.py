"""The battle lab: pick units for both sides and see how the battle ends, while picking."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from time import perf_counter
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
from a4a.map.assets import asset
from a4a.map.cursor import Cursor
from a4a.odds.steps import Role
from a4a.rules import rules_of
from a4a.rules.fight import Army, Band, Fight
from a4a.rules.game import Game
from a4a.rules.ruleset import Ruleset
from a4a.rules.systems import ruleset
from a4a.widgets.battle_picks import ALLOCATIONS, DICE, POLICIES, Picked, fitted, setup_of
from a4a.widgets.battle_report import advice, report
from a4a.widgets.battle_rows import KINDS, ROLES, Pool, counts, pool

_MOST_PAIRS: Final[Mapping[str, int]] = {"land": 40_000, "amphibious": 40_000, "sea": 4_000}
"""The attacker's units times the defender's, at most: more cannot be answered while picking."""
_AT_ONCE: Final = 0.03
"""Seconds for which the kernel works out what is dear before it looks whether something changed."""
_MOST_WEIGHED: Final[Mapping[str, int]] = {"land": 2_500, "amphibious": 2_500, "sea": 500}
"""The same for what is dear: it asks for many such battles."""


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
            self._lay_out(about.fight, setup_of(about))
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
        # A game may be played by a mod, of which its record says no more than the name.
        self._rules = game.ruleset if isinstance(game, Game) else rules_of(self._board.record)
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
            "dice": ["", *DICE] + (["given"] if setup and setup["dice"] == "given" else []),
            "allocations": list(ALLOCATIONS),
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
            "allocation": ALLOCATIONS[0],
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
            picked = Picked.read(self.setup, len(self._pool.rows))
            self._picked = picked
            battle = self._made(picked)
            _check_size(battle)
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

    def _made(self, picked: Picked, *, more: int | None = None) -> Battle:
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
        end = (battle if never == picked else self._made(never)).odds()
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
        until = perf_counter() + _AT_ONCE
        battle = self._battle
        weighed = battle is not None and _pairs(battle) <= _MOST_WEIGHED[battle.fight.kind]
        rows: list[list[Any]] = []
        for index in range(max(0, at), len(self._pool.rows)):
            if perf_counter() > until:
                self.send({"number": self._number, "rows": rows, "next": index})
                return
            if weighed and (row := self._one_more(index)):
                rows.append(row)
        told: dict[str, Any] = {"number": self._number, "rows": rows, "next": None}
        if rows:  # the advice comes with the next answer
            self.send({**told, "next": len(self._pool.rows)})
            return
        slow = {"why": "So large a battle cannot be weighed while you pick."}
        self.send({**told, "advice": self._advice() if weighed else slow})


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


def _pairs(battle: Battle) -> int:
    """The units of one side times those of the other."""
    ours, theirs = (sum(g.count for g in battle.model.side(role).groups) for role in ROLES)
    return ours * theirs


def _check_size(battle: Battle) -> None:
    """Refuse what would take seconds to answer."""
    if _pairs(battle) > _MOST_PAIRS[battle.fight.kind]:
        raise BattleError(
            "so many units are too many to be answered while you pick; "
            "a4a.battle(...).odds() takes its time"
        )


def _no_board(space: str | None, attacker: str | None, node: NodeId | None) -> None:
    if (space, attacker, node) != (None, None, None):
        raise A4AError("space, attacker and node are for a record, a game or a cursor")
