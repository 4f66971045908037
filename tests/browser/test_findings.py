"""Findings of an audit as a person meets them: in the log of the explorer, in a real browser."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.browser.lab import Lab

MAP = ".a4a-board .leaflet-container"
SETTING = """
import a4a
from a4a.core import events as ev
record = a4a.start("global1940")
record.append([ev.RoundBegan(1), ev.TurnBegan(("Germany",)), ev.PhaseBegan("Combat Move")])
taken = ev.ControlChanged("Yugoslavia", "Pro-Allies neutrals", "Germany", "conquest")
record.append([taken])
record.append([ev.PhaseBegan("Collect Income")])
record.append([ev.ResourceChanged("Germany", "IPC", 60, "income")])
found = a4a.audit(record)
"""
HOSTILE = """
import polars as pl
app.findings = found.with_columns(what=pl.lit("<img src=x onerror=alert(1)>"))
"""


def test_findings_are_read_in_the_log_and_gone_through_by_buttons(lab: Lab) -> None:
    cells = [SETTING, "app = a4a.explore(record, charts=())\napp", "app.findings = found", HOSTILE]
    with lab.notebook([*cells, "app.findings = None"]) as notebook:
        notebook.run(0)
        notebook.run(1)
        page = notebook.page
        page.wait_for_selector(f"{MAP}[data-position='0']")
        bar = page.locator(".a4a-findings")
        assert bar.is_hidden()  # nobody has asked for an audit yet

        notebook.run(2)
        page.wait_for_selector(".a4a-findings:not([hidden])")
        told = " ".join(bar.inner_text().split())
        assert "4 findings" in told
        assert "4 illegal" in told
        page.get_by_role("button", name="Next finding").click()
        page.wait_for_selector(f"{MAP}[data-position='2']")
        here = page.locator(".a4a-entry[aria-current] .a4a-finding")
        assert "illegal" in here.locator(".a4a-severity").inner_text()
        assert "AA-CON-001" in here.inner_text()
        assert "Germany gets Yugoslavia" in here.inner_text()
        yugoslavia = page.locator(".a4a-highlight")
        assert yugoslavia.count() >= 1  # and it is ringed on the board

        page.get_by_role("button", name="Next finding").click()
        page.wait_for_selector(f"{MAP}[data-position='4']")
        assert "(+28)" in here.first.inner_text()
        assert "3 here" in bar.inner_text()
        assert page.locator(".a4a-highlight").count() == 0  # money has no place
        onward = page.get_by_role("button", name="Next finding")
        assert onward.get_attribute("aria-disabled") == "true"
        page.get_by_role("button", name="Previous finding").click()
        page.wait_for_selector(f"{MAP}[data-position='2']")

        notebook.run(3)  # what a record says is text, whatever it is
        page.wait_for_function(
            "() => document.querySelector('.a4a-finding').textContent.includes('onerror')"
        )
        assert page.locator(".a4a-log img").count() == 0

        notebook.run(4)
        page.wait_for_selector(".a4a-findings", state="hidden")
        assert page.locator(".a4a-finding").count() == 0
        notebook.check()
