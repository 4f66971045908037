"""Battles as players ask about them: units by name, odds and losses as answers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final, Literal, TypeAlias, get_args

from a4a.analysis.forces import Units, counted, dice_of, ordered, shown
from a4a.analysis.outcome import Outcome
from a4a.core.catalog import Catalog
from a4a.core.errors import BattleError
from a4a.core.words import list_of
from a4a.odds import battle as odds
from a4a.odds import exact, montecarlo
from a4a.odds.battle import Allocation
from a4a.odds.dice import Dice
from a4a.odds.retreat import Retreat
from a4a.rules.fight import Band, Duty, Fight
from a4a.rules.ruleset import Ruleset

Submerging: TypeAlias = Literal["attacker", "defender", "both"]
_DUTIES: Final[tuple[Duty, ...]] = ("", "landing", "dropping", "bombarding")


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
        self.rules, self.catalog = rules, catalog
        self.fight, self.terms = fight, terms
        self.model  # noqa: B018  # what is wrong is said at once

    @cached_property
    def model(self) -> odds.Battle:
        """What it means for the odds: kinds of units, orders of loss, steps, dice."""
        terms = self.terms
        _check(terms)
        made = self.rules.fight(self.fight)
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
            order=ordered(self.catalog, side, loses, what=f"{role}_loses"),
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
        return Outcome(exact.solve(self.model), self.model)

    def simulate(self, games: int = 10_000, *, seed: int = 1) -> Outcome:
        """Return how it ends, by playing it many times: for battles too large to solve exactly.

        Parameters
        ----------
        games
            How often it is played.
        seed
            Where the dice start: the same seed gives the same answer.

        Raises
        ------
        BattleError
            If there are no games, or too many.
        """
        return Outcome(montecarlo.simulate(self.model, games, seed=seed), self.model)

    def sending(self, send: Units) -> Battle:
        """Return the same battle with only some of the attacker's units.

        Those who came overland are sent before those from the sea, whole ships before damaged.

        Parameters
        ----------
        send
            Units by name, ships that bombard among them.

        Raises
        ------
        BattleError
            If there are not so many.

        Examples
        --------
        >>> import a4a
        >>> b = a4a.battle("global1940", attacker={"infantry": 6, "tank": 3}, defender={"AAA": 2})
        >>> b.sending({"infantry": 1, "tank": 2})
        <Battle (land): 1 infantry, 2 tank against 2 AAA>
        """
        fight = self.fight
        left = counted(self.catalog, send, what="send")
        bands = []
        for band in sorted(fight.attacker.bands, key=lambda x: (_DUTIES.index(x.duty), x.cargo)):
            number = min(left.get(band.unit, 0), band.count)
            if number:
                left[band.unit] -= number
                hurt = max(0, number - (band.count - band.damaged))
                bands.append(replace(band, count=number, damaged=hurt))
        for name, number in left.items():
            if number:
                there = sum(x.count for x in fight.attacker.bands if x.unit == name)
                raise BattleError(f"send: {there + number} of {there} {name!r} that there are")
        order = self.catalog.type_order
        bands.sort(key=lambda band: order[band.unit])
        kind = fight.kind
        if kind == "amphibious" and not any(band.duty == "landing" for band in bands):
            kind = "land"
        army = replace(fight.attacker, bands=tuple(bands))
        return Battle(
            self.rules, self.catalog, replace(fight, kind=kind, attacker=army), self.terms
        )

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
