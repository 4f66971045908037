"""The set-up, the spaces of the board, the order of play: facts the rules rest on."""

from __future__ import annotations

import pytest

import a4a
from a4a.rules.areas.economy import economies
from a4a.rules.areas.orders import EndPhase
from a4a.rules.areas.politics.situation import Situation
from tests.rules import retold
from tests.rules.areas.positions import played, position, rules

START = rules().start().state_at(0)


@pytest.mark.rule("AA-SET-001")
def test_AA_SET_001_dice_have_six_sides() -> None:
    """Combat is decided with six-sided dice."""
    assert played().catalog.dice_sides == 6


@pytest.mark.rule("AA-SET-004", "AA-SET-005", "AA-POL-025")
def test_AA_SET_004_the_six_powers_and_their_sides() -> None:
    """Six powers: four Allies, and the Axis of Germany and Italy."""
    sides: dict[str, set[str]] = {}
    for power in played().catalog.powers:
        if power.playable:
            sides.setdefault(power.side, set()).add(power.name)
    assert sides == {
        "Allies": {"United States", "United Kingdom", "France", "Soviet Union"},
        "Axis": {"Germany", "Italy"},
    }


@pytest.mark.rule("AA-SET-007", "AA-POL-020")
def test_AA_SET_007_every_power_has_its_own_treasury() -> None:
    """Each power's IPCs are kept apart, France's too."""
    owners = {name: power.name for name, power in played().catalog.treasuries.items()}
    assert owners == {power: power for power in played().order_of_play}


@pytest.mark.parametrize(
    ("power", "income"),
    [
        pytest.param("Germany", 30, marks=pytest.mark.rule("AA-SET-011")),
        pytest.param("Soviet Union", 28, marks=pytest.mark.rule("AA-SET-012")),
        pytest.param("United States", 35, marks=pytest.mark.rule("AA-SET-013")),
        pytest.param("United Kingdom", 29, marks=pytest.mark.rule("AA-SET-014")),
        pytest.param("Italy", 10, marks=pytest.mark.rule("AA-SET-015")),
        pytest.param("France", 17, marks=pytest.mark.rule("AA-SET-016")),
    ],
)
@pytest.mark.rule("AA-SET-009", "AA-SET-017")
def test_AA_SET_009_opening_treasury_and_production(power: str, income: int) -> None:
    """Production is the sum of the territories' values; the opening treasury equals it."""
    assert economies.production(played(), START, power, power) == income
    assert START.money(power, "IPC") == income


@pytest.mark.rule("AA-SET-010")
def test_AA_SET_010_every_power_has_its_set_up() -> None:
    """Each power starts with units, all of them in spaces of the board."""
    owners = {u.owner for u in START.units.values()}
    assert owners >= set(played().order_of_play)
    assert all(u.place in played().board.index for u in START.units.values())


@pytest.mark.rule("AA-SET-019", "AA-SET-018", "AA-EXA-001")
def test_AA_SET_019_a_stack_may_have_any_size() -> None:
    """Pieces and chips are no limit: ten infantry stand on one space, and a hundred do."""
    game = position(units={"Germany": {"Germany": {"infantry": 110}}})
    (stack,) = [s for s in game.state.stacks("Germany") if s.type == retold.word("infantry")]
    assert stack.count == 110


@pytest.mark.rule("AA-SET-021", "AA-SET-022", "AA-INC-002", "AA-OBJ-017")
def test_AA_SET_022_the_united_kingdom_controls_canada() -> None:
    """Canadian territories are the United Kingdom's from the start, originally too (R-030)."""
    for name in ("Quebec", "Ontario", "Newfoundland/Labrador", "New Brunswick/Nova Scotia"):
        assert START.control[name] == played().board.space(name).original == "United Kingdom"


@pytest.mark.rule("AA-SET-023", "AA-EXA-005", "AA-NEU-030")
def test_AA_SET_023_territories_without_an_emblem_start_neutral() -> None:
    """Sweden, Turkey, Switzerland: no original controller, no power's, strict neutrals."""
    for name in ("Sweden", "Turkey", "Switzerland"):
        assert played().board.space(name).original is None
        assert Situation(played(), START, "Germany").stance(name) == "strict neutral"
        assert Situation(played(), START, "France").stance(name) == "strict neutral"


@pytest.mark.rule("AA-SET-024", "AA-SET-025")
def test_AA_SET_024_income_values_go_from_nothing_to_twenty() -> None:
    """Values go up to 20; some territories, such as Iceland, have none."""
    values = [space.value for space in played().board.spaces if space.kind == "land"]
    assert max(values) == 20
    assert min(values) == 0
    assert played().board.space("Iceland").value == 0


@pytest.mark.rule("AA-SET-026", "AA-SET-027", "AA-EXA-002")
def test_AA_SET_027_spaces_that_meet_at_a_point_are_not_adjacent() -> None:
    """The United Kingdom and sea zone 111 meet at a point only; sea zone 109 is its neighbour."""
    assert played().board.border("United Kingdom", "sea zone 111") is None
    assert played().board.border("United Kingdom", "sea zone 109") is not None


@pytest.mark.rule("AA-SET-028", "AA-SET-029", "AA-SET-030")
def test_AA_SET_028_friendly_hostile_and_neutral_territories() -> None:
    """France is hostile to Germany, friendly to Britain; Russia is not at war with Germany yet."""
    germany = Situation(played(), START, "Germany")
    britain = Situation(played(), START, "United Kingdom")
    assert germany.stance("France") == "hostile"
    assert britain.stance("France") == "friendly"
    assert germany.stance("Russia") == "not at war"
    assert germany.stance("Yugoslavia") == "unfriendly neutral"


@pytest.mark.rule("AA-SET-031", "AA-SET-032")
@pytest.mark.parametrize("name", ["Sahara Desert", "Pripet Marshes"])
def test_AA_SET_031_nothing_enters_impassable_spaces(name: str) -> None:
    """The Sahara and the Pripet Marshes have no way in, not even by air."""
    assert not any(name in there for there in played().graph.air.values())
    assert not played().graph.air[name]


@pytest.mark.rule("AA-SET-033", "AA-SET-034", "AA-SET-035")
def test_AA_SET_033_only_enemy_surface_warships_make_a_zone_hostile() -> None:
    """Destroyers do; submarines and transports do not; nor ships of a power not at war with us."""
    game = position(
        units={
            "sea zone 110": {"United Kingdom": {"destroyer": 1}},
            "sea zone 109": {"United Kingdom": {"submarine": 1, "transport": 2}},
            "sea zone 101": {"United States": {"battleship": 1}},
        }
    )
    germany = Situation(played(), game.state, "Germany")
    assert germany.hostile_sea("sea zone 110")
    assert not germany.hostile_sea("sea zone 109")
    assert not germany.hostile_sea("sea zone 101")


@pytest.mark.rule("AA-SET-036")
def test_AA_SET_036_the_caspian_sea_is_a_sea_zone() -> None:
    """It has no number and six shores."""
    assert played().board.space("Caspian Sea").kind == "sea"
    assert set(played().graph.coast["Caspian Sea"]) == {
        "Persia", "Northwest Persia", "Eastern Persia", "Turkmenistan", "Kazakhstan", "Caucasus",
    }  # fmt: skip


@pytest.mark.rule("AA-SET-037", "AA-SET-038", "AA-SET-039", "AA-EXA-003", "AA-EXA-004")
def test_AA_SET_037_islands_are_single_territories_with_sea_all_around() -> None:
    """Sardinia and Sicily are two islands in sea zone 95; the West Indies are one territory."""
    for island in ("Sardinia", "Sicily", "West Indies", "Malta"):
        assert "island" in played().board.space(island).features
        assert not played().graph.land[island]
    assert {"Sardinia", "Sicily"} <= set(played().graph.coast["sea zone 95"])
    assert played().graph.coast["West Indies"] == ("sea zone 89",)
    assert "island" not in played().board.space("Egypt").features


@pytest.mark.rule("AA-SET-040")
def test_AA_SET_040_islands_without_a_name_are_no_spaces() -> None:
    """What lies off the coasts of sea zone 114 is on the mainland: no island is a space there."""
    shores = played().graph.coast["sea zone 114"]
    assert shores
    assert not any("island" in played().board.space(name).features for name in shores)


@pytest.mark.rule("AA-SET-041", "AA-SET-042", "AA-SET-046")
def test_AA_SET_041_turn_order_and_the_end_of_a_round() -> None:
    """Germany, Soviet Union, United States, United Kingdom, Italy, France; then a new round."""
    game = a4a.new_game("europe1940")
    seen: list[tuple[int, str]] = []
    while game.state.round < 2 and game.decision is not None:
        now = (game.state.round, game.state.active[0])
        if now not in seen:
            seen.append(now)
        game.do(EndPhase())
    assert [power for _, power in seen] == list(played().order_of_play)
    assert played().order_of_play == (
        "Germany", "Soviet Union", "United States", "United Kingdom", "Italy", "France",
    )  # fmt: skip
    assert (game.state.round, game.state.active) == (2, ("Germany",))


@pytest.mark.rule("AA-SET-043")
def test_AA_SET_043_the_phases_of_a_turn_in_order() -> None:
    """Purchase, combat move, combat, noncombat move, mobilize, collect income."""
    names = [phase.name for phase in played().dataset.phases if not phase.optional]
    assert names == [
        "Purchase and Repair Units", "Combat Move", "Conduct Combat", "Noncombat Move",
        "Mobilize New Units", "Collect Income",
    ]  # fmt: skip


@pytest.mark.rule("AA-SET-044", "AA-PUR-003")
def test_AA_SET_044_income_is_collected_though_nothing_else_is_done() -> None:
    """A power that only ends its phases still collects, and keeps what it did not spend."""
    game = a4a.new_game("europe1940")
    while game.state.active == ("Germany",):
        game.do(EndPhase())
    assert game.state.money("Germany", "IPC") == 30 + 30 + 5 + 5  # objectives: R-010, p. 25
