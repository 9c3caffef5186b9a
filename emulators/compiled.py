"""Numba on demand: the same functions run as plain Python at once, and compiled as soon as that is ready.

`njit` marks a function and leaves it plain Python; nothing is imported, so a machine is live in a
moment. `activate()` puts the compiled function in the place of every marked one, in all modules that
hold it. Machine code is cached on disk in a folder named after a hash of the sources: Numba itself
notices only edits of the file that holds the cached function, not of the helpers it calls.
"""

from __future__ import annotations

import hashlib
import os
import platform
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import FunctionType
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])

_marked: dict[FunctionType, dict[str, Any]] = {}  # function -> options for Numba, in order of definition
_compiled: dict[FunctionType, Any] = {}  # function -> its compiled counterpart


def njit(**options: Any) -> Callable[[F], F]:  # noqa: ANN401  (whatever numba.njit takes)
    """Mark a function for compilation; `options` are numba.njit's. Mark it before any other module copies it."""

    def mark(function: F) -> F:
        assert isinstance(function, FunctionType)
        _marked[function] = options
        return function

    return mark


def source_hash() -> str:
    """Return a hash over the sources of this package: it changes with every edit."""
    digest = hashlib.sha256(f"{sys.version} {platform.machine()}".encode())
    package = Path(__file__).parent
    for path in sorted(package.rglob("*.py")):
        digest.update(str(path.relative_to(package)).encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def cache_folder() -> Path:
    """Return where the machine code of these sources is kept ($NUMBA_CACHE_DIR or the user's cache folder)."""
    import platformdirs

    root = os.environ.get("IRONBOARD_CACHE_DIR") or platformdirs.user_cache_dir("ironboard", appauthor=False)
    return Path(root) / "numba" / source_hash()


def active() -> bool:
    """Return whether the marked functions are the compiled ones."""
    return bool(_compiled)


def activate() -> None:
    """Replace every marked function by its compiled counterpart; compile on first use or load from the cache."""
    import numba

    numba.config.CACHE_DIR = str(cache_folder())
    for function, options in _marked.items():
        if function not in _compiled:
            _compiled[function] = numba.njit(**options)(function)
    for module in [each for name, each in sys.modules.items() if name.split(".")[0] == __package__]:
        for name, value in list(vars(module).items()):
            vars(module)[name] = _counterpart(value)


def _counterpart(value: Any) -> Any:  # noqa: ANN401  (whatever a module holds)
    """Return the compiled function for a marked one, also inside a tuple of them; anything else as it is."""
    if isinstance(value, FunctionType):
        return _compiled.get(value, value)
    if isinstance(value, tuple) and any(isinstance(each, FunctionType) and each in _compiled for each in value):
        return type(value)._make(map(_counterpart, value)) if hasattr(value, "_make") else tuple(map(_counterpart, value))
    return value


def compile_in_background() -> subprocess.Popen[bytes]:
    """Start a process that compiles everything into the cache; it exits with 0 when `activate` will be quick."""
    return subprocess.Popen(
        [sys.executable, "-m", "emulators.warm"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
