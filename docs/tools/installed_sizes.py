"""How much does an installation take? `python docs/tools/installed_sizes.py dist` measures the wheels of a folder.

The environments are fresh. Megabytes are those of site-packages, a million bytes each; the times are the processor's,
the least of three runs with the byte code written. `--write` puts the table into docs/wheels.md.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from docs.tools.try_wheels import Environment

PAGE = Path(__file__).parents[1] / "wheels.md"
PLACE = re.compile(r"(<!-- sizes -->\n).*?(<!-- end of sizes -->)", re.DOTALL)
ROWS = (  # what is installed
    "ironboard-core",
    "ironboard-core[lsp]",
    "ironboard",
    "ironboard[lsp]",
    "ironboard[serial]",
    "ironboard[film]",
    "ironboard[site]",
)
LIMITS = {"ironboard-core": (10, 20), "ironboard": (110, 110)}  # megabytes without and with byte code
RUNS = 3
SOURCE = "        .org $0200\nTWICE:  asl a\n        rts\n"
ASSEMBLE = "ironboard asm twice.s -o twice.hex --force"
DISPLAY = "ironboard --no-program --headless --seconds 0.1"


class Measured(NamedTuple):
    """A row of the table: megabytes, and seconds of the processor; None: there is no such verb."""

    name: str
    python: str
    plain: float
    compiled: float
    install: float
    version: float
    asm: float
    display: float | None


def seconds(act: Callable[[], object]) -> float:
    """Return the processor's time of the programs that something runs."""
    before = os.times()
    act()
    after = os.times()
    return after.children_user + after.children_system - before.children_user - before.children_system


def megabytes(folder: Path, suffix: str = "") -> float:
    """Return the size of the files in a folder, those with a suffix left out."""
    found = (path for path in folder.rglob("*") if path.is_file() and not path.is_symlink())
    return sum(path.stat().st_size for path in found if not suffix or path.suffix != suffix) / 1e6


def install(environment: Environment, wheels: str, name: str) -> None:
    """Install a row: Ironboard from the folder, the rest from the index."""
    ours = {name.partition("[")[0], "ironboard-core"}
    environment.install("--no-index", "--no-deps", "--find-links", wheels, *ours)
    environment.install(name)


def measure(wheels: str, name: str, python: str) -> Measured:
    """Return a row. Raises CalledProcessError if something cannot be installed or run."""
    with tempfile.TemporaryDirectory(prefix="ironboard") as folder:
        environment = Environment(Path(folder), python)
        took = seconds(lambda: install(environment, wheels, name))
        (site,) = Path(folder).rglob("site-packages")
        plain, compiled = megabytes(site, ".pyc"), megabytes(site)
        Path(folder, "twice.s").write_text(SOURCE)

        def least(line: str) -> float:
            return min(seconds(lambda: environment.run(*line.split()).check_returncode()) for _ in range(RUNS))

        release = environment.run("python", "-c", "import platform; print(platform.python_version())").stdout.strip()
        display = None if name.startswith("ironboard-core") else least(DISPLAY)
        return Measured(name, release, plain, compiled, took, least("ironboard --version"), least(ASSEMBLE), display)


def table(rows: Sequence[Measured]) -> Iterator[str]:
    """Yield the lines of the table."""
    yield "| `pip install` | Python | MB | with byte code | installing | `--version` | `asm` | first display |"
    yield "|---|---|---:|---:|---:|---:|---:|---:|"
    for each in rows:
        display = "" if each.display is None else f"{each.display:.2f} s"
        sizes = f"{each.plain:.1f} | {each.compiled:.1f} | {each.install:.1f} s"
        yield f"| `{each.name}` | {each.python} | {sizes} | {each.version:.2f} s | {each.asm:.2f} s | {display} |"


def too_large(rows: Sequence[Measured]) -> list[str]:
    """Return a line for each size that is above its limit."""
    return [
        f"{each.name} on Python {each.python}: {size:.1f} MB, expected at most {limit}"
        for each in rows
        for size, limit in zip((each.plain, each.compiled), LIMITS.get(each.name, ()), strict=False)
        if size > limit
    ]


def main(arguments: Sequence[str] | None = None) -> int:
    """Carry out the command line; return 0 if no size is above its limit."""
    about = (__doc__ or "").partition("\n")[0]
    parser = argparse.ArgumentParser(prog="python docs/tools/installed_sizes.py", description=about)
    parser.add_argument("folder", nargs="?", type=Path, default=Path("dist"), help="folder with the wheels (dist)")
    parser.add_argument("--python", action="append", metavar="PATH", help="a Python; may be given several times")
    parser.add_argument("--write", action="store_true", help="put the table into docs/wheels.md")
    options = parser.parse_args(arguments)
    rows = []
    try:
        for name in ROWS:
            for python in options.python or [sys.executable]:
                rows.append(measure(str(options.folder.resolve()), name, python))
                print([*table(rows)][-1], file=sys.stderr, flush=True)
    except subprocess.CalledProcessError as error:
        print(error, error.stderr or "", file=sys.stderr)
        return 1
    text = "".join(f"{line}\n" for line in table(rows))
    print(text, end="")
    if options.write:
        page = PAGE.read_text(encoding="utf-8")
        PAGE.write_text(PLACE.sub(lambda found: found[1] + text + found[2], page), encoding="utf-8")
    failed = too_large(rows)
    for line in failed:
        print(line, file=sys.stderr)
    return min(len(failed), 1)


if __name__ == "__main__":
    sys.exit(main())
