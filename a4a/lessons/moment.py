"""The end of a window: how things stand before any dice, and the odds of what was decided."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING

import msgspec

from a4a.analysis.battle import Battle
from a4a.analysis.fought import Fought
from a4a.analysis.terms import Terms
from a4a.core.errors import A4AError, BattleError
from a4a.core.position import WAR
from a4a.core.record import GameRecord
from a4a.core.setup import position_of
from a4a.core.state import State
from a4a.core.steps import ROOT, NodeId
from a4a.lessons.parts import copied
from a4a.rules.fight import Engagement
from a4a.rules.ruleset import Ruleset

if TYPE_CHECKING:
    import polars as pl

    from a4a.frames.calendar import At
    from a4a.frames.collection import Frames
    from a4a.lessons.questions import Question


@dataclass(frozen=True)
class Moment:
    """How things stand as a window ends, before any dice.

    Parameters
    ----------
    rules
        The rules of the game.
    record
        The game as it is being played.
    begun, node
        Where in it the window began, and where it stands now.
    state
        The state before the first dice: battles have opened, and the defender has chosen.
    fought
        The battles that have opened.
    who
        The powers whose decisions are judged.
    answers
        What was answered to questions, by their ids.
    questions
        The questions of the exercise.
    origin
        Where the exercise begins, which questions are about; where the window does if not given.
    closed
        Whether the window has ended; before that, odds are of what has been decided so far.
    """

    rules: Ruleset
    record: GameRecord
    begun: NodeId
    node: NodeId
    state: State
    fought: tuple[Fought, ...]
    who: tuple[str, ...]
    answers: Mapping[str, object] = field(default_factory=dict)
    questions: tuple[Question, ...] = ()
    origin: NodeId | None = None
    closed: bool = True

    # --- battles --------------------------------------------------------------------------------

    @cached_property
    def battles(self) -> Mapping[str, tuple[Battle, ...]]:
        """The battles to come that have odds, by the space they are fought for; raids aside."""
        found: dict[str, tuple[Battle, ...]] = {}
        for fought in self.fought:
            fight = fought.fight
            if fight is None or fight.kind == "raid" or not fight.attacker.bands:
                continue
            try:
                made = Battle(self.rules, self.record.catalog, fight, Terms())
            except BattleError:
                continue
            found[fought.space] = (*found.get(fought.space, ()), made)
        return found

    @cached_property
    def walked(self) -> Mapping[str, str]:
        """The spaces that nobody defends and that are entered by units which can take them.

        With the power that does.
        """
        kind = self.record.catalog.unit_type
        return {
            fought.space: fought.fight.attacker.power
            for fought in self.fought
            if fought.fight is not None
            and not any(army.bands for army in fought.fight.defenders)
            and any(kind(band.unit).category == "land" for band in fought.fight.attacker.bands)
        }

    def seas_before(self, space: str) -> tuple[str, ...]:
        """Return the sea zones whose battles have to be won before units land in a space."""
        open_battles = self.state.battles
        links = [link for one in open_battles.values() if one.space == space for link in one.links]
        others = [open_battles[link] for link in links if link in open_battles]
        seas = [one.space for one in others if one.kind != "land"]
        return tuple(dict.fromkeys(sea for sea in seas if sea in self.battles))

    def space(self, name: str) -> str:
        """Return the space of a name; A4AError if the board has none."""
        return self.record.board.space(name).name

    def ours(self, space: str, *, as_turn_began: bool = False) -> bool:
        """Whether a power whose decisions are judged, or an ally of one, controls a space."""
        before = self.state.turn_start or self.record.state_at(self.begun)
        holder = (before if as_turn_began else self.state).control.get(space)
        return holder is not None and any(self._friends(holder, power) for power in self.who)

    def _friends(self, a: str, b: str) -> bool:
        sides = {power.name: power.side for power in self.record.catalog.powers}
        return a == b or bool(sides[a] and sides[a] == sides[b])

    @property
    def enemies(self) -> tuple[str, ...]:
        """The powers at war with those whose decisions are judged, in order of play."""
        return tuple(
            power.name
            for power in self.record.catalog.powers
            if any(self.state.relation(power.name, own) == WAR for own in self.who)
        )

    def attacks(self, space: str) -> tuple[Battle, ...]:
        """Return the attacks on a space that the powers which decide could make with all they have.

        A power by itself; what nobody defends is in none of them.
        """
        found = []
        for power in self.who:
            try:
                fight = self.rules.battles.engagement(self.state, space, power).fight
                found.append(Battle(self.rules, self.record.catalog, fight, Terms()))
            except BattleError:
                continue
        return tuple(found)

    def strikes(self, space: str, *, state: State | None = None) -> tuple[Engagement, ...]:
        """Return the attacks that enemies could make on a space, each with all that can come.

        Parameters
        ----------
        space
            Its name.
        state
            How things stand; as the window ends if not given.
        """
        found = []
        for power in self.enemies:
            try:
                found.append(self.rules.battles.engagement(state or self.state, space, power))
            except BattleError:  # it may not attack there, or none of its units can come
                continue
        return tuple(found)

    def checked(self, power: str) -> str:
        """Return the power of a name; A4AError if there is none."""
        found = self.record.catalog.find_power(power)
        if found is None:
            raise A4AError(f"there is no power {power[:80]!r}")
        return found.name

    # --- the record -----------------------------------------------------------------------------

    @cached_property
    def at_start(self) -> Moment:
        """How things stood as the exercise began."""
        node = self.begun if self.origin is None else self.origin
        state = self.record.state_at(node)
        return replace(self, begun=node, node=node, state=state, fought=(), closed=False)

    def frames(self, at: At) -> Frames[pl.DataFrame]:
        """Return the frames of what has been played since the window began."""
        from a4a.frames import frames

        return frames(self._played, at)

    @cached_property
    def _played(self) -> GameRecord:
        """What has been played since the window began: its beginning is the start of the record."""
        before = self.record.state_at(self.begun)
        way = self.record.way_to(self.node)
        if not before.settled:
            return copied(self.record, way)
        own = way[way.index(self.begun) + 1 :]
        steps = [self.record.step(node) for node in own]
        steps = [
            msgspec.structs.replace(s, parent=ROOT) if s.parent == self.begun else s for s in steps
        ]
        record = self.record
        return GameRecord(
            record.header, record.board, record.catalog, position_of(before), steps=steps
        )
