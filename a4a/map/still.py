"""What is left of a view when a notebook is opened again without a kernel: a still picture.

A widget lives as long as its kernel. Beside it a cell keeps two outputs more, which JupyterLab,
Notebook, nbconvert and Voila hide while the widget is there: a line that says how to bring it back,
and a picture, drawn once the browser has shown the widget, and again when it has stayed for a while
where somebody has gone with it: half a second's work, too dear for every step. A style sheet in the
first of them does the hiding, so it works in a notebook that is only read.
"""

from __future__ import annotations

import asyncio
import io
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final

from a4a.core.errors import A4AError

if TYPE_CHECKING:
    from PIL.Image import Image

    from a4a.map.pictures import Picture

WIDTH: Final = 1000
"""How wide a board is drawn, in pixels."""

MOST: Final = 110_000
"""Bytes that a picture may have; in a notebook, written as text, it has a third more."""

_REST: Final = 1.5  # s after the view was shown, so that the page has drawn it
_STAY: Final = 20.0  # s after somebody has gone elsewhere with it, and stays there
_COLOURS: Final = (96, 48, 24)
_SMALLER: Final = 0.8

_CHILD = ".jp-OutputArea-child"
_LINE = f"{_CHILD}:has(.a4a-still)"
_LIVES = f"{_CHILD}:has(> .jp-OutputArea-output > .lm-Widget)"
_LOST = f"{_CHILD}:has(> .lm-Panel.jupyter-widgets)"  # "model not found"
_LOADS = f"{_CHILD}:has(> .jp-OutputArea-output.lm-Panel:not(.jupyter-widgets))"
_STYLE = f"""<style>
{_LIVES} + {_LINE}, {_LIVES} + {_LINE} + {_CHILD},
{_LOST}:has(+ {_CHILD} .a4a-still) {{ display: none; }}
{_LOADS} + {_LINE}, {_LOADS} + {_LINE} + {_CHILD} {{ animation: a4a-still-waits 3s; }}
@keyframes a4a-still-waits {{ 0%, 99% {{ max-height: 0; overflow: hidden; }} }}
</style>"""
_BACK = (
    "This view needs its kernel. To bring it back, run the notebook from the top: "
    "menu <i>Run</i>, <i>Run All Cells</i>."
)
_DRAWN = "Until then, this is how it looked:"
_ALT = "A still picture of the view: run the notebook from the top to bring it back."


class Still:
    """A widget that leaves a still picture of itself in the notebook; to be inherited first.

    A subclass says in `still` what is drawn. Only what a cell shows is drawn, not the views inside
    another, and only if a browser shows it. It is drawn again as its cursor moves, or what else a
    subclass says in `mover`.

    Examples
    --------
    >>> import a4a
    >>> board = a4a.BoardMap(a4a.start("europe1940"))
    >>> [drawn.width for drawn in board.still()]
    [1000]
    """

    _view_count: int | None
    comm: Any
    _trace: _Trace | None = None

    def still(self) -> Sequence[Picture]:
        """Return the pictures that stand for the view, side by side; none where nothing does."""
        raise NotImplementedError

    def mover(self) -> tuple[Any, str] | None:
        """Return whose trait says that the view shows something else; None if none does."""
        cursor = getattr(self, "cursor", None)
        return None if cursor is None else (cursor, "node")

    def _ipython_display_(self, **kwargs: Any) -> None:
        import IPython.display
        from IPython.core.getipython import get_ipython

        display: Callable[..., Any] = IPython.display.display
        bundle: Any = self._repr_mimebundle_()  # type: ignore[attr-defined]
        data, about = bundle if isinstance(bundle, tuple) else (bundle, {})
        if getattr(get_ipython(), "kernel", None) is None:  # a terminal
            display(data, metadata=about, raw=True)
            return
        if self._view_count is None:
            self._view_count = 0  # from now on the browser counts how often it shows the widget
        display(data, metadata=about, raw=True)
        line = display(_line(drawn=False), raw=True, display_id=True)
        image = display({"text/plain": ""}, raw=True, display_id=True)
        self._trace = _Trace(self, line, image)


class _Trace:
    """Draws what is left of a view, while it lives; `line` and `image` are handles of outputs."""

    def __init__(self, view: Any, line: Any, image: Any) -> None:
        self._view, self._line, self._image = view, line, image
        self._task: asyncio.Task[None] | None = None
        self._drawn = False
        view.observe(self._shown, "_view_count")

    def _shown(self, change: Any) -> None:
        if not change["new"]:
            return
        self._view.unobserve(self._shown, "_view_count")
        self._loop = asyncio.get_running_loop()
        self._draw_after(_REST)
        if (mover := self._view.mover()) is not None:
            mover[0].observe(self._moved, mover[1])

    def _moved(self, _: object) -> None:
        if not self._loop.is_closed():  # whoever moves it may do so in a thread
            self._loop.call_soon_threadsafe(self._draw_after, _STAY)

    def _draw_after(self, seconds: float) -> None:
        if self._task is not None:
            if not (self._drawn or self._task.done()):
                return  # it is about to be drawn for the first time
            self._task.cancel()
        self._task = self._loop.create_task(self._draw(seconds))

    async def _draw(self, seconds: float) -> None:
        await asyncio.sleep(seconds)
        if self._view.comm is None:
            if (mover := self._view.mover()) is not None:
                mover[0].unobserve(self._moved, mover[1])
            return
        with suppress(A4AError):  # of a chart that cannot be drawn, which the view says itself
            pictures = self._view.still()
            if not pictures:
                return
            data = await asyncio.to_thread(packed, pictures)
            self._image.update({"image/png": data}, metadata={"image/png": {"alt": _ALT}}, raw=True)
            self._line.update(_line(drawn=True), raw=True)
            self._drawn = True


def packed(pictures: Sequence[Picture]) -> bytes:
    r"""Return pictures side by side as one PNG of at most `MOST` bytes.

    It has few colours, and is made smaller until it fits.

    Examples
    --------
    >>> from a4a.map.pictures import Picture
    >>> dot = Picture('<svg xmlns="http://www.w3.org/2000/svg" width="4" height="2"/>', 4, 2)
    >>> packed([dot, dot])[:4]
    b'\x89PNG'
    """
    whole = _beside([picture.pixels() for picture in pictures])
    while True:
        for colours in _COLOURS:
            file = io.BytesIO()
            whole.quantize(colours).save(file, "PNG")  # a twentieth larger than at its smallest
            if file.tell() <= MOST:
                return file.getvalue()
        whole = whole.resize([max(1, round(_SMALLER * side)) for side in whole.size])


def _beside(images: Sequence[Image]) -> Image:
    """Images in a row, on white."""
    from PIL import Image

    size = sum(image.width for image in images), max(image.height for image in images)
    whole, x = Image.new("RGB", size, "white"), 0
    for image in images:
        whole.paste(image, (x, 0))
        x += image.width
    return whole


def _line(*, drawn: bool) -> dict[str, str]:
    """The line that says how to bring the view back."""
    words = f"{_BACK} {_DRAWN}" if drawn else _BACK
    return {"text/html": f'{_STYLE}<p class="a4a-still">{words}</p>', "text/plain": ""}
