"""Positions for tests of the rules: small set-ups on the real board, in any turn and phase."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import TypeVar

import msgspec
import pytest

from a4a.boards import load
from a4a.core import events as ev
from a4a.core.dice import Dice, ScriptedDice
from a4a.core.errors import RuleViolation
from a4a.core.events import Value
from a4a.core.position import Balance, Position, Relation, SpaceValue
from a4a.core.record import GameRecord
from a4a.core.steps import Header
from a4a.core.units import Holding, Place, Unit
from a4a.rules.areas.ruleset.flow import AreasRuleset
from a4a.rules.areas.system import System
from a4a.rules.game import Game
from a4a.rules.order import Order
from a4a.rules.run import Run
from a4a.rules.systems import ruleset
from tests.rules import retold
from tests.rules.golden import on_file as words_on_file

EUROPE = "europe1940"
GOLDEN = Path(__file__).parent / "refusals.txt"
_Event = TypeVar("_Event", bound=ev.Event)
Counts = Mapping[str, Mapping[str, Mapping[str, int]]]


def rules(*options: str, system: str | Path = EUROPE) -> AreasRuleset:
    """The rules of a game with these options on; made once."""
    return _rules(*options, system=retold.played(system))


def played() -> System:
    """The data of the game that is played."""
    return rules().game


@cache
def _rules(*options: str, system: str | Path) -> AreasRuleset:
    made = ruleset(system, dict.fromkeys(options, True))
    assert isinstance(made, AreasRuleset)
    return made


def position(
    *,
    units: Counts | None = None,
    control: Mapping[str, str | None] | None = None,
    relations: Mapping[tuple[str, str], str] | None = None,
    money: Mapping[str, int] | None = None,
    purchased: Mapping[str, Mapping[str, int]] | None = None,
    damage: Mapping[tuple[str, str], int] | None = None,
    values: Mapping[tuple[str, str], Value] | None = None,
    statuses: Mapping[str, Iterable[str]] | None = None,
    technologies: Mapping[str, Iterable[str]] | None = None,
    power: str = "Germany",
    force: tuple[str, ...] = (),
    phase: str = "Purchase and Repair Units",
    round: int = 2,
    keep_set_up: bool = False,
    options: Iterable[str] = (),
    dice: Dice | Iterable[int] = (),
    game: str | Path = EUROPE,
) -> Game:
    """A game in the turn and phase of a power, which have just begun.

    Parameters
    ----------
    units
        How many of each type by power by space: ``{"Malta": {"Italy": {"infantry": 2}}}``. A type
        "transport: infantry, tank" is a transport with these aboard; "carrier" likewise.
    control, relations, money, values, statuses, technologies
        What is not as in the set-up; relations by pairs of powers.
    purchased
        Units that wait to be mobilized, by power or by the treasury that has paid for them.
    damage
        Damage of all units of a type in a space: ``{("Germany", "naval base"): 3}``.
    power, phase, round
        Whose turn it is, which phase, in which round.
    force
        All powers whose turn it is, where there are several.
    keep_set_up
        Keep the units of the set-up; otherwise only facilities and armies of neutrals stay.
    options
        Options that are on.
    dice
        Dice, or the faces they show in order.
    game
        Which game of the family, or the folder of a mod.
    """
    made = _rules(*options, system=game)
    data, start = made.game, load(game).position
    found = [*start.units] if keep_set_up else [*_staying(made, game)]
    last = max((u.id for u in start.units), default=0)

    def add(kind: str, owner: str, place: Place) -> None:
        nonlocal last
        name, _, cargo = kind.partition(":")
        last += 1
        ship = last
        hurt = (damage or {}).get((place, name), 0) if isinstance(place, str) else 0
        found.append(Unit(ship, name, owner, place, hurt))
        for aboard in filter(None, map(str.strip, cargo.split(","))):
            whose, _, what = aboard.rpartition("'s ")
            add(what, whose or owner, ship)

    for space, powers in (units or {}).items():
        for owner, counts in powers.items():
            for kind, number in counts.items():
                for _ in range(number):
                    add(kind, owner, space)
    if damage:
        found = [
            msgspec.structs.replace(u, damage=damage.get((str(u.place), u.type), u.damage))
            if isinstance(u.place, str) else u
            for u in found
        ]  # fmt: skip
    held = {**start.control, **(control or {})}
    found = [
        u if (own := _owner(made, u, held)) == u.owner else msgspec.structs.replace(u, owner=own)
        for u in found
    ]
    stand = {(r.a, r.b): r.state for r in start.relations}
    for (a, b), relation in (relations or {}).items():
        stand.pop((b, a), None)
        stand[a, b] = relation
    funds = {(b.treasury, b.resource): b for b in start.balances}
    for treasury, amount in (money or {}).items():
        funds[treasury, "IPC"] = Balance(treasury, "IPC", amount)
    set_values = {(v.space, v.key): v.value for v in start.values} | dict(values or {})
    begun = Position(
        round=round,
        turn=(round - 1) * len(data.order_of_play) + data.order_of_play.index(power),
        active=(),
        units=tuple(found),
        control={space: owner for space, owner in held.items() if owner is not None},
        relations=tuple(Relation(a, b, state) for (a, b), state in stand.items()),
        balances=tuple(funds.values()),
        values=tuple(SpaceValue(s, k, v) for (s, k), v in set_values.items()),
        statuses={p: tuple(s) for p, s in (statuses or {}).items()},
        technologies={p: tuple(t) for p, t in (technologies or {}).items()},
    )
    header = Header(system=data.dataset.name, options=dict(data.options))
    bought = [
        Unit(last + 1 + i, kind, place.power, place)
        for i, (place, kind) in enumerate(
            (_purchases(made, owner), kind)
            for owner, counts in (purchased or {}).items()
            for kind, number in counts.items()
            for _ in range(number)
        )
    ]
    begin: list[ev.AnyEvent] = [ev.TurnBegan(force or (power,))]
    if bought:
        begin.append(ev.UnitsAdded(tuple(bought), "purchase"))
    rolls = dice if hasattr(dice, "roll") else ScriptedDice(retold.faces(dice))
    events = (*begin, ev.PhaseBegan(phase))
    system = retold.played(game)
    if system != game:
        return retold.game(
            begun, events, board=data.board, made=_rules(*options, system=system), dice=rolls
        )
    record = GameRecord(header, data.board, data.catalog, begun)
    record.append(events, cause="edit")
    return Game(made, record=record, dice=rolls)


def ids(game: Game, space: str, kind: str = "", power: str = "") -> tuple[int, ...]:
    """Ids of units in a space, aboard included, of a type and power."""
    kind = retold.word(kind)
    return tuple(
        u.id
        for u in game.state.within(retold.word(space))
        if (not kind or u.type == kind) and (not power or u.owner == retold.power(power))
    )


def one(game: Game, space: str, kind: str = "", power: str = "") -> int:
    """The first of `ids`."""
    return ids(game, space, kind, power)[0]


def _purchases(made: AreasRuleset, payer: str) -> Holding:
    """Where units wait that a treasury, or a power's main one, has paid for."""
    catalog = made.game.catalog
    if payer not in catalog.treasuries:
        payer = catalog.power(payer).treasuries[0]
    return catalog.purchases(payer)


@cache
def _staying(made: AreasRuleset, game: str | Path) -> tuple[Unit, ...]:
    return tuple(unit for unit in load(game).position.units if _stays(made, unit))


def _stays(made: AreasRuleset, unit: Unit) -> bool:
    """Facilities and the armies of neutrals stay on a cleared board."""
    neutral = not made.game.catalog.side_of(unit.owner)
    return neutral or unit.type in made.game.of_category("facility")


def _owner(made: AreasRuleset, unit: Unit, held: Mapping[str, str | None]) -> str:
    """Facilities belong to who controls the territory."""
    if unit.type in made.game.of_category("facility") and isinstance(unit.place, str):
        return held.get(unit.place) or unit.owner
    return unit.owner


def refused(game: Game, order: Order, golden: Path = GOLDEN) -> RuleViolation:
    """The refusal of an order, which must leave state, record and node as they were."""
    state, node, steps = game.state, game.node, len(game.record)
    with pytest.raises(RuleViolation) as caught:
        game.do(order)
    assert game.node == node
    assert len(game.record) == steps
    assert game.state == state
    assert not game.can(order)
    return on_file(caught.value, golden)


def on_file(refusal: RuleViolation, golden: Path = GOLDEN) -> RuleViolation:
    """A refusal whose words are on file."""
    return refusal if retold.now() else words_on_file(refusal, golden)


def run_of(game: Game, faces: Iterable[int] = ()) -> Run:
    """A run from where a game stands, to let single rules happen."""
    return Run(game.state, ScriptedDice(retold.faces(faces)))


def of_kind(events: Iterable[ev.AnyEvent], kind: type[_Event]) -> list[_Event]:
    """The events of one kind."""
    return [event for event in events if isinstance(event, kind)]
