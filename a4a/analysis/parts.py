"""The same battle with other units: some of the attacker's, more of a side's, sides changed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from a4a.analysis.battle import Battle
from a4a.analysis.forces import Given, Units, army, counted, keyed
from a4a.analysis.terms import Terms
from a4a.core.errors import BattleError
from a4a.odds.steps import Role
from a4a.rules.fight import Army, Band, Duty, Fight, FightKind

_DUTIES: Final[tuple[Duty, ...]] = ("", "landing", "dropping", "bombarding")


def attacked_by(battle: Battle, bands: Sequence[Band], terms: Terms | None = None) -> Battle:
    """Return a battle with these bands as its attackers; on land if none comes from the sea."""
    fight, order = battle.fight, battle.catalog.type_order
    sent = tuple(sorted(bands, key=lambda band: order[band.unit]))
    kind = fight.kind
    if kind == "amphibious" and not any(band.duty == "landing" for band in sent):
        kind = "land"
    changed = replace(fight, kind=kind, attacker=replace(fight.attacker, bands=sent))
    return Battle(battle.rules, battle.catalog, changed, battle.terms if terms is None else terms)


def sending(battle: Battle, send: Units | str) -> Battle:
    """Return a battle with only some of the attacker's units; see `Battle.sending`."""
    there = battle.fight.attacker.bands
    left = counted(battle.catalog, send, what="send")
    bands = []
    for band in sorted(there, key=lambda x: (_DUTIES.index(x.duty), x.cargo)):
        key = next((name for name in keyed(band) if left.get(name)), band.unit)
        number = min(left.get(key, 0), band.count)
        if battle.catalog.unit_type(band.unit).category == "other":
            number = band.count  # generals are sent with whatever they lead
        if number:
            left[key] = max(0, left.get(key, 0) - number)
            bands.append(_some(band, number))
    for name, number in left.items():
        if number:
            has = sum(x.count for x in there if name in keyed(x))
            raise BattleError(f"send: {has + number} of {has} {name!r} that there are")
    return attacked_by(battle, bands)


def part(battle: Battle, counts: Mapping[str, int]) -> Battle:
    """Return a battle with these numbers of each kind of the attacker's units, whole ones first.

    What is of no kind (generals) comes with whatever it leads.
    """
    bands = battle.fight.attacker.bands
    kinds = battle.rules.battles.members(battle.fight)
    taken = [band.count for band in bands]
    for name, places in kinds.items():
        left = counts.get(name, 0)
        whole = {i: min(bands[i].count, bands[i].count - bands[i].damaged) for i in places}
        for i in places:
            taken[i] = min(left, whole[i])
            left -= taken[i]
        for i in places:
            hurt = min(left, bands[i].count - whole[i])
            taken[i] += hurt
            left -= hurt
    terms = battle.terms
    if terms.attacker_loses:
        names = tuple(n for n in battle.model.attacker.order if counts.get(n))
        terms = replace(terms, attacker_loses=names)
    sent = [_some(band, n) for band, n in zip(bands, taken, strict=True) if n]
    return attacked_by(battle, sent, terms)


def _some(band: Band, number: int) -> Band:
    """So many units of a band, whole ones first."""
    hurt = max(0, number - (band.count - band.damaged))
    return replace(band, count=number, damaged=hurt)


def joined(battle: Battle, units: Units | str, side: Role) -> Battle:
    """Return a battle that more units of a side have joined; see `Battle.joined_by`."""
    fight = battle.fight
    own = fight.attacker if side == "attacker" else next(iter(fight.defenders), Army(()))
    given = Given(side, counted(battle.catalog, units, what=side), technologies=own.technologies)
    order = battle.catalog.type_order
    bands = sorted(
        (*own.bands, *army(battle.catalog, given).bands), key=lambda band: order[band.unit]
    )
    changed = replace(own, bands=_together(bands))
    if side == "attacker":
        fight = replace(fight, attacker=changed)
    else:
        fight = replace(fight, defenders=(changed, *fight.defenders[1:]))
    return Battle(battle.rules, battle.catalog, fight, battle.terms)


def _together(bands: Sequence[Band]) -> tuple[Band, ...]:
    """Bands of which those that are alike are one."""
    found: dict[Band, list[int]] = {}
    for band in bands:
        number = found.setdefault(replace(band, count=0, damaged=0), [0, 0])
        number[0] += band.count
        number[1] += band.damaged
    return tuple(replace(b, count=n, damaged=hurt) for b, (n, hurt) in found.items())


def swapped(battle: Battle) -> Battle:
    """Return the battle in which its defender attacks; see `Battle.swapped`."""
    fight, terms = battle.fight, battle.terms
    powers = [army.power for army in fight.defenders]
    ours = [
        replace(_plain(band), power=band.power or (army.power if len(powers) > 1 else ""))
        for army in fight.defenders
        for band in army.bands
    ]
    theirs = tuple(_plain(band) for band in fight.attacker.bands if band.duty != "bombarding")
    known = {name for army in fight.defenders for name in army.technologies}
    kind: FightKind = "land" if fight.kind == "amphibious" else fight.kind
    defender = replace(fight.attacker, bands=_together(theirs))
    whole = Army(_together(ours), powers[0] if powers else "", tuple(sorted(known)))
    able = (band for band in whole.bands if _attacks(battle, kind, whole, band, defender))
    attacker = replace(whole, bands=tuple(able))
    other = Terms(
        attacker_loses=terms.defender_loses, defender_loses=terms.attacker_loses,
        rounds=terms.rounds, keep_land=terms.keep_land, dice=terms.dice,
        attacker_keeps=terms.defender_keeps, defender_keeps=terms.attacker_keeps,
        allocation=terms.allocation,
    )  # fmt: skip
    changed = Fight(kind, attacker, (defender,), fight.ground)
    return Battle(battle.rules, battle.catalog, changed, other)


def _attacks(battle: Battle, kind: FightKind, army: Army, band: Band, foes: Army) -> bool:
    """Whether units of a band can attack at all: guns against aircraft cannot."""
    try:
        battle.rules.battles.fight(Fight(kind, replace(army, bands=(band,)), (foes,)))
    except BattleError:
        return False
    return True


def _plain(band: Band) -> Band:
    """A band as it is by itself: without what it was there for."""
    return replace(band, duty="", marks=(), across="", shut=())
