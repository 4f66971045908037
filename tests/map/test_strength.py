"""Bubbles of small multiples: the same area is the same strength on every map."""

from __future__ import annotations

import re
from collections import defaultdict

from a4a.map.pictures import small_multiples
from tests.map.skirmish import skirmish

BUBBLE = r'<circle r="([\d.]+)" fill="none"[^>]*/><text[^>]*>(\d+)</text>'


def test_maps_side_by_side_have_one_scale_of_strength() -> None:
    how = {"layers": ("control", "strength"), "region": "Europe", "columns": 1, "width": 1200}
    svg = small_multiples(skirmish(rounds=2), **how).svg  # type: ignore[arg-type]
    assert svg.count("the largest is") == 1
    maps = svg[: svg.index("the largest is")]
    radii = defaultdict[str, list[str]](list)
    for radius, strength in re.findall(BUBBLE, maps):
        radii[strength].append(radius)
    seen_again = [found for found in radii.values() if len(found) > 1]
    assert len(seen_again) > 10
    assert all(len(set(found)) == 1 for found in seen_again)
