"""A 704 with a program in its storage, for tests: texts in SAP, cards from texts."""

import textwrap

from emulators.ibm704 import bcd
from emulators.ibm704.machine import Ibm704
from host.assemblers.sap.assembler import Assembler
from host.languages.assembly import Line

CORES = ("compiled", "python")
FIRST = 0o30  # where programs of tests begin


def assembled(text):
    """The image of a program; it begins at FIRST if it does not say where."""
    lines = textwrap.dedent(text).strip("\n").splitlines()
    lines = [f" ORG {FIRST}", *lines] if "ORG" not in text else lines
    return Assembler().assemble_lines("program", [Line("program", n, each) for n, each in enumerate(lines, 1)]).image


def room(text="", core="compiled", cards=(), **options):
    """A machine with a program, IC at its START or its first word, and cards in the reader."""
    machine = Ibm704(core=core, **options)
    if text:
        image = assembled(text)
        machine.load(image)
        machine.write_register("IC", image.symbols.get("START", FIRST))
        machine.symbols = image.symbols
    if cards:
        machine.put_cards(bcd.card(each) if isinstance(each, str) else each for each in cards)
    return machine


def word(machine, name):
    """The word at a symbol."""
    return machine.peek(machine.symbols[name])


def words(machine, name, count):
    """Words from a symbol on."""
    return [machine.peek(machine.symbols[name] + offset) for offset in range(count)]


def run(machine, seconds=60):
    """Run to whatever stops the machine; return its name and the reason."""
    return machine.run(seconds=seconds).name, machine.reason


def put_on_paper(machine, text):
    """Let the printer have printed bytes."""
    media = machine.media
    media.state = media.state._replace(printed=media.state.printed + text)
