"""A line of the notation, read from left to right."""

from __future__ import annotations

import json
import re
from typing import Any, Final, NoReturn

from a4a.core.errors import A4AError

_SIGNS = r",;|+>:=@#()\[\]{}\"\x00-\x1f\x7f"
_BARE: Final = re.compile(rf"[^\s{_SIGNS}](?:[^{_SIGNS}]*[^\s{_SIGNS}])?")
_KEY: Final = re.compile(r"[a-z_]+(?= ?=)")
_TAG: Final = re.compile(r"[A-Z][a-z]+")
_SPACE: Final = re.compile(r"[ \t]*")
_TEXT: Final = re.compile(r"[^\\}]*(?:\\.[^\\}]*)*")
_ESCAPED: Final = re.compile(r"\\(u[0-9a-fA-F]{4}|.)")
_HIDDEN: Final = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029]")
_NULL: Final = "null"
_MOST_SHOWN = 40


class NotationError(A4AError):
    """A text that is no notation of a game; the message names line and column."""


class Scanner:
    """Reads a line from left to right.

    Parameters
    ----------
    line
        The line.
    number
        Its number, for messages.
    """

    def __init__(self, line: str, number: int) -> None:
        self.line, self.number, self.at = line, number, 0

    def fail(self, says: str, *, at: int | None = None) -> NoReturn:
        """Raise NotationError for what is at a place, here if none is given."""
        column = (self.at if at is None else at) + 1
        raise NotationError(f"line {self.number}, column {column}: {says}")

    @property
    def rest(self) -> str:
        """What follows, cut short for messages."""
        rest = self.line[self.at : self.at + _MOST_SHOWN]
        return repr(rest) if rest else "the end of the line"

    def skip(self) -> None:
        """Pass over spaces."""
        found = _SPACE.match(self.line, self.at)
        self.at = found.end() if found else self.at

    def sees(self, sign: str) -> bool:
        """Whether a sign is next."""
        self.skip()
        return self.line.startswith(sign, self.at)

    def takes(self, sign: str) -> bool:
        """Whether a sign is next, which is then passed over."""
        found = self.sees(sign)
        self.at += len(sign) * found
        return found

    def expect(self, sign: str) -> None:
        """Pass over a sign that must be next."""
        if not self.takes(sign):
            self.fail(f"{sign!r} is expected, not {self.rest}")

    @property
    def ended(self) -> bool:
        """Whether nothing follows."""
        self.skip()
        return self.at >= len(self.line)

    def match(self, pattern: re.Pattern[str]) -> str | None:
        """What matches a pattern here, which is passed over; None if nothing does."""
        self.skip()
        found = pattern.match(self.line, self.at)
        if found is None:
            return None
        self.at = found.end()
        return found.group()

    def bare(self) -> str | None:
        """A name without quotation marks, or None."""
        return self.match(_BARE)

    def key(self) -> str | None:
        """The key of a field, if one is next: a word and "="."""
        found = self.match(_KEY)
        if found is not None:
            self.expect("=")
        return found

    def tag(self) -> str:
        """The name of a tag."""
        found = self.match(_TAG)
        if found is None:
            self.fail(f"the name of a tag is expected, not {self.rest}")
        return found

    def sees_key(self) -> bool:
        """Whether a word and "=" are next."""
        here = self.at
        found = self.key() is not None
        self.at = here
        return found

    def name(self) -> str:
        """A name, with or without quotation marks."""
        if self.sees('"'):
            value = self.json()
            assert isinstance(value, str)
            return value
        found = self.bare()
        if found is None:
            self.fail(f"a name is expected, not {self.rest}")
        return found

    def json(self) -> Any:
        """A value as JSON has it."""
        self.skip()
        try:
            value, self.at = _DECODER.raw_decode(self.line, self.at)
        except (ValueError, RecursionError):
            self.fail(f"a value is expected, not {self.rest}")
        return value

    def braces(self) -> str:
        """The text of a comment, between braces."""
        self.expect("{")
        found = _TEXT.match(self.line, self.at)
        here, self.at = self.at, found.end() if found else self.at
        if not self.line.startswith("}", self.at):
            self.fail("a comment has no closing brace", at=here - 1)
        text = _ESCAPED.sub(_unescaped, self.line[here : self.at])
        self.at += 1
        return text


def _refuse(constant: str) -> NoReturn:
    raise ValueError(constant)


_DECODER = json.JSONDecoder(parse_constant=_refuse)


def _unescaped(found: re.Match[str]) -> str:
    sign = found.group(1)
    if len(sign) > 1:
        return chr(int(sign[1:], 16))
    return "\n" if sign == "n" else sign


def braced(text: str) -> str:
    r"""Text between braces, in one line.

    Examples
    --------
    >>> print(braced("Case {White}\nbegins."))
    {Case {White\}\nbegins.}
    """
    text = text.replace("\\", "\\\\").replace("}", "\\}").replace("\n", "\\n")
    return "{" + _shown(text) + "}"


def named(text: str) -> str:
    """A name as it is written: between quotation marks where it would be taken for more.

    Examples
    --------
    >>> named("Holland/Belgium"), named("a + b"), named("")
    ('Holland/Belgium', '"a + b"', '""')
    """
    if _BARE.fullmatch(text) and text != _NULL and not _HIDDEN.search(text):
        return text
    return valued(text)


def valued(value: Any) -> str:
    """A value as JSON, in one line; text stands between quotation marks."""
    return _shown(json.dumps(value, ensure_ascii=False, separators=(",", ":")))


def _shown(text: str) -> str:
    """Text with what cannot be seen, or breaks lines, by its codes."""
    return _HIDDEN.sub(lambda found: f"\\u{ord(found.group()):04x}", text)
