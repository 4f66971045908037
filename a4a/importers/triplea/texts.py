"""What the lines of a TripleA history say, taken apart.

TripleA writes them from fixed patterns, with the names of the map in them, in English whatever the
language of the player. They are read with plain string operations: the time they take grows with
the length of a line and no faster, whatever a hostile line holds.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

_MAX_FACES = 1_000
_EDITS = (
    "EDIT: ",
    "Turning on Edit Mode",
    "Turning off Edit Mode",
    "Adding units owned by ",
    "Removing units owned by ",
    "Changing ownership of ",
    "Changing PUs for ",
    "Changing tech tokens for ",
    "Changing unit hit damage for these ",
    "Changing unit bombing damage for these ",
    "Editing Political Relationship for ",
    "Adding Technology ",
    "Removing Technology ",
)


class Amount(msgspec.Struct, frozen=True):
    """An amount of a resource for a player; `lost` is what blockades took of it before."""

    player: str
    amount: int
    lost: int = 0
    detail: str = ""


class RollLine(msgspec.Struct, frozen=True):
    """Who rolled, in TripleA's names, with what, where, and in which combat round (0: not said)."""

    player: str
    units: str
    place: str
    round: int


def between(text: str, before: str, after: str) -> str | None:
    """Return what stands between the first `before` and the next `after`, or None.

    Examples
    --------
    >>> between("5 PUs; end with 58 PUs", "; end with ", " PUs")
    '58'
    """
    _, found, rest = text.partition(before)
    inside, closed, _ = rest.partition(after)
    return inside if found and closed else None


def number(text: str | None) -> int | None:
    """Return a whole number at the start of a text, or None."""
    digits = ""
    for letter in (text or "").lstrip()[:10]:
        if not ("0" <= letter <= "9" or (letter == "-" and not digits)):
            break
        digits += letter
    return int(digits) if digits.strip("-") else None


def faces(text: str) -> tuple[int, ...]:
    """Return the faces of the dice that a line ends with.

    Examples
    --------
    >>> faces("Rolling for Convoy Blockade Damage in 93 Sea Zone. Rolls: 1,4")
    (1, 4)
    """
    _, found, rest = text.partition("olls: ")
    if not found:
        _, found, rest = text.partition(" roll: ")
    if not found:
        return ()
    parts = rest.split(" and ", 1)[0].split(",")[:_MAX_FACES]
    rolled = [number(part) for part in parts]
    return tuple(face for face in rolled if face is not None)


def income(text: str) -> Amount | None:
    """Read ``P collect n PUs (m lost to blockades); end with k PUs``.

    Examples
    --------
    >>> income("Germans collect 38 PUs (1 lost to blockades); end with 38 PUs")
    Amount(player='Germans', amount=38, lost=1, detail='')
    """
    player, found, rest = text.partition(" collect ")
    amount = number(rest)
    if not found or amount is None or "; end with" not in rest:
        return None
    lost = number(between(rest, "(", " lost to blockades")) or 0
    return Amount(player, amount, lost)


def objective(text: str) -> Amount | None:
    """Read ``Objective X: P met a national objective for an additional n PUs; ...``.

    Examples
    --------
    >>> objective("Trigger Swedish Iron: Germans met a national objective for an additional 5 PUs")
    Amount(player='Germans', amount=5, lost=0, detail='Swedish Iron')
    """
    head, found, rest = text.partition(" met a national objective for an additional ")
    amount = number(rest)
    name, colon, player = head.rpartition(": ")
    if not found or amount is None or not colon:
        return None
    return Amount(player, amount, 0, strip_prefix(name, ("Objective ", "Trigger ")))


def strip_prefix(text: str, prefixes: Iterable[str]) -> str:
    """Return a text without the first of these prefixes that it has."""
    for prefix in prefixes:
        if text.startswith(prefix):
            return text.removeprefix(prefix)
    return text


def roll(text: str) -> RollLine | None:
    """Read ``P roll dice for UNITS in PLACE, round k : ...``.

    Examples
    --------
    >>> roll("Germans roll dice for 2 armour and 1 bomber in France, round 3 : 1,2,6")
    RollLine(player='Germans', units='2 armour and 1 bomber', place='France', round=3)
    """
    player, found, rest = text.partition(" roll dice for ")
    if not found:
        player, found, rest = text.partition(" rolls dice for ")
    if not found:
        return None
    head, _, tail = rest.rpartition(", round ")
    units, _, place = (head or rest.partition(" : ")[0]).partition(" in ")
    return RollLine(player, units, place, number(tail) or 0 if head else 0)


def antiaircraft(text: str) -> RollLine | None:
    """Read ``P roll AA dice in PLACE : ...`` and ``AA fire in PLACE : ...``.

    Examples
    --------
    >>> antiaircraft("AA fire in France : 5").place
    'France'
    >>> antiaircraft("Germans roll AA dice in France : 5,6")
    RollLine(player='Germans', units='AA', place='France', round=0)
    """
    if text.startswith("AA fire in "):
        return RollLine("", "", text.removeprefix("AA fire in ").partition(" : ")[0].strip(), 0)
    for verb in (" roll ", " rolls "):
        player, found, rest = text.partition(verb)
        kind, dice, place = rest.partition(" dice in ")
        if found and dice and kind and not kind.startswith("dice"):
            return RollLine(player, kind, place.partition(" : ")[0].strip(), 0)
    return None


def plunder(text: str) -> Amount | None:
    """Read ``P captures nPUs while taking Q capital``; `detail` is Q.

    Examples
    --------
    >>> plunder("Germans captures 19PUs while taking French capital")
    Amount(player='Germans', amount=19, lost=0, detail='French')
    """
    player, found, rest = text.partition(" captures ")
    amount = number(rest)
    victim = between(rest, " while taking ", " capital")
    if not found or amount is None or victim is None:
        return None
    return Amount(player, amount, 0, victim)


def is_edit(text: str) -> bool:
    """Tell whether a line says what somebody changed by hand.

    Examples
    --------
    >>> is_edit("Adding units owned by Germans to France: 1 infantry"), is_edit("Germans win")
    (True, False)
    """
    return text.startswith(_EDITS)


def victors(text: str) -> tuple[str, ...]:
    """Return the players, or the alliance, who have won according to a line; or nobody.

    Examples
    --------
    >>> victors("Players: Germans and Italians have just won the game, with this victory: X")
    ('Germans', 'Italians')
    >>> victors("Axis achieve an HONORABLE VICTORY with 14 Victory Cities!")
    ('Axis',)
    """
    named = between(text, "Players: ", " have just won the game")
    if named is not None:
        return tuple(name for name in named.replace(" and ", ", ").split(", ") if name)
    alliance, found, how = text.partition(" achieve ")
    return (alliance,) if found and "victory" in how.lower() else ()


def unit_counts(text: str, plurals: dict[str, str]) -> dict[str, int]:
    """Read ``1 armour, 2 artilleries and 10 infantry`` by the table that `plurals_of` makes.

    Examples
    --------
    >>> unit_counts("1 armour and 2 artilleries", plurals_of(["armour", "artillery"]))
    {'armour': 1, 'artillery': 2}
    """
    counts: dict[str, int] = {}
    for part in text[:2_000].replace(" and ", ", ").split(", "):
        digits, _, name = part.strip().partition(" ")
        count, unit_type = number(digits), plurals.get(name)
        if count and unit_type is not None:
            counts[unit_type] = counts.get(unit_type, 0) + count
    return counts


def plurals_of(names: Iterable[str]) -> dict[str, str]:
    """Return unit types' names by what a line may call them, singular or plural."""
    table: dict[str, str] = {}
    for name in names:
        for form in (name + "s", name + "es", name[:-1] + "ies", name[:-3] + "men"):
            table.setdefault(form, name)
    table.update((name, name) for name in names)
    return table
