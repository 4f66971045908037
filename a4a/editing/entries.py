"""What a scoresheet answers: an entry with the rules' advice, a correction and what it kept."""

from __future__ import annotations

from collections.abc import Mapping
from textwrap import fill

import msgspec

from a4a.core.steps import NodeId
from a4a.rules.judgement import Judgement


class Entry(msgspec.Struct, frozen=True):
    """Something that was written down.

    Parameters
    ----------
    node
        The node after it.
    text
        What happened, in words.
    advice
        What the rules say of the game that they did not say before.
    """

    node: NodeId
    text: str
    advice: tuple[Judgement, ...] = ()

    def __repr__(self) -> str:
        lines = [_lines(f"{self.node}: {self.text}")]
        for one in self.advice:
            rule = f" ({one.rule})" if one.rule else ""
            what = "" if one.what == self.text else f"{one.what}; "
            lines.append(_lines(f"{one.severity}: {what}{one.says}{rule}", before="   "))
        return "\n".join(lines)


class Correction(msgspec.Struct, frozen=True):
    """A correction, and what became of what was written down after the mistake.

    Parameters
    ----------
    entry
        What was written instead; its branch is where the sheet goes on.
    kept
        The later steps that were put after it again: the new node of each.
    misfit
        The first later step that does not fit any more, or None; it and those after it are only on
        the old line.
    why
        Why it does not.
    """

    entry: Entry
    kept: Mapping[NodeId, NodeId]
    misfit: NodeId | None = None
    why: str = ""

    def __repr__(self) -> str:
        steps = "1 later step is" if len(self.kept) == 1 else f"{len(self.kept)} later steps are"
        lines = [repr(self.entry), f"{steps} kept"]
        if self.misfit is not None:
            lines.append(_lines(f"step {self.misfit} does not fit any more: {self.why}"))
        return "\n".join(lines)


def _lines(text: str, *, before: str = "") -> str:
    """A text in lines of a page: a notebook would break a longer one in the middle of a word."""
    return fill(
        text, 96, initial_indent=before, subsequent_indent=f"{before}   ", break_on_hyphens=False
    )
