"""What a record does with its annotations: keeps, checks, changes and removes them."""

from __future__ import annotations

from typing import Any

import msgspec

from a4a.core.annotations import MOST_ANNOTATIONS, AnyAnnotation, Glyph, checked, edited
from a4a.core.board import Board
from a4a.core.errors import RecordError
from a4a.core.numbers import LARGEST
from a4a.core.steps import NodeId


class Annotated:
    """The part of a record that holds its annotations; see `a4a.core.record.GameRecord`."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self._annotations: dict[int, AnyAnnotation] = {}
        self._glyphs: dict[tuple[NodeId, str], int] = {}
        self._last_annotation = 0
        self._changed = True

    def _known(self, node: NodeId) -> NodeId:
        """Return the node; RecordError if there is none."""
        raise NotImplementedError

    @property
    def annotations(self) -> tuple[AnyAnnotation, ...]:
        """All annotations in the order they were written."""
        return tuple(self._annotations[number] for number in sorted(self._annotations))

    def annotations_at(self, node: NodeId) -> tuple[AnyAnnotation, ...]:
        """Return the annotations of one node."""
        self._known(node)
        return tuple(a for a in self.annotations if a.node == node)

    def annotation(self, annotation: int) -> AnyAnnotation:
        """Return the annotation of this id; RecordError if there is none."""
        found = self._annotations.get(annotation)
        if found is None:
            raise RecordError(f"no annotation has the id {annotation!r}")
        return found

    def annotate(self, annotation: AnyAnnotation) -> AnyAnnotation:
        """Add an annotation, or put it in the place of the one with its id.

        A node has one glyph about its step, one about the position, and each other sign once: a
        second one replaces the first.

        Returns
        -------
        Comment, Glyph, Arrow or Highlight
            The annotation as kept: one written without an id (0) has got one.

        Raises
        ------
        RecordError
            If its node or a space it names does not exist, its sign or colour is invalid, its text
            is empty or longer than 20,000 characters, or its arrow has fewer than two spaces.

        Examples
        --------
        >>> import a4a
        >>> record = a4a.start("europe1940")
        >>> record.annotate(a4a.Comment(node=0, text="A <b>quiet</b> spring", when="before")).id
        1
        >>> record.annotate(a4a.Arrow(node=0, path=("Germany", "Poland"), colour="#d55e00")).id
        2
        """
        annotation = checked(annotation, self.board)
        self._known(annotation.node)
        if isinstance(annotation, Glyph):
            earlier = self._glyphs.get(place_of(annotation), 0)
            if not annotation.id:
                annotation = msgspec.structs.replace(annotation, id=earlier)
            elif earlier not in (0, annotation.id):
                self.remove_annotation(earlier)
        if not annotation.id:
            annotation = msgspec.structs.replace(annotation, id=self._new_id())
        if annotation.id in self._annotations:
            self.remove_annotation(annotation.id)
        elif len(self._annotations) >= MOST_ANNOTATIONS:
            raise RecordError(f"a record has {MOST_ANNOTATIONS} annotations at most")
        self._changed = True
        self._annotations[annotation.id] = annotation
        self._last_annotation = max(self._last_annotation, annotation.id)
        if isinstance(annotation, Glyph):
            self._glyphs[place_of(annotation)] = annotation.id
        return annotation

    def edit_annotation(self, annotation: int, **changes: Any) -> AnyAnnotation:
        """Change fields of the annotation of this id, and return it as it is now.

        Raises
        ------
        RecordError
            If there is none, it has no such field, or it could not be kept; it stays as it was.

        Examples
        --------
        >>> import a4a
        >>> record = a4a.start("europe1940")
        >>> comment = record.annotate(a4a.Comment(node=0, text="quiet"))
        >>> record.edit_annotation(comment.id, text="too quiet").text
        'too quiet'
        """
        return self.annotate(edited(self.annotation(annotation), changes))

    def remove_annotation(self, annotation: int) -> AnyAnnotation:
        """Remove the annotation of this id and return it.

        Pass it to `annotate` to put it back in its place: its id is not used again while the record
        is open.
        """
        removed = self.annotation(annotation)
        self._changed = True
        del self._annotations[annotation]
        if isinstance(removed, Glyph):
            del self._glyphs[place_of(removed)]
        return removed

    def _new_id(self) -> int:
        """An id that no annotation has had; a free one if the highest possible id has been used."""
        number = self._last_annotation + 1
        if number > LARGEST:  # a file with such an id could not be read again
            number = next(n for n in range(1, LARGEST) if n not in self._annotations)
        return number

    def _add_annotation(self, annotation: AnyAnnotation) -> None:
        """Keep an annotation that was written before; RecordError if it has no id of its own."""
        if annotation.id <= 0 or annotation.id in self._annotations:
            raise RecordError(
                f"annotation id {annotation.id} is not allowed: ids are positive, and used once"
            )
        self.annotate(annotation)


def place_of(glyph: Glyph) -> tuple[NodeId, str]:
    """The place that a glyph takes at its node, where there is one of it."""
    return glyph.node, glyph.sign if glyph.about == "observation" else glyph.about
