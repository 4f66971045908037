"""Prose: Markdown as a tree of a few kinds of elements, and the words that are in it.

Nothing of it is HTML. What a text has of HTML stays the text it is; a picture becomes a link to it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

Tree: TypeAlias = "tuple[Piece, ...]"
"""Pieces one after another."""
Piece: TypeAlias = "str | tuple[str, str, Tree]"
"""Text; or an element: its tag, its detail (where `a` leads, what `ol` counts from), its inside."""

BLOCKS: Final = frozenset({"p", "h5", "h6", "blockquote", "pre", "ul", "ol", "li", "hr"})
INLINE: Final = frozenset({"em", "strong", "code", "a", "br"})
MOST_DEEP: Final = 16
"""Most elements inside each other; what nests deeper is shown as it was written."""

_HEADINGS = {"h1": "h5", "h2": "h6", "h3": "h6", "h4": "h6", "h5": "h6", "h6": "h6"}
_LINK = re.compile(r"(?:https?://[!-~]|mailto:[!-~])[!-~]{0,2000}", re.IGNORECASE)
_PLACE = re.compile(
    r"#(?:chapter=[\w.~%-]{1,200}(?:&node=[0-9]{1,15})?|node=[0-9]{1,15})", re.ASCII
)
_ADDRESS = re.compile(r"\bhttps?://[^\s<>\"“”]+", re.IGNORECASE)
_AFTER = ".,;:!?'*_~"


def is_link(url: str) -> bool:
    """Whether prose may link to something: the web, an address to write to, a place of the game.

    Examples
    --------
    >>> is_link("#node=12"), is_link("#chapter=2&node=12"), is_link("mailto:ann@example.org")
    (True, True, True)
    >>> is_link("javascript:alert(1)"), is_link("file:///etc/passwd"), is_link("#top")
    (False, False, False)
    """
    return bool(_LINK.fullmatch(url) or _PLACE.fullmatch(url))


@lru_cache(maxsize=4096)
def prose(text: str, *, lines: Literal["kept", "joined"] = "kept") -> Tree:
    r"""Return a Markdown text as a tree, which is JSON once it is written.

    Addresses of the web are links.

    Parameters
    ----------
    text
        Markdown.
    lines
        Whether a line ends where it ends in the text, as people write comments; or the lines of a
        paragraph are joined, as files are written.

    Examples
    --------
    >>> prose("**Paris** falls, see [why](#node=12).")
    (('p', '', (('strong', '', ('Paris',)), ' falls, see ', ('a', '#node=12', ('why',)), '.')),)
    >>> prose("one\ntwo"), prose("one\ntwo", lines="joined")
    ((('p', '', ('one', ('br', '', ()), 'two')),), (('p', '', ('one two',)),))
    >>> prose("<b>no</b>")
    (('p', '', ('<b>no</b>',)),)
    """
    parser = _parser()
    try:
        tree = tuple(_Reading(parser.normalizeLink, lines).all(parser.parse(text)))
    except _AsWrittenError:
        tree = ()
    return tree or (("p", "", (text,)),)


def words(text: str) -> str:
    r"""Return the words of a Markdown text: what is left where nothing can be set.

    Examples
    --------
    >>> words("# Why?\n\n* **Paris** falls\n* [see](#node=12)")
    'Why?\n• Paris falls\n• see'
    """
    return re.sub(r"\n+", "\n", "".join(_told(prose(text)))).strip("\n")


class _AsWrittenError(Exception):
    """The text is no prose as we have it: elements nest too deep, or are others."""


@lru_cache(maxsize=1)
def _parser() -> MarkdownIt:
    from markdown_it import MarkdownIt  # few games have any prose

    # What nests deeper than the parser goes is lost to it, so it goes further than we do.
    parser = MarkdownIt("commonmark", {"html": False, "maxNesting": 3 * MOST_DEEP})
    parser.validateLink = is_link  # type: ignore[method-assign]
    return parser


class _Reading:
    """Tokens read into a tree."""

    def __init__(self, normal: Callable[[str], str], lines: str) -> None:
        self.normal, self.lines = normal, lines
        self.open: list[tuple[str, str, list[Piece]]] = [("", "", [])]

    def all(self, tokens: Sequence[Token]) -> list[Piece]:
        """The pieces of all tokens."""
        for token in tokens:
            self.read(token)
        return self.open[0][2]

    def read(self, token: Token) -> None:
        """One token more."""
        tag = _HEADINGS.get(token.tag, token.tag)
        if token.hidden:
            return  # the paragraph of an item of a list that is written without empty lines
        if token.type == "inline":
            for child in token.children or ():
                self.read(child)
        elif token.type == "text":
            self.text(token.content)
        elif token.type == "softbreak" and self.lines == "joined":
            self.text(" ")
        elif token.type in ("softbreak", "hardbreak"):
            self.put("br")
        elif token.type == "image":
            self.begin("a", str(token.attrs["src"]))
            self.text(token.content or "picture")
            self.end()
        elif token.type in ("code_inline", "code_block", "fence"):
            self.put("code" if token.type == "code_inline" else "pre", token.content.rstrip("\n"))
        elif token.nesting > 0:
            first = token.attrs.get("start", "") if tag == "ol" else token.attrs.get("href", "")
            self.begin(tag, str(first))
        elif token.nesting < 0:
            self.end()
        else:
            self.put(tag)

    def begin(self, tag: str, detail: str = "") -> None:
        """Begin an element."""
        if len(self.open) > MOST_DEEP:
            raise _AsWrittenError
        self.open.append((tag, detail, []))

    def end(self) -> None:
        """End the element that was begun last."""
        tag, detail, inside = self.open.pop()
        if tag == "a" and (self.linked or not is_link(detail)):
            self.open[-1][2].extend(inside)  # no link is in another: a picture may be in one
        elif tag in BLOCKS | INLINE:
            seen = inside or ([detail] if tag == "a" else [])
            self.open[-1][2].append((tag, detail, tuple(seen)))
        else:
            raise _AsWrittenError

    def put(self, tag: str, text: str = "") -> None:
        """Add a whole element."""
        self.begin(tag)
        if text:
            self.open[-1][2].append(text)
        self.end()

    @property
    def linked(self) -> bool:
        """Whether what comes is in a link."""
        return any(tag == "a" for tag, _, _ in self.open)

    def text(self, text: str) -> None:
        """Add text; the addresses in it are links."""
        done = 0
        for found in _ADDRESS.finditer(text) if not self.linked else ():
            address = _trimmed(found[0])
            self._plain(text[done : found.start()])
            self.begin("a", self.normal(address))
            self._plain(address)
            self.end()
            done = found.start() + len(address)
        self._plain(text[done:])

    def _plain(self, text: str) -> None:
        inside = self.open[-1][2]
        if text and inside and isinstance(inside[-1], str):
            inside[-1] += text
        elif text:
            inside.append(text)


def _trimmed(address: str) -> str:
    """An address without the marks of the sentence that it stands in."""
    while address[-1] in _AFTER or any(
        address[-1] == end and address.count(end) > address.count(begin)
        for begin, end in (("(", ")"), ("[", "]"))
    ):
        address = address[:-1]
    return address


def _told(tree: Tree, number: int | None = None) -> Iterator[str]:
    """The words of pieces, those of blocks in lines of their own; items from `number`."""
    for piece in tree:
        if isinstance(piece, str):
            yield piece
            continue
        tag, detail, inside = piece
        if tag in BLOCKS or tag == "br":
            yield "\n"
        if tag == "li":
            yield "• " if number is None else f"{number}. "
            number = None if number is None else number + 1
            told = "".join(_told(inside))
            yield told.lstrip("\n")
        else:
            yield from _told(inside, int(detail or 1) if tag == "ol" else None)
        if tag in BLOCKS:
            yield "\n"
