"""What a battle of The War Game answers besides its odds, and what is refused."""

from __future__ import annotations

from dataclasses import replace

import pytest

import a4a
from a4a.core.dice import SeededDice
from a4a.core.errors import BattleError
from a4a.odds.battle import Battle
from a4a.odds.exact import solve
from a4a.odds.montecarlo import simulate
from a4a.rules.areas.odds import fights
from a4a.rules.fight import Band
from a4a.rules.run import Run
from a4a.rules.systems.wargame1942.combat.phase import Combat
from tests.rules.wargame1942.declared import Orders
from tests.rules.wargame1942.empty import BRITISH, rules
from tests.rules.wargame1942.test_odds import fleets, made, ready


def test_simulated_battles_end_as_those_solved() -> None:
    landing = made("land", {"infantry": 2, "fighter": 2}, {"artillery": 2, "infantry": 1})
    for model in (fleets(), landing):
        exact, played = solve(model), simulate(model, 20_000, seed=3)
        assert abs(exact.attacker_wins - played.attacker_wins) < 0.015
        assert abs(exact.rounds - played.rounds) < 0.03


def made_landing() -> Battle:
    """A landing with an aircraft, and a ship of which only the second battery is lost."""
    bands = (
        Band("infantry", 2, duty="landing"),
        Band("battleship", 1, damaged=1, duty="bombarding"),
        Band("battleship", 1, duty="bombarding"),
    )
    return made("amphibious", {"fighter": 1}, {"infantry": 1}, attacker_bands=bands)


def test_a_damaged_battleship_bombards_with_one_battery() -> None:
    groups = {g.kind.name: g.kind for g in made_landing().attacker.groups}
    fired = sorted(
        sorted(weapon.value for weapon in kind.weapons.values())
        for kind in groups.values()
        if not kind.hits
    )
    assert fired == [[6, 8], [8]]


def test_hits_behind_the_casualty_line_are_chosen_volley_by_volley() -> None:
    model = fleets()
    defender = replace(model.defender, allocation="along the order")
    with pytest.raises(BattleError, match="volley by volley"):
        solve(replace(model, defender=defender))


@pytest.mark.parametrize(
    ("kind", "band", "why"),
    [
        ("land", Band("artillery", 3, duty="bombarding"), "3 units give support shots for 2"),
        ("land", Band("destroyer", 1, duty="bombarding"), "a landing only"),
        ("sea", Band("artillery", 1, duty="bombarding"), "at land units"),
        ("sea", Band("general", 1), "leads land units"),
        ("land", Band("general", 1, duty="bombarding"), "it is not bombarding"),
        ("land", Band("general", 1, duty="landing"), "it is not landing"),
        ("land", Band("major factory", 1), "takes no part"),
    ],
)
def test_units_that_cannot_be_in_a_battle_are_refused(kind: str, band: Band, why: str) -> None:
    units = {"infantry": 2} if kind == "land" else {"destroyer": 2}
    with pytest.raises(BattleError, match=why):
        made(kind, units, units, attacker_bands=(band,))


def test_preemptive_batteries_fire_before_all_else_in_the_first_round_alone() -> None:
    """WG-BUB-002, -003: what they hit does not fire back; later they fire with all others."""
    ours = (Band("battleship", 1, marks=("preemptive",)),)
    model = made("sea", {}, {"destroyer": 1}, attacker_bands=ours)
    odds = solve(replace(model, rounds=1))
    # The destroyer is lost to the 8 beforehand; if not, it damages the battleship at 5.
    unhurt = odds.attacker.damaged[:, 0] == 0
    assert odds.chances[unhurt].sum() == pytest.approx(1 - 4 / 12 * 5 / 12)
    late = solve(replace(model, rounds=2))
    spared = 4 / 12 * 6 / 12
    again = 5 / 12 * 4 / 12 + 7 / 12 * 4 / 12 * 6 / 12  # damaged, it has its 8 alone
    assert late.attacker_wins + late.both_destroyed == pytest.approx(1 - spared * again)


def test_generals_are_sent_with_the_units_they_lead() -> None:
    battle = a4a.battle(
        "wargame1942", attacker={"infantry": 4, "general": 1}, defender={"infantry": 2}
    )
    assert battle.sending({"infantry": 2}).attacker == {"infantry": 2, "general": 1}


def test_an_open_battle_is_told_with_both_nations_tasks_and_generals() -> None:
    orders = Orders(*BRITISH)
    orders.send("U.K.", "infantry", "Libya", "Tunisia", number=2)
    orders.send("France", "armor", "Libya", "Tunisia")
    orders.task(orders.put("Libya", "U.K.", "artillery"), "support", "Tunisia")
    orders.put("Tunisia", "France", "general")
    orders.put("Tunisia", "Germany", "infantry", 2)
    run = Run(ready(orders), SeededDice(1))
    Combat(rules().game).enter(run)
    name = next(x.id for x in run.state.battles.values() if x.space == "Tunisia")
    fight = rules().battles.recorded(run.state, name)
    assert fight is not None
    model = fights.battle(rules().game, fight)
    found = {g.kind.name: (g.count, g.kind.value) for g in model.attacker.groups}
    assert found == {
        "infantry": (2, 2), "armor": (1, 9), "artillery (bombarding)": (1, 0),
    }  # fmt: skip
    assert [(g.kind.name, g.count) for g in model.defender.groups] == [("infantry", 2)]


def test_an_open_battle_is_told_with_harsh_terrain_drops_and_who_cannot_retreat() -> None:
    orders = Orders(*BRITISH, control={"Chad": "Germany", "Libya": "U.K."})
    orders.send("U.K.", "armor", "Libya", "Chad")
    (bomber,) = orders.send("U.K.", "bomber", "Libya", "Chad")
    orders.task(orders.put(bomber, "U.K.", "infantry", 2), "drop", "Chad")
    orders.put("Chad", "Germany", "infantry")
    orders.put("NA-8", "U.K.", "destroyer")
    orders.send("U.K.", "submarine", "NA-7", "NA-8")
    orders.put("NA-8", "Germany", "submarine")
    run = Run(ready(orders), SeededDice(1))
    Combat(rules().game).enter(run)
    kinds = {}
    for space in ("Chad", "NA-8"):
        name = next(x.id for x in run.state.battles.values() if x.space == space)
        fight = rules().battles.recorded(run.state, name)
        model = fights.battle(rules().game, fight)
        kinds |= {g.kind.name: g.kind for g in model.attacker.groups}
    assert kinds["armor (across harsh terrain)"].fatal == 3
    assert kinds["bomber (dropping)"].cost == 18, "who drops is not lost with it"
    stays = {name for name, kind in kinds.items() if "stays" in kind.tags}
    assert stays == {"armor (across harsh terrain)", "infantry (dropping)", "destroyer"}
    assert kinds["bomber (dropping)"].target == "air"
