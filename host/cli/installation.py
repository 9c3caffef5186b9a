"""Checks the installation: Python, the kernel of each core, and the packages that only some commands need."""

from __future__ import annotations

import importlib.util
import platform
from collections.abc import Iterator
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from typing import Annotated, Literal, TypedDict

from emulators.distributions import CORE, PACKAGES, WHOLE, name
from emulators.kernels import KERNELS, building, short_name
from emulators.kernels.building import TARGETS, ZIG, ZIG_MEGABYTES, own_target, system_compiler
from emulators.kernels.building import version as compiler_version
from host.formats import results

KNOWN = {  # import name -> package, and its purpose
    "pygame": ("pygame-ce", "windows"),
    "textual": ("textual", "views in a terminal"),
    "PIL": ("pillow", "films of windows, the extra [film]"),
    "py65": ("py65", "the reference core, --core py65"),
    "distributed": ("distributed", "sweeps on several computers, the extra [cluster]"),
}


class Kernel(TypedDict):
    """The kernel of a core."""

    module: Annotated[str, "the core"]
    library: Annotated[str | None, "the file of its kernel; null: there is none"]
    state: Literal["good", "damaged", "missing"]


class Package(TypedDict):
    """A package that only some commands need."""

    name: str
    version: Annotated[str | None, "null: it is missing"]
    purpose: str


class Installation(TypedDict):
    """The state of an installation."""

    ironboard: Annotated[str | None, "the version; null: not installed"]
    distribution: Annotated[str, "ironboard, or ironboard-core: without windows, terminals and games"]
    python: str
    system: str
    processor: str
    kernels: list[Kernel]
    target: Annotated[str | None, "what the kernels were made for"]
    compiler: Annotated[str | None, "what made them"]
    remedy: Annotated[str | None, "what to do about missing kernels"]
    packages: list[Package]


def installation() -> Installation:
    """Return the state of the installation."""
    missing = [module for module in KERNELS if building.load(import_module(module)) is None]
    stamp, damaged = building.stamp(), building.damaged()

    def kernel(module: str) -> Kernel:
        library = stamp.get("libraries", {}).get(short_name(module))
        if library in damaged:
            return Kernel(module=module, library=library, state="damaged")
        there = module not in missing
        return Kernel(module=module, library=library if there else None, state="good" if there else "missing")

    return Installation(
        ironboard=found(name()) or None,
        distribution=name(),
        python=platform.python_version(),
        system=platform.system(),
        processor=platform.machine(),
        kernels=[kernel(module) for module in KERNELS],
        target=stamp.get("target", "unknown") if stamp else None,
        compiler=stamp.get("compiler", "unknown") if stamp else None,
        remedy=remedy() if missing else None,
        packages=[
            Package(
                name=package, version=(found(package) if importlib.util.find_spec(each) else "") or None, purpose=use
            )
            for each, (package, use) in KNOWN.items()
            if name() == WHOLE or package in PACKAGES
        ],
    )


def examine(as_json: bool = False) -> int:
    """Print the state of the installation; return 1 if a core has no kernel."""
    state = installation()
    if as_json:
        results.show(state)
    else:
        print("\n".join(lines(state)))
    return 1 if state["remedy"] else 0


def lines(state: Installation) -> Iterator[str]:
    """Yield it as a text."""
    yield f"{state['distribution']} {state['ironboard'] or '(not installed)'}"
    if state["distribution"] == CORE:
        yield f"          without windows, terminals and games: pip install {WHOLE}"
    yield f"Python    {state['python']} on {state['system']} {state['processor']}"
    yield from ("", "kernels")
    for each in state["kernels"]:
        yield f"  {each['module']:<36}{each['library'] or 'none'}{' (damaged)' * (each['state'] == 'damaged')}"
    if state["target"]:
        yield f"  made for {state['target']} by {state['compiler']}"
    if state["remedy"]:
        yield f"  {state['remedy']}"
    yield from ("", "packages")
    for package in state["packages"]:
        yield f"  {package['name']:<26}{package['version'] or 'missing':<12}{package['purpose']}"


def remedy() -> str:
    """Return the remedy for missing kernels."""
    if own_target() is None:
        return f"kernels are made for {', '.join(TARGETS)}: this platform is none of them"
    if building.IN_CHECKOUT and (system_compiler() or importlib.util.find_spec(ZIG)):
        return "say: python -m emulators.kernels"
    if building.IN_CHECKOUT:
        return f"say: pip install {ZIG} (a C compiler, {ZIG_MEGABYTES} MB), then: python -m emulators.kernels"
    by = compiler_version(system_compiler()) if system_compiler() else f"{ZIG}, which pip fetches"
    source = f"pip uninstall {CORE}, then pip install --no-binary {WHOLE} {WHOLE}"
    return f"this package has no kernels: install it from its source ({source}), which compiles them with {by}"


def found(package: str) -> str:
    """Return the version of an installed package, "" if it is missing."""
    try:
        return version(package)
    except PackageNotFoundError:
        return ""
