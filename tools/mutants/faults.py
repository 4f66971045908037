"""Which faults can be planted in a module.

A fault is one small change of what the code does: a condition turned, a constant or an operation
moved, a branch dropped. What no test should mind is left alone: docstrings, annotations, text and
what is raised with it, `__repr__` and its kin, assertions, decorators, and the switches of data
classes; how large an array is made (room that is not used changes nothing, too little ends the
program), and whole numbers of 1000 and more, which bound work and are in no rulebook. What is
compared with such a bound is a condition like any other.
"""

from __future__ import annotations

import ast
import hashlib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

ORDERINGS: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
}
OPERATIONS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitAnd,
}
TURNED_CALLS = {"any": "all", "all": "any", "min": "max", "max": "min"}
SPOKEN = {"__repr__", "__str__", "__rich_repr__", "_repr_html_", "_repr_mimebundle_"}
SWITCHES = {"strict", "repr", "frozen", "slots", "kw_only", "cache", "nogil"}
LOGGING = {"warn", "debug", "info", "warning", "error", "exception", "log"}
SIZED = {f"np.{made}" for made in ("zeros", "ones", "empty", "full")}
MOST_MOVED = 1000
UNTOUCHED = (ast.Assert, ast.JoinedStr, ast.Import, ast.ImportFrom, ast.Global, ast.Nonlocal)


Place = tuple[int, int]
"""A line (from 1) and a column (characters, from 0)."""


@dataclass(frozen=True)
class Fault:
    """One change of the code of a module.

    Attributes
    ----------
    key
        Its name, as long as its lines and the function they are in stay alike.
    path, function
        Where it is: the module's path below the project, and the dotted name within it.
    kind
        "condition", "constant" or "branch".
    start, end, text
        What is replaced, and what by.
    original, mutated
        The lines concerned, without and with it.
    at_import
        Whether it takes effect when the module is imported, not when a function is called.
    """

    key: str
    path: str
    function: str
    kind: str
    start: Place
    end: Place
    text: str
    original: str
    mutated: str
    at_import: bool

    def planted(self, source: str) -> str:
        """Return the text of the module with the fault in it, its lines numbered as before."""
        lines = source.splitlines(keepends=True)
        before, after = _around(lines, self.start, self.end)
        gone = "\n" * (self.end[0] - self.start[0])
        changed = f"{before}{self.text}{after}{gone}"
        return "".join([*lines[: self.start[0] - 1], changed, *lines[self.end[0] :]])

    def compiles(self, source: str) -> bool:
        """Whether the module can still be compiled with it."""
        try:
            compile(self.planted(source), self.path, "exec", dont_inherit=True)
        except (SyntaxError, ValueError):
            return False
        return True


def faults_of(path: str, source: str) -> list[Fault]:
    r"""Return every fault that can be planted in a module.

    Parameters
    ----------
    path
        The module's path below the project, with slashes.
    source
        Its text.

    Examples
    --------
    >>> found = faults_of("m.py", "def f(x):\n    return x < 3\n")
    >>> [fault.mutated for fault in found]
    ['return x <= 3', 'return x >= 3', 'return x < 4', 'return x < 2']
    """
    lines = source.splitlines(keepends=True)
    found: list[Fault] = []
    alike: Counter[tuple[str, ...]] = Counter()
    for function, kind, start, end, texts, at_import in _Sites(lines).of(ast.parse(source)):
        before, after = _around(lines, start, end)
        original = " ".join("".join(lines[start[0] - 1 : end[0]]).split())
        for text in texts:
            mutated = " ".join(f"{before}{text}{after}".split())
            if mutated == original:
                continue
            name = (path, function, original, mutated)
            alike[name] += 1
            lot = hashlib.sha256("\n".join((*name, str(alike[name]))).encode()).hexdigest()
            place = (path, function, kind, start, end)
            found.append(Fault(lot[:10], *place, text, original, mutated, at_import))
    return found


def _around(lines: list[str], start: Place, end: Place) -> tuple[str, str]:
    return lines[start[0] - 1][: start[1]], lines[end[0] - 1][end[1] :]


Site = tuple[str, str, Place, Place, tuple[str, ...], bool]
"""Function, kind, start, end, the texts that can stand there, and whether at import."""


class _Sites:
    """The walk over a module that finds the sites, with what must be known on the way down."""

    def __init__(self, lines: list[str]) -> None:
        self.lines = lines

    def of(self, tree: ast.Module) -> Iterator[Site]:
        yield from self._walk(tree, (), at_import=True)

    def _walk(self, node: ast.AST, within: tuple[str, ...], *, at_import: bool) -> Iterator[Site]:
        if isinstance(node, UNTOUCHED) or _is_for_types(node) or _is_docstring(node):
            return
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            if node.name in SPOKEN or any(
                "overload" in ast.unparse(d) for d in node.decorator_list
            ):
                return
            for default in [*node.args.defaults, *filter(None, node.args.kw_defaults)]:
                yield from self._walk(default, (*within, node.name), at_import=at_import)
            for statement in node.body:
                yield from self._walk(statement, (*within, node.name), at_import=False)
            return
        if isinstance(node, ast.ClassDef):
            for statement in node.body:
                yield from self._walk(statement, (*within, node.name), at_import=at_import)
            return
        for kind, place, texts in _changes(node, at_import=at_import):
            start = place.lineno, self._column(place.lineno, place.col_offset)
            end = place.end_lineno, self._column(place.end_lineno, place.end_col_offset)
            yield ".".join(within) or "(module)", kind, start, end, texts, at_import
        if isinstance(node, ast.Raise) or _is_logging(node):
            return
        for child in _children(node):
            yield from self._walk(child, within, at_import=at_import)

    def _column(self, line: int, offset: int) -> int:
        return len(self.lines[line - 1].encode()[:offset].decode())


def _children(node: ast.AST) -> Iterator[ast.AST]:
    if isinstance(node, ast.AnnAssign):
        if node.value is not None:
            yield node.value
        return
    if isinstance(node, ast.Call):
        yield node.func
        yield from node.args[ast.unparse(node.func) in SIZED :]
        yield from (word.value for word in node.keywords if word.arg not in SWITCHES)
        return
    yield from ast.iter_child_nodes(node)


def _changes(node: ast.AST, *, at_import: bool) -> Iterator[tuple[str, Any, tuple[str, ...]]]:
    """The changes a node offers: of what kind, what is replaced, and the texts to stand there."""
    match node:
        case ast.Compare():
            for place, sign in enumerate(node.ops):
                yield "condition", node, _each(node, *_compared(node, place, sign))
        case ast.BoolOp():
            other = ast.And() if isinstance(node.op, ast.Or) else ast.Or()
            yield "condition", node, _each(node, ast.BoolOp(other, node.values))
            yield "condition", node, _each(node, *_without_one(node))
        case ast.UnaryOp(op=ast.Not()):
            yield "condition", node, _each(node, node.operand)
        case ast.If() | ast.IfExp():
            ways = ("False", "True") if node.orelse else ("False",)
            yield "branch", node.test, (*_negated(node.test), *ways)
        case ast.While() if not isinstance(node.test, ast.Constant):
            yield "branch", node.test, (*_negated(node.test), "False")
        case ast.comprehension():
            for test in node.ifs:
                yield "branch", test, (*_negated(test), "True")
        case ast.match_case(guard=None, pattern=pattern) if not _takes_all(pattern):
            yield "branch", pattern, (f"{ast.unparse(pattern)} if False",)
        case ast.match_case(guard=ast.expr() as guard):
            yield "branch", guard, (*_negated(guard), "False")
        case ast.BinOp() if not (at_import and isinstance(node.op, ast.BitOr)):
            if type(node.op) in OPERATIONS and not _is_text(node.left, node.right):
                moved = ast.BinOp(node.left, OPERATIONS[type(node.op)](), node.right)
                yield "constant", node, _each(node, moved, node.left)
        case ast.Constant(value=bool(value)):
            yield "constant", node, (str(not value),)
        case ast.Constant(value=int(value)) if value < MOST_MOVED:
            yield "constant", node, (str(value + 1), str(value - 1))
        case ast.Constant(value=float(value)):
            yield "constant", node, (str(value + 1), str(value / 2))
        case ast.Call(func=ast.Name(id=name)) if name in TURNED_CALLS:
            yield "condition", node.func, (TURNED_CALLS[name],)
        case ast.Expr(value=ast.Call() | ast.Yield() | ast.YieldFrom()) if not _is_logging(node):
            yield "branch", node, ("pass",)
        case ast.AugAssign():
            yield "branch", node, ("pass",)
            if type(node.op) in OPERATIONS and not _is_text(node.value):
                other_step = ast.AugAssign(node.target, OPERATIONS[type(node.op)](), node.value)
                yield "constant", node, (ast.unparse(other_step),)
        case ast.Raise() | ast.Delete():
            yield "branch", node, ("pass",)
        case ast.Continue():
            yield "branch", node, ("pass", "break")
        case ast.Break():
            yield "branch", node, ("pass", "continue")


def _negated(test: ast.expr) -> tuple[str, ...]:
    """Return a condition turned, where turning its parts does not do that already."""
    single = isinstance(test, ast.Compare) and len(test.ops) == 1
    if single or (isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not)):
        return ()
    return (f"(not ({ast.unparse(test)}))",)


def _takes_all(pattern: ast.pattern) -> bool:
    return isinstance(pattern, ast.MatchAs) and pattern.pattern is None


def _compared(node: ast.Compare, place: int, sign: ast.cmpop) -> Iterator[ast.expr]:
    for other in ORDERINGS[type(sign)]:
        ops = [*node.ops[:place], other(), *node.ops[place + 1 :]]
        yield ast.Compare(node.left, ops, node.comparators)


def _without_one(node: ast.BoolOp) -> Iterator[ast.expr]:
    for place in range(len(node.values)):
        left = [*node.values[:place], *node.values[place + 1 :]]
        yield left[0] if len(left) == 1 else ast.BoolOp(node.op, left)


def _each(node: ast.expr, *others: ast.expr) -> tuple[str, ...]:
    """The texts of expressions that stand in a node's place, bracketed where they must be."""
    return tuple(_bracketed(other, like=node) for other in others)


def _bracketed(node: ast.expr, *, like: ast.expr) -> str:
    text = ast.unparse(node)
    atom = ast.Name | ast.Call | ast.Attribute | ast.Constant | ast.Subscript
    if isinstance(node, atom) or type(node) is type(like) is ast.Compare:
        return text
    return f"({text})"


def _is_text(*nodes: ast.expr) -> bool:
    return any(
        isinstance(node, ast.JoinedStr)
        or (isinstance(node, ast.Constant) and isinstance(node.value, str))
        for node in nodes
    )


def _is_docstring(node: ast.AST) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _is_for_types(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and ast.unparse(node.test).endswith("TYPE_CHECKING")


def _is_logging(node: ast.AST) -> bool:
    call = node.value if isinstance(node, ast.Expr) else node
    return (
        isinstance(call, ast.Call)
        and isinstance(call.func, ast.Attribute)
        and call.func.attr in LOGGING
        and ast.unparse(call.func.value) in {"log", "logger", "logging", "warnings", "self.log"}
    )
