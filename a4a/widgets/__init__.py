"""Views of a record in the notebook: stepper, log, annotations, charts, the explorer of all."""

from a4a.map.board_map import BoardMap
from a4a.map.cursor import Cursor
from a4a.widgets.annotator import Annotator
from a4a.widgets.chart_strip import ChartStrip
from a4a.widgets.comparison import Comparison, compare
from a4a.widgets.decision_panel import DecisionPanel
from a4a.widgets.decision_view import DecisionView
from a4a.widgets.drop_zone import DropZone, drop
from a4a.widgets.explorer import Explorer
from a4a.widgets.exploring import explore
from a4a.widgets.holdings import HoldingsView
from a4a.widgets.log import LogView
from a4a.widgets.stepper import Stepper
from a4a.widgets.study_explorer import StudyExplorer
from a4a.widgets.treasuries import TreasuryView

__all__ = [
    "Annotator",
    "BoardMap",
    "ChartStrip",
    "Comparison",
    "Cursor",
    "DecisionPanel",
    "DecisionView",
    "DropZone",
    "Explorer",
    "HoldingsView",
    "LogView",
    "Stepper",
    "StudyExplorer",
    "TreasuryView",
    "compare",
    "drop",
    "explore",
]
