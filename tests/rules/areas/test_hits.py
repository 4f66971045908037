"""Who may be hit by what, and how hits must be assigned: the plain functions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import permutations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from a4a.rules.areas.combat import hits as h
from a4a.rules.areas.combat.hits import Kind, Target
from a4a.rules.areas.combat.listing import kind_of, reaches
from tests.rules.areas.positions import rules

REACH = reaches(rules().game)
assign, most = partial(h.assign, REACH), partial(h.most, REACH)
fault, is_forced = partial(h.fault, REACH), partial(h.is_forced, REACH)
CARRIER, FIGHTER = Target(1, "ship", 2), Target(2, "air", 1)
DESTROYER, SUBMARINE = Target(3, "ship", 1), Target(4, "submarine", 1)
TRANSPORT = Target(5, "transport", 1)


@pytest.mark.rule("AA-EXA-028", "AA-CMB-041")
def test_a_cruiser_and_two_submarines_hit_a_carrier_and_its_fighter() -> None:
    """The cruiser's hit goes to the fighter, both of the submarines' to the carrier."""
    hits = {"": 1, "sea units": 2}
    assert most(hits, [CARRIER, FIGHTER]) == 3
    assert is_forced(hits, [CARRIER, FIGHTER])
    assert fault(hits, [CARRIER, FIGHTER], {1: 2, 2: 1}) is None
    assert fault(hits, [CARRIER, FIGHTER], {1: 2}) == "number"


@pytest.mark.rule("AA-EXA-029", "AA-CMB-041")
def test_a_cruiser_and_a_submarine_hit_a_destroyer_and_a_fighter() -> None:
    """The submarine's hit goes to the destroyer, the cruiser's to the fighter."""
    hits = {"": 1, "sea units": 1}
    assert assign(hits, [DESTROYER, FIGHTER]) == {3: 1, 2: 1}
    assert is_forced(hits, [DESTROYER, FIGHTER])
    assert fault(hits, [DESTROYER, FIGHTER], {3: 1}) == "number"


@pytest.mark.rule("AA-EXA-032", "AA-CMB-045", "AA-CMB-046")
def test_aircraft_without_a_destroyer_hit_the_transports() -> None:
    """They cannot hit the submarine, so the transport is the only target."""
    hits = {"all but submarines": 1}
    assert assign(hits, [SUBMARINE, TRANSPORT]) == {5: 1}
    assert fault(hits, [SUBMARINE, TRANSPORT], {4: 1}) == "reach"


@pytest.mark.rule("AA-CMB-046")
def test_transports_are_hit_last() -> None:
    """A transport may be hit only when nothing else can be."""
    assert fault({"": 1}, [TRANSPORT, DESTROYER], {5: 1}) == "transports"
    assert fault({"": 1}, [TRANSPORT, DESTROYER], {3: 1}) is None
    assert fault({"": 2}, [TRANSPORT, DESTROYER], {3: 1, 5: 1}) is None
    # One hit must reach the submarine for the transport to be spared: the ship's can.
    hits = {"": 1, "all but submarines": 1}
    assert fault(hits, [TRANSPORT, SUBMARINE, DESTROYER], {3: 1, 5: 1}) == "transports"
    assert fault(hits, [TRANSPORT, SUBMARINE, DESTROYER], {3: 1, 4: 1}) is None


@pytest.mark.rule("AA-UNI-072")
def test_submarines_never_hit_aircraft() -> None:
    assert most({"sea units": 2}, [FIGHTER]) == 0
    assert fault({"sea units": 1, "": 0}, [FIGHTER, DESTROYER], {2: 1}) == "reach"


def test_a_unit_takes_no_more_hits_than_it_has() -> None:
    assert fault({"": 2}, [DESTROYER, FIGHTER], {3: 2}) == "room"
    assert fault({"": 1}, [DESTROYER], {9: 1}) == "unit"
    assert fault({"": 1}, [DESTROYER], {3: -1}) == "unit"


@pytest.mark.parametrize(
    ("unit_type", "kind"),
    [
        ("infantry", "ground"), ("AAA", "ground"), ("strategic bomber", "air"),
        ("submarine", "submarine"), ("transport", "transport"), ("aircraft carrier", "ship"),
    ],
)  # fmt: skip
def test_kinds_of_target(unit_type: str, kind: Kind) -> None:
    assert kind_of(rules().game, unit_type) == kind


# --- against a plain enumeration ----------------------------------------------------------------

KINDS: tuple[Kind, ...] = ("air", "submarine", "ship", "transport")
HITS = st.dictionaries(
    st.sampled_from(["", "sea units", "all but submarines"]), st.integers(0, 2), max_size=3
)
TARGETS = st.lists(
    st.tuples(st.sampled_from(KINDS), st.integers(1, 2), st.integers(0, 1)), max_size=4
).map(
    lambda rows: [
        Target(i + 1, kind, room if kind == "ship" else 1, (kind, room, alike))
        for i, (kind, room, alike) in enumerate(rows)
    ]
)


def ways(hits: Mapping[str, int], targets: Sequence[Target]) -> Iterator[tuple[int, ...]]:
    """Every outcome of giving each hit, one by one, to a unit it reaches, or to none."""
    single = [sort for sort, n in hits.items() for _ in range(n)]
    options = [
        [None, *(i for i, t in enumerate(targets) if t.kind in REACH[sort])] for sort in single
    ]
    seen = set()
    for choice in product(*options):
        counts = tuple(choice.count(i) for i in range(len(targets)))
        if counts not in seen and all(n <= t.room for n, t in zip(counts, targets, strict=True)):
            seen.add(counts)
            yield counts


def best(hits: Mapping[str, int], targets: Sequence[Target]) -> set[tuple[int, ...]]:
    """The outcomes that the rules allow: most hits, and of those most on others first."""
    every = list(ways(hits, targets))
    top = max(sum(w) for w in every)
    every = [w for w in every if sum(w) == top]

    def others(way: tuple[int, ...]) -> int:
        return sum(n for n, t in zip(way, targets, strict=True) if t.kind != "transport")

    first = max(others(w) for w in every)
    return {w for w in every if others(w) == first}


@given(HITS, TARGETS)
def test_what_is_allowed_is_what_an_enumeration_finds(
    hits: dict[str, int], targets: list[Target]
) -> None:
    allowed = best(hits, targets)
    found = set()
    for counts in product(*(range(t.room + 1) for t in targets)):
        chosen = {t.unit: n for t, n in zip(targets, counts, strict=True) if n}
        if fault(hits, targets, chosen) is None:
            found.add(counts)
    assert found == allowed


@given(HITS, TARGETS)
def test_the_assignment_made_is_allowed_whatever_the_preference(
    hits: dict[str, int], targets: list[Target]
) -> None:
    for order in permutations(targets):
        assert fault(hits, targets, assign(hits, order)) is None


@given(HITS, TARGETS)
def test_a_forced_assignment_leaves_no_other(hits: dict[str, int], targets: list[Target]) -> None:
    """Forced, exactly when all allowed outcomes look alike."""

    def look(way: tuple[int, ...]) -> tuple[object, ...]:
        pairs = ((t.alike, n) for t, n in zip(targets, way, strict=True))
        return tuple(sorted(pairs, key=repr))

    assert is_forced(hits, targets) == (len({look(w) for w in best(hits, targets)}) == 1)
