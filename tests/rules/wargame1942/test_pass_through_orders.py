"""Orders of naval pass-throughs of The War Game, and its long examples from orders to battles."""

from __future__ import annotations

from a4a.rules.systems.wargame1942.declaring.view import view_of
from a4a.rules.systems.wargame1942.declaring.ways import candidates
from tests.rules.wargame1942.empty import AMERICANS, BRITISH, MISS, rules
from tests.rules.wargame1942.ordered import Ordering, Table


def atlantic(*dice: int) -> tuple[Ordering, dict[str, int]]:
    """An American fleet in NA-7, a German destroyer before it in NA-8."""
    table = Table(*AMERICANS, control={"France": "Germany"})
    found: dict[str, int] = {}
    for name, place, kind in (
        ("destroyer", "NA-7", "destroyer"), ("submarine", "NA-7", "submarine"),
        ("battleship", "NA-7", "battleship"), ("transport", "NA-7", "transport"),
        ("empty", "NA-7", "transport"), ("fighter", "Great Britain", "fighter"),
    ):  # fmt: skip
        (found[name],) = table.put(place, "U.S.A.", kind)
    found["one"], found["two"] = table.put(found["transport"], "U.S.A.", "infantry", 2)
    (found["guard"],) = table.put("NA-8", "Germany", "destroyer")
    table.put("France", "Germany", "infantry")
    return table.orders(*dice), found


def test_WG_NPT_001_002_004_from_the_first_zone_to_one_next_to_it_and_no_farther() -> None:
    game, found = atlantic()
    ship = found["submarine"]
    go = {"task": "pass", "target": "France Sea Zone"}
    assert game.no(ship, "NA-7", "NA-8", **go) == "allowed"
    assert game.no(ship, "NA-7", "NA-8", task="pass", target="North Sea") == "WG-CMO-008"
    game.send(ship, "NA-7", "NA-8", **go)
    assert game.no(ship, "NA-8", "NA-5") == "WG-CMO-004"
    assert game.no(ship, "NA-8", task="pass", target="NA-5") == "WG-CMO-004"


def test_WG_NPT_002_036_ships_do_not_sail_before_the_two_spaces_of_a_pass_through() -> None:
    table = Table(*AMERICANS)
    (ship,) = table.put("NA-11", "U.S.A.", "submarine")
    (other,) = table.put("NA-11", "U.S.A.", "submarine")
    table.put("NA-8", "Germany", "destroyer")
    game = table.orders()
    go = {"task": "pass", "target": "France Sea Zone"}
    assert game.no(ship, "NA-11", "NA-7", "NA-8", **go) == "WG-NPT-002"
    assert game.no(ship, "NA-11", "NA-7", "NA-8") == "allowed"
    game.send(other, "NA-11", "NA-7")
    assert game.no(other, "NA-7", "NA-8", **go) == "WG-NPT-002"


def test_WG_NPT_005_without_combat_ships_nothing_is_to_be_passed() -> None:
    table = Table(*AMERICANS)
    (ship,) = table.put("NA-7", "U.S.A.", "submarine")
    table.put("NA-8", "Germany", "transport")
    game = table.orders()
    assert game.no(ship, "NA-7", "NA-8", task="pass", target="NA-5") == "WG-NPT-005"
    assert game.no(ship, "NA-7", "NA-8", "NA-5") == "allowed"
    game, found = atlantic()
    assert game.no(found["submarine"], "NA-7", "NA-8", "NA-5") == "WG-NPT-005"


def test_WG_NPT_005_who_is_stopped_comes_back_no_more_than_it_goes_on() -> None:
    game, found = atlantic()
    assert game.no(found["submarine"], "NA-7", "NA-8", "NA-5", "NA-8") == "WG-NPT-005"


def test_WG_NPT_006_022_it_is_declared_who_fights_who_passes_and_who_bombards() -> None:
    game, found = atlantic(1, *[MISS] * 9)
    beyond = "France Sea Zone"
    way = ("NA-7", "NA-8")
    game.send(found["destroyer"], *way, task="clear", target=beyond)
    game.send(found["submarine"], *way, task="pass", target=beyond)
    bombards = {"task": "pass to bombard", "target": beyond}
    assert game.no(found["battleship"], *way, **bombards) == "WG-BB-023"
    game.send(found["transport"], *way, task="pass to offload", target=beyond)
    game.send((found["one"], found["two"]), "NA-8", task="assault", target="France")
    game.send(found["battleship"], *way, **bombards)
    assert game.no(found["battleship"], "NA-8", task="clear", target=beyond) == "WG-CMO-004"
    game.end()
    assert game.battles() == {"NA-8", "France"}
    game.round(2)
    assert game.where(found["transport"], found["battleship"], found["destroyer"]) == [beyond] * 3
    assert game.where(found["one"]) == ["France"]


def test_WG_NPT_026_pass_to_offload_needs_something_aboard_and_a_coast_beyond() -> None:
    game, found = atlantic()
    way, beyond = ("NA-7", "NA-8"), "France Sea Zone"
    offload = {"task": "pass to offload", "target": beyond}
    assert game.no(found["empty"], *way, **offload) == "WG-NPT-026"
    assert game.no(found["submarine"], *way, **offload) == "WG-NPT-026"
    game.send(found["transport"], *way, **offload)
    assert game.no(found["one"], "NA-8", task="assault", target="Germany") == "WG-TRN-007"


def test_WG_NPT_027_after_a_failure_cargo_goes_ashore_on_friendly_land_there() -> None:
    table = Table(*BRITISH)
    (ship,) = table.put("Faeroe Sea Zone", "U.K.", "transport")
    (man,) = table.put(ship, "U.K.", "infantry")
    (bait,) = table.put("Faeroe Sea Zone", "U.K.", "destroyer")
    table.put("North Sea", "Germany", "destroyer")
    table.put("Denmark", "Germany", "infantry")
    game = table.orders(MISS, MISS, 1, *[MISS] * 9)
    way = ("Faeroe Sea Zone", "North Sea")
    game.send(bait, *way, task="clear", target="Denmark Sea Zone")
    game.send(ship, *way, task="pass to offload", target="Denmark Sea Zone")
    game.send(man, "North Sea", task="assault", target="Denmark").end()
    game.stay()
    assert game.state.phase == "Non-Combat Movement"
    assert game.where(ship, man) == ["North Sea", "North Sea"]
    game.send(man, "North Sea", "Great Britain")
    assert game.where(man) == ["Great Britain"]


def test_WG_NPT_031_a_pass_back_returns_to_where_it_began() -> None:
    table = Table(*AMERICANS)
    (ship,) = table.put("NA-4", "U.S.A.", "aircraft carrier")
    table.put("NA-8", "Germany", "submarine")
    game = table.orders(1, *[MISS] * 5)
    game.send(ship, "NA-4", "NA-8", task="clear", target="NA-4").end()
    game.stay()
    assert game.where(ship) == ["NA-4"]


def test_WG_NPT_031_ships_may_pass_back_from_an_attack_on_transports() -> None:
    table = Table(*AMERICANS)
    (ship,) = table.put("NA-4", "U.S.A.", "destroyer")
    (prey,) = table.put("NA-8", "Germany", "transport")
    game = table.orders(1, *[MISS] * 5)
    assert game.no(ship, "NA-4", "NA-5", task="clear", target="NA-4") == "WG-NPT-001"
    view = view_of(game.system, game.state, "U.S.A.", combat=True)
    tried = [x for x in candidates(view, [game.unit(ship)]) if x.path[-1] == "NA-8"]
    assert {(x.task, x.target) for x in tried} >= {("", None), ("clear", "NA-4")}
    assert {x.task for x in tried} == {"", "clear"}
    game.send(ship, "NA-4", "NA-8", task="clear", target="NA-4").end()
    game.stay()
    assert game.where(ship, prey) == ["NA-4", None]


def test_WG_NPT_020_032_033_035_aircraft_pass_on_with_the_fleet_to_a_zone_next_to_it() -> None:
    game, found = atlantic()
    plane, way = found["fighter"], ("Great Britain", "Eire Sea Zone", "NA-8")
    assert game.no(plane, *way, task="pass", target="France Sea Zone") == "allowed"
    assert game.no(plane, *way, task="clear", target="France Sea Zone") == "allowed"
    assert game.no(plane, *way, task="pass", target="North Sea") == "WG-FTR-002"
    assert game.no(plane, *way, task="bombard", target="France") == "WG-BB-022"


def test_WG_NPT_032_the_second_space_counts_in_an_aircrafts_range() -> None:
    game, found = atlantic()
    way = ("Great Britain", "Eire Sea Zone", "NA-8")
    assert game.no(found["fighter"], *way, task="clear", target="NA-6") == "WG-FTR-007"


def test_WG_NPT_034_036_to_land_only_in_support_of_a_landing() -> None:
    table = Table(*AMERICANS, control={"France": "Germany"})
    (ship,) = table.put("North Sea", "U.S.A.", "transport")
    (man,) = table.put(ship, "U.S.A.", "infantry")
    (plane,) = table.put("Great Britain", "U.S.A.", "fighter")
    table.put("North Sea", "Germany", "destroyer")
    game = table.orders()
    way = ("Great Britain", "North Sea")
    assert game.no(plane, *way, task="clear", target="France") == "WG-NPT-034"
    game.send(man, "North Sea", "France")
    assert game.no(plane, *way, task="clear", target="France") == "allowed"


def test_WG_NPT_019_037_who_comes_by_another_way_fights_from_round_one() -> None:
    game, found = atlantic(*[MISS] * 20)
    other = found["fighter"]
    table = game
    table.send(found["destroyer"], "NA-7", "NA-8", task="clear", target="France Sea Zone")
    assert table.no(other, "Great Britain", "France Sea Zone") == "WG-CMO-001"
    assert table.no(other, "Great Britain", "Eire Sea Zone", "NA-8") == "allowed"


# --- the long examples, from orders to the battles they open ------------------------------------


def test_the_attack_on_Thailand_is_ordered() -> None:
    """WG-EXA-040 to WG-EXA-052, and its first round."""
    table = Table(*BRITISH, control={"Borneo": "U.K.", "Philippines": "U.K."})
    guns, east = table.put("Philippines Sea Zone", "U.K.", "battleship") + table.put(
        "Philippines Sea Zone", "U.K.", "transport"
    )
    men = table.put(east, "U.K.", "infantry", 2)
    west, clears = table.put("Northern Territory Sea Zone", "U.K.", "transport") + table.put(
        "Northern Territory Sea Zone", "U.K.", "destroyer"
    )
    more = table.put("Northern Territory", "U.K.", "infantry", 2)
    (burma,) = table.put("Burma", "U.K.", "fighter")
    (borneo,) = table.put("Borneo", "U.K.", "fighter")
    march = table.put("Burma", "U.K.", "infantry", 2)
    table.put("Thailand", "Japan", "infantry", 3)
    table.put("South China Sea", "Japan", "destroyer")
    table.put("Java Sea Zone", "Japan", "destroyer")
    game = table.orders(1, MISS, MISS, 1, *[MISS] * 30)
    game.send(east, "Philippines Sea Zone", "South China Sea")
    game.send(men, "South China Sea", "Thailand")
    way = ("Philippines Sea Zone", "South China Sea")
    game.send(guns, *way, task="bombard", target="Thailand")
    here = ("Burma", "Thailand", "South China Sea")
    game.send(burma, *here, task="clear", target="Thailand")
    game.send(more, "Northern Territory", "Northern Territory Sea Zone", aboard=west)
    way = ("Northern Territory Sea Zone", "Java Sea Zone")
    game.send(west, *way, task="pass to offload", target="Thailand Sea Zone")
    game.send(more, "Java Sea Zone", task="assault", target="Thailand")
    game.send(clears, *way, task="clear", target="Thailand Sea Zone")
    game.send(borneo, "Borneo", "South China Sea", "Java Sea Zone")
    game.send(march, "Burma", "Thailand").end()
    assert game.battles() == {"South China Sea", "Java Sea Zone", "Thailand"}
    game.round(2)
    assert game.where(west, clears, *more) == ["Thailand Sea Zone"] * 2 + ["Thailand"] * 2


def test_the_uber_ugly_attack_on_France_is_ordered() -> None:
    """WG-EXA-069 to WG-EXA-080: each unit is declared as the book has it."""
    table = Table(*AMERICANS, control={"France": "Germany"})
    (carrier,) = table.put("NA-4", "U.S.A.", "aircraft carrier")
    deck = table.put("NA-4", "U.S.A.", "fighter", 2)
    (destroyer,) = table.put("NA-4", "U.S.A.", "destroyer")
    (north,) = table.put("NA-4", "U.S.A.", "transport")
    four = table.put("Greenland", "U.S.A.", "infantry", 4)
    (sub,) = table.put("NA-7", "U.S.A.", "submarine")
    (guns,) = table.put("NA-7", "U.S.A.", "battleship")
    (south,) = table.put("NA-7", "U.S.A.", "transport")
    men = table.put(south, "U.S.A.", "infantry", 2)
    first, second = table.put("Great Britain", "U.S.A.", "fighter", 2)
    table.put("NA-8", "Germany", "destroyer")
    table.put("NA-5", "Germany", "submarine")
    table.put("France Sea Zone", "Germany", "destroyer")
    table.put("France", "Germany", "infantry", 3)
    table.put("France", "Germany", "fighter")
    game = table.orders(*[MISS] * 60)
    beyond = "France Sea Zone"
    game.send(four[:2], "Greenland", "NA-4", aboard=north)
    game.send(north, "NA-4", "Iceland Sea Zone", "NA-2", "North Sea")
    game.send(four[:2], "North Sea", "France")
    game.send(deck, "NA-4", "NA-8", task="clear", target="NA-5")
    game.send(destroyer, "NA-4", "NA-8", task="clear", target="NA-5")
    game.send(carrier, "NA-4", "NA-8", task="clear", target="NA-4")
    game.send(sub, "NA-7", "NA-8", task="pass", target=beyond)
    game.send(south, "NA-7", "NA-8", task="pass to offload", target=beyond)
    game.send(men, "NA-8", task="assault", target="France")
    game.send(guns, "NA-7", "NA-8", task="pass to bombard", target=beyond)
    game.send(first, "Great Britain", beyond, task="clear", target="France")
    game.send(second, "Great Britain", beyond, "France").end()
    assert game.battles() == {"NA-8", "NA-5", beyond, "France"}
    game.round(2)
    assert game.where(sub, south, guns) == ["NA-8"] * 3


def test_Japan_attacks_Midway_and_Hawaii_as_ordered() -> None:
    """WG-EXA-032 to WG-EXA-039: fighters land on carriers that rendezvous with them."""
    table = Table("Japan", control={"Midway": "U.S.A."})
    marshalls, hawaii = "Marshall Islands Sea Zone", "Hawaii Sea Zone"
    fleet = tuple(
        i
        for kind in ("aircraft carrier", "battleship", "destroyer", "submarine")
        for i in table.put(marshalls, "Japan", kind)
    )
    (second,) = table.put(marshalls, "Japan", "aircraft carrier")
    planes = table.put(marshalls, "Japan", "fighter", 4)
    (home,) = table.put("Japan", "Japan", "fighter")
    (guam,) = table.put("Guam Sea Zone", "Japan", "destroyer")
    carolines = "Caroline Islands Sea Zone"
    (giant,) = table.put(carolines, "Japan", "battleship")
    escort, ship = table.put(carolines, "Japan", "destroyer") + table.put(
        carolines, "Japan", "transport"
    )
    (one,) = table.put("Caroline Islands", "Japan", "infantry")
    (two,) = table.put("Bonin", "Japan", "infantry")
    (defender,) = table.put("Midway", "U.S.A.", "infantry")
    table.put(hawaii, "U.S.A.", "destroyer")
    game = table.orders(*[1] * 5, MISS)
    path = game.system.board.path
    game.send(fleet, marshalls, hawaii)
    game.send(planes[:3], marshalls, hawaii)
    game.send(home, *path("Japan", hawaii))
    game.send(guam, *path("Guam Sea Zone", hawaii)).send(giant, *path(carolines, hawaii))
    game.send(one, "Caroline Islands", carolines, aboard=ship)
    game.send(ship, carolines, "Bonin Sea Zone")
    game.send(two, "Bonin", "Bonin Sea Zone", aboard=ship)
    midway = "Midway Sea Zone"
    game.send(ship, *path("Bonin Sea Zone", midway)).send((one, two), midway, "Midway")
    way = (carolines, *path("Bonin Sea Zone", midway))
    game.send(escort, *way, task="bombard", target="Midway")
    game.send(planes[3], marshalls, midway, "Midway")
    game.fought()
    assert game.where(defender, one) == [None, "Midway"]
    game.send(second, *path(marshalls, "Japan Sea Zone"))
    game.send(planes[3], "Midway", midway, hawaii)
    for plane in planes[:2]:
        game.send(plane, *path(hawaii, "Japan Sea Zone"))
    assert game.no(planes[2], hawaii, marshalls) == "WG-NCM-002"
    game.send(planes[2], hawaii, marshalls, "Marshall Islands").end()
    assert None not in game.where(*planes, home)
    assert game.where(home, planes[3], *planes[:3]) == [hawaii] * 2 + ["Japan Sea Zone"] * 2 + [
        "Marshall Islands"
    ]


def test_R_545_no_pass_through_of_three_spaces_is_even_proposed() -> None:
    table = Table(*AMERICANS)
    (far,) = table.put("NA-11", "U.S.A.", "submarine")
    (near,) = table.put("NA-7", "U.S.A.", "submarine")
    table.put("NA-8", "Germany", "destroyer")
    game = table.orders()
    view = view_of(rules().game, game.state, "U.S.A.", combat=True)
    passing = {
        unit: [way for way in candidates(view, [game.unit(unit)]) if way.task in ("pass", "clear")]
        for unit in (far, near)
    }
    assert passing[far] == []
    assert {way.target for way in passing[near]} >= {"France Sea Zone", "NA-5"}


def test_WG_BB_024_ships_that_are_ordered_together_need_as_many_who_land() -> None:
    for men, said in ((1, "WG-BB-024"), (2, "allowed")):
        table = Table(*AMERICANS, control={"France": "Germany"})
        ships = table.put("NA-7", "U.S.A.", "destroyer", 2)
        (carrier,) = table.put("NA-7", "U.S.A.", "transport")
        landing = table.put(carrier, "U.S.A.", "infantry", men)
        table.put("NA-8", "Germany", "destroyer")
        game, way, beyond = table.orders(), ("NA-7", "NA-8"), "France Sea Zone"
        game.send(carrier, *way, task="pass to offload", target=beyond)
        game.send(landing, "NA-8", task="assault", target="France")
        assert game.no(ships, *way, task="pass to bombard", target=beyond) == said


def test_WG_BB_024_who_passes_on_to_bombard_elsewhere_is_not_counted_here() -> None:
    table, here = Table(*AMERICANS, control={"France": "Germany"}), "Algeria Sea Zone"
    (giant,) = table.put("NA-7", "U.S.A.", "battleship")
    (north,) = table.put("NA-7", "U.S.A.", "transport")
    (south,) = table.put(here, "U.S.A.", "transport")
    (one,) = table.put(north, "U.S.A.", "infantry")
    (two,) = table.put(south, "U.S.A.", "infantry")
    (guns,) = table.put(here, "U.S.A.", "destroyer")
    table.put("NA-8", "Germany", "destroyer")
    game, way, beyond = table.orders(), ("NA-7", "NA-8"), "France Sea Zone"
    game.send(north, *way, task="pass to offload", target=beyond)
    game.send(one, "NA-8", task="assault", target="France")
    game.send(giant, *way, task="pass to bombard", target=beyond)
    game.send(two, here, "Algeria")
    assert game.no(guns, here, task="bombard", target="Algeria") == "allowed"
