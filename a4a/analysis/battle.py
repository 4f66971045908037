"""Battles as players ask about them: units by name, odds and losses as answers."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Literal

from a4a.analysis.forces import Units, by_type, in_words
from a4a.analysis.outcome import Outcome
from a4a.analysis.terms import Terms, under
from a4a.core.catalog import Catalog
from a4a.core.errors import BattleError
from a4a.odds import battle as odds
from a4a.odds.ends import Model
from a4a.odds.given import shown
from a4a.odds.steps import Role
from a4a.rules.fight import Fight
from a4a.rules.ruleset import BattleRules

if TYPE_CHECKING:
    import polars as pl

    from a4a.analysis.sequels import Held
    from a4a.odds.search import BestOrder


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

    def __init__(self, rules: BattleRules, catalog: Catalog, fight: Fight, terms: Terms) -> None:
        self.rules, self.catalog = rules, catalog
        self.fight, self.terms = fight, terms
        self.engine  # noqa: B018  # raises at once if something is wrong

    @cached_property
    def engine(self) -> Model:
        """The battle as its engine takes it."""
        battles = self.rules.battles
        for name, value in self.terms.chosen():
            if name not in battles.terms:
                raise BattleError(f"{name}={shown(value)}: there is no such choice in this game")
        made = battles.fight(self.fight)
        if (role := made.lacks()) is not None:
            raise BattleError(f"the {role} has no units: a battle needs some on both sides")
        if not isinstance(made, odds.Battle):
            return made
        return under(self.terms, made, self.fight.kind, self.catalog)

    @property
    def model(self) -> odds.Battle:
        """The battle of dice: kinds of units, orders of loss, steps, dice.

        Raises
        ------
        BattleError
            If it is fought on a chart: what goes by rounds of dice cannot be asked of it.
        """
        if not isinstance(self.engine, odds.Battle):
            raise BattleError("this is told of battles in rounds of dice; this one is on a chart")
        return self.engine

    # --- answers --------------------------------------------------------------------------------

    def odds(self) -> Outcome:
        """Return how it ends, computed only once: exactly, unless the answer says otherwise."""
        return self._odds

    @cached_property
    def _odds(self) -> Outcome:
        return Outcome(self.engine.solve(), self.engine)

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
        return Outcome(self.engine.simulate(games, seed=seed), self.engine)

    def sending(self, send: Units | str) -> Battle:
        """Return the same battle with only some of the attacker's units.

        Units that came overland are sent before those from the sea, whole ships before damaged.

        Parameters
        ----------
        send
            Units by name, ships that bombard among them.

        Raises
        ------
        BattleError
            If there are fewer of them.

        Examples
        --------
        >>> import a4a
        >>> b = a4a.battle("global1940", attacker={"infantry": 6, "tank": 3}, defender={"AAA": 2})
        >>> b.sending({"infantry": 1, "tank": 2})
        <Battle (land): 1 infantry, 2 tanks against 2 AAA>
        """
        from a4a.analysis import parts

        return parts.sending(self, send)

    def joined_by(self, units: Units | str, *, side: Role = "defender") -> Battle:
        """Return the same battle with more units of a side: those that scramble, say.

        Parameters
        ----------
        units
            The units that join it, those of the first power of the side.
        side
            Whom they join.

        Examples
        --------
        >>> import a4a
        >>> b = a4a.battle("global1940", attacker="2 ftr 1 dd", defender="1 sub 1 dd", kind="sea")
        >>> b.joined_by("2 ftr")
        <Battle (sea): 2 fighters, 1 destroyer against 2 fighters, 1 destroyer, 1 submarine>
        """
        from a4a.analysis import parts

        _verify_role(side)
        return parts.joined(self, units, side)

    def swapped(self) -> Battle:
        """Return the battle in which the defender attacks, and the attacker defends.

        Ships that bombarded, units that cannot attack, retreats and declarations are left out.

        Examples
        --------
        >>> import a4a
        >>> a4a.battle("global1940", attacker="3 inf 1 arm", defender="2 inf").swapped()
        <Battle (land): 2 infantry against 3 infantry, 1 tank>
        """
        from a4a.analysis import parts

        return parts.swapped(self)

    # --- what follows, and what would be better -------------------------------------------------

    def then(self, *later: Battle | Units) -> list[Outcome]:
        """Attack in waves: what the defender has left after one faces the next.

        Parameters
        ----------
        later
            The other waves: units that attack the same defenders, or whole battles, whose
            defenders may have help.

        Returns
        -------
        list of Outcome
            After each wave, this battle the first. What the defender lost is counted from before
            the first wave, what the attacker lost from the beginning of that wave.

        Raises
        ------
        BattleError
            If a battle's defenders are not those of the one before.

        Examples
        --------
        >>> import a4a
        >>> b = a4a.battle("global1940", attacker={"tank": 2}, defender={"infantry": 3}, rounds=1)
        >>> [round(o.attacker_wins, 3) for o in b.then({"infantry": 3, "artillery": 1})]
        [0.0, 0.887]

        What the defender loses on average in each wave:

        >>> waves = b.then({"infantry": 3, "artillery": 1})
        >>> lost = [outcome.losses.row(-1, named=True)["lost"] for outcome in waves]
        >>> round(lost[0], 2), round(lost[1] - lost[0], 2)
        (1.0, 1.84)
        """
        from a4a.analysis import sequels

        return sequels.then(self, later)

    def hold(self, counter_attack: Units, *, reinforced: Units | None = None) -> Held:
        """Take a territory, and hold it against a counter-attack on whoever is left.

        Land units stay in the territory; aircraft land elsewhere.

        Parameters
        ----------
        counter_attack
            The units with which the enemy strikes back.
        reinforced
            Units that come to help after the battle.

        Raises
        ------
        BattleError
            If the battle is not for a territory.

        Examples
        --------
        >>> import a4a
        >>> b = a4a.battle("global1940", attacker={"tank": 4}, defender={"infantry": 2})
        >>> round(b.hold({"infantry": 2, "fighter": 1}).held, 2)
        0.8
        """
        from a4a.analysis import sequels

        return sequels.hold(self, counter_attack, reinforced=reinforced or {})

    def best_order(
        self, side: Role = "attacker", *, goal: Literal["win", "swing"] = "win"
    ) -> BestOrder:
        """Search for the order of loss that is best for a side, the other keeping its own.

        Parameters
        ----------
        side
            "attacker" or "defender".
        goal
            What to maximise: its chance to win ("win"), or what it destroys less what it loses
            ("swing").

        Returns
        -------
        BestOrder
            With `order`, which `battle` takes as ``attacker_loses`` or ``defender_loses``; its
            `value`; how many were `tried`; and `is_best`, whether these were all.

        Examples
        --------
        >>> import a4a
        >>> b = a4a.battle("global1940", attacker={"tank": 2, "fighter": 1}, defender={"tank": 2})
        >>> b.best_order().order
        ('tank', 'fighter')
        """
        _verify_role(side)
        from a4a.odds import search

        return search.best_order(self.model, side, goal=goal)

    def need(
        self,
        chance: float,
        *,
        wanted: Literal["wins", "takes"] = "takes",
        side: Role = "attacker",
    ) -> Battle:
        """Return the battle with the cheapest part of a side's units that is likely enough.

        No cheaper part is. Of parts that cost the same, it is the one most likely to succeed; of
        these, the one with the fewest units. Ships that bombard cost nothing: as many as may come.
        A defender has all that is in this battle, support that it may send among it.

        Parameters
        ----------
        chance
            How likely success must be.
        wanted
            What success is: that the attacker "takes" the territory, or that it "wins"; for a
            defender, that the territory is not taken, or that the defender wins.
        side
            Of whose units a part is sought; the other side has all that is in this battle.

        Raises
        ------
        BattleError
            If not even all units suffice (the message says how likely they are to), if `chance` is
            not a probability, or if there are too many parts to choose from.

        Examples
        --------
        >>> import a4a
        >>> b = a4a.battle(
        ...     "global1940", attacker={"infantry": 9, "tank": 4}, defender={"infantry": 3}
        ... )
        >>> b.need(0.9)
        <Battle (land): 5 infantry, 1 tank against 3 infantry>
        >>> b.sending({"infantry": 4}).need(0.5, side="defender")
        <Battle (land): 4 infantry against 3 infantry>
        >>> b.sending({"infantry": 4}).need(0.9)
        Traceback (most recent call last):
        ...
        a4a.core.errors.BattleError: not even all units take it in 90% of battles, but in 41.0376%
        """
        from a4a.analysis.needed import need

        if isinstance(chance, bool) or not isinstance(chance, int | float):
            raise BattleError(f"a probability is a number, not {shown(chance)}")
        if wanted not in ("wins", "takes"):
            raise BattleError(f"wanted is 'wins' or 'takes', not {shown(wanted)}")
        _verify_role(side)
        return need(self, chance, wanted=wanted, side=side)

    def best_support(self, side: Role = "attacker", *, answered: bool = True) -> Battle:
        """Return the battle with the support that makes a side likeliest to win.

        Support are units that a side may send and need not: on charts, air units and fleets.

        Parameters
        ----------
        side
            "attacker" or "defender".
        answered
            Whether the other side then sends what is best for it; if not, it sends all it can.

        Examples
        --------
        >>> import a4a
        >>> b = a4a.battle(
        ...     "war_in_europe",
        ...     attacker={"Germany: 1st armor": 1, "Germany: 1st air": 1},
        ...     defender={"France: 2nd infantry": 1, "France: 1st air": 1},
        ... )
        >>> alone = b.sending({"armor": 1}).best_support("defender")
        >>> [round(one.odds().attacker_wins, 3) for one in (b.best_support(), alone)]
        [0.64, 0.444]
        """
        from a4a.rules.support import best_support

        _verify_role(side)
        found = best_support(self.rules.battles, self.fight, side, answered=answered)
        return Battle(self.rules, self.catalog, found.fight, self.terms)

    # --- what it is -----------------------------------------------------------------------------

    def explain(self) -> str:
        """Return the battle in words: who fights with what, and in which order they are lost.

        Examples
        --------
        >>> import a4a
        >>> attacker, defender = {"Germany: 1st armor": 1}, {"Poland: 1st infantry": 1}
        >>> b = a4a.battle("war_in_europe", attacker=attacker, defender=defender, terrain="forest")
        >>> print(b.explain())
        land battle on the combat chart
        attacker:
          German 1st armor: 6, reduced 3
        defender:
          Polish 1st infantry: 2, reduced 1
        as it begins:
          land: the attacker fires 6 on Land vs. Land, column 1-3 (shifted by -1)
          land: the defender fires 2 on Land vs. Land, column 1-3
        losses fall where they cost the fewest factors
        """
        return self.engine.explain(self.fight.kind)

    @property
    def totals(self) -> pl.DataFrame:
        """What both sides bring: units, hits, shots, power; schema `a4a.analysis.totals.TOTALS`.

        Examples
        --------
        >>> import a4a
        >>> b = a4a.battle("global1940", attacker="3 inf 1 art", defender="2 inf")
        >>> b.totals.select("side", "units", "hits", "power", "expected").rows()[0]
        ('attacker', 4, 4, 6, 1.0)
        """
        from a4a.analysis.totals import totals

        return totals(self.model)

    @property
    def attacker(self) -> dict[str, int]:
        """The attacker's units by type; ships that only bombard are left out."""
        return by_type(self.fight.attacker.bands)

    @property
    def defender(self) -> dict[str, int]:
        """The defenders' units by type."""
        return by_type(band for side in self.fight.defenders for band in side.bands)

    @property
    def attacker_cost(self) -> float:
        """What the attacker can lose."""
        return self.engine.cost("attacker")

    @property
    def defender_cost(self) -> float:
        """What the defender can lose."""
        return self.engine.cost("defender")

    def __repr__(self) -> str:
        order = self.catalog.type_order
        defenders = [band for side in self.fight.defenders for band in side.bands]
        defenders.sort(key=lambda band: order[band.unit])
        ours, theirs = in_words(self.fight.attacker.bands), in_words(defenders)
        return f"<Battle ({self.fight.kind}): {ours} against {theirs}>"


def _verify_role(side: object) -> None:
    if side not in ("attacker", "defender"):
        raise BattleError(f"side is 'attacker' or 'defender', not {shown(side)}")
