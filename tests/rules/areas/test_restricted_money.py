"""Money with a restriction: what it buys, what it does not, and that it is spent first."""

from __future__ import annotations

from pathlib import Path

import pytest

import a4a
from a4a.core import events as ev
from a4a.core.errors import DatasetError, RuleViolation
from a4a.core.record import GameRecord
from a4a.players import FormPlayer
from a4a.rules.areas.economy import funds
from a4a.rules.areas.economy.market import offers
from a4a.rules.areas.orders import Buy, EndPhase
from a4a.rules.choices import Tally
from a4a.rules.game import Game
from tests.rules.areas.made_up import made_up
from tests.rules.areas.positions import position, rules

GERMANY = "Germany"
LISTS = """
[[restrictions]]
name = "hardware"
of = ["land", "sea", "air"]
but = ["infantry"]
rule = "AA-PUR-001"
source = "house"

[[restrictions]]
name = "armour"
of = ["tank"]
rule = "AA-PUR-001"
source = "house"
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A made-up game in which some money buys all but infantry, and some only tanks."""
    made = made_up(tmp_path_factory.mktemp("mods") / "lent")
    (made / "restrictions.toml").write_text(LISTS, encoding="utf-8")
    return made


def lent(folder: Path, free: int, **amounts: int) -> Game:
    """Germany buys, with money that buys anything and some that is restricted."""
    game = position(money={GERMANY: free}, game=folder)
    given = [
        ev.ResourceChanged(GERMANY, "IPC", amount, "lent", "", name)
        for name, amount in amounts.items()
    ]
    game.node = game.record.append(given, parent=game.node, cause="edit")
    return game


def left(game: Game) -> dict[str, int]:
    """What Germany has, by restriction."""
    return {
        restriction: amount
        for (treasury, currency, restriction), amount in game.state.balances.items()
        if treasury == GERMANY and currency == "IPC" and amount
    }


def test_it_pays_only_for_what_it_may_buy(folder: Path) -> None:
    """10 and 20 for hardware: three infantry at 3, but not four."""
    game = lent(folder, 10, hardware=20)
    with pytest.raises(RuleViolation, match="it costs 12, and Germany has 10 for it"):
        game.do(Buy(GERMANY, {"infantry": 4}))
    game.do(Buy(GERMANY, {"infantry": 3}))
    assert left(game) == {"": 1, "hardware": 20}


def test_it_is_spent_first_and_the_rest_is_free_money(folder: Path) -> None:
    """Four tanks at 6 take all 20, and 4 of 10; then two infantry can be had."""
    game = lent(folder, 10, hardware=20)
    caused = game.do(Buy(GERMANY, {"tank": 4}))
    spent = [e.amount for e in caused if isinstance(e, ev.ResourceChanged)]
    assert spent == [-20, -4]
    assert left(game) == {"": 6}
    game.do(Buy(GERMANY, {"infantry": 2}))
    assert left(game) == {}


def test_it_makes_room_for_what_only_free_money_buys(folder: Path) -> None:
    """A tank at 6 and three infantry at 3, bought together."""
    game = lent(folder, 9, hardware=6)
    game.do(Buy(GERMANY, {"infantry": 3, "tank": 1}))
    assert left(game) == {}


def test_the_narrower_of_two_restrictions_gives_way_to_nothing_else(folder: Path) -> None:
    """Tanks are paid with what buys only tanks, so that hardware pays for artillery."""
    game = lent(folder, 0, hardware=4, armour=6)
    game.do(Buy(GERMANY, {"tank": 1, "artillery": 1}))
    assert left(game) == {}


def test_money_of_a_restriction_that_no_list_knows_buys_nothing(folder: Path) -> None:
    game = lent(folder, 6, scrap=50)
    with pytest.raises(RuleViolation, match="it costs 12, and Germany has 6 for it"):
        game.do(Buy(GERMANY, {"tank": 2}))


def test_what_can_be_bought_counts_it_for_its_own_units_only(folder: Path) -> None:
    game = lent(folder, 10, hardware=20)
    found = offers(rules(system=folder).game, game.state, GERMANY)
    assert (found["infantry"].most, found["tank"].most) == (3, 5)


def test_a_tally_bills_what_is_left_for_free_money(folder: Path) -> None:
    game = lent(folder, 10, hardware=20)
    (form,) = (f for f in rules(system=folder).choices(game.state) if isinstance(f, Tally))
    assert form.bill is not None
    assert (form.title, form.funds) == ("Germany, with 20 for hardware", 10)
    assert form.bill({"tank": {"": 4}}) == 4
    assert form.bill({"tank": {"": 1}, "infantry": {"": 3}}) == 9


def test_a_player_of_forms_spends_it(folder: Path) -> None:
    game = lent(folder, 0, hardware=60)
    FormPlayer(1).play(game, rounds=2)
    spent = [
        event.restriction
        for step in game.record.steps.values()
        for event in step.events
        if isinstance(event, ev.ResourceChanged) and event.reason == "purchase"
    ]
    assert "hardware" in spent


def unplaced(folder: Path, free: int, hardware: int, bought: dict[str, int]) -> Game:
    """Germany buys in a new turn without a complex, so that all goes back in this phase."""
    game = lent(folder, free, hardware=hardware)
    works = [u.id for u in game.state.units.values() if "complex" in u.type and u.owner == GERMANY]
    game.node = game.record.append(
        [
            ev.UnitsRemoved(tuple(works), "edit"),
            ev.TurnBegan((GERMANY,)),
            ev.PhaseBegan("Purchase and Repair Units"),
        ],
        parent=game.node, cause="edit",
    )  # fmt: skip
    game.do(Buy(GERMANY, bought))
    assert left(game) != {"": free, "hardware": hardware}
    while game.state.phase != "Noncombat Move":
        game.do(EndPhase())
    return game


def refunded(game: Game) -> tuple[ev.ResourceChanged, ...]:
    """What is paid back as units cannot be placed."""
    caused = game.do(EndPhase())
    return tuple(e for e in caused if isinstance(e, ev.ResourceChanged) and e.reason == "refund")


@pytest.mark.parametrize(
    ("bought", "back"),
    [
        ({"tank": 3}, {"hardware": 18}),
        ({"tank": 4}, {"hardware": 20, "": 4}),
        ({"infantry": 3}, {"": 9}),
        ({"tank": 1, "infantry": 2}, {"hardware": 6, "": 6}),
    ],
)
def test_what_goes_back_is_paid_back_in_the_money_that_paid_for_it(
    folder: Path, bought: dict[str, int], back: dict[str, int]
) -> None:
    """Without a complex nothing is placed: what was lent for hardware buys no infantry later."""
    game = unplaced(folder, 10, 20, bought)
    assert {e.restriction: e.amount for e in refunded(game)} == back


def test_an_audit_finds_no_fault_with_a_refund_that_stays_restricted(folder: Path) -> None:
    game = unplaced(folder, 10, 20, {"tank": 4})
    refunded(game)
    assert told_of_refunds(game.record, folder) == []


def test_an_audit_tells_that_a_refund_has_lost_its_restriction(folder: Path) -> None:
    game = unplaced(folder, 10, 20, {"tank": 4})
    returned = [u.id for u in game.state.at(game.record.catalog.purchases(GERMANY))]
    game.record.append(
        [
            ev.PhaseBegan("Mobilize New Units"),
            ev.UnitsRemoved(tuple(returned), "returned"),
            ev.ResourceChanged(GERMANY, "IPC", 24, "refund"),
        ],
        parent=game.node,
    )
    assert told_of_refunds(game.record, folder) == [
        ("return 4 tanks for 24", "their price is paid back: 24, of that 20 for hardware only")
    ]


def told_of_refunds(record: GameRecord, folder: Path) -> list[tuple[str, str]]:
    """What the audit says of units that go back."""
    found = a4a.audit(record, rules=folder, progress=None)
    return [(r["what"], r["says"]) for r in found.to_dicts() if r["what"].startswith("return ")]


def test_a_restriction_to_what_is_no_unit_is_told(tmp_path: Path) -> None:
    made = made_up(tmp_path / "wrong")
    (made / "restrictions.toml").write_text(LISTS.replace('"tank"', '"tonk"'), encoding="utf-8")
    with pytest.raises(DatasetError, match="no unit type is a 'tonk'"):
        funds.restrictions(rules(system=made).game)
