"""Building a wheel, or installing a checkout: the kernels are compiled then, and lie beside the cores ever after.

$IRONBOARD_TARGET names another platform than this one; "none" leaves the kernels out, for a wheel that runs everywhere
as plain Python. Where the system has no C compiler the package ziglang is asked for.

A wheel's kernels are compiled into a folder of their own: the checkout's own are neither packed nor replaced.

In a wheel there is one package, `ironboard`, with `emulators` and `host` inside: names so common would meet others'
there. Their modules are copied with the names of modules changed: in import statements, and in texts that begin with
one ("emulators.mos6502.vectors").

wheels.py names one of the two distributions (`emulators/distributions.py`) in this hook's table: then the other's files
are left out, and `ironboard`, which has no kernels, is the same for all platforms. Without a name all is in one wheel.
"""

from __future__ import annotations

import os
import re
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).parents[2]))

from emulators import distributions
from emulators.kernels.building import (
    FOLDER,
    NONE,
    PACKED,
    TARGETS,
    VARIABLE,
    ZIG_MEGABYTES,
    BuildError,
    Target,
    build,
    for_pyodide,
    own_target,
    system_compiler,
)

PACKAGES = ("emulators", "host", "ironboard")  # of a checkout
WITHIN = "ironboard"  # that of a wheel: all others are in it
NOT_PACKED = shutil.ignore_patterns("__pycache__", FOLDER.name, ".*")
MODULES = re.compile(r"""(^\s*(?:from|import)\s+|["'])(emulators|host)(?=\.\w|\s+import\b)""", re.MULTILINE)


def gather(root: Path, folder: Path) -> None:
    """Copy the packages of a checkout into one, as a wheel has them."""
    for name in PACKAGES:
        shutil.copytree(root / name, folder if name == WITHIN else folder / name, ignore=NOT_PACKED, dirs_exist_ok=True)
    for path in folder.rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        path.write_text(MODULES.sub(rf"\1{WITHIN}.\2", text), encoding="utf-8")


def keep(package: Path, distribution: str) -> None:
    """Delete the files of the other distribution from a gathered package."""
    for path in package.rglob("*"):
        inside = path.relative_to(package).as_posix()
        if path.is_file() and distributions.distribution(inside) != distribution:
            path.unlink()


def wanted() -> Target | None:
    """Return the platform to build for. Raises BuildError for a name that is none."""
    name = os.environ.get(VARIABLE)
    if name and name != NONE and not (name in TARGETS and TARGETS[name].tag):
        names = ", ".join([*(each.name for each in TARGETS.values() if each.tag), NONE])
        raise BuildError(f"{VARIABLE} is {name}: expected one of {names}")
    return TARGETS.get(name) if name else own_target()


class WheelHook(BuildHookInterface):  # type: ignore[misc]
    """Compiles the kernels, and puts the packages into one, before the files of a wheel are collected."""

    PLUGIN_NAME = "custom"
    _built: tempfile.TemporaryDirectory[str] | None = None

    def dependencies(self) -> list[str]:
        """Return the packages that building needs besides hatchling."""
        target = wanted()
        if target is None or (target == own_target() and system_compiler()):
            return []
        self.app.display_info(f"no C compiler here for {target.name}: fetching ziglang ({ZIG_MEGABYTES} MB)")
        return ["ziglang>=0.13"]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile the kernels; a wheel gets them, and the tag of its platform."""
        distribution = self.config.get("distribution", "")
        target = wanted() if distribution != distributions.WHOLE else None
        if version != "editable":
            self._built = tempfile.TemporaryDirectory(prefix="ironboard")
            package = Path(self._built.name, WITHIN)
            gather(Path(self.root), package)
            if distribution != distributions.CORE:
                self.add_kernels_for_pages(package)
            if distribution:
                keep(package, distribution)
            build_data["force_include"] |= {str(package): WITHIN}
        if target is None:
            return
        try:
            if version == "editable":
                build(target, FOLDER)
                return
            folder = package.joinpath(*FOLDER.relative_to(self.root).parts)
            build(target, folder)
        except BuildError as error:
            if os.environ.get(VARIABLE):  # who names a platform wants its kernels
                raise
            self.app.display_warning(f"{error}\nno kernels: plain Python will run the machines, slowly")
            return
        build_data["pure_python"] = False
        build_data["tag"] = f"py3-none-{target.tag}"

    def add_kernels_for_pages(self, package: Path) -> None:
        """Copy the kernels for Pyodide into a package, for `ironboard site`, where they can be built."""
        try:
            shutil.copytree(for_pyodide(), package.joinpath(*PACKED.relative_to(self.root).parts))
        except BuildError as error:
            self.app.display_info(f"{error}\nno kernels for Pyodide: `ironboard site` will need it")

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Delete the packed files."""
        if self._built:
            self._built.cleanup()
