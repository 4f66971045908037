"""Who may move, whose land they may enter, whom they may attack, and who fights together (5.3, 12).

Each function returns the `Bar` that stands in the way, or None. A phase that refuses an order takes
rule and words from it (`Bar.violation`). `shut` has all hexes at once, for searching paths.
"""

from __future__ import annotations

from functools import lru_cache

import msgspec

from a4a.core.errors import RuleViolation
from a4a.core.state import State
from a4a.core.units import Unit
from a4a.rules.hexes.zones import Medium
from a4a.rules.systems.war_in_europe.standing import ALLIES, AXIS, Standing
from a4a.rules.systems.war_in_europe.system import System

ITALY, SOVIET_UNION, UNITED_STATES = "Italy", "Soviet Union", "United States"

CLOSED, PASSIVE = "WE-CMP-023", "WE-CMP-021"
WEST_ENDS, NO_ZONE = "WE-INV-004", "WE-ZOC-032"
AS_NEUTRAL, MINORS_SAFE = "WE-ITA-001", "WE-ITA-010"
VICHY_OPENS, VICHY_PASSIVE = "WE-VCH-008", "WE-VCH-007"
SOVIETS_SAFE, SOVIETS_WAIT, STACK_APART, FIGHT_APART = (
    "WE-SOV-002", "WE-SOV-003", "WE-SOV-009", "WE-SOV-010",
)  # fmt: skip
UNTIL_REBELLION, OWN_SIDE = "WE-IRQ-001", "WE-CMP-001"


class Bar(msgspec.Struct, frozen=True):
    """Why something may not be done.

    Parameters
    ----------
    rule
        Id of the rule that forbids it.
    why
        The reason, in words.
    allowed
        What may be done instead, or when it may.
    """

    rule: str
    why: str
    allowed: str

    def violation(self, system: System, tried: str) -> RuleViolation:
        """Make the refusal of an order; the caller raises it."""
        return system.book.violation(self.rule, self.why, tried=tried, allowed=self.allowed)


def is_west(standing: Standing, power: str) -> bool:
    """Whether a power fights beside the western Allies: the Soviet Union alone does not (R-312)."""
    return standing.side_of(power) == ALLIES and power not in standing.system.countries.apart


def may_move(standing: Standing, power: str) -> Bar | None:
    """Return why units of a power may not move at all: those of most neutrals do not (3.4.2).

    Italy and the Axis minor powers are moved by the Axis while they are neutral (12.1).
    """
    if not standing.is_neutral(power) or standing.side_of(power) == AXIS:
        return None
    called = standing.system.catalog.called(power)
    rump = standing.system.countries.rumps.get(power)
    if rump is not None:
        rule, called = VICHY_PASSIVE, f"{rump.name} {power}"
    else:
        rule = SOVIETS_WAIT if power in standing.system.countries.apart else PASSIVE
    return Bar(rule, f"{called} is neutral, and its units do not move", "once it is at war")


def may_enter(standing: Standing, power: str, space: str, medium: Medium) -> Bar | None:
    """Return why a unit of a power may not enter a hex because of whose land it is.

    Entering neutral land that is not barred is an invasion, or for the Axis the entry into the war
    of one of its minor powers: `entering` has what follows. Fleets invade nobody (WE-INV-002).

    Parameters
    ----------
    standing
        How things stand.
    power
        Whose unit it is.
    space
        The hex or box.
    medium
        Whether it is a land unit, a fleet ("sea") or an air unit.
    """
    countries = standing.system.countries
    barred = countries.barred.get(space)
    if barred is not None and standing.side_of(power) == barred.side:
        where = standing.system.catalog.called(space)
        return Bar(barred.rule, f"{where} is shut to the {barred.side}", "the Atlantic box")
    land = countries.land_of(space)
    if land is None:
        return None
    if medium != "sea" and space in countries.closed:
        return Bar(CLOSED, f"{land} cannot be entered", "go around it")
    return _may_enter(standing, power, land, standing.state.control.get(space), medium)


@lru_cache(maxsize=64)
def shut(standing: Standing, power: str, medium: Medium) -> frozenset[str]:
    """Return all spaces that units of a power may not enter because of whose land they are."""
    countries, control = standing.system.countries, standing.state.control
    found = {s for s, bar in countries.barred.items() if bar.side == standing.side_of(power)}
    if medium != "sea":
        found |= countries.closed
    known: dict[tuple[str, str | None], bool] = {}
    for space, land in countries.land.items():
        key = land, control.get(space)
        if key not in known:
            known[key] = _may_enter(standing, power, *key, medium) is not None
        if known[key]:
            found.add(space)
    return frozenset(found)


def _may_enter(
    standing: Standing, power: str, land: str, owner: str | None, medium: Medium
) -> Bar | None:
    """Why a unit may not enter some power's land, of which another is the owner now."""
    if land in standing.system.countries.rebellions and standing.is_neutral(land):
        return Bar(UNTIL_REBELLION, f"nobody may enter {land} before it rebels", "go around it")
    if medium == "sea":
        return None
    if owner is not None and owner != power and standing.is_neutral(owner):
        return _may_invade(standing, power, owner)
    if standing.is_neutral(power) and land != power and _keeps_home(standing, power):
        what = f"{power} is neutral, and its units do not enter other land"
        return Bar(AS_NEUTRAL, what, f"the land of {power}, or the sea")
    return None


def may_attack(standing: Standing, power: str, other: str, medium: Medium) -> Bar | None:
    """Return why units of a power may not attack those of another, because of neutrality.

    Land units attack a neutral across its border as they may invade it, and this invades it
    (R-311). Neutral Italy's units may be attacked wherever they are (12.1.1). Whether the other is
    a friend is not asked here.

    Parameters
    ----------
    standing
        How things stand.
    power, other
        Whose units attack, and whose are attacked.
    medium
        Whether land units, fleets ("sea") or air units attack.
    """
    if standing.is_neutral(power) and _keeps_home(standing, power):
        what = f"{power} is neutral, and its units do not attack"
        return Bar(AS_NEUTRAL, what, "units of powers that are at war")
    if (found := may_move(standing, power)) is not None or not standing.is_neutral(other):
        return found
    side, rumps = standing.side_of(power), standing.system.countries.rumps
    if other == ITALY and side == ALLIES:
        return None
    if other in rumps and side == standing.side_of(other):
        what = f"{rumps[other].name} {other} is neutral, and its units are not attacked"
        return Bar(VICHY_PASSIVE, what, "enter its land, once the United States is at war")
    if medium == "land":
        return _may_invade(standing, power, other)
    called = standing.system.catalog.called(other)
    return Bar(NO_ZONE, f"{called} is neutral, and zones do not reach into its land", "land units")


def _keeps_home(standing: Standing, power: str) -> bool:
    """Whether a power of the Axis stays within its land while it is neutral: Italy (R-314)."""
    return power in standing.system.countries.dates and standing.side_of(power) == AXIS


def _may_invade(standing: Standing, power: str, neutral: str) -> Bar | None:
    """Why a power may not invade a neutral, or the Axis may not enter one of its own."""
    countries, catalog = standing.system.countries, standing.system.catalog
    side, called = standing.side_of(power), catalog.called(neutral)
    if standing.is_neutral(power) and _keeps_home(standing, power):
        what = f"{power} is neutral, and its units do not enter other land"
        return Bar(AS_NEUTRAL, what, f"the land of {power}, or the sea")
    if neutral in countries.rumps:
        if side == ALLIES and standing.is_neutral(UNITED_STATES):
            what = f"{countries.rumps[neutral].name} {neutral} is neutral"
            return Bar(VICHY_OPENS, what, "once the United States is at war")
        return None
    if neutral in countries.apart:
        what = f"{called} is neutral, and the western Allies may not invade it"
        return Bar(SOVIETS_SAFE, what, "once it is at war") if side == ALLIES else None
    if side == standing.side_of(neutral) == ALLIES:
        what = f"{called} is neutral, and on the side of the Allies once it is at war"
        return Bar(OWN_SIDE, what, "once it is at war")
    if side == ALLIES and standing.side_of(neutral) == AXIS and neutral not in countries.dates:
        what = f"{called} is neutral: no Axis unit has entered or left it"
        return Bar(MINORS_SAFE, what, "once an Axis unit enters or leaves it")
    if is_west(standing, power) and not standing.is_neutral(UNITED_STATES):
        what = f"the United States is at war, and {called} is neutral"
        return Bar(WEST_ENDS, what, "Vichy France alone")
    return None


def may_stack(standing: Standing, power: str, other: str) -> Bar | None:
    """Return why units of two Allied powers may not end in one hex (12.4.3).

    Neither may they with neutrals whom an invasion would make Allied (R-327).
    """
    return _apart(standing, power, other, STACK_APART, "stack with", early=True)


@lru_cache(maxsize=64)
def strangers(standing: Standing, power: str) -> frozenset[str]:
    """Return the powers with whose units those of a power may not end in one hex (12.4.3)."""
    powers = (other.name for other in standing.system.catalog.powers)
    return frozenset(other for other in powers if may_stack(standing, power, other) is not None)


def may_share(standing: Standing, state: State, unit: Unit, space: str) -> Bar | None:
    """Return why a unit may not end in a hex because of those who are there (12.4.3).

    The Soviets keep apart from the others of their side while they are neutral, too; in a box
    nobody is stacked (5.2.4).
    """
    if space in standing.system.boxes:
        return None
    others = (other for other in state.at(space) if other.id != unit.id)
    bars = (may_stack(standing, unit.owner, other.owner) for other in others)
    return next((bar for bar in bars if bar is not None), None)


def may_join(standing: Standing, power: str, other: str) -> Bar | None:
    """Return why units of two Allied powers may not attack together or support each other."""
    return _apart(standing, power, other, FIGHT_APART, "fight together with")


def _apart(
    standing: Standing, power: str, other: str, rule: str, what: str, *, early: bool = False
) -> Bar | None:
    """Why a power keeps apart from another of its side, or early, from one that may come to it."""
    countries, catalog = standing.system.countries, standing.system.catalog
    own = [p for p in (power, other) if p in countries.apart]
    if power == other or len(own) != 1:
        return None
    (loner,) = own
    friend = other if loner == power else power
    if standing.side_of(friend) != standing.side_of(loner) and not (
        early and standing.is_neutral(friend) and _is_open(standing, friend)
    ):
        return None
    adjective = catalog.power(loner).adjective
    return Bar(rule, f"{adjective} units do not {what} others", f"{adjective} units alone")


def _is_open(standing: Standing, neutral: str) -> bool:
    """Whether an invasion may bring a neutral to either side: an Axis minor power knows its own."""
    return not standing.side_of(neutral) or neutral in standing.system.countries.dates
