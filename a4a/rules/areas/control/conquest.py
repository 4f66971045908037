"""Conquest: who controls a territory that is taken, or taken over, and what follows from it."""

from __future__ import annotations

from a4a.core import events as ev
from a4a.core.state import State
from a4a.rules import money
from a4a.rules.areas.bases.facilities import facilities_in, unfinished
from a4a.rules.areas.control import activation, protection, victory
from a4a.rules.areas.economy import bonus, economies
from a4a.rules.areas.economy.capitals import successor
from a4a.rules.areas.economy.placement import falls_to
from a4a.rules.areas.politics import declarations, deeds, neutrals, wards
from a4a.rules.areas.politics.limits import removed_for
from a4a.rules.areas.system import System
from a4a.rules.run import Run

LIBERATION = "liberation"


def take(
    system: System,
    run: Run,
    territory: str,
    power: str,
    *,
    battle: str = "",
    reason: str = "conquest",
) -> None:
    """Take a territory: capture it, or liberate it for its original controller.

    Facilities go with the territory, major complexes that are captured fall to minor ones, the
    treasury of a captured capital is seized, a liberated capital gets its power's territories
    back. Victory, triggers of politics and bonuses are settled.

    Parameters
    ----------
    system, run
        The game and what happens in it.
    territory
        The territory; no defender is left there.
    power
        Whose land units took it.
    battle
        The battle it was taken in, or "".
    reason
        Why control changes, where the territory is not liberated.
    """
    protection.attacked(system, run, territory, power)
    deeds.attacked(system, run, territory, power)
    state = run.state
    was_neutral = neutrals.is_neutral(system, state, territory)
    old = state.control.get(territory)
    heir = heir_of(system, state, territory, power)
    if heir == old:
        return
    freed = _of_side(system, system.board.space(territory).original, power)
    why = LIBERATION if freed and heir != power else reason
    _hand_over(system, run, territory, heir, why, battle=battle)
    if was_neutral:
        activation.forget(run, territory)
    _seize(system, run, territory, heir)
    declarations.territory_captured(system, run, territory, power)
    if territory in economies.seats(system, run.state, heir):
        _restore(system, run, heir, money.treasury_of(system, territory, heir))
    liberated = system.board.space(territory).original == heir and _enemies(system, old, heir)
    if liberated:
        bonus.territory_liberated(system, run, territory)
    victory.territory_changed(system, run)


def take_over(system: System, run: Run, territory: str, power: str) -> None:
    """Give a guardian the land of a ward that its land units have entered, with what it is worth.

    Its facilities go with it. To be called as the Noncombat Move phase ends.
    """
    if wards.may_take_over(system, run.state, territory, power):
        cede(system, run, territory, power, "taken over")


def cede(system: System, run: Run, territory: str, heir: str, why: str) -> None:
    """Give a territory and its facilities to a power without a fight."""
    _hand_over(system, run, territory, heir, why)
    victory.territory_changed(system, run)


def heir_of(system: System, state: State, territory: str, power: str) -> str:
    """Return who controls a territory once a power has taken it.

    It is the original controller if that is on the same side and its capital is free, or freed
    by this very capture; else the power itself. Where the original controller has several
    economies, the capital of the territory's economy counts. What belongs to an economy
    that another power has taken over, or was taken for it, goes to that power, as long as its own
    capital is free.
    """
    original = system.board.space(territory).original
    keeper = _keeper(system, state, territory, power) or power
    if original is None or not _of_side(system, original, power):
        return keeper
    economy = money.treasury_of(system, territory, original)
    if successor(system, state, original, economy) is not None:
        return _keeper(system, state, territory, original) or power
    if original == power or territory in economies.seats(system, state, original):
        return original
    return keeper if economies.capital_lost(system, state, original, economy) else original


def _keeper(system: System, state: State, territory: str, power: str) -> str | None:
    """Who has taken over the economy that a territory of a power would pay, and can be paid."""
    heir = successor(system, state, power, money.treasury_of(system, territory, power))
    if heir is None:
        return None
    own = money.treasury_of(system, territory, heir)
    return None if economies.capital_lost(system, state, heir, own) else heir


def _of_side(system: System, original: str | None, power: str) -> bool:
    """Whether a territory was originally of a power's side."""
    side = system.catalog.side_of(power)
    return original is not None and side != "" and system.catalog.side_of(original) == side


def _enemies(system: System, old: str | None, new: str) -> bool:
    """Whether control passes from one side to the other."""
    return system.catalog.side_of(old) not in ("", system.catalog.side_of(new))


def _hand_over(
    system: System, run: Run, territory: str, heir: str, why: str, *, battle: str = ""
) -> None:
    """Give a territory and its facilities to a power."""
    old = run.state.control.get(territory)
    run.emit(ev.ControlChanged(territory, old, heir, why, battle))
    captured = _enemies(system, old, heir)
    removed = removed_for(system, territory, heir)
    for facility in facilities_in(system, run.state, territory):
        if facility.type in removed:
            run.emit(ev.UnitsRemoved((facility.id,), "no facilities", battle))
            continue
        if captured and unfinished(facility):
            run.emit(ev.UnitsRemoved((facility.id,), "captured unfinished", battle))
            continue
        smaller = falls_to(system, facility.type) if captured else None
        if smaller is not None:
            most = int(system.types[smaller].numbers["max damage"])
            damage = min(facility.damage, most) if facility.damage > most else None
            run.emit(
                ev.UnitsConverted(
                    (facility.id,), "captured", type=smaller, owner=heir, damage=damage,
                    battle=battle,
                )
            )  # fmt: skip
        elif facility.owner != heir:
            run.emit(ev.UnitsConverted((facility.id,), "captured", owner=heir, battle=battle))


def _seize(system: System, run: Run, territory: str, power: str) -> None:
    """Seize the treasury of an enemy whose capital this is.

    Where the loser has several treasuries, it is that of the economy whose capital fell; a captor
    with several puts the money where the territory's income goes, even if its own capital
    is lost.
    """
    side = system.catalog.side_of(power)
    for loser in system.order_of_play:
        if territory not in economies.seats(system, run.state, loser):
            continue
        if system.catalog.side_of(loser) == side:
            continue
        treasury = money.treasury_of(system, territory, loser)
        amount = money.balance(system, run.state, treasury)
        if amount > 0:
            winner = money.treasury_of(system, territory, power)
            run.emit(
                money.paid(system, treasury, -amount, "plunder", power),
                money.paid(system, winner, amount, "plunder", loser),
            )


def _restore(system: System, run: Run, power: str, economy: str) -> None:
    """Give a power whose capital is freed the rest of its economy held by friends."""
    side = system.catalog.side_of(power)
    for space in system.board.spaces:
        holder = run.state.control.get(space.name)
        if space.original != power or holder == power:
            continue
        if money.treasury_of(system, space.name, power) != economy:
            continue
        if system.catalog.side_of(holder) == side:
            _hand_over(system, run, space.name, power, LIBERATION)
