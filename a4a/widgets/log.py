"""The log: what happened, in words."""

from __future__ import annotations

from a4a.map.assets import script, styles
from a4a.widgets.view import View


class LogView(View):
    """The steps of the game in words, folded by round and turn; a click on a step goes there.

    The round and turn of the current step are open. Others open and close by a click on their
    heads, or with Enter while they have the focus.

    Parameters
    ----------
    game
        A record, or the cursor of other views for this one to follow.
    node
        Where to begin, if `game` is a record.

    Examples
    --------
    >>> import a4a
    >>> LogView(a4a.start("europe1940")).cursor.node
    0
    """

    _esm = script("widgets/log.js")
    _css = styles("widgets/views.css")
