"""The systems that can be played: rulesets by the name of their dataset."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from a4a.boards import files_of, load
from a4a.boards.folders import layers, root
from a4a.boards.stamps import Stamp
from a4a.core.catalog import Catalog
from a4a.core.errors import A4AError, DatasetError
from a4a.core.events import Value
from a4a.core.record import GameRecord
from a4a.rules.book import RuleBook
from a4a.rules.ruleset import BattleRules, Ruleset
from a4a.rules.systems import by_numbers, deluxe3g40, global1940, war_in_europe, wargame1942
from a4a.rules.systems.family import Family, Games

FAMILIES = (global1940.FAMILY, deluxe3g40.FAMILY, war_in_europe.FAMILY, wargame1942.FAMILY)
"""All families of systems, each with its package of rules beside this module."""


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
    family, games = _played(system)
    if options is not None and not isinstance(options, Mapping):
        raise A4AError(f"options are a mapping, as {{'low luck': True}}, not {options!r}")
    chosen = dict(options or {})
    for option, value in chosen.items():
        if option not in family.options:
            known = ", ".join(family.options)
            raise A4AError(f"no option {option!r}; there are {known or 'none'}")
        if not isinstance(value, bool):
            raise A4AError(f"option {option!r} is on or off (True or False), not {value!r}")
    return family.make(load(system), games, {**family.options, **chosen})


class Lookup(NamedTuple):
    """What answers questions about a system without a game being played."""

    rules: Ruleset
    catalog: Catalog


def lookup(system: str | Path) -> Lookup:
    """Return the rules and the units of a system, for questions that need no game.

    They are made once, as long as no file of the system changes, and shared by all who ask.

    Parameters
    ----------
    system
        As for `ruleset`.

    Raises
    ------
    A4AError, DatasetError
        As for `ruleset`.

    Examples
    --------
    >>> lookup("global1940") is lookup("global1940")
    True
    """
    if not (isinstance(system, str) and comes_with_a4a(system)):
        _played(system)  # refuses what cannot be played, as `ruleset` does
    return _lookup(system, *files_of(system))


@lru_cache(maxsize=8)
def _lookup(system: str | Path, folders: tuple[Path, ...], files: Stamp) -> Lookup:
    del folders, files  # A changed file makes another key.
    return Lookup(ruleset(system), load(system).catalog)


def told_in(record: GameRecord) -> BattleRules | None:
    """Return rules of battles alone, by what a record says of fighting; None if it says nothing.

    Examples
    --------
    >>> import a4a
    >>> told_in(a4a.start("global1940")) is None
    True
    """
    return by_numbers.battle_rules(record)


def comes_with_a4a(system: str) -> bool:
    """Whether a name is that of a system that comes with a4a and can be played.

    Examples
    --------
    >>> comes_with_a4a("global1940"), comes_with_a4a("../global1940")
    (True, False)
    """
    return system in _systems()


def systems_with_rules() -> tuple[str, ...]:
    """Names of the systems that come with a4a and can be played.

    Examples
    --------
    >>> "global1940" in systems_with_rules()
    True
    """
    return tuple(sorted(_systems()))


def overlays_of(system: str) -> tuple[str, ...]:
    """Return the layers of the map in which the rules of a system that comes with a4a show things.

    Examples
    --------
    >>> overlays_of("war_in_europe"), overlays_of("global1940"), overlays_of("chess")
    (('zones', 'supply'), (), ())
    """
    family = _systems().get(system)
    return family.overlays if family else ()


def recorded_options(system: str | Path, options: Mapping[str, Value]) -> dict[str, Value]:
    """Return those of a record's options that the rules know, under our names.

    Raises
    ------
    A4AError
        If there is no such system that can be played.

    Examples
    --------
    >>> recorded_options("europe1940", {"Low Luck": True, "Always on AA": True})
    {'low luck': True}
    """
    family, _ = _played(system)
    ours = {family.option_names.get(option, option): value for option, value in options.items()}
    return {option: value for option, value in ours.items() if option in family.options}


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
    return RuleBook.of(load(system), games=_played(system)[1])


def faults(system: str | Path, *, overrides: str | Path | None = None) -> list[str]:
    """Say all that is wrong with the lists a system's rules read: objectives, politics and so on.

    Parameters
    ----------
    system
        As for `ruleset`; one that cannot be played has no such lists and no faults.
    overrides
        A folder of files of your own to lay over the system's.

    Examples
    --------
    >>> faults("europe1940")
    []
    """
    try:
        family, games = _played(system)
    except A4AError:
        return []
    dataset = load(system, overrides=overrides)
    try:
        RuleBook.of(dataset)
    except DatasetError as error:
        return [str(error)]
    return family.faults(dataset, games)


def _systems() -> dict[str, Family]:
    """The systems that come with a4a, each with its family."""
    return {name: family for family in FAMILIES for name in family.systems}


def _played(system: str | Path) -> tuple[Family, Games]:
    """The family and rulebook games by which a system is played; a mod's are its ancestor's."""
    systems = _systems()
    if isinstance(system, str) and comes_with_a4a(system):
        return systems[system], systems[system].systems[system]
    if not isinstance(system, str | Path):
        raise A4AError(f"a system is its name or a mod's folder, not a {type(system).__name__}")
    if not (Path(system) / "dataset.toml").is_file():
        raise _unknown(system)
    for folder in reversed(layers(system)):
        for name, family in systems.items():
            if folder.resolve() == (root() / name).resolve():
                return family, family.systems[name]
    raise A4AError(
        f"{str(system)!r} cannot be played by its rules: none of its parents is "
        f"{' or '.join(systems)}"
    )


def _unknown(system: str | Path) -> A4AError:
    what = "" if isinstance(system, str) else ": it has no dataset.toml"
    return A4AError(
        f"{str(system)!r} cannot be played by its rules{what}; {', '.join(_systems())} can, and "
        "the folder of a mod of theirs"
    )
