"""What is compiled is kept from one process to the next, and never outlives its sources."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path
from types import ModuleType

import pytest

from a4a.odds import compiled

pytestmark = pytest.mark.skipif(not compiled.IS_AT_HAND, reason="there is no compiler")


@pytest.fixture(autouse=True)
def no_folder_given(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep out of the folder that whoever tests has numba use: old versions there would go."""
    from numba import config

    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    monkeypatch.setattr(config, "CACHE_DIR", "")


PIECES = """
from typing import NamedTuple

from a4a.odds.compiled import called


class {name}(NamedTuple):
    count: int


@called
def worth(pieces):
    return pieces.count * {each}
"""
LOOPS = """
from a4a.odds.compiled import loop
from {package}.pieces import worth


@loop
def total(pieces):
    return worth(pieces)
"""


class Package:
    """A package of a loop and, in another module, the class and the function that it works with."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir()
        (folder / "__init__.py").touch()
        (folder / "loops.py").write_text(LOOPS.format(package=folder.name))

    def total(self, name: str = "Army", each: int = 3) -> tuple[int, int]:
        """What a fresh process makes of it: the total of two, and how often it was found kept."""
        (self.folder / "pieces.py").write_text(PIECES.format(name=name, each=each))
        self._forget()
        loops, pieces = self._module("loops"), self._module("pieces")
        fast = loops.total.fast
        answer = fast(getattr(pieces, name)(2))
        return answer, sum(fast.stats.cache_hits.values())

    def loads(self) -> bool:
        """Whether small battles load it in a fresh process when they have cost as much as that."""
        self._forget()
        total = self._module("loops").total
        assert total.of(compiled.PATIENCE - 1) is total.plain
        return total.of(1) is not total.plain

    def _module(self, name: str) -> ModuleType:
        return importlib.import_module(f"{self.folder.name}.{name}")

    def _forget(self) -> None:
        for module in [m for m in sys.modules if m.split(".")[0] == self.folder.name]:
            del sys.modules[module]
        importlib.invalidate_caches()
        compiled.cache_folder.cache_clear()


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Package:
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(sys, "dont_write_bytecode", True)  # it is rewritten within a second
    return Package(tmp_path / "pieces_and_loops")


def test_what_was_compiled_is_found_again(package: Package) -> None:
    assert package.total() == (6, 0)
    assert package.total() == (6, 1)


def test_small_battles_load_what_is_kept_but_do_not_compile(package: Package) -> None:
    package.total()
    assert package.loads()
    for file in (package.folder / "__pycache__").rglob("*.nbi"):
        file.unlink()
    assert not package.loads()


def test_a_class_that_was_renamed_is_no_error(package: Package) -> None:
    """What was kept names the class it was compiled for."""
    assert package.total("Army") == (6, 0)
    assert package.total("Fleet") == (6, 0)


def test_a_function_that_changed_in_another_module_is_compiled_anew(package: Package) -> None:
    assert package.total(each=3) == (6, 0)
    assert package.total(each=5) == (10, 0)


def test_old_versions_are_deleted(package: Package) -> None:
    kept = package.folder / "__pycache__"
    for each in range(compiled.MOST_KEPT + 1):
        (kept / f"{compiled._FOLDER}{each}").mkdir(parents=True)
    (kept / "another").mkdir()
    package.total()
    assert len([*kept.glob(f"{compiled._FOLDER}*")]) == compiled.MOST_KEPT
    assert (kept / "another").is_dir()


def test_the_user_may_say_where_it_is_kept(
    package: Package, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from numba import config

    monkeypatch.setattr(config, "CACHE_DIR", str(tmp_path / "given"))
    package.total()
    assert [*(tmp_path / "given").rglob("*.nbi")]
    assert str(tmp_path / "given") == config.CACHE_DIR
    assert not (package.folder / "__pycache__").exists()


@pytest.mark.parametrize("has_home", [True, False])
def test_where_the_sources_cannot_be_written_it_is_kept_in_the_users_cache_or_not_at_all(
    package: Package, has_home: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = tmp_path / "home"
    (package.folder / "__pycache__").touch()  # no folder can be made there
    if not has_home:
        home.touch()
    monkeypatch.setattr(compiled, "_user_cache", lambda: [home])
    assert package.total() == (6, 0)
    assert package.total() == (6, 1 if has_home else 0)
