"""The luck of battles: what the dice gave against what they could have given."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import polars as pl

from a4a.analysis.battle import Battle
from a4a.analysis.fought import Fought, battles_of
from a4a.analysis.raids import Raid
from a4a.analysis.terms import Terms
from a4a.core.catalog import Catalog
from a4a.core.errors import A4AError, BattleError
from a4a.core.record import MAIN, GameRecord
from a4a.frames.schema import Column, FrameSchema
from a4a.odds.answer import moments
from a4a.odds.retreat import AfterRounds
from a4a.rules import battle_rules_of
from a4a.rules.fight import Battles, Fight
from a4a.rules.ruleset import BattleRules

LUCK = FrameSchema(
    "luck",
    "One row for each battle, in the order in which they opened.",
    (
        Column("battle", "String", "The battle's id"),
        Column("node", "Int32", "The step that opened it"),
        Column("round", "Int32", "Its round"),
        Column("turn", "Int32", "Its turn"),
        Column("power", "power", "The attacker", nulls="where nobody is known to attack"),
        Column("space", "space", "Where it was fought"),
        Column("kind", "String", 'What kind of fight: "land", "sea", "amphibious" ...'),
        Column("defenders", "list[power]", "Who defended"),
        Column("defenders_tuv", "list[Int32]", "What each of them had in it", "money"),
        Column("p_attacker", "Float64", "How likely the attacker wins if it is fought to the end",
               nulls="without odds"),
        Column("p_defender", "Float64", "How likely the defender does; what is missing to 1 leaves "
               "nobody or units of both", nulls="without odds"),
        Column("expected", "Float64", "The expected swing: what the defender loses less what the "
               "attacker loses", "money", nulls="without odds"),
        Column("sd", "Float64", "The standard deviation of the swing", "money",
               nulls="without odds"),
        Column("swing", "Int32", "The actual swing", "money"),
        Column("luck", "Float64", "swing - expected: the luck of the attacker, and the bad luck of "
               "the defender", "money", nulls="without odds"),
        Column("percentile", "Float64", "The share of such battles that go worse for the attacker, "
               "half of those that go as well counted in, 0 to 1", nulls="without odds"),
        Column("at_most", "Float64", "How likely the swing is this or less",
               nulls="without odds"),
        Column("at_least", "Float64", "How likely the swing is this or more",
               nulls="without odds"),
        Column("rounds", "Int32", "How many rounds were fought"),
        Column("broken_off", "Boolean", "Whether it was broken off"),
        Column("result", "String", 'How it ended; "" if it goes on'),
        Column("note", "String", "Why it has no odds", nulls="where it has"),
    ),
)  # fmt: skip
"""The schema of the frame of luck."""


def luck(record: GameRecord, *, line: str = MAIN, rules: str | Path | None = None) -> pl.DataFrame:
    """Say how lucky the attacker was in every battle of a recorded game.

    The odds are those of the units that were there as the shooting began, with their damage,
    cargo and technologies, and of the dice of the game's options. Both sides are taken to
    lose units in the order players usually choose, no land unit kept, whatever they chose here; so
    the percentile tells the luck of the dice together with the effect of better or worse choices.

    A battle that was fought out is judged by the odds of fighting to the end, without submarines
    that submerged before the first shot. One that was broken off after some rounds (a retreat,
    submarines that submerged later) is judged by what could have happened in these rounds:
    `expected`, `sd` and `percentile` are of a battle of that many rounds; `p_attacker` is still the
    chance of winning to the end.

    Where the outcome is certain (nobody defends), the percentile is 0.5, and `sd` is 0.

    In a raid the swing counts its damage: what repairs cost, or the points that a city or a convoy
    loses. The attacker wins if it does any. Where the record does not say what was bombed, it is
    taken to be the industrial complex, if these bombers can bomb it.

    Fights of other kinds have no odds, nor do linked battles (The War Game) that units joined after
    the first shots, or from which a part retreated; `note` says why. Where the defender retreated,
    `p_attacker` and `p_defender` are all that is told.

    Parameters
    ----------
    record
        The game; its system must be one that can be played.
    line
        The line: "main", or the name of a variation.
    rules
        The folder of the mod it is played by; None for a system that comes with a4a.

    Returns
    -------
    polars.DataFrame
        One row for each battle; schema ``LUCK``.

    Raises
    ------
    A4AError
        If `record` is not a record, its system cannot be played, or there is no such line.

    Examples
    --------
    >>> import a4a
    >>> luck(a4a.start("global1940")).height
    0
    """
    if not isinstance(record, GameRecord):
        raise A4AError(f"give a record, as a4a.open returns it, not a {type(record).__name__}")
    ruleset = battle_rules_of(record, rules=rules)
    nodes = record.way_to(record.line(line)[-1])
    enums = {
        "power": pl.Enum([p.name for p in record.catalog.powers]),
        "space": pl.Enum([s.name for s in record.board.spaces]),
    }
    rows = []
    for fought in battles_of(record, nodes, battles_known(ruleset)):
        verdict = judge(ruleset, record.catalog, fought)
        when = record.time(fought.node)
        attacker, defenders = fought.powers
        rows.append(
            (
                fought.battle, fought.node, when.round, when.turn, attacker or None, fought.space,
                fought.kind, list(defenders), [fought.worth[power] for power in defenders],
                verdict.p_attacker, verdict.p_defender, verdict.expected, verdict.sd, fought.swing,
                verdict.luck, verdict.percentile, verdict.at_most, verdict.at_least, fought.rounds,
                bool(fought.broken), fought.result, verdict.note or None,
            )
        )  # fmt: skip
    return pl.DataFrame(rows, schema=LUCK.polars(enums), orient="row")


def battles_known(rules: BattleRules) -> Battles | None:
    """Return what rules tell of battles; None if they tell nothing."""
    try:
        return rules.battles
    except BattleError:
        return None


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the odds of a battle were, and how lucky it was for the attacker; None without odds.

    Attributes
    ----------
    p_attacker, p_defender
        How likely the attacker, and the defender, wins if it is fought to the end.
    expected, sd
        The swing that could be expected, and its standard deviation.
    luck
        The actual swing less the expected one.
    at_most, at_least
        How likely the swing is the actual one or less, and the actual one or more.
    note
        Why it has no odds; "" if it has.
    """

    p_attacker: float | None = None
    p_defender: float | None = None
    expected: float | None = None
    sd: float | None = None
    luck: float | None = None
    at_most: float | None = None
    at_least: float | None = None
    note: str = ""

    @property
    def percentile(self) -> float | None:
        """The share of such battles that go worse, half of those that go as well counted in."""
        if self.at_most is None or self.at_least is None:
            return None
        return (self.at_most + 1 - self.at_least) / 2


def judge(rules: BattleRules, catalog: Catalog, fought: Fought) -> Verdict:
    """Say what the odds of a battle were and how lucky it was; see `luck`.

    Parameters
    ----------
    rules
        The rules it was fought by.
    catalog
        The units of the game.
    fought
        The battle.
    """
    fight = fought.fight
    if fight is None:
        return Verdict(note=f"a battle of this kind ({fought.kind}) has no odds")
    if fought.changed:
        return Verdict(note=fought.changed)
    if fight.kind == "raid":
        return _raid(rules, catalog, fought, fight)
    if not fight.attacker.bands:
        return Verdict(note="none of the attacker's units fought")
    if not any(army.bands for army in fight.defenders) and fight.garrison is None:
        return Verdict(1.0, 0.0, 0.0, 0.0, float(fought.swing), 1.0, 1.0)
    try:
        terms = rules.battles.terms
        usual = Terms(keep_land=0) if "keep_land" in terms else Terms()
        whole = Battle(rules, catalog, fight, usual).odds()
        wins, judged = (whole.attacker_wins, whole.defender_wins), whole
        if fought.broken and "rounds" in terms:
            if not fought.rounds:
                return Verdict(*wins, note="it was broken off before anybody fired")
            if fought.broken == "defender":  # who leaves is fired at without an answer
                return Verdict(*wins, note="the defender retreated, of which there are no odds")
            broken = Terms(rounds=fought.rounds, keep_land=0)
            if fought.broken == "retreat":  # some may have had to stay
                broken = Terms(retreat=AfterRounds(fought.rounds), keep_land=0)
            judged = Battle(rules, catalog, fight, broken).odds()
    except BattleError as error:
        return Verdict(note=str(error))
    return _measured(wins, judged.ipc_swing, fought.swing)


def _raid(rules: BattleRules, catalog: Catalog, fought: Fought, fight: Fight) -> Verdict:
    try:
        rules.raids  # noqa: B018  # says so if a game has no odds of raids
    except BattleError as error:
        return Verdict(note=str(error))
    raid, why = None, "there is nothing to bomb"
    for target, damage in fought.targets:
        try:
            raid = Raid(rules, catalog, fight, target=target, damage=damage)
            break
        except BattleError as error:
            why = str(error)
    if raid is None:
        return Verdict(note=why)
    odds = raid.odds().odds
    bombed = float(odds.damage["probability"][1:].sum())
    return _measured((bombed, 1 - bombed), odds.swing, fought.swing)


def _measured(wins: tuple[float, float], swing: pl.DataFrame, actual: int) -> Verdict:
    """Say where a swing is in its distribution."""
    swings, chances = swing["swing"].to_numpy(), swing["probability"].to_numpy()
    chances = chances / chances.sum()
    mean, sd = moments(swings, chances)
    at_most = float(chances[swings <= actual + _SAME].sum())
    at_least = float(chances[swings >= actual - _SAME].sum())
    return Verdict(*wins, mean, sd, actual - mean, at_most, at_least)


_SAME = 1e-6
"""Swings no further apart than this are the same."""
