"""Playing in the panel: Germany's first turn of Global 1940, with the mouse and the keyboard."""

from __future__ import annotations

import re
from collections import Counter
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest

import a4a
from tests import depth
from tests.browser.lab import DARK
from tests.browser.test_access import CONTRASTS, SMALL, controls
from tests.browser.waiting import frames, rests

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Locator, Page

    from tests.browser.lab import Lab, Notebook

MAP = ".a4a-board .leaflet-container"
CHECKED = 40  # ms after which the kernel is asked of what was picked (`CHECK_AFTER`)


@pytest.fixture(scope="module")
def setting(project: Path) -> str:
    """A cell that begins the game `game` in the kernel."""
    return (
        f"import sys\nsys.path.insert(0, {str(project)!r})\nimport a4a\n"
        "from a4a.core.dice import SeededDice\nfrom a4a.rules.areas import orders as o\n"
        "game = a4a.new_game('global1940', dice=SeededDice(1))\n"
    )


# What scrolls by itself of what scrolls already.
SCROLLERS = """all => all.filter((e) => e.scrollHeight > e.clientHeight + 1
    && ["auto", "scroll"].includes(getComputedStyle(e).overflowY)).map((e) => e.className)"""


# What of an answer is out of sight, as long as nothing is scrolled.
OUT_OF_SIGHT = """panel => {
    const body = panel.querySelector(".a4a-decide-body");
    const box = body.getBoundingClientRect();
    const bottom = Math.min(box.bottom, innerHeight);
    const parts = [".a4a-odds:not(:empty)"];
    parts.push(".a4a-form tbody tr", ".a4a-commit", ".a4a-form button");
    return [...(body.scrollTop ? ["scrolled"] : []), ...parts.filter((part) => {
        const found = body.querySelector(part)?.getBoundingClientRect();
        return found && (found.top < box.top || found.bottom > bottom);
    })];
}"""


# When the game is no longer at a node, and the panel waits for nothing.
GONE_ON = """async (root, before) => {
    const panel = root.querySelector(".a4a-decide");
    const map = root.querySelector(".leaflet-container");
    const end = performance.now() + 60_000;
    while (panel.hasAttribute("aria-busy") || map.dataset.position === before) {
        if (performance.now() > end) throw new Error(`the game stays at ${before}`);
        await new Promise((resolve) => setTimeout(resolve, 10));
    }
}"""


# Go to the button that stops the computer once it has played a few orders; what is said by then.
TO_STOP = """async (root) => {
    const map = root.querySelector(".leaflet-container");
    const end = performance.now() + 60_000;
    while (!(map.dataset.position > 12)) {
        if (performance.now() > end) throw new Error("the computer does not play");
        await new Promise((resolve) => setTimeout(resolve, 10));
    }
    const [status] = root.querySelectorAll(".a4a-computer-status");
    [...status.querySelectorAll("button")].find((b) => b.textContent.startsWith("Stop")).focus();
    return status.innerText;
}"""


# A battle: whether dice and odds are told, what scrolls or is out of sight, which button answers.
FOUGHT = f"""panel => {{
    const body = [...panel.querySelectorAll(".a4a-decide-body *")];
    return {{
        asked: panel.querySelector("header").innerText,
        odds: [...panel.querySelectorAll(".a4a-odds")].some((p) => p.innerText.includes("wins")),
        rolled: panel.querySelector(".a4a-happened .a4a-die") !== null,
        answer: [".a4a-commit", ".a4a-form button:not([aria-disabled])"]
            .find((button) => panel.querySelector(button)),
        amiss: [...({SCROLLERS})(body), ...({OUT_OF_SIGHT})(panel)],
    }};
}}"""


# Type a number and press a button before the kernel can say anything of the number.
AT_ONCE = """([field, number, button]) => {
    field.value = number;
    field.dispatchEvent(new Event("input"));
    button.click();
}"""


class Player:
    """A person at the panel of a notebook's first explorer."""

    def __init__(self, notebook: Notebook) -> None:
        self.notebook = notebook
        self.page: Page = notebook.page
        self.root: Locator = self.page.locator(":light(.a4a-explorer)").first
        self.panel = self.root.locator(":light(.a4a-decide)")
        self.root.locator(f"{MAP}[data-position]").wait_for()
        self.panel.locator("h3").wait_for()

    def asked(self) -> str:
        """Who is asked what."""
        return (
            f"{self.panel.locator('h3').inner_text()} {self.panel.locator('header p').inner_text()}"
        )

    def button(self, name: str | re.Pattern[str], *, exact: bool = False) -> Locator:
        return self.panel.get_by_role("button", name=name, exact=exact)

    def order(self, button: Locator) -> None:
        """Press a button, and wait until the game has gone on."""
        before = self.node()
        button.click()
        self.gone_on(before)

    def gone_on(self, before: str) -> None:
        """Wait until the game is no longer at a node, and all that is asked now is there."""
        self.root.evaluate(GONE_ON, before)
        self.notebook.wait_told()

    def node(self) -> str:
        return str(self.root.evaluate(f"el => el.querySelector('{MAP}').dataset.position"))

    def number(self, what: str, count: int) -> None:
        field = self.panel.get_by_label(f"Number of {what}", exact=True)
        field.fill(str(count))
        field.blur()

    def choose(self, space: str) -> None:
        """Choose a space in the list of those with units that can move."""
        if self.button("All spaces").count():
            self.button("All spaces").click()
        group = self.panel.get_by_role("group", name="Spaces with units that can move")
        group.get_by_role(
            "button", name=re.compile(f"^{re.escape(space).replace('/', '.')} [0-9]+$")
        ).click()

    def pick(self, *units: str) -> None:
        for name in units:
            self.button(f"All or none: {name}", exact=True).click()
        picked = sum(int(name.split()[0]) for name in units)
        told = re.compile(rf"^{picked} units? can go")
        self.panel.locator(".a4a-reach h4", has_text=told).wait_for()

    def go(self, space: str, *units: str, to: str) -> None:
        self.choose(space)
        self.pick(*units)
        self.order(self.destination(to))

    def destination(self, space: str) -> Locator:
        group = self.panel.get_by_role("group", name="Where the units can go", exact=True)
        return group.get_by_role("button", name=space, exact=True)

    def refusal(self) -> str:
        return self.panel.locator(".a4a-refusal").inner_text()


@contextmanager
def at_the_start(lab: Lab, setting: str) -> Iterator[Player]:
    shown = "app = a4a.explore(game, view='Western Europe', charts=())\napp"
    cells = [setting, shown, "game.node"]
    cells.append("while game.state.phase != 'Purchase and Repair Units': game.take_back()")
    with lab.notebook(cells, width=1366, height=768) as notebook:
        notebook.run(0)
        notebook.run(1)
        player = Player(notebook)
        player.root.evaluate("el => el.scrollIntoView()")
        yield player
        notebook.check()


@pytest.fixture
def playing(lab: Lab, setting: str) -> Iterator[Player]:
    """A game of one's own, as it begins."""
    with at_the_start(lab, setting) as player:
        yield player


@pytest.fixture(scope="module")
def shared(lab: Lab, setting: str) -> Iterator[Player]:
    with at_the_start(lab, setting) as player:
        yield player


@pytest.fixture
def beginning(shared: Player) -> Iterator[Player]:
    """The start of a game of which every order is taken back after the test."""
    yield shared
    shared.page.keyboard.press("Escape")
    shared.notebook.run(3)
    shared.panel.get_by_text("Purchase and Repair Units").first.wait_for()
    shared.notebook.wait_told()
    shared.notebook.check()


def test_on_a_projector_what_is_to_be_decided_stands_beside_the_board(beginning: Player) -> None:
    player, page = beginning, beginning.page
    page.locator(MAP).focus()
    page.keyboard.press("w")
    player.root.and_(page.locator(".a4a-projector")).wait_for()
    page.keyboard.press("0")
    rests(page)
    board, panel, size = (
        player.root.locator(".a4a-board").bounding_box(),
        player.panel.bounding_box(),
        page.viewport_size,
    )
    assert board
    assert panel
    assert size
    assert board["x"] + board["width"] <= panel["x"]
    assert panel["x"] + panel["width"] <= size["width"]
    assert board["width"] > 0.6 * size["width"]
    for button in player.panel.locator("footer button:visible").all():
        box = button.bounding_box()
        assert box
        assert box["y"] + box["height"] <= size["height"]
    purses = player.root.get_by_role("list", name="Treasuries").bounding_box()
    assert purses
    assert board["y"] + board["height"] <= purses["y"]
    assert purses["y"] + purses["height"] <= size["height"]
    player.order(player.button("End Purchase and Repair Units"))
    assert "Combat Move" in player.asked()


def test_two_panels_of_a_game_stay_in_step(lab: Lab, setting: str) -> None:
    cells = [setting, "left = a4a.DecisionPanel(game, height='420px')\nleft"]
    cells += ["right = a4a.DecisionPanel(game, height='420px')\nright", "_ = game.do(o.EndPhase())"]
    with lab.notebook(cells) as notebook:
        for cell in (0, 1, 2):
            notebook.run(cell)
        panels = notebook.page.locator(".a4a-decision-panel")
        notebook.page.wait_for_function(
            "() => document.querySelectorAll('.a4a-decide h3').length === 2"
        )
        left, right = panels.nth(0), panels.nth(1)
        left.get_by_label("Number of infantry", exact=True).fill("10")
        left.get_by_text("Bill 30 of 30 IPC").wait_for()
        left.get_by_role("button", name="Buy").click()
        moves = "header p:text-matches('^Combat moves of Germany')"
        for panel in (left, right):
            panel.locator(moves).wait_for()
        notebook.wait_told()
        position = right.locator(".leaflet-container").get_attribute("data-position")
        assert position == left.locator(".leaflet-container").get_attribute("data-position")
        notebook.run(3)  # an order given in Python shows in both
        for panel in (left, right):
            panel.locator(moves).wait_for(state="detached")
        notebook.check()


def test_units_are_picked_and_sent_on_the_board(beginning: Player) -> None:
    player = beginning
    player.order(player.button("End Purchase and Repair Units"))
    player.choose("Western Germany")
    player.button("All spaces").click()
    page = player.page
    index = a4a.dataset("global1940").board.index

    def click(name: str) -> str:
        """Click a space; return what its tooltip said before."""
        space = player.root.locator(f"path.a4a-space[class*='-{index[name]} ']")
        space.dispatch_event("pointermove", {"bubbles": True})
        words = player.root.locator(".a4a-tooltip").text_content() or ""
        assert words.startswith(name)
        space.dispatch_event("click", {"bubbles": True})
        return words

    assert "pick its units" in click("Western Germany")
    player.pick("3 infantry")
    words = click("Denmark")
    assert "AA-MOV-021" in words
    assert "AA-MOV-021" in player.refusal()
    before = player.node()
    assert "Click to go there" in click("France")
    page.wait_for_function(
        "([el, before]) => el.querySelector('.leaflet-container').dataset.position !== before",
        arg=[player.root.element_handle(), before],
    )
    player.panel.get_by_text("3 German infantry moved from Western Germany to France").wait_for()


def test_everybody_can_use_the_panel(lab: Lab, setting: str) -> None:
    """Every control has a name of its own, is large enough, and every text can be read."""
    skip = (
        "from a4a.players import RandomPlayer\n"
        "while game.state.active != ('United Kingdom',): RandomPlayer(2).play_turn(game)"
    )
    cells = [setting + skip, "a4a.explore(game, view='Western Europe', charts=())"]
    with lab.notebook(cells, width=1440, height=900) as notebook:
        notebook.run(0)
        notebook.run(1)
        player = Player(notebook)
        _usable(player, sheet=True)
        _usable(player)
        assert player.panel.locator(".a4a-commit").count() == 2  # a bill for each economy
        player.order(player.button("End Purchase and Repair Units"))
        _usable(player)
        player.choose("United Kingdom")
        player.button("All", exact=True).click()
        player.panel.locator(".a4a-reach h4").first.wait_for()
        _usable(player)
        notebook.choose(DARK)
        for sheet in (False, True):
            _unfold(player, sheet=sheet)
            _readable(player)
        notebook.check()


def _unfold(player: Player, *, sheet: bool) -> None:
    player.page.locator(".a4a-decide details").evaluate_all(
        "(all, sheet) => all.forEach(e => { e.open = sheet === e.matches('.a4a-computer'); })",
        sheet,
    )
    frames(player.page)


def _usable(player: Player, *, sheet: bool = False) -> None:
    """Look at all that is asked, or at the sheet that stands in its place."""
    _unfold(player, sheet=sheet)
    page = player.page
    found = controls(page)
    names = Counter((control["role"], control["name"]) for control in found)
    assert [name for name, count in names.items() if count > 1] == []
    assert [c for c in found if not re.search(r"[A-Za-z]{2}|^[A-Za-z]", c["name"])] == []
    small = player.panel.evaluate(SMALL)
    assert not small, "\n".join(small)
    over = player.panel.evaluate("el => el.scrollWidth - el.clientWidth")
    assert over <= 1, "the panel is wider than its place"
    _readable(player)


def _readable(player: Player) -> None:
    contrasts = player.panel.evaluate(CONTRASTS)
    faint = [f"{f['ratio']:.2f} {f['where']} {f['text']}" for f in contrasts if f["ratio"] < 4.5]
    assert not faint, "\n".join(faint)


def test_the_computer_decides_until_it_is_stopped_and_for_whom_it_is_told(playing: Player) -> None:
    player, page = playing, playing.page
    page.keyboard.press("Tab")
    player.panel.locator(".a4a-computer summary").focus()
    page.keyboard.press("Enter")
    player.panel.get_by_role("button", name="The computer decides to the end of this phase").focus()
    page.keyboard.press("Enter")
    player.panel.locator("header p", has_text="Combat move").first.wait_for()
    player.panel.locator(".a4a-computer-status").wait_for(state="hidden")
    assert "Combat Move" in player.asked()
    assert player.panel.locator(".a4a-decide-body").is_visible()

    # Every power is the computer's: it plays on until it is stopped, and the page can be used.
    player.panel.locator(".a4a-computer summary").click()
    menus = player.panel.get_by_role("group", name="Who decides for each power").get_by_role(
        "combobox"
    )
    powers = menus.all()
    for menu in reversed(powers):  # it begins with the power whose turn it is
        menu.select_option("random")
    # By keys, which wait for nothing: it plays hundreds of orders while one finds a button.
    player.panel.locator(".a4a-computer summary").press("Enter")
    assert "random" in player.root.evaluate(TO_STOP)
    page.keyboard.press("Enter")
    player.panel.get_by_role("button", name="Go on: the computer").wait_for()
    player.panel.get_by_text(f"computer: {len(powers)} of {len(powers)}").wait_for()
    player.notebook.wait_told()
    stopped = player.node()
    page.wait_for_timeout(500)  # many orders, if it went on
    assert player.node() == stopped
    assert "by random" in player.panel.locator(".a4a-happened h4").inner_text()


def test_behind_another_tab_the_panel_leaves_the_board_alone(beginning: Player) -> None:
    player = beginning
    player.order(player.button("End Purchase and Repair Units"))
    marks = player.root.locator(".a4a-chosen")
    assert marks.count() > 5
    player.root.get_by_role("tab", name="Log").click()
    player.page.wait_for_function("() => !document.querySelector('.a4a-chosen')")
    player.root.get_by_role("tab", name="Decide").click()
    player.page.wait_for_function("() => document.querySelector('.a4a-chosen')")


# The last two that share the game: what is taken back after them is not all of it.
def test_germanys_first_turn_is_played_in_the_panel(beginning: Player) -> None:
    player = beginning
    assert "Purchase and Repair Units" in player.asked()

    # A running bill; what is too dear is refused with its rule, and nothing is lost.
    player.number("infantry", 6)
    player.number("tank", 3)
    player.panel.get_by_text("Bill 36 of 30 IPC").wait_for()
    assert "AA-PUR-005" in (player.button("Buy").get_attribute("title") or "")
    player.button("Buy").click(force=True)
    assert "AA-PUR-005" in player.refusal()
    before = player.node()
    field = player.panel.get_by_label("Number of tank", exact=True).element_handle()
    player.page.evaluate(AT_ONCE, [field, 2, player.button("Buy").element_handle()])
    player.gone_on(before)
    assert "Combat Move" in player.asked()

    # War is declared on the Soviet Union, and taken back by the key.
    player.panel.locator("summary", has_text="Declare war on").click()
    player.panel.get_by_role("checkbox", name="Soviet Union").check()
    player.order(player.button("Declare war", exact=True))
    happened = player.panel.locator(".a4a-happened").inner_text()
    assert "Germany declared war on the Soviet Union" in happened
    before = player.node()
    player.button("Take back").focus()
    player.page.keyboard.press("z")
    player.gone_on(before)

    # France is attacked; a near space that is no target is greyed out with its rule.
    player.choose("Western Germany")
    player.pick("3 infantry", "1 artillery", "4 mechanized infantry")
    denmark = player.button("Denmark", exact=True)
    assert "AA-MOV-021" in (denmark.get_attribute("title") or "")
    denmark.wait_for()  # the ways may be laid out once more
    denmark.click(force=True)
    assert "AA-MOV-021" in player.refusal()
    kinds = player.root.locator(".a4a-chosen").evaluate_all("all => all.map(e => e.dataset.kind)")
    assert {"origin", "destination", "refused"} <= set(kinds)
    player.order(player.destination("France"))
    player.order(player.button("Take back"))
    player.go("Holland/Belgium", "3 tanks", "4 infantry", to="France")
    player.go("sea zone 118", "1 submarine", to="sea zone 111")
    player.go("Western Germany", "2 fighters", to="sea zone 111")
    player.order(player.button("End Combat Move"))

    # The battles: whoever is asked answers; the dice are shown.
    rolled = odds = False
    for _ in range(60):
        shown = player.panel.evaluate(FOUGHT)
        if "Conduct Combat" not in shown["asked"]:
            break
        assert shown["amiss"] == []
        rolled, odds = rolled or shown["rolled"], odds or shown["odds"]
        player.order(player.panel.locator(shown["answer"]).first)
    assert rolled
    assert odds
    assert "Noncombat Move" in player.asked()

    # The phase may not end while aircraft can still land: they are flown home.
    for _ in range(6):
        end = player.button("End Noncombat Move")
        if end.get_attribute("aria-disabled") is None:
            break
        assert "AA-AIR-020" in (end.get_attribute("title") or "")
        player.choose("sea zone 111")
        player.button("All", exact=True).click()
        player.panel.locator(".a4a-go").first.wait_for()
        player.order(player.destination("Norway"))
    player.order(player.button("End Noncombat Move"))
    assert "Mobilize New Units" in player.asked()
    end = player.button("End Mobilize New Units")
    assert "AA-MOB-001" in (end.get_attribute("title") or "")

    # New units go where they can; income is collected, and it is the Soviet Union's turn.
    player.number("infantry: Germany", 4)
    player.number("infantry: Western Germany", 2)
    player.number("tank: Germany", 2)
    player.order(player.button("Place", exact=True))
    assert "Soviet Union" in player.asked()
    assert "Germany collected" in player.panel.locator(".a4a-happened").inner_text()
    player.notebook.run(2)
    node = player.notebook.outputs(2)[0]["data"]["text/plain"]
    assert int(node) > 15


def test_an_order_that_is_out_of_date_is_told_and_does_nothing(beginning: Player) -> None:
    """Somebody else has ended the phase while the page did not know it yet."""
    player = beginning
    player.number("infantry", 2)
    player.notebook.wait_told(CHECKED)
    player.page.evaluate(
        """async () => {
            await window.a4aPanel.sessionContext.session.kernel.requestExecute(
                {code: "game.record.append([], parent=game.node); "
                       + "game.node = game.record.last"}).done;
            [...document.querySelectorAll(".a4a-decide button")]
                .find((b) => b.textContent === "Buy").click();
        }"""
    )
    player.panel.locator(".a4a-refusal", has_text="moved on").wait_for()


@depth.only_deep
def test_counters_are_deployed_in_the_panel(lab: Lab, project: Path) -> None:
    begin = (
        f"import sys\nsys.path.insert(0, {str(project)!r})\nimport a4a\n"
        "game = a4a.new_game('war_in_europe')\napp = a4a.explore(game)\napp"
    )
    with lab.notebook([begin, "game.ending"], width=1366, height=900) as notebook:
        notebook.run(0)
        player = Player(notebook)
        player.root.evaluate("el => el.scrollIntoView()")
        room = player.root.locator(".a4a-tabs [role=tablist]")
        assert room.evaluate("(e) => e.scrollWidth <= e.clientWidth"), "a tab is cut off"
        assert "France: deploy 5 counters" in player.asked()
        player.choose("1709 Paris")
        player.pick("1 armor (1st armor)")
        assert "moves" not in player.panel.locator("table").inner_text()
        player.order(player.destination("1810 Lyon"))
        end = re.compile("^End the deployment")
        for _ in range(7):
            player.order(player.button(end))
        assert "Axis Movement" in player.asked()
        notebook.run(1)
        notebook.check()


def test_one_is_told_that_the_board_is_behind_until_the_first_order(lab: Lab) -> None:
    """Another program's game is taken up where a turn has just ended: the next began by itself."""
    cells = [
        "import a4a\nrecord = a4a.game('global1940_strong_computer')",
        "x = a4a.explore(record, at=64, charts=())\ngame = x.what_if()\nx",
        "from a4a.rules.areas.orders import EndPhase\ngame.do(EndPhase())",
    ]
    with lab.notebook(cells, width=1366, height=768) as notebook:
        notebook.run(0)
        notebook.run(1)
        page = notebook.page
        behind = page.locator(".a4a-past", has_text="The board shows the step before")
        behind.wait_for()
        assert page.get_by_role("heading", name="Since then, by itself").count() == 1
        head = page.locator(".a4a-decide header h3").inner_text()
        assert "Soviet Union" in head
        assert "Collect Income" not in head  # that was Germany's
        notebook.run(2)
        behind.wait_for(state="hidden")
        page.locator(".a4a-decide header h3", has_text="Combat Move").wait_for()
        assert page.get_by_role("heading", name="Since then, by itself").count() == 0
        notebook.check()
