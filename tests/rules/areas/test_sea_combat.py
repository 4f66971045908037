"""Sea combat (p. 19-20, p. 31-33): submarines, aircraft, carriers, transports."""

from __future__ import annotations

import pytest

from a4a.core import events as ev
from a4a.core.errors import RuleViolation
from a4a.rules.areas.orders import Casualties, Retreat, Scramble, Submerge
from tests.rules.areas.battles import Attack
from tests.rules.areas.positions import ids, one, position
from tests.rules.areas.test_general_combat import (
    FRANCE,
    GERMANY,
    SZ110,
    SZ112,
    UK,
    asked,
    at_sea,
)

# --- submarines ---------------------------------------------------------------------------------


@pytest.mark.rule("AA-CMB-023", "AA-CMB-029", "AA-CMB-033", "AA-CMB-017", "AA-CMB-028")
def test_attacking_submarines_strike_first_on_2() -> None:
    """The cruiser is gone before it could fire."""
    battle = at_sea({"submarine": 1}, {UK: {"cruiser": 1}}, [2])
    assert (asked(battle).kind, asked(battle).powers) == ("submerge", (GERMANY,))
    battle.do(Submerge())
    assert [(r.against, d.target) for r in battle.rolls() for d in r.dice] == [("sea units", 2)]
    assert battle.results() == ["attacker wins"]
    assert battle.count(SZ110, "", UK) == 0


@pytest.mark.rule("AA-CMB-030", "AA-CMB-033", "AA-CMB-032")
def test_defending_submarines_strike_on_1() -> None:
    battle = at_sea({"cruiser": 1}, {UK: {"submarine": 1}}, [1], engage=True)
    assert asked(battle).powers == (UK,)
    battle.do(Submerge())
    assert [d.target for r in battle.rolls() for d in r.dice] == [1]
    assert battle.results() == ["defender wins"]


@pytest.mark.rule("AA-CMB-025", "AA-CMB-026", "AA-CMB-038", "AA-CMB-070", "AA-UNI-069")
def test_a_destroyer_stops_the_other_sides_submarines_only() -> None:
    """With a British destroyer there, the German submarine fires with the others; the British
    submarine may still strike, since the Germans have no destroyer.
    """
    battle = at_sea({"submarine": 1, "cruiser": 1}, {UK: {"destroyer": 1, "submarine": 1}},
                    [6, 6, 6, 6])  # fmt: skip
    assert asked(battle).powers == (UK,)
    battle.do(Submerge())
    order = [(r.role, [d.unit_type for d in r.dice]) for r in battle.rolls()]
    assert order == [
        ("defender", ["submarine"]), ("attacker", ["cruiser"]), ("attacker", ["submarine"]),
        ("defender", ["destroyer"]),
    ]  # fmt: skip


@pytest.mark.rule("AA-CMB-038", "AA-CMB-026")
def test_there_is_no_submarine_step_with_destroyers_on_both_sides() -> None:
    battle = at_sea({"submarine": 1, "destroyer": 1}, {UK: {"destroyer": 1, "submarine": 1}},
                    [6] * 4)  # fmt: skip
    assert asked(battle).kind == "retreat"


@pytest.mark.rule("AA-CMB-024", "AA-CMB-027", "AA-CMB-035")
def test_any_number_of_submarines_submerges() -> None:
    """One dives, is out of the battle and cannot be hit; the other strikes."""
    battle = at_sea({"cruiser": 2, "transport": 1}, {UK: {"submarine": 2, "cruiser": 1}},
                    [6, 1, 6, 6])  # fmt: skip
    below, above = ids(battle.game, SZ110, "submarine")
    cruiser = one(battle.game, SZ110, "cruiser", UK)
    with pytest.raises(RuleViolation, match="is not one of the side's submarines") as refused:
        battle.do(Submerge((cruiser,)))
    assert refused.value.rule == "AA-CMB-024"
    with pytest.raises(RuleViolation, match="named twice"):
        battle.do(Submerge((below, below)))
    battle.do(Submerge((below,)))
    assert battle.game.state.unit(below).place == SZ110
    assert len(battle.rolls()[0].dice) == 1
    assert asked(battle).kind == "casualties"
    assert set(asked(battle).units) == {above, cruiser}
    with pytest.raises(RuleViolation, match="has submerged") as refused:
        battle.do(Casualties({below: 1}))
    assert refused.value.rule == "AA-CMB-035"
    battle.do(Casualties({above: 1}))


@pytest.mark.rule("AA-CMB-028")
def test_the_attacker_decides_first_and_before_any_dice() -> None:
    battle = at_sea({"submarine": 1}, {UK: {"submarine": 1, "cruiser": 1}}, [6, 6, 6])
    assert asked(battle).powers == (GERMANY,)
    battle.do(Submerge())
    assert asked(battle).powers == (UK,)
    assert battle.rolls() == []
    battle.do(Submerge())
    assert len(battle.rolls()) == 3


@pytest.mark.rule("AA-CMB-034", "AA-CMB-032")
def test_a_submarine_hit_by_a_strike_makes_its_own() -> None:
    battle = at_sea({"submarine": 1}, {UK: {"submarine": 1}}, [2, 1], engage=True)
    battle.do(Submerge()).do(Submerge())
    assert [r.role for r in battle.rolls()] == ["attacker", "defender"]
    assert battle.results() == ["mutual destruction"]


@pytest.mark.rule("AA-CMB-044", "AA-CMB-039")
def test_a_submarine_fires_once_a_round() -> None:
    battle = at_sea({"submarine": 1, "cruiser": 1}, {UK: {"cruiser": 1}}, [6, 6, 6])
    battle.do(Submerge())
    fired = [d.unit_type for r in battle.rolls("attack") for d in r.dice]
    assert fired == ["submarine", "cruiser"]


@pytest.mark.rule("AA-CMB-036", "AA-CMB-048", "AA-EXA-030")
def test_the_submarine_step_comes_back_when_the_destroyer_is_gone() -> None:
    battle = at_sea({"submarine": 1, "cruiser": 1}, {UK: {"destroyer": 1, "cruiser": 1}},
                    [1, 6, 6, 6])  # fmt: skip
    battle.hit(destroyer=1).press()
    assert asked(battle).kind == "submerge"
    assert asked(battle).powers == (GERMANY,)


@pytest.mark.rule("AA-CMB-031", "AA-UNI-072")
def test_strikes_never_hit_aircraft() -> None:
    """Of a carrier and its fighter the strike falls on the carrier."""
    battle = at_sea({"submarine": 1}, {UK: {"aircraft carrier": 1, "fighter": 1}},
                    [1, 6, 6])  # fmt: skip
    battle.do(Submerge())
    assert battle.game.state.unit(one(battle.game, SZ110, "aircraft carrier")).damage == 1
    assert battle.count(SZ110, "fighter") == 1


@pytest.mark.rule("AA-EXA-028", "AA-CMB-041")
def test_a_cruiser_and_two_submarines_score_three_hits() -> None:
    """A destroyer keeps the submarines from striking, so that all three hits fall in one step.

    The destroyer and the submarines' hits apart, the fighter must take the cruiser's.
    """
    battle = at_sea(
        {"submarine": 2, "cruiser": 1},
        {UK: {"aircraft carrier": 1, "fighter": 2, "destroyer": 1}},
        [1, 1, 1, 6, 6, 6, 6],
    )
    assert asked(battle).most == 3
    carrier, fighter, other, destroyer = asked(battle).units
    with pytest.raises(RuleViolation, match="submarines never hit aircraft") as refused:
        battle.do(Casualties({fighter: 1, other: 1, carrier: 1}))
    assert refused.value.rule == "AA-UNI-072"
    assert battle.game.can(Casualties({carrier: 2, fighter: 1}))
    assert battle.game.can(Casualties({carrier: 1, destroyer: 1, fighter: 1}))
    assert battle.game.can(Casualties({carrier: 2, destroyer: 1}))


@pytest.mark.rule("AA-EXA-029", "AA-CMB-041")
def test_a_defending_cruiser_and_submarine_hit_a_destroyer_and_a_fighter() -> None:
    """Both hits are suffered at once: no choice is left, and nothing is asked."""
    battle = at_sea(
        {"destroyer": 1}, {UK: {"cruiser": 1, "submarine": 1}}, [6, 6, 1, 1], air={"fighter": 1}
    )
    assert battle.results() == ["defender wins"]
    assert battle.count(SZ110, "", GERMANY) == 0


@pytest.mark.rule("AA-UNI-071")
def test_a_submarine_that_ends_in_a_hostile_zone_is_in_battle() -> None:
    battle = at_sea({"submarine": 1}, {UK: {"battleship": 1}}, [])
    battle.do(Submerge(ids(battle.game, SZ110, "submarine")))
    assert battle.results() == ["stalemate"]


# --- aircraft -----------------------------------------------------------------------------------


@pytest.mark.rule("AA-CMB-045")
def test_aircraft_hit_submarines_only_with_a_destroyer() -> None:
    alone = at_sea({"cruiser": 1}, {UK: {"submarine": 1, "destroyer": 1}}, [6] * 5,
                   air={"fighter": 1})  # fmt: skip
    alone.do(Submerge())
    rolls = alone.rolls("attack")
    assert [(r.against, [d.unit_type for d in r.dice]) for r in rolls] == [
        ("", ["cruiser"]), ("all but submarines", ["fighter"]),
    ]  # fmt: skip
    helped = at_sea({"destroyer": 1}, {UK: {"submarine": 1, "destroyer": 1}}, [6, 6, 6, 6],
                    air={"fighter": 1})  # fmt: skip
    assert [r.against for r in helped.rolls("attack")] == [""]


@pytest.mark.rule("AA-CMB-045", "AA-CMB-041")
def test_a_hit_of_aircraft_may_not_be_put_on_a_submarine() -> None:
    battle = at_sea({"cruiser": 1}, {UK: {"submarine": 1, "destroyer": 1, "cruiser": 1}},
                    [6, 6, 1, 6, 6, 6], air={"fighter": 1})  # fmt: skip
    battle.do(Submerge())
    submarine = one(battle.game, SZ110, "submarine")
    with pytest.raises(RuleViolation, match="only with a destroyer") as refused:
        battle.do(Casualties({submarine: 1}))
    assert refused.value.rule == "AA-CMB-045"
    battle.hit(destroyer=1)


@pytest.mark.rule("AA-EXA-031", "AA-CMB-054", "AA-CMB-053")
def test_transports_with_submarines_are_defenceless_against_aircraft() -> None:
    """Neither can the aircraft hit the submarine nor it them: the transports are sunk, no dice."""
    battle = at_sea({}, {UK: {"submarine": 1, "transport: infantry": 2}}, [],
                    air={"fighter": 1}, engage=True)  # fmt: skip
    assert battle.rolls() == []
    assert battle.count(SZ110, "", UK) == 1
    assert battle.count(SZ110, "submarine") == 1
    assert battle.results() == ["stalemate"]


@pytest.mark.rule("AA-EXA-032", "AA-CMB-046")
def test_hits_of_aircraft_fall_on_transports_when_only_submarines_are_beside_them() -> None:
    battle = at_sea({"cruiser": 1}, {UK: {"submarine": 1, "transport": 1}}, [6, 6, 1],
                    air={"fighter": 1}, engage=True)  # fmt: skip
    battle.do(Submerge())
    assert battle.count(SZ110, "transport") == 0
    assert battle.count(SZ110, "submarine") == 1


@pytest.mark.rule("AA-CMB-046")
def test_transports_are_chosen_last() -> None:
    battle = at_sea({"cruiser": 2}, {UK: {"transport": 1, "destroyer": 1, "cruiser": 1}},
                    [1, 6, 6, 6])  # fmt: skip
    transport = one(battle.game, SZ110, "transport")
    with pytest.raises(RuleViolation, match="transports are hit only when nothing else") as refused:
        battle.do(Casualties({transport: 1}))
    assert refused.value.rule == "AA-CMB-046"
    battle.hit(cruiser=1)


# --- capital ships ------------------------------------------------------------------------------


@pytest.mark.rule("AA-UNI-045", "AA-UNI-049", "AA-UNI-064", "AA-CMB-037")
def test_capital_ships_sink_on_the_second_hit() -> None:
    """A damaged one fights on, and stays damaged."""
    battle = at_sea({"cruiser": 1}, {UK: {"battleship": 1}}, [1, 6, 1, 6])
    battleship = one(battle.game, SZ110, "battleship")
    assert battle.game.state.unit(battleship).damage == 1
    battle.press()
    assert battleship not in battle.game.state.units
    assert battle.results() == ["attacker wins"]


@pytest.mark.rule("AA-UNI-045")
def test_two_hits_at_once_sink_a_battleship_after_it_has_fired() -> None:
    battle = at_sea({"cruiser": 2}, {UK: {"battleship": 1}}, [1, 1, 4])
    assert len(battle.rolls("defense")[0].dice) == 1
    assert battle.count(SZ110, "battleship") == 0
    assert battle.count(SZ110, "cruiser") == 1


def test_the_defender_may_damage_two_ships_or_sink_one() -> None:
    battle = at_sea({"cruiser": 2}, {UK: {"battleship": 2}}, [1, 1, 6, 6])
    assert asked(battle).kind == "casualties"
    first, second = asked(battle).units
    assert battle.game.can(Casualties({first: 2}))
    battle.do(Casualties({first: 1, second: 1}))
    assert [battle.game.state.unit(i).damage for i in (first, second)] == [1, 1]


@pytest.mark.rule("AA-UNI-056", "AA-UNI-057", "AA-UNI-050")
def test_aircraft_of_an_undamaged_carrier_defend_guests_too() -> None:
    battle = at_sea(
        {"submarine": 1, "cruiser": 1},
        {UK: {"aircraft carrier: France's fighter": 1, "fighter": 1}},
        [6, 6, 6, 6, 6],
    )
    battle.do(Submerge())
    fired = sorted(d.unit_type for r in battle.rolls("defense") for d in r.dice)
    assert fired == ["aircraft carrier", "fighter", "fighter"]
    assert {r.power for r in battle.rolls("defense")} == {UK, FRANCE}


@pytest.mark.rule("AA-UNI-060", "AA-UNI-054")
def test_guests_of_a_damaged_carrier_are_cargo() -> None:
    """They do not fire, and go down with it."""
    game = position(
        units={SZ112: {GERMANY: {"cruiser": 1}},
               SZ110: {UK: {"aircraft carrier: France's fighter": 1}}},
        damage={(SZ110, "aircraft carrier"): 1}, phase="Combat Move",
    )  # fmt: skip
    battle = Attack(game).send(SZ112, SZ110, cruiser=1).begin([1, 6])
    assert [d.unit_type for r in battle.rolls("defense") for d in r.dice] == ["aircraft carrier"]
    assert battle.count(SZ110, "fighter") == 0


@pytest.mark.rule("AA-UNI-056", "AA-UNI-059")
def test_guests_stay_in_the_air_when_their_carrier_is_hit() -> None:
    battle = at_sea({"cruiser": 2}, {UK: {"aircraft carrier: France's fighter": 1}},
                    [1, 1, 6, 6, 6, 6])  # fmt: skip
    carrier = one(battle.game, SZ110, "aircraft carrier")
    fighter = one(battle.game, SZ110, "fighter")
    battle.do(Casualties({carrier: 2}))
    assert carrier not in battle.game.state.units
    assert battle.game.state.unit(fighter).place == SZ110
    assert asked(battle).kind == "retreat"


@pytest.mark.rule("AA-SEA-019", "AA-SEA-005", "AA-SEA-004")
def test_guests_of_an_attacking_carrier_are_cargo() -> None:
    battle = at_sea({"aircraft carrier: Italy's fighter": 1, "cruiser": 1},
                    {UK: {"cruiser": 2}}, [6, 1, 1])  # fmt: skip
    assert [d.unit_type for d in battle.rolls("attack")[0].dice] == ["cruiser"]
    carrier = one(battle.game, SZ110, "aircraft carrier")
    guest = one(battle.game, SZ110, "fighter")
    with pytest.raises(RuleViolation, match="the fighter is cargo") as refused:
        battle.do(Casualties({guest: 1, carrier: 1}))
    assert refused.value.rule == "AA-CMB-021"
    battle.do(Casualties({carrier: 2}))
    assert guest not in battle.game.state.units


# --- transports ---------------------------------------------------------------------------------


@pytest.mark.rule("AA-UNI-077", "AA-CMB-053")
def test_lone_transports_are_sunk_without_dice() -> None:
    battle = at_sea({"submarine": 1}, {UK: {"transport: tank": 2}}, [], engage=True)
    assert battle.count(SZ110, "", UK) == 0
    assert battle.results() == ["attacker wins"]


@pytest.mark.rule("AA-CMB-055", "AA-UNI-076")
def test_attacking_transports_that_can_retreat_are_not_defenceless() -> None:
    """The cruiser is lost; the transport may withdraw, and does."""
    battle = at_sea({"cruiser": 1, "transport": 1}, {UK: {"cruiser": 1}}, [6, 1])
    assert asked(battle).kind == "retreat"
    battle.do(Retreat(SZ112))
    assert battle.count(SZ112, "transport") == 1
    assert battle.results() == ["attacker retreats"]


@pytest.mark.rule("AA-CMB-055")
def test_attacking_transports_without_a_way_out_are_sunk() -> None:
    """They began the turn in the zone, and nothing came in from elsewhere."""
    game = position(
        units={SZ110: {GERMANY: {"cruiser": 1, "transport: infantry": 1}, UK: {"cruiser": 1}}},
        phase="Combat Move",
    )
    battle = Attack(game).begin([6, 1])
    assert battle.results() == ["defender wins"]
    assert battle.count(SZ110, "", GERMANY) == 0


@pytest.mark.rule("AA-CMB-052")
def test_when_only_transports_are_left_the_attackers_may_go_or_stay() -> None:
    battle = at_sea({"cruiser": 1, "transport": 1}, {UK: {"cruiser": 1, "transport": 1}}, [1, 1])
    assert (asked(battle).kind, asked(battle).rule) == ("retreat", "AA-CMB-052")
    battle.do(Retreat())
    assert battle.results() == ["stalemate"]
    assert battle.count(SZ110, "transport") == 2


@pytest.mark.rule("AA-CMB-052")
def test_transports_that_go_go_where_they_came_from() -> None:
    battle = at_sea({"cruiser": 1, "transport": 1}, {UK: {"cruiser": 1, "transport": 1}}, [1, 1])
    battle.do(Retreat(SZ112))
    assert battle.results() == ["attacker retreats"]
    assert battle.count(SZ112, "transport") == 1
    kinds = [e.kind for e in battle.events(ev.Decided) if isinstance(e, ev.Decided)]
    assert kinds == ["retreat"]


@pytest.mark.rule("AA-UNI-072", "AA-CMB-049")
def test_submarines_are_not_rolled_for_where_only_aircraft_are_left() -> None:
    """A scrambled fighter meets a cruiser and a submarine: only the cruiser can hit it."""
    game = position(
        units={SZ112: {GERMANY: {"cruiser": 1, "submarine": 1, "transport: infantry": 1}},
               UK: {UK: {"fighter": 1}}},
        phase="Combat Move",
    )  # fmt: skip
    attack = Attack(game).send(SZ112, SZ110, cruiser=1, submarine=1, transport=1)
    battle = attack.land(SZ110, "Normandy/Bordeaux", "infantry").begin([6, 6])
    battle.do(Scramble({one(game, UK, "fighter"): SZ110}))
    battle.do(Submerge())
    assert [[d.unit_type for d in r.dice] for r in battle.rolls()] == [["cruiser"], ["fighter"]]


@pytest.mark.rule("AA-CMB-033")
def test_AA_CMB_033_what_a_surprise_strike_sinks_never_fires() -> None:
    """The last defender gone, the battle is over before the other attackers fire."""
    battle = at_sea({"submarine": 1, "cruiser": 1}, {UK: {"cruiser": 1}}, [1])
    battle.do(Submerge())
    assert battle.results() == ["attacker wins"]
    assert [e.purpose for e in battle.events(ev.Rolled) if isinstance(e, ev.Rolled)] == ["attack"]
