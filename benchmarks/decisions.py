"""How fast a game is played in the panel, in a real JupyterLab: from an order to the board.

Run it on an idle machine with a Chromium::

    python benchmarks/decisions.py [--orders 40]

It goes on from the second and from the last round of a shipped game. It prints milliseconds: of
the kernel for an order with all that the page is sent; from the press of a button to the frame in
which the board shows the new position, for moves and for taking them back; from picking units to
the frame in which the board shows where they can go; and the bytes an order sends to the page.
"""

from __future__ import annotations

import argparse
import statistics
import sys
from pathlib import Path
from time import perf_counter

PROJECT = Path(__file__).parent.parent
sys.path.insert(0, str(PROJECT))

import a4a  # noqa: E402
from a4a.core.dice import SeededDice  # noqa: E402
from a4a.rules.areas import orders as o  # noqa: E402
from a4a.rules.choices import Moves  # noqa: E402
from a4a.rules.game import Game  # noqa: E402
from a4a.widgets.decision_view import DecisionView  # noqa: E402
from benchmarks.stepping import line, quantiles  # noqa: E402
from tests.browser.lab import Lab, Notebook  # noqa: E402

RECORD = "global1940_fast_computer"
ROUNDS = (2, 12)
CELL = """
import a4a
from a4a.core.dice import SeededDice
record = a4a.game({record!r})
game = a4a.new_game(record, node=record.node_at(round={round}, power="Germany"), dice=SeededDice(1))
from a4a.rules.areas.orders import EndPhase
while game.state.phase != "Noncombat Move":
    game.do(EndPhase())
"""

# Presses a button of the panel; resolves with the time until the frame that shows what came of it.
TIMED = """([name, watch]) => new Promise((resolve) => {
    const root = document.querySelector(".a4a-explorer");
    const target = root.querySelector(watch);
    const button = [...root.querySelectorAll(".a4a-decide button")].find((b) => b.matches(name));
    if (!button) return resolve(-1);
    const began = performance.now();
    const observer = new MutationObserver(() => {
        observer.disconnect();
        requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - began)));
    });
    observer.observe(target, {attributes: true, childList: true, subtree: false});
    button.click();
})"""
BOARD, SHAPES = ".leaflet-container", ".a4a-choices-on-board"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--orders", type=int, default=40)
    arguments = parser.parse_args()
    for number in ROUNDS:
        print(f"\nround {number}:")
        kernel(number, arguments.orders)
    with Lab() as lab:
        for number in ROUNDS:
            cells = [CELL.format(record=RECORD, round=number), "app = a4a.explore(game)\napp"]
            with lab.notebook(cells, width=1366, height=768) as notebook:
                print(f"\nround {number}, in the browser:")
                browser(notebook, arguments.orders)


def game_at(number: int) -> Game:
    record = a4a.game(RECORD)
    node = record.node_at(round=number, power="Germany")
    return a4a.new_game(record, node=node, dice=SeededDice(1))


def moves_of(view: DecisionView) -> Moves:
    return next(
        form for form in view.game.ruleset.choices(view.game.state) if isinstance(form, Moves)
    )


def kernel(number: int, orders: int) -> None:
    """Time orders in the kernel, with the growth and the forms that they send."""
    game = game_at(number)
    view = DecisionView(game)
    while game.state.phase != "Noncombat Move":
        game.do(o.EndPhase())
    took: list[float] = []
    sent: list[int] = []
    for turn in range(orders):
        stacks = [s for s in moves_of(view).stacks if s.refused is None]
        found = ((s, view_) for s in stacks for view_ in moves_of(view).destinations(s.units[:1]))
        stack_and_way = next(found, None)
        if stack_and_way is None or turn % 5 == 4:
            began = perf_counter()
            game.take_back()
        else:
            began = perf_counter()
            game.do(stack_and_way[1].orders[0])
        took.append(1000 * (perf_counter() - began))
        sent.append(len(view.cursor.growth))
    line("kernel, an order", quantiles(took), "50 ms")
    line("growth, bytes", f"median {statistics.median(sent):.0f}, most {max(sent)}", "")


def browser(notebook: Notebook, orders: int) -> None:
    """Time moves in the page: picking, going, taking back."""
    page = notebook.page
    notebook.run(0)
    notebook.run(1)
    page.wait_for_selector(".a4a-badges > g", state="attached")
    page.evaluate("document.querySelector('.a4a-explorer').scrollIntoView()")
    page.wait_for_timeout(1500)
    picked: list[float] = []
    gone: list[float] = []
    back: list[float] = []
    for _ in range(orders):
        page.evaluate(TIMED, [".a4a-spaces", SHAPES])
        page.wait_for_timeout(50)
        page.locator("[data-from]").first.click()
        page.wait_for_timeout(150)
        picked.append(page.evaluate(TIMED, [".a4a-link-button", SHAPES]))
        page.wait_for_timeout(100)
        moved = page.evaluate(TIMED, [".a4a-go", BOARD])
        page.wait_for_timeout(250)
        if moved < 0:
            continue
        gone.append(moved)
        back.append(page.evaluate(TIMED, [".a4a-back", BOARD]))
        page.wait_for_timeout(250)
    line("units picked: destinations shown", quantiles(picked), "150 ms")
    line("move: board shown", quantiles(gone), "150 ms")
    line("taken back: board shown", quantiles(back), "150 ms")
    notebook.check()


if __name__ == "__main__":
    main()
