"""What the panel asks in 3G40 Deluxe, in words, and what the log tells of the answers."""

from __future__ import annotations

import a4a
from a4a.core import events as ev
from a4a.core.telling import told
from a4a.core.words import describe_step
from a4a.map.stories import throws_of
from a4a.rules.areas.orders import EndPhase, Kamikaze
from a4a.rules.choices import Answers, Tally
from a4a.rules.game import Game
from tests.rules.deluxe3g40.missions import (
    AMERICA,
    FRANCE,
    GERMANY,
    JAPAN,
    RUSSIA,
    UK,
    begun,
    one,
    war,
)
from tests.rules.deluxe3g40.moves import NONCOMBAT, do, go
from tests.rules.deluxe3g40.test_airlifts import WAY, drop, lift, ready
from tests.rules.deluxe3g40.test_bombing_raids import STRATEGIC, fly, raid
from tests.rules.deluxe3g40.test_land_moves import HUNGARY, rail
from tests.rules.deluxe3g40.test_situations import (
    AT_WAR,
    BURNING,
    EAST,
    answer,
    bare,
    decline,
    minor,
    situations,
)
from tests.rules.deluxe3g40.test_vichy import choose, vichy


def asked(game: Game) -> str:
    assert game.decision is not None
    return game.decision.text


def last_lines(game: Game) -> tuple[str, ...]:
    """What the log tells of the last order."""
    return _lines(game, game.node)


def test_what_two_powers_are_asked_alike_is_said_once() -> None:
    game = a4a.new_game("deluxe3g40")
    game.do(EndPhase())
    tallies = [f for f in game.ruleset.choices(game.state) if isinstance(f, Tally)]
    assert [f.title for f in tallies if f.funds is not None] == ["Germany", "Japan"]
    game.do(EndPhase())
    assert asked(game) == "combat moves of Germany and Japan, or the end of the phase"
    game.do(EndPhase(power=GERMANY))
    assert asked(game) == "combat moves of Japan, or the end of the phase"


def test_what_each_power_is_asked_can_be_passed() -> None:
    game = decline(bare(units=BURNING), "scorched earth")
    (form,) = game.ruleset.choices(game.state)
    assert isinstance(form, Answers)
    passing = [one.label for one in form.answers if one.passes]
    assert passing == ["Scorch nothing more"]


def test_the_log_tells_what_is_scorched_once() -> None:
    game = decline(bare(units=BURNING), "scorched earth")
    answer(game, "air base in Norway")
    assert last_lines(game)[0] == "Germany scorched the air base in Norway"
    assert not [line for line in last_lines(game) if "points of damage" in line]


def test_the_log_tells_where_engineers_move_a_factory_once() -> None:
    units = {"Ukraine": {RUSSIA: {"minor factory": 1}}}
    game = decline(situations(relations=AT_WAR, units=units, round=2), "engineers")
    answer(game, "minor factory from Ukraine to Rostov")
    lines = last_lines(game)
    assert lines[0] == (
        "The Soviet Union moved the minor factory from Ukraine to Rostov with engineers"
    )
    assert not [line for line in lines if "was placed" in line]
    assert not [line for line in lines if "must decide" in line and "(" in line]


def test_a_question_with_many_options_does_not_list_them_in_the_log() -> None:
    game = decline(bare(units={**BURNING, "France": {FRANCE: {"regular infantry": 1}}}))
    words = [line for node in game.record.line()[1:] for line in _lines(game, node)]
    questions = [line for line in words if "must decide what to scorch" in line]
    assert questions
    assert not [line for line in questions if "(" in line]


def _lines(game: Game, node: int) -> tuple[str, ...]:
    step = game.record.steps[node]
    before = game.record.state_at(step.parent)
    return told(step, describe_step(step, before), before)


def test_the_log_tells_who_goes_on_a_mission_once() -> None:
    game = raid(strategic_bomber=1)
    fly(game, STRATEGIC)
    lines = last_lines(game)
    assert lines[0] == "Germany raided the United Kingdom with 1 German strategic bomber"
    assert not [line for line in lines if "is to raid" in line or "no longer assigned" in line]


def test_the_log_tells_once_that_units_went_by_rail_or_were_flown() -> None:
    """That they may do no more is kept for the rules."""
    game = rail()
    go(game, "AAA", GERMANY, HUNGARY, "Romania", task="rail")
    assert last_lines(game) == (
        "1 German AAA went by rail from Germany to Romania through Slovakia/Hungary",
    )
    game = ready(NONCOMBAT)
    do(game, lift(game, "elite infantry", 1, *WAY[:2]))
    assert all("flew" in line or "moved" in line for line in last_lines(game))


def test_the_log_tells_what_paratroopers_did_and_what_they_have_yet_to_do() -> None:
    game = ready()
    do(game, drop(game))
    lines = last_lines(game)
    assert any("dropped" in line for line in lines)
    assert "2 German elite infantry must fight on the ground in France" in lines


def test_the_board_shows_where_the_options_of_a_question_are() -> None:
    game = situations(round=3, relations=AT_WAR, units=EAST)
    assert game.decision is not None
    assert game.decision.spaces == ("Belarus", "Ukraine")
    (form,) = game.ruleset.choices(game.state)
    assert isinstance(form, Answers)
    assert {a.label: a.spaces for a in form.answers} == {
        "Regular infantry in Ukraine": ("Ukraine",), "Elite infantry in Belarus": ("Belarus",),
    }  # fmt: skip
    (form,) = (game := minor()).ruleset.choices(game.state)
    assert isinstance(form, Answers)
    assert {a.label: (a.spaces, a.passes) for a in form.answers}.items() >= {
        "Minor factory from Ukraine to Rostov": (("Rostov",), False),
        "Move no facility": ((), True),
    }.items()
    game = situations(round=1, control={"France": GERMANY})
    assert game.decision is not None
    assert game.decision.spaces == ("Spain", "Rio de Oro")
    game = begun("Reassign Transports", units={"United Kingdom": {UK: {"air transport": 1}}})
    (form,) = game.ruleset.choices(game.state)
    assert isinstance(form, Answers)
    assert {a.label: a.spaces for a in form.answers}.items() >= {
        "Air transport in the United Kingdom to the Commonwealth": ("United Kingdom",)
    }.items()


def test_the_log_tells_once_what_the_winter_takes_and_what_is_rolled_for() -> None:
    game = situations(round=3, relations=AT_WAR, units=EAST)
    answer(game, "elite infantry in Belarus")
    assert last_lines(game)[0] == "Germany let the winter take the elite infantry in Belarus"
    assert not [line for line in last_lines(game) if "lost" in line or "removed" in line]
    game = vichy([8], only=["Corsica", "French Indo-China"])
    assert _lines(game, 2)[-1] == "Japan must decide whether to roll for what is Vichy"
    choose(game, 0)
    assert last_lines(game)[0] == "Japan chose to roll for French Indo-China"
    rolls = [e for e in game.record.steps[game.node].events if isinstance(e, ev.Rolled)]
    (throw,) = throws_of(rolls[0], game.record.catalog)
    assert (throw.purpose, throw.outcome) == ("", "French Indo-China: no success")
    game = choose(vichy([1], only=["French Indo-China"]), 0)
    assert not [line for line in last_lines(game) if "marker" in line]


def test_each_ship_that_kamikaze_can_strike_has_a_row_of_its_own_up_to_three_tokens() -> None:
    fleet = {
        "sea zone 6": {AMERICA: {"destroyer": 2, "aircraft carrier: fighter": 1}},
        "sea zone 19": {AMERICA: {"cruiser": 1}},
    }
    game = begun("Kamikaze Raids", units=fleet, relations=war((JAPAN, AMERICA)))
    (form,) = game.ruleset.choices(game.state)
    assert isinstance(form, Tally)
    assert {(item.label, item.most) for item in form.items} == {
        ("destroyer in sea zone 6", 3), ("destroyer in sea zone 6 (2)", 3),
        ("cruiser in sea zone 19", 3), ("aircraft carrier in sea zone 6", 3),
    }  # fmt: skip
    game.do(Kamikaze({one(game, "sea zone 6", "destroyer"): 2}))
    assert not [line for line in last_lines(game) if "marker" in line]
    (form,) = game.ruleset.choices(game.state)
    assert isinstance(form, Tally)
    assert form.commit == "Block, or not"
