"""Made-up studies that tests and benchmarks share."""

from __future__ import annotations

import a4a
from a4a.core import events as ev
from a4a.core.annotations import Comment, NoteView
from a4a.core.study import Study
from a4a.core.variations import Rename
from tests.map.skirmish import skirmish


def small_study() -> Study:
    """Two games on one board, one of them with a variation, and one on another board."""
    study = Study(
        "Three fronts",
        introduction="Read *slowly*; see [this](#chapter=2), and [so](#chapter=3&node=12).",
        authors=("Ada",),
        tags=("lesson",),
    )
    one, two = skirmish(rounds=1), skirmish(rounds=1, seed=1941)
    one.name_players({"Germany": "Ada", "Soviet Union": "Bo"})
    first = one.append([ev.Noted("What if they had waited?")], parent=20)
    one.append([ev.Noted("They would have lost")], parent=first)
    one.do(Rename(first=first, name="Waiting"))
    two.annotate(Comment(node=9, text="Of the second game"))
    europe = a4a.start("europe1940")
    for text in ("quiet", "quieter", "quietest"):
        europe.append([ev.Noted(text)])
    view = NoteView(bounds=(30, -10, 60, 40), layers={"units": {"on": False}})
    study.add(one, title="Opening", end=10, region="Europe", before="It **begins**.", after="So.")
    study.add(two, title="Elsewhere", start=5, end=15, view=view, before="Look.", tags=("sea",))
    study.add(one, title="Waiting", start=18, end=first, before="What if?")
    study.add(europe, title="Europe", start=1, end=2, before="Another board.")
    return study
