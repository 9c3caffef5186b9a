"""Checks the installation: Python, the kernel of each core, and the packages that only some commands need."""

from __future__ import annotations

import importlib.util
import platform
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version

from emulators.kernels import KERNELS, building, short_name
from emulators.kernels.building import TARGETS, ZIG, ZIG_MEGABYTES, own_target, system_compiler
from emulators.kernels.building import version as compiler_version

PACKAGES = {  # import name -> package, and its purpose
    "pygame": ("pygame-ce", "windows"),
    "textual": ("textual", "views in a terminal"),
    "numpy": ("numpy", "profiles, sound, tables"),
    "py65": ("py65", "the reference core, --core py65"),
    "distributed": ("distributed", "sweeps on several computers, the extra [cluster]"),
}


def examine() -> int:
    """Print the state of the installation; return 1 if a core has no kernel."""
    print(f"ironboard {found('ironboard') or '(not installed)'}")
    print(f"Python    {platform.python_version()} on {platform.system()} {platform.machine()}")
    print("\nkernels")
    missing = [module for module in KERNELS if building.load(import_module(module)) is None]
    stamp = building.stamp()
    damaged = building.damaged()
    for module in KERNELS:
        library = stamp.get("libraries", {}).get(short_name(module), "none")
        state = f"{library} (damaged)" if library in damaged else "none" if module in missing else library
        print(f"  {module:<36}{state}")
    if stamp:
        print(f"  made for {stamp.get('target', 'unknown')} by {stamp.get('compiler', 'unknown')}")
    if missing:
        print(f"  {remedy()}")
    print("\npackages")
    for name, (package, purpose) in PACKAGES.items():
        state = found(package) if importlib.util.find_spec(name) else ""
        print(f"  {package:<26}{state or 'missing':<12}{purpose}")
    return 1 if missing else 0


def remedy() -> str:
    """Return the remedy for missing kernels."""
    if own_target() is None:
        return f"kernels are made for {', '.join(TARGETS)}: this platform is none of them"
    if building.IN_CHECKOUT and (system_compiler() or importlib.util.find_spec(ZIG)):
        return "say: python -m emulators.kernels"
    if building.IN_CHECKOUT:
        return f"say: pip install {ZIG} (a C compiler, {ZIG_MEGABYTES} MB), then: python -m emulators.kernels"
    by = compiler_version(system_compiler()) if system_compiler() else f"{ZIG}, which pip fetches"
    return f"this package has no kernels: install it from its source, which compiles them with {by}"


def found(package: str) -> str:
    """Return the version of an installed package, "" if it is missing."""
    try:
        return version(package)
    except PackageNotFoundError:
        return ""
