"""Merging: what two people did in their copies of a record is in one, whoever merges it."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from a4a.core import events as ev
from a4a.core.annotations import AnyAnnotation, Comment, Glyph, Highlight
from a4a.core.errors import RecordError
from a4a.core.identity import node_keys, note_key
from a4a.core.merging import merge
from a4a.core.record import GameRecord
from a4a.core.variations import Promote, Rename
from a4a.store import dumps, loads
from tests.core.small import record
from tests.depth import examples


def told(*texts: str, game: GameRecord | None = None, after: int | None = None) -> GameRecord:
    """A record in which these things are said, one after another."""
    game = record() if game is None else game
    for text in texts:
        after = game.append([ev.Noted(text)], parent=after)
    return game


def copy(game: GameRecord) -> GameRecord:
    return loads(dumps(game))


def texts(game: GameRecord, line: str = "main") -> list[str]:
    """What is said on a line."""
    steps = [game.step(node) for node in game.line(line) if node]
    return [event.text for step in steps for event in step.events if isinstance(event, ev.Noted)]


def contents(game: GameRecord) -> tuple[Any, ...]:
    """All that a record says, whatever its numbers, and the keys of notes edited in two ways."""
    keys = node_keys(game)

    def note(one: AnyAnnotation) -> tuple[Any, ...]:
        return note_key(one, keys[one.node])[1], keys[one.node]

    following = {keys[n]: [keys[c] for c in game.children(n)][:1] for n in (0, *game.steps)}
    return (
        game.header,
        set(keys.values()),
        sorted(map(note, game.annotations)),
        {(keys[v.first], v.author) for v in game.told_variations if v.author},
        following,
    )


# --- steps and variations -----------------------------------------------------------------------


def test_each_node_is_there_once_and_the_numbers_that_do_not_clash_stay() -> None:
    base = told("a", "b", "c")
    mine, theirs = told("d", game=copy(base)), copy(base)
    theirs.append([ev.Noted("other")], parent=1)
    theirs.append([ev.Noted("far")])
    both = merge(mine, theirs)
    assert sorted(both.record.lines) == sorted(("main", *both.record.lines[1:]))
    assert len(both.record) == 3 + 3
    assert len(both.mine.nodes) + len(both.theirs.nodes) == 1
    renumbered = {**both.mine.nodes, **both.theirs.nodes}
    assert renumbered == {4: 6}
    assert both.record.used == 6


def test_two_lines_that_go_on_from_one_node_are_both_kept_and_the_clash_is_told() -> None:
    base = told("a")
    mine, theirs = told("east", game=copy(base)), told("west", game=copy(base))
    both = merge(mine, theirs)
    main = texts(both.record)
    (other,) = both.record.lines[1:]
    assert sorted((main[-1], *texts(both.record, other))) == ["east", "west"]
    (clash,) = both.clashes
    assert (clash.about, clash.node, clash.kept, clash.other) == ("line", 1, "2", "3")


def test_a_longer_line_goes_on_without_a_clash() -> None:
    base = told("a", "b")
    both = merge(base, told("c", "d", game=copy(base)))
    assert texts(both.record) == ["a", "b", "c", "d"]
    assert (both.clashes, both.mine.nodes, both.theirs.nodes) == ((), {}, {})


def late(*texts: str, numbers: int) -> GameRecord:
    """A record whose first steps were taken back before these things were said."""
    game = told(*["gone"] * numbers)
    for node in range(numbers, 0, -1):
        game.withdraw(node)
    return told(*texts, game=game)


def test_a_line_that_both_have_first_goes_on_though_another_has_a_lower_number() -> None:
    mine = late("a", numbers=5)
    theirs = told("a")
    theirs.append([ev.Noted("aside")], parent=0)
    both = merge(mine, theirs)
    assert texts(both.record) == ["a"]
    assert both.theirs.nodes == {1: 6}
    assert both.clashes == ()
    assert merge(theirs, both.record).record == both.record


def test_a_promoted_variation_stays_promoted_and_names_are_kept() -> None:
    base = told("a", "b")
    base.append([ev.Noted("what if")], parent=1)
    mine, theirs = copy(base), copy(base)
    mine.do(Rename(first=3, name="Sea Lion"))
    theirs.do(Rename(first=3, name="Otarie"))
    again = merge(mine, theirs)
    assert again.record.variation(3).name == "Sea Lion"
    assert ("name", "Sea Lion", "Otarie") in [(c.about, c.kept, c.other) for c in again.clashes]
    theirs.do(Rename(first=3, name=""))
    theirs.do(Promote(first=3))
    for both in (merge(mine, theirs), merge(theirs, mine)):
        assert texts(both.record) == ["a", "what if"]
        assert both.record.variation(3).name == "Sea Lion"


def test_two_variations_of_one_name_are_told_apart_by_their_nodes() -> None:
    base = told("a", "b")
    mine, theirs = copy(base), copy(base)
    for game, text in (mine, "north"), (theirs, "south"):
        game.append([ev.Noted(text)], parent=1)
        game.do(Rename(first=3, name="Plan"))
    both = merge(mine, theirs)
    assert [v.name for v in both.record.variations] == ["Plan", "Plan (node 4)"]
    assert "Plan (node 4)" in [clash.kept for clash in both.clashes]
    assert merge(both.record, theirs).record == both.record


def test_a_step_played_twice_is_there_twice() -> None:
    base = told("a")
    mine = told("twin", "one", game=copy(base))
    node = mine.append([ev.Noted("twin")], parent=1)
    told("two", game=mine, after=node)
    theirs = told("twin", game=copy(base))
    both = merge(mine, theirs)
    assert both.record == mine
    assert texts(both.record) == ["a", "twin", "one"]


def test_of_two_equal_steps_the_first_stays_the_first_though_it_has_another_number() -> None:
    mine = told("twin", "one")
    told("two", game=mine, after=mine.append([ev.Noted("twin")], parent=0))
    both = merge(mine, late("twin", numbers=5))
    assert texts(both.record) == ["twin", "one"]
    assert set(node_keys(both.record).values()) == set(node_keys(mine).values())


# --- notes --------------------------------------------------------------------------------------


def test_a_note_that_both_have_is_there_once_and_new_ones_get_numbers() -> None:
    base = told("a")
    base.annotate(Comment(node=1, text="shared", author="Ada", key="k" * 8))
    base.annotate(Comment(node=1, text="old", author="Ada"))
    mine, theirs = copy(base), copy(base)
    mine.annotate(Comment(node=1, text="mine", author="Ada"))
    theirs.annotate(Comment(node=1, text="theirs", author="Bo"))
    both = merge(mine, theirs)
    notes = {n.text: n.id for n in both.record.annotations if isinstance(n, Comment)}
    assert notes["shared"] == 1
    assert notes["old"] == 2
    assert sorted((notes["mine"], notes["theirs"])) == [3, 4]
    assert {**both.mine.notes, **both.theirs.notes} == {3: 4}


def test_two_edits_of_one_note_are_both_kept_and_told() -> None:
    base = told("a")
    base.annotate(Comment(node=1, text="first", author="Ada", key="k" * 8))
    mine, theirs = copy(base), copy(base)
    mine.edit_annotation(1, text="mine")
    theirs.edit_annotation(1, text="theirs")
    both = merge(mine, theirs)
    assert sorted(n.text for n in both.record.annotations) == ["mine", "theirs"]  # type: ignore[union-attr]
    assert len({n.key for n in both.record.annotations}) == 2
    assert [clash.about for clash in both.clashes] == ["note"]
    for again in (merge(both.record, mine), merge(theirs, both.record)):
        assert again.record == both.record


def test_of_two_glyphs_of_one_kind_at_a_node_one_is_kept_and_the_other_told() -> None:
    base = told("a")
    mine, theirs = copy(base), copy(base)
    mine.annotate(Glyph(node=1, sign="!", author="Ada", key="a" * 8))
    theirs.annotate(Glyph(node=1, sign="?", author="Bo", key="b" * 8))
    theirs.annotate(Glyph(node=1, sign="=", author="Bo", key="c" * 8))
    both = merge(mine, theirs)
    assert len(both.record.annotations) == 2
    (clash,) = both.clashes
    assert clash.about == "glyph"
    assert {clash.kept, clash.other} == {"! (Ada)", "? (Bo)"}


def test_the_same_glyph_given_twice_is_there_once_and_is_no_clash() -> None:
    base = told("a")
    mine, theirs = copy(base), copy(base)
    mine.annotate(Glyph(node=1, sign="!", key="a" * 8))
    theirs.annotate(Highlight(node=1, spaces=("Malta",)))
    theirs.annotate(Glyph(node=1, sign="!", key="b" * 8))
    both = merge(mine, theirs)
    assert both.clashes == ()
    assert [(n.kind, n.key) for n in both.record.annotations if n.kind == "glyph"] == [
        ("glyph", "a" * 8)
    ]
    (glyph,) = (n for n in both.record.annotations if n.kind == "glyph")
    assert both.mine.notes.get(1, 1) == both.theirs.notes.get(2, 2) == glyph.id


def test_a_note_that_has_got_a_key_in_one_file_is_there_once() -> None:
    base = told("a")
    mine, theirs = copy(base), copy(base)
    mine.annotate(Comment(node=1, text="old", author="Ada"))
    theirs.annotate(Comment(node=1, text="old", author="Ada", key="k" * 8))
    theirs.annotate(Comment(node=1, text="old", author="Bo"))
    both = merge(mine, theirs)
    assert sorted((n.author, n.key) for n in both.record.annotations) == [
        ("Ada", "k" * 8), ("Bo", ""),
    ]  # fmt: skip


def test_a_note_hangs_on_its_node_though_that_was_renumbered() -> None:
    base = told("a")
    mine, theirs = told("east", game=copy(base)), told("west", game=copy(base))
    for game, text in (mine, "about east"), (theirs, "about west"):
        game.annotate(Comment(node=2, text=text))
    both = merge(mine, theirs)
    for note in both.record.annotations:
        assert isinstance(note, Comment)
        (event,) = both.record.step(note.node).events
        assert isinstance(event, ev.Noted)
        assert note.text == f"about {event.text}"


# --- what cannot be merged ----------------------------------------------------------------------


def test_records_of_different_games_are_refused_and_told_where_they_differ() -> None:
    mine = record()
    units = mine.start.units
    moved = (msgspec.structs.replace(units[0], place="Malta"), *units[1:])
    for changes, words in (
        ({"header": msgspec.structs.replace(mine.header, system="other")}, "the system is 'small'"),
        ({"header": msgspec.structs.replace(mine.header, options={"low luck": True})},
         "options, low luck is not there in the first and True in the second"),
        ({"start": msgspec.structs.replace(mine.start, units=moved)},
         "the start, units, 1, place is 'Sicily' in the first and 'Malta' in the second"),
        ({"start": msgspec.structs.replace(mine.start, units=units[:-1])},
         f"the start, units has {len(units)} rows in the first and {len(units) - 1}"),
        ({"board": msgspec.structs.replace(mine.board, name="large")}, "the board, name is"),
    ):  # fmt: skip
        parts: dict[str, Any] = {
            "header": mine.header, "board": mine.board, "catalog": mine.catalog,
            "start": mine.start, **changes,
        }  # fmt: skip
        with pytest.raises(RecordError, match=words):
            merge(mine, GameRecord(**parts))
    with pytest.raises(RecordError, match=r"merge two records, as a4a\.open returns"):
        merge(mine, "theirs.a4a")  # type: ignore[arg-type]


def test_titles_and_players_are_told_where_they_differ() -> None:
    mine, theirs = record(), record()
    mine.name_players({"Italy": "Ada"})
    theirs.name_players({"Italy": "Bo", "UK": "Cy"})
    both = merge(mine, theirs)
    assert both.record.header.players == {"Italy": "Bo", "United Kingdom": "Cy"}
    assert [str(clash) for clash in both.clashes] == [
        "two files have another player: 'Bo' is kept, not 'Ada'"
    ]


# --- what holds of all records ------------------------------------------------------------------

WORDS = st.sampled_from("abc")
CHANGES = st.lists(
    st.one_of(
        st.tuples(st.just("step"), st.integers(0, 9), WORDS),
        st.tuples(st.just("note"), st.integers(0, 9), WORDS),
        st.tuples(st.just("keyed"), st.integers(0, 9), WORDS),
        st.tuples(st.just("edit"), st.integers(0, 9), WORDS),
        st.tuples(st.just("glyph"), st.integers(0, 9), st.sampled_from("!?=")),
        st.tuples(st.just("name"), st.integers(0, 9), WORDS),
        st.tuples(st.just("promote"), st.integers(0, 9), WORDS),
        st.tuples(st.just("withdraw"), st.integers(0, 9), WORDS),
    ),
    max_size=12,
)


def change(game: GameRecord, kind: str, which: int, word: str) -> None:
    """Do something to a record, if it can be done."""
    nodes = (0, *game.steps)
    node = nodes[which % len(nodes)]
    firsts = [variation.first for variation in game.variations]
    comments = [note for note in game.annotations if isinstance(note, Comment)]
    if kind == "step":
        game.append([ev.Noted(word)], parent=node)
    elif kind == "note" and not any(n.node == node and n.text == word for n in comments):
        game.annotate(Comment(node=node, text=word, author=word.upper()))
    elif kind == "keyed" and f"keyed-{which}-{word}" not in [n.key for n in game.annotations]:
        game.annotate(Highlight(node=node, spaces=("Malta",), key=f"keyed-{which}-{word}"))
    elif kind == "edit" and comments:
        game.edit_annotation(comments[which % len(comments)].id, text=f"{word}{which}")
    elif kind == "glyph":
        sign = Glyph(node=node, sign=word, key=f"glyph-{which}-{ord(word)}")  # type: ignore[arg-type]
        if sign.key not in [n.key for n in game.annotations]:
            game.annotate(sign)
    elif kind == "name" and firsts and game.can(Rename(first=firsts[0], name=word)):
        game.do(Rename(first=firsts[0], name=word))
    elif kind == "promote" and firsts:
        game.do(Promote(first=firsts[which % len(firsts)]))
    elif kind == "withdraw" and game.steps and not game.children(max(game.steps)):
        game.withdraw(max(game.steps))


def changed(game: GameRecord, changes: list[tuple[str, int, str]]) -> GameRecord:
    game = copy(game)
    for one in changes:
        change(game, *one)
    return game


@examples(24)
@given(CHANGES, CHANGES, CHANGES)
def test_merging_does_not_depend_on_who_merges_and_changes_nothing_again(
    shared: list[tuple[str, int, str]],
    first: list[tuple[str, int, str]],
    second: list[tuple[str, int, str]],
) -> None:
    base = changed(record(), shared)
    mine, theirs = changed(base, first), changed(base, second)
    both, same = merge(mine, theirs), merge(theirs, mine)
    assert both.record == same.record
    assert dumps(both.record) == dumps(same.record)
    assert (both.mine, both.theirs, both.clashes) == (same.theirs, same.mine, same.clashes)
    keys = node_keys(mine)
    if len({note_key(note, keys[note.node]) for note in mine.annotations}) == len(mine.annotations):
        assert merge(mine, mine).record == mine  # what is written twice in the same words is one
    for other in (both.record, mine, theirs):
        again = merge(both.record, other).record
        assert again == both.record
        assert again.line() == both.record.line()
    assert set(node_keys(both.record).values()) == {
        *node_keys(mine).values(), *node_keys(theirs).values(),
    }  # fmt: skip
    assert loads(dumps(both.record)) == both.record


@examples(16)
@given(CHANGES, CHANGES, CHANGES, CHANGES)
def test_three_files_are_merged_in_any_order_but_for_numbers(
    shared: list[tuple[str, int, str]],
    first: list[tuple[str, int, str]],
    second: list[tuple[str, int, str]],
    third: list[tuple[str, int, str]],
) -> None:
    base = changed(record(), shared)
    a, b, c = (changed(base, changes) for changes in (first, second, third))
    left = merge(merge(a, b).record, c).record
    right = merge(a, merge(b, c).record).record
    assert contents(left)[:4] == contents(right)[:4]
