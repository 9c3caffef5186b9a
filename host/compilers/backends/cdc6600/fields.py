"""The notation of address fields and constants."""

from __future__ import annotations

from host.compilers.ir.form import CODES, PURE, Effects

WORD = (1 << 60) - 1
SMALL = (1 << 17) - 1  # the largest number that fits an address field
PACKED = 0o2000 << 48  # the exponent of an integer that is packed
IN_REGISTERS = 2  # subscripts, at most, that a routine takes in X registers
# Operations to leave out if nothing uses the result. Operations on reals may stop the program.
WITHOUT_EFFECT = {code for code, sort in CODES.items() if sort == PURE and not code.endswith(".r")} | {"get", "load"}
INVERSE = {"ng": "pl", "pl": "ng", "zr": "nz", "nz": "zr"}
COMPARED = {"pl": "GE", "ng": "LT", "zr": "EQ", "nz": "NE"}  # a jump by the difference of two B registers
NOTHING: Effects = Effects(writes=frozenset({"slot", "any", "elements", "description"}), runs=True)


def offset_from(register: str, offset: int) -> str:
    """Return the address field for a word after the address in a register."""
    return register if offset == 0 else f"{register}+B1" if offset == 1 else f"{register}{offset:+}"


def joined(base: str, symbol: str, offset: int) -> str:
    """Return the address field for a register, if any, plus a symbol, if any, plus a number."""
    if not symbol:
        return offset_from(base, offset) if base else str(offset)
    if base:
        symbol = f"{base}+{symbol}"
    return f"{symbol}{offset:+}" if offset else symbol


def made(word: int) -> tuple[str, str] | None:
    """Return the instruction, but for the register's number, that makes a word; None: it must be loaded."""
    if word <= SMALL:
        return ("SX", ("B0", "B1", "B1+B1")[word]) if word < 3 else ("SX", str(word))
    other = word ^ WORD
    if other <= SMALL:
        return ("SX", "-B1") if other == 1 else ("MX", "60") if other == 0 else ("SX", str(-other))
    ones = 60 - other.bit_length()
    return ("MX", str(ones)) if other == (1 << 60 - ones) - 1 else None


def literal(word: int) -> str:
    return f"={word:o}B"
