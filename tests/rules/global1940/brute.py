"""The naive enumerator of moves, with the politics of Global 1940, in code of its own.

Its numbers and names stand here and not in the tables: they are what the tables are held against
(rulebook p. 36-39; China and the Dutch as R-123 and R-128 have them).
"""

from __future__ import annotations

from a4a.core.state import State
from a4a.core.units import Unit
from tests.rules.areas.brute import Brute

USSR, US, JAPAN, CHINA, DUTCH = "Soviet Union", "United States", "Japan", "China", "Dutch"
GERMANY, ITALY, UK, ANZAC = "Germany", "Italy", "United Kingdom", "ANZAC"
KEPT_OUT_OF_CHINA = (US, UK, ANZAC)
MAINLAND = ("Western United States", "Alaska")


class GlobalBrute(Brute):
    """Everything a power may do with one unit in Global 1940.

    Parameters
    ----------
    state
        A state at the beginning of a movement phase.
    power
        Who moves.
    combat
        Whether in the Combat Move phase.
    """

    def __init__(self, state: State, power: str, *, combat: bool) -> None:
        super().__init__(state, power, combat=combat)
        self.original = {s.name: s.original for s in state.board.spaces}
        self.chart = {name: part.name for part in state.board.maps for name in part.spaces}
        china = {name for name, owner in self.original.items() if owner == CHINA}
        if power == CHINA:
            self.shut = set(self.original) - china - {"Kwangtung", "Burma"}
        elif power in KEPT_OUT_OF_CHINA and not self.war(power, JAPAN):
            self.shut = china
        self.calm = self.soviet_calm()

    def war(self, a: str, b: str) -> bool:
        return self.state.relation(a, b) == "war"

    def soviet_calm(self) -> set[str]:
        """Maps on which the Soviet Union is neutral though it is at war on the other."""
        west = self.war(USSR, GERMANY) or self.war(USSR, ITALY)
        east = self.war(USSR, JAPAN)
        if west == east:
            return set()
        return {"Pacific" if west else "Europe"}

    def quiet(self, space: str) -> bool:
        return self.chart[space] in self.calm

    # --- who shares what, and what is open ------------------------------------------------------

    def sharing(self, space: str) -> set[str]:
        if not self.quiet(space):
            return self.comrades
        return {self.power} if self.power == USSR else self.comrades - {USSR}

    def free(self, space: str) -> bool:
        return self.at_war and not (self.power == USSR and self.quiet(space))

    def status(self, land: str) -> str:
        owner = self.state.control.get(land)
        if owner != self.power and land not in self.closed:
            if owner == DUTCH:
                return self.status_of_dutch(land)
            if self.closed_by_treaty(land, owner):
                return "not at war"
        return super().status(land)

    def status_of_dutch(self, land: str) -> str:
        if self.side[self.power] == "Allies":
            return "friendly" if self.free(land) else "not at war"
        return "hostile" if {UK, ANZAC} <= self.enemies else "not at war"

    def closed_by_treaty(self, land: str, owner: str | None) -> bool:
        """Whether a Soviet Union at war on one map only closes a territory."""
        if not self.calm:
            return False
        if self.power == USSR:
            allied = owner is not None and self.side[owner] == "Allies"
            return self.quiet(land) and allied
        soviet = owner == USSR or self.original[land] == USSR
        if not soviet or USSR in self.enemies or (owner is not None and not self.side[owner]):
            return False
        other_map = (JAPAN,) if "Pacific" in self.calm else (GERMANY, ITALY)
        return self.power in other_map or self.quiet(land)

    def at_peace(self, land: str) -> bool:
        owner = self.state.control.get(land)
        return super().at_peace(land) and not self.closed_by_treaty(land, owner)

    # --- ships at peace -------------------------------------------------------------------------

    def coast(self, *lands: str) -> set[str]:
        zones: set[str] = set()
        for land in lands:
            zones |= {z for z, kind in self.beside[land] if kind == "coast"}
        return zones

    def of(self, power: str) -> list[str]:
        return [land for land, owner in self.state.control.items() if owner == power]

    def may_stay(self, ship: Unit, zone: str) -> bool:
        if self.power == JAPAN and not self.war(JAPAN, US):
            near = self.coast(*MAINLAND)
            return zone not in near | {n for z in near for n in self.near(z, "sea", "canal")}
        if self.power != US:
            return True
        if not self.war(US, JAPAN) and zone in self.coast(*self.of(JAPAN)):
            return False
        if self.war(US, GERMANY) or self.war(US, ITALY) or self.chart[zone] != "Europe":
            return True
        warship = self.is_(ship, "warship") or self.is_(ship, "surface warship")
        return zone in self.coast(*self.of(US)) or (warship and zone == "sea zone 102")
