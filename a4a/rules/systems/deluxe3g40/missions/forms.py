"""The decisions of missions laid out in forms."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace

from a4a.core.english import capitalized, the
from a4a.core.state import State
from a4a.core.units import Unit
from a4a.core.words import count_of
from a4a.rules.areas.bases.facilities import most_damage
from a4a.rules.areas.forms import battles
from a4a.rules.areas.orders import Aim, Intercept, Kamikaze
from a4a.rules.areas.politics.situation import Situation
from a4a.rules.areas.system import System
from a4a.rules.choices import Answer, Answers, Form, Item, Picks, Tally, TallyTarget
from a4a.rules.decision import Decision
from a4a.rules.order import Order
from a4a.rules.systems.deluxe3g40.missions import (
    coastal,
    odds,
    offers,
    strikes,
    tankers,
    transports,
    vichy_phase,
)
from a4a.rules.systems.deluxe3g40.missions.choosing import Choosing
from a4a.rules.systems.deluxe3g40.missions.kamikaze_phase import BlockQuestion
from a4a.rules.systems.deluxe3g40.missions.raiding import BombingQuestion
from a4a.rules.systems.deluxe3g40.missions.sorties import BOMBARDING, BOMBING, interceptors
from a4a.rules.systems.deluxe3g40.missions.targets import gun, missions, targets
from a4a.rules.systems.deluxe3g40.orders import Choose, ChooseSide, FireAt, Raid, Sabotage
from a4a.rules.systems.deluxe3g40.politics import occupation

Groups = Mapping[str, Sequence[Unit]]
"""Units that are alike, by what they are called."""

_CHOICES: Mapping[str, type[Choosing]] = {
    question.kind: question
    for question in (
        offers.Bargaining, offers.Freezing, offers.Engineering, offers.ScorchedEarth,
        tankers.MoveTankers, transports.Reassigning, vichy_phase.Rolling, occupation.NewCapital,
    )
}  # fmt: skip
"""Questions whose options are buttons."""
_OF_EACH = (
    offers.ScorchedEarth.kind, tankers.MoveTankers.kind, transports.Reassigning.kind,
    vichy_phase.Rolling.kind,
)  # fmt: skip
"""Questions that each power is asked in turn, or that are asked about space after space."""


def buttons(system: System, state: State, asked: Decision) -> Form:
    """A button for each option."""
    question = _CHOICES[asked.kind](system)
    places = question.places(state, asked.powers[0])
    answers = tuple(
        Answer(
            capitalized(option),
            Choose(option),
            spaces=places.get(option, ()),
            passes=question.passes(option),
            others=asked.kind in _OF_EACH,
        )
        for option in asked.options
    )
    return Answers(asked.text, answers)


def sides(system: System, state: State, asked: Decision) -> Form:
    """A button for each side."""
    answers = tuple(Answer(f"The {side} first", ChooseSide(side)) for side in asked.options)
    return Answers(asked.text, answers)


def raids(system: System, state: State, asked: Decision) -> tuple[Form, ...]:
    """A tally of raiders and escorts for each territory they can raid, and standing down."""
    sortie = BOMBING if asked.kind == BombingQuestion.kind else BOMBARDING
    here = Situation(system, state, asked.powers[0])
    may = sortie.raiders(here)
    made: list[Form] = [
        Answers(asked.text, (Answer("Stand down", Raid(), passes=True, others=True),))
    ]
    for space in asked.spaces:
        units = [state.unit(i) for i in may if space in may[i]]
        for meeting in dict.fromkeys(sortie.meeting(state, [unit], space) for unit in units):
            raiding = [u for u in units if sortie.meeting(state, [u], space) == meeting]
            with_them = [*raiding, *sortie.escorts(here, meeting)]
            where = f" from {the(meeting)}" if sortie is BOMBARDING else ""
            title = f"Raid {the(space)}{where}"
            made.append(_raid(here, space, meeting, title, with_them))
    return tuple(made)


def _raid(here: Situation, space: str, meeting: str, title: str, units: Sequence[Unit]) -> Tally:
    groups = grouped(here.state, units)

    def make(picks: Picks) -> tuple[Order, ...]:
        chosen = picked(groups, picks)
        return (Raid(space, tuple(unit.id for unit in chosen)),) if chosen else ()

    return Tally(
        title=title,
        items=items(groups),
        make=make,
        commit="Raid",
        forecast=lambda picks: _forecast(here, space, meeting, picked(groups, picks)),
        outlook=lambda: ("With all of them:", *_forecast(here, space, meeting, units)),
        space=space,
    )


def _forecast(here: Situation, space: str, meeting: str, chosen: Sequence[Unit]) -> tuple[str, ...]:
    """Say what damage can be expected, alone and with all interceptors, on each facility."""
    rising = [u for p in sorted(here.enemies) for u in interceptors(here, p, space, meeting)]
    return _expected(here, space, chosen, rising)


def _expected(
    here: Situation, space: str, raiding: Sequence[Unit], rising: Sequence[Unit]
) -> tuple[str, ...]:
    """Say what damage raiders and escorts do to each facility, alone and with interceptors."""
    said = []
    for facility in dict.fromkeys(f for u in raiding for f in targets(here, u.type, space)):
        able = [u for u in raiding if facility in targets(here, u.type, space)]
        with_them = [*able, *(u for u in raiding if not targets(here, u.type, space))]
        words = _damage(here, facility, with_them)
        if rising:
            met = _points(here, facility, with_them, rising)
            words += f", {met:.1f} if {count_of(len(rising), 'fighter')} intercept"
        said.append(words)
    return tuple(said)


def _damage(here: Situation, facility: Unit, raiding: Sequence[Unit]) -> str:
    alone, room = _points(here, facility, raiding, ()), _room(here, facility)
    return f"The {facility.type}: {alone:.1f} of {room} points of damage expected"


def _room(here: Situation, facility: Unit) -> int:
    return most_damage(here.system, here.state, facility) - facility.damage


def _points(
    here: Situation, facility: Unit, raiding: Sequence[Unit], rising: Sequence[Unit]
) -> float:
    """Return the damage that can be expected of a raid on a facility."""
    flown = here.system.types[raiding[0].type].category == "air"
    value = gun(here.system, here.state, facility) if flown else 0
    room = _room(here, facility)
    return odds.raid(here.system, raiding, rising, gun=value, room=room).solve().expected_damage


def intercepts(system: System, state: State, asked: Decision) -> Form:
    """A tally of fighters, which says what damage is to be expected of the raid."""
    form = battles.FORMS["Intercept"](system, state, asked)
    assert isinstance(form, Tally)
    if asked.kind == BlockQuestion.kind:
        return replace(form, commit="Block, or not")
    battle = state.battles[asked.battle]
    here = Situation(system, state, battle.participants[0].power)

    def those(role: str) -> list[Unit]:
        parts = (part for part in battle.participants if part.role == role)
        return [state.units[i] for part in parts for i in part.units if i in state.units]

    def expected(units: Iterable[int]) -> tuple[str, ...]:
        rising = [*those("defender"), *map(state.unit, units)]
        return _expected(here, battle.space, those("attacker"), rising)

    def forecast(picks: Picks) -> tuple[str, ...]:
        orders = form.make(picks)
        return expected(i for one in orders if isinstance(one, Intercept) for i in one.units)

    return replace(form, forecast=forecast, outlook=lambda: expected(asked.units))


def aims(system: System, state: State, asked: Decision) -> Form:
    """A tally of bombers or ships, each sent at a facility."""
    may = strikes.choices(system, state, state.battles[asked.battle])
    by_targets: dict[str, list[Unit]] = {}
    for i in asked.units:
        by_targets.setdefault(state.unit(i).type, []).append(state.unit(i))
    rows = []
    for key, units in by_targets.items():
        found = tuple(TallyTarget(str(f.id), f.type) for f in may[units[0].id])
        rows.append(
            Item(key=key, label=key, most=len(units), type=key, power=units[0].owner,
                 targets=found, chosen={found[0].key: len(units)})
        )  # fmt: skip

    def aimed(picks: Picks) -> dict[int, int]:
        chosen: dict[int, int] = {}
        for key, units in by_targets.items():
            left = [unit.id for unit in units]
            for target, number in picks.get(key, {}).items():
                chosen |= dict.fromkeys(left[:number], int(target))
                del left[:number]
        return chosen

    def forecast(picks: Picks) -> tuple[str, ...]:
        struck: dict[int, list[Unit]] = {}
        for i, target in aimed(picks).items():
            struck.setdefault(target, []).append(state.unit(i))
        here = Situation(system, state, *asked.powers)
        return tuple(_damage(here, state.unit(target), struck[target]) for target in sorted(struck))

    return Tally(
        title=asked.text, items=tuple(rows), make=lambda picks: (Aim(aimed(picks)),),
        commit="Strike", least=asked.least, most=asked.most, forecast=forecast,
    )  # fmt: skip


def fleets(system: System, state: State, asked: Decision) -> Form:
    """A button for each fleet that a bunker can fire at."""
    bunker = state.unit(asked.units[0])
    dice, sides = coastal.dice_of(system, bunker), system.catalog.dice_sides
    value = int(system.types[bunker.type].numbers["gunnery"])
    said = f"{dice * value / sides:.1f} hits expected"
    answers = tuple(
        Answer(f"Fire at the fleet in {the(zone)}: {said}", FireAt(zone), spaces=(zone,))
        for zone in asked.options
    )
    return Answers(asked.text, answers)


def strikes_at_ships(system: System, state: State, asked: Decision) -> Form:
    """A tally of tokens, with a row for each ship."""
    (listed,) = missions(system).kamikaze
    chance = listed.hits_on / system.catalog.dice_sides

    def expected(number: int) -> str:
        hits = count_of(number, "token")
        return f"{hits}: {number * chance:.1f} hits expected if none is blocked"

    return _tokens(state, asked, expected, Kamikaze, commit="Strike, or not", most=listed.most)


def sabotages(system: System, state: State, asked: Decision) -> Form:
    """A tally of tokens, with a row for each facility."""
    (listed,) = missions(system).partisans
    each = listed.damage * listed.hits_on / system.catalog.dice_sides

    def expected(number: int) -> str:
        raiding = count_of(number, "token")
        return f"{raiding}: {number * each:.1f} points of damage expected if none is stopped"

    return _tokens(state, asked, expected, Sabotage, commit="Raid, or not")


def _tokens(
    state: State,
    asked: Decision,
    expected: Callable[[int], str],
    order: Callable[[dict[int, int]], Order],
    *,
    commit: str,
    most: int = 0,
) -> Form:
    """A tally with a row for each target, which may get so many tokens, if there is such a limit.

    Those that are alike are numbered.
    """
    seen: Counter[str] = Counter()
    rows = []
    for unit in map(state.unit, asked.units):
        label = f"{unit.type} in {the(str(unit.place))}"
        seen[label] += 1
        rows.append(
            Item(
                key=str(unit.id), label=label if seen[label] == 1 else f"{label} ({seen[label]})",
                most=min(most or asked.most, asked.most), type=unit.type, power=unit.owner,
                spaces=(str(unit.place),),
            )
        )  # fmt: skip

    def counted(picks: Picks) -> dict[int, int]:
        return {int(key): n for key in picks if (n := sum(picks[key].values()))}

    def forecast(picks: Picks) -> tuple[str, ...]:
        number = sum(counted(picks).values())
        return (expected(number),) if number else ()

    return Tally(
        title=asked.text, items=tuple(rows), make=lambda picks: (order(counted(picks)),),
        commit=commit,
        least=asked.least, most=asked.most, forecast=forecast,
        outlook=lambda: (expected(1),),
    )  # fmt: skip


def grouped(state: State, units: Iterable[Unit]) -> Groups:
    """Put units that are alike together: of a type, in a space."""
    found: dict[str, list[Unit]] = {}
    for unit in units:
        words = f"{unit.type} in {the(state.space_of(unit.id) or 'reserve')}"
        found.setdefault(f"{words}, damaged" if unit.damage else words, []).append(unit)
    return found


def items(groups: Groups) -> tuple[Item, ...]:
    """Return a row for each group."""
    return tuple(
        Item(key=key, label=key, most=len(units), type=units[0].type, power=units[0].owner)
        for key, units in groups.items()
    )


def picked(groups: Groups, picks: Picks) -> list[Unit]:
    """Return the units that were picked."""
    return [
        unit for key, units in groups.items() for unit in units[: sum(picks.get(key, {}).values())]
    ]


FORMS: Mapping[str, Callable[[System, State, Decision], Form | tuple[Form, ...]]] = {
    "Choose": buttons,
    "ChooseSide": sides,
    "Raid": raids,
    "Intercept": intercepts,
    "Aim": aims,
    "FireAt": fleets,
    "Kamikaze": strikes_at_ships,
    "Sabotage": sabotages,
}
"""The form of each kind of order, by its name."""
