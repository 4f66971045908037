"""A battle fought elsewhere, as events: who fought, what was rolled, who was lost."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple, TypeAlias

import msgspec

from a4a.core import edits
from a4a.core import events as ev
from a4a.core.english import list_of
from a4a.core.errors import A4AError
from a4a.core.position import WAR
from a4a.core.state import State
from a4a.core.units import Unit

Faces: TypeAlias = Sequence[int] | Mapping[str, Sequence[int]]
"""The faces a power rolled: as they lay there, or by the type of unit that rolled them."""
Losses: TypeAlias = Mapping[str, int]
"""How many of which type, or which counters, a power lost."""


class CombatRound(msgspec.Struct, frozen=True, kw_only=True):
    """A round of combat as it was played; what nobody wrote down is left out.

    Parameters
    ----------
    faces
        What was rolled, by power.
    losses
        What was lost, by power.
    damaged
        What was hit and lives, by power.
    """

    faces: Mapping[str, Faces] = {}
    losses: Mapping[str, Losses] = {}
    damaged: Mapping[str, Losses] = {}


class _Site(NamedTuple):
    """A battle, where it is, who attacks, and from where."""

    battle: str
    space: str
    attacker: str
    start: tuple[str, ...]

    def attackers(self, state: State) -> list[Unit]:
        """The attacker's units."""
        there = [unit for place in self.start for unit in state.at(place)]
        return [u for u in there if u.owner == self.attacker and not _stands(state, u)]

    def chosen(
        self, state: State, power: str, kind: str, count: int, *, damaged: bool
    ) -> tuple[int, ...]:
        """So many units of a power and type, or its counter, that fight here."""
        if power != self.attacker or len(self.start) == 1:
            at = self.start[0] if power == self.attacker else self.space
            return edits.chosen(state, power, kind, count, at, damaged=damaged)
        found = [u for u in self.attackers(state) if kind in (u.name, u.type)]
        if len(found) < count:
            there = list_of(self.start)
            raise A4AError(f"{power} attacks with {len(found)} {kind} from {there}, not {count}")
        found.sort(key=lambda u: (u.damage > 0) != damaged)
        return tuple(u.id for u in found[:count])


def fight(
    state: State,
    space: str,
    attacker: str,
    rounds: Sequence[CombatRound],
    *,
    start: Sequence[str] = (),
    retreat: str = "",
) -> tuple[ev.AnyEvent, ...]:
    """Return the events of a battle that was fought to its end.

    Parameters
    ----------
    state
        As it stood before the battle.
    space, attacker
        Where, and who attacked: with all of its units there.
    rounds
        The rounds of combat.
    start
        From where, if units do not enter the space to fight: with all of its units in these.
    retreat
        Where the attacker's units that are left went, or "": they stayed.

    Raises
    ------
    A4AError
        If nobody is there to fight, or a power has not what it is said to have lost or rolled.
    """
    where = edits.space_of(state, space)
    power = state.catalog.power(attacker).name
    places = tuple(edits.space_of(state, place) for place in start) or (where,)
    own = _Site("", where, power, places).attackers(state)
    others = _enemies(state, where, power)
    if not own:
        there = list_of(places)
        raise A4AError(f"{power} has no units in {there} that could attack; enter their move first")
    kinds = {state.catalog.unit_type(u.type).category for u in (*own, *others)}
    sea = state.board.space(where).kind == "sea"
    kind: ev.BattleKind = "sea" if sea else "air" if kinds == {"air"} else "land"
    battle = f"{state.turn} {where} {kind}"
    site = _Site(battle, where, power, places)
    told: list[ev.AnyEvent] = [ev.BattleOpened(battle, where, kind, _parts(state, own, others))]
    now = state.apply(*told)
    for number, played in enumerate(rounds, start=1):
        for event in _round(now, site, number, played):
            now = now.apply(event)
            told.append(event)
    return (*told, *_end(now, site, retreat))


def _enemies(state: State, space: str, power: str) -> list[Unit]:
    """The units against which a power fights: of powers at war with it, or of nobody's side."""
    side = state.catalog.side_of(power)
    return [
        unit
        for unit in state.at(space)
        if unit.owner != power
        and not _stands(state, unit)
        and (state.relation(unit.owner, power) == WAR or state.catalog.side_of(unit.owner) != side)
    ]


def _stands(state: State, unit: Unit) -> bool:
    """Whether a unit belongs to the ground and does not fight."""
    return state.catalog.unit_type(unit.type).category == "facility"


def _parts(state: State, own: list[Unit], others: list[Unit]) -> tuple[ev.Participant, ...]:
    """Who takes part, each group with where it came from."""
    groups: dict[tuple[ev.Role, str, str | None], list[int]] = {}
    for role, units in (("attacker", own), ("defender", others)):
        for unit in units:
            origin = state.memory(unit.id).origin if role == "attacker" else None
            key: tuple[ev.Role, str, str | None] = (
                "attacker" if role == "attacker" else "defender", unit.owner, origin,
            )  # fmt: skip
            groups.setdefault(key, []).append(unit.id)
    return tuple(ev.Participant(key[0], key[1], tuple(ids), key[2]) for key, ids in groups.items())


def _round(state: State, site: _Site, number: int, played: CombatRound) -> Iterator[ev.AnyEvent]:
    """Yield the events of a round: dice first, then what they cost."""
    battle, attacker = site.battle, site.attacker
    yield ev.CombatRoundBegan(battle, number)
    lost = {state.catalog.power(p).name: units for p, units in played.losses.items()}
    hurt = {state.catalog.power(p).name: units for p, units in played.damaged.items()}
    for name, faces in played.faces.items():
        power = state.catalog.power(name).name
        role: ev.Role = "attacker" if power == attacker else "defender"
        cost = sum(
            sum(units.values())
            for table in (lost, hurt)
            for owner, units in table.items()
            if (owner == attacker) != (power == attacker)
        )
        yield _rolled(state, battle, power, role, faces, cost)
    for power, units in lost.items():
        for kind, count in units.items():
            ids = site.chosen(state, power, kind, count, damaged=True)
            going = [i for unit in ids for i in (*_cargo(state, unit), unit)]
            yield ev.UnitsRemoved(tuple(going), "casualty", battle)
            state = state.apply(ev.UnitsRemoved(tuple(going), "casualty", battle))
    for power, units in hurt.items():
        for kind, count in units.items():
            ids = site.chosen(state, power, kind, count, damaged=False)
            yield ev.UnitsConverted(ids, "hit", damage=1, battle=battle)


def _cargo(state: State, unit: int) -> list[int]:
    return [i for u in state.at(unit) for i in (*_cargo(state, u.id), u.id)]


def _rolled(
    state: State, battle: str, power: str, role: ev.Role, faces: Faces, cost: int
) -> ev.Rolled:
    """The dice of a power; where it is not said who rolled them, what they cost says the hits."""
    dice = tuple(_dice(state, role, faces))
    sides = state.catalog.dice_sides
    for die in dice:
        if not 1 <= die.face <= sides:
            raise A4AError(f"a die of this game shows 1 to {sides}, not {die.face}")
    known = all(die.unit_type for die in dice)
    return ev.Rolled(
        "attack" if role == "attacker" else "defense",
        power,
        dice,
        sides,
        hits=sum(die.result == "hit" for die in dice) if known else cost,
        expected=sum(die.target for die in dice) / sides if known else None,
        battle=battle,
        role=role,
    )


def _dice(state: State, role: ev.Role, faces: Faces) -> Iterator[ev.Die]:
    if not isinstance(faces, Mapping):
        yield from (ev.Die(face) for face in faces)
        return
    for name, thrown in faces.items():
        kind = state.catalog.unit_type(name)
        value = kind.attack if role == "attacker" else kind.defense
        for face in thrown:
            yield ev.Die(face, value, "hit" if face <= value else "miss", kind.name)


def _end(state: State, site: _Site, retreat: str) -> Iterator[ev.AnyEvent]:
    """Yield how a battle ends: by what is left, and by where the attacker went."""
    battle, space, attacker, start = site
    own = site.attackers(state)
    others = _enemies(state, space, attacker)
    if retreat:
        if not own:
            raise A4AError(f"{attacker} has nothing left in {list_of(start)} that could retreat")
        to = edits.space_of(state, retreat)
        for place in start:
            if ids := tuple(u.id for u in own if u.place == place):
                yield ev.UnitsMoved(ids, (place, to), "retreat", battle=battle)
                yield ev.BattleLeft(battle, ids, "retreated")
        yield ev.BattleClosed(battle, "attacker retreats", "defender" if others else "nobody")
        return
    holds = start == (space,) and any(
        state.catalog.unit_type(u.type).category == "land" for u in own
    )
    if others and own:
        yield ev.BattleClosed(battle, "stalemate", "nobody")
    elif others:
        yield ev.BattleClosed(battle, "defender wins", "defender")
    elif not own:
        yield ev.BattleClosed(battle, "mutual destruction", "nobody")
    elif holds and state.control.get(space) != attacker and space in state.control:
        old = state.control[space]
        yield ev.ControlChanged(space, old, attacker, "conquest", battle)
        yield from passed_on(state, space, attacker, battle)
        yield ev.BattleClosed(battle, "attacker takes", "attacker")
    else:
        yield ev.BattleClosed(battle, "attacker wins", "attacker")


def passed_on(
    state: State, space: str, power: str, battle: str = ""
) -> Iterator[ev.UnitsConverted]:
    """Yield that what stands for good in a space goes to the power that takes it."""
    found = tuple(u.id for u in state.at(space) if _stands(state, u) and u.owner != power)
    if found:
        yield ev.UnitsConverted(found, "captured", owner=power, battle=battle)
