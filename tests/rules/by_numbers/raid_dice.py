"""What dice the odds throw in a recorded raid, to be compared with those that TripleA threw."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import combinations

from a4a.analysis.facilities import facilities
from a4a.core import events as ev
from a4a.core.errors import BattleError
from a4a.core.fold import Fold
from a4a.core.record import GameRecord
from a4a.core.state import State
from a4a.odds.raid import Load, Raid
from a4a.rules.fight import Fight
from a4a.rules.ruleset import BattleRules
from tests.rules.by_numbers.dice import Checked


def checked_raids(record: GameRecord, rules: BattleRules) -> Iterator[Checked]:
    """Yield the rolls of all raids of a record's main line, each as the odds see it."""
    bombings = Counter(
        event.battle
        for node in record.way_to(record.last)[1:]
        for event in record.step(node).events
        if isinstance(event, ev.Rolled) and event.purpose == "bombing"
    )
    fold = Fold(record.state_at(0))
    for node in record.way_to(record.last)[1:]:
        for event in record.step(node).events:
            if isinstance(event, ev.Rolled) and event.purpose in ("aa", "bombing"):
                battle = fold.working.battles.get(event.battle)
                if battle is not None and battle.kind == "bombing raid":
                    several = bombings[event.battle] > 1
                    why = _judge(rules, event, fold.working, several=several)
                    yield Checked(node, event.battle, event, why)
            fold.apply(event)


def _judge(rules: BattleRules, roll: ev.Rolled, state: State, *, several: bool) -> str:
    """Say why a roll is not what the odds throw; "" if it is."""
    fight = rules.battles.recorded(state, roll.battle)
    assert fight is not None
    known, said = [], ["nothing to bomb"]
    for target, damage in facilities(state, fight.space):
        for sent in _sent(fight, several=several):
            try:
                made = rules.raids.raid(sent, target, damage)
            except BattleError as error:
                said.append(str(error))
                continue
            assert isinstance(made, Raid)
            known.append(_aa(made, roll) if roll.purpose == "aa" else _bombs(made, roll))
        if known and not several:
            break
    if "" in known:
        return ""
    return "; ".join(known or said)


def _sent(fight: Fight, *, several: bool) -> Iterator[Fight]:
    """Who bombs a target: all, or where there are several, those of some types."""
    bands = fight.attacker.bands
    for number in range(1 if several else len(bands), len(bands) + 1):
        for some in combinations(bands, number):
            yield replace(fight, attacker=replace(fight.attacker, bands=some))


def _aa(made: Raid, roll: ev.Rolled) -> str:
    bombers = sum(g.count for g in made.attacker.groups if "bombs" in g.kind.weapons)
    shots = bombers if made.shots is None else min(bombers, made.shots)
    due, told = {made.antiaircraft: shots}, dict(Counter(die.target for die in roll.dice))
    sure = 0
    if made.dice.luck == "low luck":
        sure, left = divmod(made.antiaircraft * shots, made.dice.faces)
        due = {left: 1} if left else {}
    hits = sure + sum(die.result == "hit" for die in roll.dice)
    return "" if told == due and roll.hits == hits else f"{told}, odds {due}"


def _bombs(made: Raid, roll: ev.Rolled) -> str:
    faces = [die.face for die in roll.dice]
    due: list[Load] = []
    for group in made.attacker.groups:
        if "bombs" in group.kind.weapons:
            due += [made.loads[group.kind.name]] * group.count
    if sum(load.dice for load in due) != len(faces):
        return f"{len(faces)} dice, odds {sum(load.dice for load in due)}"
    done = 0
    for load in due:  # in the order of the units, which are of one type where loads differ
        own, faces = faces[: load.dice], faces[load.dice :]
        if any(not 1 <= face <= load.faces for face in own):
            return f"{own} with dice of {load.faces} faces"
        points = [face + load.each for face in own]
        damage = (max(points) if load.best else sum(points)) + load.once
        done += damage if load.most is None else min(damage, load.most)
    done = min(done, made.room)
    return "" if done == roll.hits else f"{roll.hits} damage, odds {done}"


def counted(found: list[Checked]) -> Mapping[str, int]:
    """How many dice there are, by what they are for."""
    return Counter(
        {
            purpose: sum(len(one.roll.dice) for one in found if one.roll.purpose == purpose)
            for purpose in ("aa", "bombing")
        }
    )
