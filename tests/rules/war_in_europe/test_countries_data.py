"""What the rules read of countries and victory from a dataset: what makes no sense is told."""

from __future__ import annotations

from pathlib import Path

import pytest

from a4a.rules.systems import faults
from a4a.rules.systems.war_in_europe.access import ITALY, SOVIET_UNION, UNITED_STATES
from tests.rules.war_in_europe.positions import system

ABOUT = 'name = "phoney_war"\ntitle = "Phoney War"\nparent = "war_in_europe"\n'
END = 'source = "house"\n'
RUMP = """
[[rumps]]
power = "France"
name = "Vichy"
feature = "{feature}"
seat = "{seat}"
keys = ["1615"]
heir = "{heir}"
rule = "WE-VCH-001"
source = "house"
garrisons = {{ "{counter}" = "1615" }}
"""


def rump(feature="vichy", seat="1911", heir="Great Britain", counter="Col infantry") -> str:
    return RUMP.format(feature=feature, seat=seat, heir=heir, counter=counter)


def level(line: str) -> str:
    named = '[[levels]]\nname = "Axis minor victory"\nside = "Axis"'
    return f'{named}\n{line}\nrule = "WE-WIN-009"\n{END}'


PLANTED = [
    ("countries", f'[[dates]]\npower = "Mali"\nturn = 4\nrule = "WE-ITA-002"\n{END}',
     "date of Mali: there is no power 'Mali'"),
    ("countries", f'[[dates]]\npower = "Italy"\nturn = 4\nrule = "WE-ITA-900"\n{END}',
     "date of Italy: there is no rule 'WE-ITA-900'"),
    ("countries", f'[[apart]]\npower = "Mali"\nrule = "WE-SOV-010"\n{END}',
     "Mali apart: there is no power 'Mali'"),
    ("countries", f'[[barred]]\nspace = "Mali"\nside = "Axes"\nrule = "WE-INV-012"\n{END}',
     "barred 'Mali': there is no space 'Mali'"),
    ("countries", f'[[barred]]\nspace = "Mali"\nside = "Axes"\nrule = "WE-INV-012"\n{END}',
     "barred 'Mali': there is no side 'Axes'"),
    ("countries",
     f'[[rebellions]]\npower = "Iraq"\nregion = "Mali"\nturn = 6\nrule = "WE-IRQ-002"\n{END}',
     "rebellion of Iraq: there is no region 'Mali'"),
    ("countries", rump(feature="maquis"), "no hex has the feature 'maquis'"),
    ("countries", rump(seat="9999"), "there is no space '9999'"),
    ("countries", rump(heir="Mali"), "there is no power 'Mali'"),
    ("countries", rump(counter="9th infantry"), "France has no counter '9th infantry'"),
    ("countries", rump().replace("seat", "seet"), "unknown field `seet`"),
    ("victory", level('powers = ["Mali"]'), "'Axis minor victory': there is no power 'Mali'"),
    ("victory", level('all_but = ["Mali"]'), "'Axis minor victory': there is no power 'Mali'"),
    ("victory", level('hexes = ["9999"]'), "'Axis minor victory': there is no space '9999'"),
    ("victory", level('least = "two"'), "Expected `int`"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "text", "told"), PLANTED)
def test_what_makes_no_sense_is_told(tmp_path: Path, name: str, text: str, told: str) -> None:
    folder = tmp_path / "phoney_war"
    folder.mkdir()
    (folder / "dataset.toml").write_text(ABOUT)
    (folder / f"{name}.toml").write_text(text)
    found = faults(folder)
    assert any(told in fault for fault in found), found


def test_the_powers_that_rules_name_are_in_the_lists() -> None:
    countries = system().countries
    assert {ITALY, SOVIET_UNION, UNITED_STATES} == set(countries.dates)
    assert set(countries.apart) == {SOVIET_UNION}
    assert set(countries.rumps) == {"France"}
    assert set(countries.territories("France")) == set(countries.region_capitals.values())
