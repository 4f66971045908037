"""English grammar for names and numbers: articles, plurals, possessives, lists."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import lru_cache

_UNCOUNTED = ("infantry", "artillery", "cavalry", "armor", "armour", "aaa", "air", "aircraft")
_HISSING = ("s", "x", "ch", "sh")

# Names of countries, peoples and places that English speakers put "the" before.
_THE_FIRST = re.compile(r"(?i)(united|union of|gulf of|sea of|bay of|republic of) ")
_THE_LAST = re.compile(
    r"(?i)(.* )?(states|union|kingdom|empire|republics?|netherlands|islands|isles|indies"
    r"|philippines|territories|northern territory|gold coast|hebrides|himalayas|desert|marshes"
    r"|congo|caucasus|balkans|urals|crimea|ruhr|far east|middle east|sea|ocean|gulf"
    r"|allies|axis|entente|neutrals|communists|americans|australians|british|chinese"
    r"|colonial ?french|dutch|finns|french|germans|italians|japanese|romanians|russians)"
)
_ZONE = re.compile(r"(?i)(sea zone|sz) ?\d|\d")
_NEUTRALS = re.compile(r"[A-Z][a-zA-Z-]* neutrals")
_OF_NAME = {
    "atlantic": "the Atlantic",
    "usa": "the USA",
    "ussr": "the USSR",
    "us": "the US",
    "uk": "the UK",
    "u.k.": "the U.K.",
}


@lru_cache(maxsize=4096)
def the(name: str) -> str:
    """Name a power or place as a sentence does: with an article where it takes one.

    Examples
    --------
    >>> the("United States"), the("Germany"), the("Pro-Axis neutrals"), the("Baltic States")
    ('the United States', 'Germany', 'the pro-Axis neutrals', 'the Baltic States')
    >>> the("sea zone 6"), the("Central United States"), the("Dutch")
    ('sea zone 6', 'the Central United States', 'the Dutch')
    """
    if _NEUTRALS.fullmatch(name):
        return f"the {name[:1].lower()}{name[1:]}"
    if known := _OF_NAME.get(name.casefold()):
        return known
    if _ZONE.match(name) or "/" in name:
        return name
    return f"the {name}" if _THE_FIRST.match(name) or _THE_LAST.fullmatch(name) else name


def possessive(who: str) -> str:
    """Put a name, as it stands in a sentence, into the possessive.

    Examples
    --------
    >>> possessive("Germany"), possessive("the United States"), possessive("ANZAC")
    ("Germany's", "the United States'", "ANZAC's")
    """
    return f"{who}'" if who.endswith("s") else f"{who}'s"


def capitalized(sentence: str) -> str:
    """Begin a sentence with a capital letter.

    Examples
    --------
    >>> capitalized("the war"), capitalized("sea zone 6 is free"), capitalized("<b>")
    ('The war', 'Sea zone 6 is free', '<b>')
    """
    return f"{sentence[:1].upper()}{sentence[1:]}"


def plural(name: str) -> str:
    """Put a word for a unit or another thing into the plural.

    Examples
    --------
    >>> plural("tank"), plural("minor industrial complex"), plural("mechanized infantry")
    ('tanks', 'minor industrial complexes', 'mechanized infantry')
    >>> plural("tank (landing)")
    'tanks (landing)'
    """
    name, bracket, duty = name.partition(" (")
    if bracket:
        return f"{plural(name)}{bracket}{duty}"
    last = name.casefold().replace("_", " ").rpartition(" ")[2]
    if last in _UNCOUNTED:
        return name
    if last.endswith("y") and last[-2:-1] not in "aeiou":
        return f"{name[:-1]}ies"
    return f"{name}es" if last.endswith(_HISSING) else f"{name}s"


def count_of(number: int, unit_type: str) -> str:
    """A number of units in words.

    Examples
    --------
    >>> count_of(2, "tank"), count_of(3, "infantry"), count_of(1, "naval base")
    ('2 tanks', '3 infantry', '1 naval base')
    """
    return f"{number} {unit_type if number == 1 else plural(unit_type)}"


def list_of(words: Iterable[str]) -> str:
    """Join words as a sentence does.

    Examples
    --------
    >>> list_of(["Malta"]), list_of(["1 tank", "2 infantry", "1 AAA"])
    ('Malta', '1 tank, 2 infantry and 1 AAA')
    """
    items = list(words)
    return " and ".join([", ".join(items[:-1]), items[-1]] if len(items) > 1 else items)


def either_of(words: Iterable[str]) -> str:
    """Join words as a sentence does when one of them is to be chosen.

    Examples
    --------
    >>> either_of(["Malta"]), either_of(["fight", "retreat", "submerge"])
    ('Malta', 'fight, retreat or submerge')
    """
    items = list(words)
    return " or ".join([", ".join(items[:-1]), items[-1]] if len(items) > 1 else items)


def places_of(names: Iterable[str], join: Callable[[Iterable[str]], str] = list_of) -> str:
    """Join names of spaces as a sentence does: in order, numbered ones last and together.

    Each has its article, where it takes one.

    Parameters
    ----------
    names
        The spaces.
    join
        `list_of` for all of them, `either_of` for any of them.

    Examples
    --------
    >>> places_of(["sea zone 110", "Poland", "sea zone 9", "Alaska"])
    'Alaska, Poland and sea zones 9 and 110'
    >>> places_of(["Urals", "Caucasus", "Russia"])
    'the Caucasus, Russia and the Urals'
    >>> places_of(["sea zone 110", "sea zone 9"], either_of)
    'sea zones 9 or 110'
    """
    plain: list[str] = []
    numbered: dict[str, list[int]] = {}
    for name in dict.fromkeys(names):
        kind, _, number = name.rpartition(" ")
        if kind and number.isdecimal():
            numbered.setdefault(kind, []).append(int(number))
        else:
            plain.append(name)
    said = [the(name) for name in sorted(plain)]
    for kind, numbers in sorted(numbered.items()):
        listed = join(map(str, sorted(numbers)))
        said.append(f"{plural(kind) if len(numbers) > 1 else kind} {listed}")
    return join(said)


def share(chance: float) -> str:
    """Return a probability in per cent, never rounded to what it is not.

    Examples
    --------
    >>> share(0.637), share(0.999), share(0.0)
    ('64%', 'over 99%', '0%')
    """
    if chance <= 0 or chance >= 1:
        return f"{100 * chance:.0f}%"
    if chance < 0.005:
        return "under 1%"
    return "over 99%" if chance > 0.995 else f"{100 * chance:.0f}%"
