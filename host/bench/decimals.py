"""Sums in decimal: asm/kim1/bench/bcd.s, and Python's integers."""

from __future__ import annotations

from host.bench.programs import DISPLAY, PREPARING, SUCCEEDED, Program, differs, shown
from host.kim1 import Kim1

N, BYTES = 610, 64  # 128 digits
F1, L1, PRODUCT, F0, QUOTIENT = 0x0300, 0x0340, 0x0380, 0x0100, 0x0182
ADD, MULTIPLY, DIVIDE, SUBTRACT = range(1, 5)


def fibonacci(n: int) -> int:
    """Return F(n); F(0) is 0, F(1) is 1."""
    low, high = 0, 1
    for _ in range(n):
        low, high = high, low + high
    return low


def lucas(n: int) -> int:
    """Return L(n) = F(n - 1) + F(n + 1)."""
    return fibonacci(n - 1) + fibonacci(n + 1)


def packed(number: int, size: int = BYTES) -> bytes:
    """Return a number as the program keeps it: two decimal digits a byte, the lowest first."""
    return bytes.fromhex(f"{number:0{2 * size}}")[::-1]


def check_sums(kim: Kim1, _: int) -> str | None:
    """Compare the Fibonacci numbers to which the sums have come."""
    return differs(kim, F1, packed(fibonacci(N + 1))) or differs(kim, F0, packed(fibonacci(N)))


def check_product(kim: Kim1, _: int) -> str | None:
    """Compare the product and its factor."""
    return differs(kim, L1, packed(lucas(N))) or differs(kim, PRODUCT, packed(fibonacci(2 * N), 2 * BYTES))


def check_quotient(kim: Kim1, _: int) -> str | None:
    """Compare the quotient and what is left."""
    quotient, rest = divmod(fibonacci(2 * N), fibonacci(N))
    return differs(kim, QUOTIENT, packed(quotient)) or differs(kim, PRODUCT, packed(rest, 2 * BYTES))


def check_display(kim: Kim1, _: int) -> str | None:
    """Compare the digits that are shown at the end."""
    return differs(kim, DISPLAY, shown(f"{lucas(N) % 1_000_000:06}"))


BCD = Program(
    name="bcd",
    title="sums in decimal with numbers of up to 255 digits, on a bare KIM-1",
    sections={
        ADD: "add: F(610), F(611)",
        MULTIPLY: "multiply: F(610) L(610)",
        DIVIDE: "divide: F(1220) / F(610)",
        SUBTRACT: "subtract: back to F(0)",
        PREPARING: "prepare and compare",
    },
    checks={ADD: check_sums, MULTIPLY: check_product, DIVIDE: check_quotient, SUCCEEDED: check_display},
)
