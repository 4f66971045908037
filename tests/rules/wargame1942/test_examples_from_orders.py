"""The long examples of The War Game's book: what is ordered, and the movement after combat."""

from __future__ import annotations

from a4a.rules.systems.wargame1942.orders import Send, Withdraw
from tests.rules.wargame1942.empty import AMERICANS, BRITISH, MISS
from tests.rules.wargame1942.ordered import Ordering, Table
from tests.rules.wargame1942.test_uber_ugly import ROUND_1, germans, uber_ugly


def indo_china(*dice: int) -> tuple[Ordering, dict[str, int]]:
    """The British attack on the Japanese destroyer off Indo-China, ordered."""
    table = Table(*BRITISH, control={"Philippines": "Japan"})
    found: dict[str, int] = {}
    (found["target"],) = table.put("South China Sea", "Japan", "destroyer")
    (found["battleship"],) = table.put("Philippines Sea Zone", "U.K.", "battleship")
    (found["transport"],) = table.put("Celebes Sea Zone", "U.K.", "transport")
    (found["fighter"],) = table.put("Burma", "U.K.", "fighter")
    game = table.orders(*dice)
    game.send(found["battleship"], "Philippines Sea Zone", "South China Sea")
    game.send(found["transport"], "Celebes Sea Zone", "South China Sea")
    game.send(found["fighter"], "Burma", "Thailand", "South China Sea")
    return game.end(), found


def test_WG_EXA_028_029_030_WG_RET_010_011_not_to_where_the_battleship_came_from() -> None:
    game, found = indo_china(*[MISS] * 20)
    assert game.asked == "retreats South China Sea defender"
    assert game.refused(Withdraw(to={found["target"]: "Philippines Sea Zone"})) == "WG-RET-010"
    assert game.game.decision is not None
    assert {"Celebes Sea Zone", "Thailand Sea Zone", "Taiwan Sea Zone"} <= set(
        game.game.decision.spaces
    )


def test_WG_EXA_031_a_transport_that_retreats_closes_its_zone_unless_it_is_sunk() -> None:
    game, found = indo_china(*[MISS] * 20)
    game.stay("retreats South China Sea attacker")
    game.do(Withdraw(to={found["transport"]: "Celebes Sea Zone"}))
    assert game.asked == "retreats South China Sea defender"
    assert game.refused(Withdraw(to={found["target"]: "Celebes Sea Zone"})) == "WG-RET-009"
    game.round(3).stay("retreats South China Sea defender")
    assert game.where(found["transport"]) == ["Celebes Sea Zone"]
    assert game.refused(Withdraw(to={found["target"]: "Celebes Sea Zone"})) == "WG-RET-009"


def test_WG_EXA_048_051_052_064_the_attack_on_Thailand_is_ordered_as_printed() -> None:
    table = Table(*BRITISH)
    (ship,) = table.put("Philippines Sea Zone", "U.K.", "battleship")
    (east,) = table.put("Celebes Sea Zone", "U.K.", "transport")
    cargo = table.put("Borneo", "U.K.", "infantry", 2)
    way = ("Northern Territory Sea Zone", "Java Sea Zone")
    (west,) = table.put(way[0], "U.K.", "transport")
    marines = table.put("Northern Territory", "U.K.", "infantry", 2)
    (destroyer,) = table.put(way[0], "U.K.", "destroyer")
    (flyer,) = table.put("Borneo", "U.K.", "fighter")
    men = table.put("Burma", "U.K.", "infantry", 2)
    (air,) = table.put("Burma", "U.K.", "fighter")
    table.put("Thailand", "Japan", "infantry", 3)
    guard, java = table.put("South China Sea", "Japan", "destroyer") + table.put(
        "Java Sea Zone", "Japan", "destroyer"
    )
    table.control |= {"Borneo": "U.K.", "Java": "France"}
    game = table.orders(*[MISS] * 40)
    game.send(cargo, "Borneo", "Celebes Sea Zone", aboard=east)
    assert game.where(*cargo) == ["Celebes Sea Zone"] * 2  # laden before it enters the zone
    game.send(east, "Celebes Sea Zone", "South China Sea")
    game.send(cargo, "South China Sea", "Thailand")
    game.send(ship, "Philippines Sea Zone", "South China Sea", task="bombard", target="Thailand")
    game.send(marines, "Northern Territory", way[0], aboard=west)
    game.send(west, *way, task="pass to offload", target="Thailand Sea Zone")
    game.send(marines, way[1], task="assault", target="Thailand")
    game.send(destroyer, *way, task="clear", target="Thailand Sea Zone")
    game.send(flyer, "Borneo", "South China Sea", "Java Sea Zone")
    game.send(men, "Burma", "Thailand")
    game.send(air, "Burma", "Thailand", "South China Sea", task="clear", target="Thailand")
    game.end()
    found = {x.space: x for x in game.state.battles.values()}
    assert set(found) == {"South China Sea", "Java Sea Zone", "Thailand"}

    def sides(space: str, role: str) -> set[int]:
        return {i for p in found[space].participants if p.role == role for i in p.units}

    assert sides("South China Sea", "attacker") == {air}
    assert sides("South China Sea", "defender") == {guard}
    assert sides("Java Sea Zone", "attacker") == {destroyer, flyer}
    assert sides("Java Sea Zone", "defender") == {java}
    assert sides("Thailand", "attacker") == set(men)
    assert len(sides("Thailand", "defender")) == 3
    game.round(2)
    assert sum(n for space, n in _rolls(game) if space == "Thailand") == 2


def _rolls(game: Ordering) -> list[tuple[str, int]]:
    return [(space, n) for space, role, n in game.rolled() if role == "attacker"]


def test_WG_EXA_038_039_fighters_from_Hawaii_land_on_a_carrier_off_Japan() -> None:
    table = Table("Japan")
    zone, hawaii = "Marshall Islands Sea Zone", "Hawaii Sea Zone"
    (carrier,) = table.put(zone, "Japan", "aircraft carrier")
    flyers = table.put(zone, "Japan", "fighter", 2)
    (guard,) = table.put(hawaii, "U.S.A.", "destroyer")
    game = table.orders(1, *[MISS] * 6)
    way = (hawaii, "Midway Sea Zone", "NP-3", "Japan Sea Zone")
    assert game.system.board.path(hawaii, "Japan Sea Zone") == way
    game.send(flyers, zone, hawaii).fought()
    assert game.where(guard) == [None]
    assert game.state.phase == "Non-Combat Movement"
    to_japan = game.system.board.path(zone, "Japan Sea Zone")
    assert len(to_japan) == 4
    game.send(carrier, *to_japan).send(flyers, *way)
    game.end()
    assert game.where(carrier, *flyers) == ["Japan Sea Zone"] * 3


def test_WG_EXA_091_092_093_after_the_ugly_battle_for_France() -> None:
    fighting, units = uber_ugly(*ROUND_1, MISS, 4, 4, 4, MISS)
    fighting.stay("retreats NA-5 defender").do(Withdraw(to={units["boat"]: "Eire Sea Zone"}))
    fighting.stay("casualties France")
    fighting.lose(*germans(fighting)[:2])
    fighting.lose(units["north 1"], units["north 2"], units["south 1"])
    fighting.stay("casualties France").lose(units["first"]).stay()
    assert fighting.game.state.phase == "Non-Combat Movement"

    def go(unit: int, *path: str, aboard: int | None = None) -> None:
        fighting.do(Send((unit,), path, aboard, power="U.S.A."))

    go(units["second"], "France", "France Sea Zone", "Great Britain")
    go(units["deck 1"], "NA-5", "NA-4")
    go(units["deck 2"], "NA-5", "Eire Sea Zone", "Great Britain")
    for man in units["last 1"], units["last 2"]:
        go(man, "Greenland", "Greenland Sea Zone", aboard=units["last"])
    go(units["last"], "Greenland Sea Zone", "NA-4", "NA-8", "France Sea Zone")
    for man in units["last 1"], units["last 2"]:
        go(man, "France Sea Zone", "France")
    assert fighting.where(units["carrier"], units["deck 1"]) == ["NA-4"] * 2
    assert fighting.where(units["second"], units["deck 2"]) == ["Great Britain"] * 2
    assert fighting.where(units["last 1"], units["last 2"], units["south 2"]) == ["France"] * 3


def test_WG_EXA_093_not_before_the_zones_on_the_way_are_cleared() -> None:
    table = Table(*AMERICANS, control={"France": "France"})
    (ship,) = table.put("Greenland Sea Zone", "U.S.A.", "transport")
    table.put("NA-8", "Germany", "destroyer")
    way = ("Greenland Sea Zone", "NA-4", "NA-8", "France Sea Zone")
    assert table.noncombat().no(ship, *way) == "WG-FER-015"
