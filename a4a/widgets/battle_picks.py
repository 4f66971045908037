"""What is picked on the page of a battle lab: read with care, and written in the page's terms."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from a4a.analysis.battle import Battle
from a4a.analysis.forces import Units
from a4a.analysis.raids import Raid
from a4a.core.errors import BattleError
from a4a.core.words import list_of
from a4a.odds import retreat as ways
from a4a.odds.steps import Role
from a4a.rules.fight import KEPT, FightKind
from a4a.widgets.battle_rows import ROLES, PickList

POLICIES: Final[Mapping[str, str]] = {
    "never": "Never",
    "rounds": "After rounds",
    "units": "With units left",
    "odds": "Chance to win below %",
    "swing": "Swing is negative",
    "best": "Where it is best",
    "aircraft": "Risk to aircraft above %",
    "strafe": "Risk to win above %",
    "only aircraft": "Only aircraft are left",
}
"""Retreat policies by the names the page has for them, in words."""

DEFENDERS: Final = ("never", "rounds", "units", "only aircraft")
"""Those of them by which a defender retreats, where a game lets it."""

DICE: Final = ("standard", "low luck")
ALLOCATIONS: Final = ("volley by volley", "along the order")
_MOST: Final = 1000


@dataclass(frozen=True, slots=True)
class Picked:
    """What is picked on the page, read with care."""

    kind: FightKind
    counts: tuple[int, ...]
    damaged: tuple[int, ...]
    orders: Mapping[Role, tuple[str, ...]]
    rounds: int | None
    retreat: str
    limit: float
    prize: float
    keep_land: int
    submerge: Any
    dice: str
    allocation: Any
    technologies: Mapping[Role, tuple[tuple[str, ...], ...]]
    target: str
    target_damage: int
    terrain: tuple[str, ...] = ()
    defender_retreat: str = "never"
    defender_limit: float = 0
    stays: Mapping[Role, str] = field(default_factory=dict)

    @classmethod
    def read(cls, setup: Mapping[str, Any], pool: PickList) -> Picked:
        """Read what a page, or somebody in Python, has put into `BattleLab.setup`."""
        rows = len(pool.rows)
        try:
            orders = {role: tuple(map(str, setup["orders"][role])) for role in ROLES}
            picked = cls(
                kind=_one_of("kind", setup["kind"], pool.kinds),
                counts=_numbers(setup["counts"], rows),
                damaged=_numbers(setup["damaged"], rows),
                orders=orders,
                rounds=None if setup["rounds"] is None else int(setup["rounds"]),
                retreat=_one_of("retreat", setup["retreat"], tuple(POLICIES)),
                limit=float(setup["limit"]),
                defender_retreat=_one_of(
                    "defender_retreat", setup.get("defender_retreat", "never"), DEFENDERS
                ),
                defender_limit=float(setup.get("defender_limit", 0)),
                stays={role: str(setup.get(f"{role}_stays", "")).strip() for role in ROLES},
                prize=float(setup["prize"]),
                keep_land=int(setup["keep_land"]),
                submerge=setup["submerge"],
                dice=_one_of("dice", setup["dice"], ("", *DICE, "given")),
                allocation=_one_of("allocation", setup["allocation"], ALLOCATIONS),
                technologies={
                    role: tuple(
                        tuple(map(str, setup["technologies"][role][i]))
                        for i in range(len(pool.armies[role]))
                    )
                    for role in ROLES
                },
                target=_one_of("target", setup["target"], ("", *pool.targets)),
                target_damage=int(setup["target_damage"]),
                terrain=tuple(map(str, setup["terrain"])),
            )
        except (KeyError, IndexError, TypeError, ValueError, OverflowError) as error:
            raise BattleError(f"what is picked is not understood: {error!r}") from None
        for what in ("keep_land", "limit", "defender_limit", "prize"):
            if not 0 <= getattr(picked, what) <= _MOST:
                raise BattleError(f"{what} is 0 to {_MOST}, not {getattr(picked, what)}")
        return picked

    def policy(self, role: Role = "attacker") -> ways.Retreat | None:
        """When a side retreats."""
        if role == "defender":
            return _policy(self.defender_retreat, self.defender_limit, 0)
        return _policy(self.retreat, self.limit, self.prize)


def _policy(name: str, limit: float, prize: float) -> ways.Retreat | None:
    match name:
        case "rounds":
            return ways.AfterRounds(int(limit))
        case "units":
            return ways.UnitsLeft(int(limit))
        case "odds":
            return ways.OddsBelow(limit / 100)
        case "swing":
            return ways.SwingNegative(prize)
        case "best":
            return ways.BestSwing(prize)
        case "aircraft":
            return ways.KeepSafe("air", limit / 100)
        case "strafe":
            return ways.Strafe(limit / 100)
        case "only aircraft":
            return ways.OnlyLeft("air")
        case _:
            return None


def fitted(order: Sequence[str], default: Sequence[str]) -> tuple[str, ...]:
    """Return an order of loss for the kinds that there are now.

    Parameters
    ----------
    order
        The order that was chosen; kinds that are gone are left out.
    default
        The usual order of the kinds that there are: it says where new ones come in.

    Examples
    --------
    >>> fitted(["tank", "infantry", "fighter"], ["infantry", "artillery", "tank"])
    ('tank', 'infantry', 'artillery')
    """
    found = [name for name in order if name in default]
    for place, name in enumerate(default):
        if name not in found:
            before = [other for other in default[:place] if other in found]
            found.insert(max((found.index(b) for b in before), default=-1) + 1, name)
    return tuple(found)


def setup_of(asked: Battle | Raid) -> dict[str, Any]:
    """Return the terms of a battle, or of a raid, as the page has them."""
    if isinstance(asked, Raid):
        aim = {"target": asked.target, "target_damage": asked.damage}
        if not asked.rules.battles.terms:
            return aim
        thrown = asked.thrown
        return {
            "orders": {
                "attacker": list(thrown.attacker.order) if asked.attacker_loses else [],
                "defender": list(thrown.defender.order) if asked.defender_loses else [],
            },
            **aim,
            "dice": _dice_of(asked.dice),
        }
    terms, battle = asked.terms, asked
    if not asked.rules.battles.terms:
        return {}
    for name, kept in (
        ("attacker_keeps", terms.attacker_keeps),
        ("defender_keeps", terms.defender_keeps),
    ):
        if kept:
            raise BattleError(f"{name}: the battle lab keeps land units alone")
    policy, limit, prize = _policy_of(terms.retreat)
    leaves, defender_limit, _ = _policy_of(terms.defender_retreat)
    model = battle.model
    return {
        "orders": {
            "attacker": list(model.attacker.order) if terms.attacker_loses else [],
            "defender": list(model.defender.order) if terms.defender_loses else [],
        },
        "rounds": terms.rounds,
        "retreat": policy,
        "limit": limit,
        "defender_retreat": leaves,
        "defender_limit": defender_limit,
        "attacker_stays": _typed(terms.attacker_stays),
        "defender_stays": _typed(terms.defender_stays),
        "prize": prize,
        "keep_land": KEPT if terms.keep_land is None else terms.keep_land,
        "submerge": terms.submerge or "",
        "dice": _dice_of(terms.dice),
        "allocation": terms.allocation,
    }


def _typed(units: Units | str | None) -> str:
    """Return units as they are typed: "1 infantry, 2 armor"."""
    if units is None or isinstance(units, str):
        return units or ""
    return ", ".join(f"{number} {name}" for name, number in units.items())


def _dice_of(dice: Any) -> str:
    """What is picked where these dice are given."""
    if dice is None:
        return ""
    return dice if isinstance(dice, str) and dice in DICE else "given"


def _policy_of(policy: ways.Retreat | None) -> tuple[str, float, float]:
    match policy:
        case ways.AfterRounds(number):
            return "rounds", number, 0
        case ways.UnitsLeft(number):
            return "units", number, 0
        case ways.OddsBelow(chance):
            return "odds", 100 * chance, 0
        case ways.SwingNegative(prize):
            return "swing", 0, prize
        case ways.BestSwing(prize):
            return "best", 0, prize
        case ways.KeepSafe("air", risk):
            return "aircraft", 100 * risk, 0
        case ways.Strafe(risk):
            return "strafe", 100 * risk, 0
        case ways.OnlyLeft("air"):
            return "only aircraft", 0, 0
        case None:
            return "never", 0, 0
    raise BattleError(f"the battle lab cannot show the retreat policy {policy!r}")


def _one_of(what: str, value: Any, allowed: Sequence[Any]) -> Any:
    if value not in allowed:
        raise BattleError(f"{what} is {list_of([repr(a) for a in allowed])}, not {value!r:.60}")
    return value


def _numbers(values: Any, length: int) -> tuple[int, ...]:
    found = tuple(int(value) for value in values)
    if len(found) != length:
        raise ValueError(f"{len(found)} numbers for {length} rows")
    for value in found:
        if not 0 <= value <= _MOST:
            raise BattleError(f"{value} units: there can be 0 to {_MOST}")
    return found
