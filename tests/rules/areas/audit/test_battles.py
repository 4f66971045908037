"""Faults planted in battles are found where they are, under the rule they break."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from a4a.core import events as ev
from tests.rules.areas.audit.told import Told, judged
from tests.rules.areas.positions import one

Dice = tuple[tuple[int, int], ...]

GERMANY, FRANCE, UK, ITALY = "Germany", "France", "United Kingdom", "Italy"
HOLLAND, NORMANDY, SOUTH = "Holland/Belgium", "Normandy/Bordeaux", "Southern France"
SZ105, SZ110, SZ112 = "sea zone 105", "sea zone 110", "sea zone 112"


def on_land() -> Told:
    """Two infantry and a tank against three infantry."""
    return Told(FRANCE, "land", GERMANY, {HOLLAND: {"infantry": 2, "tank": 1}},
                {FRANCE: {"infantry": 3}})  # fmt: skip


def at_sea(attackers: dict[str, int], defenders: dict[str, int]) -> Told:
    """Germany attacks the United Kingdom in sea zone 110."""
    return Told(SZ110, "sea", GERMANY, {SZ112: attackers}, {UK: defenders})


def ashore(
    landing: dict[str, int], ships: dict[str, int], overland: dict[str, int] | None = None
) -> Told:
    """Germany lands in Normandy from sea zone 110, and comes from Holland."""
    fleet = {**landing, **ships}
    sent = {SZ110: fleet, **({HOLLAND: overland} if overland else {})}
    return Told(NORMANDY, "amphibious", GERMANY, sent, {FRANCE: {"infantry": 2}})


# --- dice ---------------------------------------------------------------------------------------


def test_a_battle_by_the_rules_is_not_found_fault_with() -> None:
    told = on_land()
    told.round().roll("attack", (6, 1), (1, 1), (2, 3)).roll("defense", (1, 2), (5, 2), (6, 2))
    told.lose(*told.of("infantry", 2), *told.of("infantry", role="attacker"))
    told.round().roll("attack", (6, 1), (3, 3)).roll("defense", (6, 2))
    told.lose(*told.of("infantry")).close()
    assert told.rules() == []


@pytest.mark.parametrize(
    ("dice", "rule"),
    [
        (((6, 1), (6, 1), (6, 4)), "AA-CMB-018"),  # a tank that hits on 4
        (((6, 1), (6, 2), (6, 3)), "AA-CMB-008"),  # support without artillery
        (((6, 1), (6, 1), (6, 3), (6, 3)), "AA-CMB-039"),  # one die more than there are units
        (((6, 1), (6, 3)), "AA-CMB-039"),  # one less
    ],
)
def test_dice_that_are_not_the_units_are_found(
    dice: tuple[tuple[int, int], ...], rule: str
) -> None:
    told = on_land()
    told.round().roll("attack", *dice).roll("defense", (6, 2), (6, 2), (6, 2))
    told.retreat(HOLLAND, *told.attackers).close("attacker retreats")
    found = told.findings()
    assert [(x.topic, x.rule, x.event) for x in found] == [("roll", rule, 2)]
    assert found[0].severity == "illegal"


def test_dice_of_a_round_that_is_not_told_to_its_end_are_judged() -> None:
    told = on_land()
    told.round().roll("attack", (6, 1), (6, 1), (6, 4))
    assert told.rules() == ["AA-CMB-018"]


def test_defenders_each_roll_one_die() -> None:
    told = on_land()
    told.round().roll("attack", (6, 1), (6, 1), (6, 3)).roll("defense", (6, 2), (6, 2))
    told.retreat(HOLLAND, *told.attackers).close("attacker retreats")
    assert told.rules() == ["AA-CMB-042"]


def test_a_hit_counted_on_a_miss_is_found() -> None:
    told = on_land()
    told.round().roll("attack", (6, 1), (6, 1), (6, 3), hits=1)
    told.roll("defense", (6, 2), (6, 2), (6, 2)).lose(*told.of("infantry"))
    told.retreat(HOLLAND, *told.attackers).close("attacker retreats")
    assert [(x.topic, x.rule, x.event) for x in told.findings()] == [("roll", "AA-CMB-018", 2)]


def test_units_that_do_not_fire_are_found() -> None:
    told = on_land()
    told.round().roll("attack", (6, 1), (6, 1), (6, 3))
    told.round().roll("attack", (6, 1), (6, 1), (6, 3)).roll("defense", (6, 2), (6, 2), (6, 2))
    told.retreat(HOLLAND, *told.attackers).close("attacker retreats")
    assert [(x.topic, x.rule, x.event) for x in told.findings()] == [("roll", "AA-CMB-042", 2)]


@pytest.mark.parametrize(
    ("dice", "rules"),
    [
        (((6, 1), (6, 1)), []),
        (((6, 1), (6, 1), (6, 1)), ["AA-UNI-025"]),
        (((6, 1),), ["AA-UNI-025"]),
        (((6, 2), (6, 1)), ["AA-UNI-027"]),
    ],
)
def test_antiaircraft_dice_are_counted(dice: Dice, rules: list[str]) -> None:
    told = Told(FRANCE, "land", GERMANY, {HOLLAND: {"tank": 1, "fighter": 2}},
                {FRANCE: {"AAA": 1, "infantry": 1}})  # fmt: skip
    told.roll("aa", *dice).round().roll("attack", (1, 3), (6, 3), (6, 3)).roll("defense", (6, 2))
    told.lose(*told.of("infantry"), *told.of("AAA")).close()
    assert told.rules() == rules


def test_antiaircraft_fire_takes_aircraft_only() -> None:
    told = Told(FRANCE, "land", GERMANY, {HOLLAND: {"tank": 1, "fighter": 1}},
                {FRANCE: {"AAA": 1, "infantry": 1}})  # fmt: skip
    told.roll("aa", (1, 1)).lose(*told.of("tank", role="attacker"))
    told.round().roll("attack", (1, 3)).roll("defense", (6, 2))
    told.lose(*told.of("infantry"), *told.of("AAA")).close()
    assert told.rules() == ["AA-UNI-028"]


@pytest.mark.parametrize(
    ("dice", "rules"),
    [
        (((6, 4), (6, 3)), []),
        (((6, 4), (6, 4)), ["AA-AMP-022"]),
        (((6, 4), (6, 3), (6, 3)), ["AA-AMP-018"]),
    ],
)
def test_bombarding_ships_are_counted(dice: Dice, rules: list[str]) -> None:
    told = ashore({"transport: infantry, infantry": 1}, {"battleship": 1, "cruiser": 2})
    told.round().roll("bombard", *dice).roll("attack", (1, 1), (1, 1))
    told.roll("defense", (6, 2), (6, 2)).lose(*told.of("infantry", 2)).close()
    assert told.rules() == rules


def test_a_ship_that_has_fought_does_not_bombard() -> None:
    told = ashore({"transport: infantry, infantry": 1}, {"battleship": 1, "cruiser": 1})
    cruiser = one(told.game, SZ110, "cruiser")
    parts = (ev.Participant("attacker", GERMANY, (cruiser,), None),)
    told.events[:0] = [
        ev.BattleOpened("1.0", SZ110, "sea", parts),
        ev.BattleClosed("1.0", "attacker wins", "attacker"),
    ]
    told.round().roll("bombard", (6, 4), (6, 3)).roll("attack", (1, 1), (1, 1))
    told.roll("defense", (6, 2), (6, 2)).lose(*told.of("infantry", 2)).close()
    (finding,) = [found for found in told.findings() if found.rule == "AA-AMP-016"]
    assert finding.says == "ships in a zone that has seen combat do not bombard"


def test_supported_infantry_hits_on_2_in_pairs_only() -> None:
    told = Told(FRANCE, "land", GERMANY, {HOLLAND: {"infantry": 2, "artillery": 1}},
                {FRANCE: {"infantry": 1}})  # fmt: skip
    told.round().roll("attack", (6, 2), (2, 2), (6, 2)).roll("defense", (6, 2))
    told.lose(*told.of("infantry")).close()
    assert told.rules() == ["AA-CMB-008"]


# --- casualties ---------------------------------------------------------------------------------


@pytest.mark.parametrize(("lost", "rules"), [(0, ["AA-CMB-041"]), (1, []), (2, ["AA-CMB-040"])])
def test_as_many_are_lost_as_were_hit(lost: int, rules: list[str]) -> None:
    told = on_land()
    told.round().roll("attack", (6, 1), (6, 1), (3, 3)).roll("defense", (6, 2), (6, 2), (6, 2))
    if lost:
        told.lose(*told.of("infantry", lost))
    told.retreat(HOLLAND, *told.attackers).close("attacker retreats")
    assert told.rules() == rules


def test_a_unit_that_is_not_in_the_battle_cannot_be_hit() -> None:
    told = Told(FRANCE, "land", GERMANY, {HOLLAND: {"tank": 1}}, {FRANCE: {"infantry": 1}},
                others={SOUTH: {FRANCE: {"infantry": 1}}})  # fmt: skip
    state = told.game.state
    away = next(u.id for u in state.at(SOUTH) if u.type == "infantry")
    told.round().roll("attack", (1, 3)).roll("defense", (6, 2)).lose(away)
    told.retreat(HOLLAND, *told.attackers).close("attacker retreats")
    assert told.rules() == ["AA-CMB-040", "AA-CMB-041"]


def test_aircraft_hit_no_submarine_without_a_destroyer() -> None:
    told = at_sea({"fighter": 2}, {"submarine": 1, "cruiser": 1})
    told.round().roll("attack", (1, 3), (1, 3), kind="fighter")
    told.roll("defense", (6, 3), kind="cruiser")
    told.lose(*told.of("submarine"), *told.of("cruiser")).close()
    assert told.rules() == ["AA-CMB-045"]
    hunted = at_sea({"fighter": 1, "destroyer": 1}, {"submarine": 2})
    hunted.round().roll("attack", (6, 2), (1, 3)).roll("defense", (6, 1), (6, 1))
    hunted.lose(*hunted.of("submarine"))
    hunted.retreat(SZ112, *hunted.of("destroyer", role="attacker")).close("attacker retreats")
    assert hunted.rules() == []


def test_a_submarine_is_not_hit_in_place_of_a_ship_by_aircraft() -> None:
    told = at_sea({"fighter": 1}, {"submarine": 1, "cruiser": 1})
    told.round().roll("attack", (1, 3), kind="fighter").roll("defense", (6, 3), kind="cruiser")
    told.lose(*told.of("submarine"))
    told.close("attacker retreats")
    assert told.rules() == ["AA-CMB-045"]


def test_submarines_hit_no_aircraft() -> None:
    told = at_sea({"fighter": 1, "cruiser": 1}, {"submarine": 1})
    told.round().roll("defense", (1, 1), kind="submarine").roll("attack", (6, 3), kind="cruiser")
    told.lose(*told.of("fighter", role="attacker")).retreat(SZ112, *told.of("cruiser",
                                                            role="attacker"))  # fmt: skip
    told.close("attacker retreats")
    assert told.rules() == ["AA-UNI-072"]


def test_transports_are_hit_last() -> None:
    told = at_sea({"cruiser": 1}, {"destroyer": 1, "transport": 1})
    told.round().roll("attack", (1, 3)).roll("defense", (6, 2)).lose(*told.of("transport"))
    told.retreat(SZ112, *told.attackers).close("attacker retreats")
    assert told.rules() == ["AA-CMB-046"]


def test_cargo_is_lost_with_its_ship_only() -> None:
    told = at_sea({"cruiser": 1}, {"destroyer": 1, "transport: infantry": 1})
    told.round().roll("attack", (1, 3)).roll("defense", (6, 2)).lose(*told.of("infantry"))
    told.retreat(SZ112, *told.attackers).close("attacker retreats")
    assert told.rules() == ["AA-CMB-021", "AA-CMB-041"]


def test_a_capital_ship_takes_two_hits() -> None:
    told = at_sea({"cruiser": 1}, {"battleship": 1})
    told.round().roll("attack", (1, 3)).roll("defense", (6, 4)).lose(*told.of("battleship")).close()
    assert told.rules() == ["AA-CMB-040"]
    sound = at_sea({"cruiser": 1}, {"battleship": 1})
    sound.round().roll("attack", (1, 3)).roll("defense", (6, 4)).hurt(*sound.of("battleship"))
    sound.round().roll("attack", (1, 3)).roll("defense", (6, 4)).lose(*sound.of("battleship"))
    assert sound.close().rules() == []


def test_the_defenceless_are_sunk_and_nobody_else_is() -> None:
    sound = at_sea({"cruiser": 1}, {"destroyer": 1, "transport": 2})
    sound.round().roll("attack", (1, 3)).roll("defense", (6, 2))
    sound.lose(*sound.of("transport", 2)).lose(*sound.of("destroyer")).close()
    assert sound.rules() == []
    spared = at_sea({"cruiser": 1}, {"destroyer": 1, "transport": 2})
    spared.round().roll("attack", (1, 3)).roll("defense", (6, 2))
    assert spared.lose(*spared.of("destroyer")).close().rules() == ["AA-CMB-053"]
    covered = at_sea({"cruiser": 1}, {"destroyer": 1, "transport": 2})
    covered.round().roll("attack", (6, 3)).roll("defense", (6, 2)).lose(*covered.of("transport"))
    covered.retreat(SZ112, *covered.attackers).close("attacker retreats")
    assert covered.rules() == ["AA-CMB-053"]


def test_dice_at_nothing_are_found() -> None:
    told = at_sea({"submarine": 1}, {"transport": 1})
    told.lose(*told.of("transport")).round().roll("attack", (6, 2), kind="submarine").close()
    (found,) = told.findings()
    assert (found.rule, found.severity, found.cites) == ("AA-CMB-053", "engine option", "D-020")
    aloft = at_sea({"fighter": 1}, {"submarine": 1})
    aloft.round().roll("defense", (6, 1), kind="submarine").close("attacker retreats")
    assert aloft.rules() == ["AA-UNI-072"]


def test_what_a_surprise_strike_destroys_does_not_fire() -> None:
    sound = at_sea({"submarine": 1, "cruiser": 1}, {"cruiser": 2})
    sound.round().roll("attack", (1, 2), kind="submarine").roll("attack", (6, 3), kind="cruiser")
    sound.roll("defense", (6, 3)).lose(*sound.of("cruiser"))
    sound.retreat(SZ112, *sound.attackers).close("attacker retreats")
    assert sound.rules() == []
    # As many keep silent as the strike has hit, not all that are lost in the round.
    silent = at_sea({"submarine": 1, "cruiser": 1}, {"cruiser": 3})
    silent.round().roll("attack", (1, 2), kind="submarine").roll("attack", (1, 3), kind="cruiser")
    silent.roll("defense", (6, 3)).lose(*silent.of("cruiser", 2))
    silent.retreat(SZ112, *silent.attackers).close("attacker retreats")
    assert silent.rules() == ["AA-CMB-042"]
    # A destroyer takes the surprise from the strike: then both fire.
    hunted = at_sea({"submarine": 1, "cruiser": 1}, {"cruiser": 1, "destroyer": 1})
    hunted.round().roll("attack", (1, 2), kind="submarine").roll("attack", (6, 3), kind="cruiser")
    hunted.roll("defense", (6, 2)).lose(*hunted.of("cruiser"))
    hunted.retreat(SZ112, *hunted.attackers).close("attacker retreats")
    assert hunted.rules() == ["AA-CMB-042"]


# --- who fights ---------------------------------------------------------------------------------


def joined(told: Told, unit: int, role: ev.Role, power: str) -> Told:
    """Name one more unit as taking part."""
    opened = told.events[0]
    assert isinstance(opened, ev.BattleOpened)
    more = (*opened.participants, ev.Participant(role, power, (unit,)))
    told.events[0] = ev.BattleOpened(opened.battle, opened.space, opened.kind, more)
    return told


def test_a_unit_that_is_elsewhere_does_not_fight() -> None:
    told = Told(FRANCE, "land", GERMANY, {HOLLAND: {"tank": 1}}, {FRANCE: {"infantry": 1}},
                others={SOUTH: {FRANCE: {"infantry": 1}}})  # fmt: skip
    away = next(u.id for u in told.game.state.at(SOUTH) if u.type == "infantry")
    joined(told, away, "defender", FRANCE)
    told.round().roll("attack", (1, 3)).roll("defense", (6, 2), (6, 2)).lose(*told.of("infantry"))
    told.retreat(HOLLAND, *told.attackers).close("attacker retreats")
    assert told.rules() == ["AA-CMB-011"]


def test_a_partner_does_not_attack() -> None:
    told = Told(SZ110, "sea", GERMANY, {SZ112: {"cruiser": 1}}, {UK: {"cruiser": 1}},
                others={SZ110: {ITALY: {"cruiser": 1}}})  # fmt: skip
    partner = next(u.id for u in told.game.state.at(SZ110) if u.owner == ITALY)
    joined(told, partner, "attacker", ITALY)
    told.round().roll("attack", (6, 3), (6, 3)).roll("defense", (6, 3))
    told.retreat(SZ112, *told.attackers).close("attacker retreats")
    assert told.rules()[0] == "AA-CMB-065"


def test_everybody_in_a_zone_takes_part() -> None:
    told = Told(SZ110, "sea", GERMANY, {SZ112: {"cruiser": 1}}, {UK: {"cruiser": 1}},
                others={SZ110: {FRANCE: {"destroyer": 1}}})  # fmt: skip
    told.round().roll("attack", (6, 3)).roll("defense", (6, 3))
    told.retreat(SZ112, *told.attackers).close("attacker retreats")
    assert told.rules() == ["AA-AMP-012"]


def test_everybody_in_a_territory_takes_part() -> None:
    told = Told(FRANCE, "land", GERMANY, {HOLLAND: {"tank": 1}}, {FRANCE: {"infantry": 1}},
                others={FRANCE: {UK: {"infantry": 1}}})  # fmt: skip
    told.round().roll("attack", (6, 3)).roll("defense", (6, 2))
    told.retreat(HOLLAND, *told.attackers).close("attacker retreats")
    assert told.rules() == ["AA-CMB-011"]


def test_one_fights_those_with_whom_one_is_at_war() -> None:
    told = Told(SZ110, "sea", GERMANY, {SZ112: {"cruiser": 1}}, {"United States": {"cruiser": 1}})
    told.round().roll("attack", (6, 3)).roll("defense", (6, 3))
    told.retreat(SZ112, *told.attackers).close("attacker retreats")
    assert told.rules() == ["AA-CMB-067"]


# --- who leaves ---------------------------------------------------------------------------------


def pressed(told: Told) -> Told:
    return (
        told.round().roll("attack", (6, 1), (6, 1), (6, 3)).roll("defense", (6, 2), (6, 2), (6, 2))
    )


@pytest.mark.parametrize(
    ("leave", "rule"),
    [
        (lambda x: x.retreat(NORMANDY, *x.attackers), "AA-CMB-059"),
        (lambda x: x.retreat("Poland", *x.attackers), "AA-CMB-058"),
        (lambda x: x.retreat(HOLLAND, *x.attackers[:1]), "AA-CMB-071"),
        (lambda x: x.retreat(SOUTH, *x.defenders[-1:]), "AA-CMB-057"),
    ],
)
def test_retreats_go_where_somebody_came_from(leave: Callable[[Told], Told], rule: str) -> None:
    told = leave(pressed(on_land())).close("attacker retreats")
    assert told.rules()[0] == rule


def test_nobody_retreats_before_a_round_is_fought() -> None:
    told = on_land()
    told.retreat(HOLLAND, *told.attackers).close("attacker retreats")
    assert told.rules() == ["AA-CMB-057"]


def test_what_came_by_sea_does_not_retreat() -> None:
    told = ashore({"transport: infantry, infantry": 1}, {}, {"tank": 1})
    told.round().roll("attack", (6, 1), (6, 1), (6, 3)).roll("defense", (6, 2), (6, 2))
    told.retreat(HOLLAND, *told.attackers).close("attacker retreats")
    assert told.rules()[0] == "AA-AMP-029"
    sound = ashore({"transport: infantry, infantry": 1}, {}, {"tank": 1})
    sound.round().roll("attack", (6, 1), (6, 1), (6, 3)).roll("defense", (6, 2), (6, 2))
    sound.retreat(HOLLAND, *sound.of("tank", role="attacker"))
    sound.round().roll("attack", (6, 1), (6, 1)).roll("defense", (1, 2), (1, 2))
    sound.lose(*sound.of("infantry", 2, role="attacker")).close("defender wins")
    assert sound.rules() == []


def test_a_destroyer_keeps_submarines_from_submerging() -> None:
    told = at_sea({"destroyer": 1}, {"submarine": 1})
    told.round().submerge(*told.of("submarine")).close()
    assert told.rules() == ["AA-CMB-025"]
    sound = at_sea({"cruiser": 1}, {"submarine": 1})
    assert sound.round().submerge(*sound.of("submarine")).close().rules() == []


def test_a_battle_does_not_stop_while_both_can_fire() -> None:
    told = pressed(on_land()).close("defender wins")
    assert told.rules() == ["AA-CMB-049"]


# --- which battles, and in what order -----------------------------------------------------------


def test_a_battle_that_was_due_and_is_not_fought_is_found() -> None:
    told = on_land()
    game = told.game
    after = game.record.append([ev.PhaseBegan("Noncombat Move")], parent=game.node)
    found, counted = judged(game.record)
    assert [(node, x.rule, x.spaces) for node, x in found] == [(after, "AA-CMB-011", (FRANCE,))]
    assert not counted["battle"]


@pytest.mark.parametrize(
    ("program", "severity"), [("TripleA", "engine option"), ("a4a", "illegal")]
)
def test_assaults_come_before_other_battles(program: str, severity: str) -> None:
    told = ashore({"transport: infantry": 1}, {}, {"tank": 1})
    told.round().roll("attack", (1, 1), (1, 3)).roll("defense", (6, 2), (6, 2))
    told.lose(*told.of("infantry", 2)).close()
    # The same battle after another one, on the way of nobody.
    game = told.game
    first = [
        ev.BattleOpened("1.0", "Southern France", "land", ()),
        ev.Rolled("attack", GERMANY, (), 6, battle="1.0", role="attacker"),
        ev.BattleClosed("1.0", "attacker wins", "attacker"),
    ]
    game.node = game.record.append(first, parent=game.node)
    node = game.record.append(told.events, parent=game.node)
    game.record.append([ev.PhaseBegan("Noncombat Move")], parent=node)
    found, _ = judged(game.record, program=program)
    assert [(there, x.rule, x.severity) for there, x in found] == [(node, "AA-CMB-001", severity)]


def raid_on_two_facilities(*, second: int = 1) -> Told:
    """Two bombers over the complex of France, one over its air base; one is shot down first."""
    told = Told(
        "France", "bombing raid", "Germany",
        {"Western Germany": {"strategic bomber": 3}}, {"France": {"infantry": 1}},
    )  # fmt: skip
    told.roll("aa", (1, 1), (5, 1)).lose(*told.of("strategic bomber", role="attacker"))
    return told.roll("aa", *[(4, 1)] * second)


def test_AA_SBR_021_each_facility_fires_at_its_own_bombers() -> None:
    assert "AA-SBR-021" not in raid_on_two_facilities().rules()


def test_AA_SBR_021_no_facility_fires_at_the_bombers_of_another() -> None:
    assert "AA-SBR-021" in raid_on_two_facilities(second=2).rules()
