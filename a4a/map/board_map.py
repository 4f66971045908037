"""The board of a record on a map in the notebook."""

from __future__ import annotations

import uuid
from pathlib import Path
from typing import TYPE_CHECKING, Self

import anywidget
import ipyleaflet
import ipywidgets
import traitlets

from a4a.core.annotations import NoteView
from a4a.core.record import GameRecord
from a4a.core.steps import ROOT, NodeId
from a4a.map.assets import script, styles
from a4a.map.battle_luck import BattleLuck
from a4a.map.cursor import Cursor, cursor_of
from a4a.map.geometry import Bounds, MapGeometry
from a4a.map.note_views import bounds_of, layers_of, opening_bounds, view_of
from a4a.map.overlays import OverlayWatch, laid_over
from a4a.map.own_maps import MapChoice
from a4a.map.painting import bounds_of_part, map_options, painter_state
from a4a.map.sent_shapes import ShapesLayer
from a4a.map.still import WIDTH, Still
from a4a.map.switches import Switches
from a4a.map.threats import ThreatWatch

if TYPE_CHECKING:
    from a4a.map.pictures import Picture
    from a4a.map.pictures.region import Region


class Painter(anywidget.AnyWidget):
    """Colours the map and draws the stacks, in the browser; part of `BoardMap`."""

    _esm = script("map/painter.js")
    _css = styles("map/painter.css", "map/marks.css", "map/earth.css")
    cursor = traitlets.Instance(Cursor).tag(sync=True, **ipywidgets.widget_serialization)
    map = traitlets.Instance(ipyleaflet.Map).tag(sync=True, **ipywidgets.widget_serialization)
    layer = traitlets.Instance(ipyleaflet.GeoJSON).tag(sync=True, **ipywidgets.widget_serialization)
    prefix = traitlets.Unicode().tag(sync=True)
    anchors: traitlets.List[list[float]] = traitlets.List().tag(sync=True)
    seats: traitlets.Dict[str, list[float]] = traitlets.Dict(
        help="Latitude and longitude of the city of a space, by the space's index."
    ).tag(sync=True)
    links: traitlets.List[list[int]] = traitlets.List().tag(sync=True)
    lines = traitlets.Bytes(b"").tag(sync=True)
    backdrop = traitlets.Bytes(b"", help="The earth under the spaces (`a4a.map.backdrop`).").tag(
        sync=True
    )
    views: traitlets.List[list[object]] = traitlets.List().tag(sync=True)
    looking: traitlets.Dict[str, object] = traitlets.Dict(
        help="`bounds` to show; the number `time` tells one wish from the next."
    ).tag(sync=True)
    following = traitlets.Bool(
        False, help="Whether the board goes to what a step did, where that is out of sight."
    ).tag(sync=True)
    selected = traitlets.Int(-1).tag(sync=True)
    drawing = traitlets.Unicode("", help='"arrow" or "highlight" while one is drawn.').tag(
        sync=True
    )
    drawing_colour = traitlets.Unicode("", help="Its colour, as #rrggbb.").tag(sync=True)
    changes: traitlets.Dict[str, object] = traitlets.Dict(
        help="What is different from another position (`a4a.map.changes`); empty for none."
    ).tag(sync=True)
    highlights: traitlets.Dict[str, object] = traitlets.Dict(
        help="Spaces that something can be done with (`static/highlights.js`); empty for none."
    ).tag(sync=True)
    threats: traitlets.Dict[str, object] = traitlets.Dict(
        help="What threatens what at a node (`a4a.map.threats`); empty if nobody has asked."
    ).tag(sync=True)
    overlays: traitlets.Dict[str, object] = traitlets.Dict(
        help="What the rules lay over the map (`a4a.map.overlays`), by layer."
    ).tag(sync=True)
    shapes = traitlets.Unicode("", help="Where the shapes are from, in words.").tag(sync=True)
    legend: traitlets.List[dict[str, object]] = traitlets.List().tag(sync=True)
    layers: traitlets.Dict[str, dict[str, object]] = traitlets.Dict().tag(sync=True)


class BoardMap(Still, Switches, ipywidgets.VBox):  # type: ignore[misc]
    """The board of a record, coloured by controller, with the stacks on it.

    Hovering over a space tells what is in it, a click opens its details. The arrow keys step
    (with Shift a turn, with Ctrl a phase), Page Up and Down a round (on a projector a step, as
    presenters' clickers send them), Home and End to the ends;
    Shift+N and Shift+P to the next note and the one before, with what it shows of the board;
    Shift+F lets the board follow the action. ``+`` and ``-`` zoom, ``0`` and ``r`` show the whole
    board, ``l`` opens the legend, and each layer has a letter of its own. The layers are methods
    too (see `Switches`): ``board.control(by="side").strength("attack")``.

    Parameters
    ----------
    game
        A record, or the cursor of other views for this one to follow.
    node
        Where to begin, if `game` is a record.
    height
        CSS height of the map.
    view
        The map, theatre or space to show at first; if not given, what a note of the first node
        shows of the board, or else all of it.
    rules
        The folder of the mod that a record is played by, as it names none; a cursor knows it.
    map
        Which map a record is drawn by, as for `a4a.explore`; a cursor knows it.

    Attributes
    ----------
    cursor : Cursor
        The record and the node shown.
    map : ipyleaflet.Map
        The map; layers and controls of your own can be added to it, in longitude and latitude.
    threats : ThreatWatch
        Works out what the layer "threat" shows.
    overlays : tuple of OverlayWatch
        Work out what layers show that the rules of the game offer.

    Examples
    --------
    >>> import a4a
    >>> board = BoardMap(a4a.start("global1940"), height="600px")
    >>> board.selected = "110 Sea Zone"
    >>> board.selected
    'sea zone 110'
    """

    def __init__(
        self,
        game: GameRecord | Cursor,
        *,
        node: NodeId = ROOT,
        height: str = "460px",
        view: str | None = None,
        rules: str | Path | None = None,
        map: MapChoice = None,
    ) -> None:
        self.cursor = cursor_of(game, node=node, rules=rules, map=map)
        start = self.cursor.record.state_at(ROOT)
        board = start.board
        self.geometry: MapGeometry = self.cursor.geometry
        # A page may show maps of several kernels, and class names are global to it.
        prefix = f"a4a-{uuid.uuid4().hex[:10]}"
        kinds = [space.kind for space in board.spaces]
        # No `style` here: ipyleaflet would copy the geometry and send it a second time.
        layer = ShapesLayer(data=self.geometry.feature_collection(prefix, kinds))
        self.map = ipyleaflet.Map(
            layers=(layer,),
            layout=ipywidgets.Layout(height=height, width="100%"),
            **map_options(self.geometry),
        )
        laid = laid_over(self.cursor.record, self.cursor.rules)
        self.painter = Painter(
            cursor=self.cursor,
            map=self.map,
            layer=layer,
            **painter_state(
                start, self.geometry, prefix, powers=_parties(self.cursor.record), laid=laid
            ),
        )
        self.threats = ThreatWatch(self.painter, self.cursor)
        self.overlays = tuple(OverlayWatch(self.painter, self.cursor, layer) for layer in laid)
        self._luck = BattleLuck(self.cursor, self.painter)
        super().__init__([self.map, self.painter])
        self.add_class("a4a-board")
        if view is not None:
            self.look(view)
        elif (bounds := opening_bounds(self.cursor.record, self.cursor.node)) is not None:
            self._look(bounds)

    def look(self, part: str | None = None) -> Self:
        """Show a part of the board, as large as the map allows.

        Parameters
        ----------
        part
            One of the board's maps or theatres, or a space; the whole board if not given.

        Raises
        ------
        A4AError
            If the board has no such part; the message says which there are.

        Examples
        --------
        >>> import a4a
        >>> board = BoardMap(a4a.start("global1940"))
        >>> board.look("eastern front") is board
        True
        """
        self._look(bounds_of_part(self.cursor.record.board, self.geometry, part))
        return self

    def _look(self, bounds: Bounds) -> None:
        time = self.painter.looking.get("time", 0) + 1
        self.painter.looking = {"bounds": bounds, "time": time}

    @property
    def seen(self) -> NoteView:
        """What is seen now: to be given to a note, or shown again.

        Examples
        --------
        >>> import a4a
        >>> board = BoardMap(a4a.start("global1940")).units(show=False)
        >>> board.seen.layers["units"]
        {'on': False}
        >>> note = a4a.Comment(node=0, text="Here", view=board.seen)
        >>> board.show(note.view) is board
        True
        """
        seen = self.map.bounds or self.painter.looking.get("bounds")
        return view_of(seen, self.geometry.bounds, self.layers)

    def show(self, view: NoteView) -> Self:
        """Show what a note shows: its part of the board, and the layers it names as it has them.

        Layers and settings that there are none of are left out.
        """
        self._look(bounds_of(view) or self.geometry.bounds)
        layers = self.painter.layers
        self.painter.layers = layers | {
            name: layers[name] | set_ for name, set_ in layers_of(view).items()
        }
        return self

    @property
    def following(self) -> bool:
        """Whether the board goes to what a step did, where that is out of sight.

        Examples
        --------
        >>> import a4a
        >>> board = BoardMap(a4a.start("global1940"))
        >>> board.following = True
        """
        return bool(self.painter.following)

    @following.setter
    def following(self, on: bool) -> None:
        self.painter.following = on

    def picture(self, *, region: Region = None, width: int = 1600) -> Picture:
        """Draw the node shown, with the layers as they are switched, as SVG or PNG.

        Parameters
        ----------
        region, width
            As for `a4a.picture`.

        Examples
        --------
        >>> import a4a
        >>> board = BoardMap(a4a.start("global1940"))
        >>> board.picture(region="Europe", width=400).width
        400
        """
        from a4a.map.pictures.board import pictured

        record, node, rules = self.cursor.record, self.cursor.node, self.cursor.rules
        geometry, layers = self.geometry, self.layers
        return pictured(record, node, rules, geometry, layers=layers, region=region, width=width)

    def still(self) -> tuple[Picture]:
        """Return the picture that a saved notebook keeps: the part of the board asked for."""
        return (self.picture(region=self.painter.looking.get("bounds"), width=WIDTH),)

    @property
    def selected(self) -> str | None:
        """The space whose details are open, or None."""
        index: int = self.painter.selected
        return self.cursor.record.board.spaces[index].name if index >= 0 else None

    @selected.setter
    def selected(self, space: str | None) -> None:
        board = self.cursor.record.board
        self.painter.selected = -1 if space is None else board.index[board.space(space).name]


def _parties(record: GameRecord) -> list[str]:
    """Return the sides of a game, and its powers that have one."""
    powers = [power for power in record.catalog.powers if power.side]
    return [*dict.fromkeys(power.side for power in powers), *(power.name for power in powers)]
