"""A page in the browser, watched: what goes wrong on it, and what it asks for elsewhere."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote, urlsplit

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import ConsoleMessage, Page

_LOOPBACK = frozenset({"127.0.0.1", "localhost", "::1", "[::1]"})

# Resolves with the times from the key press to the change and to the frame that shows it.
_WATCH_KEY = """({selector, until}) => {
    const target = document.querySelector(selector);
    if (!target) throw new Error("nothing on the page matches " + selector);
    const isDone = until ? new Function("target", "return (" + until + ");") : () => true;
    window.a4aTiming = new Promise((resolve) => {
        let began = null;
        addEventListener("keydown", (event) => { began = event.timeStamp; },
                         {capture: true, once: true});
        const observer = new MutationObserver(() => {
            if (began === null || !isDone(target)) return;
            observer.disconnect();
            const changed = performance.now() - began;
            requestAnimationFrame(() => setTimeout(
                () => resolve({changed, painted: performance.now() - began})));
        });
        observer.observe(target, {attributes: true, characterData: true, childList: true,
                                  subtree: true});
    });
}"""

_TIMING = """(patience) => Promise.race([
    window.a4aTiming,
    new Promise((_, refuse) => setTimeout(
        () => refuse(new Error("the key changed nothing in " + patience + " ms")), patience)),
])"""


@dataclass(frozen=True, slots=True)
class KeyTiming:
    """Milliseconds from a key press until the DOM changed, and until a frame showed it."""

    changed: float
    painted: float


class WatchedPage:
    """A page, what it has written to its console, and what it has asked for beyond this machine.

    Parameters
    ----------
    page
        A Playwright page.

    Attributes
    ----------
    page
        The Playwright page.
    console_errors
        Errors the page has written to its console, and exceptions nobody caught.
    outside
        Addresses beyond this machine that the page has asked for.
    """

    #: What errors of the applications and libraries around our views say.
    #: ipyleaflet 0.20 bundles Leaflet-Geoman without its global: with a map on the page every key
    #: press ends in an error of its key listener, which does nothing else.
    known_errors: tuple[str, ...] = ("_fireKeyeventEvent",)

    #: Parts of addresses elsewhere that the application around our views asks for by itself.
    known_outside: tuple[str, ...] = ()

    def __init__(self, page: Page) -> None:
        self.page = page
        self.console_errors: list[str] = []
        self.outside: list[str] = []
        self._devtools = page.context.new_cdp_session(page)
        page.set_default_timeout(60_000)
        self._listeners: list[tuple[Any, Any, Any]] = [
            (page, "console", self._note_console),
            (page, "pageerror", lambda error: self._note_error(error.stack or str(error))),
            (page, "websocket", lambda socket: self._note_address(socket.url)),
            (page.context, "request", lambda request: self._note_address(request.url)),
        ]
        for source, event, listener in self._listeners:
            source.on(event, listener)

    def look_away(self) -> None:
        """Watch the page no more."""
        for source, event, listener in self._listeners:
            source.remove_listener(event, listener)
        self._devtools.detach()

    def restore_window(self) -> None:
        """Leave full screen: a page that is still on its way out of it cannot be resized."""
        window = self._devtools.send("Browser.getWindowForTarget")
        if window["bounds"].get("windowState", "normal") != "normal":
            bounds = {"windowState": "normal"}
            self._devtools.send(
                "Browser.setWindowBounds", {"windowId": window["windowId"], "bounds": bounds}
            )

    def screenshot(self, path: Path) -> None:
        """Write what the page shows to a PNG file."""
        path.parent.mkdir(parents=True, exist_ok=True)
        self.page.screenshot(path=path)

    def heap_bytes(self) -> int:
        """Return the bytes the page's JavaScript holds, after a garbage collection."""
        self._devtools.send("HeapProfiler.collectGarbage")
        return int(self._devtools.send("Runtime.getHeapUsage")["usedSize"])

    def time_key(
        self, key: str, *, watch: str, until: str | None = None, patience: float = 60_000
    ) -> KeyTiming:
        """Press a key where the focus is; time it to the first change below an element.

        Parameters
        ----------
        key
            As Playwright names it, such as ``"ArrowRight"``.
        watch
            CSS selector of the element to watch.
        until
            JavaScript about ``target``, the watched element, that must hold for the change to
            count; any change counts if not given.
        patience
            Milliseconds to wait; then the call fails.
        """
        self.page.evaluate(_WATCH_KEY, {"selector": watch, "until": until})
        self.page.keyboard.press(key)
        return KeyTiming(**self.page.evaluate(_TIMING, patience))

    def check(self) -> None:
        """Fail if the page wrote an error to the console or asked for anything elsewhere."""
        assert not self.outside, f"left this machine: {self.outside}"
        assert not self.console_errors, f"errors in the console: {self.console_errors}"

    def _note_console(self, message: ConsoleMessage) -> None:
        address = str(message.location.get("url", ""))
        if message.type == "error" and not self._is_known(address):
            self._note_error(f"{message.text} ({address})")

    def _note_error(self, text: str) -> None:
        if not any(fault in text for fault in self.known_errors):
            self.console_errors.append(text)

    def _note_address(self, address: str) -> None:
        parts = urlsplit(address)
        outside = parts.scheme in ("http", "https", "ws", "wss") and parts.hostname not in _LOOPBACK
        if outside and not self._is_known(address):
            self.outside.append(address)

    def _is_known(self, address: str) -> bool:
        return any(part in unquote(address) for part in self.known_outside)
