"""Random events that can happen in a state, of every kind there is."""

from __future__ import annotations

from random import Random

from a4a.core import events as ev
from a4a.core.state import State
from a4a.core.units import Holding, Place, Unit

MODES: tuple[ev.MoveMode, ...] = ("combat", "noncombat", "retreat", "scramble", "return")


def events(state: State, draw: Random, number: int, *, serial: int) -> tuple[ev.AnyEvent, ...]:
    """So many events that can happen one after another in a state.

    Parameters
    ----------
    serial
        What new units, battles and decisions are numbered from; each call needs its own thousand.
    """
    told: list[ev.AnyEvent] = []
    for i in range(number):
        event = _one(state, draw, serial * 1000 + i * 10)
        told.append(event)
        state = state.apply(event)
    return tuple(told)


def _one(s: State, draw: Random, fresh: int) -> ev.AnyEvent:
    """One event of a kind drawn at random that can happen here."""
    kinds = [
        _time, _added, _placed, _moved, _moved, _moved, _removed, _converted, _told, _spaces,
        _powers, _money, _opened, _in_battle, _in_battle, _decision,
    ]  # fmt: skip
    while (event := draw.choice(kinds)(s, draw, fresh)) is None:
        pass
    return event


def _power(s: State, draw: Random) -> str:
    return draw.choice(list(s.catalog.power_order))


def _space(s: State, draw: Random) -> str:
    return draw.choice(list(s.board.index))


def _some(s: State, draw: Random) -> tuple[int, ...]:
    ids = list(s.units)
    return tuple(draw.sample(ids, min(len(ids), draw.randint(1, 3))))


def _time(s: State, draw: Random, _: int) -> ev.AnyEvent:
    return draw.choice(
        [
            ev.RoundBegan(s.round + 1, draw.choice(["", "Spring"])),
            ev.TurnBegan(tuple(draw.sample(list(s.catalog.power_order), draw.randint(1, 2)))),
            ev.PhaseBegan(draw.choice(["Purchase", "Combat Move", "Combat"])),
        ]
    )


def _place(s: State, draw: Random, without: tuple[int, ...] = ()) -> Place:
    """Anywhere: a space, a holding, or aboard a unit that stands in a space."""
    carriers = [u.id for u in s.units.values() if isinstance(u.place, str) and u.id not in without]
    kind = draw.randint(0, 5)
    if kind == 0 and carriers:
        return draw.choice(carriers)
    if kind == 1:
        return Holding(_power(s, draw), draw.choice(["purchased", "queue"]))
    return _space(s, draw)


def _free(s: State, ids: tuple[int, ...]) -> bool:
    """Whether nothing is aboard these units."""
    return not any(s.at(i) for i in ids)


def _added(s: State, draw: Random, fresh: int) -> ev.AnyEvent:
    types = list(s.catalog.type_order)
    units = tuple(
        Unit(fresh + i, draw.choice(types), _power(s, draw), _place(s, draw), draw.randint(0, 1))
        for i in range(1, draw.randint(2, 4))
    )
    return ev.UnitsAdded(units, "bonus")


def _placed(s: State, draw: Random, _: int) -> ev.AnyEvent | None:
    ids = _some(s, draw)
    place = _place(s, draw, ids)
    if not ids or (isinstance(place, int) and not _free(s, ids)):
        return None
    return ev.UnitsPlaced(ids, place, "mobilized")


def _moved(s: State, draw: Random, _: int) -> ev.AnyEvent | None:
    standing = [space for space in s.board.index if s.within(space)]
    if not standing:
        return None
    path = [draw.choice(standing)]
    for _ in range(draw.randint(0, 2)):
        path.append(draw.choice(s.board.neighbours(path[-1]) or (path[-1],)))
    here = [u.id for u in s.within(path[0])]
    ids = tuple(draw.sample(here, min(len(here), draw.randint(1, 2))))
    carriers = [u.id for u in s.at(path[-1]) if u.id not in ids]
    aboard = draw.choice(carriers) if carriers and _free(s, ids) and draw.random() < 0.3 else None
    return ev.UnitsMoved(
        ids,
        tuple(path),
        draw.choice(MODES),
        cost=draw.choice([0, 1, 2.5]),
        aboard=aboard,
        halted=draw.random() < 0.1,
        battle=draw.choice(["", "", *s.battles]),
    )


def _removed(s: State, draw: Random, _: int) -> ev.AnyEvent | None:
    ids = _some(s, draw)
    if not ids or len(s.units) < 4 or not all({c.id for c in s.at(i)} <= set(ids) for i in ids):
        return None
    return ev.UnitsRemoved(ids, "casualty", draw.choice(["", *s.battles]))


def _converted(s: State, draw: Random, _: int) -> ev.AnyEvent | None:
    flags = ("tired", "assigned", "submerged")
    return ev.UnitsConverted(
        _some(s, draw),
        "hit",
        type=draw.choice([None, *s.catalog.type_order]),
        owner=draw.choice([None, *s.catalog.power_order]),
        damage=draw.choice([None, 0, 1]),
        gained=tuple(draw.sample(flags, draw.randint(0, 2))),
        lost=tuple(draw.sample(flags, draw.randint(0, 1))),
    )


def _told(s: State, draw: Random, _: int) -> ev.AnyEvent:
    power = _power(s, draw)
    battle = draw.choice(["", "gone", *s.battles])
    return draw.choice(
        [
            ev.UnitsTasked(_some(s, draw), draw.choice(["raid", ""]), _space(s, draw)),
            ev.Bought(power, next(iter(s.catalog.treasuries)), (ev.BillLine("tank", 1, 6),)),
            ev.Rolled("attack", power, (ev.Die(draw.randint(1, 6), 3),), 6, hits=1, battle=battle),
            ev.Noted("weather"),
            ev.VictoryWon((power,)),
        ]
    )


def _spaces(s: State, draw: Random, _: int) -> ev.AnyEvent:
    space, old = _space(s, draw), s.control.get(_space(s, draw))
    subjects = [ev.OnSpace(space), ev.OnPower(_power(s, draw)), *(ev.OnUnit(i) for i in s.units)]
    return draw.choice(
        [
            ev.ControlChanged(space, old, draw.choice([None, _power(s, draw)]), "conquest"),
            ev.ValueChanged(space, "value", None, draw.choice([None, 0, 3])),
            ev.ValueChanged(space, "leaning", None, draw.choice([None, True, "Axis", 1.5])),
            ev.MarkerChanged(draw.choice(subjects), "token", draw.randint(0, 2)),
        ]
    )


def _powers(s: State, draw: Random, _: int) -> ev.AnyEvent:
    a, b = draw.sample(list(s.catalog.power_order), 2)
    words = ("radar", "jets", "rockets")
    gained = tuple(draw.sample(words, draw.randint(0, 2)))
    lost = tuple(draw.sample(words, draw.randint(0, 1)))
    return draw.choice(
        [
            ev.RelationChanged(a, b, s.relation(a, b), draw.choice(["war", "allied", ""])),
            ev.StatusChanged(a, gained, lost),
            ev.TechnologyChanged(a, gained, lost),
        ]
    )


def _money(s: State, draw: Random, _: int) -> ev.AnyEvent:
    return ev.ResourceChanged(
        draw.choice(list(s.catalog.treasuries)),
        draw.choice(["IPC", "oil"]),
        draw.randint(-9, 30),
        "income",
        restriction=draw.choice(["", "", "no infantry"]),
    )


def _participants(s: State, draw: Random) -> tuple[ev.Participant, ...]:
    return tuple(
        ev.Participant(role, _power(s, draw), _some(s, draw))
        for role in draw.choices(("attacker", "defender"), k=draw.randint(0, 3))
    )


def _opened(s: State, draw: Random, fresh: int) -> ev.AnyEvent:
    return ev.BattleOpened(
        f"battle {fresh}", _space(s, draw), "land", _participants(s, draw), tuple(s.battles)
    )


def _in_battle(s: State, draw: Random, _: int) -> ev.AnyEvent | None:
    if not s.battles:
        return None
    battle = draw.choice(list(s.battles.values()))
    return draw.choice(
        [
            ev.BattleJoined(battle.id, _participants(s, draw)),
            ev.BattleLeft(battle.id, _some(s, draw), "retreat"),
            ev.CombatRoundBegan(battle.id, battle.round + 1),
            ev.CombatStepBegan(battle.id, draw.choice(["attack", "defense"])),
            ev.BattleClosed(battle.id, "defender wins", "defender"),
            ev.BattleClosed(battle.id, "no effect", "nobody"),
        ]
    )


def _decision(s: State, draw: Random, fresh: int) -> ev.AnyEvent:
    power = (_power(s, draw),)
    answers: list[ev.AnyEvent] = [ev.Decided(power, "retreat", "no", d) for d in s.decisions]
    new = ev.Asked(f"decision {fresh}", power, "retreat", ("yes", "no"))
    return draw.choice([new, ev.Decided(power, "mission", "no"), *answers, *answers])
