"""Research and Development, an option of the printed rules."""

from __future__ import annotations

import pytest

from a4a.core import events as ev
from a4a.rules.areas import technology
from a4a.rules.areas.economy.bills import repair_cost
from a4a.rules.areas.orders import Buy, EndPhase, PickChart, Place, Research
from tests.rules.areas.positions import ids, of_kind, one, position, refused, rules

GERMANY = "Germany"
SYSTEM = rules("research").game
PHASE = "Research & Development"


def researching(faces=(), **what):  # type: ignore[no-untyped-def]
    return position(phase=PHASE, options=("research",), dice=faces, **what)


def knows(game) -> tuple[str, ...]:  # type: ignore[no-untyped-def]
    return game.state.technologies(GERMANY)


@pytest.mark.rule("AA-RND-001")
def test_AA_RND_001_research_is_the_first_phase_if_it_is_played() -> None:
    """With the option it comes before purchases, without it is not there."""
    import a4a

    assert a4a.new_game("europe1940", options={"research": True}).state.phase == PHASE
    assert a4a.new_game("europe1940").state.phase == "Purchase and Repair Units"
    assert SYSTEM.dataset.phases[0].name == PHASE


@pytest.mark.rule("AA-RND-003", "AA-RND-004", "AA-RND-005", "AA-RND-009", "AA-RND-012")
def test_AA_RND_003_buy_dice_roll_them_choose_a_chart_roll_for_the_advance() -> None:
    """Two dice for 10; a six; chart 2, a four: Radar, at once."""
    game = researching((2, 6, 4), money={GERMANY: 30})
    game.do(Research(GERMANY, 2))
    assert game.state.money(GERMANY, "IPC") == 20
    assert game.decision is not None
    assert (game.decision.kind, game.decision.options) == ("breakthrough chart", ("1", "2"))
    events = game.do(PickChart(2))
    assert of_kind(events, ev.TechnologyChanged) == [
        ev.TechnologyChanged(GERMANY, gained=("Radar",))
    ]
    assert technology.has(game.state, GERMANY, "Radar")
    assert game.state.phase == "Purchase and Repair Units"


@pytest.mark.rule("AA-RND-004")
def test_AA_RND_004_no_more_dice_than_can_be_paid_and_none_is_allowed() -> None:
    """With 14 IPCs two dice, not three; ending the phase buys none."""
    game = researching(money={GERMANY: 14})
    for dice in (3, 0, -1):
        assert refused(game, Research(GERMANY, dice)).rule == "AA-RND-004"
    assert refused(game, Research("Italy", 1)).rule == "AA-INC-006"
    assert game.can(Research(GERMANY, 2))
    game.do(EndPhase())
    assert game.state.money(GERMANY, "IPC") == 14


@pytest.mark.rule("AA-RND-006")
def test_AA_RND_006_several_sixes_are_one_breakthrough() -> None:
    """Three sixes, one advance."""
    game = researching((6, 6, 6, 1), money={GERMANY: 30})
    game.do(Research(GERMANY, 3))
    game.do(PickChart(1))
    assert knows(game) == ("Advanced Artillery",)
    assert game.state.phase != PHASE


@pytest.mark.rule("AA-RND-007", "AA-RND-008")
def test_AA_RND_007_without_a_six_the_dice_are_spent() -> None:
    """No advance; the money is gone and the dice are not kept (R-025)."""
    game = researching((5, 4), money={GERMANY: 30})
    game.do(Research(GERMANY, 2))
    assert knows(game) == ()
    assert game.state.money(GERMANY, "IPC") == 20
    assert game.state.phase == "Purchase and Repair Units"


@pytest.mark.rule("AA-RND-010")
def test_AA_RND_010_an_advance_one_has_is_rolled_again() -> None:
    """Radar twice, then Heavy Bombers."""
    game = researching((6, 4, 4, 6), money={GERMANY: 5}, technologies={GERMANY: ["Radar"]})
    game.do(Research(GERMANY, 1))
    game.do(PickChart(2))
    assert knows(game) == ("Radar", "Heavy Bombers")


@pytest.mark.rule("AA-RND-011")
def test_AA_RND_011_a_chart_without_anything_new_cannot_be_chosen() -> None:
    """With all of chart 2, a breakthrough is rolled on chart 1 without a question (R-025)."""
    chart2 = [t.name for t in technology.research(SYSTEM).technologies if t.chart == 2]
    assert len(chart2) == 6
    game = researching((6, 2), money={GERMANY: 5}, technologies={GERMANY: chart2})
    game.do(Research(GERMANY, 1))
    assert "Rockets" in knows(game)
    free = researching((6, 2), money={GERMANY: 5})
    free.do(Research(GERMANY, 1))
    assert refused(free, PickChart(3)).rule == "AA-RND-011"


def test_AA_RND_011_a_power_that_knows_all_does_no_research() -> None:
    """The phase goes by."""
    everything = [t.name for t in technology.research(SYSTEM).technologies]
    assert len(everything) == 12
    assert researching(technologies={GERMANY: everything}).state.phase != PHASE


@pytest.mark.rule("AA-RND-013")
def test_AA_RND_013_an_advance_is_its_powers_own() -> None:
    """Several may have it; Germany's does nothing for Italy."""
    game = researching((6, 3), money={GERMANY: 5}, technologies={"Italy": ["Rockets"]})
    game.do(Research(GERMANY, 1))
    game.do(PickChart(2))
    assert technology.price(SYSTEM, game.state, GERMANY, "submarine") == 5
    assert technology.price(SYSTEM, game.state, "Italy", "submarine") == 6


@pytest.mark.rule(
    "AA-RND-040", "AA-RND-041", "AA-RND-042", "AA-RND-043", "AA-RND-044", "AA-RND-045"
)
def test_AA_RND_040_improved_shipyards() -> None:
    """Cheaper ships, and nothing else is cheaper."""
    game = position(technologies={GERMANY: ["Improved Shipyards"]}, money={GERMANY: 57})
    ships = {"battleship": 17, "aircraft carrier": 13, "cruiser": 9, "destroyer": 7,
             "transport": 6, "submarine": 5}  # fmt: skip
    for kind, price in {**ships, "infantry": 3, "fighter": 10}.items():
        assert technology.price(SYSTEM, game.state, GERMANY, kind) == price
    game.do(Buy(GERMANY, dict.fromkeys(ships, 1)))
    assert game.state.money(GERMANY, "IPC") == 0


@pytest.mark.rule("AA-RND-027")
def test_AA_RND_027_increased_factory_production() -> None:
    """Twelve units at a major complex, four at a minor one."""
    game = position(
        phase="Mobilize New Units",
        purchased={GERMANY: {"infantry": 14}},
        technologies={GERMANY: ["Increased Factory Production"]},
    )
    units = tuple(u.id for u in game.state.units.values() if not isinstance(u.place, str))
    assert refused(game, Place(units[:13], GERMANY)).rule == "AA-MOB-004"
    game.do(Place(units[:12], GERMANY))
    assert len(ids(game, GERMANY, "infantry")) == 12
    number = technology.number(
        SYSTEM, game.state, GERMANY, "minor industrial complex", "production"
    )
    assert number == 4


@pytest.mark.rule("AA-RND-028", "AA-RND-030")
@pytest.mark.parametrize(("points", "cost"), [(1, 1), (2, 1), (3, 2), (6, 3)])
def test_AA_RND_028_two_points_of_a_complex_for_one_ipc(points: int, cost: int) -> None:
    """An odd last point costs a whole IPC (R-024); bases cost 1 a point as ever."""
    game = position(
        damage={(GERMANY, "major industrial complex"): 6, ("Western Germany", "air base"): 6},
        technologies={GERMANY: ["Increased Factory Production"]},
        money={GERMANY: 30},
    )
    complex_ = one(game, GERMANY, "major industrial complex")
    base = game.state.unit(one(game, "Western Germany", "air base"))
    game.do(Buy(GERMANY, repairs={complex_: points}))
    assert game.state.money(GERMANY, "IPC") == 30 - cost
    assert repair_cost(SYSTEM, game.state, base, points) == points


@pytest.mark.rule("AA-RND-029")
def test_AA_RND_029_the_most_damage_of_a_complex_stays() -> None:
    """20 and 6, whatever the production."""
    for kind, most in (("major industrial complex", 20), ("minor industrial complex", 6)):
        state = position(technologies={GERMANY: ["Increased Factory Production"]}).state
        assert technology.number(SYSTEM, state, GERMANY, kind, "max damage") == most


@pytest.mark.rule(
    "AA-RND-014", "AA-RND-035", "AA-RND-036", "AA-RND-038", "AA-RND-039", "AA-RND-046",
    "AA-RND-047", "AA-RND-048",
)  # fmt: skip
@pytest.mark.parametrize(
    ("name", "kind", "field", "value", "plain"),
    [
        ("Advanced Artillery", "artillery", "support", 2, 1),
        ("Super Submarines", "submarine", "attack", 3, 2),
        ("Super Submarines", "submarine", "defense", 1, 1),
        ("Jet Fighters", "fighter", "attack", 4, 3),
        ("Jet Fighters", "fighter", "raid", 2, 1),
        ("Radar", "AAA", "antiaircraft", 2, 1),
        ("Long-Range Aircraft", "fighter", "move", 5, 4),
        ("Long-Range Aircraft", "strategic bomber", "move", 7, 6),
        ("Heavy Bombers", "strategic bomber", "dice", 2, 1),
    ],
)  # fmt: skip
def test_AA_RND_the_numbers_that_advances_change(
    name: str, kind: str, field: str, value: int, plain: int
) -> None:
    """With the advance the one, without it the other."""
    state = position(technologies={GERMANY: [name]}).state
    assert technology.number(SYSTEM, state, GERMANY, kind, field, default=1) == value
    assert technology.number(SYSTEM, state, "Italy", kind, field, default=1) == plain
