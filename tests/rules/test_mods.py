"""Mods: a folder of deltas over a game that comes with a4a is played by the same rules."""

from __future__ import annotations

import re
import shutil
from collections import Counter
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

import a4a
from a4a import boards
from a4a.boards.lists import read_lists
from a4a.cli import main
from a4a.core import events as ev
from a4a.core.dice import SeededDice
from a4a.core.errors import A4AError, DatasetError
from a4a.core.record import GameRecord
from a4a.core.steps import Header
from a4a.players import RandomPlayer
from a4a.rules import Game, new_game, replay, resume, rules_of, ruleset
from a4a.rules.areas.control.victory import victories
from a4a.rules.areas.economy import objectives as o
from a4a.rules.areas.ruleset.flow import AreasRuleset
from a4a.rules.areas.system import System
from a4a.rules.systems import book, faults
from a4a.store import dumps, loads
from tests import depth

MODS = Path(__file__).parent.parent / "mods"
SEA_LION = MODS / "sealion1940"
GERMANY = "Germany"


def system_of(name: str | Path) -> System:
    made = ruleset(name)
    assert isinstance(made, AreasRuleset)
    return made.game


def played(folder: Path | str, *, seed: int = 1, rounds: int = 2) -> Game:
    game = new_game(folder, dice=SeededDice(seed))
    player = RandomPlayer(seed)
    while game.state.round <= rounds and game.decision is not None:
        player.play_turn(game)
    return game


@cache
def sea_lion(seed: int, *, rounds: int) -> Game:
    """A game of the mod: only read."""
    return played(SEA_LION, seed=seed, rounds=rounds)


@pytest.fixture
def mod(tmp_path: Path) -> Path:
    """A copy of Sea Lion, to be changed."""
    folder = tmp_path / "my_mod"
    shutil.copytree(SEA_LION, folder)
    return folder


def write(folder: Path, name: str, text: str) -> None:
    (folder / name).write_text(text, encoding="utf-8")


# --- what a mod changes ---------------------------------------------------------------------------


def test_objectives_are_changed_added_and_taken_away() -> None:
    base = {(x.power, x.name): x.amount for x in o.objectives(system_of("global1940"))}
    mine = {(x.power, x.name): x.amount for x in o.objectives(system_of(SEA_LION))}
    egypt, landing = (GERMANY, "Germans in Egypt"), (GERMANY, "Sea Lion")
    oil = (GERMANY, "Oil of the Middle East")
    assert (base[egypt], mine[egypt]) == (5, 3)
    assert (landing in base, mine[landing]) == (False, 10)
    assert (oil in base, oil in mine) == (True, False)
    changed = {egypt, landing, oil}
    assert {k: v for k, v in base.items() if k not in changed} == {
        k: v for k, v in mine.items() if k not in changed
    }


def test_an_entry_that_is_changed_keeps_its_place() -> None:
    base = [x.name for x in o.objectives(system_of("global1940")) if x.power == GERMANY]
    mine = [x.name for x in o.objectives(system_of(SEA_LION)) if x.power == GERMANY]
    assert mine.index("Germans in Egypt") == base.index("Germans in Egypt")


def test_lists_that_a_mod_does_not_name_are_the_parents() -> None:
    base, mine = system_of("global1940"), system_of(SEA_LION)
    for name in ("politics", "bonuses", "technologies"):
        ours, theirs = (read_lists(s.dataset.folders, name) for s in (base, mine))
        assert ours is not None
        assert theirs is not None
        assert ours.plain() == theirs.plain()
    assert [v.rule for v in victories(mine)] == [*(v.rule for v in victories(base)), "SL-VIC-001"]


def test_units_and_set_up_are_changed() -> None:
    base, mine = a4a.dataset("global1940"), a4a.dataset(SEA_LION)
    assert base.catalog.unit_type("transport").cost == 7
    assert mine.catalog.unit_type("transport").cost == 6
    assert mine.catalog.unit_type("landing craft").transport_capacity == 5
    stand = Counter((u.type, u.place) for u in mine.position.units)
    assert stand["landing craft", "sea zone 113"] == 2
    assert stand["submarine", "sea zone 118"] == 0


def test_rules_of_a_mod_are_added_and_changed() -> None:
    mine, base = book(SEA_LION), book("global1940")
    assert len(mine) == len(base) + 2
    assert "collects 3 IPCs" in mine["AA-OBJ-005"].statement
    assert mine["SL-OBJ-001"].section == "Sea Lion"
    assert "collects 3 IPCs" not in base["AA-OBJ-005"].statement


def test_the_rules_of_a_mod_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "SL", "--system", str(SEA_LION)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == ["SL-OBJ-001", "SL-VIC-001"]
    assert a4a.rules(SEA_LION).height == len(book(SEA_LION))


def test_an_objective_of_a_mod_pays() -> None:
    system = system_of(SEA_LION)
    state = a4a.start(SEA_LION).state_at(0)
    assert "Sea Lion" not in [x.name for x, _ in o.achieved(system, state, GERMANY)]
    unit = next(u.id for u in state.at(GERMANY) if u.type == "infantry")
    state = state.apply(ev.UnitsPlaced((unit,), "United Kingdom", "edit"))
    assert ("Sea Lion", 10) in [(x.name, paid) for x, paid in o.achieved(system, state, GERMANY)]


# --- playing --------------------------------------------------------------------------------------


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(1, 1 + depth.number(1, deep=20)))
def test_a_mod_is_played_by_the_random_player(seed: int) -> None:
    rounds = depth.number(2, deep=3)
    game = sea_lion(seed, rounds=rounds)
    assert game.state.victors or game.state.round == rounds + 1
    header = game.record.header
    assert (header.system, header.title) == ("sealion1940", "Sea Lion 1940")
    replay(ruleset(SEA_LION), loads(dumps(game.record)))


def test_a_mod_is_given_as_text_too() -> None:
    assert new_game(str(SEA_LION)).record.header.system == "sealion1940"


def test_new_types_are_bought_and_sail() -> None:
    games = [sea_lion(seed, rounds=2) for seed in (0, 1)]
    types = Counter(u.type for game in games for u in game.state.units.values())
    assert types["landing craft"] > 2


def test_a_mod_of_a_mod_lies_over_both(mod: Path) -> None:
    second = mod.parent / "second"
    second.mkdir()
    write(second, "dataset.toml", 'title = "More"\nparent = "../my_mod"\nsource = "house"\n')
    write(second, "objectives.toml", '[[objectives]]\nname = "Sea Lion"\npower = "Germany"\n'
          "remove = true\n")  # fmt: skip
    made = system_of(second)
    names = [x.name for x in o.objectives(made) if x.power == GERMANY]
    assert "Sea Lion" not in names
    assert "Oil of the Middle East" not in names
    assert made.catalog.unit_type("landing craft").cost == 4
    assert new_game(second).record.header.system == "second"


def test_a_mod_of_europe_is_played_by_its_rules(tmp_path: Path) -> None:
    write(tmp_path, "dataset.toml", 'name = "rich"\nparent = "europe1940"\nsource = "house"\n')
    write(tmp_path, "spaces.csv", "name,value,source\nPoland,4,house\n")
    game = new_game(tmp_path)
    assert game.state.board.space("Poland").value == 4
    assert "Japan" not in system_of(tmp_path).order_of_play


# --- lists ----------------------------------------------------------------------------------------


def entries(mod: Path, name: str = "objectives") -> list[str]:
    found = read_lists(boards.load(mod).folders, name)
    assert found is not None
    return [entry.says.get("name") or entry.says["rule"] for entry in found.entries[name]]


def test_a_list_is_replaced_whole_when_dataset_toml_says_so(mod: Path) -> None:
    write(mod, "dataset.toml", 'parent = "global1940"\nsource = "house"\nreplace = ["victory"]\n')
    assert [v.rule for v in victories(system_of(mod))] == ["SL-VIC-001"]
    assert boards.check(mod) == []


def test_entries_of_one_rule_are_changed_together(mod: Path) -> None:
    """Two ways of entering the war stand under AA-POL-013; the mod has one of its own."""
    write(mod, "politics.toml", '[[declarations]]\npower = "United States"\non = ["Japan"]\n'
          'phase = "Combat Move"\nrule = "AA-POL-013"\nsource = "house"\n')  # fmt: skip
    base = read_lists(boards.load("global1940").folders, "politics")
    mine = read_lists(boards.load(mod).folders, "politics")
    assert base is not None
    assert mine is not None
    before = [e.says["rule"] for e in base.entries["declarations"]]
    after = [e.says["rule"] for e in mine.entries["declarations"]]
    assert after.count("AA-POL-013") == 1 < before.count("AA-POL-013")
    assert [r for r in after if r != "AA-POL-013"] == [r for r in before if r != "AA-POL-013"]
    assert mine.entries["triggers"] == base.entries["triggers"]


def test_settings_of_a_list_are_changed_one_by_one(mod: Path) -> None:
    from a4a.rules.areas.technology import research

    write(mod, "technologies.toml", "price = 3\n")
    mine, base = research(system_of(mod)), research(system_of("global1940"))
    assert (mine.price, base.price) == (3, 5)
    assert (mine.success, mine.technologies) == (base.success, base.technologies)


# --- faults ---------------------------------------------------------------------------------------

OIL = '[[objectives]]\nname = "Oil"\npower = "Germany"\namount = 2\nsource = "house"\n'
HEAD = 'parent = "global1940"\nsource = "house"\n'


@pytest.mark.parametrize(
    ("file", "text", "what"),
    [
        ("objectives.toml", OIL, r"my_mod/objectives.toml, objectives 1 \('Oil'\): .*`rule`"),
        ("objectives.toml", OIL + 'rule = "AA-OBJ-999"\n', "'AA-OBJ-999', which is no rule"),
        ("objectives.toml", OIL + 'rule = "AA-OBJ-002"\nwhen = [{ is = "tired" }]\n', "tired"),
        ("objectives.toml", '[[objectives]]\nname = "Gold"\npower = "Germany"\nremove = true\n',
         "my_mod/objectives.toml, objectives 1: there is no such entry to remove"),
        ("objectives.toml", OIL + "remove = true\n", "so it cannot say its amount, source"),
        ("objectives.toml", '[[objectives]]\nname = "Oil"\nremove = 1\n', "true or left out"),
        ("objectives.toml", "[[objectives]\n", "my_mod/objectives.toml: "),
        ("objectives.toml", OIL.replace("Germany", "Mars") + 'rule = "AA-OBJ-002"\n',
         "there is no power 'Mars'"),
        ("objectives.toml", "objectives = 3\n", "Expected `array`"),
        ("objective.toml", OIL, "no file of this name is read; did you mean 'objectives'"),
        ("unit.csv", "name,cost\n", "no file of this name is read"),
        ("rules.csv", "id,statement\nAA-OBJ-005,\n", "rules.csv:2: statement is empty"),
        ("rules.csv", "id,words\nX-Y-1,hello\n", "no column 'words' is known here"),
        ("rules.csv", "id,statement\nX-Y-1\n", "rules.csv:2: 1 cells, but the first line has 2"),
        ("rules.csv", "id,statement\nX,a\nX,b\n", "rules.csv:3: another row on the same as line 2"),
        ("units.csv", "name,cost,source\ntransport,six,house\n", "not a whole number"),
        ("units.csv", "name,cost,source\nlanding raft,6,house\n", "empty"),
        ("setup.csv", "space,power,unit,count,source\nMars,Germany,tank,1,house\n", "no 'Mars'"),
        ("setup.csv", "space,power,unit,count\nGermany,Germany,tank,1\n", "setup.csv:2: source"),
        ("dataset.toml", HEAD + 'replace = ["objectvies"]\n', "no table 'objectvies'"),
        ("dataset.toml", HEAD + 'name = "global1940"\n', "the name of a dataset that comes with"),
        ("dataset.toml", 'parent = "global1914"\nsource = "house"\n', "no parent 'global1914'"),
        ("dataset.toml", 'parent = "."\nsource = "house"\n', "is its own parent"),
    ],
)  # fmt: skip
def test_the_check_tells_what_is_wrong_with_a_mod(
    mod: Path, file: str, text: str, what: str, capsys: pytest.CaptureFixture[str]
) -> None:
    write(mod, file, text)
    assert main(["check", str(mod)]) == 1
    said = capsys.readouterr()
    assert re.search(what, said.out + said.err), said
    assert "Traceback" not in said.err


def test_the_mod_of_the_tests_has_no_fault(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", str(SEA_LION)]) == 0
    assert faults(SEA_LION) == []
    assert "no faults" in capsys.readouterr().out


def test_a_faulty_list_is_refused_when_it_is_read(mod: Path) -> None:
    write(mod, "objectives.toml", OIL + 'rule = "AA-OBJ-999"\n')
    with pytest.raises(DatasetError, match="which is no rule"):
        o.objectives(system_of(mod))


@pytest.mark.parametrize("path", ["nowhere", "dataset.toml"])
def test_what_is_no_mod_is_refused(path: str, mod: Path) -> None:
    with pytest.raises(A4AError, match="cannot be played by its rules"):
        new_game(mod / path)


def test_a_dataset_without_a_known_forebear_is_not_played(tmp_path: Path) -> None:
    write(tmp_path, "dataset.toml", 'name = "own"\n')
    with pytest.raises(A4AError, match="none of its parents is europe1940 or global1940"):
        new_game(tmp_path)
    assert faults(tmp_path) == []


def test_parents_that_are_each_others_are_refused(tmp_path: Path) -> None:
    for name, parent in (("a", "../b"), ("b", "../a")):
        (tmp_path / name).mkdir()
        write(tmp_path / name, "dataset.toml", f'parent = "{parent}"\nsource = "house"\n')
    with pytest.raises(DatasetError, match="its own parent"):
        new_game(tmp_path / "a")


# --- records --------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def recorded() -> GameRecord:
    return loads(dumps(played(SEA_LION, rounds=1).record))


def test_a_saved_game_of_a_mod_goes_on(recorded: GameRecord, tmp_path: Path) -> None:
    path = tmp_path / "game.a4a"
    path.write_bytes(dumps(recorded))
    game = resume(path, rules=SEA_LION, dice=SeededDice(5))
    assert game.state == recorded.state_at(recorded.last)
    RandomPlayer(5).play_turn(game)
    assert game.state.turn > recorded.state_at(recorded.last).turn
    assert rules_of(recorded, rules=str(SEA_LION)).system == "sealion1940"


def test_a_record_of_an_unknown_mod_asks_for_its_folder(recorded: GameRecord) -> None:
    with pytest.raises(A4AError, match=r"by 'sealion1940', .* give its folder: rules="):
        new_game(recorded)


@pytest.mark.parametrize("open_it", [new_game, rules_of])
def test_a_path_in_a_record_is_never_followed(open_it: Callable[[GameRecord], object]) -> None:
    start = a4a.start(SEA_LION)
    header = Header(system=str(SEA_LION))
    record = GameRecord(header, start.board, start.catalog, start.start)
    with pytest.raises(A4AError, match="does not come with a4a"):
        open_it(record)
    with pytest.raises(A4AError, match="cannot be played by its rules"):
        book(record.header.system)


def test_a_record_is_not_played_by_another_mod(recorded: GameRecord, mod: Path) -> None:
    with pytest.raises(A4AError, match="by 'sealion1940', not by 'my_mod'"):
        new_game(recorded, rules=mod)
    with pytest.raises(A4AError, match="by 'sealion1940', not by 'global1940'"):
        new_game(recorded, rules="global1940")


def test_a_mod_that_changed_since_is_told(recorded: GameRecord, mod: Path) -> None:
    write(mod, "dataset.toml", HEAD + 'name = "sealion1940"\ntitle = "Sea Lion 1940"\n')
    units = (
        (mod / "units.csv").read_text().replace("transport,sea,0,0,2,6", "transport,sea,0,0,2,5")
    )
    write(mod, "units.csv", units)
    with pytest.raises(A4AError, match=r"'sealion1940' is not as it was .*: transport changed"):
        new_game(recorded, rules=mod)


def test_what_a_power_is_called_is_the_mods_and_no_other_game(
    recorded: GameRecord, mod: Path
) -> None:
    write(mod, "dataset.toml", HEAD + 'name = "sealion1940"\ntitle = "Sea Lion 1940"\n')
    write(mod, "powers.csv", "name,called,source\nFrance,the Free French,house\n")
    game = new_game(recorded, rules=mod)
    assert game.ruleset.start().catalog.called("France") == "the Free French"
    assert game.ruleset.start().catalog.called("Germany") == "Germany"


def test_rules_are_for_recorded_games_only() -> None:
    with pytest.raises(A4AError, match="rules= is for recorded games"):
        new_game("global1940", rules=SEA_LION)
