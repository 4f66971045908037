"""Whatever units enter, in whatever order: what must hold of countries afterwards."""

from __future__ import annotations

import random

import pytest

from a4a.core.dice import SeededDice
from a4a.core.events import RoundBegan, UnitsPlaced
from a4a.core.setup import open_position
from a4a.core.state import State
from a4a.rules.run import Run
from a4a.rules.systems.war_in_europe import iraq
from a4a.rules.systems.war_in_europe.access import may_enter, may_move
from a4a.rules.systems.war_in_europe.conquest import settle
from a4a.rules.systems.war_in_europe.entering import entered, flown
from a4a.rules.systems.war_in_europe.field import Field
from a4a.rules.systems.war_in_europe.neutrality import dates_pass, delay
from a4a.rules.systems.war_in_europe.standing import CONQUERED, NEUTRAL, WITH, Standing
from tests.rules.war_in_europe.positions import dataset, system

MOVES, TURNS = 12, 23


def wander(run: Run, choose: random.Random) -> None:
    """Put a unit that may move into any land hex that it may enter, as if it had marched there."""
    standing = Standing(system(), run.state)
    media = system().media
    movers = [
        u
        for u in run.state.units.values()
        if isinstance(u.place, str)
        and media[u.type] != "sea"
        and standing.side_of(u.owner)
        and may_move(standing, u.owner) is None
    ]
    if not movers:
        return
    unit = choose.choice(movers)
    capitals = [s for spaces in system().countries.capitals.values() for s in spaces]
    land = [s.name for s in system().board if s.kind in ("land", "coast")]
    space = choose.choice(capitals if choose.random() < 0.5 else land)
    side = standing.side_of(unit.owner)
    held = any(standing.side_of(u.owner) != side for u in run.state.at(space))
    if not held and may_enter(standing, unit.owner, space, media[unit.type]) is None:
        run.emit(UnitsPlaced((unit.id,), space, "moved"))
        (entered if media[unit.type] == "land" else flown)(system(), run, unit.owner, (space,))


def check(now: State, last: State) -> None:
    field = Field(system(), now)
    standing, countries = field.standing, system().countries
    for power in system().catalog.power_order:
        statuses = set(now.statuses(power))
        assert not statuses >= set(WITH.values())
        assert NEUTRAL not in statuses or not statuses & set(WITH.values())
        if CONQUERED in statuses and power not in countries.rumps:
            own = [u for u in now.units.values() if u.owner == power]
            assert not [u for u in own if now.space_of(u.id) is not None]
        if CONQUERED in statuses and NEUTRAL in statuses:
            assert power in countries.rumps
        if NEUTRAL in statuses - set(last.statuses(power)):
            assert power == "France"
    for space, power in now.control.items():
        land = countries.land_of(space)
        if standing.is_neutral(power) and power != "France":
            assert land == power
        garrison = {field.side_of(u) for u in field.state.at(space) if field.category(u) == "land"}
        if len(garrison) == 1 and garrison <= {"Axis", "Allies"} and land not in (None, power):
            assert standing.holder(space) in garrison
    for a, b in now.relations:
        assert (now.relation(a, b) == "war") == standing.are_enemies(a, b)
    fallen = "Vichy" in now.statuses("France")
    if fallen:
        french = {u.name for u in now.units.values() if u.owner == "France"}
        assert french <= {"Col infantry", "fleet"}
    if standing.is_neutral("France"):
        assert all(now.control[s] == "France" for s in ("1911", "1615"))


@pytest.mark.parametrize("seed", range(8))
def test_countries_stay_whole_whatever_units_enter(seed: int) -> None:
    choose = random.Random(seed)
    now = open_position(dataset().position, dataset().board, dataset().catalog)
    falls = 0
    for number in range(1, TURNS + 1):
        run = Run(now.apply(RoundBegan(number)), SeededDice(seed * 100 + number))
        dates_pass(system(), run)
        assert Standing(system(), run.state).is_neutral("United States") == (
            number < 10 + delay(run.state)
        )
        iraq.roll(system(), run)
        for _ in range(MOVES):
            last = run.state
            wander(run, choose)
            check(run.state, last)
        last = run.state
        settle(system(), run, lambda *_: choose.random() < 0.8)
        check(run.state, last)
        for power in system().catalog.power_order:
            before, after = (CONQUERED in s.statuses(power) for s in (now, run.state))
            falls += after and not before
        now = run.state
    assert falls >= 2
