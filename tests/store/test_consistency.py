"""Files whose parts do not fit each other are refused when they are opened, in one sentence."""

from __future__ import annotations

import copy
import gzip
import json
import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import a4a
from a4a.core.errors import A4AError, RecordError
from a4a.frames.collection import schemas
from a4a.map.cursor import Cursor
from a4a.store import dumps, loads
from tests import depth
from tests.store.test_store import small_record

Lines = list[dict[str, Any]]
_STEPS = 40
_VALUES: tuple[Any, ...] = (
    "", "Atlantis", " ", 0, -1, 1, 2**40, 1.5, True, None, [], {}, ["x"], "#zzzzzz", "\u202e",
)  # fmt: skip


def lines_of(record: a4a.GameRecord, *, most: int = 10_000) -> Lines:
    """The lines of a record's file between the first and the last, with so many steps."""
    lines = [json.loads(line) for line in gzip.decompress(dumps(record)).splitlines()[1:-1]]
    steps = [line for line in lines if "step" in line]
    return [line for line in lines if not {"step", "annotation"} & set(line)] + steps[:most]


def file_of(lines: Lines) -> bytes:
    """The bytes of a file of these lines."""
    steps = sum("step" in line for line in lines)
    whole = [{"a4a": {"version": 1}}, *lines, {"end": {"steps": steps, "annotations": 0}}]
    return gzip.compress("".join(json.dumps(line) + "\n" for line in whole).encode(), 1)


@pytest.fixture(scope="module")
def small() -> Lines:
    return lines_of(small_record())


@pytest.fixture(scope="module")
def large() -> Lines:
    return lines_of(a4a.game("global1940_strong_computer"), most=_STEPS)


def part(lines: Lines, name: str) -> Any:
    return next(line[name] for line in lines if name in line)


def event(lines: Lines, kind: str) -> Any:
    """The first event of a kind."""
    steps = [line["step"] for line in lines if "step" in line]
    return next(e for step in steps for e in step["events"] if e["event"] == kind)


def _theatre(name: str, *spaces: str) -> dict[str, Any]:
    return {"name": name, "spaces": list(spaces)}


@pytest.mark.parametrize(
    ("spoil", "says"),
    [
        (
            lambda x: part(x, "board")["borders"][0].update(a="Malto"),
            "border of 'Malto' and 'sea zone 96': no space 'Malto'; did you mean 'Malta'?",
        ),
        (
            lambda x: part(x, "board")["borders"][0].update(a="malta isle"),
            "'malta isle' is an alias; the space is named 'Malta'",
        ),
        (
            lambda x: part(x, "board").update(theatres=[_theatre("South", "Maltta")]),
            "the board's theatre 'South': no space 'Maltta'; did you mean 'Malta'?",
        ),
        (
            lambda x: part(x, "board").update(theatres=[_theatre("South")]),
            "theatre 'South': it has no spaces; a theatre has at least one",
        ),
        (
            lambda x: part(x, "board").update(
                maps=[_theatre("A", "Malta"), _theatre("A", "Malta")]
            ),
            "the board's map 'A': there are two maps of this name",
        ),
        (
            lambda x: part(x, "board").update(regions=[_theatre(" ", "Malta")]),
            "region 1 has no name",
        ),
        (lambda x: part(x, "board").update(spaces=[]), "the board has no spaces"),
        (
            lambda x: part(x, "board")["spaces"][0].update(original="Itly"),
            "space 'Malta': no power 'Itly'; did you mean 'Italy'?",
        ),
        (lambda x: part(x, "catalog").update(powers=[]), "the catalog has no powers"),
        (
            lambda x: part(x, "catalog")["powers"][1].update(name="Italy"),
            "the catalog: two powers are named 'Italy'",
        ),
        (
            lambda x: part(x, "catalog")["unit_types"][0]["costs"].update(Frnce=1),
            "the catalog: no power 'Frnce'; did you mean 'France'?",
        ),
        (lambda x: part(x, "catalog").update(dice_sides=0), "dice have 0 sides"),
        (
            lambda x: part(x, "start").update(active=["Spain"]),
            "start position: turn event names 'Spain', not a power of the catalog",
        ),
        (
            lambda x: part(x, "start")["units"][0].update(owner="Spain"),
            "start position: added event names 'Spain', not a power",
        ),
        (
            lambda x: part(x, "start")["relations"][0].__setitem__(0, "Spain"),
            "start position: relation event names 'Spain', not a power",
        ),
    ],
)
def test_a_file_that_does_not_fit_together_is_refused_when_it_is_opened(
    small: Lines, spoil: Callable[[Lines], None], says: str
) -> None:
    lines = copy.deepcopy(small)
    spoil(lines)
    with pytest.raises(RecordError) as refused:
        loads(file_of(lines), name="game.a4a")
    assert str(refused.value).startswith("game.a4a: ")
    assert says in str(refused.value)


@pytest.mark.parametrize(
    ("kind", "changes", "says"),
    [
        ("bought", {"power": "Germny"}, "no power 'Germny'; did you mean 'Germany'?"),
        ("bought", {"treasury": "Germny"}, "no treasury 'Germny'; there are Germany, "),
        ("rolled", {"power": "Nobody"}, "no power 'Nobody'"),
        (
            "battle",
            {"participants": [{"role": "attacker", "power": "Nobody", "units": []}]},
            "no power 'Nobody'",
        ),
        ("moved", {"units": [99_999]}, "names unit 99999, which is not in the game"),
    ],
)
def test_an_event_that_names_what_is_not_there_is_refused_with_its_step(
    large: Lines, kind: str, changes: dict[str, Any], says: str
) -> None:
    lines = copy.deepcopy(large)
    event(lines, kind).update(changes)
    with pytest.raises(RecordError, match=r"record: step \d+, event \d+: ") as refused:
        loads(file_of(lines))
    assert says in str(refused.value)


def test_a_bill_that_no_treasury_paid_is_read(large: Lines) -> None:
    lines = copy.deepcopy(large)
    event(lines, "bought").update({"treasury": ""})
    assert loads(file_of(lines)).steps


def test_a_step_by_a_power_that_is_not_there_is_refused(large: Lines) -> None:
    lines = copy.deepcopy(large)
    lines[-1]["step"]["actors"] = ["Spain"]
    with pytest.raises(RecordError, match=r"step \d+: no power 'Spain'"):
        loads(file_of(lines))


def test_what_comes_with_a4a_and_what_is_made_in_memory_fits_together(large: Lines) -> None:
    assert len(loads(file_of(large))) == _STEPS
    for system in ("europe1940", "war_in_europe"):
        loads(dumps(a4a.start(system)))


def _places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    inside = value.items() if isinstance(value, dict) else enumerate(value)
    for key, item in inside:
        yield (*path, key)
        if isinstance(item, (dict, list)):
            yield from _places(item, (*path, key))


def _within(value: Any, path: tuple[Any, ...]) -> Any:
    for key in path:
        value = value[key]
    return value


def _damage(lines: Lines, chance: random.Random) -> Lines:
    """The lines with one thing changed: gone, doubled, put elsewhere, or another value."""
    number = chance.randrange(len(lines)) if chance.random() < 0.3 else chance.randrange(4)
    spoiled = [*lines]
    spoiled[number] = line = copy.deepcopy(lines[number])
    places = list(_places(line))
    path = chance.choice(places)
    holder, key = _within(line, path[:-1]), path[-1]
    match chance.randrange(4):
        case 0:
            del holder[key]
        case 1 if isinstance(holder, list):
            holder.append(holder[key])
        case 2:
            holder[key] = copy.deepcopy(_within(line, chance.choice(places)))
        case _:
            holder[key] = chance.choice(_VALUES)
    return spoiled


@pytest.mark.soak
@pytest.mark.parametrize(
    ("which", "times"),
    [("small", depth.number(60, deep=3000)), ("large", depth.number(20, deep=400))],
)
def test_a_damaged_file_is_refused_or_can_be_looked_at(
    which: str, times: int, request: pytest.FixtureRequest
) -> None:
    """One error that says what is wrong, or a record whose states, timeline and frames work."""
    lines: Lines = request.getfixturevalue(which)
    chance = random.Random(1940)
    opened = refused = 0
    for _ in range(times):
        try:
            record = loads(file_of(_damage(lines, chance)))
        except A4AError:
            refused += 1
            continue
        opened += 1
        record.state_at(record.last)
        Cursor(record).close()
        if which == "small" or opened % 5 == 0:
            frames = a4a.frames(record, at="turn")
            assert all(frames.frame(name) is not None for name in schemas)
    assert opened > times / 10
    assert refused > times / 10
