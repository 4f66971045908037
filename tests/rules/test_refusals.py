"""Refusals read aloud: what they say is English, and what they say is allowed is."""

from __future__ import annotations

import ast
import random
import re
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from pathlib import Path

import pytest

import a4a
from a4a.core.dice import SeededDice
from a4a.core.english import the
from a4a.core.errors import RuleViolation
from a4a.core.units import Unit
from a4a.players import RandomPlayer
from a4a.rules.areas import orders as o
from a4a.rules.areas.movement.airways import air_paths
from a4a.rules.areas.movement.reach import MovePhase, Reach
from a4a.rules.areas.ruleset.flow import AreasRuleset
from a4a.rules.game import Game
from tests import depth

FILES = sorted(Path(__file__).parent.glob("*/*refusals.txt"))
RULES = Path(a4a.__file__).parent / "rules"
READ = (RULES / "areas", RULES / "systems" / "wargame1942")
"""The rules whose reasons are all on file."""
UNREACHED = (
    # No type of the tables moves two spaces and does not blitz; a mod may have one.
    re.escape("stops on entering "),
    # Cargo of a sea zone is aboard something, and only transports take land units.
    re.escape("is not aboard a transport in "),
    # The panel asks for units of one space only.
    re.escape("units that move together start from one space"),
    # All land units of The War Game go aboard transports; those of a mod may not.
    re.escape("no transport takes "),
)
"""Reasons that no position of the games that come with a4a leads to."""
BOARDS = {file: file.parent.name for file in FILES if file.parent.name == "wargame1942"}
"""The board that a file speaks of, where that is not Global's."""
LINES = sorted({line for file in FILES for line in file.read_text().splitlines()})
CITED = r" \((?:AA|DX|WG)-"
"""Begins what is said of the rule that is cited."""

# --- English --------------------------------------------------------------------------------------


def said(line: str) -> str:
    """What is said of an order, without the order itself and the section of the rulebook."""
    _, _, rest = line.partition(": ")
    why, _, allowed = rest.partition(" - allowed: ")
    return f"{re.split(CITED, why)[0]} - {allowed}"


def bare_names(lines: Iterable[str], board: str) -> list[str]:
    """Lines in which a power or a territory that takes an article is named without one."""
    dataset = a4a.dataset(board)
    names = {power.name for power in dataset.catalog.powers}
    names |= {space.name for space in dataset.board.spaces}
    taking = "|".join(map(re.escape, sorted(filter(lambda n: the(n) != n, names))))
    bare = re.compile(
        r"(?<!the )(?<!the neutral )(?<!South )(?<!Central )(?<!Eastern )(?<!Western )"
        rf"({taking})\b(?! Sea Zone)"
    )
    return [line for line in lines if bare.search(line)]


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}-{file.stem}")
def test_a_power_and_a_territory_that_take_an_article_have_one(file: Path) -> None:
    lines, board = file.read_text().splitlines(), BOARDS.get(file, "global1940")
    assert bare_names(map(said, lines), board) == []
    assert bare_names((line.partition(": ")[0] for line in lines), board) == []


def test_things_that_are_somebodys_are_said_as_english_says_it() -> None:
    assert [
        line for line in LINES if re.search(r"s's |(?<!the )United (States|Kingdom)'", line)
    ] == []


def test_one_is_one_and_two_are_more() -> None:
    one = re.compile(
        r"(?<![-\w/.,])1 (more )?(spaces|units|sea zones|ships|hits|dice|points|land units|fighters"
        r"|submarines|tanks|strikes|tokens|paratroopers|aircraft carriers|transports)\b"
    )
    many = re.compile(
        r"(?<![-\w/.,:]) ([2-9]|1\d) (more )?(space|unit|sea zone|ship|hit|die|land unit|fighter"
        r"|submarine|tank|strike|token|paratrooper|aircraft carrier)\b"
    )
    assert [line for line in LINES if one.search(line) or many.search(said(line))] == []


def test_no_advice_names_units_by_number_or_fields_of_orders() -> None:
    """Numbers that are said count something, or are those of sea zones."""
    ids = re.compile(r"\bunit \d|aboard=|\bid\b|allowed: [0-9]+(, [0-9]+)+$")
    assert [line for line in LINES if ids.search(line.partition(" - allowed: ")[2])] == []


def test_whatever_rule_is_cited_something_is_said_to_be_allowed() -> None:
    assert [line for line in LINES if re.search(CITED, line) and " - allowed: " not in line] == []


def test_no_list_of_spaces_is_cut_where_it_can_be_read() -> None:
    assert [line for line in LINES if re.search(r"and \d+ more spaces$", line)] == []
    single = re.compile(r"allowed: .*sea zone \d+(, | and | or )sea zone \d")
    assert [line for line in LINES if single.search(line)] == []


def patterns(node: ast.expr) -> Iterator[str]:
    """What the reason of a refusal may read, as patterns; nothing where a function says it."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield re.escape(node.value)
    elif isinstance(node, ast.JoinedStr):
        parts = (v.value if isinstance(v, ast.Constant) else None for v in node.values)
        yield "".join(".*?" if part is None else re.escape(str(part)) for part in parts)
    elif isinstance(node, ast.IfExp):
        yield from (*patterns(node.body), *patterns(node.orelse))


def reasons() -> Iterator[tuple[str, str]]:
    """Every reason that is written where a refusal is made, with where that is."""
    for path in (path for folder in READ for path in sorted(folder.rglob("*.py"))):
        if "audit" in path.parts:
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call):
                continue
            name = getattr(node.func, "attr", getattr(node.func, "id", ""))
            if name in ("Refusal", "violation", "Fault", "PlacementFault") and len(node.args) > 1:
                yield from ((f"{path.name}: {p}", p) for p in patterns(node.args[1]))


def test_every_reason_that_the_rules_can_give_is_on_file() -> None:
    """A refusal that nobody has read is one that nobody knows to be English."""
    text = "\n".join(line.partition(": ")[2] for line in LINES)
    found = list(reasons())
    # A search begins anywhere; to begin with anything, too, takes thirty times as long.
    unread = [where for where, why in found if not re.search(why.removeprefix(".*?"), text)]
    assert len(found) > 180
    assert [where for where in unread if not any(known in where for known in UNREACHED)] == []


# --- what is allowed is ---------------------------------------------------------------------------


def spaces_in(words: str, game: Game) -> list[str]:
    """The spaces that a list in a sentence names."""
    names = game.record.board.index
    found = []
    kind = ""
    for item in re.split(r", | and | or ", words):
        text = item.strip()
        plural = re.fullmatch(r"(sea zone)s (\d+)", text)
        if plural:
            kind, text = plural[1], f"{plural[1]} {plural[2]}"
        elif kind and text.isdecimal():
            text = f"{kind} {text}"
        if text in names:
            found.append(text)
    return found


def games_at(seed: int, turns: Iterable[int], *phases: str) -> Iterator[Game]:
    """One game played at random for so many turns each time, then to each of some phases."""
    game, player, played = a4a.new_game("global1940", dice=SeededDice(seed)), RandomPlayer(seed), 0
    for number in turns:
        for _ in range(number - played):
            player.play_turn(game)
        played = number
        for phase in phases:
            while game.decision is not None and played == number and game.state.phase != phase:
                turn = game.state.active
                player.act(game, game.decision)
                played += game.state.active != turn  # without the phase
            if game.decision is not None and game.state.phase == phase:
                yield game


def refusal_of(game: Game, order: o.Order) -> RuleViolation | None:
    """Why an order may not be given, or None if it may."""
    try:
        game.verify(order)
    except RuleViolation as refusal:
        return refusal
    return None


def stacks(game: Game, draw: random.Random) -> Iterator[tuple[Unit, ...]]:
    """Some of the active power's units that stand together."""
    (power,) = game.state.active
    own = [u for u in game.state.units.values() if u.owner == power and game.state.space_of(u.id)]
    while own:
        first = draw.choice(own)
        alike = [u for u in own if u.type == first.type and u.place == first.place]
        yield tuple(draw.sample(alike, draw.randint(1, min(2, len(alike)))))


HOW = re.compile(r"(to|aboard a transport in|in support of an assault to|on a raid to) (.*)")


@pytest.mark.parametrize("turns", [0, 5, 11])
def test_where_refused_moves_say_units_may_go_they_may(turns: int) -> None:
    """Whatever space is named, an order of the kind that is said takes the units there."""
    phases = []
    for game in games_at(turns, [turns], "Combat Move", "Noncombat Move"):
        phases.append(game.state.phase)
        look_at_moves(game, random.Random(turns))
    assert phases == ["Combat Move", "Noncombat Move"]


def look_at_moves(game: Game, draw: random.Random) -> None:
    assert isinstance(game.ruleset, AreasRuleset)
    reach = Reach(game.ruleset.game)
    now: MovePhase = "combat" if game.state.phase == "Combat Move" else "noncombat"
    refused = named = 0
    for units in islice(stacks(game, draw), 400):
        ids = tuple(u.id for u in units)
        ends = air_paths(reach.field(game.state, phase=now), game.state.space_of(ids[0]) or "", 4)
        refusal = refusal_of(game, o.Move(ids, draw.choice(list(ends.values()))))
        if refusal is None:
            continue
        ways = list(reach.ways(game.state, ids, phase=now))
        for words in filter(None, map(HOW.match, refusal.allowed.split("; "))):
            for space in spaces_in(words[2], game):
                named += 1
                orders = [way.order(ids) for way in ways if way.path[-1] == space]
                assert any(map(game.can, orders)), (str(refusal), space)
        refused += 1
        if refused >= 40:
            break
    assert named > 40, named


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(depth.number(1, deep=30)))
def test_where_refused_placements_say_units_may_stand_they_may(seed: int) -> None:
    """As many as are said can be placed in each of the spaces, and no more where it says so."""
    draw, named = random.Random(seed), 0
    for game in games_at(seed, range(0, 9, 2), "Mobilize New Units"):
        if game.decision is None or game.decision.kind != "mobilize":
            continue
        for _ in range(12):
            kinds: dict[str, list[int]] = {}
            for i in game.decision.units:
                kinds.setdefault(game.state.unit(i).type, []).append(i)
            units = kinds[draw.choice(list(kinds))]
            units = units[: draw.randint(1, len(units))]
            space = draw.choice(list(game.record.board.index))
            refusal = refusal_of(game, o.Place(tuple(units), space))
            for part in refusal.allowed.split("; ") if refusal else ():
                most = re.match(r"(?:up to )?(\d+) .*? in ", part)
                count = int(most[1]) if most else len(units)
                for there in spaces_in(part[most.end() :] if most else part, game):
                    named += 1
                    assert game.can(o.Place(tuple(units[:count]), there)), str(refusal)
                    assert not most or not game.can(o.Place(tuple(units[: count + 1]), there))
    assert named > 5, named


@pytest.mark.parametrize("power", ["Germany", "China", "United Kingdom"])
def test_what_refused_purchases_say_can_be_bought_can(power: str) -> None:
    """Of the types that are named one can be bought; what costs so much or less can."""
    from tests.rules.global1940.positions import position

    game = position(power=power, money=dict.fromkeys(("Germany", "China", "UK Europe"), 40))
    treasury = "UK Europe" if power == "United Kingdom" else power
    with pytest.raises(RuleViolation) as caught:
        game.do(o.Buy(treasury, {"zeppelin": 1}))
    kinds = [k for k in re.split(r", | and ", caught.value.allowed) if not k.startswith("upgraded")]
    assert kinds
    assert all(game.can(o.Buy(treasury, {kind: 1})) for kind in kinds)
    with pytest.raises(RuleViolation) as caught:
        game.do(o.Buy(treasury, {"infantry": 14}))
    assert caught.value.allowed == "what costs 40 or less"
    assert game.can(o.Buy(treasury, {"infantry": 13}))


def test_a_refusal_that_nobody_reads_is_not_worked_out(monkeypatch: pytest.MonkeyPatch) -> None:
    from a4a.rules.areas.movement import alternatives

    calls: list[object] = []
    found: Callable[..., str] = alternatives.instead
    monkeypatch.setattr(alternatives, "instead", lambda *a, **k: calls.append(a) or found(*a, **k))
    game = next(games_at(1, [0], "Combat Move"))
    unit = next(u for u in game.state.at("Germany") if u.type == "artillery")
    order = o.Move((unit.id,), ("Germany", "Western Germany"))
    assert not game.can(order)
    assert calls == []
    with pytest.raises(RuleViolation) as caught:
        game.do(order)
    assert calls == []
    assert "this move in the Noncombat Move phase" in str(caught.value)
    assert len(calls) == 1
