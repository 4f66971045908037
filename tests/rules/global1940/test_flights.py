"""Aircraft over the land of powers that theirs is at peace with (p. 15; R-193)."""

from __future__ import annotations

import pytest

from a4a.rules.game import Game
from tests.rules.global1940.positions import go, order, position, refused, war

JAPAN, GERMANY, UK = "Japan", "Germany", "United Kingdom"
USSR, USA = "Soviet Union", "United States"


def bomber(
    power: str, at: str, *wars: tuple[str, str], phase: str = "Noncombat Move", **garrisons: str
) -> Game:
    """A position with a strategic bomber of a power, and infantry of powers in territories."""
    units = {at: {power: {"strategic bomber": 1}}}
    units |= {space: {owner: {"infantry": 1}} for space, owner in garrisons.items()}
    return position(power=power, phase=phase, relations=war(*wars), units=units)


def test_r193_japan_and_the_british_cross_each_others_land_in_peace() -> None:
    """To regroup and to attack others; they do not land there."""
    game = bomber(JAPAN, "Siam")
    go(game, "strategic bomber", "Siam", "Shan State", "Burma", "Shan State", "Siam")
    game = bomber(JAPAN, "Siam", phase="Combat Move", Yunnan="China")
    go(game, "strategic bomber", "Siam", "Shan State", "Yunnan")
    game = bomber(UK, "Shan State")
    go(game, "strategic bomber", "Shan State", "Siam", "Shan State", "Malaya")
    game = bomber(JAPAN, "Siam")
    refused(game, order(game, "strategic bomber", "Siam", "Shan State"), "AA-POL-027")


@pytest.mark.rule("AA-POL-037", "AA-NCM-012")
def test_r193_nobody_crosses_a_neutral_power_nor_does_it_cross_others() -> None:
    """The United States and the Soviet Union at peace."""
    game = bomber(JAPAN, "Korea")
    flight = order(game, "strategic bomber", "Korea", "Amur", "Manchuria")
    refused(game, flight, "AA-POL-037")
    game = bomber(USSR, "Amur")
    refused(game, order(game, "strategic bomber", "Amur", "Korea", "Amur"), "AA-NCM-012")


@pytest.mark.rule("AA-POL-052")
def test_r193_treaties_close_soviet_land_to_aircraft_too() -> None:
    """At war with Germany only it is neutral to Japan; at war on both maps Italy may cross it."""
    game = bomber(JAPAN, "Korea", (GERMANY, USSR))
    flight = order(game, "strategic bomber", "Korea", "Amur", "Manchuria")
    refused(game, flight, "AA-POL-052")
    path = ("Poland", "Eastern Poland", "Baltic States")
    game = bomber("Italy", "Poland", (JAPAN, USSR))
    refused(game, order(game, "strategic bomber", *path, "Eastern Poland", "Poland"), "AA-POL-052")
    game = bomber("Italy", "Poland", (JAPAN, USSR), (GERMANY, USSR))
    go(game, "strategic bomber", *path, "Eastern Poland", "Poland")
