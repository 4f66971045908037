"""How long verdicts and marks take: `python benchmarks/lessons.py`.

For each exercise that is shipped: opening it, a verdict on the author's line, the first and then
warm; in milliseconds. At last a class: thirty files that were handed in are marked.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from time import perf_counter

sys.path.insert(0, str(Path(__file__).parent.parent))

import a4a
from a4a.lessons.attempt import Attempt
from a4a.lessons.reading import shipped

_BAR = 300
_CLASS, _TRIES = 30, 3
"""How many files are marked, and how often each student has tried."""


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
    for name in ("warsaw-1939", "two-fronts"):
        _mark(name)


def _mark(name: str) -> None:
    """Time the marking of a class that has solved an exercise as its author does."""
    exercise = a4a.exercise(name)
    with tempfile.TemporaryDirectory() as folder:
        for student in range(_CLASS):
            attempt = Attempt(exercise, name=f"student {student}")
            for number, window in enumerate(exercise.windows):
                game = attempt.go_to(number)
                for tried in range(_TRIES):
                    game = attempt.try_again() if tried else game
                    for given in window.ghost[: tried or None]:
                        game.do(exercise.order(given))
                    attempt.finish()
            attempt.save(Path(folder, f"{student}.a4a"))
        begun = perf_counter()
        marks = a4a.mark(folder, exercise)
        results = {one.result for one in marks}
        print(f"{name}: {len(marks)} files marked in {_since(begun)} ms (bar: 60000): {results}")


def _since(begun: float) -> int:
    return round(1000 * (perf_counter() - begun))


if __name__ == "__main__":
    main()
