"""A FORTRAN program compiled for the 704: its SAP, its words, and why a run of it has stopped."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from emulators.errors import SourceErrors
from emulators.ibm704.isa import MOST_WORDS
from emulators.machine import Machine
from host.assemblers.program import Assembly
from host.assemblers.sap.assembler import Assembler
from host.compilers import program
from host.compilers.fortran import syntax
from host.compilers.fortran.ibm704.program import COMMON, generate
from host.compilers.fortran.lowering.unit import Shared
from host.compilers.fortran.syntax import Program
from host.compilers.lowering import Settings
from host.compilers.program import Generated, Seen
from host.languages import assembly as source
from host.languages.assembly import LIBRARY_704

if TYPE_CHECKING:
    from host.compilers.fortran.inspect.codemap import FortranCode

ADDRESS = MOST_WORDS - 1
DECREMENT = 18
FAULTS = {  # reasons of forflt.sap -> the message
    1: "a FORMAT has a character that means nothing", 2: "a FORMAT has no field for the values of the list",
    3: "a FORMAT has more than two parentheses inside one another",
    4: "a FORMAT that was read has a field whose conversion the program does not have",
    5: "a number has a character that does not belong there", 6: "a number is too large",
    7: "reading past the end of a tape",
    8: "a tape record has fewer words than are wanted", 9: "a tape record cannot be read without errors",
    10: "SQRT of a number less than zero", 11: "LOG of a number that is not above zero",
    12: "EXP, or a power, is too large",
    13: "SIN or COS of a number that is too large", 14: "a power that has no value",
}  # fmt: skip
OUT_OF_BOUNDS = 16
BEYOND = "reaches beyond the last address"  # the assembler's words
CALLER = 4  # the index register that says where a unit was called


class Words(NamedTuple):
    """How much storage a program needs: its code and constants, its arrays and variables, the library."""

    program: int
    library: int

    def __str__(self) -> str:
        """Return a line with the parts and their sum."""
        return f"words    {sum(self):,}: program {self.program:,}, library {self.library:,}"


@dataclass(frozen=True)
class Compiled(program.Compiled[Program, Shared]):
    """A program in all its forms."""

    def generate(self, seen: Seen) -> Generated[Shared]:
        return generate(self.program, self.shared.settings, seen)

    @property
    def words(self) -> Words:
        """How much storage the program needs."""
        own = sum(each.length for each in self.image.lines if each.file == self.program.at.file)
        return Words(own, self.image.size - own)

    @cached_property
    def lines_of_words(self) -> dict[int, int]:
        """The line of the program that each word of its code was made of."""
        own = (each for each in self.image.lines if each.file == self.program.at.file)
        return {each.address + word: each.line for each in own for word in range(each.length)}

    def symbol(self, name: str) -> int:
        """Return the address of a name of the library; -1 if the program has not taken that in."""
        return self.image.symbols.get(name, -1)

    # ---------------------------------------------------------------- why it stopped

    @cached_property
    def code(self) -> FortranCode:
        """The map of its code."""
        from host.compilers.fortran.ibm704.debugging import FortranCode  # only for debuggers

        return FortranCode(self)

    def stopped(self, machine: Machine) -> bool:
        """Whether the library has stopped the machine."""
        return machine.read_register("IC") in (self.symbol("FAIL"), self._reader(machine))

    def _reader(self, machine: Machine) -> int:
        """Return where the machine stops if there is no card, and where reading continues; -1 if nothing is read."""
        halt = self.symbol("NOCARD")
        return machine.peek(halt) & ADDRESS if halt >= 0 else -1

    def complaint(self, machine: Machine, calls: Sequence[Any]) -> str:
        """Return why the library has stopped the machine."""
        return self._reason(machine)[0]

    def failure(self, machine: Machine) -> str:
        """Return why the library has stopped the machine, with the line; an empty string if it has not."""
        if not self.stopped(machine):
            return ""
        message, line, called = self._reason(machine)
        return "\n".join([self.located(line, message), *self._calls(machine, called)])

    def _reason(self, machine: Machine) -> tuple[str, int, int]:
        """Return the message, the line of the program, and the address where that has called the library."""
        fault = self.symbol("FAULT")
        reason, value = (machine.peek(fault + each) for each in range(2))
        called = self.called(machine)
        line = self.lines_of_words.get(called, 0)
        if machine.read_register("IC") == self._reader(machine):
            message = "the card reader is empty (--input FILE)"
        elif reason == OUT_OF_BOUNDS:
            noted = machine.peek(called + 1)
            line = noted >> DECREMENT & ADDRESS
            message = self.shared.failed(noted & ADDRESS, _integer(value))
        else:
            message = FAULTS.get(reason, f"fault {reason}")
        return message, line, called

    def called(self, machine: Machine) -> int:
        """Return where the library has been called last, by a routine that notes this: the TSX."""
        return -(machine.peek(self.symbol("FAULT") + 2) >> DECREMENT) & ADDRESS

    def _calls(self, machine: Machine, address: int) -> Iterator[str]:
        """Yield the calls that are under way at an address of the program, the innermost first."""
        seen: set[syntax.Unit] = set()
        unit = self._unit(address)
        while unit is not None and unit is not self.program.main and unit not in seen:
            seen.add(unit)
            saved = self.shared.saves.get((unit, CALLER))
            if saved is None:
                return
            address = -(machine.peek(self.image.symbols[saved]) >> DECREMENT) & ADDRESS
            yield f"      in {unit.name}, called at {self.program.at.file}:{self.lines_of_words.get(address, 0)}"
            unit = self._unit(address)

    def _unit(self, address: int) -> syntax.Unit | None:
        """Return the unit with the code at an address."""
        line = self.lines_of_words.get(address, 0)
        units = sorted(self.program.units, key=lambda each: each.at.line)
        return next((each for each in reversed(units) if each.at.line <= line), None) if line else None

    def located(self, line: int, message: str) -> str:
        """Return an error of a run with its place and the line."""
        text = self.program.at.source
        where = f"{text.file}:{line}: " if line else f"{text.file}: "
        return f"{where}error: {message}" + (f"\n{line:5} | {text.line_text(line)}" if line else "")


def _integer(word: int) -> int:
    magnitude = word >> DECREMENT & (1 << 17) - 1
    return -magnitude if word >> 35 else magnitude


def compile_tree(tree: Program, text: str, file: str, settings: Settings) -> Compiled:
    """Return a program compiled; raises SourceErrors for features that the machine or its library does not have."""
    generated = generate(tree, settings)
    own = [source.Line(file, each.line or 1, each.text) for each in generated.lines]
    more = [*generated.library, *generated.end]
    hint = f"core storage has {MOST_WORDS:,} words, for code, arrays, COMMON and library"
    too_large = tree.at.error("the program does not fit into the storage of the machine", hint)
    try:
        assembly: Assembly = Assembler(include_dirs=LIBRARY_704).assemble_lines(file, [*own, *more])
    except SourceErrors as wrong:
        if any(BEYOND in each.message for each in wrong.errors):
            raise SourceErrors([too_large]) from None
        raise
    top = COMMON if any(not each.name and each.unit is None for each in generated.shared.areas) else ADDRESS
    blank = sum(each.size for each in generated.shared.areas if each.unit is None and not each.name)
    if assembly.image.segments[-1].end > top - blank:
        raise SourceErrors([too_large])
    assembly.warnings = tree.warnings
    generated.shared.name(assembly)
    return Compiled(tree, text, generated, assembly, own)
