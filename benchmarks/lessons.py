"""How long verdicts and marks take: `python benchmarks/lessons.py`.

For each exercise that is shipped: opening it, a verdict on the author's line, the first and then
warm, and a verdict at once after another order; all in milliseconds.
"""

from __future__ import annotations

import sys
from pathlib import Path
from time import perf_counter

sys.path.insert(0, str(Path(__file__).parent.parent))

import a4a
from a4a.lessons.attempt import Attempt
from a4a.lessons.reading import shipped

_BAR = 300


def main() -> None:
    """Time each exercise."""
    for name in shipped():
        begun = perf_counter()
        exercise = a4a.exercise(name)
        print(f"{name}: opened in {_since(begun)} ms")
        for number in range(len(exercise.windows)):
            attempt = Attempt(exercise)
            times = []
            for _ in range(3):
                game = attempt.begin(number)
                for given in exercise.windows[number].ghost:
                    game.do(exercise.order(given))
                if not game.closed:
                    game.finish()
                begun = perf_counter()
                verdict = attempt.judge(number, game)
                times.append(_since(begun))
            first, *warm = times
            print(f"  window {number}: {verdict.result} in {first}, then {warm} ms (bar: {_BAR})")


def _since(begun: float) -> int:
    return round(1000 * (perf_counter() - begun))


if __name__ == "__main__":
    main()
