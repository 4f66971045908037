"""A process that has read the tests and all they import; each fault is tried in a child of it.

Reading takes as long as twenty trials. A child gives the functions that a fault changes their new
code, wherever they have got to by now; what takes effect while modules or tests are read must be
tried in a process that reads them (`probe.py`).

    python -m tools.mutants.warm FILE ...

It reads an order from each line of its input, and answers each with a line of JSON.
"""

from __future__ import annotations

import gc
import json
import os
import resource
import signal
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory, TemporaryFile
from types import CodeType, FunctionType
from typing import IO, Any, NoReturn, TextIO

import pytest

from tools.mutants.probe import MEMORY, QUIET, Limited, file_of, quietly
from tools.mutants.sample import PARTS, import_parts

BROKEN = 70
"""What a child exits with that cannot do what is ordered."""


class Warm(Limited):
    """Collect the tests of some files; then, instead of running them, do what is ordered."""

    def __init__(self, orders: TextIO, answer: TextIO) -> None:
        super().__init__({})
        self.orders = orders
        self.answer = answer

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Serve until the input ends."""
        items = {item.nodeid: item for item in session.items}
        functions = _functions()
        for line in self.orders:
            order = json.loads(line)
            said = self._tried(order, items, functions)
            self.answer.write(json.dumps(said) + "\n")
            self.answer.flush()
        return True

    def _tried(
        self, order: dict[str, Any], items: dict[str, pytest.Item], functions: list[FunctionType]
    ) -> dict[str, Any]:
        with TemporaryDirectory() as private, TemporaryFile() as said:
            child = os.fork()
            if not child:
                os.environ["PYTEST_DEBUG_TEMPROOT"] = private
                self._answer(order, items, functions, said)
            _, status = os.waitpid(child, 0)
            with suppress(ProcessLookupError):
                os.killpg(child, signal.SIGKILL)
            said.seek(0)
            answer = json.loads(said.read() or b"{}")
        return {"status": os.waitstatus_to_exitcode(status), **answer}

    def _answer(
        self,
        order: dict[str, Any],
        items: dict[str, pytest.Item],
        functions: list[FunctionType],
        to: IO[bytes],
    ) -> NoReturn:
        """Do what is ordered, in a child, and end it, whatever a fault has left running."""
        status = BROKEN
        try:
            os.setsid()
            signal.alarm(order["patience"])
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
            to.write(json.dumps(self._ran(order, items, functions)).encode())
            to.flush()
            status = 0
        finally:
            os._exit(status)

    def _ran(
        self, order: dict[str, Any], items: dict[str, pytest.Item], functions: list[FunctionType]
    ) -> dict[str, Any]:
        """Run tests in order until one fails; where one is gone, all tests of its file."""
        if not plant(Path(order["path"]).resolve(), order["source"], functions):
            return {"planted": False}
        self.parent = os.getppid()
        self.limits = order["limits"]
        gone = {file_of(name) for name in order["names"] if name not in items}
        names = [name for name in order["names"] if name in items]
        names += sorted({n for n in items if file_of(n) in gone}.difference(names))
        chosen = [items[name] for name in names]
        ran = 0
        for item, following in zip(chosen, [*chosen[1:], None], strict=True):
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            ran += 1
            if self.killer:
                break
        return {"planted": True, "killed_by": self.killer, "ran": ran}


def plant(module: Path, source: str, functions: list[FunctionType]) -> bool:
    """Give functions that are loaded the code that they have in another text of their module.

    Parameters
    ----------
    module, source
        The module's file, and the text.
    functions
        All functions of the project.

    Returns
    -------
    Whether that is possible, and changes any.
    """
    codes = list(_codes(compile(source, str(module), "exec", dont_inherit=True)))
    alike = Counter(map(_place, codes))
    new = {_place(code): code for code in codes if alike[_place(code)] == 1}
    changed = False
    for function in functions:
        code = new.get(_place(function.__code__))
        if function.__code__.co_filename == str(module) and code not in (None, function.__code__):
            try:
                function.__code__ = code
            except ValueError:  # it closes over other names
                return False
            changed = True
    return changed


def _place(code: CodeType) -> tuple[str, int]:
    return code.co_qualname, code.co_firstlineno


def _codes(code: CodeType) -> Iterator[CodeType]:
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _codes(constant)


def _functions() -> list[FunctionType]:
    """Return the functions of all modules faults are planted in, wherever they are held."""
    here = Path.cwd()
    import_parts()
    gc.unfreeze()  # the conftest has frozen what it knew
    inside = tuple(str(here / folder) for folder in PARTS.values())
    everything = gc.get_objects()
    functions = [one for one in everything if isinstance(one, FunctionType)]
    gc.freeze()
    return [one for one in functions if one.__code__.co_filename.startswith(inside)]


def main(files: list[str]) -> int:
    """Serve."""
    orders = os.fdopen(os.dup(0))  # pytest lets nothing read the input
    pytest.main([*QUIET, *files], plugins=[Warm(orders, quietly())])
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
