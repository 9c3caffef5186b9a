"""Texts taken apart by a regular expression, in Python and in pages."""

from __future__ import annotations

import re
from typing import Any


def scan(form: re.Pattern[str], text: str) -> list[list[Any]]:
    r"""Return [name, text, place] of all parts of a text that a form finds: `name` is that of its alternative.

    In a page it is a function of host/ui/web/words.js. So a form has named groups side by side and no other groups, no
    flag but MULTILINE, and nothing that JavaScript lacks or takes otherwise: `\d`, `\w`, a dot; `*+` is `*` there.
    """
    return [[found.lastgroup, found[0], found.start()] for found in form.finditer(text)]
