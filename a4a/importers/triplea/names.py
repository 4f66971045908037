"""TripleA's names and ours: players, territories, unit types, resources, relations, phases.

Two players of TripleA can be one power here: in Global 1940 British and UK_Pacific are the United
Kingdom with its two treasuries. Nothing is lost by that. Where a space or a unit does not
belong to the player that one would expect, the record says so, by the value ``economy`` of the
space or a marker with the treasury's name on the unit; `NameMap.player_of_space` and
`NameMap.player_of_unit` read it back.
"""

from __future__ import annotations

from functools import cached_property

import msgspec

from a4a.boards import Dataset
from a4a.boards.lists import read_lists
from a4a.core.board import Board
from a4a.core.catalog import PURCHASED, Catalog
from a4a.core.events import OnUnit
from a4a.core.state import State
from a4a.core.units import Holding, Unit

#: The value of a space that names the treasury its income goes to, where it is not the printed one.
ECONOMY = "economy"
#: The value of a space nobody can control, a sea zone or an impassable land, that TripleA gives to
#: a power all the same: it matters to its rules only, such as whose kamikaze zone it is.
CLAIM = "claimed by"

# Resources that any map may have, by TripleA's names.
_RESOURCES = {"SuicideAttackTokens": "kamikaze tokens", "techTokens": "research tokens"}
_MONEY = "PUs"

# Relationship types, where it is not enough to take the underscores out.
_RELATIONS = {
    "neutrality": "neutral",
    "custodianship": "custodian",
    "default war relation": "war",
    "default allied relation": "allied",
    "unprovoked": "war",
}
_PHASES = (
    ("BidPlace", "Bid"),
    ("Bid", "Bid"),
    ("TechActivation", "Technology"),
    ("Tech", "Technology"),
    ("Purchase", "Purchase"),
    ("Politics", "Politics"),
    ("NonCombatMove", "Noncombat Move"),
    ("CombatMove", "Combat Move"),
    ("Move", "Move"),
    ("Battle", "Combat"),
    ("Place", "Place"),
    ("EndTurn", "Collect Income"),
)


def words(name: str) -> str:
    """Return a name in camel case as words.

    Examples
    --------
    >>> words("heavyBomber")
    'heavy bomber'
    """
    return "".join(" " + letter.lower() if letter.isupper() else letter for letter in name).strip()


class Account(msgspec.Struct, frozen=True):
    """What a player of TripleA is here: a power, and the treasury its money is in."""

    power: str
    treasury: str


class NameMap(msgspec.Struct, frozen=True, dict=True):
    """The names of one save and what they are called in its record.

    Attributes
    ----------
    board, catalog
        The record's.
    accounts
        Power and treasury of each player.
    spaces
        Space by territory.
    types
        Unit type by TripleA's name.
    dataset
        The dataset whose board it is, or None for a board made from the save.
    nobody
        The power that owns units which have no owner in TripleA.
    """

    board: Board
    catalog: Catalog
    accounts: dict[str, Account]
    spaces: dict[str, str]
    types: dict[str, str]
    dataset: Dataset | None
    nobody: str

    # --- from TripleA's names to ours -----------------------------------------------------------

    def power(self, player: str | None) -> str | None:
        """Return the power of a player; None for nobody and for unknown names."""
        account = self.accounts.get(player) if player is not None else None
        return account.power if account is not None else None

    def owner(self, player: str | None) -> str:
        """Return the power that owns what a player owns; units always have one."""
        return self.power(player) or self.nobody

    def treasury(self, player: str) -> str:
        """Return the treasury of a player."""
        account = self.accounts.get(player)
        return account.treasury if account is not None else ""

    def resource(self, name: str) -> str:
        """Return what a resource is called."""
        if name == _MONEY:
            return self.catalog.currency
        return _RESOURCES.get(name, name)

    def relation(self, name: str) -> str:
        """Return how players with this relationship type stand.

        Examples
        --------
        >>> from a4a.core.board import Board
        >>> from a4a.core.catalog import PURCHASED, Catalog
        >>> board = Board(name="none", spaces=(), borders=())
        >>> catalog = Catalog(system="", dice_sides=6, currency="", powers=(), unit_types=())
        >>> NameMap(board, catalog, {}, {}, {}, None, "").relation("Friendly_Neutral")
        'friendly neutral'
        """
        words = name.replace("_", " ").lower()
        return _RELATIONS.get(words, words)

    def phase(self, step: str, display: str) -> str:
        """Return the phase that a step of TripleA is: by the end of its name, else as displayed."""
        for ending, phase in self._phases:
            if step.endswith(ending):
                return phase
        return display or step

    def technology(self, field: str) -> str:
        """Return the technology that a field of a player's technologies is about.

        Examples
        --------
        >>> from a4a.boards import load
        >>> from a4a.core.catalog import Catalog
        >>> of_global = load("global1940")
        >>> names = NameMap(of_global.board, of_global.catalog, {}, {}, {}, of_global, "")
        >>> names.technology("heavyBomber"), names.technology("destroyerBombard")
        ('Heavy Bombers', 'destroyer bombard')
        """
        return self._technologies.get(field) or words(field)

    @cached_property
    def _technologies(self) -> dict[str, str]:
        found = read_lists(self.dataset.folders, "technologies") if self.dataset else None
        entries = found.entries.get("technologies", []) if found else []
        says = [entry.says for entry in entries]
        return {alias: str(one["name"]) for one in says for alias in one.get("aliases", ())}

    @cached_property
    def _phases(self) -> tuple[tuple[str, str], ...]:
        if self.dataset is None:
            return _PHASES
        named = [(alias, phase.name) for phase in self.dataset.phases for alias in phase.aliases]
        named += [(ending, phase) for ending, phase in _PHASES if phase == "Bid"]
        return tuple(sorted(named, key=lambda pair: -len(pair[0])))

    # --- powers of several players --------------------------------------------------------------

    @cached_property
    def players_of(self) -> dict[str, tuple[str, ...]]:
        """The players of each power, the main one first."""
        players: dict[str, tuple[str, ...]] = {}
        for player, account in self.accounts.items():
            players[account.power] = (*players.get(account.power, ()), player)
        return players

    def is_shared(self, power: str | None) -> bool:
        """Tell whether a power has several players."""
        return power is not None and len(self.players_of.get(power, ())) > 1

    def is_controllable(self, space: str) -> bool:
        """Tell whether a power can control a space: a sea zone has no controller."""
        found = self.board.space(space)
        return found.kind != "sea" and not found.impassable

    def default_treasury(self, space: str, power: str) -> str:
        """Return the treasury that a space of a power pays if nothing else is said."""
        printed = self.board.space(space).economies
        players = self.players_of.get(power, ())
        treasuries = [self.accounts[player].treasury for player in players]
        return next(
            (treasury for treasury in printed if treasury in treasuries), *treasuries[:1] or ("",)
        )

    def holding(self, player: str) -> Holding:
        """Return where the bought and unplaced units of a player are."""
        treasury = self.treasury(player)
        if treasury not in self.catalog.treasuries:
            return Holding(self.owner(player), PURCHASED)
        return self.catalog.purchases(treasury)

    def player_of_treasury(self, power: str, treasury: str) -> str | None:
        """Return the player of a power who has a treasury."""
        for player in self.players_of.get(power, ()):
            if self.accounts[player].treasury == treasury:
                return player
        return None

    def expected_player(self, unit: Unit, treasury: str) -> str | None:
        """Return the player that a unit of a power belongs to if no marker on it says otherwise.

        Parameters
        ----------
        unit
            The unit.
        treasury
            The treasury that its space pays; "" if it is not in a space.
        """
        players = self.players_of.get(unit.owner, ())
        if not players:
            return None
        if isinstance(unit.place, Holding):
            for player in players:
                if self.holding(player) == unit.place:
                    return player
        elif self.catalog.unit_type(unit.type).category == "facility":
            return self.player_of_treasury(unit.owner, treasury) or players[0]
        return players[0]

    # --- and back -------------------------------------------------------------------------------

    def player_of_space(self, state: State, space: str) -> str | None:
        """Return the player who owns a space at a state of the record; None for nobody."""
        power = state.control.get(space) or state.value(space, CLAIM)
        if not isinstance(power, str):
            return None
        treasury = state.value(space, ECONOMY) or self.default_treasury(space, power)
        return self.player_of_treasury(power, str(treasury)) or self.players_of[power][0]

    def player_of_unit(self, state: State, unit: Unit) -> str | None:
        """Return the player who owns a unit at a state of the record; None for nobody."""
        players = self.players_of.get(unit.owner, ())
        for player in players:
            if (OnUnit(unit.id), self.accounts[player].treasury) in state.markers:
                return player
        space = state.space_of(unit.id)
        treasury = ""
        if space is not None:
            treasury = str(state.value(space, ECONOMY) or self.default_treasury(space, unit.owner))
        return self.expected_player(unit, treasury)
