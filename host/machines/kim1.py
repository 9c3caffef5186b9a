"""The KIM-1: MOS Technology's computer of 1976, with a 6502, a keypad, six digits and a terminal."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, cast

from host.options import IN, OUT, PROGRAM, Option, address, by_name, memory, number, positive, seconds
from host.registry import Model

if TYPE_CHECKING:
    from emulators.machine import Machine, Stop, Trace
    from host.assemblers.dialects import Dialect
    from host.debugger.programs import Program
    from host.debugger.sources import Sources
    from host.kim1 import Kim1

START_SECONDS = 10  # within which a program has been started from keypad or terminal
SHOWN = 16  # bytes of a stack


class Kim1Model(Model):
    """The 6502 in a KIM-1: JSR leaves the address before the next instruction on the stack, in page 1."""

    name, title, year, default = "kim1", "KIM-1", 1976, True
    summary = "run a KIM-1 (what is meant without a verb)"
    processor, vectors = "6502", "host.checks.mos6502"
    cores = ("compiled", "py65", "python")
    options = by_name(
        Option("--rom FILE", "another monitor ROM: 2,048 bytes, 1800-1FFF", IN),
        Option("--expand-low", "4 K more RAM at 0400-13FF"),
        Option("--expand-high BYTES", "more RAM from 2000 up", memory),
        Option("--tty", "strap the monitor to the terminal instead of the keypad"),
        Option("--baud N", "the terminal's speed (9600)", positive),
    )
    aliases: Mapping[str, str] = {
        "low_expansion": "expand_low",
        "high_expansion": "expand_high",
        "terminal": "tty",
    }  # as Kim1() says
    screen = (("display", "digits"), ("Teletype", "paper"))
    memory = ("0", "100+S")

    def build(self, options: Mapping[str, Any]) -> Machine:
        """Put it together, switched on."""
        from host.desk.kim1.setup import Setup, put_together

        return put_together(Setup(program=None, **options))

    def roms(self, machine: Machine) -> list[Program]:
        """Return what is known of the monitor."""
        from emulators.kim1.bus import ROM, ROM_SIZE
        from host.debugger.programs import rom

        return [rom("kim1-monitor", bytes(machine.peek(ROM + offset) for offset in range(ROM_SIZE)))]

    def start(self, machine: Machine, program: Program) -> str:
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

    def keys(self) -> Mapping[str, str]:
        """Return the keypad's keys."""
        from host.desk.kim1.keys import PC_KEYS, SST

        return {pc_key: key for pc_key, key in PC_KEYS.items() if key != SST}

    def feeder(self, keys: str, typed: str) -> Callable[[Machine], Stop]:
        """Return what presses keys of the keypad, and then types."""
        from emulators.machine import Stop
        from host.desk.kim1 import headless

        actions, characters = headless.parse_keys(keys), headless.parse_typed(typed)

        def feed(machine: Machine) -> Stop:
            kim = cast("Kim1", machine)
            try:
                for action in actions:
                    headless.act(kim, action)
                if characters:
                    headless.type_all(kim, characters)
            except headless.Halted as halted:
                return halted.stop
            return Stop.NONE

        return feed

    def assemble(self, text: str, address: int, sources: Sources) -> bytes:
        """Return the bytes of an instruction."""
        from host.assemblers.mos6502 import assemble_typed

        return assemble_typed(text, address, sources.address_of)

    def languages(self) -> tuple[Dialect, ...]:
        """Return the 6502's."""
        from host.assemblers.dialects import CA65

        return (CA65,)

    # -------------------------------------------------------------- its verb

    desk = "host.desk.kim1.setup"
    run_options = (
        Option("--program NAME|FILE", "what it runs: by name, or an image file", PROGRAM, "wally", alone="program"),
        Option("--no-program", "the bare monitor", name="program", value="", alone="program"),
        Option("--format NAME", "the format of the program's file, if its name does not tell"),
        Option("--origin ADDRESS", "where a raw binary belongs", address),
        Option("--tape FILE", "play this recording (WAV) from the start", IN),
    )
    headless_options = (
        Option("--cycles N", "how long it runs after the last key (1,000,000)", number, alone="length"),
        Option("--seconds S", "the same in the machine's time", seconds, alone="length"),
        Option("--keys KEYS", "keys to press, such as '09 GO wait:lit 34 GO'"),
        Option("--type TEXT", "what the terminal sends, such as '0200 G'", name="typed"),
        Option("--screenshot FILE", "a picture of the panel (.png, .svg, .txt)", OUT),
        Option("--transcript FILE", "what the terminal has received", OUT),
    )

    # -------------------------------------------------------------- calling a subroutine

    back = 0xFFFA  # the NMI vector; RTS reads the byte before it, which does no harm
    source_suffix = ".s"

    def enter(self, machine: Machine, address: int) -> int:
        """Push a return address; go to the subroutine."""
        from emulators.mos6502.disassembler import STACK

        level = machine.read_register("S")
        for offset, byte in enumerate(((self.back - 1) >> 8, (self.back - 1) & 0xFF)):
            machine.poke(STACK + (level - offset) % 0x100, byte)
        machine.write_register("S", (level - 2) % 0x100)
        machine.write_register("PC", address)
        return level

    def imbalance(self, machine: Machine, level: int) -> str:
        """Compare the stack pointer with the one before the call."""
        now = machine.read_register("S")
        return "" if now == level else f"the stack pointer is {now:02X} instead of {level:02X}"

    def free(self, level: int) -> range:
        """Return page 1 up to the return address."""
        from emulators.mos6502.disassembler import STACK

        return range(STACK, STACK + level + 1)

    def remarks(self, machine: Machine, rows: Trace, following: int, level: int) -> list[str]:
        """Return the first return without a call, or the first interrupt without a vector: all else follows from it."""
        from emulators.machine import TRACE_FLOW, TRACE_REGISTERS, Flow
        from host.debugger.goals import calls_of, counter_column

        column, pointer = counter_column(machine), TRACE_REGISTERS + list(machine.registers).index("S")
        addresses = [*rows[:, column].tolist(), following]
        followed = calls_of(machine, [])
        for index in (rows[:, TRACE_FLOW] != 0).nonzero()[0].tolist():
            flow, depth = int(rows[index, TRACE_FLOW]), followed.depth
            address, target = addresses[index : index + 2]
            followed.note(flow, address, target, int(rows[index, pointer]))
            if flow & Flow.INTERRUPT and 0 in addresses[index + 1 : index + 3]:  # the monitor's handler is JMP (vector)
                return [f"an interrupt after {address:04X} went to 0000: its vector has not been set"]
            if flow & Flow.RETURN and not flow & Flow.INTERRUPT and followed.depth == depth:
                return [_lost_return(address, target, int(rows[index, pointer]) + 2 - level)]
        return []

    def stack(self, machine: Machine) -> str:
        """Return the bytes above the stack pointer, the last one pushed first."""
        from emulators.mos6502.disassembler import STACK, STACK_END

        first = STACK + machine.read_register("S") + 1
        shown = " ".join(f"{machine.peek(address):02X}" for address in range(first, min(first + SHOWN, STACK_END)))
        more = STACK_END - first - SHOWN
        return f"{shown} and {more} more" if more > 0 else shown or "empty"


def _lost_return(address: int, target: int, excess: int) -> str:
    text = f"the RTS at {address:04X} went to {target:04X}, where no call had come from"
    if excess < 0:
        return f"{text}: {-excess} byte{'s' * (excess < -1)} more on the stack than at the start"
    return f"{text}: {excess} byte{'s' * (excess > 1)} fewer on the stack than at the start" if excess else text


MODEL = Kim1Model()
