"""The explorer: a recorded game in one cell."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import ipywidgets

from a4a.core.dice import Dice
from a4a.core.errors import A4AError
from a4a.core.record import GameRecord
from a4a.core.steps import ROOT, NodeId
from a4a.map.board_map import BoardMap
from a4a.map.cursor import Cursor, cursor_of
from a4a.map.layers import Choices, chosen
from a4a.map.own_maps import MapChoice
from a4a.map.still import Still
from a4a.rules import new_game, random_dice
from a4a.rules.game import Game
from a4a.widgets.annotator import Annotator
from a4a.widgets.chart_strip import Charts, ChartStrip, line_charts
from a4a.widgets.decision_view import DecisionView
from a4a.widgets.holdings import HoldingsView
from a4a.widgets.log import LogView
from a4a.widgets.stepper import Stepper
from a4a.widgets.tabs import Tabs
from a4a.widgets.treasuries import TreasuryView
from a4a.widgets.variations import VariationsView

if TYPE_CHECKING:
    import polars as pl

    from a4a.charts.svg import ChartSpec
    from a4a.lessons.drafting import Draft
    from a4a.map.pictures import Picture
    from a4a.widgets.exercise_maker import ExerciseMaker


class Explorer(Still, ipywidgets.Box):  # type: ignore[misc]
    """Board, stepper, log, annotations, treasuries and charts of a record, moving together.

    It follows every order of a game being played, and then has a tab to decide in.

    Parameters
    ----------
    game
        A record, a cursor, or a game being played.
    node
        Where to begin, if `game` is a record.
    charts
        Altair charts, or a function that makes them when they are first shown; the standard ones
        if not given, none if empty. A game being played has none unless they are given, as they
        would be drawn again after every order; nor has a start alone.
    projector
        Whether to begin in projector mode.
    view
        The map, theatre or space to show at first; if not given, what a note of the first node
        shows of the board, or else all of it.
    layers
        Layers to switch from their defaults: ``{"units": False, "control": {"by": "side"}}``.
    findings
        What `a4a.audit` found in the game, to be told in the log.
    rules
        The folder of the mod that the record is played by, as it names none: what the rules lay
        over the board, luck and what-if games ask it.
    map
        Which map the board is drawn by, as for `a4a.explore`.

    Attributes
    ----------
    cursor : Cursor
        The record and the node shown.
    board : BoardMap
    stepper : Stepper
    log_view : LogView
    annotator : Annotator
    decision_view : DecisionView or None
        Where decisions are made, for a game being played; `what_if` begins one.
    variations_view : VariationsView
    holdings_view : HoldingsView or None
        Force pools and the turn track, for a game that begins with units off the board.
    treasury_view : TreasuryView
    chart_strip : ChartStrip
    """

    def __init__(
        self,
        game: GameRecord | Cursor | Game,
        *,
        node: NodeId = ROOT,
        charts: Charts | None = None,
        projector: bool = False,
        view: str | None = None,
        layers: Choices | None = None,
        findings: pl.DataFrame | None = None,
        rules: str | Path | None = None,
        map: MapChoice = None,
    ) -> None:
        playing = game if isinstance(game, Game) else None
        if charts is None and playing is None:
            ChartStrip.expect()
        if isinstance(game, Game):
            _no_rules(rules)
            self.cursor = Cursor(game.record, node=game.node, map=map)
            self.cursor.rules = game.ruleset
        else:
            self.cursor = cursor_of(game, node=node, rules=rules, map=map)
        self.board = BoardMap(self.cursor, height="100%", view=view)
        if layers is not None:
            self.board.painter.layers = chosen(layers)
        self.stepper = Stepper(self.cursor)
        self.treasury_view = TreasuryView(self.cursor)
        self.log_view = LogView(self.cursor)
        self.annotator = Annotator(self.cursor)
        begun = len(self.cursor.line) > 1
        standard: Charts = self._standard_charts if begun and not playing else ()
        self.chart_strip = ChartStrip(self.cursor, standard if charts is None else charts)
        self._draw_on_the_board()
        self.variations_view = VariationsView(self.cursor)
        self.variations_view.on_what_if(self.what_if)
        self.variations_view.on_exercise(self.make_exercise)
        titles = {"a4a-log": "Log", "a4a-annotator": "Annotations"}
        panes: list[ipywidgets.Widget] = [self.log_view, self.annotator]
        self.holdings_view: HoldingsView | None = None
        if self.cursor.record.state_at(ROOT).holdings:
            self.holdings_view = HoldingsView(self.cursor)
            titles["a4a-holdings"] = "Off the board"
            panes.append(self.holdings_view)
        titles["a4a-variations"] = "Variations"
        panes.append(self.variations_view)
        self.decision_view: DecisionView | None = None
        self._tabs = Tabs(self.cursor, titles)
        self._beside = ipywidgets.Box([self._tabs, *panes]).add_class("a4a-tabbed")
        beside = self._beside
        panels = ipywidgets.Box(
            [self.board, self.stepper, beside, self.treasury_view, self.chart_strip]
        ).add_class("a4a-panels")
        super().__init__([panels])
        self.add_class("a4a-explorer")
        if playing is not None:
            self.play(playing)
        self.projector = projector
        if findings is not None:
            self.findings = findings

    @property
    def findings(self) -> pl.DataFrame | None:
        """What `a4a.audit` found in the game, told in the log; None for nothing."""
        return self.cursor.found

    @findings.setter
    def findings(self, findings: pl.DataFrame | None) -> None:
        self.cursor.found = findings

    @property
    def node(self) -> NodeId:
        """The node shown; setting it moves all views."""
        node: NodeId = self.cursor.node
        return node

    @node.setter
    def node(self, node: NodeId) -> None:
        self.cursor.node = node

    @property
    def projector(self) -> bool:
        """Whether it is in projector mode: the board alone, large, over the whole window."""
        return bool(self.stepper.projector)

    @projector.setter
    def projector(self, on: bool) -> None:
        if not isinstance(on, bool):
            raise A4AError(f"projector={on!r}: the projector mode is True or False")
        self.stepper.projector = on

    def what_if(self, node: NodeId | None = None, *, dice: Dice | None = None) -> Game:
        """Play on from a node, in the tab "Decide"; where others follow it, a variation begins.

        It begins wherever something is asked, in the middle of a battle too.

        Parameters
        ----------
        node
            Where to go on; the node shown if not given.
        dice
            Where rolls come from; dice of an unknown seed if None.

        Returns
        -------
        Game
            The game, to be played on here or in Python.

        Raises
        ------
        A4AError
            If the record cannot be played on there; the message says where it can be.

        Examples
        --------
        >>> import a4a
        >>> from a4a.rules.areas.orders import EndPhase
        >>> game = a4a.new_game("global1940")
        >>> asked = game.node
        >>> _ = game.do(EndPhase())
        >>> app = Explorer(game.record)
        >>> other = app.what_if(asked)
        >>> _ = other.do(EndPhase())
        >>> app.cursor.variation == other.node
        True
        """
        record = self.cursor.record
        here = self.cursor.node if node is None else node
        rules = self.cursor.rules
        if rules is None:
            game = new_game(record, node=here, dice=dice)
        else:  # a mod's, which a record does not name
            game = Game(rules, record=record, node=here, dice=dice or random_dice())
        self.play(game)
        return game

    def play(self, game: Game) -> None:
        """Let a game of the record be the one that is decided here, in the tab "Decide".

        Parameters
        ----------
        game
            The game; another one that was decided here goes on without it.
        """
        old = self.decision_view
        self._sign(game)
        self.cursor.rules = game.ruleset
        view = self.decide(game)
        self.decision_view = view
        self.variations_view.guard(lambda: view.game.node)
        self._add(view, instead_of=old)
        if old is not None:
            old.close()
        self._tabs.show("a4a-decide", "Decide")
        self.add_class("a4a-playing")
        self.cursor.refresh(game.node)

    def decide(self, game: Game) -> DecisionView:
        """Return a view in which a game of the record is decided, to be shown here."""
        return DecisionView(game, cursor=self.cursor, painter=self.board.painter)

    def make_exercise(self, begin: NodeId | Draft | None = None) -> ExerciseMaker:
        """Make an exercise from a node, in the tab "Exercise"; or go on with one.

        Parameters
        ----------
        begin
            Where the exercise begins; the node shown if not given. Or an exercise of this record
            that is being made.

        Raises
        ------
        A4AError
            If the record cannot be played on, or there is no such node.
        """
        from a4a.widgets.exercise_maker import ExerciseMaker
        from a4a.widgets.trying import try_exercise

        here = self.cursor.node if begin is None else begin
        made = next((one for one in self._beside.children if isinstance(one, ExerciseMaker)), None)
        if made is None:
            made = ExerciseMaker(self.cursor, here, painter=self.board.painter)
            maker = made
            made.on_try(lambda exercise: try_exercise(self, exercise, maker=maker))
            self.add_pane("a4a-exercise", "Exercise", made)
        elif isinstance(here, int):
            made.begin(here)
        else:
            made.draft = here
        self._tabs.show("a4a-exercise", "Exercise")
        return made

    def add_pane(self, name: str, title: str, view: ipywidgets.Widget) -> None:
        """Add a view beside the board, in a tab of its own, which is shown.

        Parameters
        ----------
        name, title
            The CSS class that the view has in the browser, and the title of its tab.
        view
            The view.
        """
        self._add(view)
        self._tabs.show(name, title)

    def add_above(self, view: ipywidgets.Widget) -> None:
        """Add a view beside the board, above the tabs, where it is always seen."""
        self._beside.children = (view, *self._beside.children)

    def _add(self, view: ipywidgets.Widget, *, instead_of: ipywidgets.Widget | None = None) -> None:
        others = [one for one in self._beside.children if one is not instead_of]
        at = others.index(self._tabs) + 1
        self._beside.children = (*others[:at], view, *others[at:])

    def _sign(self, game: Game) -> None:
        """Sign the variations that the game begins with the annotator's author."""
        record, known = game.record, game.record.used

        def sign() -> None:
            first = record.first_of(game.node)
            author = self.annotator.author.strip()
            if author and first > known and not record.variation(first).author:
                with suppress(A4AError):  # what signs notes may be too long here
                    record.sign_variation(first, author)

        game.listen(sign)

    def _draw_on_the_board(self) -> None:
        """Draw the annotator's arrows and highlights on the board."""
        painter = self.board.painter
        self.annotator.board = self.board
        self.annotator.drawable = True
        # In the browser, so that the board does not wait for the kernel.
        ipywidgets.jslink((self.annotator, "drawing"), (painter, "drawing"))
        ipywidgets.jslink((self.annotator, "colour"), (painter, "drawing_colour"))
        painter.on_msg(self._on_drawn)

    def _on_drawn(self, _: object, content: Mapping[str, Any], __: object) -> None:
        if content.get("type") != "drawn" or not content.get("spaces"):
            return  # the drawing was given up
        with suppress(A4AError):  # the annotator says what is wrong
            self.annotator.drawn(content["kind"], content["spaces"], node=content.get("node"))

    def _standard_charts(self) -> Sequence[ChartSpec]:
        return line_charts(self.cursor.record, self.cursor.line[-1], rules=self.cursor.rules)

    def still(self) -> Sequence[Picture]:
        """Return the picture that a saved notebook keeps: the board."""
        return self.board.still()

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        self.chart_strip.soon()
        return super()._repr_mimebundle_(**kwargs)

    def __repr__(self) -> str:
        return f"<Explorer of {self.cursor.record!r} at node {self.cursor.node}>"


def _no_rules(rules: str | Path | None) -> None:
    if rules is not None:
        raise A4AError("rules are of a record: a game being played has its own")
