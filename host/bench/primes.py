"""The sieve of Eratosthenes: asm/kim1/bench/sieve.s, a byte a number, bits.s, a bit a number, and Python's."""

from __future__ import annotations

from functools import cache

from host.bench.programs import DISPLAY, PASSES, PREPARING, SUCCEEDED, Program, differs, shown
from host.kim1 import Kim1

SIZE = 8191  # flags: flag i is for 2 * i + 3
FLAGS = 0x2000  # of sieve.s
MARKS, QUARTER = 0x0300, 2048  # of bits.s: a page, eight flags a byte
TALLIED = 3


@cache
def primes() -> frozenset[int]:
    """Return the odd primes up to 2 * 8190 + 3, found by division."""
    found: list[int] = []
    for number in range(3, 2 * SIZE + 2, 2):
        if all(number % prime for prime in found if prime * prime <= number):
            found.append(number)
    return frozenset(found)


def is_prime(flag: int) -> bool:
    """Return whether the number of a flag is prime."""
    return 2 * flag + 3 in primes()


def check_count(kim: Kim1, _: int) -> str | None:
    """Compare the number that is shown at the end."""
    return differs(kim, DISPLAY, shown(f"{len(primes()):06}"))


def check_flags(kim: Kim1, passes: int) -> str | None:
    """Compare every flag of sieve.s."""
    return differs(kim, FLAGS, bytes(is_prime(flag) for flag in range(SIZE))) or check_count(kim, passes)


def marks(quarter: int) -> bytes:
    """Return the page of bits.s for one of the four quarters: bit i / 256 of byte i mod 256 says `not prime`."""
    page = bytearray(256)
    for flag in range(QUARTER):
        page[flag % 256] |= (not is_prime(quarter * QUARTER + flag)) << flag // 256
    return bytes(page)


def check_last_quarter(kim: Kim1, passes: int) -> str | None:
    """Compare what is left of bits.s at the end: the last quarter."""
    return differs(kim, MARKS, marks(3)) or check_count(kim, passes)


SIEVE = Program(
    name="sieve",
    title="prime numbers, BYTE's sieve of 1981 with 8,191 flags, on a KIM-1 with 8 K more RAM",
    machine={"high_expansion": 0x2000},
    sections={1: "all flags on", 2: "sieve and count", PREPARING: "prepare and check"},
    settings={PASSES: 10},
    sample={PASSES: 1},
    checks={SUCCEEDED: check_flags},
)
BITS = Program(
    name="bits",
    title="the same prime numbers in a bit each, on a bare KIM-1",
    sections={1: "wipe", 2: "sieve", TALLIED: "count", PREPARING: "prepare and check"},
    settings={PASSES: 10},
    sample={PASSES: 2},
    checks={SUCCEEDED: check_last_quarter},
)
