"""Combat orders of The War Game by air, and with whom its nations share land and zones."""

from __future__ import annotations

from a4a.boards import load
from tests.rules.wargame1942.empty import AMERICANS, BRITISH, GAME, GERMANS, MISS
from tests.rules.wargame1942.ordered import Table


def test_WG_FTR_001_002_004_010_a_fighter_in_Germany_attacks_Great_Britain_and_returns() -> None:
    table = Table(*GERMANS)
    (plane,) = table.put("Germany", "Germany", "fighter")
    table.put("Great Britain", "U.K.", "infantry")
    table.put("Eire Sea Zone", "U.K.", "destroyer")
    table.put("NA-4", "U.K.", "destroyer")
    game = table.orders(*[MISS] * 20)
    assert game.no(plane, "Germany", "Great Britain") == "WG-FTR-002"
    far = ("Germany", "North Sea", "Eire Sea Zone", "NA-5", "NA-4", "NA-6")
    assert game.no(plane, *far) == "WG-FTR-001"
    assert game.no(plane, *far[:-1]) == "WG-FTR-007"
    game.send(plane, "Germany", "North Sea", "Great Britain")
    assert game.state.memory(plane).moved == 2


def test_WG_FTR_005_006_fighters_land_where_the_side_held_land_as_the_turn_began() -> None:
    """From Chad to Libya and beyond, land taken in the turn is no home."""
    table = Table(*BRITISH, control={"Egypt": "U.K.", "Tunisia": "Germany"})
    (plane,) = table.put("Egypt", "U.K.", "fighter")
    (tank,) = table.put("Egypt", "U.K.", "armor")
    table.put("Sardinia Sea Zone", "Italy", "destroyer")
    table.put("Tunisia", "Germany", "infantry")
    game = table.orders().send(tank, "Egypt", "Libya", "Tunisia")
    assert game.state.control["Libya"] == "U.K."
    way = ("Egypt", "Libya", "Malta Sea Zone", "Sardinia Sea Zone")
    assert game.no(plane, *way) == "WG-FTR-007"


def test_WG_FTR_007_008_no_fighter_goes_where_only_an_ally_has_a_carrier() -> None:
    table = Table(*BRITISH)
    (plane,) = table.put("Great Britain", "U.K.", "fighter")
    table.put("NA-8", "Germany", "submarine")
    table.put("NA-3", "Germany", "submarine")
    table.put("NA-4", "U.S.A.", "aircraft carrier")
    game = table.orders()
    way = ("Great Britain", "Eire Sea Zone", "NA-5", "NA-3")
    assert game.no(plane, *way) == "WG-FTR-008"
    table.put("NA-4", "U.K.", "aircraft carrier")
    assert table.orders().no(plane, *way) == "allowed"


def test_WG_FTR_007_a_bomber_that_comes_home_takes_no_fighter_too_far() -> None:
    table = Table(*BRITISH)
    (plane,) = table.put("Great Britain", "U.K.", "fighter")
    (bomber,) = table.put("Great Britain", "U.K.", "bomber")
    table.put("NA-8", "Germany", "submarine")
    table.put("NA-3", "Germany", "submarine")
    game = table.orders()
    way = ("Great Britain", "Eire Sea Zone", "NA-5", "NA-3")
    assert game.no(bomber, *way) == "allowed"
    assert game.no((bomber, plane), *way) == "WG-FTR-007"


def test_WG_NEU_016_aircraft_pass_over_neutrals() -> None:
    table = Table(*GERMANS)
    (plane,) = table.put("Germany", "Germany", "fighter")
    game = table.noncombat().send(plane, "Germany", "Switzerland", "Italy")
    assert game.where(plane) == ["Italy"]


def test_WG_GEN_001_every_nation_has_one_general() -> None:
    start = load(GAME).position
    owners = sorted(u.owner for u in start.units if u.type == "general")
    assert owners == sorted({*GERMANS, *BRITISH, *AMERICANS, "Japan", "U.S.S.R."})


def test_WG_FTR_009_BMB_011_aircraft_pass_over_enemies() -> None:
    table = Table(*GERMANS)
    fighter, bomber = table.put("Germany", "Germany", "fighter") + table.put(
        "Germany", "Germany", "bomber"
    )
    table.put("North Sea", "U.K.", "battleship")
    table.put("Great Britain", "U.K.", "infantry")
    game = table.orders(*[MISS] * 20)
    game.send(fighter, "Germany", "North Sea", "Great Britain")
    game.send(bomber, "Germany", "North Sea", "Great Britain").end()
    assert game.battles() == {"Great Britain"}


def test_WG_BMB_001_004_005_bombers_fly_six_spaces_and_never_to_carriers() -> None:
    table = Table("Japan")
    (bomber,) = table.put("Japan", "Japan", "bomber")
    (island,) = table.put("Marshall Islands", "Japan", "bomber")
    table.put("Marshall Islands Sea Zone", "Japan", "aircraft carrier")
    game = table.noncombat()
    board, lands = game.system.board, [s for s, p in table.control.items() if p == "Japan"]
    far = {space: len(board.path("Japan", space)) - 1 for space in lands}
    space = next(s for s in lands if far[s] == 6)
    assert game.no(bomber, *board.path("Japan", space)) == "allowed"
    beyond = board.path("Japan", "Northeast U.S.A.")
    assert game.no(bomber, *beyond[:8]) == "WG-BMB-001"
    assert game.no(island, "Marshall Islands", "Marshall Islands Sea Zone") == "WG-BMB-004"


def test_WG_POL_007_SET_021_NCM_003_soviet_units_share_no_land_either_way() -> None:
    table = Table("U.S.S.R.")
    (man,) = table.put("Transcaucasia", "U.S.S.R.", "infantry")
    (plane,) = table.put("Transcaucasia", "U.S.S.R.", "fighter")
    game = table.noncombat()
    assert game.no(man, "Transcaucasia", "Persia") == "WG-SET-021"
    assert game.no(plane, "Transcaucasia", "Persia") == "WG-NCM-003"
    table = Table(*BRITISH)
    (man,) = table.put("Persia", "U.K.", "infantry")
    (plane,) = table.put("Persia", "U.K.", "fighter")
    game = table.noncombat()
    assert game.no(man, "Persia", "Transcaucasia") == "WG-SET-021"
    assert game.no(plane, "Persia", "Transcaucasia") == "WG-NCM-003"


def test_WG_SET_017_018_019_020_other_allies_share_zones_and_land() -> None:
    table = Table(*GERMANS)
    (man,) = table.put("Germany", "Germany", "infantry")
    table.put("France", "Italy", "infantry")
    (ship,) = table.put("North Sea", "Germany", "destroyer")
    table.put("Denmark Sea Zone", "Italy", "destroyer")
    game = table.noncombat()
    assert game.no(man, "Germany", "France") == "allowed"
    assert game.no(ship, "North Sea", "Denmark Sea Zone") == "allowed"
    table = Table("U.S.S.R.")
    (ship,) = table.put("Archangel Sea Zone", "U.S.S.R.", "destroyer")
    table.put("Karelia Sea Zone", "U.K.", "destroyer")
    assert table.noncombat().no(ship, "Archangel Sea Zone", "Karelia Sea Zone") == "allowed"
    table = Table(*AMERICANS)
    (man,) = table.put("Yunnan", "U.S.A.", "infantry")
    table.put("Burma", "U.K.", "infantry")
    assert table.noncombat().no(man, "Yunnan", "Burma") == "allowed"


def test_WG_CMO_004_an_aircraft_that_fights_where_it_is_is_sent_nowhere_else() -> None:
    table = Table(*AMERICANS)
    table.put("NA-8", "U.S.A.", "aircraft carrier")
    (plane,) = table.put("NA-8", "U.S.A.", "fighter")
    table.put("NA-8", "Germany", "submarine")
    table.put("NA-5", "Germany", "transport")
    game = table.orders()
    assert game.no(plane, "NA-8", "NA-5") == "allowed"
    game.send(plane, "NA-8", task="clear", target="NA-7")
    assert game.no(plane, "NA-8", "NA-5") == "WG-CMO-004"


def test_WG_NCM_003_no_aircraft_lands_where_those_are_with_whom_land_is_not_shared() -> None:
    table = Table("U.S.S.R.")
    (plane,) = table.put("Central Russia", "U.S.S.R.", "fighter")
    table.put("Gorki", "U.K.", "infantry")
    assert table.noncombat().no(plane, "Central Russia", "Gorki") == "WG-NCM-003"
