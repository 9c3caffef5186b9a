"""The speed of the kernels as WebAssembly in Node, beside native ones: `python -m host.experiments.bench.wasm`.

It is not a workload of `ironboard bench`, which runs wherever Ironboard does: this one needs Node, and ziglang as the
compiler. Three workloads are recorded on tapes, and native kernel and Node play each in turn. A tape is compared call
by call before the clock runs. The time is CPU time of the processes, V8's compiler and its threads included.

A tape records the calls of kernels and their effects, to be played on kernels built for another platform.

    with recorded(folder) as tapes:
        ...  # run machines
    Node(wasm).play(tapes[0].path)

A tape has the record before the first call; before each call, Python's changes to the record since the last
one; the call, its result and every word it changed; the record after the last call. So whatever serves a machine
between two calls (inputs, units, the system of the 6600) need not be there when the tape is played: its work is on it.

All numbers are little-endian: u32 the length of a JSON object with `kernel`, `size` and `entry_points`; the record.
Then for each call u32 1, pieces put into the record, u32 the entry point, u32 the number of arguments, i64 each, u32
whether it returns something, i64 that; pieces it changed. At the end u32 0, the record. Pieces are u32 their number,
for each u32 offset, u32 length, bytes. Where a call has changed too much, u32 FFFFFFFF and the MD5 of the record
replace them. An array of the record that grows, the arena of the 6600's files, is on the tape as ROOM words after the
structure. Arrays that are no part of the machine are not on it: each player has its own.
"""

from __future__ import annotations

import argparse
import ctypes
import hashlib
import json
import shutil
import struct
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple, Self
from unittest import mock

from emulators.errors import IronboardError
from emulators.kernels import building, short_name
from emulators.kernels.building import TARGETS, WASM, BuildError, build
from emulators.processor import Processor
from emulators.record import structure
from host.experiments.bench import checkers, loops704, loops6600, programs
from host.experiments.bench.loops import called
from host.experiments.bench.measuring import CLOCK, Goal, Result, Row, text
from host.experiments.bench.programs import FUNCTIONAL
from host.games.checkers.generators import Thinker

ROOM = 1 << 15  # words of an array that grows, at most
MOST_CHANGED = 4096  # words that a call changes: more are not listed
DIGEST = 0xFFFFFFFF
REPLAY = Path(__file__).parent / "replay.mjs"

WORD, BLOCK = 8, 4096  # bytes of a word; of those that are compared at a time


class Played(NamedTuple):
    """The result of playing a tape."""

    seconds: float  # of CPU time
    calls: int
    difference: str  # the first one, in words


class Tape:
    """A recording of a processor's calls."""

    def __init__(self, path: Path, processor: Processor) -> None:
        core = processor.module
        self.path, self.kernel, self.calls = path, core.__name__, 0
        self.first_cycle = int(processor.m.cycles)
        self.processor = processor  # keeps the record where it is
        self._growing = [
            (name, getattr(type(processor.m), name).offset)
            for name, (_, _, count, _) in core.FIELDS.items()
            if count == 0 and name not in scratch_of(core)
        ]
        self._scratch = scratch_places(core)
        self._known = self._now()
        self._entry_points = [each.__name__ for each in core.ENTRY_POINTS]
        self._file = path.open("xb")
        head = {"kernel": self.kernel, "size": len(self._known), "entry_points": self._entry_points}
        content = json.dumps(head).encode("ascii")
        self._file.write(struct.pack("<I", len(content)) + content + self._known)

    @property
    def cycles(self) -> int:
        """The machine's cycles on the tape."""
        return int(self.processor.m.cycles) - self.first_cycle

    def note(self, function: str, arguments: tuple[int, ...], execute: Callable[[], Any]) -> Any:
        """Execute a call, and record it."""
        given = self._pieces()
        returned = execute()
        changes = self._pieces()
        parts = [struct.pack("<I", 1), *packed(given)]
        parts.append(
            struct.pack(f"<II{len(arguments)}q", self._entry_points.index(function), len(arguments), *arguments)
        )
        parts.append(struct.pack("<I", 0) if returned is None else struct.pack("<Iq", 1, returned))
        if sum(len(words) // WORD for _, words in changes) > MOST_CHANGED:
            parts += struct.pack("<I", DIGEST), hashlib.md5(self._known, usedforsecurity=False).digest()
        else:
            parts += packed(changes)
        self._file.write(b"".join(parts))
        self.calls += 1
        return returned

    def _now(self) -> bytearray:
        """Return the record followed by its arrays that lie elsewhere."""
        now = bytearray(self.processor.m)
        for places in self._scratch:
            for place in places:
                now[place : place + WORD] = bytes(WORD)
        for name, place in self._growing:
            words = bytes(getattr(self.processor.m, name))
            now[place : place + WORD] = len(now).to_bytes(WORD, "little")
            now += words[: WORD * ROOM].ljust(WORD * ROOM, b"\0")
            if any(words[WORD * ROOM :]):
                raise IronboardError(f"{name} has more than the {ROOM:,} words that a tape has for it")
        return now

    def _pieces(self) -> list[tuple[int, bytes]]:
        """Return the runs of words that have changed since the last call: the byte where each begins, its bytes."""
        now = self._now()
        new, old = memoryview(now), memoryview(self._known)
        blocks = (range(at, min(at + BLOCK, len(now)), WORD) for at in range(0, len(now), BLOCK))
        changed = [
            at
            for block in blocks
            if new[block.start : block.stop] != old[block.start : block.stop]
            for at in block
            if new[at : at + WORD] != old[at : at + WORD]
        ]
        runs: list[range] = []
        for at in changed:
            if runs and runs[-1].stop == at:
                runs[-1] = range(runs[-1].start, at + WORD)
            else:
                runs.append(range(at, at + WORD))
        self._known = now
        return [(run.start, bytes(now[run.start : run.stop])) for run in runs]

    def close(self) -> None:
        """Record the final state."""
        self._file.write(struct.pack("<I", 0) + self._known)
        self._file.close()


def scratch_of(core: ModuleType) -> dict[str, int]:
    """Return the arrays of a kernel that are no part of its machine, and their words."""
    return getattr(core, "SCRATCH", {})


def scratch_places(core: ModuleType) -> list[tuple[int, int]]:
    """Return where in a record the place and the size of each such array are, in bytes."""
    layout = type(structure(core.FIELDS))
    return [(getattr(layout, name).offset, getattr(layout, f"{name}_size").offset) for name in scratch_of(core)]


def packed(pieces: list[tuple[int, bytes]]) -> Iterator[bytes]:
    """Yield pieces in the form of a tape."""
    yield struct.pack("<I", len(pieces))
    for at, words in pieces:
        yield struct.pack("<II", at, len(words)) + words


# ---------------------------------------------------------------- recording


@contextmanager
def recorded(folder: Path) -> Iterator[list[Tape]]:
    """Record every processor that runs on its kernel in the block, each on a tape of its own in the folder."""
    folder.mkdir(parents=True, exist_ok=True)
    tapes: dict[int, Tape] = {}
    found: list[Tape] = []
    run, call = Processor.run, Processor.call

    def tape_of(processor: Processor) -> Tape:
        if id(processor) not in tapes:
            name = f"{len(tapes):03}-{short_name(processor.module.__name__)}.tape"
            tape = Tape(folder / name, processor)
            tapes[id(processor)] = tape
            found.append(tape)
        return tapes[id(processor)]

    def noted_run(processor: Processor, deadline: int) -> None:
        if processor.running_on == "compiled":
            tape_of(processor).note("run", (deadline,), lambda: run(processor, deadline))
        else:
            run(processor, deadline)

    def noted_call(processor: Processor, function: str, *arguments: int) -> Any:
        if processor.running_on == "compiled":
            return tape_of(processor).note(function, arguments, lambda: call(processor, function, *arguments))
        return call(processor, function, *arguments)

    try:
        with mock.patch.multiple(Processor, run=noted_run, call=noted_call):
            yield found
    finally:
        for tape in found:
            tape.close()


# ---------------------------------------------------------------- playing


class Native:
    """A tape played on this platform's kernel to time it: nothing is compared."""

    def __init__(self, path: Path) -> None:
        self._data, self._at = path.read_bytes(), 0
        head = json.loads(self._bytes(self._u32()))
        core = import_module(head["kernel"])
        kernel = building.load(core)
        self._start = self._bytes(head["size"])
        self._steps: list[tuple[list[tuple[int, bytes]], Any, tuple[int, ...]]] = []
        while self._u32():
            patches = self._pieces(self._u32())
            function = getattr(kernel, head["entry_points"][self._u32()])
            arguments = struct.unpack(f"<{(count := self._u32())}q", self._bytes(8 * count))
            self._bytes(8 * self._u32())
            self._steps.append((patches, function, arguments))
            changes = self._u32()
            self._bytes(16) if changes == DIGEST else self._pieces(changes)
        self.end = self._bytes(head["size"])
        self.record = ctypes.create_string_buffer(self._start, head["size"])
        self._scratch = [
            (places, (ctypes.c_int64 * words)())
            for places, words in zip(scratch_places(core), scratch_of(core).values(), strict=True)
        ]

    def _lend(self, there: bool) -> None:
        """Put the arrays that are no part of the machine into the record, or take them out again."""
        address = ctypes.addressof(self.record)
        for (place, size), array in self._scratch:
            ctypes.c_int64.from_address(address + place).value = there and ctypes.addressof(array) - address
            ctypes.c_int64.from_address(address + size).value = there and len(array)

    def play(self) -> Played:
        """Play it from its start."""
        ctypes.memmove(self.record, self._start, len(self._start))
        address = ctypes.addressof(self.record)
        before = time.process_time()
        for patches, function, arguments in self._steps:
            for offset, content in patches:
                ctypes.memmove(address + offset, content, len(content))
            self._lend(True)
            function(address, *arguments)
            self._lend(False)
        seconds = time.process_time() - before
        return Played(seconds, len(self._steps), "" if self.record.raw == self.end else "the record differs at the end")

    def _bytes(self, length: int) -> bytes:
        self._at += length
        return self._data[self._at - length : self._at]

    def _u32(self) -> int:
        return int.from_bytes(self._bytes(4), "little")

    def _pieces(self, count: int) -> list[tuple[int, bytes]]:
        return [(self._u32(), self._bytes(self._u32())) for _ in range(count)]


class Node:
    """Node with the kernels of a folder that `python -m emulators.kernels --target wasm32` has made."""

    def __init__(self, folder: Path) -> None:
        command = shutil.which("node")
        if not command:
            raise IronboardError("there is no Node: install nodejs, version 18 or later")
        self._process = subprocess.Popen(
            [command, str(REPLAY), str(folder.resolve())], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        """End the process."""
        self._process.communicate()

    def play(self, path: Path, check: bool = True) -> Played:
        """Play a tape from its start; `check`: compare every call. Raises IronboardError if Node ends."""
        assert self._process.stdin
        assert self._process.stdout
        print(json.dumps({"tape": str(path.resolve()), "check": check}), file=self._process.stdin, flush=True)
        line = self._process.stdout.readline()
        if not line:
            raise IronboardError(f"node has ended with status {self._process.wait()}: its own words are above")
        return Played(**json.loads(line))


# ---------------------------------------------------------------- the measurement

TITLE = "kernels as WebAssembly in Node, beside the native ones"
RUNS = 7
LIMIT = 2.0  # times as long as native
THINKING = 5  # positions


def functional() -> None:
    """Run the functional test on the KIM-1."""
    programs.run(programs.machine(FUNCTIONAL, "compiled"), FUNCTIONAL, FUNCTIONAL.settings)


def thinking() -> None:
    """Run the 704's checkers program in some positions."""
    thinker = Thinker()
    for position in checkers.sample(THINKING):
        checkers.think(thinker, position)


def loops() -> None:
    """Run the loops of the 6600, with the model of time."""
    program = loops6600.prepared()
    for routine in loops6600.LOOPS:
        called(program, routine, loops6600.WORKLOAD.times)


WORKLOADS: Mapping[str, tuple[Callable[[], None], float]] = {  # label -> work, Hz of the original
    "functional, KIM-1": (functional, CLOCK),
    "samuel, 704": (thinking, loops704.WORKLOAD.clock),
    "loops6600, 6600": (loops, loops6600.WORKLOAD.clock),
}


def measure_wasm(runs: int, folder: Path) -> Result:
    """Record the workloads, compare them, then time them by turns. Files go into the folder."""
    build(TARGETS[WASM], folder / WASM)
    rows: list[Row] = []
    goals = []
    with Node(folder / WASM) as node:
        for label, (work, clock) in WORKLOADS.items():
            with recorded(folder / label) as tapes:
                work()
            tape = tapes[0]
            native = Native(tape.path)
            for played in (native.play(), node.play(tape.path)):
                expect_same(label, played)
            node.play(tape.path, check=False)  # V8 compiles hot functions again
            pairs = [(native.play().seconds, node.play(tape.path, check=False).seconds) for _ in range(runs)]
            ours, theirs = (
                Row(f"{label}: {where}", tuple(seconds), tape.cycles, clock=clock)
                for where, seconds in zip(("native", "Node"), zip(*pairs, strict=True), strict=True)
            )
            rows += ours, theirs
            goals.append(
                Goal(f"{label}: Node by native", round(theirs.median / ours.median, 2), LIMIT, "times as long")
            )
    return Result("wasm", TITLE, tuple(rows), goals=tuple(goals))


def expect_same(label: str, played: Played) -> None:
    """Raise IronboardError if the calls differed from the recorded ones."""
    if played.difference:
        raise IronboardError(f"{label}: {played.difference}")


def main(arguments: list[str] | None = None) -> int:
    """Measure, and print the result."""
    parser = argparse.ArgumentParser(prog="python -m host.experiments.bench.wasm", description=TITLE)
    parser.add_argument("--runs", type=int, default=RUNS, metavar="N", help=f"how often each is measured; {RUNS}")
    options = parser.parse_args(arguments)
    try:
        with tempfile.TemporaryDirectory() as folder:
            print("\n".join(text(measure_wasm(max(1, options.runs), Path(folder)))))
    except (BuildError, IronboardError) as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
