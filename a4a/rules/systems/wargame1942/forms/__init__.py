"""The decisions that only this book has, laid out in forms, by the kind of order that answers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from a4a.rules.systems.wargame1942.forms import fighting
from a4a.rules.systems.wargame1942.forms.moves import moves_form
from a4a.rules.systems.wargame1942.production import forms as production

if TYPE_CHECKING:
    from a4a.rules.areas.forms.choices import FormOf

FORMS: Mapping[str, FormOf] = {"Send": moves_form, **fighting.FORMS, **production.FORMS}
