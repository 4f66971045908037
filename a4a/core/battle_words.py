"""Sentences of battles: how they begin, go on and end, and what was rolled."""

from __future__ import annotations

from a4a.core import events as ev
from a4a.core.english import capitalized, count_of, list_of
from a4a.core.fights import HITTING
from a4a.core.phrases import battle_called, battle_in, participants_of, space_of, units_of
from a4a.core.state import State

_PURPOSES = {
    "aa": " for antiaircraft fire",
    "attack": " in attack",
    "bombard": " for bombardment",
    "bombing": " for bombing damage",
    "chart": " for combat",
    "contest": " in a contest",
    "convoy": " for convoy losses",
    "defense": " in defense",
    "event": " for an event",
    "interception": " in the interception",
    "kamikaze": " for kamikaze strikes",
    "repair": " for repairs",
    "technology": " for technology",
}
OUTCOMES = {
    "air": "Combat in the air",
    "sea": "Combat at sea",
    "land": "Combat on land",
    "attacker wins at sea": "the attackers won at sea",
    "defender wins at sea": "the defenders won at sea",
    "nobody wins at sea": "nobody won at sea",
    "attacker retreats": "the attackers have to retreat",
    "defender retreats": "the defenders have to retreat",
    "attacker leaves": "nobody won on land",
    "attacker advances": "the attackers may advance",
    "defender advances": "the defenders may advance",
}
"""Steps whose words tell an outcome, or what may be done now."""
_STEPS = {
    "stopped: attack": "Those who were stopped attack",
    "stopped: sneak attack": "Submarines that were stopped attack",
    "stopped: submarine attack": "Submarines that were stopped attack",
}
"""Other steps that are said in other words than by their names."""
_RESULTS = {
    "attacker retreats": "the attackers retreated",
    "attacker takes": "the attackers took it",
    "attacker wins": "the attackers won",
    "bombed": "bombs fell",
    "called off": "it was called off",
    "defender retreats": "the defenders retreated",
    "defender wins": "the defenders won",
    "mutual destruction": "neither side survived",
    "no effect": "without effect",
    "stalemate": "in a stalemate",
    "unknown": "how, is not known",
}


def outcome_of(roll: ev.Rolled) -> str:
    """Say what a roll came to: hits, a combat chart's reading, or the outcome in its rule's words.

    Examples
    --------
    >>> outcome_of(ev.Rolled("aa", "Japan", (ev.Die(1, 1, "hit"),), 6, 1, against="aircraft"))
    '1 hit against aircraft'
    """
    if roll.chart is not None:
        c = roll.chart
        loss = f"{c.loss or 'no'} loss {'point' if c.loss == 1 else 'points'}"
        factors = count_of(c.strength, "factor")
        reading = f"{c.line}, {factors}, column {c.column}{_shifted(c)}: {loss}"
        return reading + (f", {roll.outcome}" if roll.outcome else "")
    if roll.purpose in HITTING:
        the_one = "the " if roll.purpose == "kamikaze" else ""  # one ship is aimed at
        against = f" against {the_one}{roll.against}" if roll.against else ""
        return f"{count_of(roll.hits, 'hit') if roll.hits else 'no hits'}{against}"
    return roll.outcome


def _shifted(reading: ev.ChartReading) -> str:
    """How a column was shifted: ", shifted 1 left to 4-7"."""
    if not reading.shift:
        return ""
    way = "right" if reading.shift > 0 else "left"
    if reading.final == reading.column:
        return f", which cannot be shifted {way}"
    return f", shifted {abs(reading.shift)} {way} to {reading.final}"


def opened(e: ev.BattleOpened, s: State) -> str:
    """Say that a battle began."""
    attackers = participants_of(e.participants, "attacker", s)
    defenders = participants_of(e.participants, "defender", s)
    links = [battle_called(battle, s) for battle in e.links if battle in s.battles]
    linked = f", linked with {list_of(links)}" if links else ""
    against = f"against {defenders}" if defenders else "unopposed"
    where = capitalized(battle_in(e.kind, e.space, s))
    if not attackers and defenders:  # tokens attack, or who comes later
        return f"{where} {against}{linked}"
    who = f"{attackers or 'no attackers'}{' ' if defenders else ', '}{against}"
    return f"{where}: {who}{linked}"


def joined(e: ev.BattleJoined, s: State) -> str:
    """Say who joined a battle."""
    said = [participants_of(e.participants, role, s) for role in ("attacker", "defender")]
    return f"{list_of(filter(None, said))} joined {battle_called(e.battle, s)}"


def left(e: ev.BattleLeft, s: State) -> str:
    """Say who left a battle."""
    return f"{units_of(e.units, s)} left {battle_called(e.battle, s)} ({e.reason})"


def round_began(e: ev.CombatRoundBegan, s: State) -> str:
    """Say that a combat round began."""
    return f"Combat round {e.number} of {battle_called(e.battle, s)}"


def step_began(e: ev.CombatStepBegan, s: State) -> str:
    """Say that a step of combat began."""
    said, found = OUTCOMES.get(e.step) or _STEPS.get(e.step), s.battles.get(e.battle)
    if said and found:
        return f"{said} in {space_of(found.space, s)}"
    return f"{e.step} step of {battle_called(e.battle, s)}"


def closed(e: ev.BattleClosed, s: State) -> str:
    """Say how a battle ended."""
    found = s.battles.get(e.battle)
    how = _RESULTS.get(e.result, e.result)
    if e.result == "attacker takes" and found is not None and found.space in s.board.seas:
        how = "the attackers won"
    return f"{battle_called(e.battle, s)} ended: {how}"


def rolled(e: ev.Rolled, s: State) -> str:
    """Say what was rolled, and what it came to."""
    faces = ", ".join(str(d.face) for d in e.dice) or "no dice"
    said = outcome_of(e)
    told = f" ({said})" if said and e.purpose == "convoy" else f": {said}" if said else ""
    return f"{s.catalog.called(e.power)} rolled {faces}{_PURPOSES.get(e.purpose, '')}{told}"
