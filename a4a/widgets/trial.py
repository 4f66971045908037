"""A task that is done in the place of the explorer in which it was begun, and the way back."""

from __future__ import annotations

from collections.abc import Callable

import anywidget
import ipywidgets
import traitlets

from a4a.map.assets import script, styles
from a4a.widgets.explorer import Explorer
from a4a.widgets.tasked import TaskExplorer


class TrialBar(anywidget.AnyWidget):
    """Says what is done here, and leads back."""

    _esm = script("widgets/trial.js")
    _css = styles("widgets/views.css", "widgets/trial.css")
    told = traitlets.Unicode("", help="What is done here.").tag(sync=True)
    back = traitlets.Unicode("", help="What the button is called that leads back.").tag(sync=True)


class Trial(ipywidgets.Box):  # type: ignore[misc]
    """A task being done in an explorer, which is there again afterwards.

    Parameters
    ----------
    app
        The explorer in which it was begun.
    solver
        Where it is done; nothing of it is kept.
    told, back
        What is done, in a line, and what the button is called that leads back.
    ended
        What happens then.

    Examples
    --------
    >>> import a4a
    >>> app = a4a.explore(a4a.game("war_in_europe_1939_1941"))
    >>> solver = a4a.solve("europe-1940-france")
    >>> trial = Trial(app, solver, told="Try it.", back="Back", ended=lambda: print("over"))
    >>> trial.end()
    over
    """

    def __init__(
        self,
        app: Explorer,
        solver: TaskExplorer,
        *,
        told: str,
        back: str,
        ended: Callable[[], object],
    ) -> None:
        self._app, self._ended = app, ended
        self._bar = TrialBar(told=told, back=back)
        self._bar.on_msg(lambda *_: self.end())
        self.solver = solver
        solver.keep_nothing()
        if solver.cursor.record.board == app.cursor.record.board:
            solver.board.show(app.board.seen)
        super().__init__([self._bar, solver])
        self.add_class("a4a-trial")
        app.children = (*app.children, self)
        app.add_class("a4a-trying")

    def end(self) -> None:
        """Go back to where it was begun."""
        app = self._app
        app.children = tuple(one for one in app.children if one is not self)
        app.remove_class("a4a-trying")
        _close(self)
        self._ended()


def _close(view: ipywidgets.Widget) -> None:
    """End a view with all that is in it."""
    for one in getattr(view, "children", ()):
        _close(one)
    view.close()
