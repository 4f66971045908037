"""The battle lab in JupyterLab: picking with the mouse and the keyboard, and hostile names."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

import pytest

from tests import depth
from tests.browser.lab import DARK, LIGHT
from tests.browser.test_access import CONTRASTS, SMALL

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Locator, Page

    from tests.browser.lab import Lab, Notebook

LAB = ".a4a-battle-lab"
POLLING = 50  # ms: each frame, while the kernel computes, would cost more
OPEN = """
import a4a
lab = a4a.BattleLab(a4a.battle(
    "global1940", attacker={"infantry": 6, "artillery": 2, "tank": 3, "fighter": 2},
    defender={"infantry": 8, "AAA": 1, "fighter": 1},
))
lab
"""


class Picker:
    """A person at a lab."""

    def __init__(self, page: Page) -> None:
        self.page = page
        page.set_default_timeout(90_000)  # the first answer may be compiled before
        self.root = page.locator(LAB)
        self.root.wait_for()
        self.whole()
        page.evaluate(f"document.querySelector('{LAB}').scrollIntoView()")

    def button(self, name: str | re.Pattern[str]) -> Locator:
        return self.root.get_by_role("button", name=name, exact=isinstance(name, str))

    def answered(self) -> str:
        return self.root.get_attribute("data-answered") or ""

    def whole(self) -> None:
        """Wait until all is worked out."""
        self.page.wait_for_function(
            "() => { const { dataset } = document.querySelector('.a4a-battle-lab');"
            " return dataset.whole && dataset.whole === dataset.answered; }",
            polling=POLLING,
        )

    def after(self, before: str) -> None:
        self.page.wait_for_function(
            "(before) => document.querySelector('.a4a-battle-lab').dataset.answered !== before",
            arg=before,
            polling=POLLING,
        )

    def press(self, name: str) -> None:
        before = self.answered()
        self.button(name).click()
        self.after(before)

    def wins(self) -> float:
        told = self.root.locator(".a4a-chances-told").inner_text()
        found = re.search(r"Attacker wins ([0-9.]+)%", told)
        assert found, told
        return float(found[1])

    def order(self, side: str) -> list[str]:
        return self.root.locator(
            f"section[aria-label={side}] .a4a-losing .a4a-lost-name"
        ).all_inner_texts()


@pytest.fixture(scope="module")
def shared(lab: Lab) -> Iterator[Notebook]:
    """A notebook that makes the lab in its first cell, and tells what the kernel has of it."""
    cells = [
        OPEN, "lab.outcome.attacker_wins", "lab.battle.fight.attacker.technologies, lab.battle",
    ]  # fmt: skip
    with lab.notebook(cells, width=1366, height=768) as notebook:
        yield notebook


@pytest.fixture
def notebook(shared: Notebook) -> Iterator[Notebook]:
    """The lab, made anew."""
    shared.page.locator(LAB).evaluate_all("all => all.forEach((el) => el.remove())")
    shared.run(0)
    yield shared
    shared.check()


def test_a_battle_is_picked_and_answered(notebook: Notebook) -> None:
    picker = Picker(notebook.page)
    page = picker.page
    assert picker.wins() == 92.1
    assert picker.root.locator(".a4a-chances .a4a-end").count() == 3
    assert picker.root.locator(".a4a-part-swing rect").count() > 10
    assert picker.root.locator(".a4a-part-more tbody tr").count() == 14
    assert "Stopping where it is best" in picker.root.inner_text()

    # With the mouse, the keyboard, and by typing; the kernel has the same battle.
    picker.press("One less: infantry, attacker")
    assert 0 < float(picker.root.get_attribute("data-took") or 0) < 20_000  # for benchmarks
    fewer = picker.wins()
    assert fewer < 92.1
    field = picker.root.get_by_label("Number of infantry, attacker", exact=True)
    field.focus()
    before = picker.answered()
    page.keyboard.press("+")
    picker.after(before)
    assert picker.wins() == 92.1
    before = picker.answered()
    field.fill("9")
    picker.after(before)
    assert picker.wins() > 92.1
    picker.whole()
    notebook.run(1)
    data = notebook.outputs(1)[0]["data"]["text/plain"]
    assert round(100 * float(data), 1) == picker.wins()

    # The order of loss: by buttons, which keep the focus, and by dragging.
    assert picker.order("Attacker") == ["infantry", "artillery", "tank", "fighter"]
    picker.press("Lose sooner: fighter, attacker")
    assert picker.order("Attacker")[2:] == ["fighter", "tank"]
    assert page.evaluate("document.activeElement.ariaLabel") == "Lose sooner: fighter, attacker"
    picker.press("Lose later: infantry, attacker")
    picker.press("Lose sooner: infantry, attacker")
    assert page.evaluate("document.activeElement.ariaLabel") == "Lose later: infantry, attacker"
    entries = picker.root.locator("section[aria-label=Attacker] .a4a-losing li")
    entries.nth(3).scroll_into_view_if_needed()
    picker.whole()  # what comes later may push the entries from under the mouse
    before = picker.answered()
    entries.nth(3).drag_to(entries.nth(0))
    picker.after(before)
    assert picker.order("Attacker") == ["tank", "infantry", "artillery", "fighter"]
    picker.press("Usual order of loss: attacker")
    assert picker.order("Attacker")[0] == "infantry"

    # What is wrong is said, and what was picked stays.
    before = picker.answered()
    picker.button("No units: defender").click()
    picker.root.locator(".a4a-refusal", has_text="The defender has no units").wait_for()
    assert field.input_value() == "9"
    picker.press("One more: infantry, defender")
    picker.root.locator(".a4a-refusal:empty").wait_for(state="attached")

    # Units come ashore when the battle is a landing.
    picker.press("Amphibious")
    landing = picker.root.get_by_label("Number of infantry (landing), attacker", exact=True)
    assert landing.input_value() == "9"
    picker.whole()
    assert "None of the attacker's units can retreat" not in picker.root.inner_text()

    # For a class it fills the window, and Escape ends that.
    picker.button("Large").click()
    box = picker.root.bounding_box()
    assert box
    assert (box["width"], box["height"]) == (1366, 768)
    page.keyboard.press("Escape")
    small = picker.root.bounding_box()
    assert small
    assert small["width"] < 1100


def test_technologies_and_raids_are_picked(notebook: Notebook) -> None:
    picker = Picker(notebook.page)
    attacker = picker.root.locator("section[aria-label=Attacker]")
    summary = attacker.locator("summary")
    assert summary.inner_text() == "Technologies none"
    summary.focus()
    notebook.page.keyboard.press("Enter")
    before, plain = picker.answered(), picker.wins()
    attacker.get_by_label("Jet Fighters").check()
    picker.after(before)
    assert picker.wins() > plain
    assert summary.inner_text() == "Technologies Jet Fighters"

    # A raid has a target; who cannot fly it is not offered, and no bomber is told.
    before = picker.answered()
    picker.button("Raid").click()
    picker.after(before)
    picker.root.locator(".a4a-refusal", has_text="needs strategic bomber").wait_for()
    assert attacker.locator("tr[data-row]").count() == 2
    picker.press("One more: strategic bomber, attacker")
    told = picker.root.locator(".a4a-chances-told").inner_text()
    assert re.search(r"Damage [0-9.]+ of 20", told)
    assert picker.root.locator(".a4a-part-swing rect").count() == 21
    picker.whole()
    assert "Retreat?" not in picker.root.inner_text()
    before = picker.answered()
    picker.root.get_by_label("Target").select_option("air base")
    picker.after(before)
    assert " of 6 " in picker.root.locator(".a4a-chances-told").inner_text()
    assert attacker.locator("tr[data-row]").count() == 3
    notebook.run(2)
    data = notebook.outputs(2)[0]["data"]["text/plain"]
    assert data.startswith("(('Jet Fighters',)")
    assert "Raid on a" in data


LARGE = """
import a4a
lab = a4a.BattleLab(a4a.battle(
    "global1940", attacker={"infantry": 120, "tank": 60, "fighter": 20},
    defender={"infantry": 150, "AAA": 3, "tank": 20},
))
lab
"""


@depth.only_deep
def test_a_large_battle_does_not_hold_up_who_types(lab: Lab) -> None:
    with lab.notebook([LARGE, "lab.outcome.attacker_wins"], width=1366, height=768) as notebook:
        notebook.run(0)
        page = notebook.page
        page.set_default_timeout(90_000)
        root = page.locator(LAB)
        root.locator(".a4a-working", has_text="Working out one more unit").wait_for()
        # What is being worked out is of a battle that is changed: its answers are dropped.
        before = root.get_attribute("data-answered")
        field = root.get_by_label("Number of infantry, attacker", exact=True)
        field.fill("3")
        root.get_by_label("Number of infantry, defender", exact=True).fill("2")
        assert field.input_value() == "3"
        page.wait_for_function(
            "(before) => document.querySelector('.a4a-battle-lab').dataset.answered > before + 1",
            arg=int(before or 0),
        )
        picker = Picker(page)
        told = picker.root.locator(".a4a-chances-told").inner_text()
        notebook.run(1)
        wins = float(notebook.outputs(1)[0]["data"]["text/plain"])
        assert wins > 0.9995
        assert "Attacker wins 100.0%" in told or "Attacker wins >99.9%" in told
        assert picker.root.locator(".a4a-working").inner_text() == ""
        assert picker.root.locator(".a4a-stale").count() == 0
        notebook.check()


BAD = '<img src=x onerror="window.pwned=1"></b><script>window.pwned=2</script>'

# A mod whose units are called so.
UNITS = """name,category,attack,defense,move,cost,hits,transport_cost,transport_capacity,\
carrier_cost,carrier_capacity,bombard,symbol,abilities,source
"{bad}",land,2,2,1,3,1,2,0,0,0,0,"{bad}",captures,house
"""
SETUP = """space,power,unit,count,source
Western Germany,Germany,"{bad}",3,house
France,France,"{bad}",2,house
"""

HOSTILE = """
import a4a
BAD = {bad!r}
lab = a4a.BattleLab(a4a.new_game({mod!r}), space="France", attacker="Germany")
lab
"""

# Every text of a lab, made hostile: what units, powers and kinds of a mod could be called.
NAMES = """
def bad(value, key=""):
    if isinstance(value, dict):
        return {k: bad(v, k) for k, v in value.items()}
    if isinstance(value, list | tuple):
        return [bad(v, key) for v in value]
    if isinstance(value, str) and key not in ("role", "kind", "kinds", "duty", "category", "dice"):
        return BAD + value
    return value

answer = {**bad(lab.answer), "fault": "", "number": lab.answer["number"]}
answer["kinds"] = {r: [[BAD + n, s, c] for n, s, c in k] for r, k in lab.answer["kinds"].items()}
answer["losses"] = [[s, unit and BAD + unit, *rest] for s, unit, *rest in lab.answer["losses"]]
lab.offered = bad(lab.offered)
lab.answer = answer
lab.more = {**lab.more, "why": BAD, "todo": BAD}
"""


@pytest.fixture
def hostile(tmp_path: Path) -> Path:
    """A mod whose unit types have names that would do mischief."""
    quoted = BAD.replace('"', '""')
    (tmp_path / "dataset.toml").write_text(
        'title = "Mischief"\nparent = "global1940"\nsource = "house"\n', encoding="utf-8"
    )
    for name, text in (("units.csv", UNITS), ("setup.csv", SETUP)):
        (tmp_path / name).write_text(text.format(bad=quoted), encoding="utf-8")
    return tmp_path


def test_hostile_names_execute_nothing(lab: Lab, hostile: Path) -> None:
    first = HOSTILE.format(bad=BAD, mod=str(hostile))
    with lab.notebook([first, NAMES, "lab.send({'fault': BAD + 'oops'})"]) as notebook:
        notebook.run(0)
        picker = Picker(notebook.page)
        page = picker.page
        assert BAD in picker.root.locator(".a4a-units").first.inner_text()
        assert BAD in picker.order("Attacker")
        picker.root.get_by_label("Space that is fought for").fill(BAD)
        page.keyboard.press("Enter")
        picker.root.locator(".a4a-refusal", has_text="onerror").wait_for()
        for button in picker.root.locator(".a4a-losing button").all():
            if button.is_visible():
                button.hover()
        notebook.run(1)
        picker.root.get_by_role("option", name=BAD).first.wait_for(state="attached")
        notebook.run(2)
        picker.root.locator(".a4a-refusal", has_text="oops").wait_for()
        page.wait_for_timeout(500)
        assert page.evaluate("() => window.pwned") is None
        assert picker.root.locator("img, script").count() == 0
        notebook.check()


@pytest.mark.soak
def test_everybody_can_use_the_lab(notebook: Notebook) -> None:
    picker = Picker(notebook.page)
    page = picker.page
    devtools = page.context.new_cdp_session(page)
    root = devtools.send("Runtime.evaluate", {"expression": f"document.querySelector('{LAB}')"})[
        "result"
    ]["objectId"]
    nodes = devtools.send("Accessibility.queryAXTree", {"objectId": root})["nodes"]
    devtools.detach()
    roles = {"button", "combobox", "spinbutton", "textbox"}
    found = [
        (n["role"]["value"], n.get("name", {}).get("value", ""))
        for n in nodes
        if not n["ignored"] and n["role"]["value"] in roles
    ]
    assert len(found) > 50
    assert [name for name in found if not re.search("[A-Za-z]{2}", name[1])] == []
    assert [name for name, count in Counter(found).items() if count > 1] == []
    assert picker.root.evaluate(SMALL) == []
    for theme in depth.sample([DARK, LIGHT]):
        notebook.choose(theme)
        faint = [f for f in picker.root.evaluate(CONTRASTS) if f["ratio"] < 4.5]
        assert faint == []
    over = picker.root.evaluate("el => el.scrollWidth - el.clientWidth")
    assert over <= 1


@pytest.mark.soak
def test_units_are_typed_and_sides_are_swapped(notebook: Notebook) -> None:
    """Both are within the page in either theme; what is mistyped is said."""
    picker = Picker(notebook.page)
    line = picker.root.get_by_label("Type units: defender")
    for theme in depth.sample([LIGHT, DARK]):  # in the dark all is as wide
        notebook.choose(theme)
        before = picker.answered()
        line.fill("3 inf 2 arm")
        line.press("Enter")
        picker.after(before)
        picker.whole()
        heads = picker.root.locator("section[aria-label=Defender] h4")
        assert heads.evaluate("(el) => el.scrollWidth <= el.clientWidth")
        box, root = line.bounding_box(), picker.root.bounding_box()
        assert box
        assert root
        assert box["width"] >= 150
        assert box["x"] + box["width"] <= root["x"] + root["width"]
        before = picker.answered()
        picker.button("No units: defender").click()
        picker.after(before)
    line.fill("3 infantree")
    line.press("Enter")
    picker.root.locator(".a4a-refusal", has_text="did you mean 'infantry'").wait_for()
    before = picker.answered()
    line.fill("3 inf 2 arm")
    line.press("Enter")
    picker.after(before)
    picker.press("Swap sides")
    assert picker.order("Attacker") == ["infantry", "tank"]
    assert "Defender wins >99.9%" in picker.root.inner_text()
