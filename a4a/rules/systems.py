"""The systems that can be played: rulesets by the name of their dataset."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from a4a.boards import load
from a4a.boards.tables import layers, root
from a4a.core.errors import A4AError, DatasetError
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
"""Which games of the rulebook the systems that come with a4a are played by."""


def ruleset(system: str | Path, options: Mapping[str, Value] | None = None) -> Ruleset:
    """Return the rules of a system under some options.

    Parameters
    ----------
    system
        The system's name: "europe1940"; or the folder of a mod, a dataset whose ``parent``, or
        that one's, is such a system. ``docs/mods.md`` says how a mod is made.
    options
        Options by name; those left out are as the rulebook has them.

    Raises
    ------
    A4AError
        If there is no such system that can be played, or no such option.
    DatasetError
        If a mod has faults that leave no game to play.
    """
    games = _games(system)
    if options is not None and not isinstance(options, Mapping):
        raise A4AError(f"options are a mapping, as {{'low luck': True}}, not {options!r}")
    return _axis_and_allies(system, games, dict(options or {}))


def comes_with_a4a(system: str) -> bool:
    """Whether a name is that of a system that comes with a4a and can be played.

    Examples
    --------
    >>> comes_with_a4a("global1940"), comes_with_a4a("../global1940")
    (True, False)
    """
    return system in _AA_GAMES


def options_of(system: str | Path) -> Mapping[str, Value]:
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
    _games(system)
    return dict(AA_OPTIONS)


def recorded_options(system: str | Path, options: Mapping[str, Value]) -> dict[str, Value]:
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
    known = options_of(system)
    ours = {AA_OPTION_NAMES.get(option, option): value for option, value in options.items()}
    return {option: value for option, value in ours.items() if option in known}


def book(system: str | Path) -> RuleBook:
    """Return the rulebook of a system by ids.

    Parameters
    ----------
    system
        As for `ruleset`; a mod's folder is a path here, so that no name in a file can be one.

    Raises
    ------
    A4AError
        If there is no such system that can be played.
    """
    if isinstance(system, str) and not comes_with_a4a(system):
        raise _unknown(system)
    return RuleBook.of(load(system), games=_games(system))


def faults(system: str | Path) -> list[str]:
    """Say all that is wrong with the lists a system's rules read: objectives, politics and so on.

    Parameters
    ----------
    system
        As for `ruleset`; one that cannot be played has no such lists and no faults.

    Examples
    --------
    >>> faults("europe1940")
    []
    """
    try:
        games = _games(system)
    except A4AError:
        return []
    from a4a.rules.aa.lists import faults as of_lists
    from a4a.rules.aa.system import System

    made = System(load(system), games=games, options=AA_OPTIONS)
    try:
        RuleBook.of(made.dataset)
    except DatasetError as error:
        return [str(error)]
    return of_lists(made)


def _games(system: str | Path) -> tuple[str, ...]:
    """Which games of the rulebook a system is played by: a mod those of its nearest forebear."""
    if isinstance(system, str) and comes_with_a4a(system):
        return _AA_GAMES[system]
    if not isinstance(system, str | Path):
        raise A4AError(f"a system is its name or a mod's folder, not a {type(system).__name__}")
    if not (Path(system) / "dataset.toml").is_file():
        raise _unknown(system)
    for folder in reversed(layers(system)):
        for name, games in _AA_GAMES.items():
            if folder.resolve() == (root() / name).resolve():
                return games
    raise A4AError(
        f"{str(system)!r} cannot be played by its rules: none of its parents is "
        f"{' or '.join(_AA_GAMES)}"
    )


def _unknown(system: str | Path) -> A4AError:
    what = "" if isinstance(system, str) else ": it has no dataset.toml"
    return A4AError(
        f"{str(system)!r} cannot be played by its rules{what}; {', '.join(_AA_GAMES)} can, and the "
        "folder of a mod of theirs"
    )


def _axis_and_allies(
    name: str | Path, games: tuple[str, ...], options: Mapping[str, Value]
) -> Ruleset:
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
    system = System(load(name), games=games, options={**AA_OPTIONS, **options})
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
