"""Annotations: kept on their nodes, checked, changed, removed and put back."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from a4a.core import annotated
from a4a.core.annotations import (
    SIDED_SIGNS,
    SIGNS,
    AnyAnnotation,
    Arrow,
    Comment,
    Glyph,
    Highlight,
    NoteView,
    new_key,
)
from a4a.core.errors import RecordError
from a4a.core.numbers import LARGEST
from a4a.core.record import GameRecord
from a4a.core.steps import Header
from tests.core.small import BOARD, CATALOG, START
from tests.core.test_record import note, played


def texts(game: GameRecord) -> list[str]:
    return [a.text for a in game.annotations if isinstance(a, Comment)]


def test_annotations_are_kept_on_their_nodes() -> None:
    game = played()
    first = game.annotate(Comment(node=2, author="A", text="<b>why?</b>", when="before"))
    second = game.annotate(Glyph(node=2, sign="!?"))
    arrow = game.annotate(Arrow(node=3, path=("Malta", "sea zone 96")))
    area = game.annotate(Highlight(node=3, spaces=("Malta",), colour="#ff0000"))
    assert [a.id for a in (first, second, arrow, area)] == [1, 2, 3, 4]
    assert [a.kind for a in game.annotations] == ["comment", "glyph", "arrow", "highlight"]
    assert game.annotations_at(2) == (first, second)
    assert game.annotations == (first, second, arrow, area)
    assert game.annotation(3) == arrow


def test_an_annotation_of_a_known_id_takes_its_place() -> None:
    game = played()
    kept = game.annotate(Comment(node=2, text="one"))
    game.annotate(Comment(node=3, text="two"))
    game.annotate(msgspec.structs.replace(kept, text="better"))
    assert texts(game) == ["better", "two"]


def test_a_node_has_one_glyph() -> None:
    game = played()
    first = game.annotate(Glyph(node=2, sign="?"))
    game.annotate(Glyph(node=3, sign="!"))
    again = game.annotate(Glyph(node=2, sign="??"))
    assert again.id == first.id
    assert [(a.node, a.sign) for a in game.annotations if isinstance(a, Glyph)] == [
        (2, "??"), (3, "!"),
    ]  # fmt: skip
    moved = game.edit_annotation(again.id, node=3)
    assert game.annotations == (moved,)
    game.remove_annotation(moved.id)
    assert game.annotate(Glyph(node=3, sign="!!")).id == 3


def test_an_annotation_is_edited_in_place() -> None:
    game = played()
    kept = game.annotate(Comment(node=2, text="one", author="Ann"))
    changed = game.edit_annotation(kept.id, text="two", when="before")
    assert changed == Comment(id=1, node=2, author="Ann", text="two", when="before")
    assert game.annotations == (changed,)
    for wrong, words in (
        ({"sign": "!"}, "cannot be changed; text, when, markup, node, author, view can"),
        ({"id": 7}, "'id' of a comment cannot be changed"),
        ({"text": " "}, "comment 1 of node 2 has no text"),
    ):
        with pytest.raises(RecordError, match=words):
            game.edit_annotation(kept.id, **wrong)
    assert game.annotations == (changed,)


def test_annotations_are_removed_and_put_back_where_they_were() -> None:
    game = played()
    kept = game.annotate(Comment(node=2, text="one"))
    game.annotate(Comment(node=2, text="two"))
    assert game.remove_annotation(kept.id) == kept
    with pytest.raises(RecordError, match="no annotation has the id 1"):
        game.remove_annotation(kept.id)
    game.annotate(Comment(node=2, text="three"))
    game.annotate(kept)
    assert texts(game) == ["one", "two", "three"]


def test_the_id_of_what_was_removed_is_not_given_again() -> None:
    game = played()
    kept = game.annotate(Comment(node=2, text="one"))
    game.remove_annotation(kept.id)
    assert game.annotate(Comment(node=2, text="two")).id == 2


def test_no_id_is_given_that_a_file_cannot_hold() -> None:
    highest = Comment(id=LARGEST, node=0, text="last")
    game = GameRecord(Header(system="small"), BOARD, CATALOG, START, annotations=[highest])
    assert [game.annotate(Comment(node=0, text=text)).id for text in "ab"] == [1, 2]


def test_annotations_go_with_a_step_that_is_withdrawn() -> None:
    game = played()
    node = game.append(note("more"))
    game.annotate(Glyph(node=node, sign="!"))
    other = game.annotate(Comment(node=2, text="stays"))
    game.withdraw(node)
    assert game.annotations == (other,)


def test_spaces_are_kept_by_the_names_of_the_board() -> None:
    arrow = played().annotate(Arrow(node=1, path=["MALTA", "sea zone 96"]))  # type: ignore[arg-type]
    assert arrow == Arrow(id=1, node=1, path=("Malta", "sea zone 96"))
    area = played().annotate(Highlight(node=1, spaces=("Malta", "malta")))
    assert area == Highlight(id=1, node=1, spaces=("Malta",))


@pytest.mark.parametrize("sign", SIGNS)
def test_every_sign_is_one(sign: Any) -> None:
    side = "Axis" if sign in SIDED_SIGNS else ""
    assert played().annotate(Glyph(node=1, sign=sign, side=side)).kind == "glyph"


def test_a_step_and_its_position_are_judged_apart_and_each_observation_is_there_once() -> None:
    game = played()
    for sign in ("!", "⩲", "N", "→", "??", "=", "N"):
        side = "Axis" if sign in SIDED_SIGNS else ""
        game.annotate(Glyph(node=2, sign=sign, side=side))  # type: ignore[arg-type]
    assert [(a.id, a.sign) for a in game.annotations if isinstance(a, Glyph)] == [
        (1, "??"), (2, "="), (3, "N"), (4, "→"),
    ]  # fmt: skip
    game.remove_annotation(2)
    assert game.annotate(Glyph(node=2, sign="±", side="Allies")).id == 5


def test_a_key_is_kept_when_its_annotation_is_changed() -> None:
    game = played()
    note = game.annotate(Comment(node=2, text="a", author="Ada", key=new_key()))
    view = NoteView(
        bounds=(30.0, -10.0, 60.0, 40.0), layers={"units": {"on": False}, "control": {"by": "side"}}
    )
    changed = game.edit_annotation(note.id, text="*b*", markup="markdown", view=view)
    assert (changed.key, changed.view) == (note.key, view)
    with pytest.raises(RecordError, match="'key' of a comment cannot be changed"):
        game.edit_annotation(note.id, key=new_key())


@pytest.mark.parametrize(
    ("annotation", "words"),
    [
        (Comment(node=99, text="x"), "no node 99"),
        (Comment(node="x", text="x"), "comment of node 'x': Expected `int`"),  # type: ignore[arg-type]
        (Comment(id=-1, node=1, text="x"), "an annotation's id is -1; ids are positive"),
        (Comment(node=1, text=""), "comment of node 1 has no text"),
        (Comment(node=1, text="x" * 20_001), "its text has 20001 characters of 20000"),
        (Comment(node=1, text="\ud800"), "its text is no Unicode text"),
        (Comment(node=1, text=5), "its text is text, not int"),  # type: ignore[arg-type]
        (Comment(node=1, text="x", author="x" * 201), "its author has 201 characters of 200"),
        (Comment(node=1, text="x", when="now"), 'seen "before" or "after", not'),  # type: ignore[arg-type]
        (Comment(node=1, text="x", markup="html"), '"plain" or "markdown", not'),  # type: ignore[arg-type]
        (Comment(node=1, text="x", key="short"), r"a key is made with new_key\(\)"),
        (Comment(node=1, text="x", key="<b>bold</b>"), r"a key is made with new_key\(\)"),
        (Comment(node=1, text="x", view=NoteView((0, 0, 999, 0))), "Expected `float` <= 720"),
        (Comment(node=1, text="x", view=NoteView(layers={"</b>": {}})), "matching regex"),
        (Comment(node=1, text="x", view="x"), "Expected `object | null`"),  # type: ignore[arg-type]
        (Glyph(node=1, sign="±"), "say for which side, other signs not"),
        (Glyph(node=1, sign="!", side="Axis"), "say for which side, other signs not"),
        (Glyph(node=1, sign="<b>"), "no glyph '<b>': there are ! "),  # type: ignore[arg-type]
        (Arrow(node=1, path=("Malta", "Gozo")), "arrow of node 1: no space 'Gozo'"),
        (Arrow(node=1, path=("Malta",)), "arrow of node 1 names 1 spaces; 2 to 400 can be"),
        (Arrow(node=1, path="Malta"), "given as a tuple of names"),  # type: ignore[arg-type]
        (Arrow(node=1, path=("Malta", 7)), "7 is no space"),  # type: ignore[arg-type]
        (Highlight(node=1, spaces=("Gozo",)), "highlight of node 1: no space 'Gozo'"),
        (Highlight(node=1, spaces=()), "names 0 spaces; 1 to 400 can be"),
        (Highlight(node=1, spaces=("Malta",), colour="red;}"), 'a colour is "#rrggbb" or ""'),
        (Highlight(node=1, spaces=("Malta",), colour="#12345\n"), 'a colour is "#rrggbb" or ""'),
        ("a comment", "a str is not an annotation; Comment, Glyph, Arrow, Highlight are"),
    ],
)
def test_annotations_that_cannot_be_are_refused(annotation: Any, words: str) -> None:
    game = played()
    with pytest.raises(RecordError, match=words):
        game.annotate(annotation)
    assert game.annotations == ()


def test_a_record_has_no_end_of_annotations(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(annotated, "MOST_ANNOTATIONS", 2)
    game = played()
    for text in ("one", "two"):
        game.annotate(Comment(node=1, text=text))
    with pytest.raises(RecordError, match="a record has 2 annotations at most"):
        game.annotate(Comment(node=1, text="three"))
    game.edit_annotation(2, text="changed")
    assert texts(game) == ["one", "changed"]


@pytest.mark.parametrize("ids", [(1, 1), (0,)])
def test_annotations_that_were_written_have_ids_of_their_own(ids: tuple[int, ...]) -> None:
    written: list[AnyAnnotation] = [Comment(id=i, node=0, text="x") for i in ids]
    with pytest.raises(RecordError, match=r"annotation id \d is not allowed: ids are positive"):
        GameRecord(played().header, BOARD, CATALOG, START, annotations=written)


sentences = st.text(st.characters(exclude_categories=["Cs"]), max_size=8).map(lambda t: f"x{t}")
changes = st.lists(
    st.one_of(
        st.tuples(st.just("comment"), st.integers(0, 8), sentences),
        st.tuples(st.just("glyph"), st.integers(0, 8), st.sampled_from(SIGNS[:7])),
        st.tuples(st.just("edit"), st.integers(1, 12), sentences),
        st.tuples(st.just("move"), st.integers(1, 12), st.integers(0, 8)),
        st.tuples(st.just("remove"), st.integers(1, 12), st.none()),
        st.tuples(st.just("restore"), st.just(0), st.none()),
    ),
    max_size=30,
)


@given(changes)
def test_after_any_changes_a_record_has_what_a_plain_list_would(made: list[Any]) -> None:
    game, plain, removed, last = played(), dict[int, AnyAnnotation](), None, 0
    for what, where, with_ in made:
        kept: AnyAnnotation
        if what in ("comment", "glyph"):
            if what == "comment":
                kept = game.annotate(Comment(node=where, text=with_))
            else:
                kept = game.annotate(Glyph(node=where, sign=with_))
            same = [i for i, a in plain.items() if isinstance(a, Glyph) and a.node == where]
            assert kept.id == (same[0] if what == "glyph" and same else last + 1)
        elif what == "restore":
            if removed is None:
                continue
            kept, removed = game.annotate(removed), None
        elif where not in plain or (what == "edit" and isinstance(plain[where], Glyph)):
            with pytest.raises(RecordError):
                game.edit_annotation(where, text=with_)
            continue
        elif what == "remove":
            removed = game.remove_annotation(where)
            assert plain.pop(where) == removed
            continue
        else:
            field = "text" if what == "edit" else "node"
            kept = game.edit_annotation(where, **{field: with_})
        if isinstance(kept, Glyph):
            plain = {
                i: a for i, a in plain.items()
                if not (isinstance(a, Glyph) and a.node == kept.node)
            }  # fmt: skip
        plain[kept.id] = kept
        last = max(last, kept.id)
    assert game.annotations == tuple(plain[i] for i in sorted(plain))
    again = GameRecord(
        game.header, game.board, game.catalog, game.start,
        steps=game.steps.values(), annotations=game.annotations,
    )  # fmt: skip
    assert again == game
