"""What units are in a battle besides their numbers: the words by which the odds know them."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from a4a.odds.battle import ONE_ROUND
from a4a.rules.areas.combat import support
from a4a.rules.areas.combat import works as w
from a4a.rules.areas.combat.listing import deadly, words
from a4a.rules.areas.odds.sequences import retreats
from a4a.rules.areas.system import System
from a4a.rules.fight import Army, Band


def drops(system: System, band: Band) -> bool:
    """Whether units drop from the air; who carries them flies on."""
    return band.duty == "dropping" and system.types[band.unit].category == "land"


def fatal(system: System, band: Band) -> int:
    """How many faces of their own dice are the end of units, for where they come across."""
    lowest = deadly(system, band.unit, band.across) if band.across else 0
    return system.catalog.dice_sides + 1 - lowest if lowest else 0


def is_led(system: System, army: Army, band: Band) -> bool:
    """Whether a general of its own nation leads a band of land units."""
    leaders = system.able("general")
    return system.types[band.unit].category == "land" and any(
        one.count and one.unit in leaders and one.power == band.power for one in army.bands
    )


def tags_of(system: System, army: Army, band: Band, *, spent: bool) -> Iterable[str]:
    """Yield the tags of a band's units, their type's name among them."""
    unit = system.types[band.unit]
    yield unit.name
    yield from band.marks
    yield from _meant(system, unit.name)
    if spent or unit.name in system.able("chosen last") | system.able("defenceless"):
        yield "defenceless"
    if unit.name in w.points_of(system):
        yield "works"
    overland = any(
        other.count and not other.duty and system.types[other.unit].category == "land"
        for other in army.bands
    )
    # Paratroopers go with units that came overland; without any they stay.
    together = overland and retreats(system)
    if band.duty == "landing" or (drops(system, band) and not together) or band.across:
        yield "stays"
    if band.duty == "dropping" and not drops(system, band):
        yield ONE_ROUND


@lru_cache(maxsize=1024)
def _meant(system: System, unit_type: str) -> tuple[str, ...]:
    """Return the words for a unit type that the odds use as tags as they are."""
    unit, meant = system.types[unit_type], {"captures", "chosen last", *words(system)}
    return tuple(word for word in (unit.category, *unit.abilities) if word in meant)


def helps(system: System, unit_type: str, mark: str) -> Iterable[str]:
    """Return the words for a unit type in its army's combined arms."""
    found = support.tags(system, unit_type)
    return (word + mark for word in found) if mark else found
