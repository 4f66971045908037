"""Technologies in saves of Global: the advances of its charts, by which its rules know them."""

from __future__ import annotations

import pytest

from a4a.boards import load
from a4a.importers.triplea.changereader import PROPERTY_NAMES
from a4a.importers.triplea.combatreader import _PROPERTIES
from a4a.importers.triplea.names import NameMap
from a4a.rules.areas.technology import changed, research
from a4a.rules.systems import ruleset

# What TripleA has besides, for other maps.
OF_OTHER_MAPS = {"destroyerBombard", "industrialTechnology"}


@pytest.fixture(scope="module")
def names() -> NameMap:
    of_global = load("global1940")
    return NameMap(of_global.board, of_global.catalog, {}, {}, {}, of_global, "")


def test_every_field_of_a_save_is_an_advance_of_the_charts_and_every_advance_has_one(names):
    fields = set(_PROPERTIES.values()) - OF_OTHER_MAPS
    advances = [technology.name for technology in research(ruleset("global1940").game).technologies]
    assert sorted(map(names.technology, fields)) == sorted(advances)


def test_what_a_save_calls_an_advance_changes_the_units_that_the_rules_say(names):
    jets, subs = names.technology("jetPower"), names.technology("superSub")
    system = ruleset("global1940").game
    assert changed(system, (jets,), "fighter", "attack") == 4
    assert changed(system, (jets, subs), "submarine", "attack") == 3
    assert changed(system, (jets,), "submarine", "attack") == 2


def test_radar_that_is_discovered_in_play_is_radar(names):
    """The change names the setter, the save's end the field."""
    assert names.technology(PROPERTY_NAMES["aARadar"]) == "Radar"
