"""The palette: stable, safe, and clear to colour-blind readers."""

from __future__ import annotations

import itertools
import subprocess
import sys

import numpy as np
import numpy.typing as npt
import pytest

import a4a
from a4a.charts import palette
from a4a.core.catalog import Power

Array = npt.NDArray[np.float64]

# How a colour looks without one kind of cone, in linear RGB: Machado, Oliveira and Fernandes,
# "A physiologically-based model for simulation of color vision deficiency" (2009), severity 1.
VISIONS: dict[str, Array] = {
    "normal": np.eye(3),
    "protanopia": np.array(
        [
            [0.152286, 1.052583, -0.204868],
            [0.114503, 0.786281, 0.099216],
            [-0.003882, -0.048116, 1.051998],
        ]
    ),
    "deuteranopia": np.array(
        [
            [0.367322, 0.860646, -0.227968],
            [0.280085, 0.672501, 0.047413],
            [-0.011820, 0.042940, 0.968881],
        ]
    ),
    "tritanopia": np.array(
        [
            [1.255528, -0.076749, -0.178779],
            [-0.078411, 0.930809, 0.147602],
            [0.004733, 0.691367, 0.303900],
        ]
    ),
}
CLEAR = 13.0
"""The least CIE 1976 difference of two colours that must be told apart; 2.3 is just noticeable."""


def linear(colour: str) -> Array:
    """A colour's linear RGB."""
    rgb = np.array([int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)])
    return np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)


def lab(rgb: Array) -> Array:
    """CIE L*a*b* (D65) of linear RGB."""
    to_xyz = np.array(
        [
            [0.4124564, 0.3575761, 0.1804375],
            [0.2126729, 0.7151522, 0.0721750],
            [0.0193339, 0.1191920, 0.9503041],
        ]
    )
    xyz = to_xyz @ np.clip(rgb, 0, 1) / np.array([0.95047, 1.0, 1.08883])
    f = np.where(xyz > 216 / 24389, np.cbrt(xyz), (24389 / 27 * xyz + 16) / 116)
    return np.array([116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])])


def difference(a: str, b: str, vision: str) -> float:
    """How different two colours look."""
    seen = [lab(VISIONS[vision] @ linear(colour)) for colour in (a, b)]
    return float(np.linalg.norm(seen[0] - seen[1]))


def playing(system: str) -> dict[str, str]:
    """The colours of a system's powers that take turns."""
    catalog = a4a.start(system).catalog
    colours = palette.power_colours(catalog.powers)
    return {power.name: colours[power.name] for power in catalog.powers if power.playable}


def assert_clear(colours: dict[str, str], vision: str, least: float = CLEAR) -> None:
    for (a, one), (b, other) in itertools.combinations(colours.items(), 2):
        found = difference(one, other, vision)
        assert found >= least, f"{a} and {b} differ by {found:.1f} under {vision}"


def test_the_difference_is_that_of_the_books() -> None:
    assert difference("#ffffff", "#000000", "normal") == pytest.approx(100, abs=0.1)
    assert difference("#ff0000", "#00ff00", "normal") == pytest.approx(170.6, abs=0.3)
    red_green = difference("#c04000", "#708000", "deuteranopia")
    assert red_green < difference("#c04000", "#708000", "normal") / 2


@pytest.mark.parametrize("vision", VISIONS)
@pytest.mark.parametrize("system", ["global1940", "europe1940"])
def test_powers_can_be_told_apart(system: str, vision: str) -> None:
    assert_clear(playing(system), vision)


@pytest.mark.parametrize("vision", VISIONS)
def test_the_palettes_own_powers_can_be_told_apart(vision: str) -> None:
    known = {names[0]: colour for colour, names in palette._POWERS.items()}
    assert_clear(known | {colour: colour for colour in palette._OTHERS}, vision)


@pytest.mark.parametrize("vision", VISIONS)
def test_sides_can_be_told_apart(vision: str) -> None:
    assert_clear(palette.side_colours(["Axis", "Allies"]), vision, 35)
    assert_clear(palette.side_colours(["Red", "Blue", "Green"]), vision, 20)


@pytest.mark.parametrize("vision", VISIONS)
def test_arms_can_be_told_apart(vision: str) -> None:
    assert_clear({arm: palette.ARMS[arm] for arm in ("land", "air", "sea")}, vision, 25)


@pytest.mark.parametrize("vision", VISIONS)
def test_theatres_can_be_told_apart(vision: str) -> None:
    board = a4a.dataset("global1940").board
    colours = palette.theatre_colours(theatre.name for theatre in board.theatres)
    assert list(colours) == [theatre.name for theatre in board.theatres]
    assert_clear(colours, vision, 30)
    for name, colour in colours.items():
        assert difference(colour, "#ffffff", "normal") > 35, name


def test_theatres_of_other_boards_get_colours() -> None:
    names = ["Pacific", *(f"theatre {i}" for i in range(20))]
    colours = palette.theatre_colours(names)
    assert list(colours) == names
    assert colours["Pacific"] == palette.theatre_colours(["Pacific"])["Pacific"]
    assert len(set(colours.values())) == 8
    assert [*colours.values()].count(colours["Pacific"]) == 1


def test_lines_can_be_seen_on_white() -> None:
    for name, colour in playing("global1940").items():
        assert difference(colour, "#ffffff", "normal") > 35, name


def colour_of(name: str, colour: str = "") -> str:
    return palette.power_colours([Power(name=name, colour=colour)])[name]


def test_a_catalogs_colour_comes_first_and_a_bad_one_is_passed_over() -> None:
    assert colour_of("Germany", "#ABCDEF") == "#abcdef"
    for bad in ("red", "#abc", "#12345g", 'url("x")', "#123456;}</style>", "#123456\n"):
        assert colour_of("Germany", bad) == "#2f2f37"


def test_unknown_powers_have_colours_that_do_not_change() -> None:
    names = [f"Ruritania {i}" for i in range(50)]
    once = [colour_of(name) for name in names]
    assert len(set(once)) > 5
    script = (
        "from a4a.charts import palette; from a4a.core.catalog import Power; "
        f"print(*[palette.power_colours([Power(name=n)])[n] for n in {names!r}])"
    )
    again = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert again.stdout.split() == once


def test_unknown_powers_of_one_game_have_different_colours() -> None:
    powers = [Power(name=f"Ruritania {i}") for i in range(10)]
    assert len(set(palette.power_colours(powers).values())) == 10
    more = [*powers, Power(name="one too many")]
    assert len(palette.power_colours(more)) == 11


def test_an_unknown_power_that_takes_no_turns_is_grey() -> None:
    powers = [Power(name="Neutral", playable=False), Power(name="Germany", playable=False)]
    assert palette.power_colours(powers) == {"Neutral": palette.NEUTRAL, "Germany": "#2f2f37"}


def test_all_names_of_a_power_have_its_colour() -> None:
    assert colour_of("Germans") == colour_of("germany")


def test_many_sides_get_colours() -> None:
    sides = [f"side {i}" for i in range(11)]
    assert list(palette.side_colours(sides)) == sides
    assert palette.side_colours([]) == {}


def test_powers_are_in_order_of_play() -> None:
    powers = (Power(name="Italy"), Power(name="Japan", colour="#010203"))
    assert palette.power_colours(powers) == {"Italy": "#624e0c", "Japan": "#010203"}


def test_the_palette_does_not_import_altair() -> None:
    script = "import sys; from a4a.charts import palette; sys.exit('altair' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", script], check=False).returncode == 0
