"""The machines there are: how each is put together, and how a program is started on it.

A debugger or a test needs nothing else to know which machine it has before it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from emulators.errors import IronboardError

if TYPE_CHECKING:
    from emulators.machine import Machine
    from host.debugger.programs import Program
    from host.debugger.sources import Sources


Assemble = Callable[[str, int, "Sources"], "bytes | tuple[int, ...]"]  # an instruction's text, its address


Place = Callable[[int, int], str]  # where in the sources what stands behind so many bits of a word comes from


class Timing(Protocol):
    """Notes when instructions have been issued, what they have waited for, and when their results were there."""

    def begin(self) -> None:
        """Note every instruction from now on; raises IronboardError if the machine does not know."""
        ...

    def lines(self) -> list[str]:
        """Return a table of what has been noted, its titles first; only those if there is nothing."""
        ...

    def end(self) -> None:
        """Note nothing more."""
        ...


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
    cores: tuple[str, ...] = ("compiled", "py65", "python")  # what can execute its programs
    timing: Callable[[Machine, Place], Timing] | None = None  # of machines whose instructions overlap

    def put_together(self, options: Mapping[str, Any]) -> Machine:
        """Return such a machine; raises IronboardError for a core or an option that it does not have."""
        unknown = next((name for name in options if name not in self.options and name != "core"), None)
        if unknown is not None:
            known = f"it has {', '.join(self.options)}" if self.options else "it has none"
            raise IronboardError(f"the {self.title} has no option '{unknown}': {known}")
        core = options.get("core", "compiled")
        if core not in self.cores:
            raise IronboardError(f"the {self.title} has no core '{core}': it has {', '.join(self.cores)}")
        return self.build(options)


def find(name: str) -> Kind:
    """Return a kind of machine; raises IronboardError for an unknown one."""
    if name not in MACHINES:
        raise IronboardError(f"there is no machine '{name}': there are {', '.join(MACHINES)}")
    return MACHINES[name]


def titled(title: str) -> str | None:
    """Return the name of the machine with a title, None if there is none."""
    return next((name for name, kind in MACHINES.items() if kind.title == title), None)


DEFAULT = "kim1"
SUFFIXES = {  # of files for one machine
    ".sap": "704", ".cbn": "704", ".deck": "704", ".w36": "704",
    ".compass": "6600", ".alg": "6600", ".o60": "6600",
}  # fmt: skip


def meant(program: str | None) -> str:
    """Return the name of the machine that a program is for: by the manifest, or by the ending of its file."""
    from emulators import roms

    if program is None:
        return DEFAULT
    described = roms.manifest().get(program, {})
    return str(described.get("machine") or SUFFIXES.get(Path(program).suffix.lower(), DEFAULT))


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
    from host.assemblers.mos6502 import assemble_typed

    return assemble_typed(text, address, sources.address_of)


# ---------------------------------------------------------------- the IBM 704

CARD_SECONDS = 1  # within which a card has been loaded


def _build_704(options: Mapping[str, Any]) -> Machine:
    from emulators.ibm704.isa import CORE_SIZES, MOST_WORDS
    from host.ibm704 import Ibm704

    words = options.get("words") or MOST_WORDS
    if words not in CORE_SIZES:
        raise IronboardError(f"core storage of {words} words: the 704 has {', '.join(map(str, CORE_SIZES))}")
    machine = Ibm704(core=options.get("core", "compiled"), core_size=words)
    if options.get("cards"):
        machine.read_cards(options["cards"])
    return machine


def _start_on_704(machine: Machine, program: Program) -> str:
    """Load a program from cards as one did, its data behind it in the hopper; stop before its first instruction.

    What cannot be loaded from cards, because it needs the words that loading takes, is put straight into storage.
    """
    from emulators.errors import ImageError
    from emulators.machine import Stop
    from host.formats import deck
    from host.ibm704 import Ibm704

    assert isinstance(machine, Ibm704)
    image, data = program.image, machine.hopper
    entry = image.entry
    assert entry is not None
    image.expect(machine.word_bits, f"the {machine.title}")
    try:
        cards = deck.deck(image)
    except ImageError:
        machine.load(image)
        machine.write_register("IC", entry)
        return ""
    machine.load_cards(cards)
    if image.parts and image.parts[0].full:  # cards that load themselves: what LOAD CARDS has read goes on at 0
        machine.put_cards(data)
        return ""
    first = next((number for number, part in enumerate(image.parts, 1) if part.transfer is not None), len(image.parts))
    behind = sum(len(list(deck.cards_of_part(part))) for part in image.parts[first:])  # the program reads them itself
    machine.put_cards(data)
    machine.set_breakpoint(entry)
    limit = machine.cycles + CARD_SECONDS * machine.clock * len(cards)
    stop = Stop.BREAKPOINT
    while stop == Stop.BREAKPOINT and len(machine.hopper) > len(data) + behind:  # the loader may come by there
        stop = machine.run_to(limit)
    machine.set_breakpoint(entry, on=False)
    if stop == Stop.BREAKPOINT:
        return ""
    return f"the program has not been started: its cards have not been loaded ({machine.reason or stop.name.lower()})"


def _keys_704() -> Mapping[str, str]:
    from host.desk.ibm704.keys import PC_KEYS

    return PC_KEYS


def _assemble_704(text: str, address: int, sources: Sources) -> tuple[int, ...]:
    from host.assemblers.sap.assembler import assemble_typed

    return assemble_typed(text, address, sources.address_of)


# ---------------------------------------------------------------- the CDC 6600


def _build_6600(options: Mapping[str, Any]) -> Machine:
    from emulators.cdc6600.isa import MOST_WORDS
    from emulators.cdc6600.machine import SIZES
    from emulators.cdc6600.system import INPUT, OUTPUT
    from host.cdc6600 import Cdc6600

    words = options.get("words") or MOST_WORDS
    if words not in SIZES:
        raise IronboardError(f"storage of {words} words: the 6600 has {', '.join(map(str, SIZES))}")
    machine = Cdc6600(core=options.get("core", "compiled"), words=words, exact=not options.get("fast"))
    machine.attach(OUTPUT)
    if options.get("input"):
        machine.attach_file(INPUT, options["input"])
    else:
        machine.attach(INPUT)
    return machine


def _start_on_6600(machine: Machine, program: Program) -> str:
    """Put a program into storage; stop before its first instruction."""
    from host.cdc6600 import Cdc6600

    assert isinstance(machine, Cdc6600)
    entry = program.image.entry
    assert entry is not None
    machine.load(program.image)
    machine.write_register("P", entry)
    return ""


def _no_keys() -> Mapping[str, str]:
    return {}


def _assemble_6600(text: str, address: int, sources: Sources) -> tuple[int, ...]:
    from host.assemblers.compass.assembler import assemble_typed

    return assemble_typed(text, address, sources.address_of)


def _timing_6600(machine: Machine, place: Place) -> Timing:
    from host.cdc6600 import Cdc6600
    from host.desk.cdc6600.chart import Noted

    assert isinstance(machine, Cdc6600)
    return Noted(machine, place)


MACHINES = {
    each.name: each
    for each in (
        Kind(
            "kim1", "KIM-1", _build_kim1, _kim1_roms, _start_on_kim1, _kim1_keys, _assemble_6502,
            screen=(("display", "digits"), ("Teletype", "paper")),
            options={"rom": Path, "expand_low": bool, "expand_high": int, "tty": bool, "baud": int},
            memory=("0", "100+S"),
        ),
        Kind(
            "704", "IBM 704", _build_704, lambda machine: [], _start_on_704, _keys_704, _assemble_704,
            screen=(("console", "lamps"), ("printer", "paper")),
            options={"words": int, "cards": Path},
            memory=("0", "IC"),
            cores=("compiled", "python"),
        ),
        Kind(
            "6600", "CDC 6600", _build_6600, lambda machine: [], _start_on_6600, _no_keys, _assemble_6600,
            screen=(("job", "state"), ("dayfile", "lines"), ("OUTPUT", "paper")),
            options={"words": int, "input": Path, "fast": bool},
            memory=("0", "P"),
            cores=("compiled", "python"),
            timing=_timing_6600,
        ),
    )
}  # fmt: skip
