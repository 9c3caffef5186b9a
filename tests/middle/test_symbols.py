"""Symbols that compilers make for assemblers: as long as the assembler takes them, however many there are."""

import pytest

from host.compilers.backends.cdc6600 import text as cdc6600
from host.compilers.backends.ibm704 import text as ibm704


@pytest.mark.parametrize(("module", "most", "count"), [(cdc6600, 8, 150_000), (ibm704, 6, 20_000)])
def test_no_number_of_symbols_makes_one_too_long(module, most, count):
    symbols = module.Symbols(set())
    made = [symbols.numbered("L") for _ in range(count)]
    assert made[0] in ("L..1", "1)L")
    assert len(set(made)) == count
    assert max(map(len, made)) == most


@pytest.mark.parametrize(("module", "most"), [(cdc6600, 8), (ibm704, 6)])
def test_no_number_of_equal_names_makes_one_too_long(module, most):
    symbols = module.Symbols(set())
    made = [symbols.named("LONGNAME") for _ in range(2000)]
    assert len(set(made)) == 2000
    assert max(map(len, made)) <= most
