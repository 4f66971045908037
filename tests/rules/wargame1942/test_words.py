"""What logs and panels of The War Game say, in plain words and nothing twice."""

from __future__ import annotations

import pytest

import a4a
from a4a.core import events as ev
from a4a.core.state import State
from a4a.core.steps import Step
from a4a.core.words import describe, describe_step, told
from a4a.rules.choices import Moves
from tests.rules.wargame1942 import corners
from tests.rules.wargame1942.empty import rules
from tests.rules.wargame1942.ordered import Ordering

LENT = "Lend/Lease"
MONEY = "dollars"


def state() -> State:
    return a4a.start("wargame1942").state_at(0)


def unit(power: str, kind: str) -> int:
    return next(u.id for u in state().units.values() if (u.owner, u.type) == (power, kind))


MAN, SHIP = unit("Germany", "infantry"), unit("U.S.A.", "battleship")
WORKS = unit("U.S.S.R.", "major factory")
ATTACKERS, DECISION = ("Germany", "Italy"), "d"


def log(*events: ev.AnyEvent) -> tuple[str, ...]:
    """The lines of a step of these events."""
    step, now = Step(id=1, parent=0, events=events), state()
    return told(step, describe_step(step, now), now)


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (
            ev.UnitsConverted((MAN,), "trained", gained=("paratrooper",)),
            "1 German infantry was trained as a paratrooper",
        ),
        (
            ev.UnitsConverted((SHIP,), "sailed by", gained=("sailed by NA-8",)),
            "1 American battleship sailed by enemy transports in NA-8",
        ),
        (
            ev.UnitsConverted((SHIP,), "under repair", gained=("under repair at Hawaii",)),
            "1 American battleship is under repair in Hawaii",
        ),
        (
            ev.UnitsConverted((SHIP,), "declared", gained=("preemptive",)),
            "1 American battleship is to fire before all others",
        ),
        (
            ev.UnitsConverted((SHIP,), "hit", damage=1, gained=("just damaged",)),
            "1 American battleship was damaged",
        ),
        (
            ev.UnitsConverted((WORKS,), "reduced", type="minor factory", lost=("to be scorched",)),
            "1 Soviet major factory became a minor factory (reduced)",
        ),
        (ev.UnitsPlaced((MAN,), SHIP, "aboard"), "1 German infantry went aboard a battleship"),
        (ev.UnitsPlaced((MAN,), "Poland", "retreated"), "1 German infantry retreated to Poland"),
        (
            ev.ResourceChanged("Germany", MONEY, -5, LENT, "Italy"),
            "Germany lent 5 dollars to Italy",
        ),
        (
            ev.ResourceChanged("Italy", MONEY, 5, LENT, "Germany", restriction="hardware"),
            "Italy received 5 dollars (hardware) from Germany",
        ),
        (
            ev.ResourceChanged("France", MONEY, 4, LENT, "before the game"),
            "France received 4 dollars lent before the game",
        ),
        (
            ev.ResourceChanged("Germany", MONEY, -3, "training"),
            "Germany paid 3 dollars for training",
        ),
        (
            ev.ResourceChanged("Germany", MONEY, -24, "neutral invaded", "Turkey"),
            "Germany paid 24 dollars to invade Turkey",
        ),
        (
            ev.Decided(ATTACKERS, "owner", "Italy", DECISION, spaces=("Switzerland",)),
            "Germany and Italy gave Switzerland to Italy",
        ),
        (
            ev.Decided(("U.S.A.",), "preemptive fire", "no", DECISION, (SHIP,)),
            "The U.S.A. held the fire of 1 American battleship",
        ),
        (
            ev.Decided(("U.S.A.",), "losses on the way", "1 battleship", DECISION, (SHIP,)),
            "The U.S.A. chose 1 battleship as casualties",
        ),
    ],
)
def test_an_event_in_words(event: ev.AnyEvent, words: str) -> None:
    assert describe(event, state()) == words


def test_what_rules_remember_for_themselves_is_not_told() -> None:
    trained = ev.UnitsConverted((MAN,), "trained", gained=("paratrooper",))
    count = ev.MarkerChanged(ev.OnSpace("Germany"), "paratroopers trained", 1)
    price = ev.MarkerChanged(ev.OnUnit(SHIP), "repair price", 3)
    assert log(trained, count, price) == ("1 German infantry was trained as a paratrooper",)
    fresh = ev.UnitsConverted((SHIP,), "hit", damage=1, gained=("just damaged",))
    later = ev.UnitsConverted((SHIP,), "hit", lost=("just damaged",))
    assert log(fresh, later) == ("1 American battleship was damaged",)


def test_what_is_to_be_scorched_is_told_once() -> None:
    decided = ev.Decided(("U.S.S.R.",), "scorched earth", "yes", units=(WORKS,))
    marked = ev.UnitsConverted((WORKS,), "declared", gained=("to be scorched",))
    assert log(decided, marked) == ("1 Soviet major factory is to be scorched",)


def test_who_passes_through_is_not_said_to_stand_down() -> None:
    zone = state().unit(SHIP).place
    assert isinstance(zone, str)
    beside = next(iter(a4a.dataset("wargame1942").board.neighbours(zone)))
    moved = ev.UnitsMoved((SHIP,), (zone, beside), "combat", 1)
    assert len(log(moved, ev.UnitsTasked((SHIP,), ""))) == 1
    assert log(ev.UnitsTasked((SHIP,), "")) == ("1 American battleship stood down",)


def test_units_from_one_space_join_a_battle_in_one_breath() -> None:
    first, second = [u.id for u in state().at("Smolensk") if u.type == "armor"][:2]
    parts = [ev.Participant("attacker", "Germany", (i,), "Smolensk") for i in (first, second)]
    assert describe(ev.BattleOpened("b", "Voronezh", "land", tuple(parts)), state()) == (
        "Land battle in Voronezh: 2 German armor (from Smolensk), unopposed"
    )


def stacks(game: Ordering, power: str) -> dict[str, tuple[str, int | None]]:
    """What is said of the units of a power, by type and space."""
    forms = (f for f in rules().choices(game.state) if isinstance(f, Moves) and f.power == power)
    return {f"{s.type}, {s.space}": (s.detail, s.left) for form in forms for s in form.stacks}


def test_a_stack_says_what_it_has_been_ordered() -> None:
    found = stacks(corners.declared_landing().orders(), "Germany")
    assert found["transport, North Sea"][0] == "with 1 infantry aboard, offloads in Great Britain"
    assert found["infantry, North Sea"][0] == "aboard a transport, lands in Great Britain"


def test_a_general_has_no_number_of_spaces_to_move() -> None:
    found = stacks(corners.landing().orders(), "Germany")
    assert found["general, Germany"] == ("", None)
    assert found["bomber, Germany"] == ("", 6)
