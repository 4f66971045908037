"""Battles of The War Game for tests: duels on land, fleets at sea, and what was rolled."""

from __future__ import annotations

from a4a.core import events as ev
from tests.rules.wargame1942.declared import Fighting, Orders
from tests.rules.wargame1942.empty import AMERICANS, BRITISH, MISS


def faces(fighting: Fighting) -> list[list[tuple[str | None, int, int]]]:
    """Each roll as its dice: who rolled, the face, and what would hit."""
    return [
        [(die.unit_type, die.face, die.target or 0) for die in e.dice]
        for e in fighting.events(ev.Rolled)
        if isinstance(e, ev.Rolled)
    ]


def values(fighting: Fighting) -> list[list[tuple[str | None, int]]]:
    """Each roll as its dice: who rolled, and on what it hits."""
    return [[(kind, value) for kind, _, value in dice] for dice in faces(fighting)]


def at_sea(
    attackers: dict[str, int], defenders: dict[str, int], *dice: int, damaged: int = 0
) -> Fighting:
    """British ships from NA-7 attack Germans in NA-8; battleships of theirs may be damaged."""
    orders = Orders(*BRITISH)
    for kind, number in attackers.items():
        orders.send("U.K.", kind, "NA-7", "NA-8", number=number)
    for kind, number in defenders.items():
        orders.put("NA-8", "Germany", kind, number, damaged if kind == "battleship" else 0)
    return orders.begin(*dice).stay("retreats NA-8 attacker", "battle", "casualties")


def off_java(*dice: int, **carriers: int) -> Fighting:
    """A submarine (1) of the U.K. attacks a Japanese carrier (2) with fighters (3, 4) on it."""
    orders = Orders(*BRITISH, control={"Java": "Japan", "Borneo": "Japan"})
    orders.send("U.K.", "submarine", "Northern Territory Sea Zone", "Java Sea Zone")
    orders.put("Java Sea Zone", "Japan", "aircraft carrier")
    orders.put("Java Sea Zone", "Japan", "fighter", 2)
    for zone, number in carriers.items():
        orders.put(zone.replace("_", " "), "Japan", "aircraft carrier", number)
    return orders.begin(*dice)


def alone(*more: tuple[str, str]) -> Fighting:
    """A carrier (2) and its fighters (3, 4) far from land of theirs; with other carriers."""
    orders = Orders(*AMERICANS)
    orders.send("U.S.A.", "submarine", "SP-4", "SP-7")
    orders.put("SP-7", "Germany", "aircraft carrier")
    orders.put("SP-7", "Germany", "fighter", 2)
    for zone, kind in more:
        orders.put(zone, "Germany", kind)
    return orders.begin(1, 3, *[MISS] * 5)
