"""Battles: a marker where one is open or has ended, with who won and what it cost whom."""

from __future__ import annotations

from a4a.map.assets import shared
from a4a.map.pictures.scene import Box, Scene, at
from a4a.map.pictures.svg import number, tag, words
from a4a.map.timeline import BattleRow

_STAR = 18.0


def battles_shown(scene: Scene) -> list[BattleRow]:
    """Battles that are open, or have ended in the step, phase or turn."""
    since = scene.since(scene.choice("battles", "over"))
    return [
        battle
        for battle in scene.timeline.battles
        if battle.at <= scene.position
        and (is_open(scene, battle) or battle.closed >= since)
        and scene.plane.shows(battle.space)
    ]


def is_open(scene: Scene, battle: BattleRow) -> bool:
    """Whether a battle is still being fought."""
    return battle.closed < 0 or battle.closed > scene.position


def draw_battles(scene: Scene) -> list[str]:
    """Draw a star at open battles; at ended ones who won, and the swing in TUV."""
    drawn = []
    for battle in battles_shown(scene):
        fighting = is_open(scene, battle)
        parts = [open_star()] if fighting else _result(scene, battle)
        width = _STAR if fighting else _result_width(battle)
        height = _STAR if fighting else shared("map/battles.json")["height"]
        box = _spot(scene, battle.space, width * scene.scale, height * scene.scale)
        drawn.append(at(box, scene.scale, *parts, data_space=battle.space))
    return drawn


def open_star() -> str:
    """The star of a battle that is being fought, about the origin."""
    return tag("path", d=shared("map/marks.json")["battle"], fill="#ffd400", stroke="#8a1500",
               stroke_width=1.4, stroke_linejoin="round")  # fmt: skip


def _spot(scene: Scene, space: int, width: float, height: float) -> Box:
    """A place for a marker: beside the badge of the space, where nothing else is."""
    x, y, *_ = scene.plane.points[space]
    badge = scene.boxes.get(space) or Box(x, y, 8, 8)
    above = badge.y - (badge.height + height) / 2 - 1
    below = badge.y + (badge.height + height) / 2 + 1
    before = badge.x - (badge.width + width) / 2 - 1
    after = badge.x + (badge.width + width) / 2 + 1
    spots = [
        (badge.x, above), (badge.x, below), (after, badge.y), (before, badge.y),
        (after, above), (before, above), (after, below), (before, below),
        (badge.x, above - height), (badge.x, below + height), (after, above - height),
        (before, above - height),
    ]  # fmt: skip
    boxes = [scene.inside(Box(left, top, width, height)) for left, top in spots]
    # Where there is no room it lies over other marks.
    box = next((box for box in boxes if scene.room.free(box)), boxes[0])
    scene.room.take(box)
    return box


def _result_width(battle: BattleRow) -> float:
    style = shared("map/battles.json")
    width: float = style["height"] + len(swing_words(battle)) * style["digit"] + 7
    return width


def _result(scene: Scene, battle: BattleRow) -> list[str]:
    """The marker of a result: the winner's field with a shape, and the swing."""
    style = shared("map/battles.json")
    height, width = style["height"], _result_width(battle)
    winners = {"attacker": battle.attackers, "defender": battle.defenders}.get(battle.winner, ())
    power = scene.timeline.powers[winners[0]] if winners else None
    colour, ink = (power.colour, power.ink) if power else ("#e8e6e0", "#222222")
    shape = style[battle.winner if battle.winner in ("attacker", "defender") else "nobody"]
    frame = {"x": -width / 2, "y": -height / 2, "height": height, "rx": 2.5}
    return [
        tag("rect", width=width, fill="#ffffff", **frame),
        tag("rect", width=height, fill=colour, **frame),
        tag("path", d=shape, fill=ink, transform=f"translate({number(-width / 2 + height / 2)},0)"),
        tag("rect", width=width, fill="none", stroke="#222222", **frame),
        words(swing_words(battle), -width / 2 + height + 3, 3.6, fill="#111111", font_size=10),
    ]


def swing_words(battle: BattleRow) -> str:
    """What a battle gained the attackers in TUV, on balance, with its sign.

    Examples
    --------
    >>> swing_words(BattleRow(space=0, kind="land", at=1, swing=-12))
    '−12'
    """
    if battle.swing == 0:
        return "0"
    return f"{'+' if battle.swing > 0 else '−'}{abs(battle.swing)}"
