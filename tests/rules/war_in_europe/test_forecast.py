"""What the forms of combat say is to be expected, before anything is ordered."""

from __future__ import annotations

import a4a
from a4a.core.english import share
from a4a.rules.choices import Tally
from a4a.rules.systems.war_in_europe.combat import exposed
from a4a.rules.systems.war_in_europe.combat.outlook import outlook
from a4a.rules.systems.war_in_europe.forms import forms
from a4a.rules.systems.war_in_europe.orders.fighting import Attack
from a4a.rules.systems.war_in_europe.orders.moving import AttackInTransit, Sail
from tests.rules.war_in_europe.fighting import Play, throw
from tests.rules.war_in_europe.positions import system

INFANTRY, PLANE, OTHER = "Germany: 1st infantry", "Germany: 1st air", "Germany: 2nd air"
FRENCH, HELP = "France: 2nd infantry", "France: 1st air"
COUNTERS = {INFANTRY: "1908", PLANE: "2007", OTHER: "2007", FRENCH: "1808", HELP: "1709"}


FLEET, RAF = "Great Britain: Mediterranean fleet", "Great Britain: 1st RAF"
ITALIANS, THEIR_AIR = "Italy: fleet", "Italy: 1st air"


def form(play: Play, title: str = "") -> Tally:
    assert play.asked is not None
    (found,) = (
        f for f in forms(system(), play.phase, play.state, play.asked)
        if isinstance(f, Tally) and f.title.startswith(title)
    )  # fmt: skip
    return found


def said(play: Play, tally: Tally, *names: str) -> tuple[str, ...]:
    assert tally.forecast is not None
    return tally.forecast({str(number): {"": 1} for number in play.ids(*names)})


def wins(play: Play, *names: str, support: tuple[str, ...] = ()) -> str:
    order = Attack("1808", play.ids(*names))
    found = outlook(system(), play.state, order, "Axis", support=play.ids(*support))
    return f"Axis {share(found.attacker_wins)}"


def test_an_attack_tells_its_odds_for_those_that_are_chosen() -> None:
    play = Play("Axis", COUNTERS)
    attack = form(play, "Attack 1808")
    odds, answer, without = said(play, attack, INFANTRY, PLANE)
    assert odds.startswith(f"Odds to win: {wins(play, INFANTRY, PLANE)}, Allies ")
    helped = wins(play, INFANTRY, PLANE, support=(HELP,))
    assert answer == f"If the Allies send French 1st air: {helped}"
    assert without == f"Without German 1st air: {wins(play, INFANTRY)}"
    *_, more = said(play, attack, INFANTRY)
    assert more == f"With German 1st air besides: {wins(play, INFANTRY, PLANE)}"


def test_it_says_nothing_of_what_makes_no_difference() -> None:
    play = Play("Axis", {INFANTRY: "1908", FRENCH: "1808"})
    (odds,) = said(play, form(play, "Attack 1808"), INFANTRY)
    assert odds.startswith(f"Odds to win: {wins(play, INFANTRY)}")


def test_the_defender_hears_what_support_would_change() -> None:
    play = Play("Axis", COUNTERS)
    alone, helped = wins(play, INFANTRY), wins(play, INFANTRY, support=(HELP,))
    play.attack("1808", INFANTRY)
    assert play.kind == "support"
    odds, without = said(play, form(play), HELP)
    assert odds.startswith(f"Odds to win: {helped}, Allies ")
    assert without == f"Without them: {alone}"
    (plain,) = said(play, form(play))
    assert plain.startswith(f"Odds to win: {alone}")


def test_an_attack_in_transit_tells_its_odds_for_those_that_are_chosen() -> None:
    counters = {FLEET: "2415", THEIR_AIR: "2314", RAF: "2415", ITALIANS: "2312"}
    play = Play("Allies", counters, moving=True)
    play.give(Sail(play.ids(FLEET), ("2415", "2315", "2214")))
    attack = form(play, "British Mediterranean fleet in 2315: attack in transit")

    def odds(*names: str, **more: object) -> str:
        met = a4a.battle("war_in_europe", attacker=dict.fromkeys(names, 1), **more).odds()
        return f"Axis {share(met.attacker_wins)}"

    alone, both = {FLEET: 1}, {FLEET: 1, RAF: 1}
    plain, answer = said(play, attack, THEIR_AIR)
    assert plain.startswith(f"Odds to win: {odds(THEIR_AIR, defender=alone)}, Allies ")
    assert answer == f"If the Allies send British 1st RAF: {odds(THEIR_AIR, defender=both)}"
    plain, _ = said(play, attack, THEIR_AIR, ITALIANS)
    assert odds(THEIR_AIR, ITALIANS, defender=alone) in plain
    # It is what the kernel then fights: with RAF sent, first in the air.
    play.give(AttackInTransit(play.ids(THEIR_AIR)))
    assert play.kind == "support"
    assert said(play, form(play), RAF)[0].startswith(
        f"Odds to win: {odds(THEIR_AIR, defender=both)}"
    )


def test_who_can_attack_beaten_fleets_on_their_way_is_told_as_the_odds_leave_it_out() -> None:
    counters = {ITALIANS: "2314", OTHER: "2213", FLEET: "2315"}
    play = Play("Axis", counters, throw(4, 12))
    attack = form(play, "Attack 2315")
    *_, last = said(play, attack, ITALIANS)
    assert last == (
        "Not counted: beaten, British Mediterranean fleet can be attacked on the way to port"
        " by German 2nd air"
    )
    # Who fights has flown, and attacks nobody afterwards.
    assert not any(line.startswith("Not counted") for line in said(play, attack, ITALIANS, OTHER))
    play.attack("2315", ITALIANS)
    assert play.kind == "transit"
    assert play.asked is not None
    assert play.asked.units == play.ids(OTHER)


def test_fleets_that_nobody_can_beat_are_not_told_of() -> None:
    """The infantry fires at no fleet; an air unit that may be sent does."""
    counters = {ITALIANS: "2315", FRENCH: "2214", RAF: "2415", "Great Britain: 2nd RAF": "2415"}
    play = Play("Axis", counters)
    units, others = play.ids(ITALIANS, FRENCH), play.ids(RAF)
    assert [fleet.name for fleet, _ in exposed.exposed(system(), play.state, units)] == ["fleet"]
    assert exposed.told(system(), play.state, units) == ()
    (said,) = exposed.told(system(), play.state, units, others)
    assert said.startswith("Not counted: beaten, Italian fleet can be attacked")
