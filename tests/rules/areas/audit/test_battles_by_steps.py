"""Faults planted in battles that the kernel has played, whose steps are all told."""

from __future__ import annotations

import msgspec
import pytest

from a4a.core import events as ev
from a4a.rules.areas.orders import Aim, Bombard, Intercept, Kamikaze, Retreat, Scramble, Submerge
from tests.rules.areas.audit.told import Change, judged, replanted
from tests.rules.areas.battles import Attack, Battle
from tests.rules.areas.positions import ids, one, position
from tests.rules.areas.test_general_combat import GERMANY, SZ110, SZ112, UK, at_sea
from tests.rules.areas.test_raids import COMPLEX, aim, raid
from tests.rules.areas.test_rockets import WEST, ready
from tests.rules.global1940.test_kamikaze import ANZAC, JAPAN, SZ6, US, fleet_sails

BELGIUM, FRANCE = "Holland/Belgium", "France"


def found(battle: Battle, change: Change) -> list[str]:
    """The rules that are broken in a battle with one event changed; all of it later than that."""
    record, node = replanted(battle.game, change)
    findings, _ = judged(record, program="a4a")
    assert all(there >= node for there, _ in findings), findings
    return [one.rule for _, one in findings]


def sound(battle: Battle) -> bool:
    """Whether nothing is found in a battle as it was played."""
    findings, counted = judged(battle.game.record, program="a4a")
    assert counted["roll"], "no roll was judged"
    return not findings


def roll(purpose: str, **new: object) -> Change:
    """Change the first roll for a purpose."""

    def change(event: ev.AnyEvent) -> ev.AnyEvent | None:
        if isinstance(event, ev.Rolled) and event.purpose == purpose:
            return msgspec.structs.replace(event, **new)
        return event

    return change


def without(*kinds: type[ev.Event], reason: str = "", purpose: str = "") -> Change:
    """Leave out the first event of a kind."""

    def change(event: ev.AnyEvent) -> ev.AnyEvent | None:
        same = isinstance(event, kinds)
        same = same and (not reason or getattr(event, "reason", "") == reason)
        same = same and (not purpose or getattr(event, "purpose", "") == purpose)
        return None if same else event

    return change


def on_land(dice: list[int]) -> Battle:
    """Two tanks against two infantry."""
    game = position(
        units={BELGIUM: {GERMANY: {"tank": 2}}, FRANCE: {FRANCE: {"infantry": 2}}},
        phase="Combat Move",
    )
    return Attack(game).send(BELGIUM, FRANCE, tank=2).begin(dice)


@pytest.mark.parametrize(
    ("change", "rules"),
    [
        (roll("attack", hits=2), ["AA-CMB-018", "AA-CMB-041"]),
        (roll("attack", dice=(ev.Die(3, 3, "hit", "tank"),)), ["AA-CMB-039"]),
        (roll("defense", dice=(ev.Die(6, 2, "miss", "infantry"),)), ["AA-CMB-042"]),
        (roll("attack", dice=(ev.Die(3, 4, "hit", "tank"), ev.Die(6, 3, "miss", "tank"))),
         ["AA-CMB-018"]),
        (without(ev.UnitsRemoved), ["AA-CMB-047", "AA-CMB-042", "AA-CMB-047"]),
        (without(ev.Rolled, purpose="defense"), ["AA-CMB-042"]),
    ],
)  # fmt: skip
def test_faults_on_land_are_found(change: Change, rules: list[str]) -> None:
    battle = on_land([3, 6, 6, 6, 6, 6, 6])
    battle.press().do(Retreat(BELGIUM))
    assert sound(battle)
    assert found(battle, change) == rules


def test_a_retreat_to_where_nobody_came_from_is_found() -> None:
    battle = on_land([6, 6, 6, 6]).do(Retreat(BELGIUM))

    def elsewhere(event: ev.AnyEvent) -> ev.AnyEvent:
        if isinstance(event, ev.UnitsMoved) and event.mode == "retreat":
            return msgspec.structs.replace(event, path=(FRANCE, "Western Germany"))
        return event

    assert sound(battle)
    assert found(battle, elsewhere) == ["AA-CMB-059"]


def test_a_ship_hit_by_surprise_but_not_sunk_fires() -> None:
    battle = at_sea({"submarine": 1, "cruiser": 1}, {UK: {"battleship": 1}}, [2, 3, 6])
    battle.do(Submerge())
    assert sound(battle)
    assert found(battle, without(ev.Rolled, purpose="defense")) == ["AA-CMB-042"]


def test_what_submarines_hit_is_no_aircraft() -> None:
    battle = at_sea({"cruiser": 1}, {UK: {"submarine": 1}}, [1], air={"fighter": 1}, engage=True)
    battle.do(Submerge())
    fighter = one(battle.game, SZ110, "fighter")

    def instead(event: ev.AnyEvent) -> ev.AnyEvent:
        if isinstance(event, ev.UnitsRemoved):
            return msgspec.structs.replace(event, units=(fighter,))
        return event

    assert sound(battle)
    assert found(battle, instead)[0] == "AA-UNI-072"


def test_an_asked_choice_is_judged_with_its_roll() -> None:
    """The roll is in one step, the casualties chosen in the next."""
    battle = at_sea({"cruiser": 2}, {UK: {"destroyer": 1, "cruiser": 1}}, [3, 6, 6, 6])
    battle.hit(destroyer=1)
    record, node = replanted(battle.game, roll("attack", hits=2))
    findings, _ = judged(record, program="a4a")
    assert [(there, x.rule) for there, x in findings if x.topic == "roll"] == [(node, "AA-CMB-018")]
    assert [x.rule for _, x in findings if x.topic == "casualty"] == ["AA-CMB-041"]


def test_low_luck_adds_values_up() -> None:
    """Two tanks and five infantry: 11 is one sure hit, and a die at 5."""
    game = position(
        units={BELGIUM: {GERMANY: {"tank": 2, "infantry": 5}}, FRANCE: {FRANCE: {"infantry": 2}}},
        phase="Combat Move",
        options=("low luck",),
    )
    battle = Attack(game).send(BELGIUM, FRANCE, tank=2, infantry=5).begin([6, 6])
    battle.do(Retreat(BELGIUM))
    assert sound(battle)
    assert found(battle, roll("attack", dice=(ev.Die(6, 4, "miss"),))) == ["AA-CMB-018"]
    assert found(battle, roll("attack", hits=0)) == ["AA-CMB-018", "AA-CMB-040"]


# --- raids --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "rules"),
    [
        (without(ev.Rolled, purpose="aa"), ["AA-SBR-021"]),
        (roll("aa", dice=(ev.Die(2, 2, "hit", COMPLEX),), hits=1),
         ["AA-SBR-022", "AA-CMB-041", "AA-SBR-021"]),
        (without(ev.Rolled, purpose="bombing"), ["AA-SBR-026"]),
        (roll("bombing", dice=(ev.Die(4, unit_type="strategic bomber"),) * 2),
         ["AA-SBR-021", "AA-SBR-026", "AA-SBR-027"]),
        (roll("bombing", dice=(ev.Die(5, unit_type="strategic bomber"),)), ["AA-SBR-027"]),
        (without(ev.UnitsConverted, reason="bombed"), ["AA-SBR-026"]),
    ],
)  # fmt: skip
def test_faults_of_raids_are_found(change: Change, rules: list[str]) -> None:
    battle = aim(raid([2, 4]), COMPLEX)
    assert sound(battle)
    assert found(battle, change) == rules


@pytest.mark.parametrize("kind", ["tactical bomber", "strategic bomber"])
def test_AA_SBR_026_bombers_of_each_type_have_dice_of_their_own(kind: str) -> None:
    battle = raid([2, 3, 4, 5], attackers={"tactical bomber": 1, "strategic bomber": 1})
    targets = {"tactical bomber": "air base", "strategic bomber": COMPLEX}
    assert battle.game.decision is not None
    units = battle.game.state.units
    aim(battle, *(targets[units[bomber].type] for bomber in battle.game.decision.units))
    assert sound(battle)

    def twice(event: ev.AnyEvent) -> ev.AnyEvent:
        if isinstance(event, ev.Rolled) and [die.unit_type for die in event.dice] == [kind]:
            return msgspec.structs.replace(event, dice=event.dice * 2)
        return event

    assert found(battle, twice) == ["AA-SBR-026", "AA-SBR-027"]


def test_the_air_battle_is_fought_at_1() -> None:
    battle = raid([6, 6, 6, 2, 4], defenders={"fighter": 1}, escorts=1)
    decision = battle.game.decision
    assert decision is not None
    aim(battle.do(Intercept(decision.units)), COMPLEX)
    assert sound(battle)
    dice = (ev.Die(6, 3, "miss", "fighter"), ev.Die(6, 1, "miss", "strategic bomber"))
    assert found(battle, roll("interception", dice=dice)) == ["AA-SBR-017"]
    assert found(battle, without(ev.Rolled, purpose="interception")) == ["AA-SBR-017"]


def test_rockets_are_for_those_who_have_developed_them() -> None:
    battle = ready([4])
    base, port = one(battle.game, WEST, "air base"), one(battle.game, UK, "naval base")
    battle.do(Aim({base: port}))
    assert sound(battle)
    assert found(battle, roll("bombing", hits=5)) == ["AA-RND-017"]
    assert found(battle, roll("bombing", power=FRANCE)) == ["AA-RND-015"]


# --- what comes before the rounds ---------------------------------------------------------------


def landing(dice: list[int]) -> Battle:
    """Two infantry come ashore in Normandy beside a battleship."""
    game = position(
        units={
            SZ112: {GERMANY: {"transport: infantry, infantry": 1, "battleship": 1}},
            "Normandy/Bordeaux": {FRANCE: {"infantry": 2}},
        },
        phase="Combat Move",
    )
    attack = Attack(game).send(SZ112, SZ110, transport=1, battleship=1)
    return attack.land(SZ110, "Normandy/Bordeaux", "infantry", "infantry").begin(dice)


def test_a_bombardment_with_more_ships_than_there_are_is_found() -> None:
    battle = landing([6, 1, 1, 6, 6])
    ship = one(battle.game, SZ110, "battleship")
    battle.do(Bombard({ship: "Normandy/Bordeaux"}))
    assert sound(battle)
    two = (ev.Die(6, 4, "miss", "battleship"),) * 2
    assert found(battle, roll("bombard", dice=two)) == ["AA-AMP-016"]
    three = (ev.Die(6, 4, "miss", "battleship"),) * 3
    assert found(battle, roll("bombard", dice=three)) == ["AA-AMP-018"]
    better = (ev.Die(6, 5, "miss", "battleship"),)
    assert found(battle, roll("bombard", dice=better)) == ["AA-AMP-023"]


def test_faults_of_scrambles_are_found() -> None:
    game = position(
        units={
            SZ112: {GERMANY: {"cruiser": 1}},
            SZ110: {UK: {"destroyer": 1}},
            UK: {UK: {"fighter": 1}},
        },
        phase="Combat Move",
    )
    battle = Attack(game).send(SZ112, SZ110, cruiser=1).begin([6] * 9)
    fighter = one(game, UK, "fighter")
    battle.do(Scramble({fighter: SZ110}))
    assert sound(battle)

    def elsewhere(event: ev.AnyEvent) -> ev.AnyEvent:
        if isinstance(event, ev.UnitsMoved) and event.mode == "scramble":
            return msgspec.structs.replace(event, path=(UK, "sea zone 109"))
        return event

    assert found(battle, elsewhere)[0] == "AA-SCR-007"


def test_kamikaze_strikes_hit_on_2() -> None:
    battle = fleet_sails(defenders={JAPAN: {"destroyer": 1}}, cruiser=1, dice=[2] + [6] * 20)
    (ship,) = ids(battle.game, SZ6, "cruiser", US)
    battle.do(Kamikaze({ship: 1}))
    assert sound(battle)
    assert found(battle, roll("kamikaze", hits=0)) == ["AA-GLO-003", "AA-GLO-003"]
    assert found(battle, without(ev.UnitsRemoved))[0] == "AA-GLO-003"
    assert "AA-GLO-003" in found(battle, roll("kamikaze", power=ANZAC))
