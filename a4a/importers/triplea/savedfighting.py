"""How the units of a save fight: what its attachments and options say, in words of a record."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any, Final

from a4a.core.fighting import Aid, Fighting, Flak, Prowess
from a4a.core.names import plain
from a4a.importers.triplea.changes import SetAttachment
from a4a.importers.triplea.names import Account, words
from a4a.importers.triplea.save import Save, SavedSupport, SavedUnitType, whole
from a4a.importers.triplea.savedraids import bombs, target

_IMPROVED: Final = "improvedArtillerySupport"
_NUMBERS: Final = {
    "attackBonus": "attack",
    "defenseBonus": "defense",
    "attackRollsBonus": "dice",
    "defenseRollsBonus": "defense dice",
    "radarBonus": "antiaircraft",
    "airAttackBonus": "air attack",
    "airDefenseBonus": "air defense",
    "bombingBonus": "damage",
}
_PECULIAR: Final = {
    "isSuicide": "it dies when it has fired",
    "isSuicideOnAttack": "it dies when it has attacked",
    "isSuicideOnDefense": "it dies when it has defended",
    "isSuicideOnHit": "it dies when it has hit",
    "whenHitPointsDamagedChangesInto": "it becomes another unit when it is damaged",
}
_FOUGHT_WITH: Final = frozenset(
    {
        "airAttack", "airDefense", "attack", "attackAa", "attackRolls", "bombard", "bombingBonus",
        "bombingMaxDieSides", "canBeDamaged", "canNotBeTargetedBy", "canNotTarget", "defense",
        "defenseRolls", "hitPoints", "isAaForBombingThisUnitOnly", "isAaForCombatOnly",
        "isDestroyer", "isFirstStrike", "isInfrastructure", "isSub", "maxAaAttacks", "maxDamage",
        "targetsAa",
        "isMarine", *_PECULIAR,
    }
)  # fmt: skip


def fighting(save: Save, types: Mapping[str, str], accounts: Mapping[str, Account]) -> Fighting:
    """Return how the units of a save fight.

    Parameters
    ----------
    save
        The save.
    types
        What unit types are called in the record, by TripleA's names.
    accounts
        The players' powers.
    """
    air = tuple(name for name, saved in save.unit_types.items() if saved.values.get("isAir"))
    changed = _changed(save)
    units = {
        types[name]: _prowess(save, saved, types, air, changed)
        for name, saved in save.unit_types.items()
    }
    return Fighting(
        units={name: how for name, how in units.items() if how != Prowess()},
        aids=tuple(aid for s in save.supports if (aid := _aid(s, types, accounts)) is not None),
        technologies={
            words(name): numbers
            for name, values in save.advances.items()
            if (numbers := _advance(save, values, types))
        },
        strange=tuple(_strange(save)),
    )


def _changed(save: Save) -> Mapping[str, str]:
    """Return which numbers of unit types change after the first battle, by type."""
    events = (e for part in save.rounds for step in part.steps for e in step.events)
    first = next((e.start for e in events if e.text.startswith("Battle in ")), len(save.changes))
    return {
        change.key[1]: change.property
        for group in save.changes[first:]
        for change in group
        if isinstance(change, SetAttachment)
        and change.key[2] == "unitAttachment"
        and change.property in _FOUGHT_WITH
    }


def _prowess(
    save: Save,
    saved: SavedUnitType,
    types: Mapping[str, str],
    air: Collection[str],
    changed: Mapping[str, str],
) -> Prowess:
    values, options = saved.values, save.options
    sub = bool(values.get("isSub"))

    def named(name: str, default: Collection[str]) -> tuple[str, ...]:
        given = values.get(name)
        found = default if given is None else given
        return tuple(sorted(types[unit] for unit in found if unit in types))

    hidden = sub and options.get("Air Attack Sub Restricted")
    carries = values.get("isSea") and whole(values.get("transportCapacity"), -1) >= 0
    alone = carries and not values.get("isCombatTransport")
    return Prowess(
        dice=max(0, whole(values.get("attackRolls"), 1)),
        defense_dice=max(0, whole(values.get("defenseRolls"), 1)),
        best=bool(values.get("chooseBestRoll") or options.get("LHTR Heavy Bombers")),
        strikes_first=bool(sub or values.get("isFirstStrike")),
        hunts=bool(values.get("isDestroyer")),
        withdraws=bool(sub or values.get("canEvade")),
        misses=named("canNotTarget", air if sub else ()),
        hides_from=named("canNotBeTargetedBy", air if hidden else ()),
        landing=whole(values.get("isMarine")),
        untouchable=bool(values.get("isInfrastructure")),
        helpless=bool(alone and options.get("Transport Casualties Restricted")),
        flak=_flak(values, types, air) if values.get("isAaForCombatOnly") else None,
        moves=tuple(_moves(values, options)),
        bombs=bombs(values, types),
        target=target(values),
        guards=_flak(values, types, air) if values.get("isAaForBombingThisUnitOnly") else None,
        escorts=bool(values.get("canEscort")),
        intercepts=bool(values.get("canIntercept")),
        air_attack=max(0, whole(values.get("airAttack"))),
        air_defense=max(0, whole(values.get("airDefense"))),
        strange=tuple(_peculiar(save, saved, changed)),
    )


def _flak(values: Mapping[str, Any], types: Mapping[str, str], air: Collection[str]) -> Flak:
    at = values.get("targetsAa") or air
    return Flak(
        group=str(values.get("typeAa") or "AA")[:40],
        value=max(0, whole(values.get("attackAa"), 1)),
        attack=max(0, whole(values.get("offensiveAttackAa"))),
        shots=max(0, whole(values.get("maxAaAttacks"), -1)),
        at=tuple(sorted(types[unit] for unit in at if unit in types)),
        rounds=whole(values.get("maxRoundsAa"), 1) < 0,
        crowds=bool(values.get("mayOverStackAa")) and whole(values.get("maxAaAttacks"), -1) > 0,
    )


def _moves(values: Mapping[str, Any], options: Mapping[str, Any]) -> Iterator[str]:
    if values.get("canBlitz"):
        yield "blitz"
    if any(
        str(told).startswith("canBlitz") for told in values.get("receivesAbilityWhenWith") or ()
    ):
        yield "blitz with tank"
    if values.get("canNotMoveDuringCombatMove"):
        yield "noncombat move only"
    dives = values.get("isSub") and options.get("Submersible Subs")
    if dives or values.get("canMoveThroughEnemies"):
        yield "ignores hostile sea zones"


def _peculiar(save: Save, saved: SavedUnitType, changed: Mapping[str, str]) -> Iterator[str]:
    """Yield what of a unit type no record has words for."""
    values = saved.values
    yield from (said for name, said in _PECULIAR.items() if values.get(name))
    if saved.name in changed:
        yield f"{plain(words(changed[saved.name]))} changes in the course of the game"
    if values.get("isAaForCombatOnly") or values.get("isAaForBombingThisUnitOnly"):
        for name in ("attackAaMaxDieSides", "offensiveAttackAaMaxDieSides"):
            sides = whole(values.get(name), -1)
            if sides > 0 and sides != save.dice_sides:
                yield f"it fires with dice of {sides} sides at its targets"
        if whole(values.get("maxRoundsAa"), 1) > 1:
            yield "it fires at its targets in some rounds only"
        if values.get("willNotFireIfPresent"):
            yield "it holds its fire if certain units are there"


def _aid(
    saved: SavedSupport, types: Mapping[str, str], accounts: Mapping[str, Account]
) -> Aid | None:
    """Return a support; None if it helps nobody, as those that a technology has yet to allow."""
    values = saved.values
    players = [str(player) for player in values.get("players") or ()]
    to = [types[unit] for unit in values.get("unitType") or () if unit in types]
    if not (players and to and saved.unit_type in types):
        return None
    sides = (bool(values.get("offence")), bool(values.get("defence")))
    return Aid(
        by=types[saved.unit_type],
        to=tuple(sorted(to)),
        attack=sides[0],
        defense=sides[1],
        plus=whole(values.get("bonus"), 1),
        number=max(0, whole(values.get("number"), 1)),
        sort=saved.sort[:40],
        powers=tuple(dict.fromkeys(accounts[p].power for p in players if p in accounts)),
        improved_by=words(_IMPROVED) if values.get("impArtTech") else "",
        strange=tuple(_odd(values)),
    )


def _odd(values: Mapping[str, Any]) -> Iterator[str]:
    if values.get("roll"):
        yield "it adds dice"
    if values.get("aaRoll") or values.get("aaStrength"):
        yield "it helps antiaircraft fire"
    if values.get("enemy"):
        yield "it weakens enemies"
    if whole(values.get("bonus"), 1) < 0:
        yield "it weakens its own side"
    if whole(values.get("bonusCount"), 1) > 1:
        yield "several help one unit"


def _advance(
    save: Save, values: Mapping[str, Any], types: Mapping[str, str]
) -> dict[str, dict[str, int]]:
    """Return what a technology adds to numbers of unit types."""
    found: dict[str, dict[str, int]] = {}
    for field, number in _NUMBERS.items():
        for unit, plus in values.get(field) or ():
            if unit in types and isinstance(plus, int) and plus:
                found.setdefault(types[unit], {})[number] = plus
    for unit, gained in values.get("unitAbilitiesGained") or ():
        if unit in types and "canBombard" in (gained or ()):
            numbers = save.unit_types[unit].values
            own = whole(numbers.get("bombard"), -1)
            plus = own if own > 0 else whole(numbers.get("attack"))
            found.setdefault(types[unit], {})["bombard"] = plus
    return found


def _strange(save: Save) -> Iterator[str]:
    """Yield what of all battles no record has words for."""
    for name in ("Land Battle Rounds", "Sea Battle Rounds"):
        if whole(save.limits.get(name), -1) > 0:
            yield f"{plain(name)}: {save.limits[name]}"
