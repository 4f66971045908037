"""How a battle ended, by TripleA's own note on it and by who is left."""

from __future__ import annotations

from typing import Final

from a4a.core import events as ev
from a4a.importers.triplea.save import BattleRecord

_RESULTS: Final[dict[str, ev.BattleResult]] = {
    "CONQUERED": "attacker takes",
    "BLITZED": "attacker takes",
    "WON_WITHOUT_CONQUERING": "attacker wins",
    "WON_WITH_ENEMY_LEFT": "attacker wins",
    "AIR_BATTLE_WON": "attacker wins",
    "LOST": "defender wins",
    "AIR_BATTLE_LOST": "defender wins",
    "STALEMATE": "stalemate",
    "AIR_BATTLE_STALEMATE": "stalemate",
    "BOMBED": "bombed",
    "NO_BATTLE": "called off",
}


def result_of(
    kind: ev.BattleKind,
    note: BattleRecord | None,
    *,
    took: bool,
    retreated: bool,
    defended: bool,
    attackers: bool,
    defenders: bool,
) -> tuple[ev.BattleResult, ev.Winner]:
    """Return the result of a battle and who won it.

    Parameters
    ----------
    kind
        What kind of battle it was.
    note
        TripleA's own note, if there is one; it decides what the rest leaves open.
    took
        Whether the attacker took the space.
    retreated
        Whether somebody retreated.
    defended
        Whether there was anybody to fight at all.
    attackers, defenders
        Whether any units that fight are left.
    """
    if kind == "bombing raid":
        return "bombed", "attacker" if attackers else "defender"
    if took:
        return "attacker takes", "attacker"
    if kind == "air" and not defended:
        return "no effect", "nobody"
    if defended and not attackers and not defenders:
        return "mutual destruction", "nobody"
    if note is not None and note.result in _RESULTS:
        result = _RESULTS[note.result]
        if result == "attacker takes":  # what TripleA also says of a sea zone, or of a blitz
            result = "attacker wins"
        if result == "defender wins" and retreated and attackers:
            result = "attacker retreats"
        winners: dict[str, ev.Winner] = {"ATTACKER": "attacker", "DEFENDER": "defender"}
        return result, winners.get(note.winner, "nobody")
    if not defenders:
        return "attacker wins", "attacker"
    if not attackers:
        return "defender wins", "defender"
    if retreated:
        return "attacker retreats", "defender"
    return "stalemate", "nobody"
