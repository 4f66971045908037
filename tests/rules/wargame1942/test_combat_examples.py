"""The long examples of The War Game's book, from declared positions to their aftermath."""

from __future__ import annotations

import pytest

from a4a.core import events as ev
from a4a.rules.systems.wargame1942.orders import Withdraw
from tests.rules.wargame1942.declared import Fighting, Orders
from tests.rules.wargame1942.empty import BRITISH, MISS


class Algeria:
    """The British and French attack on Algeria."""

    def __init__(self, *, enemy_destroyer: bool = False, morocco: bool = False) -> None:
        orders = self.orders = Orders(
            *BRITISH, control={"West Africa": "Germany", "Morocco": "Germany"}
        )
        self.men = orders.put("Algeria", "Germany", "infantry", 2) + orders.put(
            "Algeria", "Italy", "infantry"
        )
        (self.tank,) = orders.put("Algeria", "Germany", "armor")
        orders.put("Libya", "Italy", "infantry", 2)
        orders.put("Morocco", "Germany", "infantry")
        (self.ship,) = orders.send(
            "U.K.", "transport", "Gambia Sea Zone", "Gibraltar Sea Zone", "Algeria Sea Zone",
            task="offload", target="Algeria",
        )  # fmt: skip
        self.landing = orders.carry(self.ship, "U.K.", "infantry", to="Algeria")
        self.landing += orders.carry(
            self.ship, "U.K.", "infantry", to="Morocco" if morocco else "Algeria"
        )
        path = ("Gambia Sea Zone", "Gibraltar Sea Zone", "Algeria Sea Zone")
        if enemy_destroyer:
            (self.guns,) = orders.send("U.K.", "battleship", *path)
            orders.put("Algeria Sea Zone", "Italy", "destroyer")
        else:
            (self.guns,) = orders.send(
                "U.K.", "battleship", *path, task="bombard", target="Algeria"
            )
            (own,) = orders.put("Algeria Sea Zone", "U.K.", "destroyer")
            orders.task((own,), "bombard", "Morocco" if morocco else "Algeria")
        orders.send("France", "infantry", "Mauritania", "Algeria")
        orders.send("U.K.", "fighter", "Mauritania", "Algeria")
        orders.send("France", "infantry", "Mali", "Algeria")
        orders.send("U.K.", "armor", "Mauritania", "West Africa", "Algeria")


def test_WG_EXA_008_009_010_011_012_013_014_021_022_the_attack_on_Algeria() -> None:
    fighting = Algeria().orders.begin(*[MISS] * 14).round(2)
    (first, second, third) = [x for x in fighting.rolled() if x[1] == "attacker"]
    assert first == (
        "Algeria",
        "attacker",
        6,
    )  # destroyer, fighter, armor, battleship, two infantry
    assert second == ("Algeria", "attacker", 1)  # the battleship's 6
    assert third == ("Algeria", "attacker", 2)  # the French
    assert sum(n for _, role, n in fighting.rolled() if role == "defender") == 4


def test_WG_EXA_015_016_the_aftermath_in_Algeria() -> None:
    attack = Algeria()
    fighting = attack.orders.begin(*[1] * 4, *[MISS] * 9).round(2)
    assert fighting.results() == {"Algeria": "attacker takes"}
    assert fighting.where(*attack.men, attack.tank) == [None] * 4
    assert fighting.game.state.control["Algeria"] == "France"
    assert fighting.where(attack.guns, attack.ship) == ["Algeria Sea Zone"] * 2
    assert sum(u.owner == "Italy" for u in fighting.game.state.at("Libya")) == 2


def test_WG_EXA_017_018_one_of_the_infantry_lands_in_Morocco_with_a_ship_behind_it() -> None:
    fighting = Algeria(morocco=True).orders.begin(*[MISS] * 20).round(2)
    dice = [(space, n) for space, role, n in fighting.rolled() if role == "attacker"]
    assert sum(n for space, n in dice if space == "Morocco") == 2
    assert sum(n for space, n in dice if space == "Algeria") == 7


def test_WG_EXA_019_020_an_enemy_destroyer_comes_first_and_guns_do_not_bombard() -> None:
    attack = Algeria(enemy_destroyer=True)
    fighting = attack.orders.begin(MISS, MISS, MISS, *[MISS] * 8, 1, *[MISS] * 12)
    fighting.round(2)
    assert fighting.rolled()[:3] == [
        ("Algeria Sea Zone", "attacker", 1), ("Algeria Sea Zone", "attacker", 1),
        ("Algeria Sea Zone", "defender", 1),
    ]  # fmt: skip
    assert sum(n for s, role, n in fighting.rolled() if (s, role) == ("Algeria", "attacker")) == 4
    assert fighting.where(*attack.landing) == ["Algeria Sea Zone"] * 2
    fighting.round(3)
    assert fighting.where(*attack.landing) == ["Algeria"] * 2
    assert sum(n for s, role, n in fighting.rolled() if (s, role) == ("Algeria", "attacker")) == 8


@pytest.mark.parametrize(("hits", "survives"), [(3, True), (4, False)])
def test_WG_EXA_023_024_025_026_the_German_armor_retreats_in_round_1(
    hits: int, survives: bool
) -> None:
    attack = Algeria()
    fighting = attack.orders.begin(*[1] * hits, *[MISS] * (9 - hits), *[MISS] * 3)
    assert fighting.game.decision is not None
    assert {"Libya", "Tunisia", "Morocco"} <= set(fighting.game.decision.spaces)
    fighting.do(Withdraw(to={attack.tank: "Libya"})).round(2)
    assert fighting.where(attack.tank) == ["Libya" if survives else None]
    assert sum(n for _, role, n in fighting.rolled() if role == "defender") == 3


def test_WG_EXA_027_not_to_Morocco_while_it_is_attacked() -> None:
    attack = Algeria(morocco=True)
    fighting = attack.orders.begin(*[MISS] * 20).stay("retreats Algeria defender")
    assert fighting.refused(Withdraw(to={attack.tank: "Morocco"})) == "WG-RET-006"


def thailand(*dice: int) -> tuple[Fighting, dict[str, int]]:
    """The British attack on Thailand from three sides."""
    orders = Orders(*BRITISH)
    found: dict[str, int] = {}
    (found["battleship"],) = orders.send(
        "U.K.",
        "battleship",
        "Philippines Sea Zone",
        "South China Sea",
        task="bombard",
        target="Thailand",
    )
    (found["east"],) = orders.send(
        "U.K.",
        "transport",
        "Philippines Sea Zone",
        "South China Sea",
        task="offload",
        target="Thailand",
    )
    found["east 1"], found["east 2"] = orders.carry(
        found["east"], "U.K.", "infantry", "infantry", to="Thailand"
    )
    (found["Burma fighter"],) = orders.send(
        "U.K.", "fighter", "Burma", "Thailand", "South China Sea", task="clear", target="Thailand"
    )
    way = ("Northern Territory Sea Zone", "Java Sea Zone")
    (found["west"],) = orders.send(
        "U.K.", "transport", *way, task="pass to offload", target="Thailand Sea Zone"
    )
    found["west 1"], found["west 2"] = orders.carry(
        found["west"], "U.K.", "infantry", "infantry", to="Thailand"
    )
    (found["destroyer"],) = orders.send(
        "U.K.", "destroyer", *way, task="clear", target="Thailand Sea Zone"
    )
    (found["Borneo fighter"],) = orders.send(
        "U.K.", "fighter", "Borneo", "South China Sea", "Java Sea Zone"
    )
    found["land 1"], found["land 2"] = orders.send(
        "U.K.", "infantry", "Burma", "Thailand", number=2
    )
    orders.put("Thailand", "Japan", "infantry", 3)
    (found["Java guard"],) = orders.put("Java Sea Zone", "Japan", "destroyer")
    (found["east guard"],) = orders.put("South China Sea", "Japan", "destroyer")
    return orders.begin(*dice), found


def test_WG_EXA_049_053_054_the_Japanese_are_asked_for_all_retreats_before_any_roll() -> None:
    fighting, _ = thailand(*[MISS] * 30)
    asked = set()
    while not fighting.rolled():
        asked.add(fighting.asked)
        fighting.plainly()
    assert {
        f"retreats {x} defender" for x in ("South China Sea", "Java Sea Zone", "Thailand")
    } == asked


def test_WG_EXA_050_055_056_057_060_061_065_all_goes_well() -> None:
    fighting, units = thailand(*_hits_at_sea())
    fighting.round(2)
    rolled = fighting.rolled()
    at = {
        s: [(r, n) for space, r, n in rolled if space == s]
        for s in ("Thailand", "Java Sea Zone", "South China Sea")
    }
    assert at["South China Sea"] == [("attacker", 1), ("defender", 1)]
    assert sum(n for r, n in at["Thailand"] if r == "attacker") == 8  # 6 infantry, 8 and 6
    assert sum(n for r, n in at["Java Sea Zone"] if r == "attacker") == 2
    assert fighting.where(units["west"], units["destroyer"]) == ["Thailand Sea Zone"] * 2
    assert fighting.where(units["Burma fighter"]) == ["Thailand"]


def _hits_at_sea() -> list[int]:
    """Dice with which both Japanese destroyers are sunk at once, and nobody else is hit."""
    return [1, MISS, MISS, 1, MISS, *[MISS] * 30]


def test_WG_EXA_058_059_068_Java_fails_and_nobody_goes_on() -> None:
    fighting, units = thailand(*[MISS] * 40)
    fighting.round(2)
    assert fighting.where(units["west"], units["destroyer"]) == ["Java Sea Zone"] * 2
    fighting.stay("retreats Java Sea Zone attacker")
    back = "Northern Territory Sea Zone"
    fighting.do(Withdraw(to={units["west"]: back, units["destroyer"]: back}))
    fighting.round(3)
    assert fighting.where(units["west"], units["west 1"]) == [back, back]


def test_WG_EXA_062_063_066_067_the_east_shore_fails_and_the_landing_is_late() -> None:
    fighting, units = thailand(*[MISS] * 40)
    fighting.round(2)
    at_sea = [(r, n) for s, r, n in fighting.rolled() if s == "South China Sea"]
    assert at_sea == [("attacker", 1), ("attacker", 1), ("attacker", 1), ("defender", 1)]
    assert sum(n for s, r, n in fighting.rolled() if (s, r) == ("Thailand", "attacker")) == 2
    assert fighting.where(units["east 1"]) == ["South China Sea"]


def midway(*dice: int) -> tuple[Fighting, dict[str, int]]:
    """The Japanese attack on Hawaii's fleet and on Midway."""
    orders = Orders("Japan", control={"Midway": "U.S.A."})
    found: dict[str, int] = {}
    for kind in ("aircraft carrier", "battleship", "destroyer", "submarine"):
        (found[kind],) = orders.send("Japan", kind, "Marshall Islands Sea Zone", "Hawaii Sea Zone")
    orders.send("Japan", "fighter", "Marshall Islands Sea Zone", "Hawaii Sea Zone", number=3)
    orders.send("Japan", "fighter", "Japan", "Hawaii Sea Zone")
    (found["transport"],) = orders.send(
        "Japan",
        "transport",
        "Caroline Islands Sea Zone",
        "Midway Sea Zone",
        task="offload",
        target="Midway",
    )
    orders.carry(found["transport"], "Japan", "infantry", "infantry", to="Midway")
    orders.send(
        "Japan",
        "destroyer",
        "Caroline Islands Sea Zone",
        "Midway Sea Zone",
        task="bombard",
        target="Midway",
    )
    orders.send("Japan", "fighter", "Marshall Islands Sea Zone", "Midway Sea Zone", "Midway")
    orders.put("Midway", "U.S.A.", "infantry")
    orders.put("Hawaii Sea Zone", "U.S.A.", "battleship")
    found["hurt"] = orders.put("Hawaii Sea Zone", "U.S.A.", "battleship", damage=1)[0]
    return orders.begin(*dice), found


def test_WG_EXA_032_033_034_035_036_037_Midway_and_Hawaii() -> None:
    fighting, _ = midway(*[MISS] * 40)
    assert fighting.asked == "battle" or fighting.asked.startswith("retreats")
    spaces = {x.space for x in fighting.game.state.battles.values()}
    assert spaces == {"Hawaii Sea Zone", "Midway"}
    if fighting.asked == "battle":
        fighting.fight("Midway").stay("battle")
    assert sum(n for s, r, n in fighting.rolled() if (s, r) == ("Midway", "attacker")) == 4


def test_WG_BB_018_a_damaged_battleship_off_Hawaii_rolls_one_die() -> None:
    fighting, _ = midway(*[MISS] * 60)
    if fighting.asked == "battle":
        fighting.fight("Hawaii Sea Zone")
    fighting.stay("battle", "retreats Hawaii Sea Zone attacker")
    dice = [
        e for e in fighting.events(ev.Rolled) if isinstance(e, ev.Rolled) and e.role == "defender"
    ]
    own = [d for e in dice if "Hawaii" in e.battle for d in e.dice]
    assert sorted(d.target or 0 for d in own) == [6, 8, 8]
