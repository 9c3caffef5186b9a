import pytest

from tests.desk.cdc6600.consoles import console
from tests.desk.cdc6600.programs import SHOW, TALK
from tests.panel.cdc6600.user import User


@pytest.fixture
def talk(tmp_path):
    """Before a job that asks for lines."""
    return User(console(TALK, tmp_path))


@pytest.fixture
def show(tmp_path):
    """Before a job that shows a picture, which changes all the time."""
    return User(console(SHOW, tmp_path))
