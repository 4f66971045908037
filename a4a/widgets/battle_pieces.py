"""The answer of a battle lab, piece by piece: what is asked most first, what is costly last."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from time import perf_counter
from typing import Any, Final, Literal, TypeAlias

from a4a.analysis.battle import Battle
from a4a.analysis.outcome import Outcome
from a4a.analysis.raids import Raid, RaidOutcome
from a4a.core.errors import A4AError, BattleError
from a4a.odds.steps import Role
from a4a.widgets.battle_maker import Asked, Maker, pairs, side_of
from a4a.widgets.battle_picks import Picked
from a4a.widgets.battle_report import advice, course_of, report
from a4a.widgets.battle_rows import RAID, ROLES
from a4a.widgets.raid_report import raid_report

Piece: TypeAlias = tuple[Literal["answer", "more"], dict[str, Any]]
"""What is to be told: the answer, or further parts of it by name."""

AT_ONCE: Final = {"land": 2_500, "amphibious": 2_500, "sea": 900, "air": 900, RAID: 120}
"""Units times units (`pairs`) up to which the answer takes less than a tenth of a second."""

_PLAYED_FIRST: Final = {"land": 10_000, "amphibious": 10_000, "sea": 2_500, "air": 2_500}
"""Above so many, a battle is played `_GAMES` times before it is solved."""

_GAMES: Final = 10_000
"""How often a large battle is played first."""

_TELL: Final = 0.05
"""Seconds after which what has been found is told."""

_TAKEN: Final = ("land", "amphibious")
"""The kinds of battles for places that can be taken."""

_PATIENCE: Final = 30.0
"""Seconds for the costly pieces, at most."""
_TRIAL: Final = 5.0
"""Seconds after which it is reckoned what they take: the first of them can be slow by accident."""


@dataclass(frozen=True, slots=True)
class LabQuestion:
    """What is picked, and what it means.

    Parameters
    ----------
    maker
        Makes more battles like it.
    picked
        What is picked.
    asked
        The battle.
    """

    maker: Maker
    picked: Picked
    asked: Asked

    @property
    def is_quick(self) -> bool:
        """Whether it can be answered at once."""
        return pairs(self.asked.fight) <= AT_ONCE[self.picked.kind]

    def first(self) -> Iterator[Piece]:
        """Yield the answer (of a large battle, first from dice), and how it goes round by round."""
        asked = self.asked
        try:
            if isinstance(asked, Raid):
                yield "answer", {**self._told(), **raid_report(asked)}
                return
            in_rounds = self.maker.has("rounds")
            if in_rounds and pairs(asked.fight) > _PLAYED_FIRST[self.picked.kind]:
                played = asked.simulate(_GAMES)
                yield "answer", {**self._told(), **report(played), "games": _GAMES}
            yield "answer", {**self._told(), **report(asked.odds())}
            if in_rounds:
                yield "more", {"todo": "the rounds"}
                yield "more", {"course": course_of(asked)}
        except A4AError as error:
            yield "answer", {"fault": str(error)}

    def dear(self) -> Iterator[Piece]:
        """Yield what one more unit of each type would do, then where it is best to stop."""
        rows = self.maker.pool.rows
        fits = [i for i, r in enumerate(rows) if r.fits(self.picked.kind, self.picked.target)]
        began = told = perf_counter()
        effects: list[list[Any]] = []
        yield "more", {"todo": "one more unit"}
        for number, index in enumerate(fits):
            effect = self._one_more(index)
            if effect is not None:
                effects.append(effect)
            now = perf_counter()
            spent = now - began
            if spent > _TRIAL and spent / (number + 1) * len(fits) > _PATIENCE:
                why = "So large a battle is not weighed unit by unit: it would take minutes."
                yield "more", {"effects": [], "why": why, "todo": ""}
                return
            if now - told > _TELL or number + 1 == len(fits):
                told = now
                found = f"one more unit, {number + 1} of {len(fits)}"
                yield "more", {"effects": list(effects), "todo": found}
        if isinstance(self.asked, Battle) and (sent := self._support(self.asked)):
            yield "more", {"support": sent}
        if isinstance(self.asked, Raid) or not self.maker.has("retreat"):
            yield "more", {"todo": ""}
            return
        yield "more", {"todo": "where to retreat"}
        yield "more", {"advice": self._advice(self.asked), "todo": ""}

    def need(self, percent: int) -> Piece:
        """Say what the cheapest part of the attacker's units is that is likely enough to succeed.

        Success is to take the place, and to win at sea and in the air. Of named counters no number
        is told, as there is one of each.

        Parameters
        ----------
        percent
            How likely it must be.
        """
        assert isinstance(self.asked, Battle)
        wanted: Literal["takes", "wins"] = "takes" if self.picked.kind in _TAKEN else "wins"
        told: dict[str, Any] = {"percent": percent, "wanted": wanted}
        try:
            found = self.asked.need(percent / 100, wanted=wanted)
        except BattleError as error:
            return "more", {"need": {**told, "why": str(error)}}
        outcome = found.odds()
        told["chance"] = outcome.attacker_takes if wanted == "takes" else outcome.attacker_wins
        told["cost"] = found.attacker_cost
        told["units"] = [
            [
                0 if band.name else band.count,
                f"{self.maker.called(band)}{f' ({band.duty})' if band.duty else ''}",
            ]
            for band in found.fight.attacker.bands
        ]
        return "more", {"need": told}

    def _told(self) -> dict[str, Any]:
        """What the page needs beside the numbers: orders of loss, kinds of units and symbols."""
        asked = self.asked
        sides = {}
        if self.maker.has("attacker_loses"):
            sides = {role: side_of(asked, role) for role in ROLES}
        groups = [group for side in sides.values() for group in side.groups]
        return {
            "fault": "",
            "games": 0,
            "orders": {role: list(side.order) for role, side in sides.items()},
            "hurt": sorted({group.kind.name for group in groups if group.kind.hits > 1}),
            "beyond": (asked.model if isinstance(asked, Raid) else asked.engine).beyond,
            "kinds": {role: self._kinds(asked, role) for role in ROLES},
        }

    def _kinds(self, asked: Asked, role: Role) -> list[list[str]]:
        """What units of a side are called, and their symbols; of a raid survivors are not shown."""
        if isinstance(asked, Raid):
            return []
        types = {unit.name: unit for unit in self.maker.catalog.unit_types}
        return [
            [name, unit.symbol, unit.category]
            for name, words in asked.engine.called(role)
            for unit in (types[_type_of(name, [t for t in types if t in words])],)
        ]

    def _one_more(self, index: int) -> list[Any] | None:
        """What one more unit of a row changes for its side: the chance to win, and the swing.

        For a raid, the damage in place of the chance to win.
        """
        try:
            after = self.maker.make(self.picked, more=index).odds()
        except BattleError:  # one more ship would bombard than units come ashore
            return None
        role = self.maker.pool.rows[index].role
        sign = 1 if role == "attacker" else -1
        before = self.asked.odds()
        if isinstance(after, Outcome) and isinstance(before, Outcome):
            wins = _wins(after, role) - _wins(before, role)
        else:
            wins = sign * (_damage(after) - _damage(before))
        swing = sign * (after.swing - before.swing)
        return [index, wins, swing, self.maker.price(index)]

    def _support(self, battle: Battle) -> list[list[Any]]:
        """Say for each side that has support which of it is best sent, if the other does its best.

        A row each: the side, what it sends and leaves at home, and how likely it then wins.
        """
        rows: list[list[Any]] = []
        for role in ROLES:
            every = self.maker.rules.battles.sent(battle.fight, role)
            if not every:
                continue
            best = battle.best_support(role)
            sent = self.maker.rules.battles.sent(best.fight, role)
            names = [
                [self.maker.called(band) for band in every if (band in sent) == goes]
                for goes in (True, False)
            ]
            rows.append([role, *names, _wins(best.odds(), role)])
        return rows

    def _advice(self, battle: Battle) -> dict[str, Any]:
        picked = self.picked
        if picked.defender_retreat != "never":
            return {"why": "Where it is best to stop is known only against a defender that stays."}
        never = replace(picked, retreat="never", rounds=None)
        best = self.maker.make(replace(never, retreat="best"))
        end = battle if never == picked else self.maker.make(never)
        assert isinstance(best, Battle)
        assert isinstance(end, Battle)
        ended = end.odds()
        return {
            "end": ended.swing + picked.prize * ended.attacker_takes,
            "end_wins": ended.attacker_wins,
            **advice(best, picked.prize),
        }


def _type_of(name: str, types: list[str]) -> str:
    """The unit type of a kind: of several that are among its words, the one it is called by."""
    return next((kind for kind in types if name.startswith(kind)), types[0])


def _wins(outcome: Outcome, role: Role) -> float:
    return outcome.attacker_wins if role == "attacker" else outcome.defender_wins


def _damage(outcome: Outcome | RaidOutcome) -> float:
    assert isinstance(outcome, RaidOutcome)
    return outcome.expected_damage
