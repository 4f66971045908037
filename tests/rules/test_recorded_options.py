"""A game recorded by another program is gone on with under its own options."""

from __future__ import annotations

import msgspec

import a4a
from a4a.core.record import GameRecord
from a4a.core.steps import Source
from a4a.rules.areas.ruleset.flow import AreasRuleset


def test_low_luck_and_research_are_known_by_the_names_of_triplea() -> None:
    start = a4a.start("europe1940")
    header = msgspec.structs.replace(
        start.header,
        source=Source("TripleA", "2.5"),
        options={"Low Luck": True, "Tech Development": True, "Always on AA": True},
    )
    record = GameRecord(header, start.board, start.catalog, start.start)
    game = a4a.new_game(record)
    assert isinstance(game.ruleset, AreasRuleset)
    assert game.ruleset.game.options == {"low luck": True, "research": True}
    assert game.decision is not None
    assert game.decision.kind == "research"
