"""Where ships may end their moves in Global 1940 while their power is at peace."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from a4a.rules.areas.movement.ground import Ground
from a4a.rules.areas.politics.sea_limits import sea_limits
from tests.rules.areas.moves import order
from tests.rules.global1940.positions import SYSTEM, played, position, refused, war

GERMANY, ITALY, JAPAN, USA = "Germany", "Italy", "Japan", "United States"
UK = "United Kingdom"
MOVE, REGROUP = "Combat Move", "Noncombat Move"
NEAR_AMERICA = {f"sea zone {n}" for n in (1, 2, 3, 8, 9, 10, 11, 12)}
ZONES = {s for s, at_sea in SYSTEM.graph.is_sea.items() if at_sea}


def shut(power: str, kind: str, **what: object) -> set[str]:
    """The sea zones where ships of a type may not end a move."""
    game = position(power=power, phase=REGROUP, **what)
    ground = Ground(played(), game.state, power)
    return {zone for zone in ZONES if not ground.may_end(zone, kind)}


def reference_zones(shared: Path, player: str) -> list[set[str]]:
    """The zones that the reference's movement restrictions name, by restriction."""
    text = (shared / "reference/triplea/ww2global40_2nd_edition.xml").read_text(encoding="utf-8")
    found = re.findall(r'movementRestrictionTerritories" value="([^"]*Sea Zone[^"]*)"', text)
    zones = [{f"sea zone {n}" for n in re.findall(r"(\d+) Sea Zone", line)} for line in found]
    return [z for z in zones if (player == JAPAN) == ("sea zone 10" in z)]


@pytest.mark.rule("AA-POL-056")
def test_AA_POL_056_japan_keeps_away_from_the_american_coast() -> None:
    """Two sea zones: the coast's own, and those next to them (R-117); for all its ships."""
    for kind in ("submarine", "battleship", "transport", "aircraft carrier"):
        assert shut(JAPAN, kind) == NEAR_AMERICA
    assert shut(JAPAN, "cruiser", relations=war((JAPAN, UK))) == NEAR_AMERICA
    assert not shut(JAPAN, "cruiser", relations=war((JAPAN, USA)))


@pytest.mark.rule("AA-POL-056")
def test_AA_POL_056_the_zones_are_those_of_the_reference(shared: Path) -> None:
    """Counted on the board, they are the list that a computer edition has."""
    assert reference_zones(shared, JAPAN) == [NEAR_AMERICA]


@pytest.mark.rule("AA-POL-056")
def test_AA_POL_056_it_passes_through_and_may_declare_war_first() -> None:
    """Only the end of a move is limited; aircraft are not."""
    units = {"sea zone 7": {JAPAN: {"cruiser": 1}}}
    game = position(power=JAPAN, phase=REGROUP, units=units)
    refused(game, order(game, "cruiser", "sea zone 7", "sea zone 8"), "AA-POL-056")
    at_war = position(power=JAPAN, phase=REGROUP, units=units, relations=war((JAPAN, USA)))
    assert at_war.can(order(at_war, "cruiser", "sea zone 7", "sea zone 8"))


@pytest.mark.rule("AA-POL-063")
def test_AA_POL_063_american_ships_keep_away_from_japanese_coasts() -> None:
    """Also from those it has taken; war with Germany changes nothing, war with Japan all."""
    start = {f"sea zone {n}" for n in (6, 17, 19, 20, 22, 32, 33, 34, 36, 37)}
    pacific = {s for chart in played().board.maps if chart.name == "Pacific" for s in chart.spaces}
    assert shut(USA, "cruiser") & pacific == start
    assert shut(USA, "transport", relations=war((USA, GERMANY))) == start
    taken = shut(USA, "cruiser", relations=war((USA, GERMANY)), control={"Samoa": JAPAN})
    assert taken == start | set(played().graph.coast["Samoa"])
    assert not shut(USA, "cruiser", relations=war((USA, GERMANY), (USA, JAPAN)))


@pytest.mark.rule("AA-POL-063")
def test_AA_POL_063_the_refusal_says_where_they_may_go() -> None:
    """An American cruiser does not anchor off Iwo Jima."""
    units = {"sea zone 16": {USA: {"cruiser": 1}}}
    game = position(power=USA, phase=REGROUP, units=units)
    refused(game, order(game, "cruiser", "sea zone 16", "sea zone 17"), "AA-POL-063")


@pytest.mark.rule("AA-POL-064", "AA-POL-065")
def test_AA_POL_064_on_the_europe_map_they_stay_along_their_own_coast() -> None:
    """AA-POL-065: warships may also go to sea zone 102, transports not."""
    europe = {s for chart in played().board.maps if chart.name == "Europe" for s in chart.spaces}
    own = {
        zone
        for territory, owner in position(power=USA).state.control.items()
        if owner == USA
        for zone in played().graph.coast[territory]
    }
    at_sea = europe & ZONES
    assert shut(USA, "transport") & europe == at_sea - own
    for kind in ("cruiser", "submarine", "aircraft carrier"):
        assert shut(USA, kind) & europe == at_sea - own - {"sea zone 102"}
    at_war_with_japan = shut(USA, "cruiser", relations=war((USA, JAPAN)))
    assert at_war_with_japan == at_sea - own - {"sea zone 102"}


@pytest.mark.rule("AA-POL-065")
def test_AA_POL_065_a_transport_is_refused_the_patrol() -> None:
    """By the rule of the patrol; elsewhere by that of the coast."""
    units = {"sea zone 101": {USA: {"transport": 1, "destroyer": 1}}}
    game = position(power=USA, phase=REGROUP, units=units)
    refused(game, order(game, "transport", "sea zone 101", "sea zone 102"), "AA-POL-065")
    assert game.can(order(game, "destroyer", "sea zone 101", "sea zone 102"))
    refused(game, order(game, "destroyer", "sea zone 101", "sea zone 106"), "AA-POL-064")


@pytest.mark.rule("AA-POL-066")
@pytest.mark.parametrize("enemy", [GERMANY, ITALY])
def test_AA_POL_066_war_with_either_ends_the_limit_on_the_europe_map(enemy: str) -> None:
    """While at war with neither it holds (R-118)."""
    europe = {s for chart in played().board.maps if chart.name == "Europe" for s in chart.spaces}
    assert not shut(USA, "transport", relations=war((USA, enemy))) & europe


@pytest.mark.rule("AA-POL-063", "AA-POL-064")
def test_AA_POL_064_other_powers_have_no_such_limits() -> None:
    """Not the neutral Soviet Union either."""
    for power in played().order_of_play:
        game = position(power=power)
        assert bool(sea_limits(played(), game.state, power)) == (power in (USA, JAPAN))
