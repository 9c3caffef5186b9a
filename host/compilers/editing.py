"""Facts of a compiler beyond its front end, for editors: errors that only the code shows, and the code itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from emulators.errors import ImageError, IronboardError, SourceError, SourceErrors
from host.options import Option


def check(language: str, path: str, options: Mapping[str, Any], known: Sequence[Option]) -> None:
    """Raise ImageError for an option that a compiler does not have, or for a value that the option does not take."""
    names = {each.dest: each for each in known}
    for name, value in options.items():
        if name not in names:
            raise ImageError(
                f"{path}: the {language} compiler has no option '{name}': it has {', '.join(sorted(names))}"
            )
        choices = (True, False) if names[name].kind is bool else tuple(names[name].choices or (value,))
        if value is not None and value not in choices:
            raise ImageError(f"{path}: {name} is {' or '.join(map(str, choices))}, not '{value}'")


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
