"""Fights: combat's part in movement, and what can be asked in the middle of a battle."""

from __future__ import annotations

from a4a.core.events import Participant
from a4a.rules.question import Question
from a4a.rules.run import Run
from a4a.rules.systems.war_in_europe.combat import course, supporting
from a4a.rules.systems.war_in_europe.combat.losses import Losses
from a4a.rules.systems.war_in_europe.combat.ports import Ports
from a4a.rules.systems.war_in_europe.combat.pressing import Pressing
from a4a.rules.systems.war_in_europe.combat.retreats import Advances, Retreats
from a4a.rules.systems.war_in_europe.combat.supporting import Supporting
from a4a.rules.systems.war_in_europe.system import System


class Fights:
    """How battles are fought, those of transit attacks among them.

    Parameters
    ----------
    system
        The game.

    Attributes
    ----------
    questions
        What can be asked in the middle of a battle.
    """

    def __init__(self, system: System) -> None:
        kinds: tuple[type[Question[System]], ...] = (
            Supporting, Losses, Pressing, Retreats, Advances, Ports,
        )  # fmt: skip
        self.system = system
        self.questions: tuple[Question[System], ...] = tuple(kind(system) for kind in kinds)

    def open(self, run: Run, participants: tuple[Participant, ...], space: str) -> None:
        """Open the battle of a transit attack, and fight it as far as nothing is asked."""
        battle = course.open_battle(run, "transit", space, participants)
        supporting.ask(self.system, run, battle)
        self.go_on(run)

    def go_on(self, run: Run) -> None:
        """Fight on after an answer, as far as nothing is asked."""
        course.go_on(self.system, run)
