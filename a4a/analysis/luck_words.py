"""The odds and the luck of a battle in words."""

from __future__ import annotations

from typing import NamedTuple

from a4a.analysis.fought import Fought
from a4a.analysis.luck import Verdict
from a4a.core.english import list_of, share, the

_USUAL = 0.4
"""A result that at least this share of battles reaches is neither lucky nor unlucky."""


class Words(NamedTuple):
    """What is said of a battle, as plain text.

    Parameters
    ----------
    odds
        What the odds were as it began; nothing in them tells how it ended.
    luck
        How it ended, and how lucky that was; "" while it goes on.
    """

    odds: str
    luck: str = ""


def in_words(fought: Fought, verdict: Verdict, currency: str) -> Words:
    """Say what the odds of a battle were, and how lucky it was.

    Parameters
    ----------
    fought
        The battle.
    verdict
        Its odds, from `a4a.analysis.luck.judge`.
    currency
        What money is called.

    Examples
    --------
    >>> fought = Fought("b1", 7, "Baltic States", "land", powers=("Germany", ("Soviet Union",)))
    >>> fought.result = "attacker wins"
    >>> fought.lost.update(attacker=10, defender=6)
    >>> verdict = Verdict(0.84, 0.14, 9.2, 6.0, -13.2, 0.03, 0.98)
    >>> for text in in_words(fought, verdict, "IPC"):
    ...     print(text)
    Odds: Germany wins 84%, the Soviet Union 14%; expected swing +9.2 IPC
    Luck: swing −4 IPC, 13.2 less than expected; one such battle in 33 goes so badly for Germany
    """
    attacker, defenders = the(fought.powers[0]), fought.powers[1]
    if verdict.p_attacker is None or verdict.p_defender is None:
        return Words(f"No odds: {verdict.note}" if verdict.note else "")
    theirs = list_of(map(the, defenders)) if defenders else "nobody"
    ours = share(verdict.p_attacker)
    odds = f"Odds: {attacker} wins {ours}, {theirs} {share(verdict.p_defender)}"
    if fought.targets:
        odds = f"Odds: {attacker} does damage {ours}"
    if verdict.expected is None or verdict.luck is None:
        return Words(f"{odds}; {verdict.note}")
    # The card's first line counts units alone; a raid is flown for its damage.
    counted = " with the damage" if fought.targets else ""
    whole = Words(f"{odds}; expected swing {_signed(verdict.expected)} {currency}{counted}")
    if not fought.result:
        return whole
    expected = _signed(verdict.expected)
    if fought.broken:
        rounds = "round" if fought.rounds == 1 else "rounds"
        told = f"in {fought.rounds} {rounds} {expected} could be expected"
        whole = Words(odds)  # nobody knew then when it would be broken off
    elif abs(verdict.luck) < _LITTLE:
        told = "as expected"
    else:
        told = f"{abs(verdict.luck):.1f} {'more' if verdict.luck > 0 else 'less'} than expected"
    swing = f"swing {_signed(fought.swing, digits=0)} {currency}{counted}"
    return whole._replace(luck=f"Luck: {swing}, {told}; {_rare(fought, verdict)}")


_LITTLE = 0.05


def _rare(fought: Fought, verdict: Verdict) -> str:
    """How rare it is that a battle goes so well or so badly."""
    at_most, at_least = verdict.at_most or 0.0, verdict.at_least or 0.0
    if not verdict.sd:
        return "it could not go otherwise"
    tail = min(at_most, at_least)
    if tail >= _USUAL:
        return "neither lucky nor unlucky"
    how = "badly" if at_most < at_least else "well"
    who = the(fought.powers[0])
    if tail < _RARE:
        return f"fewer than one such battle in {1 / _RARE:,.0f} goes so {how} for {who}"
    return f"one such battle in {1 / tail:,.0f} goes so {how} for {who}"


_RARE = 1e-4


def _signed(value: float, *, digits: int = 1) -> str:
    """A number with its sign: +9.2, −4."""
    text = f"{abs(value):.{digits}f}"
    return text if float(text) == 0 else f"{'−' if value < 0 else '+'}{text}"
