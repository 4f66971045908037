"""The flow of the game: the set-up, then the sequence of play of each game turn (4)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING

from a4a.core.events import Value
from a4a.core.record import GameRecord
from a4a.core.state import State
from a4a.core.steps import Header, Source
from a4a.rules.choices import Form
from a4a.rules.judgement import Judge, Judgement
from a4a.rules.order import Order
from a4a.rules.overlay import Overlays
from a4a.rules.phase import Phase
from a4a.rules.phased import PhasedRuleset, Turn
from a4a.rules.run import Run
from a4a.rules.systems.war_in_europe.combat.phase import Combat
from a4a.rules.systems.war_in_europe.deploying import SetUp, position
from a4a.rules.systems.war_in_europe.economy.producing import Production
from a4a.rules.systems.war_in_europe.examining import examine
from a4a.rules.systems.war_in_europe.forms import forms
from a4a.rules.systems.war_in_europe.moving import ArmoredMovement, Movement
from a4a.rules.systems.war_in_europe.neutrality import dates_pass
from a4a.rules.systems.war_in_europe.orders import ORDERS
from a4a.rules.systems.war_in_europe.orders.deploying import EndDeployment
from a4a.rules.systems.war_in_europe.overlays import overlays
from a4a.rules.systems.war_in_europe.standing import (
    ALLIES,
    AXIS,
    CONQUERED,
    NEUTRAL,
    WITH,
)
from a4a.rules.systems.war_in_europe.strategic.warfare import StrategicWarfare
from a4a.rules.systems.war_in_europe.system import System
from a4a.rules.systems.war_in_europe.upkeep import EndOfTurn, SupplyCheck
from a4a.rules.systems.war_in_europe.victory import is_drawn

if TYPE_CHECKING:
    from a4a.rules.systems.war_in_europe.combat.told import WarInEuropeBattles
    from a4a.rules.systems.war_in_europe.strategic.odds import WarInEuropeRaids


class WarInEurope(PhasedRuleset[System]):
    """The ruleset of 2WW: The War in Europe.

    Parameters
    ----------
    game
        Its data.
    """

    def __init__(self, game: System) -> None:
        super().__init__(game, lambda: (*self._set_ups, *self._before, *self._after, *self._sides))
        self.system = game.dataset.name
        self.orders = ORDERS

    # --- phases and turns -----------------------------------------------------------------------

    @cached_property
    def _set_ups(self) -> tuple[SetUp, ...]:
        return tuple(SetUp(self.game, deployers) for deployers in self.game.order)

    @cached_property
    def _before(self) -> tuple[Phase[System], ...]:
        """The phases of all powers with which a turn begins, but for the first (4)."""
        return (StrategicWarfare(self.game), Production(self.game))

    @cached_property
    def _after(self) -> tuple[Phase[System], ...]:
        """The phases of all powers with which a turn ends."""
        return (SupplyCheck(self.game), EndOfTurn(self.game))

    @cached_property
    def _sides(self) -> tuple[Phase[System], ...]:
        """The phases of a side: movement and combat, in its player turn and in Armored Action."""
        game = self.game
        return tuple(
            phase
            for make in (Movement, ArmoredMovement)
            for side in (AXIS, ALLIES)
            for phase in (
                make(game, side), Combat(game, side, armored=make is ArmoredMovement)
            )
        )  # fmt: skip

    def turns(self, number: int) -> tuple[Turn, ...]:
        """Return the order of play: in round 0 of the set-up, then of a game turn."""
        if not number:
            return tuple(Turn(set_up.force, (set_up.name,)) for set_up in self._set_ups)
        return self._first if number == 1 else self._others

    @cached_property
    def _first(self) -> tuple[Turn, ...]:
        """The first game turn: no Strategic Warfare and no Production."""
        return (*self._player_turns, *self._of_all(self._after))

    @cached_property
    def _others(self) -> tuple[Turn, ...]:
        return (*self._of_all(self._before), *self._first)

    @cached_property
    def _player_turns(self) -> tuple[Turn, ...]:
        names = [phase.name for phase in self._sides]
        pairs = zip(names[::2], names[1::2], strict=True)
        return tuple(
            Turn(self.game.players_of(side), pair)
            for side, pair in zip((AXIS, ALLIES, AXIS, ALLIES), pairs, strict=True)
        )

    def _of_all(self, phases: tuple[Phase[System], ...]) -> tuple[Turn, ...]:
        force = (*self.game.players_of(AXIS), *self.game.players_of(ALLIES))
        return (Turn(force, tuple(phase.name for phase in phases)),) if phases else ()

    def skips(self, state: State, turn: Turn) -> bool:
        """Whether nobody is left to deploy in a turn of the set-up."""
        own = [set_up for set_up in self._set_ups if set_up.name in turn.phases]
        return bool(own) and not any(set_up.applies(state) for set_up in own)

    def label(self, number: int) -> str:
        """Return the season of a game turn."""
        track = self.game.dataset.track
        return track[number - 1].label if number <= len(track) else ""

    def turn_began(self, run: Run) -> None:
        """Let powers go to war whose time has come, as a game turn begins."""
        if run.state.round and run.state.active == self.turns(run.state.round)[0].force:
            dates_pass(self.game, run)

    def is_over(self, state: State) -> bool:
        """Whether the last game turn is over, whoever has won."""
        return super().is_over(state) or is_drawn(state)

    def ends_phase(self, order: Order) -> bool:
        """Whether an order ends the phase it is given in; other phases end by themselves."""
        return isinstance(order, EndDeployment)

    # --- the rest -------------------------------------------------------------------------------

    def start(self) -> GameRecord:
        """Return the position before anybody has deployed, as a record without steps."""
        dataset = self.game.dataset
        header = Header(system=dataset.name, title=dataset.title)
        return GameRecord(header, dataset.board, dataset.catalog, position(self.game))

    def judge(self, options: Mapping[str, Value], program: str) -> Judge | None:
        """Return a judge of games written down elsewhere; others have orders to give again."""
        from a4a.rules.systems.war_in_europe.judging import WarInEuropeJudge

        return None if program == Source().program else WarInEuropeJudge(self)

    def examine(self, state: State) -> Iterator[Judgement]:
        """Yield what in a position the rules do not let stand so."""
        return examine(self.game, state)

    def statuses(self, power: str) -> tuple[str, ...]:
        """Return the statuses that a power can have."""
        rump = self.game.countries.rumps.get(power)
        return (NEUTRAL, CONQUERED, *WITH.values(), *(() if rump is None else (rump.name,)))

    @property
    def battles(self) -> WarInEuropeBattles:
        """What can be told of battles in advance."""
        from a4a.rules.systems.war_in_europe.combat.told import WarInEuropeBattles

        return WarInEuropeBattles(self.game)

    @property
    def raids(self) -> WarInEuropeRaids:
        """What can be told of city bombing and convoy attacks in advance."""
        from a4a.rules.systems.war_in_europe.strategic.odds import WarInEuropeRaids

        return WarInEuropeRaids(self.game)

    @cached_property
    def overlays(self) -> Overlays:
        """Zones of control, and supply."""
        return overlays(self.game)

    def choices(self, state: State) -> tuple[Form, ...]:
        """Return the forms in which the decision of a state can be answered."""
        asked, phase = self.decision(state), self.phase(state)
        return () if asked is None or phase is None else forms(self.game, phase, state, asked)
