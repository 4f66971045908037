"""Reading exercises, which are not trusted: bounded, typed, never evaluated."""

from __future__ import annotations

import difflib
import hashlib
import os
import re
import tomllib
from pathlib import Path
from typing import Any, Final, get_args

import msgspec

from a4a.boards.folders import root
from a4a.core.english import list_of
from a4a.core.errors import A4AError
from a4a.core.record import GameRecord
from a4a.importers.opening import games
from a4a.lessons.exercise import Exercise, opened
from a4a.lessons.goals import Goal
from a4a.lessons.plan import FORMAT, Data, Plan, Start, Window
from a4a.lessons.questions import Question
from a4a.rules import rules_of, ruleset
from a4a.rules.systems import comes_with_a4a, systems_with_rules
from a4a.store.format import digest_of
from a4a.store.reader import loads

FILE: Final = "exercise.toml"
"""The file of an exercise in its folder."""
MAX_BYTES: Final = 256 * 1024
"""Most bytes of an exercise."""
MAX_DEPTH: Final = 20
"""How deep tables and lists of an exercise may be nested."""
MAX_RECORD: Final = 16 * 2**20
"""Most bytes of a record beside an exercise."""


def exercise(path: str | os.PathLike[str], *, rules: str | Path | None = None) -> Exercise:
    """Open an exercise.

    Parameters
    ----------
    path
        Its folder, its TOML file, or the name of one that comes with a4a.
    rules
        The folder of the mod it is played by; None for a system that comes with a4a.

    Raises
    ------
    A4AError
        If there is none, or it is damaged, too large, newer than this program, or does not fit
        together; the message says what is wrong, where, and what would be right.

    Examples
    --------
    >>> import a4a
    >>> a4a.exercise("europe-1940-france")
    <Exercise 'europe-1940-france': Paris in one blow>
    """
    file = _file_of(path)
    data = _bytes(file, MAX_BYTES)
    plan = plan_of(data, name=file.name)
    try:
        record = _record(plan.start, file.parent)
        if record is None:
            played = ruleset(_system(plan.start, rules), plan.start.options)
        else:
            played = rules_of(record, rules=rules)
        return opened(
            plan,
            record,
            rules=played,
            digest=hashlib.sha256(data).hexdigest(),
            file=file,
        )
    except A4AError as error:
        raise A4AError(f"{file.name}: {error}") from None


def shipped() -> tuple[str, ...]:
    """Names of the exercises that come with a4a.

    Examples
    --------
    >>> "europe-1940-france" in shipped()
    True
    """
    return tuple(sorted(file.parent.name for file in _folder().glob(f"*/{FILE}")))


def plan_of(data: bytes | str, *, name: str = "exercise") -> Plan:
    """Read a plan from TOML.

    Raises
    ------
    A4AError
        As `exercise`.
    """
    table = _table(data, name)
    version = table.get("format", FORMAT)
    if version != FORMAT or isinstance(version, bool):
        newer = isinstance(version, int) and version > FORMAT
        raise A4AError(
            f"{name}: format {str(version)[:20]!r}; this a4a reads format {FORMAT}"
            + (": a newer a4a wrote it" if newer else "")
        )
    plan: Plan = _converted(table, Plan, name)
    _check(plan, name)
    return plan


def goal_of(text: str) -> Goal:
    r"""Read a goal from TOML; A4AError if it is none.

    Examples
    --------
    >>> goal_of('goal = "takes"\nspace = "France"\nchance = 0.85').chance
    0.85
    """
    goal: Goal = _converted(_table(text, "goal"), Goal, "goal")
    return goal


# --- parts --------------------------------------------------------------------------------------


def _folder() -> Path:
    return root() / "exercises"


def _file_of(path: str | os.PathLike[str]) -> Path:
    file = Path(path)
    plain_name = isinstance(path, str) and re.fullmatch("[a-z0-9-]+", path)
    if plain_name and (_folder() / file / FILE).is_file():
        return _folder() / file / FILE
    if file.is_dir():
        file /= FILE
    if not file.is_file():
        raise A4AError(
            f"{path}: no such exercise; give a folder with an {FILE}, a TOML file, or one of "
            f"{', '.join(shipped())}"
        )
    return file


def _bytes(file: Path, most: int) -> bytes:
    with file.open("rb") as stream:
        data = stream.read(most + 1)
    if len(data) > most:
        raise A4AError(f"{file.name}: more than {most} bytes")
    return data


def _table(data: bytes | str, name: str) -> dict[str, Any]:
    if len(data) > MAX_BYTES:
        raise A4AError(f"{name}: {len(data)} bytes; an exercise has {MAX_BYTES} at most")
    try:
        text = data.decode("utf-8-sig") if isinstance(data, bytes) else data
        table = tomllib.loads(text)
    except UnicodeDecodeError as error:
        raise A4AError(f"{name}: not UTF-8 text (byte {error.start})") from None
    except RecursionError:
        raise A4AError(f"{name}: nested too deeply") from None
    except ValueError as error:
        raise A4AError(f"{name}: no TOML: {str(error)[:300]}") from None
    if _depth(table) > MAX_DEPTH:
        raise A4AError(f"{name}: nested more than {MAX_DEPTH} deep")
    return table


def _depth(value: Any) -> int:
    """How deep tables and lists are nested, told without recursion."""
    deepest, left = 0, [(value, 1)]
    while left:
        each, depth = left.pop()
        inner = each.values() if isinstance(each, dict) else each
        if isinstance(each, dict | list):
            deepest = max(deepest, depth)
            left += [(one, depth + 1) for one in inner]
    return deepest


def _converted(table: dict[str, Any], kind: Any, name: str) -> Any:
    try:
        if kind is Plan:
            _convert_members(table)
        return msgspec.convert(table, kind)
    except msgspec.ValidationError as error:
        raise A4AError(f"{name}: {_said(error)}") from None
    except RecursionError:
        raise A4AError(f"{name}: nested too deeply") from None


def _convert_members(table: dict[str, Any]) -> None:
    """Find what is wrong with a window or question first, so that its number can be told."""
    for field, kind in (("windows", Window), ("questions", Question)):
        members = table.get(field)
        for number, one in enumerate(members if isinstance(members, list) else ()):
            try:
                msgspec.convert(one, kind)
            except msgspec.ValidationError as error:
                said = str(error)
                there = said.replace("`$", f"`$.{field}[{number}]") if "`$" in said else said
                at = "" if "`$" in said else f" - at `$.{field}[{number}]`"
                raise msgspec.ValidationError(f"{there}{at}") from None


def _said(error: msgspec.ValidationError) -> str:
    """What is wrong, where, and what was probably meant."""
    said = str(error).replace("Object", "a table").replace("`$.", "`").replace(" - at `$`", "")
    unknown = re.search("unknown field `([^`]{1,80})`", said)
    near = (
        difflib.get_close_matches(unknown[1], sorted(_fields() - {unknown[1]}), n=1)
        if unknown
        else []
    )
    return f"{said[:400]}; did you mean `{near[0]}`?" if near else said[:400]


def _fields() -> set[str]:
    """The names of all fields that an exercise can have."""
    kinds = [*get_args(Goal), *get_args(Question), Plan, *Data.__subclasses__()]
    return {name for kind in kinds for name in kind.__struct_fields__}


def _check(plan: Plan, name: str) -> None:
    """Refuse what no field by itself is wrong with."""
    start = plan.start
    if [bool(start.system), bool(start.game), bool(start.record)].count(True) != 1:
        raise A4AError(f"{name}: start: give one of these: a system, a game, a record")
    if not start.system and not start.sha256:
        raise A4AError(
            f"{name}: start: give the sha256 of the {'game' if start.game else 'record'}"
        )
    ids = [question.id for question in plan.questions]
    if twice := next((one for one in ids if ids.count(one) > 1), ""):
        raise A4AError(f"{name}: two questions have the id {twice!r}")
    if not (plan.windows or plan.questions):
        raise A4AError(f"{name}: it has neither windows nor questions: there is nothing to do")


def _system(start: Start, rules: str | Path | None) -> str | Path:
    """What a new game is played by: a system that comes with a4a, or a mod that is given."""
    if rules is not None:
        return rules
    if not comes_with_a4a(start.system):
        raise A4AError(
            f"start.system: {start.system[:80]!r} does not come with a4a, which has"
            f" {list_of(systems_with_rules())}; if it is a mod, give its folder: rules=..."
        )
    return start.system


def _record(start: Start, folder: Path) -> GameRecord | None:
    """Read the record that an exercise names: beside it, or among the games of a4a; no other."""
    if start.system:
        return None
    name, file = f"{start.game}.a4a", root() / "games" / f"{start.game}.a4a"
    if start.game and start.game not in games():
        raise A4AError(f"start.game: no game {start.game[:80]!r}; there are {list_of(games())}")
    if start.record:
        name, file = start.record, folder / start.record
        if Path(name).name != name or not name.endswith(".a4a"):
            raise A4AError(
                f"start.record: {name[:80]!r} is not the name of an .a4a file beside the exercise"
            )
        if file.is_symlink() or not file.is_file():
            raise A4AError(f"start.record: there is no file {name!r} beside the exercise")
    data = _bytes(file, MAX_RECORD)
    if (found := digest_of(data)) != start.sha256:
        raise A4AError(f"start: {name!r} is not the record that is meant: its sha256 is {found}")
    return loads(data, name=name)
