"""`python -m emulators.kernels.wheels`: see ABOUT."""

from __future__ import annotations

import argparse
import os
import sys
import tomllib
import zipfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from emulators import distributions
from emulators.kernels.building import NONE, PACKAGE, STAMP, TARGETS, VARIABLE, BuildError

CHECKOUT = PACKAGE.parent
NAMES = (*(each.name for each in TARGETS.values() if each.tag), NONE)
ABOUT = """Build the wheels of all platforms on this one.
A wheel of ironboard-core has the kernels of one platform, for any Python of 3.11 or later: py3-none-PLATFORM. The one
for `none` is pure Python and runs everywhere, slowly. That of ironboard fits them all. Building needs the packages
hatchling and, for other platforms, ziglang: the extra [build]."""
SUMMARY = "Emulators, assemblers, compilers, debugger and test tools for machines of 1954 to 1976"  # of ironboard-core
BUILT = "ironboard/emulators/kernels/built/"  # in a wheel


def configuration(distribution: str) -> dict[str, Any]:
    """Return the tables of pyproject.toml for one of the two distributions; those in the file are for both in one."""
    from packaging.requirements import Requirement

    found = tomllib.loads((CHECKOUT / "pyproject.toml").read_text(encoding="utf-8"))
    project, packed = found["project"], found["tool"]["hatch"]["build"]["targets"]["wheel"]
    packed["hooks"]["custom"]["distribution"] = distribution
    packed["force-include"] = {
        source: place
        for source, place in packed["force-include"].items()
        if distributions.distribution(place.removeprefix(f"{distributions.WHOLE}/")) == distribution
    }
    here = {each for each in project["dependencies"] if Requirement(each).name in distributions.PACKAGES}
    if distribution == distributions.CORE:
        extras = {name: project["optional-dependencies"][name] for name in distributions.EXTRAS}
        project |= {"name": distribution, "description": SUMMARY, "optional-dependencies": extras}
        project["dependencies"] = sorted(here)
    else:
        core = f"{distributions.CORE}=={project['version']}"
        project["dependencies"] = [core, *(each for each in project["dependencies"] if each not in here)]
        del project["entry-points"]  # the plugin of pytest is in the core; the command is in both, for pipx and uvx
        module = f"{distributions.WHOLE}/{distributions.COMMAND}".removesuffix(".py").replace("/", ".")
        project["scripts"] = {distributions.WHOLE: f"{module}:main"}
    return found


def wheel(name: str, folder: Path, distribution: str = distributions.CORE) -> Path:
    """Build a wheel of a distribution into a folder, for a platform, or the pure one; return its path.

    Raises BuildError.
    """
    from hatchling.builders.wheel import WheelBuilder
    from hatchling.metadata.core import ProjectMetadata
    from hatchling.plugin.manager import PluginManager

    before = os.environ.get(VARIABLE)
    os.environ[VARIABLE] = name
    try:
        plugins = PluginManager()
        metadata = ProjectMetadata(str(CHECKOUT), plugins, configuration(distribution))
        builder = WheelBuilder(str(CHECKOUT), plugins, metadata=metadata)
        (made,) = builder.build(directory=str(folder), versions=["standard"])
    finally:
        if before is None:
            del os.environ[VARIABLE]
        else:
            os.environ[VARIABLE] = before
    return Path(made)


def kernels_in(path: Path) -> list[str]:
    """Return the names of the libraries in a wheel."""
    with zipfile.ZipFile(path) as archive:
        names = [name.removeprefix(BUILT) for name in archive.namelist() if name.startswith(BUILT)]
    return sorted(set(names) - {STAMP})


def main(arguments: Iterable[str] | None = None) -> int:
    """Carry out the command line; return 0 if that succeeded."""
    parser = argparse.ArgumentParser(prog="python -m emulators.kernels.wheels", description=ABOUT)
    parser.add_argument("targets", nargs="*", metavar="TARGET", help=f"{', '.join(NAMES)}; default: all")
    parser.add_argument(
        "--output", type=Path, default=Path("dist"), metavar="FOLDER", help="output folder (default: dist)"
    )
    options = parser.parse_args(None if arguments is None else list(arguments))
    for name in options.targets:
        if name not in NAMES:
            parser.error(f"there is no target '{name}': expected {', '.join(NAMES)}")
    if not (CHECKOUT / "pyproject.toml").exists():
        print("wheels are built in a checkout or an unpacked source: there is no pyproject.toml here", file=sys.stderr)
        return 1
    try:
        for name in options.targets or NAMES:
            made = wheel(name, options.output.resolve())
            print(f"{made.name}: {made.stat().st_size:,} bytes, {len(kernels_in(made))} kernels")
        made = wheel(NONE, options.output.resolve(), distributions.WHOLE)
        print(f"{made.name}: {made.stat().st_size:,} bytes, for all of them")
    except ModuleNotFoundError as error:
        print(f'{error.name} is missing: pip install -e ".[build]"', file=sys.stderr)
        return 1
    except (BuildError, OSError) as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
