"""Goals: each predicate finds what the rules and odds say, with the number behind it."""

from __future__ import annotations

import pytest

import a4a
from a4a.core.errors import A4AError
from a4a.lessons.attempt import Attempt
from a4a.lessons.moment import Moment
from a4a.lessons.predicate import Finding
from a4a.lessons.reading import goal_of
from a4a.rules import rules_of
from tests.lessons.playing import send

INFANTRY = ("Holland/Belgium", "infantry", 4)
GUNS = ("Holland/Belgium", "artillery", 2)
TANKS = ("Holland/Belgium", "tank", 3)
SENT = {"infantry": 4, "artillery": 2, "tank": 3}


@pytest.fixture(scope="module")
def attacked() -> Attempt:
    attempt = a4a.attempt("europe-1940-france")
    send(attempt.game, "France", INFANTRY, GUNS, TANKS)
    attempt.finish()
    return attempt


@pytest.fixture(scope="module")
def idle() -> Attempt:
    attempt = a4a.attempt("europe-1940-france")
    attempt.finish()
    return attempt


def found(attempt: Attempt, goal: str) -> Finding:
    return goal_of(goal.replace("; ", "\n")).judge(attempt.moment())


def asked(send: dict[str, int] | None = None) -> a4a.analysis.battle.Battle:
    game = a4a.new_game("europe1940")
    return a4a.battle(game, space="France", attacker="Germany", send=send)


def test_taking_is_as_likely_as_the_odds_of_who_was_sent(attacked: Attempt) -> None:
    finding = found(attacked, 'goal="takes"; space="France"; chance=0.5')
    assert finding.reached == pytest.approx(asked(SENT).odds().attacker_takes)
    assert finding.met is (finding.reached >= 0.5)


@pytest.mark.parametrize("more", [0, 1e-12, -1e-6])
def test_a_chance_that_is_just_reached_is_enough(attacked: Attempt, more: float) -> None:
    reached = found(attacked, 'goal="takes"; space="France"; chance=0.5').reached
    finding = found(attacked, f'goal="takes"; space="France"; chance={reached + more!r}')
    assert finding.met
    assert not found(attacked, f'goal="takes"; space="France"; chance={reached + 1e-6!r}').met


def test_what_nobody_attacks_is_not_taken_and_what_is_ones_own_is(attacked: Attempt) -> None:
    assert found(attacked, 'goal="takes"; space="Yugoslavia"; chance=0.0').reached == 0
    assert found(attacked, 'goal="takes"; space="Germany"; chance=1.0').met


def test_holding_counts_the_counter_attack_in(attacked: Attempt) -> None:
    takes = found(attacked, 'goal="takes"; space="France"; chance=0.5').reached
    holds = found(attacked, 'goal="holds"; space="France"; chance=0.5')
    assert 0 < holds.reached < takes
    assert "strikes back with" in holds.why


def test_a_space_that_is_ones_own_is_held_as_likely_as_no_enemy_takes_it(idle: Attempt) -> None:
    finding = found(idle, 'goal="holds"; space="Holland/Belgium"; chance=0.5')
    strike = a4a.threat(idle.record, node=idle.game.node, power="France")
    falls = strike.filter(strike["space"] == "Holland/Belgium")["chance"]
    assert finding.reached == pytest.approx(1 - max(falls, default=0.0))
    assert found(idle, 'goal="holds"; space="Germany"; chance=1.0').met


def test_what_is_sent_into_battle_is_committed(attacked: Attempt, idle: Attempt) -> None:
    price = {"infantry": 3, "artillery": 4, "tank": 6}
    worth = sum(price[unit] * number for unit, number in SENT.items())
    finding = found(attacked, f'goal="committed"; most={worth}')
    assert (finding.met, finding.reached) == (True, worth)
    assert not found(attacked, f'goal="committed"; most={worth - 1}').met
    assert found(attacked, 'goal="committed"; most=0; space="Yugoslavia"').met
    assert found(idle, 'goal="committed"; most=0').met


def test_a_swing_is_less_after_the_counter_attack(attacked: Attempt) -> None:
    first = found(attacked, 'goal="swing"; least=0')
    assert first.reached == pytest.approx(asked(SENT).odds().swing)
    after = found(attacked, 'goal="swing"; least=0; after="counter-attack"')
    assert after.reached != first.reached


def test_what_could_come_threatens(idle: Attempt) -> None:
    finding = found(idle, 'goal="threatens"; space="France"; chance=0.5')
    assert finding.reached == 0 or finding.reached <= 1
    start = a4a.attempt("europe-1940-france").moment()
    all_of_them = goal_of('goal="threatens"\nspace="France"\nchance=0.9').judge(start)
    assert all_of_them.met


def test_income_is_what_the_spaces_yield(idle: Attempt) -> None:
    economy = a4a.frames(a4a.start("europe1940")).economy
    yields = economy.filter(economy["power"] == "Germany")["production"].sum()
    assert found(idle, 'goal="income"; power="Germany"; least=30').reached == yields == 30
    assert not found(idle, 'goal="income"; power="Germany"; least=31').met


def test_controlling_is_of_the_power_that_is_named(idle: Attempt) -> None:
    assert found(idle, 'goal="controls"; power="Germany"; space="Romania"').met is not None
    assert found(idle, 'goal="controls"; power="Germany"; space="Germany"').met
    assert not found(idle, 'goal="controls"; power="Italy"; space="Germany"').met


def test_units_that_are_there_in_time_have_reached_it(attacked: Attempt) -> None:
    there = 'goal="reaches"; power="Germany"; space="France"; least={}; round={}'
    assert found(attacked, there.format(9, 1)).met
    assert not found(attacked, there.format(10, 1)).met
    tanks = found(attacked, there.format(3, 0) + '; unit="tank"')
    assert (tanks.met, tanks.reached) == (True, 3)


def test_units_that_come_too_late_have_not_reached_it() -> None:
    record = a4a.game("war_in_europe_1939_1941")
    node = record.node_at(round=3)
    moment = Moment(
        rules=rules_of(record), record=record, begun=node, node=node, fought=(),
        state=record.state_at(node), who=("Germany",),
    )  # fmt: skip
    text = 'goal="reaches"\npower="Germany"\nspace="2205"\nleast=0\nround={}'
    assert [goal_of(text.format(number)).judge(moment).met for number in (2, 3)] == [False, True]


def test_the_rules_object_to_nothing_in_a_game_played_by_them(attacked: Attempt) -> None:
    assert found(attacked, 'goal="legal"').met


@pytest.mark.parametrize(
    ("goal", "reached"),
    [
        ('frame="moves"; aggregate="rows"; at="node"', 3),
        ('frame="moves"; column="count"; at="node"', 9),
        ('frame="units"; column="count"; [where]; space="France"; unit="tank"', 5),
        ('frame="units"; column="count"; [where]; space="France"; unit=["tank", "infantry"]', 15),
        ('frame="units"; aggregate="rows"; [where]; space="France"; count={least=4,most=6}', 2),
        ('frame="economy"; column="closing"; aggregate="max"; [where]; power="Italy"', 10),
        ('frame="battles"; column="swing"', 0),
    ],
)
def test_a_number_of_a_frame_is_what_polars_finds(
    attacked: Attempt, goal: str, reached: float
) -> None:
    assert found(attacked, 'goal="frame"; ' + goal).reached == reached


def test_goals_name_powers_and_places_as_sentences_do(attacked: Attempt) -> None:
    us = 'goal="reaches"; power="United States"; space="Baltic States"'
    assert found(attacked, us).asked == "have 1 unit of the United States in the Baltic States"
    at_sea = found(attacked, 'goal="takes"; space="sea zone 110"; chance=0.5')
    assert at_sea.asked == "win sea zone 110 with at least 50.0 %"


def test_what_a_frame_counts_is_told_in_the_authors_words(attacked: Attempt) -> None:
    goal = 'goal="frame"; frame="moves"; aggregate="rows"; most=0; '
    told = found(attacked, goal + 'text="moves of others"')
    assert (told.asked, told.why) == ("moves of others: 0 at most", "")
    untold = found(attacked, goal[:-2])
    assert (untold.asked, untold.why) == (
        "number of rows in moves: 0 at most", "of the frame 'moves'",
    )  # fmt: skip


def test_a_frame_is_of_what_was_played_since_the_window_began(attacked: Attempt) -> None:
    rows = found(attacked, 'goal="frame"; frame="nodes"; aggregate="rows"; at="node"').reached
    assert rows == 1 + 3


@pytest.mark.parametrize(
    ("goal", "said"),
    [
        ('frame="secrets"; column="x"', "no frame 'secrets'"),
        ('frame="units"; column="__class__"', "no column '__class__'"),
        ('frame="units"; column="space"', "holds no numbers"),
        ('frame="units"; column="count"; [where]; file="/etc/passwd"', "no column 'file'"),
    ],
)
def test_a_frame_or_column_that_is_none_is_refused(attacked: Attempt, goal: str, said: str) -> None:
    with pytest.raises(A4AError, match=said):
        found(attacked, 'goal="frame"; ' + goal)


@pytest.mark.parametrize(
    ("goal", "met"),
    [
        ('goal="all"; goals=[{goal="legal"}, {goal="legal"}]', True),
        ('goal="all"; goals=[{goal="legal"}, {goal="not", of={goal="legal"}}]', False),
        ('goal="any"; goals=[{goal="legal"}, {goal="not", of={goal="legal"}}]', True),
        ('goal="any"; goals=[{goal="not", of={goal="legal"}}]', False),
        ('goal="any"; goals=[]', False),
        ('goal="all"; goals=[]', True),
        ('goal="not"; of={goal="not", of={goal="legal"}}', True),
    ],
)
def test_goals_are_a_tree(idle: Attempt, goal: str, met: bool) -> None:
    assert found(idle, goal).met is met


def test_what_is_open_stays_open_unless_the_rest_decides() -> None:
    attempt = a4a.attempt("warsaw-1939")
    attempt.answer("elsewhere", "word " * 15)
    written = '{goal="written", question="elsewhere", words=15}'
    no = '{goal="not", of={goal="legal"}}'
    for goal, met in (
        (f'goal="all"; goals=[{written}]', None),
        (f'goal="all"; goals=[{written}, {no}]', False),
        (f'goal="any"; goals=[{written}, {no}]', None),
        (f'goal="any"; goals=[{written}, {{goal="legal"}}]', True),
        (f'goal="not"; of={written}', None),
    ):
        assert found(attempt, goal).met is met
    attempt.answer("elsewhere", "too short")
    assert found(attempt, 'goal="written"; question="elsewhere"; words=15').met is False


def test_a_battle_that_is_supposed_has_the_odds_that_are_asked_of_it(idle: Attempt) -> None:
    text = 'goal="battle"; attacker={infantry=6}; defender={infantry=3}; figure="%s"'
    odds = a4a.battle("europe1940", attacker={"infantry": 6}, defender={"infantry": 3}).odds()
    assert found(idle, text % "takes").reached == pytest.approx(odds.attacker_takes)
    assert found(idle, text % "loses").reached == pytest.approx(odds.defender_wins)
    assert found(idle, text % "swing").reached == pytest.approx(odds.swing)
    assert found(idle, text % "cost").reached == 18
    assert found(idle, text % "takes" + "; least=0.99").met is False


@pytest.mark.parametrize(
    ("goal", "said"),
    [
        ('{ goal = "takes", space = "France", chance = 0.9 }', "take France with less than 90.0 %"),
        ('{ goal = "committed", most = 20 }', "send units worth more than 20"),
        ('{ goal = "swing", least = 99, space = "France" }', "expect a swing of less than 99 in"),
        ('{ goal = "controls", space = "France", power = "Germany" }', "not: let Germany"),
    ],
)
def test_the_contrary_is_one_finding_in_words_of_its_own(
    attacked: Attempt, goal: str, said: str
) -> None:
    contrary = found(attacked, f'goal = "not"; of = {goal}')
    assert contrary.asked.startswith(said)
    assert contrary.leaves() == (contrary,)
    assert contrary.met


def test_the_contrary_of_several_keeps_them_apart(attacked: Attempt) -> None:
    parts = '{ goal = "takes", space = "France", chance = 0.9 }, { goal = "committed", most = 20 }'
    contrary = found(attacked, f'goal = "not"; of = {{ goal = "all", goals = [{parts}] }}')
    assert contrary.met
    assert [leaf.met for leaf in contrary.leaves()] == [False, False]
