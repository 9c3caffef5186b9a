"""Wheels: each has the kernels of its platform and no others; installed, they run without checkout and compiler."""

from __future__ import annotations

import importlib.util
import json
import os
import re
import struct
import subprocess
import sys
import tarfile
import zipfile
from functools import partial
from pathlib import Path

import pytest

from emulators.kernels import KERNELS, building, short_name, wheels
from emulators.kernels.building import FOLDER, TARGETS, WASM, BuildError, build, own_target
from host.assemblers.roms import CHECKOUT
from tests.shared import ALL_EXAMPLES

FOREIGN = "windows-x86_64"
MARKS = {".so": b"\x7fELF", ".dll": b"MZ", ".dylib": b"\xcf\xfa\xed\xfe"}

needs_zig = pytest.mark.skipif(not importlib.util.find_spec("ziglang"), reason="ziglang is not installed")
needs_hatchling = pytest.mark.skipif(not importlib.util.find_spec("hatchling"), reason="hatchling is not installed")


# ---------------------------------------------------------------- libraries


def imported_by_elf(data):
    """Return the names that a library of Linux wants from others, by its table of dynamic symbols."""
    headers, size, count = *struct.unpack_from("<Q", data, 0x28), *struct.unpack_from("<2H", data, 0x3A)
    sections = [struct.unpack_from("<2I4Q2I2Q", data, headers + size * index) for index in range(count)]
    found = []
    for _, kind, _, _, start, length, link, *_ in sections:
        if kind == 11:  # DYNSYM
            names = sections[link][4]
            for at in range(start + 24, start + length, 24):
                name, _, _, section = struct.unpack_from("<IBBH", data, at)
                if section == 0:
                    found.append(data[names + name :].split(b"\0")[0])
        if kind == 6:  # DYNAMIC
            found += [
                b"NEEDED" for at in range(start, start + length, 16) if struct.unpack_from("<Q", data, at) == (1,)
            ]
    return found


def imported_by_pe(data):
    """Return whether a library of Windows has a directory of imports."""
    (header,) = struct.unpack_from("<I", data, 60)
    place, length = struct.unpack_from("<2I", data, header + 24 + 112 + 8)
    return [b"imports"] if place or length else []


def commands_of_macho(data):
    (count,) = struct.unpack_from("<I", data, 16)
    at = 32
    for _ in range(count):
        command, length = struct.unpack_from("<2I", data, at)
        yield command, at
        at += length


def imported_by_macho(data):
    """Return the symbols of a library of macOS that are not defined in it."""
    found = []
    for command, at in commands_of_macho(data):
        if command == 2:  # SYMTAB
            symbols, count, names, _ = struct.unpack_from("<4I", data, at + 8)
            for symbol in range(symbols, symbols + 16 * count, 16):
                name, kind = struct.unpack_from("<IB", data, symbol)
                if kind & 0x0E == 0:
                    found.append(data[names + name :].split(b"\0")[0])
    return found


IMPORTED = {".so": imported_by_elf, ".dll": imported_by_pe, ".dylib": imported_by_macho}
GIVEN = {".dylib": [b"dyld_stub_binder"]}  # by the loader of every macOS; zig's linker always asks for it


@needs_zig
@pytest.mark.parametrize("target", [each for each in TARGETS.values() if each.tag], ids=lambda each: each.name)
def test_a_library_wants_nothing_of_its_system(target, tmp_path):
    first = list(TARGETS).index(target.name) % len(KERNELS)
    kernels = KERNELS if ALL_EXAMPLES else KERNELS[first : first + 1]  # all of them are made alike, and take long
    build(target, tmp_path, kernels)
    assert len(list(tmp_path.iterdir())) == len(list(tmp_path.glob(f"*{target.suffix}"))) + 1 == len(kernels) + 1
    for path in tmp_path.glob(f"*{target.suffix}"):
        data = path.read_bytes()
        assert data.startswith(MARKS[target.suffix])
        assert IMPORTED[target.suffix](data) == GIVEN.get(target.suffix, [])
        assert str(tmp_path).encode() not in data
        if target.suffix == ".dylib":
            commands = dict(commands_of_macho(data))
            assert struct.unpack_from("<2I", data, commands[0x32] + 8) == (1, 11 << 16)  # for macOS 11 and later
            assert target.name != "macos-arm64" or 0x1D in commands  # signed: else it is not loaded there


@needs_zig
def test_the_same_is_built_twice(tmp_path):
    for folder in ("one", "two"):
        build(TARGETS["macos-arm64"], tmp_path / folder, KERNELS[:1])
    one, two = ({path.name: path.read_bytes() for path in (tmp_path / each).iterdir()} for each in ("one", "two"))
    assert one == two


# ---------------------------------------------------------------- what is in a wheel


def content(path):
    """Return the names in a wheel's folder of kernels."""
    with zipfile.ZipFile(path) as archive:
        names = archive.namelist()
        assert len(names) == len(set(names))
        return {name.removeprefix(wheels.BUILT) for name in names if name.startswith(wheels.BUILT)}


def stamp(path):
    with zipfile.ZipFile(path) as archive:
        return json.loads(archive.read(f"{wheels.BUILT}kernels.json"))


@needs_hatchling
def test_a_wheel_has_its_own_kernels_and_no_others(own):
    libraries = stamp(own)["libraries"]
    assert list(libraries) == [*map(short_name, KERNELS)]
    assert all(name.startswith(f"{kernel}-") for kernel, name in libraries.items())
    assert content(own) == {"kernels.json", *libraries.values()}
    assert own.name.endswith(f"-py3-none-{own_target().tag}.whl")


@needs_hatchling
@needs_zig
def test_a_wheel_of_another_platform_leaves_the_checkouts_kernels_alone(tmp_path, capsys, monkeypatch):
    kernels = KERNELS if ALL_EXAMPLES else KERNELS[:2]
    monkeypatch.setattr(building, "build", partial(building.build, kernels=kernels))  # all take seconds
    before = {path.name: path.stat().st_mtime_ns for path in FOLDER.iterdir() if path.name != "lock"}
    assert wheels.main([FOREIGN, "--output", str(tmp_path)]) == 0
    play, path = sorted(tmp_path.iterdir())
    assert capsys.readouterr().out.splitlines() == [
        f"{path.name}: {path.stat().st_size:,} bytes, {len(kernels)} kernels",
        f"{play.name}: {play.stat().st_size:,} bytes, for all of them",
    ]
    assert path.name == "ironboard_core-1.0.0-py3-none-win_amd64.whl"
    assert stamp(path)["target"] == FOREIGN
    assert content(path) == {"kernels.json", *stamp(path)["libraries"].values()}
    assert all(name.endswith(".dll") for name in stamp(path)["libraries"].values())
    assert {path.name: path.stat().st_mtime_ns for path in FOLDER.iterdir() if path.name != "lock"} == before


@needs_hatchling
def test_the_pure_wheel_has_none(pure):
    assert content(pure) == set()
    assert pure.name == "ironboard_core-1.0.0-py3-none-any.whl"


def test_an_unknown_target_is_refused(capsys):
    with pytest.raises(SystemExit) as stop:
        wheels.main(["amiga"])
    assert stop.value.code == 2
    assert "there is no target 'amiga': expected linux-x86_64, linux-aarch64, " in capsys.readouterr().err


@needs_hatchling
@pytest.mark.parametrize("name", ["amiga", WASM])
def test_a_wrong_name_in_the_environment_is_refused(name, monkeypatch):
    from emulators.kernels.hatch_hook import wanted

    monkeypatch.setenv("IRONBOARD_TARGET", name)
    with pytest.raises(BuildError, match=f"IRONBOARD_TARGET is {name}: expected one of linux-x86_64, .*, none"):
        wanted()


# ---------------------------------------------------------------- installed


@needs_hatchling
def test_an_installed_wheel_runs_every_machine_on_its_kernels(installed):
    where = installed.run("python", "-c", "import ironboard; print(ironboard.__file__)")
    assert Path(where.stdout.strip()).is_relative_to(installed.site)
    assert not (installed.site / "host").exists()
    assert not (installed.site / "emulators").exists()
    for words, expected in {
        ("--headless", "--seconds", "2"): "cycles",
        ("704", "checkers", "--headless", "--seconds", "1"): "cycles",
        ("kalah", "6"): "moves    912",
        ("web", "mates"): "a browser opens it",
        ("software",): "LUNAR",
    }.items():
        done = installed.run("ironboard", *words)
        assert (done.returncode, done.stderr) == (0, ""), words
        assert expected.lower() in done.stdout.lower(), done.stdout


@needs_hatchling
def test_the_doctor_names_the_kernels_of_an_installed_wheel(installed, own):
    done = installed.run("ironboard", "doctor")
    assert (done.returncode, done.stderr) == (0, "")
    for kernel, name in stamp(own)["libraries"].items():
        assert re.search(rf"ironboard\.emulators\.{kernel.replace('_', '.', 1)} +{re.escape(name)}", done.stdout)
    assert f"made for {own_target().name} by " in done.stdout


@needs_hatchling
def test_the_pure_wheel_plays_without_kernels_and_says_so(installed_pure):
    done = installed_pure.run("ironboard", "--headless", "--seconds", "0.1")
    assert done.returncode == 0
    assert "no kernel of ironboard.emulators.kim1.bus: py65 runs it, much slower; see `ironboard doctor`" in done.stderr
    assert "cycles" in done.stdout


@needs_hatchling
def test_the_pure_wheel_writes_pages_which_have_kernels(installed_pure):
    done = installed_pure.run("ironboard", "web", "wally")
    assert done.returncode == 0
    assert re.fullmatch(r"wally\.html: [\d,]+ bytes; a browser opens it\n", done.stdout)


@needs_hatchling
def test_the_doctor_says_what_to_do_where_there_are_no_kernels(installed_pure):
    done = installed_pure.run("ironboard", "doctor")
    assert done.returncode == 1
    for module in KERNELS:
        assert re.search(rf"ironboard\.{module} +none", done.stdout)
    assert "this package has no kernels: " in done.stdout
    assert "made for" not in done.stdout


# ---------------------------------------------------------------- in a project with packages of the same names


SOURCE = """
        .org $0200
TWICE:  ASL A
        RTS
"""
TESTS = """
import emulators, host
from host.cli.main import NAME
from ironboard import Kim1, Stop, assemble

def test_a_routine(machine, load, call):
    load("twice.s")
    assert call("TWICE", A=21).A == 42
    assert machine.title == "KIM-1"
    assert isinstance(machine, Kim1)
    assert host.NAME == emulators.NAME == NAME == "theirs"

def test_the_api():
    with Kim1(core="python") as kim:
        kim.load(assemble("twice.s").image)
        assert kim.memory[0x0200] == 0x0A
        assert kim.run(100) == Stop.NONE
"""
NO_MACHINE = """
import sys

def test_none():
    ours = [name for name in sys.modules if name.partition(".")[0] == "ironboard"]
    assert ours == ["ironboard", "ironboard.pytest_plugin"]
"""


@pytest.fixture(scope="module")
def project(installed):
    """A project with its own packages host and emulators: Ironboard is used in it, and does not meet them."""
    folder = installed.folder / "project"
    for name in ("host/__init__.py", "host/cli/main.py", "emulators/__init__.py"):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text('NAME = "theirs"')
    (folder / "twice.s").write_text(SOURCE)
    return folder


@needs_hatchling
def test_the_plugin_and_the_api_work_beside_packages_of_the_same_names(installed, project):
    (project / "test_theirs.py").write_text(TESTS)
    done = installed.run("python", "-m", "pytest", "-q", "-p", "no:cacheprovider", "test_theirs.py", folder=project)
    assert "2 passed" in done.stdout, done.stdout


@needs_hatchling
def test_a_project_without_machines_imports_the_plugin_only(installed, project):
    (project / "test_none.py").write_text(NO_MACHINE)
    done = installed.run("python", "-m", "pytest", "-q", "-p", "no:cacheprovider", "test_none.py", folder=project)
    assert "1 passed" in done.stdout, done.stdout


@needs_hatchling
@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("kim1 --headless --seconds 1", "cycles"),
        ("asm twice.s -o twice.s19", "twice.s19: 2 bytes"),
        ("debug twice.s -e step -e registers", "0201"),
        ("figures --help", "published"),
    ],
)
def test_the_command_works_beside_packages_of_the_same_names(line, expected, installed, project):
    done = installed.run("python", "-m", "ironboard", *line.split(), folder=project)
    assert (done.returncode, done.stderr) == (0, "")
    assert expected in done.stdout


@needs_hatchling
def test_every_module_of_a_wheel_can_be_imported(installed, project):
    """So no module is asked for by its name in the checkout, and the files that modules name are there."""
    program = """if True:
        import importlib, pathlib, sys, ironboard
        root, lost = pathlib.Path(ironboard.__file__).parent, []
        for path in sorted(root.rglob("*.py")):
            name = ".".join(path.relative_to(root.parent).with_suffix("").parts).removesuffix(".__init__")
            if not name.endswith(("__main__", "hatch_hook")):
                module = importlib.import_module(name)
                paths = [each for each in vars(module).values() if isinstance(each, pathlib.Path)]
                lost += [each for each in paths if each.is_relative_to(root) and not each.exists()]
        [getattr(ironboard, name) for name in dir(ironboard)]
        print(sorted(name for name in ("host", "emulators") if name in sys.modules))
        print(*{each.relative_to(root).as_posix() for each in lost} - {"docs/figures.md", "docs/examples"})  # said so
    """
    done = installed.run("python", "-c", program, folder=project)
    assert (done.stdout, done.stderr) == ("[]\n\n", "")


# ---------------------------------------------------------------- from source


@needs_hatchling
@needs_zig
def test_a_source_makes_a_wheel_where_there_is_no_compiler(tmp_path):
    """ziglang is asked for, and builds; what the checkout has built is not in the source. One kernel: it takes long."""
    from hatchling.builders.sdist import SdistBuilder

    (source,) = SdistBuilder(str(CHECKOUT)).build(directory=str(tmp_path), versions=["standard"])
    with tarfile.open(source) as archive:
        archive.extractall(tmp_path, filter="data")
    (unpacked,) = (path for path in tmp_path.iterdir() if path.is_dir())
    assert not (unpacked / "emulators" / "kernels" / "built").exists()
    if not ALL_EXAMPLES:
        with open(unpacked / "emulators" / "kernels" / "__init__.py", "a", encoding="utf-8") as module:
            module.write("KERNELS = KERNELS[:1]\n")
    script = (
        "from hatchling.build import build_wheel, get_requires_for_build_wheel as asks\n"
        f"print(asks()); print(build_wheel({str(tmp_path)!r}))"
    )
    environment = {**os.environ, "PATH": str(tmp_path)}
    for name in ("CC", "IRONBOARD_TARGET", "PYTHONPATH"):
        environment.pop(name, None)
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=unpacked, env=environment, capture_output=True, text=True, check=False
    )
    asked, name = done.stdout.splitlines(), next(tmp_path.glob("*.whl")).name
    assert "['ziglang>=0.13']" in asked, done.stderr
    assert asked[-1] == name
    assert stamp(tmp_path / name)["compiler"].startswith("zig ")
    assert content(tmp_path / name) == {"kernels.json", *stamp(tmp_path / name)["libraries"].values()}
