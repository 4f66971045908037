"""The set-up phase: who deploys when, where, and how many counters a hex may hold (2, 5.2)."""

from __future__ import annotations

from pathlib import Path

import pytest

import a4a
from a4a.analysis.audit import report
from a4a.boards.dataset import Dataset
from a4a.core.errors import A4AError, RuleViolation
from a4a.core.events import PhaseBegan, TurnBegan, UnitsPlaced
from a4a.core.units import Holding, Unit
from a4a.rules import Game, replay
from a4a.rules.choices import Answers, Moves
from a4a.rules.hexes.stacking import Stacking
from a4a.rules.order import Order
from a4a.rules.systems.war_in_europe.areas import hexes_of, read_deployments
from a4a.rules.systems.war_in_europe.orders import Deploy, EndDeployment

TURNS = (
    "France", "Soviet Union", "Great Britain", "Italy", "Germany", "Axis minor powers",
    "neutral powers",
)  # fmt: skip


@pytest.fixture
def game() -> Game:
    return a4a.new_game("war_in_europe")


def until(game: Game, turn: str) -> Game:
    """Let those before a turn deploy as is proposed."""
    while game.state.phase != f"Set-up: {turn}":
        game.do(EndDeployment())
    return game


def unit_of(game: Game, power: str, name: str) -> Unit:
    units = game.state.units.values()
    return next(unit for unit in units if (unit.owner, unit.name) == (power, name))


def refused(game: Game, order: Order, rule: str) -> RuleViolation:
    """The refusal of an order: all is left as it was, it cites a rule and says what is right."""
    state, node, steps = game.state, game.node, len(game.record)
    with pytest.raises(RuleViolation) as caught:
        game.do(order)
    assert (game.node, len(game.record)) == (node, steps)
    assert game.state == state
    assert not game.can(order)
    error = caught.value
    assert error.rule == rule
    if rule:
        assert error.section
        assert error.allowed
    return error


# --- who deploys ----------------------------------------------------------------------------------


def test_WE_SET_001_powers_deploy_in_the_order_of_the_book(game: Game) -> None:
    seen = []
    while game.state.round == 0:
        seen.append(game.state.phase.removeprefix("Set-up: "))
        assert game.decision.kind == "deploy"
        assert game.decision.rule == "WE-SET-001"
        game.do(EndDeployment())
    assert tuple(seen) == TURNS  # the United States have nothing on the map (WE-SET-028)


def test_WE_SET_041_the_axis_places_its_minors_and_WE_SET_043_the_allies_neutrals(
    game: Game,
) -> None:
    deciders = {}
    while game.state.round == 0:
        deciders[game.state.phase.removeprefix("Set-up: ")] = game.decision.powers
        game.do(EndDeployment())
    assert deciders["Germany"] == ("Germany",)
    assert deciders["Axis minor powers"] == ("Italy", "Germany")
    assert set(deciders["neutral powers"]) >= {"France", "Great Britain"}
    assert not {"Italy", "Germany"} & set(deciders["neutral powers"])


def test_WE_SET_002_what_is_fixed_stands_before_anybody_deploys(game: Game) -> None:
    record = game.ruleset.start()
    begins = a4a.dataset("war_in_europe").deployments
    places = {(u.owner, u.name): u.place for u in record.state_at(0).units.values()}
    for counter in begins:
        expected = Holding(counter.power, "to be deployed") if counter.area else counter.place
        assert places[counter.power, counter.counter] == expected


def test_WE_SET_004_and_WE_SET_006_pools_and_the_turn_track_wait_off_the_map(game: Game) -> None:
    assert unit_of(game, "Germany", "3rd armor").place == Holding("Germany", "force pool")
    naval = unit_of(game, "Great Britain", "Naval air").place
    assert isinstance(naval, Holding)
    assert naval.name.startswith("turn track ")


def test_taking_every_proposal_gives_the_position_of_start(game: Game) -> None:
    while game.state.round == 0:
        game.do(EndDeployment())
    start = a4a.start("war_in_europe").state_at(0)
    assert {u.id: u for u in game.state.units.values()} == dict(start.units)


def test_the_proposal_is_marked_as_ours(game: Game) -> None:
    assert game.decision is not None
    assert "where they stand is a proposal" in game.decision.text
    turn, phase, *placed = game.record.step(game.node).events
    assert (turn, phase) == (TurnBegan(("France",)), PhaseBegan("Set-up: France"))
    assert {type(event) for event in placed} == {UnitsPlaced}
    assert {event.reason for event in placed if isinstance(event, UnitsPlaced)} == {"proposed"}


# --- where they may stand -------------------------------------------------------------------------

AREAS = [
    pytest.param("France", "France", "1st armor", id="WE-SET-008"),
    pytest.param("Soviet Union", "Soviet Union", "1T armor", id="WE-SET-015"),
    pytest.param("Great Britain", "Great Britain", "1st RAF", id="WE-SET-020"),
    pytest.param("Italy", "Italy", "1st air", id="WE-SET-031"),
    pytest.param("Germany", "Germany", "1st armor", id="WE-SET-036"),
    pytest.param("Germany", "Germany", "2nd air", id="WE-SET-037"),
    pytest.param("Germany", "Germany", "surface fleet", id="WE-SET-038"),
    pytest.param("Axis minor powers", "Hungary", "infantry", id="WE-SET-041"),
    pytest.param("neutral powers", "Turkey", "2nd infantry", id="WE-SET-043"),
]


@pytest.mark.rule(
    "WE-SET-008", "WE-SET-015", "WE-SET-020", "WE-SET-031", "WE-SET-036", "WE-SET-037",
    "WE-SET-038", "WE-SET-041", "WE-SET-043",
)  # fmt: skip
@pytest.mark.parametrize(("turn", "power", "name"), AREAS)
def test_a_counter_may_stand_in_every_hex_of_its_area_and_nowhere_else(
    game: Game, turn: str, power: str, name: str
) -> None:
    until(game, turn)
    dataset = a4a.dataset("war_in_europe")
    begins = next(d for d in dataset.deployments if (d.power, d.counter) == (power, name))
    wanted = hexes_of(read_deployments(dataset).areas, dataset.board)[begins.area]
    here = unit_of(game, power, name).place
    may = {s.name for s in dataset.board if game.can(Deploy(power, {name: s.name}))}
    assert may == wanted - {here}
    assert len(may) > 1


def test_the_hexes_of_the_soviet_frontier_touch_the_border_or_lie_beside_one_that_does() -> None:
    """WE-SET-015, R-235: told anew, hex by hex."""
    dataset = a4a.dataset("war_in_europe")
    board, deployments = dataset.board, read_deployments(dataset)
    found = hexes_of(deployments.areas, board)["Soviet frontier"]
    near = {"Germany", "Poland", "Hungary", "Rumania"}

    def steps(space: str) -> set[str]:
        borders = board.borders_of(space).items()
        return {other for other, border in borders if board.on_foot(border)}

    on_it = {
        space
        for space in board.region("Soviet Union")
        if any(board.region_of(other) in near for other in steps(space))
    }
    beside = {s for s in board.region("Soviet Union") if steps(s) & on_it}
    assert found == on_it | beside
    assert on_it < found < set(board.region("Soviet Union"))


def test_WE_SET_036_east_prussia_is_in_the_german_frontier() -> None:
    dataset = a4a.dataset("war_in_europe")
    found = hexes_of(read_deployments(dataset).areas, dataset.board)["German eastern frontier"]
    assert {"2403", "2404"} <= found
    assert "1907" not in found


@pytest.mark.parametrize(
    ("power", "name", "inside", "outside"),
    [
        ("Italy", "1st armor", ("Sardinia", "Palermo", "Milan"), ("Albania", "Rhodes", "Tripoli")),
        ("France", "1st armor", ("Corsica", "Lyon"), ("Algiers", "Tunis", "Beirut")),
        ("Great Britain", "1st RAF", ("London", "Glasgow"), ("Belfast", "Malta", "Cairo")),
    ],
)
def test_anywhere_in_a_country_is_its_home_country(
    game: Game, power: str, name: str, inside: tuple[str, ...], outside: tuple[str, ...]
) -> None:
    """R-243."""
    until(game, power)
    for place in (*inside, *outside):
        here = game.record.board.space(place).name == unit_of(game, power, name).place
        assert here or game.can(Deploy(power, {name: place})) == (place in inside), place


def test_an_order_places_any_and_all_of_a_powers_counters(game: Game) -> None:
    free = [game.state.unit(i) for i in game.decision.units] if game.decision else []
    board = game.record.board
    game.do(Deploy("France", {"2 infantry": "Lyon", "1 armor": "Brest"}))
    assert unit_of(game, "France", "2nd infantry").place == board.space("Lyon").name
    assert unit_of(game, "France", "1st armor").place == board.space("Brest").name
    game.do(Deploy("France", {unit.name: "Paris" for unit in free}))
    assert {unit_of(game, "France", u.name).place for u in free} == {board.space("Paris").name}


def test_a_deployment_is_taken_back(game: Game) -> None:
    before = game.state
    game.do(Deploy("France", {"1st armor": "Lyon"}))
    game.take_back()
    assert game.state == before
    game.do(EndDeployment())
    game.take_back()
    assert game.state == before


# --- what is refused ------------------------------------------------------------------------------


def test_WE_SET_001_a_power_deploys_in_its_turn_only(game: Game) -> None:
    refused(game, Deploy("Germany", {"1st armor": "2205"}), "WE-SET-001")


def test_WE_SET_008_french_counters_stay_in_france(game: Game) -> None:
    refused(game, Deploy("France", {"1st armor": "1607"}), "WE-SET-008")


def test_WE_SET_007_the_maginot_fort_is_fixed(game: Game) -> None:
    refused(game, Deploy("France", {"Maginot fort": "1910"}), "WE-SET-007")


def test_WE_SET_012_what_waits_in_the_force_pool_is_not_deployed(game: Game) -> None:
    refused(game, Deploy("France", {"4th infantry": "1708"}), "WE-SET-012")


def test_WE_LND_005_land_and_air_units_do_not_stand_at_sea(game: Game) -> None:
    sea = next(s.name for s in game.record.board if s.kind == "sea")
    refused(game, Deploy("France", {"1st armor": sea}), "WE-LND-005")
    refused(game, Deploy("France", {"1st air": sea}), "WE-LND-005")


def test_WE_CMP_023_nobody_stands_in_switzerland(game: Game) -> None:
    closed = next(s.name for s in game.record.board if s.impassable)
    refused(game, Deploy("France", {"1st armor": closed}), "WE-CMP-023")


def test_WE_FLT_002_fleets_do_not_stand_inland(game: Game) -> None:
    until(game, "Germany")
    refused(game, Deploy("Germany", {"surface fleet": "Berlin"}), "WE-FLT-002")


def test_WE_SET_038_german_fleets_stand_in_german_ports(game: Game) -> None:
    until(game, "Germany")
    board = game.record.board
    coast = next(
        name
        for name in board.region("Germany")
        if board.space(name).kind == "coast" and "port" not in board.space(name).features
    )
    error = refused(game, Deploy("Germany", {"1st submarine fleet": coast}), "WE-SET-038")
    assert error.why == f"{board.space(coast).title} is no port"
    foreign = next(n for n in board.region("France") if "port" in board.space(n).features)
    refused(game, Deploy("Germany", {"1st submarine fleet": foreign}), "WE-SET-038")


def test_WE_SET_036_the_eastern_force_stands_in_the_east(game: Game) -> None:
    until(game, "Germany")
    refused(game, Deploy("Germany", {"10th infantry": "1907"}), "WE-SET-036")


@pytest.mark.parametrize(
    "order",
    [
        Deploy("France", {}),
        Deploy("Fraance", {"1st armor": "1709"}),
        Deploy("France", {"9th armor": "1709"}),
        Deploy("France", {"1st armor": "Atlantis"}),
        Deploy("France", {"1st armor": "1608", "1 armor": "1709"}),
        Deploy("France", {"1st armor": "1708"}),
    ],
    ids=lambda order: f"{order.power} {order.counters}",
)
def test_orders_that_make_no_sense_are_refused(game: Game, order: Deploy) -> None:
    game.do(Deploy("France", {"1st armor": "1809"}))
    game.do(Deploy("France", {"1st armor": "1708"}))
    refused(game, order, "")


def test_WE_STK_004_three_land_units_do_not_stay_in_a_hex_but_WE_STK_008_may_pass(
    game: Game,
) -> None:
    names = ("1st armor", "2nd infantry", "3rd infantry")
    game.do(Deploy("France", dict.fromkeys(names, "Lyon")))
    error = refused(game, EndDeployment(), "WE-STK-004")
    assert all(name in error.why for name in names)
    game.do(Deploy("France", {"3rd infantry": "Paris"}))
    game.do(EndDeployment())
    assert game.state.phase == "Set-up: Soviet Union"


def test_WE_STK_003_two_air_units_do_not_stay_in_a_hex(game: Game) -> None:
    until(game, "Soviet Union")
    there = str(unit_of(game, "Soviet Union", "1st air").place)
    game.do(Deploy("Soviet Union", {"2nd air": there}))
    refused(game, EndDeployment(), "WE-STK-003")


# --- stacking itself ------------------------------------------------------------------------------


@pytest.fixture
def stacking(dataset: Dataset) -> Stacking:
    return Stacking.of(dataset)


def stack(owner: str, kinds: str, space: str = "1709", damage: int = 0) -> list[Unit]:
    names = [kind.strip() for kind in kinds.split(",")]
    return [Unit(i, kind, owner, space, damage) for i, kind in enumerate(names, start=1)]


FULL = "fort, artillery, air unit, armor, infantry, surface fleet, submarine fleet"


def test_WE_STK_018_a_full_stack_is_legal(stacking: Stacking, dataset: Dataset) -> None:
    assert list(stacking.excesses(stack("Germany", FULL), dataset.catalog)) == []


@pytest.mark.rule("WE-STK-001", "WE-STK-002", "WE-STK-003", "WE-STK-004", "WE-STK-005")
@pytest.mark.parametrize(
    ("more", "rule"),
    [
        ("fort", "WE-STK-001"), ("artillery", "WE-STK-002"), ("strategic air", "WE-STK-003"),
        ("naval air", "WE-STK-003"), ("paratroop", "WE-STK-004"), ("armor", "WE-STK-004"),
        ("infantry", "WE-STK-004"), ("surface fleet", "WE-STK-005"),
        ("submarine fleet", "WE-STK-005"),
    ],
)  # fmt: skip
def test_one_more_than_a_full_stack_is_too_many(
    stacking: Stacking, dataset: Dataset, more: str, rule: str
) -> None:
    [excess] = stacking.excesses(stack("Germany", f"{FULL}, {more}"), dataset.catalog)
    assert excess.limit.rule == rule
    assert excess.space == "1709"
    assert more in {unit.type for unit in excess.units}


def test_WE_STK_006_condition_does_not_count(stacking: Stacking, dataset: Dataset) -> None:
    reduced = stack("Germany", "infantry, infantry, infantry", damage=1)
    assert [e.limit.rule for e in stacking.excesses(reduced, dataset.catalog)] == ["WE-STK-004"]


def test_WE_STK_017_boxes_have_no_limit(stacking: Stacking, dataset: Dataset) -> None:
    fleets = stack("Germany", "surface fleet, surface fleet, surface fleet", "Atlantic")
    assert list(stacking.excesses(fleets, dataset.catalog, unlimited=("Atlantic",))) == []
    assert len(list(stacking.excesses(fleets, dataset.catalog))) == 1


def test_friends_count_together_and_cargo_and_enemies_apart(
    stacking: Stacking, dataset: Dataset
) -> None:
    axis = [*stack("Germany", "infantry, infantry"), *stack("Italy", "armor")]
    assert [len(e.units) for e in stacking.excesses(axis, dataset.catalog)] == [3]
    mixed = [*stack("Germany", "infantry, infantry"), *stack("France", "infantry, infantry")]
    assert list(stacking.excesses(mixed, dataset.catalog)) == []
    neutrals = [*stack("Spain", "infantry, infantry"), *stack("Portugal", "infantry")]
    assert list(stacking.excesses(neutrals, dataset.catalog)) == []
    cargo = [Unit(9, "infantry", "Germany", 1)]
    assert list(stacking.excesses([*mixed[:2], *cargo], dataset.catalog)) == []


# --- what comes after -----------------------------------------------------------------------------


def test_WE_SEQ_001_play_begins_in_autumn_1939_with_the_axis_player_turn(game: Game) -> None:
    while game.state.round == 0:
        assert game.ending == ""
        game.do(EndDeployment())
    assert (game.state.round, game.state.label) == (1, "Autumn 1939")
    assert (game.state.active, game.state.phase) == (("Italy", "Germany"), "Axis Movement")
    with pytest.raises(RuleViolation, match="the game waits for Italy and Germany"):
        game.do(EndDeployment())


def test_nobody_attacks_before_the_war(game: Game) -> None:
    with pytest.raises(A4AError, match="no unit of Germany can attack 1709"):
        game.ruleset.battles.engagement(game.state, "1709", "Germany")


def test_an_audit_gives_the_orders_of_the_set_up_again(game: Game) -> None:
    game.do(Deploy("France", {"1st armor": "Lyon"}))
    game.do(EndDeployment())
    judged = report(game.record)
    assert judged.findings.height == 0
    assert judged.judged.row(0, named=True)["judged"] == 2


def test_a_game_that_begins_with_everything_deployed_begins_with_the_axis() -> None:
    game = a4a.new_game(a4a.start("war_in_europe"))
    assert game.state.phase == "Axis Movement"
    assert game.state.label == "Autumn 1939"


def test_there_are_no_options() -> None:
    with pytest.raises(A4AError, match="no option 'low luck'; there are none"):
        a4a.new_game("war_in_europe", options={"low luck": True})


def test_a_set_up_is_saved_resumed_branched_and_replayed(game: Game, tmp_path: Path) -> None:
    game.do(Deploy("France", {"1st armor": "Lyon"}))
    half = game.node
    a4a.save(game.record, tmp_path / "half.a4a")
    again = a4a.resume(tmp_path / "half.a4a")
    assert again.state == game.state
    assert again.decision == game.decision
    while game.state.round == 0:
        game.do(EndDeployment())
    replay(game.ruleset, game.record)
    branch = a4a.new_game(game.record, node=half)
    branch.do(Deploy("France", {"1st armor": "Brest"}))
    assert (
        branch.state.unit(unit_of(branch, "France", "1st armor").id).place
        != game.state.unit(unit_of(game, "France", "1st armor").id).place
    )


# --- the forms ------------------------------------------------------------------------------------


def test_the_forms_offer_every_counter_and_the_hexes_it_may_go_to(game: Game) -> None:
    while game.state.round == 0:
        moves, done = game.ruleset.choices(game.state)
        assert isinstance(moves, Moves)
        assert isinstance(done, Answers)
        assert [done.answers[0].order] == [EndDeployment()]
        assert done.answers[0].refused is None
        assert {i for s in moves.stacks for i in s.units} == set(game.decision.units)
        for stack in moves.stacks:
            for way in moves.destinations(stack.units):
                assert game.can(way.orders[0])
                assert moves.refused(stack.units, way.space) is None
            ends = {way.space for way in moves.destinations(stack.units)}
            for space in set(moves.near(stack.units)) - ends:
                why = moves.refused(stack.units, space)
                assert why is not None
                assert why.rule
        game.do(done.answers[0].order)


def test_counters_of_two_areas_go_where_both_may(game: Game) -> None:
    until(game, "Germany")
    state = game.state
    moves = game.ruleset.choices(state)[0]
    assert isinstance(moves, Moves)
    game.do(Deploy("Germany", {"1st infantry": "2403", "1st armor": "2403"}))
    moves = game.ruleset.choices(game.state)[0]
    assert isinstance(moves, Moves)
    both = [unit_of(game, "Germany", name).id for name in ("1st infantry", "1st armor")]
    ends = {way.space for way in moves.destinations(both)}
    east = {way.space for way in moves.destinations(both[1:])}
    assert ends == east
    assert moves.destinations([]) == ()
    fixed = next(u.id for u in game.state.units.values() if u.name == "Maginot fort")
    assert moves.destinations([fixed]) == moves.destinations([*both, fixed]) == ()


def test_a_stack_too_many_greys_the_end_of_the_deployment(game: Game) -> None:
    names = ("1st armor", "2nd infantry", "3rd infantry")
    game.do(Deploy("France", dict.fromkeys(names, "Lyon")))
    done = game.ruleset.choices(game.state)[1]
    assert isinstance(done, Answers)
    assert done.answers[0].refused is not None
    assert done.answers[0].refused.rule == "WE-STK-004"
