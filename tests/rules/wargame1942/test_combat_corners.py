"""Corners of combat that planted faults have shown: decks, Generals, ranges, the value of 11."""

from __future__ import annotations

from a4a.core import events as ev
from a4a.rules.systems.wargame1942.combat import withdrawals
from a4a.rules.systems.wargame1942.orders import Withdraw
from tests.rules.wargame1942.declared import AMERICANS, BRITISH, GERMANS, Fighting, Orders

MISS = 12


def targets(fighting: Fighting) -> list[tuple[str | None, int]]:
    """All dice in order: of what, and on what they hit."""
    rolled = (e for e in fighting.events(ev.Rolled) if isinstance(e, ev.Rolled))
    return [(die.unit_type or None, die.target or 0) for e in rolled for die in e.dice]


def test_WG_CV_009_a_carrier_of_another_nation_takes_nobody_aboard() -> None:
    orders = Orders(*AMERICANS)
    orders.send("U.S.A.", "submarine", "SP-4", "SP-7", number=2)
    orders.put("SP-7", "Germany", "aircraft carrier")
    flyers = orders.put("SP-7", "Germany", "fighter", 2)
    (other,) = orders.put("SP-7", "Italy", "aircraft carrier")
    fighting = orders.begin(4, MISS, *[1] * 3).stay("casualties").lose(3).stay()
    assert fighting.where(*flyers, other) == [None, None, "SP-7"]


def test_WG_NEU_010_011_land_worth_11_is_answered_by_a_die() -> None:
    for face, place in ((12, "India"), (11, None)):
        orders = Orders(*GERMANS, control={"India": "Neutral nations"})
        (foot,) = orders.send("Germany", "infantry", "Persia", "India")
        fighting = orders.begin(face)
        assert fighting.where(foot) == [place]
        assert targets(fighting) == [(None, 11)]


def test_WG_GEN_003_TER_003_a_General_raises_who_comes_across_harsh_terrain() -> None:
    orders = Orders(*BRITISH, control={"Algeria": "Germany"})
    orders.send("France", "infantry", "Rio de Oro", "Algeria")
    orders.put("Algeria", "France", "general")
    orders.put("Algeria", "Germany", "infantry")
    fighting = orders.begin(3, MISS).stay()
    assert targets(fighting) == [("infantry", 3), ("infantry", 4)]
    assert fighting.results() == {"Algeria": "attacker takes"}


def test_WG_GEN_017_a_General_who_has_retreated_takes_no_land_for_his_nation() -> None:
    orders = Orders(*GERMANS)
    orders.send("Germany", "infantry", "Libya", "Egypt")
    orders.send("Italy", "infantry", "Libya", "Egypt")
    (leader,) = orders.put("Egypt", "Italy", "general")
    orders.put("Egypt", "U.K.", "infantry")
    fighting = orders.begin(MISS, MISS, MISS, 1, MISS, MISS).stay("retreats Egypt attacker")
    fighting.do(Withdraw(to={leader: "Egypt"})).stay("owner")
    assert fighting.game.decision is not None
    assert fighting.game.decision.rule == "WG-MNC-006"


def test_WG_RET_007_half_the_range_of_a_fighter_is_two_spaces() -> None:
    fighting = Orders(*BRITISH).begin()
    air = fighting.system.graph.air
    near = {"Tunisia", *air["Tunisia"]}
    two = near | {x for space in near for x in air[space]}
    assert set(withdrawals.within(fighting.system, "Tunisia", 2)) == two
