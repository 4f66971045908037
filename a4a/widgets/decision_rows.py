"""The rows of a decision view: what a game asks, as the page reads it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

import msgspec

from a4a.core import events as ev
from a4a.core.errors import RuleViolation
from a4a.core.steps import NodeId, Step
from a4a.core.words import describe_step
from a4a.map.rows import actors_of
from a4a.map.stories import throws_of
from a4a.rules.choices import Answers, Form, Moves, Refused, Tally
from a4a.rules.decision import Decision
from a4a.rules.game import Game
from a4a.widgets.computer import YOU, Computer, names_of_players


def told(refused: Refused | None) -> dict[str, str] | None:
    """Return why something is refused, as the page reads it: in words; None if it is not."""
    if refused is None:
        return None
    words: dict[str, str] = msgspec.to_builtins(refused)
    del words["units"]
    return words


class DecisionRows:
    """Tells what a game asks; spaces, powers and unit types are numbers, as on the board.

    Parameters
    ----------
    game
        The game, which is left as it is.

    Examples
    --------
    >>> import a4a
    >>> game = a4a.new_game("global1940")
    >>> DecisionRows(game).of(game.decision, ())["text"]
    'buy units and repair facilities, or end the phase'
    """

    def __init__(self, game: Game) -> None:
        self._game = game
        self._board = game.record.board
        self._catalog = game.record.catalog

    def of(self, asked: Decision | None, forms: Iterable[Form]) -> dict[str, Any]:
        """Return what the game asks now, the forms that answer it, and what happened last."""
        game = self._game
        return {
            "node": game.node,
            "kind": "" if asked is None else asked.kind,
            "text": game.ending if asked is None else asked.text,
            "rule": "" if asked is None else asked.rule,
            "battle": "" if asked is None else asked.battle,
            "sides": [] if asked is None else self.sides(asked.battle),
            "powers": [] if asked is None else [self._power(name) for name in asked.powers],
            "actors": [] if asked is None else actors_of(asked.powers, self._catalog),
            "victors": [] if asked is not None else list(game.state.victors),
            "orders": [] if asked is None else list(asked.orders),
            "spaces": [] if asked is None else self._spaces(self._about(asked)),
            "forms": [self._laid_out(form) for form in forms],
            "back": self._back(),
            "happened": self._happened(),
            "author": self._author(),
        }

    def computer(self, computer: Computer) -> dict[str, Any]:
        """Return which players there are, which powers are theirs, and which of them is at work."""
        return {
            "players": list(names_of_players()),
            "powers": [
                {"power": self._power(power.name), "player": computer.seats.get(power.name, YOU)}
                for power in self._catalog.powers
                if power.playable
            ],
            "deciding": computer.deciding,
            "stopped": computer.stopped,
            "fault": computer.fault,
        }

    def space(self, name: str) -> int:
        """Return the number of a space."""
        return self._board.index[name]

    def _about(self, asked: Decision) -> tuple[str, ...]:
        """The spaces that a decision is about: that of its battle, or its own."""
        battle = self._game.state.battles.get(asked.battle)
        return asked.spaces if battle is None else (battle.space,)

    def sides(self, battle: str) -> list[list[list[Any]]]:
        """The units left on either side of a battle: power, type, number, if damaged, counter."""
        state = self._game.state
        found = state.battles.get(battle)
        if found is None or len({p.role for p in found.participants if p.units}) < 2:
            return []  # in some raids nothing that is on the board attacks
        sides: dict[str, Counter[tuple[int, int, bool, str]]] = {
            "attacker": Counter(), "defender": Counter(),
        }  # fmt: skip
        for part in found.participants:
            for unit in (state.units[i] for i in part.units if i in state.units):
                hurt = unit.damage > 0
                key = self._power(unit.owner), self._type(unit.type), hurt, unit.name
                sides[part.role][key] += 1
        return [
            [[power, kind, n, int(hurt), name] for (power, kind, hurt, name), n in side.items()]
            for side in sides.values()
        ]

    def _back(self) -> dict[str, Any]:
        """Whether the last order can be taken back; the game knows."""
        try:
            step = self._game.last_order()
        except RuleViolation as error:
            return {"refused": told(Refused.of(error)), "node": self._game.node}
        return {"refused": None, "node": step.id}

    def _author(self) -> str:
        """The player that gave the last order, or ""."""
        record, here = self._game.record, self._game.node
        while (step := record.steps.get(here)) is not None and step.order is None:
            here = step.parent
        return "" if step is None else step.author

    def _happened(self) -> dict[str, Any]:
        """What the last order caused: the nodes of its steps, dice, and what is in no step yet."""
        record, here = self._game.record, self._game.node
        nodes: list[NodeId] = []
        throws: list[Any] = []
        while (step := record.steps.get(here)) is not None:
            nodes.insert(0, here)
            rolled = [e for e in step.events if isinstance(e, ev.Rolled)]
            throws[:0] = [t for event in rolled for t in throws_of(event, record.catalog)]
            if step.order is not None or step.cause != "engine":
                break
            here = step.parent
        here, opening = self._game.node, self._game.opening
        rolled = [event for event in opening if isinstance(event, ev.Rolled)]
        throws += [t for event in rolled for t in throws_of(event, record.catalog)]
        unwritten = Step(id=here, parent=here, events=opening, cause="engine")
        lines = describe_step(unwritten, record.state_at(here))
        return {"nodes": nodes, "throws": msgspec.to_builtins(throws), "unwritten": lines}

    # --- forms ----------------------------------------------------------------------------------

    def _laid_out(self, form: Form) -> dict[str, Any]:
        if isinstance(form, Answers):
            return self._answers(form)
        return self._tally(form) if isinstance(form, Tally) else self._moves(form)

    def _answers(self, form: Answers) -> dict[str, Any]:
        answers = [
            {
                "label": answer.label, "refused": told(answer.refused),
                "spaces": self._spaces(answer.spaces), "passes": answer.passes,
                "others": answer.others,
            }
            for answer in form.answers
        ]  # fmt: skip
        return {"form": "answers", "title": form.title, "answers": answers, "aside": form.aside}

    def _tally(self, form: Tally) -> dict[str, Any]:
        items = [
            {
                "key": item.key, "label": item.label, "detail": item.detail,
                "most": item.most, "price": item.price, "type": self._type(item.type),
                "power": self._power(item.power), "chosen": dict(item.chosen),
                "targets": msgspec.to_builtins(item.targets),
                "spaces": self._spaces(item.spaces), "refused": told(item.refused),
            }
            for item in form.items
        ]  # fmt: skip
        return {
            "form": "tally", "title": form.title, "commit": form.commit, "items": items,
            "least": form.least, "most": form.most, "funds": form.funds,
            "currency": form.currency, "aside": form.aside,
            "space": self.space(form.space) if form.space else -1,
        }  # fmt: skip

    def _moves(self, form: Moves) -> dict[str, Any]:
        stacks = [
            {
                "space": self.space(stack.space), "units": list(stack.units),
                "type": self._type(stack.type), "power": self._power(stack.power),
                "detail": stack.detail, "name": stack.name, "left": stack.left,
                "measure": stack.measure, "refused": told(stack.refused),
            }
            for stack in form.stacks
        ]  # fmt: skip
        return {"form": "moves", "title": form.title, "stacks": stacks, "aside": False}

    # --- numbers --------------------------------------------------------------------------------

    def _spaces(self, names: Iterable[str]) -> list[int]:
        return [self._board.index[name] for name in names if name in self._board.index]

    def _type(self, name: str) -> int:
        return self._catalog.type_order.get(name, -1)

    def _power(self, name: str) -> int:
        return self._catalog.power_order.get(name, -1)
