"""A program of the form on the machine: the interpreter does the units, the machine all code of the library.

The image is a real one, but for the units: instead of its code, a unit has the entry of the run-time system, then a
word that stops the machine (PS), and places where the machine goes on:

    NAME   PS              the entry, as always
           ...
    Y..1   PS              here the interpreter begins the unit
    Y..2   RJ     NAMEI    for each call: the machine is sent here, with arguments in its registers,
    Y..3   PS              and comes back here; meanwhile it may have come to other words that stop it
    Y..4   EQ     LEAVE    the unit returns

So each stage of the form can be compared with the interpreter of the tree: after lowering, and after each pass. Values
of blocks that wait for a call are kept by the call and the frame, since a go to may leave calls.
"""

from collections.abc import Callable
from typing import Any, NamedTuple
from unittest.mock import patch

from emulators.cdc6600.arithmetic import INDEFINITE, INFINITE, M18
from emulators.cdc6600.core import Cause
from host.compilers import lowering, passes
from host.compilers.algol.compiler import compile_text
from host.compilers.backends.cdc6600 import compute
from host.compilers.backends.cdc6600 import generate as back_end
from host.compilers.backends.cdc6600.text import Text
from host.compilers.ir.form import Block, Op, Program, Unit, Value
from host.compilers.ir.target import Target
from tests.algol.machine import LONG, started
from tests.algol.oracle import NUMBERS, Made, said_otherwise
from tests.algol.random_programs import FILE
from tests.middle.interpret import Broken, Interpreter, Stop

GONE = {"limit": "LARGE", "bound": "OUTSIDE", "unset": "UNSET"}  # where the machine goes for a stop
REAL = {"real": "a number became too large", "division": "division by zero"}
MAKES_ROOM = ("ARRAY", "ARRCOPY", "OWNARR")  # routines after which the end of the stack is another one


Change = Callable[[Program, Target], None]


class Selected(NamedTuple):
    """What a back end returns."""

    lines: list[Any]
    stubs: list[Any]


class Trap(NamedTuple):
    """A word that stops the machine: where a unit begins, or a block, or after a call."""

    unit: Unit
    block: Block
    call: Op | None = None


class Stubs:
    """What a program has in the place of code. Written like a back end."""

    def __init__(self) -> None:
        self.program: Program
        self.traps: dict[str, Trap] = {}
        self.sites: dict[Any, str] = {}  # where the machine is sent: by operations, units, names of what it goes to
        self.number = 0

    def generate(self, program: Program, runtime: Any, _forgets: bool) -> Selected:
        """Return the lines of a program."""
        self.program, text = program, Text()
        wanted = {label for unit in program.units for op in unit.ops() if op.code == "label" for label in op.targets}
        for unit in program.units:
            runtime.enter(unit, text)
            self.trap(text, Trap(unit, unit.blocks[0]), self.symbol())
            for block in unit.blocks:
                if (block.open or block.label in wanted) and block is not unit.blocks[0]:
                    self.trap(text, Trap(unit, block), block.label)
                for op in block.ops:
                    if op.code in ("call", "invoke"):
                        self.site(text, op, "RJ", op.data.name)
                        self.trap(text, Trap(unit, block, op), self.symbol())
                    elif op.code == "exit" and op.data.name not in self.sites:
                        self.site(text, op.data.name, "EQ", op.data.name)
            text.label(self.new_site(unit))
            (runtime.end if unit.sort == "main" else runtime.leave)(unit, text)
        codes = {op.code for unit in program.units for op in unit.ops()}
        for code, why in (("limit", "limit"), ("bound", "bound"), ("element", "bound"), ("load?", "unset")):
            if code in codes and why not in self.sites:
                self.site(text, why, "EQ", GONE[why])
        for name in sorted({op.place.symbol for unit in program.units for op in unit.ops() if op.place} - {""}):
            text.op("CON", name)  # the library takes in what is named
        return Selected(text.finish(), [])

    def symbol(self) -> str:
        self.number += 1
        return f"Y..{self.number}"

    def trap(self, text: Text, trap: Trap, symbol: str) -> None:
        text.label(symbol)
        text.op("PS")
        self.traps[symbol] = trap

    def new_site(self, key: Any) -> str:
        self.sites[key] = symbol = self.symbol()
        return symbol

    def site(self, text: Text, key: Any, operation: str, name: str) -> None:
        text.label(self.new_site(key))
        text.op(operation, name)


class Waiting(NamedTuple):
    """A block that waits for the end of a call."""

    unit: Unit
    block: Block
    number: int  # of the operation that is next
    values: dict[Value, int]
    registers: dict[str, int]


class FormMachine(Interpreter):
    """Runs a program whose library is run by a machine."""

    def __init__(self, stubs: Stubs, symbols: dict[str, int], machine: Any, steps: int = 300_000) -> None:
        super().__init__(stubs.program, compute, steps)
        self.symbols, self.machine = symbols, machine
        self.memory = machine.memory
        self.traps = {symbols[symbol]: trap for symbol, trap in stubs.traps.items()}
        self.sites = {key: symbols[symbol] for key, symbol in stubs.sites.items()}
        self.waiting: dict[tuple[Op, int], dict[int, Waiting]] = {}
        self.frame_register = 0
        self.last: Any = None  # what the last operation was made of
        self.numbers = {label: symbols.get(label, M18 - 1 - number) for number, label in enumerate(self.labels)}

    def run(self) -> None:
        """Run the program; `stop` says where, and what the machine says."""
        self.proceed()
        super().run()

    def step(self) -> None:
        self.last = self.block.ops[self.index].node
        super().step()

    def send(self, key: Any, **registers: int) -> None:
        """Send the machine somewhere with words in its registers."""
        for name, word in registers.items():
            self.machine.set_register(name, word & M18 if name[0] == "B" else word)
        self.machine.set_register("P", self.sites[key])
        self.proceed()

    def proceed(self) -> None:
        """Let the machine run until it comes to a trap, or to its end."""
        self.machine.run(LONG)
        match self.machine.cause:
            case Cause.PROGRAM_STOP if self.machine.location in self.traps:
                self.begin(self.traps[self.machine.location])
            case Cause.END:
                self.ended = True
            case _:
                odd = self.machine.cause == Cause.ERROR_EXIT and self.machine.conditions & (INFINITE | INDEFINITE)
                said = [line for _, line in self.machine.system.dayfile if "ABORTED BY" not in line]
                aborted = self.machine.cause == Cause.ABORT and said
                why = said[-1].lower() if aborted else REAL["real"] if odd else self.machine.reason
                self.stop = Stop(why, self.last)

    def begin(self, trap: Trap) -> None:
        """Begin a unit or a block, or go on after a call."""
        frame = self.frame_register = self.machine.read_register("B6")
        if trap.call is None:
            self.go(trap.block.label)
            self.registers.clear()
            return
        calls = self.waiting.get((trap.call, frame), {})
        top = self.machine.read_register("B7")
        if trap.call.data.name in MAKES_ROOM:
            top = next(reversed(calls), top)
        if top not in calls:
            raise Broken(f"a return to {trap.block.label} with another stack")
        self.unit, self.block, self.index, self.values, self.registers = calls.pop(top)
        words = [self.machine.read_register(name) for name in ("X6", "X7")]
        self.give(trap.call, *words[: len(trap.call.results)])

    def text(self, name: str) -> str:
        """What has been written to a file."""
        return str(self.machine.written(name) if self.stop else self.machine.text(name))

    # ------------------------------------------------------------ storage

    def symbol(self, name: str) -> int:
        return self.symbols[name]

    def frame(self, way: int) -> int:
        place = self.frame_register
        for _ in range(way):
            place = self.peek(compute.address(place, 1)) & M18
        return place

    def top(self) -> int:
        return int(self.machine.read_register("B7"))

    def peek(self, address: int) -> int:
        return int(self.memory[address])

    def poke(self, address: int, word: int) -> None:
        self.memory[address] = word

    def set_base(self, op: Op, address: int) -> None:
        if op.code == "set.top":
            self.machine.set_register("B7", address)
        else:
            self.machine.set_register("B6", address)
            self.frame_register = address

    def block_address(self, label: str) -> int:
        return self.numbers[label]

    # ------------------------------------------------------------ calls and ends

    def call(self, op: Op, args: list[int]) -> None:
        keeps = self.program.effects[op.data.name].keeps if op.code == "call" else ()
        kept = {name: word for name, word in self.registers.items() if name in keeps}
        waiting = Waiting(self.unit, self.block, self.index, self.values, kept)
        self.waiting.setdefault((op, self.frame_register), {})[self.top()] = waiting
        self.send(op, **dict(zip(op.data.registers, args, strict=True)))

    def invoke(self, op: Op, args: list[int]) -> None:
        self.call(op, args)

    def leave(self, op: Op, args: list[int]) -> None:
        if op.code == "exit":
            self.send(op.data.name, **dict(zip(op.data.registers, args, strict=True)))
        else:
            self.send(self.unit, **dict(zip(("X6", "X7"), args, strict=False)))

    def _end(self, op: Op, args: list[int]) -> None:
        self.send(self.unit)

    HANDLERS = {**Interpreter.HANDLERS, "end": _end}  # noqa: RUF012

    def stops(self, op: Op, why: str, *words: Any) -> None:
        """Let the machine stop, or say why it would."""
        self.last = op.node
        if why in REAL:
            self.stop = Stop(REAL[why], op.node)
        elif why == "bound":
            value, _, _, description, number = words
            self.send(why, X1=compute.word(value), B4=description + 3 * number)
        elif why == "unset":
            self.send(why, X6=words[0])
        else:
            self.send(why)


def ran(text: str, lines: list[str], change: Change | None = None, **options: Any) -> FormMachine:
    """The machine after a program has ended, or not; `change` is done to its form instead of the passes."""
    stubs = Stubs()

    def optimise(program: Program, target: Target, *args: Any, **more: Any) -> None:
        if change is None:
            passes.optimise(program, target, *args, **more)
        else:
            change(program, target)

    with patch.object(lowering, "optimise", optimise), patch.object(back_end, "generate", stubs.generate):
        image = compile_text(text, "random", **options).image
    machine, fresh = started()
    machine.restore(fresh)
    machine.load(image)
    machine.attach("OUTPUT")
    machine.attach("INPUT", [*lines])
    machine.attach(f"CH{FILE}", [])
    run = FormMachine(stubs, image.symbols, machine)
    run.run()
    return run


def differs(made: Made, change: Change | None = None, **options: Any) -> str:
    """How a program of the form differs from the interpreter of the tree; "" if it does not."""
    run = ran(made.text, [str(number) for number in NUMBERS], change, **made.options, **options)
    said = f"{run.stop.node.at.line}: {run.stop.why}" if run.stop else ""
    wanted = f"{made.done.line}: {made.why}" if made.why else ""
    if said.split(": ")[:2] != wanted.split(": ")[:2]:
        return f"{said or 'no error'} instead of {wanted}"
    return said_otherwise([made.done], run.text("OUTPUT"), run.text(f"CH{FILE}"))


def nothing(program: Program, target: Target) -> None:
    """Leave the program as it has been lowered."""


def first(count: int) -> Change:
    """Do the first passes only."""

    def change(program: Program, target: Target) -> None:
        for each in passes.PASSES[:count]:
            each.run(program, target)

    return change


def guilty(made: Made) -> str:
    """The pass after which a program differs, and how; "lowering" before all of them, "" if it never does."""
    names = ["lowering", *(each.name for each in passes.PASSES)]
    found = ((name, differs(made, first(count))) for count, name in enumerate(names))
    return next((f"{name}: {why}" for name, why in found if why), "")
