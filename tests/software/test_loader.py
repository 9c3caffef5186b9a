"""LIFE and LUNAR as relocatable binaries."""

import pytest

from host.assemblers.compass.assembler import assemble
from host.software.cdc6600 import is_same_loaded, source
from tests.software.fetched import entry_and_folder


@pytest.mark.parametrize("name", ["LIFE", "LUNAR"])
def test_loaded_they_have_the_words_of_the_absolute_programs(name):
    _, folder = entry_and_folder(name.lower())
    with source(folder, name) as path:
        assert is_same_loaded(path, assemble(path).image)
