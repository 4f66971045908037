"""Scramble (p. 16): aircraft at air bases defend sea zones nearby."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from a4a.core import events as ev
from a4a.core.errors import RuleViolation
from a4a.rules.areas.orders import EndPhase, Move, Scramble
from a4a.rules.decision import Decision
from tests.rules.areas.battles import Attack, Battle
from tests.rules.areas.positions import ids, one, position

UK, SCOTLAND, GERMANY, ITALY = "United Kingdom", "Scotland", "Germany", "Italy"
SZ109, SZ110, SZ111 = "sea zone 109", "sea zone 110", "sea zone 111"


def assault(
    at_home: Mapping[str, Mapping[str, Mapping[str, int]]],
    *,
    dice: list[int] | None = None,
    zones: tuple[str, ...] = (SZ109,),
    damage: dict[tuple[str, str], int] | None = None,
    relations: dict[tuple[str, str], str] | None = None,
) -> Battle:
    """Germans wait to land in United Kingdom from these zones, each with a cruiser."""
    start = {SZ109: "sea zone 119", SZ110: "sea zone 104"}
    fleet = {start[z]: {GERMANY: {"transport: infantry": 1, "cruiser": 1}} for z in zones}
    game = position(units={**at_home, **fleet}, phase="Combat Move", damage=damage,
                    relations=relations)  # fmt: skip
    attack = Attack(game)
    for zone in zones:
        attack.send(start[zone], zone, transport=1, cruiser=1).land(zone, UK, "infantry")
    return attack.begin(dice or [6] * 12)


def decision(battle: Battle) -> Decision:
    found = battle.game.decision
    assert found is not None
    return found


@pytest.mark.rule("AA-SCR-001", "AA-SCR-008", "AA-SCR-009", "AA-AMP-035", "AA-AMP-007")
def test_aircraft_may_rise_against_a_landing_though_no_ship_is_there() -> None:
    battle = assault({UK: {UK: {"fighter": 2, "infantry": 1}}})
    asked = decision(battle)
    assert (asked.kind, asked.powers, asked.orders) == ("scramble", (UK,), ("Scramble",))
    assert asked.spaces == (SZ109,)
    assert asked.most == 2
    fighter = asked.units[0]
    battle.do(Scramble({fighter: SZ109}))
    assert battle.game.state.unit(fighter).place == SZ109
    assert battle.game.state.memory(fighter).scrambled_from == UK


@pytest.mark.rule("AA-SCR-002")
def test_the_attacker_changes_nothing_after_a_scramble() -> None:
    battle = assault({UK: {UK: {"fighter": 1}}})
    cruiser = one(battle.game, SZ109, "cruiser")
    with pytest.raises(RuleViolation, match="scramble"):
        battle.do(Move((cruiser,), (SZ109, "sea zone 119")))
    battle.do(Scramble({one(battle.game, UK, "fighter"): SZ109}))
    assert not battle.game.can(Move((cruiser,), (SZ109, "sea zone 119")))


@pytest.mark.rule("AA-SCR-003")
def test_strategic_bombers_do_not_scramble() -> None:
    battle = assault({UK: {UK: {"tactical bomber": 1, "strategic bomber": 1}}})
    assert len(decision(battle).units) == 1
    bomber = one(battle.game, UK, "strategic bomber")
    with pytest.raises(RuleViolation, match="a strategic bomber cannot scramble") as refused:
        battle.do(Scramble({bomber: SZ109}))
    assert refused.value.rule == "AA-SCR-003"
    battle.do(Scramble({one(battle.game, UK, "tactical bomber"): SZ109}))


@pytest.mark.rule("AA-SCR-004")
def test_three_at_most_from_a_base() -> None:
    battle = assault({UK: {UK: {"fighter": 4}}}, dice=[1] * 3)
    fighters = ids(battle.game, UK, "fighter")
    with pytest.raises(RuleViolation, match="where 3 more may scramble") as refused:
        battle.do(Scramble(dict.fromkeys(fighters, SZ109)))
    assert refused.value.rule == "AA-SCR-004"
    assert battle.game.can(Scramble(dict.fromkeys(fighters[:3], SZ109)))


@pytest.mark.rule("AA-SCR-005")
@pytest.mark.parametrize(("points", "asked"), [(2, True), (3, False)])
def test_only_operative_bases_scramble(points: int, asked: bool) -> None:
    """An air base with 3 points of damage is out of action."""
    battle = assault({UK: {UK: {"fighter": 1, "infantry": 1}}}, dice=[6] * 9,
                     damage={(UK, "air base"): points})  # fmt: skip
    assert (battle.asked == "scramble") is asked


@pytest.mark.rule("AA-SCR-005")
def test_aircraft_without_a_base_stay_down() -> None:
    """Nothing scrambles from Norway, which has no air base."""
    game = position(
        units={
            "Norway": {GERMANY: {"fighter": 1}}, "Western Germany": {GERMANY: {"fighter": 1}},
            "sea zone 112": {UK: {"cruiser": 1}, GERMANY: {"destroyer": 1}},
        },
        power=UK, phase="Combat Move",
    )  # fmt: skip
    battle = Attack(game).begin()
    assert decision(battle).units == ids(game, "Western Germany", "fighter")
    with pytest.raises(RuleViolation, match="no operative air base in Norway") as refused:
        battle.do(Scramble({one(game, "Norway", "fighter"): "sea zone 112"}))
    assert refused.value.rule == "AA-SCR-005"


@pytest.mark.rule("AA-SCR-006", "AA-SCR-007")
def test_aircraft_rise_to_adjacent_attacked_zones_only() -> None:
    battle = assault({UK: {UK: {"fighter": 1}}})
    fighter = one(battle.game, UK, "fighter")
    with pytest.raises(RuleViolation, match="nothing is attacked in sea zone 110") as refused:
        battle.do(Scramble({fighter: SZ110}))
    assert refused.value.rule == "AA-SCR-007"
    with pytest.raises(RuleViolation, match="not adjacent to the United Kingdom") as refused:
        battle.do(Scramble({fighter: "sea zone 112"}))
    assert refused.value.rule == "AA-SCR-006"


@pytest.mark.rule("AA-SCR-007")
def test_aircraft_help_ships_under_attack() -> None:
    game = position(
        units={
            SZ110: {UK: {"destroyer": 1}, GERMANY: {"submarine": 1}}, UK: {UK: {"fighter": 1}},
        },
        phase="Combat Move",
    )  # fmt: skip
    battle = Attack(game).begin()
    assert decision(battle).spaces == (SZ110,)


@pytest.mark.rule("AA-SCR-007")
def test_nobody_scrambles_where_nothing_is_attacked() -> None:
    """Submarines that are ignored are not under attack."""
    units = {SZ110: {UK: {"submarine": 1}, GERMANY: {"cruiser": 1}}, UK: {UK: {"fighter": 1}}}
    game = position(units=units, phase="Combat Move")
    assert Attack(game).begin().asked == ""
    game = position(units=units, phase="Combat Move")
    assert Attack(game).send(SZ110, task="engage", cruiser=1).begin().asked == "scramble"


@pytest.mark.rule("AA-SCR-010", "AA-SCR-011")
def test_partners_at_the_base_decide_for_themselves_within_the_same_limit() -> None:
    battle = assault({UK: {UK: {"fighter": 2}, "France": {"fighter": 2}}}, dice=[1] * 3)
    asked = decision(battle)
    assert asked.powers == (UK,)
    french = ids(battle.game, UK, "fighter", "France")
    with pytest.raises(RuleViolation, match="it belongs to France") as refused:
        battle.do(Scramble({french[0]: SZ109}))
    assert refused.value.rule == "AA-SCR-010"
    battle.do(Scramble(dict.fromkeys(ids(battle.game, UK, "fighter", UK), SZ109)))
    assert decision(battle).powers == ("France",)
    assert decision(battle).most == 1
    with pytest.raises(RuleViolation, match="1 more may scramble"):
        battle.do(Scramble(dict.fromkeys(french, SZ109)))
    assert battle.game.can(Scramble({french[0]: SZ109}))


@pytest.mark.rule("AA-SCR-010")
def test_partners_who_are_not_at_war_with_the_attacker_stay_down() -> None:
    """The Soviet Union is at war with Italy, not with Germany."""
    battle = assault(
        {UK: {"Soviet Union": {"fighter": 1}, UK: {"infantry": 1}}}, dice=[6] * 9,
        relations={("Soviet Union", ITALY): "war"},
    )  # fmt: skip
    assert battle.asked != "scramble"


@pytest.mark.rule("AA-SCR-012", "AA-EXA-025")
def test_scotland_and_united_kingdom_each_send_three_to_sea_zone_109() -> None:
    """Scotland has an air base in the set-up, and so has United Kingdom."""
    battle = assault({UK: {UK: {"fighter": 4}}, SCOTLAND: {UK: {"fighter": 3}}}, dice=[1] * 6)
    assert decision(battle).most == 6
    chosen = ids(battle.game, UK, "fighter")[:3] + ids(battle.game, SCOTLAND, "fighter")
    assert battle.game.can(Scramble(dict.fromkeys(chosen, SZ109)))
    four = ids(battle.game, UK, "fighter")
    assert not battle.game.can(Scramble(dict.fromkeys(four, SZ109)))


@pytest.mark.rule("AA-SCR-013", "AA-EXA-026")
def test_united_kingdom_divides_three_between_two_zones() -> None:
    battle = assault({UK: {UK: {"fighter": 4}}}, zones=(SZ109, SZ110))
    a, b, c, d = ids(battle.game, UK, "fighter")
    assert decision(battle).spaces == (SZ109, SZ110)
    assert not battle.game.can(Scramble({a: SZ109, b: SZ109, c: SZ110, d: SZ110}))
    battle.do(Scramble({a: SZ109, b: SZ110, c: SZ110}))
    assert [battle.count(zone, "fighter", UK) for zone in (SZ109, SZ110, UK)] == [1, 2, 1]


@pytest.mark.rule("AA-SCR-014", "AA-SCR-015", "AA-AMP-010", "AA-AMP-036", "AA-AIR-013")
def test_scrambled_aircraft_defend_the_zone() -> None:
    """They hit on 4, are never asked to retreat, and force a sea battle."""
    battle = assault({UK: {UK: {"fighter": 1, "infantry": 1}}}, dice=[6, 6])
    battle.do(Scramble({one(battle.game, UK, "fighter"): SZ109}))
    defence = battle.rolls("defense")
    assert [(d.unit_type, d.target) for d in defence[0].dice] == [("fighter", 4)]
    assert decision(battle).kind == "retreat"
    assert decision(battle).powers == (GERMANY,)


@pytest.mark.rule("AA-SCR-016")
def test_scrambled_aircraft_do_not_fight_at_home() -> None:
    battle = assault({UK: {UK: {"fighter": 2, "infantry": 1}}}, dice=[3, 6, 6, 1, 1])
    fighter = ids(battle.game, UK, "fighter")[0]
    battle.do(Scramble({fighter: SZ109}))
    landing = next(
        e for e in battle.events(ev.BattleOpened)
        if isinstance(e, ev.BattleOpened) and e.kind == "amphibious"
    )  # fmt: skip
    home = {i for p in landing.participants if p.role == "defender" for i in p.units}
    assert fighter not in home
    assert len(home) == 2


@pytest.mark.rule("AA-SCR-017", "AA-SCR-020")
def test_survivors_go_home_before_the_attacker_moves() -> None:
    battle = assault({UK: {UK: {"fighter": 1, "infantry": 2}}}, dice=[6, 1, 6, 1])
    fighter = one(battle.game, UK, "fighter")
    battle.do(Scramble({fighter: SZ109})).play()
    assert battle.game.state.phase == "Noncombat Move"
    assert battle.game.state.unit(fighter).place == UK


@pytest.mark.rule("AA-AMP-013", "AA-AMP-012")
def test_ignored_submarines_are_drawn_in_by_a_scramble() -> None:
    home = {UK: {UK: {"fighter": 1}}, SZ109: {}}
    game = position(
        units={
            **home, SZ109: {GERMANY: {"transport: infantry": 1, "cruiser": 1},
                            UK: {"submarine": 1, "transport": 1}},
        },
        phase="Combat Move",
    )  # fmt: skip
    battle = Attack(game).land(SZ109, UK, "infantry").begin()
    battle.do(Scramble({one(game, UK, "fighter"): SZ109}))
    (sea,) = [x for x in game.state.battles.values() if x.kind == "sea"]
    types = sorted(
        game.state.unit(i).type
        for p in sea.participants if p.role == "defender" for i in p.units
    )  # fmt: skip
    assert types == ["fighter", "submarine", "transport"]


@pytest.mark.rule("AA-SCR-001")
def test_to_stay_down_is_recorded() -> None:
    battle = assault({UK: {UK: {"fighter": 1, "infantry": 1}}}, dice=[6] * 20)
    battle.do(Scramble())
    said = [e for e in battle.events(ev.Decided) if isinstance(e, ev.Decided)]
    assert (said[0].kind, said[0].choice, said[0].powers) == ("scramble", "no", (UK,))


@pytest.mark.rule("AA-SCR-001", "AA-SCR-002")
def test_AA_SCR_001_scrambles_are_asked_for_once_all_combat_moves_are_made() -> None:
    """Not while a landing is announced and more may come; then before anything is fought."""
    game = position(
        units={UK: {UK: {"fighter": 1, "infantry": 1}},
               SZ109: {GERMANY: {"transport: infantry": 1, "cruiser": 1}},
               "Western Germany": {GERMANY: {"strategic bomber": 1}}},
        phase="Combat Move", dice=[6] * 20,
    )  # fmt: skip
    fighter = one(game, UK, "fighter")
    game.do(Move(ids(game, SZ109, "infantry"), (SZ109, UK)))
    asked = game.decision
    assert asked is not None
    assert (asked.kind, asked.powers) == ("combat move", (GERMANY,))
    assert not game.can(Scramble({fighter: SZ109}))
    bomber = ids(game, "Western Germany", "strategic bomber")
    game.do(Move(bomber, ("Western Germany", "sea zone 112", SZ110, UK), task="raid"))
    events = game.do(EndPhase())
    asked = game.decision
    assert asked is not None
    assert (asked.kind, asked.powers) == ("scramble", (UK,))
    assert not any(isinstance(e, ev.BattleOpened | ev.Rolled) for e in events)
    assert not game.state.battles
