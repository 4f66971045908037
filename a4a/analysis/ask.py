"""Asking for the odds of a battle: between any units of a game, or for a space of its board."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal, overload

from a4a.analysis.battle import Battle
from a4a.analysis.contested import contest
from a4a.analysis.described import across_borders, declared, ground, troops
from a4a.analysis.forces import Given, Units, army, counted, unit_type
from a4a.analysis.linked import LinkedBattle
from a4a.analysis.terms import Submerging, Terms
from a4a.core.catalog import Catalog
from a4a.core.errors import BattleError
from a4a.core.record import GameRecord
from a4a.core.steps import NodeId
from a4a.odds.battle import Allocation
from a4a.odds.dice import BattleDice
from a4a.odds.given import one_of, shown, whole
from a4a.odds.retreat import Retreat
from a4a.odds.steps import Role
from a4a.rules import Game
from a4a.rules.fight import Duty, Fight, FightKind
from a4a.rules.ruleset import BattleRules
from a4a.rules.systems import Lookup, lookup

if TYPE_CHECKING:
    from a4a.analysis.raids import Raid


@overload
def battle(
    game: str | Path,
    *,
    kind: Literal["raid"],
    attacker: Units,
    target: str,
    defender: Units | None = None,
    target_damage: int | None = None,
    attacker_loses: Sequence[str] = (),
    defender_loses: Sequence[str] = (),
    attacker_technologies: Collection[str] = (),
    defender_technologies: Collection[str] = (),
    dice: str | Sequence[float] | BattleDice | None = None,
) -> Raid: ...


@overload
def battle(game: str | Path | GameRecord | Game, **asked: Any) -> Battle: ...


def battle(  # type: ignore[misc]  # the second way to call it names no parameters: they are these
    game: str | Path | GameRecord | Game,
    *,
    attacker: Units | str | None = None,
    defender: Units | str | None = None,
    kind: FightKind | None = None,
    node: NodeId | None = None,
    space: str | None = None,
    send: Units | str | None = None,
    rules: str | Path | None = None,
    target: str | None = None,
    target_damage: int | None = None,
    attacker_loses: Sequence[str] = (),
    defender_loses: Sequence[str] = (),
    rounds: int | None = None,
    retreat: Retreat | None = None,
    defender_retreat: Retreat | None = None,
    attacker_stays: Units | str | None = None,
    defender_stays: Units | str | None = None,
    keep_land: int | None = None,
    attacker_keeps: Units | str | None = None,
    defender_keeps: Units | str | None = None,
    submerge: Submerging | None = None,
    landing: Units | str | None = None,
    dropping: Units | str | None = None,
    bombard: Units | str | None = None,
    attacker_damaged: Units | str | None = None,
    defender_damaged: Units | str | None = None,
    attacker_declares: Mapping[str, Units] | None = None,
    defender_declares: Mapping[str, Units] | None = None,
    attacker_technologies: Collection[str] = (),
    defender_technologies: Collection[str] = (),
    across: Mapping[str, Units] | None = None,
    terrain: str | Collection[str] | None = None,
    dice: str | Sequence[float] | BattleDice | None = None,
    allocation: Allocation = "volley by volley",
) -> Battle | Raid:
    """Ask for the odds of a battle: between any units of a game, or for a space of its board.

    Parameters
    ----------
    game
        A system's name, or the folder of a mod: then `attacker` and `defender` are units. Or the
        record of a game, or a game being played: then `space` says where, `attacker` which power
        attacks, and the board who fights.
    attacker, defender
        Units by name, ``{"infantry": 6, "tank": 2}``, or as players type them, "6 inf 2 arm", here
        and wherever units are given. Other programs' names are understood, and those of counters:
        ``{"Germany: 1st armor": 1}``. On a board, `attacker` is a power; None for one whose turn it
        is.
    kind
        "land", "sea", "amphibious", "air" where that is fought by itself, or "raid", in which the
        defender's units intercept; None for what the units usually fight for. A board tells it.
    node
        The position; None for the end of a record, or where a game being played stands.
    space
        The space attacked on a board.
    send
        The units to send, of those that can come (`Battle.sending`); None for all of them.
    rules
        The folder of the mod that a record is played by.
    target, target_damage
        What a raid is on ("air base"; with counters "city", "convoy", "improved convoy"), and the
        damage that has already: of convoys, the points of all 7 that are not at sea.
    attacker_loses, defender_loses
        Orders of loss: unit types, the first lost first; a ship that takes two hits may come twice.
        What is not named is lost after that, as players usually choose: those that can no longer
        fight, then the cheapest. In any order, free hits come first, transports last, and the units
        that `keep_land` keeps last of all.
    rounds
        The most rounds fought; None to fight until it is over.
    retreat
        When the attacker retreats (`a4a.odds.retreat`); None for never: ships that can no longer
        hit anything (carriers, transports) are then fired at to the end.
    defender_retreat
        When the defender does, in The War Game (`AfterRounds`, `UnitsLeft`, `OnlyLeft`); None for
        never. It is fired at for another round.
    attacker_stays, defender_stays
        Units that fight on when the others of their side retreat, in The War Game, where those are
        fired at for another round, after these: "1 infantry". They are the last of their kind.
    keep_land
        How many of the attacker's land units, the last of the order, are lost after all else, to
        take the territory. None for one, as players usually choose; 0 for the order as it is.
    attacker_keeps, defender_keeps
        Units that a side loses after all that it does not keep: "1 destroyer".
    submerge
        Whose submarines leave the battle when they can: "attacker", "defender" or "both".
    landing
        Those of the attacker's land units that come ashore in an amphibious battle, and so cannot
        retreat; None for all of them.
    dropping
        Those of the attacker's units that drop from the air (paratroopers).
    bombard
        Ships that bombard, in addition to the attacker's units.
    attacker_damaged, defender_damaged
        How many of the ships have taken a hit already. Aircraft aboard a carrier that is damaged
        when it is attacked are cargo (AA-UNI-060): leave them out. (A board tells it.)
    attacker_declares, defender_declares
        What is declared for a battle of The War Game, and for which units: attackers have
        ``{"guns": {"bomber": 2}}``, defenders ``{"against land": {"artillery": 1}}`` if they fire
        at land units first, and both ``{"preemptive": {"battleship": 1}}`` with that option.
    attacker_technologies, defender_technologies
        Technologies by name.
    across
        Which of the attacker's units come across borders that may be their end:
        ``{"harsh": {"armor": 2}}`` in The War Game. They cannot retreat. A board tells it.
    terrain
        Where it is fought, if that makes a difference: "forest", or ``("clear", "river")`` if all
        attack across a river. A board tells it.
    dice
        "standard", "low luck", or a list of weights of the faces; None for those of the game.
    allocation
        How a side assigns hits that may fall on different targets: "volley by volley" (submarines'
        hits first, then those of aircraft, then the rest) or "along the order".

    Returns
    -------
    Battle or Raid
        Its `odds` are computed when they are asked for. A battle that is open, and linked with
        others (The War Game), is played with them as often as `LinkedBattle` says: the answer tells
        how often (`Outcome.games`), and `Outcome.interval` how sure it is.

    Raises
    ------
    BattleError
        If a unit is unknown or cannot be in this battle, a number is invalid, an order of loss
        names a unit too often or one that is not there, or a side has no units.
    A4AError
        If there is no such system, space or power.

    Examples
    --------
    >>> import a4a
    >>> b = battle("global1940", attacker={"infantry": 3, "artillery": 1}, defender={"infantry": 2})
    >>> b
    <Battle (land): 3 infantry, 1 artillery against 2 infantry>
    >>> b.odds()
    <Outcome: attacker wins 93.1%, defender wins 5.5%, both destroyed 1.4%, swing +1.8 (sd 4.2)>

    Germany's first turn, all that can reach Yugoslavia, and a part of it:

    >>> game = a4a.new_game("global1940")
    >>> every = battle(game, space="Yugoslavia", attacker="Germany")
    >>> some = every.sending({"infantry": 4, "tank": 2, "fighter": 1})
    >>> some
    <Battle (land): 4 infantry, 2 tanks, 1 fighter against 5 infantry>
    >>> round(some.odds().attacker_takes, 3)
    0.932

    Counters, on a chart:

    >>> tanks = {"Germany: 1st armor": 1, "Germany: 2nd armor": 1}
    >>> fort = {"Soviet Union: Moscow fort": 1, "Soviet Union: 1st infantry": 1}
    >>> battle("war_in_europe", attacker=tanks, defender=fort, terrain="city").odds()
    <Outcome: attacker wins 13.5%, defender wins 79.5%, nobody wins 7.0%, swing -0.7 (sd 1.5)>

    A raid:

    >>> bombers = {"strategic bomber": 2, "fighter": 1}
    >>> raid = battle(
    ...     "global1940", kind="raid", attacker=bombers, defender={"fighter": 1},
    ...     target="major industrial complex",
    ... )
    >>> raid, raid.odds()  # doctest: +NORMALIZE_WHITESPACE
    (<Raid on a major industrial complex: 1 fighter, 2 strategic bombers, intercepted by 1 fighter>,
     <RaidOutcome: damage 9.17, swing +7.71>)
    """
    terms = Terms(
        attacker_loses=attacker_loses,
        defender_loses=defender_loses,
        rounds=rounds,
        retreat=retreat,
        defender_retreat=defender_retreat,
        attacker_stays=attacker_stays,
        defender_stays=defender_stays,
        keep_land=keep_land,
        attacker_keeps=attacker_keeps,
        defender_keeps=defender_keeps,
        submerge=submerge,
        dice=dice,
        allocation=allocation,
    )
    given = {
        "landing": landing,
        "dropping": dropping,
        "bombard": bombard,
        "attacker_damaged": attacker_damaged,
        "defender_damaged": defender_damaged,
        "attacker_declares": attacker_declares,
        "defender_declares": defender_declares,
        "attacker_technologies": _if_any(attacker_technologies),
        "defender_technologies": _if_any(defender_technologies),
        "across": across,
        "terrain": terrain,
    }
    bombed = {"target": target, "target_damage": target_damage}
    if isinstance(game, GameRecord | Game):
        _refuse({"defender": defender, "kind": kind, **given, **bombed}, "the board tells it")
        found = contest(game, space, attacker, node=node, rules=rules)
        linked = found.rules.battles.linked(found.state, found.battle) if found.battle else ()
        if linked:
            made: Battle = LinkedBattle(found, terms)
        else:
            made = Battle(found.rules, found.catalog, found.engagement.fight, terms)
        return made if send is None else made.sending(send)
    _refuse(
        {"node": node, "space": space, "send": send, "rules": rules},
        "it is for games: give the record of one",
    )
    fought = written(lookup(game), kind, attacker, defender, given)
    if kind != "raid":
        _refuse(bombed, "it is for raids: kind='raid'")
        return Battle(*fought, terms)
    left = retreat, defender_retreat, attacker_stays, defender_stays
    plain = not any(x is not None for x in (rounds, *left, submerge))
    plain = plain and (keep_land is None or whole(keep_land, "keep_land") == 0)
    if not (plain and one_of(allocation, Terms().allocation)):
        raise BattleError("a raid is one round: nobody retreats, submerges or is kept")
    if not isinstance(target, str):
        raise BattleError("name what is bombed: target='major industrial complex'")
    from a4a.analysis.raids import Raid

    return Raid(
        *fought,
        target=_target(*lookup(game), target),
        damage=0 if target_damage is None else target_damage,
        attacker_loses=attacker_loses,
        defender_loses=defender_loses,
        dice=dice,
    )


def _target(rules: BattleRules, catalog: Catalog, name: str) -> str:
    """Return what a raid is on: what the game has for that, or else a unit type."""
    if rules.raids.targets:
        return name
    return unit_type(catalog, name, what="target").name


def _refuse(given: Mapping[str, object], why: str) -> None:
    for name, value in given.items():
        if value is not None:
            raise BattleError(f"{name}={shown(value)}: {why}")


def _if_any(names: object) -> object:
    return None if isinstance(names, Collection) and not len(names) else names


WRITTEN: Final = (
    "landing", "dropping", "bombard", "attacker_damaged", "defender_damaged",
    "attacker_declares", "defender_declares", "attacker_technologies", "defender_technologies",
    "across", "terrain",
)  # fmt: skip
"""The other parameters of `battle` that describe forces given as units."""


def written(
    found: Lookup,
    kind: FightKind | None,
    attacker: object,
    defender: object,
    more: Mapping[str, Any],
) -> tuple[BattleRules, Catalog, Fight]:
    """Return the rules, the catalog and the fight of forces given as units.

    Parameters
    ----------
    found
        The rules and units of the game.
    kind, attacker, defender
        As `battle` takes them.
    more
        Further parameters by name (`WRITTEN`); other names are ignored.

    Raises
    ------
    BattleError
        If they cannot fight such a battle.
    """
    rules, catalog = found
    kinds = (*rules.battles.kinds, "raid")
    if kind is not None and (not isinstance(kind, str) or kind not in kinds):
        raise BattleError(f"a battle is {' or '.join(map(repr, kinds))}, not {shown(kind)}")
    said = {name: more[name] for name in WRITTEN if more.get(name) is not None}
    units = {
        role: counted(catalog, {} if given is None else given, what=role)
        for role, given in _by_role(attacker, defender)
    }
    landing, dropping = said.get("landing", {}), said.get("dropping", {})
    if kind == "amphibious" and "landing" not in said:
        landing = troops(catalog, units["attacker"], dropping)
    ours, theirs = (
        Given(
            role,
            units[role],
            said.get(f"{role}_damaged", {}),
            technologies=said.get(f"{role}_technologies", ()),
            declared=declared(rules, catalog, role, said.get(f"{role}_declares", {})),
        )
        for role in units
    )
    duties: dict[Duty, Units] = {
        "landing": landing, "dropping": dropping, "bombarding": said.get("bombard", {}),
    }  # fmt: skip
    ours = replace(ours, duties=duties, across=across_borders(said.get("across", {})))
    sides = army(catalog, ours), (army(catalog, theirs),)
    terrain = ground(rules, said.get("terrain", ()))
    return rules, catalog, Fight(kind or rules.battles.kind(*sides), *sides, terrain)


def _by_role(attacker: object, defender: object) -> tuple[tuple[Role, object], ...]:
    return ("attacker", attacker), ("defender", defender)
