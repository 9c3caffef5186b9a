"""The C of every construct does what Python does, and what the language does not have is refused where it stands."""

from __future__ import annotations

import ctypes
import inspect
from array import array

import pytest
from hypothesis import given
from hypothesis import strategies as st

from emulators import record
from emulators.kernels import building
from emulators.kernels.building import build, opened, own_target
from emulators.kernels.translator import LanguageError, translate
from emulators.loops import Loops
from tests.kernels import constructs, floats, refused

NUMBERS = st.one_of(
    st.integers(-(1 << 63), (1 << 63) - 1), st.integers(-20, 20), st.sampled_from([0, -(1 << 63), (1 << 63) - 1])
)


def wrapped(value: int) -> int:
    """Return an integer as 64 bits hold it."""
    return (value + (1 << 63)) % (1 << 64) - (1 << 63)


class Wrapping:
    """A record of Python integers whose fields keep 64 bits, as those of C do."""

    def __init__(self, state):
        object.__setattr__(self, "_state", state)

    def __getattr__(self, name):
        return getattr(self._state, name)

    def __setattr__(self, name, value):
        setattr(self._state, name, wrapped(value))


@pytest.fixture(scope="session")
def library(tmp_path_factory):
    folder = tmp_path_factory.mktemp("kernels")
    target = own_target()
    assert target
    (name,) = build(target, folder, (constructs.__name__,))
    loaded = ctypes.CDLL(str(folder / name))
    for entry in constructs.ENTRY_POINTS:
        function = getattr(loaded, entry.__name__)
        function.argtypes, function.restype = (ctypes.c_void_p, *[ctypes.c_int64] * 3), ctypes.c_int64
    return loaded


@pytest.mark.parametrize("function", constructs.ENTRY_POINTS, ids=lambda each: each.__name__)
@given(a=NUMBERS, b=NUMBERS, c=NUMBERS)
def test_c_returns_and_leaves_behind_what_python_does(library, function, a, b, c):
    plain, compiled = record.plain(constructs.FIELDS), record.structure(constructs.FIELDS)
    for each in (plain, compiled):
        record.grow(each, "grown", 3)
        record.grow(each, "grown", 8)
    if function is constructs.divided and (a, b) == (-(1 << 63), -1):
        return  # the one quotient that does not fit
    expected = wrapped(function(Wrapping(plain), a, b, c))
    assert getattr(library, function.__name__)(ctypes.addressof(compiled), a, b, c) == expected
    names = list(constructs.FIELDS)
    after = record.copy_of(compiled, names, constructs.FIELDS)
    for name, (_, _, count, _) in constructs.FIELDS.items():
        value = getattr(plain, name)
        assert list(after[name]) == list(map(wrapped, value)) if count != 1 else after[name] == wrapped(value)


REALS = st.lists(st.floats(-1e9, 1e9), min_size=4, max_size=4)


@pytest.mark.parametrize("function", floats.ENTRY_POINTS, ids=lambda each: each.__name__)
@given(reals=REALS, far=st.lists(st.floats(-1e9, 1e9), max_size=9), a=st.integers(-(1 << 50), 1 << 50))
def test_floats_are_in_c_what_they_are_in_python_to_the_last_bit(float_kernel, function, reals, far, a):
    with pytest.MonkeyPatch.context() as patch:
        found = []
        for kernel in (None, float_kernel):
            patch.setattr(building, "load", lambda core, kernel=kernel: kernel)
            loops, many, octets = Loops(floats), array("d", far), array("B", b"ab\xff")
            loops.numbers.reals[:] = reals
            loops.lend(far=many, octets=octets)
            returned = loops.call(function.__name__, a)
            numbers = map(float, (loops.numbers.real, *loops.numbers.reals, *many))
            found.append((returned, [each.hex() for each in numbers], octets))
    assert found[0] == found[1]


@pytest.fixture(scope="session")
def float_kernel(tmp_path_factory):
    folder, target = tmp_path_factory.mktemp("floats"), own_target()
    (name,) = build(target, folder, (floats.__name__,))
    return opened(folder / name, floats)


@pytest.mark.parametrize("function", refused.MESSAGES, ids=lambda each: each.__name__)
def test_what_the_language_does_not_have_is_refused_with_its_place(function):
    with pytest.raises(LanguageError) as error:
        translate([function], constructs.FIELDS)
    place, _, message = str(error.value).partition(": ")
    file, line, column = place.rsplit(":", 2)
    lines, first = inspect.getsourcelines(function)
    assert file == refused.__file__
    assert first <= int(line) < first + len(lines)
    assert int(column) > 0
    assert refused.MESSAGES[function] in message


def test_the_translation_is_the_same_every_time():
    one, other = (translate(constructs.ENTRY_POINTS, constructs.FIELDS) for _ in range(2))
    assert one == other
