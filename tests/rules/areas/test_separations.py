"""Who shares land and sea: powers that keep to themselves on one, though they fight together."""

from __future__ import annotations

from pathlib import Path

import pytest

from a4a.core.errors import DatasetError
from a4a.rules.areas.politics import separations
from a4a.rules.areas.politics.situation import Situation
from a4a.rules.areas.ruleset.lists import faults
from tests.rules.areas.made_up import made_up
from tests.rules.areas.moves import go, order, refused
from tests.rules.areas.positions import EUROPE, ids, position, rules

SOVIETS, UK, USA, GERMANY = "Soviet Union", "United Kingdom", "United States", "Germany"
NONCOMBAT = "Noncombat Move"
HERE, THERE, ZONE = "Poland", "Slovakia/Hungary", "sea zone 114"
WAR = {(GERMANY, SOVIETS): "war", (GERMANY, UK): "war", (GERMANY, USA): "war"}
LIST = """
[[separations]]
powers = ["Soviet Union"]
of = ["{of}"]
rule = "AA-MOV-033"
source = "house"
"""


def game(tmp_path: Path, of: str = "land", *, name: str = "apart") -> Path:
    folder = made_up(tmp_path / name)
    (folder / "separations.toml").write_text(LIST.format(of=of), encoding="utf-8")
    return folder


@pytest.mark.parametrize(("mover", "host"), [(UK, SOVIETS), (SOVIETS, UK)])
def test_neither_enters_the_land_of_the_other(tmp_path: Path, mover: str, host: str) -> None:
    where = {"units": {HERE: {mover: {"infantry": 1, "fighter": 1}}}, "phase": NONCOMBAT}
    held = {"control": {HERE: mover, THERE: host}, "relations": WAR, "power": mover}
    together = position(**where, **held)  # type: ignore[arg-type]
    go(together, "infantry", HERE, THERE, power=mover)
    apart = position(**where, **held, game=game(tmp_path))  # type: ignore[arg-type]
    for unit in ("infantry", "fighter"):
        error = refused(apart, order(apart, unit, HERE, THERE), "AA-MOV-033")
        assert "shares no land" in error.why


def test_those_who_are_not_apart_share_land_with_each_other(tmp_path: Path) -> None:
    held = {HERE: USA, THERE: UK}
    apart = position(units={HERE: {USA: {"infantry": 1}}}, control=held, relations=WAR,
                     power=USA, phase=NONCOMBAT, game=game(tmp_path))  # fmt: skip
    go(apart, "infantry", HERE, THERE, power=USA)


def test_at_sea_they_do_not_share_ships(tmp_path: Path) -> None:
    """Land they share: infantry in Poland would go aboard a friend's transport off its coast."""
    where = {"units": {HERE: {SOVIETS: {"infantry": 1}}, ZONE: {UK: {"transport": 1}}},
             "control": {HERE: SOVIETS}, "relations": WAR, "power": SOVIETS,
             "phase": NONCOMBAT}  # fmt: skip
    together = position(**where)  # type: ignore[arg-type]
    (ship,) = ids(together, ZONE, "transport")
    go(together, "infantry", HERE, ZONE, aboard=ship)
    apart = position(**where, game=game(tmp_path, "sea"))  # type: ignore[arg-type]
    error = refused(apart, order(apart, "infantry", HERE, ZONE, aboard=ship), "AA-MOV-033")
    assert "does not share the transports" in error.why


@pytest.mark.parametrize(("of", "shared"), [("land", ZONE), ("sea", HERE)])
def test_they_share_the_other_domain(tmp_path: Path, of: str, shared: str) -> None:
    folder = game(tmp_path, of)
    state = position(relations=WAR, game=folder).state
    for power, friend in ((UK, SOVIETS), (SOVIETS, UK)):
        here = Situation(rules(system=folder).game, state, power)
        (closed,) = {ZONE, HERE} - {shared}
        assert friend in here.comrades_in(shared)
        assert friend not in here.comrades_in(closed)
        assert power in here.comrades_in(closed)


def test_a_check_tells_a_power_that_is_not_there_and_a_domain_that_is_none(tmp_path: Path) -> None:
    folder = game(tmp_path)
    list_ = folder / "separations.toml"
    list_.write_text(LIST.format(of="land").replace("Soviet", "Savoy"), encoding="utf-8")
    assert any("no power 'Savoy Union'" in said for said in faults(rules(system=folder).game))
    other = game(tmp_path, of="air", name="other")
    with pytest.raises(DatasetError, match="Invalid enum value 'air'"):
        separations.separations(rules(system=other).game)
    assert separations.separations(rules(system=EUROPE).game) == ()
