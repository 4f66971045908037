"""What follows a battle: another wave on what it leaves, or a counter-attack on the winner."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from a4a.analysis.battle import Battle
from a4a.analysis.forces import Given, Units, army
from a4a.analysis.outcome import Outcome
from a4a.analysis.terms import Terms
from a4a.core.errors import BattleError
from a4a.odds import battle as odds
from a4a.odds import waves
from a4a.rules.fight import Army, Band, Fight


class Held(NamedTuple):
    """Taking a territory, and holding it against a counter-attack.

    Attributes
    ----------
    held
        How likely it is taken and not taken back.
    swing
        What the enemy loses on average in both battles, less what the first attacker loses.
    attack
        How the attack ends.
    counter_attack
        How the counter-attack ends, if the territory is taken: its attacker is the enemy. None if
        it never is.
    """

    held: float
    swing: float
    attack: Outcome
    counter_attack: Outcome | None


def then(battle: Battle, later: Sequence[Battle | Units]) -> list[Outcome]:
    """Attack in waves; see `Battle.then`."""
    battles = [battle]
    battles += [x if isinstance(x, Battle) else _wave(battle, x) for x in later]
    found = waves.waves([each.model for each in battles])
    return [Outcome(found[0], battle.model), *(Outcome(answer) for answer in found[1:])]


def _wave(battle: Battle, units: Units) -> Battle:
    """Return the battle of other attackers with the same defenders."""
    ours = battle.fight.attacker
    given = Given("attacker", units, technologies=ours.technologies)
    fight = replace(
        battle.fight,
        kind="sea" if battle.fight.kind == "sea" else "land",
        attacker=replace(army(battle.catalog, given), power=ours.power),
    )
    terms = battle.terms
    again = Terms(
        defender_loses=terms.defender_loses,
        keep_land=terms.keep_land,
        submerge=terms.submerge,
        dice=terms.dice,
        allocation=terms.allocation,
    )
    return Battle(battle.rules, battle.catalog, fight, again)


def hold(battle: Battle, counter_attack: Units, *, reinforced: Units) -> Held:
    """Take a territory and hold it; see `Battle.hold`."""
    if battle.fight.kind not in ("land", "amphibious"):
        raise BattleError("only territories are taken and held")
    counter = _counter(battle, counter_attack, reinforced)
    if counter is None:
        attack = battle.odds()
        return Held(0.0, attack.swing, attack, None)
    found = waves.hold(battle.model, counter)
    second = found.counter_attack
    return Held(
        found.held,
        found.expected_swing,
        Outcome(found.attack, battle.model),
        None if second is None else Outcome(second),
    )


def _counter(battle: Battle, units: Units, reinforced: Units) -> odds.Battle | None:
    """Return the counter-attack on the units that took the territory, by their kinds there.

    Aircraft land elsewhere: they are there in name only. None where nobody else can be there.
    """
    catalog, first = battle.catalog, battle.fight.attacker
    enemies = battle.fight.defenders
    enemy = Army((), enemies[0].power, enemies[0].technologies) if enemies else Army(())
    given = Given("counter_attack", units, technologies=enemy.technologies)
    against = replace(army(catalog, given), power=enemy.power)
    help_ = army(catalog, Given("reinforced", reinforced, technologies=first.technologies))
    land = {b.unit for b in first.bands if catalog.unit_type(b.unit).category == "land"}
    every = dict.fromkeys([*sorted(land), *(b.unit for b in help_.bands)], 1)
    if not every:
        return None
    bands = tuple(Band(unit, count) for unit, count in every.items())
    fight = Fight("land", against, (replace(first, bands=bands),))
    model = Battle(battle.rules, catalog, fight, Terms()).model
    kinds = {group.kind.name: group.kind for group in model.defender.groups}
    groups: list[odds.Group] = []
    of: dict[str, list[str]] = {}
    for group in battle.model.attacker.groups:
        unit = next((u for u in kinds if u in land and group.kind.is_a(u)), None)
        if not group.kind.hits:
            continue
        if unit is None:
            groups.append(odds.Group(odds.Kind(group.kind.name, hits=0), group.count))
        else:
            kind = replace(kinds[unit], name=group.kind.name)
            groups.append(odds.Group(kind, group.count))
            of.setdefault(unit, []).append(kind.name)
    for band in help_.bands:
        kind = replace(kinds[band.unit], name=f"{band.unit} (reinforced)")
        groups.append(odds.Group(kind, band.count))
        of.setdefault(band.unit, []).append(kind.name)
    order = tuple(name for unit in model.defender.order for name in of.get(unit, ()))
    return replace(
        model,
        defender=replace(model.defender, groups=tuple(groups), order=order),
        dice=battle.model.dice,
    )
