"""Battles: a marker where one is open or has ended, with who won and what it cost whom."""

from __future__ import annotations

from a4a.map.assets import shared
from a4a.map.pictures.badges import at
from a4a.map.pictures.scene import Box, Scene
from a4a.map.pictures.svg import tag, text_width, words
from a4a.map.timeline import BattleRow

_SIZE = 9.5


def battles_shown(scene: Scene) -> list[BattleRow]:
    """Battles that are open, or ended in the step, phase or turn; the last one of each space."""
    since = scene.since(scene.choice("battles", "over"))
    found: dict[int, BattleRow] = {}
    for battle in scene.timeline.battles:
        if battle.at > scene.position:
            continue
        closed = battle.closed
        if closed < 0 or closed > scene.position or closed >= max(since, 1):
            found[battle.space] = battle
    return [battle for space, battle in sorted(found.items()) if scene.plane.shows(space)]


def is_open(scene: Scene, battle: BattleRow) -> bool:
    """Whether a battle is still being fought."""
    return battle.closed < 0 or battle.closed > scene.position


def draw_battles(scene: Scene) -> list[str]:
    """Draw a star on open battles; on ended ones a smaller one and the swing in TUV."""
    drawn = []
    path = shared("map/marks.json")["battle"]
    for battle in battles_shown(scene):
        x, y, *_ = scene.plane.points[battle.space]
        box = scene.boxes.get(battle.space)
        top = (box.top if box else y) - 6 * scene.scale
        if is_open(scene, battle):
            star = tag("path", d=path, fill="#ffd400", stroke="#8a1500", stroke_width=1.4,
                       stroke_linejoin="round")  # fmt: skip
            drawn.append(at(Box(x, top, 0, 0), scene.scale, star))
            continue
        text = swing_words(battle)
        width = 15 + text_width(text, _SIZE, weight=700)
        colour = _winner_colour(scene, battle)
        parts = [
            tag("rect", x=-width / 2, y=-6.5, width=width, height=13, rx=6.5, fill="#fffbe6",
                stroke=colour, stroke_width=1.5),
            tag("g", tag("path", d=path, fill="#ffd400", stroke="#8a1500", stroke_width=2),
                transform=f"translate({-width / 2 + 7:.1f},0) scale(0.5)"),
            words(text, -width / 2 + 12.5, 3.4, fill="#15191d"),
        ]  # fmt: skip
        drawn.append(at(Box(x, top, 0, 0), scene.scale, *parts))
    return drawn


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


def _winner_colour(scene: Scene, battle: BattleRow) -> str:
    winners = {"attacker": battle.attackers, "defender": battle.defenders}.get(battle.winner, ())
    return scene.timeline.powers[winners[0]].colour if winners else "#5d6672"
