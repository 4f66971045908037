"""The stories of battles are those that the frames tell."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

import a4a
from a4a.core import events as ev
from a4a.core.dice import SeededDice
from a4a.core.record import GameRecord
from a4a.core.units import Holding
from a4a.map.timeline import BattleRow, Force, Round, Throw, Timeline
from a4a.map.timeline_builder import build_timeline
from a4a.players.random_player import RandomPlayer
from tests.examples.log import EXAMPLES, story_of
from tests.map.skirmish import skirmish
from tests.rules.wargame1942.test_uber_ugly import round_1

GAMES = Path(__file__).parents[2] / "datasets" / "games"


def played() -> GameRecord:
    """A game of the kernel: most of two rounds by a player that does anything legal."""
    game = a4a.new_game("europe1940", dice=SeededDice(1940))
    player = RandomPlayer(1940)
    for _ in range(8):
        player.play_turn(game)
    return game.record


RECORDS = {
    "played": played,
    "skirmish": lambda: skirmish(rounds=1),
    "imported": lambda: a4a.open(GAMES / "global1940_strong_computer.a4a"),
    **{name: lambda name=name: story_of(name).record for name in EXAMPLES},
}


@pytest.fixture(scope="module", params=RECORDS)
def record(request: pytest.FixtureRequest) -> GameRecord:
    made: GameRecord = RECORDS[request.param]()
    return made


@pytest.fixture(scope="module")
def timeline(record: GameRecord) -> Timeline:
    return build_timeline(record, record.line())


def without_having_joined(record: GameRecord) -> Counter[tuple[str, str]]:
    """How many units were lost in each battle that had not joined it, by its id and their type."""
    joined: dict[str, set[int]] = {}
    lost: Counter[tuple[str, str]] = Counter()
    for node in record.line()[1:]:
        step = record.step(node)
        units = dict(record.state_at(step.parent).units)
        for event in step.events:
            match event:
                case ev.UnitsAdded(units=added):
                    units |= {unit.id: unit for unit in added}
                case ev.BattleOpened(battle=name) | ev.BattleJoined(battle=name):
                    ids = [i for part in event.participants for i in part.units]
                    joined.setdefault(name, set()).update(ids)
                case ev.UnitsRemoved() | ev.UnitsPlaced(place=Holding()):
                    if event.battle and event.reason != "captured":
                        strange = set(event.units) - joined[event.battle]
                        lost.update((event.battle, units[i].type) for i in strange)
    return lost


def test_stories_tell_the_battles_of_the_frames(record: GameRecord, timeline: Timeline) -> None:
    frame = a4a.frames(record).battles.rows(named=True)
    rows = [row for row in frame if row["line"] == "main"]
    assert rows
    extra: Counter[str] = Counter()
    for (battle, _), count in without_having_joined(record).items():
        extra[battle] += count
    powers = [power.name for power in timeline.powers]
    assert len(timeline.battles) == len(rows)
    for story, row in zip(timeline.battles, rows, strict=True):
        assert timeline.nodes[story.at] == row["node"]
        assert (timeline.nodes[story.closed] if story.closed >= 0 else None) == row["closed"]
        assert (timeline.spaces[story.space].name, story.kind) == (row["space"], row["kind"])
        assert [powers[i] for i in story.attackers] == row["attackers"]
        assert [powers[i] for i in story.defenders] == row["defenders"]
        assert (story.winner, story.result) == (row["winner"] or "", row["result"] or "")
        assert story.swing == row["swing"]
        assert story.loss == (row["attacker_loss"], row["defender_loss"])
        if not extra[row["battle"]]:
            assert story.worth == (row["attacker_tuv"], row["defender_tuv"])
        assert sum(r.number > 0 for r in story.rounds) == row["rounds"]
        forces = (*story.attacking, *story.defending)
        assert lost(story.attacking) == row["attacker_losses"]
        assert lost(story.defending) == row["defender_losses"]
        there = row["attacker_units"] + row["defender_units"]
        assert sum(force.units for force in forces) == there + extra[row["battle"]]


def test_rounds_tell_the_combat_rounds_of_the_frames(
    record: GameRecord, timeline: Timeline
) -> None:
    frames = a4a.frames(record)
    battles = [row["battle"] for row in frames.battles.rows(named=True) if row["line"] == "main"]
    rows: dict[str, list[dict[str, int]]] = {battle: [] for battle in battles}
    for row in frames.combat_rounds.rows(named=True):
        if row["line"] == "main":
            rows[row["battle"]].append(row)
    for story, known in zip(timeline.battles, rows.values(), strict=True):
        assert [r.number for r in story.rounds] == [row["combat_round"] for row in known]
        for fought, row in zip(story.rounds, known, strict=True):
            both = row["attacker_losses"] + row["defender_losses"]
            assert sum(loss.units for loss in fought.losses) == both
            both = row["attacker_damage"] + row["defender_damage"]
            assert sum(damage.points for damage in fought.damage) == both
            for role, name in ((0, "attacker"), (1, "defender")):
                throws = [throw for throw in fought.throws if throw.role == role]
                assert sum(len(throw.faces) for throw in throws) == row[f"{name}_dice"]
                if all(throw.hits >= 0 for throw in throws):
                    assert sum(throw.hits for throw in throws) == row[f"{name}_hits"]


def test_what_was_lost_in_the_rounds_is_what_the_forces_lost(timeline: Timeline) -> None:
    for story in timeline.battles:
        by_round: Counter[tuple[int, int]] = Counter()
        for fought in story.rounds:
            for loss in fought.losses:
                by_round[loss.power, loss.type] += loss.units
        by_force: Counter[tuple[int, int]] = Counter()
        for force in (*story.attacking, *story.defending):
            assert 0 <= force.lost <= force.units
            by_force[force.power, force.type] += force.lost
        assert by_round == +by_force


def test_a_battle_told_step_by_step_reads_as_a_story() -> None:
    record = a4a.start("global1940")
    state = record.state_at(0)
    attackers = [u for u in state.at("Germany") if u.type in ("infantry", "artillery")]
    men = [u.id for u in attackers if u.type == "infantry"][:2]
    posted = [u.id for u in state.at("Poland")][:1]
    fleet = next(u for u in state.at("sea zone 113") if u.type == "battleship")
    late = next(u.id for u in attackers if u.type == "artillery")
    dice = (ev.Die(2, 3, "hit", "infantry"), ev.Die(5, 3, "miss", "infantry"), ev.Die(1, 2, "hit"))
    record.append(
        [
            ev.BattleOpened(
                "b", "Poland", "land",
                (
                    ev.Participant("attacker", "Germany", tuple(men)),
                    ev.Participant("defender", "Germany", tuple(posted)),
                ),
            )
        ]
    )  # fmt: skip
    record.append([ev.BattleJoined("b", (ev.Participant("attacker", "Germany", (late,)),))])
    record.append([ev.CombatRoundBegan("b", 1), ev.CombatStepBegan("b", "attack")])
    record.append(
        [
            ev.Rolled("attack", "Germany", dice, 6, 2, battle="b", role="attacker"),
            ev.UnitsConverted((fleet.id,), "hit", damage=1, battle="b"),
            ev.UnitsRemoved((men[0],), "casualty", "b"),
        ]
    )
    open_story = build_timeline(record, record.line()).battles[0]
    assert (open_story.closed, open_story.winner, open_story.result) == (-1, "", "")
    record.append([ev.BattleClosed("b", "attacker wins", "attacker")])
    timeline = build_timeline(record, record.line())
    (story,) = timeline.battles
    of = {kind.name: i for i, kind in enumerate(timeline.types)}
    assert (story.at, story.closed, story.winner) == (1, 5, "attacker")
    assert story.attacking == (
        Force(0, of["infantry"], 2, 1),
        Force(0, of["artillery"], 1, 0, since=2),
    )
    (fought,) = story.rounds
    assert fought.throws == (
        Throw(0, "attack", (2, 5), 1, 0, of["infantry"], 3, at=4),
        Throw(0, "attack", (1,), 1, 0, -1, 2, at=4),
    )
    assert [(d.type, d.points, d.at) for d in fought.damage] == [(of["battleship"], 1, 4)]
    assert [(loss.type, loss.units, loss.at) for loss in fought.losses] == [(of["infantry"], 1, 4)]
    assert story.swing == -record.catalog.price("infantry", "Germany")


def test_dice_without_hits_say_what_came_of_them() -> None:
    record = story_of("war_in_europe").record
    rounds: list[Round] = [
        fought for story in build_timeline(record, record.line()).battles for fought in story.rounds
    ]
    throws = [throw for fought in rounds for throw in fought.throws]
    charts = [throw for throw in throws if throw.purpose == "chart"]
    assert charts
    assert all(throw.hits == -1 and "loss point" in throw.outcome for throw in charts)


def lost(forces: tuple[Force, ...]) -> int:
    return sum(force.lost for force in forces)


def test_a_battle_on_a_chart_is_told_stage_by_stage_and_counter_by_counter() -> None:
    record = a4a.start("war_in_europe")
    ids = {(u.owner, u.name): u.id for u in record.state_at(0).units.values()}
    army, air = ids["Germany", "10th infantry"], ids["Germany", "1st air"]
    french, corps = ids["France", "1st armor"], ids["France", "2nd infantry"]
    attackers = ev.Participant("attacker", "Germany", (army,))
    defenders = ev.Participant("defender", "France", (french, corps))
    support = ev.Participant("attacker", "Germany", (air,), "1907", "support")

    def fire(line: str, power: str, role: ev.Role, loss: int) -> ev.Rolled:
        chart = ev.ChartReading(line, 4, "4-7", "4-7", loss)
        dice = (ev.Die(1), ev.Die(2))
        return ev.Rolled("chart", power, dice, 6, loss, 0.5, battle="b", role=role, chart=chart)

    record.append([
        ev.BattleOpened("b", "1709", "land", (attackers, defenders)),
        ev.CombatRoundBegan("b", 1),
        ev.BattleJoined("b", (support,)),
        ev.CombatStepBegan("b", "air"),
        fire("Air vs. Air", "Germany", "attacker", 0),
        ev.CombatStepBegan("b", "land"),
        fire("Land vs. Land", "Germany", "attacker", 2),
        fire("Land vs. Land", "France", "defender", 0),
        ev.UnitsConverted((army,), "loss", damage=1, battle="b"),
        ev.UnitsPlaced((corps,), Holding("France", "force pool"), "casualty", "b"),
        ev.CombatStepBegan("b", "defender retreats"),
        ev.UnitsMoved((french,), ("1709", "1710"), "retreat", battle="b"),
        ev.BattleClosed("b", "attacker takes", "attacker"),
    ])  # fmt: skip
    (battle,) = build_timeline(record, record.line()).battles
    (fought,) = battle.rounds
    stages = [(s.title, len(s.throws), tuple(t.text for t in s.told)) for s in fought.stages]
    assert stages == [
        ("", 0, ("The German 1st air unit (support, from 1907 Essen) joined the land battle in "
                 "1709 Paris",)),
        ("In the air", 1, ()),
        ("On land", 2, ("The German 10th infantry was reduced",
                        "The French 2nd infantry was eliminated",
                        "The French 1st armor retreated from 1709 Paris to 1710")),
    ]  # fmt: skip
    told = {
        force.name: (force.task, force.lost, force.damage)
        for force in (*battle.attacking, *battle.defending)
    }
    assert told == {
        "10th infantry": ("", 0, 1),
        "1st air": ("support", 0, 0),
        "1st armor": ("", 0, 0),
        "2nd infantry": ("", 1, 0),
    }


def test_what_is_told_of_a_battle_says_when_it_happened(
    record: GameRecord, timeline: Timeline
) -> None:
    """By then it is what a game tells that goes no further."""
    spanning = [
        (i, position)
        for i, battle in enumerate(timeline.battles)
        for position in range(battle.at, max(battle.at, battle.closed))
    ]
    for i, position in spanning[:: len(spanning) // 8 + 1]:
        then = build_timeline(record, record.line()[: position + 1]).battles[i]
        assert happened(timeline.battles[i], position) == happened(then, position)
        assert happened(then, position) == happened(then, then.at + 10_000)


def happened(battle: BattleRow, position: int) -> list[object]:
    """What has happened of a battle at a position."""
    forces = [
        f.name or f.type for f in (*battle.attacking, *battle.defending) if f.since <= position
    ]
    rounds = [
        (r.number, [t.faces for t in r.throws if t.at <= position],
         sum(loss.units for loss in r.losses if loss.at <= position),
         sum(d.points for d in r.damage if d.at <= position),
         [t.text for s in r.stages for t in s.told if t.at <= position])
        for r in battle.rounds
    ]  # fmt: skip
    return [forces, *(one for one in rounds if any(one[1:]))]


def test_battles_of_dice_have_no_stages(timeline: Timeline) -> None:
    charted = any(kind.name == "armor" for kind in timeline.types)
    assert charted or not any(r.stages for battle in timeline.battles for r in battle.rounds)


def test_linked_battles_tell_of_each_other_and_of_who_goes_between_them() -> None:
    game, _ = round_1()
    record = game.game.record
    timeline = build_timeline(record, record.line())
    battles = {timeline.spaces[one.space].name: one for one in timeline.battles}
    names = [timeline.spaces[one.space].name for one in timeline.battles]
    assert {names[i] for i in battles["NA-5"].links} == {"NA-8"}
    assert {names[i] for i in battles["France"].links} == {"France Sea Zone", "NA-8"}

    def told(space: str, number: int) -> set[tuple[str, int, str, str]]:
        (found,) = [one for one in battles[space].rounds if one.number == number]
        return {
            (timeline.types[one.type].name, one.units, one.how, where(one.space))
            for one in found.passages
        }

    def where(space: int) -> str:
        return timeline.spaces[space].name if space >= 0 else ""

    assert told("NA-5", 1) == {
        ("fighter", 2, "from", "NA-8"), ("destroyer", 1, "from", "NA-8"),
        ("submarine", 1, "to", "Eire Sea Zone"),
    }  # fmt: skip
    assert ("aircraft carrier", 1, "passed through", "") in told("NA-8", 1)
    assert told("France", 0) == {("infantry", 2, "from", "North Sea")}
