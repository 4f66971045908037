"""JavaScript modules are bundled by the imports that they declare."""

from __future__ import annotations

import re
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

import a4a
from a4a.core.errors import A4AError
from a4a.map.modules import bundle
from tests.test_project import FLOORS

PACKAGE = Path(a4a.__file__).parent
SCRIPTS = {
    path.relative_to(PACKAGE).as_posix(): path.read_text(encoding="utf-8")
    for path in sorted(PACKAGE.glob("*/static/*.js"))
}
IMPORTS = re.compile(r"^import (\w+|\{[^}]*\}) from \"([^\"]+)\"", re.MULTILINE)


def imports(path: str) -> dict[str, set[str]]:
    """The names that a script imports, by the path of the file that they come from."""
    return {
        (PACKAGE / path).parent.joinpath(other).resolve().relative_to(PACKAGE).as_posix(): set(
            re.findall(r"\w+", what) if what.startswith("{") else ["default"]
        )
        for what, other in IMPORTS.findall(SCRIPTS[path])
    }


def test_each_module_comes_once_after_those_that_it_imports_from() -> None:
    texts = {
        "map/a.js": (
            'import { b } from "./b.js";\nimport { c } from "../c.js";\nexport const a = b + c;'
        ),
        "map/b.js": 'import { c } from "../c.js";\nexport const b = c;',
        "c.js": "export const c = 1;",
    }
    code = bundle("map/a.js", texts.__getitem__)
    assert re.findall(r"^const (\w+) = \(", code, re.MULTILINE) == ["c_js", "map_b_js", "map_a_js"]


def test_what_is_not_exported_is_seen_nowhere_else() -> None:
    texts = {
        "a.js": 'import { one } from "./b.js";\nconst NOTHING = 0;\nexport default one + NOTHING;',
        "b.js": "const NOTHING = 1;\nexport const one = NOTHING;",
    }
    code = bundle("a.js", texts.__getitem__)
    assert code.index("const NOTHING = 1") < code.index("return { one };\n})();")
    assert "const { one } = b_js;\nconst NOTHING = 0;" in code
    assert code.endswith("return { default: $default };\n})();\nexport default a_js.default;")


def test_what_a_script_shares_with_python_is_json_that_it_imports() -> None:
    texts = {
        "a.js": 'import NUMBERS from "./n.json" with { type: "json" };\nexport default NUMBERS;',
        "n.json": '{\n  "most": 3\n}',
    }
    code = bundle("a.js", texts.__getitem__)
    assert 'const n_json = { default: {"most": 3} };' in code
    assert "const { default: NUMBERS } = n_json;" in code


def test_every_way_to_export_a_declaration() -> None:
    text = (
        "export function a() {}\nexport async function b() {}\nexport class C {}\n"
        "export const d = 1;\nexport function* e() {}\nconst own = 2;"
    )
    code = bundle("m.js", {"m.js": text}.__getitem__)
    assert code.endswith("return { a, b, C, d, e };\n})();\nexport const { a, b, C, d, e } = m_js;")
    assert "export function" not in code


def test_a_name_that_is_not_exported_is_refused() -> None:
    texts = {
        "a.js": 'import { two } from "./b.js";',
        "b.js": "export const one = 1;\nconst two = 2;",
    }
    with pytest.raises(A4AError, match=r"a\.js imports two from b\.js, which does not export it"):
        bundle("a.js", texts.__getitem__)


def test_imports_in_a_ring_are_refused() -> None:
    texts = {
        "a.js": 'import { b } from "./b.js";',
        "b.js": 'import { c } from "./c.js";\nexport const b = 1;',
        "c.js": 'import { b } from "./b.js";\nexport const c = 1;',
    }
    with pytest.raises(A4AError, match=r"b\.js imports itself: b\.js -> c\.js -> b\.js"):
        bundle("a.js", texts.__getitem__)


@pytest.mark.parametrize(
    "line",
    [
        'import * as b from "./b.js";',
        'import { b as c } from "b";',
        'import "./b.js";',
        "export let a = 1;",
        "export { a };",
        'export * from "./b.js";',
    ],
)
def test_imports_and_exports_in_other_forms_are_refused(line: str) -> None:
    with pytest.raises(A4AError, match=r"a\.js has '.*', which is not understood: imports are"):
        bundle("a.js", {"a.js": f"const one = 1;\n{line}", "b.js": ""}.__getitem__)


def test_scripts_import_only_down_the_floors() -> None:
    floors = {path: FLOORS[path.split("/")[0]] for path in SCRIPTS}
    assert [
        f"{path} imports {other}"
        for path in SCRIPTS
        for other in imports(path)
        if other.split("/")[0] != path.split("/")[0] and FLOORS[other.split("/")[0]] >= floors[path]
    ] == []


def test_every_script_is_one_that_a_view_or_the_page_runs() -> None:
    users = {path: imports(path) for path in SCRIPTS}
    views = {path for path, text in SCRIPTS.items() if re.search("^export default", text, re.M)}
    order = list(TopologicalSorter({path: list(users[path]) for path in users}).static_order())
    reached = set(views) | {"pages/static/page.js"}
    for path in reversed(order):
        if path in reached:
            reached |= set(users.get(path, ()))
    assert set(SCRIPTS) - reached == set()


def test_nothing_is_exported_that_nobody_imports() -> None:
    taken = {
        (other, name)
        for path in SCRIPTS
        for other, names in imports(path).items()
        for name in names
    }
    assert [
        f"{path} exports {name}"
        for path, text in SCRIPTS.items()
        for name in re.findall(r"^export (?:async )?(?:function\*?|class|const) (\w+)", text, re.M)
        if (path, name) not in taken
    ] == []
