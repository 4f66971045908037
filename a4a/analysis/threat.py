"""What threatens what: how likely each space is to fall to units that can reach it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

import polars as pl

from a4a.analysis.battle import Battle
from a4a.analysis.forces import in_words
from a4a.analysis.terms import Terms
from a4a.core.errors import A4AError, BattleError
from a4a.core.names import plain
from a4a.core.record import GameRecord
from a4a.core.state import State
from a4a.core.steps import NodeId
from a4a.core.units import Unit
from a4a.core.words import list_of
from a4a.frames.schema import Column, FrameSchema
from a4a.rules import battle_rules_of
from a4a.rules.fight import Band, Engagement, Fight
from a4a.rules.game import Game
from a4a.rules.ruleset import BattleRules

THREAT = FrameSchema(
    "threat",
    "One row for each power and a space that it can attack now; the likeliest to fall first, "
    "those without odds last.",
    (
        Column("power", "power", "Who would attack"),
        Column("space", "space", "What would be attacked"),
        Column("kind", "String", 'The fight: "land", "sea", "amphibious" or "air"'),
        Column("holder", "power", "Who controls the space", nulls="where nobody does"),
        Column("chance", "Float64", "How likely it falls: is taken, or cleared of enemies at sea",
               nulls="without odds"),
        Column("wins", "Float64", "How likely the attacker is left alone there, if by aircraft",
               nulls="without odds"),
        Column("swing", "Float64", "What the defenders lose on average, less what the attackers "
               "do", "money", nulls="without odds"),
        Column("attackers", "Int32", "Units that can come to fight", "units"),
        Column("attacker_tuv", "Int32", "Their total unit value", "money"),
        Column("defenders", "Int32", "Units that would defend it", "units"),
        Column("defender_tuv", "Int32", "Their total unit value", "money"),
        Column("units", "String", "The units that can come, in words"),
        Column("exact", "Boolean", "False where the battle was too large, and played 20,000 times; "
               "or is open and linked with others, and played with them 400 times",
               nulls="without odds"),
        Column("note", "String", "Why it has no odds", nulls="where it has"),
    ),
)  # fmt: skip
"""The schema of the frame of `threat`."""

_GAMES: Final = 20_000
_HELD: Final = ("land", "amphibious")
"""Kinds of fights after which the winner has to have somebody there who can hold the place."""


class Threats:
    """Says what threatens what in the positions of a game, and remembers the battles it solved.

    Parameters
    ----------
    record
        The game.
    rules
        The rules it is played by.
    keep_land
        As `threat` takes it.

    See Also
    --------
    threat : for one position.
    """

    def __init__(
        self, record: GameRecord, rules: BattleRules, *, keep_land: int | None = None
    ) -> None:
        self._record, self._rules, self._terms = record, rules, Terms(keep_land=keep_land)
        self._solved: dict[Fight, _Result] = {}

    def frame(self, at: NodeId | State, *, power: str | None = None) -> pl.DataFrame:
        """Return the threats at a node, or in a state; see `threat`."""
        state = at if isinstance(at, State) else self._record.state_at(at)
        rows: list[dict[str, Any]] = []
        for attacker in attackers(self._record, state, power):
            found = self._engagements(state, attacker)
            rows += [self._row(state, attacker, one) for one in found]
        catalog, board = self._record.catalog, self._record.board
        enums = {
            "power": pl.Enum([p.name for p in catalog.powers]),
            "space": pl.Enum(list(board.index)),
        }
        frame = pl.DataFrame(rows, schema=THREAT.polars(enums), orient="row")
        return frame.sort("chance", "swing", descending=True, nulls_last=True, maintain_order=True)

    def _engagements(self, state: State, power: str) -> Iterator[Engagement]:
        for space in state.board.index:
            try:
                yield self._rules.battles.engagement(state, space, power)
            except BattleError:  # it may not attack there, or none of its units can come
                continue

    def _row(self, state: State, power: str, found: Engagement) -> dict[str, Any]:
        fight = found.fight
        coming = [band for band in fight.attacker.bands if band.duty != "bombarding"]
        result, why = None, None
        try:
            result = self._played(state, power, found.space) or self._result(fight)
        except BattleError as error:
            why = str(error)
        return {
            "power": power,
            "space": found.space,
            "kind": fight.kind,
            "holder": state.control.get(found.space),
            "chance": result and result.chance,
            "wins": result and result.wins,
            "swing": result and result.swing,
            "attackers": sum(band.count for band in coming),
            "attacker_tuv": self._worth(power, coming),
            "defenders": sum(band.count for army in fight.defenders for band in army.bands),
            "defender_tuv": sum(self._worth(army.power, army.bands) for army in fight.defenders),
            "units": in_words(fight.attacker.bands),
            "exact": result and result.exact,
            "note": why,
        }

    def _worth(self, power: str, bands: Iterable[Band]) -> int:
        """What units are worth as they are."""
        return sum(
            self._record.catalog.worth(
                Unit(
                    0, band.unit, band.power or power, "", int(number < band.damaged), (), band.name
                )
            )
            for band in bands
            for number in range(band.count)
        )

    def _played(self, state: State, power: str, space: str) -> _Result | None:
        """Play a battle that is open and linked with others, with them; None if there is none."""
        battles = self._rules.battles
        here = next((x.id for x in state.battles.values() if x.space == space), None)
        if here is None or power not in state.active or not battles.linked(state, here):
            return None
        odds = battles.played(state, here, attacker=None, defender=None).solve()
        sea = state.battles[here].kind == "sea"
        chance = odds.attacker_wins if sea else odds.attacker_takes
        return _Result(chance, odds.attacker_wins, odds.expected_swing, exact=False)

    def _result(self, fight: Fight) -> _Result:
        if fight not in self._solved:
            self._solved[fight] = self._solve(fight)
        return self._solved[fight]

    def _solve(self, fight: Fight) -> _Result:
        if not fight.defenders:
            land = self._record.catalog.unit_type
            takes = any(land(band.unit).category == "land" for band in fight.attacker.bands)
            return _Result(float(takes), 1.0, 0.0, True)
        battle = Battle(self._rules, self._record.catalog, fight, self._terms)
        odds = battle.engine.judge(_GAMES)
        wins = min(1.0, odds.attacker_wins)  # sums of many chances may end a hair above
        chance = min(1.0, odds.attacker_takes) if fight.kind in _HELD else wins
        return _Result(chance, wins, odds.expected_swing, not odds.games)


class _Result(NamedTuple):
    chance: float
    wins: float
    swing: float
    exact: bool


def threat(
    game: GameRecord | Game,
    *,
    node: NodeId | None = None,
    power: str | None = None,
    rules: str | Path | None = None,
    keep_land: int | None = None,
) -> pl.DataFrame:
    """Return how likely each space that a power can attack now is to fall.

    Each space is judged alone, as if all that can reach it came: a unit that can reach several
    spaces counts for each of them, so not all can fall together. It is fought to the end, without
    retreat, and of a territory's attackers the last land unit is lost after everything else.
    Scrambling, kamikazes, earlier attacks by others and later counter-attacks are left out.
    Seaborne troops count where no enemy warships bar the coast. Battles that are open and linked
    (The War Game) are played together, some hundred times, so their chances are known to within 5 %
    or so: `exact` is False; terms are those of `LinkedBattle`.

    On a board of hexes units attack from where they stand, beside all of their side that can join
    them, and the defender sends all the support that he can: it is as if combat were fought now.

    Parameters
    ----------
    game
        A record, or a game being played.
    node
        The position; None for the end of a record's main line, or where a game is. Units that have
        already moved this turn count only where they can still go.
    power
        Who attacks: a power, or a side for each of its powers by itself; None for whoever is to
        move.
    rules
        The folder of the mod that a record is played by, as for `a4a.new_game`.
    keep_land
        How many land units are lost after all else, as for `a4a.battle`: None for one, as players
        do to take a territory; 0 for none.

    Returns
    -------
    polars.DataFrame
        Schema `THREAT`. A fight of which the rules tell no odds has a note that says why, and no
        chance; it comes last.

    Raises
    ------
    A4AError
        If the game cannot be played by its rules, there is no such power or node, or it is nobody's
        turn and no power is named.

    Examples
    --------
    >>> import a4a
    >>> frame = a4a.threat(a4a.new_game("europe1940"), power="Germany")
    >>> frame.filter(space="France").select("attackers", "defenders").rows()
    [(32, 12)]
    """
    here: NodeId | State
    made: BattleRules
    if isinstance(game, Game):
        if rules is not None:
            raise A4AError("a game is played by its own rules; rules= is for recorded games")
        record, made, here = game.record, game.ruleset, game.state
    elif isinstance(game, GameRecord):
        record, made, here = game, battle_rules_of(game, rules=rules), game.last
    else:
        raise A4AError(f"threats are of a record or a game, not of a {type(game).__name__}")
    threats = Threats(record, made, keep_land=keep_land)
    return threats.frame(here if node is None else node, power=power)


def attackers(record: GameRecord, state: State, name: str | None) -> tuple[str, ...]:
    """Return the powers that attack: the one named, those of a side, or those to move.

    Raises
    ------
    A4AError
        If there are none.
    """
    catalog = record.catalog
    sides = dict.fromkeys(p.side for p in catalog.powers if p.side)
    if name is None:
        if not state.active:
            raise A4AError("it is nobody's turn here: name a power that attacks")
        return state.active
    for power in catalog.powers:
        if plain(power.name) == plain(str(name)):
            return (power.name,)
    for side in sides:
        if plain(side) == plain(str(name)):
            return tuple(p.name for p in catalog.powers if p.side == side)
    there = list_of([*sides, *(p.name for p in catalog.powers if p.side)])
    raise A4AError(f"no power or side {str(name)[:80]!r}; there are {there}")
