"""What a page would do differently: each function is refused (test_script.py)."""

from __future__ import annotations

from host.ui.words import octal

TABLE = {1, 2}


def a_format_in_a_text(n):
    return f"{n:03d}"


def formatting(n):
    return "%d" % n  # noqa: UP031


def a_set():
    return {1, 2}


def a_constant_set(n):
    return n in TABLE


def a_dict_comprehension(names):
    return {each: each + 1 for each in names}


def an_exception(n):
    try:
        return n[3]
    except IndexError:
        return 0


def an_argument_by_its_name(n):
    return octal(n, digits=3)


def a_builtin(n):
    return isinstance(n, int)


def packed(n):
    return max(*n, 1)


def merged(n):
    return {**n, "a": 1}


def a_walrus(n):
    return (m := n) + m


def a_function_inside(n):
    def inner():
        return n

    return inner()


def made(n):
    def inner(m, ui):
        return n

    return inner


closure = made(3)
