"""Exercises are not trusted: what is wrong with one is said in one line; nothing else happens."""

from __future__ import annotations

import random
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import a4a
from a4a.boards.folders import root
from a4a.core.errors import A4AError
from a4a.lessons.reading import MAX_BYTES, plan_of, shipped
from a4a.lessons.writing import toml_of

FOLDER = root() / "exercises"
FRANCE = (FOLDER / "europe-1940-france" / "exercise.toml").read_text("utf-8")
WARSAW = (FOLDER / "warsaw-1939" / "exercise.toml").read_text("utf-8")


def refusal(call: Callable[[], object]) -> str:
    """What a call is refused with, or ""."""
    try:
        call()
    except A4AError as error:
        return str(error)
    return ""


@pytest.mark.parametrize("name", shipped())
def test_what_is_written_is_read_back_and_written_alike(name: str) -> None:
    plan = a4a.exercise(name).plan
    text = toml_of(plan)
    assert plan_of(text) == plan
    assert toml_of(plan_of(text)) == text


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("format = 1", "format = 2", "format '2'.*reads format 1.*newer"),
        ('title = "Paris in one blow"', "title = 7", "Expected `str`, got `int` - at `title`"),
        ('title = "Paris in one blow"', "", "missing required field `title`"),
        (
            "orders = [",
            "order = [",
            r"unknown field `order` - at `windows\[0\]`; did you mean `orders`",
        ),
        ('"takes"', '"take"', "Invalid value 'take'.*goal"),
        ("chance = 0.85", "chance = 85", "<= 1.*chance"),
        ("chance = 0.85", 'chance = "0.85"', "chance"),
        ('id = "europe-1940-france"', 'id = "../x"', "id"),
        ('system = "europe1940"', 'system = "/etc"', "start.system: '/etc' does not come with"),
        ('system = "europe1940"', "", "start: give one of these"),
        ('phase = "Purchase and Repair Units"', "phase = 7", "script"),
        ('order = "EndPhase"', 'order = "Jump"', "no order 'Jump'"),
        ('who = ["Germany"]', 'who = ["Atlantis"]', "Atlantis"),
        ("[start]", "[start", "no TOML"),
    ],
)
def test_what_is_wrong_is_named_with_its_place(
    tmp_path: Path, old: str, new: str, said: str
) -> None:
    file = tmp_path / "exercise.toml"
    assert old in FRANCE
    file.write_text(FRANCE.replace(old, new, 1), "utf-8")
    with pytest.raises(A4AError, match=f"^exercise.toml: (?s:.*){said}"):
        a4a.attempt(a4a.exercise(file)).finish()


def test_a_space_that_is_none_is_named_when_it_is_opened(tmp_path: Path) -> None:
    file = tmp_path / "exercise.toml"
    file.write_text(FRANCE.replace('space = "France"', 'space = "Atlantis"'), "utf-8")
    with pytest.raises(A4AError, match=r"^exercise.toml: windows\[0\]: goal: .*Atlantis"):
        a4a.exercise(file)


@pytest.mark.parametrize("name", ["../games/x.a4a", "/etc/passwd", "x.toml", "a/b.a4a", ".."])
def test_a_record_outside_of_the_folder_is_refused(tmp_path: Path, name: str) -> None:
    file = tmp_path / "exercise.toml"
    file.write_text(WARSAW.replace('game = "war_in', f'record = "{name}" # "war_in', 1), "utf-8")
    with pytest.raises(A4AError, match=r"start.record: .* is not the name of an .a4a file beside"):
        a4a.exercise(file)


def test_a_record_beside_it_is_known_by_its_hash(tmp_path: Path) -> None:
    shutil.copy(root() / "games" / "war_in_europe_1939_1941.a4a", tmp_path / "own.a4a")
    text = WARSAW.replace('game = "war_in_europe_1939_1941"', 'record = "own.a4a"', 1)
    (tmp_path / "exercise.toml").write_text(text, "utf-8")
    assert a4a.exercise(tmp_path).begins == (16, 23)
    record = a4a.start("war_in_europe")
    a4a.save(record, tmp_path / "own.a4a")
    with pytest.raises(A4AError, match="is not the record that is meant"):
        a4a.exercise(tmp_path)


def test_a_link_in_place_of_a_record_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "own.a4a").symlink_to(root() / "games" / "war_in_europe_1939_1941.a4a")
    text = WARSAW.replace('game = "war_in_europe_1939_1941"', 'record = "own.a4a"', 1)
    (tmp_path / "exercise.toml").write_text(text, "utf-8")
    with pytest.raises(A4AError, match=r"there is no file 'own.a4a' beside"):
        a4a.exercise(tmp_path)


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"x = " + b"[" * 5_000 + b"]" * 5_000, "nested"),
        (b"x = " + b"[" * 30 + b"]" * 30, "nested more than 20 deep"),
        (b"x = " + b"9" * 6_000, "no TOML"),
        (b"\xff\xfe", "not UTF-8"),
        (b"#" * (MAX_BYTES + 1), f"{MAX_BYTES} at most"),
        (b"", "missing required field"),
    ],
)
def test_what_is_damaged_or_too_much_is_refused(data: bytes, said: str) -> None:
    with pytest.raises(A4AError, match=f"^x.toml: .*{said}"):
        plan_of(data, name="x.toml")


def test_an_exercise_that_is_not_there_is_told_with_those_that_are() -> None:
    with pytest.raises(A4AError, match=r"no such exercise.*europe-1940-france.*warsaw-1939"):
        a4a.exercise("nowhere")


@given(st.binary(max_size=300))
def test_any_bytes_are_read_or_refused_in_one_line(data: bytes) -> None:
    assert "\n" not in refusal(lambda: plan_of(data))


def test_many_damaged_exercises_are_refused_or_opened(tmp_path: Path) -> None:
    rng = random.Random(17)
    lines = FRANCE.splitlines()
    refused = 0
    for _ in range(60):
        text = list(lines)
        for _ in range(rng.randint(1, 3)):
            place = rng.randrange(len(text))
            match rng.randrange(4):
                case 0:
                    text.pop(place)
                case 1:
                    text.insert(place, rng.choice(lines))
                case 2:
                    text[place] = text[place].replace('"', "", 1)
                case _:
                    cut = rng.randint(0, len(text[place]))
                    text[place] = text[place][:cut] + rng.choice("[]{}=\"'9-") + text[place][cut:]
        (tmp_path / "exercise.toml").write_text("\n".join(text), "utf-8")
        said = refusal(lambda: a4a.exercise(tmp_path))
        assert not said or said.startswith("exercise.toml: ")
        refused += bool(said)
    assert refused > 30
