"""Which rules of Global are tested in 3G40 Deluxe, and what is excused from it."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from pathlib import Path

from a4a.analysis.rulebook import ids_in, named_in
from a4a.core.events import TurnBegan
from a4a.rules.areas.orders import Buy, EndPhase
from tests.rules import retold
from tests.rules.areas.positions import ids, played, position

HERE = Path(__file__).parent


def told_once_more() -> Iterator[tuple[str, str, set[str]]]:
    """Tests that are told once more: their module, their name, and the rules in force they name."""
    for folder in sorted(retold.FOLDERS):
        for path in sorted((HERE / folder).rglob("test_*.py")):
            module = ast.parse(path.read_text(encoding="utf-8"))
            of_all = [n.value for n in module.body if isinstance(n, ast.Assign)]
            for node in module.body:
                if isinstance(node, ast.FunctionDef) and node.name.startswith("test"):
                    named = {*ids_in(node.name), *marked([*of_all, *node.decorator_list])}
                    if found := named & retold.in_force():
                        yield path.stem, node.name, found


def marked(calls: Iterable[ast.expr]) -> Iterator[str]:
    """The rules that marks name."""
    for call in calls:
        if isinstance(call, ast.Call) and ast.unparse(call.func).endswith("mark.rule"):
            yield from map(ast.literal_eval, call.args)


def is_excused(module: str, name: str) -> bool:
    """Whether a test is, with all its parameters."""
    return bool({name, f"{module}::{name}"} & retold.excused().keys())


def test_whatever_is_excused_is_a_test_that_would_be_told() -> None:
    there = {each for module, name, _ in told_once_more() for each in (name, f"{module}::{name}")}
    assert {name.partition("[")[0] for name in retold.excused()} <= there


def test_rules_that_no_test_tells_in_deluxe_are_listed() -> None:
    told = {
        rule
        for module, name, rules in told_once_more()
        if not is_excused(module, name)
        for rule in rules
    }
    own = {rule for path in (HERE / retold.DELUXE).glob("test_*.py") for rule in named_in(path)}
    left = retold.in_force() - told - own
    assert left == retold.untold()


def test_a_position_is_told_with_the_units_powers_and_turns_of_the_other_system() -> None:
    army = {"Gibraltar": {"United Kingdom": {"infantry": 2}}}
    at_home = position(units=army, power="Italy", money={"United Kingdom": 7})
    with retold.retelling() as told:
        abroad = position(units=army, power="Italy", money={"United Kingdom": 7})
        assert played().dataset.name == retold.DELUXE
        assert len(ids(abroad, "Gibraltar", "infantry")) == 2
    assert told
    assert played().dataset.name == "europe1940"
    assert len(ids(at_home, "Gibraltar", "infantry")) == 2
    assert len(ids(abroad, "Eastern Gibraltar", "regular infantry")) == 2
    assert abroad.state.money("UK Europe", "IPC") == 7
    (began,) = [e for e in abroad.record.steps[1].events if isinstance(e, TurnBegan)]
    assert began.powers == ("China", "Italy")
    assert abroad.state.phase == "Purchase Units"


def test_one_power_of_a_force_gives_orders_and_all_of_it_end_their_phases() -> None:
    with retold.retelling():
        game = position(power="Italy", money={"Italy": 3})
        assert game.decision is not None
        assert game.decision.powers == ("Italy",)
        game.do(Buy("Italy", {"infantry": 1}))
        assert game.state.money("Italy", "IPC") == 0
        game.do(EndPhase())
    assert game.state.phase != "Purchase Units"
    assert game.state.active == ("China", "Italy")
