"""What can be expected of an attack, or of its support, before it is declared: odds in words."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence

from a4a.core.english import share
from a4a.core.errors import A4AError
from a4a.core.state import State
from a4a.odds.ends import Ends
from a4a.odds.steps import Role
from a4a.rules.decision import Decision
from a4a.rules.support import best_support, sending
from a4a.rules.systems.war_in_europe.combat import exposed
from a4a.rules.systems.war_in_europe.combat.outlook import Opened, Outlook, in_transit, outlook
from a4a.rules.systems.war_in_europe.combat.told import WarInEuropeBattles
from a4a.rules.systems.war_in_europe.field import Field
from a4a.rules.systems.war_in_europe.naming import called, names
from a4a.rules.systems.war_in_europe.orders.fighting import Attack
from a4a.rules.systems.war_in_europe.standing import OTHER
from a4a.rules.systems.war_in_europe.system import System


def of_attack(
    field: Field, side: str, space: str, chosen: Sequence[int], *, offered: Collection[int]
) -> tuple[str, ...]:
    """Say what can be expected of an attack that may be declared.

    First its odds as long as the defender sends nobody; then what his best support changes, what
    the attacker's own support is worth, and which more of it would be; and which fleets, if they
    are beaten, can be attacked on their way to port.

    Parameters
    ----------
    field
        What stands where.
    side
        Who attacks.
    space
        The hex.
    chosen
        The ids of the attackers.
    offered
        The ids of all that could be in the attack.
    """
    system, state = field.system, field.state
    battles = WarInEuropeBattles(system)
    order = Attack(space, tuple(chosen))
    found = Outlook(system, state, order, side)
    plain = found.fight()
    ends = battles.fight(plain).solve()
    said = [_odds(ends, side), *_answered(system, found)]
    sent = battles.sent(plain, "attacker")
    if sent and len(sent) < len(plain.attacker.bands):
        alone = battles.fight(sending(battles, plain, "attacker", ())).solve()
        said.append(f"Without {names(system, sent)}: {_wins(alone, side)}")
    more = [n for n in offered if n not in chosen and field.category(state.unit(n)) != "land"]
    said += _further(field, side, order, more, ends)
    return (*said, *exposed.told(system, state, found.units, _answers(found)))


def of_transit(system: System, state: State, chosen: tuple[int, ...]) -> tuple[str, ...]:
    """Say what can be expected of an attack in transit, which is asked about."""
    battles, found = WarInEuropeBattles(system), in_transit(system, state, chosen)
    ends = battles.fight(found.fight()).solve()
    said = (_odds(ends, found.side), *_answered(system, found))
    return (*said, *exposed.told(system, state, found.units, _answers(found)))


def _answers(found: Opened) -> tuple[int, ...]:
    return tuple(unit.id for unit in found.answers)


def _answered(system: System, found: Opened) -> Iterator[str]:
    """Say what the best support of the defender changes, if there is any."""
    if not found.answers:
        return
    full = found.fight(_answers(found))
    reply = best_support(WarInEuropeBattles(system), full, "defender", answered=False)
    if reply.sent:
        who = names(system, reply.sent)
        yield f"If the {OTHER[found.side]} send {who}: {_wins(reply.ends, found.side)}"


def _further(
    field: Field, side: str, order: Attack, more: Iterable[int], ends: Ends
) -> Iterator[str]:
    """Say which one more air unit or fleet would do most."""
    system, state = field.system, field.state
    best, name = ends, ""
    for number in more:
        wider = Attack(order.space, (*order.units, number))
        try:
            found = outlook(system, state, wider, side)
        except A4AError:  # it does not fight beside these
            continue
        if found.attacker_wins > best.attacker_wins:
            best, unit = found, state.unit(number)
            name = called(system, unit)
    if name:
        yield f"With {name} besides: {_wins(best, side)}"


def of_support(
    system: System, state: State, asked: Decision, chosen: Sequence[int]
) -> tuple[str, ...]:
    """Say what can be expected if the defender of a battle sends some units in its support."""
    battles, found = WarInEuropeBattles(system), Opened(system, state, asked.battle)
    said = [_odds(battles.fight(found.fight(chosen)).solve(), found.side)]
    if chosen:
        alone = battles.fight(found.fight()).solve()
        said.append(f"Without them: {_wins(alone, found.side)}")
    return (*said, *exposed.told(system, state, (*found.units, *chosen)))


# --- words --------------------------------------------------------------------------------------


def _odds(ends: Ends, side: str) -> str:
    """The odds of a fight in a line."""
    parts = [_wins(ends, side), f"{OTHER[side]} {share(ends.defender_wins)}"]
    if ends.nobody_wins >= _LITTLE:
        parts.append(f"nobody {share(ends.nobody_wins)}")
    lost = [_steps(ends, role) for role in _ROLES]
    return f"Odds to win: {', '.join(parts)}; steps lost {lost[0]:.1f} against {lost[1]:.1f}"


_LITTLE = 0.005
_ROLES: tuple[Role, Role] = ("attacker", "defender")


def _wins(ends: Ends, side: str) -> str:
    return f"{side} {share(ends.attacker_wins)}"


def _steps(ends: Ends, role: Role) -> float:
    """The steps that a side loses on average."""
    side, axis = (ends.attacker, 1) if role == "attacker" else (ends.defender, 0)
    left = side.living.sum(axis=1) @ ends.chances.sum(axis=axis)
    return max(0.0, float(sum(side.began) - left))
