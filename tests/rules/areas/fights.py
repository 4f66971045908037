"""Battles played by the kernel many times, to hold the odds to it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import sqrt
from pathlib import Path

import numpy as np

from a4a.core import events as ev
from a4a.core.dice import SeededDice
from a4a.core.events import Role
from a4a.core.state import State
from a4a.odds import battle as odds
from a4a.odds.answer import Odds
from a4a.odds.losses import slots
from a4a.odds.retreat import AfterRounds
from a4a.rules.areas.combat import casualties
from a4a.rules.areas.combat import hits as h
from a4a.rules.areas.combat.listing import reaches
from a4a.rules.areas.orders import Bombard, Retreat, Submerge
from a4a.rules.areas.phases.conduct_combat import ConductCombat
from a4a.rules.areas.system import System
from a4a.rules.fight import Army, Band, Duty, Fight
from a4a.rules.order import Order
from a4a.rules.run import Run
from tests.rules.areas.positions import EUROPE, position, rules

BELGIUM, FRANCE, SZ110, SZ112 = "Holland/Belgium", "France", "sea zone 110", "sea zone 112"
NORMANDY, SZ109 = "Normandy/Bordeaux", "sea zone 109"
GERMANY, UK, USA = "Germany", "United Kingdom", "United States"


@dataclass(frozen=True)
class Setting:
    """A battle about to be fought: the state, and of which kind each unit is.

    Parameters
    ----------
    system
        The game.
    state
        The state as Conduct Combat begins.
    units
        By role: unit ids by the name of their kind in the odds.
    """

    system: System
    state: State
    units: Mapping[Role, Mapping[str, tuple[int, ...]]]


def set_up(
    fight: Fight,
    *,
    low_luck: bool = False,
    system: str | Path = EUROPE,
    options: tuple[str, ...] = (),
    powers: tuple[str, str] | None = None,
    round: int = 2,
) -> Setting:
    """Put a fight on the board of a game or of a mod, ready for Conduct Combat.

    On land Germans attack France from Holland Belgium; at sea they attack the British in sea zone
    110; amphibious battles are fought by Americans in Normandy Bordeaux, some from France. Other
    ``powers`` may fight where Germans do.
    """
    options = ("low luck", *options) if low_luck else options
    (theirs,) = fight.defenders
    land: dict[Duty, tuple[str, str]] = {"": (BELGIUM, FRANCE)}
    power, enemy, control, relations = GERMANY, FRANCE, {}, {}
    if fight.kind == "sea":
        land, enemy = {"": (SZ112, SZ110)}, UK
    elif fight.kind == "amphibious":
        power, enemy = USA, GERMANY
        control = {NORMANDY: GERMANY, FRANCE: USA}
        relations = {(USA, GERMANY): "war", (USA, "Italy"): "war"}
        land = {"": (FRANCE, NORMANDY), "landing": (SZ110, NORMANDY), "bombarding": (SZ110, "")}
        land["dropping"] = (UK, NORMANDY)
    elif any(band.duty == "dropping" for band in fight.attacker.bands):
        land["dropping"] = ("Western Germany", FRANCE)
    if powers:
        power, enemy = powers
        relations = {powers: "war"}
    types = rules(system=system).game.types
    transport = next(name for name in ("transport", "sea transport") if name in types)
    end = land[""][1]
    units: dict[str, dict[str, dict[str, int]]] = {end: {enemy: {}}}
    damage: dict[tuple[str, str], int] = {}
    for band in theirs.bands:
        units[end][enemy][band.unit] = band.count
    for band in fight.attacker.bands:
        kind = f"{transport}: {band.unit}" if band.duty == "landing" else band.unit
        units.setdefault(land[band.duty][0], {}).setdefault(power, {})[kind] = band.count
    game = position(
        units=units,
        control=control,
        relations=relations,
        power=power,
        damage=damage,
        phase="Combat Move",
        round=round,
        technologies={power: fight.attacker.technologies, enemy: theirs.technologies},
        options=options,
        game=system,
    )
    state = game.state
    found: dict[Role, dict[str, tuple[int, ...]]] = {"attacker": {}, "defender": {}}
    events: list[ev.AnyEvent] = []
    taken: set[int] = set()
    for band in fight.attacker.bands:
        here, there = land[band.duty]
        chosen = tuple(
            u.id
            for u in state.within(here)
            if u.owner == power and u.type == band.unit and u.id not in taken
            and isinstance(u.place, int) == (band.duty == "landing")
        )[: band.count]  # fmt: skip
        assert len(chosen) == band.count, band
        taken |= set(chosen)
        name = f"{band.unit} ({band.duty})" if band.duty else band.unit
        found["attacker"][name] = chosen
        if band.duty == "landing":
            events.append(ev.UnitsTasked(chosen, "assault", there))
        elif there:
            events.append(ev.UnitsMoved(chosen, (here, there), "combat", cost=1))
        if fight.kind == "sea":  # submarines and transports alone could be ignored
            events.append(ev.UnitsTasked(chosen, "engage", there))
        if band.duty == "dropping":
            events.append(ev.UnitsTasked(chosen, "drop", there))
        _hurt(events, chosen, band)
    for band in theirs.bands:
        whose = [u.id for u in state.at(end) if u.owner == enemy and u.type == band.unit]
        found["defender"][band.unit] = tuple(whose)
        _hurt(events, tuple(whose), band)
    ready = state.apply(*events, ev.PhaseBegan("Conduct Combat"))
    return Setting(rules(*options, system=system).game, ready, found)


def _hurt(events: list[ev.AnyEvent], units: tuple[int, ...], band: Band) -> None:
    if band.damaged > len(units):  # works
        events.append(ev.UnitsConverted(units, "hit", damage=band.damaged))
    elif band.damaged:
        events.append(ev.UnitsConverted(units[: band.damaged], "hit", damage=1))


class Player:
    """Answers what is asked in a battle as the model of the odds has it."""

    def __init__(self, setting: Setting, model: odds.Battle) -> None:
        self.system, self.model = setting.system, model
        self.kind_of: dict[Role, dict[int, int]] = {}
        for role, units in setting.units.items():
            names = [g.kind.name for g in self.side(role).groups]
            known = [(n, ids) for n, ids in units.items() if n in names]
            self.kind_of[role] = {i: names.index(n) for n, ids in known for i in ids}

    def side(self, role: Role) -> odds.Side:
        """A side of the model."""
        return self.model.attacker if role == "attacker" else self.model.defender

    def answer(self, state: State, phase: ConductCombat, asked: ev.Asked) -> Order:
        """Answer a question."""
        if asked.kind == "casualties":
            return self.casualties(state, asked)
        decision = phase.decision(state)
        assert decision is not None
        if asked.kind == "retreat":
            wish = self.model.retreat
            assert wish is None or isinstance(wish, AfterRounds)
            leaves = wish is not None and state.battles[asked.battle].round >= wish.rounds
            return Retreat(asked.options[1]) if leaves else Retreat()
        if asked.kind == "submerge":
            role: Role = (
                "attacker" if "attacker" in state.battles[asked.battle].step else "defender"
            )
            return Submerge(decision.units if self.side(role).submerge != "never" else ())
        assert asked.kind == "bombardment", asked.kind
        return Bombard(dict.fromkeys(decision.units, decision.spaces[0]))

    def casualties(self, state: State, asked: ev.Asked) -> casualties.Casualties:
        """Lose units along the order of loss of the model."""
        due = casualties.toll(self.system, state, state.battles[asked.battle])
        side, kind_of = self.side(due.role), self.kind_of[due.role]
        targets = {t.unit: t for t in due.targets if t.room}
        by_group: dict[int, list[int]] = {}
        for unit in targets:
            by_group.setdefault(kind_of[unit], []).append(unit)
        groups = []
        for i, group in enumerate(side.groups):
            here = by_group.get(i, [])
            # A hit is a point of works; one of several units stands for them all.
            several = not group.kind.is_unit or group.kind.together > 1
            if several:
                here = [u for u in here for _ in range(targets[u].room)]
            groups.append(odds.Group(group.kind, len(here) * group.kind.together))
            by_group[i] = here if several else sorted(here, key=lambda u: -state.unit(u).damage)
        left = odds.Side(tuple(groups), order=side.order, keep=side.keep)
        line: list[int] = []
        free = {
            i: [u for u in ids for _ in range(targets[u].room - 1) if side.groups[i].kind.hits > 1]
            for i, ids in by_group.items()
        }
        for slot in slots(left):
            queue = by_group[slot.group] if slot.sinks else free[slot.group]
            line += queue[:1]  # nothing, if that hit was taken before
            del queue[:1]
        kinds = [targets[unit].kind for unit in line]
        along = side.allocation == "along the order"
        chosen = allocate(reaches(self.system), due.hits, kinds, along=along)
        return casualties.Casualties(dict(Counter(line[i] for i in chosen)))


def allocate(
    reach: h.Reaches, hits: Mapping[str, int], line: list[h.Kind], *, along: bool
) -> list[int]:
    """Choose which places of an order of loss are hit: as many as can be, transports last.

    The hits that fall on anything come last: those of submarines first, then those of aircraft.
    """
    left = dict(hits)
    chosen: list[int] = []
    ships = [i for i, kind in enumerate(line) if kind == "transport"]
    others = [i for i, kind in enumerate(line) if kind != "transport"]
    best = _most(reach, left, [line[i] for i in others])
    if along:
        for i in others:
            if h.fits(reach, hits, Counter(line[j] for j in (*chosen, i))):
                chosen.append(i)
    else:
        for sort in sorted(reach, key=bool, reverse=True):
            for _ in range(hits.get(sort, 0)):
                left[sort] -= 1
                for i in others:
                    rest = [line[j] for j in others if j not in chosen and j != i]
                    if (
                        i not in chosen
                        and line[i] in reach[sort]
                        and len(chosen) + 1 + _most(reach, left, rest) == best
                    ):
                        chosen.append(i)
                        break
    assert len(chosen) == best
    return chosen + ships[: sum(hits.values()) - best]


def _most(reach: h.Reaches, hits: Mapping[str, int], targets: list[h.Kind]) -> int:
    """How many hits find targets: the least, over sets of sorts, of others and their targets."""
    sorts = [sort for sort, number in hits.items() if number]
    found = sum(hits.values())
    for mask in range(1 << len(sorts)):
        chosen = [sort for bit, sort in enumerate(sorts) if mask >> bit & 1]
        within = frozenset().union(*(reach[sort] for sort in chosen))
        others = sum(hits[sort] for sort in sorts if sort not in chosen)
        found = min(found, others + sum(kind in within for kind in targets))
    return found


def play(setting: Setting, model: odds.Battle, seeds: Iterable[int]) -> Counter[tuple[int, ...]]:
    """Fight a battle once a seed; return how often each number of survivors was left.

    The survivors are the attacker's, then the defender's, by group of the model.
    """
    player = Player(setting, model)
    phase = ConductCombat(setting.system)
    ends: Counter[tuple[int, ...]] = Counter()
    for seed in seeds:
        run = Run(setting.state, SeededDice(seed))
        phase.enter(run)
        while asked := next(iter(run.state.decisions.values()), None):
            phase.execute(run, player.answer(run.state, phase, asked))
        alive = run.state.units
        left = []
        for role in ("attacker", "defender"):
            numbers = Counter(group for i, group in player.kind_of[role].items() if i in alive)
            shown = [i for i, g in enumerate(player.side(role).groups) if g.kind.is_unit]
            left += [numbers[i] for i in shown]
        ends[tuple(left)] += 1
    return ends


def deviations(ends: Counter[tuple[int, ...]], answer: Odds) -> dict[str, float]:
    """How far what the kernel played is from the odds, in standard deviations.

    Looked at are each chance, and mean and square of the number left of each kind.
    """
    games = sum(ends.values())
    count = len(answer.attacker.kinds)
    rows, columns = np.nonzero(answer.chances)
    chances = answer.chances[rows, columns]
    exact = np.hstack([answer.attacker.living[rows], answer.defender.living[columns]])
    possible = {tuple(way) for way in exact.tolist()}
    assert set(ends) <= possible, "the kernel reaches what the odds call impossible"
    played = np.array(list(ends), dtype=float)
    often = np.array(list(ends.values())) / games
    found: dict[str, float] = {}

    def hold(what: str, values: np.ndarray, got: np.ndarray) -> None:
        mean = float(values @ chances)
        deviation = sqrt(max(float((values - mean) ** 2 @ chances), 0.0) / games)
        found[what] = (float(got @ often) - mean) / max(deviation, 1e-9)

    for i in range(exact.shape[1]):
        hold(f"left of kind {i}", exact[:, i], played[:, i])
        hold(f"left of kind {i}, squared", exact[:, i] ** 2, played[:, i] ** 2)
    for name, ours, theirs in (
        ("attacker wins", True, False),
        ("defender wins", False, True),
        ("both destroyed", False, False),
        ("both survive", True, True),
    ):
        flags = [
            ((way[:, :count].sum(axis=1) > 0) == ours)
            & ((way[:, count:].sum(axis=1) > 0) == theirs)
            for way in (exact, played)
        ]
        hold(name, flags[0].astype(float), flags[1].astype(float))
    return found


def compare(ends: Counter[tuple[int, ...]], answer: Odds, *, sigma: float = 4.0) -> None:
    """Hold what the kernel played to the odds."""
    found = deviations(ends, answer)
    worst = max(found, key=lambda what: abs(found[what]))
    assert abs(found[worst]) <= sigma, (worst, found[worst])


def army(bands: Mapping[str, int] | Iterable[Band], *technologies: str) -> Army:
    """An army of units without duties, or of bands."""
    if isinstance(bands, Mapping):
        bands = [Band(unit, number) for unit, number in bands.items()]
    return Army(tuple(bands), "", technologies)
