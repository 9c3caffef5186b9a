"""What the language of kernels does not have: each function, and words of the message that it gets."""

from __future__ import annotations

from emulators.record import State

TEXT = "text"
UNKNOWN = object()


def text(m: State) -> int:
    return TEXT


def fraction(m: State, a: int) -> int:
    return a / 2


def float_of_two_kinds(m: State, a: int) -> int:
    x = 1.5 * a
    x = a
    return int(x)


def float_in_a_field(m: State, a: int) -> int:
    m.counter = a * 0.5
    return 0


def float_divided(m: State, a: int) -> int:
    return round(a * 0.5 // 2)


def float_handed_over(m: State, a: int) -> int:
    return far(m, a * 0.5)


def integer_rounded(m: State, a: int) -> int:
    return round(a)  # noqa: RUF057


def power(m: State, a: int) -> int:
    return a**2


def too_large(m: State) -> int:
    return 1 << 3 | 9223372036854775808


def far(m: State, a: int) -> int:
    return a << 64


def no_field(m: State) -> int:
    return m.nothing


def whole_array(m: State) -> int:
    return m.words


def element_of_one(m: State) -> int:
    return m.counter[0]


def a_list(m: State, a: int) -> int:
    return [a][0]


def method(m: State, a: int) -> int:
    return a.bit_length()


def not_counted(m: State, a: int) -> int:
    for each in (1, 2):
        a += each
    return a


def unknown_step(m: State, a: int) -> int:
    for each in range(0, 9, a):
        a += each
    return a


def otherwise(m: State, a: int) -> int:
    while a:
        a -= 1
    else:
        a = 7
    return a


def unset(m: State, a: int) -> int:
    if later:
        return 1
    later = a
    return later


def two_widths(m: State, a: int) -> int:
    x = a
    x = (a, a)
    return x[0]


def two_returned(m: State, a: int) -> int:
    return a, a


def untyped(m: State, a) -> int:
    return a


def unpacked(m: State, a: int) -> int:
    a, b = (1, 2, 3)
    return a + b


def compared_between(m: State, a: int) -> int:
    return a < untouched(a) < 9


def untouched(a: int) -> int:
    return a


def tried(m: State, a: int) -> int:
    try:
        return a
    finally:
        pass


def rest_of_arguments(m: State, *more: int) -> int:
    return 0


def record_replaced(m: State, a: int) -> int:
    m = a
    return a


def record_as_value(m: State, a: int) -> int:
    return m


MESSAGES = {
    text: "a str is not a value here: expected a number",
    fraction: "a float: expected an integer, by int(...), round(...) or float(...)",
    float_of_two_kinds: "an integer: expected a float, by int(...), round(...) or float(...)",
    float_in_a_field: "a float: expected an integer, by int(...), round(...) or float(...)",
    float_divided: "an operator that floats do not have here: expected + - * /",
    float_handed_over: "'a' is an integer: expected int(...) or round(...)",
    integer_rounded: "'round(a)': an integer is not rounded so",
    power: "an operator that integers of 64 bits do not have",
    too_large: "9223372036854775808 does not fit into 64 bits with sign",
    far: "a shift by 64: expected 0 to 63",
    no_field: "'nothing' is not a field of the record that holds one number",
    whole_array: "'words' is not a field of the record that holds one number",
    element_of_one: "'counter' is not a field of the record that is an array",
    a_list: "'[a][0]': expected a field, an element of a tuple or of a table",
    method: "'a.bit_length' cannot be called: expected a function of the cores",
    not_counted: "'for each in (1, 2):' is not in the language of kernels",
    unknown_step: "the step of a range: expected a constant other than 0",
    otherwise: "'while a:' is not in the language of kernels",
    unset: "'later' is read before it has a value",
    two_widths: "'x' gets 2 values, and 1 elsewhere",
    two_returned: "2 values are returned: expected 1",
    untyped: "the type '': expected int, bool, float, tuple[int, int ...], State, or None returned",
    unpacked: "3 values for 2 targets",
    compared_between: "a call between two comparisons: assign it to a variable first",
    tried: "'try:' is not in the language of kernels",
    rest_of_arguments: "a function has plain parameters only",
    record_replaced: "'m' is a parameter and cannot be assigned",
    record_as_value: "'m' is read before it has a value, or is not an integer",
}
