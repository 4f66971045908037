"""A page as a file: what is in it, what it allows, what is refused."""

from __future__ import annotations

import gzip
import json
import re
from base64 import b64decode, b64encode
from collections import Counter
from hashlib import sha256
from html.parser import HTMLParser
from importlib.resources import files
from typing import TYPE_CHECKING, Any

import altair as alt
import polars as pl
import pytest

import a4a
from a4a.core import events as ev
from a4a.core.errors import A4AError, RecordError
from a4a.map.board_map import Painter
from a4a.map.forest import Forest
from a4a.pages import scripts
from tests.map.skirmish import MISCHIEF, mischievous
from tests.shared_games import shipped

if TYPE_CHECKING:
    from pathlib import Path

    from a4a.core.record import GameRecord

CHART = alt.Chart(pl.DataFrame({"turn": [1, 2], "income": [30, 34]})).mark_line()
CHART = CHART.encode(x="turn:Q", y="income:Q")
CODE = ("", "text/javascript", "module")


class Outline(HTMLParser):
    """The elements of a page, with the texts of those that hold code or data."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.tags: Counter[str] = Counter()
        self.attributes: list[tuple[str, str, str]] = []
        self.scripts: list[str] = []
        self.blocks: list[str] = []
        self.styles: list[str] = []
        self.meta: dict[str, str] = {}
        self.words: list[str] = []
        self._into: list[str] | None = self.words
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        self.tags[tag] += 1
        self.attributes += [(tag, name, value) for name, value in values.items()]
        if tag == "meta":
            self.meta[values.get("http-equiv") or values.get("name", "")] = values.get(
                "content", ""
            )
        self._into = self.words
        if tag == "script":
            self._into = self.scripts if values.get("type", "") in CODE else self.blocks
        elif tag == "style":
            self._into = self.styles

    def handle_data(self, data: str) -> None:
        self._into.append(data)

    def handle_endtag(self, tag: str) -> None:
        self._into = self.words


def written(record: GameRecord, folder: Path, **how: Any) -> str:
    how.setdefault("charts", ())
    return a4a.export_html(record, folder / "game.html", **how).read_text(encoding="utf-8")


def unpacked(text: str) -> dict[str, dict[str, Any]]:
    """The models that a page carries, as its script reads them."""
    blocks = [b64decode(block) for block in Outline(text).blocks]
    models = json.loads(gzip.decompress(blocks[0]))
    return {
        name: model["values"] | {key: blocks[n] for key, n in model["bytes"].items()}
        for name, model in models.items()
    }


@pytest.fixture
def record() -> GameRecord:
    """A short game with a variation."""
    record = a4a.start("europe1940")
    for turn in range(1, 4):
        record.append([ev.RoundBegan(turn)])
    record.append([ev.Noted("elsewhere")], parent=1)
    return record


def test_the_policy_allows_what_is_in_the_page_and_nothing_else(
    record: GameRecord, tmp_path: Path
) -> None:
    page = Outline(written(record, tmp_path))

    def hashes(texts: list[str]) -> set[str]:
        return {f"'sha256-{b64encode(sha256(t.encode()).digest()).decode()}'" for t in texts}

    rules = dict(rule.split(" ", 1) for rule in page.meta["Content-Security-Policy"].split("; "))
    assert rules == {
        "default-src": "'none'",
        "script-src": rules["script-src"],
        "style-src": rules["style-src"],
        "img-src": "data:",
        "base-uri": "'none'",
        "form-action": "'none'",
    }
    assert len(page.scripts) == 2
    assert set(rules["script-src"].split()) == hashes(page.scripts)
    assert set(rules["style-src"].split()) == hashes([*page.styles, ""])


@pytest.mark.parametrize(
    ("players", "said"),
    [
        ({"Germany": "Ada", "Italy": "Bo"}, "Ada (Germany) v. Bo (Italy)"),
        ({"Germany": "computer", "Italy": "computer"}, "played by computer"),
        ({"Germany": "Human", "Italy": "Human"}, ""),
    ],
)
def test_a_page_says_who_plays(players: dict[str, str], said: str, tmp_path: Path) -> None:
    record = a4a.start("europe1940")
    record.name_players(players)
    page = a4a.export_html(record, tmp_path / "game.html", charts=()).read_text(encoding="utf-8")
    about = Outline(page).meta["description"]
    assert about.endswith(f"0 steps · {said}" if said else "0 steps")


def test_the_policy_comes_before_anything_it_is_about(record: GameRecord, tmp_path: Path) -> None:
    text = written(record, tmp_path)
    assert 0 < text.index("Content-Security-Policy") < text.index("<title>")
    assert text.index("<title>") < text.index("<style>") < text.index("<script")


def test_nothing_is_referred_to_but_the_page_itself(record: GameRecord, tmp_path: Path) -> None:
    page = Outline(written(record, tmp_path))
    links = [value for _, name, value in page.attributes if name in ("href", "src", "action")]
    assert sorted(links) == ["#node=0", "data:,"]
    assert not any(name.startswith("on") or name == "style" for _, name, _ in page.attributes)
    assert "url(" not in page.styles[0]
    assert "@import" not in page.styles[0]
    assert not any("sourceMappingURL" in script for script in page.scripts)


def test_code_and_styles_cannot_end_early(record: GameRecord, tmp_path: Path) -> None:
    assert not re.search(r"</script|<!--|<script", scripts.leaflet() + scripts.script(), re.I)
    assert "</style" not in scripts.styles().lower()


def test_the_page_runs_the_scripts_of_the_notebook() -> None:
    code = scripts.script()
    for view in scripts.VIEWS.values():
        modules, _, export = view._esm.partition("\nexport default ")
        assert export
        assert all(part in code for part in modules.split("\n})();\n"))
    assert Painter._esm.count("\n") > 500  # the whole of it, not a pointer to it
    assert code.count("class Session {") == 1
    assert not re.search(r"^(import|export)\b", code, re.MULTILINE)


def test_the_page_shows_the_views_that_it_carries() -> None:
    (listed,) = re.findall(r"const VIEWS = \{(.*?)\};", scripts.script(), re.S)
    assert [view.split(":")[0].strip() for view in listed.rstrip(", \n").split(",")] == list(
        scripts.VIEWS
    )


def test_the_page_carries_the_game(record: GameRecord, tmp_path: Path) -> None:
    models = unpacked(written(record, tmp_path))
    assert models["cursor"]["timeline"] == Forest(record).packet()
    assert (models["cursor"]["node"], models["cursor"]["variation"]) == (0, 0)
    assert [row["first"] for row in models["cursor"]["variations"]] == [4]
    assert len(models["layer"]["data"]["features"]) == len(record.board.spaces)
    assert len(models["board"]["anchors"]) == len(record.board.spaces)
    assert models["stepper"]["cursor"] == "IPY_MODEL_cursor"


def test_it_opens_at_a_node_and_shows_its_line(record: GameRecord, tmp_path: Path) -> None:
    def shown(**how: Any) -> tuple[int, int]:
        cursor = unpacked(written(record, tmp_path, **how))["cursor"]
        return cursor["node"], cursor["variation"]

    assert shown(at=2) == (2, 0)
    assert shown(at=4) == (4, 4)
    assert shown(line="variation 4") == (0, 4)
    assert shown(line="variation 4", at=1) == (1, 4)


def test_annotations_go_along(record: GameRecord, tmp_path: Path) -> None:
    record.annotate(a4a.Comment(node=2, text="<b>bold</b>", author="Ann"))
    record.annotate(a4a.Arrow(node=1, path=("Germany", "Poland")))
    record.annotate(a4a.Comment(node=4, text="on another line"))
    notes = unpacked(written(record, tmp_path))["cursor"]["notes"]
    index = record.board.index
    assert [(n["node"], n["kind"], n["text"], n["spaces"]) for n in notes] == [
        (2, "comment", "<b>bold</b>", []),
        (1, "arrow", "", [index["Germany"], index["Poland"]]),
        (4, "comment", "on another line", []),
    ]


def test_findings_of_an_audit_go_along(tmp_path: Path) -> None:
    game = a4a.start("global1940")
    game.append([ev.RoundBegan(1), ev.TurnBegan(("Germany",)), ev.PhaseBegan("Collect Income")])
    game.append([ev.ResourceChanged("Germany", "IPC", 99, "income")])
    found = unpacked(written(game, tmp_path, findings=a4a.audit(game)))["cursor"]["findings"]
    assert (found[0]["node"], found[0]["rule"]) == (2, "AA-INC-001")
    assert "findings" not in unpacked(written(game, tmp_path))["cursor"]
    with pytest.raises(A4AError, match=r"a4a\.audit"):
        written(game, tmp_path, findings="none")


def test_charts_are_drawn_and_none_are_made_for_an_empty_list(
    record: GameRecord, tmp_path: Path
) -> None:
    for charts in ([CHART], lambda: [CHART]):
        (picture,) = unpacked(written(record, tmp_path, charts=charts))["charts"]["pictures"]
        assert "a4a-cursor turn 2" in picture["svg"]
    assert len(unpacked(written(record, tmp_path, charts=None))["charts"]["pictures"]) > 1
    assert unpacked(written(record, tmp_path))["charts"]["pictures"] == []


def test_layers_begin_as_chosen(record: GameRecord, tmp_path: Path) -> None:
    layers = unpacked(written(record, tmp_path, layers={"units": False}))["board"]["layers"]
    assert not layers["units"]["on"]
    assert layers["control"]["on"]


@pytest.mark.parametrize(
    "text", [*MISCHIEF, "a\u2028b\u2029c", "--><!--", "x" * 100_000, "{title}"]
)
def test_titles_are_text(record: GameRecord, tmp_path: Path, text: str) -> None:
    tame = Outline(written(record, tmp_path, title="Tame"))
    page = Outline(written(record, tmp_path, title=text))
    assert page.tags == tame.tags
    assert [a for a in page.attributes if a[0] != "meta"] == [
        a for a in tame.attributes if a[0] != "meta"
    ]
    assert "".join(page.words).count(text) == 2


def test_a_hostile_game_adds_nothing_to_the_page(record: GameRecord, tmp_path: Path) -> None:
    hostile = mischievous()
    for text in (*MISCHIEF, "\u2028</script\u2029><!--", "y" * 20_000):
        hostile.annotate(a4a.Comment(node=3, text=text, author=text[:100]))
    tame, page = Outline(written(record, tmp_path)), written(hostile, tmp_path)
    assert Outline(page).tags == tame.tags
    assert Outline(page).scripts == tame.scripts
    assert re.search(r"<title>&lt;/script&gt;", page)
    assert "window.pwned" not in page.replace("window.pwned=&#x27;", "")


def test_the_licence_of_leaflet_is_in_the_page_and_the_files_are_the_ones_released(
    record: GameRecord, tmp_path: Path
) -> None:
    assert "Redistribution and use in source and binary forms" in written(record, tmp_path)
    vendored = files("a4a") / "pages" / "static" / "vendor"
    told = dict(re.findall(r"\| ([\w.]+) \| (\w{64}) \|", (vendored / "README.md").read_text()))
    assert set(told) == {"leaflet.js", "leaflet.css"}
    for name, digest in told.items():
        assert sha256((vendored / name).read_bytes()).hexdigest() == digest


def test_what_cannot_be_shown_is_refused(record: GameRecord, tmp_path: Path) -> None:
    out = tmp_path / "game.html"
    with pytest.raises(RecordError, match="a record or a study, not a str"):
        a4a.export_html("game.a4a", out)  # type: ignore[arg-type]
    with pytest.raises(RecordError, match="no node 99"):
        a4a.export_html(record, out, at=99)
    with pytest.raises(RecordError, match="no line 'side'"):
        a4a.export_html(record, out, line="side")
    with pytest.raises(RecordError, match="node 3 is not on the line 'variation 4'"):
        a4a.export_html(record, out, line="variation 4", at=3)
    with pytest.raises(A4AError, match="no layer 'clouds'"):
        a4a.export_html(record, out, layers={"clouds": True})
    with pytest.raises(A4AError, match="no part 'Atlantis'"):
        a4a.export_html(record, out, view="Atlantis")
    with pytest.raises(A4AError, match="a chart cannot be drawn"):
        a4a.export_html(record, out, charts=[{"mark": "nothing like a mark"}])
    with pytest.raises(A4AError, match="cannot be written on a page"):
        a4a.export_html(record, out, title="\ud800", charts=())
    record.append([ev.Noted("half a pair: \ud800")])
    with pytest.raises(A4AError, match="cannot be written on a page"):
        a4a.export_html(record, out, charts=())
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", ["game.a4a", "game", "nowhere/game.html"])
def test_what_cannot_be_written_is_refused(record: GameRecord, tmp_path: Path, name: str) -> None:
    with pytest.raises(A4AError, match=r"\.html|there is no folder"):
        a4a.export_html(record, tmp_path / name, charts=())
    assert list(tmp_path.iterdir()) == []


def test_an_older_page_stays_until_the_new_one_is_whole(record: GameRecord, tmp_path: Path) -> None:
    out = a4a.export_html(record, tmp_path / "game.html", charts=())
    before = out.read_bytes()
    with pytest.raises(A4AError):
        a4a.export_html(record, out, charts=[{"mark": "nothing like a mark"}])
    assert out.read_bytes() == before
    a4a.export_html(record, str(out), charts=(), title="New")
    assert b"<title>New</title>" in out.read_bytes()
    assert list(tmp_path.iterdir()) == [out]


def test_a_game_of_twelve_rounds_can_be_mailed(tmp_path: Path) -> None:
    record = shipped("global1940_fast_computer")
    assert a4a.export_html(record, tmp_path / "game.html").stat().st_size < 2.5e6
