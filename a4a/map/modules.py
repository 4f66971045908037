"""JavaScript modules made into one, by the imports that they declare.

Each module becomes a function that is called once and returns what it exports, after those that it
imports from; so a name is seen only where it is declared or imported, as in the files themselves.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from posixpath import dirname, join, normpath
from typing import Final

from a4a.core.errors import A4AError

_IMPORT: Final = re.compile(
    r"^import (?P<what>\w+|\{[\w\s,]*\}) from \"(?P<path>\.{1,2}/[\w./-]+)\""
    r"( with \{ type: \"json\" \})?;$",
    re.MULTILINE,
)
_EXPORT: Final = re.compile(
    r"^export (?P<declaration>(?:(?:async )?function\*?|class|const) (?P<name>\w+))",
    re.MULTILINE,
)
_DEFAULT: Final = re.compile(r"^export default (?=\S)", re.MULTILINE)
_OTHER: Final = re.compile(r"^(?:import|export)\b.*", re.MULTILINE)


def bundle(entry: str, read: Callable[[str], str]) -> str:
    r"""Return a module that exports what `entry` exports, and imports nothing.

    A module may import names (``import { a, b } from "./c.js";``), a default, and JSON (``import C
    from "./c.json" with { type: "json" };``), and may export what it declares, where it declares
    it. Modules do not import each other in a ring.

    Parameters
    ----------
    entry
        The path of the module.
    read
        Gives the text of a path.

    Raises
    ------
    A4AError
        If an import or export is written in another way, or names nothing that is exported; or if
        imports go in a ring.

    Examples
    --------
    >>> texts = {
    ...     "one.js": "export const ONE = 1;",
    ...     "two.js": 'import { ONE } from "./one.js";\nexport const TWO = ONE + ONE;',
    ... }
    >>> print(bundle("two.js", texts.__getitem__))
    const one_js = (() => {
    const ONE = 1;
    return { ONE };
    })();
    const two_js = (() => {
    const { ONE } = one_js;
    const TWO = ONE + ONE;
    return { TWO };
    })();
    export const { TWO } = two_js;
    """
    modules: dict[str, _Module] = {}
    _gather(entry, read, modules, ())
    parts = [f"const {_name(path)} = {module.code};" for path, module in modules.items()]
    names = [name for name in modules[entry].exports if name != "default"]
    if names:
        parts.append(f"export const {{ {', '.join(names)} }} = {_name(entry)};")
    if "default" in modules[entry].exports:
        parts.append(f"export default {_name(entry)}.default;")
    return "\n".join(parts)


@dataclass(frozen=True, slots=True)
class _Module:
    """A module as an expression whose value has its exports."""

    code: str
    exports: tuple[str, ...]
    imports: dict[str, tuple[str, ...]] = field(default_factory=dict)


def _gather(
    path: str, read: Callable[[str], str], modules: dict[str, _Module], way: tuple[str, ...]
) -> None:
    """Add a module to those there are, after those that it imports from."""
    if path in way:
        ring = " -> ".join((*way[way.index(path) :], path))
        raise A4AError(
            f"{path} imports itself: {ring}; move what they share to a module of its own"
        )
    if path in modules:
        return
    module = _json(read(path)) if path.endswith(".json") else _parsed(path, read(path))
    for other, names in module.imports.items():
        _gather(other, read, modules, (*way, path))
        for name in names:
            if name not in modules[other].exports:
                raise A4AError(f"{path} imports {name} from {other}, which does not export it")
    modules[path] = module


def _json(text: str) -> _Module:
    return _Module(f"{{ default: {json.dumps(json.loads(text))} }}", ("default",))


def _parsed(path: str, text: str) -> _Module:
    imports: dict[str, tuple[str, ...]] = {}

    def taken(match: re.Match[str]) -> str:
        other = normpath(join(dirname(path), match["path"]))
        what = " ".join(match["what"].split())
        named = what.startswith("{")
        names = tuple(re.findall(r"\w+", what)) if named else ("default",)
        imports[other] = imports.get(other, ()) + names
        return f"const {what if named else f'{{ default: {what} }}'} = {_name(other)};"

    body = _IMPORT.sub(taken, text.strip())
    exports = [match["name"] for match in _EXPORT.finditer(body)]
    given = list(exports)
    body = _EXPORT.sub(r"\g<declaration>", body)
    if _DEFAULT.search(body):
        body = _DEFAULT.sub("const $default = ", body)
        exports.append("default")
        given.append("default: $default")
    if other := _OTHER.search(body):
        raise A4AError(
            f"{path} has {other[0]!r}, which is not understood: imports are on lines of their own, "
            'as import { a } from "./b.js"; exports stand before what is declared'
        )
    code = f"(() => {{\n{body}\nreturn {{ {', '.join(given)} }};\n}})()"
    return _Module(code, tuple(exports), imports)


def _name(path: str) -> str:
    """The name of a module in the bundle."""
    return re.sub(r"\W", "_", path)
