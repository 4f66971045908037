"""What a notation says before its first line: tags for the header, and where the game starts."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

import msgspec

from a4a.core.board import Board
from a4a.core.catalog import Catalog
from a4a.core.errors import A4AError
from a4a.core.position import Position
from a4a.core.record import GameRecord
from a4a.core.steps import Header
from a4a.core.variations import Variation
from a4a.rules import rules_of
from a4a.rules.ruleset import Ruleset
from a4a.rules.systems import comes_with_a4a, recorded_options, ruleset
from a4a.texts.notating.fields import fields_of
from a4a.texts.notating.groups import NOWHERE
from a4a.texts.notating.scanner import NotationError, Scanner, valued

VERSION: Final = 1
"""The version of the notation that is written."""
_HEADER: Final = {name.capitalize(): name for name in Header.__struct_fields__}
_PARTS: Final[Mapping[str, tuple[str, type[msgspec.Struct]]]] = {
    "Board": ("board", Board), "Catalog": ("catalog", Catalog),
}  # fmt: skip


class Setting(msgspec.Struct, frozen=True):
    """What tags say.

    Parameters
    ----------
    header, board, catalog, start
        As in a record.
    rules
        The rules that orders are given to, or None.
    used
        The highest step id ever used, or 0.
    variations
        What is said of variations.
    """

    header: Header
    board: Board
    catalog: Catalog
    start: Position
    rules: Ruleset | None = None
    used: int = 0
    variations: tuple[Variation, ...] = ()


def setting_of(record: GameRecord, *, rules: str | Path | None) -> Setting:
    """Return the setting of a record, with its rules if there are any."""
    found: Ruleset | None
    try:
        found = rules_of(record, rules=rules)
    except A4AError:
        found = None
    used = record.used if record.used > max(record.steps, default=0) else 0
    return Setting(
        record.header, record.board, record.catalog, record.start, found, used,
        record.told_variations,
    )  # fmt: skip


def tags(setting: Setting) -> Iterator[str]:
    """Yield the tags of a setting, a line each."""
    yield f"[Notation {VERSION}]"
    usual = Header(system="")
    for tag, name in _HEADER.items():
        if (value := getattr(setting.header, name)) != getattr(usual, name) or name == "system":
            yield f"[{tag} {valued(msgspec.to_builtins(value))}]"
    start = setting.rules.start() if setting.rules is not None else None
    if start is not None:
        yield f'[Start "{_digest(start)}"]'
    for tag, (name, _) in _PARTS.items():
        value = getattr(setting, name)
        if start is None or not _same(value, getattr(start, name)):
            yield f"[{tag} {valued(msgspec.to_builtins(value))}]"
    known = Position() if start is None else start.start
    for name in Position.__struct_fields__:
        value = getattr(setting.start, name)
        if not _same(value, getattr(known, name)):
            told = fields_of(Position).one(name, msgspec.to_builtins(value), NOWHERE)
            yield f"[Position {told}]"
    if setting.used:
        yield f"[Used {setting.used}]"
    for variation in setting.variations:
        told = fields_of(Variation).write(msgspec.to_builtins(variation), NOWHERE)
        yield f"[Variation {told}]"


def _same(one: Any, other: Any) -> bool:
    """Whether values are the same byte for byte: the order within them counts."""
    return msgspec.json.encode(one) == msgspec.json.encode(other)


def _digest(start: GameRecord) -> str:
    """What tells a start position from another, or from itself before its tables changed."""
    parts = msgspec.json.encode([start.board, start.catalog, start.start])
    return hashlib.sha256(parts).hexdigest()[:16]


class TagReader:
    """Takes in tags one by one, and makes a setting of them.

    Parameters
    ----------
    rules
        The folder of the mod that the game is played by, or None.
    """

    def __init__(self, rules: str | Path | None) -> None:
        self._rules = rules
        self._said: dict[str, Any] = {}
        self._position: dict[str, Any] = {}
        self._variations: list[Variation] = []

    def read(self, scanner: Scanner) -> None:
        """Take in a tag."""
        scanner.expect("[")
        scanner.skip()
        at = scanner.at
        tag = scanner.tag()
        if not self._said and tag != "Notation":
            scanner.fail("a notation begins with [Notation 1]", at=at)
        if tag in self._said:
            scanner.fail(f"a second {tag}", at=at)
        if tag == "Position":
            fields = fields_of(Position)
            self._position |= fields.resolve(fields.read(scanner), NOWHERE)
        elif tag == "Variation":
            self._variations.append(
                _converted(scanner, fields_of(Variation).read(scanner), Variation)
            )
        elif tag in ("Notation", "Start", "Used", *_HEADER, *_PARTS):
            self._said[tag] = scanner.json()
        else:
            scanner.fail(f"there is no tag {tag!r}", at=at)
        if tag == "Notation" and self._said[tag] != VERSION:
            scanner.fail(f"this a4a reads version {VERSION} of the notation", at=at)
        scanner.expect("]")
        if not scanner.ended:
            scanner.fail(f"nothing can follow a tag, not {scanner.rest}")

    def setting(self) -> Setting:
        """Return the setting.

        Raises
        ------
        A4AError
            If something is missing or does not fit.
        """
        said = self._said
        if "System" not in said:
            raise NotationError("line 1: no notation of a game, which has a [System ...]")
        header = _made({name: said[tag] for tag, name in _HEADER.items() if tag in said}, Header)
        rules = start = None
        if "Start" in said:
            rules = self._ruleset(header)
            start = rules.start()
            if _digest(start) != said["Start"]:
                raise NotationError(
                    f"this game began by other tables of {header.system[:80]!r} than there are now"
                )
        parts = {}
        for tag, (name, kind) in _PARTS.items():
            if tag in said:
                parts[name] = _made(said[tag], kind)
            elif start is not None:
                parts[name] = getattr(start, name)
            else:
                raise NotationError(f"a notation without [Start ...] has a [{tag} ...]")
        position = _made(self._position, Position)
        if start is not None:
            told = {name: getattr(position, name) for name in self._position}
            position = msgspec.structs.replace(start.start, **told)
        used = _made(said.get("Used", 0), int)
        return Setting(
            header, **parts, start=position, rules=rules, used=used,
            variations=tuple(self._variations),
        )  # fmt: skip

    def _ruleset(self, header: Header) -> Ruleset:
        if self._rules is None and not comes_with_a4a(header.system):
            raise NotationError(
                f"this game is played by {header.system[:80]!r}, which does not come with a4a; if "
                "it is a mod, give its folder: rules=..."
            )
        system = header.system if self._rules is None else self._rules
        return ruleset(system, recorded_options(system, header.options))


def _made(value: Any, kind: type[Any]) -> Any:
    try:
        return msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        raise NotationError(f"[{kind.__name__}]: {error}") from None


def _converted(scanner: Scanner, value: Any, kind: type[Any]) -> Any:
    try:
        return msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        scanner.fail(str(error))
