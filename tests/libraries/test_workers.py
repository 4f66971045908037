"""What a process that was begun for works keeps of them: nothing."""

from __future__ import annotations

import subprocess
import sys

WORKER = '''
import gc, multiprocessing, weakref
from a4a.libraries.workers import done

class Ring:
    """Refers to itself, as a record and its frames do to each other."""
    def __init__(self, kept):
        self.itself = self
        kept.append(self)

multiprocessing.parent_process = object  # this process takes itself for a new worker
gc.disable()  # nothing is collected but by it
'''


def told(script: str) -> list[str]:
    """What a script prints in a process of its own, in which little has been made."""
    run = [sys.executable, "-c", WORKER + script]
    return subprocess.run(run, check=True, capture_output=True, text=True).stdout.split()


def test_nothing_of_a_work_is_left_in_a_worker() -> None:
    script = """
rings = []
for _ in range(3):
    done(lambda _: rings.append(weakref.ref(Ring([]))), 0)
print(*[ring() for ring in rings])
"""
    assert told(script) == ["None"] * 3


def test_what_outlived_works_is_looked_at_again_when_a_quarter_more_has_gathered() -> None:
    script = """
kept = []
ring = weakref.ref(done(Ring, kept))
kept.clear()
done(str, 0)
print(ring() is not None)  # it was set aside
gathered = [[] for _ in range(gc.get_freeze_count() // 3)]
done(str, 0)
print(ring() is None)
"""
    assert told(script) == ["True", "True"]
