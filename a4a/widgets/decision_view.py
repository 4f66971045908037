"""The decision view: what is asked, of whom, and the forms to answer it with."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

import ipywidgets
import traitlets

from a4a.core import events as ev
from a4a.core.errors import A4AError, RuleViolation
from a4a.core.steps import NodeId
from a4a.map.assets import script, styles
from a4a.map.battle_luck import BattleLuck
from a4a.map.board_map import Painter
from a4a.map.cursor import Cursor
from a4a.rules.choices import Answers, Destination, Form, Moves, Picks, Refused, Tally
from a4a.rules.game import Game
from a4a.rules.order import Order
from a4a.widgets.asked import Doing, done
from a4a.widgets.computer import Computer
from a4a.widgets.decision_rows import DecisionRows, told
from a4a.widgets.follower import Follower
from a4a.widgets.keeping import kept
from a4a.widgets.view import View

_MOST_PICKED = 10_000
_Kind = TypeVar("_Kind", Answers, Tally, Moves)


class DecisionView(View):
    """Shows what a game asks, of whom, and lets it be answered; it knows no rules of its own.

    The ruleset lays out in forms what can be chosen (`a4a.rules.choices`), and the game says what
    may be done; orders that are given in another view, or in Python, show here too.

    Parameters
    ----------
    game
        The game being played.
    cursor
        The cursor of other views of its record; one of its own if not given.
    painter
        The painter of the board on which spaces are picked, if there is one.
    computer
        Whether players may be told to decide here.

    Raises
    ------
    A4AError
        If `game` is not a game, or the cursor's record is another one.

    Examples
    --------
    >>> import a4a
    >>> from a4a.rules.areas.orders import EndPhase
    >>> game = a4a.new_game("global1940")
    >>> view = DecisionView(game)
    >>> view.asked["kind"]
    'purchase'
    >>> _ = game.do(EndPhase())
    >>> view.asked["kind"], view.cursor.node == game.node
    ('combat move', True)
    """

    _esm = script("widgets/decide.js")
    _css = styles("widgets/views.css", "map/marks.css", "widgets/decide.css")
    asked: traitlets.Dict[str, object] = traitlets.Dict(
        help="What is asked, the forms that answer it, and what happened last."
    ).tag(sync=True)
    computer: traitlets.Dict[str, object] = traitlets.Dict(
        help="The players there are, which powers are theirs, and which of them is at work; empty "
        "where none may decide."
    ).tag(sync=True)
    unsaved = traitlets.Unicode("", help="Why what was played could not be saved.").tag(sync=True)
    _follower: Follower | None = None  # None also in a view that could not be made
    _computer: Computer | None = None
    painter = traitlets.Instance(Painter, allow_none=True).tag(
        sync=True, **ipywidgets.widget_serialization
    )

    def __init__(
        self,
        game: Game,
        *,
        cursor: Cursor | None = None,
        painter: Painter | None = None,
        computer: bool = True,
    ) -> None:
        if not isinstance(game, Game):
            kind = type(game).__name__
            raise A4AError(f"what is decided is a game (a4a.new_game, a4a.resume), not a {kind}")
        if cursor is not None and cursor.record is not game.record:
            raise A4AError("the cursor is one of another record than the game's")
        self.game = game
        self._shown: NodeId = game.node
        self._rows = DecisionRows(game)
        self._forms: tuple[Form, ...] = ()
        super().__init__(Cursor(game.record, node=game.node) if cursor is None else cursor)
        self.painter = painter
        self._luck = BattleLuck(self.cursor, self)
        self._ask()
        self.on_msg(self._on_message)
        self._follower = Follower(game, self._follow)
        if computer:
            self._computer = Computer(game, self._tell_computer)
            self._tell_computer()

    def close(self) -> None:
        """End it; the game goes on without it."""
        if self._computer is not None:
            self._computer.close()
        if self._follower is not None:
            self._follower.close()
        super().close()

    # --- what is asked --------------------------------------------------------------------------

    def _follow(self) -> None:
        """Show where the game is, unless an earlier node is being looked at."""
        watching = self.cursor.node == self._shown
        self._shown = self.game.node
        self.cursor.refresh(self.game.node if watching else None)
        self._ask()
        self._keep()

    def _keep(self) -> None:
        """Save what was played, if the record has a file."""
        fault = kept(self.cursor)
        if fault is not None:
            self.unsaved = fault

    def _ask(self) -> None:
        asked = self.game.decision
        self._forms = () if asked is None else self.game.ruleset.choices(self.game.state)
        self.asked = self._rows.of(asked, self._forms)

    # --- the page -------------------------------------------------------------------------------

    def _on_message(self, _: object, content: Mapping[str, Any], __: object) -> None:
        """Do what the page asks for, and answer: what was wanted, or what is wrong with it."""
        deciding: Doing = {
            "press": self._press,
            "give": self._give,
            "check": self._check,
            "reach": self._reach,
            "go": self._go,
            "why": self._why,
            "odds": self._odds,
            "back": self._take_back,
            **({} if self._computer is None else {"let": self._let}),
        }
        doing: Doing = {word: self._if_current(act) for word, act in deciding.items()}
        value, fault, refusal = done({**doing, **self._anywhere}, content)
        answer: dict[str, Any] = {"fault": fault} if fault else value or {}
        if refusal is not None:
            answer["refused"] = told(Refused.of(refusal))
        if self._follower is not None:  # what the page did shows with the answer
            self._follower.catch_up()
        self.send({"ticket": content.get("ticket"), **answer})

    @property
    def _anywhere(self) -> Doing:
        """What can be asked for whatever the page takes for the current decision."""
        if self._computer is None:
            return {"show": self._show}
        return {"show": self._show, "seat": self._seat, "stop": self._stop, "go on": self._go_on}

    def _if_current(
        self, act: Callable[[Mapping[str, Any]], object]
    ) -> Callable[[Mapping[str, Any]], object]:
        """Let a request be refused that is about a decision which is no longer the current one."""

        def checked(content: Mapping[str, Any]) -> object:
            if content["node"] != self.game.node:
                asked = self.game.decision
                now = self.game.ending if asked is None else f"it asks now: {asked.text}"
                raise A4AError(f"the game has moved on meanwhile, nothing was done; {now}")
            return act(content)

        return checked

    def _form(self, content: Mapping[str, Any], kind: type[_Kind]) -> _Kind:
        form = self._forms[int(content["form"])]
        if not isinstance(form, kind):
            raise A4AError(f"form {content['form']} is not a {kind.__name__}")
        return form

    def _orders(self, content: Mapping[str, Any]) -> tuple[Order, ...]:
        form = self._form(content, Tally)
        return form.make(_picks(content["picks"]))

    def _press(self, content: Mapping[str, Any]) -> None:
        form, asked = self._form(content, Answers), self.game.decision
        answer = form.answers[int(content["answer"])]
        self._do((answer.order,))
        if content.get("all") and answer.passes and answer.others and asked is not None:
            self._pass(asked.kind)

    def _pass(self, kind: str) -> None:
        """Do nothing for all who are asked the same next, but for those that a player plays."""
        while (asked := self.game.decision) is not None and asked.kind == kind:
            if self._computer is not None and self._computer.seats.keys() & asked.powers:
                return
            forms = self.game.ruleset.choices(self.game.state)
            answers = [a for form in forms if isinstance(form, Answers) for a in form.answers]
            passing = [answer.order for answer in answers if answer.passes]
            if not passing:
                return
            self.game.do(passing[0])

    def _give(self, content: Mapping[str, Any]) -> None:
        self._do(self._orders(content))

    def _do(self, orders: tuple[Order, ...]) -> None:
        """Give orders one after another; those before a refused one stay given."""
        for number, order in enumerate(orders):
            try:
                self.game.do(order)
            except RuleViolation as error:
                if number == 0:
                    raise
                done = f"{number} of {len(orders)} orders were given, the next was not"
                raise A4AError(f"{done}: {error}") from error

    def _check(self, content: Mapping[str, Any]) -> dict[str, Any]:
        """What picks would cost, what to expect of them, and whether the game would refuse them."""
        form = self._form(content, Tally)
        picks = _picks(content["picks"])
        refused = None
        orders = form.make(picks)
        for order in orders:
            try:
                self.game.verify(order)
            except RuleViolation as error:
                refused = told(Refused.of(error))
                break
        bill = None if form.bill is None else form.bill(picks)
        said: tuple[str, ...] = ()
        if not picks and form.outlook:
            said = form.outlook()
        elif orders and form.forecast and refused is None:
            said = form.forecast(picks)
        return {"refused": refused, "bill": bill, "empty": not orders, "forecast": list(said)}

    def _moves(self, content: Mapping[str, Any]) -> tuple[Moves, list[int]]:
        form = self._form(content, Moves)  # type: ignore[type-abstract]
        units = [int(i) for i in content["units"]]
        if len(units) > _MOST_PICKED:
            raise A4AError(f"{len(units)} units are more than can be picked")
        return form, units

    def _reach(self, content: Mapping[str, Any]) -> dict[str, Any]:
        """Where units can go, and why they cannot go to the other spaces beside them."""
        moves, units = self._moves(content)
        found = moves.destinations(units)
        ends = {one.space for one in found}
        refused = {s: moves.refused(units, s) for s in moves.near(units) if s not in ends}
        return {
            "destinations": [
                {
                    "space": self._rows.space(d.space),
                    "label": d.label,
                    "about": d.about,
                    "steps": len(d.path) - 1,
                }
                for d in found
            ],
            "near": [[self._rows.space(space), told(why)] for space, why in refused.items() if why],
        }

    def _go(self, content: Mapping[str, Any]) -> None:
        moves, units = self._moves(content)
        space = self._named(content)
        found: list[Destination] = [d for d in moves.destinations(units) if d.space == space]
        for one in found:
            if one.label == content["label"]:
                self._do(one.orders)
                return
        why = moves.refused(units, space)
        raise A4AError(why.why if why else f"the units cannot go to {space} together")

    def _why(self, content: Mapping[str, Any]) -> dict[str, Any]:
        moves, units = self._moves(content)
        return {"refused": told(moves.refused(units, self._named(content)))}

    def _odds(self, _: Mapping[str, Any]) -> dict[str, Any]:
        """The odds of the battle in which something is decided, as it began."""
        asked = self.game.decision
        opened = None if asked is None else self._opened(asked.battle)
        if asked is None or opened is None or not self._rows.sides(asked.battle):
            return {}
        return {"odds": self._luck.words(opened[0], nth=opened[1]).odds}

    def _opened(self, battle: str) -> tuple[NodeId, int] | None:
        """The node that opened a battle, and which of its battles it is; None if no step did."""
        record, node = self.game.record, self.game.node
        while battle and (step := record.steps.get(node)) is not None:
            opened = [e.battle for e in step.events if isinstance(e, ev.BattleOpened)]
            if battle in opened:
                return node, opened.index(battle)
            node = step.parent
        return None

    def _named(self, content: Mapping[str, Any]) -> str:
        return self.game.record.board.spaces[int(content["space"])].name

    def _take_back(self, _: Mapping[str, Any]) -> None:
        self.game.take_back()

    def _show(self, _: Mapping[str, Any]) -> None:
        """Go to where the game is."""
        self.cursor.refresh(self.game.node)
        self._ask()

    # --- the computer ---------------------------------------------------------------------------

    def _tell_computer(self) -> None:
        if self._computer is not None:
            self.computer = self._rows.computer(self._computer)

    def _let(self, content: Mapping[str, Any]) -> None:
        assert self._computer is not None
        self._computer.decide(str(content["player"]), until=content["until"])

    def _seat(self, content: Mapping[str, Any]) -> None:
        assert self._computer is not None
        powers = self.game.record.catalog.powers
        self._computer.seat(powers[int(content["power"])].name, str(content["player"]))

    def _stop(self, _: Mapping[str, Any]) -> None:
        assert self._computer is not None
        self._computer.stop()

    def _go_on(self, _: Mapping[str, Any]) -> None:
        assert self._computer is not None
        self._computer.go_on()


def _picks(picked: Mapping[str, Any]) -> Picks:
    """What a page picked, read with care: whole numbers from 0 on."""
    picks: dict[str, dict[str, int]] = {}
    for key, counts in picked.items():
        for target, count in counts.items():
            if (
                isinstance(count, bool)
                or not isinstance(count, int)
                or not 0 <= count <= _MOST_PICKED
            ):
                raise A4AError(f"{count!r} is no number of {key}: whole numbers from 0 on are")
            if count:
                picks.setdefault(str(key), {})[str(target)] = count
    return picks
