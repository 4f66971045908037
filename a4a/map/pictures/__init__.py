"""Pictures of the board without a browser: SVG, PNG, small multiples, animated fronts."""

from a4a.map.pictures.animated import Animated
from a4a.map.pictures.animation import animate
from a4a.map.pictures.board import picture
from a4a.map.pictures.changes import changes_picture
from a4a.map.pictures.image import Picture
from a4a.map.pictures.multiples import small_multiples

__all__ = ["Animated", "Picture", "animate", "changes_picture", "picture", "small_multiples"]
