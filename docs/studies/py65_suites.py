"""Public 6502 projects with unit tests: the same tests on py65 and, by ironboard.py65, on the compiled core.

    python docs/studies/py65_suites.py dr-mario FOLDER test_search test_resolve
    python docs/studies/py65_suites.py cc65 FOLDER test/val
    python docs/studies/py65_suites.py 8bitdev FOLDER src/mos65/bigint.pt

`dr-mario`: struktured-labs/dr-mario-te, scripts of its tests. `cc65`: cc65/cc65, programs of test/val (those that
cl65 compiles) for sim65, which is imitated here. `8bitdev`: 0cjs/8bitdev, assembled as its README says (`t8dev asl
auto`), with its package t8dev on PYTHONPATH. The projects are not part of Ironboard: get them first.

Each test runs twice, in processes of their own. Of py65's run nothing is changed but a clock round the function of the
harness that calls a subroutine; in the other run `ironboard.py65.replace` takes py65's place, and that function uses
`run_until` instead of stepping. Compared are the outcome of every test, every line that it prints, and, of every call,
its cycles and the registers after it. `--step` leaves the harness as it is, which steps.
"""

from __future__ import annotations

import argparse
import contextlib
import functools
import io
import json
import os
import runpy
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

INSTRUCTION = 7  # cycles of the longest one
FOUND: dict[str, Any] = {"calls": [], "tests": {}, "inside": 0.0}


def timed(call: Callable[..., Any]) -> Callable[..., Any]:
    """Return a harness' function that calls a subroutine, with its time and its results noted."""

    @functools.wraps(call)
    def timed_call(self: Any, *arguments: Any, **options: Any) -> Any:
        mpu, start = self.mpu, time.process_time()
        first = mpu.processorCycles
        try:
            return call(self, *arguments, **options)
        finally:
            FOUND["inside"] += time.process_time() - start
            FOUND["calls"].append([mpu.processorCycles - first, mpu.pc, mpu.a, mpu.x, mpu.y, mpu.sp])

    return timed_call


def dr_mario(folder: Path, test: str, replaced: bool, stepping: bool) -> None:
    """Run one of the scripts; its result is its exit status and what it prints."""
    sys.path[:0] = [str(folder / "tests"), str(folder)]
    import py65_harness as harness  # type: ignore[import-not-found]  # of the project

    def call(self: Any, address: int, max_steps: int = 200_000) -> int:
        mpu, back = self.mpu, harness.HALT - 1
        mpu.sp, mpu.pc, first = 0xFD, address, mpu.processorCycles
        self.mem[0x1FE], self.mem[0x1FF] = back & 0xFF, back >> 8
        if not mpu.run_until(harness.HALT, cycles=INSTRUCTION * max_steps):
            raise RuntimeError(f"routine at ${address:04X} did not return in {max_steps} steps")
        return int(mpu.processorCycles - first)

    harness.Cpu.call = timed(call if replaced and not stepping else harness.Cpu.call)
    output = io.StringIO()
    with contextlib.redirect_stdout(output):
        try:
            runpy.run_path(str(folder / "tests" / f"{test}.py"), run_name="__main__")
            FOUND["tests"][test] = 0
        except SystemExit as status:
            FOUND["tests"][test] = status.code or 0
    for number, line in enumerate(output.getvalue().split("\n"), 1):
        FOUND["tests"][f"{test}, line {number}"] = line


class Outcomes:
    """A plugin of pytest: the outcome of every test."""

    def pytest_runtest_logreport(self, report: Any) -> None:
        if report.when == "call" or report.outcome != "passed":
            FOUND["tests"][f"{report.nodeid} {report.when}"] = report.outcome


def eight_bit(folder: Path, test: str, replaced: bool, stepping: bool) -> None:
    """Run a file of tests with pytest."""
    os.chdir(folder)
    os.environ["T8_PROJDIR"] = str(folder)
    import pytest
    import testmc.generic.machine as generic  # type: ignore[import-not-found]  # of the project
    import testmc.mos65.machine as mos65  # type: ignore[import-not-found]

    def step_to(
        self: Any,
        *,
        stopat: Any = (),
        stopon: Any = (),
        trace: bool = False,
        maxsteps: int = generic.GenericMachine.MAXSTEPS,
        raisetimeout: bool = True,
    ) -> int:
        first = self.mpu.processorCycles
        if not self.mpu.run_until(stopat, opcodes=stopon, cycles=INSTRUCTION * maxsteps):
            if raisetimeout:
                self._raiseTimeout(maxsteps)
            return maxsteps
        return max(1, int(self.mpu.processorCycles - first) // INSTRUCTION)  # at least so many

    if replaced:
        plain = mos65.Machine.__init__

        def with_plain_memory(self: Any) -> None:  # the harness' own memory checks every index
            plain(self)
            self.mpu.memory = mos65.MPU().memory

        mos65.Machine.__init__ = with_plain_memory
        if not stepping:
            mos65.Machine.stepto = step_to
    mos65.Machine.call = timed(mos65.Machine.call)
    with contextlib.redirect_stdout(io.StringIO()):
        pytest.main(["-q", "-n0", "-p", "no:cacheprovider", "-p", "no:randomly", test], plugins=[Outcomes()])


HOOKS = range(0xFFF4, 0xFFFA)  # where sim65 does the host's work: open, close, read, write, args, exit
READ, WRITE, ARGUMENTS, EXIT = HOOKS[2:]


def cc65(folder: Path, test: str, replaced: bool, stepping: bool) -> None:
    """Compile a program, or all of a folder, for sim65, and run it as that does: its exit status and its output."""
    place = folder / test
    with tempfile.TemporaryDirectory() as scratch:
        for source in sorted(place.glob("*.c")) if place.is_dir() else [place]:
            made = Path(scratch, source.stem)
            flags = ["-t", "sim6502", "-Oirs", "-I", str(folder / "test"), "-o", str(made)]
            if subprocess.run(["cl65", *flags, str(source)], capture_output=True, check=False).returncode == 0:
                status, output = Sim65(made.read_bytes()).run(replaced and not stepping)
                FOUND["tests"][source.stem] = [status, output.decode("latin-1")]


class Sim65:
    """A program for sim65 on py65's interface: the processor, and the host's work of those that write and exit."""

    def __init__(self, program: bytes) -> None:
        from py65.devices.mpu6502 import MPU

        self.mpu, self.output, self.stack = MPU(), b"", program[7]  # where page zero points to C's stack
        origin, content = int.from_bytes(program[8:10], "little"), program[12:]
        self.mpu.memory[origin : origin + len(content)] = list(content)
        self.mpu.pc = int.from_bytes(program[10:12], "little")

    def word(self, address: int) -> int:
        """Return a word of memory."""
        return int(self.mpu.WordAt(address))

    def popped(self) -> int:
        """Return the word on top of C's stack, and take it off."""
        place = self.word(self.stack)
        self.mpu.memory[self.stack : self.stack + 2] = list((place + 2).to_bytes(2, "little"))
        return self.word(place)

    def to_hook(self, running: bool) -> None:
        """Run to the next hook."""
        if running:
            self.mpu.run_until(HOOKS)
            return
        while self.mpu.pc < HOOKS.start:
            self.mpu.step()

    to_hook = timed(to_hook)

    def run(self, running: bool) -> tuple[int, bytes]:
        """Run the program; return its exit status and what it has written."""
        mpu = self.mpu
        while True:
            self.to_hook(running)
            value = mpu.a | mpu.x << 8
            if mpu.pc == EXIT:
                return mpu.a, self.output
            if mpu.pc == WRITE:
                place = self.popped()
                self.popped()
                self.output += bytes(mpu.memory[place : place + value])
            elif mpu.pc == ARGUMENTS:  # none
                place = self.word(self.stack) - 2
                for address, content in ((value, place), (place, 0), (self.stack, place)):
                    mpu.memory[address : address + 2] = list(content.to_bytes(2, "little"))
                value = 0
            else:
                raise ValueError(f"the program wants the hook {mpu.pc:04X}")
            mpu.a, mpu.x = value & 0xFF, value >> 8
            mpu.pc = mpu.stPopWord() + 1


PROJECTS = {"dr-mario": dr_mario, "cc65": cc65, "8bitdev": eight_bit}


def child(project: str, folder: Path, test: str, replaced: bool, stepping: bool, result: Path) -> None:
    """Run one test, and write what came of it."""
    if replaced:
        from ironboard.py65 import replace

        replace()
    start = time.process_time()
    PROJECTS[project](folder, test, replaced, stepping)
    FOUND["whole"] = time.process_time() - start
    result.write_text(json.dumps(FOUND), encoding="utf-8")


def measured(arguments: argparse.Namespace, test: str, replaced: bool) -> dict[str, Any]:
    """Run one test in a process of its own."""
    with tempfile.TemporaryDirectory() as scratch:
        result = Path(scratch, "result.json")
        options = ["--result", str(result), *(["--replaced"] * replaced), *(["--step"] * arguments.step)]
        subprocess.run([sys.executable, __file__, arguments.project, str(arguments.folder), test, *options], check=True)
        found: dict[str, Any] = json.loads(result.read_text(encoding="utf-8"))
        return found


def main() -> int:
    """Run the tests, print a line for each, return 1 if results differ."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("project", choices=PROJECTS)
    parser.add_argument("folder", type=lambda text: Path(text).resolve())
    parser.add_argument("tests", nargs="+")
    parser.add_argument("--step", action="store_true", help="leave the harness as it is: it steps")
    parser.add_argument("--replaced", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--result", type=Path, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.result:
        child(given.project, given.folder, given.tests[0], given.replaced, given.step, given.result)
        return 0
    print(f"{'':28}{'results':>8}{'calls':>9}{'M cycles':>10}{'calls, s':>19}{'':>9}{'whole, s':>17}")
    status = 0
    for test in given.tests:
        ours, theirs = (measured(given, test, replaced) for replaced in (True, False))
        said = differences(ours, theirs)
        status |= bool(said)
        figures = [len(theirs["tests"]), len(theirs["calls"]), sum(each[0] for each in theirs["calls"]) / 1e6]
        row = f"{test:28}{figures[0]:8,}{figures[1]:9,}{figures[2]:10,.1f}"
        for what in ("inside", "whole"):
            ratio = theirs[what] / max(ours[what], 1e-9)
            row += f"{theirs[what]:9.2f} : {ours[what]:.3f}{ratio:7,.0f}x"
        print(row, *said, sep="\n    ", flush=True)
    return status


def differences(ours: dict[str, Any], theirs: dict[str, Any]) -> list[str]:
    """Return what differs between two runs, a line each."""
    tests = [name for name in ours["tests"] | theirs["tests"] if ours["tests"].get(name) != theirs["tests"].get(name)]
    said = [f"another result: {name}" for name in tests]
    pairs = list(zip(ours["calls"], theirs["calls"], strict=False))
    if len(ours["calls"]) != len(theirs["calls"]):
        said.append(f"{len(ours['calls'])} calls instead of {len(theirs['calls'])}")
    for what, part in (("cycles", slice(0, 1)), ("registers", slice(1, None))):
        differing = [(mine, other) for mine, other in pairs if mine[part] != other[part]]
        if differing:
            mine, other = differing[0]
            said.append(f"other {what} in {len(differing)} calls: {mine[part]} instead of {other[part]}, and so on")
    return said


if __name__ == "__main__":
    sys.exit(main())
