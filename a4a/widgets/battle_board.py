"""Who fights for a space of a board: in the battle that is fought there, or if it were attacked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from a4a.analysis.contested import Contest, engaged
from a4a.analysis.fought import Fought, battles_of
from a4a.analysis.linked import LinkedBattle
from a4a.analysis.luck import battles_known
from a4a.analysis.terms import Terms
from a4a.core import events as ev
from a4a.core.errors import A4AError, BattleError
from a4a.core.record import GameRecord
from a4a.core.steps import ROOT, NodeId
from a4a.rules.fight import Band, Engagement, Fight
from a4a.rules.ruleset import BattleRules
from a4a.widgets.battle_offer import Origins
from a4a.widgets.battle_rows import alike


@dataclass(frozen=True, slots=True)
class Taken:
    """What is taken from a board.

    Parameters
    ----------
    fight
        The armies that fight.
    attacker
        The power that attacks.
    setup
        What else is known of it, in the page's words.
    origins
        Where the attacker's units come from; empty if they are there.
    is_fought
        Whether it is fought at the node; if not, all units fight that can reach the space.
    together
        The battle as it is played with those it is linked to; None if it is linked to none.
    """

    fight: Fight
    attacker: str
    setup: Mapping[str, Any] = field(default_factory=dict)
    origins: Origins = field(default_factory=dict)
    is_fought: bool = False
    together: LinkedBattle | None = None

    @property
    def linked(self) -> str:
        """The spaces of battles that decide with it how it ends, in words; "" for none."""
        return self.together.others if self.together is not None else ""


def taken(
    rules: BattleRules, record: GameRecord, node: NodeId, space: str, attacker: str | None
) -> Taken:
    """Return who fights for a space.

    If the node's step opens a battle there, or one is open, these are the units that fight as the
    shooting begins; else all that can reach the space, against all that defend it.

    Parameters
    ----------
    rules, record, node
        The game, and where in it.
    space
        What is fought for.
    attacker
        The power that attacks; None for that of the battle, or the active one.

    Raises
    ------
    A4AError
        If there is no such space or power.
    BattleError
        If the attacker can reach no battle there.
    """
    state = record.state_at(node)
    found = record.board.find(space)
    if found is None:
        raise A4AError(f"there is no space {space!r} on the board")
    space = found.name
    if attacker is not None and attacker not in record.catalog.power_order:
        raise A4AError(f"there is no power {attacker!r}")
    for fought in _fought(rules, record, node, space):
        if fought.fight is not None and attacker in (None, fought.powers[0]):
            setup = _aimed(rules, fought, fought.fight)
            here = Contest(rules, record.catalog, Engagement(space, fought.fight, ()), state)
            together = _together(here, fought.battle)
            return Taken(fought.fight, fought.powers[0], setup, is_fought=True, together=together)
    powers = (attacker,) if attacker else state.active
    engagement = engaged(rules, state, space, powers)
    fight = engagement.fight
    held = any(band.count for army in fight.defenders for band in army.bands)
    if not held and fight.garrison is None:
        raise BattleError(f"nobody defends {space}")
    origins: dict[Band, dict[str, int]] = {}
    for one in engagement.reachers:
        come = origins.setdefault(alike(one.band), {})
        come[one.origin] = come.get(one.origin, 0) + one.band.count
    power = fight.attacker.power or next((b.power for b in fight.attacker.bands), "")
    return Taken(fight, power, origins=origins)


def _aimed(rules: BattleRules, fought: Fought, fight: Fight) -> dict[str, Any]:
    """What a raid is on, in the page's words: the first of its targets that it can be on."""
    targets = list(fought.targets)
    for target, damage in targets:
        try:
            rules.raids.raid(fight, target, damage)
        except BattleError:
            continue
        targets.insert(0, (target, damage))
        break
    return {"target": targets[0][0], "target_damage": targets[0][1]} if targets else {}


def _together(contest: Contest, battle: str) -> LinkedBattle | None:
    """Return a battle that is open in a state with those it is linked to, if there are any."""
    known = battles_known(contest.rules)
    if known is None or battle not in contest.state.battles:
        return None
    linked = known.linked(contest.state, battle)
    others = [x for x in linked if x != contest.engagement.space]
    return LinkedBattle(contest, Terms()) if others else None


def _fought(rules: BattleRules, record: GameRecord, node: NodeId, space: str) -> list[Fought]:
    """The battles for a space that a node's step opens, or that are open at it."""
    way = record.way_to(node)
    still = {b.id for b in record.state_at(node).battles.values() if b.space == space}
    first = len(way) - 1
    for index in range(len(way) - 1, 0, -1):
        if not still:
            break
        opened = {
            e.battle for e in record.step(way[index]).events if isinstance(e, ev.BattleOpened)
        }
        if opened & still:
            still -= opened
            first = index
    nodes = way if still else way[first:]  # some are open where the game begins
    if nodes == (ROOT,) and not still:
        return []
    return [
        fought for fought in battles_of(record, nodes, battles_known(rules))
        if fought.space == space and (fought.node == node or not fought.result)
    ]  # fmt: skip
