"""Battles of Global 1940 for tests of their odds."""

from __future__ import annotations

import a4a
from a4a.analysis.battle import Battle

GLOBAL = "global1940"
TANKS, MEN = {"tank": 2}, {"infantry": 2}


def ask(**asked: object) -> Battle:
    return a4a.battle(GLOBAL, **asked)
