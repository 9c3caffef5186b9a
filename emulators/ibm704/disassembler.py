"""A word as SAP writes it: the operation, then address, tag and decrement.

Every word has a text, and the text assembles to the word: a word that is no instruction, or has bits that its operation
does not use, is a constant with prefix, address, tag and decrement. Selects and sense instructions have the names of
their units where the address is untagged and one of theirs.

Which subroutines are open, the 704 does not say; index registers that point back to a TSX do, mostly.
"""

from __future__ import annotations

from collections.abc import Callable

from emulators.ibm704 import isa
from emulators.ibm704.isa import (
    ADDRESS_SHIFT,
    BY_MNEMONIC,
    DECREMENT_SHIFT,
    FIELD,
    PREFIX_SHIFT,
    TAG,
    TAG_SHIFT,
    Form,
    Instruction,
    Trait,
)
from emulators.machine import Frame, Machine

UNUSED = 0o77 << DECREMENT_SHIFT  # positions 12-17 of an instruction of type B
NEGATIVE = 0o77000  # addresses and decrements from here on are written as complements
SELECTS = {
    (each.operation, address): each
    for each in (*isa.SELECTS, *isa.INSTRUCTIONS)
    if each.form in (Form.UNIT, Form.SENSE) and each.address is not None
    for address in range(each.address, (each.last or each.address) + 1)
}
CONSTANTS = {prefix: name for name, prefix in reversed(isa.PREFIX_CONSTANTS.items())}

Number = Callable[[int], str]


def octal(number: int) -> str:
    """Return a number as the 704's manual writes it; small negative ones with their sign."""
    return f"-{FIELD + 1 - number:o}" if number >= NEGATIVE else f"{number:o}"


def decimal(number: int) -> str:
    """Return a number as a SAP source writes it; small negative ones with their sign."""
    return f"-{FIELD + 1 - number}" if number >= NEGATIVE else f"{number}"


def fields(word: int) -> tuple[int, int, int]:
    """Return address, tag and decrement of a word."""
    return word >> ADDRESS_SHIFT & FIELD, word >> TAG_SHIFT & TAG, word >> DECREMENT_SHIFT & FIELD


def disassemble(word: int, number: Number = octal, address: Number | None = None) -> str:
    """Return an instruction in SAP. `number` writes numbers, `address` addresses of core, which may have names."""
    instruction = isa.decode(word)
    if instruction is None or (instruction.form != Form.TYPE_A and word & UNUSED):
        return constant(word, number, address)
    at, tag, decrement = fields(word)
    if instruction.form == Form.TYPE_A:
        return _text(instruction.mnemonic, (address or number)(at), tag, number(decrement))
    if tag == 0 and (unit := SELECTS.get((instruction.operation, at))):
        return _unit(unit, at, number)
    if instruction.mnemonic in isa.TAPE_OPERATIONS:
        if at & isa.TAPES != isa.TAPES:  # the assembler would OR it in
            return constant(word, number, address)
        return _text(instruction.mnemonic, number(at ^ isa.TAPES), tag)
    return _text(instruction.mnemonic, _address(instruction, at, number, address), tag)


def branches(word: int, following: int) -> bool:
    """Return whether an instruction goes one of several ways; `following` is the address after it.

    TIX, TNX, TXH and TXL without a tag compare with zero: they go the same way every time. A transfer to the next
    instruction, as in TIX *+1,4,1, has one way only.
    """
    instruction = isa.decode(word)
    if instruction is None or not instruction.traits & Trait.CONDITIONAL:
        return False
    at, tag, _ = fields(word)
    if instruction.form == Form.TYPE_A:
        return tag != 0 and at != following
    return not (instruction.traits & Trait.TRAPPED and tag == 0 and at == following)


def constant(word: int, number: Number = octal, address: Number | None = None) -> str:
    """Return a word as a constant: PZE, MZE ... with address, tag and decrement."""
    at, tag, decrement = fields(word)
    return _text(CONSTANTS[word >> PREFIX_SHIFT], (address or number)(at), tag, number(decrement))


def _unit(unit: Instruction, at: int, number: Number) -> str:
    """Return a select or a sense instruction with its number, counted from 1."""
    if unit.last is None or unit.address is None:
        return unit.mnemonic
    return f"{unit.mnemonic} {number(at - unit.address + 1)}"


def _address(instruction: Instruction, at: int, number: Number, address: Number | None) -> str:
    """Return the address, a name only where the instruction means a word of core."""
    in_core = instruction.traits & (Trait.READS | Trait.WRITES | Trait.TRAPPED)
    return (address or number)(at) if in_core else number(at)


def _text(mnemonic: str, address: str, tag: int, decrement: str = "0") -> str:
    parts = [address, str(tag) if tag else "", decrement if decrement != "0" else ""]
    while parts and not parts[-1]:
        parts.pop()
    return f"{mnemonic} {','.join(parts)}"


def octal_fields(word: int) -> str:
    """Return a word as UA SAP's listings print it: sign and prefix, decrement, tag, address."""
    at, tag, decrement = fields(word)
    sign, prefix = "-" if word >> 35 else " ", word >> PREFIX_SHIFT & 3
    return f"{sign}{prefix} {decrement:05o} {tag} {at:05o}"


# ---------------------------------------------------------------- frames

TSX = BY_MNEMONIC["TSX"].operation
REGISTERS = {1: "xa", 2: "xb", 4: "xc"}  # tag -> field


def frames(machine: Machine) -> list[Frame]:
    """Return the calls that are open, the innermost first.

    TSX leaves the complement of its address in an index register, where it stays after the return: a call counts
    as open while IC is between the beginning of the subroutine and the next TSX that is known to have called. A
    subroutine that keeps its way back in storage to call another one is not seen meanwhile.
    """
    m = machine.m
    mask, ic = int(m.core_mask), int(m.ic)
    found: list[tuple[int, Frame]] = []
    for tag, field in REGISTERS.items():
        call = -int(getattr(m, field)) & mask
        word = machine.peek(call)
        start = word & FIELD & mask
        if word >> 24 == TSX and word >> TAG_SHIFT & TAG & tag and start <= ic and not start <= call < ic:
            found.append((ic - start, Frame(call, (call + 1) & mask)))
    return [frame for _, frame in sorted(dict.fromkeys(found))]
