"""Orders of The War Game, laid out for the panel and for players."""

from __future__ import annotations

from random import Random

from a4a.core.dice import SeededDice
from a4a.players import FormPlayer
from a4a.rules import new_game
from a4a.rules.choices import Moves
from tests.rules.wargame1942.empty import AMERICANS, BRITISH, GAME, GERMANS, MISS
from tests.rules.wargame1942.ordered import Ordering, Table


def form(game: Ordering, power: str) -> Moves:
    """The moves of one nation of the force."""
    (found,) = [
        f for f in game.game.ruleset.choices(game.state)
        if isinstance(f, Moves) and f.power in ("", power)
    ]  # fmt: skip
    return found


def labels(game: Ordering, power: str, *units: int) -> set[tuple[str, str]]:
    """Where units can go, and for what, as the panel shows it."""
    return {(way.space, way.label) for way in form(game, power).destinations(units)}


def test_WG_NPT_006_what_a_ship_can_be_declared_to_do_is_offered() -> None:
    table = Table(*AMERICANS, control={"France": "Germany"})
    (sub,) = table.put("NA-7", "U.S.A.", "submarine")
    (giant,) = table.put("NA-7", "U.S.A.", "battleship")
    (ship,) = table.put("NA-7", "U.S.A.", "transport")
    men = table.put(ship, "U.S.A.", "infantry", 2)
    table.put("NA-8", "Germany", "destroyer")
    game = table.orders(*[MISS] * 30)
    offered = labels(game, "U.S.A.", sub)
    for words in ("", "pass on to France Sea Zone", "fight, then go on to NA-4"):
        assert ("NA-8", words) in offered
    beyond = "pass on, to land from France Sea Zone"
    assert ("NA-8", beyond) not in offered
    assert ("NA-8", beyond) in labels(game, "U.S.A.", ship)
    guns = ("NA-8", "pass on, to bombard from France Sea Zone")
    assert guns not in labels(game, "U.S.A.", giant)
    for units, space, words in (
        ((ship,), "NA-8", beyond), (men, "France", "land in France"), ((giant,), *guns),
    ):  # fmt: skip
        ways = form(game, "U.S.A.").destinations(units)
        (way,) = [w for w in ways if (w.space, w.label) == (space, words)]
        for order in way.orders:
            game.do(order)
    assert game.task(giant) == ("pass to bombard", "France Sea Zone")
    assert [game.task(i) for i in men] == [("assault", "France")] * 2


def test_WG_ART_012_a_support_shot_is_offered_once_somebody_crosses() -> None:
    table = Table(*GERMANS)
    (gun,) = table.put("Smolensk", "Germany", "artillery")
    (man,) = table.put("Smolensk", "Germany", "infantry")
    game = table.orders()
    shot = ("Central Russia", "support shot at Central Russia")
    assert shot not in labels(game, "Germany", gun)
    game.send(man, "Smolensk", "Central Russia")
    assert shot in labels(game, "Germany", gun)


def test_land_units_that_no_single_transport_takes_are_shared_out() -> None:
    table = Table(*BRITISH)
    table.put("North Sea", "U.K.", "transport", 2)
    men = table.put("Great Britain", "U.K.", "infantry", 4)
    game = table.orders()
    (way,) = [w for w in form(game, "U.K.").destinations(men) if w.space == "North Sea"]
    assert len(way.orders) == 2
    for order in way.orders:
        game.do(order)
    assert game.where(*men) == ["North Sea"] * 4


def test_a_stack_that_may_not_move_says_why_and_so_does_a_space() -> None:
    table = Table(*GERMANS)
    (man,) = table.put("Smolensk", "Germany", "infantry")
    game = table.orders()
    refused = form(game, "Germany").refused([man], "Belorussia")
    assert refused is not None
    assert refused.rule == "WG-CMO-001"
    game.send(man, "Smolensk", "Central Russia")
    (stack,) = [s for s in form(game, "Germany").stacks if man in s.units]
    assert stack.refused is not None
    assert stack.refused.rule == "WG-CMO-004"
    assert stack.detail == "from Smolensk"


def test_units_that_are_apart_by_now_have_no_way_together() -> None:
    table = Table(*BRITISH)
    (plane, other) = table.put("Great Britain", "U.K.", "bomber", 2)
    (man,) = table.put("Great Britain", "U.K.", "infantry")
    game = table.noncombat()
    moves = form(game, "U.K.")
    assert moves.sample((plane, other), Random(1)) is not None
    game.send(man, "Great Britain", "Eire Sea Zone", "Eire", aboard=plane)
    later = moves.after(game.state)
    assert later is not None
    assert later.sample((plane, other), Random(1)) is None


def test_a_nation_is_offered_no_ways_for_units_of_its_ally() -> None:
    table = Table(*GERMANS)
    (own,) = table.put("Smolensk", "Germany", "infantry")
    (other,) = table.put("Smolensk", "Italy", "infantry")
    moves = form(table.orders(), "Germany")
    assert moves.destinations((own,))
    assert moves.destinations((other,)) == moves.destinations((own, other)) == ()
    assert moves.destinations(()) == ()
    assert moves.sample((other,), Random(1)) is None


def test_all_that_is_offered_may_be_ordered() -> None:
    game = new_game(GAME, dice=SeededDice(5))
    FormPlayer(5).play_turn(game)
    draw, tried = Random(5), 0
    while game.state.phase not in ("Combat Orders", "Non-Combat Movement"):
        FormPlayer(5).act(game)
    for found in game.ruleset.moves_and_tallies(game.state):
        assert isinstance(found, Moves)
        for stack in draw.sample(found.stacks, 12):
            for way in found.destinations(stack.units[:1]):
                assert all(game.can(order) for order in way.orders[:1])
                tried += 1
    assert tried


def test_ships_that_may_still_sail_are_told_from_those_that_may_not() -> None:
    table = Table("Japan")
    (old,) = table.send("Japan", "destroyer", "Korea Sea Zone", "Sea of Japan")
    (new,) = table.put("Korea Sea Zone", "Japan", "destroyer")
    table.task((old,), "rest")
    game = table.noncombat().send(new, "Korea Sea Zone", "Sea of Japan")
    stacks = {s.units: s.refused is None for s in form(game, "Japan").stacks}
    assert stacks == {(old,): False, (new,): True}


def test_a_way_into_neutral_land_says_what_its_invasion_costs_until_that_is_declared() -> None:
    table = Table(*GERMANS)
    men = table.put("France", "Germany", "infantry", 2)
    game = table.orders()

    def costs() -> dict[str, str]:
        return {way.space: way.about for way in form(game, "Germany").destinations(men[1:])}

    assert costs()["Switzerland"] == "invading Switzerland costs 8 dollars"
    assert costs()["Spain"] == "invading Spain costs 16 dollars"
    game.send(men[0], "France", "Switzerland")
    assert costs()["Switzerland"] == ""
    assert "Spain" not in costs()  # both cost more than there is
