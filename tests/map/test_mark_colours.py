"""The colours of the marks on the map: the same everywhere, clear to colour-blind readers."""

from __future__ import annotations

import re

import pytest

from a4a.charts.palette import side_colours
from a4a.map.assets import styles
from a4a.map.colours import MARKS, ink_on
from tests.charts.test_palette import VISIONS, assert_clear, difference


def test_pictures_and_the_browser_have_the_same_colours() -> None:
    css = dict(re.findall(r"--a4a-([a-z]+): (#[0-9a-f]{6});", styles("map/painter.css")))
    assert {name: css[name] for name in MARKS} == dict(MARKS)


@pytest.mark.parametrize("vision", VISIONS)
def test_open_and_closed_straits_can_be_told_apart(vision: str) -> None:
    """Red and green are the hardest pair; their shapes differ too, which helps in small print."""
    assert_clear({name: MARKS[name] for name in ("open", "closed")}, vision, 18)
    assert_clear({name: MARKS[name] for name in ("closed", "idle")}, vision, 18)


@pytest.mark.parametrize("vision", VISIONS)
def test_marks_can_be_seen_on_what_they_are_drawn_on(vision: str) -> None:
    for ink, ground in (
        ("open", "#ffffff"), ("closed", "#ffffff"), ("convoy", "#ffffff"), ("hit", "#ffffff"),
        ("idle", "#ffffff"),
    ):  # fmt: skip
        assert difference(MARKS[ink], ground, vision) > 45, ink


@pytest.mark.parametrize("vision", VISIONS)
def test_neutrals_show_to_which_side_they_lean(vision: str) -> None:
    stripes = side_colours(["Axis", "Allies"])
    assert_clear({**stripes, "ground": MARKS["neutral"]}, vision, 25)


def test_a_coins_number_can_be_read() -> None:
    assert ink_on(MARKS["coin"]) == "#000000"
