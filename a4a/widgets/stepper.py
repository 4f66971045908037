"""The stepper: moves through a record."""

from __future__ import annotations

import traitlets

from a4a.map.assets import script, styles
from a4a.widgets.view import View


class Stepper(View):
    """The position in the game: in words, as a slider, with buttons to step and to play.

    Keys: left and right step (with Shift a turn, with Ctrl a phase), Page Up and Down a round,
    Home and End to the ends, Space on the slider plays and pauses. In an explorer ``w`` turns
    projector mode on and off: the board alone, large, over the whole window. There Page Up and
    Down go by a step, as they are what presenters' clickers send.

    Parameters
    ----------
    game
        A record, or the cursor of other views for this one to move.
    node
        Where to begin, if `game` is a record.

    Examples
    --------
    >>> import a4a
    >>> cursor = a4a.Cursor(a4a.start("europe1940"))
    >>> board, stepper = a4a.BoardMap(cursor), Stepper(cursor)  # they move together
    """

    _esm = script("widgets/stepper.js")
    _css = styles("widgets/views.css")
    projector = traitlets.Bool(False, help="Whether its explorer shows the board alone.").tag(
        sync=True
    )
