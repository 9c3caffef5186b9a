"""LIFE and LUNAR as relocatable binaries."""

import pytest

from host.assemblers.compass.assembler import assemble
from host.software.catalogue import FOLDER, given_folder, programs
from host.software.cdc6600 import is_same_loaded
from host.software.games6600 import source


@pytest.mark.parametrize("name", ["LIFE", "LUNAR"])
def test_loaded_they_have_the_words_of_the_absolute_programs(name):
    each = programs()[name.lower()]
    root = given_folder(None)
    if root is None or each.missing(root):
        pytest.skip(f"{FOLDER} names no folder with {each.source}, which is not part of the project")
    with source(each.folder(root), name) as path:
        assert is_same_loaded(path, assemble(path).image)
