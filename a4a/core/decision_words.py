"""Decisions in words: what was asked, of which powers, and what they chose."""

from __future__ import annotations

import re

from a4a.core import events as ev
from a4a.core.english import capitalized, list_of, possessive
from a4a.core.phrases import powers, space_of, units_of
from a4a.core.state import State

_ANSWERS = ("yes", "no")
_QUESTIONS = {
    "bombardment": "which ships bombard",
    "advance": "whether to advance",
    "air cover": "whether to cover the ocean",
    "blocking": "whether to block the strikes",
    "bargain": "whether to strike the bargain",
    "bombing raid": "which bombing raid to fly",
    "breakthrough chart": "which breakthrough chart to roll on",
    "casualties": "which units take the hits",
    "city bombing": "whether to bomb a city",
    "coastal defense": "at which fleet to fire",
    "convoy attack": "whether to attack the convoys",
    "displacement": "where a displaced unit goes",
    "engineers": "what engineers move",
    "flights": "which aircraft fly on, and where to",
    "guns": "how to fire",
    "initiative": "which side goes first",
    "interception": "whether to intercept",
    "kamikaze": "whether to make kamikaze strikes",
    "kamikaze losses": "which tokens go on",
    "landing": "where to land",
    "Lend-Lease": "who gets the points of Lend-Lease",
    "liberation bonus": "which units the liberation brings",
    "losses": "which units take the losses",
    "losses on the way": "which ships take the hits",
    "new capital": "where its new capital is",
    "oil tankers": "where oil tankers go",
    "owner": "who controls the land",
    "partisan raid": "what partisans raid",
    "permission": "whether to let ships pass",
    "port": "to which port a beaten fleet goes",
    "preemptive fire": "who holds his fire",
    "press on": "whether to press on against the fleets",
    "production": "what to produce",
    "reassignment": "which transports change hands",
    "retreat": "whether to retreat",
    "retreats": "who retreats",
    "retreat from the ocean": "to which ports beaten fleets go",
    "rockets": "whether to fire rockets",
    "scorched earth": "what to scorch",
    "scramble": "whether to scramble",
    "shore bombardment": "which shore to bombard",
    "submerge": "whether to submerge",
    "sunk points": "which points are sunk",
    "support": "which units support the battle",
    "targets": "what to bomb",
    "too many units": "which units are too many",
    "transit": "whether to attack in transit",
    "unnamed forts": "which unnamed forts to take off the map",
    "Vichy roll": "whether to roll for what is Vichy",
    "winter": "what the winter takes",
    "winter production": "what minor powers produce in Winter",
}
_OPTIONS_UNTOLD = frozenset({
    "advance", "air cover", "bargain", "city bombing", "convoy attack", "displacement", "engineers",
    "kamikaze losses", "losses", "oil tankers", "port", "press on", "production", "reassignment",
    "retreat from the ocean", "retreats", "scorched earth", "sunk points", "support",
    "too many units", "transit", "unnamed forts", "Vichy roll", "winter", "winter production",
})  # fmt: skip
"""Kinds of decisions whose options are for the rules alone."""
_NO = {
    "air cover": "did not cover the ocean",
    "bargain": "declined the bargain",
    "blocking": "did not block the strikes",
    "bombing raid": "flew no more bombing raids",
    "city bombing": "bombed no city",
    "convoy attack": "did not attack the convoys",
    "bombardment": "did not bombard",
    "declaration of war": "did not declare war",
    "engineers": "moved no more facilities",
    "guns": "left guns and bombs as they are",
    "interception": "did not intercept",
    "kamikaze": "made no kamikaze strike",
    "oil tankers": "moved no more tankers",
    "partisan raid": "sent no partisans",
    "permission": "did not let the ships pass",
    "reassignment": "reassigned no more transports",
    "retreat": "did not retreat",
    "retreats": "declared no retreat",
    "press on": "did not press on",
    "rockets": "fired no rockets",
    "scorched earth": "scorched nothing more",
    "scramble": "did not scramble",
    "shore bombardment": "bombarded no more shores",
    "submerge": "did not submerge",
    "support": "sent no support",
}
_FINISHED = {
    "production": "production", "unnamed forts": "with the forts",
    "winter production": "the Winter production of minor powers",
}  # fmt: skip
_WAR = re.compile(r"(?P<who>.+?) To War With (?P<on>.+)")
"""How the maps of TripleA name declarations of war: "Axis To War With Russians"."""


def asked(e: ev.Asked, s: State) -> str:
    """Say who must decide what."""
    told = () if e.kind in _OPTIONS_UNTOLD else e.options
    options = [space_of(o, s) if s.board.find(o) else o for o in told if o not in _ANSWERS]
    question = _QUESTIONS.get(e.kind, f"about: {e.kind}")
    if not options:
        more = ""
    elif e.kind in ("retreat", "landing"):
        more = f"{' to' if e.kind == 'retreat' else ':'} {' or '.join(options)}"
    else:
        more = f" ({', '.join(options)})"
    return f"{capitalized(powers(e.powers, s))} must decide {question}{more}"


def decided(e: ev.Decided, s: State) -> str:
    """Say who chose what."""
    who = capitalized(powers(e.powers, s)) or "Somebody"
    if e.choice == "no" and e.kind in _NO:
        return f"{who} {_NO[e.kind]}"
    if said := _done(e, s):
        return f"{who} {said}"
    whose = capitalized(possessive(powers(e.powers, s))) if e.powers else "Somebody's"
    return f"{whose} {e.kind}: {e.choice}{_notes(e, s)}"


def _notes(e: ev.Decided, s: State) -> str:
    spaces = list_of(space_of(space, s) for space in e.spaces if space != e.choice)
    notes = ", ".join(filter(None, (units_of(e.units, s) if e.units else "", spaces)))
    return f" ({notes})" if notes else ""


def _done(e: ev.Decided, s: State) -> str:
    """What was done by deciding, as the end of a sentence; "" where the kind is not known here."""
    units = units_of(e.units, s) if e.units else e.choice
    spaces = list_of(space_of(space, s) for space in e.spaces)
    there = spaces or e.choice
    match e.kind:
        case "advance":
            return f"advanced with {units}" if e.units else "did not advance"
        case "attack" if e.units:
            return f"attacked {there} with {units}"
        case "air cover" if e.units:
            return f"covered the ocean with {units}"
        case "city bombing" if e.units:
            return f"bombed a city with {units}"
        case "convoy attack" if e.units:
            return f"attacked the convoys with {units}"
        case "Lend-Lease":
            return "announced the points of Lend-Lease"
        case "battle":
            return f"chose to fight in {there} next"
        case "bombardment":
            return f"bombarded with {units}"
        case "blocking" if e.units:
            return f"blocked the strikes in {there} with {units}"
        case "coastal defense" if e.units:
            return f"fired at the fleet in {there} with {units}"
        case "partisan raid":
            return f"sent partisans to {there}: {e.choice}"
        case "bombing raid" if e.units:
            return f"raided {there} with {units}"
        case "shore bombardment" if e.units:
            return f"bombarded {there} with {units}"
        case "initiative":
            return f"let the {e.choice} go first"
        case "breakthrough chart":
            return f"chose breakthrough chart {e.choice}"
        case "casualties" | "losses on the way":
            return f"chose {e.choice} as casualties"
        case "declaration of war":
            return f"declared war on {s.catalog.called(e.choice)}"
        case "engage":
            return f"chose to {e.choice} what is in {there}"
        case "interception":
            return f"intercepted with {units}" + (f" over {spaces}" if spaces else "")
        case "kamikaze":
            return f"made kamikaze attacks: {e.choice}"
        case "landing":
            return f"landed {units} in {there}"
        case "liberation bonus":
            return f"took {e.choice} for the liberation of {there}"
        case "bargain":
            return f"struck the bargain: {e.choice}"
        case "engineers":
            return f"moved the {e.choice} with engineers"
        case "oil tankers":
            return f"sent {e.choice}"
        case "reassignment":
            return f"gave the {e.choice}"
        case "scorched earth":
            return f"ordered {units} scorched" if e.units else f"scorched the {e.choice}"
        case "owner":
            return f"gave {there} to {s.catalog.called(e.choice)}"
        case "guns":
            return f"declared how {units} fire"
        case "preemptive fire":
            return f"held the fire of {units}" if e.units else "fired before all others"
        case "flights" if e.units:
            return f"sent {units} to {there}"
        case "Vichy roll":
            return f"chose to {e.choice}"
        case "winter":
            return f"let the winter take the {e.choice}"
        case "displacement" if e.units:
            return f"sent {units} to {space_of(e.choice, s)}"
        case "losses" if e.units:
            return f"took the losses with {units}"
        case "permission":
            return "let the ships pass"
        case "port" if e.units:
            return f"sent {units} to port in {space_of(e.choice, s)}"
        case "press on":
            return "pressed on against the fleets"
        case "retreats" if e.units:
            return f"declared the retreat of {units}"
        case "retreat from the ocean":
            return "sent the beaten fleets to port"
        case "sunk points":
            return "chose which points are sunk"
        case "support" if e.units:
            return f"sent {units} in support"
        case "too many units":
            return f"eliminated {units}, which were too many"
        case "transit" if e.units:
            return f"attacked in transit with {units}"
        case "transit":
            return f"let the fleets pass{'' if e.choice.endswith('end') else ' for now'}"
        case kind if e.choice == "end":
            return f"finished {_FINISHED.get(kind, f'with {kind}')}"
        case "political action":
            return _political(e, s)
        case "research":
            return f"spent {'1 die' if e.choice == '1 dice' else e.choice} on research"
        case "retreat" if e.choice == "retreat":
            return f"retreated with {units}" if e.units else "could not retreat"
        case "retreat":
            return f"retreated to {space_of(e.choice, s)}" + (f" ({units})" if e.units else "")
        case "rockets":
            return f"fired rockets at {e.choice}"
        case "scramble" if e.units:
            return f"scrambled {units}" + (f" to {spaces}" if spaces else "")
        case "submerge":
            return f"submerged {units}"
        case "targets":
            return f"chose to bomb {e.choice}"
    return ""


def _political(e: ev.Decided, s: State) -> str:
    found = _WAR.fullmatch(e.choice)
    if found is None:
        return f"took the political action “{e.choice}”"
    against = found["on"]
    power = s.catalog.find_power(against)
    words = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", against)
    return f"declared war on {s.catalog.called(power.name if power else words)}"
