"""A battle in words: who fights with what, and in which order they are lost."""

from __future__ import annotations

from collections.abc import Iterator

from a4a.core.english import count_of
from a4a.odds.battle import Battle, Group, Side


def explain(kind: str, battle: Battle) -> str:
    """Return a battle in words.

    Parameters
    ----------
    kind
        What is fought: "land", "sea" ...
    battle
        The battle.
    """
    lines = [f"{kind} battle, {battle.dice.luck} dice"]
    for role, side in (("attacker", battle.attacker), ("defender", battle.defender)):
        lines.append(f"{role}:")
        lines += [f"  {words}" for words in (*map(_group, side.groups), *_supports(side))]
        lines.append(f"  loses {', '.join(side.order)}{_kept(side)}")
    return "\n".join(lines)


def _group(group: Group) -> str:
    kind = group.kind
    parts = [count_of(group.count, kind.name)]
    if group.damaged:
        parts.append(f"{group.damaged} damaged")
    if kind.value:
        best = f", the best of {kind.dice} dice" if kind.dice > 1 else ""
        parts.append(f"hits on {kind.value} or less{best}")
    parts += [
        f"{name}: {weapon.shots} at {weapon.value} or less" for name, weapon in kind.weapons.items()
    ]
    return "; ".join(parts)


def _kept(side: Side) -> str:
    """Say what is lost last of all."""
    word, number = side.keep
    there = sum(g.count for g in side.groups if g.kind.hits and g.kind.is_a(word))
    kept = [f"; {count_of(number, word)} after the others" for word, number in side.keeps]
    if number and there:
        kept.append(f"; {min(number, there)} land unit last of all")
    return "".join(kept)


def _supports(side: Side) -> Iterator[str]:
    """Yield a side's combined arms."""
    kinds = [group.kind for group in side.groups if group.count and group.kind.hits]
    for support in side.supports:
        helped = [k.name for k in kinds if k.is_a(support.to) and k.value < support.value]
        for kind in kinds:
            if helped and kind.is_a(support.by):
                yield (
                    f"each {kind.name} helps {support.each} {' or '.join(helped)} to hit on "
                    f"{support.value} or less"
                )
