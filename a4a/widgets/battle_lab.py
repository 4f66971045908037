"""The battle lab: pick units for both sides and see how the battle ends, while picking."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import anywidget
import traitlets

from a4a.analysis.battle import Battle
from a4a.analysis.linked import LinkedBattle
from a4a.analysis.outcome import Outcome
from a4a.analysis.raids import Raid, RaidOutcome
from a4a.boards import load
from a4a.core.errors import A4AError, BattleError
from a4a.core.record import GameRecord
from a4a.core.steps import NodeId
from a4a.map.assets import script, styles
from a4a.map.cursor import Cursor
from a4a.map.still import Still
from a4a.odds.steps import Role
from a4a.rules import battle_rules_of
from a4a.rules.fight import Fight
from a4a.rules.game import Game
from a4a.rules.ruleset import BattleRules
from a4a.rules.systems import ruleset
from a4a.widgets.asked import Doing, fault_of
from a4a.widgets.background import Background
from a4a.widgets.battle_board import taken
from a4a.widgets.battle_maker import Asked, Maker, first_fight, missing
from a4a.widgets.battle_offer import Origins, offer
from a4a.widgets.battle_picks import Picked, setup_of
from a4a.widgets.battle_pieces import LabQuestion, Piece
from a4a.widgets.battle_report import linked_report
from a4a.widgets.battle_rows import ROLES, declared_of, pool
from a4a.widgets.battle_typed import numbers_typed

if TYPE_CHECKING:
    from a4a.map.pictures import Picture


class BattleLab(Still, anywidget.AnyWidget):
    """Pick units for both sides of a battle, and see how it ends.

    All is worked out anew with each change: who wins, the swing and its distribution, who
    survives, how it goes round by round, what one more unit of each type would do for its price,
    and where retreating is best. The first of these come at once, the costly ones after them, piece
    by piece; large battles are first played some thousand times, then solved. With a record, both
    sides can be taken from a space of its board.

    Parameters
    ----------
    about
        A system's name or the folder of a mod; a battle or a raid (`a4a.battle`); or a record, a
        game being played, or the cursor of other views, which knows the mod of its record.
    space
        With a record: the space that is fought for (`take`).
    attacker
        With a record: the power that attacks; that of a battle that is fought there, or the active
        one, if not given.
    node
        With a record: the node; a cursor's own, else the end of the main line.

    Attributes
    ----------
    setup : dict
        What is picked; `battle` in the page's terms.

    Raises
    ------
    A4AError
        If `about` is none of these, or there is no such space, power or node.
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

    _esm = script("widgets/battle_lab.js")
    _css = styles("widgets/views.css", "widgets/battle_lab.css")
    offered: traitlets.Dict[str, object] = traitlets.Dict(
        help="What can be picked: rows of units, policies, spaces and powers of a board."
    ).tag(sync=True)
    setup: traitlets.Dict[str, Any] = traitlets.Dict(help="What is picked.").tag(sync=True)
    answer: traitlets.Dict[str, object] = traitlets.Dict(
        help="How the battle ends, or what is wrong with it."
    ).tag(sync=True)

    more: traitlets.Dict[str, object] = traitlets.Dict(
        help="What is found after the answer: rounds, one more unit, where to stop, what is needed."
    ).tag(sync=True)

    def __init__(
        self,
        about: str | Path | Asked | GameRecord | Game | Cursor,
        *,
        space: str | None = None,
        attacker: str | None = None,
        node: NodeId | None = None,
    ) -> None:
        super().__init__()
        self._board: Cursor | None = None
        self._question: LabQuestion | None = None
        self._background: Background[Piece] = Background(self._tell)
        self._needs: Background[Piece] = Background(self._tell)
        self._number = self._edition = 0
        self._place = self._attacker = ""
        self._together: LinkedBattle | None = None
        self._is_fought = False
        if isinstance(about, Battle | Raid):
            _no_board(space, attacker, node)
            self._ask(about)
        elif isinstance(about, str | Path):
            _no_board(space, attacker, node)
            self._rules: BattleRules = ruleset(about)
            self._catalog = load(about).catalog
            self._lay_out(first_fight(self._rules, self._catalog))
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
    def battle(self) -> Asked | None:
        """The battle that is picked, or the raid; None if it is none yet."""
        return None if self._question is None else self._question.asked

    @property
    def outcome(self) -> Outcome | RaidOutcome | None:
        """How it ends; None if there is no battle yet."""
        return None if self.battle is None else self.battle.odds()

    def still(self) -> Sequence[Picture]:
        """Return the picture that a saved notebook keeps: the battle, and how it ends."""
        from a4a.widgets.battle_still import told

        battle, outcome = self.battle, self.outcome
        return (told(battle, outcome),) if battle and outcome else ()

    def mover(self) -> tuple[Any, str]:
        """Return what says that another battle is shown."""
        return self, "answer"

    def work_out(self) -> None:
        """Work out now, whole, the `answer` and `more` that a page would get piece by piece."""
        self._background.drop()
        for piece in self._pieces(is_answered=False):
            if piece is not None:
                self._tell(piece)

    def close(self) -> None:
        """Close the lab like any widget; what is being worked out is dropped."""
        if hasattr(self, "_needs"):  # there is none if `about` was refused
            self._background.drop()
            self._needs.drop()
            super().close()

    def pick(self, side: Role, unit: str, number: int, *, declared: str = "") -> None:
        """Pick so many units of a type on a side, as the page does.

        Parameters
        ----------
        side, unit, number
            Whose, which, and how many.
        declared
            What they declare, where the game has such choices ("guns").

        Raises
        ------
        A4AError
            If there are no such units on that side.
        """
        name = self._catalog.unit_type(unit).name
        kind, target = self.setup["kind"], self.setup["target"]
        rows = self._maker.pool.rows
        found = [
            i for i, row in enumerate(rows)
            if row.role == side and row.unit == name and row.fits(kind, target)
            and declared in ("", declared_of(self._rules, side, row.like))
        ]  # fmt: skip
        if not found:
            raise A4AError(f"there is no {name} to pick for the {side} of a {kind} battle")
        numbers = list(self.setup["counts"])
        numbers[found[0]] = number
        self.setup = {**self.setup, "counts": numbers}

    def type(self, side: Role, line: str) -> None:
        """Pick the units of a line, "3 inf 2 arm", for a side, and no others, as the page does.

        Raises
        ------
        A4AError
            If the line is not understood, or the side cannot have such units.
        """
        if side not in ROLES:
            raise A4AError(f"a side is 'attacker' or 'defender', not {side!r:.60}")
        self.setup = {
            **self.setup,
            "counts": numbers_typed(self._maker, self.setup, side, line),
            "damaged": [0] * len(self.setup["counts"]),
        }

    def swap(self) -> None:
        """Let the defender attack, as the page does; see `Battle.swapped`.

        Raises
        ------
        A4AError
            If there is no battle yet, it is a raid, or its defenders cannot attack so.
        """
        if not isinstance(self.battle, Battle):
            raise A4AError("sides are swapped of a battle with units on both")
        swapped = self.battle.swapped()
        self._place, self._is_fought, self._together = "", False, None
        self._lay_out(swapped.fight, setup_of(swapped), dice=_terms_dice(swapped))

    def take(self, space: str, attacker: str | None = None) -> None:
        """Take both sides from a space of the board.

        If a battle is fought there at the node, they are the units that fight as the shooting
        begins; else all that can reach the space, against all that defend it.

        Parameters
        ----------
        space
            The space that is fought for.
        attacker
            The power that attacks; that of the battle, or the active one, if not given.

        Raises
        ------
        A4AError
            If there is no board, or no such space or power.
        BattleError
            If the attacker can reach no battle there.
        """
        if self._board is None:
            raise A4AError("this battle lab has no board: give it a record, a game or a cursor")
        found = taken(self._rules, self._board.record, self._board.node, space, attacker)
        self._place, self._attacker, self._is_fought = space, found.attacker, found.is_fought
        self._together = found.together
        self._lay_out(found.fight, found.setup, origins=found.origins)

    def _ask(self, about: Asked) -> None:
        if isinstance(about, LinkedBattle):
            raise BattleError(
                "a battle lab picks units for a battle by itself, and this one is played from where"
                " it stands: BattleLab(game, space=...) shows both"
            )
        self._rules, self._catalog = about.rules, about.catalog
        self._lay_out(about.fight, setup_of(about), dice=_terms_dice(about))

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
        known = game.ruleset if isinstance(game, Game) else self._board.rules
        self._rules = battle_rules_of(self._board.record) if known is None else known
        self._catalog = self._board.record.catalog
        if space is not None:
            self.take(space, attacker)
        else:
            self._lay_out(first_fight(self._rules, self._catalog))

    def _title(self) -> str:
        """The place that is fought for, as the board calls it."""
        found = None if self._board is None else self._board.record.board.find(self._place)
        return self._place if found is None else found.title

    def _active(self) -> str:
        assert self._board is not None
        state = self._board.record.state_at(self._board.node)
        return state.active[0] if state.active else ""

    def _lay_out(
        self,
        fight: Fight,
        setup: Mapping[str, Any] | None = None,
        *,
        origins: Origins | None = None,
        dice: Any = None,
    ) -> None:
        """Begin with a fight: its armies, and its units as they are."""
        without = frozenset() if self._board is None else self._rules.battles.left_out
        pickable = pool(self._rules, self._catalog, fight, without=without)
        self._maker = Maker(self._rules, self._catalog, pickable, dice)
        offered, picked = offer(self._maker, fight, setup or {}, origins or {})
        board = self._board
        self._edition += 1
        places = {
            "edition": self._edition,
            "place": self._place,
            "title": self._title(),
            "spaces": [] if board is None else [s.name for s in board.record.board.spaces],
            "powers": [] if board is None else [p.name for p in self._catalog.powers if p.playable],
            "active": self._attacker or ("" if board is None else self._active()),
            "fought": self._is_fought,
            "linked": self._together.others if self._together else "",
            "missing": "" if board is None else missing(self._maker, fight, picked),
        }
        self._laid_out = {"edition": self._edition, **picked}
        with self.hold_sync():  # the page gets both at once
            self.offered, self.setup = {**offered, **places}, self._laid_out

    # --- the battle -----------------------------------------------------------------------------

    def _solve(self) -> None:
        """Answer what is picked now; a fault in it is told, and the picks stay as they are."""
        if self.setup.get("edition") != self._edition:  # picked before others were laid out
            self.setup = dict(self._laid_out)
            return
        self._number += 1
        self._question = None
        self._background.drop()
        self._needs.drop()
        try:
            picked = Picked.read(self.setup, self._maker.pool)
            self._question = LabQuestion(self._maker, picked, self._maker.make(picked))
        except A4AError as error:
            self._tell(("answer", {"fault": f"{error}{self._elsewhere}"}))
            return
        beside = Background.can_work()
        at_once = self._question.is_quick or not beside
        with self.hold_sync():
            self.more = {"number": self._number, "todo": "the odds" if beside else ""}
            if at_once:
                for piece in self._question.first():
                    self._tell(piece)
                if not beside:
                    self.more = {**self.more, "todo": ""}
        if beside and self._question is not None:
            self._background.ask(self._pieces(is_answered=at_once))

    @property
    def _elsewhere(self) -> str:
        """Who does answer for a battle of the board that is none by itself."""
        if self._together is None:
            return ""
        return f"; a4a.battle(game, space=...) plays it with those in {self._together.others}"

    def _pieces(self, *, is_answered: bool) -> Iterator[Piece | None]:
        """Yield what is to be told of the battle that is picked; None to rest."""
        question = self._question
        if question is None:
            return
        try:
            if not is_answered:
                yield from question.first()
            yield None
            if self._question is question:  # the answer was no fault
                if self._together is not None:
                    yield "more", {"todo": "the linked battles"}
                    yield "more", {"linked": linked_report(self._together)}
                yield from question.dear()
        except Exception as error:
            why = f"it went wrong: {type(error).__name__}"
            yield "answer", {"fault": why}
            raise

    def _tell(self, piece: Piece) -> None:
        """Tell the page."""
        what, told = piece
        if what == "more":
            self.more = {**self.more, **told}
            return
        if told["fault"]:
            self._question = None
            self.more = {"number": self._number, "todo": ""}
        self.answer = {"number": self._number, **told}

    # --- the page -------------------------------------------------------------------------------

    def _need(self, percent: int) -> None:
        """Tell what is needed to succeed so often, once it is found."""
        question = self._question
        if question is None or not isinstance(question.asked, Battle):
            return
        if not 1 <= percent <= 100:
            raise A4AError(f"{percent}% is no chance to ask for: from 1 to 100 are")
        pieces = (question.need(number) for number in (percent,))
        if Background.can_work():
            self._needs.ask(pieces)
        else:
            self._tell(next(pieces))

    def _on_message(self, _: object, content: Any, __: object) -> None:
        """Do what the page asks for: take a space's units, say what is needed."""
        doing: Doing = {
            "take": lambda told: self.take(str(told["space"]), str(told["attacker"]) or None),
            "need": lambda told: self._need(int(told["percent"])),
            "swap": lambda _: self.swap(),
            "type": lambda told: self.type(told["side"], str(told["line"])),
        }
        if fault := fault_of(doing, content):
            self.send({"fault": fault})


def _terms_dice(about: Asked) -> Any:
    return about.dice if isinstance(about, Raid) else about.terms.dice


def _no_board(space: str | None, attacker: str | None, node: NodeId | None) -> None:
    if (space, attacker, node) != (None, None, None):
        raise A4AError("space, attacker and node are for a record, a game or a cursor")
