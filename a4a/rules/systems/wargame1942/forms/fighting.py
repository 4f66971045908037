"""What can be chosen in combat: the next round, retreats, guns, scorched earth, hits, owners."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence

from a4a.core.english import capitalized, places_of, the
from a4a.core.events import Role
from a4a.core.state import OpenBattle, State
from a4a.core.units import Unit
from a4a.core.words import count_of, list_of
from a4a.rules.areas.forms import battles
from a4a.rules.areas.forms.stacks import damage_of
from a4a.rules.areas.orders import Fight
from a4a.rules.areas.system import System
from a4a.rules.choices import Answer, Answers, Form, TallyTarget
from a4a.rules.decision import Decision
from a4a.rules.systems.wargame1942.combat import (
    casualties,
    decks,
    groups,
    retreats,
    sailed_by,
    sides,
)
from a4a.rules.systems.wargame1942.combat import words as w
from a4a.rules.systems.wargame1942.combat.batteries import BatteriesQuestion
from a4a.rules.systems.wargame1942.combat.withdrawals import has_retreated
from a4a.rules.systems.wargame1942.orders import Gunnery, Own, Scorch, Withdraw


def rounds(system: System, state: State, asked: Decision) -> Form:
    """A button for each group of battles: they go through a round together."""
    answers = []
    for group in groups.groups(state):
        spaces = tuple(battle.space for battle in group)
        number = max(battle.round for battle in group) + 1
        words = f"{capitalized(places_of(spaces))}: round {number}"
        answers.append(Answer(words, Fight(group[0].id), spaces=spaces))
    return Answers("Fight a round next", tuple(answers))


def withdrawals(system: System, state: State, asked: Decision) -> Form:
    """A tally of units, each with the spaces to which it may retreat, or has to fly."""
    lay_out = _flights if asked.kind == decks.FlightsQuestion.kind else _retreats
    return lay_out(system, state, asked)


def _flights(system: System, state: State, asked: Decision) -> Form:
    """A tally of aircraft without a deck, each with the places where it can land."""
    zone = str(state.space_of(asked.units[0]))
    found = decks.places(system, state, zone, asked.powers[0])
    return battles.assigned(
        state, asked,
        {unit: [TallyTarget(space, space) for space in spaces] for unit, spaces in found.items()},
        make=Withdraw, commit="Land", filled=asked.least == len(found),
    )  # fmt: skip


def _retreats(system: System, state: State, asked: Decision) -> Form:
    """A tally of units, each with the spaces to which it may retreat."""
    battle = state.battles[asked.battle]
    role: Role = "attacker" if asked.powers[0] in state.active else "defender"

    def target(unit: int, space: str) -> TallyTarget:
        if space != battle.space:
            return TallyTarget(space, space)
        dives = state.unit(unit).type in system.able("submerge")
        return TallyTarget(space, "submerge" if dives else "break off")

    found = retreats.options(system, state, battle, role)
    return battles.assigned(
        state, asked,
        {unit: [target(unit, space) for space in spaces] for unit, spaces in found.items()},
        make=Withdraw, commit="Retreat, or stay", alike=_alike(state, battle),
        detail=lambda members: _detail(state, battle, members),
    )  # fmt: skip


def guns(system: System, state: State, asked: Decision) -> Form:
    """A tally of units that do not fire as they do by themselves."""
    commit = "Fire at land units, or at aircraft"
    if asked.kind == BatteriesQuestion.kind:
        commit = "Fire with the others, or first"
    elif asked.powers[0] in state.active:
        commit = "Use guns, or bomb"
    return battles.counted(state, asked, make=Gunnery, commit=commit)


def scorching(system: System, state: State, asked: Decision) -> Form:
    """A tally of factories that are reduced or destroyed."""
    return battles.counted(state, asked, make=Scorch, commit="Scorch, or not")


def hits(system: System, state: State, asked: Decision) -> Form:
    """A tally of hits; it begins with the cheapest casualties."""
    if asked.kind == sailed_by.LossesQuestion.kind:
        return _on_the_way(system, state, asked)
    battle = state.battles[asked.battle]
    return battles.hits_on(
        state, asked,
        room={t.unit: t.room for t in casualties.toll(system, state, battle).targets},
        at_first=casualties.suggest(system, state, battle).hits,
        alike=_alike(state, battle), detail=lambda members: _detail(state, battle, members),
    )  # fmt: skip


def _on_the_way(system: System, state: State, asked: Decision) -> Form:
    """A tally of hits on ships that have sailed by transports."""
    (zone,) = asked.spaces
    return battles.hits_on(
        state, asked,
        room={t.unit: t.room for t in sailed_by.targets(system, state, zone)},
        at_first=sailed_by.suggest(system, state, zone, asked.most or 0).hits,
        alike=lambda unit: casualties.kin(state, unit),
        detail=lambda members: list_of(_load(state, members[0])),
    )  # fmt: skip


def owners(system: System, state: State, asked: Decision) -> Form:
    """A button for each nation that has taken land."""
    answers = (Answer(nation, Own(nation), spaces=asked.spaces) for nation in asked.options)
    return Answers(asked.text, tuple(answers))


def _alike(state: State, battle: OpenBattle) -> Callable[[Unit], Hashable]:
    return lambda unit: casualties.alike(state, battle, unit)


def _detail(state: State, battle: OpenBattle, members: Sequence[Unit]) -> str:
    """What tells units from others of their type: damage, cargo, ways in and out of a battle."""
    unit = members[0]
    memory, part = state.memory(unit.id), sides.part(battle, unit.id)
    words = _load(state, unit)
    if part is not None and part.task == w.LANDING:
        words.append("landed")
    elif part is not None and part.task == w.DROP:
        words.append("dropped")
    elif memory.via is not None and memory.via != battle.space:
        words.append(f"from {the(memory.via)}")
    if sides.withdraws(state, unit):
        to = memory.target
        words.append("withdraws" if to in (None, battle.space) else f"retreats to {the(str(to))}")
    elif has_retreated(state, unit):
        words.append("has retreated once")
    return ", ".join(words)


def _load(state: State, unit: Unit) -> list[str]:
    words = damage_of(unit)
    aboard = Counter(u.type for u in state.at(unit.id))
    if aboard:
        words.append(f"with {list_of(count_of(n, kind) for kind, n in aboard.items())} aboard")
    return words


FORMS: Mapping[str, Callable[[System, State, Decision], Form]] = {
    "Fight": rounds,
    "Withdraw": withdrawals,
    "Gunnery": guns,
    "Scorch": scorching,
    "Casualties": hits,
    "Own": owners,
}
"""The form of each kind of order that answers a question of combat."""
