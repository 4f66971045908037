"""Special Situations, the first part of the missions phase."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from a4a.core import events as ev
from a4a.rules.areas.politics import neutrals
from a4a.rules.game import Game
from a4a.rules.systems.deluxe3g40.missions import situation_data as data
from a4a.rules.systems.deluxe3g40.missions.offers import ACCEPT, DECLINE, ENOUGH, STAY
from a4a.rules.systems.deluxe3g40.orders import Choose
from tests.rules.deluxe3g40.missions import (
    AMERICA,
    COMMONWEALTH,
    FRANCE,
    GERMANY,
    ITALY,
    JAPAN,
    RUSSIA,
    SYSTEM,
    UK,
    begun,
    happened,
    log,
    war,
)  # fmt: skip
from tests.rules.deluxe3g40.positions import refused

PART = "Special Situations"
AT_WAR = war((GERMANY, RUSSIA), (JAPAN, AMERICA), (JAPAN, UK), (JAPAN, COMMONWEALTH))
NORMANDY = "Normandy/Bordeaux"
DERRICKS = {
    "Germany": {GERMANY: {"oil derrick": 3}}, "Southern Italy": {ITALY: {"oil derrick": 2}},
}  # fmt: skip


def situations(**how: Any) -> Game:
    """A game in which special situations have begun."""
    return begun(PART, **{"relations": war(), **how})


def bare(**how: Any) -> Game:
    """Special situations on a board whose own derricks have no owner that counts."""
    return situations(round=2, **how)


def types(game: Game, space: str, power: str = "") -> Counter[str]:
    """How many units of each type stand in a space, facilities left out."""
    facilities = SYSTEM.of_category("facility")
    here = (u for u in game.state.at(space) if power in ("", u.owner))
    return Counter(u.type for u in here if u.type not in facilities)


def asked(game: Game) -> list[str]:
    """The kinds of question that stand open."""
    return [a.kind for a in game.state.decisions.values()]


def answer(game: Game, *options: str) -> Game:
    """Choose one option after another."""
    for option in options:
        game.do(Choose(option))
    return game


def decline(game: Game, until: str = "") -> Game:
    """Choose the last option until nothing, or only a kind of question, is asked."""
    while game.state.phase == PART and asked(game) and asked(game)[0] != until:
        assert game.decision is not None
        game.do(Choose(game.decision.options[-1]))
    return game


# --- victory, gifts, Dynamo -----------------------------------------------------------------------


def test_DX_SMP_004_the_first_action_is_the_victory_check() -> None:
    """Once the Axis has won, nothing else happens."""
    held = dict.fromkeys(("France", "United Kingdom", "Russia"), GERMANY)
    held |= dict.fromkeys(("Philippines", "India", "Kwangtung"), JAPAN)
    game = situations(control=held)
    assert game.state.victors == SYSTEM.players_of("Axis")
    assert happened(game, ev.UnitsAdded) == []


def test_DX_SMP_005_a_canadian_fighter_while_america_is_neutral() -> None:
    assert types(situations(), "Ontario", COMMONWEALTH)["fighter"] == 1
    for enemy in (GERMANY, ITALY, JAPAN):
        game = situations(relations=war((enemy, AMERICA)))
        assert types(game, "Ontario")["fighter"] == 0
    assert "fighter" not in types(situations(control={"Ontario": GERMANY}), "Ontario")


def test_DX_SMP_006_007_008_009_dynamo_brings_all_allies_from_normandy_to_london() -> None:
    """French units too; facilities and Germans stay; in the first missions phase only."""
    units = {NORMANDY: {UK: {"light tank": 1}, FRANCE: {"regular infantry": 2, "naval base": 1},
                        GERMANY: {"AAA": 1}}}  # fmt: skip
    game = situations(units=units, round=1)
    assert types(game, "United Kingdom")["light tank"] == 1
    assert types(game, "United Kingdom", FRANCE) == {"regular infantry": 2}
    assert types(game, NORMANDY) == {"AAA": 1}
    assert any(u.type == "naval base" for u in game.state.at(NORMANDY))
    later = situations(units=units, round=2)
    assert types(later, NORMANDY) == {"AAA": 1, "light tank": 1, "regular infantry": 2}


def test_DX_SMP_007_nobody_is_evacuated_to_a_london_of_the_enemy() -> None:
    units = {NORMANDY: {UK: {"light tank": 1}}}
    game = situations(round=1, units=units, control={"United Kingdom": GERMANY})
    assert types(game, NORMANDY, UK) == {"light tank": 1}


# --- Hendaye --------------------------------------------------------------------------------------


def test_DX_SMP_010_the_bargain_is_offered_in_round_1_with_france_in_german_hands() -> None:
    assert "bargain" in asked(situations(round=1, control={"France": GERMANY}))
    for how in ({"round": 2, "control": {"France": GERMANY}}, {"round": 1},
                {"round": 1, "control": {"France": ITALY}},
                {"round": 1, "control": {"France": GERMANY, "Spain": UK}}):  # fmt: skip
        assert "bargain" not in asked(situations(**how))


def test_DX_SMP_011_012_015_all_cash_for_spain_its_army_and_rio_de_oro() -> None:
    """The rest of the block stays neutral: nobody attacked."""
    game = situations(round=1, control={"France": GERMANY}, money={GERMANY: 41})
    answer(game, ACCEPT)
    assert game.state.balances[GERMANY, "IPC", ""] == 0
    assert game.state.control["Spain"] == game.state.control["Rio de Oro"] == GERMANY
    assert types(game, "Spain", GERMANY) == {"regular infantry": 6}
    for other in ("Portugal", "Turkey"):
        assert neutrals.is_strict(game.state, other)
    assert "Spanish bargain" in game.state.statuses(GERMANY)
    declined = situations(round=1, control={"France": GERMANY}, money={GERMANY: 41})
    answer(declined, DECLINE)
    assert declined.state.balances[GERMANY, "IPC", ""] == 41
    assert not declined.state.statuses(GERMANY)


def test_DX_SMP_014_an_empty_treasury_pays_nothing() -> None:
    game = situations(round=1, control={"France": GERMANY}, money={GERMANY: 0})
    assert answer(game, ACCEPT).state.control["Spain"] == GERMANY


# --- winter ---------------------------------------------------------------------------------------

EAST = {"Ukraine": {GERMANY: {"regular infantry": 2}},
        "Belarus": {GERMANY: {"elite infantry": 2, "light tank": 2}}}  # fmt: skip


@pytest.mark.parametrize("number", range(1, 13))
def test_DX_SMP_016_017_three_infantry_in_odd_rounds_of_germanys_choice(number: int) -> None:
    game = situations(round=number, relations=AT_WAR, units=EAST)
    if number % 2 == 0:
        assert "winter" not in asked(game)
        return
    assert asked(game) == ["winter"]
    error = refused(game, Choose("light tank in Belarus"), "DX-SMP-017") if number == 1 else None
    assert error is None or "Ukraine" in error.allowed
    answer(game, "regular infantry in Ukraine", "elite infantry in Belarus")
    answer(game, "regular infantry in Ukraine")
    assert types(game, "Ukraine")["regular infantry"] == 0
    assert types(game, "Belarus") == {"elite infantry": 1, "light tank": 2}


def test_DX_SMP_018_fewer_than_three_all_go_and_nothing_more() -> None:
    """Poland and Italians are spared."""
    units = {"Ukraine": {GERMANY: {"regular infantry": 2}, ITALY: {"regular infantry": 3}},
             "Poland": {GERMANY: {"regular infantry": 3}}}  # fmt: skip
    game = situations(round=3, units=units, relations=AT_WAR)
    assert types(game, "Ukraine", GERMANY) == {}
    assert types(game, "Ukraine", ITALY) == {"regular infantry": 3}
    assert types(game, "Poland") == {"regular infantry": 3}


# --- engineers ------------------------------------------------------------------------------------


def tokens(game: Game) -> int:
    """Engineer tokens left."""
    return game.state.balances.get((RUSSIA, "engineer tokens", ""), 0)


def minor(**how: Any) -> Game:
    """Engineers are asked, with a minor factory in Ukraine."""
    units = {"Ukraine": {RUSSIA: {"minor factory": 1}}}
    game = situations(relations=AT_WAR, units=units, round=2, **how)
    return decline(game, "engineers")


def test_DX_SMP_019_020_022_026_a_minor_factory_costs_a_token_and_three_damage_a_space() -> None:
    game = minor()
    before = tokens(game)
    assert before == 15
    answer(game, "minor factory from Ukraine to Rostov")
    (moved,) = [u for u in game.state.at("Rostov") if u.type == "minor factory"]
    assert (tokens(game), moved.damage) == (14, 3)


def test_DX_SMP_021_one_facility_a_phase() -> None:
    game = minor()
    answer(game, "minor factory from Ukraine to Rostov")
    assert game.decision is not None
    assert all(
        o.startswith("minor factory from Rostov") or o == STAY for o in game.decision.options
    )
    assert "engineers" not in asked(answer(game, STAY))


def test_DX_SMP_027_028_it_stops_at_its_most_damage() -> None:
    """A minor factory, which can have 6, goes two spaces."""
    game = answer(minor(), "minor factory from Ukraine to Rostov")
    answer(game, "minor factory from Rostov to Tambov")
    (moved,) = [u for u in game.state.at("Tambov") if u.type == "minor factory"]
    assert moved.damage == 6
    assert "engineers" not in asked(game)


def test_DX_EXA_009_two_spaces_cost_a_minor_factory_two_tokens_and_six_damage() -> None:
    game = answer(minor(), "minor factory from Ukraine to Rostov")
    answer(game, "minor factory from Rostov to Tambov")
    (moved,) = [u for u in game.state.at("Tambov") if u.type == "minor factory"]
    assert (tokens(game), moved.damage) == (13, 6)


@pytest.mark.parametrize(("kind", "cost"), [("major factory", 2), ("industrial complex", 5)])
def test_DX_SMP_023_024_what_larger_ones_cost_a_space(kind: str, cost: int) -> None:
    units = {"Ukraine": {RUSSIA: {kind: 1}}}
    game = decline(situations(relations=AT_WAR, units=units, round=2), "engineers")
    answer(game, f"{kind} from Ukraine to Rostov")
    assert tokens(game) == 15 - cost
    (moved,) = [u for u in game.state.at("Rostov") if u.type == kind]
    assert moved.damage == min(3 * cost, SYSTEM.types[kind].numbers["max damage"])


def test_DX_SMP_029_POL_004_no_engineers_before_war_in_europe() -> None:
    units = {"Ukraine": {RUSSIA: {"minor factory": 1}}}
    for relations in (war(), war((JAPAN, RUSSIA))):
        assert "engineers" not in asked(situations(relations=relations, units=units, round=2))


def test_DX_SMP_030_they_cross_soviet_land_only() -> None:
    game = minor(control={"Rostov": GERMANY, "Bryansk": UK})
    assert game.decision is not None
    ways = {o.rpartition(" to ")[2] for o in game.decision.options if "Ukraine" in o}
    assert not ways & {"Rostov", "Bryansk", "Romania"}
    assert ways


def test_DX_SMP_030_they_stop_where_no_factory_stands() -> None:
    units = {s: {RUSSIA: {"minor factory": 1}} for s in ("Ukraine", "Rostov")}
    game = decline(situations(relations=AT_WAR, units=units, round=2), "engineers")
    assert game.decision is not None
    assert not [o for o in game.decision.options if o.endswith(("to Rostov", "to Ukraine"))]


def test_DX_SMP_025_russia_buys_no_production_facility() -> None:
    from a4a.rules.areas.politics.limits import not_for_sale

    state = situations().state
    for kind in ("minor factory", "major factory", "industrial complex"):
        bar = not_for_sale(SYSTEM, state, RUSSIA, kind)
        assert bar is not None
        assert bar.rule == "DX-SMP-025"
    assert not_for_sale(SYSTEM, state, RUSSIA, "air base") is None


# --- conscripts -----------------------------------------------------------------------------------


def raised(game: Game) -> Counter[tuple[str, str]]:
    """Conscripts by space and power."""
    added = (e for e in happened(game, ev.UnitsAdded) if e.reason == "conscripts")
    return Counter((str(u.place), u.owner) for e in added for u in e.units)


def test_DX_SMP_031_032_033_one_two_in_a_victory_city_three_in_a_capital() -> None:
    found = raised(decline(situations(relations=AT_WAR, round=2)))
    for space, power, count in (
        ("Western Germany", GERMANY, 1), ("Ontario", COMMONWEALTH, 1), ("Novgorod", RUSSIA, 1),
        ("Volgograd", RUSSIA, 2), ("Union of South Africa", UK, 2), ("Germany", GERMANY, 3),
        ("New South Wales", COMMONWEALTH, 3), ("Western United States", AMERICA, 3),
    ):  # fmt: skip
        assert found[space, power] == count, space


def test_DX_EXA_003_moscow_raises_three_once_russia_is_at_war_with_germany() -> None:
    for relations, count in ((AT_WAR, 3), (war((JAPAN, RUSSIA)), 0)):
        assert raised(decline(situations(relations=relations, round=2)))["Russia", RUSSIA] == count


def test_DX_SMP_031_a_damaged_station_raises_nobody() -> None:
    game = situations(round=2, damage={("Western Germany", "rail station"): 1})
    assert raised(decline(game))["Western Germany", GERMANY] == 0


def test_DX_SMP_031_a_station_of_neutrals_raises_nobody() -> None:
    neutrals = {"Spain": {"Strict neutrals": {"rail station": 1}}}
    assert not any(space == "Spain" for space, _ in raised(decline(situations(units=neutrals))))


def test_DX_SMP_035_an_occupied_station_serves_its_occupier() -> None:
    game = decline(situations(round=2, control={"Volgograd": GERMANY}, relations=AT_WAR))
    assert raised(game)["Volgograd", GERMANY] == 2
    assert ("Volgograd", RUSSIA) not in raised(game)


PEACEFUL = [
    ("DX-POL-003", RUSSIA, "Russia", (GERMANY, RUSSIA)),
    ("DX-POL-010", AMERICA, "Eastern United States", (ITALY, AMERICA)),
    ("DX-POL-015", UK, "India", (JAPAN, UK)),
    ("DX-POL-015", COMMONWEALTH, "New South Wales", (JAPAN, COMMONWEALTH)),
    ("DX-POL-022", JAPAN, "Japan", (JAPAN, UK)),
]


@pytest.mark.rule("DX-SMP-034", "DX-POL-003", "DX-POL-010", "DX-POL-015", "DX-POL-022")
@pytest.mark.parametrize(("rule", "power", "space", "pair"), PEACEFUL)
def test_no_conscripts_before_its_war(
    rule: str, power: str, space: str, pair: tuple[str, str]
) -> None:
    """UK Europe and Canada raise theirs all the same; so does Russia's war with Japan nothing."""
    found = raised(decline(situations(round=2, relations=war((GERMANY, UK), (JAPAN, RUSSIA)))))
    assert found[space, power] == 0, rule
    assert found["United Kingdom", UK] == 3
    assert found["Ontario", COMMONWEALTH] == 1
    assert raised(decline(situations(round=2, relations=war(pair))))[space, power] > 0


# --- scorched earth -------------------------------------------------------------------------------

BURNING = {"Norway": {GERMANY: {"regular infantry": 1, "air base": 1, "naval base": 1,
                                "minor factory": 1}}}  # fmt: skip


def test_DX_SMP_038_039_040_041_infantry_scorches_tactical_facilities_three_damage_each() -> None:
    """As many as it likes; a production facility is none of them."""
    game = decline(bare(units=BURNING), "scorched earth")
    assert game.decision is not None
    here = {o for o in game.decision.options if o.endswith("Norway")}
    assert here == {"air base in Norway", "naval base in Norway"}
    answer(game, "air base in Norway", "naval base in Norway", ENOUGH)
    hurt = {u.type: u.damage for u in game.state.at("Norway") if u.damage}
    assert hurt == {"air base": 3, "naval base": 3}


def test_DX_SMP_040_041_all_tactical_facilities_can_be_scorched_and_nothing_else() -> None:
    (scorching,) = data.situations(SYSTEM).scorchings
    assert set(scorching.facilities) == SYSTEM.able("tactical facility")


def test_DX_SMP_039_a_facility_is_scorched_once() -> None:
    game = decline(bare(units=BURNING), "scorched earth")
    answer(game, "air base in Norway")
    assert game.decision is not None
    here = {o for o in game.decision.options if o.endswith("Norway")}
    assert here == {"naval base in Norway"}


def test_DX_SMP_038_no_infantry_no_fire_and_no_facility_of_the_enemy() -> None:
    units = {"Norway": {GERMANY: {"light tank": 1, "air base": 1}}}
    game = decline(bare(units=units), "scorched earth")
    options = game.decision.options if game.decision is not None else ()
    assert not any("Norway" in o for o in options)


PRINTED = (
    "1 British light tank was placed in the United Kingdom (Operation Dynamo)",
    "Germany declined the bargain",
    "1 German elite infantry was removed from Belarus (winter)",
    "3 German regular infantry were added in Germany (conscripts)",
    "Germany collected 5 IPC (oil tankers)",
    "Italy scorched nothing more",
)


def test_situations_end_and_are_told_in_words() -> None:
    units = {**EAST, **DERRICKS, NORMANDY: {UK: {"light tank": 1}}}
    game = situations(round=1, relations=AT_WAR, units=units, control={"France": GERMANY})
    decline(game)
    assert game.state.phase != PART
    told = "\n".join(log(game))
    for words in PRINTED:
        assert words in told, words
