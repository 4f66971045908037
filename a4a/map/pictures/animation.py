"""Animated pictures: how the fronts move, turn by turn or round by round, as GIF or WebP."""

from __future__ import annotations

import io
import math
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeAlias, overload

from a4a.core.errors import A4AError
from a4a.core.record import GameRecord
from a4a.map.layers import Settings
from a4a.map.own_maps import MapChoice, geometry_of
from a4a.map.pictures import legend
from a4a.map.pictures.animated import Animated
from a4a.map.pictures.board import (
    Layers,
    check_record,
    check_width,
    chosen_layers,
    draw_scene,
    look_of,
    mat,
    window,
)
from a4a.map.pictures.image import Picture, checked_path
from a4a.map.pictures.multiples import SEPARATOR, standing
from a4a.map.pictures.overlays import asked
from a4a.map.pictures.plane import Plane
from a4a.map.pictures.region import Region, bounds_of_region
from a4a.map.pictures.scene import Look, Scene, Theme, scale_of
from a4a.map.pictures.svg import sheet, shortened, tag, text_width, words
from a4a.map.timeline import Stop, Timeline
from a4a.map.timeline_builder import build_timeline
from a4a.rules import named_rules
from a4a.rules.ruleset import Ruleset
from a4a.store.writing import writing

if TYPE_CHECKING:
    from PIL.Image import Image

Pace: TypeAlias = Literal["turn", "round"]

_FORMATS = (".gif", ".webp")
_HEAD, _MARGIN = 30.0, 10.0
_HELD = 4  # how many times as long the last frame is shown
_BYTES_OF_WEBP = 4  # of memory for a pixel while the file is put together; a GIF takes 1
_MOST_BYTES = 500e6
_SAMPLES = 6  # frames whose colours make the palette of a GIF
_FLAT = 90  # colours of a palette that are taken as they are drawn, at most
_COLOUR = re.compile('="#([0-9a-f]{6})"')
_COLOURS = 127  # of the palette; one more says that a pixel stays as it was


def animate(
    record: GameRecord,
    path: str | Path = "fronts.gif",
    *,
    region: Region = None,
    by: Pace = "turn",
    seconds: float = 0.5,
    width: int = 900,
    layers: Layers = ("control", "fronts"),
    theme: Theme = "light",
    rules: str | Path | None = None,
    map: MapChoice = None,
) -> Animated:
    """Write an animated picture of the main line: a frame at the start and after every turn.

    Parameters
    ----------
    record
        The game.
    path
        The file to write; its suffix gives the format: .gif or .webp.
    region, layers, theme, rules, map
        As for `picture`.
    by
        A frame after each "turn", or after each "round".
    seconds
        How long a frame is shown, 0.02 to 60; the last one four times as long.
    width
        In pixels.

    Returns
    -------
    Animated
        The film; it shows itself in a notebook, and `path` is its file.

    Raises
    ------
    A4AError
        If there is no such format, region, layer or map, or nothing can be written there.

    Examples
    --------
    >>> import a4a, tempfile, pathlib
    >>> target = pathlib.Path(tempfile.mkdtemp()) / "start.gif"
    >>> animate(a4a.start("global1940"), target, region="Europe", width=300).path.name
    'start.gif'
    """
    check_record(record)
    target = checked_path(path, _FORMATS)
    settings, look = chosen_layers(layers), look_of(theme)
    check_width(width)
    if by not in ("turn", "round"):
        raise A4AError(f"by={by!r}: give 'turn' or 'round', for a frame after each")
    if isinstance(seconds, bool) or not isinstance(seconds, int | float):
        raise A4AError(f"seconds={seconds!r}: give a number: how long a frame is shown")
    if not 0.02 <= seconds <= 60:
        raise A4AError(f"seconds={seconds:g}: a frame is shown 0.02 to 60 seconds")
    gif = target.suffix.lower() == ".gif"
    known = named_rules(record, rules)
    film = Film(record, settings, look, region=region, width=width, by=by, rules=known, map=map)
    if len(film) * film.size * (1 if gif else _BYTES_OF_WEBP) > _MOST_BYTES:
        raise A4AError(
            f"{len(film)} frames of {width} pixels are too much for one file: "
            "give a smaller width" + (", or by='round'" if by == "turn" else "")
        )
    show = round(1000 * seconds)
    durations = [show] * (len(film) - 1) + [_HELD * show]
    with writing(target) as file:
        file.write(_gif(film, durations) if gif else _webp(film, durations))
    return Animated(target)


class Film(Sequence[Picture]):
    """The frames of an animated picture, each drawn when it is asked for.

    Parameters
    ----------
    record
        The game; its main line is shown.
    settings, look
        How the layers are switched, and the colours.
    region, width, by
        As for `animate`.
    rules
        The rules that layers ask; None for those the record names.
    map
        As for `animate`.
    """

    def __init__(
        self,
        record: GameRecord,
        settings: Settings,
        look: Look,
        *,
        region: Region,
        width: int,
        by: Pace,
        rules: Ruleset | None = None,
        map: MapChoice = None,
    ) -> None:
        self._settings, self._look, self._width = settings, look, width
        self._asked = asked(record, settings, rules)
        self.timeline: Timeline = build_timeline(record, record.line())
        stops: list[Stop] = getattr(self.timeline.stops, by)
        last = len(self.timeline.nodes) - 1
        self.positions = [stop.at - 1 for stop in stops[1:]] + [last]
        turns = self.timeline.stops.turn
        if by == "round" and len(turns) > 1 and turns[-1].at < stops[-1].at:
            self.positions.pop()  # nobody has had a turn in the last round
        geometry = geometry_of(record, map)
        bounds = bounds_of_region(record.board, geometry, region)
        self._plane = Plane(geometry, bounds, width - 2 * _MARGIN)

    @property
    def size(self) -> float:
        """About how many pixels a frame has."""
        return self._width * (_HEAD + self._plane.height)

    @cached_property
    def _rows(self) -> list[list[legend.LegendItem]]:
        """One legend that explains all frames, so that it stands still."""
        found = legend.items([self._scene(position) for position in self.positions])
        return legend.rows(found, self._plane.width)

    @cached_property
    def height(self) -> int:
        """The height of all frames, in pixels."""
        return math.ceil(_HEAD + self._plane.height + 10 + legend.height_of(self._rows))

    def _scene(self, position: int) -> Scene:
        plane = self._plane
        scene = Scene(
            self.timeline,
            position,
            plane,
            self._settings,
            self._look,
            scale=scale_of(plane, self.timeline),
        )
        return self._asked(scene, self.timeline.nodes[position])

    def __len__(self) -> int:
        return len(self.positions)

    @overload
    def __getitem__(self, index: int) -> Picture: ...

    @overload
    def __getitem__(self, index: slice) -> list[Picture]: ...

    def __getitem__(self, index: int | slice) -> Picture | list[Picture]:
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(len(self)))]
        return self._frame(self.positions[index])

    def _frame(self, position: int) -> Picture:
        scene, plane, look, width = self._scene(position), self._plane, self._look, self._width
        heading = shortened(self.caption(position), 0.55 * plane.width, 15, weight=700)
        figures = SEPARATOR.join(standing(scene))
        if text_width(figures, 12) > 0.43 * plane.width:
            figures = ""
        parts = [
            tag("g", draw_scene(scene), transform=f"translate({_MARGIN:g},{_HEAD:g})"),
            mat(width, self.height, plane, [(_MARGIN, _HEAD)], look),
            words(heading, _MARGIN, 20, font_size=15, font_weight=700, fill=look.ink),
            words(figures, width - _MARGIN, 20, font_size=12, text_anchor="end", fill=look.soft),
        ]
        if self._rows:
            below = _HEAD + plane.height + 6
            parts.append(legend.draw_legend(self._rows, _MARGIN, below, look))
        svg = sheet(width, self.height, window(plane), *parts, label=self.timeline.title)
        return Picture(svg, width, self.height)

    def caption(self, position: int) -> str:
        """The time of a frame: the round, and whose turn has ended."""
        names = []
        for stops in (self.timeline.stops.round, self.timeline.stops.turn):
            stop = max((s for s in stops if s.at <= position), key=lambda s: s.at)
            names.append(stop.name)
        return SEPARATOR.join(dict.fromkeys(name for name in names if name))


def _painted(film: Film, ready: Mapping[int, Image]) -> Iterator[Image]:
    """The frames of a film as images, with progress where there is somebody to see it."""
    from rich.console import Console
    from rich.progress import track

    console = Console(stderr=True)
    for i in track(
        range(len(film)), "Frames", console=console, transient=True,
        disable=not console.is_terminal,
    ):  # fmt: skip
        yield ready[i] if i in ready else film[i].pixels()


def _gif(film: Film, durations: Sequence[int]) -> bytes:
    """A GIF of one palette for all frames, so that colours do not flicker."""
    from PIL import Image

    count = min(_SAMPLES, len(film))
    samples = {round(i * (len(film) - 1) / max(1, count - 1)) for i in range(count)}
    pictures = {i: film[i] for i in sorted(samples)}
    painted = {i: picture.pixels() for i, picture in pictures.items()}
    palette = _palette([p.svg for p in pictures.values()], list(painted.values()))
    frames = (
        frame.quantize(palette=palette, dither=Image.Dither.NONE)
        for frame in _painted(film, painted)
    )
    data = io.BytesIO()
    next(frames).save(
        data, "GIF", save_all=True, append_images=frames, duration=list(durations), loop=0,
        disposal=1, palette=bytes(palette.getpalette() or ()), optimize=True,
    )  # fmt: skip
    return data.getvalue()


def _palette(documents: Sequence[str], frames: Sequence[Image]) -> Image:
    """An image with one palette for all frames: the colours drawn with, and shades of edges."""
    from PIL import Image

    used = Counter(colour for svg in documents for colour in _COLOUR.findall(svg))
    flat = [
        tuple(int(colour[i : i + 2], 16) for i in (0, 2, 4))
        for colour, _ in used.most_common(_FLAT)
    ]
    width, height = frames[0].size
    strip = Image.new("RGB", (width, height * len(frames)))
    for i, frame in enumerate(frames):
        strip.paste(frame, (0, i * height))
    shades = strip.quantize(_COLOURS - len(flat), method=Image.Quantize.MEDIANCUT).getpalette()
    shades = shades or []
    table = [tuple(shades[i : i + 3]) for i in range(0, len(shades), 3)]
    palette = Image.new("P", (1, 1))
    palette.putpalette([value for rgb in dict.fromkeys([*flat, *table]) for value in rgb])
    return palette


def _webp(film: Film, durations: Sequence[int]) -> bytes:
    frames = _painted(film, {})
    data = io.BytesIO()
    next(frames).save(
        data, "WEBP", save_all=True, append_images=frames, duration=list(durations), loop=0,
        quality=80, method=4,
    )  # fmt: skip
    return data.getvalue()
