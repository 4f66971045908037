"""The national objectives of Global 1940 that differ from Europe's: met, and missed."""

from __future__ import annotations

import pytest
from msgspec import structs

from a4a.core import events as ev
from a4a.rules.areas.control import conquest
from a4a.rules.areas.economy.bonus import bonuses
from a4a.rules.areas.economy.market import offers
from a4a.rules.areas.economy.objectives import achieved, objectives, paid_to, unknown
from a4a.rules.areas.phases.collect_income import CollectIncome
from a4a.rules.spaces import Spaces
from tests.rules.global1940.positions import of_kind, played, position, run_of, war

GERMANY, ITALY, JAPAN, SOVIETS = "Germany", "Italy", "Japan", "Soviet Union"
USA, CHINA, UK, ANZAC, FRANCE = "United States", "China", "United Kingdom", "ANZAC", "France"
EASTERN = war((GERMANY, SOVIETS))
JAPANESE = war((JAPAN, UK), (JAPAN, ANZAC))
AMERICAN = war((JAPAN, USA))
INDO_CHINA, UNPROVOKED = "attacked French Indo-China", "unprovoked war on United Kingdom-ANZAC"


def bonus(power: str, **what: object) -> dict[str, int]:
    """What each objective of a power pays in a position, by its rule."""
    game = position(**{"power": power, "phase": "Combat Move", **what})  # type: ignore[arg-type]
    return {o.rule: amount for o, amount in achieved(played(), game.state, power)}


# --- Soviet Union ---------------------------------------------------------------------------------


@pytest.mark.rule("AA-OBJ-023")
def test_AA_OBJ_023_lend_lease_by_archangel() -> None:
    """5 at war in Europe, with 125 free of Axis warships and no Allies on Soviet land."""
    rule = "AA-OBJ-023"
    assert bonus(SOVIETS, relations=EASTERN)[rule] == 5
    assert bonus(SOVIETS, relations=war((ITALY, SOVIETS)))[rule] == 5
    assert rule not in bonus(SOVIETS)
    assert rule not in bonus(SOVIETS, relations=EASTERN, control={"Archangel": GERMANY})
    for ship, blocks in (("submarine", True), ("cruiser", True), ("transport", False)):
        units = {"sea zone 125": {GERMANY: {ship: 1}}}
        assert (rule not in bonus(SOVIETS, relations=EASTERN, units=units)) is blocks, ship
    for place, blocks in (("Amur", True), ("Russia", True), ("Persia", False)):
        units = {place: {UK: {"fighter": 1}}}
        assert (rule not in bonus(SOVIETS, relations=EASTERN, units=units)) is blocks, place


@pytest.mark.rule("AA-OBJ-024")
def test_AA_OBJ_024_three_for_each_territory_of_the_axis_and_its_friends() -> None:
    """Poland, Albania and Bulgaria count; Finland German, Turkey and Korea do not."""
    control = {"Poland": SOVIETS, "Albania": SOVIETS, "Bulgaria": SOVIETS, "Finland": GERMANY,
               "Turkey": SOVIETS, "Korea": SOVIETS}  # fmt: skip
    assert bonus(SOVIETS, relations=EASTERN, control=control)["AA-OBJ-024"] == 9
    assert "AA-OBJ-024" not in bonus(SOVIETS, control=control)


@pytest.mark.rule("AA-OBJ-025")
def test_AA_OBJ_025_ten_once_for_berlin() -> None:
    """Paid the first time; 3 for the territory go on."""
    game = position(power=SOVIETS, phase="Combat Move", relations=EASTERN,
                    control={"Germany": SOVIETS})  # fmt: skip
    run = run_of(game)
    phase = CollectIncome(played())
    phase.leave(run)
    phase.leave(run)
    berlin = [e.amount for e in of_kind(run.events, ev.ResourceChanged) if "Berlin" in e.detail]
    assert berlin == [10]
    assert bonus(SOVIETS, relations=EASTERN, control={"Germany": SOVIETS})["AA-OBJ-024"] == 3


@pytest.mark.rule("AA-OBJ-026")
def test_AA_OBJ_026_no_novosibirsk_and_nothing_for_war_with_japan_alone() -> None:
    """Three objectives, all of war in Europe."""
    theirs = [o.rule for o in objectives(played()) if o.power == SOVIETS]
    assert theirs == ["AA-OBJ-023", "AA-OBJ-024", "AA-OBJ-025"]
    held = {"Germany": SOVIETS, "Poland": SOVIETS, "Korea": SOVIETS}
    assert bonus(SOVIETS, relations=war((JAPAN, SOVIETS)), control=held) == {}


# --- Japan ----------------------------------------------------------------------------------------


@pytest.mark.rule("AA-OBJ-027")
def test_AA_OBJ_027_trade_with_the_united_states() -> None:
    """10 at peace with them, unless Japan has done one of two things."""
    assert bonus(JAPAN) == {"AA-OBJ-027": 10}
    assert "AA-OBJ-027" not in bonus(JAPAN, relations=AMERICAN)
    assert bonus(JAPAN, relations=JAPANESE)["AA-OBJ-027"] == 10  # war provoked, or declared on it
    assert bonus(JAPAN, relations=war((JAPAN, FRANCE)))["AA-OBJ-027"] == 10
    for deed in (INDO_CHINA, UNPROVOKED):
        assert "AA-OBJ-027" not in bonus(JAPAN, statuses={JAPAN: (deed,)})


PERIMETER = ("Guam", "Midway", "Wake Island", "Gilbert Islands", "Solomon Islands")


@pytest.mark.rule("AA-OBJ-028")
def test_AA_OBJ_028_the_outer_perimeter() -> None:
    """5 if the Axis controls all five."""
    held = dict.fromkeys(PERIMETER, JAPAN)
    assert bonus(JAPAN, relations=AMERICAN, control=held)["AA-OBJ-028"] == 5
    partner = {**held, "Guam": GERMANY}
    assert bonus(JAPAN, relations=AMERICAN, control=partner)["AA-OBJ-028"] == 5
    for island in PERIMETER:
        short = {k: v for k, v in held.items() if k != island}
        assert "AA-OBJ-028" not in bonus(JAPAN, relations=AMERICAN, control=short)
    assert "AA-OBJ-028" not in bonus(JAPAN, control=held)


@pytest.mark.rule("AA-OBJ-029")
def test_AA_OBJ_029_five_for_each_center_of_allied_power() -> None:
    """By any Axis power: four places, 5 each."""
    held = {"India": JAPAN, "Hawaiian Islands": JAPAN}
    assert bonus(JAPAN, relations=AMERICAN, control=held)["AA-OBJ-029"] == 10
    held |= {"New South Wales": ITALY, "Western United States": JAPAN, "Philippines": JAPAN}
    assert bonus(JAPAN, relations=AMERICAN, control=held)["AA-OBJ-029"] == 20
    assert "AA-OBJ-029" not in bonus(JAPAN, control=held)


@pytest.mark.rule("AA-OBJ-030")
def test_AA_OBJ_030_the_resources_of_the_indies() -> None:
    """5 if the Axis controls Sumatra, Java, Borneo and Celebes."""
    held = dict.fromkeys(("Sumatra", "Java", "Borneo", "Celebes"), JAPAN)
    assert bonus(JAPAN, relations=JAPANESE, control=held)["AA-OBJ-030"] == 5
    assert "AA-OBJ-030" not in bonus(JAPAN, relations=JAPANESE, control={**held, "Java": ANZAC})
    assert "AA-OBJ-030" not in bonus(JAPAN, control=held)


@pytest.mark.rule("AA-OBJ-031")
@pytest.mark.parametrize(("enemy", "pays"), [
    (USA, True), (UK, True), (ANZAC, True), (FRANCE, True), (SOVIETS, False), (CHINA, False),
])  # fmt: skip
def test_AA_OBJ_031_war_with_any_western_ally_will_do(enemy: str, pays: bool) -> None:
    held = dict.fromkeys(PERIMETER, JAPAN)
    found = bonus(JAPAN, relations=war((JAPAN, enemy)), control=held)
    assert ("AA-OBJ-028" in found) is pays


# --- United States --------------------------------------------------------------------------------

AMERICA = {
    "AA-OBJ-032": (10, ("Eastern United States", "Central United States", "Western United States")),
    "AA-OBJ-033": (5, ("Alaska", "Aleutian Islands", "Hawaiian Islands", "Johnston Island",
                       "Line Islands")),
    "AA-OBJ-034": (5, ("Mexico", "Southeastern Mexico", "Central America", "West Indies")),
    "AA-OBJ-035": (5, ("Philippines",)),
}  # fmt: skip


@pytest.mark.rule("AA-OBJ-032", "AA-OBJ-033", "AA-OBJ-034", "AA-OBJ-035")
@pytest.mark.parametrize("rule", AMERICA)
def test_AA_OBJ_032_american_territories(rule: str) -> None:
    """Each pays at war while all its territories are American, partners' do not count."""
    amount, places = AMERICA[rule]
    assert bonus(USA, relations=AMERICAN)[rule] == amount
    assert bonus(USA, relations=war((USA, GERMANY)))[rule] == amount
    assert rule not in bonus(USA)
    for place in places:
        assert rule not in bonus(USA, relations=AMERICAN, control={place: JAPAN})
        assert rule not in bonus(USA, relations=AMERICAN, control={place: UK})


@pytest.mark.rule("AA-OBJ-036")
def test_AA_OBJ_036_americans_in_france() -> None:
    """A land unit in the territory France; an aircraft, or one in Normandy, is none."""
    relations = war((USA, GERMANY))

    def pays(place: str, kind: str, owner: str = USA) -> bool:
        return "AA-OBJ-036" in bonus(USA, relations=relations, units={place: {owner: {kind: 1}}})

    assert pays("France", "infantry")
    assert pays("France", "AAA")
    assert not pays("France", "fighter")
    assert not pays("Normandy/Bordeaux", "infantry")
    assert not pays("France", "infantry", UK)
    units = {"France": {USA: {"infantry": 1}}}
    assert bonus(USA, relations=relations, units=units)["AA-OBJ-036"] == 5


# --- China ----------------------------------------------------------------------------------------


@pytest.mark.rule("AA-OBJ-037", "AA-OBJ-038")
@pytest.mark.parametrize("cut", ["India", "Burma", "Yunnan", "Szechwan"])
def test_AA_OBJ_037_the_burma_road(cut: str) -> None:
    """6, and artillery may be bought, while Allied powers control all of it."""
    assert bonus(CHINA) == {"AA-OBJ-037": 6}
    assert bonus(CHINA, control={"Burma": ANZAC, "India": USA}) == {"AA-OBJ-037": 6}
    assert bonus(CHINA, control={cut: JAPAN}) == {}
    open_road = position(power=CHINA).state
    cut_road = position(power=CHINA, control={cut: JAPAN}).state
    assert set(offers(played(), open_road)) == {"infantry", "artillery"}
    assert set(offers(played(), cut_road)) == {"infantry"}


# --- United Kingdom -------------------------------------------------------------------------------


def british(rule: str) -> str:
    """The treasury that an objective pays."""
    return paid_to(played(), next(o for o in objectives(played()) if o.rule == rule))


@pytest.mark.rule("AA-OBJ-039")
def test_AA_OBJ_039_the_empire_in_europe() -> None:
    """5 to Europe for all its original territories: Canada's too, not those of the Pacific."""
    rule = "AA-OBJ-039"
    assert british(rule) == "UK Europe"
    assert bonus(UK)[rule] == 5
    assert bonus(UK, control={"Malaya": JAPAN, "West India": JAPAN})[rule] == 5
    for place in ("Gibraltar", "Western Canada", "Quebec", "Cyprus"):
        assert rule not in bonus(UK, control={place: GERMANY})
    assert rule not in bonus(UK, control={"Egypt": USA})
    peace = {(UK, GERMANY): "neutral", (UK, ITALY): "neutral"}
    assert rule not in bonus(UK, relations={**peace, **JAPANESE})


@pytest.mark.rule("AA-OBJ-040")
def test_AA_OBJ_040_the_empire_in_the_far_east() -> None:
    """5 to the Pacific for Kwangtung and Malaya, at war with Japan."""
    rule = "AA-OBJ-040"
    assert british(rule) == "UK Pacific"
    assert bonus(UK, relations=JAPANESE)[rule] == 5
    assert rule not in bonus(UK)
    assert rule not in bonus(UK, relations=JAPANESE, control={"Malaya": JAPAN})
    assert rule not in bonus(UK, relations=JAPANESE, control={"Kwangtung": CHINA})
    assert rule not in bonus(UK, relations=JAPANESE, control={"India": JAPAN})  # Calcutta is lost


# --- ANZAC, Italy, France -------------------------------------------------------------------------


@pytest.mark.rule("AA-OBJ-041")
def test_AA_OBJ_041_malaya_and_australia_whole() -> None:
    """Malaya under any Allied power, every original territory ANZAC's own."""
    rule = "AA-OBJ-041"
    assert bonus(ANZAC, relations=JAPANESE)[rule] == 5
    assert bonus(ANZAC, relations=JAPANESE, control={"Malaya": USA})[rule] == 5
    assert rule not in bonus(ANZAC)
    assert rule not in bonus(ANZAC, relations=JAPANESE, control={"Malaya": JAPAN})
    assert rule not in bonus(ANZAC, relations=JAPANESE, control={"Solomon Islands": USA})


@pytest.mark.rule("AA-OBJ-042")
def test_AA_OBJ_042_the_islands_before_australia() -> None:
    """Dutch New Guinea must be an Allied power's: the Dutch do not count."""
    rule = "AA-OBJ-042"
    held = {"Dutch New Guinea": ANZAC}
    assert rule not in bonus(ANZAC, relations=JAPANESE)
    assert bonus(ANZAC, relations=JAPANESE, control=held)[rule] == 5
    assert bonus(ANZAC, relations=JAPANESE, control={"Dutch New Guinea": UK})[rule] == 5
    assert rule not in bonus(ANZAC, control=held)
    assert rule not in bonus(ANZAC, relations=JAPANESE, control={**held, "New Britain": JAPAN})


@pytest.mark.rule("AA-OBJ-018", "AA-OBJ-019", "AA-OBJ-020", "AA-OBJ-021")
def test_AA_OBJ_018_italys_are_those_of_europe() -> None:
    """The same four, and ANZAC's cruiser breaks its sea, a Soviet one at peace does not."""
    theirs = {o.rule for o in objectives(played()) if o.power == ITALY}
    assert theirs == {"AA-OBJ-018", "AA-OBJ-019", "AA-OBJ-020", "AA-OBJ-021"}
    ship = {"cruiser": 1}
    assert "AA-OBJ-018" in bonus(ITALY)
    assert "AA-OBJ-018" not in bonus(ITALY, units={"sea zone 97": {ANZAC: ship}})
    soviet = {"sea zone 99": {SOVIETS: ship}}
    assert "AA-OBJ-018" in bonus(ITALY, units=soviet)
    assert "AA-OBJ-018" not in bonus(ITALY, units=soviet, relations=war((ITALY, SOVIETS)))
    # At war with Japan only, the Soviet Union is neutral on the Europe map.
    assert "AA-OBJ-018" in bonus(ITALY, units=soviet, relations=war((JAPAN, SOVIETS)))


@pytest.mark.rule("AA-OBJ-002", "AA-OBJ-003", "AA-OBJ-004", "AA-OBJ-005", "AA-OBJ-006")
def test_AA_OBJ_002_germanys_are_those_of_europe() -> None:
    """The same six; at the start two of them pay."""
    theirs = {o.rule for o in objectives(played()) if o.power == GERMANY}
    assert theirs == {f"AA-OBJ-00{n}" for n in range(2, 8)}
    assert bonus(GERMANY) == {"AA-OBJ-002": 5, "AA-OBJ-006": 5}


@pytest.mark.rule("AA-OBJ-043")
def test_AA_OBJ_043_france_has_no_objective() -> None:
    """Whatever it holds; its one bonus is that of its liberation."""
    assert not [o for o in objectives(played()) if o.power == FRANCE]
    assert bonus(FRANCE, relations=EASTERN, control={"Germany": FRANCE}) == {}
    game = position(power=UK, phase="Conduct Combat", control={"France": GERMANY})
    run = run_of(game)
    conquest.take(played(), run, "France", UK)
    (asked,) = run.state.decisions.values()
    assert (asked.kind, asked.powers) == ("liberation bonus", (FRANCE,))
    assert bonuses(played())[0].worth == 12


def test_what_an_objective_names_that_there_is_not_is_told() -> None:
    """Whoever writes a mod learns of a wrong treasury, side, map or economy."""
    empire = next(o for o in objectives(played()) if o.rule == "AA-OBJ-039")
    assert list(unknown(played(), empire)) == []
    wrong = structs.replace(
        empire,
        treasury="UK Mars",
        by="Martians",
        each=Spaces(spaces=("Olympus",), economy="Mars", map="Mars"),
    )
    assert list(unknown(played(), wrong)) == [
        "there is no power or side 'Martians'",
        "there is no space 'Olympus'",
        "there is no treasury 'Mars'",
        "there is no map 'Mars'",
        "'UK Mars' is not a treasury of United Kingdom",
    ]
    stranger = structs.replace(empire, treasury="Germany")
    assert list(unknown(played(), stranger)) == ["'Germany' is not a treasury of United Kingdom"]
