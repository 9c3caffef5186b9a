"""Recordings: a machine's state at the start, and everything it was given afterwards, each at its cycle.

A recording is a text file, a JSON object a line: the header with the state, the inputs in their order, and the end with
a checksum of the machine as it was then and one of all that. Playing it gives the same machine, bit for bit.
"""

from __future__ import annotations

import base64
import hashlib
import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

from emulators import inputs
from emulators.errors import IronboardError, Place, SourceError
from emulators.machine import Machine, Stop, Value
from host.debugger.history import NEW_LIFE, Entry
from host.formats import storage, strict

FORMAT, VERSION = "Ironboard recording", 2
LIMIT = 256 << 20  # bytes


@dataclass(frozen=True)
class Recording:
    """The inputs of a machine from one time to another."""

    title: str  # of the machine
    state: bytes  # at the start
    log: tuple[Entry, ...]
    end: int  # the last cycle
    digest: str  # of the machine at the end

    def begin(self, machine: Machine) -> None:
        """Check it, and bring a machine to its start.

        Raises IronboardError if this is not a recording of such a machine, or no machine can be given its inputs.
        """
        if machine.title != self.title:
            raise IronboardError(f"this is a recording of the {self.title}, not of the {machine.title}")
        for entry in self.log:
            try:
                if entry.kind == NEW_LIFE:
                    raise ValueError("a recording begins anew where a state is loaded")
                inputs.check(machine.INPUTS, entry.kind, entry.value)
            except ValueError as error:
                raise IronboardError(
                    f"the recording has an input at cycle {entry.cycle:,} that cannot be: {error}"
                ) from None
        machine.load_state(self.state)
        times = [machine.cycles, *(entry.cycle for entry in self.log), self.end]
        for before, after in pairwise(times):
            if after < before:
                raise IronboardError(f"the recording goes back in time, from cycle {before:,} to {after:,}")

    def write(self, path: str | os.PathLike[str], *, overwrite: bool = False) -> None:
        """Write it to a file; raises IronboardError when there is one and it may not be replaced."""
        header = {
            "format": FORMAT,
            "version": VERSION,
            "machine": self.title,
            "state": base64.b64encode(self.state).decode(),
        }
        lines = [json.dumps(header)] + [json.dumps(entry._asdict()) for entry in self.log]
        body = "".join(f"{line}\n" for line in lines)
        end = {"end": self.end, "machine_sha256": self.digest}
        last = json.dumps({**end, "sha256": _sha256(f"{body}{json.dumps(end)}")})
        storage.write_text(Path(path), f"{body}{last}\n", overwrite)


class Recorder:
    """Records the inputs of `machine` from now on, until `recording` is read.

    Loading a state restarts it: time may jump there, and the earlier inputs do not lead to the new state.
    """

    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        self._begin()
        machine.on_give = self._note

    def _begin(self) -> None:
        self._state = self._machine.save_state()
        self._log: list[Entry] = []

    def _note(self, cycle: int, kind: str, value: Value) -> None:
        if kind == NEW_LIFE:
            self._begin()
        else:
            self._log.append(Entry(cycle, kind, value))

    def recording(self) -> Recording:
        """Return the recording up to now."""
        machine = self._machine
        return Recording(machine.title, self._state, tuple(self._log), machine.cycles, digest(machine))


def replay(recording: Recording, machine: Machine) -> bool:
    """Replay a recording on a machine; return whether it ended as recorded."""
    recording.begin(machine)
    for entry in recording.log:
        if not _reach(machine, entry.cycle):
            return False
        machine.give(entry.kind, entry.value)
    return _reach(machine, recording.end) and digest(machine) == recording.digest


def _reach(machine: Machine, cycle: int) -> bool:
    """Run to a cycle, through all breakpoints; return whether that was possible."""
    while machine.cycles < cycle:
        if machine.run_to(cycle) in (Stop.ILLEGAL_INSTRUCTION, Stop.HALT, Stop.INPUT):
            break
    return machine.cycles == cycle


def digest(machine: Machine) -> str:
    """Return a checksum of registers, memory and devices."""
    words = (machine.peek(address) for address in range(1 << machine.address_bits))
    registers = {name: machine.read_register(name) for name in machine.registers}
    text = json.dumps([machine.cycles, registers, list(words), machine.devices()])
    return _sha256(text)


# ---------------------------------------------------------------- reading


def read(path: str | os.PathLike[str]) -> Recording:
    """Read a recording; raises IronboardError for another file, or one that is damaged or cut off."""
    data = storage.read_filled(Path(path), LIMIT, "a recording")
    lines = data.decode("utf-8", errors="replace").splitlines(keepends=True)
    header = _object(lines[0], path, 1) if lines and lines[0].startswith("{") else {}
    if header.get("format") != FORMAT:
        raise IronboardError(f"{path}: this is not an Ironboard recording")
    if header.get("version") != VERSION:
        raise IronboardError(f"{path}: a recording of version {header.get('version')}: expected {VERSION}")
    last = _object(lines[-1], path, len(lines))
    if "end" not in last or not lines[-1].endswith("\n"):
        raise IronboardError(f"{path}: the recording is cut off: its end is missing after line {len(lines)}")
    end = {name: last.get(name) for name in ("end", "machine_sha256")}
    if last.get("sha256") != _sha256("".join([*lines[:-1], json.dumps(end)])):
        raise IronboardError(f"{path}: the recording is damaged: its checksum does not match its content")
    entries = []
    for number, line in enumerate(lines[1:-1], 2):
        each = _object(line, path, number)
        try:
            strict.an_object(each, *Entry._fields)
            cycle, kind = strict.whole(each["cycle"], "cycle"), strict.text(each["kind"], "kind")
            entries.append(Entry(cycle, kind, each["value"]))
        except ValueError as error:
            raise _error(path, number, line, f"expected an input: cycle, kind and value ({error})") from None
    try:
        strict.an_object(header, "machine", "state")
        state = base64.b64decode(strict.text(header["state"], "state"), validate=True)
        title, end_cycle = strict.text(header["machine"], "machine"), strict.whole(last["end"], "end")
        return Recording(title, state, tuple(entries), end_cycle, strict.text(last["machine_sha256"], "machine_sha256"))
    except ValueError as error:
        raise IronboardError(f"{path}: the recording is inconsistent: {error}") from None


def _object(line: str, path: str | os.PathLike[str], number: int) -> dict[str, Any]:
    try:
        return strict.an_object(strict.value(line))
    except ValueError as error:
        raise _error(path, number, line, f"the recording is damaged: expected a JSON object ({error})") from None


def _error(path: str | os.PathLike[str], number: int, line: str, message: str) -> SourceError:
    text = line.rstrip("\n")[:100]
    return SourceError(Place(str(path), number, 1, len(text), text), message)


def _sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


# ---------------------------------------------------------------- recording a machine's input

# Recording a machine's input for `ironboard debug --replay`.


@contextmanager
def recorded(machine: Machine, path: Path | None, overwrite: bool = False) -> Iterator[None]:
    """Record the machine's input in a file meanwhile; an existing file is replaced only with `overwrite`."""
    if path is None:
        yield
        return
    from host.debugger.recording import Recorder

    if not overwrite:
        storage.refuse_existing(path)  # before the user plays a game that cannot be kept
    recorder = Recorder(machine)
    try:
        yield
    finally:
        recorder.recording().write(path, overwrite=overwrite)
