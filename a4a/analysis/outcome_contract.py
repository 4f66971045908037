"""What the frames of `Outcome` hold."""

from __future__ import annotations

from collections.abc import Mapping

from a4a.frames.schema import Column, FrameSchema

_SIDE = Column("side", "String", '"attacker" or "defender"')
_UNIT = Column("unit", "String", 'The unit type, and what it is there for: "infantry (landing)"')
_CHANCE = Column("probability", "Float64", "How likely that is")

SCHEMAS: Mapping[str, FrameSchema] = {
    schema.name: schema
    for schema in (
        FrameSchema(
            "survivors",
            "The joint distribution: one row for each way in which the battle can end, "
            "likeliest first.",
            (
                _CHANCE,
                Column("result", "String", '"attacker takes", "attacker wins", "defender wins", '
                       'and if nobody does "both destroyed", "both survive" or "nobody wins"'),
                Column("broken_off", "Boolean", "Whether a retreat or a limit of rounds ended it"),
                Column("attacker", "String", "What the attacker has left, in words"),
                Column("defender", "String", "What the defender has left, in words"),
                Column("attacker_left", "list[Int32]", "The same in numbers, in the order of "
                       "`attacker_units`", "units"),
                Column("defender_left", "list[Int32]", "The same in numbers, in the order of "
                       "`defender_units`", "units"),
                Column("attacker_lost", "Float64", "What the attacker has lost", "money"),
                Column("defender_lost", "Float64", "What the defender has lost", "money"),
                Column("swing", "Float64", "defender_lost - attacker_lost", "money"),
            ),
        ),
        FrameSchema(
            "results",
            "Who wins, holds, retreats and may advance: one row for each result, likeliest first.",
            (
                Column("winner", "String", '"attacker", "defender" or "nobody"'),
                Column("holds", "String", "Who has what was fought for afterwards: the defender, "
                       "unless the attacker takes it"),
                Column("retreats", "String", 'Whose units retreat, or "nobody"'),
                Column("advances", "String", "Who may go where the beaten side stood, or "
                       '"nobody"'),
                Column("broken_off", "Boolean", "Whether a retreat or a limit of rounds ended it"),
                _CHANCE,
                Column("attacker_lost", "Float64", "What the attacker then loses on average",
                       "money"),
                Column("defender_lost", "Float64", "What the defender then loses on average",
                       "money"),
            ),
        ),
        FrameSchema(
            "marginals",
            "The distribution of each kind of unit: one row for each side, unit and number left.",
            (
                _SIDE,
                _UNIT,
                Column("left", "Int32", "How many are left", "units"),
                _CHANCE,
                Column("at_least", "Float64", "How likely so many or more are left"),
            ),
        ),
        FrameSchema(
            "losses",
            "What is lost on average: one row for each side and unit, then a row for all of "
            "the side. After waves, the defender's are those of all waves so far.",
            (
                _SIDE,
                Column(_UNIT.name, "String", _UNIT.text, nulls="for all units of the side"),
                Column("began", "Int32", "How many there were", "units"),
                Column("lost", "Float64", "How many are lost on average", "units"),
                Column("lost_sd", "Float64", "The standard deviation of that", "units"),
                Column("ipc", "Float64", "What they are worth, on average", "money"),
                Column("ipc_sd", "Float64", "The standard deviation of that", "money"),
            ),
        ),
        FrameSchema(
            "by_round",
            "How the battle goes: one row for each combat round, 0 for before the first, until "
            "it is over.",
            (
                Column("round", "Int32", "Which round has been fought"),
                Column("going_on", "Float64", "How likely the battle goes on after it"),
                Column("attacker_wins", "Float64", "How likely the attacker has won by then"),
                Column("defender_wins", "Float64", "How likely the defender has won by then"),
                Column("both_destroyed", "Float64", "How likely nobody was left by then"),
                Column("both_survive", "Float64", "How likely it ended with units on both sides"),
                Column("attacker_units", "Float64", "What the attacker has left, on average",
                       "units"),
                Column("defender_units", "Float64", "What the defender has left, on average",
                       "units"),
                Column("swing", "Float64", "What the defender has lost on average, less what the "
                       "attacker has", "money"),
            ),
        ),
        FrameSchema(
            "ipc_swing",
            "The distribution of the swing, what the defender loses less what the attacker loses.",
            (
                Column("swing", "Float64", "The swing, the least first", "money"),
                _CHANCE,
                Column("at_least", "Float64", "How likely it is that or more"),
            ),
        ),
    )
}  # fmt: skip
"""The schemas of the frames of `Outcome`, by name."""
