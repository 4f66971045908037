"""Faults are planted where code decides, in a copy, and those that no test notices are told."""

from __future__ import annotations

import builtins
import re
import shutil
import subprocess
from fcntl import LOCK_EX, flock
from importlib.abc import InspectLoader
from pathlib import Path
from typing import Any

import pytest

from tools.mutants import results, trees, trial
from tools.mutants.__main__ import main
from tools.mutants.faults import Fault, faults_of
from tools.mutants.moved import moved
from tools.mutants.probes import NAME, Probes
from tools.mutants.sample import drawn
from tools.mutants.warm import plant


def mutated(source: str) -> set[str]:
    return {fault.mutated for fault in faults_of("a4a/odds/small.py", source)}


def test_conditions_are_turned() -> None:
    assert {"x = a <= b", "x = a >= b"} == mutated("x = a < b")
    assert "return a or b" in {m.replace("(", "").replace(")", "") for m in mutated(_in("a and b"))}
    assert {"return a", "return b"} < mutated(_in("a and b"))
    assert mutated(_in("not a")) == {"return a"}
    assert mutated(_in("a in b")) == {"return a not in b"}
    assert mutated(_in("any(a)")) == {"return all(a)"}


def _in(value: str) -> str:
    return f"def f(a, b):\n    return {value}\n"


def test_constants_are_moved() -> None:
    assert mutated("MOST: Final = 5") == {"MOST: Final = 6", "MOST: Final = 4"}
    assert mutated("SURE = 0.5") == {"SURE = 1.5", "SURE = 0.25"}
    assert mutated("ON = True") == {"ON = False"}
    assert mutated("NONE = 0.0") == {"NONE = 1.0"}
    assert mutated(_in("a + b")) == {"return (a - b)", "return a"}


def test_branches_are_dropped() -> None:
    assert mutated("if a:\n    b()\n") == {"if (not (a)):", "if False:", "pass"}
    assert "if True:" in mutated("if a:\n    pass\nelse:\n    pass\n")
    assert mutated("x = [a for a in b if a]") == {
        "x = [a for a in b if (not (a))]",
        "x = [a for a in b if True]",
    }
    assert mutated("for a in b:\n    continue\n") == {"pass", "break"}
    assert mutated("match a:\n    case 1 | 2:\n        b = a\n") >= {"case 1 | 2 if False:"}
    assert mutated("total += a") == {"pass", "total -= a"}
    assert mutated("raise Wrong(f'{a + 1} is more than {b < 2}')") == {"pass"}


@pytest.mark.parametrize(
    "source",
    [
        '"""Take 1 or 2."""',
        "def f(a: Literal[1], b: A | B) -> C | D:\n    return a\n",
        "@lru_cache(maxsize=64)\ndef f(a):\n    return a\n",
        "class A(Struct, frozen=True):\n    a: int\n",
        "def __repr__(self):\n    return a < b\n",
        "assert a < b",
        "text = f'{a + 1:>3}'",
        "if TYPE_CHECKING:\n    import a\n",
        "pairs = zip(a, b, strict=True)",
        "log.info(a + 1)",
        "Answer = A | B",
        "words = 'one ' + a",
        "room = np.zeros((a + 1, 2))",
        "MOST = 1_000_000",
    ],
)
def test_what_no_test_minds_is_left_alone(source: str) -> None:
    assert mutated(source) == set()


def test_a_fault_leaves_the_numbers_of_lines_alone() -> None:
    source = 'é = "ü" if (a\n  < b) else 1\nc = 1\n'
    for fault in faults_of("m.py", source):
        lines = fault.planted(source).splitlines()
        assert len(lines) == 3
        assert (lines[2] == "c = 1") is (fault.start[0] < 3)
        assert fault.compiles(source)


def test_a_fault_keeps_its_name_while_other_code_changes() -> None:
    source = "def f(a):\n    return a < 3\n"
    before = [fault.key for fault in faults_of("m.py", source)]
    after = [fault.key for fault in faults_of("m.py", f"import os\n\n\n{source}")]
    assert before == after
    assert len(set(before)) == len(before)


def test_every_reason_is_that_of_a_fault_where_it_says(project: Path) -> None:
    text = (project / results.REASONS).read_text(encoding="utf-8")
    places = dict(re.findall(r'^\["(\w+)"\] # ([\w/]+\.py)', text, re.MULTILINE))
    assert places.keys() == results.reasons(project).keys()
    keys = {
        path: {fault.key for fault in faults_of(path, (project / path).read_text(encoding="utf-8"))}
        for path in set(places.values())
    }
    assert {key: path for key, path in places.items() if key not in keys[path]} == {}


def test_a_draw_depends_on_its_seed_alone(project: Path, tmp_path: Path) -> None:
    for name in ("dice", "retreat", "steps"):
        path = tmp_path / "a4a" / "odds" / f"{name}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(project / "a4a" / "odds" / path.name, path)
    first = drawn(tmp_path, "odds", 40, 1)
    assert first == drawn(tmp_path, "odds", 40, 1)
    assert {fault.key for fault in first} != {fault.key for fault in drawn(tmp_path, "odds", 40, 2)}
    assert {f.key for f in first} > {f.key for f in drawn(tmp_path, "odds", 10, 1)}
    lines = {(fault.path, fault.function, fault.original) for fault in first}
    assert len(lines) == 40


def test_lines_are_found_again_where_others_have_moved_them() -> None:
    before, after = "a\nb\nc\nd\n", "new\na\nb\nbeside\nother\nd\n"
    places = {line: list(now) for line, now in moved(before, after).items()}
    assert places == {1: [2], 2: [3], 3: [4, 5], 4: [6]}
    assert moved("a\n", "a\nbehind\n") == {1: range(1, 3)}


def test_functions_get_new_code_wherever_they_have_got_to(tmp_path: Path) -> None:
    module = tmp_path / "small.py"
    old = "from functools import cache\n@cache\ndef f(a):\n    return [b < 3 for b in a]\n"
    space: dict[str, Any] = {}
    exec(compile(old, str(module), "exec"), space)
    taken = space["f"]
    functions = [taken.__wrapped__]
    assert plant(module, old.replace("<", ">"), functions)
    assert taken((2, 4)) == [False, True]
    assert not plant(module, old.replace("<", ">"), functions)


def test_loops_are_interpreted_unless_who_plants_faults_says_otherwise(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = "NUMBA_DISABLE_JIT"
    monkeypatch.delenv(said, raising=False)
    assert trees.environment(tmp_path, tmp_path)[said] == "1"
    monkeypatch.setenv(said, "0")
    assert trees.environment(tmp_path, tmp_path)[said] == "0"


def test_compiled_functions_have_probes_as_others_have(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    module = tmp_path / "a4a" / "odds" / "small.py"
    module.parent.mkdir(parents=True)
    module.write_text("@loop\ndef f(a):\n    if a:\n        return 1\n    return 2\n")
    monkeypatch.chdir(tmp_path)
    known = Probes()
    monkeypatch.setattr(builtins, NAME, known.reached, raising=False)
    space: dict[str, Any] = {"loop": lambda function: function}
    spec = known.find_spec("a4a.odds.small", [str(module.parent)])
    assert spec is not None
    assert isinstance(spec.loader, InspectLoader)
    exec(spec.loader.get_code("a4a.odds.small"), space)
    assert space["f"](0) == 2
    assert known.taken() == {"a4a/odds/small.py": [3, 5]}


# --- a whole run --------------------------------------------------------------------------------

CODE = '''\
"""A small module."""

MOST = 3


def capped(number: int) -> int:
    """Return a number, or three.

    >>> capped(2)
    2
    """
    if number > MOST:
        return MOST
    return number


def counted(number: int) -> int:
    """Count up to a number."""
    found = 0
    while found < number:
        found += 1
    return found


def unreached(number: int) -> bool:
    """Whether nobody asks."""
    return number == 7


def doubled(number: int) -> int:
    """Return twice a number, as the module is read."""
    return number + number


TWICE = doubled(3)
'''
TESTS = """\
import pytest
from a4a.odds.small import TWICE, capped, counted

@pytest.fixture(scope="module")
def five():
    return counted(5)

def test_five(five):
    assert five == 5

def test_five_again(five):
    assert five + 0 == 5

def test_capped():
    assert [capped(n) for n in (1, 9)] == [1, 3]

def test_twice():
    assert TWICE == 6

def test_that_fails_anyway():
    assert capped(9) == 4
"""


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory, project: Path) -> Path:
    """A project of one module, one test file, and the tool."""
    folder = tmp_path_factory.mktemp("small") / "project"
    shutil.copytree(project / "tools" / "mutants", folder / "tools" / "mutants")
    (folder / "tools" / "mutants" / "reasons.toml").write_text("")
    for name, text in (
        ("a4a/odds/small.py", CODE),
        ("tests/odds/test_small.py", TESTS),
        ("pyproject.toml", '[tool.pytest.ini_options]\naddopts = "--import-mode=importlib"\n'),
        (".gitignore", ".mutants/\n__pycache__/\n"),
    ):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    for name in ("rules", "importers"):
        (folder / "a4a" / name).mkdir()
    (folder / "a4a" / "__init__.py").touch()
    subprocess.run(["git", "init", "--quiet", folder], check=True)
    return folder


def named(fault: str) -> Fault:
    (found,) = (f for f in faults_of("a4a/odds/small.py", CODE) if f.mutated == fault)
    return found


def test_two_runs_do_not_share_their_copies(
    small: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (small / ".mutants").mkdir(exist_ok=True)
    with (small / ".mutants" / "lock").open("w") as lock:
        flock(lock, LOCK_EX)
        assert main(["odds"], small) == 2
    assert "being planted here already" in capsys.readouterr().err


def test_faults_are_tried_and_those_that_live_are_told(
    small: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(trial, "ALLOWANCE", 0.7)
    asked = {
        "if number >= MOST:": results.SURVIVED,  # changes nothing
        "if number <= MOST:": results.KILLED,
        "MOST = 4": results.KILLED,
        "return number != 7": results.SURVIVED,
        "found -= 1": results.TIMED_OUT,
        "return (number - number)": results.KILLED,  # reached as the module is read
    }
    faults = {named(text): outcome for text, outcome in asked.items()}
    run = ["odds", "--processes", "1", *(w for f in faults for w in ("--only", f.key))]
    assert main(run, small) == 1
    kept = results.Results(small / ".mutants" / "odds.jsonl", small)
    found = {fault.mutated: kept.of(fault) for fault in faults}
    assert {text: result.outcome for text, result in found.items() if result} == asked
    by = {text: result.by.rpartition("::")[2] for text, result in found.items() if result}
    assert by["if number <= MOST:"] == by["MOST = 4"] == "test_capped"
    told = capsys.readouterr().out
    assert "a4a/odds/small.py:12: capped" in told
    assert "no test reaches it" in told
    assert "tests/odds/test_small.py: 1 left out, failed or skipped without a fault" in told
    assert "6 planted: 3 killed, 1 timed out, 0 with a reason, 2 survived (33.3%)" in told
    assert (small / "a4a/odds/small.py").read_text() == CODE
    assert (small / ".mutants/room-0/tree/a4a/odds/small.py").read_text() == CODE

    # A second run tries nothing again, and minds the reasons.
    monkeypatch.setattr(trial.Room, "tried", None)
    reasons = "".join(
        f'["{named(text).key}"]\nwhy = "a reason"\n'
        for text, outcome in asked.items()
        if outcome == results.SURVIVED
    )
    before = (small / ".mutants" / "odds.jsonl").read_text()
    (small / "tools/mutants/reasons.toml").write_text(reasons + '["gone"]\nwhy = "old"\n')
    assert main(run, small) == 0
    told = capsys.readouterr().out
    assert "6 planted: 3 killed, 1 timed out, 2 with a reason, 0 survived (0.0%)" in told
    assert "the reason gone fits no fault any more" in told
    assert (small / ".mutants" / "odds.jsonl").read_text() == before


def test_a_kill_holds_until_its_test_changes_and_a_survival_until_anything_does(
    tmp_path: Path, small: Path
) -> None:
    project = tmp_path / "project"
    shutil.copytree(small, project, ignore=shutil.ignore_patterns(".mutants"))
    fault = named("if number <= MOST:")
    test = "tests/odds/test_small.py::test_capped"

    def kept() -> results.Results:
        return results.Results(tmp_path / "odds.jsonl", project)

    def add(outcome: str, by: str) -> None:
        now = kept()
        now.add(results.Result(fault.key, outcome, by, 1, 0, 0.1, *now.digests(fault, outcome, by)))

    add(results.SURVIVED, "")
    assert kept().of(fault) is not None
    (project / "tests/odds/test_other.py").write_text("")
    assert kept().of(fault) is None
    add(results.KILLED, test)
    (project / "tests/odds/test_other.py").write_text("import os")
    assert kept().of(fault) is not None
    (project / "tests/odds/test_small.py").write_text(TESTS.replace("9", "8"))
    assert kept().of(fault) is None


def test_a_line_that_was_cut_off_is_tried_again(tmp_path: Path, small: Path) -> None:
    path = tmp_path / "odds.jsonl"
    path.write_text('{"fault": "abc", "outcome": "kil')
    assert results.Results(path, small).of(named("MOST = 4")) is None


def test_a_part_that_is_not_there_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["maps"])
    assert "no part maps; there are rules, odds, importer" in capsys.readouterr().err
