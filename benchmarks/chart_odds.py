"""How long odds on a chart take: `python benchmarks/chart_odds.py`.

In seconds of one core: fights of several sizes, what is needed, the best support, the threats of
each phase of combat of the game along history, and what the panel says of each attack in it.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent))

import a4a
from a4a.analysis.battle import Battle
from a4a.analysis.threat import Threats
from a4a.core.errors import A4AError
from a4a.core.record import GameRecord
from a4a.rules import rules_of
from a4a.rules.choices import Picks, Tally

SYSTEM, GAME = "war_in_europe", "war_in_europe_1939_1941"
_SIZES = {
    "3 land units against 2": ({"infantry": 3}, {"infantry": 2}),
    "6 with 2 air units against 4 with 2": (
        {"armor": 2, "infantry": 4, "air unit": 2}, {"infantry": 4, "air unit": 2},
    ),
    "8 with 4 air units and 2 fleets against 4 with 4 and 1": (
        {"infantry": 8, "air unit": 4, "surface fleet": 2},
        {"infantry": 4, "air unit": 4, "surface fleet": 1},
    ),
}  # fmt: skip


def main() -> None:
    """Ask, and say how long the answers took."""
    fights = {name: _fight(*sides) for name, sides in _SIZES.items()}
    for name, fight in fights.items():
        spent, outcome = _timed(fight.odds)
        print(f"{name}: {spent:.3f} s, {outcome!r}")
    whole = fights["6 with 2 air units against 4 with 2"]
    print(f"need(0.5) of 8 units: {_timed(lambda: whole.need(0.5))[0]:.2f} s")
    print(f"best support, 2 against 2: {_timed(whole.best_support)[0]:.2f} s")
    record = a4a.game(GAME)
    nodes = list(_combats(record))
    threats = Threats(record, rules_of(record))
    spent = [_timed(lambda node=node: threats.frame(node))[0] for node in nodes]
    print(
        f"threats of {len(nodes)} positions: median {median(spent):.3f} s, most {max(spent):.3f} s"
    )
    said = [_timed(ask)[0] for node in nodes for ask in _forecasts(record, node)]
    panel = f"median {median(said):.3f} s, most {max(said):.3f} s"
    print(f"odds of {len(said)} attacks in the panel: {panel}")


def _fight(attacker: dict[str, int], defender: dict[str, int]) -> Battle:
    return a4a.battle(SYSTEM, attacker=attacker, defender=defender, terrain="forest")


def _timed(ask: Callable[[], Any]) -> tuple[float, Any]:
    begun = process_time()
    answer = ask()
    return process_time() - begun, answer


def _combats(record: GameRecord) -> Iterator[int]:
    """Yield the first node of each phase of combat."""
    before = ""
    for node in record.line():
        phase = record.time(node).phase
        if phase != before and phase.endswith("Combat"):
            yield node
        before = phase


def _forecasts(record: GameRecord, node: int) -> Iterator[Callable[[], tuple[str, ...]]]:
    """Yield for each attack of a position what says its odds, with all that may be in it."""
    rules, state = rules_of(record), record.state_at(node)
    for form in rules.choices(state):
        if isinstance(form, Tally) and form.forecast is not None:
            for number in range(len(form.items), 0, -1):
                picks: Picks = {item.key: {"": 1} for item in islice(form.items, number)}
                try:
                    for order in form.make(picks):
                        rules.verify(state, order)
                except A4AError:
                    continue
                forecast = form.forecast
                yield lambda forecast=forecast, picks=picks: forecast(picks)
                break


if __name__ == "__main__":
    main()
