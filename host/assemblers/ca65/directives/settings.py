"""Directives that change how the assembler works: .setcpu .feature .charmap, and those without effect here."""

from __future__ import annotations

from host.assemblers.ca65.assembler import Assembler
from host.assemblers.ca65.directives.data import checked
from host.assemblers.ca65.directives.handler import Handler
from host.assemblers.ca65.tokens import Kind, Reader, Token
from host.assemblers.diagnostics import AssemblyError

IGNORED = (".autoimport", ".case", ".debuginfo", ".fileopt", ".fopt", ".list", ".listbytes", ".pagelen", ".pagelength")


def setcpu(asm: Assembler, token: Token, reader: Reader) -> None:
    """.setcpu "name": choose the instruction set."""
    name = reader.expect_kind(Kind.STRING, "the name of a processor as a string")
    if not asm.processor.choose(str(name.value)):
        raise AssemblyError(name.place, f"there is no processor '{name.value}' here", 'write "6502" or "6502X"')


def processor(name: str) -> Handler:
    """Return the short form of .setcpu."""

    def directive(asm: Assembler, token: Token, reader: Reader) -> None:
        asm.processor.choose(name)

    return directive


def feature(asm: Assembler, token: Token, reader: Reader) -> None:
    """.feature name, ...: switch features of the language on; + and - behind a name as in newer versions of ca65."""
    names = []
    while True:
        names.append(reader.expect_kind(Kind.NAME, "the name of a feature"))
        if reader.at("-"):
            raise AssemblyError(reader.token.place, "features can only be switched on")
        reader.accept("+")
        if not reader.accept(","):
            break
    asm.enable(names)


def charmap(asm: Assembler, token: Token, reader: Reader) -> None:
    """.charmap index, code: let a character of the source mean another code."""
    place = reader.token.place
    index = checked(asm.parser.constant(reader), 1, place)
    reader.expect(",")
    place = reader.token.place
    asm.charmap[index] = checked(asm.parser.constant(reader), 1, place)


def ignore(asm: Assembler, token: Token, reader: Reader) -> None:
    """Accept a directive that has no meaning here."""
    reader.rest()


DIRECTIVES: dict[str, Handler] = {
    **dict.fromkeys(IGNORED, ignore),
    ".charmap": charmap,
    ".feature": feature,
    ".p02": processor("6502"),
    ".setcpu": setcpu,
}
