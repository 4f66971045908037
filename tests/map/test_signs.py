"""The signs that the browser knows are those of the records, in the same groups."""

from __future__ import annotations

import re
from pathlib import Path

import a4a
from a4a.core.annotations import SIDED_SIGNS, SIGNS, Glyph
from a4a.map.assets import shared

SCRIPT = (Path(a4a.__file__).parent / "map/static/glyphs.js").read_text(encoding="utf-8")


def listed(text: str) -> list[str]:
    return re.findall(r'"([^"]+)"', text)


def test_every_sign_has_words_of_its_own() -> None:
    words = shared("map/glyphs.json")["words"]
    assert tuple(words) == SIGNS
    assert len(set(words.values())) == len(SIGNS)


def test_the_groups_are_what_a_glyph_says_it_is_about() -> None:
    groups = re.findall(r'about: "(\w+)".*?signs: \[(.*?)\], one: (\w+)', SCRIPT)
    found = [(sign, about) for about, signs, _ in groups for sign in listed(signs)]
    assert found == [
        (sign, Glyph(node=0, sign=sign, side="Axis" if sign in SIDED_SIGNS else "").about)  # type: ignore[arg-type]
        for sign in SIGNS
    ]
    assert [about for about, _, one in groups if one == "false"] == ["observation"]
    sided = re.search(r"SIDED = new Set\(\[(.*?)\]\)", SCRIPT)
    assert sided is not None
    assert tuple(listed(sided[1])) == SIDED_SIGNS
