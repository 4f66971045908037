"""A sentence for each kind of event, without its full stop; `a4a.core.words` tells whole steps.

What happened is told in the past tense, what holds from then on in the present.
"""

from __future__ import annotations

from collections.abc import Callable, Sized
from typing import Any

from a4a.core import battle_words
from a4a.core import events as ev
from a4a.core.conversion_words import converted
from a4a.core.decision_words import asked, decided
from a4a.core.english import capitalized, count_of, list_of, possessive
from a4a.core.phase_ends import phase_ended
from a4a.core.phrases import (
    adjective,
    carrier_of,
    group,
    inside,
    kind_of,
    powers,
    space_of,
    units_of,
)
from a4a.core.state import State
from a4a.core.units import Holding, Unit

_ELIMINATED = {"casualty": "", "out of supply": " (out of supply)"}
"""Why counters go back to their force pools, and how that is added."""
_BOARDED = ("loaded", "cargo", "aboard")
_LONG = 8  # spaces on the way of a move; more are counted, not named
_RELATIONS = {
    "": "have no relation any more",
    "allied": "are now allies",
    "friendly": "are now friends",
    "friendly neutral": "are now on friendly terms",
    "neutral": "are now neutral towards each other",
    "strict neutral": "are now strictly neutral towards each other",
    "unfriendly neutral": "are now on unfriendly terms",
    "war": "are now at war",
}


# --- one function an event ----------------------------------------------------------------------


def _round(e: ev.RoundBegan, _: State) -> str:
    return f"Round {e.number}" + (f" ({e.label})" if e.label else "")


def _turn(e: ev.TurnBegan, s: State) -> str:
    return f"{possessive(powers(e.powers, s))} turn"


def _phase(e: ev.PhaseBegan, _: State) -> str:
    return e.phase if e.phase.casefold().endswith("phase") else f"{e.phase} phase"


def _added(e: ev.UnitsAdded, s: State) -> str:
    groups: dict[tuple[str, str], list[Unit | None]] = {}
    for unit in e.units:
        place = unit.place
        if isinstance(place, int):
            # Its carrier may come in the same event, and is not there yet.
            place = s.space_of(place) or place if place in s.units else "a carrier"
        where = "aboard a carrier" if place == "a carrier" else inside(place, s)
        groups.setdefault((unit.owner, where), []).append(unit)
    said = [
        f"{group(units, adjective(owner, s))} {where}" for (owner, where), units in groups.items()
    ]
    be = _be(e.units)
    verb = {"captured": "now stand" + "s" * (be == "was"), "set-up": f"{be} set up"}.get(e.reason)
    why = "" if verb else f" ({e.reason})"
    verb = verb or f"{be} added"
    if len(groups) == 1:
        ((owner, where), units) = next(iter(groups.items()))
        where = f"to {where[6:]}" if where.startswith("among ") else where
        return f"{group(units, adjective(owner, s))} {verb} {where}{why}"
    return f"{list_of(said) or 'no units'} {verb}{why}"


def _placed(e: ev.UnitsPlaced, s: State) -> str:
    units, where, be = units_of(e.units, s), inside(e.place, s), _be(e.units)
    if isinstance(e.place, int):
        on = f"on {carrier_of(e.place, s)}"
        verbs = {"landed": f"landed {on}", **dict.fromkeys(_BOARDED, f"went {where}")}
    else:
        verbs = {
            "mobilized": f"{be} placed {where}", "unloaded": f"went ashore {where}",
            "launched": f"took off {where}", "deployed": f"{be} deployed {where}",
            "built": f"{be} built {where}", "retreated": f"retreated to {where[3:]}",
        }  # fmt: skip
        if isinstance(e.place, Holding) and e.reason in _ELIMINATED:
            verbs[e.reason] = f"{be} eliminated{_ELIMINATED[e.reason]}"
        elif isinstance(e.place, Holding) and e.place.name == "out of play":
            verbs[e.reason] = f"went out of play ({e.reason})"
    return f"{units} {verbs.get(e.reason) or f'{be} placed {where} ({e.reason})'}"


def _moved(e: ev.UnitsMoved, s: State) -> str:
    units, path = units_of(e.units, s), [space_of(name, s) for name in e.path]
    aboard = f"aboard {carrier_of(e.aboard, s)}" if e.aboard is not None else ""
    halt = " and halted" if e.halted else ""
    if len(path) == 1:
        return f"{units} {f'went {aboard}' if aboard else 'moved'} in {path[0]}{halt}"
    verb = {
        "retreat": "retreated", "advance": "advanced", "scramble": "scrambled",
        "return": "returned", "airdrop": "dropped", "amphibious": "landed",
        "displacement": f"{_be(e.units)} displaced", "rail": "went by rail",
    }.get(e.mode, "moved")  # fmt: skip
    between = path[1:-1]
    named = f"{len(between)} spaces" if len(between) > _LONG else list_of(between)
    way = f" through {named}" if between else ""
    on = f", {aboard}" if aboard else ""
    if path[0] == path[-1]:
        return f"{units} {verb} from {path[0]}{way} and back{on}{halt}"
    if e.mode == "amphibious":
        return f"{units} landed in {path[-1]} from {path[0]}{way}{on}{halt}"
    return f"{units} {verb} from {path[0]} to {path[-1]}{way}{on}{halt}"


def _removed(e: ev.UnitsRemoved, s: State) -> str:
    places = dict.fromkeys(
        space_of(where, s) for i in e.units if i in s.units for where in [s.space_of(i)] if where
    )
    units, be = units_of(e.units, s), _be(e.units)
    if e.reason in ("casualty", "lost"):
        return f"{units} {be} lost" + (f" in {list_of(places)}" if places else "")
    where = f" from {list_of(places)}" if places else ""
    return f"{units} {be} removed{where} ({e.reason})"


def _control(e: ev.ControlChanged, s: State) -> str:
    space = space_of(e.space, s)
    why = "" if e.reason in ("conquest", "entered") else f" ({e.reason})"
    old = s.catalog.called(e.old) if e.old else ""
    if e.new is None:
        return f"{space} no longer belongs to {old or 'anybody'}{why}"
    return f"{s.catalog.called(e.new)} took {space}" + (f" from {old}" if old else "") + why


def _relation(e: ev.RelationChanged, s: State) -> str:
    stand = _RELATIONS.get(e.new, f"now stand as “{e.new}”")
    return f"{s.catalog.called(e.a)} and {s.catalog.called(e.b)} {stand}"


_WITH = "with "
_GAINED = {"neutral": "became neutral", "conquered": "was conquered"}
_LOST = {"neutral": "is no longer neutral", "conquered": "is no longer conquered"}
"""Statuses that are said in other words than by their names; "with the Axis" is joining it."""


def _status(e: ev.StatusChanged, s: State) -> str:
    joined = next((status for status in e.gained if status.startswith(_WITH)), None)
    said = [f"joined {joined.removeprefix(_WITH)}"] if joined else []
    gained = [status for status in e.gained if status != joined]
    lost = [s for s in e.lost if not (joined and (s == "neutral" or s.startswith(_WITH)))]
    said += [_GAINED.get(status, f"gained the status “{status}”") for status in gained]
    said += [_LOST.get(status, f"lost the status “{status}”") for status in lost]
    why = _why(e.reason)
    if e.gained and e.reason.startswith(f"{e.gained[0]} "):
        said[0], why = f"was {e.reason}", ""
    return f"{s.catalog.called(e.power)} {list_of(said) or 'kept every status'}{why}"


def _technology(e: ev.TechnologyChanged, s: State) -> str:
    said = [f"gained {list_of(e.gained)}"] if e.gained else []
    said += [f"lost {list_of(e.lost)}"] if e.lost else []
    return f"{s.catalog.called(e.power)} {list_of(said)}"


def _value(e: ev.ValueChanged, s: State) -> str:
    space = space_of(e.space, s)
    match e.key, e.new:
        case "kamikaze", bool(on):
            return f"{space} is {'now' if on else 'no longer'} open to kamikaze strikes"
        case "claimed by", str(power):
            return f"{space} now belongs to {s.catalog.called(power)}" + (
                f", no longer to {s.catalog.called(e.old)}" if isinstance(e.old, str) else ""
            )
        case "economy", str(treasury):
            return f"{space} now counts for {treasury}" + (f", not {e.old}" if e.old else "")
        case "leaning", str(leaning):
            return f"{space} is now {'strictly neutral' if leaning == 'strict' else leaning}"
        case "leaning", None if e.old:
            return f"{space} is no longer {'strictly neutral' if e.old == 'strict' else e.old}"
        case "value", int(worth):
            was = "" if e.old is None else f", not {e.old}"
            return f"{space} is now worth {worth} {s.catalog.currency}{was}"
        case key, bool(on):
            return f"{space} is {'now' if on else 'no longer'} “{key}”"
        case key, None:
            return f"{space} no longer has a {key}" + ("" if e.old is None else f" ({e.old})")
    return f"{capitalized(e.key)} of {space} is now {e.new}" + _not(e.old)


def _not(old: ev.Value) -> str:
    return "" if old is None else f", not {old}"


def _marker(e: ev.MarkerChanged, s: State) -> str:
    if isinstance(e.subject, ev.OnSpace):
        where = space_of(e.subject.space, s)
    elif isinstance(e.subject, ev.OnPower):
        where = s.catalog.called(e.subject.power)
    else:
        where = units_of([e.subject.unit], s)
    if phase := phase_ended(e.marker):
        return f"{where} has ended the {phase} phase"
    has = "now has" if e.count else "no longer has"
    return f"{where} {has} the marker “{e.marker}”" + (f" ({e.count})" if e.count > 1 else "")


def _resource(e: ev.ResourceChanged, s: State) -> str:
    money = _amount(abs(e.amount), e.resource) + (f" ({e.restriction})" if e.restriction else "")
    who = s.catalog.called(e.treasury) if s.catalog.find_power(e.treasury) else e.treasury
    place = s.board.find(e.detail)
    detail = f" ({e.detail})" if e.detail else ""
    detail = f" in {space_of(e.detail, s)}" if place is not None else detail
    match e.reason, e.amount >= 0:
        case "income", True:
            said = f"collected {money}{detail}"
        case "objective", True:
            said = f"received {money} for an objective" + (f": {e.detail}" if e.detail else "")
        case "plunder", True:
            said = f"plundered {money}" + _party("from", e, s)
        case "plunder", False:
            said = f"lost {money} to plunder" + _party("by", e, s)
        case "convoy", False:
            said = f"lost {money} to convoy raids{detail}"
        case ("purchase" | "repair" | "technology") as paid, False:
            what = {"purchase": "purchases", "repair": "repairs", "technology": "research"}[paid]
            said = f"paid {money} for {what}{detail}"
        case "upgrade", False:
            said = f"paid {money} to restore {f'the {e.detail}' if e.detail else 'a step'}"
        case "lost", False:
            said = f"lost {money}{detail}"
        case "lent", False:
            said = f"lent {money}{detail}"
        case "training", False:
            said = f"paid {money} for training"
        case "neutral invaded", False:
            said = f"paid {money} to invade {space_of(e.detail, s)}"
        case "Lend/Lease", False:
            said = f"lent {money}" + _party("to", e, s)
        case "Lend/Lease", True:
            lender = s.catalog.find_power(e.detail)
            said = f"received {money}" + (_party("from", e, s) if lender else f" lent {e.detail}")
        case _:
            said = f"{'gained' if e.amount >= 0 else 'spent'} {money}" + _why(
                "" if e.resource.startswith(e.reason) else e.reason, e.detail
            )
    return f"{who} {said}"


def _amount(number: int, resource: str) -> str:
    """So much of a resource: "1 production point", "3 IPC"."""
    return f"{number} {resource[:-1] if number == 1 and resource.endswith('s') else resource}"


def _party(link: str, e: ev.ResourceChanged, s: State) -> str:
    """Who else had a part in plunder; some programs name its loser in both entries."""
    party, owner = s.catalog.find_power(e.detail), s.catalog.treasuries.get(e.treasury)
    if party is None:
        return f" ({e.detail})" if e.detail else ""
    return "" if party is owner else f" {link} {s.catalog.called(party.name)}"


def _bought(e: ev.Bought, s: State) -> str:
    cost = sum(line.cost for line in e.lines)
    items = list_of(count_of(line.count, kind_of(line.unit_type)) for line in e.lines)
    price = _amount(cost, s.catalog.currency)
    return f"{s.catalog.called(e.power)} bought {f'{items} for {price}' if items else 'nothing'}"


_DONE = {
    "airdrop": "must fight for the hex", "ashore": "went ashore",
    "assault": "must fight to get ashore", "attack from": "attacked", "city bombing": "bombed",
    "drop": "must fight on the ground", "dropped": "landed",
    "interception": "intercepted bombers", "landing": "brought the assault",
    "railed": "went by rail", "retreated": "may not retreat again",
    "retreated to port": "made port",
}  # fmt: skip
"""Tasks that keep what units have done."""
_TO_DO = {
    "bombard": "shoot for the landing in", "clear": "fight here, and then go on to",
    "pass": "pass by to", "pass to bombard": "pass by, and shoot from",
    "pass to offload": "pass by, and land cargo from", "withdraw": "retreat to",
}  # fmt: skip
"""Tasks whose word does not say by itself what their space is to them."""


def _tasked(e: ev.UnitsTasked, s: State) -> str:
    units, plural_verb = units_of(e.units, s), _be(e.units) == "were"
    if not e.task:
        return f"{units} stood down"
    if e.task == "rest":
        return f"{units} may do no more this turn"
    if e.task == "retreated":
        return f"{units} may not retreat again this turn"
    if e.task == "unloads":
        return f"{units} may sail no farther this turn"
    where = f" in {space_of(e.target, s)}" if e.target else ""
    if e.task in _DONE:
        return f"{units} {_DONE[e.task]}{where}"
    are = "are" if plural_verb else "is"
    if e.target and e.task in _TO_DO:
        return f"{units} {are} to {_TO_DO[e.task]} {space_of(e.target, s)}"
    return f"{units} {are} to {e.task}{where}"


def _noted(e: ev.Noted, _: State) -> str:
    return e.text


def _victory(e: ev.VictoryWon, s: State) -> str:
    return f"{powers(e.winners, s)} won the game" + _more(e.reason)


def _be(units: Sized) -> str:
    return "was" if len(units) == 1 else "were"


def _more(text: str) -> str:
    return f": {text}" if text else ""


def _why(*reasons: str) -> str:
    said = ", ".join(filter(None, reasons))
    return f" ({said})" if said else ""


SENTENCES: dict[type[ev.Event], Callable[[Any, State], str]] = {
    ev.RoundBegan: _round,
    ev.TurnBegan: _turn,
    ev.PhaseBegan: _phase,
    ev.UnitsAdded: _added,
    ev.UnitsPlaced: _placed,
    ev.UnitsMoved: _moved,
    ev.UnitsRemoved: _removed,
    ev.UnitsConverted: converted,
    ev.UnitsTasked: _tasked,
    ev.ControlChanged: _control,
    ev.RelationChanged: _relation,
    ev.StatusChanged: _status,
    ev.TechnologyChanged: _technology,
    ev.ValueChanged: _value,
    ev.MarkerChanged: _marker,
    ev.ResourceChanged: _resource,
    ev.Bought: _bought,
    ev.BattleOpened: battle_words.opened,
    ev.BattleJoined: battle_words.joined,
    ev.BattleLeft: battle_words.left,
    ev.CombatRoundBegan: battle_words.round_began,
    ev.CombatStepBegan: battle_words.step_began,
    ev.BattleClosed: battle_words.closed,
    ev.Rolled: battle_words.rolled,
    ev.Asked: asked,
    ev.Decided: decided,
    ev.Noted: _noted,
    ev.VictoryWon: _victory,
}
