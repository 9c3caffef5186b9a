"""The word of an operation: address, tag and decrement are OR-ed into its base word; and of a decimal number.

So did UA SAP, run on the machine: SLT 1 and SLT 97 (octal 141) are the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from emulators.errors import Place
from emulators.ibm704 import isa
from emulators.ibm704.floating import (
    CHARACTERISTIC,
    EXCESS,
    FRACTION,
    FRACTION_BITS,
    ac_word,
    add,
    divide,
    mq_word,
    multiply,
)
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
from host.assemblers.columns import NumberError, normalized
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
    """Return the first doubtful field, and a message about it; None where all is well."""
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

    `uasap`: values out of a field's range are taken modulo its size, as UA SAP did; SWT 7 to 12 are minus SWT 1 to 6.
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
                raise AssemblyError(place, f"{operation.mnemonic} takes no address", "a remark begins after a blank")
            small = base < base | value <= base + (operation.last or 0)
            if index == 0 and operation.last and not values[1] and not small:
                raise AssemblyError(place, f"{operation.mnemonic} takes a number from 1 to {operation.last}")
            if not -limit <= value <= limit:
                hint = "1, 2 and 4 are the index registers A, B and C" if name == "tag" else ""
                raise AssemblyError(place, f"the {name} {value} is out of range: {-limit} to {limit}", hint)
        word |= value << SHIFTS[index] & limit << SHIFTS[index]
    return word


# ---------------------------------------------------------------- decimal numbers

# What word did UA SAP make of a decimal number? It computed as the 704 does, and rounded nothing.
#
# The digits are an integer of 35 bits; one that does not fit any more is dropped, and counts as a power of ten. The
# integer is made floating in two halves, and multiplied by a power of ten of 27 bits, or divided by it. That is a few
# units of the last place off, mostly one below. Without point, E and B the integer is the word.


SIGN = 1 << 35
MAGNITUDE = SIGN - 1
LOW_BITS = 15  # of the integer, in its lower half
MOST_POSITIVE, MOST_NEGATIVE = 38, 48  # powers of ten that there were
ROOM = 35  # powers are kept that much smaller, so that nothing overflows on the way
FIXED_BITS = 8  # of the lower half, in a fixed number


def uasap_word(negative: bool, digits: str, decimals: str, power: int, scaled: bool, place: int | None) -> int:
    """Return the word of a number: digits, those after the point, power of ten, binary place if there is a B.

    `scaled`: there is a point, or an E. Raises NumberError for a number out of range.
    """
    integer, power, sign = 0, power - len(decimals), int(negative)
    for digit in digits + decimals:
        longer = integer * 10 + int(digit)
        if longer > MAGNITUDE:
            power += 1
        else:
            integer = longer
    if not integer or not (scaled or place is not None):
        return sign << 35 | integer
    upper, lower = _scaled(sign, integer, power)
    return upper if place is None else _fixed(upper, lower, place)


def _word(ac: int) -> int:
    """Return the word that STO makes of an accumulator."""
    return ac >> 37 << 35 | ac & MAGNITUDE


def _accumulator(word: int) -> int:
    return word >> 35 << 37 | word & MAGNITUDE


def _scaled(sign: int, integer: int, power: int) -> tuple[int, int]:
    """Return both halves of an integer times a power of ten as floating words."""
    low = mq_word(sign, EXCESS + FRACTION_BITS, integer & (1 << LOW_BITS) - 1)
    high = ac_word(sign, EXCESS + FRACTION_BITS + LOW_BITS, integer >> LOW_BITS)
    ac, mq, *_ = add(add(high, mq_word(0, EXCESS + FRACTION_BITS + LOW_BITS, 0), 1)[0], low, 1)
    if power == 0:
        return _word(ac), mq
    if not -MOST_NEGATIVE <= power <= MOST_POSITIVE:
        raise NumberError("the exponent is out of range", "UA SAP had powers of ten from -48 to 38")
    rest, factor = mq, _power(abs(power))
    if power > 0:
        ac, lower, *_ = multiply(_word(ac), factor, 1)
        upper = _word(ac)
        ac = add(multiply(rest, factor, 1)[0], lower, 1)[0]
        ac, mq, *_ = add(ac, upper, 1)
    else:
        ac, upper, *_ = divide(ac, factor)
        lower = divide(add(ac, rest, 1)[0], factor)[1]
        ac, mq, *_ = add(_accumulator(lower), upper, 1)
    word = _word(ac)
    characteristic = (word >> FRACTION_BITS & CHARACTERISTIC) + (ROOM if power > 0 else -ROOM)
    if not 0 <= characteristic <= CHARACTERISTIC:
        raise NumberError("the number is out of range", "a floating number reaches from about 1E-39 to 1E38")
    return mq_word(word >> 35, characteristic, word & FRACTION), mq


def _power(exponent: int) -> int:
    """Return a power of ten, rounded to nearest, its characteristic smaller by ROOM."""
    fraction, lowest = normalized(Fraction(10) ** exponent, FRACTION_BITS)
    return mq_word(0, EXCESS + FRACTION_BITS + lowest - ROOM, fraction)


def _fixed(upper: int, lower: int, place: int) -> int:
    """Return a floating number as a fixed one with the binary point after position `place`."""
    shift = place - (upper >> FRACTION_BITS & CHARACTERISTIC) + EXCESS
    if shift < 0:
        limit = f"with the binary point after position {place} it is below 2**{place}"
        raise NumberError("the number is out of range", limit)
    digits = (upper & FRACTION) << FIXED_BITS | (lower & FRACTION) >> FRACTION_BITS - FIXED_BITS
    return upper >> 35 << 35 | digits >> shift
