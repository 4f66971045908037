"""January to June 1942, by orders: Germany and Italy, and Japan."""

from __future__ import annotations

from typing import Final

from tools.wargame1942_games import midway
from tools.wargame1942_games.campaign.war import Leave, War

_MALTA: Final = "Malta Sea Zone"


def germany_and_italy(t: War) -> None:
    """Play the first turn."""
    t.begin("War Production")
    t.say(
        "January 1942, the sixth game turn. Germany and Italy have theirs together. The Allies win "
        "when Axis land is worth less than 225, the Axis when its land is worth more than theirs: "
        "it begins with 236 to 388.",
        when="before",
    )
    t.lend("Germany", "Italy", 12)
    t.say("Lend/Lease: up to a third of Germany's land, and Italy may spend it at once.")
    t.end("War Production")
    _russia(t)
    _desert(t)
    _malta(t)
    _atlantic(t)
    t.end("Combat Orders")
    t.say(
        "All battles are open before the first die, and where one bears on another they are linked "
        "and fought round by round: Voronezh with Central Russia, Malta with its waters."
    )
    t.campaign({
        ("Egypt", "attacker"): Leave(3),
        ("Central Russia", "attacker"): Leave(2),
        ("Voronezh", "defender"): Leave(2),
    })  # fmt: skip
    _aftermath(t)
    t.leave("Non-Combat Movement")
    _german_builds(t)


def _russia(t: War) -> None:
    t.begin("Combat Orders")
    t.send("Germany", "5 infantry, 3 armor, 2 fighter", "Ukraine", "Rostov")
    t.send("Germany", "2 artillery", "Ukraine", task="support", target="Rostov")
    t.send("Germany", "1 general", "Germany", "Rostov")
    t.arrow("Ukraine", "Rostov", "Caucasus")
    t.say(
        "Fall Blau: the main blow falls in the south, with the General, who adds one to every roll "
        "of German land units. The guns shoot over the border and run no risk."
    )
    t.send("Germany", "4 infantry, 3 armor, 2 fighter", "Smolensk", "Voronezh")
    t.send("Germany", "2 artillery", "Smolensk", task="support", target="Voronezh")
    t.send("Germany", "1 infantry", "Smolensk", "Central Russia")
    t.arrow("Smolensk", "Voronezh")
    t.say(
        "A flanking attack: one infantry goes for Moscow. While it lives, nobody from Voronezh can "
        "retreat there."
    )
    t.mark("!?")


def _desert(t: War) -> None:
    t.send("Germany", "2 infantry, 2 armor", "Libya", "Egypt")
    t.send("Italy", "2 infantry, 1 armor", "Libya", "Egypt")
    t.send("Italy", "1 artillery", "Libya", task="support", target="Egypt")
    t.arrow("Libya", "Egypt")
    t.say("Rommel and the Italians attack together: units of both nations are in one battle.")


def _malta(t: War) -> None:
    ship = t.units("Italy", "Adriatic Sea", "1 transport")
    men = t.send("Italy", "2 infantry", "Sicily", "Adriatic Sea", aboard=ship)
    t.send("Italy", ship, "Adriatic Sea", _MALTA)
    t.send("Italy", men, _MALTA, "Malta")
    t.send("Italy", "2 battleship", "Adriatic Sea", _MALTA, task="bombard", target="Malta")
    t.send("Italy", "2 destroyer, 1 submarine", "Adriatic Sea", _MALTA)
    t.arrow("Sicily", _MALTA, "Malta")
    t.say(
        "Herkules, which was never tried: two infantry land on Malta. The destroyers have one "
        "round to deal with the British submarine; if they do, the battleships bombard, and the "
        "infantry keep the initiative."
    )


def _atlantic(t: War) -> None:
    t.go("Germany", "1 submarine", "Aegean Sea", "Libya Sea Zone")
    t.say("A blockade: the submarine attacks nobody, but bars the zone for this turn.")
    t.go("Germany", "2 submarine", "NA-7", "Nova Scotia Sea Zone")
    t.go("Germany", "1 submarine", "NA-10", "Nova Scotia Sea Zone")
    t.arrow("NA-7", "Nova Scotia Sea Zone")
    t.say("Drumbeat: three submarines, whose first hits fire nothing back.")


def _aftermath(t: War) -> None:
    for space, won, lost in (
        ("Rostov", "Rostov falls: the Caucasus lies open.", "Rostov holds."),
        ("Voronezh", "Voronezh falls.", "Voronezh holds."),
        (
            "Egypt",
            "Egypt falls, and with it one side of the canal.",
            "At Alamein the attackers go back to Libya after two rounds: whoever leaves in full "
            "from the second round on loses nothing more.",
        ),
    ):
        t.say(won if t.holds("Germany", space) or t.holds("Italy", space) else lost)
    if t.holds("Italy", "Malta"):
        t.say("Malta is Italian.")
    else:
        t.say("Malta holds out: who has landed fights to the end, and cannot go back aboard.")


def _german_builds(t: War) -> None:
    t.begin("Build and Recruit")
    t.build("Germany", "Germany", "8 infantry, 4 armor")
    t.build("Germany", "Romania", "4 infantry")
    t.build("Germany", "Poland", "4 infantry")
    t.build("Italy", "Italy", "4 infantry, 1 fighter")
    t.say(
        "Infantry can be recruited wherever the land is worth it, four at most where it is "
        "occupied; all else comes from factories."
    )
    t.end("Build and Recruit")


# --- Japan --------------------------------------------------------------------------------------


def japan(t: War) -> None:
    """Play Japan's turn."""
    t.begin("War Production")
    t.end("War Production")
    midway.to_hawaii(t)
    midway.to_midway(t)
    t.say("Midway, as the book has it, but the fleet off Hawaii is the one of the set-up.")
    t.send("Japan", "3 infantry", "Thailand", "Burma")
    t.send("Japan", "2 infantry", "Indo-China", "Burma")
    t.send("Japan", "1 artillery", "Indo-China", task="support", target="Burma")
    t.arrow("Thailand", "Burma")
    t.say("The road to Mandalay, and the end of the road to China.")
    t.end("Combat Orders")
    t.campaign({("Hawaii Sea Zone", "attacker"): Leave(4), ("Burma", "defender"): Leave(1)})
    if t.holds("Japan", "Midway"):
        t.say("Midway is Japan's.")
    else:
        t.say("Midway holds.")
    t.say(
        {
            "attacker wins": "Nothing is left of the American fleet off Hawaii.",
            "attacker retreats": "The American fleet is still off Hawaii: Japan breaks off.",
        }.get(
            t.result("Hawaii Sea Zone"),
            "The American fleet is still off Hawaii, and all that Japan sent against it is lost.",
        )
    )
    t.leave_turn()
