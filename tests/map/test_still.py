"""What a saved notebook keeps of a view."""

from __future__ import annotations

import asyncio
import base64
from typing import TYPE_CHECKING

import pytest

import a4a
from a4a.map import still
from a4a.map.pictures import Picture
from a4a.map.still import MOST, packed
from tests.map.skirmish import skirmish
from tests.shared_games import shipped

if TYPE_CHECKING:
    from a4a.map.still import Still


def test_the_picture_of_a_long_game_is_small_enough_for_a_notebook() -> None:
    record = shipped("global1940_fast_computer")
    board = a4a.BoardMap(record, node=record.last)
    assert len(base64.b64encode(packed(board.still()))) <= 150_000


def test_a_picture_of_noise_is_made_smaller_until_it_fits() -> None:
    dots = "".join(
        f'<rect x="{x}" y="{y}" width="2" height="2" fill="#{(x * 7919 + y * 104729) % 4096:03x}"/>'
        for x in range(0, 400, 2)
        for y in range(0, 400, 2)
    )
    size = 'width="400" height="400"'
    noise = Picture(f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{dots}</svg>', 400, 400)
    assert len(packed([noise, noise])) <= MOST


@pytest.fixture
def views() -> list[Still]:
    record = a4a.start("global1940")
    game = a4a.new_game("global1940")
    study = a4a.Study("Openings")
    study.add(record, title="The world")
    return [
        a4a.explore(record, view="Europe"),
        a4a.DecisionPanel(game),
        a4a.edit(record),
        a4a.explore(study),
        a4a.Stepper(record),
        a4a.compare(record, at=(0, 0)).table,
        a4a.BattleLab("global1940"),
        a4a.widgets.ChartStrip(record, lambda: a4a.charts.running(a4a.frames(record))),
    ]


def test_every_view_has_a_picture(views: list[Still]) -> None:
    for view in views:
        pictures = view.still()
        assert pictures, type(view)
        for picture in pictures:
            image = picture.pixels()
            assert image.size == (int(picture.width), int(picture.height))
            # There is something on it.
            assert any(least < most for least, most in image.convert("RGB").getextrema())


def test_a_board_keeps_the_part_that_it_showed() -> None:
    whole = a4a.BoardMap(a4a.start("global1940")).still()[0]
    part = a4a.BoardMap(a4a.start("global1940"), view="Eastern Front").still()[0]
    assert part.height / part.width != pytest.approx(whole.height / whole.width)
    assert "Brazil" in whole.svg
    assert "Brazil" not in part.svg


class Handle:
    """An output of a cell, without a notebook."""

    def __init__(self) -> None:
        self.updates: list[object] = []

    def update(self, data: object, **_: object) -> None:
        self.updates.append(data)


def test_the_picture_is_drawn_again_where_the_view_has_stayed_and_not_at_every_step(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(still, "_REST", 0)
    monkeypatch.setattr(still, "_STAY", 0)
    monkeypatch.setattr(still, "packed", lambda pictures: pictures)
    board = a4a.BoardMap(skirmish())
    monkeypatch.setattr(board, "still", lambda: (board.cursor.node,))
    image = Handle()

    async def look() -> None:
        still._Trace(board, Handle(), image)
        board._view_count = 1
        await settled()
        for node in (5, 6, 7):
            board.cursor.node = node
        await settled()
        board.close()
        board.cursor.node = 8
        await settled()

    asyncio.run(look())
    assert image.updates == [{"image/png": (node,)} for node in (0, 7)]


async def settled() -> None:
    """Wait until nothing is under way but the test."""
    for _ in range(5):
        await asyncio.sleep(0)
    while others := asyncio.all_tasks() - {asyncio.current_task()}:
        await asyncio.gather(*others, return_exceptions=True)
