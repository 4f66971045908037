"""Transports that change to a friendly nation in the missions phase."""

from __future__ import annotations

from typing import Any

from a4a.rules.game import Game
from a4a.rules.systems.deluxe3g40.missions.transports import ENOUGH, ways
from a4a.rules.systems.deluxe3g40.orders import Choose
from tests.rules.deluxe3g40.missions import (
    AMERICA,
    COMMONWEALTH,
    GERMANY,
    ITALY,
    JAPAN,
    RUSSIA,
    SYSTEM,
    UK,
    begun,
    war,
)  # fmt: skip
from tests.rules.deluxe3g40.positions import refused

PART, CHINA = "Reassign Transports", "China"
WAR = war((GERMANY, UK), (GERMANY, COMMONWEALTH), (ITALY, UK), (JAPAN, AMERICA))
PORT = "sea zone 95"  # beside the naval base of Southern Italy
SHIPS = {PORT: {ITALY: {"sea transport": 2}}}


def offered(units: dict[str, Any], power: str, **how: Any) -> set[str]:
    """To whom a power can give which transport."""
    state = begun(PART, units=units, **{"relations": WAR, **how}).state
    return {f"{unit.type} to {friend}" for _, unit, friend in ways(SYSTEM, state, power)}


def owners(game: Game) -> list[str]:
    """Who owns the ships in port."""
    return sorted(u.owner for u in game.state.at(PORT))


def test_DX_SMP_151_152_any_number_change_hands_as_their_controller_says() -> None:
    for count in range(3):
        game = begun(PART, units=SHIPS, relations=WAR)
        for _ in range(count):
            assert game.decision is not None
            assert game.decision.powers == (ITALY,)
            game.do(Choose(f"sea transport in {PORT} to Germany"))
        if count < 2:
            game.do(Choose(ENOUGH))
        while game.state.phase == PART:
            game.do(Choose(ENOUGH))
        assert owners(game) == sorted([GERMANY] * count + [ITALY] * (2 - count))
    refused(begun(PART, units=SHIPS, relations=WAR), Choose("sea transport to Japan"), "DX-SMP-153")


def test_DX_SMP_153_156_empty_ships_beside_a_working_friendly_naval_base() -> None:
    """The base of a friend serves; a damaged one does not, nor does cargo change hands."""
    assert offered(SHIPS, ITALY) == {f"sea transport to {p}" for p in (GERMANY, JAPAN)}
    assert offered({"sea zone 96": {ITALY: {"sea transport": 1}}}, ITALY) == set()
    assert offered({PORT: {GERMANY: {"sea transport": 1}}}, GERMANY) != set()
    assert offered(SHIPS, ITALY, control={"Southern Italy": UK, "Northern Italy": UK}) == set()
    assert offered(SHIPS, ITALY, damage={("Southern Italy", "naval base"): 1}) == set()
    assert offered({PORT: {ITALY: {"sea transport: AAA": 1}}}, ITALY) == set()


def test_DX_SMP_154_air_transports_on_a_friendly_air_base() -> None:
    assert offered({"Southern Italy": {ITALY: {"air transport": 1}}}, ITALY) != set()
    assert offered({"Albania": {ITALY: {"air transport": 1}}}, ITALY) == set()


def test_DX_SMP_155_only_nations_at_war_give_and_get() -> None:
    units = {"United Kingdom": {UK: {"air transport": 1}}, "Russia": {RUSSIA: {"air transport": 1}}}
    assert offered(units, UK) == {f"air transport to {p}" for p in (AMERICA, COMMONWEALTH)}
    far = {**WAR, (JAPAN, RUSSIA): "war"}
    assert offered(units, RUSSIA, relations=far) == set()
    near = {**WAR, (GERMANY, RUSSIA): "war"}
    assert "air transport to United Kingdom" in offered(units, RUSSIA, relations=near)
    assert "air transport to Soviet Union" in offered(units, UK, relations=near)


def test_DX_SMP_151_china_gets_no_ships_though_it_is_at_war() -> None:
    """Its units stay in China, in Kwangtung and in Burma; what is there it may be given."""
    bases = {"air base": 1, "naval base": 1}
    places = {
        "sea zone 20": {AMERICA: {"sea transport": 1}},
        "Kwangtung": {AMERICA: {"air transport": 1, **bases}},
    }
    relations = war((JAPAN, AMERICA), (JAPAN, CHINA), (JAPAN, UK))
    found = offered(places, AMERICA, relations=relations, control={"Kwangtung": AMERICA})
    assert "sea transport to United Kingdom" in found
    assert "sea transport to China" not in found
    assert "air transport to China" in found
