"""The national objectives of 3G40 Deluxe: each met, and missed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
import pytest

from a4a.core import events as ev
from a4a.rules.areas.control import conquest
from a4a.rules.areas.economy.bonus import bonuses, decision
from a4a.rules.areas.economy.objectives import achieved, objectives, paid_to, reinforce
from a4a.rules.areas.orders import Place
from a4a.rules.areas.phases.collect_income import CollectIncome
from a4a.rules.areas.phases.mobilize import MobilizeNewUnits
from a4a.rules.spaces import parts
from tests.rules.deluxe3g40.positions import SYSTEM, of_kind, position, run_of, war

GERMANY, ITALY, JAPAN, SOVIETS = "Germany", "Italy", "Japan", "Soviet Union"
USA, CHINA, UK, CW, FRANCE = "United States", "China", "United Kingdom", "Commonwealth", "France"
EASTERN, AMERICAN = war((GERMANY, SOVIETS)), war((JAPAN, USA))
FAR_EAST = war((JAPAN, UK), (JAPAN, CW))


def met(rule: str, power: str, **what: Any) -> int:
    """What an objective pays its power in a position; 0 if it is missed."""
    game = position(**{"power": power, "phase": "Combat Move", **what})
    return {o.rule: amount for o, amount in achieved(SYSTEM, game.state, power)}.get(rule, 0)


def pays_for(rule: str, power: str, amount: int, held: Mapping[str, str], **what: Any) -> None:
    """Assert that an objective pays for control of all these, and of none without one of them."""
    assert met(rule, power, control=held, **what) == amount, rule
    for space in held:
        enemy = UK if SYSTEM.catalog.side_of(held[space]) == "Axis" else ITALY
        assert met(rule, power, control={**held, space: enemy}, **what) == 0, (rule, space)


def all_to(power: str, *spaces: str) -> dict[str, str]:
    """These spaces under one power."""
    return dict.fromkeys(spaces, power)


def reached(start: str, barred: str) -> set[str]:
    """All land that is reached overland, but for what lies beyond a territory."""
    found, edge = {start}, [start]
    while edge:
        more = set(SYSTEM.graph.land[edge.pop()]) - found - {barred}
        found |= more
        edge += more
    return found


@pytest.mark.rule("DX-OBJ-018", "DX-OBJ-058", "DX-NEU-013")
@pytest.mark.parametrize(
    ("continent", "start", "barred"),
    [("Africa", "Egypt", "Trans-Jordan"), ("South America", "Brazil", "Central America")],
)
def test_a_continent_is_all_that_is_reached_by_land(
    continent: str, start: str, barred: str
) -> None:
    (part,) = (p for p in parts(SYSTEM) if p.name == continent)
    assert set(part.spaces) == reached(start, barred)
    assert len(part.spaces) == len(set(part.spaces))


# --- Germany --------------------------------------------------------------------------------------


@pytest.mark.rule("DX-OBJ-001")
def test_DX_OBJ_001_trade_with_russia_until_there_is_war() -> None:
    assert met("DX-OBJ-001", GERMANY) == 5
    assert met("DX-OBJ-001", GERMANY, relations=EASTERN) == 0
    assert met("DX-OBJ-001", GERMANY, relations=war((ITALY, SOVIETS))) == 5


BALKANS = ("Romania", "Yugoslavia", "Bulgaria", "Albania", "Greece", "Crete", "Cyprus")
OF_GERMANY_ITSELF = [
    ("DX-OBJ-002", 5, ("Norway", "Denmark")), ("DX-OBJ-010", 2, ("Iraq",)),
    ("DX-OBJ-011", 2, ("Persia",)), ("DX-OBJ-012", 2, ("Northwest Persia",)),
    ("DX-OBJ-013", 2, ("Eastern Persia",)), ("DX-OBJ-003", 5, ("Svalbard",)),
    ("DX-OBJ-015", 2, ("Georgia",)),
]  # fmt: skip
OF_THE_AXIS = [
    ("DX-OBJ-004", 3, ("Novgorod",)), ("DX-OBJ-005", 3, ("Volgograd",)),
    ("DX-OBJ-006", 3, ("Ukraine", "Western Ukraine", "Bryansk")), ("DX-OBJ-007", 5, ("Russia",)),
    ("DX-OBJ-008", 5, ("Caucasus",)), ("DX-OBJ-009", 12, ("United Kingdom",)),
    ("DX-OBJ-014", 2, ("Egypt",)), ("DX-OBJ-016", 12, ("Eastern United States",)),
    ("DX-OBJ-017", 3, ("Argentina",)), ("DX-OBJ-019", 3, BALKANS),
]  # fmt: skip


@pytest.mark.rule("DX-OBJ-002", "DX-OBJ-003", "DX-OBJ-010", "DX-OBJ-011", "DX-OBJ-012")
@pytest.mark.rule("DX-OBJ-013", "DX-OBJ-015")
@pytest.mark.parametrize(("rule", "amount", "spaces"), OF_GERMANY_ITSELF)
def test_what_germany_must_hold_itself(rule: str, amount: int, spaces: tuple[str, ...]) -> None:
    pays_for(rule, GERMANY, amount, all_to(GERMANY, *spaces))
    assert met(rule, GERMANY, control=all_to(ITALY, *spaces)) == 0


@pytest.mark.rule(
    "DX-OBJ-004", "DX-OBJ-005", "DX-OBJ-006", "DX-OBJ-007", "DX-OBJ-008", "DX-OBJ-009",
    "DX-OBJ-014", "DX-OBJ-016", "DX-OBJ-017", "DX-OBJ-019",
)  # fmt: skip
@pytest.mark.parametrize(("rule", "amount", "spaces"), OF_THE_AXIS)
def test_what_any_axis_power_holds_for_germany(
    rule: str, amount: int, spaces: tuple[str, ...]
) -> None:
    pays_for(rule, GERMANY, amount, all_to(GERMANY, *spaces))
    pays_for(rule, GERMANY, amount, all_to(ITALY, *spaces))


@pytest.mark.rule("DX-OBJ-018")
def test_DX_OBJ_018_five_land_units_in_africa() -> None:
    """Together, of Germany itself; aircraft, Italians and what stands in Sicily do not count."""
    four = {
        "Libya": {GERMANY: {"light tank": 2, "fighter": 3}, ITALY: {"light tank": 3}},
        "Egypt": {GERMANY: {"regular infantry": 2}},
        "Sicily": {GERMANY: {"AAA": 4}},
    }
    assert met("DX-OBJ-018", GERMANY, units=four) == 0
    assert met("DX-OBJ-018", GERMANY, units={**four, "Kenya": {GERMANY: {"AAA": 1}}}) == 5


# --- Japan ----------------------------------------------------------------------------------------


@pytest.mark.rule("DX-OBJ-020", "DX-POL-020")
def test_DX_OBJ_020_trade_with_america_ends_with_war_on_any_pacific_ally() -> None:
    """It is what Japan collects before that war (R-471)."""
    assert met("DX-OBJ-020", JAPAN) == 10
    for ally in (USA, UK, CW):
        assert met("DX-OBJ-020", JAPAN, relations=war((JAPAN, ally))) == 0
    assert met("DX-OBJ-020", JAPAN, relations=war((JAPAN, FRANCE))) == 10


CHINA_WHOLE = tuple(s.name for s in SYSTEM.board.spaces if s.original == CHINA)
PERIMETER = ("Caroline Islands", "Gilbert Islands", "Solomon Islands", "New Britain")
OF_JAPAN = [
    ("DX-OBJ-024", 5, PERIMETER), ("DX-OBJ-025", 5, ("Borneo", "Sumatra", "Java", "Celebes")),
    ("DX-OBJ-026", 5, ("India",)), ("DX-OBJ-027", 5, ("New South Wales",)),
    ("DX-OBJ-028", 5, ("Hawaiian Islands",)),
]  # fmt: skip


@pytest.mark.rule("DX-OBJ-024", "DX-OBJ-025", "DX-OBJ-026", "DX-OBJ-027", "DX-OBJ-028")
@pytest.mark.parametrize(("rule", "amount", "spaces"), OF_JAPAN)
def test_what_japan_must_hold_itself(rule: str, amount: int, spaces: tuple[str, ...]) -> None:
    held = all_to(JAPAN, *spaces)
    pays_for(rule, JAPAN, amount, held, relations=AMERICAN)
    assert met(rule, JAPAN, relations=AMERICAN, control=all_to(GERMANY, *spaces)) == 0


@pytest.mark.rule("DX-OBJ-021", "DX-OBJ-029", "DX-OBJ-030")
def test_what_any_axis_power_holds_for_japan() -> None:
    for rule, amount, spaces in (
        ("DX-OBJ-021", 5, CHINA_WHOLE), ("DX-OBJ-029", 12, ("Western United States",)),
        ("DX-OBJ-030", 3, ("Argentina",)),
    ):  # fmt: skip
        pays_for(rule, JAPAN, amount, all_to(JAPAN, *spaces), relations=AMERICAN)
        pays_for(rule, JAPAN, amount, all_to(GERMANY, *spaces), relations=AMERICAN)


ROAD = ("India", "Burma", "Yunnan", "Szechwan")


@pytest.mark.rule("DX-OBJ-022", "DX-OBJ-086")
def test_DX_OBJ_022_086_the_road_is_broken_where_the_allies_lack_one_of_four() -> None:
    assert met("DX-OBJ-022", JAPAN, relations=AMERICAN) == 0
    for space in ROAD:
        assert met("DX-OBJ-022", JAPAN, relations=AMERICAN, control={space: JAPAN}) == 3
    assert met("DX-OBJ-022", JAPAN, relations=AMERICAN, control={"Shan State": JAPAN}) == 0


@pytest.mark.rule("DX-OBJ-023", "DX-OBJ-043")
@pytest.mark.parametrize(("rule", "power"), [("DX-OBJ-023", JAPAN), ("DX-OBJ-043", USA)])
def test_DX_OBJ_023_043_one_for_each_land_unit_on_an_island_up_to_three(
    rule: str, power: str
) -> None:
    other = USA if power == JAPAN else JAPAN
    assert met(rule, power, relations=AMERICAN) == 0
    units = {
        "Guam": {power: {"regular infantry": 2, "fighter": 1}, other: {"AAA": 1}},
        "Wake Island": {power: {"regular infantry": 4}}, "Okinawa": {power: {"AAA": 3}},
    }  # fmt: skip
    assert met(rule, power, relations=AMERICAN, units=units) == 2 + 3
    for island in ("Iwo Jima", "Bonin Island", "Marianas", "Marshall Islands", "Midway"):
        assert met(rule, power, relations=AMERICAN, units={island: {power: {"AAA": 1}}}) == 1
    assert met(rule, power, units=units) == 0


@pytest.mark.rule("DX-POL-019", "DX-POL-025")
def test_DX_POL_019_025_japan_collects_nothing_but_trade_before_war_with_a_pacific_ally() -> None:
    """China is none of those, nor is the Soviet Union."""
    rules = [o for o in objectives(SYSTEM) if o.power == JAPAN and o.rule != "DX-OBJ-020"]
    control = {s.name: JAPAN for s in SYSTEM.board.spaces if s.kind == "land" and not s.impassable}
    units = {"Guam": {JAPAN: {"AAA": 1}}}
    for relations in ({}, war((JAPAN, SOVIETS))):
        game = position(power=JAPAN, phase="Combat Move", control=control, units=units,
                        relations=relations)  # fmt: skip
        assert [o.rule for o, _ in achieved(SYSTEM, game.state, JAPAN)] == ["DX-OBJ-020"]
    for ally in (USA, UK, CW):
        game = position(power=JAPAN, phase="Combat Move", control=control, units=units,
                        relations=war((JAPAN, ally)))  # fmt: skip
        assert len(list(achieved(SYSTEM, game.state, JAPAN))) == len(rules)


# --- Soviet Union ---------------------------------------------------------------------------------


@pytest.mark.rule("DX-OBJ-031", "DX-POL-001", "DX-POL-007")
def test_DX_OBJ_031_POL_001_007_nothing_before_war_in_europe() -> None:
    """A war with Japan alone does not do."""
    held = {"Germany": SOVIETS, "Poland": SOVIETS}
    for relations in ({}, war((JAPAN, SOVIETS))):
        game = position(power=SOVIETS, phase="Combat Move", control=held, relations=relations)
        assert list(achieved(SYSTEM, game.state, SOVIETS)) == []
        run = run_of(game)
        reinforce(SYSTEM, run, SOVIETS)
        assert not run.events
    for enemy in (GERMANY, ITALY):
        assert met("DX-OBJ-037", SOVIETS, control=held, relations=war((enemy, SOVIETS))) == 12


@pytest.mark.rule("DX-OBJ-032")
def test_DX_OBJ_032_three_for_each_territory_of_the_axis_and_its_friends() -> None:
    """Poland, Korea and Bulgaria count; Finland German, Turkey and Greece do not."""
    held = {**all_to(SOVIETS, "Poland", "Korea", "Bulgaria", "Turkey", "Greece"),
            "Finland": GERMANY}  # fmt: skip
    assert met("DX-OBJ-032", SOVIETS, relations=EASTERN, control=held) == 9


@pytest.mark.rule("DX-OBJ-033")
def test_DX_OBJ_033_no_other_allies_on_soviet_land() -> None:
    soviet = {"Amur": {SOVIETS: {"AAA": 1}}}
    assert met("DX-OBJ-033", SOVIETS, relations=EASTERN, units=soviet) == 5
    guest = {"Amur": {UK: {"fighter": 1}}}
    assert met("DX-OBJ-033", SOVIETS, relations=EASTERN, units=guest) == 0
    assert met("DX-OBJ-033", SOVIETS, relations=EASTERN, units={"Persia": guest["Amur"]}) == 5


def reinforced(power: str, **what: Any) -> dict[tuple[str, str], int]:
    """The units that objectives give a power, by where they come and type."""
    game = position(**{"power": power, "phase": "Combat Move", **what})
    run = run_of(game)
    reinforce(SYSTEM, run, power)
    found: dict[tuple[str, str], int] = {}
    for event in of_kind(run.events, ev.UnitsAdded):
        for unit in event.units:
            place = unit.place if isinstance(unit.place, str) else "waiting"
            found[place, unit.type] = found.get((place, unit.type), 0) + 1
    return found


def loan(place: str) -> dict[tuple[str, str], int]:
    """What Lend-Lease and the Burma Road bring."""
    return {(place, "light artillery"): 1, (place, "mechanized infantry"): 1}


@pytest.mark.rule("DX-OBJ-034")
def test_DX_OBJ_034_british_lend_lease_at_archangel() -> None:
    """A-6 is zone 125; a transport there is no warship."""
    assert reinforced(SOVIETS, relations=EASTERN) == loan("Archangel")
    for space in ("Archangel", "United Kingdom"):
        assert reinforced(SOVIETS, relations=EASTERN, control={space: GERMANY}) == {}
    for ship, stopped in (("submarine", True), ("cruiser", True), ("sea transport", False)):
        units = {"sea zone 125": {GERMANY: {ship: 1}}}
        assert (reinforced(SOVIETS, relations=EASTERN, units=units) == {}) is stopped


@pytest.mark.rule("DX-OBJ-035", "DX-OBJ-036")
def test_DX_OBJ_035_036_american_lend_lease_in_the_far_east_once_america_fights() -> None:
    both = EASTERN | AMERICAN
    far = loan("Soviet Far East")
    assert reinforced(SOVIETS, relations=both) == loan("Archangel") | far
    assert reinforced(SOVIETS, relations=EASTERN) == loan("Archangel")
    for space in ("Soviet Far East", "Alaska"):
        assert reinforced(SOVIETS, relations=both, control={space: JAPAN}) == loan("Archangel")
    for zone in ("sea zone 3", "sea zone 4"):
        units = {zone: {JAPAN: {"submarine": 1}}}
        assert reinforced(SOVIETS, relations=both, units=units) == loan("Archangel")


@pytest.mark.rule("DX-OBJ-037")
def test_DX_OBJ_037_berlin_whoever_of_the_allies_holds_it() -> None:
    for ally in (SOVIETS, USA):
        assert met("DX-OBJ-037", SOVIETS, relations=EASTERN, control={"Germany": ally}) == 12
    assert met("DX-OBJ-037", SOVIETS, relations=EASTERN) == 0


# --- United States --------------------------------------------------------------------------------


@pytest.mark.rule("DX-OBJ-038", "DX-OBJ-042", "DX-POL-008")
def test_DX_OBJ_038_042_POL_008_nothing_before_war_with_an_axis_power() -> None:
    game = position(power=USA, phase="Combat Move")
    assert list(achieved(SYSTEM, game.state, USA)) == []
    for enemy in (GERMANY, ITALY, JAPAN):
        assert met("DX-OBJ-042", USA, relations=war((enemy, USA))) == 3


OF_AMERICA = [
    ("DX-OBJ-039", 5, ("Eastern United States", "Central United States", "Western United States")),
    ("DX-OBJ-040", 3, ("Mexico", "Central America", "West Indies")),
    ("DX-OBJ-041", 3,
     ("Alaska", "Aleutian Islands", "Hawaiian Islands", "Johnston Island", "Line Islands")),
    ("DX-OBJ-044", 3, ("Philippines",)), ("DX-OBJ-045", 3, ("Okinawa", "Formosa", "Hainan")),
]  # fmt: skip


@pytest.mark.rule("DX-OBJ-039", "DX-OBJ-040", "DX-OBJ-041", "DX-OBJ-044", "DX-OBJ-045")
@pytest.mark.parametrize(("rule", "amount", "spaces"), OF_AMERICA)
def test_what_america_must_hold_itself(rule: str, amount: int, spaces: tuple[str, ...]) -> None:
    pays_for(rule, USA, amount, all_to(USA, *spaces), relations=AMERICAN)
    assert met(rule, USA, relations=AMERICAN, control=all_to(UK, *spaces)) == 0


@pytest.mark.rule("DX-OBJ-046", "DX-OBJ-047")
def test_what_any_ally_holds_for_america() -> None:
    """Tobruk is not asked for."""
    torch = ("Morocco", "Algeria", "Tunisia", "Libya")
    for ally in (UK, USA):
        pays_for("DX-OBJ-046", USA, 3, all_to(ally, *torch), relations=AMERICAN)
        pays_for("DX-OBJ-047", USA, 12, {"Japan": ally}, relations=AMERICAN)


LANDED = [
    ("DX-OBJ-048", "DX-OBJ-049", "DX-OBJ-050", "DX-OBJ-051", USA, AMERICAN),
    ("DX-OBJ-061", "DX-OBJ-062", "DX-OBJ-063", "DX-OBJ-064", UK, {}),
    ("DX-OBJ-089", "DX-OBJ-090", "DX-OBJ-091", "DX-OBJ-092", CW, {}),
]


@pytest.mark.rule(
    "DX-OBJ-048", "DX-OBJ-049", "DX-OBJ-050", "DX-OBJ-051", "DX-OBJ-061", "DX-OBJ-062",
    "DX-OBJ-063", "DX-OBJ-064", "DX-OBJ-089", "DX-OBJ-090", "DX-OBJ-091", "DX-OBJ-092",
)  # fmt: skip
@pytest.mark.parametrize(("normandy", "paris", "rome", "north", "power", "relations"), LANDED)
def test_land_units_of_the_power_that_liberate_france_and_italy(
    normandy: str, paris: str, rome: str, north: str, power: str, relations: dict[Any, str]
) -> None:
    """5 each for Normandy, France, Southern Italy; Northern Italy only with Rome Allied."""
    other = UK if power == USA else USA
    held = {"Southern Italy": other}
    for rule, space in (
        (normandy, "Normandy/Bordeaux"), (paris, "France"), (rome, "Southern Italy"),
        (north, "Northern Italy"),
    ):  # fmt: skip
        for who, kind, amount in (
            (power, "regular infantry", 5), (power, "fighter", 0), (other, "light tank", 0),
        ):  # fmt: skip
            units = {space: {who: {kind: 1}}}
            assert met(rule, power, relations=relations, control=held, units=units) == amount
    units = {"Northern Italy": {power: {"regular infantry": 1}}}
    assert met(north, power, relations=relations, units=units) == 0


# --- United Kingdom -------------------------------------------------------------------------------


@pytest.mark.rule("DX-OBJ-052")
def test_DX_OBJ_052_all_that_was_british_in_europe() -> None:
    assert met("DX-OBJ-052", UK) == 5
    for lost in ("Egypt", "British Guiana"):
        assert met("DX-OBJ-052", UK, control={lost: ITALY}) == 0
    assert met("DX-OBJ-052", UK, control={"Malaya": JAPAN, "Quebec": GERMANY}) == 5


def zones(*ranges: tuple[int, int]) -> set[str]:
    """Sea zones by their numbers."""
    return {f"sea zone {z}" for first, last in ranges for z in range(first, last + 1)}


NORTH = zones((111, 111), (116, 127))
ATLANTIC = zones((89, 91), (101, 110))
MEDITERRANEAN = zones((92, 99))


@pytest.mark.rule("DX-OBJ-053", "DX-OBJ-054", "DX-OBJ-055", "DX-OBJ-056")
def test_DX_OBJ_053_054_055_056_ultra_pays_where_no_axis_warship_is() -> None:
    """Zone 112, A-14, is in no range (R-473); nor are the Baltic and the Black Sea."""
    ultra = {"DX-OBJ-053": NORTH, "DX-OBJ-054": ATLANTIC, "DX-OBJ-056": MEDITERRANEAN}
    for zone in sorted({*NORTH, *ATLANTIC, *MEDITERRANEAN, "sea zone 112", "sea zone 100"}):
        for ship in ("submarine", "sea transport"):
            units = {zone: {GERMANY: {ship: 1}}}
            game = position(power=UK, phase="Combat Move", units=units)
            paid = {o.rule: n for o, n in achieved(SYSTEM, game.state, UK)}
            for rule, within in ultra.items():
                free = zone not in within or ship == "sea transport"
                assert paid.get(rule) == (2 if free else None), (rule, zone, ship)


ISLANDS = ("Corsica", "Sardinia", "Sicily", "Malta", "Crete", "Cyprus")


@pytest.mark.rule("DX-OBJ-057", "DX-OBJ-074")
def test_DX_OBJ_057_074_four_islands_of_the_mediterranean() -> None:
    for rule, power, mine, theirs in (
        ("DX-OBJ-057", UK, USA, ITALY), ("DX-OBJ-074", ITALY, GERMANY, UK),
    ):  # fmt: skip
        four = {**all_to(theirs, *ISLANDS), **all_to(mine, *ISLANDS[:4])}
        assert met(rule, power, control=four) == 5
        three = {**all_to(theirs, *ISLANDS), **all_to(mine, *ISLANDS[1:4])}
        assert met(rule, power, control=three) == 0


@pytest.mark.rule("DX-OBJ-058")
def test_DX_OBJ_058_no_african_territory_of_the_axis() -> None:
    free = all_to(UK, "Libya", "Tobruk", "Ethiopia", "Italian Somaliland")
    assert met("DX-OBJ-058", UK, control=free) == 3
    for space in ("Libya", "Union of South Africa", "Rio de Oro"):
        assert met("DX-OBJ-058", UK, control={**free, space: GERMANY}) == 0
    assert met("DX-OBJ-058", UK, control={**free, "French Madagascar": JAPAN}) == 3


OIL = ("Iraq", "Persia", "Northwest Persia", "Eastern Persia", "Caucasus", "Georgia")


@pytest.mark.rule("DX-OBJ-059", "DX-OBJ-060")
def test_DX_OBJ_059_060_vital_resources_once_russia_fights_in_europe() -> None:
    held = all_to(USA, *OIL)
    pays_for("DX-OBJ-059", UK, 3, held, relations=EASTERN)
    assert met("DX-OBJ-059", UK, control=held) == 0
    assert met("DX-OBJ-059", UK, control=held, relations=war((JAPAN, SOVIETS))) == 0


@pytest.mark.rule("DX-OBJ-069", "DX-OBJ-070")
def test_DX_OBJ_069_070_they_pay_the_pacific_too_if_it_fights_japan() -> None:
    held = all_to(USA, *OIL)
    pays_for("DX-OBJ-069", UK, 3, held, relations=EASTERN | FAR_EAST)
    assert met("DX-OBJ-069", UK, control=held, relations=FAR_EAST) == 0
    assert met("DX-OBJ-069", UK, control=held, relations=EASTERN) == 0


@pytest.mark.rule("DX-OBJ-065", "DX-POL-013")
def test_DX_OBJ_065_POL_013_the_pacific_allies_collect_nothing_before_war_with_japan() -> None:
    held = {**all_to(UK, "Borneo", *OIL), "Southern Italy": UK}
    for power in (UK, CW):
        here = {o.rule for o in objectives(SYSTEM) if paid_to(SYSTEM, o) in ("UK Pacific", "ANZAC")}
        game = position(power=power, phase="Combat Move", control=held, relations=EASTERN)
        assert here.isdisjoint(o.rule for o, _ in achieved(SYSTEM, game.state, power))


@pytest.mark.rule("DX-OBJ-066", "DX-OBJ-067", "DX-OBJ-068")
def test_what_the_allies_hold_for_the_british_pacific() -> None:
    for rule, amount, spaces in (
        ("DX-OBJ-066", 5, ("Kwangtung", "Borneo", "Malaya")), ("DX-OBJ-067", 3, ROAD),
        ("DX-OBJ-068", 3, ("India", "West India")),
    ):  # fmt: skip
        pays_for(rule, UK, amount, all_to(UK, *spaces), relations=FAR_EAST)
    pays_for("DX-OBJ-066", UK, 5, all_to(CW, "Kwangtung", "Borneo", "Malaya"), relations=FAR_EAST)


# --- Italy ----------------------------------------------------------------------------------------


@pytest.mark.rule("DX-OBJ-071")
def test_DX_OBJ_071_no_allied_surface_warship_in_the_mediterranean() -> None:
    for zone in sorted(MEDITERRANEAN):
        assert met("DX-OBJ-071", ITALY, units={zone: {UK: {"destroyer": 1}}}) == 0
    for ship in ("submarine", "sea transport"):
        assert met("DX-OBJ-071", ITALY, units={"sea zone 95": {UK: {ship: 1}}}) == 5
    assert met("DX-OBJ-071", ITALY, units={"sea zone 100": {UK: {"destroyer": 1}}}) == 5


@pytest.mark.rule("DX-OBJ-072")
def test_DX_OBJ_072_from_morocco_to_alexandria() -> None:
    coast = ("Morocco", "Algeria", "Tunisia", "Libya", "Tobruk", "Alexandria")
    pays_for("DX-OBJ-072", ITALY, 5, all_to(ITALY, *coast))
    pays_for("DX-OBJ-072", ITALY, 5, all_to(GERMANY, *coast))


@pytest.mark.rule("DX-OBJ-073", "DX-OBJ-083")
def test_DX_OBJ_073_083_three_of_four_and_gibraltar_whole() -> None:
    """One peninsula is not Gibraltar (R-472)."""
    rock = all_to(GERMANY, "Western Gibraltar", "Eastern Gibraltar")
    three = {**rock, **all_to(ITALY, "Greece", "Egypt"), "Southern France": UK}
    pays_for("DX-OBJ-073", ITALY, 5, {k: v for k, v in three.items() if v != UK})
    assert (
        met("DX-OBJ-073", ITALY, control=all_to(ITALY, "Greece", "Egypt", "Southern France")) == 5
    )
    assert met("DX-OBJ-073", ITALY, control=all_to(ITALY, "Greece", "Egypt")) == 0


ITALIAN = [
    ("DX-OBJ-075", "Iraq"), ("DX-OBJ-076", "Persia"), ("DX-OBJ-077", "Northwest Persia"),
    ("DX-OBJ-078", "Eastern Persia"), ("DX-OBJ-080", "Georgia"),
]  # fmt: skip


@pytest.mark.rule("DX-OBJ-075", "DX-OBJ-076", "DX-OBJ-077", "DX-OBJ-078", "DX-OBJ-080")
@pytest.mark.parametrize(("rule", "space"), ITALIAN)
def test_what_italy_must_hold_itself(rule: str, space: str) -> None:
    assert met(rule, ITALY, control={space: ITALY}) == 2
    assert met(rule, ITALY, control={space: GERMANY}) == 0


@pytest.mark.rule("DX-OBJ-079", "DX-OBJ-081", "DX-OBJ-082", "DX-OBJ-102")
def test_DX_OBJ_102_an_objective_printed_for_several_nations_pays_each() -> None:
    held = all_to(GERMANY, "Egypt", "Argentina", *BALKANS)
    for rule, power, amount in (
        ("DX-OBJ-079", ITALY, 2), ("DX-OBJ-081", ITALY, 3), ("DX-OBJ-082", ITALY, 3),
        ("DX-OBJ-014", GERMANY, 2), ("DX-OBJ-019", GERMANY, 3), ("DX-OBJ-017", GERMANY, 3),
        ("DX-OBJ-030", JAPAN, 3),
    ):  # fmt: skip
        relations = AMERICAN if power == JAPAN else {}
        assert met(rule, power, control=held, relations=relations) == amount
        assert met(rule, power, control=all_to(USA, *held), relations=relations) == 0


# --- China ----------------------------------------------------------------------------------------


@pytest.mark.rule("DX-OBJ-084")
def test_DX_OBJ_084_units_for_china_while_the_road_is_open() -> None:
    assert reinforced(CHINA) == loan("waiting")
    for space in ROAD:
        assert reinforced(CHINA, control={space: JAPAN}) == {}


@pytest.mark.rule("DX-OBJ-085", "DX-OBJ-103")
def test_DX_OBJ_085_103_they_are_placed_with_what_was_bought() -> None:
    """In any Chinese territory, in the step of placing."""
    run = run_of(position(power=CHINA, phase="Mobilize New Units"))
    phase = MobilizeNewUnits(SYSTEM)
    phase.begin(run, CHINA)
    waiting = run.state.at(SYSTEM.catalog.purchases(CHINA))
    order = Place(tuple(u.id for u in waiting), "Yunnan")
    phase.check(run.state, CHINA, order)
    phase.carry_out(run, CHINA, order)
    here = sorted(u.type for u in run.state.at("Yunnan") if u.owner == CHINA)
    assert here == ["light artillery", "mechanized infantry"]


@pytest.mark.rule("DX-OBJ-085", "DX-TRN-022")
def test_DX_OBJ_085_TRN_022_what_was_given_and_finds_no_place_is_not_paid_back() -> None:
    """What China bought is, also where it is of the same type (R-487)."""
    occupied = {s.name: JAPAN for s in SYSTEM.board.spaces if s.original == CHINA}
    held = {**occupied, **dict.fromkeys(("Yunnan", "Szechwan"), UK)}
    for bought, back in (({}, 0), ({"light artillery": 1, "regular infantry": 2}, 10)):
        game = position(
            power=CHINA, phase="Combat Move", control=held,
            purchased={CHINA: bought}, money={CHINA: 3},
        )  # fmt: skip
        run, phase = run_of(game), MobilizeNewUnits(SYSTEM)
        phase.begin(run, CHINA)
        assert run.state.at(SYSTEM.catalog.purchases(CHINA))
        phase.end(run, CHINA)
        assert not run.state.at(SYSTEM.catalog.purchases(CHINA))
        assert run.state.money(CHINA, "IPC") == 3 + back


# --- Commonwealth ---------------------------------------------------------------------------------


@pytest.mark.rule("DX-OBJ-087", "DX-OBJ-088", "DX-OBJ-093")
def test_DX_OBJ_087_088_093_convoy_patrols_of_any_commonwealth_ship() -> None:
    """Canadian or Australian: a power has units, not its economies."""
    patrols = {"DX-OBJ-087": zones((116, 119)), "DX-OBJ-088": zones((106, 110))}
    for zone in sorted(NORTH | ATLANTIC):
        units = {zone: {CW: {"destroyer": 1}}}
        for rule, within in patrols.items():
            assert met(rule, CW, units=units) == (2 if zone in within else 0), (rule, zone)
    for power, ship in ((CW, "submarine"), (UK, "destroyer")):
        assert met("DX-OBJ-087", CW, units={"sea zone 117": {power: {ship: 1}}}) == 0


@pytest.mark.rule("DX-OBJ-094")
def test_DX_OBJ_094_all_that_was_australian_at_war_with_japan() -> None:
    assert met("DX-OBJ-094", CW, relations=FAR_EAST) == 3
    assert met("DX-OBJ-094", CW) == 0
    assert met("DX-OBJ-094", CW, relations=FAR_EAST, control={"New Guinea": JAPAN}) == 0
    assert met("DX-OBJ-094", CW, relations=FAR_EAST, control={"Quebec": GERMANY}) == 3


@pytest.mark.rule("DX-OBJ-095")
def test_DX_OBJ_095_islands_before_australia_without_the_dutch() -> None:
    held = all_to(CW, "New Guinea", "Dutch New Guinea", "New Britain", "Solomon Islands")
    pays_for("DX-OBJ-095", CW, 3, held, relations=FAR_EAST)
    assert met("DX-OBJ-095", CW, relations=FAR_EAST) == 0  # Dutch New Guinea is Dutch
    assert met("DX-OBJ-095", CW, control=held) == 0


@pytest.mark.rule("DX-OBJ-096", "DX-OBJ-097", "DX-OBJ-098", "DX-POL-026")
def test_DX_OBJ_096_097_098_POL_026_what_pays_anzac_at_war_with_japan_only() -> None:
    """The rule for the Pacific Allies bars every objective before that war (R-471)."""
    south = all_to(USA, "Kwangtung", "Borneo", "Malaya")
    pays_for("DX-OBJ-096", CW, 3, {"Egypt": USA}, relations=FAR_EAST)
    pays_for("DX-OBJ-097", CW, 3, south, relations=FAR_EAST)
    units = {"Southern Italy": {CW: {"regular infantry": 1}}}
    assert met("DX-OBJ-098", CW, units=units, relations=FAR_EAST) == 3
    assert met("DX-OBJ-098", CW, relations=FAR_EAST) == 0
    for rule in ("DX-OBJ-096", "DX-OBJ-097", "DX-OBJ-098"):
        assert met(rule, CW, units=units, control=south) == 0


# --- France, and all ------------------------------------------------------------------------------


@pytest.mark.rule("DX-OBJ-099", "DX-OBJ-100")
def test_DX_OBJ_099_100_land_units_worth_20_in_a_liberated_paris_once() -> None:
    (bonus,) = bonuses(SYSTEM)
    assert (bonus.power, bonus.territory, bonus.worth, bonus.kinds) == (
        FRANCE,
        "France",
        20,
        ("land",),
    )
    game = position(power=USA, phase="Conduct Combat", control={"France": GERMANY},
                    relations=war((GERMANY, USA)))  # fmt: skip
    run = run_of(game)
    conquest.take(SYSTEM, run, "France", USA)
    (asked,) = of_kind(run.events, ev.Asked)
    assert asked.powers == (FRANCE,)
    offered = decision(SYSTEM, run.state)
    assert offered is not None
    assert {SYSTEM.types[kind].category for kind in offered.options} == {"land"}
    run.emit(ev.Decided((FRANCE,), asked.kind, "nothing", decision=asked.decision))
    run.emit(ev.ControlChanged("France", FRANCE, GERMANY, "conquest"))
    conquest.take(SYSTEM, run, "France", USA)
    assert len(of_kind(run.events, ev.Asked)) == 1


@pytest.mark.rule("DX-OBJ-101")
def test_DX_OBJ_101_objectives_pay_in_every_turn_in_which_they_are_met() -> None:
    assert not any(o.once for o in objectives(SYSTEM))
    run = run_of(position(power=GERMANY, phase="Combat Move",
                          control={"United Kingdom": GERMANY}))  # fmt: skip
    phase = CollectIncome(SYSTEM)
    phase.leave(run)
    phase.leave(run)
    paid = [e.amount for e in of_kind(run.events, ev.ResourceChanged) if e.detail == "Sea Lion"]
    assert paid == [12, 12]


def test_each_objective_is_tested_by_the_number_of_its_rule() -> None:
    """One entry a rule, with a name of its own for each."""
    listed = objectives(SYSTEM)
    assert len({o.rule for o in listed}) == len({o.name for o in listed}) == len(listed)
    assert all(msgspec.structs.asdict(o)["source"] == "rulebook" for o in listed)
