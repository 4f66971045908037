"""What holds for the project as a whole: its floors, its packaging, what is never committed."""

from __future__ import annotations

import ast
import functools
import graphlib
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING
from zipfile import ZipFile

import pytest
import yaml

import a4a

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

# A module imports only from floors below its own, and within its own folder. `a4a/__init__.py` is
# a door: it holds lazy re-exports only. A new module or folder gets its floor here.
FLOORS = {
    **dict.fromkeys(["_version", "files"], 0),
    **dict.fromkeys(["core"], 1),
    **dict.fromkeys(["boards", "frames", "odds", "store"], 2),
    **dict.fromkeys(["rules", "importers"], 3),
    **dict.fromkeys(["charts", "analysis", "players", "texts"], 4),
    **dict.fromkeys(["editing", "lessons", "map", "studies", "lab"], 5),
    **dict.fromkeys(["widgets", "printing"], 6),
    **dict.fromkeys(["pages", "libraries"], 7),
    **dict.fromkeys(["cli"], 8),
}

SYSTEMS = {"by_numbers", "deluxe3g40", "global1940", "war_in_europe", "wargame1942"}
"""The folders of game systems below `a4a/rules/systems`."""

ENGINES = {"areas", "hexes"}
"""The folders of rules that several systems share."""

AREAS = {"politics": 1, "bases": 2, "economy": 3, "control": 4, "combat": 5, "movement": 5}
AREAS |= {"phases": 6, "audit": 7, "forms": 7, "odds": 7, "ruleset": 8}
"""The floors of the folders of `a4a/rules/areas`; its own modules are below all of them."""

HEAVY = {"altair", "anywidget", "IPython", "ipyleaflet", "ipywidgets", "jupyterlab"}
HEAVY |= {"markdown_it", "nbclient", "nbformat", "numpy", "polars", "rich", "vl_convert"}

NETWORK = {"aiohttp", "ftplib", "http.client", "http.server", "httpx", "requests", "smtplib"}
NETWORK |= {"socket", "tornado", "urllib.request", "urllib3", "webbrowser", "websocket"}

# Names of namespaces and formats that look like addresses; nothing is fetched from them.
NAMES = ("http://www.w3.org/", "https://vega.github.io/schema/", "http://127.0.0.1")


@functools.cache
def modules(project: Path) -> dict[str, ast.Module]:
    """Every module of a4a, parsed, by its path below the package."""
    package = project / "a4a"
    return {
        path.relative_to(package).as_posix(): ast.parse(path.read_text(encoding="utf-8"))
        for path in sorted(package.rglob("*.py"))
    }


@functools.cache
def imported(tree: ast.Module) -> tuple[str, ...]:
    """The dotted names a module imports, wherever it does, the names taken from them too."""
    return tuple(imported_by(ast.walk(tree)))


def imported_by(nodes: Iterable[ast.AST]) -> Iterator[str]:
    for node in nodes:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def needed(tree: ast.Module) -> Iterator[str]:
    """The names a module imports to run, not those that it imports for their types only."""
    for_types = {
        below
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
        for statement in node.body
        for below in ast.walk(statement)
    }
    return imported_by(node for node in ast.walk(tree) if node not in for_types)


def within(name: str, family: set[str]) -> bool:
    return any(name == member or name.startswith(f"{member}.") for member in family)


def test_imports_go_only_down_the_floors(project: Path) -> None:
    faults = []
    for path, tree in modules(project).items():
        own = path.removesuffix(".py").split("/")[0]
        if own == "__init__":
            continue
        assert own in FLOORS, f"a4a/{path}: say in FLOORS on which floor {own!r} is"
        for name in imported(tree):
            root, *rest = name.split(".")
            if root != "a4a":
                continue
            other = rest[0] if rest and rest[0] in FLOORS else "the door"
            below = other != "the door" and FLOORS[other] < FLOORS[own]
            if other != own and not below:
                faults.append(f"a4a/{path} (floor {FLOORS[own]}) imports {name}")
    assert faults == []


def test_no_module_of_the_rules_needs_itself(project: Path) -> None:
    """No imports, those within functions among them, come back to the module they began in."""
    rules = {
        f"a4a.{path.removesuffix('.py').removesuffix('/__init__').replace('/', '.')}": tree
        for path, tree in modules(project).items()
        if path.startswith("rules/")
    }
    needs = {
        module: {name if name in rules else name.rpartition(".")[0] for name in needed(tree)}
        for module, tree in rules.items()
    }
    graphlib.TopologicalSorter(needs).prepare()  # it raises CycleError


def test_imports_within_the_engine_for_areas_go_one_way(project: Path) -> None:
    """How things stand is in its own folder, what is done with it in folders above."""
    faults = []
    for path, tree in modules(project).items():
        engine, _, below = path.partition("rules/areas/")
        if not engine and below:
            own = below.split("/")[0]
            for name in imported(tree):
                engine, _, rest = name.partition("a4a.rules.areas.")
                other = "" if engine else rest.split(".")[0]
                if other in AREAS and other != own and AREAS[other] >= AREAS.get(own, 0):
                    faults.append(f"a4a/{path} imports {name}")
    assert faults == []


def test_a_system_imports_the_kernel_and_one_engine_and_no_other_system(project: Path) -> None:
    faults = []
    engines: dict[str, set[str]] = {system: set() for system in SYSTEMS}
    for path, tree in modules(project).items():
        own = next((system for system in SYSTEMS if f"rules/systems/{system}/" in path), "")
        for name in imported(tree) if path.startswith("rules/") else ():
            engine = next((e for e in ENGINES if within(name, {f"a4a.rules.{e}"})), "")
            other = next((s for s in SYSTEMS if within(name, {f"a4a.rules.systems.{s}"})), "")
            if engine and own:
                engines[own].add(engine)
            homes = (f"rules/{engine}/", "rules/aa/")  # the second: old names of the first
            strange = engine and not own and not path.startswith(homes)
            listed = path == "rules/systems/__init__.py"
            if strange or (other and other != own and not listed):
                faults.append(f"a4a/{path} imports {name}")
    assert faults == []
    assert {system for system, used in engines.items() if len(used) == 1} == SYSTEMS


def test_what_several_systems_share_names_no_book_and_no_page(project: Path) -> None:
    """It cites rules by keys; whose pages those are says the dataset of each system."""
    shared = ("core/", "frames/", "odds/", "rules/")
    of_a_book = re.compile(r"\b(AA|DX|WE|WG) (rule)?book|AxisAndAllies|\bp\. ?\d|\bpages? \d")
    assert [
        f"a4a/{path}: {found[0]}"
        for path in modules(project)
        if path.startswith(shared) and not path.startswith("rules/systems/")
        if (found := of_a_book.search((project / "a4a" / path).read_text(encoding="utf-8")))
    ] == []


def test_every_module_says_what_it_is(project: Path) -> None:
    assert [path for path, tree in modules(project).items() if not ast.get_docstring(tree)] == []


def test_importing_a4a_pulls_in_nothing_heavy() -> None:
    code = "import sys; before = set(sys.modules); import a4a; print(*set(sys.modules) - before)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert {name.split(".")[0] for name in run.stdout.split()} & HEAVY == set()


@pytest.mark.parametrize("name", a4a.__all__)
def test_every_door_opens(name: str) -> None:
    assert getattr(a4a, name) is not None


def test_nothing_at_run_time_speaks_to_the_network(project: Path) -> None:
    assert [
        f"a4a/{path} imports {name}"
        for path, tree in modules(project).items()
        for name in imported(tree)
        if within(name, NETWORK)
    ] == []


def test_no_address_is_in_run_time_code(project: Path) -> None:
    addresses = [
        f"a4a/{path}: {node.value[:80]}"
        for path, tree in modules(project).items()
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and re.search(r"(https?|wss?)://\w", without_names(node.value))
    ]
    for kind in ("js", "css", "html", "json"):
        for path in sorted((project / "a4a").rglob(f"*.{kind}")):
            if path.parent.name == "vendor":
                continue  # says where it comes from; a page's policy lets it ask for nothing
            text = without_names(path.read_text(encoding="utf-8"))
            addresses += [
                f"{path.name}: {found}" for found in re.findall(r"https?://[^\s'\"]+", text)
            ]
    assert addresses == []


def without_names(text: str) -> str:
    for name in NAMES:
        text = text.replace(name, "")
    return text


def test_nothing_committed_names_a_machine_or_a_package_index(project: Path) -> None:
    listed = subprocess.run(
        ["git", "ls-files", "-z"], cwd=project, capture_output=True, text=True, check=False
    )
    if listed.returncode:
        pytest.skip("not a git work tree")
    folders = ["work", "root", "home", "tmp", "Users", "opt"]
    hosts = ["pypi", "pythonhosted", "npmjs", "anaconda", "debian", "jsdelivr", "unpkg"]
    forbidden = re.compile(
        rf"(?<![\w.<>}}/-])/({'|'.join(folders)})/|\b({'|'.join(hosts)})\.(org|com|net)\b"
    )
    signs = [*(f"/{folder}/" for folder in folders), *(f"{host}." for host in hosts)]
    found = []
    for name in filter(None, listed.stdout.split("\0")):
        path = project / name
        if path.suffix in (".png", ".a4a", ".parquet", ".gz") or not path.is_file():
            continue
        text = path.read_text(encoding="utf-8")
        if not any(sign in text for sign in signs):  # which is quickly seen
            continue
        for number, line in enumerate(text.splitlines(), start=1):
            if match := forbidden.search(line):
                found.append(f"{name}:{number}: {match[0]}")
    assert found == []


def test_each_ruling_has_a_number_of_its_own_and_each_that_is_cited_is_there(
    project: Path,
) -> None:
    rulings = re.findall(
        r"^\*\*(R-\d{3})", (project / "docs" / "rulings.md").read_text(encoding="utf-8"), re.M
    )
    assert sorted(set(rulings)) == sorted(rulings)
    cited = {
        found
        for folder in ("a4a", "datasets", "docs")
        for path in (project / folder).rglob("*")
        if path.suffix in (".py", ".md", ".toml", ".csv")
        for found in re.findall(r"\bR-\d{3}\b", path.read_text(encoding="utf-8"))
    }
    assert cited - set(rulings) == set()


def test_conda_users_get_the_packages_of_pyproject(project: Path) -> None:
    pyproject = tomllib.loads((project / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    environment = yaml.safe_load((project / "environment.yml").read_text(encoding="utf-8"))
    packages = [entry for entry in environment["dependencies"] if isinstance(entry, str)]
    assert packages == [
        f"python{pyproject['requires-python']}",
        "pip",
        *pyproject["dependencies"],
    ]
    assert environment["dependencies"][-1] == {"pip": ["--editable ."]}


@pytest.fixture(scope="module")
def installed(project: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of the project, built and installed, its dependencies left out."""
    wheels, target = tmp_path_factory.mktemp("wheels"), tmp_path_factory.mktemp("installed")
    build = [sys.executable, "-m", "hatchling", "build", "--target", "wheel"]
    subprocess.run([*build, "--directory", wheels], cwd=project, check=True, capture_output=True)
    (wheel,) = wheels.glob("*.whl")
    with ZipFile(wheel) as packed:
        (about,) = [name for name in packed.namelist() if name.endswith(".dist-info/WHEEL")]
        # Such a wheel is installed by unpacking it, and pip would take a second to come up.
        assert b"Root-Is-Purelib: true" in packed.read(about)
        packed.extractall(target)
    return target


def test_an_installed_wheel_holds_the_data(installed: Path, project: Path) -> None:
    assert (installed / "a4a" / "py.typed").is_file()
    for folder in ("datasets", "notebooks"):
        shipped = {path.name for path in (installed / "a4a" / folder).rglob("*") if path.is_file()}
        ours = {path.name for path in (project / folder).rglob("*") if path.is_file()}
        assert shipped >= {name for name in ours if not name.startswith(".")}
        assert shipped


def test_an_installed_wheel_finds_its_data(installed: Path) -> None:
    code = (
        "import a4a, a4a.lab; print(a4a.__file__); print(a4a.lab.notebooks());"
        "print(len(a4a.dataset('global1940').board.spaces))"
    )
    environment = {**os.environ, "PYTHONPATH": str(installed), "PYTHONWARNINGS": "error"}
    run = subprocess.run(
        [sys.executable, "-c", code],
        cwd=installed,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.stderr == ""
    door, notebooks, spaces = run.stdout.splitlines()
    assert Path(door) == installed / "a4a" / "__init__.py"
    assert Path(notebooks) == installed / "a4a" / "notebooks"
    assert int(spaces) > 200
