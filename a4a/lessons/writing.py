"""Writing plans as TOML that people read: what is short in one line, what is long as blocks."""

from __future__ import annotations

from typing import Any, Final

import msgspec
import tomlkit
from tomlkit.items import Item

from a4a.lessons.plan import Plan

_SHORT: Final = 92
"""Most characters of a table, or of a member of a list, that is written in one line."""


_FIRST: Final = ("format", "kind", "goal", "id", "title", "text")


def toml_of(plan: Plan) -> str:
    """Return a plan as TOML, from which `a4a.lessons.reading.plan_of` reads it back.

    Examples
    --------
    >>> from a4a.lessons.plan import Given, Start, Window
    >>> script = (Given(order="EndPhase"), Given(order="EndPhase", faces=(6, 1)))
    >>> windows = (Window(title="Then", script=script),)
    >>> start = Start(system="europe1940")
    >>> print(toml_of(Plan(id="gap", title="Mind the gap", start=start, windows=windows)))
    format = 1
    id = "gap"
    title = "Mind the gap"
    <BLANKLINE>
    [start]
    system = "europe1940"
    <BLANKLINE>
    [[windows]]
    title = "Then"
    script = [
        {order = "EndPhase"},
        {order = "EndPhase", faces = [6, 1]},
    ]
    <BLANKLINE>
    """
    built: dict[str, Any] = msgspec.to_builtins(plan)
    document = tomlkit.document()
    for name, value in _ordered({"format": plan.format, **built}, top=True):
        document.append(name, _item(value, top=True))
    return tomlkit.dumps(document)


def _ordered(table: dict[str, Any], *, top: bool = False) -> list[tuple[str, Any]]:
    """A table's fields: what it is comes first, then all that has no heading of its own."""
    return sorted(
        table.items(),
        key=lambda field: (_is_block(field[1], top=top), field[0] not in _FIRST),
    )


def _is_block(value: Any, *, top: bool = False) -> bool:
    """Whether a value is written below a heading of its own: tables that are long, or at the top.

    A line breaks anywhere but within a table, so what has long texts is a block.
    """
    if isinstance(value, dict):
        return top or len(_line(value)) > _SHORT
    if isinstance(value, list | tuple) and value and isinstance(value[0], dict):
        return top or any(len(_line(each)) > _SHORT for each in value)
    return False


def _line(value: Any) -> str:
    """A value in one line."""
    if isinstance(value, dict):
        return f"{{{', '.join(f'{name} = {_line(each)}' for name, each in value.items())}}}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_line, value))}]"
    return str(tomlkit.item(value).as_string())


def _item(value: Any, *, top: bool = False) -> Item:
    if isinstance(value, dict):
        return _table(value) if _is_block(value, top=top) else _inline(value)
    if isinstance(value, list | tuple):
        return _list(value, top=top)
    if isinstance(value, str) and "\n" in value and "\r" not in value:
        # The newline after the opening quotes is not part of the text.
        text = tomlkit.string(value, multiline=True).as_string()
        return tomlkit.value(f'"""\n{text[3:]}')
    item: Item = tomlkit.item(value)
    return item


def _table(value: dict[str, Any]) -> Item:
    table = tomlkit.table()
    for name, each in _ordered(value):
        table.append(name, _item(each))
    return table


def _inline(value: dict[str, Any]) -> Item:
    table = tomlkit.inline_table()
    for name, each in value.items():
        table.append(name, _inline(each) if isinstance(each, dict) else _item(each))
    return table


def _list(value: list[Any] | tuple[Any, ...], *, top: bool) -> Item:
    if _is_block(value, top=top):
        tables = tomlkit.aot()
        for each in value:
            tables.append(_table(each))
        return tables
    array = tomlkit.array()
    for each in value:
        array.append(_inline(each) if isinstance(each, dict) else tomlkit.item(each))
    return array.multiline(len(_line(value)) > _SHORT or isinstance(next(iter(value), 0), dict))
