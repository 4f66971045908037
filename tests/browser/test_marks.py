"""Fronts, moves, battles and annotations on the board, in a real JupyterLab."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import pytest

from a4a.map.cursor import Cursor
from a4a.map.timeline_builder import build_timeline
from tests.browser.test_explorer import MAP, go, ready
from tests.map.skirmish import MISCHIEF, skirmish

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from playwright.sync_api import Page

    from a4a.core.record import GameRecord
    from a4a.map.timeline import Timeline, Track
    from tests.browser.lab import Lab, Notebook

ROUND = {"rounds": 1, "moves": 8}
NOTES_AT = 40  # a position that some notes hang on

# Cells, by what they do in the kernel.
CELLS = {
    "open": """
x = a4a.explore(record, charts=())
drawn = []
x.board.painter.on_msg(
    lambda _, content, __: drawn.append(content) if content["type"] == "drawn" else None
)
x""",
    "by turn": "_ = x.board.movement(over='turn').battles(over='turn')",
    "by step": "_ = x.board.movement(over='step').battles(over='phase')",
    "note": f"""
def note(kind, spaces=(), colour="", text="", when="", sign=""):
    place = [record.board.index[name] for name in spaces]
    return dict(id=1, node={NOTES_AT}, kind=kind, author="", text=text, when=when, sign=sign,
                spaces=place, colour=colour, prose=[], source="", side="", view=None)
x.cursor.notes = [
    note("arrow", ("Germany", "Poland", "Baltic States"), colour="#0a7d33"),
    note("highlight", ("France", "Egypt"), colour='url(//x)" onload="window.pwned=1'),
    note("glyph", sign="?!"),
    note("comment", text={MISCHIEF[0]!r}, when="after"),
    note("comment", text="And before it", when="before"),
]""",
    "forget": "x.cursor.notes = []",
    "draw": """
for note in record.annotations:
    record.remove_annotation(note.id)
x.cursor.refresh_notes()
drawn.clear()
x.board.painter.drawing = "arrow\"""",
    "highlight": 'x.board.painter.drawing = "highlight"',
    "drawn": "[drawn, x.board.painter.drawing]",
    "selected": "x.board.selected",
    "change": """
x.board.painter.changes = {"title": "<b>before</b> and after", "tuv": [12, 34], "spaces": [
    {"space": record.board.index["France"], "was": 1, "now": 0,
     "gains": [[0, 0, 3]], "losses": [[1, 0, 2], [1, 1, 1]]},
    {"space": record.board.index["Egypt"], "was": 0, "now": 0, "gains": [[0, 0, 1]], "losses": []},
]}""",
    "no change": "x.board.painter.changes = {}",
}


@pytest.fixture(scope="module")
def record() -> GameRecord:
    return skirmish(**ROUND)


@pytest.fixture(scope="module")
def timeline(record: GameRecord) -> Timeline:
    return build_timeline(record, Cursor(record).line)


@pytest.fixture(scope="module")
def shared(lab: Lab, project: Path) -> Iterator[Notebook]:
    setting = (
        f"import sys\nsys.path.insert(0, {str(project)!r})\nimport a4a\n"
        f"from tests.map.skirmish import skirmish\nrecord = skirmish(**{ROUND!r})\n"
    )
    with lab.notebook([setting, *CELLS.values()], height=1200) as notebook:
        notebook.run(0)
        notebook.run(1)
        ready(notebook.page)
        yield notebook


@pytest.fixture
def board(shared: Notebook) -> Iterator[Page]:
    """The page of an explorer at its start, with its layers as they are at first."""
    page = shared.page
    page.locator(MAP).focus()
    for key in ("Escape", "0", "Home"):
        page.keyboard.press(key)
    page.wait_for_selector(f"{MAP}[data-position='0']")
    page.mouse.move(0, 0)
    yield page
    shared.check()


def run(shared: Notebook, name: str) -> Any:
    """Run a cell by what it does; what it told, if anything."""
    index = 1 + list(CELLS).index(name)
    shared.run(index)
    outputs = shared.outputs(index)
    return outputs[0]["data"]["text/plain"] if outputs and "data" in outputs[0] else None


def value_at(track: Track, position: int) -> int:
    pairs = zip(track[::2], track[1::2], strict=True)
    return [value for at, value in pairs if at <= position][-1]


def middle(page: Page, record: GameRecord, space: str) -> tuple[float, float]:
    """A point of a space's shape on the screen."""
    index = record.board.index[space]
    point: list[float] = page.locator(f"path.a4a-space[class*='-{index} ']").evaluate(
        """el => {
            const box = el.getBBox(), m = el.getScreenCTM();
            for (const [u, v] of [[.5, .5], [.4, .6], [.6, .4], [.3, .5], [.7, .5], [.5, .25]]) {
                const p = new DOMPoint(box.x + u * box.width, box.y + v * box.height);
                if (!el.isPointInFill(p)) continue;
                const q = p.matrixTransform(m);
                const on = document.elementsFromPoint(q.x, q.y);
                if (on.find((e) => e.classList.contains("a4a-space")) === el) return [q.x, q.y];
            }
            throw new Error("no point of the space is free");
        }"""
    )
    return point[0], point[1]


# Of every land front with a line whether points of it lie on the outlines of both its spaces.
ON_BORDERS = """(pairs) => Object.entries(pairs).map(([border, spaces]) => {
    const line = document.querySelector(`.a4a-front-core[data-border="${border}"]`);
    const back = line.getScreenCTM();
    const length = line.getTotalLength();
    return spaces.every((space) => {
        const shape = document.querySelector(`path.a4a-space[class*="-${space} "]`);
        shape.style.strokeWidth = 5;
        const into = shape.getScreenCTM().inverse();
        const near = [.25, .5, .75].map((share) => shape.isPointInStroke(
            line.getPointAtLength(share * length).matrixTransform(back).matrixTransform(into)));
        shape.style.strokeWidth = "";
        return near.filter(Boolean).length >= 2;
    });
})"""


@pytest.mark.parametrize("part", [0.0, 0.4, 1.0])
def test_the_front_runs_along_the_borders_that_the_timeline_says(
    board: Page, timeline: Timeline, part: float
) -> None:
    position = int(part * (len(timeline.log) - 1))
    go(board, position)
    kinds = {i: value_at(track, position) for i, track in timeline.fronts.items()}
    expected = {i: kind > 2 for i, kind in kinds.items() if kind}
    drawn = board.evaluate(
        "() => [...document.querySelectorAll('.a4a-front-core')].map("
        "el => [Number(el.dataset.border), getComputedStyle(el).strokeDasharray !== 'none'])"
    )
    assert len(drawn) == len(expected)
    assert dict(drawn) == expected  # coasts are dashed
    land = {
        i: [timeline.borders[i].a, timeline.borders[i].b]
        for i, coast in expected.items()
        if not coast
    }
    assert land
    on_borders = board.evaluate(ON_BORDERS, land)
    assert sum(on_borders) >= 0.9 * len(land)  # tiny ones may lie within the pen


def test_a_front_tells_who_faces_whom(board: Page, timeline: Timeline) -> None:
    go(board, len(timeline.log) - 1)
    border, kind = next(
        (i, kind)
        for i, track in timeline.fronts.items()
        if (kind := value_at(track, len(timeline.log) - 1)) in (1, 2)
    )
    row = timeline.borders[border]
    board.locator(f".a4a-front-hit[data-border='{border}']").dispatch_event("pointermove")
    words = board.locator(".a4a-tooltip").inner_text()
    first, second = (row.a, row.b) if kind == 1 else (row.b, row.a)
    names = [
        f"{timeline.sides[i].name}, {timeline.spaces[s].name}" for i, s in ((0, first), (1, second))
    ]
    assert words.index(names[0]) < words.index(names[1])
    assert words.count("TUV") == 2


def ways_of(timeline: Timeline, positions: Sequence[int]) -> Counter[tuple[int, str, str]]:
    """The units by power, kind and path that moved at these positions."""
    found: Counter[tuple[int, str, str]] = Counter()
    for at in positions:
        for way in timeline.marks[at].ways if at in timeline.marks else ():
            found[way.power, way.kind, " ".join(map(str, way.path))] += way.units
    return found


def test_moves_of_one_power_kind_and_path_are_one_arrow(
    board: Page, shared: Notebook, timeline: Timeline
) -> None:
    starts = [stop.at for stop in timeline.stops.turn] + [len(timeline.log)]
    turns = [range(a, b) for a, b in pairwise(starts)]

    def repeated(turn: range) -> int:
        ways = [way for at in turn if at in timeline.marks for way in timeline.marks[at].ways]
        return len(ways) - len(ways_of(timeline, turn))

    turn = max(turns, key=repeated)
    assert repeated(turn) > 3
    run(shared, "by turn")
    go(board, turn[-1])
    read = "els => els.map(({dataset: d}) => [+d.power, d.kind, d.path, +d.units])"
    arrows = board.locator(".a4a-ways [data-kind]").evaluate_all(read)
    assert {tuple(arrow[:3]): arrow[3] for arrow in arrows} == ways_of(timeline, turn)
    assert len(arrows) == len(ways_of(timeline, turn))
    lines = board.locator(".a4a-ways .a4a-way").evaluate_all(
        "els => els.map(el => el.getAttribute('d'))"
    )
    assert len(set(lines)) == len(lines)  # none lies on another
    run(shared, "by step")
    assert board.locator(".a4a-ways [data-kind]").count() == len(ways_of(timeline, turn[-1:]))


def ended(timeline: Timeline) -> int:
    """The index of a battle that was lost by somebody at dice."""
    return next(i for i, b in enumerate(timeline.battles) if b.closed > b.at and b.rounds)


def test_a_battle_that_ended_opens_its_story_from_the_keyboard(
    board: Page, timeline: Timeline
) -> None:
    index = ended(timeline)
    battle = timeline.battles[index]
    go(board, battle.closed)
    marker = board.locator(f".a4a-clash[data-battle='{index}']")
    assert marker.get_attribute("role") == "button"
    swing = f"−{-battle.swing}" if battle.swing < 0 else f"+{battle.swing}" if battle.swing else "0"
    assert marker.locator("text").text_content() == swing
    assert battle.result in str(marker.get_attribute("aria-label"))
    marker.focus()
    board.keyboard.press("Enter")
    story = board.locator(".a4a-story")
    words = story.inner_text()
    assert timeline.spaces[battle.space].name in words
    assert battle.result in words
    assert f"swing {swing} TUV" in words
    for force in (*battle.attacking, *battle.defending):
        row = story.locator("tbody tr", has_text=timeline.types[force.type].name).first
        cells = row.locator("td").all_inner_texts()
        assert cells[-2:] == [str(force.units), f"−{force.lost}" if force.lost else ""]
    throws = [throw for part in battle.rounds for throw in part.throws]
    faces = [str(face) for throw in throws for face in throw.faces]
    assert story.locator(".a4a-die").all_inner_texts() == faces
    hits = [str(f) for t in throws for f in t.faces if f <= t.target]
    assert story.locator(".a4a-die-hit").all_inner_texts() == hits
    board.keyboard.press("PageDown")  # scrolls, and does not step
    assert board.locator(f"{MAP}[data-position='{battle.closed}']").count() == 1
    board.keyboard.press("Escape")
    assert story.is_hidden()
    assert marker.evaluate("el => el === document.activeElement")


def test_a_story_tells_what_has_happened_so_far(board: Page, timeline: Timeline) -> None:
    index = ended(timeline)
    battle = timeline.battles[index]
    go(board, battle.at)
    board.locator(f".a4a-clash[data-battle='{index}']").dispatch_event("click")
    story = board.locator(".a4a-story")
    assert "Being fought" in story.inner_text()
    for position in range(battle.at, battle.closed):
        go(board, position)
        throws = [t for part in battle.rounds for t in part.throws if t.at <= position]
        faces = [str(face) for throw in throws for face in throw.faces]
        assert story.locator(".a4a-die").all_inner_texts() == faces
        assert ("So far" in story.inner_text()) == bool(faces)
        assert battle.result not in story.inner_text()
    go(board, battle.closed)
    assert battle.result in story.inner_text()
    go(board, battle.at - 1)
    assert story.is_hidden()


def test_stepping_goes_on_where_a_marker_was_focused(board: Page, timeline: Timeline) -> None:
    index = ended(timeline)
    go(board, timeline.battles[index].closed)
    board.locator(f".a4a-clash[data-battle='{index}']").focus()
    board.keyboard.press("Home")
    board.wait_for_selector(f"{MAP}[data-position='0']")
    board.keyboard.press("ArrowRight")
    board.wait_for_selector(f"{MAP}[data-position='1']")


def test_annotations_are_drawn_where_they_hang_and_as_text(
    board: Page, shared: Notebook, record: GameRecord
) -> None:
    run(shared, "note")
    go(board, NOTES_AT)
    index = record.board.index
    path = " ".join(str(index[name]) for name in ("Germany", "Poland", "Baltic States"))
    arrow = board.locator(f".a4a-pen[data-spaces='{path}']")
    arrow.wait_for(state="attached")
    assert arrow.locator("path").last.get_attribute("fill") == "#0a7d33"
    fields = board.locator("path.a4a-highlight")
    assert {el.get_attribute("data-space") for el in fields.all()} == {
        str(index["France"]),
        str(index["Egypt"]),
    }
    assert set(fields.evaluate_all("els => els.map(el => el.getAttribute('fill'))")) == {"#a3119b"}
    assert board.locator(".a4a-glyph").inner_text() == "?!"
    captions = board.locator(".a4a-comments")
    assert captions.is_hidden()
    board.locator(".a4a-board").evaluate("el => el.classList.add('a4a-projector')")
    assert captions.locator("p").all_inner_texts() == ["And before it", MISCHIEF[0]]
    board.locator(".a4a-board").evaluate("el => el.classList.remove('a4a-projector')")
    assert board.locator(".a4a-explorer img, .a4a-explorer script").count() == 0
    assert board.evaluate("() => window.pwned") is None
    go(board, NOTES_AT + 1)
    assert board.locator(".a4a-pen, .a4a-highlight").count() == 0
    assert board.locator(".a4a-glyph").is_hidden()
    go(board, NOTES_AT)
    run(shared, "forget")
    arrow.wait_for(state="detached")


def test_an_arrow_is_drawn_by_clicking_its_spaces(
    board: Page, shared: Notebook, record: GameRecord
) -> None:
    way = ["Brazil", "Argentina", "Chile"]
    run(shared, "draw")
    board.locator(".a4a-sketch").wait_for()
    for name in way:
        board.mouse.click(*middle(board, record, name))
    path = " ".join(str(record.board.index[name]) for name in way)
    board.locator(f".a4a-pen[data-spaces='{path}']").wait_for(state="attached")
    assert board.locator(".a4a-card").is_hidden()  # no details meanwhile
    board.keyboard.press("Enter")
    board.locator(".a4a-sketch").wait_for(state="detached")
    shared.wait_told()
    spaces = [record.board.index[name] for name in way]
    row = {"type": "drawn", "kind": "arrow", "spaces": spaces, "node": 0}
    assert run(shared, "drawn") == repr([[row], ""])
    board.mouse.click(*middle(board, record, "Brazil"))  # a click is again a click
    board.locator(".a4a-card").get_by_text("Brazil").first.wait_for()


def test_drawing_can_be_given_up_and_spaces_found_by_name(
    board: Page, shared: Notebook, record: GameRecord
) -> None:
    run(shared, "draw")
    board.locator(".a4a-sketch").wait_for()
    board.mouse.click(*middle(board, record, "Brazil"))
    board.keyboard.press("Escape")
    board.locator(".a4a-sketch").wait_for(state="detached")
    assert board.locator(".a4a-pen").count() == 0
    shared.wait_told()
    assert run(shared, "drawn") == repr([[], ""])
    run(shared, "highlight")
    board.locator(".a4a-sketch").wait_for()
    for name in ("Brazil", "Egypt", "Brazil"):  # a second time: not that one after all
        board.keyboard.press(".")
        board.keyboard.type(name.lower())
        board.keyboard.press("Enter")
    board.keyboard.press("Enter")
    board.locator(".a4a-sketch").wait_for(state="detached")
    shared.wait_told()
    row = {
        "type": "drawn", "kind": "highlight", "spaces": [record.board.index["Egypt"]], "node": 0
    }  # fmt: skip
    assert run(shared, "drawn") == repr([[row], ""])


def test_a_space_is_found_by_a_part_of_its_name_and_its_card_opens(
    board: Page, shared: Notebook
) -> None:
    card = board.locator(".a4a-card")
    board.keyboard.press("Enter")
    board.keyboard.type("zeal")  # letters that switch layers elsewhere
    option = board.locator(".a4a-finder li").first
    assert option.inner_text() == "New Zealand"
    board.keyboard.press("Enter")
    card.get_by_text("New Zealand").first.wait_for()
    shared.wait_told()
    assert run(shared, "selected") == "'New Zealand'"
    board.locator(MAP).focus()
    board.keyboard.press("Escape")
    assert card.is_hidden()


def test_a_space_is_found_by_its_city_and_what_is_not_there_is_said(board: Page) -> None:
    board.keyboard.press(".")
    board.keyboard.type("lenin")
    found = board.locator(".a4a-finder li")
    assert found.all_inner_texts() == ["Novgorod (Leningrad)"]
    for asked, name in (
        ("128 sea", "Caspian Sea (128 Sea Zone)"),
        ("suiyuan", "Suiyuyan (Suiyuan)"),
    ):
        board.locator(".a4a-finder input").fill(asked)
        assert found.all_inner_texts() == [name]  # by what else it is called
    board.locator(".a4a-finder input").fill("leninx")
    assert board.locator(".a4a-finder li").count() == 0
    assert board.locator(".a4a-finder p").is_visible()
    board.keyboard.press("Escape")
    assert board.locator(".a4a-finder").is_hidden()


def test_a_tooltip_does_not_outlive_what_it_tells(board: Page, record: GameRecord) -> None:
    tooltip = board.locator(".a4a-tooltip")
    board.mouse.move(*middle(board, record, "Brazil"))
    assert "Brazil" in tooltip.inner_text()
    board.keyboard.press("+")  # the pointer rests, the board moves below it
    tooltip.wait_for(state="hidden")


def test_changes_are_hatched_and_counted_in_place_of_the_badges(
    board: Page, shared: Notebook, record: GameRecord
) -> None:
    run(shared, "change")
    board.locator(".a4a-changes").wait_for()
    france, egypt = (str(record.board.index[name]) for name in ("France", "Egypt"))
    hatched = board.locator(".a4a-changed path")
    assert [el.get_attribute("data-space") for el in hatched.all()] == [france]
    chips = board.locator(f".a4a-change-chips [data-space='{france}'] text").all_text_contents()
    assert chips in (["+3", "−2", "−1"], ["+3", "−3"])
    assert board.locator(f".a4a-change-chips [data-space='{egypt}'] text").text_content() == "+1"
    assert not board.locator(".a4a-badges").is_visible()
    assert "<b>before</b> and after" in board.locator(".a4a-changes").inner_text()
    run(shared, "no change")
    board.locator(".a4a-changes").wait_for(state="hidden")
    assert board.locator(".a4a-changed path").count() == 0
    assert board.locator(".a4a-badges").evaluate("el => getComputedStyle(el).display") != "none"
