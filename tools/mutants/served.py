"""A process in a copy that answers orders: a line of JSON for each."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from tools.mutants import trees


class Served:
    """Such a process, begun when the first order is given.

    Parameters
    ----------
    module, arguments
        The module that it runs, and with which words.
    room
        The folder with the copy.
    """

    def __init__(self, module: str, arguments: Iterable[str], room: Path) -> None:
        self.module = module
        self.arguments = list(arguments)
        self.room = room
        self._process: subprocess.Popen[str] | None = None

    def asked(self, order: object) -> dict[str, Any]:
        """Return the answer to an order.

        Raises
        ------
        RuntimeError
            If the process has ended.
        """
        process = self._process = self._process or self._begun()
        assert process.stdin
        assert process.stdout
        line = ""
        try:
            process.stdin.write(json.dumps(order) + "\n")
            process.stdin.flush()
            line = process.stdout.readline()
        except BrokenPipeError:
            pass
        if not line:
            raise RuntimeError(f"nobody answers: {self.module} {' '.join(self.arguments)}")
        answer: dict[str, Any] = json.loads(line)
        return answer

    def close(self) -> None:
        """End the process, and whatever it started."""
        if self._process:
            with self._process:
                end(self._process)
            self._process = None

    def _begun(self) -> subprocess.Popen[str]:
        temporary = self.room / "tmp"
        temporary.mkdir(exist_ok=True)
        tree = self.room / "tree"
        return subprocess.Popen(
            [sys.executable, "-m", self.module, *self.arguments],
            cwd=tree,
            env=trees.environment(tree, temporary),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            start_new_session=True,
        )


def end(process: subprocess.Popen[str]) -> None:
    """End a process and whatever it started."""
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        return
    process.wait()
