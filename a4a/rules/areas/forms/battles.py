"""What can be chosen in battles, and before them: each question as a form."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence

from a4a.core.english import count_of, places_of, the
from a4a.core.state import State
from a4a.core.units import Unit
from a4a.core.words import list_of
from a4a.rules.areas import force
from a4a.rules.areas import orders as o
from a4a.rules.areas.combat import casualties, raids, rockets, scramble
from a4a.rules.areas.combat.assaults import landings_from
from a4a.rules.areas.forms.stacks import damage_of
from a4a.rules.areas.politics.situation import situation_of
from a4a.rules.areas.system import System
from a4a.rules.choices import Answer, Answers, Form, Item, Picks, Tally, TallyTarget
from a4a.rules.decision import Decision
from a4a.rules.order import Order

Group = tuple[str, list[Unit]]
"""What interchangeable units are called, and the units."""


_KINDS = {"bombing raid": "Raid on", "amphibious": "Landing in"}


def _fights(system: System, state: State, asked: Decision) -> Form:
    answers = []
    for name, space in zip(asked.options, asked.spaces, strict=True):
        kind = state.battles[name].kind
        words = f"{_KINDS.get(kind, 'Battle in')} {the(space)}"
        answers.append(Answer(words, o.Fight(name), spaces=(space,)))
    return Answers("Fight next", tuple(answers))


def _retreats(system: System, state: State, asked: Decision) -> Form:
    here = state.battles[asked.battle].space
    answers = []
    for space in asked.options:
        if not space:
            words = "Press the attack"
        elif space == here:
            words = "Break off: the aircraft stay until they land"
        else:
            words = f"Retreat to {the(space)}"
        answers.append(Answer(words, o.Retreat(space), spaces=(space or here,)))
    return Answers(asked.text, tuple(answers))


def _casualties(system: System, state: State, asked: Decision) -> Form:
    """A tally of hits; it begins with those most players would choose."""
    question = next(q for q in state.decisions.values() if q.kind == "casualties")
    battle = state.battles[asked.battle]
    return hits_on(
        state, asked,
        room={t.unit: t.room for t in casualties.toll(system, state, battle).targets},
        at_first=casualties.suggest(system, state, question).hits,
        alike=lambda unit: casualties.alike(system, state, battle, unit),
        detail=lambda members: _detail(state, members),
    )  # fmt: skip


def hits_on(
    state: State,
    asked: Decision,
    *,
    room: Mapping[int, int],
    at_first: Mapping[int, int],
    alike: Callable[[Unit], Hashable],
    detail: Callable[[Sequence[Unit]], str],
) -> Form:
    """Return a tally of hits on units that are alike.

    Parameters
    ----------
    state, asked
        The decision.
    room
        How many hits each unit can take.
    at_first
        The hits that are chosen to begin with.
    alike
        Equal for units that are interchangeable.
    detail
        What tells units that are alike from others of their type.
    """
    space = state.battles[asked.battle].space if asked.battle else asked.spaces[0]
    groups = _grouped([state.unit(i) for i in asked.units], alike)
    items = []
    for key, (words, members) in groups.items():
        chosen = sum(at_first.get(u.id, 0) for u in members)
        items.append(
            Item(
                key=key, label=words, type=members[0].type, power=members[0].owner,
                most=sum(room[u.id] for u in members), chosen={"": chosen} if chosen else {},
                detail=detail(members), spaces=(space,),
            )
        )  # fmt: skip

    def make(picks: Picks) -> tuple[Order, ...]:
        hits: dict[int, int] = {}
        for key, (_, members) in groups.items():
            left = sum(picks.get(key, {}).values())
            # Each takes one before any takes two, so that no ship sinks before it must.
            for depth in range(1, max(room[u.id] for u in members) + 1):
                for unit in members:
                    if left and room[unit.id] >= depth:
                        hits[unit.id] = hits.get(unit.id, 0) + 1
                        left -= 1
        return (o.Casualties(hits),)

    return Tally(
        title=asked.text, items=tuple(items), make=make, commit="Take casualties",
        least=asked.least, most=asked.most,
    )  # fmt: skip


def counted(
    state: State, asked: Decision, *, make: Callable[[tuple[int, ...]], Order], commit: str
) -> Form:
    """Return a tally of units; those that are alike are interchangeable."""
    groups = _grouped([state.unit(i) for i in asked.units], lambda u: (u.type, u.owner, u.place))
    labels = [words for words, _ in groups.values()]
    items = tuple(
        Item(
            key=key, label=words, most=len(members), type=members[0].type, power=members[0].owner,
            detail=_from(state, members[0]) if labels.count(words) > 1 else "",
        )
        for key, (words, members) in groups.items()
    )  # fmt: skip

    def orders(picks: Picks) -> tuple[Order, ...]:
        return (make(tuple(i for _, i in _chosen(groups, picks))),)

    return Tally(
        title=asked.text, items=items, make=orders, commit=commit, least=asked.least,
        most=asked.most,
    )  # fmt: skip


def _from(state: State, unit: Unit) -> str:
    """Where a unit is: what tells it from another of its type."""
    return f"in {the(state.space_of(unit.id) or 'reserve')}"


def _kamikazes(system: System, state: State, asked: Decision) -> Form:
    """A tally of strikes, with a row for each ship."""
    items = tuple(
        Item(
            key=str(i), label=unit.type, most=asked.most, type=unit.type, power=unit.owner,
            detail=f"in {the(str(unit.place))}", spaces=(str(unit.place),),
        )
        for i in asked.units
        for unit in [state.unit(i)]
    )  # fmt: skip

    def make(picks: Picks) -> tuple[Order, ...]:
        return (o.Kamikaze({int(k): n for k in picks if (n := sum(picks[k].values()))}),)

    return Tally(title=asked.text, items=items, make=make, commit="Strike, or not", most=asked.most)


def _intercepts(system: System, state: State, asked: Decision) -> Form:
    return counted(state, asked, make=o.Intercept, commit="Intercept, or not")


def _submerges(system: System, state: State, asked: Decision) -> Form:
    return counted(state, asked, make=o.Submerge, commit="Submerge, or not")


def assigned(
    state: State,
    asked: Decision,
    targets: Mapping[int, Sequence[TallyTarget]],
    *,
    make: Callable[[dict[int, str]], Order],
    commit: str,
    filled: bool = False,
    alike: Callable[[Unit], Hashable] = lambda unit: (unit.type, unit.owner, unit.place),
    detail: Callable[[Sequence[Unit]], str] | None = None,
) -> Form:
    """Return a tally of units, each sent to one of several targets.

    Parameters
    ----------
    state, asked
        The decision.
    targets
        Where each can go.
    make
        Makes the order from the target of each unit that is sent.
    commit
        What the button says.
    filled
        Whether all are assigned to their first target to begin with.
    alike
        Equal for units that are interchangeable, if they have the same targets.
    detail
        What tells units that are alike from others of their type; where they are, by default.
    """

    def key_of(unit: Unit) -> Hashable:
        return alike(unit), tuple(t.key for t in targets[unit.id])

    groups = _grouped([state.unit(i) for i in asked.units], key_of)
    items = []
    for key, (words, members) in groups.items():
        there = tuple(targets[members[0].id])
        chosen = {there[0].key: len(members)} if filled and there else {}
        items.append(
            Item(
                key=key, label=words, most=len(members), type=members[0].type,
                power=members[0].owner, targets=there, chosen=chosen,
                detail=detail(members) if detail else f"in {state.space_of(members[0].id)}",
            )
        )  # fmt: skip

    def orders(picks: Picks) -> tuple[Order, ...]:
        return (make({unit: target for target, unit in _chosen(groups, picks)}),)

    return Tally(
        title=asked.text, items=tuple(items), make=orders, commit=commit, least=asked.least,
        most=asked.most,
    )  # fmt: skip


def _scrambles(system: System, state: State, asked: Decision) -> Form:
    here = situation_of(system, state, force.whose(state, next(iter(state.decisions))))
    may = scramble.may_scramble(here, asked.powers[0])
    targets = {i: [TallyTarget(zone, zone) for zone in zones] for i, zones in may.items()}
    return assigned(state, asked, targets, make=o.Scramble, commit="Scramble, or not")


def _aims(system: System, state: State, asked: Decision) -> Form:
    """A tally of bombers, or rockets, aimed at facilities."""
    if asked.kind == "rockets":
        found = rockets.targets(situation_of(system, state, *asked.powers))
    else:
        space = asked.spaces[0]
        found = {i: raids.targets(system, state, state.unit(i), space) for i in asked.units}
    targets = {
        i: [TallyTarget(str(f.id), f"{f.type} in {f.place}") for f in facilities]
        for i, facilities in found.items()
    }

    def make(chosen: dict[int, str]) -> Order:
        return o.Aim({unit: int(target) for unit, target in chosen.items()})

    return assigned(state, asked, targets, make=make, commit="Aim", filled=asked.kind != "rockets")


def _bombardments(system: System, state: State, asked: Decision) -> Form:
    targets = {
        i: [TallyTarget(s, s) for s in landings_from(state, str(state.unit(i).place))]
        for i in asked.units
    }
    return assigned(state, asked, targets, make=o.Bombard, commit="Bombard, or not")


FORMS: Mapping[str, Callable[[System, State, Decision], Form]] = {
    "Fight": _fights,
    "Retreat": _retreats,
    "Casualties": _casualties,
    "Intercept": _intercepts,
    "Kamikaze": _kamikazes,
    "Submerge": _submerges,
    "Scramble": _scrambles,
    "Aim": _aims,
    "Bombard": _bombardments,
}
"""The form of each kind of order that answers a question of combat."""


# --- units that are alike -------------------------------------------------------------------------


def _grouped(units: Iterable[Unit], key: Callable[[Unit], object]) -> dict[str, Group]:
    """Put units that are alike together, in groups numbered from "0"."""
    found: dict[object, list[Unit]] = {}
    for unit in units:
        found.setdefault(key(unit), []).append(unit)
    return {str(i): (members[0].type, members) for i, members in enumerate(found.values())}


def _chosen(groups: Mapping[str, Group], picks: Picks) -> list[tuple[str, int]]:
    """The targets that were picked, each with one unit sent to it."""
    chosen: list[tuple[str, int]] = []
    for key, (_, members) in groups.items():
        left = [u.id for u in members]
        for target, count in picks.get(key, {}).items():
            chosen += [(target, i) for i in left[:count]]
            del left[:count]
    return chosen


def _detail(state: State, members: Sequence[Unit]) -> str:
    """What tells units from others of their type: condition, cargo, the way they came."""
    unit = members[0]
    words = damage_of(unit)
    words += unit.flags
    if isinstance(unit.place, int):
        words.append("aboard")
    cargo = Counter(u.type for u in state.at(unit.id))
    if cargo:
        words.append(f"with {list_of(count_of(n, kind) for kind, n in cargo.items())} aboard")
    memory = state.memory(unit.id)
    origins = dict.fromkeys(state.memory(u.id).origin for u in members)
    came = [space for space in origins if space not in (None, state.space_of(unit.id))]
    if came:
        words.append(f"from {places_of(came)}")
    if memory.scrambled_from is not None:
        words.append(f"scrambled from {memory.scrambled_from}")
    return ", ".join(words)
