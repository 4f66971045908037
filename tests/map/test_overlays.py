"""Layers of counters and rules: zones, supply, conditions, holders; on maps, pictures, pages."""

from __future__ import annotations

import gzip
import json
import re
from base64 import b64decode
from typing import TYPE_CHECKING, Any

import pytest

import a4a
from a4a.core import events as ev
from a4a.map.board_map import BoardMap
from a4a.map.overlays import Overlaid, precomputed
from a4a.map.pictures import picture
from a4a.map.timeline_builder import build_timeline
from tests.pages.test_export import Outline

if TYPE_CHECKING:
    from pathlib import Path

    from a4a.core.record import GameRecord

PARIS = "1709"


@pytest.fixture
def record() -> GameRecord:
    """The start, and a step after which an Italian unit at war is on an island it cannot leave."""
    record = a4a.start("war_in_europe")
    record.append([ev.RoundBegan(1, "Autumn 1939"), ev.TurnBegan(("Germany",)), ev.PhaseBegan("A")])
    army = next(u for u in record.state_at(0).units.values() if u.name == "10th infantry")
    record.append([ev.UnitsMoved((army.id,), (str(army.place), PARIS), "other")])
    record.append([ev.PhaseBegan("B")])
    return record


def told(board: BoardMap) -> dict[str, Any]:
    return dict(board.painter.overlays)


def test_nothing_is_asked_while_the_layers_are_off(record: GameRecord) -> None:
    board = BoardMap(record)
    board.cursor.node = 1
    assert told(board) == {}


def test_switched_on_a_layer_tells_of_the_node_shown(record: GameRecord) -> None:
    board = BoardMap(record, node=1).supply()
    assert set(told(board)) == {"supply"}
    assert (told(board)["supply"]["node"], told(board)["supply"]["lacking"]) == (1, [])
    board.cursor.node = 2
    space = record.board.index[PARIS]
    assert told(board)["supply"]["lacking"] == [[space, 1, "the German 10th infantry"]]
    board.zones()
    assert told(board)["zones"]["node"] == 2
    assert next(kind for side, kind, _ in told(board)["zones"]["areas"] if side == 0) == "land"


def test_lines_are_told_once_for_all_that_share_them(record: GameRecord) -> None:
    found = Overlaid(record).of(0, "supply")["traced"]
    ways = [tuple(path) for _, _, path in found]
    assert len(set(ways)) == len(ways)
    assert all(path[0] == space for space, _, path in found)
    assert any(" and " in units for _, units, _ in found)


def test_games_whose_rules_show_nothing_are_not_offered_the_layers() -> None:
    board = BoardMap(a4a.start("europe1940"))
    assert not {row["id"] for row in board.painter.legend} & {"zones", "supply"}
    assert board.overlays == ()
    assert "nothing to show" in Overlaid(a4a.start("europe1940")).of(0, "zones")["why"]
    hexes = BoardMap(a4a.start("war_in_europe"))
    assert {row["id"] for row in hexes.painter.legend} >= {"zones", "supply"}


ABOUT = 'name = "phoney_war"\ntitle = "Phoney War"\nparent = "war_in_europe"\n'


def test_a_game_of_a_mod_shows_what_the_rules_it_is_played_by_offer(tmp_path: Path) -> None:
    (tmp_path / "dataset.toml").write_text(ABOUT)
    game = a4a.new_game(tmp_path)
    for view in (a4a.explore(game), a4a.DecisionPanel(game)):
        assert {row["id"] for row in view.board.painter.legend} >= {"zones", "supply"}
        view.board.zones().supply()
        assert {layer: found["why"] for layer, found in told(view.board).items()} == {
            "zones": "",
            "supply": "",
        }
    # Its record alone names no rules that could be asked.
    alone = BoardMap(game.record)
    assert not {row["id"] for row in alone.painter.legend} & {"zones", "supply"}


def test_a_record_of_a_mod_shows_them_if_its_folder_is_given(tmp_path: Path) -> None:
    (tmp_path / "dataset.toml").write_text(ABOUT)
    record = a4a.new_game(tmp_path).record
    cursor = a4a.Cursor(record, rules=tmp_path)
    for view in (a4a.explore(record, rules=tmp_path), a4a.explore(cursor)):
        assert {row["id"] for row in view.board.painter.legend} >= {"zones", "supply"}
        view.board.zones().supply()
        assert told(view.board)["zones"]["areas"]
        assert told(view.board)["supply"]["traced"]
        assert view.what_if(record.last).ruleset.system == "phoney_war"
    for known, rules in (({"zones", "supply"}, tmp_path), (set(), None)):
        page = a4a.export_html(record, tmp_path / "page.html", charts=(), rules=rules)
        block = Outline(page.read_text(encoding="utf-8")).blocks[0]
        models = json.loads(gzip.decompress(b64decode(block)))
        assert models["cursor"]["values"]["overlays"].keys() == known
        assert {row["id"] for row in models["board"]["values"]["legend"]} & {
            "zones",
            "supply",
        } == known
    layers = {"zones": {"on": True}, "supply": True}
    shown = a4a.picture(record, layers=layers, width=400, rules=tmp_path)
    assert shown.svg == view.board.picture(width=400).svg
    assert shown.svg != a4a.picture(record, layers=layers, width=400).svg


def test_rules_are_of_records_whose_mod_it_is(tmp_path: Path) -> None:
    (tmp_path / "dataset.toml").write_text(ABOUT)
    game = a4a.new_game(tmp_path)
    with pytest.raises(a4a.A4AError, match="a game being played has its own"):
        a4a.explore(game, rules=tmp_path)
    with pytest.raises(a4a.A4AError, match="of a game, not of a study"):
        a4a.explore(a4a.Study(), rules=tmp_path)
    other = a4a.start("europe1940")
    for view in (a4a.explore, a4a.Cursor, a4a.picture):
        with pytest.raises(a4a.A4AError, match="phoney_war"):
            view(other, rules=tmp_path)


def answer_of(known: dict[str, Any], node: int) -> dict[str, Any]:
    """What a page shows at a node."""
    last = max(i for i, since in enumerate(known["since"]) if since <= node)
    return dict(known["answers"][known["which"][last]])


def test_a_page_knows_what_a_notebook_shows_at_every_node_of_every_line(record: GameRecord) -> None:
    army = next(u for u in record.state_at(2).units.values() if u.name == "10th infantry")
    home = str(record.state_at(1).unit(army.id).place)
    record.append([ev.UnitsMoved((army.id,), (PARIS, home), "other")], parent=2)
    found = precomputed(record)
    assert set(found) == {"zones", "supply"}
    asked = Overlaid(record)
    for layer, known in found.items():
        assert not known["of_phases"]
        for node in (0, *record.steps):
            told = asked.of(node, layer)
            assert answer_of(known, node) == {k: v for k, v in told.items() if k != "node"}
    lacking = [len(answer_of(found["supply"], node)["lacking"]) for node in range(5)]
    assert lacking == [0, 0, 1, 1, 0]  # the last is of a variation
    assert len(found["supply"]["answers"]) < 5  # what is told again is told once
    assert json.dumps(found)
    assert precomputed(a4a.start("europe1940")) == {}


def test_a_page_of_a_long_game_knows_it_as_phases_and_variations_begin(record: GameRecord) -> None:
    army = next(u for u in record.state_at(2).units.values() if u.name == "10th infantry")
    record.append([ev.UnitsMoved((army.id,), (PARIS, "1808"), "other")])  # within phase B
    record.append([ev.UnitsMoved((army.id,), (PARIS, "1808"), "other")], parent=2)
    supply = precomputed(record, most=3)["supply"]
    assert supply["of_phases"]
    assert supply["since"] == [0, 1, 3, 5]


def test_pictures_hatch_zones_and_mark_who_lacks_supply(record: GameRecord) -> None:
    how = {"region": "Western Europe", "width": 600}
    layers = {"zones": {"of": "land"}, "supply": True}
    svg = picture(record, 2, layers=layers, **how).svg  # type: ignore[arg-type]
    assert len(re.findall(r'<path[^>]*fill="url\(#zone-\d\)"', svg)) == 2
    assert "zones of control of Axis: land" in svg
    assert "out of supply" in svg
    assert "out of supply" not in picture(record, 1, layers=layers, **how).svg  # type: ignore[arg-type]
    assert "zone-" not in picture(record, 2, **how).svg  # type: ignore[arg-type]


def marked(record: GameRecord) -> int:
    """A step after which the German army in Paris has done what it may, and Calais has fallen."""
    army = next(u for u in record.state_at(2).units.values() if u.name == "10th infantry")
    return record.append([
        ev.UnitsConverted((army.id,), "fought", gained=("ops complete",)),
        ev.ControlChanged("1708", "France", "Germany", "conquest"),
    ])  # fmt: skip


def test_a_counter_says_that_it_is_marked(record: GameRecord) -> None:
    marked(record)
    timeline = build_timeline(record, record.line())
    rows = {(row.name, row.marked) for row in timeline.counters.values()}
    assert {("10th infantry", ""), ("10th infantry", "Ops Complete")} <= rows
    assert any(words.endswith("Ops Complete") for words in timeline.conditions)


def test_pictures_count_reduced_and_marked_counters_and_ring_held_places(
    record: GameRecord,
) -> None:
    node = marked(record)
    how = {"region": "Western Europe", "width": 1000}
    shown = picture(record, node, layers=("units", "conditions"), **how).svg  # type: ignore[arg-type]
    assert "counters marked" in shown
    assert "counters reduced" in shown
    before = picture(record, 2, layers=("units", "conditions"), **how).svg  # type: ignore[arg-type]
    assert "counters marked" not in before
    assert "counters reduced" in before
    rings = 'fill="none" stroke="[^"]*" stroke-width="2.6"'
    dashed = f'{rings}[^>]*stroke-dasharray="4 3"'
    held = picture(record, node, layers=("holders",), **how).svg  # type: ignore[arg-type]
    was = picture(record, 2, layers=("holders",), **how).svg  # type: ignore[arg-type]
    assert len(re.findall(rings, held)) == len(re.findall(rings, was)) > 10
    assert len(re.findall(dashed, held)) == len(re.findall(dashed, was)) + 1


def test_what_a_neutral_holds_is_ringed_once_it_has_joined_a_side(record: GameRecord) -> None:
    how = {"layers": ("holders",), "region": "Scandinavia and the Baltic", "width": 1000}
    ring = 'fill="none" stroke="([^"]*)" stroke-width="2.6"'
    allies = next(row for row in build_timeline(record, (0,)).sides if row.name == "Allies").colour
    before = re.findall(ring, picture(record, **how).svg)  # type: ignore[arg-type]
    record.append([
        ev.RelationChanged("Great Britain", "Norway", "neutral", "allied"),
        ev.RelationChanged("Germany", "Norway", "neutral", "war"),
    ])  # fmt: skip
    after = re.findall(ring, picture(record, **how).svg)  # type: ignore[arg-type]
    marks = [set(space.features) for space in record.board.spaces if space.original == "Norway"]
    ports = sum("port" in features for features in marks)
    assert after.count(allies) == before.count(allies) + ports
    assert ports > 0
