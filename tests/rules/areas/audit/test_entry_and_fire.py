"""Who enters a battle that another program records, and whose its dice are taken to be."""

from __future__ import annotations

import pytest

from a4a.core import events as ev
from tests.rules.areas.audit.told import Told

GERMANY, FRANCE, UK = "Germany", "France", "United Kingdom"
HOLLAND, SZ110, SZ112 = "Holland/Belgium", "sea zone 110", "sea zone 112"


@pytest.mark.parametrize(("kind", "rules"), [("bombing raid", ["AA-SBR-033"]), ("kamikaze", [])])
def test_AA_SBR_033_aircraft_that_have_raided_fight_in_no_other_battle(
    kind: ev.BattleKind, rules: list[str]
) -> None:
    """Strikes of kamikazes are no battle of the bomber's."""
    told = Told(FRANCE, "land", GERMANY, {HOLLAND: {"tank": 1, "tactical bomber": 1}},
                {FRANCE: {"infantry": 1}})  # fmt: skip
    bomber = told.of("tactical bomber", role="attacker")
    part = ev.Participant("attacker", GERMANY, bomber, HOLLAND)
    first = ev.BattleOpened("1.0", FRANCE, kind, (part,))
    told.game.node = told.game.record.append(
        [first, ev.BattleClosed("1.0", "attacker wins", "attacker")], parent=told.game.node
    )
    told.round().roll("attack", (1, 3), (6, 4)).roll("defense", (6, 2))
    told.lose(*told.of("infantry")).close()
    assert told.rules() == rules


def over_france(*, aircraft: bool) -> Told:
    """A tank, and a fighter or none, against AAA and infantry; the AAA keep silent."""
    sent = {"tank": 1, "fighter": 1} if aircraft else {"tank": 1}
    told = Told(FRANCE, "land", GERMANY, {HOLLAND: sent}, {FRANCE: {"AAA": 1, "infantry": 1}})
    told.round().roll("attack", *[(1, 3)] * len(sent)).roll("defense", (6, 2))
    return told.lose(*told.of("infantry"), *told.of("AAA")).close()


def test_AA_UNI_024_antiaircraft_guns_fire_before_the_first_round() -> None:
    (found,) = over_france(aircraft=True).findings()
    assert (found.topic, found.what) == ("roll", "the AAA in France did not fire")
    assert found.rule == "AA-UNI-024"


def test_AA_UNI_024_guns_without_aircraft_to_fire_at_are_silent() -> None:
    assert "AA-UNI-024" not in over_france(aircraft=False).rules()


@pytest.mark.parametrize(
    ("kind", "number", "says"), [("submarine", 3, "3 at 2"), ("destroyer", 1, "2")]
)
def test_dice_that_say_whose_they_are_are_judged_as_theirs(
    kind: str, number: int, says: str
) -> None:
    """AA-CMB-018."""
    told = Told(SZ110, "sea", GERMANY, {SZ112: {"submarine": 3, "destroyer": 1}},
                {UK: {"destroyer": 1}})  # fmt: skip
    told.round().roll("attack", *[(6, 4)] * number, kind=kind)
    found = next(x for x in told.findings() if x.rule == "AA-CMB-018")
    assert found.says == f"they hit on {says}"


def test_AA_CMB_053_of_those_that_cannot_fire_only_transports_are_lost_without_cover() -> None:
    """A fighter over a submarine, which it cannot hit, and a transport."""
    told = Told(SZ110, "sea", GERMANY, {HOLLAND: {"fighter": 1}},
                {UK: {"submarine": 1, "transport": 1}})  # fmt: skip
    told.round().roll("attack", (6, 3)).close()
    (found,) = told.findings()
    assert (found.rule, found.says) == (
        "AA-CMB-053", "1 transport left without cover is removed",
    )  # fmt: skip
