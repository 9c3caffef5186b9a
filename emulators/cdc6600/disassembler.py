"""The instructions of a word as COMPASS writes them: the operation, then registers and numbers.

Every parcel has a text, and the texts assemble to the word: a word that is no instruction, or has digits that its
instruction does not use, is VFD 15/ with its octal digits.

    54111 54221 36612 54661      SA1 A1+B1; SA2 A2+B1; IX6 X1+X2; SA6 A6+B1

Which subroutines are open, entry words say, mostly: they hold a jump back to the instruction after an RJ.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from emulators.cdc6600.core import JUMP, M30, RETURN_JUMP
from emulators.cdc6600.isa import ADDRESS_BITS, PARCEL_BITS, PARCELS, WORD_BITS, Instruction, decode
from emulators.machine import Decoded, Frame, Machine

PARCEL, ADDRESS = (1 << PARCEL_BITS) - 1, (1 << ADDRESS_BITS) - 1
NEGATIVE = 0o777000  # numbers from here on are written as complements, but for -0
TWICE = frozenset({0o10, 0o14, 0o47})  # with one operand: COMPASS puts its register into both j and k
DIGIT = re.compile("[ijk]")
# Other names that COMPASS has for an operation, in one of its forms.
ALSO = {"EQ": ("ZR",), "NE": ("NZ",), "GE": ("PL", "LE"), "LT": ("NG", "MI", "GT"), "NG": ("MI",), "DX": ("IX",)}
ON_X, LAST_ON_B = 0o3, 0o7  # codes of the conditional jumps: 03 tests an X register, 04-07 compare two B registers
# Parts that COMPASS may omit: B0 and the addition of it.
SHORTER = tuple(
    (re.compile(pattern), text)
    for pattern, text in (
        (r"^EQ B0,B0,", "EQ "),
        (r"^(JP|S[ABX]\d) B0(?=-)", r"\1 "),
        (r"^(JP|S[ABX]\d) B0\+(?!B)", r"\1 "),
        (r"^(S[ABX]\d [ABX]\d)\+B0$", r"\1"),
        (r"^([NZUPLA]X\d) B0,", r"\1 "),
    )
)

Number = Callable[[int], str]


class Parcels(NamedTuple):
    """An instruction in a word: the parcel it begins in, its bits, how many parcels it takes."""

    first: int
    bits: int
    size: int


def octal(number: int) -> str:
    """Return a number of 18 bits as the machine's manual writes it; small negative ones with their sign."""
    return f"-{ADDRESS - number:o}" if NEGATIVE <= number < ADDRESS else f"{number:o}"


def source(number: int) -> str:
    """Return a number of 18 bits as a source writes it; small negative ones with their sign."""
    text = octal(number)
    return text if len(text.lstrip("-")) == 1 else f"{text}B"


def split(word: int) -> Iterator[Parcels]:
    """Yield the instructions of a word, from the left."""
    first = 0
    while first < PARCELS:
        yield (found := begun(word, first))
        first += found.size


def begun(word: int, first: int) -> Parcels:
    """Return the instruction that begins at a parcel of a word."""
    instruction = decode(word >> WORD_BITS - PARCEL_BITS * (first + 1) & PARCEL)
    size = 2 if instruction and instruction.long and first < PARCELS - 1 else 1
    return Parcels(first, word >> WORD_BITS - PARCEL_BITS * (first + size) & (1 << PARCEL_BITS * size) - 1, size)


def decoded(word: int, address: int, parcel: int) -> Decoded:
    """Return the facts about the instruction at a parcel of a word that a debugger needs.

    A jump that compares a register with itself, as EQ B0,B0,K, has one way only; so has one to the next instruction.
    """
    found = begun(word, parcel)
    behind, part = divmod(address * PARCELS + parcel + found.size, PARCELS)
    after = behind & ADDRESS, part
    written = text(found)
    name = written.partition(" ")[0]
    letters = re.sub(r"\d$", "", name)
    others = tuple(each + name.removeprefix(letters) for each in ALSO.get(letters, ()))
    head = found.bits >> PARCEL_BITS * (found.size - 1)
    code, i, j = head >> 9, head >> 6 & 7, head >> 3 & 7
    jumps = found.size == 2 and (code == ON_X or (ON_X < code <= LAST_ON_B and i != j))
    return Decoded(written, *after, (name, *others), jumps and (found.bits & ADDRESS, 0) != after)


def disassemble(word: int, number: Number = octal, address: Number | None = None) -> str:
    """Return the instructions of a word of 60 bits, one after the other with `; ` between."""
    return "; ".join(text(each, number, address) for each in split(word))


def text(parcels: Parcels, number: Number = octal, address: Number | None = None) -> str:
    """Return an instruction. `number` writes numbers, `address` the 18 bits of a long one, which may have names."""
    head = parcels.bits >> PARCEL_BITS * (parcels.size - 1)
    instruction = decode(head)
    if instruction is None or instruction.long != (parcels.size > 1) or _unused(instruction, head):
        return f"VFD {PARCEL_BITS * parcels.size}/{parcels.bits:0{5 * parcels.size}o}B"
    digits = {"i": head >> 6 & 7, "j": head >> 3 & 7, "k": head & 7}
    operation, _, operand = instruction.syntax.partition(" ")
    operand = operand.replace("jk", f"{number(head & 0o77)}") if "jk" in operand else _filled(operand, digits)
    if instruction.long:
        operand = operand.replace("K", (address or number)(parcels.bits & ADDRESS)).replace("+-", "-")
    found = f"{_filled(operation, digits)} {operand}".rstrip()
    for pattern, short in SHORTER:
        found = pattern.sub(short, found)
    return found


def _filled(syntax: str, digits: dict[str, int]) -> str:
    return DIGIT.sub(lambda match: str(digits[match[0]]), syntax)


def _unused(instruction: Instruction, head: int) -> bool:
    """Return whether a digit that the instruction does not use differs from the one that COMPASS writes there."""
    _, i, j, k = head >> 9, head >> 6 & 7, head >> 3 & 7, head & 7
    if instruction.code in TWICE:
        return j != k
    names = set(DIGIT.findall(instruction.syntax))
    free_i = instruction.sub is None and "i" not in names
    return bool((free_i and i) or ("j" not in names and j) or (not instruction.long and "k" not in names and k))


# ---------------------------------------------------------------- frames

M18 = (1 << 18) - 1


def frames(machine: Machine) -> list[Frame]:
    """Return the calls that are open, the innermost first.

    A subroutine is the words after its entry word. The jump back stays there after the return: a call from between
    there and P is one that has returned.
    """
    found: list[Frame] = []
    place = int(machine.m.p)
    entry = entry_before(machine, place)
    while entry is not None:
        call = (machine.peek(entry) >> 30 & M18) - 1
        if entry <= call < place or any(each.call == call for each in found):
            break
        found.append(Frame(call, call + 1))
        place = call
        entry = entry_before(machine, place)
    return found


def entry_before(machine: Machine, place: int) -> int | None:
    """Return the nearest entry word at or before an address that an RJ has filled."""
    return next((each for each in range(place, -1, -1) if is_filled(machine, each)), None)


def is_filled(machine: Machine, entry: int) -> bool:
    """Return whether a word holds a jump back to the word after an RJ to itself."""
    word = machine.peek(entry)
    if word >> 48 != JUMP or word & M30:
        return False
    calling = machine.peek((word >> 30 & M18) - 1)
    shifts = range(WORD_BITS - PARCEL_BITS, WORD_BITS - PARCEL_BITS * PARCELS, -PARCEL_BITS)
    return any(
        calling >> shift + 6 & 0o777 == RETURN_JUMP and calling >> shift - PARCEL_BITS & M18 == entry
        for shift in shifts
    )
