"""A picture: SVG text, PNG made of it, and files of both."""

from __future__ import annotations

import io
import math
import re
from pathlib import Path
from typing import TYPE_CHECKING

from a4a.core.errors import A4AError
from a4a.store.writing import writing

if TYPE_CHECKING:
    from PIL.Image import Image

_FORMATS = (".png", ".svg")
_SIZE = re.compile(r'(<svg [^>]*?)width="[^"]*" height="[^"]*"')
_MOST_PIXELS = 80e6  # fewer than those at which Pillow suspects a bomb


class Picture:
    r"""A picture of a board. In a notebook it shows itself.

    Attributes
    ----------
    svg : str
        The picture as a whole SVG document: no scripts, nothing from outside.
    width, height : float
        In pixels at scale 1.

    Examples
    --------
    >>> dot = Picture('<svg xmlns="http://www.w3.org/2000/svg" width="4" height="2"/>', 4, 2)
    >>> dot
    <a4a picture, 4 x 2>
    >>> dot.pixels(scale=3).size
    (12, 6)
    >>> dot.png(scale=2)[:4]
    b'\x89PNG'
    """

    def __init__(self, svg: str, width: float, height: float) -> None:
        self.svg = svg
        self.width = width
        self.height = height

    def png(self, *, scale: float = 1.0) -> bytes:
        """Return the picture as PNG.

        Parameters
        ----------
        scale
            How many pixels stand for one of the picture; 2 or 3 for print.

        Raises
        ------
        A4AError
            If `scale` is no number above 0, or the picture would have no pixels or more than
            80 million.
        """
        packed = io.BytesIO()
        self.pixels(scale=scale).save(packed, "PNG")
        return packed.getvalue()

    def pixels(self, *, scale: float = 1.0) -> Image:
        """Return the picture as a Pillow image, as `png` would have it."""
        self._check_scale(scale)
        import vl_convert
        from PIL import Image

        with Image.open(io.BytesIO(vl_convert.svg_to_png(self.svg, scale=scale))) as image:
            return image.convert("RGB")

    def _check_scale(self, scale: float) -> None:
        if not (isinstance(scale, int | float) and math.isfinite(scale) and scale > 0):
            raise A4AError(f"scale={scale!r}: a picture is scaled by a number above 0")
        width, height = self.width * scale, self.height * scale
        if min(width, height) < 1 or width * height > _MOST_PIXELS:
            raise A4AError(
                f"scale={scale:g} makes {width:.0f} x {height:.0f} pixels; "
                f"there can be 1 to {_MOST_PIXELS:,.0f}"
            )

    def save(self, path: str | Path, *, scale: float = 2.0) -> Path:
        """Save the picture in the format of the path's suffix: .png or .svg.

        Parameters
        ----------
        path
            Where to. A file that is there is replaced once the new one is whole.
        scale
            How many pixels of a PNG stand for one of the picture.

        Returns
        -------
        Path
            The file.

        Raises
        ------
        A4AError
            If there is no such format, or nothing can be written there.
        """
        target = checked_path(path, _FORMATS)
        with writing(target) as file:
            svg = target.suffix.lower() == ".svg"
            file.write(self.svg.encode() if svg else self.png(scale=scale))
        return target

    def __repr__(self) -> str:
        return f"<a4a picture, {self.width:.0f} x {self.height:.0f}>"

    def _repr_svg_(self) -> str:
        # As wide as the page: JupyterLab does not shrink an SVG that says how large it is.
        return _SIZE.sub(rf'\1width="100%" style="max-width:{self.width:.0f}px"', self.svg, count=1)

    def _repr_png_(self) -> tuple[bytes, dict[str, int]]:
        shown = {"width": round(self.width), "height": round(self.height)}
        return self.png(scale=1.5), shown


def checked_path(path: str | Path, formats: tuple[str, ...]) -> Path:
    """Return a path whose suffix is that of one of the formats, or raise A4AError."""
    if not isinstance(path, str | Path):
        raise A4AError(f"{path!r} is no path: give the name of a file to write")
    target = Path(path)
    if target.suffix.lower() not in formats:
        raise A4AError(
            f"a picture cannot be saved as {target.name!r}: the suffix is {' or '.join(formats)}"
        )
    return target
