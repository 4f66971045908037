"""China: where its units stay, what it buys and where it musters, who may enter its land."""

from __future__ import annotations

from pathlib import Path

import pytest

from a4a.core import events as ev
from a4a.core.dice import SeededDice
from a4a.players import RandomPlayer
from a4a.rules import new_game, ruleset
from a4a.rules.areas.bases.facilities import usable_complexes
from a4a.rules.areas.combat.scramble import may_scramble
from a4a.rules.areas.control import conquest
from a4a.rules.areas.economy import convoy, economies
from a4a.rules.areas.economy.market import offers, sites
from a4a.rules.areas.economy.placement import Yard, site_fault
from a4a.rules.areas.movement.fields import Fields
from a4a.rules.areas.movement.reach import Reach
from a4a.rules.areas.orders import Buy, Casualties, EndPhase, Fight, Place
from a4a.rules.areas.phases.mobilize import purchased
from a4a.rules.areas.politics import limits
from a4a.rules.areas.politics.situation import Situation
from a4a.rules.areas.ruleset.flow import AreasRuleset
from a4a.rules.game import Game
from tests import depth
from tests.rules import retold
from tests.rules.global1940.positions import (
    finish_phase,
    go,
    ids,
    of_kind,
    one,
    order,
    played,
    position,
    refused,
    run_of,
    war,
)

CHINA, JAPAN, UK, USA, ANZAC = "China", "Japan", "United Kingdom", "United States", "ANZAC"
ORIGINAL = {
    "Anhwe", "Chahar", "Hopei", "Hunan", "Jehol", "Kansu", "Kiangsi", "Kiangsu", "Kwangsi",
    "Kweichow", "Manchuria", "Shantung", "Shensi", "Sikang", "Suiyuyan", "Szechwan", "Tsinghai",
    "Yunnan",
}  # fmt: skip
ROAD = ("India", "Burma", "Yunnan", "Szechwan")


def china(phase: str = "Combat Move", **changes: object) -> Game:
    """A position in China's turn."""
    return position(power=CHINA, phase=phase, **changes)  # type: ignore[arg-type]


# --- where its units stay -------------------------------------------------------------------------


@pytest.mark.rule("AA-GLO-003")
def test_AA_GLO_003_chinese_units_stay_in_china_kwangtung_and_burma() -> None:
    """Eighteen original Chinese territories and these two; nowhere else (R-123)."""
    shut = limits.barred(played(), china().state, CHINA)
    assert {s.name for s in played().board.spaces} - set(shut) == ORIGINAL | {"Kwangtung", "Burma"}


@pytest.mark.rule("AA-GLO-003")
def test_chinese_infantry_attacks_in_china_and_in_burma_and_kwangtung_only() -> None:
    """Japanese land beyond is out of bounds, as is neutral Mongolia."""
    game = china(
        units={
            "Yunnan": {CHINA: {"infantry": 4}},
            "Suiyuyan": {CHINA: {"infantry": 1}},
            "Kwangsi": {JAPAN: {"infantry": 1}},
        },
        control={"French Indo-China": JAPAN, "Burma": JAPAN},
        relations=war((JAPAN, UK), (JAPAN, ANZAC)),
    )
    refused(game, order(game, "infantry", "Yunnan", "French Indo-China"), "AA-GLO-003")
    refused(game, order(game, "infantry", "Suiyuyan", "Central Mongolia"), "AA-GLO-003")
    go(game, "infantry", "Yunnan", "Burma")
    go(game, "infantry", "Yunnan", "Kwangsi", count=2)


@pytest.mark.rule("AA-GLO-003")
def test_chinese_infantry_regroups_into_burma_and_kwangtung_but_not_india() -> None:
    """They are friendly territories; from there it goes no farther, nor aboard ships."""
    game = china(
        "Noncombat Move",
        units={
            "Yunnan": {CHINA: {"infantry": 1}},
            "Burma": {CHINA: {"infantry": 2}},
            "sea zone 38": {UK: {"transport": 1}},
        },
    )
    go(game, "infantry", "Yunnan", "Burma")
    refused(game, order(game, "infantry", "Burma", "India"), "AA-GLO-003")
    ship = one(game, "sea zone 38", "transport")
    refused(game, order(game, "infantry", "Burma", "sea zone 38", aboard=ship), "AA-GLO-003")


@pytest.mark.rule("AA-GLO-003")
def test_the_chinese_fighter_stays_over_china_too() -> None:
    """It attacks and lands in China, Burma and Kwangtung; it crosses nothing else."""
    units = {
        "Szechwan": {CHINA: {"fighter": 1}},
        "Kiangsi": {JAPAN: {"infantry": 1}},
        "sea zone 36": {JAPAN: {"transport": 1}},
        "French Indo-China": {JAPAN: {"infantry": 1}},
    }
    game = china(units=units, control={"French Indo-China": JAPAN})
    for end in ("sea zone 36", "French Indo-China"):
        given = order(game, "fighter", "Szechwan", "Yunnan", "Kwangsi", end)
        refused(game, given, "AA-GLO-003")
    go(game, "fighter", "Szechwan", "Yunnan", "Kwangsi", "Kiangsi")
    home = china("Noncombat Move", units=units)
    refused(home, order(home, "fighter", "Szechwan", "Yunnan", "Burma", "India"), "AA-GLO-003")
    go(home, "fighter", "Szechwan", "Yunnan", "Burma")


@pytest.mark.rule("AA-GLO-003")
def test_the_chinese_fighter_goes_nowhere_near_the_sea() -> None:
    """No carrier takes it, and none counts as a place where it could land after an attack."""
    units = {
        "Burma": {CHINA: {"fighter": 1}},
        "sea zone 38": {UK: {"aircraft carrier": 1}},
    }
    game = china("Noncombat Move", units=units)
    ship = one(game, "sea zone 38", "aircraft carrier")
    refused(game, order(game, "fighter", "Burma", "sea zone 38", aboard=ship), "AA-GLO-003")
    ends = Reach(played()).destinations(
        game.state, ids(game, "Burma", "fighter"), phase="noncombat"
    )
    assert ends
    assert set(ends) <= ORIGINAL | {"Kwangtung", "Burma"}
    field = Fields(played()).of(game.state, combat=False)
    assert "sea zone 38" not in field.ground.comrades_carriers


@pytest.mark.rule("AA-GLO-003")
def test_the_chinese_fighter_does_not_scramble() -> None:
    """From an air base in Kwangtung a British fighter rises, the Chinese one does not."""
    game = position(
        power=JAPAN, phase="Combat Move", relations=war((JAPAN, UK), (JAPAN, ANZAC)),
        units={
            "Kwangtung": {
                CHINA: {"fighter": 1},
                UK: {"air base": 1, "fighter": 1, "infantry": 1},
            },
            "sea zone 20": {JAPAN: {"transport: infantry": 1, "destroyer": 1}},
        },
    )  # fmt: skip
    go(game, "infantry", "sea zone 20", "Kwangtung")
    here = Situation(played(), game.state, JAPAN)
    assert set(may_scramble(here, UK)) == set(ids(game, "Kwangtung", "fighter", UK))
    assert may_scramble(here, CHINA) == {}


# --- what it buys ---------------------------------------------------------------------------------


@pytest.mark.rule("AA-GLO-058")
def test_AA_GLO_058_china_buys_infantry_and_no_other_pieces() -> None:
    """Artillery apart (AA-OBJ-038)."""
    game = china("Purchase and Repair Units", money={CHINA: 60})
    assert game.decision is not None
    pieces = {retold.word("infantry"), retold.word("artillery")}
    assert set(game.decision.options) == pieces
    assert set(offers(played(), game.state, CHINA)) == pieces
    for kind in played().types:
        if kind not in pieces:
            assert limits.not_for_sale(played(), game.state, CHINA, kind) is not None
    for kind in ("tank", "fighter", "destroyer", "minor industrial complex", "air base"):
        refused(game, Buy(CHINA, {kind: 1}), "AA-GLO-058")
    game.do(Buy(CHINA, {"infantry": 4}))
    assert [u.type for u in purchased(game.state, CHINA)] == [retold.word("infantry")] * 4


@pytest.mark.rule("AA-OBJ-038")
def test_AA_OBJ_038_china_buys_artillery_while_the_burma_road_is_open() -> None:
    """Allied powers hold India, Burma, Yunnan and Szechwan; any one lost closes it."""
    game = china("Purchase and Repair Units", money={CHINA: 8})
    game.do(Buy(CHINA, {"artillery": 2}))
    held = china("Purchase and Repair Units", control={"Yunnan": UK, "India": USA})
    assert retold.word("artillery") in limits.for_sale(played(), held.state, CHINA)
    for lost in ROAD:
        shut = china("Purchase and Repair Units", control={lost: JAPAN}, money={CHINA: 8})
        assert offers(played(), shut.state).keys() == {"infantry"}
        refused(shut, Buy(CHINA, {"artillery": 1}), "AA-OBJ-038")


def test_other_powers_buy_what_is_for_sale() -> None:
    """No limit of China's is theirs."""
    game = position(power=JAPAN)
    everything = tuple(t.name for t in played().types.values() if t.cost)
    assert limits.for_sale(played(), game.state, JAPAN) == everything


# --- where it musters -----------------------------------------------------------------------------


def waiting(count: int = 5, kind: str = "infantry", **changes: object) -> Game:
    """China about to place new units."""
    return china("Mobilize New Units", purchased={CHINA: {kind: count}}, **changes)


@pytest.mark.rule("AA-GLO-003")
def test_china_musters_in_any_original_territory_it_controls() -> None:
    """Without a complex; neither in Burma nor in Kwangtung, even if they are its own (R-124)."""
    game = waiting(control={"Burma": CHINA, "Kwangtung": CHINA, "India": JAPAN})
    mine = {t for t in ORIGINAL if game.state.control[t] == CHINA}
    assert len(mine) == 12
    assert set(sites(played(), game.state, retold.word("infantry"))) == mine
    units = [u.id for u in purchased(game.state, CHINA)]
    for place in ("Burma", "Kwangtung", "Kiangsu", "India"):
        refused(game, Place((units[0],), place), "AA-GLO-003")
    game.do(Place((units[0],), "Yunnan"))
    game.do(Place((units[1],), "Sikang"))
    assert len(ids(game, "Yunnan", "infantry", CHINA)) == 1


@pytest.mark.rule("AA-GLO-003")
def test_china_musters_as_many_units_as_it_likes_in_a_territory() -> None:
    """There is no limit of three, as players and the reference have it (R-124)."""
    game = waiting(5)
    units = tuple(u.id for u in purchased(game.state, CHINA))
    assert Yard(played(), game.state, CHINA).room("Szechwan") >= 5
    game.do(Place(units, "Szechwan"))
    assert len(ids(game, "Szechwan", "infantry", CHINA)) == 5
    assert game.state.phase != "Mobilize New Units"


def test_who_plays_with_a_limit_of_three_a_territory_writes_it_down(tmp_path: Path) -> None:
    """It is a number of limits.toml; the refusal cites the entry's rule, and the rest goes on."""
    about = 'name = "three"\ntitle = "Three"\nparent = "global1940"\nsource = "house"\n'
    (tmp_path / "dataset.toml").write_text(about)
    (tmp_path / "limits.toml").write_text(
        '[[musters]]\npower = "China"\nof = { original = ["China"] }\nmost = 3\n'
        'why = "mobilizes three"\nrule = "AA-GLO-003"\nsource = "house"\n'
    )
    made = ruleset(tmp_path)
    assert isinstance(made, AreasRuleset)
    game = waiting(5)
    units = tuple(u.id for u in purchased(game.state, CHINA))
    yard = Yard(made.game, game.state, CHINA)
    assert (yard.room("Yunnan"), yard.room("Burma")) == (3, 0)
    assert yard.fault([game.state.unit(u) for u in units[:3]], "Yunnan") is None
    fault = yard.fault([game.state.unit(u) for u in units[:4]], "Yunnan")
    assert fault is not None
    assert fault.rule == "AA-GLO-003"
    game.do(Place(units[:2], "Yunnan"))
    after = Yard(made.game, game.state, CHINA)
    assert (after.room("Yunnan"), after.room("Hunan")) == (1, 3)


@pytest.mark.rule("AA-GLO-003")
def test_china_musters_where_it_has_just_come_back() -> None:
    """A territory recaptured in this turn is one it controls."""
    game = china(
        purchased={CHINA: {"infantry": 2}}, units={"Szechwan": {CHINA: {"infantry": 1}}},
        control={"Kweichow": JAPAN},
    )  # fmt: skip
    go(game, "infantry", "Szechwan", "Kweichow")
    finish_phase(game, until="Mobilize New Units")
    assert game.state.control["Kweichow"] == CHINA
    game.do(Place(tuple(u.id for u in purchased(game.state, CHINA)), "Kweichow"))
    assert len(ids(game, "Kweichow", "infantry", CHINA)) == 3


def test_what_china_can_place_nowhere_is_paid_back() -> None:
    """Without territories it keeps its units and its money."""
    lost = dict.fromkeys(ORIGINAL, JAPAN)
    game = china(
        "Noncombat Move", purchased={CHINA: {"infantry": 2}}, control=lost, money={CHINA: 5},
        units={"Burma": {CHINA: {"infantry": 1}}},
    )  # fmt: skip
    game.do(EndPhase())
    assert not purchased(game.state, CHINA)
    assert game.state.money(CHINA, "IPC") == 11
    assert len(ids(game, "Burma", "infantry", CHINA)) == 1


# --- facilities, capital, income ------------------------------------------------------------------


@pytest.mark.rule("AA-GLO-058")
def test_a_japanese_complex_is_removed_where_china_comes_back() -> None:
    """By its own hand or by a friend's, who liberates for China; bases stay (R-126)."""
    for power in (CHINA, USA, "Soviet Union"):
        game = position(
            power=power, relations=war((power, JAPAN)),
            units={"Kiangsu": {JAPAN: {"minor industrial complex": 1, "air base": 1}}},
        )  # fmt: skip
        run = run_of(game)
        conquest.take(played(), run, "Kiangsu", power)
        assert run.state.control["Kiangsu"] == CHINA
        assert [(u.type, u.owner) for u in run.state.at("Kiangsu")] == [("air base", CHINA)]


@pytest.mark.rule("AA-GLO-058")
def test_a_battle_that_wins_a_chinese_territory_back_removes_the_complex_there() -> None:
    """Through the orders of a turn; China may muster there at once."""
    game = china(
        purchased={CHINA: {"infantry": 1}}, dice=[1, 1, 1, 6],
        units={
            "Anhwe": {CHINA: {"infantry": 3}},
            "Kiangsu": {JAPAN: {"infantry": 1, "minor industrial complex": 1}},
        },
    )  # fmt: skip
    go(game, "infantry", "Anhwe", "Kiangsu", count=3)
    game.do(EndPhase())
    while game.decision is not None and game.state.phase == "Conduct Combat":
        battle = game.decision
        game.do(
            Fight(battle.options[0]) if battle.kind == "battle" else Casualties(battle.units[:1])
        )
    assert game.state.control["Kiangsu"] == CHINA
    assert not ids(game, "Kiangsu", "minor industrial complex")
    finish_phase(game)
    assert "Kiangsu" in sites(played(), game.state, retold.word("infantry"))


@pytest.mark.rule("AA-GLO-058")
def test_china_uses_no_complex_in_kwangtung_and_repairs_nothing() -> None:
    """It may hold the territory once India has fallen; the complex stays, idle (R-126)."""
    game = china(
        "Purchase and Repair Units", control={"Kwangtung": CHINA, "India": JAPAN},
        units={"Kwangtung": {CHINA: {"minor industrial complex": 1}}},
        damage={("Kwangtung", "minor industrial complex"): 2}, money={CHINA: 12},
    )  # fmt: skip
    assert not list(usable_complexes(played(), game.state, CHINA))
    complex_ = one(game, "Kwangtung", "minor industrial complex")
    refused(game, Buy(CHINA, repairs={complex_: 1}), "AA-GLO-058")
    assert "Kwangtung" not in sites(played(), game.state, retold.word("infantry"))


@pytest.mark.rule("AA-GLO-003", "AA-CON-013", "AA-CON-017")
def test_china_gives_kwangtung_and_burma_back_to_the_british() -> None:
    """While Calcutta is free; if it is lost, China holds them and collects their income."""
    run = run_of(china(control={"Burma": JAPAN}))
    conquest.take(played(), run, "Burma", CHINA)
    assert run.state.control["Burma"] == UK
    fallen = run_of(china(control={"Burma": JAPAN, "India": JAPAN}))
    conquest.take(played(), fallen, "Burma", CHINA)
    assert fallen.state.control["Burma"] == CHINA
    assert "Burma" in economies.territories(played(), fallen.state, CHINA)


@pytest.mark.rule("AA-GLO-003")
def test_china_has_no_capital_and_is_never_plundered() -> None:
    """Its last territory falls, and its treasury and its turns go on (R-127)."""
    lost = {name: JAPAN for name in ORIGINAL if name != "Szechwan"}
    game = position(power=JAPAN, control=lost, money={CHINA: 17})
    run = run_of(game)
    conquest.take(played(), run, "Szechwan", JAPAN)
    assert run.state.money(CHINA, "IPC") == 17
    assert not of_kind(run.events, ev.ResourceChanged)
    assert not economies.capital_lost(played(), run.state, CHINA)
    conquest.take(played(), run, "Yunnan", USA)
    assert run.state.control["Yunnan"] == CHINA


@pytest.mark.rule("AA-GLO-003")
def test_convoys_off_china_are_not_disrupted() -> None:
    """China collects in full, whatever lies in sea zone 19 (R-127)."""
    game = china(
        "Collect Income", control={"Kiangsu": CHINA, "Shantung": CHINA},
        units={"sea zone 19": {JAPAN: {"submarine": 2}}},
    )  # fmt: skip
    assert limits.exempt(played(), CHINA, "convoys")
    assert not limits.exempt(played(), UK, "convoys")
    assert list(convoy.disrupted_zones(played(), game.state, CHINA)) == []


def test_japan_builds_complexes_in_chinese_territories_it_holds() -> None:
    """A minor one where the value allows it; never a major one."""
    game = position(power=JAPAN, phase="Mobilize New Units")
    assert site_fault(played(), game.state, JAPAN, "minor industrial complex", "Kiangsu") is None
    fault = site_fault(played(), game.state, JAPAN, "major industrial complex", "Kiangsu")
    assert fault is not None
    assert played().book.cite(fault.rule) == "AA-MOB-018"


# --- who may enter China --------------------------------------------------------------------------


_GUESTS = {
    USA: ("AA-POL-062", war((USA, "Germany"))),
    UK: ("AA-POL-075", {}),
    ANZAC: ("AA-POL-083", {}),
}


@pytest.mark.rule("AA-POL-062", "AA-POL-075", "AA-POL-083")
@pytest.mark.parametrize("power", [USA, UK, ANZAC])
def test_AA_POL_062_AA_POL_075_AA_POL_083_at_peace_with_japan_nobody_enters_china(
    power: str,
) -> None:
    """Neither by land nor by air, neither to stay nor to pass; at war with it they may."""
    rule, relations = _GUESTS[power]
    units = {"Burma": {power: {"infantry": 1, "fighter": 1}}}
    game = position(power=power, phase="Noncombat Move", units=units, relations=relations)
    refused(game, order(game, "infantry", "Burma", "Yunnan"), rule)
    refused(game, order(game, "fighter", "Burma", "Yunnan"), rule)
    refused(game, order(game, "fighter", "Burma", "Yunnan", "Kwangsi", "Kwangtung"), rule)
    attack = position(power=power, phase="Combat Move", units=units, relations=relations)
    refused(attack, order(attack, "infantry", "Burma", "Yunnan"), rule)
    at_war = {**relations, **war((power, JAPAN))}
    open_ = position(power=power, phase="Noncombat Move", units=units, relations=at_war)
    go(open_, "infantry", "Burma", "Yunnan")
    go(open_, "fighter", "Burma", "Yunnan", "Szechwan")


@pytest.mark.rule("AA-POL-062")
def test_AA_POL_062_the_neutral_united_states_enters_no_chinese_territory_either() -> None:
    """Not one that Japan has taken, nor by crossing it."""
    shut = limits.barred(played(), position(power=USA).state, USA)
    assert set(shut) == ORIGINAL
    assert {bar.rule for bar in shut.values()} == {"AA-POL-062"}


def test_the_soviet_union_at_peace_with_japan_stays_out_of_china() -> None:
    """At war with Germany only, it is a neutral power on the Pacific map (AA-POL-049)."""
    units = {"Timguska": {"Soviet Union": {"fighter": 1}}, "Kansu": {CHINA: {"infantry": 1}}}
    game = position(
        power="Soviet Union", phase="Noncombat Move", units=units,
        relations=war(("Soviet Union", "Germany")),
    )  # fmt: skip
    ends = Reach(played()).destinations(
        game.state, ids(game, "Timguska", "fighter"), phase="noncombat"
    )
    assert not ORIGINAL & set(ends)


# --- China played ---------------------------------------------------------------------------------


@pytest.mark.soak
def test_a_player_at_random_plays_china() -> None:
    """In the first rounds from the set-up China buys and musters, and stays at home."""
    game = new_game("global1940", dice=SeededDice(7))
    player = RandomPlayer(7)
    while game.state.round < depth.number(3, deep=4) and game.decision is not None:
        player.play_turn(game)
    home = ORIGINAL | {"Kwangtung", "Burma"}
    placed = [
        event.place
        for step in game.record.steps.values()
        for event in step.events
        if isinstance(event, ev.UnitsPlaced) and event.place in ORIGINAL
    ]
    assert placed
    for unit in game.state.units.values():
        if unit.owner == CHINA and isinstance(unit.place, str):
            assert unit.place in home
            assert unit.type in ("infantry", "artillery", "fighter", "air base", "naval base")
