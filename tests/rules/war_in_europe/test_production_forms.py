"""Production of The War in Europe, laid out for the panel and for players."""

from __future__ import annotations

from a4a.rules.choices import Tally
from a4a.rules.systems.war_in_europe.forms import forms
from tests.rules.war_in_europe.positions import system, unit
from tests.rules.war_in_europe.test_production import (
    BERLIN,
    GERMAN_POOL,
    PHASE,
    position,
    produce,
    skip_to,
)

REDUCED, NEW = "Germany: 1st armor", "Germany: 3rd armor"


def test_each_row_says_where_it_can_stand_and_each_counter_costs_once() -> None:
    run = produce(position({REDUCED: BERLIN}, pool=GERMAN_POOL, round=3, reduced=[REDUCED]))
    skip_to(run, "Germany")
    asked = PHASE.decision(run.state)
    assert asked is not None
    found = forms(system(), PHASE, run.state, asked)
    build, restore = (form for form in found if isinstance(form, Tally))
    assert (build.title, restore.title) == ("Build", "Restore")
    rows = {form.title: {item.key: item for item in form.items} for form in (build, restore)}
    new, old = (str(unit(run.state, name).id) for name in (NEW, REDUCED))
    armor = rows["Build"][new]
    assert BERLIN in armor.spaces
    assert armor.spaces == tuple(target.key for target in armor.targets)
    assert rows["Restore"][old].spaces == ()
    assert build.bill is not None
    assert build.bill({new: {BERLIN: 1}}) == armor.price > 0
    assert build.bill({new: {BERLIN: 0}}) == 0
