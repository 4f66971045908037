"""What is wrong with what the rules read from a dataset: areas, proposals, stacks, charts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from a4a.boards.dataset import Dataset
from a4a.core.errors import DatasetError
from a4a.rules.hexes.charts import CombatChart
from a4a.rules.hexes.numbers import Numbers
from a4a.rules.hexes.terrain import TerrainChart
from a4a.rules.systems.war_in_europe.production import grants
from a4a.rules.systems.war_in_europe.system import System


def faults(system: System) -> list[str]:
    """Say what is wrong with the set-up that a dataset proposes, all at once.

    Areas that are invalid, or belong to another power; counters proposed outside their area;
    powers that deploy never or twice; hexes that hold too many units; unknown rules;
    charts that cannot be read; countries and victories that name what there is not.
    """
    found: list[str] = []
    checks: tuple[Callable[[System], Iterator[str]], ...] = (
        _areas, _turns, _proposals, _stacks, _countries, _levels,
    )  # fmt: skip
    for check in (*checks, *map(_readable, _CHARTS)):
        try:
            found += check(system)
        except DatasetError as error:
            if str(error) not in found:
                found.append(str(error))
    return found


_CHARTS: tuple[Callable[[Dataset], object], ...] = (
    CombatChart.of, TerrainChart.of, Numbers.of, grants,
)  # fmt: skip
"""The readers of charts, which raise DatasetError for one that cannot be read."""


def _readable(read: Callable[[Dataset], object]) -> Callable[[System], Iterator[str]]:
    def check(system: System) -> Iterator[str]:
        read(system.dataset)
        return iter(())

    return check


def _areas(system: System) -> Iterator[str]:
    for area in system.areas.values():
        where = f"deployment.toml: area {area.name!r}"
        if area.rule not in system.book.by_id:
            yield f"{where}: there is no rule {area.rule!r}"
        if area.power not in system.catalog.power_order:
            yield f"{where}: there is no power {area.power!r}"
    used = {begins.area for begins in system.dataset.deployments}
    for name in system.areas:
        if name not in used:
            yield f"deployment.toml: area {name!r}: no counter of deployment.csv is to stand in it"
    _ = system.hexes  # an area of no country raises


def _turns(system: System) -> Iterator[str]:
    turns: dict[str, str] = {}
    for turn in system.order:
        where = f"deployment.toml: order {turn.name!r}"
        if turn.side and turn.side not in system.catalog.sides:
            yield f"{where}: there is no side {turn.side!r}"
        for power in turn.powers:
            if power not in system.catalog.power_order:
                yield f"{where}: there is no power {power!r}"
            first = turns.setdefault(power, turn.name)
            if first != turn.name:
                yield f"{where}: {power} deploys with {first!r} already"
    for begins in system.dataset.deployments:
        if begins.area and begins.power not in turns:
            turns[begins.power] = ""  # told once
            yield f"deployment.toml: {begins.power} never deploys: it is in no order"


def _proposals(system: System) -> Iterator[str]:
    for begins in system.dataset.deployments:
        who = f"deployment.csv: {begins.power} {begins.counter}"
        if begins.rule not in system.book.by_id:
            yield f"{who}: there is no rule {begins.rule!r}"
        if not begins.area:
            continue
        area = system.area_of(begins)
        if area.power != begins.power:
            yield f"{who}: area {area.name!r} is {area.power}'s"
        if begins.place not in system.hexes[area.name]:
            yield f"{who}: {begins.place} is not in its area, {area.name!r}"


def _stacks(system: System) -> Iterator[str]:
    excesses = system.stacking.excesses(
        system.dataset.position.units, system.catalog, unlimited=system.boxes
    )
    for excess in excesses:
        most = excess.limit.most
        yield f"deployment.csv: {excess}: at most {most} may ({excess.limit.rule})"


def _countries(system: System) -> Iterator[str]:
    countries, board = system.countries, system.board
    features = {feature for space in board for feature in space.features}
    for date in countries.dates.values():
        yield from _unknown(system, f"countries.toml: date of {date.power}", date.rule, date.power)
    for apart in countries.apart.values():
        yield from _unknown(system, f"countries.toml: {apart.power} apart", apart.rule, apart.power)
    for barred in countries.barred.values():
        where = f"countries.toml: barred {barred.space!r}"
        yield from _unknown(system, where, barred.rule, spaces=(barred.space,), side=barred.side)
    for rebellion in countries.rebellions.values():
        where = f"countries.toml: rebellion of {rebellion.power}"
        yield from _unknown(system, where, rebellion.rule, rebellion.power)
        if not any(region.name == rebellion.region for region in board.regions):
            yield f"{where}: there is no region {rebellion.region!r}"
    for rump in countries.rumps.values():
        where = f"countries.toml: rump {rump.name!r}"
        spaces = (rump.seat, *rump.keys, *rump.garrisons.values())
        yield from _unknown(system, where, rump.rule, rump.power, rump.heir, spaces=spaces)
        if rump.feature not in features:
            yield f"{where}: no hex has the feature {rump.feature!r}"
        for counter in rump.garrisons:
            if system.catalog.find_counter(rump.power, counter) is None:
                yield f"{where}: {rump.power} has no counter {counter!r}"


def _levels(system: System) -> Iterator[str]:
    for one in system.victory:
        powers, where = (*one.powers, *one.all_but), f"victory.toml: {one.name!r}"
        yield from _unknown(system, where, one.rule, *powers, spaces=one.hexes, side=one.side)


def _unknown(
    system: System, where: str, rule: str, *powers: str, spaces: Iterable[str] = (), side: str = ""
) -> Iterator[str]:
    """What an entry names that there is not."""
    if rule not in system.book.by_id:
        yield f"{where}: there is no rule {rule!r}"
    if side and side not in system.catalog.sides:
        yield f"{where}: there is no side {side!r}"
    for power in powers:
        if power not in system.catalog.power_order:
            yield f"{where}: there is no power {power!r}"
    for space in spaces:
        if space not in system.board.index:
            yield f"{where}: there is no space {space!r}"
