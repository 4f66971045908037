"""How likely spaces fall to what can reach them, in a picture."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, NamedTuple

from a4a.core.record import GameRecord
from a4a.core.steps import NodeId
from a4a.map.assets import shared
from a4a.map.layers import Settings
from a4a.map.pictures.scene import Scene, at
from a4a.map.pictures.svg import tag, words
from a4a.map.threats import ShownThreats, in_percent
from a4a.rules.ruleset import Ruleset

_LEAST = 26.0  # px of a space from which on its chance is written
_HEIGHT, _DIGIT = 13.0, 6.2


class Threatened(NamedTuple):
    """What is drawn: how likely each space falls, by its index; or why nothing is."""

    who: str
    chances: Mapping[int, float]
    why: str


def judge(
    record: GameRecord, settings: Settings, rules: Ruleset | None
) -> Callable[[NodeId], Threatened | None]:
    """Return a function that says what is threatened at a node: None while the layer is off."""
    layer = settings["threat"]
    if not layer["on"]:
        return lambda _: None
    return partial(_judged, ShownThreats(record, rules), layer["power"])


def _judged(answers: ShownThreats, power: str, node: NodeId) -> Threatened:
    found = answers.of(node, power)
    chances = {space: chance for space, chance, _ in found["spaces"] if chance is not None}
    return Threatened(found["who"], chances, found["why"])


def steps() -> list[dict[str, Any]]:
    """The steps of the scale, the least likely first."""
    found: list[dict[str, Any]] = shared("map/threat.json")["steps"]
    return found


def step_of(chance: float) -> dict[str, Any]:
    """The step of the scale that a chance has.

    Examples
    --------
    >>> [step_of(chance)["least"] for chance in (0, 0.49, 0.5, 1)]
    [0.0, 0.3, 0.5, 0.9]
    """
    return next(step for step in reversed(steps()) if chance >= step["least"])


def draw_threat(scene: Scene) -> list[str]:
    """Write the chances on spaces that are large enough; those that fall likeliest first."""
    drawn = []
    chances = scene.threats.chances if scene.threats else {}
    for space, chance in sorted(chances.items(), key=lambda item: -item[1]):
        point = scene.plane.points[space]
        large = max(point.width, point.height) >= _LEAST * scene.scale
        if not large or not scene.plane.shows(space):
            continue
        text, step = in_percent(chance), step_of(chance)
        width = len(text) * _DIGIT + 8
        box = scene.find_room(space, width * scene.scale, _HEIGHT * scene.scale)
        if box:
            plate = tag("rect", x=0.5 - width / 2, y=0.5 - _HEIGHT / 2, width=width - 1,
                        height=_HEIGHT - 1, rx=3, fill=step["colour"], stroke="#ffffff",
                        stroke_width=1)  # fmt: skip
            label = words(text, 0, 3.4, text_anchor="middle", fill=step["ink"])
            drawn.append(at(box, scene.scale, plate, label))
    return drawn
