"""Facts of a compiler beyond its front end, for editors: errors that only the code shows, and the code itself."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from emulators.errors import IronboardError, SourceError, SourceErrors


def errors_of_code(compile: Callable[[], Any]) -> Sequence[SourceError]:
    """Return the errors that come up when a program is compiled."""
    try:
        compile()
    except SourceErrors as wrong:
        return wrong.errors
    except IronboardError:
        return ()
    return ()


def words_of_code(compile: Callable[[], Any]) -> object:
    """Return the words of a program and where they are; None if it cannot be compiled."""
    try:
        return [(each.address, tuple(each.words)) for each in compile().image.segments]
    except IronboardError:
        return None
