"""Kernels that look at every index, divisor and count of a shift before they use it: for tests, at half the speed.

With the variable IRONBOARD_CHECKED_KERNELS all machines run on them. What is wrong is counted as 0 (a divisor as 1), so
that nothing else is touched, and the call that did it raises Fault, which names field and line.
"""

from __future__ import annotations

import ctypes
import hashlib
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

from emulators.kernels import building, short_name


class Fault(AssertionError):
    """A kernel was about to use an index that its array does not have, or to divide by zero."""


class Checked:
    """A library with functions that raise Fault."""

    def __init__(self, library: Any, checks: list[str], core: ModuleType) -> None:
        self._fault = (ctypes.c_int64 * 2).in_dll(library, "fault")
        self._checks = checks
        for entry in core.ENTRY_POINTS:
            setattr(self, entry.__name__, self._looking(getattr(library, entry.__name__)))

    def _looking(self, function: Callable[..., Any]) -> Callable[..., Any]:
        def call(*given: Any) -> Any:
            self._fault[0] = 0
            result = function(*given)
            if self._fault[0]:
                raise Fault(f"{self._checks[self._fault[0] - 1]}: {self._fault[1]}")
            return result

        return call


def checked(core: ModuleType) -> Checked:
    """Return the library of a core that checks, built when it is needed."""
    checks: list[str] = []
    source = building.c_source(core.__name__, checks)
    target = building.own_target()
    if target is None:
        raise building.BuildError("this platform is none of those that kernels are built for")
    command = [*building.compiler(target), *building.FLAGS, *target.flags]
    digest = hashlib.sha256("\0".join([source, *command]).encode()).hexdigest()[:12]
    path = building.FOLDER / "checked" / f"{short_name(core.__name__)}-{digest}{target.suffix}"
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=path.parent) as scratch:
            text, made = Path(scratch, "kernel.c"), Path(scratch, path.name)
            text.write_text(source, encoding="ascii")
            done = subprocess.run([*command, "-o", str(made), str(text)], capture_output=True, text=True, check=False)
            if done.returncode:
                raise building.BuildError(done.stderr)
            made.replace(path)
    return Checked(building.opened(path, core), checks, core)
