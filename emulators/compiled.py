"""Numba on demand: the same functions run as plain Python at once, and compiled as soon as that is ready.

`njit` marks a function and leaves it plain Python; nothing is imported, so a machine is live in a
moment. `twin(module)` gives the same module with its marked functions compiled, and with it every module
of this package that they use: plain and compiled functions live side by side.

Machine code is cached on disk in a folder named after a hash of the sources: Numba itself notices only
edits of the file that holds the cached function, not of the helpers it calls.
"""

from __future__ import annotations

import hashlib
import os
import platform
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])

PACKAGE = __name__.split(".")[0]
_marked: dict[FunctionType, dict[str, Any]] = {}  # function -> options for Numba
_compiled: dict[object, Any] = {}  # plain function, bundle or module -> its compiled counterpart
_warm: set[str] = set()  # machines that have been compiled into the cache


def njit(**options: Any) -> Callable[[F], F]:
    """Mark a function for compilation; `options` are numba.njit's. With cache=True Python can call it."""

    def mark(function: F) -> F:
        assert isinstance(function, FunctionType)
        _marked[function] = options
        return function

    return mark


def never_inline() -> None:
    """Keep the compiler from pasting the function that calls this into its callers: for rare paths."""


def upper_product(a: int, b: int) -> int:
    """Return the product of two numbers of 48 bits, without its last 48: the machine multiplies 64 bits at once."""
    return a * b >> 48


class Functions:
    """A bundle of marked functions to hand to others as one argument; subclasses name them in `names`.

    Compiled code sees the functions themselves: calls through the bundle cost nothing, and it can be cached
    (a tuple of compiled functions cannot: Numba would put their addresses into the code).
    """

    names: tuple[str, ...] = ()

    def __init__(self, *functions: Callable[..., Any]) -> None:
        self.functions = functions
        for name, function in zip(self.names, functions, strict=True):
            setattr(self, name, function)


# ---------------------------------------------------------------- the cache


def source_hash() -> str:
    """Return a hash over the sources of this package and the Python that runs them."""
    digest = hashlib.sha256(f"{sys.version} {platform.machine()}".encode())
    package = Path(__file__).parent
    for path in sorted(package.rglob("*.py")):
        digest.update(str(path.relative_to(package)).encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def cache_folder() -> Path:
    """Return where the machine code of these sources is kept: below $IRONBOARD_CACHE_DIR or the user's cache folder."""
    import platformdirs

    root = os.environ.get("IRONBOARD_CACHE_DIR") or platformdirs.user_cache_dir("ironboard", appauthor=False)
    return Path(root) / "numba" / source_hash()


class WarmUp:
    """Compiles a machine into the cache, in a process of its own, and gets Numba into memory meanwhile.

    `machine`: its name in emulators/warm.py. Nobody waits for the others. What was done once in this process is done.
    """

    def __init__(self, machine: str) -> None:
        self._machine = machine
        self._thread = threading.Thread(target=self._work, name="compiling", daemon=True)
        if not self.ready():
            self._thread.start()

    def _work(self) -> None:
        command = [sys.executable, "-m", f"{PACKAGE}.warm", self._machine]
        finished = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, check=False)
        if finished.returncode == 0:
            import numba  # noqa: F401  (a third of a second that nobody should wait for later)

            _warm.add(self._machine)

    def ready(self) -> bool:
        """Return whether a compiled machine will start without delay."""
        return self._machine in _warm

    def wait(self) -> None:
        """Return when there is nothing more to wait for."""
        if not self.ready():
            self._thread.join()


# ---------------------------------------------------------------- compiled twins


def twin(module: ModuleType) -> Any:
    """Return the module with every marked function compiled; the first call imports Numba.

    What is compiled when comes with the first call of each function, or from the cache.
    """
    if module not in _compiled:
        _build_twins()
    return _compiled[module]


def _build_twins() -> None:
    """Make a twin of every module of this package that has been imported, and fill the twins."""
    import numba

    from emulators.numba_extension import ignore_literals, multiply_wide, teach_numba, tell_processes_apart

    numba.config.CACHE_DIR = str(cache_folder())
    if never_inline not in _compiled:
        tell_processes_apart()
        _compiled[never_inline] = teach_numba(Functions)
        _compiled[upper_product] = multiply_wide
    modules = {name: each for name, each in sys.modules.items() if name.split(".")[0] == PACKAGE}
    for module in modules.values():
        _compiled.setdefault(module, ModuleType(module.__name__))
    for function, options in _marked.items():
        if function not in _compiled:
            space = vars(_compiled[modules[function.__module__]])
            copy = FunctionType(function.__code__, space, function.__name__, function.__defaults__)
            copy.__module__, copy.__qualname__ = function.__module__, function.__qualname__
            wrappers = {} if "cache" in options else {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
            _compiled[function] = ignore_literals(numba.njit(**wrappers, **options)(copy))
    for module in modules.values():
        vars(_compiled[module]).update({name: _counterpart(value) for name, value in vars(module).items()})


def _counterpart(value: Any) -> Any:
    """Return the compiled function, bundle or module for a plain one; anything else as it is."""
    if isinstance(value, Functions) and value not in _compiled:
        _compiled[value] = type(value)(*map(_counterpart, value.functions))
    if isinstance(value, (FunctionType, ModuleType, Functions)):
        return _compiled.get(value, value)
    return value
