"""Kamikaze strikes, which the Global section leaves to the rulebook of Pacific 1940 (p. 34)."""

from __future__ import annotations

import pytest

from a4a.boards import load
from a4a.core import events as ev
from a4a.core.errors import RuleViolation
from a4a.core.position import Balance
from a4a.core.words import describe
from a4a.players import RandomPlayer
from a4a.rules.areas.combat.kamikaze import kamikazes
from a4a.rules.areas.orders import Kamikaze, Scramble
from a4a.rules.decision import Decision
from tests.rules.areas import positions as europe
from tests.rules.areas.battles import Attack, Battle
from tests.rules.global1940.positions import ids, one, position, rules, war

JAPAN, US, UK, ANZAC = "Japan", "United States", "United Kingdom", "ANZAC"
SZ6, SZ7, SZ17 = "sea zone 6", "sea zone 7", "sea zone 17"
IWO_JIMA, KOREA = "Iwo Jima", "Korea"
TOKENS = "kamikaze tokens"
MISS = 6

pytestmark = pytest.mark.rule("AA-GLO-003")


def fleet_sails(
    *,
    zone: str = SZ6,
    defenders: dict[str, dict[str, int]] | None = None,
    relations: dict[tuple[str, str], str] | None = None,
    dice: list[int] | None = None,
    tokens: int = 6,
    **fleet: int,
) -> Battle:
    """Americans sail into a zone off Japan, where Japanese ships may be."""
    units = {SZ7: {US: {k.replace("_", " "): n for k, n in fleet.items()}}}
    if defenders:
        units[zone] = defenders
    game = position(
        units=units, relations=relations or war((US, JAPAN)), power=US, phase="Combat Move"
    )
    if tokens != 6:
        _spend(game, 6 - tokens)
    attack = Attack(game)
    attack.send(SZ7, zone, **fleet)
    return attack.begin(dice or [MISS] * 40)


def landing(
    *, dice: list[int] | None = None, home: dict[str, int] | None = None, **fleet: int
) -> Battle:
    """Americans land an infantry in Korea, out of a kamikaze zone without a Japanese ship."""
    ships = {"transport: infantry": 1, **{k.replace("_", " "): n for k, n in fleet.items()}}
    units = {SZ7: {US: ships}, KOREA: {JAPAN: home or {"infantry": 1}}}
    game = position(units=units, relations=war((US, JAPAN)), power=US, phase="Combat Move")
    attack = Attack(game).send(SZ7, SZ6, transport=1, **fleet).land(SZ6, KOREA, "infantry")
    return attack.begin(dice or [MISS] * 40)


def _spend(game, number: int) -> None:
    paid = ev.ResourceChanged(JAPAN, TOKENS, -number, "kamikaze")
    game.node = game.record.append([paid], parent=game.node)


def decision(battle: Battle) -> Decision:
    found = battle.game.decision
    assert found is not None
    return found


def tokens(battle: Battle) -> int:
    return battle.game.state.money(JAPAN, TOKENS)


def test_the_numbers_are_those_of_the_dataset() -> None:
    (strikes,) = kamikazes(rules().game)
    start = load("global1940").position
    assert (strikes.power, strikes.hits_on, strikes.source) == (JAPAN, 2, "reference")
    assert Balance(JAPAN, TOKENS, 6) in start.balances
    marked = {v.space for v in start.values if v.key == "kamikaze"}
    assert marked == {f"sea zone {n}" for n in (6, 17, 19, 20, 22, 35)}


def test_europe_has_none() -> None:
    assert kamikazes(europe.rules().game) == ()


def test_japan_is_asked_when_its_ships_are_attacked_in_a_marked_zone() -> None:
    battle = fleet_sails(cruiser=1, submarine=1, transport=1, defenders={JAPAN: {"destroyer": 1}})
    asked = decision(battle)
    assert (asked.kind, asked.powers, asked.orders) == ("kamikaze", (JAPAN,), ("Kamikaze",))
    assert asked.rule == "AA-GLO-003"
    assert asked.units == ids(battle.game, SZ6, "cruiser", US)
    assert asked.spaces == (SZ6,)
    assert asked.most == 6
    assert not battle.events(ev.BattleOpened)


def test_a_landing_from_a_marked_zone_may_be_struck_though_no_ship_of_japan_is_there() -> None:
    battle = landing(cruiser=1)
    assert decision(battle).kind == "kamikaze"


def test_ships_that_neither_fight_japan_nor_land_are_left_alone() -> None:
    assert fleet_sails(cruiser=1).asked == ""


def test_ships_in_other_zones_are_left_alone() -> None:
    battle = fleet_sails(zone="sea zone 16", cruiser=1, defenders={JAPAN: {"destroyer": 1}})
    assert battle.asked != "kamikaze"


def test_only_enemies_are_struck() -> None:
    """Germans attacked in the zone are no business of a Japan that is at peace."""
    battle = fleet_sails(
        cruiser=1,
        defenders={"Germany": {"destroyer": 1}},
        relations=war((US, "Germany")),
    )
    assert battle.asked != "kamikaze"


def test_the_ships_of_a_partner_are_not_what_is_attacked() -> None:
    """Germans are attacked off Japan, which is at war too, but nothing of Japan's is."""
    battle = fleet_sails(
        cruiser=1,
        defenders={"Germany": {"destroyer": 1}},
        relations=war((US, "Germany"), (US, JAPAN)),
    )
    assert battle.asked != "kamikaze"


def test_aircraft_that_scrambled_are_units_under_attack() -> None:
    """Scrambles are answered first; who is in the air then counts."""
    units = {
        SZ7: {US: {"cruiser": 1}},
        SZ6: {"Germany": {"destroyer": 1}},
        JAPAN: {JAPAN: {"fighter": 1}},
    }
    game = position(
        units=units, relations=war((US, "Germany"), (US, JAPAN)), power=US, phase="Combat Move"
    )
    battle = Attack(game).send(SZ7, SZ6, cruiser=1).begin([MISS] * 20)
    assert battle.asked == "scramble"
    battle.do(Scramble({one(game, JAPAN, "fighter"): SZ6}))
    assert battle.asked == "kamikaze"


def test_none_is_a_choice_and_costs_nothing() -> None:
    battle = fleet_sails(cruiser=1, defenders={JAPAN: {"destroyer": 1}})
    battle.do(Kamikaze())
    assert tokens(battle) == 6
    assert not battle.rolls("kamikaze")
    assert battle.asked != "kamikaze"


def test_a_strike_hits_on_two_or_less_and_its_casualty_is_gone_before_the_battle() -> None:
    battle = fleet_sails(
        cruiser=1, destroyer=1, defenders={JAPAN: {"submarine": 1, "destroyer": 1}},
        dice=[2, *[MISS] * 40],
    )  # fmt: skip
    cruiser = one(battle.game, SZ6, "cruiser", US)
    battle.do(Kamikaze({cruiser: 1}))
    (roll,) = battle.rolls("kamikaze")
    assert (roll.power, roll.hits, roll.against) == (JAPAN, 1, "cruiser")
    assert roll.expected == pytest.approx(1 / 3)
    assert cruiser not in battle.game.state.units
    opened = [e for e in battle.events(ev.BattleOpened) if e.kind == "sea"]
    assert cruiser not in {i for e in opened for p in e.participants for i in p.units}
    gone = [e for e in battle.events(ev.UnitsRemoved) if cruiser in e.units]
    assert gone


def test_a_strike_misses_on_three() -> None:
    battle = fleet_sails(cruiser=1, defenders={JAPAN: {"destroyer": 1}}, dice=[3, *[MISS] * 20])
    cruiser = one(battle.game, SZ6, "cruiser", US)
    battle.do(Kamikaze({cruiser: 1}))
    assert cruiser in battle.game.state.units
    assert tokens(battle) == 5
    assert battle.results()[0] == "no effect"


def test_several_strikes_at_one_ship_are_announced_and_paid_before_they_are_rolled() -> None:
    battle = fleet_sails(
        destroyer=2, defenders={JAPAN: {"destroyer": 1}}, dice=[1, 1, 1, MISS, 1, *[MISS] * 20]
    )
    struck = one(battle.game, SZ6, "destroyer", US)
    battle.do(Kamikaze({struck: 4}))
    events = battle.events(ev.Decided, ev.ResourceChanged, ev.Rolled)
    kinds = [type(e) for e in events[:3]]
    assert kinds == [ev.Decided, ev.ResourceChanged, ev.Rolled]
    assert len(battle.rolls("kamikaze")[0].dice) == 4
    assert tokens(battle) == 2
    assert len(ids(battle.game, SZ6, "destroyer", US)) == 1, "hits beyond need are wasted"


def test_a_ship_of_two_hits_takes_one() -> None:
    battle = fleet_sails(
        battleship=2, defenders={JAPAN: {"destroyer": 1}}, dice=[2, 1, 2] + [6] * 20
    )
    first, second = ids(battle.game, SZ6, "battleship", US)
    battle.do(Kamikaze({first: 1, second: 2}))
    assert battle.game.state.unit(first).damage == 1
    assert second not in battle.game.state.units


def test_cargo_sinks_with_its_ship() -> None:
    game = position(
        units={SZ7: {US: {"aircraft carrier: fighter": 1}}, SZ6: {JAPAN: {"destroyer": 1}}},
        relations=war((US, JAPAN)), power=US, phase="Combat Move",
    )  # fmt: skip
    battle = Attack(game).send(SZ7, SZ6, aircraft_carrier=1).begin([1, 1])
    battle.do(Kamikaze({one(game, SZ6, "aircraft carrier", US): 2}))
    assert battle.count(SZ6, power=US) == 0


def test_strikes_keep_the_ships_of_the_zone_from_bombarding() -> None:
    struck = landing(cruiser=2, dice=[MISS, 1, MISS])
    struck.do(Kamikaze({ids(struck.game, SZ6, "cruiser", US)[0]: 1})).play()
    assert not struck.rolls("bombard")
    spared = landing(cruiser=2)
    spared.do(Kamikaze())
    assert spared.asked == "bombardment"


def test_troops_still_land_after_a_strike() -> None:
    """Transports are no targets; those whose escort is sunk land where nothing stops them."""
    battle = landing(cruiser=1, dice=[1, 1, *[MISS] * 4, 1, *[MISS] * 20])
    battle.do(Kamikaze({one(battle.game, SZ6, "cruiser", US): 1})).play()
    assert any(e.kind == "amphibious" for e in battle.events(ev.BattleOpened))


def test_no_token_no_strike() -> None:
    spent = fleet_sails(cruiser=1, defenders={JAPAN: {"destroyer": 1}}, tokens=0)
    assert spent.asked != "kamikaze"
    last = fleet_sails(cruiser=1, defenders={JAPAN: {"destroyer": 1}}, tokens=1)
    assert decision(last).most == 1


@pytest.mark.parametrize(
    ("kind", "why"),
    [
        ("submarine", "a submarine is no surface warship"),
        ("transport", "a transport is no surface warship"),
    ],
)
def test_submarines_and_transports_are_not_struck(kind: str, why: str) -> None:
    battle = fleet_sails(cruiser=1, defenders={JAPAN: {"destroyer": 1}}, **{kind: 1})
    with pytest.raises(RuleViolation, match=why) as refused:
        battle.do(Kamikaze({one(battle.game, SZ6, kind, US): 1}))
    assert refused.value.rule == "AA-GLO-003"


def test_who_may_not_be_struck_is_told_why() -> None:
    battle = fleet_sails(
        cruiser=1, defenders={JAPAN: {"destroyer": 1}, ANZAC: {"cruiser": 1}},
        relations=war((US, JAPAN), (ANZAC, JAPAN)),
    )  # fmt: skip
    with pytest.raises(RuleViolation, match="not the attacker's"):
        battle.do(Kamikaze({one(battle.game, SZ6, "cruiser", ANZAC): 1}))
    with pytest.raises(RuleViolation, match="no such unit"):
        battle.do(Kamikaze({999_999: 1}))


def test_more_strikes_than_tokens_are_refused() -> None:
    battle = fleet_sails(cruiser=1, defenders={JAPAN: {"destroyer": 1}})
    cruiser = one(battle.game, SZ6, "cruiser", US)
    with pytest.raises(RuleViolation, match="7 strikes with 6 tokens left"):
        battle.do(Kamikaze({cruiser: 7}))
    with pytest.raises(RuleViolation, match="-1 is no number of strikes"):
        battle.do(Kamikaze({cruiser: -1}))


def test_zones_stay_marked_though_the_islands_are_lost() -> None:
    """R-144: whose the land is does not matter."""
    units = {SZ7: {US: {"cruiser": 1}}, SZ17: {JAPAN: {"destroyer": 1}}}
    game = position(
        units=units, control={IWO_JIMA: US}, relations=war((US, JAPAN)), power=US,
        phase="Combat Move",
    )  # fmt: skip
    battle = Attack(game).send(SZ7, SZ17, cruiser=1).begin([MISS] * 20)
    assert battle.asked == "kamikaze"


def test_the_log_tells_strikes_in_words() -> None:
    battle = fleet_sails(
        battleship=1, defenders={JAPAN: {"destroyer": 1}}, dice=[2, 5, *[MISS] * 20]
    )
    before = battle.game.state
    battle.do(Kamikaze({one(battle.game, SZ6, "battleship", US): 2}))
    step = battle.game.record.step(battle.game.node)
    words = [describe(e, before) for e in step.events[:3]]
    assert "2 strikes at the battleship" in words[0]
    assert words[1] == "Japan spent 2 kamikaze tokens"
    rolled = next(e for e in step.events if isinstance(e, ev.Rolled))
    assert describe(rolled, before).startswith("Japan rolled ")
    assert "1 hit against the battleship" in describe(rolled, before)


def test_the_random_player_answers() -> None:
    battle = fleet_sails(cruiser=2, defenders={JAPAN: {"destroyer": 1}})
    player = RandomPlayer(3)
    player.act(battle.game, decision(battle))
    assert battle.asked != "kamikaze"
