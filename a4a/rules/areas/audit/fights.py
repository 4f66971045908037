"""What the judge of battles remembers of a battle while it is fought.

Programs record battles in more or less detail. a4a tells each step of a combat round, and each
casualty as it is chosen; TripleA tells a round's dice and then its losses. So rolls and losses are
kept for a *stretch*, a step or a round, and judged together as it ends.
"""

from __future__ import annotations

import msgspec

from a4a.core.events import BattleKind, Participant, Role, Rolled
from a4a.core.state import OpenBattle, State
from a4a.core.steps import NodeId
from a4a.core.units import Unit
from a4a.rules.areas.combat import battle as b
from a4a.rules.areas.system import System
from a4a.rules.judgement import Judgement, Topic


class RecordPlace(msgspec.Struct, frozen=True):
    """Where in the record something is: the step, and the number of the event in it."""

    node: NodeId
    event: int


class AuditedVolley(msgspec.Struct):
    """A roll of dice in a battle.

    Parameters
    ----------
    at
        Where it is.
    roll
        The roll.
    state, battle
        How things stood before it.
    due
        Its hits by what they may fall on, as far as they are known.
    """

    at: RecordPlace
    roll: Rolled
    state: State
    battle: OpenBattle
    due: dict[str, int] = msgspec.field(default_factory=dict)

    @property
    def who(self) -> str:
        """Who rolled, as a sentence says it."""
        return self.state.catalog.called(self.roll.power)

    @property
    def role(self) -> Role:
        """Whose side rolled: the attacker's, if the record does not say it."""
        return self.roll.role or "attacker"


class AuditedLoss(msgspec.Struct):
    """A unit that was hit.

    Parameters
    ----------
    at
        Where it is told.
    unit
        The unit as it was before.
    hits
        Hits it took.
    gone
        Whether it is lost, not only damaged.
    defenceless
        Whether the record says that it was destroyed without a hit.
    """

    at: RecordPlace
    unit: Unit
    hits: int
    gone: bool
    defenceless: bool = False


class AuditedBattle(msgspec.Struct):
    """A battle that is being fought.

    Parameters
    ----------
    id, space, kind
        As in the record.
    at
        Where it opened.
    power
        Who attacks.
    lucky
        Purposes of rolls for which combat values are added up (R-060).
    opening, stretch
        How things stood as it opened, and as the stretch began; the battle without units that only
        look on.
    came
        The spaces from which the attackers came by land or sea.
    stepwise, step
        Whether the record tells the steps of a round, and which one it is in.
    first, last
        Where the first dice of it were rolled, and the last; or None.
    volleys, losses
        Those of the stretch; losses by unit and in order.
    round
        How things stood as the combat round began, or None before the first.
    fired
        Units that have fired in this round.
    struck
        Units lost in this round, by id.
    early
        Hits of submarines in this round, by side: they fire before all others.
    surprised
        Hits of surprise strikes in this round, by the side they fell on.
    ambushed
        Units that surprise strikes have destroyed in this round, where steps tell it.
    withdrawn
        Units that have retreated in this round.
    shelled
        Hits of bombardment in this round.
    submerged
        Units that have submerged in this round before anybody fired.
    retreated
        Where the attackers went, or None.
    clashed
        Sides that have fired in the air battle of a raid.
    guns
        The antiaircraft fire so far.
    damage
        Damage of a raid that has been rolled and not yet marked.
    """

    id: str
    space: str
    kind: BattleKind
    at: RecordPlace
    power: str
    opening: tuple[State, OpenBattle]
    stretch: tuple[State, OpenBattle]
    came: frozenset[str] = frozenset()
    lucky: frozenset[str] = frozenset()
    stepwise: bool = False
    step: str = ""
    first: RecordPlace | None = None
    last: RecordPlace | None = None
    volleys: list[AuditedVolley] = msgspec.field(default_factory=list)
    losses: list[AuditedLoss] = msgspec.field(default_factory=list)
    round: tuple[State, OpenBattle] | None = None
    fired: set[int] = msgspec.field(default_factory=set)
    struck: dict[int, AuditedLoss] = msgspec.field(default_factory=dict)
    early: dict[Role, int] = msgspec.field(default_factory=dict)
    surprised: dict[Role, int] = msgspec.field(default_factory=dict)
    ambushed: set[int] = msgspec.field(default_factory=set)
    withdrawn: set[int] = msgspec.field(default_factory=set)
    shelled: int = 0
    submerged: set[int] = msgspec.field(default_factory=set)
    retreated: str | None = None
    clashed: set[Role] = msgspec.field(default_factory=set)
    guns: list[AuditedVolley] = msgspec.field(default_factory=list)
    damage: list[AuditedVolley] = msgspec.field(default_factory=list)

    def is_low_luck(self, roll: Rolled) -> bool:
        """Whether the combat values of a roll are added up, and one die is rolled for the rest."""
        return roll.purpose in self.lucky

    @property
    def start(self) -> OpenBattle:
        """The battle as it opened."""
        return self.opening[1]

    def finding(
        self,
        topic: Topic,
        rule: str,
        what: str,
        says: str,
        *,
        at: RecordPlace,
        power: str = "",
    ) -> Judgement:
        """Return a judgement about this battle, its rule by key: the judge of battles cites it."""
        return Judgement(
            topic=topic, severity="illegal", rule=rule, what=what, says=says,
            power=power or self.power, spaces=(self.space,), event=at.event, node=at.node,
        )  # fmt: skip


def fighting(system: System, state: State, battle: OpenBattle) -> OpenBattle:
    """Return a battle with only the units that really fight in it.

    Some programs name everything in the space: facilities and land units at sea are left out. Land
    units that came from a sea zone are told as landing.
    """
    facilities, land = system.of_category("facility"), system.of_category("land")
    at_sea = b.is_sea(system, battle)
    parts: list[Participant] = []
    for p in battle.participants:
        units = tuple(
            [
                i
                for i in p.units
                if (kind := state.units[i].type) not in facilities and not (at_sea and kind in land)
            ]
        )
        if not units:
            continue
        from_sea = p.origin is not None and system.graph.is_sea.get(p.origin, False)
        landing = () if at_sea or not from_sea or p.role == "defender" or p.task else tuple(
            [i for i in units if state.units[i].type in land]
        )  # fmt: skip
        rest = units if not landing else tuple([i for i in units if i not in landing])
        if landing:
            parts.append(msgspec.structs.replace(p, units=landing, task=b.LANDING))
        if rest:
            parts.append(p if rest == p.units else msgspec.structs.replace(p, units=rest))
    return msgspec.structs.replace(battle, participants=tuple(parts))
