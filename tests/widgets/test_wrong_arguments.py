"""What a picture, a page or an explorer cannot be made of is said in a sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

import a4a
from a4a.core.errors import A4AError

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


@pytest.mark.parametrize(
    ("make", "how", "says"),
    [
        (a4a.picture, {"title": 5}, "title=5: a title is a text"),
        (a4a.picture, {"theme": []}, "a picture is light or dark"),
        (a4a.small_multiples, {"nodes": 5}, "give the nodes to show in a list"),
        (a4a.small_multiples, {"title": b"x"}, "a title is a text"),
        (a4a.explore, {"projector": "yes"}, "is True or False"),
    ],
)
def test_a_wrong_kind_of_argument(
    make: Callable[..., Any], how: dict[str, object], says: str
) -> None:
    with pytest.raises(A4AError, match=says):
        make(a4a.start("europe1940"), **how)


@pytest.mark.parametrize(
    ("how", "says"),
    [
        ({"title": 5}, "a title is a text"),
        ({"charts": 5}, "charts are Altair charts in a list"),
        ({"charts": "income"}, "charts are Altair charts in a list"),
        ({"path": 5}, "5 is no path"),
    ],
)
def test_a_page_of_a_wrong_kind(how: dict[str, object], says: str, tmp_path: Path) -> None:
    asked: dict[str, Any] = {"path": tmp_path / "game.html", **how}
    with pytest.raises(A4AError, match=says):
        a4a.export_html(a4a.start("europe1940"), asked.pop("path"), **asked)
    assert list(tmp_path.iterdir()) == []
