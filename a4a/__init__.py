"""a4a: explore, teach and annotate WWII grand-strategy board games in JupyterLab.

Everything here is fetched from its module when it is first used, so ``import a4a`` is quick.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from a4a._version import __version__

if TYPE_CHECKING:
    from a4a.analysis.ask import battle as battle
    from a4a.analysis.audit import audit as audit
    from a4a.analysis.batch import battles as battles
    from a4a.analysis.changes import changes as changes
    from a4a.analysis.luck import luck as luck
    from a4a.analysis.threat import threat as threat
    from a4a.boards import check as check
    from a4a.boards import load as dataset  # noqa: F401
    from a4a.boards import start as start
    from a4a.core.annotations import Arrow as Arrow
    from a4a.core.annotations import Comment as Comment
    from a4a.core.annotations import Glyph as Glyph
    from a4a.core.annotations import Highlight as Highlight
    from a4a.core.annotations import NoteView as NoteView
    from a4a.core.errors import A4AError as A4AError
    from a4a.core.errors import BattleError as BattleError
    from a4a.core.errors import DatasetError as DatasetError
    from a4a.core.errors import RecordError as RecordError
    from a4a.core.errors import RuleViolation as RuleViolation
    from a4a.core.merging import merge as merge
    from a4a.core.record import GameRecord as GameRecord
    from a4a.core.state import State as State
    from a4a.core.study import Study as Study
    from a4a.core.variations import Delete as Delete
    from a4a.core.variations import Promote as Promote
    from a4a.core.variations import Rename as Rename
    from a4a.core.words import describe as describe
    from a4a.core.words import describe_step as describe_step
    from a4a.editing.opening import position as position
    from a4a.editing.scoresheet import scoresheet as scoresheet
    from a4a.frames import frames as frames
    from a4a.frames import read_frames as read_frames
    from a4a.importers.opening import game as game
    from a4a.importers.opening import games as games
    from a4a.importers.opening import open_record as open  # noqa: F401
    from a4a.lessons.attempt import attempt as attempt
    from a4a.lessons.debriefing import debrief as debrief
    from a4a.lessons.guess import guess as guess
    from a4a.lessons.handout import handout as handout
    from a4a.lessons.marking import mark as mark
    from a4a.lessons.marksheet import marksheet as marksheet
    from a4a.lessons.reading import exercise as exercise
    from a4a.libraries.library import library as library
    from a4a.libraries.playing import play as play
    from a4a.map.own_maps import keep_map as keep_map
    from a4a.map.pictures import Picture as Picture
    from a4a.map.pictures import animate as animate
    from a4a.map.pictures import changes_picture as changes_picture
    from a4a.map.pictures import picture as picture
    from a4a.map.pictures import small_multiples as small_multiples
    from a4a.pages import export_html as export_html
    from a4a.players import player as player
    from a4a.printing.document import export_pdf as export_pdf
    from a4a.rules import new_game as new_game
    from a4a.rules import replay as replay
    from a4a.rules import resume as resume
    from a4a.store import load as load
    from a4a.store import save as save
    from a4a.store import study as study
    from a4a.texts.notating.reading import read_notation as read_notation
    from a4a.texts.notating.writing import notation as notation
    from a4a.texts.posting import text as text
    from a4a.widgets import Annotator as Annotator
    from a4a.widgets import BoardMap as BoardMap
    from a4a.widgets import Cursor as Cursor
    from a4a.widgets import DecisionPanel as DecisionPanel
    from a4a.widgets import Stepper as Stepper
    from a4a.widgets import compare as compare
    from a4a.widgets import drop as drop
    from a4a.widgets import explore as explore
    from a4a.widgets.battle_lab import BattleLab as BattleLab
    from a4a.widgets.making import make_exercise as make_exercise
    from a4a.widgets.position_panel import edit as edit
    from a4a.widgets.solving import solve as solve

_DOORS = {
    "Arrow": "a4a.core.annotations",
    "Comment": "a4a.core.annotations",
    "Glyph": "a4a.core.annotations",
    "Highlight": "a4a.core.annotations",
    "NoteView": "a4a.core.annotations",
    "A4AError": "a4a.core.errors",
    "BattleError": "a4a.core.errors",
    "DatasetError": "a4a.core.errors",
    "RecordError": "a4a.core.errors",
    "RuleViolation": "a4a.core.errors",
    "merge": "a4a.core.merging",
    "GameRecord": "a4a.core.record",
    "State": "a4a.core.state",
    "Study": "a4a.core.study",
    "Delete": "a4a.core.variations",
    "Promote": "a4a.core.variations",
    "Rename": "a4a.core.variations",
    "describe": "a4a.core.words",
    "describe_step": "a4a.core.words",
    "audit": "a4a.analysis.audit",
    "battle": "a4a.analysis.ask",
    "battles": "a4a.analysis.batch",
    "changes": "a4a.analysis.changes",
    "luck": "a4a.analysis.luck",
    "threat": "a4a.analysis.threat",
    "check": "a4a.boards",
    "dataset": "a4a.boards:load",
    "start": "a4a.boards",
    "position": "a4a.editing.opening",
    "scoresheet": "a4a.editing.scoresheet",
    "read_frames": "a4a.frames",
    "game": "a4a.importers.opening",
    "games": "a4a.importers.opening",
    "open": "a4a.importers.opening:open_record",
    "attempt": "a4a.lessons.attempt",
    "debrief": "a4a.lessons.debriefing",
    "exercise": "a4a.lessons.reading",
    "guess": "a4a.lessons.guess",
    "handout": "a4a.lessons.handout",
    "mark": "a4a.lessons.marking",
    "marksheet": "a4a.lessons.marksheet",
    "library": "a4a.libraries.library",
    "play": "a4a.libraries.playing",
    "export_html": "a4a.pages",
    "keep_map": "a4a.map.own_maps",
    "Picture": "a4a.map.pictures",
    "animate": "a4a.map.pictures",
    "changes_picture": "a4a.map.pictures",
    "picture": "a4a.map.pictures",
    "small_multiples": "a4a.map.pictures",
    "export_pdf": "a4a.printing.document",
    "player": "a4a.players",
    "new_game": "a4a.rules",
    "replay": "a4a.rules",
    "resume": "a4a.rules",
    "load": "a4a.store",
    "save": "a4a.store",
    "read_notation": "a4a.texts.notating.reading",
    "notation": "a4a.texts.notating.writing",
    "text": "a4a.texts.posting",
    "study": "a4a.store",
    "Annotator": "a4a.widgets",
    "BattleLab": "a4a.widgets.battle_lab",
    "BoardMap": "a4a.widgets",
    "Cursor": "a4a.widgets",
    "DecisionPanel": "a4a.widgets",
    "Stepper": "a4a.widgets",
    "compare": "a4a.widgets",
    "drop": "a4a.widgets",
    "explore": "a4a.widgets",
    "edit": "a4a.widgets.position_panel",
    "make_exercise": "a4a.widgets.making",
    "solve": "a4a.widgets.solving",
}
_MODULES = (
    "analysis", "boards", "charts", "core", "frames", "importers", "lessons", "map", "odds",
    "pages", "printing", "rules", "store", "texts", "widgets",
)  # fmt: skip

__all__ = ["__version__", *_DOORS, *_MODULES]


def __getattr__(name: str) -> Any:
    if name in _MODULES:
        return import_module(f"a4a.{name}")
    if name not in _DOORS:
        raise AttributeError(f"module 'a4a' has no attribute {name!r}")
    module, _, attribute = _DOORS[name].partition(":")
    value = getattr(import_module(module), attribute or name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
