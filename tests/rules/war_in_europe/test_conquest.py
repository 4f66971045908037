"""Conquest and liberation at the end of a turn (5.3.2, 5.3.3)."""

from __future__ import annotations

from collections.abc import Collection

import pytest

from a4a.boards.columns import FORCE_POOL, OUT_OF_PLAY
from a4a.core.dice import ScriptedDice
from a4a.core.events import UnitsPlaced
from a4a.core.state import State
from a4a.core.units import Holding
from a4a.rules.run import Run
from a4a.rules.systems.war_in_europe.conquest import settle
from a4a.rules.systems.war_in_europe.entering import entered
from a4a.rules.systems.war_in_europe.pool import eliminate
from a4a.rules.systems.war_in_europe.standing import CONQUERED, WITH, Standing
from tests.rules.war_in_europe.positions import state, system, unit

WARSAW, DANZIG, POLISH, OSLO, ATHENS, BERLIN, ROME = (
    "2405", "2304", "2306", "1903", "2713", "2106", "2211",
)  # fmt: skip
MOSCOW, LENINGRAD, STALINGRAD, LONDON, CAIRO, MALTA = (
    "2903", "2601", "3304", "1607", "3416", "2415",
)  # fmt: skip
LIEGE, AMSTERDAM, TRIPOLI, TOBRUK, MILAN, RHODES = "1807", "1806", "2317", "2716", "2010", "3013"
ARMY = "Poland: 1st infantry"
POLAND = {"Poland": (WITH["Allies"],)}


class Lines:
    """Supply lines that there are: from some hexes to any of the goals; what was asked is kept."""

    def __init__(self, *starts: str) -> None:
        self.starts = starts
        self.asked: dict[str, tuple[str, frozenset[str]]] = {}

    def __call__(self, now: State, side: str, start: str, goals: frozenset[str]) -> bool:
        self.asked[start] = side, goals
        return bool(goals) and start in self.starts


def ended(given: State, *, supplied: Collection[str] = ()) -> State:
    """The state after a turn has ended, with supply lines from some hexes."""
    run = Run(given, ScriptedDice([]))
    settle(system(), run, Lines(*supplied))
    return run.state


def taken(given: State, power: str, *path: str) -> State:
    """The state after land units of a power have entered hexes."""
    run = Run(given, ScriptedDice([]))
    entered(system(), run, power, path)
    return run.state


def conquered(now: State, power: str) -> bool:
    return CONQUERED in now.statuses(power)


def holders(now: State, *spaces: str) -> list[str]:
    standing = Standing(system(), now)
    return [standing.holder(space) for space in spaces]


def test_WE_INV_008_a_country_falls_at_the_end_of_a_turn_and_not_sooner() -> None:
    now = taken(state({ARMY: DANZIG}), "Germany", POLISH, WARSAW)
    assert not conquered(now, "Poland")
    assert unit(now, ARMY).place == DANZIG
    assert conquered(ended(now, supplied=[WARSAW]), "Poland")


def test_WE_INV_008_it_does_not_fall_without_a_supply_line_from_its_capital() -> None:
    now = taken(state({}), "Germany", POLISH, WARSAW)
    assert not conquered(ended(now), "Poland")


def test_WE_INV_008_it_does_not_fall_without_its_capital() -> None:
    now = taken(state({}), "Germany", POLISH, DANZIG)
    assert not conquered(ended(now, supplied=[WARSAW, DANZIG]), "Poland")


def test_WE_INV_008_the_line_goes_to_another_capital_that_the_conqueror_controls() -> None:
    now = taken(state({}, at_war=["Italy"]), "Germany", POLISH, WARSAW, LIEGE, AMSTERDAM)
    lines = Lines()
    settle(system(), Run(now, ScriptedDice([])), lines)
    assert lines.asked == {c: ("Axis", {BERLIN, ROME}) for c in (WARSAW, LIEGE, AMSTERDAM)}


def test_WE_INV_008_the_side_that_has_the_country_does_not_conquer_it() -> None:
    now = taken(state({}, statuses=POLAND), "Great Britain", WARSAW)
    assert not conquered(ended(now, supplied=[WARSAW]), "Poland")
    assert not conquered(ended(state({}), supplied=[WARSAW]), "Poland")


def test_WE_INV_008_the_west_conquers_a_neutral_that_it_has_invaded() -> None:
    now = ended(taken(state({}), "Great Britain", OSLO), supplied=[OSLO])
    assert Standing(system(), now).side_of("Norway") == "Axis"
    assert Standing(system(), now).controller("Norway") == "Allies"


@pytest.mark.rule("WE-CMP-020")
@pytest.mark.parametrize("missing", [MOSCOW, LENINGRAD, STALINGRAD])
def test_WE_INV_009_the_soviet_union_falls_with_all_three_capitals_in_supply(
    missing: str,
) -> None:
    capitals = {MOSCOW, LENINGRAD, STALINGRAD}
    two = taken(state({}, at_war=["Soviet Union"]), "Germany", *(capitals - {missing}))
    assert not conquered(ended(two, supplied=capitals), "Soviet Union")
    three = taken(two, "Germany", missing)
    assert not conquered(ended(three, supplied=capitals - {missing}), "Soviet Union")
    assert conquered(ended(three, supplied=capitals), "Soviet Union")


def test_WE_INV_010_units_of_a_conquered_country_leave_the_game_until_it_is_free() -> None:
    given = state({ARMY: DANZIG, "Poland: 2nd infantry": POLISH}, statuses=POLAND)
    run = Run(given, ScriptedDice([]))
    eliminate(run, [unit(given, ARMY).id])
    now = ended(taken(run.state, "Germany", WARSAW), supplied=[WARSAW])
    for name in (ARMY, "Poland: 2nd infantry"):
        assert unit(now, name).place == Holding("Poland", OUT_OF_PLAY)


def test_WE_INV_010_they_leave_without_markers_and_those_on_the_turn_track_stay_there() -> None:
    armor, late = "Great Britain: 1st armor", "Great Britain: Free French 1st armor"
    track = Holding("Great Britain", "turn track 14")
    given = state({armor: LONDON, late: MALTA}, flags={armor: ("ops complete",)})
    given = given.apply(UnitsPlaced((unit(given, late).id,), track, "set-up"))
    now = ended(taken(given, "Germany", LONDON), supplied=[LONDON])
    assert unit(now, armor).place == Holding("Great Britain", OUT_OF_PLAY)
    assert unit(now, armor).flags == ()
    assert unit(now, late).place == track


def test_WE_INV_010_guests_aboard_its_fleets_land_in_the_nearest_port() -> None:
    fleet, guest = "Italy: fleet", "Germany: 1st armor"
    given = state({fleet: "2312", guest: fleet}, at_war=["Italy"], statuses={"Hungary": ()})
    now = ended(taken(given, "Great Britain", ROME), supplied=[ROME])
    assert unit(now, fleet).place == Holding("Italy", OUT_OF_PLAY)
    assert isinstance(unit(now, guest).place, str)


def test_WE_INV_011_the_land_is_the_conquerors_but_where_enemies_stand() -> None:
    british = "Great Britain: 1st armor"
    given = state({british: DANZIG}, statuses=POLAND)
    now = ended(taken(given, "Germany", WARSAW), supplied=[WARSAW])
    assert holders(now, WARSAW, POLISH, "2506", DANZIG) == ["Axis"] * 3 + ["Allies"]
    assert now.control[POLISH] == "Germany"


def test_what_others_of_the_conquerors_side_have_taken_stays_theirs() -> None:
    given = state({"Hungary: infantry": "2508"})
    now = taken(taken(given, "Hungary", "2309"), "Germany", "2409", "2509")
    now = ended(now, supplied=["2509"])
    assert [now.control[s] for s in ("2309", "2509", "2510")] == ["Hungary", "Germany", "Germany"]


def test_territories_overseas_fall_with_the_country_unless_its_side_has_units_there() -> None:
    given = state({"Germany: 1st armor": TOBRUK}, at_war=["Italy"])
    now = ended(taken(given, "United States", ROME), supplied=[ROME])
    assert holders(now, ROME, MILAN, RHODES) == ["Allies"] * 3
    assert holders(now, TRIPOLI, TOBRUK) == ["Axis"] * 2
    given = state({"Italy: NA infantry": TOBRUK}, at_war=["Italy"])
    now = ended(taken(given, "United States", ROME), supplied=[ROME])
    assert holders(now, TRIPOLI, TOBRUK) == ["Allies"] * 2


def test_WE_INV_012_the_united_states_is_never_conquered() -> None:
    now = state({}, at_war=["all"], control={"United States": "Germany"})
    assert not conquered(ended(now, supplied=["United States"]), "United States")


def fallen() -> State:
    """Poland conquered, with an army and one in the force pool lost."""
    given = state({ARMY: DANZIG}, at_war=["Soviet Union"], statuses=POLAND)
    return ended(taken(given, "Germany", WARSAW, POLISH), supplied=[WARSAW])


def test_WE_INV_013_it_is_free_when_the_other_side_has_its_capital_in_supply() -> None:
    now = taken(fallen(), "Soviet Union", WARSAW)
    assert conquered(now, "Poland")
    assert conquered(ended(now), "Poland")
    free = ended(now, supplied=[WARSAW])
    assert not conquered(free, "Poland")
    assert Standing(system(), free).controller("Poland") == "Allies"


def test_WE_INV_013_the_conqueror_does_not_free_it() -> None:
    assert conquered(ended(fallen(), supplied=[WARSAW]), "Poland")


def test_WE_INV_014_its_units_come_into_the_force_pool() -> None:
    free = ended(taken(fallen(), "Soviet Union", WARSAW), supplied=[WARSAW])
    assert unit(free, ARMY).place == Holding("Poland", FORCE_POOL)
    assert Standing(system(), free).side_of("Poland") == "Allies"


def test_a_free_country_has_its_land_but_where_enemies_stand() -> None:
    now = fallen().apply()
    free = ended(taken(now, "Soviet Union", WARSAW), supplied=[WARSAW])
    assert [free.control[s] for s in (WARSAW, POLISH, DANZIG)] == ["Poland"] * 3
    given = state(
        {"Germany: 1st armor": DANZIG},
        statuses={"Poland": (WITH["Allies"], CONQUERED)},
        control={WARSAW: "Great Britain", DANZIG: "Germany", POLISH: "Germany"},
    )
    free = ended(given, supplied=[WARSAW])
    assert [free.control[s] for s in (POLISH, DANZIG)] == ["Poland", "Germany"]


@pytest.mark.parametrize("power", ["Italy", "Great Britain"])
def test_a_power_is_conquered_freed_and_conquered_again(power: str) -> None:
    capital, (taker, own) = {
        "Italy": (ROME, ("United States", "Germany")),
        "Great Britain": (LONDON, ("Germany", "United States")),
    }[power]
    now = state({}, at_war=["Italy", "United States"])
    for expected in (True, False, True):
        now = taken(now, taker if expected else own, capital)
        now = ended(now, supplied=[capital])
        assert conquered(now, power) == expected


def test_malta_and_egypt_follow_london_when_they_are_empty() -> None:
    given = state({"United States: 1st armor": CAIRO}, at_war=["United States"])
    now = ended(taken(given, "Germany", LONDON), supplied=[LONDON])
    assert holders(now, MALTA, CAIRO) == ["Axis", "Allies"]
