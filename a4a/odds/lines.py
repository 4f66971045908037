"""Lines: a side's hits, sorted by what can fall on them, and where each hit leads.

A side's hits lie on lines: slots of its order of loss that every kind of fire treats alike. A hit
takes the first slot that is left of a line, so a state is how far each line has been lost. Where
all fire reaches everything there is one line, and the states are prefixes of the order of loss.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Final, Literal, NamedTuple, TypeAlias

from a4a.core.errors import BattleError
from a4a.odds.battle import ONE_ROUND, Group, Side
from a4a.odds.losses import Slot, slots
from a4a.odds.steps import Reach

MOST_STATES: Final = 200_000
"""States of a side, at most."""

SUBMERGED: Final = 1
LEAVING: Final = 2
WITHDRAWN: Final = 4
SPENT: Final = 8
EVERY: Final = range(16)
"""All that these flags can be together."""

SideState: TypeAlias = tuple[int, ...]
"""How far each line has been lost; then, as flags, who has left the battle: who can submerge
(SUBMERGED), who can retreat (WITHDRAWN; LEAVING while they are fired at on their way), who fights
one round (SPENT)."""

NEVER: Final = 1 << 40
"""The place in the order of loss of a slot that no line has."""

BEHIND: Final = 1 << 30
"""Added to the place of slots that are lost after all others."""

Exposed: TypeAlias = Literal["never", "beside others", "always"]
"""When units that retreat are fired at for another round: never, if others fight on, always."""


class Fired(NamedTuple):
    """The fire that a side may come under.

    Parameters
    ----------
    reaches
        The reaches of the fire of the rounds, in the order in which hits are assigned; then others
        of the steps before.
    always
        How many of the reaches are fired in the rounds.
    before
        For each volley before the first round: which reach, and how many shots at most.
    behind
        How many shots are fired in a step, at most, that leave units behind the casualty line.
    """

    reaches: tuple[Reach, ...]
    always: int
    before: tuple[tuple[int, int], ...]
    behind: int


class LossLine(NamedTuple):
    """Hits that every kind of fire treats alike.

    Parameters
    ----------
    reached
        By reach, when it falls on these units (`Reach.turn`).
    chosen_last, defenceless, dives, stays, once
        What the units are: a casualty when nothing else is, destroyed without a fight, able to
        leave as a round begins, unable to retreat, in the battle for one round.
    """

    reached: tuple[int, ...]
    chosen_last: bool
    defenceless: bool
    dives: bool
    stays: bool
    once: bool

    def is_away(self, gone: int) -> bool:
        """Whether its units have left the battle."""
        return (
            bool(gone & SUBMERGED and self.dives)
            or bool(gone & WITHDRAWN and not self.stays)
            or bool(gone & SPENT and self.once)
        )

    def is_leaving(self, gone: int) -> bool:
        """Whether its units are on their way out, and fired at."""
        return bool(gone & LEAVING) and not self.stays


class LossLines:
    """A side's lines.

    Parameters
    ----------
    side
        The side.
    fired
        The fire that it may come under.
    dives
        Words of units that may leave as a round begins.
    withdraws
        The word of units that fight on when the others retreat ("stays"); "" if none may retreat.
    exposed
        When units that retreat are fired at for another round.

    Examples
    --------
    >>> from a4a.odds.battle import Kind
    >>> infantry, fighter = Kind("infantry", 1), Kind("fighter", 3, cost=10, target="air")
    >>> side = Side((Group(infantry, 2), Group(fighter, 1)))
    >>> lines = LossLines(side, Fired((Reach(), Reach(("air",))), 1, (), 0))
    >>> lines.hit((0, 0, 0), 0), lines.hit((0, 0, 0), 1), lines.hit((0, 1, 0), 1)
    ((1, 0, 0), (0, 1, 0), None)
    """

    def __init__(
        self,
        side: Side,
        fired: Fired,
        *,
        dives: Collection[str] = (),
        withdraws: str = "",
        exposed: Exposed = "never",
    ) -> None:
        self.groups, self.exposed = side.groups, exposed
        self.fired = fired
        self.is_along = side.allocation == "along the order"
        found: dict[LossLine, list[tuple[int, Slot]]] = {}
        self.line_of: dict[int, int] = {}
        lines = [_line(g, fired, dives, withdraws) for g in side.groups]
        for rank, slot in enumerate(slots(side)):
            found.setdefault(lines[slot.group], []).append((rank, slot))
        self.lines = list(found)
        self.slots = [[slot for _, slot in ranked] for ranked in found.values()]
        self.ranks = [[*(rank for rank, _ in ranked), NEVER] for ranked in found.values()]
        self.line_of = {
            i: self.lines.index(lines[i])
            for i, g in enumerate(side.groups)
            if g.count and g.kind.hits
        }
        every = list(enumerate(self.lines))
        count = range(len(fired.reaches))
        first = self.first = [
            [i for i, x in every if x.reached[k] == 1 and not x.chosen_last] for k in count
        ]
        self.then = [[i for i, x in every if x.reached[k] and i not in first[k]] for k in count]
        self.start: SideState = (0,) * (len(every) + 1)
        self.withdraws = exposed == "always" or any(line.stays for line in self.lines)
        self.is_once = any(line.once for line in self.lines)
        if self.settles and self.is_along:
            raise BattleError(
                "where units leave as a round ends, hits are assigned volley by volley: allocation"
                " is 'volley by volley'"
            )

    @property
    def settles(self) -> bool:
        """Whether units leave as a round ends."""
        return self.is_once or (self.withdraws and self.exposed != "never")

    def _next(self, state: SideState, among: Iterable[int]) -> SideState | None:
        gone = state[-1]
        best, found = NEVER, -1
        for line in among:
            rank = self.ranks[line][state[line]]
            if gone & LEAVING and self.lines[line].is_leaving(gone):
                rank += BEHIND
            if rank < best and not (gone and self.lines[line].is_away(gone)):
                best, found = rank, line
        return None if found < 0 else (*state[:found], state[found] + 1, *state[found + 1 :])

    def hit(self, state: SideState, reach: int) -> SideState | None:
        """Follow a hit; None if it has no target."""
        return self._next(state, self.first[reach]) or self._next(state, self.then[reach])

    def fronts(self) -> dict[tuple[tuple[int, ...], bool], list[int]]:
        """Return the lines by which reaches of the rounds fall on them, and if chosen last."""
        found: dict[tuple[tuple[int, ...], bool], list[int]] = {}
        for i, line in enumerate(self.lines):
            key = line.reached[: self.fired.always], line.chosen_last
            found.setdefault(key, []).append(i)
        return found

    def front(self, state: SideState, among: Sequence[int]) -> tuple[int, SideState] | None:
        """Follow a hit on some lines, and say where its slot is in the order of loss."""
        new = self._next(state, among)
        if new is None:
            return None
        line = next(i for i in among if new[i] != state[i])
        return self.ranks[line][state[line]], new

    def without_defenceless(self, state: SideState) -> SideState:
        """Destroy the defenceless that are in the battle."""
        gone = state[-1]
        ends = (
            len(slots) if line.defenceless and not line.is_away(gone) else at
            for line, slots, at in zip(self.lines, self.slots, state, strict=False)
        )
        return (*ends, gone)

    def submerged(self, state: SideState) -> SideState:
        """Take out the units that can leave the battle as a round begins."""
        return self._leave(state, SUBMERGED, [line.dives for line in self.lines])

    def withdrawn(self, state: SideState) -> SideState:
        """Take out the units that can retreat, at once or, where they are exposed, in a round.

        All of a side do so at once where nobody can fire at them; then it is over.
        """
        stays = [line.stays for line in self.lines]
        others = any(self._are_left(state, i) for i, stay in enumerate(stays) if stay)
        if state[-1] & WITHDRAWN or not (others or self.exposed == "always"):
            return state
        how = WITHDRAWN if self.exposed == "never" else LEAVING
        return self._leave(state, how, [not stay for stay in stays])

    def settled(self, state: SideState) -> SideState:
        """End a round: who is on the way out has left, and who fights one round."""
        gone = state[-1]
        if gone & LEAVING:
            gone += WITHDRAWN - LEAVING
        return (*state[:-1], gone | SPENT if self.is_once else gone)

    def _are_left(self, state: SideState, line: int) -> bool:
        left = state[line] < len(self.slots[line])
        return left and not (state[-1] & SPENT and self.lines[line].once)

    def _leave(self, state: SideState, how: int, leaving: Sequence[bool]) -> SideState:
        if state[-1] & how:
            return state
        if not any(leaves and self._are_left(state, i) for i, leaves in enumerate(leaving)):
            return state
        return (*state[:-1], state[-1] | how)

    def states(self, armed: Collection[int]) -> list[SideState]:
        """Return all states that fire can lead to, each before those that it leads to.

        Parameters
        ----------
        armed
            Groups that can fire whatever they face: while one of their units lives, nothing is
            destroyed as defenceless.
        """
        found = {self.start}
        for reach, shots in self.fired.before:
            wave = found
            for _ in range(shots):
                wave = {new for s in wave if (new := self.hit(s, reach))} - found
                found |= wave
        every = range(self.fired.always)
        leave = [self.submerged] if any(line.dives for line in self.lines) else []
        leave += [self.withdrawn] if self.withdraws else []
        leave += [self.settled] if self.settles else []
        guard = _Guard(self, armed)
        waiting = list(found)
        while waiting:
            state = waiting.pop()
            nexts = [new for k in every if (new := self.hit(state, k))]
            nexts += [leaves(state) for leaves in leave]
            if not guard.holds(state):
                nexts.append(self.without_defenceless(state))
            for new in nexts:
                if new not in found:
                    found.add(new)
                    waiting.append(new)
            if len(found) > MOST_STATES:
                raise BattleError(
                    f"a side has more than {MOST_STATES} states: too many kinds of targets in too"
                    " mixed an order of loss; sort the order, or simulate"
                )
        return sorted(found, key=lambda s: (s[-1], sum(s), s))


class _Guard:
    """Whether a side has units that keep its defenceless from being destroyed without a fight."""

    def __init__(self, lines: LossLines, armed: Collection[int]) -> None:
        self.none = not any(line.defenceless for line in lines.lines)
        # By line, one past the last slot that sinks an armed unit: before it, one lives.
        self.until = [
            max((i + 1 for i, s in enumerate(slots) if s.sinks and s.group in armed), default=0)
            for slots in lines.slots
        ]
        self.lines = lines.lines

    def holds(self, state: SideState) -> bool:
        return self.none or any(
            at < until and not line.is_away(state[-1])
            for line, at, until in zip(self.lines, state, self.until, strict=False)
        )


def _line(group: Group, fired: Fired, dives: Collection[str], withdraws: str) -> LossLine:
    kind = group.kind
    return LossLine(
        tuple([reach.turn(kind.target) for reach in fired.reaches]),
        "chosen last" in kind.tags,
        "defenceless" in kind.tags,
        any(kind.is_a(word) for word in dives) if dives else False,
        bool(withdraws) and kind.is_a(withdraws),
        ONE_ROUND in kind.tags,
    )
