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


def never_inline() -> None:
    """Keep the compiler from pasting the function that calls this into its callers: for rare paths."""


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

    if not _compiled:
        _compiled[never_inline] = _teach_numba()
    numba.config.CACHE_DIR = str(cache_folder())
    for function, options in _marked.items():
        if function not in _compiled:
            inner = {} if "cache" in options else {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
            _compiled[function] = numba.njit(**(inner | options))(function)
    for module in [each for name, each in sys.modules.items() if name.split(".")[0] == __package__]:
        for name, value in list(vars(module).items()):
            vars(module)[name] = _counterpart(value)


def _counterpart(value: Any) -> Any:  # noqa: ANN401  (whatever a module holds)
    """Return the compiled function for a marked one, also inside a named tuple; anything else as it is."""
    if isinstance(value, FunctionType):
        return _compiled.get(value, value)
    if isinstance(value, Functions):
        return type(value)(*map(_counterpart, value.functions))
    return value


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


def _teach_numba() -> Any:  # noqa: ANN401  (Numba has no types)
    """Give Numba a type for `Functions` whose attributes are known when compiling; return its `never_inline`."""
    from numba import types
    from numba.core.imputils import lower_constant, lower_getattr_generic
    from numba.core.typing.templates import AttributeTemplate
    from numba.extending import infer_getattr, intrinsic, models, register_model, typeof_impl

    class FunctionsType(types.Opaque):  # type: ignore[misc]  (Numba has no types)
        def __init__(self, functions: Functions) -> None:
            self.functions = functions
            super().__init__(f"Functions({id(functions)})")

    register_model(FunctionsType)(models.OpaqueModel)

    @typeof_impl.register(Functions)  # type: ignore[untyped-decorator]
    def _typeof(value: Functions, _context: object) -> FunctionsType:
        return FunctionsType(value)

    @infer_getattr  # type: ignore[untyped-decorator]
    class _Attribute(AttributeTemplate):  # type: ignore[misc]
        key = FunctionsType

        def generic_resolve(self, typ: FunctionsType, name: str) -> Any:  # noqa: ANN401
            return types.Dispatcher(getattr(typ.functions, name))

    @lower_getattr_generic(FunctionsType)  # type: ignore[untyped-decorator]
    def _getattr(context: Any, *_: object) -> Any:  # noqa: ANN401
        return context.get_dummy_value()

    @lower_constant(FunctionsType)  # type: ignore[untyped-decorator]
    def _constant(context: Any, *_: object) -> Any:  # noqa: ANN401
        return context.get_dummy_value()

    @intrinsic  # type: ignore[untyped-decorator]
    def _never_inline(_typing: object) -> Any:  # noqa: ANN401
        def generate(context: Any, builder: Any, *_: object) -> Any:  # noqa: ANN401
            builder.function.attributes.add("noinline")
            return context.get_dummy_value()

        return types.none(), generate

    return _never_inline


def compile_in_background() -> subprocess.Popen[bytes]:
    """Start a process that compiles everything into the cache; it exits with 0 when `activate` will be quick."""
    return subprocess.Popen(
        [sys.executable, "-m", "emulators.warm"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
