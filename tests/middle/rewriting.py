"""Examples of passes: a program before and after, in text form."""

from host.compilers.backends.cdc6600.target import CDC6600
from host.compilers.ir.form import Program
from host.compilers.ir.text import format_program, format_unit, parse_program
from tests.middle.verify import verify


def rewritten(text: str, *passes) -> str:
    """Return what passes make of a program."""
    program = parse_program(text)
    verify(program)
    for each in passes:
        each(program, CDC6600)
        verify(program)
    return format_program(program)


def body(operations: str, *passes, head: str = "") -> str:
    """Return what passes make of the operations of a block that ends the program."""
    indented = "".join(f"  {line}\n" for line in lines(operations).split("\n"))
    text = rewritten(f"{head}\nunit M. main\nM.:\n{indented}  end", *passes)
    program = parse_program(text)
    assert len(program.units[0].blocks) == 1
    return "\n".join(line.strip() for line in format_unit(program.units[0]).split("\n")[2:-1])


def running(*passes):
    """Return what runs passes, and verifies what they make."""

    def run(program: Program) -> None:
        for each in passes:
            each(program, CDC6600)
            verify(program)

    return run


def lines(text: str) -> str:
    """Return lines without what is before and after them."""
    return "\n".join(line.strip() for line in text.strip().split("\n"))
