"""The decisions that only this book has, laid out in forms, by the kind of order that answers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from a4a.rules.systems.deluxe3g40.missions import forms as missions
from a4a.rules.systems.deluxe3g40.turn import renting
from a4a.rules.systems.deluxe3g40.turn.assigning import assignments

if TYPE_CHECKING:
    from a4a.rules.areas.forms.choices import FormOf

FORMS: Mapping[str, FormOf] = {"Assign": assignments, "Rent": renting.forms, **missions.FORMS}
