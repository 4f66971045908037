"""Predicates of odds: what an attack takes, what it holds afterwards, what it risks and gains."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from typing import Annotated, Literal, NamedTuple, TypeAlias

import msgspec

from a4a.analysis.battle import Battle
from a4a.analysis.forces import in_words as in_bands
from a4a.analysis.outcome import Outcome
from a4a.analysis.terms import Terms
from a4a.core import events as ev
from a4a.core.english import list_of, the
from a4a.core.errors import A4AError, BattleError
from a4a.core.state import State
from a4a.lessons.moment import Moment
from a4a.lessons.predicate import SLACK, Finding, Predicate, in_words
from a4a.odds.battle import Battle as DiceBattle

Chance: TypeAlias = Annotated[float, msgspec.Meta(ge=0, le=1)]


def _likely(
    goal: Takes | Holds | Threatens, verb: str, space: str, reached: float, *, why: str
) -> Finding:
    """What a goal finds that wants a chance at a space."""
    return Finding(
        goal=goal.name,
        asked=f"{verb} {the(space)} with at least {in_words(goal.chance, 'chance')}",
        met=reached >= goal.chance - SLACK,
        why=why,
        reached=reached,
        wanted=goal.chance,
        measure="chance",
        spaces=(space,),
    )


class Takes(Predicate, frozen=True, tag="takes"):
    """An attack that has been ordered takes a space, or wins a sea zone, likely enough.

    Parameters
    ----------
    space
        The space.
    chance
        How likely at least.
    """

    space: str
    chance: Chance

    def judge(self, moment: Moment) -> Finding:
        """Say how likely it is taken, if all battles are fought to the end."""
        space = moment.space(self.space)
        reached, why = taken(moment, space)
        verb = "win" if space in moment.record.board.seas else "take"
        return _likely(self, verb, space, reached, why=why)


class Holds(Predicate, frozen=True, tag="holds"):
    """A space is one's own, likely enough, after the strongest attack an enemy can make on it.

    A space that is attacked has to be taken first, and then not to be taken back. Each enemy
    strikes alone, with all that can come; who comes last in the round has the same board.

    Parameters
    ----------
    space
        The space.
    chance
        How likely at least.
    """

    space: str
    chance: Chance

    def judge(self, moment: Moment) -> Finding:
        """Say how likely it is held against the attack that is worst for it."""
        space = moment.space(self.space)
        after = aftermath(moment, space)
        return _likely(self, "hold", space, after.held, why=after.why)


class Threatens(Predicate, frozen=True, tag="threatens"):
    """All units that can come now would take a space, or win a sea zone, likely enough.

    It is of moves that prepare an attack: units count where they stand as the window ends.

    Parameters
    ----------
    space
        The space.
    chance
        How likely at least.
    """

    space: str
    chance: Chance

    def judge(self, moment: Moment) -> Finding:
        """Say how likely it would fall to the attack of one of the powers that decide."""
        space = moment.space(self.space)
        reached, why = 0.0, f"nobody can attack {space}"
        for battle in moment.attacks(space):
            odds = battle.odds()
            won = odds.attacker_wins if battle.fight.kind == "sea" else odds.attacker_takes
            if won >= reached:
                reached, why = min(1.0, won), f"{_battle(battle)}: {_odds(odds)}"
        return _likely(self, "be able to take", space, reached, why=why)


class Committed(Predicate, frozen=True, tag="committed"):
    """What is sent into battles is worth so much at most.

    Parameters
    ----------
    most
        What the attackers' units may be worth together.
    space
        Only those that fight for this space; all if not given.
    """

    most: Annotated[float, msgspec.Meta(ge=0)]
    space: str = ""

    def judge(self, moment: Moment) -> Finding:
        """Say what is at risk."""
        spaces = [moment.space(self.space)] if self.space else list(moment.battles)
        battles = [battle for space in spaces for battle in moment.battles.get(space, ())]
        worth = sum(battle.attacker_cost for battle in battles)
        where = f" for {spaces[0]}" if self.space else ""
        return Finding(
            goal=self.name,
            asked=f"send units worth {in_words(self.most, 'money')} at most{where}",
            met=worth <= self.most + SLACK,
            why=list_of([_army(battle) for battle in battles]) or "nobody is sent into battle",
            reached=float(worth),
            wanted=self.most,
            measure="money",
            spaces=tuple(spaces),
        )


class Swing(Predicate, frozen=True, tag="swing"):
    """What the enemy loses on average, less what one loses oneself, is so much at least.

    Parameters
    ----------
    least
        The swing.
    space
        Only in battles for this space; in all if not given.
    after
        After the "battle", or after the strongest "counter-attack" on what has been taken, too.
    """

    least: float
    space: str = ""
    after: Literal["battle", "counter-attack"] = "battle"

    def judge(self, moment: Moment) -> Finding:
        """Say what is to be expected."""
        spaces = [moment.space(self.space)] if self.space else list(moment.battles)
        reached, whys = 0.0, []
        for space in spaces:
            swing, why = expected(moment, space, self.after)
            reached += swing
            whys.append(why)
        also = " after the counter-attack" if self.after == "counter-attack" else ""
        where = f" in {spaces[0]}" if self.space else ""
        return Finding(
            goal=self.name,
            asked=f"expect a swing of {in_words(self.least, 'money')} at least{where}{also}",
            met=reached >= self.least - SLACK,
            why="; ".join(whys) or "no battle is to be fought",
            reached=reached,
            wanted=self.least,
            measure="money",
            spaces=tuple(spaces),
        )


# --- what they rest on --------------------------------------------------------------------------


def taken(moment: Moment, space: str, *, after: frozenset[str] = frozenset()) -> tuple[float, str]:
    """Return how likely a space becomes one's own, or stays so, and the odds behind it.

    Parameters
    ----------
    moment, space
        What is asked of.
    after
        Spaces whose battles wait for this one, and are not asked of again: battles can be linked
        in a ring.
    """
    battles = moment.battles.get(space, ())
    if not battles:
        if moment.ours(space):
            return 1.0, f"{space} is your own"
        if space in moment.walked:
            return 1.0, f"nobody defends {space}"
        return 0.0, f"nobody attacks {space}"
    battle = battles[-1]
    odds = battle.odds()
    reached = min(1.0, odds.attacker_wins if battle.fight.kind == "sea" else odds.attacker_takes)
    why = f"{_battle(battle)}: {_odds(odds)}"
    waiting = after | {space}
    for sea in moment.seas_before(space):
        if sea in waiting:
            continue
        first, _ = taken(moment, sea, after=waiting)
        reached *= first
        why += f"; if the sea battle in {sea} is won, {in_words(first, 'chance')}"
    return reached, why


class Aftermath(NamedTuple):
    """What is left of a space after an enemy's strongest attack on it.

    Parameters
    ----------
    held
        How likely it is one's own then.
    swing
        What the enemy loses on average, less what one loses, in all battles for it.
    why
        The odds behind it.
    """

    held: float
    swing: float
    why: str


def aftermath(moment: Moment, space: str) -> Aftermath:
    """Return what is left of a space after the attack on it that is worst for those who hold it.

    Raises
    ------
    A4AError
        If it is attacked in a game whose battles do not tell what they leave for the next.
    """
    battles = moment.battles.get(space, ())
    if battles:
        return _taken_back(moment, space, battles[-1])
    state = moment.state
    if space in moment.walked:
        state = _if_taken(moment, space, moment.walked[space])
    elif not moment.ours(space):
        return Aftermath(0.0, 0.0, f"{space} is not yours, and nobody attacks it")
    return min(
        [Aftermath(1.0, 0.0, f"no enemy can attack {space}"), *_struck(moment, space, state)],
        key=lambda one: one.held,
    )


def _struck(moment: Moment, space: str, state: State) -> Iterator[Aftermath]:
    """What is left of a space that is one's own after the attack of each enemy."""
    kind = moment.record.catalog.unit_type
    for strike in moment.strikes(space, state=state):
        if any(army.bands for army in strike.fight.defenders):
            battle = Battle(moment.rules, moment.record.catalog, strike.fight, Terms())
            odds = battle.odds()
            yield Aftermath(1 - min(1.0, odds.attacker_takes), -odds.swing, _strike(battle))
        elif any(kind(band.unit).category == "land" for band in strike.fight.attacker.bands):
            who = strike.fight.attacker.power
            yield Aftermath(0.0, 0.0, f"nobody stands in {space}: {who} may walk in")


def expected(moment: Moment, space: str, after: str) -> tuple[float, str]:
    """Return the swing of the battles for a space, and the odds behind it."""
    battles = moment.battles.get(space, ())
    if after == "counter-attack":
        found = aftermath(moment, space)
        return found.swing, found.why
    swing = sum(battle.odds().swing for battle in battles)
    return swing, f"{space}: {list_of([_battle(b) for b in battles])}"


def _taken_back(moment: Moment, space: str, battle: Battle) -> Aftermath:
    """Attack, and then let each enemy strike back at whoever is left: the worst counts."""
    chance, why = taken(moment, space)
    found = Aftermath(chance, battle.odds().swing, f"{why}; nobody can strike back")
    if battle.fight.kind not in ("land", "amphibious"):
        return found
    if not isinstance(battle.engine, DiceBattle):
        raise A4AError(
            "what an attack leaves for a counter-attack is computed where dice are rolled in "
            "rounds; ask for 'takes' here, and for 'holds' in a window after it"
        )
    landed = math.prod(taken(moment, sea)[0] for sea in moment.seas_before(space))
    state = _if_taken(moment, space, battle.fight.attacker.power)
    for strike in moment.strikes(space, state=state):
        bands = [band for band in strike.fight.attacker.bands if band.duty != "bombarding"]
        units = Counter[str]()
        for band in bands:
            units[band.unit] += band.count
        try:
            held = battle.hold(dict(units))
        except BattleError:  # none of them can fight on land
            continue
        said = f"{why}; then {strike.fight.attacker.power} strikes back with {in_bands(bands)}"
        worse = Aftermath(held.held * landed, held.swing, said)
        found = min(found, worse, key=lambda one: one.held)
    return found


def _if_taken(moment: Moment, space: str, power: str) -> State:
    """How things stand if a power has taken a space and its defenders are gone."""
    state = moment.state
    events: list[ev.AnyEvent] = []
    if ids := _defenders(state, space):
        events.append(ev.UnitsRemoved(tuple(sorted(ids)), "combat"))
    if (old := state.control.get(space)) != power:
        events.append(ev.ControlChanged(space, old, power, "conquest"))
    return state.apply(*events)


def _defenders(state: State, space: str) -> set[int]:
    parts = [
        part
        for battle in state.battles.values()
        if battle.space == space
        for part in battle.participants
        if part.role == "defender"
    ]
    return {unit for part in parts for unit in part.units if unit in state.units}


def _battle(battle: Battle) -> str:
    defenders = [band for army in battle.fight.defenders for band in army.bands]
    return f"{in_bands(battle.fight.attacker.bands)} against {in_bands(defenders)}"


def _odds(outcome: Outcome) -> str:
    return (
        f"wins {in_words(outcome.attacker_wins, 'chance')}, "
        f"swing {in_words(outcome.swing, 'money')}"
    )


def _army(battle: Battle) -> str:
    cost = in_words(battle.attacker_cost, "money")
    return f"{in_bands(battle.fight.attacker.bands)} ({cost})"


def _strike(battle: Battle) -> str:
    return f"the strongest strike, {_battle(battle)}, {_odds(battle.odds())}"
