"""Assembly of 6502 instructions: operand, addressing mode, bytes; and `assemble` for whole sources.

The instruction set is the table in emulators.mos6502.isa; the language around it is ca65's.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import cache
from os import PathLike
from pathlib import Path
from typing import Any, NamedTuple

from emulators.errors import Cure, ImageError, Place, SourceError, SourceErrors, did_you_mean
from emulators.mos6502.isa import INSTRUCTIONS, MNEMONICS, OPCODES, SYNTAX, Instruction, Mode
from host.assemblers.ca65.assembler import Assembler
from host.assemblers.ca65.configuration import read_configuration
from host.assemblers.ca65.data import checked, little_endian
from host.assemblers.ca65.parser import ABSOLUTE, LONG, UNKNOWN, ZERO_PAGE, Parser, address_size
from host.assemblers.ca65.state import TARGETS, Options
from host.assemblers.ca65.tokens import FEATURES, Kind, Reader, Token, tail_place
from host.assemblers.expressions import ADD, SUBTRACT, Binary, Expression, Literal
from host.assemblers.program import Assembly, Target, words_at
from host.assemblers.sections import Section
from host.languages.assembly import AssemblyError, Line

TARGET = Target(address_bits=16, word_bits=8, radix=16)
SEGMENTS = (("CODE", ABSOLUTE, True), ("RODATA", ABSOLUTE, True), ("DATA", ABSOLUTE, True),
            ("BSS", ABSOLUTE, False), ("ZEROPAGE", ZERO_PAGE, False))  # fmt: skip
ADDRESSES = {"CODE": 0x0200, "ZEROPAGE": 0x0000}  # the others follow the one before them
NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
CPUS = {"6502": False, "6502X": True}  # name -> with undocumented instructions

Forms = dict[Mode, Instruction]  # of one mnemonic
FORMS: dict[str, Forms] = {}
for (_name, _mode), _each in OPCODES.items():
    FORMS.setdefault(_name, {})[_mode] = _each
DOCUMENTED = {name: {m: each for m, each in forms.items() if each.documented} for name, forms in FORMS.items()}
ZERO_PAGE_MODES = (Mode.ZERO_PAGE, Mode.ZERO_PAGE_X, Mode.ZERO_PAGE_Y)
ABSOLUTE_MODES = (Mode.ABSOLUTE, Mode.ABSOLUTE_X, Mode.ABSOLUTE_Y)
BRANCHES = {each.opcode: each.mnemonic for each in INSTRUCTIONS if each.mode == Mode.RELATIVE}
OPPOSITE = {mnemonic: BRANCHES[opcode ^ 0x20] for opcode, mnemonic in BRANCHES.items()}  # bit 5 is the condition
BRANCH = re.compile(rf"(?i)\b({'|'.join(OPPOSITE)})([ \t]+)$")  # before its operand
MODE_NAMES = {
    Mode.IMPLIED: "no operand", Mode.ACCUMULATOR: "A", Mode.IMMEDIATE: "#value", Mode.ZERO_PAGE: "zp",
    Mode.ZERO_PAGE_X: "zp,X", Mode.ZERO_PAGE_Y: "zp,Y", Mode.ABSOLUTE: "abs", Mode.ABSOLUTE_X: "abs,X",
    Mode.ABSOLUTE_Y: "abs,Y", Mode.INDIRECT: "(abs)", Mode.INDIRECT_X: "(zp,X)", Mode.INDIRECT_Y: "(zp),Y",
    Mode.RELATIVE: "label",
}  # fmt: skip


class Operand(NamedTuple):
    """The operand of an instruction: its possible modes, and its value."""

    modes: tuple[Mode, ...]  # the shortest first
    value: Expression | None
    place: Place
    forced: bool = False  # by a: or z:


class Mos6502:
    """The processor in the form that the ca65 dialect needs."""

    target = TARGET
    addresses = ADDRESSES

    def __init__(self, undocumented: bool = False) -> None:
        self.sections = tuple(Section(*row) for row in SEGMENTS)
        self._select(undocumented)

    def _select(self, undocumented: bool) -> None:
        self.undocumented = undocumented
        self.instruction_sets = 6 if undocumented else 2
        self.forms = FORMS if undocumented else DOCUMENTED
        self.mnemonics = frozenset(name for name, forms in self.forms.items() if forms)

    def choose(self, name: str) -> bool:
        """Switch to the 6502 or, as "6502X", to the one with undocumented instructions."""
        if name.upper() not in CPUS:
            return False
        self._select(CPUS[name.upper()])
        return True

    def elsewhere(self, mnemonic: Token) -> str:
        """Return a hint for undocumented instructions."""
        if mnemonic.text.upper() not in MNEMONICS:
            return ""
        hint, directive = f"{mnemonic.text.upper()} is undocumented: write ", '.setcpu "6502X"'
        before = mnemonic.line.text[: mnemonic.column - 1 + mnemonic.length]
        return Cure(hint + directive, before, f"        {directive}\n{before}", mnemonic.line.place())

    def instruction(self, assembler: Parser, mnemonic: Token, reader: Reader) -> None:
        """Assemble one instruction."""
        available = self.forms[mnemonic.text.upper()]
        operand = read_operand(assembler, reader, branch=Mode.RELATIVE in available)
        instruction = available[choose_mode(assembler, mnemonic, operand, available)]
        assembler.program.record.note = cycles(instruction)
        emit(assembler, instruction, operand)


def read_operand(asm: Parser, reader: Reader, branch: bool = False) -> Operand:
    """Read the operand of an instruction. The target of a branch may begin with a parenthesis."""
    start = reader.position
    modes, value, forced = (
        ((Mode.RELATIVE,), asm.expression(reader), False) if branch and reader.at("(") else _form(asm, reader)
    )
    place = tail_place(reader.tokens[start : reader.position] or [reader.tokens[max(0, start - 1)]])
    if not reader.at_end and start < reader.position and reader.tokens[start].text == "(" and Mode.INDIRECT in modes:
        hint = "parentheses around the operand mean indirect addressing: write +( in their place"
        hint = Cure(hint, "(", "+(", reader.tokens[start].place)
        raise reader.token.error(f"unexpected '{reader.token.text}' after the indirect address", hint)
    return Operand(modes, value, place, forced)


def _form(asm: Parser, reader: Reader) -> tuple[tuple[Mode, ...], Expression | None, bool]:
    token = reader.token
    if reader.at_end:
        return (Mode.IMPLIED, Mode.ACCUMULATOR), None, False
    if reader.accept("#"):
        return (Mode.IMMEDIATE,), asm.expression(reader), False
    if token.kind is Kind.REGISTER and token.text.upper() == "A":
        reader.take()
        return (Mode.ACCUMULATOR,), None, False
    brackets = "bracket_as_indirect" in asm.features
    if reader.accept("[" if brackets else "("):
        return (*_indirect(asm, reader, "]" if brackets else ")"), False)
    if token.kind is Kind.OVERRIDE:
        return (*_forced(asm, reader), True)
    value = asm.expression(reader)
    return _indexed(reader), value, False


def _indirect(asm: Parser, reader: Reader, closing: str) -> tuple[tuple[Mode, ...], Expression]:
    value = asm.expression(reader)
    if reader.accept(","):
        _register(reader, "X")
        reader.expect(closing)
        return (Mode.INDIRECT_X,), value
    reader.expect(closing)
    if reader.accept(","):
        _register(reader, "Y")
        return (Mode.INDIRECT_Y,), value
    return (Mode.INDIRECT,), value


def _register(reader: Reader, *names: str) -> str:
    if reader.token.kind is not Kind.REGISTER or reader.token.text.upper() not in names:
        raise reader.unexpected(" or ".join(names))
    return reader.take().text.upper()


def _indexed(reader: Reader) -> tuple[Mode, ...]:
    if not reader.accept(","):
        return Mode.ZERO_PAGE, Mode.ABSOLUTE, Mode.RELATIVE
    if _register(reader, "X", "Y") == "X":
        return Mode.ZERO_PAGE_X, Mode.ABSOLUTE_X
    return Mode.ZERO_PAGE_Y, Mode.ABSOLUTE_Y


def _forced(asm: Parser, reader: Reader) -> tuple[tuple[Mode, ...], Expression]:
    token = reader.take()
    if token.text[0] in "fF":
        raise token.error("the 6502 has no far addresses", "a: asks for two bytes, z: for one")
    wanted = ABSOLUTE_MODES if token.text[0] in "aA" else ZERO_PAGE_MODES
    value = asm.expression(reader)
    return tuple(mode for mode in _indexed(reader) if mode in wanted), value


def choose_mode(asm: Parser, mnemonic: Token, operand: Operand, available: Forms) -> Mode:
    """Return the mode of an operand: the zero page if the instruction has it and the address is known to fit."""
    modes = [mode for mode in operand.modes if mode in available]
    if not modes:
        raise _bad_mode(mnemonic, operand, available)
    if modes[0] not in ZERO_PAGE_MODES or operand.value is None:
        return modes[0]
    size = address_size(operand.value)
    if size in (ZERO_PAGE, LONG):
        return modes[0]  # ca65, too, takes negative numbers for short ones
    if len(modes) == 1 and size != UNKNOWN:
        hint = f"{mnemonic.text.upper()} takes: " + ", ".join(MODE_NAMES[mode] for mode in sorted(available))
        raise AssemblyError(operand.place, "this address is not in the zero page ($00 to $FF)", hint)
    if len(modes) > 1 and size == UNKNOWN:
        _warn_about_zero_page(asm, operand.value, operand.place)
    return modes[-1]


def _bad_mode(mnemonic: Token, operand: Operand, available: Forms) -> AssemblyError:
    name = mnemonic.text.upper()
    hint = f"{name} takes: " + ", ".join(MODE_NAMES[mode] for mode in sorted(available))
    if Mode.IMPLIED in operand.modes:
        return mnemonic.error(f"{name} needs an operand", hint)
    if set(available) <= {Mode.IMPLIED}:
        return AssemblyError(operand.place, f"{name} takes no operand")
    written = " or ".join(MODE_NAMES[mode] for mode in operand.modes if mode != Mode.RELATIVE)
    return AssemblyError(operand.place, f"{name} cannot be used with the operand {written}", hint)


@cache
def cycles(instruction: Instruction) -> str:
    """Return the clock cycles for the listing; `+` where crossing a page (or taking the branch) adds some."""
    return f"{instruction.cycles}{'+' if instruction.page_penalty or instruction.mode == Mode.RELATIVE else ''}"


def emit(asm: Parser, instruction: Instruction, operand: Operand) -> None:
    """Emit the bytes of an instruction."""
    size, place = SYNTAX[instruction.mode].operand_bytes, operand.place
    if operand.value is None or size == 0:
        asm.program.emit([instruction.opcode], place)
        return
    value = operand.value
    if instruction.mode == Mode.RELATIVE:
        after = Binary(ADD, asm.program.here(place), Literal(2, place), place)
        value = Binary(SUBTRACT, value, after, place)
        asm.program.defer(2, [value], lambda n: [instruction.opcode, _distance(n, place)], place)
        return
    signed = "force_range" in asm.features and instruction.mode == Mode.IMMEDIATE
    asm.program.defer(
        1 + size, [value], lambda n: [instruction.opcode, *little_endian(checked(n, size, place, signed), size)], place
    )


def _distance(distance: int, place: Place) -> int:
    if -128 <= distance <= 127:
        return distance & 0xFF
    side = "after" if distance > 0 else "before"
    message = f"the branch target is {abs(distance)} bytes {side} the next instruction"
    hint = "branches reach from -128 to 127: turn the condition round and use JMP"
    before = place.text[: place.column - 1]
    if found := BRANCH.search(before):
        operand = place.text[place.column - 1 : place.column - 1 + place.length]
        opposite, jump = OPPOSITE[found[1].upper()], "JMP"
        if found[1].islower():
            opposite, jump = opposite.lower(), jump.lower()
        indent = re.sub(r"\S", " ", before[: found.start()])
        far = place._replace(column=found.start() + 1, length=place.column - 1 + place.length - found.start())
        hint = Cure(hint, found[0] + operand, f"{opposite}{found[2]}*+5\n{indent}{jump}{found[2]}{operand}", far)
    raise AssemblyError(place, message, hint)


def _warn_about_zero_page(asm: Parser, value: Expression, place: Place) -> None:
    """Have a look at the end whether an address that was unknown so far could have been one byte."""

    def look(number: int) -> tuple[Place, str, str] | None:
        message = f"two bytes for the zero page address ${number:02X}, which is defined further down"
        return (
            (place, message, "define it before its use, or write z: before the operand")
            if 0 <= number < 0x100
            else None
        )

    asm.program.check([value], look)


def assembler(
    *,
    undocumented: bool = False,
    defines: Mapping[str, int] | None = None,
    include_dirs: Iterable[str | PathLike[str]] = (),
    segments: Mapping[str, int] | None = None,
    config: str | PathLike[str] | None = None,
    features: Collection[str] = (),
    target: str = "none",
) -> Assembler:
    """Return the reader of a 6502 source.

    `defines` are symbols set before the first line, `segments` the addresses of segments that have no .org, `config`
    an ld65 configuration that places them all, `features` the names for `.feature`, `target` one of TARGETS.
    Raises SourceError for the configuration's errors, ImageError for options that cannot be.
    """
    for name in defines or {}:
        if not NAME.fullmatch(name):
            raise ImageError(f"'{name}' cannot be the name of a symbol")
    if config and segments:
        raise ImageError(
            f"{config} says where the segments are: there is no other address for '{next(iter(segments))}'"
        )
    for name in features:
        if name.lower() not in FEATURES:
            hint = did_you_mean(name, FEATURES, f"supported are: {' '.join(sorted(FEATURES))}")
            raise ImageError(f"unsupported feature '{name}'; {hint}")
    if target not in TARGETS:
        hint = did_you_mean(target, TARGETS, f"there are: {' '.join(TARGETS)}")
        raise ImageError(f"there is no target '{target}'; {hint}")
    for name, address in (segments or {}).items():
        if not 0 <= address < TARGET.size:
            raise ImageError(f"segment '{name}' cannot begin at ${address:X}: addresses are $0000 to $FFFF")
    options = Options(
        tuple(map(Path, include_dirs)),
        dict(defines or {}),
        dict(segments or {}),
        frozenset(name.lower() for name in features),
        read_configuration(Path(config)) if config else None,
        TARGETS[target],
    )
    return Assembler(Mos6502(undocumented), options)


def assemble(path: str | PathLike[str], **options: Any) -> Assembly:
    """Assemble a 6502 source and return image, listing, symbols and warnings; the options are those of `assembler`.

    Raises SourceErrors with all errors of the source, SourceError for the configuration's, ImageError when there is no
    source to read.
    """
    return assembler(**options).assemble(Path(path))


# ---------------------------------------------------------------- typed lines

ValueOf = Callable[[str], int | None]


def _bytes_at(address: int, typed: str, text: str, value_of: ValueOf) -> bytes:
    defines = {name: value for name in NAME.findall(text) if (value := value_of(name)) is not None}
    assembler = Assembler(Mos6502(undocumented=True), Options((), defines, {"CODE": address}))
    return bytes(words_at(address, typed, assembler, [Line("line", 1, text)]))


TYPED_TOKEN = re.compile(
    r"""\s+ | "[^"]*"? | '.'? | [$%][0-9A-Fa-f]+ | (?P<word>[A-Za-z0-9_@]+(?:::[A-Za-z0-9_@]+)*) | .""", re.VERBOSE
)
HEXADECIMAL, OCTAL = re.compile(r"(?:0[xX])?([0-9A-Fa-f]+)"), re.compile(r"0[oO]([0-7]+)")
BEFORE_SIGN = "#(,<>+-*/&|^~"  # after these, or at the start, + is a sign


class Piece(NamedTuple):
    """A typed token, and its replacement in the assembled line."""

    old: str
    new: str


def assemble_typed(text: str, address: int, value_of: ValueOf) -> bytes:
    """Assemble an instruction that is typed into a monitor, for an address; `value_of` knows the debugger's names.

    In a source 10 is ten and $10 is sixteen; in a monitor of a machine of bytes both are sixteen, and +10 is ten. So
    the line is rewritten before it is assembled; errors are moved back to where the user sees them. Raises
    SourceErrors; ImageError for a text without bytes.
    """
    pieces = list(_rewritten(text, value_of))
    try:
        return _bytes_at(address, text, "".join(piece.new for piece in pieces), value_of)
    except SourceErrors as errors:
        places = [_moved(each.place, text, pieces) for each in errors.errors]
        typed = [SourceError(place, each.message, each.hint) for place, each in zip(places, errors.errors, strict=True)]
        raise SourceErrors(typed) from None


def _rewritten(text: str, value_of: ValueOf) -> Iterator[Piece]:
    """Yield the tokens of a line: first the unchanged ones, up to the operation, then the operand."""
    operand = None  # where it begins
    for match in TYPED_TOKEN.finditer(text):
        before = "" if operand is None else text[operand : match.start()].rstrip()
        decimal = before.endswith("+") and before[:-1].rstrip()[-1:] in BEFORE_SIGN
        changes = match["word"] and operand is not None and not decimal
        yield Piece(match[0], _operand(match[0], value_of) if changes else match[0])
        if match["word"] and operand is None and text[match.end() : match.end() + 1] != ":":
            operand = match.end()


def _operand(word: str, value_of: ValueOf) -> str:
    """Return the source's form of a word of the operand."""
    if word.upper() in ("A", "X", "Y"):
        return word
    value = value_of(word)
    if value is not None:
        return word if NAME.fullmatch(word) else f"${value:04X}"
    hexadecimal, octal = HEXADECIMAL.fullmatch(word), OCTAL.fullmatch(word)
    if hexadecimal:
        return f"${hexadecimal[1]}"
    return str(int(octal[1], 8)) if octal else word


def _moved(place: Place, text: str, pieces: list[Piece]) -> Place:
    """Return a place of the rewritten line as one of the text: the tokens it touches."""
    first, end = place.column - 1, place.column - 1 + place.length
    new = old = 0
    starts, ends = [], []
    for piece in pieces:
        if new < end and first < new + len(piece.new):
            same = piece.old == piece.new
            starts.append(old + (max(first - new, 0) if same else 0))
            ends.append(old + (min(end - new, len(piece.old)) if same else len(piece.old)))
        new, old = new + len(piece.new), old + len(piece.old)
    start, stop = (starts[0], ends[-1]) if starts else (len(text), len(text) + 1)
    return place._replace(column=start + 1, length=stop - start, text=text)
