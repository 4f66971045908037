"""The rounds after the first: the computer, and what comes of it in words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from a4a.core.position import WAR
from a4a.core.state import State
from tools.deluxe3g40_game.table import Table


class _Told(NamedTuple):
    """What is said the first time that something holds, from a round on."""

    round: int
    holds: Callable[[State], bool]
    text: str


def play(t: Table, *, rounds: int) -> None:
    """Play to the end of a round, and comment on what happens."""
    waiting = list(_TOLD)
    while t.game.decision is not None and t.game.state.round <= rounds:
        if t.game.state.phase == "Combat Move":
            _declare(t)
        t.sit()
        for one in [one for one in waiting if t.game.state.round >= one.round]:
            if one.holds(t.game.state):
                waiting.remove(one)
                t.say(one.text)


def _declare(t: Table) -> None:
    """Declare the wars of 1941: nobody else does."""
    state = t.game.state
    if state.round == 3 and _at_peace(state, "Germany", "Soviet Union"):
        t.declare_war("Germany", "Soviet Union")
        t.say(
            "Barbarossa. Germany gives up the five IPCs a turn of the trade with Russia; the "
            "Soviet Union now has conscripts, and objectives of its own."
        )
        t.mark("!?")
    if state.round == 4 and _at_peace(state, "Japan", "United Kingdom"):
        t.declare_war("Japan", "United Kingdom", "Commonwealth")
        t.say("Japan turns south: war with the British and the Commonwealth.")


def _at_peace(state: State, power: str, other: str) -> bool:
    return power in state.active and state.relation(power, other) != WAR


def _held(space: str, power: str) -> Callable[[State], bool]:
    return lambda state: state.control.get(space) == power


def _sunk(power: str, kind: str) -> Callable[[State], bool]:
    def gone(state: State) -> bool:
        return not any((u.owner, u.type) == (power, kind) for u in state.units.values())

    return gone


def _alone(zone: str, power: str) -> Callable[[State], bool]:
    def there(state: State) -> bool:
        owners = {u.owner for u in state.at(zone)}
        return owners == {power} and not state.battles

    return there


def _always(_: State) -> bool:
    return True


_TOLD: Final[tuple[_Told, ...]] = (
    _Told(
        2, _always,
        "From here on the computer plays all nine powers. It buys by a list, pays instalments, "
        "attacks where the odds are good and raids with what has bombs; it plans nothing and "
        "carries nothing over sea.",
    ),
    _Told(2, _held("Normandy/Bordeaux", "Germany"), "The Channel coast is German."),
    _Told(
        2, _sunk("Germany", "super battleship"),
        "The Bismarck is sunk: eighteen IPCs, paid in three instalments.",
    ),
    _Told(
        2, _held("French Indo-China", "Japan"),
        "French Indo-China is Japan's: that is a step nearer to Malaya and to oil.",
    ),
    _Told(
        2, _held("Egypt", "Italy"),
        "Italy is in Egypt. The British objective of an Africa without Axis is far, and Germany "
        "is paid for the gateway, too: that objective counts what any Axis power holds.",
    ),
    _Told(
        3, lambda state: state.relation("United States", "Germany") == WAR,
        "The United States is at war. Its objectives begin to pay.",
    ),
    _Told(
        4, _held("Baltic States", "Germany"),
        "A year late, Army Group North is on the road to Leningrad.",
    ),
    _Told(
        4, _alone("sea zone 26", "Japan"),
        "Pearl Harbor: a Japanese fleet holds the waters of Hawaii, for as long as it lasts.",
    ),
    _Told(
        4, _held("Egypt", "United Kingdom"),
        "Egypt is free again: who liberates the land of an ally gives it back.",
    ),
)  # fmt: skip
