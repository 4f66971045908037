"""Amphibious assaults (p. 14, p. 18): sea battle, bombardment, landing."""

from __future__ import annotations

import pytest

from a4a.core import events as ev
from a4a.core.errors import RuleViolation
from a4a.core.events import Rolled
from a4a.rules.areas.orders import Bombard, Fight, Retreat, Scramble, Submerge
from tests.rules import retold
from tests.rules.areas.battles import Attack, Battle
from tests.rules.areas.positions import ids, one, position

USA, GERMANY, UK, ITALY, FRANCE = "United States", "Germany", "United Kingdom", "Italy", "France"
NORMANDY, SZ110, SZ109, SZ105 = "Normandy/Bordeaux", "sea zone 110", "sea zone 109", "sea zone 105"
GERMAN = {NORMANDY: GERMANY, FRANCE: GERMANY, "Holland/Belgium": GERMANY}
WAR = {(USA, GERMANY): "war", (USA, ITALY): "war"}


def normandy(
    fleet: dict[str, int],
    defenders: dict[str, int],
    dice: list[int],
    *,
    at_sea: dict[str, int] | None = None,
    landing: tuple[str, ...] = (),
    engage: bool = False,
    air: int = 0,
) -> Battle:
    """The Americans have come to sea zone 110, and land in Normandy Bordeaux."""
    game = position(
        units={
            SZ109: {USA: fleet},
            NORMANDY: {GERMANY: defenders},
            SZ110: {GERMANY: at_sea or {}},
            UK: {USA: {"fighter": air}},
        },
        control=GERMAN, relations=WAR, power=USA, phase="Combat Move",
    )  # fmt: skip
    attack = Attack(game)
    ships: dict[str, int] = {}
    for kind, number in fleet.items():
        name = kind.partition(":")[0].replace(" ", "_")
        ships[name] = ships.get(name, 0) + number
    attack.send(SZ109, SZ110, task="engage" if engage else "", **ships)
    if air:
        attack.send(UK, SZ110, NORMANDY, fighter=air)
    attack.land(SZ110, NORMANDY, *landing)
    return attack.begin(dice)


def by_round(battle: Battle) -> list[list[Rolled]]:
    """The attacker's rolls, round by round."""
    found: list[list[Rolled]] = []
    for event in battle.events(ev.CombatRoundBegan, Rolled):
        if isinstance(event, ev.CombatRoundBegan):
            found.append([])
        elif isinstance(event, Rolled) and event.purpose == "attack":
            found[-1].append(event)
    return found


@pytest.mark.rule("AA-AMP-009", "AA-AMP-004", "AA-EXA-021", "AA-AMP-014", "AA-MOV-037")
def test_a_battleship_sinks_the_destroyer_before_the_landing() -> None:
    """Sea combat, then land combat; nothing bombards after a sea battle."""
    battle = normandy(
        {"transport: infantry, tank": 1, "battleship": 1}, {"infantry": 1}, [4, 6, 1, 2, 6],
        at_sea={"destroyer": 1}, landing=("infantry", "tank"),
    )  # fmt: skip
    battle.play()
    assert battle.results() == ["attacker wins", "attacker takes"]
    assert battle.rolls("bombard") == []
    state = battle.game.state
    assert state.control[NORMANDY] in (USA, FRANCE)
    assert battle.count(NORMANDY, "tank", USA) == 1


@pytest.mark.rule("AA-AMP-009", "AA-AMP-004")
def test_the_landing_waits_for_the_sea_battle() -> None:
    battle = normandy(
        {"transport: infantry, tank": 1, "battleship": 1}, {"infantry": 1}, [6, 6],
        at_sea={"destroyer": 1}, landing=("infantry", "tank"),
    )  # fmt: skip
    sea, landing = battle.game.state.battles.values()
    assert landing.links == (sea.id,)
    assert (sea.round, landing.round) == (1, 0)


@pytest.mark.rule("AA-EXA-022", "AA-AMP-011", "AA-AMP-015", "AA-AMP-025")
def test_submarines_and_transports_may_be_ignored() -> None:
    """No sea combat, and the battleship bombards."""
    battle = normandy(
        {"transport: infantry, tank": 1, "battleship": 1}, {"infantry": 2}, [1, 1, 3, 6, 6],
        at_sea={"submarine": 1, "transport": 1}, landing=("infantry", "tank"),
    )  # fmt: skip
    assert battle.asked == "bombardment"
    battle.do(Bombard({one(battle.game, SZ110, "battleship"): NORMANDY}))
    assert battle.results() == ["attacker takes"]
    assert battle.count(SZ110, "", GERMANY) == 2


@pytest.mark.rule("AA-AMP-021", "AA-CMB-056", "AA-CMB-053", "AA-AMP-016", "AA-UNI-077")
def test_sinking_transports_counts_as_combat() -> None:
    """The transport is sunk without dice, and then nothing bombards."""
    battle = normandy(
        {"transport: infantry, tank": 1, "battleship": 1}, {"infantry": 1}, [6, 2, 6],
        at_sea={"transport: infantry": 1}, landing=("infantry", "tank"), engage=True,
    )  # fmt: skip
    battle.play()
    assert battle.count(SZ110, "", GERMANY) == 0
    assert battle.rolls("bombard") == []
    assert battle.results() == ["attacker wins", "attacker takes"]


@pytest.mark.rule("AA-AMP-016")
@pytest.mark.parametrize("at_sea", [{"destroyer": 1}, {"transport: infantry": 1}])
def test_AA_AMP_016_after_a_sea_battle_nobody_is_asked_to_bombard(at_sea) -> None:  # type: ignore[no-untyped-def]
    """The zone has been fought in, with warships or transports: the guns are silent."""
    battle = normandy(
        {"transport: infantry, tank": 1, "battleship": 2}, {"infantry": 1}, [1, 1, 6] * 2,
        at_sea=at_sea, landing=("infantry", "tank"), engage=True,
    )  # fmt: skip
    battle.play(until=("bombardment",))
    assert battle.asked != "bombardment"
    assert battle.results()[0] == "attacker wins"
    assert "bombardment" not in [e.kind for e in battle.events(ev.Asked)]  # type: ignore[attr-defined]


@pytest.mark.rule("AA-AMP-022", "AA-AMP-023", "AA-AMP-017", "AA-AMP-024")
def test_bombardment_hits_on_4_and_3_and_its_victims_fire_back() -> None:
    battle = normandy(
        {"transport: infantry, tank": 1, "battleship": 1, "cruiser": 1},
        {"infantry": 2, "tank": 1}, [4, 4, 6, 6, 6, 6, 1],
        landing=("infantry", "tank"),
    )  # fmt: skip
    ships = ids(battle.game, SZ110, "battleship") + ids(battle.game, SZ110, "cruiser")
    battle.do(Bombard(dict.fromkeys(ships, NORMANDY)))
    (roll,) = battle.rolls("bombard")
    assert [(d.unit_type, d.target, d.result) for d in roll.dice] == [
        ("cruiser", 3, "miss"), ("battleship", 4, "hit"),
    ]  # fmt: skip
    decision = battle.game.decision
    assert decision is not None
    assert (decision.kind, decision.powers, decision.rule) == (
        "casualties", (GERMANY,), "AA-AMP-024",
    )  # fmt: skip
    battle.hit(tank=1)
    # Two infantry and the tank that was hit fire in the first round.
    assert [len(r.dice) for r in battle.rolls("defense")] == [3]


@pytest.mark.rule("AA-AMP-018", "AA-AMP-019")
def test_no_more_ships_bombard_than_units_land() -> None:
    """Those who come overland do not count."""
    game = position(
        units={
            SZ109: {UK: {"transport: infantry": 1, "battleship": 1, "cruiser": 1}},
            FRANCE: {UK: {"infantry": 3}}, NORMANDY: {GERMANY: {"infantry": 2}},
        },
        control={NORMANDY: GERMANY}, power=UK, phase="Combat Move",
    )  # fmt: skip
    attack = Attack(game).send(SZ109, SZ110, transport=1, battleship=1, cruiser=1)
    attack.send(FRANCE, NORMANDY, infantry=3).land(SZ110, NORMANDY, "infantry")
    battle = attack.begin([6, 6, 6, 6, 6, 6, 6])
    ships = ids(game, SZ110, "battleship") + ids(game, SZ110, "cruiser")
    with pytest.raises(RuleViolation, match="and 1 more lands there") as refused:
        battle.do(Bombard(dict.fromkeys(ships, NORMANDY)))
    assert refused.value.rule == "AA-AMP-018"
    battle.do(Bombard({ships[0]: NORMANDY}))
    assert [len(r.dice) for r in battle.rolls("bombard")] == [1]


@pytest.mark.rule("AA-AMP-020", "AA-AMP-017", "AA-CMB-012")
def test_ships_are_divided_between_two_landings() -> None:
    """Sardinia and Sicily are assaulted from sea zone 95; each ship supports one of them."""
    game = position(
        units={
            "sea zone 96": {UK: {"transport: infantry": 1, "transport: tank": 1, "battleship": 1,
                                 "cruiser": 1, "destroyer": 1}},
            "Sardinia": {ITALY: {"infantry": 1}}, "Sicily": {ITALY: {"infantry": 1}},
        },
        power=UK, phase="Combat Move",
    )  # fmt: skip
    attack = Attack(game).send("sea zone 96", "sea zone 95", transport=2, battleship=1, cruiser=1,
                               destroyer=1)  # fmt: skip
    attack.land("sea zone 95", "Sardinia", "infantry").land("sea zone 95", "Sicily", "tank")
    battle = attack.begin([6, 6, 6, 1, 6] + [6, 6, 6] + [1] * 20)
    assert battle.asked == "battle"
    first = next(x for x in game.state.battles.values() if x.space == "Sicily")
    battle.do(Fight(first.id))
    battleship, cruiser = (one(game, "sea zone 95", k) for k in ("battleship", "cruiser"))
    destroyer = one(game, "sea zone 95", "destroyer")
    with pytest.raises(RuleViolation, match="no battleship or cruiser") as refused:
        battle.do(Bombard({destroyer: "Sicily"}))
    assert refused.value.rule == "AA-AMP-016"
    with pytest.raises(RuleViolation, match="nothing lands in Malta") as refused:
        battle.do(Bombard({cruiser: "Malta"}))
    assert refused.value.rule == "AA-AMP-017"
    battle.do(Bombard({battleship: "Sicily", cruiser: "Sardinia"}))
    battle.play()
    fired = [(r.battle, d.unit_type) for r in battle.rolls("bombard") for d in r.dice]
    assert [kind for _, kind in fired] == ["battleship", "cruiser"]
    assert [battle for battle, _ in fired] == ["10 Sicily", "10 Sardinia"]


@pytest.mark.rule("AA-AMP-015", "AA-CMB-014")
def test_an_empty_coast_is_taken_without_a_shot() -> None:
    battle = normandy(
        {"transport: infantry, tank": 1, "battleship": 1}, {"AAA": 1}, [],
        landing=("infantry", "tank"),
    )  # fmt: skip
    assert battle.asked == ""
    assert battle.results() == ["attacker takes"]
    assert battle.count(NORMANDY, "AAA") == 0
    assert battle.rolls() == []


# --- the land battle ----------------------------------------------------------------------------


@pytest.mark.rule("AA-AMP-029", "AA-AMP-032", "AA-AMP-033", "AA-CMB-062", "AA-CON-005")
def test_seaborne_units_stay_when_aircraft_break_off() -> None:
    """The fighter may retreat and waits over the territory; the infantry fights on."""
    battle = normandy(
        {"transport: infantry, infantry": 1}, {"infantry": 2}, [6] * 5 + [1, 1, 6, 6],
        landing=("infantry", "infantry"), air=1,
    )  # fmt: skip
    decision = battle.game.decision
    assert decision is not None
    assert (decision.kind, decision.spaces) == ("retreat", (NORMANDY,))
    with pytest.raises(RuleViolation, match="aircraft that retreat stay") as refused:
        battle.do(Retreat(UK))
    assert refused.value.rule == "AA-CMB-062"
    battle.do(Retreat(NORMANDY))
    assert [sum(len(r.dice) for r in rolls) for rolls in by_round(battle)] == [3, 2]
    assert battle.results() == ["attacker takes"]


@pytest.mark.rule("AA-AMP-029")
def test_seaborne_units_alone_are_not_asked() -> None:
    """Nobody can retreat: the battle is fought to the end."""
    battle = normandy(
        {"transport: infantry, infantry": 1}, {"infantry": 1}, [6, 6, 6, 6, 6, 1, 6, 1, 1],
        landing=("infantry", "infantry"),
    )  # fmt: skip
    assert battle.asked == ""
    assert "retreat" not in {e.kind for e in battle.events(ev.Asked) if isinstance(e, ev.Asked)}


@pytest.mark.rule(
    "AA-AMP-030", "AA-AMP-031", "AA-AMP-026", "AA-AMP-003", "AA-AMP-033", "AA-AMP-032"
)
def test_overland_units_retreat_together_and_leave_the_seaborne() -> None:
    game = position(
        units={
            SZ109: {UK: {"transport: infantry": 1}}, FRANCE: {UK: {"infantry": 2, "fighter": 1}},
            "Southern France": {UK: {"infantry": 1}}, NORMANDY: {GERMANY: {"infantry": 3}},
        },
        control={NORMANDY: GERMANY}, power=UK, phase="Combat Move",
    )  # fmt: skip
    attack = Attack(game).send(SZ109, SZ110, transport=1).land(SZ110, NORMANDY, "infantry")
    attack.send(FRANCE, NORMANDY, infantry=2, fighter=1)
    battle = attack.begin([6] * 7 + [1, 1, 1, 1])
    decision = battle.game.decision
    assert decision is not None
    assert decision.spaces == (FRANCE,)
    assert decision.rule == "AA-AMP-030"
    assert len(decision.units) == 3
    with pytest.raises(RuleViolation, match="none of the overland units came from") as refused:
        battle.do(Retreat("Southern France"))
    assert refused.value.rule == "AA-AMP-031"
    battle.do(Retreat(FRANCE))
    assert battle.count(FRANCE, "infantry", UK) == 2
    assert battle.count(FRANCE, "fighter") == 0
    # The one that came by sea fights on, and is lost.
    assert [sum(len(r.dice) for r in rolls) for rolls in by_round(battle)] == [4, 1]
    assert battle.results() == ["defender wins"]


@pytest.mark.rule("AA-AMP-027", "AA-UNI-087", "AA-SEA-012")
def test_when_the_fleet_withdraws_the_others_must_fight_a_round() -> None:
    """The transport retreats with its cargo; the fighter over the coast fights once."""
    battle = normandy(
        {"transport: infantry": 1, "cruiser": 1}, {"infantry": 2}, [6, 6, 6, 6, 6],
        at_sea={"cruiser": 1}, landing=("infantry",), air=1,
    )  # fmt: skip
    assert battle.asked == "retreat"
    battle.do(Retreat(SZ109))
    assert battle.count(SZ109, "infantry") == 1
    assert [(r.role, len(r.dice)) for r in battle.rolls()][-2:] == [
        ("attacker", 1),
        ("defender", 2),
    ]
    assert battle.asked == "retreat"
    battle.do(Retreat(NORMANDY))
    assert battle.results() == ["attacker retreats", "attacker retreats"]


@pytest.mark.rule("AA-AMP-028", "AA-SEA-016", "AA-CMB-021")
def test_a_landing_without_landers_is_called_off() -> None:
    """Cargo goes down with its transport."""
    battle = normandy(
        {"transport: infantry": 1, "cruiser": 1}, {"infantry": 2}, [6, 1, 1],
        at_sea={"cruiser": 1, "destroyer": 1}, landing=("infantry",),
    )  # fmt: skip
    battle.play()
    assert battle.results() == ["called off", "defender wins"][::-1]
    assert battle.count(SZ110, "", USA) == 0
    removed = [e for e in battle.events(ev.UnitsRemoved) if isinstance(e, ev.UnitsRemoved)]
    assert sum(len(e.units) for e in removed) == 3


@pytest.mark.rule("AA-AMP-025", "AA-CMB-054")
def test_no_landing_where_the_zone_was_not_cleared() -> None:
    """Fighters and a submarine cannot hit each other: the battle ends, and the zone is not clear.

    The British infantry is aboard an American transport, which takes no part (AA-AMP-039).
    """
    game = position(
        units={
            SZ110: {USA: {"transport: United Kingdom's infantry": 1},
                    GERMANY: {"submarine": 1, "transport": 1}},
            NORMANDY: {GERMANY: {"infantry": 1}}, UK: {UK: {"fighter": 1}},
        },
        control=GERMAN, relations=WAR, power=UK, phase="Combat Move",
    )  # fmt: skip
    attack = Attack(game).send(UK, SZ110, task="engage", fighter=1)
    battle = attack.land(SZ110, NORMANDY, "infantry").begin()
    assert battle.results() == ["stalemate", "called off"]
    assert battle.count(SZ110, "submarine") == 1
    assert battle.count(SZ110, "transport", GERMANY) == 0
    assert battle.count(SZ110, "infantry") == 1
    assert game.state.control[NORMANDY] == GERMANY


@pytest.mark.rule("AA-AMP-025", "AA-CMB-027")
def test_submarines_that_submerged_do_not_stop_a_landing() -> None:
    battle = normandy(
        {"transport: infantry, tank": 1, "battleship": 1}, {"infantry": 1}, [1, 6, 1, 1, 6],
        at_sea={"cruiser": 1, "submarine": 1}, landing=("infantry", "tank"),
    )  # fmt: skip
    assert battle.asked == "submerge"
    battle.do(Submerge(ids(battle.game, SZ110, "submarine"))).play()
    assert battle.results() == ["attacker wins", "attacker takes"]
    assert battle.count(SZ110, "submarine") == 1


@pytest.mark.rule("AA-AMP-008", "AA-AMP-034", "AA-AMP-012")
def test_aircraft_fight_at_sea_or_on_land_not_in_both() -> None:
    game = position(
        units={
            SZ109: {USA: {"transport: infantry": 1, "cruiser": 1}},
            NORMANDY: {GERMANY: {"infantry": 1}}, SZ110: {GERMANY: {"destroyer": 1}},
            UK: {USA: {"fighter": 2}},
        },
        control=GERMAN, relations=WAR, power=USA, phase="Combat Move",
    )  # fmt: skip
    attack = Attack(game).send(SZ109, SZ110, transport=1, cruiser=1).send(UK, SZ110, fighter=1)
    attack.send(UK, SZ110, NORMANDY, fighter=1).land(SZ110, NORMANDY, "infantry")
    battle = attack.begin([1, 1, 6, 6, 1, 6]).play()
    at_sea, ashore = battle.rolls("attack")[:2]
    together = retold.either(["cruiser"], ["cruiser", "fighter"])  # DX-AIR-033
    assert sorted(d.unit_type for d in at_sea.dice) == together
    assert sorted(d.unit_type for d in ashore.dice) == ["fighter"]


@pytest.mark.rule("AA-AMP-037", "AA-AMP-038")
def test_a_land_unit_assaults_from_a_partners_transport() -> None:
    """British infantry aboard an American transport lands on the British turn."""
    game = position(
        units={SZ110: {USA: {"transport: United Kingdom's infantry": 1}},
               NORMANDY: {GERMANY: {}}},
        control=GERMAN, relations=WAR, power=UK, phase="Combat Move",
    )  # fmt: skip
    battle = Attack(game).land(SZ110, NORMANDY, "infantry").begin()
    assert battle.results() == ["attacker takes"]
    assert battle.count(NORMANDY, "infantry", UK) == 1


@pytest.mark.rule("AA-AMP-039")
def test_scrambled_aircraft_stop_a_landing_from_a_partners_transport() -> None:
    game = position(
        units={SZ110: {USA: {"transport: United Kingdom's infantry": 1}},
               "Western Germany": {GERMANY: {"fighter": 1}}, NORMANDY: {GERMANY: {}},
               "sea zone 112": {USA: {"transport: United Kingdom's tank": 1}},
               "Denmark": {GERMANY: {}}},
        control=GERMAN, relations=WAR, power=UK, phase="Combat Move",
    )  # fmt: skip
    attack = Attack(game).land("sea zone 112", "Denmark", "tank")
    battle = attack.begin()
    assert battle.asked == "scramble"
    battle.do(Scramble({one(game, "Western Germany", "fighter"): "sea zone 112"}))
    assert battle.results() == []
    assert game.state.control["Denmark"] == GERMANY
    assert battle.count("sea zone 112", "tank") == 1
