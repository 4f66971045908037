"""Studies as pages: what a page of a study carries, and what it refuses."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

import a4a
from a4a.core.errors import A4AError
from a4a.core.study import Study
from a4a.lessons.parts import copied
from a4a.pages.pictures import standard
from a4a.pages.studies import study_models
from tests.map.studies import small_study
from tests.pages.test_export import unpacked

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(scope="module")
def study() -> Study:
    return small_study()


@pytest.fixture(scope="module")
def models(study: Study) -> dict[str, Any]:
    """What its page is made of."""
    return study_models(study)


def test_games_of_one_board_share_a_stage(models: dict[str, Any]) -> None:
    assert models["page"]["stages"] == [[1, 2], [3]]
    assert {name for name in models if name.startswith("cursor ")} == {
        "cursor 1", "cursor 2", "cursor 3",
    }  # fmt: skip
    assert {"layer", "1/layer", "board", "1/board"} < set(models)
    assert models["1/board"]["cursor"] == models["1/contents"]["cursor"] == "IPY_MODEL_cursor 3"
    assert models["board"]["prefix"] != models["1/board"]["prefix"]  # their spaces are told apart


def test_each_game_begins_where_its_first_chapter_does(models: dict[str, Any]) -> None:
    assert [models[f"cursor {n}"]["node"] for n in (1, 2, 3)] == [0, 5, 1]


def test_the_page_carries_the_chapters(study: Study, tmp_path: Path) -> None:
    page = a4a.export_html(study, tmp_path / "study.html", title="A <lesson>", charts=())
    text = page.read_text(encoding="utf-8")
    assert "<title>A &lt;lesson&gt;</title>" in text
    assert "by Ada · 4 chapters · 3 games" in text
    models = unpacked(text)
    rows = models["contents"]["chapters"]
    assert [row["title"] for row in rows] == ["Opening", "Elsewhere", "Waiting", "Europe"]
    assert rows[0]["told"].endswith("Ada (Germany) v. Bo (Soviet Union)")
    assert rows[1]["view"] == {
        "bounds": [[30, -10], [60, 40]], "layers": {"units": {"on": False}},
    }  # fmt: skip
    assert rows[2]["told"].split(" · ")[1] == "Waiting"
    assert rows[2]["view"] is None
    assert next(iter(models["tabs"]["panels"])) == "a4a-contents"
    game = a4a.export_html(study.record(1), tmp_path / "game.html", charts=())
    assert "a4a-contents" not in unpacked(game.read_text(encoding="utf-8"))["tabs"]["panels"]


@pytest.mark.parametrize(
    "given", [{"at": 1}, {"line": "main"}, {"view": "Europe"}, {"charts": [1]}]
)
def test_what_only_a_game_has_is_refused(study: Study, tmp_path: Path, given: Any) -> None:
    with pytest.raises(A4AError, match="are of a game, not of a study"):
        a4a.export_html(study, tmp_path / "study.html", **given)


def test_each_line_that_chapters_go_along_has_its_charts_once(
    study: Study, models: dict[str, Any]
) -> None:
    page = models["page"]
    one, two, waiting, europe = (page["charted"][chapter.id] for chapter in study.chapters)
    assert [one, two, waiting, europe] == [[(None, 0)], [(None, 2)], [(None, 1)], [(None, 3)]]
    assert len(page["charts"]) == 4
    assert all("<svg" in picture["svg"] for charts in page["charts"] for picture in charts)
    plain = study_models(study, charts=False)["page"]
    assert (plain["charts"], plain["charted"]) == ([], {})


def test_charts_are_drawn_as_far_as_a_chapter_to_be_guessed_too() -> None:
    study = small_study()
    study.edit(3, mode="guess")  # from node 18, in the game of chapter 1
    models = study_models(study)
    assert (models["cursor 1"]["withheld"], models["cursor 2"]["withheld"]) == ([18], [])
    page, record = models["page"], study.records[1]
    assert [page["charted"][n] for n in (1, 3)] == [[(18, 2), (None, 0)], [(18, 2), (None, 1)]]
    (begun,) = standard(copied(record, record.way_to(18)), 18)
    assert page["charts"][2] == begun not in (page["charts"][0], page["charts"][1])


def test_findings_are_told_of_the_game_they_are_of(study: Study, tmp_path: Path) -> None:
    found = a4a.audit(study.records[2])
    told = study_models(study, charts=False, findings={2: found})
    assert len(told["cursor 2"]["findings"]) == len(found) > 0
    assert "findings" not in told["cursor 1"]
    file = tmp_path / "study.html"
    with pytest.raises(A4AError, match="by the numbers of its games, 1, 2, 3"):
        a4a.export_html(study, file, findings=found)
    with pytest.raises(A4AError, match="no game 7; there are 1, 2, 3"):
        a4a.export_html(study, file, findings={7: found})
    with pytest.raises(A4AError, match="are of a study; give one frame"):
        a4a.export_html(study.records[2], file, findings={2: found})


def test_a_study_without_chapters_is_refused(tmp_path: Path) -> None:
    with pytest.raises(A4AError, match="no chapters yet"):
        a4a.export_html(Study("Empty"), tmp_path / "study.html")
    assert list(tmp_path.iterdir()) == []
