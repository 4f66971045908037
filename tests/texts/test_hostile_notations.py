"""A text that is no notation gets one clear error, with line and column, and nothing else."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import a4a
from a4a.core.errors import A4AError
from a4a.core.record import GameRecord
from a4a.rules.ruleset import Ruleset
from a4a.texts.notating import setting
from a4a.texts.notating.reading import MAX_TEXT
from a4a.texts.notating.scanner import NotationError
from tests.core.test_properties import play
from tests.depth import examples

TAGS = '[Notation 1]\n[System "europe1940"]\n[Options {"low luck":false,"research":false}]\n'
BUY = "1. Germany: begin; Buy Germany, units=10 infantry"


@pytest.fixture(autouse=True)
def _shared_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make each ruleset once."""
    made: dict[str, Ruleset] = {}

    def shared(system: str, options: dict[str, bool]) -> Ruleset:
        key = f"{system} {sorted(options.items())}"
        if key not in made:
            made[key] = a4a.rules.ruleset(system, options)
        return made[key]

    monkeypatch.setattr(setting, "ruleset", shared)


@cache
def head() -> str:
    """The tags of a game of Europe 1940."""
    text = a4a.notation(a4a.new_game("europe1940").record)
    return text[: text.index("\n1. ") + 1]


@cache
def base(kind: str) -> str:
    """A text that can be read, to be spoiled."""
    if kind == "events":
        return a4a.notation(play(Random(7), steps=14))
    return (
        f"{head()}{BUY}; {{A start.}}, author=Ada; EndPhase; Move 2 infantry @Germany #6/5, "
        "Germany > Slovakia/Hungary; glyph ?!; arrow Germany > Poland\n\n"
        "(after 2\n1. Germany: (id=5) EndPhase\n)\n"
    )


def refused(text: str) -> str:
    with pytest.raises(NotationError) as found:
        a4a.read_notation(text)
    return str(found.value)


def read_or_refused(text: str) -> GameRecord | None:
    """The game that a text tells; None if it is refused as it should be."""
    try:
        return a4a.read_notation(text)
    except NotationError:
        return None


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("1. Germany: begin; Buy Germany, units=11 infantry", "line 7, column 20: "),
        ("1. Germany: begin; Buy Prussia, units=1 infantry", "line 7, column 20: "),
        ("1. Germany: begin; Buy Germany, units=x infantry", "column 39: a number and a name"),
        ("1. Germany: begin; Buy Germany, unit=1 infantry", "column 33: a field and = are expec"),
        ("1. Germany: begin; Buy Germany, units=1 tank, units=1 tank", "column 47: a second unit"),
        ("1. Germany: begin; Buy Germany, units=1 tank + 1 tank", "stands here twice"),
        ("1. Germany: begin; Sell Germany", "column 20: an event or an order is expected"),
        ("1. Germany: begin; Move 99 infantry, Germany > Poland", "column 25: no 99 infantry here"),
        ("1. Germany: begin; EndPhase extra", "column 29: ';' is expected, not 'extra'"),
        ("1. Germany: begin; {never closed", "column 20: a comment has no closing brace"),
        ("1. Germany: begin;", "column 19: an event or an order is expected, not the end of"),
        ("1. Germany: begin; begin", "column 20: only the rules begin a game"),
        ("2. Germany: begin", "column 1: what this line tells is of '1. Germany:', not of"),
        ("1. Italy: begin", "column 1: what this line tells is of '1. Germany:'"),
        ("Germany: begin", "column 1: a line begins with its turn"),
        ("1. Germany: (cause=bid) begin; (cause=bid) EndPhase", "column 32: only its id"),
        ("1. Germany: begin; (id=1) EndPhase", "step 1 is there twice"),
        ("1. Germany: begin; EndPhase [6]", "1 of the faces are not rolled"),
        ("1. Germany: begin; EndPhase [7 x]", "column"),
        ("1. Germany: begin; moved 1 infantry #1-999999999, Germany > Poland, combat", "1 ids"),
        (
            "1. Germany: begin; moved 9 infantry #1-9999999999, Germany > Poland, combat",
            "9 ids",
        ),
        ("1. Germany: begin; moved 0 infantry, Germany > Poland, combat", "counted from 1 to"),
        ("1. Germany: begin; moved 1 tank #3, Germany > Poland, combat", "no 1 tank here that co"),
        ("1. Germany: begin; moved 1 infantry #3, Nowhere > Poland, combat", "column 20: "),
        ("1. Germany: begin; moved 1 infantry #3, Germany > Poland, sideways", "column 20: Invali"),
        ("1. Germany: begin; placed 1 infantry #3, #3, here", "column 20: "),
        ("1. Germany: begin; glyph ??!", "column 20: Invalid enum value"),
        (
            "1. Germany: begin; arrow Atlantis > Poland",
            "tells no game: arrow 1 of node 1",
        ),
        ("1. Germany: begin\n(after 9\n)", "line 8, column 8: there is no node 9 before"),
        ("1. Germany: begin\n(after 1", "the last variation is not closed"),
        ("1. Germany: begin\n)", "line 8, column 1: a line begins with its turn"),
        ("1. Germany: begin; (node=77) {x}", "tells no game"),
        ("1. Germany: begin; (actors=Germany) {x}", "actors cannot be said of this"),
        ("1. Germany: begin; rolled attack, Germany, [3 3], 6", "column 48: ':' is expec"),
        ("1. Germany: begin; rolled attack, Germany, [3: 5!!], 6", "faces are expected, as 5 3! 6"),
        ("1. Germany: begin; bought Germany, Germany, (unicorn, 1, 5)", "tells no game: step 2"),
        ("1. Germany: begin; value Poland, value, [" + "[" * 5000, "a value is expected"),
        ("1. Germany: begin; value Poland, value, 1, " + "9" * 5000, "column"),
        ("1. Germany: begin; value Poland, value, 1, NaN", "a value is expected"),
    ],
)
def test_what_is_wrong_in_a_line_is_said_with_line_and_column(line: str, says: str) -> None:
    assert says in refused(f"{head()}{line}\n")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "line 1: no notation"),
        ("1. e4 e5", "line 1: no notation"),
        ('[Event "x"]', "line 1, column 2: a notation begins with [Notation 1]"),
        ("[Notation 2]", "this a4a reads version 1"),
        ("[Notation 1]\n[Notation 1]", "line 2, column 2: a second Notation"),
        ("[Notation 1]\n[Colour 1]", "line 2, column 2: there is no tag 'Colour'"),
        ("[Notation 1]\n[System x]", "line 2, column 9: a value is expected"),
        ("[Notation 1]\n[System 5]", "[Header]: Expected `str`, got `int`"),
        ('[Notation 1]\n[System "x"] y', "line 2, column 14: nothing can follow a tag"),
        ('[Notation 1]\n[System "x"]', "without [Start ...] has a [Board ...]"),
        ('[Notation 1]\n[System "x"]\n[Start "y"]', "'x', which does not come with a4a"),
        (f'{TAGS}[Start "0"]', "other tables of 'europe1940' than there are now"),
        ('[Notation 1]\n[System "x"]\n[Board {"name": 3}]', "[Board]: "),
        ("[Notation 1]\n[Position units=1 tank]", "new units have an owner, a place and ids"),
        ("[Notation 1]\n[Position moon=1]", "a field and = are expected"),
        ("[Notation 1]\n[Variation 5, rank=x]", "line 2"),
    ],
)
def test_what_is_wrong_in_the_tags_is_said(text: str, says: str) -> None:
    assert says in refused(text)


def test_a_text_that_is_too_long_or_none_is_refused() -> None:
    assert f"a notation has {MAX_TEXT} at most" in refused(" " * (MAX_TEXT + 1))
    with pytest.raises(A4AError, match="a notation is text, not a bytes"):
        a4a.read_notation(b"[Notation 1]")  # type: ignore[arg-type]
    with pytest.raises(A4AError, match="what is written is a record"):
        a4a.notation("game.a4a")  # type: ignore[arg-type]


def test_a_changed_face_is_another_game_or_none(europe: GameRecord) -> None:
    text = a4a.notation(europe)
    at = text.index("Fight ")
    at = text.index("[", at) + 1
    face = "1" if text[at] != "1" else "6"
    again = read_or_refused(text[:at] + face + text[at + 1 :])
    assert again != europe


def test_the_texts_that_are_spoiled_can_be_read() -> None:
    assert len(a4a.read_notation(base("orders"))) == 5
    assert len(a4a.read_notation(base("events"))) == 14


def test_the_same_kind_named_twice_is_other_units() -> None:
    start = f"{head()}1. Germany: begin; moved "
    together = a4a.read_notation(f"{start}2 infantry, Germany > Poland, combat\n")
    apart = a4a.read_notation(f"{start}1 infantry + 1 infantry, Germany > Poland, combat\n")
    assert together == apart
    refused(f"{start}{' + '.join(30 * ['1 infantry'])}, Germany > Poland, combat\n")


def test_lines_may_end_as_windows_ends_them_and_be_apart() -> None:
    text = base("orders")
    assert a4a.read_notation(text.replace("\n", "\r\n").replace("; ", " ;   ")) == (
        a4a.read_notation(text)
    )


SPOILS = st.lists(
    st.tuples(
        st.sampled_from(["cut", "add", "swap", "line"]),
        st.floats(0, 1, exclude_max=True),
        st.text(st.sampled_from(" ;,:|+>#@()[]{}\"'\\=-./0159azAZ\n\r\t\x00é"), max_size=6),
    ),
    min_size=1,
    max_size=4,
)


def spoiled(text: str, spoils: list[tuple[str, float, str]]) -> str:
    """A text with pieces cut out, put in and exchanged."""
    for how, where, piece in spoils:
        at = int(where * len(text))
        if how == "cut":
            text = text[:at] + text[at + 1 + len(piece) :]
        elif how == "add":
            text = text[:at] + piece + text[at:]
        elif how == "swap":
            text = text[:at] + text[at : at + 9][::-1] + text[at + 9 :]
        else:
            lines = text.split("\n")
            lines.insert(int(where * len(lines)), lines[int((1 - where) * (len(lines) - 1))])
            text = "\n".join(lines)
    return text


@pytest.mark.parametrize("kind", ["events", "orders"])
@given(SPOILS)
@examples(24, deep=6000)
def test_a_spoiled_text_is_refused_or_is_a_game(
    kind: str, spoils: list[tuple[str, float, str]]
) -> None:
    record = read_or_refused(spoiled(base(kind), spoils))
    if record is not None:
        assert a4a.read_notation(a4a.notation(record)) == record


@given(st.text(max_size=60))
@examples(16)
def test_any_text_is_refused(text: str) -> None:
    refused(text)
    refused(f"[Notation 1]\n{text}")
