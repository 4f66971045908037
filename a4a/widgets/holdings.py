"""The holdings: units that are off the board, and the turn record track."""

from __future__ import annotations

from a4a.map.assets import script, styles
from a4a.widgets.view import View


class HoldingsView(View):
    """Units off the board: force pools with their counters, the turn track with what arrives.

    Parameters
    ----------
    game
        A record, or the cursor of other views for this one to follow.
    node
        Where to begin, if `game` is a record.

    Examples
    --------
    >>> import a4a
    >>> HoldingsView(a4a.start("europe1940")).cursor.node
    0
    """

    _esm = script("widgets/holdings.js")
    _css = styles("widgets/views.css", "widgets/holdings.css")
