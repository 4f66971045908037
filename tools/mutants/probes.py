"""Modules that note which of their lines are reached: a probe before each statement of a function.

A probe sets a byte.
"""

from __future__ import annotations

import ast
import builtins
import sys
from collections.abc import Iterator, Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

from tools.mutants.sample import PARTS

NAME = "__reached__"


class Probes(MetaPathFinder):
    """The probes of all modules of the parts that are imported from now on."""

    def __init__(self) -> None:
        self.places: list[tuple[str, int, int]] = []
        """Of each probe the module's path, and its statement's first line and last."""
        self.reached = bytearray()

    def install(self) -> None:
        """Have the modules of the parts read with probes."""
        setattr(builtins, NAME, self.reached)
        sys.meta_path.insert(0, self)

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Find a module of the parts as usual; let it be read with probes."""
        if not fullname.startswith(tuple(f.replace("/", ".") for f in PARTS.values())):
            return None
        spec = PathFinder.find_spec(fullname, path, target)
        if spec and isinstance(spec.loader, SourceFileLoader):
            spec.loader = _Reader(spec.loader.name, spec.loader.path, self)
        return spec

    def taken(self) -> dict[str, list[int]]:
        """Return the lines reached since they were taken last, by module, and forget them."""
        found: dict[str, set[int]] = {}
        place = self.reached.find(1)
        while place >= 0:
            path, start, end = self.places[place]
            found.setdefault(path, set()).update(range(start, end + 1))
            self.reached[place] = 0
            place = self.reached.find(1, place + 1)
        return {path: sorted(lines) for path, lines in found.items()}

    def probe(self, path: str, start: int, end: int) -> ast.stmt:
        """Return the statement that notes that some lines are reached."""
        self.places.append((path, start, end))
        self.reached.append(0)
        return ast.parse(f"{NAME}[{len(self.places) - 1}] = 1").body[0]


class _Reader(SourceFileLoader):
    """Reads a module with probes; what is compiled is not kept."""

    def __init__(self, fullname: str, path: str, probes: Probes) -> None:
        super().__init__(fullname, path)
        self.probes = probes

    def get_code(self, fullname: str) -> CodeType:
        tree = ast.parse(self.get_data(self.path))
        _Planter(Path(self.path).relative_to(Path.cwd()).as_posix(), self.probes).visit(tree)
        code: CodeType = compile(
            ast.fix_missing_locations(tree), self.path, "exec", dont_inherit=True
        )
        return code


class _Planter(ast.NodeTransformer):
    """Plants the probes of a module."""

    def __init__(self, path: str, probes: Probes) -> None:
        self.path = path
        self.probes = probes
        self.within = 0

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        return self._function(node)

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> ast.AST:
        return self._function(node)

    def generic_visit(self, node: ast.AST) -> ast.AST:
        super().generic_visit(node)
        if self.within:
            for name in ("body", "orelse", "finalbody"):
                block = getattr(node, name, None)
                if isinstance(block, list):
                    start = node.pattern.lineno if isinstance(node, ast.match_case) else None
                    setattr(node, name, list(self._probed(block, start)))
        return node

    def _function(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> ast.AST:
        self.within += 1
        found = self.generic_visit(node)
        self.within -= 1
        return found

    def _probed(self, block: list[Any], start: int | None) -> Iterator[ast.stmt]:
        for place, statement in enumerate(block):
            is_docstring = (
                not place
                and isinstance(statement, ast.Expr)
                and isinstance(statement.value, ast.Constant)
            )
            if not is_docstring and not isinstance(statement, ast.Global | ast.Nonlocal):
                probe = self.probes.probe(self.path, start or statement.lineno, _end(statement))
                yield ast.fix_missing_locations(ast.copy_location(probe, statement))
            start = None
            yield statement


def _end(statement: ast.stmt) -> int:
    """Return the last line of a statement, or of what it is before its blocks."""
    body = (
        statement.cases[0].body
        if isinstance(statement, ast.Match)
        else getattr(statement, "body", None)
    )
    if isinstance(body, list) and body:
        return max(statement.lineno, body[0].lineno - 1)
    return statement.end_lineno or statement.lineno
