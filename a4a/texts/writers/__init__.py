"""Writers: blocks as plain text, Markdown or BBCode."""

from __future__ import annotations

from typing import Final, Literal, get_args

from a4a.texts.writers.bbcode import BBCode
from a4a.texts.writers.markdown import Markdown
from a4a.texts.writers.plain import Plain
from a4a.texts.writers.writer import Writer

Form = Literal["plain", "markdown", "bbcode"]
FORMS: Final[tuple[str, ...]] = get_args(Form)
WRITERS: Final[dict[Form, Writer]] = {
    "plain": Plain(), "markdown": Markdown(), "bbcode": BBCode(),
}  # fmt: skip
