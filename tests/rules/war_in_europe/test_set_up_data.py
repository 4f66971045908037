"""What the set-up reads from a dataset: a mod changes it, and what makes no sense is told."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

import a4a
from a4a.core.errors import A4AError, DatasetError
from a4a.core.units import Holding
from a4a.rules.systems import faults
from a4a.rules.systems.war_in_europe.orders import Deploy, EndDeployment

ABOUT = 'name = "phoney_war"\ntitle = "Phoney War"\nparent = "war_in_europe"\n'
AREA = """
[[areas]]
name = "France"
power = "{power}"
regions = ["{region}"]
next_to = ["{next_to}"]
rule = "{rule}"
source = "house"
"""


@pytest.fixture
def mod(tmp_path: Path) -> Path:
    folder = tmp_path / "phoney_war"
    folder.mkdir()
    (folder / "dataset.toml").write_text(ABOUT)
    return folder


def area(power="France", region="France", next_to="Germany", rule="WE-SET-008") -> str:
    return AREA.format(power=power, region=region, next_to=next_to, rule=rule)


def test_the_set_up_that_comes_with_a4a_has_no_faults() -> None:
    assert faults("war_in_europe") == []


def test_a_mod_plays_the_set_up_with_its_own_areas_and_limits(mod: Path) -> None:
    (mod / "deployment.toml").write_text(area())
    (mod / "charts").mkdir()
    (mod / "charts" / "stacking.csv").write_text(
        "group,most,units,rule,source\nother land units,9,armor; infantry,WE-STK-004,house\n"
    )
    frontier = sorted(
        name
        for name in a4a.dataset("war_in_europe").board.region("France")
        if any(
            a4a.dataset("war_in_europe").board.region_of(other) == "Germany"
            for other in a4a.dataset("war_in_europe").board.neighbours(name)
        )
    )
    free = ("1st armor", "2nd infantry", "3rd infantry", "Alp infantry", "1st air")
    rows = [f"France,{counter},{frontier[-1]},house" for counter in free]
    (mod / "deployment.csv").write_text("\n".join(["power,counter,space,source", *rows]))
    game = a4a.new_game(mod)
    land = ("1st armor", "2nd infantry", "3rd infantry", "Alp infantry")
    order = Deploy("France", dict.fromkeys(land, frontier[0]))
    game.do(order)
    game.do(EndDeployment())
    assert game.state.phase == "Set-up: Soviet Union"
    assert game.record.header.system == "phoney_war"
    with pytest.raises(A4AError, match="which does not come with a4a"):
        a4a.new_game(game.record)
    assert a4a.new_game(game.record, rules=mod).decision == game.decision


PLANTED = [
    ("deployment.toml", area(region="Gaul"), "no region 'Gaul'"),
    ("deployment.toml", area(next_to="Japan"), "no region 'Japan'"),
    ("deployment.toml", area(next_to="Persia"), "area 'France' holds no hex"),
    ("deployment.toml", area(power="Gaul"), "there is no power 'Gaul'"),
    ("deployment.toml", area(power="Germany"), "area 'France' is Germany's"),
    ("deployment.toml", area(rule="WE-SET-900"), "there is no rule 'WE-SET-900'"),
    ("deployment.toml", area().replace("next_to", "nextto"), "unknown field `nextto`"),
    ("deployment.toml", area() + area().replace('name = "France"', 'name = "Sahara"'),
     "area 'Sahara': no counter of deployment.csv is to stand in it"),
    ("deployment.toml",
     '[[order]]\nname = "Sahara"\npowers = ["France", "Mali"]\nside = "Axes"\n'
     'rule = "WE-SET-001"\nsource = "house"\n',
     "order 'Sahara': there is no side 'Axes'"),
    ("deployment.toml",
     '[[order]]\nname = "Sahara"\npowers = ["France", "Mali"]\nrule = "WE-SET-001"\n'
     'source = "house"\n',
     "order 'Sahara': there is no power 'Mali'"),
    ("deployment.toml",
     '[[order]]\nname = "Sahara"\npowers = ["France"]\nrule = "WE-SET-001"\nsource = "house"\n',
     "France deploys with 'France' already"),
    ("deployment.toml", '[[order]]\nname = "Italy"\nrule = "WE-SET-001"\nremove = true\n',
     "Italy never deploys"),
    ("deployment.csv", "power,counter,area,rule,source\nFrance,1st armor,Gaul,WE-SET-008,house\n",
     "France 1st armor: there is no area 'Gaul'; deployment.toml has"),
    ("deployment.csv", "power,counter,space,source\nFrance,1st armor,2106,house\n",
     "France 1st armor: 2106 is not in its area, 'France'"),
    ("deployment.csv", "power,counter,rule,source\nFrance,1st armor,WE-SET-900,house\n",
     "France 1st armor: there is no rule 'WE-SET-900'"),
    ("charts/stacking.csv", "group,most,units,source\nother land units,0,infantry,house\n",
     "other land units in"),
    ("charts/stacking.csv", "group,most,units,source\nother land units,2,elephants,house\n",
     "there is no unit type 'elephants'"),
    ("charts/combat.csv", "line,least,most,one,source\nLand vs. Land,1,3,four,house\n",
     "one 'four' is not a whole number"),
    ("charts/numbers.csv", "name,value,source\ncombat dice,two,house\n",
     "value 'two' is not a whole number"),
]  # fmt: skip


@pytest.mark.parametrize("planted", PLANTED, ids=lambda p: f"{p[0]}: {p[2][:40]}")
def test_what_is_wrong_with_a_set_up_is_told(mod: Path, planted: tuple[str, str, str]) -> None:
    file, content, what = planted
    (mod / file).parent.mkdir(exist_ok=True)
    (mod / file).write_text(content)
    told = faults(mod)
    assert any(what in fault for fault in told), told


def test_no_game_begins_with_a_set_up_that_has_faults(mod: Path) -> None:
    (mod / "deployment.csv").write_text(
        "power,counter,space,source\nFrance,1st armor,2106,house\nItaly,1st air,1709,house\n"
    )
    with pytest.raises(DatasetError) as error:
        a4a.new_game(mod)
    assert str(error.value).splitlines() == [
        "dataset 'phoney_war' cannot be used (2 faults):",
        "  deployment.csv: France 1st armor: 2106 is not in its area, 'France'",
        "  deployment.csv: Italy 1st air: 1709 is not in its area, 'Italy'",
    ]


def test_a_game_is_not_gone_on_with_when_its_counters_have_changed(
    mod: Path, tmp_path: Path
) -> None:
    file = tmp_path / "game.a4a"
    a4a.save(a4a.new_game(mod).record, file)
    (mod / "counters.csv").write_text("power,name,combat,source\nGermany,1st armor,9,house\n")
    with pytest.raises(A4AError, match=r"not as it was .*: Germany 1st armor changed"):
        a4a.rules.resume(file, rules=mod)


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ('"2nd infantry"', '"77th infantry"', "counters of its own: .* France '2nd infantry'"),
        ('"Maginot fort"', '"' + "x" * 999 + '"', "both have France 'Maginot fort'"),
    ],
)
def test_a_record_with_other_counters_is_not_gone_on_with(
    tmp_path: Path, old: str, new: str, why: str
) -> None:
    file = tmp_path / "game.a4a"
    a4a.save(a4a.new_game("war_in_europe").record, file)
    file.write_bytes(gzip.compress(gzip.decompress(file.read_bytes()).replace(
        old.encode(), new.encode())))  # fmt: skip
    with pytest.raises(A4AError, match=why):
        a4a.rules.resume(file)


def test_a_unit_that_is_no_counter_waits_for_ever(tmp_path: Path) -> None:
    """A record may say anything of its units; the set-up goes by."""
    file = tmp_path / "game.a4a"
    a4a.save(a4a.new_game("war_in_europe").record, file)
    start, found = b'"to be deployed"],"damage":1,"name":', gzip.decompress(file.read_bytes())
    strange = found.replace(start + b'"1T armor"', start + b'"9T armor"')
    assert strange != found
    file.write_bytes(gzip.compress(strange))
    game = a4a.rules.resume(file)
    while game.state.round == 0:
        game.do(EndDeployment())
    [left] = [unit for unit in game.state.units.values() if unit.place == Holding(
        "Soviet Union", "to be deployed")]  # fmt: skip
    assert left.name == "9T armor"


def test_a_dataset_without_a_list_of_deployment_says_so(mod: Path) -> None:
    (mod / "dataset.toml").write_text(ABOUT + 'replace = ["deployment", "setup"]\n')
    with pytest.raises(DatasetError, match=r"never deploys: it is in no order"):
        a4a.new_game(mod)
