"""Building a wheel, or installing a checkout: the kernels are compiled then, and lie beside the cores ever after.

$IRONBOARD_TARGET names another platform than this one; "none" leaves the kernels out, for a wheel that runs everywhere
as plain Python. Where the system has no C compiler the package ziglang is asked for.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).parents[2]))

from emulators.kernels.building import (
    FOLDER,
    TARGETS,
    ZIG_MEGABYTES,
    BuildError,
    Target,
    build,
    own_target,
    system_compiler,
)


def wanted() -> Target | None:
    """Return the platform to build for."""
    name = os.environ.get("IRONBOARD_TARGET")
    return TARGETS.get(name) if name else own_target()


class KernelsHook(BuildHookInterface):  # type: ignore[misc]
    """Compiles the kernels before the files of a wheel are collected."""

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        """Return what building needs besides hatchling."""
        target = wanted()
        if target is None or (target == own_target() and system_compiler()):
            return []
        self.app.display_info(f"no C compiler here for {target.name}: fetching ziglang ({ZIG_MEGABYTES} MB)")
        return ["ziglang>=0.13"]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile the kernels; a wheel gets the tag of its platform."""
        target = wanted()
        if target is None:
            return
        try:
            build(target, FOLDER)
        except BuildError as error:
            self.app.display_warning(f"{error}\nno kernels: plain Python will run the machines, slowly")
            return
        if version != "editable" and target.tag:
            build_data["pure_python"] = False
            build_data["tag"] = f"py3-none-{target.tag}"
