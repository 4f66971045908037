"""Paratroopers, an advance: infantry that flies from an air base into a battle."""

from __future__ import annotations

import pytest

from a4a.core import events as ev
from a4a.rules.areas.combat import retreat
from a4a.rules.areas.orders import EndPhase, Move
from tests.rules.areas.positions import ids, of_kind, one, position, refused, rules

SYSTEM = rules().game
GERMANY, FRANCE = "Germany", "France"
BASE = "Western Germany"


def ready(*, tech: tuple[str, ...] = ("Paratroopers",), defenders=None, faces=(), **what):  # type: ignore[no-untyped-def]
    """Three infantry at the air base of Western Germany, and a tank to attack Paris with."""
    units = {
        BASE: {GERMANY: {"infantry": 3, "artillery": 1}},
        "Holland/Belgium": {GERMANY: {"tank": 1, "infantry": 1}},
        FRANCE: {FRANCE: defenders or {"infantry": 1}},
    }
    return position(
        units=units, technologies={GERMANY: tech}, phase="Combat Move", dice=faces, **what
    )


WAY = (BASE, "Holland/Belgium", FRANCE)


def drop(game, number: int = 1, *path: str) -> Move:  # type: ignore[no-untyped-def]
    way = path or WAY
    return Move(ids(game, way[0], "infantry", GERMANY)[:number], way, task="drop")


def attack(game) -> None:  # type: ignore[no-untyped-def]
    """Let the tank attack Paris overland."""
    game.do(Move((one(game, "Holland/Belgium", "tank"),), ("Holland/Belgium", FRANCE)))


@pytest.mark.rule("AA-RND-020", "AA-RND-022")
def test_AA_RND_020_two_infantry_drop_from_an_air_base_into_a_battle() -> None:
    """Two fly over Belgium to Paris, where the tank attacks; a third does not."""
    game = ready()
    attack(game)
    assert refused(game, drop(game, 3)).rule == "AA-RND-020"
    (moved,) = of_kind(game.do(drop(game, 2)), ev.UnitsMoved)
    assert moved.mode == "airdrop"
    assert len(ids(game, FRANCE, "infantry", GERMANY)) == 2
    assert refused(game, drop(game)).rule == "AA-RND-020"


@pytest.mark.rule("AA-RND-020", "AA-RND-021")
def test_AA_RND_020_those_of_one_air_base_drop_into_one_territory() -> None:
    """One has dropped in Paris; the second may not drop in Normandy, which is attacked as well."""
    normandy = (BASE, "Holland/Belgium", "Normandy/Bordeaux")
    for first in (WAY, normandy):
        game = ready()
        attack(game)
        infantry = ids(game, "Holland/Belgium", "infantry", GERMANY)
        game.do(Move(infantry, ("Holland/Belgium", "Normandy/Bordeaux")))
        game.do(drop(game, 1, *first))
        other = normandy if first == WAY else WAY
        assert refused(game, drop(game, 1, *other)).rule == "AA-RND-020"
        game.do(drop(game, 1, *first))


@pytest.mark.rule("AA-RND-020")
def test_AA_RND_020_the_advance_an_air_base_and_infantry_are_needed() -> None:
    """Not without the advance, not from Belgium, not artillery, not with a damaged base."""
    game = ready(tech=())
    attack(game)
    assert refused(game, drop(game)).rule == "AA-RND-020"
    game = ready()
    attack(game)
    assert refused(game, drop(game, 1, "Holland/Belgium", FRANCE)).rule == "AA-RND-020"
    artillery = ids(game, BASE, "artillery", GERMANY)
    assert refused(game, Move(artillery, WAY, task="drop")).rule == "AA-RND-020"
    hurt = ready(damage={(BASE, "air base"): 3})
    attack(hurt)
    assert refused(hurt, drop(hurt)).rule == "AA-RND-020"


@pytest.mark.rule("AA-RND-021")
def test_AA_RND_021_three_spaces_into_what_an_enemy_controls() -> None:
    """Paris is two spaces away; Southern France is reached in three, not in four."""
    game = ready(control={"Normandy/Bordeaux": GERMANY})
    attack(game)
    far = (BASE, "Holland/Belgium", FRANCE, "Southern France")
    assert refused(game, drop(game, 1, *far)).rule == "AA-RND-022"
    farther = (BASE, "Holland/Belgium", "sea zone 110", "United Kingdom", "Scotland")
    assert refused(game, drop(game, 1, *farther)).rule == "AA-RND-021"
    assert refused(game, drop(game, 1, BASE, "Denmark")).rule == "AA-RND-021"
    assert game.can(drop(game, 1, *WAY))


@pytest.mark.rule("AA-RND-022")
def test_AA_RND_022_only_where_other_land_units_attack() -> None:
    """Paris without the tank is refused."""
    game = ready()
    assert refused(game, drop(game)).rule == "AA-RND-022"
    attack(game)
    assert game.can(drop(game))


@pytest.mark.rule("AA-RND-022")
def test_AA_RND_022_in_combat_move_only() -> None:
    """Nothing drops in Noncombat Move."""
    game = position(
        units={BASE: {GERMANY: {"infantry": 1}}},
        technologies={GERMANY: ["Paratroopers"]},
        phase="Noncombat Move",
    )
    assert refused(game, drop(game, 1, BASE, "Denmark")).rule == "AA-RND-022"


@pytest.mark.rule("AA-RND-022")
def test_AA_RND_022_an_amphibious_assault_will_do() -> None:
    """Infantry from a transport assaults Normandy, and paratroopers drop there."""
    game = position(
        units={BASE: {GERMANY: {"infantry": 1}},
               "sea zone 110": {GERMANY: {"transport: tank": 1, "cruiser": 1}},
               "Normandy/Bordeaux": {FRANCE: {"infantry": 1}}},
        technologies={GERMANY: ["Paratroopers"]}, phase="Combat Move",
    )  # fmt: skip
    way = (BASE, "Holland/Belgium", FRANCE, "Normandy/Bordeaux")
    assert refused(game, drop(game, 1, *way)).rule == "AA-RND-022"
    tank = ids(game, "sea zone 110", "tank", GERMANY)
    game.do(Move(tank, ("sea zone 110", "Normandy/Bordeaux")))
    game.do(drop(game, 1, *way))
    assert ids(game, "Normandy/Bordeaux", "infantry", GERMANY)


@pytest.mark.rule("AA-RND-023")
def test_AA_RND_023_they_fly_where_aircraft_may_fly() -> None:
    """Not over Switzerland, which is neutral."""
    game = position(
        units={BASE: {GERMANY: {"infantry": 1}}, "Southern France": {FRANCE: {"infantry": 1}},
               "Northern Italy": {GERMANY: {"tank": 1}}},
        technologies={GERMANY: ["Paratroopers"]}, phase="Combat Move",
    )  # fmt: skip
    tank = ids(game, "Northern Italy", "tank", GERMANY)
    game.do(Move(tank, ("Northern Italy", "Southern France")))
    over = (BASE, "Switzerland", "France", "Southern France")
    assert refused(game, drop(game, 1, *over)).rule == "AA-RND-023"
    game.do(drop(game, 1, BASE, "Greater Southern Germany", "Northern Italy", "Southern France"))


@pytest.mark.rule("AA-RND-024")
def test_AA_RND_024_aaa_fires_at_paratroopers() -> None:
    """Two paratroopers and a tank: two shots, one hit, a paratrooper lost before the fight."""
    game = ready(defenders={"infantry": 1, "AAA": 1}, faces=(1, 6, 6, 6, 6, *([6] * 40)))
    attack(game)
    game.do(drop(game, 2))
    events = game.do(EndPhase())
    shots = [r for r in of_kind(events, ev.Rolled) if r.purpose == "aa"]
    assert [len(r.dice) for r in shots] == [2]
    assert len(ids(game, FRANCE, "infantry", GERMANY)) == 1
    assert ids(game, FRANCE, "tank", GERMANY)


@pytest.mark.rule("AA-RND-025")
def test_AA_RND_025_with_units_that_came_overland_they_retreat_too() -> None:
    """The tank and the paratroopers go back to Belgium together."""
    game = ready(faces=[6] * 40)
    attack(game)
    game.do(drop(game, 2))
    game.do(EndPhase())
    (battle,) = game.state.battles.values()
    assert retreat.options(SYSTEM, game.state, battle) == ("Holland/Belgium",)
    movers = retreat.movers(SYSTEM, game.state, battle)
    assert sorted(u.type for u in movers) == ["infantry", "infantry", "tank"]


@pytest.mark.rule("AA-RND-026")
def test_AA_RND_026_with_seaborne_units_only_they_do_not_retreat() -> None:
    """Their way back is no land way (R-038): after a round of misses nobody is asked."""
    game = position(
        units={BASE: {GERMANY: {"infantry": 1}},
               "sea zone 110": {GERMANY: {"transport: tank": 1}},
               "Normandy/Bordeaux": {FRANCE: {"infantry": 3}}},
        technologies={GERMANY: ["Paratroopers"]}, phase="Combat Move",
        dice=[6, 6, 6, 6, 6, 6, 6, 1, 1, 6],
    )  # fmt: skip
    tank = ids(game, "sea zone 110", "tank", GERMANY)
    game.do(Move(tank, ("sea zone 110", "Normandy/Bordeaux")))
    game.do(drop(game, 1, BASE, "Holland/Belgium", FRANCE, "Normandy/Bordeaux"))
    events = game.do(EndPhase())
    assert len(of_kind(events, ev.CombatRoundBegan)) == 2
    assert not [e for e in of_kind(events, ev.Asked) if e.kind == "retreat"]
    assert not ids(game, "Normandy/Bordeaux", power=GERMANY, kind="infantry")
