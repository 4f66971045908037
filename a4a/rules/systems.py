"""The systems that can be played: rulesets by the name of their dataset."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from a4a.boards import load
from a4a.core.errors import A4AError
from a4a.core.events import Value
from a4a.rules.book import RuleBook
from a4a.rules.ruleset import Ruleset

AA_OPTIONS: Mapping[str, Value] = {"low luck": False, "research": False}
"""Options of the Axis & Allies family: "low luck" replaces most combat dice by sums of combat
values; "research" plays the Research & Development phase."""

AA_OPTION_NAMES: Mapping[str, str] = {"Low Luck": "low luck", "Tech Development": "research"}
"""Our names of options that records of other programs call by theirs (TripleA's)."""

_AA_GAMES: Mapping[str, tuple[str, ...]] = {
    "europe1940": ("both", "europe"),
    "global1940": ("both", "global"),
}
"""Which games of the rulebook a system plays by."""


def ruleset(name: str, options: Mapping[str, Value] | None = None) -> Ruleset:
    """Return the rules of a system under some options.

    Parameters
    ----------
    name
        The system's name: "europe1940".
    options
        Options by name; those left out are as the rulebook has them.

    Raises
    ------
    A4AError
        If there is no such system that can be played, or no such option.
    """
    make = _SYSTEMS.get(name)
    if make is None:
        raise _unknown(name)
    if options is not None and not isinstance(options, Mapping):
        raise A4AError(f"options are a mapping, as {{'low luck': True}}, not {options!r}")
    return make(name, dict(options or {}))


def options_of(name: str) -> Mapping[str, Value]:
    """Return the options of a system, as they are if none is chosen.

    Raises
    ------
    A4AError
        If there is no such system that can be played.

    Examples
    --------
    >>> options_of("europe1940")
    {'low luck': False, 'research': False}
    """
    if name not in _SYSTEMS:
        raise _unknown(name)
    return dict(AA_OPTIONS)


def recorded_options(name: str, options: Mapping[str, Value]) -> dict[str, Value]:
    """Return those of a record's options that the rules know, also where they are named otherwise.

    Raises
    ------
    A4AError
        If there is no such system that can be played.

    Examples
    --------
    >>> recorded_options("europe1940", {"Low Luck": True, "Always on AA": True})
    {'low luck': True}
    """
    known = options_of(name)
    ours = {AA_OPTION_NAMES.get(option, option): value for option, value in options.items()}
    return {option: value for option, value in ours.items() if option in known}


def book(name: str) -> RuleBook:
    """Return the rulebook of a system by ids.

    Raises
    ------
    A4AError
        If there is no such system that can be played.
    """
    if name not in _SYSTEMS:
        raise _unknown(name)
    return RuleBook.of(load(name), games=_AA_GAMES[name])


def faults(name: str) -> list[str]:
    """Say all that is wrong with the lists a system's rules read: objectives, politics and so on.

    Parameters
    ----------
    name
        The system's name; one that cannot be played has no such lists and no faults.

    Examples
    --------
    >>> faults("europe1940")
    []
    """
    if name not in _SYSTEMS:
        return []
    from a4a.rules.aa.lists import faults as of_lists
    from a4a.rules.aa.system import System

    return of_lists(System(load(name), games=_AA_GAMES[name], options=AA_OPTIONS))


def _unknown(name: str) -> A4AError:
    return A4AError(f"{name!r} cannot be played by its rules; {', '.join(_SYSTEMS)} can")


def _axis_and_allies(name: str, options: Mapping[str, Value]) -> Ruleset:
    from a4a.rules.aa.flow import AxisAndAllies
    from a4a.rules.aa.phases.collect_income import CollectIncome
    from a4a.rules.aa.phases.combat_move import CombatMove
    from a4a.rules.aa.phases.conduct_combat import ConductCombat
    from a4a.rules.aa.phases.mobilize import MobilizeNewUnits
    from a4a.rules.aa.phases.noncombat_move import NoncombatMove
    from a4a.rules.aa.phases.purchase import PurchaseAndRepair
    from a4a.rules.aa.phases.research import ResearchAndDevelopment
    from a4a.rules.aa.system import System

    for option, value in options.items():
        if option not in AA_OPTIONS:
            raise A4AError(f"no option {option!r}; there are {', '.join(AA_OPTIONS)}")
        if not isinstance(value, bool):
            raise A4AError(f"option {option!r} is on or off (True or False), not {value!r}")
    system = System(load(name), games=_AA_GAMES[name], options={**AA_OPTIONS, **options})
    return AxisAndAllies(
        system,
        (
            ResearchAndDevelopment(system),
            PurchaseAndRepair(system),
            CombatMove(system),
            ConductCombat(system),
            NoncombatMove(system),
            MobilizeNewUnits(system),
            CollectIncome(system),
        ),
    )


_SYSTEMS: Mapping[str, Callable[[str, Mapping[str, Value]], Ruleset]] = {
    "europe1940": _axis_and_allies,
    "global1940": _axis_and_allies,
}
