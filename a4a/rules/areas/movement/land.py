"""Land movement: step by step, in both movement phases, with blitzing."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from a4a.core.english import the
from a4a.core.neutrals import joined, leaning
from a4a.core.units import Unit
from a4a.rules.areas.movement import towing
from a4a.rules.areas.movement.field import Field
from a4a.rules.areas.movement.refusal import Refusal
from a4a.rules.areas.politics.separations import separated
from a4a.rules.areas.politics.wards import ward_in
from a4a.rules.relations import at_war_with


def check(field: Field, units: Sequence[Unit], path: tuple[str, ...]) -> Refusal | None:
    """Return why land units may not march along a path, or None if they may.

    Parameters
    ----------
    field
        Where and when.
    units
        Land units that stand in the first territory.
    path
        Territories, both ends included.
    """
    refusal = ready(field, units)
    if refusal is not None:
        return refusal
    graph = field.system.graph
    for here, there in pairwise(path):
        if there not in graph.land[here]:
            return not_adjacent(field, here, there)
    refusal = towing.check(field, units, len(path) - 1)
    if refusal is not None:
        return refusal
    blitz = False
    for territory in path[1:-1]:
        refusal = through(field, territory, units)
        if refusal is not None:
            return refusal
        blitz = blitz or must_blitz(field, territory)
    return end(field, path[-1], units, blitz=blitz)


def ready(field: Field, units: Sequence[Unit]) -> Refusal | None:
    """Return why land units may not begin a move: they have done what they may do."""
    for unit in units:
        memory = field.state.memory(unit.id)
        if memory.loaded or memory.unloaded:
            return Refusal(
                "transport.march",
                f"going aboard or ashore is all that the {unit.type} does in a turn",
            )
        if not field.combat and (memory.moved or memory.battles):
            return Refusal("noncombat.units", f"the {unit.type} has moved or fought in this turn")
        if memory.moved:
            return Refusal("move.once", f"the {unit.type} has made its combat move")
        if field.combat and unit.type in field.system.able("noncombat move only"):
            return Refusal("aaa.move", f"{unit.type} moves in the Noncombat Move phase only")
    return None


def not_adjacent(field: Field, here: str, there: str) -> Refusal:
    """Return the refusal of a step between spaces that no land unit can make."""
    space = field.system.board.space(there)
    if space.impassable:
        rule = field.system.book.cite("space.impassable", of=there)
        return Refusal(rule, f"nothing may enter {the(there)}")
    return Refusal(
        "move.adjacent", f"{the(here)} and {the(there)} do not border each other by land"
    )


def must_blitz(field: Field, territory: str) -> bool:
    """Whether only a blitz goes through a territory in a combat move.

    It is hostile, or was taken in this turn: all combat moves are made at the same time (R-101).
    """
    ground = field.ground
    return field.combat and (ground.stance(territory) == "hostile" or ground.taken(territory))


def is_quiet(field: Field, territory: str) -> bool:
    """Whether land units have nothing to do in a territory in combat moves, unless they blitzed."""
    ground = field.ground
    friendly = field.combat and ground.stance(territory) in ("own", "friendly")
    return friendly and not ground.taken(territory)


def through(field: Field, territory: str, units: Sequence[Unit]) -> Refusal | None:
    """Return why units may not pass through a territory, or None if they may."""
    if territory in field.ground.barred:
        return barred(field, territory)
    stance = field.ground.stance(territory)
    if must_blitz(field, territory):
        return _blitz(field, territory, units)
    if stance in ("own", "friendly"):
        return None
    if stance == "hostile":
        return Refusal("noncombat.hostile", f"{the(territory)} is hostile")
    if stance == "friendly neutral":
        rule = "neutral.friendly.crossing" if field.combat else "neutral.friendly.entry"
        return Refusal(rule, f"nothing moves through {the(territory)}, a friendly neutral")
    if stance == "not at war":
        return not_at_war(field, territory)
    if not field.ground.at_war_in(territory):
        return closed_neutral(field, territory)
    if field.combat:
        return Refusal(
            "neutral.stop",
            f"{the(territory)} is neutral: whoever enters it stops and fights (R-103)",
        )
    return Refusal("noncombat.neutral", f"{the(territory)} is neutral")


def _blitz(field: Field, territory: str, units: Sequence[Unit]) -> Refusal | None:
    """Return why units cannot blitz through a hostile territory."""
    if field.defended(territory):
        types = field.system.types
        facility = all(
            types[u.type].category == "facility"
            for u in field.state.at(territory)
            if u.owner not in field.ground.comrades_in(territory)
        )
        if facility:
            return Refusal(
                "blitz.facility", f"a facility in {the(territory)} stops the blitz there"
            )
        return Refusal("blitz.units", f"enemy units in {the(territory)} stop the blitz there")
    alone = field.ground.blitzes_alone
    paired = field.system.able("blitz with tank")
    tanks = sum(unit.type in field.system.able("blitz") for unit in units)
    led = 0
    for unit in units:
        if unit.type in alone:
            if unit.damage:
                rule = field.system.book.cite("move.stop", of=unit.type)
                return Refusal(rule, f"the {unit.type} is damaged, and blitzes through nothing")
            continue
        if unit.type not in paired:
            return Refusal("move.stop", f"the {unit.type} stops on entering {the(territory)}")
        led += 1
    if led > tanks:
        rule = "blitz.pair" if tanks else "blitz.alone"
        return Refusal(
            rule,
            f"each mechanized infantry needs a tank of its own to blitz through {the(territory)}",
        )
    return None


def end(
    field: Field, territory: str, units: Sequence[Unit], *, blitz: bool = False
) -> Refusal | None:
    """Return why land units may not end their move in a territory, or None if they may.

    Parameters
    ----------
    field
        Where and when.
    territory
        Where they end.
    units
        The land units.
    blitz
        Whether they blitzed on the way.
    """
    if territory in field.ground.barred:
        return barred(field, territory)
    stance = field.ground.stance(territory)
    if stance == "not at war":
        return not_at_war(field, territory)
    if field.ground.at_war and stance.endswith("neutral"):
        if not field.ground.at_war_in(territory):
            return closed_neutral(field, territory)
    elif stance.endswith("neutral"):
        rule = "neutral.friendly.war" if stance == "friendly neutral" else "peace.neutral"
        return Refusal(
            rule, f"{field.who} is at war with nobody, and {allegiance(field, territory)}"
        )
    if field.combat:
        return _attack(field, territory, blitz=blitz)
    if stance == "hostile":
        return Refusal("noncombat.hostile", f"{the(territory)} is hostile")
    if stance == "friendly neutral":
        return _join(field, territory, units)
    if stance in ("own", "friendly"):
        return None
    return Refusal("noncombat.neutral", f"{the(territory)} is neutral")


def _attack(field: Field, territory: str, *, blitz: bool) -> Refusal | None:
    stance = field.ground.stance(territory)
    if stance not in ("own", "friendly") and (bystanders := field.bystanders(territory)):
        return Refusal(
            "peace.attack.units",
            f"units of {field.system.called(bystanders[0])}, not at war with {field.who}, stand "
            "there",
        )
    if stance in ("hostile", "unfriendly neutral", "strict neutral"):
        return None
    if stance == "friendly neutral":
        return Refusal(
            "neutral.friendly.attack", f"{the(territory)} is a friendly neutral: it is not attacked"
        )
    if blitz or field.ground.taken(territory):
        return None
    return Refusal("combat.destination", f"{the(territory)} is friendly")


def _join(field: Field, territory: str, units: Sequence[Unit]) -> Refusal | None:
    """Return why units cannot bring a friendly neutral to their side."""
    able = field.system.able("captures")
    if any(u.type in able for u in units):
        return None
    there = field.state.at(territory)
    if any(u.type in able and u.owner in field.ground.comrades_in(territory) for u in there):
        return None
    return Refusal(
        "conquest.units", f"{units[0].type} alone does not bring {the(territory)} to its side"
    )


def barred(field: Field, space: str) -> Refusal:
    """Return the refusal of a space that a power may not enter, whatever else holds."""
    rule, why = field.ground.barred[space]
    return Refusal(rule, f"{the(space)} is closed: {why}")


def closed_neutral(field: Field, territory: str) -> Refusal:
    """Return the refusal of a neutral territory to a power that is neutral, or is so there."""
    if field.ground.at_war:
        return Refusal(*field.ground.situation.quiet_in(territory))
    if joined(field.state, territory):
        return Refusal(
            "peace.neutral", f"{allegiance(field, territory)}, and {field.who} is neutral"
        )
    return Refusal("peace.neutral", f"{the(territory)} is neutral, and so is {field.who}")


def allegiance(field: Field, territory: str) -> str:
    """Say of a territory that no power controls that it is neutral, or which side it joined."""
    if not joined(field.state, territory):
        return f"{the(territory)} is neutral"
    side = leaning(field.state, territory).removeprefix("pro-")
    return f"{the(territory)} has joined {field.system.called(side)}"


def not_at_war(field: Field, territory: str) -> Refusal:
    """Return the refusal of a territory of a power that is neither comrade nor enemy."""
    closed = field.ground.situation.closed(territory)
    if closed is not None:
        return Refusal(*closed)
    owner = field.state.control.get(territory) or "nobody"
    called = field.system.called(owner)
    if not field.ground.at_war:
        rule = "peace.abroad" if field.combat else "noncombat.peace"
        return Refusal(rule, f"{the(territory)} belongs to {called}, and {field.who} is neutral")
    situation = field.ground.situation
    if (ward := ward_in(field.system, field.state, territory)) is not None:
        guardians = field.system.said(guardian.power for guardian in ward.guardians)
        return Refusal(
            ward.rule, f"{field.who} attacks land of {called} only in a war with {guardians}"
        )
    if rule := separated(field.system, field.power, owner, territory):
        return Refusal(
            rule, f"{the(territory)} belongs to {called}, with whom {field.who} shares no land"
        )
    if not at_war_with(situation.system, situation.state, owner):
        return Refusal("peace.territory", f"{the(territory)} belongs to {called}, a neutral power")
    return Refusal("peace.attack", f"{field.who} is not at war with {called}")
