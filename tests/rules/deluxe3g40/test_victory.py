"""How 3G40 Deluxe is won: cities on both halves at the missions phase, or twelve rounds."""

from __future__ import annotations

from a4a.rules.areas.control import conquest
from a4a.rules.areas.control.victory import check_phase, check_victory, victories
from a4a.rules.conditions import Controls
from tests.rules.deluxe3g40.positions import SYSTEM, position, run_of

GERMANY, ITALY, JAPAN, FRANCE = "Germany", "Italy", "Japan", "France"
CHECKED, BOMB = "Special Situations", "National Advantages"
EUROPE = ["Germany", "Southern Italy", "France", "Union of South Africa", "Russia", "Volgograd",
          "United Kingdom", "Eastern United States"]  # fmt: skip
PACIFIC = ["Japan", "Kwangtung", "Philippines", "India", "Samara", "New South Wales",
           "Hawaiian Islands", "Western United States"]  # fmt: skip
WEST = {"France": GERMANY, "United Kingdom": ITALY}
EAST = {"Kwangtung": JAPAN, "Philippines": JAPAN, "India": JAPAN}


def winners(control: dict[str, str], phase: str = CHECKED, round: int = 5) -> tuple[str, ...]:
    """Who has won once a phase has begun with these spaces held."""
    game = position(power=FRANCE, phase="Combat Move", control=control, round=round)
    run = run_of(game)
    check_phase(SYSTEM, run, phase)
    return run.state.victors


def test_DX_VIC_002_003_005_both_halves_at_the_same_moment() -> None:
    axis = SYSTEM.players_of("Axis")
    assert winners(WEST | EAST) == axis
    assert winners(WEST) == winners(EAST) == ()
    for space in WEST | EAST:
        short = {k: v for k, v in (WEST | EAST).items() if k != space}
        assert winners(short) == ()
    assert winners(WEST | EAST | {"France": JAPAN}) == ()  # not of the European Axis
    assert winners(WEST | EAST | {"India": GERMANY}) == ()


def test_DX_VIC_004_006_009_the_cities_that_count() -> None:
    """Samara counts for Japan; Leningrad, Warsaw, Cairo, Ottawa and Shanghai count for nobody."""
    for half, mine, other in ((EUROPE, GERMANY, EAST), (PACIFIC, JAPAN, WEST)):
        for i, space in enumerate(half):
            four = dict.fromkeys((half[i:] + half)[:4], mine)
            held = other | dict.fromkeys(half, FRANCE) | four
            assert winners(held) != ()
            assert winners(held | {space: FRANCE}) == ()
    axis = victories(SYSTEM)[0]
    lists = [set(c.of.names(SYSTEM)) for c in axis.hold if isinstance(c, Controls)]
    assert lists == [set(EUROPE), set(PACIFIC)]


def test_DX_EXA_013_berlin_rome_paris_and_stalingrad_with_four_cities_of_japan() -> None:
    held = {"France": ITALY, "Volgograd": GERMANY} | EAST
    assert winners(held) == SYSTEM.players_of("Axis")
    assert winners(held | {"Volgograd": FRANCE}) == ()


def test_DX_VIC_001_007_at_once_and_only_as_missions_begin() -> None:
    """Not as a turn begins, nor by what is taken in it, however long it is held."""
    run = run_of(position(power=JAPAN, phase="Combat Move", control=WEST | EAST, round=5))
    check_victory(SYSTEM, run)
    assert not run.events
    conquest.take(SYSTEM, run, "Malaya", FRANCE)
    assert not run.state.victors
    assert winners(WEST | EAST, "National Advantages") == ()
    assert winners(WEST | EAST) != ()


def test_DX_VIC_008_012_no_victory_of_one_map_or_by_three_capitals() -> None:
    assert [(v.side, v.checked, v.capital) for v in victories(SYSTEM)] == [
        ("Axis", CHECKED, ()), ("Allies", BOMB, ()),
    ]  # fmt: skip
    cities = {s.name: GERMANY for s in SYSTEM.board.spaces if s.city and s.name not in PACIFIC}
    assert winners(cities) == ()
    berlin = {"Germany": FRANCE, "Southern Italy": FRANCE, "Japan": FRANCE}
    assert winners(berlin) == winners(berlin, BOMB) == ()


def test_DX_VIC_010_the_axis_begins_with_berlin_rome_and_tokyo() -> None:
    start = SYSTEM.dataset.position.control
    assert [s for s in EUROPE if start[s] in (GERMANY, ITALY)] == ["Germany", "Southern Italy"]
    assert [s for s in PACIFIC if start[s] == JAPAN] == ["Japan"]


def test_DX_VIC_011_ORD_016_the_allies_win_as_round_12_ends() -> None:
    assert winners({}, BOMB, round=11) == winners({}, CHECKED, round=12) == ()
    assert winners({}, BOMB, round=12) == SYSTEM.players_of("Allies")


def test_DX_VIC_013_in_round_12_the_axis_is_asked_first() -> None:
    run = run_of(position(power=FRANCE, phase="Combat Move", control=WEST | EAST, round=12))
    for phase in (CHECKED, BOMB):
        check_phase(SYSTEM, run, phase)
    assert run.state.victors == SYSTEM.players_of("Axis")
