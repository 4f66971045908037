"""Transports of The War Game: loading on the way, landings, bombardments for them, blockades."""

from __future__ import annotations

import pytest

from a4a.core import events as ev
from a4a.rules.areas.orders import Casualties
from a4a.rules.choices import Tally
from tests.rules.wargame1942.empty import BRITISH, GERMANS, MISS
from tests.rules.wargame1942.ordered import Ordering, Table

ALGERIA = "Algeria Sea Zone"


def aboard(kind: str = "infantry", number: int = 1) -> tuple[Table, int, tuple[int, ...]]:
    """A British transport off Algeria with something aboard."""
    table = Table(*BRITISH)
    (ship,) = table.put(ALGERIA, "U.K.", "transport")
    return table, ship, table.put(ship, "U.K.", kind, number)


def test_WG_TRN_001_BB_001_DD_001_CV_001_SUB_001_ships_move_three_spaces_at_sea() -> None:
    for kind, rule in (
        ("transport", "WG-TRN-001"), ("battleship", "WG-BB-001"), ("destroyer", "WG-DD-001"),
        ("aircraft carrier", "WG-CV-001"), ("submarine", "WG-SUB-001"),
    ):  # fmt: skip
        table = Table(*BRITISH)
        (ship,) = table.put("Gambia Sea Zone", "U.K.", kind)
        way = ("Gambia Sea Zone", "Gibraltar Sea Zone", ALGERIA, "Malta Sea Zone", "Aegean Sea")
        game = table.noncombat()
        assert game.no(ship, *way[:4]) == "allowed"
        assert game.no(ship, *way) == rule
        assert game.no(ship, "Gambia Sea Zone", "Gambia") == "WG-CMO-008"


@pytest.mark.parametrize(
    ("kinds", "fits"),
    [
        (("infantry", "infantry"), True), (("armor",), True), (("artillery",), True),
        (("infantry",) * 3, False), (("armor", "infantry"), False),
        (("artillery", "infantry"), False),
    ],
)  # fmt: skip
def test_WG_TRN_002_INF_005_ART_005_ARM_011_what_a_transport_takes(
    kinds: tuple[str, ...], fits: bool
) -> None:
    table = Table(*BRITISH)
    (ship,) = table.put("Gibraltar Sea Zone", "U.K.", "transport")
    units = tuple(i for kind in kinds for i in table.put("Gibraltar", "U.K.", kind))
    game = table.orders()
    found = game.no(units, "Gibraltar", "Gibraltar Sea Zone", aboard=ship)
    assert found == ("allowed" if fits else "WG-TRN-002")


def test_WG_TRN_003_to_friendly_land_after_combat_and_to_an_enemys_in_it() -> None:
    table, _, (man,) = aboard()
    game = table.orders()
    assert game.no(man, ALGERIA, "Gibraltar") == "WG-TRN-003"
    assert game.no(man, ALGERIA, "Algeria") == "allowed"
    game = table.noncombat()
    assert game.no(man, ALGERIA, "Gibraltar") == "allowed"
    assert game.no(man, ALGERIA, "Algeria") == "WG-NCM-005"


def test_WG_TRN_004_005_units_board_from_where_they_began_the_turn() -> None:
    table = Table(*BRITISH)
    (ship,) = table.put("Gambia Sea Zone", "U.K.", "transport")
    (man,) = table.put("Senegal", "U.K.", "armor")
    (far,) = table.put("Mali", "U.K.", "armor")
    game = table.noncombat()
    assert game.no(far, "Mali", "Gambia Sea Zone", aboard=ship) == "WG-TRN-004"
    game.send(far, "Mali", "Senegal")
    assert game.no(far, "Senegal", "Gambia Sea Zone", aboard=ship) == "WG-TRN-005"
    assert game.no(man, "Senegal", "Gambia Sea Zone", aboard=ship) == "allowed"


def algeria() -> tuple[Ordering, dict[str, int]]:
    """The British pick up two infantry on the way from Gambia to Algeria."""
    table = Table(*BRITISH, control={"West Africa": "Germany", "Morocco": "Germany"})
    found: dict[str, int] = {}
    for name, place, power, kind in (
        ("ship", "Gambia Sea Zone", "U.K.", "transport"), ("first", "Gambia", "U.K.", "infantry"),
        ("second", "Gibraltar", "U.K.", "infantry"),
        ("battleship", "Gambia Sea Zone", "U.K.", "battleship"),
        ("destroyer", ALGERIA, "U.K.", "destroyer"),
        ("north", "Mauritania", "France", "infantry"),
        ("fighter", "Mauritania", "U.K.", "fighter"), ("east", "Mali", "France", "infantry"),
        ("tank", "Senegal", "U.K.", "armor"),
        ("enemy", "Algeria", "Germany", "infantry"), ("panzer", "Algeria", "Germany", "armor"),
        ("ally", "Algeria", "Italy", "infantry"), ("guard", "Morocco", "Germany", "infantry"),
    ):  # fmt: skip
        (found[name],) = table.put(place, power, kind)
    game = table.orders(*[MISS] * 40)
    game.send(found["first"], "Gambia", "Gambia Sea Zone", aboard=found["ship"])
    game.send(found["ship"], "Gambia Sea Zone", "Gibraltar Sea Zone")
    game.send(found["second"], "Gibraltar", "Gibraltar Sea Zone", aboard=found["ship"])
    game.send(found["ship"], "Gibraltar Sea Zone", ALGERIA)
    return game, found


def test_WG_TRN_006_a_transport_loads_at_several_places_on_its_way() -> None:
    game, found = algeria()
    assert [u.id for u in game.state.at(found["ship"])] == [found["first"], found["second"]]
    assert game.where(found["ship"]) == [ALGERIA]


def test_WG_TRN_007_where_it_lands_its_units_a_transport_stops() -> None:
    table, ship, (man,) = aboard()
    game = table.orders().send(man, ALGERIA, "Algeria")
    assert game.no(ship, ALGERIA, "Gibraltar Sea Zone") == "WG-CMO-004"
    assert game.no(man, ALGERIA, "Libya") in ("WG-RET-033", "WG-TRN-007")
    game = table.noncombat().send(man, ALGERIA, "Gibraltar")
    assert game.no(ship, ALGERIA, "Gibraltar Sea Zone") == "WG-TRN-007"


def test_WG_TRN_008_what_was_put_ashore_goes_no_farther() -> None:
    table, _, (tank,) = aboard("armor")
    table.control.update({"Morocco": "U.K.", "Algeria": "U.K."})
    game = table.noncombat().send(tank, ALGERIA, "Morocco")
    assert game.no(tank, "Morocco", "Algeria") == "WG-TRN-008"


def test_WG_TRN_009_two_infantry_land_in_two_territories() -> None:
    table, ship, men = aboard(number=2)
    game = table.orders().send(men[0], ALGERIA, "Algeria").send(men[1], ALGERIA, "Morocco")
    assert [game.task(i)[1] for i in men] == ["Algeria", "Morocco"]
    game.fought()
    assert game.where(*men, ship) == ["Algeria", "Morocco", ALGERIA]


def test_WG_TRN_002_of_two_ships_that_land_units_together_each_has_landed_its_own() -> None:
    table, ship, men = aboard()
    (other,) = table.put(ALGERIA, "U.K.", "transport")
    men += table.put(other, "U.K.", "infantry")
    more = table.put("Gibraltar", "U.K.", "infantry", 2)
    game = table.orders().send(men, ALGERIA, "Algeria")
    way = "Gibraltar", ALGERIA
    assert game.no(more[0], *way, aboard=ship) == "allowed"
    assert game.no(more[1], *way, aboard=other) == "allowed"


def test_WG_RET_033_a_landing_place_is_not_changed() -> None:
    table, _, (man,) = aboard()
    game = table.orders().send(man, ALGERIA, "Algeria")
    assert game.no(man, ALGERIA, "Morocco") == "WG-RET-033"


def test_WG_RET_035_what_boards_for_an_attack_is_laden_as_the_battle_opens() -> None:
    table = Table(*BRITISH)
    (ship,) = table.put("France Sea Zone", "U.K.", "transport")
    (man,) = table.put("Great Britain", "U.K.", "infantry")
    table.put("North Sea", "Germany", "destroyer")
    game = table.orders(*[MISS] * 30)
    game.send(man, "Great Britain", "France Sea Zone", aboard=ship)
    game.send(ship, "France Sea Zone", "North Sea").send(man, "North Sea", "Denmark").end()
    assert game.state.battles
    assert game.where(man) == ["North Sea"]


def test_WG_MNC_003_nobody_uses_the_transports_of_a_partner() -> None:
    table = Table(*BRITISH)
    (ship,) = table.put("Gambia Sea Zone", "U.K.", "transport")
    (man,) = table.put("Senegal", "France", "infantry")
    game = table.orders()
    assert game.no(man, "Senegal", "Gambia Sea Zone", aboard=ship) == "WG-MNC-003"


def test_WG_TRN_012_a_transport_joins_a_naval_attack() -> None:
    table = Table(*BRITISH)
    ships = table.put("Eire Sea Zone", "U.K.", "transport") + table.put(
        "Eire Sea Zone", "U.K.", "destroyer"
    )
    table.put("NA-8", "Germany", "submarine")
    game = table.orders(*[MISS] * 20).send(ships, "Eire Sea Zone", "NA-8").end()
    (battle,) = game.state.battles.values()
    attackers = {i for p in battle.participants if p.role == "attacker" for i in p.units}
    assert attackers == set(ships)


# --- shore bombardment --------------------------------------------------------------------------


def test_WG_BB_020_021_024_DD_005_a_ship_bombards_for_each_unit_that_lands() -> None:
    game, found = algeria()
    shot = {"task": "bombard", "target": "Algeria"}
    way = ("Gambia Sea Zone", "Gibraltar Sea Zone", ALGERIA)
    assert game.no(found["battleship"], *way, **shot) == "WG-BB-023"
    game.send(found["first"], ALGERIA, "Algeria")
    game.send(found["battleship"], *way, **shot)
    assert game.no(found["destroyer"], ALGERIA, **shot) == "WG-BB-024"
    game.send(found["second"], ALGERIA, "Algeria")
    game.send(found["destroyer"], ALGERIA, **shot)
    assert game.task(found["destroyer"]) == ("bombard", "Algeria")


def test_WG_BB_022_023_it_shoots_where_units_land_from_its_own_zone() -> None:
    table, _, (man,) = aboard()
    (near,) = table.put(ALGERIA, "U.K.", "battleship")
    (far,) = table.put("Gibraltar Sea Zone", "U.K.", "battleship")
    (sub,) = table.put(ALGERIA, "U.K.", "submarine")
    table.control["Morocco"] = "Germany"
    game = table.orders()
    assert game.no(near, ALGERIA, task="bombard", target="Algeria") == "WG-BB-023"
    game.send(man, ALGERIA, "Morocco")
    assert game.no(near, ALGERIA, task="bombard", target="Algeria") == "WG-BB-023"
    assert game.no(far, "Gibraltar Sea Zone", task="bombard", target="Morocco") == "WG-BB-022"
    assert game.no(sub, ALGERIA, task="bombard", target="Morocco") == "WG-BB-020"
    assert game.no(near, ALGERIA, task="bombard", target="Morocco") == "allowed"


def test_the_attack_on_Algeria_from_orders_to_its_first_round() -> None:
    """The book's Combat Orders Example, WG-EXA-001 to WG-EXA-014."""
    game, found = algeria()
    game.send((found["first"], found["second"]), ALGERIA, "Algeria")
    way = ("Gambia Sea Zone", "Gibraltar Sea Zone", ALGERIA)
    game.send(found["battleship"], *way, task="bombard", target="Algeria")
    game.send(found["destroyer"], ALGERIA, task="bombard", target="Algeria")
    game.send(found["north"], "Mauritania", "Algeria").send(found["east"], "Mali", "Algeria")
    game.send(found["fighter"], "Mauritania", "Algeria")
    game.send(found["tank"], "Senegal", "West Africa", "Algeria")
    assert game.state.control["West Africa"] == "France"
    game.end()
    assert game.battles() == {"Algeria"}
    game.round(2)
    dice = sum(n for _, role, n in game.rolled() if role == "attacker")
    assert dice == 9  # as many as in the example: two dice of the battleship among them


def test_WG_EXA_017_one_of_them_may_land_in_Morocco_instead() -> None:
    game, found = algeria()
    game.send(found["first"], ALGERIA, "Algeria").send(found["second"], ALGERIA, "Morocco")
    shot = {"task": "bombard", "target": "Morocco"}
    game.send(found["destroyer"], ALGERIA, **shot).end()
    assert game.battles() == {"Algeria", "Morocco"}


# --- blockades and sailing by -------------------------------------------------------------------


def test_WG_RET_013_014_015_ships_of_both_nations_block_a_zone_and_stay_there() -> None:
    table = Table(*BRITISH)
    (ship,) = table.put("Eire Sea Zone", "U.K.", "transport")
    (french,) = table.put("Eire Sea Zone", "France", "destroyer")
    (hunter,) = table.put("Eire Sea Zone", "U.K.", "destroyer")
    (prey,) = table.put("NA-8", "Germany", "destroyer")
    game = table.orders(*[MISS] * 2, 1, *[MISS] * 4)
    game.send(ship, "Eire Sea Zone", "NA-5").send(french, "Eire Sea Zone", "NA-5", "NA-4")
    game.send(hunter, "Eire Sea Zone", "NA-8").end()
    assert game.asked.startswith("retreats NA-8")
    decision = game.game.decision
    assert decision is not None
    assert "NA-6" in decision.spaces
    assert not {"NA-5", "NA-4"} & set(decision.spaces)
    game.stay()
    assert game.state.phase == "Non-Combat Movement"
    assert game.no(ship, "NA-5", "NA-3") == "WG-RET-015"
    assert game.where(prey, ship) == [None, "NA-5"]


def test_WG_NPT_005_TRN_015_WG_FER_011_a_fleet_sails_by_a_transport_under_its_fire() -> None:
    for face, lost in ((2, True), (3, False)):
        table = Table(*GERMANS)
        (ship,) = table.put("North Sea", "Germany", "destroyer")
        (other,) = table.put("North Sea", "Germany", "battleship")
        table.put("Eire Sea Zone", "U.K.", "transport")
        game = table.orders(face, *[MISS] * 9)
        game.send(ship, "North Sea", "Eire Sea Zone", "NA-5")
        assert not game.told(ev.Rolled)
        game.send(other, "North Sea", "Faeroe Sea Zone").end()
        (rolled,) = game.told(ev.Rolled)
        assert isinstance(rolled, ev.Rolled)
        assert [(die.face, die.target) for die in rolled.dice] == [(face, 2)]
        assert rolled.power == "U.K."
        assert game.where(ship, other) == [None if lost else "NA-5", "Faeroe Sea Zone"]
        assert not any(u.flags for u in game.state.units.values())


def sailing_by(*dice: int) -> tuple[Ordering, dict[str, int]]:
    """A fleet that has sailed by two transports, and then into a battle."""
    table = Table(*GERMANS)
    (giant,) = table.put("North Sea", "Germany", "battleship")
    (ship,) = table.put("North Sea", "Germany", "transport")
    (man,) = table.put(ship, "Germany", "infantry")
    (sub,) = table.put("North Sea", "Italy", "submarine")
    table.put("Eire Sea Zone", "U.K.", "transport", 2)
    table.put("NA-5", "U.K.", "destroyer")
    game = table.orders(*dice)
    way = ("North Sea", "Eire Sea Zone", "NA-5")
    game.send((giant, ship), *way).send(sub, *way).end()
    return game, {"giant": giant, "ship": ship, "man": man, "sub": sub}


def test_R_592_who_sailed_by_chooses_the_losses_before_any_battle_opens() -> None:
    game, ids = sailing_by(1, 2)
    decision = game.game.decision
    assert decision is not None
    assert (decision.kind, decision.powers) == ("losses on the way", ("Germany", "Italy"))
    assert (decision.least, decision.most, decision.spaces) == (2, 2, ("Eire Sea Zone",))
    assert set(decision.units) == {ids["giant"], ids["ship"], ids["sub"]}
    assert game.battles() == set()
    for wrong in ({ids["sub"]: 2}, {ids["sub"]: 1}, {ids["man"]: 1, ids["sub"]: 1}):
        assert game.refused(Casualties(hits=wrong)) == "WG-FER-011"
    game.do(Casualties(hits={ids["ship"]: 1, ids["giant"]: 1}))
    assert game.where(ids["ship"], ids["man"], ids["sub"]) == [None, None, "NA-5"]
    assert game.unit(ids["giant"]).damage == 1
    assert game.battles() == {"NA-5"}
    assert not any(f.startswith("sailed by") for u in game.state.units.values() for f in u.flags)


def test_R_592_a_battleship_may_take_both_hits_and_one_hit_is_a_choice_too() -> None:
    game, ids = sailing_by(1, 2)
    game.do(Casualties(hits={ids["giant"]: 2}))
    assert game.where(ids["giant"], ids["ship"]) == [None, "NA-5"]
    game, ids = sailing_by(1, 3)
    game.do(Casualties(hits={ids["sub"]: 1}))
    assert game.where(ids["giant"], ids["ship"], ids["sub"]) == ["NA-5", "NA-5", None]


def test_R_592_the_form_begins_with_the_cheapest_losses() -> None:
    game, ids = sailing_by(1, 2)
    (form,) = game.game.ruleset.choices(game.state)
    assert isinstance(form, Tally)
    assert [(item.type, item.most, item.detail) for item in form.items] == [
        ("battleship", 2, ""), ("transport", 1, "with 1 infantry aboard"), ("submarine", 1, ""),
    ]  # fmt: skip
    (order,) = form.make({item.key: item.chosen for item in form.items})
    game.do(order)
    assert game.unit(ids["giant"]).damage == 1
    assert game.where(ids["sub"], ids["ship"]) == [None, "NA-5"]


def test_R_592_two_zones_are_settled_one_after_the_other() -> None:
    table = Table(*GERMANS)
    fleet = table.put("North Sea", "Germany", "destroyer")
    fleet += table.put("North Sea", "Germany", "submarine")
    table.put("Eire Sea Zone", "U.K.", "transport")
    table.put("Faeroe Sea Zone", "U.K.", "transport")
    others = table.put("North Sea", "Germany", "destroyer")
    others += table.put("North Sea", "Germany", "submarine")
    game = table.orders(1, 1)
    game.send(fleet, "North Sea", "Eire Sea Zone", "NA-5")
    game.send(others, "North Sea", "Faeroe Sea Zone", "NA-3").end()
    assert len(game.told(ev.Rolled)) == 1
    game.do(Casualties(hits={fleet[0]: 1}))
    assert len(game.told(ev.Rolled)) == 2
    game.do(Casualties(hits={others[1]: 1}))
    assert game.where(*fleet, *others) == [None, "NA-5", "NA-3", None]


def test_WG_FER_011_a_fleet_that_goes_on_in_a_second_order_is_fired_on_too() -> None:
    table = Table(*GERMANS)
    (ship,) = table.put("North Sea", "Germany", "destroyer")
    table.put("Eire Sea Zone", "U.K.", "transport")
    game = table.orders(1)
    game.send(ship, "North Sea", "Eire Sea Zone").send(ship, "Eire Sea Zone", "NA-5").end()
    assert game.where(ship) == [None]


def test_WG_FER_009_who_stays_with_an_enemy_transport_fights_it() -> None:
    table = Table(*GERMANS)
    (ship,) = table.put("North Sea", "Germany", "destroyer")
    table.put("Eire Sea Zone", "U.K.", "transport")
    game = table.orders(*[MISS] * 9).send(ship, "North Sea", "Eire Sea Zone").end()
    assert game.battles() == {"Eire Sea Zone"}


def test_WG_FER_010_015_after_combat_no_ship_goes_through_enemy_ships() -> None:
    table = Table(*GERMANS)
    (ship,) = table.put("North Sea", "Germany", "destroyer")
    table.put("Eire Sea Zone", "U.K.", "transport")
    table.put("France Sea Zone", "U.K.", "submarine")
    game = table.noncombat()
    assert game.no(ship, "North Sea", "Eire Sea Zone", "NA-5") == "WG-FER-010"
    assert game.no(ship, "North Sea", "France Sea Zone") == "WG-FER-015"
    assert game.no(ship, "North Sea", "Faeroe Sea Zone") == "allowed"


def test_WG_BB_024_ships_that_bombard_together_need_as_many_who_land() -> None:
    for men, said in ((1, "WG-BB-024"), (2, "allowed")):
        table = Table(*BRITISH, control={"Morocco": "Germany"})
        ships = table.put(ALGERIA, "U.K.", "destroyer", 2)
        (carrier,) = table.put(ALGERIA, "U.K.", "transport")
        landing = table.put(carrier, "U.K.", "infantry", men)
        game = table.orders().send(landing, ALGERIA, "Morocco")
        assert game.no(ships, ALGERIA, task="bombard", target="Morocco") == said


def test_WG_FER_011_transports_of_allies_do_not_fire_at_who_sails_by() -> None:
    table = Table(*GERMANS)
    (ship,) = table.put("North Sea", "Germany", "destroyer")
    table.put("Eire Sea Zone", "U.K.", "transport")
    table.put("Eire Sea Zone", "Italy", "transport")
    table.put("Eire Sea Zone", "Japan", "transport")
    game = table.orders(*[MISS] * 9).send(ship, "North Sea", "Eire Sea Zone", "NA-5").end()
    rolled = [e for e in game.told(ev.Rolled) if isinstance(e, ev.Rolled) and not e.battle]
    assert [(e.power, len(e.dice)) for e in rolled] == [("U.K.", 1)]
