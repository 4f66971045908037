"""Who plays which power: the names in a record's header, set, checked and listed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from a4a.core.catalog import Catalog
from a4a.core.errors import RecordError

MOST_NAME: Final = 100
"""Most characters of a player's name."""
_NO_NAME: Final = frozenset({"Human", ""})
"""What programs write for a player who is not one of their own."""


def players_with(
    known: Mapping[str, str], given: Mapping[str, str], catalog: Catalog
) -> dict[str, str]:
    """Return the players' names by power, the given ones replacing those known.

    Parameters
    ----------
    known
        The names so far.
    given
        Names by power (its name or alias); an empty one removes the name.
    catalog
        The powers.

    Raises
    ------
    A4AError
        If there is no such power; the message offers the nearest.
    RecordError
        If a name is not one line of text, or is too long.

    Examples
    --------
    >>> import a4a
    >>> catalog = a4a.dataset("global1940").catalog
    >>> players_with({"Germany": "Human", "Japan": "Human"}, {"Germany": "Ada"}, catalog)
    {'Germany': 'Ada', 'Japan': 'Human'}
    """
    if not isinstance(given, Mapping):
        raise RecordError(
            'players are names by power, as in players={"Germany": "Ada"}, not a '
            f"{type(given).__name__}"
        )
    checked = {catalog.power(_text(power)).name: _name(power, who) for power, who in given.items()}
    named = {**known, **checked}
    order = {power.name: i for i, power in enumerate(catalog.powers)}
    return {
        power: named[power]
        for power in sorted(named, key=lambda power: order.get(power, len(order)))
        if named[power]
    }


def telling(players: Mapping[str, str]) -> dict[str, str]:
    """Return the names by power if they tell the players apart; nothing if all have the same.

    Examples
    --------
    >>> telling({"Germany": "Human", "Japan": "Human"}), telling({"Germany": "Ada", "Japan": "Bo"})
    ({}, {'Germany': 'Ada', 'Japan': 'Bo'})
    """
    return dict(players) if len(set(players.values())) > 1 else {}


def told(players: Mapping[str, str]) -> str:
    """Return who plays whom in a line, each player once; "" if no name is known.

    Examples
    --------
    >>> told({"Germany": "Ada", "Japan": "Ada", "Italy": "Bo"})
    'Ada (Germany, Japan) v. Bo (Italy)'
    >>> told({"Germany": "computer", "Japan": "computer"}), told({"Germany": "Human"})
    ('played by computer', '')
    """
    powers: dict[str, list[str]] = {}
    for power, who in players.items():
        powers.setdefault(who, []).append(power)
    if len(powers) > 1:
        return " v. ".join(f"{who} ({', '.join(theirs)})" for who, theirs in powers.items())
    return "".join(f"played by {who}" for who in powers if who not in _NO_NAME)


def _text(power: Any) -> str:
    if not isinstance(power, str):
        raise RecordError(f"a player's power is its name, not a {type(power).__name__}")
    return power


def _name(power: str, who: Any) -> str:
    """Return a player's name; RecordError if it is not valid."""
    if not isinstance(who, str):
        raise RecordError(f"the name of who plays {power} is a text, not a {type(who).__name__}")
    name = who.strip()
    if len(name) > MOST_NAME or not name.isprintable():
        raise RecordError(
            f"the name of who plays {power} has at most {MOST_NAME} characters, in one line, and "
            "none that cannot be seen"
        )
    return name
