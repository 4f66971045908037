"""A notebook open in JupyterLab or in Notebook 7, run by asking the application."""

from __future__ import annotations

import uuid
from typing import TYPE_CHECKING, Any

from a4a.lab import OFFLINE
from tests.browser.watched import WatchedPage
from tests.jupyter import FORGET, Server

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from playwright.sync_api import APIResponse, Page

# Both applications show themselves to the page (`expose_app_in_browser`), so cells are run, and
# the kernel is waited for, by asking them rather than by watching the screen.
_OPENED = """async (path) => {
    const app = window.jupyterapp;
    await app.restored;
    const until = async (ready) => {
        while (!ready()) await new Promise((resolve) => setTimeout(resolve, 20));
    };
    await until(() => app.shell.currentWidget?.context?.path === path);
    const panel = app.shell.currentWidget;
    await panel.revealed;
    await panel.sessionContext.ready;
    await until(() => panel.sessionContext.session?.kernel?.status === "idle");
    window.a4aPanel = panel;
    // JupyterLab lets each comm listen for restarts as long as the kernel lives. So all that views
    // of earlier notebooks showed would stay, and each message would wake thousands of comms.
    const {statusChanged} = panel.sessionContext.session.kernel;
    const connect = statusChanged.connect.bind(statusChanged);
    statusChanged.connect = (slot, ...rest) =>
        String(slot).includes("_cleanSubshells") || connect(slot, ...rest);
}"""

_OPEN_HERE = """async (path) => {
    const app = window.jupyterapp;
    await app.commands.execute("docmanager:open", {path, factory: "Notebook"});
}"""

# Stars that circle over the whole page while a theme is fetched cost as much as the change.
_NO_SPLASH = "#jupyterlab-splash { display: none !important; }"

# To change to the theme that is there costs as much as to another.
_CHOOSE = """async (theme) => {
    const changed = () => document.body.dataset.jpThemeName === theme;
    if (changed()) return;
    await window.jupyterapp.commands.execute("apputils:change-theme", {theme});
    // A splash that is still there when the next one comes is taken away twice.
    while (!changed() || document.getElementById("jupyterlab-splash"))
        await new Promise((resolve) => setTimeout(resolve, 20));
}"""

# To fill the notebook that is there takes the browser half of what it takes to open another.
_FILL = """async (cells) => {
    const {content} = window.a4aPanel;
    const {sharedModel} = content.model;
    sharedModel.transact(() => {
        sharedModel.deleteCellRange(0, sharedModel.cells.length);
        sharedModel.insertCells(0, cells);
    });
    while (content.widgets.length !== cells.length)
        await new Promise((resolve) => requestAnimationFrame(resolve));
    content.activeCellIndex = 0;
}"""

_DISPOSE = """() => {
    window.a4aPanel.dispose();
    window.a4aPanel = undefined;
}"""

_ALONE = """() => {
    const main = [...window.jupyterapp.shell.widgets("main")];
    main.filter((widget) => widget !== window.a4aPanel).forEach((widget) => widget.dispose());
}"""

# Views must be gone before the kernel forgets what they show.
_LEAVE = """async (forget) => {
    const {content, sessionContext} = window.a4aPanel;
    const {sharedModel} = content.model;
    sharedModel.deleteCellRange(0, sharedModel.cells.length);
    const {kernel} = sessionContext.session;
    const {done} = kernel.requestExecute({code: forget, store_history: false});
    const never = new Promise((resolve) => setTimeout(resolve, 30000));
    const reply = await Promise.race([done, never]);
    return [reply?.content.status === "ok", document.querySelector(".jp-Dialog") === null];
}"""

# Each question to the page takes as long as a short cell, so all is asked at once. Outputs hold
# pictures of views, so that only what is asked for is told.
_SETTLE = """
    const {content, sessionContext: {session: {kernel}}} = window.a4aPanel;
    const end = performance.now() + 60_000;
    while (kernel.status !== "idle") {
        if (performance.now() > end) throw new Error("the kernel is still at work");
        await new Promise((resolve) => setTimeout(resolve, 10));
    }
    return content.widgets.flatMap(({model: {outputs}}, number) =>
        Array.from({length: outputs?.length ?? 0}, (_, i) => outputs.get(i))
            .filter(({type}) => type === "error").map((output) => [number, output.toJSON()]));
"""

_RUN_CELL = f"""async (index) => {{
    window.a4aPanel.content.activeCellIndex = index;
    await window.jupyterapp.commands.execute("notebook:run-cell");
    {_SETTLE}
}}"""

_ACTIVE = """() => {
    const {activeCellIndex: index, activeCell: {model}} = window.a4aPanel.content;
    return [index, model.sharedModel.getSource()];
}"""

_HAS_RUN = """(index) => {
    const {type, executionState, executionCount} = window.a4aPanel.content.widgets[index].model;
    return type !== "code" || executionState === "idle" && executionCount !== null;
}"""

_RUN_ALL = f"""async () => {{
    await window.jupyterapp.commands.execute("notebook:run-all-cells");
    {_SETTLE}
}}"""

_SETTLED = f"async () => {{ {_SETTLE} }}"

# What widgets say to the kernel goes to a subshell, beside which cells run. There it is answered
# in order, so the answer to what is asked now is the last. What a widget changes while it waits for
# the kernel, it tells after that: hence twice.
_TOLD = """async (after) => {
    await new Promise((resolve) => setTimeout(resolve, after));
    const {kernel} = window.a4aPanel.sessionContext.session;
    const comm = [...kernel._comms.values()].find((one) => one.targetName === "jupyter.widget");
    for (let times = 0; times < 2; times++) {
        const own = kernel._subshellId;
        kernel._subshellId = comm?.subshellId ?? own;
        const answered = kernel.requestCommInfo({target_name: "none"});
        kernel._subshellId = own;
        await answered;
    }
}"""

_OUTPUTS = """(index) => window.a4aPanel.content.widgets[index].model.outputs.toJSON()"""

# Options of both: they keep to this machine, and run in a container too, where one is root.
_ANYWHERE = ("--allow-root", *OFFLINE)

_THEMES = "/lab/api/settings/@jupyterlab/apputils-extension:themes"


class Notebook(WatchedPage):
    """A notebook open in JupyterLab, on a page of its own.

    Parameters
    ----------
    page
        A Playwright page that has not been anywhere yet, or on which a notebook was left.
    server
        The server that has the notebook; `serve` makes one.
    """

    # What a view had still to say to the kernel of a notebook that was left on the page before; and
    # ipyleaflet's maps of that notebook, which hear of the window's size until the page is closed.
    known_errors = (
        *WatchedPage.known_errors,
        "Could not send widget sync message Error: Cannot send",
        ".update_bounds (",
    )

    def __init__(self, page: Page, server: Server) -> None:
        super().__init__(page)
        self.server = server

    @classmethod
    def serve(cls, root: Path, startup: str = "") -> Server:
        """Return a server, not yet running, of the files in a folder; kernels begin with Python."""
        options = [*_ANYWHERE, "--LabApp.expose_app_in_browser=True"]
        return Server(root, "jupyterlab", options=options, startup=startup)

    def address(self, path: str) -> str:
        """Return the address of the notebook at a path below the server's root."""
        # A workspace of its own: JupyterLab would open the last page's notebooks again.
        return f"/lab/workspaces/{uuid.uuid4().hex}/tree/{path}"

    def take(self, session: str, path: str) -> None:
        """Let the notebook at a path have the kernel of a session that another left."""
        self._ask("PATCH", f"/api/sessions/{session}", {"path": path, "name": path})

    def fill(self, left: str, cells: Sequence[dict[str, Any]], *, theme: str) -> None:
        """Put cells into the notebook that was left on the page, whose kernel it has."""
        self.path = left
        self.choose(theme)
        self.page.evaluate(_FILL, cells)

    def close(self, left: str) -> list[str]:
        """Close the notebook that was left on the page; return the session of its kernel."""
        self.path = left
        self.page.evaluate(_DISPOSE)
        return list(self._sessions())

    def open(self, path: str, *, theme: str) -> None:
        """Go to a notebook, in the application if it is on the page, and wait for its kernel."""
        self.path = path
        if self.page.url.startswith(self.server.url):
            self.choose(theme)
            self.page.evaluate(_OPEN_HERE, path)
            self.page.evaluate(_OPENED, path)
            self.page.evaluate(_ALONE)
        else:
            self._ask("PUT", _THEMES, {"raw": f'{{"theme": "{theme}"}}'})
            self.page.goto(f"{self.server.url}{self.address(path)}?token={self.server.token}")
            self.page.wait_for_function("() => window.jupyterapp !== undefined")
            self.page.add_style_tag(content=_NO_SPLASH)
            self.page.evaluate(_OPENED, path)

    def choose(self, theme: str) -> None:
        """Change the theme of the application."""
        self.page.evaluate(_CHOOSE, theme)

    def leave(self) -> tuple[bool, bool]:
        """Empty the notebook, and let its kernel forget it.

        Returns
        -------
        tuple of bool
            Whether the kernel is fit for another notebook; whether the page is.
        """
        self.page.mouse.move(0, 0)
        self.restore_window()
        self.page.emulate_media(media="null", color_scheme="null", reduced_motion="null")
        forgotten, fit = self.page.evaluate(_LEAVE, FORGET)
        return forgotten, fit

    def end(self) -> None:
        """End the notebook's kernel."""
        for session in self._sessions():
            self._ask("DELETE", f"/api/sessions/{session}")

    def _sessions(self) -> Iterator[str]:
        sessions = self._ask("GET", "/api/sessions").json()
        return (session["id"] for session in sessions if session["path"] == self.path)

    def _ask(self, method: str, path: str, body: object = None) -> APIResponse:
        """Ask the server's REST interface."""
        answer = self.page.request.fetch(
            f"{self.server.url}{path}?token={self.server.token}", method=method, data=body
        )
        assert answer.ok, f"{method} {path}: {answer.status} {answer.status_text}"
        return answer

    def run(self, index: int) -> None:
        """Run one cell and wait for it; fail if it raised."""
        _fail_on(self.page.evaluate(_RUN_CELL, index))

    def run_on(self) -> str:
        """Run the active cell with the keyboard, as who reads does; return its source."""
        index, source = self.page.evaluate(_ACTIVE)
        self.page.keyboard.press("Shift+Enter")
        self.page.wait_for_function(_HAS_RUN, arg=index)
        self.wait_idle()
        return str(source)

    def run_all(self) -> None:
        """Run all cells and wait for them; fail if one raised."""
        _fail_on(self.page.evaluate(_RUN_ALL))

    def wait_idle(self) -> None:
        """Wait until the kernel has nothing to do; fail if a cell raised."""
        _fail_on(self.page.evaluate(_SETTLED))

    def wait_told(self, after: int = 0) -> None:
        """Wait until page and kernel have told each other whatever they had to.

        Parameters
        ----------
        after
            Milliseconds for which the page may wait before it tells the kernel.
        """
        self.page.evaluate(_TOLD, after)

    def outputs(self, index: int) -> list[dict[str, Any]]:
        """Return the outputs of a cell, as a notebook file holds them."""
        outputs: list[dict[str, Any]] = self.page.evaluate(_OUTPUTS, index)
        return outputs


def _fail_on(errors: list[tuple[int, dict[str, Any]]]) -> None:
    """Fail if there are errors of cells, by their numbers."""
    for number, output in errors:
        text = "\n".join(output["traceback"])
        raise AssertionError(f"cell {number} raised {output['ename']}:\n{text}")


class Notebook7(Notebook):
    """A notebook open in Notebook 7, as ``jupyter notebook`` shows it."""

    # Notebook 7.6 writes this when it opens any notebook, an empty one too: its shortcuts are asked
    # for before its settings are there.
    known_errors = (*Notebook.known_errors, "(reading 'schema')")

    @classmethod
    def serve(cls, root: Path, startup: str = "") -> Server:
        """Return a server, not yet running, of the files in a folder; kernels begin with Python."""
        options = [*_ANYWHERE, "--JupyterNotebookApp.expose_app_in_browser=True"]
        return Server(root, "notebook", options=options, startup=startup)

    def address(self, path: str) -> str:
        """Return the address of the notebook at a path below the server's root."""
        return f"/notebooks/{path}"
