"""The treasuries: what every power has."""

from __future__ import annotations

from a4a.map.assets import script, styles
from a4a.widgets.view import View


class TreasuryView(View):
    """What is in every treasury, and whether the step put money in or took it out.

    Parameters
    ----------
    game
        A record, or the cursor of other views for this one to follow.
    node
        Where to begin, if `game` is a record.

    Examples
    --------
    >>> import a4a
    >>> TreasuryView(a4a.start("europe1940")).cursor.node
    0
    """

    _esm = script("widgets/treasuries.js")
    _css = styles("widgets/views.css")
