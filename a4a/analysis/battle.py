"""Battles as players ask about them: units by name, odds and losses as answers."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Literal, TypeAlias, get_args

from a4a.analysis.forces import Given, Units, army, counted, dice_of, ordered, shown
from a4a.analysis.outcome import Outcome
from a4a.boards import load
from a4a.core.catalog import Catalog
from a4a.core.errors import BattleError
from a4a.core.words import list_of
from a4a.odds import battle as odds
from a4a.odds import exact
from a4a.odds.battle import Allocation
from a4a.odds.dice import Dice
from a4a.odds.retreat import Retreat
from a4a.rules.fight import FIGHT_KINDS, Band, Fight, FightKind
from a4a.rules.ruleset import Ruleset
from a4a.rules.systems import ruleset

Submerging: TypeAlias = Literal["attacker", "defender", "both"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """How a battle is fought, as `battle` takes it."""

    attacker_loses: Sequence[str] = ()
    defender_loses: Sequence[str] = ()
    rounds: int | None = None
    retreat: Retreat | None = None
    keep_land: int = 0
    submerge: Submerging | None = None
    dice: str | Sequence[float] | Dice | None = None
    allocation: Allocation = "volley by volley"


class Battle:
    """A battle between units of a game.

    Parameters
    ----------
    rules
        The rules it is fought by.
    catalog
        The units of the game.
    fight
        Who fights.
    terms
        How.

    Attributes
    ----------
    fight : Fight
    terms : Terms

    Raises
    ------
    BattleError
        If units cannot be in this battle, or an order of loss does not fit them.

    See Also
    --------
    battle : makes them.
    """

    def __init__(self, rules: Ruleset, catalog: Catalog, fight: Fight, terms: Terms) -> None:
        self._rules, self._catalog = rules, catalog
        self.fight, self.terms = fight, terms
        self.model  # noqa: B018  # what is wrong is said at once

    @cached_property
    def model(self) -> odds.Battle:
        """What it means for the odds: kinds of units, orders of loss, steps, dice."""
        terms = self.terms
        _check(terms)
        made = self._rules.fight(self.fight)
        attacker, defender = made.attacker, made.defender
        for role, side in (("attacker", attacker), ("defender", defender)):
            if not any(g.count and g.kind.hits for g in side.groups):
                raise BattleError(f"the {role} has no units: a battle needs some on both sides")
        return replace(
            made,
            attacker=self._side(attacker, "attacker", terms.attacker_loses, terms.keep_land),
            defender=self._side(defender, "defender", terms.defender_loses, 0),
            dice=dice_of(terms.dice, made.dice),
            rounds=terms.rounds,
            retreat=terms.retreat,
        )

    def _side(self, side: odds.Side, role: str, loses: Sequence[str], keep: int) -> odds.Side:
        return replace(
            side,
            order=ordered(self._catalog, side, loses, what=f"{role}_loses"),
            keep=("captures", keep),
            submerge="when possible" if self.terms.submerge in (role, "both") else "never",
            allocation=self.terms.allocation,
        )

    # --- answers --------------------------------------------------------------------------------

    def odds(self) -> Outcome:
        """Return how it ends, computed exactly; computed once."""
        return self._odds

    @cached_property
    def _odds(self) -> Outcome:
        return Outcome(exact.solve(self.model))

    # --- what it is -----------------------------------------------------------------------------

    def explain(self) -> str:
        """Return the battle in words: who fights with what, and in which order they are lost."""
        lines = [f"{self.fight.kind} battle, {self.model.dice.luck} dice"]
        for role, side in (("attacker", self.model.attacker), ("defender", self.model.defender)):
            lines.append(f"{role}:")
            for group in side.groups:
                kind = group.kind
                parts = [f"{group.count} {kind.name}"]
                if group.damaged:
                    parts.append(f"{group.damaged} damaged")
                if kind.value:
                    best = f", the best of {kind.dice} dice" if kind.dice > 1 else ""
                    parts.append(f"hits on {kind.value} or less{best}")
                parts += [
                    f"{name}: {weapon.shots} at {weapon.value} or less"
                    for name, weapon in kind.weapons.items()
                ]
                lines.append(f"  {'; '.join(parts)}")
            lines += [f"  {s.by}: {s.to} hit on {s.value} or less" for s in side.supports]
            lines.append(f"  loses {', '.join(side.order)}")
        return "\n".join(lines)

    def __repr__(self) -> str:
        defenders = [band for side in self.fight.defenders for band in side.bands]
        ours, theirs = _in_words(self.fight.attacker.bands), _in_words(defenders)
        return f"<Battle ({self.fight.kind}): {ours} against {theirs}>"


def battle(
    game: str | Path,
    *,
    attacker: Units,
    defender: Units,
    kind: FightKind = "land",
    attacker_loses: Sequence[str] = (),
    defender_loses: Sequence[str] = (),
    rounds: int | None = None,
    retreat: Retreat | None = None,
    keep_land: int = 0,
    submerge: Submerging | None = None,
    landing: Units | None = None,
    dropping: Units | None = None,
    bombard: Units | None = None,
    attacker_damaged: Units | None = None,
    defender_damaged: Units | None = None,
    attacker_technologies: Collection[str] = (),
    defender_technologies: Collection[str] = (),
    dice: str | Sequence[float] | Dice | None = None,
    allocation: Allocation = "volley by volley",
) -> Battle:
    """Ask for the odds of a battle.

    Parameters
    ----------
    game
        A system's name, or the folder of a mod.
    attacker, defender
        Units by name: ``{"infantry": 6, "tank": 2}``. Other programs' names are understood.
    kind
        "land", "sea", or "amphibious".
    attacker_loses, defender_loses
        Orders of loss: unit types, the first lost first; a ship that takes two hits may come twice.
        Left out, units are lost as players do: those that cannot fight any more, then the cheapest.
        Free hits come first and transports last in any order.
    rounds
        Rounds fought at most; None until it is over.
    retreat
        When the attacker retreats (`a4a.odds.retreat`); None for never.
    keep_land
        How many of the attacker's land units are lost after all others, to take the territory.
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
        How many of the ships have taken a hit already.
    attacker_technologies, defender_technologies
        Technologies by name.
    dice
        "standard", "low luck", or a list of weights of the faces; None for those of the game.
    allocation
        How a side assigns hits that may fall on different targets: "volley by volley" (submarines'
        hits first, then those of aircraft, then the rest) or "along the order".

    Returns
    -------
    Battle
        Its `odds` are computed when they are asked for.

    Raises
    ------
    BattleError
        If a unit is unknown or cannot be in this battle, a number is none, an order of loss
        misses a unit or names one too often, or a side has no units.
    A4AError
        If there is no such system.

    Examples
    --------
    >>> b = battle("global1940", attacker={"infantry": 3, "artillery": 1}, defender={"infantry": 2})
    >>> b
    <Battle (land): 3 infantry, 1 artillery against 2 infantry>
    >>> b.odds()
    <Outcome: attacker wins 93.1%, defender wins 5.5%, both destroyed 1.4%, swing +1.8 (sd 4.2)>
    """
    rules = ruleset(game)
    catalog = load(game).catalog
    if kind not in FIGHT_KINDS:
        raise BattleError(f"a battle is {' or '.join(map(repr, FIGHT_KINDS))}, not {shown(kind)}")
    if kind == "amphibious" and landing is None:
        landing = _troops(catalog, attacker, dropping or {})
    ours = army(
        catalog,
        Given(
            "attacker",
            attacker,
            attacker_damaged or {},
            {"landing": landing or {}, "dropping": dropping or {}, "bombarding": bombard or {}},
            attacker_technologies,
        ),
    )
    theirs = army(
        catalog,
        Given("defender", defender, defender_damaged or {}, technologies=defender_technologies),
    )
    terms = Terms(
        attacker_loses=attacker_loses,
        defender_loses=defender_loses,
        rounds=rounds,
        retreat=retreat,
        keep_land=keep_land,
        submerge=submerge,
        dice=dice,
        allocation=allocation,
    )
    return Battle(rules, catalog, Fight(kind, ours, (theirs,)), terms)


def _troops(catalog: Catalog, attacker: Units, dropping: Units) -> Units:
    """Return the land units of an attacker that do not drop from the air."""
    every = counted(catalog, attacker, what="attacker")
    drops = counted(catalog, dropping, what="attacker, dropping")
    left = {name: number - drops.get(name, 0) for name, number in every.items()}
    return {n: c for n, c in left.items() if c > 0 and catalog.unit_type(n).category == "land"}


def _check(terms: Terms) -> None:
    """Refuse terms that are none."""
    for what, number, least in (("rounds", terms.rounds, 1), ("keep_land", terms.keep_land, 0)):
        if number is not None and (isinstance(number, bool) or not isinstance(number, int)):
            raise BattleError(f"{what} is a whole number, not {shown(number)}")
        if number is not None and number < least:
            raise BattleError(f"{what}={number}: give {least} or more")
    if terms.submerge not in (None, *get_args(Submerging)):
        allowed = list_of([repr(a) for a in get_args(Submerging)])
        raise BattleError(f"submerge is {allowed} or None, not {shown(terms.submerge)}")
    if terms.retreat is not None and not isinstance(terms.retreat, get_args(Retreat)):
        names = list_of([policy.__name__ for policy in get_args(Retreat)])
        raise BattleError(
            f"retreat is a policy of a4a.odds.retreat ({names}), not {shown(terms.retreat)}"
        )


def _in_words(bands: Iterable[Band]) -> str:
    found: dict[str, int] = {}
    for band in bands:
        name = f"{band.unit} ({band.duty})" if band.duty else band.unit
        found[name] = found.get(name, 0) + band.count
    return ", ".join(f"{number} {name}" for name, number in found.items() if number)
