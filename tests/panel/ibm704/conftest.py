import pytest

from tests.desk.ibm704.room import flickering, room
from tests.ibm704.machines import word
from tests.panel.ibm704.user import User


@pytest.fixture
def user():
    """Before a machine that stands still; two instructions and a halt are in its storage."""
    return User(room(word("CAL", 0o2000), word("CAL", 0o2001), word("HPR")))


@pytest.fixture
def watcher():
    """Before a machine whose accumulator changes all the time."""
    return User(flickering())
