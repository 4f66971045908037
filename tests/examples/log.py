"""The worked examples' logs in words, as text files that tests compare exactly.

Write them anew after a change of the words, and read the difference before committing it::

    python -m tests.examples.log
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

from a4a.core.record import GameRecord
from a4a.core.words import describe_step
from tests.examples.story import Story

EXAMPLES = ("europe1940", "wargame1942", "deluxe3g40", "war_in_europe")
LOGS = Path(__file__).parent / "logs"


def story_of(example: str) -> Story:
    """Tell an example's story."""
    story: Story = import_module(f"tests.examples.{example}").story()
    return story


def log_of(record: GameRecord) -> str:
    """The whole log: every step with its time, line, cause and events in words."""
    return "".join(f"{line}\n" for line in _lines(record))


def _lines(record: GameRecord) -> Iterator[str]:
    for node, step in record.steps.items():
        time = record.time(node)
        who = " and ".join(step.actors) or "the game itself"
        head = f"{node}. {who} ({step.cause}), round {time.round}, {time.phase}"
        yield head if time.line == "main" else f"{head}, {time.line} after node {step.parent}"
        for said in describe_step(step, record.state_at(step.parent)):
            yield f"    {said}"


if __name__ == "__main__":
    LOGS.mkdir(exist_ok=True)
    for name in EXAMPLES:
        (LOGS / f"{name}.txt").write_text(log_of(story_of(name).record), encoding="utf-8")
        print(LOGS / f"{name}.txt")
    import_module("tests.tools.test_war_in_europe_game").write_log()
