"""The machines there are: how each is put together, and how a program is started on it.

A debugger or a test needs nothing else to know which machine it has before it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from emulators.errors import IronboardError

if TYPE_CHECKING:
    from emulators.machine import Machine
    from host.debugger.programs import Program
    from host.debugger.sources import Sources


Assemble = Callable[[str, int, "Sources"], "bytes | tuple[int, ...]"]  # an instruction's text, its address


class Kind(NamedTuple):
    """A kind of machine."""

    name: str
    title: str
    build: Callable[[Mapping[str, Any]], Machine]  # from its options
    roms: Callable[[Machine], list[Program]]  # what it holds besides the program, for names and source lines
    start: Callable[[Machine, Program], str]  # load a program, bring it to its entry; returns a warning or nothing
    keys: Callable[[], Mapping[str, str]]  # key of a PC's keyboard -> the machine's key
    assemble: Assemble | None = None  # one instruction at an address
    screen: tuple[tuple[str, str], ...] = ()  # what its user looks at: device and name in `devices`; (): all of them
    options: Mapping[str, type] = {}  # what `build` takes besides the core: name -> bool, int or Path
    memory: tuple[str, str] = ("0", "0")  # where views show memory at first: two expressions


def find(name: str) -> Kind:
    """Return a kind of machine; raises IronboardError for an unknown one."""
    if name not in MACHINES:
        raise IronboardError(f"there is no machine '{name}': there are {', '.join(MACHINES)}")
    return MACHINES[name]


# ---------------------------------------------------------------- the KIM-1

START_SECONDS = 10  # within which a program has been started from keypad or terminal


def _build_kim1(options: Mapping[str, Any]) -> Machine:
    from host.desk.kim1.setup import Setup, put_together

    return put_together(Setup(program=None, **options))


def _kim1_roms(machine: Machine) -> list[Program]:
    from emulators.kim1.memory_map import ROM, ROM_SIZE
    from host.debugger.programs import rom

    return [rom("kim1-monitor", bytes(machine.peek(ROM + offset) for offset in range(ROM_SIZE)))]


def _start_on_kim1(machine: Machine, program: Program) -> str:
    """Start a program as one did, by its keys or from the terminal; stop before its first instruction."""
    from emulators.machine import Stop
    from host.kim1 import Kim1

    assert isinstance(machine, Kim1)
    entry = program.image.entry
    assert entry is not None
    machine.log_on()
    from_terminal = program.terminal or machine.strapped
    if not from_terminal:
        machine.go_to_keypad()
    machine.load(program.image)
    if from_terminal:
        machine.type(f"{entry:04X} G")
    else:
        machine.press("AD", *f"{entry:04X}")
        machine.key_down("GO")
        machine.at(machine.cycles + machine.clock // 20, "key_up", "GO")
    machine.set_breakpoint(entry)
    stop = machine.run(seconds=START_SECONDS)
    machine.set_breakpoint(entry, on=False)
    if stop == Stop.BREAKPOINT:
        return ""
    return f"the program has not been started: the monitor has not gone to {entry:04X} within {START_SECONDS} s"


def _kim1_keys() -> Mapping[str, str]:
    from host.desk.kim1.keys import PC_KEYS, SST

    return {pc_key: key for pc_key, key in PC_KEYS.items() if key != SST}


def _assemble_6502(text: str, address: int, sources: Sources) -> bytes:
    from host.assemblers.monitor_line import assemble_typed

    return assemble_typed(text, address, sources.address_of)


MACHINES = {
    each.name: each
    for each in (
        Kind(
            "kim1", "KIM-1", _build_kim1, _kim1_roms, _start_on_kim1, _kim1_keys, _assemble_6502,
            screen=(("display", "digits"), ("Teletype", "paper")),
            options={"rom": Path, "expand_low": bool, "expand_high": int, "tty": bool, "baud": int},
            memory=("0", "100+S"),
        ),
    )
}  # fmt: skip
