"""What follows the last fire, for the odds: who wins, retreats, may advance, and has the hex.

Units go on to fight nobody here: attacks in transit on fleets that retreat are left out (R-288).
"""

from __future__ import annotations

from a4a.odds.ends import Result
from a4a.odds.steps import Role
from a4a.rules.hexes.exchange import Force, Piece
from a4a.rules.hexes.odds import End
from a4a.rules.systems.war_in_europe.combat.stages import IN_AIR, LAND, SUBMARINE, SURFACE

_AFLOAT = (SURFACE, SUBMARINE)


def on_land(
    end: End, *, stuck: frozenset[int], inside: frozenset[int], vacates: bool
) -> tuple[End, Result]:
    """Return what follows a land combat.

    The beaten side retreats; its forts, and those who can go nowhere, are eliminated (R-276). The
    winner may advance if it has units left that can. Who has dropped or landed on the enemy is in
    the hex, and leaves it unless its side wins (R-286).

    Parameters
    ----------
    end
        How the fire has ended.
    stuck
        The pieces, by key, that have no hex to retreat to.
    inside
        The attackers that share the hex.
    vacates
        Whether any attack from beside it, and so leave a hex to the defender if they are beaten.
    """
    won = end.winner
    if won == "attacker":
        left = tuple(p for p in end.defender if not _falls(p, stuck))
        ours = any(_moves(p) for p in end.attacker)
        result = Result(
            won,
            "attacker" if ours else "defender",
            "defender" if any(p.kind == LAND for p in left) else "nobody",
            "attacker" if ours else "nobody",
        )
        return End(end.attacker, left, won, end.stage), result
    beaten = frozenset(p.key for p in end.attacker) if won == "defender" else inside
    left = tuple(p for p in end.attacker if not (p.key in beaten and _falls(p, stuck)))
    gone = any(p.kind == LAND and p.key in beaten for p in left)
    follows = won == "defender" and vacates and any(_moves(p) for p in end.defender)
    result = Result(
        won,
        "defender",
        "attacker" if gone else "nobody",
        "defender" if follows else "nobody",
    )
    return End(left, end.defender, won, end.stage), result


def at_sea(
    end: End, *, apart: frozenset[int], here: frozenset[int], for_hex: bool
) -> tuple[End, Result]:
    """Return what follows a fight at sea or in the air: beaten fleets retreat, air units never.

    Parameters
    ----------
    end
        How the fire has ended.
    apart
        Attacking fleets, by key, that are not beside the hex.
    here
        Defending air units and fleets, by key, that stand in the hex.
    for_hex
        Whether it is fought at sea: the attacker has the hex once no enemy is left in it.
    """
    won = end.winner
    beaten: Role | None = None if won == "nobody" else "defender"
    if won == "defender":
        beaten = "attacker"
    losers = {"attacker": end.attacker, "defender": end.defender, None: ()}[beaten]
    cleared = (
        won == "attacker"
        and for_hex
        and not any(p.kind == IN_AIR and p.key in here for p in end.defender)
    )
    fleets = tuple(p for p in end.attacker if p.kind in _AFLOAT)
    result = Result(
        won,
        "attacker" if cleared and fleets else "defender",
        beaten if beaten is not None and _has_fleets(losers) else "nobody",
        "attacker" if cleared and any(p.key not in apart for p in fleets) else "nobody",
    )
    return end, result


def _falls(piece: Piece, stuck: frozenset[int]) -> bool:
    """Whether a beaten piece is eliminated: a fort, or a land unit that can go nowhere."""
    return piece.kind == LAND and (piece.absorbs or piece.key in stuck)


def _moves(piece: Piece) -> bool:
    """Whether a piece may advance: a land unit that is no fort."""
    return piece.kind == LAND and not piece.absorbs


def _has_fleets(force: Force) -> bool:
    return any(piece.kind in _AFLOAT for piece in force)
