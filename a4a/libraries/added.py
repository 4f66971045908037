"""What came of games that were added to a library."""

from __future__ import annotations

from dataclasses import dataclass

from a4a.libraries.parcels import Sent


@dataclass(frozen=True, repr=False)
class Added:
    """What came of files and records that were added; it prints itself in words.

    Parameters
    ----------
    added
        Games that are new.
    same
        Files of games that were there.
    earlier
        Files of games of which a longer save is there, now or before.
    bad
        Files that could not be read; ``Library.files`` has their errors.
    known
        Files that had been read before.
    failed
        What could not be read, and why.
    """

    added: int = 0
    same: int = 0
    earlier: int = 0
    bad: int = 0
    known: int = 0
    failed: tuple[tuple[Sent, str], ...] = ()

    def __str__(self) -> str:
        counts = {
            "added": self.added,
            "there already": self.same + self.known,
            "earlier saves of games that are there": self.earlier,
            "cannot be read": self.bad,
        }
        return ", ".join(f"{n} {what}" for what, n in counts.items() if n) or "nothing to add"

    def __repr__(self) -> str:
        return f"<{self}>"
