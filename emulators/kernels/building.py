"""Building and loading kernels: C compilers, platforms, and the folder in which the libraries lie.

A kernel needs nothing of its platform, no header and no library: a compiler and its linker are enough, and the one in
the package `ziglang` builds for all platforms from any of them.

In a checkout, cores that were edited are translated and compiled again when they are needed, which takes a second or
two and says so; an installed package has the kernels built with it. Where there is no kernel, plain Python runs.
"""

from __future__ import annotations

import contextlib
import ctypes
import hashlib
import importlib.util
import json
import os
import platform
import shutil
import stat
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

from emulators.errors import IronboardError
from emulators.kernels import CORES, KERNELS, short_name
from emulators.kernels.translator import LanguageError, translate
from emulators.record import structure

PACKAGE = Path(__file__).parents[1]
FOLDER = Path(__file__).parent / "built"
LARGEST = 16 << 20  # bytes of a file that is read: a library has less than one million
STAMP = "kernels.json"  # the libraries built, the compiler, the sources
VARIABLE = "IRONBOARD_TARGET"  # of the environment: the platform of a wheel, or NONE
NONE = "none"
CHECKING = "IRONBOARD_CHECKED_KERNELS"  # of the environment: kernels look at every index (`Checked`)
ZIG = "ziglang"  # a package that is a C compiler for all platforms
ZIG_MEGABYTES = 101
FLAGS = (
    *("-O2", "-fwrapv", "-fvisibility=hidden", "-s"),
    *("-ffreestanding", "-fno-builtin", "-nostdlib"),
    "-ffp-contract=off",  # floats are rounded as Python rounds them
)
GCC_FLAGS = (
    "-fno-tree-loop-distribute-patterns",  # else it calls memcpy where a loop copies
    *("-fno-crossjumping", "-fno-tree-tail-merge"),  # each instruction keeps a way of its own through the loop: 5-10 %
)
MUSL = "musllinux_1_1"  # Linux with another C library: a kernel uses neither
SHARED = ("-shared", "-fPIC")
MACOS_FLAGS = (*SHARED, "-mmacosx-version-min=11.0", "-Wl,-install_name,@rpath/kernel.dylib")
WASM = "wasm32"
WASM_FLAGS = (
    *("-Wl,--no-entry", "-Wl,--strip-all"),
    "-Wl,-z,stack-size=65536",  # zig puts it first: a stack that is full traps
    "-Wl,--export=__heap_base",  # from there on a host puts the record
)
PYODIDE = "pyodide"  # CPython as WebAssembly, which opens a library as a side module: code that runs at any address
PYODIDE_LINK = ("wasm-ld", "--no-entry", "-shared", "--experimental-pic", "--strip-all")
LOADER = Path(__file__).parent / "kernel.mjs"  # of modules, in JavaScript


class BuildError(Exception):
    """A compiler is missing, or refused the C."""


@dataclass(frozen=True)
class Target:
    """A platform: zig's name for it, the ending of its libraries, their flags, and the tag of its wheels."""

    name: str
    zig: str
    suffix: str
    flags: tuple[str, ...]
    tag: str = ""
    link: tuple[str, ...] = ()  # zig's command that makes the library of what the compiler makes, if two are needed


TARGETS = {
    each.name: each
    for each in (
        Target("linux-x86_64", "x86_64-linux-gnu", ".so", SHARED, f"manylinux_2_17_x86_64.{MUSL}_x86_64"),
        Target("linux-aarch64", "aarch64-linux-gnu", ".so", SHARED, f"manylinux_2_17_aarch64.{MUSL}_aarch64"),
        Target("windows-x86_64", "x86_64-windows-gnu", ".dll", ("-shared", "-Wl,--no-entry"), "win_amd64"),
        Target("macos-x86_64", "x86_64-macos.11.0", ".dylib", MACOS_FLAGS, "macosx_11_0_x86_64"),
        Target("macos-arm64", "aarch64-macos.11.0", ".dylib", MACOS_FLAGS, "macosx_11_0_arm64"),
        Target(WASM, "wasm32-freestanding", ".wasm", WASM_FLAGS),
        Target(PYODIDE, "wasm32-emscripten", ".so", ("-c", "-fPIC"), link=PYODIDE_LINK),
    )
}


def own_target() -> Target | None:
    """Return the platform that this Python runs on, None if it is not one of ours."""
    if sys.platform == "emscripten":
        return TARGETS[PYODIDE]
    if sys.maxsize < 1 << 32:  # a Python of 32 bits, whatever the system says
        return None
    system = {"Linux": "linux", "Darwin": "macos", "Windows": "windows"}.get(platform.system(), "")
    machine = {"AMD64": "x86_64", "arm64": "arm64" if system == "macos" else "aarch64"}.get(platform.machine())
    return TARGETS.get(f"{system}-{machine or platform.machine()}")


# ---------------------------------------------------------------- compilers


def compiler(target: Target) -> list[str]:
    """Return the command of the compiler for a platform: $CC or the system's for its own, otherwise ziglang's.

    Raises BuildError.
    """
    if target == own_target() and (command := system_compiler()):
        return command
    if importlib.util.find_spec(ZIG):
        return [sys.executable, "-m", ZIG, "cc", "-target", target.zig]
    raise BuildError(f"no C compiler for {target.name}: install the package ziglang ({ZIG_MEGABYTES} MB), or set CC")


def system_compiler() -> list[str]:
    """Return the system's compiler, [] if there is none that answers."""
    for name in filter(None, (os.environ.get("CC"), "cc", "gcc", "clang")):
        command = name.split()
        if shutil.which(command[0]) and version(command):
            return command
    return []


def version(command: list[str]) -> str:
    """Return a compiler's name for itself, "" if it does not answer."""
    try:
        said = subprocess.run([*command, "--version"], capture_output=True, text=True, timeout=60, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return said.stdout.splitlines()[0].strip() if said.returncode == 0 and said.stdout else ""


def zig_version() -> str:
    """Return which zig this is."""
    # not by `zig cc --version`, which for macOS leaves a file a.o where it runs
    said = subprocess.run([sys.executable, "-m", ZIG, "version"], capture_output=True, text=True, check=True)
    return f"zig {said.stdout.strip()}"


# ---------------------------------------------------------------- building


def sources_hash() -> str:
    """Return a hash over everything that a kernel may be made of: the Python of this package."""
    digest = hashlib.sha256()
    for path in sorted(PACKAGE.rglob("*.py")):
        digest.update(f"{path.relative_to(PACKAGE).as_posix()}\0".encode() + path.read_bytes() + b"\0")
    return digest.hexdigest()


def c_source(module: str, checks: list[str] | None = None) -> str:
    """Return the C of a kernel, with `checks` (`translate`)."""
    core = import_module(module)
    size = ctypes.sizeof(structure(core.FIELDS))
    check = f'_Static_assert(sizeof(record) == {size}, "the record is laid out as Python does it");'
    return f"{translate(core.ENTRY_POINTS, core.FIELDS, checks)}\n{check}\n"


def description(module: str) -> dict[str, Any]:
    """Return the facts that a host needs about a kernel: bytes and fields of its record, entry points.

    The layout is that of C, with 64-bit integers at multiples of 8 bytes: the same for all targets.
    """
    core = import_module(module)
    layout = type(structure(core.FIELDS))
    return {
        "size": ctypes.sizeof(layout),
        "fields": {
            name: {"kind": each.kind, "count": each.count, "offset": getattr(layout, name).offset}
            for name, each in core.FIELDS.items()
        },
        "scratch": getattr(core, "SCRATCH", {}),
        "entry_points": {
            each.__name__: {
                "arguments": each.__code__.co_argcount - 1,
                "result": each.__annotations__["return"] != "None",
            }
            for each in core.ENTRY_POINTS
        },
    }


def build(
    target: Target, folder: Path, kernels: Iterable[str] = KERNELS, tell: Callable[[str], None] = lambda text: None
) -> list[str]:
    """Build kernels for a platform into a folder; return the names of the libraries that were compiled.

    `tell` is given lines for a user who waits: which compiler works on how many, and which are done.

    Each is named after a hash of its C and of the command: an existing library is left as it is, one in FOLDER
    is copied. Raises BuildError.
    """
    command = compiler(target)
    by = zig_version() if ZIG in command else version(command)
    flags = (*FLAGS, *target.flags, *(GCC_FLAGS if "clang" not in by and ZIG not in command else ()))
    folder.mkdir(parents=True, exist_ok=True)
    libraries: dict[str, str] = {}
    lines: dict[str, list[str]] = {}  # library -> the command that makes it
    with tempfile.TemporaryDirectory(prefix="building", dir=folder) as scratch:
        for module in kernels:
            text = c_source(module)
            digest = hashlib.sha256("\0".join([text, by, *flags, *target.link, target.name]).encode()).hexdigest()[:12]
            name = libraries[short_name(module)] = f"{short_name(module)}-{digest}{target.suffix}"
            if is_whole(folder / name):
                continue
            if (folder / name).is_dir():
                raise BuildError(f"{folder / name} is a folder, where a library belongs: remove it")
            if is_whole(FOLDER / name):
                Path(shutil.copy(FOLDER / name, scratch)).replace(folder / name)
            else:
                source = Path(scratch, f"{name}.c")
                source.write_text(text, encoding="ascii")
                exports = [f"-Wl,--export={each.__name__}" for each in import_module(module).ENTRY_POINTS]
                more = exports if target.name == WASM else []
                lines[name] = [*command, *flags, *more, "-o", str(Path(scratch, name)), str(source)]
        if lines:
            tell(f"{by} compiles {len(lines)} core{'s' if len(lines) > 1 else ''}:")
        processes = [subprocess.Popen(line, stderr=subprocess.PIPE, text=True) for line in lines.values()]
        failed = ""
        for number, (name, process) in enumerate(zip(lines, processes, strict=True), 1):
            error, status = process.communicate()[1], process.returncode
            if target.link and not status:
                error, status = link(target, Path(scratch, name))
            if status:
                failed = failed or f"{' '.join(lines[name])}\n{error}"
            else:
                tell(f"  {number} of {len(lines)}  {name.rpartition('-')[0]}")
        if failed:
            raise BuildError(failed)
        for name in lines:
            Path(scratch, name).replace(folder / name)
    stamp: dict[str, Any] = {"target": target.name, "compiler": by, "sources": sources_hash(), "libraries": libraries}
    stamp["sha256"] = {name: digest_of(folder / name) for name in libraries.values()}
    kept = {*libraries.values(), STAMP}
    if target.name == WASM:
        stamp["kernels"] = {
            module: {"file": libraries[short_name(module)], **description(module)} for module in kernels
        }
        shutil.copyfile(LOADER, folder / LOADER.name)
        kept.add(LOADER.name)
    (folder / STAMP).write_text(json.dumps(stamp, indent=1), encoding="utf-8")
    for old in folder.glob("*.*"):
        if old.name not in kept:
            with contextlib.suppress(OSError):  # Windows: it is in use
                old.unlink()
    return list(lines)


def link(target: Target, made: Path) -> tuple[str, int]:
    """Make a library of what the compiler made, in its place; return the linker's errors and its exit status."""
    compiled = made.rename(f"{made}.o")
    line = [sys.executable, "-m", ZIG, *target.link, "-o", str(made), str(compiled)]
    done = subprocess.run(line, capture_output=True, text=True, check=False)
    return done.stderr, done.returncode


# ---------------------------------------------------------------- loading


def digest_of(path: Path) -> str:
    """Return the SHA-256 of a file, "" if it cannot be read, or is none: reading a pipe would wait for a writer."""
    try:
        return hashlib.sha256(_content(path)).hexdigest()
    except OSError:
        return ""


def _content(path: Path) -> bytes:
    """Return a file of at most LARGEST bytes; raises OSError for a larger one, and for whatever is not a file."""
    about = path.stat()
    if not stat.S_ISREG(about.st_mode) or about.st_size > LARGEST:
        raise OSError(f"{path} is not a file that was built")
    return path.read_bytes()


def is_whole(path: Path) -> bool:
    """Return whether a library is there as it was built: opening another file can end the process."""
    noted = _read(path.parent).get("sha256")
    return isinstance(noted, dict) and noted.get(path.name, "-") == digest_of(path)


def damaged() -> list[str]:
    """Return the libraries that are there, but not as they were built."""
    names = stamp().get("libraries", {}).values()
    return [name for name in names if (FOLDER / name).exists() and not is_whole(FOLDER / name)]


IN_CHECKOUT = (PACKAGE.parent / "pyproject.toml").exists()


@cache
def load(core: ModuleType) -> Any:
    """Return the library of a core's kernel, its functions ready to be called; None if there is none.

    A function is called with the address of the record (`ctypes.addressof`) and integers.
    """
    if os.environ.get(CHECKING):
        return checked(core)
    name = stamp().get("libraries", {}).get(short_name(core.__name__))
    if not name or not is_whole(FOLDER / name):
        return None
    try:
        return opened(FOLDER / name, core)
    except (OSError, AttributeError):  # not for this system, or not of this core
        return None


def opened(path: Path, core: ModuleType) -> Any:
    """Return the library of a core, its functions ready to be called."""
    library = ctypes.CDLL(str(path))
    for entry in core.ENTRY_POINTS:
        function = getattr(library, entry.__name__)
        function.argtypes = (ctypes.c_void_p, *[ctypes.c_int64] * (entry.__code__.co_argcount - 1))
        function.restype = None if entry.__annotations__["return"] == "None" else ctypes.c_int64
    return library


@cache
def stamp() -> dict[str, Any]:
    """Return the notes of `building.build` on the libraries built; {} if none. In a checkout: on those up to date."""
    found = _read()
    if IN_CHECKOUT and found.get("sources") != sources_hash():
        found = _rebuilt(found)
    return found


def _read(folder: Path | None = None) -> dict[str, Any]:
    try:
        found = json.loads(_content((folder or FOLDER) / STAMP))
    except (OSError, ValueError, RecursionError):
        return {}
    return found if _are_notes(found) else {}


def _are_notes(found: Any) -> bool:
    """Return whether these are notes as `build` makes them, so far as they are there."""
    kinds = {"target": str, "compiler": str, "sources": str, "libraries": dict, "sha256": dict}
    right = isinstance(found, dict) and all(isinstance(found.get(name, kind()), kind) for name, kind in kinds.items())
    tables = [found.get(name, {}) for name in ("libraries", "sha256")] if right else []
    return right and all(isinstance(each, str) for table in tables for each in table.values())


def _rebuilt(old: dict[str, Any]) -> dict[str, Any]:
    """Rebuild changed kernels, in one process at a time; return the new notes, {} if that is impossible."""
    from filelock import FileLock

    target = own_target()
    if target is None:
        return {}
    FOLDER.mkdir(exist_ok=True)
    with FileLock(FOLDER / "lock"):
        if _read().get("sources") != sources_hash():
            try:
                built = build(target, FOLDER)
            except (BuildError, LanguageError, OSError) as error:
                say(f"{'the cores were edited and ' if old else ''}{error}")
                return {}
            if built:
                say(f"{'the cores were edited: ' if old else ''}compiled {', '.join(built)}")
    return _read()


@cache
def say_missing(core: str, stand_in: str) -> None:
    """Tell the user, once for each core, that it has no kernel, and which core runs instead."""
    what = "the kernel of" if short_name(core) in map(_core_of, damaged()) else "no kernel of"
    state = " is damaged" if what.startswith("the") else ""
    say(f"{what} {core}{state}: {stand_in} runs it, much slower; see `ironboard doctor`")


def _core_of(library: str) -> str:
    """Return the short name of the core that a library is of."""
    return library.rpartition("-")[0]


def say(text: str) -> None:
    """Tell the user something beside the program's own output."""
    print(f"ironboard: {text}", file=sys.stderr, flush=True)


# Kernels that look at every index, divisor and count of a shift before they use it: for tests, at half the speed.
#
# With the variable IRONBOARD_CHECKED_KERNELS all machines run on them. A wrong value is counted as 0 (a divisor as 1),
# so that nothing else is touched, and the call that did it raises Fault, which names field and line.


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
    source = c_source(core.__name__, checks)
    target = own_target()
    if target is None:
        raise BuildError("this platform is none of those that kernels are built for")
    command = [*compiler(target), *FLAGS, *target.flags, "-O1"]  # compiled in half the time: nobody keeps such a kernel
    digest = hashlib.sha256("\0".join([source, *command]).encode()).hexdigest()[:12]
    path = FOLDER / "checked" / f"{short_name(core.__name__)}-{digest}{target.suffix}"
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=path.parent) as scratch:
            text, made = Path(scratch, "kernel.c"), Path(scratch, path.name)
            text.write_text(source, encoding="ascii")
            done = subprocess.run([*command, "-o", str(made), str(text)], capture_output=True, text=True, check=False)
            if done.returncode:
                raise BuildError(done.stderr)
            made.replace(path)
    return Checked(opened(path, core), checks, core)


# ---------------------------------------------------------------- kernels for Pyodide

PACKED = Path(__file__).parent / "wasm" / PYODIDE  # where a package has them


def for_pyodide() -> Path:
    """Return the folder of the kernels for Pyodide: a package's, or a checkout's, which is brought up to date.

    Raises BuildError.
    """
    if not IN_CHECKOUT and PACKED.is_dir():
        return PACKED
    folder = FOLDER / PYODIDE
    if _read(folder).get("sources") != sources_hash():
        build(TARGETS[PYODIDE], folder)
    return folder


# ---------------------------------------------------------------- modules for pages

# The kernels of machines that have pages, as WebAssembly: they lie in wasm/, so that a page needs no compiler.
#
# `python -m emulators.kernels --pages` builds them again, after a change of the cores; a test compares. Where a core
# has been edited since, and for machines of others, the module is built when it is needed: the package ziglang does it.


WASM_FOLDER = Path(__file__).parent / "wasm"
NOTES = WASM_FOLDER / "kernels.json"  # short name -> the hash of the C that the module was made of
MACHINES = tuple(each for each in CORES if not each.endswith(".flat"))  # bare processors have no panel


def page_module(core: ModuleType) -> bytes:
    """Return the module of a core's kernel. Raises IronboardError if it cannot be built."""
    name = short_name(core.__name__)
    try:
        if core.__name__ in MACHINES and (not IN_CHECKOUT or noted().get(name) == source_hash(core.__name__)):
            return WASM_FOLDER.joinpath(f"{name}.wasm").read_bytes()
        return built(core.__name__, FOLDER / WASM / name)
    except (BuildError, LanguageError, OSError, AttributeError) as error:
        raise IronboardError(f"{core.__name__} cannot go to a page: {error}") from error


def built(core: str, folder: Path) -> bytes:
    """Return a core's module, built into a folder if it is not there."""
    build(TARGETS[WASM], folder, [core])
    stamp = json.loads((folder / STAMP).read_text(encoding="utf-8"))
    return (folder / str(stamp["kernels"][core]["file"])).read_bytes()


def build_page_modules(folder: Path = WASM_FOLDER) -> list[str]:
    """Build the modules of all machines that have pages; return their files' names."""
    folder.mkdir(exist_ok=True)
    notes = {}
    for core in MACHINES:
        name = short_name(core)
        with tempfile.TemporaryDirectory() as scratch:
            folder.joinpath(f"{name}.wasm").write_bytes(built(core, Path(scratch)))
        notes[name] = source_hash(core)
    text = json.dumps(notes, indent=1)
    folder.joinpath(NOTES.name).write_text(f"{text}\n", encoding="utf-8")
    return [f"{name}.wasm" for name in notes]


def noted() -> dict[str, str]:
    """Return the hashes of the C that the modules were made of."""
    found: dict[str, str] = json.loads(NOTES.read_text(encoding="utf-8"))
    return found


@cache
def source_hash(core: str) -> str:
    """Return the hash of a kernel's C as it is made in this process."""
    return hashlib.sha256(c_source(core).encode()).hexdigest()
