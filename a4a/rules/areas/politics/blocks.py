"""Blocks of neutrals: where one is attacked, the others with armies join a named power at once.

Games without blocks have no ``neutrals.toml``: there, all strict neutrals lean together.
"""

from __future__ import annotations

from functools import lru_cache

import msgspec

from a4a.rules.areas import data
from a4a.rules.areas.system import System
from a4a.rules.spaces import Spaces


class Block(data.Entry, frozen=True, kw_only=True):
    """What an attack of a side on a strict neutral does to the others of its block.

    Parameters
    ----------
    of
        The block.
    attacked_by
        The side.
    heir
        The power that the others join.
    """

    of: Spaces
    attacked_by: str
    heir: str


class _Blocks(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    blocks: tuple[Block, ...] = ()


@lru_cache(maxsize=16)
def blocks(system: System) -> tuple[Block, ...]:
    """Return the blocks of neutrals of a system, one for each side that may attack them.

    Examples
    --------
    >>> import a4a
    >>> blocks(a4a.new_game("deluxe3g40").ruleset.game)[0].heir
    'Germany'
    """
    found = data.in_play(system, data.read(system, "neutrals", _Blocks).blocks)
    for block in found:
        data.known_spaces(system, block.of.spaces, f"neutrals.toml ({block.rule})")
    return found


def block_of(system: System, territory: str, side: str) -> Block | None:
    """Return the block that an attack of a side on a territory turns, or None."""
    return next(
        (b for b in blocks(system) if b.attacked_by == side and territory in b.of.names(system)),
        None,
    )
