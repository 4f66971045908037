"""The Soviet Union's treaties in Global 1940: at war on one map, still neutral on the other."""

from __future__ import annotations

import pytest

from a4a.rules.areas.movement.ground import Ground
from a4a.rules.areas.politics.situation import Situation
from a4a.rules.game import Game
from tests.rules import retold
from tests.rules.areas.moves import go, order
from tests.rules.global1940.positions import one, played, position, refused, war

GERMANY, ITALY, JAPAN = "Germany", "Italy", "Japan"
SOVIETS, UK, CHINA = "Soviet Union", "United Kingdom", "China"
MOVE, REGROUP = "Combat Move", "Noncombat Move"
IN_ASIA = war((SOVIETS, JAPAN))
IN_EUROPE = war((SOVIETS, GERMANY), (SOVIETS, ITALY))
ALL_BRITISH = war((UK, JAPAN), ("ANZAC", JAPAN))


def stance(
    power: str, territory: str, relations: dict[tuple[str, str], str], **what: object
) -> str:
    game = position(power=power, relations=relations, **what)
    return Situation(played(), game.state, power).stance(territory)


def moving(
    power: str,
    phase: str,
    units: dict[str, dict[str, int]],
    relations: dict[tuple[str, str], str],
    **what: object,
) -> Game:
    """A game in which units of a power can move."""
    placed = {space: {power: counts} for space, counts in units.items()}
    return position(power=power, phase=phase, units=placed, relations=relations, **what)


# --- its own units --------------------------------------------------------------------------------


@pytest.mark.rule("AA-POL-049", "AA-EXA-047")
def test_AA_POL_049_at_war_in_asia_it_enters_no_neutral_in_europe() -> None:
    """AA-EXA-047: neither friendly neutrals nor others, on the ground or by air; in Asia it may."""
    south = retold.either("Caucasus", "Georgia")
    units = {south: {"tank": 1, "fighter": 1}, "Buryatia": {"tank": 1}}
    regroup = moving(SOVIETS, REGROUP, units, IN_ASIA)
    closed = retold.either("AA-POL-049", "DX-POL-006")
    refused(regroup, order(regroup, "tank", south, "Northwest Persia"), closed)
    fight = moving(SOVIETS, MOVE, units, IN_ASIA)
    refused(fight, order(fight, "tank", south, "Turkey"), closed)
    over = order(fight, "fighter", south, "Turkey", "Syria")
    refused(fight, over, closed)
    assert fight.can(order(fight, "tank", "Buryatia", "Ulaanbaatar"))
    both = moving(SOVIETS, REGROUP, units, {**IN_ASIA, **IN_EUROPE})
    assert both.can(order(both, "tank", south, "Northwest Persia"))


@pytest.mark.rule("AA-POL-049", "AA-EXA-047")
def test_AA_POL_049_at_war_in_asia_it_shares_nothing_in_europe() -> None:
    """Friends' land, ships and bases are closed to it there, and open in Asia."""
    ships = {"sea zone 5": {UK: {"transport": 1}}, "sea zone 115": {UK: {"transport": 1}}}
    game = position(
        power=SOVIETS, phase=REGROUP, relations={**IN_ASIA, **ALL_BRITISH},
        control={"Norway": UK, "Finland": UK, "Korea": UK},
        units={
            **ships,
            "Amur": {SOVIETS: {"infantry": 1, "fighter": 1}},
            "Novgorod": {SOVIETS: {"infantry": 1}},
            "Vyborg": {SOVIETS: {"fighter": 1}},
        },
    )  # fmt: skip
    situation = Situation(played(), game.state, SOVIETS)
    assert situation.stance("Korea") == "friendly"
    assert situation.stance("Norway") == "not at war"
    assert game.can(
        order(game, "infantry", "Amur", "sea zone 5", aboard=one(game, "sea zone 5", "transport"))
    )
    aboard = one(game, "sea zone 115", "transport")
    load = order(game, "infantry", "Novgorod", "sea zone 115", aboard=aboard)
    refused(game, load, "AA-POL-035")
    assert game.can(order(game, "fighter", "Amur", "Korea"))
    refused(game, order(game, "fighter", "Vyborg", "Finland"), "AA-POL-049")
    refused(game, order(game, "fighter", "Vyborg", "Finland", "Norway"), "AA-POL-049")


@pytest.mark.rule("AA-POL-049")
def test_AA_POL_049_its_enemy_is_its_enemy_everywhere() -> None:
    """What Japan holds in Europe can be attacked, and won back (R-115)."""
    held = {"Novosibirsk": JAPAN, "Persia": JAPAN}
    assert stance(SOVIETS, "Novosibirsk", IN_ASIA, control=held) == "hostile"
    assert stance(SOVIETS, "Persia", IN_ASIA, control=held) == "hostile"
    game = moving(SOVIETS, MOVE, {"Urals": {"tank": 1}}, IN_ASIA, control=held)
    assert game.can(order(game, "tank", "Urals", "Novosibirsk"))


@pytest.mark.rule("AA-POL-049")
def test_AA_POL_049_at_war_in_europe_it_is_neutral_in_asia() -> None:
    """The rule holds for both maps: no friends' land there, no neutrals."""
    relations = {**IN_EUROPE, **ALL_BRITISH}
    assert stance(SOVIETS, "Korea", relations, control={"Korea": UK}) == "not at war"
    assert stance(SOVIETS, "Norway", relations, control={"Norway": UK}) == "friendly"
    game = moving(SOVIETS, MOVE, {"Buryatia": {"tank": 1}}, IN_EUROPE)
    refused(game, order(game, "tank", "Buryatia", "Ulaanbaatar"), "AA-POL-049")


# --- the Axis -------------------------------------------------------------------------------------


@pytest.mark.rule("AA-POL-050", "AA-POL-052", "AA-EXA-047")
@pytest.mark.parametrize("power", [GERMANY, ITALY])
def test_AA_POL_052_germany_and_italy_keep_out_of_all_soviet_land(power: str) -> None:
    """AA-POL-050: of what Japan has taken of it too, on both maps, on the ground and in the air."""
    held = {"Amur": JAPAN, "Novosibirsk": JAPAN}
    for territory in ("Eastern Poland", "Siberia", "Amur", "Novosibirsk"):
        assert stance(power, territory, IN_ASIA, control=held) == "not at war"
    units = {"Manchuria": {"infantry": 1, "fighter": 1}, "Poland": {"infantry": 1}}
    game = moving(power, REGROUP, units, IN_ASIA, control=held)
    refused(game, order(game, "infantry", "Manchuria", "Amur"), "AA-POL-052")
    refused(game, order(game, "fighter", "Manchuria", "Amur", "Korea"), "AA-POL-052")
    refused(game, order(game, "infantry", "Poland", "Eastern Poland"), "AA-POL-052")
    assert game.can(order(game, "fighter", "Manchuria", "Korea"))


@pytest.mark.rule("AA-POL-050")
def test_AA_POL_050_japan_keeps_out_of_all_soviet_land_while_only_europe_is_at_war() -> None:
    """Of what Germany has taken of it too."""
    held = {"Ukraine": GERMANY, "Urals": GERMANY}
    for territory in ("Amur", "Russia", "Ukraine", "Urals"):
        assert stance(JAPAN, territory, IN_EUROPE, control=held) == "not at war"
    game = moving(JAPAN, MOVE, {"Manchuria": {"infantry": 1}}, IN_EUROPE)
    refused(game, order(game, "infantry", "Manchuria", "Amur"), "AA-POL-052")


@pytest.mark.rule("AA-POL-050")
def test_r194_a_partner_of_its_enemy_goes_where_that_enemy_holds_soviet_land() -> None:
    """Germany alone is at war with it: Italy reinforces in Europe, attacks nothing, and flies."""
    german = war((SOVIETS, GERMANY))
    held = {"Bessarabia": GERMANY, "Amur": GERMANY}
    assert stance(ITALY, "Bessarabia", german, control=held) == "friendly"
    for territory in ("Amur", "Ukraine", "Siberia"):
        assert stance(ITALY, territory, german, control=held) == "not at war"
    game = moving(ITALY, REGROUP, {"Romania": {"tank": 1, "fighter": 1}}, german, control=held)
    go(game, "tank", "Romania", "Bessarabia")
    go(game, "fighter", "Romania", "Eastern Poland", "Bessarabia")
    game = moving(ITALY, MOVE, {"Romania": {"tank": 1}}, german)
    refused(game, order(game, "tank", "Romania", "Bessarabia"), "AA-POL-027")
    game = moving(ITALY, REGROUP, {"Manchuria": {"fighter": 1}}, german, control=held)
    refused(game, order(game, "fighter", "Manchuria", "Amur"), "AA-POL-049")


@pytest.mark.rule("AA-POL-051", "AA-EXA-047")
def test_AA_POL_051_at_war_with_it_japan_attacks_and_flies_on_both_maps() -> None:
    """Novosibirsk and the Urals are on the Europe map."""
    units = {"Timguska": {"tank": 1, "fighter": 1}}
    game = moving(JAPAN, MOVE, units, IN_ASIA, control={"Timguska": JAPAN, "Urals": JAPAN})
    for territory in ("Novosibirsk", "Evenkiyskiy"):
        assert game.can(order(game, "tank", "Timguska", territory))
    regroup = moving(JAPAN, REGROUP, units, IN_ASIA, control={"Timguska": JAPAN, "Urals": JAPAN})
    assert regroup.can(order(regroup, "fighter", "Timguska", "Novosibirsk", "Urals"))


# --- the Allies -----------------------------------------------------------------------------------


@pytest.mark.rule("AA-POL-053", "AA-EXA-047")
@pytest.mark.parametrize("relations", [IN_ASIA, {**IN_ASIA, **ALL_BRITISH}])
def test_AA_POL_053_allies_enter_its_land_in_asia_but_not_in_europe(
    relations: dict[tuple[str, str], str],
) -> None:
    """They land and pass there; in Europe what Japan has taken of it is closed as well."""
    held = {"Korea": SOVIETS, "Novosibirsk": JAPAN, "Urals": UK, "Norway": SOVIETS}
    game = position(
        power=UK, phase=REGROUP, relations=relations, control=held,
        units={
            "Siberia": {UK: {"infantry": 1, "fighter": 1}},
            "Timguska": {UK: {"infantry": 1}},
            "Scotland": {UK: {"fighter": 1}},
        },
    )  # fmt: skip
    to_norway = ("sea zone 111", "sea zone 112", "Norway")
    situation = Situation(played(), game.state, UK)
    assert situation.stance("Amur") == situation.stance("Korea") == "friendly"
    assert situation.stance("Russia") == situation.stance("Norway") == "not at war"
    assert situation.stance("Urals") == "own"
    assert game.can(order(game, "infantry", "Siberia", "Amur"))
    assert game.can(order(game, "fighter", "Siberia", "Sakha", "Buryatia"))
    refused(game, order(game, "infantry", "Timguska", "Novosibirsk"), "AA-POL-053")
    refused(game, order(game, "fighter", "Scotland", *to_norway), "AA-POL-053")


@pytest.mark.rule("AA-POL-053")
def test_AA_POL_053_allies_enter_its_land_in_europe_but_not_in_asia_when_it_fights_there() -> None:
    """The other way round."""
    assert stance(UK, "Russia", IN_EUROPE) == "friendly"
    assert stance(UK, "Amur", IN_EUROPE) == "not at war"
    both = {**IN_EUROPE, **IN_ASIA}
    assert stance(UK, "Russia", both) == stance(UK, "Amur", both) == "friendly"
    assert stance(UK, "Russia", {}) == stance(UK, "Amur", {}) == "not at war"


@pytest.mark.rule("AA-POL-053")
def test_AA_POL_053_its_naval_bases_and_carriers_serve_friends_where_it_fights() -> None:
    """The base of Novgorod is on the Europe map."""
    for relations, serves in ((IN_ASIA, False), (IN_EUROPE, True)):
        game = position(
            power=UK, phase=REGROUP, relations=relations, keep_set_up=True,
            units={"sea zone 115": {SOVIETS: {"aircraft carrier": 1}}},
        )  # fmt: skip
        ground = Ground(played(), game.state, UK)
        assert ground.served("sea zone 115") is serves
        assert (SOVIETS in ground.comrades_in("sea zone 115")) is serves


@pytest.mark.rule("AA-POL-053")
def test_AA_POL_053_units_go_where_the_treaties_let_them() -> None:
    """A British infantry marches from Siberia into Amur, and stays."""
    game = moving(UK, REGROUP, {"Siberia": {"infantry": 1}}, IN_ASIA)
    go(game, "infantry", "Siberia", "Amur")
    assert one(game, "Amur", "infantry", UK)
