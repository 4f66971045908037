"""January to June 1942, by orders: the Soviet Union, Britain and France, the U.S.A. and China."""

from __future__ import annotations

from typing import Final

from tools.playing import ALLIED_COLOUR
from tools.wargame1942_games.campaign.war import War

_NORTHEAST: Final = "Northeast U.S.A. Sea Zone"
_MALTA: Final = "Malta Sea Zone"
TORCH: Final = "NA-9"
"""Where the convoy of Torch waits."""


def soviet_union(t: War) -> None:
    """Leave the turn to the computer."""
    t.begin("War Production")
    t.end("War Production")
    t.leave_turn()
    t.say(
        "The Soviet turn is the computer's: it attacks where the odds are good, and recruits. The "
        "15 dollars of pre-game Lend/Lease may buy anything."
    )
    if t.holds("U.S.S.R.", "Turkey"):
        t.say("It has even invaded Turkey: neutral land costs twice its value, here 24.")


def britain(t: War) -> None:
    """Play the turn of Britain and France."""
    t.begin("War Production")
    t.lend("U.K.", "U.S.S.R.", 15)
    t.say("The first 15 of Lend/Lease buy anything; what is beyond them no infantry.")
    t.end("War Production")
    if any(u.owner == "Italy" for u in t.game.state.at(_MALTA)):
        _to_malta(t)
    t.end("Combat Orders")
    t.campaign()
    if t.result(_MALTA) == "defender wins":
        t.say("The Italian battleships are too many: Malta's waters stay Italian.")
    elif t.result(_MALTA):
        t.say("The Italian fleet has lost the waters of Malta.")
    t.leave_turn()


def _to_malta(t: War) -> None:
    """Attack the Italian fleet off Malta from two sides, past a submarine that bars one way."""
    t.go("U.K.", "1 aircraft carrier, 1 destroyer, 1 fighter", "Gibraltar Sea Zone", _MALTA)
    t.arrow("Gibraltar Sea Zone", "Algeria Sea Zone", _MALTA, colour=ALLIED_COLOUR)
    way = ("Egypt Sea Zone", "Libya Sea Zone")
    t.send("U.K.", "1 destroyer", *way, task="clear", target=_MALTA)
    t.send("U.K.", "1 fighter", "Egypt", *way)
    t.send("U.K.", "1 battleship", *way, task="pass", target=_MALTA)
    t.arrow(*way, _MALTA, colour=ALLIED_COLOUR)
    t.say(
        "A pass-through: a destroyer and a fighter have one round to sink the submarine off Libya, "
        "so that the battleship comes to the battle off Malta. Force H comes from Gibraltar and "
        "fights in any case."
    )


def america(t: War) -> None:
    """Play the turn of the U.S.A. and China."""
    t.begin("War Production")
    t.lend("U.S.A.", "U.S.S.R.", 25)
    t.lend("U.S.A.", "China", 15)
    t.say(
        "The arsenal of democracy: what goes to China is there at once, the Soviets spend theirs "
        "in their turn, ten of it on hardware alone."
    )
    t.end("War Production")
    t.end("Combat Orders")
    t.campaign()
    _torch_sails(t)
    t.leave_turn()


def _torch_sails(t: War) -> None:
    t.begin("Non-Combat Movement")
    ships = t.units("U.S.A.", _NORTHEAST, "2 transport")
    for number, ship in enumerate(ships):
        men = f"{2 if number == 0 else 1} {'infantry' if number == 0 else 'armor'}"
        t.send("U.S.A.", men, "Northeast U.S.A.", _NORTHEAST, aboard=(ship,))
    way = (_NORTHEAST, "NA-10", "NA-11", TORCH)
    t.send("U.S.A.", ships, *way)
    t.send("U.S.A.", "1 battleship, 2 destroyer", *way)
    t.arrow(*way, colour=ALLIED_COLOUR)
    t.say("A convoy with an escort waits in mid-ocean: Africa is two turns away from America.")


def torch(t: War) -> None:
    """Land in Africa, if the convoy has come through."""
    t.begin("Combat Orders")
    coast = "Algeria Sea Zone"
    enemies = {"Germany", "Italy"}
    afloat = [u for u in t.game.state.at(TORCH) if (u.owner, u.type) == ("U.S.A.", "transport")]
    barred = any(
        u.owner in enemies for zone in ("Gibraltar Sea Zone", coast) for u in t.game.state.at(zone)
    )
    if not afloat or barred:
        t.say("The convoy of Torch has not come through: there is no landing in Africa.")
        return
    way = (TORCH, "Gibraltar Sea Zone", coast)
    control = t.game.state.control
    lands = [land for land in ("Morocco", "Algeria") if control[land] in enemies]
    for ship in afloat:
        cargo = tuple(u.id for u in t.game.state.at(ship.id))
        t.send("U.S.A.", (ship.id,), *way)
        for number, unit in enumerate(cargo if lands else ()):
            t.send("U.S.A.", (unit,), coast, lands[number % len(lands)])
    if lands and t.count("U.S.A.", TORCH, "battleship"):
        t.send("U.S.A.", "1 battleship", *way, task="bombard", target=lands[0])
    t.arrow(*way, colour=ALLIED_COLOUR)
    t.say("Torch: the Americans land in Africa, with a battleship's guns behind them.")
