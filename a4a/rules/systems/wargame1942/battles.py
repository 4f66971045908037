"""Battles that are open, as fights for the odds: both nations, tasks, Generals, declarations."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from a4a.core.state import OpenBattle, State
from a4a.core.units import Unit
from a4a.rules.areas.combat import battle as b
from a4a.rules.areas.odds.battles import AreasBattles
from a4a.rules.fight import Army, Band, Duty, Engagement, Fight, FightKind
from a4a.rules.systems.wargame1942.combat import groups, withdrawals
from a4a.rules.systems.wargame1942.combat import words as w
from a4a.rules.systems.wargame1942.combat.firing import HARSH, came_across_harsh, generals_in

if TYPE_CHECKING:
    from a4a.odds.battle import Battle
    from a4a.odds.ends import Model
    from a4a.odds.retreat import Retreat

_DUTIES: Final[dict[str, Duty]] = {
    w.LANDING: "landing", w.DROP: "dropping", w.SUPPORT: "bombarding", w.BOMBARD: "bombarding",
}  # fmt: skip


class WarGameBattles(AreasBattles):
    """The battles of a game of The War Game."""

    drops = True
    terms = AreasBattles.terms | {"defender_retreat", "attacker_stays", "defender_stays"}

    def fight(self, fight: Fight) -> Battle:
        """Return what a fight means for the odds; with their option battleships fire first.

        Those that bombard do so too (WG-BUB-007).
        """
        return super().fight(self._fought(fight))

    def members(self, fight: Fight) -> Mapping[str, tuple[int, ...]]:
        """Return which of the attacker's bands each kind of its units consists of."""
        return super().members(self._fought(fight))

    @property
    def left_out(self) -> frozenset[str]:
        """What can be declared only with an option that is off."""
        on = self._system.options.get("preemptive battleships")
        return frozenset() if on else frozenset({w.PREEMPTIVE})

    def _fought(self, fight: Fight) -> Fight:
        if not self._system.options.get("preemptive battleships"):
            return fight
        ours, *theirs = (self._preempting(x) for x in (fight.attacker, *fight.defenders))
        return replace(fight, attacker=ours, defenders=tuple(theirs))

    def _preempting(self, army: Army) -> Army:
        ships = self.declarations("attacker")[w.PREEMPTIVE]
        bands = (
            replace(x, marks=(*x.marks, w.PREEMPTIVE))
            if x.unit in ships and w.PREEMPTIVE not in x.marks
            else x
            for x in army.bands
        )
        return replace(army, bands=tuple(bands))

    def recorded(self, state: State, battle: str) -> Fight:
        """Return the fight of a battle that is open in a state, as if it were linked to none."""
        found = state.battles[battle]
        led = generals_in(self._system, state, found.space)
        ours = [*self._bands(state, found, "attacker"), *_generals(state, led, attack=True)]
        theirs = [*self._bands(state, found, "defender"), *_generals(state, led, attack=False)]
        kind: FightKind = "sea" if b.is_sea(self._system, found) else "land"
        if any(band.duty == "landing" for band in ours):
            kind = "amphibious"
        powers = dict.fromkeys(band.power for band in theirs)
        return Fight(
            kind,
            Army(tuple(ours), ours[0].power if ours else ""),
            tuple(Army(tuple(x for x in theirs if x.power == power), power) for power in powers),
        )

    def engagement(self, state: State, space: str, attacker: str) -> Engagement:
        """Return who fights for a space; who could, where no battle is open for it."""
        here = next((x for x in state.battles.values() if x.space == space), None)
        if here is None or attacker not in state.active:
            return super().engagement(state, space, attacker)
        return Engagement(space, self.recorded(state, here.id), ())

    def linked(self, state: State, battle: str) -> tuple[str, ...]:
        """Return the spaces of the battles that decide with one that is open how it ends."""
        group = groups.group(state, battle)
        found = state.battles[battle]
        fresh = found.round == 0 or (found.round == 1 and found.step in ("", *w.TOGETHER))
        return tuple(x.space for x in group if x is not found or not fresh)

    def played(
        self, state: State, battle: str, *, attacker: Retreat | None, defender: Retreat | None
    ) -> Model:
        """Return a battle that is open as one to be played, with those it is linked to."""
        from a4a.rules.systems.wargame1942.playing import Linked

        return Linked(self._system, state, battle, attacker, defender)

    def _may_retreat(self, state: State, battle: OpenBattle, unit: Unit) -> bool:
        """Whether an attacker could retreat from where it is, if it stays alive."""
        if withdrawals.has_retreated(state, unit):
            return False
        if unit.type in self._system.of_category("air"):
            return True
        via = state.memory(unit.id).via
        return via is not None and withdrawals.can_return(self._system, battle, via)

    def _bands(self, state: State, battle: OpenBattle, role: str) -> Iterator[Band]:
        """Yield the units of a side, like units together."""
        counts: dict[Band, list[int]] = {}
        leave = withdrawals.defenders(self._system, state, battle) if role == "defender" else {}
        for part in battle.participants:
            for unit in (state.units[i] for i in part.units if part.role == role):
                attacks = role == "attacker"
                harsh = attacks and came_across_harsh(self._system, state, battle, unit)
                may_go = self._may_retreat(state, battle, unit) if attacks else unit.id in leave
                aboard = state.at(unit.id)
                drops = any(state.memory(u.id).task == w.DROP for u in aboard)
                cargo = sum(  # who drops is not lost with the bomber (WG-PAR-009)
                    state.catalog.price(u.type, u.owner)
                    for u in aboard
                    if state.memory(u.id).task != w.DROP
                )
                band = Band(
                    unit.type, 1, duty="dropping" if drops else _DUTIES.get(part.task, ""),
                    cargo=float(cargo), power=unit.owner,
                    marks=(*self.marks(state, unit), *(() if may_go else ("stays",))),
                    across=HARSH if harsh else "",
                )  # fmt: skip
                number = counts.setdefault(band, [0, 0])
                number[0] += 1
                number[1] += unit.damage > 0
        for band, (count, damaged) in counts.items():
            yield Band(
                band.unit, count, damaged, band.duty, band.cargo, power=band.power,
                marks=band.marks, across=band.across,
            )  # fmt: skip


def _generals(state: State, leaders: Iterable[Unit], *, attack: bool) -> Iterator[Band]:
    """Yield the Generals of a side."""
    for unit in leaders:
        if (unit.owner in state.active) == attack and state.memory(unit.id).task == "":
            yield Band(unit.type, 1, power=unit.owner)
