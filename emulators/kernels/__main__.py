"""`python -m emulators.kernels`."""

from __future__ import annotations

import argparse
import contextlib
import importlib
import subprocess
import sys
from pathlib import Path

from emulators.kernels import KERNELS, short_name
from emulators.kernels.building import (
    FOLDER,
    TARGETS,
    ZIG,
    ZIG_MEGABYTES,
    BuildError,
    Target,
    build,
    build_page_modules,
    c_source,
    compiler,
    own_target,
)
from emulators.kernels.translator import LanguageError

ABOUT = "Build the kernels, for this platform or for others, or print their C."


def main(arguments: list[str] | None = None) -> int:
    """Carry out the command line; return 0 if that succeeded."""
    parser = argparse.ArgumentParser(prog="python -m emulators.kernels", description=ABOUT)
    parser.add_argument("--target", choices=TARGETS, help="the platform to build for (default: this one)")
    parser.add_argument(
        "--output", type=Path, metavar="FOLDER", help="where to write the libraries (default: beside the cores)"
    )
    parser.add_argument("--c", type=Path, metavar="FOLDER", help="write the C there and compile nothing")
    parser.add_argument("--pages", action="store_true", help="the modules of machines that have pages, into wasm/")
    parser.add_argument("--fetch", action="store_true", help="install the package ziglang where there is no C compiler")
    options = parser.parse_args(arguments)
    target = TARGETS[options.target] if options.target else own_target()
    try:
        if options.c:
            options.c.mkdir(parents=True, exist_ok=True)
            for module in KERNELS:
                path = options.c / f"{short_name(module)}.c"
                path.write_text(c_source(module), encoding="ascii")
                print(path.as_posix())
        elif options.pages:
            print(", ".join(build_page_modules()))
        elif target is None:
            raise BuildError(f"this platform is none of {', '.join(TARGETS)}: pass --target")
        elif target != own_target() and not options.output:
            raise BuildError(f"pass --output FOLDER: libraries for {target.name} do not run on this Python")
        else:
            if options.fetch:
                fetch_compiler(target)
            built = build(target, options.output or FOLDER, tell=lambda text: print(text, flush=True))
            print(f"{target.name}: {', '.join(built) or 'everything is up to date'}")
    except (BuildError, LanguageError, OSError) as error:
        print(error, file=sys.stderr)
        return 1
    return 0


def fetch_compiler(target: Target) -> None:
    """Install the package ziglang where there is no compiler for a platform. Raises BuildError."""
    with contextlib.suppress(BuildError):
        compiler(target)
        return
    print(f"no C compiler here: fetching the package {ZIG} ({ZIG_MEGABYTES} MB)", flush=True)
    pip = [sys.executable, "-m", "pip", "install", "--disable-pip-version-check", ZIG]
    if subprocess.run(pip, check=False).returncode:
        raise BuildError("no C compiler: plain Python will run the machines, slowly; see `ironboard doctor`")
    importlib.invalidate_caches()


if __name__ == "__main__":
    sys.exit(main())
