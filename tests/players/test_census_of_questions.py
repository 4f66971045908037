"""The census of random games knows every question that The War Game can ask in combat."""

from __future__ import annotations

from a4a.rules.question import Question
from a4a.rules.systems.wargame1942.combat import phase
from tests.players.census import DECISIONS_OF_WAR_GAME


def test_the_census_expects_every_question_of_combat() -> None:
    named = [one for one in vars(phase).values() if isinstance(one, type)]
    asking = [one for one in named if issubclass(one, Question) and one is not Question]
    kinds = {one.kind for one in asking}
    assert "losses on the way" in kinds
    assert kinds <= set(DECISIONS_OF_WAR_GAME)
