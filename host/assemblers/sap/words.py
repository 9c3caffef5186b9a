"""What word does an operation make of address, tag and decrement? They are OR-ed into its base word, field by field.

So did UA SAP, run on the machine: SLT 1 and SLT 97 (octal 141) are the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from emulators.errors import Place
from emulators.ibm704 import isa
from emulators.ibm704.isa import (
    ADDRESS_SHIFT,
    DECREMENT_SHIFT,
    FIELD,
    PREFIX_SHIFT,
    TAG,
    TAG_SHIFT,
    Form,
    Instruction,
    Trait,
)
from host.languages.assembly import AssemblyError

FIELDS = ("address", "tag", "decrement")
LIMITS = (FIELD, TAG, FIELD)
UNUSED_BITS = 6  # of the decrement: positions 12-17, which no operation of type B uses
SWITCHES, MINUS = 6, 1 << 35
SHIFTS = (ADDRESS_SHIFT, TAG_SHIFT, DECREMENT_SHIFT)


class Operation(NamedTuple):
    """An operation that makes a word. `last`: it takes a number from 1 to that, 0: none, None: an address.

    The address that such a number makes in full may be given instead.
    """

    mnemonic: str
    word: int
    last: int | None = None
    instruction: Instruction | None = None


def _operation(each: Instruction) -> Operation:
    if each.address is None:
        tapes = isa.TAPES if each.mnemonic in isa.TAPE_OPERATIONS else 0
        return Operation(each.mnemonic, each.code | tapes, None, each)
    if each.last is None:
        return Operation(each.mnemonic, each.code | each.address, 0, each)
    return Operation(each.mnemonic, each.code | each.address - 1, each.last - each.address + 1, each)


OPERATIONS = {each.mnemonic: _operation(each) for each in (*isa.INSTRUCTIONS, *isa.SELECTS)}
OPERATIONS |= {synonym: OPERATIONS[name] for synonym, name in isa.SYNONYMS.items()}
OPERATIONS |= {name: Operation(name, prefix << PREFIX_SHIFT) for name, prefix in isa.PREFIX_CONSTANTS.items()}
OPERATIONS |= {"": Operation("", 0), "***": Operation("***", 0)}  # ***: the program puts the operation in
OPTIONAL = frozenset(
    {"HTR", "HPR", "NOP", "PAX", "PDX", "PXD", "", "***", *isa.PREFIX_CONSTANTS}
)  # mean something alone
NEEDS_TAG = frozenset({"LXA", "LXD", "PAX", "PDX"})  # do nothing without
USES_ADDRESS = Trait.READS | Trait.WRITES | Trait.TRAPPED  # of core


def doubts_of_values(operation: Operation, values: Sequence[int], core: int) -> tuple[int, str] | None:
    """Return what is probably not meant with these fields: which of them, and a message; None where all is well."""
    for index, value in enumerate(values):
        if not -LIMITS[index] <= value <= LIMITS[index]:  # an error, or else not meant to be one
            return index, f"the {FIELDS[index]} {value} is taken modulo {LIMITS[index] + 1}"
    address, tag, decrement = [*values, 0, 0, 0][:3]
    instruction = operation.instruction
    if operation.mnemonic in NEEDS_TAG and not tag:
        return 0, f"{operation.mnemonic} without a tag changes no index register"
    if instruction is None or not instruction.code:
        return None
    if instruction.form != Form.TYPE_A and decrement % (FIELD + 1) >> UNUSED_BITS:
        return 2, f"this decrement makes another operation of {operation.mnemonic}"
    if instruction.traits & USES_ADDRESS and not tag and address >= core:
        return 0, f"the address {address} is outside the core of {core} words"
    return None


def encode(operation: Operation, values: Sequence[int], places: Sequence[Place], uasap: bool = False) -> int:
    """Return the word of an operation with up to three values; raises AssemblyError for those out of range.

    `uasap`: what is out of a field's range is taken modulo its size, as UA SAP did; SWT 7 to 12 are minus SWT 1 to 6.
    """
    word = operation.word
    values = [*values, 0, 0, 0][:3]
    if uasap and operation.mnemonic == "SWT" and values[0] & FIELD > SWITCHES:
        word, values[0] = word | MINUS, (values[0] & FIELD) - SWITCHES
    for index, value in enumerate(values):
        name, limit = FIELDS[index], LIMITS[index]
        if value and not uasap:
            base, place = operation.word & limit, places[index]
            if index == 0 and operation.last == 0 and base | value != base:
                raise AssemblyError(place, f"{operation.mnemonic} takes no address", "a remark stands after a blank")
            small = base < base | value <= base + (operation.last or 0)
            if index == 0 and operation.last and not values[1] and not small:
                raise AssemblyError(place, f"{operation.mnemonic} takes a number from 1 to {operation.last}")
            if not -limit <= value <= limit:
                hint = "1, 2 and 4 are the index registers A, B and C" if name == "tag" else ""
                raise AssemblyError(place, f"the {name} {value} is out of range: {-limit} to {limit}", hint)
        word |= value << SHIFTS[index] & limit << SHIFTS[index]
    return word
