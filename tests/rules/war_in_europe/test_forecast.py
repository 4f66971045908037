"""What the forms of combat say is to be expected, before anything is ordered."""

from __future__ import annotations

from a4a.core.english import share
from a4a.rules.choices import Tally
from a4a.rules.systems.war_in_europe.combat.outlook import outlook
from a4a.rules.systems.war_in_europe.forms import forms
from a4a.rules.systems.war_in_europe.orders.fighting import Attack
from tests.rules.war_in_europe.fighting import Play
from tests.rules.war_in_europe.positions import system

INFANTRY, PLANE, OTHER = "Germany: 1st infantry", "Germany: 1st air", "Germany: 2nd air"
FRENCH, HELP = "France: 2nd infantry", "France: 1st air"
COUNTERS = {INFANTRY: "1908", PLANE: "2007", OTHER: "2007", FRENCH: "1808", HELP: "1709"}


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
