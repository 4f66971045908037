"""What is made of a state once, however often it is asked for."""

from __future__ import annotations

from collections.abc import Callable
from operator import is_
from typing import TypeVar

from a4a.core.state import State

S = TypeVar("S")
K = TypeVar("K")
T = TypeVar("T")

_STATES = 8
"""Of how many states it is kept: the last ones asked for."""


def remembered(
    make: Callable[[S, State], T], *, same: Callable[[State, State], bool] = is_
) -> Callable[[S, State], T]:
    """Return a function that makes something of a game and a state, and remembers the last ones.

    Phases, questions and forms all ask about the state they are given, and seldom about an older
    one: a handful is enough.

    Parameters
    ----------
    make
        Makes it.
    same
        Whether what was made of one state holds for another; as long as nothing is said, it holds
        for that state alone.

    Examples
    --------
    >>> import a4a
    >>> state = a4a.new_game("war_in_europe").state
    >>> held = remembered(lambda game, state: list(state.control))
    >>> held("2WW", state) is held("2WW", state)
    True
    """
    last: tuple[tuple[S, State, T], ...] = ()

    def of(system: S, state: State) -> T:
        nonlocal last
        for game, known, made in last:
            if known is state and game is system:
                return made
        for one in last if same is not is_ else ():
            if one[0] is system and same(one[1], state):
                last = (system, state, one[2]), *[other for other in last if other is not one]
                return one[2]
        made = make(system, state)
        last = (system, state, made), *last[: _STATES - 1]
        return made

    return of


def remembered_each(
    make: Callable[[S, State, K], T], *, same: Callable[[State, State], bool] = is_
) -> Callable[[S, State, K], T]:
    """Return a function that remembers what it made of a game and a state for each of several.

    Parameters
    ----------
    make
        Makes it, for a power, say.
    same
        As for `remembered`.

    Examples
    --------
    >>> import a4a
    >>> state = a4a.new_game("war_in_europe").state
    >>> asked = []
    >>> of = remembered_each(lambda game, state, power: asked.append(power))
    >>> _ = [of("2WW", state, power) for power in ("Italy", "Britain", "Italy")]
    >>> asked
    ['Italy', 'Britain']
    """

    def none(system: S, state: State) -> dict[K, T]:
        return {}

    known = remembered(none, same=same)

    def of(system: S, state: State, key: K) -> T:
        found = known(system, state)
        if key not in found:
            found[key] = make(system, state, key)
        return found[key]

    return of


def remembered_while(
    make: Callable[[S, State, K], T], *, same: Callable[[S, K, State, State], bool]
) -> Callable[[S, State, K], T]:
    """Return a function that remembers what it made for a power, say, while that does not change.

    Parameters
    ----------
    make
        Makes it.
    same
        Whether what was made for a key in one state holds in another.

    Examples
    --------
    >>> import a4a
    >>> state = a4a.new_game("war_in_europe").state
    >>> asked = []
    >>> of = remembered_while(
    ...     lambda game, state, power: asked.append(power),
    ...     same=lambda game, power, one, other: one.same_units(other, [power]),
    ... )
    >>> later = state.apply()
    >>> _ = [of("2WW", now, power) for power in ("Italy", "Britain") for now in (state, later)]
    >>> asked
    ['Italy', 'Britain']
    """
    last: tuple[tuple[S, K, State, T], ...] = ()

    def of(system: S, state: State, key: K) -> T:
        nonlocal last
        for game, asked, known, made in last:
            if game is system and asked == key and same(system, key, known, state):
                return made
        new = make(system, state, key)
        last = (system, key, state, new), *last[: _STATES - 1]
        return new

    return of
