"""The layers of a board as methods: one each, to be chained."""

from __future__ import annotations

from types import MappingProxyType
from typing import Any, Literal, Self, TypeAlias

from a4a.core.errors import A4AError
from a4a.core.names import plain
from a4a.map.layers import TO_MOVE, Settings, changed

By: TypeAlias = Literal["power", "side"]
Measure: TypeAlias = Literal["TUV", "attack", "defense"]
Arm: TypeAlias = Literal["all", "land", "sea", "air"]
Arms: TypeAlias = Literal["land", "sea", "air"]
Over: TypeAlias = Literal["step", "phase", "turn"]
Look: TypeAlias = Literal["coins", "shades"]


class Switches:
    """Switches for the layers of a board; `BoardMap` has them.

    Every method shows its layer, in the way its options say, or hides it with ``show=False``, and
    returns the board. An option with an unknown choice raises an `A4AError` that names the
    choices. Switches in the legend and these are the same: each follows the other.

    Examples
    --------
    >>> import a4a
    >>> board = a4a.BoardMap(a4a.start("global1940"))
    >>> _ = board.control(by="side").strength("attack", arm="air").units(show=False)
    >>> board.layers["strength"]
    mappingproxy({'on': True, 'measure': 'attack', 'arm': 'air'})
    """

    painter: Any  # a widget whose traits `layers` and `legend` the browser follows

    @property
    def layers(self) -> Settings:
        """For each layer whether it is ``on``, and its options; read-only."""
        return MappingProxyType(
            {layer: MappingProxyType(set_) for layer, set_ in self.painter.layers.items()}
        )

    def control(self, *, by: By = "power", show: bool = True) -> Self:
        """Colour the spaces by who holds them: the ``power``, or its ``side``.

        Examples
        --------
        >>> import a4a
        >>> a4a.BoardMap(a4a.start("europe1940")).control(by="side").layers["control"]["by"]
        'side'
        """
        return self._switch("control", show, by=by)

    def terrain(self, *, show: bool = True) -> Self:
        """Show terrain, with rivers and harsh terrain along borders, on boards that have any.

        Examples
        --------
        >>> import a4a
        >>> a4a.BoardMap(a4a.start("europe1940")).terrain(show=False).layers["terrain"]["on"]
        False
        """
        return self._switch("terrain", show)

    def countries(self, *, show: bool = True) -> Self:
        """Draw the borders of countries and territories, on boards that know them.

        Examples
        --------
        >>> import a4a
        >>> a4a.BoardMap(a4a.start("europe1940")).countries(show=False).layers["countries"]["on"]
        False
        """
        return self._switch("countries", show)

    def numbers(self, *, show: bool = True) -> Self:
        """Write the numbers of hexes, where they can be read.

        Examples
        --------
        >>> import a4a
        >>> a4a.BoardMap(a4a.start("europe1940")).numbers(show=False).layers["numbers"]["on"]
        False
        """
        return self._switch("numbers", show)

    def places(self, *, show: bool = True) -> Self:
        """Mark cities, capitals, ports and straits on a board of hexes, with their names.

        Examples
        --------
        >>> import a4a
        >>> a4a.BoardMap(a4a.start("europe1940")).places(show=False).layers["places"]["on"]
        False
        """
        return self._switch("places", show)

    def units(self, *, show: bool = True) -> Self:
        """Show the stacks: how many units, and from closer up their types with counts.

        Examples
        --------
        >>> import a4a
        >>> a4a.BoardMap(a4a.start("europe1940")).units(show=False).layers["units"]["on"]
        False
        """
        return self._switch("units", show)

    def strength(self, measure: Measure = "TUV", *, arm: Arm = "all", show: bool = True) -> Self:
        """Show what the units of each space are worth together, as bubbles in place of numbers.

        Parameters
        ----------
        measure
            ``TUV`` (what the units cost), or the pips of their dice in ``attack`` or ``defense``.
        arm
            ``land``, ``sea`` or ``air`` units only, or ``all``.
        show
            Whether to show the layer.

        Examples
        --------
        >>> import a4a
        >>> board = a4a.BoardMap(a4a.start("europe1940"))
        >>> board.strength("navy")
        Traceback (most recent call last):
        ...
        a4a.core.errors.A4AError: measure='navy': the layer 'strength' can be shown by \
'TUV', 'attack', 'defense'
        """
        return self._switch("strength", show, measure=measure, arm=arm)

    def values(self, *, shown: Look = "coins", show: bool = True) -> Self:
        """Show what each space yields a turn: as ``coins``, or by ``shades`` of its colour.

        Examples
        --------
        >>> import a4a
        >>> a4a.BoardMap(a4a.start("europe1940")).values(shown="shades").layers["values"]["shown"]
        'shades'
        """
        return self._switch("values", show, shown=shown)

    def production(self, *, show: bool = True) -> Self:
        """Show factories and bases, with their damage.

        Examples
        --------
        >>> import a4a
        >>> a4a.BoardMap(a4a.start("europe1940")).production().layers["production"]["on"]
        True
        """
        return self._switch("production", show)

    def convoys(self, *, show: bool = True) -> Self:
        """Mark the sea zones where convoys can be raided, stronger while the enemy is there.

        Examples
        --------
        >>> import a4a
        >>> a4a.BoardMap(a4a.start("europe1940")).convoys().layers["convoys"]["on"]
        True
        """
        return self._switch("convoys", show)

    def cities(self, *, show: bool = True) -> Self:
        """Mark victory cities and capitals.

        Examples
        --------
        >>> import a4a
        >>> a4a.BoardMap(a4a.start("europe1940")).cities(show=False).layers["cities"]["on"]
        False
        """
        return self._switch("cities", show)

    def straits(self, *, show: bool = True) -> Self:
        """Mark straits and canals as open or closed to the side to move.

        Examples
        --------
        >>> import a4a
        >>> a4a.BoardMap(a4a.start("europe1940")).straits().layers["straits"]["on"]
        True
        """
        return self._switch("straits", show)

    def neutrals(self, *, show: bool = True) -> Self:
        """Hatch neutral territories in the colour of the side they lean to.

        Examples
        --------
        >>> import a4a
        >>> a4a.BoardMap(a4a.start("europe1940")).neutrals().layers["neutrals"]["on"]
        True
        """
        return self._switch("neutrals", show)

    def theatres(self, *, show: bool = True) -> Self:
        """Show the theatres of the war, in colours and by name.

        Examples
        --------
        >>> import a4a
        >>> a4a.BoardMap(a4a.start("europe1940")).theatres().layers["theatres"]["on"]
        True
        """
        return self._switch("theatres", show)

    def fronts(self, *, show: bool = True) -> Self:
        """Draw the line where the sides meet: thick with force, coloured by balance.

        Examples
        --------
        >>> import a4a
        >>> a4a.BoardMap(a4a.start("europe1940")).fronts(show=False).layers["fronts"]["on"]
        False
        """
        return self._switch("fronts", show)

    def holders(self, *, show: bool = True) -> Self:
        """Ring the cities and ports of a board of hexes in the colour of the side that holds them.

        Examples
        --------
        >>> import a4a
        >>> a4a.BoardMap(a4a.start("war_in_europe")).holders().layers["holders"]["on"]
        True
        """
        return self._switch("holders", show)

    def conditions(self, *, show: bool = True) -> Self:
        """Say how many counters of each space are reduced, and how many marked (Ops Complete).

        Examples
        --------
        >>> import a4a
        >>> a4a.BoardMap(a4a.start("war_in_europe")).conditions().layers["conditions"]["on"]
        True
        """
        return self._switch("conditions", show)

    def zones(self, *, of: Arms = "land", show: bool = True) -> Self:
        """Hatch the hexes in the zones of control of each side, in games that have any.

        Parameters
        ----------
        of
            Of ``land`` units, fleets (``sea``) or ``air`` units.
        show
            Whether to show the layer.

        Examples
        --------
        >>> import a4a
        >>> a4a.BoardMap(a4a.start("war_in_europe")).zones(of="air").layers["zones"]["of"]
        'air'
        """
        return self._switch("zones", show, of=of)

    def supply(self, *, show: bool = True) -> Self:
        """Mark units out of supply, and draw the line of supply of those in the space chosen.

        Examples
        --------
        >>> import a4a
        >>> a4a.BoardMap(a4a.start("war_in_europe")).supply().layers["supply"]["on"]
        True
        """
        return self._switch("supply", show)

    def threat(self, *, power: str = TO_MOVE, show: bool = True) -> Self:
        """Colour the spaces by how likely they fall to what can reach them now (`a4a.threat`).

        The kernel works it out for the node shown, which takes a moment.

        Parameters
        ----------
        power
            Who attacks: a power, a side (each of its powers by itself, the likeliest is shown), or
            ``"to move"``.
        show
            Whether to show the layer.

        Raises
        ------
        A4AError
            If there is no such power or side.

        Examples
        --------
        >>> import a4a
        >>> board = a4a.BoardMap(a4a.start("europe1940")).threat(power="germany")
        >>> board.layers["threat"]["power"]
        'Germany'
        """
        options = next(row["options"] for row in self.painter.legend if row["id"] == "threat")
        names = {plain(name): name for name in options["power"]}
        if not isinstance(power, str) or plain(power) not in names:
            there = ", ".join(map(repr, names.values()))
            raise A4AError(f"power={power!r:.80}: the layer 'threat' can be shown by {there}")
        return self._switch("threat", show, power=names[plain(power)])

    def movement(self, *, over: Over = "step", show: bool = True) -> Self:
        """Draw the ways units went in the ``step``, or so far in its ``phase`` or ``turn``.

        Examples
        --------
        >>> import a4a
        >>> a4a.BoardMap(a4a.start("europe1940")).movement(over="phase").layers["movement"]["over"]
        'phase'
        """
        return self._switch("movement", show, over=over)

    def battles(self, *, over: Over = "phase", show: bool = True) -> Self:
        """Mark battles that are open, or ended in the ``step``, its ``phase`` or ``turn``.

        Examples
        --------
        >>> import a4a
        >>> a4a.BoardMap(a4a.start("europe1940")).battles(over="turn").layers["battles"]["over"]
        'turn'
        """
        return self._switch("battles", show, over=over)

    def notes(self, *, show: bool = True) -> Self:
        """Show arrows and highlighted spaces of annotations.

        Examples
        --------
        >>> import a4a
        >>> a4a.BoardMap(a4a.start("europe1940")).notes(show=False).layers["notes"]["on"]
        False
        """
        return self._switch("notes", show)

    def _switch(self, layer: str, show: bool, **options: str) -> Self:
        self.painter.layers = changed(self.painter.layers, layer, on=show, **options)
        return self
