"""The KIM-1: MOS Technology's computer of 1976, with a 6502, a keypad, six digits and a terminal."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from emulators.errors import IronboardError
from host.machines.mos6502 import Mos6502Model
from host.options import (
    FORMAT,
    IN,
    KEYS,
    LAST_CYCLES,
    OUT,
    PROGRAM,
    SECONDS,
    Option,
    address,
    by_name,
    memory,
    positive,
)

if TYPE_CHECKING:
    from emulators.machine import Machine, Stop
    from emulators.mos6502.system import Core
    from host.languages.sources import Program
    from host.machines.kim1.machine import Kim1

FIRST = "wally"  # the program if nothing is said; "" is the bare monitor
FIRST_PRESS, KEY_CYCLES = 150_000, 60_000  # cycles before the first key, and for which each is down, and then up
START_SECONDS = 10  # within which a program has been started from keypad or terminal


class Kim1Model(Mos6502Model):
    """The KIM-1: programs are started by its keys or from the terminal, as in 1976."""

    name, title, year, default = "kim1", "KIM-1", 1976, True
    summary, pages = "run a KIM-1 (the default without a verb)", ("kim1/panel", "kim1/terminal")
    options = by_name(
        Option("--rom FILE", "another monitor ROM (.bin, .rom): 2,048 bytes, 1800-1FFF", IN),
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

    def construct(self, core: str, **options: Any) -> Machine:
        """Return a KIM-1, its options by the names that Kim1() gives them."""
        from host.machines.kim1.machine import Kim1, read_rom

        if rom := options.pop("rom", None):
            options["rom"] = read_rom(Path(rom))
        ours = {own: name for name, own in self.aliases.items()}
        return Kim1(core=cast("Core", core), **{ours.get(name, name): value for name, value in options.items()})

    def roms(self, machine: Machine) -> list[Program]:
        """Return the monitor, with its names and source lines."""
        from emulators.kim1.bus import ROM, ROM_SIZE
        from host.debugger.opening import rom

        return [rom("kim1-monitor", bytes(machine.peek(ROM + offset) for offset in range(ROM_SIZE)))]

    def present(self, machine: Machine, address: int, word: int) -> None:
        """Set the pins of a port of the 6530-003, or memory."""
        pins = {0x1700: "user_a", 0x1702: "user_b"}.get(address & 0x1FFF)
        if pins:
            machine.give(pins, word)
        else:
            super().present(machine, address, word)

    def start(self, machine: Machine, program: Program) -> str:
        """Start a program by its keys or from the terminal; stop before its first instruction."""
        from emulators.machine import Stop
        from host.machines.kim1.machine import Kim1

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
        return f"the program has not been started: the monitor did not reach {entry:04X} within {START_SECONDS} s"

    def supply(self, machine: Machine, text: str) -> None:
        """Press keys of the keypad, one after the other: "1 2 3 +"."""
        from host.machines.kim1 import operate

        moment = machine.cycles + FIRST_PRESS
        for action in operate.parse_keys(text):
            if not action.key or action.key == operate.SST:
                raise IronboardError(f"'{text}': expected names of keys, with blanks between them")
            machine.at(moment, "key_down", action.key)
            machine.at(moment + KEY_CYCLES, "key_up", action.key)
            moment += 2 * KEY_CYCLES

    def output(self, machine: Machine) -> str:
        """Return the six digits."""
        from host.machines.kim1.machine import Kim1

        assert isinstance(machine, Kim1)
        return str(machine.display).upper().replace(" ", "")

    def keys(self) -> Mapping[str, str]:
        """Return the keypad's keys."""
        from host.machines.kim1.operate import PC_KEYS, SST

        return {pc_key: key for pc_key, key in PC_KEYS.items() if key != SST}

    def feeder(self, keys: str, typed: str) -> Callable[[Machine], Stop]:
        """Return a function that presses keys of the keypad, then types."""
        from emulators.machine import Stop
        from host.machines.kim1 import operate

        actions, characters = operate.parse_keys(keys), operate.parse_typed(typed)

        def feed(machine: Machine) -> Stop:
            kim = cast("Kim1", machine)
            try:
                for action in actions:
                    operate.act(kim, action)
                if characters:
                    operate.type_all(kim, characters)
            except operate.Halted as halted:
                return halted.stop
            return Stop.NONE

        return feed

    # -------------------------------------------------------------- its verb

    def setup(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """Return the options with a program; on a line the bare monitor waits for the terminal that is there."""
        on_line = {"program": "", "tty": True} if "pty" in given or "serial" in given else {}
        return super().setup({"program": FIRST, **on_line, **given})

    run_options = (
        Option(
            "--program NAME|FILE",
            "the program: a name, a source or an image file (wally; with --pty or --serial the bare monitor)",
            PROGRAM,
            alone="program",
        ),
        Option("--no-program", "the bare monitor", name="program", value="", alone="program"),
        FORMAT,
        Option("--origin ADDRESS", "where a raw binary belongs", address),
        Option("--go ADDRESS", "start the program here, if not at its entry or first address", address),
        Option("--tape FILE", "a cassette recording (.wav) that plays from the start", IN),
        Option(
            "--pty LINK",
            "the Teletype on a pseudo-terminal; LINK: a symbolic link to it",
            Path,
            nargs="?",
            alone="line",
        ),
        Option("--serial PORT", "the Teletype on a serial port, at the speed of --baud", alone="line"),
    )
    headless_options = (
        LAST_CYCLES,
        SECONDS,
        KEYS,
        Option("--type TEXT", "text to type at the terminal, such as '0200 G'", name="typed"),
        Option("--screenshot FILE", "write a picture of the panel (.png, .svg, .txt)", OUT),
        Option("--transcript FILE", "write the terminal's output to a file", OUT),
    )


MODEL = Kim1Model()
