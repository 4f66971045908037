"""What a record carries besides the game: texts by name, as an exercise and who solves it write."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Final

import msgspec

from a4a.core.errors import RecordError

MOST_ATTACHMENTS: Final = 200
"""Most texts that a record carries."""
MOST_ATTACHED: Final = 2 * 2**20
"""Most bytes of one of them."""


class Attachment(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, order=True):
    """A text that a record carries. What is in it, is the business of who wrote it.

    Parameters
    ----------
    name
        What it is: small letters and hyphens.
    text
        The text.
    """

    name: Annotated[str, msgspec.Meta(pattern="^[a-z][a-z-]{0,39}$")]
    text: str


class Attached:
    """The part of a record that holds its attachments; see `a4a.core.record.GameRecord`."""

    def __init__(self, attachments: Iterable[Attachment] = ()) -> None:
        self._attachments = checked(attachments)
        self._changed = True

    @property
    def attachments(self) -> tuple[Attachment, ...]:
        """What it carries, each text once, by name and then by text."""
        return self._attachments

    def attached(self, name: str) -> tuple[str, ...]:
        """Return the texts of a name; several where records of several people were merged."""
        return tuple(one.text for one in self._attachments if one.name == name)

    def attach(self, name: str, text: str) -> None:
        """Carry a text, instead of all others of its name.

        Raises
        ------
        RecordError
            If its name is none, it is no text or too long, or there are too many.

        Examples
        --------
        >>> import a4a
        >>> record = a4a.start("europe1940")
        >>> record.attach("remark", "read before class")
        >>> record.attached("remark")
        ('read before class',)
        """
        others = [one for one in self._attachments if one.name != name]
        now = checked([*others, Attachment(name=name, text=text)])
        self._changed = self._changed or now != self._attachments
        self._attachments = now

    def detach(self, name: str) -> None:
        """Carry no text of a name any more."""
        now = tuple(one for one in self._attachments if one.name != name)
        self._changed = self._changed or now != self._attachments
        self._attachments = now


def checked(attachments: Iterable[Attachment]) -> tuple[Attachment, ...]:
    """Return attachments as a record keeps them: each once, in order; RecordError if it cannot."""
    kept = sorted(set(attachments))
    if len(kept) > MOST_ATTACHMENTS:
        raise RecordError(f"{len(kept)} attachments; a record carries {MOST_ATTACHMENTS} at most")
    for one in kept:
        try:
            msgspec.convert({"name": one.name, "text": one.text}, Attachment)
            size = len(one.text.encode())
        except (msgspec.ValidationError, UnicodeEncodeError) as error:
            raise RecordError(f"attachment {str(one.name)[:40]!r}: {error}") from None
        if size > MOST_ATTACHED:
            raise RecordError(f"attachment {one.name!r}: {size} bytes of {MOST_ATTACHED}")
    return tuple(kept)
