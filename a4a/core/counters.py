"""Named counters: single pieces with a name of their own and numbers printed on their sides.

In games of armies a unit is one cardboard counter: "Germany, 4th infantry". Its front shows what
it is worth at full strength, its back what it is worth once it has lost a step. A unit of the game
says by its name which counter it is, and by its damage how many steps it has lost.
"""

from __future__ import annotations

from typing import Annotated

import msgspec

from a4a.core.numbers import Printed


class Face(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The numbers on one side of a counter.

    Parameters
    ----------
    combat
        Combat factors.
    asw
        Combat factors against submarines.
    move
        Movement factor; the range of an air unit, in spaces.
    """

    combat: Printed = 0
    asw: Printed = 0
    move: Printed = 0


class Counter(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True
):
    """A named counter.

    Parameters
    ----------
    power, name
        Whose it is, what is printed on it: "Germany", "4 infantry".
    type
        Its unit type.
    faces
        Its sides, the full-strength side first. A counter whose back is blank has one, and is
        always treated as reduced.
    aliases
        Other names of it.

    Examples
    --------
    >>> fort = Counter(power="France", name="Maginot", type="fort", faces=(Face(4), Face(2)))
    >>> fort.face(1).combat, fort.steps
    (2, 2)
    """

    power: str
    name: str
    type: str
    faces: Annotated[tuple[Face, ...], msgspec.Meta(min_length=1)]
    aliases: tuple[str, ...] = ()

    @property
    def steps(self) -> int:
        """How many losses destroy it at full strength."""
        return len(self.faces)

    def face(self, lost: int) -> Face:
        """Return the side that is up after so many lost steps; at worst the weakest."""
        return self.faces[min(lost, len(self.faces) - 1)]
