"""Variations: named, promoted, deleted and copied; no step ever moves, no id is used again."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from a4a.core import events as ev
from a4a.core.annotations import Comment
from a4a.core.errors import RecordError
from a4a.core.record import GameRecord
from a4a.core.steps import ROOT, NodeId
from a4a.core.variations import Delete, Promote, Rename, Variation
from a4a.store import dumps, loads
from tests.core.small import record
from tests.depth import examples


def grown(*parents: NodeId) -> GameRecord:
    """A record whose step n follows the n-th of these nodes."""
    game = record()
    for parent in parents:
        game.append([ev.Noted("x")], parent=parent)
    return game


def branched() -> GameRecord:
    """A main line of four steps, variations 5 and 8, and variation 7 inside the first.

    ::

        0 - 1 - 2 - 3 - 4
            |- 5 - 6
            |  |- 7
            |- 8
    """
    return grown(0, 1, 2, 3, 1, 5, 5, 1)


# --- names --------------------------------------------------------------------------------------


def test_a_variation_is_called_by_its_name_everywhere() -> None:
    game = branched()
    game.do(Rename(first=5, name="Sea Lion"))
    assert game.lines == ("main", "Sea Lion", "variation 7", "variation 8")
    assert game.line("Sea Lion") == (5, 6)
    assert [game.time(node).line for node in (4, 5, 6, 7)] == [
        "main", "Sea Lion", "Sea Lion", "variation 7",
    ]  # fmt: skip
    game.do(Rename(first=5, name=""))
    assert game == branched()


def test_a_name_is_of_one_line_only() -> None:
    game = branched()
    game.do(Rename(first=5, name="Sea Lion"))
    for name, words in (
        ("sea  lion", "the variation of node 5 is named 'Sea Lion' already: choose another"),
        ("Main", "cannot be named 'Main'"),
        ("variation 8", "cannot be named 'variation 8'"),
        ("two\nlines", "in one line"),
        (" padded", "in one line"),
        ("x" * 81, "at most 80 characters"),
        (8, "its name is text, not int"),
    ):
        change = Rename(first=8, name=name)  # type: ignore[arg-type]
        assert not game.can(change)
        with pytest.raises(RecordError, match=words):
            game.do(change)
    game.do(Rename(first=5, name="SEA LION"))  # its own


def test_the_author_of_a_variation_is_not_kept_where_names_are_left_out() -> None:
    game = branched()
    game.sign_variation(5, "Ada")
    assert game.variation(5) == Variation(first=5, author="Ada")
    assert game.without_players() == branched()


# --- promoting ----------------------------------------------------------------------------------


def test_a_promoted_variation_goes_on_with_the_line_it_left() -> None:
    game = branched()
    before = dict(game.steps)
    game.do(Promote(first=7))
    assert game.children(5) == (7, 6)
    assert game.line("variation 5") == (5, 7)
    assert game.line() == (0, 1, 2, 3, 4)
    game.do(Promote(first=5))
    assert game.children(1) == (5, 2, 8)
    assert (game.line(), game.last) == ((0, 1, 5, 7), 7)
    assert game.line("variation 2") == (2, 3, 4)
    assert dict(game.steps) == before


def test_a_variation_inside_another_is_promoted_to_the_main_line_at_once() -> None:
    game = branched()
    game.do(Rename(first=7, name="Deeper"))
    game.do(Promote(first=7, to="main"))
    assert game.line() == (0, 1, 5, 7)
    assert game.lines == ("main", "variation 2", "variation 6", "variation 8")
    game.do(Promote(first=6))  # and its name is not lost when another takes its place
    assert game.line("Deeper") == (7,)


def test_what_is_recorded_next_follows_the_promoted_line() -> None:
    game = branched()
    game.do(Promote(first=5))
    assert game.step(game.append([ev.Noted("next")])).parent == 6
    later = game.append([ev.Noted("or")], parent=1)
    assert game.children(1) == (5, 2, 8, later)


def test_promoting_back_leaves_nothing_to_be_said() -> None:
    game = branched()
    for node in (8, 5, 8, 2):
        game.do(Promote(first=node))
    game.do(Promote(first=8))
    game.do(Promote(first=5))
    game.do(Promote(first=2))
    assert game == branched()
    assert game.told_variations == ()


# --- deleting -----------------------------------------------------------------------------------


def test_a_deleted_variation_goes_with_all_that_follows_and_its_ids_stay_used() -> None:
    game = branched()
    game.do(Rename(first=7, name="Deeper"))
    for node in (4, 6, 7):
        game.annotate(Comment(node=node, text="x"))
    game.do(Delete(node=5))
    assert list(game.steps) == [1, 2, 3, 4, 8]
    assert [a.node for a in game.annotations] == [4]
    assert game.told_variations == ()
    assert loads(dumps(game)) == game
    game.do(Delete(node=8))
    assert game.append([ev.Noted("next")]) == 9
    assert game.used == 9


def test_the_end_of_a_variation_is_deleted_alone_and_its_sibling_goes_on() -> None:
    game = branched()
    game.do(Delete(node=6))
    assert game.line("variation 5") == (5, 7)
    assert game.lines == ("main", "variation 5", "variation 8")


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (Delete(node=3), "node 3 is on the main line, which is never deleted: promote a variation"),
        (Delete(node=0), "node 0 is on the main line"),
        (Delete(node=99), "no node 99; nodes go from 0 to 8"),
        (Promote(first=3), "no variation begins with node 3: it is on the main line; variations"
         " begin with 5, 7, 8"),
        (Promote(first=6), "it is on 'variation 5', which begins with node 5"),
        (Promote(first=5, to="x"), '"line" or "main", not \'x\''),  # type: ignore[arg-type]
        (Rename(first=0, name="x"), "no variation begins with node 0"),
        (Rename(first=99, name="x"), "no node 99"),
        ("delete", "a str is no change of variations: Rename, Promote and Delete are"),
    ],
)  # fmt: skip
def test_a_refused_change_says_what_can_be_done_and_changes_nothing(
    change: Any, words: str
) -> None:
    game = branched()
    assert not game.can(change)
    with pytest.raises(RecordError, match=words):
        game.do(change)
    assert game == branched()


# --- copying ------------------------------------------------------------------------------------


def test_a_line_is_copied_to_a_record_of_its_own() -> None:
    game = branched()
    game.do(Rename(first=5, name="Sea Lion"))
    for node in (1, 6, 3):
        game.annotate(Comment(node=node, text=f"of {node}"))
    copy = game.copy_line(5)
    assert (copy.line(), copy.lines) == ((0, 1, 5, 6), ("main",))
    assert [a.node for a in copy.annotations] == [1, 6]
    assert copy.header.title.endswith("Sea Lion")
    assert (copy.file, copy.told_variations) == (None, ())
    assert copy.state_at(6) == game.state_at(6)
    assert copy.append([ev.Noted("on")]) == game.append([ev.Noted("on")])


# --- whatever is done ---------------------------------------------------------------------------


class Model:
    """A tree as plain lists: the children of each node in order, nothing else."""

    def __init__(self) -> None:
        self.children: dict[NodeId, list[NodeId]] = {ROOT: []}
        self.parent: dict[NodeId, NodeId] = {}

    def line(self, node: NodeId) -> list[NodeId]:
        nodes = [node]
        while self.children[nodes[-1]]:
            nodes.append(self.children[nodes[-1]][0])
        return nodes

    def append(self, parent: NodeId, node: NodeId) -> None:
        self.children[parent].append(node)
        self.children[node] = []
        self.parent[node] = parent

    def promote(self, node: NodeId) -> None:
        siblings = self.children[self.parent[node]]
        siblings.remove(node)
        siblings.insert(0, node)

    def delete(self, node: NodeId) -> None:
        self.children[self.parent.pop(node)].remove(node)
        pending = [node]
        while pending:
            pending += self.children.pop(pending.pop())
        self.parent = {n: p for n, p in self.parent.items() if n in self.children}


@examples(24, deep=2000)
@given(st.integers(0, 2**32))
def test_after_any_changes_the_lines_are_those_of_plain_lists(seed: int) -> None:
    draw, game, model = Random(seed), record(), Model()
    used = 0
    for _ in range(40):
        node = draw.choice([*model.children])
        main = model.line(ROOT)
        firsts = [n for n, p in model.parent.items() if model.children[p][0] != n]
        do = draw.choice(["append", "append", "append", "promote", "delete"])
        if do == "append":
            after = draw.choice([node, main[-1]])
            used = game.append([ev.Noted("x")], parent=after)
            model.append(after, used)
        elif do == "promote":
            assert game.can(Promote(first=node)) == (node in firsts)
            if node in firsts:
                game.do(Promote(first=node))
                model.promote(node)
        else:
            assert game.can(Delete(node=node)) == (node not in main)
            if node not in main:
                game.do(Delete(node=node))
                model.delete(node)
    assert game.used == used
    for read in (game, loads(dumps(game))):
        assert {n: list(read.children(n)) for n in (ROOT, *read.steps)} == model.children
        assert list(read.line()) == model.line(ROOT)
        assert read.last == model.line(ROOT)[-1]
        firsts = sorted(n for n, p in model.parent.items() if model.children[p][0] != n)
        assert sorted(v.first for v in read.variations) == firsts
        for first in firsts:
            assert list(read.line(f"variation {first}")) == model.line(first)
            assert read.first_of(model.line(first)[-1]) == first
