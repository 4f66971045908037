r"""Characters that turn the direction of text, made visible.

They are invisible and change how the text around them reads: ``"\u202egnp.exe"`` looks like
"exe.png". In the names and notes of a game they are shown as codes, and have no effect.
"""

from __future__ import annotations

import re

_CODES = (0x061C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A))
_TABLE = {code: f"⟨U+{code:04X}⟩" for code in _CODES}
_ANY = re.compile("[" + "".join(map(chr, _CODES)) + "]")


def visible(text: str) -> str:
    r"""Return a text with the characters that turn its direction replaced by their codes.

    Examples
    --------
    >>> visible("\u202egnp.exe")
    '⟨U+202E⟩gnp.exe'
    """
    return text.translate(_TABLE) if _ANY.search(text) else text
