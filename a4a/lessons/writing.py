"""Writing plans as TOML that people read: long texts as blocks, the rest in the order of fields."""

from __future__ import annotations

from typing import Any

import msgspec
import tomlkit
from tomlkit.items import Item

from a4a.lessons.plan import Plan


def toml_of(plan: Plan) -> str:
    """Return a plan as TOML.

    Examples
    --------
    >>> from a4a.lessons.plan import Start
    >>> print(toml_of(Plan(id="gap", title="Mind the gap", start=Start(system="europe1940"))))
    format = 1
    id = "gap"
    title = "Mind the gap"
    <BLANKLINE>
    [start]
    system = "europe1940"
    <BLANKLINE>
    """
    document = tomlkit.document()
    built: dict[str, Any] = msgspec.to_builtins(plan)
    built = {"format": plan.format, **built}
    tables = [name for name, value in built.items() if _is_table(value)]
    for name in [*(n for n in built if n not in tables), *tables]:
        document.append(name, _item(built[name]))
    return tomlkit.dumps(document)


def _is_table(value: Any) -> bool:
    """Whether a value is written below a heading of its own."""
    return isinstance(value, dict) or (
        isinstance(value, list | tuple) and bool(value) and isinstance(value[0], dict)
    )


def _item(value: Any) -> Item:
    if isinstance(value, dict):
        table = tomlkit.table()
        tables = [name for name, each in value.items() if _is_table(each)]
        for name in [*(n for n in value if n not in tables), *tables]:
            table.append(name, _item(value[name]))
        return table
    if isinstance(value, list | tuple) and value and all(isinstance(v, dict) for v in value):
        tables_ = tomlkit.aot()
        for each in value:
            tables_.append(_item(each))
        return tables_
    if isinstance(value, str) and "\n" in value and "\r" not in value:
        return tomlkit.string(value, multiline=True)
    item: Item = tomlkit.item(value)
    return item
