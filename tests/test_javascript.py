"""The linter of the browser code finds what `make test` shall not let pass."""

from __future__ import annotations

import json
import shutil
import subprocess
import sysconfig
from pathlib import Path

import pytest

OTHER = "export const one = 1;\nexport const two = 2;\n"
RING = 'import { sum } from "./planted.js";\n\nexport const one = sum(1);\n'
CLEAN = 'import { one } from "./other.js";\n\nexport function sum(a) {\n  return a + one;\n}\n'

PLANTED = {
    "no-undef": CLEAN.replace("a + one", "a + one + three"),
    "no-unused-vars": CLEAN.replace("return", "const left = 1;\n  return"),
    "no-unused-vars (import)": CLEAN.replace("{ one }", "{ one, two }"),
    "named": CLEAN.replace("{ one }", "{ one, three }").replace("a + one", "a + one + three"),
    "no-cycle": CLEAN.replace("./other.js", "./ring.js"),
    "no-dupe-keys": CLEAN.replace("a + one", "{ a: one, a }"),
    "no-dupe-class-members": f"{CLEAN}\nexport class A {{\n  b() {{}}\n\n  b() {{}}\n}}\n",
    "no-unreachable": CLEAN.replace("a + one;", "a + one;\n  sum(a);"),
    "no-shadow": CLEAN.replace("return a", "const two = (a) => a;\n  return two(a)"),
}


def lint(folder: Path, project: Path) -> list[tuple[str, str]]:
    """The rules that scripts in a folder break, with what is said of each."""
    linter = Path(sysconfig.get_path("scripts")) / "oxlint"
    command = [linter, "--config", project / ".oxlintrc.json", "--format", "json", "."]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    found = json.loads(done.stdout)["diagnostics"]
    assert bool(found) == bool(done.returncode)
    return [(fault.get("code", ""), fault["message"]) for fault in found]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "other.js").write_text(OTHER)
    (tmp_path / "clean.js").write_text(CLEAN)
    return tmp_path


def test_clean_code_passes(folder: Path, project: Path) -> None:
    assert lint(folder, project) == []


@pytest.mark.parametrize("rule", PLANTED)
def test_a_planted_fault_is_found(rule: str, folder: Path, project: Path) -> None:
    (folder / "planted.js").write_text(PLANTED[rule])
    (folder / "ring.js").write_text(RING)
    assert f"({rule.split()[0]})" in str(lint(folder, project))


def test_an_undefined_name_in_our_own_code_is_found(folder: Path, project: Path) -> None:
    """As it was once: a class in a bundle, with names that the bundle did not have."""
    shutil.copytree(project / "a4a" / "map" / "static", folder / "static")
    story = folder / "static" / "story.js"
    declared = 'import { keepFromMap } from "./leaflet.js";\n'
    text = story.read_text(encoding="utf-8")
    story.write_text(text.replace(declared, ""), encoding="utf-8")
    assert lint(folder, project) == [("eslint(no-undef)", "'keepFromMap' is not defined.")]


def test_make_test_lints_the_browser_code(project: Path) -> None:
    recipe = (project / "Makefile").read_text(encoding="utf-8").split("\ntest: ")[1]
    assert "\t$(BIN)/oxlint --deny-warnings a4a tests\n" in recipe.split("\n\n")[0] + "\n"
