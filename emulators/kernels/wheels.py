"""`python -m emulators.kernels.wheels`: see ABOUT."""

from __future__ import annotations

import argparse
import os
import sys
import zipfile
from collections.abc import Iterable
from pathlib import Path

from emulators.kernels.building import NONE, PACKAGE, STAMP, TARGETS, VARIABLE, BuildError

CHECKOUT = PACKAGE.parent
NAMES = (*(each.name for each in TARGETS.values() if each.tag), NONE)
ABOUT = """Build the wheels of all platforms on this one.
A wheel has the kernels of one platform, for any Python of 3.11 or later: py3-none-PLATFORM. The wheel `none` is pure
Python and runs everywhere, slowly. Building needs the packages hatchling and, for other platforms, ziglang: the extra
[build]."""
BUILT = "ironboard/emulators/kernels/built/"  # in a wheel


def wheel(name: str, folder: Path) -> Path:
    """Build the wheel of a platform, or the pure one, into a folder; return its path. Raises BuildError."""
    from hatchling.builders.wheel import WheelBuilder

    before = os.environ.get(VARIABLE)
    os.environ[VARIABLE] = name
    try:
        (made,) = WheelBuilder(str(CHECKOUT)).build(directory=str(folder), versions=["standard"])
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
    except ModuleNotFoundError as error:
        print(f'{error.name} is missing: pip install -e ".[build]"', file=sys.stderr)
        return 1
    except (BuildError, OSError) as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
