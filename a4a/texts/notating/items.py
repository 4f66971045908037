"""The items of a line: events, orders, notes, and what is said of each beside its fields."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any, Final, TypeVar, get_args

import msgspec

from a4a.core.annotations import AnyAnnotation, Arrow, Comment, Glyph, Highlight
from a4a.core.catalog import Catalog
from a4a.core.events import AnyEvent
from a4a.core.state import State
from a4a.core.steps import Step, WrittenOrder
from a4a.rules.order import Order
from a4a.texts.notating.fields import fields_of
from a4a.texts.notating.groups import NOWHERE, Around
from a4a.texts.notating.scanner import Scanner, braced, named

BEGIN: Final = "begin"
"""The item for what the rules do before the first decision."""
NOTHING: Final = "nothing"
"""A step without events."""
ENGINE, UNSURE, AND, END = "*", "~", "|", ";"
"""Before events: the engine caused them, their order is reconstructed. Between events; items."""
_NODE: Final = frozenset({"id", "node", "text"})
_NOTES: Final[Mapping[str, type[AnyAnnotation]]] = {
    "glyph": Glyph, "arrow": Arrow, "highlight": Highlight,
}  # fmt: skip
_BRACE: Final = "{"
_ROUND: Final = re.compile(r"-?\d{1,10}(?=\.)")
StructT = TypeVar("StructT", bound=msgspec.Struct)


class Aside(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is said of a step or a note before it, between parentheses, where it is not the usual.

    Parameters
    ----------
    id
        Its id; the one after the last if 0.
    node
        The node of a note; the last one if None.
    cause, actors, text, order, author
        Of a step, as in `Step`; for None, who is active acted.
    """

    id: int = 0
    node: int | None = None
    cause: str = ""
    actors: tuple[str, ...] | None = None
    text: str = ""
    order: WrittenOrder | None = None
    author: str = ""


_USUAL: Final = Aside()


def aside_written(said: Aside) -> str:
    """What is said of an item, and a space; "" where all is as usual."""
    if said == _USUAL:
        return ""
    return f"({fields_of(Aside).write(msgspec.to_builtins(said), NOWHERE)}) "


def read_aside(scanner: Scanner, *, allowed: Iterable[str]) -> Aside:
    """Read what is said of an item; only some of it can be."""
    scanner.skip()
    at = scanner.at
    if not scanner.takes("("):
        return _USUAL
    value = fields_of(Aside).read(scanner)
    scanner.expect(")")
    for field in value:
        if field not in allowed:
            scanner.fail(f"{field} cannot be said of this", at=at)
    return converted(scanner, at, value, Aside)


def converted(scanner: Scanner, at: int, value: Any, kind: type[StructT]) -> StructT:
    """What was read, as what it should be."""
    try:
        return msgspec.convert(value, kind, str_keys=True)
    except msgspec.ValidationError as error:
        scanner.fail(str(error), at=at)


# --- events -------------------------------------------------------------------------------------


@cache
def _events() -> Mapping[str, type[msgspec.Struct]]:
    return {kind.__struct_config__.tag: kind for kind in get_args(AnyEvent)}


@cache
def _pattern(words: tuple[str, ...]) -> re.Pattern[str]:
    longest = sorted(words, key=len, reverse=True)
    return re.compile(rf"(?:{'|'.join(map(re.escape, longest))})(?![A-Za-z])")


def word_in(scanner: Scanner, words: Iterable[str]) -> str | None:
    """The word that is next, if it is one of some."""
    return scanner.match(_pattern(tuple(words)))


def event_written(event: AnyEvent, state: State) -> str:
    """An event as it is written, in the state before it."""
    fields = msgspec.to_builtins(event)
    around = Around(state, state.active)
    told = fields_of(type(event)).write(fields, around)
    return f"{fields['event']} {told}".rstrip()


def read_event(scanner: Scanner, state: State) -> AnyEvent:
    """Read an event, in the state before it."""
    scanner.skip()
    at = scanner.at
    word = word_in(scanner, _events())
    if word is None:
        scanner.fail(f"an event or an order is expected, not {scanner.rest}")
    kind: type[msgspec.Struct] = _events()[word]
    fields = fields_of(kind)
    value = fields.resolve(fields.read(scanner), Around(state, state.active))
    return converted(scanner, at, {"event": word, **value}, kind)  # type: ignore[return-value]


# --- orders -------------------------------------------------------------------------------------


def order_written(order: Order, state: State, actors: tuple[str, ...]) -> str:
    """An order as it is written, in the state in which it is given."""
    told = fields_of(type(order)).write(msgspec.to_builtins(order), Around(state, actors))
    return f"{order.kind} {told}".rstrip()


def read_order(
    scanner: Scanner, kind: type[Order], state: State, actors: tuple[str, ...], *, at: int
) -> Order:
    """Read an order behind its word."""
    fields = fields_of(kind)
    value = fields.resolve(fields.read(scanner), Around(state, actors))
    return converted(scanner, at, value, kind)


# --- notes --------------------------------------------------------------------------------------


def note_written(note: AnyAnnotation, said: Aside) -> str:
    """An annotation as it is written."""
    value = msgspec.to_builtins(note)
    told = fields_of(type(note), _NODE).write(value, NOWHERE)
    if isinstance(note, Comment):
        return f"{aside_written(said)}{braced(note.text)}{f', {told}' if told else ''}"
    return f"{aside_written(said)}{note.kind} {told}"


def sees_note(scanner: Scanner) -> bool:
    """Whether a note is next, whatever is said of it."""
    here = scanner.at
    if scanner.takes("("):
        fields_of(Aside).read(scanner)
        scanner.expect(")")
    found = scanner.sees(_BRACE) or word_in(scanner, _NOTES) is not None
    scanner.at = here
    return found


def read_note(scanner: Scanner, *, last: int, node: int) -> AnyAnnotation:
    """Read a note; its id and node are the usual ones where nothing else is said."""
    said = read_aside(scanner, allowed=("id", "node"))
    scanner.skip()
    at = scanner.at
    value: dict[str, Any] = {"id": said.id or last + 1}
    value["node"] = node if said.node is None else said.node
    kind: type[AnyAnnotation] = Comment
    if scanner.sees(_BRACE):
        value["text"] = scanner.braces()
        more = scanner.takes(",")
    else:
        kind, more = _NOTES[word_in(scanner, _NOTES) or "glyph"], True
    fields = fields_of(kind, _NODE)
    if more:
        value |= fields.read(scanner)
    word = kind.__struct_config__.tag
    return converted(scanner, at, {"kind": word, **value}, kind)


# --- what is usual ------------------------------------------------------------------------------


def marks_of(step: Step, active: tuple[str, ...]) -> tuple[str, Aside]:
    """The signs before a step that stands as events, and what is said of it besides its id."""
    sign = UNSURE if step.sequence == "reconstructed" else ""
    if step.cause == "engine" and not step.actors:
        sign += ENGINE
        cause, actors = "", None
    else:
        cause = "" if step.cause == "order" else step.cause
        actors = None if step.actors == active else step.actors
    return sign, Aside(
        cause=cause, actors=actors, text=step.text, order=step.order, author=step.author
    )


# --- labels -------------------------------------------------------------------------------------


def label_of(catalog: Catalog, round_: int, active: Sequence[str]) -> str:
    """What a line begins with: "2. Germany:", "2. Axis:", or "1.:" before anybody's turn."""
    names = " + ".join(map(named, catalog.sides_of(active)))
    return f"{round_}. {names}:" if names else f"{round_}.:"


def read_label(scanner: Scanner) -> str:
    """Read what a line begins with; return it as it would be written."""
    number = scanner.match(_ROUND)
    if number is None:
        scanner.fail(f"a line begins with its turn, as 1. Germany:, not with {scanner.rest}")
    scanner.expect(".")
    names: list[str] = []
    if not scanner.sees(":"):
        names.append(scanner.name())
        while scanner.takes("+"):
            names.append(scanner.name())
    scanner.expect(":")
    said = " + ".join(map(named, names))
    return f"{int(number)}. {said}:" if said else f"{int(number)}.:"
