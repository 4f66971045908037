"""Everybody can use the explorer: with a keyboard, a screen reader, little sight, unsteady hands.

The tests walk whatever controls the explorer has, so they hold what is added to it.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest

from tests import depth
from tests.browser.lab import DARK, LIGHT
from tests.browser.waiting import FRAMES, rests

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Page

    from tests.browser.lab import Lab, Notebook

EXPLORER = ".a4a-explorer"
MAP = ".a4a-board .leaflet-container"
SLIDER = ".a4a-stepper input[type=range]"
STATUS = ".a4a-explorer [aria-live=polite]"
TABBED = ".a4a-explorer .a4a-tabbed"
TABS = ".a4a-explorer [role=tab]"

CONTROLS = {"button", "checkbox", "combobox", "link", "listbox", "menuitem", "radio", "searchbox"}
CONTROLS |= {"slider", "spinbutton", "switch", "tab", "textbox", "DisclosureTriangle"}

CHANGING = "Add|Copy|Delete|Edit|Give|Let it|Make|Play on|Put back|Save|Try"
"""How the names of buttons begin that change the game or begin another."""

CELL = """
import sys
sys.path.insert(0, {project!r})
import a4a
from a4a.core.annotations import Arrow, Comment, Glyph, Highlight
from tests.map.skirmish import skirmish
record = skirmish(rounds=1)
record.annotate(Comment(node=0, author="H. Reader", text="It begins."))
record.annotate(Glyph(node=0, sign="!?"))
record.annotate(Arrow(node=0, path=("Germany", "Poland")))
record.annotate(Highlight(node=0, spaces=("France",)))
record.append([a4a.core.events.Noted("What if?")], parent=20)
a4a.explore(record)
"""


@pytest.fixture(scope="module")
def shown(lab: Lab, project: Path) -> Iterator[Notebook]:
    with lab.notebook([CELL.format(project=str(project))], width=1600, height=1300) as notebook:
        notebook.run_all()
        page = notebook.page
        page.wait_for_selector(".a4a-badges > g", state="attached")
        page.wait_for_selector(".a4a-charts svg")
        yield notebook


@pytest.fixture
def page(shown: Notebook) -> Iterator[Page]:
    """The page of an explorer at its start, all that can be unfolded unfolded."""
    page: Page = shown.page
    page.locator(MAP).focus()
    for key in ("Escape", "0", "Home"):
        page.keyboard.press(key)
    page.wait_for_selector(f"{MAP}[data-position='0']")
    page.locator(f"{EXPLORER} details").evaluate_all(
        "all => all.forEach(el => { el.open = true; })"
    )
    page.locator(TABS).first.click()
    page.mouse.move(0, 0)
    rests(page)
    yield page
    shown.check()


TO_FRONT = f"""async (tab) => {{
    tab.focus();
    tab.click();
    await ({FRAMES})(3);
    return tab.innerText;
}}"""


def tabs(page: Page) -> Iterator[str]:
    """Bring one tab after another to the front, and tell which."""
    for tab in page.locator(TABS).element_handles():
        yield tab.evaluate(TO_FRONT)


def controls(page: Page) -> list[dict[str, Any]]:
    """The controls of the explorer as the browser tells a screen reader of them."""
    devtools = page.context.new_cdp_session(page)
    root = devtools.send(
        "Runtime.evaluate", {"expression": f"document.querySelector('{EXPLORER}')"}
    )["result"]["objectId"]
    nodes = devtools.send("Accessibility.queryAXTree", {"objectId": root})["nodes"]
    devtools.detach()  # or the page would keep an accessibility tree from now on
    return [
        {
            "role": node["role"]["value"],
            "name": node.get("name", {}).get("value", ""),
            **{entry["name"]: entry["value"].get("value") for entry in node.get("properties", [])},
        }
        for node in nodes
        if not node["ignored"] and node["role"]["value"] in CONTROLS
    ]


def test_every_control_has_a_name_of_its_own_in_words(page: Page) -> None:
    for tab in tabs(page):
        found = controls(page)
        assert len(found) > 30, tab
        assert [c for c in found if not re.search(r"[A-Za-z]{2}|^[A-Za-z]", c["name"])] == []
        names = Counter((control["role"], control["name"]) for control in found)
        assert [name for name, count in names.items() if count > 1] == []


def test_graphics_are_named_or_hidden_from_who_cannot_see_them(page: Page) -> None:
    unnamed = page.locator(EXPLORER).evaluate(
        """(el) => [...el.querySelectorAll("svg, img, canvas")].filter((picture) => {
            if (picture.parentElement.closest("svg")) return false;
            const hidden = picture.closest("[aria-hidden=true]");
            const named = picture.closest("[aria-label], [aria-labelledby], [alt]");
            return !hidden && !(named && el.contains(named));
        }).map((picture) => picture.outerHTML.slice(0, 200))"""
    )
    assert not unnamed, "\n".join(unnamed)


# Give the focus to a button that was not pressed before, can be pressed and is seen: another may
# have taken it away. Its name, and what it looks like; null if it cannot, or may not by its name.
LOOKS = "el.className + getComputedStyle(el).backgroundColor"
TO_PRESS = f"""(el, changing) => {{
    const before = el.a4aPressed; // only one panel changes from tab to tab
    el.a4aPressed = true;
    if (before || el.disabled || !el.checkVisibility({{visibilityProperty: true}})) return null;
    const name = el.ariaLabel || el.title || el.textContent;
    if (name.match(changing)?.index === 0) return null;
    el.focus();
    return [name, {LOOKS}];
}}"""
PRESSED = f"async (el) => {{ await ({FRAMES})(3); return [el.ariaCurrent, {LOOKS}]; }}"


def test_a_button_that_stays_down_says_so(page: Page) -> None:
    """Who says nothing of being pressed, expanded or selected looks the same when pressed."""
    plain = "button:not([aria-pressed], [aria-expanded], [aria-selected]):visible"
    changed, pressed = [], 0
    for _ in tabs(page):
        for button in page.locator(EXPLORER).locator(plain).element_handles():
            found = button.evaluate(TO_PRESS, CHANGING)
            if found is None:
                continue
            name, before = found
            page.keyboard.press("Enter")
            says, after = button.evaluate(PRESSED)
            pressed += 1
            if not says and after != before:  # else the step it led to is the one shown
                changed.append(name)
    assert changed == []
    assert pressed > 20


# Follows the focus: what has it, in the words of the tests below, and what it looks like.
FOCUSED = """() => {
    const el = document.activeElement;
    const inside = el?.closest(".a4a-explorer");
    if (!inside) return null;
    const panel = el.closest(".a4a-board, .a4a-stepper, .a4a-log, .a4a-panels > *");
    el.a4aNumber ??= (window.a4aCount = (window.a4aCount ?? 0) + 1);
    return {number: el.a4aNumber, panel: panel?.className ?? "",
            what: el.ariaLabel || el.title || el.textContent.trim().slice(0, 40) || el.tagName,
            kind: [el.tagName, el.type, el.getAttribute("class"), panel?.className].join(" ")};
}"""


def tabbed(page: Page, key: str, limit: int = 200) -> list[dict[str, Any]]:
    """What has the focus, one press of a key after another, until it leaves the explorer."""
    stops = []
    for _ in range(limit):
        stop = page.evaluate(FOCUSED)
        if stop is None:
            return stops
        stops.append(stop)
        page.keyboard.press(key)
    raise AssertionError(f"{key} never leaves the explorer: {stops[-5:]}")


def test_tab_goes_through_board_stepper_and_log_and_out_again(page: Page) -> None:
    page.locator(MAP).focus()
    stops = tabbed(page, "Tab")
    assert len({stop["number"] for stop in stops}) == len(stops)  # nothing twice
    panels = [stop["panel"] for stop in stops]
    order = [
        next(i for i, panel in enumerate(panels) if name in panel)
        for name in ("a4a-board", "a4a-stepper", "a4a-log")
    ]
    assert order == sorted(order)
    runs = [name for i, name in enumerate(panels) if i == 0 or panels[i - 1] != name]
    assert len(runs) == len(set(runs))  # no panel is left and come back to
    page.keyboard.press("Shift+Tab")  # from beyond the explorer into it again
    back = tabbed(page, "Shift+Tab")
    assert [stop["number"] for stop in back] == [stop["number"] for stop in reversed(stops)]


@depth.only_deep
def test_whoever_has_the_focus_shows_it(page: Page) -> None:
    unseen = []
    passed: set[int] = set()  # only one panel changes from tab to tab
    kinds: Counter[str] = Counter()  # a sheet styles all of a kind alike
    for number, _ in enumerate(tabs(page)):
        if number == 0:
            page.locator(MAP).focus()
        page.keyboard.press("Tab")
        while (stop := page.evaluate(FOCUSED)) is not None:
            known = stop["number"] in passed or kinds[stop["kind"]] >= depth.number(1, deep=1000)
            passed.add(stop["number"])
            if known:
                page.keyboard.press("Tab")
                continue
            kinds[stop["kind"]] += 1
            el = page.evaluate_handle("() => document.activeElement").as_element()
            el.scroll_into_view_if_needed()
            box = el.bounding_box()
            around = {
                "x": max(0, box["x"] - 6),
                "y": max(0, box["y"] - 6),
                "width": box["width"] + 12,
                "height": box["height"] + 12,
            }
            focused = page.screenshot(clip=around, caret="hide")
            el.evaluate("el => el.blur()")
            if page.screenshot(clip=around, caret="hide") == focused:
                unseen.append(stop["what"])
            el.focus()
            page.keyboard.press("Tab")
    assert len(passed) > 40
    assert len(kinds) > 15
    assert unseen == []


# Whether the ring of each control, once it has the focus, is cut above or below by something around
# it. (What can be scrolled brings a ring into sight.)
CUT_RINGS = """(root) => {
    const isCut = (el) => {
        const style = getComputedStyle(el);
        const reach = parseFloat(style.outlineOffset) + parseFloat(style.outlineWidth) / 2;
        const box = el.getBoundingClientRect();
        for (let e = el.parentElement; e !== root; e = e.parentElement) {
            const isOpen = getComputedStyle(e).overflowY === "visible";
            if (isOpen || e.scrollHeight > e.clientHeight) continue;
            const top = e.getBoundingClientRect().top + e.clientTop;
            if (Math.min(box.top - top, top + e.clientHeight - box.bottom) < reach) return true;
        }
        return false;
    };
    return [...root.querySelectorAll("button, input, select, summary, textarea, [tabindex='0']")]
        .filter((el) => el.checkVisibility({visibilityProperty: true}) && !el.closest("svg"))
        .map((el) => {
            el.focus();
            const {outlineStyle} = getComputedStyle(el);
            const hasRing = el.matches(":focus-visible") && outlineStyle !== "none";
            return [el.ariaLabel || el.title || el.textContent, hasRing && isCut(el)];
        });
}"""


def test_nothing_around_it_cuts_the_ring_of_what_has_the_focus(page: Page) -> None:
    rings = []
    for _ in tabs(page):
        page.keyboard.press("Tab")  # from now on whoever has the focus shows it
        rings += page.locator(EXPLORER).evaluate(CUT_RINGS)
    assert len(rings) > 100
    assert {name for name, is_cut in rings if is_cut} == set()


def test_one_polite_line_says_what_a_step_did(page: Page) -> None:
    status = page.locator(STATUS)
    assert status.count() == 1
    page.locator(SLIDER).focus()
    said = [status.inner_text()]
    for _ in range(8):
        page.keyboard.press("ArrowRight")
        text = status.inner_text()
        assert text != said[-1]
        said.append(text)
    entry = page.locator(".a4a-log [aria-current=step] div").first.inner_text()
    assert entry in said[-1]
    assert "step 8" in said[-1]
    assert page.locator(SLIDER).get_attribute("aria-valuetext").endswith("step 8")


def test_nobody_is_read_the_steps_of_play(page: Page) -> None:
    page.locator(".a4a-play").press("Enter")
    assert page.locator(STATUS).count() == 0
    page.locator(".a4a-play").press("Enter")
    assert page.locator(STATUS).count() == 1


def test_nothing_moves_by_itself_for_who_wants_it_still(page: Page) -> None:
    page.emulate_media(reduced_motion="reduce")
    try:
        page.locator(MAP).focus()
        moving = []
        for key in ("ArrowRight", "Shift+ArrowRight", "+", "-", "0"):
            page.keyboard.press(key)
            moving += page.evaluate(
                """(key) => document.getAnimations().filter((a) => a.playState === "running")
                    .map((a) => a.effect.target)
                    .filter((el) => el?.closest(".a4a-explorer"))
                    .map((el) => `${key}: ${el.className.baseVal ?? el.className}`)""",
                key,
            )
            rests(page)
        assert moving == []
    finally:
        page.emulate_media(reduced_motion=None)


# The controls that offer less than 24 pixels each way, together with their labels.
SMALL = """(root) => [...root.querySelectorAll("button, select, input, summary, textarea, a")]
    .map((control) => [control, (control.closest("label") ?? control).getBoundingClientRect()])
    .filter(([control, box]) => control.checkVisibility({visibilityProperty: true})
        && box.width > 0 && Math.min(box.width, box.height) < 23.9)
    .map(([control, box]) => `${control.ariaLabel || control.title || control.textContent
        || control.closest("label")?.textContent}: ${box.width} x ${box.height}`)"""


def test_whatever_is_to_be_hit_is_large_enough_for_a_finger(page: Page) -> None:
    """At least 24 pixels each way (WCAG 2.5.8)."""
    small = {text for _ in tabs(page) for text in page.locator(EXPLORER).evaluate(SMALL)}
    assert not small, "\n".join(sorted(small))


# Every text with its contrast (WCAG) with what is painted behind it. Texts of the map have shapes
# of the same drawing behind them, or a rim of their own (a stroke painted first).
CONTRASTS = """(root) => {
    const canvas = document.createElement("canvas").getContext("2d", {willReadFrequently: true});
    const memo = (make) => {
        const known = new Map();
        return (key) => known.get(key) ?? known.set(key, make(key)).get(key);
    };
    const rgba = memo((colour) => {
        canvas.clearRect(0, 0, 1, 1);
        canvas.fillStyle = colour;
        canvas.fillRect(0, 0, 1, 1);
        const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data;
        return [r, g, b, a / 255];
    });
    const over = (top, below, alpha = top[3]) =>
        [0, 1, 2].map((i) => alpha * top[i] + (1 - alpha) * below[i]);
    const light = (colour) => {
        const [r, g, b] = colour.map((v) => v / 255)
            .map((v) => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const ratio = (a, b) => {
        const [low, high] = [light(a), light(b)].sort((x, y) => x - y);
        return (high + 0.05) / (low + 0.05);
    };
    // The backgrounds of an element and of those around it, blended.
    const ground = memo((el) => {
        if (!el) return [255, 255, 255];
        const colour = rgba(getComputedStyle(el).backgroundColor);
        return colour[3] === 1 ? colour.slice(0, 3) : over(colour, ground(el.parentElement));
    });
    const opacity = memo((el) =>
        el ? Number(getComputedStyle(el).opacity) * opacity(el.parentElement) : 1);
    const found = [];
    const note = (el, text, ink, behind) => {
        const alpha = ink[3] * opacity(el);
        found.push({text: text.trim().slice(0, 60), ratio: ratio(over(ink, behind, alpha), behind),
                    where: el.closest("[class]")?.getAttribute("class") ?? el.tagName});
    };
    for (const drawing of root.querySelectorAll("svg")) {
        if (drawing.parentElement.closest("svg") || !drawing.checkVisibility()) continue;
        const behind = ground(drawing.parentElement);
        const shapes = [...drawing.querySelectorAll("rect, circle, path, text")]
            .map((el) => [el, el.getBoundingClientRect(), getComputedStyle(el)]);
        shapes.forEach(([el, box, style], i) => {
            if (el.tagName !== "text" || !el.textContent.trim() || box.width === 0) return;
            const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
            let paper = null;
            if (style.paintOrder.startsWith("stroke") && style.stroke !== "none") {
                paper = rgba(style.stroke).slice(0, 3);
            }
            for (let k = i - 1; k >= 0 && !paper; k--) {
                const [shape, b, look] = shapes[k];
                if (b.left > x || b.right < x || b.top > y || b.bottom < y) continue;
                if (shape.tagName === "text" || look.fill === "none") continue;
                if (look.visibility === "hidden" || look.display === "none") continue;
                const fill = rgba(look.fill);
                const alpha = fill[3] * Number(look.fillOpacity) * Number(look.opacity);
                if (alpha > 0.5) paper = over(fill, behind, alpha);
            }
            const [r, g, b, a] = rgba(style.fill);
            const ink = [r, g, b, a * Number(style.fillOpacity)];
            note(el, el.textContent, ink, paper ?? behind);
        });
    }
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
        const text = walker.currentNode;
        const el = text.parentElement;
        if (!text.data.trim() || el.closest("svg, option, style, script, :disabled")) continue;
        if (!el.checkVisibility({visibilityProperty: true, opacityProperty: true})) continue;
        note(el, text.data, rgba(getComputedStyle(el).color), ground(el));
    }
    for (const el of root.querySelectorAll("select, input:not([type=range]), textarea")) {
        if (el.checkVisibility() && !el.disabled) {
            note(el, el.value, rgba(getComputedStyle(el).color), ground(el));
        }
    }
    return found;
}"""


@pytest.mark.soak
@pytest.mark.parametrize("theme", depth.sample([DARK, LIGHT]))
def test_every_text_can_be_read_in_either_theme(page: Page, shown: Notebook, theme: str) -> None:
    shown.choose(theme)
    page.locator(".a4a-legend input[type=checkbox]").evaluate_all(
        "all => all.forEach((layer) => layer.checked || layer.click())"
    )
    box = page.locator(MAP).bounding_box()
    faint: dict[tuple[str, str], float] = {}
    texts = 0
    for key in ("Home", "End"):
        page.locator(SLIDER).focus()
        page.keyboard.press(key)
        page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)  # a card opens
        for number, _ in enumerate(tabs(page)):  # of the rest nothing changes with the tab
            found = page.locator(EXPLORER if number == 0 else TABBED).evaluate(CONTRASTS)
            texts += len(found)
            faint |= {(f["where"], f["text"]): f["ratio"] for f in found if f["ratio"] < 4.5}
    for button in page.locator(f"{MAP} .leaflet-bar a").all():
        for reach in (button.hover, button.focus):
            reach()
            found = button.evaluate(CONTRASTS)
            faint |= {(f["where"], f["text"]): f["ratio"] for f in found if f["ratio"] < 4.5}
    page.locator(TABS).first.click()
    page.locator(".a4a-entry:has(div + div)").first.click()  # the dice of the step that is shown
    page.locator(".a4a-entry[aria-current] div + div").wait_for()
    found = page.locator(".a4a-log").evaluate(CONTRASTS)
    faint |= {(f["where"], f["text"]): f["ratio"] for f in found if f["ratio"] < 4.5}
    assert texts > 500
    assert not faint, "\n".join(f"{ratio:.2f} {key}" for key, ratio in faint.items())


def test_the_board_on_a_projector_can_be_read_and_hit(page: Page) -> None:
    page.locator(MAP).focus()
    page.keyboard.press("w")
    page.locator(f"{EXPLORER}.a4a-projector").wait_for()
    page.get_by_text("It begins.").locator("visible=true").first.wait_for()
    found = page.locator(EXPLORER).evaluate(CONTRASTS)
    assert len(found) > 100
    assert [text for text in found if text["ratio"] < 4.5] == []
    assert page.locator(EXPLORER).evaluate(SMALL) == []
    page.keyboard.press("Escape")
    page.locator(f"{EXPLORER}:not(.a4a-projector)").wait_for()
