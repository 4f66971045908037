"""What can be expected of an attack, or of its support, before it is declared: odds in words."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace

from a4a.core.english import list_of, share
from a4a.core.errors import A4AError
from a4a.core.state import State
from a4a.odds.ends import Ends
from a4a.odds.steps import Role
from a4a.rules.decision import Decision
from a4a.rules.fight import Band, Fight
from a4a.rules.support import best_support, sending
from a4a.rules.systems.war_in_europe.combat import battles as b
from a4a.rules.systems.war_in_europe.combat import reading
from a4a.rules.systems.war_in_europe.combat.outlook import Outlook, outlook
from a4a.rules.systems.war_in_europe.combat.told import WarInEuropeBattles
from a4a.rules.systems.war_in_europe.field import Field
from a4a.rules.systems.war_in_europe.orders.fighting import Attack
from a4a.rules.systems.war_in_europe.standing import OTHER
from a4a.rules.systems.war_in_europe.system import System


def of_attack(
    field: Field, side: str, space: str, chosen: Sequence[int], *, offered: Collection[int]
) -> tuple[str, ...]:
    """Say what can be expected of an attack that may be declared.

    First its odds as long as the defender sends nobody; then what his best support changes, what
    the attacker's own support is worth, and which more of it would be.

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
    found = Outlook(system, state, Attack(space, tuple(chosen)), side)
    plain = found.fight()
    ends = battles.fight(plain).solve()
    said = [_odds(ends, side)]
    if found.answers:
        full = found.fight(unit.id for unit in found.answers)
        reply = best_support(battles, full, "defender", answered=False)
        if reply.sent:
            who = _names(system, reply.sent)
            said.append(f"If the {OTHER[side]} send {who}: {_wins(reply.ends, side)}")
    sent = battles.sent(plain, "attacker")
    if sent and len(sent) < len(plain.attacker.bands):
        alone = battles.fight(sending(battles, plain, "attacker", ())).solve()
        said.append(f"Without {_names(system, sent)}: {_wins(alone, side)}")
    more = [n for n in offered if n not in chosen and field.category(state.unit(n)) != "land"]
    return (*said, *_further(field, side, found.order, more, ends))


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
            name = _called(system, unit.owner, unit.name)
    if name:
        yield f"With {name} besides: {_wins(best, side)}"


def of_support(
    system: System, state: State, asked: Decision, chosen: Sequence[int]
) -> tuple[str, ...]:
    """Say what can be expected if the defender of a battle sends some units in its support."""
    battles, battle = WarInEuropeBattles(system), state.battles[asked.battle]
    plain = reading.fight_of(system, state, battle)
    more = tuple(
        reading.band_of(system, state, state.unit(number), battle.space, "defender")
        for number in chosen
    )
    side = b.side_of(system, state, battle, "attacker")
    ends = battles.fight(_joined(plain, more)).solve()
    said = [_odds(ends, side)]
    if more:
        said.append(f"Without them: {_wins(battles.fight(plain).solve(), side)}")
    return tuple(said)


def _joined(fight: Fight, more: tuple[Band, ...]) -> Fight:
    """A fight in whose defense some more units fight."""
    first, *others = fight.defenders
    return replace(fight, defenders=(replace(first, bands=(*first.bands, *more)), *others))


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


def _names(system: System, bands: Iterable[Band]) -> str:
    """Units in words: "German 1st air and German 2nd air"."""
    return list_of(_called(system, band.power, band.name) for band in bands)


def _called(system: System, power: str, name: str) -> str:
    return f"{system.catalog.power(power).adjective} {name}"
