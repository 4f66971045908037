"""Libraries: many games in one folder, asked as Polars tables; `a4a.library` opens one."""

from __future__ import annotations
