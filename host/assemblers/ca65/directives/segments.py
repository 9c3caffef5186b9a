"""Directives that say where bytes go: .org .reloc .segment and the names of the usual segments."""

from __future__ import annotations

from host.assemblers.ca65.assembler import Assembler
from host.assemblers.ca65.directives.handler import Handler
from host.assemblers.ca65.sizes import ABSOLUTE, ZERO_PAGE
from host.assemblers.ca65.tokens import Kind, Reader, Token
from host.assemblers.diagnostics import AssemblyError
from host.assemblers.sections import Section

SIZES = {"zeropage": ZERO_PAGE, "zp": ZERO_PAGE, "direct": ZERO_PAGE,
         "absolute": ABSOLUTE, "abs": ABSOLUTE, "near": ABSOLUTE}  # fmt: skip


def org(asm: Assembler, token: Token, reader: Reader) -> None:
    """.org: go on at an absolute address."""
    asm.set_origin(reader)


def reloc(asm: Assembler, token: Token, reader: Reader) -> None:
    """.reloc: go on where the segment decides."""
    asm.program.set_origin(None)


def use(asm: Assembler, section: Section) -> None:
    """Switch to a segment; with .feature org_per_seg its origin comes back too."""
    if "org_per_seg" in asm.features and asm.program.section.name != section.name:
        asm.program.section.saved_origin = asm.program.origin
        asm.program.use(section)
        asm.program.set_origin(asm.program.section.saved_origin)
    else:
        asm.program.use(section)


def segment(asm: Assembler, token: Token, reader: Reader) -> None:
    """.segment "NAME": switch to a segment, made new where there is none of that name."""
    name = reader.expect_kind(Kind.STRING, "the name of a segment as a string")
    size = address_size(reader)
    if not str(name.value):
        raise AssemblyError(name.place, "the segment has no name")
    use(asm, Section(str(name.value), size or ABSOLUTE))


def address_size(reader: Reader) -> int:
    """Read `: zeropage` or `: absolute` if it is there; 0 when not."""
    if reader.token.kind == Kind.OVERRIDE or not reader.accept(":"):
        return 0
    token = reader.take()
    if token.text.lower() not in SIZES:
        raise AssemblyError(token.place, f"'{token.text}' is no address size", "write zeropage or absolute")
    return SIZES[token.text.lower()]


def named(name: str) -> Handler:
    """Return the directive that switches to the segment of that name."""

    def directive(asm: Assembler, token: Token, reader: Reader) -> None:
        use(asm, asm.program.sections[name])

    return directive


def pushseg(asm: Assembler, token: Token, reader: Reader) -> None:
    """.pushseg: remember the segment."""
    asm.section_stack.append(asm.program.section)


def popseg(asm: Assembler, token: Token, reader: Reader) -> None:
    """.popseg: go back to the segment remembered last."""
    if not asm.section_stack:
        raise AssemblyError(token.place, ".popseg without .pushseg")
    use(asm, asm.section_stack.pop())


DIRECTIVES: dict[str, Handler] = {
    ".bss": named("BSS"),
    ".code": named("CODE"),
    ".data": named("DATA"),
    ".org": org,
    ".popseg": popseg,
    ".pushseg": pushseg,
    ".reloc": reloc,
    ".rodata": named("RODATA"),
    ".segment": segment,
    ".zeropage": named("ZEROPAGE"),
}
