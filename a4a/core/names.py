"""Finding things by name: exact names, aliases from other programs, near misses."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable
from typing import Generic, Protocol, TypeVar

from a4a.core.errors import A4AError, DatasetError


class Named(Protocol):
    """Anything with a name and other names by which programs and books know it."""

    @property
    def name(self) -> str:
        """The one name it goes by here."""

    @property
    def aliases(self) -> tuple[str, ...]:
        """Other names it is known by."""


T = TypeVar("T", bound=Named)

_JUNK = re.compile(r"[^0-9a-z]+")
_LONGEST = 80
"""Most characters of an unknown name that are compared and repeated in a message."""


def one(name: str) -> str:
    """Put the article before the name of a thing.

    Examples
    --------
    >>> one("tank"), one("air base")
    ('a tank', 'an air base')
    """
    return f"{'an' if name[:1].casefold() in set('aeiou') else 'a'} {name}"


def plain(name: str) -> str:
    """Reduce a name to what people mean by it, whatever its case, accents, spacing and slashes.

    Examples
    --------
    >>> plain("Holland/Belgium") == plain("holland belgium")
    True
    """
    return _JUNK.sub(" ", name.casefold()).strip()


def is_folder_name(name: str) -> bool:
    """Whether a folder that somebody names in a file or a page may be called so.

    Examples
    --------
    >>> is_folder_name("paris-1940"), is_folder_name("../secret"), is_folder_name("")
    (True, False, False)
    """
    return re.fullmatch("[a-z0-9][a-z0-9-]{0,59}", name) is not None


class NameIndex(Generic[T]):
    """A lookup of things by name, alias, or a spelling that differs in case and punctuation.

    Parameters
    ----------
    things
        What can be found. A name must belong to one thing only, as name or alias.
    kind
        What the things are, for messages: ``"space"``, ``"power"``.

    Raises
    ------
    DatasetError
        If two things share a name or alias.
    """

    def __init__(self, things: Iterable[T], *, kind: str) -> None:
        self._kind = kind
        self._exact: dict[str, T] = {}
        self._loose: dict[str, T | None] = {}
        pending: list[tuple[str, T]] = []
        for thing in things:
            if thing.name in self._exact:
                raise DatasetError(f"two {kind}s are named {thing.name!r}")
            self._exact[thing.name] = thing
            pending += [(alias, thing) for alias in thing.aliases]
        names = tuple(self._exact)
        for alias, thing in pending:
            known = self._exact.setdefault(alias, thing)
            if known is not thing:
                raise DatasetError(
                    f"{alias!r} means two {kind}s: {known.name!r} and {thing.name!r}"
                )
        self.names = names
        for text, thing in self._exact.items():
            key = plain(text)
            # A loose spelling shared by two things finds neither.
            self._loose[key] = thing if self._loose.get(key, thing) is thing else None

    def get(self, name: str) -> T | None:
        """Return the thing of this name or alias, or None."""
        found = self._exact.get(name)
        return found if found is not None else self._loose.get(plain(name))

    def find(self, name: str) -> T:
        """Return the thing of this name or alias.

        Raises
        ------
        A4AError
            If there is none; the message offers the nearest names.
        """
        if not isinstance(name, str):
            raise A4AError(f"{name!r} is no {self._kind}: give its name as text")
        if (exact := self._exact.get(name)) is not None:
            return exact  # by far the most common
        found = self.get(name)
        if found is None:
            name = name if len(name) <= _LONGEST else f"{name[:_LONGEST]}..."
            near = difflib.get_close_matches(plain(name), list(self._loose), n=3, cutoff=0.6)
            hits = {t.name: None for t in (self._loose[n] for n in near) if t is not None}
            hint = f"; did you mean {' or '.join(map(repr, hits))}?" if hits else ""
            raise A4AError(f"no {self._kind} {name!r}{hint}")
        return found
