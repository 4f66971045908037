"""What a player builds and where: for the front what can be there, for overseas convoys."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Final, Literal, NamedTuple, TypeAlias

from a4a.core.catalog import Catalog, UnitType
from a4a.players.lie import FAR, Lie
from a4a.rules.choices import Item, Picks, Tally

Purpose: TypeAlias = Literal["guard", "striker", "escort", "transport", "cargo"]
"""What something is bought for."""

FRONT: Final[tuple[Purpose, ...]] = ("guard", "striker", "guard")
"""What is bought for a front that is to be reached on foot; the first for half of the money."""
CONVOY: Final[tuple[Purpose, ...]] = ("escort", "transport", "cargo")
"""What is bought in turn for a war overseas."""


class Offer(NamedTuple):
    """Units of a type that can be built in a space.

    Parameters
    ----------
    item
        The type's row.
    space
        The space.
    most
        How many there is room for; None for any number.
    """

    item: Item
    space: str
    most: int | None

    def picks(self, share: int, most: int | None = None) -> Picks:
        """Return as many as a share of the money buys and there is room for; {} if none."""
        count = min(share // self.item.price, self.item.most)
        for bound in (self.most, most):
            count = count if bound is None else min(count, bound)
        return {self.item.key: {self.space: count}} if count > 0 else {}


def offers(
    form: Tally, purpose: Purpose, *, catalog: Catalog, lie: Lie, need: Callable[[str], float]
) -> list[Offer]:
    """Return what a tally offers for a purpose, where it is needed most first.

    Parameters
    ----------
    form
        The tally.
    purpose
        What for.
    catalog
        The unit types.
    lie
        How things stand.
    need
        How much a space needs new units.
    """
    types = {kind.name: kind for kind in catalog.unit_types}
    items = [i for i in form.items if i.refused is None and i.most and i.price and i.type in types]
    near = purpose in FRONT
    found = [
        Offer(item, target.key, target.most)
        for item in _suited(items, types, purpose)
        for target in item.targets
        if target.key and (lie.distance(target.key) < FAR) == near
    ]
    return sorted(found, key=lambda offer: -need(offer.space))


def _suited(items: Iterable[Item], types: dict[str, UnitType], purpose: Purpose) -> Iterator[Item]:
    """Yield the type that serves a purpose best for its price."""
    category = "sea" if purpose in ("escort", "transport") else "land"
    worth: dict[str, float] = {}
    rows = {item.key: item for item in items if types[item.type].category == category}
    for key, item in rows.items():
        kind = types[item.type]
        value = {
            "guard": kind.defense, "striker": kind.attack, "cargo": kind.attack,
            "transport": kind.transport_capacity,
            "escort": 0 if kind.transport_capacity else kind.attack + kind.defense,
        }[purpose]  # fmt: skip
        worth[key] = value / item.price
    best = max(worth, key=lambda key: worth[key], default=None)
    if best is not None and worth[best]:
        yield rows[best]
