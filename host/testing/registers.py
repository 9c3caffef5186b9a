"""The registers and flags that type checkers know as attributes, of a result say: those of the machines here.

A test compares them with the machines. Those of other machines are found by `result["NAME"]`.
"""

from typing import Generic, TypeVar

Each = TypeVar("Each")


class ByName(Generic[Each]):
    """Annotations only: the values come from the machine."""

    PC: Each
    A: Each
    X: Each
    Y: Each
    S: Each
    P: Each
    N: Each
    V: Each
    B: Each
    D: Each
    I: Each  # noqa: E741  (the flag has this name)
    Z: Each
    C: Each

    IC: Each
    AC: Each
    MQ: Each
    SR: Each
    XA: Each
    XB: Each
    XC: Each
    KEYS: Each
    LIGHTS: Each
    SWITCHES: Each
    IND: Each
    Q: Each
    T: Each
    E: Each
    R: Each

    PARCEL: Each
    A0: Each
    A1: Each
    A2: Each
    A3: Each
    A4: Each
    A5: Each
    A6: Each
    A7: Each
    B0: Each
    B1: Each
    B2: Each
    B3: Each
    B4: Each
    B5: Each
    B6: Each
    B7: Each
    X0: Each
    X1: Each
    X2: Each
    X3: Each
    X4: Each
    X5: Each
    X6: Each
    X7: Each
    RA: Each
    FL: Each
    EM: Each
