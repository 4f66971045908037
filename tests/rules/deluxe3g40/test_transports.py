"""Sea transports of 3G40 Deluxe: capacity points, elite infantry, Japanese destroyers."""

from __future__ import annotations

import pytest

from a4a.rules.areas.orders import Move
from a4a.rules.game import Game
from tests.rules.deluxe3g40.moves import (
    COMBAT,
    NONCOMBAT,
    do,
    ends,
    finish,
    go,
    march,
    offered,
    refused,
)
from tests.rules.deluxe3g40.positions import ids, one, position

GERMANY, UK, JAPAN, CHINA = "Germany", "United Kingdom", "Japan", "China"
RUHR, CHANNEL, NORTH = "Western Germany", "sea zone 112", "sea zone 111"
CAPACITY = {
    "regular infantry": 1, "mechanized infantry": 1, "elite infantry": 1, "cavalry": 2, "AAA": 2,
    "light artillery": 2, "heavy artillery": 3, "light tank": 2, "heavy tank": 3, "Tiger tank": 3,
    "rocket artillery": 2,
}  # fmt: skip
"""Capacity points of a land unit, as the book prints them."""


def ready(phase: str = COMBAT, aboard: str = "", **how) -> Game:  # type: ignore[no-untyped-def]
    """A transport off western Germany, units of all kinds ashore, and a British garrison."""
    ship = f"sea transport: {aboard}" if aboard else "sea transport"
    units = {
        CHANNEL: {GERMANY: {ship: how.pop("ships", 1)}},
        RUHR: {GERMANY: dict.fromkeys(CAPACITY, 4)},
        "United Kingdom": {UK: how.pop("garrison", {"regular infantry": 1})},
    }
    return position(units=units, power=GERMANY, phase=phase, **how)


def load(game: Game, kinds: str, count: int = 1) -> Move:
    ship = next(u.id for u in game.state.at(CHANNEL) if u.type == "sea transport")
    return march(game, kinds, RUHR, CHANNEL, count=count, aboard=ship)


@pytest.mark.rule("DX-LND-003", "DX-LND-011", "DX-LND-021", "DX-LND-035", "DX-LND-042")
@pytest.mark.rule("DX-LND-053", "DX-LND-060", "DX-LND-070", "DX-LND-078", "DX-SPC-024")
@pytest.mark.rule("DX-SPC-033", "DX-SEA-011", "DX-SEA-016")
@pytest.mark.parametrize("kind", CAPACITY)
def test_DX_SEA_016_a_transport_carries_three_capacity_points(kind: str) -> None:
    """As many of a type as three points hold; what fills up the rest is said."""
    game = ready(NONCOMBAT)
    most = 3 // CAPACITY[kind]
    if most < 3:
        refused(game, load(game, kind, most + 1), "DX-SEA-016")
    go(game, kind, RUHR, CHANNEL, count=most, aboard=load(game, kind).aboard)
    left = 3 - most * CAPACITY[kind]
    assert (CHANNEL in ends(game, ids(game, RUHR, "regular infantry")[:1])) is (left > 0)


@pytest.mark.rule("DX-SEA-016")
def test_DX_SEA_016_a_full_transport_says_what_it_has_room_for() -> None:
    game = ready(NONCOMBAT)
    do(game, load(game, "regular infantry"))
    assert "capacity points together" in str(refused(game, load(game, "heavy tank"), "DX-SEA-016"))
    do(game, load(game, "light tank"))
    refused(game, load(game, "regular infantry"), "DX-SEA-016")


@pytest.mark.rule("DX-LND-027", "DX-SEA-014")
def test_DX_LND_027_SEA_014_a_landing_among_enemies_needs_elite_infantry_aboard() -> None:
    """Regular infantry alone goes aboard for no such landing; with elite infantry it does."""
    game = ready()
    do(game, load(game, "elite infantry"))
    do(game, load(game, "light tank"))
    do(game, Move(ids(game, CHANNEL, "sea transport"), (CHANNEL, NORTH)))
    troops = (*ids(game, NORTH, "elite infantry"), *ids(game, NORTH, "light tank"))
    do(game, Move(troops, (NORTH, "Scotland")))


@pytest.mark.rule("DX-LND-027", "DX-SEA-014", "DX-LND-028", "DX-SEA-015")
def test_DX_LND_027_028_SEA_014_015_regulars_alone_land_only_where_no_enemy_unit_is() -> None:
    """Scotland has a garrison or none; a factory is none (R-460)."""
    aboard = "regular infantry, light tank"
    for garrison, allowed in (({}, True), ({"regular infantry": 1}, False), ({"fighter": 1}, False),
                              ({"minor factory": 1}, True)):  # fmt: skip
        units = {
            NORTH: {GERMANY: {f"sea transport: {aboard}": 1}},
            "Scotland": {UK: garrison},
        }
        game = position(units=units, power=GERMANY, phase=COMBAT)
        troops = (*ids(game, NORTH, "regular infantry"), *ids(game, NORTH, "light tank"))
        given = Move(troops, (NORTH, "Scotland"))
        if allowed:
            do(game, given)
        else:
            refused(game, given, "DX-LND-027")
            assert "Scotland" not in ends(game, troops[:1])


@pytest.mark.rule("DX-EXA-005")
def test_DX_EXA_005_an_elite_infantry_and_a_light_tank_fill_a_transport() -> None:
    """Three regular infantry land where no enemy unit stands, and only there."""
    game = ready(aboard="elite infantry, light tank")
    refused(game, load(game, "elite infantry"), "DX-SEA-016")
    three = "regular infantry, regular infantry, regular infantry"
    for garrison in ({}, {"regular infantry": 1}):
        units = {NORTH: {GERMANY: {f"sea transport: {three}": 1}}, "Scotland": {UK: garrison}}
        game = position(units=units, power=GERMANY, phase=COMBAT)
        given = Move(ids(game, NORTH, "regular infantry"), (NORTH, "Scotland"))
        if garrison:
            refused(game, given, "DX-LND-027")
        else:
            do(game, given)


@pytest.mark.rule("DX-LND-027")
def test_DX_LND_027_each_transport_needs_its_own_elite_infantry() -> None:
    """Of two transports one has elite infantry aboard: only its troops land."""
    units = {
        NORTH: {GERMANY: {"sea transport: elite infantry, light tank": 1,
                          "sea transport: regular infantry": 1}},
        "Scotland": {UK: {"regular infantry": 1}},
    }  # fmt: skip
    game = position(units=units, power=GERMANY, phase=COMBAT)
    refused(game, Move(ids(game, NORTH, "regular infantry"), (NORTH, "Scotland")), "DX-LND-027")
    do(game, Move(ids(game, NORTH, "light tank"), (NORTH, "Scotland")))


@pytest.mark.rule("DX-LND-027", "DX-LND-028")
def test_DX_LND_027_028_who_could_land_nowhere_does_not_go_aboard() -> None:
    """Shantung alone is in reach: held, it takes elite infantry, aboard or still to come."""
    zone, home, goal = "sea zone 19", "Manchuria", "Shantung"
    start = position().state.control
    held = {t: JAPAN for t, owner in start.items() if owner not in (None, JAPAN)}
    for garrison, elite, allowed in ((1, 0, False), (1, 1, True), (0, 0, True)):
        troops = {JAPAN: {"regular infantry": 1, "elite infantry": elite}}
        guards = {CHINA: {"regular infantry": garrison}}
        game = position(
            units={zone: {JAPAN: {"sea transport": 1}}, home: troops, goal: guards},
            control={**held, goal: CHINA}, power=JAPAN, phase=COMBAT,
        )  # fmt: skip
        ship = one(game, zone, "sea transport")
        first = march(game, "regular infantry", home, zone, aboard=ship)
        if not allowed:
            refused(game, first, "DX-LND-027")
        else:
            do(game, first)
        if elite:
            regular = ids(game, zone, "regular infantry")
            refused(game, Move(regular, (zone, goal)), "DX-LND-027")
            go(game, "elite infantry", home, zone, aboard=ship)
            do(game, Move(regular, (zone, goal)))


@pytest.mark.rule("DX-LND-065", "DX-LND-084", "DX-SPC-030")
@pytest.mark.parametrize(
    ("kind", "rule"),
    [("heavy artillery", "DX-LND-065"), ("heavy tank", "DX-LND-084"), ("Tiger tank", "DX-SPC-030")],
)
def test_DX_LND_065_084_SPC_030_heavy_units_are_not_carried_in_combat_moves(
    kind: str, rule: str
) -> None:
    """They neither go aboard nor sail nor land; in noncombat moves they do."""
    game = ready()
    refused(game, load(game, kind), rule)
    game = ready(aboard=kind)
    sail = Move(ids(game, CHANNEL, "sea transport"), (CHANNEL, NORTH))
    refused(game, sail, rule)
    there = position(units={NORTH: {GERMANY: {f"sea transport: {kind}": 1}}}, phase=COMBAT)
    refused(there, Move(ids(there, NORTH, kind), (NORTH, "Scotland")), rule)
    later = ready(NONCOMBAT)
    do(later, load(later, kind))
    do(later, Move(ids(later, CHANNEL, "sea transport"), (CHANNEL, "sea zone 113")))
    do(later, Move(ids(later, "sea zone 113", kind), ("sea zone 113", GERMANY)))


def test_a_transport_beside_enemy_warships_gets_away_with_heavy_units_aboard() -> None:
    """R-463."""
    units = {
        CHANNEL: {GERMANY: {"sea transport: heavy tank": 1}, UK: {"destroyer": 1}},
    }
    game = position(units=units, power=GERMANY, phase=COMBAT)
    do(game, Move(ids(game, CHANNEL, "sea transport"), (CHANNEL, "sea zone 113")))


def test_the_panel_shares_landings_out_so_that_each_transport_has_its_elite_infantry() -> None:
    """Two transports, two elite infantry, two light tanks: picked together they all go aboard."""
    game = ready(ships=2)
    picked = (*ids(game, RUHR, "light tank")[:2], *ids(game, RUHR, "elite infantry")[:2])
    (way,) = (d for d in offered(game, picked) if d.space == CHANNEL)
    for given in way.orders:
        do(game, given)
    for ship in ids(game, CHANNEL, "sea transport"):
        assert {u.type for u in game.state.at(ship)} == {"light tank", "elite infantry"}


# --- Tokyo Express ------------------------------------------------------------------------------


def express(phase: str = COMBAT, round: int = 7, **how) -> Game:  # type: ignore[no-untyped-def]
    """A destroyer off Manchuria, infantry and a tank there, and a Chinese garrison in Shantung."""
    units = {
        "sea zone 19": {JAPAN: {"destroyer": 1}},
        "Manchuria": {JAPAN: {"regular infantry": 2, "elite infantry": 1, "light tank": 1}},
        "Shantung": {CHINA: {"regular infantry": 1}},
    }
    held = {"Shantung": CHINA}
    return position(units=units, power=JAPAN, phase=phase, round=round, control=held, **how)


@pytest.mark.rule("DX-ADV-015")
def test_DX_ADV_015_from_round_7_a_japanese_destroyer_carries_one_infantry() -> None:
    """One, of either kind, and nothing else; not in round 5."""
    game = express(NONCOMBAT)
    ship = one(game, "sea zone 19", "destroyer")

    def aboard(kind: str, count: int = 1) -> Move:
        return march(game, kind, "Manchuria", "sea zone 19", count=count, aboard=ship)

    refused(game, aboard("light tank"), "DX-ADV-015")
    refused(game, aboard("regular infantry", 2), "DX-SEA-016")
    do(game, aboard("regular infantry"))
    refused(game, aboard("elite infantry"), "DX-SEA-016")
    do(game, Move((ship,), ("sea zone 19", "sea zone 6")))
    do(game, Move(ids(game, "sea zone 6", "regular infantry"), ("sea zone 6", "Korea")))
    game = express(NONCOMBAT, 6)
    refused(game, aboard("regular infantry"), "DX-SEA-016")


@pytest.mark.rule("DX-ADV-015", "DX-ADV-016", "DX-LND-027")
def test_DX_ADV_015_016_LND_027_a_destroyer_lands_elite_infantry_in_battle() -> None:
    """R-461: regular infantry goes aboard for no landing among enemies."""
    way = ("Manchuria", "sea zone 19")
    start = position().state.control
    held = {t: JAPAN for t, owner in start.items() if owner not in (None, JAPAN)}
    for kind in ("regular infantry", "elite infantry"):
        units = {
            "sea zone 19": {JAPAN: {"destroyer": 1}},
            "Manchuria": {JAPAN: {kind: 1}},
            "Shantung": {CHINA: {"regular infantry": 1}},
        }
        game = position(
            units=units, power=JAPAN, phase=COMBAT, round=7, control={**held, "Shantung": CHINA},
            dice=[1, 8],
        )  # fmt: skip
        given = march(game, kind, *way, aboard=one(game, "sea zone 19", "destroyer"))
        if kind == "regular infantry":
            refused(game, given, "DX-LND-027")
            continue
        do(game, given)
        go(game, kind, "sea zone 19", "Shantung")
        finish(game, until=NONCOMBAT)
        assert [u.type for u in game.state.at("Shantung") if u.owner == JAPAN] == [kind]


@pytest.mark.rule("DX-ADV-015")
def test_DX_ADV_015_destroyers_of_others_carry_nothing() -> None:
    game = position(
        units={CHANNEL: {GERMANY: {"destroyer": 1}}, RUHR: {GERMANY: {"elite infantry": 1}}},
        power=GERMANY, phase=NONCOMBAT, round=8,
    )  # fmt: skip
    ship = one(game, CHANNEL, "destroyer")
    refused(game, march(game, "elite infantry", RUHR, CHANNEL, aboard=ship), "DX-SEA-016")
