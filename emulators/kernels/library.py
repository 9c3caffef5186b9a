"""Loading kernels: the library of a core, up to date, or None where the core has to run as plain Python.

In a checkout, cores that were edited are translated and compiled again when they are needed, which takes a second or
two and says so; an installed package has what was built with it.
"""

from __future__ import annotations

import ctypes
import json
import sys
from functools import cache
from types import ModuleType
from typing import Any

from emulators.kernels import short_name
from emulators.kernels.building import FOLDER, PACKAGE, STAMP, BuildError, build, own_target, sources_hash
from emulators.kernels.translator import LanguageError

IN_CHECKOUT = (PACKAGE.parent / "pyproject.toml").exists()


@cache
def load(core: ModuleType) -> Any:
    """Return the library of a core's kernel, its functions ready to be called; None if there is none.

    A function is called with the address of the record (`ctypes.addressof`) and integers.
    """
    name = stamp().get("libraries", {}).get(short_name(core.__name__))
    if not name or not (FOLDER / name).exists():
        return None
    library = ctypes.CDLL(str(FOLDER / name))
    for entry in core.ENTRY_POINTS:
        function = getattr(library, entry.__name__)
        function.argtypes = (ctypes.c_void_p, *[ctypes.c_int64] * (entry.__code__.co_argcount - 1))
        function.restype = None if entry.__annotations__["return"] == "None" else ctypes.c_int64
    return library


@cache
def stamp() -> dict[str, Any]:
    """Return what has been built, as `building.build` notes it; {} if nothing. In a checkout: what is up to date."""
    found = _read()
    if IN_CHECKOUT and found.get("sources") != sources_hash():
        found = _rebuilt(found)
    return found


def _read() -> dict[str, Any]:
    try:
        found: dict[str, Any] = json.loads((FOLDER / STAMP).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return found


def _rebuilt(old: dict[str, Any]) -> dict[str, Any]:
    """Build again what has changed, in one process at a time; return the new notes, {} if that cannot be done."""
    from filelock import FileLock

    target = own_target()
    if target is None:
        return {}
    FOLDER.mkdir(exist_ok=True)
    with FileLock(FOLDER / "lock"):
        if _read().get("sources") != sources_hash():
            try:
                built = build(target, FOLDER)
            except (BuildError, LanguageError, OSError) as error:
                say(f"{'the cores were edited and ' if old else ''}{error}")
                return {}
            if built:
                say(f"{'the cores were edited: ' if old else ''}compiled {', '.join(built)}")
    return _read()


@cache
def say_missing(core: str, stand_in: str) -> None:
    """Tell the user, once for each core, that it has no kernel, and what runs instead."""
    say(f"no kernel of {core}: {stand_in} runs it, much slower; `ironboard doctor` says what to do")


def say(text: str) -> None:
    """Tell the user something beside the program's own output."""
    print(f"ironboard: {text}", file=sys.stderr, flush=True)
