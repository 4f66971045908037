"""Animated pictures: their frames, how long they are shown, what they refuse."""

from __future__ import annotations

import io
from base64 import b64decode
from collections.abc import Callable
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from PIL import Image, ImageSequence

from a4a.charts.palette import power_colours
from a4a.core import events as ev
from a4a.core.errors import A4AError
from a4a.core.record import GameRecord
from a4a.map.pictures import animate
from a4a.map.pictures.animation import Film
from a4a.map.pictures.board import chosen_layers
from a4a.map.pictures.scene import LOOKS
from tests.map.skirmish import mischievous, skirmish
from tests.map.small import small_game


@pytest.fixture(scope="module")
def game() -> GameRecord:
    return skirmish(rounds=2, moves=2)


@pytest.fixture(scope="module")
def short() -> GameRecord:
    return skirmish(rounds=1, moves=2)


@pytest.fixture(scope="module")
def animated(short: GameRecord, tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """Film the game over Europe, once in each format."""

    @cache
    def made(suffix: str) -> Path:
        file = tmp_path_factory.mktemp("film") / f"x.{suffix}"
        return animate(short, file, region="Europe", seconds=0.3, width=240).path

    return made


def film_of(game: GameRecord, **wanted: object) -> Film:
    how = {"region": None, "width": 300, "by": "turn", **wanted}
    return Film(game, chosen_layers(("control", "fronts")), LOOKS["light"], **how)  # type: ignore[arg-type]


def test_there_is_a_frame_at_the_start_and_after_every_turn(game: GameRecord) -> None:
    film = film_of(game)
    turns = [node for node in game.line()[1:]
             if any(isinstance(e, ev.TurnBegan) for e in game.step(node).events)]  # fmt: skip
    assert len(film) == 1 + len(turns)
    line = game.line()
    for position, following in zip(film.positions, turns, strict=False):
        assert line[position] == game.parent(following)
    assert line[film.positions[-1]] == game.last


def test_there_is_a_frame_after_every_round(game: GameRecord) -> None:
    film = film_of(game, by="round")
    assert [film.caption(position) for position in film.positions] == [
        "Start", "Round 1 · " + game.catalog.powers[8].name, "Round 2 · "
        + game.catalog.powers[8].name,
    ]  # fmt: skip


def test_a_round_nobody_had_a_turn_in_has_no_frame() -> None:
    record = small_game()
    with_round = len(film_of(record, by="round"))
    record.append([ev.RoundBegan(2)])
    assert len(film_of(record, by="round")) == with_round


@pytest.mark.parametrize("suffix", ["gif", "webp"])
def test_a_file_has_all_frames_and_holds_the_last(
    suffix: str, short: GameRecord, animated: Callable[[str], Path]
) -> None:
    with Image.open(animated(suffix)) as image:
        frames = list(ImageSequence.Iterator(image))
        assert image.n_frames == len(film_of(short)) > 5  # type: ignore[attr-defined]
        shown = []
        for i in range(len(frames)):
            image.seek(i)
            image.load()
            shown.append(image.info["duration"])
        assert shown == [300] * (len(frames) - 1) + [1200]
        assert image.size[0] == 240
        assert image.info["loop"] == 0


@pytest.mark.parametrize("suffix", ["gif", "webp"])
def test_a_film_shows_itself_in_a_notebook(suffix: str, tmp_path: Path) -> None:
    film = animate(small_game(), tmp_path / f"x.{suffix}", region=None, width=240)
    shown = film._repr_mimebundle_()
    assert b64decode(shown[f"image/{suffix}"]) == film.path.read_bytes()
    assert f"x.{suffix}" in shown["text/plain"]
    film.path.unlink()
    assert list(film._repr_mimebundle_()) == ["text/plain"]


def test_frames_of_a_gif_look_as_drawn_and_share_a_palette(
    short: GameRecord, animated: Callable[[str], Path]
) -> None:
    path = animated("gif")
    film = film_of(short, region="Europe", width=240)
    with Image.open(path) as image:
        for i in (0, len(film) // 2, len(film) - 1):
            image.seek(i)
            seen = np.asarray(image.convert("RGB"), dtype=int)
            with Image.open(io.BytesIO(film[i].png())) as drawn:
                wanted = np.asarray(drawn.convert("RGB"), dtype=int)
            assert seen.shape == wanted.shape
            off = np.abs(seen - wanted).max(axis=2)
            assert (off <= 3).mean() > 0.85, "flat colours are as they were"
            assert off.mean() < 3, "of 255, at the edges too"
    assert _local_palettes(path.read_bytes()) == 0


def test_a_gif_has_the_colours_of_every_power_in_its_legend(
    game: GameRecord, tmp_path: Path
) -> None:
    path = animate(game, tmp_path / "x.gif", region=None, by="round", width=600)
    colours = power_colours(p for p in game.catalog.powers if p.playable)
    with Image.open(path) as image:
        seen = np.asarray(image.convert("RGB"), dtype=int).reshape(-1, 3)
    for power, colour in colours.items():
        wanted = [int(colour[i : i + 2], 16) for i in (1, 3, 5)]
        assert np.abs(seen - wanted).max(axis=1).min() <= 4, power


def _local_palettes(gif: bytes) -> int:
    """How many frames of a GIF bring a colour table of their own."""
    at = 13 + 3 * (2 << (gif[10] & 7))
    found = 0
    while gif[at] != 0x3B:
        if gif[at] == 0x21:
            at += 2
        else:
            flags = gif[at + 9]
            found += flags >> 7
            at += 11 + (3 * (2 << (flags & 7)) if flags >> 7 else 0)
        while gif[at]:
            at += gif[at] + 1
        at += 1
    return found


def test_the_same_game_gives_the_same_file(tmp_path: Path) -> None:
    files = [animate(small_game(), tmp_path / f"{i}.gif", region=None, width=240) for i in (1, 2)]
    assert files[0].path.read_bytes() == files[1].path.read_bytes()


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"path": "x.mp4"}, r"the suffix is \.gif or \.webp"),
        ({"path": 7}, "is no path"),
        ({"region": "Atlantis"}, "no part 'Atlantis'"),
        ({"region": "Eastern Front"}, "no part 'Eastern Front' of the board: there are"),
        ({"by": "phase"}, "give 'turn' or 'round'"),
        ({"seconds": 0}, "0.02 to 60 seconds"),
        ({"seconds": "1"}, "give a number"),
        ({"layers": ("nothing",)}, "no layer 'nothing'"),
        ({"width": 9000}, "200 to 8000"),
    ],
)
def test_what_cannot_be_animated_is_refused(
    wrong: dict[str, object], says: str, tmp_path: Path
) -> None:
    how = {"path": tmp_path / "x.gif", "region": None, **wrong}
    with pytest.raises(A4AError, match=says):
        animate(small_game(), **how)  # type: ignore[arg-type]
    assert list(tmp_path.iterdir()) == []


def test_more_than_fits_into_memory_is_refused(
    game: GameRecord, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("a4a.map.pictures.animation._MOST_BYTES", 1e6)
    with pytest.raises(A4AError, match="give a smaller width, or by='round'"):
        animate(game, tmp_path / "x.gif", region=None)


def test_where_nothing_can_be_written_is_told_before_anything_is_drawn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("a4a.map.pictures.animation._gif", lambda *_: pytest.fail("drawn"))
    with pytest.raises(A4AError, match="there is no folder"):
        animate(small_game(), tmp_path / "nowhere" / "x.gif", region=None)


def test_a_half_written_file_never_replaces_a_good_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = animate(small_game(), tmp_path / "x.gif", region=None, width=200).path
    good = target.read_bytes()

    def fail(*_: object) -> bytes:
        raise MemoryError("in the middle")

    monkeypatch.setattr("a4a.map.pictures.animation._gif", fail)
    with pytest.raises(MemoryError):
        animate(small_game(), target, region=None, width=300)
    assert target.read_bytes() == good
    assert [path.name for path in tmp_path.iterdir()] == ["x.gif"]


def test_a_hostile_game_is_only_drawn(tmp_path: Path) -> None:
    path = animate(mischievous(), tmp_path / "x.gif", region=None, width=300)
    with Image.open(path) as image:
        # Frames that look alike are one, shown as long as both.
        assert 1 <= image.n_frames <= len(film_of(mischievous()))  # type: ignore[attr-defined]
