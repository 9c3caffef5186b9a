"""What the games share."""

import pytest

from emulators.errors import IronboardError
from host.games.boards import data_file


def test_data_that_is_missing_is_named():
    with pytest.raises(IronboardError, match=r"no data in .*tests.data.nobody.txt or .*games.data.none.txt"):
        data_file("tests/data/nobody.txt", "none.txt")
